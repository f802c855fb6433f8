//! Values that are listed where one is compared: `k == 1 or 3`, `k != (1 or 3)`, `k == {1, 3}`; and options that are
//! listed in a coordinate, `[n-1 or n-2]`.

use super::Typed;
use super::mismatch::expected;
use crate::language::message;
use crate::rule::ast::{BinaryOp, Component, Expr, ExprKind, Family, Span, Term};
use crate::rule::error::RuleError;

/// That a number is one of a set, or is not.
fn one_of(op: BinaryOp, number: &Expr, set: &str) -> String {
    match op {
        BinaryOp::Ne => format!("not {number} in {set}"),
        _ => format!("{number} in {set}"),
    }
}

fn braced(values: &[&Expr]) -> String {
    let values: Vec<String> = values.iter().map(ToString::to_string).collect();
    format!("{{{}}}", values.join(", "))
}

fn is_equality(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Eq | BinaryOp::Ne)
}

/// The operands of a chain of `op` that is in no brackets of its own, from the left.
fn chain<'a>(op: BinaryOp, left: &'a Expr, right: &'a Expr) -> Vec<&'a Expr> {
    let mut operands = vec![right];
    let mut first = left;
    while let ExprKind::Binary(inner, left, right) = &first.kind
        && *inner == op
        && (left.span.start, right.span.end) == (first.span.start, first.span.end)
    {
        operands.push(right);
        first = left;
    }
    operands.push(first);
    operands.reverse();
    operands
}

/// The comparison with which an operand ends, if no bracket closes behind it.
fn last_comparison(operand: &Expr) -> Option<(BinaryOp, &Expr, &Expr)> {
    let mut last = operand;
    loop {
        let inner = match &last.kind {
            ExprKind::Binary(op, number, value) if is_equality(*op) => {
                let whole = value.span.end == operand.span.end;
                return whole.then_some((*op, &**number, &**value));
            }
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or, _, right) => right,
            ExprKind::Not(inner) => inner,
            _ => return None,
        };
        if inner.span.end != operand.span.end {
            return None;
        }
        last = inner;
    }
}

/// What is wrong with a condition such as `k == 1 or 3 or 4`: numbers stand behind a comparison with one. Names that stand
/// for numbers are asked for; others are conditions of their own.
pub(super) fn values(
    op: BinaryOp,
    left: &Expr,
    right: &Expr,
    is_number: impl Fn(&str) -> bool,
) -> Option<RuleError> {
    let operands = chain(op, left, right);
    let last = operands.iter().rposition(|operand| last_comparison(operand).is_some())?;
    let behind = &operands[last + 1..];
    let (equality, number, first) = last_comparison(operands[last])?;
    let simple = |expr: &Expr| match &expr.kind {
        ExprKind::Int(_) => true,
        ExprKind::Name(name) => is_number(name),
        _ => false,
    };
    let is_value = |expr: &&&Expr| match &expr.kind {
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, a, b) => simple(a) && simple(b),
        _ => simple(expr),
    };
    let count = behind.iter().take_while(is_value).count();
    let behind = &behind[..count];
    if behind.is_empty() || matches!(number.kind, ExprKind::Int(_)) {
        return None;
    }
    let listed = [&[first], behind].concat();
    let form = one_of(equality, number, &braced(&listed));
    let end = behind.last()?.span.end;
    let error = RuleError::new(
        behind[0].span,
        message!(
            "expected {what}, this is {found}",
            what = message!("a condition"),
            found = message!("a number")
        ),
    );
    // A name may stand for a number that is asked whether it is 0.
    let are_numbers = behind.iter().all(|value| matches!(value.kind, ExprKind::Int(_)));
    // `n % 3 == 0 or 5` is about another divisor.
    let fits = |value: &&Expr| match (&number.kind, &value.kind) {
        (ExprKind::Binary(BinaryOp::Rem, _, by), &ExprKind::Int(value)) => {
            matches!(by.kind, ExprKind::Int(by) if (0..by).contains(&value))
        }
        _ => true,
    };
    match are_numbers {
        true if !listed.iter().all(fits) => None,
        true => {
            let help = message!("several values are a set: {form}", form = &form);
            Some(error.help(help).mend(Span::new(number.span.start, end), Some(form)))
        }
        false => Some(error.help(message!(
            "several values are a set: {form}; a number alone is no condition: {other}",
            form,
            other = format!("{} != 0", behind[0])
        ))),
    }
}

