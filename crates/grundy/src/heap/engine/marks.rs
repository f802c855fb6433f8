//! Marks: for 64 neighbouring heaps, which values some of their options have, as bit sets.
//!
//! In a sparse space the common values of a heap are determined by all their bits but one: dropping
//! the lowest bit of the mask loses nothing, keeps nim-sums (it is linear) and keeps the order among
//! common values, and among rare ones. What is left is the *code*. A pair of a rare and a common
//! heap marks the code `code(rare) ^ code(common)` among the common values; a pair of two common
//! heaps marks it among the rare ones. So one loop serves both: it takes pairs with a known heap,
//! looks at the partners of 64 heaps, and marks the code wherever the partner is common.
//!
//! With AVX-512 a set of 64 codes is kept as eight vectors of bytes, the `j`-th with bits
//! `8j .. 8j+8` of all 64 sets; one byte permute looks up what a code adds to one of them.

use super::kernel::pack;
use super::simd::{self, Isa};
use crate::heap::space::Space;
use std::ops::Range;

/// Heaps marked together.
pub(super) const PART: usize = 64;

/// The most codes.
pub(super) const MOST_CODES: usize = 256;

/// Stands in `Codes::common` for a common heap.
pub(super) const COMMON: u8 = 0xFF;

/// A bit beside the code of each heap that is not common, if codes leave room for it.
pub(super) const NOT_COMMON: u8 = 0x80;

/// Words of 64 codes in a set.
pub(super) const WORDS: usize = MOST_CODES / 64;

/// A set of codes for each of 64 heaps: `sets[word][heap]`, with the words in use.
pub(super) type Sets = [[u64; PART]];

/// A heap that makes pairs: the partner stands `distance` before the heap of the option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Marker {
    pub(super) distance: u32,
    pub(super) code: u8,
}

/// The codes of a sequence, and which of its heaps are common.
#[derive(Clone, Debug, Default)]
pub(in crate::heap) struct Codes {
    /// The code of each heap, with all bits that codes lack if the heap is not common.
    pub(super) code: Vec<u8>,
    /// `COMMON` or 0; nothing where codes have at most seven bits and so say it themselves.
    pub(super) common: Vec<u8>,
    /// The bits of a code: all below the number of codes, a power of two.
    pub(super) bits: u8,
    /// Places with common heaps only, the last ones noted: nobody needs to look whether they are common. Empty
    /// where codes say it themselves.
    pub(super) run: Range<usize>,
}

impl Codes {
    /// Places without a heap, for so many codes, a power of two.
    pub(super) fn new(count: usize, places: usize) -> Codes {
        let bits = (count - 1) as u8;
        let mut codes = Codes { bits, ..Codes::default() };
        codes.resize(places);
        codes
    }

    /// The bytes that they take.
    pub(super) fn bytes(&self) -> usize {
        self.code.capacity() + self.common.capacity()
    }

    /// Makes room for so many places.
    pub(super) fn resize(&mut self, places: usize) {
        self.code.resize(places, !self.bits);
        if !self.are_narrow() {
            self.common.resize(places, 0);
        }
    }

    /// Places without a heap, for the same codes.
    pub(super) fn like(other: &Codes, places: usize) -> Codes {
        let mut codes = Codes { bits: other.bits, ..Codes::default() };
        codes.resize(places);
        codes
    }

    /// Forgets the heaps there.
    pub(super) fn clear(&mut self, places: Range<usize>) {
        self.code[places.clone()].fill(!self.bits);
        if !self.are_narrow() {
            self.run.end = self.run.end.min(places.start);
            self.run.start = self.run.start.min(self.run.end);
            self.common[places].fill(0);
        }
    }

    /// Notes from one place on the heaps that stand elsewhere, with the same codes.
    pub(super) fn copy(&mut self, place: usize, other: &Codes, from: Range<usize>) {
        let to = place..place + from.len();
        self.code[to.clone()].copy_from_slice(&other.code[from.clone()]);
        if !self.are_narrow() {
            self.common[to.clone()].copy_from_slice(&other.common[from]);
            self.note_common(to);
        }
    }

    /// Moves heaps to the first places.
    pub(super) fn move_to_start(&mut self, from: Range<usize>) {
        self.code.copy_within(from.clone(), 0);
        if !self.are_narrow() {
            self.run.end = self.run.end.min(from.end).saturating_sub(from.start);
            self.run.start = self.run.start.saturating_sub(from.start).min(self.run.end);
            self.common.copy_within(from, 0);
        }
    }

    /// Whether codes have at most seven bits.
    #[inline(always)]
    pub(super) fn are_narrow(&self) -> bool {
        self.bits != u8::MAX
    }

