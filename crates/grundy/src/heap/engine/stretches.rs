//! Heaps without a sparse space whose neighbours often have the same value.
//!
//! A *stretch* is a longest run of heaps with one value. Two stretches, from `a` to `b` and from `c` to
//! `d`, give the sum of their values to every rest from `a + c` to `b + d`, and to no other. So the sums
//! of a rest are those of the rest before, less those that lasted no longer, and those of the pairs of
//! stretches that begin here: of the pairs of heaps only those matter that are both the first of a
//! stretch. With stretches of ten heaps that is one pair in a hundred.
//!
//! 1. For each rest, find the pairs of first heaps: one set of bits against the other turned around, or,
//!    if stretches are few, the list of their first heaps against the set.
//! 2. Note for the sum of each pair up to which rest it lasts.
//! 3. The sums that last to this rest are kept as a set, which serves every digit of the code; a heap
//!    unites the sets of its rests, so that all its options are seen.
//!
//! The last stretch may still grow: until it ends, its pairs are looked at for each rest anew. They are
//! few, as their other piece is small.

use super::kernel::Agreement;
use super::simd::{self, Isa, SimdCell};
use super::{SequenceEngine, TooLarge};
use crate::limits::Limits;
use crate::nimber::least_missing;

/// Pairs of heaps that are gathered in the time that a pair of stretches takes.
const GATHERED_PER_PAIR: usize = 12;

/// Heaps that are compared as bits in the time in which one first heap is looked up.
const BITS_PER_LOOKUP: usize = 64;

/// Sums of which it is noted whether they last in the time in which one first heap is looked up.
const SUMS_PER_LOOKUP: usize = 16;

/// Rests of which the pairs are counted to tell whether stretches pay.
const SAMPLE: usize = 32;

/// Sums of two heaps below this are written down in 32 bits.
const MOST_HEAPS: usize = 1 << 30;

/// Bytes for each heap, if each is the first of a stretch.
const BYTES_PER_HEAP: usize = 16;

/// Heaps of a stretch after its first; of longer ones several are made.
const MOST_MORE: usize = u16::MAX as usize;

/// What is known of the stretches.
#[derive(Clone, Debug)]
pub(super) struct Stretches {
    ended: Ended,
    /// The first heap of the last stretch, which has not ended.
    open: usize,
    /// The most heaps of a stretch after its first.
    most_more: usize,
    /// For each sum the largest rest up to which it lasts, of the pairs that began at a rest before
    /// `next`.
    lasts: Vec<u32>,
    /// The next rest to gather.
    next: usize,
    /// The sums of the last rests, at the rest modulo the number of them.
    rests: Vec<Vec<u64>>,
    /// The union of the sums of a heap's options.
    found: Vec<u64>,
}

/// The stretches that have ended.
#[derive(Clone, Debug)]
struct Ended {
    /// The first heap and the last of each, in order.
    list: Vec<(u32, u32)>,
    /// These at the places of their first heaps.
    here: Vec<Here>,
    /// The set of first heaps: bit `n` for heap `n`; and turned around: bit `places - 1 - n`.
    ascending: Vec<u64>,
    descending: Vec<u64>,
    /// The smaller heaps of the pairs at hand.
    pairs: Agreement,
}

/// A stretch as it is looked up at its first heap: how many heaps follow in it, and their value.
#[derive(Clone, Copy, Debug, Default)]
struct Here {
    more: u16,
    value: u16,
}

impl Stretches {
    /// The last stretch, of heaps with this value, has ended before heap `n`, which begins another.
    fn end(&mut self, n: usize, value: usize) {
        self.ended.add(self.open, n - 1, value);
        self.open = n;
    }

    /// The bytes that the stretches take.
    pub(super) fn bytes(&self) -> usize {
        let words = self.ended.ascending.len() + self.ended.descending.len();
        let room = 8 * words + self.ended.pairs.bytes();
        room + size_of_val(&self.ended.here[..]) + 8 * self.ended.list.capacity()
    }
}

