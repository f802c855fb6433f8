//! Where the value of a component stands in a table, and in which order the table is filled.
//!
//! ```text
//! by lines   the last axis runs fastest; an option must come before in this order
//! turned     the same, but some coordinates, perhaps all, run from the greatest down; for options that raise them
//! by sums    all components with coordinate sum 0, then 1, ..; an option must have a smaller sum
//! edges last the same of two coordinates, but an option with no coordinate 0 may have the same sum as
//!            a component that has one
//! ```
//!
//! A table is a box, or what of a box lies below a [plane](Plane): where options raise a coordinate and
//! lower others for it, play leaves every box, but not `a + b <= 300`. There is room for all of the box.
//!
//! Where the coordinates are unordered, components with ascending coordinates are computed and
//! each value is written at every order of them, so that a look-up need not sort. With two
//! coordinates by lines, a value is needed in the other order only when its row is reached; then
//! a block of [`BLOCK`] rows is written at once, for one value after the other would touch as many
//! pages of memory as the row is long ([`Layout::mirrors_blocks`]).
//!
//! Where values are packed, a bit each, every row begins with a word of its own, so that threads that
//! compute different rows never write the same word, and blocks of 64 x 64 bits can be mirrored.

use std::cmp::Ordering;

use smallvec::SmallVec;

#[cfg(feature = "jit")]
use super::rows::Row;
use super::rows::Rows;
use crate::table::bounds::Bounds;
use crate::table::cells::{BIT, BYTE, bytes_of};

/// Coordinates of a component of a table.
pub(in crate::table) type Coords = SmallVec<[i64; MOST_AXES]>;

/// Most coordinates of a component in a table.
pub(in crate::table) const MOST_AXES: usize = 6;
/// The same where they are unordered: each value is written in every order of them.
pub(super) const MOST_SORTED: usize = 4;

/// Rows whose values in the other order of the coordinates are written together; a power of two.
pub(in crate::table) const BLOCK: i64 = 64;

/// Of a table below a plane no more rows than this are counted, or sums.
const MOST_ROWS: u64 = 1 << 24;

/// Rows up to this length may be computed several at once.
#[cfg(feature = "jit")]
const MOST_JOINED: u64 = 16;

/// Values in a word where they are packed.
pub(in crate::table) const WORD: u64 = 64;

/// The order in which components are computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::table) enum Order {
    /// Lexicographic, with the axes in this order.
    Lines(Vec<usize>),
    /// The same, but the coordinates in `falling`, a bit for each, one at least, run from the greatest down.
    Turned { axes: Vec<usize>, falling: u8 },
    /// By the sum of the coordinates.
    Sums,
    /// By the sum of two coordinates; of one sum, those of which one is 0 come last.
    EdgesLast,
}

impl Order {
    /// Whether a coordinate runs from the greatest down.
    pub(in crate::table) fn falls(&self, axis: usize) -> bool {
        matches!(self, Order::Turned { falling, .. } if falling >> axis & 1 == 1)
    }

    /// Whether it is that of the sums of the coordinates.
    pub(in crate::table) fn is_by_sums(&self) -> bool {
        matches!(self, Order::Sums | Order::EdgesLast)
    }
}

/// A bound on a weighted sum of the coordinates, `a + 2*b <= 300`: the table holds the components that satisfy it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::table) struct Plane {
    /// Positive; equal where the coordinates are unordered.
    pub(in crate::table) factors: Coords,
    pub(in crate::table) most: i64,
    /// How many components of the box these are.
    count: u64,
}

impl Plane {
    /// How much the plane leaves for one coordinate where the others are these; negative where they
    /// are beyond it.
    fn rest(&self, coords: &[i64], axis: usize) -> i64 {
        let others = coords.iter().zip(&self.factors).enumerate();
        let others = others.filter(|&(other, _)| other != axis);
        let left = others.fold(self.most, |left, (_, (coord, factor))| left - coord * factor);
        left.div_euclid(self.factors[axis])
    }
}

