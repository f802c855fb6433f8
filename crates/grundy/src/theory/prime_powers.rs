//! Take `p^k` counters from one heap, `p` prime and `k >= 0`: 1, 2, 3, 4, 5, 7, 8, 9, 11, ...
//!
//! The player to move loses exactly on the multiples of 6. No prime power is a multiple of 6, so
//! from one multiple no move leads to another; and from any other heap the remainder modulo 6, one
//! of 1 to 5, is a prime power and may be taken.
//!
//! By the same facts the Grundy value, which sums need, is the remainder itself: no move keeps it, and
//! every smaller remainder is reached by taking the difference. `grundy prove prime-powers` finds this.

use crate::outcome::Outcome;
use num_bigint::BigUint;

/// Who wins a single heap.
///
/// ```
/// use grundy::{outcome::Outcome, theory::prime_powers::outcome};
/// use num_bigint::BigUint;
/// assert_eq!(outcome(&BigUint::from(6u8).pow(40)), Outcome::P);
/// ```
pub fn outcome(heap: &BigUint) -> Outcome {
    Outcome::next_wins(heap % 6u8 != BigUint::ZERO)
}

/// [`outcome`] for a heap that fits in a machine word.
///
/// ```
/// use grundy::{outcome::Outcome, theory::prime_powers::outcome_u64};
/// assert!((0..20).filter(|&heap| outcome_u64(heap) == Outcome::P).eq([0, 6, 12, 18]));
/// ```
pub fn outcome_u64(heap: u64) -> Outcome {
    Outcome::of_value(heap % 6)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_prime_power(n: u64) -> bool {
        let least_divisor = (2..=n).find(|d| n.is_multiple_of(*d));
        match least_divisor {
            None => n == 1,
            Some(p) => {
                let mut rest = n;
                while rest.is_multiple_of(p) {
                    rest /= p;
                }
                rest == 1
            }
        }
    }

    #[test]
    fn outcomes_agree_with_the_definition() {
        let mut wins: Vec<bool> = Vec::new();
        for heap in 0..400u64 {
            let winning = |k: &u64| is_prime_power(*k) && !wins[(heap - k) as usize];
            let least = (1..=heap).find(winning);
            assert_eq!(outcome_u64(heap), Outcome::next_wins(least.is_some()), "{heap}");
            assert_eq!(outcome(&heap.into()), outcome_u64(heap));
            // The least winning move leaves the next multiple of 6.
            assert!(least.is_none_or(|k| (heap - k).is_multiple_of(6)), "{heap}");
            wins.push(least.is_some());
        }
        assert_eq!(outcome_u64(u64::MAX), Outcome::N);
    }
}
