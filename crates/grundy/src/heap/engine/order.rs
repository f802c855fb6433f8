//! The order in which pairs exclude most.

use super::marks::Marker;
use crate::heap::space::walsh_hadamard;

/// Pairs that are put in order; any more just follow.
const ORDERED: usize = 6000;

/// One, in numbers with 16 binary places.
const ONE: i64 = 1 << 16;

/// So many times finer what is left is counted, since it becomes little.
const FINER: i64 = 1 << 8;

/// Orders pairs, given by code, so that the first few exclude as much as they can, by how often
/// each code occurs lately.
///
/// Greedy: the next pairs are those of the code that marks most of what is expected to be left of
/// all rare codes below typical values; more of them at a time the more there are already.
pub(super) fn in_good_order(by_code: &[Vec<Marker>], recent: &[u64]) -> Vec<Marker> {
    let total = recent.iter().sum::<u64>().max(1);
    let share: Vec<i64> = recent.iter().map(|&count| (count * ONE as u64 / total) as i64).collect();
    // How many heaps need a rare code marked: those with a larger one.
    let mut left = vec![0; share.len()];
    let mut above = 0;
    for (left, share) in left.iter_mut().zip(&share).rev() {
        *left = (above + share) * FINER;
        above += share;
    }
    let mut used = vec![0; share.len()];
    let mut ordered: Vec<Marker> = Vec::new();
    let mut transformed_share = share.clone();
    walsh_hadamard(&mut transformed_share);
    while ordered.len() < ORDERED {
        // What a pair with each code marks of what is left: the convolution of `left` and `share` by nim-sums.
        let mut gains = left.clone();
        walsh_hadamard(&mut gains);
        gains.iter_mut().zip(&transformed_share).for_each(|(gain, share)| *gain *= share);
        walsh_hadamard(&mut gains);
        let open = (0..share.len()).filter(|&code| used[code] < by_code[code].len());
        let Some(code) = open.max_by_key(|&code| gains[code]) else { break };
        let count = 1 + ordered.len() / 16;
        let taken = by_code[code].iter().skip(used[code]).take(count);
        let before = ordered.len();
        ordered.extend(taken);
        used[code] += ordered.len() - before;
        for (other, left) in left.iter_mut().enumerate() {
            *left = *left * power(ONE - share[other ^ code], ordered.len() - before) / ONE;
        }
    }
    for (list, used) in by_code.iter().zip(used) {
        ordered.extend(&list[used..]);
    }
    ordered
}

/// The power of a number between 0 and [`ONE`].
fn power(mut base: i64, mut exponent: usize) -> i64 {
    let mut power = ONE;
    while exponent > 0 {
        if exponent % 2 == 1 {
            power = power * base / ONE;
        }
        base = base * base / ONE;
        exponent /= 2;
    }
    power
}
