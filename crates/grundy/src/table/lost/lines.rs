//! The lost components of a kind with several coordinates whose options all lie on lines, without a table of them.
//!
//! ```text
//! for each row [a, b, *], ascending:
//!     for c = 0, 1, ..:   lost     if on no line of [a, b, c] a lost component is near enough to its start
//!                         then     the nearest on each line through it may be this one
//!                         leave    the row where one lies near enough on the row itself: so it does for all that follow
//! ```
//!
//! Only the nearest lost component of each line is kept, as for tables of who wins
//! ([`nearest`](crate::table::sharing::nearest)), so with three coordinates memory grows with the square of the
//! largest; and where the rest of a row may be taken at once, most of it is never looked at. Components of a line come
//! in ascending order, so where one may take 1 it is enough to know whether one was lost: a bit for each line, and 64
//! components of a row are looked at together.

use smallvec::SmallVec;

use super::{STRETCH, entry_bytes};
use crate::limits::{Limits, Stop};
use crate::rule::Rules;
use crate::ruleset::Failure;
use crate::table::order::{Layout, Order};
use crate::table::sharing::{Line, Numbered, line};

/// Stands where no component of the line is lost.
const NONE: u32 = u32::MAX;

/// Bits of a word.
const WORD: i64 = 64;

/// The lost components with coordinates up to these in normal play, ascending; of unordered ones those that ascend, each
/// coordinate up to its own number when these ascend too. Nothing where the options of the kind do not all lie on lines.
///
/// # Errors
/// [`Failure::Stop`]: a limit.
pub(crate) fn lost_on_lines(
    rules: &Rules,
    kind: usize,
    last: &[u64],
    limits: &Limits,
) -> Result<Option<Vec<Vec<u64>>>, Failure> {
    let Some(mut marks) = OnLines::new(rules, kind, last) else { return Ok(None) };
    limits.check_memory(marks.bytes())?;
    let [bits, lines] = marks.counts.map(usize::try_from);
    let (Ok(bits), Ok(lines)) = (bits, lines) else { return Ok(None) };
    // The bits of 64 components are read together, from before the first line to behind the last.
    marks.any.resize(bits.div_ceil(64) + 2, 0);
    marks.nearest.resize(lines, NONE);
    marks.all(limits).map(Some)
}

struct OnLines {
    /// Those along a row before the others.
    families: Vec<Numbered>,
    /// Whether a component of a line is lost, of families that may take 1.
    any: Vec<u64>,
    /// The nearest lost component of each line of the others.
    nearest: Vec<u32>,
    /// How many lines of either sort there are.
    counts: [u64; 2],
    last: Vec<i64>,
    unordered: bool,
    /// The orders in which a lost component is taken note of.
    permutations: Vec<Vec<usize>>,
    looked: u64,
    /// When the limits are looked at again.
    next_check: u64,
}

impl OnLines {
    fn new(rules: &Rules, kind: usize, last: &[u64]) -> Option<OnLines> {
        let [rule] = rules.ir() else { return None };
        let plain = kind == 0 && rule.guard.is_none() && rule.wins.is_empty();
        let axes = rule.coords.len();
        let mut last = last.to_vec();
        if !plain || axes != last.len() || axes < 2 || last.iter().any(|&last| last >= NONE.into())
        {
            return None;
        }
        if rule.unordered {
            last.sort_unstable();
        }
        let lines =
            rule.families.iter().map(|family| line(rule, family).filter(|line| line.times == 1));
        let mut lines: Vec<Line> = lines.collect::<Option<_>>()?;
        let row = axes - 1;
        lines.sort_by_key(|line| line.axes[..] != [row]);
        let dims: Vec<u64> = last.iter().map(|last| last + 1).collect();
        let layout = Layout::new(&dims, Order::Lines((0..axes).collect()), rule.unordered)?;
        let (mut families, mut counts) = (Vec::new(), [WORD as u64, 0]);
        for (family, line) in lines.iter().enumerate() {
            let mut numbered = Numbered::new(family, line, &layout)?;
            let count = &mut counts[usize::from(line.least > 1)];
            numbered.start = numbered.start.checked_add(i64::try_from(*count).ok()?)?;
            *count = count.checked_add(numbered.count as u64)?;
            families.push(numbered);
        }
        Some(OnLines {
            families,
            any: Vec::new(),
            nearest: Vec::new(),
            counts,
            last: last.iter().map(|&last| i64::try_from(last).ok()).collect::<Option<_>>()?,
            unordered: rule.unordered,
            permutations: layout.permutations(),
            looked: 0,
            next_check: 0,
        })
    }

    fn bytes(&self) -> u64 {
        let [bits, lines] = self.counts;
        (bits / 8).saturating_add(lines.saturating_mul(4))
    }

