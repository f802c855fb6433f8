//! From a checked rule to its moves as linear relations.
//!
//! Choices become numbers: `k` in `a..b` is `a + j` with `j >= 0` and `a + j <= b`, and a range with
//! a step `s` is `a + s j`, one in `powers(b, n)` is a place value of base `b`, at most `n`. A quotient by a constant is a number with its two bounds; minimum,
//! maximum and absolute value are cases, and so are `or` and `!=`. What `xor`, `and` and `or` make of
//! the digits of base 2 is told by a nim-sum ([`bitwise`]). So every family of options
//! becomes some families whose options are there exactly when linear relations hold. A number that
//! an equation expresses by others is put in, so that few are left.
//!
//! Prime powers and digits are not linear. Of prime powers it is used that 1 to 5 are such and no
//! multiple of 6 is, and of digits that the last one is there and all are below the base.

mod bitwise;
mod expression;
mod form;
mod said;
mod simplify;

use super::statement::{HIDDEN, MOST_PARTS, Measure, Moves};
use crate::automaton::{Sign, Track};
use crate::language::phrase;
use crate::rule::Rules;
use crate::rule::ir::{Clause, Comparison, Cond, Int, Slot, Term};
use expression::{conds, ints, members};
pub use form::Beyond;
use form::{Branch, Form, MOST_FAMILIES, Translated, one_numeration};
pub(super) use said::said;
use simplify::simplified;

/// The moves of a game of one kind whose rule is linear, taken to make the coordinates smaller.
pub(super) fn moves(rules: &Rules) -> Translated<Moves> {
    let [kind] = rules.ir() else { return Err(Beyond(phrase!("several kinds of components"))) };
    let arity = kind.coords.len();
    if arity == 0 || arity > 3 {
        return Err(Beyond(phrase!("components with so many coordinates")));
    }
    let mut starts = vec![Branch::start(arity)];
    if let Some(guard) = &kind.guard {
        starts = each(starts, |branch| conds(branch, guard, true))?;
    }
    // A component at which the game is over has no moves.
    for win in &kind.wins {
        let wanted = win.coords.iter().enumerate().filter_map(|(slot, coord)| {
            coord.as_ref().map(|coord| Cond::Compare(Comparison::Eq, Int::Var(slot), coord.clone()))
        });
        let over = Cond::all(wanted.chain(win.cond.clone()));
        starts = match over {
            Some(over) => each(starts, |branch| conds(branch, &over, false))?,
            None => Vec::new(),
        };
    }
    let mut families = Vec::new();
    let mut numeration = None;
    for family in &kind.families {
        let chosen = each(starts.clone(), |branch| clauses(branch, &family.clauses))?;
        for branch in chosen {
            for (branch, parts) in terms(branch, &family.terms)? {
                one_numeration(numeration, branch.numeration)?;
                numeration = numeration.or(branch.numeration);
                families.extend(simplified(branch, &parts, arity)?);
            }
        }
        families = few(families)?;
    }
    families.sort();
    families.dedup();
    let unordered = kind.unordered && arity > 1;
    let (misere, measure) = (rules.is_misere(), Measure::Sum);
    Ok(Moves { arity, unordered, misere, measure, numeration, families })
}

/// Cases, if they are not too many.
fn few<T>(all: Vec<T>) -> Translated<Vec<T>> {
    match all.len() {
        0..=MOST_FAMILIES => Ok(all),
        _ => Err(Beyond(phrase!("so many cases"))),
    }
}

/// Every branch that each branch becomes.
fn each(
    branches: Vec<Branch>,
    mut into: impl FnMut(Branch) -> Translated<Vec<Branch>>,
) -> Translated<Vec<Branch>> {
    let mut all = Vec::new();
    for branch in branches {
        all.extend(into(branch)?);
        all = few(all)?;
    }
    Ok(all)
}

fn clauses(branch: Branch, all: &[Clause]) -> Translated<Vec<Branch>> {
    let mut branches = vec![branch];
    for clause in all {
        branches = each(branches, |branch| match clause {
            Clause::If(cond) => conds(branch, cond, true),
            Clause::Let(slot, value) => bound(ints(branch, value)?, *slot),
            Clause::For(slot, set) => bound(members(branch, set)?, *slot),
        })?;
    }
    Ok(branches)
}

fn bound(values: Vec<(Branch, Form)>, slot: Slot) -> Translated<Vec<Branch>> {
    let named = values.into_iter().map(|(mut branch, form)| {
        branch.names.push((slot, form));
        branch
    });
    Ok(named.collect())
}

/// The components of an option: the tracks of their coordinates.
fn terms(branch: Branch, all: &[Term]) -> Translated<Vec<(Branch, Vec<Vec<Track>>)>> {
    let mut found = vec![(branch, Vec::new())];
    for term in all {
        let (count, targets) = match term {
            Term::Component(target) => (1, vec![target]),
            Term::Times { count: Int::Const(count @ 0..), terms, .. } => {
                let targets = terms.iter().map(|term| match term {
                    Term::Component(target) => Ok(target),
                    _ => Err(Beyond(phrase!("such a sum"))),
                });
                // In values two equal components cancel, and options with sums have nothing else.
                (
                    if *count > 3 { 2 + count % 2 } else { *count },
                    targets.collect::<Translated<_>>()?,
                )
            }
            _ => return Err(Beyond(phrase!("a sum of a number of components that varies"))),
        };
        for _ in 0..count {
            for target in &targets {
                let mut longer = Vec::new();
                for (branch, parts) in found {
                    for (branch, part) in component(branch, &target.coords)? {
                        longer.push((branch, [&parts[..], &[part]].concat()));
                    }
                }
                found = longer;
            }
        }
    }
    match found.iter().any(|(_, parts)| parts.len() > MOST_PARTS) {
        true => Err(Beyond(phrase!("an option of more than three components"))),
        false => Ok(found),
    }
}

fn component(branch: Branch, coords: &[Int]) -> Translated<Vec<(Branch, Vec<Track>)>> {
    let mut found = vec![(branch, Vec::new())];
    for coord in coords {
        let mut longer = Vec::new();
        for (branch, tracks) in found {
            for (mut branch, form) in ints(branch, coord)? {
                // A coordinate that stays as it is needs no number of its own.
                let track = match (&form.terms[..], form.constant) {
                    ([(track, 1)], 0) if *track < HIDDEN => *track,
                    _ => {
                        let number = branch.number()?;
                        branch = branch.also(&form.plus(&number, -1)?, Sign::Zero);
                        number.terms[0].0
                    }
                };
                longer.push((branch, [&tracks[..], &[track]].concat()));
            }
        }
        found = longer;
    }
    Ok(found)
}
