//! Conditions that say nothing new: `[n-3] if n >= 3`, `[n-k] for k in {1,4} if k <= n`,
//! `[n-k] for k in 1..n if n > 0`.
//!
//! An option with a negative coordinate is none, and a variable lies between the ends of its range.
//! These facts are linear forms that are at least 0 wherever an option exists. A comparison is
//! implied if it is such a form, or the sum of two, plus a constant that is not negative. That is
//! far from complete, and meant to be: what is not seen to be implied stays a condition.

use crate::rule::closed_ends;
use crate::rule::ir::{Clause, Comparison, Cond, Family, Int, IntOp, Kind, Set, Slot, Term};
use crate::rule::linear::Linear;

/// The clauses of a family without the conditions that every option of it meets.
pub(super) fn needed_clauses(kind: &Kind, family: &Family) -> Vec<Clause> {
    let facts = facts(kind, family);
    let needed = |clause: &&Clause| !matches!(clause, Clause::If(cond) if implied(cond, &facts));
    family.clauses.iter().filter(needed).cloned().collect()
}

/// A family of which the range of one variable goes up to a share of the heap that the other ends imply: `a` of
/// `a in 1..n/3, b in a..(n-a)/2` is at most `n/3` where `b` is at least `a` and the rest at least `b`. It then goes up to
/// the heap.
pub(super) fn loosened(kind: &Kind, family: &Family) -> Option<Family> {
    for (at, clause) in family.clauses.iter().enumerate() {
        let Clause::For(slot, Set::Range { from, to, step: None, span }) = clause else { continue };
        let Some(share) = below_share(*slot, to) else { continue };
        let mut looser = family.clone();
        let to = Int::Var(0);
        let range = Set::Range { from: from.clone(), to, step: None, span: *span };
        looser.clauses[at] = Clause::For(*slot, range);
        let mut known = facts(kind, &looser);
        known.extend(looser.clauses.iter().filter_map(|clause| match clause {
            Clause::For(slot, Set::Range { to, step: None, .. }) => below_share(*slot, to),
            _ => None,
        }));
        if share.follows(&known, 3) {
            return Some(looser);
        }
    }
    None
}

/// What is at least 0 exactly where a variable is at most a form by a number, rounded down.
fn below_share(slot: Slot, to: &Int) -> Option<Linear> {
    let Int::Binary(IntOp::Div, form, by, _) = to else { return None };
    let Int::Const(by @ 2..=LARGEST) = **by else { return None };
    Linear::of(form)?.minus(&Linear::of_var(slot).times(by)?)
}

/// Numbers by which forms are divided.
const LARGEST: i64 = 1 << 16;

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
