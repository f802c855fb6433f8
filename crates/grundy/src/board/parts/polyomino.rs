//! Polyominoes as words: connected sets of cells of a grid, in a canonical form.
//!
//! A polyomino is kept in its bounding box, at least as wide as high, the cells row by row in the
//! low bits and the width above them. Of its images under the symmetries of the box (4, or 8 of a
//! square) the canonical one has the largest word. Turning by half is reversing the bits of a word,
//! so all symmetries but the diagonal one cost a few instructions.

use std::fmt;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use crate::board::typed::grid::{Cell, Grid};
use crate::search::Word;

/// A word of cells.
pub trait Cells:
    Word
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + Default
{
    /// Most cells of a bounding box.
    const CELLS: u32;
    #[doc(hidden)]
    const ONE: Self;
    #[doc(hidden)]
    fn count(self) -> u32;
    #[doc(hidden)]
    fn first(self) -> u32;
    #[doc(hidden)]
    fn length(self) -> u32;
    #[doc(hidden)]
    fn reversed(self, length: u32) -> Self;
    #[doc(hidden)]
    fn less_one(self) -> Self;
    #[doc(hidden)]
    fn times(self, other: Self) -> Self;
    #[doc(hidden)]
    fn small(self) -> u32;
    #[doc(hidden)]
    fn of_small(small: u32) -> Self;
    /// The first column of boxes of each width.
    #[doc(hidden)]
    fn first_column(width: u32) -> Self;
}

macro_rules! cells {
    ($type:ty, $cells:expr) => {
        impl Cells for $type {
            const CELLS: u32 = $cells;
            const ONE: $type = 1;

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn first(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline]
            fn length(self) -> u32 {
                <$type>::BITS - self.leading_zeros()
            }
            #[inline]
            fn reversed(self, length: u32) -> $type {
                self.reverse_bits() >> (<$type>::BITS - length)
            }
            #[inline]
            fn less_one(self) -> $type {
                self.wrapping_sub(1)
            }
            #[inline]
            fn times(self, other: $type) -> $type {
                self.wrapping_mul(other)
            }
            #[inline]
            fn small(self) -> u32 {
                self as u32
            }
            #[inline]
            fn of_small(small: u32) -> $type {
                <$type>::from(small)
            }
            #[inline]
            fn first_column(width: u32) -> $type {
                const COLUMNS: [$type; $cells + 1] = {
                    let mut columns = [0; $cells + 1];
                    let mut width = 1;
                    while width <= $cells {
                        let mut cell = 0;
                        while cell < $cells {
                            columns[width] |= 1 << cell;
                            cell += width;
                        }
                        width += 1;
                    }
                    columns
                };
                COLUMNS[width as usize]
            }
        }
    };
}

// 6 bits of width and 8 that a table adds; 7 bits of width and 8.
cells!(u64, 50);
cells!(u128, 113);

/// The lowest `count` bits.
#[inline]
fn low<W: Cells>(count: u32) -> W {
    (W::ONE << count).less_one()
}

/// How many rows of a box so wide lie before a cell: `cell / width`, for cells of the largest box.
#[inline]
fn rows(cell: u32, width: u32) -> u32 {
    const CELLS: usize = <u128 as Cells>::CELLS as usize;
    /// Rounded up, so that products are too large by less than the distance to the next integer.
    const PARTS: [u32; CELLS + 1] = {
        let mut parts = [0; CELLS + 1];
        let mut width = 1;
        while width <= CELLS {
            parts[width] = (1_u32 << 16).div_ceil(width as u32);
            width += 1;
        }
        parts
    };
    (cell * PARTS[width as usize]) >> 16
}

/// Cells in a box: row by row, `width` to a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::board) struct Boxed<W> {
    pub(in crate::board) cells: W,
    pub(in crate::board) width: u32,
    pub(in crate::board) height: u32,
}

impl<W: Cells> Boxed<W> {
    /// All cells that touch one of these or are among them.
    #[inline]
    pub(in crate::board) fn grown(self, cells: W) -> W {
        let first = W::first_column(self.width);
        let last = first << (self.width - 1);
        cells
            | cells << self.width
            | cells >> self.width
            | (cells & !last) << 1
            | (cells & !first) >> 1
    }

