//! Which vertices some maximum matching leaves out.
//!
//! Edmonds' search (*Paths, trees, and flowers*, 1965): from a vertex without a partner, a tree of
//! alternating paths is grown, in which *outer* vertices are at an even distance; an edge between
//! two outer vertices closes a blossom, whose vertices all become outer. A vertex without a partner
//! that the tree touches makes the matching larger. A tree that grows no further stays as it is: no
//! later path leads through it. In the end the outer vertices of these trees are exactly those that
//! some maximum matching leaves out (Gallai and Edmonds).
//!
//! `O(V E)` at worst; on graphs that are not made for it, little more than the edges, as most
//! vertices find a partner at once.

use super::{need_both_ways, pairs};
use crate::graph::csr::Graph;
use crate::limits::Limits;
use crate::ruleset::Failure;

const NONE: u32 = u32::MAX;

/// Edges between two looks at the limits.
const EDGES_PER_CHECK: u64 = 1 << 16;

/// For each vertex of a graph in which there is an edge back beside every edge, whether some maximum
/// matching leaves it out. A vertex `without` is taken out of the graph first, and is not left out.
/// Edges from a vertex to itself do not matter.
///
/// # Errors
/// [`Failure::Domain`] if there is no edge back beside some edge; [`Failure::Stop`] where a limit does not allow it; 20 bytes for each vertex are used.
pub fn missed(graph: &Graph, without: Option<u32>, limits: &Limits) -> Result<Vec<bool>, Failure> {
    if !pairs(graph) {
        return Err(need_both_ways());
    }
    limits.check_memory(graph.bytes() + 20 * u64::from(graph.vertices()))?;
    let mut search = Search::new(graph, without);
    search.pair_greedily();
    for root in 0..graph.vertices() {
        if search.partner[root as usize] == NONE && search.label[root as usize] == Label::Free {
            search.grow(root, limits)?;
        }
    }
    Ok(search.label.iter().map(|&label| label == Label::Outer).collect())
}

/// What is known of a vertex. Labels of trees that grow no further stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Label {
    Free,
    Outer,
    Inner,
    /// Taken out of the graph.
    Absent,
}

struct Search<'a> {
    graph: &'a Graph,
    partner: Vec<u32>,
    label: Vec<Label>,
    /// For an inner vertex, and for an outer one that a blossom has made so: the vertex before it on
    /// the way back to the root over an edge that is not in the matching.
    before: Vec<u32>,
    /// Towards the base of the blossom, by union and find; the base points to itself.
    base: Vec<u32>,
    /// When the walk that looks for a common base came by.
    visited: Vec<u32>,
    walk: u32,
    edges: u64,
}

impl Search<'_> {
    fn new(graph: &Graph, without: Option<u32>) -> Search<'_> {
        let count = graph.vertices() as usize;
        let mut label = vec![Label::Free; count];
        if let Some(label) = without.and_then(|vertex| label.get_mut(vertex as usize)) {
            *label = Label::Absent;
        }
        Search {
            graph,
            partner: vec![NONE; count],
            label,
            before: vec![NONE; count],
            base: (0..graph.vertices()).collect(),
            visited: vec![0; count],
            walk: 0,
            edges: 0,
        }
    }

    /// A matching to begin with: each vertex takes its first neighbour that is free.
    fn pair_greedily(&mut self) {
        for vertex in 0..self.graph.vertices() {
            let free = |other: u32| {
                self.partner[other as usize] == NONE && self.label[other as usize] == Label::Free
            };
            if !free(vertex) {
                continue;
            }
            let mut followers = self.graph.followers(vertex).iter().copied();
            if let Some(other) = followers.find(|&other| other != vertex && free(other)) {
                self.partner[vertex as usize] = other;
                self.partner[other as usize] = vertex;
            }
        }
    }

    /// Grows a tree from a vertex without a partner: until it finds another one, which gives both
    /// a partner, or to its end.
    fn grow(&mut self, root: u32, limits: &Limits) -> Result<(), Failure> {
        let graph = self.graph;
        self.label[root as usize] = Label::Outer;
        // Every vertex with a label of this tree; the outer ones are worked on in turn.
        let mut tree = vec![root];
        let mut outer = vec![root];
        let mut next = 0;
        while let Some(&vertex) = outer.get(next) {
            next += 1;
            for &other in graph.followers(vertex) {
                self.edges += 1;
                if self.edges.is_multiple_of(EDGES_PER_CHECK) {
                    limits.check()?;
                }
                let label = self.label[other as usize];
                match label {
                    Label::Free if self.partner[other as usize] == NONE => {
                        self.before[other as usize] = vertex;
                        self.pair_along(other);
                        for vertex in tree {
                            self.label[vertex as usize] = Label::Free;
                            self.base[vertex as usize] = vertex;
                        }
                        return Ok(());
                    }
                    Label::Free => {
                        let partner = self.partner[other as usize];
                        self.label[other as usize] = Label::Inner;
                        self.before[other as usize] = vertex;
                        self.label[partner as usize] = Label::Outer;
                        tree.extend([other, partner]);
                        outer.push(partner);
                    }
                    // An outer vertex of an earlier tree has no edge out of that tree.
                    Label::Outer if self.find(vertex) != self.find(other) => {
                        let base = self.common_base(vertex, other);
                        self.shrink(vertex, other, base, &mut outer);
                        self.shrink(other, vertex, base, &mut outer);
                    }
                    Label::Outer | Label::Inner | Label::Absent => {}
                }
            }
        }
        Ok(())
    }

    /// Gives new partners along the way from a vertex back to the root.
    fn pair_along(&mut self, end: u32) {
        let mut vertex = end;
        while vertex != NONE {
            let before = self.before[vertex as usize];
            let next = self.partner[before as usize];
            self.partner[vertex as usize] = before;
            self.partner[before as usize] = vertex;
            vertex = next;
        }
    }

    /// The base of the blossom that a vertex is in.
    fn find(&mut self, mut vertex: u32) -> u32 {
        while self.base[vertex as usize] != vertex {
            let up = self.base[self.base[vertex as usize] as usize];
            self.base[vertex as usize] = up;
            vertex = up;
        }
        vertex
    }

    /// The first base that the ways back to the root from two outer vertices have in common: both
    /// are walked in turns.
    fn common_base(&mut self, one: u32, other: u32) -> u32 {
        self.walk += 1;
        let (mut here, mut there) = (one, other);
        loop {
            if here != NONE {
                let base = self.find(here);
                if self.visited[base as usize] == self.walk {
                    return base;
                }
                self.visited[base as usize] = self.walk;
                let partner = self.partner[base as usize];
                here = if partner == NONE { NONE } else { self.before[partner as usize] };
            }
            std::mem::swap(&mut here, &mut there);
        }
    }

    /// Takes the way from an outer vertex back to `base` into its blossom, which `bridge` closes:
    /// the inner vertices on it become outer, reached from the other side.
    fn shrink(&mut self, vertex: u32, bridge: u32, base: u32, outer: &mut Vec<u32>) {
        let (mut vertex, mut bridge) = (vertex, bridge);
        while self.find(vertex) != base {
            self.before[vertex as usize] = bridge;
            let inner = self.partner[vertex as usize];
            if self.label[inner as usize] == Label::Inner {
                self.label[inner as usize] = Label::Outer;
                outer.push(inner);
            }
            for member in [vertex, inner] {
                if self.base[member as usize] == member {
                    self.base[member as usize] = base;
                }
            }
            bridge = inner;
            vertex = self.before[inner as usize];
        }
    }
}
