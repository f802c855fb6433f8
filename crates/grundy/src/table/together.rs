//! Rows computed by several threads, where the order allows it.
//!
//! ```text
//! apart    no option leads to its own row: each thread computes a share of every row, when all
//!          shares of the row before are done
//! behind   options lead nowhere further along the row than the component stands: rows are dealt
//!          out in turn and cut in stretches, and a stretch is computed when that of the row before
//!          is done; then those of all rows before it are
//! ```
//!
//! Threads take machine code and rows for which it was proved that options come before. Where the
//! code stops for anything but a look at the limits, all threads stop; the rows before the first
//! that is not whole stand, and one thread goes on from there as it would have without the others.
//! So values are the same however many threads there are.
//!
//! Where values are packed, threads must not write the same word at a time. Rows have words of their
//! own, and shares are whole words. What is written in other orders of unordered coordinates comes
//! into one word only from components of which one is in no coordinate beyond the other, and those
//! are computed one after the other: the one is in an earlier row or the same, and not further along.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use super::cells::Marks;
use super::code::{Call, Reason, Shared};
use super::fill::{FUEL, REPORT, Work};
use super::layout::{Coords, Layout, Row};
use crate::limits::{Limits, Stop};
use crate::ruleset::Failure;

/// More threads than this are not begun, however many are allowed.
pub(super) const MOST_THREADS: usize = 64;
/// Rows of less work than this are left to one thread. Work is counted in options.
const LEAST_ROW: u64 = 1 << 12;
/// A stretch has so much work, so that waiting costs little, and a row so many for each thread.
const STRETCH: u64 = 1 << 10;
const MOST_STRETCHES: u64 = 8;
/// What a component costs beside its options.
const COMPONENT: u64 = 10;
/// Components that one call computes at most, so that limits are looked at in time.
const MOST_AT_ONCE: u64 = 1 << 14;
/// Times that threads may stop before all was done, until one goes on alone.
const MOST_HALTS: u32 = 64;
/// Looks at what another thread has done before this one lets others run.
const PATIENCE: u32 = 1 << 10;

/// How the components of a row depend on each other and on other rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Apart,
    Behind,
}

/// Some rows of a table, for several threads.
pub(super) struct Together<'a> {
    pub(super) way: Way,
    pub(super) rows: &'a [Row],
    pub(super) layout: &'a Layout,
    /// Options that a component has, as far as is known.
    pub(super) options: u64,
    pub(super) limits: &'a Limits,
    /// Components computed before these rows, and the last report of progress.
    pub(super) before: u64,
    pub(super) reported: &'a mut Instant,
}

/// What the threads share.
struct Common<'a> {
    way: Way,
    rows: &'a [Row],
    direction: Coords,
    /// Shares begin where so many components of a row end: threads never write the same word.
    grain: u64,
    /// The axis that runs fastest, and how long a stretch along it is.
    inner: usize,
    stretch: u64,
    /// Shares or stretches of a row, and how many of each row are done.
    parts: usize,
    done: Vec<AtomicUsize>,
    threads: usize,
    limits: &'a Limits,
    components: AtomicU64,
    ended: AtomicBool,
    stop: Mutex<Option<Stop>>,
}

impl Together<'_> {
    /// Whether it is of use to compute these rows on several threads.
    pub(super) fn pays(rows: &[Row], options: u64) -> bool {
        work(rows, options) >= LEAST_ROW
    }

    /// Computes the rows, a thread for each of these marks. Says how many of the first are whole,
    /// and the limit that ended the work, if one did.
    pub(super) fn compute(
        self,
        call: Call<'_>,
        cells: &Shared<'_>,
        marks: Vec<&mut Marks>,
    ) -> (usize, Option<Stop>) {
        let threads = marks.len();
        let inner = self.layout.innermost();
        let (parts, stretch) = match self.way {
            Way::Apart => (threads, 0),
            Way::Behind => {
                let most = MOST_STRETCHES * threads as u64;
                let parts = (work(self.rows, self.options) / STRETCH).clamp(1, most);
                let stretch = self.layout.dims[inner].div_ceil(parts);
                (self.layout.dims[inner].div_ceil(stretch) as usize, stretch)
            }
        };
        let common = Common {
            way: self.way,
            rows: self.rows,
            direction: self.layout.direction(),
            grain: self.layout.grain(),
            inner,
            stretch,
            parts,
            done: self.rows.iter().map(|_| AtomicUsize::new(0)).collect(),
            threads,
            limits: self.limits,
            components: AtomicU64::new(0),
            ended: AtomicBool::new(false),
            stop: Mutex::new(None),
        };
        let (before, reported, total) = (self.before, self.reported, self.layout.len());
        thread::scope(|scope| {
            let mut marks = marks.into_iter().enumerate();
            let own = marks.next();
            for (thread, marks) in marks {
                let common = &common;
                let work = move || common.work(thread, call, cells, marks, &mut || ());
                if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    // The system gives no more threads: one goes on alone.
                    common.end(None);
                }
            }
            if let Some((thread, marks)) = own {
                common.work(thread, call, cells, marks, &mut || {
                    if reported.elapsed() >= REPORT {
                        *reported = Instant::now();
                        let done = before + common.components.load(Ordering::Relaxed);
                        common.limits.report(done, Some(total));
                    }
                });
            }
        });
        let whole = common.done.iter().take_while(|done| done.load(Ordering::Acquire) == parts);
        (whole.count(), common.stop.into_inner().unwrap_or_else(|held| held.into_inner()))
    }
}