    /// Cells among these that change nothing where dominoes are placed on them.
    ///
    /// Let a leaf be a cell with one neighbour, and that neighbour a stem. Leave out a cell, but for one leaf of each
    /// stem, if all its neighbours are stems. Every position without it has the options of the one with it, as
    /// induction shows: a domino over it and a stem leaves what a domino over the stem and its leaf leaves, since the
    /// leaf is alone then; after any other domino its neighbours are still stems, since a leaf goes only with its
    /// stem.
    #[inline]
    pub(super) fn idle(self, cells: W) -> W {
        let first = W::first_column(self.width);
        let last = first << (self.width - 1);
        // Where each cell is taken by a step.
        let steps = |cells: W| {
            [cells << self.width, cells >> self.width, (cells & !last) << 1, (cells & !first) >> 1]
        };
        let [a, b, c, d] = steps(cells);
        let leaves = cells & (a ^ b ^ c ^ d) & !(a & b) & !(c & d);
        // Stems with a leaf above, below, to the left, to the right: the first of these stays.
        let [above, below, left, right] = steps(leaves).map(|stems| stems & cells);
        let [further_below, _, _, _] = steps(above & below);
        let [_, _, _, further_left] = steps((above | below) & left);
        let [_, _, further_right, _] = steps((above | below | left) & right);
        let others = cells & !(above | below | left | right);
        let [a, b, c, d] = steps(others);
        let between = others & !leaves & !(a | b | c | d);
        further_below | further_left | further_right | between
    }

    /// The cells that can be the left of two neighbours in a row.
    pub(super) fn lefts(self) -> W {
        self.cells & (self.cells & !W::first_column(self.width)) >> 1
    }

    /// The cells that can be the upper of two neighbours in a column.
    pub(super) fn uppers(self) -> W {
        self.cells & self.cells >> self.width
    }

    /// The cells of the columns in the middle, half of all columns or one more.
    pub(super) fn middle_columns(self) -> W {
        let (first, quarter) = (W::first_column(self.width), self.width / 4);
        (quarter..self.width - quarter).fold(W::EMPTY, |columns, x| columns | first << x)
    }

    /// The connected parts of a subset of the cells, each as a canonical polyomino.
    fn parts(self, left: W, mut see: impl FnMut(Polyomino<W>)) {
        self.parts_at(left, left, true, |part| see(part.whole()));
    }

    /// The connected parts of a subset of the cells, each in the same box. Each has one of the cells of `border` or more. A part that has all of them
    /// is the only one, which is seen before it is whole. Cells that are `alone` count as parts or do not.
    #[inline]
    pub(super) fn parts_at(
        self,
        mut left: W,
        mut border: W,
        alone: bool,
        mut see: impl FnMut(Boxed<W>),
    ) {
        while border != W::EMPTY {
            let mut part = border & !border.less_one();
            loop {
                let grown = self.grown(part) & left;
                if border & !grown == W::EMPTY {
                    part = left;
                    break;
                }
                if grown == part {
                    break;
                }
                part = grown;
            }
            left = left ^ part;
            border = border & left;
            if alone || part & part.less_one() != W::EMPTY {
                see(Boxed { cells: part, ..self });
            }
        }
    }

    /// The cells and the width of the box as a word, which no other cells or box have.
    #[inline]
    pub(super) fn uncropped(self) -> W {
        self.cells | W::of_small(self.width) << W::CELLS
    }

    /// All cells, which are connected, as one canonical polyomino.
    pub(in crate::board) fn whole(self) -> Polyomino<W> {
        self.cropped().canonical()
    }

