//! Numbers and conditions in machine code, exact: every operation either has a value of 64 bits or
//! escapes.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{AbiParam, InstBuilder, Signature, Value, types};

use super::emit::{Emitted, Emitter, unchanging};
use super::host;
use super::host::HostFunction;
use super::sets::MAX_TABLE;
use crate::rule::ir::{Comparison, Cond, End, Int, IntOp, UnaryFn};
use crate::rule::numbers;
use crate::table::bounds::Interval;

/// Primes up to so many are sieved when a rule is compiled, which takes some milliseconds.
const MOST_SIEVED: i64 = 1 << 21;
/// Powers of so many factors are products.
const MOST_FACTORS: i64 = 8;
/// Largest number that is looked up for a greatest common divisor, and most of a table of pairs.
const MOST_LOOKED_UP: i64 = 1 << 10;

impl Emitter<'_> {
    pub(super) fn constant(&mut self, value: i64) -> Value {
        self.b.ins().iconst(types::I64, value)
    }

    /// The value of an expression.
    pub(super) fn int(&mut self, int: &Int) -> Emitted<Value> {
        let fits = self.bounds.interval_and_fit(int).1;
        Ok(match int {
            Int::Const(value) => self.constant(*value),
            Int::Var(slot) => self.b.use_var(self.slots[*slot]),
            Int::Neg(inner, _) => {
                let value = self.int(inner)?;
                if !fits {
                    let least = self.b.ins().icmp_imm_s(IntCC::Equal, value, i64::MIN);
                    self.escape_if(least);
                }
                self.b.ins().ineg(value)
            }
            Int::Binary(IntOp::Pow, two, power, _)
                if **two == Int::Const(2) && self.bounds.interval(power).is_within(0, 62) =>
            {
                let one = self.constant(1);
                let power = self.int(power)?;
                self.b.ins().ishl(one, power)
            }
            Int::Binary(IntOp::Pow, base, power, _) if let Int::Const(base @ 2..) = **base => {
                let powers: Vec<i64> = (0..).map_while(|power| base.checked_pow(power)).collect();
                let of = self.bounds.interval(power);
                let power = self.int(power)?;
                self.looked_up(&powers, power, of)
            }
            Int::Binary(op, left, right, _) => {
                let (a, b) = (self.int(left)?, self.int(right)?);
                let of = (self.bounds.interval(left), self.bounds.interval(right));
                self.binary(*op, (a, b), of, fits)
            }
            Int::Extreme(end, numbers) => {
                let mut best = None;
                for number in numbers {
                    let value = self.int(number)?;
                    best = Some(match best {
                        None => value,
                        Some(best) => self.better(*end, best, value),
                    });
                }
                match best {
                    Some(best) => best,
                    None => self.constant(0),
                }
            }
            Int::ExtremeOf(end, set, _) => self.extreme_of(*end, set)?,
            Int::Size(set, _) => self.size(set)?,
            Int::Unary(function, inner, _) => {
                let value = self.int(inner)?;
                let of = self.bounds.interval(inner);
                self.unary(*function, value, of, fits)
            }
        })
    }

    /// The constant with this number, from 0; a number without one escapes.
    fn looked_up(&mut self, constants: &[i64], number: Value, of: Interval) -> Value {
        let last = constants.len() as i64 - 1;
        if !of.is_within(0, last) {
            let code = IntCC::UnsignedGreaterThan;
            let outside = self.b.ins().icmp_imm_u(code, number, last);
            self.escape_if(outside);
        }
        let most = usize::try_from(of.hi.clamp(0, last)).unwrap_or(0);
        let start = self.keep(&constants[..=most]);
        let offset = self.b.ins().ishl_imm_u(number, 3);
        let address = self.b.ins().iadd(start, offset);
        self.b.ins().load(types::I64, unchanging(), address, 0)
    }

    pub(super) fn better(&mut self, end: End, best: Value, value: Value) -> Value {
        match end {
            End::Least => self.b.ins().smin(best, value),
            End::Greatest => self.b.ins().smax(best, value),
        }
    }

    fn binary(
        &mut self,
        op: IntOp,
        (a, b): (Value, Value),
        (of_a, of_b): (Interval, Interval),
        fits: bool,
    ) -> Value {
        match op {
            IntOp::Add if fits => self.b.ins().iadd(a, b),
            IntOp::Sub if fits => self.b.ins().isub(a, b),
            IntOp::Mul if fits => self.b.ins().imul(a, b),
            IntOp::Add | IntOp::Sub | IntOp::Mul => {
                let (value, overflow) = match op {
                    IntOp::Add => self.b.ins().sadd_overflow(a, b),
                    IntOp::Sub => self.b.ins().ssub_overflow(a, b),
                    _ => self.b.ins().smul_overflow(a, b),
                };
                self.escape_if(overflow);
                value
            }
            IntOp::Div | IntOp::Rem => self.divided(op, (a, b), (of_a, of_b)),
            IntOp::Xor => self.b.ins().bxor(a, b),
            IntOp::And => self.b.ins().band(a, b),
            IntOp::Or => self.b.ins().bor(a, b),
            IntOp::Shl if fits && of_a.lo >= 0 => self.b.ins().ishl(a, b),
            IntOp::Shr => {
                if of_b.lo < 0 {
                    self.escape_if_negative(b);
                }
                let most = self.constant(63);
                let by = if of_b.hi > 63 { self.b.ins().smin(b, most) } else { b };
                self.b.ins().sshr(a, by)
            }
            IntOp::Pow if of_b == Interval::new(2, 2) => {
                self.binary(IntOp::Mul, (a, a), (of_a, of_a), fits)
            }
            // No product on the way is farther from 0 than the last.
            IntOp::Pow if fits && of_b.lo == of_b.hi && (3..=MOST_FACTORS).contains(&of_b.lo) => {
                (1..of_b.lo).fold(a, |product, _| self.b.ins().imul(product, a))
            }
            IntOp::Pow => self.host(host::POWER, a, b),
            IntOp::Shl => self.host(host::SHIFT, a, b),
            IntOp::Gcd => self.gcd((a, b), (of_a, of_b)),
        }
    }

    /// The greatest common divisor: looked up where both numbers are small, or one is a small constant.
    fn gcd(&mut self, (a, b): (Value, Value), (of_a, of_b): (Interval, Interval)) -> Value {
        let divisor = |a: i64, b: i64| numbers::gcd(a, b).unwrap_or(host::NOTHING);
        let small = |of: Interval| of.is_within(0, MOST_LOOKED_UP);
        if small(of_a) && small(of_b) && (of_a.hi + 1) * (of_b.hi + 1) <= MOST_LOOKED_UP {
            let pairs = (0..=of_a.hi).flat_map(|a| (0..=of_b.hi).map(move |b| divisor(a, b)));
            let table: Vec<i64> = pairs.collect();
            let row = self.b.ins().imul_imm_s(a, of_b.hi + 1);
            let number = self.b.ins().iadd(row, b);
            return self.looked_up(&table, number, Interval::new(0, table.len() as i64 - 1));
        }
        let constant = |of: Interval| of.lo == of.hi && (2..=MOST_LOOKED_UP).contains(&of.lo);
        for ((a, of_a), (b, of_b)) in [((a, of_a), (b, of_b)), ((b, of_b), (a, of_a))] {
            if constant(of_b) && of_a.lo >= 0 {
                let rest = self.divided(IntOp::Rem, (a, b), (of_a, of_b));
                let table: Vec<i64> = (0..of_b.lo).map(|rest| divisor(rest, of_b.lo)).collect();
                return self.looked_up(&table, rest, Interval::new(0, of_b.lo - 1));
            }
        }
        // A step for each binary digit, at most.
        let digits = |of: Interval| match of.lo >= 0 {
            true => i64::from(64 - of.hi.leading_zeros()),
            false => 64,
        };
        let cost = host::GCD.cost.min(4 + digits(of_a) + digits(of_b));
        self.host(HostFunction { cost, ..host::GCD }, a, b)
    }

    /// `a / b` rounded down, or the remainder that goes with it.
    fn divided(
        &mut self,
        op: IntOp,
        (a, b): (Value, Value),
        (of_a, of_b): (Interval, Interval),
    ) -> Value {
        if of_b.lo <= 0 && of_b.hi >= 0 {
            let zero = self.b.ins().icmp_imm_s(IntCC::Equal, b, 0);
            self.escape_if(zero);
        }
        if of_a.lo >= 0 && of_b.lo >= 0 {
            return self.divided_unsigned(op, (a, b), of_a.hi.max(of_b.hi));
        }
        if of_a.lo == i64::MIN && of_b.lo <= -1 && of_b.hi >= -1 {
            let least = self.b.ins().icmp_imm_s(IntCC::Equal, a, i64::MIN);
            let minus_one = self.b.ins().icmp_imm_s(IntCC::Equal, b, -1);
            let both = self.b.ins().band(least, minus_one);
            self.escape_if(both);
        }
        let quotient = self.b.ins().sdiv(a, b);
        let product = self.b.ins().imul(quotient, b);
        let rest = self.b.ins().isub(a, product);
        // Rounded towards zero, one too large where the rest and the divisor differ in sign.
        let inexact = self.b.ins().icmp_imm_s(IntCC::NotEqual, rest, 0);
        let signs = self.b.ins().bxor(rest, b);
        let differ = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, signs, 0);
        let correct = self.b.ins().band(inexact, differ);
        match op {
            IntOp::Div => {
                let one = self.b.ins().uextend(types::I64, correct);
                self.b.ins().isub(quotient, one)
            }
            _ => {
                let corrected = self.b.ins().iadd(rest, b);
                self.b.ins().select(correct, corrected, rest)
            }
        }
    }

    /// Division of numbers from 0 to `most`, with 32 bits where they suffice: that is faster.
    fn divided_unsigned(&mut self, op: IntOp, (a, b): (Value, Value), most: i64) -> Value {
        let short = u32::try_from(most).is_ok();
        let of = |e: &mut Self, value| match short {
            true => e.b.ins().ireduce(types::I32, value),
            false => value,
        };
        let (a, b) = (of(self, a), of(self, b));
        let quotient = self.b.ins().udiv(a, b);
        let value = match op {
            IntOp::Div => quotient,
            // So that a quotient and a remainder share one division.
            _ => {
                let product = self.b.ins().imul(quotient, b);
                self.b.ins().isub(a, product)
            }
        };
        match short {
            true => self.b.ins().uextend(types::I64, value),
            false => value,
        }
    }

    fn unary(&mut self, function: UnaryFn, value: Value, of: Interval, fits: bool) -> Value {
        match function {
            UnaryFn::Abs => {
                if !fits {
                    let least = self.b.ins().icmp_imm_s(IntCC::Equal, value, i64::MIN);
                    self.escape_if(least);
                }
                self.b.ins().iabs(value)
            }
            UnaryFn::Ilog2 => {
                let zeros = self.b.ins().clz(value);
                let most = self.constant(63);
                let log = self.b.ins().isub(most, zeros);
                if of.lo > 0 {
                    return log;
                }
                let positive = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThan, value, 0);
                let none = self.constant(-1);
                self.b.ins().select(positive, log, none)
            }
            UnaryFn::Popcount => {
                if of.lo < 0 {
                    self.escape_if_negative(value);
                }
                self.b.ins().popcnt(value)
            }
            UnaryFn::Isqrt => self.host(host::ROOT, value, value),
            UnaryFn::Fib => {
                let fibs: Vec<i64> = (0..).map_while(numbers::fib).collect();
                self.looked_up(&fibs, value, of)
            }
        }
    }

    fn escape_if_negative(&mut self, value: Value) {
        let negative = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, value, 0);
        self.escape_if(negative);
    }

    /// Calls a function that answers [`host::NOTHING`] where there is no value.
    fn host(&mut self, function: HostFunction, a: Value, b: Value) -> Value {
        let value = self.call(function, a, b);
        let nothing = self.b.ins().icmp_imm_s(IntCC::Equal, value, host::NOTHING);
        self.escape_if(nothing);
        value
    }

    /// Calls a function, which counts as so many options as it takes time.
    fn call(&mut self, function: HostFunction, a: Value, b: Value) -> Value {
        let cost = self.constant(function.cost);
        self.burn(cost);
        let mut signature = Signature::new(self.b.func.signature.call_conv);
        signature.params = vec![AbiParam::new(types::I64); 2];
        signature.returns = vec![AbiParam::new(types::I64)];
        let signature = self.b.import_signature(signature);
        let address = self.constant(function.call as usize as i64);
        let call = self.b.ins().call_indirect(signature, address, &[a, b]);
        self.b.inst_results(call)[0]
    }

    /// The value of a condition that is not made of others: one bit.
    pub(super) fn flag(&mut self, cond: &Cond) -> Emitted<Value> {
        Ok(match cond {
            Cond::Compare(comparison, left, right) => {
                if let Some((number, divisor, wanted)) = divisibility(*comparison, left, right)
                    && self.bounds.interval(number).is_within(0, u32::MAX.into())
                {
                    let number = self.int(number)?;
                    let divides = self.is_multiple(number, divisor);
                    return Ok(match wanted {
                        true => divides,
                        false => self.b.ins().bxor_imm_u(divides, 1),
                    });
                }
                let (a, b) = (self.int(left)?, self.int(right)?);
                let code = match comparison {
                    Comparison::Eq => IntCC::Equal,
                    Comparison::Ne => IntCC::NotEqual,
                    Comparison::Lt => IntCC::SignedLessThan,
                    Comparison::Le => IntCC::SignedLessThanOrEqual,
                    Comparison::Gt => IntCC::SignedGreaterThan,
                    Comparison::Ge => IntCC::SignedGreaterThanOrEqual,
                };
                self.b.ins().icmp(code, a, b)
            }
            Cond::In(int, set) => {
                let value = self.int(int)?;
                let set = self.prepare(set)?;
                self.contains(&set, value)?
            }
            Cond::IsPrime(int) => {
                let list = |most: i64| numbers::primes_up_to(most);
                self.test(&list, MOST_SIEVED, host::IS_PRIME, int)?
            }
            Cond::IsSquare(int) => {
                let list = |most: i64| (0..=most.isqrt()).map(|root| root * root).collect();
                self.test(&list, MAX_TABLE, host::IS_SQUARE, int)?
            }
            Cond::And(..) | Cond::Or(..) | Cond::Not(_) | Cond::Shared(_) => {
                return Err("a condition inside of a condition");
            }
        })
    }

    /// Whether a number below 2^32 is a multiple of a constant: the multiples times the inverse of its odd part are the
    /// quotients with the digits of the even part behind them, and these are turned to the front, where any other than
    /// 0 makes the number too large (Granlund and Montgomery, 1994).
    fn is_multiple(&mut self, number: Value, divisor: u32) -> Value {
        let inverse = super::divisors::inverse(divisor >> divisor.trailing_zeros());
        let number = self.b.ins().ireduce(types::I32, number);
        let inverse = self.b.ins().iconst(types::I32, i64::from(inverse));
        let product = self.b.ins().imul(number, inverse);
        let turned = match divisor.trailing_zeros() {
            0 => product,
            twos => self.b.ins().rotr_imm_u(product, i64::from(twos)),
        };
        let most = self.b.ins().iconst(types::I32, i64::from(u32::MAX / divisor));
        self.b.ins().icmp(IntCC::UnsignedLessThanOrEqual, turned, most)
    }

    /// Whether a number is one of those that are listed up to the largest it can be, by a table of bits if
    /// that is not above `most`; else as a function says.
    fn test(
        &mut self,
        list: &dyn Fn(i64) -> Vec<i64>,
        most: i64,
        function: HostFunction,
        int: &Int,
    ) -> Emitted<Value> {
        let value = self.int(int)?;
        let of = self.bounds.interval(int);
        if (0..=most).contains(&of.hi) {
            let listed = if self.dry { Vec::new() } else { list(of.hi) };
            return self.contains_fixed(&listed, value);
        }
        let holds = self.call(function, value, value);
        Ok(self.b.ins().icmp_imm_s(IntCC::NotEqual, holds, 0))
    }
}

/// A number of which a comparison says that it is a multiple of a constant, with true, or that it is none, if the number
/// is not negative. The remainders of powers of two are digits, which is as good.
fn divisibility<'c>(
    comparison: Comparison,
    left: &'c Int,
    right: &'c Int,
) -> Option<(&'c Int, u32, bool)> {
    let (comparison, rest, with) = match (left, right) {
        (rest, Int::Const(with)) => (comparison, rest, *with),
        (Int::Const(with), rest) => (comparison.turned(), rest, *with),
        _ => return None,
    };
    let Int::Binary(IntOp::Rem, number, by, _) = rest else { return None };
    let Int::Const(by) = **by else { return None };
    let divisor = u32::try_from(by).ok().filter(|by| *by > 1 && !by.is_power_of_two())?;
    let wanted = match (comparison, with) {
        (Comparison::Eq, 0) | (Comparison::Le, 0) | (Comparison::Lt, 1) => true,
        (Comparison::Ne, 0) | (Comparison::Gt, 0) | (Comparison::Ge, 1) => false,
        _ => return None,
    };
    Some((number, divisor, wanted))
}
