//! Steps of 64 heaps in a sparse space of at most 256 codes, by marks.
//!
//! 1. Mark ([`mark`]) the common codes that pairs of a rare and a common heap exclude, for all pairs
//!    whose partner lies before the 64 heaps; and rare codes with a number of *helpers*, common
//!    heaps that are paired with common ones.
//! 2. Heap after heap, add the pairs whose partner is among the 64, and take the least common value
//!    that is not marked. It is the least that no option has, because a common value comes from such
//!    pairs only.
//! 3. A rare value below it that is not marked is searched for among all options. If no option has
//!    it, it is the heap's value, and the heap a new rare one: its pairs join the others, and the
//!    next step begins after it.
//!
//! Marking is dear where there are many pairs. Then only some pairs, those that mark most, are
//! marked for all codes; the others are tried on the few codes that stay unmarked. A heap for which
//! none of the few is left marks all pairs for itself.
//!
//! How many helpers pay, and how many pairs to mark, is found out on the way by counting what
//! marks, searches and failures cost.
//!
//! With several threads, many times 64 heaps make a *span*. What pairs say whose partners lie before
//! the span is found for all of it at once, 64 heaps to a thread ([`ready`](super::ready)); what is left, the pairs
//! that are *close*, follows heap after heap on one thread. Where rare heaps are still frequent, each
//! of which ends the span, or there are few pairs, the span is of 64 heaps and nothing is shared out.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::kernel::SOUGHT;
use super::marking::{EARLY, Marking};
use super::marks::{Coding, MOST_CODES, Marker, PART, limit_for};
use super::order::in_good_order;
use super::settle::Fresh;
use super::simd::SimdCell;
use super::{SequenceEngine, TooLarge};

/// One heap in so many may have a code that is not marked for all heaps.
const RARELY_LARGER: u64 = 1000;

/// Pairs from which on not all are marked.
const WORTH_SPLITTING: usize = 256;

/// Searches among pairs begin where the smaller piece is so large, and look at so many first.
const TYPICAL: usize = 8192;
const LOOKED_AT_FIRST: usize = 4096;

/// Heaps of one code that can be helpers.
const MOST_HELPERS: usize = 400;

/// Spans that are shared out among threads.
struct Spans<'a, T> {
    engine: &'a mut SequenceEngine<T>,
    marking: &'a mut Marking,
}

