//! The definition, with a search that prunes and dense tables beside it for when much of it is needed.
//!
//! Which is sooner cannot be told before: a rule may reach a handful of positions or all of them.
//! So the definition is given as long as a table would take at least, then the search that prunes is given
//! as long; if neither has answered by then, the table is filled. Where what
//! the definition met shows that only few of its positions are [reached](Defined::time_of_few), the search goes on before. So the answer comes in little more than three
//! times the time of the best way, and a small question never waits for a compiler. Of a few components that are asked for one
//! after the other none may take long; when together they took as long as a table would at least, it is filled. Where there is no
//! table the search goes on, for it is content with any memory; what it cannot hold is left to the definition.
//!
//! The search looks at fewer positions: a rule that cannot be followed at one of the others is not
//! noticed.
//!
//! ```text
//! sought     a component without the table that would have it: the turns that they take
//! few        whether far fewer positions are reached than a table has
//! down       the quickest way down from where no table reaches, in search of faults
//! ```

mod down;
mod few;
mod sought;

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use num_bigint::BigUint;
use smallvec::SmallVec;

use crate::language::message;
use crate::limits::{Limits, Stop};
use crate::nimber::Nimber;
use crate::outcome::Outcome;
use crate::play::time::within;
use crate::position::Part;
use crate::rule::{Component, Rules, are_quotients};
use crate::ruleset::{Failure, Ruleset as _, Value};
use crate::search::{Pruned, Typed, Values};
use crate::table::{Compiled, NoTable, Table};

/// About how long a table takes in any case: it is compiled first.
pub(super) const LEAST: Duration = Duration::from_millis(3);
/// How long the definition is given before it is told how large a table would be, which takes as long.
pub(super) const AT_ONCE: Duration = Duration::from_micros(100);
/// Positions of a table that are computed in a nanosecond, about, where options are few.
const PER_NANOSECOND: u64 = 2;
/// Options that are looked at one by one in the time that such a position takes, at most.
const OPTIONS: u64 = 4;
/// Of so many options one is looked at where the first that is lost decides.
const DECIDES: u64 = 8;
/// How long the definition is given before something else is tried, where there is no table.
pub(super) const PATIENCE: Duration = Duration::from_millis(200);
/// Memory for a table where no limit is set.
const USUAL_MEMORY: u64 = 1 << 30;
/// Positions of a table that is filled rather than a theorem sought: some tenths of a second.
const NEAR: u64 = 1 << 26;
/// From so many positions on, a range of them is computed as a table without trying, if it is more than one of so many
/// in the table.
const MANY: u64 = 1 << 12;
const WHOLE: u64 = 64;

/// Kinds of components of a rule of which tables are made and relations looked at.
pub(super) const MOST_KINDS: usize = 64;

/// What is known by definition.
pub(super) struct Defined {
    pub(super) values: Values<Compiled>,
    /// One for each kind, once it is asked for.
    tables: Vec<Option<Table>>,
    /// The same of who wins, in normal play and in misère play.
    outcomes: Vec<Option<Table>>,
    misere: Vec<Option<Table>>,
    /// Where it can be of use: in normal play without `win on`.
    search: Option<Pruned<Typed<Compiled>>>,
    /// A table that is filled once its components took as long as that would.
    waiting: Option<Waiting>,
    /// For each kind about how much [work](Table::work_of_each) its components are in a table, once that was counted.
    work: Vec<Option<u64>>,
    /// Whether the rule was [followed down](Defined::descend).
    descended: bool,
    /// Whether few positions are reached from any, so that no table is of use for one.
    few: bool,
}

/// A table of components that are asked for one after the other, as few as they are.
struct Waiting {
    kind: usize,
    asked: Asked,
    last: Vec<u64>,
    /// How long the definition took for those that were asked for, and how long it may take.
    spent: Duration,
    patience: Duration,
}

/// What is asked of components that are computed together.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::outcome::Outcome;
/// use grundy::play::{Asked, Session};
/// // A king that only goes back: lost where both numbers are even.
/// let mut session = Session::with_game(
///     "[a, b] -> [a-1, b] if a > 0 | [a, b-1] if b > 0 | [a-1, b-1] if a > 0 and b > 0",
/// )?;
/// for asked in [Asked::Values, Asked::WhoWins] {
///     session.fill_table((0, asked), &[9, 9], &Limits::default())?;
///     let row = session.row((0, asked), &[4], 6..=7, &Limits::default()).unwrap();
///     assert_eq!([row[0].outcome(), row[1].outcome()], [Outcome::P, Outcome::N]);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Their values; in misère play, who wins.
    Values,
    /// Who wins them, alone.
    WhoWins,
}

