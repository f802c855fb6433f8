//! How long a game lasts when the winner hurries and the loser delays.
//!
//! A position without moves lasts 0 moves. A won position lasts one move more than the shortest lost position that it leads
//! to, a lost one a move more than the longest of all that it leads to (the remoteness of Winning Ways, chapter 9). By the
//! definition, over whole positions, so only small ones are within reach; who wins comes out beside, without any theory.

use std::collections::HashMap;
use std::hash::Hash;

use crate::limits::Limits;
use crate::outcome::Outcome;
use crate::ruleset::Failure;

/// Most moves that a game may last for its length to be found: each is a call within a call.
const LONGEST: u32 = 400;
/// Moves looked at for each position allowed: heaps of thousands have as many moves each.
const MOVES_EACH: usize = 32;

/// A game, as its whole positions are played.
pub(crate) trait Played {
    /// A position, in one form for all that are played alike.
    type Position: Eq + Hash;
    /// A move in it.
    type Move;

    /// Moves, all or one more than `most`; nothing where the rules do not reach as far.
    fn moves(
        &mut self,
        position: &Self::Position,
        most: usize,
        limits: &Limits,
    ) -> Result<Option<Vec<Self::Move>>, Failure>;

    /// The position after a move.
    fn after(&mut self, position: &Self::Position, made: &Self::Move) -> Self::Position;

    /// Who wins where there is no move.
    fn ended(&mut self, position: &Self::Position, limits: &Limits) -> Result<Outcome, Failure>;
}

/// The lengths of the positions looked at so far, of one game in one way of play.
pub(crate) struct Lengths<P> {
    known: HashMap<P, (Outcome, u32)>,
    /// Moves looked at.
    moves: usize,
}

impl<P> Default for Lengths<P> {
    fn default() -> Lengths<P> {
        Lengths { known: HashMap::new(), moves: 0 }
    }
}

impl<P: Eq + Hash> Lengths<P> {
    /// Who wins a position and in how many moves; nothing if more than `most` positions, or 32 times as many moves, would be
    /// looked at, or a play takes too many moves.
    pub(crate) fn of<G: Played<Position = P>>(
        &mut self,
        game: &mut G,
        position: P,
        most: usize,
        limits: &Limits,
    ) -> Result<Option<(Outcome, u32)>, Failure> {
        let found = self.search(game, position, most, LONGEST, limits);
        if !matches!(found, Ok(Some(_))) {
            // What comes later in the game is smaller and shall have the whole allowance.
            *self = Lengths::default();
        }
        found
    }

    fn search<G: Played<Position = P>>(
        &mut self,
        game: &mut G,
        position: P,
        most: usize,
        depth: u32,
        limits: &Limits,
    ) -> Result<Option<(Outcome, u32)>, Failure> {
        if let Some(&known) = self.known.get(&position) {
            return Ok(Some(known));
        }
        if depth == 0 || self.known.len() >= most {
            return Ok(None);
        }
        limits.check()?;
        let Some(moves) = game.moves(&position, most, limits)? else { return Ok(None) };
        self.moves = self.moves.saturating_add(moves.len());
        if moves.len() > most || self.moves > most.saturating_mul(MOVES_EACH) {
            return Ok(None);
        }
        let (mut to_lost, mut longest) = (None, None);
        for made in &moves {
            let next = game.after(&position, made);
            let found = self.search(game, next, most, depth - 1, limits)?;
            let Some((outcome, length)) = found else { return Ok(None) };
            longest = longest.max(Some(length + 1));
            if outcome == Outcome::P {
                to_lost = Some(to_lost.map_or(length + 1, |least: u32| least.min(length + 1)));
            }
        }
        let found = match (to_lost, longest) {
            (Some(shortest), _) => (Outcome::N, shortest),
            (None, Some(longest)) => (Outcome::P, longest),
            (None, None) => (game.ended(&position, limits)?, 0),
        };
        self.known.insert(position, found);
        Ok(Some(found))
    }
}
