//! Ranges of which the conditions behind them leave a part.
//!
//! ```text
//! [a] + [b] for a in 0..n, b in 0..n if a + b == n-1       b from n-1-a to n-1-a
//! [a-k, b-l] for k in 0..a, l in 0..b if abs(k-l) < 3      l from k-2 to k+2
//! [n-k, k] for k in 1..n if k % l == 0                     k from l to n by steps of l
//! [n-p-q] for p, q in primes(n) if q == p+2                q is p+2 if that is a prime
//! ```
//!
//! A comparison that is linear in the variable, or compares it with a number that does not depend on it, says where
//! it begins or ends; `and` leaves what both leave, `or`
//! all from the lesser beginning to the greater end. What a condition leaves exactly need not be asked again.
//! The definition tries every element and might fail at one, so conditions are taken in their order up to the
//! first that may.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};

use super::emit::{Emitted, Emitter};
use super::sets::{MAX_TRIED, Ready, is_soon_found_in};
use super::through::Through;
use crate::rule::ir::{Clause, Comparison, Cond, End, Int, IntOp, Set, Slot, UnaryFn};
use crate::rule::linear::Linear;
use crate::rule::mention;
use crate::table::bounds::{Bounds, Interval};

/// No variable of a comparison is greater, nor less than minus this.
const LARGE: i64 = 1 << 40;
/// Its factors and its constant make up less than this.
const FACTORS: u64 = 1 << 20;
/// So no beginning or end is greater, nor less than minus this.
const FARTHEST: i64 = 1 << 61;

/// A range as conditions leave it.
pub(super) struct Narrowed<'r> {
    pub(super) ready: Ready<'r>,
    /// The conditions that hold for all that is left.
    pub(super) settled: Vec<Cond>,
    /// The other clauses.
    pub(super) rest: Vec<Clause>,
}

/// The numbers that have one remainder: as that of a form, when divided by a number that does not depend on the variable.
struct Stride {
    by: Int,
    of: Interval,
    remainder: i64,
    form: Linear,
}

/// Where a variable begins or ends.
enum Bound {
    /// At this number, without the part below 2 to the `shift`: a beginning is rounded up, an end down.
    At {
        form: Linear,
        shift: u32,
    },
    /// At a number that does not depend on it, and this much more.
    Beside {
        number: Int,
        plus: i64,
    },
    Least(Box<[Bound; 2]>),
    Greatest(Box<[Bound; 2]>),
}

/// The one element that meets a condition, if that names it.
fn only_element(slot: Slot, cond: &Cond) -> Option<&Int> {
    let Cond::Compare(Comparison::Eq, a, b) = cond else { return None };
    let other = match (a, b) {
        (Int::Var(own), other) | (other, Int::Var(own)) if *own == slot => other,
        _ => return None,
    };
    (!mention::in_int(other, &|mentioned| mentioned == slot)).then_some(other)
}

