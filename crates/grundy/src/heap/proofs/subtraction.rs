//! Subtraction games: the sets of amounts that may be taken, or may not, and proofs of their periods.
//!
//! **Finite sets.** With largest element `M` the value of a heap depends on the last `M` values
//! only, so a window of `M` values that comes back proves the period from the start of its first
//! occurrence. Every finite set is periodic (Winning Ways, chapter 4; Golomb 1966), though the
//! period can be too long to reach.
//!
//! **All but a finite set.** Let `e` be the largest excluded amount, and before heap `n` let `b` be
//! the least value that no heap `<= n-1-e` has. All those heaps are options of `n`. None of them has
//! a value above `b`: the first such would have an option of value `b`, which would be one of those
//! heaps too. So they have exactly the values below `b`, and the last `e` values, each minus `b`,
//! decide everything that follows, also how `b` grows. When they come back at `n2` as they were at
//! `n1`, then `G(n + n2-n1) = G(n) + b2-b1` for all `n >= n1-e` (Siegel, *Combinatorial Game
//! Theory*, IV.4). Instead of values minus `b` the code compares the pairs (value minus the `b`
//! before it, growth of `b` after it), which say the same and never change once written.

use std::fmt;

use super::matching::WindowMatcher;
use crate::heap::{PeriodSearch, ProvedSequence, Values};
use crate::limits::{Limits, Stop};

/// Steps between two looks at the clock.
const STEPS_PER_CHECK: u64 = 1 << 16;

/// A finite set of amounts that may be taken from a heap.
///
/// ```
/// use grundy::heap::SubtractionSet;
/// use grundy::limits::Limits;
/// let proved = SubtractionSet::new([1, 3, 4]).prove(&Limits::default()).proved().unwrap();
/// assert_eq!(proved.periodicity().period, 7);
/// let losing: Vec<u64> = (0..20).filter(|&n| proved.value(n) == Some(0)).collect();
/// assert_eq!(losing, [0, 2, 7, 9, 14, 16]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SubtractionSet(Vec<u64>);

/// All positive amounts except finitely many may be taken from a heap.
///
/// ```
/// use grundy::heap::AllButSet;
/// use grundy::limits::Limits;
/// // All but 1: the values are 0, 0, 1, 1, 2, 2, ..
/// let proved = AllButSet::new([1]).prove(&Limits::default()).proved().unwrap();
/// assert_eq!((proved.periodicity().period, proved.periodicity().saltus), (2, 1));
/// assert_eq!(proved.value(1_000_001), Some(500_000));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AllButSet(Vec<u64>);

/// The positive numbers among `amounts`, each once, in order.
fn sorted(amounts: impl IntoIterator<Item = u64>) -> Vec<u64> {
    let mut amounts: Vec<u64> = amounts.into_iter().filter(|&amount| amount > 0).collect();
    amounts.sort_unstable();
    amounts.dedup();
    amounts
}

/// As it is typed: `S{1,3,4}`.
impl fmt::Display for SubtractionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "S{{{}}}", listed(&self.0))
    }
}

/// As it is typed: `allbut{1,2}`.
impl fmt::Display for AllButSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "allbut{{{}}}", listed(&self.0))
    }
}

impl FromIterator<u64> for SubtractionSet {
    fn from_iter<I: IntoIterator<Item = u64>>(amounts: I) -> SubtractionSet {
        SubtractionSet::new(amounts)
    }
}

impl FromIterator<u64> for AllButSet {
    fn from_iter<I: IntoIterator<Item = u64>>(excluded: I) -> AllButSet {
        AllButSet::new(excluded)
    }
}

