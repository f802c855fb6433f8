//! Ranges through which a variable runs otherwise than from one element to the next, for a condition behind them
//! leaves those that are found at once.
//!
//! ```text
//! [n/d] for d in 2..n if n % d == 0                    the divisors of n
//! [n-p] for p in primes(n) if n % p == 0               the divisors that are prime
//! [n-k] for k in 1..n if and(n, k) == k                the numbers whose binary digits are digits of n
//!                     or xor(k, n-k) == n              the same, for then nothing is carried in k + (n-k)
//! [m+k] for k in 1..99-m if and(m, k) == 0             those whose digits are none of m
//! ```
//!
//! The numbers made of some digits of a mask ascend from 0 by `k -> (k - mask) and mask`: in what is not of the mask
//! the ones of `-mask` let the carry pass.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};

use super::emit::{Emitted, Emitter, arg};
use super::narrow::{Narrowed, cannot_fail};
use super::sets::Ready;
use super::visit::Body;
use crate::rule::ir::{Clause, Comparison, Cond, Family, Int, IntOp, Set, SetFn, Slot};
use crate::rule::linear::Linear;
use crate::rule::mention;
use crate::table::bounds::{Bounds, apart, part_of};

/// Machine code tries the divisors of a number one by one, up to this number.
pub(super) const MAX_DIVIDED: i64 = 1 << 46;

/// What a condition leaves of a range.
pub(super) enum Through {
    /// The divisors of a positive number.
    Divisors(Int),
    /// The numbers whose binary digits are digits of this one, which is not negative.
    Within(Int),
    /// The same of a form.
    WithinForm(Linear),
    /// The numbers that have no binary digit in common with this one, which is not negative.
    Apart(Int),
}

impl<'e> Emitter<'e> {
    /// What a condition leaves of the elements that a variable may be, if that is found at once.
    pub(super) fn through(&self, slot: Slot, cond: &Cond, inside: &Bounds) -> Option<Through> {
        match self.number_divided(slot, cond, inside) {
            Some(number) => Some(Through::Divisors(number.clone())),
            None => digits_asked(slot, cond, inside),
        }
    }

