//! Games on boards: positions as they are typed, values by search or by theory, and every winning
//! move as it looks on the board.
//!
//! A game that has to be searched is a [`Ruleset`](crate::ruleset::Ruleset) whose components are
//! canonical parts of a board ([`Placing`] on [polyominoes](Polyomino), for instance), so that the
//! pruned search of [`search`](crate::search) holds many of them; [`BoardGame`] is the face of a
//! game with whole positions, from which the definition can be read without any theory.
//!
//! ```
//! use grundy::board::{Source, open};
//! use grundy::limits::Limits;
//! use grundy::nimber::Nimber;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut board = open("cram", Source::Text("3x4"))?;
//! assert_eq!(board.value(&Limits::default())?, Nimber(1));
//! # Ok(())
//! # }
//! ```

mod chomp;
mod coins;
mod grid;
mod hackenbush;
mod placing;
mod polyomino;
mod poset;
mod stairs;
mod strip;
mod takings;
mod undirected;
mod vertices;

use std::hash::Hash;
use std::ops::ControlFlow;

use crate::games::find_board;
use crate::graph::Named;
use crate::language::{Message, message};
use crate::limits::Limits;
use crate::nimber::Nimber;
use crate::rule::{RuleError, Span};
use crate::ruleset::Failure;
pub use chomp::Chomp;
pub use coins::{Coins, Turning};
pub use grid::{Cell, Grid};
pub use hackenbush::{Edge, Hackenbush};
pub use placing::{OnGrid, Placed, Placing};
pub use polyomino::{Cells, Polyomino};
pub use poset::Poset;
pub use stairs::{Lane, Northcott, Staircase};
pub use strip::Treblecross;
pub use undirected::Undirected;
pub use vertices::OnGraph;

/// A game on whole boards. [`BoardGame::moves`] and [`BoardGame::after`] are its definition.
pub trait BoardGame {
    /// A whole board.
    type Position: Clone + Eq + Hash;
    /// A move on it.
    type Move;

    /// Every move.
    fn moves(&self, position: &Self::Position) -> Vec<Self::Move>;

    /// The board after a move.
    fn after(&self, position: &Self::Position, made: &Self::Move) -> Self::Position;

    /// The board as it is typed.
    fn show(&self, position: &Self::Position) -> String;

    /// A move as it looks on the board.
    fn show_move(&self, position: &Self::Position, made: &Self::Move) -> String;

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

    /// Values that the position is proved not to have, as far as a search that was stopped came.
    fn excluded(&self, _position: &Self::Position) -> Vec<u8> {
        Vec::new()
    }
}

/// A game opened with a sum of boards.
struct Opened<G: BoardGame> {
    game: G,
    boards: Vec<G::Position>,
}

/// A position on boards, of any game.
pub trait Board {
    /// The position as it is typed.
    fn show(&self) -> String;

    /// Its value in normal play.
    ///
    /// # Errors
    /// As [`BoardGame::value`].
    fn value(&mut self, limits: &Limits) -> Result<Nimber, Failure>;

    /// Whether the player to move loses.
    ///
    /// # Errors
    /// As [`BoardGame::value`].
    fn is_lost(&mut self, limits: &Limits) -> Result<bool, Failure>;

    /// Shows every winning move as it looks on the board, until `see` breaks.
    ///
    /// # Errors
    /// As [`BoardGame::value`].
    fn each_winning_move(
        &mut self,
        limits: &Limits,
        see: &mut dyn FnMut(String) -> ControlFlow<()>,
    ) -> Result<(), Failure>;

    /// Values that a stopped search has excluded.
    fn excluded(&self) -> Vec<u8>;
}

impl<G: BoardGame> Board for Opened<G> {
    fn show(&self) -> String {
        let shown: Vec<String> = self.boards.iter().map(|board| self.game.show(board)).collect();
        shown.join(" + ")
    }

    fn value(&mut self, limits: &Limits) -> Result<Nimber, Failure> {
        let mut value = Nimber::ZERO;
        for board in &self.boards {
            value ^= self.game.value(board, limits)?;
        }
        Ok(value)
    }

    fn is_lost(&mut self, limits: &Limits) -> Result<bool, Failure> {
        match &self.boards[..] {
            [board] => self.game.is_lost(board, limits),
            _ => Ok(self.value(limits)? == Nimber::ZERO),
        }
    }