impl Work<'_> {
    /// Whether several threads can compute these rows, and sooner than one.
    pub(super) fn pays_to_share(&self, rows: &[Row]) -> bool {
        self.has_way() && (!self.weighs || Together::pays(rows, self.options()))
    }

    /// Options of a component, the mean of those so far.
    fn options(&self) -> u64 {
        self.looked / self.by_code.max(1)
    }

    /// Computes rows on several threads, if that can be done; how many are whole.
    pub(super) fn together(
        &mut self,
        rows: &[Row],
        frontier: &mut Option<Coords>,
    ) -> Result<usize, Failure> {
        let threads = self.threads();
        let (Some(way), Some(code)) = (self.way, &self.code) else { return Ok(0) };
        if !self.has_way() {
            return Ok(0);
        }
        let options = self.options();
        self.others_marks.resize_with(threads - 1, || self.marks.alike());
        let work = Together {
            way,
            rows,
            layout: &self.layout,
            options,
            limits: self.limits,
            before: self.done,
            reported: &mut self.reported,
        };
        let marks = std::iter::once(&mut *self.marks).chain(&mut self.others_marks).collect();
        let cells = Shared::new(self.cells, self.nearest.as_mut());
        let (whole, stop) = work.compute(code.call(), &cells, marks);
        self.threaded |= whole > 0;
        self.done += rows[..whole].iter().map(|row| row.count).sum::<u64>();
        self.known = self.done;
        if let Some(row) = rows.get(whole) {
            *frontier = Some(row.start.clone());
            self.halts += 1;
            if self.halts > MOST_HALTS {
                self.way = None;
            }
        }
        stop.map_or(Ok(whole), |stop| Err(stop.into()))
    }
}

/// The work in a row, the mean of these.
fn work(rows: &[Row], options: u64) -> u64 {
    let components = rows.iter().map(|row| row.count).sum::<u64>() / (rows.len() as u64).max(1);
    components.saturating_mul(options.saturating_add(COMPONENT))
}

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
    /// What one thread does.
    fn work(
        &self,
        thread: usize,
        call: Call<'_>,
        cells: &Shared<'_>,
        marks: &mut Marks,
        look: &mut dyn FnMut(),
    ) {
        let _end = EndOnPanic(&self.ended);
        match self.way {
            Way::Apart => {
                for (index, row) in self.rows.iter().enumerate() {
                    let (first, last) = (self.share(row, thread), self.share(row, thread + 1));
                    if !self.wait(index, self.parts)
                        || !self.part(row, (first, last), call, cells, marks)
                    {
                        return;
                    }
                    self.done[index].fetch_add(1, Ordering::Release);
                    look();
                }
            }
            Way::Behind => {
                for (index, row) in self.rows.iter().enumerate().skip(thread).step_by(self.threads)
                {
                    let start = row.start[self.inner].unsigned_abs();
                    for stretch in 0..self.parts {
                        let [first, last] = [stretch, stretch + 1].map(|stretch| {
                            (stretch as u64 * self.stretch).saturating_sub(start).min(row.count)
                        });
                        if !self.wait(index, stretch + 1)
                            || !self.part(row, (first, last), call, cells, marks)
                        {
                            return;
                        }
                        self.done[index].store(stretch + 1, Ordering::Release);
                        look();
                    }
                }
            }
        }
    }

    /// Where the share of a thread begins.
    fn share(&self, row: &Row, thread: usize) -> u64 {
        if thread == self.threads {
            return row.count;
        }
        let (count, threads) = (u128::from(row.count), self.threads as u128);
        let begins = (count * thread as u128 / threads) as u64;
        begins - begins % self.grain
    }

    /// Waits until so many parts of the row before this one are done; false if work has ended.
    fn wait(&self, index: usize, parts: usize) -> bool {
        let Some(before) = index.checked_sub(1) else { return true };
        let mut looks = 0_u32;
        while self.done[before].load(Ordering::Acquire) < parts {
            if self.ended.load(Ordering::Relaxed) {
                return false;
            }
            looks += 1;
            match looks % PATIENCE {
                0 => thread::yield_now(),
                _ => std::hint::spin_loop(),
            }
        }
        true
    }

    /// Computes the components of a row between two; false if that cannot be done here.
    fn part(
        &self,
        row: &Row,
        (first, last): (u64, u64),
        call: Call<'_>,
        cells: &Shared<'_>,
        marks: &mut Marks,
    ) -> bool {
        let (mut at, mut fuel) = (first, FUEL);
        while at < last {
            if let Err(stop) = self.limits.check() {
                self.end(Some(stop));
                return false;
            }
            if self.ended.load(Ordering::Relaxed) {
                return false;
            }
            let along = |(&coord, change): (&i64, &i64)| coord + change * at as i64;
            let start = row.start.iter().zip(&self.direction).map(along).collect();
            let piece = Row { start, count: (last - at).min(MOST_AT_ONCE) };
            let mut left = fuel;
            let (done, reason) = call.row(&piece, &mut left, cells, marks);
            at += done;
            self.components.fetch_add(done, Ordering::Relaxed);
            match reason {
                Reason::Done => {}
                Reason::Fuel if done == 0 => fuel = fuel.saturating_mul(2),
                Reason::Fuel => {}
                _ => {
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
