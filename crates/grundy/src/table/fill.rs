//! Filling a table row by row, and what happens at a component that is out of the ordinary.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::cells::{Cells, Marks};
#[cfg(feature = "jit")]
use super::code::{Code, Job, Reason};
use super::layout::{Coords, Layout, Row};
#[cfg(feature = "jit")]
use super::leaps::has_few_options;
use super::lines::{Lines, mex_of};
use super::repeats::Repeats;
use super::{Means, Outline};
use crate::language::message;
use crate::limits::{Limits, Stop};
use crate::nimber::{Mex, Nimber};
use crate::rule::{Component, Rules};
use crate::ruleset::{Failure, Ruleset, Value};
use crate::search::Values;

/// Components computed between two looks at the clock.
const ROW: u64 = 1 << 14;
#[cfg(feature = "jit")]
/// Options that machine code looks at before it returns to look at the limits.
const FUEL: i64 = 1 << 26;
/// Values below this need no array of marks.
const SMALL: u64 = 64;
/// Components that are left to the definition before a table is given up.
const MOST_STRAYS: u32 = 1 << 10;
/// Time between two reports of progress.
const REPORT: Duration = Duration::from_millis(100);

/// A table with values in it.
pub(super) struct Filled {
    layout: Layout,
    cells: Cells,
    marks: Marks,
    /// The first component that is not computed; nothing if all are.
    frontier: Option<Coords>,
    coded: bool,
    repeated: u64,
    /// Whether all values are less than [`SMALL`].
    small: bool,
}

impl Filled {
    /// A table with nothing in it, or with what a shorter one of one coordinate had.
    pub(super) fn new(
        layout: Layout,
        kept: Option<Filled>,
        limits: &Limits,
    ) -> Result<Filled, Failure> {
        let size = layout.len();
        if let Some(most) = limits.positions
            && size > most
        {
            return Err(Stop::Positions(most).into());
        }
        limits.check_memory(size)?;
        let Ok(size) = usize::try_from(size) else {
            return Err(Stop::Memory { needed: size, allowed: usize::MAX as u64 }.into());
        };
        let frontier = Some(Coords::from_elem(0, layout.dims.len()));
        if let Some(kept) = kept
            && layout.dims.len() == 1
            && kept.layout.len() <= layout.len()
        {
            let mut filled = kept;
            limits.check_memory((size as u64) << filled.cells.width())?;
            let done = match &filled.frontier {
                Some(coords) => coords[0],
                None => filled.layout.len() as i64,
            };
            filled.cells.lengthen(size);
            filled.frontier = Some(Coords::from_elem(done, 1));
            filled.layout = layout;
            return Ok(filled);
        }
        let cells = Cells::new(0, size);
        let marks = Marks::default();
        Ok(Filled { layout, cells, marks, frontier, coded: false, repeated: 0, small: true })
    }

    pub(super) fn layout(&self) -> &Layout {
        &self.layout
    }

    pub(super) fn is_finished(&self) -> bool {
        self.frontier.is_none()
    }

    pub(super) fn uses_code(&self) -> bool {
        self.coded
    }

