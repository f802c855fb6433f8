//! The inner loops for the vector units of the machine, chosen when an engine is made.
//!
//! What AVX-512 buys: a byte permute looks up what the codes of 64 heaps add to a byte of their sets;
//! one comparison tests a code of each against a pair; a load and an `or` unite 512 bits of a plane.
#![allow(
    unsafe_code,
    reason = "vector intrinsics take pointers; each use says why it is in bounds"
)]

use super::kernel::{self, Cell, Stage};
use super::marks::{self, Codes, Marked};
#[cfg(target_arch = "x86_64")]
use super::marks::{Few, Marker, Sets};

/// The vector units an engine uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Isa {
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
    pub fn best() -> Isa {
        Isa::available().last().copied().unwrap_or(Isa::Portable)
    }

    /// All that this machine has, the best last.
    pub fn available() -> Vec<Isa> {
        #[allow(unused_mut, reason = "other architectures add nothing")]
        let mut all = vec![Isa::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
            {
                all.push(Isa::Avx2);
            }
            if is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vbmi")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
            {
                all.push(Isa::Avx512);
            }
        }
        all
    }
}

/// A cell with vector loops.
pub(in crate::heap) trait SimdCell: Cell {
    /// [`marks::settle_marked`].
    fn settle_marked(
        isa: Isa,
        marked: &Marked<'_>,
        cells: &mut [Self],
        codes: &mut Codes,
        first: usize,
        base: usize,
        heap: usize,
    ) -> usize;

    /// [`kernel::has_pair`].
    fn has_pair(
        isa: Isa,
        cells: &[Self],
        origin: usize,
        rest: usize,
        last: usize,
        value: Self,
    ) -> bool;
}

