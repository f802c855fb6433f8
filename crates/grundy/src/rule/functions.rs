//! The functions of the notation by name.

use super::ir::{IntOp, SetFn, UnaryFn};

/// Every function of the notation, and `sum`, which is followed by a bracket too.
///
/// ```
/// use grundy::rule::{FUNCTIONS, Formula};
/// // Each may be called, so none may be a name.
/// for name in FUNCTIONS {
///     assert!(Formula::new(name, &[name.to_owned()]).is_err(), "{name}");
/// }
/// ```
pub const FUNCTIONS: [&str; 24] = [
    "xor",
    "and",
    "or",
    "shl",
    "shr",
    "popcount",
    "min",
    "max",
    "size",
    "gcd",
    "abs",
    "isqrt",
    "ilog2",
    "is_prime",
    "is_square",
    "fib",
    "digits",
    "divisors",
    "primes",
    "prime_powers",
    "powers",
    "squares",
    "fibs",
    "sum",
];

/// The function of two numbers of this name.
pub(super) fn two_numbers(name: &str) -> Option<IntOp> {
    Some(match name {
        "xor" => IntOp::Xor,
        "and" => IntOp::And,
        "or" => IntOp::Or,
        "shl" => IntOp::Shl,
        "shr" => IntOp::Shr,
        "gcd" => IntOp::Gcd,
        _ => return None,
    })
}

/// The function of one number of this name.
pub(super) fn one_number(name: &str) -> Option<UnaryFn> {
    Some(match name {
        "abs" => UnaryFn::Abs,
        "isqrt" => UnaryFn::Isqrt,
        "ilog2" => UnaryFn::Ilog2,
        "popcount" => UnaryFn::Popcount,
        "fib" => UnaryFn::Fib,
        _ => return None,
    })
}

/// Whether the function of this name gives a number.
pub(super) fn gives_number(name: &str) -> bool {
    two_numbers(name).is_some()
        || one_number(name).is_some()
        || matches!(name, "min" | "max" | "size")
}

/// The function of this name whose value is a set, with the least and the most arguments it takes.
pub(super) fn set_function(name: &str) -> Option<(SetFn, usize, usize)> {
    Some(match name {
        "digits" => (SetFn::Digits, 1, 2),
        "divisors" => (SetFn::Divisors, 1, 1),
        "primes" => (SetFn::Primes, 1, 1),
        "prime_powers" => (SetFn::PrimePowers, 1, 1),
        "powers" => (SetFn::Powers, 2, 2),
        "squares" => (SetFn::Squares, 1, 1),
        "fibs" => (SetFn::Fibs, 1, 1),
        _ => return None,
    })
}
