//! See `cardwright_fuzz::text`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| cardwright_fuzz::text(data));
