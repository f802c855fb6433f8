//! Families whose options the components of a line share: a coordinate says only how far a range goes,
//! `[n-k, k] for k in 1..min(n, q+3)`, so that each component has the options of the one before it, and few more; or only
//! forbids an element, `[n-k, k] for k in 1..n if k != l`, so that each has those of the line, less one.
//!
//! ```text
//! for each line of that coordinate:
//!     put the values of the options by all elements of ranges with a hole into the set of the line, and count each
//! for each component along it:
//!     put the values of the options by the new elements of ranges that grow into the set
//!     take out the values that no option has but those of forbidden elements, until the next component
//!     the value is the mex of the set, and of the options of other families
//! ```
//!
//! Where all ranges grow, machine code does so ([`code`](crate::table::code)); else options are interpreted, but each
//! is looked at once for a whole line. The set is that of the present line, so it serves where components are computed
//! along it; elsewhere it begins anew.

use std::ops::ControlFlow;

use crate::limits::Stop;
use crate::rule::{Component, Growing, Holed, Rules};
use crate::ruleset::{Failure, Value};
use crate::table::fill::Place;
use crate::table::order::{Coords, Layout, Order};

/// Elements that the ranges of all families have, so that this takes less time than machine code that looks at every
/// option: where options are interpreted, and where they are not.
const MANY: u64 = 1 << 9;
const SOME: u64 = 1 << 3;
/// Components of a line, so that it takes less time to interpret the options of one of them than to look at those of all in
/// machine code.
const LONG: u64 = 1 << 7;

/// The families whose options the rows of a table share, and the set of a line.
pub(in crate::table) struct Growths {
    /// Their numbers in the rule, and the element after the last one looked at on the line.
    families: Vec<(usize, Growing, Option<i64>)>,
    holed: Vec<WithHole>,
    /// Whether the rule has no others than those that grow.
    all: bool,
    axis: usize,
    /// Whether lines run from the greatest number of the coordinate down.
    falls: bool,
    /// A component of the line, and the place on it that was asked about last.
    line: Coords,
    last: Option<i64>,
    set: Counted,
    /// The values of the options that are forbidden at the component that was asked about last.
    forbidden: Vec<u64>,
    /// Whether all options by ranges with a hole were known at the first component of the line.
    known: bool,
}

/// A family with a hole.
struct WithHole {
    /// Its number in the rule.
    family: usize,
    holed: Holed,
    /// On the line the elements that have options, ascending, each with the value of its option.
    options: Vec<(i64, u64)>,
}

/// A set of values with how often each was put in.
#[derive(Default)]
struct Counted {
    words: Vec<u64>,
    counts: Vec<u32>,
    /// So many words at the beginning are full.
    full: usize,
}

impl Growths {
    /// Of a table in this layout; nothing if there are no such families, or rows do not run along the coordinate.
    pub(in crate::table) fn new(rules: &Rules, kind: usize, layout: &Layout) -> Option<Growths> {
        let axis = layout.inner();
        let along =
            matches!(layout.order, Order::Lines(_) | Order::Turned { .. }) && !layout.sorted;
        let falls = layout.order.falls(axis);
        if !along || layout.dims.len() < 2 {
            return None;
        }
        let count = rules.ir()[kind].families.len();
        let growing =
            |family| Some((family, Growing::new(rules, kind, family, axis, falls)?, None));
        let families: Vec<_> = (0..count).filter_map(growing).collect();
        let all = families.len() == count;
        let holed = |family| {
            let holed = Holed::new(rules, kind, family, axis)?;
            Some(WithHole { family, holed, options: Vec::new() })
        };
        let holed: Vec<_> = (0..count).filter_map(holed).collect();
        let growths = Growths {
            families,
            holed,
            all,
            axis,
            falls,
            line: Coords::new(),
            last: None,
            set: Counted::default(),
            forbidden: Vec::new(),
            known: true,
        };
        (!growths.families.is_empty() || !growths.holed.is_empty()).then_some(growths)
    }

    /// Whether a family of the rule is one of them.
    pub(in crate::table) fn has(&self, family: usize) -> bool {
        self.families.iter().any(|(own, ..)| *own == family) || self.has_hole(family)
    }

    /// Whether there are some with a hole.
    pub(in crate::table) fn has_holes(&self) -> bool {
        !self.holed.is_empty()
    }

    /// Whether it is one with a hole.
    pub(in crate::table) fn has_hole(&self, family: usize) -> bool {
        self.holed.iter().any(|holed| holed.family == family)
    }

