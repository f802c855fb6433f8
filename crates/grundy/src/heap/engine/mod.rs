//! The engine for games that leave at most two heaps: many heaps at a time, on vector units.
//!
//! With a sparse space ([`Space`]) few pairs decide which common value a heap can have, and
//! [`sparse`] computes 64 heaps per step; if values are so large that the space has more than 256
//! codes, [`wide`] computes heap after heap. Without a space [`dense`] looks at all pairs. All rest on
//! three facts: whatever is excluded is the value of a true option; a value is chosen only if no option
//! has it; and every smaller value was seen to be excluded.
//!
//! The first heaps are computed by the definition. From time to time, when the sequence has grown
//! several times over, when rare heaps multiply, or when a value does not fit, the engine looks at
//! a sample of the values and chooses again: the space, the way, and what prepares it.

mod dense;
mod kernel;
mod marking;
mod marks;
mod order;
mod ready;
mod settle;
mod simd;
mod sparse;
mod threads;
mod wide;

pub use simd::Isa;

use super::moves::Moves;
use super::run::Status;
use super::space::Space;
use super::values::Visit;
use crate::limits::{Limits, Stop};
use dense::Gathering;
use marking::Marking;
use simd::SimdCell;
pub(super) use threads::Threads;
use wide::Listing;

/// Heaps computed one by one before the first step.
const START: usize = 2048;

/// Steps between two looks at the limits, on one thread and on several, which must be woken.
const STEPS: usize = 8;
const SHARED_STEPS: usize = 64;

/// Heaps, and more, that are computed between two looks at the limits.
const BATCH: usize = 1 << 15;

/// Heaps computed without a sparse space between two looks at the limits.
const DENSE_STEPS: usize = 64;

/// Places kept after the last heap.
const MARGIN: usize = 1024;

/// Heaps at the beginning and at the end that are counted to choose a space.
const SAMPLE: usize = 1 << 16;

/// With one rare heap in so many, or more, pairs with rare heaps decide nothing sooner.
const TOO_MANY_RARES: u64 = 5;
/// The same where the codes are too many for marks: heap after heap, a pair takes longer.
const TOO_MANY_WIDE: u64 = 20;

/// Counts of work that no clock disturbs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Work {
    /// Pairs whose nim-sum was noted.
    pub gathered_pairs: u64,
    /// Pairs of which it was looked up whether their nim-sum was one of those wanted.
    pub sieved_pairs: u64,
    /// Pairs marked or tried for 64 heaps.
    pub pair_tests: u64,
    /// Heaps for which some value was searched among all options.
    pub hard_heaps: u64,
    /// Searches among all options of a heap for one value.
    pub searches: u64,
    /// Heaps that marked all pairs for themselves.
    pub full_heaps: u64,
    /// Times that the engine chose its way.
    pub choices: u64,
    /// The pairs that had to be looked at, however it is done: of each heap those with a rare heap, or,
    /// without a sparse space, all. The first heaps, computed by the definition, count nowhere.
    pub least_pairs: u64,
}

impl Work {
    fn add(&mut self, more: &Work) {
        self.gathered_pairs += more.gathered_pairs;
        self.sieved_pairs += more.sieved_pairs;
        self.pair_tests += more.pair_tests;
        self.hard_heaps += more.hard_heaps;
        self.searches += more.searches;
        self.full_heaps += more.full_heaps;
        self.choices += more.choices;
        self.least_pairs += more.least_pairs;
    }

    /// Pairs looked at in all, but for the searches, of which most end soon.
    pub fn pairs(&self) -> u64 {
        64 * self.pair_tests + self.gathered_pairs + self.sieved_pairs
    }
}

/// A value does not fit in the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooLarge;

/// How the next heaps are computed.
#[derive(Clone, Debug)]
enum Way {
    /// Not chosen yet.
    Open,
    Sparse(Box<Marking>),
    Wide(Box<Listing>),
    Dense(Box<Gathering>),
}

