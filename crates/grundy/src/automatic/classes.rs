//! Sets of several coordinates of which only what each leaves modulo a small number counts.
//!
//! ```text
//! guess     for each coordinate the least m for which the set is the same at a and a + m, where it is looked at
//! decide    that a tuple is in the set exactly if it is with m added to that coordinate
//! say       by one sum, (a + 2*b) mod 3, where that tells the classes apart; else by each coordinate
//! ```

use super::decide::refute;
use super::statement::{Literal, Subject, never};
use super::tuples::Tuples;
use super::{Certificate, rules_of};
use crate::automaton::{Dfa, Linear, Sign, Track};
use crate::language::{Message, message};

/// Moduli that are tried, and how many classes are listed.
const MODULI: std::ops::RangeInclusive<u64> = 1..=6;
const MOST_CLASSES: u64 = 36;
/// Coordinates below this are looked at.
const SIDE: u64 = 14;
/// Values that are looked for.
const VALUES: u64 = 16;
/// The modulus of a sum of coordinates.
const MOST_MODULUS: u64 = 12;

/// What the set of a theorem says of each class.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Classes {
    subject: Subject,
    names: Vec<String>,
    moduli: Vec<u64>,
    /// What each coordinate leaves, and the value there, or 1 where the position is lost.
    all: Vec<(Vec<u64>, u64)>,
}

impl Classes {
    /// The classes of the set of a theorem about two or three coordinates, if there are few.
    pub(super) fn of(certificate: &Certificate) -> Option<Classes> {
        let (set, subject) = (&certificate.set, certificate.subject);
        let arity = set.tracks().len().checked_sub(subject.extra_tracks())?;
        let said = |tuple: &[u64]| match subject {
            Subject::Values => (0..VALUES).find(|&value| set.accepts(&[tuple, &[value]].concat())),
            Subject::Outcomes => Some(set.accepts(tuple).into()),
            Subject::Lengths => None,
        };
        if !(2..=3).contains(&arity) {
            return None;
        }
        let side = if arity == 2 { SIDE } else { SIDE / 2 + 1 };
        let table: Vec<(Vec<u64>, u64)> = Tuples::below(side, arity)
            .map(|tuple| said(&tuple).map(|value| (tuple, value)))
            .collect::<Option<_>>()?;
        let known = |tuple: &[u64]| {
            let place = tuple.iter().fold(0, |place, &coord| place * side + coord);
            table.get(place as usize).filter(|(at, _)| at == tuple).map(|(_, value)| *value)
        };
        let moved = |tuple: &[u64], axis: usize, by: u64| {
            let mut moved = tuple.to_vec();
            moved[axis] += by;
            moved
        };
        let repeats = |axis: usize, modulus: u64| {
            let inside = table.iter().filter(|(tuple, _)| tuple[axis] + modulus < side);
            inside
                .into_iter()
                .all(|(tuple, value)| known(&moved(tuple, axis, modulus)) == Some(*value))
        };
        let moduli: Vec<u64> = (0..arity)
            .map(|axis| MODULI.clone().find(|&modulus| repeats(axis, modulus)))
            .collect::<Option<_>>()?;
        let decided =
            || (0..arity).zip(&moduli).all(|(axis, &modulus)| is_periodic(set, axis, modulus));
        if !(2..=MOST_CLASSES).contains(&moduli.iter().product()) || !decided() {
            return None;
        }
        let names = rules_of(certificate).ok()?.kinds().first()?.coords().to_vec();
        let first = |(tuple, _): &&(Vec<u64>, u64)| {
            tuple.iter().zip(&moduli).all(|(coord, modulus)| coord < modulus)
        };
        // Where the modulus is 1 the coordinate plays no part.
        let counts = |axis: &usize| moduli[*axis] > 1;
        let counting = |tuple: &[u64]| (0..arity).filter(counts).map(|axis| tuple[axis]).collect();
        let all = table.iter().filter(first).map(|(tuple, value)| (counting(tuple), *value));
        Some(Classes {
            subject,
            names: (0..arity).filter(counts).map(|axis| names[axis].clone()).collect(),
            all: all.collect(),
            moduli: counting(&moduli),
        })
    }

    /// It in words.
    pub(super) fn in_words(&self) -> Message {
        let summed = self.sum();
        let (of, classes): (String, Vec<(String, u64)>) = match &summed {
            Some((form, modulus, values)) => {
                let numbered =
                    (0..*modulus).map(|rest| rest.to_string()).zip(values.iter().copied());
                let form = if form.contains(' ') { format!("({form})") } else { form.clone() };
                (format!("{form} mod {modulus}"), numbered.collect())
            }
            None => {
                let tuple = |numbers: Vec<String>| format!("({})", numbers.join(", "));
                let each = self.names.iter().zip(&self.moduli);
                let each = each.map(|(name, modulus)| format!("{name} mod {modulus}"));
                let written = |rest: &[u64]| tuple(rest.iter().map(u64::to_string).collect());
                let all = self.all.iter().map(|(rest, value)| (written(rest), *value));
                (tuple(each.collect()), all.collect())
            }
        };
        let listed = |of: &mut dyn Iterator<Item = String>| of.collect::<Vec<_>>().join(", ");
        match self.subject {
            Subject::Outcomes => {
                let mut lost =
                    classes.into_iter().filter(|(_, lost)| *lost == 1).map(|(class, _)| class);
                message!("{of} is in {{classes}}", of, classes = listed(&mut lost))
            }
            Subject::Values | Subject::Lengths
                if summed.is_some() && (0..).zip(&classes).all(|(at, (_, value))| at == *value) =>
            {
                message!("the value is {of}", of)
            }
            Subject::Values | Subject::Lengths => message!(
                "the value is {values} where {of} is {classes}, in this order",
                values = listed(&mut classes.iter().map(|(_, value)| value.to_string())),
                of,
                classes = listed(&mut classes.iter().map(|(class, _)| class.clone()))
            ),
        }
    }

