//! A kind among several that share a table.

use std::ops::Range;

use super::Coords;

/// One of several kinds in a table of [them all](crate::rule::merged).
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// The first coordinate of its components.
    pub(super) number: u64,
    /// How many kinds there are, and how many coordinates the one has that is made of them.
    pub(super) kinds: u64,
    pub(super) axes: usize,
    /// How many coordinates its components have.
    pub(super) own: usize,
    /// Its families among those of all.
    pub(super) families: Range<usize>,
}

impl Part {
    /// Coordinates in the table, where the first is this.
    pub(super) fn place(&self, first: u64, coords: &[u64]) -> Coords {
        let mut place = Coords::with_capacity(self.axes);
        place.push(first);
        place.extend_from_slice(coords);
        place.resize(self.axes, 0);
        place
    }
}
