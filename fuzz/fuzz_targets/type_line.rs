//! See `cardwright_fuzz::type_line`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| cardwright_fuzz::type_line(data));
