//! Expressions of a rule for all large numbers of a residue class at once.
//!
//! Let one coordinate be `n = residue + modulus * t`, where `t` is not said, and every other one a number. What an
//! expression is then, is a [`Line`]: a multiple of `t` and a number. Sums, differences and multiples of lines are
//! lines; a quotient or a remainder is one where the divisor divides the multiple of `t`, and else the residue
//! class must be [parted](Stuck::Part). Which of two lines is the larger is the same for all large `t`; from which
//! `n` on, is kept ([`Evaluator::from`]). What is no line is out of reach: products of two of them, their roots,
//! the sets of their divisors and digits, ranges whose length grows.

use std::cmp::Ordering;

use crate::language::phrase;
use crate::limits::{Limits, Stop};
use crate::rule::ir::{Clause, Comparison, Cond, End, Int, IntOp, Set, Slot, UnaryFn};
use crate::rule::linear::Linear;
use crate::rule::mention;
use crate::rule::numbers::{floor_div, floor_rem, gcd, is_prime, is_square};
use crate::rule::{closed_number, set_of_numbers};

/// What an expression is for every large `t`: `rise * t + start`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Line {
    pub(super) rise: i64,
    pub(super) start: i64,
}

impl Line {
    pub(super) const fn constant(start: i64) -> Line {
        Line { rise: 0, start }
    }

    /// The number that it is for every `t`, if it is one.
    fn number(self) -> Option<i64> {
        (self.rise == 0).then_some(self.start)
    }

    /// Both numbers changed in the same way, unless one overflows.
    fn both(self, change: impl Fn(i64) -> Option<i64>) -> Within<Line> {
        let changed = || Some(Line { rise: change(self.rise)?, start: change(self.start)? });
        changed().ok_or(Stuck::Beyond(phrase!("a number that does not fit in 64 bits")))
    }

    fn plus(self, other: Line) -> Within<Line> {
        let sum = || {
            let rise = self.rise.checked_add(other.rise)?;
            Some(Line { rise, start: self.start.checked_add(other.start)? })
        };
        sum().ok_or(Stuck::Beyond(phrase!("a number that does not fit in 64 bits")))
    }

    fn minus(self, other: Line) -> Within<Line> {
        self.plus(other.both(i64::checked_neg)?)
    }
}

/// Why an expression has no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stuck {
    /// It is none, for this reason.
    Beyond(&'static str),
    /// The residue class must be parted in so many.
    Part(u64),
    /// It takes too much work.
    TooMuch,
    /// A limit was reached.
    Stopped(Stop),
}

pub(super) type Within<T> = Result<T, Stuck>;

/// Elements of sets that are listed, and choices that are tried, in all.
const MOST_STEPS: u64 = 1 << 22;
const STEPS_PER_CHECK: u64 = 1 << 12;
/// Elements of a set.
const MOST_ELEMENTS: i64 = 1 << 16;

/// The lines of the names of a rule.
pub(super) struct Evaluator {
    pub(super) residue: u64,
    pub(super) modulus: u64,
    /// The least `n` from which on everything said so far holds.
    pub(super) from: u64,
    slots: Vec<Line>,
    steps: u64,
    limits: Limits,
}

impl Evaluator {
    pub(super) fn new(modulus: u64, limits: &Limits) -> Evaluator {
        let limits = limits.clone();
        Evaluator { residue: 0, modulus, from: 0, slots: Vec::new(), steps: 0, limits }
    }

    /// The coordinate that is not said.
    pub(super) fn n(&self) -> Line {
        // Both are far below 2^63.
        Line { rise: self.modulus as i64, start: self.residue as i64 }
    }

    pub(super) fn set(&mut self, slot: Slot, line: Line) {
        if self.slots.len() <= slot {
            self.slots.resize(slot + 1, Line::constant(0));
        }
        self.slots[slot] = line;
    }

    pub(super) fn step(&mut self) -> Within<()> {
        self.spend(1)
    }

