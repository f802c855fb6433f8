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
//! Marking is dear where there are many codes and pairs. Then only some pairs, those that mark most, are
//! marked for all codes; the others are tried on the [few](super::few) codes that stay unmarked. A heap for which
//! none of the few is left marks the others for itself. And rare values are looked for once all 64 heaps have
//! their common ones ([`doubts`](super::doubts)), with helpers that are marked and others that are tried.
//!
//! How many helpers pay, and how many pairs to mark, is found out on the way by counting what
//! searches cost and how many heaps fail.
//!
//! With several threads, several groups of 64 heaps make a *span*. Pairs whose partner lies before
//! the span are handled for all of it at once, 64 heaps to a thread ([`ready`](super::ready)); what is left, the pairs
//! that are *close*, follows heap after heap on one thread, and rare values of the span before are looked for meanwhile. Where
//! rare heaps are still frequent, each of which ends the span, or there are few pairs, the span is of 64 heaps and nothing is
//! shared out.

use crate::heap::games::moves::Leave;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::marking::{EARLY, InQuestion, Marking};
use super::marks::{Coding, Marker, PART, limit_for};
use super::order::in_good_order;
use super::settle::Fresh;
use super::simd::SimdCell;
use super::{SequenceEngine, TooLarge};

/// One heap in so many may have a code that is not marked for all heaps.
const RARELY_LARGER: u64 = 1000;

