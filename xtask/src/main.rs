//! Development tasks: `cargo xtask test`, `cargo xtask bench`, `cargo xtask peers`.

mod browser;
mod docs;
mod fuzz;
mod licence;
mod platforms;
mod test;

use std::process::ExitCode;

const USAGE: &str = "\
cargo xtask test [STEP ..]          run every check, or these steps
cargo xtask fuzz TARGET [SECONDS]   fuzz one target, for a minute unless told otherwise
cargo xtask platforms [TARGET ..]   compile for Windows, Macs and Linux on ARM, without running it
cargo xtask bench [PART ..]         measure beside plain programs and print ratios
cargo xtask peers [ROW ..]          measure beside the best public solvers of such games
cargo xtask long [GAME ..]          prove the longest known periods and check the certificates";

fn main() -> ExitCode {
    if let Some(done) = docs::rustdoc().or_else(fuzz::instrument) {
        return done;
    }
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
        Some("test") => test::run(&arguments[1..]),
        Some("fuzz") => fuzz::run(&arguments[1..]),
        Some("platforms") => platforms::run(&arguments[1..]),
        Some("bench" | "long" | "peers") => measure(&arguments),
        Some(other) => anyhow::bail!("there is no task `{other}`\n\n{USAGE}"),
        None => anyhow::bail!("which task?\n\n{USAGE}"),
    }
}

/// Measurements link the library, so they are a program apart: the checks do not wait for it. It is
/// built together with the command, so that both share one build of the library.
fn measure(arguments: &[String]) -> anyhow::Result<()> {
    let build = ["build", "--quiet", "--release", "--package", "grundy-bench"];
    test::succeed(test::cargo(&build).args(["--package", "grundy-cli"]))?;
    let program = std::env::current_exe()?.with_file_name("grundy-bench");
    test::succeed(std::process::Command::new(program).args(arguments))
}
