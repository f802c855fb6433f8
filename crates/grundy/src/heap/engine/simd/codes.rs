//! The loops over the codes of a sparse space, for AVX2 and AVX-512.
#![allow(
    unsafe_code,
    reason = "vector intrinsics take pointers; each use says why it is in bounds"
)]

use super::super::eights::{Eight, FarMarker, GROUP, Marked, Outcome, settle_marked};
use super::super::few::{FEW, Few};
use super::super::marks::{Codes, Marker, PART, Sets};
use super::super::nearer::Nearer;
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
) -> Outcome {
    settle_marked::<[u64; GROUP]>(marked, values, codes, first, base, heap)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi1,bmi2")]
pub(super) fn settle_marked_avx512(
    marked: &Marked<'_>,
    values: &mut [u16],
    codes: &mut Codes,
    first: usize,
    base: usize,
    heap: usize,
) -> Outcome {
    settle_marked::<Wide>(marked, values, codes, first, base, heap)
}

/// Eight sets in one vector; made only in [`settle_marked_avx512`], so that there is AVX-512.
#[derive(Clone, Copy)]
struct Wide(__m512i);

impl Eight for Wide {
    type Past = __m512i;

    #[inline(always)]
    fn new(sets: &[u64; GROUP]) -> Wide {
        // SAFETY: 64 bytes.
        Wide(unsafe { read(sets, 0) })
    }

    #[inline(always)]
    fn unite(self, sets: &[u64; GROUP]) -> Wide {
        // SAFETY: 64 bytes.
        Wide(unsafe { _mm512_or_si512(self.0, read(sets, 0)) })
    }

    #[inline(always)]
    fn mark(self, past: __m512i, marker: &FarMarker) -> Wide {
        // SAFETY: 64 bytes. A shift by 64 or more leaves nothing.
        Wide(unsafe {
            let partners = _mm512_maskz_permutexvar_epi8(LOWEST, read(&marker.places, 0), past);
            let sums = _mm512_xor_si512(partners, _mm512_set1_epi64(i64::from(marker.code)));
            _mm512_or_si512(self.0, _mm512_sllv_epi64(_mm512_set1_epi64(1), sums))
        })
    }

    #[inline(always)]
    fn sets(self) -> [u64; GROUP] {
        let mut sets = [0; GROUP];
        // SAFETY: 64 bytes.
        unsafe { _mm512_storeu_si512(sets.as_mut_ptr().cast(), self.0) };
        sets
    }

    #[inline(always)]
    fn past(codes: &[u8; PART]) -> __m512i {
        // SAFETY: 64 bytes.
        unsafe { read(codes, 0) }
    }

    #[inline(always)]
    fn after(past: __m512i, codes: [u8; GROUP]) -> __m512i {
        // SAFETY: only that there is AVX-512.
        unsafe {
            let more = _mm512_castsi128_si512(_mm_cvtsi64_si128(i64::from_le_bytes(codes)));
            _mm512_alignr_epi64::<1>(more, past)
        }
    }

    #[inline(always)]
    fn note(past: __m512i, marked: &Marked<'_>, odd: usize, values: &mut [u16; PART]) -> u64 {
        let second: u64 = if odd == 0 { 0xAAAA_AAAA_AAAA_AAAA } else { 0x5555_5555_5555_5555 };
        let mut open = 0;
        // SAFETY: all that is read has 64 bytes, the values twice as many.
        unsafe {
            let found = look_up(past, second, &marked.lookup.value);
            let low = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(found));
            let high = _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64::<1>(found));
            _mm512_storeu_si512(values.as_mut_ptr().cast(), low);
            _mm512_storeu_si512(values[32..].as_mut_ptr().cast(), high);
            let below = look_up(past, second, &marked.lookup.below);
            let one = _mm512_set1_epi64(1);
            for (group, covered) in marked.covered.as_chunks::<GROUP>().0.iter().enumerate() {
                let below = _mm512_maskz_permutexvar_epi8(LOWEST, read(&PLACES[group], 0), below);
                // All bits below; a shift by 64 leaves nothing, and all bits are below that.
                let all = _mm512_sub_epi64(_mm512_sllv_epi64(one, below), one);
                let left = _mm512_andnot_si512(read(covered, 0), all);
                open |= u64::from(_mm512_test_epi64_mask(left, left)) << (8 * group);
            }
        }
        open
    }
}