    /// Whether there is a common heap.
    #[inline(always)]
    pub(super) fn is_common(&self, place: usize) -> bool {
        if self.are_narrow() { self.code[place] & NOT_COMMON == 0 } else { self.common[place] != 0 }
    }

    /// A code as it is stored beside no bit, if codes leave room for one.
    pub(super) fn narrow(&self, code: usize) -> Option<u8> {
        u8::try_from(code).ok().filter(|&code| self.are_narrow() && code <= self.bits)
    }

    /// Notes a heap.
    #[inline(always)]
    pub(super) fn set(&mut self, place: usize, code: u8, common: bool) {
        self.code[place] = if common { code } else { code | !self.bits };
        if !self.are_narrow() {
            self.common[place] = if common { COMMON } else { 0 };
            self.note_common(place..place + 1);
        }
    }

    /// Notes that heaps whose codes were written are common.
    pub(super) fn set_common(&mut self, places: Range<usize>) {
        if !self.are_narrow() {
            self.common[places.clone()].fill(COMMON);
            self.note_common(places);
        }
    }

    /// Finds the last common heaps, now that these places were written.
    #[inline(always)]
    fn note_common(&mut self, places: Range<usize>) {
        let rare = self.common[places.clone()].iter().rposition(|&common| common != COMMON);
        if rare.is_some() || places.start != self.run.end {
            self.run.start = rare.map_or(places.start, |rare| places.start + rare + 1);
        }
        self.run.end = places.end;
    }

    /// Whether 64 heaps from this place on are known to be common.
    #[inline(always)]
    #[cfg(target_arch = "x86_64")]
    pub(super) fn are_common(&self, from: usize) -> bool {
        self.run.start <= from && from + PART <= self.run.end
    }

    /// The code of the heap there.
    #[inline(always)]
    pub(super) fn at(&self, place: usize) -> u8 {
        self.code[place] & self.bits
    }
}

/// How values and codes correspond in a sparse space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Coding {
    space: Space,
    /// The bit that codes lack.
    dropped: u32,
}

impl Coding {
    /// The coding of a space that is not trivial.
    pub(super) fn new(space: Space) -> Coding {
        Coding { space, dropped: space.mask().trailing_zeros() }
    }

    /// The code of a value.
    #[inline(always)]
    pub(super) fn code(&self, value: usize) -> usize {
        let low = (1 << self.dropped) - 1;
        value & low | (value >> 1) & !low
    }

    /// The common (or rare) value of heap `n` with this code.
    #[inline(always)]
    pub(super) fn value(&self, code: usize, n: usize, common: bool) -> usize {
        let low = (1 << self.dropped) - 1;
        let value = code & low | (code & !low) << 1;
        let fits = self.space.is_common(n as u64, value as u64) == common;
        value | usize::from(!fits) << self.dropped
    }

    /// The rare value with the code of a common one, and the reverse.
    #[inline(always)]
    pub(super) fn other(&self, value: usize) -> usize {
        value ^ 1 << self.dropped
    }

    /// The codes below this are those of the rare values of heap `n` below its common one of a code.
    #[inline(always)]
    pub(super) fn rare_below(&self, code: usize, n: usize) -> usize {
        self.codes_below(self.value(code, n, true))
    }

    /// The codes below this are those of the rare values below a common one, and the reverse.
    #[inline(always)]
    pub(super) fn codes_below(&self, value: usize) -> usize {
        (value + (1 << self.dropped)) >> (self.dropped + 1) << self.dropped
    }
}

/// How many pairs of heaps can be summed one by one, with the search that follows, in the time in which two pairs are marked
/// for a heap.
pub(super) fn gathered_while_two_are_marked(isa: Isa) -> usize {
    match isa {
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 => 2,
        _ => 3,
    }
}

/// The least limit, of those for which the loops are specialised, that so many codes among `count` need.
pub(super) fn limit_for(codes: usize, count: usize) -> usize {
    codes.next_multiple_of(match (count, codes) {
        (..=64, ..=32) => 8,
        (..=64, _) => 16,
        _ => 32,
    })
}

/// Adds the marks of all pairs; `first` is the place of the first of the 64 heaps in `codes`.
/// Marks the codes below `limit`, one of those that [`limit_for`] gives.
// Put into a long function its loop has been a third slower.
#[inline(never)]
pub(super) fn mark(
    isa: Isa,
    codes: &Codes,
    first: usize,
    markers: &[Marker],
    limit: usize,
    sets: &mut Sets,
) {
    if simd::mark(isa, codes, first, markers, limit, sets) {
        return;
    }
    for marker in markers {
        let from = first - marker.distance as usize;
        for (heap, place) in (from..from + PART).enumerate() {
            let code = usize::from(codes.at(place) ^ marker.code);
            let counts = codes.is_common(place) && code < limit;
            sets[code / 64][heap] |= u64::from(counts) << (code % 64);
        }
    }
}

