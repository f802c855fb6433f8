//! Deterministic automata over tuples of digits: product, complement, minimisation, and the
//! shortest word.

use std::collections::VecDeque;
use std::fmt;

use hashbrown::HashMap;
use rapidhash::fast::RandomState;

use super::equivalent::classes;
use super::numeration::Numeration;

/// The name of a number among those read at once.
pub type Track = u8;

/// An automaton that accepts tuples of numbers, one number for each of its tracks.
///
/// It accepts only words in which every track is a number of the numeration, and zeros in front
/// make no difference. Every operation keeps this.
///
/// ```
/// use grundy::automaton::{Dfa, Linear, Numeration, Sign};
/// let binary = Numeration::Base(2);
/// // x < y, and x = y + y, of the tracks 0 and 1.
/// let less = Dfa::linear(binary, &Linear::new([(1, 1), (0, -1)], -1, Sign::NonNegative))?;
/// let double = Dfa::linear(binary, &Linear::new([(0, 1), (1, -2)], 0, Sign::Zero))?;
/// // No double is less than its half.
/// let both = less.and(&double)?;
/// assert_eq!(both.shortest(), None);
/// // Those that are the double of some y are even.
/// let even = double.exists(1)?;
/// assert!(even.accepts(&[6]) && !even.accepts(&[7]));
/// # Ok::<(), grundy::automaton::TooLarge>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dfa {
    numeration: Numeration,
    /// Ascending.
    tracks: Vec<Track>,
    /// The next state by state and letter; the start is state 0. A letter is the number whose
    /// digits, the lowest first, are those of the tracks.
    next: Vec<u32>,
    accepts: Vec<bool>,
}

/// An automaton would have too many states or letters.
///
/// ```
/// use grundy::automaton::{Dfa, Numeration, TooLarge};
/// // A letter has a digit for each track, and there may be no more than 2^12 letters.
/// assert_eq!(Dfa::all(Numeration::Base(10), &[0, 1, 2, 3]), Err(TooLarge));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an automaton would have too many states or letters")
    }
}

impl std::error::Error for TooLarge {}

/// Bounds of an automaton.
const MOST_STATES: usize = 1 << 17;
const MOST_STEPS: usize = 1 << 24;
const MOST_LETTERS: usize = 1 << 12;

impl Dfa {
    /// An automaton from the function that leads from state to state, explored from the start on.
    pub(super) fn explore<S: Clone + Eq + std::hash::Hash>(
        numeration: Numeration,
        tracks: &[Track],
        start: S,
        step: impl Fn(&S, &[u8]) -> S,
        accepts: impl Fn(&S) -> bool,
    ) -> Result<Dfa, TooLarge> {
        numeration.check();
        let letters = letters(numeration, tracks.len())?;
        let spelled: Vec<Vec<u8>> =
            (0..letters).map(|letter| spell(numeration, tracks.len(), letter)).collect();
        let mut index: HashMap<S, u32, RandomState> = HashMap::default();
        index.insert(start.clone(), 0);
        let mut states = vec![start];
        let mut next = Vec::new();
        let mut at = 0;
        while at < states.len() {
            for letter in &spelled {
                let to = step(&states[at], letter);
                let known = index.len() as u32;
                let to = *index.entry(to).or_insert_with_key(|to| {
                    states.push(to.clone());
                    known
                });
                next.push(to);
            }
            at += 1;
            bounded(states.len(), next.len())?;
        }
        let accepts = states.iter().map(accepts).collect();
        Ok(Dfa { numeration, tracks: tracks.to_vec(), next, accepts })
    }

    /// An automaton from its parts as they are written in a certificate: the rows of next states,
    /// and which accept. `None` if the rows do not fit the tracks or name states that are not there, or no numbers can be
    /// written in the numeration.
    /// Whether it accepts only numbers, and zeros in front make no difference, is not looked at.
    ///
    /// ```
    /// use grundy::automaton::{Dfa, Numeration};
    /// // Numbers with an odd number of ones: a one leads to the other state.
    /// let binary = Numeration::Base(2);
    /// let odious = Dfa::from_rows(binary, &[0], &[vec![0, 1], vec![1, 0]], &[false, true]).unwrap();
    /// let found: Vec<u64> = (0..12).filter(|&n| odious.accepts(&[n])).collect();
    /// assert_eq!(found, [1, 2, 4, 7, 8, 11]);
    /// // There is no state 2.
    /// assert_eq!(Dfa::from_rows(binary, &[0], &[vec![0, 2], vec![1, 0]], &[false, true]), None);
    /// ```
    pub fn from_rows(
        numeration: Numeration,
        tracks: &[Track],
        rows: &[Vec<u32>],
        accepts: &[bool],
    ) -> Option<Dfa> {
        let letters = letters(numeration, tracks.len()).ok()?;
        let fits = numeration.counts()
            && !rows.is_empty()
            && rows.len() == accepts.len()
            && tracks.is_sorted_by(|a, b| a < b)
            && rows.iter().all(|row| row.len() == letters)
            && rows.iter().flatten().all(|&to| (to as usize) < rows.len());
        let (tracks, accepts) = (tracks.to_vec(), accepts.to_vec());
        fits.then(|| Dfa { numeration, tracks, next: rows.concat(), accepts })
    }

