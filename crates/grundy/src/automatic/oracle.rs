//! The answers for all components up to a size, from which sets are guessed.

use super::decide;
use super::statement::{Extent, HIDDEN, Measure, MoveFamily, Moves, Statement, Subject, shrinking};
use crate::automaton::{Dfa, Numeration, Track};
use crate::limits::Limits;
use crate::outcome::Outcome;
use crate::rule::Rules;
use crate::ruleset::{Failure, Value};
use crate::search::{Misere, Values};

/// Which tuples with numbers up to a size are in the set.
pub(super) struct Oracle {
    subject: Subject,
    arity: usize,
    /// One more than the largest coordinate.
    side: u64,
    /// Values, or 0 for lost components and 1 for others, the last coordinate running fastest.
    cells: Vec<u64>,
}

impl Oracle {
    /// Computes the answers for coordinates below `side`.
    pub(super) fn new(
        rules: &Rules,
        moves: &Moves,
        subject: Subject,
        side: u64,
        limits: &Limits,
    ) -> Result<Oracle, Failure> {
        let cells = side.saturating_pow(moves.arity as u32);
        limits.check_memory(cells.saturating_mul(16))?;
        // In the order of the sums, and without leaving the table.
        let fast = subject == Subject::Outcomes
            && !moves.misere
            && moves.measure == Measure::Sum
            && moves.families.iter().all(is_direct)
            && shrinking(moves).iter().all(holds);
        let cells = match fast {
            true => by_relations(moves, side, limits)?,
            false => by_definition(rules, moves, subject, side, limits)?,
        };
        Ok(Oracle { subject, arity: moves.arity, side, cells })
    }

    /// One more than the largest coordinate.
    pub(super) fn side(&self) -> u64 {
        self.side
    }

    /// The values, or 0 for lost components and 1 for others, of all components.
    pub(super) fn components(&self) -> impl Iterator<Item = (Vec<u64>, u64)> {
        Tuples::below(self.side, self.arity).zip(self.cells.iter().copied())
    }

    /// The largest of them.
    pub(super) fn largest(&self) -> u64 {
        self.cells.iter().copied().max().unwrap_or(0)
    }

    /// Whether a tuple is in the set, in the numeration of these place values; `None` if a
    /// coordinate is too large.
    pub(super) fn contains(&self, numbers: &[u64], places: &[u64]) -> Option<bool> {
        let coords = &numbers[..self.arity];
        if coords.iter().any(|&coord| coord >= self.side) {
            return None;
        }
        let index = coords.iter().fold(0, |index, coord| index * self.side + coord);
        let right = self.cells[index as usize];
        Some(match self.subject {
            Subject::Outcomes => right == 0,
            Subject::Values => numbers[self.arity] == right,
            Subject::Lengths => {
                let written = match right.checked_sub(1) {
                    None => Some(&0),
                    Some(place) => places.get(place as usize),
                };
                written == Some(&numbers[self.arity])
            }
        })
    }
}

/// Whether a family says by its relations alone if a component is an option: no number is hidden
/// but the coordinates of the option.
pub(super) fn is_direct(family: &MoveFamily) -> bool {
    let [part] = &family.parts[..] else { return false };
    let plain = family.places.is_empty() && family.extent == Extent::Exact;
    plain && family.hidden.iter().all(|track| part.contains(track))
}

/// Whether a statement that speaks of no set is true.
pub(super) fn holds(statement: &Statement) -> bool {
    let nothing = Dfa::all(Numeration::Base(2), &[]);
    nothing.is_ok_and(|nothing| matches!(decide::refute(statement, &nothing), Ok(None)))
}

