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

use std::collections::HashMap;

use crate::board::Piece;

/// Vertices that are looked at, in all rounds together, before what was found so far has to do.
const MOST_LOOKED_AT: usize = 1 << 24;

/// Some of these vertices of a graph, all ascending: Node Kayles (of stones) or Arc Kayles (of dominoes) on them alone has
/// the value that it has on all. Of vertices that are alike those that `is_first` stay.
///
/// Vertices with the same neighbours have the same sum of the marks of these, which are numbers that look random; whether they are
/// the same is looked at where one is left out. `O(V)` for each round, and `O(E)` in all.
pub(super) fn without_twins<'a>(
    piece: Piece,
    left: &[u32],
    near: impl Fn(u32) -> &'a [u32],
    is_first: impl Fn(u32) -> bool,
) -> Vec<u32> {
    let places = |vertex: u32| near(vertex).iter().filter_map(|near| left.binary_search(near).ok());
    let mut stays = vec![true; left.len()];
    let mut sums: Vec<u64> =
        left.iter().map(|&vertex| places(vertex).map(mark).fold(0, u64::wrapping_add)).collect();
    let mut looked_at = 0;
    while looked_at < MOST_LOOKED_AT {
        let mut alike: HashMap<(bool, u64), Vec<usize>> = HashMap::new();
        for at in (0..left.len()).filter(|&at| stays[at]) {
            looked_at += 1;
            alike.entry((false, sums[at])).or_default().push(at);
            if piece == Piece::Stone {
                alike.entry((true, sums[at].wrapping_add(mark(at)))).or_default().push(at);
            }
        }
        let around = |at: usize, is_joined: bool| {
            let mut around: Vec<usize> = places(left[at]).filter(|&at| stays[at]).collect();
            around.extend(is_joined.then_some(at));
            around.sort_unstable();
            around
        };
        let mut gone = Vec::new();
        for ((is_joined, sum), mut twins) in alike {
            // In Arc Kayles a vertex without neighbours is no matter, also where there is but one.
            if twins.len() < 2 && (piece == Piece::Stone || sum != 0) {
                continue;
            }
            twins.sort_by_key(|&at| !is_first(left[at]));
            let same = around(twins[0], is_joined);
            twins.retain(|&at| around(at, is_joined) == same);
            let most = match piece {
                Piece::Stone if is_joined => 1,
                Piece::Stone => 2 - twins.len() % 2,
                Piece::Domino => same.len(),
            };
            gone.extend(twins.into_iter().skip(most));
        }
        if gone.is_empty() {
            break;
        }
        for at in gone {
            stays[at] = false;
            places(left[at]).for_each(|near| sums[near] = sums[near].wrapping_sub(mark(at)));
        }
    }
    left.iter().zip(stays).filter(|(_, stays)| *stays).map(|(&vertex, _)| vertex).collect()
}

/// A number for a place that looks random (Steele, Lea and Flood, 2014: splitmix64).
fn mark(place: usize) -> u64 {
    let mut mark = (place as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mark = (mark ^ mark >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mark = (mark ^ mark >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mark ^ mark >> 31
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
