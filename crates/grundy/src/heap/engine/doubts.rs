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

use super::few::{FEW, Few};
use super::marking::{Marking, SEARCH};
use super::marks::{PART, limit_for, mark};
use super::ready::{bits, open_codes};
use super::search::Starts;
use super::settle::Fresh;
use super::simd::SimdCell;
use super::{SequenceEngine, Work};

/// Codes beyond the limit, of 64 heaps in all, that are not marked but tried or searched for.
const MOST_BEYOND: usize = 24;

/// Helpers that are marked for the first 64 heaps, and for others if there are more codes left.
const HELPING: usize = 256;
const MORE: usize = 96;

/// Heaps of 64 to which more than the first few codes may be left.
const MOST_MORE: u32 = 4;

/// Helpers on which codes are tried between two looks at whether that pays.
const TRIED: usize = 128;

/// What is in question of 64 heaps, and what came of it.
#[derive(Clone, Debug)]
pub(super) struct Doubts {
    /// The rare codes that some option is known to have.
    covered: Vec<[u64; PART]>,
    /// Helpers that are marked at first.
    helping: usize,
    starts: Starts,
    /// The first heap that has a rare value, and which.
    pub(super) rare: Option<(usize, usize)>,
    pub(super) work: Work,
}

impl Doubts {
    /// Room for sets of so many words.
    pub(super) fn new(words: usize) -> Doubts {
        Doubts {
            covered: vec![[0; PART]; words],
            helping: HELPING,
            starts: Starts::default(),
            rare: None,
            work: Work::default(),
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
        let Doubts { covered, helping, starts, rare, work } = doubts;
        (*rare, *work) = (None, Work::default());
        covered.fill([0; PART]);
        let (mut below, mut marked_below) = ([0; PART], [0; PART]);
        for (heap, value) in common.enumerate().take(PART) {
            below[heap] = marking.coding.codes_below(value);
            marked_below[heap] = below[heap].min(marking.count) as u16;
        }
        let (isa, codes, first) = (self.isa, &marking.codes, marking.place(base));
        let helpers = &marking.helpers[..];
        let limit = limit_of(&marked_below, marking.count);
        let (mut marked, mut next) = (0, (*helping).min(helpers.len()));
        let mut few;
        loop {
            mark(isa, codes, first, &helpers[marked..next], limit, covered);
            marked = next;
            few = Few::unmarked(isa, covered, &marked_below);
            if marked == helpers.len() || few.more.count_ones() <= MOST_MORE {
                break;
            }
            next = (marked + MORE).min(helpers.len());
        }
        *helping = if marked > *helping { *helping + MORE / 4 } else { *helping - *helping / 128 };
        work.pair_tests += marked as u64;

        let search = SEARCH[marking.words()];
        let (more, last) = (few.more, few.codes[FEW - 1]);
        let mut left = few.count();
        for some in helpers[marked..].chunks(TRIED) {
            if left == 0 {
                break;
            }
            few.try_on(isa, codes, first, some);
            // About a cycle for each row, and one for what they share.
            let cost = some.len() as u64 * (few.rows as u64 + 1);
            work.pair_tests += some.len() as u64;
            let found = left - few.count();
            left -= found;
            if found * search < cost {
                break;
            }
            few.close_ranks(isa);
        }
        // Where the common value is larger than any before, more codes than are marked are in question.
        let larger =
            (0..PART).map(|heap| u64::from(below[heap] > marking.count) << heap).sum::<u64>();
        for heap in bits(few.any() | more | larger) {
            let next = match more >> heap & 1 == 1 {
                true => usize::from(last[heap]) + 1,
                false => marked_below[heap].into(),
            };
            let more = open_codes(covered, heap, next..below[heap]);
            let codes = few.alive(heap).map(usize::from).chain(more);
            let found = self.rare_among(marking, fresh, codes, base + heap, starts, work);
            if let Some(value) = found {
                *rare = Some((heap, value));
                return;
            }
        }
    }

    /// The first of these rare values of heap `n`, given by their codes, that no option has.
    #[inline(always)]
    pub(super) fn rare_among(
        &self,
        marking: &Marking,
        fresh: Option<&Fresh>,
        codes: impl Iterator<Item = usize>,
        n: usize,
        starts: &mut Starts,
        work: &mut Work,
    ) -> Option<usize> {
        let searches = work.searches;
        for code in codes {
            work.searches += 1;
            // Most often the heaps before the span have them.
            let is_there = self.has_rare_option(marking, n, code, starts)
                || fresh.is_some_and(|fresh| {
                    self.has_fresh_option(fresh, n, marking.rare_value(code, n))
                });
            if !is_there {
                work.hard_heaps += 1;
                return Some(marking.rare_value(code, n));
            }
        }
        work.hard_heaps += u64::from(work.searches > searches);
        None
    }

    /// Whether heap `n` has an option of this value that leaves a heap of the span.
    fn has_fresh_option(&self, fresh: &Fresh, n: usize, value: usize) -> bool {
        let known = self.len;
        let is_left = self
            .moves
            .leaves
            .iter()
            .filter(|leave| n - leave.taken >= known)
            .any(|leave| fresh.value(n - leave.taken - known) ^ leave.with == value);
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
