//! Misère play: the player who cannot move wins.
//!
//! Values of components do not add up here, so a sum is evaluated whole by its own recursion
//! ([`Misere`]), over all games of the session as one ruleset ([`Mixed`]), unless the components are heaps of one game
//! with a known [quotient](quotient), all are tame ([`Tame`]), or they are [alike](alike) and a table of such
//! sums is sooner there. Misère Nim alone has a theory that needs no search ([`nim::misere_outcome`]).

mod alike;
mod genus;
mod quotient;

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::time::Duration;

use num_bigint::BigUint;

use crate::limits::Limits;
use crate::outcome::Outcome;
use crate::plan::{Engine, Plan, show_options};
use crate::play::defined::{AT_ONCE, LEAST, is_small};
use crate::play::moves::TableOfOptions;
use crate::play::time::within;
use crate::play::{Asked, Move, Position, SeeMove, Session, Target, component_of, sorted, target};
use crate::position::Part;
use crate::rule::{Component, Rules};
use crate::ruleset::{Failure, Ruleset};
use crate::search::{Misere, Tame, Tameness};
use crate::theory::nim::{self, MisereVerdict};
pub(super) use alike::Alike;
pub(super) use quotient::Sums;

/// How long it is looked for whether a component is tame.
const TAMING: Duration = Duration::from_secs(2);