/// The shape of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::table) struct Layout {
    /// How many numbers each coordinate may take: from 0 to one less.
    pub(in crate::table) dims: Vec<u64>,
    /// By how much the index grows with a coordinate.
    pub(in crate::table) strides: Vec<u64>,
    pub(in crate::table) order: Order,
    /// Whether the coordinates are unordered.
    pub(in crate::table) sorted: bool,
    /// Whether a value takes a bit.
    pub(in crate::table) packed: bool,
    /// How many values the room of a row would take, along the axis with neighbours in memory.
    pub(in crate::table) row: u64,
    /// How many values there is room for.
    room: u64,
    /// By how much each coordinate changes from one component of a row to the next.
    pub(in crate::table) direction: Coords,
    /// What of the box is in the table, if not all of it.
    pub(in crate::table) plane: Option<Plane>,
}

/// Every order of so many axes, the usual one first.
pub(super) fn permutations(axes: usize) -> Vec<Vec<usize>> {
    let mut orders = vec![Vec::new()];
    for _ in 0..axes {
        let longer = |order: &Vec<usize>| {
            let order = order.clone();
            let unused = (0..axes).filter(|axis| !order.contains(axis)).collect::<Vec<_>>();
            unused.into_iter().map(move |axis| order.iter().copied().chain([axis]).collect())
        };
        orders = orders.iter().flat_map(longer).collect();
    }
    orders
}

/// The axes from the one that is slowest in memory to the one along which neighbours lie.
fn axes_of(order: &Order, axes: usize) -> Vec<usize> {
    match order {
        Order::Lines(axes) | Order::Turned { axes, .. } => axes.clone(),
        Order::Sums | Order::EdgesLast => (0..axes).collect(),
    }
}

/// By how much each coordinate changes along a row.
fn direction(order: &Order, axes: usize) -> Coords {
    let mut direction = Coords::from_elem(0, axes);
    match order {
        Order::Lines(axes) | Order::Turned { axes, .. } => {
            let inner = axes[axes.len() - 1];
            direction[inner] = if order.falls(inner) { -1 } else { 1 };
        }
        Order::Sums if axes == 1 => direction[0] = 1,
        Order::Sums | Order::EdgesLast => {
            direction[axes - 2] = 1;
            direction[axes - 1] = -1;
        }
    }
    direction
}

impl Layout {
    /// The layout of a table with these dimensions, unless there are too many for any.
    pub(in crate::table) fn new(dims: &[u64], order: Order, sorted: bool) -> Option<Layout> {
        let mut dims = dims.to_vec();
        if sorted {
            let most = dims.iter().copied().max()?;
            dims.fill(most);
        }
        let row = *dims.get(*axes_of(&order, dims.len()).last()?)?;
        let direction = direction(&order, dims.len());
        let strides = Vec::new();
        let (packed, plane) = (false, None);
        Layout { dims, strides, order, sorted, packed, row, room: 0, direction, plane }
            .with_strides()
    }

    /// The bounds of coordinates where no values are kept.
    #[cfg(feature = "jit")]
    pub(in crate::table) fn without_room(dims: &[u64], sorted: bool) -> Layout {
        let axes = dims.len();
        let order = Order::Lines((0..axes).collect());
        let mut dims = dims.to_vec();
        if sorted {
            let most = dims.iter().copied().max().unwrap_or(0);
            dims.fill(most);
        }
        let direction = direction(&order, axes);
        let strides = vec![0; axes];
        let (packed, row, room, plane) = (false, 0, 0, None);
        Layout { dims, strides, order, sorted, packed, row, room, direction, plane }
    }

