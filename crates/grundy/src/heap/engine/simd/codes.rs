//! The loops over the codes of a sparse space, for AVX2 and AVX-512.
#![allow(
    unsafe_code,
    reason = "vector intrinsics take pointers; each use says why it is in bounds"
)]

use super::marks::{self, Codes, FEW, Few, GROUP, Marked, Marker, PART, Sets, Settled};
use super::read;
use std::arch::x86_64::*;

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn settle_marked_avx2(
    marked: &Marked<'_>,
    values: &mut [u16],
    codes: &mut Codes,
    first: usize,
    base: usize,
    heap: usize,
) -> usize {
    marks::settle_marked(marked, values, codes, first, base, heap, marks::mark_near)
}

/// Compiled for scalar instructions but for the near pairs: gathers would be slower than loads.
#[target_feature(enable = "bmi1,bmi2")]
pub(super) fn settle_marked_avx512(
    marked: &Marked<'_>,
    values: &mut [u16],
    codes: &mut Codes,
    first: usize,
    base: usize,
    heap: usize,
) -> usize {
    let near = |settled: &Settled, group: usize, near: &[Marker], sets: &mut [u64; GROUP]| {
        // SAFETY: called only on processors that have AVX-512.
        unsafe { mark_near(settled, group, near, sets) }
    };
    marks::settle_marked(marked, values, codes, first, base, heap, near)
}

/// [`marks::mark_near`].
#[target_feature(enable = "avx512f,avx512bw")]
fn mark_near(settled: &Settled, group: usize, near: &[Marker], sets: &mut [u64; GROUP]) {
    // SAFETY: 64 bytes.
    let mut all = unsafe { read(sets, 0) };
    for marker in near {
        let from = PART + group - marker.distance as usize;
        let partners = &settled[from..from + GROUP];
        // SAFETY: eight bytes.
        let partners = unsafe { _mm_loadl_epi64(partners.as_ptr().cast()) };
        let places = _mm512_cvtepu8_epi64(partners);
        let places = _mm512_xor_si512(places, _mm512_set1_epi64(i64::from(marker.code)));
        // A shift by 64 or more leaves nothing.
        let marks = _mm512_sllv_epi64(_mm512_set1_epi64(1), places);
        all = _mm512_or_si512(all, marks);
    }
    // SAFETY: 64 bytes.
    unsafe { _mm512_storeu_si512(sets.as_mut_ptr().cast(), all) };
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
/// them are common. Codes that are `NARROW`, of at most seven bits, say so themselves.
///
/// # Safety
/// 64 heaps from `first - marker.distance` on have codes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn partners<const NARROW: bool>(
    codes: &Codes,
    first: usize,
    marker: &Marker,
) -> (__m512i, __mmask64) {
    let from = first - marker.distance as usize;
    // SAFETY: the caller's promise.
    let code = unsafe { read(&codes.code, from) };
    let sums = _mm512_xor_si512(code, _mm512_set1_epi8(marker.code as i8));
    let common = if NARROW {
        !_mm512_movepi8_mask(sums)
    } else {
        // SAFETY: both vectors are of the same length.
        _mm512_movepi8_mask(unsafe { read(&codes.common, from) })
    };
    (sums, common)
}

/// Asserts what [`partners`] wants of all markers.
fn check(codes: &Codes, first: usize, markers: &[Marker]) {
    let farthest = markers.iter().map(|marker| marker.distance).max().unwrap_or(0);
    assert!(farthest as usize <= first);
    assert!(first + 64 <= codes.code.len());
    assert!(codes.are_narrow() || codes.code.len() == codes.common.len());
}

/// Marks the codes from `128 half` on, as many as `8 (LOW + HIGH)`, `HIGH` of 0 unless `LOW` is 8, of
/// `64 WORDS` codes. Two markers at a time: their marks join in one three-way operation.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn mark_half<const LOW: usize, const HIGH: usize, const WORDS: usize>(
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
    // Makes the top bit of a code of eight bits say whether it lies in this half.
    let flip = if half == 0 { 0x80 } else { 0 };
    let split = |marker: &Marker| {
        // SAFETY: checked above.
        let (sums, here) = unsafe {
            if WORDS <= 2 {
                partners::<true>(codes, first, marker)
            } else {
                let marker = Marker { code: marker.code ^ flip, ..*marker };
                let (sums, common) = partners::<false>(codes, first, &marker);
                (sums, common & _mm512_movepi8_mask(sums))
            }
        };
        if WORDS == 1 {
            return (sums, here, 0);
        }
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
pub(super) fn try_few<const NARROW: bool>(
    codes: &Codes,
    first: usize,
    markers: &[Marker],
    few: &mut Few,
) {
    check(codes, first, markers);
    let mut dead = [0u64; FEW];
    // SAFETY: each row has 64 bytes.
    let rows: [__m512i; FEW] = std::array::from_fn(|k| unsafe { read(&few.codes[k], 0) });
    for marker in markers {
        // SAFETY: checked above.
        let (sums, common) = unsafe { partners::<NARROW>(codes, first, marker) };
        for (dead, row) in dead.iter_mut().zip(rows) {
            // The sum of a narrow code that is not common has a bit that no code has.
            *dead |= if NARROW {
                _mm512_cmpeq_epi8_mask(sums, row)
            } else {
                _mm512_mask_cmpeq_epi8_mask(common, sums, row)
            };
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
    let (large, small, rare) =
        unsafe { (read(&codes.code, first), read(&small.code, from), read(&small.common, from)) };
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
