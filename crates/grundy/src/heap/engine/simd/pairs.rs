//! The loops over pairs of heaps that are together one rest, for AVX2 and AVX-512.
#![allow(
    unsafe_code,
    reason = "vector intrinsics take pointers; each use says why it is in bounds"
)]

use super::kernel::{self, Agreement, Cell, SUMS, WINDOW, Wanted};
use super::read;
use std::arch::x86_64::*;
use std::ops::Range;

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn gather_avx2<T: Cell>(
    cells: &[T],
    origin: usize,
    rest: usize,
    parts: Range<usize>,
    seen: &mut [u8],
) {
    kernel::gather(cells, origin, rest, parts, seen);
}

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn sieve_avx2<T: Cell>(
    cells: &[T],
    origin: usize,
    rest: usize,
    parts: Range<usize>,
    wanted: &mut Wanted,
) {
    kernel::sieve(cells, origin, rest, parts, wanted);
}

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn find_pair_avx2<T: Cell>(ones: &[T], others: &[T], value: T) -> Option<usize> {
    kernel::find_pair(ones, others, value)
}

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn find_pairs_avx2<T: Cell>(ones: &[T], others: &[T], sought: &[T]) -> u32 {
    kernel::find_pairs(ones, others, sought)
}

/// Vectors of sums between two looks at what was found.
const LOOKED_AT: usize = 4;

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn agree_avx2(
    ones: &[u64],
    others: &[u64],
    bits: usize,
    mask: u64,
    room: &mut Agreement,
) -> usize {
    kernel::agree(ones, others, bits, mask, room)
}

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn at_least_avx2(numbers: &[u32], least: u32, bits: &mut Vec<u64>) {
    kernel::at_least(numbers, least, bits);
}

/// Eight words at a time; the places of a word's bits are those of the bytes that it picks from 0 to 63.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn agree_avx512(
    ones: &[u64],
    others: &[u64],
    bits: usize,
    mask: u64,
    room: &mut Agreement,
) -> usize {
    const COUNTED: [u8; 64] = {
        let mut counted = [0; 64];
        let mut place = 0;
        while place < 64 {
            counted[place] = place as u8;
            place += 1;
        }
        counted
    };
    let Agreement { words, places, found } = room;
    let (down, up) = (_mm_cvtsi64_si128(bits as i64), _mm_cvtsi64_si128(64 - bits as i64));
    let last = ones.len() - 1;
    let mut here = _mm256_setr_epi32(0, 64, 128, 192, 256, 320, 384, 448);
    let mut count = 0;
    for start in (0..ones.len()).step_by(8) {
        let most = (ones.len() - start).min(8);
        let all = 0xFF >> (8 - most);
        // SAFETY: `others` has one word more than `ones`, and no more than `most` are read; both lists
        // that are written have 8 words more than `ones`, and `count` is at most `start`.
        unsafe {
            let one = _mm512_maskz_loadu_epi64(all, ones.as_ptr().add(start).cast());
            let low = _mm512_maskz_loadu_epi64(all, others.as_ptr().add(start).cast());
            let high = _mm512_maskz_loadu_epi64(all, others.as_ptr().add(start + 1).cast());
            // A shift by 64 leaves nothing.
            let other = _mm512_or_si512(_mm512_srl_epi64(low, down), _mm512_sll_epi64(high, up));
            let mut both = _mm512_and_si512(one, other);
            if start + 8 > last {
                let limited = _mm512_set1_epi64(mask as i64);
                both = _mm512_mask_and_epi64(both, 1 << (last - start), both, limited);
            }
            let some = _mm512_test_epi64_mask(both, both);
            let kept = _mm512_maskz_compress_epi64(some, both);
            _mm512_storeu_si512(words.as_mut_ptr().add(count).cast(), kept);
            let kept = _mm256_maskz_compress_epi32(some, here);
            _mm256_storeu_si256(places.as_mut_ptr().add(count).cast(), kept);
            count += some.count_ones() as usize;
        }
        here = _mm256_add_epi32(here, _mm256_set1_epi32(512));
    }
    // SAFETY: 64 bytes.
    let counted = unsafe { read(&COUNTED, 0) };
    let mut end = 0;
    for (&word, &place) in words.iter().zip(&*places).take(count) {
        let next = end + word.count_ones() as usize;
        let mut picked = _mm512_maskz_compress_epi8(word, counted);
        let place = _mm256_set1_epi32(place as i32);
        while end < next {
            let some =
                _mm256_add_epi32(place, _mm256_cvtepu8_epi32(_mm512_castsi512_si128(picked)));
            let room = &mut found[end..end + Agreement::STEP];
            // SAFETY: the room has 32 bytes.
            unsafe { _mm256_storeu_si256(room.as_mut_ptr().cast(), some) };
            picked = _mm512_alignr_epi64::<1>(picked, picked);
            end += Agreement::STEP;
        }
        end = next;
    }
    end
}