/// The components of a game of which it is known whether they are tame.
#[derive(Default)]
pub(super) struct Taming {
    known: Option<Tame<Rules>>,
    /// Whether some component took too long.
    gave_up: bool,
}

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

    pub(super) fn misere_outcome(
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
        let sum = self.mixed_sum(parts)?;
        let [MixedComponent { game, component }] = &sum[..] else {
            return self.misere.outcome(&sum, limits);
        };
        let defined = &mut self.solvers[*game].defined;
        let Some(grace) = defined.grace(component, (true, Asked::WhoWins), limits) else {
            return self.misere.outcome(&sum, limits);
        };
        let soon = grace.min(LEAST);
        if let Some(outcome) = within(limits, soon, |short| self.misere.outcome(&sum, short))? {
            return Ok(outcome);
        }
        if let Some(value) = defined.seek_within(grace, component, true, limits)? {
            return Ok(Outcome::next_wins(value != 0));
        }
        if let Some(outcome) = within(limits, grace, |short| self.misere.outcome(&sum, short))? {
            return Ok(outcome);
        }
        self.solvers[*game].defined.fill_for(component, (true, Asked::WhoWins), limits)?;
        match self.tabled_misere(parts) {
            Some(outcome) => Ok(outcome),
            None => self.misere.outcome(&sum, limits),
        }
    }

    /// Whether a sum is tame in misère play; wild also where that of a component is not soon known.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::play::Session;
    /// // Nim is tame: a sum with a heap above 1 is lost in misère play as in normal play.
    /// let mut session = Session::with_game("nim")?;
    /// let position = session.position("2 3 1")?;
    /// let tame = session.tameness(&position.parts, &Limits::default())?;
    /// assert_eq!(tame.is_lost(), Some(true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Failure::Stop`]: a limit; [`Failure::Domain`] if a component is of a game that is not [open](Session::games).
    pub fn tameness(&mut self, parts: &[Part], limits: &Limits) -> Result<Tameness, Failure> {
        self.check(parts)?;
        let mut sum = Tameness::NOTHING;
        for part in parts {
            limits.check()?;
            let opened = &self.opened[part.game];
            let solver = &mut self.solvers[part.game];
            if opened.rules.has_wins() || solver.tame.gave_up {
                return Ok(Tameness::Wild);
            }
            let Ok(component) = component_of(opened, part) else { return Ok(Tameness::Wild) };
            let tame = solver.tame.known.get_or_insert_with(|| Tame::new(opened.rules.clone()));
            let own = match within(limits, TAMING, |short| tame.tameness(&component, short)) {
                Err(Failure::Stop(stop)) => return Err(stop.into()),
                Ok(Some(own)) => own,
                // What is wrong is said by whoever looks at the sum.
                Ok(None) | Err(_) => {
                    solver.tame.gave_up = true;
                    Tameness::Wild
                }
            };
            sum = sum.and(own);
            if sum == Tameness::Wild {
                break;
            }
        }
        Ok(sum)
    }

    /// Who wins a single component, if that stands in a table.
    pub(super) fn tabled_misere(&self, parts: &[Part]) -> Option<Outcome> {
        let [part] = parts else { return None };
        self.solvers[part.game].defined.tabled_misere(part)
    }

    /// The components with their games, and the misère engine made to know these games.
    pub(super) fn mixed_sum(&mut self, parts: &[Part]) -> Result<Vec<MixedComponent>, Failure> {
        if self.misere.ruleset().0.len() < self.opened.len() {
            let rules = self.opened.iter().map(|opened| opened.rules.clone()).collect();
            self.misere = Misere::new(Mixed(rules));
            self.genera = None;
        }
        let mixed = parts.iter().map(|part| {
            Ok(MixedComponent {
                game: part.game,
                component: component_of(&self.opened[part.game], part)?,
            })
        });
        mixed.collect()
    }

    /// Shows the moves that win in misère play until `see` breaks.
    pub(super) fn each_misere_move(
        &mut self,
        position: &Position,
        limits: &Limits,
        see: &mut SeeMove<'_>,
    ) -> Result<(), Failure> {
        if let Some(heaps) = self.misere_nim(position) {
            for found in nim::misere_winning_moves(&heaps) {
                let part = Part { coords: vec![found.to], ..position.parts[found.heap].clone() };
                let to = Target::Sum(vec![part]);
                if see(Move { part: found.heap, to, at_once: false }).is_break() {
                    break;
                }
            }
            return Ok(());
        }
        if let [part] = &position.parts[..]
            && self.misere_moves_of_one(part, limits, see)?
        {
            return Ok(());
        }
        for part in &position.parts {
            if self.is_over(part, limits)? {
                return Ok(());
            }
        }
        self.misere_moves_of_each(position, limits, see)
    }

    /// Shows the moves of a component alone that win in misère play, if they are known without trying each; whether
    /// they are.
    fn misere_moves_of_one(
        &mut self,
        part: &Part,
        limits: &Limits,
        see: &mut SeeMove<'_>,
    ) -> Result<bool, Failure> {
        let ask = |session: &mut Session, left: &Position, see: &mut SeeMove<'_>| {
            session.each_misere_move(left, limits, see)
        };
        if self.moves_without_constants((0, part), limits, see, ask)?.is_some() {
            return Ok(true);
        }
        self.seek_for_slow_moves(part, true, limits)?;
        if self.misere_theorem(std::slice::from_ref(part), limits)?.is_none() {
            return Ok(false);
        }
        let Some(Plan { engine: Engine::Automatic(answers), .. }) =
            &mut self.solvers[part.game].misere
        else {
            return Ok(false);
        };
        let mut see =
            |destination| see(Move { part: 0, to: target(part, destination), at_once: false });
        let zero = BigUint::ZERO;
        show_options(answers, part.kind, &part.coords, &zero, limits, &mut see)?;
        Ok(true)
    }

    /// Shows the moves that win in misère play, component by component, until `see` breaks.
    fn misere_moves_of_each(
        &mut self,
        position: &Position,
        limits: &Limits,
        see: &mut SeeMove<'_>,
    ) -> Result<(), Failure> {
        let mut times: HashMap<&Part, usize> = HashMap::new();
        for part in &position.parts {
            *times.entry(part).or_default() += 1;
        }
        // The moves of components that come again, which win in all of them or in none.
        let mut known: HashMap<&Part, Vec<Move>> = HashMap::new();
        for (index, part) in position.parts.iter().enumerate() {
            limits.check()?;
            if let Some(moves) = known.get(part) {
                let again = |made: &Move| see(Move { part: index, ..made.clone() });
                if moves.iter().try_for_each(again).is_break() {
                    break;
                }
                continue;
            }
            let flow = match self.far_misere_options(&position.parts, index, limits)? {
                Some(options) => {
                    let to = |heap| Part { coords: vec![heap], ..part.clone() };
                    options.iter().try_for_each(|left| {
                        let to = Target::Sum(left.into_iter().map(to).collect());
                        see(Move { part: index, to, at_once: false })
                    })
                }
                None if times[part] > 1 => {
                    let mut found = Vec::new();
                    let flow = self.misere_moves_of(position, index, limits, &mut |made| {
                        found.push(made.clone());
                        see(made)
                    })?;
                    known.insert(part, found);
                    flow
                }
                None => self.misere_moves_of(position, index, limits, see)?,
            };
            if flow.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// How many moves win in misère play, where a quotient counts those of a heap that has too many to try each.
    pub(super) fn count_far_misere_moves(
        &mut self,
        position: &Position,
        limits: &Limits,
    ) -> Result<Option<BigUint>, Failure> {
        let mut near = Vec::new();
        let mut count = BigUint::ZERO;
        for index in 0..position.parts.len() {
            match self.far_misere_options(&position.parts, index, limits)? {
                Some(options) => count += options.count(),
                None => near.push(index),
            }
        }
        if near.len() == position.parts.len() {
            return Ok(None);
        }
        for index in near {
            let _flow = self.misere_moves_of(position, index, limits, &mut |found| {
                count += found.count();
                ControlFlow::Continue(())
            })?;
        }
        Ok(Some(count))
    }

    /// Shows the moves in one component that win in misère play, each tried, until `see` breaks.
    fn misere_moves_of(
        &mut self,
        position: &Position,
        index: usize,
        limits: &Limits,
        see: &mut SeeMove<'_>,
    ) -> Result<ControlFlow<()>, Failure> {
        let mut flow = ControlFlow::Continue(());
        let part = &position.parts[index];
        let mut seen = HashSet::new();
        let mut table = match position.parts.len() {
            1 => self.table_of_options(part, (true, Asked::WhoWins), limits)?,
            _ => TableOfOptions::none(),
        };
        self.each_option(part, limits, &mut |session, option| {
            table.fill_when_due(session, limits)?;
            if !seen.insert(sorted(&option)) {
                return Ok(ControlFlow::Continue(()));
            }
            limits.check()?;
            let mut next = position.parts.clone();
            next.splice(index..=index, option.iter().cloned());
            if session.misere_outcome(&next, limits)? == Outcome::P {
                let mut at_once = false;
                for left in &option {
                    at_once |= session.is_over(left, limits)?;
                }
                flow = see(Move { part: index, to: Target::Sum(option), at_once });
            }
            Ok(flow)
        })?;
        Ok(flow)
    }
}

/// Several games as one ruleset, for misère play, where a sum does not fall apart.
#[derive(Clone, Default)]
pub(super) struct Mixed(pub(super) Vec<Rules>);

/// A component with its game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct MixedComponent {
    pub(super) game: usize,
    pub(super) component: Component,
}

