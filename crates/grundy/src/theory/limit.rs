//! Take from one up to a limit that depends on the heap and grows by at most one from heap to heap: `1..isqrt(n)`,
//! `1..2*n/3`, `1..ilog2(n)`.
//!
//! Let `f(0) = 0`, and let `f(n) - f(n - 1)` be 0 or 1 for all `n >= 1`; so `f(n)` is at most `n`. (Of any numbers `h(0), h(1), ..`
//! with such differences, `min(n, max(0, h(n)))` is such an `f`, and allows the same moves: less than one counter cannot be taken,
//! nor more than there are.) From a heap of `n` one to `f(n)` counters are taken.
//!
//! **Theorem.** `G(n) = f(n)` if `n = 0` or `f(n) > f(n - 1)`, and `G(n) = G(n - f(n) - 1)` otherwise.
//!
//! *Proof.* The `f(n) + 1` heaps from `n - f(n)` to `n` have the values 0 to `f(n)`, each once: so it is for `n = 0`. From `n - 1`
//! to `n` either `f` stays. Then the options are those heaps that were there before but `n - 1 - f(n)`, so that the least value
//! missing among them is its value, which `n` takes over. Or `f` grows by one. Then the options are all that were there before,
//! with all values below `f(n)`, and `n` has the value `f(n)`. ∎
//!
//! In particular all values are 0 as long as `f` is. For shares, `f(n) = n / k`, there is [more](super::share).
//!
//! Let `s` be the first heap with `f(s) = c > 0`, and `n` another with the same limit. As long as the limit stays, each step leads
//! `c + 1` back: to `s` itself, of the value `c`, if `c + 1` divides `n - s`, and else past it. So one step is done for each limit
//! that is met, and `s` is found by doubling and halving from where it would be if the limits before had lasted as long as the last.

use std::ops::{Add, Div, Mul, Rem, Shr, Sub};

use num_bigint::BigUint;

use crate::limits::{Limits, Stop};

/// Looks at limits of heaps that fit in a word between two looks at the clock; the time that one takes grows like the square of
/// the number of words.
const WORDS_PER_CHECK: u64 = 1 << 12;

/// Numbers of heaps: machine words, and numbers of any size.
pub trait Whole:
    Clone
    + Ord
    + From<u8>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Rem<Output = Self>
    + Shr<u32, Output = Self>
{
    /// How often `f` is looked up up to this heap between two looks at the limits.
    fn looks_per_check(&self) -> u64;
}

impl Whole for u64 {
    fn looks_per_check(&self) -> u64 {
        WORDS_PER_CHECK
    }
}

impl Whole for BigUint {
    fn looks_per_check(&self) -> u64 {
        let words = 1 + self.bits() / 64;
        (WORDS_PER_CHECK / words.saturating_mul(words)).max(1)
    }
}

/// The limit of each heap, looked up under limits of time.
struct Looks<'a, N> {
    most: &'a dyn Fn(&N) -> N,
    limits: &'a Limits,
    per_check: u64,
    left: u64,
}

impl<'a, N: Whole> Looks<'a, N> {
    fn new(most: &'a dyn Fn(&N) -> N, heap: &N, limits: &'a Limits) -> Looks<'a, N> {
        let per_check = heap.looks_per_check();
        Looks { most, limits, per_check, left: per_check }
    }

    fn most(&mut self, heap: &N) -> Result<N, Stop> {
        self.left -= 1;
        if self.left == 0 {
            self.limits.check()?;
            self.left = self.per_check;
        }
        Ok((self.most)(heap))
    }

    /// The first heap from which `holds` of a heap and its limit, which is never so at 0, is so at `last`, and stays so where it
    /// is; sought from a guess on, which is at most `last`.
    fn first(&mut self, holds: &dyn Fn(&N, N) -> bool, guess: N, last: &N) -> Result<N, Stop> {
        let (zero, one) = (N::from(0), N::from(1));
        let mut stride = one.clone();
        let (mut before, mut found);
        let most = self.most(&guess)?;
        if holds(&guess, most) {
            found = guess;
            before = zero;
            while stride <= found {
                let next = found.clone() - stride.clone();
                let most = self.most(&next)?;
                if !holds(&next, most) {
                    before = next;
                    break;
                }
                found = next;
                stride = stride.clone() + stride;
            }
        } else {
            before = guess;
            found = last.clone();
            while stride < last.clone() - before.clone() {
                let next = before.clone() + stride.clone();
                let most = self.most(&next)?;
                if holds(&next, most) {
                    found = next;
                    break;
                }
                before = next;
                stride = stride.clone() + stride;
            }
        }
        loop {
            let apart = found.clone() - before.clone();
            if apart <= one {
                return Ok(found);
            }
            let middle = before.clone() + (apart >> 1);
            let most = self.most(&middle)?;
            if holds(&middle, most) { found = middle } else { before = middle }
        }
    }
}

