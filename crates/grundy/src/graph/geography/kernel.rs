//! Even kernels of bipartite graphs: linear algebra over the field of two elements.
//!
//! The sets on one side to which every vertex of the other side has an even number of edges are the
//! solutions of a system of linear equations: an unknown and an equation for each vertex, which says
//! that the sum over its neighbours is 0. (The sides do not mix, and parallel edges count by their
//! number modulo 2.) A vertex is in an even kernel if some solution has a 1 there.
//!
//! **Trees that hang.** As long as some vertex has at most one neighbour left, it is taken off, and
//! that neighbour is its parent. Call a vertex *covered* if a child of it is not covered; one such
//! child is its *partner*, the others are *spare*. Then
//!
//! - the equation of an uncovered vertex, whose children are all covered, says that its parent is 0:
//!   from the leaves on, all covered vertices are 0;
//! - the equation of a covered vertex gives its partner: the sum of the spare children and of the
//!   parent, or, where it was not taken off, of its neighbours that were not;
//! - so the equations of covered and uncovered vertices are used up, spare vertices and uncovered
//!   roots are free, and of vertices that were not taken off the equations of those that are not
//!   covered are left, between those that are not covered: the *core*.
//!
//! A partner can be 1 if it has a spare sibling, which is free and in no other term of the sum; if
//! not, exactly if the rest of its sum can.
//!
//! **The core** is eliminated ([`Echelon`]) with unknowns and equations in the order of a search in
//! breadth, so that only those of neighbouring levels meet.
//!
//! **Winning moves.** A move from `u` to `t` leaves the opponent in an even kernel of what is left
//! exactly if there is a set on the side of `t`, with `t` in it, to which only `u` has an odd number
//! of edges: the edge that is used up makes that even. With one leaf more beside `u` such a set is,
//! with the leaf, an even kernel. So `t` wins if some even kernel contains both. Since a linear
//! function that is not 0 is 1 at half of all solutions, and two of them are the same or both 1 at a
//! quarter, it is enough that each of both is in one.

use super::echelon::{Echelon, Solutions};
use super::{Multigraph, need_both_ways, no_vertex};
use crate::limits::Limits;
use crate::ruleset::Failure;

const NONE: u32 = u32::MAX;

/// For each vertex of an undirected graph, whether an even kernel contains it; nothing where the part
/// of the graph that hangs together with it is not bipartite.
///
/// `O(V + E)` time and memory for trees and what hangs as a tree; for each other part `O(V w^2 / 64)`
/// time and `O(V w)` bits, if no two neighbouring levels of a search in breadth have more than `w`
/// vertices together, so `O(V^3 / 64)` at worst.
///
/// # Errors
/// [`Failure::Domain`] if edges lead one way; [`Failure::Stop`] where a limit does not allow it.
pub fn in_even_kernel(on: &Multigraph, limits: &Limits) -> Result<Vec<Option<bool>>, Failure> {
    if !on.is_undirected() {
        return Err(need_both_ways());
    }
    let count = on.graph().vertices();
    limits.check_memory(on.graph().bytes() + 48 * u64::from(count))?;
    let mut found = vec![None; count as usize];
    let mut number = vec![NONE; count as usize];
    for start in 0..count {
        if number[start as usize] != NONE {
            continue;
        }
        if let Some(part) = Part::around(on, start, &mut number, limits)? {
            let can_be_one = part.can_be_one(limits)?;
            for (&vertex, can) in part.vertices.iter().zip(can_be_one) {
                found[vertex as usize] = Some(can);
            }
        }
    }
    Ok(found)
}

