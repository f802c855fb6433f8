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

use super::kernel::Cell;
use super::simd::{self, Isa};
use crate::heap::space::Space;

/// Heaps marked together.
pub(super) const PART: usize = 64;

/// The most codes.
pub(super) const MOST_CODES: usize = 256;

/// Set in the cell of a heap whose partner in a pair it is may mark something: a common heap.
/// Codes of eight bits leave no room for it, so it stands in a byte of its own.
pub(super) const COMMON: u8 = 0xFF;

/// Words of 64 codes in a set.
pub(super) const WORDS: usize = MOST_CODES / 64;

/// A set of codes for each of 64 heaps: `sets[word][heap]`.
pub(super) type Sets = [[u64; PART]; WORDS];

/// A heap that makes pairs: the partner stands `distance` before the heap of the option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Marker {
    pub(super) distance: u32,
    pub(super) code: u8,
}

/// The codes of a sequence, and which of its heaps are common.
#[derive(Clone, Debug, Default)]
pub(in crate::heap) struct Codes {
    pub(super) code: Vec<u8>,
    /// `COMMON` or 0.
    pub(super) common: Vec<u8>,
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

    /// The codes below this are those of the rare values below a common one, and the reverse.
    #[inline(always)]
    pub(super) fn codes_below(&self, value: usize) -> usize {
        (value + (1 << self.dropped)) >> (self.dropped + 1) << self.dropped
    }
}

/// Adds the marks of all pairs; `first` is the place of the first of the 64 heaps in `codes`.
/// Marks the codes below `limit`, a multiple of 32; all codes are below the next power of two.
pub(super) fn mark(
    isa: Isa,
    codes: &Codes,
    first: usize,
    markers: &[Marker],
    limit: usize,
    sets: &mut Sets,
) {
    match isa {
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 => simd::mark_avx512(codes, first, markers, limit, sets),
        _ => {
            for marker in markers {
                let from = first - marker.distance as usize;
                let partners = codes.code[from..from + PART].iter();
                for (heap, (code, common)) in partners.zip(&codes.common[from..]).enumerate() {
                    let code = usize::from(code ^ marker.code);
                    let counts = common & 1 & u8::from(code < limit);
                    sets[code / 64][heap] |= u64::from(counts) << (code % 64);
                }
            }
        }
    }
}

/// How many unmarked codes of a heap are tried one by one.
pub(super) const FEW: usize = 8;

/// The first few unmarked codes of 64 heaps.
#[derive(Clone, Debug)]
pub(super) struct Few {
    /// `codes[k][heap]`, in increasing order of `k`.
    pub(super) codes: [[u8; PART]; FEW],
    /// Bit `heap` of `alive[k]`: whether there is such a code and no pair is known to exclude it.
    pub(super) alive: [u64; FEW],
}

impl Few {
    /// The first unmarked codes below `limit` in these sets.
    pub(super) fn unmarked(sets: &Sets, limit: usize) -> Few {
        let mut few = Few { codes: [[0; PART]; FEW], alive: [0; FEW] };
        for (heap, &first) in sets[0].iter().enumerate() {
            let mut word = 0;
            let mut open = !first;
            for k in 0..FEW {
                while open == 0 && 64 * (word + 1) < limit {
                    word += 1;
                    open = !sets[word][heap];
                }
                let code = 64 * word + open.trailing_zeros() as usize;
                if open == 0 || code >= limit {
                    break;
                }
                few.codes[k][heap] = code as u8;
                few.alive[k] |= 1 << heap;
                open &= open - 1;
            }
        }
        few
    }

    /// The codes of a heap that are alive, in increasing order.
    #[inline(always)]
    pub(super) fn alive(&self, heap: usize) -> impl Iterator<Item = u8> + '_ {
        (0..FEW).filter(move |&k| self.alive[k] >> heap & 1 == 1).map(move |k| self.codes[k][heap])
    }
}

/// Tries the few codes against more pairs: those that a pair excludes are alive no longer.
pub(super) fn try_few(isa: Isa, codes: &Codes, first: usize, markers: &[Marker], few: &mut Few) {
    match isa {
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 => simd::try_few_avx512(codes, first, markers, few),
        _ => {
            for marker in markers {
                let from = first - marker.distance as usize;
                for (alive, wanted) in few.alive.iter_mut().zip(&few.codes) {
                    for (heap, &wanted) in wanted.iter().enumerate() {
                        let hit = codes.code[from + heap] ^ marker.code == wanted
                            && codes.common[from + heap] == COMMON;
                        *alive &= !(u64::from(hit) << heap);
                    }
                }
            }
        }
    }
}

/// Whether one of the first heaps of 64, all common, makes a pair of this code with a rare heap
/// such that both are together `total` tokens more than where the 64 begin. `small` has the codes of
/// heaps 63, 62, ..., 1 and, as "common", which of them are rare.
#[inline(always)]
pub(super) fn near_pair(
    isa: Isa,
    codes: &Codes,
    first: usize,
    total: usize,
    small: &Codes,
    code: u8,
) -> bool {
    let from = PART - 1 - total;
    match isa {
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 => simd::near_pair_avx512(codes, first, total, small, code),
        _ => (0..total).any(|heap| {
            small.common[from + heap] == COMMON
                && codes.code[first + heap] ^ small.code[from + heap] == code
        }),
    }
}