/// The Grundy value of a heap by the limits of the heaps, which are 0 at 0 and grow by at most one. A few looks for each limit that
/// is met if these last equally long, `O(log n)` if not; machine words are below 2^63.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::theory::limit::value;
/// let limits = Limits::default();
/// let values: Result<Vec<u64>, _> = (0..10_u64).map(|heap| value(heap, &|n| n.isqrt(), &limits)).collect();
/// assert_eq!(values?, [0, 1, 0, 1, 2, 0, 1, 2, 0, 3]);
/// let two_thirds = |n: &num_bigint::BigUint| n * 2_u8 / 3_u8;
/// assert_eq!(value(20_u8.into(), &two_thirds, &limits)?, 13_u8.into());
/// # Ok::<(), grundy::limits::Stop>(())
/// ```
///
/// # Errors
/// [`Stop`], a limit.
pub fn value<N: Whole>(heap: N, most: &dyn Fn(&N) -> N, limits: &Limits) -> Result<N, Stop> {
    let one = N::from(1);
    let mut looks = Looks::new(most, &heap, limits);
    let mut guess = heap.clone();
    // The limit before, and the first heap with it.
    let mut before: Option<(N, N)> = None;
    let mut heap = heap;
    loop {
        let most = looks.most(&heap)?;
        if most < one {
            return Ok(most);
        }
        let first = looks.first(&|_, other| other >= most, guess, &heap)?;
        let step = most.clone() + one.clone();
        let rest = (heap - first.clone()) % step.clone();
        if rest < one {
            return Ok(most);
        }
        // What is before the first: not below 0, as its limit is not above it.
        heap = first.clone() + rest - step;
        let lasted = match before {
            Some((next, start)) if next == most.clone() + one.clone() => start - first.clone(),
            _ => one.clone(),
        };
        guess = match lasted < first {
            true => heap.clone().min(first.clone() - lasted),
            false => heap.clone(),
        };
        before = Some((most, first));
    }
}

/// The heap of the value `wanted` that one move leads to, if there is one: there is never more than one, as the heaps that a move
/// leads to and the heap itself have different values. It takes about as long as [`value`].
///
/// The heaps of a value follow one after the other: the first is the one at which the limit comes to the value, or of the value 0
/// the last from which nothing is taken; and after `p` comes the first `n` with `n - f(n) - 1 = p`, which is `p + f(p) + 1` if that
/// has the same limit.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::theory::limit::move_to;
/// let limits = Limits::default();
/// // The values from 4 to 9 are 2, 0, 1, 2, 0 and 3.
/// assert_eq!(move_to(&9_u64, &2, &|n| n.isqrt(), &limits), Ok(Some(7)));
/// assert_eq!(move_to(&9_u64, &3, &|n| n.isqrt(), &limits), Ok(None));
/// ```
///
/// # Errors
/// [`Stop`], a limit.
pub fn move_to<N: Whole>(
    heap: &N,
    wanted: &N,
    most: &dyn Fn(&N) -> N,
    limits: &Limits,
) -> Result<Option<N>, Stop> {
    let one = N::from(1);
    let mut looks = Looks::new(most, heap, limits);
    let last = looks.most(heap)?;
    if last < one || *wanted > last {
        return Ok(None);
    }
    let least = heap.clone() - last.clone();
    let mut found = match *wanted < one {
        true => looks.first(&|_, most| most >= one, heap.clone(), heap)? - one.clone(),
        false => looks.first(&|_, most| most >= *wanted, heap.clone(), heap)?,
    };
    // Where the limit would grow next if it lasted as long as the one before; a limit, and the first heap with it.
    let mut guess = found.clone();
    let mut before: Option<(N, N)> = None;
    while found < least {
        let most = looks.most(&found)?;
        let step = most.clone() + one.clone();
        let end = match most == last {
            true => heap.clone(),
            false => {
                let next = looks.first(&|_, other| other > most, guess, heap)?;
                let lasted = match before {
                    Some((limit, start)) if limit == most => next.clone() - start,
                    _ => one.clone(),
                };
                guess = (next.clone() + lasted).min(heap.clone());
                before = Some((step.clone(), next.clone()));
                next - one.clone()
            }
        };
        let within = (end - found.clone()) / step.clone();
        let needed = (least.clone() - found.clone() + most) / step.clone();
        found = found + step.clone() * within.min(needed);
        if found < least {
            let near = (found.clone() + step).min(heap.clone());
            let next = looks.first(&|heap, most| heap.clone() - most > found, near, heap)?;
            found = next;
        }
        guess = guess.max(found.clone());
    }
    Ok((found < *heap).then_some(found))
}

