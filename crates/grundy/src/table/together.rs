//! Rows computed by several threads, tile by tile as they are [cut](super::cut).
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

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use super::cells::Marks;
use super::code::{Call, Reason, Shared};
use super::cut::{Cost, Cut};
use super::fill::{FUEL, REPORT, Work};
use super::helpers::wait;
use super::layout::{Coords, Row};
use super::lines::Lines;
use crate::limits::{Limits, Stop};
use crate::ruleset::Failure;

/// Less work than this is left to one thread. Work is counted in options.
const LEAST_WORK: u64 = 1 << 17;
/// One thread alone goes by stretches where rows are so long.
const LONG: u64 = 1 << 12;
/// Components that one call computes at most, so that limits are looked at in time.
const MOST_AT_ONCE: u64 = 1 << 14;
/// Times that threads may stop before all was done, until one goes on alone.
const MOST_HALTS: u32 = 64;

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
        if self.helpers.count() == 0 && self.weighs && self.layout.row < LONG {
            return None;
        }
        let threads = (1 + self.helpers.count(), self.runs);
        let cut = || Cut::new(rows, &self.layout, way, threads, (self.cost, self.weighs));
        (all >= LEAST_WORK || !self.weighs).then(cut).flatten()
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