    /// The same without the components beyond a plane; nothing if there are too many rows to count them.
    pub(super) fn below_plane(mut self, factors: &[i64], most: i64) -> Option<Layout> {
        let sums = match self.order {
            Order::Lines(_) | Order::Turned { .. } => 1,
            Order::Sums | Order::EdgesLast => {
                self.dims.iter().copied().fold(0, u64::saturating_add)
            }
        };
        let rows =
            self.outer().iter().fold(sums, |rows, &axis| rows.saturating_mul(self.dims[axis]));
        if rows > MOST_ROWS {
            return None;
        }
        let factors = Coords::from_slice(factors);
        self.plane = Some(Plane { factors, most, count: 0 });
        let count = self.rows().map(|row| row.count).sum();
        if let Some(plane) = &mut self.plane {
            plane.count = count;
        }
        Some(self)
    }

    /// What is known of coordinates, of a rule with so many variables.
    pub(in crate::table) fn bounds(&self, slots: usize) -> Bounds {
        let mut bounds = Bounds::new(&self.dims, slots, self.sorted);
        if let Some(Plane { factors, most, .. }) = &self.plane {
            bounds.know_below(factors, *most);
        }
        bounds
    }

    /// The same with values of a bit; nothing if that takes no less room than bytes do, because rows
    /// are short.
    pub(in crate::table) fn packed(&self) -> Option<Layout> {
        let row = self.row.checked_next_multiple_of(WORD)?;
        let packed = Layout { row, packed: true, ..self.clone() }.with_strides()?;
        (packed.bytes(BIT) < self.bytes(BYTE)).then_some(packed)
    }

    /// The same with values of whole bytes; nothing if these are too many.
    #[cfg(feature = "jit")]
    pub(in crate::table) fn of_bytes(&self) -> Option<Layout> {
        let row = self.dims[self.inner()];
        Layout { row, packed: false, ..self.clone() }.with_strides()
    }

    fn with_strides(mut self) -> Option<Layout> {
        self.strides = vec![0; self.dims.len()];
        let mut stride = 1_u64;
        for (step, &axis) in axes_of(&self.order, self.dims.len()).iter().rev().enumerate() {
            self.strides[axis] = stride;
            let length = if step == 0 { self.row } else { self.dims[axis] };
            stride = stride.checked_mul(length).filter(|&size| size <= 1 << 62)?;
        }
        self.room = stride;
        Some(self)
    }

    /// How many values there is room for.
    pub(in crate::table) fn room(&self) -> u64 {
        self.room
    }

    /// Bytes of all values, each of this width.
    pub(in crate::table) fn bytes(&self, width: u8) -> u64 {
        bytes_of(self.room(), width)
    }

    /// The least width of its values.
    pub(in crate::table) fn width(&self) -> u8 {
        if self.packed { BIT } else { BYTE }
    }

    /// A row that is computed by several threads is cut where so many of its components end.
    #[cfg(feature = "jit")]
    pub(in crate::table) fn grain(&self) -> u64 {
        // The components of a row by sums stand in different rows of the table.
        if self.packed && !self.order.is_by_sums() { WORD } else { 1 }
    }

    /// How many components it has room for, or those that are computed below a plane.
    pub(in crate::table) fn len(&self) -> u64 {
        self.plane.as_ref().map_or_else(|| self.dims.iter().product(), |plane| plane.count)
    }

    /// How many components are computed: of unordered coordinates, those that ascend.
    pub(in crate::table) fn computed(&self) -> u64 {
        if let Some(plane) = &self.plane {
            return plane.count;
        }
        if !self.sorted {
            return self.len();
        }
        let (axes, side) = (self.dims.len() as u128, u128::from(self.dims[0]));
        // Choices with repetition; each product is divisible by the next number.
        (1..=axes).fold(1, |all, axis| all * (side + axis - 1) / axis) as u64
    }

    /// Whether the coordinates lie in the table.
    pub(in crate::table) fn holds(&self, coords: &[i64]) -> bool {
        coords.len() == self.dims.len()
            && coords
                .iter()
                .zip(&self.dims)
                .all(|(&c, &dim)| u64::try_from(c).is_ok_and(|c| c < dim))
            && self.plane.as_ref().is_none_or(|plane| plane.rest(coords, 0) >= coords[0])
    }

