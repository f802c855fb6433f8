//! The minimum excluded value of a set of Grundy values.
//!
//! [`Mex`] keeps small values as bits and the others, unsorted, in a list. The bits double only
//! when the list holds more values than half the words of the bits, so one enormous value costs
//! one list entry, while a dense set of values is soon all bits and an insertion is one `or`.

use super::Nimber;

/// Words of bits made by the first insertion: values below 1024.
const FIRST_WORDS: usize = 16;

/// No mex is this large: the bits of the values below it fill 2^57 bytes, more than a 64-bit
/// machine can address.
const UNREACHABLE: u64 = 1 << 60;

/// A set of Grundy values that answers "the least value not in it" (the *mex*).
///
/// Insertion is `O(1)` amortised in the usual case that the values are not much larger than
/// their number, and `O(log values)` amortised in every case. Memory is at most proportional to
/// the number of different values, however large they are; values from 2^60 up take none, since
/// no mex reaches them. [`Mex::clear`] keeps the memory for the next set.
///
/// ```
/// use grundy::nimber::{Mex, Nimber};
/// let mut seen = Mex::default();
/// for value in [0, 1, 4] {
///     seen.insert(Nimber(value));
/// }
/// assert_eq!(seen.mex(), Nimber(2));
///
/// seen.clear();
/// seen.insert(Nimber(u64::MAX));
/// assert_eq!(seen.mex(), Nimber(0));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Mex {
    /// Bit `v % 64` of word `v / 64` is set when `v` is in the set.
    words: Vec<u64>,
    /// The words from here on are zero.
    used: usize,
    /// The values in the set that `words` is too short for, in any order, some perhaps twice.
    far: Vec<u64>,
}

/// The least number that is not in a set, whose numbers are bits of words.
pub(crate) fn least_missing(words: &[u64]) -> u64 {
    let full = words.iter().take_while(|&&word| word == u64::MAX).count();
    let rest = words.get(full).map_or(0, |word| word.trailing_ones());
    full as u64 * 64 + u64::from(rest)
}

impl Mex {
    /// Adds one value.
    #[inline]
    pub fn insert(&mut self, Nimber(value): Nimber) {
        if !set_bit(&mut self.words, &mut self.used, value) {
            self.insert_far(value);
        }
    }

    /// The least value that was not inserted. `O(mex / 64)`, and at most `O(n log n)` for the
    /// `n` values that are not kept as bits.
    pub fn mex(&self) -> Nimber {
        let used = &self.words[..self.used];
        if let Some(index) = used.iter().position(|&word| word != u64::MAX) {
            return Nimber(index as u64 * 64 + u64::from(used[index].trailing_ones()));
        }
        let mut least = used.len() as u64 * 64;
        if used.len() == self.words.len() {
            let mut far = self.far.clone();
            far.sort_unstable();
            far.dedup();
            for value in far {
                if value != least {
                    break;
                }
                least += 1;
            }
        }
        Nimber(least)
    }

    /// Forgets every value and keeps the memory. `O(m / 64)`, `m` the largest value kept as a bit.
    #[inline]
    pub fn clear(&mut self) {
        self.words[..self.used].fill(0);
        self.used = 0;
        self.far.clear();
    }

    /// Lists a value that has no bit yet, and makes more bits when many are listed.
    #[cold]
    fn insert_far(&mut self, value: u64) {
        if value >= UNREACHABLE {
            return;
        }
        self.far.push(value);
        if self.far.len() <= self.words.len() {
            return;
        }
        self.far.sort_unstable();
        self.far.dedup();
        if self.far.len() > self.words.len() / 2 {
            self.words.resize((2 * self.words.len()).max(FIRST_WORDS), 0);
            let (words, used) = (&mut self.words, &mut self.used);
            self.far.retain(|&value| !set_bit(words, used, value));
        }
    }
}

/// Sets the bit of `value`; false if `words` is too short to have one.
#[inline(always)]
fn set_bit(words: &mut [u64], used: &mut usize, value: u64) -> bool {
    let Ok(index) = usize::try_from(value / 64) else {
        return false;
    };
    let Some(word) = words.get_mut(index) else {
        return false;
    };
    *word |= 1 << (value % 64);
    *used = (*used).max(index + 1);
    true
}

