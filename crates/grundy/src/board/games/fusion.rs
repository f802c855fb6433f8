//! What Green Hackenbush is worth, and which cuts leave a value.
//!
//! Fusion principle: the vertices of a cycle may be made one, its edges loops; and a loop is worth as
//! much as an edge that ends free. Colon principle: branches that meet at a vertex may be replaced by
//! one stalk as long as the nim-sum of their lengths. (Winning Ways, chapter 7.) So
//!
//! ```text
//! value of a fused vertex = (number of its loops mod 2) xor (value of child + 1) for every bridge
//! ```
//!
//! The fused vertices are found from a breadth-first tree: an edge outside it makes one of all
//! vertices on the way between its ends. Near linear time.
//!
//! **Cuts.** Which cuts make the whole worth `w` comes out from the ground upwards. Say that it is so
//! exactly if the vertex `c` is worth `t` (at the ground, `t = w`), and let a bridge lead from it to
//! `d`. As the value of `c` is that of `d` plus 1, xor the rest, `c` is worth `t` exactly if
//! `(value of d) + 1` becomes
//!
//! ```text
//! t xor (value of c) xor (value of d + 1)
//! ```
//!
//! If that is 0, it is so when the bridge is cut, and for no value of `d`; if it is `s + 1`, exactly
//! if `d` is worth `s`. So bridges take one pass. An edge of a cycle leaves the other edges of its
//! fused vertex, with all else that stands on them as stalks: see [`rings`](super::rings).

use std::collections::HashMap;

use super::rings::cut_values;
use crate::limits::{Limits, Stop};

/// An edge between two vertices, of which 0 is the ground.
pub type Edge = (u32, u32);

/// For each vertex that the edges connect with the ground, the edge that leads there and from where,
/// in the order of a search in breadth.
pub(super) struct Tree {
    pub(super) order: Vec<u32>,
    /// The parent, and the number of the edge to it; nothing at the ground and what is not reached.
    pub(super) parents: Vec<Option<(u32, usize)>>,
    pub(super) depths: Vec<u32>,
}

impl Tree {
    pub(super) fn new(edges: &[Edge]) -> Tree {
        let size = edges.iter().map(|&(a, b)| a.max(b) as usize + 1).max().unwrap_or(1);
        let mut around = vec![Vec::new(); size];
        for (edge, &(a, b)) in edges.iter().enumerate() {
            around[a as usize].push((b, edge));
            around[b as usize].push((a, edge));
        }
        let mut tree = Tree { order: vec![0], parents: vec![None; size], depths: vec![0; size] };
        let mut at = 0;
        while let Some(&vertex) = tree.order.get(at) {
            at += 1;
            for &(next, edge) in &around[vertex as usize] {
                if next != 0 && tree.parents[next as usize].is_none() {
                    tree.parents[next as usize] = Some((vertex, edge));
                    tree.depths[next as usize] = tree.depths[vertex as usize] + 1;
                    tree.order.push(next);
                }
            }
        }
        tree
    }

    fn reaches(&self, vertex: u32) -> bool {
        vertex == 0 || self.parents[vertex as usize].is_some()
    }
}

/// The edges that hang together with the ground, ascending.
pub(super) fn standing(edges: &[Edge]) -> Vec<Edge> {
    let tree = Tree::new(edges);
    let mut left: Vec<Edge> = edges.iter().copied().filter(|edge| tree.reaches(edge.0)).collect();
    left.sort_unstable();
    left
}

/// The vertex nearest to the ground of those that are fused with `vertex`.
pub(super) fn top(tops: &mut [u32], mut vertex: u32) -> u32 {
    while tops[vertex as usize] != vertex {
        let above = tops[tops[vertex as usize] as usize];
        tops[vertex as usize] = above;
        vertex = above;
    }
    vertex
}

/// Edges that all hang together with the ground, fused.
struct Fused {
    tree: Tree,
    /// Towards the vertex of those fused that is nearest to the ground.
    tops: Vec<u32>,
    /// What each of these is worth.
    values: Vec<u64>,
}

