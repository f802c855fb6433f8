//! How rows are cut for several threads, where the order allows it.
//!
//! ```text
//! apart    no option leads to its own row: the stretches of a row are dealt out, when all of the row
//!          before are done
//! behind   along some axis options lead nowhere further than the component stands: the table is cut in
//!          groups of rows, along the axes that run slower, and in stretches along this one. A tile is computed
//!          when the one of the group before and the one of the stretch before are done; then all that come before
//!          it are
//! ```
//!
//! Behind, groups are dealt out in turn: a thread goes from stretch to stretch and follows the one with the group
//! before; where it would have to wait, it begins with one more. A group is a row, where the axis is that of the rows,
//! or all rows with the same coordinates along the slower axes. Of the axes along which options stay behind the one that
//! runs slowest is taken with which there are groups enough. Where sets grow along lines, stretches are dealt out in
//! place of groups, so that the sets of lines across rows stay with one thread.

use std::ops::Range;

use crate::table::order::{Layout, Order, Row};

/// A tile has so much work, so that waiting costs little, and an item so many tiles for each thread.
pub(in crate::table) const TILE: u64 = 1 << 12;
/// The same where all threads wait for each other at the end of each row.
const TILE_OF_ROW: u64 = 1 << 13;
const MOST_TILES: usize = 8;
/// A stretch at which a thread stays has so many components of a row, so that a call costs little and the sets of their
/// lines stay in the cache.
const SHORTEST: u64 = 1 << 6;
const LONGEST: u64 = 1 << 10;
/// A thread that would wait begins with one more group, unless it is at work on so many: more would push the rows of each
/// other out of the nearest cache.
const MOST_TAKEN: usize = 2;
/// What a component costs beside its options.
const COMPONENT: u64 = 10;

/// How several threads can compute rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::table) struct Way {
    /// Whether no option leads to its own row.
    pub(in crate::table) apart: bool,
    /// The places in the order of the axes along which options stay behind, as bits; not the slowest, 0.
    pub(in crate::table) behind: u8,
}

/// What components cost, as far as is known: so many options were looked at for so many of them.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::table) struct Cost {
    pub(in crate::table) components: u64,
    pub(in crate::table) options: u64,
}

impl Cost {
    /// The work of so many components.
    pub(in crate::table) fn of(self, components: u64) -> u64 {
        components.saturating_mul(self.options / self.components.max(1) + COMPONENT)
    }
}

/// Rows for several threads, cut in tiles: groups of rows one way, stretches of an axis the other.
pub(super) struct Cut<'a> {
    pub(super) rows: &'a [Row],
    groups: Vec<Range<usize>>,
    stretches: Stretches,
    deal: Deal,
}

/// Where the stretches lie, each as long as the others.
#[derive(Clone, Copy, Debug)]
enum Stretches {
    /// So many of each row, which begin where so many components end: threads never write the same word.
    OfRow { count: usize, grain: u64 },
    /// On the axis along which rows run.
    AlongRows { axis: usize, first: u64, length: u64, count: usize },
    /// On an axis along which rows follow each other.
    OfRows { axis: usize, first: u64, length: u64, count: usize },
}

/// What a thread takes at a time; what it does one after the other are parts of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Deal {
    Tiles,
    Groups,
    Stretches,
}

