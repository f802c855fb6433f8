//! Playing a sum with boards: its moves, making them and taking them back, and the best of them.

use std::ops::ControlFlow;

use super::{Sum, SumMove};
use crate::language::{Message, message};
use crate::limits::Limits;
use crate::ruleset::Failure;

/// Moves that are compared by how many moves they leave.
const COMPARED: usize = 64;
/// Moves that are counted at most.
const COUNTED: usize = 1000;

/// Moves on boards between two looks at the limits.
const MOVES_PER_CHECK: u64 = 256;

impl Sum {
    /// Whether the game has ended on the spot.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::play::{Session, Sum};
    /// // Three in a row have been written.
    /// let sum = Sum::read(Session::new(), None, "treblecross[.XXX.] + nim[5]")?;
    /// assert!(sum.is_over(&Limits::default())?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Session::value`](crate::play::Session::value).
    pub fn is_over(&self, limits: &Limits) -> Result<bool, Failure> {
        let boards = self.boards.iter().any(|beside| beside.board.is_over());
        Ok(boards || self.session.is_finished(&self.rest, limits)?)
    }

    /// Some move; nothing if there is none, or the game has ended.
    ///
    /// # Errors
    /// As [`Sum::is_over`].
    pub fn any_move(&mut self, limits: &Limits) -> Result<Option<SumMove>, Failure> {
        if self.is_over(limits)? {
            return Ok(None);
        }
        let mut found = None;
        let _ = self.each_on_boards(&mut |made| {
            found = Some(made);
            ControlFlow::Break(())
        });
        if found.is_some() {
            return Ok(found);
        }
        Ok(self.session.any_move(&self.rest, limits)?.map(SumMove::Component))
    }

    /// Shows every move, those on boards first, each of these as it is called, until `see` breaks; none when the game
    /// has ended.
    ///
    /// # Errors
    /// As [`Sum::is_over`]; moves may have been shown before.
    pub fn each_move(
        &mut self,
        limits: &Limits,
        see: &mut dyn FnMut(SumMove) -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        if self.is_over(limits)? {
            return Ok(());
        }
        let (mut shown, mut over) = (0_u64, Ok(()));
        let flow = self.each_on_boards(&mut |made| {
            shown += 1;
            if shown.is_multiple_of(MOVES_PER_CHECK) {
                over = limits.check();
            }
            if over.is_err() { ControlFlow::Break(()) } else { see(made) }
        });
        over?;
        if flow.is_break() {
            return Ok(());
        }
        self.session.each_move(&self.rest, limits, &mut |made| see(SumMove::Component(made)))
    }

    /// The moves on boards.
    fn each_on_boards(&self, see: &mut dyn FnMut(SumMove) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut flow = ControlFlow::Continue(());
        for (number, beside) in self.boards.iter().enumerate() {
            beside.board.each_move(&mut |found| {
                let (board, index) = (beside.text.clone(), found.number);
                flow = see(SumMove::Board {
                    number,
                    board,
                    index,
                    made: self.called(number, found.name),
                });
                flow
            });
            if flow.is_break() {
                break;
            }
        }
        flow
    }

