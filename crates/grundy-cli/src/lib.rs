//! The command line of `grundy`: read the arguments, ask the library, print the answer.

mod claims;
mod command;
mod help;
pub mod judge;
mod language;
mod number;
mod report;
mod saved;
#[cfg(feature = "serve")]
mod serve;
mod slips;
mod store;
mod sweep;
#[cfg(test)]
#[path = "../../grundy/tests/all/language/templates.rs"]
mod templates;
mod trouble;
mod work;

use std::ffi::OsString;
use std::process::ExitCode;
#[cfg(unix)]
use std::sync::Arc;

use clap::Parser;

use command::Command;
use language::tell;
use trouble::Trouble;

/// Impartial games: who wins, every winning move, Grundy values.
///
/// A game is a name (`grundy games` lists them), an octal code (0.77), a subtraction set
/// ('S{1,3,4}', 'S{..4}', 'allbut{1,2}'), a file (mine.game) or a rule in the notation.
#[derive(Debug, Parser)]
#[command(
    name = "grundy",
    version,
    max_term_width = 100,
    subcommand_required = true,
    arg_required_else_help = true,
    after_help = "Examples:\n  \
        grundy moves nim 5 7 8 9 10                  every winning move\n  \
        grundy value 'nim[3] + wythoff[3,5]'         the value of a sum of games\n  \
        grundy table '[n] -> [n-k] for k in {1,3,4}' --to 30\n  \
        grundy explain 'pas(1,5,1)' 6                why the move wins\n  \
        grundy judge hdu2176 < in > out              answer an online judge's input\n\n\
        Exit status: 0 answered, 1 the answer is \"no\", 2 bad input, 3 a limit stopped it."
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

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
    let arguments = match help::parse(&words) {
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
