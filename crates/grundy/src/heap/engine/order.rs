//! The order in which pairs exclude most.

use super::marks::Marker;

/// Pairs that are put in order; any more just follow.
const ORDERED: usize = 6000;

/// Orders pairs, given by code, so that the first few exclude as much as they can, by how often
/// each code occurs lately.
///
/// Greedy: the next pairs are those of the code that marks most of what is expected to be left of
/// all rare codes below typical values; more of them at a time the more there are already.
pub(super) fn in_good_order(by_code: &[Vec<Marker>], recent: &[u64]) -> Vec<Marker> {
    const ONE: u64 = 1 << 16;
    let total = recent.iter().sum::<u64>().max(1);
    let share: Vec<u64> = recent.iter().map(|&count| count * ONE / total).collect();
    // How many heaps need a rare code marked: those with a larger one.
    let mut left = vec![0; share.len()];
    let mut above = 0;
    for (left, share) in left.iter_mut().zip(&share).rev() {
        *left = above + share;
        above += share;
    }
    let mut used = vec![0; share.len()];
    let mut ordered: Vec<Marker> = Vec::new();
    while ordered.len() < ORDERED {
        let gain = |code: usize| -> u64 {
            left.iter().enumerate().map(|(other, left)| left * share[other ^ code]).sum()
        };
        let open = (0..share.len()).filter(|&code| used[code] < by_code[code].len());
        let Some(code) = open.max_by_key(|&code| gain(code)) else { break };
        let count = 1 + ordered.len() / 16;
        let taken = by_code[code].iter().skip(used[code]).take(count);
        let before = ordered.len();
        ordered.extend(taken);
        used[code] += ordered.len() - before;
        for (other, left) in left.iter_mut().enumerate() {
            for _ in before..ordered.len() {
                *left -= (*left * share[other ^ code]) / ONE;
            }
        }
    }
    for (list, used) in by_code.iter().zip(used) {
        ordered.extend(&list[used..]);
    }
    ordered
}
