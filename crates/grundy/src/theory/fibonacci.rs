//! Zeckendorf representations and Fibonacci Nim.
//!
//! Fibonacci numbers are counted `F_1 = F_2 = 1`, `F_3 = 2`, ... Every number is in exactly one way
//! a sum of Fibonacci numbers `F_i`, `i >= 2`, no two of them neighbours (Zeckendorf); taking the
//! greatest that fits again and again finds it. Written as digits, `F_2` is the last place.
//!
//! **Fibonacci Nim** (Whinihan, Fibonacci Quarterly 1, 1963): one heap; a player takes at least one
//! counter and at most twice what the opponent took just before; the first move may take anything
//! but the whole heap. A position is a heap `n` with the limit `q` on the next move, and the player
//! to move loses exactly when `n = 0` or `q` is below the least Zeckendorf part of `n`.
//!
//! Winning moves: taking `k <= q` wins when `k = n`, or when `2k` is below the least part `F_j` of
//! `n - k`. In the second case `k < F_j / 2 <= F_(j-1)`, and `F_(j-1)` is no part of `k` either, so
//! the parts of `k` and of `n - k` together are the representation of `n`. Therefore `k` is always
//! the sum of the few least parts of `n`, and trying these sums finds every winning move.

use super::multiple;
use crate::limits::{Limits, Stop};
use crate::outcome::Outcome;
use num_bigint::BigUint;
use std::convert::Infallible;
use std::fmt;
use std::ops::ControlFlow;

/// Fibonacci numbers between two looks at the limits.
const PER_CHECK: usize = 1 << 10;

/// The Zeckendorf representation of a number.
///
/// `Display` prints its digits, most significant first.
///
/// ```
/// use grundy::theory::fibonacci::Zeckendorf;
/// let twelve = Zeckendorf::of(&12u8.into()); // 8 + 3 + 1
/// assert_eq!(twelve.to_string(), "10101");
/// assert_eq!(twelve.indices(), [2, 4, 6]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Zeckendorf {
    indices: Vec<usize>,
}

impl Zeckendorf {
    /// The representation of `n`. `O(digits^2)`: numbers of some 10^5 digits take a second or so.
    pub fn of(n: &BigUint) -> Zeckendorf {
        let Ok(found) = Zeckendorf::search(n, || Ok::<(), Infallible>(()));
        found
    }

    /// The same within limits.
    ///
    /// ```
    /// use grundy::limits::{Cancel, Limits, Stop};
    /// use grundy::theory::fibonacci::Zeckendorf;
    /// let cancel = Cancel::default();
    /// cancel.cancel();
    /// let long = num_bigint::BigUint::from(10_u8).pow(10_000);
    /// assert_eq!(Zeckendorf::within(&long, &Limits::default().cancel(cancel)), Err(Stop::Cancelled));
    /// ```
    ///
    /// # Errors
    /// [`Stop`] where the time is over or the work was cancelled.
    pub fn within(n: &BigUint, limits: &Limits) -> Result<Zeckendorf, Stop> {
        Zeckendorf::search(n, || limits.check())
    }

    /// The representation, unless `look`, which is called now and then, fails.
    fn search<E>(n: &BigUint, look: impl Fn() -> Result<(), E>) -> Result<Zeckendorf, E> {
        let mut index: usize = 2;
        let (mut current, mut next) = (BigUint::from(1u8), BigUint::from(2u8));
        while next <= *n {
            current += &next;
            std::mem::swap(&mut current, &mut next);
            index += 1;
            if index.is_multiple_of(PER_CHECK) {
                look()?;
            }
        }
        // Downwards by subtraction, so that only two Fibonacci numbers are in memory.
        let mut rest = n.clone();
        let mut indices = Vec::new();
        while index >= 2 {
            if current <= rest {
                rest -= &current;
                indices.push(index);
            }
            next -= &current;
            std::mem::swap(&mut current, &mut next);
            index -= 1;
            if index.is_multiple_of(PER_CHECK) {
                look()?;
            }
        }
        indices.reverse();
        Ok(Zeckendorf { indices })
    }

