//! What is known from some place of a rule on: by the set that a variable runs through, by a name, by a condition.

use super::masks::{Digits, apart, part_of, tests};
use super::{Bounds, MOST_FACTS};
use crate::rule::ir::{Comparison, Cond, End, Int, IntOp, Set, SetFn, Slot};
use crate::rule::linear::{Linear, product};

impl Bounds {
    /// The roots of what squares are known to be below: of `x*x + y*y <= 100`, that `x` is at most 10.
    pub(super) fn know_roots(&mut self, fact: &Linear) {
        for &(slot, factor) in &fact.terms {
            let Some((a, b)) = product(slot).filter(|(a, b)| a == b && factor < 0) else {
                continue;
            };
            let square = Linear::of_var(slot).times(factor);
            let others = square.and_then(|square| square.times(-1)?.add(fact)?.times(-1));
            let Some(most) = others.and_then(|others| self.least(&others).checked_neg()) else {
                continue;
            };
            let root =
                u128::try_from(most).map(|most| (most / u128::from(factor.unsigned_abs())).isqrt());
            if let Ok(root) = root
                && let Ok(constant) = i64::try_from(root)
            {
                self.know(
                    Linear::of_var(a.max(b)).times(-1).and_then(|minus| minus.plus(constant)),
                );
            }
        }
    }

    /// A slot that runs through a set from here on.
    pub(in crate::table) fn bind_element(&mut self, slot: Slot, set: &Set) {
        let elements = self.elements(set);
        self.set(slot, elements);
        self.know_element(slot, set);
    }

    fn know_element(&mut self, slot: Slot, set: &Set) {
        match set {
            Set::Range { from, to, .. } => {
                self.know_at_least(slot, from);
                self.know_at_most(slot, to);
            }
            Set::List(numbers) => {
                if let [number] = &numbers[..] {
                    self.know_equal(slot, number);
                }
            }
            Set::Shared(set) => self.know_element(slot, set),
            Set::Without(all, _) => self.know_element(slot, all),
            Set::Both(a, b) => {
                self.know_element(slot, a);
                self.know_element(slot, b);
            }
            Set::Call(function, arguments, _) => {
                let bound = match function {
                    SetFn::Digits => &arguments[0],
                    _ => &arguments[arguments.len() - 1],
                };
                self.know_at_most(slot, bound);
            }
            Set::Fixed(_) | Set::Comprehension { .. } | Set::Either(..) => {}
        }
    }

    /// A slot that has the value of an expression from here on.
    pub(in crate::table) fn bind_value(&mut self, slot: Slot, value: &Int) {
        let interval = self.interval(value);
        self.set(slot, interval);
        self.know_equal(slot, value);
        if let Int::ExtremeOf(_, set, _) = value {
            self.know_element(slot, set);
        }
    }

    fn know_equal(&mut self, slot: Slot, value: &Int) {
        self.know_at_least(slot, value);
        self.know_at_most(slot, value);
    }

    fn know_at_most(&mut self, slot: Slot, most: &Int) {
        match most {
            Int::Extreme(End::Least, numbers) => {
                numbers.iter().for_each(|number| self.know_at_most(slot, number));
            }
            // floor(x / c) >= k exactly where x - c k >= 0. A divisor is not 0, for there is a
            // quotient.
            Int::Binary(IntOp::Div, x, c, _) => {
                let (Some(x), Some(c)) = (Linear::with_products(x), Linear::with_products(c))
                else {
                    return;
                };
                let positive = self.proves(&c);
                if let Some(multiple) = Linear::of_var(slot).multiplied(&c).filter(|_| positive) {
                    self.know_difference(&x, &multiple, 0);
                }
            }
            _ => {
                if let Some(most) = Linear::with_products(most) {
                    self.know_difference(&most, &Linear::of_var(slot), 0);
                }
            }
        }
    }

