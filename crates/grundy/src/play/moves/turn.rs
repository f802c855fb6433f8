//! The moves of a position, what they lead to, and whether the game has ended.

use std::collections::HashSet;
use std::ops::ControlFlow;

use num_bigint::BigUint;

use crate::limits::Limits;
use crate::play::{Move, Position, SeeMove, Session, Target, sorted, target};
use crate::position::Part;
use crate::ruleset::Failure;

/// Values that a theory is asked for in search of any move.
const FEW_VALUES: u32 = 64;

impl Session {
    /// The position after a move. Of a move to a range, that to the smallest.
    ///
    /// It is not checked that the rules allow the move; [`is_legal`](Session::is_legal) does.
    ///
    /// ```
    /// use grundy::play::Session;
    /// let mut session = Session::with_game("kayles")?;
    /// let position = session.position("12 5")?;
    /// let made = session.read_move(&position, "12 -> 4 + 7")?;
    /// let next = session.after(&position, &made);
    /// assert_eq!(session.describe_sum(&next.parts), "4 + 7 + 5");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the position has no such component.
    pub fn after(&self, position: &Position, made: &Move) -> Position {
        let mut parts = position.parts.clone();
        if let Target::Sum(sum) = position.single(made.clone()).to {
            parts.splice(made.part..=made.part, sum);
        }
        Position { parts }
    }

    /// Shows every move of a position by its rules, component by component, the same result once;
    /// none if the game is over.
    ///
    /// Where a component has more moves than can be listed, or numbers beyond the reach of the rules, some are shown,
    /// those of the other components too, and then that is told.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use grundy::limits::Limits;
    /// use grundy::play::Session;
    /// // One pin, or two neighbours; what is left of 3 pins on either side is the same.
    /// let mut session = Session::with_game("kayles")?;
    /// let position = session.position("3")?;
    /// let mut moves = Vec::new();
    /// session.each_move(&position, &Limits::default(), &mut |made| {
    ///     moves.push(made);
    ///     ControlFlow::Continue(())
    /// })?;
    /// let mut moves: Vec<_> = moves.iter().map(|made| session.describe_move(&position, made)).collect();
    /// moves.sort();
    /// assert_eq!(moves, ["3 -> 0 + 1", "3 -> 0 + 2", "3 -> 1 + 1"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Session::value`]; moves may have been shown before.
    pub fn each_move(
        &mut self,
        position: &Position,
        limits: &Limits,
        see: &mut SeeMove<'_>,
    ) -> Result<(), Failure> {
        if self.is_finished(position, limits)? {
            return Ok(());
        }
        let mut beyond = None;
        for (index, part) in position.parts.iter().enumerate() {
            limits.check()?;
            let mut seen = HashSet::new();
            let mut flow = ControlFlow::Continue(());
            let listed = self.each_option_begun(part, limits, &mut |session, option| {
                if seen.insert(sorted(&option)) {
                    let at_once =
                        session.is_finished(&Position { parts: option.clone() }, limits)?;
                    flow = see(Move { part: index, to: Target::Sum(option), at_once });
                }
                Ok(flow)
            });
            match listed {
                Err(failure) if failure.is_beyond_reach() => {
                    if seen.is_empty() {
                        flow = self.few_moves_by_theory(part, index, limits, see)?;
                    }
                    beyond.get_or_insert(failure);
                }
                listed => listed?,
            }
            if flow.is_break() {
                return Ok(());
            }
        }
        beyond.map_or(Ok(()), Err)
    }

    /// Shows a move of a component to each small value that a theory knows one to.
    fn few_moves_by_theory(
        &mut self,
        part: &Part,
        index: usize,
        limits: &Limits,
        see: &mut SeeMove<'_>,
    ) -> Result<ControlFlow<()>, Failure> {
        for wanted in 0..FEW_VALUES {
            if let Some(made) = self.move_to_value(part, &wanted.into(), limits)?
                && see(Move { part: index, ..made }).is_break()
            {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The first moves, at most so many, and whether there are more: also where not all of them can be listed.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::play::Session;
    /// let mut session = Session::with_game("nim")?;
    /// let position = session.position("5")?;
    /// let limits = Limits::default();
    /// let (moves, more) = session.first_moves(&position, 3, &limits)?;
    /// assert_eq!((moves.len(), more), (3, true));
    /// let (moves, more) = session.first_moves(&position, 9, &limits)?;
    /// assert_eq!((moves.len(), more), (5, false));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Session::value`] where it is not known whether there is a move.
    pub fn first_moves(
        &mut self,
        position: &Position,
        most: usize,
        limits: &Limits,
    ) -> Result<(Vec<Move>, bool), Failure> {
        let mut moves = Vec::new();
        let listed = self.each_move(position, limits, &mut |made| {
            moves.push(made);
            if moves.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let more = moves.len() > most || listed.is_err();
        match listed {
            Err(failure) if moves.is_empty() || !failure.is_beyond_reach() => return Err(failure),
            _ => moves.truncate(most),
        }
        Ok((moves, more))
    }

    /// Whether the game has ended on the spot (`win on`).
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::play::Session;
    /// let mut session = Session::with_game("[n] -> [n-k] for k in 1..n\nwin on [2]")?;
    /// let limits = Limits::default();
    /// let [won, open] = ["5 2", "5 3"].map(|text| session.position(text).unwrap());
    /// assert!(session.is_finished(&won, &limits)?);
    /// assert!(!session.is_finished(&open, &limits)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Session::value`].
    pub fn is_finished(&self, position: &Position, limits: &Limits) -> Result<bool, Failure> {
        self.check(&position.parts)?;
        for part in &position.parts {
            if self.is_over(part, limits)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Some move, also where the numbers are beyond the reach of the rules: a theory is asked for
    /// moves to small values. `None` if there is no move.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::play::Session;
    /// let mut session = Session::with_game("nim")?;
    /// let limits = Limits::default();
    /// let position = session.position("10^30")?;
    /// assert!(session.any_move(&position, &limits)?.is_some());
    /// let position = session.position("0 0")?;
    /// assert_eq!(session.any_move(&position, &limits)?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Session::value`] where it is not known whether there is a move.
    pub fn any_move(
        &mut self,
        position: &Position,
        limits: &Limits,
    ) -> Result<Option<Move>, Failure> {
        let (mut moves, _) = self.first_moves(position, 1, limits)?;
        Ok(moves.pop())
    }

    fn move_to_value(
        &mut self,
        part: &Part,
        wanted: &BigUint,
        limits: &Limits,
    ) -> Result<Option<Move>, Failure> {
        let mut found = None;
        let engine = &mut self.solvers[part.game].plan.engine;
        engine.destinations(part.kind, &part.coords, wanted, limits, &mut |destination| {
            found = Some(Move { part: 0, to: target(part, destination), at_once: false });
            ControlFlow::Break(())
        })?;
        Ok(found)
    }
}
