//! Irrational slopes: Beatty sequences `floor(k alpha)` and pairs of them.
//!
//! A sequence `z_1 < z_2 < ...` is `floor(k alpha)` for some `alpha` exactly when all intervals
//! `[z_k / k, (z_k + 1) / k)` have a point in common. They are intersected as fractions; then the
//! simplest quadratic irrational `(p + sqrt(d)) / q` in what is left is taken. All comparisons are
//! between whole numbers.

use std::ops::RangeInclusive;

use super::{Aspect, Guess, Table};
use crate::language::message;
use crate::limits::{Limits, Stop};

/// `(p + sqrt(d)) / q` with `q > 0` and `d` no square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Surd {
    p: i64,
    d: i64,
    q: i64,
}

/// Bounds of the numbers tried.
const MOST_P: i64 = 12;
const MOST_D: i64 = 60;
const MOST_Q: i64 = 8;
/// A sequence needs so many members to say anything.
const LEAST_MEMBERS: usize = 8;

impl Surd {
    /// `floor(k (p + sqrt(d)) / q)` for `k >= 0`.
    pub(super) fn times(self, k: i64) -> Option<i64> {
        let root = k.checked_mul(k)?.checked_mul(self.d)?.isqrt();
        Some(k.checked_mul(self.p)?.checked_add(root)?.div_euclid(self.q))
    }

    /// The first `k` of a range with `floor(k (p + sqrt(d)) / q) >= z`, for a slope above 0.
    pub(super) fn first(self, range: RangeInclusive<i64>, z: i64) -> Option<i64> {
        let (mut low, end) = (*range.start(), range.end().checked_add(1)?);
        let mut high = end;
        while low < high {
            let middle = low + (high - low) / 2;
            match self.times(middle).is_none_or(|member| member >= z) {
                true => high = middle,
                false => low = middle + 1,
            }
        }
        (low < end).then_some(low)
    }

    /// Every surd, the simplest first.
    fn all() -> Vec<Surd> {
        let mut all = Vec::new();
        for q in 1..=MOST_Q {
            for d in (2..=MOST_D).filter(|d: &i64| d.isqrt().pow(2) != *d) {
                all.extend((-MOST_P..=MOST_P).map(|p| Surd { p, d, q }));
            }
        }
        all.sort_by_key(|surd| surd.d + 2 * surd.p.abs() + 2 * surd.q);
        all
    }

    /// The simplest one whose Beatty sequence begins so, from `k = 1` on.
    pub(super) fn of(sequence: &[i64], limits: &Limits) -> Result<Option<Surd>, Stop> {
        if sequence.len() < LEAST_MEMBERS {
            return Ok(None);
        }
        let mut low = (0, 1);
        let mut high = (i64::MAX, 1);
        for (k, &z) in (1..).zip(sequence) {
            low = if less(low, (z, k)) { (z, k) } else { low };
            high = if less((z + 1, k), high) { (z + 1, k) } else { high };
        }
        // A rational slope is a period, which is found elsewhere.
        match less(low, high) {
            true => fitting(sequence, 1, limits),
            false => Ok(None),
        }
    }
}

/// The simplest one that gives this sequence, whose first member has this number.
fn fitting(sequence: &[i64], first: i64, limits: &Limits) -> Result<Option<Surd>, Stop> {
    for surd in Surd::all() {
        limits.check()?;
        if (first..).zip(sequence).all(|(k, &z)| surd.times(k) == Some(z)) {
            return Ok(Some(surd));
        }
    }
    Ok(None)
}

fn less(a: (i64, i64), b: (i64, i64)) -> bool {
    i128::from(a.0) * i128::from(b.1) < i128::from(b.0) * i128::from(a.1)
}

impl std::fmt::Display for Surd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Surd { p, d, q } = self;
        match (p, q) {
            (0, 1) => write!(f, "sqrt({d})"),
            (0, _) => write!(f, "sqrt({d})/{q}"),
            (_, 1) => write!(f, "({p} + sqrt({d}))"),
            _ => write!(f, "({p} + sqrt({d}))/{q}"),
        }
    }
}

