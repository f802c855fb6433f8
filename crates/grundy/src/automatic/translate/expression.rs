//! Numbers, conditions and sets of the notation as linear forms in cases.

use super::bitwise::bitwise;
use super::clauses;
use super::form::{Beyond, Branch, Form, MOST_LISTED, Translated};
use super::{each, few};
use crate::automatic::statement::Extent;
use crate::automaton::{Numeration, Sign};
use crate::language::phrase;
use crate::rule::ir::{Comparison, Cond, End, Int, IntOp, Set, SetFn, UnaryFn};

/// What a number may be, and in which cases.
pub(super) fn ints(branch: Branch, int: &Int) -> Translated<Vec<(Branch, Form)>> {
    Ok(match int {
        Int::Const(value) => vec![(branch, Form::constant(*value))],
        Int::Var(slot) => {
            let form = branch.name(*slot)?;
            vec![(branch, form)]
        }
        Int::Neg(inner, _) => {
            let zero = Form::constant(0);
            map(ints(branch, inner)?, |branch, form| Ok(vec![(branch, zero.plus(&form, -1)?)]))?
        }
        Int::Binary(op, left, right, _) => pairs(branch, left, right, |branch, a, b| match op {
            IntOp::Add => Ok(vec![(branch, a.plus(b, 1)?)]),
            IntOp::Sub => Ok(vec![(branch, a.plus(b, -1)?)]),
            IntOp::Mul if b.terms.is_empty() => {
                Ok(vec![(branch, Form::constant(0).plus(a, b.constant)?)])
            }
            IntOp::Mul if a.terms.is_empty() => {
                Ok(vec![(branch, Form::constant(0).plus(b, a.constant)?)])
            }
            IntOp::Div if b.terms.is_empty() => quotients(&branch, a, b.constant),
            IntOp::Rem if b.terms.is_empty() => {
                let divisor = b.constant;
                map(quotients(&branch, a, divisor)?, |branch, quotient| {
                    Ok(vec![(branch, a.plus(&quotient, -divisor)?)])
                })
            }
            IntOp::Shl if let Some(factor) = power_of_two(b) => {
                Ok(vec![(branch, Form::constant(0).plus(a, factor)?)])
            }
            IntOp::Shr if let Some(divisor) = power_of_two(b) => quotients(&branch, a, divisor),
            IntOp::Xor | IntOp::And | IntOp::Or => bitwise(branch, *op, a, b),
            _ => Err(Beyond(phrase!("an operation that is not linear"))),
        })?,
        Int::Extreme(end, numbers) => extremes(branch, *end, numbers)?,
        Int::Unary(UnaryFn::Abs, inner, _) => map(ints(branch, inner)?, |branch, form| {
            let negative = Form::constant(0).plus(&form, -1)?;
            let below = branch.clone().ordered(&form, &Form::constant(0), 1)?;
            Ok(vec![(branch.also(&form, Sign::NonNegative), form), (below, negative)])
        })?,
        _ => return Err(Beyond(phrase!("a function that is not linear"))),
    })
}

/// The least or the greatest of some numbers.
fn extremes(branch: Branch, end: End, numbers: &[Int]) -> Translated<Vec<(Branch, Form)>> {
    let mut all = vec![(branch, Vec::new())];
    for number in numbers {
        let mut longer = Vec::new();
        for (branch, forms) in all {
            for (branch, form) in ints(branch, number)? {
                longer.push((branch, [&forms[..], &[form]].concat()));
            }
        }
        all = few(longer)?;
    }
    let mut found = Vec::new();
    for (branch, forms) in all {
        for (at, best) in forms.iter().enumerate() {
            let mut case = branch.clone();
            for (other, form) in forms.iter().enumerate().filter(|(other, _)| *other != at) {
                // Of equal ones the first is taken.
                let gap = i64::from(other < at);
                case = match end {
                    End::Least => case.ordered(best, form, gap)?,
                    End::Greatest => case.ordered(form, best, gap)?,
                };
            }
            found.push((case, best.clone()));
        }
    }
    few(found)
}