/// Where a token on a vertex of an undirected graph may go so that the opponent is in an even kernel
/// of what is left, ascending; nothing if what hangs together with it is not bipartite. As
/// [`in_even_kernel`].
///
/// ```
/// use grundy::graph::Graph;
/// use grundy::graph::geography::{Multigraph, moves_into_even_kernels};
/// use grundy::limits::Limits;
/// let limits = Limits::default();
/// // On the path 0 - 1 - 2 the ends are lost; from 1 either move leaves the opponent without one.
/// let graph = Graph::from_edges(3, [(0, 1), (1, 0), (1, 2), (2, 1)], &limits)?;
/// let path = Multigraph::new(graph, true, Vec::new(), &limits)?;
/// assert_eq!(moves_into_even_kernels(&path, 1, &limits)?, Some(vec![0, 2]));
/// assert_eq!(moves_into_even_kernels(&path, 0, &limits)?, Some(vec![]));
/// # Ok::<(), grundy::ruleset::Failure>(())
/// ```
///
/// # Errors
/// As [`in_even_kernel`]; [`Failure::Domain`] if the vertex does not exist.
pub fn moves_into_even_kernels(
    on: &Multigraph,
    from: u32,
    limits: &Limits,
) -> Result<Option<Vec<u32>>, Failure> {
    if !on.is_undirected() {
        return Err(need_both_ways());
    }
    if from >= on.graph().vertices() {
        return Err(no_vertex(from));
    }
    let mut number = vec![NONE; on.graph().vertices() as usize];
    let Some(mut part) = Part::around(on, from, &mut number, limits)? else { return Ok(None) };
    // The search in breadth began at this vertex, so it is the first.
    let leaf = part.add_leaf(0) as usize;
    let can_be_one = part.can_be_one(limits)?;
    let wins = |to: u32| can_be_one[leaf] && can_be_one[number[to as usize] as usize];
    Ok(Some(on.graph().followers(from).iter().copied().filter(|&to| wins(to)).collect()))
}

/// A part of a graph that hangs together, and is bipartite.
struct Part {
    /// In the order of a search in breadth, in which they have their numbers here.
    vertices: Vec<u32>,
    /// On which side each is.
    sides: Vec<bool>,
    /// For each the others to which it has an odd number of edges.
    neighbours: Vec<Vec<u32>>,
}

impl Part {
    /// The part with this vertex, which it numbers; nothing if it is not bipartite.
    fn around(
        on: &Multigraph,
        start: u32,
        number: &mut [u32],
        limits: &Limits,
    ) -> Result<Option<Part>, Failure> {
        let mut part = Part { vertices: vec![start], sides: vec![false], neighbours: Vec::new() };
        let mut is_bipartite = true;
        number[start as usize] = 0;
        while let Some(&vertex) = part.vertices.get(part.neighbours.len()) {
            let side = part.sides[part.neighbours.len()];
            if part.neighbours.len().is_multiple_of(1 << 12) {
                limits.check()?;
            }
            let mut neighbours = Vec::new();
            for &to in on.graph().followers(vertex) {
                if number[to as usize] == NONE {
                    number[to as usize] = part.vertices.len() as u32;
                    part.vertices.push(to);
                    part.sides.push(!side);
                }
                let to_number = number[to as usize];
                is_bipartite &= part.sides[to_number as usize] != side;
                if on.times(vertex, to) % 2 == 1 {
                    neighbours.push(to_number);
                }
            }
            part.neighbours.push(neighbours);
        }
        Ok(is_bipartite.then_some(part))
    }

    /// Adds a vertex with one edge, to this one. It is a vertex of no graph, and has the last number.
    fn add_leaf(&mut self, beside: u32) -> u32 {
        let leaf = self.neighbours.len() as u32;
        self.neighbours[beside as usize].push(leaf);
        self.neighbours.push(vec![beside]);
        self.sides.push(!self.sides[beside as usize]);
        leaf
    }

