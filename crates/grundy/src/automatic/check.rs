//! The checker of theorems by automata.
//!
//! It takes the automaton from the certificate and nothing else. The rule is read again, its moves
//! are compared with the options that the definition gives for small components, and each statement
//! is decided by other means than in the proof: no automaton is built, projected or minimised.
//! Instead the words are read letter by letter, once for the guard, and at the same time for every
//! way in which the hidden numbers may go on; a statement fails exactly when some word leads to a
//! guard that holds beside no case that does. Each relation is followed by arithmetic on two
//! numbers. What is shared with the proof is the translation of the rule and the list of what must
//! hold, which are what the theorem says.

use std::collections::{BTreeSet, HashSet, VecDeque};
use std::fmt;
use std::ops::ControlFlow;

use super::oracle::Tuples;
use super::statement::{Case, HIDDEN, Literal, Moves, Statement, statements};
use super::{Certificate, moves};
use crate::automaton::{Dfa, Numeration, Sign, Track};
use crate::limits::{Limits, Stop};
use crate::rule::{Rules, parse};
use crate::ruleset::Ruleset;

/// Why a certificate was not found valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unchecked {
    /// It is not valid.
    Refused(Refusal),
    /// A limit ended the check.
    Stopped(Stop),
}

/// What is wrong with a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// The rule is not one that such a theorem can be about, or not in canonical form.
    Rule(String),
    /// The automaton is not the smallest one, its states are not in order, or it accepts what is
    /// no tuple of numbers.
    Automaton(&'static str),
    /// The moves are not those of the rule at this component.
    Moves(Vec<u64>),
    /// This fails.
    Statement(&'static str),
    /// The check would need too much memory.
    TooLarge,
}

impl From<Stop> for Unchecked {
    fn from(stop: Stop) -> Unchecked {
        Unchecked::Stopped(stop)
    }
}

impl From<Refusal> for Unchecked {
    fn from(refusal: Refusal) -> Unchecked {
        Unchecked::Refused(refusal)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Rule(reason) => write!(f, "the rule: {reason}"),
            Refusal::Automaton(reason) => write!(f, "the automaton {reason}"),
            Refusal::Moves(at) => write!(f, "the moves are not those of the rule at {at:?}"),
            Refusal::Statement(says) => write!(f, "it is not true that {says}"),
            Refusal::TooLarge => f.write_str("the check would need too much memory"),
        }
    }
}

impl fmt::Display for Unchecked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unchecked::Refused(refusal) => refusal.fmt(f),
            Unchecked::Stopped(stop) => stop.fmt(f),
        }
    }
}

impl std::error::Error for Refusal {}
impl std::error::Error for Unchecked {}

/// Sets of words that are followed at once, and words in such a set, at most.
const MOST_SETS: usize = 1 << 18;
const MOST_WORDS: usize = 1 << 16;
/// Coordinates for which moves are compared, by the number of coordinates.
const COMPARED: [u64; 3] = [24, 9, 5];

/// Verifies a theorem from its rule and its automaton alone.
///
/// # Errors
/// [`Unchecked::Refused`] with the first thing that is wrong; [`Unchecked::Stopped`] where a limit
/// was reached before the end, which says nothing about the theorem.
pub fn check(certificate: &Certificate, limits: &Limits) -> Result<(), Unchecked> {
    let wrong = |reason: String| Refusal::Rule(reason);
    let program = parse(&certificate.rule).map_err(|error| wrong(error.message))?;
    let rules = Rules::new(program, &[]).map_err(|error| wrong(error.message))?;
    if rules.program().to_string() != certificate.rule {
        return Err(wrong("it is not in canonical form".to_owned()).into());
    }
    let moves = moves(&rules).map_err(|beyond| wrong(format!("{} is not linear", beyond.0)))?;
    if let Some(beyond) = super::unfit(&rules, &moves, certificate.subject) {
        return Err(wrong(beyond.0.to_owned()).into());
    }
    canonical(&certificate.set, moves.arity + certificate.subject.extra_tracks())?;
    if moves.numeration.is_some_and(|own| own != certificate.set.numeration()) {
        return Err(Refusal::Automaton("has another numeration than the rule").into());
    }
    compare_moves(&rules, &moves, limits)?;
    for statement in statements(&moves, certificate.subject) {
        holds(&statement, &certificate.set, limits)?;
    }
    Ok(())
}