/// What is asked of a component.
#[derive(Clone, Copy)]
pub(super) enum Wanted {
    /// Its value.
    Value,
    /// Whether it has this value.
    Is(u8),
}

/// What is found of a component.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Found {
    /// Its value.
    Value(Value),
    /// That it has another value than what was asked for.
    Other,
}

impl Defined {
    pub(super) fn new(rules: &Rules) -> Defined {
        let count = rules.kinds().len();
        // Each has a copy of all rules.
        let table = |kind: usize| match count <= MOST_KINDS {
            true => Table::new(rules, kind).ok(),
            false => None,
        };
        let tables: Vec<Option<Table>> = (0..count).map(table).collect();
        let who_wins = |of: fn(Table) -> Result<Table, NoTable>| {
            let table = |kind: usize| {
                tables[kind].is_some().then(|| Table::new(rules, kind).and_then(of).ok())
            };
            (0..count).map(|kind| table(kind).flatten()).collect()
        };
        let (outcomes, misere) = (who_wins(Table::outcomes), who_wins(Table::misere));
        let compiled = Compiled::new(rules);
        let typed = || Typed::with_options(rules, compiled.clone());
        let search = (!rules.has_wins()).then(|| Pruned::new(typed()));
        let values = Values::new(compiled);
        let work = vec![None; tables.len()];
        let few = are_quotients(rules.ir());
        Defined {
            values,
            tables,
            outcomes,
            misere,
            search,
            waiting: None,
            work,
            descended: false,
            few,
        }
    }

    /// The value of a component.
    pub(super) fn value(
        &mut self,
        component: &Component,
        limits: &Limits,
    ) -> Result<Value, Failure> {
        match self.find(component, Wanted::Value, limits)? {
            Found::Value(value) => Ok(value),
            Found::Other => self.values.value(component, limits),
        }
    }

    /// The value of a component that the definition finds at once. Not where a table is due.
    pub(super) fn at_once(&mut self, component: &Component, limits: &Limits) -> Option<Value> {
        let mut waiting =
            self.waiting.as_mut().filter(|waiting| waiting.kind == usize::from(component.kind));
        if waiting.as_ref().is_some_and(|waiting| waiting.spent >= waiting.patience) {
            return None;
        }
        let (values, begun) = (&mut self.values, Instant::now());
        let found = within(limits, AT_ONCE, |short| values.value(component, short));
        if let Some(waiting) = &mut waiting {
            waiting.spent += begun.elapsed();
        }
        found.ok().flatten()
    }

