//! The inner loops that need no sparse space, in plain Rust.
//!
//! They are written over arrays of fixed length, which the compiler turns into vector code for
//! whatever the function they are inlined into may use; [`super::simd`] calls them compiled for AVX2
//! and holds the versions written for AVX-512. All of them compute the same.

use std::ops::Range;

/// A stored value: small, with one bit to spare for "not known".
pub(in crate::heap) trait Cell:
    Copy + Eq + Ord + Into<u64> + Send + Sync + std::fmt::Debug + 'static
{
    /// Marks a heap whose value is not known; differs from every nim-sum of values.
    const EMPTY: Self;
    /// Values below this can be stored.
    const LIMIT: usize;

    /// Stores a value below `LIMIT`.
    fn new(value: usize) -> Self;

    /// The value.
    fn get(self) -> usize;

    /// The nim-sum.
    fn xor(self, other: Self) -> Self;
}

macro_rules! cell {
    ($cell:ty, $empty:expr) => {
        impl Cell for $cell {
            const EMPTY: $cell = $empty;
            const LIMIT: usize = $empty as usize;

            #[inline(always)]
            fn new(value: usize) -> $cell {
                value as $cell
            }

            #[inline(always)]
            fn get(self) -> usize {
                self as usize
            }

            #[inline(always)]
            fn xor(self, other: $cell) -> $cell {
                self ^ other
            }
        }
    };
}

cell!(u8, 0x80);
cell!(u16, 0x8000);
cell!(u32, 0x8000_0000);

/// More than any nim-sum of cells of at most 16 bits.
pub(super) const SUMS: usize = 1 << 16;

/// Values among which some are wanted.
pub(super) const WINDOW: usize = 1024;

/// Values of which it is asked whether any pair has them: some of those from `base` on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::heap) struct Wanted {
    /// A multiple of the length of the window.
    pub(super) base: usize,
    /// Bit `j` of word `i` is for the value `base + 64 i + j`.
    pub(super) bits: [u64; WINDOW / 64],
}

impl Wanted {
    /// The first values from `from` on that are not in `found`, at most so many; those of one window.
    pub(super) fn first(found: &[u64], from: usize, most: usize) -> Wanted {
        let base = from / WINDOW * WINDOW;
        let mut wanted = Wanted { base, bits: [0; WINDOW / 64] };
        let mut count = 0;
        for (word, (bits, found)) in
            (base / 64..).zip(wanted.bits.iter_mut().zip(found.iter().skip(base / 64)))
        {
            let mut open = !found;
            if word == from / 64 {
                open &= u64::MAX << (from % 64);
            } else if word < from / 64 {
                open = 0;
            }
            while open != 0 && count < most {
                *bits |= open & open.wrapping_neg();
                open &= open - 1;
                count += 1;
            }
        }
        wanted
    }

    /// The values wanted, in ascending order.
    pub(super) fn values(&self) -> impl Iterator<Item = usize> + '_ {
        (self.base..).step_by(64).zip(self.bits).flat_map(|(base, word)| {
            let step = |left: &u64| Some(left & left.wrapping_sub(1)).filter(|&left| left != 0);
            std::iter::successors(Some(word).filter(|&word| word != 0), step)
                .map(move |left| base + left.trailing_zeros() as usize)
        })
    }

    /// Whether nothing is wanted.
    pub(super) fn is_empty(&self) -> bool {
        self.bits == [0; WINDOW / 64]
    }

    /// The least value wanted.
    pub(super) fn least(&self) -> Option<usize> {
        let word = self.bits.iter().position(|&word| word != 0)?;
        Some(self.base + 64 * word + self.bits[word].trailing_zeros() as usize)
    }

    /// The largest value wanted, or the base if there is none.
    pub(super) fn last(&self) -> usize {
        let word = self.bits.iter().rposition(|&word| word != 0);
        word.map_or(self.base, |word| self.base + 64 * word + self.bits[word].ilog2() as usize)
    }

    /// Strikes a value of the window.
    #[inline(always)]
    pub(super) fn strike(&mut self, value: usize) {
        let place = (value - self.base) % WINDOW;
        self.bits[place / 64] &= !(1 << (place % 64));
    }
}

