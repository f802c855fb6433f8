//! What a fused vertex of Green Hackenbush is worth after each cut of one of its edges, of all in near linear time.
//!
//! As long as no edge is a bridge, the vertices are one: the root is worth the number of edges mod 2, xor what stands
//! on them. A cut leaves bridges where two edges hold the graph together only with each other. To do so is an
//! equivalence: `k` edges of one class make a ring of `k` parts, of which none has a bridge, and the edges lead from
//! each to the next. A cut of one leaves two chains of parts that stand on the part of the root,
//!
//! ```text
//! root: own(0) xor F(1) xor F(k-1)      F(j) = (own(j) xor F(next part)) + 1, or 0 behind the end of the chain
//! ```
//!
//! with the edges of a part mod 2, xor what stands on it, as `own` ([fusion and colon principle](super::fusion)).
//!
//! **Classes.** In a tree of a search in depth, every other edge leads to an ancestor of the vertex where it starts,
//! and covers the tree edges between. Two tree edges are of one class exactly if the same edges cover them; with the
//! one that covers them, if it is one alone. Say that the edges over `v` (over the tree edge to its parent) start
//! between the vertices `first(v)` and `last(v)` in preorder. If both are the same for `u` and `v`, one is an ancestor
//! of the other, and all that covers the upper edge covers the lower one; if there are as many, they are the same.
//!
//! **Chains.** `F` is wanted for every end of a chain. From its last part to its first, the values of all chains that
//! end behind a part change alike, by xor and by 1. They stand in a [tree of bits](Chains) from the least bit up, in
//! which an xor is noted at the root, and 1 added along one branch.

use std::collections::HashMap;

use super::fusion::Edge;
use crate::limits::{Limits, Stop};

/// What the vertex 0 is worth after the cut of each edge of a connected graph without a bridge, on whose vertices
/// stalks of so many edges stand.
pub(super) fn cut_values(
    edges: &[Edge],
    stalks: &[u64],
    limits: &Limits,
) -> Result<Vec<u64>, Stop> {
    let whole = stalks.iter().fold(edges.len() as u64 % 2, |sum, stalk| sum ^ stalk);
    // The rest is one vertex still, as far as nothing else is said below.
    let mut values = vec![whole ^ 1; edges.len()];
    let deep = Deep::new(edges, stalks);
    limits.check()?;
    for (above, covering) in deep.classes() {
        let parts = above.windows(2).map(|pair| deep.own[pair[0]] ^ deep.own[pair[1]] ^ 1);
        let mut parts: Vec<u64> = parts.collect();
        let mut ring: Vec<usize> =
            above.iter().map(|&vertex| deep.edge_to_parent[vertex]).collect();
        if let Some(edge) = covering {
            parts.push(deep.own[above[above.len() - 1]]);
            ring.push(edge);
        }
        if ring.len() < 2 {
            continue;
        }
        limits.check()?;
        let root = parts.iter().fold(whole ^ (ring.len() as u64 % 2), |sum, part| sum ^ part);
        let forth = chains(&parts);
        parts.reverse();
        let back = chains(&parts);
        for (&edge, (one, other)) in ring.iter().zip(forth.iter().zip(back.iter().rev())) {
            values[edge] = root ^ one ^ other;
        }
    }
    Ok(values)
}

/// The vertices that a search in depth reaches from the vertex 0, in the order in which it does.
struct Preorder {
    /// Of the vertices as they are numbered, their place in the order; the rest is by that place.
    places: Vec<Option<usize>>,
    order: Vec<usize>,
    parents: Vec<usize>,
    edge_to_parent: Vec<usize>,
    /// Of each edge, whether it is one to a parent.
    in_tree: Vec<bool>,
    /// Where the subtree of a vertex ends.
    ends: Vec<usize>,
}

