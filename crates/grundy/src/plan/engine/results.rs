//! What moves leave in games of several coordinates whose theory names the move to a value.

use num_bigint::BigUint;

use crate::limits::{Limits, Stop};
use crate::theory;
use crate::theory::euclid::Left;

/// What is left where one of several Nim heaps becomes smaller so that all together are worth
/// `wanted`. Of interchangeable heaps that are equal only one counts.
pub(super) fn heaps(coords: &[BigUint], wanted: &BigUint, unordered: bool) -> Vec<Vec<BigUint>> {
    let sum = coords.iter().fold(BigUint::ZERO, |sum, coord| sum ^ coord) ^ wanted;
    let mut results = Vec::new();
    for (axis, coord) in coords.iter().enumerate() {
        let smaller = coord ^ &sum;
        if smaller >= *coord {
            continue;
        }
        let mut left = coords.to_vec();
        left[axis] = smaller;
        if unordered {
            left.sort_unstable();
        }
        if !results.contains(&left) {
            results.push(left);
        }
    }
    results
}

/// The lost positions that a move reaches; where the order of the heaps matters, in the order that
/// the move leaves.
pub(super) fn wythoff(a: &BigUint, b: &BigUint, unordered: bool) -> Vec<Vec<BigUint>> {
    let mut results: Vec<Vec<BigUint>> = Vec::new();
    for left in theory::wythoff::winning_moves(a, b) {
        if unordered {
            results.push(vec![left.x, left.y]);
            continue;
        }
        for (x, y) in [(&left.x, &left.y), (&left.y, &left.x)] {
            let shrinks = x <= a && y <= b && (x < a || y < b);
            let one_move = shrinks && (x == a || y == b || a - x == b - y);
            let result = vec![x.clone(), y.clone()];
            if one_move && !results.contains(&result) {
                results.push(result);
            }
        }
    }
    results
}

/// The pair of value `wanted` that a move in Euclid's game reaches; where the order of two equal numbers
/// matters, both of them.
///
/// # Errors
/// A limit.
pub(super) fn euclid(
    a: &BigUint,
    b: &BigUint,
    wanted: &BigUint,
    unordered: bool,
    left: Left,
    limits: &Limits,
) -> Result<Vec<Vec<BigUint>>, Stop> {
    let rest = theory::euclid::move_to(a, b, wanted, left, limits)?;
    let Some(rest) = rest else { return Ok(Vec::new()) };
    let mut results = Vec::new();
    if a <= b {
        results.push(vec![a.clone(), rest.clone()]);
    }
    if b < a || a == b && !unordered {
        results.push(vec![rest, b.clone()]);
    }
    if unordered {
        results.iter_mut().for_each(|pair| pair.sort_unstable());
    }
    Ok(results)
}