    /// The value of a component, or that it is not the one that is wanted.
    pub(super) fn find(
        &mut self,
        component: &Component,
        wanted: Wanted,
        limits: &Limits,
    ) -> Result<Found, Failure> {
        let kind = usize::from(component.kind);
        let last = last_of(component);
        if let Some(value) = self.tables[kind].as_ref().and_then(|table| table.value(&last)) {
            return Ok(Found::Value(value));
        }
        if self.few {
            return self.values.value(component, limits).map(Found::Value);
        }
        // Whether a value is 0 is known where it is known who wins.
        let is_zero = matches!(wanted, Wanted::Is(0));
        if is_zero && let Some(found) = self.by_outcome(component, &last, limits)? {
            return Ok(found);
        }
        if self.fill_waiting(|it| it.kind == kind && it.spent >= it.patience, limits)? {
            return self.find(component, wanted, limits);
        }
        let who_wins = is_zero && is_filled_on(&self.outcomes[kind]);
        let size = affordable(self.table_of(who_wins, kind), &last, limits);
        let grace = size.map_or(PATIENCE, least_time);
        let begun = Instant::now();
        let found = self.find_within(grace, component, wanted, limits)?;
        if let Some(waiting) = self.waiting.as_mut().filter(|waiting| waiting.kind == kind) {
            waiting.spent += begun.elapsed();
        }
        if let Some(found) = found {
            return Ok(found);
        }
        let Some(size) = size else { return self.find_without_table(component, wanted, limits) };
        // A table that play leaves would ask the definition for what lies outside, which takes longer than to seek all.
        if self.table_of(who_wins, kind).as_ref().is_some_and(|table| !table.is_closed(&last))
            && let Some(found) = self.find_by_seeking(component, wanted, limits)?
        {
            return Ok(found);
        }
        // Where positions have many options, they are given the time of these as well, for perhaps few are reached.
        let all = self.time_with_options(kind, who_wins, &last, size);
        if all > 2 * grace
            && let Some(found) = self.find_within(all, component, wanted, limits)?
        {
            return Ok(found);
        }
        if self.fill_waiting(|it| it.kind == kind, limits)? {
            return self.find(component, wanted, limits);
        }
        if let Some(time) = self.time_of_few(kind, &last, size)
            && let Some(found) = self.find_within(time, component, wanted, limits)?
        {
            return Ok(found);
        }
        if who_wins {
            fill(&mut self.outcomes[kind], &last, limits)?;
            if let Some(found) = self.by_outcome(component, &last, limits)? {
                return Ok(found);
            }
        } else {
            fill(&mut self.tables[kind], &last, limits)?;
            if let Some(value) = self.tables[kind].as_ref().and_then(|table| table.value(&last)) {
                return Ok(Found::Value(value));
            }
        }
        // The table ends at a component without a value, which play from this one need not reach.
        self.find_without_table(component, wanted, limits)
    }

    /// Fills the table that waits, if it is this one; whether it did.
    fn fill_waiting(
        &mut self,
        is_it: impl FnOnce(&Waiting) -> bool,
        limits: &Limits,
    ) -> Result<bool, Failure> {
        let Some(Waiting { kind, asked, last, .. }) = self.waiting.take_if(|it| is_it(it)) else {
            return Ok(false);
        };
        fill(self.tables_for(false, asked, kind), &last, limits)?;
        Ok(true)
    }

    /// Whether the value of a component is 0, by the table of who wins, if that has it.
    fn by_outcome(
        &self,
        component: &Component,
        coords: &[u64],
        limits: &Limits,
    ) -> Result<Option<Found>, Failure> {
        let table = self.outcomes[usize::from(component.kind)].as_ref();
        let Some(value) = table.and_then(|table| table.value(coords)) else { return Ok(None) };
        let rules = self.values.ruleset().rules();
        Ok(Some(match value.outcome() {
            Outcome::N => Found::Other,
            _ if rules.has_wins() && rules.is_over(component, limits)? => Found::Value(Value::Over),
            _ => Found::Value(Value::zero()),
        }))
    }

    /// What the search that prunes finds.
    ///
    /// # Errors
    /// [`Failure::Domain`] where it cannot be made.
    fn search(
        &mut self,
        component: &Component,
        wanted: Wanted,
        limits: &Limits,
    ) -> Result<Found, Failure> {
        let word = self.search.as_ref().and_then(|search| search.rules().word(component));
        let (Some(search), Some(word)) = (&mut self.search, word) else {
            return Err(Failure::Domain(message!("no search that prunes is made for this")));
        };
        let nimber = |value: u8| Found::Value(Value::Nimber(Nimber(value.into())));
        match wanted {
            Wanted::Is(value) if search.is_worth(&[word], value, limits)? => Ok(nimber(value)),
            Wanted::Is(_) => Ok(Found::Other),
            Wanted::Value => search.value(&[word], limits).map(|value| nimber(value.0 as u8)),
        }
    }

    /// The value of a component, if it stands in a table.
    pub(super) fn tabled(&self, part: &Part) -> Option<Value> {
        in_table(self.tables[part.kind].as_ref()?, part)
    }

    /// Who wins a component in normal play, if that stands in a table.
    pub(super) fn tabled_outcome(&self, part: &Part) -> Option<Outcome> {
        let value =
            self.tabled(part).or_else(|| in_table(self.outcomes[part.kind].as_ref()?, part));
        value.map(|value| value.outcome())
    }

    /// Who wins a component in misère play, if that stands in a table.
    pub(super) fn tabled_misere(&self, part: &Part) -> Option<Outcome> {
        in_table(self.misere[part.kind].as_ref()?, part).map(|value| value.outcome())
    }

