//! Whether a rule can be followed at all, by trying small components.

use super::Values;
use crate::limits::{Limits, Stop};
use crate::rule::Rules;
use crate::ruleset::{Failure, Fault};

/// Components whose coordinates are all the same up to this are tried, and no more than so many in all.
const TRIED: i64 = 5;
const MOST_TRIED: u64 = 1 << 14;

/// Tries small components: a rule that cannot be followed, or that does not end, has no theorem for that reason, and no
/// program.
pub(crate) fn follow(rules: &Rules, limits: &Limits) -> Result<(), Failure> {
    let mut values = Values::new(rules);
    for (kind, view) in rules.kinds().into_iter().enumerate() {
        for coord in 0..=TRIED {
            let component = rules.component(kind, &vec![coord; view.coords().len()])?;
            match values.value(&component, &limits.clone().positions(MOST_TRIED)) {
                Ok(_) | Err(Failure::Stop(Stop::Positions(_))) => {}
                // Too many options to try are no mistake.
                Err(Failure::Fault(Fault { too_much: true, .. })) => {}
                Err(failure) => return Err(failure),
            }
        }
    }
    Ok(())
}
