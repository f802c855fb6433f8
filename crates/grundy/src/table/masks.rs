//! Conditions on binary digits, for rules whose coordinates are words with a bit for each of a few
//! things.
//!
//! ```text
//! and(m, 2**i) != 0         the digit is one of m, so that m - 2**i is m without it
//! and(m, 3 * 2**i) == 3 * 2**i      the same of all digits of a mask
//! ```

use crate::rule::ir::{Comparison, Cond, Int, IntOp};

/// Which of the digits of a mask a number must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    All,
    Some,
    None,
}

/// A condition that compares the digits that two numbers have in common with the second one, or
/// with 0; then either may be the mask.
pub(super) fn digits_in_common(cond: &Cond, holds: bool) -> Option<(&Int, &Int, Wanted)> {
    let Cond::Compare(comparison, left, right) = cond else { return None };
    let (a, b, other) = match (left, right) {
        (Int::Binary(IntOp::And, a, b, _), other) | (other, Int::Binary(IntOp::And, a, b, _)) => {
            (&**a, &**b, other)
        }
        _ => return None,
    };
    let equal = match comparison {
        Comparison::Eq => holds,
        Comparison::Ne => !holds,
        _ => return None,
    };
    match (equal, other) {
        (true, Int::Const(0)) => Some((a, b, Wanted::None)),
        (false, Int::Const(0)) => Some((a, b, Wanted::Some)),
        (true, _) if other == b => Some((a, b, Wanted::All)),
        (true, _) if other == a => Some((b, a, Wanted::All)),
        _ => None,
    }
}

/// Whether an expression is a power of two wherever it has a value.
pub(super) fn is_power_of_two(int: &Int) -> bool {
    match int {
        Int::Const(number) => *number > 0 && number.count_ones() == 1,
        Int::Binary(IntOp::Pow, base, ..) => **base == Int::Const(2),
        Int::Binary(IntOp::Shl, one, ..) => **one == Int::Const(1),
        _ => false,
    }
}
