//! Taking 1 to `most` counters from a heap, or one larger amount, `far`.
//!
//! **Theorem.** Let `p = most + 1`. If `p` does not divide `far`, the value of heap `n` is `n mod p`, as if `far` were not
//! allowed. If it does, let `r = n mod (far + 1)`: the value is `r mod p`, but `p` where `r = far`.
//!
//! *Proof.* In the first case `n - far` leaves another remainder modulo `p` than `n`, so it changes no mex. In the second the
//! claim is shown by induction. For `r = far` the amounts 1 to `most` leave `r - 1, ..., r - most`, of the values `most` down to
//! 1, and `far` leaves a remainder of 0: all below `p`. For `most <= r < far` they leave all remainders modulo `p` but that of
//! `r`. For `r < most` they leave `r - 1, ..., 0`, and if `n` is larger than `r` also the heaps of the remainders `far`, `far - 1`,
//! ..., of the values `p`, `most`, ..., `r + 2`. In both of these cases `far` leaves a remainder of `r + 1`, which is not worth `r mod p`. ∎
//!
//! (For `most = 2` this is problem 1194D of Codeforces.)

use num_bigint::BigUint;

/// The value of a heap; `1 <= most < far`. `O(digits)`.
///
/// ```
/// use grundy::theory::one_more::value;
/// let values: Vec<u64> = (0..9u32).map(|n| value(&n.into(), 2, 3)).collect();
/// assert_eq!(values, [0, 1, 2, 3, 0, 1, 2, 3, 0]);
/// assert_eq!(value(&(10u64.pow(18) - 1).into(), 2, 999_999_999), 3);
/// ```
pub fn value(heap: &BigUint, most: u64, far: u64) -> u64 {
    let rest = heap % period(most, far);
    // Below a period of at most 2^64.
    u64::try_from(rest).map_or(0, |rest| of_rest(rest, most, far))
}

/// [`value`] for a heap that fits in a machine word; `1 <= most < far`. `O(1)`.
///
/// ```
/// use grundy::theory::one_more::value_u64;
/// // Take 1, 2 or 6.
/// let values: Vec<u64> = (0..9).map(|heap| value_u64(heap, 2, 6)).collect();
/// assert_eq!(values, [0, 1, 2, 0, 1, 2, 3, 0, 1]);
/// ```
pub fn value_u64(heap: u64, most: u64, far: u64) -> u64 {
    let period = u64::try_from(period(most, far));
    of_rest(period.map_or(heap, |period| heap % period), most, far)
}

/// The number of heaps after which the values come again; `1 <= most < far`.
///
/// ```
/// use grundy::theory::one_more::period;
/// assert_eq!([4, 5, 6].map(|far| period(2, far)), [3, 3, 7]);
/// ```
pub fn period(most: u64, far: u64) -> u128 {
    let short = u128::from(most) + 1;
    match u128::from(far).is_multiple_of(short) {
        true => u128::from(far) + 1,
        false => short,
    }
}

/// The value of a heap below the period.
fn of_rest(rest: u64, most: u64, far: u64) -> u64 {
    let short = u128::from(most) + 1;
    let value = match rest == far {
        true => short,
        false => u128::from(rest) % short,
    };
    u64::try_from(value).unwrap_or(u64::MAX)
}

/// Every heap of value `wanted` that a move from `heap` can leave, the largest first: at most three; `1 <= most < far`.
/// `O(digits)`.
///
/// ```
/// use grundy::theory::one_more::moves_to;
/// // Take 1, 2 or 6 from 8: 7 is lost.
/// assert_eq!(moves_to(&8u32.into(), 2, 6, 0), [7u32.into()]);
/// ```
///
/// # Panics
/// If the amounts are not of this order.
pub fn moves_to(heap: &BigUint, most: u64, far: u64, wanted: u64) -> Vec<BigUint> {
    assert!((1..far).contains(&most), "one more than a range is above it");
    let (short, period) = (BigUint::from(most) + 1_u32, BigUint::from(period(most, far)));
    let mut left = Vec::new();
    // The heaps after 1 to `most` are fewer than a period: they lie in two at most. In each one has the remainder `wanted`
    // modulo `short` at most, and one the remainder `far` modulo the period.
    let mut from = heap - heap.min(&BigUint::from(most));
    while from < *heap {
        let start = &from / &period * &period;
        let end = heap.min(&(&start + &period)).clone();
        let step = (&short + wanted % &short - (&from - &start) % &short) % &short;
        let first = &from + step;
        let last = start + far;
        left.extend((last != first && last >= from && last < end).then_some(last));
        left.extend((first < end).then_some(first));
        from = end;
    }
    left.extend((*heap >= BigUint::from(far)).then(|| heap - far));
    left.retain(|left| value(left, most, far) == wanted);
    left.sort_unstable_by(|a, b| b.cmp(a));
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_moves_are_those_of_the_definition() {
        for (most, far) in (1..7).flat_map(|most| (most + 1..40).map(move |far| (most, far))) {
            let mut values: Vec<u64> = Vec::new();
            for n in 0..130_u64 {
                let amounts = (1..=most).chain([far]).filter(|&amount| amount <= n);
                let left: Vec<u64> = amounts.map(|amount| n - amount).collect();
                let options: Vec<u64> = left.iter().map(|&left| values[left as usize]).collect();
                let mex = (0..).find(|value| !options.contains(value)).unwrap();
                assert_eq!(value_u64(n, most, far), mex, "{most} {far} {n}");
                assert_eq!(value(&n.into(), most, far), mex, "{most} {far} {n}");
                for wanted in 0..most + 3 {
                    let found = moves_to(&n.into(), most, far, wanted);
                    let right = left.iter().filter(|&&left| values[left as usize] == wanted);
                    assert!(
                        found
                            .iter()
                            .eq(right.map(|&left| left.into()).collect::<Vec<BigUint>>().iter())
                    );
                }
                values.push(mex);
            }
        }
        assert_eq!(
            value_u64(u64::MAX, u64::MAX - 1, u64::MAX),
            value(&u64::MAX.into(), u64::MAX - 1, u64::MAX)
        );
        assert_eq!(value_u64(u64::MAX, 1, u64::MAX), 1);
        assert_eq!(value_u64(u64::MAX, 2, u64::MAX), 3);
    }
}
