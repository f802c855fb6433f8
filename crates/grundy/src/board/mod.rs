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

mod decided;
mod endings;
mod games;
mod parts;
mod played;
mod shown;
mod typed;

use std::fmt;
use std::hash::Hash;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::games::{BOARDS, find_board};
use crate::graph::{Named, Reading};
use crate::language::{Argument, Message, message};
use crate::limits::Limits;
use crate::nimber::Nimber;
use crate::rule::{RuleError, Span, nearest};
use crate::ruleset::Failure;
use crate::search::Keeping;
pub use decided::misere::MisereOutcome;
pub use decided::reasons::Reason;
pub use decided::strategy::{Strategy, Symmetry};
pub use endings::{Endings, EndingsBuilder, EndingsBytes};
pub use games::chomp::Chomp;
pub use games::coins::{Coins, Turn, Turned, Turning};
pub use games::hackenbush::{Edge, Hackenbush};
pub use games::on_grid::{OnGrid, Placed};
pub use games::poset::Poset;
pub use games::stairs::{Lane, Northcott, Staircase};
pub use games::strip::Treblecross;
pub use games::vertices::OnGraph;
pub use parts::placing::Placing;
pub use parts::polyomino::{Cells, Polyomino};
use played::opened::Opened;
pub use played::opened::{Best, Board, Numbered, SEARCHED, SeeNumbered, SeeWinning};
pub use shown::picture::{Picture, Sign, Touch};
pub use shown::sketch::{Look, Mark, Place, Sketch, drawing as draw_sketches};
pub use typed::grid::{Cell, Grid};
pub use typed::undirected::Undirected;

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

    /// A picture as whoever is not to move sees it: another one where pieces belong to the player to move or to the other.
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

    /// The game as [`reopen`] reads it, the same for all positions with the same parts; nothing if
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

/// What a position is read from.
#[derive(Clone, Copy, Debug)]
pub enum Source<'a> {
    /// A typed position; boards of a sum stand between `+`.
    Text(&'a str),
    /// A graph that was read from somewhere.
    Graph(&'a Named),
}

/// Opens a position of the game of this name, one of [`BOARDS`]. Boards of cells, rows and coins
/// may be several, joined by `+`; of games on graphs [`Sum`](crate::play::Sum) reads sums.
///
/// ```
/// use grundy::board::{Source, open};
/// use grundy::limits::Limits;
/// // Two boards with the same value are lost together.
/// let mut boards = open("chomp", Source::Text("2x3 + 2x3"))?;
/// assert!(boards.is_lost(&Limits::default())?);
/// let error = open("crram", Source::Text("3x4")).unwrap_err();
/// assert_eq!(error.help.unwrap().to_string(), "did you mean `cram`?");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first mistake, with its place in the text.
pub fn open(name: &str, source: Source<'_>) -> Result<Box<dyn Board>, RuleError> {
    let name = find_board(name).map_or(name, |entry| entry.name);
    if let Source::Text(text) = source
        && sums_graphs(name, text)
        && let Some(at) = text.find('+')
    {
        let message = message!("`+` stands between components, not in a graph");
        let help = message!("a sum of two graphs is {name}[..] + {name}[..]", name);
        return Err(RuleError::new(Span::new(at, at + 1), message).help(help).in_source(text));
    }
    match name {
        "cram" => boards(OnGrid::new(Piece::Domino), source, Grid::read),
        "chomp" => boards(Chomp::new(), source, games::chomp::read),
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
            Ok(Opened::boxed(game, vec![all]))
        }
        "hackenbush" => {
            let (game, edges) = match source {
                Source::Graph(named) => Hackenbush::of_named(named)?,
                Source::Text(text) => Hackenbush::read(text)?,
            };
            Ok(Opened::boxed(game, vec![edges]))
        }
        _ => {
            let message = message!("no game on boards is called `{name}`", name);
            let error = RuleError::new(Span::new(0, 0), message);
            Err(match nearest(name, BOARDS.iter().map(|entry| entry.name)) {
                Some(meant) => error.help(message!("did you mean `{near}`?", near = meant)),
                None => error,
            })
        }
    }
}

