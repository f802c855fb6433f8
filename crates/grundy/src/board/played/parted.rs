//! Moves on a board that falls into many parts, judged on their part alone: what all others are worth together is known
//! once each is.

use crate::board::{BoardGame, Split};
use crate::limits::Limits;
use crate::nimber::Nimber;
use crate::ruleset::Failure;

/// The parts of a board, and what those beside each are worth.
pub(super) struct Parted<P> {
    split: Split<P>,
    beside: Vec<Nimber>,
}

impl<P> Parted<P> {
    /// Nothing where the board does not [fall into parts](BoardGame::split), or one of them is too large to be valued.
    ///
    /// # Errors
    /// A limit.
    pub(super) fn new<G: BoardGame<Position = P>>(
        game: &mut G,
        board: &P,
        limits: &Limits,
    ) -> Result<Option<Parted<P>>, Failure> {
        let Some(split) = game.split(board) else { return Ok(None) };
        let values = split.parts.iter().map(|part| game.value(part, limits));
        let values: Vec<Nimber> = match values.collect() {
            Ok(values) => values,
            Err(Failure::Domain(_)) => return Ok(None),
            Err(failure) => return Err(failure),
        };
        let all = values.iter().fold(Nimber::ZERO, |all, &value| all ^ value);
        let beside = values.into_iter().map(|value| all ^ value).collect();
        Ok(Some(Parted { split, beside }))
    }

    /// The part on which the move with this number is, and what it must be worth after it where the board must be worth
    /// `wanted`.
    pub(super) fn of_move(&self, number: usize, wanted: Nimber) -> (&P, Nimber) {
        let part = self.split.of_moves[number];
        (&self.split.parts[part], wanted ^ self.beside[part])
    }
}
