//! Chomp: bite off a square of the chocolate with all that is below and to the right of it; the
//! upper left square is poisoned, and whoever has only that one left has lost. (Gale, American
//! Mathematical Monthly 81, 1974.)
//!
//! What is left are rows that do not get longer from top to bottom; a [table](super::rows) has the values of all that
//! lie within the board.

use super::rows::{MOST_BOARDS, RowsTable};
use crate::board::decided::strategy::{Strategy, Symmetry, pairing};
use crate::board::shown::sketch::{Look, Mark, Sketch};
use crate::board::typed::grid::{BY, Grid};
use crate::board::typed::words::words;
use crate::board::{BoardGame, Picture, Sign, Touch};
use crate::language::{Message, message};
use crate::limits::Limits;
use crate::nimber::Nimber;
use crate::rule::{RuleError, Span};
use crate::ruleset::Failure;

/// What is left of the rows after a bite.
fn bitten(rows: &[u32], row: usize, column: u32) -> Vec<u32> {
    let cut = |(at, &length): (usize, &u32)| if at < row { length } else { length.min(column) };
    rows.iter().enumerate().map(cut).filter(|&length| length > 0).collect()
}

/// Every bite but that of the poisoned square.
fn bites(rows: &[u32]) -> impl Iterator<Item = (usize, u32)> + '_ {
    let squares = rows.iter().enumerate();
    let squares = squares.flat_map(|(row, &length)| (0..length).map(move |column| (row, column)));
    squares.skip(1)
}

/// Chomp with any rows.
///
/// ```
/// use grundy::board::{BoardGame, Chomp};
/// use grundy::limits::Limits;
/// use grundy::nimber::Nimber;
/// let mut chomp = Chomp::new();
/// let board = vec![3, 3, 1];
/// assert_eq!(chomp.value(&board, &Limits::default())?, Nimber(3));
/// // Each bite takes a square and all below and to the right of it.
/// let made = chomp.moves(&board).next().unwrap();
/// assert_eq!(chomp.after(&board, &made), [1, 1, 1]);
/// # Ok::<(), grundy::ruleset::Failure>(())
/// ```
#[derive(Default)]
pub struct Chomp {
    table: Option<RowsTable>,
}

debug_by_name!(Chomp);

impl Chomp {
    /// A game of which nothing is computed yet.
    pub fn new() -> Chomp {
        Chomp::default()
    }
}

/// Most rows, and squares in a row, of a typed position.
const MOST_TYPED: u32 = 1000;

/// Reads `7,5,5,2` or `4x6`, or the squares: `####/###/#`.
pub(in crate::board) fn read(text: &str) -> Result<Vec<u32>, RuleError> {
    if text.contains('#') {
        return drawn(text);
    }
    let full = text.trim().split_once(BY);
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
    let expected = || message!("expected the length of a row, from 1 to 1000");
    let mut at = 0;
    while let Some(comma) = text[at..].find(',').map(|found| at + found) {
        if text[at..comma].trim().is_empty() {
            return Err(wrong(Span::new(comma, comma + 1), expected()));
        }
        at = comma + 1;
    }
    let mut rows: Vec<u32> = Vec::new();
    for (at, word) in words(text) {
        let span = Span::new(at, at + word.len());
        let Some(row) = number(word) else { return Err(wrong(span, expected())) };
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

/// Reads rows of squares; what is gone may stand at their ends.
fn drawn(text: &str) -> Result<Vec<u32>, RuleError> {
    let grid = Grid::read(text)?;
    let length = |row| (0..grid.width()).take_while(|&column| grid.is_free(row, column)).count();
    let mut rows: Vec<u32> = (0..grid.height()).map(|row| length(row) as u32).collect();
    let squares = rows.iter().map(|&length| length as usize).sum::<usize>();
    let falls = rows.is_sorted_by(|above, below| above >= below);
    if !falls
        || squares != grid.free().count()
        || rows.len().max(grid.width()) > MOST_TYPED as usize
    {
        let message = message!(
            "what bites leave are rows from the left, none longer than the one above, at most 1000"
        );
        return Err(RuleError::new(Span::new(0, text.len()), message)
            .help(message!(
                "rows from top to bottom, none longer than the one above: 7,5,5,2; or 4x6"
            ))
            .in_source(text));
    }
    rows.retain(|&length| length > 0);
    Ok(rows)
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
        bitten(rows, row, column)
    }

    fn owned_bytes(&self, rows: &Vec<u32>) -> u64 {
        size_of_val(&rows[..]) as u64
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

    /// What is left after any bite lies within the board.
    fn prepare(&mut self, rows: &Vec<u32>, limits: &Limits) -> Result<(), Failure> {
        if !self.table.as_ref().is_some_and(|table| table.holds(rows)) {
            // Where this board has too many within it, those after some bites may have fewer.
            self.table = RowsTable::new(rows, limits)?.or(self.table.take());
        }
        Ok(())
    }

    fn value(&mut self, rows: &Vec<u32>, limits: &Limits) -> Result<Nimber, Failure> {
        self.prepare(rows, limits)?;
        let value = match &mut self.table {
            Some(table) => table.value(rows, limits)?,
            None => None,
        };
        value.map(|value| Nimber(value.into())).ok_or_else(|| {
            Failure::Domain(message!(
                "more than {most} boards lie within this one",
                most = MOST_BOARDS
            ))
        })
    }
}