    /// Counts work of so many steps.
    fn spend(&mut self, steps: u64) -> Within<()> {
        let before = self.steps / STEPS_PER_CHECK;
        self.steps = self.steps.saturating_add(steps);
        if self.steps > MOST_STEPS {
            return Err(Stuck::TooMuch);
        }
        match self.steps / STEPS_PER_CHECK > before {
            true => self.limits.check().map_err(Stuck::Stopped),
            false => Ok(()),
        }
    }

    /// Looks whether there is memory for a list of so many.
    pub(super) fn hold<T>(&self, list: &[T]) -> Within<()> {
        self.limits.check_memory(size_of_val(list) as u64).map_err(Stuck::Stopped)
    }

    /// How a line compares with 0 for all large `t`.
    pub(super) fn sign(&mut self, line: Line) -> Within<Ordering> {
        if line.rise == 0 {
            return Ok(line.start.cmp(&0));
        }
        let t = line.start.unsigned_abs() / line.rise.unsigned_abs() + 1;
        let n = t.checked_mul(self.modulus).and_then(|n| n.checked_add(self.residue));
        self.from = self.from.max(n.ok_or(Stuck::TooMuch)?);
        Ok(line.rise.cmp(&0))
    }

    pub(super) fn compare(&mut self, one: Line, other: Line) -> Within<Ordering> {
        self.sign(one.minus(other)?)
    }

    pub(super) fn int(&mut self, int: &Int) -> Within<Line> {
        match int {
            Int::Const(value) => Ok(Line::constant(*value)),
            Int::Var(slot) => Ok(self.slots[*slot]),
            Int::Neg(inner, _) => self.int(inner)?.both(i64::checked_neg),
            Int::Binary(op, left, right, _) => {
                let (left, right) = (self.int(left)?, self.int(right)?);
                self.binary(*op, left, right, int)
            }
            Int::Extreme(end, numbers) => {
                let lines: Vec<Line> =
                    numbers.iter().map(|number| self.int(number)).collect::<Within<_>>()?;
                self.extreme(*end, &lines)
            }
            Int::ExtremeOf(end, set, _) => {
                let lines = self.list(set)?;
                self.extreme(*end, &lines)
            }
            Int::Size(set, _) => {
                let count = self.list(set)?.len();
                i64::try_from(count).map(Line::constant).map_err(|_| Stuck::TooMuch)
            }
            Int::Unary(function, inner, span) => {
                let line = self.int(inner)?;
                match (line.number(), function) {
                    (Some(value), _) => {
                        let plain = Int::Unary(*function, Box::new(Int::Const(value)), *span);
                        number_of(&plain)
                    }
                    (None, UnaryFn::Abs) => match self.sign(line)? {
                        Ordering::Less => line.both(i64::checked_neg),
                        _ => Ok(line),
                    },
                    _ => Err(Stuck::Beyond(phrase!("a function of a number that is not said"))),
                }
            }
        }
    }

    fn extreme(&mut self, end: End, lines: &[Line]) -> Within<Line> {
        let Some((&first, rest)) = lines.split_first() else {
            return Err(Stuck::Beyond(phrase!("min or max of an empty set")));
        };
        let mut best = first;
        for &line in rest {
            let better = match end {
                End::Least => Ordering::Less,
                End::Greatest => Ordering::Greater,
            };
            if self.compare(line, best)? == better {
                best = line;
            }
        }
        Ok(best)
    }

