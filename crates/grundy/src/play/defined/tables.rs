//! The tables of a game: what stands in them, how long they take, when they are filled.

use std::ops::RangeInclusive;
use std::time::Duration;

use num_bigint::BigUint;
use smallvec::SmallVec;

use super::{Asked, Defined, LEAST, Waiting};
use crate::limits::{Limits, Stop};
use crate::outcome::Outcome;
use crate::play::{Session, component_of};
use crate::position::Part;
use crate::rule::Component;
use crate::ruleset::{Failure, Value};
use crate::table::Table;

/// Positions of a table that are computed in a nanosecond, about, where options are few.
const PER_NANOSECOND: u64 = 2;
/// Options that are looked at one by one in the time that such a position takes, at most.
const OPTIONS: u64 = 4;
/// Of so many options one is looked at where the first that is lost decides.
const DECIDES: u64 = 8;
/// Memory for a table where no limit is set.
const USUAL_MEMORY: u64 = 1 << 30;
/// Positions of a table that is filled rather than a theorem sought: some tenths of a second.
const NEAR: u64 = 1 << 26;
/// From so many positions on, a range of them is computed as a table without trying, if it is more than one of so many
/// in the table.
const MANY: u64 = 1 << 12;
/// In misère play a table of more positions is not filled for the sake of few of them.
const MOST_FOR_FEW: u64 = 1 << 22;
const WHOLE: u64 = 64;

impl Defined {
    /// The value of a component, if it stands in a table.
    pub(in crate::play) fn tabled(&self, part: &Part) -> Option<Value> {
        in_table(self.tables[part.kind].as_ref()?, part)
    }

    /// Who wins a component in normal play, if that stands in a table.
    pub(in crate::play) fn tabled_outcome(&self, part: &Part) -> Option<Outcome> {
        let value =
            self.tabled(part).or_else(|| in_table(self.outcomes[part.kind].as_ref()?, part));
        value.map(|value| value.outcome())
    }

    /// Who wins a component in misère play, if that stands in a table.
    pub(in crate::play) fn tabled_misere(&self, part: &Part) -> Option<Outcome> {
        in_table(self.misere[part.kind].as_ref()?, part).map(|value| value.outcome())
    }

    /// The values of a stretch of a row, if they stand in a table of what is asked.
    pub(in crate::play) fn tabled_row(
        &self,
        (kind, misere, asked): (usize, bool, Asked),
        outer: &[u64],
        columns: RangeInclusive<u64>,
    ) -> Option<Vec<Value>> {
        let of = |tables: &[Option<Table>]| tables[kind].as_ref()?.row(outer, columns.clone());
        match asked {
            _ if misere => of(&self.misere),
            Asked::Values => of(&self.tables),
            Asked::WhoWins => of(&self.outcomes).or_else(|| of(&self.tables)),
        }
    }

    /// How long the definition is given for what is asked of a component, or of its options one after the other,
    /// before the table is filled that has them; nothing if there is none.
    pub(in crate::play) fn grace(
        &mut self,
        component: &Component,
        (misere, asked): (bool, Asked),
        limits: &Limits,
    ) -> Option<Duration> {
        let kind = usize::from(component.kind);
        let last = last_of(component);
        let size = affordable(self.tables_for(misere, asked, kind), &last, limits)?;
        Some(self.time_with_options(kind, misere || asked == Asked::WhoWins, &last, size))
    }

    /// How long it takes at least to fill a table of a kind up to these coordinates, of so many positions, with
    /// all options that they have.
    pub(super) fn time_with_options(
        &mut self,
        kind: usize,
        who_wins: bool,
        last: &[u64],
        size: u64,
    ) -> Duration {
        let work = self.work_of(kind, last);
        // The first option that is lost decides.
        let options = if who_wins { work / DECIDES } else { work };
        let few = size / PER_NANOSECOND;
        LEAST + Duration::from_nanos(few.saturating_add((few / OPTIONS).saturating_mul(options)))
    }

    /// About how many options of a component are looked at one by one in a table of a kind up to these coordinates.
    pub(super) fn work_of(&mut self, kind: usize, last: &[u64]) -> u64 {
        let Some(table) = &self.tables[kind] else { return 0 };
        *self.work[kind].get_or_insert_with(|| table.work_of_each(last).unwrap_or_default())
    }

