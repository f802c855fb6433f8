//! Rows computed by several threads, where the order allows it.
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
//! before. A group is a row, where the axis is that of the rows, or all rows with the same coordinates along the slower
//! axes. Of the axes along which options stay behind the one that runs slowest is taken with which there are groups
//! enough. Where sets grow along lines, stretches are dealt out in place of groups, so that the sets of lines across
//! rows stay with one thread.
//!
//! Threads take machine code and rows for which it was proved that options come before. Where the
//! code stops for anything but a look at the limits, all threads stop; the rows before the first
//! that is not whole stand, and one thread goes on from there as it would have without the others.
//! So values are the same however many threads there are.
//!
//! Where values are packed, threads must not write the same word at a time. Rows have words of their
//! own, and parts are whole words. What is written in other orders of unordered coordinates comes
//! into one word only from components of which one is in no coordinate beyond the other, and those
//! are computed one after the other: the one is in an earlier item or the same, and not in a later stretch.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use super::cells::Marks;
use super::code::{Call, Reason, Shared};
use super::fill::{FUEL, REPORT, Work};
use super::helpers::wait;
use super::layout::{Coords, Layout, Order, Row};
use super::lines::Lines;
use crate::limits::{Limits, Stop};
use crate::ruleset::Failure;

/// Less work than this is left to one thread. Work is counted in options.
const LEAST_WORK: u64 = 1 << 17;
/// A part has so much work, so that waiting costs little, and there are so many for each thread.
const PART: u64 = 1 << 11;
const MOST_PARTS: usize = 8;
/// A stretch at which a thread stays has so many components of a row, so that a call costs little and the sets of their
/// lines stay in the cache.
const SHORTEST: u64 = 1 << 6;
const LONGEST: u64 = 1 << 10;
/// One thread alone goes by stretches where rows are so long.
const LONG: u64 = 1 << 12;
/// What a component costs beside its options.
const COMPONENT: u64 = 10;
/// Components that one call computes at most, so that limits are looked at in time.
const MOST_AT_ONCE: u64 = 1 << 14;
/// Times that threads may stop before all was done, until one goes on alone.
const MOST_HALTS: u32 = 64;

/// How several threads can compute rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Way {
    /// Whether no option leads to its own row.
    pub(super) apart: bool,
    /// The places in the order of the axes along which options stay behind, as bits; not the slowest, 0.
    pub(super) behind: u8,
}

/// What components cost, as far as is known: so many options were looked at for so many of them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cost {
    pub(super) components: u64,
    pub(super) options: u64,
}

impl Cost {
    /// The work of so many components.
    pub(super) fn of(self, components: u64) -> u64 {
        components.saturating_mul(self.options / self.components.max(1) + COMPONENT)
    }
}

