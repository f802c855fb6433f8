//! Rules that take a number without a common factor with the heap.

use super::guard_is_positive;
use super::implied::needed_clauses;
use crate::rule::ir::{Clause, Comparison, Cond, Int, IntOp, Kind, Set, Slot, Term};
use crate::rule::linear::Linear;

/// Whether a rule is `[n] -> [n-k] for k in 1..n if gcd(n, k) == 1`, and if so, whether `k` may be `n`. The same is
/// `[k] for k in 0..n-1`.
pub(in crate::plan) fn coprimes(kind: &Kind) -> Option<bool> {
    let ([_], [family]) = (&kind.coords[..], &kind.families[..]) else { return None };
    let [Term::Component(target)] = &family.terms[..] else { return None };
    let clauses = needed_clauses(kind, family);
    let [Clause::For(var, Set::Range { from, to, step: None, .. }), Clause::If(condition)] =
        &clauses[..]
    else {
        return None;
    };
    if !(kind.guard.is_none() || guard_is_positive(kind)) || !says_coprime(condition, *var)? {
        return None;
    }
    let (own, var) = (Linear::of_var(0), Linear::of_var(*var));
    let coord = Linear::of(target.coords.first()?)?;
    let (from, to) = (Linear::of(from)?, Linear::of(to)?);
    let less = own.clone().plus(-1)?;
    let number = |number| Linear { terms: Vec::new(), constant: number };
    if coord == own.minus(&var)? {
        let whole = to == own;
        return (from == number(1) && (whole || to == less)).then_some(whole);
    }
    let whole = from == number(0);
    (coord == var && to == less && (whole || from == number(1))).then_some(whole)
}

/// Whether a condition says that the heap and the variable have no common factor.
fn says_coprime(condition: &Cond, var: Slot) -> Option<bool> {
    let Cond::Compare(Comparison::Eq, one, other) = condition else { return None };
    let ((Int::Binary(IntOp::Gcd, a, b, _), Int::Const(1))
    | (Int::Const(1), Int::Binary(IntOp::Gcd, a, b, _))) = (one, other)
    else {
        return None;
    };
    let (own, var) = (Linear::of_var(0), Linear::of_var(var));
    let left = own.minus(&var)?;
    let (a, b) = (Linear::of(a)?, Linear::of(b)?);
    // Any two of the three have the same common factors.
    let all = [own, var, left];
    Some(a != b && all.contains(&a) && all.contains(&b))
}
