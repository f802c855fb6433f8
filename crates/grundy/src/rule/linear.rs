//! Linear forms: what planners can reason about among the expressions of a rule.

use super::ir::{Int, IntOp, Slot};

/// A sum of multiples of variables and a constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Linear {
    /// By slot, ascending, without zeros.
    pub(crate) terms: Vec<(Slot, i64)>,
    pub(crate) constant: i64,
}

impl Linear {
    pub(crate) fn of(int: &Int) -> Option<Linear> {
        Some(match int {
            Int::Const(value) => Linear { terms: Vec::new(), constant: *value },
            Int::Var(slot) => Linear::of_var(*slot),
            Int::Neg(inner, _) => Linear::of(inner)?.times(-1)?,
            Int::Binary(IntOp::Add, a, b, _) => Linear::of(a)?.add(&Linear::of(b)?)?,
            Int::Binary(IntOp::Sub, a, b, _) => Linear::of(a)?.add(&Linear::of(b)?.times(-1)?)?,
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

    pub(crate) fn coefficient(&self, slot: Slot) -> i64 {
        self.terms.iter().find(|(known, _)| *known == slot).map_or(0, |&(_, c)| c)
    }

    /// Whether it is at least the given variable wherever all variables are at least 0.
    pub(crate) fn at_least(&self, slot: Slot) -> bool {
        self.coefficient(slot) >= 1 && self.constant >= 0 && self.terms.iter().all(|&(_, c)| c > 0)
    }
}