/// Pairs `(floor(k alpha), floor(k beta))`, in both orders, as the P-positions.
pub(super) fn pairs(table: &Table, aspect: Aspect, limits: &Limits) -> Result<Vec<Guess>, Stop> {
    if aspect == Aspect::Values {
        return Ok(Vec::new());
    }
    let (smallest, to) = (table.first as i64, table.to as i64);
    let lost = |a: i64, b: i64| table.seen(aspect, [a, b]) == 1;
    let mut members: Vec<(i64, i64)> = Vec::new();
    for a in smallest..=to {
        members.extend((a..=to).filter(|&b| lost(a, b)).map(|b| (a, b)));
    }
    let symmetric = (smallest..=to).all(|a| (smallest..a).all(|b| lost(a, b) == lost(b, a)));
    if !symmetric {
        return Ok(Vec::new());
    }
    // The first pairs may be exceptions: the pair number k is then not the kth.
    for skipped in 0..=3_usize {
        let Some(rest) = members.get(skipped..) else { break };
        for first in 1..=3_i64 {
            let numbered = |pick: fn(&(i64, i64)) -> i64| rest.iter().map(pick).collect::<Vec<_>>();
            let (small, large) = (numbered(|m| m.0), numbered(|m| m.1));
            if small == large {
                break;
            }
            // With a slope below 1 numbers would stand twice among the smaller ones.
            let alpha = from(&small, first, limits)?.filter(|alpha| alpha.times(1) >= Some(1));
            let Some(alpha) = alpha else { continue };
            if let Some(beta) = from(&large, first, limits)? {
                return Ok(vec![pair_guess(alpha, beta)]);
            }
        }
    }
    Ok(Vec::new())
}

/// The slope of a sequence whose first member has this number.
fn from(sequence: &[i64], first: i64, limits: &Limits) -> Result<Option<Surd>, Stop> {
    match first {
        1 => Surd::of(sequence, limits),
        _ if sequence.len() < LEAST_MEMBERS => Ok(None),
        _ => fitting(sequence, first, limits),
    }
}

fn pair_guess(alpha: Surd, beta: Surd) -> Guess {
    let statement = message!(
        "P exactly the pairs floor(k {alpha}), floor(k {beta}) for k >= 0, in either order",
        alpha,
        beta
    );
    Guess::function(statement, move |[a, b]| {
        let (small, large) = (a.min(b), a.max(b));
        // As the slope is at least 1, the number of a member is at most the member itself.
        let number = alpha.first(0..=small + 1, small)?;
        let found = (number..=number + 1)
            .any(|k| alpha.times(k) == Some(small) && beta.times(k) == Some(large));
        Some(i64::from(found))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slope_of_a_beatty_sequence_is_found_again() {
        for surd in [
            Surd { p: 1, d: 5, q: 2 },
            Surd { p: 3, d: 5, q: 2 },
            Surd { p: 0, d: 2, q: 1 },
            Surd { p: 2, d: 2, q: 1 },
            Surd { p: -1, d: 13, q: 2 },
        ] {
            let sequence: Vec<i64> = (1..200).map(|k| surd.times(k).unwrap()).collect();
            assert_eq!(Surd::of(&sequence, &Limits::default()), Ok(Some(surd)));
            for z in 0..300 {
                let first = (0..=z).find(|&k| surd.times(k).unwrap() >= z);
                assert_eq!(surd.first(0..=z, z), first);
            }
        }
        let rational: Vec<i64> = (1..200).map(|k| 3 * k / 2).collect();
        assert_eq!(Surd::of(&rational, &Limits::default()), Ok(None));
    }

    #[test]
    fn surds_are_written_as_people_write_them() {
        assert_eq!(Surd { p: 1, d: 5, q: 2 }.to_string(), "(1 + sqrt(5))/2");
        assert_eq!(Surd { p: 0, d: 2, q: 1 }.to_string(), "sqrt(2)");
        assert_eq!(Surd { p: 2, d: 2, q: 1 }.to_string(), "(2 + sqrt(2))");
    }
}
