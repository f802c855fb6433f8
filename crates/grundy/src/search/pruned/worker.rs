//! One thread of a search: the questions from the root down to the component it looks at.

use std::ops::ControlFlow;
use std::sync::RwLockReadGuard;

use smallvec::SmallVec;

use super::generated::{Gathered, Generated};
use super::kept::Kept;
use super::order::{self, Candidate};
use super::shared::{Company, Shared};
use super::table::{Room, Table};
use super::{Bound, MOST_DEPTH, MOST_VALUE, Packed};
use crate::language::message;
use crate::limits::{Limits, Stop};
use crate::ruleset::Failure;

/// Visits between two looks at the limits, or options, where there are very many for each.
const VISITS_PER_CHECK: u64 = 1 << 10;
const OPTIONS_PER_CHECK: u64 = 1 << 15;
/// Visits between two looks back at the path, where others may have decided what is on it.
const VISITS_PER_LOOK_BACK: u64 = 1 << 6;
/// Components of at least this weight look ahead into their options.
const LOOKS_AHEAD: u32 = 40;
/// From this value on an option worth it is not sought before the smaller values are tried.
const UNUSUAL: u8 = 4;
/// What took at least so many visits is remembered for good.
const LASTING: u64 = 1 << 16;
/// Options at most that wait to be asked, on the whole path, and their further parts.
const MOST_OPEN: usize = 1 << 20;
/// So many options are generated before the first of them is looked up, so that memory has the time to answer. Often an early
/// one decides, so they are few.
const AHEAD: usize = 2;
/// Options that were looked up are forgotten when they are so many.
const FORGOTTEN: usize = 1 << 10;
/// Options that wait to be asked take no more than one part of so many of the memory allowed, and may be so many
/// in any case.
const SHARE: u64 = 8;
const LEAST_OPEN: usize = 1 << 16;

/// Why a question was given up.
#[derive(Debug)]
pub(super) enum Interrupt {
    /// The search cannot go on.
    Failure(Failure),
    /// Another thread has decided the question that stands there on the path: what is known now.
    Decided {
        /// The place on the path.
        at: usize,
        bound: Bound,
    },
    /// Another thread has the answer, or others shall join.
    Over,
}

impl<F: Into<Failure>> From<F> for Interrupt {
    fn from(failure: F) -> Interrupt {
        Interrupt::Failure(failure.into())
    }
}

/// A thread that searches.
pub(super) struct Worker<'a, R: Packed> {
    rules: &'a R,
    shared: &'a Shared<R::Word>,
    limits: &'a Limits,
    company: Company,
    /// The table, unless it was let go of, so that it could grow.
    table: Option<RwLockReadGuard<'a, Table<R::Word>>>,
    /// The questions from the root on: is an option of the component worth the value?
    path: Vec<(R::Component, u8)>,
    /// The candidates of the components on the path.
    candidates: Vec<Candidate<R::Component>>,
    /// Their further parts.
    parts: Vec<R::Component>,
    generated: Generated<R>,
    memory: R::Memory,
    /// So many options may wait to be asked.
    most_open: usize,
    visits: u64,
    /// Options that were looked at since the limits were.
    options: u64,
    /// Of these so many are told.
    told: u64,
    kept: Kept,
}

