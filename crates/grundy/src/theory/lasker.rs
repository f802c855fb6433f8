//! Lasker's Nim: take any number of counters from a heap, or split a heap in two.
//!
//! Grundy values (Lasker 1931; *Winning Ways*, chapter 4, the code `4.(3)`): `4k+1`, `4k+2`,
//! `4k+4`, `4k+3` for the heaps `4k+1` to `4k+4`. So the value is the heap itself but for the
//! neighbours `4k+3` and `4k+4`, which change places; the same exchange leads back from a value to
//! the only heap that has it.
//!
//! The splits of a heap `n` into heaps of values `x` and `y` with `x xor y = v`: the last two
//! binary digits of `x` and `y` say how far each heap is from its value, and so what the sum
//! `s = x + y` must be. Numbers with a given sum `s` and nim-sum `v` have the common digits
//! `c = x and y = (s - v) / 2`, which must share no digit with `v`; then `x = c + t` and
//! `y = c + v - t` for any part `t` of the digits of `v`. Four choices of last digits, each giving a
//! power of two of splits: they are listed without trying others, and counted without listing.

use num_bigint::BigUint;

/// The Grundy value of a heap.
///
/// ```
/// use grundy::theory::lasker::value;
/// let values: Vec<_> = (0..9u8).map(|n| value(&n.into()).to_string()).collect();
/// assert_eq!(values, ["0", "1", "2", "4", "3", "5", "6", "8", "7"]);
/// ```
pub fn value(heap: &BigUint) -> BigUint {
    exchange(heap)
}

/// The Grundy value of a heap that fits in a machine word; `None` when the value does not, which is
/// so for `u64::MAX` alone.
///
/// ```
/// use grundy::theory::lasker::value_u64;
/// assert_eq!([2, 3, 4, 5].map(value_u64), [2, 4, 3, 5].map(Some));
/// assert_eq!(value_u64(u64::MAX), None); // 2^64
/// ```
pub fn value_u64(heap: u64) -> Option<u64> {
    match heap % 4 {
        3 => heap.checked_add(1),
        0 => Some(heap.saturating_sub(1)),
        _ => Some(heap),
    }
}

/// The Grundy values of the heaps `1..=last`, in order.
///
/// ```
/// use grundy::theory::lasker::values_up_to;
/// assert!(values_up_to(5).eq([1, 2, 4, 3, 5]));
/// ```
pub fn values_up_to(last: u64) -> impl Iterator<Item = u64> {
    (1..=last).map_while(value_u64)
}

/// The heap of value `value` that taking counters from `heap` leaves. At most one heap has a value.
///
/// ```
/// use grundy::theory::lasker::reduction_to;
/// assert_eq!(reduction_to(&10u8.into(), &7u8.into()), Some(8u8.into()));
/// assert_eq!(reduction_to(&7u8.into(), &7u8.into()), None);
/// ```
pub fn reduction_to(heap: &BigUint, value: &BigUint) -> Option<BigUint> {
    Some(exchange(value)).filter(|left| left < heap)
}

/// Every way to split `heap` into two heaps `(a, b)`, `1 <= a <= b`, whose values have the nim-sum
/// `value`; ascending by `a`.
///
/// The iterator is lazy, each item costs `O(digits)`; their number may grow as the
/// heap itself does, and [`Splits::total`] tells it beforehand.
///
/// ```
/// use grundy::theory::lasker::splits_to;
/// let splits = splits_to(&7u8.into(), &7u8.into());
/// assert_eq!(splits.total(), 3u8.into());
/// assert!(splits.eq([(1u8, 6u8), (2, 5), (3, 4)].map(|(a, b)| (a.into(), b.into()))));
/// ```
pub fn splits_to(heap: &BigUint, value: &BigUint) -> Splits {
    let two = BigUint::from(2u8);
    let family = |last| Family::new(heap, value, last);
    let families = if *heap < two { Vec::new() } else { (0..4).filter_map(family).collect() };
    Splits { families }
}

