//! Questions about games on boards, for `grundy value` and `grundy moves`.

use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::path::Path;

use grundy::board::{Board, Source, open};
use grundy::games::{Entry, find_board};
use grundy::graph::Reading;
use grundy::limits::Limits;
use grundy::outcome::Outcome;
use grundy::ruleset::Failure;

use super::graph::read_file;
use crate::language::say;
use crate::report::json;
use crate::trouble::Trouble;

/// A position on boards, and what its answers may use.
pub(crate) struct Asked {
    board: Box<dyn Board>,
    limits: Limits,
}

/// The game on boards that the words of a question begin with, and the rest of them.
pub(crate) fn named(words: &[String]) -> Option<(&'static Entry, String)> {
    match words {
        // A game and its position in one pair of quotes.
        [word] if word.trim().contains(' ') => {
            let (game, position) = word.trim().split_once(' ')?;
            Some((find_board(game)?, position.to_owned()))
        }
        [first, rest @ ..] => Some((find_board(first)?, rest.join(" "))),
        [] => None,
    }
}

impl Asked {
    pub(crate) fn new(entry: &Entry, position: &str, limits: Limits) -> Result<Asked, Trouble> {
        if position.trim().is_empty() {
            return Err(Trouble::Input(say!(
                "error: the position is missing after the game\n  help: for this game try {example}",
                example = entry.example
            )));
        }
        let board = match is_file(position) {
            true => {
                let named = read_file(position.trim(), Reading::default(), None, &limits)?;
                open(entry.name, Source::Graph(&named)).map_err(|error| {
                    Trouble::Input(say!(
                        "error: {position}: {message}",
                        position = position.trim(),
                        message = error.message
                    ))
                })?
            }
            false => open(entry.name, Source::Text(position))
                .map_err(|error| Trouble::of_rule(&error, "position"))?,
        };
        Ok(Asked { board, limits })
    }

    /// A failure, with what was proved before it.
    fn trouble(&self, failure: &Failure) -> Trouble {
        match Trouble::of_failure(failure, &[]) {
            Trouble::Limit(message) => {
                let excluded = self.board.excluded();
                let excluded: Vec<String> =
                    excluded.iter().map(|value| say!("not {value}", value)).collect();
                let proved = match excluded.is_empty() {
                    true => say!("nothing yet"),
                    false => say!("the value is {excluded}", excluded = excluded.join(", ")),
                };
                Trouble::Limit(say!("{message}\n  proved: {proved}", message, proved))
            }
            trouble => trouble,
        }
    }
}

/// Whether a position is the name of a file with a graph.
fn is_file(position: &str) -> bool {
    let position = position.trim();
    let extension = Path::new(position).extension().and_then(|extension| extension.to_str());
    position == "-"
        || !position.contains(char::is_whitespace)
            && matches!(extension, Some("txt" | "dot" | "gv" | "json" | "edges"))
}

pub(crate) fn value(asked: &mut Asked, as_json: bool) -> Result<bool, Trouble> {
    let found = asked.board.value(&asked.limits).map_err(|failure| asked.trouble(&failure))?;
    let mut out = io::stdout().lock();
    match as_json {
        true => json::write(&mut out, &json::Value::board(&asked.board.show(), found))?,
        false => writeln!(out, "{found}")?,
    }
    Ok(true)
}

/// What is listed of the winning moves.
#[derive(Clone, Copy)]
pub(crate) struct Listing {
    pub(crate) count: bool,
    pub(crate) first: bool,
    pub(crate) most: usize,
    pub(crate) json: bool,
}

/// The first winning moves, and whether there are more; of a single one only whether it is there.
pub(crate) fn list(
    board: &mut dyn Board,
    most: usize,
    limits: &Limits,
) -> Result<(Vec<String>, bool), Failure> {
    let (mut found, mut more) = (Vec::new(), false);
    board.each_winning_move(limits, &mut |made| {
        more = found.len() == most;
        if !more {
            found.push(made);
        }
        if more || most == 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    Ok((found, more))
}

pub(crate) fn moves(asked: &mut Asked, listing: Listing) -> Result<bool, Trouble> {
    let lost = asked.board.is_lost(&asked.limits).map_err(|failure| asked.trouble(&failure))?;
    let most = match listing {
        Listing { count: true, .. } => usize::MAX,
        Listing { first: true, .. } => 1,
        Listing { most, .. } => most,
    };
    let listed = match lost {
        true => Ok((Vec::new(), false)),
        false => list(asked.board.as_mut(), most, &asked.limits),
    };
    let (found, more) = listed.map_err(|failure| asked.trouble(&failure))?;
    let outcome = Outcome::next_wins(!lost);
    let mut out = io::stdout().lock();
    if listing.json {
        let position = asked.board.show();
        match listing.count {
            true => json::write(&mut out, &json::Count::board(position, found.len()))?,
            false => json::write(
                &mut out,
                &json::BoardMoves::new(position, outcome, found.clone(), more),
            )?,
        }
    } else if listing.count {
        writeln!(out, "{}", found.len())?;
    } else if listing.first {
        found.first().map_or(Ok(()), |first| writeln!(out, "{first}"))?;
    } else {
        writeln!(out, "{}", super::moves::verdict(outcome, lost))?;
        for made in &found {
            writeln!(out, "  {made}")?;
        }
        if more {
            writeln!(
                out,
                "{}",
                say!("  ... and more: list them with --most N, or count them with --count")
            )?;
        }
    }
    Ok(!(listing.first && found.is_empty()))
}
