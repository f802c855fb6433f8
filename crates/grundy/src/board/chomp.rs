//! Chomp: bite off a square of the chocolate with all that is below and to the right of it; the
//! upper left square is poisoned, and whoever has only that one left has lost. (Gale, American
//! Mathematical Monthly 81, 1974.)
//!
//! What is left are rows that do not get longer from top to bottom. Their border runs from the lower
//! left corner of the bounding box to the upper right one; with a 1 for a step to the right and a 0
//! for one upwards it is a number. A square is a 1 (its column) with a later 0 (its row), and to bite
//! it off sorts the steps between the two, the 0s first:
//!
//! ```text
//! ...1 0 1 1 0 0...   the first 1 and the last 0 shown are bitten off:
//! ...0 0 0 1 1 1...
//! ```
//!
//! So every option is a smaller number with as many 1s, and the values of all such numbers, in
//! increasing order, fill a table that is looked up directly. In a square box rows and columns can change
//! places, which turns the number round and exchanges the digits: of two such numbers the smaller one is valued. Where
//! the box is too long for a table, the definition answers.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::sketch::{Look, Mark, Sketch};
use super::strategy::{Strategy, Symmetry, pairing};
use super::undirected::words;
use super::{BoardGame, Picture, Sign, Touch};
use crate::language::{Message, message};
use crate::limits::Limits;
use crate::nimber::Nimber;
use crate::rule::{RuleError, Span};
use crate::ruleset::{Failure, Ruleset};
use crate::search::Values;

/// The lengths of the rows, not increasing, none of them 0.
type Rows = SmallVec<[u32; 8]>;

/// What is left of the rows after a bite.
fn bitten(rows: &[u32], row: usize, column: u32) -> Rows {
    let cut = |(at, &length): (usize, &u32)| if at < row { length } else { length.min(column) };
    rows.iter().enumerate().map(cut).filter(|&length| length > 0).collect()
}

/// Every bite but that of the poisoned square.
fn bites(rows: &[u32]) -> impl Iterator<Item = (usize, u32)> + '_ {
    let squares = rows.iter().enumerate();
    let squares = squares.flat_map(|(row, &length)| (0..length).map(move |column| (row, column)));
    squares.skip(1)
}

/// The definition, on rows.
struct Bites;

impl Ruleset for Bites {
    type Component = Rows;

