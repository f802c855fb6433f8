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
//! The file is long by its tests, which need what is private here.

use super::interval::{Interval, binary, unary};
#[cfg(feature = "jit")]
use super::masks::PartsSoFar;
use super::masks::{Digits, Parts, apart, part_of, tests};
use crate::rule::ir::{Comparison, Cond, End, Int, IntOp, Set, SetFn, Slot};
use crate::rule::linear::{Linear, product};

/// Facts that one proof may use, one after the other.
const MOST_STEPS: u32 = 3;
/// Facts kept: what comes later is forgotten.
const MOST_FACTS: usize = 32;

/// What is known at one place of a rule.
#[derive(Clone, Debug)]
pub(super) struct Bounds {
    slots: Vec<Interval>,
    facts: Vec<Linear>,
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
        let mut bounds =
            Bounds { slots, facts: Vec::new(), parts: Parts::default(), compared: Vec::new() };
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
        if steps == 0 {
            return false;
        }
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

    /// The roots of what squares are known to be below: of `x*x + y*y <= 100`, that `x` is at most 10.
    fn know_roots(&mut self, fact: &Linear) {
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
    pub(super) fn bind_element(&mut self, slot: Slot, set: &Set) {
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
    pub(super) fn bind_value(&mut self, slot: Slot, value: &Int) {
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
    pub(super) fn assume(&mut self, cond: &Cond, holds: bool) {
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

#[cfg(test)]
mod tests {
    use super::super::leaps::Form;
    use super::*;
    use crate::rule::ir::{Clause, Kind, Term};
    use crate::rule::{Rules, parse};

    /// What is known at the options of the first family of a rule with coordinates up to 99.
    fn at_first_option(text: &str) -> (Kind, Bounds) {
        let rules = Rules::new(parse(text).unwrap(), &[]).unwrap();
        let kind = rules.ir()[0].clone();
        let dims = vec![100; kind.coords.len()];
        let mut bounds = Bounds::new(&dims, kind.slots, kind.unordered);
        if let Some(guard) = &kind.guard {
            bounds.assume(guard, true);
        }
        for clause in &kind.families[0].clauses {
            match clause {
                Clause::For(slot, set) => bounds.bind_element(*slot, set),
                Clause::If(cond) => bounds.assume(cond, true),
                Clause::Let(slot, value) => bounds.bind_value(*slot, value),
            }
        }
        (kind, bounds)
    }

    /// Whether the first coordinate of the first option is surely not negative, and surely less
    /// than it was.
    fn first_coordinate(text: &str) -> (bool, bool) {
        let (kind, bounds) = at_first_option(text);
        let Term::Component(target) = &kind.families[0].terms[0] else { panic!("{text}") };
        let not_negative = bounds.interval(&target.coords[0]).lo >= 0;
        (not_negative, Form::of(&target.coords[0], &bounds).shrinks(0, 1, &bounds))
    }

    #[test]
    fn what_holds_at_an_option_is_proved() {
        for (text, expected) in [
            ("[a, b] -> [a-k, b] for k in 1..a", (true, true)),
            ("[a, b] -> [a-k, b] for k in 1..min(b, a)", (true, true)),
            ("[a, b] -> [a-k, b] for k in 1..b", (false, true)),
            ("[a, b] -> [a-k, b] for k in 0..a", (true, false)),
            ("[a, b] -> [k, b] for k in 0..a-1", (true, true)),
            ("[n] -> [n-i] + [i] for i in 1..n/2", (true, true)),
            ("[n] -> [n-2*i] for i in 1..n/2", (true, true)),
            ("[n] -> [n-k] for k in (n+1)/2..n", (true, false)),
            ("[n] -> [n-d] for d in divisors(n)", (true, true)),
            ("[n] -> [n-d] for d in digits(n) if d > 0", (true, true)),
            ("[n] -> [n-m] let m = max(primes(n)) if m != 0", (true, true)),
            ("[n] -> [n-k] for k in {2, 3}", (false, true)),
            ("[n] -> [n-k] for k in 1..9 if n >= k", (true, true)),
            ("[n] -> [n-k] for k in 1..9 if not (n < k or k == 2)", (true, true)),
            ("[a, b] -> [a-k-l, b] for k in 1..a, l in 1..a-k", (true, true)),
            ("[a, b] -> [a-k*b, b] for k in 1..a/b if b > 0", (true, true)),
            ("[a, b] if b > 0 -> [a-k*b, b] for k in 1..a/b", (true, true)),
            ("[a, b] if b > 0 -> [a-(k+1)*b, b] for k in 0..a/b-1", (false, true)),
            ("[a, b] -> [a-k*b, b] for k in 1..a", (false, false)),
            ("unordered [a, b] -> [b-a, b] for k in 1..a", (true, false)),
            ("[n] -> [n - 2**i] for i in 0..6 if and(n, 2**i) != 0", (true, true)),
            ("[n] -> [xor(n, 2**i)] for i in 0..6 if and(2**i, n) != 0", (true, true)),
            ("[n] -> [n - 3*2**i] for i in 0..6 if and(n, 3*2**i) == 3*2**i", (true, true)),
            (
                "[n] -> [n - shl(5, i)] for i in 0..6 if not and(n, shl(5, i)) != shl(5, i)",
                (true, true),
            ),
            ("[n] -> [n - 3*2**i] for i in 0..6 if and(n, 3*2**i) != 0", (false, true)),
            ("[n] -> [n - 2**i] for i in 0..6 if and(n, 2**i) == 0", (false, true)),
            ("[n] -> [xor(n, 2**i)] for i in 0..6 if and(n, 2**i) == 0", (true, false)),
            ("[n, m] -> [n - 2**i, m] for i in 0..6 if and(m, 2**i) != 0", (false, true)),
            ("[n] -> [n - and(n, m)] let m = n / 2 if and(n, m) == m", (false, false)),
            ("[n] -> [n - max(k, 2)] for k in 1..n if n > 4", (false, true)),
            ("[n] -> [n - 2**i] for i in 0..6 if and(shr(n, i), 1) == 1", (true, true)),
            ("[n] -> [xor(n, shl(1, i))] for i in 0..6 if shr(n, i) % 2 == 1", (true, true)),
            ("[n] -> [n - 2**i] for i in 0..6 if n / 2**i % 2 > 0", (true, true)),
            ("[n] -> [n - 2**i] for i in 0..6 if 0 < and(2**i, n)", (true, true)),
            ("[n] -> [n - 2**i] for i in 0..6 if not n / 2**i % 2 == 0", (true, true)),
            ("[n] -> [n - 2**i] for i in 0..6 if n / 2**i % 2 == 0", (false, true)),
            ("[n] -> [n - 4*2**i] for i in 0..6 if n / 4 / 2**i % 2 == 1", (true, true)),
            ("[n] -> [n - shl(4, i)] for i in 0..6 if and(shr(n, i+2), 1) == 1", (true, true)),
            ("[n] -> [n - shl(4, i)] for i in 0..6 if and(shr(n, i+1), 1) == 1", (false, true)),
            ("[n] -> [n - 2**i - 2**(i+1)] for i in 0..6 if n / 2**i % 4 == 3", (true, true)),
            ("[n] -> [n - 5*2**i] for i in 0..6 if and(shr(n, i), 7) == 5", (true, true)),
            ("[n] -> [n - 3*2**i] for i in 0..6 if and(shr(n, i), 7) == 5", (false, true)),
            ("[n] -> [n - 2*2**i + 2**i] for i in 0..6 if n / 2**i % 4 == 2", (true, true)),
            ("[n] -> [xor(n, 2*2**i + 2**i)] for i in 0..6 if n / 2**i % 4 == 1", (true, false)),
            (
                "[n] -> [xor(xor(n, 2**i), 2**j)] for i in 0..6, j in 0..i-1 if shr(n, i) % 2 == 1",
                (true, true),
            ),
            (
                "[n] -> [xor(xor(n, 2**i), 2**j)] for i in 0..6, j in 0..i if shr(n, i) % 2 == 1",
                (true, false),
            ),
            (
                "[n] -> [xor(n, 2**i + 2**j)] for i in 0..6, j in 0..i-1 if shr(n, i) % 2 == 1",
                (true, true),
            ),
            (
                "[n] -> [xor(n, 2**i + 2**j)] for i in 0..6, j in 0..i-1 if shr(n, j) % 2 == 1",
                (true, false),
            ),
            (
                "[n] -> [xor(n, shl(shl(1, l) - 1, i))] for l in 1..3, i in 0..3 if shr(n, i+l-1) % 2 == 1",
                (true, true),
            ),
            (
                "[n] -> [xor(n, shl(shl(1, l) - 1, i))] for l in 0..3, i in 1..3 if shr(n, i+l-1) % 2 == 1",
                (true, false),
            ),
            (
                "[n] -> [xor(n, 2**i - 2**j)] for i in 1..6, j in 0..i-1 if shr(n, i-1) % 2 == 1",
                (true, true),
            ),
            ("[n] -> [xor(n, k)] for k in 1..n if xor(n, k) < n", (true, true)),
            ("[n] -> [xor(n, k)] for k in 1..n if xor(n, k) <= n", (true, false)),
        ] {
            assert_eq!(first_coordinate(text), expected, "{text}");
        }
    }

    /// Forms that expressions are at least and at most, and where they lie, against all their values.
    #[test]
    fn forms_and_reaches_hold_for_every_value() {
        for (coord, clauses, cond) in [
            ("b/3", "for k in 1..1", "b > 0"),
            ("(a + 1)/(k + 1)", "for k in 1..9", ""),
            ("b % (k + 2)", "for k in 1..9", ""),
            ("and(a, b + k)", "for k in 1..9", ""),
            ("min(a, b + k)", "for k in 1..9", ""),
            ("max(a + k, b)", "for k in 1..9", ""),
            ("or(a, b)", "for k in 1..9", ""),
            ("or(a, 2**k)", "for k in 0..6", "and(a, 2**k) == 0"),
            ("a + 2**k", "for k in 0..6", "and(2**k, a) == 0"),
            ("xor(a, 2**k)", "for k in 0..6", "and(a, 2**k) == 0"),
            ("a * k", "for k in 2..5", "a * k <= 90"),
            ("a + 3*k", "for k in 1..9", "a + 3*k <= 70"),
            ("a - k*k", "for k in 1..9", ""),
            ("2*a", "for k in 1..1", "2*a < b"),
            ("or(a, 2**k)", "for k in 0..6", "and(a, 7 * 2**k) == 0"),
            ("or(a, 3 * 2**k)", "for k in 0..5", "shr(a, k+1) % 2 == 0"),
            ("xor(a, 3 * 2**k)", "for k in 0..5", "shr(a, k+1) % 2 == 1"),
            ("xor(a, 3 * 2**k)", "for k in 0..5", "shr(a, k+1) % 2 < 1"),
            ("xor(a, 2**(k+1) - 1)", "for k in 0..6", "a / 2**k % 2 == 1"),
            ("xor(xor(a, 2**b), 2**k)", "for k in 0..5", "b < k and a / 2**k % 2 == 1"),
            ("xor(a, xor(2**b, 2**k))", "for k in 0..5", "b < k and a / 2**k % 2 == 0"),
            (
                "a - 2**k + 2**b",
                "for k in 0..6",
                "b < k and a / 2**k % 2 == 1 and a / 2**b % 2 == 0",
            ),
            (
                "a - 2**k - 2**b",
                "for k in 0..6",
                "b < k and a / 2**k % 2 == 1 and a / 2**b % 2 == 1",
            ),
            ("xor(a, k)", "for k in 1..9", "xor(a, k) >= a + 2"),
            ("a / k", "for k in 1..9", "a / k <= b - 3"),
        ] {
            let cond = if cond.is_empty() { String::new() } else { format!(" if {cond}") };
            let (kind, bounds) =
                at_first_option(&format!("[a, b] -> [{coord}, b] {clauses}{cond}"));
            let Term::Component(target) = &kind.families[0].terms[0] else { panic!("{coord}") };
            let int = &target.coords[0];
            let (least, most, reach) =
                (bounds.at_least(int), bounds.at_most(int), bounds.reach(int));
            let value = |form: &Linear, slots: &[i64]| {
                let terms = form.terms.iter().map(|&(slot, factor)| {
                    factor * product(slot).map_or_else(|| slots[slot], |(a, b)| slots[a] * slots[b])
                });
                terms.sum::<i64>() + form.constant
            };
            let mut met = 0;
            let some = |most: i64| (0..most).step_by(7).chain([1, 2, 3, 4, 64]);
            let all = some(100)
                .flat_map(|a| some(100).flat_map(move |b| (0..10).map(move |k| (a, b, k))));
            for (a, b, k) in all {
                let slots = [a, b, k];
                let Some(true) = crate::rule::meets(&kind.families[0].clauses, &slots) else {
                    continue;
                };
                let reaches = |wanted: i64| {
                    let compared = Cond::Compare(Comparison::Ge, int.clone(), Int::Const(wanted));
                    crate::rule::meets(&[Clause::If(compared)], &slots) == Some(true)
                };
                let (mut found, mut beyond) = (-200, 1100);
                while beyond - found > 1 {
                    let middle = (found + beyond) / 2;
                    if reaches(middle) { found = middle } else { beyond = middle }
                }
                assert!(least.iter().all(|form| value(form, &slots) <= found), "{coord} {slots:?}");
                assert!(most.iter().all(|form| value(form, &slots) >= found), "{coord} {slots:?}");
                assert!(found < 0 || reach.lo <= found && found <= reach.hi, "{coord} {slots:?}");
                met += 1;
            }
            assert!(
                met > 50 && (!least.is_empty() || !most.is_empty() || reach.hi < 100),
                "{coord}"
            );
        }
    }

    #[test]
    fn intervals_hold_every_value() {
        for (text, lo, hi) in [
            ("a + b", 0, 198),
            ("a - b", -99, 99),
            ("a * b - 5", -5, 9796),
            ("-a / 2", -50, 0),
            ("(a - 7) % 5", 0, 4),
            ("xor(a, b)", 0, 127),
            ("min(a, 7, b)", 0, 7),
            ("max(a, 7)", 7, 99),
            ("a ** 2", 0, 9801),
            ("shl(a, 3)", 0, 792),
            ("shl(a + 1, 3)", 8, 800),
            ("(a + 2) ** 2", 4, 10201),
            ("2 ** min(a, 5)", 1, 32),
            ("shr(a - 3, b)", -3, 96),
            ("isqrt(a)", 0, 9),
            ("ilog2(a)", -1, 6),
            ("max(digits(a))", 0, 9),
        ] {
            let (kind, bounds) = at_first_option(&format!("[a, b] -> [m, b] let m = {text}"));
            let Clause::Let(_, value) = &kind.families[0].clauses[0] else { panic!("{text}") };
            assert_eq!(bounds.interval(value), Interval::new(lo, hi), "{text}");
        }
        let (kind, bounds) = at_first_option("[a, b] -> [m, b] let m = a ** 10 * b");
        let Clause::Let(_, value) = &kind.families[0].clauses[0] else { panic!() };
        assert!(!bounds.interval_and_fit(value).1);
    }
}
