//! Who wins from each vertex, and in how many moves: the winner hurries, the loser delays.
//!
//! Retrograde analysis, breadth first from the ends (Zermelo; Fraenkel and Perl, 1975): when the
//! result of a vertex is known, each predecessor that can win by moving to it wins; a predecessor
//! all of whose followers are won for the opponent has lost. A predecessor is decided when its
//! *first* lost follower is found, or its *last* won one, so the order of the queue gives the
//! shortest win and the longest loss. What is never decided is a draw. `O(V + E)` time.
//!
//! Where every edge leads to a vertex with a smaller number, or every one to a larger, there is no cycle, and the vertices are
//! decided in that order, each by its followers.

use super::csr::Graph;
use crate::limits::{Limits, Stop};
use crate::outcome::Outcome;
use crate::pages::zeros;

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
/// let graph = Graph::from_edges(4, edges, &limits)?;
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
        let distances = match graph.numbered_in_order() {
            Some(order) => along(graph, order, misere, limits)?,
            None => from_the_ends(graph, misere, limits)?,
        };
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
    ///
    /// ```
    /// use grundy::graph::{Graph, Race};
    /// use grundy::limits::Limits;
    /// let limits = Limits::default();
    /// // 0 -> 1 -> 2: whoever is at the end has lost, or in misère play has won.
    /// let graph = Graph::from_edges(3, [(0, 1), (1, 2)], &limits)?;
    /// assert_eq!(Race::normal(&graph, &limits)?.census(), [2, 1, 0]);
    /// assert_eq!(Race::misere(&graph, &limits)?.census(), [1, 2, 0]);
    /// # Ok::<(), grundy::ruleset::Failure>(())
    /// ```
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

/// The distances by those of the followers, which come before in this order.
fn along(
    graph: &Graph,
    order: impl Iterator<Item = u32>,
    misere: bool,
    limits: &Limits,
) -> Result<Vec<u32>, Stop> {
    let vertices = graph.vertices();
    let mut distances = zeros(vertices as usize);
    for (done, vertex) in (1..).zip(order) {
        if done % VERTICES_PER_CHECK == 0 {
            limits.check()?;
            limits.report(done as u64, Some(vertices.into()));
        }
        let (mut soonest, mut latest) = (NEVER, None);
        for &follower in graph.followers(vertex) {
            let distance = distances[follower as usize];
            match is_lost(distance, misere) {
                true => soonest = soonest.min(distance),
                false => latest = latest.max(Some(distance)),
            }
        }
        distances[vertex as usize] = match latest {
            _ if soonest != NEVER => soonest + 1,
            Some(latest) => latest + 1,
            None => 0,
        };
    }
    Ok(distances)
}

/// The distances, breadth first from the ends backwards.
fn from_the_ends(graph: &Graph, misere: bool, limits: &Limits) -> Result<Vec<u32>, Stop> {
    let vertices = graph.vertices();
    // The number of followers that are not decided; once the vertex is, its distance: one look into memory is for both.
    let mut slots = graph.degrees();
    let mut decided = vec![0_u64; slots.len().div_ceil(64)];
    let bit = |vertex: u32| (vertex as usize / 64, 1 << (vertex % 64));
    let mut queue = Vec::with_capacity(slots.len());
    for vertex in 0..vertices {
        if slots[vertex as usize] == 0 {
            let (word, bit) = bit(vertex);
            decided[word] |= bit;
            queue.push(vertex);
        }
    }
    let mut next = 0;
    while let Some(&vertex) = queue.get(next) {
        next += 1;
        if next.is_multiple_of(VERTICES_PER_CHECK) {
            limits.check()?;
            limits.report(next as u64, Some(vertices.into()));
        }
        let distance = slots[vertex as usize];
        let lost = is_lost(distance, misere);
        for &before in graph.predecessors(vertex) {
            let (word, bit) = bit(before);
            if decided[word] & bit != 0 {
                continue;
            }
            let slot = &mut slots[before as usize];
            *slot -= 1;
            if lost || *slot == 0 {
                // Cannot overflow: the distance is below the number of vertices.
                *slot = distance + 1;
                decided[word] |= bit;
                queue.push(before);
            }
        }
    }
    for (vertex, slot) in (0..).zip(&mut slots) {
        let (word, bit) = bit(vertex);
        if decided[word] & bit == 0 {
            *slot = NEVER;
        }
    }
    Ok(slots)
}
