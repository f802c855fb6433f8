//! Wythoff's game: take any number from one of two piles, or the same number from both.
//!
//! Wythoff (*A modification of the game of nim*, Nieuw Archief voor Wiskunde 7, 1907): the player
//! to move loses exactly on the pairs `(a_n, b_n)`, `a_n = floor(n phi)`, `b_n = a_n + n`, `phi`
//! being the golden ratio. Each positive number is in exactly one pair. Two methods decide a
//! position, both exact at any size:
//!
//! - the golden ratio in integers: `floor(n phi) = (n + isqrt(5 n^2)) / 2`, because
//!   `n phi = (n + sqrt(5 n^2)) / 2`, and halving an integer part loses nothing;
//! - Zeckendorf digits: `(a, b)`, `a <= b`, is such a pair exactly when the digits of `a` end in an
//!   even number of zeros and those of `b` are the same followed by one more zero (Silber 1976,
//!   Fraenkel 1982).
//!
//! The numbers `a_n` and `b_n` share out the positive integers, so the partner of a number in its
//! pair is found from `floor(x / phi) = floor(x phi) - x` alone: for `x = b_n` that is `a_n`, and
//! for `x = a_n` it is `n - 1`.

mod array;
mod word;

pub use array::{ArrayRow, array_row};
pub use word::{is_p_u64, winning_moves_u64};

use crate::theory::fibonacci::Zeckendorf;
use num_bigint::BigUint;

/// `floor(n phi)`, `phi` the golden ratio. The cost is that of a square root of twice the digits.
fn floor_phi(n: &BigUint) -> BigUint {
    (n + (n * n * 5u8).sqrt()) >> 1u8
}

/// The `n`-th pair of piles, `n = 0, 1, ..`, on which the player to move loses.
///
/// ```
/// use grundy::theory::wythoff::pair;
/// assert_eq!(pair(&3u8.into()), (4u8.into(), 7u8.into()));
/// ```
pub fn pair(n: &BigUint) -> (BigUint, BigUint) {
    let a = floor_phi(n);
    let b = &a + n;
    (a, b)
}

/// The `n` for which `a` is the smaller pile of the `n`-th pair, if there is one.
///
/// ```
/// use grundy::theory::wythoff::index_of;
/// assert_eq!(index_of(&4u8.into()), Some(3u8.into()));
/// assert_eq!(index_of(&5u8.into()), None); // the greater pile of (3, 5)
/// ```
pub fn index_of(a: &BigUint) -> Option<BigUint> {
    if *a == BigUint::ZERO {
        return Some(BigUint::ZERO);
    }
    // a = floor(n phi) says a < n phi < a + 1, so n is the first integer above a / phi.
    let n = floor_phi(a) - a + 1u8;
    (floor_phi(&n) == *a).then_some(n)
}

/// The other pile of the only losing pair that has a pile of `x`.
///
/// ```
/// use grundy::theory::wythoff::partner;
/// assert_eq!(partner(&5u8.into()), 3u8.into());
/// assert_eq!(partner(&6u8.into()), 10u8.into());
/// ```
pub fn partner(x: &BigUint) -> BigUint {
    match index_of(x) {
        Some(n) => x + n,
        None => floor_phi(x) - x,
    }
}

/// Whether the player to move loses, by the golden ratio. The order of the piles does not matter.
///
/// ```
/// use grundy::theory::wythoff::is_p_golden;
/// use num_bigint::BigUint;
/// let n = BigUint::from(10u8).pow(30);
/// let (a, b) = grundy::theory::wythoff::pair(&n);
/// assert!(is_p_golden(&b, &a) && !is_p_golden(&b, &(a + 1u8)));
/// ```
pub fn is_p_golden(x: &BigUint, y: &BigUint) -> bool {
    let (lo, hi) = if x <= y { (x, y) } else { (y, x) };
    floor_phi(&(hi - lo)) == *lo
}