/// [`kernel::cover`].
pub(super) fn cover(isa: Isa, planes: &[u8], at: usize, stage: &Stage) -> [u64; 8] {
    match isa {
        Isa::Portable => kernel::cover(planes, at, stage),
        // SAFETY: an `Isa` is made only from what the processor was found to have.
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 => unsafe { x86::cover_avx2(planes, at, stage) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 => unsafe { x86::cover_avx512(planes, at, stage) },
    }
}

/// [`super::marks::mark`] with AVX-512; called only on processors that have it.
#[cfg(target_arch = "x86_64")]
pub(super) fn mark_avx512(
    codes: &Codes,
    first: usize,
    markers: &[Marker],
    limit: usize,
    sets: &mut Sets,
) {
    for half in 0..limit.div_ceil(128) {
        // SAFETY: `Isa::Avx512`, under which alone this is called, is made only where it was found.
        unsafe {
            match limit - 128 * half {
                ..=32 => x86::mark_half::<4, 0>(codes, first, markers, half, sets),
                33..=64 => x86::mark_half::<8, 0>(codes, first, markers, half, sets),
                65..=96 => x86::mark_half::<8, 4>(codes, first, markers, half, sets),
                _ => x86::mark_half::<8, 8>(codes, first, markers, half, sets),
            }
        }
    }
}

/// [`super::marks::try_few`] with AVX-512; called only on processors that have it.
#[cfg(target_arch = "x86_64")]
pub(super) fn try_few_avx512(codes: &Codes, first: usize, markers: &[Marker], few: &mut Few) {
    // SAFETY: as for `mark_avx512`.
    unsafe { x86::try_few(codes, first, markers, few) }
}

/// [`super::marks::near_pair`] with AVX-512; called only on processors that have it.
#[cfg(target_arch = "x86_64")]
pub(super) fn near_pair_avx512(
    codes: &Codes,
    first: usize,
    total: usize,
    small: &Codes,
    code: u8,
) -> bool {
    // SAFETY: as for `mark_avx512`.
    unsafe { x86::near_pair(codes, first, total, small, code) }
}

macro_rules! simd_cell {
    ($cell:ty, $has_pair:ident) => {
        impl SimdCell for $cell {
            fn settle_marked(
                isa: Isa,
                marked: &Marked<'_>,
                cells: &mut [$cell],
                codes: &mut Codes,
                first: usize,
                base: usize,
                heap: usize,
            ) -> usize {
                match isa {
                    Isa::Portable => marks::settle_marked(marked, cells, codes, first, base, heap),
                    // SAFETY: an `Isa` is made only from what the processor was found to have.
                    #[cfg(target_arch = "x86_64")]
                    Isa::Avx2 => unsafe {
                        x86::settle_marked_avx2(marked, cells, codes, first, base, heap)
                    },
                    // SAFETY: as above.
                    #[cfg(target_arch = "x86_64")]
                    Isa::Avx512 => unsafe {
                        x86::settle_marked_avx512(marked, cells, codes, first, base, heap)
                    },
                }
            }

            fn has_pair(
                isa: Isa,
                cells: &[$cell],
                origin: usize,
                rest: usize,
                last: usize,
                value: $cell,
            ) -> bool {
                match isa {
                    Isa::Portable => kernel::has_pair(cells, origin, rest, last, value),
                    // SAFETY: an `Isa` is made only from what the processor was found to have.
                    #[cfg(target_arch = "x86_64")]
                    Isa::Avx2 => unsafe { x86::has_pair_avx2(cells, origin, rest, last, value) },
                    // SAFETY: as above.
                    #[cfg(target_arch = "x86_64")]
                    Isa::Avx512 => unsafe { x86::$has_pair(cells, origin, rest, last, value) },
                }
            }
        }
    };
}

simd_cell!(u8, has_pair_bytes);
simd_cell!(u16, has_pair_words);

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::super::marks::{FEW, PART};
    use super::kernel::{self, Cell, Stage};
    use super::marks::{self, Codes, Few, Marked, Marker, Sets};
    use std::arch::x86_64::*;

    #[target_feature(enable = "avx2,bmi1,bmi2")]
    pub(super) fn cover_avx2(planes: &[u8], at: usize, stage: &Stage) -> [u64; 8] {
        kernel::cover(planes, at, stage)
    }

    #[target_feature(enable = "avx2,bmi1,bmi2")]
    pub(super) fn has_pair_avx2<T: Cell>(
        cells: &[T],
        origin: usize,
        rest: usize,
        last: usize,
        value: T,
    ) -> bool {
        kernel::has_pair(cells, origin, rest, last, value)
    }

    #[target_feature(enable = "avx2,bmi1,bmi2")]
    pub(super) fn settle_marked_avx2<T: Cell>(
        marked: &Marked<'_>,
        cells: &mut [T],
        codes: &mut Codes,
        first: usize,
        base: usize,
        heap: usize,
    ) -> usize {
        marks::settle_marked(marked, cells, codes, first, base, heap)
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,bmi1,bmi2")]
    pub(super) fn settle_marked_avx512<T: Cell>(
        marked: &Marked<'_>,
        cells: &mut [T],
        codes: &mut Codes,
        first: usize,
        base: usize,
        heap: usize,
    ) -> usize {
        marks::settle_marked(marked, cells, codes, first, base, heap)
    }

    /// Reads 64 bytes.
    ///
    /// # Safety
    /// `cells[at..]` has 64 bytes or more.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    unsafe fn read<T: Cell>(cells: &[T], at: usize) -> __m512i {
        debug_assert!(at + 64 / size_of::<T>() <= cells.len());
        // SAFETY: the caller's promise; the load has no alignment.
        unsafe { _mm512_loadu_si512(cells.as_ptr().add(at).cast()) }
    }

    /// Shifts 512 bits down by `shift` bits, 0 to 63.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn shift_down(bits: __m512i, shift: u32) -> __m512i {
        let above = _mm512_alignr_epi64::<1>(_mm512_setzero_si512(), bits);
        let low = _mm512_srl_epi64(bits, _mm_cvtsi64_si128(i64::from(shift)));
        let high = _mm512_sll_epi64(above, _mm_cvtsi64_si128(i64::from(64 - shift)));
        _mm512_or_si512(low, high)
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn cover_avx512(planes: &[u8], at: usize, stage: &Stage) -> [u64; 8] {
        let largest = planes.len().checked_sub(at + 64);
        let mut all = _mm512_setzero_si512();
        let mut start = 0;
        for (shift, &end) in (0..).zip(&stage.ends) {
            let (mut even, mut odd) = (_mm512_setzero_si512(), _mm512_setzero_si512());
            let (pairs, rest) = stage.offsets[start..end].as_chunks::<2>();
            for &[one, other] in pairs {
                assert!(largest.is_some_and(|largest| one.max(other) as usize <= largest));
                // SAFETY: both reads end within the planes, as just asserted.
                unsafe {
                    even = _mm512_or_si512(even, read(planes, at + one as usize));
                    odd = _mm512_or_si512(odd, read(planes, at + other as usize));
                }
            }
            for &one in rest {
                assert!(largest.is_some_and(|largest| one as usize <= largest));
                // SAFETY: as above.
                even = _mm512_or_si512(even, unsafe { read(planes, at + one as usize) });
            }
            start = end;
            all = _mm512_or_si512(all, shift_down(_mm512_or_si512(even, odd), shift));
        }
        let mut words = [0; 8];
        // SAFETY: the array has 64 bytes.
        unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), all) };
        words
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    pub(super) fn has_pair_bytes(
        cells: &[u8],
        origin: usize,
        rest: usize,
        last: usize,
        value: u8,
    ) -> bool {
        let reverse: [u8; 64] = std::array::from_fn(|lane| 63 - lane as u8);
        // SAFETY: 64 bytes.
        let reverse = unsafe { read(&reverse, 0) };
        let wanted = _mm512_set1_epi8(value as i8);
        assert!(origin + rest < cells.len() && last <= rest / 2);
        let mut low = 1;
        while low + 64 <= last {
            // SAFETY: `low + 64 <= last <= rest / 2`, so both reads lie within heaps 1 to `rest`.
            let (ascending, descending) =
                unsafe { (read(cells, origin + low), read(cells, origin + rest - low - 63)) };
            let sums = _mm512_xor_si512(ascending, _mm512_permutexvar_epi8(reverse, descending));
            if _mm512_cmpeq_epi8_mask(sums, wanted) != 0 {
                return true;
            }
            low += 64;
        }
        (low..=last).any(|low| cells[origin + low] ^ cells[origin + rest - low] == value)
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    pub(super) fn has_pair_words(
        cells: &[u16],
        origin: usize,
        rest: usize,
        last: usize,
        value: u16,
    ) -> bool {
        let reverse: [u16; 32] = std::array::from_fn(|lane| 31 - lane as u16);
        // SAFETY: 64 bytes.
        let reverse = unsafe { read(&reverse, 0) };
        let wanted = _mm512_set1_epi16(value as i16);
        assert!(origin + rest < cells.len() && last <= rest / 2);
        let mut low = 1;
        while low + 32 <= last {
            // SAFETY: `low + 32 <= last <= rest / 2`, so both reads lie within heaps 1 to `rest`.
            let (ascending, descending) =
                unsafe { (read(cells, origin + low), read(cells, origin + rest - low - 31)) };
            let sums = _mm512_xor_si512(ascending, _mm512_permutexvar_epi16(reverse, descending));
            if _mm512_cmpeq_epi16_mask(sums, wanted) != 0 {
                return true;
            }
            low += 32;
        }
        (low..=last).any(|low| cells[origin + low] ^ cells[origin + rest - low] == value)
    }

    /// What a code of 6 bits adds to byte `j` of a set: its bit, if it lies there.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn tables() -> [__m512i; 8] {
        std::array::from_fn(|j| {
            let bytes: [u8; 64] =
                std::array::from_fn(|code| if code / 8 == j { 1 << (code % 8) } else { 0 });
            // SAFETY: 64 bytes.
            unsafe { read(&bytes, 0) }
        })
    }

    /// The partners of 64 heaps in the pairs of one marker: their sums with its code, and which of
    /// them are common.
    ///
    /// # Safety
    /// 64 heaps from `first - marker.distance` on have codes.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    unsafe fn partners(codes: &Codes, first: usize, marker: &Marker) -> (__m512i, __mmask64) {
        let from = first - marker.distance as usize;
        // SAFETY: the caller's promise; both vectors are of the same length.
        let (code, common) = unsafe { (read(&codes.code, from), read(&codes.common, from)) };
        let sums = _mm512_xor_si512(code, _mm512_set1_epi8(marker.code as i8));
        (sums, _mm512_movepi8_mask(common))
    }

    /// Asserts what [`partners`] wants of all markers.
    fn check(codes: &Codes, first: usize, markers: &[Marker]) {
        let farthest = markers.iter().map(|marker| marker.distance).max().unwrap_or(0);
        assert!(farthest as usize <= first);
        assert!(first + 64 <= codes.code.len() && codes.code.len() == codes.common.len());
    }

    /// Marks the codes from `128 half` on, as many as `8 (LOW + HIGH)`, `HIGH` of 0 unless `LOW`
    /// is 8. Two markers at a time: their marks join in one three-way operation.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    pub(super) fn mark_half<const LOW: usize, const HIGH: usize>(
        codes: &Codes,
        first: usize,
        markers: &[Marker],
        half: usize,
        sets: &mut Sets,
    ) {
        const ANY: i32 = 0xFE;
        check(codes, first, markers);
        let tables = tables();
        let mut low = [_mm512_setzero_si512(); 8];
        let mut high = [_mm512_setzero_si512(); 8];
        let upper = _mm512_set1_epi8(0x40);
        // Makes the top bit say whether the code lies in this half.
        let flip = if half == 0 { 0x80 } else { 0 };
        let split = |marker: &Marker| {
            let marker = Marker { code: marker.code ^ flip, ..*marker };
            // SAFETY: checked above.
            let (sums, common) = unsafe { partners(codes, first, &marker) };
            let here = common & _mm512_movepi8_mask(sums);
            let in_high = _mm512_mask_test_epi8_mask(here, sums, upper);
            (sums, here & !in_high, in_high)
        };
        let (pairs, last) = markers.as_chunks::<2>();
        for [one, other] in pairs {
            let (one, one_low, one_high) = split(one);
            let (other, other_low, other_high) = split(other);
            for (low, table) in low.iter_mut().zip(tables).take(LOW) {
                let bits = _mm512_maskz_permutexvar_epi8(one_low, one, table);
                let more = _mm512_maskz_permutexvar_epi8(other_low, other, table);
                *low = _mm512_ternarylogic_epi64::<ANY>(*low, bits, more);
            }
            for (high, table) in high.iter_mut().zip(tables).take(HIGH) {
                let bits = _mm512_maskz_permutexvar_epi8(one_high, one, table);
                let more = _mm512_maskz_permutexvar_epi8(other_high, other, table);
                *high = _mm512_ternarylogic_epi64::<ANY>(*high, bits, more);
            }
        }
        for marker in last {
            let (sums, in_low, in_high) = split(marker);
            for (low, table) in low.iter_mut().zip(tables).take(LOW) {
                *low = _mm512_or_si512(*low, _mm512_maskz_permutexvar_epi8(in_low, sums, table));
            }
            for (high, table) in high.iter_mut().zip(tables).take(HIGH) {
                *high = _mm512_or_si512(*high, _mm512_maskz_permutexvar_epi8(in_high, sums, table));
            }
        }
        unite(low, &mut sets[2 * half]);
        if HIGH > 0 {
            unite(high, &mut sets[2 * half + 1]);
        }
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn try_few(codes: &Codes, first: usize, markers: &[Marker], few: &mut Few) {
        check(codes, first, markers);
        let mut dead = [0u64; FEW];
        // SAFETY: each row has 64 bytes.
        let rows: [__m512i; FEW] = std::array::from_fn(|k| unsafe { read(&few.codes[k], 0) });
        for marker in markers {
            // SAFETY: checked above.
            let (sums, common) = unsafe { partners(codes, first, marker) };
            for (dead, row) in dead.iter_mut().zip(rows) {
                *dead |= _mm512_mask_cmpeq_epi8_mask(common, sums, row);
            }
        }
        for (alive, dead) in few.alive.iter_mut().zip(dead) {
            *alive &= !dead;
        }
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn near_pair(
        codes: &Codes,
        first: usize,
        total: usize,
        small: &Codes,
        code: u8,
    ) -> bool {
        assert!(total < PART && small.code.len() >= 2 * PART && small.common.len() >= 2 * PART);
        assert!(first + PART <= codes.code.len());
        let from = PART - 1 - total;
        // SAFETY: 64 heaps from `first` and from `from <= 63` on, as asserted.
        let (large, small, rare) = unsafe {
            (read(&codes.code, first), read(&small.code, from), read(&small.common, from))
        };
        let sums = _mm512_xor_si512(large, small);
        let wanted = _mm512_set1_epi8(code as i8);
        // Beyond `total` nothing is rare, so that lanes without a heap never count.
        _mm512_mask_cmpeq_epi8_mask(_mm512_movepi8_mask(rare), sums, wanted) != 0
    }

    /// Turns eight vectors of bytes into 64 words and unites them with the sets there.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn unite(bytes: [__m512i; 8], sets: &mut [u64; 64]) {
        let mut pairs = [_mm512_setzero_si512(); 8];
        for j in 0..4 {
            pairs[2 * j] = _mm512_unpacklo_epi8(bytes[2 * j], bytes[2 * j + 1]);
            pairs[2 * j + 1] = _mm512_unpackhi_epi8(bytes[2 * j], bytes[2 * j + 1]);
        }
        let mut fours = [_mm512_setzero_si512(); 8];
        for j in 0..2 {
            for side in 0..2 {
                let (one, other) = (pairs[4 * j + side], pairs[4 * j + 2 + side]);
                fours[4 * j + 2 * side] = _mm512_unpacklo_epi16(one, other);
                fours[4 * j + 2 * side + 1] = _mm512_unpackhi_epi16(one, other);
            }
        }
        // `words[t]` holds the sets of heaps 16 q + 2 t and 16 q + 2 t + 1 for q = 0 to 3.
        let mut words = [[0u64; 8]; 8];
        for side in 0..4 {
            let (one, other) = (fours[side], fours[4 + side]);
            let low = _mm512_unpacklo_epi32(one, other);
            let high = _mm512_unpackhi_epi32(one, other);
            // SAFETY: each row has 64 bytes.
            unsafe {
                _mm512_storeu_si512(words[2 * side].as_mut_ptr().cast(), low);
                _mm512_storeu_si512(words[2 * side + 1].as_mut_ptr().cast(), high);
            }
        }
        for (t, row) in words.iter().enumerate() {
            for (q, pair) in row.as_chunks::<2>().0.iter().enumerate() {
                sets[16 * q + 2 * t] |= pair[0];
                sets[16 * q + 2 * t + 1] |= pair[1];
            }
        }
    }
}
