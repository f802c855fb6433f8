//! The heaps of a span get their values, one after the other.
//!
//! What is found is kept apart ([`Fresh`]) until the span is over, so that other threads can read the
//! heaps before it meanwhile.

use std::ops::Range;

use super::SequenceEngine;
use super::Work;
use super::eights::Marked;
use super::marking::{Counts, Marking, SEARCH};
use super::marks::{Codes, Marker, PART, Sets, Sums};
use super::ready::{Ready, least_open, open_codes};
use super::simd::{SimdCell, settle_marked};

/// The heaps of the span at hand, and as many before it as close pairs reach back to.
#[derive(Clone, Debug, Default)]
pub(super) struct Fresh {
    /// The heaps before the span, then those of the span, then room.
    pub(super) codes: Codes,
    values: Vec<u16>,
    /// How many heaps stand before the span.
    before: usize,
    /// How many heaps of the span have a value.
    len: usize,
    /// Whether the span ends here: with a rare heap, as another code is needed, or for what follows.
    ended: bool,
    /// Whether the next heap depends on values that were forgotten.
    lost: bool,
    /// The code of the last heap, if that is rare.
    rare: Option<u8>,
    pub(super) work: Work,
    pub(super) counts: Counts,
}

impl Fresh {
    /// Room for spans of so many heaps, before which as many of the heaps known as `before` says
    /// are at hand. `codes` are those of the heaps known, the last of them before place `end`.
    pub(super) fn new(codes: &Codes, end: usize, before: usize, span: usize) -> Fresh {
        let mut fresh = Fresh {
            codes: Codes::like(codes, before + span + PART),
            values: vec![0; before + span],
            before,
            ..Fresh::default()
        };
        fresh.codes.copy(0, codes, end - before..end);
        fresh
    }

    /// Whether there is no room for any heap.
    pub(super) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The values of the span.
    pub(super) fn values(&self) -> &[u16] {
        &self.values[self.before..self.before + self.len]
    }

    /// Where the heaps of the span stand among the codes.
    pub(super) fn places(&self) -> Range<usize> {
        self.before..self.before + self.len
    }

    /// Whether the span ends before its last heap.
    pub(super) fn has_ended(&self) -> bool {
        self.ended
    }

    /// Whether the span ends because the next heap depends on values that were forgotten.
    pub(super) fn is_lost(&self) -> bool {
        self.lost
    }

    /// The code of the rare heap that the span ends with, if it does.
    pub(super) fn rare(&self) -> Option<u8> {
        self.rare
    }

    /// Begins the next span after this one.
    pub(super) fn begin(&mut self) {
        self.codes.move_to_start(self.len..self.len + self.before);
        self.codes.clear(self.places());
        (self.len, self.ended, self.lost, self.rare) = (0, false, false, None);
        (self.work, self.counts) = (Work::default(), Counts::default());
    }

    /// The value of the heap that is so many after the first of the span.
    pub(super) fn value(&self, after: usize) -> usize {
        self.values[self.before + after].into()
    }

    fn push(&mut self, value: usize, code: u8, common: bool) {
        let place = self.before + self.len;
        self.values[place] = value as u16;
        self.codes.set(place, code, common);
        self.go_on(1);
    }

    /// Counts in so many heaps more, whose codes and values stand there.
    fn go_on(&mut self, heaps: usize) {
        self.len += heaps;
        self.counts.heaps += heaps as u64;
    }

    /// The values of 64 heaps of the span, or those that it has of these.
    pub(super) fn block(&self, block: usize) -> impl Iterator<Item = usize> + '_ {
        self.values().chunks(PART).nth(block).into_iter().flatten().map(|&value| value.into())
    }

    /// Takes back the values of all heaps of the span but so many.
    fn truncate(&mut self, heaps: usize) {
        self.codes.clear(self.before + heaps..self.before + self.len);
        self.len = heaps;
    }

    /// Ends the span with a rare heap.
    fn end_with(&mut self, value: usize, code: u8) {
        self.push(value, code, false);
        (self.ended, self.rare) = (true, Some(code));
    }
}

impl<T: SimdCell> SequenceEngine<T> {
    /// Gives the next 64 heaps of a span their values; their common ones, if nobody looked for rare ones yet. The
    /// heaps of `ready` are the `block`-th after those from which it was got ready.
    pub(super) fn settle(
        &self,
        marking: &Marking,
        block: usize,
        ready: &mut Ready,
        fresh: &mut Fresh,
    ) {
        let first = fresh.before + fresh.len;
        fresh.work.add(&ready.work);
        fresh.counts.add(&ready.counts);
        marking.finish(self.isa, &fresh.codes, first, block, ready);
        if marking.is_small() {
            self.settle_marked(marking, block, ready, fresh);
        } else {
            self.settle_common(marking, block, ready, fresh);
        }
    }

    /// Gives 64 heaps their common values.
    fn settle_common(&self, marking: &Marking, block: usize, ready: &mut Ready, fresh: &mut Fresh) {
        let first = fresh.before + fresh.len;
        let base = self.len + fresh.len;
        let mut heap = 0;
        while heap < PART {
            if let Some(few) = &ready.few {
                let Some((codes, _)) = fresh.codes.code[first..].split_first_chunk_mut() else {
                    return;
                };
                let settled = marking.nearer.settle(self.isa, few, codes, heap);
                let values = &mut fresh.values[first + heap..first + settled];
                for ((n, value), &code) in (base + heap..).zip(values).zip(&codes[heap..]) {
                    *value = marking.values[n % 2][usize::from(code)];
                }
                fresh.codes.set_common(first + heap..first + settled);
                fresh.go_on(settled - heap);
                heap = settled;
                if heap == PART {
                    break;
                }
            }
            let code = self.common_code(marking, block, ready, fresh, first, heap);
            let common = marking.coding.value(code, base + heap, true);
            let code = marking.coding.code(common);
            fresh.push(common, code as u8, true);
            heap += 1;
            if code >= marking.count {
                fresh.ended = true;
                return;
            }
        }
    }

