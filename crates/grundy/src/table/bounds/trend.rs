//! Whether expressions rise or fall while a variable rises.
//!
//! ```text
//! [n - k*k] for k in 1..n          n - k*k falls: once it is negative, no later k makes an option
//! [n-k] for k in 1..n if k*k <= n  once the condition fails, it fails for all later k
//! [n - k**3 + k/2] for k in 1..n   for each one by which k rises, k**3 rises by 3 or more, and k/2 by at most 1
//! ```
//!
//! What is said holds between any two values of the variable that [`Bounds`] allows, as long as both are computed
//! without a failure. Numbers that neither rise nor fall, or of which it is not seen, have no trend.

use super::Bounds;
use super::interval::{Interval, binary};
use crate::rule::ir::{Cond, Int, IntOp, Slot, UnaryFn};
use crate::rule::mention;

/// Powers of so many factors are looked at as products.
const MOST_FACTORS: i64 = 8;

/// How much a number changes where a variable rises, for each one by which it does: between two numbers. The least of
/// all stands for no bound from below, the greatest for none from above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Trend {
    lo: i64,
    hi: i64,
}

impl Trend {
    const STEADY: Trend = Trend { lo: 0, hi: 0 };
    const RISING: Trend = Trend { lo: 0, hi: i64::MAX };

    fn new(lo: i128, hi: i128) -> Trend {
        let (least, most) = (i128::from(i64::MIN), i128::from(i64::MAX));
        Trend { lo: lo.clamp(least, most - 1) as i64, hi: hi.clamp(least + 1, most) as i64 }
    }

    /// That it rises or stays.
    fn rises(self) -> bool {
        self.lo >= 0
    }

    fn falls(self) -> bool {
        self.hi <= 0
    }

    /// Only the direction of it, if it has one.
    fn direction(self) -> Option<Trend> {
        match (self.rises(), self.falls()) {
            (true, true) => Some(Trend::STEADY),
            (true, false) => Some(Trend::RISING),
            (false, true) => Some(Trend::RISING.reversed()),
            (false, false) => None,
        }
    }

    fn reversed(self) -> Trend {
        Trend::new(-i128::from(self.hi), -i128::from(self.lo))
    }

    fn add(self, other: Trend) -> Trend {
        let lo = match i64::MIN {
            none if self.lo == none || other.lo == none => none.into(),
            _ => i128::from(self.lo) + i128::from(other.lo),
        };
        let hi = match i64::MAX {
            none if self.hi == none || other.hi == none => none.into(),
            _ => i128::from(self.hi) + i128::from(other.hi),
        };
        Trend::new(lo, hi)
    }

    /// So many times, where the factor lies in an interval.
    fn times(self, factor: Interval) -> Trend {
        let products = [self.lo, self.hi]
            .map(|own| [factor.lo, factor.hi].map(|factor| i128::from(own) * i128::from(factor)));
        let [[a, b], [c, d]] = products;
        Trend::new(a.min(b).min(c).min(d), a.max(b).max(c).max(d))
    }

    /// What is divided by a positive number that stays, and rounded down.
    fn divided(self, by: Interval) -> Trend {
        let (few, many) = (i128::from(by.lo), i128::from(by.hi));
        let (lo, hi) = (i128::from(self.lo), i128::from(self.hi));
        let lo = match self.lo {
            i64::MIN => lo,
            0.. => lo / many,
            _ => lo.div_euclid(few),
        };
        let hi = match self.hi {
            i64::MAX => hi,
            1.. => (hi + few - 1) / few,
            _ => -(-hi / many),
        };
        Trend::new(lo, hi)
    }

    /// What has this trend or that.
    fn or(self, other: Trend) -> Trend {
        Trend { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }
}

/// A number that changes, and where it lies.
type Changing = (Trend, Interval);

/// The trend of a product: of the change of one with the other as it is then, and of the other with the one as it was.
fn product((a, of_a): Changing, (b, of_b): Changing) -> Trend {
    a.times(of_b).add(b.times(of_a))
}

/// A variable that rises, and what is known of others that depend on it.
#[derive(Clone, Debug)]
pub(in crate::table) struct Along {
    slot: Slot,
    /// Names given to numbers while the variable has one value.
    named: Vec<(Slot, Option<Trend>)>,
}

impl Along {
    pub(in crate::table) fn new(slot: Slot) -> Along {
        Along { slot, named: Vec::new() }
    }

