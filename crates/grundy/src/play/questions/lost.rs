//! Who wins a single component by a list of lost positions, and such lists.

use std::ops::RangeInclusive;

use num_bigint::BigUint;

use super::rows::STRETCH;
use crate::limits::{Limits, Stop};
use crate::outcome::Outcome;
use crate::plan::Engine;
use crate::play::{Asked, Move, Position, SeeMove, Session, Target};
use crate::position::Part;
use crate::ruleset::Failure;
use crate::table::{Lost, entry_bytes, lost_on_lines};

/// A list up to here takes about a second, as long as an attempt at a theorem.
pub(in crate::play) const SOON: u64 = 1 << 20;

impl Session {
    /// The list for the kind of a part and its coordinates, grown as far as the part needs; nothing
    /// where there is none for it, the lesser coordinate is above `most`, or theory answers.
    fn list(
        &mut self,
        part: &Part,
        most: u64,
        limits: &Limits,
    ) -> Result<Option<(&Lost, [u64; 2])>, Failure> {
        if !matches!(self.plan(part.game).engine, Engine::Definition) {
            return Ok(None);
        }
        let Some(Some(lost)) = self.solvers[part.game].lost.get_mut(part.kind) else {
            return Ok(None);
        };
        let [a, b] = &part.coords[..] else { return Ok(None) };
        let (Ok(a), Ok(b)) = (u64::try_from(a), u64::try_from(b)) else { return Ok(None) };
        if a.max(b) >= Lost::END || a.min(b) > most {
            return Ok(None);
        }
        lost.reach(a.min(b), limits)?;
        Ok(Some((lost, [a, b])))
    }

    /// Who wins a single component in normal play, if a list says so.
    pub(super) fn outcome_by_list(
        &mut self,
        part: &Part,
        most: u64,
        limits: &Limits,
    ) -> Result<Option<Outcome>, Failure> {
        let list = self.list(part, most, limits)?;
        let is_lost = list.and_then(|(lost, position)| lost.is_lost(position));
        Ok(is_lost.map(|is_lost| Outcome::next_wins(!is_lost)))
    }

    /// Shows the winning moves of a single component in normal play, if a list has them; whether
    /// one has.
    pub(super) fn moves_by_list(
        &mut self,
        part: &Part,
        most: u64,
        limits: &Limits,
        see: &mut SeeMove<'_>,
    ) -> Result<bool, Failure> {
        let list = self.list(part, most, limits)?;
        let Some(options) = list.and_then(|(lost, position)| lost.options(position)) else {
            return Ok(false);
        };
        for option in options {
            let coords = option.map(BigUint::from).to_vec();
            let to = Target::Sum(vec![Part { coords, ..part.clone() }]);
            if see(Move { part: 0, to, at_once: false }).is_break() {
                break;
            }
        }
        Ok(true)
    }

