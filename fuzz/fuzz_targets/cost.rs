//! See `cardwright_fuzz::cost`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| cardwright_fuzz::cost(data));
