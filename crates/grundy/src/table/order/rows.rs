//! The rows of a table in the order of computation.

use smallvec::SmallVec;

use super::layout::{Coords, Layout, Order, Plane};

/// Components that are computed one after the other: the first, and how many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::table) struct Row {
    pub(in crate::table) start: Coords,
    pub(in crate::table) count: u64,
}

impl Row {
    /// The component behind so many of them, where each coordinate changes by so much from one to the next.
    pub(in crate::table) fn at(&self, components: u64, direction: &[i64]) -> Coords {
        let along = self.start.iter().zip(direction);
        along.map(|(coord, change)| coord + change * components as i64).collect()
    }

    /// Leaves so many components behind, where each coordinate changes by so much from one to the next.
    pub(in crate::table) fn pass(&mut self, components: u64, direction: &[i64]) {
        for (coord, change) in self.start.iter_mut().zip(direction) {
            *coord += change * components as i64;
        }
        self.count -= components;
    }
}

/// The rows of a table, one after the other.
pub(in crate::table) struct Rows<'a> {
    layout: &'a Layout,
    outer: Vec<usize>,
    at: Coords,
    sum: i64,
    edge: Edge,
    done: bool,
}

/// Of two coordinates with one sum, where those that are 0 come last: none is, the first is, or the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edge {
    Inner,
    First,
    Second,
}

impl<'a> Rows<'a> {
    pub(super) fn new(layout: &'a Layout) -> Rows<'a> {
        let at = SmallVec::from_elem(0, layout.dims.len());
        let done = layout.dims.contains(&0);
        Rows { layout, outer: layout.outer(), at, sum: 0, edge: Edge::Inner, done }
    }

    /// The row where the outer coordinates are, unless it is empty.
    fn row(&self) -> Option<Row> {
        let layout = self.layout;
        let axes = layout.dims.len();
        let mut start = Coords::from_slice(&self.at);
        let before = |axis: usize| if layout.sorted && axis > 0 { self.at[axis - 1] } else { 0 };
        let count = match &layout.order {
            Order::Lines(order) | Order::Turned { axes: order, .. } => {
                let inner = order[axes - 1];
                let falling = self.outer.iter().filter(|&&axis| layout.order.falls(axis));
                falling.for_each(|&axis| start[axis] = layout.dim(axis) - 1 - start[axis]);
                start[inner] = before(inner);
                let count = layout.width_at(&start, inner) - start[inner];
                if layout.order.falls(inner) {
                    start[inner] += count - 1;
                }
                count
            }
            Order::Sums if axes == 1 => {
                start[0] = self.sum;
                1
            }
            Order::Sums | Order::EdgesLast => {
                let (x, y) = (axes - 2, axes - 1);
                let rest = self.sum - self.at[..x].iter().sum::<i64>();
                let mut least = before(x).max(rest - (layout.dim(y) - 1));
                let mut most =
                    (layout.dim(x) - 1).min(if layout.sorted { rest.div_euclid(2) } else { rest });
                if let Some(plane) = &layout.plane {
                    (least, most) = self.cut(plane, rest, (least, most));
                }
                if layout.order == Order::EdgesLast {
                    let of_edge = match self.edge {
                        Edge::Inner => (1, rest - 1),
                        Edge::First => (0, 0),
                        Edge::Second => (rest.max(1), rest),
                    };
                    (least, most) = (least.max(of_edge.0), most.min(of_edge.1));
                }
                (start[x], start[y]) = (least, rest - least);
                most - least + 1
            }
        };
        let count = u64::try_from(count).ok().filter(|&count| count > 0)?;
        Some(Row { start, count })
    }

    /// The part of these numbers that the last coordinate but one takes below a plane, where it and the
    /// last have this sum.
    fn cut(&self, plane: &Plane, sum: i64, (least, most): (i64, i64)) -> (i64, i64) {
        let (outer, last) = plane.factors.split_at(self.at.len() - 2);
        let used: i64 = self.at.iter().zip(outer).map(|(coord, factor)| coord * factor).sum();
        // One of them is c, the other what remains: last[0]*c + last[1]*(sum - c) <= plane.most - used
        let left = plane.most - used - last[1] * sum;
        match last[0] - last[1] {
            0 if left < 0 => (least, least - 1),
            0 => (least, most),
            more @ 1.. => (least, most.min(left.div_euclid(more))),
            less => (least.max(-left.div_euclid(-less)), most),
        }
    }

    /// Moves on to the next outer coordinates, then to the next sum.
    fn advance(&mut self) {
        if self.layout.order == Order::EdgesLast && self.edge != Edge::Second {
            self.edge = if self.edge == Edge::Inner { Edge::First } else { Edge::Second };
            return;
        }
        self.edge = Edge::Inner;
        for index in (0..self.outer.len()).rev() {
            let axis = self.outer[index];
            self.at[axis] += 1;
            let passes = self.layout.order == Order::Sums && self.before(index + 1) > self.sum;
            if self.at[axis] < self.layout.dim(axis) && !passes {
                self.begin(index + 1);
                return;
            }
        }
        self.sum += 1;
        self.begin(0);
        let most: i64 = (0..self.layout.dims.len()).map(|axis| self.layout.dim(axis) - 1).sum();
        let below = self.layout.plane.as_ref().and_then(|plane| {
            plane.factors.iter().map(|factor| plane.most.div_euclid(*factor)).max()
        });
        self.done = match self.layout.order {
            Order::Lines(_) | Order::Turned { .. } => true,
            Order::Sums | Order::EdgesLast => {
                self.sum > below.map_or(most, |below| most.min(below))
            }
        };
    }

    /// Takes the least coordinates of the outer axes from this one on: with less, the other axes
    /// would not make up the sum.
    fn begin(&mut self, from: usize) {
        for index in from..self.outer.len() {
            let axis = self.outer[index];
            let mut least = if self.layout.sorted && axis > 0 { self.at[axis - 1] } else { 0 };
            if self.layout.order == Order::Sums {
                let after: i64 = (axis + 1..self.layout.dims.len())
                    .map(|other| self.layout.dim(other) - 1)
                    .sum();
                least = least.max(self.sum - self.before(index) - after);
            }
            self.at[axis] = least;
        }
    }

    /// The sum of the first outer coordinates.
    fn before(&self, outer: usize) -> i64 {
        self.outer[..outer].iter().map(|&axis| self.at[axis]).sum()
    }
}

impl Iterator for Rows<'_> {
    type Item = Row;

