//! From the name of a game and what is typed, or a graph that was read, to boards.

use super::game::BoardGame;
use super::games::chomp::{self, Chomp};
use super::games::coins::{Coins, Turning};
use super::games::hackenbush::Hackenbush;
use super::games::northcott::Northcott;
use super::games::on_grid::OnGrid;
use super::games::poset::Poset;
use super::games::staircase::Staircase;
use super::games::strip::Treblecross;
use super::games::vertices::OnGraph;
use super::parts::placing::Piece;
use super::played::board::Board;
use super::played::opened::Opened;
use super::sums::sums_graphs;
use super::typed::grid::{Grid, from_first_row, is_grid};
use super::typed::undirected::Undirected;
use crate::games::{BOARDS, find_board};
use crate::graph::{Named, Reading};
use crate::language::message;
use crate::rule::{RuleError, Span, nearest};

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
pub(super) fn each_board<T>(
    text: &str,
    mut read: impl FnMut(&str) -> Result<T, RuleError>,
) -> Result<Vec<T>, RuleError> {
    let (mut boards, mut at) = (Vec::new(), 0);
    for board in text.split('+') {
        let typed = from_first_row(board);
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

/// Whether the game of this name may be played on a graph, as [`Source::Graph`] gives it.
pub fn takes_graph(name: &str) -> bool {
    matches!(name, "node-kayles" | "arc-kayles" | "poset" | "hackenbush")
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