fn by_definition(
    rules: &Rules,
    moves: &Moves,
    subject: Subject,
    side: u64,
    limits: &Limits,
) -> Result<Vec<u64>, Failure> {
    let (mut values, mut misere) = (Values::new(rules), Misere::new(rules));
    let mut cells = Vec::new();
    for coords in Tuples::below(side, moves.arity) {
        let coords: Vec<i64> = coords.iter().map(|&coord| coord as i64).collect();
        let component = rules.component(0, &coords)?;
        if moves.misere {
            let outcome = misere.outcome(&[component], limits)?;
            cells.push(u64::from(outcome != Outcome::P));
            continue;
        }
        let value = values.value(&component, limits)?;
        cells.push(match (subject, value) {
            (Subject::Outcomes, value) => u64::from(value.outcome() != Outcome::P),
            (_, Value::Nimber(nimber)) => nimber.0,
            _ => {
                return Err(Failure::Domain("a component without a value".to_owned()));
            }
        });
    }
    Ok(cells)
}

/// The lost components in the order of the sums of their coordinates: a component is lost unless
/// some move leads to one found before. `O(components x lost components)`, whatever the number of
/// options.
fn by_relations(moves: &Moves, side: u64, limits: &Limits) -> Result<Vec<u64>, Failure> {
    let mut all: Vec<Vec<u64>> = Tuples::below(side, moves.arity)
        .filter(|coords| !moves.unordered || coords.is_sorted())
        .collect();
    all.sort_by_key(|coords| coords.iter().sum::<u64>());
    let mut lost: Vec<Vec<u64>> = Vec::new();
    let mut cells = vec![1; side.pow(moves.arity as u32) as usize];
    for (count, coords) in all.iter().enumerate() {
        if count.is_multiple_of(256) {
            limits.check()?;
        }
        // The latest found are the likeliest.
        let reached = lost.iter().rev().any(|to| {
            to.iter().zip(coords).all(|(to, from)| to <= from)
                && moves.families.iter().any(|family| leads(family, coords, to))
        });
        if reached {
            continue;
        }
        lost.extend(orders(coords, moves.unordered));
        for coords in orders(coords, moves.unordered) {
            let index = coords.iter().fold(0, |index, coord| index * side + coord);
            cells[index as usize] = 0;
        }
    }
    Ok(cells)
}

/// The tuple in every order that is another one, if the order does not matter.
fn orders(coords: &[u64], unordered: bool) -> Vec<Vec<u64>> {
    let mut all = vec![coords.to_vec()];
    if unordered {
        let mut at = 0;
        while at < all.len() {
            for swap in 1..coords.len() {
                let mut other = all[at].clone();
                other.swap(swap - 1, swap);
                if !all.contains(&other) {
                    all.push(other);
                }
            }
            at += 1;
        }
    }
    all
}

/// Whether a move of a direct family leads from one component to another.
fn leads(family: &MoveFamily, from: &[u64], to: &[u64]) -> bool {
    let part = &family.parts[0];
    let fits = part
        .iter()
        .zip(to)
        .all(|(&track, &number)| track >= HIDDEN || from[usize::from(track)] == number);
    let value = |track: Track| match track < HIDDEN {
        true => from[usize::from(track)] as i64,
        false => {
            let at = part.iter().position(|&known| known == track);
            at.map_or(0, |at| to[at] as i64)
        }
    };
    fits && family.relations.iter().all(|relation| relation.holds(value))
}

/// All tuples of numbers below a bound, the last number running fastest.
pub(super) struct Tuples {
    side: u64,
    next: Option<Vec<u64>>,
}

impl Tuples {
    pub(super) fn below(side: u64, length: usize) -> Tuples {
        Tuples { side, next: (side > 0).then(|| vec![0; length]) }
    }
}

impl Iterator for Tuples {
    type Item = Vec<u64>;

    fn next(&mut self) -> Option<Vec<u64>> {
        let now = self.next.take()?;
        let mut after = now.clone();
        for at in (0..after.len()).rev() {
            after[at] += 1;
            if after[at] < self.side {
                self.next = Some(after);
                break;
            }
            after[at] = 0;
        }
        Some(now)
    }
}
