//! Graphs by compressed rows: one list of all followers, and where each vertex's part begins.
//!
//! A graph is built by three counting sorts: the edges by their source, then by their target (in
//! which repeated edges become neighbours and are dropped), then by their source again. Both last
//! forms are kept, since every analysis walks backwards from the ends. `O(V + E)` time.

use crate::language::message;
use crate::limits::{Limits, Stop};
use crate::pages::zeros;
use crate::ruleset::Failure;

/// Most vertices of a graph: one less than 2^32 - 1, so that a vertex has a 32-bit number and one
/// number is free to mean "none".
pub const MAX_VERTICES: u32 = u32::MAX - 1;

/// Edges between two looks at the limits.
const EDGES_PER_CHECK: usize = 1 << 20;

/// Largest offset that is kept in 32 bits.
const NARROW: u64 = u32::MAX as u64;

/// A directed graph on the vertices `0..vertices`, without repeated edges.
///
/// It takes `8 E + 8 V` bytes, or `8 E + 16 V` from 2^32 edges on; building it takes `4 E` more
/// and what the edges given take. At most [`MAX_VERTICES`] vertices, and as many edges as memory
/// holds.
///
/// ```
/// use grundy::graph::Graph;
/// use grundy::limits::Limits;
/// use grundy::ruleset::Failure;
/// let limits = Limits::default();
/// let graph = Graph::from_edges(3, [(0, 2), (0, 1), (0, 2)], &limits)?;
/// assert_eq!((graph.vertices(), graph.edges()), (3, 2));
/// assert_eq!((graph.followers(0), graph.predecessors(2)), (&[1, 2][..], &[0][..]));
/// let refused = Graph::from_edges(3, [(0, 3)], &limits);
/// assert!(matches!(refused, Err(Failure::Domain(_))));
/// # Ok::<(), Failure>(())
/// ```
#[derive(Clone, Debug)]
pub struct Graph {
    forward: Rows,
    backward: Rows,
}

impl Graph {
    /// The graph with these edges, of which each is looked at twice; repeated edges are one edge.
    ///
    /// # Errors
    /// [`Failure::Domain`] for an edge to or from a vertex that does not exist, or more vertices
    /// than [`MAX_VERTICES`]; [`Failure::Stop`] where a limit does not allow it.
    pub fn from_edges(
        vertices: u32,
        edges: impl IntoIterator<Item = (u32, u32), IntoIter: Clone>,
        limits: &Limits,
    ) -> Result<Graph, Failure> {
        Graph::with_offsets(vertices, edges.into_iter(), limits, NARROW)
    }

    /// As [`Graph::from_edges`], with offsets of 32 bits up to `narrow`.
    fn with_offsets(
        vertices: u32,
        edges: impl Iterator<Item = (u32, u32)> + Clone,
        limits: &Limits,
        narrow: u64,
    ) -> Result<Graph, Failure> {
        if vertices > MAX_VERTICES {
            return Err(Failure::Domain(message!(
                "a graph has at most {most} vertices",
                most = MAX_VERTICES
            )));
        }
        let given = Rows::gather(vertices, edges, limits, narrow)?;
        let backward = given.transposed(limits, narrow)?.without_repeats();
        drop(given);
        let forward = backward.transposed(limits, narrow)?;
        Ok(Graph { forward, backward })
    }

    /// How many vertices there are.
    pub fn vertices(&self) -> u32 {
        self.forward.vertices()
    }

    /// How many different edges there are.
    pub fn edges(&self) -> u64 {
        self.forward.targets.len() as u64
    }

    /// Where a token on `vertex` may go, in increasing order; nothing for a vertex that does not
    /// exist.
    #[inline]
    pub fn followers(&self, vertex: u32) -> &[u32] {
        self.forward.of(vertex)
    }

    /// From where a token may come to `vertex`, in increasing order.
    #[inline]
    pub fn predecessors(&self, vertex: u32) -> &[u32] {
        self.backward.of(vertex)
    }

    /// Bytes that the graph takes.
    pub fn bytes(&self) -> u64 {
        self.forward.bytes() + self.backward.bytes()
    }