/// A sequence whose values are stored as `T`.
pub(super) struct SequenceEngine<T> {
    moves: Moves,
    isa: Isa,
    threads: Threads,
    /// The values, from place `origin` on; `EMPTY` before and after, and also for heap 0, which
    /// is no piece of a break.
    cells: Vec<T>,
    /// The place of heap 0.
    origin: usize,
    /// How many heaps have a value.
    len: usize,
    space: Space,
    /// Rare heaps in that space.
    rares: u64,
    last_rare: Option<usize>,
    largest: usize,
    way: Way,
    /// The number of heaps, and of rare heaps, at which to choose again.
    choose_at: usize,
    choose_at_rares: u64,
    work: Work,
}

impl<T: SimdCell> SequenceEngine<T> {
    /// An engine that knows nothing yet.
    pub(super) fn new(moves: Moves, isa: Isa) -> SequenceEngine<T> {
        let origin = moves.reach() + 64;
        SequenceEngine {
            isa,
            threads: Threads::default(),
            cells: vec![T::EMPTY; origin + MARGIN],
            origin,
            len: 0,
            space: Space::TRIVIAL,
            rares: 0,
            last_rare: None,
            largest: 0,
            way: Way::Open,
            choose_at: 0,
            choose_at_rares: 0,
            work: Work::default(),
            moves,
        }
    }

    /// The same sequence in other cells, in which all its values must fit.
    pub(super) fn widened<U: SimdCell>(&self) -> SequenceEngine<U> {
        let mut wide = SequenceEngine::<U>::new(self.moves.clone(), self.isa);
        wide.work = self.work;
        wide.threads = self.threads.clone();
        wide.load((0..self.len).map(|n| self.value(n)));
        wide
    }

    /// Shares the work out among these threads from now on.
    pub(super) fn set_threads(&mut self, threads: Threads) {
        self.threads = threads;
        // What was prepared is for another number of threads.
        self.way = Way::Open;
        self.choose_at = 0;
    }

    /// Takes over values that [`Self::holds`] says fit; the engine must be new.
    pub(super) fn load(&mut self, values: impl Iterator<Item = usize>) {
        for value in values {
            self.store(value);
        }
    }

    /// Whether all values up to `largest` can be stored.
    pub(super) fn holds(largest: u64) -> bool {
        largest < T::LIMIT as u64
    }

    /// How many heaps have a value.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The value of heap `n`, which is known.
    pub(super) fn value(&self, n: usize) -> usize {
        if n == 0 { 0 } else { self.cells[self.origin + n].get() }
    }

    /// What the engine has seen.
    pub(super) fn status(&self) -> Status {
        let sparse = self.space != Space::TRIVIAL;
        Status {
            heaps: self.len as u64,
            largest: self.largest as u64,
            space: sparse.then_some(self.space),
            rares: if sparse { self.rares } else { 0 },
            last_rare: self.last_rare.filter(|_| sparse).map(|n| n as u64),
            work: self.work,
            floor: self.floor(),
        }
    }

    /// Pairs that the next heap must look at, however it is done: those with a rare heap, or, without
    /// a sparse space, all.
    fn floor(&self) -> u64 {
        let breaks = self.moves.breaks.len() as u64;
        let pairs = match self.way {
            Way::Sparse(_) | Way::Wide(_) => self.rares,
            _ => self.last_part(self.len) as u64,
        };
        breaks * pairs
    }

    /// The values of heaps that are known, as they are stored; that of heap 0 is not 0 here.
    pub(super) fn slice(&self, heaps: std::ops::Range<usize>) -> &[T] {
        &self.cells[self.origin + heaps.start..self.origin + heaps.end]
    }

    /// The values of the heaps from 0 on.
    pub(super) fn into_values(self) -> Vec<T> {
        let SequenceEngine { mut cells, origin, len, way, .. } = self;
        drop(way);
        cells.drain(..origin);
        cells.truncate(len);
        if let Some(first) = cells.first_mut() {
            *first = T::new(0);
        }
        cells
    }

    /// Shows all values in the width they are stored in, except heap 0, in whose place stands
    /// something else.
    pub(super) fn with<V: Visit>(&self, visit: V) -> V::Answer {
        visit.visit(&self.cells[self.origin..self.origin + self.len])
    }