    /// The lost components of the first game's kind with coordinates between these, ascending. Where
    /// coordinates are unordered, those that are not beyond `last` in one of their orders, in ascending order.
    ///
    /// Games like Wythoff's, where every option lies on a ray, have a list that grows with the least of the
    /// coordinates; with more than two coordinates, where all options lie on lines, rows of components are left where
    /// the rest of them is surely won; of others all components are looked at.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::play::Session;
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut session = Session::with_game("wythoff")?;
    /// let lost = session.lost(0, &[0, 0], &[5, 5], &Limits::default())?;
    /// assert_eq!(lost, [[0, 0], [1, 2], [3, 5]]);
    /// assert_eq!(session.lost(0, &[0, 0], &[9, 4], &Limits::default())?.last(), Some(&vec![4, 7]));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As [`Session::outcome`].
    pub fn lost(
        &mut self,
        kind: usize,
        from: &[u64],
        last: &[u64],
        limits: &Limits,
    ) -> Result<Vec<Vec<u64>>, Failure> {
        self.check_kind(kind, &[from.len(), last.len()])?;
        let unordered = self.opened.first().is_some_and(|o| o.rules.kinds()[kind].is_unordered());
        if !self.is_misere(&Position::default())?
            && let Some(mut lost) = self.listed_lost(kind, last, limits)?
        {
            if !unordered {
                lost.retain(|lost| lost.iter().zip(from).all(|(coord, from)| coord >= from));
            }
            return Ok(lost);
        }
        self.prepare((kind, Asked::WhoWins), from, last, limits)?;
        // Ascending coordinates fit in one of their orders if they fit below the ascending bounds.
        let mut last = last.to_vec();
        if unordered {
            last.sort_unstable();
        }
        let from = if unordered { vec![0; last.len()] } else { from.to_vec() };
        let mut found = Vec::new();
        if from.iter().zip(&last).any(|(from, last)| from > last) {
            return Ok(found);
        }
        let [rows_from @ .., first] = &from[..] else { return Ok(found) };
        let [rows_to @ .., last] = &last[..] else { return Ok(found) };
        let (mut outer, mut looked) = (rows_from.to_vec(), 0);
        loop {
            let first =
                if unordered { outer.iter().copied().fold(*first, u64::max) } else { *first };
            if (!unordered || outer.is_sorted()) && first <= *last {
                self.add_lost_of_row((kind, &outer), first..=*last, limits, &mut found)?;
                looked += last - first + 1;
                limits.report(looked, None);
            }
            // On to the next row, its last coordinate first.
            let axis = (0..outer.len()).rev().find(|&axis| outer[axis] < rows_to[axis]);
            let Some(axis) = axis else { return Ok(found) };
            outer[axis] += 1;
            outer[axis + 1..].copy_from_slice(&rows_from[axis + 1..]);
        }
    }

    /// The lost components of the first game's kind up to these coordinates in normal play, where they are listed
    /// without a table of them.
    fn listed_lost(
        &mut self,
        kind: usize,
        last: &[u64],
        limits: &Limits,
    ) -> Result<Option<Vec<Vec<u64>>>, Failure> {
        if let [a, b] = *last
            && let Some(Some(lost)) = self.solvers.first_mut().and_then(|s| s.lost.get_mut(kind))
            && a.min(b) < Lost::END
        {
            lost.reach(a.min(b), limits)?;
            return Ok(Some(lost.up_to([a, b]).map(Vec::from).collect()));
        }
        match (&self.opened[..], &self.solvers[..]) {
            ([opened, ..], [solver, ..]) if matches!(solver.plan.engine, Engine::Definition) => {
                lost_on_lines(&opened.rules, kind, last, limits)
            }
            _ => Ok(None),
        }
    }

    /// Adds the lost components of a row, from a table if they stand in one.
    fn add_lost_of_row(
        &mut self,
        (kind, outer): (usize, &[u64]),
        columns: RangeInclusive<u64>,
        limits: &Limits,
        found: &mut Vec<Vec<u64>>,
    ) -> Result<(), Failure> {
        for from in columns.clone().step_by(STRETCH as usize) {
            limits.check()?;
            let listed = entry_bytes(outer.len() + 1).saturating_mul(found.len() as u64);
            limits.check_memory(listed)?;
            // What is remembered on the way to the next ones has the rest.
            let memory = limits.memory.map(|allowed| allowed - listed);
            let left = Limits { memory, ..limits.clone() };
            let stretch = from..=from.saturating_add(STRETCH - 1).min(*columns.end());
            let found_out = self.outcomes_of_stretch(kind, outer, stretch.clone(), &left);
            let outcomes = found_out.map_err(|failure| beside(failure, listed))?;
            let lost = stretch.zip(outcomes).filter(|&(_, outcome)| outcome == Outcome::P);
            found.extend(lost.map(|(column, _)| [outer, &[column]].concat()));
        }
        Ok(())
    }
}

/// A limit of memory that was reached beside so many bytes.
fn beside(failure: Failure, bytes: u64) -> Failure {
    match failure {
        Failure::Stop(Stop::Memory { needed, allowed }) => {
            Failure::Stop(Stop::Memory { needed: needed + bytes, allowed: allowed + bytes })
        }
        other => other,
    }
}
