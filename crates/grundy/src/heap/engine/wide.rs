//! Heaps with a sparse space that has more codes than marks can hold, one heap after the other.
//!
//! 1. Note the values of pairs with a rare heap, and of pairs with one of the first heaps.
//! 2. The least common value that was not noted is the least that no option has, because a common
//!    value comes from pairs with a rare heap only.
//! 3. A rare value below it that was not noted is searched for among all options. If no option has it,
//!    it is the heap's value, and the heap a new rare one.
//!
//! A heap costs as many pairs as there are rare heaps, and a few hundred more.

use super::kernel::pieces;
use super::simd::SimdCell;
use super::{SequenceEngine, TooLarge};

/// The first heaps, whose pairs have most rare values.
const HELPERS: usize = 512;

/// What these steps know besides the values.
#[derive(Clone, Debug)]
pub(super) struct Listing {
    /// The first heaps, and all rare ones.
    parts: Vec<usize>,
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
        let parts = (1..=HELPERS).chain(rares.into_iter().filter(|&n| n > HELPERS)).collect();
        Listing { parts, found: Vec::new(), open: Vec::new() }
    }

    /// Computes one heap.
    pub(super) fn listed_heap(&mut self, listing: &mut Listing) -> Result<(), TooLarge> {
        let n = self.len;
        let breaks = self.moves.breaks.len();
        self.work.least_pairs += self.rares * breaks as u64;
        self.work.gathered_pairs += (listing.parts.len() * breaks) as u64;
        listing.found.clear();
        listing.found.resize(self.span().div_ceil(64), 0);
        for &taken in &self.moves.leaves {
            let value = self.value(n - taken);
            listing.found[value / 64] |= 1 << (value % 64);
        }
        for &taken in &self.moves.breaks {
            let rest = n - taken;
            for &part in listing.parts.iter().take_while(|&&part| part < rest) {
                if self.moves.unequal && 2 * part == rest {
                    continue;
                }
                let value = self.value(part) ^ self.value(rest - part);
                listing.found[value / 64] |= 1 << (value % 64);
            }
        }
        let value = self.listed_value(listing);
        let rare = !self.space.is_common(n as u64, value as u64);
        self.append(value)?;
        if rare {
            self.rares += 1;
            self.last_rare = Some(n);
            listing.parts.push(n);
        }
        Ok(())
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
        self.moves.leaves.iter().any(|&taken| self.value(n - taken) == value)
            || self.moves.breaks.iter().any(|&taken| {
                let rest = n - taken;
                let parts = 1..self.last_part(rest) + 1;
                let (ones, others) = pieces(&self.cells, self.origin, rest, parts);
                T::find_pair(self.isa, ones, others, T::new(value)).is_some()
            })
    }
}
