//! A kind among several that share a table.

use std::ops::Range;

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
