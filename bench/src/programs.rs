//! The programs that are measured: where they stand, and how the others are built.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::race::Program;

/// Where public solvers are installed.
const PEERS: &str = "target/peers";

/// Cargo, without a terminal to ask questions on.
fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.stdin(Stdio::null());
    command
}

/// The `grundy` that was built with this program: it stands beside it.
pub(crate) fn grundy() -> Result<Program> {
    Ok(Program::new(std::env::current_exe()?.with_file_name("grundy")))
}

/// This program itself, to run one side of a measurement in a process of its own.
pub(crate) fn this(task: &str) -> Result<Program> {
    Ok(Program::new(std::env::current_exe()?).arg(task))
}

/// Where inputs, outputs and compiled programs go.
pub(crate) fn directory() -> Result<PathBuf> {
    let program = std::env::current_exe()?;
    let directory = program.parent().context("this program stands in no directory")?.join("bench");
    fs::create_dir_all(&directory)?;
    Ok(directory)
}

/// The programs that plain work is compared with, one file of C each.
pub(crate) fn baselines() -> PathBuf {
    crate::folder().join("baselines")
}

/// Compiles `baselines/NAME.c` as an online judge would.
pub(crate) fn plain(name: &str) -> Result<Program> {
    let source = baselines().join(name);
    let program = directory()?.join(name);
    let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
    let status = Command::new(compiler)
        .args(["-O2", "-w", "-o"])
        .args([program.as_os_str(), source.with_extension("c").as_os_str()])
        .arg("-lm")
        .status()
        .context("a C compiler is needed for the plain programs")?;
    ensure!(status.success(), "{name}.c does not compile");
    Ok(Program::new(program))
}

/// Installs a public solver by its package name below `target/`, built for this very processor,
/// unless this version is there; answers where it stands.
///
/// # Errors
/// When it cannot be installed, for instance without a network.
pub(crate) fn install(name: &str, version: &str) -> Result<PathBuf> {
    let path = Path::new(PEERS).join("bin").join(name);
    let found = Command::new(&path).arg("--version").stdin(Stdio::null()).output();
    let found = found.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    if !found.is_ok_and(|found| found.trim() == format!("{name} {version}")) {
        println!("installing {name} {version} below {PEERS}");
        let status = cargo()
            .args(["install", name, "--version", version, "--root", PEERS, "--force"])
            .env("RUSTFLAGS", "-C target-cpu=native")
            .status()?;
        ensure!(status.success(), "{name} could not be installed");
    }
    Ok(path)
}
