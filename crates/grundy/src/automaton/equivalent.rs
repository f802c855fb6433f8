//! States from which the same words are accepted.
//!
//! Moore 1956: states that accept are parted from the others, and in each round those that lead into different classes.
//! A few rounds are enough for most automata; a chain of states takes as many as it has states.
//!
//! Hopcroft 1971: whenever a class is parted, every class from which a letter leads into one of the two halves and, for
//! other states, not into it, is parted by that. The smaller half is enough, for where a letter leads into the whole class
//! is known already; so a state is looked back from only as often as its class is halved.

use std::hash::BuildHasher as _;

use hashbrown::HashTable;
use rapidhash::fast::RandomState;

/// Rounds before the other way is taken.
const ROUNDS: usize = 12;

/// The states in classes.
struct Partition {
    /// Class by class.
    states: Vec<u32>,
    /// Where a state stands among them.
    place: Vec<u32>,
    /// The class of a state.
    class: Vec<u32>,
    /// Of each class where it begins, where it ends, and how many of its first states are marked.
    bounds: Vec<(u32, u32, u32)>,
}

impl Partition {
    /// From the class of each state.
    fn new(class: Vec<u32>, count: usize) -> Partition {
        let mut bounds = vec![(0, 0, 0); count];
        for &class in &class {
            bounds[class as usize].1 += 1;
        }
        let mut begin = 0;
        for (first, end, _) in &mut bounds {
            let size = *end;
            (*first, *end) = (begin, begin);
            begin += size;
        }
        let (mut states, mut place) = (vec![0; class.len()], vec![0; class.len()]);
        for (state, &class) in class.iter().enumerate() {
            let (_, end, _) = &mut bounds[class as usize];
            states[*end as usize] = state as u32;
            place[state] = *end;
            *end += 1;
        }
        Partition { states, place, class, bounds }
    }

    /// Marks a state; whether it is the first one of its class.
    fn mark(&mut self, state: u32) -> bool {
        let (first, _, marked) = &mut self.bounds[self.class[state as usize] as usize];
        let (from, to) = (self.place[state as usize], *first + *marked);
        if from < to {
            return false;
        }
        *marked += 1;
        let other = self.states[to as usize];
        self.states.swap(from as usize, to as usize);
        self.place[state as usize] = to;
        self.place[other as usize] = from;
        *marked == 1
    }

    /// Parts the marked states of a class from the others, if there are others: the smaller half is a new class.
    fn part(&mut self, class: u32) -> Option<u32> {
        let (first, end, marked) = self.bounds[class as usize];
        self.bounds[class as usize].2 = 0;
        let middle = first + marked;
        if middle == end {
            return None;
        }
        let (kept, new) = match marked <= end - middle {
            true => ((middle, end), (first, middle)),
            false => ((first, middle), (middle, end)),
        };
        let number = self.bounds.len() as u32;
        self.bounds[class as usize] = (kept.0, kept.1, 0);
        self.bounds.push((new.0, new.1, 0));
        for at in new.0..new.1 {
            self.class[self.states[at as usize] as usize] = number;
        }
        Some(number)
    }
}

/// By state and letter the states from which the letter leads to the state, one list after the other, with where each
/// begins.
fn before(next: &[u32], letters: usize) -> (Vec<u32>, Vec<u32>) {
    let mut begins = vec![0; next.len() + 1];
    let list = |at: usize, to: u32| to as usize * letters + at % letters;
    for (at, &to) in next.iter().enumerate() {
        begins[list(at, to) + 1] += 1;
    }
    for at in 1..begins.len() {
        begins[at] += begins[at - 1];
    }
    let mut free = begins.clone();
    let mut states = vec![0; next.len()];
    for (at, &to) in next.iter().enumerate() {
        let place = &mut free[list(at, to)];
        states[*place as usize] = (at / letters) as u32;
        *place += 1;
    }
    (states, begins)
}

/// The number of the class of each state, and how many classes there are. `O(states log(states) letters)`.
pub(super) fn classes(next: &[u32], letters: usize, accepts: &[bool]) -> (Vec<u32>, usize) {
    let (class, count, stable) = by_rounds(next, letters, accepts, ROUNDS);
    if stable { (class, count) } else { by_halves(next, letters, class, count) }
}