/// Rows for several threads, cut in tiles: groups of rows one way, stretches of an axis the other.
pub(super) struct Cut<'a> {
    rows: &'a [Row],
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
    /// How to cut these rows for so many threads, so that a tile has so much work; nothing if no two of
    /// them could be at work at once. What is kept for lines is at hand where a thread stays at a stretch.
    fn new(
        rows: &'a [Row],
        layout: &Layout,
        way: Way,
        (threads, stays): (usize, bool),
        (cost, least): (Cost, u64),
    ) -> Option<Cut<'a>> {
        let all = cost.of(rows.iter().map(|row| row.count).sum());
        let each =
            |others: usize| (all / others as u64 / least).clamp(1, (MOST_PARTS * threads) as u64);
        let enough = 4 * threads;
        let mut best: Option<Cut<'_>> = None;
        // The first of the best: the fewer items there are, the less is waited.
        let mut take = |cut: Cut<'a>| {
            if best.as_ref().is_none_or(|best| best.score(enough) < cut.score(enough)) {
                best = Some(cut);
            }
            best.as_ref().is_some_and(|best| best.score(enough) == enough)
        };
        if let Order::Lines(axes) = &layout.order {
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
            let count = each(groups.len()) as usize;
            let stretches = Stretches::OfRow { count, grain: layout.grain() };
            take(Cut { rows, groups, stretches, deal: Deal::Tiles });
        }
        best.filter(|cut| cut.parts() > 1 && cut.items() > 1)
    }

    /// How well threads are used, from 0 to as much as is enough: parts differ in work, so that some more of them are
    /// needed than there are threads, and more items, lest at the end a thread waits for long.
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

    fn items(&self) -> usize {
        if self.deal == Deal::Stretches { self.stretches() } else { self.groups.len() }
    }

    /// How many parts an item has.
    fn parts(&self) -> usize {
        if self.deal == Deal::Stretches { self.groups.len() } else { self.stretches() }
    }

    /// What a thread takes at a time is a part of an item, or all parts of it, one after the other.
    fn taken_at_once(&self) -> usize {
        if self.deal == Deal::Tiles { 1 } else { self.parts() }
    }

    /// How many parts of the item before are done before this one is begun.
    fn needed(&self, part: usize) -> usize {
        if self.deal == Deal::Tiles { self.parts() } else { part + 1 }
    }

    /// The numbers of the rows of a part, and from where to where they belong to it.
    fn part(&self, item: usize, part: usize) -> impl Iterator<Item = (usize, u64, u64)> {
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
    fn whole(&self, done: impl Fn(usize) -> usize) -> usize {
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

impl Work<'_> {
    /// Computes rows on several threads, if they do so sooner than one. Says how many of the first are whole, and how many
    /// after them are for one thread: up to the one at which the code stopped.
    pub(super) fn share(
        &mut self,
        rows: &[Row],
        frontier: &mut Option<Coords>,
    ) -> Result<Option<(usize, usize)>, Failure> {
        let Some(cut) = self.cut(rows) else { return Ok(None) };
        let (mut whole, stopped) = self.together(&cut, frontier)?;
        let mut end = stopped.map_or(rows.len(), |row| row + 1);
        // What comes before that row may still be shared.
        while let Some(before) = rows[whole..end].split_last().map(|(_, before)| before)
            && !before.is_empty()
            && let Some(cut) = self.cut(before)
        {
            let (more, stopped) = self.together(&cut, frontier)?;
            end = stopped.map_or(end, |row| whole + row + 1);
            whole += more;
            if stopped.is_none() {
                break;
            }
        }
        Ok(Some((whole, end - whole)))
    }

    /// How several threads can compute these rows, if that pays.
    fn cut<'r>(&self, rows: &'r [Row]) -> Option<Cut<'r>> {
        let way = self.way.filter(|_| self.has_way())?;
        let all = self.cost.of(rows.iter().map(|row| row.count).sum());
        let (least, part) = if self.weighs { (LEAST_WORK, PART) } else { (0, 1) };
        if self.helpers.count() == 0 && self.weighs && self.layout.row < LONG {
            return None;
        }
        let threads = (1 + self.helpers.count(), self.runs);
        let cut = || Cut::new(rows, &self.layout, way, threads, (self.cost, part));
        (all >= least).then(cut).flatten()
    }

    /// How many of the first rows are whole, and the first at which the code stopped.
    fn together(
        &mut self,
        cut: &Cut<'_>,
        frontier: &mut Option<Coords>,
    ) -> Result<(usize, Option<usize>), Failure> {
        let Some(code) = &self.code else { return Ok((0, Some(0))) };
        self.others_marks.resize_with(self.helpers.count(), || self.marks.alike());
        let common = Common {
            cut,
            direction: &self.layout.direction,
            limits: self.limits,
            call: code.call(),
            cells: Shared::new(
                self.cells,
                self.nearest.as_mut(),
                if self.runs { &mut self.lines } else { &mut [] },
            ),
            next: AtomicUsize::new(0),
            done: (0..cut.items()).map(|_| Done::default()).collect(),
            components: AtomicU64::new(0),
            options: AtomicU64::new(0),
            ended: AtomicBool::new(false),
            stopped: AtomicUsize::new(usize::MAX),
            stop: Mutex::new(None),
        };
        let (before, reported, total) = (self.done, &mut self.reported, self.layout.computed());
        let help = |marks: &mut Marks| common.work(marks, &mut || ());
        self.helpers.step(&mut self.others_marks, help, || {
            common.work(self.marks, &mut || {
                if reported.elapsed() >= REPORT {
                    *reported = Instant::now();
                    let done = before + common.components.load(Ordering::Relaxed);
                    common.limits.report(done, Some(total));
                }
            });
        });
        let whole = cut.whole(|item| common.done[item].0.load(Ordering::Acquire));
        let Common { components, options, stopped, stop, .. } = common;
        let stopped = Some(stopped.into_inner()).filter(|&row| row < cut.rows.len());
        let cost = Cost { components: components.into_inner(), options: options.into_inner() };
        if cost.components > 0 {
            self.cost = cost;
        }
        self.threaded |= whole > 0 && self.helpers.count() > 0;
        self.done += cut.rows[..whole].iter().map(|row| row.count).sum::<u64>();
        self.known = self.done;
        if let Some(row) = cut.rows.get(whole) {
            *frontier = Some(row.start.clone());
            // Lines may have reached what is to be computed again.
            self.lines.iter_mut().for_each(Lines::forget);
            self.halts += 1;
            if self.halts > MOST_HALTS {
                self.way = None;
            }
        }
        let stop = stop.into_inner().unwrap_or_else(|held| held.into_inner());
        stop.map_or(Ok((whole, stopped)), |stop| Err(stop.into()))
    }
}

