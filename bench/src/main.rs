//! Measurements, apart from the checks because they link the library: `cargo xtask bench`,
//! `cargo xtask peers` and `cargo xtask long` come here.

mod bench;
mod long;
mod peers;
mod programs;
mod race;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // The chain of reasons; where in this program it came up helps nobody.
            eprintln!("\nerror: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The folder of this package: what cargo says now, not when this was built, for a folder may have been copied with its
/// target.
pub(crate) fn folder() -> PathBuf {
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR");
    beside(&PathBuf::from(manifest.unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into())))
}

/// This package, where cargo names itself (in tests) or `xtask` beside it, which starts it.
fn beside(package: &Path) -> PathBuf {
    package.join("../bench")
}

fn run() -> anyhow::Result<()> {
    // Paths are said from the root of the workspace, wherever the task was called.
    std::env::set_current_dir(folder().join(".."))?;
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some("bench") => bench::run(&arguments[1..]),
        Some("long") => long::run(&arguments[1..]),
        Some("peers") => peers::run(&arguments[1..]),
        _ => anyhow::bail!("bench, peers or long; `cargo xtask` says what they do"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_package_is_found_from_the_one_that_starts_it() {
        for package in [".", "../xtask"] {
            assert!(beside(&folder().join(package)).join("baselines").is_dir(), "{package}");
        }
    }
}