#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn at_least_avx512(numbers: &[u32], least: u32, bits: &mut Vec<u64>) {
    let least = _mm512_set1_epi32(least as i32);
    bits.clear();
    bits.extend(numbers.as_chunks::<64>().0.iter().map(|numbers| {
        let bits = |start: usize| {
            // SAFETY: 16 numbers from the start on.
            let some = unsafe { read(numbers, start) };
            u64::from(_mm512_cmpge_epu32_mask(some, least)) << start
        };
        bits(0) | bits(16) | bits(32) | bits(48)
    }));
}

/// Vectors of sums that are looked up between two looks at what was hit.
const TOGETHER: usize = 8;

/// The wanted values below 128: one byte for each.
#[derive(Clone, Copy)]
struct ByteTable {
    low: __m512i,
    high: __m512i,
}

impl ByteTable {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
    fn new(wanted: &Wanted) -> ByteTable {
        ByteTable { low: _mm512_movm_epi8(wanted.bits[0]), high: _mm512_movm_epi8(wanted.bits[1]) }
    }

    /// Which of the sums are wanted.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
    fn hits(&self, sums: __m512i) -> u64 {
        _mm512_movepi8_mask(_mm512_permutex2var_epi8(self.low, sums, self.high))
    }
}

/// The wanted values: one bit for each, in words of 16.
#[derive(Clone, Copy)]
struct WordTable {
    base: __m512i,
    low: __m512i,
    high: __m512i,
}

impl WordTable {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
    fn new(wanted: &Wanted) -> WordTable {
        // SAFETY: both halves have 64 bytes.
        let (low, high) = unsafe { (read(&wanted.bits, 0), read(&wanted.bits, 8)) };
        WordTable { base: _mm512_set1_epi16(wanted.base as i16), low, high }
    }

    /// Which of the sums are wanted.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
    fn hits(&self, sums: __m512i) -> u32 {
        // The base is a multiple of the window's length, so this is the place in the window.
        let places = _mm512_xor_si512(sums, self.base);
        let inside = _mm512_cmplt_epu16_mask(places, _mm512_set1_epi16(WINDOW as i16));
        let words = _mm512_srli_epi16::<4>(places);
        let words = _mm512_permutex2var_epi16(self.low, words, self.high);
        // Turns bit j down to bit 0, j being the place modulo 16.
        let bits = _mm512_shrdv_epi16(words, words, places);
        _mm512_mask_test_epi16_mask(inside, bits, _mm512_set1_epi16(1))
    }
}

/// The numbers of a vector's cells from the last to the first, where cells have so many bytes.
const fn from_last(width: usize) -> [u8; 64] {
    let mut numbers = [0; 64];
    let mut at = 0;
    while at < 64 {
        numbers[at] = ((63 - at) / width) as u8;
        at += width;
    }
    numbers
}

