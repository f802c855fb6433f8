//! Values of boards: a search that prunes, over components kept in a fixed memory.
//!
//! A component G is worth v exactly when no option is worth v and for every u < v some option is
//! worth u (G together with a Nim heap of v is lost; Lemoine and Viennot, "Nimbers are inevitable",
//! Theoretical Computer Science 462, 2012). So all that is ever asked is whether an option has one
//! given value, and what is remembered of a component is its value or which values it has not:
//!
//! ```text
//! value of G            for v = 0, 1, ...: not yet excluded, and no option worth v? then it is v
//! is G worth v?         an option worth v: no. Otherwise as above, for u < v; then yes
//! an option worth v?    1  look at all options: the table decides many, and excludes values of G
//!                       2  look ahead into the others, which their own options may exclude
//!                       3  ask of each that is left, the least work first, until one is
//! is a sum worth v?     value all parts but the heaviest; is that one worth the rest?
//! ```
//!
//! To refute "G is worth v" first by an option worth v, before anything is known of smaller values,
//! is what saves most: it is the common case, and often the table holds such an option. After the
//! look-ahead, the option goes first that has few undecided options and a light one among them, much
//! as in proof-number search (Allis, van der Meulen, van den Herik, Artificial Intelligence 66, 1994). Equal parts of an
//! option cancel. The idea of asking for less than values of options is due to Beling and Rogalski
//! ("On pruning search trees of impartial games", Artificial Intelligence 283, 2020).
//!
//! The search recurses on the machine's stack: every move makes a component smaller, and fewer than
//! 127 moves can be made in one.

mod kept;
mod table;

use std::ops::ControlFlow;
use std::sync::mpsc::Sender;

use smallvec::SmallVec;

use crate::limits::{Limits, Stop};
use crate::nimber::Nimber;
use crate::ruleset::{Failure, Ruleset};
pub use kept::{Keeping, Kept};
use table::Table;
pub use table::Word;

/// A ruleset whose components fit into words, in normal play without `win on`.
pub trait Packed: Ruleset {
    /// What a component fits into.
    type Word: Word;

    /// The component as a word, which is not zero and the same for the same component alone.
    fn pack(&self, component: Self::Component) -> Self::Word;

    /// The component of a word, if it is that of one.
    fn unpack(&self, word: Self::Word) -> Option<Self::Component>;

    /// How much work the component of a word is expected to be: about the number of its options.
    fn weight(&self, word: Self::Word) -> u32;

    /// The most moves that can be made in a component, at most 126; no value is larger.
    fn most_moves(&self, component: Self::Component) -> u8;

    /// What theory knows of the value without looking at options.
    fn theory(&self, _component: Self::Component) -> Bound {
        Bound::NOTHING
    }
}

/// What is known of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is this.
    Exact(u8),
    /// It is none of the values whose bits are set.
    Not(u128),
}

impl Bound {
    /// Nothing is known.
    pub const NOTHING: Bound = Bound::Not(0);

    /// It is not this value, which is below 128.
    pub const fn not(value: u8) -> Bound {
        Bound::Not(1 << value)
    }

    /// That it is not this value either, where it is not known.
    fn and_not(self, value: u8) -> Bound {
        match self {
            Bound::Not(excluded) => Bound::Not(excluded | 1 << value),
            exact @ Bound::Exact(_) => exact,
        }
    }

    /// Whether it can be this value.
    pub fn allows(self, value: u8) -> bool {
        match self {
            Bound::Exact(exact) => exact == value,
            Bound::Not(excluded) => value > 127 || excluded >> value & 1 == 0,
        }
    }
}

/// Visits between two looks at the limits.
const VISITS_PER_CHECK: u64 = 1 << 10;

/// Components of at least this weight look ahead into their options.
const LOOKS_AHEAD: u32 = 40;

/// An option that the table does not decide: the sum of its undecided parts, the lightest first.
#[derive(Clone, Copy)]
struct Candidate<C> {
    /// The more, the later it is asked.
    order: u32,
    first: C,
    /// Where the further parts stand, and how many there are.
    more: (u32, u32),
    /// What these parts must be worth together.
    want: u8,
}

/// A search that remembers.
pub struct Pruned<R: Packed> {
    rules: R,
    table: Table<R::Word>,
    /// The candidates of the components from the root to the one that is looked at.
    candidates: Vec<Candidate<R::Component>>,
    /// Their further parts.
    parts: Vec<R::Component>,
    visits: u64,
    /// What took at least so many visits goes there.
    keep: Option<(u64, Sender<Kept>)>,
}

impl<R: Packed<Component: Copy>> Pruned<R> {
    /// A search that knows nothing yet.
    pub fn new(rules: R) -> Pruned<R> {
        Pruned {
            rules,
            table: Table::new(),
            candidates: Vec::new(),
            parts: Vec::new(),
            visits: 0,
            keep: None,
        }
    }

