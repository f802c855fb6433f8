//! What is asked of a position on boards, whatever the game.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::board::Picture;
use crate::board::decided::reasons::Reason;
use crate::board::decided::strategy::Strategy;
use crate::board::endings::Endings;
use crate::board::shown::sketch::Mark;
use crate::drawing::Drawing;
use crate::language::Message;
use crate::limits::Limits;
use crate::nimber::Nimber;
use crate::outcome::Outcome;
use crate::ruleset::Failure;
use crate::search::Keeping;

/// A winning move.
#[derive(Clone, Debug, PartialEq)]
pub struct Winning {
    /// How it looks on the board.
    pub text: Message,
    /// The number of its board in the sum, from 0.
    pub board: usize,
    /// Which places it touches.
    pub mark: Mark,
}

/// A move of a sum of boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbered {
    /// Its number in the order of [`Board::each_move`].
    pub number: usize,
    /// What it is called, in few words: `row 2, column 3`.
    pub name: Message,
    /// How it is listed among moves that win, with the board that it leaves.
    pub shown: Message,
}

/// A good move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Best {
    /// Its number in the order of [`Board::each_move`].
    pub number: usize,
    /// Who wins after it, as far as that is known.
    pub leaves: Option<Outcome>,
    /// How many moves are made after it when the winner hurries and the loser delays, where all
    /// positions could be searched.
    pub lasts: Option<u32>,
}

/// Shown moves until it breaks.
pub type SeeNumbered<'a> = dyn FnMut(Numbered) -> ControlFlow<()> + 'a;

/// Shown winning moves until it breaks: their numbers in the order of [`Board::each_move`], and what says how
/// each looks, for there may be many more than are looked at.
pub type SeeWinning<'a> = dyn FnMut(usize, &dyn Fn() -> Winning) -> ControlFlow<()> + 'a;

/// Positions that are looked at for the length of a game, where nothing else is said: [`Board::length`],
/// [`Board::best`].
pub const SEARCHED: usize = 20_000;

/// A position on boards, of any game.
///
/// ```
/// use std::ops::ControlFlow;
/// use grundy::board::{Source, open};
/// use grundy::limits::Limits;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut board = open("chomp", Source::Text("2,2"))?;
/// let mut winning = Vec::new();
/// board.each_winning_move(&Limits::default(), &mut |number, made| {
///     winning.push((number, made().text.to_string()));
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(winning.len(), 1);
/// board.make(winning[0].0);
/// assert_eq!(board.show(), "2,1");
/// assert!(board.is_lost(&Limits::default())?);
/// # Ok(())
/// # }
/// ```
pub trait Board: fmt::Debug + Send + Sync {
    /// The position as it is typed.
    fn show(&self) -> String;

    /// How many boards there are.
    fn boards(&self) -> usize;

    /// The boards in characters, one after the other; of a move, by its number, with what it touches. Pieces of two
    /// colours keep those that they had before any move was made, whoever is to move.
    fn pictures(&self, made: Option<usize>) -> Vec<Picture>;

    /// A picture of the position with moves on it; nothing if it is too large for one.
    fn drawing(&self, title: &str, moves: &[Winning]) -> Option<Drawing>;

    /// Plays misère from now on: whoever makes the last move loses.
    ///
    /// # Errors
    /// [`Failure::Domain`] for a game that need not end then.
    fn play_misere(&mut self) -> Result<(), Failure>;

    /// Whether whoever makes the last move loses.
    fn is_misere(&self) -> bool;

    /// Its value in normal play.
    ///
    /// # Errors
    /// As [`BoardGame::value`](crate::board::BoardGame::value); [`Failure::Domain`] in misère play, where there are no
    /// values.
    fn value(&mut self, limits: &Limits) -> Result<Nimber, Failure>;

    /// The boards as they are typed, with their values.
    ///
    /// # Errors
    /// As [`BoardGame::value`](crate::board::BoardGame::value).
    fn values(&mut self, limits: &Limits) -> Result<Vec<(String, Nimber)>, Failure>;

