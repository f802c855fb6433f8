//! The inner loops for the vector units of the machine, chosen when an engine is made.
//!
//! What AVX-512 buys: a byte permute looks up what the codes of 64 heaps add to a byte of their sets, in every
//! word of them; one minimum tests a code of each against a pair; a permute and a funnel shift look up 32 sums
//! in a bit set.
#![allow(
    unsafe_code,
    reason = "vector intrinsics take pointers; each use says why it is in bounds"
)]
#![cfg_attr(
    not(target_arch = "x86_64"),
    allow(
        unused_variables,
        unreachable_code,
        reason = "wider vectors are there for one processor"
    )
)]

#[cfg(target_arch = "x86_64")]
mod codes;
#[cfg(target_arch = "x86_64")]
mod pairs;

use super::eights::{self, GROUP, Marked, Outcome};
use super::few::Few;
use super::kernel::{self, Agreement, Cell, SOUGHT, Wanted};
use super::marks::{Codes, Marker, PART, Sets};
use super::nearer::Nearer;
use std::ops::Range;

/// The vector units an engine uses; made only by [`Isa::best`] and [`Isa::available`], from what the processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Isa {
    /// What every processor of the target has.
    Portable,
    /// AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// AVX-512 with byte and word instructions and byte permutes.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Isa {
    /// The best that this machine has.
    pub(crate) fn best() -> Isa {
        Isa::available().last().copied().unwrap_or(Isa::Portable)
    }

    /// All that this machine has, the best last.
    pub(crate) fn available() -> Vec<Isa> {
        #[allow(unused_mut, reason = "other architectures add nothing")]
        let mut all = vec![Isa::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("popcnt")
            {
                all.push(Isa::Avx2);
            }
            if is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vbmi")
                && is_x86_feature_detected!("avx512vbmi2")
                && is_x86_feature_detected!("avx512cd")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("popcnt")
            {
                all.push(Isa::Avx512);
            }
        }
        all
    }
}

/// A cell with vector loops.
pub(in crate::heap) trait SimdCell: Cell {
    /// [`kernel::gather`].
    fn gather(
        isa: Isa,
        cells: &[Self],
        origin: usize,
        rest: usize,
        parts: Range<usize>,
        seen: &mut [u8],
    );

    /// [`kernel::sieve`].
    fn sieve(
        isa: Isa,
        cells: &[Self],
        origin: usize,
        rest: usize,
        parts: Range<usize>,
        wanted: &mut Wanted,
    );

    /// [`kernel::find_pair`].
    fn find_pair(isa: Isa, ones: &[Self], others: &[Self], value: Self) -> Option<usize>;

    /// [`kernel::find_pairs`].
    fn find_pairs(isa: Isa, ones: &[Self], others: &[Self], sought: &[Self]) -> u32;
}