    /// For each vertex, whether a solution of the equations has a 1 there.
    fn can_be_one(&self, limits: &Limits) -> Result<Vec<bool>, Failure> {
        let hanging = Hanging::new(&self.neighbours);
        let is_core =
            |vertex: &u32| hanging.stays(*vertex) && hanging.partner[*vertex as usize] == NONE;
        let count = self.neighbours.len();
        let mut can = vec![false; count];
        for side in [false, true] {
            let here = (0..count as u32).filter(|&vertex| self.sides[vertex as usize] == side);
            let unknowns: Vec<u32> = here.filter(is_core).collect();
            // The place of an unknown among them.
            let mut place = vec![NONE; count];
            for (at, &vertex) in unknowns.iter().enumerate() {
                place[vertex as usize] = at as u32;
            }
            let terms = |vertex: u32| {
                let around = self.neighbours[vertex as usize].iter();
                around.map(|&to| place[to as usize]).filter(|&at| at != NONE).collect::<Vec<u32>>()
            };
            let others = (0..count as u32).filter(|&vertex| self.sides[vertex as usize] != side);
            let (equations, covered): (Vec<u32>, Vec<u32>) =
                others.filter(|&vertex| hanging.stays(vertex)).partition(is_core);
            let mut echelon = Echelon::new(unknowns.len());
            for equation in equations {
                echelon.add(&terms(equation), limits)?;
            }
            let solutions: Solutions = echelon.solve(limits)?;
            for (at, &vertex) in unknowns.iter().enumerate() {
                can[vertex as usize] = solutions.can_be_one(&[at as u32]);
            }
            for vertex in covered {
                let partner = hanging.partner[vertex as usize];
                if !hanging.has_spare[vertex as usize] {
                    can[partner as usize] = solutions.can_be_one(&terms(vertex));
                }
            }
        }
        // From the roots to the leaves: what was taken off last comes first.
        for &vertex in hanging.taken_off.iter().rev() {
            let parent = hanging.parent[vertex as usize];
            can[vertex as usize] = match parent {
                _ if hanging.partner[vertex as usize] != NONE => false,
                NONE => true,
                _ if hanging.partner[parent as usize] != vertex => true,
                _ if hanging.has_spare[parent as usize] => true,
                // Found with the core.
                _ if hanging.stays(parent) => can[vertex as usize],
                _ => match hanging.parent[parent as usize] {
                    NONE => false,
                    above => can[above as usize],
                },
            };
        }
        Ok(can)
    }
}

/// The trees that hang from a graph, as the head of this file says.
struct Hanging {
    /// Children before their parents.
    taken_off: Vec<u32>,
    parent: Vec<u32>,
    /// The child by which a vertex is covered.
    partner: Vec<u32>,
    /// Whether there is another uncovered child.
    has_spare: Vec<bool>,
    is_off: Vec<bool>,
}

impl Hanging {
    fn new(neighbours: &[Vec<u32>]) -> Hanging {
        let count = neighbours.len();
        let mut hanging = Hanging {
            taken_off: Vec::new(),
            parent: vec![NONE; count],
            partner: vec![NONE; count],
            has_spare: vec![false; count],
            is_off: vec![false; count],
        };
        let mut left: Vec<usize> = neighbours.iter().map(Vec::len).collect();
        let mut open: Vec<u32> =
            (0..count as u32).filter(|&vertex| left[vertex as usize] <= 1).collect();
        while let Some(vertex) = open.pop() {
            hanging.is_off[vertex as usize] = true;
            hanging.taken_off.push(vertex);
            let around = &neighbours[vertex as usize];
            let Some(&parent) = around.iter().find(|&&to| !hanging.is_off[to as usize]) else {
                continue;
            };
            hanging.parent[vertex as usize] = parent;
            if hanging.partner[vertex as usize] == NONE {
                match hanging.partner[parent as usize] {
                    NONE => hanging.partner[parent as usize] = vertex,
                    _ => hanging.has_spare[parent as usize] = true,
                }
            }
            left[parent as usize] -= 1;
            if left[parent as usize] == 1 {
                open.push(parent);
            }
        }
        hanging
    }

    /// Whether a vertex was not taken off.
    fn stays(&self, vertex: u32) -> bool {
        !self.is_off[vertex as usize]
    }
}
