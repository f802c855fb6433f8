//! Vertices with the same neighbours, of which some are as good as all, and graphs of such vertices alone.
//!
//! ```text
//! Node Kayles   neighbours of one another: one of them; whatever takes one takes all
//!               otherwise: one or two, as many as leave out an even number
//! Arc Kayles    one for each neighbour that they have; no more are ever taken
//! ```
//!
//! For the second line let G have two more such vertices than H, which has at least one. In G + H a move that takes one of
//! them leaves the others alone, together an even number of single vertices: that is worth 0, and the same move is there
//! in H. Any other move takes all of them or none, and has its like, too. So who comes second wins G + H by moves alike.
//! For Arc Kayles each move that takes one of them takes a neighbour as well, so there stay enough, and leaving out one more
//! changes nothing by induction.
//!
//! What is left is a part of the graph, in which there may be such vertices again.

use std::collections::BTreeMap;

use crate::board::Piece;

/// Neighbours that are looked at before what was found so far has to do; a graph of so many edges takes a second.
const MOST_READ: usize = 1 << 24;

/// Some of these vertices of a graph, all ascending: Node Kayles (of stones) or Arc Kayles (of dominoes) on them alone has
/// the value that it has on all. Of vertices that are alike those that `is_first` stay.
pub(super) fn without_twins<'a>(
    piece: Piece,
    left: &[u32],
    near: impl Fn(u32) -> &'a [u32],
    is_first: impl Fn(u32) -> bool,
) -> Vec<u32> {
    let (mut left, mut read) = (left.to_vec(), 0);
    while read < MOST_READ {
        let mut apart: BTreeMap<Vec<u32>, Vec<u32>> = BTreeMap::new();
        let mut joined = apart.clone();
        for &vertex in &left {
            let mut same = near(vertex).to_vec();
            same.retain(|near| left.binary_search(near).is_ok());
            read += near(vertex).len() + 1;
            if piece == Piece::Stone {
                let mut same = same.clone();
                same.insert(same.partition_point(|&near| near < vertex), vertex);
                joined.entry(same).or_default().push(vertex);
            }
            apart.entry(same).or_default().push(vertex);
        }
        let mut gone: Vec<u32> = Vec::new();
        let mut leave = |mut twins: Vec<u32>, most: usize| {
            twins.sort_by_key(|&vertex| !is_first(vertex));
            gone.extend(twins.iter().skip(most));
        };
        for (near, twins) in apart {
            let most = match piece {
                Piece::Stone => 2 - twins.len() % 2,
                Piece::Domino => near.len(),
            };
            leave(twins, most);
        }
        joined.into_values().for_each(|twins| leave(twins, 1));
        if gone.is_empty() {
            break;
        }
        gone.sort_unstable();
        left.retain(|vertex| gone.binary_search(vertex).is_err());
    }
    left
}

/// How many moves every play of Arc Kayles on this part of a graph has, if it is complete, or in two halves of which each
/// vertex is joined to all of the other.
pub(super) fn moves_always<'a>(part: &[u32], near: impl Fn(u32) -> &'a [u32]) -> Option<usize> {
    let near = |vertex: u32| {
        let near = near(vertex).iter().copied();
        near.filter(|near| part.binary_search(near).is_ok()).collect::<Vec<u32>>()
    };
    let (first, count) = (near(*part.first()?), part.len());
    if first.len() == count - 1 {
        return part.iter().all(|&vertex| near(vertex).len() == count - 1).then_some(count / 2);
    }
    let mut other = part.to_vec();
    other.retain(|vertex| first.binary_search(vertex).is_err());
    let joined = |half: &[u32], other: &[u32]| half.iter().all(|&vertex| near(vertex) == other);
    let halves = joined(&other, &first) && joined(&first, &other);
    halves.then(|| first.len().min(other.len()))
}