impl Preorder {
    fn new(edges: &[Edge], size: usize) -> Preorder {
        let mut around = vec![Vec::new(); size];
        for (number, &(a, b)) in edges.iter().enumerate().filter(|(_, (a, b))| a != b) {
            around[a as usize].push((b as usize, number));
            around[b as usize].push((a as usize, number));
        }
        let mut places: Vec<Option<usize>> = vec![None; size];
        let mut in_tree = vec![false; edges.len()];
        let (mut order, mut parents, mut edge_to_parent) = (vec![0], vec![0], vec![usize::MAX]);
        let mut ends = vec![size; size];
        places[0] = Some(0);
        let mut way = vec![(0, 0)];
        while let Some((vertex, next)) = way.last_mut() {
            let here = places[*vertex].unwrap_or(0);
            let Some(&(to, edge)) = around[*vertex].get(*next) else {
                ends[here] = order.len();
                way.pop();
                continue;
            };
            *next += 1;
            if places[to].is_none() {
                places[to] = Some(order.len());
                in_tree[edge] = true;
                order.push(to);
                parents.push(here);
                edge_to_parent.push(edge);
                way.push((to, 0));
            }
        }
        Preorder { places, order, parents, edge_to_parent, in_tree, ends }
    }
}

/// A tree of a search in depth from the vertex 0, the vertices by their preorder: of each vertex but the first,
/// for the tree edge to its parent.
struct Deep {
    edge_to_parent: Vec<usize>,
    /// The edges inside the subtree mod 2, xor the stalks on it.
    own: Vec<u64>,
    /// How many edges cover the tree edge.
    covering: Vec<u64>,
    /// From where the first and the last of them start.
    spans: Vec<(usize, usize)>,
    /// The edge that leads furthest up from a vertex, if one leads to an ancestor that is not the parent by the tree
    /// edge.
    highest: Vec<Option<usize>>,
}

impl Deep {
    fn new(edges: &[Edge], stalks: &[u64]) -> Deep {
        let size = stalks.len();
        let Preorder { places, order, parents, edge_to_parent, in_tree, ends } =
            Preorder::new(edges, size);
        let mut own: Vec<u64> = order.iter().map(|&vertex| stalks[vertex]).collect();
        // Edges that start in a subtree, less those that end there, lead out of it.
        let mut leading_out = vec![0_i64; size];
        let mut highest: Vec<Option<usize>> = vec![None; size];
        let mut reach = vec![size; size];
        for (number, &(a, b)) in edges.iter().enumerate() {
            let (Some(a), Some(b)) = (places[a as usize], places[b as usize]) else { continue };
            let (above, below) = (a.min(b), a.max(b));
            own[above] ^= 1;
            if !in_tree[number] && above != below {
                leading_out[below] += 1;
                leading_out[above] -= 1;
                if above < reach[below] {
                    reach[below] = above;
                    highest[below] = Some(number);
                }
            }
        }
        for vertex in (1..order.len()).rev() {
            own[parents[vertex]] ^= own[vertex];
            leading_out[parents[vertex]] += leading_out[vertex];
        }
        let forth = Least::new(&reach);
        reach.reverse();
        let back = Least::new(&reach);
        let span = |vertex: usize| {
            let first = forth.first_below(vertex, vertex).unwrap_or(size);
            let last = back.first_below(size - ends[vertex], vertex).unwrap_or(size);
            (first, (size - 1).saturating_sub(last))
        };
        let spans = (0..size).map(span).collect();
        let covering = leading_out.iter().map(|edges| edges.unsigned_abs()).collect();
        Deep { edge_to_parent, own, covering, spans, highest }
    }

    /// The classes that have a tree edge: the vertices below their tree edges from above downwards, and the other edge
    /// that belongs to them, if one does.
    fn classes(&self) -> impl Iterator<Item = (Vec<usize>, Option<usize>)> {
        let mut alike: HashMap<(usize, usize, u64), Vec<usize>> = HashMap::new();
        for vertex in 1..self.own.len() {
            let (first, last) = self.spans[vertex];
            alike.entry((first, last, self.covering[vertex])).or_default().push(vertex);
        }
        alike.into_iter().map(|((first, _, edges), above)| {
            let alone = if edges == 1 { self.highest.get(first).copied().flatten() } else { None };
            (above, alone)
        })
    }
}