    fn each_winning_move(
        &mut self,
        limits: &Limits,
        see: &mut dyn FnMut(String) -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        let single = self.boards.len() == 1;
        let sum = if single { Nimber::ZERO } else { self.value(limits)? };
        for board in &self.boards {
            // What the board must be worth after the move.
            let want = if single { sum } else { sum ^ self.game.value(board, limits)? };
            for made in self.game.moves(board) {
                let after = self.game.after(board, &made);
                let wins = match want {
                    Nimber::ZERO => self.game.is_lost(&after, limits)?,
                    _ => self.game.value(&after, limits)? == want,
                };
                if wins && see(self.game.show_move(board, &made)).is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn excluded(&self) -> Vec<u8> {
        match &self.boards[..] {
            [board] => self.game.excluded(board),
            _ => Vec::new(),
        }
    }
}

/// What a position is read from.
#[derive(Clone, Copy, Debug)]
pub enum Source<'a> {
    /// A typed position; boards of a sum stand between `+`.
    Text(&'a str),
    /// A graph that was read from somewhere.
    Graph(&'a Named),
}

/// Opens a position of the game of this name, one of [`BOARDS`](crate::games::BOARDS).
///
/// # Errors
/// The first mistake, with its place in the text.
pub fn open(name: &str, source: Source<'_>) -> Result<Box<dyn Board>, RuleError> {
    let name = find_board(name).map_or(name, |entry| entry.name);
    match name {
        "cram" => boards(OnGrid::new(Piece::Domino), source, Grid::read),
        "chomp" => boards(Chomp::new(), source, chomp::read),
        "node-kayles" => kayles(Piece::Stone, source),
        "arc-kayles" => kayles(Piece::Domino, source),
        "turning-turtles" => coins(Coins::row(Turning::Turtles), source),
        "mock-turtles" => coins(Coins::row(Turning::MockTurtles), source),
        "ruler" => coins(Coins::row(Turning::Ruler), source),
        "turning-corners" => coins(Coins::product(Turning::Turtles, Turning::Turtles), source),
        "turtles-by-ruler" => coins(Coins::product(Turning::Turtles, Turning::Ruler), source),
        "mock-turtles-by-ruler" => {
            coins(Coins::product(Turning::MockTurtles, Turning::Ruler), source)
        }
        "treblecross" => boards(Treblecross::new(), source, Treblecross::read),
        "staircase" => boards(Staircase, source, Staircase::read),
        "northcott" => boards(Northcott, source, Northcott::read),
        "poset" => {
            let game = match source {
                Source::Graph(named) => Poset::of_named(named)?,
                Source::Text(text) => Poset::read(text)?,
            };
            let all = game.all();
            Ok(Box::new(Opened { game, boards: vec![all] }))
        }
        "hackenbush" => {
            let (game, edges) = match source {
                Source::Graph(named) => Hackenbush::of_named(named)?,
                Source::Text(text) => Hackenbush::read(text)?,
            };
            Ok(Box::new(Opened { game, boards: vec![edges] }))
        }
        _ => Err(RuleError::new(
            Span::new(0, 0),
            message!("no game on boards is called `{name}`", name),
        )),
    }
}

/// Boards that are typed.
fn boards<G: BoardGame + 'static>(
    game: G,
    source: Source<'_>,
    read: impl Fn(&str) -> Result<G::Position, RuleError>,
) -> Result<Box<dyn Board>, RuleError> {
    let Source::Text(text) = source else {
        let error = RuleError::new(Span::new(0, 0), message!("this game is not played on a graph"));
        return Err(error);
    };
    let mut boards = Vec::new();
    let mut at = 0;
    for board in text.split('+') {
        // A mistake stands at its place in the whole text.
        let start = at + board.len() - board.trim_start().len();
        boards.push(read(board.trim()).map_err(|error| {
            let span = Span::new(start + error.span.start, start + error.span.end);
            RuleError { span, source: text.to_owned(), ..error }
        })?);
        at += board.len() + 1;
    }
    Ok(Box::new(Opened { game, boards }))
}

fn coins(game: Coins, source: Source<'_>) -> Result<Box<dyn Board>, RuleError> {
    boards(game, source, |text| game.read(text))
}

/// Node Kayles and Arc Kayles: on a grid or on a graph.
fn kayles(piece: Piece, source: Source<'_>) -> Result<Box<dyn Board>, RuleError> {
    let graph = match source {
        Source::Graph(named) => graph_of(named)?,
        Source::Text(text) if is_grid(text) => {
            return boards(OnGrid::new(piece), source, Grid::read);
        }
        Source::Text(text) => Undirected::read(text)?,
    };
    let game = OnGraph::new(piece, graph);
    let all = (0..game.graph().len() as u32).collect();
    Ok(Box::new(Opened { game, boards: vec![all] }))
}

fn graph_of(named: &Named) -> Result<Undirected, RuleError> {
    Undirected::of_named(named).ok_or_else(|| {
        RuleError::new(Span::new(0, 0), message!("this graph has too many vertices"))
    })
}

/// Whether a text means cells: `3x4`, or only the signs of rows.
fn is_grid(text: &str) -> bool {
    let cells = text.contains('#') || text.trim().chars().all(|sign| "./".contains(sign));
    let sides = text.contains(['x', 'X', '×']) && text.contains(|sign: char| sign.is_ascii_digit());
    cells || sides && !text.contains('-')
}

/// What is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Takes a cell and its neighbours.
    Stone,
    /// Takes two neighbours.
    Domino,
}

impl Piece {
    /// Cells without which a connected part has no move.
    fn least_cells(self) -> u32 {
        match self {
            Piece::Stone => 1,
            Piece::Domino => 2,
        }
    }
}

fn part_too_large(most: u32, what: &Message) -> Failure {
    Failure::Domain(message!(
        "a connected part of a board may have at most {most} {what}",
        most,
        what
    ))
}
