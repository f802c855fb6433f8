//! Cells in a box as a word: neighbours, parts, images, what is in the middle.

use super::cells::{Cells, low, rows};

/// Cells in a box: row by row, `width` to a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::board) struct Boxed<W> {
    pub(in crate::board) cells: W,
    pub(in crate::board) width: u32,
    pub(in crate::board) height: u32,
}

impl<W: Cells> Boxed<W> {
    /// Whether it is all of two rows or two columns.
    #[inline]
    pub(in crate::board) fn is_full_pair(self) -> bool {
        let Boxed { cells, width, height } = self;
        (width == 2 || height == 2) && cells.count() == width * height
    }

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

    /// The connected parts of a subset of the cells, each in the same box. Each has one of the cells of `border` or
    /// more. A part that has all of them is the only one, which is seen before it is whole. Cells that are `alone`
    /// count as parts or do not.
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

    /// The same cells, not empty, in their bounding box.
    #[inline]
    pub(super) fn cropped(self) -> Boxed<W> {
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
    pub(super) fn transposed(self) -> Boxed<W> {
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

    #[inline]
    pub(super) fn largest_turn(self) -> W {
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
    pub(super) fn middle(self) -> Option<Middle> {
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
}
