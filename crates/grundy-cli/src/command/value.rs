//! `grundy value`: what a position is worth.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;

use super::graph;
use crate::asked::AskedPosition;
use crate::language::say;
use crate::report::{json, latex};
use crate::shared::board;
use crate::shared::lines;
use crate::shared::pictures::Pictures;
use crate::shared::question::Question;
use crate::shared::sum;
use crate::store;
use crate::trouble::Trouble;

/// The Grundy value of a position
///
/// Prints a number, `win` where the player to move can win at once whatever else is in the sum,
/// or `over`. In misère play, which has no Grundy values, prints the outcome N or P.
///
/// `-` stands for positions on standard input, one on a line; each is answered by a line. A board of cram may
/// be drawn there in several, and an empty line parts two. With a game that is played on a graph, it stands for the graph.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    grundy value nim 5 7 8 9 10\n  \
    grundy value 0.77 10^18\n  \
    grundy value '[n] -> [n-k] for k in {1,3,4}' 9 10\n  \
    grundy value nim - < positions   a position on each line\n  \
    grundy value 'nim[3] + wythoff[3,5] + 0.77[12]'\n  \
    grundy value 'cram[3x5] + node-kayles[path 7] + nim[4]'\n  \
    grundy value nim 5 7 8 --latex\n  \
    grundy value kayles '3 5' --genus\n  \
    grundy value '[n] -> [n-k] for k in 1..2 | [n+1] if n > 0 and n < 9' 5 --loopy\n  \
    grundy value cram 5x6\n  \
    grundy value cram 5x7 --store answers.db   the second time at once\n  \
    grundy value cram 6x7 --checkpoint cram.search   goes on where it was stopped or killed\n  \
    grundy value hackenbush 'ground-a a-b a-c' --png tree.png")]
pub(crate) struct Value {
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Keep what takes much work in this file, and begin with what is kept there (`grundy store`)
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    #[command(flatten)]
    aids: board::Aids,
    /// The game may come back to a position: explores all that can be reached, and prints a number,
    /// an infinity such as ∞{0,2} or, in misère play, N, P or D
    #[arg(long, conflicts_with_all = ["store", "checkpoint", "endings", "latex", "svg", "png", "theorem"])]
    loopy: bool,
    /// Print the genus, as 2^20: the value, then the values in misère play beside no heap of two, one,
    /// two and so on, of which the last two repeat
    #[arg(long, conflicts_with_all = ["store", "checkpoint", "endings", "loopy", "latex", "svg", "png", "theorem"])]
    genus: bool,
    /// Print a formula in LaTeX
    #[arg(long, conflicts_with = "json")]
    latex: bool,
    #[command(flatten)]
    pictures: Pictures,
    #[command(flatten)]
    question: Question,
}

pub(crate) fn run(value: &Value) -> Result<bool, Trouble> {
    let store = value.store.as_deref().into_iter();
    value.pictures.spare(store.chain(value.aids.files()).chain(value.question.files()))?;
    if value.loopy {
        return graph::loopy(&value.question, graph::Loopy::Value, value.json);
    }
    if value.genus {
        return genus(value);
    }
    if let Some(mut asked) = value.question.of_lines()? {
        only_lines(value)?;
        return lines::answer(value.json, |_| false, |line, place| answer(&mut asked, line, place));
    }
    if let Some(entry) = value.question.board_of_lines() {
        only_lines(value)?;
        let (misere, limits) = (value.question.misere, value.question.allowance.limits());
        let answer = |line: &str, place: &str| board::answer(entry, line, place, misere, &limits);
        return lines::answer(value.json, |line| board::is_row(entry, line), answer);
    }
    if let Some(mut asked) = value.question.sum()? {
        value.aids.refused()?;
        if value.latex || value.store.is_some() || value.pictures.wanted() {
            return Err(sum::refused());
        }
        return sum::value(&mut asked, value.json);
    }
    if let Some(asked) = value.question.board()? {
        if value.latex {
            return Err(latex::refused());
        }
        return board::with_aids(asked, value.store.as_deref(), &value.aids, |asked| {
            board::value(asked, value.json, &value.pictures)
        });
    }
    value.aids.refused()?;
    of_rules(&mut value.question.ask()?, value)
}

/// That nothing is asked for that a line has no room for.
fn only_lines(value: &Value) -> Result<(), Trouble> {
    value.aids.refused()?;
    if value.latex || value.store.is_some() || value.pictures.wanted() {
        return Err(Trouble::Input(say!(
            "error: positions of standard input are answered a line each\n  help: leave --latex, --store and pictures away"
        )));
    }
    Ok(())
}

/// What one of several positions is worth.
fn answer(asked: &mut AskedPosition, line: &str, origin: &str) -> Result<json::Value, Trouble> {
    asked.go_to(line, origin)?;
    if asked.session.is_misere(&asked.position).map_err(|failure| asked.trouble(&failure))? {
        let outcome = asked.session.outcome(&asked.position, &asked.limits);
        let outcome = outcome.map_err(|failure| asked.trouble(&failure))?;
        return Ok(json::Value::misere(asked, outcome));
    }
    let found = asked.session.value(&asked.position, &asked.limits);
    let found = found.map_err(|failure| asked.trouble(&failure))?;
    Ok(json::Value::normal(asked, &found))
}

/// What a position of rules is worth; in misère play who wins.
fn of_rules(asked: &mut AskedPosition, value: &Value) -> Result<bool, Trouble> {
    let misere =
        asked.session.is_misere(&asked.position).map_err(|failure| asked.trouble(&failure))?;
    let mut out = value.pictures.out();
    if misere {
        let outcome = asked.session.outcome(&asked.position, &asked.limits);
        let outcome = outcome.map_err(|failure| asked.trouble(&failure))?;
        value.pictures.position(asked, || say!("misère, {outcome}", outcome), &[])?;
        match value.json {
            true => json::write(&mut out, &json::Value::misere(asked, outcome))?,
            false if value.latex => {
                let position = asked.session.describe_sum(&asked.position.parts);
                write!(out, "{}", latex::moves(&position, outcome, &[], false))?;
            }
            false => writeln!(out, "{outcome}")?,
        }
        return Ok(true);
    }
    let found = match &value.store {
        Some(path) => store::games::value(asked, path)?,
        None => {
            let found = asked.session.value(&asked.position, &asked.limits);
            found.map_err(|failure| asked.trouble(&failure))?
        }
    };
    value.pictures.position(asked, || say!("value {found}", found), &[])?;
    match value.json {
        true => json::write(&mut out, &json::Value::normal(asked, &found))?,
        false if value.latex => {
            let position = asked.session.describe_sum(&asked.position.parts);
            write!(out, "{}", latex::value(&position, &found))?;
        }
        false => writeln!(out, "{found}")?,
    }
    Ok(true)
}

/// The genus of a position of rules.
fn genus(value: &Value) -> Result<bool, Trouble> {
    if value.question.sum()?.is_some() || value.question.board()?.is_some() {
        return Err(Trouble::Input(say!(
            "error: --genus is for rules\n  help: of boards in misère play ask who wins, with --misere"
        )));
    }
    let mut asked = value.question.ask()?;
    let found = asked.session.genus(&asked.position, &asked.limits);
    let found = found.map_err(|failure| asked.trouble(&failure))?;
    let mut out = value.pictures.out();
    match value.json {
        true => json::write(&mut out, &json::Genus::new(&asked, &found))?,
        false => writeln!(out, "{found}")?,
    }
    Ok(true)
}
