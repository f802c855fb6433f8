//! Option families as rays: all components on a line from some point on.
//!
//! ```text
//! [a-k, b] for k in 1..a                              from (1, 0) by steps of (1, 0)
//! [a-2*k, b-k-1] for k in 0..b                        from (0, 1) by steps of (2, 1)
//! [a-3, b-1]                                          the point (3, 1)
//! [a-k, b-l] for k in 1..a, l in 1..b if abs(k-l) < 2  three rays by steps of (1, 1)
//! ```
//!
//! A ray is what is taken from the two coordinates. It goes on for ever: options with negative
//! coordinates are none, and a range that ends earlier than that is not of this form.

use crate::language::phrase;
use crate::rule::closed_set;
use crate::rule::ir::{
    Clause, Comparison, Cond, End, Family, Int, IntOp, Kind, Set, Slot, Term, UnaryFn,
};
use crate::rule::linear::Linear;
use crate::table::sharing::{Line, line};

/// Most rays of a rule.
const MOST_RAYS: usize = 256;
/// Amounts, starts and steps are at most this large.
const MOST_AMOUNT: i64 = 1 << 10;

/// What a family of options takes: `from`, and then any multiple of `step`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Ray {
    pub(super) from: [i64; 2],
    /// Both are 0 if there is but one option.
    pub(super) step: [i64; 2],
}

impl Ray {
    fn new(from: [i64; 2], step: [i64; 2]) -> Option<Ray> {
        let small = |amount: &i64| (0..=MOST_AMOUNT).contains(amount);
        let sound = from.iter().chain(&step).all(small) && from != [0, 0];
        sound.then_some(Ray { from, step })
    }

    /// Whether an option of the ray takes these amounts.
    pub(super) fn takes(&self, taken: [i64; 2]) -> bool {
        let [more, less] = [taken[0] - self.from[0], taken[1] - self.from[1]];
        match self.step {
            [0, 0] => more == 0 && less == 0,
            [u, v] => {
                let times = if u > 0 { more / u } else { less / v };
                times >= 0 && more == times * u && less == times * v
            }
        }
    }

    fn swapped(self) -> Ray {
        let Ray { from: [x, y], step: [u, v] } = self;
        Ray { from: [y, x], step: [v, u] }
    }
}

/// The rays of a family, in the order of the rule.
#[derive(Clone, Debug)]
pub(super) struct Named {
    pub(super) rays: Vec<Ray>,
    /// Options come in the order of what they take from this axis, then from the other.
    axis: usize,
    /// Whether those that take most come first.
    descending: bool,
}

impl Named {
    /// Where an option that takes these amounts stands in the order of the family.
    pub(super) fn place(&self, taken: [i64; 2]) -> [i64; 2] {
        let place = [taken[self.axis], taken[1 - self.axis]];
        if self.descending { place.map(|amount| -amount) } else { place }
    }
}

/// The options of a kind as rays, if all are, and if every row and every column of positions has
/// finitely many lost ones because of rays along it.
///
/// # Errors
/// What stands in the way.
pub(super) fn rays(index: usize, kind: &Kind) -> Result<Vec<Named>, &'static str> {
    if kind.coords.len() != 2 {
        return Err(phrase!("lists of lost positions are made for two coordinates"));
    }
    if kind.guard.is_some() || !kind.wins.is_empty() {
        return Err(phrase!("the rule has conditions on positions"));
    }
    let named = kind.families.iter().map(|family| family_rays(index, kind, family));
    let named: Option<Vec<Named>> = named.collect();
    let named = named.ok_or(phrase!("options of a family do not lie on rays"))?;
    let all = distinct(&named);
    if all.len() > MOST_RAYS {
        return Err(phrase!("there are too many rays"));
    }
    let along = |axis: usize| {
        let other = 1 - axis;
        all.iter().any(|ray| ray.from[other] == 0 && ray.step[other] == 0 && ray.step[axis] == 1)
    };
    if !along(0) || !along(1) {
        return Err(phrase!("no family takes all large amounts from each coordinate alone"));
    }
    if kind.unordered && all.iter().any(|ray| all.binary_search(&ray.swapped()).is_err()) {
        return Err(phrase!("the two unordered coordinates have different options"));
    }
    Ok(named)
}

