//! Development tasks: `cargo xtask test`, `cargo xtask bench`.

use std::process::Command;

fn main() -> anyhow::Result<()> {
    let status = Command::new("cargo").args(["test", "--workspace"]).status()?;
    anyhow::ensure!(status.success(), "tests failed");
    Ok(())
}
