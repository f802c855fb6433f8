//! Measurements, apart from the checks because they link the library: `cargo xtask bench`,
//! `cargo xtask peers` and `cargo xtask long` come here.

mod bench;
mod long;
mod peers;
mod programs;
mod race;

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

fn run() -> anyhow::Result<()> {
    // Paths are said from the root of the workspace, wherever the task was called.
    // What cargo says now, not when this was built: a folder may have been copied with its target.
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR");
    let folder = manifest.unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    std::env::set_current_dir(std::path::Path::new(&folder).join(".."))?;
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some("bench") => bench::run(&arguments[1..]),
        Some("long") => long::run(&arguments[1..]),
        Some("peers") => peers::run(&arguments[1..]),
        _ => anyhow::bail!("bench, peers or long; `cargo xtask` says what they do"),
    }
}
