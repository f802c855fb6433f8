//! Deciding statements by following words letter by letter.
//!
//! The numbers that guard and cases share are read along one path, and at the same time the guard and each case along
//! every way in which their own numbers may go on; a statement fails exactly when some word leads to a guard that holds
//! beside no case that does. Each relation is followed by arithmetic on two numbers. No automaton is built, projected or
//! minimised.
//!
//! The digits that a letter does not tell are chosen one after another. What they do not allow is given up at once, and
//! choices between which nothing tells any more are one. So work grows with what can be told apart, not with how many
//! letters there would be.

use std::collections::{HashMap, HashSet, VecDeque};

use super::claim::{Case, Literal, Statement};
use super::{Refusal, Unchecked};
use crate::automatic::tuples::Tuples;
use crate::automaton::{Dfa, Numeration, Sign, Track};
use crate::limits::Limits;

/// Sets of words that are followed at once, words in such a set, and as many letters, and different words times the
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
    /// How many digits of a letter must be known to follow it.
    known: usize,
    /// The least and the most that the digits of one place weigh in a relation.
    least: i64,
    most: i64,
}

/// Literals that are followed together, digit by digit.
struct Reading<'a> {
    set: &'a Dfa,
    /// How many numbers are read, and how many of them, the first ones, letters tell.
    tracks: usize,
    told: usize,
    literals: Vec<Followed<'a>>,
    /// For each number, how many digits of a letter are known when no literal has to be asked about its digit any more.
    done: Vec<usize>,
    /// The literals by which a number is a constant: which one, the weight, 1 or -1, and the constant.
    constants: Vec<(usize, i64, i64)>,
}

/// Where a reading is: two numbers for each literal, and whether only a zero may follow for each
/// track.
type Place = Vec<i64>;

/// A relation whose inequality holds whatever follows.
const SETTLED: [i64; 2] = [i64::MAX, 0];

