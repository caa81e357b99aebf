//! See `cardwright_fuzz::script`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| cardwright_fuzz::script(data));