impl<'a, R: Packed> Worker<'a, R> {
    pub(super) fn new(
        rules: &'a R,
        shared: &'a Shared<R::Word>,
        limits: &'a Limits,
        kept: Kept,
        company: Company,
    ) -> Worker<'a, R> {
        let each = size_of::<Candidate<R::Component>>() as u64;
        let most_open = limits.memory.map_or(MOST_OPEN, |bytes| {
            let share = usize::try_from(bytes / SHARE / each).unwrap_or(MOST_OPEN);
            share.clamp(LEAST_OPEN, MOST_OPEN)
        });
        Worker {
            rules,
            shared,
            limits,
            company,
            most_open,
            table: None,
            path: Vec::new(),
            candidates: Vec::new(),
            parts: Vec::new(),
            generated: Generated::default(),
            memory: R::Memory::default(),
            visits: 0,
            options: 0,
            told: 0,
            kept,
        }
    }

    /// The value of a sum.
    pub(super) fn value_of_sum(&mut self, sum: &[R::Component]) -> Result<u8, Interrupt> {
        let mut value = 0;
        for &component in sum {
            value ^= self.value_of(component)?;
        }
        Ok(value)
    }

    /// Whether a sum is worth `value`.
    pub(super) fn is_worth(&mut self, sum: &[R::Component], value: u8) -> Result<bool, Interrupt> {
        if value > MOST_VALUE {
            return Err(beyond());
        }
        self.generated.clear();
        let table = self.table.get_or_insert_with(|| self.shared.table());
        self.generated.add(self.rules, table, sum);
        match self.generated.gather(0, self.rules, table, value, &mut self.parts) {
            Gathered::Value(found) => Ok(found == value),
            Gathered::Never => Ok(false),
            Gathered::Open(candidate) => self.has_value(candidate),
        }
    }

    /// What is known of a component.
    fn known(&mut self, component: R::Component) -> Bound {
        let bound = self.rules.theory(component);
        if let Bound::Exact(_) = bound {
            return bound;
        }
        let word = self.rules.pack(component);
        self.table().recall(word).unwrap_or(bound)
    }

    fn table(&mut self) -> &Table<R::Word> {
        self.table.get_or_insert_with(|| self.shared.table())
    }

    /// The value of a component.
    fn value_of(&mut self, component: R::Component) -> Result<u8, Interrupt> {
        let mut bound = self.known(component);
        let mut value = 0;
        loop {
            if let Bound::Exact(exact) = bound {
                return Ok(exact);
            }
            if value > MOST_VALUE {
                return Err(beyond());
            }
            bound = self.try_value(component, value, bound)?;
            value += 1;
        }
    }

    /// Whether a component is worth `value`.
    pub(super) fn is(&mut self, component: R::Component, value: u8) -> Result<bool, Interrupt> {
        let mut bound = self.known(component);
        if bound.tells(value) {
            return Ok(bound.allows(value));
        }
        let since = self.visits;
        let usual = value < UNUSUAL;
        if usual {
            bound = self.seek_option(component, value, bound)?;
            if !bound.allows(value) {
                return Ok(false);
            }
        }
        for smaller in 0..value {
            bound = self.try_value(component, smaller, bound)?;
        }
        if !usual {
            bound = self.try_value(component, value, bound)?;
        } else if let Bound::Not(_) = bound {
            bound = Bound::Exact(value);
            self.note(component, bound, since);
        }
        Ok(bound.allows(value))
    }

    /// Excludes a value of a component that is worth no less, or finds that it is the value.
    fn try_value(
        &mut self,
        component: R::Component,
        value: u8,
        bound: Bound,
    ) -> Result<Bound, Interrupt> {
        if bound.tells(value) {
            return Ok(bound);
        }
        let since = self.visits;
        let bound = self.seek_option(component, value, bound)?;
        if bound.tells(value) {
            return Ok(bound);
        }
        self.note(component, Bound::Exact(value), since);
        Ok(Bound::Exact(value))
    }

    /// Notes what was found with the visits since there were so many.
    fn note(&mut self, component: R::Component, bound: Bound, since: u64) {
        let word = self.rules.pack(component);
        let work = self.visits - since;
        let lasts = work >= LASTING || self.path.is_empty();
        let table = self.table();
        if lasts {
            table.keep(word, bound);
        }
        if let Room::Little = table.insert(word, bound) {
            let bytes = table.bytes();
            self.table = None;
            self.shared.grow(bytes);
        }
        self.kept.send(word, bound, work);
    }

    /// Seeks an option worth `value`, which excludes the value; also excludes what is met. Where another
    /// thread has decided it, what that found is taken over.
    fn seek_option(
        &mut self,
        component: R::Component,
        value: u8,
        bound: Bound,
    ) -> Result<Bound, Interrupt> {
        let (depth, candidates, parts) = (self.path.len(), self.candidates.len(), self.parts.len());
        let since = self.visits;
        if depth >= MOST_DEPTH {
            return Err(beyond());
        }
        self.path.push((component, value));
        let sought = self.seek_among(component, value, bound, candidates);
        self.path.truncate(depth);
        self.candidates.truncate(candidates);
        self.parts.truncate(parts);
        match sought {
            Ok(bound) => {
                self.note(component, bound, since);
                Ok(bound)
            }
            Err(Interrupt::Decided { at, bound: decided }) if at == depth => Ok(bound.and(decided)),
            Err(interrupt) => Err(interrupt),
        }
    }

    /// As [`Worker::seek_option`]; the candidates are put on the stack from `start` on.
    fn seek_among(
        &mut self,
        component: R::Component,
        value: u8,
        bound: Bound,
        start: usize,
    ) -> Result<Bound, Interrupt> {
        let bound = self.look(component, value, bound)?;
        if !bound.allows(value) {
            return Ok(bound);
        }
        self.sort_candidates(start);
        let far = self.rules.weight(self.rules.pack(component)) >= LOOKS_AHEAD;
        let mut found = far && self.look_ahead(start)?;
        if !found {
            self.sort_candidates(start);
            found = self.ask_candidates(start)?;
        }
        Ok(if found { bound.and(Bound::not(value)) } else { bound })
    }

    /// Whether one of the candidates from `start` on is worth what is wanted of it. Those that another
    /// thread asks wait until the others are through.
    fn ask_candidates(&mut self, start: usize) -> Result<bool, Interrupt> {
        let end = self.candidates.len();
        if self.company != Company::Together {
            for index in start..end {
                if self.has_value(self.candidates[index])? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        let mut waiting: SmallVec<[usize; 16]> = SmallVec::new();
        for index in start..end {
            let candidate = self.candidates[index];
            let word = self.rules.pack(candidate.first);
            if self.shared.is_asked(word, candidate.want) {
                waiting.push(index);
                continue;
            }
            self.shared.asks(word, candidate.want);
            let has_value = self.has_value(candidate);
            self.shared.asked(word, candidate.want);
            if has_value? {
                return Ok(true);
            }
        }
        for index in waiting {
            if self.has_value(self.candidates[index])? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Puts the candidates from `start` on in order, the same single component once.
    fn sort_candidates(&mut self, start: usize) {
        let rules = self.rules;
        let key = |candidate: &Candidate<R::Component>| {
            (candidate.order, candidate.more.1, candidate.want, rules.pack(candidate.first))
        };
        self.candidates[start..].sort_unstable_by_key(key);
        let mut kept = start;
        for index in start..self.candidates.len() {
            let candidate = self.candidates[index];
            if kept > start
                && candidate.more.1 == 0
                && key(&self.candidates[kept - 1]) == key(&candidate)
            {
                continue;
            }
            self.candidates[kept] = candidate;
            kept += 1;
        }
        self.candidates.truncate(kept);
    }

    /// Looks at the options of a component, until one is worth `value`: excludes the values of those that the table decides,
    /// and puts those that may be worth `value` on the stack of candidates.
    fn look(
        &mut self,
        component: R::Component,
        value: u8,
        mut bound: Bound,
    ) -> Result<Bound, Interrupt> {
        self.visits += 1;
        self.check()?;
        let together = self.company == Company::Together;
        let Worker { rules, shared, limits, table, candidates, parts, generated, memory, .. } =
            self;
        let (most_open, mut forgotten) = (self.most_open, 0);
        let table: &Table<R::Word> = table.get_or_insert_with(|| shared.table());
        let mut left = false;
        // Whether that decides.
        let mut settle = |generated: &Generated<R>, option: usize| {
            match generated.gather(option, rules, table, value, parts) {
                Gathered::Value(value) => bound = bound.and(Bound::not(value)),
                Gathered::Never => {}
                Gathered::Open(candidate) => candidates.push(candidate),
            }
            left = candidates.len().max(parts.len()) > most_open || together && shared.is_over();
            left || !bound.allows(value)
        };
        generated.clear();
        let (mut next, mut decided) = (0, false);
        rules.options_again(memory, &component, limits, &mut |sum| {
            generated.add(rules, table, sum);
            if next + AHEAD < generated.ends.len() {
                decided = settle(generated, next);
                next += 1;
            }
            if next == FORGOTTEN {
                generated.forget(next);
                (next, forgotten) = (0, forgotten + FORGOTTEN);
            }
            if decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        while !decided && next < generated.ends.len() {
            decided = settle(generated, next);
            next += 1;
        }
        self.options += (forgotten + generated.ends.len()) as u64;
        match left {
            true if together && shared.is_over() => Err(Interrupt::Over),
            true => Err(beyond()),
            false => Ok(bound),
        }
    }

    /// Looks at the options of the candidates from `start` on that are a single component. Drops
    /// those that cannot be worth what is wanted, and orders the others by how much is open; true as
    /// soon as one is worth it.
    fn look_ahead(&mut self, start: usize) -> Result<bool, Interrupt> {
        let end = self.candidates.len();
        let mut kept = start;
        for index in start..end {
            let mut candidate = self.candidates[index];
            if candidate.more.1 == 0 {
                let parts = self.parts.len();
                let since = self.visits;
                let bound = self.known(candidate.first);
                if let Bound::Exact(value) = bound {
                    if value == candidate.want {
                        return Ok(true);
                    }
                    continue;
                }
                let bound = self.look(candidate.first, candidate.want, bound)?;
                candidate.order =
                    order::looked_into(&self.candidates[end..], bound, candidate.want);
                self.candidates.truncate(end);
                self.parts.truncate(parts);
                if !bound.allows(candidate.want) {
                    // What else it excludes is seen again at once when it is asked, and not worth a place.
                    self.note(candidate.first, bound, since);
                    continue;
                }
            }
            if candidate.order == 0 {
                // All its options are decided, so it costs nothing to ask.
                if self.has_value(candidate)? {
                    return Ok(true);
                }
                continue;
            }
            self.candidates[kept] = candidate;
            kept += 1;
        }
        self.candidates.truncate(kept);
        Ok(false)
    }

    /// Whether an option is worth what is wanted of it.
    fn has_value(&mut self, candidate: Candidate<R::Component>) -> Result<bool, Interrupt> {
        let Candidate { first: mut last, more: (start, count), mut want, .. } = candidate;
        for index in start..start + count {
            want ^= self.value_of(last)?;
            last = self.parts[index as usize];
        }
        self.is(last, want)
    }

    /// Sees to what others want, now and then.
    fn check(&mut self) -> Result<(), Interrupt> {
        if self.company == Company::Together {
            if self.shared.is_growing() {
                self.table = None;
            }
            if self.visits.is_multiple_of(VISITS_PER_LOOK_BACK) {
                self.look_back()?;
            }
        }
        if self.visits.is_multiple_of(VISITS_PER_CHECK) || self.options >= OPTIONS_PER_CHECK {
            self.options = 0;
            self.tell();
            self.limits.check()?;
            if let Some(most) = self.limits.positions
                && self.shared.visits() > most
            {
                return Err(Stop::Positions(most).into());
            }
            self.limits.report(self.shared.visits(), None);
        }
        match self.company {
            Company::Briefly(most) if self.visits >= most => Err(Interrupt::Over),
            _ => Ok(()),
        }
    }

    /// Whether the search is over, or the first question on the path that others have decided.
    fn look_back(&mut self) -> Result<(), Interrupt> {
        if self.shared.is_over() {
            return Err(Interrupt::Over);
        }
        for at in 0..self.path.len() {
            let (component, value) = self.path[at];
            let bound = self.known(component);
            if bound.tells(value) {
                return Err(Interrupt::Decided { at, bound });
            }
        }
        Ok(())
    }

    /// Adds its visits to those of all.
    fn tell(&mut self) {
        self.shared.visited(self.visits - self.told);
        self.told = self.visits;
    }
}

impl<R: Packed> Drop for Worker<'_, R> {
    fn drop(&mut self) {
        self.tell();
    }
}

/// That the search is not made for such a game.
fn beyond() -> Interrupt {
    let message = message!(
        "the search that prunes gives up: play is too long, options are too many, or a value is above {value}",
        value = MOST_VALUE
    );
    Interrupt::Failure(Failure::Domain(message))
}