impl Fused {
    fn new(edges: &[Edge]) -> Fused {
        let tree = Tree::new(edges);
        let mut tops: Vec<u32> = (0..tree.parents.len() as u32).collect();
        let mut loops = Vec::new();
        let mut in_tree = vec![false; edges.len()];
        for (_, edge) in tree.parents.iter().flatten() {
            in_tree[*edge] = true;
        }
        for (&(a, b), _) in edges.iter().zip(&in_tree).filter(|(_, in_tree)| !**in_tree) {
            loops.push(a);
            let (mut a, mut b) = (top(&mut tops, a), top(&mut tops, b));
            while a != b {
                if tree.depths[a as usize] < tree.depths[b as usize] {
                    std::mem::swap(&mut a, &mut b);
                }
                // The deeper of two different tops is not the ground, so it has a parent; the edge to
                // it lies on the cycle.
                let Some((parent, _)) = tree.parents[a as usize] else { break };
                loops.push(a);
                tops[a as usize] = parent;
                a = top(&mut tops, parent);
            }
        }
        let mut values = vec![0_u64; tree.parents.len()];
        for vertex in loops {
            values[top(&mut tops, vertex) as usize] ^= 1;
        }
        for &vertex in tree.order.iter().rev() {
            let Some((parent, _)) = tree.parents[vertex as usize] else { continue };
            if tops[vertex as usize] == vertex {
                let stalk = values[vertex as usize] + 1;
                values[top(&mut tops, parent) as usize] ^= stalk;
            }
        }
        Fused { tree, tops, values }
    }
}

/// The value of edges that all hang together with the ground.
pub(super) fn value(edges: &[Edge]) -> u64 {
    Fused::new(edges).values[0]
}

/// For each edge, whether the value is `wanted` when it is cut; all hang together with the ground.
pub(super) fn cuts_to_value(
    edges: &[Edge],
    wanted: u64,
    limits: &Limits,
) -> Result<Vec<bool>, Stop> {
    let Fused { tree, mut tops, values } = Fused::new(edges);
    let mut cuts = vec![false; edges.len()];
    // What a fused vertex must be worth so that the whole has the value, if something does.
    let mut needed: Vec<Option<u64>> = vec![None; tops.len()];
    needed[0] = Some(wanted);
    let mut stalks = vec![0_u64; tops.len()];
    for &vertex in &tree.order {
        let Some((parent, edge)) = tree.parents[vertex as usize] else { continue };
        if tops[vertex as usize] != vertex {
            continue;
        }
        let below = top(&mut tops, parent) as usize;
        let stalk = values[vertex as usize] + 1;
        stalks[parent as usize] ^= stalk;
        if let Some(needed_below) = needed[below] {
            let rest = needed_below ^ values[below] ^ stalk;
            cuts[edge] = rest == 0;
            needed[vertex as usize] = rest.checked_sub(1);
        }
    }
    // The edges of each fused vertex.
    let mut fused: HashMap<u32, Vec<usize>> = HashMap::new();
    for (edge, &(a, b)) in edges.iter().enumerate() {
        let above = top(&mut tops, a);
        if above == top(&mut tops, b) && needed[above as usize].is_some() {
            fused.entry(above).or_default().push(edge);
        }
    }
    for (above, within) in fused {
        let mut numbers: HashMap<u32, u32> = HashMap::from([(above, 0)]);
        let mut own = vec![stalks[above as usize]];
        let mut left: Vec<Edge> = Vec::with_capacity(within.len());
        for &edge in &within {
            let ends = [edges[edge].0, edges[edge].1].map(|vertex| {
                *numbers.entry(vertex).or_insert_with(|| {
                    own.push(stalks[vertex as usize]);
                    own.len() as u32 - 1
                })
            });
            left.push((ends[0], ends[1]));
        }
        for (&edge, value) in within.iter().zip(cut_values(&left, &own, limits)?) {
            cuts[edge] = needed[above as usize] == Some(value);
        }
    }
    Ok(cuts)
}