    /// Whether the player to move loses.
    ///
    /// # Errors
    /// As [`BoardGame::value`](crate::board::BoardGame::value).
    fn is_lost(&mut self, limits: &Limits) -> Result<bool, Failure>;

    /// What decides a single board without search, in normal play, with moves as they are called.
    fn strategy(&self) -> Option<Strategy<Message>>;

    /// Why the position is worth what it is worth in normal play, part by part.
    ///
    /// # Errors
    /// A limit that was reached.
    fn reasons(&mut self, limits: &Limits) -> Result<Vec<Reason>, Failure>;

    /// Whether values are searched; else theory gives them.
    fn is_searched(&self) -> bool;

    /// Shows every winning move until `see` breaks, one after another: none is kept.
    ///
    /// # Errors
    /// As [`BoardGame::value`](crate::board::BoardGame::value); that a board is too large after some move is told when
    /// all others were shown.
    fn each_winning_move(
        &mut self,
        limits: &Limits,
        see: &mut SeeWinning<'_>,
    ) -> Result<(), Failure>;

    /// A winning move, with its number, if there is one: that with which a strategy begins, which takes no search,
    /// else the first of all.
    ///
    /// # Errors
    /// As [`BoardGame::value`](crate::board::BoardGame::value).
    fn a_winning_move(&mut self, limits: &Limits) -> Result<Option<(usize, Winning)>, Failure>;

    /// Shows every move that wins in normal play beside a heap of Nim of this size, as
    /// [`Board::each_winning_move`] does without one.
    ///
    /// # Errors
    /// As [`BoardGame::value`](crate::board::BoardGame::value).
    fn each_move_beside(
        &mut self,
        heap: Nimber,
        limits: &Limits,
        see: &mut SeeWinning<'_>,
    ) -> Result<(), Failure>;

    /// Whether the game has been won on the spot (three in a row).
    fn is_over(&self) -> bool;

    /// Whether the player to move can win on the spot, whatever else there is.
    fn wins_at_once(&self) -> bool;

    /// Shows every move with its name, until `see` breaks; none when the game is over.
    fn each_move(&self, see: &mut SeeNumbered<'_>);

    /// What the move with this number is called; nothing if there is none.
    fn name(&self, number: usize) -> Option<Message>;

    /// Makes the move with this number; false if there is none.
    fn make(&mut self, number: usize) -> bool;

    /// Passes a move that was made elsewhere in a sum; it is taken back like one that was made here.
    fn pass(&mut self);

    /// Takes the last move back; false if none was made.
    fn take_back(&mut self) -> bool;

    /// Who wins, and in how many moves when the winner hurries and the loser delays, by the
    /// definition; nothing if more than `most` positions would be looked at, or a game need not end.
    ///
    /// # Errors
    /// A limit that was reached.
    fn length(&mut self, most: usize, limits: &Limits) -> Result<Option<(Outcome, u32)>, Failure>;

    /// The best move: of the winning ones the quickest, in a lost position the one after which the game lasts longest,
    /// if no more than `most` positions are there to be looked at. Else a winning move, or where there is none the one
    /// of the first 256 moves that leaves most moves, as far as they are counted, up to 65536. Nothing if there is no
    /// move.
    ///
    /// # Errors
    /// As [`BoardGame::value`](crate::board::BoardGame::value).
    fn best(&mut self, most: usize, limits: &Limits) -> Result<Option<Best>, Failure>;

    /// Values that a stopped search has excluded.
    fn excluded(&self) -> Vec<u8>;

    /// The game alone, for answers that are kept; see [`BoardGame::saved_as`](crate::board::BoardGame::saved_as).
    fn saved_as(&self) -> Option<String>;

    /// Lets searches look small parts up from now on; see
    /// [`BoardGame::use_endings`](crate::board::BoardGame::use_endings).
    ///
    /// # Errors
    /// The endings are of another game, or this game has none, or play is misère.
    fn use_endings(&mut self, endings: Arc<Endings>) -> Result<(), Message>;

    /// The searches, whose findings may be kept.
    fn searches(&mut self) -> Vec<&mut dyn Keeping>;
}
