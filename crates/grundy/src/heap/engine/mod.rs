//! The engine for games that leave at most two heaps: many heaps at a time, on vector units.
//!
//! With a sparse space ([`Space`]) few pairs decide which common value a heap can have, and
//! [`sparse`] computes 64 heaps per step; if values are so large that the space has more than 256
//! codes, [`wide`] computes heap after heap. Without a space [`dense`] looks at all pairs. All rest on
//! three facts: whatever is excluded is the value of a true option; a value is chosen only if no option
//! has it; and every smaller value was seen to be excluded.
//!
//! Of the sparse way, `ready` is what threads find ahead of time, `settle` the rest (`eights` up to 64 codes, eight
//! heaps at a time; `few` codes tried, `nearer` pairs among 64 heaps), `doubts` and `search` look for rare values
//! afterwards. `stretches` goes by runs of equal values, `together` by several threads, `forget` keeps a window
//! where memory is short, and `simd` holds the loops, whose wider vectors are for x86-64 alone.
//!
//! The first heaps are computed one by one. From time to time, when the sequence has grown
//! several times over, when rare heaps multiply, or when a value does not fit, the engine looks at
//! a sample of the values and chooses again: the space, the way, and what prepares it.

mod dense;
mod doubts;
mod eights;
mod few;
mod forget;
mod kernel;
mod marking;
mod marks;
mod nearer;
mod order;
mod ready;
mod search;
mod settle;
mod simd;
mod sparse;
mod stretches;
mod threads;
mod together;
mod wide;
mod work;

#[cfg(test)]
mod tests;

pub(crate) use simd::Isa;

use std::ops::Range;

use super::games::moves::Moves;
use super::run::Status;
use super::space::Space;
use super::values::{Values, Visit};
use crate::limits::{Limits, Stop};
use dense::Gathering;
use kernel::SUMS;
use marking::Marking;
pub(super) use simd::SimdCell;
use stretches::Stretches;
pub(super) use threads::Threads;
use together::Blocks;
use wide::Listing;
pub use work::Work;

/// Heaps computed one by one.
const FIRST: usize = 64;

/// Heaps computed before a space is chosen for the first time, or more if the moves reach farther; until
/// then all pairs are gathered.
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

/// Pairs of heaps that are gathered in the time of one pair that is noted where the codes are too many for marks.
const LISTED: usize = 2;

/// A value does not fit in the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooLarge;

/// How the next heaps are computed.
#[derive(Debug)]
enum Way {
    /// Not chosen yet.
    Open,
    Sparse(Box<Marking>),
    Wide(Box<Listing>),
    Dense(Box<Gathering>),
    Stretched(Box<Stretches>),
    Together(Box<Blocks>),
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
    /// The heaps whose values are kept no longer, and those that may be forgotten: all below this.
    forgotten: Range<usize>,
    may_forget: usize,
    /// Whether the next heap depends on values that were forgotten.
    lost: bool,
    space: Space,
    /// Rare heaps in that space.
    rares: u64,
    last_rare: Option<usize>,
    /// The rare heaps and their values, once they were looked for.
    rare_heaps: Vec<(usize, usize)>,
    largest: usize,
    way: Way,
    /// What was seen of one heap's options: 1 for each value; otherwise all 0.
    seen: Vec<u8>,
    /// The number of heaps, and of rare heaps, at which to choose again.
    choose_at: usize,
    choose_at_rares: u64,
    work: Work,
}

impl<T: SimdCell> SequenceEngine<T> {
    /// An engine that knows nothing yet.
    pub(super) fn new(moves: Moves, isa: Isa) -> SequenceEngine<T> {
        let origin = moves.reach() + 64;
        // Sums with them are below the span.
        let largest = moves.leaves.iter().map(|leave| leave.with).max().unwrap_or(0);
        SequenceEngine {
            isa,
            threads: Threads::default(),
            cells: vec![T::EMPTY; origin + MARGIN],
            origin,
            len: 0,
            forgotten: 0..0,
            may_forget: 0,
            lost: false,
            space: Space::TRIVIAL,
            rares: 0,
            last_rare: None,
            rare_heaps: Vec::new(),
            largest,
            way: Way::Open,
            seen: Vec::new(),
            choose_at: 0,
            choose_at_rares: 0,
            work: Work::default(),
            moves,
        }
    }

    /// An engine for the same game that knows nothing yet.
    pub(super) fn fresh<U: SimdCell>(&self) -> SequenceEngine<U> {
        SequenceEngine::new(self.moves.clone(), self.isa)
    }

