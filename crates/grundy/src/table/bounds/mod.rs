//! What is known of the variables of a rule while one of its options is made: an interval for each,
//! and linear forms that are not negative.
//!
//! ```text
//! [a-k, b] for k in 1..a       k - 1 >= 0 and a - k >= 0, so that the option is in the table,
//!                              comes before [a, b], and a - k cannot overflow
//! ```
//!
//! A form is proved not to be negative by subtracting facts until the intervals of its variables
//! say so (one step of Fourier and Motzkin's elimination at a time, without search for the best).
//! What is not proved is checked when the table is filled.
//!
//! ```text
//! known      what sets, conditions and names tell
//! interval   where numbers lie, and what operators make of that
//! masks      which binary digits they have, by conditions on these
//! trend      what rises or falls with an element, so that loops end
//! ```

mod interval;
mod known;
mod masks;
#[cfg(feature = "jit")]
mod trend;

#[cfg(test)]
mod tests;

pub(super) use interval::Interval;
#[cfg(feature = "jit")]
pub(super) use masks::{Mask, Test, Wanted, apart, part_of, tests};
#[cfg(feature = "jit")]
pub(super) use trend::Along;

use std::cell::Cell;

use crate::rule::ir::{End, Int, IntOp, Set, SetFn, Slot};
use crate::rule::linear::{Linear, product};
use interval::{binary, unary};
use masks::Parts;
#[cfg(feature = "jit")]
use masks::PartsSoFar;

/// Facts that one proof may use, one after the other.
const MOST_STEPS: u32 = 3;
/// Facts kept: what comes later is forgotten.
const MOST_FACTS: usize = 32;

/// Steps of all proofs together at one place of a rule: where much is known they would take long, and no more is proved then.
const ALL_STEPS: u32 = 1 << 14;

/// What is known at one place of a rule.
#[derive(Clone, Debug)]
pub(super) struct Bounds {
    slots: Vec<Interval>,
    facts: Vec<Linear>,
    /// Steps of proofs that may still be made.
    left: Cell<u32>,
    parts: Parts,
    /// Expressions that are not linear, and what they are at least or at most.
    compared: Vec<(Int, End, Linear)>,
}

#[cfg(feature = "jit")]
/// How much was known at some place.
#[derive(Clone, Copy)]
pub(super) struct BoundsSoFar {
    facts: usize,
    parts: PartsSoFar,
    compared: usize,
}

impl Bounds {
    /// At the start of a rule, for coordinates below `dims`; ascending if they are `sorted`.
    pub(super) fn new(dims: &[u64], slots: usize, sorted: bool) -> Bounds {
        let coords = dims.iter().map(|&dim| {
            let last = i64::try_from(dim).unwrap_or(i64::MAX).saturating_sub(1);
            Interval::new(0, last)
        });
        let mut slots: Vec<Interval> =
            coords.chain(std::iter::repeat(Interval::ALL)).take(slots).collect();
        slots.shrink_to_fit();
        let left = Cell::new(ALL_STEPS);
        let mut bounds = Bounds {
            slots,
            facts: Vec::new(),
            left,
            parts: Parts::default(),
            compared: Vec::new(),
        };
        for axis in 1..dims.len() {
            if sorted {
                bounds.know_difference(&Linear::of_var(axis), &Linear::of_var(axis - 1), 0);
            }
        }
        bounds
    }

    #[cfg(feature = "jit")]
    /// How many facts there are, to [`Bounds::forget`] those that are added later.
    pub(super) fn mark(&self) -> BoundsSoFar {
        let (facts, compared) = (self.facts.len(), self.compared.len());
        BoundsSoFar { facts, parts: self.parts.mark(), compared }
    }

    #[cfg(feature = "jit")]
    pub(super) fn forget(&mut self, mark: BoundsSoFar) {
        self.facts.truncate(mark.facts);
        self.parts.forget(mark.parts);
        self.compared.truncate(mark.compared);
    }

    pub(super) fn set(&mut self, slot: Slot, interval: Interval) {
        self.slots[slot] = interval;
    }

    fn know(&mut self, fact: Option<Linear>) {
        if let Some(fact) = fact
            && self.facts.len() < MOST_FACTS
            && !fact.terms.is_empty()
        {
            self.facts.push(fact);
        }
    }

