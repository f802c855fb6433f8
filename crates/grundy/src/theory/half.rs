//! Take at least half of a heap: from `n` at least `ceil(n / 2)` counters, and one at least.
//!
//! The options of `n` are the heaps `0..=n/2`, whose binary lengths are all the numbers below the
//! binary length of `n`; so that length is the Grundy value.

use num_bigint::BigUint;

/// The Grundy value of a heap: the number of its binary digits.
///
/// ```
/// use grundy::theory::half::value;
/// use num_bigint::BigUint;
/// assert_eq!(value(&BigUint::from(10u8).pow(30)), 100);
/// ```
pub fn value(heap: &BigUint) -> u64 {
    heap.bits()
}

/// [`value`] for a heap that fits in a machine word.
///
/// ```
/// use grundy::theory::half::value_u64;
/// assert_eq!([0, 1, 3, 4, 7, 8].map(value_u64), [0, 1, 2, 3, 3, 4]);
/// ```
pub fn value_u64(heap: u64) -> u64 {
    u64::from(u64::BITS - heap.leading_zeros())
}

/// The heaps of value `value` that one move leads to, as the least and the greatest of an unbroken
/// range; `None` when there is none. `O(digits)` at most, however large `value` is.
///
/// ```
/// use grundy::theory::half::moves_to;
/// let range = moves_to(&11u8.into(), 3);
/// assert_eq!(range, Some((4u8.into(), 5u8.into())));
/// assert_eq!(moves_to(&11u8.into(), 4), None);
/// ```
pub fn moves_to(heap: &BigUint, value: u64) -> Option<(BigUint, BigUint)> {
    if value >= heap.bits() {
        return None;
    }
    if value == 0 {
        return Some((BigUint::ZERO, BigUint::ZERO));
    }
    let least = BigUint::from(1u8) << (value - 1);
    let greatest = ((&least << 1u8) - 1u8).min(heap >> 1u8);
    Some((least, greatest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nimber::{Nimber, mex};
    use proptest::prelude::*;

    #[test]
    fn values_and_moves_agree_with_the_definition() {
        let mut values: Vec<u64> = Vec::new();
        for heap in 0..300u64 {
            let options = (heap.div_ceil(2).max(1)..=heap).map(|taken| heap - taken);
            let own = mex(options.clone().map(|k| Nimber(values[k as usize])));
            assert_eq!(value_u64(heap), own.0, "{heap}");
            values.push(own.0);
            for wanted in 0..11 {
                let mut found: Vec<u64> =
                    options.clone().filter(|&k| values[k as usize] == wanted).collect();
                found.sort_unstable();
                let small = |number: BigUint| u64::try_from(number).unwrap();
                let claimed: Vec<u64> = moves_to(&heap.into(), wanted)
                    .map_or(vec![], |(a, b)| (small(a)..=small(b)).collect());
                assert_eq!(claimed, found, "{heap} to {wanted}");
            }
        }
    }

    proptest! {
        #[test]
        fn both_widths_agree(
            heap in prop_oneof![Just(0), Just(u64::MAX), Just(1u64 << 63), any::<u64>()],
        ) {
            prop_assert_eq!(value(&heap.into()), value_u64(heap));
        }
    }
}