    /// Computes some more heaps, up to `last` or a few more: one by one at first, then in steps.
    pub(super) fn batch(
        &mut self,
        last: u64,
        limits: &Limits,
    ) -> Result<Result<(), TooLarge>, Stop> {
        let capacity = self.cells.capacity();
        if self.cells.len() + BATCH > capacity {
            // Cells, and codes beside them if there are any; a vector that grows is held twice.
            let codes = match &self.way {
                Way::Sparse(marking) if marking.codes.are_narrow() => 1,
                Way::Sparse(_) | Way::Open => 2,
                Way::Wide(_) | Way::Dense(_) => 0,
            };
            limits.check_memory((3 * capacity * (size_of::<T>() + codes)) as u64)?;
        }
        let start = START.max(self.moves.reach() + 1);
        if self.len < start {
            return Ok(self.some_by_definition(last, start));
        }
        if self.len >= self.choose_at || self.rares >= self.choose_at_rares {
            self.choose();
        }
        let mut way = std::mem::replace(&mut self.way, Way::Open);
        let done = match &mut way {
            Way::Open => self.one_by_definition(),
            Way::Sparse(marking) if marking.is_shared() => {
                let threads = self.threads.clone();
                threads.run(|| self.sparse_steps(last, marking, SHARED_STEPS))
            }
            Way::Sparse(marking) => self.sparse_steps(last, marking, STEPS),
            Way::Wide(listing) => self.dense_steps(last, |engine| engine.listed_heap(listing)),
            Way::Dense(gathering) => self.dense_steps(last, |engine| engine.dense_heap(gathering)),
        };
        self.way = way;
        Ok(done)
    }

    fn sparse_steps(
        &mut self,
        last: u64,
        marking: &mut Marking,
        steps: usize,
    ) -> Result<(), TooLarge> {
        for _ in 0..steps {
            self.marked_span(marking)?;
            if self.len as u64 > last || self.len >= self.choose_at {
                break;
            }
        }
        Ok(())
    }

    fn dense_steps(
        &mut self,
        last: u64,
        mut next: impl FnMut(&mut SequenceEngine<T>) -> Result<(), TooLarge>,
    ) -> Result<(), TooLarge> {
        for _ in 0..DENSE_STEPS {
            next(self)?;
            if self.len as u64 > last || self.len >= self.choose_at {
                break;
            }
        }
        Ok(())
    }

    /// Chooses the space and the way.
    fn choose(&mut self) {
        self.work.choices += 1;
        let mut counts = vec![[0; 2]; self.largest + 1];
        let early = 1..self.len.min(SAMPLE);
        let late = early.end.max(self.len - SAMPLE.min(self.len))..self.len;
        for n in early.chain(late) {
            counts[self.value(n)][n % 2] += 1;
        }
        let (space, rares) = Space::best(&counts, &self.moves);
        let codes = (self.largest + 1).next_power_of_two() / 2;
        // Pairs keep how far away the partner is in 32 bits.
        let is_near = self.len < 1 << 31 || self.last_rare.is_some_and(|rare| rare < 1 << 31);
        let can_mark = codes <= marks::MOST_CODES && is_near;
        let too_many = if can_mark { TOO_MANY_RARES } else { TOO_MANY_WIDE };
        let is_sparse =
            space.mask() != 0 && rares * too_many < counts.iter().flatten().sum::<u64>();
        let before = std::mem::replace(&mut self.way, Way::Open);
        self.choose_at = 2 * self.len;
        if is_sparse {
            if space == self.space {
                // A split that has lasted is looked at less often.
                self.choose_at = 4 * self.len;
            }
            let before = match before {
                Way::Sparse(marking) => Some(marking),
                _ => None,
            };
            self.space = space;
            self.way = if can_mark {
                Way::Sparse(self.prepare_marking(before))
            } else {
                Way::Wide(Box::new(self.prepare_listing()))
            };
            self.choose_at_rares = self.rares + self.rares / 4 + 32;
        } else {
            self.space = Space::TRIVIAL;
            self.choose_at_rares = u64::MAX;
            self.way = Way::Dense(Box::new(self.prepare_gathering()));
        }
    }