/// Everything that depends on a common code alone, for even and for odd heaps.
#[derive(Clone, Debug, Default)]
pub(super) struct Lookup {
    /// The common value with this code.
    pub(super) value: [Vec<u16>; 2],
    /// If there are 64 codes: those of the rare values below that value.
    pub(super) rare_below: [Vec<u64>; 2],
}

impl Lookup {
    /// The values of the codes below `count`.
    pub(super) fn new(coding: &Coding, count: usize) -> Lookup {
        let mut lookup = Lookup::default();
        for parity in 0..2 {
            for code in 0..count {
                let value = coding.value(code, parity, true);
                let below = coding.codes_below(value).min(64) as u32;
                lookup.value[parity].push(value as u16);
                lookup.rare_below[parity].push(u64::MAX.checked_shr(64 - below).unwrap_or(0));
            }
        }
        lookup
    }
}

/// What settling 64 heaps of a game with at most 64 codes starts from.
pub(in crate::heap) struct Marked<'a> {
    /// The marked common codes of each heap.
    pub(super) excluded: &'a [u64; PART],
    /// The marked rare codes.
    pub(super) covered: &'a [u64; PART],
    /// Pairs with partners nearer than 64, those nearer than 8 first.
    pub(super) near: &'a [Marker],
    /// How many partners are nearer than 8.
    pub(super) nearer: usize,
    /// Amounts that may be left and turn a rare value into a common one.
    pub(super) turning: &'a [usize],
    /// Codes from here on are not marked.
    pub(super) limit: usize,
    pub(super) lookup: &'a Lookup,
}

/// Gives the heaps from `heap` on their values, in order, up to the first that has no code left below the limit or
/// a rare value open below it; answers which that is. `base` is the size of the first of the 64.
///
/// Eight heaps at a time get the marks of pairs whose partner is 8 to 63 before them.
#[inline(always)]
pub(super) fn settle_marked<T: Cell>(
    marked: &Marked<'_>,
    cells: &mut [T],
    codes: &mut Codes,
    first: usize,
    base: usize,
    mut heap: usize,
) -> usize {
    const GROUP: usize = 8;
    let (nearer, near) = marked.near.split_at(marked.nearer);
    while heap < PART {
        let group = heap / GROUP * GROUP;
        let mut sets = [0u64; GROUP];
        sets.copy_from_slice(&marked.excluded[group..group + GROUP]);
        for marker in near {
            let from = first + group - marker.distance as usize;
            let code = &codes.code[from..from + GROUP];
            let common = &codes.common[from..from + GROUP];
            for lane in 0..GROUP {
                let bit = u64::from((code[lane] ^ marker.code) & 63);
                sets[lane] |= u64::from(common[lane] & 1) << bit;
            }
        }
        for (lane, mut set) in sets.into_iter().enumerate().skip(heap - group) {
            let place = first + group + lane;
            let parity = (base + group + lane) % 2;
            for marker in nearer {
                let from = place - marker.distance as usize;
                let bit = (codes.code[from] ^ marker.code) & 63;
                set |= u64::from(codes.common[from] & 1) << bit;
            }
            for &taken in marked.turning {
                let from = place - taken;
                set |= u64::from(!codes.common[from] & 1) << (codes.code[from] & 63);
            }
            let code = set.trailing_ones() as usize;
            if code >= marked.limit
                || !marked.covered[group + lane] & marked.lookup.rare_below[parity][code] != 0
            {
                return group + lane;
            }
            cells[place] = T::new(marked.lookup.value[parity][code].into());
            codes.code[place] = code as u8;
            codes.common[place] = COMMON;
        }
        heap = group + GROUP;
    }
    PART
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::moves::Moves;
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
            thirtytwos in 1usize..=8,
        ) {
            let limit = 32 * thirtytwos;
            let fits = |code: u8| (usize::from(code) % limit.next_power_of_two()) as u8;
            let codes = Codes {
                code: cells.iter().map(|cell| fits(cell.0)).collect(),
                common: cells.iter().map(|cell| if cell.1 { COMMON } else { 0 }).collect(),
            };
            let markers: Vec<Marker> =
                pairs.iter().map(|&(distance, code)| Marker { distance, code: fits(code) }).collect();
            let mut twin = [[0; PART]; WORDS];
            mark(Isa::Portable, &codes, 236, &markers, limit, &mut twin);
            for isa in Isa::available() {
                let mut sets = [[0; PART]; WORDS];
                mark(isa, &codes, 236, &markers, limit, &mut sets);
                prop_assert!(sets == twin, "{isa:?}");
                let some = &markers[..markers.len() / 2];
                let mut partly = [[0; PART]; WORDS];
                mark(isa, &codes, 236, some, limit, &mut partly);
                let mut few = Few::unmarked(&partly, limit);
                try_few(isa, &codes, 236, &markers[some.len()..], &mut few);
                for heap in [0, 1, 31, 32, 62, 63] {
                    let open = |code: &usize| twin[code / 64][heap] >> (code % 64) & 1 == 0;
                    let all: Vec<usize> = (0..limit).filter(open).collect();
                    let alive: Vec<usize> = few.alive(heap).map(usize::from).collect();
                    prop_assert_eq!(&all[..alive.len()], &alive);
                }
            }
        }
    }
}