/// Looks 64 codes up, those named in the second of two tables and the others in the first.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn look_up(codes: __m512i, second: u64, tables: &[[u8; 64]; 2]) -> __m512i {
    // SAFETY: each table has 64 bytes.
    let tables = unsafe { (read(&tables[0], 0), read(&tables[1], 0)) };
    let found = _mm512_permutexvar_epi8(codes, tables.0);
    _mm512_mask_permutexvar_epi8(found, second, codes, tables.1)
}

/// The places of eight heaps after the other.
const PLACES: [[u64; GROUP]; PART / GROUP] = {
    let mut places = [[0; GROUP]; PART / GROUP];
    let mut heap = 0;
    while heap < PART {
        places[heap / GROUP][heap % GROUP] = heap as u64;
        heap += 1;
    }
    places
};

/// The lowest byte of each word.
const LOWEST: u64 = 0x0101_0101_0101_0101;

/// What a code of 6 bits adds to byte `j` of a set: its bit, if it lies there.
const TABLES: [[u8; 64]; 8] = {
    let mut tables = [[0; 64]; 8];
    let mut code = 0;
    while code < 64 {
        tables[code / 8][code] = 1 << (code % 8);
        code += 1;
    }
    tables
};

/// The partners of 64 heaps in the pairs of one marker: their sums with its code, and which of
/// them are common. Codes that are `NARROW`, of at most seven bits, say so themselves.
///
/// # Safety
/// 64 heaps from `first - marker.distance` on have codes, and unless they are `NARROW` it is known of each which are common.
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
    } else if codes.are_common(from) {
        u64::MAX
    } else {
        // SAFETY: both vectors are of the same length.
        _mm512_movepi8_mask(unsafe { read(&codes.common, from) })
    };
    (sums, common)
}

/// Asserts what [`partners`] wants of all markers, for codes that are taken to be narrow or not.
fn check(codes: &Codes, first: usize, markers: &[Marker], narrow: bool) {
    let farthest = markers.iter().map(|marker| marker.distance).max().unwrap_or(0);
    assert!(farthest as usize <= first);
    assert!(first + 64 <= codes.code.len());
    assert!(narrow || codes.code.len() == codes.common.len());
}

/// Marks the first `8 BYTES` codes, at most 64, of `64 WORDS`, or of 32 if that is 0. Two markers at a time: their marks
/// join in one three-way operation.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn mark_word<const BYTES: usize, const WORDS: usize>(
    codes: &Codes,
    first: usize,
    markers: &[Marker],
    sets: &mut Sets,
) {
    const ANY: i32 = 0xFE;
    check(codes, first, markers, WORDS <= 2);
    let mut tables = [_mm512_setzero_si512(); 8];
    for (table, bytes) in tables.iter_mut().zip(&TABLES) {
        // SAFETY: 64 bytes.
        *table = unsafe { read(bytes, 0) };
    }
    let mut marks = [_mm512_setzero_si512(); 8];
    let sums = |marker: &Marker| {
        // SAFETY: checked above.
        let (sums, common) = unsafe {
            match WORDS {
                ..=2 => partners::<true>(codes, first, marker),
                _ => partners::<false>(codes, first, marker),
            }
        };
        let here = match WORDS {
            // The sum of a code that is not common has all higher bits, and no table an entry there.
            0 => u64::MAX,
            1 => common,
            _ => _mm512_mask_testn_epi8_mask(common, sums, _mm512_set1_epi8(!0x3F)),
        };
        (sums, here)
    };
    let (pairs, last) = markers.as_chunks::<2>();
    for [one, other] in pairs {
        let ((one, one_here), (other, other_here)) = (sums(one), sums(other));
        for (marks, table) in marks.iter_mut().zip(tables).take(BYTES) {
            let bits = _mm512_maskz_permutexvar_epi8(one_here, one, table);
            let more = _mm512_maskz_permutexvar_epi8(other_here, other, table);
            *marks = _mm512_ternarylogic_epi64::<ANY>(*marks, bits, more);
        }
    }
    for marker in last {
        let (sums, here) = sums(marker);
        for (marks, table) in marks.iter_mut().zip(tables).take(BYTES) {
            *marks = _mm512_or_si512(*marks, _mm512_maskz_permutexvar_epi8(here, sums, table));
        }
    }
    unite(marks, BYTES, &mut sets[0]);
}