    /// The indices `i` of the parts `F_i`, ascending, each at least 2.
    pub fn indices(&self) -> &[usize] {
        &self.indices
    }

    /// The parts, ascending.
    /// `O(digits^2)`.
    ///
    /// ```
    /// use grundy::theory::fibonacci::Zeckendorf;
    /// assert_eq!(Zeckendorf::of(&12u8.into()).parts(), [1u8, 3, 8].map(Into::into));
    /// assert!(Zeckendorf::of(&0u8.into()).parts().is_empty());
    /// ```
    pub fn parts(&self) -> Vec<BigUint> {
        let mut parts = Vec::with_capacity(self.indices.len());
        let (mut current, mut next, mut at) = (BigUint::from(1u8), BigUint::from(2u8), 2);
        for &index in &self.indices {
            while at < index {
                current += &next;
                std::mem::swap(&mut current, &mut next);
                at += 1;
            }
            parts.push(current.clone());
        }
        parts
    }

    /// Who wins Fibonacci Nim from this heap when at most `limit` may be taken now.
    fn outcome(&self, limit: &BigUint) -> Outcome {
        let least = Zeckendorf { indices: self.indices.first().copied().into_iter().collect() };
        Outcome::next_wins(least.parts().first().is_some_and(|least| limit >= least))
    }

    /// How many zeros the digits end in; `None` for the number 0, which has no other digits.
    ///
    /// ```
    /// use grundy::theory::fibonacci::Zeckendorf;
    /// assert_eq!(Zeckendorf::of(&13u8.into()).trailing_zeros(), Some(5)); // 100000
    /// assert_eq!(Zeckendorf::of(&0u8.into()).trailing_zeros(), None);
    /// ```
    pub fn trailing_zeros(&self) -> Option<usize> {
        self.indices.first().map(|index| index - 2)
    }

    /// Whether the digits of `self` are those of `other` followed by one zero.
    ///
    /// ```
    /// use grundy::theory::fibonacci::Zeckendorf;
    /// let [six, ten] = [6u8, 10].map(|n| Zeckendorf::of(&n.into())); // 1001 and 10010
    /// assert!(ten.is_shift_of(&six) && !six.is_shift_of(&ten));
    /// ```
    pub fn is_shift_of(&self, other: &Zeckendorf) -> bool {
        self.indices.iter().copied().eq(other.indices.iter().map(|index| index + 1))
    }
}

impl fmt::Display for Zeckendorf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut place = match self.indices.last() {
            Some(&first) => first + 1,
            None => return f.write_str("0"),
        };
        for &index in self.indices.iter().rev() {
            write!(f, "{:0>width$}", 1, width = place - index)?;
            place = index;
        }
        (2..place).try_for_each(|_| f.write_str("0"))
    }
}

/// Who wins Fibonacci Nim from `heap` counters when at most `limit` may be taken now.
///
/// ```
/// use grundy::{outcome::Outcome, theory::fibonacci::outcome};
/// assert_eq!(outcome(&12u8.into(), &0u8.into()), Outcome::P);
/// assert_eq!(outcome(&12u8.into(), &1u8.into()), Outcome::N); // 12 = 8 + 3 + 1
/// ```
pub fn outcome(heap: &BigUint, limit: &BigUint) -> Outcome {
    Zeckendorf::of(heap).outcome(limit)
}

