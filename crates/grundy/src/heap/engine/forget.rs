//! Where memory is short, the values that nothing needs any more are forgotten.
//!
//! In a sparse space with few rare heaps a heap depends on these only: pairs with a rare heap, whose
//! partners lie among as many of the last heaps as the last rare one is large; and pairs of two common
//! ones, of which those of the first heaps with the last ones nearly always show that a rare value is
//! an option's. So the first heaps and a window of the last ones are kept. Should a rare value be found
//! in none of the pairs that are kept, or one be the value of a heap, the others would be needed: then
//! the engine is lost and says so; it never guesses.

use super::marking::window;
use super::simd::SimdCell;
use super::{BATCH, SAMPLE, SequenceEngine, Way};
use crate::heap::Kept;
use crate::heap::space::Space;
use crate::heap::values::Values;

impl<T: SimdCell> SequenceEngine<T> {
    /// Allows to forget the heaps below this.
    pub(in crate::heap) fn set_may_forget(&mut self, below: usize) {
        self.may_forget = self.may_forget.max(below);
    }

    /// The heaps that are forgotten.
    pub(in crate::heap) fn forgotten(&self) -> std::ops::Range<usize> {
        self.forgotten.clone()
    }

    /// How many of the last heaps are needed.
    pub(super) fn needed(&self) -> usize {
        window(self.last_rare.unwrap_or(0), self.origin).max(SAMPLE)
    }

    /// Forgets what may be forgotten; answers whether that made room.
    pub(super) fn forget(&mut self) -> bool {
        if self.forgotten.is_empty() && !matches!(self.way, Way::Sparse(_)) {
            return false;
        }
        let from = if self.forgotten.is_empty() { SAMPLE } else { self.forgotten.start };
        let first = from.max(self.forgotten.end);
        let until = self.len.saturating_sub(self.needed()).min(self.may_forget);
        if until < first + BATCH {
            return false;
        }
        self.cells.drain(self.place(first)..self.place(until));
        self.forgotten = from..until;
        true
    }

    /// What is needed to go on, if some heaps are forgotten.
    pub(in crate::heap) fn kept(&self) -> Option<Kept> {
        if self.forgotten.is_empty() {
            return None;
        }
        let last = self.len.saturating_sub(self.needed()).min(self.may_forget);
        let values = |heaps: std::ops::Range<usize>| -> Values {
            heaps.map(|n| self.value(n) as u64).collect()
        };
        let rare = |&(n, value): &(usize, usize)| (n as u64, value as u64);
        Some(Kept {
            heaps: self.len as u64,
            first: values(0..self.forgotten.start),
            last: values(last.max(self.forgotten.end)..self.len),
            rares: self.rare_heaps.iter().map(rare).collect(),
            mask: self.space.mask(),
            with_size: self.space.with_size(),
            largest: self.largest as u64,
        })
    }

    /// Goes on from what was kept; the engine must be new. False if a run cannot go on from it.
    pub(in crate::heap) fn load_kept(&mut self, kept: &Kept) -> bool {
        let flip = kept.with_size && self.moves.breaks.iter().any(|taken| taken % 2 == 1);
        let even = flip && self.moves.breaks.iter().any(|taken| taken % 2 == 0);
        let space = Space::new(kept.mask, kept.with_size, flip);
        let last = kept.last.len() as u64;
        let (Ok(len), Some(end)) = (usize::try_from(kept.heaps), kept.heaps.checked_sub(last))
        else {
            return false;
        };
        let is_rare = |&(n, value): &(u64, u64)| n > 0 && n < end && !space.is_common(n, value);
        let values = || kept.first.iter().chain(kept.last.iter());
        self.space = space;
        self.rares = kept.rares.len() as u64;
        self.last_rare = kept.rares.last().map(|&(n, _)| n as usize);
        let fits = kept.first.len() == SAMPLE
            && (SAMPLE as u64) < end
            && kept.mask != 0
            && !even
            && len < usize::MAX / 4
            && kept.rares.is_sorted_by_key(|&(n, _)| n)
            && kept.rares.iter().all(|rare| is_rare(rare) && rare.1 <= kept.largest)
            && kept.last.len() >= self.needed()
            && values().all(|value| value <= kept.largest)
            && Self::holds(kept.largest);
        if fits {
            self.load(values().map(|value| value as usize));
            self.forgotten = SAMPLE..end as usize;
            (self.len, self.largest) = (len, kept.largest as usize);
            let rare = |&(n, value): &(u64, u64)| (n as usize, value as usize);
            self.rare_heaps = kept.rares.iter().map(rare).collect();
        }
        fits
    }
}
