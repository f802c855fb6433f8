//! The plain meaning of numbers, conditions, sets and clauses, as a walk over the checked form that counts its steps.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::apply::{binary, call, overflown, unary};
use super::numbers;
use crate::language::{Message, message};
use crate::limits::{Limits, Stop};
use crate::rule::ast::Span;
use crate::rule::ir::{Clause, Cond, End, Int, IntOp, Set, SetFn, Slot};
use crate::rule::mention;

/// Most elements of a set that has to be listed before it can be used.
pub(crate) const MAX_LISTED: i64 = 1 << 24;
/// Most elements of a range, or of ranges one within the other, that are tried one by one.
pub(crate) const MAX_TRIED: i128 = 1 << 32;
/// Numbers that are sieved in the time of a step, about.
const SIEVED_IN_A_STEP: u64 = 16;
/// Steps between two looks at the limits.
const STEPS_PER_CHECK: u64 = 1 << 14;
/// The steps that are made while a number of more than 32 bits is tested.
const LARGE_PRIME: u64 = 1 << 9;
/// How far what is too much to be tried is begun: elements of a range, numbers of which a set is made.
const BEGINNING: i64 = 1 << 12;
/// Steps that choices in several ranges may take which are too many together.
const STEPS_TO_BEGIN: u64 = 1 << 22;

/// Why an expression has no value.
#[derive(Debug)]
pub(in crate::rule) enum Trouble {
    Stop(Stop),
    /// `too_much` if there is a value, but it would take too much work.
    Fault {
        message: Message,
        span: Span,
        too_much: bool,
    },
}

impl Trouble {
    fn is_too_much(&self) -> bool {
        matches!(self, Trouble::Fault { too_much: true, .. })
    }
}

pub(in crate::rule) type Evaluated<T> = Result<T, Box<Trouble>>;

pub(super) fn fault<T>(span: Span, message: Message) -> Evaluated<T> {
    Err(Box::new(Trouble::Fault { message, span, too_much: false }))
}

/// That something would take too much work.
pub(in crate::rule) fn too_much<T>(span: Span, message: Message) -> Evaluated<T> {
    Err(Box::new(Trouble::Fault { message, span, too_much: true }))
}

/// The variables of one rule in use, and the limits of the work.
pub(in crate::rule) struct Frame<'a> {
    slots: SmallVec<[i64; 8]>,
    limits: &'a Limits,
    steps: u64,
    /// After so many steps the limits are looked at again.
    next_check: u64,
    most_steps: u64,
    /// Comparisons are no steps, but take their time where there are many.
    compared: u64,
    /// Whether of what is too much to be tried the beginning is shown before that is told.
    pub(in crate::rule) begins: bool,
    /// What is told once the steps are used up.
    refusal: Option<Box<Trouble>>,
}

/// What a loop body says: go on or stop looping.
pub(super) type Flow = Evaluated<ControlFlow<()>>;

impl<'a> Frame<'a> {
    pub(in crate::rule) fn new(slots: usize, limits: &'a Limits) -> Frame<'a> {
        Frame {
            slots: SmallVec::from_elem(0, slots),
            limits,
            steps: 0,
            next_check: STEPS_PER_CHECK,
            most_steps: u64::MAX,
            compared: 0,
            begins: false,
            refusal: None,
        }
    }

    /// The same, which takes at most so many steps, or as many as are made between two looks at the limits.
    pub(in crate::rule) fn within(self, most_steps: u64) -> Frame<'a> {
        Frame { most_steps, ..self }
    }

    pub(in crate::rule) fn set(&mut self, slot: Slot, value: i64) {
        match self.slots.get_mut(slot) {
            Some(place) => *place = value,
            None => self.make_room(slot, value),
        }
    }

    /// Part of a rule may be evaluated by itself, with room for what it mentions; names that are bound in it and
    /// never mentioned come on top.
    #[cold]
    fn make_room(&mut self, slot: Slot, value: i64) {
        self.slots.resize(slot + 1, 0);
        self.slots[slot] = value;
    }

    /// Counts one step of work; now and then looks at the limits.
    pub(in crate::rule) fn step(&mut self) -> Evaluated<()> {
        self.spend(1)
    }

