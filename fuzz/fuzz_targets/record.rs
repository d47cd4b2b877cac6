//! See `tetralith_testing`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tetralith_testing::run("record", bytes));
