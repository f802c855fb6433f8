//! `grundy judge`: the input and output of online judges.

use std::ffi::OsString;
use std::io::{self, Write as _};

use clap::Args;

use crate::judge::{self as formats, JudgeError};
use crate::language::{of_phrase, say, speak};
use crate::trouble::Trouble;

/// Answer an online judge's input, byte for byte
///
/// Reads standard input and writes standard output. A mistake in the input is shown with its line
/// and column on standard error; the answers before it have been written.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    grundy judge hdu2176 < in > out\n  \
    grundy judge --list                  the formats: their numbers and answers")]
pub(crate) struct Judge {
    /// The problem, such as hdu2176 or poj1067
    #[arg(required_unless_present = "list")]
    id: Option<String>,
    /// List the formats
    #[arg(long, conflicts_with = "id")]
    list: bool,
}

impl Judge {
    /// What the arguments say if they are `grundy judge ID` with a known format, and nothing else.
    ///
    /// A judge starts the program anew for each of its files, most of which are answered in less
    /// time than the parser of all commands takes to be built.
    pub(crate) fn from_plain(words: &[OsString]) -> Option<Judge> {
        let [_, command, id] = words else { return None };
        let id = id.to_str().filter(|id| command == "judge" && formats::find(id).is_some())?;
        Some(Judge { id: Some(id.to_owned()), list: false })
    }
}

pub(crate) fn run(judge: &Judge) -> Result<bool, Trouble> {
    let mut output = io::stdout().lock();
    let Some(id) = &judge.id else {
        for format in formats::formats() {
            let names: Vec<&str> = [format.id].iter().chain(format.aliases).copied().collect();
            let said = |phrase| speak(&of_phrase(phrase));
            let title = said(format.title);
            writeln!(output, "{}", say!("{names}: {title}", names = names.join(", "), title))?;
            writeln!(
                output,
                "{}",
                say!(
                    "    input   {input}\n    output  {output}",
                    input = said(format.input),
                    output = said(format.output)
                )
            )?;
        }
        return Ok(true);
    };
    match formats::run(id, &mut io::stdin().lock(), &mut output) {
        Ok(()) => Ok(true),
        Err(JudgeError::Write(error)) => Err(error.into()),
        Err(error) => Err(Trouble::Input(say!("error: {error}", error = error.message()))),
    }
}
