//! Heaps with a sparse space that has more codes than marks can hold, one heap after the other.
//!
//! 1. For each *rest*, what is left of a heap once something was taken, note the nim-sums of its pairs with a rare heap, and
//!    with one of the first heaps, in a set. The set serves every digit of the code: a heap unites those of its rests.
//! 2. The least common value that was not noted is the least that no option has, because a common
//!    value comes from pairs with a rare heap only.
//! 3. A rare value below it that was not noted is searched for among all options. If no option has it,
//!    it is the heap's value, and the heap a new rare one.
//!
//! A rest costs as many pairs as there are rare heaps, and those of the first heaps.

use super::kernel::{SUMS, pack, pieces};
use super::simd::SimdCell;
use super::{SequenceEngine, TooLarge};

/// The first heaps, whose pairs have most rare values.
const HELPERS: usize = 1536;

/// What these steps know besides the values.
#[derive(Clone, Debug)]
pub(super) struct Listing {
    /// The rare heaps after the first heaps, in ascending order, and their values.
    parts: Vec<(usize, usize)>,
    /// The sums noted of each of the last rests, at the rest modulo the number of them.
    rests: Vec<Vec<u64>>,
    /// The first rest of which none was noted.
    next: usize,
    /// What was noted of the rest at hand: 1 at each sum; otherwise all 0.
    seen: Vec<u8>,
    /// The values of options of one heap, as bits.
    found: Vec<u64>,
    /// The rare values of one heap that were not noted.
    open: Vec<usize>,
}

impl<T: SimdCell> SequenceEngine<T> {
    /// Prepares steps in the sparse space in use. `O(heaps)`.
    pub(super) fn prepare_listing(&mut self) -> Listing {
        let is_rare = |n: &usize| !self.space.is_common(*n as u64, self.value(*n) as u64);
        let rares: Vec<usize> = (1..self.len).filter(is_rare).collect();
        self.rares = rares.len() as u64;
        self.last_rare = rares.last().copied();
        let later = rares.into_iter().filter(|&n| n > HELPERS);
        let parts = later.map(|n| (n, self.value(n))).collect();
        let breaks = &self.moves.breaks;
        let (nearest, farthest) = (breaks.first().unwrap_or(&1), breaks.last().unwrap_or(&1));
        Listing {
            parts,
            rests: vec![Vec::new(); (farthest - nearest + 1).next_power_of_two()],
            next: self.len - farthest,
            seen: vec![0; SUMS],
            found: Vec::new(),
            open: Vec::new(),
        }
    }

    /// Pairs that are noted for the next heap with so many rare ones.
    pub(super) fn listed_pairs(rares: usize) -> usize {
        rares + HELPERS
    }

    /// Computes one heap.
    pub(super) fn listed_heap(&mut self, listing: &mut Listing) -> Result<(), TooLarge> {
        let n = self.len;
        self.work.least_pairs += self.rares * self.moves.breaks.len() as u64;
        while self.moves.breaks.first().is_some_and(|nearest| listing.next + nearest <= n) {
            self.note_rest(listing);
        }
        let Listing { found, rests, .. } = listing;
        self.unite_rests(found, |rest| &rests[rest & (rests.len() - 1)]);
        let value = self.listed_value(listing);
        let rare = !self.space.is_common(n as u64, value as u64);
        self.append(value)?;
        if rare {
            self.rares += 1;
            self.last_rare = Some(n);
            listing.parts.push((n, value));
        }
        Ok(())
    }

    /// Notes sums of the next rest.
    fn note_rest(&mut self, listing: &mut Listing) {
        let rest = listing.next;
        listing.next += 1;
        let Listing { parts, seen, rests, .. } = listing;
        if seen.len() < self.span() {
            seen.resize(self.span(), 0);
        }
        let helpers = 1..self.last_part(rest).min(HELPERS) + 1;
        T::gather(self.isa, &self.cells, self.origin, rest, helpers.clone(), seen);
        let parts = &parts[..parts.partition_point(|&(part, _)| part < rest)];
        let cells = &self.cells[self.origin..=self.origin + rest];
        let half = if self.moves.unequal && rest.is_multiple_of(2) { rest / 2 } else { rest };
        for &(part, value) in parts.iter().filter(|&&(part, _)| part != half) {
            seen[value ^ cells[rest - part].get()] = 1;
        }
        self.work.gathered_pairs += (helpers.len() + parts.len()) as u64;
        let (words, _) = seen[..self.span().max(64)].as_chunks_mut::<64>();
        let slot = rest & (rests.len() - 1);
        let sums = &mut rests[slot];
        sums.clear();
        sums.extend(words.iter_mut().map(|bytes| pack(&std::mem::replace(bytes, [0; 64]))));
    }

    /// The value of the next heap, from what was noted.
    fn listed_value(&mut self, listing: &mut Listing) -> usize {
        let n = self.len;
        let noted = |value: usize| {
            listing.found.get(value / 64).is_some_and(|word| word >> (value % 64) & 1 == 1)
        };
        listing.open.clear();
        let mut common = 0;
        while noted(common) || !self.space.is_common(n as u64, common as u64) {
            if !noted(common) {
                listing.open.push(common);
            }
            common += 1;
        }
        self.work.hard_heaps += u64::from(!listing.open.is_empty());
        for &rare in &listing.open {
            self.work.searches += 1;
            if !self.has_option(n, rare) {
                return rare;
            }
        }
        common
    }

    /// Whether heap `n`, the next one, has an option of this value. `O(n)`, but for most values that
    /// some option has it is quickly found.
    fn has_option(&self, n: usize, value: usize) -> bool {
        if value >= self.span() {
            return false;
        }
        self.moves.leaves.iter().any(|leave| self.value(n - leave.taken) ^ leave.with == value)
            || self.moves.breaks.iter().any(|&taken| {
                let rest = n - taken;
                let parts = 1..self.last_part(rest) + 1;
                let (ones, others) = pieces(&self.cells, self.origin, rest, parts);
                T::find_pair(self.isa, ones, others, T::new(value)).is_some()
            })
    }
}