    /// The vertices in the order of their numbers, from below or from above, if every edge leads to one that comes before:
    /// graphs are often numbered so, and what is asked of followers is known then in one pass along the memory.
    pub(super) fn numbered_in_order(&self) -> Option<impl Iterator<Item = u32> + use<>> {
        let vertices = self.vertices();
        // Lists are in increasing order.
        let leads = |vertex, below: bool| match below {
            true => self.followers(vertex).last().is_none_or(|&last| last < vertex),
            false => self.followers(vertex).first().is_none_or(|&first| first > vertex),
        };
        let from_below = [true, false]
            .into_iter()
            .find(|&below| (0..vertices).all(|vertex| leads(vertex, below)))?;
        Some((0..vertices).map(move |index| if from_below { index } else { vertices - 1 - index }))
    }

    /// The number of followers of each vertex.
    pub(super) fn degrees(&self) -> Vec<u32> {
        // A vertex has at most one edge to each other, so fewer than 2^32.
        let mut degrees = zeros(self.vertices() as usize);
        let each = degrees.iter_mut().zip(0..self.vertices());
        each.for_each(|(degree, vertex)| *degree = self.followers(vertex).len() as u32);
        degrees
    }
}

/// For each vertex a list of vertices.
#[derive(Clone, Debug)]
struct Rows {
    offsets: Offsets,
    targets: Vec<u32>,
}

impl Rows {
    /// The followers of each vertex, in the order given, repeats included.
    fn gather(
        vertices: u32,
        edges: impl Iterator<Item = (u32, u32)> + Clone,
        limits: &Limits,
        narrow: u64,
    ) -> Result<Rows, Failure> {
        let count = vertices as usize;
        limits.check_memory(8 * (u64::from(vertices) + 1))?;
        let mut counts = zeros::<u64>(count + 1);
        let mut total = 0_u64;
        for (from, to) in edges.clone() {
            if from >= vertices || to >= vertices {
                let message = message!(
                    "there is no edge {from} -> {to} in a graph of {vertices} vertices",
                    from,
                    to,
                    vertices
                );
                return Err(Failure::Domain(message));
            }
            counts[from as usize] += 1;
            total += 1;
            if total.is_multiple_of(EDGES_PER_CHECK as u64) {
                limits.check()?;
            }
        }
        limits.check_memory(4 * total + 12 * (u64::from(vertices) + 1))?;
        let rows = Rows::scatter(counts, total, edges, narrow);
        limits.check()?;
        Ok(rows)
    }

    /// Lists of these lengths, the last of which is that of no vertex, and of these edges in their order.
    fn scatter(
        counts: Vec<u64>,
        total: u64,
        edges: impl Iterator<Item = (u32, u32)>,
        narrow: u64,
    ) -> Rows {
        let mut offsets = Offsets::starts(&counts, total, narrow);
        drop(counts);
        // Cannot truncate: the list has as many items, and is allocated in a moment.
        let mut targets = zeros(total as usize);
        edges.for_each(|(from, to)| targets[offsets.advance(from)] = to);
        offsets.rewind();
        Rows { offsets, targets }
    }

    fn vertices(&self) -> u32 {
        // Cannot truncate: made from a 32-bit number of vertices.
        (self.offsets.len() - 1) as u32
    }

    fn bytes(&self) -> u64 {
        let offsets = match &self.offsets {
            Offsets::Narrow(offsets) => 4 * offsets.len(),
            Offsets::Wide(offsets) => 8 * offsets.len(),
        };
        (offsets + 4 * self.targets.len()) as u64
    }

    #[inline]
    fn of(&self, vertex: u32) -> &[u32] {
        if vertex >= self.vertices() {
            return &[];
        }
        &self.targets[self.offsets.at(vertex)..self.offsets.at(vertex + 1)]
    }

    /// The edges turned round; each list in increasing order.
    fn transposed(&self, limits: &Limits, narrow: u64) -> Result<Rows, Stop> {
        let vertices = self.vertices();
        let total = self.targets.len() as u64;
        limits.check()?;
        limits.check_memory(8 * total + 16 * (u64::from(vertices) + 1))?;
        let mut counts = zeros::<u64>(vertices as usize + 1);
        for &to in &self.targets {
            counts[to as usize] += 1;
        }
        let turned = (0..vertices).flat_map(|from| self.of(from).iter().map(move |&to| (to, from)));
        let rows = Rows::scatter(counts, total, turned, narrow);
        limits.check()?;
        Ok(rows)
    }

