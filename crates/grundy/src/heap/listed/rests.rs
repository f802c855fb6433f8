//! Sequences of codes that repeat for ever or leave three heaps.
//!
//! What a move can leave depends on the rest `r = n - taken` and on the digit `d_taken` alone. So the
//! values that a rest can be made into are gathered once, however many digits apply to it:
//!
//! ```text
//! one(r)   = { G(r) }
//! two(r)   = { G(a) xor G(r-a) : 1 <= a <= r/2 }
//! three(r) = union of two(r-a) shifted by G(a), 1 <= a <= r/3       shifted by = xor with
//! ```
//!
//! and `G(n)` is the mex of the union of those that the digits select. Where the digits repeat with a
//! period `q` from `d_h` on, the rests up to `n - h` that are alike modulo `q` have the same digit: one
//! union is kept for each of these `q` classes.
//!
//! The sets are bit sets, in which a shift is a permutation of words and a shuffle in a word. With `w`
//! words that is `n/2` pairs and `n w / 3` words for heap `n`, where
//! [`Definition`](super::definition::Definition), the twin, takes `n^2` pairs, or `n^3` triples.

use std::collections::VecDeque;

use crate::heap::values::Visit;
use crate::heap::{Code, Values};
use crate::limits::{Limits, Stop};
use crate::nimber::{least_missing, shifted_block};

/// Pairs and words between two looks at the clock.
const STEPS_PER_CHECK: u64 = 1 << 18;

/// The bit of a digit that allows to leave one heap, two, three.
const ONE: u8 = 2;
const TWO: u8 = 4;
const THREE: u8 = 8;

/// The values of a code, heap after heap.
#[derive(Clone, Debug)]
pub(in crate::heap) struct Rests {
    code: Code,
    /// `h`: the digits before this place are not repeated; at least 1.
    head: usize,
    values: Values,
    /// The digits' bits that occur at all.
    used: u8,
    /// `two` of the rests up to the newest: all of them if some digit leaves three heaps, else as far
    /// back as the head reaches.
    two: VecDeque<Set>,
    /// `three`, as far back as the head reaches.
    three: VecDeque<Set>,
    /// For each class of rests, the union of their `one`, `two` and `three`.
    classes: Vec<[Set; 3]>,
    /// How many heaps were gathered as rests, from heap 0 on.
    gathered: usize,
    looked: u64,
}

impl Rests {
    /// A sequence of which nothing is computed yet.
    pub(in crate::heap) fn new(code: Code) -> Rests {
        let used = code.head().iter().chain(code.tail()).fold(0, |used, digit| used | digit);
        let classes = vec![<[Set; 3]>::default(); code.tail().len()];
        let head = code.head().len().max(1);
        let (two, three) = (VecDeque::new(), VecDeque::new());
        let values = Values::default();
        Rests { code, head, values, used, two, three, classes, gathered: 0, looked: 0 }
    }

    /// A sequence whose first values, from heap 0 on, are known. They are gathered once more are wanted.
    pub(in crate::heap) fn resume(code: Code, values: Values) -> Rests {
        Rests { values, ..Rests::new(code) }
    }

    /// The values known so far.
    pub(super) fn values(&self) -> &Values {
        &self.values
    }

    /// The values known so far, on their own.
    pub(super) fn into_values(self) -> Values {
        self.values
    }

    /// Pairs of heaps and words of sets looked at in all.
    pub(super) fn looked(&self) -> u64 {
        self.looked
    }

    /// Computes the values of all heaps up to `last`.
    ///
    /// # Errors
    /// The limit that was reached; the values until then are kept.
    pub(super) fn advance(&mut self, last: u64, limits: &Limits) -> Result<(), Stop> {
        let mut check_at = self.looked + STEPS_PER_CHECK;
        while self.values.len() as u64 <= last {
            self.values.check_memory(limits)?;
            if self.looked >= check_at {
                limits.check()?;
                limits.check_memory(self.bytes())?;
                limits.report(self.values.len() as u64, last.checked_add(1));
                check_at = self.looked + STEPS_PER_CHECK;
            }
            self.gather();
            if self.gathered <= self.values.len() {
                continue;
            }
            let options = self.options();
            self.looked += 1;
            self.values.push(options.mex());
        }
        Ok(())
    }

