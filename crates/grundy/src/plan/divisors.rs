//! Rules that take a divisor of the heap.

use super::implied::needed_clauses;
use crate::rule::ir::{Clause, Comparison, Cond, Int, IntOp, Kind, Set, SetFn, Slot, Term};
use crate::rule::linear::Linear;

/// Whether a rule is `[n] -> [n-d] for d in divisors(n)`, and if so, whether `d` may be `n`.
///
/// The same are `divisors(n) \ {n}`, a condition `d < n` or `d != n`, and all `d` from 1 to `n`, `n - 1` or `n / 2` with the condition `n % d == 0`.
pub(super) fn divisors(kind: &Kind) -> Option<bool> {
    let ([_], [family], None) = (&kind.coords[..], &kind.families[..], &kind.guard) else {
        return None;
    };
    let [Term::Component(target)] = &family.terms[..] else { return None };
    let clauses = needed_clauses(kind, family);
    let [Clause::For(var, set), conditions @ ..] = &clauses[..] else { return None };
    let left = Linear::of_var(0).add(&Linear::of_var(*var).times(-1)?)?;
    if Linear::of(target.coords.first()?)? != left {
        return None;
    }
    let (mut whole, mut divides) = of_set(set)?;
    for condition in conditions {
        let Clause::If(condition) = condition else { return None };
        match condition {
            _ if says_divides(condition, *var) => divides = true,
            _ if says_less(condition, *var) => whole = false,
            _ => return None,
        }
    }
    divides.then_some(whole)
}

/// Whether a set has the heap itself, and whether all its elements are divisors; nothing if it does not have all the others.
fn of_set(set: &Set) -> Option<(bool, bool)> {
    match set {
        Set::Call(SetFn::Divisors, of, _) => (of[..] == [Int::Var(0)]).then_some((true, true)),
        Set::Without(all, out) => match (&**all, &**out) {
            (Set::Call(SetFn::Divisors, of, _), Set::List(out)) => {
                (of[..] == [Int::Var(0)] && out[..] == [Int::Var(0)]).then_some((false, true))
            }
            _ => None,
        },
        Set::Range { from: Int::Const(1), to, step: None, .. } => {
            let half = matches!(
                to,
                Int::Binary(IntOp::Div, of, two, _) if **of == Int::Var(0) && **two == Int::Const(2)
            );
            let to = Linear::of(to);
            match to == Linear::of_var(0).plus(0) {
                true => Some((true, false)),
                false => (half || to == Linear::of_var(0).plus(-1)).then_some((false, false)),
            }
        }
        _ => None,
    }
}

/// Whether a condition is `n % d == 0`.
fn says_divides(condition: &Cond, var: Slot) -> bool {
    let Cond::Compare(Comparison::Eq, left, right) = condition else { return false };
    let is_rest = |int: &Int| {
        matches!(
            int,
            Int::Binary(IntOp::Rem, of, by, _) if **of == Int::Var(0) && **by == Int::Var(var)
        )
    };
    is_rest(left) && *right == Int::Const(0) || is_rest(right) && *left == Int::Const(0)
}

/// Whether a condition is `d < n`, or `d != n`.
fn says_less(condition: &Cond, var: Slot) -> bool {
    let Cond::Compare(comparison, left, right) = condition else { return false };
    let difference = || {
        let minus = Linear::of_var(0).times(-1)?;
        let own = Linear::of(left)?.add(&Linear::of(right)?.times(-1)?)?;
        let wanted = Linear::of_var(var).add(&minus)?;
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
