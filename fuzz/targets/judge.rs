//! libFuzzer at work on the target `judge`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| grundy_fuzz::run("judge", bytes));
