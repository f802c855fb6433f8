//! Expressions of one type where another stands: numbers and sets in place of conditions.

use super::{Lowered, Typed};
use crate::language::{Message, message};
use crate::rule::ast::{BinaryOp, Expr, ExprKind, Span};
use crate::rule::error::RuleError;
use crate::rule::ir::Int;

/// An expression that is a number.
pub(super) fn number(typed: Typed, expr: &Expr) -> Lowered<Int> {
    match typed {
        Typed::Int(int) => Ok(int),
        set @ Typed::Set(_) => Err(expected(&message!("a number"), &set, expr.span)
            .help(message!("to go through a set write for k in S: [n-k] for k in {1, 3}"))),
        cond @ Typed::Cond(_) => Err(expected(&message!("a number"), &cond, expr.span)
            .help(message!(
                "a condition stands after `if`: [n-1] if n > 3; a number that is 1 where n > 0 and else 0 is min(n, 1)"
            ))),
    }
}

pub(super) fn expected(what: &Message, found: &Typed, span: Span) -> RuleError {
    RuleError::new(
        span,
        message!("expected {what}, this is {found}", what, found = found.describe()),
    )
}

/// A sum or a difference of sets, or of a number and a set.
pub(super) fn sum_of_sets(
    op: BinaryOp,
    [left, right]: [(&Typed, &Expr); 2],
    span: Span,
) -> RuleError {
    let help = match (op, left, right) {
        (_, (Typed::Int(_), number), (Typed::Set(_), set)) => {
            let sign = if matches!(op, BinaryOp::Sub) { '-' } else { '+' };
            let form = format!("[{number} {sign} k] for k in {set}");
            message!("to go through a set write {form}", form)
        }
        (BinaryOp::Sub, ..) => message!("`\\` leaves elements of a set out: k in 1..n \\ {2, 5}"),
        _ => message!("`or` joins sets: k in {1, 2} or {5, 6}"),
    };
    RuleError::new(span, message!("only numbers are added and subtracted, and this is a set"))
        .help(help)
}

pub(super) fn no_condition(found: &Typed, span: Span) -> RuleError {
    expected(&message!("a condition"), found, span)
        .help(message!("compare with == != < <= > >= or in"))
}

/// The help about how sets are written.
pub(super) fn sets() -> Message {
    message!("a set is a range a..b, a list {a, b} or a function such as divisors(n)")
}

/// A number or a condition where a set stands.
pub(super) fn no_set(found: &Typed, expr: &Expr) -> RuleError {
    let error = expected(&message!("a set"), found, expr.span);
    match &expr.kind {
        // `1-3`, which nobody subtracts.
        ExprKind::Binary(BinaryOp::Sub, left, right) if matches!((&left.kind, &right.kind), (ExprKind::Int(a), ExprKind::Int(b)) if a < b) => {
            error.help(sets()).mend(expr.span, Some(format!("{left}..{right}")))
        }
        // The number of that index, where those up to it are meant.
        ExprKind::Call(name, arguments) if name.text == "fib" && arguments.len() == 1 => {
            let form = format!("fibs({})", arguments[0]);
            error.help(message!("write {form}", form = &form)).mend(expr.span, Some(form))
        }
        _ => error.help(sets()),
    }
}

fn number_alone(form: &str) -> Message {
    message!("a number alone is no condition; compare it: {form}", form)
}

/// A number where a condition stands: in other languages all but 0 hold. It is the last one, or another stands behind it.
pub(super) fn without_comparison(number: &Typed, expr: &Expr, last: bool) -> RuleError {
    let error = expected(&message!("a condition"), number, expr.span);
    match &expr.kind {
        // Whether a common divisor is 0 is never the question.
        ExprKind::Call(name, _) if name.text == "gcd" => no_condition(number, expr.span),
        // Nor whether a number that is written out is.
        ExprKind::Int(_) => no_condition(number, expr.span),
        _ => {
            let form = format!("{expr} != 0");
            let after = Span::new(expr.span.end, expr.span.end);
            // Of `a and b > 3` both may be meant, and `n-2` be an option.
            let is_certain = match expr.kind {
                ExprKind::Call(..) | ExprKind::Binary(BinaryOp::Rem, ..) => true,
                ExprKind::Name(_) => last,
                _ => false,
            };
            error.help(number_alone(&form)).mend(after, is_certain.then(|| " != 0".to_owned()))
        }
    }
}

/// A number behind `not`: in other languages that holds for 0 alone.
pub(super) fn denied_number(number: &Typed, inner: &Expr, span: Span) -> RuleError {
    if matches!(inner.kind, ExprKind::Int(_)) {
        return no_condition(number, inner.span);
    }
    let form = format!("{inner} == 0");
    let error = expected(&message!("a condition"), number, inner.span);
    error.help(number_alone(&form)).mend(span, Some(form))
}
