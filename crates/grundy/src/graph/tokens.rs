//! Tokens on several vertices: a move moves one of them, and several may share a vertex.
//!
//! In normal play the values of the vertices decide ([`by_values`]). Misère play has no such law:
//! there, and wherever the number of moves is asked for, all positions that the tokens can reach
//! are searched and raced to the end ([`by_search`]).

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::csr::Graph;
use super::explore::{SeeOption, explore};
use super::labels::Labels;
use super::loopy::Loopy;
use super::race::Race;
use crate::language::message;
use crate::limits::Limits;
use crate::nimber::Nimber;
use crate::outcome::Outcome;
use crate::ruleset::Failure;

/// A move of one token.
///
/// ```
/// use grundy::graph::{Graph, Labels, tokens};
/// use grundy::limits::Limits;
/// use grundy::outcome::Outcome;
/// let limits = Limits::default();
/// // On the path 0 -> 1 -> 2 tokens have the values 0, 1 and 0: of two on 0 and 1 either may move to win.
/// let graph = Graph::from_edges(3, [(0, 1), (1, 2)], &limits)?;
/// let labels = Labels::new(&graph, &limits)?;
/// let verdict = tokens::by_values(&graph, &labels, &[0, 1], &limits)?;
/// let winning: Vec<_> = verdict.moves.iter().filter(|it| it.leaves == Outcome::P).collect();
/// assert_eq!(winning.iter().map(|it| (it.token, it.to)).collect::<Vec<_>>(), [(0, 1), (1, 2)]);
/// # Ok::<(), grundy::ruleset::Failure>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenMove {
    /// Index of the token.
    pub token: usize,
    /// Where it goes.
    pub to: u32,
    /// The outcome of the position after the move: the move wins if it is P, draws if it is D and
    /// loses if it is N.
    pub leaves: Outcome,
    /// How many moves are made after it when the winner hurries and the loser delays, where that was
    /// searched and is not a draw.
    pub lasts: Option<u32>,
}

/// What is known of a position of tokens.
///
/// ```
/// use grundy::graph::{Graph, Labels, tokens};
/// use grundy::limits::Limits;
/// use grundy::outcome::Outcome;
/// let limits = Limits::default();
/// // A token on the path 0 - 1 - 2 moves for ever.
/// let graph = Graph::from_edges(3, [(0, 1), (1, 0), (1, 2), (2, 1)], &limits)?;
/// let labels = Labels::new(&graph, &limits)?;
/// let verdict = tokens::by_values(&graph, &labels, &[0], &limits)?;
/// assert_eq!((verdict.outcome, verdict.distance), (Outcome::D, None));
/// assert_eq!(verdict.value.unwrap().to_string(), "∞");
/// # Ok::<(), grundy::ruleset::Failure>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Who wins.
    pub outcome: Outcome,
    /// The value, where values decided.
    pub value: Option<Loopy>,
    /// How many moves are made when the winner hurries and the loser delays, where it was
    /// searched and is not a draw.
    pub distance: Option<u32>,
    /// Every move, token by token; tokens on one vertex have the same moves.
    pub moves: Vec<TokenMove>,
}

/// Answers a position in normal play by the values of its tokens; `labels` are those of `graph`.
///
/// ```
/// use grundy::graph::{Graph, Labels, tokens};
/// use grundy::limits::Limits;
/// use grundy::outcome::Outcome;
/// # fn main() -> Result<(), grundy::ruleset::Failure> {
/// let limits = Limits::default();
/// // Two vertices with an edge both ways, and a way out of one of them.
/// let graph = Graph::from_edges(3, [(0, 1), (1, 0), (1, 2)], &limits)?;
/// let labels = Labels::new(&graph, &limits)?;
/// let verdict = tokens::by_values(&graph, &labels, &[1, 2], &limits)?;
/// assert_eq!(verdict.outcome, Outcome::N);
/// # Ok(())
/// # }
/// ```
///
/// `O(m (log E + k))` for `m` moves, `k` the number of followers of an infinite one.
///
/// # Errors
/// A limit; [`Failure::Domain`] where a token stands on a vertex that does not exist.
///
/// # Panics
/// If the labels are those of a graph with fewer vertices.
pub fn by_values(
    graph: &Graph,
    labels: &Labels,
    tokens: &[u32],
    limits: &Limits,
) -> Result<Verdict, Failure> {
    check_moves(graph, tokens, limits)?;
    // The nimbers add up to one, and two infinities to that without nimbers, whatever else there is.
    let (mut nimbers, mut infinite) = (Nimber::ZERO, 0);
    let mut infinities: SmallVec<[(usize, Loopy); 2]> = SmallVec::new();
    for (token, &vertex) in tokens.iter().enumerate() {
        match labels.nimber(vertex) {
            Some(nimber) => nimbers ^= nimber,
            None => {
                infinite += 1;
                if infinite <= 2 {
                    infinities.push((token, labels.value(graph, vertex)));
                }
            }
        }
    }
    let sum_without = |without: Option<usize>| {
        let own = without.and_then(|token| labels.nimber(tokens[token]));
        let is_infinite = |token| labels.nimber(tokens[token]).is_none();
        let rest = Loopy::Nimber(nimbers ^ own.unwrap_or(Nimber::ZERO));
        match infinite - usize::from(without.is_some_and(is_infinite)) {
            0 => rest,
            1 => {
                let other = infinities.iter().find(|(token, _)| Some(*token) != without);
                other.map_or(rest.clone(), |(_, infinity)| infinity ^ &rest)
            }
            _ => Loopy::infinity([]),
        }
    };
    let value = sum_without(None);
    let mut moves = Vec::new();
    for (token, &vertex) in tokens.iter().enumerate() {
        limits.check()?;
        let others = sum_without(Some(token));
        for &to in graph.followers(vertex) {
            let leaves = labels.value(graph, to).outcome_beside(&others);
            moves.push(TokenMove { token, to, leaves, lasts: None });
        }
    }
    Ok(Verdict { outcome: value.outcome(), value: Some(value), distance: None, moves })
}

