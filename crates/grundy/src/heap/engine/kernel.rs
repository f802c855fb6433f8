//! The inner loops that need no sparse space, in plain Rust.
//!
//! They are written over arrays of fixed length, which the compiler turns into vector code for
//! whatever the function they are inlined into may use; [`super::simd`] calls them compiled for AVX2
//! and holds the versions written for AVX-512. All of them compute the same.

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
                usize::from(self)
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

/// Which bytes of the planes to unite: offsets grouped by how far their bits must be shifted down.
#[derive(Clone, Debug, Default)]
pub(super) struct Stage {
    /// `offsets[ends[t-1]..ends[t]]` are to be shifted by `t` bits, 0 to 7.
    pub(super) ends: [usize; 8],
    pub(super) offsets: Vec<u32>,
}

/// Unites 512 bits of many planes, each read at `at + offset` bytes and shifted down.
/// The upper 8 bits of the answer mean nothing.
#[inline(always)]
pub(super) fn cover(planes: &[u8], at: usize, stage: &Stage) -> [u64; 8] {
    let mut all = [0; 8];
    let mut start = 0;
    for (shift, &end) in stage.ends.iter().enumerate() {
        let mut sum = [0u64; 8];
        for &offset in &stage.offsets[start..end] {
            let from = at + offset as usize;
            let (words, _) = planes[from..from + 64].as_chunks::<8>();
            for (sum, &word) in sum.iter_mut().zip(words) {
                *sum |= u64::from_le_bytes(word);
            }
        }
        start = end;
        for word in 0..8 {
            let carry = if word < 7 && shift > 0 { sum[word + 1] << (64 - shift) } else { 0 };
            all[word] |= sum[word] >> shift | carry;
        }
    }
    all
}

/// Whether two heaps that are together `rest` tokens, the smaller from 1 to `last`, have the nim-sum
/// `value`. `last` is at most `rest / 2`, and `origin` the place of heap 0.
#[inline(always)]
pub(super) fn has_pair<T: Cell>(
    cells: &[T],
    origin: usize,
    rest: usize,
    last: usize,
    value: T,
) -> bool {
    const STEP: usize = 64;
    let mut low = 1;
    while low + STEP <= last {
        let ascending = &cells[origin + low..origin + low + STEP];
        let high = origin + rest - low;
        let descending = &cells[high + 1 - STEP..=high];
        let mut found = false;
        for (one, other) in ascending.iter().zip(descending.iter().rev()) {
            found |= one.xor(*other) == value;
        }
        if found {
            return true;
        }
        low += STEP;
    }
    (low..=last).any(|low| cells[origin + low].xor(cells[origin + rest - low]) == value)
}
