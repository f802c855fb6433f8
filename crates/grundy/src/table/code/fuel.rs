//! How many options machine code may look at before it returns for the limits to be looked at. They are counted before a
//! component is begun, so that one with more is given more at once.

use std::time::Duration;

use crate::limits::{Limits, Stop};
use crate::rule::ir::Kind;

/// Options that are looked at between two looks at the limits.
pub(in crate::table) const FUEL: i64 = 1 << 26;
/// Options that are looked at in a millisecond, at most.
const MOST_IN_A_MILLISECOND: u128 = 1 << 20;

/// Twice as many options for a component that has more than so many; nothing where the time that is left does not suffice
/// for them: then it is for the definition, which looks at the limits all the while.
///
/// # Errors
/// A limit.
pub(in crate::table) fn more_fuel(fuel: i64, limits: &Limits) -> Result<Option<i64>, Stop> {
    limits.check()?;
    let more = fuel.saturating_mul(2);
    let within = |left: Duration| left.as_millis().saturating_mul(MOST_IN_A_MILLISECOND);
    let suffices = limits.left().is_none_or(|left| u128::from(more.unsigned_abs()) <= within(left));
    Ok(suffices.then_some(more))
}

/// Parts of a family that is compiled, at most: options are counted until the limits are looked at, however long each takes.
const MOST_PARTS: usize = 1 << 10;

/// Whether no option of a kind takes very long.
pub(super) fn is_short(kind: &Kind) -> bool {
    kind.families.iter().all(|family| {
        let mut parts = family.clauses.iter().map(|clause| clause.part().length(MOST_PARTS));
        parts.try_fold(0, |all, length| Some(all + length?)).is_some_and(|all| all <= MOST_PARTS)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machine_code_begins_no_component_that_takes_longer_than_is_left() {
        let unlimited = Limits::default();
        assert_eq!(more_fuel(FUEL, &unlimited), Ok(Some(2 * FUEL)));
        assert_eq!(more_fuel(1 << 31, &unlimited), Ok(Some(1 << 32)));
        let long = Limits::default().time(Duration::from_secs(3600));
        assert_eq!(more_fuel(1 << 31, &long), Ok(Some(1 << 32)));
        let short = Limits::default().time(Duration::from_secs(3));
        assert_eq!(more_fuel(1 << 31, &short), Ok(None));
        let over = Limits::default().time(Duration::ZERO);
        assert_eq!(more_fuel(FUEL, &over), Err(Stop::Time));
    }
}
