//! What is found of a component without the table that would have it: the definition, the search that prunes, and
//! machine code that [seeks](Table::seek) it take turns.

use std::time::Duration;

use super::tables::{last_of, with_usual_memory};
use super::{Defined, Found, LEAST, PATIENCE, Wanted};
use crate::limits::{Limits, Stop};
use crate::nimber::Nimber;
use crate::play::time::{in_time, within};
use crate::rule::Component;
use crate::ruleset::{Failure, Value};
use crate::table::Table;

/// Where who wins is sought, the search that prunes is given one of so many parts of the time.
const LITTLE: u32 = 4;

impl Defined {
    /// What the definition finds in a time, or the search that prunes in the same time: each in turn is given a little
    /// and then twice as much, for what takes one of them long the other may find at once. From the second turn on, or
    /// at once if others were sought, the place of the definition is taken by machine code that [seeks](Table::seek)
    /// the component, where there is such.
    pub(in crate::play) fn find_within(
        &mut self,
        time: Duration,
        component: &Component,
        wanted: Wanted,
        limits: &Limits,
    ) -> Result<Option<Found>, Failure> {
        let mut left = time;
        for round in 0.. {
            let seeker = self.seeker(component, wanted);
            let turn = match self.search.is_some() || seeker.is_some() {
                true => LEAST.saturating_mul(1 << round.min(30)).min(left),
                false => left,
            };
            let seeker =
                seeker.filter(|&who_wins| round > 0 || self.has_sought(component, who_wins));
            let sought = match seeker {
                Some(who_wins) => {
                    within(limits, turn, |short| self.seek(component, who_wins, short))?
                }
                None => Some(None),
            };
            match sought {
                Some(None) => {
                    let values = &mut self.values;
                    let found = within(limits, turn, |short| values.value(component, short))?;
                    if let Some(value) = found {
                        return Ok(Some(Found::Value(value)));
                    }
                }
                Some(found) => return Ok(found),
                None => {}
            }
            // Where it is asked alone who wins, there is little to prune that is not left out anyway.
            let part = if seeker == Some(true) { turn / LITTLE } else { turn };
            match within(limits, part, |short| self.search(component, wanted, short)) {
                Ok(None) | Err(Failure::Domain(_)) => {}
                found => return found,
            }
            left -= turn;
            if left.is_zero() {
                break;
            }
        }
        Ok(None)
    }

    /// What is wanted of a component, however long it takes: it is sought, and where that is not done the search that
    /// prunes goes on, or the definition.
    pub(super) fn find_without_table(
        &mut self,
        component: &Component,
        wanted: Wanted,
        limits: &Limits,
    ) -> Result<Found, Failure> {
        if let Some(found) = self.find_by_seeking(component, wanted, limits)? {
            return Ok(found);
        }
        match self.search(component, wanted, limits) {
            Err(Failure::Domain(_)) => self.values.value(component, limits).map(Found::Value),
            found => found,
        }
    }

    /// The same, found by seeking it, or by the search that prunes, each in turn; nothing where it is not sought to the
    /// end.
    pub(super) fn find_by_seeking(
        &mut self,
        component: &Component,
        wanted: Wanted,
        limits: &Limits,
    ) -> Result<Option<Found>, Failure> {
        let mut turn = PATIENCE;
        while let Some(who_wins) = self.seeker(component, wanted) {
            match in_time(limits, turn, |short| self.seek(component, who_wins, short)) {
                Ok(Some(Some(found))) => return Ok(Some(found)),
                Ok(None) => {}
                Ok(Some(None)) | Err(Failure::Stop(Stop::Positions(_))) => break,
                Err(failure) => return Err(failure),
            }
            match in_time(limits, turn, |short| self.search(component, wanted, short)) {
                Ok(Some(found)) => return Ok(Some(found)),
                Ok(None) | Err(Failure::Domain(_)) => {}
                Err(failure) => return Err(failure),
            }
            turn = turn.saturating_mul(2);
        }
        Ok(None)
    }

    /// Whether what is wanted of a component can be sought in a table, and then whether in that of who wins.
    fn seeker(&self, component: &Component, wanted: Wanted) -> Option<bool> {
        let kind = usize::from(component.kind);
        let last = last_of(component);
        let can = |tables: &[Option<Table>]| {
            tables[kind].as_ref().is_some_and(|table| table.can_seek(&last))
        };
        if matches!(wanted, Wanted::Is(0)) && can(&self.outcomes) {
            return Some(true);
        }
        can(&self.tables).then_some(false)
    }

    /// Whether components of a kind were sought, so that the code is there.
    fn has_sought(&self, component: &Component, who_wins: bool) -> bool {
        let table = self.table_of(who_wins, usize::from(component.kind));
        table.as_ref().and_then(Table::sought).is_some()
    }

    /// What is found of a component by seeking it; nothing where that is not done.
    fn seek(
        &mut self,
        component: &Component,
        who_wins: bool,
        limits: &Limits,
    ) -> Result<Option<Found>, Failure> {
        let kind = usize::from(component.kind);
        let last = last_of(component);
        let table = if who_wins { &mut self.outcomes[kind] } else { &mut self.tables[kind] };
        let Some(table) = table else { return Ok(None) };
        match table.seek(&last, &with_usual_memory(limits)) {
            Ok(Some(_)) if who_wins => self.by_outcome(component, &last, limits),
            Err(Failure::Stop(Stop::Memory { .. })) => {
                table.seek_no_more();
                Ok(None)
            }
            found => Ok(found?.map(Found::Value)),
        }
    }

    /// The value of a component, in misère play 1 if the player to move wins and 0 if not, if it is found in a time by
    /// seeking it.
    pub(in crate::play) fn seek_within(
        &mut self,
        time: Duration,
        component: &Component,
        misere: bool,
        limits: &Limits,
    ) -> Result<Option<u32>, Failure> {
        let last = last_of(component);
        let tables = if misere { &mut self.misere } else { &mut self.tables };
        let Some(table) = &mut tables[usize::from(component.kind)] else { return Ok(None) };
        let found = within(&with_usual_memory(limits), time, |short| table.seek(&last, short))?;
        Ok(match found.flatten() {
            Some(Value::Nimber(Nimber(value))) => u32::try_from(value).ok(),
            _ => None,
        })
    }
}