/// Notes the nim-sums of all pairs of heaps that are together `rest` tokens and the smaller of which
/// is in `parts`, in `seen`, whose length is a power of two, at least [`SUMS`], and more than any of them.
/// `origin` is the place of heap 0.
#[inline(always)]
pub(super) fn gather<T: Cell>(
    cells: &[T],
    origin: usize,
    rest: usize,
    parts: Range<usize>,
    seen: &mut [u8],
) {
    const STEP: usize = 32;
    let last = seen.len() - 1;
    let mut low = parts.start;
    while low + STEP <= parts.end {
        let ascending = &cells[origin + low..origin + low + STEP];
        let high = origin + rest - low;
        let descending = &cells[high + 1 - STEP..=high];
        for (one, other) in ascending.iter().zip(descending.iter().rev()) {
            seen[one.xor(*other).get() & last] = 1;
        }
        low += STEP;
    }
    for low in low..parts.end {
        seen[cells[origin + low].xor(cells[origin + rest - low]).get() & last] = 1;
    }
}

/// Strikes the sums of these pairs, given as for [`gather`], from the wanted values.
#[inline(always)]
pub(super) fn sieve<T: Cell>(
    cells: &[T],
    origin: usize,
    rest: usize,
    parts: Range<usize>,
    wanted: &mut Wanted,
) {
    let ascending = &cells[origin + parts.start..origin + parts.end];
    let descending = &cells[origin + rest + 1 - parts.end..=origin + rest - parts.start];
    // One place more, for all sums outside the window; those below it wrap around to large places.
    let mut seen = [0u8; WINDOW + 1];
    for (one, other) in ascending.iter().zip(descending.iter().rev()) {
        seen[one.xor(*other).get().wrapping_sub(wanted.base).min(WINDOW)] = 1;
    }
    for (bits, seen) in wanted.bits.iter_mut().zip(seen.as_chunks::<64>().0) {
        *bits &= !pack(seen);
    }
}

/// The lowest bits of 64 bytes, the others of which are 0.
#[inline(always)]
pub(super) fn pack(bytes: &[u8; 64]) -> u64 {
    let mut word = 0;
    for (place, eight) in bytes.as_chunks::<8>().0.iter().enumerate() {
        // Brings the eight bits together in the highest byte.
        let bits = u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        word |= bits << (8 * place);
    }
    word
}

/// The smaller heaps, in `parts`, and the larger ones of the pairs that are together `rest` tokens, both
/// in ascending order. `origin` is the place of heap 0.
#[inline(always)]
pub(super) fn pieces<T>(
    cells: &[T],
    origin: usize,
    rest: usize,
    parts: Range<usize>,
) -> (&[T], &[T]) {
    if parts.is_empty() {
        return (&[], &[]);
    }
    let larger = origin + rest + 1 - parts.end..=origin + rest - parts.start;
    (&cells[origin + parts.start..origin + parts.end], &cells[larger])
}

/// The place of the first cell of `ones` that has the nim-sum `value` with the one at the same distance from the other
/// end of `others`, which is as long.
#[inline(always)]
pub(super) fn find_pair<T: Cell>(ones: &[T], others: &[T], value: T) -> Option<usize> {
    const STEP: usize = 64;
    let is_there = |ones: &[T], others: &[T]| {
        // Without a way out in between, this becomes vectors.
        ones.iter()
            .zip(others.iter().rev())
            .fold(false, |is_there, (one, other)| is_there | (one.xor(*other) == value))
    };
    let chunks = ones.chunks(STEP).zip(others.rchunks(STEP));
    let (chunk, (ones, others)) =
        chunks.enumerate().find(|(_, (ones, others))| is_there(ones, others))?;
    let mut pairs = ones.iter().zip(others.iter().rev());
    Some(STEP * chunk + pairs.position(|(one, other)| one.xor(*other) == value)?)
}

