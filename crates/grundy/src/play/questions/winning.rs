//! Every winning move of a position, and how many there are.

use std::collections::HashSet;
use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::lost::SOON;
use super::outcome::{Compared, WHO_WINS};
use crate::automatic::not_counted;
use crate::limits::Limits;
use crate::outcome::Outcome;
use crate::play::{
    Asked, BigValue, Move, Position, SeeMove, Session, Solver, Target, sorted, target,
};
use crate::position::Part;
use crate::ruleset::{Failure, Value};

/// Moves in a list between two looks at the limits, and bytes of each, about.
const MOVES_PER_CHECK: usize = 1 << 12;
const MOVE_BYTES: u64 = 200;

impl Session {
    /// Every winning move, component by component in the order typed. There may be as many as there are counters in a
    /// heap: [`Session::each_winning_move`] shows them one by one, [`Session::count_winning_moves`] counts them.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::play::Session;
    /// let mut session = Session::with_game("wythoff")?;
    /// let position = session.position("5,8")?;
    /// let moves = session.winning_moves(&position, &Limits::default())?;
    /// let mut moves: Vec<_> = moves.iter().map(|made| session.describe_move(&position, made)).collect();
    /// moves.sort();
    /// // To the lost positions (3, 5) and (4, 7).
    /// assert_eq!(moves, ["[5, 8] -> [3, 5]", "[5, 8] -> [4, 7]"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Session::outcome`].
    pub fn winning_moves(
        &mut self,
        position: &Position,
        limits: &Limits,
    ) -> Result<Vec<Move>, Failure> {
        let (mut moves, mut room) = (Vec::new(), Ok(()));
        self.each_winning_move(position, limits, &mut |found| {
            moves.push(found);
            if moves.len().is_multiple_of(MOVES_PER_CHECK) {
                room = limits
                    .check()
                    .and_then(|()| limits.check_memory(moves.len() as u64 * MOVE_BYTES));
            }
            if room.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        room?;
        Ok(moves)
    }

    /// How many winning moves there are: moves of different components count apart, options of one
    /// component that are the same count once.
    /// Theory counts them without a list where it can; else all are looked at.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::play::Session;
    /// // Bouton: a heap wins if it has the highest bit of the nim-sum, which is 2 here.
    /// let mut session = Session::with_game("nim")?;
    /// let position = session.position("2 3 6 7 10^30 10^30+2")?;
    /// assert_eq!(session.count_winning_moves(&position, &Limits::default())?, 5_u8.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Session::outcome`]; [`Failure::Domain`] also where a theorem knows only some of them.
    pub fn count_winning_moves(
        &mut self,
        position: &Position,
        limits: &Limits,
    ) -> Result<BigUint, Failure> {
        if let [part] = &position.parts[..]
            && !self.is_misere(position)?
        {
            let ask = |session: &mut Session, position: Position, limits: &Limits| {
                session.count_winning_moves(&position, limits)
            };
            if let Some(count) = self.without_constants(part, limits, ask)? {
                return Ok(count);
            }
            if let Some(count) = self.count_as_sum(part, limits)? {
                return Ok(count);
            }
            self.seek_for_slow_moves(part, false, limits)?;
            let _sought = self.far_value(part, &WHO_WINS, limits)?;
            if let Some(count) = self.count_by_kinds(part, limits)? {
                return Ok(count);
            }
            let engine = &mut self.solvers[part.game].plan.engine;
            if let Some(count) = engine.count(&part.coords, &BigUint::ZERO, limits)? {
                return Ok(count);
            }
        }
        if self.is_misere(position)?
            && self.misere_nim(position).is_none()
            && let Some(count) = self.count_far_misere_moves(position, limits)?
        {
            return Ok(count);
        }
        let count = match &position.parts[..] {
            parts @ [_, _, ..] if !self.is_misere(position)? => self.count_in_sum(parts, limits)?,
            _ => {
                let mut count = BigUint::ZERO;
                self.each_winning_move(position, limits, &mut |found| {
                    count += found.count();
                    ControlFlow::Continue(())
                })?;
                count
            }
        };
        if count > BigUint::ZERO && !self.shows_every_move(position) {
            return Err(Failure::Domain(not_counted()));
        }
        Ok(count)
    }

    /// Shows every winning move, component by component in the order typed, until `see` breaks.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use grundy::limits::Limits;
    /// use grundy::play::Session;
    /// let mut session = Session::with_game("nim")?;
    /// let position = session.position("5 7 8 9 10")?;
    /// // The first one is enough.
    /// let mut first = None;
    /// session.each_winning_move(&position, &Limits::default(), &mut |made| {
    ///     first = Some(made);
    ///     ControlFlow::Break(())
    /// })?;
    /// assert_eq!(session.describe_move(&position, &first.unwrap()), "8 -> 1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Session::outcome`]; moves may have been shown before.
    pub fn each_winning_move(
        &mut self,
        position: &Position,
        limits: &Limits,
        see: &mut SeeMove<'_>,
    ) -> Result<(), Failure> {
        if self.is_misere(position)? {
            return self.each_misere_move(position, limits, see);
        }
        let parts = &position.parts;
        if let [only] = &parts[..] {
            let ask = |session: &mut Session, left: &Position, see: &mut SeeMove<'_>| {
                session.each_winning_move(left, limits, see)
            };
            if self.moves_without_constants((0, only), limits, see, ask)?.is_some() {
                return Ok(());
            }
            if self.moves_as_sum((0, only), limits, see, ask)?.is_some() {
                return Ok(());
            }
            if self.moves_by_list(only, SOON, limits, see)? {
                return Ok(());
            }
            let known = self.far_value(only, &WHO_WINS, limits)?;
            if known.and_then(|known| known.outcome()) == Some(Outcome::P) {
                return Ok(());
            }
            if self.moves_by_list(only, u64::MAX, limits, see)? {
                return Ok(());
            }
            if !self.is_over(only, limits)? {
                let _flow = self.moves_to(0, only, &BigValue::zero(), limits, see)?;
            }
            return Ok(());
        }
        self.sum_moves_to(parts, &BigValue::zero(), limits, see)
    }

    /// Shows the moves of a sum that win beside others of the value `others`, component by component. A component whose
    /// moves cannot be listed is an error only after those of the others are shown.
    fn sum_moves_to(
        &mut self,
        parts: &[Part],
        others: &BigValue,
        limits: &Limits,
        see: &mut SeeMove<'_>,
    ) -> Result<(), Failure> {
        let others = self.others_of_each(parts, others, limits)?;
        let mut unlisted = None;
        for (index, (part, others)) in parts.iter().zip(&others).enumerate() {
            limits.check()?;
            match self.moves_to(index, part, others, limits, see) {
                Ok(flow) if flow.is_break() => return Ok(()),
                Ok(_) => {}
                Err(failure @ Failure::Stop(_)) => return Err(failure),
                Err(failure) => {
                    unlisted.get_or_insert(failure);
                }
            }
        }
        unlisted.map_or(Ok(()), Err)
    }

    /// How many moves win in a sum in normal play.
    fn count_in_sum(&mut self, parts: &[Part], limits: &Limits) -> Result<BigUint, Failure> {
        let others = self.others_of_each(parts, &BigValue::zero(), limits)?;
        let mut count = BigUint::ZERO;
        for (index, (part, others)) in parts.iter().zip(&others).enumerate() {
            limits.check()?;
            if let Value::Nimber(wanted) = others {
                self.seek_for_slow_moves(part, false, limits)?;
                let engine = &mut self.solvers[part.game].plan.engine;
                if let Some(known) = engine.count(&part.coords, wanted, limits)? {
                    count += known;
                    continue;
                }
            }
            let _all_shown = self.moves_to(index, part, others, limits, &mut |found| {
                count += found.count();
                ControlFlow::Continue(())
            })?;
        }
        Ok(count)
    }

    /// For each component of a sum, the value of all others together, in which those beside the sum are worth `beside`;
    /// none where the game is over, or lost: no move leads to a component of the same value.
    fn others_of_each(
        &mut self,
        parts: &[Part],
        beside: &BigValue,
        limits: &Limits,
    ) -> Result<Vec<BigValue>, Failure> {
        let values: Vec<BigValue> =
            parts.iter().map(|part| self.part_value(part, limits)).collect::<Result<_, _>>()?;
        if values.contains(&Value::Over) {
            return Ok(Vec::new());
        }
        let all = || values.iter().chain([beside]);
        let wins = all().filter(|value| **value == Value::Win).count();
        let nim_sum = all()
            .filter_map(|value| value.clone().nimber())
            .fold(BigUint::ZERO, |sum, value| sum ^ value);
        if wins == 0 && nim_sum == BigUint::ZERO {
            return Ok(Vec::new());
        }
        let others = |value: &BigValue| match value {
            Value::Nimber(own) if wins == 0 => Value::Nimber(&nim_sum ^ own),
            Value::Win if wins == 1 => Value::Nimber(nim_sum.clone()),
            _ => Value::Win,
        };
        Ok(values.iter().map(others).collect())
    }

    /// Whether [`each_winning_move`](Session::each_winning_move) shows, or has shown, all of them. Of numbers
    /// beyond 2^63, and where there are more options than the definition lists, a theorem may know only some:
    /// of the amounts that are prime powers it knows 1 to 5. Ask after the moves were shown: before that, what a
    /// theorem leaves out that is still to be sought is not seen. False of a position of games that are not open.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::play::Session;
    /// let mut session = Session::with_game("prime-powers")?;
    /// // It is won, for 10^30 % 6 is 4.
    /// let position = session.position("10^30")?;
    /// assert!(!session.winning_moves(&position, &Limits::default())?.is_empty());
    /// assert!(!session.shows_every_move(&position));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn shows_every_move(&self, position: &Position) -> bool {
        let shown = |part: &Part| {
            let Solver { plan, beyond, .. } = &self.solvers[part.game];
            match self.known_sum(part) {
                Some((session, sum)) => session.shows_every_move(&sum),
                None => plan.engine.shows_all(&part.coords) && !beyond.contains(&part.coords),
            }
        };
        self.check(&position.parts).is_ok() && position.parts.iter().all(shown)
    }