    /// The ruleset that is searched.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// How many times the options of a component were generated.
    pub fn visits(&self) -> u64 {
        self.visits
    }

    /// Components of which something is remembered.
    pub fn remembered(&self) -> u64 {
        self.table.len()
    }

    /// Bytes that the table takes.
    pub fn bytes(&self) -> u64 {
        self.table.bytes()
    }

    /// What is known of a component so far; after a stop, what was proved.
    pub fn known(&self, component: R::Component) -> Bound {
        known(&self.rules, &self.table, component)
    }

    /// Values that a sum is proved not to have, where all its components but one are known.
    pub fn excluded(&self, sum: &[R::Component]) -> Vec<u8> {
        let mut known = 0;
        let mut open = None;
        for &component in sum {
            match (self.known(component), open) {
                (Bound::Exact(value), _) => known ^= value,
                (Bound::Not(excluded), None) => open = Some(excluded),
                (Bound::Not(_), Some(_)) => return Vec::new(),
            }
        }
        let mut values: Vec<u8> = (0..128)
            .filter(|value| open.is_some_and(|excluded| excluded >> value & 1 != 0))
            .map(|value| value ^ known)
            .collect();
        values.sort_unstable();
        values
    }

    /// The value of a sum.
    ///
    /// # Errors
    /// [`Failure::Stop`] where a limit stops the search; [`Pruned::known`] says what is proved
    /// then. [`Limits::memory`] bounds the table and stops nothing.
    pub fn value(&mut self, sum: &[R::Component], limits: &Limits) -> Result<Nimber, Failure> {
        self.table.allow(limits.memory);
        let mut value = 0;
        for &component in sum {
            value ^= self.value_of(component, limits)?;
        }
        Ok(Nimber(value.into()))
    }

    /// Whether a sum is lost for the player to move. Needs less than its value.
    ///
    /// # Errors
    /// As [`Pruned::value`].
    pub fn is_lost(&mut self, sum: &[R::Component], limits: &Limits) -> Result<bool, Failure> {
        self.table.allow(limits.memory);
        let base = self.parts.len();
        let lost = match gather(&self.rules, &self.table, sum, 0, &mut self.parts) {
            Gathered::Value(value) => Ok(value == 0),
            Gathered::Never => Ok(false),
            Gathered::Open(candidate) => self.has_value(candidate, limits),
        };
        self.parts.truncate(base);
        lost
    }

    /// The value of a component.
    fn value_of(&mut self, component: R::Component, limits: &Limits) -> Result<u8, Failure> {
        let mut bound = self.known(component);
        let mut value = 0;
        loop {
            if let Bound::Exact(exact) = bound {
                return Ok(exact);
            }
            bound = self.try_value(component, value, bound, limits)?;
            value += 1;
        }
    }

