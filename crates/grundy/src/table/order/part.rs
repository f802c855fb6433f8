//! A kind among several that share a table.

use std::ops::Range;

use super::layout::{MOST_AXES, permutations};
use super::leaps::{bounds, leaps};
use super::orders::{MOST_PERMUTED, orders};
use crate::rule::ir::Kind;
use crate::rule::{Rules, merged};
use crate::table::Coords;

/// One of several kinds in a table of [them all](crate::rule::merged).
#[derive(Clone, Debug)]
pub(in crate::table) struct Part {
    /// The first coordinate of its components.
    pub(in crate::table) number: u64,
    /// How many kinds there are, and how many coordinates the one has that is made of them.
    pub(in crate::table) kinds: u64,
    pub(in crate::table) axes: usize,
    /// How many coordinates its components have.
    pub(in crate::table) own: usize,
    /// Its families among those of all.
    pub(in crate::table) families: Range<usize>,
}

impl Part {
    /// Coordinates in the table, where the first is this.
    pub(in crate::table) fn place(&self, first: u64, coords: &[u64]) -> Coords {
        let mut place = Coords::with_capacity(self.axes);
        place.push(first);
        place.extend_from_slice(coords);
        place.resize(self.axes, 0);
        place
    }
}

/// Coordinates up to which kinds are numbered so that options come before.
const USUAL_DIM: u64 = 1 << 10;

/// Rules with one kind in place of all that this one leads to, if it leads to others, and they can be
/// numbered so that options come before.
pub(in crate::table) fn together(rules: &Rules, kind: usize) -> Option<(Rules, Part)> {
    let kinds = rules.ir();
    let reached = merged::reached(kinds, kind);
    if reached.len() == 1 {
        return None;
    }
    let is_proved = |whole: &Kind| {
        let axes = whole.coords.len();
        let known = |axes: usize| bounds(whole, &[USUAL_DIM; MOST_AXES][..axes]);
        axes <= MOST_AXES && leaps(0, whole, known(axes)).is_ok_and(|leaps| orders(whole, &leaps).1)
    };
    let orders = match reached.len() {
        ..=MOST_PERMUTED => permutations(reached.len()),
        count => vec![(0..count).collect(), (0..count).rev().collect()],
    };
    let (mut whole, order) = orders.iter().find_map(|order| {
        let order: Vec<usize> = order.iter().map(|&place| reached[place]).collect();
        let whole = merged::merged(kinds, &order).filter(is_proved)?;
        Some((whole, order))
    })?;
    let named = ["kind"].into_iter().chain(kinds[kind].coords.iter().map(String::as_str));
    for (name, own) in whole.coords.iter_mut().zip(named) {
        own.clone_into(name);
    }
    let number = order.iter().position(|&own| own == kind)?;
    let before = order[..number].iter().map(|&kind| kinds[kind].families.len()).sum();
    let part = Part {
        number: number as u64,
        kinds: order.len() as u64,
        axes: whole.coords.len(),
        own: kinds[kind].coords.len(),
        families: before..before + kinds[kind].families.len(),
    };
    Some((rules.with_kind(whole), part))
}
