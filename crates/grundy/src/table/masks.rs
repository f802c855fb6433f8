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

/// Two numbers of which the digits of the second are digits of the first, where a condition holds, or
/// does not, and if neither is negative.
pub(super) fn part_of(cond: &Cond, holds: bool) -> Option<(&Int, &Int)> {
    match digits_in_common(cond, holds)? {
        (whole, part, Wanted::All) => Some((whole, part)),
        (a, b, Wanted::Some) if is_power_of_two(b) => Some((a, b)),
        (a, b, Wanted::Some) if is_power_of_two(a) => Some((b, a)),
        _ => None,
    }
}

/// Two numbers that have no digit in common where a condition holds, or does not, and if neither is
/// negative.
pub(super) fn apart(cond: &Cond, holds: bool) -> Option<(&Int, &Int)> {
    match digits_in_common(cond, holds)? {
        (a, b, Wanted::None) => Some((a, b)),
        _ => None,
    }
}

/// Whether an expression is a power of two wherever it has a value.
fn is_power_of_two(int: &Int) -> bool {
    match int {
        Int::Const(number) => *number > 0 && number.count_ones() == 1,
        Int::Binary(IntOp::Pow, base, ..) => **base == Int::Const(2),
        Int::Binary(IntOp::Shl, one, ..) => **one == Int::Const(1),
        _ => false,
    }
}

/// Pairs of numbers that are not negative, and how their digits lie.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts(Vec<(Int, Int, Digits)>);

/// How the digits of two numbers lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Digits {
    /// All of the second are digits of the first.
    Within,
    /// None is in both.
    Apart,
}

impl Parts {
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    #[cfg(feature = "jit")]
    /// Forgets all but the first.
    pub(super) fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }

    pub(super) fn know(&mut self, a: &Int, b: &Int, digits: Digits) {
        self.0.push((a.clone(), b.clone(), digits));
    }

    fn known(&self, a: &Int, b: &Int, digits: Digits) -> bool {
        self.0.iter().any(|(c, d, known)| c == a && d == b && *known == digits)
    }

    /// A number and the part of it without which it is this expression.
    pub(super) fn rest<'i>(&self, int: &'i Int) -> Option<(&'i Int, &'i Int)> {
        let known = |whole: &Int, part: &Int| self.known(whole, part, Digits::Within);
        match int {
            Int::Binary(IntOp::Sub | IntOp::Xor, a, b, _) if known(a, b) => Some((a, b)),
            Int::Binary(IntOp::Xor, a, b, _) if known(b, a) => Some((b, a)),
            _ => None,
        }
    }

    /// The two numbers of whose digits this expression is made, if no digit is in both.
    pub(super) fn union<'i>(&self, int: &'i Int) -> Option<(&'i Int, &'i Int)> {
        let apart =
            |a: &Int, b: &Int| self.known(a, b, Digits::Apart) || self.known(b, a, Digits::Apart);
        match int {
            Int::Binary(IntOp::Add | IntOp::Or | IntOp::Xor, a, b, _) if apart(a, b) => {
                Some((a, b))
            }
            _ => None,
        }
    }
}