fn listed(amounts: &[u64]) -> String {
    amounts.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

impl SubtractionSet {
    /// The set of these amounts. To take nothing is no move, so 0 is left out.
    pub fn new(amounts: impl IntoIterator<Item = u64>) -> SubtractionSet {
        SubtractionSet(sorted(amounts))
    }

    /// The amounts in increasing order.
    ///
    /// ```
    /// use grundy::heap::SubtractionSet;
    /// assert_eq!(SubtractionSet::new([3, 0, 1, 3]).amounts(), [1, 3]);
    /// ```
    pub fn amounts(&self) -> &[u64] {
        &self.0
    }

    /// The values of the heaps `0..=last`, or of as many as the limits allow. `O(last |S|)`.
    ///
    /// ```
    /// use grundy::heap::SubtractionSet;
    /// use grundy::limits::Limits;
    /// let (values, stop) = SubtractionSet::new([1, 2]).values(5, &Limits::default());
    /// assert!(stop.is_none() && values.iter().eq([0, 1, 2, 0, 1, 2]));
    /// ```
    pub fn values(&self, last: u64, limits: &Limits) -> (Values, Option<Stop>) {
        let mut run = FiniteRun::new(self);
        let stop = run.advance(last, limits, |_| false).err();
        (run.values, stop)
    }

    /// Computes values until a period is proved or a limit is reached.
    ///
    /// Stops with the shortest period within three times the larger of period and preperiod.
    /// `O(|S|)` per heap and one word of memory per heap up to the largest amount, besides the
    /// values.
    pub fn prove(&self, limits: &Limits) -> PeriodSearch {
        self.prove_to(u64::MAX, limits)
    }

    /// As [`Self::prove`], but looks at no heap beyond `last`.
    ///
    /// ```
    /// use grundy::heap::SubtractionSet;
    /// use grundy::limits::Limits;
    /// let far = SubtractionSet::new([2, 5000]);
    /// assert!(far.prove_to(100, &Limits::default()).proved().is_none());
    /// ```
    pub fn prove_to(&self, last: u64, limits: &Limits) -> PeriodSearch {
        let window =
            self.0.last().map_or(1, |&largest| usize::try_from(largest).unwrap_or(usize::MAX));
        let mut run = FiniteRun::new(self);
        let needed = WindowMatcher::bytes(window).saturating_add(window as u64);
        if let Err(stop) = limits.check_memory(needed) {
            return PeriodSearch::Open { values: run.values, stop: Some(stop) };
        }
        let mut matcher = WindowMatcher::new(window);
        let mut found = None;
        let stop = run.advance(last, limits, |values| {
            let newest = values.len() - 1;
            found = matcher.told(newest, |n| values.at(n)).map(|anchor| (anchor, newest + 1));
            found.is_some()
        });
        match found {
            Some((first, second)) => PeriodSearch::Proved(ProvedSequence::new(
                run.values,
                0,
                first - window,
                second - first,
                0,
            )),
            None => PeriodSearch::Open { values: run.values, stop: stop.err() },
        }
    }
}

/// The values of a finite subtraction set, heap after heap.
struct FiniteRun<'a> {
    amounts: &'a [u64],
    values: Values,
    /// How many of the amounts are not more than the next heap.
    possible: usize,
    /// The option values of one heap, a byte per value: a set of bits would make each option wait
    /// for the one before. The mex is at most the number of amounts.
    marks: Vec<u8>,
}

/// Marks the values of the options of the next heap.
struct MarkOptions<'a> {
    amounts: &'a [u64],
    marks: &'a mut [u8],
}

impl crate::heap::values::Visit for MarkOptions<'_> {
    type Answer = ();

    fn visit<T: Copy + Eq + Into<u64>>(self, values: &[T]) {
        for &amount in self.amounts {
            let value: u64 = values[values.len() - amount as usize].into();
            self.marks[value as usize] = 1;
        }
    }
}

