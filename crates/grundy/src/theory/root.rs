//! Take from one up to a root: `1..isqrt(n)`, `1..isqrt((n + b)/q)`, `1..(isqrt(n) + h)/m`.
//!
//! Such a limit `f` grows by at most one from heap to heap, so [`limit`] has the values; but it would look at
//! about `n^(1/2)` limits one after the other. Here it is told how the first heaps `s(c)` with a limit of `c` lie.
//!
//! Let `f(n) = floor((isqrt(floor((n + b)/q)) + h)/m)`. It is at least `c` from `s(c) = q (mc - h)^2 - b` on, and so a limit of `c`
//! lasts `L(c) = s(c + 1) - s(c) = q m (2mc + m - 2h)` heaps, which leaves the remainder `-d` modulo `c + 1`, where
//! `d = q m (m + 2h)` is the same for all limits, and may be below 0.
//!
//! **Down.** The heap has the value of `s(c) - g`, and `1 <= g <= c`. In the stretch of the limit `c - 1` it is `L(c - 1) - g` behind
//! the first heap, and each step leads `c` back. So if `c` divides `g + d`, the value is `c - 1`; and else it is that of
//! `s(c - 1) - g'` with `g' = (g + d) mod c`. As long as `g + d` stays above 0 and below what is left of the limit, `g` changes by `d`
//! while `c` falls by one, which one division counts; when it no longer does, `c` has fallen to about `e/(e + 1)` of what it was,
//! with `e = |d|`. So about `e log n` steps are done.
//!
//! **Up.** Of the heaps of one value the last below `s(c)` is `s(c) - g` with `1 <= g <= c`, and the last below `s(c + 1)` is
//! `s(c + 1) - g'` with `g' = 1 + (g - d - 1) mod (c + 1)`, for each step leads `c + 1` forward. As long as `g - d` stays above 0 and at
//! most `c + 1`, `g` changes by `-d` while `c` grows by one.
//!
//! All this is so from a small limit on: below it `f(n)` may be above `n`, and [`limit`] answers.

use num_bigint::BigUint;

use super::{limit, plus};
use crate::limits::{Limits, Stop};

/// Numbers in a [`Root`] are below this.
const MOST: u32 = 1 << 16;
/// And what is lost from limit to limit: with more there are too many steps.
const MOST_LOST: u64 = 1 << 20;

/// The limit `(isqrt((n + b)/q) + h)/m`, rounded down; of what is below 0, 0 is taken.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::theory::root::Root;
/// let root = Root::new(0, 1, 0, 1).unwrap();
/// let heap = 10_u64.pow(17).into();
/// assert_eq!(root.value(&heap, &Limits::default())?, 310_903_144_u32.into());
/// # Ok::<(), grundy::limits::Stop>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Root {
    b: i64,
    q: u32,
    h: i64,
    m: u32,
    /// The remainder that is lost from limit to limit.
    d: i64,
}

impl Root {
    /// The limit by its numbers `b`, `q`, `h` and `m`: the last two of these and `q` are at least 1 and below 2^16, and so
    /// is the distance of the others from 0. Nothing where they are not, or where `q m (m + 2h)` is farther than 2^20 from 0.
    pub fn new(b: i64, q: i64, h: i64, m: i64) -> Option<Root> {
        let small = |number: i64| u32::try_from(number).ok().filter(|&it| 0 < it && it < MOST);
        let (q, m) = (small(q)?, small(m)?);
        let near = |number: i64| number.unsigned_abs() < u64::from(MOST);
        let d = (i64::from(q) * i64::from(m))
            .checked_mul(i64::from(m).checked_add(h.checked_mul(2)?)?)?;
        let fits = near(b) && near(h) && d.unsigned_abs() <= MOST_LOST;
        fits.then_some(Root { b, q, h, m, d })
    }

    /// How many may be taken from a heap.
    fn at(&self, heap: &BigUint) -> BigUint {
        let root = (plus(heap, self.b).unwrap_or_default() / self.q).sqrt();
        let most = plus(&root, self.h).unwrap_or_default() / self.m;
        most.min(heap.clone())
    }

    /// The first heap with this limit, which is at least [`Root::least`].
    fn first(&self, most: &BigUint) -> BigUint {
        let root = plus(&(most * self.m), -self.h).unwrap_or_default();
        plus(&(&root * &root * self.q), -self.b).unwrap_or_default()
    }

    /// From which limit on the first heaps and their distances are as said: `s(c)` is at least `c`, and `L(c)` at least `c + 1`.
    fn least(&self) -> BigUint {
        let before = 2 * self.h.max(0).unsigned_abs() + self.b.max(0).unsigned_abs().isqrt();
        BigUint::from(before + u64::from(self.m) + 3)
    }