/// Opens the game that [`Board::saved_as`] named, at some position: for its searches.
///
/// ```
/// use grundy::board::{Source, open, reopen};
/// let cycle = open("node-kayles", Source::Text("cycle 5")).unwrap();
/// let saved = cycle.saved_as().unwrap();
/// assert_eq!(saved, "node-kayles 1 2 3 4 5 1-2 1-5 2-3 3-4 4-5");
/// assert_eq!(reopen(&saved).unwrap().saved_as(), Some(saved));
/// ```
///
/// # Errors
/// As [`open`].
pub fn reopen(saved: &str) -> Result<Box<dyn Board>, RuleError> {
    let (name, position) = saved.split_once(' ').unwrap_or((saved, "1x1"));
    open(name, Source::Text(position))
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
    Ok(Opened::boxed(game, each_board(text, read)?))
}

/// What stands between `+`.
fn each_board<T>(
    text: &str,
    mut read: impl FnMut(&str) -> Result<T, RuleError>,
) -> Result<Vec<T>, RuleError> {
    let (mut boards, mut at) = (Vec::new(), 0);
    for board in text.split('+') {
        let typed = typed::grid::from_first_row(board);
        // A mistake stands at its place in the whole text.
        let start = at + board.len() - typed.len();
        boards.push(read(typed.trim_end()).map_err(|error| {
            let span = Span::new(start + error.span.start, start + error.span.end);
            RuleError { span, source: text.to_owned(), ..error }
        })?);
        at += board.len() + 1;
    }
    Ok(boards)
}

/// Whether a position of this game is a sum of graphs of this game alone, for [`open_sum`].
///
/// ```
/// use grundy::board::is_sum_of_graphs;
/// assert!(is_sum_of_graphs("node-kayles", "path 3 + cycle 4"));
/// assert!(!is_sum_of_graphs("node-kayles", "3x4 + 2x2"));
/// ```
pub fn is_sum_of_graphs(name: &str, text: &str) -> bool {
    sums_graphs(name, text) && !text.contains('[')
}

/// Most vertices, elements or edges of the graphs of a sum in misère play.
const MOST_TOGETHER: usize = 1 << 10;

