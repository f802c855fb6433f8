//! What `let` gives names to, put in where the names stand.
//!
//! ```text
//! [l] + [r] for l in 0..n let r = n-l-2 if r >= 0   as   [l] + [n-l-2] for l in 0..n if n-l-2 >= 0
//! ```
//!
//! So what says what a rule is need not look behind names. It is done with linear forms, which cost nothing to compute
//! again, and where they are computed next in any case, or cannot fail: what is an error stays one.

use super::anew::Anew;
use crate::rule::ir::{Clause, Cond, Family, Int, IntOp, Set, Slot, Target, Term};
use crate::rule::linear::Linear;

/// A family without names for linear forms; nothing if it has none that can be put in.
pub(in crate::rule) fn inlined(family: &Family, arity: usize) -> Option<Family> {
    let mut clauses: Vec<Clause> = family.clauses.clone();
    let mut terms = family.terms.clone();
    let mut at = 0;
    let mut found = false;
    while let Some(clause) = clauses.get(at) {
        let Clause::Let(slot, int) = clause else {
            at += 1;
            continue;
        };
        let rest = &clauses[at + 1..];
        let next = || rest.first().map_or_else(|| is_term(&terms, *slot), |next| asks(next, *slot));
        let may =
            Linear::of(int).is_some() && (is_difference(int, &clauses[..at], arity) || next());
        if !may {
            at += 1;
            continue;
        }
        let put = PutIn { slot: *slot, int };
        let rest: Vec<Clause> = rest.iter().map(|clause| put.clause(clause)).collect();
        let target =
            |target: &Target| Some(Target { coords: put.ints(&target.coords), ..target.clone() });
        terms = put.terms(&terms, &target)?;
        clauses.truncate(at);
        clauses.extend(rest);
        found = true;
    }
    found.then(|| Family { clauses, terms, ..family.clone() })
}

/// An expression for a variable.
struct PutIn<'a> {
    slot: Slot,
    int: &'a Int,
}

impl Anew for PutIn<'_> {
    fn variable(&self, slot: Slot) -> Int {
        if slot == self.slot { self.int.clone() } else { Int::Var(slot) }
    }

    fn bound(&self, slot: Slot) -> Slot {
        slot
    }
}

/// Whether an expression is the difference of two numbers that are at least 0, one of them, or a constant: no difference of
/// such overflows.
fn is_difference(int: &Int, before: &[Clause], arity: usize) -> bool {
    let at_least_0 = |slot: Slot| {
        slot < arity
            || before.iter().any(|clause| match clause {
                Clause::For(bound, Set::Range { from, .. }) if *bound == slot => {
                    matches!(from, Int::Const(0..)) || matches!(from, Int::Var(low) if *low < arity)
                }
                _ => false,
            })
    };
    match int {
        Int::Const(_) => true,
        Int::Var(slot) => at_least_0(*slot),
        Int::Binary(IntOp::Sub, a, b, _) => match (&**a, &**b) {
            (Int::Var(a), Int::Var(b)) => at_least_0(*a) && at_least_0(*b),
            (Int::Var(a), Int::Const(0..)) => at_least_0(*a),
            _ => false,
        },
        _ => false,
    }
}

/// Whether a form mentions a variable.
fn has(int: &Int, slot: Slot) -> bool {
    Linear::of(int).is_some_and(|form| form.coefficient(slot) != 0)
}

/// Whether a clause computes a form of a variable whatever it says.
fn asks(clause: &Clause, slot: Slot) -> bool {
    match clause {
        Clause::If(cond) => is_first(cond, slot),
        Clause::For(_, Set::Range { from, to, .. }) => has(from, slot) || has(to, slot),
        Clause::Let(_, int) => has(int, slot),
        Clause::For(..) => false,
    }
}

/// Whether what a condition compares first is a form of a variable.
fn is_first(cond: &Cond, slot: Slot) -> bool {
    match cond {
        Cond::Compare(_, a, b) => has(a, slot) || has(b, slot),
        Cond::And(a, _) | Cond::Or(a, _) => is_first(a, slot),
        Cond::Not(inner) => is_first(inner, slot),
        _ => false,
    }
}

/// Whether the first coordinate of an option is a form of a variable.
fn is_term(terms: &[Term], slot: Slot) -> bool {
    matches!(terms, [Term::Component(target), ..] if target.coords.first().is_some_and(|coord| has(coord, slot)))
}

#[cfg(test)]
mod tests {
    use crate::rule::{Rules, parse};

    fn families(text: &str) -> Vec<crate::rule::ir::Family> {
        Rules::new(parse(text).unwrap(), &[]).unwrap().simpler().ir()[0].families.clone()
    }

    #[test]
    fn names_are_put_in_where_nothing_changes() {
        for (named, put_in, same) in [
            (
                "[n] -> [l] + [r] for l in 0..n, k in 1..2 let r = n-l-k if r >= 0",
                "[n] -> [l] + [n-l-k] for l in 0..n, k in 1..2 if n-l-k >= 0",
                true,
            ),
            (
                "[n] -> [a] + [b] for a in 1..n/2 let b = n-a",
                "[n] -> [a] + [n-a] for a in 1..n/2",
                true,
            ),
            ("[n] -> [n-s] for k in 1..9 let s = 2*k", "[n] -> [n-2*k] for k in 1..9", true),
            // The sum may overflow where the option is none, and a root is no form.
            ("[a, b] -> [a-9, s] let s = a + b", "[a, b] -> [a-9, a+b]", false),
            ("[n] -> [n-r] let r = isqrt(n)", "[n] -> [n-isqrt(n)]", false),
            (
                "[n] -> [n-1] let r = 2*n if n > 3 if r > 9",
                "[n] -> [n-1] if n > 3 if 2*n > 9",
                false,
            ),
        ] {
            let shape = |text: &str| {
                let all = families(text);
                let clauses = all.iter().map(|family| family.clauses.len());
                (clauses.sum::<usize>(), all.len())
            };
            assert_eq!(shape(named) == shape(put_in), same, "{named}");
        }
    }
}