impl Emitter<'_> {
    /// What of a range through which a variable runs its conditions leave.
    pub(super) fn narrowed<'r>(
        &mut self,
        slot: Slot,
        set: &Set,
        ready: Ready<'r>,
        rest: Vec<Clause>,
    ) -> Emitted<Narrowed<'r>> {
        if let Ready::Fixed(elements) | Ready::UpTo(elements, ..) = &ready
            && is_soon_found_in(elements)
            && let Some((Clause::If(cond), others)) = rest.split_first()
            && let [first, open @ ..] = &cond.conjuncts()[..]
            && let Some(only) = only_element(slot, first)
        {
            let open = open.iter().map(|&cond| Clause::If(cond.clone()));
            let left = open.chain(others.iter().cloned()).collect();
            let only = Ready::Values(vec![self.int(only)?]);
            let ready = Ready::Both(Box::new(only), Box::new(ready));
            return Ok(Narrowed { ready, settled: vec![(*first).clone()], rest: left });
        }
        if let Ready::UpTo(..) = ready {
            return self.divisors_among(slot, set, ready, rest);
        }
        let mut narrowed = Narrowed { ready, settled: Vec::new(), rest };
        let Ready::Range { from, to, step: None, of } = narrowed.ready else {
            return Ok(narrowed);
        };
        let Some((Clause::If(cond), others)) = narrowed.rest.split_first() else {
            return Ok(narrowed);
        };
        // Longer ones the definition refuses.
        if Interval::new(of[0].lo, of[1].hi).length() >= MAX_TRIED {
            return Ok(narrowed);
        }
        let conjuncts = cond.conjuncts();
        let mut inside = self.bounds.clone();
        inside.bind_element(slot, set);
        let (mut begins, mut ends) = (Vec::new(), Vec::new());
        let (mut through, mut stride) = (None, None);
        let (mut settled, mut open) = (Vec::new(), Vec::new());
        let mut conjuncts = conjuncts.into_iter();
        for cond in conjuncts.by_ref() {
            if through.is_none()
                && stride.is_none()
                && let Some(found) = self.stride(slot, cond, of[0], &inside)
            {
                stride = Some(found);
                settled.push(cond.clone());
                inside.assume(cond, true);
                continue;
            }
            if !cannot_fail(cond, &inside) {
                open.push(cond);
                break;
            }
            let is_settled = if through.is_none()
                && stride.is_none()
                && let Some(found) = self.through(slot, cond, &inside)
            {
                through = Some(found);
                true
            } else {
                begins.extend(self.bound(slot, cond, End::Greatest, true, &inside));
                ends.extend(self.bound(slot, cond, End::Least, true, &inside));
                self.is_exact(slot, cond, &inside)
            };
            if is_settled {
                settled.push(cond.clone());
            } else {
                open.push(cond);
            }
            inside.assume(cond, true);
        }
        open.extend(conjuncts);
        if begins.is_empty() && ends.is_empty() && through.is_none() && stride.is_none() {
            return Ok(narrowed);
        }
        let open = open.into_iter().map(|cond| Clause::If(cond.clone()));
        let rest: Vec<Clause> = open.chain(others.iter().cloned()).collect();
        let ready = self.left_of_range((from, to), of, (&begins, &ends), (through, stride))?;
        narrowed = Narrowed { ready, settled, rest };
        Ok(narrowed)
    }

    /// What of a range these beginnings and ends leave, where a variable runs through it otherwise or in steps.
    fn left_of_range<'r>(
        &mut self,
        mut range: (Value, Value),
        of: [Interval; 3],
        (begins, ends): (&[Bound], &[Bound]),
        (through, stride): (Option<Through>, Option<Stride>),
    ) -> Emitted<Ready<'r>> {
        for bound in begins {
            let begin = self.bound_value(bound, End::Greatest)?;
            range.0 = self.b.ins().smax(range.0, begin);
        }
        for bound in ends {
            let end = self.bound_value(bound, End::Least)?;
            range.1 = self.b.ins().smin(range.1, end);
        }
        let least = if ends.is_empty() { of[1].lo } else { of[1].lo.min(-FARTHEST) };
        let most = if begins.is_empty() { of[0].hi } else { of[0].hi.max(FARTHEST) };
        let of = [Interval::new(of[0].lo, most), Interval::new(least, of[1].hi), of[2]];
        let ready = Ready::Range { from: range.0, to: range.1, step: None, of };
        match (through, stride) {
            (_, Some(stride)) => self.range_by_strides(&stride, range, of),
            (Some(through), None) => self.range_through(through, ready),
            (None, None) => Ok(ready),
        }
    }

    /// The steps in which a variable goes, if a condition says its remainder; the range begins in an interval.
    fn stride(&self, slot: Slot, cond: &Cond, begins: Interval, inside: &Bounds) -> Option<Stride> {
        let Cond::Compare(Comparison::Eq, a, b) = cond else { return None };
        let (rest, remainder) = match (a, b) {
            (rest, Int::Const(remainder)) | (Int::Const(remainder), rest) => (rest, *remainder),
            _ => return None,
        };
        let Int::Binary(IntOp::Rem, number, by, _) = rest else { return None };
        let number = Linear::of(number)?;
        let sign = number.coefficient(slot);
        let form = Linear { terms: Vec::new(), constant: remainder }
            .minus(&number.clone().add(&Linear::of_var(slot).times(-sign)?)?)?
            .times(sign)?;
        let of = inside.interval(by);
        let known = |other: Slot| inside.interval(&Int::Var(other)).is_within(-LARGE, LARGE);
        let fits = sign.abs() == 1
            && part(&number, slot).is_some()
            && number.terms.iter().all(|&(other, _)| known(other))
            && (0..LARGE).contains(&remainder)
            && begins.is_within(-FARTHEST, FARTHEST)
            && of.hi > 1
            && of.hi <= FARTHEST
            && is_computed(by, &self.bounds)
            && !mention::in_int(by, &|other| other == slot);
        let by = (**by).clone();
        fits.then_some(Stride { by, of, remainder, form })
    }

    /// A range in such steps, from its first number of the remainder on. Leaves where numbers are divided by one that is not
    /// positive.
    fn range_by_strides<'r>(
        &mut self,
        stride: &Stride,
        (from, to): (Value, Value),
        of: [Interval; 3],
    ) -> Emitted<Ready<'r>> {
        let mut by = self.int(&stride.by)?;
        if stride.of.lo < 1 {
            let wrong = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, by, 1);
            self.escape_if(wrong);
        } else if self.bounds.interval(&stride.by).lo < 1 {
            // A condition before it, which is still to be asked, says that it is positive.
            let one = self.constant(1);
            by = self.b.ins().smax(by, one);
        }
        let form = self.form_value(&stride.form);
        let ahead = self.b.ins().isub(form, from);
        let ahead = self.b.ins().srem(ahead, by);
        let around = self.b.ins().iadd(ahead, by);
        let negative = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, ahead, 0);
        let ahead = self.b.ins().select(negative, around, ahead);
        let first = self.b.ins().iadd(from, ahead);
        let to = match stride.remainder {
            0 => to,
            remainder => {
                let there = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThan, by, remainder);
                let before = self.b.ins().iadd_imm_s(from, -1);
                self.b.ins().select(there, to, before)
            }
        };
        let most = of[0].hi.saturating_add(stride.of.hi);
        let least = of[1].lo.min(of[0].lo.saturating_sub(1));
        let steps = Interval::new(1, stride.of.hi);
        let of = [Interval::new(of[0].lo, most), Interval::new(least, of[1].hi), steps];
        Ok(Ready::Range { from: first, to, step: Some(by), of })
    }

    /// Numbers that are not negative exactly if a comparison `holds`, or not, if it is one of linear numbers.
    fn forms(&self, cond: &Cond, holds: bool, inside: &Bounds) -> Option<Vec<Linear>> {
        let Cond::Compare(comparison, a, b) = cond else { return None };
        let known = |slot: Slot| inside.interval(&Int::Var(slot)).is_within(-LARGE, LARGE);
        let difference = |greater: &Linear, less: &Linear, least: i64| {
            let form = greater.minus(less)?.plus(-least)?;
            form.terms.iter().all(|&(slot, _)| known(slot)).then_some(form)
        };
        let comparison = comparison.given(holds);
        if let Int::Unary(UnaryFn::Abs, of, _) = a {
            let (of, most) = (Linear::of(of)?, Linear::of(b)?);
            let least = match comparison {
                Comparison::Lt => 1,
                Comparison::Le => 0,
                _ => return None,
            };
            let other = of.clone().times(-1)?;
            return Some(vec![difference(&most, &of, least)?, difference(&most, &other, least)?]);
        }
        let (a, b) = (Linear::of(a)?, Linear::of(b)?);
        if comparison == Comparison::Eq {
            return Some(vec![difference(&a, &b, 0)?, difference(&b, &a, 0)?]);
        }
        let (less, greater, least) = comparison.ascending(&a, &b)?;
        Some(vec![difference(greater, less, least)?])
    }

    /// Whether a condition holds exactly between its bounds.
    fn is_exact(&self, slot: Slot, cond: &Cond, inside: &Bounds) -> bool {
        let forms = self.forms(cond, true, inside);
        match forms {
            Some(forms) => forms.iter().all(|form| part(form, slot).is_some()),
            None => [End::Least, End::Greatest]
                .iter()
                .any(|&which| self.bound_beside(slot, cond, which, true).is_some()),
        }
    }

    /// Where a variable begins or ends if a comparison with a number that does not depend on it `holds`, or not.
    fn bound_beside(&self, slot: Slot, cond: &Cond, which: End, holds: bool) -> Option<Bound> {
        let (comparison, number) = cond.of_var(slot)?;
        let fits = self.bounds.interval(number).is_within(1 - FARTHEST, FARTHEST - 1)
            && is_computed(number, &self.bounds)
            && !mention::in_int(number, &|other| other == slot);
        let plus = match (comparison.given(holds), which) {
            (Comparison::Lt, End::Least) => -1,
            (Comparison::Gt, End::Greatest) => 1,
            (Comparison::Le, End::Least) | (Comparison::Ge, End::Greatest) => 0,
            (Comparison::Eq, _) => 0,
            _ => return None,
        };
        fits.then(|| Bound::Beside { number: number.clone(), plus })
    }

    /// Where a variable begins (`Greatest`) or ends (`Least`), if a condition `holds`, or not.
    fn bound(
        &self,
        slot: Slot,
        cond: &Cond,
        which: End,
        holds: bool,
        inside: &Bounds,
    ) -> Option<Bound> {
        match cond {
            Cond::Compare(..) => {
                let wanted = if which == End::Greatest { 1 } else { -1 };
                let of = |form: &Linear| {
                    let shift = part(form, slot)?;
                    let other =
                        form.clone().add(&Linear::of_var(slot).times(-form.coefficient(slot))?)?;
                    (form.coefficient(slot).signum() == wanted)
                        .then_some(Bound::At { form: other, shift })
                };
                match self.forms(cond, holds, inside) {
                    Some(forms) => forms.iter().filter_map(of).reduce(|a, b| joined(a, b, which)),
                    None => self.bound_beside(slot, cond, which, holds),
                }
            }
            Cond::And(a, b) | Cond::Or(a, b) => {
                let both = matches!(cond, Cond::And(..)) == holds;
                let [a, b] = [a, b].map(|cond| self.bound(slot, cond, which, holds, inside));
                match (a, b) {
                    (Some(a), Some(b)) if both => Some(joined(a, b, which)),
                    (Some(a), Some(b)) => {
                        let other = if which == End::Least { End::Greatest } else { End::Least };
                        Some(joined(a, b, other))
                    }
                    (a, b) if both => a.or(b),
                    _ => None,
                }
            }
            Cond::Not(inner) => self.bound(slot, inner, which, !holds, inside),
            Cond::Shared(inner) => self.bound(slot, inner, which, holds, inside),
            Cond::In(..) | Cond::IsPrime(_) | Cond::IsSquare(_) => None,
        }
    }

    /// The value of a form.
    pub(super) fn form_value(&mut self, form: &Linear) -> Value {
        let mut value = self.constant(form.constant);
        for &(slot, factor) in &form.terms {
            let own = self.b.use_var(self.slots[slot]);
            let scaled = self.b.ins().imul_imm_s(own, factor);
            value = self.b.ins().iadd(value, scaled);
        }
        value
    }

    /// The number at which a variable begins or ends.
    fn bound_value(&mut self, bound: &Bound, which: End) -> Emitted<Value> {
        Ok(match bound {
            // c x + form >= 0 with c = 2^shift says x >= -floor(form / c), with c = -2^shift x <= floor(form / -c).
            Bound::At { form, shift } => {
                let mut value = self.form_value(form);
                if *shift > 0 {
                    value = self.b.ins().sshr_imm_u(value, i64::from(*shift));
                }
                if which == End::Greatest { self.b.ins().ineg(value) } else { value }
            }
            Bound::Beside { number, plus } => {
                let value = self.int(number)?;
                self.b.ins().iadd_imm_s(value, *plus)
            }
            Bound::Least(two) => {
                let [a, b] = &**two;
                let (a, b) = (self.bound_value(a, which)?, self.bound_value(b, which)?);
                self.b.ins().smin(a, b)
            }
            Bound::Greatest(two) => {
                let [a, b] = &**two;
                let (a, b) = (self.bound_value(a, which)?, self.bound_value(b, which)?);
                self.b.ins().smax(a, b)
            }
        })
    }
}

