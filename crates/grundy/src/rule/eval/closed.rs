//! What can be evaluated without a position: arguments, the sets and conditions of a rule that mention no
//! variable, or one alone, and clauses whose names are all given.

use super::frame::{Evaluated, Frame, Trouble};
use crate::language::Message;
use crate::limits::Limits;
use crate::rule::ast::Span;
use crate::rule::ir::{Clause, Cond, Int, Part, Set, SetFn, Slot};

/// Most steps to evaluate an argument of a named game.
const STEPS_FOR_AN_ARGUMENT: u64 = 1 << 24;
/// The same for conditions that are looked at for many numbers.
const STEPS_FOR_A_NUMBER: u64 = 1 << 14;
/// A list of elements takes at most so many.
const BYTES_OF_A_LIST: u64 = 1 << 24;
/// Sets that are listed to plan have at most so many elements.
const MOST_ELEMENTS: u64 = 1 << 21;

/// The value of an expression without free names, for arguments.
pub(in crate::rule) fn constant(int: &Int, slots: usize) -> Result<i64, Message> {
    closed(slots, |frame| frame.int(int))
}

/// The elements of a set without free names, for arguments.
pub(in crate::rule) fn fixed(set: &Set, slots: usize) -> Result<Vec<i64>, Message> {
    closed(slots, |frame| frame.list(set))
}

/// The value of an expression, if it mentions no variable and has one.
pub(crate) fn closed_number(int: &Int) -> Option<i64> {
    let mentions_none = !crate::rule::mention::in_int(int, &|_| true);
    mentions_none.then(|| constant(int, 0).ok()).flatten()
}

/// The set that a function makes of numbers, if it is easily listed.
pub(crate) fn set_of_numbers(function: SetFn, values: &[i64], span: Span) -> Option<Vec<i64>> {
    let numbers = values.iter().map(|&value| Int::Const(value)).collect();
    fixed(&Set::Call(function, numbers, span), 0).ok()
}

/// The elements of a set that mentions no variable, if it is one and surely has not very many.
pub(crate) fn closed_set(set: &Set) -> Option<Vec<i64>> {
    closed_set_up_to(set, MOST_ELEMENTS)
}

/// The same, if it surely has no more than so many elements.
pub(crate) fn closed_set_up_to(set: &Set, most: u64) -> Option<Vec<i64>> {
    let few = is_closed(set) && at_most(set)? <= most;
    few.then(|| fixed(set, 0).ok()).flatten()
}

/// The first and the last element of such a set, if it has one.
pub(crate) fn closed_ends(set: &Set) -> Option<(i64, i64)> {
    match set {
        Set::Range { from, to, step: None, .. } if is_closed(set) => {
            let (from, to) = (closed_number(from)?, closed_number(to)?);
            (from <= to).then_some((from, to))
        }
        _ => {
            let elements = closed_set(set)?;
            Some((*elements.first()?, *elements.last()?))
        }
    }
}

/// How many elements a set has at most that mentions no variable.
fn at_most(set: &Set) -> Option<u64> {
    Some(match set {
        Set::Fixed(elements) => elements.len() as u64,
        Set::List(numbers) => numbers.len() as u64,
        Set::Range { from, to, step, .. } => {
            let (from, to) = (closed_number(from)?, closed_number(to)?);
            let step = step.as_ref().map_or(Some(1), closed_number)?.max(1);
            if from <= to { to.abs_diff(from) / step.unsigned_abs() + 1 } else { 0 }
        }
        Set::Without(all, _) => at_most(all)?,
        Set::Both(one, other) => at_most(one)?.min(at_most(other)?),
        Set::Either(one, other) => at_most(one)?.saturating_add(at_most(other)?),
        Set::Call(function, arguments, _) => {
            let n = closed_number(arguments.first()?)?.max(0).unsigned_abs();
            match function {
                SetFn::Squares => n.isqrt(),
                // There are no more than these up to 2^24, of which no more are listed.
                SetFn::Primes | SetFn::PrimePowers if n >= 1 << 10 => n / u64::from(n.ilog2() / 2),
                SetFn::Primes | SetFn::PrimePowers => n,
                // Of two divisors that make the number one is at most its root; no number below 2^63 has 2^17.
                SetFn::Divisors => (2 * n.isqrt()).min(1 << 17),
                SetFn::Digits | SetFn::Powers => 64,
                SetFn::Fibs => 92,
            }
        }
        Set::Shared(shared) => at_most(shared)?,
        Set::Comprehension { .. } => return None,
    })
}

/// The elements of a comprehension that mentions no variable but its own, if it is one and they are found in so many steps.
pub(in crate::rule) fn closed_comprehension(set: &Set, steps: u64) -> Option<Vec<i64>> {
    let slots = own_slots(set)?;
    closed_in(slots, steps, |frame| frame.list(set)).ok()
}

/// The slots that a comprehension needs which mentions no variable but its own, if it is one.
pub(in crate::rule) fn own_slots(set: &Set) -> Option<usize> {
    let Set::Comprehension { clauses, .. } = set else { return None };
    let own = |clause: &Clause| match clause {
        Clause::For(slot, _) | Clause::Let(slot, _) => Some(*slot),
        Clause::If(_) => None,
    };
    let own: Vec<Slot> = clauses.iter().filter_map(own).collect();
    let foreign = crate::rule::mention::in_set(set, &|slot| !own.contains(&slot));
    (!foreign).then(|| own.iter().max().map_or(0, |slot| slot + 1))
}

fn is_closed(set: &Set) -> bool {
    is_plain(Part::Set(set), None)
}