impl FiniteRun<'_> {
    fn new(set: &SubtractionSet) -> FiniteRun<'_> {
        let marks = vec![0; set.0.len() + 1];
        FiniteRun { amounts: &set.0, values: Values::default(), possible: 0, marks }
    }

    /// Computes heaps up to `last`, or until `done` says so after one.
    fn advance(
        &mut self,
        last: u64,
        limits: &Limits,
        mut done: impl FnMut(&Values) -> bool,
    ) -> Result<(), Stop> {
        let mut steps = 0;
        while self.values.len() as u64 <= last {
            if steps >= STEPS_PER_CHECK {
                limits.check()?;
                limits.report(self.values.len() as u64, None);
                steps = 0;
            }
            steps += self.amounts.len() as u64 + 1;
            self.values.check_memory(limits)?;
            let n = self.values.len();
            self.marks.fill(0);
            while self.amounts.get(self.possible).is_some_and(|&amount| amount <= n as u64) {
                self.possible += 1;
            }
            self.values.with(MarkOptions {
                amounts: &self.amounts[..self.possible],
                marks: &mut self.marks,
            });
            let missing = self.marks.iter().position(|&mark| mark == 0);
            self.values.push(missing.unwrap_or(self.marks.len()) as u64);
            if done(&self.values) {
                break;
            }
        }
        Ok(())
    }
}

impl AllButSet {
    /// All positive amounts but these may be taken.
    pub fn new(excluded: impl IntoIterator<Item = u64>) -> AllButSet {
        AllButSet(sorted(excluded))
    }

    /// The amounts that may not be taken, in increasing order.
    ///
    /// ```
    /// use grundy::heap::AllButSet;
    /// assert_eq!(AllButSet::new([3, 0, 1, 3]).excluded(), [1, 3]);
    /// ```
    pub fn excluded(&self) -> &[u64] {
        &self.0
    }

    /// The values of the heaps `0..=last`, or of as many as the limits allow. `O(last k)` for `k`
    /// excluded amounts.
    ///
    /// ```
    /// use grundy::heap::AllButSet;
    /// use grundy::limits::Limits;
    /// // Heap n may become any of 0 to n - 3.
    /// let (values, _) = AllButSet::new([1, 2]).values(7, &Limits::default());
    /// assert!(values.iter().eq([0, 0, 0, 1, 1, 1, 2, 2]));
    /// ```
    pub fn values(&self, last: u64, limits: &Limits) -> (Values, Option<Stop>) {
        // Nobody could take more.
        let near = AllButSet::new(self.0.iter().copied().filter(|&excluded| excluded <= last));
        match AllButRun::new(&near, limits) {
            Err(stop) => (Values::default(), Some(stop)),
            Ok(mut run) => {
                let stop = run.advance(last, limits, |_, _| false).err();
                (run.values, stop)
            }
        }
    }

    /// Computes values until an arithmetic period is proved or a limit is reached.
    ///
    /// Stops with the shortest period within three times the larger of period and preperiod.
    /// `O(k)` per heap for `k` excluded amounts.
    pub fn prove(&self, limits: &Limits) -> PeriodSearch {
        self.prove_to(u64::MAX, limits)
    }

    /// As [`Self::prove`], but looks at no heap beyond `last`.
    ///
    /// ```
    /// use grundy::heap::AllButSet;
    /// use grundy::limits::Limits;
    /// let nim = AllButSet::new([]).prove_to(100, &Limits::default()).proved().unwrap();
    /// assert_eq!(nim.value(123_456), Some(123_456));
    /// ```
    pub fn prove_to(&self, last: u64, limits: &Limits) -> PeriodSearch {
        let mut run = match AllButRun::new(self, limits) {
            Ok(run) => run,
            Err(stop) => return PeriodSearch::Open { values: Values::default(), stop: Some(stop) },
        };
        let window = run.reach.max(1);
        let mut matcher = WindowMatcher::new(window);
        let mut found = None;
        let stop = run.advance(last, limits, |values, bases| {
            let newest = values.len() - 1;
            let symbol = |n| (values.at(n) - bases.at(n), bases.at(n + 1) - bases.at(n));
            found = matcher
                .told(newest, symbol)
                .map(|anchor| (anchor, newest + 1, bases.at(newest + 1) - bases.at(anchor)));
            found.is_some()
        });
        match found {
            Some((first, second, saltus)) => PeriodSearch::Proved(ProvedSequence::new(
                run.values,
                0,
                first - window,
                second - first,
                saltus,
            )),
            None => PeriodSearch::Open { values: run.values, stop: stop.err() },
        }
    }
}