    /// All tuples of numbers.
    ///
    /// # Errors
    /// [`TooLarge`] for too many tracks.
    pub fn all(numeration: Numeration, tracks: &[Track]) -> Result<Dfa, TooLarge> {
        let start = Some(vec![false; tracks.len()]);
        let step = |state: &Option<Vec<bool>>, letter: &[u8]| {
            let each = state.as_ref()?.iter().zip(letter);
            each.map(|(&only_zero, &digit)| numeration.follow(only_zero, digit)).collect()
        };
        let all = Dfa::explore(numeration, tracks, start, step, Option::is_some)?;
        Ok(all.minimised())
    }

    /// The set of triples with `a xor b = c`, in base 2; three different tracks.
    ///
    /// ```
    /// use grundy::automaton::Dfa;
    /// let xor = Dfa::xor(0, 1, 2)?;
    /// assert!(xor.accepts(&[5, 7, 2]) && !xor.accepts(&[5, 7, 12]));
    /// # Ok::<(), grundy::automaton::TooLarge>(())
    /// ```
    ///
    /// # Errors
    /// Never for three tracks.
    pub fn xor(a: Track, b: Track, c: Track) -> Result<Dfa, TooLarge> {
        let mut tracks = vec![a, b, c];
        tracks.sort_unstable();
        let step = |&even: &bool, letter: &[u8]| even && letter.iter().sum::<u8>() % 2 == 0;
        Dfa::explore(Numeration::Base(2), &tracks, true, step, |&even| even)
    }

    /// The numeration.
    pub fn numeration(&self) -> Numeration {
        self.numeration
    }

    /// The tracks, ascending.
    pub fn tracks(&self) -> &[Track] {
        &self.tracks
    }

    /// How many states there are.
    pub fn states(&self) -> usize {
        self.accepts.len()
    }

    /// How many letters there are.
    pub fn letters(&self) -> usize {
        self.next.len() / self.accepts.len()
    }

    /// The next states of a state, letter by letter.
    ///
    /// # Panics
    /// If there are not so [many](Dfa::states); so [`Dfa::is_accepting`].
    pub fn row(&self, state: usize) -> &[u32] {
        let letters = self.letters();
        &self.next[state * letters..(state + 1) * letters]
    }

    /// Whether a word that ends in this state is accepted.
    pub fn is_accepting(&self, state: usize) -> bool {
        self.accepts[state]
    }

    /// The digits of a letter, track by track.
    pub fn spell(&self, letter: usize) -> Vec<u8> {
        spell(self.numeration, self.tracks.len(), letter)
    }

    /// Whether a tuple is in the set, one number below 2^63 for each track; more numbers or fewer are no such tuple.
    pub fn accepts(&self, numbers: &[u64]) -> bool {
        if numbers.len() != self.tracks.len() {
            return false;
        }
        let words: Vec<Vec<u8>> = numbers.iter().map(|&n| self.numeration.write(n)).collect();
        self.accepts_words(&words)
    }

    /// The same set with other names for its tracks, one for each; a name may be given twice, and then the
    /// tracks must be equal.
    ///
    /// ```
    /// use grundy::automaton::Dfa;
    /// // a xor b = a, which leaves 0 for b.
    /// let kept = Dfa::xor(0, 1, 2)?.renamed(&[0, 1, 0])?;
    /// assert_eq!(kept.tracks(), [0, 1]);
    /// assert!(kept.accepts(&[9, 0]) && !kept.accepts(&[9, 1]));
    /// # Ok::<(), grundy::automaton::TooLarge>(())
    /// ```
    ///
    /// # Errors
    /// [`TooLarge`].
    ///
    /// # Panics
    /// If there are more names than tracks, or fewer.
    pub fn renamed(&self, names: &[Track]) -> Result<Dfa, TooLarge> {
        assert_eq!(names.len(), self.tracks.len(), "each track has one name");
        let mut tracks = names.to_vec();
        tracks.sort_unstable();
        tracks.dedup();
        let places: Vec<usize> = names
            .iter()
            .map(|name| tracks.iter().position(|track| track == name).unwrap_or(0))
            .collect();
        let radix = self.numeration.digits();
        let step = |&state: &u32, letter: &[u8]| {
            let digits = places.iter().rev().map(|&place| usize::from(letter[place]));
            self.row(state as usize)[digits.fold(0, |all, digit| all * radix + digit)]
        };
        Dfa::explore(self.numeration, &tracks, 0, step, |&state| self.accepts[state as usize])
    }

