//! Searches for an option of a heap with one rare value, among those whose heaps are known.
//!
//! Nearly every rare value that is in question is that of many options, but where pairs of pieces have it often
//! differs from code to code, and hardly from heap to heap. So a search begins where the last one for its code
//! ended, looks on in a few other places, which chance picks among the smaller pieces, and then everywhere.

use crate::heap::games::moves::Leave;
use std::ops::Range;

use super::SequenceEngine;
use super::marking::{EARLY, Marking};
use super::marks::MOST_CODES;
use super::simd::SimdCell;

/// Smaller pieces looked at in one place, a multiple of 64.
const LOOKED_AT: usize = 512;

/// Places looked at before all options are.
const PLACES: usize = 8;

/// The first heaps have small values, and so few sums.
const LEAST: usize = 1024;

/// Where searches begin.
#[derive(Clone, Debug)]
pub(super) struct Starts {
    /// The smaller piece at which the search for each code begins.
    from: [u32; MOST_CODES],
    chance: u64,
}

impl Default for Starts {
    fn default() -> Starts {
        Starts { from: [LEAST as u32; MOST_CODES], chance: 1 }
    }
}

impl Starts {
    /// Some place of a range.
    fn elsewhere(&mut self, range: &Range<usize>) -> usize {
        // A linear congruential generator (Knuth's MMIX), of which the high bits are used.
        self.chance =
            self.chance.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let length = range.len().saturating_sub(LOOKED_AT).max(1) as u64;
        range.start + (((self.chance >> 32) * length) >> 32) as usize
    }
}

impl<T: SimdCell> SequenceEngine<T> {
    /// Whether an option of heap `n` has the rare value with this code, among those that leave heaps
    /// whose values are known before the span and not forgotten.
    /// `n` is larger than anything a move takes.
    ///
    /// `O(n)`, but for most values that some option has it is quickly found.
    pub(super) fn has_rare_option(
        &self,
        marking: &Marking,
        n: usize,
        code: usize,
        starts: &mut Starts,
    ) -> bool {
        let value = marking.rare_value(code, n);
        let has = |&Leave { taken, with }: &Leave| {
            n - taken < self.len && self.value(n - taken) ^ with == value
        };
        if self.moves.leaves.iter().any(has) {
            return true;
        }
        // No heap has a larger value or code yet, and so no sum.
        if value >= 2 * (self.largest + 1).next_power_of_two() {
            return false;
        }
        // Where codes are wide, sums of two common heaps differ from others only in where they are.
        let common = match (marking.codes.are_narrow(), self.last_rare) {
            (false, Some(rare)) => rare + 1,
            _ => 1,
        };
        let early = common.max(LEAST.min(n / 4))..EARLY.min(n / 2);
        let known = code.min(MOST_CODES - 1);
        let mut start = common.max(starts.from[known] as usize);
        for _ in 0..PLACES {
            for &taken in &self.moves.breaks {
                let places = start..start + LOOKED_AT;
                if let Some(part) = self.rare_pair(marking, n - taken, code, value, places) {
                    starts.from[known] = (part & !63) as u32;
                    return true;
                }
            }
            if early.is_empty() {
                break;
            }
            start = starts.elsewhere(&early);
        }
        self.moves.breaks.iter().any(|&taken| {
            let part = self.rare_pair(marking, n - taken, code, value, 1..n);
            starts.from[known] = part.map_or(starts.from[known], |part| (part & !63) as u32);
            part.is_some()
        })
    }

    /// The smaller of two heaps, one of `parts`, that are together `rest` tokens and have this rare value and code.
    fn rare_pair(
        &self,
        marking: &Marking,
        rest: usize,
        code: usize,
        value: usize,
        parts: Range<usize>,
    ) -> Option<usize> {
        let first = (rest + 1).saturating_sub(self.len).max(1);
        let mut parts = parts.start.max(first)..parts.end.min(self.last_part(rest) + 1);
        // Among narrow codes a sum of two is another one, without the bit beside, where both heaps are
        // common or both are rare.
        let are_common = self.last_rare.is_none_or(|rare| parts.start > rare);
        let wide = u8::try_from(code).ok().filter(|_| are_common && !marking.codes.are_narrow());
        if let Some(code) = marking.codes.narrow(code).or(wide)
            && !parts.is_empty()
        {
            let (ones, others) = marking.pieces(rest, parts.clone());
            if let Some(place) = u8::find_pair(self.isa, ones, others, code) {
                return Some(parts.start + place);
            }
            parts.start += ones.len();
        }
        if !self.forgotten.is_empty() {
            let most = self.forgotten.start.min((rest + 1).saturating_sub(self.forgotten.end));
            parts.end = parts.end.min(most);
        }
        if parts.is_empty() {
            return None;
        }
        let ones = self.slice(parts.clone());
        let others = self.slice(rest + 1 - parts.end..rest + 1 - parts.start);
        Some(parts.start + T::find_pair(self.isa, ones, others, T::new(value))?)
    }
}