    /// An operator of two lines; `int` is the expression that has it.
    fn binary(&mut self, op: IntOp, left: Line, right: Line, int: &Int) -> Within<Line> {
        if let (Some(a), Some(b), Int::Binary(_, _, _, span)) = (left.number(), right.number(), int)
        {
            let (a, b) = (Box::new(Int::Const(a)), Box::new(Int::Const(b)));
            return number_of(&Int::Binary(op, a, b, *span));
        }
        let not_linear = Stuck::Beyond(phrase!("an operation that is not linear"));
        match (op, left.number(), right.number()) {
            (IntOp::Add, ..) => left.plus(right),
            (IntOp::Sub, ..) => left.minus(right),
            (IntOp::Mul, Some(factor), None) => right.both(|it| it.checked_mul(factor)),
            (IntOp::Mul, None, Some(factor)) => left.both(|it| it.checked_mul(factor)),
            (IntOp::Pow, None, Some(1)) => Ok(left),
            (IntOp::Shl, None, Some(by @ 0..=62)) => left.both(|it| it.checked_mul(1 << by)),
            (IntOp::Div, None, Some(divisor)) => self.divided(left, divisor),
            (IntOp::Shr, None, Some(by @ 0..=62)) => self.divided(left, 1 << by),
            (IntOp::Rem, None, Some(divisor)) => self.rest(left, divisor).map(Line::constant),
            (IntOp::Gcd, None, Some(number @ 1..)) | (IntOp::Gcd, Some(number @ 1..), None) => {
                let line = if left.rise == 0 { right } else { left };
                let rest = self.rest(line, number)?;
                gcd(rest, number).map(Line::constant).ok_or(Stuck::TooMuch)
            }
            (IntOp::And | IntOp::Or | IntOp::Xor, None, Some(mask @ 0..))
            | (IntOp::And | IntOp::Or | IntOp::Xor, Some(mask @ 0..), None) => {
                let line = if left.rise == 0 { right } else { left };
                let below = mask.checked_add(1).and_then(|it| u64::try_from(it).ok());
                let below = below.and_then(u64::checked_next_power_of_two);
                let below = below.and_then(|it| i64::try_from(it).ok()).ok_or(not_linear)?;
                // The binary digits above those of the mask stay as they are.
                let rest = self.rest(line, below)?;
                let above = line.minus(Line::constant(rest))?;
                match op {
                    IntOp::And => Ok(Line::constant(rest & mask)),
                    IntOp::Or => above.plus(Line::constant(rest | mask)),
                    _ => above.plus(Line::constant(rest ^ mask)),
                }
            }
            _ => Err(not_linear),
        }
    }

    /// The quotient, rounded down, where the divisor divides the rise.
    fn divided(&mut self, line: Line, divisor: i64) -> Within<Line> {
        self.parted(line, divisor)?;
        let start = floor_div(line.start, divisor).ok_or(Stuck::TooMuch)?;
        Ok(Line { rise: line.rise / divisor, start })
    }

    /// The remainder, which has the sign of the divisor.
    fn rest(&mut self, line: Line, divisor: i64) -> Within<i64> {
        self.parted(line, divisor)?;
        floor_rem(line.start, divisor).ok_or(Stuck::TooMuch)
    }

    /// That a divisor divides the rise.
    fn parted(&self, line: Line, divisor: i64) -> Within<()> {
        if divisor == 0 {
            return Err(Stuck::Beyond(phrase!("division by zero")));
        }
        // The least numbers have no absolute value.
        if divisor == i64::MIN || line.rise == i64::MIN || line.start == i64::MIN {
            return Err(Stuck::TooMuch);
        }
        match line.rise % divisor {
            0 => Ok(()),
            _ => {
                let common = gcd(divisor, line.rise).ok_or(Stuck::TooMuch)?;
                Err(Stuck::Part((divisor / common).unsigned_abs()))
            }
        }
    }

    pub(super) fn cond(&mut self, cond: &Cond) -> Within<bool> {
        Ok(match cond {
            Cond::Compare(comparison, left, right) => {
                let (left, right) = (self.int(left)?, self.int(right)?);
                comparison.holds(self.compare(left, right)?)
            }
            Cond::In(int, set) => {
                let line = self.int(int)?;
                self.contains(set, line)?
            }
            Cond::And(left, right) => self.cond(left)? && self.cond(right)?,
            Cond::Or(left, right) => self.cond(left)? || self.cond(right)?,
            Cond::Not(inner) => !self.cond(inner)?,
            Cond::IsPrime(int) => is_prime(self.plain(int)?),
            Cond::IsSquare(int) => is_square(self.plain(int)?),
            Cond::Shared(cond) => self.cond(cond)?,
        })
    }

