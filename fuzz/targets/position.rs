//! libFuzzer at work on the target `position`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| grundy_fuzz::run("position", bytes));
