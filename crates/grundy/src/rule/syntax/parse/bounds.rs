//! The numbers within bounds, where a range was meant: `1 <= k < n/2`.

use super::Parser;
use super::mend::neighbour;
use crate::rule::ast::{BinaryOp, Expr, ExprKind};

/// On which side of a bound numbers lie, and whether the bound itself is one of them.
#[derive(Clone, Copy)]
pub(super) enum Side {
    Below,
    UpTo,
    From,
    Above,
}

impl Side {
    pub(super) fn below(is_strict: bool) -> Side {
        if is_strict { Side::Below } else { Side::UpTo }
    }

    pub(super) fn above(is_strict: bool) -> Side {
        if is_strict { Side::Above } else { Side::From }
    }
}

impl Parser<'_> {
    /// The number on a side of a bound that is nearest to it. A quotient is read as on paper, `k < n/2` with 3 for 7, though
    /// quotients of the notation are rounded down; nothing where that is not simple to say.
    pub(super) fn end(&self, bound: &Expr, side: Side) -> Option<String> {
        let text = self.text(bound.span);
        let plain = match side {
            Side::Below => neighbour(text, -1),
            Side::UpTo | Side::From => text.to_owned(),
            Side::Above => neighbour(text, 1),
        };
        if !is_inexact(bound) {
            return Some(plain);
        }
        let ExprKind::Binary(BinaryOp::Div, top, by) = &bound.kind else {
            let is_root = matches!(&bound.kind, ExprKind::Call(name, _) if name.text == "sqrt");
            return (is_root && matches!(side, Side::UpTo | Side::Above)).then_some(plain);
        };
        let ExprKind::Int(by) = by.kind else { return None };
        if by < 1 || is_inexact(top) {
            return None;
        }
        let top = self.text(top.span);
        let top = match side {
            // Rounded down, these are the numbers.
            Side::UpTo | Side::Above => return Some(plain),
            Side::Below => neighbour(top, -1),
            Side::From if by == 2 => neighbour(top, 1),
            Side::From => format!("{top}+{}", by - 1),
        };
        let is_single = top.chars().all(char::is_alphanumeric);
        Some(if is_single { format!("{top}/{by}") } else { format!("({top})/{by}") })
    }
}

/// Whether a number is rounded that on paper is none.
fn is_inexact(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary(op, left, right) => {
            *op == BinaryOp::Div || is_inexact(left) || is_inexact(right)
        }
        ExprKind::Neg(inner) => is_inexact(inner),
        ExprKind::Call(name, arguments) => name.text == "sqrt" || arguments.iter().any(is_inexact),
        _ => false,
    }
}
