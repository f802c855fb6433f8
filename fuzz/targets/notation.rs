//! libFuzzer at work on the target `notation`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| grundy_fuzz::run("notation", bytes));
