//! Quotients that are rounded down where on paper they are not: `a < n/2` of 7 leaves out 3.

use super::ast::{BinaryOp, Expr, ExprKind, Program};
use super::error::RuleError;
use super::syntax::walk::{See, walk};
use crate::language::message;

/// What rounding may change unseen: quotients of numbers, `2/3`, and comparisons that say something else of the quotient itself,
/// `a < n/2`, `a != n/2`. Not where the rule asks for a remainder by the same number; then it minds rounding.
pub(super) fn rounded(program: &Program) -> Vec<RuleError> {
    let mut doubts = Vec::new();
    for rule in &program.rules {
        let mut rule = rule.clone();
        let mut remainders = Remainders::default();
        walk(&mut rule, &mut remainders);
        let mut quotients = Quotients { remainders: remainders.0, doubts: Vec::new() };
        walk(&mut rule, &mut quotients);
        doubts.extend(quotients.doubts);
    }
    doubts
}

/// The numbers by which a rule asks for remainders.
#[derive(Default)]
struct Remainders(Vec<i64>);

impl See for Remainders {
    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Binary(BinaryOp::Rem, _, by) = &expr.kind
            && let ExprKind::Int(by) = by.kind
        {
            self.0.push(by);
        }
    }
}

struct Quotients {
    remainders: Vec<i64>,
    doubts: Vec<RuleError>,
}

impl See for Quotients {
    fn expr(&mut self, expr: &Expr) {
        let ExprKind::Binary(op, left, right) = &expr.kind else { return };
        let doubt = match (op, &left.kind, &right.kind) {
            (BinaryOp::Div, &ExprKind::Int(top), &ExprKind::Int(by)) => {
                let rest = top.checked_rem(by).filter(|&rest| rest != 0);
                rest.map(|_| of_numbers(expr, top, by))
            }
            // Of what is less than a number, or at least it, rounding down changes nothing.
            (BinaryOp::Lt | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne, ..)
                if let Some(exact) = self.compared(*op, left, right, false) =>
            {
                Some(exact)
            }
            (BinaryOp::Gt | BinaryOp::Le | BinaryOp::Eq | BinaryOp::Ne, ..) => {
                self.compared(*op, right, left, true)
            }
            _ => None,
        };
        self.doubts.extend(doubt);
    }
}

impl Quotients {
    /// The doubt about a quotient that another number is compared with, on its right or its left.
    fn compared(
        &self,
        op: BinaryOp,
        other: &Expr,
        quotient: &Expr,
        left: bool,
    ) -> Option<RuleError> {
        let ExprKind::Binary(BinaryOp::Div, top, by) = &quotient.kind else { return None };
        let ExprKind::Int(number @ 2..) = by.kind else { return None };
        let is_doubtful = !matches!(other.kind, ExprKind::Int(_) | ExprKind::Call(..))
            && !matches!(top.kind, ExprKind::Int(_))
            && !has_quotient(other)
            && !has_quotient(top)
            && !self.remainders.contains(&number);
        is_doubtful.then(|| {
            let of = |kind: ExprKind| Box::new(Expr { kind, span: quotient.span });
            let times = of(ExprKind::Binary(BinaryOp::Mul, by.clone(), Box::new(other.clone())));
            let exact = match left {
                true => ExprKind::Binary(op, top.clone(), times),
                false => ExprKind::Binary(op, times, top.clone()),
            };
            let exact = of(exact);
            RuleError::new(quotient.span, message!("`{quotient}` is rounded down", quotient))
                .help(message!("compared without rounding: {exact}", exact))
        })
    }
}

fn of_numbers(quotient: &Expr, top: i64, by: i64) -> RuleError {
    RuleError::new(quotient.span, message!("`{quotient}` is rounded down", quotient)).help(
        message!(
            "it is {whole} here; a part of n is written {form}",
            whole = top.div_euclid(by),
            form = format!("{top}*n/{by}")
        ),
    )
}

fn has_quotient(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary(op, left, right) => {
            *op == BinaryOp::Div || has_quotient(left) || has_quotient(right)
        }
        ExprKind::Neg(inner) => has_quotient(inner),
        ExprKind::Call(_, all) => all.iter().any(has_quotient),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::limits::Limits;
    use crate::rule::{Rules, parse};

    #[test]
    fn quotients_that_are_rounded_unseen_are_told() {
        for (rule, exact) in [
            ("[n] -> [a] + [n-a] for a in 1..n-1 if a < n/2", "2 * a < n"),
            ("[n] -> [a] + [n-a] for a in 1..n/2 if a != n/2", "2 * a != n"),
            ("[n] -> [a] + [n-a] for a in 1..n if n/2 > a", "n > 2 * a"),
            ("[n] -> [k] for k in 0..n-1 if k + 1 >= (n + 1)/3", "3 * (k + 1) >= n + 1"),
            ("[n] if n > 0 -> [2/3*n]", "it is 0 here; a part of n is written 2*n/3"),
        ] {
            let rules = Rules::new(parse(rule).unwrap(), &[]).unwrap();
            let doubts = rules.doubts(&[], &Limits::default()).unwrap();
            let help = doubts[0].help.as_ref().unwrap().to_string();
            assert!(help.ends_with(exact), "{rule}: {help}");
        }
        for rule in [
            "[n] -> [a] + [n-a] for a in 1..n-1 if a <= n/2",
            "[n] -> [a] + [n-a] for a in 1..n-1 if a > n/2",
            "[n] -> [a] + [n-a] for a in 1..n-1 if n/2 < a",
            "[n] if n % 2 == 0 -> [k] for k in 0..n-1 if k != n/2",
            "[n] if n/2 != 3 -> [k] for k in 0..n-1 if n/3 == k/3",
            "[n] -> [k] for k in 0..n-1 if 4/2 < n",
        ] {
            let rules = Rules::new(parse(rule).unwrap(), &[]).unwrap();
            assert_eq!(rules.doubts(&[], &Limits::default()).unwrap(), [], "{rule}");
        }
    }
}