    /// The same cells, not empty, in their bounding box.
    #[inline]
    fn cropped(self) -> Boxed<W> {
        let Boxed { cells, width, height } = self;
        let column = W::first_column(width);
        let row = low::<W>(width);
        let sides = [column, column << (width - 1), row, row << ((height - 1) * width)];
        if sides.iter().all(|&side| cells & side != W::EMPTY) {
            return self;
        }
        let top = rows(cells.first(), width);
        let height = rows(cells.length() - 1, width) + 1 - top;
        let cells = cells >> (top * width);
        let mut columns = cells;
        let mut rows = 1;
        while rows < height {
            columns = columns | columns >> (rows * width);
            rows *= 2;
        }
        let columns = columns & row;
        let left = columns.first();
        let narrow = columns.length() - left;
        if narrow == width {
            return Boxed { cells, width, height };
        }
        let kept = low::<W>(narrow);
        let mut rest = cells >> left;
        let mut cropped = rest & kept;
        for y in 1..height {
            rest = rest >> width;
            cropped = cropped | (rest & kept) << (y * narrow);
        }
        Boxed { cells: cropped, width: narrow, height }
    }

    /// Turned by half.
    #[inline]
    fn turned(self) -> W {
        self.cells.reversed(self.width * self.height)
    }

    /// Upside down.
    #[inline]
    fn flipped(self) -> W {
        let row = low::<W>(self.width);
        let mut flipped = W::EMPTY;
        for y in 0..self.height {
            flipped = flipped << self.width | (self.cells >> (y * self.width)) & row;
        }
        flipped
    }

    /// Rows become columns, of a box that is not wider than high.
    fn transposed(self) -> Boxed<W> {
        let Boxed { cells, width, height } = self;
        let mut transposed = W::EMPTY;
        if width < height {
            // The cells of a row, with all shifts by multiples of one less than the height: the first of the first
            // shift, the second of the second and so on stand where the height divides the place, and no others.
            let shifts = W::first_column(height - 1);
            let column = W::first_column(height) & low::<W>(width * height);
            for y in 0..height {
                let row = cells >> (y * width) & low::<W>(width);
                transposed = transposed | (row.times(shifts) & column) << y;
            }
        } else if width > 1 {
            // The cells of a column, with shifts that take them to neighbouring places.
            let last = (width - 1) * (height - 1);
            let shifts = W::first_column(width - 1) & low::<W>(last + 1);
            for x in 0..width {
                let column = cells >> x & W::first_column(width);
                transposed =
                    transposed | (column.times(shifts) >> last & low::<W>(height)) << (x * height);
            }
        } else {
            transposed = cells;
        }
        Boxed { cells: transposed, width: height, height: width }
    }

    /// The image with the largest word under the symmetries of the box.
    fn canonical(self) -> Polyomino<W> {
        let wide = if self.height > self.width { self.transposed() } else { self };
        let mut best = wide.largest_turn();
        if wide.width == wide.height {
            let other = wide.transposed().largest_turn();
            best = best.max(other);
        }
        let word = Boxed { cells: best, ..wide }.uncropped();
        Polyomino { word, middle: wide.middle() }
    }

    #[inline]
    fn largest_turn(self) -> W {
        let flipped = Boxed { cells: self.flipped(), ..self };
        let one = self.cells.max(self.turned());
        one.max(flipped.cells).max(flipped.turned())
    }

    /// The box of a polyomino's word.
    #[inline]
    pub(in crate::board) fn of_word(word: W) -> Boxed<W> {
        let cells = word & low::<W>(W::CELLS);
        let width = (word >> W::CELLS).small();
        Boxed { cells, width, height: rows(cells.length() - 1, width) + 1 }
    }

    /// What is in the middle, if turning by half changes nothing.
    #[inline]
    fn middle(self) -> Option<Middle> {
        if self.turned() != self.cells {
            return None;
        }
        let Boxed { cells, width, height } = self;
        let has = |y: u32, x: u32| (cells >> (y * width + x)) & W::ONE != W::EMPTY;
        // Of two cells in the middle both are there or none.
        let full = has((height - 1) / 2, (width - 1) / 2);
        Some(match (width % 2, height % 2) {
            (0, 0) => Middle::Corner,
            (1, 1) if full => Middle::Cell,
            _ if !full => Middle::Hole,
            _ => Middle::Edge,
        })
    }
}

/// A polyomino in canonical form.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Polyomino<W> {
    word: W,
    /// What the word says, too.
    middle: Option<Middle>,
}

