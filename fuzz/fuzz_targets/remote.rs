//! See `tetralith_fuzzing`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tetralith_fuzzing::run("remote", bytes));
