//! Families that leave any heaps that are together less than the heap by some number at least, so that the amount that is
//! taken has no name.
//!
//! ```text
//! [a] + [b] for a in 0..n, b in 0..n if a + b < n
//! [a] + [b] for a in 0..n-1, b in a..n-1-a
//! ```
//!
//! Every bound that mentions the heap, `a + b + c <= n` or one that follows from it, says no more than how much is taken at
//! least. What else the family says is about the heaps that are left alone, and so the same for all amounts: it is found for
//! one of them.

use super::pieces::{pieces, triples};
use crate::rule::ir::{Clause, Comparison, Cond, Family, Int, IntOp, Kind, Set, Slot, Term};
use crate::rule::linear::Linear;
use crate::rule::{Span, mention};

/// The least amount that is taken and the digit of every amount from it on.
pub(super) fn nameless(kind: &Kind, family: &Family) -> Option<(usize, u8)> {
    let names = names(family)?;
    let of_heap = |slot: Slot| slot == 0;
    let (mut bounds, mut clauses) = (Vec::new(), Vec::new());
    for clause in &family.clauses {
        match clause {
            Clause::For(name, Set::Range { from, to, step: None, span })
                if names.contains(name) && !mention::in_int(from, &of_heap) =>
            {
                let mut to = to.clone();
                if mention::in_int(&to, &of_heap) {
                    bounds.push(Linear::of(&to)?.minus(&Linear::of_var(*name))?);
                    to = Int::Var(0);
                }
                let range = Set::Range { from: from.clone(), to, step: None, span: *span };
                clauses.push(Clause::For(*name, range));
            }
            Clause::For(name, set) if names.contains(name) && !mention::in_set(set, &of_heap) => {
                clauses.push(clause.clone());
            }
            Clause::If(condition) => {
                for condition in condition.conjuncts() {
                    if !mention::in_cond(condition, &of_heap) {
                        clauses.push(Clause::If(condition.clone()));
                        continue;
                    }
                    let Cond::Compare(comparison, left, right) = condition else { return None };
                    let (less, more, apart) = comparison.ascending(left, right)?;
                    bounds.push(Linear::of(more)?.minus(&Linear::of(less)?)?.plus(-apart)?);
                }
            }
            Clause::For(..) | Clause::Let(..) => return None,
        }
    }
    let least = least_taken(&bounds, &names)?;
    clauses.push(Clause::If(together_with_one(&names)));
    let fixed = Family { clauses, ..family.clone() };
    let digit = match names.len() {
        3 => triples(kind, &fixed)?.iter().find(|&&(taken, _)| taken == 1)?.1,
        _ => pieces(kind, &fixed)?.code()?.digit(1),
    };
    Some((least, digit))
}

/// The names of the two or three heaps that are left, if each has one of its own.
fn names(family: &Family) -> Option<Vec<Slot>> {
    let mut names = Vec::new();
    for term in &family.terms {
        let Term::Component(target) = term else { return None };
        let [Int::Var(name)] = target.coords[..] else { return None };
        (name != 0 && !names.contains(&name)).then(|| names.push(name))?;
    }
    (2..=3).contains(&names.len()).then_some(names)
}

/// What is taken at least if these forms are at least 0, and that says all that they do.
fn least_taken(bounds: &[Linear], names: &[Slot]) -> Option<usize> {
    // The heap less some of those left, and a number.
    let counts = |bound: &Linear| {
        let of_names = bound.terms.iter().all(|&(slot, times)| match slot {
            0 => times == 1,
            _ => times == -1 && names.contains(&slot),
        });
        (of_names && bound.coefficient(0) == 1).then(|| bound.terms.len() - 1)
    };
    let counts: Vec<usize> = bounds.iter().map(counts).collect::<Option<_>>()?;
    let all = bounds.iter().zip(&counts).filter(|&(_, &count)| count == names.len());
    let least = all.map(|(bound, _)| bound.constant.saturating_neg()).max()?;
    let follow = bounds.iter().all(|bound| bound.constant.saturating_neg() <= least);
    (follow && least >= 1).then(|| usize::try_from(least).ok()).flatten()
}

/// That the heap is one more than the heaps that are left.
fn together_with_one(names: &[Slot]) -> Cond {
    let sum = |sum: Int, &name: &Slot| {
        Int::Binary(IntOp::Add, Box::new(sum), Box::new(Int::Var(name)), Span::default())
    };
    Cond::Compare(Comparison::Eq, names.iter().fold(Int::Const(1), sum), Int::Var(0))
}