/// The codes that pairs with one heap have: noted as bytes, of which none waits for another.
pub(super) struct Sums([[u8; 64]; 2 * WORDS]);

impl Sums {
    pub(super) fn new() -> Sums {
        Sums([[0; 64]; 2 * WORDS])
    }

    /// Notes the pair of a marker and the partner at this place.
    #[inline(always)]
    pub(super) fn note(&mut self, codes: &Codes, partner: usize, marker: &Marker) {
        let sum = usize::from(codes.code[partner] ^ marker.code);
        // Beside the sums of common partners, as in narrow codes.
        let beside = if codes.are_narrow() { 0 } else { usize::from(!codes.common[partner]) << 1 };
        let place = sum | beside & MOST_CODES;
        self.0.as_flattened_mut()[place] = 1;
    }

    /// Marks those of common partners, for a heap of 64.
    pub(super) fn mark(&self, excluded: &mut Sets, heap: usize) {
        for (set, sums) in excluded.iter_mut().zip(&self.0) {
            set[heap] |= pack(sums);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::few::{FEW, Few};
    use super::super::ready::open_codes;
    use super::*;
    use crate::heap::games::moves::Moves;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn codes_keep_sums_and_order(
            counts in prop::collection::vec([1u64..50, 1u64..50], 2..40),
            a in 0usize..512, b in 0usize..512, n in 0usize..9,
        ) {
            let moves = Moves { breaks: vec![1], leaves: vec![], takes: vec![], unequal: false };
            let (space, _) = Space::best(&counts, &moves);
            prop_assume!(space.mask() != 0);
            let coding = Coding::new(space);
            prop_assert_eq!(coding.code(a) ^ coding.code(b), coding.code(a ^ b));
            let (a_common, b_common) =
                (space.is_common(n as u64, a as u64), space.is_common(n as u64, b as u64));
            prop_assert_eq!(coding.value(coding.code(a), n, a_common), a);
            if a_common == b_common {
                prop_assert_eq!(a < b, coding.code(a) < coding.code(b));
            } else {
                prop_assert_eq!(a < b, coding.code(a) < coding.codes_below(b));
            }
        }

        #[test]
        fn every_form_marks_the_same(
            cells in prop::collection::vec((0u8..=255, prop::bool::ANY), 300),
            pairs in prop::collection::vec((0u32..236, 0u8..=255), 0..40),
            limit in prop::sample::select(vec![8usize, 16, 24, 32, 48, 64, 96, 128, 160, 192, 224, 256]),
            below in prop::collection::vec(0u16..=256, PART),
        ) {
            let limits: [u16; PART] = std::array::from_fn(|heap| below[heap].min(limit as u16));
            let fits = |code: u8| (usize::from(code) % limit.next_power_of_two()) as u8;
            let count = limit.next_power_of_two().max(32);
            let words = count.div_ceil(64);
            let mut codes = Codes::new(count, cells.len());
            for (place, &(code, common)) in cells.iter().enumerate() {
                codes.set(place, fits(code), common);
            }
            let markers: Vec<Marker> =
                pairs.iter().map(|&(distance, code)| Marker { distance, code: fits(code) }).collect();
            let mut twin = vec![[0; PART]; words];
            mark(Isa::Portable, &codes, 236, &markers, limit, &mut twin);
            for isa in Isa::available() {
                let mut sets = vec![[0; PART]; words];
                mark(isa, &codes, 236, &markers, limit, &mut sets);
                prop_assert!(sets == twin, "{isa:?}");
                let some = &markers[..markers.len() / 2];
                let mut partly = vec![[0; PART]; words];
                mark(isa, &codes, 236, some, limit, &mut partly);
                let mut few = Few::unmarked(isa, &partly, &limits);
                let more = few.more;
                let (tried, others) = markers[some.len()..].split_at((markers.len() - some.len()) / 2);
                few.try_on(isa, &codes, 236, tried);
                few.close_ranks(isa);
                few.rows = FEW;
                few.try_on(isa, &codes, 236, others);
                for heap in [0, 1, 31, 32, 62, 63] {
                    let open = |code: &usize| twin[code / 64][heap] >> (code % 64) & 1 == 0;
                    let all: Vec<usize> = (0..limits[heap].into()).filter(open).collect();
                    let alive: Vec<usize> = few.alive(heap).map(usize::from).collect();
                    prop_assert_eq!(&all[..alive.len()], &alive);
                    let unmarked = open_codes(&partly, heap, 0..limits[heap].into()).count();
                    prop_assert_eq!(unmarked > FEW, more >> heap & 1 == 1);
                    prop_assert!(alive.len() == all.len() || unmarked > FEW);
                }
            }
        }
    }
}
