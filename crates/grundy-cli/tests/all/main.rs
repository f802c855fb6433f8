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
#[cfg(feature = "serve")]
mod serve_limits;
#[cfg(feature = "serve")]
mod serve_parameters;
mod slips;
mod store;
mod stress;
mod sweep;
mod table;
#[cfg(unix)]
mod terminal;
mod transcripts;

/// The command, which speaks English whatever the language of whoever runs the tests.
fn grundy() -> std::process::Command {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.env("LC_ALL", "C.UTF-8");
    command
}

/// Runs a long command twice at once: the first has its checkpoint for itself until it is killed, and then a short one has it.
fn has_its_checkpoint_alone(long: &[&str], short: &[&str], file: &str) {
    let run = |words: &[&str]| {
        let mut command = grundy();
        command.args(words).args(["--checkpoint", file]);
        command
    };
    let mut first = run(long).stdout(std::process::Stdio::null()).spawn().unwrap();
    // It begins with a file.
    while !std::fs::exists(file).unwrap() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let second = run(long).output().unwrap();
    first.kill().unwrap();
    first.wait().unwrap();
    let said = String::from_utf8_lossy(&second.stderr);
    assert_eq!(second.status.code(), Some(2), "{said}");
    assert!(said.contains("another program works on this file"), "{said}");
    // Whoever was killed keeps nobody away.
    let short = run(short).output().unwrap();
    assert!(short.status.success(), "{short:?}");
}

/// Kills a command at scattered moments, also within a save. After each `kept` tells how much stands in
/// its file, if there is one: that never shrinks. Moments come later while nothing was kept yet, so that
/// a slow machine gets there as well.
fn killed_many_times(
    command: &[&str],
    rounds: u64,
    most: std::time::Duration,
    kept: impl Fn() -> Option<u64>,
) {
    let most = u64::try_from(most.as_micros()).unwrap();
    let (mut killed, mut grown, mut before, mut later) = (0, 0, 0, 1);
    for round in 0..rounds {
        let after = (3_000 + round * 7919 % most) * later;
        let silent = std::process::Stdio::null;
        let mut child = grundy().args(command).stdout(silent()).stderr(silent()).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_micros(after));
        // It may have come to its end before.
        let _ = child.kill();
        killed += u32::from(!child.wait().unwrap().success());
        if let Some(found) = kept() {
            assert!(found >= before, "{round}: {found} {before}");
            grown += u32::from(found > before);
            before = found;
        }
        if grown == 0 && round % 4 == 3 && later < 64 {
            later *= 2;
        }
    }
    assert!(killed >= 2 && grown >= 1, "{killed} {grown}");
}

/// Stops a long run by SIGTERM, later and later until it has done enough by then.
#[cfg(unix)]
fn stopped(
    command: &[&str],
    enough: impl Fn(&std::process::Output) -> bool,
) -> std::process::Output {
    use std::process::{Command, Stdio};
    for after in [50, 200, 800, 3_200, 12_800] {
        let mut start = grundy();
        let child =
            start.args(command).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(after));
        assert!(Command::new("kill").arg(child.id().to_string()).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        // Before it listens to the signal, the signal ends it.
        if output.status.code().is_some() {
            assert_eq!(output.status.code(), Some(3), "{output:?}");
            if enough(&output) {
                return output;
            }
        }
    }
    panic!("{command:?} gets nowhere");
}
