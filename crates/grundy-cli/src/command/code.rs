//! `grundy code`: a program that answers a game.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;

use crate::language::{say, tell};
use crate::report::json;
use crate::shared::opening::open;
use crate::shared::program::{Lang, program};
use crate::shared::{certificate, kind};
use crate::trouble::Trouble;
use crate::work::Allowance;

/// Write a small program that answers a game: the proved formula or period, or the rule itself
///
/// The program stands on its own. It reads a position per line, the numbers of all components of a sum parted by spaces, and
/// prints the Grundy value (win where a move wins at once, over where somebody has just won), or N or P where
/// only that is known: of one component, or of sums of heaps in misère play where their quotient is found. A comment in it
/// says what it rests on: a proved formula in exact integers, a table with its proved period, a misère quotient or the
/// automaton of a theorem, which are sought for some seconds, or, where nothing is proved, the plain computation with a
/// memory.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    grundy code 'S{1,3,4}' --lang c++\n  \
    grundy code wythoff --lang python\n  \
    grundy code 0.23 --misere --lang python\n  \
    grundy prove lasker --certificate p.json && grundy code lasker --lang c++ --theorem p.json\n  \
    grundy code '[n] -> [n-k] for k in squares(n)' --lang rust")]
pub(crate) struct Code {
    /// A name, a code, a set, a file or a rule
    game: String,
    /// The language of the program; that of messages follows LANG
    #[arg(long, value_enum, ignore_case = true)]
    lang: Lang,
    /// Whoever makes the last move loses
    #[arg(long)]
    misere: bool,
    /// Print Grundy values, by plain computation where only who wins is proved
    #[arg(long, conflicts_with_all = ["misere", "theorem"])]
    values: bool,
    /// Which kind of component, for a game with several
    #[arg(long, value_name = "NAME")]
    kind: Option<String>,
    /// Write the theorem that `grundy prove --certificate` wrote; it is checked first
    #[arg(long, value_name = "FILE")]
    theorem: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    allowance: Allowance,
}

pub(crate) fn run(code: &Code) -> Result<bool, Trouble> {
    let mut session = open(&code.game)?;
    if code.misere {
        session.play_misere();
    }
    let limits = code.allowance.limits();
    if let Some(path) = &code.theorem {
        let theorem = certificate::theorem(path, &limits)?;
        let used = session.use_theorem(&theorem);
        used.map_err(|failure| {
            Trouble::Input(say!("error: {path}: {failure}", path = path.display(), failure))
        })?;
    }
    let kind = code.kind.as_deref();
    let rules = &session.games()[0].rules;
    if kind.is_none()
        && let [first, _, ..] = &rules.kinds()[..]
    {
        tell!(
            "{}",
            say!(
                "note: this game has several kinds; the program reads {name}[{coords}], --kind NAME another: {names}",
                name = first.name().unwrap_or(""),
                coords = first.coords().join(", "),
                names = kind::names(rules)
            )
        );
    }
    let document = program(&mut session, &code.game, code.lang, (kind, code.values), &limits)
        .map_err(|failure| Trouble::of_failure(&failure, session.games()))?;
    let mut out = std::io::stdout().lock();
    match code.json {
        true => json::write(&mut out, &document)?,
        false => write!(out, "{}", document.program)?,
    }
    Ok(true)
}
