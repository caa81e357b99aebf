//! See `cardwright_fuzz::card`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| cardwright_fuzz::card(data));