impl<'a> Cut<'a> {
    /// How to cut these rows for so many threads, so that it pays, if that is weighed; nothing if no two of
    /// them could be at work at once. What is kept for lines is at hand where a thread stays at a stretch.
    pub(super) fn new(
        rows: &'a [Row],
        layout: &Layout,
        way: Way,
        (threads, stays): (usize, bool),
        (cost, weighs): (Cost, bool),
    ) -> Option<Cut<'a>> {
        let least = if weighs { TILE } else { 1 };
        let all = cost.of(rows.iter().map(|row| row.count).sum());
        let each =
            |others: usize| (all / others as u64 / least).clamp(1, (MOST_TILES * threads) as u64);
        let enough = 4 * threads;
        let mut best: Option<Cut<'_>> = None;
        // The first of the best: the fewer items there are, the less is waited.
        let mut take = |cut: Cut<'a>| {
            if best.as_ref().is_none_or(|best| best.score(enough) < cut.score(enough)) {
                best = Some(cut);
            }
            best.as_ref().is_some_and(|best| best.score(enough) == enough)
        };
        if let Order::Lines(axes) | Order::Turned { axes, .. } = &layout.order {
            for place in (1..axes.len()).filter(|place| way.behind >> place & 1 == 1) {
                let (axis, runs) = (axes[place], place + 1 == axes.len());
                let deal = if stays { Deal::Stretches } else { Deal::Groups };
                let groups = match (runs, deal) {
                    (true, Deal::Stretches) => {
                        evenly(rows.len(), rows.len().min(each(enough) as usize))
                    }
                    (true, _) => evenly(rows.len(), rows.len()),
                    (false, _) => groups(rows, &axes[..place]),
                };
                let first = rows.iter().map(|row| row.start[axis].unsigned_abs()).min()?;
                let whole = layout.dims[axis] - first;
                let length = match deal {
                    Deal::Stretches if runs => {
                        whole.div_ceil(enough as u64).min(LONGEST).max(SHORTEST.min(least))
                    }
                    Deal::Stretches => whole.div_ceil(enough as u64),
                    _ => whole.div_ceil(each(groups.len())),
                };
                let count = whole.div_ceil(length) as usize;
                let stretches = match runs {
                    true => Stretches::AlongRows { axis, first, length, count },
                    false => Stretches::OfRows { axis, first, length, count },
                };
                if take(Cut { rows, groups, stretches, deal }) {
                    return best;
                }
            }
        }
        if way.apart {
            let groups = evenly(rows.len(), rows.len());
            let least = if weighs { TILE_OF_ROW } else { 1 };
            let count = (all / groups.len() as u64 / least).clamp(1, (MOST_TILES * threads) as u64);
            let count = count as usize;
            let stretches = Stretches::OfRow { count, grain: layout.grain() };
            take(Cut { rows, groups, stretches, deal: Deal::Tiles });
        }
        best.filter(|cut| cut.parts() > 1 && cut.items() > 1)
    }

    /// How well the threads are used, from 0 to `enough`. Parts differ in size, so there should be more parts and more items
    /// than threads, or at the end a thread waits for long.
    fn score(&self, enough: usize) -> usize {
        let items = match self.deal {
            Deal::Tiles => usize::MAX,
            Deal::Groups => self.groups.len() / 2,
            Deal::Stretches => self.items(),
        };
        items.min(self.parts()).min(enough)
    }

    fn stretches(&self) -> usize {
        match self.stretches {
            Stretches::OfRow { count, .. }
            | Stretches::AlongRows { count, .. }
            | Stretches::OfRows { count, .. } => count,
        }
    }

    pub(super) fn items(&self) -> usize {
        if self.deal == Deal::Stretches { self.stretches() } else { self.groups.len() }
    }

    /// How many parts an item has.
    pub(super) fn parts(&self) -> usize {
        if self.deal == Deal::Stretches { self.groups.len() } else { self.stretches() }
    }

    /// What a thread takes at a time is a part of an item, or all parts of it, one after the other.
    pub(super) fn taken_at_once(&self) -> usize {
        if self.deal == Deal::Tiles { 1 } else { self.parts() }
    }

    /// Of how many items a thread has taken parts that are not done, at most.
    pub(super) fn most_taken(&self) -> usize {
        if self.deal == Deal::Groups { MOST_TAKEN } else { 1 }
    }

    /// How many parts of the item before are done before this one is begun.
    pub(super) fn needed(&self, part: usize) -> usize {
        if self.deal == Deal::Tiles { self.parts() } else { part + 1 }
    }

    /// The numbers of the rows of a part, and from where to where they belong to it.
    pub(super) fn part(&self, item: usize, part: usize) -> impl Iterator<Item = (usize, u64, u64)> {
        let (group, stretch) =
            if self.deal == Deal::Stretches { (part, item) } else { (item, part) };
        let part = move |number: usize, row: &Row| match self.stretches {
            Stretches::OfRow { count, grain } => {
                let [first, last] = [stretch, stretch + 1].map(|stretch| {
                    let begins = u128::from(row.count) * stretch as u128 / count as u128;
                    begins as u64 / grain * grain
                });
                (number, first, if stretch + 1 == count { row.count } else { last })
            }
            Stretches::AlongRows { axis, first, length, .. } => {
                let start = row.start[axis].unsigned_abs();
                let [first, last] = [stretch, stretch + 1].map(|stretch| {
                    (first + stretch as u64 * length).saturating_sub(start).min(row.count)
                });
                (number, first, last)
            }
            Stretches::OfRows { .. } => (number, 0, row.count),
        };
        self.tile_rows(group, stretch).map(move |number| part(number, &self.rows[number]))
    }

    /// The rows of which a tile has something.
    fn tile_rows(&self, group: usize, stretch: usize) -> Range<usize> {
        let Range { start, end } = self.groups[group];
        let Stretches::OfRows { axis, first, length, .. } = self.stretches else {
            return start..end;
        };
        let before = |stretch: usize| {
            let lies = |row: &Row| row.start[axis].unsigned_abs() < first + stretch as u64 * length;
            start + self.rows[start..end].partition_point(lies)
        };
        before(stretch)..before(stretch + 1)
    }

    /// How many of the first rows are whole where so many parts of each item are done.
    pub(super) fn whole(&self, done: impl Fn(usize) -> usize) -> usize {
        if self.deal == Deal::Stretches {
            let groups = (0..self.items()).map(done).min().unwrap_or(0);
            return groups.checked_sub(1).map_or(0, |last| self.groups[last].end);
        }
        let Some(item) = (0..self.items()).find(|&item| done(item) < self.parts()) else {
            return self.rows.len();
        };
        match (self.stretches, done(item)) {
            (Stretches::OfRows { .. }, parts @ 1..) => self.tile_rows(item, parts - 1).end,
            _ => self.groups[item].start,
        }
    }
}

