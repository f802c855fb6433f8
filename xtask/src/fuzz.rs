//! Fuzzing with libFuzzer, on the stable compiler and without a tool to install: the targets are
//! built as all else is, only that the compiler is told to count the branches in the packages of
//! this workspace (cargo calls this very program in its place, see [`instrument`]). The dependencies
//! are those of the tests. No sanitizer, as the library is safe Rust: panics, wrong round trips,
//! endless loops and eaten memory are looked for.
//!
//! The checks do not wait for this build: they read the seeds and random edits of them in the test
//! `altered` of the package `grundy-fuzz`.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, bail, ensure};

use crate::test::{cargo, succeed};

/// What makes the compiler count branches and comparisons for libFuzzer: SanitizerCoverage of
/// LLVM, with the settings that libFuzzer asks for.
const COVERAGE: [&str; 7] = [
    "--cfg=fuzzing",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Cllvm-args=-simplifycfg-branch-fold-threshold=0",
];
/// Longest input tried: long inputs take long and find no more.
const MAX_LENGTH: &str = "-max_len=500";

/// `cargo xtask fuzz TARGET [SECONDS]`.
pub(crate) fn run(arguments: &[String]) -> anyhow::Result<()> {
    let targets = targets()?;
    let known = format!("the targets are {}", targets.join(" "));
    let (target, seconds) = match arguments {
        [target] => (target, 60),
        [target, seconds] => (target, seconds.parse().context("SECONDS is a number")?),
        _ => bail!("cargo xtask fuzz TARGET [SECONDS]; {known}"),
    };
    ensure!(targets.contains(target), "there is no target `{target}`; {known}");
    build()?;
    succeed(&mut fuzzer(target, seconds)?)
}

/// The targets, by the names of their files.
fn targets() -> anyhow::Result<Vec<String>> {
    let mut targets = Vec::new();
    for entry in fs::read_dir("fuzz/targets").context("fuzz/targets")? {
        let path = entry?.path();
        targets.extend(path.file_stem().map(|name| name.to_string_lossy().into_owned()));
    }
    targets.sort();
    Ok(targets)
}

fn build() -> anyhow::Result<()> {
    let arguments = ["build", "--locked", "--workspace", "--example", "fuzz-*"];
    let instrumenting = std::env::current_exe()?;
    succeed(
        cargo(&arguments)
            .args(["--target-dir", "target"])
            .env("RUSTC_WORKSPACE_WRAPPER", instrumenting)
            // Nobody edits between two runs; without the bookkeeping it is built sooner.
            .env("CARGO_INCREMENTAL", "0"),
    )
    .context("the fuzz targets do not build; libFuzzer needs a C++ compiler such as g++")
}

/// What cargo asks of a wrapper around the compiler: `xtask PATH/rustc ARGUMENT ..`.
///
/// `None` if this is no such call.
pub(crate) fn instrument() -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    let compiler = arguments.next()?;
    if Path::new(&compiler).file_stem()? != "rustc" {
        return None;
    }
    let arguments: Vec<OsString> = arguments.collect();
    let status = Command::new(&compiler).args(arguments).args(COVERAGE).status();
    Some(match status {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {compiler:?} did not start: {error}");
            ExitCode::FAILURE
        }
    })
}

/// The command that fuzzes a target: from the seeds and from what earlier runs have kept.
fn fuzzer(target: &str, seconds: u64) -> anyhow::Result<Command> {
    let corpus = format!("fuzz/corpus/{target}");
    let artifacts = format!("fuzz/artifacts/{target}/");
    for folder in [&corpus, &artifacts] {
        fs::create_dir_all(folder).with_context(|| folder.clone())?;
    }
    let mut command =
        Command::new(Path::new("target/debug/examples").join(format!("fuzz-{target}")));
    command
        .args([&corpus, &format!("fuzz/seeds/{target}")])
        .arg(format!("-artifact_prefix={artifacts}"))
        .args(["-rss_limit_mb=2048", "-timeout=60", "-print_final_stats=0", MAX_LENGTH])
        .arg(format!("-max_total_time={seconds}"))
        .stdin(Stdio::null());
    Ok(command)
}
