//! How long a game on boards lasts when the winner hurries and the loser delays.
//!
//! As for typed games ([`play::Lengths`](crate::play::Lengths)): a position without moves lasts 0
//! moves, a won one a move more than the shortest lost position that it leads to, a lost one a move
//! more than the longest of all that it leads to. By the definition, over whole positions, so only
//! small ones are within reach; who wins comes out beside, without any theory.

use std::collections::HashMap;

use super::BoardGame;
use super::opened::{after, moves};
use crate::limits::Limits;
use crate::outcome::Outcome;
use crate::ruleset::Failure;

/// Most moves that a game may last for its length to be found: each is a call within a call.
const LONGEST: u32 = 400;
/// Moves looked at for each position allowed.
const MOVES_EACH: usize = 32;

/// The lengths of the positions looked at so far.
pub(super) struct Lengths<P> {
    known: HashMap<Vec<P>, (Outcome, u32)>,
    /// Moves looked at.
    moves: usize,
    /// Whether whoever makes the last move loses.
    misere: bool,
}

impl<P> Lengths<P> {
    /// Nothing looked at yet, in normal or misère play.
    pub(super) fn new(misere: bool) -> Lengths<P> {
        Lengths { known: HashMap::new(), moves: 0, misere }
    }
}

impl<P: Clone + Eq + std::hash::Hash> Lengths<P> {
    /// Who wins and in how many moves; nothing if more than `most` positions, or 32 times as many moves,
    /// would be looked at.
    pub(super) fn of<G: BoardGame<Position = P>>(
        &mut self,
        game: &G,
        boards: &[P],
        most: usize,
        limits: &Limits,
    ) -> Result<Option<(Outcome, u32)>, Failure> {
        let found = self.search(game, boards, most, LONGEST, limits)?;
        if found.is_none() {
            // What comes later in the game is smaller and shall have the whole allowance.
            *self = Lengths::new(self.misere);
        }
        Ok(found)
    }

    fn search<G: BoardGame<Position = P>>(
        &mut self,
        game: &G,
        boards: &[P],
        most: usize,
        depth: u32,
        limits: &Limits,
    ) -> Result<Option<(Outcome, u32)>, Failure> {
        if let Some(&known) = self.known.get(boards) {
            return Ok(Some(known));
        }
        if depth == 0 || self.known.len() >= most {
            return Ok(None);
        }
        limits.check()?;
        let moves: Vec<(usize, G::Move)> =
            moves(game, boards).take(most.saturating_add(1)).collect();
        self.moves = self.moves.saturating_add(moves.len());
        if moves.len() > most || self.moves > most.saturating_mul(MOVES_EACH) {
            return Ok(None);
        }
        let (mut to_lost, mut longest) = (None, None);
        for (at, made) in &moves {
            let next = after(game, boards, *at, made);
            let found = self.search(game, &next, most, depth - 1, limits)?;
            let Some((outcome, length)) = found else { return Ok(None) };
            longest = longest.max(Some(length + 1));
            if outcome == Outcome::P {
                to_lost = Some(to_lost.map_or(length + 1, |least: u32| least.min(length + 1)));
            }
        }
        let found = match to_lost {
            Some(shortest) => (Outcome::N, shortest),
            None => match longest {
                Some(longest) => (Outcome::P, longest),
                // Without a move, which a game that is over does not have either.
                None => (Outcome::next_wins(self.misere), 0),
            },
        };
        self.known.insert(boards.to_vec(), found);
        Ok(Some(found))
    }
}
