//! A table from components to what is known of their values, within a fixed memory.
//!
//! A component and what is known of it are one word, so an entry of a board of fifty cells takes
//! 8 bytes. A component may stand only in one bucket, which fills a line of the cache: a look-up
//! costs one access to memory. The table grows when it is nearly full and may; otherwise a new entry takes the place of
//! the one in its bucket that is cheapest to find again. What is lost is computed again, so a table
//! of any size gives the same answers.
//!
//! Several threads read and write at once. Each word is read and written as a whole, so whoever reads an
//! entry reads one that was written; that two threads write to one place loses an entry, no more.

use std::fmt;
use std::hash::Hash;
use std::sync::atomic::{AtomicU64, Ordering};

use portable_atomic::AtomicU128;

use super::Bound;
use super::fetch::fetch;

/// A component as a word whose upper 8 bits are free; never zero.
pub trait Word: Copy + Ord + Hash + fmt::Debug + Send + Sync + sealed::Sealed + 'static {
    /// A place in memory for a word, which threads share.
    #[doc(hidden)]
    type Place: Default + Send + Sync;
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
    /// Adds it as bytes with its note, the highest first.
    #[doc(hidden)]
    fn put(self, bytes: &mut Vec<u8>);
    /// The word of such bytes, if there is one and its note says something.
    #[doc(hidden)]
    fn of_entry(bytes: &[u8]) -> Option<Self>;
    #[doc(hidden)]
    fn load(place: &Self::Place) -> Self;
    #[doc(hidden)]
    fn store(self, place: &Self::Place);
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
    ($type:ty, $place:ty, $spread:expr) => {
        impl Word for $type {
            type Place = $place;
            const PER_BUCKET: usize = BUCKET / size_of::<$type>();
            const EMPTY: $type = 0;

            #[inline]
            fn noted(self, note: u8) -> $type {
                self | <$type>::from(note) << (<$type>::BITS - 8)
            }

            #[inline]
            fn note(self) -> u8 {
                (self >> (<$type>::BITS - 8)) as u8
            }

            #[inline]
            fn key(self) -> $type {
                self & (<$type>::MAX >> 8)
            }

            #[inline]
            fn spread(self) -> u64 {
                let spread: fn($type) -> u64 = $spread;
                spread(self)
            }

            #[inline]
            fn put(self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_be_bytes());
            }

            #[inline]
            fn of_entry(bytes: &[u8]) -> Option<$type> {
                let entry = <$type>::from_be_bytes(bytes.try_into().ok()?);
                (entry.key() != 0 && entry.note() != 0).then_some(entry)
            }

            #[inline]
            fn load(place: &$place) -> $type {
                place.load(Ordering::Relaxed)
            }

            #[inline]
            fn store(self, place: &$place) {
                place.store(self, Ordering::Relaxed);
            }

            #[inline]
            fn to_bytes(self) -> Vec<u8> {
                self.to_be_bytes().to_vec()
            }

            #[inline]
            fn of_bytes(bytes: &[u8]) -> Option<$type> {
                let word = <$type>::from_be_bytes(bytes.try_into().ok()?);
                (word != 0 && word.key() == word).then_some(word)
            }
        }
    };
}

word!(u64, AtomicU64, |word| fold(word ^ OTHER, ODD));
word!(u128, AtomicU128, |word| fold(word as u64 ^ OTHER, (word >> 64) as u64 ^ ODD));

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
pub(super) struct Table<W: Word> {
    /// The places of the buckets, and as many as a bucket has but for one, so that the buckets can begin
    /// where a line of the cache begins.
    memory: Vec<W::Place>,
    /// The first place of the first bucket.
    start: usize,
    /// Most bytes that the places may take.
    allowed: u64,
}

/// Where a component stands if it is in the table.
#[derive(Clone, Copy)]
pub(super) struct Bucket(usize);

/// Whether the table is too full for what was noted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Room {
    Enough,
    /// It should grow.
    Little,
}

/// Places at first.
const FIRST: usize = 1 << 12;
/// So many buckets tell how full a table is.
const SAMPLE: usize = 16;

impl<W: Word> Table<W> {
    pub(super) fn new() -> Table<W> {
        let mut table = Table { memory: Vec::new(), start: 0, allowed: u64::MAX };
        table.resize(FIRST);
        table
    }

    /// Allows so many bytes from now on; a table that is larger stays as it is.
    pub(super) fn allow(&mut self, bytes: Option<u64>) {
        self.allowed = bytes.unwrap_or(u64::MAX);
    }

