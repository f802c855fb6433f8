//! Conditions that say nothing new: `[n-3] if n >= 3`, `[n-k] for k in {1,4} if k <= n`,
//! `[n-k] for k in 1..n if n > 0`.
//!
//! An option with a negative coordinate is none, and a variable lies between the ends of its range.
//! These facts are linear forms that are at least 0 wherever an option exists. A comparison is
//! implied if it is such a form, or the sum of two, plus a constant that is not negative. That is
//! far from complete, and meant to be: what is not seen to be implied stays a condition.

use crate::rule::closed_ends;
use crate::rule::ir::{Clause, Comparison, Cond, Family, Int, Kind, Set, Term};
use crate::rule::linear::Linear;

/// The clauses of a family without the conditions that every option of it meets.
pub(super) fn needed_clauses(kind: &Kind, family: &Family) -> Vec<Clause> {
    let facts = facts(kind, family);
    let needed = |clause: &&Clause| !matches!(clause, Clause::If(cond) if implied(cond, &facts));
    family.clauses.iter().filter(needed).cloned().collect()
}

/// Facts that are used.
const MOST_FACTS: usize = 64;

/// Forms that are at least 0 for every option.
fn facts(kind: &Kind, family: &Family) -> Vec<Linear> {
    let mut facts: Vec<Linear> = (0..kind.coords.len()).map(Linear::of_var).collect();
    for term in &family.terms {
        if let Term::Component(target) = term {
            facts.extend(target.coords.iter().filter_map(Linear::of));
        }
    }
    for clause in &family.clauses {
        let Clause::For(slot, set) = clause else { continue };
        let (from, to) = match set {
            Set::Range { from, to, step: None, .. } => (Linear::of(from), Linear::of(to)),
            _ => closed_ends(set).map_or((None, None), |(first, last)| {
                let number = |number: i64| Linear::of(&Int::Const(number));
                (number(first), number(last))
            }),
        };
        let var = Linear::of_var(*slot);
        facts.extend(from.and_then(|from| var.minus(&from)));
        facts.extend(to.and_then(|to| to.minus(&var)));
    }
    // Conditions are held against pairs of them.
    facts.truncate(MOST_FACTS);
    facts
}

fn implied(cond: &Cond, facts: &[Linear]) -> bool {
    match cond {
        Cond::Compare(comparison, left, right) => {
            let (Some(left), Some(right)) = (Linear::of(left), Linear::of(right)) else {
                return false;
            };
            let at_least = |a: &Linear, b: &Linear, more: i64| {
                let form = a.minus(b).and_then(|form| form.plus(-more));
                form.is_some_and(|form| form.follows(facts, 2))
            };
            match comparison.ascending(&left, &right) {
                Some((less, more, apart)) => at_least(more, less, apart),
                None => {
                    *comparison == Comparison::Ne
                        && (at_least(&left, &right, 1) || at_least(&right, &left, 1))
                }
            }
        }
        Cond::And(a, b) => implied(a, facts) && implied(b, facts),
        Cond::Or(a, b) => implied(a, facts) || implied(b, facts),
        Cond::Shared(cond) => implied(cond, facts),
        _ => false,
    }
}