impl<'a> Reading<'a> {
    /// Of the numbers on the tracks that letters tell, and then on others, in this order.
    fn new(set: &'a Dfa, told: &[Track], others: &[Track], literals: &'a [Literal]) -> Reading<'a> {
        let tracks = [told, others].concat();
        let largest = set.numeration().digits() as i64 - 1;
        let followed = |literal: &'a Literal| {
            let weights = match literal {
                Literal::Linear(relation) => relation.terms.iter().map(|term| term.1).collect(),
                _ => Vec::new(),
            };
            let named = literal.tracks();
            let at = named.iter().filter_map(|name| tracks.iter().position(|track| track == name));
            let at: Vec<usize> = at.collect();
            Followed {
                literal,
                known: at.iter().map(|&at| at + 1).max().unwrap_or(0).max(told.len()),
                at,
                least: weights.iter().map(|&weight: &i64| weight.min(0) * largest).sum(),
                most: weights.iter().map(|&weight| weight.max(0) * largest).sum(),
            }
        };
        let literals: Vec<Followed<'a>> = literals.iter().map(followed).collect();
        let done = |track| {
            let about = literals.iter().filter(|followed| followed.at.contains(&track));
            about.map(|followed| followed.known).max().unwrap_or(0)
        };
        let constant = |(index, followed): (usize, &Followed<'a>)| match followed.literal {
            Literal::Linear(relation) if relation.sign == Sign::Zero => match relation.terms[..] {
                [(_, weight @ (1 | -1))] => Some((index, weight, -weight * relation.constant)),
                _ => None,
            },
            _ => None,
        };
        Reading {
            set,
            tracks: tracks.len(),
            told: told.len(),
            done: (0..tracks.len()).map(done).collect(),
            constants: literals.iter().enumerate().filter_map(constant).collect(),
            literals,
        }
    }

    fn start(&self) -> Place {
        vec![0; 2 * self.literals.len() + self.tracks]
    }

    /// Where one letter leads, with every choice of the digits that it does not tell; `used` bytes are taken by others.
    fn next(
        &self,
        place: &[i64],
        letter: &[u8],
        used: u64,
        limits: &Limits,
    ) -> Result<Vec<Place>, Unchecked> {
        let mut digits = letter.to_vec();
        digits.resize(self.tracks, 0);
        let each = (size_of_val(place) + self.tracks) as u64 + BESIDE;
        let mut reached = Vec::from_iter(self.followed(self.told, place.to_vec(), digits));
        for known in self.told + 1..=self.tracks {
            let mut further = Vec::new();
            for (place, digits) in reached {
                limits.check()?;
                limits.check_memory(used + each * further.len() as u64)?;
                for digit in 0..self.set.numeration().digits() {
                    let mut digits = digits.clone();
                    digits[known - 1] = digit as u8;
                    further.extend(self.followed(known, place.clone(), digits));
                }
            }
            further.sort_unstable();
            further.dedup();
            if further.len() > MOST_WORDS {
                return Err(Refusal::TooLarge.into());
            }
            reached = further;
        }
        Ok(reached.into_iter().map(|(place, _)| place).collect())
    }

    /// Follows what can be followed since so many digits of a letter are known, the last ones only now. A digit that is no
    /// longer asked for becomes 0. `None` where nothing can hold any more.
    fn followed(
        &self,
        known: usize,
        mut place: Place,
        mut digits: Vec<u8>,
    ) -> Option<(Place, Vec<u8>)> {
        let literals = self.literals.iter().zip(place.chunks_mut(2));
        for (followed, state) in literals.filter(|(followed, _)| followed.known == known) {
            let to = self.follow(followed, [state[0], state[1]], &digits)?;
            state.copy_from_slice(&to);
        }
        let fresh = if known == self.told { 0..known } else { known - 1..known };
        for at in fresh {
            let only_zero = &mut place[2 * self.literals.len() + at];
            *only_zero = self.set.numeration().follow(*only_zero == 1, digits[at])?.into();
        }
        for (digit, &done) in digits.iter_mut().zip(&self.done).take(known) {
            if done <= known {
                *digit = 0;
            }
        }
        self.in_step(known, &place).then_some((place, digits))
    }

    /// Whether the constants among the literals that were followed have one number of places to come: with so many digits
    /// left, a constant has been read but for so many of its last digits.
    fn in_step(&self, known: usize, place: &[i64]) -> bool {
        let Numeration::Base(base) = self.set.numeration() else { return true };
        let read = self.constants.iter().filter(|(at, ..)| self.literals[*at].known <= known);
        let mut read: Vec<(i64, i64)> =
            read.map(|&(at, weight, constant)| (weight * place[2 * at], constant)).collect();
        // No constant has more than 63 digits.
        (0..64).any(|_| {
            let fits = read.iter().all(|(digits, constant)| digits == constant);
            read.iter_mut().for_each(|(_, constant)| *constant /= i64::from(base));
            fits
        })
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
            Literal::Digits(told) => match read.collect::<Vec<u8>>()[..] {
                [a, b, made] => told.allow(a, b, made).then_some([0, 0]),
                _ => None,
            },
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
            Literal::Digits(_) => true,
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
    fn new(
        set: &'a Dfa,
        seen: &[Track],
        cases: &'a [Case],
        limits: &Limits,
    ) -> Result<Ways<'a>, Unchecked> {
        let radix = set.numeration().digits();
        let count = radix.checked_pow(seen.len() as u32).filter(|&count| count <= MOST_WORDS);
        let count = count.ok_or(Refusal::TooLarge)?;
        let bytes = count as u64 * (seen.len() as u64 + BESIDE);
        limits.check_memory(bytes)?;
        let letters = Tuples::below(radix as u64, seen.len());
        let digits = |word: Vec<u64>| word.into_iter().map(|digit| digit as u8).collect();
        let reading =
            |Case { hidden, literals }: &'a Case| Reading::new(set, seen, hidden, literals);
        Ok(Ways {
            readings: cases.iter().map(reading).collect(),
            words: Vec::new(),
            number: HashMap::new(),
            found: Vec::new(),
            letters: letters.map(digits).collect(),
            bytes,
        })
    }

    /// The words at the beginning. Hidden numbers may have more digits: what is reached while the others read zeros,
    /// which are the first letter.
    fn start(&mut self, limits: &Limits) -> Result<Vec<u32>, Unchecked> {
        let mut words: Vec<u32> = Vec::new();
        for case in 0..self.readings.len() {
            let start = self.readings[case].start();
            words.push(self.number(case, start, limits)?);
        }
        loop {
            limits.check()?;
            let mut wider = self.advance(&words, 0, limits)?;
            wider.extend(&words);
            wider.sort_unstable();
            wider.dedup();
            if wider.len() == words.len() {
                return Ok(words);
            }
            words = wider;
        }
    }

    /// The number of a word, a new one if it was not met.
    fn number(&mut self, case: usize, place: Place, limits: &Limits) -> Result<u32, Unchecked> {
        if let Some(&known) = self.number.get(&(case, place.clone())) {
            return Ok(known);
        }
        if (self.words.len() + 1).saturating_mul(self.letters.len()) > MOST_STEPS {
            return Err(Refusal::TooLarge.into());
        }
        self.bytes += (2 * size_of_val(&place[..]) + 16 * self.letters.len()) as u64 + BESIDE;
        limits.check_memory(self.bytes)?;
        let fresh = self.words.len() as u32;
        self.words.push((case, place.clone()));
        self.number.insert((case, place), fresh);
        self.found.push(vec![None; self.letters.len()]);
        Ok(fresh)
    }

    fn find(&mut self, word: u32, letter: usize, limits: &Limits) -> Result<(), Unchecked> {
        if self.found[word as usize][letter].is_some() {
            return Ok(());
        }
        let (case, ref place) = self.words[word as usize];
        let places = self.readings[case].next(place, &self.letters[letter], self.bytes, limits)?;
        let mut to = Vec::with_capacity(places.len());
        for place in places {
            to.push(self.number(case, place, limits)?);
        }
        self.bytes += size_of_val(&to[..]) as u64;
        self.found[word as usize][letter] = Some(to.into_boxed_slice());
        Ok(())
    }

    /// Where a set of words leads, ascending.
    fn advance(
        &mut self,
        words: &[u32],
        letter: usize,
        limits: &Limits,
    ) -> Result<Vec<u32>, Unchecked> {
        let mut to = Vec::new();
        for &word in words {
            self.find(word, letter, limits)?;
            to.extend(self.found[word as usize][letter].iter().flatten());
            limits.check_memory(self.bytes + size_of_val(&to[..]) as u64)?;
        }
        limits.check()?;
        to.sort_unstable();
        to.dedup();
        match to.len() <= MOST_WORDS {
            true => Ok(to),
            false => Err(Refusal::TooLarge.into()),
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
    let (seen, others) = statement.tracks();
    let guard = Reading::new(set, &seen, &others, &statement.guard);
    let mut ways = Ways::new(set, &seen, &statement.cases, limits)?;
    let start = (guard.start(), ways.start(limits)?);
    let mut known = HashSet::from([start.clone()]);
    let mut waiting = VecDeque::from([start]);
    let mut bytes = 0;
    while let Some((place, cases)) = waiting.pop_front() {
        if guard.holds(&place) && !ways.any_holds(&cases) {
            return Err(Refusal::Statement(statement.says).into());
        }
        for letter in 0..ways.letters.len() {
            let used = ways.bytes + bytes;
            let reached = guard.next(&place, &ways.letters[letter], used, limits)?;
            if reached.is_empty() {
                continue;
            }
            let words = ways.advance(&cases, letter, limits)?;
            for place in reached {
                limits.check()?;
                limits.check_memory(ways.bytes + bytes)?;
                if known.len() > MOST_SETS {
                    return Err(Refusal::TooLarge.into());
                }
                let state = (place, words.clone());
                if known.insert(state.clone()) {
                    bytes +=
                        2 * (size_of_val(&state.0[..]) + size_of_val(&state.1[..])) as u64 + BESIDE;
                    waiting.push_back(state);
                }
            }
        }
    }
    Ok(())
}
