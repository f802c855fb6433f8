//! Making moves: which are legal, what they lead to, how they are typed.

use std::collections::HashSet;
use std::ops::ControlFlow;

use num_bigint::BigUint;

use crate::language::message;
use crate::limits::Limits;
use crate::plan::Engine;
use crate::play::{Move, Position, SeeMove, Session, Target, sorted, target};
use crate::position::Part;
use crate::rule::{RuleError, Span};
use crate::ruleset::{Failure, Value};

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
    /// Where a component has more moves than can be listed, or numbers beyond the reach of the rules, some are shown, those
    /// of the other components too, and then that is told.
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
        let game = part.game;
        let rest = |sum: &[Part]| -> Vec<Part> {
            let ended = |part: &Part| {
                part.game == game
                    && ends[part.kind]
                    && part.coords.iter().all(|coord| coord.bits() == 0)
            };
            sorted(sum).into_iter().filter(|part| !ended(part)).collect()
        };
        let to = rest(to);
        let mut legal = false;
        let is_sequence = matches!(self.plan(part.game).engine, Engine::Heap(..));
        if let Some(allowed) = self.heap_allows(part, &to) {
            return Ok(allowed);
        }
        // The value of a heap of a sequence may take long.
        let value = if is_sequence { None } else { self.sum_value(&to, limits).ok() };
        if let Some(Value::Nimber(value)) = &value {
            let engine = &mut self.solvers[part.game].plan.engine;
            let mut see = |destination| {
                legal |= match target(part, destination) {
                    Target::Sum(sum) => rest(&sum) == to,
                    Target::Range { from, .. } if to.is_empty() => {
                        from.bits() == 0 && ends[part.kind]
                    }
                    Target::Range { from, to: most } => match &to[..] {
                        [Part { game, kind, coords }] => {
                            (*game, *kind) == (part.game, part.kind)
                                && (from..=most).contains(&coords[0])
                        }
                        _ => false,
                    },
                };
                if legal { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            if engine.destinations(part.kind, &part.coords, value, limits, &mut see)? {
                return Ok(legal);
            }
        }
        self.each_option_begun(part, limits, &mut |_, option| {
            legal = rest(&option) == to;
            Ok(if legal { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        Ok(legal)
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

    /// Reads a move: `8 -> 1`, `[20, 31] -> [17, 28]`, `12 -> 1 + 10`; `9 -> []` leaves nothing. It
    /// is not checked to be legal.
    ///
    /// ```
    /// use grundy::play::{Session, Target};
    /// let mut session = Session::with_game("kayles")?;
    /// let position = session.position("12 9")?;
    /// let made = session.read_move(&position, "9 -> []")?;
    /// assert_eq!((made.part, made.to), (1, Target::Sum(Vec::new())));
    /// let error = session.read_move(&position, "7 -> 6").unwrap_err();
    /// assert_eq!(error.message.to_string(), "the position has no 7");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A mistake with its place, or a component that the position does not have.
    pub fn read_move(&mut self, position: &Position, text: &str) -> Result<Move, RuleError> {
        let arrows = ["->", "→", "=>", "-＞", "－>", "－＞", "—>"];
        let arrow = arrows.iter().find_map(|arrow| Some((text.find(arrow)?, arrow.len())));
        let Some((at, length)) = arrow else {
            let error = RuleError::new(Span::new(0, text.len()), message!("this is no move"));
            return Err(error
                .help(message!("a move is typed like 8 -> 1 or 12 -> 1 + 10"))
                .in_source(text));
        };
        let from = self.position(&text[..at])?;
        let to = match text[at + length..].trim() {
            "" => {
                let end = Span::new(text.len(), text.len());
                let error = RuleError::new(end, message!("nothing stands after the arrow"));
                return Err(error.help(message!("`[]` leaves nothing")).in_source(text));
            }
            "[]" => Position::default(),
            to => self.position(to)?,
        };
        let [from] = &from.parts[..] else {
            let error = RuleError::new(Span::new(0, at), message!("a move changes one component"));
            return Err(error.in_source(text));
        };
        match position.parts.iter().position(|part| part == from) {
            Some(part) => Ok(Move { part, to: Target::Sum(to.parts), at_once: false }),
            None => {
                let message =
                    message!("the position has no {from}", from = self.describe_part(from));
                Err(RuleError::new(Span::new(0, at), message).in_source(text))
            }
        }
    }
}

/// Values that a theory is asked for in search of any move.
const FEW_VALUES: u32 = 64;