    /// A range of which only such elements are visited.
    pub(super) fn range_through<'r>(
        &mut self,
        through: Through,
        range: Ready<'r>,
    ) -> Emitted<Ready<'r>> {
        let number = match &through {
            Through::Divisors(number) | Through::Within(number) | Through::Apart(number) => {
                self.int(number)?
            }
            Through::WithinForm(form) => self.form_value(form),
        };
        let Ready::Range { from, to, .. } = range else { return Ok(range) };
        Ok(match through {
            Through::Divisors(of) => {
                let of = self.bounds.interval(&of);
                Ready::Both(Box::new(Ready::Divisors(number, of)), Box::new(range))
            }
            Through::Within(_) | Through::WithinForm(_) => Ready::Made { mask: number, from, to },
            Through::Apart(_) => {
                let mask = self.b.ins().bxor_imm_u(number, i64::MAX);
                Ready::Made { mask, from, to }
            }
        })
    }

    /// Visits the numbers of a range, none of them negative, whose digits are digits of a mask.
    pub(super) fn each_made(
        &mut self,
        mask: Value,
        (from, to): (Value, Value),
        body: &mut Body<'_, 'e>,
    ) -> Emitted<()> {
        let [some, visit, after] = std::array::from_fn(|_| self.b.create_block());
        let element = self.b.append_block_param(visit, types::I64);
        // Of the range itself it may be a condition that leaves out what is negative.
        let none = self.constant(0);
        let from = self.b.ins().smax(from, none);
        let any = self.b.ins().icmp(IntCC::SignedLessThanOrEqual, from, to);
        self.b.ins().brif(any, some, &[], after, &[]);
        self.b.switch_to_block(some);
        let digits = self.b.ins().popcnt(mask);
        let one = self.constant(1);
        let made = self.b.ins().ishl(one, digits);
        let length = self.b.ins().isub(to, from);
        let steps = self.b.ins().umin(length, made);
        self.burn(steps);
        let (first, last) = (self.first_made(mask, from), self.last_made(mask, to));
        let there = self.b.ins().icmp(IntCC::SignedGreaterThanOrEqual, first, from);
        let before = self.b.ins().icmp(IntCC::SignedLessThanOrEqual, first, last);
        let both = self.b.ins().band(there, before);
        self.b.ins().brif(both, visit, &[arg(first)], after, &[]);
        self.b.switch_to_block(visit);
        self.aside(|e| body(e, element))?;
        let less = self.b.ins().isub(element, mask);
        let following = self.b.ins().band(less, mask);
        let ends = self.b.ins().icmp(IntCC::Equal, element, last);
        self.b.ins().brif(ends, after, &[], visit, &[arg(following)]);
        self.b.switch_to_block(after);
        Ok(())
    }

    /// The least number made of digits of a mask that is not less than `from`; 0, if there is none.
    ///
    /// Of the digits of `from` that the mask lacks the first has place `p`. What is above it stays if there is
    /// none, and otherwise becomes the next number made of the mask's digits above `p`.
    fn first_made(&mut self, mask: Value, from: Value) -> Value {
        let lacking = self.b.ins().band_not(from, mask);
        let zeros = self.b.ins().clz(lacking);
        let ones = self.constant(-1);
        let below = self.b.ins().ushr(ones, zeros);
        let high = self.b.ins().band_not(mask, below);
        let kept = self.b.ins().band_not(from, below);
        let less = self.b.ins().isub(kept, high);
        let following = self.b.ins().band(less, high);
        self.b.ins().select(lacking, following, from)
    }

    /// The greatest number made of digits of a mask that is not greater than `to`: below the first digit of `to` that
    /// the mask lacks it has all of the mask.
    fn last_made(&mut self, mask: Value, to: Value) -> Value {
        let lacking = self.b.ins().band_not(to, mask);
        let zeros = self.b.ins().clz(lacking);
        let ones = self.constant(-1);
        let below = self.b.ins().ushr(ones, zeros);
        let kept = self.b.ins().band_not(to, below);
        let all = self.b.ins().band(mask, below);
        let made = self.b.ins().bor(kept, all);
        self.b.ins().select(lacking, made, to)
    }

    /// The divisors of a number that are among many constants, where the first condition is that the
    /// variable divides it.
    pub(super) fn divisors_among<'r>(
        &mut self,
        slot: Slot,
        set: &Set,
        ready: Ready<'r>,
        rest: Vec<Clause>,
    ) -> Emitted<Narrowed<'r>> {
        let mut narrowed = Narrowed { ready, settled: Vec::new(), rest };
        let Some((Clause::If(cond), others)) = narrowed.rest.split_first() else {
            return Ok(narrowed);
        };
        let many = matches!(set, Set::Call(SetFn::Primes | SetFn::PrimePowers, ..));
        let conjuncts = cond.conjuncts();
        let Some((first, open)) = conjuncts.split_first().filter(|_| many) else {
            return Ok(narrowed);
        };
        let mut inside = self.bounds.clone();
        inside.bind_element(slot, set);
        let Some(number) = self.number_divided(slot, first, &inside) else { return Ok(narrowed) };
        let of = self.bounds.interval(number);
        let divisors = Ready::Divisors(self.int(number)?, of);
        let settled = vec![(*first).clone()];
        let open = open.iter().map(|cond| Clause::If((*cond).clone()));
        let rest = open.chain(others.iter().cloned()).collect();
        let ready = Ready::Both(Box::new(divisors), Box::new(narrowed.ready));
        narrowed = Narrowed { ready, settled, rest };
        Ok(narrowed)
    }

    /// Whether conditions behind a variable leave the divisors of a number.
    pub(super) fn leaves_divisors(&self, slot: Slot, set: &Set, conjuncts: &[&Cond]) -> bool {
        let mut inside = self.bounds.clone();
        inside.bind_element(slot, set);
        let computed = conjuncts.iter().take_while(|cond| cannot_fail(cond, &inside));
        computed.into_iter().any(|cond| self.number_divided(slot, cond, &inside).is_some())
    }

    /// The number that the variable divides if a condition holds: a positive one, unless the range is empty.
    fn number_divided<'c>(&self, slot: Slot, cond: &'c Cond, inside: &Bounds) -> Option<&'c Int> {
        // A win that is met first decides, also where the definition would fail at an earlier element.
        if self.in_order && (self.has_wins || self.end == Some(1)) {
            return None;
        }
        let number = divided(slot, cond)?;
        let by = Int::Var(slot);
        let own = Linear::of_var(slot);
        let is_positive = || inside.interval(number).lo >= 1;
        let is_no_less =
            || Linear::of(number).is_some_and(|number| inside.proves_difference(&number, &own, 0));
        // Trying all numbers up to the root of a large one takes longer than a short range.
        let (most, range) = (inside.interval(number).hi, inside.interval(&by));
        let is_worth_it =
            most <= MAX_DIVIDED && range.length() >= most.max(0).isqrt().unsigned_abs() / 4;
        let fits = is_worth_it
            && !mention::in_int(number, &|other| other == slot)
            && inside.interval(&by).lo >= 1
            && (is_positive() || is_no_less());
        fits.then_some(number)
    }
}

