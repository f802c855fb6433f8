//! Geography: a token moves along an edge, and what it has used is used up.
//!
//! In *vertex* geography no vertex is visited twice, and the first one counts as visited; in *edge*
//! geography no edge is used twice. On an undirected graph an edge is used up in both directions; of
//! parallel edges each is used up alone ([`Multigraph`]). Whoever cannot move loses.
//!
//! To say who wins is PSPACE-complete in general (Lichtenstein and Sipser, 1980), so [`Geography`]
//! is a ruleset for the search. Two cases have a theory (Fraenkel, Scheinerman and Ullman,
//! *Undirected edge geography*, 1993):
//!
//! - [`missed`]: undirected vertex geography is lost exactly at the vertices that some maximum
//!   matching leaves out. Whoever starts at a vertex that all cover moves along such a matching for
//!   ever; whoever starts outside of one meets an opponent who does.
//! - [`in_even_kernel`]: undirected edge geography on a bipartite graph is lost exactly at the
//!   vertices of *even kernels*: sets on one side to which every vertex of the other side has an even
//!   number of edges. Whoever moves out of one leaves the opponent an odd number of ways back in.
//!   Parallel edges are counted each.
//!
//! ```
//! use grundy::graph::Graph;
//! use grundy::graph::geography::{Multigraph, in_even_kernel, missed};
//! use grundy::limits::Limits;
//! # fn main() -> Result<(), grundy::ruleset::Failure> {
//! let limits = Limits::default();
//! // The path 0 - 1 - 2.
//! let path = [(0, 1), (1, 0), (1, 2), (2, 1)];
//! let graph = Graph::from_edges(3, path, &limits)?;
//! assert_eq!(missed(&graph, None, &limits)?, [true, false, true]);
//! let graph = Multigraph::new(graph, true, Vec::new(), &limits)?;
//! assert_eq!(in_even_kernel(&graph, &limits)?, [true, false, true].map(Some));
//! # Ok(())
//! # }
//! ```

mod echelon;
mod kernel;
mod matching;
mod multigraph;

use std::ops::ControlFlow;

use super::csr::Graph;
use crate::language::message;
use crate::limits::Limits;
use crate::ruleset::{Failure, Ruleset};
pub use kernel::{in_even_kernel, moves_into_even_kernels};
pub use matching::missed;
pub use multigraph::{Multigraph, Remains};

/// What is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UsedUp {
    /// Vertices: none is visited twice.
    Vertices,
    /// Edges: none is used twice.
    Edges,
}

/// Whether there is an edge back beside every edge.
fn pairs(graph: &Graph) -> bool {
    (0..graph.vertices()).all(|vertex| graph.followers(vertex) == graph.predecessors(vertex))
}

/// That theorems about edges in both directions are asked about others.
fn need_both_ways() -> Failure {
    Failure::Domain(message!("some edges lead one way only"))
}

fn no_vertex(vertex: u32) -> Failure {
    Failure::Domain(message!("there is no vertex {start}", start = vertex))
}

/// Most vertices or edges that a token can use up in a position of [`Geography`].
pub const MOST_USED: usize = 256;

/// A set of what is not used up and can still be reached, by number.
type Left = [u64; MOST_USED / 64];

/// A token and what is left for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    token: u16,
    left: Left,
}

/// Geography on what a token can reach, as a ruleset for the search.
///
/// ```
/// use grundy::graph::Graph;
/// use grundy::graph::geography::{Geography, Multigraph, UsedUp};
/// use grundy::limits::Limits;
/// use grundy::search::Values;
/// let limits = Limits::default();
/// // Round a triangle that leads one way: two moves without a second visit, three without using an edge twice.
/// let graph = Graph::from_edges(3, [(0, 1), (1, 2), (2, 0)], &limits)?;
/// let triangle = Multigraph::new(graph, false, Vec::new(), &limits)?;
/// let value = |used_up| {
///     let game = Geography::new(&triangle, 0, used_up)?;
///     Values::new(&game).value(&game.start(), &limits)
/// };
/// assert_eq!(value(UsedUp::Vertices)?.to_u64(), Some(0));
/// assert_eq!(value(UsedUp::Edges)?.to_u64(), Some(1));
/// # Ok::<(), grundy::ruleset::Failure>(())
/// ```
#[derive(Clone, Debug)]
pub struct Geography {
    used_up: UsedUp,
    /// The vertices that can be reached, by the numbers they have here; the first is the start.
    vertices: Vec<u32>,
    /// For each vertex, where edges lead.
    roads: Vec<Vec<Road>>,
}

/// Parallel edges to a vertex.
#[derive(Clone, Copy, Debug)]
struct Road {
    to: u16,
    /// The numbers of what going there uses up: one of `first..end`.
    first: u16,
    end: u16,
}

impl Road {
    /// The first of these edges that is left: it does not matter which is taken.
    fn left(self, left: &Left) -> Option<u16> {
        (self.first..self.end).find(|&bit| contains(left, bit))
    }
}