    /// What a move on a board is called, by the numbers of both; nothing if there is none such.
    ///
    /// ```
    /// use grundy::play::{Session, Sum};
    /// // A row of two cells has one move.
    /// let sum = Sum::read(Session::new(), None, "cram[1x2] + nim[5]")?;
    /// assert!(sum.name_on_board(0, 0).is_some());
    /// assert!(sum.name_on_board(0, 1).is_none() && sum.name_on_board(1, 0).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn name_on_board(&self, number: usize, index: usize) -> Option<Message> {
        let name = self.boards.get(number)?.board.name(index)?;
        Some(self.called(number, name))
    }

    /// The name of a move among those of all boards.
    fn called(&self, number: usize, name: Message) -> Message {
        match self.boards.len() {
            1 => name,
            _ => message!("board {number}: {name}", number = number + 1, name),
        }
    }

    /// Makes a move; of a move to a range, that to the smallest. False if there is none such on a board, or it is of a
    /// component that the sum does not have or leaves components of other games.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::play::{Session, Sum};
    /// let mut sum = Sum::read(Session::new(), None, "cram[1x4] + nim[2]")?;
    /// let limits = Limits::default();
    /// let made = sum.any_move(&limits)?.unwrap();
    /// assert!(sum.make(&made));
    /// assert!(sum.take_back() && !sum.take_back());
    /// assert_eq!(sum.show(), "cram[1x4] + nim[2]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn make(&mut self, made: &SumMove) -> bool {
        let mut rest = self.rest.clone();
        let moved = match made {
            SumMove::Component(made) => {
                if made.part >= rest.parts.len() {
                    return false;
                }
                rest = self.session.after(&rest, made);
                if self.session.check(&rest.parts).is_err() {
                    return false;
                }
                None
            }
            &SumMove::Board { number, index, .. } => {
                let beside = self.boards.get_mut(number);
                if !beside.is_some_and(|beside| beside.board.make(index)) {
                    return false;
                }
                Some(number)
            }
        };
        let others = self.boards.iter_mut().enumerate().filter(|(at, _)| Some(*at) != moved);
        others.for_each(|(_, beside)| beside.board.pass());
        self.past.push(std::mem::replace(&mut self.rest, rest));
        true
    }

    /// Takes the last move back; false if none was made.
    pub fn take_back(&mut self) -> bool {
        let Some(rest) = self.past.pop() else { return false };
        self.rest = rest;
        self.boards.iter_mut().all(|beside| beside.board.take_back())
    }

    /// The best move: of the winning ones that which leaves the fewest moves, in a lost position that which leaves the
    /// most, of the first that there are. Nothing if there is no move.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::play::{Session, Sum};
    /// let mut sum = Sum::read(Session::new(), None, "cram[2x3] + nim[5]")?;
    /// let limits = Limits::default();
    /// let mut moves = 0;
    /// while let Some(made) = sum.best(&limits)? {
    ///     sum.make(&made);
    ///     moves += 1;
    /// }
    /// // Both play without an error: whoever is to move first wins, so the number of moves is odd.
    /// assert_eq!(moves % 2, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Sum::value`].
    pub fn best(&mut self, limits: &Limits) -> Result<Option<SumMove>, Failure> {
        if self.is_over(limits)? {
            return Ok(None);
        }
        let mut found = Vec::new();
        self.each_winning_move(limits, &mut |made| {
            found.push(made);
            if found.len() < COMPARED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        let wins = !found.is_empty();
        if !wins {
            let listed = self.each_move(limits, &mut |made| {
                found.push(made);
                if found.len() < COMPARED {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            });
            match listed {
                // Numbers beyond the reach of the rules.
                Ok(()) => {}
                Err(failure) if failure.is_beyond_reach() => {}
                Err(failure) => return Err(failure),
            }
        }
        let mut best: Option<(usize, SumMove)> = None;
        for made in found {
            let left = self.moves_after(&made, limits)?;
            let better = |most: usize| if wins { left < most } else { left > most };
            if best.as_ref().is_none_or(|&(most, _)| better(most)) {
                best = Some((left, made));
            }
        }
        match best {
            Some((_, made)) => Ok(Some(made)),
            None => self.any_move(limits),
        }
    }

    /// How many moves there are after a move, as far as they are counted.
    fn moves_after(&mut self, made: &SumMove, limits: &Limits) -> Result<usize, Failure> {
        if !self.make(made) {
            return Ok(0);
        }
        let mut count = 0;
        let counted = self.each_move(limits, &mut |_| {
            count += 1;
            if count < COUNTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        self.take_back();
        match counted {
            Ok(()) => Ok(count),
            Err(failure) if failure.is_beyond_reach() => Ok(COUNTED),
            Err(failure) => Err(failure),
        }
    }
}