/// Marks the first 96 of 128 codes. Two markers at a time, as in [`mark_word`]: what [`mark_words`] saves in looking up
/// it would spend on choosing words.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn mark_96(codes: &Codes, first: usize, markers: &[Marker], sets: &mut Sets) {
    const ANY: i32 = 0xFE;
    check(codes, first, markers, true);
    let mut tables = [_mm512_setzero_si512(); 8];
    for (table, bytes) in tables.iter_mut().zip(&TABLES) {
        // SAFETY: 64 bytes.
        *table = unsafe { read(bytes, 0) };
    }
    let mut marks = [_mm512_setzero_si512(); 12];
    // In the second word bytes 2 j and 2 j + 1 change places: else the compiler would see that both words look the same
    // up, do it once, and spend more on choosing.
    let (word, second) = (_mm512_set1_epi8(0x40), _mm512_set1_epi8(0x48));
    let table = |place: usize| tables[(place % 8) ^ (place / 8)];
    // The sums as seen from each word, and which of them lie there. Those that are not common have the top bit.
    let sums = |marker: &Marker| {
        // SAFETY: checked above.
        let (sums, _) = unsafe { partners::<true>(codes, first, marker) };
        [sums, _mm512_xor_si512(sums, second)]
            .map(|sums| (sums, _mm512_cmplt_epu8_mask(sums, word)))
    };
    let (pairs, last) = markers.as_chunks::<2>();
    for [one, other] in pairs {
        let (ones, others) = (sums(one), sums(other));
        for (place, marks) in marks.iter_mut().enumerate() {
            let ((one, one_here), (other, other_here)) = (ones[place / 8], others[place / 8]);
            let bits = _mm512_maskz_permutexvar_epi8(one_here, one, table(place));
            let more = _mm512_maskz_permutexvar_epi8(other_here, other, table(place));
            *marks = _mm512_ternarylogic_epi64::<ANY>(*marks, bits, more);
        }
    }
    for marker in last {
        let words = sums(marker);
        for (place, marks) in marks.iter_mut().enumerate() {
            let (sums, here) = words[place / 8];
            let bits = _mm512_maskz_permutexvar_epi8(here, sums, table(place));
            *marks = _mm512_or_si512(*marks, bits);
        }
    }
    for (marks, set) in marks.chunks(8).zip(sets) {
        let mut bytes = [_mm512_setzero_si512(); 8];
        bytes[..marks.len()].copy_from_slice(marks);
        unite(bytes, marks.len(), set);
    }
}

