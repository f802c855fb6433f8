//! Whether expressions rise or fall while a variable rises.
//!
//! ```text
//! [n - k*k] for k in 1..n          n - k*k falls: once it is negative, no later k makes an option
//! [n-k] for k in 1..n if k*k <= n  once the condition fails, it fails for all later k
//! ```
//!
//! What is said holds between any two values of the variable that [`Bounds`] allows, as long as both are computed
//! without a failure. Numbers that neither rise nor fall, or of which it is not seen, have no trend.

use super::bounds::Bounds;
use crate::rule::ir::{Comparison, Cond, Int, IntOp, Slot, UnaryFn};
use crate::rule::mention;

/// How a number changes while a variable rises; it may stay the same all the while, or for some time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trend {
    Steady,
    Rising,
    Falling,
}

use Trend::{Falling, Rising, Steady};

impl Trend {
    fn reversed(self) -> Trend {
        match self {
            Steady => Steady,
            Rising => Falling,
            Falling => Rising,
        }
    }

    /// The trend of what has both.
    fn with(self, other: Trend) -> Option<Trend> {
        match (self, other) {
            (Steady, trend) | (trend, Steady) => Some(trend),
            _ => (self == other).then_some(self),
        }
    }
}

/// A variable that rises, and what is known of others that depend on it.
#[derive(Clone, Debug)]
pub(super) struct Along {
    slot: Slot,
    /// Names given to numbers while the variable has one value.
    named: Vec<(Slot, Option<Trend>)>,
}

impl Along {
    pub(super) fn new(slot: Slot) -> Along {
        Along { slot, named: Vec::new() }
    }

    /// A slot has the value of an expression.
    pub(super) fn name(&mut self, slot: Slot, value: &Int, bounds: &Bounds) {
        let trend = self.trend(value, bounds);
        self.named.push((slot, trend));
    }

    fn of_slot(&self, slot: Slot) -> Option<Trend> {
        if slot == self.slot {
            return Some(Rising);
        }
        let named = self.named.iter().rev().find(|(named, _)| *named == slot);
        named.map_or(Some(Steady), |(_, trend)| *trend)
    }

    fn changes(&self, slot: Slot) -> bool {
        self.of_slot(slot) != Some(Steady)
    }

    pub(super) fn trend(&self, int: &Int, bounds: &Bounds) -> Option<Trend> {
        if !mention::in_int(int, &|slot| self.changes(slot)) {
            return Some(Steady);
        }
        match int {
            Int::Const(_) => Some(Steady),
            Int::Var(slot) => self.of_slot(*slot),
            Int::Neg(inner, _) => Some(self.trend(inner, bounds)?.reversed()),
            Int::Binary(op, a, b, _) => self.of_two(*op, a, b, bounds),
            Int::Extreme(_, numbers) => numbers
                .iter()
                .try_fold(Steady, |trend, number| trend.with(self.trend(number, bounds)?)),
            Int::Unary(UnaryFn::Ilog2 | UnaryFn::Isqrt | UnaryFn::Fib, inner, _) => {
                self.trend(inner, bounds)
            }
            Int::Unary(UnaryFn::Abs, inner, _) => {
                let (of, trend) = (bounds.interval(inner), self.trend(inner, bounds)?);
                match (of.lo >= 0, of.hi <= 0) {
                    (true, _) => Some(trend),
                    (_, true) => Some(trend.reversed()),
                    _ => None,
                }
            }
            Int::Unary(UnaryFn::Popcount, ..) | Int::ExtremeOf(..) | Int::Size(..) => None,
        }
    }

    fn of_two(&self, op: IntOp, a: &Int, b: &Int, bounds: &Bounds) -> Option<Trend> {
        let (of_a, of_b) = (bounds.interval(a), bounds.interval(b));
        let (a, b) = (self.trend(a, bounds)?, self.trend(b, bounds)?);
        match op {
            IntOp::Add => a.with(b),
            IntOp::Sub => a.with(b.reversed()),
            IntOp::Mul => {
                // A factor that is not negative keeps the trend of the other one.
                let kept = |other: Trend, lo: i64, hi: i64| match (other, lo >= 0, hi <= 0) {
                    (Steady, ..) => Some(Steady),
                    (_, true, _) => Some(other),
                    (_, _, true) => Some(other.reversed()),
                    _ => None,
                };
                kept(a, of_b.lo, of_b.hi)?.with(kept(b, of_a.lo, of_a.hi)?)
            }
            IntOp::Div if of_b.lo >= 1 => match b {
                Steady => Some(a),
                _ if of_a.lo >= 0 => a.with(b.reversed()),
                _ => None,
            },
            // The powers of 0 fall from the first to the second.
            IntOp::Pow if of_b.lo >= 0 && (of_a.lo >= 1 || of_a.lo >= 0 && b == Steady) => {
                a.with(b)
            }
            IntOp::Shl if of_a.lo >= 0 && of_b.lo >= 0 => a.with(b),
            IntOp::Shr if of_b.lo >= 0 && (of_a.lo >= 0 || b == Steady) => a.with(b.reversed()),
            _ => None,
        }
    }

