//! What can be known of the common values of 64 heaps from the heaps before the span that they belong to.
//!
//! Nothing here depends on the order in which it is done, so that the parts of a span can be shared
//! out among threads: each reads the heaps before the span, and writes its own [`Ready`].

use std::ops::Range;

use super::few::Few;
use super::marking::{Counts, MARK, Marking};
use super::marks::{PART, Sets, mark};
use super::search::Starts;
use super::simd::SimdCell;
use super::{SequenceEngine, Work};

/// Pairs that are tried before fewer rows are.
const TRIED: usize = 128;

/// What is known of 64 heaps.
#[derive(Clone, Debug)]
pub(super) struct Ready {
    /// The common codes that are marked, and the rare ones, if heaps are settled with these.
    pub(super) excluded: Vec<[u64; PART]>,
    pub(super) covered: Vec<[u64; PART]>,
    /// The first common codes that are not marked, and which of them are left; nothing if all pairs
    /// are marked.
    pub(super) few: Option<Few>,
    /// How many pairs are marked: by then it may be another number.
    pub(super) marked: usize,
    /// The heaps of which none of the few was left, and that marked all pairs for themselves.
    pub(super) failed: u64,
    /// Where searches for rare codes begin.
    pub(super) starts: Starts,
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
            marked: 0,
            failed: 0,
            starts: Starts::default(),
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
        ready.marked = marked.len();
        ready.work.pair_tests = marking.pair_count() as u64;
        mark(isa, codes, first, marked, marking.limit, &mut ready.excluded);
        marking.mark_turning(&mut ready.excluded, first, marking.place(self.len));
        if marking.is_small() {
            let helpers = marking.used_helpers();
            mark(isa, codes, first, helpers, marking.limit, &mut ready.covered);
            ready.work.pair_tests += helpers.len() as u64;
            ready.counts.doubts += helpers.len() as u64 * MARK[marking.words()];
        }
        if tried.is_empty() {
            mark(isa, codes, first, near, marking.limit, &mut ready.excluded);
            return;
        }
        let mut few = Few::unmarked(isa, &ready.excluded, &[marking.limit as u16; PART]);
        let (some, others) = tried.split_at(tried.len().min(TRIED));
        few.try_on(isa, codes, first, some);
        if few.close_ranks(isa) > 0 {
            few.alive[few.rows..].fill(0);
        }
        few.try_on(isa, codes, first, others);
        few.try_on(isa, codes, first, near);
        ready.failed = !few.any();
        for heap in bits(ready.failed) {
            marking.mark_known(&mut ready.excluded, first + heap, heap);
        }
        ready.few = Some(few);
    }
}

/// The codes of a range that a set of a heap lacks, in ascending order. Beyond the sets none is there.
#[inline(always)]
pub(super) fn open_codes(
    sets: &Sets,
    heap: usize,
    range: Range<usize>,
) -> impl Iterator<Item = usize> + '_ {
    let words = (range.start / 64)..range.end.div_ceil(64);
    words.flat_map(move |word| {
        let mut open = !sets.get(word).map_or(0, |set| set[heap]);
        if word == range.start / 64 {
            open &= u64::MAX << (range.start % 64);
        }
        if range.end - 64 * word < 64 {
            open &= !(u64::MAX << (range.end % 64));
        }
        bits(open).map(move |bit| 64 * word + bit)
    })
}

/// The places of the bits of a word.
pub(super) fn bits(word: u64) -> impl Iterator<Item = usize> {
    let step = |left: u64| Some(left & left.wrapping_sub(1));
    let left = std::iter::successors(Some(word), move |&left| step(left));
    left.take_while(|&left| left != 0).map(|left| left.trailing_zeros() as usize)
}

/// The least code that is not marked, or the number of them.
pub(super) fn least_open(sets: &Sets, heap: usize) -> usize {
    let open = sets.iter().position(|word| word[heap] != u64::MAX);
    open.map_or(64 * sets.len(), |word| 64 * word + sets[word][heap].trailing_ones() as usize)
}