    /// Fills the table that has what is asked of a component and of all that play reaches from there.
    pub(in crate::play) fn fill_for(
        &mut self,
        component: &Component,
        (misere, asked): (bool, Asked),
        limits: &Limits,
    ) -> Result<(), Failure> {
        let last = last_of(component);
        fill(self.tables_for(misere, asked, usize::from(component.kind)), &last, limits)
    }

    /// Whether a table of a kind, of values or of who wins, is being filled and half done.
    pub(in crate::play) fn is_half_done(&self, kind: usize, misere: bool) -> bool {
        let half_done = |table: &Option<Table>| {
            table.as_ref().is_some_and(|table| !table.is_given_up() && table.is_half_done())
        };
        match misere {
            true => half_done(&self.misere[kind]),
            false => half_done(&self.tables[kind]) || half_done(&self.outcomes[kind]),
        }
    }

    /// Whether a component is in a table, or soon can be.
    pub(in crate::play) fn is_near(&self, component: &Component, limits: &Limits) -> bool {
        self.size(component, limits).is_some_and(|size| size <= NEAR)
    }

    /// Whether a table that has the component fits the limits.
    pub(in crate::play) fn has_table(&self, component: &Component, limits: &Limits) -> bool {
        self.size(component, limits).is_some()
    }

    /// How many positions a table needs to have this component, if it fits the limits.
    fn size(&self, component: &Component, limits: &Limits) -> Option<u64> {
        let last = last_of(component);
        affordable(&self.tables[usize::from(component.kind)], &last, limits)
    }

    /// Prepares for questions about all components of a kind between these coordinates.
    pub(in crate::play) fn prepare(
        &mut self,
        (kind, misere, asked): (usize, bool, Asked),
        from: &[u64],
        last: &[u64],
        limits: &Limits,
    ) -> Result<(), Failure> {
        let table = self.tables_for(misere, asked, kind);
        let Some(size) = affordable(table, last, limits) else { return Ok(()) };
        let lengths =
            from.iter().zip(last).map(|(&from, &last)| last.saturating_sub(from).saturating_add(1));
        let wanted = lengths.fold(1, u64::saturating_mul);
        // Most of a table may never be reached from a small part of it.
        let few = size < MANY || wanted < size / WHOLE;
        if misere || !few {
            let pays = size >= MANY && !(few && size > MOST_FOR_FEW);
            return if pays { fill(table, last, limits) } else { Ok(()) };
        }
        let patience = match size < MANY {
            true => LEAST,
            false => self.time_with_options(kind, asked == Asked::WhoWins, last, size),
        };
        let (last, spent) = (last.to_vec(), Duration::ZERO);
        self.waiting = Some(Waiting { kind, asked, last, spent, patience });
        Ok(())
    }

    /// Fills the table of values of a kind up to these coordinates, if it is small, so that questions about few of them
    /// would not.
    pub(in crate::play) fn prepare_small(
        &mut self,
        kind: usize,
        last: &[u64],
        limits: &Limits,
    ) -> Result<(), Failure> {
        let table = self.tables_for(false, Asked::Values, kind);
        match affordable(table, last, limits) {
            Some(size) if size < MANY => fill(table, last, limits),
            _ => Ok(()),
        }
    }

    /// The table of a kind.
    pub(in crate::play) fn table(
        &mut self,
        kind: usize,
        misere: bool,
        asked: Asked,
    ) -> Option<&mut Table> {
        self.tables_for(misere, asked, kind).as_mut()
    }

    /// The table of who wins a kind, or that of its values.
    pub(super) fn table_of(&self, who_wins: bool, kind: usize) -> &Option<Table> {
        if who_wins { &self.outcomes[kind] } else { &self.tables[kind] }
    }

    /// The table that answers what is asked of a kind: of who wins where there is one.
    pub(super) fn tables_for(
        &mut self,
        misere: bool,
        asked: Asked,
        kind: usize,
    ) -> &mut Option<Table> {
        match asked {
            _ if misere => &mut self.misere[kind],
            Asked::WhoWins if is_filled_on(&self.outcomes[kind]) => &mut self.outcomes[kind],
            _ => &mut self.tables[kind],
        }
    }
}

impl Session {
    /// Whether a component is in the reach of a table, or soon can be.
    pub(in crate::play) fn is_near(&self, part: &Part, limits: &Limits) -> bool {
        let defined = &self.solvers[part.game].defined;
        component_of(&self.opened[part.game], part)
            .is_ok_and(|component| defined.is_near(&component, limits))
    }

