//! What is played: one face to typed games, boards and graphs, for both ways of playing.

use std::time::Duration;

use grundy::language::Message;
use grundy::limits::Limits;
use grundy::ruleset::Failure;

use super::draw::Drawing;
use crate::language::message;
use crate::trouble::Trouble;

/// A game with the position it begins in, and all that its players need to know.
///
/// Whatever can take long takes limits; the rest answers at once.
pub(super) trait Playable: Send + 'static {
    /// Where a play has come to.
    type Position: Clone + PartialEq + Send + 'static;
    /// A move.
    type Move: Clone + Send + 'static;

    /// What the game is called, or how it was typed.
    fn title(&self) -> String;

    /// The position that was typed.
    fn start(&self) -> Self::Position;

    /// Whether whoever makes the last move loses.
    fn is_misere(&self) -> Result<bool, Failure>;

    /// Whether positions come again, so that a play may go on for ever.
    fn can_repeat(&self) -> bool {
        false
    }

    /// Whether the play has ended, and who has won.
    fn end(&mut self, at: &Self::Position, limits: &Limits) -> Result<Option<End>, Failure>;

    /// The first `most` moves with their names.
    fn moves(
        &mut self,
        at: &Self::Position,
        most: usize,
        limits: &Limits,
    ) -> Result<Listed<Self::Move>, Failure>;

    /// The position after a move.
    fn after(&mut self, at: &Self::Position, made: &Self::Move) -> Self::Position;

    /// A move as it is typed.
    fn describe(&mut self, at: &Self::Position, made: &Self::Move) -> String;

    /// A typed move, or what is wrong with it.
    fn read(
        &mut self,
        at: &Self::Position,
        text: &str,
        limits: &Limits,
    ) -> Result<Result<Self::Move, String>, Failure>;

    /// The best move: a winning one, quickly; else one that makes the game last.
    fn best(&mut self, at: &Self::Position, limits: &Limits)
    -> Result<Option<Self::Move>, Failure>;

    /// A move that does not win, where there is one, chosen by `dice`; else the best.
    fn mistaken(
        &mut self,
        at: &Self::Position,
        dice: &mut fastrand::Rng,
        limits: &Limits,
    ) -> Result<Option<Self::Move>, Failure>;

    /// Some move, found in [`A_MOMENT`].
    fn any(&mut self, at: &Self::Position) -> Option<Self::Move>;

    /// Who wins, why, and a winning move.
    fn hint(&mut self, at: &Self::Position, limits: &Limits) -> Result<Hint<Self::Move>, Failure>;

    /// The position in characters, with what a move changes.
    fn drawing(&mut self, at: &Self::Position, made: Option<&Self::Move>) -> Drawing;

    /// The position in words, a fact a line.
    fn facts(&mut self, at: &Self::Position) -> Vec<String>;

    /// How a failure is told.
    fn trouble(&self, failure: &Failure) -> Trouble;
}

/// Moves with their names.
pub(super) struct Listed<M> {
    pub(super) moves: Vec<(M, String)>,
    /// Whether there are more.
    pub(super) more: bool,
}

impl<M> Listed<M> {
    /// The first `most` of what comes.
    pub(super) fn first(most: usize, all: impl Iterator<Item = (M, String)>) -> Listed<M> {
        let mut moves: Vec<(M, String)> = all.take(most.saturating_add(1)).collect();
        let more = moves.len() > most;
        moves.truncate(most);
        Listed { moves, more }
    }
}

/// How long a move is sought where the time for a good one is over.
pub(super) const A_MOMENT: Duration = Duration::from_secs(1);

/// Whether moves are called by numbers alone, as the vertices of a path are: then a number that is typed
/// is such a name, and not a place in the list.
pub(super) fn are_numbers<M>(moves: &[(M, String)]) -> bool {
    moves.iter().any(|(_, name)| name.parse::<u64>().is_ok())
}

/// How a play has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The player to move has won or lost, and why.
    Decided { mover_wins: bool, why: Message },
    /// The same position came for the third time.
    Draw,
}

impl End {
    /// A position has been reached that wins at once.
    pub(super) fn won() -> End {
        let why = message!("the position that wins has been reached");
        End::Decided { mover_wins: false, why }
    }

    /// The player to move has no move.
    pub(super) fn stuck(misere: bool) -> End {
        let why = match misere {
            true => message!("no move is left, and the last move loses"),
            false => message!("no move is left"),
        };
        End::Decided { mover_wins: misere, why }
    }
}

/// Help for the player to move.
pub(super) struct Hint<M> {
    /// The reasons, line by line.
    pub(super) reasons: Vec<String>,
    /// A winning move.
    pub(super) made: Option<M>,
}