/// [`eights::settle_marked`].
pub(super) fn settle_marked(
    isa: Isa,
    marked: &Marked<'_>,
    values: &mut [u16],
    codes: &mut Codes,
    first: usize,
    base: usize,
    heap: usize,
) -> Outcome {
    match isa {
        Isa::Portable => {
            eights::settle_marked::<[u64; GROUP]>(marked, values, codes, first, base, heap)
        }
        // SAFETY: an `Isa` is made only from what the processor was found to have.
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 => unsafe { codes::settle_marked_avx2(marked, values, codes, first, base, heap) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 => unsafe {
            codes::settle_marked_avx512(marked, values, codes, first, base, heap)
        },
    }
}

/// [`super::marks::mark`] in wider vectors, if there are some for it; whether it was done.
pub(super) fn mark(
    isa: Isa,
    codes: &Codes,
    first: usize,
    markers: &[Marker],
    limit: usize,
    sets: &mut Sets,
) -> bool {
    match isa {
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 => {
            use codes::{mark_96, mark_word, mark_words};
            // SAFETY: an `Isa` is made only from what the processor was found to have.
            unsafe {
                match (codes.bits, limit) {
                    (31, ..=8) => mark_word::<1, 0>(codes, first, markers, sets),
                    (31, 9..=16) => mark_word::<2, 0>(codes, first, markers, sets),
                    (31, 17..=24) => mark_word::<3, 0>(codes, first, markers, sets),
                    (31, _) => mark_word::<4, 0>(codes, first, markers, sets),
                    (63, ..=8) => mark_word::<1, 1>(codes, first, markers, sets),
                    (63, 9..=16) => mark_word::<2, 1>(codes, first, markers, sets),
                    (63, 17..=24) => mark_word::<3, 1>(codes, first, markers, sets),
                    (63, 25..=32) => mark_word::<4, 1>(codes, first, markers, sets),
                    (63, 33..=48) => mark_word::<6, 1>(codes, first, markers, sets),
                    (63, _) => mark_word::<8, 1>(codes, first, markers, sets),
                    (127, ..=32) => mark_word::<4, 2>(codes, first, markers, sets),
                    (127, 33..=64) => mark_word::<8, 2>(codes, first, markers, sets),
                    (127, 65..=96) => mark_96(codes, first, markers, sets),
                    (127, _) => mark_words::<true, 16, false>(codes, first, markers, sets),
                    (_, ..=32) => mark_word::<4, 4>(codes, first, markers, sets),
                    (_, 33..=64) => mark_word::<8, 4>(codes, first, markers, sets),
                    (_, 65..=96) => mark_words::<false, 12, false>(codes, first, markers, sets),
                    (_, 97..=128) => mark_words::<false, 16, false>(codes, first, markers, sets),
                    (_, 129..=160) => mark_words::<false, 20, false>(codes, first, markers, sets),
                    (_, 161..=192) => mark_words::<false, 24, false>(codes, first, markers, sets),
                    (_, limit) => {
                        mark_words::<false, 16, false>(codes, first, markers, sets);
                        match limit {
                            ..=224 => mark_words::<false, 12, true>(codes, first, markers, sets),
                            _ => mark_words::<false, 16, true>(codes, first, markers, sets),
                        }
                    }
                }
            }
            true
        }
        _ => false,
    }
}

/// [`Few::try_on`] in wider vectors, if there are some for it; whether it was done.
pub(super) fn try_few(
    isa: Isa,
    codes: &Codes,
    first: usize,
    markers: &[Marker],
    few: &mut Few,
) -> bool {
    match isa {
        Isa::Portable => return false,
        // SAFETY: an `Isa` is made only from what the processor was found to have.
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 => unsafe { codes::try_few_avx2(codes, first, markers, few) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 => unsafe {
            match (codes.are_narrow(), few.rows) {
                (true, ..=2) => codes::try_few::<true, 2>(codes, first, markers, few),
                (true, 3..=4) => codes::try_few::<true, 4>(codes, first, markers, few),
                (true, _) => codes::try_few::<true, 8>(codes, first, markers, few),
                (false, ..=2) => codes::try_few::<false, 2>(codes, first, markers, few),
                (false, 3..=4) => codes::try_few::<false, 4>(codes, first, markers, few),
                (false, _) => codes::try_few::<false, 8>(codes, first, markers, few),
            }
        },
    }
    true
}

/// [`Few::close_ranks`] in wider vectors, if there are some for it; whether it was done.
pub(super) fn close_ranks(isa: Isa, few: &mut Few) -> bool {
    match isa {
        // SAFETY: an `Isa` is made only from what the processor was found to have.
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 => unsafe { codes::close_ranks(few) },
        _ => return false,
    }
    true
}

/// [`Few::unmarked`] in wider vectors, if there are some for it.
pub(super) fn unmarked(isa: Isa, sets: &Sets, limits: &[u16; PART]) -> Option<Few> {
    match isa {
        // SAFETY: an `Isa` is made only from what the processor was found to have.
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 => Some(unsafe {
            match sets.len() {
                1 => codes::unmarked::<1>(sets, limits),
                2 => codes::unmarked::<2>(sets, limits),
                _ => codes::unmarked::<4>(sets, limits),
            }
        }),
        _ => None,
    }
}

/// [`Nearer::settle`] in wider vectors, if there are some for it.
pub(super) fn settle_few(
    isa: Isa,
    few: &Few,
    nearer: &Nearer,
    heaps: &mut [u8; PART],
    heap: usize,
) -> Option<usize> {
    match isa {
        // SAFETY: an `Isa` is made only from what the processor was found to have.
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 => Some(unsafe { codes::settle_few(few, nearer, heaps, heap) }),
        _ => None,
    }
}

/// [`kernel::agree`].
pub(super) fn agree(
    isa: Isa,
    ones: &[u64],
    others: &[u64],
    bits: usize,
    mask: u64,
    room: &mut Agreement,
) -> usize {
    assert!(others.len() == ones.len() + 1 && bits < 64);
    assert!(room.words.len() >= ones.len() + 8 && room.places.len() >= ones.len() + 8);
    match isa {
        Isa::Portable => kernel::agree(ones, others, bits, mask, room),
        // SAFETY: an `Isa` is made only from what the processor was found to have.
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 => unsafe { pairs::agree_avx2(ones, others, bits, mask, room) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 => unsafe { pairs::agree_avx512(ones, others, bits, mask, room) },
    }
}

/// [`kernel::at_least`].
pub(super) fn at_least(isa: Isa, numbers: &[u32], least: u32, bits: &mut Vec<u64>) {
    match isa {
        Isa::Portable => kernel::at_least(numbers, least, bits),
        // SAFETY: an `Isa` is made only from what the processor was found to have.
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 => unsafe { pairs::at_least_avx2(numbers, least, bits) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 => unsafe { pairs::at_least_avx512(numbers, least, bits) },
    }
}

macro_rules! simd_cell {
    ($cell:ty, $gather:ident, $sieve:ident, $find_pair:ident, $find_pairs:ident) => {
        impl SimdCell for $cell {
            fn gather(
                isa: Isa,
                cells: &[$cell],
                origin: usize,
                rest: usize,
                parts: Range<usize>,
                seen: &mut [u8],
            ) {
                match isa {
                    Isa::Portable => kernel::gather(cells, origin, rest, parts, seen),
                    // SAFETY: an `Isa` is made only from what the processor was found to have.
                    #[cfg(target_arch = "x86_64")]
                    Isa::Avx2 => unsafe { pairs::gather_avx2(cells, origin, rest, parts, seen) },
                    // SAFETY: as above.
                    #[cfg(target_arch = "x86_64")]
                    Isa::Avx512 => unsafe { pairs::$gather(cells, origin, rest, parts, seen) },
                }
            }

            fn sieve(
                isa: Isa,
                cells: &[$cell],
                origin: usize,
                rest: usize,
                parts: Range<usize>,
                wanted: &mut Wanted,
            ) {
                match isa {
                    Isa::Portable => kernel::sieve(cells, origin, rest, parts, wanted),
                    // SAFETY: an `Isa` is made only from what the processor was found to have.
                    #[cfg(target_arch = "x86_64")]
                    Isa::Avx2 => unsafe { pairs::sieve_avx2(cells, origin, rest, parts, wanted) },
                    // SAFETY: as above.
                    #[cfg(target_arch = "x86_64")]
                    Isa::Avx512 => unsafe { pairs::$sieve(cells, origin, rest, parts, wanted) },
                }
            }

            fn find_pair(
                isa: Isa,
                ones: &[$cell],
                others: &[$cell],
                value: $cell,
            ) -> Option<usize> {
                assert_eq!(ones.len(), others.len());
                match isa {
                    Isa::Portable => kernel::find_pair(ones, others, value),
                    // SAFETY: an `Isa` is made only from what the processor was found to have.
                    #[cfg(target_arch = "x86_64")]
                    Isa::Avx2 => unsafe { pairs::find_pair_avx2(ones, others, value) },
                    // SAFETY: as above.
                    #[cfg(target_arch = "x86_64")]
                    Isa::Avx512 => unsafe { pairs::$find_pair(ones, others, value) },
                }
            }

            fn find_pairs(isa: Isa, ones: &[$cell], others: &[$cell], sought: &[$cell]) -> u32 {
                assert!(ones.len() == others.len() && sought.len() <= SOUGHT);
                match isa {
                    Isa::Portable => kernel::find_pairs(ones, others, sought),
                    // SAFETY: an `Isa` is made only from what the processor was found to have.
                    #[cfg(target_arch = "x86_64")]
                    Isa::Avx2 => unsafe { pairs::find_pairs_avx2(ones, others, sought) },
                    // SAFETY: as above.
                    #[cfg(target_arch = "x86_64")]
                    Isa::Avx512 => unsafe { pairs::$find_pairs(ones, others, sought) },
                }
            }
        }
    };
}

simd_cell!(u8, gather_bytes, sieve_bytes, find_pair_bytes, find_pairs_bytes);
simd_cell!(u16, gather_words, sieve_words, find_pair_words, find_pairs_words);
// Values that large are rare enough for loops that the compiler writes.
simd_cell!(u32, gather_avx2, sieve_avx2, find_pair_avx2, find_pairs_avx2);

/// Reads 64 bytes.
///
/// # Safety
/// `cells[at..]` has 64 bytes or more.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn read<T>(cells: &[T], at: usize) -> std::arch::x86_64::__m512i {
    debug_assert!(at + 64 / size_of::<T>() <= cells.len());
    // SAFETY: the caller's promise; the load has no alignment.
    unsafe { std::arch::x86_64::_mm512_loadu_si512(cells.as_ptr().add(at).cast()) }
}

#[cfg(test)]
mod tests {
    use super::super::kernel::{SUMS, WINDOW};
    use super::*;
    use proptest::prelude::*;

    /// A few sums are found in pairs of these cells, against the pairs one by one.
    fn finds<T: SimdCell>(
        isa: Isa,
        cells: &[T],
        rest: usize,
        parts: Range<usize>,
        sum: fn(usize) -> T,
    ) {
        let (ones, others) = kernel::pieces(cells, 0, rest, parts.clone());
        for sought in [&[][..], &[3], &[0, 90], &[1, 2, 91], &[2, 130, 200, 255]] {
            let sought: Vec<T> = sought.iter().map(|&value| sum(value)).collect();
            let has = |sum: T| parts.clone().any(|part| cells[part].xor(cells[rest - part]) == sum);
            let found: u32 =
                sought.iter().enumerate().map(|(k, &sum)| u32::from(has(sum)) << k).sum();
            assert_eq!(T::find_pairs(isa, ones, others, &sought), found, "{isa:?}");
        }
    }

    /// Every loop over pairs, on all vector units, against the pairs one by one.
    fn agrees<T: SimdCell>(values: &[usize], rest: usize, parts: Range<usize>, base: usize) {
        let cells: Vec<T> = values.iter().map(|&value| T::new(value)).collect();
        let sums: Vec<usize> =
            parts.clone().map(|part| values[part] ^ values[rest - part]).collect();
        for isa in Isa::available() {
            let mut seen = vec![0; SUMS];
            T::gather(isa, &cells, 0, rest, parts.clone(), &mut seen);
            let expected: Vec<u8> = (0..SUMS).map(|sum| u8::from(sums.contains(&sum))).collect();
            assert!(seen == expected, "{isa:?}");

            let every_third = Wanted { base, bits: [0x9249_2492_4924_9249; WINDOW / 64] };
            let (mut wanted, mut twin) = (every_third.clone(), every_third);
            T::sieve(isa, &cells, 0, rest, parts.clone(), &mut wanted);
            for &sum in sums.iter().filter(|&&sum| (base..base + WINDOW).contains(&sum)) {
                twin.strike(sum);
            }
            assert_eq!(wanted, twin, "{isa:?}");

            for value in sums.iter().copied().take(3).chain([7]) {
                let parts = parts.start..parts.end.min(rest / 2 + 1);
                let has = |part: usize| values[part] ^ values[rest - part] == value;
                let expected = parts.clone().position(has);
                let (ones, others) = kernel::pieces(&cells, 0, rest, parts);
                assert_eq!(T::find_pair(isa, ones, others, T::new(value)), expected);
            }

            let bytes: Vec<u8> = values.iter().map(|&value| (value % 256) as u8).collect();
            let parts = parts.start..parts.end.min(rest / 2 + 1);
            finds(isa, &bytes, rest, parts.clone(), |sum| sum as u8);
            finds(isa, &cells, rest, parts.clone(), |sum| T::new(sum % 128));
        }
    }

    proptest! {
        /// Every form of what stretches are found with, against the bits one by one.
        #[test]
        fn every_form_finds_where_sets_agree(
            ones in prop::collection::vec(any::<u64>(), 1..30),
            others in prop::collection::vec(any::<u64>(), 31),
            thin in prop::bool::ANY,
            bits in 0usize..64,
            mask in any::<u64>(),
            numbers in prop::collection::vec(0u32..9, 0..400),
            least in 0u32..10,
        ) {
            let turn = if thin { 1 } else { 0 };
            let ones: Vec<u64> =
                ones.iter().map(|one| one & one.rotate_left(7 * turn) & one.rotate_left(19 * turn)).collect();
            let others = &others[..=ones.len()];
            let has = |set: &[u64], place: usize| set[place / 64] >> (place % 64) & 1 != 0;
            let expected: Vec<u32> = (0..64 * ones.len())
                .filter(|&place| has(&ones, place) && has(others, place + bits))
                .filter(|&place| place / 64 + 1 < ones.len() || mask >> (place % 64) & 1 != 0)
                .map(|place| place as u32)
                .collect();
            let (chunks, _) = numbers.as_chunks::<64>();
            let sets: Vec<u64> = chunks
                .iter()
                .map(|chunk| (0..64).map(|place| u64::from(chunk[place] >= least) << place).sum())
                .collect();
            for isa in Isa::available() {
                let mut room = Agreement::new(ones.len(), 64 * ones.len());
                let count = agree(isa, &ones, others, bits, mask, &mut room);
                prop_assert_eq!(&room.found[..count], &expected[..], "{:?}", isa);
                let mut found = vec![7];
                at_least(isa, &numbers, least, &mut found);
                prop_assert_eq!(&found, &sets, "{:?}", isa);
            }
        }
    }

    proptest! {
        #![proptest_config(crate::cases(64))]
        #[test]
        fn every_form_of_the_pair_loops_agrees(
            values in prop::collection::vec(0usize..3000, 1500),
            start in 1usize..300,
            length in 0usize..400,
            window in 0usize..3,
        ) {
            agrees::<u16>(&values, 1499, start..start + length, window * WINDOW);
            agrees::<u32>(&values, 1499, start..start + length, window * WINDOW);
            let small: Vec<usize> = values.iter().map(|value| value % 128).collect();
            agrees::<u8>(&small, 1499, start..start + length, 0);
        }
    }
}