    /// Whether a condition, once it does not hold, holds for no later value of the variable.
    pub(super) fn fails_for_good(&self, cond: &Cond, bounds: &Bounds) -> bool {
        self.turns(cond, false, bounds)
    }

    /// Whether a condition that once `holds`, or does not, stays so.
    fn turns(&self, cond: &Cond, holds: bool, bounds: &Bounds) -> bool {
        if !mention::in_cond(cond, &|slot| self.changes(slot)) {
            return true;
        }
        match cond {
            Cond::Compare(comparison, a, b) => {
                let (Some(a), Some(b)) = (self.trend(a, bounds), self.trend(b, bounds)) else {
                    return false;
                };
                // How the difference of the greater and the less must go for the condition to stay.
                let wanted = if holds { Rising } else { Falling };
                let goes = match comparison {
                    Comparison::Lt | Comparison::Le => b.with(a.reversed()),
                    Comparison::Gt | Comparison::Ge => a.with(b.reversed()),
                    Comparison::Eq | Comparison::Ne => None,
                };
                goes.is_some_and(|goes| goes == wanted || goes == Steady)
            }
            Cond::And(a, b) | Cond::Or(a, b) => {
                // That one fails is enough for `and` to fail, but not that it is the same one that fails.
                self.turns(a, holds, bounds) && self.turns(b, holds, bounds)
            }
            Cond::Not(inner) => self.turns(inner, !holds, bounds),
            Cond::Shared(inner) => self.turns(inner, holds, bounds),
            Cond::In(..) | Cond::IsPrime(_) | Cond::IsSquare(_) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::ir::Clause;
    use crate::rule::{Rules, meets, parse};

    /// Conditions that fail for good, and others that fail and hold again; for each what is said is held to all
    /// values.
    #[test]
    fn what_fails_for_good_never_holds_again() {
        for (cond, for_good) in [
            ("k*k <= n", true),
            ("n - k*k >= 0", true),
            ("not k*k > n", true),
            ("k*(k+1)/2 <= n and k < 20", true),
            ("k**3 <= n or k*k < 9", true),
            ("2**k <= n", true),
            ("shl(m+1, k) < n", true),
            ("shr(n, k) > 0", true),
            ("n/k > 2", true),
            ("(n+k)/(k+1) >= 2", false),
            ("isqrt(k) + ilog2(k) < m", true),
            ("max(k, m) < n", true),
            ("abs(k - 40) > 25", true),
            ("abs(k - 40) < 38", false),
            ("abs(k - 4) < 3", false),
            ("k*(n - k) > 30", false),
            ("k*(m - 99) >= -200", true),
            ("(5 - k)*(n - 150) < 100", true),
            ("(k - 5)*k < n", false),
            ("k*k != n", false),
            ("k % 3 > 0", false),
            ("k % 3 > 0 or k*k < n", false),
            ("is_square(k)", false),
            ("n % 3 > 0", true),
            ("popcount(k) < 2", false),
            ("k*k >= n", false),
            ("-k*k + n > m", true),
            ("(n - 50)**k > 0", false),
        ] {
            let text = format!("[n, m] -> [n-1, m] for k in 1..20 if {cond}");
            let rules = Rules::new(parse(&text).unwrap(), &[]).unwrap();
            let kind = &rules.ir()[0];
            let mut bounds = Bounds::new(&[100, 100], kind.slots, false);
            let [Clause::For(slot, set), Clause::If(cond)] = &kind.families[0].clauses[..] else {
                panic!("{text}")
            };
            bounds.bind_element(*slot, set);
            assert_eq!(Along::new(*slot).fails_for_good(cond, &bounds), for_good, "{text}");
            let some = |most: i64| (0..most).step_by(7).chain([1, 2, 64]);
            let mut again = false;
            for (n, m) in some(100).flat_map(|n| some(100).map(move |m| (n, m))) {
                let holds = |k: i64| meets(&[Clause::If(cond.clone())], &[n, m, k]);
                let all: Vec<bool> = (1..=20).filter_map(holds).collect();
                again |= all.windows(2).any(|pair| pair == [false, true]);
            }
            assert!(!(for_good && again), "{text}");
        }
    }
}
