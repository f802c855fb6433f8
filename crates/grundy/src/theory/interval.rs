//! Taking from `least` to `most` counters from a heap.
//!
//! With `p = least + most`, the value of heap `n` is `(n mod p) / least`, rounded down: a move
//! takes the residue down by at most `most` and at least `least`, so it reaches every smaller
//! quotient and never the same one. (Winning Ways, chapter 4, "subtraction games"; for `least` = 1
//! this is Bachet's game.)
//!
//! To take nothing is no move, so `least` = 0 is as 1.

use num_bigint::BigUint;

/// The value of a heap; `least <= most`. `O(digits)`.
///
/// ```
/// use grundy::theory::interval::value;
/// let values: Vec<u64> = (0..9u32).map(|n| value(&n.into(), 2, 4)).collect();
/// assert_eq!(values, [0, 0, 1, 1, 2, 2, 0, 0, 1]);
/// ```
pub fn value(heap: &BigUint, least: u64, most: u64) -> u64 {
    let least = least.max(1);
    let residue = heap % period(least, most);
    // A quotient by at least 1 of a number below 2^65: `residue / least <= 1 + most / least`.
    u64::try_from(residue / least).unwrap_or(u64::MAX)
}

/// [`value`] for a heap that fits in a machine word; `least <= most`. `O(1)`.
///
/// ```
/// use grundy::theory::interval::value_u64;
/// let values: Vec<u64> = (0..9).map(|n| value_u64(n, 2, 4)).collect();
/// assert_eq!(values, [0, 0, 1, 1, 2, 2, 0, 0, 1]);
/// ```
pub fn value_u64(heap: u64, least: u64, most: u64) -> u64 {
    let least = least.max(1);
    // Below a sum that no word holds lies every heap.
    least.checked_add(most).map_or(heap, |period| heap % period) / least
}

/// Every heap of value `wanted` that a move from `heap` can leave, as at most two inclusive ranges
/// in ascending order. `O(digits)`.
///
/// ```
/// use grundy::theory::interval::moves_to;
/// // Take 1 to 3 from 10: the only heap of value 0 within reach is 8.
/// assert_eq!(moves_to(&10u32.into(), 1, 3, 0), [(8u32.into(), 8u32.into())]);
/// ```
pub fn moves_to(heap: &BigUint, least: u64, most: u64, wanted: u64) -> Vec<(BigUint, BigUint)> {
    let least = least.max(1);
    let period = period(least, most);
    if *heap < BigUint::from(least) || BigUint::from(wanted) * least >= period {
        return Vec::new();
    }
    let highest = heap - least;
    let lowest = if *heap < BigUint::from(most) { BigUint::ZERO } else { heap - most };
    let first = BigUint::from(wanted) * least;
    let last = (&first + (least - 1)).min(&period - 1u8);
    // The window is shorter than the period, so it meets at most two of them.
    let start = &lowest / &period * &period;
    [start.clone(), start + &period]
        .into_iter()
        .map(|base| ((&base + &first).max(lowest.clone()), (base + &last).min(highest.clone())))
        .filter(|(from, to)| from <= to)
        .collect()
}

fn period(least: u64, most: u64) -> BigUint {
    BigUint::from(least) + most
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nimber::{Nimber, mex};

    #[test]
    fn agrees_with_the_definition() {
        for least in 1..6_u64 {
            for most in least..9 {
                let mut values: Vec<u64> = Vec::new();
                for heap in 0..40_u64 {
                    let reach = || (least..=most.min(heap)).map(|taken| heap - taken);
                    let defined = mex(reach().map(|left| Nimber(values[left as usize]))).0;
                    assert_eq!(value(&heap.into(), least, most), defined, "{least} {most} {heap}");
                    assert_eq!(value_u64(heap, least, most), defined, "{least} {most} {heap}");
                    for wanted in 0..6 {
                        let mut left: Vec<u64> =
                            reach().filter(|&left| values[left as usize] == wanted).collect();
                        left.sort_unstable();
                        let listed: Vec<u64> = moves_to(&heap.into(), least, most, wanted)
                            .into_iter()
                            .flat_map(|(from, to)| {
                                u64::try_from(from).unwrap()..=u64::try_from(to).unwrap()
                            })
                            .collect();
                        assert_eq!(listed, left, "{least} {most} {heap} to {wanted}");
                    }
                    values.push(defined);
                }
            }
        }
    }

    #[test]
    fn to_take_nothing_is_no_move() {
        for most in 0..6_u64 {
            for heap in 0..20_u64 {
                let big = BigUint::from(heap);
                let expected = value_u64(heap, 1, most);
                assert_eq!(expected, heap % (most + 1));
                assert_eq!(value_u64(heap, 0, most), expected);
                assert_eq!(value(&big, 0, most), expected);
                for wanted in 0..6 {
                    assert_eq!(moves_to(&big, 0, most, wanted), moves_to(&big, 1, most, wanted));
                }
            }
        }
    }

    #[test]
    fn limits_of_64_bits_do_not_overflow() {
        let huge = BigUint::from(10_u32).pow(30);
        assert_eq!(
            value(&huge, u64::MAX, u64::MAX),
            u64::from(&huge % (2 * u128::from(u64::MAX)) >= u64::MAX.into())
        );
        assert_eq!(moves_to(&huge, 1, u64::MAX, 0).len(), 1);
        for (least, most) in [(1, u64::MAX), (1, u64::MAX - 1), (1 << 63, 1 << 63), (5, 9)] {
            for heap in [u64::MAX, u64::MAX - 1, 1 << 63] {
                let small = value_u64(heap, least, most);
                assert_eq!(small, value(&heap.into(), least, most), "{least} {most} {heap}");
            }
        }
    }
}
