//! `--loopy`: a position of a rule that play may come back to.

use std::io::{self, Write};

use grundy::graph::Named;
use grundy::ruleset::Failure;

use super::input::Typed;
use super::part::{Part, leaving_time};
use super::{MOST_LISTED, Solved, json, table};
use crate::language::{say, tell};
use crate::shared::question::Question;
use crate::trouble::Trouble;

/// What is asked of a position that play may come back to.
#[derive(Clone, Copy)]
pub(in crate::command) enum Loopy {
    /// What it is worth; in misère play who wins.
    Value,
    /// What each move does, so many of them at most.
    Moves { most: usize },
}

impl Loopy {
    /// Moves that are listed at most.
    pub(super) fn most(self) -> usize {
        match self {
            Loopy::Value => MOST_LISTED,
            Loopy::Moves { most } => most,
        }
    }
}

/// Answers such a position, from all that can be reached; where that is too much, from a part of it.
pub(in crate::command) fn loopy(
    question: &Question,
    asks: Loopy,
    as_json: bool,
) -> Result<bool, Trouble> {
    let limits = question.allowance.limits();
    let (game, position) = question.of_loopy()?;
    let typed = Typed::new(game, &position)?;
    let asked = match typed.explored(&leaving_time(&limits)) {
        Ok(asked) => asked,
        Err(failure) => {
            let part = Part::new(&typed, question.misere, &limits);
            let part = part.ok_or_else(|| typed.trouble(&failure))?;
            part.answer(asks, as_json, &failure)?;
            return Ok(true);
        }
    };
    note_idle_move(&asked.named);
    let failed = |failure: Failure| Trouble::of_failure(&failure, &asked.games);
    let tokens = asked.tokens.unwrap_or_default();
    let solved =
        Solved::new(asked.named, question.misere || asked.misere, &limits).map_err(failed)?;
    let verdict = solved.verdict(&tokens, &limits).map_err(failed)?;
    let most = asks.most();
    let mut out = io::BufWriter::new(io::stdout().lock());
    match (asks, &verdict.value) {
        _ if as_json => json::tokens(&mut out, &solved, &tokens, &verdict, most)?,
        (Loopy::Moves { .. }, _) => table::tokens(&mut out, &solved, &tokens, &verdict, most)?,
        (Loopy::Value, Some(value)) => writeln!(out, "{value}")?,
        (Loopy::Value, None) => writeln!(out, "{}", verdict.outcome)?,
    }
    out.flush()?;
    Ok(true)
}

/// Says where a move leads back at once: `[n] -> [n/2]` without a condition has such a move at 0, and nobody loses.
fn note_idle_move(named: &Named) {
    let graph = &named.graph;
    let idle = (0..graph.vertices()).find(|vertex| graph.followers(*vertex).contains(vertex));
    let Some(idle) = idle else { return };
    let said = say!(
        "note: a move leads from {position} to {position}, so play need not end there; if that is no move, a condition \
         says so, as in [n] if n > 0 -> [n/2]",
        position = named.names.name(idle).to_string()
    );
    tell!("{said}");
}
