//! Intervals of numbers of 64 bits, and what operators make of them.

use crate::rule::ir::{IntOp, UnaryFn};

/// Numbers from `lo` to `hi`; never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::table) struct Interval {
    pub(in crate::table) lo: i64,
    pub(in crate::table) hi: i64,
}

impl Interval {
    pub(super) const ALL: Interval = Interval { lo: i64::MIN, hi: i64::MAX };

    /// From `lo` to `hi`; where that is empty, which happens where nothing is ever chosen, `lo`.
    pub(in crate::table) fn new(lo: i64, hi: i64) -> Interval {
        Interval { lo, hi: hi.max(lo) }
    }

    /// The part of an interval of exact numbers that fits in 64 bits, and whether it all does.
    pub(super) fn of_exact(lo: i128, hi: i128) -> (Interval, bool) {
        let clip = |x: i128| x.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        let fits = lo >= i64::MIN.into() && hi <= i64::MAX.into();
        (Interval::new(clip(lo), clip(hi)), fits)
    }

    pub(super) fn join(self, other: Interval) -> Interval {
        Interval { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }

    /// The largest distance from zero.
    fn size(self) -> i64 {
        let size = self.lo.unsigned_abs().max(self.hi.unsigned_abs());
        i64::try_from(size).unwrap_or(i64::MAX)
    }

    #[cfg(feature = "jit")]
    /// Whether all its numbers lie between two.
    pub(in crate::table) fn is_within(self, lo: i64, hi: i64) -> bool {
        lo <= self.lo && self.hi <= hi
    }

    #[cfg(feature = "jit")]
    /// How many numbers it has, as far as 64 bits count.
    pub(in crate::table) fn length(self) -> u64 {
        self.hi.abs_diff(self.lo).saturating_add(1)
    }
}

/// Where the result of an operator lies, and whether it surely has one of 64 bits.
pub(super) fn binary(op: IntOp, a: Interval, b: Interval) -> (Interval, bool) {
    let wide = |x: i64| i128::from(x);
    let corners = |of: &dyn Fn(i128, i128) -> i128| {
        let all = [(a.lo, b.lo), (a.lo, b.hi), (a.hi, b.lo), (a.hi, b.hi)];
        let all = all.map(|(a, b)| of(wide(a), wide(b)));
        let (lo, hi) = all.iter().fold((all[0], all[0]), |(lo, hi), &x| (lo.min(x), hi.max(x)));
        Interval::of_exact(lo, hi)
    };
    let not_negative = a.lo >= 0 && b.lo >= 0;
    // All numbers with no more binary digits than these.
    let digits = |x: i64| i64::MAX.checked_shr(x.leading_zeros() - 1).unwrap_or(0);
    match op {
        IntOp::Add => corners(&|a, b| a + b),
        IntOp::Sub => corners(&|a, b| a - b),
        IntOp::Mul => corners(&|a, b| a * b),
        IntOp::Div if b.lo >= 1 => corners(&|a, b| a.div_euclid(b)),
        IntOp::Div if a.lo == i64::MIN => (Interval::ALL, false),
        IntOp::Div => (Interval::new(-a.size(), a.size()), false),
        IntOp::Rem if b.lo >= 1 => {
            let hi = if a.lo >= 0 { a.hi.min(b.hi - 1) } else { b.hi - 1 };
            (Interval::new(0, hi), true)
        }
        IntOp::Rem => (Interval::new(-b.size(), b.size()), false),
        IntOp::Pow if not_negative => {
            let exponent = u32::try_from(b.hi).unwrap_or(u32::MAX);
            let power = a.hi.max(1).checked_pow(exponent);
            let least = u32::try_from(b.lo).ok().and_then(|exponent| a.lo.checked_pow(exponent));
            let least = if a.lo > 0 { least.unwrap_or(i64::MAX) } else { 0 };
            (Interval::new(least, power.unwrap_or(i64::MAX)), power.is_some())
        }
        IntOp::And if not_negative => (Interval::new(0, a.hi.min(b.hi)), true),
        IntOp::Xor | IntOp::Or if not_negative => (Interval::new(0, digits(a.hi.max(b.hi))), true),
        IntOp::Shl if not_negative => {
            let shifted = wide(a.hi).checked_shl(u32::try_from(b.hi).unwrap_or(64).min(64));
            let least = wide(a.lo) << b.lo.min(62);
            let (interval, fits) = Interval::of_exact(least, shifted.unwrap_or(i128::MAX));
            (interval, fits && b.hi < 63)
        }
        IntOp::Shr => (Interval::new(a.lo.min(0), a.hi.max(0)), b.lo >= 0),
        IntOp::Gcd => {
            (Interval::new(0, a.size().max(b.size())), a.lo > i64::MIN && b.lo > i64::MIN)
        }
        IntOp::Xor | IntOp::And | IntOp::Or => (Interval::ALL, true),
        IntOp::Pow | IntOp::Shl => (Interval::ALL, false),
    }
}

/// The same of a function of one number.
pub(super) fn unary(function: UnaryFn, of: Interval) -> (Interval, bool) {
    match function {
        UnaryFn::Abs => (Interval::new(0, of.size()), of.lo > i64::MIN),
        UnaryFn::Isqrt => (Interval::new(of.lo.max(0).isqrt(), of.hi.max(0).isqrt()), of.lo >= 0),
        UnaryFn::Ilog2 => (Interval::new(-1, of.hi.checked_ilog2().map_or(-1, i64::from)), true),
        UnaryFn::Popcount => (Interval::new(of.lo.clamp(0, 1), 63), of.lo >= 0),
        UnaryFn::Fib => (Interval::new(of.lo.clamp(0, 1), i64::MAX), of.lo >= 0 && of.hi <= 92),
    }
}