/// [`outcome`] within limits.
///
/// ```
/// use grundy::{limits::Limits, outcome::Outcome, theory::fibonacci::outcome_within};
/// // The least part of 10 = 8 + 2 is 2.
/// let outcome = |limit: u8| outcome_within(&10u8.into(), &limit.into(), &Limits::default());
/// assert_eq!((outcome(1), outcome(2)), (Ok(Outcome::P), Ok(Outcome::N)));
/// ```
///
/// # Errors
/// As [`Zeckendorf::within`].
pub fn outcome_within(heap: &BigUint, limit: &BigUint, limits: &Limits) -> Result<Outcome, Stop> {
    Ok(Zeckendorf::within(heap, limits)?.outcome(limit))
}

/// Who wins Fibonacci Nim from a fresh heap, where the first move may take anything but the whole:
/// the player to move loses exactly on Fibonacci numbers (and on no counters at all).
///
/// ```
/// use grundy::{outcome::Outcome, theory::fibonacci::fresh_outcome};
/// assert_eq!(fresh_outcome(&13u8.into()), Outcome::P);
/// assert_eq!(fresh_outcome(&10_000u32.into()), Outcome::N);
/// ```
pub fn fresh_outcome(heap: &BigUint) -> Outcome {
    Outcome::next_wins(Zeckendorf::of(heap).indices.len() > 1)
}

/// [`fresh_outcome`] within limits.
///
/// ```
/// use grundy::{limits::Limits, outcome::Outcome, theory::fibonacci::fresh_outcome_within};
/// assert_eq!(fresh_outcome_within(&144u8.into(), &Limits::default()), Ok(Outcome::P));
/// ```
///
/// # Errors
/// As [`Zeckendorf::within`].
pub fn fresh_outcome_within(heap: &BigUint, limits: &Limits) -> Result<Outcome, Stop> {
    Ok(Outcome::next_wins(Zeckendorf::within(heap, limits)?.indices.len() > 1))
}

/// How many counters each winning move takes, ascending; none when the player to move loses.
///
/// ```
/// use grundy::theory::fibonacci::winning_moves;
/// let taken = winning_moves(&17u8.into(), &16u8.into()); // 17 = 13 + 3 + 1
/// assert_eq!(taken, [1u8.into(), 4u8.into()]);
/// ```
pub fn winning_moves(heap: &BigUint, limit: &BigUint) -> Vec<BigUint> {
    multiple::winning_from(&Zeckendorf::of(heap).parts(), limit, 2)
}

/// Shows how many counters each winning move takes, ascending, until `see` breaks; none is kept, so that of a heap of many
/// digits the first ones take no more memory than a few such numbers.
///
/// ```
/// use grundy::{limits::Limits, theory::fibonacci::each_winning_move};
/// use std::ops::ControlFlow;
/// // The first of the winning moves from 17 = 13 + 3 + 1.
/// let mut first = None;
/// each_winning_move(&17u8.into(), &16u8.into(), &Limits::default(), &mut |taken| {
///     first = Some(taken);
///     ControlFlow::Break(())
/// })?;
/// assert_eq!(first, Some(1u8.into()));
/// # Ok::<(), grundy::limits::Stop>(())
/// ```
///
/// # Errors
/// As [`Zeckendorf::within`]; moves may have been shown before.
pub fn each_winning_move(
    heap: &BigUint,
    limit: &BigUint,
    limits: &Limits,
    see: &mut dyn FnMut(BigUint) -> ControlFlow<()>,
) -> Result<(), Stop> {
    let (mut current, mut next, mut at) = (BigUint::from(1_u8), BigUint::from(2_u8), 2_usize);
    let mut taken = BigUint::ZERO;
    for index in Zeckendorf::within(heap, limits)?.indices {
        while at < index {
            current += &next;
            std::mem::swap(&mut current, &mut next);
            at += 1;
            if at.is_multiple_of(PER_CHECK) {
                limits.check()?;
            }
        }
        // Below half the part that stands next, and so out of the opponent's reach.
        if taken > BigUint::ZERO && &taken * 2_u8 < current && see(taken.clone()).is_break() {
            return Ok(());
        }
        taken += &current;
        if taken > *limit {
            return Ok(());
        }
    }
    if taken > BigUint::ZERO {
        let _ = see(taken);
    }
    Ok(())
}