    /// How many numbers a coordinate takes where the others, which the table holds, are these.
    pub(in crate::table) fn width_at(&self, coords: &[i64], axis: usize) -> i64 {
        let below = self.plane.as_ref().map(|plane| plane.rest(coords, axis).saturating_add(1));
        below.map_or(self.dim(axis), |below| below.clamp(0, self.dim(axis)))
    }

    /// The index of coordinates that the table holds.
    pub(in crate::table) fn index(&self, coords: &[i64]) -> usize {
        let terms = coords.iter().zip(&self.strides).map(|(&c, &stride)| c.unsigned_abs() * stride);
        terms.sum::<u64>() as usize
    }

    /// Whether the rows are all there and as long as each other.
    pub(super) fn is_box(&self) -> bool {
        !self.order.is_by_sums() && !self.sorted && self.plane.is_none()
    }

    #[cfg(feature = "jit")]
    /// Whether rows are short and follow each other in memory, so that several may be computed as if they were
    /// one: its components go on with the next row.
    pub(in crate::table) fn rows_join(&self) -> bool {
        let inner = self.inner();
        matches!(self.order, Order::Lines(_))
            && self.dims.len() > 1
            && self.dims[inner] <= MOST_JOINED
            && self.row == self.dims[inner]
            && self.is_box()
    }

    #[cfg(feature = "jit")]
    /// Whether all components of a row lie in the table.
    pub(in crate::table) fn holds_row(&self, row: &Row) -> bool {
        if self.rows_join() {
            let before = self.holds(&row.start).then(|| self.index(&row.start) as u64);
            let end = before.and_then(|before| before.checked_add(row.count));
            return row.count == 0 || end.is_some_and(|end| end <= self.room());
        }
        let Some(steps) = row.count.checked_sub(1) else { return true };
        let Ok(steps) = i64::try_from(steps) else { return false };
        let coords = row.start.iter().zip(&self.direction);
        let last = coords.map(|(&c, change)| {
            steps.checked_mul(*change).and_then(|change| c.checked_add(change))
        });
        // What lies between two components of the table lies in it.
        self.holds(&row.start)
            && last.collect::<Option<Coords>>().is_some_and(|last| self.holds(&last))
    }

    /// Every order of the axes: where the value of sorted coordinates is written.
    pub(in crate::table) fn permutations(&self) -> Vec<Vec<usize>> {
        match self.sorted {
            true => permutations(self.dims.len()),
            false => vec![(0..self.dims.len()).collect()],
        }
    }

    /// Whether values are written in the other order block by block: that of `[a, b]` at once only
    /// if row `b` is in the same block as row `a`.
    pub(in crate::table) fn mirrors_blocks(&self) -> bool {
        self.sorted && self.dims.len() == 2 && matches!(self.order, Order::Lines(_))
    }

    /// Whether the other orders of these ascending coordinates are written later.
    pub(in crate::table) fn is_mirrored_later(&self, coords: &[i64]) -> bool {
        self.mirrors_blocks() && coords[1] > coords[0] | (BLOCK - 1)
    }

    /// How much of the room may have values when this component is reached: only 0 stands behind that.
    pub(in crate::table) fn used(&self, coords: &[i64]) -> u64 {
        match &self.order {
            Order::Lines(axes) if !self.sorted || self.mirrors_blocks() => {
                let slowest = axes[0];
                let last = coords[slowest] | if self.sorted { BLOCK - 1 } else { 0 };
                (last.unsigned_abs() + 1).min(self.dims[slowest]) * self.strides[slowest]
            }
            _ => self.room(),
        }
    }

    /// Which of two components is computed first.
    pub(in crate::table) fn compare(&self, a: &[i64], b: &[i64]) -> Ordering {
        match &self.order {
            Order::Lines(axes) | Order::Turned { axes, .. } => axes
                .iter()
                .map(|&axis| match self.order.falls(axis) {
                    true => b[axis].cmp(&a[axis]),
                    false => a[axis].cmp(&b[axis]),
                })
                .find(|order| order.is_ne())
                .unwrap_or(Ordering::Equal),
            Order::Sums => a.iter().sum::<i64>().cmp(&b.iter().sum()).then_with(|| a.cmp(b)),
            Order::EdgesLast => {
                let key = |coords: &[i64]| (coords.iter().sum::<i64>(), coords.contains(&0));
                key(a).cmp(&key(b)).then_with(|| a.cmp(b))
            }
        }
    }