/// The automaton is the one way to write its set: every state is reached, in the order of numbers,
/// no two do the same, zeros in front change nothing, and only tuples of numbers are accepted.
fn canonical(set: &Dfa, tracks: usize) -> Result<(), Refusal> {
    if set.tracks() != (0..tracks as Track).collect::<Vec<_>>() {
        return Err(Refusal::Automaton("has other tracks than the rule has coordinates"));
    }
    let mut reached = 1;
    for state in 0..set.states() {
        if state >= reached {
            return Err(Refusal::Automaton("has a state that is not reached"));
        }
        for &to in set.row(state) {
            if to as usize > reached {
                return Err(Refusal::Automaton("has its states out of order"));
            }
            reached = reached.max(to as usize + 1);
        }
    }
    if set.row(0)[0] != 0 {
        return Err(Refusal::Automaton("is changed by zeros in front"));
    }
    // Two states are told apart by a word: first by the empty one, then by ever longer ones.
    let count = set.states();
    let mut apart = vec![false; count * count];
    for a in 0..count {
        for b in 0..count {
            apart[a * count + b] = set.is_accepting(a) != set.is_accepting(b);
        }
    }
    let mut more = true;
    while more {
        more = false;
        for a in 0..count {
            for b in 0..a {
                let differ = || {
                    let mut pairs = set.row(a).iter().zip(set.row(b));
                    pairs.any(|(&p, &q)| apart[p as usize * count + q as usize])
                };
                if !apart[a * count + b] && differ() {
                    apart[a * count + b] = true;
                    apart[b * count + a] = true;
                    more = true;
                }
            }
        }
    }
    if (0..count).any(|a| (0..a).any(|b| !apart[a * count + b])) {
        return Err(Refusal::Automaton("is not the smallest one"));
    }
    let start = (0_u32, Some(vec![false; tracks]));
    let mut seen = HashSet::from([start.clone()]);
    let mut waiting = vec![start];
    while let Some((state, memory)) = waiting.pop() {
        if memory.is_none() && set.is_accepting(state as usize) {
            return Err(Refusal::Automaton("accepts what is no tuple of numbers"));
        }
        for (letter, &to) in set.row(state as usize).iter().enumerate() {
            let digits = set.spell(letter);
            let memory: Option<Vec<bool>> = memory.as_ref().and_then(|memory| {
                let each = memory.iter().zip(&digits);
                each.map(|(&only_zero, &digit)| set.numeration().follow(only_zero, digit)).collect()
            });
            if seen.insert((to, memory.clone())) {
                waiting.push((to, memory));
            }
        }
    }
    Ok(())
}

/// Compares the options of small components with what the relations say, where the coordinates of
/// an option are the only numbers hidden.
fn compare_moves(rules: &Rules, moves: &Moves, limits: &Limits) -> Result<(), Unchecked> {
    if !moves.families.iter().all(super::oracle::is_direct) {
        return Ok(());
    }
    let side = COMPARED[moves.arity - 1];
    for from in Tuples::below(side, moves.arity) {
        if moves.unordered && !from.is_sorted() {
            continue;
        }
        let refused = || Unchecked::Refused(Refusal::Moves(from.clone()));
        let coords: Vec<i64> = from.iter().map(|&coord| coord as i64).collect();
        let component = rules.component(0, &coords).map_err(|_| refused())?;
        let mut listed = BTreeSet::new();
        let over = rules.is_over(&component, limits).map_err(|_| refused())?;
        rules
            .options(&component, limits, &mut |option| {
                for part in option.iter().filter(|_| !over) {
                    listed
                        .insert(part.coords.iter().map(|&c| c.unsigned_abs()).collect::<Vec<_>>());
                }
                ControlFlow::Continue(())
            })
            .map_err(|_| refused())?;
        let largest = listed.iter().flatten().copied().max().unwrap_or(0);
        let sum: u64 = from.iter().sum();
        let mut said = BTreeSet::new();
        for to in Tuples::below(sum.max(largest) + 1, moves.arity) {
            let leads = moves.families.iter().any(|family| {
                let part = &family.parts[0];
                let value = |track: Track| match track < HIDDEN {
                    true => from[usize::from(track)] as i64,
                    false => {
                        let at = part.iter().position(|&known| known == track);
                        at.map_or(0, |at| to[at] as i64)
                    }
                };
                part.iter().zip(&to).all(|(&track, &number)| value(track) == number as i64)
                    && family.relations.iter().all(|relation| relation.holds(value))
            });
            if leads {
                let mut to = to.clone();
                if moves.unordered {
                    to.sort_unstable();
                }
                said.insert(to);
            }
        }
        if said != listed {
            return Err(refused());
        }
    }
    Ok(())
}

/// Literals that are followed together, digit by digit.
struct Reading<'a> {
    set: &'a Dfa,
    /// The tracks whose digits are read, in this order.
    tracks: Vec<Track>,
    literals: &'a [Literal],
}

/// Where a reading is: two numbers for each literal, and whether only a zero may follow for each
/// track.
type Place = Vec<i64>;

/// A relation whose inequality holds whatever follows.
const SETTLED: [i64; 2] = [i64::MAX, 0];