    /// A sum of coordinates that tells the classes apart by what it leaves modulo a number, with the values of its classes.
    fn sum(&self) -> Option<(String, u64, Vec<u64>)> {
        // Fewer classes than there are, unless they are those of one coordinate.
        let most = self.all.len() as u64 - u64::from(self.names.len() > 1);
        (2..=MOST_MODULUS.min(most)).find_map(|modulus| {
            let mut factors: Vec<Vec<u64>> = Tuples::below(modulus, self.names.len()).collect();
            factors.sort_by_key(|factors| factors.iter().sum::<u64>());
            let fits = |factors: &&Vec<u64>| {
                factors.iter().zip(&self.moduli).all(|(factor, own)| factor * own % modulus == 0)
            };
            factors.iter().filter(fits).find_map(|factors| {
                let mut values: Vec<Option<u64>> = vec![None; modulus as usize];
                for (rest, value) in &self.all {
                    let sum: u64 =
                        rest.iter().zip(factors).map(|(rest, factor)| rest * factor).sum();
                    let known = &mut values[(sum % modulus) as usize];
                    if known.is_some_and(|known| known != *value) {
                        return None;
                    }
                    *known = Some(*value);
                }
                Some((
                    written(&self.names, factors),
                    modulus,
                    values.into_iter().collect::<Option<_>>()?,
                ))
            })
        })
    }
}

/// A sum of coordinates as it is written.
fn written(names: &[String], factors: &[u64]) -> String {
    let terms = names.iter().zip(factors).filter(|(_, factor)| **factor > 0);
    let term = |(name, factor): (&String, &u64)| match factor {
        1 => name.clone(),
        _ => format!("{factor}*{name}"),
    };
    terms.map(term).collect::<Vec<_>>().join(" + ")
}

/// Whether a tuple is in a set exactly if it is with so much added to a coordinate.
fn is_periodic(set: &Dfa, axis: usize, modulus: u64) -> bool {
    let own: Vec<Track> = set.tracks().to_vec();
    let (axis, added) = (axis as Track, own.len() as Track);
    let later: Vec<Track> =
        own.iter().map(|&track| if track == axis { added } else { track }).collect();
    let sum = Linear::new([(added, 1), (axis, -1)], -(modulus as i64), Sign::Zero);
    [true, false].into_iter().all(|inside| {
        let guard = vec![
            Literal::Linear(sum.clone()),
            Literal::Member(own.clone(), inside),
            Literal::Member(later.clone(), !inside),
        ];
        matches!(refute(&never("", guard), set), Ok(None))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automatic::{Attempt, description, prove};
    use crate::games::open;
    use crate::limits::Limits;

    #[test]
    fn classes_are_said_by_a_sum_or_by_each_coordinate() {
        for (rule, subject, words) in [
            ("[a, b] -> [a-1, b] | [a, b-1]", Subject::Values, Some("the value is (a + b) mod 2")),
            (
                "[a, b] -> [a-1, b] | [a, b-1] | [a, b-2]",
                Subject::Values,
                Some(
                    "the value is 0, 1, 2, 1, 0, 3 where (a mod 2, b mod 3) is (0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), in this order",
                ),
            ),
            ("[n, last] -> [n-k, k] for k in 1..5", Subject::Values, Some("the value is n mod 6")),
            // Where a coordinate is 0 it is another.
            ("[a, b] -> [a-1, b] | [a, b-1] | [a-1, b-1]", Subject::Values, None),
            (
                "[a, b] -> [a-1, b] | [a, b-2]",
                Subject::Values,
                Some("the value is 0, 0, 1, 1 where (2*a + b) mod 4 is 0, 1, 2, 3, in this order"),
            ),
            (
                "[a, b] -> [a-1, b] | [a, b-1] | [a-1, b-1]",
                Subject::Outcomes,
                Some("(a mod 2, b mod 2) is in {(0, 0)}"),
            ),
            (
                "[a, b] -> [a-k, b] for k in 1..2 | [a, b-k] for k in 1..2 | [a-1, b-1]",
                Subject::Outcomes,
                Some("(a + b) mod 3 is in {0}"),
            ),
            ("[a, b] -> [a-k, b] for k in 1..a | [a, b-1]", Subject::Outcomes, None),
        ] {
            let rules = open(rule).unwrap().rules;
            let Attempt::Proved(theorem) = prove(&rules, subject, &Limits::default()).unwrap()
            else {
                assert_eq!(words, None, "{rule}");
                continue;
            };
            let said = Classes::of(&theorem).map(|classes| classes.in_words().to_string());
            assert_eq!(said.as_deref(), words, "{rule}");
            if let Some(words) = words {
                assert_eq!(description(&theorem).unwrap().to_string(), words);
            }
        }
    }
}