/// Values kept of the rows before, at most.
const MOST_KEPT: u64 = 1 << 20;

/// Values of heaps in rows. Where one row follows the other, it goes on from the last heaps of that.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::theory::limit::Rows;
/// let mut rows = Rows::default();
/// let mut row = |heaps| rows.row(heaps, &|n| n.isqrt(), &Limits::default());
/// assert_eq!(row(4..=9), Ok(vec![2, 0, 1, 2, 0, 3]));
/// assert_eq!(row(10..=12), Ok(vec![1, 2, 0]));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Rows {
    /// The first heap whose value is kept.
    first: u64,
    kept: Vec<u64>,
}

impl Rows {
    /// The values of some heaps, all below 2^63. Always to be asked with the same limits `most`.
    ///
    /// # Errors
    /// As [`value`].
    pub fn row(
        &mut self,
        heaps: std::ops::RangeInclusive<u64>,
        most: &dyn Fn(&u64) -> u64,
        limits: &Limits,
    ) -> Result<Vec<u64>, Stop> {
        let (first, last) = heaps.into_inner();
        let mut looks = Looks::new(most, &last, limits);
        let mut before = if first > 0 { looks.most(&(first - 1))? } else { 0 };
        let mut values: Vec<u64> = Vec::new();
        for heap in first..=last {
            let most_here = looks.most(&heap)?;
            let own = match most_here > before || most_here == 0 {
                true => most_here,
                false => {
                    let same = heap - most_here - 1;
                    match at(&values, first, same).or_else(|| at(&self.kept, self.first, same)) {
                        Some(known) => known,
                        None => value(same, most, limits)?,
                    }
                }
            };
            values.push(own);
            before = most_here;
        }
        if self.first + self.kept.len() as u64 != first {
            *self = Rows { first, kept: Vec::new() };
        }
        self.kept.extend_from_slice(&values);
        // No heap after these takes over the value of an earlier one.
        let needed = before.saturating_add(1).min(MOST_KEPT);
        let more = (self.kept.len() as u64).saturating_sub(needed);
        self.kept.drain(..more as usize);
        self.first += more;
        Ok(values)
    }
}

