//! Filling a table row by row: copied, by several [threads](super::threads), or component by component.
//!
//! ```text
//! families   which means finds the options of each family
//! joined     short rows that follow each other, filled at once
//! component  one component after the other by what is best for it, and what is out of the ordinary
//! marking    its options marked, one after the other
//! strays     components of which an option is not computed before
//! filled     what is known of the table, then and later
//! ```

mod component;
mod families;
mod filled;
mod joined;
mod marking;
mod strays;

pub(super) use families::Families;
pub(super) use filled::Filled;
pub(super) use marking::{Marked, Marking, Place};

use std::iter::Peekable;
use std::time::{Duration, Instant};

use super::Means;
use super::cells::{Cells, Digested, Marks};
#[cfg(feature = "jit")]
use super::code::{Aim, Code, Job};
#[cfg(feature = "jit")]
use super::order::has_few_options;
use super::order::{BLOCK, Coords, Layout, Outline, Row, Rows};
use super::sharing::{Choices, Growths, Lines, Repeats, Windows};
#[cfg(feature = "jit")]
use super::sharing::{Nearest, Prefixes, axis_of_prefixes};
use super::threads::Helpers;
#[cfg(feature = "jit")]
use super::threads::{Cost, Way};
use crate::limits::Limits;
#[cfg(feature = "jit")]
use crate::rule::Grown;
use crate::rule::Rules;
use crate::ruleset::Failure;
use strays::Strays;

/// Components computed between two looks at the clock.
pub(super) const ROW: u64 = 1 << 14;
/// Values below this need no array of marks.
pub(super) const SMALL: u32 = 64;
/// Work that several threads do before they come together, in options, and rows: few at first, while it
/// is not known how much there is to do.
#[cfg(feature = "jit")]
const BATCH: u64 = 1 << 28;
/// The same where stretches are dealt out for the sets of their lines: when values need more room, much that was done
/// ahead is done again.
#[cfg(feature = "jit")]
const BATCH_OF_SETS: u64 = 1 << 25;
const FEWEST_ROWS: usize = 32;
const MOST_ROWS: usize = 1 << 15;
/// Memory for what is kept beside a table, where no limit is set.
#[cfg(feature = "jit")]
const USUAL_MEMORY: u64 = 1 << 30;
/// Time between two reports of progress.
pub(super) const REPORT: Duration = Duration::from_millis(100);

/// How many threads may help.
fn helpers(limits: &Limits) -> usize {
    limits.thread_count().get() - 1
}

/// Rows that one thread computes: so many, and of the last one so many components, or all if it has fewer.
#[derive(Clone, Copy, Default)]
pub(super) struct Alone {
    pub(super) rows: usize,
    pub(super) last: u64,
}

