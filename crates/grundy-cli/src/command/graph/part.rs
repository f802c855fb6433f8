//! A position from which so much can be reached that it is not all looked at: what is certain all the same.

use std::io::{self, Write};
use std::time::Instant;

use grundy::graph::{Certain, Explored, Loopy, explore_rules_in_part};
use grundy::limits::Limits;
use grundy::outcome::Outcome;
use grundy::rule::Component;
use grundy::ruleset::Failure;

use super::input::{Typed, described};
use super::loopy::Loopy as Asks;
use super::{json, table};
use crate::language::say;
use crate::trouble::Trouble;

/// How many positions are looked at: ever more, until it is known who wins and what each move does.
pub(crate) const STEPS: [u32; 6] = [1 << 8, 1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18];

/// The limits for looking at everything, which leave a quarter of the time for a part of it.
pub(crate) fn leaving_time(limits: &Limits) -> Limits {
    let now = Instant::now();
    let deadline = limits.deadline.map(|end| now + end.saturating_duration_since(now) * 3 / 4);
    Limits { deadline, ..limits.clone() }
}

/// A position of which it is certain who wins.
pub(super) struct Part<'a> {
    typed: &'a Typed,
    misere: bool,
    explored: Explored<Option<Component>>,
    certain: Certain,
    outcome: Outcome,
}

impl<'a> Part<'a> {
    /// Looks at some positions; nothing where they do not say who wins, or there are several tokens.
    pub(super) fn new(typed: &'a Typed, misere: bool, limits: &Limits) -> Option<Part<'a>> {
        let [root] = &typed.roots().ok()?[..] else { return None };
        let misere = misere || typed.rules().is_misere();
        let mut part = None;
        for most in STEPS {
            let Ok(found) = Part::within(most, typed, root, misere, limits) else { break };
            part = found.or(part);
            let knows_all = |part: &Part<'_>| part.leaves().all(|leaves| leaves.is_some());
            if part.as_ref().is_some_and(knows_all) {
                break;
            }
        }
        part
    }

    fn within(
        most: u32,
        typed: &'a Typed,
        root: &Component,
        misere: bool,
        limits: &Limits,
    ) -> Result<Option<Part<'a>>, Failure> {
        let explored = explore_rules_in_part(typed.rules(), [root.clone()], most, limits)?;
        let certain = Certain::new(&explored.graph, &explored.open, misere, limits)?;
        let outcome = certain.outcome(ROOT);
        Ok(outcome.map(|outcome| Part { typed, misere, explored, certain, outcome }))
    }

    /// Who wins after each move.
    fn leaves(&self) -> impl Iterator<Item = Option<Outcome>> {
        self.explored.graph.followers(ROOT).iter().map(|&to| self.certain.outcome(to))
    }

    fn name(&self, vertex: u32) -> String {
        let component = self.explored.positions.get(vertex).and_then(Option::as_ref);
        described(self.typed.rules(), component)
    }

    /// Prints what is asked; `failure` is why not everything was looked at.
    ///
    /// # Errors
    /// The failure, with what is proved, where a value is asked that is not known.
    pub(super) fn answer(
        &self,
        asks: Asks,
        as_json: bool,
        failure: &Failure,
    ) -> Result<(), Trouble> {
        // Of the values only 0 is told by who wins.
        let lost = self.outcome == Outcome::P && !self.misere;
        let value = lost.then_some(Loopy::ZERO);
        let (from, followers) = (self.name(ROOT), self.explored.graph.followers(ROOT));
        let leaves: Vec<_> = self.leaves().collect();
        let names = |index: usize| (from.clone(), self.name(followers[index]));
        let ends = followers.is_empty();
        let mut out = io::BufWriter::new(io::stdout().lock());
        match (asks, &value) {
            _ if as_json => {
                let known = (value.as_ref(), self.outcome, self.misere);
                json::part(&mut out, &from, known, &leaves, names, asks.most())?;
            }
            (Asks::Value, Some(value)) => writeln!(out, "{value}")?,
            (Asks::Value, None) if self.misere => writeln!(out, "{}", self.outcome)?,
            (Asks::Value, None) => return Err(self.trouble(failure, ends)),
            (Asks::Moves { most }, _) => {
                let graph = &self.explored.graph;
                let known = graph.vertices() as usize - self.explored.open.len();
                writeln!(
                    out,
                    "{}",
                    say!(
                        "so much is certain from {known} positions; not all that can be reached were looked at: {failure}",
                        known,
                        failure = failure.message()
                    )
                )?;
                match &value {
                    Some(value) => writeln!(out, "{from}{}", say!(": value {value}", value))?,
                    None if self.misere => writeln!(out, "{from}{}", say!(", misère"))?,
                    None => writeln!(out, "{from}")?,
                }
                let told = table::told(self.outcome, ends);
                writeln!(out, "{}", say!("{told}.", told))?;
                table::moves(&mut out, &leaves, names, most)?;
            }
        }
        out.flush()?;
        Ok(())
    }

    /// The failure, and who wins all the same.
    fn trouble(&self, failure: &Failure, ends: bool) -> Trouble {
        match self.typed.trouble(failure) {
            Trouble::Input(message) | Trouble::Limit(message) => {
                let proved = table::told(self.outcome, ends);
                Trouble::after_proof(&message, &proved)
            }
            trouble @ Trouble::ClosedPipe => trouble,
        }
    }
}

/// The vertex of the position that is asked about.
const ROOT: u32 = 0;
