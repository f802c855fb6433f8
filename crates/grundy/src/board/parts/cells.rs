//! Words of cells: sets of cells of a box, or of places, as bits.

use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

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
pub(super) fn low<W: Cells>(count: u32) -> W {
    (W::ONE << count).less_one()
}

/// How many rows of a box so wide lie before a cell: `cell / width`, for cells of the largest box.
#[inline]
pub(super) fn rows(cell: u32, width: u32) -> u32 {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_counted_without_division() {
        for width in 1..=<u128 as Cells>::CELLS {
            for cell in 0..<u128 as Cells>::CELLS {
                assert_eq!(rows(cell, width), cell / width);
            }
        }
    }
}