/// Goes on from each of some numbers.
fn map(
    values: Vec<(Branch, Form)>,
    mut into: impl FnMut(Branch, Form) -> Translated<Vec<(Branch, Form)>>,
) -> Translated<Vec<(Branch, Form)>> {
    let mut all = Vec::new();
    for (branch, form) in values {
        all.extend(into(branch, form)?);
        all = few(all)?;
    }
    Ok(all)
}

/// Two numbers in every case.
fn pairs<T>(
    branch: Branch,
    left: &Int,
    right: &Int,
    mut into: impl FnMut(Branch, &Form, &Form) -> Translated<Vec<T>>,
) -> Translated<Vec<T>> {
    let mut all = Vec::new();
    for (branch, a) in ints(branch, left)? {
        for (branch, b) in ints(branch, right)? {
            all.extend(into(branch, &a, &b)?);
            all = few(all)?;
        }
    }
    Ok(all)
}

/// What 2 is to the power of a constant, as far as forms have such numbers.
fn power_of_two(exponent: &Form) -> Option<i64> {
    match (&exponent.terms[..], exponent.constant) {
        ([], exponent @ 0..=40) => Some(1 << exponent),
        _ => None,
    }
}

/// The quotient by a constant, rounded down.
fn quotients(branch: &Branch, form: &Form, divisor: i64) -> Translated<Vec<(Branch, Form)>> {
    if divisor < 1 {
        return Err(Beyond(phrase!("a divisor below 1")));
    }
    if form.terms.is_empty() {
        return Ok(vec![(branch.clone(), Form::constant(form.constant.div_euclid(divisor)))]);
    }
    let mut all = Vec::new();
    let signs: &[i64] = if form.is_natural() { &[1] } else { &[1, -1] };
    for &sign in signs {
        let mut branch = branch.clone();
        let size = branch.number()?;
        let quotient = Form::constant(0).plus(&size, sign)?;
        let rest = form.plus(&quotient, -divisor)?;
        branch = branch.also(&rest, Sign::NonNegative);
        branch = branch.ordered(&rest, &Form::constant(divisor), 1)?;
        if sign < 0 {
            branch = branch.ordered(&Form::constant(0), &size, 1)?;
        }
        all.push((branch, quotient));
    }
    Ok(all)
}

/// The cases in which a condition holds, or does not.
pub(super) fn conds(branch: Branch, cond: &Cond, holds: bool) -> Translated<Vec<Branch>> {
    match cond {
        Cond::Compare(comparison, left, right) => {
            let comparison = comparison.given(holds);
            pairs(branch, left, right, |branch, a, b| compared(branch, comparison, a, b))
        }
        Cond::And(left, right) | Cond::Or(left, right) => {
            let first = |branch, holds| conds(branch, left, holds);
            let second = |branch| conds(branch, right, holds);
            two(branch, matches!(cond, Cond::And(..)), holds, first, second)
        }
        Cond::Not(inner) => conds(branch, inner, !holds),
        Cond::Shared(inner) => conds(branch, inner, holds),
        Cond::In(int, set) => {
            let mut all = Vec::new();
            for (branch, form) in ints(branch, int)? {
                all.extend(contained(branch, &form, set, holds)?);
                all = few(all)?;
            }
            Ok(all)
        }
        Cond::IsPrime(_) | Cond::IsSquare(_) => {
            Err(Beyond(phrase!("a condition that is not linear")))
        }
    }
}

/// The cases in which two conditions hold, both or at least one, or in which they do not.
fn two(
    branch: Branch,
    both: bool,
    holds: bool,
    first: impl Fn(Branch, bool) -> Translated<Vec<Branch>>,
    second: impl Fn(Branch) -> Translated<Vec<Branch>>,
) -> Translated<Vec<Branch>> {
    if both == holds {
        return each(first(branch, holds)?, second);
    }
    // Disjoint cases: the first, or not the first and the second.
    let mut all = first(branch.clone(), holds)?;
    all.extend(each(first(branch, !holds)?, second)?);
    few(all)
}