    fn bytes(&self) -> u64 {
        let sets = self.two.iter().chain(&self.three).chain(self.classes.iter().flatten());
        sets.map(|set| 32 + 8 * set.0.len() as u64).sum::<u64>()
            + (self.values.len() * self.values.width()) as u64
    }

    /// Gathers what the next rest can be made into, a heap whose smaller ones are known, and forgets what no digit reaches.
    fn gather(&mut self) {
        let rest = self.gathered;
        self.gathered += 1;
        if self.used & (TWO | THREE) != 0 {
            let two = self.values.with(Pairs { rest });
            self.looked += rest as u64 / 2;
            self.two.push_back(two);
        }
        if self.used & THREE != 0 {
            let mut three = Set::default();
            for least in 1..=rest / 3 {
                let two = &self.two[rest - least];
                three.unite_shifted(two, self.values.at(least));
                self.looked += two.0.len() as u64;
            }
            self.three.push_back(three);
        }
        // The rest that the digits of the head leave behind joins its class.
        if let Some(left) = rest.checked_sub(self.head)
            && !self.classes.is_empty()
        {
            let count = self.classes.len();
            let [one, two, three] = &mut self.classes[left % count];
            if left > 0 {
                one.insert(self.values.at(left));
            }
            two.unite(back(&self.two, rest - left));
            three.unite(back(&self.three, rest - left));
        }
        if self.used & THREE == 0 {
            self.two.forget_down_to(self.head);
        }
        self.three.forget_down_to(self.head);
    }

    /// The option values of the next heap.
    fn options(&self) -> Set {
        let n = self.values.len();
        let mut options = Set::default();
        if self.code.digit(n as u64) & 1 != 0 {
            options.insert(0);
        }
        for taken in 0..self.head.min(n + 1) {
            let digit = self.code.digit(taken as u64);
            let rest = n - taken;
            if digit & ONE != 0 && rest > 0 && taken > 0 {
                options.insert(self.values.at(rest));
            }
            if digit & TWO != 0 {
                options.unite(back(&self.two, taken));
            }
            if digit & THREE != 0 {
                options.unite(back(&self.three, taken));
            }
        }
        let Some(newest) = n.checked_sub(self.head) else { return options };
        let count = self.classes.len();
        for (class, sets) in self.classes.iter().enumerate().take(newest + 1) {
            let digit = self.code.tail()[(newest - class) % count];
            for (bit, set) in [ONE, TWO, THREE].into_iter().zip(sets) {
                if digit & bit != 0 {
                    options.unite(set);
                }
            }
        }
        options
    }
}

/// The set so far back from the newest; nothing of a kind that no digit uses.
fn back(sets: &VecDeque<Set>, steps: usize) -> &Set {
    static EMPTY: Set = Set(Vec::new());
    sets.len().checked_sub(steps + 1).map_or(&EMPTY, |at| &sets[at])
}

/// Shortens a queue from its old end.
trait Forget {
    fn forget_down_to(&mut self, length: usize);
}

impl Forget for VecDeque<Set> {
    fn forget_down_to(&mut self, length: usize) {
        while self.len() > length {
            self.pop_front();
        }
    }
}

/// Gathers the nim-sums of two heaps that make a rest.
struct Pairs {
    rest: usize,
}

impl Visit for Pairs {
    type Answer = Set;

    fn visit<T: Copy + Ord + Into<u64>>(self, values: &[T]) -> Set {
        let mut set = Set::default();
        if self.rest >= 2 {
            let half = self.rest / 2;
            let ends = values[1..self.rest].iter().rev();
            for (&one, &other) in values[1..=half].iter().zip(ends) {
                set.insert(one.into() ^ other.into());
            }
        }
        set
    }
}