/// Numbers among which the first below a bound is found: the least of two, of four, and so on.
struct Least {
    numbers: Vec<usize>,
    half: usize,
}

impl Least {
    fn new(of: &[usize]) -> Least {
        let half = of.len().next_power_of_two();
        let mut numbers = vec![usize::MAX; 2 * half];
        numbers[half..half + of.len()].copy_from_slice(of);
        for at in (1..half).rev() {
            numbers[at] = numbers[2 * at].min(numbers[2 * at + 1]);
        }
        Least { numbers, half }
    }

    /// The first from a place on.
    fn first_below(&self, from: usize, bound: usize) -> Option<usize> {
        let mut at = self.half + from;
        while self.numbers[at] >= bound {
            // What stands to the right of it, or of the nearest above that is a left one.
            while at % 2 == 1 {
                at /= 2;
            }
            if at == 0 {
                return None;
            }
            at += 1;
        }
        while at < self.half {
            at *= 2;
            if self.numbers[at] >= bound {
                at += 1;
            }
        }
        Some(at - self.half)
    }
}

/// The values of the chains of no part, of the first, of the first two, and so on.
fn chains(parts: &[u64]) -> Vec<u64> {
    let mut chains = Chains::new(parts);
    for (number, &part) in parts.iter().enumerate().rev() {
        chains.begin(number);
        chains.grow(part);
    }
    let mut values = vec![0; parts.len() + 1];
    chains.read(&mut values[1..]);
    values
}

/// No node, or no chain.
const NONE: u32 = u32::MAX;

/// The values of chains by their bits, the least at the root; chains of one value keep it together.
struct Chains {
    nodes: Vec<Node>,
    bits: u32,
    /// The chain that was put into the same leaf before.
    before: Vec<u32>,
}

/// Where the values go on whose bit is 0 and 1.
#[derive(Clone, Copy)]
struct Node {
    next: [u32; 2],
    /// What all values below are to be changed by, from the bit of this node up; at a leaf, nothing.
    flips: u64,
    /// The last chain of a leaf.
    chain: u32,
}

impl Node {
    const EMPTY: Node = Node { next: [NONE; 2], flips: 0, chain: NONE };
}

impl Chains {
    /// None yet, with room for those of these parts: a chain is worth no more than all parts, an edge below each.
    fn new(parts: &[u64]) -> Chains {
        let most =
            parts.iter().fold(1_u64, |sum, part| sum.saturating_add(*part).saturating_add(1));
        let bits = 64 - most.leading_zeros();
        Chains { nodes: vec![Node::EMPTY], bits, before: vec![NONE; parts.len()] }
    }

    /// A chain of no part.
    fn begin(&mut self, chain: usize) {
        let mut at = 0;
        for _ in 0..self.bits {
            self.settle(at);
            if self.nodes[at].next[0] == NONE {
                self.nodes[at].next[0] = self.nodes.len() as u32;
                self.nodes.push(Node::EMPTY);
            }
            at = self.nodes[at].next[0] as usize;
        }
        self.before[chain] = self.nodes[at].chain;
        self.nodes[at].chain = chain as u32;
    }

    /// Puts all chains on a part of this value, and that on an edge.
    fn grow(&mut self, part: u64) {
        self.nodes[0].flips ^= part;
        let mut at = 0;
        for _ in 0..self.bits {
            self.settle(at);
            // A bit of 1 becomes 0 and is carried on.
            self.nodes[at].next.swap(0, 1);
            match self.nodes[at].next[0] {
                NONE => return,
                carried => at = carried as usize,
            }
        }
    }

