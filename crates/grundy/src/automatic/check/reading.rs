//! Deciding statements by following words letter by letter.
//!
//! The numbers of the assumption are read along one path, and at the same time the conclusion along
//! every way in which the hidden numbers may go on; a statement fails exactly when some word leads
//! to an assumption that holds beside no case that does. Each relation is followed by arithmetic on
//! two numbers. No automaton is built, projected or minimised.

use std::collections::{HashMap, HashSet, VecDeque};

use super::{Refusal, Unchecked};
use crate::automatic::statement::{Case, Literal, Statement};
use crate::automatic::tuples::Tuples;
use crate::automaton::{Dfa, Numeration, Sign, Track};
use crate::limits::Limits;

/// Sets of words that are followed at once, words in such a set, and different words times the
/// letters that each can read, at most.
const MOST_SETS: usize = 1 << 18;
const MOST_WORDS: usize = 1 << 16;
const MOST_STEPS: usize = 1 << 22;
/// Bytes that a set, or a word, takes beside its numbers, about: twice its place in a table, and the allocator's.
const BESIDE: u64 = 192;

/// A literal, and where its numbers stand among those that are read.
struct Followed<'a> {
    literal: &'a Literal,
    at: Vec<usize>,
    /// The least and the most that the digits of one place weigh in a relation.
    least: i64,
    most: i64,
}

/// Literals that are followed together, digit by digit.
struct Reading<'a> {
    set: &'a Dfa,
    /// How many numbers are read.
    tracks: usize,
    literals: Vec<Followed<'a>>,
}

/// Where a reading is: two numbers for each literal, and whether only a zero may follow for each
/// track.
type Place = Vec<i64>;

/// A relation whose inequality holds whatever follows.
const SETTLED: [i64; 2] = [i64::MAX, 0];

impl<'a> Reading<'a> {
    /// Of the numbers on these tracks, whose digits are read in this order.
    fn new(set: &'a Dfa, tracks: &[Track], literals: &'a [Literal]) -> Reading<'a> {
        let largest = set.numeration().digits() as i64 - 1;
        let followed = |literal: &'a Literal| {
            let weights = match literal {
                Literal::Linear(relation) => relation.terms.iter().map(|term| term.1).collect(),
                _ => Vec::new(),
            };
            let named = literal.tracks();
            let at = named.iter().filter_map(|name| tracks.iter().position(|track| track == name));
            Followed {
                literal,
                at: at.collect(),
                least: weights.iter().map(|&weight: &i64| weight.min(0) * largest).sum(),
                most: weights.iter().map(|&weight| weight.max(0) * largest).sum(),
            }
        };
        let literals = literals.iter().map(followed).collect();
        Reading { set, tracks: tracks.len(), literals }
    }

    fn start(&self) -> Place {
        vec![0; 2 * self.literals.len() + self.tracks]
    }

    /// Where one letter leads; `None` where nothing can hold any more.
    fn next(&self, place: &[i64], digits: &[u8]) -> Option<Place> {
        let mut to = Vec::with_capacity(place.len());
        for (literal, state) in self.literals.iter().zip(place.chunks(2)) {
            to.extend(self.follow(literal, [state[0], state[1]], digits)?);
        }
        for (&only_zero, &digit) in place[2 * self.literals.len()..].iter().zip(digits) {
            let follows = self.set.numeration().follow(only_zero == 1, digit)?;
            to.push(i64::from(follows));
        }
        Some(to)
    }

    fn follow(&self, followed: &Followed<'_>, state: [i64; 2], digits: &[u8]) -> Option<[i64; 2]> {
        let numeration = self.set.numeration();
        let mut read = followed.at.iter().map(|&at| digits[at]);
        match followed.literal {
            Literal::Linear(_) if state == SETTLED => Some(SETTLED),
            Literal::Linear(relation) => {
                let weights = relation.terms.iter().map(|term| term.1);
                let d: i64 = weights.zip(read).map(|(weight, x)| weight * i64::from(x)).sum();
                let [u, v] = state;
                let to = match numeration {
                    Numeration::Base(base) => [i64::from(base) * u + d, 0],
                    Numeration::Quadratic(t) => [i64::from(t) * u + v + d, u],
                };
                let Followed { least, most, .. } = *followed;
                let negated = [-to[0], -to[1]];
                if stays_positive(numeration, to, relation.constant, least) {
                    (relation.sign == Sign::NonNegative).then_some(SETTLED)
                } else if stays_positive(numeration, negated, -relation.constant, -most) {
                    None
                } else {
                    Some(to)
                }
            }
            Literal::Member(_, positive) => {
                let radix = numeration.digits();
                let letter =
                    read.rev().fold(0, |letter, digit| letter * radix + usize::from(digit));
                let to = self.set.row(state[0] as usize)[letter] as usize;
                let stuck = self.set.row(to).iter().all(|&next| next as usize == to);
                let hopeless = stuck && self.set.is_accepting(to) != *positive;
                (!hopeless).then_some([to as i64, 0])
            }
            Literal::Xor(..) => read.sum::<u8>().is_multiple_of(2).then_some([0, 0]),
            // How many digits that are not zero there were: none, a one, or others.
            Literal::Place(_, positive) => {
                let seen = match (state[0], read.next()) {
                    (seen, None | Some(0)) => seen,
                    (0, Some(1)) => 1,
                    _ => 2,
                };
                (!positive || seen < 2).then_some([seen, 0])
            }
        }
    }

    /// Whether all literals hold for the numbers read.
    fn holds(&self, place: &[i64]) -> bool {
        self.literals.iter().zip(place.chunks(2)).all(|(followed, state)| match followed.literal {
            Literal::Linear(_) if *state == SETTLED => true,
            Literal::Linear(relation) => {
                let sum = state[0] + state[1] + relation.constant;
                match relation.sign {
                    Sign::Zero => sum == 0,
                    Sign::NonNegative => sum >= 0,
                }
            }
            Literal::Member(_, positive) => self.set.is_accepting(state[0] as usize) == *positive,
            Literal::Xor(..) => true,
            Literal::Place(_, positive) => (state[0] == 1) == *positive,
        })
    }
}

