//! What a formula says of the coordinates, as linear relations.

use std::slice;

use super::expression::{conds, ints};
use super::few;
use super::form::{Beyond, Branch, Form, Translated};
use super::simplify::simplified;
use crate::automatic::statement::{MoveFamily, Subject};
use crate::automaton::{Numeration, Sign, Track};
use crate::language::phrase;
use crate::rule::Formula;
use crate::rule::ir::{Int, IntOp, UnaryFn};

/// The components that are lost if a condition says who wins, or the components with the number that a formula gives, as
/// the set of a theorem with this subject has them: each family is a part of these tuples. With it the numeration of the
/// digits that the formula speaks of.
pub(in crate::automatic) fn said(
    formula: &Formula,
    arity: usize,
    subject: Subject,
) -> Translated<(Option<Numeration>, Vec<MoveFamily>)> {
    let start = Branch::start(arity);
    let value = Form::track(arity as Track);
    let branches = match (formula.condition(), formula.number(), subject) {
        (Some(cond), ..) => conds(start, cond, false)?,
        (_, Some(int), Subject::Values) => numbers(start, int, |branch, number| {
            Ok(vec![branch.also(&number.plus(&value, -1)?, Sign::Zero)])
        })?,
        (_, Some(int), Subject::Lengths) => {
            let (of, more) =
                logarithm(int).ok_or(Beyond(phrase!("a function that is not linear")))?;
            numbers(start, of, |branch, number| lengths(branch, number, more, &value))?
        }
        _ => return Err(Beyond(phrase!("a function that is not linear"))),
    };
    let tracks = arity + subject.extra_tracks();
    let tuple: Vec<Track> = (0..tracks as Track).collect();
    let numeration = branches.iter().find_map(|branch| branch.numeration);
    let mut families = Vec::new();
    for branch in branches {
        super::one_numeration(numeration, branch.numeration)?;
        families.extend(simplified(branch, slice::from_ref(&tuple), tracks)?);
    }
    Ok((numeration, families))
}

/// Every case of a number, and what becomes of it.
fn numbers(
    start: Branch,
    int: &Int,
    into: impl Fn(Branch, &Form) -> Translated<Vec<Branch>>,
) -> Translated<Vec<Branch>> {
    let mut all = Vec::new();
    for (branch, number) in ints(start, int)? {
        all.extend(into(branch, &number)?);
        all = few(all)?;
    }
    Ok(all)
}

/// The number `E` and the constant `c` of `ilog2(E) + c`.
fn logarithm(int: &Int) -> Option<(&Int, i64)> {
    match int {
        Int::Unary(UnaryFn::Ilog2, of, _) => Some((of, 0)),
        Int::Binary(IntOp::Add, left, right, _) => match (&**left, &**right) {
            (Int::Unary(UnaryFn::Ilog2, of, _), Int::Const(more))
            | (Int::Const(more), Int::Unary(UnaryFn::Ilog2, of, _)) => Some((of, *more)),
            _ => None,
        },
        _ => None,
    }
}

/// The value `ilog2(E) + c` is written as a place value, `2^(c-1)` times the greatest that is at most `E`; 0 is the value
/// 0, and the logarithm of 0 is -1, as below 0.
fn lengths(branch: Branch, number: &Form, more: i64, value: &Form) -> Translated<Vec<Branch>> {
    if !(0..=16).contains(&more) {
        return Err(Beyond(phrase!("numbers this large")));
    }
    // The value v is written as this number.
    let written = |v: i64| Form::constant(if v == 0 { 0 } else { 1 << (v - 1) });
    let mut all = Vec::new();
    let small = i64::from(more == 0);
    for power in 0..=small {
        let v = more + power - 1;
        if v >= 0 {
            let case = match power {
                0 => branch.clone().ordered(number, &Form::constant(0), 0)?,
                _ => branch.clone().also(&number.plus(&Form::constant(power), -1)?, Sign::Zero),
            };
            all.push(case.also(&value.plus(&written(v), -1)?, Sign::Zero));
        }
    }
    let mut branch = branch.ordered(&Form::constant(small), number, 1)?;
    let place = branch.place(Numeration::Base(2))?;
    let twice = Form::constant(0).plus(&place, 2)?;
    branch = branch.ordered(&place, number, 0)?.ordered(number, &twice, 1)?;
    // 2 g = 2^c p.
    let relation = Form::constant(0).plus(&place, 1 << more)?.plus(value, -2)?;
    all.push(branch.also(&relation, Sign::Zero));
    Ok(all)
}
