//! Misère play of heaps of one take-and-break game, by its quotient.

use std::time::Duration;

use num_bigint::BigUint;

use super::Session;
use super::defined::within;
use crate::heap::OptionsOfValue;
use crate::limits::Limits;
use crate::misere::Quotient;
use crate::outcome::Outcome;
use crate::position::Part;
use crate::ruleset::Failure;

/// How long a quotient is sought for heaps that it does not know, and the memory that may take.
const SEEK: Duration = Duration::from_secs(2);
const MEMORY: u64 = 1 << 28;

/// The options of larger heaps are not tried one by one.
const NEAR: u32 = 1 << 16;

/// The quotient of a game, as far as it was needed.
#[derive(Default)]
pub(super) struct Sums {
    known: Option<Box<Quotient>>,
    /// Whether it took too much to go on.
    gave_up: bool,
}

impl Session {
    /// The misère quotient that decides a sum: that of its game, if all components are heaps of one take-and-break game without
    /// `win on`, and all of them are within what is known or soon found.
    ///
    /// # Errors
    /// [`Failure::Stop`]: a limit.
    ///
    /// # Panics
    /// If a component is of a game that is not [open](Session::games).
    pub fn quotient(
        &mut self,
        parts: &[Part],
        limits: &Limits,
    ) -> Result<Option<&Quotient>, Failure> {
        let Some(first) = parts.first() else { return Ok(None) };
        if parts.iter().any(|part| part.game != first.game) {
            return Ok(None);
        }
        let solver = &mut self.solvers[first.game];
        let sums = &mut solver.sums;
        if sums.known.is_none() {
            let played = !self.opened[first.game].rules.has_wins();
            let game = played.then(|| solver.plan.engine.heap_game()).flatten();
            let Some(game) = game.filter(|_| !sums.gave_up) else {
                sums.gave_up = true;
                return Ok(None);
            };
            sums.known = Some(Box::new(Quotient::new(game)));
        }
        let Some(quotient) = &mut sums.known else { return Ok(None) };
        let heaps = parts.iter().map(|part| &part.coords[0]);
        if !sums.gave_up
            && let Some(largest) = heaps.clone().max()
            && quotient.element(largest).is_none()
        {
            let last = u64::try_from(largest).unwrap_or(u64::MAX);
            let memory = limits.memory.map_or(MEMORY, |allowed| allowed.min(MEMORY));
            let limits = limits.clone().memory(memory);
            let found =
                within(&limits, SEEK, |short| quotient.advance(last, short).map_err(Failure::from));
            sums.gave_up = found?.is_none();
        }
        let known = heaps.clone().all(|heap| quotient.element(heap).is_some());
        Ok(known.then_some(&**quotient))
    }

    /// Who wins a sum in misère play by its quotient, if there is one.
    pub(super) fn outcome_by_quotient(
        &mut self,
        parts: &[Part],
        limits: &Limits,
    ) -> Result<Option<Outcome>, Failure> {
        let Some(quotient) = self.quotient(parts, limits)? else { return Ok(None) };
        let element = quotient.product(parts.iter().map(|part| &part.coords[0]));
        Ok(element.map(|element| Outcome::next_wins(!quotient.monoid().is_lost(element))))
    }

    /// The moves that win in misère play in one component, a heap that has too many to try each, if a quotient tells them.
    pub(super) fn far_misere_options(
        &mut self,
        parts: &[Part],
        index: usize,
        limits: &Limits,
    ) -> Result<Option<OptionsOfValue>, Failure> {
        let heap = &parts[index].coords[0];
        if *heap <= BigUint::from(NEAR) {
            return Ok(None);
        }
        let Some(quotient) = self.quotient(parts, limits)? else { return Ok(None) };
        let others = parts.iter().enumerate().filter(|&(other, _)| other != index);
        let rest = quotient.product(others.map(|(_, part)| &part.coords[0]));
        Ok(rest.and_then(|rest| quotient.winning_options(heap, rest)))
    }
}