/// Whether a sum is positive whatever follows: even if every digit that follows weighs the least.
/// The sum is followed until it no longer falls from one digit to the next.
fn stays_positive(numeration: Numeration, state: [i64; 2], constant: i64, least: i64) -> bool {
    let [mut u, mut v] = state.map(i128::from);
    let (constant, least) = (i128::from(constant), i128::from(least));
    for _ in 0..64 {
        if u + v + constant <= 0 {
            return false;
        }
        let (t, rises) = match numeration {
            Numeration::Base(base) => (i128::from(base), (i128::from(base) - 1) * u + least >= 0),
            Numeration::Quadratic(t) => {
                let t = i128::from(t);
                (t, t * u + least >= 0 && t * v + least >= 0)
            }
        };
        if rises {
            return true;
        }
        // Numbers that do not rise are small: below the weight of a digit in size, or falling.
        if u.abs() > 1 << 60 {
            return false;
        }
        (u, v) = match numeration {
            Numeration::Base(_) => (t * u + least, 0),
            Numeration::Quadratic(_) => (t * u + v + least, u),
        };
    }
    false
}

/// The words of the cases, each known by a number, and where they lead.
struct Ways<'a> {
    readings: Vec<Reading<'a>>,
    /// The digits of the hidden numbers of each case.
    more: Vec<Vec<Vec<u8>>>,
    /// The case and the place of each word.
    words: Vec<(usize, Place)>,
    number: HashMap<(usize, Place), u32>,
    /// Where a word leads when this letter is read, by word and number of the letter, once asked.
    found: Vec<Vec<Option<Box<[u32]>>>>,
    letters: Vec<Vec<u8>>,
    /// About how many bytes all these take.
    bytes: u64,
}