    fn know_at_least(&mut self, slot: Slot, least: &Int) {
        match least {
            Int::Extreme(End::Greatest, numbers) => {
                numbers.iter().for_each(|number| self.know_at_least(slot, number));
            }
            // floor(x / c) <= k exactly where c k + c - 1 - x >= 0.
            Int::Binary(IntOp::Div, x, c, _) => {
                if let (Some(x), Int::Const(c @ 1..)) = (Linear::with_products(x), &**c)
                    && let Some(multiple) = Linear::of_var(slot).times(*c)
                    && let Some(more) = multiple.plus(c - 1)
                {
                    self.know_difference(&more, &x, 0);
                }
            }
            _ => {
                if let Some(least) = Linear::with_products(least) {
                    self.know_difference(&Linear::of_var(slot), &least, 0);
                }
            }
        }
    }

    /// From here on a condition holds, or does not.
    pub(in crate::table) fn assume(&mut self, cond: &Cond, holds: bool) {
        match (cond, holds) {
            (Cond::Shared(cond), _) => self.assume(cond, holds),
            (Cond::Not(cond), _) => self.assume(cond, !holds),
            (Cond::And(a, b), true) | (Cond::Or(a, b), false) => {
                self.assume(a, holds);
                self.assume(b, holds);
            }
            (Cond::Compare(comparison, a, b), _) => {
                self.know_digits(cond, holds);
                match (Linear::with_products(a), Linear::with_products(b)) {
                    (Some(a), Some(b)) => self.compare(*comparison, &a, &b, holds),
                    (Some(a), None) => self.compare_other(b, comparison.turned(), &a, holds),
                    (None, Some(b)) => self.compare_other(a, *comparison, &b, holds),
                    (None, None) => {}
                }
            }
            (Cond::In(Int::Var(slot), set), true) => self.know_element(*slot, set),
            _ => {}
        }
    }

    /// What a comparison says of binary digits.
    fn know_digits(&mut self, cond: &Cond, holds: bool) {
        for test in tests(cond, holds) {
            if self.interval(test.number).lo >= 0 {
                self.parts.know_digits(&test);
            }
        }
        let pair = part_of(cond, holds).map(|pair| (pair, Digits::Within));
        let pair = pair.or_else(|| apart(cond, holds).map(|pair| (pair, Digits::Apart)));
        if let Some(((a, b), digits)) = pair {
            let positive = self.interval(a).lo >= 0 && self.interval(b).lo >= 0;
            if positive && self.parts.len() < MOST_FACTS {
                self.parts.know(a, b, digits);
            }
        }
    }

    /// An expression that is not linear compares so with a form, or does not.
    fn compare_other(&mut self, int: &Int, comparison: Comparison, with: &Linear, holds: bool) {
        let ends: &[(End, i64)] = match comparison.given(holds) {
            Comparison::Lt => &[(End::Greatest, -1)],
            Comparison::Le => &[(End::Greatest, 0)],
            Comparison::Gt => &[(End::Least, 1)],
            Comparison::Ge => &[(End::Least, 0)],
            Comparison::Eq => &[(End::Greatest, 0), (End::Least, 0)],
            Comparison::Ne => &[],
        };
        for &(end, more) in ends {
            if let Some(form) = with.clone().plus(more)
                && self.compared.len() < MOST_FACTS
            {
                self.compared.push((int.clone(), end, form));
            }
        }
    }

    fn compare(&mut self, comparison: Comparison, a: &Linear, b: &Linear, holds: bool) {
        let comparison = comparison.given(holds);
        if let Some((less, greater, apart)) = comparison.ascending(a, b) {
            self.know_difference(greater, less, apart);
        } else if comparison == Comparison::Eq {
            self.know_difference(a, b, 0);
            self.know_difference(b, a, 0);
        } else if self.proves_difference(a, b, 0) {
            // Different, so apart by one where the order is known.
            self.know_difference(a, b, 1);
        } else if self.proves_difference(b, a, 0) {
            self.know_difference(b, a, 1);
        }
    }
}
