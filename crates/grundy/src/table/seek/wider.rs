//! Single values whose options lie outside of the table in which they are [sought](super::sought): it is made wider.
//!
//! ```text
//! an option of the component at hand has a coordinate that no place has
//!     each such coordinate gets as many numbers as the option needs, and a quarter more than it had
//!     what is known, what waits, and the way there get their places in the wider table
//! ```
//!
//! So a rule whose options raise a coordinate for another that they lower needs no box that play does not leave. Play that
//! certainly goes up for ever is left to the definition, which says so.

use super::path::Path;
use super::sought::{MOST_PLACES, Memory, Sought, compiled};
use crate::limits::Limits;
use crate::rule::{Component, Rules};
use crate::ruleset::{Failure, Ruleset as _};
use crate::table::order::{Layout, Order};

/// A coordinate that is too short gets at least one in so many more numbers.
const SHARE: u64 = 4;
/// A longer way that leads out of the table is left to the definition, which asks whether it has an end.
const LONGEST: usize = 1 << 20;
/// The last moves of the way of which it is asked whether they can be made for ever.
const MOVES: usize = 8;

impl Sought {
    /// Makes room for the options of the component at hand; false if there is another reason why it was left to others.
    ///
    /// # Errors
    /// A limit.
    pub(super) fn widen(
        &mut self,
        rules: &Rules,
        kind: usize,
        path: &mut Path,
        limits: &Limits,
    ) -> Result<bool, Failure> {
        if path.steps.len() > LONGEST || goes_up_for_ever(rules, &self.last_of(kind, path)) {
            return Ok(false);
        }
        let Some(dims) = self.dims_for_options(rules, kind, path, limits)? else {
            return Ok(false);
        };
        let axes = (0..dims.len()).collect();
        let wider = Layout::new(&dims, Order::Lines(axes), self.layout.sorted);
        let Some(wider) = wider.filter(|wider| wider.room() <= MOST_PLACES) else {
            return Ok(false);
        };
        let moved = |place: u64| wider.index(&self.coords(place)) as u64;
        let places = self.known().saturating_mul(self.orders.len() as u64);
        let mut memory = Memory::for_values(places, wider.room(), self.greatest);
        limits.check_memory(self.memory.bytes() + memory.bytes())?;
        self.memory.all().for_each(|(place, more)| memory.set(moved(place), more));
        path.renumber(moved, memory.bits());
        let Some(code) = compiled(&rules.ir()[kind], &wider, (self.end, true), &memory) else {
            return Ok(false);
        };
        (self.code, self.layout, self.memory, self.anywhere) = (code, wider, memory, true);
        Ok(true)
    }

    /// How many numbers coordinates must take for all options of the component at hand; nothing if they take as many.
    ///
    /// # Errors
    /// A limit.
    fn dims_for_options(
        &self,
        rules: &Rules,
        kind: usize,
        path: &Path,
        limits: &Limits,
    ) -> Result<Option<Vec<u64>>, Failure> {
        let Some(step) = path.steps.last() else { return Ok(None) };
        let component =
            Component { kind: kind as u16, coords: self.coords(step.place).into_iter().collect() };
        let own = &self.layout.dims;
        let mut dims = own.clone();
        let listed = rules.options(&component, limits, &mut |sum| {
            for part in sum.iter().filter(|part| usize::from(part.kind) == kind) {
                for ((dim, &own), &coord) in dims.iter_mut().zip(own).zip(&part.coords) {
                    let least = coord.unsigned_abs() + 1;
                    if least > own {
                        *dim = (*dim).max(least).max(own + own / SHARE);
                    }
                }
            }
            std::ops::ControlFlow::Continue(())
        });
        match listed {
            Err(failure @ Failure::Stop(_)) => Err(failure),
            Err(_) => Ok(None),
            Ok(()) => Ok((dims != *own).then_some(dims)),
        }
    }

    /// The last components of the way.
    fn last_of(&self, kind: usize, path: &Path) -> Vec<Component> {
        let steps = &path.steps[path.steps.len().saturating_sub(MOVES + 1)..];
        let coords = |place: u64| self.coords(place).into_iter().collect();
        steps
            .iter()
            .map(|step| Component { kind: kind as u16, coords: coords(step.place) })
            .collect()
    }
}

/// Whether it is certain that the last moves of a way can be made for ever.
fn goes_up_for_ever(rules: &Rules, last: &[Component]) -> bool {
    let along: Vec<&Component> = last.iter().collect();
    last.last().is_some_and(|last| rules.climbs(last))
        || (2..along.len())
            .any(|moves| rules.climbs_along(&along[along.len() - 1 - moves..]).is_some())
}
