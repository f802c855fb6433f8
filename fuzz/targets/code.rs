//! libFuzzer at work on the target `code`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| grundy_fuzz::run("code", bytes));
