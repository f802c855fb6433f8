//! Guessing an automaton from finitely many answers.
//!
//! Two prefixes lead to the same state of the smallest automaton exactly when they are accepted
//! with the same continuations (Myhill and Nerode). Here they are taken for the same when they agree
//! on all continuations up to a length, or for long prefixes up to the length for which there are
//! answers. From the empty prefix on, every prefix that differs from those before it becomes a
//! state; the guess is complete when no new one turns up. It is a guess: the proof decides.

use super::oracle::Oracle;
use crate::automaton::{Dfa, Numeration, Track};

/// States of a guess.
pub const MOST_STATES: usize = 200;
/// Continuations of a prefix.
const MOST_ENDINGS: usize = 6000;
/// Prefixes are compared at least up to continuations of this length.
const LEAST_LENGTH: usize = 2;

/// A word that goes on: its length, the number on each track, and the first digits.
struct Ending {
    length: usize,
    numbers: Vec<u64>,
    first: Vec<u8>,
}

/// A word so far: the digits of each track.
type Prefix = Vec<Vec<u8>>;

/// The automaton that agrees with the answers on all continuations of at most this length; `None`
/// if the answers do not reach far enough, or there are too many states.
pub(super) fn learn(oracle: &Oracle, numeration: Numeration, length: usize) -> Option<Dfa> {
    let tracks = oracle.tracks();
    let letters = numeration.digits().checked_pow(tracks as u32)?;
    let places = numeration.first_places(64);
    let endings = endings(tracks, length, &places)?;
    let start: Prefix = vec![Vec::new(); tracks];
    let first = behaviour(oracle, numeration, &start, &endings, &places)?;
    let mut states = vec![(start, first)];
    let mut rows = Vec::new();
    let mut at = 0;
    while at < states.len() {
        let mut row = Vec::new();
        let dead = states[at].1.iter().all(|&member| !member);
        for letter in 0..letters {
            // A prefix with which nothing is accepted is taken to stay so.
            if dead {
                row.push(at as u32);
                continue;
            }
            let mut rest = letter;
            let longer: Prefix = states[at]
                .0
                .iter()
                .map(|digits| {
                    let digit = (rest % numeration.digits()) as u8;
                    rest /= numeration.digits();
                    [&digits[..], &[digit]].concat()
                })
                .collect();
            let seen = behaviour(oracle, numeration, &longer, &endings, &places)?;
            // As far as both are known.
            let alike = |(_, known): &(Prefix, Vec<bool>)| {
                let common = known.len().min(seen.len());
                known[..common] == seen[..common]
            };
            let to = states.iter().position(alike).unwrap_or_else(|| {
                states.push((longer, seen));
                states.len() - 1
            });
            row.push(to as u32);
        }
        rows.push(row);
        at += 1;
        if states.len() > MOST_STATES {
            return None;
        }
    }
    // The first ending is the empty one.
    let accepts: Vec<bool> = states.iter().map(|(_, seen)| seen[0]).collect();
    let names: Vec<Track> = (0..tracks as Track).collect();
    let guess = Dfa::from_rows(numeration, &names, &rows, &accepts)?.minimised();
    // Without words that are no numbers.
    guess.not().ok()?.not().ok()
}

/// All endings up to a length, the shortest first; `None` if they are too many.
fn endings(tracks: usize, length: usize, places: &[u64]) -> Option<Vec<Ending>> {
    // The words of one track by length: number and first digit.
    let mut all = vec![Ending { length: 0, numbers: vec![0; tracks], first: vec![0; tracks] }];
    for length in 1..=length {
        let below = *places.get(length)?;
        let words: Vec<(u64, u8)> =
            (0..below).map(|number| (number, (number / places[length - 1]) as u8)).collect();
        let count = words.len().checked_pow(tracks as u32)?;
        if all.len() + count > MOST_ENDINGS {
            return None;
        }
        for mut index in 0..count {
            let mut ending = Ending { length, numbers: Vec::new(), first: Vec::new() };
            for _ in 0..tracks {
                let (number, first) = words[index % words.len()];
                index /= words.len();
                ending.numbers.push(number);
                ending.first.push(first);
            }
            all.push(ending);
        }
    }
    Some(all)
}

/// Which endings make the prefix a member, up to the length for which there are answers; `None` if
/// that is too short.
fn behaviour(
    oracle: &Oracle,
    numeration: Numeration,
    prefix: &Prefix,
    endings: &[Ending],
    places: &[u64],
) -> Option<Vec<bool>> {
    let may_follow = |digits: &[u8]| -> Option<bool> {
        digits.iter().try_fold(false, |only_zero, &digit| numeration.follow(only_zero, digit))
    };
    // Which tracks may only go on with a zero; nothing follows what is no word.
    let only_zero: Option<Vec<bool>> = prefix.iter().map(|digits| may_follow(digits)).collect();
    let Some(only_zero) = only_zero else { return Some(vec![false; endings.len()]) };
    let mut seen = Vec::with_capacity(endings.len());
    let mut base = Vec::new();
    let mut numbers = Vec::new();
    for (at, ending) in endings.iter().enumerate() {
        if at == 0 || ending.length > endings[at - 1].length {
            let number = |digits: &Vec<u8>| -> Option<u64> {
                let places = places.get(ending.length..)?;
                let terms = digits.iter().rev().zip(places);
                Some(terms.map(|(&digit, place)| u64::from(digit) * place).sum())
            };
            base = prefix.iter().map(number).collect::<Option<Vec<u64>>>()?;
        }
        let blocked = only_zero.iter().zip(&ending.first).any(|(&only, &first)| only && first > 0);
        numbers.clear();
        numbers.extend(base.iter().zip(&ending.numbers).map(|(a, b)| a + b));
        match oracle.contains(&numbers, places) {
            _ if blocked => seen.push(false),
            Some(member) => seen.push(member),
            None => {
                // Only whole lengths are compared.
                let whole = endings.iter().take_while(|other| other.length < ending.length);
                seen.truncate(whole.count());
                return (ending.length > LEAST_LENGTH).then_some(seen);
            }
        }
    }
    Some(seen)
}
