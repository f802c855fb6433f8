//! Fuzzing with libFuzzer, on the stable compiler and without a tool to install: the targets are
//! built as all else is, only that the compiler is told to count the branches in the packages of
//! this workspace (cargo calls this very program in its place, see [`instrument`]). The dependencies
//! are those of the tests. No sanitizer, as the library is safe Rust: panics, wrong round trips,
//! endless loops and eaten memory are looked for.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{Read, Seek};
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

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
/// Seconds for each target in the checks.
const SECONDS: u64 = 6;
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

/// Every target for a short time, as many at once as there are processors.
pub(crate) fn all() -> anyhow::Result<()> {
    build()?;
    let mut waiting = targets()?;
    waiting.reverse();
    let most = thread::available_parallelism().map_or(1, usize::from);
    let mut running: Vec<Running> = Vec::new();
    while !(waiting.is_empty() && running.is_empty()) {
        while running.len() < most
            && let Some(target) = waiting.pop()
        {
            running.push(Running::start(target)?);
        }
        thread::sleep(Duration::from_millis(100));
        let mut still = Vec::new();
        for mut fuzzer in running {
            match fuzzer.child.try_wait()? {
                None => still.push(fuzzer),
                Some(status) => fuzzer.finish(status.success())?,
            }
        }
        running = still;
    }
    Ok(())
}

/// A fuzzer at work, which is ended with the checks.
struct Running {
    target: String,
    child: Child,
    log: File,
    since: Instant,
}

impl Running {
    fn start(target: String) -> anyhow::Result<Running> {
        let log_path = Path::new("target").join(format!("fuzz-{target}.log"));
        let log = File::options()
            .create(true)
            .truncate(true)
            .read(true)
            .write(true)
            .open(&log_path)
            .with_context(|| format!("{}", log_path.display()))?;
        let mut command = fuzzer(&target, SECONDS)?;
        // The same choices in every run: only a change decides whether the checks pass.
        command.arg("-seed=1");
        let child = command.stdout(log.try_clone()?).stderr(log.try_clone()?).spawn()?;
        Ok(Running { target, child, log, since: Instant::now() })
    }

    /// One line where all went well, else what the fuzzer wrote.
    fn finish(&mut self, success: bool) -> anyhow::Result<()> {
        let mut text = Vec::new();
        self.log.rewind()?;
        self.log.read_to_end(&mut text)?;
        let text = String::from_utf8_lossy(&text);
        let lines: Vec<&str> = text.lines().collect();
        if !success {
            for line in &lines[lines.len().saturating_sub(60)..] {
                println!("{line}");
            }
            bail!(
                "fuzzing `{0}` found an input that breaks it, kept under fuzz/artifacts/{0}",
                self.target
            );
        }
        let runs = lines.iter().rev().find(|line| line.starts_with("Done "));
        let runs = runs.copied().unwrap_or("done");
        println!("{}: {runs} ({:.0} s)", self.target, self.since.elapsed().as_secs_f64());
        Ok(())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It has ended already unless another one failed; then nobody waits for its result.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
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
