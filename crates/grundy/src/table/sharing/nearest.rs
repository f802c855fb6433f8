//! Where only who wins is computed: of each line of a family, the lost component nearest to its
//! start.
//!
//! ```text
//! [a-k, b] for k in 2..a    an option is lost    if the nearest lost component of the line, [f, b],
//!                                                has f + 2 <= a
//! a component is lost:      each of its lines    keeps the less of its number and this one's
//! ```
//!
//! So a family that runs along lines costs a look and a comparison, however many options it has, and
//! what is lost is seldom. Machine code does both ([`code`](crate::table::code)); here is what it does, for
//! components that it leaves to others and for those that are known when it begins.
//!
//! Of two components of one line that which comes first is computed first, also by several threads
//! ([`together`](crate::table::threads::together)), so none of them is missed and a number is not written by two
//! threads at a time.

use super::lines::{Line, Numbered};
use crate::ruleset::{Failure, Value};
use crate::table::code::{Code, Job};
use crate::table::fill::Work;
use crate::table::order::{Layout, Outline, Row};

/// Stands where no component of the line is lost.
const NONE: u32 = u32::MAX;

/// The nearest lost component of every line.
#[derive(Debug)]
pub(in crate::table) struct Nearest {
    pub(super) families: Vec<Numbered>,
    pub(in crate::table) nearest: Vec<u32>,
    permutations: Vec<Vec<usize>>,
}

impl Nearest {
    /// How the families that run along lines are numbered, and how many lines there are in all.
    /// Nothing if no family does, or there are too many lines for this machine.
    pub(in crate::table) fn number(
        lines: &[Option<Line>],
        end: Option<u8>,
        layout: &Layout,
    ) -> Option<(Vec<Numbered>, usize)> {
        if layout.dims.iter().any(|&dim| dim > u32::MAX.into()) {
            return None;
        }
        let (mut families, mut start) = (Vec::new(), 0_i64);
        for (family, line) in lines.iter().enumerate() {
            // Whoever wins without an option asks whether there is any.
            let fits =
                |line: &&Line| line.least < NONE.into() && (line.only.is_none() || end == Some(0));
            let Some(line) = line.as_ref().filter(fits) else { continue };
            let mut numbered = Numbered::new(family, line, layout)?;
            numbered.start += start;
            start = start.checked_add(i64::try_from(numbered.count).ok()?)?;
            families.push(numbered);
        }
        let count = usize::try_from(start).ok()?;
        (!families.is_empty()).then_some((families, count))
    }

    /// Nothing is lost yet.
    pub(super) fn new((families, count): (Vec<Numbered>, usize), layout: &Layout) -> Nearest {
        Nearest { families, nearest: vec![NONE; count], permutations: layout.permutations() }
    }

    /// Bytes for so many lines.
    pub(super) fn bytes(count: usize) -> u64 {
        (count as u64).saturating_mul(size_of::<u32>() as u64)
    }

    /// Takes note of a lost component, in every order of the coordinates where they are unordered.
    pub(in crate::table) fn note(&mut self, coords: &[i64]) {
        for axes in &self.permutations {
            let there: Vec<i64> = axes.iter().map(|&axis| coords[axis]).collect();
            for family in &self.families {
                if family.line.only.as_ref().is_some_and(|only| !only.admits(&there)) {
                    continue;
                }
                let nearest = &mut self.nearest[family.number(&there)];
                *nearest = (*nearest).min(there[family.axis()] as u32);
            }
        }
    }
}

impl Work<'_> {
    /// Compiles the whole rule for a table of who wins, with the nearest lost components of lines in
    /// place of sets along them, if there are such families and the rest can be compiled.
    pub(in crate::table) fn keep_nearest(&mut self, outline: &Outline) -> Result<(), Failure> {
        let Some((families, count)) = Nearest::number(&outline.lines, self.end, &self.layout)
        else {
            return Ok(());
        };
        let kind = &self.rules.ir()[self.kind];
        let job = Job {
            end: self.end,
            nearest: (&families, count),
            ..Job::new(kind, &self.layout, self.cells.width())
        };
        let Ok(code) = Code::new(&job) else { return Ok(()) };
        let table = self.cells.memory(self.layout.room());
        self.limits.check_memory(table.saturating_add(Nearest::bytes(count)))?;
        self.code = Some(code);
        self.nearest = Some(Nearest::new((families, count), &self.layout));
        // Rows are computed about as soon as they are copied, and copied ones would have to be
        // looked at.
        (self.lines, self.only_lines, self.repeats) = (Vec::new(), false, None);
        Ok(())
    }

    /// Takes note of the lost components among the first of a row that are known.
    pub(in crate::table) fn note_known(&mut self, row: &Row, known: u64) {
        let Some(nearest) = &mut self.nearest else { return };
        for step in 0..row.count.min(known) {
            let coords = row.at(step, &self.layout.direction);
            if self.cells.value(self.layout.index(&coords)) == Value::zero() {
                nearest.note(&coords);
            }
        }
    }
}