    /// `greater - less - least >= 0`.
    pub(super) fn know_difference(&mut self, greater: &Linear, less: &Linear, least: i64) {
        let fact = greater.minus(less).and_then(|difference| difference.plus(-least));
        if let Some(fact) = &fact {
            self.know_roots(fact);
        }
        self.know(fact);
    }

    /// So many times the coordinates are at most this, together.
    pub(super) fn know_below(&mut self, factors: &[i64], most: i64) {
        let terms =
            factors.iter().enumerate().map(|(axis, factor)| Linear::of_var(axis).times(-factor));
        let all = Some(Linear { terms: Vec::new(), constant: most });
        self.know(terms.fold(all, |sum, term| sum?.add(&term?)));
    }

    /// A coordinate is not 0.
    pub(super) fn know_positive(&mut self, slot: Slot) {
        self.know(Linear::of_var(slot).plus(-1));
    }

    /// A coordinate is 0.
    pub(super) fn know_zero(&mut self, slot: Slot) {
        self.know(Linear::of_var(slot).times(-1));
    }

    /// Whether the form is at least 0 wherever this place of the rule is reached.
    pub(super) fn proves(&self, form: &Linear) -> bool {
        self.proves_in(form, MOST_STEPS)
    }

    /// Whether `greater - less >= least`.
    pub(super) fn proves_difference(&self, greater: &Linear, less: &Linear, least: i64) -> bool {
        let difference = greater.minus(less).and_then(|difference| difference.plus(-least));
        difference.is_some_and(|form| self.proves(&form))
    }

    fn proves_in(&self, form: &Linear, steps: u32) -> bool {
        if self.least(form) >= 0 {
            return true;
        }
        if steps == 0 || self.left.get() == 0 {
            return false;
        }
        self.left.set(self.left.get() - 1);
        let helps = |fact: &&Linear| {
            fact.terms.iter().any(|&(slot, c)| form.coefficient(slot).signum() == c.signum())
        };
        self.facts
            .iter()
            .rev()
            .filter(helps)
            .any(|fact| form.minus(fact).is_some_and(|rest| self.proves_in(&rest, steps - 1)))
    }

    /// The least that the intervals allow, or less.
    fn least(&self, form: &Linear) -> i128 {
        let mut terms = form.terms.iter().map(|&(slot, c)| {
            let interval = self.range_of(slot);
            i128::from(c) * i128::from(if c > 0 { interval.lo } else { interval.hi })
        });
        let sum = terms.try_fold(i128::from(form.constant), i128::checked_add);
        // A few terms of 126 bits each may not fit; then nothing is said.
        sum.unwrap_or(i128::MIN)
    }

    /// Where a variable lies, or a product of two.
    fn range_of(&self, slot: Slot) -> Interval {
        if let Some((a, b)) = product(slot) {
            return binary(IntOp::Mul, self.range_of(a), self.range_of(b)).0;
        }
        let mut interval = self.slots[slot];
        for fact in &self.facts {
            if let [(known, factor)] = fact.terms[..]
                && known == slot
                && let Some(end) = fact.constant.checked_neg()
            {
                match factor {
                    1 => interval.lo = interval.lo.max(end),
                    -1 => interval.hi = interval.hi.min(fact.constant),
                    _ => {}
                }
            }
        }
        Interval::new(interval.lo, interval.hi)
    }

    /// Where the value of an expression lies.
    pub(super) fn interval(&self, int: &Int) -> Interval {
        self.interval_and_fit(int).0
    }

    /// Where the value of an expression lies, and whether its last operation surely has one.
    pub(super) fn interval_and_fit(&self, int: &Int) -> (Interval, bool) {
        let (found, fits) = self.plain_interval(int);
        if found.lo < 0 && Linear::with_products(int).is_some_and(|form| self.proves(&form)) {
            return (Interval::new(0, found.hi), fits);
        }
        if let Some((whole, part)) = self.parts.rest(int) {
            let (whole, part) = (self.interval(whole), self.interval(part));
            return (Interval::new(0, found.hi.min(whole.hi - part.lo.max(0))), true);
        }
        if let Some((number, falls)) = self.turned(int) {
            let hi = if falls { self.interval(number).hi - 1 } else { i64::MAX };
            return (Interval::new(0, found.hi.min(hi)), true);
        }
        (found, fits)
    }