impl Ended {
    /// No stretches yet, of heaps below `places`.
    fn new(places: usize) -> Ended {
        let words = places.div_ceil(64);
        Ended {
            list: Vec::new(),
            here: vec![Here::default(); 64 * words],
            ascending: vec![0; words],
            descending: vec![0; words + 1],
            pairs: Agreement::new(words, places / 2 + 1),
        }
    }

    fn add(&mut self, first: usize, last: usize, value: usize) {
        self.list.push((first as u32, last as u32));
        self.here[first] = Here { more: (last - first) as u16, value: value as u16 };
        self.ascending[first / 64] |= 1 << (first % 64);
        let turned = self.here.len() - 1 - first;
        self.descending[turned / 64] |= 1 << (turned % 64);
    }

    /// Finds the smaller heaps of all pairs of first heaps that are together `rest` tokens.
    fn find_pairs(&mut self, isa: Isa, rest: usize) -> usize {
        let half = rest / 2;
        if self.list.len() * BITS_PER_LOOKUP < self.here.len() {
            let small = self
                .list
                .iter()
                .map_while(|&(first, _)| Some(first).filter(|&first| first as usize <= half));
            let pairs = small.filter(|&first| {
                let other = rest - first as usize;
                self.ascending[other / 64] >> (other % 64) & 1 != 0
            });
            let room = self.pairs.found.iter_mut().zip(pairs);
            return room.map(|(found, first)| *found = first).count();
        }
        // Bit `a` of the one set stands beside the bit for `rest - a` of the other, once this is shifted.
        let shift = self.here.len() - 1 - rest;
        let (words, bits) = (half / 64 + 1, shift % 64);
        let mask = u64::MAX >> (63 - half % 64);
        let others = &self.descending[shift / 64..=shift / 64 + words];
        simd::agree(isa, &self.ascending[..words], others, bits, mask, &mut self.pairs)
    }
}

impl<T: SimdCell> SequenceEngine<T> {
    /// Prepares to go by stretches up to heap `last`, if a heap then takes less time than to gather
    /// `others` pairs of heaps, and if memory allows it.
    pub(super) fn prepare_stretches(
        &self,
        last: usize,
        others: usize,
        limits: &Limits,
    ) -> Option<Stretches> {
        if !self.can_stretch(last) {
            return None;
        }
        // Before anything is written down.
        // If so many decide that it does not pay, the others are not counted.
        let most = if self.len / BITS_PER_LOOKUP < others { usize::MAX } else { others };
        let neighbours = self.slice(1..self.len).windows(2);
        let ended = neighbours.filter(|pair| pair[0] != pair[1]).take(most).count();
        let looked_up = ended.min(self.len / BITS_PER_LOOKUP) + self.span() / SUMS_PER_LOOKUP;
        let memory = self.cells.capacity() * size_of::<T>() + BYTES_PER_HEAP * last;
        if looked_up >= others || limits.check_memory(memory as u64).is_err() {
            return None;
        }
        // Were the first heaps of stretches scattered, so many pairs of them would be together a rest; a tenth of that may be.
        let scattered = ended.saturating_mul(ended) / (2 * self.len).max(1);
        if GATHERED_PER_PAIR * scattered / 10 + looked_up >= others {
            return None;
        }
        let mut stretches = self.stretches(last, MOST_MORE)?;
        let sample = stretches.next.saturating_sub(SAMPLE)..stretches.next;
        let count: usize =
            sample.clone().map(|rest| stretches.ended.find_pairs(self.isa, rest)).sum();
        let pairs = count.div_ceil(sample.len().max(1));
        (GATHERED_PER_PAIR * pairs + looked_up < others).then_some(stretches)
    }

    /// Whether stretches are kept for this game up to heap `last`: their values in 16 bits.
    fn can_stretch(&self, last: usize) -> bool {
        let fits = T::LIMIT <= 1 << 16 && last <= MOST_HEAPS;
        fits && !self.moves.unequal && self.forgotten.is_empty()
    }

