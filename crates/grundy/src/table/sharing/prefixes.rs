//! Sums of all components of a line between two of them: the difference of two sums from its start.
//!
//! ```text
//! [n] -> sum(j in 1..k-1) [n-j] for k in squares(n)     the parts n-k+1, .., n-1
//!
//! prefix of a component:  the nim-sum of the values of its line from coordinate 0 up to it
//! such a sum:             the prefix of its last part, plus that of the component before its first part
//! ```
//!
//! So an option costs two looks, however many parts it has. With each value its prefix is kept, in four bytes more. Machine
//! code looks them up ([`code`](crate::table::code)); here is what it needs to know, and what happens with values that
//! others compute.

use crate::rule::ir::{Int, Kind, Set, Slot, Term};
use crate::rule::linear::Linear;
use crate::rule::mention;
use crate::ruleset::Value;
use crate::table::cells::Cells;
use crate::table::order::Layout;

/// The coordinate along which the parts of a sum lie next to each other, and whether it grows from one to the next: where
/// it is linear in the variable of the sum, with the factor 1 or -1, and the others say nothing of it.
pub(in crate::table) fn direction_of(
    var: Slot,
    set: &Set,
    terms: &[Term],
) -> Option<(usize, bool)> {
    let Set::Range { from, to, step: None, .. } = set else { return None };
    // A few parts are looked up as soon.
    if let (Int::Const(_), Int::Const(_)) = (from, to) {
        return None;
    }
    let [Term::Component(target)] = terms else { return None };
    let mut moving = target.coords.iter().enumerate();
    let mut moving =
        moving.by_ref().filter(|(_, coord)| mention::in_int(coord, &|slot| slot == var));
    let (axis, coord) = moving.next()?;
    if moving.next().is_some() {
        return None;
    }
    match Linear::of(coord)?.coefficient(var) {
        1 => Some((axis, true)),
        -1 => Some((axis, false)),
        _ => None,
    }
}

/// Whether terms have a sum along a coordinate, and which that is.
fn axis_of(terms: &[Term]) -> Option<usize> {
    terms.iter().find_map(|term| match term {
        Term::Component(_) | Term::Choose { .. } => None,
        Term::Times { terms, .. } => axis_of(terms),
        Term::Sum { var, set, terms, .. } => direction_of(*var, set, terms).map(|found| found.0),
    })
}

/// The coordinate along which prefixes are of use for a table of this layout: that of the first such sum.
pub(in crate::table) fn axis_of_prefixes(kind: &Kind, layout: &Layout) -> Option<usize> {
    let axis = kind.families.iter().find_map(|family| axis_of(&family.terms))?;
    // The line must be computed from its start, once, in numbers that are all values.
    let fits =
        !layout.sorted && !layout.packed && kind.wins.is_empty() && !layout.order.falls(axis);
    fits.then_some(axis)
}

/// Whether a family has a sum along this coordinate.
pub(in crate::table) fn sums_along(kind: &Kind, family: usize, axis: usize) -> bool {
    axis_of(&kind.families[family].terms) == Some(axis)
}

/// The prefixes of the components of a table.
#[derive(Debug)]
pub(in crate::table) struct Prefixes {
    pub(in crate::table) axis: usize,
    /// For each place, once its value is known.
    pub(in crate::table) sums: Vec<u32>,
}

impl Prefixes {
    /// Bytes for a table of this layout.
    pub(in crate::table) fn bytes(layout: &Layout) -> u64 {
        layout.room().saturating_mul(size_of::<u32>() as u64)
    }

    /// Those of a table with so many components that are known.
    pub(in crate::table) fn new(
        axis: usize,
        layout: &Layout,
        cells: &Cells,
        known: u64,
    ) -> Prefixes {
        let mut prefixes = Prefixes { axis, sums: vec![0; layout.room() as usize] };
        let mut left = known;
        for row in layout.rows() {
            if left == 0 {
                break;
            }
            for step in 0..row.count.min(left) {
                let coords = row.at(step, &layout.direction);
                prefixes.note(&coords, cells.value(layout.index(&coords)), layout);
            }
            left = left.saturating_sub(row.count);
        }
        prefixes
    }

    /// Takes note of a value; those before it on its line are known.
    pub(in crate::table) fn note(&mut self, coords: &[i64], value: Value, layout: &Layout) {
        let place = layout.index(coords);
        let before = match coords[self.axis] {
            0 => 0,
            _ => self.sums[place - layout.strides[self.axis] as usize],
        };
        let Value::Nimber(value) = value else { return };
        self.sums[place] = before ^ value.0 as u32;
    }
}