    /// Whether the value of a component can be had from a table that fits in memory.
    pub(in crate::play) fn has_table(&self, part: &Part, limits: &Limits) -> bool {
        let defined = &self.solvers[part.game].defined;
        component_of(&self.opened[part.game], part)
            .is_ok_and(|component| defined.has_table(&component, limits))
    }
}

/// The coordinates of a component, up to which a table has it.
pub(super) fn last_of(component: &Component) -> Vec<u64> {
    component.coords.iter().map(|coord| coord.unsigned_abs()).collect()
}

/// These limits, with one for memory where there was none.
pub(super) fn with_usual_memory(limits: &Limits) -> Limits {
    Limits { memory: limits.memory.or(Some(USUAL_MEMORY)), ..limits.clone() }
}

/// The value of a component, if it stands in this table.
fn in_table(table: &Table, part: &Part) -> Option<Value> {
    let coords = part.coords.iter().map(|coord| u64::try_from(coord).ok());
    table.value(&coords.collect::<Option<SmallVec<[u64; 2]>>>()?)
}

/// These coordinates, or more where there was a table before: it is made anew, and that must
/// not happen at every step of a walk.
fn with_reserve(table: &Option<Table>, last: &[u64], limits: &Limits) -> Vec<u64> {
    let dims = table.as_ref().and_then(Table::dims);
    let Some(dims) = dims else { return last.to_vec() };
    let more = |(&last, &dim): (&u64, &u64)| if last < dim { dim - 1 } else { last + last / 4 };
    let wanted: Vec<u64> = last.iter().zip(dims).map(more).collect();
    match affordable(table, &wanted, limits) {
        Some(_) => wanted,
        None => last.to_vec(),
    }
}

/// Whether there is a table that can be filled further.
pub(super) fn is_filled_on(table: &Option<Table>) -> bool {
    table.as_ref().is_some_and(|table| !table.is_given_up())
}

/// How many positions a table has, if there is one and it fits the limits.
pub(in crate::play) fn affordable(
    table: &Option<Table>,
    last: &[u64],
    limits: &Limits,
) -> Option<u64> {
    let table = table.as_ref().filter(|table| !table.is_given_up())?;
    let (size, needed) = (table.size(last)?, table.needed(last)?);
    let memory = limits.memory.unwrap_or(USUAL_MEMORY);
    let fits = needed <= memory / 2 && limits.positions.is_none_or(|most| size <= most);
    fits.then_some(size)
}

/// Whether a table would hold a component and no more that is smaller in each coordinate, and be filled rather than a
/// theorem sought. Of larger ones the definition is not asked in passing: what it meets on the way to nothing takes
/// memory.
pub(in crate::play) fn is_small(coords: &[BigUint]) -> bool {
    let length = |coord: &BigUint| u64::try_from(coord).unwrap_or(u64::MAX).saturating_add(1);
    coords.iter().map(length).fold(1, u64::saturating_mul) <= NEAR
}

/// How long it takes at least to fill a table of so many positions.
pub(super) fn least_time(size: u64) -> Duration {
    LEAST + Duration::from_nanos(size / PER_NANOSECOND)
}

/// Fills a table. One that does not come to its end is not tried again: what it has not the definition
/// answers, which has the reason, too.
pub(super) fn fill(
    table: &mut Option<Table>,
    last: &[u64],
    limits: &Limits,
) -> Result<(), Failure> {
    let wanted = with_reserve(table, last, limits);
    let Some(filled) = table.as_mut().filter(|table| !table.is_given_up()) else { return Ok(()) };
    match filled.fill(&wanted, limits) {
        Ok(()) if filled.is_finished() => Ok(()),
        Err(Failure::Stop(stop @ (Stop::Time | Stop::Cancelled))) => Err(stop.into()),
        _ => {
            filled.give_up();
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_large_table_is_filled_for_few_cells_in_misere_play() {
        let rule = "misere [n] -> [n-1] | [n+1] let m = n*n if n % 7 == 8";
        let mut session = Session::with_game(rule).unwrap();
        let four = session.position("4").unwrap();
        let defined = &mut session.solvers[0].defined;
        defined.prepare((0, true, Asked::Values), &[0], &[4], &Limits::default()).unwrap();
        assert_eq!(defined.tabled_misere(&four.parts[0]), None);
    }
}