/// All rays, each once.
pub(super) fn distinct(named: &[Named]) -> Vec<Ray> {
    let mut all: Vec<Ray> = named.iter().flat_map(|named| named.rays.iter().copied()).collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn family_rays(index: usize, kind: &Kind, family: &Family) -> Option<Named> {
    let [Term::Component(target)] = &family.terms[..] else { return None };
    if target.kind != index {
        return None;
    }
    if let Some(Line { axes, least, only: None, .. }) = line(kind, family) {
        let on = |amount: i64| [0, 1].map(|axis| if axes.contains(&axis) { amount } else { 0 });
        let ray = Ray::new(on(least), on(1))?;
        // `[k, b] for k in 0..a-1` names what is left.
        let left = axes.len() == 1 && matches!(target.coords[axes[0]], Int::Var(_));
        return Some(Named { rays: vec![ray], axis: axes[0], descending: left });
    }
    let taken: Vec<Linear> = target
        .coords
        .iter()
        .enumerate()
        .map(|(axis, coord)| Linear::of_var(axis).minus(&Linear::of(coord)?))
        .collect::<Option<_>>()?;
    match &family.clauses[..] {
        [] => {
            let constant = taken.iter().all(|form| form.terms.is_empty());
            let from = [taken[0].constant, taken[1].constant];
            let ray = Ray::new(from, [0, 0]).filter(|_| constant)?;
            Some(Named { rays: vec![ray], axis: 0, descending: false })
        }
        [Clause::For(k, set)] => one_variable(*k, set, &taken),
        [Clause::For(k, first), Clause::For(l, second), conditions @ ..] => {
            let conditions = conditions.iter().map(|clause| match clause {
                Clause::If(cond) => Some(cond),
                _ => None,
            });
            let conditions: Vec<&Cond> = conditions.collect::<Option<_>>()?;
            band(*k, first, *l, second, &taken, &conditions)
        }
        _ => None,
    }
}

/// `[a - p - q*k, b - r - s*k] for k in set`.
fn one_variable(k: Slot, set: &Set, taken: &[Linear]) -> Option<Named> {
    let only = |form: &Linear| form.terms.iter().all(|&(slot, _)| slot == k);
    if !taken.iter().all(only) {
        return None;
    }
    let step = [taken[0].coefficient(k), taken[1].coefficient(k)];
    let at = |value: i64| {
        let amount = |axis: usize| step[axis].checked_mul(value)?.checked_add(taken[axis].constant);
        Some([amount(0)?, amount(1)?])
    };
    if step.iter().any(|&step| step < 0) {
        return None;
    }
    let named = |rays| Some(Named { rays, axis: usize::from(step[0] == 0), descending: false });
    if let Some(values) = closed_set(set) {
        let rays = values.iter().map(|&value| Ray::new(at(value)?, [0, 0]));
        return named(rays.collect::<Option<_>>()?);
    }
    let Set::Range { from: Int::Const(from), to, step: by, .. } = set else { return None };
    let by = match by {
        None => 1,
        Some(Int::Const(by @ 1..)) => *by,
        Some(_) => return None,
    };
    // Past the end of the range a coordinate must be negative.
    let covers = |end: &Int| {
        let (end, divisor) = match end {
            Int::Binary(IntOp::Div, end, by, _) => match **by {
                Int::Const(by @ 1..) => (&**end, by),
                _ => return false,
            },
            _ => (end, 1),
        };
        let axis = |axis: usize| {
            let enough = step[axis] >= divisor && taken[axis].constant >= 0;
            enough && Linear::of(end).is_some_and(|end| end.at_least(axis))
        };
        axis(0) || axis(1)
    };
    if !ends(End::Least, to).iter().all(|end| covers(end)) || step == [0, 0] {
        return None;
    }
    let far = [step[0].checked_mul(by)?, step[1].checked_mul(by)?];
    named(vec![Ray::new(at(*from)?, far)?])
}

/// The numbers of which this is the least or the greatest.
fn ends(end: End, int: &Int) -> Vec<&Int> {
    match int {
        Int::Extreme(which, numbers) if *which == end => {
            numbers.iter().flat_map(|number| ends(end, number)).collect()
        }
        _ => vec![int],
    }
}

/// `[a - k - p, b - l - q] for k in 1..a, l in 1..b` with conditions on `k - l`, which leave
/// finitely many differences.
fn band(
    k: Slot,
    first: &Set,
    l: Slot,
    second: &Set,
    taken: &[Linear],
    conditions: &[&Cond],
) -> Option<Named> {
    let of_first = *taken[0].terms == [(k, 1)] && *taken[1].terms == [(l, 1)];
    let of_second = *taken[0].terms == [(l, 1)] && *taken[1].terms == [(k, 1)];
    if !of_first && !of_second {
        return None;
    }
    // The axis from which k takes, and that from which l does.
    let (own, other) = if of_first { (0, 1) } else { (1, 0) };
    if taken.iter().any(|form| form.constant < 0) {
        return None;
    }
    let mut differences = Differences { k, l, least: None, most: None };
    let least_k = differences.range(first, own, None)??;
    let least_l = differences.range(second, other, Some(k))?;
    for cond in conditions {
        differences.learn(cond);
    }
    let (least, most) = (differences.least?, differences.most?);
    let mut rays = Vec::new();
    if most.checked_sub(least)? > MOST_RAYS as i64 {
        return None;
    }
    for difference in least..=most {
        let mut holds = true;
        for cond in conditions {
            holds &= differences.holds(cond, difference)?;
        }
        if !holds {
            continue;
        }
        let by_k = least_k.checked_sub(difference)?;
        let l = least_l.map_or(by_k, |least| by_k.max(least));
        let mut from = [0; 2];
        from[own] = l.checked_add(difference)?.checked_add(taken[own].constant)?;
        from[other] = l.checked_add(taken[other].constant)?;
        rays.push(Ray::new(from, [1, 1])?);
    }
    Some(Named { rays, axis: own, descending: false })
}

/// What is known of `k - l`.
struct Differences {
    k: Slot,
    l: Slot,
    least: Option<i64>,
    most: Option<i64>,
}

impl Differences {
    fn at_least(&mut self, least: i64) {
        self.least = Some(self.least.map_or(least, |known| known.max(least)));
    }

    fn at_most(&mut self, most: i64) {
        self.most = Some(self.most.map_or(most, |known| known.min(most)));
    }

    /// The least element of the range of a variable that takes from an axis, if that is constant.
    /// Ends that differ from `k` by a constant say something of the difference; what else may end a
    /// range above is that there is no more to take.
    fn range(&mut self, set: &Set, axis: usize, k: Option<Slot>) -> Option<Option<i64>> {
        let Set::Range { from, to, step: None, .. } = set else { return None };
        let from_k = |end: &Int| {
            let form = Linear::of(end)?;
            (k.is_some() && form.terms == [(self.k, 1)]).then_some(form.constant)
        };
        let (mut below, mut above) = (Vec::new(), Vec::new());
        let mut least: Option<i64> = None;
        for end in ends(End::Greatest, from) {
            match (from_k(end), end) {
                (Some(constant), _) => below.push(constant),
                (None, Int::Const(constant)) => least = least.max(Some(*constant)),
                _ => return None,
            }
        }
        for end in ends(End::Least, to) {
            match from_k(end) {
                Some(constant) => above.push(constant),
                None if Linear::of(end)?.at_least(axis) => {}
                None => return None,
            }
        }
        // l >= k + c is k - l <= -c.
        for constant in below {
            self.at_most(i64::checked_neg(constant)?);
        }
        for constant in above {
            self.at_least(i64::checked_neg(constant)?);
        }
        Some(least)
    }

    /// Bounds from a condition; it is evaluated later whatever it is.
    fn learn(&mut self, cond: &Cond) {
        match cond {
            Cond::Shared(cond) => self.learn(cond),
            Cond::And(a, b) => {
                self.learn(a);
                self.learn(b);
            }
            Cond::Compare(comparison, left, Int::Const(bound)) => {
                let Some((strict, most, least)) = (match comparison {
                    Comparison::Lt => Some((1, true, false)),
                    Comparison::Le => Some((0, true, false)),
                    Comparison::Gt => Some((1, false, true)),
                    Comparison::Ge => Some((0, false, true)),
                    Comparison::Eq => Some((0, true, true)),
                    Comparison::Ne => None,
                }) else {
                    return;
                };
                let (inner, is_abs) = match left {
                    Int::Unary(UnaryFn::Abs, inner, _) => (&**inner, true),
                    _ => (left, false),
                };
                let Some((sign, constant)) = self.form(inner) else { return };
                // sign * difference + constant <= bound - strict, and so on.
                let (Some(high), Some(low)) =
                    (bound.checked_sub(strict), bound.checked_add(strict))
                else {
                    return;
                };
                let mut between = |low: Option<i64>, high: Option<i64>| {
                    let shifted = |end: i64| Some(sign * end.checked_sub(constant)?);
                    let (low, high) = (low.and_then(shifted), high.and_then(shifted));
                    let (low, high) = if sign > 0 { (low, high) } else { (high, low) };
                    low.into_iter().for_each(|low| self.at_least(low));
                    high.into_iter().for_each(|high| self.at_most(high));
                };
                match is_abs {
                    true if most => between(high.checked_neg(), Some(high)),
                    true => {}
                    false => between(least.then_some(low), most.then_some(high)),
                }
            }
            _ => {}
        }
    }

    /// A form that is the difference or its opposite, and a constant.
    fn form(&self, int: &Int) -> Option<(i64, i64)> {
        let form = Linear::of(int)?;
        let sign = form.coefficient(self.k);
        let plain = form.terms.len() == 2 && sign.abs() == 1 && form.coefficient(self.l) == -sign;
        plain.then_some((sign, form.constant))
    }

    /// Whether a condition on the difference alone holds; nothing if it is not on that alone, or
    /// has no value.
    fn holds(&self, cond: &Cond, difference: i64) -> Option<bool> {
        Some(match cond {
            Cond::Compare(comparison, left, right) => {
                let (a, b) = (self.value(left, difference)?, self.value(right, difference)?);
                comparison.holds(a.cmp(&b))
            }
            Cond::And(a, b) => self.holds(a, difference)? && self.holds(b, difference)?,
            Cond::Or(a, b) => self.holds(a, difference)? || self.holds(b, difference)?,
            Cond::Not(cond) => !self.holds(cond, difference)?,
            Cond::Shared(cond) => self.holds(cond, difference)?,
            Cond::In(int, set) => {
                let value = self.value(int, difference)?;
                closed_set(set)?.binary_search(&value).is_ok()
            }
            Cond::IsPrime(_) | Cond::IsSquare(_) => return None,
        })
    }

    fn value(&self, int: &Int, difference: i64) -> Option<i64> {
        if let Some((sign, constant)) = self.form(int) {
            return sign.checked_mul(difference)?.checked_add(constant);
        }
        match int {
            Int::Const(value) => Some(*value),
            Int::Neg(inner, _) => self.value(inner, difference)?.checked_neg(),
            Int::Unary(UnaryFn::Abs, inner, _) => self.value(inner, difference)?.checked_abs(),
            Int::Binary(op, a, b, _) => {
                let (a, b) = (self.value(a, difference)?, self.value(b, difference)?);
                match op {
                    IntOp::Add => a.checked_add(b),
                    IntOp::Sub => a.checked_sub(b),
                    IntOp::Mul => a.checked_mul(b),
                    // As in the definition: a divisor below 0 has no part in these rules.
                    IntOp::Rem if b > 0 => Some(a.rem_euclid(b)),
                    IntOp::Div if b > 0 => Some(a.div_euclid(b)),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
