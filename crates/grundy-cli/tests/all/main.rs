//! The tests of the command, in one binary.

#[cfg(feature = "serve")]
mod browser;
mod chinese;
mod code;
mod endings;
mod folder;
mod heap;
mod judge;
mod kept;
mod pages;
mod pictures;
mod play;
mod prove;
mod search;
#[cfg(feature = "serve")]
mod serve;
mod store;
mod stress;
mod sweep;
#[cfg(unix)]
mod terminal;
mod transcripts;

/// The command, which speaks English whatever the language of whoever runs the tests.
fn grundy() -> std::process::Command {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.env("LC_ALL", "C.UTF-8");
    command
}
