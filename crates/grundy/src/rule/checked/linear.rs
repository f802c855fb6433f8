//! Linear forms: what planners can reason about among the expressions of a rule.

use super::ir::{Int, IntOp, Slot, UnaryFn};

/// A sum of multiples of variables and a constant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Linear {
    /// By slot, ascending, without zeros.
    pub(crate) terms: Vec<(Slot, i64)>,
    pub(crate) constant: i64,
}

/// Slots from here on stand for the product of two variables, see [`product`].
const PRODUCTS: Slot = 1 << 20;
/// Variables with slots below this have products.
const MOST_FACTORS: Slot = 1 << 10;

/// The two variables whose product a slot stands for.
pub(crate) fn product(slot: Slot) -> Option<(Slot, Slot)> {
    let pair = slot.checked_sub(PRODUCTS)?;
    Some((pair / MOST_FACTORS, pair % MOST_FACTORS))
}

impl Linear {
    /// The form of an expression in which products of two variables count as variables of their
    /// own, so that `b - k*a` is one.
    pub(crate) fn with_products(int: &Int) -> Option<Linear> {
        Some(match int {
            Int::Neg(inner, _) => Linear::with_products(inner)?.times(-1)?,
            Int::Binary(IntOp::Pow, base, power, _) if **power == Int::Const(2) => {
                let base = Linear::with_products(base)?;
                base.multiplied(&base)?
            }
            Int::Binary(op, a, b, _) => {
                let (a, b) = (Linear::with_products(a)?, Linear::with_products(b)?);
                match op {
                    IntOp::Add => a.add(&b)?,
                    IntOp::Sub => a.minus(&b)?,
                    IntOp::Mul => a.multiplied(&b)?,
                    _ => return None,
                }
            }
            _ => Linear::of(int)?,
        })
    }

    /// The product of two forms without products.
    pub(crate) fn multiplied(&self, other: &Linear) -> Option<Linear> {
        let mut whole = other.clone().times(self.constant)?;
        for &(slot, factor) in &self.terms {
            whole = whole.add(&Linear::of_var(slot).times(other.constant.checked_mul(factor)?)?)?;
            for &(with, times) in &other.terms {
                let (first, second) = (slot.min(with), slot.max(with));
                if second >= MOST_FACTORS {
                    return None;
                }
                let both = Linear::of_var(PRODUCTS + first * MOST_FACTORS + second);
                whole = whole.add(&both.times(factor.checked_mul(times)?)?)?;
            }
        }
        Some(whole)
    }

    pub(crate) fn of(int: &Int) -> Option<Linear> {
        Some(match int {
            Int::Const(value) => Linear { terms: Vec::new(), constant: *value },
            Int::Var(slot) => Linear::of_var(*slot),
            Int::Neg(inner, _) => Linear::of(inner)?.times(-1)?,
            Int::Binary(IntOp::Add, a, b, _) => Linear::of(a)?.add(&Linear::of(b)?)?,
            Int::Binary(IntOp::Sub, a, b, _) => Linear::of(a)?.minus(&Linear::of(b)?)?,
            Int::Binary(IntOp::Mul, a, b, _) => {
                let (a, b) = (Linear::of(a)?, Linear::of(b)?);
                match (a.terms.is_empty(), b.terms.is_empty()) {
                    (true, _) => b.times(a.constant)?,
                    (_, true) => a.times(b.constant)?,
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    pub(crate) fn of_var(slot: Slot) -> Linear {
        Linear { terms: vec![(slot, 1)], constant: 0 }
    }

    pub(crate) fn plus(mut self, constant: i64) -> Option<Linear> {
        self.constant = self.constant.checked_add(constant)?;
        Some(self)
    }

    pub(crate) fn times(mut self, factor: i64) -> Option<Linear> {
        for (_, coefficient) in &mut self.terms {
            *coefficient = coefficient.checked_mul(factor)?;
        }
        self.terms.retain(|&(_, coefficient)| coefficient != 0);
        self.constant = self.constant.checked_mul(factor)?;
        Some(self)
    }

    pub(crate) fn add(mut self, other: &Linear) -> Option<Linear> {
        for &(slot, coefficient) in &other.terms {
            match self.terms.iter_mut().find(|(known, _)| *known == slot) {
                Some((_, mine)) => *mine = mine.checked_add(coefficient)?,
                None => self.terms.push((slot, coefficient)),
            }
        }
        self.terms.retain(|&(_, coefficient)| coefficient != 0);
        self.terms.sort_unstable();
        self.plus(other.constant)
    }

    pub(crate) fn minus(&self, other: &Linear) -> Option<Linear> {
        other.clone().times(-1)?.add(self)
    }

    pub(crate) fn coefficient(&self, slot: Slot) -> i64 {
        self.terms.iter().find(|(known, _)| *known == slot).map_or(0, |&(_, c)| c)
    }

    /// Whether it is the sum of a constant that is not negative and of facts, at most so many.
    pub(crate) fn follows(&self, facts: &[Linear], most: u32) -> bool {
        self.terms.is_empty() && self.constant >= 0
            || most > 0
                && facts
                    .iter()
                    .filter_map(|fact| self.minus(fact))
                    .any(|rest| rest.follows(facts, most - 1))
    }

    /// Whether it is at least the given variable wherever all variables are at least 0.
    pub(crate) fn at_least(&self, slot: Slot) -> bool {
        self.coefficient(slot) >= 1 && self.constant >= 0 && self.terms.iter().all(|&(_, c)| c > 0)
    }
}

/// What is computed is less than this, so that it has a value.
pub(crate) const LARGE: u64 = 1 << 62;

/// What an expression and all that is computed for it are at most, with either sign, where no variable is more than this: a
/// form may be small that is the difference of large numbers.
pub(crate) fn most(int: &Int, variable: u64) -> u64 {
    let of = |int: &Int| most(int, variable);
    match int {
        Int::Const(number) => number.unsigned_abs(),
        Int::Var(_) => variable,
        Int::Neg(number, _) | Int::Unary(UnaryFn::Abs, number, _) => of(number),
        Int::Binary(IntOp::Add | IntOp::Sub, a, b, _) => of(a).saturating_add(of(b)),
        // A factor of 0 does not make the other one small.
        Int::Binary(IntOp::Mul, a, b, _) => of(a).max(1).saturating_mul(of(b).max(1)),
        Int::Binary(IntOp::Div | IntOp::Rem, number, by, _) => of(number).max(of(by)),
        Int::Extreme(_, numbers) => numbers.iter().map(of).max().unwrap_or(0),
        _ => u64::MAX,
    }
}
