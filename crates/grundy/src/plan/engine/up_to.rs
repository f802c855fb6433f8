//! Heaps from which one takes up to a limit, by [`limit`], or by [`root`](crate::theory::root) where it is one.

use std::time::Duration;

use num_bigint::BigUint;

use crate::limits::{Limits, Stop};
use crate::rule::MostTaken;
use crate::theory::limit;

/// How long limits of heaps beyond 2^63 are looked at where nothing is said: there may be more than anybody can wait for.
const PATIENCE: Duration = Duration::from_secs(20);

/// The value of a heap.
pub(super) fn value(most: &MostTaken, heap: &BigUint, limits: &Limits) -> Result<BigUint, Stop> {
    match (most.root(), word(heap)) {
        (Some(root), Some(_)) => root.value(heap, limits),
        (Some(root), None) => root.value(heap, &patient(limits)),
        (None, Some(heap)) => Ok(limit::value(heap, &|heap| most.at_u64(*heap), limits)?.into()),
        (None, None) => limit::value(heap.clone(), &|heap| most.at(heap), &patient(limits)),
    }
}

/// The heap of a value that one move leads to, if there is one.
pub(super) fn move_to(
    most: &MostTaken,
    heap: &BigUint,
    wanted: &BigUint,
    limits: &Limits,
) -> Result<Option<BigUint>, Stop> {
    if let Some(root) = most.root() {
        return match word(heap) {
            Some(_) => root.move_to(heap, wanted, limits),
            None => root.move_to(heap, wanted, &patient(limits)),
        };
    }
    match (word(heap), word(wanted)) {
        (Some(heap), Some(wanted)) => {
            let found = limit::move_to(&heap, &wanted, &|heap| most.at_u64(*heap), limits)?;
            Ok(found.map(BigUint::from))
        }
        (Some(_), None) => Ok(None),
        (None, _) => limit::move_to(heap, wanted, &|heap| most.at(heap), &patient(limits)),
    }
}

fn patient(limits: &Limits) -> Limits {
    match limits.deadline {
        Some(_) => limits.clone(),
        None => limits.clone().time(PATIENCE),
    }
}

/// A heap below 2^63.
fn word(heap: &BigUint) -> Option<u64> {
    u64::try_from(heap).ok().filter(|&heap| i64::try_from(heap).is_ok())
}