/// Work on a table.
pub(super) struct Work<'a> {
    pub(super) rules: &'a Rules,
    pub(super) kind: usize,
    /// Where only who wins is computed: 1 if the player to move does who has no move.
    pub(super) end: Option<u8>,
    pub(super) limits: &'a Limits,
    pub(super) layout: Layout,
    pub(super) cells: &'a mut Cells,
    digested: Option<&'a mut Digested>,
    pub(super) marks: &'a mut Marks,
    pub(super) small: &'a mut bool,
    pub(super) permutations: Vec<Vec<usize>>,
    /// Families that run along lines, those whose options have components that are chosen freely,
    /// and the rule without all these.
    pub(super) lines: Vec<Lines>,
    pub(super) choices: Option<Choices>,
    /// Where the options of all families lie between two positions.
    pub(super) windows: Option<Windows>,
    /// Families of whose options a coordinate says only how far a range goes.
    pub(super) growths: Option<Growths>,
    pub(super) others: Rules,
    /// Whether lines and choices alone say what a component is worth.
    pub(super) only_lines: bool,
    pub(super) repeats: Option<Repeats>,
    pub(super) repeated: u64,
    #[cfg(feature = "jit")]
    pub(super) code: Option<Code>,
    #[cfg(feature = "jit")]
    pub(super) codes: bool,
    #[cfg(feature = "jit")]
    pub(super) wants_code: bool,
    /// Whether machine code puts values into the sets of lines, and finds the least value in none.
    #[cfg(feature = "jit")]
    pub(super) runs: bool,
    /// Whether it goes on from component to component of a row with all families.
    #[cfg(feature = "jit")]
    pub(super) grows: bool,
    /// The sums of values from the start of lines, where options are sums along them.
    #[cfg(feature = "jit")]
    pub(super) prefixes: Option<Prefixes>,
    /// The nearest lost components of lines, where only who wins is computed.
    #[cfg(feature = "jit")]
    pub(super) nearest: Option<Nearest>,
    /// How several threads compute rows, and the marks of all but this one.
    #[cfg(feature = "jit")]
    pub(super) way: Option<Way>,
    #[cfg(feature = "jit")]
    pub(super) others_marks: Vec<Marks>,
    pub(super) helpers: Helpers,
    /// What machine code did: since several threads computed rows, and then.
    #[cfg(feature = "jit")]
    pub(super) cost: Cost,
    /// How often several threads could not go on.
    #[cfg(feature = "jit")]
    pub(super) halts: u32,
    /// Whether several threads computed rows.
    pub(super) threaded: bool,
    /// Whether threads are used only where they pay.
    pub(super) weighs: bool,
    /// The greatest value that the sets have room for, and words united since the limits were looked at.
    pub(super) room: u64,
    pub(super) united: u64,
    /// Whether all options surely come before their components.
    #[cfg(feature = "jit")]
    pub(super) proved: bool,
    /// What is known beside the table.
    strays: Strays,
    pub(super) done: u64,
    /// How many components are done for good: whole rows, or all where there is but one.
    pub(super) known: u64,
    pub(super) checked: u64,
    /// Whether the limits are to be looked at after fewer components than usual.
    pub(super) is_due: bool,
    pub(super) reported: Instant,
}