    pub(super) fn repeated(&self) -> u64 {
        self.repeated
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.cells.len() as u64) << self.cells.width()
    }

    /// The value of a component with ascending coordinates, where they are unordered.
    pub(super) fn value(&self, coords: &[i64]) -> Option<Value> {
        let known = self.layout.holds(coords)
            && match &self.frontier {
                None => true,
                Some(frontier) => self.layout.compare(coords, frontier).is_lt(),
            };
        known.then(|| self.cells.value(self.layout.index(coords)))
    }

    /// The values along the last coordinate, of a finished table.
    pub(super) fn line(&self, outer: &[u64]) -> Option<impl Iterator<Item = Value> + '_> {
        let mut start: Coords =
            outer.iter().map(|&c| i64::try_from(c).ok()).collect::<Option<_>>()?;
        start.push(0);
        if self.frontier.is_some() || !self.layout.holds(&start) {
            return None;
        }
        let last = outer.len();
        let stride = usize::try_from(self.layout.strides[last]).ok()?;
        let count = usize::try_from(self.layout.dims[last]).ok()?;
        let first = self.layout.index(&start);
        Some((0..count).map(move |step| self.cells.value(first + step * stride)))
    }

    /// Computes everything from the frontier on.
    pub(super) fn fill(
        &mut self,
        rules: &Rules,
        kind: usize,
        outline: &Outline,
        means: Means,
        limits: &Limits,
    ) -> Result<(), Failure> {
        let mut frontier = self.frontier.clone();
        let mut work = Work::new(self, rules, kind, outline, means, limits)?;
        let ended = work.rows(&mut frontier);
        let (coded, repeated) = (work.has_code(), work.repeated);
        self.frontier = frontier;
        self.coded = coded;
        self.repeated = repeated;
        ended
    }
}

/// Work on a table.
struct Work<'a> {
    rules: &'a Rules,
    kind: usize,
    limits: &'a Limits,
    layout: Layout,
    cells: &'a mut Cells,
    marks: &'a mut Marks,
    small: &'a mut bool,
    permutations: Vec<Vec<usize>>,
    /// Families that run along lines, and the rule without them.
    lines: Vec<Lines>,
    others: Rules,
    /// Whether lines alone say what a component is worth.
    only_lines: bool,
    repeats: Option<Repeats>,
    repeated: u64,
    #[cfg(feature = "jit")]
    code: Option<Code>,
    #[cfg(feature = "jit")]
    wants_code: bool,
    /// The greatest value so far that the sets of lines have room for.
    room: u64,
    /// Components that the definition evaluated, and what it knows.
    strays: u32,
    definition: Option<Values<Rules>>,
    done: u64,
    checked: u64,
    reported: Instant,
}

