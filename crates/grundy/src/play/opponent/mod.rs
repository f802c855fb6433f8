//! An opponent: the winning move where there is one, else the move that makes the game last.

mod length;

pub use length::Lengths;

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use crate::board::SEARCHED;
use crate::limits::Limits;
use crate::play::time::within;
use crate::play::{Move, Position, Session};
use crate::ruleset::Failure;

/// How long that is searched: somebody waits.
const PATIENCE: Duration = Duration::from_secs(1);

/// Someone to play against.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::play::{Opponent, Session};
/// let limits = Limits::default();
/// let mut session = Session::with_game("nim")?;
/// let mut opponent = Opponent::new();
/// let mut position = session.position("5 7 9")?;
/// let mut moves = 0;
/// // Both play without an error: whoever is to move wins, so the number of moves is odd.
/// while let Some(made) = opponent.best(&mut session, &position, &limits)? {
///     position = session.after(&position, &made);
///     moves += 1;
/// }
/// assert_eq!(moves % 2, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct Opponent {
    lengths: Lengths,
}

debug_by_name!(Opponent);

impl Opponent {
    /// Moves that a wrong move is chosen from, and winning ones that it is told from.
    pub const CONSIDERED: usize = 1000;

    /// An opponent who has seen no position.
    pub fn new() -> Opponent {
        Opponent::default()
    }

    /// The best move: of the winning ones the quickest, in a lost position the one after which the
    /// game lasts longest, as far as small positions can be searched; `None` if there is no move. One
    /// move, never a range of them.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::play::{Opponent, Session};
    /// let limits = Limits::default();
    /// let mut session = Session::with_game("nim")?;
    /// let position = session.position("5 1")?;
    /// let made = Opponent::new().best(&mut session, &position, &limits)?.unwrap();
    /// assert_eq!(session.describe_move(&position, &made), "5 -> 1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Session::outcome`].
    pub fn best(
        &mut self,
        session: &mut Session,
        position: &Position,
        limits: &Limits,
    ) -> Result<Option<Move>, Failure> {
        if session.is_finished(position, limits)? {
            return Ok(None);
        }
        let won = first_winning_moves(session, position, limits)?;
        let begun = Instant::now();
        let length = |made: &Move, this: &mut Opponent, session: &mut Session| {
            let next = session.after(position, made);
            let left = PATIENCE.saturating_sub(begun.elapsed());
            let found =
                within(limits, left, |short| this.lengths.of(session, &next, SEARCHED, short))?;
            Ok::<_, Failure>(found.flatten().map(|(_, length)| length))
        };
        if !won.is_empty() {
            let mut best: Option<(u32, usize)> = None;
            for (index, made) in won.iter().enumerate() {
                let Some(length) = length(made, self, session)? else { break };
                if best.is_none_or(|(shortest, _)| length < shortest) {
                    best = Some((length, index));
                }
            }
            let best = won.into_iter().nth(best.map_or(0, |(_, index)| index));
            return Ok(best.map(|made| position.single(made)));
        }
        let Some(any) = session.any_move(position, limits)? else { return Ok(None) };
        let mut best: Option<(u32, Move)> = None;
        for made in few_moves(session, position, limits)? {
            let Some(length) = length(&made, self, session)? else { break };
            if best.as_ref().is_none_or(|(longest, _)| length > *longest) {
                best = Some((length, made));
            }
        }
        Ok(Some(position.single(best.map_or(any, |(_, made)| made))))
    }

    /// A move that does not win, where there is one: `dice(n)` chooses a number below `n`. Else the
    /// best move.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::outcome::Outcome;
    /// use grundy::play::{Opponent, Session};
    /// let limits = Limits::default();
    /// let mut session = Session::with_game("nim")?;
    /// let position = session.position("3 5")?;
    /// let made = Opponent::new().mistaken(&mut session, &position, &mut |_| 0, &limits)?.unwrap();
    /// let next = session.after(&position, &made);
    /// assert_eq!(session.outcome(&next, &limits)?, Outcome::N);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Session::outcome`].
    pub fn mistaken(
        &mut self,
        session: &mut Session,
        position: &Position,
        dice: &mut dyn FnMut(usize) -> usize,
        limits: &Limits,
    ) -> Result<Option<Move>, Failure> {
        let won = match first_winning_moves(session, position, limits) {
            // Where nobody can tell which moves win, any is as good.
            Err(failure) if failure.is_beyond_reach() => Vec::new(),
            won => won?,
        };
        let mut moves = few_moves(session, position, limits)?;
        moves.retain(|made| !won.iter().any(|good| made.leads_alike(good)));
        match moves.len() {
            0 => self.best(session, position, limits),
            count => Ok(Some(position.single(moves.swap_remove(dice(count) % count)))),
        }
    }
}

fn first_winning_moves(
    session: &mut Session,
    position: &Position,
    limits: &Limits,
) -> Result<Vec<Move>, Failure> {
    let mut won = Vec::new();
    session.each_winning_move(position, limits, &mut |made| {
        won.push(made);
        if won.len() < Opponent::CONSIDERED {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    })?;
    Ok(won)
}

/// Some of the moves; none where the numbers are beyond the reach of the rules.
fn few_moves(
    session: &mut Session,
    position: &Position,
    limits: &Limits,
) -> Result<Vec<Move>, Failure> {
    let mut moves = Vec::new();
    let listed = session.each_move(position, limits, &mut |made| {
        moves.push(made);
        if moves.len() < Opponent::CONSIDERED {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    match listed {
        Ok(()) => Ok(moves),
        Err(failure) if failure.is_beyond_reach() => Ok(moves),
        Err(failure) => Err(failure),
    }
}
