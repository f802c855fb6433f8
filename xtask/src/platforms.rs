//! Other platforms: whether the command compiles there. The compiler alone is asked, so neither a linker nor the
//! platform itself is needed.

use std::process::Command;

use crate::test::{cargo, succeed};

/// Where people have it: Windows, Macs, and Linux on ARM.
const TARGETS: [&str; 3] =
    ["x86_64-pc-windows-msvc", "aarch64-apple-darwin", "aarch64-unknown-linux-gnu"];

/// `cargo xtask platforms [TARGET ..]`: all of them, or these.
pub(crate) fn run(targets: &[String]) -> anyhow::Result<()> {
    let named = targets.iter().map(String::as_str);
    let targets: Vec<&str> = if targets.is_empty() { TARGETS.to_vec() } else { named.collect() };
    succeed(Command::new("rustup").args(["target", "add"]).args(&targets))?;
    for target in targets {
        println!("{target}");
        // A folder apart: what the tests have built is not built again for this.
        let check = ["check", "--locked", "--package", "grundy-cli", "--target", target];
        let mut check = cargo(&check);
        succeed(check.args(["--target-dir", "target/platforms"]).env("RUSTFLAGS", "-Dwarnings"))?;
    }
    Ok(())
}
