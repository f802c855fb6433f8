//! Polyominoes as words: connected sets of cells of a grid, in a canonical form.
//!
//! A polyomino is kept in its bounding box, at least as wide as high, the cells row by row in the
//! low bits and the width above them. Of its images under the symmetries of the box (4, or 8 of a
//! square) the canonical one has the largest word. Turning by half is reversing the bits of a word,
//! so all symmetries but the diagonal one cost a few instructions.

use std::fmt;

use super::boxed::{Boxed, Middle};
use super::cells::{Cells, low};
use crate::board::typed::grid::{Cell, Grid};

impl<W: Cells> Boxed<W> {
    /// The connected parts of a subset of the cells, each as a canonical polyomino.
    fn parts(self, left: W, mut see: impl FnMut(Polyomino<W>)) {
        self.parts_at(left, left, true, |part| see(part.whole()));
    }

    /// All cells, which are connected, as one canonical polyomino.
    pub(in crate::board) fn whole(self) -> Polyomino<W> {
        self.cropped().canonical()
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
}