    /// An engine for the same game that has these values but the first ones; they must fit. A list of its cells becomes
    /// them: there is no second one, even for a moment.
    pub(super) fn with_values<U: SimdCell>(
        &self,
        values: Result<Vec<U>, Values>,
        skipped: usize,
    ) -> SequenceEngine<U> {
        let mut engine: SequenceEngine<U> = self.fresh();
        match values {
            Err(values) => engine.load(values.iter().skip(skipped).map(|value| value as usize)),
            Ok(mut list) => {
                list.drain(..skipped.min(list.len()));
                engine.len = list.len();
                engine.largest = list.iter().map(|cell| cell.get()).max().unwrap_or(0);
                if let Some(first) = list.first_mut() {
                    *first = U::EMPTY;
                }
                list.reserve_exact(engine.origin + MARGIN);
                list.splice(0..0, std::iter::repeat_n(U::EMPTY, engine.origin));
                list.resize(engine.origin + engine.len + MARGIN, U::EMPTY);
                engine.cells = list;
            }
        }
        engine
    }

    /// The same sequence in other cells, in which all its values must fit.
    pub(super) fn widened<U: SimdCell>(&self) -> SequenceEngine<U> {
        let mut wide = SequenceEngine::<U>::new(self.moves.clone(), self.isa);
        wide.work = self.work;
        wide.threads = self.threads.clone();
        wide.load((0..self.len).filter(|n| !self.forgotten.contains(n)).map(|n| self.value(n)));
        (wide.len, wide.forgotten) = (self.len, self.forgotten.clone());
        (wide.largest, wide.may_forget) = (self.largest, self.may_forget);
        (wide.space, wide.rares, wide.last_rare) = (self.space, self.rares, self.last_rare);
        wide.rare_heaps = self.rare_heaps.clone();
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

    /// Where the cell of heap `n` stands, which is not forgotten.
    fn place(&self, n: usize) -> usize {
        debug_assert!(!self.forgotten.contains(&n));
        let gone = if n < self.forgotten.end { 0 } else { self.forgotten.len() };
        self.origin + n - gone
    }

    /// The value of heap `n`, which is known and not forgotten.
    pub(super) fn value(&self, n: usize) -> usize {
        if n == 0 { 0 } else { self.cells[self.place(n)].get() }
    }

    /// The work done.
    pub(super) fn work(&self) -> Work {
        self.work
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

    /// Pairs that the next heap by itself must look at: those with a rare heap, or, without a sparse
    /// space, all.
    fn floor(&self) -> u64 {
        let breaks = self.moves.breaks.len() as u64;
        let pairs = match self.way {
            Way::Sparse(_) | Way::Wide(_) => self.rares,
            _ => self.last_part(self.len) as u64,
        };
        breaks * pairs
    }

    /// The values of heaps that are known, as they are stored; that of heap 0 is not 0 here. None of
    /// those between the first and the last is forgotten.
    pub(super) fn slice(&self, heaps: Range<usize>) -> &[T] {
        match heaps.is_empty() {
            true => &[],
            false => &self.cells[self.place(heaps.start)..=self.place(heaps.end - 1)],
        }
    }

    /// The values of the heaps from 0 on, up to the first that is forgotten.
    pub(super) fn into_values(self) -> Vec<T> {
        let SequenceEngine { mut cells, origin, len, forgotten, way, .. } = self;
        drop(way);
        cells.drain(..origin);
        cells.truncate(if forgotten.is_empty() { len } else { forgotten.start });
        if let Some(first) = cells.first_mut() {
            *first = T::new(0);
        }
        cells
    }

    /// Shows all values in the width they are stored in, except heap 0, in whose place stands
    /// something else. None is forgotten.
    pub(super) fn with<V: Visit>(&self, visit: V) -> V::Answer {
        visit.visit(&self.cells[self.origin..self.origin + self.len])
    }

    /// What it takes that there is room for more cells: these, and codes beside them if there are any; a vector that grows is
    /// held twice.
    fn bytes_of_growth(&self) -> u64 {
        let capacity = self.cells.capacity();
        let codes = match &self.way {
            Way::Sparse(marking) => marking.bytes(),
            Way::Open if self.forgotten.is_empty() => 2 * capacity,
            Way::Open => 2 * self.needed(),
            Way::Stretched(stretches) => stretches.bytes(),
            Way::Wide(_) | Way::Dense(_) | Way::Together(_) => 0,
        };
        3 * (capacity * size_of::<T>() + codes) as u64
    }

    /// Computes some more heaps, up to `last` or a few more: one by one at first, then in steps.
    pub(super) fn batch(
        &mut self,
        last: u64,
        limits: &Limits,
    ) -> Result<Result<(), TooLarge>, Stop> {
        if self.cells.len() + BATCH > self.cells.capacity() {
            let mut allowed = limits.check_memory(self.bytes_of_growth());
            // A run that goes on after values has not chosen yet, and may do with less then.
            if allowed.is_err() && self.len >= FIRST && self.is_to_choose() {
                self.choose(limits);
                allowed = limits.check_memory(self.bytes_of_growth());
            }
            if let Err(stop) = allowed
                && !self.forget()
            {
                return Err(stop);
            }
        }
        if self.len < FIRST {
            return Ok(self.some_from_all_pairs(last, FIRST));
        }
        if self.is_to_choose() {
            self.choose(limits);
        }
        if self.lost {
            return Err(Stop::GivenUp);
        }
        let mut way = std::mem::replace(&mut self.way, Way::Open);
        let done = match &mut way {
            Way::Open => self.one_from_all_pairs(),
            Way::Sparse(marking) if marking.to_get_ready(self.quiet()) > 0 => {
                self.shared_spans(marking, last, SHARED_STEPS)
            }
            Way::Sparse(marking) => self.marked_spans(marking, last, STEPS),
            Way::Wide(listing) => self.dense_steps(last, |engine| engine.listed_heap(listing)),
            Way::Dense(gathering) => self.dense_steps(last, |engine| engine.dense_heap(gathering)),
            Way::Stretched(stretches) => {
                self.dense_steps(last, |engine| engine.stretched_heap(stretches))
            }
            Way::Together(blocks) => {
                let threads = self.threads.clone();
                threads.run(|| self.dense_block(blocks))
            }
        };
        self.way = way;
        Ok(done)
    }

    /// Whether no step is to follow for now: `last` is reached, or it is time to choose again.
    fn is_to_stop(&self, last: u64) -> bool {
        self.len as u64 > last || self.is_to_choose() || self.lost
    }

    fn dense_steps(
        &mut self,
        last: u64,
        mut next: impl FnMut(&mut SequenceEngine<T>) -> Result<(), TooLarge>,
    ) -> Result<(), TooLarge> {
        for _ in 0..DENSE_STEPS {
            next(self)?;
            if self.len as u64 > last || self.is_to_choose() {
                break;
            }
        }
        Ok(())
    }

    /// Whether it is time to choose again. Asked after every step: where a run was told to pause has
    /// no influence on what it does.
    fn is_to_choose(&self) -> bool {
        self.len >= self.choose_at || self.rares >= self.choose_at_rares
    }

    /// Chooses the space and the way.
    fn choose(&mut self, limits: &Limits) {
        self.work.choices += 1;
        let start = START.max(self.moves.reach() + 1);
        if self.len < start {
            (self.choose_at, self.choose_at_rares) = (start, u64::MAX);
            self.way = Way::Dense(Box::new(self.prepare_gathering()));
            return;
        }
        let counts = self.sampled();
        let (mut space, rares) = Space::best(&counts, &self.moves);
        if !self.forgotten.is_empty() {
            // Which heaps would be rare in another space is not known.
            space = self.space;
        }
        let codes = (self.largest + 1).next_power_of_two() / 2;
        // Pairs keep how far away the partner is in 32 bits.
        let is_near = self.len < 1 << 31 || self.last_rare.is_some_and(|rare| rare < 1 << 31);
        let can_mark = codes <= marks::MOST_CODES && is_near;
        let sampled = counts.iter().flatten().sum::<u64>().max(1);
        let rares = (rares * self.len as u64).div_ceil(sampled) as usize;
        let sparse = self.sparse_cost(space, rares, can_mark);
        let dense = self.dense_cost();
        let is_sparse = space.mask() != 0 && (sparse < dense || !self.forgotten.is_empty());
        if !(self.forgotten.is_empty() || is_sparse && can_mark) {
            self.lost = true;
            return;
        }
        let before = std::mem::replace(&mut self.way, Way::Open);
        self.choose_at = 2 * self.len;
        let others = if is_sparse { sparse } else { dense } / self.threads.count();
        if let Some(stretches) = self.prepare_stretches(self.choose_at, others, limits) {
            self.space = Space::TRIVIAL;
            self.choose_at_rares = u64::MAX;
            self.way = Way::Stretched(Box::new(stretches));
        } else if is_sparse {
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
            if space.mask() != 0 {
                // Soon it may be worth its marks.
                self.choose_at = self.len + self.len / 4;
            }
            self.space = Space::TRIVIAL;
            self.choose_at_rares = u64::MAX;
            self.way = match self.threads.are_several() {
                true => Way::Together(Box::new(self.prepare_blocks())),
                false => Way::Dense(Box::new(self.prepare_gathering())),
            };
        }
    }

    /// How many even heaps and how many odd ones have each value, among the first and the last of those that are kept.
    fn sampled(&self) -> Vec<[u64; 2]> {
        let mut counts = vec![[0; 2]; self.largest + 1];
        let kept = if self.forgotten.is_empty() { self.len } else { self.forgotten.start };
        let late = kept.min(SAMPLE).max(self.len.saturating_sub(SAMPLE)).max(self.forgotten.end);
        for heaps in [1..kept.min(SAMPLE), late..self.len] {
            for (n, value) in heaps.clone().zip(self.slice(heaps)) {
                counts[value.get()][n % 2] += 1;
            }
        }
        counts
    }

    /// Pairs that are gathered in the time that the next heap takes in a sparse space with so many rare heaps.
    fn sparse_cost(&self, space: Space, rares: usize, can_mark: bool) -> usize {
        let pairs = rares * self.moves.breaks.len();
        if !can_mark {
            return Self::listed_pairs(rares) * LISTED;
        }
        // A new rare heap ends a span of which half, in the mean, was marked in vain.
        let last = self.len - (self.len / 4).min(SAMPLE);
        let last = last.max(self.forgotten.end)..self.len;
        let is_rare = |&(n, value): &(usize, &T)| !space.is_common(n as u64, value.get() as u64);
        let new = last.clone().zip(self.slice(last.clone())).filter(is_rare).count();
        let marked = pairs + pairs * (marks::PART / 2 * new) / last.len().max(1);
        marked * marks::gathered_while_two_are_marked(self.isa) / 2
    }

    /// Finds the values of options of the next heap as bits: the union of the sets that `sums` has of its rests, and what is left
    /// as one heap.
    #[inline(always)]
    fn unite_rests<'a>(&self, found: &mut Vec<u64>, sums: impl Fn(usize) -> &'a [u64]) {
        let n = self.len;
        found.clear();
        found.resize(self.span().div_ceil(64), 0);
        for &taken in self.moves.breaks.iter().take_while(|&&taken| taken < n) {
            for (found, sums) in found.iter_mut().zip(sums(n - taken)) {
                *found |= sums;
            }
        }
        for leave in self.moves.leaves.iter().take_while(|leave| leave.taken < n) {
            let value = self.value(n - leave.taken) ^ leave.with;
            found[value / 64] |= 1 << (value % 64);
        }
    }

    /// Makes room for so many heaps more.
    fn make_room(&mut self, heaps: usize) {
        let places = self.place(self.len) + heaps + MARGIN;
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
            let place = self.place(self.len);
            self.cells[place] = T::new(value);
        }
        self.largest = self.largest.max(value);
        self.len += 1;
    }

