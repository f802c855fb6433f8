//! Development tasks: `cargo xtask test`, `cargo xtask bench`, `cargo xtask peers`.

mod bench;
mod fuzz;
mod licence;
mod long;
mod peers;
mod race;
mod test;

use std::process::ExitCode;

const USAGE: &str = "\
cargo xtask test [STEP ..]          run every check, or these steps
cargo xtask fuzz TARGET [SECONDS]   fuzz one target, for a minute unless told otherwise
cargo xtask bench                   measure beside plain programs and print ratios
cargo xtask peers [GAME ..]         measure beside the best public solver of octal games
cargo xtask long [GAME ..]          prove the longest known periods and check the certificates";

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
    std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))?;
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some("test") => test::run(&arguments[1..]),
        Some("fuzz") => fuzz::run(&arguments[1..]),
        Some("bench") => bench::run(&arguments[1..]),
        Some("long") => long::run(&arguments[1..]),
        Some("peers") => peers::run(&arguments[1..]),
        Some(other) => anyhow::bail!("there is no task `{other}`\n\n{USAGE}"),
        None => anyhow::bail!("which task?\n\n{USAGE}"),
    }
}