impl<'a> Work<'a> {
    fn new(
        filled: &'a mut Filled,
        rules: &'a Rules,
        kind: usize,
        outline: &Outline,
        means: Means,
        limits: &'a Limits,
    ) -> Result<Work<'a>, Failure> {
        let layout = filled.layout.clone();
        let mut lines = Vec::new();
        let mut others = Vec::new();
        for (family, line) in outline.lines.iter().enumerate() {
            let made = line.as_ref().filter(|_| means.lines);
            match made.and_then(|line| Lines::new(line, &layout)) {
                Some(made) => lines.push(made),
                None => others.push(family),
            }
        }
        let rule = &rules.ir()[kind];
        let only_lines = others.is_empty() && rule.guard.is_none() && rule.wins.is_empty();
        let mut work = Work {
            rules,
            kind,
            limits,
            permutations: layout.permutations(),
            layout,
            cells: &mut filled.cells,
            marks: &mut filled.marks,
            small: &mut filled.small,
            lines,
            others: rules.with_families(kind, &others),
            only_lines,
            repeats: outline
                .rows
                .as_ref()
                .filter(|_| means.repeats)
                .and_then(|form| Repeats::new(form, &filled.layout)),
            repeated: 0,
            #[cfg(feature = "jit")]
            code: None,
            #[cfg(feature = "jit")]
            wants_code: means.code && !only_lines,
            room: 0,
            strays: 0,
            definition: None,
            done: 0,
            checked: 0,
            reported: Instant::now(),
        };
        let beside = work.repeats.as_ref().map_or(0, Repeats::bytes);
        limits.check_memory((work.layout.len() << work.cells.width()).saturating_add(beside))?;
        work.compile();
        if !work.lines.is_empty() {
            work.make_room(1)?;
        }
        Ok(work)
    }

    /// Compiles the families that do not run along lines, for the present width.
    #[cfg(feature = "jit")]
    fn compile(&mut self) {
        let kind = &self.others.ir()[self.kind];
        // In a long loop a word of marks is one more number to keep in a register, and every option
        // waits for the one before; then an array of marks is faster.
        let bits = *self.small && self.lines.is_empty() && has_few_options(kind);
        let job = Job {
            kind,
            layout: &self.layout,
            width: self.cells.width(),
            small: bits,
            marks_only: !self.lines.is_empty(),
        };
        self.code = if self.wants_code { Code::new(&job).ok() } else { None };
    }

    #[cfg(not(feature = "jit"))]
    fn compile(&mut self) {}

    #[cfg(feature = "jit")]
    fn has_code(&self) -> bool {
        self.code.is_some()
    }

    #[cfg(not(feature = "jit"))]
    fn has_code(&self) -> bool {
        false
    }

    /// Computes all rows from a component on. Stops at the first component without a value, which
    /// is then the frontier.
    fn rows(&mut self, frontier: &mut Option<Coords>) -> Result<(), Failure> {
        let Some(from) = frontier.clone() else { return Ok(()) };
        let layout = self.layout.clone();
        let direction = layout.direction();
        for mut row in layout.rows() {
            if self.repeat(&row) {
                self.repeated += 1;
                self.done += row.count;
                *frontier = Some(row.start.clone());
                self.look_at_limits()?;
                continue;
            }
            // With one coordinate the table may have been begun before.
            if layout.dims.len() == 1 {
                let skipped = (from[0] - row.start[0]).max(0);
                row.start[0] += skipped;
                row.count = row.count.saturating_sub(skipped.unsigned_abs());
            }
            while row.count > 0 {
                *frontier = Some(row.start.clone());
                self.look_at_limits()?;
                let done = self.some(&row)?;
                if done == 0 {
                    return Ok(());
                }
                for (coord, change) in row.start.iter_mut().zip(&direction) {
                    *coord += change * done as i64;
                }
                row.count -= done;
                self.done += done;
            }
            if self.repeats.as_mut().is_some_and(|repeats| !repeats.note(self.cells)) {
                self.repeats = None;
            }
        }
        *frontier = None;
        Ok(())
    }

    /// Copies a row from an earlier one, if there is one that is surely the same.
    fn repeat(&mut self, row: &Row) -> bool {
        let Some(repeats) = &mut self.repeats else { return false };
        let Some(earlier) = repeats.earlier(&row.start) else { return false };
        let length = row.count as usize;
        self.cells.copy(earlier * length, self.layout.index(&row.start), length);
        true
    }

    fn look_at_limits(&mut self) -> Result<(), Failure> {
        if self.done - self.checked < ROW {
            return Ok(());
        }
        self.checked = self.done;
        self.limits.check()?;
        if self.reported.elapsed() >= REPORT {
            self.reported = Instant::now();
            self.limits.report(self.done, Some(self.layout.len()));
        }
        Ok(())
    }

    /// Computes components from the start of a row, at least one; how many. None if the first has
    /// no value.
    fn some(&mut self, row: &Row) -> Result<u64, Failure> {
        if !self.lines.is_empty() {
            return self.by_lines(&row.start);
        }
        #[cfg(feature = "jit")]
        if self.code.is_some() {
            return self.by_code(row);
        }
        self.by_options(&row.start)
    }

    #[cfg(feature = "jit")]
    fn by_code(&mut self, row: &Row) -> Result<u64, Failure> {
        let mut fuel = FUEL;
        let row = Row { start: row.start.clone(), count: row.count.min(ROW) };
        while let Some(code) = &self.code {
            let (done, reason) = code.row(&row, fuel, self.cells, self.marks);
            if done > 0 {
                return Ok(done);
            }
            match reason {
                Reason::Fuel => {
                    self.limits.check()?;
                    fuel = fuel.saturating_mul(2);
                }
                Reason::TooLarge => self.widen()?,
                _ => break,
            }
        }
        self.by_options(&row.start)
    }

    /// One component by the plain options of the rule.
    fn by_options(&mut self, coords: &Coords) -> Result<u64, Failure> {
        let component = self.component(coords);
        match self.rules.is_over(&component, self.limits) {
            Ok(false) => {}
            Ok(true) => return self.store(coords, Value::Over),
            Err(Failure::Stop(stop)) => return Err(stop.into()),
            Err(_) => return self.by_definition(coords),
        }
        let (layout, cells, kind) = (&self.layout, &self.cells, self.kind);
        let mut mex = Mex::default();
        let (mut wins, mut known) = (false, true);
        let looked = self.rules.options(&component, self.limits, &mut |parts| {
            match sum_of(parts, kind, coords, layout, cells) {
                Some(Value::Nimber(nimber)) => mex.insert(nimber),
                Some(Value::Win) => {}
                Some(Value::Over) => wins = true,
                None => known = false,
            }
            if wins || !known { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match looked {
            Ok(()) if wins => self.store(coords, Value::Win),
            Ok(()) if known => self.store(coords, Value::Nimber(mex.mex())),
            Err(Failure::Stop(stop)) => Err(stop.into()),
            _ => self.by_definition(coords),
        }
    }

    /// One component whose options are not all in the table, or that has no value.
    fn by_definition(&mut self, coords: &Coords) -> Result<u64, Failure> {
        self.strays += 1;
        if self.strays > MOST_STRAYS {
            return Ok(0);
        }
        let component = self.component(coords);
        let definition = self.definition.get_or_insert_with(|| Values::new(self.rules.clone()));
        match definition.value(&component, self.limits) {
            Ok(value) => self.store(coords, value),
            Err(Failure::Stop(stop)) => Err(stop.into()),
            Err(_) => Ok(0),
        }
    }

    /// One component by the sets of its lines and the options of the other families.
    fn by_lines(&mut self, coords: &Coords) -> Result<u64, Failure> {
        let marked = if self.only_lines { Marked::None } else { self.mark_others(coords)? };
        let (cells, mut over) = (&self.cells, false);
        let mut sets = Vec::with_capacity(self.lines.len());
        for lines in &mut self.lines {
            let id = lines.reach(coords, |index| cells.value(index));
            over |= lines.is_over(id);
            sets.push(lines.set(id));
        }
        let value = match marked {
            Marked::Over => Value::Over,
            Marked::Nothing => Value::zero(),
            Marked::Stray => return self.by_definition(coords),
            Marked::Win => Value::Win,
            _ if over => Value::Win,
            Marked::None => Value::Nimber(mex_of(&sets, None)),
            Marked::Stamps => Value::Nimber(mex_of(&sets, Some(self.marks))),
        };
        self.store(coords, value)
    }

    /// Marks the options of the families that do not run along lines.
    fn mark_others(&mut self, coords: &Coords) -> Result<Marked, Failure> {
        #[cfg(feature = "jit")]
        {
            let mut fuel = FUEL;
            let row = Row { start: coords.clone(), count: 1 };
            while let Some(code) = &self.code {
                match code.row(&row, fuel, self.cells, self.marks).1 {
                    Reason::Done => return Ok(Marked::Stamps),
                    Reason::Over => return Ok(Marked::Over),
                    Reason::Nothing => return Ok(Marked::Nothing),
                    Reason::Win => return Ok(Marked::Win),
                    Reason::Fuel => {
                        self.limits.check()?;
                        fuel = fuel.saturating_mul(2);
                    }
                    Reason::TooLarge => self.widen()?,
                    Reason::Escape => break,
                }
            }
        }
        let component = self.component(coords);
        match self.rules.is_over(&component, self.limits) {
            Ok(false) => {}
            Ok(true) => return Ok(Marked::Over),
            Err(Failure::Stop(stop)) => return Err(stop.into()),
            Err(_) => return Ok(Marked::Stray),
        }
        match self.rules.guard_holds(&component, self.limits) {
            Ok(true) => {}
            Ok(false) => return Ok(Marked::Nothing),
            Err(Failure::Stop(stop)) => return Err(stop.into()),
            Err(_) => return Ok(Marked::Stray),
        }
        self.marks.prepare(self.cells.width(), 1);
        self.marks.stamp += 1;
        let (layout, cells, marks, kind) = (&self.layout, &self.cells, &mut self.marks, self.kind);
        let (mut wins, mut known) = (false, true);
        let looked = self.others.options(&component, self.limits, &mut |parts| {
            match sum_of(parts, kind, coords, layout, cells) {
                Some(Value::Nimber(nimber)) => marks.mark(nimber),
                Some(Value::Win) => {}
                Some(Value::Over) => wins = true,
                None => known = false,
            }
            if wins || !known { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match looked {
            Ok(()) if wins => Ok(Marked::Win),
            Ok(()) if known => Ok(Marked::Stamps),
            Err(Failure::Stop(stop)) => Err(stop.into()),
            _ => Ok(Marked::Stray),
        }
    }

    fn component(&self, coords: &[i64]) -> Component {
        Component { kind: self.kind as u16, coords: coords.iter().copied().collect() }
    }

    /// Writes a value wherever it belongs; makes room for it first.
    fn store(&mut self, coords: &Coords, value: Value) -> Result<u64, Failure> {
        if let Value::Nimber(Nimber(number)) = value {
            while number >= self.limit() {
                self.widen()?;
            }
            if !self.lines.is_empty() && number > self.room {
                self.make_room(number)?;
            }
        }
        for axes in &self.permutations {
            let there: Coords = axes.iter().map(|&axis| coords[axis]).collect();
            if !self.cells.set(self.layout.index(&there), value) {
                return Ok(0);
            }
        }
        Ok(1)
    }

    /// Values from here on do not fit.
    fn limit(&mut self) -> u64 {
        let limit = self.marks.prepare(self.cells.width(), 0);
        if *self.small { limit.min(SMALL) } else { limit }
    }

    /// Makes the values wider, or allows larger ones.
    fn widen(&mut self) -> Result<(), Failure> {
        if *self.small {
            *self.small = false;
            self.compile();
            return Ok(());
        }
        let bytes = self.layout.len() << self.cells.width();
        if self.cells.width() == 2 {
            let Some(marks) = self.marks.double() else {
                let message = message!("a table of values of more than 31 binary digits");
                return Err(Failure::Domain(message.to_owned()));
            };
            self.limits.check_memory(bytes + marks)?;
            return Ok(());
        }
        // Both widths are there while values move.
        self.limits.check_memory(3 * bytes)?;
        self.cells.widen();
        self.compile();
        Ok(())
    }

    /// Makes room in the sets of lines for values up to this one and more.
    fn make_room(&mut self, most: u64) -> Result<(), Failure> {
        let bytes = self.lines.iter().map(|lines| lines.bytes(most)).fold(0, u64::saturating_add);
        let table = self.layout.len() << self.cells.width();
        self.limits.check_memory(bytes.saturating_add(bytes / 2).saturating_add(table))?;
        self.room = u64::MAX;
        for lines in &mut self.lines {
            lines.make_room(most);
            self.room = self.room.min(lines.room());
        }
        Ok(())
    }
}

/// What is known of the options of the families that do not run along lines.
enum Marked {
    /// There are no such families, and nothing else to look at.
    None,
    /// Their values are marked.
    Stamps,
    Win,
    Over,
    /// The guard fails: there are no options at all.
    Nothing,
    Stray,
}

/// The value of an option, if all its parts were computed before the component at `coords`.
fn sum_of(
    parts: &[Component],
    kind: usize,
    coords: &[i64],
    layout: &Layout,
    cells: &Cells,
) -> Option<Value> {
    let mut sum = Value::zero();
    for part in parts {
        let known = usize::from(part.kind) == kind
            && layout.holds(&part.coords)
            && layout.compare(&part.coords, coords).is_lt();
        if !known {
            return None;
        }
        sum = sum ^ cells.value(layout.index(&part.coords));
    }
    Some(sum)
}
