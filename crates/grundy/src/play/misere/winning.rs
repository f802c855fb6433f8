//! The moves that win in misère play, and how many there are.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use num_bigint::BigUint;

use crate::limits::Limits;
use crate::outcome::Outcome;
use crate::plan::{Engine, Plan, show_options};
use crate::play::moves::TableOfOptions;
use crate::play::{Asked, Move, Position, SeeMove, Session, Target, component_of, sorted, target};
use crate::position::Part;
use crate::ruleset::{Failure, Fault};
use crate::theory::nim;

impl Session {
    /// Shows the moves that win in misère play until `see` breaks.
    pub(in crate::play) fn each_misere_move(
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
        let Some(Plan { engine: Engine::Automatic(answers), .. }) = &self.solvers[part.game].misere
        else {
            return Ok(false);
        };
        if !answers.knows_every_option() {
            // The definition lists them, and of as many as it does not the theorem tells some.
            if component_of(&self.opened[part.game], part).is_ok() {
                let position = Position { parts: vec![part.clone()] };
                let mut none = true;
                let listed = self.misere_moves_of(&position, 0, limits, &mut |made| {
                    none = false;
                    see(made)
                });
                match listed {
                    Err(Failure::Fault(Fault { too_much: true, .. })) if none => {}
                    listed => return listed.map(|_| true),
                }
            }
            let beyond = &mut self.solvers[part.game].beyond;
            if !beyond.contains(&part.coords) {
                beyond.push(part.coords.clone());
            }
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
    pub(in crate::play) fn count_far_misere_moves(
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
            1 if self.solvers[part.game].misere.is_none() => {
                self.table_of_options(part, (true, Asked::WhoWins), limits)?
            }
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
            let known = match &next[..] {
                [only] => session.by_misere_theorem(only, limits)?,
                _ => None,
            };
            let outcome = match known {
                Some(outcome) => outcome,
                None => session.misere_outcome_without_theorem(&next, limits)?,
            };
            if outcome == Outcome::P {
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
