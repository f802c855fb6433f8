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
            let rounded = plain.replacen("sqrt(", "isqrt(", 1);
            return (is_root && matches!(side, Side::UpTo | Side::Above)).then_some(rounded);
        };
        if matches!(side, Side::UpTo | Side::Above) && !is_inexact(top) && !is_inexact(by) {
            return Some(plain);
        }
        let ExprKind::Int(by) = by.kind else { return None };
        if by < 1 || is_inexact(top) {
            return None;
        }
        let top = self.text(top.span);
        let inner = top.strip_prefix('(').and_then(|top| top.strip_suffix(')'));
        let top = inner.filter(|inner| !inner.contains(['(', ')'])).unwrap_or(top);
        let top = match side {
            // Rounded down, these are the numbers: they are told before.
            Side::UpTo | Side::Above => return None,
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

#[cfg(test)]
mod tests {
    use crate::rule::parse;

    #[test]
    fn quotients_in_bounds_are_read_as_on_paper() {
        for (typed, meant) in [
            ("[n] -> [a] + [n-a] for 1 <= a < n/2", Some("a in 1..(n-1)/2")),
            ("[n] -> [a] + [n-a] for n/2 > a >= 1", Some("a in 1..(n-1)/2")),
            ("[n] -> [k] for k < n/2", Some("k in 0..(n-1)/2")),
            ("[n] -> [k] for n/2 <= k < n", Some("k in (n+1)/2..n-1")),
            ("[n] -> [k] for (n-1)/3 <= k < n", Some("k in (n-1+2)/3..n-1")),
            ("[n] -> [k] for n/3 < k < (n+1)/2", Some("k in n/3+1..n/2")),
            ("[n] -> [n-k] for 1 <= k <= n/2", Some("k in 1..n/2")),
            ("[n] -> [k] for k < (n-1)*(n+1)/2", Some("k in 0..((n-1)*(n+1)-1)/2")),
            ("[n] -> [k] for n//2 <= k < n", None),
            ("[n] -> [n-k] for 1 <= k < n - n/2", None),
            ("[n] -> [n-k] for 1 <= k < n/k", None),
            ("[n] -> [n-k] for 1 <= k < sqrt(n)", None),
            ("[n] -> [n-k] for 1 <= k <= sqrt(n)", Some("k in 1..isqrt(n)")),
            ("[n] -> [n-k] for sqrt(n) < k <= n", Some("k in isqrt(n)+1..n")),
            ("[n] -> [k] for 0 <= k < n//2", None),
            ("[n] -> [k] for 0 <= k < ⌊n/2⌋", None),
        ] {
            let help = parse(typed).unwrap_err().help.unwrap().to_string();
            let whole = help.split_once("the whole rule: ").map(|(_, whole)| whole);
            let range = whole.and_then(|whole| whole.split_once("for ")).map(|(_, range)| range);
            assert_eq!(range, meant, "{typed}: {help}");
        }
        // It has an arrow before the floor.
        let typed = "[n] → [n//2] if n > 0";
        let whole = parse(typed).unwrap_err().whole;
        assert_eq!(whole.as_deref(), Some("[n] -> [n/2] if n > 0"));
    }
}
