//! Families of whose options a coordinate says only how far a range goes, `[n-k, k] for k in 1..min(n, q+3)`: along
//! that coordinate each component has the options of the one before it, and few more.
//!
//! ```text
//! for each component along the line of that coordinate:
//!     put the values of the options by the new elements of the range into the set of the line
//!     the value is the mex of the set, and of the options of other families
//! ```
//!
//! Where all families grow, machine code does so ([`code`](super::code)); else options are interpreted, but each is looked at
//! once for a whole line. The set is that of the present line, so it serves
//! where components are computed along it; elsewhere it begins anew.

use std::ops::ControlFlow;

use super::layout::{Coords, Layout, Order};
use super::marking::Place;
use crate::limits::Stop;
use crate::rule::{Component, Growing, Rules};
use crate::ruleset::{Failure, Value};

/// Elements that the ranges of all families have, so that this takes less time than machine code that looks at every
/// option: where options are interpreted, and where they are not.
const MANY: u64 = 1 << 9;
const SOME: u64 = 1 << 3;

/// The families that grow along the rows of a table, and the set of a line.
pub(super) struct Growths {
    /// Their numbers in the rule, and the element after the last one looked at on the line.
    families: Vec<(usize, Growing, Option<i64>)>,
    /// Whether the rule has no others.
    all: bool,
    axis: usize,
    /// Whether lines run from the greatest number of the coordinate down.
    falls: bool,
    /// The line, by its component 0, and the component of it that was asked about last.
    line: Coords,
    last: Option<i64>,
    words: Vec<u64>,
    /// So many words at the beginning are full.
    full: usize,
}

impl Growths {
    /// Of a table in this layout; nothing if there are no such families, or rows do not run along the coordinate.
    pub(super) fn new(rules: &Rules, kind: usize, layout: &Layout) -> Option<Growths> {
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
        let (line, words) = (Coords::new(), Vec::new());
        let growths = Growths { families, all, axis, falls, line, last: None, words, full: 0 };
        (!growths.families.is_empty()).then_some(growths)
    }

    /// Whether a family of the rule is one of them.
    pub(super) fn has(&self, family: usize) -> bool {
        self.families.iter().any(|(own, ..)| *own == family)
    }

    /// Whether they are sooner than machine code that looks at every option.
    pub(super) fn pay(&self, kind: usize, layout: &Layout) -> bool {
        // Where ranges begin at the coordinate, they are empty from the middle on, most often.
        let parts = |axis: usize| if self.falls && axis == self.axis { 4 } else { 2 };
        let middle = layout.dims.iter().enumerate();
        let middle =
            middle.map(|(axis, &dim)| i64::try_from(dim / parts(axis)).unwrap_or(i64::MAX));
        let middle = Component { kind: kind as u16, coords: middle.collect() };
        let lengths = self.families.iter().map(|(_, growing, _)| growing.length(&middle));
        let all = lengths.fold(0, |all: u64, length| all.saturating_add(length.unwrap_or(0)));
        all >= if self.all { SOME } else { MANY }
    }

    /// Puts the values of all options of a component by these families into the set; whether all are known.
    ///
    /// # Errors
    /// A limit.
    pub(super) fn reach(&mut self, place: &Place<'_>) -> Result<bool, Stop> {
        let component = place.component();
        let mut line = place.coords.clone();
        let at = std::mem::replace(&mut line[self.axis], 0);
        let back = self.last.is_none_or(|last| if self.falls { at > last } else { at < last });
        if self.line != line || back {
            self.line = line;
            self.words.clear();
            self.full = 0;
            self.families.iter_mut().for_each(|(.., next)| *next = None);
        }
        self.last = Some(at);
        let (words, mut known) = (&mut self.words, true);
        for (_, growing, next) in &mut self.families {
            let seen = growing.options(&component, *next, place.limits, &mut |parts| {
                match place.value_of(parts) {
                    Some(Value::Nimber(nimber)) => insert(words, nimber.0),
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
        while self.words.get(self.full) == Some(&u64::MAX) {
            self.full += 1;
        }
        Ok(true)
    }

    /// The set: how many of its first words are full, and all words.
    pub(super) fn set(&self) -> (usize, &[u64]) {
        (self.full, &self.words)
    }
}

fn insert(words: &mut Vec<u64>, value: u64) {
    let word = (value / 64) as usize;
    if word >= words.len() {
        words.resize(word + 1, 0);
    }
    words[word] |= 1 << (value % 64);
}
