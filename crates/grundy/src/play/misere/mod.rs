//! Misère play: the player who cannot move wins.
//!
//! Values of components do not add up here, so a sum is evaluated whole by its own recursion
//! ([`Misere`](crate::search)), over all games of the session as one ruleset. Misère Nim alone has a theory that needs
//! no search ([`nim::misere_outcome`]). A component alone may have a table, a recurrence, or a theorem
//! ([`far`](super::far)).
//!
//! ```text
//! mixed      all games of a session as one ruleset
//! quotient   sums of heaps of one take-and-break game, by its quotient
//! tame       sums that are played as Nim is
//! alike      a table of sums of components of one kind, where that is sooner
//! winning    the moves that win, and how many there are
//! genus      the genus of a sum
//! ```

mod alike;
mod genus;
mod mixed;
mod quotient;
mod tame;
mod winning;

use num_bigint::BigUint;

use crate::limits::Limits;
use crate::outcome::Outcome;
use crate::plan::Engine;
use crate::play::defined::{AT_ONCE, LEAST, is_small};
use crate::play::questions::ask_who_wins;
use crate::play::time::within;
use crate::play::{Asked, Position, Session, component_of};
use crate::position::Part;
use crate::ruleset::Failure;
use crate::theory::nim::{self, MisereVerdict};
pub(super) use alike::Alike;
pub(super) use mixed::Mixed;
pub(super) use quotient::Sums;
pub(super) use tame::Taming;

impl Session {
    /// The verdict of the theory of misère Nim, if the position is one of misère Nim.
    ///
    /// ```
    /// use grundy::outcome::Outcome;
    /// use grundy::play::Session;
    /// // Of heaps of 1 alone an odd number is lost.
    /// let mut session = Session::with_game("misere-nim")?;
    /// let position = session.position("1 1 1")?;
    /// assert_eq!(session.misere_nim_verdict(&position)?.unwrap().outcome, Outcome::P);
    /// let position = session.position("kayles[3]")?;
    /// assert_eq!(session.misere_nim_verdict(&position)?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Session::is_misere`].
    pub fn misere_nim_verdict(
        &self,
        position: &Position,
    ) -> Result<Option<MisereVerdict>, Failure> {
        if !self.is_misere(position)? {
            return Ok(None);
        }
        Ok(self.misere_nim(position).map(|heaps| nim::misere_outcome(&heaps)))
    }

    /// The heaps, if every component is a Nim heap.
    pub(super) fn misere_nim(&self, position: &Position) -> Option<Vec<BigUint>> {
        let heaps = position.parts.iter().map(|part| {
            matches!(self.solvers[part.game].plan.engine, Engine::Nim)
                .then(|| part.coords[0].clone())
        });
        heaps.collect()
    }

    /// Who wins a component in misère play, if the definition finds it at once; not of a large one.
    pub(super) fn misere_at_once(&mut self, part: &Part, limits: &Limits) -> Option<Outcome> {
        if !is_small(&part.coords) {
            return None;
        }
        let sum = self.mixed_sum(std::slice::from_ref(part)).ok()?;
        within(limits, AT_ONCE, |short| self.misere.outcome(&sum, short)).ok().flatten()
    }

    /// Who wins in misère play.
    pub(super) fn outcome_in_misere_play(
        &mut self,
        position: &Position,
        limits: &Limits,
    ) -> Result<Outcome, Failure> {
        if let Some(outcome) = self.tabled_misere(&position.parts) {
            return Ok(outcome);
        }
        if let Some(heaps) = self.misere_nim(position) {
            return Ok(nim::misere_outcome(&heaps).outcome);
        }
        if let Some(outcome) = self.outcome_by_quotient(&position.parts, limits)? {
            return Ok(outcome);
        }
        if let [part] = &position.parts[..]
            && let Some(outcome) = self.without_constants(part, limits, ask_who_wins)?
        {
            return Ok(outcome);
        }
        match self.misere_theorem(&position.parts, limits)? {
            Some(outcome) => Ok(outcome),
            None => self.misere_outcome_without_theorem(&position.parts, limits),
        }
    }

    /// The same, no theorem being sought.
    pub(super) fn misere_outcome_without_theorem(
        &mut self,
        parts: &[Part],
        limits: &Limits,
    ) -> Result<Outcome, Failure> {
        if let Some(outcome) = self.tabled_misere(parts).or_else(|| self.tabled_alike(parts)) {
            return Ok(outcome);
        }
        if let Some(outcome) = self.outcome_by_quotient(parts, limits)? {
            return Ok(outcome);
        }
        if let [part] = parts {
            if let Some(outcome) = self.misere_at_once(part, limits) {
                return Ok(outcome);
            }
            if let Some(outcome) = self.recurrent_outcome(part, limits)? {
                return Ok(outcome);
            }
        }
        if parts.len() > 1
            && let Some(lost) = self.tameness(parts, limits)?.is_lost()
        {
            return Ok(Outcome::next_wins(!lost));
        }
        if let Some(outcome) = self.outcome_of_alike(parts, limits)? {
            return Ok(outcome);
        }
        if let [part] = parts {
            return self.misere_outcome_by_turns(part, limits);
        }
        let sum = self.mixed_sum(parts)?;
        self.misere.outcome(&sum, limits)
    }

    /// Who wins a component alone in misère play by the search over sums, by seeking it, or by a table, as they are
    /// sooner.
    fn misere_outcome_by_turns(
        &mut self,
        part: &Part,
        limits: &Limits,
    ) -> Result<Outcome, Failure> {
        let component = component_of(&self.opened[part.game], part)?;
        let sum = self.mixed_sum(std::slice::from_ref(part))?;
        let asked = (true, Asked::WhoWins);
        let defined = &mut self.solvers[part.game].defined;
        let Some(grace) = defined.grace(&component, asked, limits) else {
            return self.misere.outcome(&sum, limits);
        };
        let soon = grace.min(LEAST);
        if let Some(outcome) = within(limits, soon, |short| self.misere.outcome(&sum, short))? {
            return Ok(outcome);
        }
        if let Some(value) = defined.seek_within(grace, &component, true, limits)? {
            return Ok(Outcome::next_wins(value != 0));
        }
        if let Some(outcome) = within(limits, grace, |short| self.misere.outcome(&sum, short))? {
            return Ok(outcome);
        }
        defined.fill_for(&component, asked, limits)?;
        match defined.tabled_misere(part) {
            Some(outcome) => Ok(outcome),
            None => self.misere.outcome(&sum, limits),
        }
    }

    /// Who wins a single component, if that stands in a table.
    pub(super) fn tabled_misere(&self, parts: &[Part]) -> Option<Outcome> {
        let [part] = parts else { return None };
        self.solvers[part.game].defined.tabled_misere(part)
    }
}
