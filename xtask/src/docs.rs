//! The documentation of the libraries: its links lead somewhere and its examples run.
//!
//! `cargo doc` would check every dependency anew, only to read its declarations. So the links are looked at where the
//! examples are run: `cargo test --doc` calls this very program as rustdoc, with all that the tests have built.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

/// Says to this program that it is called as rustdoc, and which rustdoc to call.
const RUSTDOC: &str = "GRUNDY_RUSTDOC";

/// Lets a `cargo test --doc` look at the links too.
pub(crate) fn look_at_links(command: &mut Command) -> anyhow::Result<&mut Command> {
    let this = std::env::current_exe()?;
    Ok(command.env("RUSTDOC", this).env(RUSTDOC, beside_cargo("rustdoc")))
}

/// A program of the toolchain that runs this one.
pub(crate) fn beside_cargo(name: &str) -> PathBuf {
    let cargo = std::env::var_os("CARGO").map_or_else(PathBuf::new, PathBuf::from);
    cargo.with_file_name(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// What cargo asks of rustdoc; where that is to run the examples of a crate, its documentation is written first.
///
/// `None` if this is no such call.
pub(crate) fn rustdoc() -> Option<ExitCode> {
    let rustdoc = std::env::var_os(RUSTDOC)?;
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let mut passed = true;
    if let Some(writing) = writing(&arguments) {
        passed &= succeeds(Command::new(&rustdoc).args(writing));
    }
    passed &= succeeds(Command::new(&rustdoc).args(arguments));
    Some(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn succeeds(command: &mut Command) -> bool {
    let status = command
        .status()
        .inspect_err(|error| eprintln!("error: {command:?} did not start: {error}"));
    status.is_ok_and(|status| status.success())
}

/// The arguments that write what these test.
///
/// A crate is no dependency of its own documentation, though it is one of its examples.
fn writing(arguments: &[OsString]) -> Option<Vec<OsString>> {
    arguments.iter().position(|argument| argument == "--test")?;
    let named = arguments.iter().position(|argument| argument == "--crate-name")?;
    let itself = format!("{}=", arguments.get(named + 1)?.to_string_lossy());
    let mut kept: Vec<OsString> =
        ["-D", "warnings", "-o", "target/doc"].map(OsString::from).to_vec();
    let mut rest = arguments.iter().peekable();
    while let Some(argument) = rest.next() {
        match (argument.to_str(), rest.peek()) {
            (Some("--test"), _) => {}
            (Some("--test-run-directory"), _) => {
                rest.next();
            }
            (Some("--extern"), Some(value)) if value.to_string_lossy().starts_with(&itself) => {
                rest.next();
            }
            _ => kept.push(argument.clone()),
        }
    }
    Some(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_tests_examples_writes_documentation() {
        let testing = "--crate-name grundy --test src/lib.rs --test-run-directory here --extern grundy=a --extern b=c";
        let testing: Vec<OsString> = testing.split(' ').map(OsString::from).collect();
        let written = writing(&testing).expect("examples are tested").join(" ".as_ref());
        let expected = "-D warnings -o target/doc --crate-name grundy src/lib.rs --extern b=c";
        assert_eq!(written, expected);
        assert_eq!(writing(&["-vV".into()]), None);
    }
}
