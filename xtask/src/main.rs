//! Development tasks: `cargo xtask test`, `cargo xtask bench`.

mod bench;

use std::process::Command;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some("bench") => bench::run(&arguments[1..]),
        _ => test(),
    }
}

fn test() -> anyhow::Result<()> {
    let status = Command::new("cargo").args(["test", "--workspace"]).status()?;
    anyhow::ensure!(status.success(), "tests failed");
    Ok(())
}
