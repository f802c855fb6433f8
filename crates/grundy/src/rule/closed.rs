//! What can be evaluated without a position: arguments, the sets and conditions of a rule that mention no
//! variable, or one alone, and clauses whose names are all given.

use super::apply::call;
use super::ast::Span;
use super::eval::{Evaluated, Frame, Trouble};
use super::ir::{Clause, Cond, Int, Set, SetFn, Slot};
use crate::language::Message;
use crate::limits::Limits;

/// Most steps to evaluate an argument of a named game.
const STEPS_FOR_AN_ARGUMENT: u64 = 1 << 24;

/// The value of an expression without free names, for arguments.
pub(super) fn constant(int: &Int, slots: usize) -> Result<i64, Message> {
    closed(slots, |frame| frame.int(int))
}

/// The elements of a set without free names, for arguments.
pub(super) fn fixed(set: &Set, slots: usize) -> Result<Vec<i64>, Message> {
    closed(slots, |frame| frame.list(set))
}

/// The value of an expression that mentions no variable, if it has one.
pub(crate) fn closed_number(int: &Int) -> Option<i64> {
    constant(int, 0).ok()
}

/// The set that a function makes of numbers, if it is easily listed.
pub(crate) fn set_of_numbers(function: SetFn, values: &[i64], span: Span) -> Option<Vec<i64>> {
    call(function, values, span).ok()
}

/// The elements of a set that mentions no variable, if it is one and easily listed.
pub(crate) fn closed_set(set: &Set) -> Option<Vec<i64>> {
    is_closed(set).then(|| fixed(set, 0).ok()).flatten()
}

/// The elements of a comprehension that mentions no variable but its own, if it is one.
#[cfg(feature = "jit")]
pub(crate) fn closed_comprehension(set: &Set) -> Option<Vec<i64>> {
    closed_within(set, STEPS_FOR_AN_ARGUMENT)
}

/// The same, if they are found in so many steps.
pub(super) fn closed_within(set: &Set, steps: u64) -> Option<Vec<i64>> {
    let Set::Comprehension { clauses, .. } = set else { return None };
    let own = |clause: &Clause| match clause {
        Clause::For(slot, _) | Clause::Let(slot, _) => Some(*slot),
        Clause::If(_) => None,
    };
    let own: Vec<Slot> = clauses.iter().filter_map(own).collect();
    let slots = own.iter().max().map_or(0, |slot| slot + 1);
    let foreign = super::mention::in_set(set, &|slot| !own.contains(&slot));
    (!foreign).then(|| closed_in(slots, steps, |frame| frame.list(set)).ok()).flatten()
}

fn is_closed(set: &Set) -> bool {
    let plain = |int: &Int| is_plain(int, None);
    match set {
        Set::Fixed(_) => true,
        Set::List(items) => items.iter().all(plain),
        Set::Range { from, to, step, .. } => {
            plain(from) && plain(to) && step.as_ref().is_none_or(plain)
        }
        Set::Without(a, b) | Set::Both(a, b) | Set::Either(a, b) => is_closed(a) && is_closed(b),
        Set::Call(_, arguments, _) => arguments.iter().all(plain),
        Set::Shared(shared) => is_closed(shared),
        Set::Comprehension { .. } => false,
    }
}

/// Whether an expression is easily evaluated and mentions no variable but this.
fn is_plain(int: &Int, slot: Option<Slot>) -> bool {
    match int {
        Int::Const(_) => true,
        Int::Var(other) => Some(*other) == slot,
        Int::Neg(inner, _) => is_plain(inner, slot),
        Int::Binary(_, left, right, _) => is_plain(left, slot) && is_plain(right, slot),
        _ => false,
    }
}

/// Whether a condition holds where a variable has this value, if it mentions no other and is easily
/// evaluated.
pub(crate) fn holds_for(cond: &Cond, slot: Slot, value: i64) -> Option<bool> {
    let holds = |frame: &mut Frame<'_>| {
        frame.set(slot, value);
        frame.cond(cond)
    };
    is_plain_condition(cond, slot).then(|| closed(slot + 1, holds).ok()).flatten()
}

