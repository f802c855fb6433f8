//! Functions that machine code calls because a few instructions do not make them: two numbers in,
//! a number or [`NOTHING`] out.

use crate::rule::numbers;

/// Stands for "no value". The few expressions whose value is this number escape needlessly.
pub(super) const NOTHING: i64 = i64::MIN;

/// One of them.
#[derive(Clone, Copy)]
pub(super) struct HostFunction {
    /// In the form in which machine code calls: the machine's own.
    pub(super) call: extern "C" fn(i64, i64) -> i64,
    /// About the time that it takes at most, in options that are looked at meanwhile.
    pub(super) cost: i64,
}

pub(super) const POWER: HostFunction = HostFunction { call: power, cost: 1 << 5 };
pub(super) const SHIFT: HostFunction = HostFunction { call: shift, cost: 1 << 3 };
pub(super) const GCD: HostFunction = HostFunction { call: gcd, cost: 1 << 6 };
pub(super) const ROOT: HostFunction = HostFunction { call: root, cost: 1 << 5 };
pub(super) const IS_PRIME: HostFunction = HostFunction { call: is_prime, cost: 1 << 11 };
pub(super) const IS_SQUARE: HostFunction = HostFunction { call: is_square, cost: 1 << 5 };

extern "C" fn power(a: i64, b: i64) -> i64 {
    u32::try_from(b).ok().and_then(|b| a.checked_pow(b)).unwrap_or(NOTHING)
}

extern "C" fn shift(a: i64, b: i64) -> i64 {
    let factor = u32::try_from(b).ok().filter(|&b| b < 63).map(|b| 1_i64 << b);
    factor.and_then(|factor| a.checked_mul(factor)).unwrap_or(NOTHING)
}

extern "C" fn gcd(a: i64, b: i64) -> i64 {
    numbers::gcd(a, b).unwrap_or(NOTHING)
}

extern "C" fn root(n: i64, _: i64) -> i64 {
    n.checked_isqrt().unwrap_or(NOTHING)
}

extern "C" fn is_prime(n: i64, _: i64) -> i64 {
    i64::from(numbers::is_prime(n))
}

extern "C" fn is_square(n: i64, _: i64) -> i64 {
    i64::from(numbers::is_square(n))
}