    /// A number in which digits are turned over to make an expression, and whether it is less or more than that.
    fn turned<'i>(&self, int: &'i Int) -> Option<(&'i Int, bool)> {
        self.parts.turned(int, &|greater, less, least| self.proves_difference(greater, less, least))
    }

    /// What conditions say that an expression is at least, or at most.
    fn compared(&self, int: &Int, end: End) -> impl Iterator<Item = Linear> {
        let told = self.compared.iter().filter(move |(of, ends, _)| *ends == end && of == int);
        told.map(|(_, _, form)| form.clone()).collect::<Vec<_>>().into_iter()
    }

    /// Linear forms that an expression is at most: what something is taken from or what is divided, and the like.
    pub(super) fn at_most(&self, int: &Int) -> Vec<Linear> {
        // The most is the end upwards.
        let mut forms = self.made_at_most(int);
        forms.extend(self.compared(int, End::Greatest));
        forms
    }

    fn made_at_most(&self, int: &Int) -> Vec<Linear> {
        let form = Linear::with_products;
        let lo = |int: &Int| self.interval(int).lo;
        let rest = match int {
            Int::Binary(IntOp::Sub, whole, part, _) => Some((&**whole, &**part)),
            _ => self.parts.rest(int),
        };
        if let Some((whole, part)) = rest {
            let least = lo(part).checked_neg();
            if let Some(form) = least.and_then(|least| form(whole)?.plus(least)) {
                return vec![form];
            }
        }
        if let Some((number, true)) = self.turned(int) {
            return form(number).and_then(|form| form.plus(-1)).into_iter().collect();
        }
        match int {
            Int::Extreme(End::Least, numbers) => numbers.iter().filter_map(form).collect(),
            // Half of 1 or more is less than that.
            Int::Binary(IntOp::Div, whole, by, _) if lo(by) >= 1 => {
                let Some(whole) = form(whole).filter(|form| self.proves(form)) else {
                    return Vec::new();
                };
                let less = whole.clone().plus(-1).filter(|less| lo(by) >= 2 && self.proves(less));
                vec![less.unwrap_or(whole)]
            }
            Int::Binary(IntOp::Rem, whole, by, _) if lo(by) >= 1 => {
                let all =
                    [form(by).and_then(|by| by.plus(-1)), form(whole).filter(|f| self.proves(f))];
                all.into_iter().flatten().collect()
            }
            Int::Binary(IntOp::And, a, b, _) if lo(a) >= 0 && lo(b) >= 0 => {
                [a, b].into_iter().filter_map(|int| form(int)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Linear forms that an expression is at least.
    pub(super) fn at_least(&self, int: &Int) -> Vec<Linear> {
        let mut forms = self.made_at_least(int);
        forms.extend(self.compared(int, End::Least));
        forms
    }

    fn made_at_least(&self, int: &Int) -> Vec<Linear> {
        let form = Linear::with_products;
        let lo = |int: &Int| self.interval(int).lo;
        // One as it is, of the other what it is at least.
        let each = |a: &Int, b: &Int, of: &dyn Fn(Linear, i64) -> Option<Linear>| {
            [(a, b), (b, a)].into_iter().filter_map(|(a, b)| of(form(a)?, lo(b))).collect()
        };
        let turned = || self.turned(int).and_then(|(number, falls)| (!falls).then_some(number));
        match int {
            _ if self.parts.union(int).is_none()
                && let Some(number) = self.parts.more_than(int).or_else(turned) =>
            {
                form(number).and_then(|form| form.plus(1)).into_iter().collect()
            }
            Int::Binary(IntOp::Or, a, b, _) if self.parts.union(int).is_none() => {
                if lo(a) < 0 || lo(b) < 0 {
                    return Vec::new();
                }
                each(a, b, &|form, _| Some(form))
            }
            Int::Binary(IntOp::Add, a, b, _) => each(a, b, &Linear::plus),
            Int::Binary(IntOp::Or | IntOp::Xor, a, b, _) if self.parts.union(int).is_some() => {
                each(a, b, &Linear::plus)
            }
            Int::Binary(IntOp::Mul, a, b, _) if lo(a) >= 0 && lo(b) >= 0 => {
                each(a, b, &Linear::times)
            }
            Int::Extreme(End::Greatest, numbers) => numbers.iter().filter_map(form).collect(),
            _ => Vec::new(),
        }
    }

    /// Where a coordinate of an option lies: its interval, and no further than an inequality says.
    pub(super) fn reach(&self, coord: &Int) -> Interval {
        let mut found = self.interval(coord);
        if let Some((a, b)) = self.parts.union(coord) {
            let digits = binary(IntOp::Or, self.interval(a), self.interval(b)).0;
            found = Interval::new(found.lo, found.hi.min(digits.hi));
        }
        let mut at_most = |less: Linear| {
            let most = self.least(&less).checked_neg();
            let most = most.and_then(|most| i64::try_from(most).ok()).unwrap_or(i64::MAX);
            found.hi = found.hi.min(most);
        };
        match Linear::with_products(coord) {
            // fact = most - form, where variables are in `most` too: `l + 1` is at most `r` if `r - l - 1 >= 0`
            Some(form) => self
                .facts
                .iter()
                .filter_map(|fact| fact.clone().add(&form)?.times(-1))
                .for_each(&mut at_most),
            // `n + n/3` is at most what it is compared with.
            None => self
                .compared(coord, End::Greatest)
                .filter_map(|most| most.times(-1))
                .for_each(&mut at_most),
        }
        Interval::new(found.lo, found.hi)
    }

    fn plain_interval(&self, int: &Int) -> (Interval, bool) {
        match int {
            Int::Const(value) => (Interval::new(*value, *value), true),
            Int::Var(slot) => (self.range_of(*slot), true),
            Int::Neg(inner, _) => {
                let of = self.interval(inner);
                Interval::of_exact(-i128::from(of.hi), -i128::from(of.lo))
            }
            Int::Binary(op, a, b, _) => binary(*op, self.interval(a), self.interval(b)),
            Int::Extreme(end, numbers) => {
                let mut all = numbers.iter().map(|number| self.interval(number));
                let Some(first) = all.next() else { return (Interval::new(0, 0), true) };
                let both = |a: Interval, b: Interval| match end {
                    End::Least => Interval { lo: a.lo.min(b.lo), hi: a.hi.min(b.hi) },
                    End::Greatest => Interval { lo: a.lo.max(b.lo), hi: a.hi.max(b.hi) },
                };
                (all.fold(first, both), true)
            }
            Int::ExtremeOf(_, set, _) => (self.elements(set), false),
            Int::Size(..) => (Interval::new(0, i64::MAX), false),
            Int::Unary(function, inner, _) => unary(*function, self.interval(inner)),
        }
    }

    /// Where the elements of a set lie.
    pub(super) fn elements(&self, set: &Set) -> Interval {
        match set {
            Set::Range { from, to, .. } => {
                Interval::new(self.interval(from).lo, self.interval(to).hi)
            }
            Set::List(numbers) => numbers
                .iter()
                .map(|number| self.interval(number))
                .reduce(Interval::join)
                .unwrap_or(Interval::new(0, 0)),
            Set::Fixed(elements) => match (elements.first(), elements.last()) {
                (Some(&least), Some(&most)) => Interval::new(least, most),
                _ => Interval::new(0, 0),
            },
            Set::Shared(set) => self.elements(set),
            Set::Comprehension { .. } => Interval::ALL,
            Set::Without(all, out) => without_ends(self.elements(all), out),
            Set::Both(a, b) => {
                let (a, b) = (self.elements(a), self.elements(b));
                Interval::new(a.lo.max(b.lo), a.hi.min(b.hi))
            }
            Set::Either(a, b) => self.elements(a).join(self.elements(b)),
            Set::Call(function, arguments, _) => {
                let of = arguments.iter().map(|argument| self.interval(argument));
                let of: Vec<Interval> = of.collect();
                let n = of[of.len() - 1];
                match function {
                    SetFn::Digits => {
                        let base = if of.len() > 1 { of[1].hi } else { 10 };
                        Interval::new(0, of[0].hi.min(base.saturating_sub(1)))
                    }
                    _ => Interval::new(1, n.hi),
                }
            }
        }
    }
}

/// What is left of the numbers between two ends where constants at the ends are taken out.
fn without_ends(mut between: Interval, out: &Set) -> Interval {
    let is_out = |end: i64| match out {
        Set::Fixed(elements) => elements.binary_search(&end).is_ok(),
        Set::List(numbers) => numbers.contains(&Int::Const(end)),
        _ => false,
    };
    while between.lo < between.hi && is_out(between.lo) {
        between.lo += 1;
    }
    while between.lo < between.hi && is_out(between.hi) {
        between.hi -= 1;
    }
    between
}