    /// The Grundy value of a heap, in about `|d| log n` steps.
    ///
    /// # Errors
    /// [`Stop`], a limit.
    pub fn value(&self, heap: &BigUint, limits: &Limits) -> Result<BigUint, Stop> {
        let least = self.least();
        let mut most = self.at(heap);
        if most <= least {
            return limit::value(heap.clone(), &|heap| self.at(heap), limits);
        }
        let rest = (heap - self.first(&most)) % (&most + 1_u8);
        if rest == BigUint::ZERO {
            return Ok(most);
        }
        // The heap has the value of the one that is so many before the first with the limit.
        let mut before = &most + 1_u8 - rest;
        while most > least {
            limits.check()?;
            let lost = self.d.unsigned_abs();
            let left = &most - &least;
            if self.d >= 0 {
                let grown = &before + lost;
                if grown < most {
                    let times = ((&most - grown - 1_u8) / (lost + 1) + 1_u8).min(left);
                    before += &times * lost;
                    most -= times;
                    continue;
                }
                before = grown % &most;
            } else if before > lost.into() {
                let times = ((&before - 1_u8) / lost).min(left);
                before -= &times * lost;
                most -= times;
                continue;
            } else {
                before = (before + (&most - lost % &most)) % &most;
            }
            most -= 1_u8;
            if before == BigUint::ZERO {
                return Ok(most);
            }
        }
        limit::value(self.first(&most) - before, &|heap| self.at(heap), limits)
    }

    /// The heap of the value `wanted` that one move leads to, if there is one, in about `d log n` steps.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::theory::root::Root;
    /// let root = Root::new(0, 1, 0, 1).unwrap();
    /// assert_eq!(root.move_to(&9_u8.into(), &2_u8.into(), &Limits::default()), Ok(Some(7_u8.into())));
    /// ```
    ///
    /// # Errors
    /// [`Stop`], a limit.
    pub fn move_to(
        &self,
        heap: &BigUint,
        wanted: &BigUint,
        limits: &Limits,
    ) -> Result<Option<BigUint>, Stop> {
        let last = self.at(heap);
        let mut most = self.least().max(wanted + 1_u8);
        if last <= most {
            return limit::move_to(heap, wanted, &|heap| self.at(heap), limits);
        }
        // This heap has a value of its own, its limit, and all smaller ones among its options.
        let first = self.first(&most);
        let Some(found) = limit::move_to(&first, wanted, &|heap| self.at(heap), limits)? else {
            return Ok(None);
        };
        let mut before = first - found;
        while most < last {
            limits.check()?;
            let (lost, left) = (self.d.unsigned_abs(), &last - &most);
            let step = &most + 1_u8;
            if self.d > 0 && before > lost.into() {
                let times = ((&before - 1_u8) / lost).min(left);
                before -= &times * lost;
                most += times;
                continue;
            }
            if self.d < 0 && &before + lost <= step {
                // The step grows by one each time.
                let times = match lost {
                    1 => left,
                    _ => ((step - before.clone() - lost) / (lost - 1) + 1_u8).min(left),
                };
                before += &times * lost;
                most += times;
                continue;
            }
            before = match self.d < 0 {
                true => (before + lost - 1_u8) % step,
                false => (before + &most - lost % &step) % step,
            } + 1_u8;
            most += 1_u8;
        }
        let (found, step) = (self.first(&most) - before, most + 1_u8);
        let least = heap - last;
        let found = match found < least {
            true => &found + (&least - &found + &step - 1_u8) / &step * &step,
            false => found,
        };
        Ok((found < *heap).then_some(found))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn roots_of_other_numbers_are_refused() {
        for (b, q, h, m) in [(0, 0, 0, 1), (0, 1, 0, 0), (1 << 16, 1, 0, 1), (0, 2, 1, 1 << 10)] {
            assert_eq!(Root::new(b, q, h, m), None);
        }
        assert_eq!(Root::new(i64::MIN, 1, i64::MIN, 1), None);
        assert_eq!(Root::new(0, i64::MAX, i64::MAX, i64::MAX), None);
        assert!(Root::new(-65_535, 1, 65_535, 1).is_some());
    }

    proptest! {
        #![proptest_config(crate::cases(400))]
        /// By the first heap of each limit, and limit by limit.
        #[test]
        fn values_and_moves_agree_with_those_of_any_limit(
            (b, q) in (-40_i64..400, prop_oneof![Just(1_i64), 1_i64..20]),
            (h, m) in (-9_i64..9, prop_oneof![Just(1_i64), 1_i64..7]),
            heap in prop_oneof![0_u64..3000, 0_u64..1 << 24],
            wanted in prop_oneof![Just(0_u64), 0_u64..60],
        ) {
            let Some(root) = Root::new(b, q, h, m) else { return Ok(()) };
            let limits = Limits::default();
            let most = |heap: &BigUint| root.at(heap);
            let plain = |heap: u64| {
                let root = u64::try_from((heap as i64 + b).max(0) / q).unwrap().isqrt();
                u64::try_from((root as i64 + h).max(0) / m).unwrap().min(heap)
            };
            for heap in heap..heap + 12 {
                let far = BigUint::from(heap);
                prop_assert_eq!(root.at(&far), BigUint::from(plain(heap)));
                let value = limit::value(far.clone(), &most, &limits);
                prop_assert_eq!(root.value(&far, &limits), value, "{:?} at {}", root, heap);
                let found = limit::move_to(&far, &wanted.into(), &most, &limits);
                prop_assert_eq!(
                    root.move_to(&far, &wanted.into(), &limits), found, "{:?} at {} to {}", root, heap, wanted
                );
            }
        }
    }
}
