//! The command `grundy`: see the library of this crate.

use std::process::ExitCode;

fn main() -> ExitCode {
    grundy_cli::run(std::env::args_os())
}