impl<W: Cells> Polyomino<W> {
    /// The parts of all cells of a grid: canonical connected parts of at least `least` cells.
    /// Nothing if one of them has a bounding box of more than [`Cells::CELLS`] cells.
    pub fn of_grid(grid: &Grid, least: usize) -> Option<Vec<Polyomino<W>>> {
        let parts = grid.parts().into_iter().filter(|part| part.len() >= least);
        parts.map(|part| Polyomino::of_cells(&part)).collect()
    }

    /// The polyomino of connected cells, at least one; nothing if their box has more than [`Cells::CELLS`].
    pub(in crate::board) fn of_cells(list: &[Cell]) -> Option<Polyomino<W>> {
        let top = list.iter().map(|cell| cell.0).min()?;
        let left = list.iter().map(|cell| cell.1).min()?;
        let height = list.iter().map(|cell| cell.0).max()? - top + 1;
        let width = list.iter().map(|cell| cell.1).max()? - left + 1;
        if width.checked_mul(height)? > W::CELLS as usize {
            return None;
        }
        let place = |(y, x): Cell| W::ONE << ((y - top) * width + x - left) as u32;
        let cells = list.iter().fold(W::EMPTY, |cells, &cell| cells | place(cell));
        Some(Boxed { cells, width: width as u32, height: height as u32 }.canonical())
    }

    /// The word, which is not zero.
    pub(in crate::board) fn word(self) -> W {
        self.word
    }

    /// The word of the same polyomino in words of 64 bits, if its box is no larger than those of them.
    #[inline]
    pub(in crate::board) fn short(self) -> Option<u64> {
        let both = |word: W| u64::from(word.small()) | u64::from((word >> 32).small()) << 32;
        if W::CELLS == <u64 as Cells>::CELLS {
            return Some(both(self.word));
        }
        let Boxed { cells, width, height } = self.boxed();
        let fits = width * height <= <u64 as Cells>::CELLS;
        fits.then(|| both(cells) | u64::from(width) << <u64 as Cells>::CELLS)
    }

    /// The word with what is in the middle in the byte that words leave free.
    #[inline]
    pub(super) fn noted(self) -> W {
        self.word.noted(self.middle.map_or(0, |middle| 1 + middle as u8))
    }

    /// The polyomino that gave such a word.
    #[inline]
    pub(super) fn of_noted(noted: W) -> Polyomino<W> {
        let middle = match noted.note() {
            0 => None,
            1 => Some(Middle::Corner),
            2 => Some(Middle::Hole),
            3 => Some(Middle::Cell),
            _ => Some(Middle::Edge),
        };
        Polyomino { word: noted.key(), middle }
    }

    /// The polyomino of a word that a polyomino gave.
    pub(in crate::board) fn of_word(word: W) -> Polyomino<W> {
        Polyomino { word, middle: Boxed::of_word(word).middle() }
    }

    /// The polyomino of any word, if it is that of one: connected cells, cropped and canonical.
    pub(in crate::board) fn of_any_word(word: W) -> Option<Polyomino<W>> {
        let cells = word & low::<W>(W::CELLS);
        let width = (word >> W::CELLS).small();
        if cells == W::EMPTY || !(1..=W::CELLS).contains(&width) {
            return None;
        }
        let boxed = Boxed::of_word(word);
        if width * boxed.height > W::CELLS {
            return None;
        }
        let mut whole = None;
        boxed.parts(cells, |part| {
            whole.get_or_insert(part);
        });
        whole.filter(|part| part.word == word)
    }

    /// How many cells the polyomino of a word has.
    pub(in crate::board) fn size(word: W) -> u32 {
        (word & low::<W>(W::CELLS)).count()
    }

    /// The cells in their bounding box.
    #[inline]
    pub(in crate::board) fn boxed(self) -> Boxed<W> {
        Boxed::of_word(self.word)
    }

    /// Whether turning by half changes nothing, and then what is in the middle.
    #[inline]
    pub(in crate::board) fn middle(self) -> Option<Middle> {
        self.middle
    }
}