/// Pairs from which on not all are marked. Where sets have one word, they are by so many groups of eight codes more than two
/// that are marked.
const WORTH_SPLITTING: usize = 256;
const WORTH_SPLITTING_A_WORD: usize = 7500;

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
        for &Leave { taken, with } in &self.moves.leaves {
            let marker = Marker { distance: taken as u32, code: coding.code(with) as u8 };
            if self.space.turns(taken as u64, with as u64) {
                marking.turning.push(marker);
            } else {
                marking.add(marker);
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
        marking.helpers.extend(&marking.turning);
        marking.helpers.extend(in_good_order(&helpers, &recent));
        marking.helping = marking.helping.min(marking.helpers.len());
        marking.choose_close();
        let is_worth = match marking.words() {
            1 => {
                marking.pair_count() * (marking.limit / 8).saturating_sub(2)
                    >= WORTH_SPLITTING_A_WORD
            }
            _ => marking.pair_count() >= WORTH_SPLITTING,
        };
        if is_worth {
            let mut by_code = vec![Vec::new(); marking.count];
            for &marker in &marking.pairs {
                by_code[usize::from(marker.code)].push(marker);
            }
            marking.pairs = in_good_order(&by_code, &recent);
            marking.marked = marking.marked.min(marking.pairs.len() / 3 * 2);
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
    /// them say, and look for rare values in the one before. If one is found there, nothing after it counts.
    pub(super) fn shared_spans(
        &mut self,
        marking: &mut Marking,
        last: u64,
        most: usize,
    ) -> Result<(), TooLarge> {
        let threads = self.threads.clone();
        let mut fresh = std::mem::take(&mut marking.fresh);
        let part = |spans: &Spans<'_, T>, part: usize| {
            let Spans { engine, marking } = spans;
            match part.checked_sub(marking.in_question.blocks) {
                None => engine.resolve_kept(marking, part),
                Some(block) => {
                    let mut ready = open(&marking.ready.1[block]);
                    engine.get_ready(marking, marking.span + block, &mut ready);
                }
            }
        };
        let spans = Spans { engine: self, marking: &mut *marking };
        let done = threads.lead(spans, part, |team| {
            for _ in 0..most {
                let (next, parts) = {
                    let Spans { engine, marking } = &mut *team.change();
                    let next = marking.to_get_ready(engine.quiet());
                    engine.begin_span(marking, next);
                    (next, marking.in_question.blocks + next)
                };
                team.step(parts, |spans| spans.engine.settle_span(spans.marking, &mut fresh));
                let Spans { engine, marking } = &mut *team.change();
                if engine.take_back(marking)? {
                    return Ok(());
                }
                if next == 0 || fresh.has_ended() || !engine.can_keep(&fresh) {
                    return engine.end_span(marking, &mut fresh, next);
                }
                engine.keep_for_now(marking, &mut fresh, next)?;
                if engine.is_to_stop(last) {
                    break;
                }
            }
            let parts = team.change().marking.in_question.blocks;
            team.step(parts, |_| {});
            let Spans { engine, marking } = &mut *team.change();
            engine.take_back(marking)?;
            Ok(())
        });
        // What is begun anew has its own.
        if marking.fresh.is_empty() {
            marking.fresh = fresh;
        }
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
            if let Some((heap, value)) = doubts.rare {
                return self.end_instead(marking, fresh, PART * block + heap, value);
            }
        }
    }

    /// Looks for a rare value of some of the heaps that were kept for now, the `block`-th 64.
    fn resolve_kept(&self, marking: &Marking, block: usize) {
        let first = marking.in_question.first + PART * block;
        let values = self.slice(first..first + PART).iter().map(|value| value.get());
        self.resolve(marking, first, values, None, &mut open(&marking.doubts[block]));
    }

    /// Whether the values of a span fit in the cells.
    fn can_keep(&self, fresh: &Fresh) -> bool {
        fresh.values().iter().all(|&value| usize::from(value) < T::LIMIT)
    }

    /// Takes a whole span over, after which so many times 64 heaps were got ready, though some of its heaps may have rare
    /// values.
    fn keep_for_now(
        &mut self,
        marking: &mut Marking,
        fresh: &mut Fresh,
        next: usize,
    ) -> Result<(), TooLarge> {
        let blocks = if marking.is_small() { 0 } else { marking.span };
        marking.in_question = InQuestion { first: self.len, blocks, largest: self.largest };
        self.keep(marking, fresh)?;
        std::mem::swap(&mut marking.ready.0, &mut marking.ready.1);
        marking.go_on(true, next);
        marking.review();
        Ok(())
    }

    /// Counts in what was looked for in the heaps in question. If one of them has a rare value, takes it over, and those
    /// after it back, and begins anew after it.
    fn take_back(&mut self, marking: &mut Marking) -> Result<bool, TooLarge> {
        let InQuestion { first, blocks, largest } = std::mem::take(&mut marking.in_question);
        let mut rare = None;
        for (block, doubts) in marking.doubts[..blocks].iter().enumerate() {
            let doubts = open(doubts);
            self.work.add(&doubts.work);
            if let Some((heap, value)) = doubts.rare {
                rare = Some((first + PART * block + heap, value));
                break;
            }
        }
        let Some((n, value)) = rare else { return Ok(false) };
        let (from, end) = (self.place(n), self.place(self.len));
        self.cells[from..end].fill(T::EMPTY);
        marking.codes.clear(marking.place(n)..marking.place(self.len));
        self.work.least_pairs -= (self.len - n) as u64 * self.pairs_with_rares();
        self.len = n;
        let left = self.slice(first..n).iter().map(|value| value.get());
        self.largest = left.max().unwrap_or(0).max(largest);
        if self.forgotten.is_empty() {
            self.append(value)?;
            let code = marking.coding.code(value) as u8;
            marking.codes.set(marking.place(n), code, false);
            self.note_rare(marking, code);
        } else {
            self.lost = true;
        }
        marking.noted = self.len;
        marking.begin(marking.place(self.len));
        Ok(true)
    }

    /// Pairs with a rare heap that the options of a heap leave.
    fn pairs_with_rares(&self) -> u64 {
        self.rares * self.moves.breaks.len() as u64
    }

    /// Counts the last heap, which has this code, as a rare one, and adds its pairs to the others.
    fn note_rare(&mut self, marking: &mut Marking, code: u8) {
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

    /// Takes the heaps of a span over, and what was counted while they were settled.
    fn keep(&mut self, marking: &mut Marking, fresh: &mut Fresh) -> Result<(), TooLarge> {
        let place = self.place(self.len);
        let largest = fresh.values().iter().copied().max().unwrap_or(0).into();
        self.work.add(&fresh.work);
        self.work.least_pairs += fresh.values().len() as u64 * self.pairs_with_rares();
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
            self.note_rare(marking, code);
        }
        self.lost |= fresh.is_lost();
        fresh.begin();
        Ok(())
    }
}
