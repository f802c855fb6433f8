//! Take at most a share of a heap: from `n` one to `n / k` counters, rounded down, `k` being at least 2.
//!
//! Let `f(n) = n / k`, rounded down. **Theorem.** `G(n) = f(n)` if `k` divides `n`, and `G(n) = G(n - f(n) - 1)` otherwise.
//! For `k = 2` that is `G(2m) = m` and `G(2m + 1) = G(m)`.
//!
//! *Proof.* The `f(n) + 1` heaps from `n - f(n)` to `n` have the values 0 to `f(n)`, each once: so it is for `n = 0`. From `n - 1`
//! to `n` either `f` stays, and then the options are the heaps that were there before but `n - 1 - f(n)`, so that the least value
//! missing among them is its value, which `n` takes over. Or `f` grows by one, which it does where `k` divides `n`: then the options are all that were there before,
//! with all values below `f(n)`. ∎
//!
//! (The case of a half is folklore, ACM regional contest at Kuala Lumpur 2010; that of any share is the problem Strange Nim of AtCoder Regular Contest 91.)

use num_bigint::BigUint;

use crate::limits::{Limits, Stop};

/// The largest `k` for which the functions here are meant: they take about `k log n` steps.
pub const MOST: u64 = 1 << 17;
/// Words that are divided between two looks at the limits.
const WORDS_PER_CHECK: u64 = 1 << 16;

/// Steps with numbers up to this one between two looks at the limits.
fn steps_per_check(largest: &BigUint) -> u64 {
    (WORDS_PER_CHECK / (1 + largest.bits() / 64)).max(1)
}

/// The Grundy value of a heap from which a `divisor`-th may be taken, at most. `O(k log n)` divisions.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::theory::share::value;
/// use num_bigint::BigUint;
/// let limits = Limits::default();
/// assert_eq!(value(&12_u8.into(), 2, &limits)?, 6_u8.into());
/// assert_eq!(value(&25_u8.into(), 2, &limits)?, 6_u8.into());
/// let heap = BigUint::from(10_u8).pow(30);
/// assert_eq!(value(&(&heap * 7_u8), 7, &limits)?, heap);
/// # Ok::<(), grundy::limits::Stop>(())
/// ```
///
/// # Errors
/// [`Stop`], a limit.
///
/// # Panics
/// If the divisor is below 2; so [`value_u64`] and [`move_to`].
pub fn value(heap: &BigUint, divisor: u64, limits: &Limits) -> Result<BigUint, Stop> {
    assert!(divisor >= 2, "a share is at most a half");
    let mut heap = heap.clone();
    let steps_per_check = steps_per_check(&heap);
    for step in 1_u64.. {
        if step.is_multiple_of(steps_per_check) {
            limits.check()?;
        }
        if let Ok(heap) = u64::try_from(&heap) {
            return Ok(value_u64(heap, divisor).into());
        }
        let (share, rest) = (&heap / divisor, &heap % divisor);
        let step = &share + 1_u8;
        // Steps of this size as long as the share stays; the last one leaves it, unless it meets a multiple.
        let (steps, left) = (&rest / &step, &rest % &step);
        if left == BigUint::ZERO {
            return Ok(share);
        }
        heap -= step * (steps + 1_u8);
    }
    Ok(BigUint::ZERO)
}

/// [`value`] for a heap that fits in a machine word; the divisor is at least 2. `O(k log n)` divisions, without a limit.
///
/// ```
/// use grundy::theory::share::value_u64;
/// // At most a half: G(2m) = m and G(2m + 1) = G(m).
/// assert_eq!([0, 1, 2, 3, 4, 25].map(|heap| value_u64(heap, 2)), [0, 0, 1, 0, 2, 6]);
/// ```
///
/// # Panics
/// If the divisor is less.
pub fn value_u64(mut heap: u64, divisor: u64) -> u64 {
    assert!(divisor >= 2, "a share is at most a half");
    loop {
        let (share, rest) = (heap / divisor, heap % divisor);
        if share == 0 || rest.is_multiple_of(share + 1) {
            return share;
        }
        heap -= (share + 1) * (rest / (share + 1) + 1);
    }
}

