//! Values in Chomp of all boards that lie within one, in a table.
//!
//! What bites leave of a board are rows that do not get longer from top to bottom, none longer than it was. In
//! lexicographic order every option comes before. The place of rows in it, from the empty board, is found by counting,
//! for each row, what comes before it with the same rows above:
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
//!
//! Boards with the same first rows are a block, one after the other. A bite leaves the block where it is or leads to
//! one whose first rows have fewer squares. So blocks whose first rows have as many squares are filled side by side, by
//! several threads, after all that have fewer.

use std::borrow::Cow;
use std::sync::atomic::{AtomicU16, Ordering};

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use smallvec::SmallVec;

use crate::limits::{Limits, Stop};

/// Most boards that a table holds, 2 bytes each.
pub(super) const MOST_BOARDS: u64 = 1 << 28;
/// Boards valued between two looks at the limits.
const BOARDS_PER_CHECK: usize = 1 << 10;
/// Tables of fewer boards are filled by one thread.
const SHARED: usize = 1 << 14;
/// Blocks that there are at most.
const MOST_BLOCKS: u64 = 1 << 15;

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
    values: Vec<AtomicU16>,
    /// The first so many rows are those of a block.
    first: usize,
    /// The blocks whose first rows have fewer squares are filled.
    filled: u32,
    /// So many boards stand in them.
    known: u64,
}