/// A set of values, a bit each.
#[derive(Clone, Debug, Default)]
struct Set(Vec<u64>);

impl Set {
    fn insert(&mut self, value: u64) {
        let word = (value / 64) as usize;
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (value % 64);
    }

    fn unite(&mut self, other: &Set) {
        if other.0.len() > self.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word |= other);
    }

    /// Takes in `v xor by` for each `v` of another set.
    fn unite_shifted(&mut self, other: &Set, by: u64) {
        let (across, inside) = ((by / 64) as usize, by % 64);
        if other.0.is_empty() {
            return;
        }
        let most = (other.0.len() - 1).max(across);
        let length = (most + 1).next_power_of_two();
        if length > self.0.len() {
            self.0.resize(length, 0);
        }
        for (at, &word) in other.0.iter().enumerate() {
            let [shifted] = shifted_block(&[[word]], 0, inside);
            self.0[at ^ across] |= shifted;
        }
    }

    /// The least value that is not in the set.
    fn mex(&self) -> u64 {
        least_missing(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::HeapGame;
    use crate::heap::definition::Definition;
    use proptest::prelude::*;

    fn by_definition(code: &Code, last: u64) -> Vec<u64> {
        let mut run = Definition::new(HeapGame::Code(code.clone()));
        run.advance(last, &Limits::default()).unwrap();
        run.into_values().iter().collect()
    }

    proptest! {
        #![proptest_config(crate::cases(200))]

        #[test]
        fn every_code_has_the_values_of_the_definition(
            first in prop::sample::select(vec![0u8, 4, 8, 12]),
            digits in prop::collection::vec(0u8..16, 0..5),
            tail in prop::collection::vec(0u8..16, 0..4),
            stop in 0..70_u64,
        ) {
            let head: Vec<u8> = [first].into_iter().chain(digits).collect();
            let Ok(code) = Code::new(&head, &tail) else { return Ok(()) };
            let expected = by_definition(&code, 70);
            let mut run = Rests::new(code.clone());
            run.advance(stop, &Limits::default()).unwrap();
            prop_assert!(run.values().iter().eq(expected[..=stop as usize].iter().copied()));
            let mut resumed = Rests::resume(code, run.values().clone());
            for run in [&mut run, &mut resumed] {
                run.advance(70, &Limits::default()).unwrap();
                prop_assert!(run.values().iter().eq(expected.iter().copied()));
            }
        }

        #[test]
        fn a_shift_is_an_exclusive_or(values in prop::collection::vec(0..500_u64, 0..20), by in 0..500_u64) {
            let mut set = Set::default();
            values.iter().for_each(|&value| set.insert(value));
            let mut shifted = Set::default();
            shifted.unite_shifted(&set, by);
            for value in 0..1024 {
                let found = shifted.0.get((value / 64) as usize).is_some_and(|word| word >> (value % 64) & 1 != 0);
                prop_assert_eq!(found, values.contains(&(value ^ by)));
            }
        }
    }

    #[test]
    fn many_digits_cost_no_more_than_one() {
        for (code, most) in [("0.(F)", 15_000_000), ("0.8", 6_000_000), ("4.(3)", 2_000_000)] {
            let mut run = Rests::new(code.parse().unwrap());
            run.advance(2000, &Limits::default()).unwrap();
            assert!(run.looked() < most, "{code}: {}", run.looked());
        }
    }

    #[test]
    fn a_stopped_run_goes_on() {
        let code: Code = "0.(7C)".parse().unwrap();
        let mut run = Rests::new(code.clone());
        let limits = Limits::default().memory(20_000);
        assert!(matches!(run.advance(3000, &limits), Err(Stop::Memory { .. })));
        let reached = run.values().len() as u64;
        assert!((10..3000).contains(&reached), "{reached}");
        run.advance(reached + 3, &Limits::default()).unwrap();
        let mut whole = Rests::new(code);
        whole.advance(reached + 3, &Limits::default()).unwrap();
        assert!(whole.values().iter().eq(run.values().iter()));
    }
}
