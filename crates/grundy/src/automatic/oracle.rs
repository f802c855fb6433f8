//! The answers for all components up to a size, from which sets are guessed.

use super::decide::hold;
use super::statement::{Extent, Measure, MoveFamily, Moves, Subject, shrinking};
use super::tuples::Tuples;
use crate::automaton::{Linear, Numeration, Sign, Track};
use crate::language::message;
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
        let cells = match subject == Subject::Outcomes && are_direct(moves) {
            true => by_relations(moves, side, limits)?,
            false => by_definition(rules, moves, subject, side, limits)?,
        };
        Ok(Oracle { subject, arity: moves.arity, side, cells })
    }

    /// How many numbers the tuples have.
    pub(super) fn tracks(&self) -> usize {
        self.arity + self.subject.extra_tracks()
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
fn is_direct(family: &MoveFamily) -> bool {
    let [part] = &family.parts[..] else { return false };
    let linear = family.places.is_empty() && family.nim_sums.is_empty();
    let plain = linear && family.extent == Extent::Exact;
    plain && family.hidden.iter().all(|track| part.contains(track))
}

/// Whether all families are direct, and every option comes before in the order of the sums and does not leave the table.
fn are_direct(moves: &Moves) -> bool {
    let shrink = || matches!(hold(&shrinking(moves), Numeration::Base(2)), Ok(true));
    let by_sum = !moves.misere && moves.measure == Measure::Sum;
    by_sum && moves.families.iter().all(is_direct) && shrink()
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
                return Err(Failure::Domain(message!("a component without a value")));
            }
        });
    }
    Ok(cells)
}