    /// Counts work of so many steps; looks at the limits where it is much.
    fn spend(&mut self, work: u64) -> Evaluated<()> {
        self.steps = self.steps.saturating_add(work);
        if self.steps >= self.next_check {
            self.check()?;
        }
        Ok(())
    }

    /// Counts the work of listing so many elements, before they are; looks whether there is memory for many.
    fn spend_on_list(&mut self, elements: u64) -> Evaluated<()> {
        self.spend(elements)?;
        if elements < STEPS_PER_CHECK {
            return Ok(());
        }
        self.hold(elements.saturating_mul(size_of::<i64>() as u64))
    }

    /// Looks whether there is memory for so many bytes.
    pub(super) fn hold(&self, bytes: u64) -> Evaluated<()> {
        self.limits.check_memory(bytes).map_err(|stop| Box::new(Trouble::Stop(stop)))
    }

    #[cold]
    fn check(&mut self) -> Evaluated<()> {
        self.next_check = self.steps.saturating_add(STEPS_PER_CHECK);
        if self.steps > self.most_steps {
            if let Some(refusal) = self.refusal.take() {
                return Err(refusal);
            }
            return fault(
                Span::default(),
                message!("this takes over {most} steps", most = self.most_steps),
            );
        }
        self.limits.check().map_err(|stop| Box::new(Trouble::Stop(stop)))
    }

    pub(in crate::rule) fn int(&mut self, int: &Int) -> Evaluated<i64> {
        Ok(match int {
            Int::Const(value) => *value,
            Int::Var(slot) => self.slots[*slot],
            Int::Neg(inner, span) => {
                let value = self.int(inner)?;
                match value.checked_neg() {
                    Some(value) => value,
                    None => return overflow(*span),
                }
            }
            Int::Binary(op, left, right, span) => {
                let (a, b) = (self.int(left)?, self.int(right)?);
                match op {
                    // The common cases first, without the call.
                    IntOp::Add => a.checked_add(b),
                    IntOp::Sub => a.checked_sub(b),
                    IntOp::Mul => a.checked_mul(b),
                    _ => return binary(*op, a, b, *span),
                }
                .map_or_else(|| fault(*span, overflown(*op, a, b)), Ok)?
            }
            Int::Extreme(end, numbers) => {
                let mut best = None;
                for number in numbers {
                    let value = self.int(number)?;
                    best = Some(better(*end, best, value));
                }
                best.unwrap_or(0)
            }
            Int::ExtremeOf(end, set, span) => {
                let mut best = None;
                self.each(set, &mut |_, value| {
                    best = Some(better(*end, best, value));
                    Ok(ControlFlow::Continue(()))
                })?;
                match best {
                    Some(value) => value,
                    None => return fault(*span, message!("min or max of an empty set")),
                }
            }
            Int::Size(set, span) => self.size(set, *span)?,
            Int::Unary(function, inner, span) => {
                let value = self.int(inner)?;
                return unary(*function, value, *span);
            }
        })
    }

    pub(in crate::rule) fn cond(&mut self, cond: &Cond) -> Evaluated<bool> {
        Ok(match cond {
            Cond::Compare(comparison, left, right) => {
                let (a, b) = (self.int(left)?, self.int(right)?);
                self.compared += 1;
                if self.compared.is_multiple_of(STEPS_PER_CHECK) {
                    self.limits.check().map_err(|stop| Box::new(Trouble::Stop(stop)))?;
                }
                comparison.holds(a.cmp(&b))
            }
            Cond::In(int, set) => {
                let value = self.int(int)?;
                self.contains(set, value)?
            }
            Cond::And(left, right) => self.cond(left)? && self.cond(right)?,
            Cond::Or(left, right) => self.cond(left)? || self.cond(right)?,
            Cond::Not(inner) => !self.cond(inner)?,
            Cond::IsPrime(int) => {
                let number = self.int(int)?;
                self.spend(if number > u32::MAX.into() { LARGE_PRIME } else { 1 })?;
                numbers::is_prime(number)
            }
            Cond::IsSquare(int) => numbers::is_square(self.int(int)?),
            Cond::Shared(cond) => {
                self.step()?;
                self.cond(cond)?
            }
        })
    }