/// What a polyomino that is its own half turn has in the middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::board) enum Middle {
    /// A corner of cells: the box has even sides.
    Corner,
    /// No cell.
    Hole,
    /// One cell.
    Cell,
    /// The edge between two cells.
    Edge,
}

impl<W: Cells> fmt::Debug for Polyomino<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_string())
    }
}

/// The rows from top to bottom, `#` for a cell, joined by `/`.
impl<W: Cells> fmt::Display for Polyomino<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Boxed { cells, width, height } = self.boxed();
        for y in 0..height {
            if y > 0 {
                f.write_str("/")?;
            }
            for x in 0..width {
                let filled = (cells >> (y * width + x)) & W::ONE != W::EMPTY;
                f.write_str(if filled { "#" } else { "." })?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of all sets of cells of a box under dominoes, by the definition.
    fn values(width: u32, height: u32) -> Vec<u8> {
        let cells = width * height;
        let dominoes: Vec<usize> = (0..cells)
            .flat_map(|cell| {
                let right = (cell % width + 1 < width).then(|| 1 << cell | 2 << cell);
                let below = (cell + width < cells).then(|| 1 << cell | 1 << (cell + width));
                right.into_iter().chain(below)
            })
            .collect();
        let mut values = vec![0; 1 << cells];
        for set in 0..1_usize << cells {
            let placed = dominoes.iter().filter(|&domino| set & domino == *domino);
            let seen = placed.fold(0_u64, |seen, domino| seen | 1 << values[set ^ domino]);
            values[set] = seen.trailing_ones() as u8;
        }
        values
    }

    #[test]
    fn idle_cells_change_no_value() {
        for (width, height) in [(4, 4), (5, 3), (3, 5), (8, 2)] {
            let values = values(width, height);
            let (mut leaves, mut between) = (0, 0);
            for set in 0..1_u64 << (width * height) {
                let board = Boxed { cells: set, width, height };
                let idle = board.idle(set);
                assert_eq!(idle & !set, 0);
                assert_eq!(values[set as usize], values[(set ^ idle) as usize], "{board:?}");
                assert_eq!(board.idle(set ^ idle), 0, "{board:?}");
                let ends = |cell: u64| (board.grown(cell) & set).count_ones() == 2;
                let cells = (0..64).map(|place| 1 << place).filter(|cell| idle & cell != 0);
                for cell in cells {
                    let count = if ends(cell) { &mut leaves } else { &mut between };
                    *count += 1;
                }
            }
            assert!(leaves > 1000 && between > 100, "{leaves} {between}");
        }
    }

    #[test]
    fn all_images_have_one_canonical_form() {
        for (width, height) in [(4, 4), (5, 3), (2, 7), (1, 9), (9, 1), (1, 1)] {
            let all = 1_u64 << (width * height);
            for set in (1..all).step_by(1 + all as usize / 5000) {
                let board = Boxed { cells: set, width, height };
                let list: Vec<(u32, u32)> = (0..width * height)
                    .filter(|cell| set >> cell & 1 != 0)
                    .map(|cell| (cell / width, cell % width))
                    .collect();
                let image = |of: &dyn Fn(u32, u32) -> (usize, usize)| {
                    let cells: Vec<Cell> = list.iter().map(|&(y, x)| of(y, x)).collect();
                    Polyomino::<u64>::of_cells(&cells).unwrap()
                };
                let whole = board.whole();
                let large = Boxed { cells: u128::from(set), width, height }.whole();
                assert_eq!(large.short(), Some(whole.word()));
                for flips in 0..8 {
                    let of = |y: u32, x: u32| {
                        let y = if flips & 1 == 0 { y } else { height - 1 - y } as usize;
                        let x = if flips & 2 == 0 { x } else { width - 1 - x } as usize;
                        if flips & 4 == 0 { (y, x) } else { (x, y) }
                    };
                    assert_eq!(image(&of), whole, "{whole}");
                }
            }
        }
    }

    #[test]
    fn rows_are_counted_without_division() {
        for width in 1..=<u128 as Cells>::CELLS {
            for cell in 0..<u128 as Cells>::CELLS {
                assert_eq!(rows(cell, width), cell / width);
            }
        }
    }
}