/// The splits of a heap that have a wanted value; see [`splits_to`].
#[derive(Clone, Debug)]
pub struct Splits {
    families: Vec<Family>,
}

impl Splits {
    /// How many splits there were before the first was taken from the iterator. `O(digits)`.
    ///
    /// ```
    /// use grundy::theory::lasker::splits_to;
    /// let mut splits = splits_to(&7u8.into(), &7u8.into()); // 1 + 6, 2 + 5, 3 + 4
    /// splits.next();
    /// assert_eq!((splits.total(), splits.count()), (3u8.into(), 2));
    /// ```
    pub fn total(&self) -> BigUint {
        self.families.iter().map(|family| &family.total).sum()
    }
}

impl Iterator for Splits {
    type Item = (BigUint, BigUint);

    fn next(&mut self) -> Option<(BigUint, BigUint)> {
        // Each family ascends, so merging them ascends too.
        let least = self
            .families
            .iter_mut()
            .filter(|family| family.next.is_some())
            .min_by(|left, right| left.next.cmp(&right.next))?;
        least.advance()
    }
}

/// The splits whose first value `x` has given last two digits.
#[derive(Clone, Debug)]
struct Family {
    /// The split to hand out next.
    next: Option<(BigUint, BigUint)>,
    /// The sum of the two values.
    sum: BigUint,
    /// `x` without the digits that vary.
    fixed: BigUint,
    /// The digits that vary: those of `v` from the place of fours up, but for the highest of them,
    /// which `y` has so that no split comes twice.
    varying: BigUint,
    /// Every digit below the highest of `varying` that does not vary.
    blocked: BigUint,
    /// Those of `varying` that `x` has now.
    chosen: BigUint,
    /// How many splits the family has.
    total: BigUint,
}

impl Family {
    /// The splits of `heap` with nim-sum `value` where `x` ends in the two digits `x_last`.
    fn new(heap: &BigUint, value: &BigUint, x_last: u8) -> Option<Family> {
        let v_last = last_two(value);
        let y_last = x_last ^ v_last;
        let small = value.bits() <= 2;
        if small && x_last > y_last {
            return None; // the family of y_last has these splits
        }
        // heap = x + y + (+1 for each value 3 mod 4) + (-1 for each value 0 mod 4)
        let count = |digit: u8| u8::from(x_last == digit) + u8::from(y_last == digit);
        let sum = heap + count(0) - count(3);
        if sum < *value || last_two(&(&sum - value)) % 2 == 1 {
            return None;
        }
        let both: BigUint = (&sum - value) >> 1u8;
        if last_two(&both) != x_last & y_last || &both & value != BigUint::ZERO {
            return None;
        }
        let mut varying = value - v_last;
        if !small {
            varying.set_bit(value.bits() - 1, false);
        }
        let ones = (BigUint::from(1u8) << varying.bits()) - 1u8;
        let mut family = Family {
            next: None,
            sum,
            fixed: both + (x_last & !y_last),
            blocked: ones ^ &varying,
            total: BigUint::from(1u8) << varying.count_ones(),
            varying,
            chosen: BigUint::ZERO,
        };
        family.next = Some(family.split());
        if family.fixed == BigUint::ZERO {
            family.total -= 1u8; // x = 0 is no heap
            family.advance();
        }
        Some(family)
    }

    fn split(&self) -> (BigUint, BigUint) {
        let x = &self.fixed + &self.chosen;
        let y = &self.sum - &x;
        let (a, b) = (exchange(&x), exchange(&y));
        if a <= b { (a, b) } else { (b, a) }
    }

    /// Hands out the next split and prepares the one after it.
    fn advance(&mut self) -> Option<(BigUint, BigUint)> {
        let current = self.next.take();
        // Counting up in the varying digits: the carry runs through the blocked ones, and past the
        // highest digit after the last choice.
        self.chosen = ((&self.chosen | &self.blocked) + 1u8) & &self.varying;
        if self.chosen != BigUint::ZERO {
            self.next = Some(self.split());
        }
        current
    }
}