impl<'a> Ways<'a> {
    /// Of cases beside numbers on these tracks.
    fn new(set: &'a Dfa, seen: &[Track], cases: &'a [Case]) -> Ways<'a> {
        let radix = set.numeration().digits() as u64;
        let letters_of = |count: usize| -> Vec<Vec<u8>> {
            let tuples = Tuples::below(radix, count);
            tuples.map(|word| word.into_iter().map(|digit| digit as u8).collect()).collect()
        };
        let reading = |Case { hidden, literals }: &'a Case| {
            Reading::new(set, &[seen, hidden].concat(), literals)
        };
        Ways {
            readings: cases.iter().map(reading).collect(),
            more: cases.iter().map(|case| letters_of(case.hidden.len())).collect(),
            words: Vec::new(),
            number: HashMap::new(),
            found: Vec::new(),
            letters: letters_of(seen.len()),
            bytes: 0,
        }
    }

    /// The words at the beginning. Hidden numbers may have more digits: what is reached while the others read zeros,
    /// which are the first letter.
    fn start(&mut self, limits: &Limits) -> Result<Vec<u32>, Unchecked> {
        let mut words: Vec<u32> = Vec::new();
        for case in 0..self.readings.len() {
            let start = self.readings[case].start();
            words.push(self.number(case, start));
        }
        loop {
            limits.check()?;
            let mut wider = self.advance(&words, 0)?;
            wider.extend(&words);
            wider.sort_unstable();
            wider.dedup();
            if wider.len() == words.len() {
                return Ok(words);
            }
            words = wider;
        }
    }

    fn number(&mut self, case: usize, place: Place) -> u32 {
        let fresh = self.words.len() as u32;
        *self.number.entry((case, place)).or_insert_with_key(|word| {
            self.words.push(word.clone());
            self.found.push(vec![None; self.letters.len()]);
            self.bytes += (2 * size_of_val(&word.1[..]) + 16 * self.letters.len()) as u64 + BESIDE;
            fresh
        })
    }

    fn find(&mut self, word: u32, letter: usize) {
        if self.found[word as usize][letter].is_some() {
            return;
        }
        let (case, place) = self.words[word as usize].clone();
        let mut digits = self.letters[letter].clone();
        let visible = digits.len();
        let mut to = Vec::new();
        for rest in 0..self.more[case].len() {
            digits.truncate(visible);
            digits.extend(&self.more[case][rest]);
            let next = self.readings[case].next(&place, &digits);
            to.extend(next.map(|next| self.number(case, next)));
        }
        self.bytes += size_of_val(&to[..]) as u64;
        self.found[word as usize][letter] = Some(to.into_boxed_slice());
    }

    /// Where a set of words leads, ascending.
    fn advance(&mut self, words: &[u32], letter: usize) -> Result<Vec<u32>, Unchecked> {
        let mut to = Vec::new();
        for &word in words {
            self.find(word, letter);
            to.extend(self.found[word as usize][letter].iter().flatten());
        }
        to.sort_unstable();
        to.dedup();
        let steps = self.found.len() * self.letters.len();
        if to.len() <= MOST_WORDS && steps <= MOST_STEPS {
            Ok(to)
        } else {
            Err(Refusal::TooLarge.into())
        }
    }

    /// Whether some word of the set makes its case hold.
    fn any_holds(&self, words: &[u32]) -> bool {
        words.iter().any(|&word| {
            let (case, place) = &self.words[word as usize];
            self.readings[*case].holds(place)
        })
    }
}

/// Refuses unless a statement is true of the set.
pub(super) fn holds(statement: &Statement, set: &Dfa, limits: &Limits) -> Result<(), Unchecked> {
    let seen = statement.visible();
    let guard = Reading::new(set, &seen, &statement.guard);
    let mut ways = Ways::new(set, &seen, &statement.cases);
    let start = (guard.start(), ways.start(limits)?);
    let mut known = HashSet::from([start.clone()]);
    let mut waiting = VecDeque::from([start]);
    let mut bytes = 0;
    while let Some((place, cases)) = waiting.pop_front() {
        if guard.holds(&place) && !ways.any_holds(&cases) {
            return Err(Refusal::Statement(statement.says).into());
        }
        for letter in 0..ways.letters.len() {
            let Some(next) = guard.next(&place, &ways.letters[letter]) else { continue };
            let state = (next, ways.advance(&cases, letter)?);
            limits.check()?;
            limits.check_memory(ways.bytes + bytes)?;
            if known.len() > MOST_SETS {
                return Err(Refusal::TooLarge.into());
            }
            if known.insert(state.clone()) {
                bytes +=
                    2 * (size_of_val(&state.0[..]) + size_of_val(&state.1[..])) as u64 + BESIDE;
                waiting.push_back(state);
            }
        }
    }
    Ok(())
}