/// What is wrong with `k == (1 or 3)`.
pub(super) fn in_brackets(op: BinaryOp, left: &Expr, right: &Expr) -> Option<RuleError> {
    let ExprKind::Binary(BinaryOp::Or, a, b) = &right.kind else { return None };
    let listed = chain(BinaryOp::Or, a, b);
    let are_numbers = listed.iter().all(|value| matches!(value.kind, ExprKind::Int(_)));
    if !is_equality(op) || !are_numbers {
        return None;
    }
    let form = one_of(op, left, &braced(&listed));
    let message = message!(
        "expected {what}, this is {found}",
        what = message!("a condition or a set"),
        found = message!("a number")
    );
    let help = message!("several values are a set: {form}", form = &form);
    Some(RuleError::new(a.span, message).help(help).mend(left.span.to(right.span), Some(form)))
}

/// What is wrong with `k == {1, 3}`.
pub(super) fn with_set(
    op: BinaryOp,
    left: &Expr,
    right: &Expr,
    found: &Typed,
) -> Option<RuleError> {
    if !is_equality(op) || !matches!(found, Typed::Set(_)) {
        return None;
    }
    let set = match &right.kind {
        ExprKind::Binary(BinaryOp::And | BinaryOp::Or, ..) => format!("({right})"),
        _ => right.to_string(),
    };
    let form = one_of(op, left, &set);
    let help = message!("that a number is in a set is written {form}", form = &form);
    let error = expected(&message!("a number"), found, right.span).help(help);
    Some(error.mend(left.span.to(right.span), Some(form)))
}

/// What is wrong with `[n-1 or n-2]`: the options, where each is less by something, are certain.
pub(super) fn options(family: &Family) -> Option<RuleError> {
    let components = family.terms.iter().filter_map(|term| match term {
        Term::Component(component) => Some(component),
        _ => None,
    });
    let (component, at) = components.into_iter().find_map(|component| {
        let is_listed = |coord: &Expr| matches!(coord.kind, ExprKind::Binary(BinaryOp::Or, ..));
        Some((component, component.coords.iter().position(is_listed)?))
    })?;
    let ExprKind::Binary(BinaryOp::Or, a, b) = &component.coords[at].kind else { return None };
    let listed = chain(BinaryOp::Or, a, b);
    let option = |value: &Expr| {
        let mut coords: Vec<String> = component.coords.iter().map(ToString::to_string).collect();
        coords[at] = value.to_string();
        let kind = component.kind.as_ref().map_or("", |name| name.text.as_str());
        format!("{kind}[{}]", coords.join(", "))
    };
    let form = listed.iter().map(|value| option(value)).collect::<Vec<_>>().join(" | ");
    let is_less = |value: &&Expr| matches!(value.kind, ExprKind::Binary(BinaryOp::Sub, ..));
    let certain =
        family.terms.len() == 1 && family.clauses.is_empty() && listed.iter().all(is_less);
    let error = RuleError::new(
        listed[0].span,
        message!(
            "expected {what}, this is {found}",
            what = message!("a condition or a set"),
            found = message!("a number")
        ),
    );
    let help = message!(
        "options are separated by `|`: {form}; for the bitwise operation write or(a, b)",
        form = &form
    );
    let Component { span, .. } = component;
    Some(error.help(help).mend(*span, certain.then_some(form)))
}