    /// The state from which nothing is accepted, if there is one that leads to itself alone; the
    /// smallest automaton has no other.
    fn dead(&self) -> Option<u32> {
        let dead = |&state: &usize| {
            !self.accepts[state] && self.row(state).iter().all(|&to| to as usize == state)
        };
        (0..self.states()).find(dead).map(|state| state as u32)
    }

    /// The pairs of states that are reached. If `join` is true of two that are true at most
    /// (`needs_both`), all pairs with a dead state are one.
    fn product(
        &self,
        other: &Dfa,
        join: fn(bool, bool) -> bool,
        needs_both: bool,
    ) -> Result<Dfa, TooLarge> {
        /// All pairs from which nothing is accepted.
        const DEAD: (u32, u32) = (u32::MAX, u32::MAX);
        let mut tracks = [&self.tracks[..], &other.tracks[..]].concat();
        tracks.sort_unstable();
        tracks.dedup();
        let radix = self.numeration.digits();
        let letters = letters(self.numeration, tracks.len())?;
        // The letters that the two read where the product reads one.
        let part = |of: &Dfa, letter: usize| {
            let digits = spell(self.numeration, tracks.len(), letter);
            let own = of.tracks.iter().rev().filter_map(|track| {
                tracks.iter().position(|name| name == track).map(|at| usize::from(digits[at]))
            });
            own.fold(0, |all, digit| all * radix + digit)
        };
        let pairs: Vec<(usize, usize)> =
            (0..letters).map(|letter| (part(self, letter), part(other, letter))).collect();
        let (dead, other_dead) = match needs_both {
            true => (self.dead(), other.dead()),
            false => (None, None),
        };
        let pair = |one: u32, two: u32| match Some(one) == dead || Some(two) == other_dead {
            true => DEAD,
            false => (one, two),
        };
        let mut states = vec![pair(0, 0)];
        let mut index: HashMap<(u32, u32), u32, RandomState> = HashMap::default();
        index.insert(states[0], 0);
        let mut next = Vec::new();
        let mut at = 0;
        while at < states.len() {
            let (one, two) = states[at];
            if states[at] == DEAD {
                next.extend(std::iter::repeat_n(at as u32, letters));
            } else {
                let (one, two) = (self.row(one as usize), other.row(two as usize));
                for &(a, b) in &pairs {
                    let to = pair(one[a], two[b]);
                    let known = states.len() as u32;
                    let to = *index.entry(to).or_insert_with(|| {
                        states.push(to);
                        known
                    });
                    next.push(to);
                }
            }
            at += 1;
            bounded(states.len(), next.len())?;
        }
        let joined = |&(a, b): &(u32, u32)| {
            (a, b) != DEAD && join(self.accepts[a as usize], other.accepts[b as usize])
        };
        let accepts = states.iter().map(joined).collect();
        Ok(Dfa { numeration: self.numeration, tracks, next, accepts }.minimised())
    }

    /// Both sets at once, about the tracks of both.
    /// The numerations must be the same.
    ///
    /// # Errors
    /// [`TooLarge`].
    pub fn and(&self, other: &Dfa) -> Result<Dfa, TooLarge> {
        self.product(other, |a, b| a && b, true)
    }

    /// Either of two sets, which have the same tracks.
    /// The numerations must be the same.
    ///
    /// # Errors
    /// [`TooLarge`].
    pub fn or(&self, other: &Dfa) -> Result<Dfa, TooLarge> {
        self.product(other, |a, b| a || b, false)
    }