/// The number of which a condition says that a variable divides it.
fn divided(slot: Slot, cond: &Cond) -> Option<&Int> {
    let Cond::Compare(Comparison::Eq, a, b) = cond else { return None };
    let (rest, zero) = if *a == Int::Const(0) { (b, a) } else { (a, b) };
    let Int::Binary(IntOp::Rem, number, by, _) = rest else { return None };
    (*zero == Int::Const(0) && **by == Int::Var(slot)).then_some(number)
}

/// Whether a variable of a family may run through divisors, which come in another order than the
/// elements of its set.
pub(super) fn asks_for_divisors(family: &Family) -> bool {
    let slots = family.clauses.iter().filter_map(|clause| match clause {
        Clause::For(slot, _) => Some(*slot),
        Clause::If(_) | Clause::Let(..) => None,
    });
    let slots: Vec<Slot> = slots.collect();
    family.clauses.iter().any(|clause| {
        let Clause::If(cond) = clause else { return false };
        let conjuncts = cond.conjuncts();
        conjuncts.iter().any(|cond| slots.iter().any(|&slot| divided(slot, cond).is_some()))
    })
}

/// The numbers that are left of those that a variable may be where a condition says which binary digits they have.
fn digits_asked(slot: Slot, cond: &Cond, inside: &Bounds) -> Option<Through> {
    let own = Int::Var(slot);
    let not_negative = |int: &Int| inside.interval(int).lo >= 0;
    let steady = |int: &Int| !mention::in_int(int, &|other| other == slot);
    if !not_negative(&own) {
        return None;
    }
    if let Some((whole, part)) = part_of(cond, true)
        && *part == own
    {
        return (steady(whole) && not_negative(whole)).then(|| Through::Within(whole.clone()));
    }
    // What there is beside the element, where both have no digit in common.
    fn beside<'c>(own: &Int, a: &'c Int, b: &'c Int) -> Option<&'c Int> {
        if a == own { Some(b) } else { (b == own).then_some(a) }
    }
    let whole = |other: &Int| {
        let whole = Linear::of(other)?.add(&Linear::of_var(slot))?;
        let steady = whole.terms.iter().all(|&(term, _)| term != slot);
        (steady && not_negative(other)).then_some(whole)
    };
    if let Some((a, b)) = apart(cond, true) {
        let other = beside(&own, a, b)?;
        if steady(other) {
            return not_negative(other).then(|| Through::Apart(other.clone()));
        }
        return whole(other).map(Through::WithinForm);
    }
    let Cond::Compare(Comparison::Eq, left, right) = cond else { return None };
    [(left, right), (right, left)].into_iter().find_map(|(made, equal)| {
        let Int::Binary(op @ (IntOp::Or | IntOp::Xor), a, b, _) = made else { return None };
        let other = beside(&own, a, b)?;
        if *op == IntOp::Or && other == equal {
            return (steady(other) && not_negative(other)).then(|| Through::Within(other.clone()));
        }
        let whole = whole(other)?;
        (Linear::of(equal)? == whole).then_some(Through::WithinForm(whole))
    })
}