    /// Bytes that the places take.
    pub(super) fn bytes(&self) -> u64 {
        self.size() * size_of::<W>() as u64
    }

    /// Places that are in use. Looks at all of them.
    pub(super) fn len(&self) -> u64 {
        self.entries().count() as u64
    }

    /// All entries: components with their notes.
    pub(super) fn entries(&self) -> impl Iterator<Item = W> {
        self.memory.iter().map(|place| W::load(place)).filter(|&entry| entry != W::EMPTY)
    }

    /// How many entries fit.
    pub(super) fn size(&self) -> u64 {
        self.places().len() as u64
    }

    /// The places of all buckets.
    #[inline]
    fn places(&self) -> &[W::Place] {
        let count = self.memory.len() - self.memory.len() % W::PER_BUCKET;
        &self.memory[self.start..self.start + count]
    }

    /// Grows until so many entries fit, if it may.
    pub(super) fn expect(&mut self, places: u64) {
        while self.size() < places && self.may_grow() {
            self.grow();
        }
    }

    /// Where a component stands.
    #[inline]
    pub(super) fn bucket(&self, component: W) -> Bucket {
        let buckets = self.memory.len() / W::PER_BUCKET;
        let number = (u128::from(component.spread()) * buckets as u128) >> 64;
        Bucket(self.start + number as usize * W::PER_BUCKET)
    }

    #[inline]
    fn places_of(&self, bucket: Bucket) -> &[W::Place] {
        &self.memory[bucket.0..bucket.0 + W::PER_BUCKET]
    }

    /// Fetches a bucket, so that it is in the cache when it is looked at.
    #[inline]
    pub(super) fn fetch(&self, bucket: Bucket) {
        fetch(&self.memory[bucket.0]);
    }

    /// What is known of a component.
    #[inline]
    pub(super) fn get(&self, component: W) -> Option<Bound> {
        self.get_at(self.bucket(component), component)
    }

    /// What is known of a component that stands there.
    #[inline]
    pub(super) fn get_at(&self, bucket: Bucket, component: W) -> Option<Bound> {
        // Where it stands cannot be foretold, so no branch tells. Of two places either is right.
        let mut note = 0;
        for place in self.places_of(bucket) {
            let entry = W::load(place);
            note = if entry.key() == component { entry.note() } else { note };
        }
        (note != 0).then(|| Bound::of_note(note))
    }

    /// Notes what is known of a component. `weight` says how costly a component is to find again.
    pub(super) fn insert(&self, component: W, bound: Bound, weight: impl Fn(W) -> u32) -> Room {
        let note = bound.to_note();
        let entry = component.noted(note);
        let bucket = self.bucket(component);
        if note == 0 || self.put(bucket, entry) {
            return Room::Enough;
        }
        let cheapest =
            self.places_of(bucket).iter().min_by_key(|place| weight(W::load(place).key()));
        if let Some(place) = cheapest {
            entry.store(place);
        }
        if self.may_grow() && self.is_crowded(bucket) { Room::Little } else { Room::Enough }
    }

    /// Puts an entry over that of the same component or into an empty place of its bucket.
    fn put(&self, bucket: Bucket, entry: W) -> bool {
        for place in self.places_of(bucket) {
            let there = W::load(place);
            if there == W::EMPTY || there.key() == entry.key() {
                entry.store(place);
                return true;
            }
        }
        false
    }

    /// Whether more than three quarters of the places near a bucket are in use.
    fn is_crowded(&self, bucket: Bucket) -> bool {
        let (places, count) = (self.places(), SAMPLE * W::PER_BUCKET);
        let start = (bucket.0 - self.start).min(places.len() - count);
        let near = &places[start..start + count];
        let used = near.iter().filter(|place| W::load(place) != W::EMPTY).count();
        used * 4 > count * 3
    }

    /// How many places there would be in a larger table, if it may be larger.
    fn larger(&self) -> Option<usize> {
        let most = usize::try_from(self.allowed / size_of::<W>() as u64).unwrap_or(usize::MAX);
        let places = self.places().len();
        let wanted = places.checked_mul(2)?.min(most);
        let wanted = wanted - wanted % W::PER_BUCKET;
        (wanted >= places + places / 4).then_some(wanted)
    }

    fn may_grow(&self) -> bool {
        self.larger().is_some()
    }

