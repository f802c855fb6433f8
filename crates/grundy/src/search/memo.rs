//! Numbered nodes and what is known of them, for several threads at once.
//!
//! Nodes are only added, and an answer is written once, so whoever finds a node or an answer may rely on it
//! without a lock. The index from nodes to numbers is an array of words with open addressing: 32 bits
//! of the hash, whose first bits are the place to begin at, and the number. It can be exchanged for a larger
//! one only by a thread that has it alone.

use std::hash::{BuildHasher, Hash};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{PoisonError, RwLock, RwLockReadGuard};
use std::thread;

use rapidhash::fast::RandomState;

use crate::pages::in_large_pages;

/// Places of the first index, as a power of two.
const FIRST: u32 = 6;
/// Places of the largest index: hashes have no more bits.
const LARGEST: u32 = 32;

/// Nodes that there may be: somewhat fewer than numbers, since threads may each add one unasked.
pub(super) const MOST_NODES: u32 = u32::MAX - 1024;

/// What a word says of a node that has no answer: that nobody looks at its options, or that a thread does.
const NEW: u64 = 0;
const TAKEN: u64 = 1;
/// The least word of an answer.
pub(super) const LEAST_ANSWER: u64 = 2;

/// An answer as a word, from [`LEAST_ANSWER`] on.
pub(super) trait Answer: Copy {
    fn word(self) -> u64;
    fn from_word(word: u64) -> Self;
}

/// What is kept of a node.
struct Entry<N> {
    node: N,
    state: AtomicU64,
}

impl<N> Entry<N> {
    fn answer<A: Answer>(&self) -> Option<A> {
        match self.state.load(Ordering::Relaxed) {
            NEW | TAKEN => None,
            word => Some(A::from_word(word)),
        }
    }
}

/// What is found of a node.
pub(super) struct Found<A> {
    pub(super) number: u32,
    /// Whether it was never seen.
    pub(super) is_new: bool,
    pub(super) answer: Option<A>,
}

/// A table from nodes to numbers, from 0 on, and from numbers to nodes and answers.
pub(super) struct Memo<N, A> {
    index: RwLock<Vec<AtomicU64>>,
    /// Threads that want the index for themselves, to let it grow.
    growing: AtomicUsize,
    hasher: RandomState,
    entries: boxcar::Vec<Entry<N>>,
    answers: PhantomData<A>,
}

/// Why a node has no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoRoom {
    /// The index must grow first.
    InIndex,
    /// There are as many nodes as numbers.
    AtAll,
}

/// The index for as long as it stays as it is.
pub(super) type Index<'a> = RwLockReadGuard<'a, Vec<AtomicU64>>;

impl<N: Eq + Hash + Clone, A: Answer> Memo<N, A> {
    pub(super) fn new() -> Memo<N, A> {
        Memo {
            index: RwLock::new(empty(FIRST)),
            growing: AtomicUsize::new(0),
            hasher: RandomState::default(),
            entries: boxcar::Vec::new(),
            answers: PhantomData,
        }
    }

    /// The index. It cannot grow until this is let go of.
    pub(super) fn index(&self) -> Index<'_> {
        // Who lets go of it and takes it again would mostly be sooner than who waits.
        while self.is_growing() {
            thread::yield_now();
        }
        self.index.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known of a node, which is added if it was never seen.
    pub(super) fn find(&self, index: &Index<'_>, node: &N) -> Result<Found<A>, NoRoom> {
        let tag = self.hasher.hash_one(node) >> 32;
        let mut place = first_place(tag, index.len());
        let mut own = None;
        loop {
            let mut slot = index[place].load(Ordering::Acquire);
            if slot == 0 {
                let number = match own {
                    Some(number) => number,
                    None => self.push(index, node)?,
                };
                own = Some(number);
                let filled = (tag << 32) | (u64::from(number) + 1);
                let (success, failure) = (Ordering::Release, Ordering::Acquire);
                match index[place].compare_exchange(0, filled, success, failure) {
                    Ok(_) => return Ok(Found { number, is_new: true, answer: None }),
                    Err(other) => slot = other,
                }
            }
            if slot >> 32 == tag {
                let number = slot as u32 - 1;
                let entry = &self.entries[number as usize];
                if entry.node == *node {
                    return Ok(Found { number, is_new: false, answer: entry.answer() });
                }
            }
            place = (place + 1) & (index.len() - 1);
        }
    }

    /// A number for a node that is not in the index. Where two threads bring the same node at once, one number is
    /// never used.
    fn push(&self, index: &Index<'_>, node: &N) -> Result<u32, NoRoom> {
        let count = self.entries.count();
        if count >= MOST_NODES as usize {
            return Err(NoRoom::AtAll);
        }
        if count >= most(index.len()) {
            return Err(NoRoom::InIndex);
        }
        let state = AtomicU64::new(NEW);
        Ok(self.entries.push(Entry { node: node.clone(), state }) as u32)
    }

    /// Makes room in the index, unless another thread did. Whoever asks must have let go of it.
    pub(super) fn grow(&self) {
        self.growing.fetch_add(1, Ordering::Relaxed);
        let mut index = self.index.write().unwrap_or_else(PoisonError::into_inner);
        if self.entries.count() >= most(index.len()) {
            *index = larger(&index);
        }
        drop(index);
        self.growing.fetch_sub(1, Ordering::Relaxed);
    }