/// The vertices of the tokens that can move, in increasing order.
type Crowd = SmallVec<[u32; 4]>;

fn crowd(graph: &Graph, tokens: impl IntoIterator<Item = u32>) -> Crowd {
    let mut crowd: Crowd =
        tokens.into_iter().filter(|&token| !graph.followers(token).is_empty()).collect();
    crowd.sort_unstable();
    crowd
}

/// The crowd after a move of one token.
fn moved(graph: &Graph, tokens: &[u32], token: usize, to: u32) -> Crowd {
    let others = tokens.iter().enumerate().filter(|&(index, _)| index != token);
    crowd(graph, others.map(|(_, &vertex)| vertex).chain([to]))
}

/// Answers a position in normal or misère play by searching every position that its tokens can
/// reach, up to the order of the tokens: their number is at most the product of what each can
/// reach.
///
/// ```
/// use grundy::graph::{Graph, tokens};
/// use grundy::limits::Limits;
/// use grundy::outcome::Outcome;
/// let limits = Limits::default();
/// // Two tokens with one move each: two moves in all, and in misère play whoever makes the last loses.
/// let graph = Graph::from_edges(2, [(0, 1)], &limits)?;
/// let search = |misere| tokens::by_search(&graph, &[0, 0], misere, &limits);
/// assert_eq!((search(false)?.outcome, search(true)?.outcome), (Outcome::P, Outcome::N));
/// assert_eq!(search(true)?.distance, Some(2));
/// # Ok::<(), grundy::ruleset::Failure>(())
/// ```
///
/// # Errors
/// A limit: of positions, memory or time; [`Failure::Domain`] where a token stands on a vertex that does not exist.
pub fn by_search(
    graph: &Graph,
    tokens: &[u32],
    misere: bool,
    limits: &Limits,
) -> Result<Verdict, Failure> {
    check_moves(graph, tokens, limits)?;
    let options = |crowd: &Crowd, see: &mut SeeOption<'_, Crowd>| {
        for (token, &vertex) in crowd.iter().enumerate() {
            if token > 0 && crowd[token - 1] == vertex {
                continue;
            }
            for &to in graph.followers(vertex) {
                if see(moved(graph, crowd, token, to)) == ControlFlow::Break(()) {
                    return Ok(());
                }
            }
        }
        Ok(())
    };
    let start = crowd(graph, tokens.iter().copied());
    let found = explore([start], options, limits)?;
    let race = Race::new(&found.graph, misere, limits)?;
    let mut moves = Vec::new();
    for (token, &vertex) in tokens.iter().enumerate() {
        limits.check()?;
        for &to in graph.followers(vertex) {
            let after = found.positions.find(&moved(graph, tokens, token, to));
            // Every move from the start was explored.
            let leaves = after.map_or(Outcome::D, |after| race.outcome(after));
            let lasts = after.and_then(|after| race.distance(after));
            moves.push(TokenMove { token, to, leaves, lasts });
        }
    }
    Ok(Verdict { outcome: race.outcome(0), value: None, distance: race.distance(0), moves })
}

/// That the tokens stand on vertices, and that the list of their moves fits in the memory allowed.
fn check_moves(graph: &Graph, tokens: &[u32], limits: &Limits) -> Result<(), Failure> {
    if let Some(&token) = tokens.iter().find(|&&token| token >= graph.vertices()) {
        return Err(Failure::Domain(message!("there is no vertex {token}", token)));
    }
    let moves: u64 = tokens.iter().map(|&token| graph.followers(token).len() as u64).sum();
    limits.check_memory(graph.bytes() + moves.saturating_mul(size_of::<TokenMove>() as u64))?;
    Ok(())
}
