//! The quickest way down from a component that no table reaches.
//!
//! A rule that leads back, `[n] -> [n-1] | [n/2]` at 0, is wrong wherever play comes there. The definition would find
//! that out, but from a far component after hours, when it comes to the small ones; so the smallest option of the
//! smallest option, and so on, is looked at first, which is often a short way. Where a component has too many options
//! to look at, the smallest components of all are asked whether they lead back.

use std::ops::ControlFlow;
use std::time::Duration;

use super::Defined;
use crate::limits::Limits;
use crate::play::time::within;
use crate::rule::Component;
use crate::ruleset::{Failure, Ruleset as _};

/// Steps down, at most, and options that are looked at for each.
const MOST_STEPS: u32 = 128;
const MOST_OPTIONS: u32 = 256;
/// Numbers of a component that the definition answers at once.
const SMALL: i64 = 32;
/// The smallest components have these numbers, all the same.
const SMALLEST: i64 = 4;
/// How long it is given.
const SHORT: Duration = Duration::from_millis(50);

impl Defined {
    /// Follows the rule down from a component by its smallest options, where that is a short way, and asks for the
    /// value of where it ends; once.
    ///
    /// # Errors
    /// [`Failure::Fault`] where the rule cannot be followed there, [`Failure::Stop`]: a limit.
    pub(in crate::play) fn descend(
        &mut self,
        from: &Component,
        limits: &Limits,
    ) -> Result<(), Failure> {
        if std::mem::replace(&mut self.descended, true) {
            return Ok(());
        }
        let mut at = from.clone();
        for _ in 0..MOST_STEPS {
            if size(&at) <= SMALL {
                let values = &mut self.values;
                return within(limits, SHORT, |short| values.value(&at, short))
                    .or_else(told)
                    .map(drop);
            }
            let (mut least, mut left) = (None::<Component>, MOST_OPTIONS);
            let listed = self.values.ruleset().options(&at, limits, &mut |parts| {
                let smaller = parts.iter().min_by_key(|part| size(part));
                if let Some(part) = smaller
                    && least.as_ref().is_none_or(|least| size(part) < size(least))
                {
                    least = Some(part.clone());
                }
                left -= 1;
                if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            match listed {
                Ok(_) => {}
                Err(Failure::Fault(fault)) if fault.too_much => {
                    return self.look_at_smallest(from, limits);
                }
                Err(failure) => return told::<()>(failure).map(drop),
            }
            match least {
                Some(least) if size(&least) < size(&at) => at = least,
                _ => return Ok(()),
            }
        }
        Ok(())
    }

    /// Whether one of the smallest components of a kind leads back.
    fn look_at_smallest(&mut self, like: &Component, limits: &Limits) -> Result<(), Failure> {
        for number in 0..SMALLEST {
            let coords = like.coords.iter().map(|_| number).collect();
            let at = Component { coords, ..like.clone() };
            let values = &mut self.values;
            let found = within(limits, SHORT, |short| values.value(&at, short));
            if let Err(failure @ (Failure::Cycle(_) | Failure::Stop(_))) = found {
                return Err(failure);
            }
        }
        Ok(())
    }
}

/// The greatest number of a component.
fn size(component: &Component) -> i64 {
    component.coords.iter().copied().max().unwrap_or(0)
}

/// What is wrong with a rule, and not that something is too much.
fn told<T>(failure: Failure) -> Result<Option<T>, Failure> {
    match failure {
        Failure::Fault(fault) if fault.too_much => Ok(None),
        Failure::Domain(_) => Ok(None),
        failure => Err(failure),
    }
}
