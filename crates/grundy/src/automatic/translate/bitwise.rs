//! What `xor`, `and` and `or` make of two numbers, by their nim-sum and linear relations.
//!
//! A number below 0 has infinitely many digits 1 in front: it is `-1 - u` for a number `u` from 0 on, all of whose digits
//! are the other ones. So the nim-sum of two numbers is the one of two numbers from 0 on, or `-1` less it. In
//! `a + b = xor(a, b) + 2 and(a, b)` each pair of digits 1 is carried to the next place; and `or(a, b)` is
//! `a + b - and(a, b)`.

use super::form::{Branch, Form, Translated};
use crate::automaton::{Numeration, Sign, Track};
use crate::rule::ir::IntOp;

/// The cases of one of the three operations.
pub(super) fn bitwise(
    branch: Branch,
    op: IntOp,
    a: &Form,
    b: &Form,
) -> Translated<Vec<(Branch, Form)>> {
    let none = Form::constant(0);
    if a == b {
        return Ok(vec![(branch, if op == IntOp::Xor { none } else { a.clone() })]);
    }
    if let Some(told) = by_constants(op, a, b)? {
        return Ok(vec![(branch, told)]);
    }
    let mut all = Vec::new();
    for (branch, u, a_below) in digits(&branch, a)? {
        for (mut branch, v, b_below) in digits(&branch, b)? {
            branch.reads_in(Numeration::Base(2))?;
            let sum = if u == v {
                none.clone()
            } else {
                let sum = branch.number()?;
                branch.nim_sums.push([u, v, sum.terms[0].0]);
                sum
            };
            let xor = if a_below == b_below { sum } else { complement(&sum)? };
            if op == IntOp::Xor {
                all.push((branch, xor));
                continue;
            }
            let half = branch.number()?;
            let both = if a_below && b_below { complement(&half)? } else { half };
            let carried = a.plus(b, 1)?.plus(&xor, -1)?.plus(&both, -2)?;
            let branch = branch.also(&carried, Sign::Zero);
            let result = if op == IntOp::And { both } else { a.plus(b, 1)?.plus(&both, -1)? };
            all.push((branch, result));
        }
    }
    Ok(all)
}

/// What is told without digits: of two constants, and of a number beside 0 or -1, whose digits are all the same.
fn by_constants(op: IntOp, a: &Form, b: &Form) -> Translated<Option<Form>> {
    let constant = |form: &Form| form.terms.is_empty().then_some(form.constant);
    let (same, other) = match (constant(a), constant(b)) {
        (Some(x), Some(y)) => {
            let made = match op {
                IntOp::Xor => x ^ y,
                IntOp::And => x & y,
                _ => x | y,
            };
            return Ok(Some(Form::constant(made)));
        }
        (Some(same @ (0 | -1)), None) => (same, b),
        (None, Some(same @ (0 | -1))) => (same, a),
        _ => return Ok(None),
    };
    Ok(Some(match (op, same) {
        (IntOp::And, 0) | (IntOp::Or, -1) => Form::constant(same),
        (IntOp::Xor, -1) => complement(other)?,
        _ => other.clone(),
    }))
}

/// `-1 - u`.
fn complement(form: &Form) -> Translated<Form> {
    Form::constant(-1).plus(form, -1)
}

/// The number from 0 on that has the digits of another one, or where that is below 0 the other digits, and which of the two.
fn digits(branch: &Branch, form: &Form) -> Translated<Vec<(Branch, Track, bool)>> {
    let mut all = vec![(branch.clone(), form.clone(), false)];
    if !form.is_natural() {
        all.push((branch.clone(), complement(form)?, true));
    }
    let named = all.into_iter().map(|(mut branch, form, below)| {
        if let ([(track, 1)], 0) = (&form.terms[..], form.constant) {
            return Ok((branch, *track, below));
        }
        let number = branch.number()?;
        let branch = branch.also(&form.plus(&number, -1)?, Sign::Zero);
        Ok((branch, number.terms[0].0, below))
    });
    named.collect()
}
