//! Fuzzing with libFuzzer through cargo-fuzz, on the stable compiler: `--sanitizer none` leaves out
//! what needs another one. Memory errors are not what is looked for here, as the library is safe
//! Rust: panics, wrong round trips, endless loops and eaten memory are.

use std::fs::{self, File};
use std::io::{Read, Seek};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};

use crate::test::{cargo, succeed};

/// The version that is installed where there is none.
const CARGO_FUZZ: &str = "0.13.2";
/// Seconds for each target in the checks.
const SECONDS: u64 = 15;
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
    let tool = tool()?;
    build(&tool)?;
    succeed(&mut fuzzer(&tool, target, seconds)?)
}

/// Every target for a short time, as many at once as there are processors.
pub(crate) fn all() -> anyhow::Result<()> {
    let tool = tool()?;
    build(&tool)?;
    let mut waiting = targets()?;
    waiting.reverse();
    let most = thread::available_parallelism().map_or(1, usize::from);
    let mut running: Vec<Running> = Vec::new();
    while !(waiting.is_empty() && running.is_empty()) {
        while running.len() < most
            && let Some(target) = waiting.pop()
        {
            running.push(Running::start(&tool, target)?);
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
    fn start(tool: &Path, target: String) -> anyhow::Result<Running> {
        let log_path = Path::new("fuzz/target").join(format!("{target}.log"));
        let log = File::options()
            .create(true)
            .truncate(true)
            .read(true)
            .write(true)
            .open(&log_path)
            .with_context(|| format!("{}", log_path.display()))?;
        let mut command = fuzzer(tool, &target, SECONDS)?;
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

/// The program cargo-fuzz, installed below target/ if the machine has none.
fn tool() -> anyhow::Result<PathBuf> {
    let local = Path::new("target/tools/bin/cargo-fuzz").to_path_buf();
    for tool in [local.clone(), PathBuf::from("cargo-fuzz")] {
        let version = Command::new(&tool).args(["fuzz", "--version"]).stdin(Stdio::null()).output();
        if version.is_ok_and(|output| output.status.success()) {
            return Ok(tool);
        }
    }
    println!("installing cargo-fuzz {CARGO_FUZZ} below target/tools");
    let version = ["install", "cargo-fuzz", "--version", CARGO_FUZZ, "--locked"];
    succeed(cargo(&version).args(["--root", "target/tools"]))
        .context("cargo-fuzz is missing and could not be installed")?;
    Ok(local)
}

fn build(tool: &Path) -> anyhow::Result<()> {
    let arguments = ["fuzz", "build", "--sanitizer", "none"];
    succeed(Command::new(tool).args(arguments).stdin(Stdio::null()))
        .context("the fuzz targets do not build; libFuzzer needs a C++ compiler such as g++")
}

/// The command that fuzzes a target: from the seeds and from what earlier runs have kept.
fn fuzzer(tool: &Path, target: &str, seconds: u64) -> anyhow::Result<Command> {
    let kept = format!("fuzz/corpus/{target}");
    fs::create_dir_all(&kept).context("fuzz/corpus")?;
    let mut command = Command::new(tool);
    command
        .args(["fuzz", "run", "--sanitizer", "none", target, &kept])
        .arg(format!("fuzz/seeds/{target}"))
        .args(["--", "-rss_limit_mb=2048", "-timeout=60", "-print_final_stats=0", MAX_LENGTH])
        .arg(format!("-max_total_time={seconds}"))
        .stdin(Stdio::null());
    Ok(command)
}