/// Whether the player to move loses, by Zeckendorf digits. The order of the piles does not matter.
/// `O(digits^2)`: for very long numbers [`is_p_golden`] is faster.
///
/// ```
/// use grundy::theory::wythoff::is_p_zeckendorf;
/// assert!(is_p_zeckendorf(&6u8.into(), &10u8.into())); // 1001 and 10010
/// ```
pub fn is_p_zeckendorf(x: &BigUint, y: &BigUint) -> bool {
    let (lo, hi) = if x <= y { (x, y) } else { (y, x) };
    let digits = Zeckendorf::of(lo);
    match digits.trailing_zeros() {
        None => *hi == BigUint::ZERO,
        Some(zeros) => zeros % 2 == 0 && Zeckendorf::of(hi).is_shift_of(&digits),
    }
}

/// From how many piles a move takes that leads to a position.
///
/// ```
/// use grundy::theory::wythoff::{Piles, winning_moves};
/// // From 2 and 3: one of each leaves 1 and 2, and so do two of the larger pile.
/// let moves = winning_moves(&2u8.into(), &3u8.into());
/// assert_eq!((moves.len(), moves[0].from), (1, Piles::Either));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Piles {
    /// The same number from both.
    Both,
    /// One way takes the same number from both, another takes from one pile.
    Either,
    /// A number from one of them.
    One,
}

/// A winning move, given by the piles that it leaves.
///
/// ```
/// use grundy::theory::wythoff::{Piles, WythoffMove, winning_moves};
/// let moves = winning_moves(&4u8.into(), &4u8.into()); // all of both
/// assert_eq!(moves[0], WythoffMove { x: 0u8.into(), y: 0u8.into(), from: Piles::Both });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WythoffMove<T = BigUint> {
    /// The smaller pile left.
    pub x: T,
    /// The greater pile left.
    pub y: T,
    /// Which piles the move takes from.
    pub from: Piles,
}

/// Every position that a winning move leads to, none twice; none at all when the player to move
/// loses. First comes what can be reached by taking from both piles, then the rest, each ascending.
///
/// There are three at most: one that keeps the difference of the piles, and for each pile one that
/// keeps that pile. The order of the two piles does not matter.
///
/// ```
/// use grundy::theory::wythoff::{Piles, winning_moves};
/// let moves: Vec<_> = winning_moves(&5u8.into(), &8u8.into())
///     .into_iter()
///     .map(|m| (m.x.to_string(), m.y.to_string(), m.from))
///     .collect();
/// let expected = [("4", "7", Piles::Both), ("3", "5", Piles::One)];
/// assert!(moves.iter().map(|m| (&*m.0, &*m.1, m.2)).eq(expected));
/// ```
pub fn winning_moves(a: &BigUint, b: &BigUint) -> Vec<WythoffMove> {
    let (lo, hi) = if a <= b { (a, b) } else { (b, a) };
    let both = Some(pair(&(hi - lo))).filter(|(x, _)| x < lo);
    // Keeping a pile, the other must come down to the partner of the one kept.
    let keep_lo = Some(partner(lo)).filter(|z| z < hi).map(|z| sorted(lo.clone(), z));
    let keep_hi = Some(partner(hi)).filter(|z| z < lo).map(|z| sorted(hi.clone(), z));
    order(both, keep_lo, keep_hi)
}

fn sorted<T: Ord>(p: T, q: T) -> (T, T) {
    if p <= q { (p, q) } else { (q, p) }
}

