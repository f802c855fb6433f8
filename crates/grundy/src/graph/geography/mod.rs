//! Geography: a token moves along an edge, and what it has used is used up.
//!
//! In *vertex* geography no vertex is visited twice, and the first one counts as visited; in *edge*
//! geography no edge is used twice. On a graph in which every edge leads both ways an edge is used
//! up in both directions. Whoever cannot move loses.
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
//!
//! ```
//! use grundy::graph::Graph;
//! use grundy::graph::geography::{in_even_kernel, missed};
//! use grundy::limits::Limits;
//! # fn main() -> Result<(), grundy::ruleset::Failure> {
//! let limits = Limits::default();
//! // The path 0 - 1 - 2.
//! let path = [(0, 1), (1, 0), (1, 2), (2, 1)];
//! let graph = Graph::from_edges(3, path.into_iter(), &limits)?;
//! assert_eq!(missed(&graph, None, &limits)?, [true, false, true]);
//! assert_eq!(in_even_kernel(&graph, None, &limits)?, Some(vec![true, false, true]));
//! # Ok(())
//! # }
//! ```

mod kernel;
mod matching;

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::csr::Graph;
use crate::language::message;
use crate::limits::Limits;
use crate::ruleset::{Failure, Ruleset};
pub use kernel::in_even_kernel;
pub use matching::missed;

/// What is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UsedUp {
    /// Vertices: none is visited twice.
    Vertices,
    /// Edges: none is used twice.
    Edges,
}

/// Whether every edge leads both ways.
pub fn is_undirected(graph: &Graph) -> bool {
    (0..graph.vertices()).all(|vertex| graph.followers(vertex) == graph.predecessors(vertex))
}

/// Fails unless every edge leads both ways, as the theorems ask.
fn need_undirected(graph: &Graph) -> Result<(), Failure> {
    match is_undirected(graph) {
        true => Ok(()),
        false => Err(Failure::Domain(message!("some edges lead one way only"))),
    }
}

/// What is left of a graph in which every edge leads both ways for a token that has gone this way, from
/// its first vertex to where it is: in what is left every edge leads both ways too. `O(V + E)`.
///
/// # Errors
/// A limit that was reached.
pub fn rest(
    graph: &Graph,
    used_up: UsedUp,
    way: &[u32],
    limits: &Limits,
) -> Result<Graph, Failure> {
    let visited: HashSet<u32> = way.iter().rev().skip(1).copied().collect();
    let mut steps: HashSet<(u32, u32)> = HashSet::new();
    for step in way.windows(2) {
        steps.extend([(step[0], step[1]), (step[1], step[0])]);
    }
    let all = (0..graph.vertices())
        .flat_map(|from| graph.followers(from).iter().map(move |&to| (from, to)));
    let left = all.filter(|(from, to)| match used_up {
        UsedUp::Vertices => !visited.contains(from) && !visited.contains(to),
        UsedUp::Edges => !steps.contains(&(*from, *to)),
    });
    Graph::from_edges(graph.vertices(), left, limits)
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
#[derive(Clone, Debug)]
pub struct Geography {
    used_up: UsedUp,
    /// The vertices that can be reached, by the numbers they have here; the first is the start.
    vertices: Vec<u32>,
    /// For each vertex, where edges lead, and the number of what going there uses up.
    edges: Vec<Vec<(u16, u16)>>,
}

impl Geography {
    /// The game from a vertex.
    ///
    /// # Errors
    /// [`Failure::Domain`] if the vertex does not exist or more than [`MOST_USED`] vertices or edges
    /// can be reached.
    pub fn new(graph: &Graph, start: u32, used_up: UsedUp) -> Result<Geography, Failure> {
        if start >= graph.vertices() {
            return Err(Failure::Domain(message!("there is no vertex {start}", start)));
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
        let mut edges: Vec<Vec<(u16, u16)>> = Vec::new();
        let undirected = is_undirected(graph);
        let mut used = 0;
        while let Some(&vertex) = vertices.get(edges.len()) {
            let from = edges.len();
            let mut row = Vec::new();
            for &follower in graph.followers(vertex) {
                let known = vertices.iter().position(|&known| known == follower);
                let to = known.unwrap_or_else(|| {
                    vertices.push(follower);
                    vertices.len() - 1
                });
                let bit = match used_up {
                    UsedUp::Vertices => to,
                    // The way back along an edge uses up the same.
                    UsedUp::Edges if undirected && to < from => {
                        let back = edges[to].iter().find(|&&(back, _)| usize::from(back) == from);
                        back.map_or(used, |&(_, bit)| usize::from(bit))
                    }
                    UsedUp::Edges => {
                        used += 1;
                        used - 1
                    }
                };
                if to > usize::from(u16::MAX) || bit >= MOST_USED {
                    return Err(too_large());
                }
                row.push((to as u16, bit as u16));
            }
            edges.push(row);
        }
        Ok(Geography { used_up, vertices, edges })
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
            for &(to, bit) in &self.edges[usize::from(vertex)] {
                if !contains(left, bit) {
                    continue;
                }
                reached[usize::from(bit / 64)] |= 1 << (bit % 64);
                if !std::mem::replace(&mut seen[usize::from(to)], true) {
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
        for &(to, bit) in &self.edges[usize::from(from.token)] {
            if contains(&from.left, bit) {
                let mut left = from.left;
                remove(&mut left, bit);
                if see(&[self.place(to, &left)]).is_break() {
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