    /// The tuples of numbers that are not in the set.
    ///
    /// ```
    /// use grundy::automaton::{Dfa, Linear, Numeration, Sign};
    /// // Of x >= 3 and not x >= 4 only 3 is left.
    /// let at_least = |n: i64| Dfa::linear(Numeration::Base(2), &Linear::new([(0, 1)], -n, Sign::NonNegative));
    /// let three = at_least(3)?.and(&at_least(4)?.not()?)?;
    /// assert_eq!(three.shortest(), Some(Some(vec![3])));
    /// assert!(at_least(3)?.or(&three.not()?)?.accepts(&[3]));
    /// # Ok::<(), grundy::automaton::TooLarge>(())
    /// ```
    ///
    /// # Errors
    /// [`TooLarge`].
    pub fn not(&self) -> Result<Dfa, TooLarge> {
        let mut other = self.clone();
        other.accepts.iter_mut().for_each(|accepts| *accepts = !*accepts);
        other.and(&Dfa::all(self.numeration, &self.tracks)?)
    }

    /// The smallest automaton for the same set, its states in the order in which they are reached:
    /// two sets are equal exactly when these are. `O(states log(states) letters)`.
    ///
    /// ```
    /// use grundy::automaton::{Dfa, Numeration};
    /// // Odd numbers, by the last digit; state 2 does as state 1 does.
    /// let rows = [vec![0, 1], vec![0, 2], vec![0, 1]];
    /// let odd = Dfa::from_rows(Numeration::Base(2), &[0], &rows, &[false, true, true]).unwrap();
    /// assert_eq!((odd.states(), odd.minimised().states()), (3, 2));
    /// ```
    #[must_use]
    pub fn minimised(&self) -> Dfa {
        let (class, count) = classes(&self.next, self.letters(), &self.accepts);
        // A state of each class, and the classes in the order in which they are reached.
        let mut state_of = vec![0; count];
        for (state, &class) in class.iter().enumerate() {
            state_of[class as usize] = state;
        }
        let mut order = vec![u32::MAX; count];
        let mut reached = vec![class[0]];
        order[class[0] as usize] = 0;
        let mut next = Vec::new();
        let mut at = 0;
        while at < reached.len() {
            for &to in self.row(state_of[reached[at] as usize]) {
                let to = class[to as usize];
                if order[to as usize] == u32::MAX {
                    order[to as usize] = reached.len() as u32;
                    reached.push(to);
                }
                next.push(order[to as usize]);
            }
            at += 1;
        }
        let accepts = reached.iter().map(|&class| self.accepts[state_of[class as usize]]).collect();
        Dfa { numeration: self.numeration, tracks: self.tracks.clone(), next, accepts }
    }

    /// The shortest tuple in the set, if there is one: a number for each track, `None` in place of
    /// numbers that do not fit in 63 bits.
    pub fn shortest(&self) -> Option<Option<Vec<u64>>> {
        let mut from: Vec<Option<(usize, usize)>> = vec![None; self.states()];
        let mut waiting = VecDeque::from([0]);
        let mut seen = vec![false; self.states()];
        seen[0] = true;
        while let Some(state) = waiting.pop_front() {
            if self.accepts[state] {
                let mut word = Vec::new();
                let mut at = state;
                while let Some((before, letter)) = from[at] {
                    word.push(self.spell(letter));
                    at = before;
                }
                word.reverse();
                let number = |track: usize| {
                    let digits: Vec<u8> = word.iter().map(|letter| letter[track]).collect();
                    self.numeration.read(&digits)
                };
                return Some((0..self.tracks.len()).map(number).collect());
            }
            for (letter, &to) in self.row(state).iter().enumerate() {
                let to = to as usize;
                if !seen[to] {
                    seen[to] = true;
                    from[to] = Some((state, letter));
                    waiting.push_back(to);
                }
            }
        }
        None
    }

    /// The parts, for operations of this module.
    pub(super) fn made(
        numeration: Numeration,
        tracks: Vec<Track>,
        next: Vec<u32>,
        accepts: Vec<bool>,
    ) -> Dfa {
        Dfa { numeration, tracks, next, accepts }
    }
}

/// How many letters a number of tracks makes.
pub(super) fn letters(numeration: Numeration, tracks: usize) -> Result<usize, TooLarge> {
    let count = numeration.digits().checked_pow(tracks as u32);
    count.filter(|&count| count <= MOST_LETTERS).ok_or(TooLarge)
}

/// Whether an automaton of so many states, with so many steps between them, is too large.
pub(super) fn bounded(states: usize, steps: usize) -> Result<(), TooLarge> {
    if states > MOST_STATES || steps > MOST_STEPS { Err(TooLarge) } else { Ok(()) }
}

/// The digits of a letter, track by track.
pub(super) fn spell(numeration: Numeration, tracks: usize, mut letter: usize) -> Vec<u8> {
    let mut digits = Vec::with_capacity(tracks);
    for _ in 0..tracks {
        digits.push((letter % numeration.digits()) as u8);
        letter /= numeration.digits();
    }
    digits
}
