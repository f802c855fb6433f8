//! Linear forms divided by a constant and rounded down: the ends of most ranges.
//!
//! Sums with linear forms, negations and quotients of quotients are again quotients:
//!
//! ```text
//! floor(F/a) + L = floor((F + a L)/a)      -floor(F/a) = floor((a - 1 - F)/a)      floor(floor(F/a)/b) = floor(F/(a b))
//! ```

use super::ir::{Int, IntOp, Slot};
use super::linear::Linear;
use crate::rule::ast::Span;
use crate::rule::numbers::gcd;

/// Factors, constants and divisors are less than this, so that forms of coordinates in tables are far from overflow.
const LARGE: u64 = 1 << 32;

/// A linear form divided by a constant, rounded down; lowest terms, so that equal ones look the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::rule) struct Quotient {
    of: Linear,
    /// At least 1.
    by: i64,
}

impl Quotient {
    /// An expression as a quotient, if it is one of small numbers.
    pub(in crate::rule) fn of(int: &Int) -> Option<Quotient> {
        match int {
            Int::Neg(inner, _) => Quotient::of(inner)?.negated(),
            Int::Binary(IntOp::Add, a, b, _) => Quotient::of(a)?.plus(&Quotient::of(b)?),
            Int::Binary(IntOp::Sub, a, b, _) => Quotient::of(a)?.minus(&Quotient::of(b)?),
            Int::Binary(IntOp::Div, of, by, _) => match **by {
                Int::Const(by @ 1..) => Quotient::of(of)?.divided(by),
                _ => None,
            },
            _ => Quotient::new(Linear::of(int)?, 1),
        }
    }

    /// A form that is not divided.
    pub(in crate::rule) fn of_form(form: Linear) -> Option<Quotient> {
        Quotient::new(form, 1)
    }

    fn new(mut of: Linear, by: i64) -> Option<Quotient> {
        let common = of.terms.iter().try_fold(by, |common, &(_, factor)| gcd(common, factor))?;
        of.terms.iter_mut().for_each(|(_, factor)| *factor /= common);
        of.constant = of.constant.div_euclid(common);
        let factors = of.terms.iter().map(|(_, factor)| factor.unsigned_abs());
        let mut all = factors.chain([of.constant.unsigned_abs(), by.unsigned_abs()]);
        all.all(|number| number < LARGE).then_some(Quotient { of, by: by / common })
    }

    /// The form, if it is not divided.
    pub(in crate::rule) fn linear(&self) -> Option<&Linear> {
        (self.by == 1).then_some(&self.of)
    }

    /// Whether no variable is in it.
    pub(in crate::rule) fn is_constant(&self) -> bool {
        self.of.terms.is_empty()
    }

    /// How often a variable counts in the form that is divided.
    pub(in crate::rule) fn coefficient(&self, slot: Slot) -> i64 {
        self.of.coefficient(slot)
    }

    fn negated(self) -> Option<Quotient> {
        Quotient::new(self.of.times(-1)?.plus(self.by - 1)?, self.by)
    }

    /// The sum, where one of them is not divided.
    fn plus(&self, other: &Quotient) -> Option<Quotient> {
        let (divided, whole) = if other.by == 1 { (self, other) } else { (other, self) };
        let whole = whole.linear()?.clone().times(divided.by)?;
        Quotient::new(divided.of.clone().add(&whole)?, divided.by)
    }

    /// The difference, where one of them is not divided.
    pub(in crate::rule) fn minus(&self, other: &Quotient) -> Option<Quotient> {
        self.plus(&other.clone().negated()?)
    }

    /// Divided by a number that is at least 1, rounded down.
    pub(in crate::rule) fn divided(self, by: i64) -> Option<Quotient> {
        Quotient::new(self.of, self.by.checked_mul(by)?)
    }

    /// It with a constant more.
    pub(in crate::rule) fn moved(self, constant: i64) -> Option<Quotient> {
        Quotient::new(self.of.plus(constant.checked_mul(self.by)?)?, self.by)
    }

    /// A form that is at least 0 exactly where the quotient is at least 0: the form itself.
    pub(in crate::rule) fn sign(&self) -> &Linear {
        &self.of
    }

    /// A form that is at least 0 only where this is at most the other one, but not everywhere there.
    pub(in crate::rule) fn at_most_if(&self, other: &Quotient) -> Option<Linear> {
        let rest = if other.by == 1 { self.by - 1 } else { 0 };
        other.of.clone().times(self.by)?.minus(&self.of.clone().times(other.by)?)?.plus(rest)
    }

    /// A form that is at least 0 wherever this is at most the other one.
    pub(in crate::rule) fn at_most_then(&self, other: &Quotient) -> Option<Linear> {
        let least = self.of.clone().plus(1 - self.by)?;
        other.of.clone().times(self.by)?.minus(&least.times(other.by)?)
    }

    /// It as an expression.
    pub(in crate::rule) fn int(&self, span: Span) -> Int {
        let of = number(&self.of, span);
        match self.by {
            1 => of,
            by => Int::Binary(IntOp::Div, Box::new(of), Box::new(Int::Const(by)), span),
        }
    }
}

/// An expression for a form: what is added first, then what is taken from it.
pub(in crate::rule) fn number(form: &Linear, span: Span) -> Int {
    let (more, less): (Vec<_>, Vec<_>) = form.terms.iter().partition(|(_, factor)| *factor > 0);
    let binary = |op, a, b| Int::Binary(op, Box::new(a), Box::new(b), span);
    let times = |slot: Slot, factor: i64| match factor {
        1 => Int::Var(slot),
        _ => binary(IntOp::Mul, Int::Const(factor), Int::Var(slot)),
    };
    let mut sum = None;
    for &(slot, factor) in more {
        let term = times(slot, factor);
        sum = Some(match sum {
            None => term,
            Some(sum) => binary(IntOp::Add, sum, term),
        });
    }
    let mut sum = match (sum, form.constant) {
        (None, constant) => Int::Const(constant),
        (Some(sum), 0) => sum,
        (Some(sum), constant @ 1..) => binary(IntOp::Add, sum, Int::Const(constant)),
        (Some(sum), constant) => binary(IntOp::Sub, sum, Int::Const(-constant)),
    };
    for &(slot, factor) in less {
        sum = binary(IntOp::Sub, sum, times(slot, -factor));
    }
    sum
}
