//! Planes that play does not pass, where it leaves every box: options raise a coordinate, and lower others for it.

use super::leaps::{Leap, bounds, leaps, reached, sum_falls};
use super::orders::MOST_PERMUTED;
use super::outline::{MOST_DIM, MOST_ROUNDS};
use crate::rule::Rules;

/// The largest factor of a coordinate in a plane.
const MOST_FACTOR: i64 = 3;

/// A plane through these coordinates that play from below does not pass, with how many numbers each
/// coordinate takes that is reached from them.
pub(super) fn plane(rules: &Rules, kind: usize, last: &[u64]) -> Option<(Vec<i64>, i64, Vec<u64>)> {
    let rule = &rules.ir()[kind];
    let axes = rule.coords.len();
    let last: Vec<i64> = last.iter().map(|&last| last.try_into().ok()).collect::<Option<_>>()?;
    // What holds for all coordinates holds for those below the plane.
    let everywhere = leaps(kind, rule, bounds(rule, &vec![MOST_DIM; axes])).ok()?;
    let falls = |factors: &&Vec<i64>| {
        everywhere.iter().all(|leap| sum_falls(&leap.forms, factors, 0, &leap.bounds))
    };
    let candidates = factors(axes, rule.unordered);
    let factors = candidates.iter().find(falls)?.clone();
    let most = last
        .iter()
        .zip(&factors)
        .try_fold(0_i64, |sum, (&last, &factor)| sum.checked_add(last.checked_mul(factor)?))?;
    let ends: Vec<u64> = factors.iter().map(|factor| (most / factor) as u64 + 1).collect();
    if ends.iter().any(|&end| end > MOST_DIM) {
        return None;
    }
    let mut dims: Vec<u64> = last.iter().map(|&last| last as u64 + 1).collect();
    for _ in 0..MOST_ROUNDS {
        if rule.unordered {
            return Some((factors, most, ends));
        }
        let mut known = bounds(rule, &dims);
        known.know_below(&factors, most);
        let grown = reached(&leaps(kind, rule, known).ok()?, &dims);
        let grown = grown.iter().zip(&ends).map(|(&dim, &end)| dim.min(end)).collect();
        if dims == grown {
            return Some((factors, most, dims));
        }
        dims = grown;
    }
    // What grew before might grow on.
    let asked = last.iter().map(|&last| last as u64 + 1);
    let dims = asked.zip(&dims).zip(&ends);
    let dims = dims.map(|((asked, &dim), &end)| if dim > asked { end } else { asked });
    Some((factors, most, dims.collect()))
}

/// The same, where every option that may raise a coordinate surely lowers another that no option raises: that
/// counts as often as one option can raise. `[w, b] -> [w-1, b+w]` from `[60, 60]` stays below
/// `60*w + b <= 60*60 + 60`.
pub(super) fn fed(rules: &Rules, kind: usize, last: &[u64]) -> Option<(Vec<i64>, i64, Vec<u64>)> {
    let rule = &rules.ir()[kind];
    if rule.unordered {
        return None;
    }
    let raises = |leap: &Leap, axis: usize| !leap.forms[axis].does_not_grow(axis, &leap.bounds);
    let asked: Vec<u64> = last.iter().map(|&last| last.checked_add(1)).collect::<Option<_>>()?;
    let last: Vec<i64> = last.iter().map(|&last| last.try_into().ok()).collect::<Option<_>>()?;
    let found = leaps(kind, rule, bounds(rule, &asked)).ok()?;
    let grows: Vec<bool> =
        (0..last.len()).map(|axis| found.iter().any(|leap| raises(leap, axis))).collect();
    let mut paid = vec![0_i64; last.len()];
    for axis in (0..last.len()).filter(|&axis| grows[axis]) {
        let raising = || found.iter().filter(|leap| raises(leap, axis));
        let pays = |&other: &usize| {
            !grows[other] && raising().all(|leap| leap.forms[other].shrinks(other, 1, &leap.bounds))
        };
        let other = (0..last.len()).find(pays)?;
        let reached = raising().map(|leap| leap.reach[axis].hi).max()?;
        paid[other] = paid[other].checked_add(reached.checked_sub(last[axis])?.max(0))?;
    }
    let factors: Vec<i64> = paid.iter().map(|&paid| paid.max(1)).collect();
    let most = last
        .iter()
        .zip(&factors)
        .try_fold(0_i64, |sum, (&last, &factor)| sum.checked_add(last.checked_mul(factor)?))?;
    let room = u64::try_from(most).ok()?.checked_add(1).filter(|&room| room <= MOST_DIM)?;
    let dims: Vec<u64> =
        asked.iter().zip(&grows).map(|(&asked, &grows)| if grows { room } else { asked }).collect();
    // It holds in this box, which the plane and the coordinates that do not grow bound.
    let holds = leaps(kind, rule, bounds(rule, &dims)).ok()?.iter().all(|leap| {
        let stays = |axis: usize| grows[axis] || !raises(leap, axis);
        (0..dims.len()).all(stays) && sum_falls(&leap.forms, &factors, 0, &leap.bounds)
    });
    holds.then_some((factors, most, dims))
}

/// Factors of the planes that are tried: first those of the sum of the coordinates.
fn factors(axes: usize, unordered: bool) -> Vec<Vec<i64>> {
    if unordered || axes > MOST_PERMUTED {
        return vec![vec![1; axes]];
    }
    let longer = |all: Vec<Vec<i64>>, _| {
        all.iter()
            .flat_map(|some| (1..=MOST_FACTOR).map(|next| [&some[..], &[next]].concat()))
            .collect()
    };
    let mut all: Vec<Vec<i64>> = (0..axes).fold(vec![Vec::new()], longer);
    all.sort_by_key(|factors| factors.iter().sum::<i64>());
    all
}