    /// Does at a node what is noted there, and notes the rest below.
    fn settle(&mut self, at: usize) {
        let node = &mut self.nodes[at];
        let flips = std::mem::take(&mut node.flips);
        if flips & 1 == 1 {
            node.next.swap(0, 1);
        }
        for next in node.next {
            if next != NONE && flips > 1 {
                self.nodes[next as usize].flips ^= flips >> 1;
            }
        }
    }

    /// Writes the value of each chain.
    fn read(&mut self, values: &mut [u64]) {
        let mut open = vec![(0, 0, 0_u64)];
        while let Some((at, bit, value)) = open.pop() {
            if bit == self.bits {
                let mut chain = self.nodes[at].chain;
                while chain != NONE {
                    values[chain as usize] = value;
                    chain = self.before[chain as usize];
                }
                continue;
            }
            self.settle(at);
            for (set, next) in (0_u64..).zip(self.nodes[at].next) {
                if next != NONE {
                    open.push((next as usize, bit + 1, value | set << bit));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::fusion;
    use super::*;

    fn chain(parts: &[u64]) -> u64 {
        parts.iter().rev().fold(0, |above, part| (part ^ above) + 1)
    }

    /// A graph without a bridge: a ring, and more rings between its vertices, of so many edges each; then stalks.
    fn graph(rings: &[(usize, usize, usize)], stalks: &[u64]) -> (Vec<Edge>, Vec<u64>) {
        let (mut edges, mut size) = (Vec::new(), 1);
        for &(from, to, length) in rings {
            let (from, to) = (from % size, to % size);
            let mut at = from;
            for _ in 1..length {
                edges.push((at as u32, size as u32));
                at = size;
                size += 1;
            }
            edges.push((at as u32, to as u32));
        }
        let stalks = (0..size).map(|vertex| stalks[vertex % stalks.len()]).collect();
        (edges, stalks)
    }

    proptest! {
        #[test]
        fn chains_are_worth_what_the_colon_principle_says(
            parts in prop::collection::vec(prop_oneof![0_u64..3, 0_u64..50, Just(1_u64 << 40)], 0..60),
        ) {
            let each: Vec<u64> = (0..=parts.len()).map(|end| chain(&parts[..end])).collect();
            prop_assert_eq!(chains(&parts), each);
        }

        #[test]
        fn the_first_number_below_a_bound_is_found(
            numbers in prop::collection::vec(0_usize..20, 1..40), from in 0_usize..40, bound in 0_usize..22,
        ) {
            let from = from % numbers.len();
            let first = (from..numbers.len()).find(|&at| numbers[at] < bound);
            prop_assert_eq!(Least::new(&numbers).first_below(from, bound), first);
        }

        #[test]
        fn each_cut_leaves_what_fusion_of_the_rest_says(
            rings in prop::collection::vec((0_usize..30, 0_usize..30, 1_usize..6), 1..9),
            stalks in prop::collection::vec(0_u64..9, 1..9),
        ) {
            let (edges, stalks) = graph(&rings, &stalks);
            let values = cut_values(&edges, &stalks, &Limits::default()).unwrap();
            for (cut, value) in values.into_iter().enumerate() {
                let mut left = edges.clone();
                left.remove(cut);
                let mut vertices = stalks.len() as u32;
                for (mut below, &stalk) in (0..).zip(&stalks) {
                    for _ in 0..stalk {
                        left.push((below, vertices));
                        (below, vertices) = (vertices, vertices + 1);
                    }
                }
                prop_assert_eq!(value, fusion::value(&left), "{:?} {}", &edges, cut);
            }
        }
    }

    #[test]
    fn a_ring_of_many_edges_takes_no_longer_for_each() {
        let length = 200_000_u32;
        let edges: Vec<Edge> = (0..length).map(|at| (at, (at + 1) % length)).collect();
        let values = cut_values(&edges, &vec![0; length as usize], &Limits::default()).unwrap();
        let two_stalks = (0..length).map(|at| u64::from(at ^ (length - 1 - at)));
        assert!(values.into_iter().eq(two_stalks));
    }
}
