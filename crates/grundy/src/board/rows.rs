//! Values in Chomp of all boards that lie within one, in a table.
//!
//! What bites leave of a board are rows that do not get longer from top to bottom, none longer than it was. In
//! lexicographic order every option comes before, so the values are found in that order. The place of rows in
//! it, from the empty board, is found by counting, for each row, what comes before it with the same rows above:
//!
//! ```text
//! place = sum over rows i of before[i][length]
//! before[i][length] = how many rows i+1, i+2, ... there are under a row i shorter than that, for each of its lengths
//! ```
//!
//! That is the combinatorial number system (Knuth, The Art of Computer Programming 4A, 7.2.1.3) for any board in the
//! place of a rectangle. A bite in row i at a column makes this row and those below that reach beyond the column
//! as long as it, and keeps all other rows. So the place of what it leaves is made of three sums, of the rows
//! above, those cut and those below, which are known for each row or each column: two additions find it.

use smallvec::SmallVec;

use crate::limits::{Limits, Stop};

/// Most boards that a table holds, 2 bytes each.
pub(super) const MOST_BOARDS: u64 = 1 << 28;
/// Boards valued between two looks at the limits.
const BOARDS_PER_CHECK: usize = 1 << 10;

/// The values of the boards within one, as far as they have been computed.
pub(super) struct RowsTable {
    /// The largest board: no more rows than columns.
    whole: Vec<u32>,
    /// For each row and length, how many choices of the rows below come before.
    before: Vec<Vec<u32>>,
    /// For each column and row, the sum of `before` over the row and those below that are as long as the column;
    /// a column has an entry more than there are rows.
    cut: Vec<u32>,
    /// By place; the empty board is no position, and its value is never looked at.
    values: Vec<u16>,
    /// The board that was valued last.
    last: Vec<u32>,
    /// For each value the last board that has an option with it.
    seen: Vec<u32>,
}

/// Rows and columns exchanged.
fn reflected(rows: &[u32]) -> Vec<u32> {
    let mut height = rows.len();
    let columns = 0..rows.first().copied().unwrap_or(0);
    let heights = columns.map(|column| {
        while height > 0 && rows[height - 1] <= column {
            height -= 1;
        }
        height as u32
    });
    heights.collect()
}

impl RowsTable {
    /// A table for the boards within one; nothing if there are too many.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the memory allowed does not hold it.
    pub(super) fn new(rows: &[u32], limits: &Limits) -> Result<Option<RowsTable>, Stop> {
        let across = reflected(rows);
        let whole = if across.len() < rows.len() { across } else { rows.to_vec() };
        let columns = whole.first().copied().unwrap_or(0) as usize;
        let squares: u64 = whole.iter().map(|&length| u64::from(length)).sum();
        // A value is at most the number of options.
        if squares > u16::MAX.into() {
            return Ok(None);
        }
        // The choices of the rows below where the one above them has at most a length.
        let mut below = vec![1_u64; columns + 1];
        let mut before = vec![vec![0; columns + 1]; whole.len()];
        for (row, &length) in whole.iter().enumerate().rev() {
            let mut sum = 0;
            let mut with = Vec::with_capacity(columns + 1);
            for (at, &choices) in below.iter().enumerate() {
                before[row][at] = sum as u32;
                if at <= length as usize {
                    sum += choices;
                }
                if sum > MOST_BOARDS {
                    return Ok(None);
                }
                with.push(sum);
            }
            below = with;
        }
        let boards = below[columns];
        let cuts = (columns + 1) * (whole.len() + 1);
        limits.check_memory(2 * boards + 4 * (squares + 2 * cuts as u64))?;
        // Where a row does not reach to the column this is not looked at.
        let mut cut = vec![0_u32; cuts];
        for (row, before) in before.iter().enumerate().rev() {
            for (column, &before) in before.iter().enumerate() {
                let at = column * (whole.len() + 1) + row;
                cut[at] = cut[at + 1].wrapping_add(before);
            }
        }
        let mut values = Vec::with_capacity(boards as usize);
        values.push(0);
        let last = vec![0; whole.len()];
        let seen = vec![0; squares as usize + 1];
        Ok(Some(RowsTable { whole, before, cut, values, last, seen }))
    }

    /// The place of a board; nothing if it does not lie within the largest one, as it is or reflected.
    fn place(&self, rows: &[u32]) -> Option<usize> {
        let of = |rows: &[u32]| {
            let within = rows.len() <= self.whole.len()
                && rows.iter().zip(&self.whole).all(|(length, whole)| length <= whole);
            let each = rows.iter().zip(&self.before);
            within.then(|| each.map(|(&length, before)| before[length as usize] as usize).sum())
        };
        of(rows).or_else(|| of(&reflected(rows)))
    }

    /// Whether the value of a board is, or will be, in the table.
    pub(super) fn holds(&self, rows: &[u32]) -> bool {
        self.place(rows).is_some()
    }

    /// The value of a board, for which all before it are found; nothing if the table does not hold it.
    ///
    /// # Errors
    /// A limit that was reached; what was found until then is kept.
    pub(super) fn value(&mut self, rows: &[u32], limits: &Limits) -> Result<Option<u16>, Stop> {
        let Some(place) = self.place(rows) else { return Ok(None) };
        while self.values.len() <= place {
            self.step();
            let value = self.mex();
            self.values.push(value);
            if self.values.len().is_multiple_of(BOARDS_PER_CHECK) {
                limits.check()?;
                limits.report(self.values.len() as u64, Some(place as u64 + 1));
            }
        }
        Ok(Some(self.values[place]))
    }

    /// Goes on to the next board.
    fn step(&mut self) {
        let may_grow = |row: usize| {
            let above = if row == 0 { u32::MAX } else { self.last[row - 1] };
            self.last[row] < self.whole[row].min(above)
        };
        if let Some(row) = (0..self.last.len()).rev().find(|&row| may_grow(row)) {
            self.last[row] += 1;
            self.last[row + 1..].fill(0);
        }
    }

    /// The least value that no option of the last board has.
    fn mex(&mut self) -> u16 {
        let RowsTable { before, cut, values, last, seen, .. } = self;
        let board = values.len() as u32;
        // What the rows above each say of the place.
        let mut above: SmallVec<[u32; 16]> = SmallVec::new();
        let mut place = 0;
        for (before, &length) in before.iter().zip(&*last) {
            above.push(place);
            place += before[length as usize];
        }
        above.push(place);
        let mut shorter = 0;
        // The columns in which so many rows have a square.
        for height in (1..=last.len()).rev() {
            let below = place - above[height];
            for column in shorter..last[height - 1] {
                let start = column as usize * (last.len() + 1);
                let cut = &cut[start..=start + height];
                let kept = below.wrapping_sub(cut[height]);
                // The poisoned square is not bitten off.
                let first = usize::from(column == 0);
                for (above, cut) in above[first..height].iter().zip(&cut[first..]) {
                    let option = above.wrapping_add(*cut).wrapping_add(kept);
                    seen[usize::from(values[option as usize])] = board;
                }
            }
            shorter = last[height - 1];
        }
        seen.iter().take_while(|&&last| last == board).count() as u16
    }
}