fn open<R>(room: &Mutex<R>) -> MutexGuard<'_, R> {
    room.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T: SimdCell> SequenceEngine<T> {
    /// Prepares steps by marks in the sparse space in use, which has at most `MOST_CODES` codes.
    /// `before` is what served until now. `O(heaps)` if the space is a new one.
    pub(super) fn prepare_marking(&mut self, before: Option<Box<Marking>>) -> Box<Marking> {
        let coding = Coding::new(self.space);
        let count = Marking::codes_for(self.largest);
        let mut marking = match before {
            Some(marking)
                if marking.coding == coding
                    && marking.count == count
                    && marking.noted == self.len
                    && marking.reaches(self.last_rare) =>
            {
                marking
            }
            before => {
                let mut marking =
                    Box::new(Marking::new(coding, count, self.origin, self.threads.count()));
                if let Some(before) = before {
                    marking.helping = before.helping;
                    marking.marked = before.marked;
                }
                self.note_codes(&mut marking);
                marking
            }
        };
        self.choose_order(&mut marking);
        marking.choose_window(self.last_rare.unwrap_or(0));
        marking.begin(marking.place(self.len));
        marking
    }

    /// Notes all codes, and the pairs that the rare heaps make.
    fn note_codes(&mut self, marking: &mut Marking) {
        let coding = marking.coding;
        for &taken in &self.moves.leaves {
            if self.space.with_size() && taken % 2 == 1 {
                marking.turning.push(taken);
            } else {
                marking.add(Marker { distance: taken as u32, code: 0 });
            }
        }
        let coded: Vec<(u8, [bool; 2])> = (0..=self.largest)
            .map(|value| {
                let common = [0, 1].map(|size| self.space.is_common(size, value as u64));
                (coding.code(value) as u8, common)
            })
            .collect();
        marking.noted = self.len;
        if self.forgotten.is_empty() {
            let values = (1..).zip(self.slice(1..self.len)).map(|(n, cell)| (n, cell.get()));
            self.rare_heaps = values.filter(|&(n, value)| !coded[value].1[n % 2]).collect();
        }
        self.rares = self.rare_heaps.len() as u64;
        self.last_rare = self.rare_heaps.last().map(|&(n, _)| n);
        for &(n, value) in &self.rare_heaps {
            let code = coded[value].0;
            for &taken in &self.moves.breaks {
                marking.add(Marker { distance: (n + taken) as u32, code });
            }
        }
        for n in marking.begin_codes(self.len, self.last_rare, !self.forgotten.is_empty()) {
            let (code, common) = coded[self.value(n)];
            marking.note(n, code, common[n % 2]);
        }
    }

    /// Chooses, by the codes of the last heaps, how many codes are marked, and puts the helpers and
    /// the pairs in order.
    fn choose_order(&self, marking: &mut Marking) {
        let recent = marking.common_codes(self.len - (self.len / 2).min(EARLY)..self.len);
        let mut larger = recent.iter().sum::<u64>();
        let rarely = larger / RARELY_LARGER;
        let within = recent.iter().position(|&count| {
            larger -= count;
            larger <= rarely
        });
        marking.limit = within.map_or(marking.count, |code| limit_for(code + 1, marking.count));

        let mut helpers: Vec<Vec<Marker>> = vec![Vec::new(); marking.count];
        // Twice a helper lies before every heap to come, as pieces may have to differ.
        for n in PART..(self.len / 2).min(EARLY) {
            let (code, common) = marking.code_of(n);
            let list = &mut helpers[usize::from(code)];
            if common && list.len() < MOST_HELPERS {
                list.extend(
                    self.moves
                        .breaks
                        .iter()
                        .map(|&taken| Marker { distance: (n + taken) as u32, code }),
                );
            }
        }
        marking.helpers.clear();
        marking.helpers.extend(
            marking.turning.iter().map(|&taken| Marker { distance: taken as u32, code: 0 }),
        );
        marking.helpers.extend(in_good_order(&helpers, &recent));
        marking.helping = marking.helping.min(marking.helpers.len());
        marking.choose_close();
        if marking.pair_count() >= WORTH_SPLITTING {
            let mut by_code = vec![Vec::new(); marking.count];
            for &marker in &marking.pairs {
                by_code[usize::from(marker.code)].push(marker);
            }
            marking.pairs = in_good_order(&by_code, &recent);
            marking.marked = marking.marked.min(marking.pairs.len() / 2);
        } else {
            marking.marked = usize::MAX;
        }
    }

    /// Computes spans of heaps on this thread, at most so many, or until `last` is reached. A rare heap ends its span.
    pub(super) fn marked_spans(
        &mut self,
        marking: &mut Marking,
        last: u64,
        most: usize,
    ) -> Result<(), TooLarge> {
        let mut fresh = std::mem::take(&mut marking.fresh);
        let mut done = Ok(());
        for _ in 0..most {
            self.begin_span(marking, 0);
            self.settle_span(marking, &mut fresh);
            done = self.end_span(marking, &mut fresh, 0);
            if done.is_err() || self.is_to_stop(last) {
                break;
            }
        }
        marking.fresh = fresh;
        done
    }

    /// Computes spans of heaps, at most so many, until one of them ends with a rare heap or `last` is reached.
    ///
    /// While one thread settles a span, others get the next one ready, as far as the heaps known before both of
    /// them say. With more than one other thread they search, too, before it is known what close pairs say: then the
    /// one that settles would be waited for.
    pub(super) fn shared_spans(
        &mut self,
        marking: &mut Marking,
        last: u64,
        most: usize,
    ) -> Result<(), TooLarge> {
        let threads = self.threads.clone();
        let mut fresh = std::mem::take(&mut marking.fresh);
        let get_ready = |spans: &Spans<'_, T>, block: usize| {
            let Spans { engine, marking } = spans;
            let mut ready = open(&marking.ready.1[block]);
            engine.get_ready(marking, marking.span + block, &mut ready);
        };
        let spans = Spans { engine: self, marking: &mut *marking };
        let done = threads.lead(spans, get_ready, |team| {
            for _ in 0..most {
                let next = {
                    let Spans { engine, marking } = &mut *team.change();
                    let next = marking.to_get_ready(engine.quiet());
                    engine.begin_span(marking, next);
                    next
                };
                team.step(next, |spans| spans.engine.settle_span(spans.marking, &mut fresh));
                let Spans { engine, marking } = &mut *team.change();
                engine.end_span(marking, &mut fresh, next)?;
                if next == 0 || engine.is_to_stop(last) {
                    break;
                }
            }
            Ok(())
        });
        marking.fresh = fresh;
        done
    }

    /// Heaps since the last rare one.
    pub(super) fn quiet(&self) -> usize {
        self.len - self.last_rare.unwrap_or(0)
    }

    /// Prepares a span, and room for so many times 64 heaps after it, which are to be got ready.
    fn begin_span(&mut self, marking: &mut Marking, next: usize) {
        self.make_room((marking.span + next) * PART);
        marking.make_room(self.len, (marking.span + next) * PART);
        if marking.ahead.is_none() {
            for (block, ready) in marking.ready.0[..marking.span].iter().enumerate() {
                self.get_ready(marking, block, &mut open(ready));
            }
        }
    }

    /// Gives the heaps of a span their values, up to the first rare one.
    fn settle_span(&self, marking: &Marking, fresh: &mut Fresh) {
        for (block, ready) in marking.ready.0[..marking.span].iter().enumerate() {
            self.settle(marking, marking.ahead.unwrap_or(0) + block, &mut open(ready), fresh);
            if fresh.has_ended() {
                break;
            }
        }
    }

    /// Takes a span over, after which so many times 64 heaps were got ready.
    fn end_span(
        &mut self,
        marking: &mut Marking,
        fresh: &mut Fresh,
        next: usize,
    ) -> Result<(), TooLarge> {
        self.resolve_span(marking, fresh);
        let whole = !fresh.has_ended();
        let kept = self.keep(marking, fresh);
        let Marking { ready, .. } = marking;
        if next > 0 {
            std::mem::swap(&mut ready.0, &mut ready.1);
        }
        marking.go_on(whole, next);
        marking.review();
        kept
    }

    /// Looks for the first heap of a span that has a rare value: the span ends with it.
    fn resolve_span(&self, marking: &Marking, fresh: &mut Fresh) {
        if marking.is_small() {
            return;
        }
        for (block, doubts) in marking.doubts[..marking.span].iter().enumerate() {
            let (base, mut doubts) = (self.len + PART * block, open(doubts));
            self.resolve(marking, base, fresh.block(block), Some(fresh), &mut doubts);
            fresh.work.add(&doubts.work);
            fresh.counts.add(&doubts.counts);
            if let Some((heap, value)) = doubts.rare {
                return self.end_instead(marking, fresh, PART * block + heap, value);
            }
        }
    }

    /// Takes the heaps of a span over, and what was counted while they were settled.
    fn keep(&mut self, marking: &mut Marking, fresh: &mut Fresh) -> Result<(), TooLarge> {
        let place = self.place(self.len);
        let largest = fresh.values().iter().copied().max().unwrap_or(0).into();
        self.work.add(&fresh.work);
        let breaks = self.moves.breaks.len() as u64;
        self.work.least_pairs += fresh.values().len() as u64 * self.rares * breaks;
        marking.counts.add(&fresh.counts);
        if largest >= T::LIMIT {
            for &value in fresh.values() {
                self.append(value.into())?;
            }
        }
        let count = fresh.values().len();
        for (cell, &value) in self.cells[place..place + count].iter_mut().zip(fresh.values()) {
            *cell = T::new(value.into());
        }
        marking.codes.copy(marking.place(self.len), &fresh.codes, fresh.places());
        self.largest = self.largest.max(largest);
        self.len += count;
        marking.noted = self.len;
        if marking.coding.code(self.largest) >= marking.count {
            // More codes are needed before the next heap.
            self.choose_at = 0;
        }
        if let Some(code) = fresh.rare() {
            let n = self.len - 1;
            self.rares += 1;
            self.last_rare = Some(n);
            self.rare_heaps.push((n, self.value(n)));
            if !marking.note_rare(n) {
                self.choose_at = 0;
            }
            for &taken in &self.moves.breaks {
                match u32::try_from(n + taken) {
                    Ok(distance) => marking.add(Marker { distance, code }),
                    // So far away a pair cannot be noted: another way is needed.
                    Err(_) => self.choose_at = 0,
                }
            }
        }
        self.lost |= fresh.is_lost();
        fresh.begin();
        Ok(())
    }

    /// Which of some rare codes, at most [`SOUGHT`] in ascending order, options of heap `n` are quickly found to have, as
    /// bits; `n` is larger than anything a move takes. These options leave heaps that are known before the span: one,
    /// or two that are most of them large, since the smallest heaps have small values, and so few sums.
    pub(super) fn find_rare(&self, marking: &Marking, n: usize, codes: &[usize]) -> u32 {
        // Sums of two common heaps; where codes are narrow, those with one rare heap are different ones.
        let narrow = marking.codes.are_narrow();
        let start = match self.last_rare {
            Some(last_rare) if !narrow => last_rare + 1,
            _ => (self.len / 4).min(TYPICAL),
        };
        if let [code] = *codes
            && narrow
        {
            return u32::from(
                self.has_rare_leaf(n, marking.coding.value(code, n, false))
                    || self.has_rare_pair(marking, n, code, start..start + LOOKED_AT_FIRST),
            );
        }
        let most = if narrow { marking.codes.bits.into() } else { MOST_CODES - 1 };
        let (mut found, mut sought, mut places) = (0, [0; SOUGHT], [0; SOUGHT]);
        let mut count = 0;
        for (place, &code) in codes.iter().enumerate() {
            if self.has_rare_leaf(n, marking.coding.value(code, n, false)) {
                found |= 1 << place;
            } else if code <= most {
                (sought[count], places[count]) = (code as u8, place);
                count += 1;
            }
        }
        for &taken in &self.moves.breaks {
            if count == 0 {
                break;
            }
            let rest = n - taken;
            let first = start.max((rest + 1).saturating_sub(self.len)).max(1);
            let end = (start + LOOKED_AT_FIRST).min(self.last_part(rest) + 1).max(first);
            let (ones, others) = marking.pieces(rest, first..end);
            let hits = u8::find_pairs(self.isa, ones, others, &sought[..count]);
            for (k, place) in places[..count].iter().enumerate() {
                found |= (hits >> k & 1) << place;
            }
        }
        found
    }

    /// Whether an option of heap `n` leaves one heap that is known before the span and has this value.
    fn has_rare_leaf(&self, n: usize, value: usize) -> bool {
        let left = |taken: usize| (n - taken < self.len).then(|| self.value(n - taken));
        self.moves.leaves.iter().any(|&taken| left(taken) == Some(value))
    }

    /// Whether an option of heap `n` has the rare value with this code, among those that leave heaps
    /// whose values are known before the span and not forgotten.
    /// `n` is larger than anything a move takes.
    ///
    /// `O(n)`, but for most values that some option has it is quickly found.
    pub(super) fn has_rare_option(&self, marking: &Marking, n: usize, code: usize) -> bool {
        let value = marking.coding.value(code, n, false);
        if self.has_rare_leaf(n, value) {
            return true;
        }
        // No heap has a larger value or code yet, and so no sum.
        if value >= 2 * (self.largest + 1).next_power_of_two() {
            return false;
        }
        self.has_rare_pair(marking, n, code, 1..n)
    }

    /// [`has_rare_option`](Self::has_rare_option) for the options of two heaps, the smaller in `parts`.
    fn has_rare_pair(&self, marking: &Marking, n: usize, code: usize, parts: Range<usize>) -> bool {
        // Among narrow codes a sum of two is another one, without the bit beside, where both heaps are
        // common or both are rare.
        let narrow = marking.codes.narrow(code);
        self.moves.breaks.iter().any(|&taken| {
            let rest = n - taken;
            let first = (rest + 1).saturating_sub(self.len).max(1);
            let end = parts.end.min(self.last_part(rest) + 1);
            let mut parts = parts.start.max(first)..end;
            if let Some(code) = narrow {
                let (ones, others) = marking.pieces(rest, parts.clone());
                if u8::has_pair(self.isa, ones, others, code) {
                    return true;
                }
                parts.start += ones.len();
            }
            if !self.forgotten.is_empty() {
                let most = self.forgotten.start.min((rest + 1).saturating_sub(self.forgotten.end));
                parts.end = parts.end.min(most);
            }
            if parts.is_empty() {
                return false;
            }
            let ones = self.slice(parts.clone());
            let others = self.slice(rest + 1 - parts.end..rest + 1 - parts.start);
            let value = marking.coding.value(code, n, false);
            T::has_pair(self.isa, ones, others, T::new(value))
        })
    }
}
