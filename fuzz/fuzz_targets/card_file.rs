//! See `cardwright_fuzz::card_file`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| cardwright_fuzz::card_file(data));