    /// The ends and the step of a range; an empty range has its end before its start.
    fn range(
        &mut self,
        from: &Int,
        to: &Int,
        step: Option<&Int>,
        span: Span,
    ) -> Evaluated<(i64, i64, i64)> {
        let (from, to) = (self.int(from)?, self.int(to)?);
        let step = match step {
            None => 1,
            Some(step) => self.int(step)?,
        };
        if step <= 0 {
            return fault(
                span,
                message!("the step of a range is {step}; it must be at least 1", step),
            );
        }
        Ok((from, to, step))
    }

    /// Shows every element of a set, each once, until `body` breaks.
    pub(in crate::rule) fn each(
        &mut self,
        set: &Set,
        body: &mut dyn FnMut(&mut Frame<'a>, i64) -> Flow,
    ) -> Evaluated<()> {
        match set {
            Set::Range { from, to, step, span } => {
                let (from, to, step) = self.range(from, to, step.as_ref(), *span)?;
                let mut left = u64::MAX;
                let mut refusal = Ok(());
                if length((from, to, step)) > MAX_TRIED {
                    let message =
                        message!("a range of more than {most} choices to try", most = MAX_TRIED);
                    left = if self.begins { BEGINNING as u64 } else { 0 };
                    refusal = too_much(*span, message);
                }
                let mut value = from;
                while value <= to {
                    if left == 0 {
                        return refusal;
                    }
                    left -= 1;
                    self.step()?;
                    if body(self, value)?.is_break() {
                        break;
                    }
                    match value.checked_add(step) {
                        Some(next) => value = next,
                        None => break,
                    }
                }
            }
            Set::Fixed(elements) => {
                let elements = elements.clone();
                self.each_of(&elements, body)?;
            }
            Set::Shared(shared) => {
                self.step()?;
                self.each(shared, body)?;
            }
            Set::Without(all, out) => {
                let out = self.list(out)?;
                self.each(all, &mut |frame, value| {
                    if out.binary_search(&value).is_ok() {
                        return Ok(ControlFlow::Continue(()));
                    }
                    body(frame, value)
                })?;
            }
            _ => match self.list(set) {
                Err(refusal) if self.begins && refusal.is_too_much() => {
                    let mut broke = false;
                    let first = self.beginning(set)?;
                    self.each_of(&first, &mut |frame, value| {
                        let flow = body(frame, value)?;
                        broke = flow.is_break();
                        Ok(flow)
                    })?;
                    if !broke {
                        return Err(refusal);
                    }
                }
                elements => self.each_of(&elements?, body)?,
            },
        }
        Ok(())
    }

    /// The first elements of a set that is too large to be listed, if they are easily had.
    fn beginning(&mut self, set: &Set) -> Evaluated<Vec<i64>> {
        let Set::Call(function, arguments, span) = set else { return Ok(Vec::new()) };
        let mut values = self.arguments(arguments)?;
        let values = &mut values[..arguments.len()];
        if let Some(most) = values.last_mut() {
            *most = BEGINNING.min(*most);
        }
        call(*function, values, *span)
    }

    fn each_of(
        &mut self,
        elements: &[i64],
        body: &mut dyn FnMut(&mut Frame<'a>, i64) -> Flow,
    ) -> Evaluated<()> {
        for &value in elements {
            self.step()?;
            if body(self, value)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// The elements of a set in ascending order, each once.
    pub(in crate::rule) fn list(&mut self, set: &Set) -> Evaluated<Vec<i64>> {
        self.step()?;
        let mut elements = Vec::new();
        match set {
            Set::Range { from, to, step, span } => {
                let range = self.range(from, to, step.as_ref(), *span)?;
                return self.list_range(range, *span);
            }
            Set::Fixed(fixed) => {
                self.spend_on_list(fixed.len() as u64)?;
                return Ok(fixed.to_vec());
            }
            Set::Shared(shared) => return self.list(shared),
            Set::List(numbers) => {
                for number in numbers {
                    elements.push(self.int(number)?);
                }
            }
            Set::Comprehension { item, clauses } => {
                let _all = self.clauses(clauses, &mut |frame| {
                    let value = frame.int(item)?;
                    if elements.len() as i64 >= MAX_LISTED {
                        return too_much(Span::default(), too_many(&message!("a set")));
                    }
                    if elements.len() == elements.capacity() {
                        // The list is about to take twice as much.
                        frame.hold(2 * size_of_val(&elements[..]) as u64)?;
                    }
                    elements.push(value);
                    Ok(ControlFlow::Continue(()))
                })?;
            }
            Set::Without(all, out) => {
                elements = self.list(all)?;
                let out = self.list(out)?;
                self.spend(elements.len() as u64)?;
                elements.retain(|value| out.binary_search(value).is_err());
                return Ok(elements);
            }
            Set::Both(left, right) => {
                elements = self.list(left)?;
                let right = self.list(right)?;
                self.spend(elements.len() as u64)?;
                elements.retain(|value| right.binary_search(value).is_ok());
                return Ok(elements);
            }
            Set::Either(left, right) => {
                elements = self.list(left)?;
                elements.extend(self.list(right)?);
                self.spend_on_list(elements.len() as u64)?;
            }
            Set::Call(function, arguments, span) => {
                return self.list_call(*function, arguments, *span);
            }
        }
        elements.sort_unstable();
        elements.dedup();
        Ok(elements)
    }

    /// The elements of a range.
    fn list_range(&mut self, range: (i64, i64, i64), span: Span) -> Evaluated<Vec<i64>> {
        let count = length(range);
        if count > MAX_LISTED.into() {
            return too_much(span, too_many(&message!("a set")));
        }
        if count > 0 {
            self.spend_on_list(count as u64)?;
        }
        let (from, to, step) = range;
        let mut elements = Vec::new();
        let mut value = Some(from);
        while let Some(element) = value.filter(|&value| value <= to) {
            elements.push(element);
            value = element.checked_add(step);
        }
        Ok(elements)
    }

    /// The elements of the set that a function makes of its arguments.
    fn list_call(&mut self, function: SetFn, arguments: &[Int], span: Span) -> Evaluated<Vec<i64>> {
        let values = self.arguments(arguments)?;
        let root = values[0].max(0).isqrt() as u64;
        match function {
            // So long Pollard's method takes.
            SetFn::Divisors => self.spend(root.isqrt())?,
            SetFn::Squares if root <= MAX_LISTED as u64 => self.spend_on_list(root)?,
            SetFn::Primes | SetFn::PrimePowers if values[0] <= MAX_LISTED => {
                self.spend(values[0].max(0) as u64 / SIEVED_IN_A_STEP)?;
            }
            _ => {}
        }
        let elements = call(function, &values[..arguments.len()], span)?;
        if function != SetFn::Squares {
            self.spend_on_list(elements.len() as u64)?;
        }
        Ok(elements)
    }

    fn arguments(&mut self, arguments: &[Int]) -> Evaluated<[i64; 2]> {
        let mut values = [0; 2];
        for (value, argument) in values.iter_mut().zip(arguments) {
            *value = self.int(argument)?;
        }
        Ok(values)
    }

    fn size(&mut self, set: &Set, span: Span) -> Evaluated<i64> {
        if let Set::Range { from, to, step, span } = set {
            let range = self.range(from, to, step.as_ref(), *span)?;
            return i64::try_from(length(range)).or_else(|_| overflow(*span));
        }
        let listed = self.list(set)?.len();
        i64::try_from(listed).or_else(|_| overflow(span))
    }

    pub(in crate::rule) fn contains(&mut self, set: &Set, value: i64) -> Evaluated<bool> {
        self.step()?;
        Ok(match set {
            Set::Range { from, to, step, span } => {
                let (from, to, step) = self.range(from, to, step.as_ref(), *span)?;
                from <= value
                    && value <= to
                    && (i128::from(value) - i128::from(from)) % i128::from(step) == 0
            }
            Set::List(numbers) => {
                let mut found = false;
                for number in numbers {
                    found |= self.int(number)? == value;
                }
                found
            }
            Set::Fixed(elements) => elements.binary_search(&value).is_ok(),
            Set::Shared(shared) => self.contains(shared, value)?,
            Set::Without(all, out) => self.contains(all, value)? && !self.contains(out, value)?,
            Set::Both(left, right) => self.contains(left, value)? && self.contains(right, value)?,
            Set::Either(left, right) => {
                self.contains(left, value)? || self.contains(right, value)?
            }
            // Divisors and squares are told without those beside them.
            Set::Call(SetFn::Divisors, arguments, _) => {
                let n = self.arguments(arguments)?[0];
                value >= 1 && n >= 1 && n % value == 0
            }
            Set::Call(SetFn::Squares, arguments, _) => match self.arguments(arguments)?[0] {
                n if n.max(0).isqrt() <= MAX_LISTED => {
                    (1..=n).contains(&value) && numbers::is_square(value)
                }
                _ => self.list(set)?.binary_search(&value).is_ok(),
            },
            _ => self.list(set)?.binary_search(&value).is_ok(),
        })
    }

    /// Runs `body` for every choice that the clauses allow, until it breaks.
    pub(in crate::rule) fn clauses(
        &mut self,
        clauses: &[Clause],
        body: &mut dyn FnMut(&mut Frame<'a>) -> Flow,
    ) -> Flow {
        let Some((first, rest)) = clauses.split_first() else { return body(self) };
        match first {
            Clause::If(cond) => {
                if !self.cond(cond)? {
                    return Ok(ControlFlow::Continue(()));
                }
                self.clauses(rest, body)
            }
            Clause::Let(slot, value) => {
                let value = self.int(value)?;
                self.set(*slot, value);
                self.clauses(rest, body)
            }
            Clause::For(slot, set) => {
                if let [Clause::For(..), ..] = rest {
                    self.check_ranges(clauses)?;
                }
                let mut flow = ControlFlow::Continue(());
                self.each(set, &mut |frame, value| {
                    frame.set(*slot, value);
                    flow = frame.clauses(rest, body)?;
                    Ok(flow)
                })?;
                Ok(flow)
            }
        }
    }

    /// Refuses what would not come to an end: ranges that stand one within the other, without a
    /// condition between them, and leave too many choices together.
    fn check_ranges(&mut self, clauses: &[Clause]) -> Evaluated<()> {
        let mut inner: SmallVec<[Slot; 4]> = SmallVec::new();
        let mut together: i128 = 1;
        for clause in clauses {
            let Clause::For(slot, set) = clause else { break };
            if let Set::Range { from, to, step, span } = set
                && !mention::in_set(set, &|slot| inner.contains(&slot))
                && let Ok(range) = self.range(from, to, step.as_ref(), *span)
            {
                together = together.saturating_mul(length(range));
                if together > MAX_TRIED && self.refusal.is_none() {
                    let message = message!(
                        "more than {most} choices to try in ranges up to this one",
                        most = MAX_TRIED
                    );
                    let refusal = too_much(*span, message);
                    if !self.begins {
                        return refusal;
                    }
                    self.refusal = refusal.err();
                    self.most_steps = self.steps.saturating_add(STEPS_TO_BEGIN);
                }
            }
            inner.push(*slot);
        }
        Ok(())
    }
}

/// The length of a range; 0 if it is empty.
fn length((from, to, step): (i64, i64, i64)) -> i128 {
    match from > to {
        true => 0,
        false => (i128::from(to) - i128::from(from)) / i128::from(step) + 1,
    }
}

fn better(end: End, best: Option<i64>, value: i64) -> i64 {
    match (end, best) {
        (_, None) => value,
        (End::Least, Some(best)) => best.min(value),
        (End::Greatest, Some(best)) => best.max(value),
    }
}

pub(super) fn overflow<T>(span: Span) -> Evaluated<T> {
    fault(span, message!("this value does not fit in 64 bits"))
}

pub(super) fn too_many(what: &Message) -> Message {
    message!("{what} of more than {most} elements would have to be listed", what, most = MAX_LISTED)
}