    /// An expression that must be a number.
    pub(super) fn plain(&mut self, int: &Int) -> Within<i64> {
        let number = self.int(int)?.number();
        number.ok_or(Stuck::Beyond(phrase!("a function of a number that is not said")))
    }

    /// The ends and the step of a range.
    fn range(&mut self, from: &Int, to: &Int, step: Option<&Int>) -> Within<(Line, Line, i64)> {
        let (from, to) = (self.int(from)?, self.int(to)?);
        let step = step.map_or(Ok(1), |step| self.plain(step))?;
        match step {
            1.. => Ok((from, to, step)),
            _ => Err(Stuck::Beyond(phrase!("a range with a step below 1"))),
        }
    }

    /// The elements of a range.
    fn elements(&mut self, from: Line, to: Line, step: i64) -> Within<Vec<Line>> {
        let mut elements = Vec::new();
        let length = to.minus(from)?;
        if self.sign(length)?.is_lt() {
            return Ok(elements);
        }
        let steps = length
            .number()
            .ok_or(Stuck::Beyond(phrase!("a range whose length grows with the position")))?
            / step;
        if steps > MOST_ELEMENTS {
            return Err(Stuck::TooMuch);
        }
        for count in 0..=steps {
            self.step()?;
            elements.push(from.plus(Line::constant(count * step))?);
        }
        Ok(elements)
    }

    fn contains(&mut self, set: &Set, line: Line) -> Within<bool> {
        self.step()?;
        Ok(match set {
            Set::Range { from, to, step, .. } => {
                let (from, to, step) = self.range(from, to, step.as_ref())?;
                self.compare(from, line)?.is_le()
                    && self.compare(line, to)?.is_le()
                    && self.rest(line.minus(from)?, step)? == 0
            }
            Set::Shared(shared) => self.contains(shared, line)?,
            Set::Without(all, out) => self.contains(all, line)? && !self.contains(out, line)?,
            Set::Both(left, right) => self.contains(left, line)? && self.contains(right, line)?,
            Set::Either(left, right) => self.contains(left, line)? || self.contains(right, line)?,
            _ => {
                let mut found = false;
                for element in self.list(set)? {
                    found |= self.compare(element, line)?.is_eq();
                }
                found
            }
        })
    }

    /// The elements of a set, each once.
    pub(super) fn list(&mut self, set: &Set) -> Within<Vec<Line>> {
        self.step()?;
        let mut elements = Vec::new();
        match set {
            Set::Range { from, to, step, .. } => {
                let (from, to, step) = self.range(from, to, step.as_ref())?;
                return self.elements(from, to, step);
            }
            Set::Fixed(fixed) => {
                for &element in fixed.iter() {
                    self.step()?;
                    elements.push(Line::constant(element));
                }
                return Ok(elements);
            }
            Set::Shared(shared) => return self.list(shared),
            Set::List(numbers) => {
                for number in numbers {
                    elements.push(self.int(number)?);
                }
            }
            Set::Comprehension { item, clauses } => {
                self.clauses(clauses, &mut |evaluator| {
                    elements.push(evaluator.int(item)?);
                    Ok(())
                })?;
            }
            Set::Without(all, out) => {
                for line in self.list(all)? {
                    if !self.contains(out, line)? {
                        elements.push(line);
                    }
                }
            }
            Set::Both(left, right) => {
                // One of the two may grow with the position.
                let (listed, other) = match self.list(left) {
                    Err(Stuck::Beyond(_)) => (self.list(right)?, left),
                    listed => (listed?, right),
                };
                for line in listed {
                    if self.contains(other, line)? {
                        elements.push(line);
                    }
                }
            }
            Set::Either(left, right) => {
                elements = self.list(left)?;
                elements.extend(self.list(right)?);
            }
            Set::Call(function, arguments, span) => {
                let mut values = Vec::new();
                for argument in arguments {
                    values.push(self.plain(argument)?);
                }
                // Large numbers are factored in about the fourth root of them.
                let large = values.iter().map(|value| value.unsigned_abs().isqrt().isqrt());
                self.spend(large.max().unwrap_or(0))?;
                let listed = set_of_numbers(*function, &values, *span)
                    .ok_or(Stuck::Beyond(phrase!("a set that is not listed")))?;
                self.hold(&listed)?;
                self.spend(listed.len() as u64)?;
                elements = listed.into_iter().map(Line::constant).collect();
            }
        }
        self.hold(&elements)?;
        elements.sort_unstable();
        elements.dedup();
        // Lines that are not the same cross at most once.
        for index in 1..elements.len() {
            self.step()?;
            self.compare(elements[index - 1], elements[index])?;
        }
        Ok(elements)
    }