/// The heap of the value `wanted` that one move leads to, if there is one: there is never more than one. `O(k log n)` divisions.
///
/// The heaps of a value follow one after the other: the first that is larger than 0 is `k` times the value, and after `p` comes
/// `p + 1 + p / (k - 1)`, rounded down, which is the `n` with `n - f(n) - 1 = p`.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::theory::share::move_to;
/// let limits = Limits::default();
/// assert_eq!(move_to(&11_u8.into(), 2, &4_u8.into(), &limits), Ok(Some(8_u8.into())));
/// // That is the value of 11 itself.
/// assert_eq!(move_to(&11_u8.into(), 2, &1_u8.into(), &limits), Ok(None));
/// ```
///
/// # Errors
/// As [`value`].
///
/// # Panics
/// If the divisor is below 2.
pub fn move_to(
    heap: &BigUint,
    divisor: u64,
    wanted: &BigUint,
    limits: &Limits,
) -> Result<Option<BigUint>, Stop> {
    assert!(divisor >= 2, "a share is at most a half");
    let share = heap / divisor;
    if share == BigUint::ZERO || *wanted > share {
        return Ok(None);
    }
    let least = heap - &share;
    let mut found = match *wanted == BigUint::ZERO {
        // Of the heaps from which nothing can be taken the last.
        true => BigUint::from(divisor - 1),
        false => wanted * divisor,
    };
    let steps_per_check = steps_per_check(heap);
    for step in 1_u64.. {
        if found >= least {
            break;
        }
        if step.is_multiple_of(steps_per_check) {
            limits.check()?;
        }
        found += &found / (divisor - 1) + 1_u8;
    }
    Ok((found < *heap).then_some(found))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nimber::{Nimber, mex};
    use proptest::prelude::*;

    #[test]
    fn values_and_moves_agree_with_the_definition() {
        for divisor in [2, 3, 4, 5, 7, 10, 40] {
            let mut values: Vec<u64> = Vec::new();
            for heap in 0..600_u64 {
                let options = heap - heap / divisor..heap;
                let own = mex(options.clone().map(|option| Nimber(values[option as usize])));
                assert_eq!(value_u64(heap, divisor), own.0, "{heap} by {divisor}");
                values.push(own.0);
                for wanted in 0..heap / divisor + 3 {
                    let found: Vec<BigUint> = options
                        .clone()
                        .filter(|&option| values[option as usize] == wanted)
                        .map(BigUint::from)
                        .collect();
                    let claimed =
                        move_to(&heap.into(), divisor, &wanted.into(), &Limits::default()).unwrap();
                    assert_eq!(claimed.into_iter().collect::<Vec<_>>(), found, "{heap} {wanted}");
                }
            }
        }
    }

    proptest! {
        #[test]
        fn both_widths_agree(
            heap in prop_oneof![Just(0), Just(u64::MAX), Just(1 << 63), any::<u64>(), 0_u64..10_000],
            divisor in prop_oneof![2_u64..50, 2..=MOST],
        ) {
            let wide = BigUint::from(heap);
            let limits = Limits::default();
            let own = value(&wide, divisor, &limits).unwrap();
            prop_assert_eq!(&own, &BigUint::from(value_u64(heap, divisor)));
            prop_assert_eq!(move_to(&wide, divisor, &own, &limits), Ok(None));
        }

        #[test]
        fn large_heaps_lead_to_every_smaller_value(
            heap in any::<u128>(), divisor in 2_u64..50, part in any::<u64>(),
        ) {
            let heap = BigUint::from(heap) + (1_u128 << 64);
            let limits = Limits::default();
            let own = value(&heap, divisor, &limits).unwrap();
            let share = &heap / divisor;
            for wanted in [(&own * part) >> 64, BigUint::ZERO, share] {
                let found = move_to(&heap, divisor, &wanted, &limits).unwrap();
                prop_assert_eq!(found.is_some(), wanted != own);
                if let Some(found) = found {
                    prop_assert_eq!(value(&found, divisor, &limits), Ok(wanted));
                    prop_assert!(found < heap && (&heap - &found) * divisor <= heap);
                }
            }
        }
    }

    /// A large divisor and a heap of thousands of digits: what takes long is stopped.
    #[test]
    fn limits_are_heeded() {
        let none = Limits::default().time(std::time::Duration::ZERO);
        let heap = BigUint::from(10_u8).pow(3000);
        // A heap may meet a multiple of the divisor early; of some one is late.
        let mut values = (0..20_u8).map(|more| value(&(&heap + more), MOST - 1, &none));
        assert!(values.any(|value| value == Err(Stop::Time)));
        assert_eq!(move_to(&heap, MOST - 1, &BigUint::ZERO, &none), Err(Stop::Time));
    }
}
