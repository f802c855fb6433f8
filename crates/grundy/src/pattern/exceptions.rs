//! Where the exceptions of a guess stand.

use super::{Evidence, Exception};

/// Exceptions, each the same number of times the one before, are told as such from this many steps on.
const LEAST_STEPS: usize = 4;

/// Whether an exception is much larger than the one before, as powers are: there are few of those, however far a table goes.
pub(super) fn is_rare(last: &[u64], next: &[u64]) -> bool {
    matches!((last, next), (&[last], &[next]) if 2 * next >= 3 * last)
}

/// Whether there is an exception in the larger half of a table, so that there may be more beyond it.
pub(super) fn goes_on(evidence: &Evidence, to: u64) -> bool {
    evidence.exceptions().iter().any(|one| one.position.iter().any(|&n| n > to / 2))
}

/// The first exception and the ratio, where the last ones of a line are that number times powers of the ratio, up to the
/// end of the table.
pub(crate) fn multiples(evidence: &Evidence, to: u64) -> Option<(u64, u64)> {
    let at = |one: &Exception| <[u64; 1]>::try_from(&one.position[..]).ok().map(|[n]| n);
    let Evidence::Held { exceptions, .. } = evidence else { return None };
    let all: Vec<u64> = exceptions.iter().map(at).collect::<Option<_>>()?;
    let ratio = all.last()?.checked_div(*all.iter().rev().nth(1)?)?;
    let is_next = |pair: &&[u64]| pair[0].checked_mul(ratio) == Some(pair[1]);
    let steps = all.windows(2).rev().take_while(is_next).count();
    let goes_on = ratio > 1 && all.last()?.checked_mul(ratio)? > to;
    (goes_on && steps >= LEAST_STEPS).then(|| (all[all.len() - 1 - steps], ratio))
}
