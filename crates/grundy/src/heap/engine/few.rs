//! The first few codes that are left to each of 64 heaps, tried one by one on pairs that were not marked.
//!
//! Trying eight codes on a pair costs two thirds of marking all of them, trying four costs a third. So only the pairs that
//! exclude most are marked, and the rest are tried; the more codes are excluded, the fewer rows are tried.

use super::marks::{Codes, Marker, PART, Sets};
use super::ready::{bits, open_codes};
use super::simd::{self, Isa};

/// So many codes may stand beyond the rows that are tried.
const FEW_BEYOND: u64 = 6;

/// How many unmarked codes of a heap are tried one by one.
pub(super) const FEW: usize = 8;

/// The first few unmarked codes of 64 heaps.
#[derive(Clone, Debug)]
pub(super) struct Few {
    /// `codes[k][heap]`, in increasing order of `k`.
    pub(super) codes: [[u8; PART]; FEW],
    /// Bit `heap` of `alive[k]`: whether there is such a code and no pair is known to exclude it.
    pub(super) alive: [u64; FEW],
    /// The heaps with more such codes than there is room for, as bits.
    pub(super) more: u64,
    /// How many of these rows are tried: 8, 4 or 2.
    pub(super) rows: usize,
}

impl Default for Few {
    fn default() -> Few {
        Few { codes: [[0; PART]; FEW], alive: [0; FEW], more: 0, rows: FEW }
    }
}

impl Few {
    /// The first unmarked codes in these sets, those below the limit of each heap.
    pub(super) fn unmarked(isa: Isa, sets: &Sets, limits: &[u16; PART]) -> Few {
        if let Some(few) = simd::unmarked(isa, sets, limits) {
            return few;
        }
        let mut few = Few::default();
        for (heap, &limit) in limits.iter().enumerate() {
            let mut open = open_codes(sets, heap, 0..limit.into());
            for (k, code) in open.by_ref().take(FEW).enumerate() {
                few.codes[k][heap] = code as u8;
                few.alive[k] |= 1 << heap;
            }
            few.more |= u64::from(open.next().is_some()) << heap;
        }
        few
    }

    /// The heaps to which some code is left, as bits.
    pub(super) fn any(&self) -> u64 {
        self.alive.iter().fold(0, |any, alive| any | alive)
    }

    /// How many codes are alive.
    pub(super) fn count(&self) -> u64 {
        self.alive.iter().map(|alive| u64::from(alive.count_ones())).sum()
    }

    /// The codes of a heap that are alive, in increasing order.
    #[inline(always)]
    pub(super) fn alive(&self, heap: usize) -> impl Iterator<Item = u8> + '_ {
        (0..FEW).filter(move |&k| self.alive[k] >> heap & 1 == 1).map(move |k| self.codes[k][heap])
    }

    /// Tries the codes against more pairs: those that a pair excludes are alive no longer. `first` is the place of the first
    /// of the 64 heaps in `codes`.
    pub(super) fn try_on(&mut self, isa: Isa, codes: &Codes, first: usize, markers: &[Marker]) {
        if !simd::try_few(isa, codes, first, markers, self) {
            self.try_portable(codes, first, markers);
        }
    }

    /// [`Self::try_on`] in loops that become vectors of whatever width there is.
    #[inline(always)]
    pub(super) fn try_portable(&mut self, codes: &Codes, first: usize, markers: &[Marker]) {
        let narrow = codes.are_narrow();
        // The least that sums differed in, bits as a number: 0 where one was met.
        let mut least = [[u8::MAX; PART]; FEW];
        let rows = &self.codes[..self.rows];
        for marker in markers {
            let from = first - marker.distance as usize;
            let partners = &codes.code[from..from + PART];
            let mut sums = [0; PART];
            for (sum, partner) in sums.iter_mut().zip(partners) {
                *sum = partner ^ marker.code;
            }
            // The sum of a narrow code that is not common has a bit that no code has.
            let mut rare = [0; PART];
            if !narrow {
                for (rare, common) in rare.iter_mut().zip(&codes.common[from..from + PART]) {
                    *rare = !common;
                }
            }
            for (least, wanted) in least.iter_mut().zip(rows) {
                for heap in 0..PART {
                    let lacking = (sums[heap] ^ wanted[heap]) | rare[heap];
                    least[heap] = least[heap].min(lacking);
                }
            }
        }
        for (alive, least) in self.alive.iter_mut().zip(&least) {
            for (heap, &least) in least.iter().enumerate() {
                *alive &= !(u64::from(least == 0) << heap);
            }
        }
    }

    /// Goes on with fewer rows if codes are left to few heaps beyond these; answers how many codes these are.
    pub(super) fn close_ranks(&mut self, isa: Isa) -> u64 {
        if !simd::close_ranks(isa, self) {
            self.close_ranks_portable();
        }
        let beyond = |few: &Few, rows: usize| -> u64 {
            few.alive[rows..].iter().map(|alive| u64::from(alive.count_ones())).sum()
        };
        self.rows =
            [2, 4].into_iter().find(|&rows| beyond(self, rows) <= FEW_BEYOND).unwrap_or(FEW);
        beyond(self, self.rows)
    }

    /// Moves the codes that are alive to the first rows.
    fn close_ranks_portable(&mut self) {
        for heap in bits(self.any()) {
            let mut last = 0;
            for row in 0..FEW {
                if self.alive[row] >> heap & 1 == 1 {
                    self.alive[row] &= !(1 << heap);
                    self.alive[last] |= 1 << heap;
                    self.codes[last][heap] = self.codes[row][heap];
                    last += 1;
                }
            }
        }
    }
}
