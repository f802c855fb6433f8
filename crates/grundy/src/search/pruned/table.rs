//! A table from components to what is known of their values, within a fixed memory.
//!
//! A component and what is known of it are one word, so an entry of a board of fifty cells takes
//! 8 bytes. A component may stand only in one bucket, which fills a line of the cache: a look-up
//! costs one access to memory. The table doubles while it may; then a new entry takes the place of
//! the one in its bucket that is cheapest to find again. What is lost is computed again, so a table
//! of any size gives the same answers.

use std::fmt;
use std::hash::Hash;

use super::Bound;

/// A component as a word whose upper 8 bits are free; never zero.
pub trait Word: Copy + Ord + Hash + fmt::Debug + sealed::Sealed {
    #[doc(hidden)]
    const PER_BUCKET: usize;
    #[doc(hidden)]
    const EMPTY: Self;
    #[doc(hidden)]
    fn noted(self, note: u8) -> Self;
    #[doc(hidden)]
    fn note(self) -> u8;
    #[doc(hidden)]
    fn key(self) -> Self;
    #[doc(hidden)]
    fn spread(self) -> u64;
    /// The bytes, the highest first.
    fn to_bytes(self) -> Vec<u8>;
    /// The word of these bytes, if it is not zero and its upper 8 bits are free.
    fn of_bytes(bytes: &[u8]) -> Option<Self>;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
}

/// Bytes of a bucket: a line of the cache.
const BUCKET: usize = 64;

/// Multiplies the halves of the product into each other: every bit of the word moves the top bits.
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
const OTHER: u64 = 0xd6e8_feb8_6659_fd93;

macro_rules! word {
    ($type:ty, $spread:expr) => {
        impl Word for $type {
            const PER_BUCKET: usize = BUCKET / size_of::<$type>();
            const EMPTY: $type = 0;

            fn noted(self, note: u8) -> $type {
                self | <$type>::from(note) << (<$type>::BITS - 8)
            }

            fn note(self) -> u8 {
                (self >> (<$type>::BITS - 8)) as u8
            }

            fn key(self) -> $type {
                self & (<$type>::MAX >> 8)
            }

            fn spread(self) -> u64 {
                let spread: fn($type) -> u64 = $spread;
                spread(self)
            }

            fn to_bytes(self) -> Vec<u8> {
                self.to_be_bytes().to_vec()
            }

            fn of_bytes(bytes: &[u8]) -> Option<$type> {
                let word = <$type>::from_be_bytes(bytes.try_into().ok()?);
                (word != 0 && word.key() == word).then_some(word)
            }
        }
    };
}

word!(u64, |word| fold(word ^ OTHER, ODD));
word!(u128, |word| fold(word as u64 ^ OTHER, (word >> 64) as u64 ^ ODD));

/// The entry of a component of which nothing is known is not kept, so no entry is zero.
impl Bound {
    const EXACT: u8 = 0x80;

    /// One byte: the value, or the excluded values below 7.
    pub fn to_note(self) -> u8 {
        match self {
            Bound::Exact(value) => value | Bound::EXACT,
            Bound::Not(excluded) => excluded as u8 & !Bound::EXACT,
        }
    }

    /// What the byte says that [`Bound::to_note`] made.
    pub fn of_note(note: u8) -> Bound {
        match note & Bound::EXACT {
            0 => Bound::Not(note.into()),
            _ => Bound::Exact(note & !Bound::EXACT),
        }
    }
}

/// What is known of components.
pub(super) struct Table<W> {
    entries: Vec<W>,
    used: usize,
    /// Most bytes that the entries may take.
    allowed: u64,
}

/// Entries at first.
const FIRST: usize = 1 << 12;

impl<W: Word> Table<W> {
    pub(super) fn new() -> Table<W> {
        Table { entries: vec![W::EMPTY; FIRST], used: 0, allowed: u64::MAX }
    }

    /// Allows so many bytes from now on; a table that is larger stays as it is.
    pub(super) fn allow(&mut self, bytes: Option<u64>) {
        self.allowed = bytes.unwrap_or(u64::MAX);
    }

