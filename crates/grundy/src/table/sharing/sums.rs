//! Sets of values as bits, and the nim-sums of their members.
//!
//! A set has a power of two of words, so that the sums of what has room in it have room too. To add a
//! value to every member is a permutation of words and of the bits in a word.

use crate::limits::{Limits, Stop};
use crate::nimber::shifted_block;

/// Words that are shifted together; a set has no fewer.
const BLOCK: usize = 4;

/// Words united between two looks at the limits.
pub(in crate::table) const WORDS_PER_CHECK: u64 = 1 << 24;

/// Words of a set with room for values up to `most`.
pub(super) fn words(most: u64) -> u64 {
    (most / 64 + 1).next_power_of_two().max(BLOCK as u64)
}

/// Puts a value into the first of several sets of so many words each, of which every other has the sums
/// of a member of the one before and one of the first. Returns how many words were united; nothing
/// is done where there is no room.
pub(super) fn insert(sets: &mut [u64], words: usize, value: u64) -> u64 {
    let (place, bit) = ((value / 64) as usize, 1 << (value % 64));
    let Some(word) = sets[..words].get_mut(place).filter(|word| **word & bit == 0) else {
        return 0;
    };
    *word |= bit;
    let united = sets.len() - words;
    // What has the new value once or more: it, and a sum of one value less of which each may be it.
    let mut rest = sets;
    while rest.len() > words {
        let (fewer, more) = rest.split_at_mut(words);
        unite_shifted(&mut more[..words], fewer, value);
        rest = more;
    }
    united as u64
}

/// The sums of values that are chosen out of lists, one after the other put into a set.
#[derive(Debug, Default)]
pub(in crate::table) struct Sums {
    /// What was found since it was last forgotten.
    found: Vec<u64>,
    /// The sums of the values chosen so far, and with one more.
    sums: Vec<u64>,
    more: Vec<u64>,
    /// Words united since the limits were looked at.
    united: u64,
}

impl Sums {
    /// Bytes with room for values up to `most`.
    pub(in crate::table) fn bytes(most: u64) -> u64 {
        3 * 8 * words(most)
    }

    /// Makes room for values up to `most`.
    pub(in crate::table) fn make_room(&mut self, most: u64) {
        let words = words(most) as usize;
        for set in [&mut self.found, &mut self.sums, &mut self.more] {
            set.resize(words.max(set.len()), 0);
        }
    }

    /// The greatest value for which there is room.
    pub(in crate::table) fn room(&self) -> u64 {
        (64 * self.found.len() as u64).saturating_sub(1)
    }

    /// What was found, as a set.
    pub(in crate::table) fn found(&self) -> &[u64] {
        &self.found
    }

    pub(super) fn forget(&mut self) {
        self.found.fill(0);
    }

    /// Finds the sums of a value and so many values of each list, which may come again. The values of a
    /// list differ, and for all there is room. Costs a word for each 64 numbers up to the greatest
    /// value, for each value of a list and time, or less where there are few sums or all are found soon.
    ///
    /// # Errors
    /// The limit that stopped the work.
    pub(super) fn add(
        &mut self,
        first: u64,
        lists: &[(usize, Vec<u64>)],
        limits: &Limits,
    ) -> Result<(), Stop> {
        let values = lists.iter().flat_map(|(_, values)| values).copied();
        let greatest = values.fold(first, u64::max);
        let (words, all) = (words(greatest) as usize, All::with(greatest));
        let Sums { found, sums, more, united } = self;
        let (mut sums, mut more) = (&mut sums[..words], &mut more[..words]);
        sums.fill(0);
        sums[(first / 64) as usize] |= 1 << (first % 64);
        for (times, values) in lists {
            for _ in 0..*times {
                let count: usize = sums.iter().map(|word| word.count_ones() as usize).sum();
                more.fill(0);
                // Of more than half of all numbers, of either kind, some two have any given sum.
                if (count + values.len()) as u64 > all.count {
                    all.fill(more);
                } else if count < words {
                    for sum in members(sums) {
                        for value in values {
                            let sum = sum ^ value;
                            more[(sum / 64) as usize] |= 1 << (sum % 64);
                        }
                    }
                } else {
                    for &value in values {
                        if all.are_in(more) {
                            break;
                        }
                        unite_shifted(more, sums, value);
                        *united += words as u64;
                        if *united >= WORDS_PER_CHECK {
                            *united = 0;
                            limits.check()?;
                        }
                    }
                }
                (sums, more) = (more, sums);
            }
        }
        for (word, more) in found.iter_mut().zip(&*sums) {
            *word |= more;
        }
        Ok(())
    }
}

/// All numbers below a power of two.
#[derive(Clone, Copy, Debug)]
struct All {
    count: u64,
    /// How many words they are, the last of which may have fewer bits.
    words: usize,
    last: u64,
}