    /// The axis along which neighbours in memory lie.
    pub(in crate::table) fn inner(&self) -> usize {
        axes_of(&self.order, self.dims.len()).last().copied().unwrap_or(0)
    }

    /// The axes that stay the same along a row.
    pub(super) fn outer(&self) -> Vec<usize> {
        match &self.order {
            Order::Lines(axes) | Order::Turned { axes, .. } => axes[..axes.len() - 1].to_vec(),
            Order::Sums | Order::EdgesLast => (0..self.dims.len().saturating_sub(2)).collect(),
        }
    }

    /// The component that is computed after so many others; less than are computed in all.
    pub(in crate::table) fn at(&self, mut number: u64) -> Coords {
        for row in self.rows() {
            if let Some(left) = number.checked_sub(row.count) {
                number = left;
                continue;
            }
            return row.at(number, &self.direction);
        }
        Coords::from_elem(0, self.dims.len())
    }

    /// The rows in the order of computation.
    pub(in crate::table) fn rows(&self) -> Rows<'_> {
        Rows::new(self)
    }

    pub(super) fn dim(&self, axis: usize) -> i64 {
        i64::try_from(self.dims[axis]).unwrap_or(i64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::super::rows::Row;
    use super::*;

    /// Every component that the rows name, one after the other.
    fn components(layout: &Layout) -> Vec<Coords> {
        let direction = &layout.direction;
        let along = |row: Row| (0..row.count).map(move |step| row.at(step, direction));
        layout.rows().flat_map(along).collect()
    }

    #[test]
    fn every_component_comes_once_and_in_order() {
        let orders = |axes: usize| {
            let mut orders = vec![Order::Sums, Order::Lines((0..axes).collect())];
            orders.extend((axes == 2).then_some(Order::EdgesLast));
            orders.push(Order::Lines((0..axes).rev().collect()));
            for falling in 1..1 << axes {
                orders.push(Order::Turned { axes: (0..axes).collect(), falling });
                orders.push(Order::Turned { axes: (0..axes).rev().collect(), falling });
            }
            orders
        };
        for dims in [&[5][..], &[4, 3], &[1, 6], &[3, 2, 4], &[2, 3, 1, 4], &[2, 3, 2, 1, 3, 2]] {
            for order in orders(dims.len()) {
                let layout = Layout::new(dims, order, false).unwrap();
                let found = components(&layout);
                assert!(
                    found.windows(2).all(|w| layout.compare(&w[0], &w[1]).is_lt()),
                    "{layout:?}"
                );
                assert_eq!(found.len() as u64, layout.len());
                assert_eq!(layout.computed(), layout.len());
                assert!((0..).zip(&found).all(|(number, coords)| layout.at(number) == *coords));
                let mut places: Vec<usize> = found.iter().map(|c| layout.index(c)).collect();
                places.sort_unstable();
                assert!(places.iter().enumerate().all(|(index, &place)| index == place));
                assert!(found.iter().all(|c| layout.holds(c)));
            }
        }
    }

    #[test]
    fn a_table_below_a_plane_has_not_too_many_rows_to_count() {
        for order in [Order::Sums, Order::EdgesLast, Order::Lines(vec![0, 1])] {
            let layout = Layout::new(&[1 << 28, 1 << 28], order, false).unwrap();
            assert_eq!(layout.below_plane(&[1, 1], 1 << 28), None);
        }
    }

    #[test]
    fn below_a_plane_lies_what_is_not_beyond_it() {
        let lines = |axes: &[usize]| Order::Lines(axes.to_vec());
        let cases = [
            (&[9, 12][..], Order::EdgesLast, false, &[1, 1][..], 15),
            (&[9, 12], Order::EdgesLast, false, &[3, 1], 15),
            (&[12, 12], Order::EdgesLast, true, &[1, 1], 15),
            (&[9, 12], Order::Sums, false, &[1, 1], 15),
            (&[9, 12], Order::Sums, false, &[3, 1], 20),
            (&[9, 12], Order::Sums, false, &[1, 3], 20),
            (&[9, 12], lines(&[0, 1]), false, &[2, 1], 13),
            (&[9, 12], lines(&[1, 0]), false, &[2, 1], 13),
            (&[4, 5, 6], lines(&[1, 2, 0]), false, &[3, 1, 2], 11),
            (&[9, 12], Order::Turned { axes: vec![0, 1], falling: 1 }, false, &[2, 1], 13),
            (&[4, 5, 6], Order::Turned { axes: vec![1, 2, 0], falling: 5 }, false, &[3, 1, 2], 11),
            (&[4, 5, 6], Order::Sums, false, &[3, 1, 2], 11),
            (&[4, 5, 6], Order::Sums, false, &[1, 1, 1], 7),
            (&[6, 6, 6], Order::Sums, true, &[1, 1, 1], 9),
            (&[7], lines(&[0]), false, &[2], 9),
            (&[3, 3], lines(&[0, 1]), false, &[1, 1], 0),
        ];
        for (dims, order, sorted, factors, most) in cases {
            let whole = Layout::new(dims, order, sorted).unwrap();
            let layout = whole.clone().below_plane(factors, most).unwrap();
            let sum = |c: &[i64]| c.iter().zip(factors).map(|(c, factor)| c * factor).sum::<i64>();
            let (within, beyond): (Vec<Coords>, Vec<Coords>) =
                components(&whole).into_iter().partition(|c| sum(c) <= most);
            assert_eq!(components(&layout), within, "{layout:?}");
            assert!(within.windows(2).all(|w| layout.compare(&w[0], &w[1]).is_lt()), "{layout:?}");
            assert_eq!(layout.computed(), within.len() as u64);
            assert!(
                within.iter().all(|c| layout.holds(c)) && !beyond.iter().any(|c| layout.holds(c))
            );
            #[cfg(feature = "jit")]
            assert!(layout.rows().all(|row| layout.holds_row(&row)));
        }
    }

    #[test]
    fn rows_that_are_empty_take_no_time() {
        for dims in [[1 << 20, 1, 1], [1, 1 << 20, 1], [1, 1, 1 << 20]] {
            let layout = Layout::new(&dims, Order::Sums, false).unwrap();
            assert_eq!(layout.rows().map(|row| row.count).sum::<u64>(), 1 << 20);
        }
    }

    #[test]
    fn unordered_coordinates_come_ascending_and_are_written_in_every_order() {
        for (dims, order) in [
            (&[4, 2][..], Order::Sums),
            (&[4, 4], Order::EdgesLast),
            (&[2, 4], Order::Lines(vec![0, 1])),
            (&[3, 3, 3], Order::Sums),
            (&[3, 1, 2], Order::Lines(vec![0, 1, 2])),
            (&[3, 3, 3, 3], Order::Sums),
            (&[2, 3, 1, 2], Order::Lines(vec![0, 1, 2, 3])),
        ] {
            let layout = Layout::new(dims, order, true).unwrap();
            let found = components(&layout);
            assert!(found.iter().all(|c| c.is_sorted()), "{layout:?}: {found:?}");
            assert_eq!(found.len() as u64, layout.computed());
            assert!(found.windows(2).all(|w| layout.compare(&w[0], &w[1]).is_lt()));
            let mut written = vec![false; layout.len() as usize];
            for coords in &found {
                for axes in layout.permutations() {
                    let there: Coords = axes.iter().map(|&axis| coords[axis]).collect();
                    written[layout.index(&there)] = true;
                }
            }
            assert!(written.iter().all(|&done| done));
        }
    }
}
