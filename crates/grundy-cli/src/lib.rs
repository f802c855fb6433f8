//! The command line of `grundy`: read the arguments, ask the library, print the answer.
//!
//! The modules below stand in layer order: each uses only those above it.

mod language;

mod number;

mod trouble;

mod work;

mod claims;

pub mod judge;

mod cells;

mod asked;

mod saved;

mod store;

mod sweep;

mod report;

mod shared;

#[cfg(feature = "serve")]
mod serve;

mod help;

mod command;

mod slips;

#[cfg(test)]
#[path = "../../grundy/tests/all/language/templates.rs"]
mod templates;

use std::ffi::OsString;
use std::process::ExitCode;
#[cfg(unix)]
use std::sync::Arc;

use command::{Arguments, Command};
use language::tell;
use trouble::Trouble;

/// Runs the command with these arguments, the first of which is the program's name, and says the
/// exit status: 0 answered, 1 the answer is "no", 2 bad input, 3 a limit stopped it.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    #[cfg(unix)]
    outlive_full_files();
    let mut words: Vec<OsString> = arguments.into_iter().collect();
    language::choose(&mut words);
    if let Some(command) = Command::from_plain(&words) {
        return answer(command);
    }
    if let Some(slip) = slips::left_by_the_shell(&words) {
        tell!("{slip}");
        return ExitCode::from(2);
    }
    let arguments = match help::parse::<Arguments>(&words, Command::parser) {
        Ok(arguments) => arguments,
        Err(error) => {
            let code = if error.use_stderr() { 2 } else { 0 };
            let slip = if error.use_stderr() { slips::meant(&words, &error) } else { None };
            match slip.or_else(|| help::mistake(&error)) {
                Some(message) => tell!("{message}"),
                // A closed pipe is no reason to complain.
                None => drop(error.print()),
            }
            return ExitCode::from(code);
        }
    };
    answer(arguments.command)
}

/// Lets a file that may grow no further be an error of whoever writes to it, not the end of the program.
#[cfg(unix)]
fn outlive_full_files() {
    // Nobody looks at the flag: the signal has a handler, so that it does not kill. Where it cannot have one, it does.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

fn answer(command: Command) -> ExitCode {
    match command::run(command) {
        Ok(yes) => ExitCode::from(u8::from(!yes)),
        Err(Trouble::ClosedPipe) => ExitCode::SUCCESS,
        Err(trouble) => {
            tell!("{trouble}");
            ExitCode::from(trouble.exit_status())
        }
    }
}