/// After so many rounds: the class of each state, how many there are, and whether more rounds would change nothing.
fn by_rounds(
    next: &[u32],
    letters: usize,
    accepts: &[bool],
    rounds: usize,
) -> (Vec<u32>, usize, bool) {
    let mut class: Vec<u32> = accepts.iter().map(|&accepts| u32::from(accepts)).collect();
    let mut count = 0;
    let hasher = RandomState::default();
    // Of each state its class and those of the next states, one after the other.
    let width = letters + 1;
    let mut keys = vec![0; accepts.len() * width];
    let mut known: HashTable<(u32, u32)> = HashTable::new();
    for _ in 0..rounds {
        for (state, key) in keys.chunks_mut(width).enumerate() {
            key[0] = class[state];
            for (of, &to) in key[1..].iter_mut().zip(&next[state * letters..]) {
                *of = class[to as usize];
            }
        }
        let key = |state: u32| &keys[state as usize * width..][..width];
        known.clear();
        for state in 0..accepts.len() as u32 {
            let fresh = known.len() as u32;
            let hash = hasher.hash_one(key(state));
            let found = known.entry(
                hash,
                |&(other, _)| key(other) == key(state),
                |&(other, _)| hasher.hash_one(key(other)),
            );
            class[state as usize] = found.or_insert((state, fresh)).get().1;
        }
        if known.len() == count {
            return (class, count, true);
        }
        count = known.len();
    }
    (class, count, false)
}

/// From classes of which all states accept or none does.
fn by_halves(next: &[u32], letters: usize, class: Vec<u32>, count: usize) -> (Vec<u32>, usize) {
    let (sources, begins) = before(next, letters);
    let mut partition = Partition::new(class, count);
    // Classes by which others are still to be parted.
    let mut waiting: Vec<u32> = (0..count as u32).collect();
    let (mut by, mut touched) = (Vec::new(), Vec::new());
    while let Some(class) = waiting.pop() {
        let (first, end, _) = partition.bounds[class as usize];
        // The class itself may be parted on the way.
        by.clear();
        by.extend_from_slice(&partition.states[first as usize..end as usize]);
        for letter in 0..letters {
            for &state in &by {
                let list = state as usize * letters + letter;
                for &source in &sources[begins[list] as usize..begins[list + 1] as usize] {
                    if partition.mark(source) {
                        touched.push(partition.class[source as usize]);
                    }
                }
            }
            for class in touched.drain(..) {
                // Where the class waits, both halves do; where it does not, the new one, which is smaller, is enough.
                waiting.extend(partition.part(class));
            }
        }
    }
    (partition.class, partition.bounds.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{by_halves, by_rounds, classes};

    proptest! {
        #[test]
        fn halves_and_rounds_come_to_the_same_classes(
            letters in 1_usize..4,
            count in 1_usize..30,
            numbers in prop::collection::vec(0_u32..1 << 20, 120),
            near in any::<bool>(),
        ) {
            let to = |(at, number): (usize, &u32)| match near {
                // Long chains.
                true => (at / letters) as u32 + number % 3,
                false => *number,
            } % count as u32;
            let next: Vec<u32> = numbers[..count * letters].iter().enumerate().map(to).collect();
            let accepts: Vec<bool> = numbers[90..90 + count].iter().map(|number| number % 3 == 0).collect();
            let (expected, different, stable) = by_rounds(&next, letters, &accepts, count + 1);
            prop_assert!(stable);
            let (early, few, _) = by_rounds(&next, letters, &accepts, 1);
            for (class, found) in [classes(&next, letters, &accepts), by_halves(&next, letters, early, few)] {
                prop_assert_eq!(found, different);
                for one in 0..count {
                    for other in 0..count {
                        prop_assert_eq!(class[one] == class[other], expected[one] == expected[other]);
                    }
                }
                prop_assert!(class.iter().all(|&class| (class as usize) < found));
            }
        }
    }
}
