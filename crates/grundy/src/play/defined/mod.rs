//! The definition, with a search that prunes and dense tables beside it for when much of it is needed.
//!
//! Which is sooner cannot be told before: a rule may reach a handful of positions or all of them. So the definition, or
//! machine code that seeks the component, and the search that prunes [take turns](Defined::find_within), each for as
//! long as a table would take at least; if none has answered by then, the table is filled. Where what the definition
//! met shows that only few of its positions are [reached](Defined::time_of_few), the search goes on before. So the
//! answer comes in little more than three times the time of the best way, and a small question never waits for a
//! compiler. Of a few components that are asked for one after the other none may take long; when together they took as
//! long as a table would at least, it is filled. Where there is no table the search goes on, for it is content with any
//! memory; what it cannot hold is left to the definition.
//!
//! The search looks at fewer positions: a rule that cannot be followed at one of the others is not
//! noticed.
//!
//! ```text
//! tables     what stands in tables, how long they take, when they are filled
//! sought     a component without the table that would have it: the turns that they take
//! few        whether far fewer positions are reached than a table has
//! down       the quickest way down from where no table reaches, in search of faults
//! ```

mod down;
mod few;
mod sought;
mod tables;

use std::time::{Duration, Instant};

use crate::language::message;
use crate::limits::Limits;
use crate::nimber::Nimber;
use crate::outcome::Outcome;
use crate::play::time::within;
use crate::rule::{Component, Rules, are_quotients, resumed};
use crate::ruleset::{Failure, Ruleset as _, Value};
use crate::search::{Pruned, Typed, Values};
use crate::table::{Compiled, NoTable, Table};
pub(super) use tables::{affordable, is_small};
use tables::{fill, is_filled_on, last_of, least_time};

/// About how long a table takes in any case: it is compiled first.
pub(super) const LEAST: Duration = Duration::from_millis(3);
/// How long the definition is given before it is told how large a table would be, which takes as long.
pub(super) const AT_ONCE: Duration = Duration::from_micros(100);
/// How long the definition is given before something else is tried, where there is no table.
pub(super) const PATIENCE: Duration = Duration::from_millis(200);
/// Kinds of components of a rule of which tables are made and relations looked at.
pub(super) const MOST_KINDS: usize = 64;

/// What is known by definition.
pub(super) struct Defined {
    pub(super) values: Values<Compiled>,
    /// One for each kind that has one, filled once it is asked for.
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
    /// Whether sums go on from one option to the next.
    resumes: bool,
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
        let families = || rules.ir().iter().flat_map(|kind| &kind.families);
        let resumes = families().any(|family| resumed(family).is_some());
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
            resumes,
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
        // Sums that go on from one option to the next are dear for the definition.
        if self.few && self.resumes {
            return self.find_without_table(component, wanted, limits);
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
        let found = self.find_rather_than_fill((component, size), wanted, who_wins, limits)?;
        if let Some(found) = found {
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
        match self.find_by_filling(component, who_wins, limits)? {
            Some(found) => Ok(found),
            // The table ends at a component without a value, which play from this one need not reach.
            None => self.find_without_table(component, wanted, limits),
        }
    }

    /// What is wanted of a component whose table has this size, where that table is not to be filled yet: play leaves
    /// it, or its positions have many options, of which perhaps few are reached.
    fn find_rather_than_fill(
        &mut self,
        (component, size): (&Component, u64),
        wanted: Wanted,
        who_wins: bool,
        limits: &Limits,
    ) -> Result<Option<Found>, Failure> {
        let kind = usize::from(component.kind);
        let last = last_of(component);
        // A table that play leaves would ask the definition for what lies outside, which takes longer than to seek all.
        if self.table_of(who_wins, kind).as_ref().is_some_and(|table| !table.is_closed(&last))
            && let Some(found) = self.find_by_seeking(component, wanted, limits)?
        {
            return Ok(Some(found));
        }
        let all = self.time_with_options(kind, who_wins, &last, size);
        match all > 2 * least_time(size) {
            true => self.find_within(all, component, wanted, limits),
            false => Ok(None),
        }
    }

    /// What the table of who wins, or of values, has of a component once it is filled; nothing where it ends before.
    fn find_by_filling(
        &mut self,
        component: &Component,
        who_wins: bool,
        limits: &Limits,
    ) -> Result<Option<Found>, Failure> {
        let kind = usize::from(component.kind);
        let last = last_of(component);
        if who_wins {
            fill(&mut self.outcomes[kind], &last, limits)?;
            return self.by_outcome(component, &last, limits);
        }
        fill(&mut self.tables[kind], &last, limits)?;
        let value = self.tables[kind].as_ref().and_then(|table| table.value(&last));
        Ok(value.map(Found::Value))
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
}