    /// The values of a stretch of a row, if they stand in a table of what is asked.
    pub(super) fn tabled_row(
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
    pub(super) fn grace(
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
    fn time_with_options(
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
    fn work_of(&mut self, kind: usize, last: &[u64]) -> u64 {
        let Some(table) = &self.tables[kind] else { return 0 };
        *self.work[kind].get_or_insert_with(|| table.work_of_each(last).unwrap_or_default())
    }

    /// Fills the table that has what is asked of a component and of all that play reaches from there.
    pub(super) fn fill_for(
        &mut self,
        component: &Component,
        (misere, asked): (bool, Asked),
        limits: &Limits,
    ) -> Result<(), Failure> {
        let last = last_of(component);
        fill(self.tables_for(misere, asked, usize::from(component.kind)), &last, limits)
    }

    /// Whether a table of a kind, of values or of who wins, is being filled and half done.
    pub(super) fn is_half_done(&self, kind: usize, misere: bool) -> bool {
        let half_done = |table: &Option<Table>| {
            table.as_ref().is_some_and(|table| !table.is_given_up() && table.is_half_done())
        };
        match misere {
            true => half_done(&self.misere[kind]),
            false => half_done(&self.tables[kind]) || half_done(&self.outcomes[kind]),
        }
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
        let last = last_of(component);
        affordable(&self.tables[usize::from(component.kind)], &last, limits)
    }

    /// Prepares for questions about all components of a kind between these coordinates.
    pub(super) fn prepare(
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
            return if size >= MANY { fill(table, last, limits) } else { Ok(()) };
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
    pub(super) fn prepare_small(
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
    pub(super) fn table(&mut self, kind: usize, misere: bool, asked: Asked) -> Option<&mut Table> {
        self.tables_for(misere, asked, kind).as_mut()
    }

    /// The table of who wins a kind, or that of its values.
    fn table_of(&self, who_wins: bool, kind: usize) -> &Option<Table> {
        if who_wins { &self.outcomes[kind] } else { &self.tables[kind] }
    }

    /// The table that answers what is asked of a kind: of who wins where there is one.
    fn tables_for(&mut self, misere: bool, asked: Asked, kind: usize) -> &mut Option<Table> {
        match asked {
            _ if misere => &mut self.misere[kind],
            Asked::WhoWins if is_filled_on(&self.outcomes[kind]) => &mut self.outcomes[kind],
            _ => &mut self.tables[kind],
        }
    }
}

/// The coordinates of a component, up to which a table has it.
fn last_of(component: &Component) -> Vec<u64> {
    component.coords.iter().map(|coord| coord.unsigned_abs()).collect()
}

/// These limits, with one for memory where there was none.
fn with_usual_memory(limits: &Limits) -> Limits {
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
fn is_filled_on(table: &Option<Table>) -> bool {
    table.as_ref().is_some_and(|table| !table.is_given_up())
}

/// How many positions a table has, if there is one and it fits the limits.
pub(super) fn affordable(table: &Option<Table>, last: &[u64], limits: &Limits) -> Option<u64> {
    let table = table.as_ref().filter(|table| !table.is_given_up())?;
    let (size, needed) = (table.size(last)?, table.needed(last)?);
    let memory = limits.memory.unwrap_or(USUAL_MEMORY);
    let fits = needed <= memory / 2 && limits.positions.is_none_or(|most| size <= most);
    fits.then_some(size)
}

/// Whether a table would hold a component and no more that is smaller in each coordinate, and be filled rather than a theorem
/// sought. Of larger ones the definition is not asked in passing: what it meets on the way to nothing takes memory.
pub(super) fn is_small(coords: &[BigUint]) -> bool {
    let length = |coord: &BigUint| u64::try_from(coord).unwrap_or(u64::MAX).saturating_add(1);
    coords.iter().map(length).fold(1, u64::saturating_mul) <= NEAR
}

/// How long it takes at least to fill a table of so many positions.
fn least_time(size: u64) -> Duration {
    LEAST + Duration::from_nanos(size / PER_NANOSECOND)
}

/// Fills a table. One that does not come to its end is not tried again: what it has not the definition
/// answers, which has the reason, too.
fn fill(table: &mut Option<Table>, last: &[u64], limits: &Limits) -> Result<(), Failure> {
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
