//! The heaps of a span get their values, one after the other.
//!
//! What is found is kept apart ([`Fresh`]) until the span is over, so that other threads can read the
//! heaps before it meanwhile.

use std::ops::Range;

use super::SequenceEngine;
use super::Work;
use super::eights::Marked;
use super::kernel::SOUGHT;
use super::marking::{Counts, Marking};
use super::marks::{Codes, Marker, PART, Sets, Sums};
use super::ready::{Ready, least_open, some_open};
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
    fn value(&self, after: usize) -> usize {
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

    /// Ends the span with a rare heap.
    fn end_with(&mut self, value: usize, code: u8) {
        self.push(value, code, false);
        (self.ended, self.rare) = (true, Some(code));
    }
}

impl<T: SimdCell> SequenceEngine<T> {
    /// Gives the next 64 heaps of a span their values, up to the first rare one. The heaps of `ready`
    /// are the `block`-th after those from which it was got ready.
    pub(super) fn settle(
        &self,
        marking: &Marking,
        block: usize,
        ready: &mut Ready,
        fresh: &mut Fresh,
    ) {
        let first = fresh.before + fresh.len;
        let base = self.len + fresh.len;
        fresh.work.add(&ready.work);
        fresh.counts.add(&ready.counts);
        marking.finish(self.isa, &fresh.codes, first, block, ready);
        let Ready { excluded, covered, covered_below, few, failed, .. } = ready;

        let mut heap = 0;
        while heap < PART {
            if marking.words() == 1 && few.is_none() {
                let marked = Marked {
                    excluded: &excluded[0],
                    covered: &covered[0],
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
                    let below = marking.coding.rare_below(code, base + heap);
                    if let Some(value) = self.rare_below(marking, fresh, covered, heap, below) {
                        fresh.codes.clear(first + heap..first + settled.next);
                        return self.end_with(marking, fresh, value);
                    }
                }
                fresh.go_on(settled.next - heap);
                heap = settled.next;
                if heap == PART {
                    break;
                }
            }
            let n = base + heap;
            let alive = few.as_ref().and_then(|few| {
                few.alive(heap).find(|&code| {
                    !marking.is_near(self.isa, &self.moves, &fresh.codes, first, heap, code)
                })
            });
            let code = match alive {
                Some(code) => usize::from(code),
                None => {
                    let mut code = 64 * marking.words();
                    if few.is_none() {
                        marking.mark_near(excluded, &fresh.codes, first, heap);
                        code = least_open(excluded, heap);
                    }
                    if few.is_some() || code >= marking.limit {
                        // None of the few is left: mark for this heap what was not marked yet.
                        fresh.work.full_heaps += u64::from(few.is_some());
                        fresh.counts.failures += u64::from(few.is_some());
                        let pairs = match *failed >> heap & 1 == 1 {
                            true => [&[][..], marking.close_pairs(block).0],
                            false => marking.all_pairs(),
                        };
                        self.mark_one(marking, fresh, pairs, excluded, heap, n);
                        code = least_open(excluded, heap);
                    }
                    code
                }
            };
            let common = marking.coding.value(code, n, true);
            let below = marking.coding.rare_below(code, n);
            if below > covered_below[heap]
                && let Some(value) = self.rare_below(marking, fresh, covered, heap, below)
            {
                return self.end_with(marking, fresh, value);
            }
            let code = marking.coding.code(common);
            fresh.push(common, code as u8, true);
            heap += 1;
            if code >= marking.count {
                fresh.ended = true;
                return;
            }
        }
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
        pairs: [&[Marker]; 2],
        excluded: &mut Sets,
        heap: usize,
        n: usize,
    ) {
        let place = marking.place(n);
        let start = marking.place(self.len);
        let mut sums = Sums::new();
        for pairs in pairs {
            for marker in pairs {
                let partner = place - marker.distance as usize;
                match partner.checked_sub(start) {
                    Some(after) => sums.note(&fresh.codes, fresh.before + after, marker),
                    None => sums.note(&marking.codes, partner, marker),
                }
            }
        }
        sums.mark(excluded, heap);
    }

    /// The least rare value of the next heap that no option has, as far as is known, among the codes below
    /// `below`.
    #[inline(always)]
    fn rare_below(
        &self,
        marking: &Marking,
        fresh: &mut Fresh,
        covered: &Sets,
        heap: usize,
        below: usize,
    ) -> Option<usize> {
        let n = self.len + fresh.len;
        let mut next = 0;
        while next < below {
            let codes = some_open(covered, heap, next..below);
            fresh.work.hard_heaps += u64::from(next == 0 && !codes.is_empty());
            fresh.work.searches += codes.len() as u64;
            fresh.counts.searches += codes.len() as u64;
            // Most often the heaps before the span have them, and soon.
            let found = self.find_rare(marking, n, &codes);
            for (k, &code) in codes.iter().enumerate() {
                let value = marking.coding.value(code, n, false);
                if found >> k & 1 == 0
                    && !self.has_rare_option(marking, n, code)
                    && !self.has_fresh_option(fresh, n, value)
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