fn compared(branch: Branch, comparison: Comparison, a: &Form, b: &Form) -> Translated<Vec<Branch>> {
    Ok(match comparison {
        Comparison::Eq => vec![branch.also(&a.plus(b, -1)?, Sign::Zero)],
        Comparison::Ne => vec![branch.clone().ordered(a, b, 1)?, branch.ordered(b, a, 1)?],
        Comparison::Lt => vec![branch.ordered(a, b, 1)?],
        Comparison::Le => vec![branch.ordered(a, b, 0)?],
        Comparison::Gt => vec![branch.ordered(b, a, 1)?],
        Comparison::Ge => vec![branch.ordered(b, a, 0)?],
    })
}

/// The elements of a set.
pub(super) fn members(branch: Branch, set: &Set) -> Translated<Vec<(Branch, Form)>> {
    match set {
        Set::Range { from, to, step, .. } => {
            let step = match step {
                None => 1,
                Some(Int::Const(step)) if *step >= 1 => *step,
                Some(_) => return Err(Beyond(phrase!("a step that is no constant"))),
            };
            pairs(branch, from, to, |mut branch, from, to| {
                let element = from.plus(&branch.number()?, step)?;
                Ok(vec![(branch.ordered(&element, to, 0)?, element)])
            })
        }
        Set::List(items) if items.len() <= MOST_LISTED => {
            let mut all = Vec::new();
            for item in items {
                all.extend(ints(branch.clone(), item)?);
                all = few(all)?;
            }
            Ok(all)
        }
        Set::Fixed(elements) if elements.len() <= MOST_LISTED => {
            let one = |&element: &i64| (branch.clone(), Form::constant(element));
            Ok(elements.iter().map(one).collect())
        }
        Set::Either(left, right) => {
            let mut all = members(branch.clone(), left)?;
            all.extend(members(branch, right)?);
            few(all)
        }
        Set::Both(left, right) | Set::Without(left, right) => {
            let inside = matches!(set, Set::Both(..));
            map(members(branch, left)?, |branch, form| {
                let cases = contained(branch, &form, right, inside)?;
                Ok(cases.into_iter().map(|branch| (branch, form.clone())).collect())
            })
        }
        Set::Shared(shared) => members(branch, shared),
        Set::Comprehension { item, clauses: all } => {
            let mut found = Vec::new();
            for branch in clauses(branch, all)? {
                found.extend(ints(branch, item)?);
                found = few(found)?;
            }
            Ok(found)
        }
        Set::List(_) | Set::Fixed(_) => Err(Beyond(phrase!("a list this long"))),
        Set::Call(function, arguments, _) => call(branch, *function, arguments),
    }
}

/// The elements of a set that has a name.
fn call(branch: Branch, set: SetFn, arguments: &[Int]) -> Translated<Vec<(Branch, Form)>> {
    let (numeration, most) = match (set, arguments) {
        (SetFn::PrimePowers, [most]) => {
            return map(ints(branch, most)?, |branch, most| prime_powers(&branch, &most));
        }
        (SetFn::Primes, [most]) => {
            return map(ints(branch, most)?, |branch, most| primes(&branch, &most));
        }
        (SetFn::Digits, [number, base @ ..]) => {
            let base = match base {
                [] => 10,
                [Int::Const(base @ 2..)] => *base,
                _ => return Err(Beyond(phrase!("a base that is no constant"))),
            };
            return map(ints(branch, number)?, |branch, number| digits(&branch, &number, base));
        }
        (SetFn::Powers, [Int::Const(base @ 2..=10), most]) => (Numeration::Base(*base as u8), most),
        (SetFn::Fibs, [most]) => (Numeration::Quadratic(1), most),
        _ => return Err(Beyond(phrase!("a set that is not linear"))),
    };
    map(ints(branch, most)?, |mut branch, most| {
        let place = branch.place(numeration)?;
        Ok(vec![(branch.ordered(&place, &most, 0)?, place)])
    })
}

