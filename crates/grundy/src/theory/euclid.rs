//! Euclid's game: of two numbers, a positive multiple of the smaller is taken from the larger.
//!
//! Let `0 < a <= b` and `b = q a + r`, `0 <= r < a`. The options of the pair are `(a, r + j a)` for
//! `0 <= j < q`; `j = 0` leaves `(r, a)`, and where numbers stay positive it is no option if `r = 0`.
//! A pair with a zero has no options.
//!
//! **Theorem.** Let `v` be the value of `(r, a)`. If `(r, a)` is an option, the value of `(a, b)` is
//! `q - 1` where `q - 1 < v`, and `q` otherwise; if it is none, the value is `q - 1`.
//!
//! *Proof.* Each of the pairs `(a, r + a)`, `(a, r + 2a)`, ... has those before it as options, besides
//! them `(r, a)` if that is one, and no more. So their values are 0, 1, 2, ... in turn, and only `v` is
//! left out. The value of `(a, b)` is the `q`-th of these numbers.
//!
//! So at most one option has a given value. For the quotient `q'` of `(r, a)`, `v` is `q'` or `q' - 1`.
//! Hence the value of `(a, b)` is `q` where `q' < q`, `q - 1` where `q' > q`, and where `q' = q` it is `q`
//! exactly if `v = q - 1`. So one goes through Euclid's algorithm until a quotient differs from `q`: most
//! often that is the second, and neither stack nor memory is needed. A remainder of 0 counts as a quotient
//! below `q`, and where numbers stay positive as one above. So the two games have the same values, but
//! where all quotients are equal, as for `(5, 12)`.
//!
//! The quotients of `b / a` and `a / r` are compared in the same way, one after the other, each time the
//! other way round. So where numbers stay positive the value is `q` exactly if `a / r <= b / a`, that is
//! `q <= b / a - a / b`: it is `b / a - a / b`, rounded down.
//!
//! *Sources:* Cole and Davie, *A game based on the Euclidean algorithm and a winning strategy for it*,
//! Mathematical Gazette 53 (1969), for who wins; Nivasch, *The Sprague-Grundy function of the game
//! Euclid*, Discrete Mathematics 306 (2006), where numbers stay positive; Cairns, Ho and Lengyel, *The
//! Sprague-Grundy function of the real game Euclid*, Discrete Mathematics 311 (2011).

use std::cmp::Ordering;

use num_bigint::BigUint;

use crate::limits::{Limits, Stop};

/// Steps of Euclid's algorithm between two looks at the limits.
const STEPS_PER_CHECK: u64 = 1 << 6;

/// What a move may leave of the larger number.
///
/// ```
/// use grundy::theory::euclid::{Left, value_u64};
/// // From 5 and 5 one may leave 5 and 0, or nothing at all may be done.
/// assert_eq!([Left::Any, Left::Positive].map(|left| value_u64(5, 5, left)), [1, 0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Left {
    /// Any number: play ends where one is 0.
    Any,
    /// A positive number: play ends where both are equal.
    Positive,
}

/// The Grundy value of two numbers, in any order. `O(digits^2)`: as long as the quotients of Euclid's
/// algorithm are equal, two multiplications and divisions for each.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::theory::euclid::{Left, value};
/// use num_bigint::BigUint;
/// let limits = Limits::default();
/// assert_eq!(value(&25u8.into(), &7u8.into(), Left::Any, &limits), Ok(3u8.into()));
/// assert_eq!(value(&5u8.into(), &12u8.into(), Left::Any, &limits), Ok(2u8.into()));
/// assert_eq!(value(&5u8.into(), &12u8.into(), Left::Positive, &limits), Ok(1u8.into()));
/// let huge = BigUint::from(10u8).pow(50);
/// assert_eq!(value(&huge, &(&huge + 1u8), Left::Any, &limits), Ok(BigUint::ZERO));
/// ```
///
/// # Errors
/// A limit.
pub fn value(a: &BigUint, b: &BigUint, left: Left, limits: &Limits) -> Result<BigUint, Stop> {
    if let (Ok(a), Ok(b)) = (u64::try_from(a), u64::try_from(b)) {
        return Ok(value_u64(a, b, left).into());
    }
    let (smaller, larger) = if a <= b { (a, b) } else { (b, a) };
    if *smaller == BigUint::ZERO {
        return Ok(BigUint::ZERO);
    }
    let first = larger / smaller;
    let (mut smaller, mut larger) = (smaller.clone(), larger.clone());
    // Whether the value is the quotient, if that of the pair reached is.
    let mut full = true;
    for step in 1_u64.. {
        if step.is_multiple_of(STEPS_PER_CHECK) {
            limits.check()?;
        }
        let rest = larger - &first * &smaller;
        let next = match rest == BigUint::ZERO {
            true => end(left),
            false => (&smaller / &rest).cmp(&first),
        };
        full ^= next != Ordering::Less;
        if next != Ordering::Equal {
            break;
        }
        (smaller, larger) = (rest, smaller);
    }
    Ok(if full { first } else { first - 1u8 })
}

