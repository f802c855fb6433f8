//! What operators and functions make of numbers, with a message where that is nothing.

use super::factors::divisors;
use super::frame::{Evaluated, MAX_LISTED, fault, overflow, too_many, too_much};
use super::numbers;
use crate::language::{Message, message};
use crate::rule::ast::Span;
use crate::rule::ir::{Int, IntOp, SetFn, UnaryFn};

/// An operator with its operands: where these are given the result, unless there is none.
pub(in crate::rule) fn put_together(op: IntOp, left: Int, right: Int, span: Span) -> Int {
    if let (Int::Const(a), Int::Const(b)) = (&left, &right)
        && let Ok(result) = binary(op, *a, *b, span)
    {
        return Int::Const(result);
    }
    Int::Binary(op, Box::new(left), Box::new(right), span)
}

/// What an operator makes of two numbers.
pub(super) fn binary(op: IntOp, a: i64, b: i64, span: Span) -> Evaluated<i64> {
    let value = match op {
        IntOp::Add => a.checked_add(b),
        IntOp::Sub => a.checked_sub(b),
        IntOp::Mul => a.checked_mul(b),
        IntOp::Div | IntOp::Rem if b == 0 => return fault(span, message!("division by zero")),
        IntOp::Div => numbers::floor_div(a, b),
        IntOp::Rem => numbers::floor_rem(a, b),
        IntOp::Pow if b < 0 => return fault(span, message!("the exponent {b} is negative", b)),
        IntOp::Pow => power(a, b),
        IntOp::Xor => Some(a ^ b),
        IntOp::And => Some(a & b),
        IntOp::Or => Some(a | b),
        IntOp::Shl | IntOp::Shr if b < 0 => {
            return fault(span, message!("a shift by {b}; shifts go from 0", b));
        }
        IntOp::Shl => power(2, b).and_then(|factor| a.checked_mul(factor)).or(
            // Zero stays zero and -2^63 is reached by a shift of 63 alone.
            if a == 0 {
                Some(0)
            } else if a == -1 && b == 63 {
                Some(i64::MIN)
            } else {
                None
            },
        ),
        IntOp::Shr => Some(a >> b.min(63)),
        IntOp::Gcd => numbers::gcd(a, b),
    };
    value.map_or_else(|| fault(span, overflown(op, a, b)), Ok)
}

/// That the result of an operator does not fit, with the numbers: they say at which choice it was.
pub(super) fn overflown(op: IntOp, a: i64, b: i64) -> Message {
    let sign = match op {
        IntOp::Add => "+",
        IntOp::Sub => "-",
        IntOp::Mul => "*",
        IntOp::Pow => {
            let most = (0..64).take_while(|&exponent| power(a, exponent).is_some()).last();
            let most = most.unwrap_or(0);
            return match a {
                2.. => message!(
                    "{a}**{b} does not fit in 64 bits: exponents of {a} go up to {most}, as in for i in 0..{most}; the powers up to n are powers({a}, n)",
                    a,
                    b,
                    most
                ),
                _ => message!(
                    "{a}**{b} does not fit in 64 bits: exponents of {a} go up to {most}",
                    a,
                    b,
                    most
                ),
            };
        }
        _ => return message!("this value does not fit in 64 bits"),
    };
    message!("{a} {sign} {b} does not fit in 64 bits", a, sign, b)
}

/// `a` to the power `b >= 0`, unless it overflows.
fn power(a: i64, b: i64) -> Option<i64> {
    match (a, u32::try_from(b)) {
        (_, Ok(exponent)) => a.checked_pow(exponent),
        (0 | 1, Err(_)) => Some(a),
        (-1, Err(_)) => Some(if b % 2 == 0 { 1 } else { -1 }),
        _ => None,
    }
}

/// What a function makes of a number.
pub(super) fn unary(function: UnaryFn, value: i64, span: Span) -> Evaluated<i64> {
    let result = match function {
        UnaryFn::Abs => value.checked_abs(),
        UnaryFn::Isqrt if value < 0 => {
            return fault(span, message!("{value} is negative and has no root", value));
        }
        UnaryFn::Isqrt => Some(value.isqrt()),
        UnaryFn::Ilog2 => Some(numbers::ilog2(value)),
        UnaryFn::Popcount if value < 0 => {
            return fault(span, message!("{value} is negative and has no count of ones", value));
        }
        UnaryFn::Popcount => Some(i64::from(value.count_ones())),
        UnaryFn::Fib if value < 0 => {
            return fault(span, message!("there is no fib({value})", value));
        }
        UnaryFn::Fib => numbers::fib(value),
    };
    result.map_or_else(|| overflow(span), Ok)
}

/// The set that a function makes of its arguments.
pub(super) fn call(function: SetFn, values: &[i64], span: Span) -> Evaluated<Vec<i64>> {
    let n = values[values.len() - 1];
    if matches!(function, SetFn::Primes | SetFn::PrimePowers) && n > MAX_LISTED {
        return too_much(span, too_many(&message!("a table of primes")));
    }
    Ok(match function {
        SetFn::Digits => {
            let (n, base) = (values[0], values.get(1).copied().unwrap_or(10));
            if base < 2 {
                return fault(span, message!("the base {base} is less than 2", base));
            }
            if n < 0 {
                return fault(span, message!("{n} is negative and has no digits", n));
            }
            numbers::digits(n, base)
        }
        SetFn::Divisors => divisors(n),
        SetFn::Primes => numbers::primes_up_to(n),
        SetFn::PrimePowers => numbers::prime_powers_up_to(n),
        SetFn::Powers => {
            let base = values[0];
            if base < 1 {
                return fault(span, message!("the base {base} is less than 1", base));
            }
            numbers::powers(base, n)
        }
        SetFn::Squares => {
            let root = n.max(0).isqrt();
            if root > MAX_LISTED {
                return too_much(span, too_many(&message!("a set")));
            }
            (1..=root).map(|k| k * k).collect()
        }
        SetFn::Fibs => numbers::fibs(n),
    })
}