    /// Whether a component is worth `value`.
    fn is(&mut self, component: R::Component, value: u8, limits: &Limits) -> Result<bool, Failure> {
        let mut bound = self.known(component);
        if !bound.allows(value) || matches!(bound, Bound::Exact(_)) {
            return Ok(bound.allows(value));
        }
        let since = self.visits;
        bound = self.seek_option(component, value, bound, limits)?;
        if !bound.allows(value) {
            return Ok(false);
        }
        for smaller in 0..value {
            bound = self.try_value(component, smaller, bound, limits)?;
        }
        if let Bound::Not(_) = bound {
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
        limits: &Limits,
    ) -> Result<Bound, Failure> {
        if matches!(bound, Bound::Exact(_)) || !bound.allows(value) {
            return Ok(bound);
        }
        let since = self.visits;
        let bound = self.seek_option(component, value, bound, limits)?;
        if !bound.allows(value) {
            return Ok(bound);
        }
        self.note(component, Bound::Exact(value), since);
        Ok(Bound::Exact(value))
    }

    /// Notes what was found with the visits since there were so many.
    fn note(&mut self, component: R::Component, bound: Bound, since: u64) {
        let rules = &self.rules;
        let word = rules.pack(component);
        self.table.insert(word, bound, |word| rules.weight(word));
        let work = self.visits - since;
        if let Some((least, kept)) = &self.keep
            && work >= *least
        {
            // Nobody may be left who wants it.
            let _ = kept.send(Kept { word: word.to_bytes(), bound, work });
        }
    }

    /// Seeks an option worth `value`, which excludes the value; also excludes what is met.
    fn seek_option(
        &mut self,
        component: R::Component,
        value: u8,
        bound: Bound,
        limits: &Limits,
    ) -> Result<Bound, Failure> {
        let base = (self.candidates.len(), self.parts.len());
        let since = self.visits;
        let mut bound = self.look(component, value, bound, limits)?;
        if bound.allows(value) {
            self.sort_candidates(base.0);
            let far = self.rules.weight(self.rules.pack(component)) >= LOOKS_AHEAD;
            let mut found = far && self.look_ahead(base.0, limits)?;
            self.sort_candidates(base.0);
            let mut index = base.0;
            while !found && index < self.candidates.len() {
                found = self.has_value(self.candidates[index], limits)?;
                index += 1;
            }
            if found {
                bound = bound.and_not(value);
            }
        }
        self.candidates.truncate(base.0);
        self.parts.truncate(base.1);
        self.note(component, bound, since);
        Ok(bound)
    }

    /// Puts the candidates from `start` on in order, the same single component once.
    fn sort_candidates(&mut self, start: usize) {
        let rules = &self.rules;
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
        limits: &Limits,
    ) -> Result<Bound, Failure> {
        self.visits += 1;
        if self.visits.is_multiple_of(VISITS_PER_CHECK) {
            self.check(limits)?;
        }
        let Pruned { rules, table, candidates, parts, .. } = self;
        rules.options(&component, limits, &mut |sum| {
            match gather(rules, table, sum, value, parts) {
                Gathered::Value(value) => bound = bound.and_not(value),
                Gathered::Never => {}
                Gathered::Open(candidate) => candidates.push(candidate),
            }
            if bound.allows(value) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        Ok(bound)
    }

    /// Looks at the options of the candidates from `start` on that are a single component. Drops
    /// those that cannot be worth what is wanted, and orders the others by how much is open; true as
    /// soon as one is worth it.
    fn look_ahead(&mut self, start: usize, limits: &Limits) -> Result<bool, Failure> {
        let end = self.candidates.len();
        let mut kept = start;
        for index in start..end {
            let mut candidate = self.candidates[index];
            if candidate.more.1 == 0 {
                let parts = self.parts.len();
                let since = self.visits;
                let bound = self.known(candidate.first);
                let bound = self.look(candidate.first, candidate.want, bound, limits)?;
                let open = &self.candidates[end..];
                let lightest = open.iter().map(|option| option.order).min().unwrap_or(0);
                candidate.order = lightest.saturating_add(open.len() as u32);
                self.candidates.truncate(end);
                self.parts.truncate(parts);
                self.note(candidate.first, bound, since);
                if !bound.allows(candidate.want) {
                    continue;
                }
            }
            if candidate.order == 0 {
                // All its options are decided, so it costs nothing to ask.
                if self.has_value(candidate, limits)? {
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

    fn check(&self, limits: &Limits) -> Result<(), Failure> {
        limits.check()?;
        if let Some(most) = limits.positions
            && self.visits > most
        {
            return Err(Stop::Positions(most).into());
        }
        limits.report(self.visits, None);
        Ok(())
    }

    /// Whether an option is worth what is wanted of it.
    fn has_value(
        &mut self,
        candidate: Candidate<R::Component>,
        limits: &Limits,
    ) -> Result<bool, Failure> {
        let Candidate { first: mut last, more: (start, count), mut want, .. } = candidate;
        for index in start..start + count {
            want ^= self.value_of(last, limits)?;
            last = self.parts[index as usize];
        }
        self.is(last, want, limits)
    }
}

/// What is known of a component.
fn known<R: Packed<Component: Copy>>(
    rules: &R,
    table: &Table<R::Word>,
    component: R::Component,
) -> Bound {
    let bound = rules.theory(component);
    if let Bound::Exact(_) = bound {
        return bound;
    }
    table.get(rules.pack(component)).unwrap_or(bound)
}

/// What the table says of an option.
enum Gathered<C> {
    /// Its value.
    Value(u8),
    /// That it does not have the value asked for.
    Never,
    /// Not enough.
    Open(Candidate<C>),
}

/// Splits a sum into what the table knows and what must be searched to see whether it is worth
/// `value`.
fn gather<R: Packed<Component: Copy>>(
    rules: &R,
    table: &Table<R::Word>,
    sum: &[R::Component],
    value: u8,
    parts: &mut Vec<R::Component>,
) -> Gathered<R::Component> {
    let mut want = value;
    let mut open: SmallVec<[(R::Component, Bound); 4]> = SmallVec::new();
    for &part in sum {
        match known(rules, table, part) {
            Bound::Exact(exact) => want ^= exact,
            bound => match open.iter().position(|(other, _)| *other == part) {
                Some(equal) => drop(open.swap_remove(equal)),
                None => open.push((part, bound)),
            },
        }
    }
    let weight = |part: R::Component| rules.weight(rules.pack(part));
    match open[..] {
        [] => return Gathered::Value(want ^ value),
        [(part, bound)] if !bound.allows(want) || rules.most_moves(part) < want => {
            return Gathered::Never;
        }
        [_] => {}
        _ => open.sort_by_key(|(part, _)| weight(*part)),
    }
    let start = parts.len() as u32;
    parts.extend(open[1..].iter().map(|(part, _)| *part));
    let order = open.iter().fold(0_u32, |order, (part, _)| order.saturating_add(weight(*part)));
    let more = (start, open.len() as u32 - 1);
    Gathered::Open(Candidate { order, first: open[0].0, more, want })
}