impl Reading<'_> {
    fn start(&self) -> Place {
        vec![0; 2 * self.literals.len() + self.tracks.len()]
    }

    fn digit(&self, track: Track, digits: &[u8]) -> usize {
        let at = self.tracks.iter().position(|&known| known == track);
        at.map_or(0, |at| usize::from(digits[at]))
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

    fn follow(&self, literal: &Literal, state: [i64; 2], digits: &[u8]) -> Option<[i64; 2]> {
        let numeration = self.set.numeration();
        match literal {
            Literal::Linear(_) if state == SETTLED => Some(SETTLED),
            Literal::Linear(relation) => {
                let weigh =
                    |&(track, weight): &(Track, i64)| weight * self.digit(track, digits) as i64;
                let d: i64 = relation.terms.iter().map(weigh).sum();
                let [u, v] = state;
                let to = match numeration {
                    Numeration::Base(base) => [i64::from(base) * u + d, 0],
                    Numeration::Quadratic(t) => [i64::from(t) * u + v + d, u],
                };
                let largest = numeration.digits() as i64 - 1;
                let least: i64 = relation.terms.iter().map(|t| t.1.min(0) * largest).sum();
                let most: i64 = relation.terms.iter().map(|t| t.1.max(0) * largest).sum();
                let negated = [-to[0], -to[1]];
                if stays_positive(numeration, to, relation.constant, least) {
                    (relation.sign == Sign::NonNegative).then_some(SETTLED)
                } else if stays_positive(numeration, negated, -relation.constant, -most) {
                    None
                } else {
                    Some(to)
                }
            }
            Literal::Member(tracks, positive) => {
                let radix = numeration.digits();
                let digits = tracks.iter().rev().map(|&track| self.digit(track, digits));
                let letter = digits.fold(0, |letter, digit| letter * radix + digit);
                let to = self.set.row(state[0] as usize)[letter] as usize;
                let stuck = self.set.row(to).iter().all(|&next| next as usize == to);
                let hopeless = stuck && self.set.is_accepting(to) != *positive;
                (!hopeless).then_some([to as i64, 0])
            }
            Literal::Xor(a, b, c) => {
                let sum: usize = [a, b, c].iter().map(|&&track| self.digit(track, digits)).sum();
                sum.is_multiple_of(2).then_some([0, 0])
            }
            // How many digits that are not zero there were: none, a one, or others.
            Literal::Place(track, positive) => {
                let seen = match (state[0], self.digit(*track, digits)) {
                    (seen, 0) => seen,
                    (0, 1) => 1,
                    _ => 2,
                };
                (!positive || seen < 2).then_some([seen, 0])
            }
        }
    }

    /// Whether all literals hold for the numbers read.
    fn holds(&self, place: &[i64]) -> bool {
        self.literals.iter().zip(place.chunks(2)).all(|(literal, state)| match literal {
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

/// Refuses unless a statement is true of the set.
fn holds(statement: &Statement, set: &Dfa, limits: &Limits) -> Result<(), Unchecked> {
    let seen = statement.visible();
    let radix = set.numeration().digits();
    let guard = Reading { set, tracks: seen.clone(), literals: &statement.guard };
    let readings: Vec<Reading<'_>> = statement
        .cases
        .iter()
        .map(|Case { hidden, literals }| Reading {
            set,
            tracks: [&seen[..], &hidden[..]].concat(),
            literals,
        })
        .collect();
    let words = |count: usize| -> Vec<Vec<u8>> {
        let tuples = Tuples::below(radix as u64, count);
        tuples.map(|word| word.into_iter().map(|digit| digit as u8).collect()).collect()
    };
    let letters = words(seen.len());
    let more: Vec<Vec<Vec<u8>>> =
        statement.cases.iter().map(|case| words(case.hidden.len())).collect();
    let advance = |all: &BTreeSet<(usize, Place)>, letter: &[u8]| {
        let mut to = BTreeSet::new();
        for (case, place) in all {
            for rest in &more[*case] {
                let next = readings[*case].next(place, &[letter, &rest[..]].concat());
                to.extend(next.map(|next| (*case, next)));
            }
        }
        to
    };
    // Hidden numbers may have more digits: what is reached while the others read zeros.
    let zeros = vec![0; seen.len()];
    let mut cases: BTreeSet<(usize, Place)> =
        readings.iter().enumerate().map(|(case, reading)| (case, reading.start())).collect();
    loop {
        let mut wider = advance(&cases, &zeros);
        wider.extend(cases.iter().cloned());
        if wider.len() == cases.len() {
            break;
        }
        if wider.len() > MOST_WORDS {
            return Err(Refusal::TooLarge.into());
        }
        cases = wider;
    }
    let start = (guard.start(), cases);
    let mut known = HashSet::from([start.clone()]);
    let mut waiting = VecDeque::from([start]);
    while let Some((place, cases)) = waiting.pop_front() {
        limits.check()?;
        let follows = || cases.iter().any(|(case, place)| readings[*case].holds(place));
        if guard.holds(&place) && !follows() {
            return Err(Refusal::Statement(statement.says).into());
        }
        for letter in &letters {
            let Some(next) = guard.next(&place, letter) else { continue };
            let cases = advance(&cases, letter);
            if cases.len() > MOST_WORDS || known.len() > MOST_SETS {
                return Err(Refusal::TooLarge.into());
            }
            let state = (next, cases);
            if known.insert(state.clone()) {
                waiting.push_back(state);
            }
        }
    }
    Ok(())
}
