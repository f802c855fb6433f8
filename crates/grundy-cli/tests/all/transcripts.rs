//! What the commands print, word for word: every page under `tests/transcripts`.
//!
//! After a deliberate change, `TRYCMD=overwrite cargo test -p grundy-cli` writes the new output.

#[test]
fn the_commands_print_what_the_pages_say() {
    trycmd::TestCases::new().env("LC_ALL", "C.UTF-8").case("tests/transcripts/*.md");
}
