//! Rules that take a divisor of the heap.

use super::guard_is_positive;
use super::implied::needed_clauses;
use crate::rule::ir::{Clause, Comparison, Cond, Int, IntOp, Kind, Set, SetFn, Slot, Term};
use crate::rule::linear::Linear;

/// Whether a rule is `[n] -> [n-d] for d in divisors(n)`, and if so, whether `d` may be `n`.
///
/// The same are `divisors(n) \ {n}`, and a condition `d < n`, `d != n` or `d <= n/2`; ranges of which `n % d == 0`
/// leaves the divisors have been made such sets by then (`rule::rewritten::divided`).
pub(in crate::plan) fn divisors(kind: &Kind) -> Option<bool> {
    let ([_], [family]) = (&kind.coords[..], &kind.families[..]) else { return None };
    // An empty heap has no divisors in any case.
    if kind.guard.is_some() && !guard_is_positive(kind) {
        return None;
    }
    let [Term::Component(target)] = &family.terms[..] else { return None };
    let clauses = needed_clauses(kind, family);
    let [Clause::For(var, set), conditions @ ..] = &clauses[..] else { return None };
    let left = Linear::of_var(0).minus(&Linear::of_var(*var))?;
    if Linear::of(target.coords.first()?)? != left {
        return None;
    }
    let less = |clause: &Clause| match clause {
        Clause::If(condition) => says_less(condition, *var) || says_half(condition, *var),
        _ => false,
    };
    let whole = has_whole(set)? && conditions.is_empty();
    conditions.iter().all(less).then_some(whole)
}

/// Whether a set of all divisors of the heap, but perhaps for the heap itself, has that; nothing for another set.
fn has_whole(set: &Set) -> Option<bool> {
    let of_heap =
        |set: &Set| matches!(set, Set::Call(SetFn::Divisors, of, _) if of[..] == [Int::Var(0)]);
    match set {
        Set::Without(all, out) if of_heap(all) => {
            matches!(&**out, Set::List(out) if out[..] == [Int::Var(0)]).then_some(false)
        }
        _ => of_heap(set).then_some(true),
    }
}

/// Whether a condition is `d <= n/2`.
fn says_half(condition: &Cond, var: Slot) -> bool {
    let is_half = |int: &Int| match int {
        Int::Binary(IntOp::Div, of, two, _) => **of == Int::Var(0) && **two == Int::Const(2),
        _ => false,
    };
    match condition {
        Cond::Compare(Comparison::Le, own, half) | Cond::Compare(Comparison::Ge, half, own) => {
            *own == Int::Var(var) && is_half(half)
        }
        _ => false,
    }
}

/// Whether a condition is `d < n`, or `d != n`.
fn says_less(condition: &Cond, var: Slot) -> bool {
    let Cond::Compare(comparison, left, right) = condition else { return false };
    let difference = || {
        let own = Linear::of(left)?.minus(&Linear::of(right)?)?;
        let wanted = Linear::of_var(var).minus(&Linear::of_var(0))?;
        let other = wanted.clone().times(-1)?;
        Some(match comparison {
            Comparison::Lt => own == wanted,
            Comparison::Le => Some(own) == wanted.plus(1),
            Comparison::Gt => own == other,
            Comparison::Ge => Some(own) == other.plus(-1),
            Comparison::Ne => own == wanted || own == other,
            Comparison::Eq => false,
        })
    };
    difference().unwrap_or(false)
}
