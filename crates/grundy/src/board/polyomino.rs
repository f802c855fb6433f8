//! Polyominoes as words: connected sets of cells of a grid, in a canonical form.
//!
//! A polyomino is kept in its bounding box, at least as wide as high, the cells row by row in the
//! low bits and the width above them. Of its images under the symmetries of the box (4, or 8 of a
//! square) the canonical one has the largest word. Turning by half is reversing the bits of a word,
//! so all symmetries but the diagonal one cost a few instructions.

use std::fmt;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use super::grid::{Cell, Grid};
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

/// Cells in a box: row by row, `width` to a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Boxed<W> {
    pub(super) cells: W,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl<W: Cells> Boxed<W> {
    /// All cells that touch one of these or are among them.
    #[inline]
    pub(super) fn grown(self, cells: W) -> W {
        let first = W::first_column(self.width);
        let last = first << (self.width - 1);
        cells
            | cells << self.width
            | cells >> self.width
            | (cells & !last) << 1
            | (cells & !first) >> 1
    }

    /// The cells that can be the left of two neighbours in a row.
    pub(super) fn lefts(self) -> W {
        self.cells & (self.cells & !W::first_column(self.width)) >> 1
    }

    /// The cells that can be the upper of two neighbours in a column.
    pub(super) fn uppers(self) -> W {
        self.cells & self.cells >> self.width
    }

    /// The connected parts of a subset of the cells, each as a canonical polyomino. Parts of fewer
    /// than `least` cells are left out.
    pub(super) fn parts(self, left: W, least: u32, see: impl FnMut(Polyomino<W>)) {
        self.parts_at(left, left, least, see);
    }

    /// As [`Boxed::parts`], where each part has one of the cells of `border` or more. A part that has all of them
    /// is the only one, which is seen before it is whole.
    #[inline]
    pub(super) fn parts_at(
        self,
        mut left: W,
        mut border: W,
        least: u32,
        mut see: impl FnMut(Polyomino<W>),
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
            if part.count() >= least {
                see(Boxed { cells: part, ..self }.cropped().canonical());
            }
        }
    }

    /// All cells, which are connected, as one canonical polyomino.
    pub(super) fn whole(self) -> Polyomino<W> {
        self.cropped().canonical()
    }

    /// The same cells, not empty, in their bounding box.
    fn cropped(self) -> Boxed<W> {
        let Boxed { cells, width, height } = self;
        let column = W::first_column(width);
        let row = low::<W>(width);
        let sides = [column, column << (width - 1), row, row << ((height - 1) * width)];
        if sides.iter().all(|&side| cells & side != W::EMPTY) {
            return self;
        }
        let top = cells.first() / width;
        let height = (cells.length() - 1) / width + 1 - top;
        let cells = cells >> (top * width);
        let mut columns = W::EMPTY;
        for y in 0..height {
            columns = columns | cells >> (y * width);
        }
        let columns = columns & row;
        let left = columns.first();
        let narrow = columns.length() - left;
        if narrow == width {
            return Boxed { cells, width, height };
        }
        let kept = low::<W>(narrow) << left;
        let mut cropped = W::EMPTY;
        for y in 0..height {
            cropped = cropped | ((cells >> (y * width)) & kept) >> left << (y * narrow);
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

    /// Rows become columns.
    fn transposed(self) -> Boxed<W> {
        let mut cells = W::EMPTY;
        let mut left = self.cells;
        while left != W::EMPTY {
            let cell = left.first();
            left = left & left.less_one();
            let (y, x) = (cell / self.width, cell % self.width);
            cells = cells | W::ONE << (x * self.height + y);
        }
        Boxed { cells, width: self.height, height: self.width }
    }

    /// The image with the largest word under the symmetries of the box.
    fn canonical(self) -> Polyomino<W> {
        let wide = if self.height > self.width { self.transposed() } else { self };
        let mut best = wide.largest_turn();
        if wide.width == wide.height {
            let other = wide.transposed().largest_turn();
            best = best.max(other);
        }
        Polyomino(best | W::of_small(wide.width) << W::CELLS)
    }

    fn largest_turn(self) -> W {
        let flipped = Boxed { cells: self.flipped(), ..self };
        let one = self.cells.max(self.turned());
        one.max(flipped.cells).max(flipped.turned())
    }
}

/// A polyomino in canonical form.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Polyomino<W>(W);

impl<W: Cells> Polyomino<W> {
    /// The parts of all cells of a grid: canonical connected parts of at least `least` cells.
    /// Nothing if one of them has a bounding box of more than [`Cells::CELLS`] cells.
    pub fn of_grid(grid: &Grid, least: usize) -> Option<Vec<Polyomino<W>>> {
        let parts = grid.parts().into_iter().filter(|part| part.len() >= least);
        parts.map(Polyomino::of_cells).collect()
    }

    /// The polyomino of these cells, given as row and column, at least one.
    fn of_cells(list: Vec<Cell>) -> Option<Polyomino<W>> {
        let top = list.iter().map(|cell| cell.0).min()?;
        let left = list.iter().map(|cell| cell.1).min()?;
        let height = list.iter().map(|cell| cell.0).max()? - top + 1;
        let width = list.iter().map(|cell| cell.1).max()? - left + 1;
        if width.checked_mul(height)? > W::CELLS as usize {
            return None;
        }
        let place = |(y, x): Cell| W::ONE << ((y - top) * width + x - left) as u32;
        let cells = list.into_iter().fold(W::EMPTY, |cells, cell| cells | place(cell));
        Some(Boxed { cells, width: width as u32, height: height as u32 }.canonical())
    }

    /// The word, which is not zero.
    pub(super) fn word(self) -> W {
        self.0
    }

    /// The word of the same polyomino in words of 64 bits, if its box is no larger than those of them.
    #[inline]
    pub(super) fn short(self) -> Option<u64> {
        let both = |word: W| u64::from(word.small()) | u64::from((word >> 32).small()) << 32;
        if W::CELLS == <u64 as Cells>::CELLS {
            return Some(both(self.0));
        }
        let Boxed { cells, width, height } = self.boxed();
        let fits = width * height <= <u64 as Cells>::CELLS;
        fits.then(|| both(cells) | u64::from(width) << <u64 as Cells>::CELLS)
    }

    /// The polyomino of a word that a polyomino gave.
    pub(super) fn of_word(word: W) -> Polyomino<W> {
        Polyomino(word)
    }

    /// The polyomino of any word, if it is that of one: connected cells, cropped and canonical.
    pub(super) fn of_any_word(word: W) -> Option<Polyomino<W>> {
        let cells = word & low::<W>(W::CELLS);
        let width = (word >> W::CELLS).small();
        if cells == W::EMPTY || !(1..=W::CELLS).contains(&width) {
            return None;
        }
        let boxed = Polyomino(word).boxed();
        if width * boxed.height > W::CELLS {
            return None;
        }
        let mut whole = None;
        boxed.parts(cells, 0, |part| {
            whole.get_or_insert(part);
        });
        whole.filter(|part| part.0 == word)
    }

    /// How many cells the polyomino of a word has.
    pub(super) fn size(word: W) -> u32 {
        (word & low::<W>(W::CELLS)).count()
    }

    /// The cells in their bounding box.
    #[inline]
    pub(super) fn boxed(self) -> Boxed<W> {
        let cells = self.0 & low::<W>(W::CELLS);
        let width = (self.0 >> W::CELLS).small();
        Boxed { cells, width, height: (cells.length() - 1) / width + 1 }
    }

    /// Whether turning by half changes nothing, and then what is in the middle.
    #[inline]
    pub(super) fn middle(self) -> Option<Middle> {
        // A half turn takes the first cell to the last, so their places tell the size of the box.
        let cells = self.0 & low::<W>(W::CELLS);
        if cells.reversed(cells.first() + cells.length()) != cells {
            return None;
        }
        let boxed = self.boxed();
        if boxed.turned() != boxed.cells {
            return None;
        }
        let Boxed { cells, width, height } = boxed;
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

/// What a polyomino that is its own half turn has in the middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Middle {
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