    /// Bytes held while the index grows, without what nodes own elsewhere.
    pub(super) fn bytes_to_grow(&self, index: &Index<'_>) -> u64 {
        self.bytes(index) + (2 * index.len() * size_of::<AtomicU64>()) as u64
    }

    /// Whether a thread waits for the index to be let go of.
    pub(super) fn is_growing(&self) -> bool {
        self.growing.load(Ordering::Relaxed) > 0
    }

    pub(super) fn node(&self, number: u32) -> &N {
        &self.entries[number as usize].node
    }

    pub(super) fn nodes(&self) -> impl Iterator<Item = &N> {
        self.entries.iter().map(|(_, entry)| &entry.node)
    }

    /// The answer of a node, if it is known.
    pub(super) fn answer(&self, number: u32) -> Option<A> {
        self.entries[number as usize].answer()
    }

    /// Keeps the answer of a node.
    pub(super) fn keep(&self, number: u32, answer: A) {
        self.entries[number as usize].state.store(answer.word(), Ordering::Relaxed);
    }

    /// Whether a thread looks at the options of a node.
    pub(super) fn is_taken(&self, number: u32) -> bool {
        self.entries[number as usize].state.load(Ordering::Relaxed) == TAKEN
    }

    /// Says that a thread looks at the options of a node, or no longer.
    pub(super) fn take(&self, number: u32, taken: bool) {
        let (old, new) = if taken { (NEW, TAKEN) } else { (TAKEN, NEW) };
        let state = &self.entries[number as usize].state;
        // An answer stays.
        let _ = state.compare_exchange(old, new, Ordering::Relaxed, Ordering::Relaxed);
    }

    pub(super) fn len(&self) -> u64 {
        self.entries.count() as u64
    }

    /// Bytes held by the table, without what nodes own elsewhere.
    pub(super) fn bytes(&self, index: &Index<'_>) -> u64 {
        let entries = self.entries.count().next_power_of_two() * size_of::<Entry<N>>();
        (index.len() * size_of::<AtomicU64>() + entries) as u64
    }
}

fn empty(bits: u32) -> Vec<AtomicU64> {
    let mut index = Vec::with_capacity(1 << bits);
    in_large_pages(&mut index);
    index.resize_with(1 << bits, || AtomicU64::new(0));
    index
}

/// An index with twice as many places.
fn larger(index: &[AtomicU64]) -> Vec<AtomicU64> {
    let larger = empty(index.len().ilog2() + 1);
    for slot in index {
        let slot = slot.load(Ordering::Relaxed);
        if slot != 0 {
            let mut place = first_place(slot >> 32, larger.len());
            while larger[place].load(Ordering::Relaxed) != 0 {
                place = (place + 1) & (larger.len() - 1);
            }
            larger[place].store(slot, Ordering::Relaxed);
        }
    }
    larger
}

/// Nodes that an index of so many places holds.
fn most(places: usize) -> usize {
    places / 8 * 5
}

/// Where the search for a node begins.
fn first_place(tag: u64, places: usize) -> usize {
    (tag >> (LARGEST - places.ilog2())) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Answer for u64 {
        fn word(self) -> u64 {
            self + LEAST_ANSWER
        }

        fn from_word(word: u64) -> u64 {
            word - LEAST_ANSWER
        }
    }

    /// The number of a node, for which the index may have to grow.
    fn number(memo: &Memo<u64, u64>, node: u64) -> u32 {
        loop {
            let found = memo.find(&memo.index(), &node);
            match found {
                Ok(found) => return found.number,
                Err(room) => {
                    assert_eq!(room, NoRoom::InIndex);
                    memo.grow();
                }
            }
        }
    }

    #[test]
    fn threads_give_a_node_one_number() {
        const NODES: u64 = 5000;
        let memo = &Memo::<u64, u64>::new();
        let numbers: Vec<Vec<u32>> = thread::scope(|scope| {
            let all = |step: u64| {
                move || {
                    // Each thread in an order of its own.
                    let order = (0..NODES).map(|at| at * step % NODES);
                    let mut numbers = vec![0; NODES as usize];
                    for node in order {
                        let number = number(memo, node);
                        numbers[node as usize] = number;
                        assert_eq!(*memo.node(number), node);
                        assert!(memo.answer(number).is_none_or(|answer| answer == node + 7));
                        memo.take(number, true);
                        memo.keep(number, node + 7);
                        memo.take(number, false);
                    }
                    numbers
                }
            };
            let threads: Vec<_> = [1, 3, 7, 9].map(|step| scope.spawn(all(step))).into();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(numbers.iter().all(|others| *others == numbers[0]));
        let mut distinct = numbers[0].clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len() as u64, NODES);
        assert!((NODES..NODES + 64).contains(&memo.len()), "{}", memo.len());
        for node in 0..NODES {
            assert_eq!(memo.answer(numbers[0][node as usize]), Some(node + 7));
        }
    }

    #[test]
    fn a_node_is_taken_until_it_is_left_or_answered() {
        let memo = Memo::<u64, u64>::new();
        let number = number(&memo, 11);
        assert!(!memo.is_taken(number) && memo.answer(number).is_none());
        memo.take(number, true);
        assert!(memo.is_taken(number) && memo.answer(number).is_none());
        memo.take(number, false);
        assert!(!memo.is_taken(number));
        memo.keep(number, 0);
        memo.take(number, true);
        assert!(!memo.is_taken(number));
        assert_eq!(memo.answer(number), Some(0));
    }
}