impl All {
    /// The least power of two above a number.
    fn with(greatest: u64) -> All {
        let count = (greatest + 1).next_power_of_two();
        let last = if count < 64 { (1 << count) - 1 } else { u64::MAX };
        All { count, words: count.div_ceil(64) as usize, last }
    }

    fn fill(self, set: &mut [u64]) {
        set[..self.words - 1].fill(u64::MAX);
        set[self.words - 1] = self.last;
    }

    /// Whether a set has them all.
    fn are_in(self, set: &[u64]) -> bool {
        set[self.words - 1] == self.last
            && set[..self.words - 1].iter().all(|&word| word == u64::MAX)
    }
}

/// The members of a set, ascending.
fn members(set: &[u64]) -> impl Iterator<Item = u64> + '_ {
    set.iter().enumerate().filter(|&(_, &word)| word != 0).flat_map(|(at, &word)| {
        let rest = std::iter::successors(Some(word), |word| {
            Some(word & (word - 1)).filter(|&rest| rest != 0)
        });
        rest.map(move |word| 64 * at as u64 + u64::from(word.trailing_zeros()))
    })
}

/// Unites a set with another, each member of which is added to a value.
fn unite_shifted(set: &mut [u64], other: &[u64], value: u64) {
    let other = other.as_chunks::<BLOCK>().0;
    for (block, words) in set.as_chunks_mut::<BLOCK>().0.iter_mut().enumerate() {
        for (word, more) in words.iter_mut().zip(shifted_block(other, block, value)) {
            *word |= more;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    /// The sums of every choice of so many values.
    fn naive(first: u64, lists: &[(usize, Vec<u64>)]) -> BTreeSet<u64> {
        let places = lists.iter().flat_map(|(times, values)| std::iter::repeat_n(values, *times));
        places.fold(BTreeSet::from([first]), |sums, values| {
            sums.iter().flat_map(|sum| values.iter().map(move |value| sum ^ value)).collect()
        })
    }

    fn lists() -> impl Strategy<Value = Vec<(usize, Vec<u64>)>> {
        // Few values and many, so that sums are listed, shifted and all there are.
        let values = (1_u64..1500, 0_usize..60);
        let values = values.prop_flat_map(|(below, most)| {
            prop::collection::btree_set(0..below, 0..=most.min(below as usize))
        });
        let values = values.prop_map(|values| values.into_iter().collect());
        prop::collection::vec((0_usize..4, values), 0..3)
    }

    proptest! {
        #[test]
        fn sums_are_those_of_every_choice(first in 0_u64..300, lists in lists()) {
            let mut sums = Sums::default();
            sums.make_room(2000);
            sums.add(first, &lists, &Limits::default()).unwrap();
            let found: BTreeSet<u64> = members(sums.found()).collect();
            prop_assert_eq!(&found, &naive(first, &lists));
            // What was found stays, until it is forgotten.
            sums.add(1, &[], &Limits::default()).unwrap();
            prop_assert!(members(sums.found()).eq(found.union(&BTreeSet::from([1])).copied()));
            sums.forget();
            prop_assert_eq!(members(sums.found()).count(), 0);
        }

        #[test]
        fn sets_grow_with_their_values(
            values in prop::collection::vec(0_u64..600, 0..30),
            times in 1_usize..5,
        ) {
            let words = words(599) as usize;
            let mut sets = vec![0; times * words];
            for length in 0..values.len() {
                insert(&mut sets, words, values[length]);
                for (at, set) in sets.chunks(words).enumerate() {
                    let expected = naive(0, &[(at + 1, values[..=length].to_vec())]);
                    prop_assert!(members(set).eq(expected), "{} of {:?}", at + 1, values);
                }
            }
        }
    }

    #[test]
    fn half_of_all_numbers_and_one_more_have_every_sum() {
        let mut sums = Sums::default();
        sums.make_room(511);
        for size in [2, 8, 64, 128, 512_usize] {
            for (count, all) in [(size / 2, size / 2), (size / 2 + 1, size)] {
                // Half of the numbers: those with an even number of ones.
                let even = (0..size as u64).filter(|value| value.count_ones() % 2 == 0);
                let values: Vec<u64> = even.chain([1]).take(count).collect();
                sums.forget();
                sums.add(0, &[(2, values)], &Limits::default()).unwrap();
                assert_eq!(members(sums.found()).count(), all, "{count} of {size}");
            }
        }
    }

    #[test]
    fn limits_stop_the_sums() {
        let mut sums = Sums::default();
        sums.make_room((1 << 20) - 1);
        let limits = Limits::default();
        limits.cancel.cancel();
        let values: Vec<u64> = (0..1 << 18).map(|value| 3 * value).collect();
        assert_eq!(sums.add(0, &[(9, values)], &limits), Err(Stop::Cancelled));
    }
}