    /// Makes room for so many heaps more.
    fn make_room(&mut self, heaps: usize) {
        let places = self.origin + self.len + heaps + MARGIN;
        if self.cells.len() < places {
            self.cells.resize(places, T::EMPTY);
        }
    }

    /// Appends a value, if it fits.
    fn append(&mut self, value: usize) -> Result<(), TooLarge> {
        if value >= T::LIMIT {
            return Err(TooLarge);
        }
        self.store(value);
        Ok(())
    }

    fn store(&mut self, value: usize) {
        self.make_room(1);
        if self.len > 0 {
            self.cells[self.origin + self.len] = T::new(value);
        }
        self.largest = self.largest.max(value);
        self.len += 1;
    }

    /// Computes heaps one by one, at most up to `last` or below `end`.
    fn some_by_definition(&mut self, last: u64, end: usize) -> Result<(), TooLarge> {
        let batch = self.len / 16 + 8;
        for _ in 0..batch {
            self.one_by_definition()?;
            if self.len as u64 > last || self.len >= end {
                break;
            }
        }
        Ok(())
    }

    fn one_by_definition(&mut self) -> Result<(), TooLarge> {
        let n = self.len;
        let mut seen = vec![false; 2 * (self.largest + 2).next_power_of_two()];
        for &taken in self.moves.leaves.iter().filter(|&&taken| taken < n) {
            seen[self.value(n - taken)] = true;
        }
        if self.moves.takes.contains(&n) {
            seen[0] = true;
        }
        for &taken in self.moves.breaks.iter().filter(|&&taken| taken < n) {
            let rest = n - taken;
            for part in 1..=self.last_part(rest) {
                seen[self.value(part) ^ self.value(rest - part)] = true;
            }
        }
        self.append(seen.iter().take_while(|&&seen| seen).count())
    }

