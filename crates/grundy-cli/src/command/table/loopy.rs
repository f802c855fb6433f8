//! A rule under which play may come back to a position: who wins, or that neither can force an end.
//!
//! Everything that can be reached from the cells is explored once; backwards from the ends it is told who wins. Where that is
//! too much, what is certain from a part of it is shown, up to the first cell of which nothing is.

use std::ops::ControlFlow;

use grundy::graph::{Certain, Race, explore_rules, explore_rules_in_part};
use grundy::heap::Periodicity;
use grundy::limits::Limits;
use grundy::outcome::Outcome;
use grundy::play::{Position, Session};
use grundy::ruleset::Failure;

use super::subject::Subject;
use crate::cells::{Cell, Wanted, next, room};
use crate::command::graph::part::{STEPS, leaving_time};
use crate::trouble::Trouble;

/// A session of which the outcomes are asked for.
pub(super) struct Loopy(pub(super) Session);

impl Loopy {
    /// The outcomes of what is wanted, row by row, and why not all of them.
    fn outcomes(
        &self,
        wanted: &Wanted,
        limits: &Limits,
    ) -> Result<(Vec<Outcome>, Option<Failure>), Failure> {
        room(wanted, limits)?;
        let misere = self.0.is_misere(&Position::default())?;
        let rules = &self.0.games()[0].rules;
        let roots = cells(wanted).filter_map(|coords| {
            let coords: Vec<i64> =
                coords.into_iter().map_while(|coord| coord.try_into().ok()).collect();
            rules.component(wanted.kind, &coords).ok()
        });
        let failure = match explore_rules(rules, roots.clone(), &leaving_time(limits)) {
            Ok(found) => {
                let race = Race::new(&found.graph, misere, limits)?;
                let vertices = roots.filter_map(|root| found.positions.find(&Some(root)));
                return Ok((vertices.map(|vertex| race.outcome(vertex)).collect(), None));
            }
            Err(failure) => failure,
        };
        let count = u32::try_from(roots.clone().count()).unwrap_or(u32::MAX);
        let mut known = Vec::new();
        for most in STEPS {
            let most = count.saturating_add(most);
            let Ok(found) = explore_rules_in_part(rules, roots.clone(), most, limits) else {
                break;
            };
            let Ok(certain) = Certain::new(&found.graph, &found.open, misere, limits) else {
                break;
            };
            let vertices = roots.clone().map(|root| found.positions.find(&Some(root)));
            known = vertices.map_while(|vertex| certain.outcome(vertex?)).collect();
            if known.len() == count as usize {
                return Ok((known, None));
            }
        }
        Ok((known, Some(failure)))
    }

    fn told<T>(&self, found: Result<T, Failure>) -> Result<T, Trouble> {
        found.map_err(|failure| Trouble::of_failure(&failure, self.0.games()))
    }
}

/// The coordinates of what is wanted, row by row.
fn cells(wanted: &Wanted) -> impl Iterator<Item = Vec<u64>> + Clone {
    let first = Some(wanted.from.clone());
    std::iter::successors(first, |coords| next(coords, &wanted.from, &wanted.to))
}

impl Subject for Loopy {
    fn text(&self) -> String {
        self.0.text()
    }

    fn title(&self) -> String {
        self.0.title()
    }

    fn has_numbers(&self) -> Result<bool, Trouble> {
        Ok(false)
    }

    fn each(
        &mut self,
        wanted: &Wanted,
        limits: &Limits,
        see: &mut dyn FnMut(Cell) -> ControlFlow<()>,
    ) -> Result<(), Trouble> {
        let (outcomes, failure) = self.told(self.outcomes(wanted, limits))?;
        let seen = outcomes.into_iter().try_for_each(|outcome| see(Cell::Outcome(outcome)));
        match failure {
            Some(failure) if seen.is_continue() => self.told(Err(failure)),
            _ => Ok(()),
        }
    }

    fn lost(&mut self, wanted: &Wanted, limits: &Limits) -> Result<Vec<Vec<u64>>, Trouble> {
        let (outcomes, failure) = self.told(self.outcomes(wanted, limits))?;
        self.told(failure.map_or(Ok(()), Err))?;
        let unordered = self.0.games()[0].rules.kinds()[wanted.kind].is_unordered();
        let lost = cells(wanted).zip(outcomes).filter(|(_, outcome)| *outcome == Outcome::P);
        let mut lost: Vec<Vec<u64>> = lost.map(|(coords, _)| coords).collect();
        if unordered {
            lost.iter_mut().for_each(|coords| coords.sort_unstable());
            lost.sort_unstable();
            lost.dedup();
        }
        Ok(lost)
    }

    fn periodicity(&mut self, _: &Limits) -> Result<Option<Periodicity>, Trouble> {
        Ok(None)
    }

    fn takes_long(&self, _: &Wanted) -> bool {
        false
    }
}
