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

/// Starts a command, ends it after a while by a signal, and says whether the signal came before the end.
fn interrupted(command: &[&str], signal: &str, after: std::time::Duration) -> bool {
    let silent = std::process::Stdio::null;
    let mut child = grundy().args(command).stdout(silent()).stderr(silent()).spawn().unwrap();
    std::thread::sleep(after);
    let id = child.id().to_string();
    let mut kill = std::process::Command::new("kill");
    let sent = kill.args([signal, &id]).stderr(silent()).status().unwrap();
    let status = child.wait().unwrap();
    sent.success() && !status.success()
}
