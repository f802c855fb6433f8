//! How long a game lasts when the winner hurries and the loser delays.
//!
//! A position without moves lasts 0 moves. A won position lasts one move more than the shortest lost
//! position that it leads to, a lost one a move more than the longest of all that it leads to (the
//! remoteness of Winning Ways, chapter 9). Whole positions are searched, so only small ones are
//! within reach.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::{Position, Session, sorted};
use crate::limits::Limits;
use crate::outcome::Outcome;
use crate::position::Part;
use crate::rule::ir::Kind;
use crate::ruleset::Failure;

/// Most moves that a game may last for its length to be found: each is a call within a call.
const LONGEST: u32 = 400;
/// Moves looked at for each position allowed: heaps of thousands have as many moves each.
const MOVES_EACH: usize = 32;

/// The lengths of the positions looked at so far, of the same games in the same way of play: asked about others, it forgets
/// them.
#[derive(Default)]
pub struct Lengths {
    known: HashMap<Vec<Part>, (Outcome, u32)>,
    /// The kinds of components of each game that what is known is of, and whether it is of misère play.
    games: Vec<Vec<Kind>>,
    misere: bool,
    /// Moves looked at.
    moves: usize,
}

debug_by_name!(Lengths);

impl Lengths {
    /// No position looked at.
    pub fn new() -> Lengths {
        Lengths::default()
    }

    /// Who wins a position and in how many moves; `None` if more than `most` positions, or 32 times as many
    /// moves, would be looked at in all, a play takes too many moves, or a number is beyond the reach of the rules.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::outcome::Outcome;
    /// use grundy::play::{Lengths, Session};
    /// let mut session = Session::with_game("nim")?;
    /// let position = session.position("1 2 3")?;
    /// let length = Lengths::new().of(&mut session, &position, 1000, &Limits::default())?;
    /// assert_eq!(length, Some((Outcome::P, 6)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Session::outcome`].
    pub fn of(
        &mut self,
        session: &mut Session,
        position: &Position,
        most: usize,
        limits: &Limits,
    ) -> Result<Option<(Outcome, u32)>, Failure> {
        let misere = session.is_misere(position)?;
        self.turn_to(session, misere);
        self.search(session, position, most, LONGEST, misere, limits)
    }

    /// Forgets what is known unless it is of the first games of the session, in this way of play.
    fn turn_to(&mut self, session: &Session, misere: bool) {
        let games = session.games();
        let mut pairs = self.games.iter().zip(games);
        let same = self.games.len() <= games.len()
            && pairs.all(|(known, asked)| known[..] == *asked.rules.ir());
        if !same || self.misere != misere {
            *self = Lengths { misere, ..Lengths::new() };
        }
        let new = &games[self.games.len()..];
        self.games.extend(new.iter().map(|opened| opened.rules.ir().to_vec()));
    }

    fn search(
        &mut self,
        session: &mut Session,
        position: &Position,
        most: usize,
        depth: u32,
        misere: bool,
        limits: &Limits,
    ) -> Result<Option<(Outcome, u32)>, Failure> {
        let key = sorted(&position.parts);
        if let Some(&known) = self.known.get(&key) {
            return Ok(Some(known));
        }
        if depth == 0 || self.known.len() >= most {
            return Ok(None);
        }
        limits.check()?;
        let mut options = Vec::new();
        let listed = session.each_move(position, limits, &mut |made| {
            options.push(made);
            if options.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match listed {
            Err(failure) if failure.is_beyond_reach() => return Ok(None),
            listed => listed?,
        }
        self.moves = self.moves.saturating_add(options.len());
        if options.len() > most || self.moves > most.saturating_mul(MOVES_EACH) {
            return Ok(None);
        }
        // Whoever cannot move has lost, in misère play won; who reached a `win on` has won in both.
        let stuck =
            if misere && !session.is_finished(position, limits)? { Outcome::N } else { Outcome::P };
        let mut found = (stuck, 0);
        let mut first = true;
        for made in &options {
            let next = session.after(position, made);
            let Some((outcome, length)) =
                self.search(session, &next, most, depth - 1, misere, limits)?
            else {
                return Ok(None);
            };
            let length = length + 1;
            let this = if outcome == Outcome::P { Outcome::N } else { Outcome::P };
            let better = match (this, found.0) {
                _ if first => true,
                (Outcome::N, Outcome::N) => length < found.1,
                (Outcome::N, _) => true,
                (_, Outcome::N) => false,
                _ => length > found.1,
            };
            if better {
                found = (this, length);
            }
            first = false;
        }
        self.known.insert(key, found);
        Ok(Some(found))
    }
}
