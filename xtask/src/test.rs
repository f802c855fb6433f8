//! `cargo xtask test`: every check, one after the other, up to the first that fails.
//!
//! The quick ones come first. Each prints a heading, its own output and its time; the last line
//! adds up what `cargo test` counted.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};

use crate::{browser, docs, licence};

/// A part of the checks.
struct Step {
    name: &'static str,
    what: &'static str,
    run: fn(&mut Count) -> anyhow::Result<()>,
}

const STEPS: [Step; 5] = [
    Step { name: "format", what: "rustfmt changes nothing", run: format },
    Step { name: "licences", what: "every dependency may be passed on freely", run: licences },
    Step { name: "lints", what: "clippy has nothing to say while all is built", run: lints },
    Step { name: "tests", what: "unit, property and integration tests, transcripts", run: tests },
    Step { name: "docs", what: "links lead somewhere and examples run", run: documentation },
];

/// What `cargo test` counted.
#[derive(Default)]
struct Count {
    passed: u64,
    failed: u64,
    ignored: u64,
}

/// Runs all steps, or those that are named.
pub(crate) fn run(names: &[String]) -> anyhow::Result<()> {
    for name in names {
        if STEPS.iter().all(|step| step.name != name) {
            let known: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
            bail!("there is no step `{name}`; the steps are {}", known.join(" "));
        }
    }
    let chosen =
        STEPS.iter().filter(|step| names.is_empty() || names.iter().any(|name| name == step.name));
    let start = Instant::now();
    let mut count = Count::default();
    let mut times = Vec::new();
    for step in chosen {
        println!("\n== {}: {}", step.name, step.what);
        let start = Instant::now();
        (step.run)(&mut count).with_context(|| {
            format!("the step `{0}` failed; `cargo xtask test {0}` runs it alone", step.name)
        })?;
        println!("== {}: passed in {}", step.name, seconds(start.elapsed()));
        times.push(format!("{} {}", step.name, seconds(start.elapsed())));
    }
    println!("\nAll checks passed in {} ({}).", seconds(start.elapsed()), times.join(", "));
    if count.passed > 0 {
        let Count { passed, failed, ignored } = count;
        println!("test result: ok. {passed} passed; {failed} failed; {ignored} ignored, in all");
    }
    Ok(())
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

/// Cargo, without a terminal to ask questions on. What is built for the checks has no lines for a debugger: to write them
/// takes a fifth of the time.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).stdin(Stdio::null()).env("CARGO_PROFILE_DEV_DEBUG", "false");
    command
}

/// Runs a command that must succeed.
pub(crate) fn succeed(command: &mut Command) -> anyhow::Result<()> {
    let status = command.status().with_context(|| format!("{command:?} did not start"))?;
    ensure!(status.success(), "{command:?} ended with {status}");
    Ok(())
}

/// Fails with the mend if a part of the Rust toolchain is not there.
fn require(component: &str, arguments: &[&str]) -> anyhow::Result<()> {
    let output = cargo(arguments).output();
    let found = output.is_ok_and(|output| output.status.success());
    ensure!(found, "{component} is missing; `rustup component add {component}` installs it");
    Ok(())
}

fn format(_: &mut Count) -> anyhow::Result<()> {
    require("rustfmt", &["fmt", "--version"])?;
    succeed(&mut cargo(&["fmt", "--all", "--check"])).context("`cargo fmt --all` mends this")
}

fn licences(_: &mut Count) -> anyhow::Result<()> {
    licence::check()
}

/// Clippy looks on while everything is built for the tests. A check before that would read all dependencies twice.
fn lints(_: &mut Count) -> anyhow::Result<()> {
    require("clippy", &["clippy", "--version"])?;
    // Two jobs for each core: the large crates are read by one thread each, and meanwhile others can be built.
    let jobs = 2 * std::thread::available_parallelism().map_or(1, usize::from);
    succeed(&mut linted(&["test", "--all-targets", "--no-run", "--jobs", &jobs.to_string()]))?;
    // The library without machine code, as its users get it and processors without a compiler have it.
    let plain = ["clippy", "-p", "grundy", "--lib", "--locked"];
    succeed(cargo(&plain).args(["--", "-D", "warnings"]))
}

/// Cargo for the whole workspace with clippy as its compiler. What clippy warns of is an error.
fn linted(arguments: &[&str]) -> Command {
    let mut command = cargo(arguments);
    command
        .args(["--workspace", "--locked"])
        .env("RUSTC_WORKSPACE_WRAPPER", docs::beside_cargo("clippy-driver"))
        // As `cargo clippy -- -D warnings` tells it.
        .env("CLIPPY_ARGS", "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__");
    command
}

fn tests(count: &mut Count) -> anyhow::Result<()> {
    browser::ensure();
    // Not the examples, which are the fuzzers: they would run for ever.
    counted(&mut linted(&["test", "--lib", "--bins", "--tests"]), count)
}

fn documentation(count: &mut Count) -> anyhow::Result<()> {
    counted(docs::look_at_links(&mut linted(&["test", "--doc"]))?, count)
}

/// Runs `cargo test`, showing its output and adding up its closing lines.
fn counted(command: &mut Command, count: &mut Count) -> anyhow::Result<()> {
    let mut child = command.stdout(Stdio::piped()).spawn()?;
    let output = child.stdout.take().context("the output was asked for")?;
    let mut shown = std::io::stdout().lock();
    for line in BufReader::new(output).split(b'\n') {
        let line = line?;
        shown.write_all(&line)?;
        shown.write_all(b"\n")?;
        count.add(&String::from_utf8_lossy(&line));
    }
    let status = child.wait()?;
    ensure!(status.success(), "{command:?} ended with {status}");
    Ok(())
}

impl Count {
    /// Adds a line such as `test result: ok. 12 passed; 0 failed; 1 ignored; ...`.
    fn add(&mut self, line: &str) {
        let Some((_, counts)) =
            line.strip_prefix("test result: ").and_then(|rest| rest.split_once(". "))
        else {
            return;
        };
        for part in counts.split("; ") {
            let Some((number, what)) = part.split_once(' ') else { continue };
            let Ok(number) = number.parse::<u64>() else { continue };
            match what {
                "passed" => self.passed += number,
                "failed" => self.failed += number,
                "ignored" => self.ignored += number,
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closing_lines_are_added_up() {
        let mut count = Count::default();
        count.add("test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 3 filtered out");
        count.add("test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured");
        count.add("test tests::result ... ok");
        assert_eq!((count.passed, count.failed, count.ignored), (15, 2, 1));
    }
}