impl Ruleset for Mixed {
    type Component = MixedComponent;

    fn options(
        &self,
        from: &MixedComponent,
        limits: &Limits,
        see: &mut dyn FnMut(&[MixedComponent]) -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        let mut mixed = Vec::new();
        self.0[from.game].options(&from.component, limits, &mut |sum| {
            mixed.clear();
            mixed.extend(
                sum.iter().map(|component| MixedComponent {
                    game: from.game,
                    component: component.clone(),
                }),
            );
            see(&mixed)
        })
    }

    fn is_over(&self, component: &MixedComponent, limits: &Limits) -> Result<bool, Failure> {
        self.0[component.game].is_over(&component.component, limits)
    }

    fn owned_bytes(&self, component: &MixedComponent) -> u64 {
        self.0[component.game].owned_bytes(&component.component)
    }

    fn grows(&self, from: &MixedComponent, to: &MixedComponent) -> Option<&str> {
        let rules = &self.0[from.game];
        if from.game == to.game { rules.grows(&from.component, &to.component) } else { None }
    }

    fn climbs(&self, component: &MixedComponent) -> bool {
        self.0[component.game].climbs(&component.component)
    }

    fn climbs_along(&self, path: &[&MixedComponent]) -> Option<&str> {
        let game = path.first()?.game;
        let parts: Vec<&Component> = path.iter().map(|part| &part.component).collect();
        if path.iter().any(|part| part.game != game) {
            None
        } else {
            self.0[game].climbs_along(&parts)
        }
    }

    fn describe(&self, component: &MixedComponent) -> String {
        self.0[component.game].describe(&component.component)
    }
}
