//! See `cardwright_fuzz::keyword_line`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| cardwright_fuzz::keyword_line(data));