/// Groups of rows that are the same along these axes.
fn groups(rows: &[Row], axes: &[usize]) -> Vec<Range<usize>> {
    let mut start = 0;
    let same = |a: &Row, b: &Row| axes.iter().all(|&axis| a.start[axis] == b.start[axis]);
    let group = |rows: &[Row]| {
        start += rows.len();
        start - rows.len()..start
    };
    rows.chunk_by(same).map(group).collect()
}

/// So many groups of about the same size, out of so many rows.
fn evenly(rows: usize, count: usize) -> Vec<Range<usize>> {
    (0..count).map(|group| group * rows / count..(group + 1) * rows / count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::order::Coords;

    fn cut<'a>(
        rows: &'a [Row],
        layout: &Layout,
        way: Way,
        threads: (usize, bool),
    ) -> Option<Cut<'a>> {
        Cut::new(rows, layout, way, threads, (Cost::default(), false))
    }

    /// Some components of a row.
    fn along(row: &Row, steps: Range<u64>, layout: &Layout) -> Vec<Coords> {
        steps.map(|step| row.at(step, &layout.direction)).collect()
    }

    /// The components of a part.
    fn components(cut: &Cut<'_>, layout: &Layout, item: usize, part: usize) -> Vec<Coords> {
        let between =
            |(row, first, last): (usize, _, _)| along(&cut.rows[row], first..last, layout);
        cut.part(item, part).flat_map(between).collect()
    }

    #[test]
    fn every_component_belongs_to_one_part_and_stretches_lie_apart() {
        let lines = |axes: &[usize]| Order::Lines(axes.to_vec());
        let layouts = [
            Layout::new(&[7, 9], lines(&[0, 1]), false),
            Layout::new(&[7, 9], lines(&[1, 0]), false),
            Layout::new(&[2, 100], lines(&[0, 1]), false),
            Layout::new(&[3, 9, 2], lines(&[2, 0, 1]), false),
            Layout::new(&[9, 4, 3, 2], lines(&[0, 1, 2, 3]), false),
            Layout::new(&[7, 9], Order::Turned { axes: vec![0, 1], falling: 1 }, false),
            Layout::new(&[3, 9, 2], Order::Turned { axes: vec![2, 0, 1], falling: 4 }, false),
            Layout::new(&[9, 9], lines(&[0, 1]), true),
            Layout::new(&[6, 6, 6], lines(&[0, 1, 2]), true),
            Layout::new(&[5, 4, 3], Order::Sums, false),
        ];
        for layout in layouts.into_iter().flatten() {
            let rows: Vec<Row> = layout.rows().collect();
            let sums = layout.order == Order::Sums;
            let places = if sums { 0..1 } else { 0..1 << (layout.dims.len() - 1) };
            for (behind, apart) in places.flat_map(|p| [(2 * p, false), (2 * p, true)]) {
                for (threads, first) in [(2, 0), (3, 1), (2, rows.len() / 2)] {
                    for stays in [false, true] {
                        let (way, rows) = (Way { apart, behind }, &rows[first..]);
                        if let Some(cut) = cut(rows, &layout, way, (threads, stays)) {
                            holds(&cut, &layout);
                        }
                    }
                }
            }
        }
    }

    fn holds(cut: &Cut<'_>, layout: &Layout) {
        let mut all = Vec::new();
        for item in 0..cut.items() {
            for part in 0..cut.parts() {
                let found = components(cut, layout, item, part);
                if let Stretches::AlongRows { axis, first, length, .. }
                | Stretches::OfRows { axis, first, length, .. } = cut.stretches
                {
                    let stretch = if cut.deal == Deal::Stretches { item } else { part };
                    let at = |c: &Coords| (c[axis] as u64 - first) / length;
                    assert!(found.iter().all(|c| at(c) == stretch as u64), "{layout:?}");
                }
                all.extend(found);
            }
        }
        let expected: Vec<Coords> =
            cut.rows.iter().flat_map(|row| along(row, 0..row.count, layout)).collect();
        if cut.deal == Deal::Stretches {
            all.sort_by(|a, b| layout.compare(a, b));
        }
        assert_eq!(all, expected, "{layout:?} {:?} {:?}", cut.stretches, cut.deal);
        // Whole are the first rows that have no component in what is not done.
        for step in 0..cut.items() * cut.parts() {
            let done = |item: usize| match cut.deal {
                // All are behind the first by the same.
                Deal::Stretches => (step / cut.items()).saturating_sub(item),
                _ => step.saturating_sub(item * cut.parts()).min(cut.parts()),
            };
            let open = (0..cut.items())
                .flat_map(|item| (done(item)..cut.parts()).map(move |part| (item, part)));
            let rows = open.flat_map(|(item, part)| cut.part(item, part));
            let open = rows.filter(|(_, first, last)| first < last).map(|(row, ..)| row);
            let most = open.min().unwrap_or(cut.rows.len());
            let whole = cut.whole(done);
            assert!(whole <= most, "{layout:?} {:?} {:?}", cut.stretches, cut.deal);
            let all_done = (0..cut.items()).all(|item| done(item) == cut.parts());
            assert!(!all_done || whole == cut.rows.len());
        }
    }
}
