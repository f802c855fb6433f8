//! A file or a folder for each subcommand; what several of them share is in `crate::shared`.

mod check;
mod code;
mod endings;
mod explain;
mod games;
mod graph;
mod guide;
mod heap;
mod judge;
mod moves;
mod nim;
mod notation;
mod pattern;
mod play;
mod prove;
mod quotient;
mod serve;
mod shell;
mod store;
mod stress;
mod sweep;
mod table;
mod value;

use std::ffi::{OsStr, OsString};

use clap::{Args as _, Parser, Subcommand};

use crate::trouble::Trouble;

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
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Declares the commands, each with its arguments. Its word is its name in small letters.
macro_rules! commands {
    ($($name:ident($arguments:ty),)*) => {
        /// What to do.
        #[derive(Debug, Subcommand)]
        pub(crate) enum Command {
            $($name($arguments),)*
        }

        impl Command {
            /// The parser of the arguments of one command.
            pub(crate) fn parser(word: &OsStr) -> Option<clap::Command> {
                $(
                    let name = stringify!($name).to_ascii_lowercase();
                    if word == name.as_str() {
                        return Some(<$arguments>::augment_args(clap::Command::new(name)));
                    }
                )*
                None
            }
        }
    };
}

commands! {
    Value(value::Value),
    Moves(moves::Moves),
    Table(table::Table),
    Explain(explain::Explain),
    Play(play::Play),
    Games(games::Games),
    Notation(notation::Notation),
    Guide(guide::Guide),
    Graph(graph::Graph),
    Check(check::Check),
    Nim(nim::Nim),
    Judge(judge::Judge),
    Heap(heap::Heap),
    Quotient(quotient::QuotientCommand),
    Sweep(sweep::Sweep),
    Code(code::Code),
    Pattern(pattern::Pattern),
    Prove(prove::Prove),
    Stress(stress::Stress),
    Store(store::StoreCommand),
    Endings(endings::EndingsCommand),
    Serve(serve::Serve),
    Completions(shell::Completions),
    Man(shell::Man),
}

impl Command {
    /// The command of arguments that need no parser.
    pub(crate) fn from_plain(words: &[OsString]) -> Option<Command> {
        judge::Judge::from_plain(words).map(Command::Judge)
    }
}

/// Runs a command; false if the answer to a yes-or-no question was "no".
pub(crate) fn run(command: Command) -> Result<bool, Trouble> {
    match command {
        Command::Value(value) => value::run(&value),
        Command::Moves(moves) => moves::run(&moves),
        Command::Table(table) => table::run(&table),
        Command::Explain(explain) => explain::run(&explain),
        Command::Play(play) => play::run(&play),
        Command::Games(games) => games::run(&games),
        Command::Notation(notation) => notation::run(&notation),
        Command::Guide(guide) => guide::run(&guide),
        Command::Graph(graph) => graph::run(&graph),
        Command::Check(check) => check::run(&check),
        Command::Nim(nim) => nim::run(&nim),
        Command::Judge(judge) => judge::run(&judge),
        Command::Heap(heap) => heap::run(&heap),
        Command::Quotient(quotient) => quotient::run(&quotient),
        Command::Sweep(sweep) => sweep::run(&sweep),
        Command::Code(code) => code::run(&code),
        Command::Pattern(pattern) => pattern::run(&pattern),
        Command::Prove(prove) => prove::run(&prove),
        Command::Stress(stress) => stress::run(&stress),
        Command::Store(store) => store::run(&store),
        Command::Endings(endings) => endings::run(&endings),
        Command::Serve(serve) => serve::run(&serve),
        Command::Completions(completions) => shell::completions(&completions),
        Command::Man(man) => shell::man(&man),
    }
}
