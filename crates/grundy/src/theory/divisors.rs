//! Take a divisor of the heap: any but the heap itself, any, or any but 1 and the heap itself.
//!
//! **Theorem.** Where a move takes a divisor of `n` that is less than `n`, the value of `n >= 1` is the number of twos in it: the largest
//! `t` such that `2^t` divides `n`. Where `n` itself may be taken too, it is one more.
//!
//! *Proof.* Let `2^t` be the largest power of two in `n`, and `s` that in a divisor `d < n`. If `s < t`, then `n - d` has `s` twos, and `d = 2^s` is
//! such a divisor for each `s < t`. If `s = t`, then `n - d` has more than `t`. So the options have all numbers of twos below `t`, and not `t`.
//! The empty heap, of value 0, that `n` itself leaves takes the place below them. ∎
//!
//! (The first with sums is Project Euler 509.)
//!
//! **Theorem.** Where neither 1 nor `n` may be taken, a heap is lost exactly if it is odd or empty, or a power `2^t` with odd `t`.
//!
//! *Proof.* From an odd `n` a divisor `d` leaves `d (n / d - 1)`: an even number with an odd factor that is more than 1, so no power of
//! two. An even `n` that is no power of two has such a factor `d` itself, and `n - d` is odd. From `2^t` a power `2^s` with `s < t - 1`
//! leaves an even number that is no power of two, and `s = t - 1`, which is allowed from `t = 2` on, leaves `2^(t - 1)`: so those of the
//! powers are won that leave a lost one, in turns, and `2` has no move. ∎
//!
//! (Problem 1537D of Codeforces. The values have no such pattern: those of 12 and 28 are 3 and 2.)

use num_bigint::BigUint;

/// The Grundy value of a heap; `whole` says whether all of it may be taken. `O(digits)`.
///
/// ```
/// use grundy::theory::divisors::value;
/// assert_eq!(value(&48_u8.into(), false), 4);
/// assert_eq!(value(&48_u8.into(), true), 5);
/// assert_eq!(value(&0_u8.into(), true), 0);
/// ```
pub fn value(heap: &BigUint, whole: bool) -> u64 {
    heap.trailing_zeros().map_or(0, |twos| twos + u64::from(whole))
}

/// [`value`] for a heap that fits in a machine word.
///
/// ```
/// use grundy::theory::divisors::value_u64;
/// let values = [1, 2, 3, 4, 96].map(|heap| value_u64(heap, false));
/// assert_eq!(values, [0, 1, 0, 2, 5]); // 96 = 3 * 2^5
/// ```
pub fn value_u64(heap: u64, whole: bool) -> u64 {
    match heap {
        0 => 0,
        _ => u64::from(heap.trailing_zeros()) + u64::from(whole),
    }
}

/// Whether a heap is lost of which neither 1 nor all may be taken. `O(digits)`.
///
/// ```
/// use grundy::theory::divisors::is_lost;
/// let lost = (1_u8..=16).filter(|&heap| is_lost(&heap.into()));
/// assert!(lost.eq([1, 2, 3, 5, 7, 8, 9, 11, 13, 15]));
/// ```
pub fn is_lost(heap: &BigUint) -> bool {
    match heap.trailing_zeros() {
        None | Some(0) => true,
        // A power of two has its only digit behind these zeros.
        Some(twos) => twos + 1 == heap.bits() && twos % 2 == 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nimber::{Nimber, mex};

    #[test]
    fn values_agree_with_the_definition() {
        for whole in [false, true] {
            let mut values: Vec<u64> = Vec::new();
            for heap in 0..1500_u64 {
                let most = if whole { heap } else { heap.saturating_sub(1) };
                let taken = (1..=most).filter(|&taken| heap.is_multiple_of(taken));
                let own = mex(taken.map(|taken| Nimber(values[(heap - taken) as usize])));
                assert_eq!(value_u64(heap, whole), own.0, "{heap} {whole}");
                assert_eq!(value(&heap.into(), whole), own.0, "{heap} {whole}");
                values.push(own.0);
            }
        }
    }

    #[test]
    fn lost_heaps_agree_with_the_definition() {
        let mut lost: Vec<bool> = Vec::new();
        for heap in 0..5000_usize {
            let mut taken = (2..heap).filter(|&taken| heap.is_multiple_of(taken));
            let own = !taken.any(|taken| lost[heap - taken]);
            assert_eq!(is_lost(&heap.into()), own, "{heap}");
            lost.push(own);
        }
    }
}