    /// The largest smaller piece of a heap that is broken.
    fn last_part(&self, rest: usize) -> usize {
        if self.moves.unequal { rest.saturating_sub(1) / 2 } else { rest / 2 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::definition::Definition;
    use crate::heap::{Code, HeapGame};
    use proptest::prelude::*;
    use std::num::NonZero;

    fn game(text: &str) -> HeapGame {
        HeapGame::Code(text.parse().unwrap())
    }

    fn engine<T: SimdCell>(game: &HeapGame, isa: Isa, last: usize) -> Option<SequenceEngine<T>> {
        let mut engine = SequenceEngine::<T>::new(Moves::of(game).unwrap(), isa);
        while engine.len() <= last {
            engine.batch(last as u64, &Limits::default()).unwrap().ok()?;
        }
        Some(engine)
    }

    fn by_definition(game: &HeapGame, last: u64) -> Vec<usize> {
        let mut run = Definition::new(game.clone());
        run.advance(last, &Limits::default()).unwrap();
        run.values().iter().map(|value| value as usize).collect()
    }

    /// The first heap at which the engine and the definition differ.
    fn first_wrong<T: SimdCell>(engine: &SequenceEngine<T>, twin: &[usize]) -> Option<usize> {
        (0..twin.len()).find(|&n| engine.value(n) != twin[n])
    }

    /// The engine on so many threads.
    fn shared<T: SimdCell>(game: &HeapGame, threads: usize, last: usize) -> SequenceEngine<T> {
        let mut engine = SequenceEngine::<T>::new(Moves::of(game).unwrap(), Isa::best());
        engine.set_threads(Threads::new(NonZero::new(threads).unwrap()));
        while engine.len() <= last {
            engine.batch(last as u64, &Limits::default()).unwrap().unwrap();
        }
        engine
    }

    /// Every form of the engine against the definition.
    fn agrees(game: &HeapGame, last: usize) {
        let twin = by_definition(game, last as u64);
        for isa in Isa::available() {
            let wide = engine::<u16>(game, isa, last).unwrap();
            assert_eq!(first_wrong(&wide, &twin), None, "{game} {isa:?}");
            match engine::<u8>(game, isa, last) {
                Some(bytes) => assert_eq!(first_wrong(&bytes, &twin), None, "{game} {isa:?}"),
                None => assert!(wide.status().largest >= 128, "{game} {isa:?}"),
            }
        }
    }

    #[test]
    fn sparse_and_dense_games_agree_with_the_definition() {
        for code in ["0.6", "0.106", "0.14", "0.376", "0.454", "0.06", "4.", "4.44", "0.45", "0.16"]
        {
            agrees(&game(code), 6000);
        }
        agrees(&HeapGame::Grundys, 6000);
    }

    #[test]
    fn dense_games_agree_once_pairs_are_sieved() {
        for code in ["0.06", "0.007", "0.70000077"] {
            let game = game(code);
            agrees(&game, 9500);
            let work = engine::<u16>(&game, Isa::best(), 9500).unwrap().status().work;
            assert!(work.sieved_pairs > 0, "{code}");
        }
    }

    #[test]
    fn sparse_runs_agree_with_dense_ones() {
        for game in [HeapGame::Grundys, game("0.054"), game("0.106")] {
            let sparse = engine::<u16>(&game, Isa::best(), 25_000).unwrap();
            assert!(sparse.status().space.is_some(), "{game}");
            let mut dense = SequenceEngine::<u16>::new(Moves::of(&game).unwrap(), Isa::best());
            dense.load((0..3000).map(|n| sparse.value(n)));
            let mut gathering = dense.prepare_gathering();
            while dense.len() <= 25_000 {
                dense.dense_heap(&mut gathering).unwrap();
            }
            let different = (0..=25_000).find(|&n| dense.value(n) != sparse.value(n));
            assert_eq!(different, None, "{game}");
        }
    }

    #[test]
    fn steps_in_wide_spaces_agree_with_the_definition() {
        for game in [HeapGame::Grundys, game("0.106"), game("0.054"), game("0.16")] {
            let twin = by_definition(&game, 6000);
            for isa in Isa::available() {
                let mut wide = SequenceEngine::<u32>::new(Moves::of(&game).unwrap(), isa);
                while wide.len() < START + 1 {
                    wide.batch(START as u64, &Limits::default()).unwrap().unwrap();
                }
                assert!(wide.space != Space::TRIVIAL, "{game}");
                let mut listing = wide.prepare_listing();
                while wide.len() <= 6000 {
                    wide.listed_heap(&mut listing).unwrap();
                }
                assert_eq!(first_wrong(&wide, &twin), None, "{game} {isa:?}");
                assert!(wide.work.searches < 6000 * 20, "{game}");
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(12))]
        /// After values of any size, as if they had been computed, those that follow are the mex too.
        #[test]
        fn large_values_are_no_limit(
            digits in prop::collection::vec(0u8..8, 1..4),
            values in prop::collection::vec(0usize..1 << 18, 2100),
            step in 0u32..12,
        ) {
            let mut head = vec![0];
            head.extend(digits);
            let moves = Moves::of(&HeapGame::Code(Code::new(&head, &[]).unwrap())).unwrap();
            prop_assume!(!moves.breaks.is_empty());
            for isa in Isa::available() {
                let known = values.iter().map(|value| value >> step);
                let mut twin = SequenceEngine::<u32>::new(moves.clone(), isa);
                twin.load(known.clone());
                let mut dense = SequenceEngine::<u32>::new(moves.clone(), isa);
                dense.load(known);
                let mut gathering = dense.prepare_gathering();
                for _ in 0..40 {
                    twin.one_by_definition().unwrap();
                    dense.dense_heap(&mut gathering).unwrap();
                }
                let all: Vec<usize> = (0..twin.len()).map(|n| twin.value(n)).collect();
                prop_assert_eq!(first_wrong(&dense, &all), None);
            }
        }
    }

    #[test]
    fn any_number_of_threads_comes_to_the_same_values() {
        for (code, last) in [("0.6", 30_000), ("0.14", 12_000), ("0.376", 12_000), ("0.06", 5000)] {
            let game = game(code);
            let one = engine::<u16>(&game, Isa::best(), last).unwrap();
            let values: Vec<usize> = (0..=last).map(|n| one.value(n)).collect();
            let works = [2, 3].map(|threads| {
                let several = shared::<u16>(&game, threads, last);
                assert_eq!(first_wrong(&several, &values), None, "{code} {threads}");
                assert_eq!(several.status().rares, one.status().rares, "{code}");
                several.status().work
            });
            assert_eq!(works[0], works[1], "{code}");
            // Otherwise nothing was shared out.
            assert!(code != "0.6" || works[0] != one.status().work, "{code}");
        }
    }

    #[test]
    fn long_codes_agree_with_the_definition() {
        let mut digits = vec![0; 100];
        (digits[1], digits[64], digits[65], digits[99]) = (6, 4, 3, 7);
        agrees(&HeapGame::Code(Code::new(&digits, &[]).unwrap()), 4000);
    }

    #[test]
    fn all_forms_do_the_same_work() {
        for code in ["0.6", "0.106", "0.06"] {
            let works: Vec<Work> = Isa::available()
                .into_iter()
                .map(|isa| engine::<u16>(&game(code), isa, 12_000).unwrap().status().work)
                .collect();
            assert!(works.iter().all(|work| *work == works[0]), "{code} {works:?}");
            assert!(works[0].pair_tests + works[0].gathered_pairs > 0);
        }
    }

    #[test]
    fn work_is_near_its_floor() {
        // Pairs with helpers come on top of the floor; with few rare heaps they are most of it.
        let sparse = engine::<u8>(&game("0.106"), Isa::best(), 40_000).unwrap().status();
        assert_eq!(sparse.floor, sparse.rares);
        let per_heap = sparse.work.pairs() / sparse.heaps;
        assert!((sparse.floor..20 * sparse.floor).contains(&per_heap), "{per_heap}");

        let dense = engine::<u16>(&game("0.06"), Isa::best(), 12_000).unwrap().status();
        assert_eq!(dense.floor, dense.heaps / 2);
        let per_heap = dense.work.pairs() / dense.heaps;
        assert!((dense.floor / 4..dense.floor).contains(&per_heap), "{per_heap}");
    }

    #[test]
    fn a_widened_engine_goes_on() {
        let game = game("0.376");
        let mut narrow = SequenceEngine::<u8>::new(Moves::of(&game).unwrap(), Isa::best());
        while narrow.batch(4000, &Limits::default()).unwrap().is_ok() {
            assert!(narrow.len() < 4000, "some value is above 127");
        }
        let mut wide = narrow.widened::<u16>();
        assert_eq!(wide.len(), narrow.len());
        while wide.len() <= 4000 {
            wide.batch(4000, &Limits::default()).unwrap().unwrap();
        }
        assert_eq!(first_wrong(&wide, &by_definition(&game, 4000)), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn random_games_agree_with_the_definition(
            zero in prop::sample::select(vec![0u8, 4]),
            digits in prop::collection::vec(0u8..8, 1..5),
        ) {
            let mut head = vec![zero];
            head.extend(digits);
            agrees(&HeapGame::Code(Code::new(&head, &[]).unwrap()), 3000);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(12))]
        #[test]
        fn random_games_agree_on_several_threads(
            zero in prop::sample::select(vec![0u8, 4]),
            digits in prop::collection::vec(0u8..8, 1..5),
        ) {
            let mut head = vec![zero];
            head.extend(digits);
            let game = HeapGame::Code(Code::new(&head, &[]).unwrap());
            let one = engine::<u16>(&game, Isa::best(), 8000).unwrap();
            let values: Vec<usize> = (0..=8000).map(|n| one.value(n)).collect();
            for threads in [2, 3] {
                let several = shared::<u16>(&game, threads, 8000);
                prop_assert_eq!(first_wrong(&several, &values), None);
            }
        }
    }
}
