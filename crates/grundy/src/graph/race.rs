//! Who wins from each vertex, and in how many moves: the winner hurries, the loser delays.
//!
//! Retrograde analysis, breadth first from the ends (Zermelo; Fraenkel and Perl, 1975): when the
//! result of a vertex is known, each predecessor that can win by moving to it wins; a predecessor
//! all of whose followers are won for the opponent has lost. A predecessor is decided when its
//! *first* lost follower is found, or its *last* won one, so the order of the queue gives the
//! shortest win and the longest loss. What is never decided is a draw. `O(V + E)` time.

use super::csr::Graph;
use crate::limits::{Limits, Stop};
use crate::outcome::Outcome;

/// The distance of a vertex from which neither player can force the end.
const NEVER: u32 = u32::MAX;

/// Vertices between two looks at the limits.
pub(super) const VERTICES_PER_CHECK: usize = 1 << 16;

/// Outcomes and distances of one token, in normal or misère play.
///
/// Only distances are kept: moves alternate, so whether the player to move is the one who makes
/// the last move is the parity of the distance.
///
/// ```
/// use grundy::graph::{Graph, Race};
/// use grundy::limits::Limits;
/// use grundy::outcome::Outcome;
/// # fn main() -> Result<(), grundy::ruleset::Failure> {
/// let limits = Limits::default();
/// // 0 and 1 lead to each other, and 1 to 2 and 3; 3 is an end, and all that 2 leads to.
/// let edges = [(0, 1), (1, 0), (1, 2), (2, 3), (1, 3)];
/// let graph = Graph::from_edges(4, edges.into_iter(), &limits)?;
/// let race = Race::normal(&graph, &limits)?;
/// assert_eq!((race.outcome(1), race.distance(1)), (Outcome::N, Some(1)));
/// assert_eq!((race.outcome(0), race.distance(0)), (Outcome::P, Some(2)));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Race {
    distances: Vec<u32>,
    misere: bool,
}

impl Race {
    /// Normal play: whoever cannot move has lost.
    ///
    /// # Errors
    /// A limit. It takes `12 V` bytes beside the graph.
    pub fn normal(graph: &Graph, limits: &Limits) -> Result<Race, Stop> {
        Race::new(graph, false, limits)
    }

    /// Misère play: whoever cannot move has won.
    ///
    /// # Errors
    /// As [`Race::normal`].
    pub fn misere(graph: &Graph, limits: &Limits) -> Result<Race, Stop> {
        Race::new(graph, true, limits)
    }

    /// Normal or misère play.
    ///
    /// # Errors
    /// As [`Race::normal`].
    pub fn new(graph: &Graph, misere: bool, limits: &Limits) -> Result<Race, Stop> {
        limits.check_memory(graph.bytes() + 12 * u64::from(graph.vertices()))?;
        let mut open = graph.degrees();
        let mut distances = vec![NEVER; open.len()];
        let mut queue = Vec::with_capacity(open.len());
        for vertex in 0..graph.vertices() {
            if open[vertex as usize] == 0 {
                distances[vertex as usize] = 0;
                queue.push(vertex);
            }
        }
        let mut next = 0;
        while let Some(&vertex) = queue.get(next) {
            next += 1;
            if next.is_multiple_of(VERTICES_PER_CHECK) {
                limits.check()?;
                limits.report(next as u64, Some(u64::from(graph.vertices())));
            }
            let distance = distances[vertex as usize];
            let lost = is_lost(distance, misere);
            for &before in graph.predecessors(vertex) {
                let index = before as usize;
                if distances[index] != NEVER {
                    continue;
                }
                open[index] -= 1;
                if lost || open[index] == 0 {
                    // Cannot overflow: the distance is below the number of vertices.
                    distances[index] = distance + 1;
                    queue.push(before);
                }
            }
        }
        Ok(Race { distances, misere })
    }

    /// Who wins from a vertex of the graph.
    ///
    /// # Panics
    /// If there is no such vertex; so [`Race::distance`].
    pub fn outcome(&self, vertex: u32) -> Outcome {
        match self.distance(vertex) {
            None => Outcome::D,
            Some(distance) => Outcome::next_wins(!is_lost(distance, self.misere)),
        }
    }

    /// How many moves are made from a vertex when the winner hurries and the loser delays;
    /// nothing for a draw.
    pub fn distance(&self, vertex: u32) -> Option<u32> {
        Some(self.distances[vertex as usize]).filter(|&distance| distance != NEVER)
    }

    /// Whether play is misère.
    pub fn is_misere(&self) -> bool {
        self.misere
    }

    /// How many vertices are P, N and D.
    pub fn census(&self) -> [u64; 3] {
        let mut census = [0; 3];
        for &distance in &self.distances {
            let class = match distance {
                NEVER => 2,
                _ => usize::from(!is_lost(distance, self.misere)),
            };
            census[class] += 1;
        }
        census
    }
}

/// Whether the player to move has lost, `distance` moves before the end.
fn is_lost(distance: u32, misere: bool) -> bool {
    distance.is_multiple_of(2) != misere
}