    /// Drops repeats from lists in increasing order.
    fn without_repeats(mut self) -> Rows {
        let mut kept = 0;
        let mut start = 0;
        for vertex in 0..self.vertices() {
            let end = self.offsets.at(vertex + 1);
            let first = kept;
            for index in start..end {
                let target = self.targets[index];
                if kept == first || self.targets[kept - 1] != target {
                    self.targets[kept] = target;
                    kept += 1;
                }
            }
            start = end;
            self.offsets.set(vertex + 1, kept);
        }
        self.targets.truncate(kept);
        self.targets.shrink_to_fit();
        self
    }
}

/// Where the list of each vertex begins, and at last the number of all edges: in 32 bits while
/// they fit.
#[derive(Clone, Debug)]
enum Offsets {
    Narrow(Vec<u32>),
    Wide(Vec<u64>),
}

impl Offsets {
    /// The running sums of the counts, the last of which is not one.
    fn starts(counts: &[u64], total: u64, narrow: u64) -> Offsets {
        let mut sum = 0;
        let sums = counts.iter().map(|count| {
            let start = sum;
            sum += count;
            start
        });
        match total <= narrow.min(NARROW) {
            true => {
                let mut offsets = zeros(counts.len());
                offsets.iter_mut().zip(sums).for_each(|(offset, start)| *offset = start as u32);
                Offsets::Narrow(offsets)
            }
            false => Offsets::Wide(sums.collect()),
        }
    }

    fn len(&self) -> usize {
        match self {
            Offsets::Narrow(offsets) => offsets.len(),
            Offsets::Wide(offsets) => offsets.len(),
        }
    }

    #[inline(always)]
    fn at(&self, vertex: u32) -> usize {
        match self {
            Offsets::Narrow(offsets) => offsets[vertex as usize] as usize,
            Offsets::Wide(offsets) => offsets[vertex as usize] as usize,
        }
    }

    #[inline(always)]
    fn set(&mut self, vertex: u32, offset: usize) {
        match self {
            Offsets::Narrow(offsets) => offsets[vertex as usize] = offset as u32,
            Offsets::Wide(offsets) => offsets[vertex as usize] = offset as u64,
        }
    }

    /// The offset, which then moves on by one.
    #[inline(always)]
    fn advance(&mut self, vertex: u32) -> usize {
        let offset = self.at(vertex);
        self.set(vertex, offset + 1);
        offset
    }

    /// Undoes the advances of a full scatter, after which each offset is where the next list
    /// begins.
    fn rewind(&mut self) {
        for vertex in (1..self.len() as u32).rev() {
            self.set(vertex, self.at(vertex - 1));
        }
        self.set(0, 0);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn graph() -> impl Strategy<Value = (u32, Vec<(u32, u32)>)> {
        (1..12_u32).prop_flat_map(|vertices| {
            (Just(vertices), prop::collection::vec((0..vertices, 0..vertices), 0..40))
        })
    }

    proptest! {
        #[test]
        fn rows_hold_each_edge_once_in_both_widths((vertices, edges) in graph()) {
            let all: BTreeSet<(u32, u32)> = edges.iter().copied().collect();
            for narrow in [NARROW, 0] {
                let limits = Limits::default();
                let graph = Graph::with_offsets(vertices, edges.iter().copied(), &limits, narrow);
                let graph = graph.expect("the edges are in range");
                prop_assert_eq!(matches!(graph.forward.offsets, Offsets::Wide(_)), narrow == 0 && !edges.is_empty());
                prop_assert_eq!(graph.edges(), all.len() as u64);
                for v in 0..vertices {
                    let after: Vec<u32> = all.iter().filter(|e| e.0 == v).map(|e| e.1).collect();
                    let before: Vec<u32> = all.iter().filter(|e| e.1 == v).map(|e| e.0).collect();
                    prop_assert_eq!(graph.followers(v), &after[..]);
                    prop_assert_eq!(graph.predecessors(v), &before[..]);
                }
            }
        }
    }

    #[test]
    fn edges_out_of_range_and_small_limits_are_refused() {
        let limits = Limits::default();
        let edge = [(0, 2)].into_iter();
        assert!(matches!(Graph::from_edges(2, edge.clone(), &limits), Err(Failure::Domain(_))));
        let small = Limits::default().memory(1 << 20);
        let refused = Graph::from_edges(1 << 30, edge, &small);
        assert!(matches!(refused, Err(Failure::Stop(Stop::Memory { .. }))));
        let empty = Graph::from_edges(0, [], &limits).expect("an empty graph is one");
        assert_eq!((empty.vertices(), empty.edges(), empty.followers(0)), (0, 0, &[][..]));
    }
}