/// Puts the winning results into order and marks the one reached in both ways.
fn order<T: Ord>(
    both: Option<(T, T)>,
    keep_lo: Option<(T, T)>,
    keep_hi: Option<(T, T)>,
) -> Vec<WythoffMove<T>> {
    let either = both.is_some() && (both == keep_lo || both == keep_hi);
    let mut ones: Vec<(T, T)> = [keep_lo, keep_hi].into_iter().flatten().collect();
    ones.retain(|result| both.as_ref() != Some(result));
    ones.sort_unstable();
    ones.dedup();
    let way = if either { Piles::Either } else { Piles::Both };
    let both = both.into_iter().map(|(x, y)| WythoffMove { x, y, from: way });
    let ones = ones.into_iter().map(|(x, y)| WythoffMove { x, y, from: Piles::One });
    both.chain(ones).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    fn big(digits: Vec<u32>) -> BigUint {
        BigUint::new(digits)
    }

    #[test]
    fn winning_moves_agree_with_the_definition() {
        const MOST: usize = 45;
        let mut wins = vec![vec![false; MOST + 1]; MOST + 1];
        for a in 0..=MOST {
            for b in 0..=MOST {
                let (lo, hi) = (a.min(b), a.max(b));
                let mut expected: BTreeMap<(usize, usize), [bool; 2]> = BTreeMap::new();
                let from_both = (1..=lo).map(|k| ((a - k, b - k), 0));
                let from_a = (1..=a).map(|k| ((a - k, b), 1));
                let from_b = (1..=b).map(|k| ((a, b - k), 1));
                for ((x, y), way) in from_both.chain(from_a).chain(from_b) {
                    if !wins[x][y] {
                        expected.entry(sorted(x, y)).or_default()[way] = true;
                    }
                }
                wins[a][b] = !expected.is_empty();
                let (wide_a, wide_b) = (BigUint::from(a), BigUint::from(b));
                assert_eq!(is_p_golden(&wide_a, &wide_b), !wins[a][b], "{a}, {b}");
                assert_eq!(is_p_zeckendorf(&wide_a, &wide_b), !wins[a][b], "{a}, {b}");
                assert_eq!(is_p_u64(a as u64, b as u64), !wins[a][b], "{a}, {b}");

                let way = |[both, one]: [bool; 2]| match (both, one) {
                    (true, true) => Piles::Either,
                    (true, false) => Piles::Both,
                    _ => Piles::One,
                };
                let mut expected: Vec<((usize, usize), Piles)> =
                    expected.into_iter().map(|(result, ways)| (result, way(ways))).collect();
                expected.sort_by_key(|&(_, way)| way == Piles::One);
                let found: Vec<((usize, usize), Piles)> = winning_moves_u64(a as u64, b as u64)
                    .into_iter()
                    .map(|m| ((m.x as usize, m.y as usize), m.from))
                    .collect();
                assert_eq!(found, expected, "{lo}, {hi}");
            }
        }
    }

    #[test]
    fn every_positive_number_is_in_one_pair() {
        let mut seen = vec![0; 500];
        for n in 1..500u32 {
            let (a, b) = pair(&n.into());
            assert_eq!(index_of(&a), Some(n.into()));
            assert_eq!(index_of(&b), None);
            assert_eq!((partner(&a), partner(&b)), (b.clone(), a.clone()));
            for pile in [a, b] {
                let slot = usize::try_from(&pile).ok().and_then(|pile| seen.get_mut(pile));
                slot.into_iter().for_each(|count| *count += 1);
            }
        }
        assert!(seen[1..].iter().all(|&count| count == 1));
    }

    proptest! {
        #[test]
        fn both_methods_agree_on_pairs_and_near_misses(
            digits in prop::collection::vec(any::<u32>(), 0..8),
            up in 0u8..3,
            right in 0u8..3,
        ) {
            let (a, b) = pair(&big(digits));
            let (x, y) = (a + up, b + right);
            let is_p = is_p_golden(&x, &y);
            prop_assert_eq!(is_p, is_p_zeckendorf(&y, &x));
            if (up, right) == (0, 0) {
                prop_assert!(is_p);
            }
        }

        #[test]
        fn both_methods_agree_on_random_positions(
            x in prop::collection::vec(any::<u32>(), 0..8),
            y in prop::collection::vec(any::<u32>(), 0..8),
        ) {
            let (x, y) = (big(x), big(y));
            prop_assert_eq!(is_p_golden(&x, &y), is_p_zeckendorf(&x, &y));
        }

        #[test]
        fn winning_moves_are_legal_and_lead_to_lost_positions(
            digits in prop::collection::vec(any::<u32>(), 0..8),
            more in prop::collection::vec(any::<u32>(), 0..8),
        ) {
            let lo = big(digits);
            let hi = &lo + big(more);
            let moves = winning_moves(&hi, &lo);
            prop_assert_eq!(moves.is_empty(), is_p_golden(&lo, &hi));
            for WythoffMove { x, y, from } in moves {
                prop_assert!(is_p_zeckendorf(&x, &y));
                let both = x < lo && &hi - &lo == &y - &x;
                let one = (x == lo && y < hi) || (y == hi && x < lo) || (y == lo && x < hi);
                let expected = match (both, one) {
                    (true, true) => Piles::Either,
                    (true, false) => Piles::Both,
                    (false, _) => Piles::One,
                };
                prop_assert!(both || one);
                prop_assert_eq!(from, expected);
            }
        }
    }
}
