//! Misère play on boards: whoever makes the last move loses.
//!
//! No value of a part helps here, so whole positions are searched, by the definition
//! ([`Misere`](crate::search::Misere)): sums of connected parts, each in one form for all its images.
//! Only small boards are within reach; how many positions are remembered is up to the limits.
//!
//! Games that know something better have a [`MisereOutcome`]: theory, a table, or parts as words, of which
//! the same search looks at many more.

use std::ops::ControlFlow;

use crate::board::BoardGame;
use crate::limits::Limits;
use crate::outcome::Outcome;
use crate::ruleset::{Failure, Ruleset};
use crate::search::Misere;

/// What tells sooner than the definition who wins in misère play. What it finds is remembered.
///
/// ```
/// use grundy::board::{BoardGame, Grid, OnGrid, Piece};
/// use grundy::limits::Limits;
/// let cram = OnGrid::new(Piece::Domino);
/// let mut judge = cram.misere_outcome().unwrap();
/// // There is room for one domino, so whoever places it loses.
/// assert_eq!(judge.is_lost(&[Grid::read("1x3")?], &Limits::default())?, Some(true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait MisereOutcome<P> {
    /// Whether the player to move loses a sum of boards; nothing if it cannot tell.
    ///
    /// # Errors
    /// As [`BoardGame::value`].
    fn is_lost(&mut self, boards: &[P], limits: &Limits) -> Result<Option<bool>, Failure>;
}

/// Who wins a game on boards in misère play, by what the game has for it or by the definition.
pub(in crate::board) struct Judge<'a, G: BoardGame> {
    sooner: Option<Box<dyn MisereOutcome<G::Position> + 'a>>,
    definition: Misere<Parts<'a, G>>,
}

impl<'a, G: BoardGame> Judge<'a, G> {
    pub(in crate::board) fn new(game: &'a G) -> Judge<'a, G> {
        Judge { sooner: game.misere_outcome(), definition: Misere::new(Parts(game)) }
    }

    /// Whether the player to move loses a sum of boards.
    pub(in crate::board) fn is_lost(
        &mut self,
        boards: &[G::Position],
        limits: &Limits,
    ) -> Result<bool, Failure> {
        if let Some(sooner) = &mut self.sooner
            && let Some(lost) = sooner.is_lost(boards, limits)?
        {
            return Ok(lost);
        }
        let parts = Parts(self.definition.ruleset().0);
        let parts: Vec<G::Position> = boards.iter().flat_map(|board| parts.of(board)).collect();
        Ok(self.definition.outcome(&parts, limits)? == Outcome::P)
    }
}

/// A game on boards as a ruleset whose components are connected parts.
pub(in crate::board) struct Parts<'a, G>(pub(in crate::board) &'a G);

impl<G: BoardGame> Parts<'_, G> {
    /// The components of a board.
    pub(in crate::board) fn of(&self, board: &G::Position) -> Vec<G::Position> {
        // A game that is over is over as a whole.
        match self.0.is_over(board) {
            true => vec![board.clone()],
            false => self.0.apart(board).into_iter().map(|part| self.0.alike(part)).collect(),
        }
    }
}

impl<G: BoardGame> Ruleset for Parts<'_, G> {
    type Component = G::Position;

    fn options(
        &self,
        from: &G::Position,
        limits: &Limits,
        see: &mut dyn FnMut(&[G::Position]) -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        for made in self.0.moves(from) {
            // Each takes as long as the board is large, and many may leave the same.
            limits.check()?;
            if see(&self.of(&self.0.after(from, &made))).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn is_over(&self, board: &G::Position, _: &Limits) -> Result<bool, Failure> {
        Ok(self.0.is_over(board))
    }

    fn is_end_lost(&self) -> bool {
        // Whoever makes the last move loses, also where it is the one that would win.
        true
    }

    fn owned_bytes(&self, board: &G::Position) -> u64 {
        self.0.owned_bytes(board)
    }

    fn describe(&self, board: &G::Position) -> String {
        self.0.show(board)
    }
}
