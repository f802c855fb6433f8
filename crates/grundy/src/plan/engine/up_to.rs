//! Heaps from which one takes up to a limit, by [`limit`], or by [`root`](crate::theory::root) where it is one.

use std::time::Duration;

use num_bigint::BigUint;

use crate::limits::{Limits, Stop};
use crate::rule::MostTaken;
use crate::theory::limit;

/// How long limits of heaps beyond 2^63 are looked at: there may be more than anybody can wait for.
const PATIENCE: Duration = Duration::from_secs(20);

/// The value of a heap; nothing where it is not found soon.
pub(super) fn value(
    most: &MostTaken,
    heap: &BigUint,
    limits: &Limits,
) -> Result<Option<BigUint>, Stop> {
    if let Some(root) = most.root() {
        return root.value(heap, limits).map(Some);
    }
    match word(heap) {
        Some(heap) => Ok(Some(limit::value(heap, &|heap| most.at_u64(*heap), limits)?.into())),
        None => soon(limit::value(heap.clone(), &|heap| most.at(heap), &patient(limits)), limits),
    }
}

/// The heap of a value that one move leads to, if there is one; nothing where that is not found soon.
pub(super) fn move_to(
    most: &MostTaken,
    heap: &BigUint,
    wanted: &BigUint,
    limits: &Limits,
) -> Result<Option<Option<BigUint>>, Stop> {
    if let Some(root) = most.root() {
        return root.move_to(heap, wanted, limits).map(Some);
    }
    match (word(heap), word(wanted)) {
        (Some(heap), Some(wanted)) => {
            let found = limit::move_to(&heap, &wanted, &|heap| most.at_u64(*heap), limits)?;
            Ok(Some(found.map(BigUint::from)))
        }
        (Some(_), None) => Ok(Some(None)),
        (None, _) => {
            soon(limit::move_to(heap, wanted, &|heap| most.at(heap), &patient(limits)), limits)
        }
    }
}

/// What was found, unless the time for it alone is over.
fn soon<T>(found: Result<T, Stop>, limits: &Limits) -> Result<Option<T>, Stop> {
    match found {
        Err(Stop::Time) if limits.check().is_ok() => Ok(None),
        found => found.map(Some),
    }
}

fn patient(limits: &Limits) -> Limits {
    let deadline = limits.deadline.into_iter().chain(limits.clone().time(PATIENCE).deadline).min();
    Limits { deadline, ..limits.clone() }
}

/// A heap below 2^63.
fn word(heap: &BigUint) -> Option<u64> {
    u64::try_from(heap).ok().filter(|&heap| i64::try_from(heap).is_ok())
}