/// What the threads share.
struct Common<'a> {
    cut: &'a Cut<'a>,
    direction: &'a [i64],
    limits: &'a Limits,
    call: Call<'a>,
    cells: Shared<'a>,
    /// What is to be taken next: items, or parts of them.
    next: AtomicUsize,
    /// How many parts of each item are done.
    done: Vec<Done>,
    components: AtomicU64,
    options: AtomicU64,
    ended: AtomicBool,
    /// The first row at which the code stopped.
    stopped: AtomicUsize,
    stop: Mutex<Option<Stop>>,
}

/// A number that has a line of the cache for itself, since two threads look at it and write the one beside it.
#[derive(Default)]
#[repr(align(64))]
struct Done(AtomicUsize);

/// Lets no thread wait for one that has panicked: a report of progress runs code of others.
struct EndOnPanic<'a>(&'a AtomicBool);

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

impl Common<'_> {
    /// What one thread does. Whoever waits waits for parts that were taken before.
    fn work(&self, marks: &mut Marks, look: &mut dyn FnMut()) {
        let _end = EndOnPanic(&self.ended);
        let (parts, at_once) = (self.cut.parts(), self.cut.taken_at_once());
        loop {
            let first = self.next.fetch_add(1, Ordering::Relaxed) * at_once;
            let item = first / parts;
            if item >= self.cut.items() {
                return;
            }
            for part in first % parts..first % parts + at_once {
                let needed = self.cut.needed(part);
                if !self.wait(item, needed) || !self.part((item, part), marks) {
                    return;
                }
                self.done[item].0.fetch_add(1, Ordering::Release);
                look();
            }
        }
    }

    /// Waits until so many parts of the item before this one are done; false if work has ended.
    fn wait(&self, item: usize, parts: usize) -> bool {
        let Some(before) = item.checked_sub(1) else { return true };
        let mut looks = 0_u32;
        while self.done[before].0.load(Ordering::Acquire) < parts {
            if self.ended.load(Ordering::Relaxed) {
                return false;
            }
            wait(&mut looks);
        }
        true
    }

    /// Computes a part of an item; false if that cannot be done here.
    fn part(&self, (item, part): (usize, usize), marks: &mut Marks) -> bool {
        let mut cost = Cost::default();
        let ended = self.cut.part(item, part).all(|row| self.row(row, marks, &mut cost));
        self.components.fetch_add(cost.components, Ordering::Relaxed);
        self.options.fetch_add(cost.options, Ordering::Relaxed);
        ended
    }

    /// Computes the components of a row between two; false if that cannot be done here.
    fn row(
        &self,
        (number, first, last): (usize, u64, u64),
        marks: &mut Marks,
        cost: &mut Cost,
    ) -> bool {
        let (row, mut at, mut fuel) = (&self.cut.rows[number], first, FUEL);
        while at < last {
            if let Err(stop) = self.limits.check() {
                self.end(Some(stop));
                return false;
            }
            if self.ended.load(Ordering::Relaxed) {
                return false;
            }
            let along = |(&coord, change): (&i64, &i64)| coord + change * at as i64;
            let start = row.start.iter().zip(self.direction).map(along).collect();
            let piece = Row { start, count: (last - at).min(MOST_AT_ONCE) };
            let mut left = fuel;
            let (done, reason) = self.call.row(&piece, &mut left, &self.cells, marks);
            at += done;
            cost.components += done;
            cost.options += (fuel - left).unsigned_abs();
            match reason {
                Reason::Done => {}
                Reason::Fuel if done == 0 => fuel = fuel.saturating_mul(2),
                Reason::Fuel => {}
                _ => {
                    self.stopped.fetch_min(number, Ordering::Relaxed);
                    self.end(None);
                    return false;
                }
            }
        }
        true
    }

    fn end(&self, stop: Option<Stop>) {
        if let Ok(mut held) = self.stop.lock() {
            *held = held.or(stop);
        }
        self.ended.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut<'a>(
        rows: &'a [Row],
        layout: &Layout,
        way: Way,
        threads: (usize, bool),
    ) -> Option<Cut<'a>> {
        Cut::new(rows, layout, way, threads, (Cost::default(), 1))
    }

    /// Some components of a row.
    fn along(row: &Row, steps: Range<u64>, layout: &Layout) -> Vec<Coords> {
        let at = |step: u64| {
            let moved = row.start.iter().zip(&layout.direction);
            moved.map(|(coord, change)| coord + change * step as i64).collect()
        };
        steps.map(at).collect()
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