/// The loops over pairs for one width of cells: each vector of the smaller pieces meets one of
/// the larger, turned around.
macro_rules! pair_loops {
    ($cell:ty, $lanes:literal, $permute:ident, $table:ident, $compress:ident, $equal:ident, $least:ident, $zeros:ident, $set:ident, $gather:ident, $sieve:ident, $find_pair:ident, $find_pairs:ident, $find_some:ident) => {
        #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
        pub(super) fn $gather(
            cells: &[$cell],
            origin: usize,
            rest: usize,
            parts: Range<usize>,
            seen: &mut [u8],
        ) {
            // SAFETY: 64 bytes.
            let reverse = unsafe { read(const { &from_last(size_of::<$cell>()) }, 0) };
            assert!(origin + rest < cells.len() && parts.end <= rest);
            let (seen, _) = seen.split_at_mut(SUMS);
            let mut low = parts.start;
            while low + $lanes <= parts.end {
                let mut sums = [0 as $cell; $lanes];
                // SAFETY: `low + lanes <= rest`, so both reads lie within heaps 0 to `rest`; the
                // sums have 64 bytes.
                unsafe {
                    let ascending = read(cells, origin + low);
                    let descending = read(cells, origin + rest - low - ($lanes - 1));
                    let sum = _mm512_xor_si512(ascending, $permute(reverse, descending));
                    _mm512_storeu_si512(sums.as_mut_ptr().cast(), sum);
                }
                for sum in sums {
                    seen[usize::from(sum)] = 1;
                }
                low += $lanes;
            }
            kernel::gather(cells, origin, rest, low..parts.end, seen);
        }

        #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,popcnt,bmi1")]
        pub(super) fn $sieve(
            cells: &[$cell],
            origin: usize,
            rest: usize,
            parts: Range<usize>,
            wanted: &mut Wanted,
        ) {
            // SAFETY: 64 bytes.
            let reverse = unsafe { read(const { &from_last(size_of::<$cell>()) }, 0) };
            assert!(origin + rest < cells.len() && parts.end <= rest);
            let sums = |low: usize| {
                // SAFETY: `low + lanes <= parts.end <= rest`, so that both reads lie within heaps
                // 0 to `rest`.
                let (ascending, descending) = unsafe {
                    (read(cells, origin + low), read(cells, origin + rest - low - ($lanes - 1)))
                };
                _mm512_xor_si512(ascending, $permute(reverse, descending))
            };
            let mut table = $table::new(wanted);
            let mut low = parts.start;
            // The sums that hit, without a branch for each, and room for one vector more.
            let mut hits = [0 as $cell; (TOGETHER + 1) * $lanes];
            while low + TOGETHER * $lanes <= parts.end {
                let mut count = 0;
                for step in 0..TOGETHER {
                    let sums = sums(low + step * $lanes);
                    let mask = table.hits(sums);
                    let some = $compress(mask, sums);
                    // SAFETY: `count` is at most `step * lanes`, so that another vector fits.
                    unsafe { _mm512_storeu_si512(hits.as_mut_ptr().add(count).cast(), some) };
                    count += mask.count_ones() as usize;
                }
                if count > 0 {
                    for &hit in &hits[..count] {
                        wanted.strike(hit.get());
                    }
                    table = $table::new(wanted);
                }
                low += TOGETHER * $lanes;
            }
            if low < parts.end {
                kernel::sieve(cells, origin, rest, low..parts.end, wanted);
            }
        }

        #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
        pub(super) fn $find_pair(ones: &[$cell], others: &[$cell], value: $cell) -> Option<usize> {
            const XOR: i32 = 0x96;
            let (whole, last_ones) = ones.as_chunks::<$lanes>();
            let (last_others, others) = others.as_rchunks::<$lanes>();
            let wanted = $set(value as _);
            // SAFETY: 64 bytes.
            let reverse = unsafe { read(const { &from_last(size_of::<$cell>()) }, 0) };
            // What a sum lacks to the one that is sought.
            let lacking = |one: &[$cell; $lanes], other: &[$cell; $lanes]| {
                // SAFETY: 64 bytes each.
                let (ascending, descending) = unsafe { (read(one, 0), read(other, 0)) };
                let descending = $permute(reverse, descending);
                _mm512_ternarylogic_epi64::<XOR>(ascending, descending, wanted)
            };
            let mut pairs = whole.iter().zip(others.iter().rev());
            for number in (0..whole.len()).step_by(LOOKED_AT) {
                let mut least = _mm512_set1_epi8(-1);
                for (one, other) in pairs.by_ref().take(LOOKED_AT) {
                    least = $least(least, lacking(one, other));
                }
                if $zeros(least, least) == 0 {
                    continue;
                }
                let again = whole.iter().zip(others.iter().rev()).enumerate().skip(number);
                for (number, (one, other)) in again.take(LOOKED_AT) {
                    let lacking = lacking(one, other);
                    let found = $zeros(lacking, lacking);
                    if found != 0 {
                        return Some(number * $lanes + found.trailing_zeros() as usize);
                    }
                }
            }
            let mut last = last_ones.iter().zip(last_others.iter().rev());
            Some(whole.len() * $lanes + last.position(|(one, other)| one ^ other == value)?)
        }

        #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
        pub(super) fn $find_pairs(ones: &[$cell], others: &[$cell], sought: &[$cell]) -> u32 {
            match *sought {
                [] => 0,
                [a] => $find_some(ones, others, [a]),
                [a, b] => $find_some(ones, others, [a, b]),
                [a, b, c] => $find_some(ones, others, [a, b, c]),
                [a, b, c, d] => $find_some(ones, others, [a, b, c, d]),
                _ => kernel::find_pairs(ones, others, sought),
            }
        }

        #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
        fn $find_some<const K: usize>(ones: &[$cell], others: &[$cell], sought: [$cell; K]) -> u32 {
            let (ones, last_ones) = ones.as_chunks::<$lanes>();
            let (last_others, others) = others.as_rchunks::<$lanes>();
            // SAFETY: 64 bytes.
            let reverse = unsafe { read(const { &from_last(size_of::<$cell>()) }, 0) };
            // What a sum lacks to the one that is sought: the least so far, of each lane.
            let mut lacking = [_mm512_setzero_si512(); K];
            for (lacking, sought) in lacking.iter_mut().zip(sought) {
                *lacking = $set(sought as _);
            }
            let mut least = [_mm512_set1_epi8(-1); K];
            let zeros = |least: &[__m512i; K]| {
                let mut found = 0;
                for (k, &least) in least.iter().enumerate() {
                    found |= u32::from($zeros(least, least) != 0) << k;
                }
                found
            };
            for (number, (ones, others)) in ones.iter().zip(others.iter().rev()).enumerate() {
                // SAFETY: 64 bytes each.
                let (ascending, descending) = unsafe { (read(ones, 0), read(others, 0)) };
                let sums = _mm512_xor_si512(ascending, $permute(reverse, descending));
                for (least, lacking) in least.iter_mut().zip(lacking) {
                    *least = $least(*least, _mm512_xor_si512(sums, lacking));
                }
                if number % LOOKED_AT == LOOKED_AT - 1 && zeros(&least) == (1 << K) - 1 {
                    return (1 << K) - 1;
                }
            }
            zeros(&least) | kernel::find_pairs(last_ones, last_others, &sought)
        }
    };
}

pair_loops!(
    u8,
    64,
    _mm512_permutexvar_epi8,
    ByteTable,
    _mm512_maskz_compress_epi8,
    _mm512_cmpeq_epi8_mask,
    _mm512_min_epu8,
    _mm512_testn_epi8_mask,
    _mm512_set1_epi8,
    gather_bytes,
    sieve_bytes,
    find_pair_bytes,
    find_pairs_bytes,
    find_some_bytes
);
pair_loops!(
    u16,
    32,
    _mm512_permutexvar_epi16,
    WordTable,
    _mm512_maskz_compress_epi16,
    _mm512_cmpeq_epi16_mask,
    _mm512_min_epu16,
    _mm512_testn_epi16_mask,
    _mm512_set1_epi16,
    gather_words,
    sieve_words,
    find_pair_words,
    find_pairs_words,
    find_some_words
);