/// Exchanges `4k+3` and `4k+4`: from heap to value and back.
fn exchange(n: &BigUint) -> BigUint {
    match last_two(n) {
        3 => n + 1u8,
        0 if n.bits() > 0 => n - 1u8,
        _ => n.clone(),
    }
}

/// `n` modulo 4.
fn last_two(n: &BigUint) -> u8 {
    u8::from(n.bit(0)) + 2 * u8::from(n.bit(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nimber::{Nimber, mex};
    use proptest::prelude::*;

    #[test]
    fn values_and_moves_agree_with_the_definition() {
        const MOST: u64 = 130;
        let mut values: Vec<u64> = Vec::new();
        for heap in 0..=MOST {
            let splits: Vec<(u64, (u64, u64))> = (1..=heap / 2)
                .map(|a| (values[a as usize] ^ values[(heap - a) as usize], (a, heap - a)))
                .collect();
            let reductions = values.iter().copied();
            let options = reductions.chain(splits.iter().map(|&(value, _)| value)).map(Nimber);
            let own = mex(options).0;
            assert_eq!(value_u64(heap), Some(own), "{heap}");
            for wanted in 0..2 * MOST {
                let n = BigUint::from(heap);
                let left = values.iter().position(|&v| v == wanted).map(BigUint::from);
                assert_eq!(reduction_to(&n, &wanted.into()), left, "{heap} to {wanted}");
                let expected: Vec<(BigUint, BigUint)> = splits
                    .iter()
                    .filter(|&&(value, _)| value == wanted)
                    .map(|&(_, (a, b))| (a.into(), b.into()))
                    .collect();
                let found = splits_to(&n, &wanted.into());
                assert_eq!(found.total(), expected.len().into(), "{heap} to {wanted}");
                assert_eq!(found.collect::<Vec<_>>(), expected, "{heap} to {wanted}");
            }
            values.push(own);
        }
        assert!(values_up_to(MOST).eq(values[1..].iter().copied()));
    }

    #[test]
    fn edges_of_the_machine_word() {
        assert_eq!(value_u64(u64::MAX), None);
        assert_eq!(value(&u64::MAX.into()), BigUint::from(1u8) << 64u8);
        assert_eq!(value_u64(1 << 63), Some((1 << 63) - 1));
        assert_eq!(value_u64((1 << 31) - 1), Some(1 << 31));
    }

    #[test]
    fn huge_numbers_of_splits_are_counted_and_listed_lazily() {
        let heap: BigUint = (BigUint::from(1u8) << 300u16) - 1u8;
        let splits = splits_to(&heap, &heap);
        assert!(splits.total() > BigUint::from(1u8) << 297u16);
        for (a, b) in splits.take(100) {
            assert_eq!(&a + &b, heap);
            assert_eq!(value(&a) ^ value(&b), heap);
        }
    }

    proptest! {
        #[test]
        fn both_widths_agree(heap in prop_oneof![any::<u64>(), u64::MAX - 9..=u64::MAX]) {
            let narrow = value_u64(heap).map(BigUint::from);
            prop_assert_eq!(narrow.unwrap_or(BigUint::from(1u8) << 64u8), value(&heap.into()));
        }

        /// Splitting at random shows which value to ask for; the split must be in the list.
        #[test]
        fn a_split_is_found_again(
            a in prop::collection::vec(any::<u32>(), 1..7),
            b in prop::collection::vec(any::<u32>(), 1..7),
        ) {
            let (a, b) = (BigUint::new(a) + 1u8, BigUint::new(b) + 1u8);
            let wanted = value(&a) ^ value(&b);
            let mut splits = splits_to(&(&a + &b), &wanted);
            // A random nim-sum of 200 digits has 2^100 splits: ask that the family is there.
            prop_assert!(splits.total() > BigUint::ZERO);
            let (first, second) = splits.next().expect("a split that was counted");
            prop_assert_eq!(&first + &second, &a + &b);
            prop_assert_eq!(value(&first) ^ value(&second), wanted);
        }
    }
}