    /// Bytes that the entries take.
    pub(super) fn bytes(&self) -> u64 {
        (self.entries.len() * size_of::<W>()) as u64
    }

    /// Entries that are in use.
    pub(super) fn len(&self) -> u64 {
        self.used as u64
    }

    /// Where the bucket of a component begins.
    fn bucket(&self, component: W) -> usize {
        let buckets = self.entries.len() / W::PER_BUCKET;
        let number = (u128::from(component.spread()) * buckets as u128) >> 64;
        number as usize * W::PER_BUCKET
    }

    /// What is known of a component.
    #[inline]
    pub(super) fn get(&self, component: W) -> Option<Bound> {
        let start = self.bucket(component);
        let bucket = &self.entries[start..start + W::PER_BUCKET];
        bucket
            .iter()
            .find(|entry| entry.key() == component)
            .map(|entry| Bound::of_note(entry.note()))
    }

    /// Notes what is known of a component. `weight` says how costly a component is to find again.
    pub(super) fn insert(&mut self, component: W, bound: Bound, weight: impl Fn(W) -> u32) {
        let note = bound.to_note();
        if note == 0 {
            return;
        }
        let entry = component.noted(note);
        if self.place(entry) {
            return;
        }
        if self.used * 4 >= self.entries.len() && self.may_grow() {
            self.grow();
            if self.place(entry) {
                return;
            }
        }
        let start = self.bucket(component);
        let bucket = &mut self.entries[start..start + W::PER_BUCKET];
        if let Some(cheapest) = bucket.iter_mut().min_by_key(|entry| weight(entry.key())) {
            *cheapest = entry;
        }
    }

    /// Puts an entry over that of the same component or into an empty place of its bucket.
    fn place(&mut self, entry: W) -> bool {
        let start = self.bucket(entry.key());
        let bucket = &mut self.entries[start..start + W::PER_BUCKET];
        for place in bucket {
            if *place == W::EMPTY {
                *place = entry;
                self.used += 1;
                return true;
            }
            if place.key() == entry.key() {
                *place = entry;
                return true;
            }
        }
        false
    }

    /// While the table grows, the old one and the new one are both there.
    fn may_grow(&self) -> bool {
        self.bytes().checked_mul(3).is_some_and(|bytes| bytes <= self.allowed)
    }

    fn grow(&mut self) {
        let larger = vec![W::EMPTY; self.entries.len() * 2];
        let old = std::mem::replace(&mut self.entries, larger);
        self.used = 0;
        for entry in old {
            if entry != W::EMPTY {
                // Where the new bucket is full the entry is computed again when it is needed.
                self.place(entry);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_may_grow_keeps_everything() {
        let mut table = Table::<u64>::new();
        let bound = |word: u64| Bound::Exact((word % 5) as u8);
        for word in 1..200_000_u64 {
            table.insert(word * 77, bound(word), |_| 0);
        }
        let kept = (1..200_000_u64).filter(|&word| table.get(word * 77) == Some(bound(word)));
        assert!(kept.count() > 199_000);
        assert_eq!(table.get(78), None);
    }

    #[test]
    fn a_full_table_forgets_what_is_cheap_and_never_lies() {
        let mut table = Table::<u128>::new();
        table.allow(Some(1 << 18));
        let bound = |word: u128| match word % 3 {
            0 => Bound::Exact((word % 90) as u8),
            _ => Bound::Not(word % 126 + 1),
        };
        for word in 1..100_000_u128 {
            table.insert(word << 50 | word, bound(word), |word| (word & 1) as u32);
        }
        assert!(table.bytes() <= 1 << 18);
        let known = |odd: u128| {
            let words = (1..100_000_u128).filter(|word| word % 2 == odd);
            words.filter_map(|word| Some((word, table.get(word << 50 | word)?))).collect::<Vec<_>>()
        };
        let (even, odd) = (known(0), known(1));
        assert!(even.iter().chain(&odd).all(|&(word, found)| found == bound(word)));
        assert!(odd.len() > 5 * even.len(), "{} and {}", odd.len(), even.len());
    }
}