/// What a thread fills blocks with.
struct Filler {
    /// The board that is valued.
    rows: Vec<u32>,
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
        let mut values = Vec::new();
        values.resize_with(boards as usize, AtomicU16::default);
        // As many rows as keep the blocks few, and some to fill in each.
        let blocks = |rows: usize| {
            let each = |row: usize| columns as u64 + row as u64 + 1;
            (0..rows)
                .try_fold(1_u64, |all, row| Some(all.checked_mul(each(row))? / (row as u64 + 1)))
        };
        let first =
            (0..whole.len()).rev().find(|&rows| blocks(rows).is_some_and(|all| all <= MOST_BLOCKS));
        let first = first.unwrap_or(0).min(2 * whole.len() / 3);
        Ok(Some(RowsTable { whole, before, cut, values, first, filled: 0, known: 0 }))
    }

    /// The rows of a board as they are in the table, and its place; nothing if it does not lie within the largest one,
    /// as it is or reflected.
    fn place<'a>(&self, rows: &'a [u32]) -> Option<(Cow<'a, [u32]>, usize)> {
        let of = |rows: Cow<'a, [u32]>| {
            let within = rows.len() <= self.whole.len()
                && rows.iter().zip(&self.whole).all(|(length, whole)| length <= whole);
            let each = rows.iter().zip(&self.before);
            let place = within
                .then(|| each.map(|(&length, before)| before[length as usize] as usize).sum());
            Some((rows, place?))
        };
        of(Cow::Borrowed(rows)).or_else(|| of(Cow::Owned(reflected(rows))))
    }

    /// Whether the value of a board is, or will be, in the table.
    pub(super) fn holds(&self, rows: &[u32]) -> bool {
        self.place(rows).is_some()
    }

    /// The value of a board, for which the blocks before its own are filled, and this; nothing if the table does not
    /// hold it.
    ///
    /// # Errors
    /// A limit that was reached; the blocks that were filled until then, but for those with the most squares, are kept.
    pub(super) fn value(&mut self, rows: &[u32], limits: &Limits) -> Result<Option<u16>, Stop> {
        let Some((rows, place)) = self.place(rows) else { return Ok(None) };
        let squares: u32 = rows.iter().take(self.first).sum();
        if squares >= self.filled {
            let threads = limits.thread_count().get();
            let pool = match threads > 1 && self.values.len() >= SHARED {
                true => ThreadPoolBuilder::new().num_threads(threads).build().ok(),
                false => None,
            };
            match pool {
                // Inside, so that the threads are woken once for all of it.
                Some(pool) => pool.install(|| self.fill(squares, true, limits))?,
                None => self.fill(squares, false, limits)?,
            }
        }
        Ok(Some(self.values[place].load(Ordering::Relaxed)))
    }

    /// A value is at most the number of options.
    fn squares(&self) -> usize {
        self.whole.iter().map(|&length| length as usize).sum()
    }

    /// Fills the blocks whose first rows have up to so many squares.
    fn fill(&mut self, squares: u32, together: bool, limits: &Limits) -> Result<(), Stop> {
        let total = self.values.len() as u64;
        while self.filled <= squares {
            let mut blocks = Vec::new();
            self.blocks(self.filled, &mut Vec::new(), &mut blocks);
            let filler = || Filler { rows: Vec::new(), seen: vec![0; self.squares() + 1] };
            let fill =
                |filler: &mut Filler, block: &Vec<u32>| self.fill_block(filler, block, limits);
            let boards: Result<u64, Stop> = match together {
                true => blocks.par_iter().map_init(filler, fill).sum(),
                false => {
                    let mut filler = filler();
                    blocks.iter().map(|block| fill(&mut filler, block)).sum()
                }
            };
            self.known += boards?;
            self.filled += 1;
            limits.report(self.known, Some(total));
        }
        Ok(())
    }

    /// Adds the blocks that begin with these rows and whose further first rows have so many squares.
    fn blocks(&self, squares: u32, rows: &mut Vec<u32>, blocks: &mut Vec<Vec<u32>>) {
        let left = self.first - rows.len();
        if left == 0 {
            if squares == 0 {
                blocks.push(rows.clone());
            }
            return;
        }
        let above = rows.last().copied().unwrap_or(u32::MAX);
        for length in squares.div_ceil(left as u32)..=squares.min(above).min(self.whole[rows.len()])
        {
            rows.push(length);
            self.blocks(squares - length, rows, blocks);
            rows.pop();
        }
    }

    /// Fills a block, and says how many boards it has.
    fn fill_block(&self, filler: &mut Filler, block: &[u32], limits: &Limits) -> Result<u64, Stop> {
        filler.rows.clear();
        filler.rows.extend_from_slice(block);
        filler.rows.resize(self.whole.len(), 0);
        let start: usize = block
            .iter()
            .zip(&self.before)
            .map(|(&length, before)| before[length as usize] as usize)
            .sum();
        let mut place = start;
        loop {
            if place > 0 {
                let value = self.mex(filler, place);
                self.values[place].store(value, Ordering::Relaxed);
            }
            place += 1;
            if place.is_multiple_of(BOARDS_PER_CHECK) {
                limits.check()?;
            }
            if !self.step(&mut filler.rows) {
                return Ok((place - start) as u64);
            }
        }
    }

    /// Goes on to the next board of a block, if there is one.
    fn step(&self, rows: &mut [u32]) -> bool {
        let may_grow = |row: usize| {
            let above = if row == 0 { u32::MAX } else { rows[row - 1] };
            rows[row] < self.whole[row].min(above)
        };
        let Some(row) = (self.first..rows.len()).rev().find(|&row| may_grow(row)) else {
            return false;
        };
        rows[row] += 1;
        rows[row + 1..].fill(0);
        true
    }

    /// The least value that no option of a board has.
    fn mex(&self, filler: &mut Filler, board: usize) -> u16 {
        let RowsTable { before, cut, values, .. } = self;
        let Filler { rows, seen } = filler;
        let board = board as u32;
        // What the rows above each say of the place.
        let mut above: SmallVec<[u32; 16]> = SmallVec::new();
        let mut place = 0;
        for (before, &length) in before.iter().zip(&*rows) {
            above.push(place);
            place += before[length as usize];
        }
        above.push(place);
        let mut shorter = 0;
        // The columns in which so many rows have a square.
        for height in (1..=rows.len()).rev() {
            let below = place - above[height];
            for column in shorter..rows[height - 1] {
                let start = column as usize * (rows.len() + 1);
                let cut = &cut[start..=start + height];
                let kept = below.wrapping_sub(cut[height]);
                // The poisoned square is not bitten off.
                let first = usize::from(column == 0);
                for (above, cut) in above[first..height].iter().zip(&cut[first..]) {
                    let option = above.wrapping_add(*cut).wrapping_add(kept);
                    seen[usize::from(values[option as usize].load(Ordering::Relaxed))] = board;
                }
            }
            shorter = rows[height - 1];
        }
        seen.iter().take_while(|&&last| last == board).count() as u16
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::num::NonZero;

    use super::*;

    fn limits(threads: usize) -> Limits {
        Limits::default().threads(NonZero::new(threads).unwrap())
    }

    /// The table of a board, filled by so many threads.
    fn filled(whole: &[u32], threads: usize) -> RowsTable {
        let mut table = RowsTable::new(whole, &limits(threads)).unwrap().unwrap();
        table.value(whole, &limits(threads)).unwrap();
        table
    }

    fn values(table: &RowsTable) -> Vec<u16> {
        table.values.iter().map(|value| value.load(Ordering::Relaxed)).collect()
    }

    /// All boards of a table in the order of places, the empty one first.
    fn boards(table: &RowsTable) -> Vec<Vec<u32>> {
        let mut boards = vec![Vec::new()];
        for &most in &table.whole {
            let longer = |board: &Vec<u32>| {
                let most = most.min(board.last().copied().unwrap_or(most));
                (0..=most).map(|length| [&board[..], &[length]].concat()).collect::<Vec<_>>()
            };
            boards = boards.iter().flat_map(longer).collect();
        }
        boards
    }

    #[test]
    fn each_value_is_the_least_that_no_option_has_however_many_threads_fill_the_table() {
        for whole in [&[8; 9][..], &[6; 6], &[9, 9, 5, 2, 2, 1], &[7, 3], &[5], &[1]] {
            let table = filled(whole, 1);
            let known = values(&table);
            let boards = boards(&table);
            assert_eq!((boards.len(), table.known), (known.len(), known.len() as u64), "{whole:?}");
            for (place, board) in boards.iter().enumerate().skip(1) {
                assert_eq!(table.place(board).unwrap().1, place, "{board:?}");
                let mut options = HashSet::new();
                for row in 0..board.len() {
                    for column in u32::from(row == 0)..board[row] {
                        let mut bitten = board.clone();
                        bitten[row..].iter_mut().for_each(|length| *length = column.min(*length));
                        options.insert(known[table.place(&bitten).unwrap().1]);
                    }
                }
                let least = (0..).find(|value| !options.contains(value)).unwrap();
                assert_eq!(known[place], least, "{board:?}");
            }
            for threads in [2, 3] {
                assert_eq!(values(&filled(whole, threads)), known, "{whole:?} {threads}");
            }
        }
    }

    #[test]
    fn a_table_that_was_stopped_is_filled_further() {
        let whole = [8; 9];
        let known = values(&filled(&whole, 1));
        assert!(known.len() >= SHARED);
        for threads in [1, 2] {
            let mut table = RowsTable::new(&whole, &limits(threads)).unwrap().unwrap();
            assert_eq!(table.value(&[8, 7, 3], &limits(threads)).unwrap(), {
                let (_, place) = table.place(&[8, 7, 3]).unwrap();
                Some(known[place])
            });
            let before = table.filled;
            let stopped = limits(threads);
            stopped.cancel.cancel();
            assert_eq!(table.value(&whole, &stopped), Err(Stop::Cancelled));
            assert!(table.filled >= before, "what was filled stays");
            table.value(&whole, &limits(threads)).unwrap();
            assert_eq!(values(&table), known, "{threads}");
        }
    }
}