/// `F_2 .. F_93`, all that fit in a machine word.
const FIBONACCI: [u64; 92] = {
    let mut numbers = [1; 92];
    numbers[1] = 2;
    let mut i = 2;
    while i < numbers.len() {
        numbers[i] = numbers[i - 1] + numbers[i - 2];
        i += 1;
    }
    numbers
};

/// The Zeckendorf parts of `n`, descending.
fn parts_u64(n: u64) -> impl Iterator<Item = u64> {
    let mut rest = n;
    std::iter::from_fn(move || {
        let above = FIBONACCI.partition_point(|&part| part <= rest);
        let part = FIBONACCI[above.checked_sub(1)?];
        rest -= part;
        Some(part)
    })
}

/// Whether `n` is a positive Fibonacci number. No loop: a binary search.
///
/// ```
/// use grundy::theory::fibonacci::is_fibonacci_u64;
/// assert!((0..22).filter(|&n| is_fibonacci_u64(n)).eq([1, 2, 3, 5, 8, 13, 21]));
/// ```
pub fn is_fibonacci_u64(n: u64) -> bool {
    FIBONACCI.binary_search(&n).is_ok()
}

/// [`outcome`] for numbers that fit in a machine word.
///
/// ```
/// use grundy::{outcome::Outcome, theory::fibonacci::outcome_u64};
/// assert_eq!([1, 2].map(|limit| outcome_u64(10, limit)), [Outcome::P, Outcome::N]); // 10 = 8 + 2
/// ```
pub fn outcome_u64(heap: u64, limit: u64) -> Outcome {
    Outcome::next_wins(parts_u64(heap).last().is_some_and(|least| limit >= least))
}