    fn options(
        &self,
        from: &Rows,
        _: &Limits,
        see: &mut dyn FnMut(&[Rows]) -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        for (row, column) in bites(from) {
            if see(&[bitten(from, row, column)]).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn describe(&self, component: &Rows) -> String {
        shown(component)
    }
}

/// Longest border that has a table: 2^26 values of a byte. No value is above the 169 squares of the largest board.
const LONGEST: u32 = 26;
/// What stands for the empty board, all 1s last, which is no position: no value.
const NO_VALUE: u8 = u8::MAX;
/// Numbers valued between two looks at the limits.
const VALUES_PER_CHECK: u32 = 1 << 12;

/// The values of all borders with so many steps, as far as they have been computed.
#[derive(Default)]
struct Borders {
    steps: u32,
    /// Steps to the right.
    rights: u32,
    values: Vec<u8>,
    /// The next border to be valued.
    next: u32,
}

impl Borders {
    /// The box and the border of rows; nothing if there is no table of such a length.
    fn of_rows(rows: &[u32]) -> Option<(u32, u32, u32)> {
        let rights = *rows.first()?;
        let steps = u32::try_from(rows.len()).ok()?.checked_add(rights)?;
        if steps > LONGEST {
            return None;
        }
        let mut border = 0;
        let mut column = 0;
        for &length in rows.iter().rev() {
            for _ in column..length {
                border = border << 1 | 1;
            }
            border <<= 1;
            column = length;
        }
        Some((steps, rights, border))
    }

    fn value(&mut self, rows: &[u32], limits: &Limits) -> Result<Option<u8>, Failure> {
        let Some((steps, rights, border)) = Borders::of_rows(rows) else { return Ok(None) };
        if (self.steps, self.rights) != (steps, rights) {
            limits.check_memory(1 << steps)?;
            let empty = (1 << rights) - 1;
            let mut values = vec![0; 1 << steps];
            values[empty as usize] = NO_VALUE;
            *self = Borders { steps, rights, values, next: following(empty) };
        }
        let mut done = 0;
        while self.next <= border {
            let value = match self.reflected(self.next) {
                Some(smaller) => self.values[smaller as usize],
                None => self.mex(self.next),
            };
            self.values[self.next as usize] = value;
            self.next = following(self.next);
            done += 1;
            if done % VALUES_PER_CHECK == 0 {
                limits.check()?;
                limits.report(done.into(), None);
            }
        }
        Ok(Some(self.values[border as usize]))
    }

    /// The border with rows and columns exchanged, if that is smaller.
    fn reflected(&self, border: u32) -> Option<u32> {
        let reflected = (!border).reverse_bits() >> (u32::BITS - self.steps);
        (self.steps == 2 * self.rights && reflected < border).then_some(reflected)
    }

    /// The least value that no option of a border has.
    fn mex(&self, border: u32) -> u8 {
        let mut seen = [0_u64; 4];
        let mut columns = border;
        // A column whose 1 and all that follow are the last steps has no square.
        while columns & (columns + 1) != 0 {
            // The square of this column in every row below whose border it lies, from the lowest.
            let column = columns.ilog2();
            columns ^= 1 << column;
            let mut rows = !border & ((1 << column) - 1);
            // The steps from the column to the row, without those of the rows between.
            let mut above = column;
            while rows != 0 {
                let row = rows.ilog2();
                rows ^= 1 << row;
                let rights = above - row;
                above -= 1;
                let kept = border & !((2 << column) - (1 << row));
                let value = self.values[(kept | ((1 << rights) - 1) << row) as usize];
                seen[usize::from(value >> 6)] |= 1 << (value & 63);
            }
        }
        // No option has more squares than 168, so not all words are full.
        let full = seen.iter().take_while(|&&word| word == u64::MAX).count();
        (64 * full) as u8 + seen[full].trailing_ones() as u8
    }
}

/// The next larger number with as many 1s (Gosper's hack, HAKMEM 175).
fn following(number: u32) -> u32 {
    let lowest = number & number.wrapping_neg();
    let carried = number + lowest;
    carried | (((carried ^ number) / lowest) >> 2)
}

/// Chomp with any rows.
pub struct Chomp {
    borders: Borders,
    definition: Values<Bites>,
}

impl Default for Chomp {
    fn default() -> Chomp {
        Chomp::new()
    }
}

impl Chomp {
    /// A game of which nothing is computed yet.
    pub fn new() -> Chomp {
        Chomp { borders: Borders::default(), definition: Values::new(Bites) }
    }
}

/// Most rows, and squares in a row, of a typed position.
const MOST_TYPED: u32 = 1000;

/// Reads `7,5,5,2` or `4x6`.
pub(super) fn read(text: &str) -> Result<Vec<u32>, RuleError> {
    let full = text.trim().split_once(['x', 'X', '×']);
    let wrong = |span: Span, message: Message| {
        let help =
            message!("rows from top to bottom, none longer than the one above: 7,5,5,2; or 4x6");
        RuleError::new(span, message).help(help).in_source(text)
    };
    let number = |word: &str| word.trim().parse().ok().filter(|n| (1..=MOST_TYPED).contains(n));
    if let Some((rows, columns)) = full {
        return match (number(rows), number(columns)) {
            (Some(rows), Some(columns)) => Ok(vec![columns; rows as usize]),
            _ => Err(wrong(
                Span::new(0, text.len()),
                message!("expected rows and columns from 1 to 1000"),
            )),
        };
    }
    let mut rows: Vec<u32> = Vec::new();
    for (at, word) in words(text) {
        let span = Span::new(at, at + word.len());
        let Some(row) = number(word) else {
            return Err(wrong(span, message!("expected the length of a row, from 1 to 1000")));
        };
        if rows.last().is_some_and(|&above| above < row) {
            return Err(wrong(span, message!("this row is longer than the one above it")));
        }
        rows.push(row);
        if rows.len() > MOST_TYPED as usize {
            return Err(wrong(span, message!("there are more than 1000 rows")));
        }
    }
    match rows.is_empty() {
        true => Err(wrong(Span::new(0, text.len()), message!("there are no rows here"))),
        false => Ok(rows),
    }
}

fn shown(rows: &[u32]) -> String {
    rows.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

impl BoardGame for Chomp {
    type Position = Vec<u32>;
    /// The row and the column of the bite, from 0.
    type Move = (usize, u32);

    fn moves<'a>(&self, rows: &'a Vec<u32>) -> impl Iterator<Item = (usize, u32)> + use<'a> {
        bites(rows)
    }

    fn after(&self, rows: &Vec<u32>, &(row, column): &(usize, u32)) -> Vec<u32> {
        bitten(rows, row, column).to_vec()
    }

    fn show(&self, rows: &Vec<u32>) -> String {
        shown(rows)
    }

    fn show_move(&self, rows: &Vec<u32>, bite: &(usize, u32)) -> Message {
        let left = shown(&self.after(rows, bite));
        message!(
            "row {row}, column {column}, which leaves {left}",
            row = bite.0 + 1,
            column = bite.1 + 1,
            left
        )
    }

    fn sketch(&self, rows: &Vec<u32>) -> Sketch {
        let mut sketch = Sketch::default();
        for (row, &length) in rows.iter().enumerate() {
            for column in 0..length {
                let look = if (row, column) == (0, 0) { Look::Poison } else { Look::Cell };
                sketch.place((column.into(), row as f64), look, "");
            }
        }
        sketch
    }

    fn mark(&self, rows: &Vec<u32>, &(row, column): &(usize, u32)) -> Mark {
        let above: u32 = rows.iter().take(row).sum();
        Mark::Places(vec![(above + column) as usize])
    }

    fn name_move(&self, _: &Vec<u32>, &(row, column): &(usize, u32)) -> Message {
        message!("row {row}, column {column}", row = row + 1, column = column + 1)
    }

    fn picture(&self, rows: &Vec<u32>, made: Option<&(usize, u32)>) -> Picture {
        let mark = |row: usize, column: u32| match made {
            Some(&(top, left)) if (row, column) == (top, left) => Sign::new('X', Touch::Chosen),
            Some(&(top, left)) if row >= top && column >= left => Sign::new('x', Touch::Goes),
            // The poisoned square.
            _ if (row, column) == (0, 0) => Sign::stays('!'),
            _ => Sign::stays('#'),
        };
        let each = rows.iter().enumerate();
        each.map(|(row, &length)| (0..length).map(|column| mark(row, column)).collect()).collect()
    }

    fn is_searched(&self) -> bool {
        true
    }

    /// Without a square beside the poisoned one, below and to the right, row and column are heaps.
    fn apart(&self, rows: &Vec<u32>) -> Vec<Vec<u32>> {
        match rows[..] {
            [across, 1, ..] if across > 1 => vec![vec![across], vec![1; rows.len()]],
            _ => vec![rows.clone()],
        }
    }

    /// A board that is its own reflection is won by the square beside the poisoned one, which leaves
    /// a row and a column of one length; of a rectangle the strategy is stolen.
    fn strategy(&self, rows: &Vec<u32>) -> Option<Strategy<(usize, u32)>> {
        let (&first, &last) = (rows.first()?, rows.last()?);
        if first as usize == rows.len() && rows.len() > 1 {
            let column = |column: u32| rows.iter().filter(|&&length| length > column).count();
            if rows.iter().zip(0..).all(|(&length, at)| column(at) == length as usize) {
                let image = |&(row, column): &(usize, u32)| (column as usize, row as u32);
                let clear = |&(row, column): &(usize, u32), _: &_| row != column as usize;
                return pairing(self, rows, Symmetry::Diagonal, image, clear);
            }
        }
        let play = (rows.len() - 1, last - 1);
        (first == last && play != (0, 0)).then_some(Strategy::Stealing { play })
    }

    fn value(&mut self, rows: &Vec<u32>, limits: &Limits) -> Result<Nimber, Failure> {
        if let Some(value) = self.borders.value(rows, limits)? {
            return Ok(Nimber(value.into()));
        }
        let value = self.definition.value(&Rows::from_slice(rows), limits)?;
        // Chomp has no `win on`, so every value is a nimber.
        Ok(value.nimber().unwrap_or_default())
    }
}