    /// Computes heaps one by one, at most up to `last` or below `end`.
    fn some_from_all_pairs(&mut self, last: u64, end: usize) -> Result<(), TooLarge> {
        let batch = self.len / 16 + 8;
        for _ in 0..batch {
            self.one_from_all_pairs()?;
            if self.len as u64 > last || self.len >= end {
                break;
            }
        }
        Ok(())
    }

    fn one_from_all_pairs(&mut self) -> Result<(), TooLarge> {
        let value = self.value_from_all_pairs();
        self.append(value)
    }

    /// The value of the next heap, of any size, from all its pairs.
    fn value_from_all_pairs(&mut self) -> usize {
        let (n, span) = (self.len, self.span());
        let mut seen = std::mem::take(&mut self.seen);
        seen.resize(span.max(SUMS), 0);
        for leave in self.moves.leaves.iter().filter(|leave| leave.taken < n) {
            seen[self.value(n - leave.taken) ^ leave.with] = 1;
        }
        if self.moves.takes.binary_search(&n).is_ok() {
            seen[0] = 1;
        }
        for rest in self.moves.breaks.iter().filter(|&&taken| taken < n).map(|taken| n - taken) {
            let parts = 1..self.last_part(rest) + 1;
            T::gather(self.isa, &self.cells, self.origin, rest, parts, &mut seen);
        }
        let value = seen[..span].iter().position(|&seen| seen == 0);
        seen[..span].fill(0);
        self.seen = seen;
        // No sum is as large as the span.
        value.unwrap_or(span)
    }

    /// The largest smaller piece of a heap that is broken.
    fn last_part(&self, rest: usize) -> usize {
        if self.moves.unequal { rest.saturating_sub(1) / 2 } else { rest / 2 }
    }
}
