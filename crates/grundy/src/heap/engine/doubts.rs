//! Smaller rare values that 64 heaps might have, once their least common values are known.
//!
//! A heap has its least common value only if each smaller rare value is that of an option. Nearly always it
//! is that of many, so what matters is to see it soon:
//!
//! 1. Mark the rare codes of pairs with *helpers*, common heaps that are paired with common ones, up to a
//!    limit beyond which few of the 64 heaps have any in question.
//! 2. Try the first few codes that are left to each heap on further helpers, as long as these find more than
//!    searches would in the same time.
//! 3. Search for what is left, one by one, among all options. What no option has is the heap's value, and the
//!    heap a new rare one: then the values of the heaps after it were found from a wrong one, and are taken back.
//!
//! The common values of later heaps do not wait for this, so that threads can share it out.

use super::kernel::SOUGHT;
use super::marking::{Counts, MARK, Marking, SEARCH, TRY};
use super::marks::{Few, PART, Sets, limit_for, mark, try_few};
use super::ready::some_open;
use super::settle::Fresh;
use super::simd::SimdCell;
use super::{SequenceEngine, Work};

/// Codes beyond the limit, of 64 heaps in all, that are not marked but tried or searched for.
const MOST_BEYOND: usize = 24;

/// Helpers on which codes are tried between two looks at whether that pays.
const TRIED: usize = 32;

/// What is in question of 64 heaps, and what came of it.
#[derive(Clone, Debug)]
pub(super) struct Doubts {
    /// The rare codes that some option is known to have.
    covered: Vec<[u64; PART]>,
    /// The first heap that has a rare value, and which.
    pub(super) rare: Option<(usize, usize)>,
    pub(super) work: Work,
    pub(super) counts: Counts,
}

impl Doubts {
    /// Room for sets of so many words.
    pub(super) fn new(words: usize) -> Doubts {
        Doubts {
            covered: vec![[0; PART]; words],
            rare: None,
            work: Work::default(),
            counts: Counts::default(),
        }
    }
}

impl<T: SimdCell> SequenceEngine<T> {
    /// Looks for a rare value of heap `base` or one of the at most 63 after it, whose least common values these
    /// are. Those from `self.len()` on, if any, stand in `fresh`.
    pub(super) fn resolve(
        &self,
        marking: &Marking,
        base: usize,
        common: impl Iterator<Item = usize>,
        fresh: Option<&Fresh>,
        doubts: &mut Doubts,
    ) {
        let Doubts { covered, rare, work, counts } = doubts;
        (*rare, *work, *counts) = (None, Work::default(), Counts::default());
        covered.fill([0; PART]);
        let (mut below, mut marked_below) = ([0; PART], [0; PART]);
        for (heap, value) in common.enumerate().take(PART) {
            below[heap] = marking.coding.codes_below(value);
            marked_below[heap] = below[heap].min(marking.count) as u16;
        }
        let (isa, codes, first) = (self.isa, &marking.codes, marking.place(base));
        let (helpers, more) = marking.parted_helpers();
        let limit = limit_of(&marked_below, marking.count);
        mark(isa, codes, first, helpers, limit, covered);
        work.pair_tests += helpers.len() as u64;
        counts.doubts += helpers.len() as u64 * MARK[limit.div_ceil(64)];

        let search = SEARCH[marking.words()];
        let mut few = Few::unmarked(covered, &marked_below);
        let (asked, mut left) = (few.alive, few.count());
        for some in more.chunks(TRIED) {
            if left == 0 {
                break;
            }
            try_few(isa, codes, first, some, &mut few);
            let cost = some.len() as u64 * TRY;
            work.pair_tests += some.len() as u64;
            counts.doubts += cost;
            let found = left - few.count();
            left -= found;
            if found * search < cost {
                break;
            }
        }
        // A few were as many as have room, or less than all if the common value is larger than any before.
        let full = asked[asked.len() - 1];
        let open = few.alive.iter().fold(full, |open, alive| open | alive);
        for heap in 0..PART {
            if open >> heap & 1 == 0 && below[heap] <= marking.count {
                continue;
            }
            for ((codes, asked), alive) in few.codes.iter().zip(asked).zip(few.alive) {
                let code = usize::from(codes[heap]);
                covered[code / 64][heap] |= ((asked & !alive) >> heap & 1) << (code % 64);
            }
            let searches = work.searches;
            let found = self.rare_below(marking, fresh, covered, base, heap, below[heap], work);
            counts.doubts += (work.searches - searches) * search;
            if let Some(value) = found {
                *rare = Some((heap, value));
                return;
            }
        }
    }

    /// The least rare value of a heap, the `heap`-th of 64 from `base` on, that no option has, among those whose codes are below
    /// `below`; `covered` are those that some option is known to have.
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "where the heap stands, and where it is counted")]
    pub(super) fn rare_below(
        &self,
        marking: &Marking,
        fresh: Option<&Fresh>,
        covered: &Sets,
        base: usize,
        heap: usize,
        below: usize,
        work: &mut Work,
    ) -> Option<usize> {
        let n = base + heap;
        let mut next = 0;
        while next < below {
            let codes = some_open(covered, heap, next..below);
            work.hard_heaps += u64::from(next == 0 && !codes.is_empty());
            work.searches += codes.len() as u64;
            // Most often the heaps before the span have them, and soon.
            let found = self.find_rare(marking, n, &codes);
            for (k, &code) in codes.iter().enumerate() {
                let value = marking.coding.value(code, n, false);
                if found >> k & 1 == 0
                    && !self.has_rare_option(marking, n, code)
                    && !fresh.is_some_and(|fresh| self.has_fresh_option(fresh, n, value))
                {
                    return Some(value);
                }
            }
            next = if codes.len() < SOUGHT { below } else { codes[SOUGHT - 1] + 1 };
        }
        None
    }

    /// Whether heap `n` has an option of this value that leaves a heap of the span.
    fn has_fresh_option(&self, fresh: &Fresh, n: usize, value: usize) -> bool {
        let known = self.len;
        let is_left = self
            .moves
            .leaves
            .iter()
            .any(|&taken| n - taken >= known && fresh.value(n - taken - known) == value);
        is_left
            || self.moves.breaks.iter().any(|&taken| {
                let rest = n - taken;
                let last = self.last_part(rest).min(rest.saturating_sub(known));
                (1..=last).any(|part| self.value(part) ^ fresh.value(rest - part - known) == value)
            })
    }
}

/// The least limit beyond which few codes are in question, where those of each heap are below a number.
fn limit_of(below: &[u16; PART], count: usize) -> usize {
    let mut limit = limit_for(1, count);
    while below.iter().map(|&below| usize::from(below.saturating_sub(limit as u16))).sum::<usize>()
        > MOST_BEYOND
    {
        limit = limit_for(limit + 1, count);
    }
    limit
}