/// The values of an all-but set, heap after heap.
///
/// The options of a heap are all smaller ones but those at an excluded distance. So a value is that of no option exactly if as
/// many heaps have it as have it at an excluded distance, and the next value is the least such, or one that no heap has.
struct AllButRun {
    /// The excluded amounts, in increasing order.
    excluded: Vec<usize>,
    /// The largest excluded amount.
    reach: usize,
    values: Values,
    /// `b` before each heap, and before the next one: one longer than `values`.
    bases: Values,
    /// How many heaps have each value.
    counts: Vec<u64>,
    /// How many of those at an excluded distance have it; 0 between two heaps.
    barred: Vec<u64>,
}

impl AllButRun {
    fn new(set: &AllButSet, limits: &Limits) -> Result<AllButRun, Stop> {
        let amounts = set.0.iter().map(|&e| usize::try_from(e).unwrap_or(usize::MAX));
        let excluded: Vec<usize> = amounts.map(|amount| amount.min(usize::MAX - 1)).collect();
        let reach = excluded.last().copied().unwrap_or(0);
        limits.check_memory(WindowMatcher::bytes(reach))?;
        let bases = [0].into_iter().collect();
        let (counts, barred) = (Vec::new(), Vec::new());
        Ok(AllButRun { excluded, reach, values: Values::default(), bases, counts, barred })
    }