impl<'a> Work<'a> {
    pub(super) fn new(
        filled: &'a mut Filled,
        rules: &'a Rules,
        (kind, end): (usize, Option<u8>),
        outline: &Outline,
        means: Means,
        limits: &'a Limits,
    ) -> Result<Work<'a>, Failure> {
        let layout = filled.layout.clone();
        let families = Families::new(rules, kind, outline, &layout, means);
        let Families { windows, growths, lines, choosing, others } = families;
        let course = outline.course(rules, kind, &layout);
        // Rows that begin anywhere end within words.
        #[cfg(feature = "jit")]
        let way = course
            .way
            .filter(|_| !layout.packed || !layout.order.falls(layout.inner()))
            .filter(|_| growths.is_none());
        let choices = (!choosing.is_empty())
            .then(|| Choices::new(rules, kind, &choosing, filled.marks.alike()));
        let rule = &rules.ir()[kind];
        let only_lines = others.is_empty() && rule.guard.is_none() && rule.wins.is_empty();
        let mut work = Work {
            rules,
            kind,
            end,
            limits,
            permutations: layout.permutations(),
            layout,
            cells: &mut filled.cells,
            digested: filled.digested.as_mut(),
            marks: &mut filled.marks,
            small: &mut filled.small,
            lines,
            choices,
            windows,
            growths,
            others: rules.with_families(kind, &others),
            only_lines,
            repeats: course
                .rows
                .filter(|_| means.repeats)
                .and_then(|form| Repeats::new(&form, &filled.layout)),
            repeated: 0,
            #[cfg(feature = "jit")]
            code: None,
            #[cfg(feature = "jit")]
            codes: means.code,
            #[cfg(feature = "jit")]
            wants_code: means.code && !only_lines,
            #[cfg(feature = "jit")]
            runs: false,
            #[cfg(feature = "jit")]
            grows: false,
            #[cfg(feature = "jit")]
            prefixes: None,
            #[cfg(feature = "jit")]
            nearest: None,
            #[cfg(feature = "jit")]
            way,
            #[cfg(feature = "jit")]
            others_marks: Vec::new(),
            helpers: Helpers::new(helpers(limits)),
            #[cfg(feature = "jit")]
            cost: Cost::default(),
            #[cfg(feature = "jit")]
            halts: 0,
            threaded: false,
            weighs: true,
            room: 0,
            united: 0,
            #[cfg(feature = "jit")]
            proved: course.proved,
            strays: Strays::default(),
            done: filled.known,
            known: filled.known,
            checked: filled.known,
            is_due: false,
            reported: Instant::now(),
        };
        #[cfg(feature = "jit")]
        let by_sets = work.windows.is_some() || work.growths.is_some();
        #[cfg(feature = "jit")]
        if means.code && means.lines && end.is_some() && !by_sets {
            work.keep_nearest(outline)?;
        }
        #[cfg(feature = "jit")]
        if means.code && means.prefixes && !work.has_sets() && !by_sets {
            work.keep_prefixes();
        }
        work.begin()?;
        Ok(work)
    }

    /// Looks whether the memory suffices, compiles, and makes room for the sets.
    fn begin(&mut self) -> Result<(), Failure> {
        let beside = self.repeats.as_ref().map_or(0, Repeats::bytes);
        self.limits.check_memory(self.cells.memory(self.layout.room()).saturating_add(beside))?;
        if !self.has_code() {
            self.compile();
        }
        if self.has_sets() {
            // The sets take in the values that are known.
            let greatest = if self.known > 0 { self.cells.greatest(true) } else { None };
            self.make_room(greatest.map_or(1, u64::from))?;
            self.make_much_room();
        }
        Ok(())
    }

    /// Keeps the sums of values from the start of lines, if that is of use. Then rows are computed one after the other, and
    /// none is copied.
    #[cfg(feature = "jit")]
    fn keep_prefixes(&mut self) {
        let kind = &self.rules.ir()[self.kind];
        let Some(axis) = axis_of_prefixes(kind, &self.layout) else { return };
        let (table, sums) = (self.cells.memory(self.layout.room()), Prefixes::bytes(&self.layout));
        // Without them parts are looked up one by one.
        let fits = match self.limits.memory {
            Some(_) => self.limits.check_memory(table.saturating_add(sums)).is_ok(),
            None => sums <= USUAL_MEMORY,
        };
        if !fits {
            return;
        }
        self.prefixes = Some(Prefixes::new(axis, &self.layout, self.cells, self.known));
        (self.way, self.repeats) = (None, None);
    }

    /// Whether the code computes components, and not only marks some of their options.
    #[cfg(feature = "jit")]
    pub(super) fn is_whole(&self) -> bool {
        self.runs || self.grows || !self.has_sets()
    }

    /// Whether the values of options are found as sets.
    pub(super) fn has_sets(&self) -> bool {
        !self.lines.is_empty() || self.choices.is_some() || self.growths.is_some()
    }

    #[cfg(not(feature = "jit"))]
    fn note_known(&mut self, _: &Row, _: u64) {}

    /// Compiles the families that do not run along lines, for the present width.
    #[cfg(feature = "jit")]
    pub(super) fn compile(&mut self) {
        if let Some(choices) = self.choices.as_mut().filter(|_| self.codes) {
            choices.compile(self.kind, &self.layout, self.cells.width());
        }
        (self.runs, self.grows) = (false, false);
        if self.windows.is_some() {
            self.code = None;
            return;
        }
        let alone = self.choices.is_none() && self.growths.is_none();
        if self.codes && self.end.is_none() && alone && !self.lines.is_empty() {
            let running: Vec<_> = self.lines.iter().map(|lines| lines.numbered.clone()).collect();
            let kind = &self.rules.ir()[self.kind];
            let job = Job { running: &running, ..Job::new(kind, &self.layout, self.cells.width()) };
            if running.iter().all(|numbered| numbered.line.times == 1)
                && let Ok(code) = Code::new(&job)
            {
                (self.code, self.runs) = (Some(code), true);
                return;
            }
        }
        let all_grow = self.lines.is_empty() && self.choices.is_none() && self.growths.is_some();
        if self.codes
            && all_grow
            && self.end.is_none()
            && let Some(grown) = self.grown()
        {
            let growing = &grown.ranges[..];
            let job = Job { growing, ..Job::new(&grown.kind, &self.layout, self.cells.width()) };
            if let Ok(code) = Code::new(&job) {
                (self.code, self.grows) = (Some(code), true);
                return;
            }
        }
        let kind = &self.others.ir()[self.kind];
        // In a long loop a word of marks is one more number to keep in a register, and every option
        // waits for the one before; then an array of marks is faster.
        let bits = *self.small && !self.has_sets() && has_few_options(kind);
        let job = Job {
            small: bits,
            aim: if self.has_sets() { Aim::Marks } else { Aim::Values },
            end: self.end,
            prefixes: self.prefixes.as_ref().map(|prefixes| prefixes.axis),
            ..Job::new(kind, &self.layout, self.cells.width())
        };
        self.code = if self.wants_code { Code::new(&job).ok() } else { None };
    }

    /// The kind with ranges that grow along rows, if all its families have such.
    #[cfg(feature = "jit")]
    fn grown(&self) -> Option<Grown> {
        let axis = self.layout.inner();
        Grown::new(self.rules, self.kind, axis, self.layout.order.falls(axis))
    }

    #[cfg(not(feature = "jit"))]
    pub(super) fn compile(&mut self) {}

    #[cfg(feature = "jit")]
    pub(super) fn has_code(&self) -> bool {
        self.code.is_some()
    }

    #[cfg(not(feature = "jit"))]
    pub(super) fn has_code(&self) -> bool {
        false
    }

    /// Computes all rows from a component on. Stops at the first component without a value, which
    /// is then the frontier.
    pub(super) fn rows(&mut self, frontier: &mut Option<Coords>) -> Result<(), Failure> {
        if frontier.is_none() {
            return Ok(());
        }
        let layout = self.layout.clone();
        let mut rows = layout.rows().peekable();
        self.pass_known(&mut rows);
        let mut batch = Vec::new();
        let mut most = FEWEST_ROWS;
        loop {
            self.rows_at_once(&mut rows, frontier)?;
            batch.clear();
            self.take_batch(&mut rows, most, &mut batch);
            most = MOST_ROWS.min(4 * most);
            let Some(first) = batch.first() else { break };
            if layout.mirrors_blocks() && first.start[0] % BLOCK == 0 {
                let (side, start) = (layout.dims[0] as usize, first.start[0] as usize);
                let columns = (start, side.min(start + BLOCK as usize));
                self.cells.mirror(side, columns, self.has_way().then_some(&self.helpers));
            }
            *frontier = Some(first.start.clone());
            // Where several threads cannot go on, one computes some rows, the last as far as needed, and then they
            // try again.
            let (mut next, mut alone) = (0, Alone::default());
            while next < batch.len() {
                if alone.rows == 0 {
                    let all = Alone { rows: batch.len() - next, last: u64::MAX };
                    let shared = self.share(&batch[next..], frontier)?;
                    let (whole, after) = shared.unwrap_or((0, all));
                    (next, alone) = (next + whole, after);
                }
                let whole = alone.rows.saturating_sub(usize::from(alone.last < u64::MAX));
                let joined = self.joined(&batch[next..next + whole])?;
                if joined > 0 {
                    let passed = self.pass_joined(&mut batch[next..], joined);
                    (next, alone.rows) = (next + passed, alone.rows - passed);
                    *frontier = batch.get(next).map(|row| row.start.clone()).or(frontier.take());
                } else if let Some(row) = batch.get_mut(next) {
                    let most = if alone.rows == 1 { alone.last } else { u64::MAX };
                    let part = Row { start: row.start.clone(), count: row.count.min(most) };
                    row.pass(part.count, &self.layout.direction);
                    let is_whole = row.count == 0;
                    if !self.row(part, frontier)? {
                        return Ok(());
                    }
                    if is_whole {
                        self.known = self.done;
                        next += 1;
                    }
                    alone.rows = alone.rows.saturating_sub(1);
                }
                self.look_at_limits()?;
            }
        }
        *frontier = None;
        Ok(())
    }

    /// The next rows that several threads may compute together or that can be computed as one, or the next one.
    fn take_batch(&self, rows: &mut Peekable<Rows<'_>>, most: usize, batch: &mut Vec<Row>) {
        let (most, work) = match (self.has_way(), self.joins()) {
            (true, _) => (most, self.batch()),
            (_, true) => (most, ROW),
            _ => (1, 0),
        };
        let mut components = 0_u64;
        while let Some(row) = rows.peek() {
            let new_block = self.layout.mirrors_blocks() && row.start[0] % BLOCK == 0;
            let full = components >= work || batch.len() >= most || new_block;
            if full && !batch.is_empty() {
                return;
            }
            components = components.saturating_add(row.count);
            batch.extend(rows.next());
        }
    }

    /// Passes over the rows that were known before.
    fn pass_known(&mut self, rows: &mut Peekable<Rows<'_>>) {
        self.done = 0;
        while let Some(row) = rows.next_if(|row| self.done + row.count <= self.known) {
            self.done += row.count;
            self.note_known(&row, row.count);
            if let Some(repeats) = &mut self.repeats
                && repeats.earlier(&row.start).is_none()
                && !repeats.note(self.cells)
            {
                self.repeats = None;
            }
        }
    }

    /// One row. False at the first component without a value, which is then the frontier.
    fn row(&mut self, mut row: Row, frontier: &mut Option<Coords>) -> Result<bool, Failure> {
        *frontier = Some(row.start.clone());
        if self.repeat(&row) {
            self.repeated += 1;
            self.done += row.count;
            return Ok(true);
        }
        // Of a row by itself a part may be known.
        let (start, alone) = (self.done, self.layout.dims.len() == 1);
        let known = self.known.saturating_sub(start);
        self.note_known(&row, known);
        self.go_along(&mut row, known);
        while row.count > 0 {
            if alone {
                self.known = self.done;
            }
            *frontier = Some(row.start.clone());
            self.look_at_limits()?;
            let done = self.some(&row)?;
            if done == 0 {
                return Ok(false);
            }
            self.go_along(&mut row, done);
        }
        if self.repeats.as_mut().is_some_and(|repeats| !repeats.note(self.cells)) {
            self.repeats = None;
        }
        Ok(true)
    }

    /// Leaves so many components of a row behind.
    fn go_along(&mut self, row: &mut Row, done: u64) {
        row.pass(done, &self.layout.direction);
        self.done += done;
    }

    /// Whether several threads can compute rows now.
    #[cfg(feature = "jit")]
    pub(super) fn has_way(&self) -> bool {
        let plain = self.code.is_some() && self.repeats.is_none();
        let plain = plain && self.is_whole();
        (self.helpers.count() > 0 || self.runs)
            && plain
            && self.layout.dims.len() > 1
            && self.way.is_some()
    }

    #[cfg(not(feature = "jit"))]
    fn has_way(&self) -> bool {
        false
    }

    /// How many components are enough for a batch.
    #[cfg(feature = "jit")]
    fn batch(&self) -> u64 {
        // Where means are used wherever they can be, what comes between batches is met as well.
        if !self.weighs {
            return ROW;
        }
        (if self.runs { BATCH_OF_SETS } else { BATCH }) / self.cost.of(1)
    }

    #[cfg(not(feature = "jit"))]
    fn batch(&self) -> u64 {
        0
    }

    #[cfg(not(feature = "jit"))]
    fn share(
        &mut self,
        _: &[Row],
        _: &mut Option<Coords>,
    ) -> Result<Option<(usize, Alone)>, Failure> {
        Ok(None)
    }

    /// Copies a row from an earlier one, if there is one that is surely the same.
    fn repeat(&mut self, row: &Row) -> bool {
        let Some(repeats) = &mut self.repeats else { return false };
        let Some(earlier) = repeats.earlier(&row.start) else { return false };
        let length = self.layout.row as usize;
        self.cells.copy(earlier * length, self.layout.index(&row.start), length);
        true
    }

    pub(super) fn look_at_limits(&mut self) -> Result<(), Failure> {
        if self.done - self.checked < ROW && !self.is_due {
            return Ok(());
        }
        (self.checked, self.is_due) = (self.done, false);
        self.limits.check()?;
        if self.reported.elapsed() >= REPORT {
            self.reported = Instant::now();
            self.limits.report(self.done, Some(self.layout.computed()));
        }
        if self.cells.room().is_some_and(|room| room.is_due()) {
            self.save()?;
        }
        Ok(())
    }

    /// Saves what is known of a table in a room.
    pub(super) fn save(&mut self) -> Result<(), Failure> {
        let Some(digested) = &mut self.digested else { return Ok(()) };
        let note = digested.note(self.cells, &self.layout, self.known);
        self.cells.room().map_or(Ok(()), |room| room.save(&note)).map_err(Failure::Domain)
    }
}
