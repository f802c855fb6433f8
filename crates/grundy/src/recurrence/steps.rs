//! The options of a component whose one coordinate is any large number of a residue class.

use std::cmp::Ordering;

use smallvec::SmallVec;

use super::symbolic::{Evaluator, Line, Stuck, Within};
use crate::language::phrase;
use crate::rule::Component;
use crate::rule::ir::{Kind, Target, Term};

/// Components that differ in one coordinate alone, which is large: which kind they are of, which coordinate that
/// is, and what the others are, in their order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct State {
    pub(super) kind: usize,
    pub(super) axis: usize,
    pub(super) others: SmallVec<[i64; 2]>,
}

impl State {
    /// The state of a component by the coordinate `axis`, whatever stands there in `coords`; interchangeable ones
    /// are put in order, with that coordinate as the largest.
    pub(super) fn of(rule: &Kind, kind: usize, axis: usize, coords: &[i64]) -> State {
        let mut others = SmallVec::from_slice(coords);
        others.remove(axis);
        if rule.unordered {
            others.sort_unstable();
        }
        State { kind, axis: if rule.unordered { others.len() } else { axis }, others }
    }

    /// The coordinates of its component with this number.
    pub(super) fn with(&self, n: i64) -> SmallVec<[i64; 2]> {
        let mut coords = self.others.clone();
        coords.insert(self.axis, n);
        coords
    }
}

/// Part of an option.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Part {
    /// The component of a state whose number is so much less.
    Back(State, u64),
    /// A component that is always the same.
    Fixed(Component),
}

/// The most components of an option.
const MOST_PARTS: usize = 1 << 10;

/// The options of a state for all numbers of the evaluator's residue class from
/// [`Evaluator::from`] on, ascending and each once.
pub(super) fn options(
    evaluator: &mut Evaluator,
    kinds: &[Kind],
    state: &State,
) -> Within<Vec<Vec<Part>>> {
    let kind = &kinds[state.kind];
    let n = evaluator.n();
    for (slot, &other) in state.others.iter().enumerate() {
        let slot = slot + usize::from(slot >= state.axis);
        evaluator.set(slot, Line::constant(other));
        if kind.unordered {
            // The number is the largest of the coordinates.
            evaluator.compare(n, Line::constant(other))?;
        }
    }
    evaluator.set(state.axis, n);
    let (mut all, mut most) = (Vec::new(), TOGETHER);
    if let Some(guard) = &kind.guard
        && !evaluator.cond(guard)?
    {
        return Ok(all);
    }
    for family in &kind.families {
        evaluator.clauses(&family.clauses, &mut |evaluator| {
            let mut option = Vec::new();
            if terms(evaluator, kinds, &family.terms, &mut option)? {
                option.sort_unstable();
                all.push(option);
                // Options that come again take no memory for long.
                if all.len() >= most {
                    each_once(&mut all);
                    evaluator.hold(&all)?;
                    most = TOGETHER.max(2 * all.len());
                }
            }
            Ok(())
        })?;
    }
    each_once(&mut all);
    Ok(all)
}

/// Options between two looks for those that came again.
const TOGETHER: usize = 1 << 12;

fn each_once(options: &mut Vec<Vec<Part>>) {
    options.sort_unstable();
    options.dedup();
}

/// Adds the components of all terms; false if one of them does not exist.
fn terms(
    evaluator: &mut Evaluator,
    kinds: &[Kind],
    all: &[Term],
    option: &mut Vec<Part>,
) -> Within<bool> {
    for term in all {
        evaluator.step()?;
        if option.len() > MOST_PARTS {
            return Err(Stuck::TooMuch);
        }
        match term {
            Term::Component(target) => match part(evaluator, kinds, target)? {
                Some(part) => option.push(part),
                None => return Ok(false),
            },
            Term::Times { count, terms: inner, .. } => {
                let count = evaluator.plain(count)?;
                if count < 0 {
                    return Ok(false);
                }
                if count > MOST_PARTS as i64 {
                    return Err(Stuck::TooMuch);
                }
                for _ in 0..count {
                    if !terms(evaluator, kinds, inner, option)? {
                        return Ok(false);
                    }
                }
            }
            Term::Sum { var, set, terms: inner, .. } => {
                for line in evaluator.list(set)? {
                    evaluator.set(*var, line);
                    if !terms(evaluator, kinds, inner, option)? {
                        return Ok(false);
                    }
                }
            }
            Term::Choose { .. } => {
                return Err(Stuck::Beyond(phrase!("an option with parts that are chosen freely")));
            }
        }
    }
    Ok(true)
}

/// A component from its expressions; nothing if a coordinate is negative.
fn part(evaluator: &mut Evaluator, kinds: &[Kind], target: &Target) -> Within<Option<Part>> {
    let mut lines = Vec::new();
    for coord in &target.coords {
        let line = evaluator.int(coord)?;
        if evaluator.sign(line)? == Ordering::Less {
            return Ok(None);
        }
        lines.push(line);
    }
    let n = evaluator.n();
    let mut far = lines.iter().enumerate().filter(|(_, line)| line.rise != 0);
    let Some((axis, line)) = far.next() else {
        let mut coords: SmallVec<[i64; 2]> = lines.iter().map(|line| line.start).collect();
        if kinds[target.kind].unordered {
            coords.sort_unstable();
        }
        return Ok(Some(Part::Fixed(Component { kind: target.kind as u16, coords })));
    };
    if far.next().is_some() {
        return Err(Stuck::Beyond(phrase!("a move after which two coordinates are large")));
    }
    if line.rise != n.rise {
        return Err(Stuck::Beyond(phrase!("a move that takes a share of a coordinate")));
    }
    let back = n.start.checked_sub(line.start).and_then(|back| u64::try_from(back).ok());
    let back =
        back.ok_or(Stuck::Beyond(phrase!("a move that makes the large coordinate larger")))?;
    let coords: Vec<i64> = lines.iter().map(|line| line.start).collect();
    let rule = &kinds[target.kind];
    if rule.unordered {
        for other in lines.iter().filter(|other| other.rise == 0) {
            evaluator.compare(*line, *other)?;
        }
    }
    Ok(Some(Part::Back(State::of(rule, target.kind, axis, &coords), back)))
}