/// The lost components in the order of the sums of their coordinates: what no lost component found
/// before marks is lost, and marks the components from which some move leads to it. For given other
/// coordinates these lie between two bounds of the last one, and the others between bounds of their own.
///
/// `O(components + lost components x families x rows)` and a step for each mark, whatever the number
/// of options; a family that changes the other coordinates by constants has one row.
fn by_relations(moves: &Moves, side: u64, limits: &Limits) -> Result<Vec<u64>, Failure> {
    let mut all: Vec<Vec<u64>> = Tuples::below(side, moves.arity)
        .filter(|coords| !moves.unordered || coords.is_sorted())
        .collect();
    all.sort_by_key(|coords| coords.iter().sum::<u64>());
    let row = |coords: &[u64]| coords.iter().fold(0, |index, coord| index * side + coord) as usize;
    let mut cells = vec![0; side.pow(moves.arity as u32) as usize];
    for (count, coords) in all.iter().enumerate() {
        if count.is_multiple_of(256) {
            limits.check()?;
        }
        // The rule speaks of the coordinates in this order; the answer is that of every order.
        let lost = cells[row(coords)] == 0;
        let orders = orders(coords, moves.unordered);
        for coords in &orders {
            cells[row(coords)] = u64::from(!lost);
        }
        if !lost {
            continue;
        }
        for (to, family) in
            orders.iter().flat_map(|to| moves.families.iter().map(move |it| (to, it)))
        {
            for others in Tuples::within(other_sources(family, to, side)) {
                if let Some((low, high)) = sources(family, &others, to, side) {
                    let start = row(&others) * side as usize;
                    cells[start + low as usize..=start + high as usize].fill(1);
                }
            }
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

/// Between which numbers each coordinate but the last is of the components from which a move of a direct family leads to
/// a component, as far as single relations say it: the least and the largest.
fn other_sources(family: &MoveFamily, to: &[u64], side: u64) -> Vec<(u64, u64)> {
    let part = &family.parts[0];
    let known = |track: Track| part.iter().position(|&at| at == track).map(|at| to[at]);
    let range = |track: usize| {
        // No move makes a coordinate larger.
        let mut range = Range { low: to[track].into(), high: i128::from(side) - 1 };
        if let Some(number) = known(track as Track) {
            range.equal(number);
        }
        for relation in &family.relations {
            range.narrow(relation, track as Track, known);
        }
        // None is between 1 and 0.
        range.numbers().unwrap_or((1, 0))
    };
    (0..to.len() - 1).map(range).collect()
}

/// From which components with these first coordinates a move of a direct family leads to a component:
/// the least and the largest last coordinate.
fn sources(family: &MoveFamily, others: &[u64], to: &[u64], side: u64) -> Option<(u64, u64)> {
    let part = &family.parts[0];
    let last = others.len() as Track;
    let mut range = Range { low: 0, high: i128::from(side) - 1 };
    for (&track, &number) in part.iter().zip(to) {
        if track == last {
            range.equal(number);
        } else if track < last && others[usize::from(track)] != number {
            return None;
        }
    }
    let known = |track: Track| match others.get(usize::from(track)) {
        Some(&number) => Some(number),
        None => part.iter().position(|&at| at == track).map(|at| to[at]),
    };
    for relation in &family.relations {
        range.narrow(relation, last, known);
    }
    range.numbers()
}

/// The numbers from `low` to `high`; none if `high` is smaller.
struct Range {
    low: i128,
    high: i128,
}

impl Range {
    fn equal(&mut self, number: u64) {
        self.low = self.low.max(number.into());
        self.high = self.high.min(number.into());
    }

    /// Leaves the numbers for which a relation holds, if all its other tracks are known; if not, all.
    fn narrow(&mut self, relation: &Linear, unknown: Track, known: impl Fn(Track) -> Option<u64>) {
        let (mut slope, mut rest) = (0, i128::from(relation.constant));
        for &(track, weight) in &relation.terms {
            let weight = i128::from(weight);
            if track == unknown {
                slope += weight;
            } else if let Some(number) = known(track) {
                rest += weight * i128::from(number);
            } else {
                return;
            }
        }
        // slope x + rest is at least 0, or 0.
        let signs = match relation.sign {
            Sign::NonNegative => &[1][..],
            Sign::Zero => &[1, -1],
        };
        for sign in signs {
            let (slope, rest) = (sign * slope, sign * rest);
            match slope.signum() {
                0 if rest < 0 => self.high = self.low - 1,
                0 => {}
                // x >= -rest / slope, rounded up.
                1 => self.low = self.low.max(-rest.div_euclid(slope)),
                // x <= rest / -slope, rounded down.
                _ => self.high = self.high.min(rest.div_euclid(-slope)),
            }
        }
    }

    /// The least and the largest, for numbers from 0 on.
    fn numbers(&self) -> Option<(u64, u64)> {
        (self.low <= self.high).then_some((self.low as u64, self.high as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::super::translate::moves;
    use super::{are_direct, by_definition, by_relations};
    use crate::automatic::Subject;
    use crate::games::open;
    use crate::limits::Limits;

    #[test]
    fn what_relations_mark_is_what_the_definition_finds() {
        let rules = [
            "[n, m] -> [n-k, m] for k in 1..n if 2*k <= n | [n, m-1]",
            "[n] -> [n-k] for k in 2..7 if n != 9",
            "[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b | [a-k, b-k] for k in 1..min(a, b)",
            "[a, b] -> [a-k, b-2*k] for k in 1..a | [a-3*k, b-k] for k in 1..a if 2*a > b | [a-2, b] if a < b + 2",
            "unordered [a, b] -> [a-k, b] for k in 1..a | [a, b-1]",
            "unordered [a, b] -> [a-k, b-l] for k in 1..a, l in 0..b if abs(k-l) < 2",
            "unordered [a, b] if a + b > 4 -> [a-k, b] for k in 1..a | [a-1, b-2]",
            "[a, b, c] -> [a-k, b-k, c] for k in 1..a | [a, b-1, c-2] | [a, b, c-k] for k in 1..c if a + b >= c",
        ];
        let limits = Limits::default();
        for rule in rules {
            let rules = open(rule).unwrap().rules;
            let moves = moves(&rules).unwrap();
            let side = [200, 40, 14][moves.arity - 1];
            assert!(are_direct(&moves), "{rule}");
            let fast = by_relations(&moves, side, &limits).unwrap();
            let slow = by_definition(&rules, &moves, Subject::Outcomes, side, &limits).unwrap();
            assert_eq!(fast, slow, "{rule}");
        }
    }
}
