//! A table from components to what is known of their values, within a fixed memory.
//!
//! A component and what is known of it are one word, so an entry of a board of fifty cells takes
//! 8 bytes. A component may stand only in one bucket, which fills a line of the cache: a look-up
//! costs one access to memory. In a full bucket a new entry takes the place of one that does not tell the value, of
//! whichever comes first; so nearly all places come to hold values. Where all eight do, one of them is lost; the
//! table grows when it has lost one for every 64 places, and may. What is lost is computed again, so a table of any
//! size gives the same answers; what took long is remembered apart, for good.
//!
//! That which of the values is lost is left to chance is on purpose: what is least work is met most often. In a fixed
//! memory of 1 MB, with buckets of four lines, Cram 5x8 takes 1478 thousand visits if the lightest entry goes, 811 if the
//! heaviest does, 682 if any does, and 516 if those go first that do not tell the value: as few as in any memory.
//!
//! Several threads read and write at once. Each word is read and written as a whole, so whoever reads an
//! entry reads one that was written; that two threads write to one place loses an entry, no more.

use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use portable_atomic::AtomicU128;

use super::Bound;
use super::fetch::fetch;
use crate::pages::in_large_pages;

/// A component as a word whose upper 8 bits are free; never zero.
///
/// ```
/// use grundy::search::Word;
/// assert_eq!(u64::of_bytes(&1000_u64.to_bytes()), Some(1000));
/// // Zero is no word, the upper 8 bits are taken, and there are 8 bytes.
/// assert_eq!((u64::of_bytes(&[0; 8]), u64::of_bytes(&[1; 8]), u64::of_bytes(&[1])), (None, None, None));
/// ```
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

    /// One byte: the value up to 127, or the excluded values below 7; of anything greater, that nothing is known.
    ///
    /// ```
    /// use grundy::search::Bound;
    /// // What is known of a value above 6 that is excluded does not fit.
    /// let bound = Bound::Not(1 << 2 | 1 << 7);
    /// assert_eq!(Bound::of_note(bound.to_note()), Bound::not(2));
    /// assert_eq!(Bound::of_note(Bound::Exact(127).to_note()), Bound::Exact(127));
    /// assert_eq!(Bound::of_note(Bound::Exact(128).to_note()), Bound::Not(0));
    /// ```
    pub fn to_note(self) -> u8 {
        match self {
            Bound::Exact(value) if value < Bound::EXACT => value | Bound::EXACT,
            Bound::Exact(_) => 0,
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
    /// Values that were lost since it last grew.
    lost: AtomicUsize,
    /// What is remembered for good, and how much of it there is.
    lasting: Mutex<HashMap<W, Bound>>,
    lasts: AtomicUsize,
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

/// Components at most that are remembered for good.
const MOST_LASTING: usize = 1 << 18;
/// Places at first.
const FIRST: usize = 1 << 12;
/// A table of fewer places grows as soon as a value is lost.
const FEW: usize = 1 << 17;
/// A larger one grows when it has lost a value for so many places.
const PLACES_PER_LOSS: usize = 64;

impl<W: Word> Table<W> {
    pub(super) fn new() -> Table<W> {
        let mut table = Table {
            memory: Vec::new(),
            start: 0,
            lost: AtomicUsize::new(0),
            lasting: Mutex::default(),
            lasts: AtomicUsize::new(0),
            allowed: u64::MAX,
        };
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
        self.memory.iter().filter(|place| W::load(place) != W::EMPTY).count() as u64
    }

    /// All entries: components with their notes. What lasts and says more than its entry, if it has one, comes last.
    pub(super) fn entries(&self) -> impl Iterator<Item = W> {
        let lasting = self.lasting();
        let more = lasting.iter().filter_map(|(&word, &bound)| {
            let found = self.get(word);
            let note = found.map_or(bound, |found| found.and(bound)).to_note();
            (found.map(Bound::to_note) != Some(note)).then(|| word.noted(note))
        });
        let more: Vec<W> = more.collect();
        let says = |entry: &W| entry.note() != 0;
        self.memory.iter().map(|place| W::load(place)).chain(more).filter(says)
    }

    fn lasting(&self) -> MutexGuard<'_, HashMap<W, Bound>> {
        self.lasting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Remembers for good what is known of a component, unless there is too much of that.
    pub(super) fn keep(&self, component: W, bound: Bound) {
        let mut lasting = self.lasting();
        if let Some(known) = lasting.get_mut(&component) {
            // Another thread may know more.
            *known = known.and(bound);
        } else if lasting.len() < MOST_LASTING {
            lasting.insert(component, bound);
        }
        self.lasts.store(lasting.len(), Ordering::Relaxed);
    }

    /// What is known of a component, in the table or for good.
    pub(super) fn recall(&self, component: W) -> Option<Bound> {
        let found = self.get(component);
        if matches!(found, Some(Bound::Exact(_))) || self.lasts.load(Ordering::Relaxed) == 0 {
            return found;
        }
        let kept = self.lasting().get(&component).copied();
        match (found, kept) {
            (Some(found), Some(kept)) => Some(found.and(kept)),
            (found, kept) => found.or(kept),
        }
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

    /// Notes what is known of a component.
    pub(super) fn insert(&self, component: W, bound: Bound) -> Room {
        let note = bound.to_note();
        let entry = component.noted(note);
        let bucket = self.bucket(component);
        if note == 0 || self.put(bucket, entry) {
            return Room::Enough;
        }
        let places = self.places_of(bucket);
        let (after, before) = places.split_at(component.spread() as usize % W::PER_BUCKET);
        let mut all = before.iter().chain(after);
        let tells = |entry: W| entry.note() & Bound::EXACT != 0;
        if let Some(place) = all.clone().find(|place| !tells(W::load(place))) {
            entry.store(place);
            return Room::Enough;
        }
        if tells(entry)
            && let Some(place) = all.next()
        {
            entry.store(place);
        }
        self.lost.fetch_add(1, Ordering::Relaxed);
        if self.has_lost_much() && self.may_grow() { Room::Little } else { Room::Enough }
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

    /// Whether it has lost more values than it should.
    fn has_lost_much(&self) -> bool {
        let places = self.places().len();
        let few = if places < FEW { 0 } else { places / PLACES_PER_LOSS };
        self.lost.load(Ordering::Relaxed) > few
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
        self.lost = AtomicUsize::new(0);
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
        let places = places + W::PER_BUCKET - 1;
        self.memory.reserve_exact(places.saturating_sub(self.memory.len()));
        in_large_pages(&mut self.memory);
        self.memory.resize_with(places, W::Place::default);
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

    fn note<W: Word>(table: &mut Table<W>, word: W, bound: Bound) {
        if let Room::Little = table.insert(word, bound) {
            table.grow();
        }
    }

    #[test]
    fn a_table_that_may_grow_keeps_nearly_everything() {
        let mut table = Table::<u64>::new();
        let bound = |word: u64| Bound::Exact((word % 5) as u8);
        for word in 1..200_000_u64 {
            note(&mut table, word * 77, bound(word));
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
                note(&mut table, word << 30 | word, Bound::Exact(word as u8 & 7));
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
            note(&mut table, word * 99, bound(word));
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
    fn a_full_table_keeps_values_rather_than_what_excludes_some_and_never_lies() {
        let mut table = Table::<u128>::new();
        table.allow(Some(1 << 18));
        let bound = |word: u128| match word % 10 {
            0 => Bound::Exact((word % 90) as u8),
            _ => Bound::Not(word % 126 + 1),
        };
        for word in 1..100_000_u128 {
            note(&mut table, word << 50 | word, bound(word));
        }
        assert!(table.bytes() <= 1 << 18);
        let known: Vec<(u128, Bound)> =
            (1..100_000).filter_map(|word| Some((word, table.get(word << 50 | word)?))).collect();
        assert!(known.iter().all(|&(word, found)| found == bound(word)));
        let values = known.iter().filter(|(word, _)| word % 10 == 0).count();
        // A tenth of what is noted, and more than half of what is kept.
        assert_eq!(known.len(), 1 << 14);
        assert!(values > 9_000, "{values}");
    }

    #[test]
    fn what_is_kept_is_recalled_whatever_the_table_loses() {
        let mut table = Table::<u64>::new();
        table.allow(Some(1 << 15));
        table.keep(1, Bound::Not(0b101));
        table.keep(2, Bound::Exact(7));
        table.keep(2, Bound::Not(0b1));
        note(&mut table, 1, Bound::Not(0b10));
        assert_eq!(table.recall(1), Some(Bound::Not(0b111)));
        for word in 1..100_000_u64 {
            note(&mut table, word, if word == 1 { Bound::Not(0b10) } else { Bound::Exact(3) });
        }
        assert_eq!(table.get(1), None);
        assert_eq!(table.recall(1), Some(Bound::Not(0b101)));
        // Among values only there is no place for what excludes one.
        note(&mut table, 1, Bound::Not(0b10));
        assert_eq!(table.recall(1), Some(Bound::Not(0b101)));
        assert_eq!(table.get(2), None);
        assert_eq!(table.recall(2), Some(Bound::Exact(7)));
        let last: Vec<u64> = table.entries().collect();
        let last = &last[last.len() - 2..];
        assert!(last.contains(&2_u64.noted(Bound::Exact(7).to_note())), "{last:x?}");
    }
}