    /// Computes heaps up to `last`, or until `done` says so after one.
    fn advance(
        &mut self,
        last: u64,
        limits: &Limits,
        mut done: impl FnMut(&Values, &Values) -> bool,
    ) -> Result<(), Stop> {
        let mut steps = 0;
        while self.values.len() as u64 <= last {
            if steps >= STEPS_PER_CHECK {
                limits.check()?;
                limits.report(self.values.len() as u64, None);
                steps = 0;
            }
            steps += self.excluded.len() as u64 + 1;
            self.values.check_memory(limits)?;
            self.bases.check_memory(limits)?;
            limits.check_memory(16 * self.counts.capacity() as u64)?;
            let n = self.values.len();
            let base = self.bases.at(n);
            let near = self.excluded.iter().take_while(|&&amount| amount <= n);
            let near = near.map(|amount| self.values.at(n - amount) as usize);
            let mut least = self.counts.len();
            for value in near.clone() {
                self.barred[value] += 1;
                if self.barred[value] == self.counts[value] {
                    least = least.min(value);
                }
            }
            for value in near {
                self.barred[value] = 0;
            }
            if least == self.counts.len() {
                self.counts.push(0);
                self.barred.push(0);
            }
            self.counts[least] += 1;
            self.values.push(least as u64);
            let joins = n.checked_sub(self.reach).map_or(0, |m| self.values.at(m) + 1);
            self.bases.push(base.max(joins));
            if done(&self.values, &self.bases) {
                break;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nimber::{Nimber, mex};
    use proptest::prelude::*;

    /// The definition: the mex over everything that may be taken.
    fn by_definition(may_take: impl Fn(u64) -> bool, last: u64) -> Vec<u64> {
        let mut values: Vec<u64> = Vec::new();
        for n in 0..=last {
            let options = (1..=n).filter(|&i| may_take(i)).map(|i| values[(n - i) as usize]);
            values.push(mex(options.map(Nimber)).0);
        }
        values
    }

    /// The smallest `(preperiod, period, saltus)` that the values show up to their end.
    fn shown(values: &[u64]) -> (usize, usize, u64) {
        let n = values.len();
        for period in 1.. {
            let saltus = values[n - 1].wrapping_sub(values[n - 1 - period]);
            let holds = |at: usize| values[at].wrapping_add(saltus) == values[at + period];
            let start = (0..n - period).rev().find(|&at| !holds(at)).map_or(0, |at| at + 1);
            if start + 4 * period < n / 2 {
                return (start, period, saltus);
            }
        }
        unreachable!("some period is long enough");
    }

    fn summary(sequence: &ProvedSequence) -> (usize, usize, u64) {
        let found = sequence.periodicity();
        (found.preperiod as usize, found.period as usize, found.saltus)
    }

    #[test]
    fn known_periods() {
        let period = |amounts: &[u64]| {
            let set = SubtractionSet::new(amounts.iter().copied());
            summary(&set.prove(&Limits::default()).proved().unwrap())
        };
        assert_eq!(period(&[]), (0, 1, 0));
        assert_eq!(period(&[1, 2, 3]), (0, 4, 0));
        assert_eq!(period(&[1, 3, 4]), (0, 7, 0));
        assert_eq!(period(&[2, 4, 7]), (8, 3, 0));
        assert_eq!(period(&[1_000_000]), (0, 2_000_000, 0));
    }

    #[test]
    fn known_arithmetic_periods() {
        let period = |excluded: &[u64]| {
            let set = AllButSet::new(excluded.iter().copied());
            summary(&set.prove(&Limits::default()).proved().unwrap())
        };
        assert_eq!(period(&[]), (0, 1, 1));
        assert_eq!(period(&[1]), (0, 2, 1));
        assert_eq!(period(&[1, 2]), (0, 3, 1));
    }

    #[test]
    fn a_limit_keeps_what_is_known() {
        let far = SubtractionSet::new([1, 1 << 40]);
        let limits = Limits::default().memory(1 << 20);
        let PeriodSearch::Open { stop: Some(Stop::Memory { .. }), .. } = far.prove(&limits) else {
            panic!("a window of 2^40 heaps fits in no megabyte");
        };
        let (values, stop) = far.values(u64::MAX, &limits);
        assert!(values.len() > 1 << 18 && matches!(stop, Some(Stop::Memory { .. })));

        let hard = SubtractionSet::new([1, 1_000_000]);
        let limits = Limits::default();
        limits.cancel.cancel();
        let PeriodSearch::Open { values, stop: Some(Stop::Cancelled) } = hard.prove(&limits) else {
            panic!("a cancelled search proves nothing it has not reached");
        };
        assert!(!values.is_empty());
    }

    proptest! {
        #[test]
        fn finite_sets_agree_with_the_definition(amounts in prop::collection::vec(1u64..12, 0..6)) {
            let set = SubtractionSet::new(amounts.iter().copied());
            let twin = by_definition(|i| amounts.contains(&i), 600);
            prop_assert!(set.values(600, &Limits::default()).0.iter().eq(twin.iter().copied()));
            let proved = set.prove(&Limits::default()).proved().unwrap();
            prop_assert!((0..=600).all(|n| proved.value(n) == Some(twin[n as usize])));
            let (preperiod, period, saltus) = shown(&by_definition(|i| amounts.contains(&i), 3000));
            prop_assert_eq!(summary(&proved), (preperiod, period, saltus));
        }

        #[test]
        fn all_but_sets_agree_with_the_definition(excluded in prop::collection::vec(1u64..9, 0..5)) {
            let set = AllButSet::new(excluded.iter().copied());
            let twin = by_definition(|i| !excluded.contains(&i), 900);
            prop_assert!(set.values(900, &Limits::default()).0.iter().eq(twin.iter().copied()));
            let proved = set.prove(&Limits::default()).proved().unwrap();
            prop_assert!((0..=900).all(|n| proved.value(n) == Some(twin[n as usize])));
            let (preperiod, period, saltus) = shown(&twin);
            prop_assert_eq!(summary(&proved), (preperiod, period, saltus));
        }

        #[test]
        fn exceptions_are_the_places_off_the_pattern(amounts in prop::collection::vec(1u64..12, 0..6)) {
            let proved = SubtractionSet::new(amounts).prove(&Limits::default()).proved().unwrap();
            let found = proved.periodicity();
            for n in 0..found.preperiod {
                let later = n + found.period * found.preperiod.div_ceil(found.period);
                let on_pattern = proved.value(n) == proved.value(later);
                prop_assert_eq!(found.exceptions.contains(&n), !on_pattern);
            }
        }
    }
}