/// The least value that is not among `values`: the Grundy value of a position whose options have
/// these values. Cost and memory are those of [`Mex`].
///
/// ```
/// use grundy::nimber::{Nimber, mex};
/// assert_eq!(mex([]), Nimber(0));
/// assert_eq!(mex([Nimber(0), Nimber(u64::MAX), Nimber(1)]), Nimber(2));
/// ```
pub fn mex(values: impl IntoIterator<Item = Nimber>) -> Nimber {
    let mut seen = Mex::default();
    for value in values {
        seen.insert(value);
    }
    seen.mex()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn least_missing(set: &BTreeSet<u64>) -> u64 {
        let run = set.iter().zip(0..).take_while(|&(&value, index)| value == index);
        run.count() as u64
    }

    /// Runs of consecutive values: alone they are rarely near one another, together they fill
    /// several sizes of the bits.
    fn runs() -> impl Strategy<Value = Vec<u64>> {
        let start = prop_oneof![
            6 => 0..200u64,
            6 => 900..1200u64,
            3 => 0..6000u64,
            1 => any::<u64>(),
            1 => Just(u64::MAX - 300),
        ];
        let run = (start, prop_oneof![1..4u64, 1..1500u64])
            .prop_map(|(start, length)| start..start.saturating_add(length));
        prop::collection::vec(run, 0..8)
            .prop_map(|runs| runs.into_iter().flatten().collect::<Vec<_>>())
            .prop_shuffle()
    }

    proptest! {
        #[test]
        fn agrees_with_a_sorted_set_from_one_use_to_the_next(uses in prop::collection::vec(runs(), 1..5)) {
            let mut seen = Mex::default();
            for values in uses {
                seen.clear();
                let mut set = BTreeSet::new();
                for (index, &value) in values.iter().enumerate() {
                    seen.insert(Nimber(value));
                    set.insert(value);
                    if index % 97 == 0 {
                        prop_assert_eq!(seen.mex().0, least_missing(&set));
                    }
                }
                prop_assert_eq!(seen.mex().0, least_missing(&set));
            }
        }
    }

    #[test]
    fn every_order_of_a_full_range_gives_its_end() {
        for count in [1u64, 63, 64, 65, 1023, 1024, 1025, 100_000] {
            let up = mex((0..count).map(Nimber));
            let down = mex((0..count).rev().map(Nimber));
            // 7919 is a prime that divides none of the counts, so the steps visit every value.
            let stride = mex((0..count).map(|i| Nimber(i * 7919 % count)));
            assert_eq!([up, down, stride], [Nimber(count); 3], "count {count}");
        }
    }

    #[test]
    fn values_beyond_reach_take_no_memory() {
        let mut seen = Mex::default();
        for value in [u64::MAX, u64::MAX - 1, 1 << 63, 1 << 60] {
            seen.insert(Nimber(value));
        }
        assert_eq!(seen.mex(), Nimber(0));
        assert_eq!((seen.words.capacity(), seen.far.capacity()), (0, 0));
    }

    #[test]
    fn memory_follows_the_number_of_different_values() {
        let mut seen = Mex::default();
        for _ in 0..100_000 {
            seen.insert(Nimber(1 << 40));
            seen.insert(Nimber(1 << 59));
        }
        assert!(seen.words.len() <= FIRST_WORDS && seen.far.capacity() <= 4 * FIRST_WORDS);

        let mut seen = Mex::default();
        for bit in 0..64 {
            seen.insert(Nimber(1 << bit));
        }
        assert!(seen.words.len() <= 4 * 64 && seen.far.capacity() <= 4 * 64);
        assert_eq!(seen.mex(), Nimber(0));
    }

    #[test]
    fn clearing_keeps_the_memory() {
        let mut seen = Mex::default();
        (0..5000).for_each(|value| seen.insert(Nimber(value)));
        let words = seen.words.len();
        seen.clear();
        assert_eq!((seen.words.len(), seen.mex()), (words, Nimber(0)));
        seen.insert(Nimber(0));
        assert_eq!(seen.mex(), Nimber(1));
    }
}
