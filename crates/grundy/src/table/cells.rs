//! The values of a table, in 8, 16 or 32 bits, and the marks with which a mex is found.
//!
//! The two greatest numbers of a width stand for the special values: over, and win.

use crate::nimber::Nimber;
use crate::ruleset::Value;

/// Rows that are mirrored together.
const TILE: usize = 64;

/// The values.
#[derive(Clone, Debug)]
pub(super) enum Cells {
    Bytes(Vec<u8>),
    Words(Vec<u16>),
    Longs(Vec<u32>),
}

impl Cells {
    /// So many values of `2^width` bytes, all 0.
    pub(super) fn new(width: u8, count: usize) -> Cells {
        match width {
            0 => Cells::Bytes(vec![0; count]),
            1 => Cells::Words(vec![0; count]),
            _ => Cells::Longs(vec![0; count]),
        }
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Cells::Bytes(cells) => cells.len(),
            Cells::Words(cells) => cells.len(),
            Cells::Longs(cells) => cells.len(),
        }
    }

    /// Bytes of a value, as a power of two.
    pub(super) fn width(&self) -> u8 {
        match self {
            Cells::Bytes(_) => 0,
            Cells::Words(_) => 1,
            Cells::Longs(_) => 2,
        }
    }

    /// Makes room for so many values in all, the new ones 0.
    pub(super) fn lengthen(&mut self, count: usize) {
        match self {
            Cells::Bytes(cells) => cells.resize(count, 0),
            Cells::Words(cells) => cells.resize(count, 0),
            Cells::Longs(cells) => cells.resize(count, 0),
        }
    }

    /// The number that stands for "over" in this width; "win" is one less.
    #[inline]
    fn over(&self) -> u32 {
        u32::MAX >> (32 - (8 << self.width()))
    }

    /// The values so far in the next width, until the greatest.
    pub(super) fn widen(&mut self) {
        let over = self.over();
        let from = |value: u32| if value >= over - 1 { over - value } else { u32::MAX };
        *self = match self {
            Cells::Bytes(cells) => Cells::Words(
                cells
                    .iter()
                    .map(|&v| match from(v.into()) {
                        u32::MAX => v.into(),
                        below => u16::MAX - below as u16,
                    })
                    .collect(),
            ),
            Cells::Words(cells) => Cells::Longs(
                cells
                    .iter()
                    .map(|&v| match from(v.into()) {
                        u32::MAX => v.into(),
                        below => u32::MAX - below,
                    })
                    .collect(),
            ),
            Cells::Longs(_) => return,
        };
    }

    #[inline]
    pub(super) fn value(&self, index: usize) -> Value {
        let cell = match self {
            Cells::Bytes(cells) => cells[index].into(),
            Cells::Words(cells) => cells[index].into(),
            Cells::Longs(cells) => cells[index],
        };
        match self.over() - cell {
            0 => Value::Over,
            1 => Value::Win,
            _ => Value::Nimber(Nimber(cell.into())),
        }
    }

    /// Writes a value; false if it does not fit.
    pub(super) fn set(&mut self, index: usize, value: Value) -> bool {
        let over = self.over();
        let cell = match value {
            Value::Over => over,
            Value::Win => over - 1,
            Value::Nimber(Nimber(value)) => match u32::try_from(value) {
                Ok(value) if value < over - 1 => value,
                _ => return false,
            },
        };
        match self {
            Cells::Bytes(cells) => cells[index] = cell as u8,
            Cells::Words(cells) => cells[index] = cell as u16,
            Cells::Longs(cells) => cells[index] = cell,
        }
        true
    }

    /// Copies so many values from one place to another.
    pub(super) fn copy(&mut self, from: usize, to: usize, count: usize) {
        match self {
            Cells::Bytes(cells) => cells.copy_within(from..from + count, to),
            Cells::Words(cells) => cells.copy_within(from..from + count, to),
            Cells::Longs(cells) => cells.copy_within(from..from + count, to),
        }
    }

    /// In a square of so many rows: writes the values of the earlier rows, in columns from `start`
    /// to less than `end`, into the rows of these numbers.
    pub(super) fn mirror(&mut self, side: usize, start: usize, end: usize) {
        fn mirrored<T: Copy>(cells: &mut [T], side: usize, start: usize, end: usize) {
            let (earlier, later) = cells.split_at_mut(start * side);
            // Tiles, so that what is read and what is written stay near.
            for first in (0..start).step_by(TILE) {
                for column in start..end {
                    let row = &mut later[(column - start) * side..];
                    for other in first..start.min(first + TILE) {
                        row[other] = earlier[other * side + column];
                    }
                }
            }
        }
        match self {
            Cells::Bytes(cells) => mirrored(cells, side, start, end),
            Cells::Words(cells) => mirrored(cells, side, start, end),
            Cells::Longs(cells) => mirrored(cells, side, start, end),
        }
    }

    /// Whether so many values from two places on are the same.
    pub(super) fn are_same(&self, a: usize, b: usize, count: usize) -> bool {
        match self {
            Cells::Bytes(cells) => cells[a..a + count] == cells[b..b + count],
            Cells::Words(cells) => cells[a..a + count] == cells[b..b + count],
            Cells::Longs(cells) => cells[a..a + count] == cells[b..b + count],
        }
    }

    /// Where the values begin.
    #[cfg(feature = "jit")]
    pub(super) fn as_mut_ptr(&mut self) -> *mut u8 {
        match self {
            Cells::Bytes(cells) => cells.as_mut_ptr(),
            Cells::Words(cells) => cells.as_mut_ptr().cast(),
            Cells::Longs(cells) => cells.as_mut_ptr().cast(),
        }
    }
}

