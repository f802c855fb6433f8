//! Sums of graphs of one game: which texts are, and how misère play has them.

use super::games::hackenbush::Hackenbush;
use super::games::poset::Poset;
use super::games::vertices::OnGraph;
use super::open::{Source, each_board, open};
use super::parts::placing::Piece;
use super::played::board::Board;
use super::played::opened::Opened;
use super::typed::grid::is_grid;
use super::typed::undirected::Undirected;
use crate::games::find_board;
use crate::language::message;
use crate::rule::{RuleError, Span};

/// Whether a position of this game is a sum, each of whose boards is a graph of its own: `path 3 + cycle 4`.
/// [`Sum`](crate::play::Sum) reads such sums, [`open`] does not.
pub(crate) fn sums_graphs(name: &str, text: &str) -> bool {
    let on_graphs = match name {
        "node-kayles" | "arc-kayles" => !is_grid(text),
        name => matches!(name, "poset" | "hackenbush"),
    };
    on_graphs && text.contains('+')
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

/// Opens a [sum of graphs](is_sum_of_graphs) as boards of one game, which misère play needs: there values do not add
/// up. The graphs are told apart, also where their vertices have the same names.
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
    match name {
        "node-kayles" if is_sum_of_graphs(name, text) => kayles(Piece::Stone, text),
        "arc-kayles" if is_sum_of_graphs(name, text) => kayles(Piece::Domino, text),
        "poset" => orders(text),
        "hackenbush" => hackenbush(text),
        _ => open(name, Source::Text(text)),
    }
}

fn kayles(piece: Piece, text: &str) -> Result<Box<dyn Board>, RuleError> {
    let mut together = Together::default();
    let graphs = each_board(text, |board| {
        let graph = Undirected::read(board)?;
        together.add(graph.len(), board).map(|()| graph)
    })?;
    let boards = numbered(graphs.iter().map(Undirected::len));
    let all = graphs.into_iter().fold(Undirected::default(), Undirected::beside);
    Ok(Opened::boxed(OnGraph::new(piece, all), boards))
}

fn orders(text: &str) -> Result<Box<dyn Board>, RuleError> {
    let mut together = Together::default();
    let orders = each_board(text, |board| {
        let order = Poset::read(board)?;
        together.add(order.all().len(), board).map(|()| order)
    })?;
    let boards = numbered(orders.iter().map(|order| order.all().len()));
    let all = orders.into_iter().reduce(Poset::beside).ok_or_else(no_board)?;
    Ok(Opened::boxed(all, boards))
}

fn hackenbush(text: &str) -> Result<Box<dyn Board>, RuleError> {
    let mut together = Together::default();
    let games = each_board(text, |board| {
        let (game, edges) = Hackenbush::read(board)?;
        together.add(edges.len(), board).map(|()| (game, edges))
    })?;
    let (mut all, mut boards) = (None::<Hackenbush>, Vec::new());
    for (game, edges) in games {
        let (game, edges) = match all {
            None => (game, edges),
            Some(all) => all.beside(game, edges),
        };
        all = Some(game);
        boards.push(edges);
    }
    Ok(Opened::boxed(all.ok_or_else(no_board)?, boards))
}

fn no_board() -> RuleError {
    RuleError::new(Span::new(0, 0), message!("there is no board here"))
}

/// Most vertices, elements or edges of the graphs of a sum in misère play.
const MOST_TOGETHER: usize = 1 << 10;

/// How many vertices, elements or edges the graphs have that were read.
#[derive(Default)]
struct Together(usize);

impl Together {
    /// One more graph with so many. Each is searched with all others, so that there is no use for many.
    fn add(&mut self, size: usize, board: &str) -> Result<(), RuleError> {
        if self.0 > 0 && self.0 + size > MOST_TOGETHER {
            let message = message!(
                "the graphs of a misère sum have at most {most} parts",
                most = MOST_TOGETHER
            );
            return Err(RuleError::new(Span::new(0, board.len()), message));
        }
        self.0 += size;
        Ok(())
    }
}

/// The vertices of graphs of these sizes: whatever one has, the next has after it.
fn numbered(sizes: impl Iterator<Item = usize>) -> Vec<Vec<u32>> {
    let mut next = 0;
    let range = |size: usize| {
        let first = next;
        next += size as u32;
        (first..next).collect()
    };
    sizes.map(range).collect()
}
