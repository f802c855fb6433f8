//! Amounts that no coordinate changes, however they are made, are a list.
//!
//! ```text
//! [n - 2**i*3**j] for i in 0..9, j in 0..5 if i + j < 9
//!     as     [n - k] for k in {1, 2, 3, 4, 6, ..}
//! ```
//!
//! Each amount is then looked at once, in ascending order, and the heap engines know such games.

use crate::rule::eval::closed::closed_comprehension;
use crate::rule::ir::{Clause, Comparison, Cond, Family, Int, IntOp, Set, Slot, Target, Term};
use crate::rule::mention;

/// Steps in which the amounts of all families that are looked at together are to be found.
const MOST_STEPS: u64 = 1 << 18;

/// The same family, one of so many, with its amounts as a list; nothing if it is no such family, is one already, or has too
/// many amounts, or one that has no value.
pub(crate) fn listed(family: &Family, families: usize) -> Option<Family> {
    let [Term::Component(target)] = &family.terms[..] else { return None };
    let coords = &target.coords;
    let arity = coords.len();
    let own = family.clauses.iter().find_map(|clause| match clause {
        Clause::For(slot, _) | Clause::Let(slot, _) => Some(*slot),
        Clause::If(_) => None,
    })?;
    let taken_from = |axis: usize| match &coords[axis] {
        Int::Binary(IntOp::Sub, whole, amount, _) if **whole == Int::Var(axis) => Some(&**amount),
        _ => None,
    };
    let changed: Vec<usize> = (0..arity).filter(|&axis| coords[axis] != Int::Var(axis)).collect();
    let amount = taken_from(*changed.first()?)?;
    let is_plain = matches!(amount, Int::Var(_));
    if is_plain || changed.iter().any(|&axis| taken_from(axis) != Some(amount)) {
        return None;
    }
    // A negative coordinate is no option.
    let says_nothing = |cond: &Cond| match cond {
        Cond::Compare(Comparison::Le, less, more) | Cond::Compare(Comparison::Ge, more, less) => {
            changed.iter().any(|&axis| {
                less == amount && *more == Int::Var(axis)
                    || *less == Int::Const(0) && *more == coords[axis]
            })
        }
        _ => false,
    };
    let mut clauses = Vec::new();
    for clause in &family.clauses {
        let Clause::If(cond) = clause else {
            clauses.push(clause.clone());
            continue;
        };
        let mut all = cond.conjuncts();
        all.retain(|cond| !says_nothing(cond));
        clauses.extend(all.into_iter().cloned().map(Clause::If));
    }
    let amounts = Set::Comprehension { item: Box::new(amount.clone()), clauses };
    if mention::in_set(&amounts, &|slot: Slot| slot < arity) {
        return None;
    }
    let amounts: Vec<i64> = closed_comprehension(&amounts, MOST_STEPS / families.max(1) as u64)?;
    let span = match &coords[changed[0]] {
        Int::Binary(.., span) => *span,
        _ => return None,
    };
    let coord = |axis: usize| match changed.contains(&axis) {
        true => Int::Binary(IntOp::Sub, Int::Var(axis).into(), Int::Var(own).into(), span),
        false => Int::Var(axis),
    };
    Some(Family {
        terms: vec![Term::Component(Target {
            coords: (0..arity).map(coord).collect(),
            ..target.clone()
        })],
        clauses: vec![Clause::For(own, Set::Fixed(amounts.into()))],
        ..family.clone()
    })
}

#[cfg(test)]
mod tests {
    use super::super::options;
    use super::*;
    use crate::rule::{Rules, parse};

    #[test]
    fn a_list_has_the_same_options() {
        for (family, is_listed) in [
            ("[a - 2**i*3**j, b] for i in 0..6, j in 0..4", true),
            ("[a - 2**i*3**j, b] for i in 0..6, j in 0..4 if i + j != 3 and 2**i*3**j <= a", true),
            ("[a - fib(i), b - fib(i)] for i in 2..12 if i % 3 > 0 if b - fib(i) >= 0", true),
            ("[a, b - m*m] for k in 1..9 let m = k*k + 1 if m % 2 == 1", true),
            ("[a - (k - 4), b] for k in 1..9", true),
            ("[a - max(i, j), b] for i in {1, 5}, j in 2..i", true),
            ("[a - k*k, b] for k in 9..1", true),
            ("[a - k*k, b] for k in 1..a", false),
            ("[a - k*b, b] for k in 1..4", false),
            ("[a - k*k, b] for k in 1..9 if k*k < a", false),
            ("[a - k*k, b] for k in 1..9 if b > 3", false),
            ("[a - k*k, b - k] for k in 1..9", false),
            ("[a - k*k, b] + [a, b] for k in 1..9", false),
            ("[a - k, b] for k in 1..9 if k % 2 == 1", false),
            ("[a - 3, b]", false),
            ("[a - 9/(k - 4), b] for k in 1..9", false),
            ("[a - i*j, b] for i in 1..300, j in 1..1000 if a < 9", false),
        ] {
            let text = format!("[a, b] -> {family}");
            let rules = Rules::new(parse(&text).unwrap(), &[]).unwrap();
            let with_lists = rules.clone().with_lists(0);
            assert_eq!(listed(&rules.ir()[0].families[0], 1).is_some(), is_listed, "{family}");
            for a in [0, 1, 2, 3, 5, 8, 20, 100] {
                for b in [0, 1, 4, 30] {
                    let found = options(&with_lists, &[a, b]);
                    assert_eq!(found, options(&rules, &[a, b]), "{family} {a} {b}");
                }
            }
        }
    }
}