    /// The elements of a range that grows with the position, as far as a condition behind it bounds them; nothing if none
    /// does. Conditions before that one are comparisons of linear expressions, which have a value for all elements.
    fn bounded(&mut self, slot: Slot, set: &Set, rest: &[Clause]) -> Within<Option<Vec<Line>>> {
        let (Set::Range { from, to, step, .. }, Some(Clause::If(cond))) = (set, rest.first())
        else {
            return Ok(None);
        };
        let conditions = cond.conjuncts();
        let is_linear = |cond: &&&Cond| match cond {
            Cond::Compare(_, left, right) => {
                Linear::of(left).is_some() && Linear::of(right).is_some()
            }
            _ => false,
        };
        let bound =
            conditions.iter().take_while(is_linear).find_map(|cond| upper_bound(cond, slot));
        let Some((bound, equal)) = bound else { return Ok(None) };
        let (from, to, step) = self.range(from, to, step.as_ref())?;
        let most = self.int(bound)?.minus(Line::constant(i64::from(!equal)))?;
        let to = if self.compare(most, to)?.is_lt() { most } else { to };
        self.elements(from, to, step).map(Some)
    }

    /// Runs `body` for every choice that the clauses allow.
    pub(super) fn clauses(
        &mut self,
        clauses: &[Clause],
        body: &mut dyn FnMut(&mut Evaluator) -> Within<()>,
    ) -> Within<()> {
        let Some((first, rest)) = clauses.split_first() else { return body(self) };
        match first {
            Clause::If(cond) => match self.cond(cond)? {
                true => self.clauses(rest, body),
                false => Ok(()),
            },
            Clause::Let(slot, value) => {
                let value = self.int(value)?;
                self.set(*slot, value);
                self.clauses(rest, body)
            }
            Clause::For(slot, set) => {
                let listed = match self.list(set) {
                    Err(stuck @ Stuck::Beyond(_)) => {
                        self.bounded(*slot, set, rest)?.ok_or(stuck)?
                    }
                    listed => listed?,
                };
                for line in listed {
                    self.step()?;
                    self.set(*slot, line);
                    self.clauses(rest, body)?;
                }
                Ok(())
            }
        }
    }
}

/// The upper bound that a comparison says of a name, and whether the name may be equal to it; that of another name, or of
/// what mentions this one, is none.
fn upper_bound(cond: &Cond, slot: Slot) -> Option<(&Int, bool)> {
    let (comparison, bound) = cond.of_var(slot)?;
    // A name that cancels out is evaluated all the same.
    let free = !mention::in_int(bound, &|name| name == slot);
    match comparison {
        Comparison::Le | Comparison::Eq if free => Some((bound, true)),
        Comparison::Lt if free => Some((bound, false)),
        _ => None,
    }
}

/// The value of an expression without names.
fn number_of(int: &Int) -> Within<Line> {
    let value = closed_number(int).map(Line::constant);
    value.ok_or(Stuck::Beyond(phrase!("an expression that has no value")))
}