/// So many values can be sought together.
pub(super) const SOUGHT: usize = 4;

/// Which of some values, at most [`SOUGHT`], are nim-sums of a cell of `ones` and the one at the same distance
/// from the other end of `others`, which is as long: bit `k` for the `k`-th.
#[inline(always)]
pub(super) fn find_pairs<T: Cell>(ones: &[T], others: &[T], sought: &[T]) -> u32 {
    const STEP: usize = 64;
    let all = !(u32::MAX << sought.len());
    let mut found = 0;
    let (ones, last_ones) = ones.as_chunks::<STEP>();
    let (last_others, others) = others.as_rchunks::<STEP>();
    for (ones, others) in ones.iter().zip(others.iter().rev()) {
        let mut sums = [T::new(0); STEP];
        for (sum, (one, other)) in sums.iter_mut().zip(ones.iter().zip(others.iter().rev())) {
            *sum = one.xor(*other);
        }
        for (k, sought) in sought.iter().enumerate() {
            // Without a way out in between, this becomes vectors.
            let is_there = sums.iter().fold(false, |is_there, sum| is_there | (sum == sought));
            found |= u32::from(is_there) << k;
        }
        if found == all {
            return found;
        }
    }
    for (k, sought) in sought.iter().enumerate() {
        let mut pairs = last_ones.iter().zip(last_others.iter().rev());
        found |= u32::from(pairs.any(|(one, other)| one.xor(*other) == *sought)) << k;
    }
    found
}

/// Room to find where two sets agree.
#[derive(Clone, Debug)]
pub(in crate::heap) struct Agreement {
    /// The words that are not 0, and the place of the first bit of each.
    pub(super) words: Vec<u64>,
    pub(super) places: Vec<u32>,
    /// The places at which the sets agree.
    pub(super) found: Vec<u32>,
}

impl Agreement {
    /// Places written at once, kept or not.
    pub(super) const STEP: usize = 8;

    /// Room for sets of so many words that agree at most at so many places.
    pub(super) fn new(words: usize, most: usize) -> Agreement {
        Agreement {
            words: vec![0; words + 8],
            places: vec![0; words + 8],
            found: vec![0; most + Agreement::STEP],
        }
    }

    /// The bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        8 * self.words.len() + 4 * (self.places.len() + self.found.len())
    }
}

/// Finds the places of the bits in `ones` that are also in `others` turned down by `bits`, less than 64; of the
/// last word those in `mask`. `others` has one word more. Answers how many of the places in `room` they are.
#[inline(always)]
pub(super) fn agree(
    ones: &[u64],
    others: &[u64],
    bits: usize,
    mask: u64,
    room: &mut Agreement,
) -> usize {
    let Agreement { words, places, found } = room;
    let last = ones.len() - 1;
    let mut count = 0;
    for (place, (one, other)) in ones.iter().zip(others.windows(2)).enumerate() {
        let mut word = one & (other[0] >> bits | other[1] << 1 << (63 - bits));
        if place == last {
            word &= mask;
        }
        // Written each time, kept if it is not 0: no branch to mistake.
        (words[count], places[count]) = (word, 64 * place as u32);
        count += usize::from(word != 0);
    }
    const STEP: usize = 4;
    let mut end = 0;
    for (&word, &place) in words.iter().zip(&*places).take(count) {
        let (next, mut left) = (end + word.count_ones() as usize, word);
        while end < next {
            for found in &mut found[end..end + STEP] {
                *found = place + left.trailing_zeros();
                left &= left.wrapping_sub(1);
            }
            end += STEP;
        }
        end = next;
    }
    end
}

/// For each number whether it is `least` or more, as bits; their count is a multiple of 64.
#[inline(always)]
pub(super) fn at_least(numbers: &[u32], least: u32, bits: &mut Vec<u64>) {
    bits.clear();
    let (numbers, _) = numbers.as_chunks::<64>();
    bits.extend(
        numbers.iter().map(|numbers| pack(&numbers.map(|number| u8::from(number >= least)))),
    );
}