    /// Shows the moves of one component that win beside others of the value `others`: those that
    /// end the game, and those that lead to the same value.
    pub(in crate::play) fn moves_to(
        &mut self,
        index: usize,
        part: &Part,
        others: &BigValue,
        limits: &Limits,
        see: &mut SeeMove<'_>,
    ) -> Result<ControlFlow<()>, Failure> {
        let ask = |session: &mut Session, left: &Position, see: &mut SeeMove<'_>| {
            session.moves_to(0, &left.parts[0], others, limits, see).map(drop)
        };
        if let Some(flow) = self.moves_without_constants((index, part), limits, see, ask)? {
            return Ok(flow);
        }
        let ask = |session: &mut Session, sum: &Position, see: &mut SeeMove<'_>| {
            session.sum_moves_to(&sum.parts, others, limits, see)
        };
        if let Some(flow) = self.moves_as_sum((index, part), limits, see, ask)? {
            return Ok(flow);
        }
        if let Some(flow) = self.moves_by_kinds((index, part), others, limits, see)? {
            return Ok(flow);
        }
        self.seek_for_slow_moves(part, false, limits)?;
        let mut flow = ControlFlow::Continue(());
        if let Value::Nimber(wanted) = others {
            let engine = &mut self.solvers[part.game].plan.engine;
            let mut see = |destination| {
                flow = see(Move { part: index, to: target(part, destination), at_once: false });
                flow
            };
            if engine.destinations(part.kind, &part.coords, wanted, limits, &mut see)? {
                return Ok(flow);
            }
        }
        self.moves_by_options((index, part), others, limits, see)
    }

    /// The same, each option looked at; where they are too many, those that a theorem knows.
    fn moves_by_options(
        &mut self,
        (index, part): (usize, &Part),
        others: &BigValue,
        limits: &Limits,
        see: &mut SeeMove<'_>,
    ) -> Result<ControlFlow<()>, Failure> {
        let (mut flow, mut seen) = (ControlFlow::Continue(()), HashSet::new());
        let asked = match others {
            Value::Nimber(value) if *value == BigUint::ZERO => Asked::WhoWins,
            _ => Asked::Values,
        };
        let mut table = self.table_of_options(part, (false, asked), limits)?;
        let listed = self.each_option(part, limits, &mut |session, option| {
            limits.check()?;
            table.fill_when_due(session, limits)?;
            let compared = session.compare(&option, others, limits)?;
            if !matches!(compared, Compared::Different) && seen.insert(sorted(&option)) {
                let at_once = matches!(compared, Compared::Over);
                flow = see(Move { part: index, to: Target::Sum(option), at_once });
            }
            Ok(flow)
        });
        match (listed, others) {
            (Err(Failure::Fault(fault)), Value::Nimber(wanted))
                if fault.too_much && seen.is_empty() =>
            {
                let Solver { plan, beyond, .. } = &mut self.solvers[part.game];
                let mut see = |destination| {
                    let to = target(part, destination);
                    flow = see(Move { part: index, to, at_once: false });
                    flow
                };
                let engine = &mut plan.engine;
                if !engine.known_destinations(part.kind, &part.coords, wanted, limits, &mut see)? {
                    return Err(Failure::Fault(fault));
                }
                if !beyond.contains(&part.coords) {
                    beyond.push(part.coords.clone());
                }
            }
            (listed, _) => listed?,
        }
        Ok(flow)
    }
}