impl Geography {
    /// The game from a vertex.
    ///
    /// # Errors
    /// [`Failure::Domain`] if the vertex does not exist or more than [`MOST_USED`] vertices or edges
    /// can be reached.
    pub fn new(on: &Multigraph, start: u32, used_up: UsedUp) -> Result<Geography, Failure> {
        let graph = on.graph();
        if start >= graph.vertices() {
            return Err(no_vertex(start));
        }
        let too_large = || {
            let what = match used_up {
                UsedUp::Vertices => message!("vertices"),
                UsedUp::Edges => message!("edges"),
            };
            Failure::Domain(message!(
                "more than {most} {what} can be reached, and no theory answers here: \
                 a search through so many is out of reach",
                most = MOST_USED,
                what
            ))
        };
        let mut vertices = vec![start];
        let mut roads: Vec<Vec<Road>> = Vec::new();
        let mut used = 0;
        while let Some(&vertex) = vertices.get(roads.len()) {
            let from = roads.len();
            let mut row: Vec<Road> = Vec::new();
            for &follower in graph.followers(vertex) {
                let known = vertices.iter().position(|&known| known == follower);
                let to = known.unwrap_or_else(|| {
                    vertices.push(follower);
                    vertices.len() - 1
                });
                // The way back along an edge uses up the same.
                let back = roads.get(to).filter(|_| on.is_undirected());
                let back =
                    back.and_then(|row| row.iter().find(|back| usize::from(back.to) == from));
                let (first, end) = match (used_up, back) {
                    (UsedUp::Vertices, _) => (to, to + 1),
                    (UsedUp::Edges, Some(back)) => (back.first.into(), back.end.into()),
                    (UsedUp::Edges, None) => (used, used + on.times(vertex, follower) as usize),
                };
                if to > usize::from(u16::MAX) || end > MOST_USED {
                    return Err(too_large());
                }
                used = used.max(end);
                row.push(Road { to: to as u16, first: first as u16, end: end as u16 });
            }
            roads.push(row);
        }
        Ok(Geography { used_up, vertices, roads })
    }

    /// The position at the start.
    pub fn start(&self) -> Place {
        let mut left = [u64::MAX; MOST_USED / 64];
        if self.used_up == UsedUp::Vertices {
            // The first one is visited.
            remove(&mut left, 0);
        }
        self.place(0, &left)
    }

    /// The vertex of the graph on which the token stands.
    ///
    /// ```
    /// use grundy::graph::Graph;
    /// use grundy::graph::geography::{Geography, Multigraph, UsedUp};
    /// use grundy::limits::Limits;
    /// let limits = Limits::default();
    /// let graph = Graph::from_edges(9, [(7, 8)], &limits)?;
    /// let on = Multigraph::new(graph, false, Vec::new(), &limits)?;
    /// let game = Geography::new(&on, 7, UsedUp::Vertices)?;
    /// assert_eq!(game.vertex(&game.start()), 7);
    /// assert!(Geography::new(&on, 9, UsedUp::Vertices).is_err()); // there is no such vertex
    /// # Ok::<(), grundy::ruleset::Failure>(())
    /// ```
    ///
    /// # Panics
    /// If it stands on a vertex that this game does not have: if the place is of another game.
    pub fn vertex(&self, place: &Place) -> u32 {
        self.vertices[usize::from(place.token)]
    }

    /// The token on a vertex with what can be reached of what is left.
    fn place(&self, token: u16, left: &Left) -> Place {
        let mut reached = [0; MOST_USED / 64];
        let mut seen = vec![false; self.vertices.len()];
        let mut open = vec![token];
        seen[usize::from(token)] = true;
        while let Some(vertex) = open.pop() {
            for &Road { to, first, end } in &self.roads[usize::from(vertex)] {
                let mut is_open = false;
                for bit in (first..end).filter(|&bit| contains(left, bit)) {
                    reached[usize::from(bit / 64)] |= 1 << (bit % 64);
                    is_open = true;
                }
                if is_open && !std::mem::replace(&mut seen[usize::from(to)], true) {
                    open.push(to);
                }
            }
        }
        Place { token, left: reached }
    }
}

fn contains(left: &Left, bit: u16) -> bool {
    left[usize::from(bit / 64)] >> (bit % 64) & 1 != 0
}

fn remove(left: &mut Left, bit: u16) {
    left[usize::from(bit / 64)] &= !(1 << (bit % 64));
}

impl Ruleset for Geography {
    type Component = Place;

    fn options(
        &self,
        from: &Place,
        _: &Limits,
        see: &mut dyn FnMut(&[Place]) -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        for road in &self.roads[usize::from(from.token)] {
            if let Some(bit) = road.left(&from.left) {
                let mut left = from.left;
                remove(&mut left, bit);
                if see(&[self.place(road.to, &left)]).is_break() {
                    break;
                }
            }
        }
        Ok(())
    }

    fn describe(&self, component: &Place) -> String {
        let left: u32 = component.left.iter().map(|word| word.count_ones()).sum();
        format!("vertex {} with {left} left to use", self.vertex(component))
    }
}
