//! Take from one to `m` counters from a heap.
//!
//! The options of `n` are the `m` heaps below it, so the Grundy value is `n mod (m + 1)`: by
//! induction those options show every residue but that of `n` (Berlekamp, Conway, Guy, *Winning
//! Ways*, chapter 4). Each heap of a sum may have its own `m`.

use num_bigint::BigUint;

/// The Grundy value of a heap of `heap` counters of which at most `most` may be taken at once.
///
/// ```
/// use grundy::theory::bounded::value;
/// assert_eq!(value(&1_000_000u32.into(), &6u8.into()), 1u8.into());
/// ```
pub fn value(heap: &BigUint, most: &BigUint) -> BigUint {
    heap % (most + 1u8)
}

/// [`value`] for numbers that fit in a machine word.
/// Of `most` = 0, where nothing may be taken, it is 0.
///
/// ```
/// use grundy::theory::bounded::value_u64;
/// assert_eq!([20, 21].map(|heap| value_u64(heap, 6)), [6, 0]); // modulo 7
/// assert_eq!(value_u64(u64::MAX, u64::MAX), u64::MAX); // anything may be taken: Nim
/// ```
pub fn value_u64(heap: u64, most: u64) -> u64 {
    match most.checked_add(1) {
        Some(modulus) => heap % modulus,
        None => heap,
    }
}

/// The heap of value `value` that one move leads to. There is at most one: the options are at most
/// `m` successive heaps.
///
/// ```
/// use grundy::theory::bounded::move_to;
/// assert_eq!(move_to(&20u8.into(), &6u8.into(), &3u8.into()), Some(17u8.into()));
/// assert_eq!(move_to(&20u8.into(), &6u8.into(), &6u8.into()), None); // 20 has value 6 itself
/// ```
pub fn move_to(heap: &BigUint, most: &BigUint, value: &BigUint) -> Option<BigUint> {
    if value > most {
        return None;
    }
    let modulus = most + 1u8;
    // What must go, modulo m + 1; the modulus is added first to stay above zero.
    let taken = (heap % &modulus + &modulus - value) % &modulus;
    (taken != BigUint::ZERO && taken <= *heap).then(|| heap - taken)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nimber::{Nimber, mex};
    use proptest::prelude::*;

    #[test]
    fn values_and_moves_agree_with_the_definition() {
        for most in 0..9u64 {
            let mut values = Vec::new();
            for heap in 0..60u64 {
                let options = heap.saturating_sub(most)..heap;
                let own = mex(options.clone().map(|k| Nimber(values[k as usize])));
                assert_eq!(value_u64(heap, most), own.0, "{heap} of at most {most}");
                values.push(own.0);
                for wanted in 0..12 {
                    let found: Vec<u64> =
                        options.clone().filter(|&k| values[k as usize] == wanted).collect();
                    let claimed = move_to(&heap.into(), &most.into(), &wanted.into());
                    let found: Vec<BigUint> = found.into_iter().map(BigUint::from).collect();
                    assert_eq!(
                        Vec::from_iter(claimed),
                        found,
                        "{heap} of at most {most} to {wanted}"
                    );
                }
            }
        }
    }

    #[test]
    fn edges_of_the_machine_word() {
        assert_eq!(value_u64(u64::MAX, u64::MAX), u64::MAX);
        let largest = &u64::MAX.into();
        assert_eq!(move_to(largest, largest, &BigUint::ZERO), Some(BigUint::ZERO));
        assert_eq!(move_to(&5_u8.into(), largest, &6_u8.into()), None);
        assert_eq!(value_u64(u64::MAX, 0), 0);
        assert_eq!(move_to(largest, &BigUint::ZERO, &BigUint::ZERO), None);
        assert_eq!(value(&BigUint::from(10u8).pow(30), &9u8.into()), BigUint::ZERO);
    }

    fn edgy() -> impl Strategy<Value = u64> {
        prop_oneof![0u64..20, Just(1 << 63), u64::MAX - 3..=u64::MAX, any::<u64>()]
    }

    proptest! {
        #[test]
        fn both_widths_agree(heap in edgy(), most in edgy()) {
            let (wide_heap, wide_most) = (BigUint::from(heap), BigUint::from(most));
            prop_assert_eq!(value(&wide_heap, &wide_most), value_u64(heap, most).into());
        }
    }
}