/// Bounds for the prime powers up to a number: none is a multiple of 6, and 1 to 5 are such.
fn prime_powers(branch: &Branch, most: &Form) -> Translated<Vec<(Branch, Form)>> {
    let mut all = Vec::new();
    for rest in 1..=5 {
        let rest = Form::constant(rest);
        if let Some(mut branch) = branch.clone().bounded(Extent::AtMost) {
            let amount = rest.plus(&branch.number()?, 6)?;
            all.push((branch.ordered(&amount, most, 0)?, amount));
        }
        if let Some(branch) = branch.clone().bounded(Extent::AtLeast) {
            all.push((branch.ordered(&rest, most, 0)?, rest));
        }
    }
    Ok(all)
}

/// Bounds for the primes up to a number: 2, 3, 5 and 7 are such, and all others leave 1 or 5 modulo 6.
fn primes(branch: &Branch, most: &Form) -> Translated<Vec<(Branch, Form)>> {
    let mut all = Vec::new();
    for prime in [2, 3, 5, 7] {
        let prime = Form::constant(prime);
        if let Some(mut branch) = branch.clone().bounded(Extent::AtMost) {
            let many = prime.constant > 3;
            let amount = if many { prime.plus(&branch.number()?, 6)? } else { prime.clone() };
            all.push((branch.ordered(&amount, most, 0)?, amount));
        }
        if let Some(branch) = branch.clone().bounded(Extent::AtLeast) {
            all.push((branch.ordered(&prime, most, 0)?, prime));
        }
    }
    Ok(all)
}

/// Bounds for the digits of a number, which is not negative: all are below the base, and the last one is there.
fn digits(branch: &Branch, number: &Form, base: i64) -> Translated<Vec<(Branch, Form)>> {
    // Of a number below 0 there are none: the rule says nothing there.
    if !branch.is_natural(number) {
        return Err(Beyond(phrase!("digits of a number that may be below 0")));
    }
    let mut all = Vec::new();
    if let Some(mut branch) = branch.clone().bounded(Extent::AtMost) {
        let digit = branch.number()?;
        all.push((branch.ordered(&digit, &Form::constant(base), 1)?, digit));
    }
    if let Some(branch) = branch.clone().bounded(Extent::AtLeast) {
        all.extend(map(quotients(&branch, number, base)?, |branch, quotient| {
            Ok(vec![(branch, number.plus(&quotient, -base)?)])
        })?);
    }
    Ok(all)
}

/// The cases in which a number is in a set, or is not.
fn contained(branch: Branch, form: &Form, set: &Set, holds: bool) -> Translated<Vec<Branch>> {
    match set {
        Set::Range { from, to, step: None, .. } => pairs(branch, from, to, |branch, from, to| {
            Ok(match holds {
                true => vec![branch.ordered(from, form, 0)?.ordered(form, to, 0)?],
                false => {
                    let inside = branch.clone().ordered(from, form, 0)?;
                    vec![branch.ordered(form, from, 1)?, inside.ordered(to, form, 1)?]
                }
            })
        }),
        Set::List(items) if items.len() <= MOST_LISTED => {
            if holds {
                let mut all = Vec::new();
                for (branch, item) in members(branch, set)? {
                    all.push(branch.also(&form.plus(&item, -1)?, Sign::Zero));
                }
                return Ok(all);
            }
            let mut all = vec![branch];
            for item in items {
                all = each(all, |branch| {
                    let mut apart = Vec::new();
                    for (branch, item) in ints(branch, item)? {
                        apart.extend(compared(branch, Comparison::Ne, form, &item)?);
                    }
                    Ok(apart)
                })?;
            }
            Ok(all)
        }
        Set::Fixed(elements) if elements.len() <= MOST_LISTED => {
            let listed = Set::List(elements.iter().map(|&element| Int::Const(element)).collect());
            contained(branch, form, &listed, holds)
        }
        Set::Shared(shared) => contained(branch, form, shared, holds),
        Set::Both(left, right) | Set::Either(left, right) => {
            let first = |branch, holds| contained(branch, form, left, holds);
            let second = |branch| contained(branch, form, right, holds);
            two(branch, matches!(set, Set::Both(..)), holds, first, second)
        }
        _ => Err(Beyond(phrase!("membership in such a set"))),
    }
}