    /// Whether they are sooner than machine code that looks at every option.
    pub(in crate::table) fn pay(&self, kind: usize, layout: &Layout) -> bool {
        // Where ranges begin at the coordinate, they are empty from the middle on, most often.
        let parts = |axis: usize| if self.falls && axis == self.axis { 4 } else { 2 };
        let middle = layout.dims.iter().enumerate();
        let middle =
            middle.map(|(axis, &dim)| i64::try_from(dim / parts(axis)).unwrap_or(i64::MAX));
        let middle = Component { kind: kind as u16, coords: middle.collect() };
        let lengths = self.families.iter().map(|(_, growing, _)| growing.length(&middle));
        let all = lengths.fold(0, |all: u64, length| all.saturating_add(length.unwrap_or(0)));
        !self.holed.is_empty() && layout.dims[self.axis] >= LONG
            || all >= if self.all { SOME } else { MANY }
    }

    /// Puts the values of all options of a component by these families into the set; whether all are known.
    ///
    /// # Errors
    /// A limit.
    pub(in crate::table) fn reach(&mut self, place: &Place<'_>) -> Result<bool, Stop> {
        let at = place.coords[self.axis];
        let back = self.last.is_none_or(|last| if self.falls { at > last } else { at < last });
        if back || !self.is_on_line(place.coords) {
            self.line = place.coords.clone();
            self.set.clear();
            self.forbidden.clear();
            self.families.iter_mut().for_each(|(.., next)| *next = None);
            self.known = self.fill_holes(place)?;
        }
        self.last = Some(at);
        if !self.known {
            return Ok(false);
        }
        for value in self.forbidden.drain(..) {
            self.set.insert(value);
        }
        let (set, mut known) = (&mut self.set, true);
        for (_, growing, next) in &mut self.families {
            let component = place.component();
            let seen = growing.options(&component, *next, place.limits, &mut |parts| {
                match place.value_of(parts) {
                    Some(Value::Nimber(nimber)) => set.insert(nimber.0),
                    _ => known = false,
                }
                if known { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            match seen {
                Ok(after) if known => *next = Some(after),
                Err(Failure::Stop(stop)) => return Err(stop),
                _ => return Ok(false),
            }
        }
        set.pass_full();
        for WithHole { options, .. } in &self.holed {
            let first = options.partition_point(|(element, _)| *element < at);
            let forbidden = options[first..].iter().take_while(|(element, _)| *element == at);
            self.forbidden.extend(forbidden.map(|(_, value)| value));
        }
        self.forbidden.iter().for_each(|&value| self.set.remove(value));
        Ok(true)
    }

    /// Whether a component is on the line that the set is of.
    fn is_on_line(&self, coords: &Coords) -> bool {
        let mut all = self.line.iter().zip(coords).enumerate();
        self.line.len() == coords.len()
            && all.all(|(axis, (own, of))| axis == self.axis || own == of)
    }

    /// Puts the values of the options by all elements of ranges with a hole into the set; whether all are known.
    ///
    /// # Errors
    /// A limit.
    fn fill_holes(&mut self, place: &Place<'_>) -> Result<bool, Stop> {
        let (set, mut known) = (&mut self.set, true);
        let component = place.component();
        for WithHole { holed, options, .. } in &mut self.holed {
            options.clear();
            let seen = holed.options(&component, place.limits, &mut |element, parts| {
                match place.value_of(parts) {
                    Some(Value::Nimber(nimber)) => {
                        set.insert(nimber.0);
                        options.push((element, nimber.0));
                    }
                    _ => known = false,
                }
                if known { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            match seen {
                Ok(few) => known &= few,
                Err(Failure::Stop(stop)) => return Err(stop),
                Err(_) => known = false,
            }
            if !known {
                break;
            }
        }
        Ok(known)
    }

    /// The set: how many of its first words are full, and all words.
    pub(in crate::table) fn set(&self) -> (usize, &[u64]) {
        (self.set.full, &self.set.words)
    }
}

impl Counted {
    fn clear(&mut self) {
        self.words.clear();
        self.counts.clear();
        self.full = 0;
    }

    fn insert(&mut self, value: u64) {
        let (word, value) = ((value / 64) as usize, value as usize);
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
            self.counts.resize(64 * (word + 1), 0);
        }
        self.words[word] |= 1 << (value % 64);
        self.counts[value] = self.counts[value].saturating_add(1);
    }

    /// Takes out a value once.
    fn remove(&mut self, value: u64) {
        let (word, value) = ((value / 64) as usize, value as usize);
        self.counts[value] -= 1;
        if self.counts[value] == 0 {
            self.words[word] &= !(1 << (value % 64));
            self.full = self.full.min(word);
        }
    }

    /// Counts the words at the beginning that are full.
    fn pass_full(&mut self) {
        while self.words.get(self.full) == Some(&u64::MAX) {
            self.full += 1;
        }
    }
}