/// [`fresh_outcome`] for a heap that fits in a machine word.
///
/// ```
/// use grundy::{outcome::Outcome, theory::fibonacci::fresh_outcome_u64};
/// assert_eq!([0, 12, 13].map(fresh_outcome_u64), [Outcome::P, Outcome::N, Outcome::P]);
/// ```
pub fn fresh_outcome_u64(heap: u64) -> Outcome {
    Outcome::next_wins(heap != 0 && !is_fibonacci_u64(heap))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn value(representation: &Zeckendorf) -> BigUint {
        representation.parts().iter().sum()
    }

    #[test]
    fn representations_of_small_numbers() {
        let digits = |n: u32| Zeckendorf::of(&n.into()).to_string();
        let expected = ["0", "1", "10", "100", "101", "1000", "1001", "1010", "10000"];
        assert_eq!((0..9).map(digits).collect::<Vec<_>>(), expected);
        assert_eq!(Zeckendorf::of(&BigUint::ZERO).trailing_zeros(), None);
    }

    #[test]
    fn fibonacci_nim_agrees_with_the_definition() {
        const MOST: usize = 90;
        // wins[n][q]: the player to move wins with n counters, of which at most q may be taken.
        let mut wins = vec![vec![false; 2 * MOST + 1]];
        for heap in 1..=MOST {
            let winning: Vec<usize> = (1..=heap).filter(|&k| !wins[heap - k][2 * k]).collect();
            let row: Vec<bool> =
                (0..=2 * MOST).map(|limit| winning.first().is_some_and(|&k| k <= limit)).collect();
            for (limit, &next) in row.iter().enumerate() {
                let (n, q) = (BigUint::from(heap), BigUint::from(limit));
                assert_eq!(outcome(&n, &q), Outcome::next_wins(next), "{heap}, {limit}");
                assert_eq!(outcome_u64(heap as u64, limit as u64), Outcome::next_wins(next));
                let expected: Vec<BigUint> =
                    winning.iter().filter(|&&k| k <= limit).map(|&k| k.into()).collect();
                assert_eq!(winning_moves(&n, &q), expected, "{heap}, {limit}");
                let (limits, mut shown) = (Limits::default(), Vec::new());
                let told = each_winning_move(&n, &q, &limits, &mut |taken| {
                    shown.push(taken);
                    ControlFlow::Continue(())
                });
                assert_eq!((told, shown), (Ok(()), expected), "{heap}, {limit}");
                assert_eq!(outcome_within(&n, &q, &limits), Ok(Outcome::next_wins(next)));
            }
            let fresh = Outcome::next_wins(row[heap - 1]);
            assert_eq!(fresh_outcome_u64(heap as u64), fresh, "{heap}");
            assert_eq!(fresh_outcome(&heap.into()), fresh, "{heap}");
            wins.push(row);
        }
        assert_eq!(fresh_outcome_u64(0), Outcome::P);
        assert!(winning_moves(&BigUint::ZERO, &5u8.into()).is_empty());
    }

    #[test]
    fn heaps_of_many_digits_are_left_when_the_time_is_over() {
        let heap = (BigUint::from(1_u8) << 400_000) - 1_u8;
        let over = Limits::default().time(std::time::Duration::ZERO);
        assert_eq!(Zeckendorf::within(&heap, &over), Err(Stop::Time));
        assert_eq!(outcome_within(&heap, &heap, &over), Err(Stop::Time));
        assert_eq!(fresh_outcome_within(&heap, &over), Err(Stop::Time));
        let mut see = |_| panic!("nothing is known yet");
        assert_eq!(each_winning_move(&heap, &heap, &over, &mut see), Err(Stop::Time));
    }

    #[test]
    fn the_table_of_fibonacci_numbers_is_complete() {
        let [.., before, last] = FIBONACCI;
        assert_eq!(before.checked_add(last), None);
        assert_eq!(fresh_outcome_u64(last), Outcome::P);
        assert_eq!(fresh_outcome_u64(u64::MAX), Outcome::N);
        assert_eq!(fresh_outcome(&(BigUint::from(before) + last)), Outcome::P);
    }

    proptest! {
        #[test]
        fn representations_add_up_and_have_no_neighbours(
            digits in prop::collection::vec(any::<u32>(), 0..12)
        ) {
            let n = BigUint::new(digits);
            let representation = Zeckendorf::of(&n);
            prop_assert_eq!(value(&representation), n);
            prop_assert!(representation.indices().first().is_none_or(|&least| least >= 2));
            prop_assert!(representation.indices().windows(2).all(|pair| pair[0] + 2 <= pair[1]));
            let printed = representation.to_string();
            let ones: Vec<usize> = printed
                .bytes()
                .rev()
                .enumerate()
                .filter(|&(_, digit)| digit == b'1')
                .map(|(place, _)| place + 2)
                .collect();
            prop_assert_eq!(ones, representation.indices());
        }

        #[test]
        fn both_widths_agree(heap: u64, limit: u64, shift in 0..64) {
            let limit = limit >> shift;
            let wide = (BigUint::from(heap), BigUint::from(limit));
            prop_assert_eq!(outcome(&wide.0, &wide.1), outcome_u64(heap, limit));
            prop_assert_eq!(fresh_outcome(&wide.0), fresh_outcome_u64(heap));
        }

        #[test]
        fn winning_moves_leave_lost_positions(
            digits in prop::collection::vec(any::<u32>(), 1..7),
            shift in 0..200u32,
        ) {
            let heap = BigUint::new(digits);
            let limit = &heap >> shift;
            let moves = winning_moves(&heap, &limit);
            prop_assert_eq!(moves.is_empty(), outcome(&heap, &limit) == Outcome::P);
            for taken in moves {
                prop_assert!(taken <= limit && taken > BigUint::ZERO);
                prop_assert_eq!(outcome(&(&heap - &taken), &(taken << 1u8)), Outcome::P);
            }
        }
    }
}
