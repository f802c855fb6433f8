//! The definition, with dense tables beside it for when much of it is needed.
//!
//! Which is sooner cannot be told before: a rule may reach a handful of positions or all of them.
//! So the definition is given as long as a table would take at least; if it has not answered by
//! then, the table is filled. Either way the answer comes in little more than twice the time of the
//! better way, and a small question never waits for a compiler.

use std::time::{Duration, Instant};

use smallvec::SmallVec;

use crate::limits::{Limits, Stop};
use crate::position::Part;
use crate::rule::{Component, Rules};
use crate::ruleset::{Failure, Value};
use crate::search::Values;
use crate::table::Table;

/// About how long a table takes in any case: it is compiled first.
const LEAST: Duration = Duration::from_millis(3);
/// Positions of a table that are computed in a nanosecond, about, where options are few.
const PER_NANOSECOND: u64 = 2;
/// Memory for a table where no limit is set.
const USUAL_MEMORY: u64 = 1 << 30;
/// Positions of a table that is filled rather than a theorem sought: some tenths of a second.
const NEAR: u64 = 1 << 24;
/// From so many positions on, a range of them is computed as a table without trying.
const MANY: u64 = 1 << 12;

/// What is known by definition.
pub(super) struct Defined {
    pub(super) values: Values<Rules>,
    /// One for each kind, once it is asked for.
    tables: Vec<Option<Table>>,
}

impl Defined {
    pub(super) fn new(rules: &Rules) -> Defined {
        let tables = (0..rules.kinds().len()).map(|kind| Table::new(rules, kind).ok()).collect();
        Defined { values: Values::new(rules.clone()), tables }
    }

    /// The value of a component.
    pub(super) fn value(
        &mut self,
        component: &Component,
        limits: &Limits,
    ) -> Result<Value, Failure> {
        let kind = usize::from(component.kind);
        let last: Vec<u64> = component.coords.iter().map(|coord| coord.unsigned_abs()).collect();
        let Some(table) = &self.tables[kind] else { return self.values.value(component, limits) };
        if let Some(value) = table.value(&last) {
            return Ok(value);
        }
        let Some(size) = self.affordable(kind, &last, limits) else {
            return self.values.value(component, limits);
        };
        let grace = LEAST + Duration::from_nanos(size / PER_NANOSECOND);
        let short = Limits { deadline: Instant::now().checked_add(grace), ..limits.clone() };
        if limits.deadline.is_some_and(|deadline| short.deadline >= Some(deadline)) {
            return self.values.value(component, limits);
        }
        match self.values.value(component, &short) {
            Err(Failure::Stop(Stop::Time)) => {}
            found => return found,
        }
        self.fill(kind, &last, limits)?;
        match self.tables[kind].as_ref().and_then(|table| table.value(&last)) {
            Some(value) => Ok(value),
            None => self.values.value(component, limits),
        }
    }

    /// The value of a component, if it stands in a table.
    pub(super) fn tabled(&self, part: &Part) -> Option<Value> {
        let table = self.tables[part.kind].as_ref()?;
        let coords = part.coords.iter().map(|coord| u64::try_from(coord).ok());
        table.value(&coords.collect::<Option<SmallVec<[u64; 2]>>>()?)
    }

    /// Whether a component is in a table, or soon can be.
    pub(super) fn is_near(&self, component: &Component, limits: &Limits) -> bool {
        self.size(component, limits).is_some_and(|size| size <= NEAR)
    }

    /// Whether a table that has the component fits the limits.
    pub(super) fn has_table(&self, component: &Component, limits: &Limits) -> bool {
        self.size(component, limits).is_some()
    }

    /// How many positions a table needs to have this component, if it fits the limits.
    fn size(&self, component: &Component, limits: &Limits) -> Option<u64> {
        let last: Vec<u64> = component.coords.iter().map(|coord| coord.unsigned_abs()).collect();
        self.affordable(usize::from(component.kind), &last, limits)
    }

    /// Prepares for questions about all components of a kind up to these coordinates.
    pub(super) fn prepare(
        &mut self,
        kind: usize,
        last: &[u64],
        limits: &Limits,
    ) -> Result<(), Failure> {
        match self.affordable(kind, last, limits) {
            Some(size) if size >= MANY => self.fill(kind, last, limits),
            _ => Ok(()),
        }
    }

    /// The table of a kind.
    pub(super) fn table(&mut self, kind: usize) -> Option<&mut Table> {
        self.tables[kind].as_mut()
    }

    /// These coordinates, or more where there was a table before: it is made anew, and that must
    /// not happen at every step of a walk.
    fn with_reserve(&self, kind: usize, last: &[u64], limits: &Limits) -> Vec<u64> {
        let dims = self.tables[kind].as_ref().and_then(Table::dims);
        let Some(dims) = dims else { return last.to_vec() };
        let more = |(&last, &dim): (&u64, &u64)| if last < dim { dim - 1 } else { last + last / 4 };
        let wanted: Vec<u64> = last.iter().zip(dims).map(more).collect();
        match self.affordable(kind, &wanted, limits) {
            Some(_) => wanted,
            None => last.to_vec(),
        }
    }

    /// How many positions a table has, if there is one and it fits the limits.
    fn affordable(&self, kind: usize, last: &[u64], limits: &Limits) -> Option<u64> {
        let size = self.tables[kind].as_ref()?.size(last)?;
        let memory = limits.memory.unwrap_or(USUAL_MEMORY);
        let fits = size <= memory / 2 && limits.positions.is_none_or(|most| size <= most);
        fits.then_some(size)
    }

    /// Fills a table. One that does not come to its end is not tried again: the definition has the
    /// reason, and answers.
    fn fill(&mut self, kind: usize, last: &[u64], limits: &Limits) -> Result<(), Failure> {
        let wanted = self.with_reserve(kind, last, limits);
        let Some(table) = &mut self.tables[kind] else { return Ok(()) };
        match table.fill(&wanted, limits) {
            Ok(()) if table.is_finished() => Ok(()),
            Err(Failure::Stop(stop @ (Stop::Time | Stop::Cancelled))) => Err(stop.into()),
            _ => {
                self.tables[kind] = None;
                Ok(())
            }
        }
    }
}
