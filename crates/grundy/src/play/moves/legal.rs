//! Whether the rules allow a move.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use crate::limits::Limits;
use crate::plan::Engine;
use crate::play::{Move, Position, Session, Target, sorted, target};
use crate::position::Part;
use crate::ruleset::{Failure, Value};

impl Session {
    /// Whether the rules allow a move, where components of zeros from which there is no move may be left out and
    /// put in: `5 -> 4` in Kayles is `5 -> 0 + 4`. Where a theory lists the moves to a value it is asked, else
    /// the options are gone through.
    /// Of a move to a range it is false.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::play::Session;
    /// let mut session = Session::with_game("bash(3)")?;
    /// let position = session.position("8 9")?;
    /// for (text, legal) in [("9 -> 6", true), ("9 -> 5", false), ("9 -> 4 + 4", false)] {
    ///     let made = session.read_move(&position, text)?;
    ///     assert_eq!(session.is_legal(&position, &made, &Limits::default())?, legal);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Session::value`]; [`Failure::Domain`] also where the move leaves components of other games.
    pub fn is_legal(
        &mut self,
        position: &Position,
        made: &Move,
        limits: &Limits,
    ) -> Result<bool, Failure> {
        let Some(part) = position.parts.get(made.part) else { return Ok(false) };
        let Target::Sum(to) = &made.to else { return Ok(false) };
        if self.is_finished(position, limits)? {
            return Ok(false);
        }
        self.check(to)?;
        let ends = self.ends_at_zero(part.game, limits)?;
        let to = without_ended(to, part.game, &ends);
        if let Some(allowed) = self.heap_allows(part, &to) {
            return Ok(allowed);
        }
        if let Some(allowed) = self.theory_allows(part, &to, &ends, limits)? {
            return Ok(allowed);
        }
        let mut legal = false;
        self.each_option_begun(part, limits, &mut |_, option| {
            legal = without_ended(&option, part.game, &ends) == to;
            Ok(if legal { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        Ok(legal)
    }

    /// Whether one of the moves to a value that a theory lists leaves this sum, in an order of its own and without what
    /// has ended; nothing where no theory lists them.
    fn theory_allows(
        &mut self,
        part: &Part,
        to: &[Part],
        ends: &[bool],
        limits: &Limits,
    ) -> Result<Option<bool>, Failure> {
        // The value of a heap of a sequence may take long.
        if matches!(self.plan(part.game).engine, Engine::Heap(..)) {
            return Ok(None);
        }
        let Ok(Value::Nimber(value)) = self.sum_value(to, limits) else { return Ok(None) };
        let mut legal = false;
        let engine = &mut self.solvers[part.game].plan.engine;
        let mut see = |destination| {
            legal |= match target(part, destination) {
                Target::Sum(sum) => without_ended(&sum, part.game, ends) == to,
                Target::Range { from, .. } if to.is_empty() => from.bits() == 0 && ends[part.kind],
                Target::Range { from, to: most } => match to {
                    [Part { game, kind, coords }] => {
                        (*game, *kind) == (part.game, part.kind)
                            && (from..=most).contains(&coords[0])
                    }
                    _ => false,
                },
            };
            if legal { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let listed = engine.destinations(part.kind, &part.coords, &value, limits, &mut see)?;
        Ok(listed.then_some(legal))
    }

    /// Whether a move in a take-and-break game leaves these heaps; nothing if the part is no heap of one.
    fn heap_allows(&self, part: &Part, left: &[Part]) -> Option<bool> {
        let Engine::Heap(game, _) = &self.plan(part.game).engine else { return None };
        let heap = |of: &Part| match &of.coords[..] {
            [heap] if (of.game, of.kind) == (part.game, part.kind) => u64::try_from(heap).ok(),
            _ => None,
        };
        let left: Option<Vec<u64>> = left.iter().map(heap).collect();
        Some(game.allows(heap(part)?, &left?))
    }

    /// For each kind whether a component of zeros is nothing: no move leads from it, and none wins at once.
    fn ends_at_zero(&mut self, game: usize, limits: &Limits) -> Result<Vec<bool>, Failure> {
        let rules = &self.opened[game].rules;
        let wins = rules.has_wins();
        let lengths: Vec<usize> = rules.kinds().iter().map(|kind| kind.coords().len()).collect();
        let mut ends = vec![!wins; lengths.len()];
        for (kind, length) in lengths.into_iter().enumerate() {
            let part = Part { game, kind, coords: vec![BigUint::ZERO; length] };
            let seen = ends[kind].then(|| {
                self.each_option_begun(&part, limits, &mut |_, _| {
                    ends[kind] = false;
                    Ok(ControlFlow::Break(()))
                })
            });
            match seen {
                Some(Err(Failure::Stop(stop))) => return Err(stop.into()),
                Some(Err(_)) => ends[kind] = false,
                _ => (),
            }
        }
        Ok(ends)
    }
}

/// A sum in an order of its own, without components of zeros of this game that are nothing.
fn without_ended(sum: &[Part], game: usize, ends: &[bool]) -> Vec<Part> {
    let ended = |part: &Part| {
        part.game == game && ends[part.kind] && part.coords.iter().all(|coord| coord.bits() == 0)
    };
    sorted(sum).into_iter().filter(|part| !ended(part)).collect()
}