    /// A slot has the value of an expression.
    pub(in crate::table) fn name(&mut self, slot: Slot, value: &Int, bounds: &Bounds) {
        let trend = self.trend(value, bounds);
        self.named.push((slot, trend));
    }

    fn of_slot(&self, slot: Slot) -> Option<Trend> {
        if slot == self.slot {
            return Some(Trend { lo: 1, hi: 1 });
        }
        let named = self.named.iter().rev().find(|(named, _)| *named == slot);
        named.map_or(Some(Trend::STEADY), |(_, trend)| *trend)
    }

    fn changes(&self, slot: Slot) -> bool {
        self.of_slot(slot) != Some(Trend::STEADY)
    }

    pub(super) fn trend(&self, int: &Int, bounds: &Bounds) -> Option<Trend> {
        if !mention::in_int(int, &|slot| self.changes(slot)) {
            return Some(Trend::STEADY);
        }
        match int {
            Int::Const(_) => Some(Trend::STEADY),
            Int::Var(slot) => self.of_slot(*slot),
            Int::Neg(inner, _) => Some(self.trend(inner, bounds)?.reversed()),
            Int::Binary(op, a, b, _) => self.of_two(*op, a, b, bounds),
            Int::Extreme(_, numbers) => {
                let mut trends = numbers.iter().map(|number| self.trend(number, bounds));
                let first = trends.next()??;
                trends.try_fold(first, |trend, other| Some(trend.or(other?)))
            }
            Int::Unary(UnaryFn::Ilog2 | UnaryFn::Isqrt | UnaryFn::Fib, inner, _) => {
                self.trend(inner, bounds)?.direction()
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
        let same = |a: Trend, b: Trend| a.add(b).direction();
        match op {
            IntOp::Add => Some(a.add(b)),
            IntOp::Sub => Some(a.add(b.reversed())),
            IntOp::Mul => Some(product((a, of_a), (b, of_b))),
            IntOp::Div if of_b.lo >= 1 => match b {
                Trend::STEADY => Some(a.divided(of_b)),
                _ if of_a.lo >= 0 => same(a.direction()?, b.direction()?.reversed()),
                _ => None,
            },
            IntOp::Pow
                if b == Trend::STEADY
                    && of_b.lo == of_b.hi
                    && (2..=MOST_FACTORS).contains(&of_b.lo) =>
            {
                let (first, mut power) = ((a, of_a), (a, of_a));
                for _ in 1..of_b.lo {
                    power = (product(power, first), binary(IntOp::Mul, power.1, of_a).0);
                }
                Some(power.0)
            }
            // The powers of 0 fall from the first to the second.
            IntOp::Pow if of_b.lo >= 0 && (of_a.lo >= 1 || of_a.lo >= 0 && b == Trend::STEADY) => {
                same(a.direction()?, b.direction()?)
            }
            IntOp::Shl if of_a.lo >= 0 && of_b.lo >= 0 => same(a.direction()?, b.direction()?),
            IntOp::Shr if of_b.lo >= 0 && (of_a.lo >= 0 || b == Trend::STEADY) => {
                same(a.direction()?, b.direction()?.reversed())
            }
            _ => None,
        }
    }

    /// Whether a condition, once it does not hold, holds for no later value of the variable.
    pub(in crate::table) fn fails_for_good(&self, cond: &Cond, bounds: &Bounds) -> bool {
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
                // The difference of the greater and the less must rise or fall for the condition to stay.
                let Some((less, greater, _)) = comparison.ascending(a, b) else { return false };
                let goes = greater.add(less.reversed());
                if holds { goes.rises() } else { goes.falls() }
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
            ("k*k - k < n", true),
            ("n - k**3 + k/2 >= m", true),
            ("n - k*k + 2*k >= 0", true),
            ("n - k*k + 4*k >= 0", false),
            ("n + k - k*(k+1)/2 > 0", true),
            ("n + 2*k - k*(k+1)/2 > 0", false),
            ("n + k - k*k > m", true),
            ("2*k/3 - k > 0", true),
            ("k - k/2 < 9", true),
            ("k/2 - k > -9", true),
            ("k/2 - k + k/3 > -9", false),
            ("max(k*k, 5*k) - 2*k < n", true),
            ("min(k, 9) - k >= -3", true),
            ("abs(k + 2) - k > m", true),
            ("k*m - 3*k < n", false),
            ("(k - 21)*(k - 21) > n", true),
            ("n/(m+1) + k < 30", true),
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
