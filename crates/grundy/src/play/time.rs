//! Work that is given a time.

use std::time::{Duration, Instant};

use crate::limits::{Limits, Stop};
use crate::ruleset::Failure;

/// What work comes to within a time; nothing if it takes longer, or more than the other limits
/// allow. Where the time that is left in all is shorter, that limits it.
pub(super) fn within<T>(
    limits: &Limits,
    time: Duration,
    work: impl FnOnce(&Limits) -> Result<T, Failure>,
) -> Result<Option<T>, Failure> {
    match in_time(limits, time, work) {
        Err(Failure::Stop(_)) => limits.check().map(|()| None).map_err(Failure::from),
        found => found,
    }
}

/// The same; more than the other limits allow is a failure.
pub(super) fn in_time<T>(
    limits: &Limits,
    time: Duration,
    work: impl FnOnce(&Limits) -> Result<T, Failure>,
) -> Result<Option<T>, Failure> {
    let soon = Instant::now().checked_add(time);
    let deadline = [soon, limits.deadline].into_iter().flatten().min();
    match work(&Limits { deadline, ..limits.clone() }) {
        Err(Failure::Stop(Stop::Time)) => limits.check().map(|()| None).map_err(Failure::from),
        found => found.map(Some),
    }
}
