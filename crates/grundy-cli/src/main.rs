//! The command `grundy`: see the library of this crate.

use std::process::ExitCode;
use std::thread;

/// The stack that a rule with as many brackets as may be needs, with room to spare.
const STACK: usize = 16 << 20;

fn main() -> ExitCode {
    // The first thread of Windows has a stack of 1 MB.
    if cfg!(windows)
        && let Ok(whole) = thread::Builder::new().name("main".into()).stack_size(STACK).spawn(run)
    {
        return whole.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    }
    run()
}

fn run() -> ExitCode {
    grundy_cli::run(std::env::args_os())
}
