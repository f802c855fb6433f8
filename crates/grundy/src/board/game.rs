//! What a game says of its boards.

use std::fmt;
use std::hash::Hash;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::decided::misere::MisereOutcome;
use super::decided::strategy::Strategy;
use super::endings::Endings;
use super::shown::picture::Picture;
use super::shown::sketch::{Mark, Sketch};
use crate::language::{Message, message};
use crate::limits::Limits;
use crate::nimber::Nimber;
use crate::ruleset::Failure;
use crate::search::Keeping;

/// Shown moves with their numbers until it breaks.
pub type SeeMove<'a, M> = dyn FnMut(usize, M) -> ControlFlow<()> + 'a;

/// A game on whole boards. [`BoardGame::moves`] and [`BoardGame::after`] are its definition. Games on graphs and orders
/// panic at positions with places that they do not have.
pub trait BoardGame: Send + Sync {
    /// A whole board.
    type Position: Clone + Eq + Hash + Ord + fmt::Debug + Send + Sync;
    /// A move on it.
    type Move: PartialEq;

    /// Every move, one after another: there may be billions.
    fn moves<'a>(
        &self,
        position: &'a Self::Position,
    ) -> impl Iterator<Item = Self::Move> + use<'a, Self>;

    /// The board after a move.
    fn after(&self, position: &Self::Position, made: &Self::Move) -> Self::Position;

    /// Bytes that a board owns besides its own size, so that limits on memory count them.
    fn owned_bytes(&self, position: &Self::Position) -> u64;

    /// The board as it is typed.
    fn show(&self, position: &Self::Position) -> String;

    /// A move as it looks on the board.
    fn show_move(&self, position: &Self::Position, made: &Self::Move) -> Message;

    /// The board as it is drawn.
    fn sketch(&self, position: &Self::Position) -> Sketch;

    /// What a move touches of the [sketch](BoardGame::sketch).
    fn mark(&self, position: &Self::Position, made: &Self::Move) -> Mark;

    /// What a move is called, in few words; different moves have different names.
    fn name_move(&self, position: &Self::Position, made: &Self::Move) -> Message;

    /// The board in characters, with what a move touches if one is given.
    fn picture(&self, position: &Self::Position, made: Option<&Self::Move>) -> Picture;

    /// A picture as whoever is not to move sees it: another one where pieces belong to the player to move or to the
    /// other.
    fn turned(&self, picture: Picture) -> Picture {
        picture
    }

    /// Whether the game has ended here on the spot, whatever other boards there are.
    fn is_over(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Whether a move ends the game on the spot, whatever other boards there are.
    fn wins_at_once(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Whether positions can come again, so that the game need not end unless the winner sees to it:
    /// by leaving few moves.
    fn can_repeat(&self) -> bool {
        false
    }

    /// The board as it stands after a move on another one of a sum.
    fn passed(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// The boards that a board falls into: together they have the same moves.
    fn apart(&self, position: &Self::Position) -> Vec<Self::Position> {
        vec![position.clone()]
    }

    /// Boards that are together worth as much, each as small as theory makes it.
    fn parts(&self, position: &Self::Position) -> Vec<Self::Position> {
        self.apart(position)
    }

    /// The parts that a large board falls into, if the moves on it are better judged part by part, and of each of the
    /// [moves](BoardGame::moves) the part on which it is; it is one of the moves on that. Nothing else.
    fn split(&self, _position: &Self::Position) -> Option<Split<Self::Position>> {
        None
    }

    /// One board for all that are its images.
    fn alike(&self, position: Self::Position) -> Self::Position {
        position
    }

    /// About how many steps it takes to look whether a board is its own image.
    fn work(&self, position: &Self::Position) -> u64 {
        self.owned_bytes(position)
    }

    /// What decides who wins in normal play without search, if something does.
    fn strategy(&self, _position: &Self::Position) -> Option<Strategy<Self::Move>> {
        None
    }

    /// Whether values are searched; else theory gives them.
    fn is_searched(&self) -> bool {
        false
    }

    /// Makes ready to value what moves on a position lead to, where that helps.
    ///
    /// # Errors
    /// As [`BoardGame::value`].
    fn prepare(&mut self, _position: &Self::Position, _limits: &Limits) -> Result<(), Failure> {
        Ok(())
    }

    /// The value of a position in normal play.
    ///
    /// # Errors
    /// [`Failure::Stop`] where a limit stops a search, [`Failure::Domain`] for a board that is too
    /// large.
    fn value(&mut self, position: &Self::Position, limits: &Limits) -> Result<Nimber, Failure>;

    /// Whether the player to move loses.
    ///
    /// # Errors
    /// As [`BoardGame::value`].
    fn is_lost(&mut self, position: &Self::Position, limits: &Limits) -> Result<bool, Failure> {
        Ok(self.value(position, limits)? == Nimber::ZERO)
    }

    /// What tells sooner than the definition who wins in misère play, if something does.
    fn misere_outcome(&self) -> Option<Box<dyn MisereOutcome<Self::Position> + '_>> {
        None
    }

    /// Shows the moves after which the position is worth `wanted`, with their numbers in the order of
    /// [`BoardGame::moves`], until `see` breaks, and how many moves there were up to then, where theory
    /// tells without the positions after all of them. Nothing where it does not. Only of games that never end
    /// on the spot.
    ///
    /// # Errors
    /// As [`BoardGame::value`].
    fn each_move_to(
        &self,
        _position: &Self::Position,
        _wanted: Nimber,
        _limits: &Limits,
        _see: &mut SeeMove<'_, Self::Move>,
    ) -> Result<Option<usize>, Failure> {
        Ok(None)
    }

    /// Values that the position is proved not to have, as far as a search that was stopped came.
    fn excluded(&self, _position: &Self::Position) -> Vec<u8> {
        Vec::new()
    }

    /// The game as [`reopen`](super::reopen) reads it, the same for all positions with the same parts; nothing if
    /// it is not searched, or has nothing that is worth to be kept.
    fn saved_as(&self) -> Option<String> {
        None
    }

    /// Lets searches look small parts up from now on; what they knew is forgotten.
    ///
    /// # Errors
    /// The endings are of another game, or this game has none.
    fn use_endings(&mut self, _endings: Arc<Endings>) -> Result<(), Message> {
        Err(message!("endings are there for Cram and Node Kayles on cells only"))
    }

    /// The searches of the game, of which each has words of another length.
    fn searches(&mut self) -> Vec<&mut dyn Keeping> {
        Vec::new()
    }
}

/// A board that falls into parts, as [`BoardGame::split`] tells.
#[derive(Clone, Debug)]
pub struct Split<P> {
    /// The parts: together they have the moves of the board.
    pub parts: Vec<P>,
    /// Of each move the number of its part.
    pub of_moves: Vec<usize>,
}
