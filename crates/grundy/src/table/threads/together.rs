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

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use super::cut::{Cost, Cut};
use super::helpers::wait;
use crate::limits::{Limits, Stop};
use crate::ruleset::Failure;
use crate::table::cells::Marks;
use crate::table::code::{Call, FUEL, Reason, Shared, more_fuel};
use crate::table::fill::{Alone, REPORT, Work};
use crate::table::order::{Coords, Row};
use crate::table::sharing::Lines;

/// Less work than this is left to one thread. Work is counted in options.
const LEAST_WORK: u64 = 1 << 17;
/// One thread alone goes by stretches where rows are so long.
const LONG: u64 = 1 << 12;
/// Components that one call computes at most, so that limits are looked at in time.
const MOST_AT_ONCE: u64 = 1 << 14;
/// Times that threads may stop before all was done, until one goes on alone.
const MOST_HALTS: u32 = 64;

impl Work<'_> {
    /// Computes rows on several threads, if they do so sooner than one. Says how many of the first are whole, and what
    /// is then for one thread: up to where the code stopped.
    pub(in crate::table) fn share(
        &mut self,
        rows: &[Row],
        frontier: &mut Option<Coords>,
    ) -> Result<Option<(usize, Alone)>, Failure> {
        let Some(cut) = self.cut(rows) else { return Ok(None) };
        let (mut whole, stopped) = self.together(&cut, frontier)?;
        let Some(mut last) = stopped else { return Ok(Some((whole, Alone::default()))) };
        // What comes before that row may still be shared.
        while let before = &rows[whole..last.row]
            && !before.is_empty()
            && let Some(cut) = self.cut(before)
        {
            let start = whole;
            let (more, stopped) = self.together(&cut, frontier)?;
            whole += more;
            match stopped {
                Some(stopped) => last = RowPlace { row: start + stopped.row, ..stopped },
                None => break,
            }
        }
        let grain = self.layout.grain();
        let components = (last.at + 1).next_multiple_of(grain);
        Ok(Some((whole, Alone { rows: last.row + 1 - whole, last: components })))
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

    /// How many of the first rows are whole, and the first place at which the code stopped.
    fn together(
        &mut self,
        cut: &Cut<'_>,
        frontier: &mut Option<Coords>,
    ) -> Result<(usize, Option<RowPlace>), Failure> {
        let Some(code) = &self.code else { return Ok((0, Some(RowPlace::default()))) };
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
            ends: Mutex::new(Ends::default()),
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
        let Common { components, options, ends, .. } = common;
        let Ends { stopped, stop } = ends.into_inner().unwrap_or_else(PoisonError::into_inner);
        let cost = Cost { components: components.into_inner(), options: options.into_inner() };
        if cost.components > 0 {
            self.cost = cost;
        }
        self.threaded |= whole > 0 && self.helpers.count() > 0;
        self.done += cut.rows[..whole].iter().map(|row| row.count).sum::<u64>();
        if whole > 0 {
            self.known = self.done;
        }
        if let Some(row) = cut.rows.get(whole) {
            *frontier = Some(row.start.clone());
            // Lines may have reached what is to be computed again.
            self.lines.iter_mut().for_each(Lines::forget);
            self.halts += 1;
            if self.halts > MOST_HALTS {
                self.way = None;
            }
        }
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
    ends: Mutex<Ends>,
}

/// Why work has ended before all was done.
#[derive(Default)]
struct Ends {
    /// The first place at which the code stopped.
    stopped: Option<RowPlace>,
    stop: Option<Stop>,
}

/// A component: the number of its row, and how many come before it there.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct RowPlace {
    row: usize,
    at: u64,
}

/// Parts of an item that a thread has taken, but for those that are done.
struct Taken {
    item: usize,
    parts: Range<usize>,
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
    /// What one thread does. Of what it has taken it computes the first part whose turn it is; where there is none it
    /// takes more, rather than wait. Whoever waits waits for parts that were taken before.
    fn work(&self, marks: &mut Marks, look: &mut dyn FnMut()) {
        let _end = EndOnPanic(&self.ended);
        let most = self.cut.most_taken();
        let mut taken = VecDeque::with_capacity(most);
        let mut looks = 0;
        while !self.ended.load(Ordering::Relaxed) {
            if let Some(place) = taken.iter().position(|taken| self.is_ready(taken)) {
                let Taken { item, parts } = &mut taken[place];
                let Some(part) = parts.next() else { return };
                if !self.part((*item, part), marks) {
                    return;
                }
                self.done[*item].0.fetch_add(1, Ordering::Release);
                if parts.start == parts.end {
                    taken.remove(place);
                }
                look();
                looks = 0;
            } else if taken.len() < most
                && let Some(more) = self.take()
            {
                taken.push_back(more);
            } else if taken.is_empty() {
                return;
            } else {
                wait(&mut looks);
            }
        }
    }

    /// The parts that nobody has taken, of the first item that has such; nothing if all are taken.
    fn take(&self) -> Option<Taken> {
        let (parts, at_once) = (self.cut.parts(), self.cut.taken_at_once());
        let first = self.next.fetch_add(1, Ordering::Relaxed).saturating_mul(at_once);
        let (item, part) = (first / parts, first % parts);
        (item < self.cut.items()).then_some(Taken { item, parts: part..part + at_once })
    }

    /// Whether enough of the item before is done.
    fn is_ready(&self, taken: &Taken) -> bool {
        let Some(before) = taken.item.checked_sub(1) else { return true };
        self.done[before].0.load(Ordering::Acquire) >= self.cut.needed(taken.parts.start)
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
                self.end(|ends| ends.stop = ends.stop.or(Some(stop)));
                return false;
            }
            if self.ended.load(Ordering::Relaxed) {
                return false;
            }
            let mut piece = row.clone();
            piece.pass(at, self.direction);
            piece.count = (last - at).min(MOST_AT_ONCE);
            let mut left = fuel;
            let (done, reason) = self.call.row(&piece, &mut left, &self.cells, marks);
            at += done;
            cost.components += done;
            cost.options += (fuel - left).unsigned_abs();
            let more = match reason {
                // A limit is met again at once.
                Reason::Fuel if done == 0 => more_fuel(fuel, self.limits).unwrap_or(Some(fuel)),
                Reason::Done | Reason::Fuel => Some(fuel),
                _ => None,
            };
            let Some(more) = more else {
                let place = RowPlace { row: number, at };
                self.end(|ends| {
                    let first = ends.stopped.map_or(place, |first| first.min(place));
                    ends.stopped = Some(first);
                });
                return false;
            };
            fuel = more;
        }
        true
    }

    fn end(&self, note: impl FnOnce(&mut Ends)) {
        note(&mut self.ends.lock().unwrap_or_else(PoisonError::into_inner));
        self.ended.store(true, Ordering::Relaxed);
    }
}