    fn next(&mut self) -> Option<Row> {
        while !self.done {
            let row = self.row();
            self.advance();
            if row.is_some() {
                return row;
            }
        }
        None
    }

    fn nth(&mut self, mut rows: usize) -> Option<Row> {
        if !self.layout.is_box() {
            while rows > 0 {
                self.next()?;
                rows -= 1;
            }
            return self.next();
        }
        // No row is empty: the outer coordinates are the digits of how many rows come before.
        for &axis in self.outer.iter().rev() {
            let (at, dim) = (self.at[axis] as usize, self.layout.dim(axis) as usize);
            let sum = rows.saturating_add(at);
            self.at[axis] = (sum % dim) as i64;
            rows = sum / dim;
        }
        self.done |= rows > 0;
        self.next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_rows_are_passed_over_at_once_as_one_by_one() {
        let lines = |axes: &[usize]| Order::Lines(axes.to_vec());
        let layouts = [
            Layout::new(&[7], lines(&[0]), false),
            Layout::new(&[7, 3], lines(&[0, 1]), false),
            Layout::new(&[4, 3, 2], lines(&[2, 0, 1]), false),
            Layout::new(&[3, 5, 2], Order::Turned { axes: vec![1, 0, 2], falling: 3 }, false),
            Layout::new(&[5, 5], lines(&[0, 1]), true),
            Layout::new(&[4, 4, 3], Order::Sums, false),
        ];
        for layout in layouts.into_iter().flatten() {
            let all: Vec<Row> = layout.rows().collect();
            for first in 0..=all.len() {
                for passed in (0..=all.len() + 1).chain([usize::MAX]) {
                    let mut rows = layout.rows();
                    rows.by_ref().take(first).for_each(drop);
                    let at = first.saturating_add(passed);
                    assert_eq!(rows.nth(passed).as_ref(), all.get(at), "{layout:?} {at}");
                    let rest = all.get(at.saturating_add(1)..).unwrap_or_default();
                    assert!(rows.eq(rest.iter().cloned()), "{layout:?} {at}");
                }
            }
        }
    }
}
