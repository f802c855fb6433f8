//! Rules that take a divisor of the heap.

use super::guard_is_positive;
use super::implied::needed_clauses;
use crate::rule::ir::{Clause, Comparison, Cond, Int, IntOp, Kind, Set, SetFn, Slot, Term};
use crate::rule::linear::Linear;

/// Which divisors of a heap may be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::plan) enum Taken {
    /// All.
    Any,
    /// All but the heap itself.
    Proper,
    /// All but 1 and the heap itself.
    Inner,
}

/// Which divisors may be taken, if a rule is `[n] -> [n-d] for d in divisors(n)` with such.
///
/// The same are `divisors(n) \ {n}`, and a condition `d < n`, `d != n` or `d <= n/2`, for 1 also `d > 1`; ranges of which
/// `n % d == 0` leaves the divisors have been made such sets by then (`rule::rewritten::divided`).
pub(in crate::plan) fn divisors(kind: &Kind) -> Option<Taken> {
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
    let (mut one, mut whole) = ends(set)?;
    for condition in Clause::conjuncts(conditions)? {
        if says_less(condition, *var) || says_half(condition, *var) {
            whole = false;
        } else if says_more(condition, *var) {
            one = false;
        } else {
            return None;
        }
    }
    match (one, whole) {
        (true, true) => Some(Taken::Any),
        (true, false) => Some(Taken::Proper),
        (false, false) => Some(Taken::Inner),
        (false, true) => None,
    }
}

/// Whether 1 and the heap itself are in a set of all divisors of the heap but perhaps for these; nothing for another set.
fn ends(set: &Set) -> Option<(bool, bool)> {
    match set {
        Set::Call(SetFn::Divisors, of, _) if of[..] == [Int::Var(0)] => Some((true, true)),
        Set::Without(all, out) => {
            let (mut one, mut whole) = ends(all)?;
            match &**out {
                Set::Fixed(out) if out[..] == [1] => one = false,
                Set::List(out) => {
                    for int in out {
                        match int {
                            Int::Const(1) => one = false,
                            Int::Var(0) => whole = false,
                            _ => return None,
                        }
                    }
                }
                _ => return None,
            }
            Some((one, whole))
        }
        _ => None,
    }
}

/// Whether a condition is `d > 1`, `d >= 2` or `d != 1`.
fn says_more(condition: &Cond, var: Slot) -> bool {
    let Cond::Compare(comparison, left, right) = condition else { return false };
    let forms = (Linear::of(left), Linear::of(right));
    let (Some(left), Some(right)) = forms else { return false };
    let Some(difference) = left.minus(&right) else { return false };
    let above = |least: i64| Linear::of_var(var).plus(-least);
    let below = |least: i64| above(least).and_then(|form| form.times(-1));
    let difference = Some(difference);
    match comparison {
        Comparison::Gt => difference == above(1),
        Comparison::Ge => difference == above(2),
        Comparison::Lt => difference == below(1),
        Comparison::Le => difference == below(2),
        Comparison::Ne => difference == above(1) || difference == below(1),
        Comparison::Eq => false,
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