/// [`value`] for numbers that fit in a machine word.
/// Where one of them is 0 it is 0.
///
/// ```
/// use grundy::theory::euclid::{Left, value_u64};
/// assert_eq!(value_u64(7, 25, Left::Positive), 3); // 25/7 - 7/25, rounded down
/// assert_eq!(value_u64(0, 25, Left::Any), 0);
/// ```
pub fn value_u64(a: u64, b: u64, left: Left) -> u64 {
    let (mut smaller, mut larger) = (a.min(b), a.max(b));
    let Some(first) = larger.checked_div(smaller) else { return 0 };
    let mut full = true;
    loop {
        let rest = larger - first * smaller;
        let next = smaller.checked_div(rest).map_or(end(left), |quotient| quotient.cmp(&first));
        full ^= next != Ordering::Less;
        if next != Ordering::Equal {
            break;
        }
        (smaller, larger) = (rest, smaller);
    }
    first - u64::from(!full)
}

/// How the end of Euclid's algorithm counts beside the first quotient.
fn end(left: Left) -> Ordering {
    match left {
        Left::Any => Ordering::Less,
        Left::Positive => Ordering::Greater,
    }
}

/// What a move to a pair of value `value` leaves of the larger number; the smaller one stays. There is at
/// most one such move; where both numbers are equal, it may take from either.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::theory::euclid::{Left, move_to};
/// use num_bigint::BigUint;
/// let limits = Limits::default();
/// let left = |value: u8| move_to(&7u8.into(), &25u8.into(), &value.into(), Left::Any, &limits);
/// assert_eq!(left(0), Ok(Some(BigUint::from(11u8))));
/// assert_eq!(left(1), Ok(Some(4u8.into())));
/// assert_eq!(left(2), Ok(Some(18u8.into())));
/// assert_eq!(left(4), Ok(None));
/// ```
///
/// # Errors
/// A limit.
pub fn move_to(
    a: &BigUint,
    b: &BigUint,
    wanted: &BigUint,
    left: Left,
    limits: &Limits,
) -> Result<Option<BigUint>, Stop> {
    let (smaller, larger) = if a <= b { (a, b) } else { (b, a) };
    if *smaller == BigUint::ZERO {
        return Ok(None);
    }
    let quotient = larger / smaller;
    let rest = larger - &quotient * smaller;
    let may_leave_rest = left == Left::Any || rest != BigUint::ZERO;
    let skipped = may_leave_rest.then(|| value(&rest, smaller, left, limits)).transpose()?;
    let multiple = match skipped.map(|skipped| wanted.cmp(&skipped)) {
        Some(Ordering::Equal) => return Ok(Some(rest)),
        Some(Ordering::Greater) => wanted.clone(),
        Some(Ordering::Less) | None => wanted + 1u8,
    };
    Ok((multiple < quotient).then(|| rest + multiple * smaller))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nimber::{Nimber, mex};
    use proptest::prelude::*;

    fn value(a: &BigUint, b: &BigUint, left: Left) -> BigUint {
        super::value(a, b, left, &Limits::default()).unwrap()
    }

    fn move_to(a: &BigUint, b: &BigUint, wanted: &BigUint, left: Left) -> Option<BigUint> {
        super::move_to(a, b, wanted, left, &Limits::default()).unwrap()
    }

    #[test]
    fn equal_quotients_are_not_followed_beyond_the_limits() {
        let (mut a, mut b) = (big(1), big(2));
        for _ in 0..200 {
            (a, b) = (b.clone(), a + b);
        }
        let limits = Limits { deadline: Some(std::time::Instant::now()), ..Limits::default() };
        for left in BOTH {
            assert_eq!(super::value(&a, &b, left, &limits), Err(Stop::Time));
            assert_eq!(super::move_to(&a, &(&a + &b), &big(1), left, &limits), Err(Stop::Time));
        }
    }

    const BOTH: [Left; 2] = [Left::Any, Left::Positive];

    fn big(n: u64) -> BigUint {
        n.into()
    }

    /// What is left of the larger number, move by move.
    fn moves(a: u64, b: u64, left: Left) -> Vec<u64> {
        let (smaller, larger) = (a.min(b), a.max(b));
        let least = match left {
            Left::Any => 0,
            Left::Positive => 1,
        };
        let mut all = Vec::new();
        let mut rest = larger;
        while smaller > 0 && rest >= smaller + least {
            rest -= smaller;
            all.push(rest);
        }
        all
    }

    #[test]
    fn values_and_moves_agree_with_the_definition() {
        const MOST: u64 = 90;
        for left in BOTH {
            let mut values = vec![vec![0; MOST as usize + 1]; MOST as usize + 1];
            for a in 0..=MOST {
                for b in a..=MOST {
                    let options: Vec<(u64, u64)> = moves(a, b, left)
                        .into_iter()
                        .map(|rest| (rest, values[a as usize][rest as usize]))
                        .collect();
                    let own = mex(options.iter().map(|&(_, value)| Nimber(value))).0;
                    values[a as usize][b as usize] = own;
                    values[b as usize][a as usize] = own;
                    assert_eq!(value_u64(a, b, left), own, "{a}, {b}, {left:?}");
                    assert_eq!(value_u64(b, a, left), own, "{b}, {a}, {left:?}");
                    for wanted in 0..=MOST + 1 {
                        let found: Vec<BigUint> = options
                            .iter()
                            .filter(|&&(_, value)| value == wanted)
                            .map(|&(rest, _)| big(rest))
                            .collect();
                        let claimed = move_to(&big(a), &big(b), &big(wanted), left);
                        assert_eq!(Vec::from_iter(claimed), found, "{a}, {b} to {wanted}");
                    }
                }
            }
        }
    }

    /// Cole and Davie: `b < phi a`, in integers `b^2 < a b + a^2`; and neither number is 0 or the other.
    #[test]
    fn lost_pairs_are_told_by_the_golden_ratio() {
        for a in 1..150 {
            for b in a..300 {
                let near = b * b < a * b + a * a;
                assert_eq!(value_u64(a, b, Left::Any) == 0, a < b && near, "{a}, {b}");
                assert_eq!(value_u64(a, b, Left::Positive) == 0, near, "{a}, {b}");
            }
        }
    }

    #[test]
    fn the_two_games_differ_only_where_all_quotients_are_equal() {
        for a in 1..120 {
            for b in a..500 {
                let (mut smaller, mut larger) = (a, b);
                let mut equal = true;
                while smaller > 0 {
                    equal &= larger / smaller == b / a;
                    (smaller, larger) = (larger % smaller, smaller);
                }
                let [any, positive] = BOTH.map(|left| value_u64(a, b, left));
                assert_eq!(any.abs_diff(positive), u64::from(equal), "{a}, {b}");
            }
        }
    }

    /// Successive numbers of `x' = q x + x''`: every quotient is `q`, so the end decides.
    #[test]
    fn equal_quotients_are_followed_to_the_end() {
        for quotient in 2..40u64 {
            let (mut a, mut b) = (big(1), big(quotient));
            for length in 1..200 {
                for left in BOTH {
                    let full = (length % 2 == 1) == (left == Left::Any);
                    let expected = quotient - u64::from(!full);
                    assert_eq!(value(&b, &a, left), big(expected), "{length} times {quotient}");
                }
                let next = &b * quotient + &a;
                (a, b) = (b, next);
            }
        }
    }

    #[test]
    fn edges() {
        let huge = BigUint::from(10u8).pow(300);
        for left in BOTH {
            assert_eq!(value(&BigUint::ZERO, &BigUint::ZERO, left), BigUint::ZERO);
            assert_eq!(value(&BigUint::ZERO, &huge, left), BigUint::ZERO);
            assert_eq!(move_to(&huge, &BigUint::ZERO, &BigUint::ZERO, left), None);
            assert_eq!(value_u64(u64::MAX - 1, u64::MAX, left), 0);
        }
        // Equal numbers, and one a multiple of the other.
        assert_eq!(value(&huge, &huge, Left::Any), big(1));
        assert_eq!(value(&huge, &huge, Left::Positive), BigUint::ZERO);
        assert_eq!(move_to(&huge, &huge, &BigUint::ZERO, Left::Any), Some(BigUint::ZERO));
        assert_eq!(move_to(&huge, &huge, &BigUint::ZERO, Left::Positive), None);
        assert_eq!(value(&(&huge * 7u8), &huge, Left::Any), big(7));
        assert_eq!(value(&(&huge * 7u8), &huge, Left::Positive), big(6));
        assert_eq!(value(&huge, &big(1), Left::Any), huge);
        assert_eq!(value_u64(u64::MAX, 1, Left::Any), u64::MAX);
        // Fibonacci numbers: beside phi at either side.
        let (mut a, mut b) = (big(1), big(2));
        for index in 0..3000 {
            let value = value(&a, &b, Left::Any);
            let expected = [2, 0, 1][if index == 0 { 0 } else { 2 - index % 2 }];
            assert_eq!(value, big(expected), "{index}");
            let next = &a + &b;
            (a, b) = (b, next);
        }
    }

    fn edgy() -> impl Strategy<Value = u64> {
        prop_oneof![0u64..20, 0..1u64 << 33, u64::MAX - 3..=u64::MAX, any::<u64>()]
    }

    proptest! {
        #[test]
        fn both_widths_agree(a in edgy(), b in edgy(), times in 1u64..u64::MAX) {
            // What does not fit in a machine word, with the same quotients.
            let wide = |n: u64| big(n) * times * u64::MAX;
            for left in BOTH {
                prop_assert_eq!(value(&big(a), &big(b), left), big(value_u64(a, b, left)));
                prop_assert_eq!(value(&wide(a), &wide(b), left), big(value_u64(a, b, left)));
            }
        }

        #[test]
        fn where_numbers_stay_positive_the_value_is_a_difference(
            a in prop::collection::vec(any::<u32>(), 1..7),
            b in prop::collection::vec(any::<u32>(), 1..7),
        ) {
            let (a, b) = (BigUint::new(a) + 1u8, BigUint::new(b) + 1u8);
            let (smaller, larger) = if a <= b { (&a, &b) } else { (&b, &a) };
            let difference = (larger * larger - smaller * smaller) / (&a * &b);
            prop_assert_eq!(value(&a, &b, Left::Positive), difference);
        }

        #[test]
        fn moves_are_legal_and_reach_every_smaller_value(
            a in prop::collection::vec(any::<u32>(), 1..7),
            quotient in 1u64..40,
            rest in any::<u64>(),
            wanted in 0u64..40,
            any in any::<bool>(),
        ) {
            let left = if any { Left::Any } else { Left::Positive };
            let a = BigUint::new(a) + 1u8;
            let b = &a * quotient + rest % &a;
            let own = value(&a, &b, left);
            let found = move_to(&a, &b, &big(wanted), left);
            prop_assert!(found.is_some() || big(wanted) >= own);
            if let Some(found) = found {
                prop_assert!(found < b && (&b - &found) % &a == BigUint::ZERO);
                prop_assert!(any || found > BigUint::ZERO);
                prop_assert_eq!(value(&a, &found, left), big(wanted));
                prop_assert!(big(wanted) != own);
            }
        }
    }
}