    /// Grows in place, if it may. The order of buckets is the order of what components are spread to, however many
    /// buckets there are: from the last to the first, each entry moves up, never down.
    pub(super) fn grow(&mut self) {
        let Some(larger) = self.larger() else { return };
        let old = self.places().len();
        self.resize(larger);
        for number in (0..old).step_by(W::PER_BUCKET).rev() {
            let mut entries = [W::EMPTY; MOST_PER_BUCKET];
            let bucket = Bucket(self.start + number);
            for (entry, place) in entries.iter_mut().zip(self.places_of(bucket)) {
                *entry = W::load(place);
                W::EMPTY.store(place);
            }
            for entry in entries.into_iter().filter(|&entry| entry != W::EMPTY) {
                // Where the new bucket is full the entry is computed again when it is needed.
                self.put(self.bucket(entry.key()), entry);
            }
        }
    }

    /// Makes room for so many places; what is there stays in the buckets of its numbers.
    fn resize(&mut self, places: usize) {
        self.memory.resize_with(places + W::PER_BUCKET - 1, W::Place::default);
        self.begin_at(self.memory.as_ptr().align_offset(BUCKET).min(W::PER_BUCKET - 1));
    }

    /// Lets the first bucket begin at another place, with all that is in the buckets.
    fn begin_at(&mut self, start: usize) {
        match start.checked_sub(self.start) {
            Some(up) => self.memory[self.start..].rotate_right(up),
            None => self.memory[start..].rotate_left(self.start - start),
        }
        self.start = start;
    }
}

/// Most places of a bucket, those of the shorter words.
const MOST_PER_BUCKET: usize = BUCKET / size_of::<u64>();

#[cfg(test)]
mod tests {
    use super::*;

    fn note<W: Word>(table: &mut Table<W>, word: W, bound: Bound, weight: impl Fn(W) -> u32) {
        if let Room::Little = table.insert(word, bound, weight) {
            table.grow();
        }
    }

    #[test]
    fn a_table_that_may_grow_keeps_nearly_everything() {
        let mut table = Table::<u64>::new();
        let bound = |word: u64| Bound::Exact((word % 5) as u8);
        for word in 1..200_000_u64 {
            note(&mut table, word * 77, bound(word), |_| 0);
        }
        let kept = (1..200_000_u64).filter(|&word| table.get(word * 77) == Some(bound(word)));
        let kept = kept.count() as u64;
        assert_eq!(kept, table.len());
        assert!(kept > 190_000, "{kept}");
        assert!(table.bytes() <= 200_000 * 8 * 4, "{}", table.bytes());
        assert_eq!(table.get(78), None);
    }

    #[test]
    fn a_table_grows_in_place_to_any_size_that_is_allowed() {
        for most in [40_000, 50_000, 65_536, 70_000, 100_008] {
            let mut table = Table::<u64>::new();
            table.allow(Some(most));
            for word in 1..20_000_u64 {
                note(&mut table, word << 30 | word, Bound::Exact(word as u8 & 7), |_| 0);
            }
            assert!(table.bytes() <= most && table.bytes() * 5 > most * 4, "{}", table.bytes());
            let found =
                (1..20_000_u64).filter_map(|word| Some((word, table.get(word << 30 | word)?)));
            let found: Vec<_> = found.collect();
            assert_eq!(found.len() as u64, table.len());
            assert!(found.len() as u64 * 8 * 10 > table.bytes() * 9, "{} of {most}", found.len());
            assert!(found.iter().all(|&(word, bound)| bound == Bound::Exact(word as u8 & 7)));
        }
    }

    #[test]
    fn buckets_begin_where_lines_of_the_cache_begin() {
        let mut table = Table::<u64>::new();
        let bound = |word: u64| Bound::Exact((word % 7) as u8);
        for word in 1..20_000_u64 {
            note(&mut table, word * 99, bound(word), |_| 0);
            assert_eq!(table.places().as_ptr().align_offset(BUCKET), 0);
        }
        let known = |table: &Table<u64>| -> Vec<(u64, Bound)> {
            (1..20_000).filter_map(|word| Some((word, table.get(word * 99)?))).collect()
        };
        let before = known(&table);
        assert!(before.len() > 18_000, "{}", before.len());
        // Memory that begins anywhere else in a line.
        for start in [3, 7, 0, 5, 1, 6] {
            table.begin_at(start);
            assert_eq!(known(&table), before);
            assert_eq!(table.len(), before.len() as u64);
        }
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
            note(&mut table, word << 50 | word, bound(word), |word| (word & 1) as u32);
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