/// One stamp for each value that an option may have: the value is marked if its stamp is that of
/// the component looked at.
#[derive(Debug, Default)]
pub(super) struct Marks {
    pub(super) stamps: Vec<u32>,
    pub(super) stamp: u32,
    /// In the greatest width: values stay below this power of two, unless it is made larger.
    bound: u64,
}

impl Marks {
    /// Makes enough marks for a table of this width, and enough new stamps. Returns the value from
    /// which on there is no room.
    pub(super) fn prepare(&mut self, width: u8, stamps: u64) -> u64 {
        self.bound = self.bound.max(1 << 17);
        // Nim-sums of values stay below the same power of two; one more mark ends the search for
        // the mex.
        let (sums, limit) = match width {
            0 => (1 << 8, (1 << 8) - 2),
            1 => (1 << 16, (1 << 16) - 2),
            _ => (self.bound as usize, self.bound),
        };
        if self.stamps.len() <= sums {
            self.stamps.resize(sums + 1, 0);
        }
        if u64::from(u32::MAX - self.stamp) <= stamps {
            self.stamps.fill(0);
            self.stamp = 0;
        }
        limit
    }

    /// New marks with as much room, for another thread.
    #[cfg(feature = "jit")]
    pub(super) fn alike(&self) -> Marks {
        Marks { bound: self.bound, ..Marks::default() }
    }

    /// Makes room for values twice as large, and says how many bytes that takes in all. Nothing if
    /// they would not fit in 31 bits.
    pub(super) fn double(&mut self) -> Option<u64> {
        self.bound = (2 * self.bound).max(1 << 18);
        (self.bound <= 1 << 31).then_some(4 * self.bound)
    }

    /// Marks a value; those for which there is no room are above every mex.
    pub(super) fn mark(&mut self, Nimber(value): Nimber) {
        if let Some(stamp) = usize::try_from(value).ok().and_then(|v| self.stamps.get_mut(v)) {
            *stamp = self.stamp;
        }
    }

    /// Whether a value was marked since the last new stamp.
    pub(super) fn has(&self, value: usize) -> bool {
        self.stamps.get(value) == Some(&self.stamp)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_their_meaning_when_they_get_more_room() {
        let values =
            [Value::Over, Value::Win, Value::Nimber(Nimber(0)), Value::Nimber(Nimber(253))];
        let mut cells = Cells::new(0, values.len());
        for (index, &value) in values.iter().enumerate() {
            assert!(cells.set(index, value));
        }
        assert!(!cells.set(0, Value::Nimber(Nimber(254))));
        for width in 0..3 {
            assert_eq!(cells.width(), width);
            let found: Vec<Value> = (0..values.len()).map(|index| cells.value(index)).collect();
            assert_eq!(found, values);
            cells.widen();
        }
        assert!(cells.set(0, Value::Nimber(Nimber(1 << 30))));
        assert_eq!(cells.value(0), Value::Nimber(Nimber(1 << 30)));
    }
}