/// Marks `8 BYTES` codes, more than 64 and at most 192: the first ones, or those from 128 on if `LATER`, then at most
/// 128. What a code of 6 bits adds is looked up once for all words of the sets; where it belongs is chosen as
/// it joins them.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn mark_words<const NARROW: bool, const BYTES: usize, const LATER: bool>(
    codes: &Codes,
    first: usize,
    markers: &[Marker],
    sets: &mut Sets,
) {
    const CHOSEN: i32 = 0xF8;
    check(codes, first, markers, NARROW);
    let mut marks = [[_mm512_setzero_si512(); 8]; 3];
    let all = _mm512_set1_epi8(-1);
    for marker in markers {
        // A constant, so that the code of the marker comes from memory into all bytes at once.
        let marker = match LATER {
            true => &Marker { code: marker.code ^ 0x80, ..*marker },
            false => marker,
        };
        // SAFETY: checked above.
        let (sums, common) = unsafe { partners::<NARROW>(codes, first, marker) };
        // Whether the top bit is 0, and the next: a shuffle gives nothing for bytes whose top bit is 1.
        let top = match NARROW {
            true => _mm512_shuffle_epi8(all, sums),
            false => _mm512_maskz_shuffle_epi8(common, all, sums),
        };
        let next = _mm512_shuffle_epi8(all, _mm512_add_epi8(sums, sums));
        let third = _mm512_maskz_mov_epi8(common, _mm512_andnot_si512(top, next));
        let here = [_mm512_and_si512(top, next), _mm512_andnot_si512(next, top), third];
        for (byte, table) in TABLES.iter().enumerate() {
            // SAFETY: 64 bytes.
            let bits = _mm512_permutexvar_epi8(sums, unsafe { read(table, 0) });
            for (word, (marks, here)) in marks.iter_mut().zip(here).enumerate() {
                if 8 * word + byte < BYTES {
                    marks[byte] = _mm512_ternarylogic_epi64::<CHOSEN>(marks[byte], bits, here);
                }
            }
        }
    }
    let sets = if LATER { &mut sets[2..] } else { sets };
    for (word, marks) in marks.into_iter().enumerate().take(BYTES.div_ceil(8)) {
        unite(marks, BYTES - 8 * word, &mut sets[word]);
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn try_few_avx2(codes: &Codes, first: usize, markers: &[Marker], few: &mut Few) {
    few.try_portable(codes, first, markers);
}

#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn try_few<const NARROW: bool, const ROWS: usize>(
    codes: &Codes,
    first: usize,
    markers: &[Marker],
    few: &mut Few,
) {
    check(codes, first, markers, NARROW);
    let mut rows = [_mm512_setzero_si512(); ROWS];
    for (row, codes) in rows.iter_mut().zip(&few.codes) {
        // SAFETY: 64 bytes.
        *row = unsafe { read(codes, 0) };
    }
    // The least that sums differed in, bits as a number: 0 where one was met. Masks would be too many for their registers.
    let mut least = [_mm512_set1_epi8(-1); ROWS];
    for marker in markers {
        // SAFETY: checked above.
        let (sums, common) = unsafe { partners::<NARROW>(codes, first, marker) };
        for (least, row) in least.iter_mut().zip(rows) {
            let lacking = _mm512_xor_si512(sums, row);
            // The sum of a narrow code that is not common has a bit that no code has.
            *least = if NARROW {
                _mm512_min_epu8(*least, lacking)
            } else {
                _mm512_mask_min_epu8(*least, common, *least, lacking)
            };
        }
    }
    for (alive, least) in few.alive.iter_mut().zip(least) {
        *alive &= _mm512_test_epi8_mask(least, least);
    }
}

/// [`Few::close_ranks`]: each row moves to the first in which a heap has room.
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn close_ranks(few: &mut Few) {
    let mut rows = [_mm512_setzero_si512(); FEW];
    for (row, codes) in rows.iter_mut().zip(&few.codes) {
        // SAFETY: 64 bytes.
        *row = unsafe { read(codes, 0) };
    }
    for row in 1..FEW {
        let mut moved = few.alive[row];
        if moved == 0 {
            continue;
        }
        for to in 0..row {
            let here = moved & !few.alive[to];
            rows[to] = _mm512_mask_mov_epi8(rows[to], here, rows[row]);
            few.alive[to] |= here;
            moved &= !here;
        }
        few.alive[row] = moved;
    }
    for (row, codes) in rows.into_iter().zip(&mut few.codes) {
        // SAFETY: 64 bytes.
        unsafe { _mm512_storeu_si512(codes.as_mut_ptr().cast(), row) };
    }
}

/// [`Few::unmarked`] in at most so many words: eight heaps in a vector, and one code of all before the next, since finding
/// the next of the same heaps would wait for it.
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512vl")]
pub(super) fn unmarked<const WORDS: usize>(sets: &Sets, limits: &[u16; PART]) -> Few {
    let mut few = Few::default();
    let (zero, all) = (_mm512_setzero_si512(), _mm512_set1_epi64(-1));
    let (one, whole) = (_mm512_set1_epi64(1), _mm512_set1_epi64(64));
    let mut open = [[zero; WORDS]; PART / GROUP];
    for (group, open) in open.iter_mut().enumerate() {
        let limits = limits[GROUP * group..].as_ptr();
        // SAFETY: 16 bytes.
        let limits = unsafe { _mm512_cvtepu16_epi64(_mm_loadu_si128(limits.cast())) };
        for (word, (open, set)) in open.iter_mut().zip(sets).enumerate() {
            let below = _mm512_sub_epi64(limits, _mm512_set1_epi64(64 * word as i64));
            let beyond = _mm512_sub_epi64(whole, _mm512_max_epi64(below, zero));
            let within = _mm512_srlv_epi64(all, _mm512_max_epi64(beyond, zero));
            // SAFETY: 64 bytes.
            *open = unsafe { _mm512_andnot_si512(read(set, GROUP * group), within) };
        }
    }
    for (codes, alive) in few.codes.iter_mut().zip(&mut few.alive) {
        for (group, open) in open.iter_mut().enumerate() {
            // The first word with such a code, and where it begins.
            let (mut first, mut start, mut left) = (zero, zero, 0xFF);
            for (word, open) in open.iter_mut().enumerate() {
                let here = _mm512_mask_test_epi64_mask(left, *open, *open);
                first = _mm512_mask_mov_epi64(first, here, *open);
                start = _mm512_mask_set1_epi64(start, here, 64 * word as i64);
                *open = _mm512_mask_and_epi64(*open, here, *open, _mm512_sub_epi64(*open, one));
                left &= !here;
            }
            let least = _mm512_and_si512(first, _mm512_sub_epi64(zero, first));
            let bit = _mm512_sub_epi64(_mm512_set1_epi64(63), _mm512_lzcnt_epi64(least));
            let code = _mm512_maskz_add_epi64(!left, start, bit);
            *alive |= u64::from(!left) << (GROUP * group);
            let code = _mm_cvtsi128_si64(_mm512_cvtepi64_epi8(code));
            codes[GROUP * group..][..GROUP].copy_from_slice(&code.to_le_bytes());
        }
        if *alive == 0 {
            return few;
        }
    }
    for (group, open) in open.iter().enumerate() {
        let left = open.iter().fold(zero, |left, &open| _mm512_or_si512(left, open));
        few.more |= u64::from(_mm512_test_epi64_mask(left, left)) << (GROUP * group);
    }
    few
}

/// [`Nearer::settle`]: the codes of the 64 heaps stay in one vector, which the next heap need not wait for.
#[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2")]
pub(super) fn settle_few(few: &Few, nearer: &Nearer, heaps: &mut [u8; PART], from: usize) -> usize {
    // The first that is left to each heap.
    let (mut first, mut some) = (_mm512_setzero_si512(), 0);
    for (codes, &alive) in few.codes.iter().zip(&few.alive).rev().filter(|(_, alive)| **alive != 0)
    {
        // SAFETY: 64 bytes.
        first = _mm512_mask_mov_epi8(first, alive, unsafe { read(codes, 0) });
        some |= alive;
    }
    let mut firsts = [0; PART];
    // SAFETY: 64 bytes each.
    let mut settled = unsafe {
        _mm512_storeu_si512(firsts.as_mut_ptr().cast(), first);
        read(&heaps[..], 0)
    };
    let is_near = |settled: __m512i, heap: usize, code: __m512i| {
        nearer.rows().iter().any(|row| {
            // SAFETY: the row has 128 bytes, and `heap` is less than 64.
            let reached = unsafe { read(&row.codes, PART - 1 - heap) };
            let places = row.places >> (PART - 1 - heap);
            _mm512_mask_cmpeq_epi8_mask(places, _mm512_xor_si512(settled, reached), code) != 0
        })
    };
    let mut heap = from;
    while heap < PART && some >> heap & 1 == 1 {
        let mut code = firsts[heap];
        if is_near(settled, heap, _mm512_set1_epi8(code as i8)) {
            let next = |code: &u8| !is_near(settled, heap, _mm512_set1_epi8(*code as i8));
            match few.alive(heap).skip(1).find(next) {
                Some(next) => code = next,
                None => break,
            }
        }
        settled = _mm512_mask_set1_epi8(settled, 1 << heap, code as i8);
        heap += 1;
    }
    // SAFETY: 64 bytes.
    unsafe { _mm512_storeu_si512(heaps.as_mut_ptr().cast(), settled) };
    heap
}

/// The places of 64 bytes such that unpacking brings those of neighbours together.
const APART: [u8; 64] = {
    let mut places = [0; 64];
    let mut at = 0;
    while at < 64 {
        let (lane, place) = (at / 16, at % 16);
        places[at] = (8 * (place / 2) + 2 * lane + place % 2) as u8;
        at += 1;
    }
    places
};

/// Turns eight vectors of bytes, of which all from `count` on are 0, into 64 words and unites them with
/// the sets there.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn unite(mut bytes: [__m512i; 8], count: usize, sets: &mut [u64; 64]) {
    let zero = _mm512_setzero_si512();
    // SAFETY: 64 bytes.
    let apart = unsafe { read(&APART, 0) };
    for bytes in bytes.iter_mut().take(count) {
        *bytes = _mm512_permutexvar_epi8(apart, *bytes);
    }
    let mut pairs = [zero; 8];
    for j in 0..4 {
        pairs[2 * j] = _mm512_unpacklo_epi8(bytes[2 * j], bytes[2 * j + 1]);
        pairs[2 * j + 1] = _mm512_unpackhi_epi8(bytes[2 * j], bytes[2 * j + 1]);
    }
    let mut fours = [zero; 8];
    for j in 0..2 {
        for side in 0..2 {
            let (one, other) = (pairs[4 * j + side], pairs[4 * j + 2 + side]);
            fours[4 * j + 2 * side] = _mm512_unpacklo_epi16(one, other);
            fours[4 * j + 2 * side + 1] = _mm512_unpackhi_epi16(one, other);
        }
    }
    for (side, sets) in sets.as_chunks_mut::<16>().0.iter_mut().enumerate() {
        let (one, other) = (fours[side], fours[4 + side]);
        let words = [_mm512_unpacklo_epi32(one, other), _mm512_unpackhi_epi32(one, other)];
        for (words, sets) in words.into_iter().zip(sets.as_chunks_mut::<8>().0) {
            // SAFETY: 64 bytes.
            unsafe {
                let all = _mm512_or_si512(words, read(sets, 0));
                _mm512_storeu_si512(sets.as_mut_ptr().cast(), all);
            }
        }
    }
}
