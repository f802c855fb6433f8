//! Even kernels of bipartite graphs: linear algebra over the field of two elements.
//!
//! The sets on one side to which every vertex of the other side has an even number of edges are the
//! solutions of a system of linear equations: an unknown for each vertex of the side, an equation
//! for each vertex of the other. After elimination an unknown is 0 in every solution exactly if its
//! equation has no other unknown.

use super::{Multigraph, need_both_ways};
use crate::limits::Limits;
use crate::ruleset::Failure;

/// For each vertex of an undirected graph, whether an even kernel contains it; nothing if the graph is
/// not bipartite. The edge `without`, one of those that are parallel, is taken out first.
///
/// `O(V^3 / 64)` time and `V^2 / 8` bytes at worst, for each part of the graph that hangs together.
///
/// # Errors
/// [`Failure::Domain`] if edges lead one way; [`Failure::Stop`] where a limit does not allow it.
pub fn in_even_kernel(
    on: &Multigraph,
    without: Option<(u32, u32)>,
    limits: &Limits,
) -> Result<Option<Vec<bool>>, Failure> {
    if !on.is_undirected() {
        return Err(need_both_ways());
    }
    let graph = on.graph();
    let times = |a: u32, b: u32| {
        let taken = without.is_some_and(|edge| edge == (a, b) || edge == (b, a));
        on.times(a, b) - u32::from(taken)
    };
    let count = graph.vertices() as usize;
    let mut found = vec![false; count];
    // The place of a vertex among those of its side and part, once it is reached.
    let mut number: Vec<Option<(bool, usize)>> = vec![None; count];
    for start in 0..graph.vertices() {
        if number[start as usize].is_some() {
            continue;
        }
        let mut sides = [vec![start], Vec::new()];
        number[start as usize] = Some((false, 0));
        let mut open = vec![start];
        while let Some(vertex) = open.pop() {
            let other = !number[vertex as usize].is_some_and(|(side, _)| side);
            for &to in graph.followers(vertex).iter().filter(|&&to| times(vertex, to) > 0) {
                match number[to as usize] {
                    None => {
                        let side = &mut sides[usize::from(other)];
                        number[to as usize] = Some((other, side.len()));
                        side.push(to);
                        open.push(to);
                    }
                    Some((side, _)) if side != other => return Ok(None),
                    Some(_) => {}
                }
            }
        }
        for (unknowns, equations) in [(&sides[0], &sides[1]), (&sides[1], &sides[0])] {
            let mut system = System::new(unknowns.len(), equations.len(), limits)?;
            for (row, &equation) in system.rows.iter_mut().zip(equations) {
                for &to in
                    graph.followers(equation).iter().filter(|&&to| times(equation, to) % 2 == 1)
                {
                    if let Some((_, at)) = number[to as usize] {
                        row[at / 64] ^= 1 << (at % 64);
                    }
                }
            }
            for (&vertex, free) in unknowns.iter().zip(system.not_always_zero(limits)?) {
                found[vertex as usize] = free;
            }
        }
    }
    Ok(Some(found))
}

/// Homogeneous equations, a bit for each unknown.
struct System {
    unknowns: usize,
    rows: Vec<Vec<u64>>,
}

impl System {
    fn new(unknowns: usize, equations: usize, limits: &Limits) -> Result<System, Failure> {
        let words = unknowns.div_ceil(64);
        limits.check_memory(8 * words as u64 * equations as u64)?;
        Ok(System { unknowns, rows: vec![vec![0; words]; equations] })
    }

    /// For each unknown, whether a solution exists in which it is 1.
    fn not_always_zero(mut self, limits: &Limits) -> Result<Vec<bool>, Failure> {
        let mut free = vec![true; self.unknowns];
        let mut solved = 0;
        for unknown in 0..self.unknowns {
            limits.check()?;
            let (word, bit) = (unknown / 64, unknown % 64);
            let has = |row: &Vec<u64>| row[word] >> bit & 1 != 0;
            let Some(pivot) = self.rows[solved..].iter().position(has) else { continue };
            self.rows.swap(solved, solved + pivot);
            let row = std::mem::take(&mut self.rows[solved]);
            for other in &mut self.rows {
                if !other.is_empty() && has(other) {
                    for (word, own) in other.iter_mut().zip(&row) {
                        *word ^= own;
                    }
                }
            }
            self.rows[solved] = row;
            solved += 1;
        }
        for row in &self.rows[..solved] {
            if row.iter().map(|word| word.count_ones()).sum::<u32>() == 1 {
                let word = row.iter().position(|&word| word != 0).unwrap_or(0);
                free[64 * word + row[word].trailing_zeros() as usize] = false;
            }
        }
        Ok(free)
    }
}