/// Whether a part of a rule is easily evaluated and mentions no variable but this.
fn is_plain(part: Part<'_>, slot: Option<Slot>) -> bool {
    !part.any(&mut |part| match part {
        Part::Int(Int::Var(other)) => Some(Some(*other) != slot),
        Part::Int(Int::Const(_) | Int::Neg(..) | Int::Binary(..)) => None,
        Part::Int(_) | Part::Set(Set::Comprehension { .. }) => Some(true),
        Part::Cond(Cond::In(_, set)) if !matches!(set, Set::Fixed(_) | Set::List(_)) => Some(true),
        Part::Cond(_) | Part::Set(_) => None,
    })
}

/// Whether a condition holds where a variable has this value, if it mentions no other and is easily
/// evaluated.
pub(crate) fn holds_for(cond: &Cond, slot: Slot, value: i64) -> Option<bool> {
    let holds = |frame: &mut Frame<'_>| {
        frame.set(slot, value);
        frame.cond(cond)
    };
    is_plain(Part::Cond(cond), Some(slot)).then(|| closed(slot + 1, holds).ok()).flatten()
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

/// Those of some numbers for which a condition holds that mentions no variable but this; nothing if it
/// has no value for one of them, or that is much work.
#[cfg(feature = "jit")]
pub(crate) fn elements_where(
    cond: &Cond,
    slot: Slot,
    numbers: impl IntoIterator<Item = i64>,
) -> Option<Vec<i64>> {
    let all = |frame: &mut Frame<'_>| {
        let mut found = Vec::new();
        for value in numbers {
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
    closed_in(values.len(), STEPS_FOR_A_NUMBER, all).ok()
}

fn closed<T>(slots: usize, of: impl FnOnce(&mut Frame<'_>) -> Evaluated<T>) -> Result<T, Message> {
    closed_in(slots, STEPS_FOR_AN_ARGUMENT, of)
}

fn closed_in<T>(
    slots: usize,
    steps: u64,
    of: impl FnOnce(&mut Frame<'_>) -> Evaluated<T>,
) -> Result<T, Message> {
    let limits = Limits::default().memory(BYTES_OF_A_LIST);
    let mut frame = Frame::new(slots, &limits).within(steps);
    of(&mut frame).map_err(|trouble| match *trouble {
        Trouble::Stop(stop) => stop.message(),
        Trouble::Fault { message, .. } => message,
    })
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::limits::Stop;
    use crate::rule::{Rules, parse};
    use crate::ruleset::{Failure, Ruleset};

    /// The set of the one clause of a rule.
    fn set(text: &str) -> Set {
        let rules = Rules::new(parse(&format!("[n] -> [n-k] for k in {text}")).unwrap(), &[]);
        match &rules.unwrap().ir()[0].families[0].clauses[..] {
            [Clause::For(_, set)] => set.clone(),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn sets_have_no_more_elements_than_is_said_and_these_ends() {
        let functions = ["primes(N)", "prime_powers(N)", "squares(N)", "divisors(N)", "fibs(N)"];
        let others = ["1..N", "3..N step 4", "powers(2, N)", "digits(N)", "(2..N) \\ {3}"];
        let both = ["(1..N) or squares(N)", "primes(N) and (5..N)", "{N, 2, N}"];
        for text in functions.iter().chain(&others).chain(&both) {
            for n in (0..70).chain([100, 720, 1000, 1023, 1024, 1025, 4096, 5040, 30_030, 65_536]) {
                let set = set(&text.replace('N', &n.to_string()));
                let elements = fixed(&set, 0).unwrap();
                let most = at_most(&set).unwrap();
                assert!(elements.len() as u64 <= most, "{text} at {n}");
                let ends = elements.first().copied().zip(elements.last().copied());
                assert_eq!(closed_ends(&set), ends, "{text} at {n}");
                assert_eq!(closed_set_up_to(&set, most), Some(elements), "{text} at {n}");
                assert!(most == 0 || closed_set_up_to(&set, most - 1).is_none(), "{text} at {n}");
            }
        }
        assert_eq!(closed_set(&set("squares(100000000000000)")), None);
        assert_eq!(closed_set(&set("1..16000000")), None);
        assert_eq!(closed_ends(&set("1..16000000")), Some((1, 16_000_000)));
    }

    /// One list is as much work as it has elements.
    #[test]
    fn lists_are_counted_and_have_limits() {
        for text in
            ["(1..100000) \\ {k, 2}", "(1..60000) or (7..70000)", "squares(10000000000) and (1..9)"]
        {
            let text = format!("[n] -> [n-k] for k in 1..n if size({text}) > 1");
            let rules = Rules::new(parse(&text).unwrap(), &[]).unwrap();
            let component = rules.component(0, &[1]).unwrap();
            let ask = |limits: &Limits| {
                rules.options(&component, limits, &mut |_| ControlFlow::Continue(()))
            };
            assert_eq!(ask(&Limits::default()), Ok(()), "{text}");
            let stopped = Limits::default();
            stopped.cancel.cancel();
            assert_eq!(ask(&stopped), Err(Failure::Stop(Stop::Cancelled)), "{text}");
            let small = ask(&Limits::default().memory(1 << 17));
            assert!(matches!(small, Err(Failure::Stop(Stop::Memory { .. }))), "{text}: {small:?}");
        }
        let often = "{size((1..100000) \\ {i}) for i in 1..1000}";
        assert!(closed_comprehension(&set(often), 1 << 20).is_none());
        assert!(closed_comprehension(&set(often), 1 << 30).is_some());
    }
}