/// Opens a [sum of graphs](is_sum_of_graphs) as boards of one game, which misère play needs: there values do not add up. The
/// graphs are told apart, also where their vertices have the same names.
///
/// ```
/// use grundy::board::open_sum;
/// use grundy::limits::Limits;
/// let mut sum = open_sum("node-kayles", "path 1 + path 1").unwrap();
/// sum.play_misere().unwrap();
/// assert_eq!((sum.show(), sum.is_lost(&Limits::default())), ("1 + 1".to_owned(), Ok(false)));
/// ```
///
/// # Errors
/// The first mistake, with its place in the text.
pub fn open_sum(name: &str, text: &str) -> Result<Box<dyn Board>, RuleError> {
    let name = find_board(name).map_or(name, |entry| entry.name);
    // Each is searched with all others, so that there is no use for many.
    let mut together = 0;
    let mut few = |size: usize, board: &str| match together > 0 && together + size > MOST_TOGETHER {
        true => {
            let message = message!(
                "the graphs of a misère sum have at most {most} parts",
                most = MOST_TOGETHER
            );
            Err(RuleError::new(Span::new(0, board.len()), message))
        }
        false => {
            together += size;
            Ok(())
        }
    };
    // Whatever one has, the next has after it.
    let ranges = |sizes: &[usize]| -> Vec<Vec<u32>> {
        let mut next = 0;
        let range = |&size: &usize| {
            let first = next;
            next += size as u32;
            (first..next).collect()
        };
        sizes.iter().map(range).collect()
    };
    let mut kayles = |piece| {
        let graphs = each_board(text, |board| {
            let graph = Undirected::read(board)?;
            few(graph.len(), board).map(|()| graph)
        })?;
        let boards = ranges(&graphs.iter().map(Undirected::len).collect::<Vec<_>>());
        let all = graphs.into_iter().fold(Undirected::default(), Undirected::beside);
        Ok(Opened::boxed(OnGraph::new(piece, all), boards))
    };
    match name {
        "node-kayles" if is_sum_of_graphs(name, text) => kayles(Piece::Stone),
        "arc-kayles" if is_sum_of_graphs(name, text) => kayles(Piece::Domino),
        "poset" => {
            let orders = each_board(text, |board| {
                let order = Poset::read(board)?;
                few(order.all().len(), board).map(|()| order)
            })?;
            let boards = ranges(&orders.iter().map(|order| order.all().len()).collect::<Vec<_>>());
            let all = orders.into_iter().reduce(Poset::beside);
            let all = all.ok_or_else(|| {
                RuleError::new(Span::new(0, 0), message!("there is no board here"))
            })?;
            Ok(Opened::boxed(all, boards))
        }
        "hackenbush" => {
            let (mut all, mut boards) = (None::<Hackenbush>, Vec::new());
            let games = each_board(text, |board| {
                let (game, edges) = Hackenbush::read(board)?;
                few(edges.len(), board).map(|()| (game, edges))
            })?;
            for (game, edges) in games {
                let (game, edges) = match all {
                    None => (game, edges),
                    Some(all) => all.beside(game, edges),
                };
                all = Some(game);
                boards.push(edges);
            }
            let all = all.ok_or_else(|| {
                RuleError::new(Span::new(0, 0), message!("there is no board here"))
            })?;
            Ok(Opened::boxed(all, boards))
        }
        _ => open(name, Source::Text(text)),
    }
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
    Ok(Opened::boxed(game, vec![all]))
}

/// Whether a position of this game is a sum, each of whose boards is a graph of its own: `path 3 + cycle 4`.
/// [`Sum`](crate::play::Sum) reads such sums, [`open`] does not.
pub(crate) fn sums_graphs(name: &str, text: &str) -> bool {
    let on_graphs = match name {
        "node-kayles" | "arc-kayles" => !is_grid(text),
        name => matches!(name, "poset" | "hackenbush"),
    };
    on_graphs && text.contains('+')
}

/// How a graph is to be read for the game of this name: in Hackenbush edges may be repeated and loops.
pub fn reading(name: &str) -> Reading {
    let counts_edges = name == "hackenbush";
    Reading { self_loops: counts_edges, repeats: counts_edges, ..Reading::default() }
}

fn graph_of(named: &Named) -> Result<Undirected, RuleError> {
    Undirected::of_named(named).ok_or_else(|| {
        RuleError::new(Span::new(0, 0), message!("this graph has too many vertices"))
    })
}

/// What stands between the sides of a board.
const BY: [char; 4] = ['x', 'X', '×', '*'];

/// Whether a text means cells: `3x4`, or only the signs of rows.
fn is_grid(text: &str) -> bool {
    let cells = text.contains('#') || text.trim().chars().all(|sign| "./ ".contains(sign));
    let sides = text.contains(BY) && text.contains(|sign: char| sign.is_ascii_digit());
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

/// What a position is shown as, and typed as, in which nothing is left.
pub(crate) const NOTHING: &str = "nothing";

/// What a move leaves is shown whole up to so many vertices, elements or edges, and counted beyond.
const MOST_SHOWN: usize = 120;

/// The words of a position.
fn or_nothing(words: &[impl AsRef<str>]) -> String {
    match words {
        [] => NOTHING.to_owned(),
        words => words.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(" "),
    }
}

/// What a move leaves, to be said beside it.
fn left(shown: String) -> Argument {
    match shown == NOTHING {
        true => Argument::Message(message!("nothing")),
        false => Argument::Text(shown),
    }
}

fn part_too_large(most: u32, what: &Message) -> Failure {
    Failure::Domain(message!(
        "a connected part of a board may have at most {most} {what}",
        most,
        what
    ))
}