/// Whether conditions that mention no other variable hold where one has this value, looked at as far as the first that
/// does not; nothing if one of them has no value, or that is much work.
pub(crate) fn hold_for(conds: &[Cond], slot: Slot, value: i64) -> Option<bool> {
    if conds.is_empty() {
        return Some(true);
    }
    let all = |frame: &mut Frame<'_>| {
        frame.set(slot, value);
        for cond in conds {
            if !frame.cond(cond)? {
                return Ok(false);
            }
        }
        Ok(true)
    };
    closed(slot + 1, all).ok()
}

/// The values of expressions where a variable has this value and no other is mentioned; nothing if one has
/// none, or that is much work.
pub(crate) fn values_for<const N: usize>(
    ints: [&Int; N],
    slot: Slot,
    value: i64,
) -> Option<[i64; N]> {
    let all = |frame: &mut Frame<'_>| {
        frame.set(slot, value);
        let mut values = [0; N];
        for (int, value) in ints.into_iter().zip(&mut values) {
            *value = frame.int(int)?;
        }
        Ok(values)
    };
    closed(slot + 1, all).ok()
}

/// The numbers of a range for which a condition holds that mentions no variable but this; nothing if it
/// has no value for one of them, or that is much work.
#[cfg(feature = "jit")]
pub(crate) fn elements_where(
    cond: &Cond,
    slot: Slot,
    range: std::ops::RangeInclusive<i64>,
) -> Option<Vec<i64>> {
    let all = |frame: &mut Frame<'_>| {
        let mut found = Vec::new();
        for value in range {
            frame.set(slot, value);
            if frame.cond(cond)? {
                found.push(value);
            }
        }
        Ok(found)
    };
    closed(slot + 1, all).ok()
}

/// Whether all clauses hold where the slots have these values: the names are in their sets and the conditions hold.
/// Nothing where one has no value. Names given by `let` are computed.
pub(crate) fn meets(clauses: &[Clause], values: &[i64]) -> Option<bool> {
    let all = |frame: &mut Frame<'_>| {
        for (slot, &value) in values.iter().enumerate() {
            frame.set(slot, value);
        }
        for clause in clauses {
            let holds = match clause {
                Clause::For(slot, set) => frame.contains(set, values[*slot])?,
                Clause::If(condition) => frame.cond(condition)?,
                Clause::Let(slot, int) => {
                    let value = frame.int(int)?;
                    frame.set(*slot, value);
                    true
                }
            };
            if !holds {
                return Ok(false);
            }
        }
        Ok(true)
    };
    closed(values.len(), all).ok()
}

fn is_plain_condition(cond: &Cond, slot: Slot) -> bool {
    let plain = |int: &Int| is_plain(int, Some(slot));
    match cond {
        Cond::Compare(_, left, right) => plain(left) && plain(right),
        Cond::In(int, Set::Fixed(_)) => plain(int),
        Cond::In(int, Set::List(items)) => plain(int) && items.iter().all(plain),
        Cond::And(left, right) | Cond::Or(left, right) => {
            is_plain_condition(left, slot) && is_plain_condition(right, slot)
        }
        Cond::Not(inner) => is_plain_condition(inner, slot),
        Cond::IsPrime(int) | Cond::IsSquare(int) => plain(int),
        Cond::Shared(shared) => is_plain_condition(shared, slot),
        Cond::In(..) => false,
    }
}

fn closed<T>(slots: usize, of: impl FnOnce(&mut Frame<'_>) -> Evaluated<T>) -> Result<T, Message> {
    closed_in(slots, STEPS_FOR_AN_ARGUMENT, of)
}

fn closed_in<T>(
    slots: usize,
    steps: u64,
    of: impl FnOnce(&mut Frame<'_>) -> Evaluated<T>,
) -> Result<T, Message> {
    let limits = Limits::default();
    let mut frame = Frame::within(slots, &limits, steps);
    of(&mut frame).map_err(|trouble| match *trouble {
        Trouble::Stop(stop) => stop.message(),
        Trouble::Fault { message, .. } => message,
    })
}
