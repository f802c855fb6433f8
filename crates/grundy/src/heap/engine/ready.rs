//! What can be known of the common values of 64 heaps from the heaps before the span that they belong to.
//!
//! Nothing here depends on the order in which it is done, so that the parts of a span can be shared
//! out among threads: each reads the heaps before the span, and writes its own [`Ready`].

use std::ops::{Deref, Range};

use super::kernel::SOUGHT;
use super::marking::{Counts, MARK, Marking};
use super::marks::{Few, PART, Sets, mark, try_few};
use super::simd::SimdCell;
use super::{SequenceEngine, Work};

/// What is known of 64 heaps.
#[derive(Clone, Debug)]
pub(super) struct Ready {
    /// The common codes that are marked, and the rare ones, if heaps are settled with these.
    pub(super) excluded: Vec<[u64; PART]>,
    pub(super) covered: Vec<[u64; PART]>,
    /// The first common codes that are not marked, and which of them are left; nothing if all pairs
    /// are marked.
    pub(super) few: Option<Few>,
    /// The heaps of which none of the few was left, and that marked all pairs for themselves.
    pub(super) failed: u64,
    pub(super) work: Work,
    pub(super) counts: Counts,
}

impl Ready {
    /// Room for sets of so many words.
    pub(super) fn new(words: usize) -> Ready {
        Ready {
            excluded: vec![[0; PART]; words],
            covered: vec![[0; PART]; words],
            few: None,
            failed: 0,
            work: Work::default(),
            counts: Counts::default(),
        }
    }

    fn clear(&mut self) {
        self.excluded.fill([0; PART]);
        self.covered.fill([0; PART]);
        self.few = None;
        self.failed = 0;
        (self.work, self.counts) = (Work::default(), Counts::default());
    }
}

impl<T: SimdCell> SequenceEngine<T> {
    /// Finds what the heaps known so far say of the `block`-th 64 heaps after them.
    pub(super) fn get_ready(&self, marking: &Marking, block: usize, ready: &mut Ready) {
        let (isa, codes) = (self.isa, &marking.codes);
        let first = marking.place(self.len + PART * block);
        let (marked, tried) = marking.far_pairs();
        let (_, near) = marking.close_pairs(block);
        ready.clear();
        ready.work.pair_tests = marking.pair_count() as u64;
        mark(isa, codes, first, marked, marking.limit, &mut ready.excluded);
        marking.mark_turning(&mut ready.excluded, first, marking.place(self.len));
        if marking.is_small() {
            let (helpers, _) = marking.parted_helpers();
            mark(isa, codes, first, helpers, marking.limit, &mut ready.covered);
            ready.work.pair_tests += helpers.len() as u64;
            ready.counts.doubts += helpers.len() as u64 * MARK[marking.words()];
        }
        if tried.is_empty() {
            mark(isa, codes, first, near, marking.limit, &mut ready.excluded);
            return;
        }
        let mut few = Few::unmarked(&ready.excluded, &[marking.limit as u16; PART]);
        try_few(isa, codes, first, tried, &mut few);
        try_few(isa, codes, first, near, &mut few);
        for heap in (0..PART).filter(|&heap| few.alive(heap).next().is_none()) {
            marking.mark_known(&mut ready.excluded, first + heap, heap);
            ready.failed |= 1 << heap;
        }
        ready.few = Some(few);
    }
}

/// Some codes in ascending order.
#[derive(Default)]
pub(super) struct SomeCodes {
    codes: [usize; SOUGHT],
    count: usize,
}

impl Deref for SomeCodes {
    type Target = [usize];

    #[inline(always)]
    fn deref(&self) -> &[usize] {
        &self.codes[..self.count]
    }
}

/// The first codes of a range that a set of a heap lacks, at most [`SOUGHT`]. Beyond the sets none is there.
#[inline(always)]
pub(super) fn some_open(sets: &Sets, heap: usize, range: Range<usize>) -> SomeCodes {
    let mut some = SomeCodes::default();
    let mut word = range.start / 64;
    let mut within = u64::MAX << (range.start % 64);
    while 64 * word < range.end {
        if range.end - 64 * word < 64 {
            within &= !(u64::MAX << (range.end % 64));
        }
        let mut open = within & !sets.get(word).map_or(0, |set| set[heap]);
        while open != 0 {
            if some.count == SOUGHT {
                return some;
            }
            some.codes[some.count] = 64 * word + open.trailing_zeros() as usize;
            some.count += 1;
            open &= open - 1;
        }
        (word, within) = (word + 1, u64::MAX);
    }
    some
}

/// The least code that is not marked, or the number of them.
pub(super) fn least_open(sets: &Sets, heap: usize) -> usize {
    let open = sets.iter().position(|word| word[heap] != u64::MAX);
    open.map_or(64 * sets.len(), |word| 64 * word + sets[word][heap].trailing_ones() as usize)
}
