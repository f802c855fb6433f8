//! libFuzzer at work on the target `table`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| grundy_fuzz::run("table", bytes));