fn joined(a: Bound, b: Bound, which: End) -> Bound {
    match which {
        End::Least => Bound::Least(Box::new([a, b])),
        End::Greatest => Bound::Greatest(Box::new([a, b])),
    }
}

/// Of which power of two a variable is taken in a form, if it is taken so.
fn part(form: &Linear, slot: Slot) -> Option<u32> {
    let factor = form.coefficient(slot).unsigned_abs();
    let small = form
        .terms
        .iter()
        .map(|(_, factor)| factor.unsigned_abs())
        .chain([form.constant.unsigned_abs()]);
    let fits = small.fold(0_u64, u64::saturating_add) < FACTORS;
    (factor.is_power_of_two() && fits).then(|| factor.trailing_zeros())
}

/// Whether a condition surely has a value.
pub(super) fn cannot_fail(cond: &Cond, bounds: &Bounds) -> bool {
    match cond {
        Cond::Compare(_, a, b) => is_computed(a, bounds) && is_computed(b, bounds),
        Cond::And(a, b) | Cond::Or(a, b) => cannot_fail(a, bounds) && cannot_fail(b, bounds),
        Cond::Not(inner) => cannot_fail(inner, bounds),
        Cond::Shared(inner) => cannot_fail(inner, bounds),
        Cond::IsPrime(int) | Cond::IsSquare(int) => is_computed(int, bounds),
        Cond::In(..) => false,
    }
}

/// Whether an expression surely has a value.
fn is_computed(int: &Int, bounds: &Bounds) -> bool {
    bounds.interval_and_fit(int).1
        && match int {
            Int::Const(_) | Int::Var(_) => true,
            Int::Neg(inner, _) | Int::Unary(_, inner, _) => is_computed(inner, bounds),
            Int::Binary(_, a, b, _) => is_computed(a, bounds) && is_computed(b, bounds),
            Int::Extreme(_, numbers) => numbers.iter().all(|number| is_computed(number, bounds)),
            Int::ExtremeOf(..) | Int::Size(..) => false,
        }
}