    /// The common code of a heap of 64 of which not all pairs were marked.
    fn common_code(
        &self,
        marking: &Marking,
        block: usize,
        ready: &mut Ready,
        fresh: &mut Fresh,
        first: usize,
        heap: usize,
    ) -> usize {
        let Ready { excluded, few, marked, failed, .. } = ready;
        let failed = *failed >> heap & 1 == 1;
        marking.mark_near(excluded, &fresh.codes, first, heap);
        if few.is_none()
            && let code = least_open(excluded, heap)
            && code < marking.limit
        {
            return code;
        }
        // Where none of the few is left, mark for this heap what was not marked yet; where no code below the limit is, all.
        fresh.work.full_heaps += u64::from(few.is_some());
        fresh.counts.failures += u64::from(few.is_some());
        let tried = &marking.pairs[*marked..];
        let (within, before) = marking.close_pairs(block);
        let some = match (few.is_some(), failed) {
            (false, _) => &[][..],
            (true, true) => &[within],
            (true, false) => &[tried, before, within],
        };
        for pairs in [some, &marking.all_pairs()] {
            self.mark_one(marking, fresh, pairs, excluded, heap, self.len + fresh.len);
            let code = least_open(excluded, heap);
            if code < marking.limit {
                return code;
            }
        }
        least_open(excluded, heap)
    }

    /// Gives 64 heaps their values, eight at a time, up to the first rare one.
    fn settle_marked(&self, marking: &Marking, block: usize, ready: &mut Ready, fresh: &mut Fresh) {
        let first = fresh.before + fresh.len;
        let base = self.len + fresh.len;
        let mut heap = 0;
        while heap < PART {
            let marked = Marked {
                excluded: &ready.excluded[0],
                covered: &ready.covered[0],
                near: &marking.near,
                limit: marking.limit,
                lookup: &marking.lookup,
            };
            let (values, codes) = (&mut fresh.values, &mut fresh.codes);
            let settled = settle_marked(self.isa, &marked, values, codes, first, base, heap);
            for place in settled.open() {
                fresh.go_on(place - heap);
                heap = place;
                let code = usize::from(fresh.codes.at(first + heap));
                if let Some(value) = self.rare_below(marking, ready, fresh, base, heap, code) {
                    fresh.codes.clear(first + heap..first + settled.next);
                    return self.end_with(marking, fresh, value);
                }
            }
            fresh.go_on(settled.next - heap);
            heap = settled.next;
            if heap == PART {
                break;
            }
            let code = self.common_code(marking, block, ready, fresh, first, heap);
            if let Some(value) = self.rare_below(marking, ready, fresh, base, heap, code) {
                return self.end_with(marking, fresh, value);
            }
            let common = marking.coding.value(code, base + heap, true);
            let code = marking.coding.code(common);
            fresh.push(common, code as u8, true);
            heap += 1;
            if code >= marking.count {
                fresh.ended = true;
                return;
            }
        }
    }

    /// The least rare value of a heap, below its common one of this code, that no option has.
    #[inline(always)]
    fn rare_below(
        &self,
        marking: &Marking,
        ready: &mut Ready,
        fresh: &mut Fresh,
        base: usize,
        heap: usize,
        code: usize,
    ) -> Option<usize> {
        let n = base + heap;
        let Ready { covered, starts, .. } = ready;
        let codes = open_codes(covered, heap, 0..marking.coding.rare_below(code, n));
        let mut work = Work::default();
        let value = self.rare_among(marking, Some(fresh), codes, n, starts, &mut work);
        fresh.work.add(&work);
        fresh.counts.doubts += work.searches * SEARCH[marking.words()];
        value
    }

    /// Ends the span with this rare heap, the first one, which was given a common value.
    pub(super) fn end_instead(
        &self,
        marking: &Marking,
        fresh: &mut Fresh,
        heap: usize,
        value: usize,
    ) {
        fresh.truncate(heap);
        self.end_with(marking, fresh, value);
    }

    /// Ends the span with a rare heap, unless that is not sure.
    fn end_with(&self, marking: &Marking, fresh: &mut Fresh, value: usize) {
        match self.forgotten.is_empty() {
            true => fresh.end_with(value, marking.coding.code(value) as u8),
            false => (fresh.ended, fresh.lost) = (true, true),
        }
    }

    /// Marks the codes that these pairs have for heap `n` alone, in its place among 64.
    fn mark_one(
        &self,
        marking: &Marking,
        fresh: &Fresh,
        pairs: &[&[Marker]],
        excluded: &mut Sets,
        heap: usize,
        n: usize,
    ) {
        let place = marking.place(n);
        let start = marking.place(self.len);
        let mut sums = Sums::new();
        for pairs in pairs {
            for marker in *pairs {
                let partner = place - marker.distance as usize;
                match partner.checked_sub(start) {
                    Some(after) => sums.note(&fresh.codes, fresh.before + after, marker),
                    None => sums.note(&marking.codes, partner, marker),
                }
            }
        }
        sums.mark(excluded, heap);
    }
}