/// The value of a heap in a row that begins with `first`.
fn at(values: &[u64], first: u64, heap: u64) -> Option<u64> {
    values.get(usize::try_from(heap.checked_sub(first)?).ok()?).copied()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::nimber::{Nimber, mex};

    /// The values of all heaps by their options.
    fn plain(most: &[u64]) -> Vec<u64> {
        let mut values: Vec<u64> = Vec::new();
        for (heap, &most) in most.iter().enumerate() {
            let options = heap - most as usize..heap;
            values.push(mex(options.map(|option| Nimber(values[option]))).0);
        }
        values
    }

    /// Limits that stay as long as it is said of each, and then grow by one.
    fn limits_that_last(lasting: &[usize]) -> Vec<u64> {
        let each = (0_u64..).zip(lasting);
        each.flat_map(|(most, &lasting)| std::iter::repeat_n(most, lasting)).collect()
    }

    proptest! {
        /// Any limits: the first and the last of these last long or not at all.
        #[test]
        fn values_and_moves_agree_with_the_definition(
            lasting in prop_oneof![
                proptest::collection::vec(1_usize..4, 1..60),
                proptest::collection::vec(1_usize..40, 1..20),
                proptest::collection::vec(prop_oneof![4 => Just(1_usize), 1 => 1_usize..50], 1..60),
                (1_usize..4, 1_usize..9, 1_usize..14).prop_map(|(a, b, count)| {
                    (0..count).map(|at| a * at + b).collect()
                }),
            ],
            from in any::<prop::sample::Index>(),
            pieces in any::<prop::sample::Index>(),
        ) {
            let most = limits_that_last(&lasting);
            let values = plain(&most);
            let limits = Limits::default();
            let narrow = |heap: &u64| most[*heap as usize];
            let wide = |heap: &BigUint| BigUint::from(most[usize::try_from(heap).unwrap()]);
            for (heap, &own) in values.iter().enumerate() {
                let heap = heap as u64;
                prop_assert_eq!(value(heap, &narrow, &limits), Ok(own), "{} by {:?}", heap, lasting);
                prop_assert_eq!(value(heap.into(), &wide, &limits), Ok(own.into()));
                let least = heap - narrow(&heap);
                for wanted in 0..narrow(&heap) + 2 {
                    let expected = (least..heap).find(|&option| values[option as usize] == wanted);
                    let found = move_to(&heap, &wanted, &narrow, &limits);
                    prop_assert_eq!(found, Ok(expected), "{} to {} by {:?}", heap, wanted, lasting);
                    let found = move_to(&heap.into(), &wanted.into(), &wide, &limits);
                    prop_assert_eq!(found, Ok(expected.map(BigUint::from)));
                }
            }
            // In rows that follow one another, and one that stands apart.
            let mut rows = Rows::default();
            let count = values.len();
            let from = from.index(count);
            let length = pieces.index(count) + 1;
            for first in (from..count).step_by(length).chain([from / 2]) {
                let last = (first + length).min(count) - 1;
                let found = rows.row(first as u64..=last as u64, &narrow, &limits);
                prop_assert_eq!(found, Ok(values[first..=last].to_vec()));
            }
        }

        /// The closed forms of shares say the same.
        #[test]
        fn shares_are_limits(
            heap in prop_oneof![0_u64..1000, 0..1_u64 << 62], divisor in 2_u64..50, part in any::<u64>(),
        ) {
            use super::super::share;
            let limits = Limits::default();
            let most = |heap: &u64| heap / divisor;
            prop_assert_eq!(value(heap, &most, &limits), Ok(share::value_u64(heap, divisor)));
            let wanted = part % (heap / divisor + 2);
            let found = move_to(&heap, &wanted, &most, &limits).unwrap().map(BigUint::from);
            prop_assert_eq!(found, share::move_to(&heap.into(), divisor, &wanted.into(), &limits).unwrap());
        }

        /// Of large heaps: where a move leads has the value, and every smaller value is led to.
        #[test]
        fn large_heaps_lead_to_every_smaller_value(heap in 0_u64..1 << 40, part in any::<u64>(), which in 0..5) {
            let limits = Limits::default();
            let most = |heap: &u64| match which {
                0 => heap.isqrt().isqrt(),
                1 => 2 * heap / 3,
                2 => heap - heap.isqrt(),
                3 => heap.checked_ilog2().map_or(0, u64::from),
                _ => (heap / 7).min(1000),
            };
            let own = value(heap, &most, &limits).unwrap();
            prop_assert!(own <= most(&heap));
            for wanted in [0, part % (most(&heap) + 1), most(&heap)] {
                let found = move_to(&heap, &wanted, &most, &limits).unwrap();
                prop_assert_eq!(found.is_some(), wanted != own);
                if let Some(found) = found {
                    prop_assert_eq!(value(found, &most, &limits), Ok(wanted));
                    prop_assert!(found < heap && heap - found <= most(&heap));
                }
            }
        }
    }

    /// Work, without a clock: few looks for each limit that is met.
    #[test]
    fn few_heaps_are_looked_at() {
        let looks = std::cell::Cell::new(0_u64);
        let most = |heap: &u64| {
            looks.set(looks.get() + 1);
            heap.isqrt()
        };
        let heap = 100_003 * 100_003 - 7;
        value(heap, &most, &Limits::default()).unwrap();
        assert!(looks.get() < 1_200_000, "{}", looks.get());
        looks.set(0);
        move_to(&heap, &0, &most, &Limits::default()).unwrap();
        assert!(looks.get() < 2_000_000, "{}", looks.get());
    }

    #[test]
    fn limits_are_heeded() {
        let none = Limits::default().time(std::time::Duration::ZERO);
        let most = |heap: &u64| heap.isqrt();
        let mut values = (0..50).map(|more| value((1_u64 << 60) + more, &most, &none));
        assert!(values.any(|value| value == Err(Stop::Time)));
        assert_eq!(move_to(&(1_u64 << 60), &0, &most, &none), Err(Stop::Time));
    }
}