    /// The stretches of the heaps known, none with more than so many heaps after its first, and room for
    /// heaps up to `last`; `None` if they are not kept for it.
    pub(super) fn stretches(&self, last: usize, most_more: usize) -> Option<Stretches> {
        if !self.can_stretch(last) {
            return None;
        }
        let (nearest, farthest) = (*self.moves.breaks.first()?, *self.moves.breaks.last()?);
        let mut stretches = Stretches {
            ended: Ended::new(last + 1),
            open: 1,
            most_more,
            lasts: vec![0; self.span().max(64)],
            next: self.len - farthest,
            rests: vec![Vec::new(); (farthest - nearest + 1).next_power_of_two()],
            found: Vec::new(),
        };
        for n in 2..self.len {
            if self.ends_before(n, &stretches) {
                stretches.end(n, self.value(n - 1));
                self.note_begun(&mut stretches);
            }
        }
        Some(stretches)
    }

    /// Computes one heap.
    pub(super) fn stretched_heap(&mut self, stretches: &mut Stretches) -> Result<(), TooLarge> {
        let n = self.len;
        self.work.least_pairs += self.floor();
        while self.moves.breaks.first().is_some_and(|nearest| stretches.next + nearest <= n) {
            self.gather_stretches(stretches);
        }
        let Stretches { found, rests, .. } = stretches;
        self.unite_rests(found, |rest| &rests[rest & (rests.len() - 1)]);
        self.append(least_missing(found) as usize)?;
        if self.ends_before(n, stretches) {
            stretches.end(n, self.value(n - 1));
            self.work.stretch_pairs += self.note_begun(stretches);
        }
        Ok(())
    }

    /// Whether the last stretch ends before heap `n`, whose value is known.
    fn ends_before(&self, n: usize, stretches: &Stretches) -> bool {
        self.value(n) != self.value(n - 1) || n - stretches.open > stretches.most_more
    }

    /// Notes the sums of the stretch that has just ended with those before it and itself, as far as they
    /// began before the next rest and last to it; answers how many.
    fn note_begun(&self, stretches: &mut Stretches) -> u64 {
        let Stretches { ended, lasts, next, .. } = stretches;
        let Some(&(first, last)) = ended.list.last() else { return 0 };
        let from = ended.list.partition_point(|other| ((other.1 + last) as usize) < *next);
        let value = self.value(first as usize);
        let begun =
            ended.list[from..].iter().take_while(|other| ((other.0 + first) as usize) < *next);
        let mut count = 0;
        for other in begun {
            let lasts = &mut lasts[self.value(other.0 as usize) ^ value];
            *lasts = (*lasts).max(other.1 + last);
            count += 1;
        }
        count
    }

    /// Gathers the sums of the next rest.
    fn gather_stretches(&mut self, stretches: &mut Stretches) {
        let rest = stretches.next;
        stretches.next += 1;
        let Stretches { ended, lasts, open, .. } = stretches;
        if lasts.len() < self.span() {
            lasts.resize(self.span(), 0);
        }
        let count = ended.find_pairs(self.isa, rest);
        self.work.stretch_pairs += count as u64;
        let here = &ended.here[..=rest];
        for &first in &ended.pairs.found[..count] {
            let (one, other) = (here[first as usize], here[rest - first as usize]);
            let lasts = &mut lasts[usize::from(one.value ^ other.value)];
            *lasts = (*lasts).max(rest as u32 + u32::from(one.more) + u32::from(other.more));
        }
        let slot = rest & (stretches.rests.len() - 1);
        let sums = &mut stretches.rests[slot];
        simd::at_least(self.isa, lasts, rest as u32, sums);
        // Pairs with the stretch that goes on.
        if let Some(most) = rest.checked_sub(*open) {
            let value = self.value(*open);
            for &(first, _) in ended.list.iter().take_while(|other| other.0 as usize <= most) {
                let sum = self.value(first as usize) ^ value;
                sums[sum / 64] |= 1 << (sum % 64);
                self.work.stretch_pairs += 1;
            }
            if rest / 2 >= *open {
                sums[0] |= 1;
            }
        }
    }
}