    /// Goes through the rows.
    fn all(&mut self, limits: &Limits) -> Result<Vec<Vec<u64>>, Failure> {
        let row = self.last.len() - 1;
        let (mut coords, mut found) = (vec![0; row + 1], Vec::new());
        loop {
            coords[row] =
                if self.unordered { coords[..row].iter().copied().max().unwrap_or(0) } else { 0 };
            if coords[row] <= self.last[row] {
                self.row(&mut coords, &mut found, limits)?;
            }
            // On to the next row, its last coordinate first.
            let next = (0..row).rev().find(|&axis| coords[axis] < self.last[axis]);
            let Some(axis) = next else { return Ok(found) };
            coords[axis] += 1;
            // The least that comes after: ascending where the order does not matter.
            let least = if self.unordered { coords[axis] } else { 0 };
            coords[axis + 1..row].fill(least);
        }
    }

    /// Now and then looks at the limits.
    fn check(&mut self, found: &[Vec<u64>], limits: &Limits) -> Result<(), Stop> {
        if self.looked < self.next_check {
            return Ok(());
        }
        self.next_check = self.looked + STRETCH;
        limits.check()?;
        let listed = (found.len() as u64).saturating_mul(entry_bytes(self.last.len()));
        limits.check_memory(self.bytes().saturating_add(listed))?;
        limits.report(self.looked, None);
        match limits.positions.filter(|&most| self.looked > most) {
            Some(most) => Err(Stop::Positions(most)),
            None => Ok(()),
        }
    }

    /// Looks along a row from its component with these coordinates on.
    fn row(
        &mut self,
        coords: &mut [i64],
        found: &mut Vec<Vec<u64>>,
        limits: &Limits,
    ) -> Result<(), Stop> {
        let row = coords.len() - 1;
        let mut looks: SmallVec<[Look; 8]> =
            self.families.iter().map(|family| Look::new(family, coords)).collect();
        // A row has work of its own.
        self.looked += 1;
        let along = self.families.iter().filter(|family| family.line.axes[..] == [row]).count();
        while coords[row] <= self.last[row] {
            self.looked += 1;
            self.check(found, limits)?;
            // What lies along the row hits all that follow.
            if looks[..along].iter().any(|look| look.hits(&self.any, &self.nearest)) {
                return Ok(());
            }
            let left = self.last[row] - coords[row];
            let within = if left < WORD { u64::MAX >> (WORD - 1 - left) } else { u64::MAX };
            let won = looks.iter().fold(0, |won, look| won | look.word(&self.any));
            let free = i64::from((!won & within).trailing_zeros());
            if free > left {
                return Ok(());
            }
            coords[row] += free;
            looks.iter_mut().for_each(|look| look.step(free));
            if free == WORD {
                continue;
            }
            if !looks.iter().any(|look| look.hits(&self.any, &self.nearest)) {
                found.push(coords.iter().map(|coord| coord.unsigned_abs()).collect());
                self.note(coords);
            }
            coords[row] += 1;
            looks.iter_mut().for_each(|look| look.step(1));
        }
        Ok(())
    }

    /// Takes note of a lost component.
    fn note(&mut self, coords: &[i64]) {
        for axes in &self.permutations {
            let there: Vec<i64> = axes.iter().map(|&axis| coords[axis]).collect();
            for family in &self.families {
                if family.line.only.as_ref().is_some_and(|only| !only.admits(&there)) {
                    continue;
                }
                let number = family.number(&there);
                if family.line.least == 1 {
                    self.any[number / 64] |= 1 << (number % 64);
                } else {
                    self.nearest[number] = self.nearest[number].min(there[family.axis()] as u32);
                }
            }
        }
    }
}

/// A look at the options of a family, from component to component of a row.
struct Look {
    /// The number of the line.
    number: i64,
    number_step: i64,
    /// The greatest coordinate at which a lost component of the line is an option; nothing where any is.
    most: Option<i64>,
    most_step: i64,
}

impl Look {
    fn new(family: &Numbered, coords: &[i64]) -> Look {
        let (row, least) = (coords.len() - 1, family.line.least);
        Look {
            number: family.number(coords) as i64,
            number_step: family.factors[row],
            most: (least > 1).then(|| coords[family.axis()] - least),
            most_step: i64::from(family.axis() == row),
        }
    }

    fn hits(&self, any: &[u64], nearest: &[u32]) -> bool {
        let number = self.number as usize;
        match self.most {
            None => any[number / 64] >> (number % 64) & 1 == 1,
            Some(most) => i64::from(nearest[number]) <= most,
        }
    }

    /// Which of this component and those that follow are hit, as far as bits say it.
    fn word(&self, any: &[u64]) -> u64 {
        let from = |bit: i64| {
            let (word, shift) = ((bit / WORD) as usize, bit % WORD);
            any[word] >> shift | any[word + 1] << 1 << (WORD - 1 - shift)
        };
        match (self.most, self.number_step) {
            (None, 1) => from(self.number),
            (None, -1) => from(self.number - (WORD - 1)).reverse_bits(),
            (None, 0) if self.hits(any, &[]) => u64::MAX,
            _ => 0,
        }
    }

    fn step(&mut self, by: i64) {
        self.number += by * self.number_step;
        if let Some(most) = &mut self.most {
            *most += by * self.most_step;
        }
    }
}
