//! The values of a table, in 8, 16 or 32 bits, and the marks with which a mex is found.
//!
//! The two greatest numbers of a width stand for the special values: over, and win. Numbers of
//! several bytes have the lowest first, as the processors have them for which there is machine code.

use super::kept::Room;
use crate::nimber::Nimber;
use crate::ruleset::{Failure, Value};

/// Rows and columns that are mirrored together: few enough that all they touch stays at hand, and
/// whole registers of the smallest values.
const TILE: usize = 16;
/// Values that are widened together, or left out together if they all are 0.
const STRETCH: usize = 1 << 10;

/// The values.
pub(super) struct Cells {
    /// Bytes of a value, as a power of two.
    width: u8,
    place: Place,
}

/// Where values stand.
enum Place {
    Memory(Vec<u8>),
    Room(Box<dyn Room>),
}

/// The number at an index.
#[inline]
fn number(bytes: &[u8], width: u8, index: usize) -> u32 {
    match width {
        0 => bytes[index].into(),
        1 => u16::from_le_bytes(bytes.as_chunks().0[index]).into(),
        _ => u32::from_le_bytes(bytes.as_chunks().0[index]),
    }
}

/// Writes a number that fits.
#[inline]
fn write(bytes: &mut [u8], width: u8, index: usize, number: u32) {
    match width {
        0 => bytes[index] = number as u8,
        1 => bytes.as_chunks_mut().0[index] = (number as u16).to_le_bytes(),
        _ => bytes.as_chunks_mut().0[index] = number.to_le_bytes(),
    }
}

/// The number that stands for "over" in a width; "win" is one less.
#[inline]
fn over(width: u8) -> u32 {
    u32::MAX >> (32 - (8 << width))
}

/// What a number means where this one stands for "over".
#[inline]
fn meaning(number: u32, over: u32) -> Value {
    match over - number {
        0 => Value::Over,
        1 => Value::Win,
        _ => Value::Nimber(Nimber(number.into())),
    }
}

/// Writes rows as columns. Both begin where the slices do, and their rows are so far apart.
#[inline(always)]
fn turn<T: Copy + Default>(
    (from, apart): (&[T], usize),
    (to, apart_there): (&mut [T], usize),
    rows: usize,
    columns: usize,
) {
    let mut tile = [[T::default(); TILE]; TILE];
    for (row, values) in tile[..rows].iter_mut().enumerate() {
        values[..columns].copy_from_slice(&from[row * apart..][..columns]);
    }
    for column in 0..columns {
        let turned: [T; TILE] = std::array::from_fn(|row| tile[row][column]);
        to[column * apart_there..][..rows].copy_from_slice(&turned[..rows]);
    }
}

impl Cells {
    /// So many values of one byte, all 0.
    pub(super) fn new(count: usize) -> Cells {
        Cells { width: 0, place: Place::Memory(vec![0; count]) }
    }

    /// The values of this width that stand in a room.
    pub(super) fn kept(width: u8, room: Box<dyn Room>) -> Cells {
        Cells { width, place: Place::Room(room) }
    }

    #[inline]
    fn slice(&self) -> &[u8] {
        match &self.place {
            Place::Memory(bytes) => bytes,
            Place::Room(room) => room.bytes(),
        }
    }

    #[inline]
    fn slice_mut(&mut self) -> &mut [u8] {
        match &mut self.place {
            Place::Memory(bytes) => bytes,
            Place::Room(room) => room.bytes_mut(),
        }
    }

    /// The room in which the values stand, if they do not stand in plain memory.
    pub(super) fn room(&mut self) -> Option<&mut dyn Room> {
        match &mut self.place {
            Place::Memory(_) => None,
            Place::Room(room) => Some(&mut **room),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.slice().len() >> self.width
    }

    /// Bytes of all values.
    pub(super) fn bytes(&self) -> u64 {
        self.slice().len() as u64
    }

    /// Bytes of plain memory that so many values of this width take.
    pub(super) fn memory(&self, count: u64) -> u64 {
        match &self.place {
            Place::Memory(_) => count << self.width,
            Place::Room(_) => 0,
        }
    }

    /// Bytes of a value, as a power of two.
    pub(super) fn width(&self) -> u8 {
        self.width
    }

    /// Makes room for so many values in all, the new ones 0; of values in plain memory.
    pub(super) fn lengthen(&mut self, count: usize) {
        if let Place::Memory(bytes) = &mut self.place {
            bytes.resize(count << self.width, 0);
        }
    }

    /// The values so far in the next width, until the greatest.
    ///
    /// # Errors
    /// There is no more room.
    pub(super) fn widen(&mut self) -> Result<(), Failure> {
        let Some(width @ ..=2) = self.width.checked_add(1) else { return Ok(()) };
        let count = self.len();
        let mut wide = match &self.place {
            Place::Memory(_) => Place::Memory(vec![0; count << width]),
            Place::Room(room) => Place::Room(room.wider((count as u64) << width)?),
        };
        let to = match &mut wide {
            Place::Memory(bytes) => &mut bytes[..],
            Place::Room(room) => room.bytes_mut(),
        };
        let from = self.slice();
        for start in (0..count).step_by(STRETCH) {
            let end = count.min(start + STRETCH);
            // Most of what is still to be computed is memory that nothing has touched so far.
            if from[start << self.width..end << self.width].iter().fold(0, |all, &byte| all | byte)
                == 0
            {
                continue;
            }
            for index in start..end {
                let below = over(self.width) - number(from, self.width, index);
                let special = below <= 1;
                let all = if special { over(width) } else { over(self.width) };
                write(to, width, index, all - below);
            }
        }
        *self = Cells { width, place: wide };
        Ok(())
    }

    #[inline]
    pub(super) fn value(&self, index: usize) -> Value {
        meaning(number(self.slice(), self.width, index), over(self.width))
    }

    /// So many values, from an index on and so far apart.
    pub(super) fn values(
        &self,
        first: usize,
        stride: usize,
        count: usize,
    ) -> impl Iterator<Item = Value> + '_ {
        let (bytes, width, over) = (self.slice(), self.width, over(self.width));
        (0..count).map(move |step| meaning(number(bytes, width, first + step * stride), over))
    }

    /// The greatest number of all; nothing if there are special values and shall be none.
    pub(super) fn greatest(&self, may_be_special: bool) -> Option<u32> {
        let (bytes, width) = (self.slice(), self.width);
        let special = over(width) - 1;
        (0..self.len()).try_fold(0, |greatest, index| match number(bytes, width, index) {
            number if number < special => Some(number.max(greatest)),
            _ => may_be_special.then_some(greatest),
        })
    }

    /// Writes a value; false if it does not fit.
    pub(super) fn set(&mut self, index: usize, value: Value) -> bool {
        let (width, over) = (self.width, over(self.width));
        let cell = match value {
            Value::Over => over,
            Value::Win => over - 1,
            Value::Nimber(Nimber(value)) => match u32::try_from(value) {
                Ok(value) if value < over - 1 => value,
                _ => return false,
            },
        };
        write(self.slice_mut(), width, index, cell);
        true
    }

    /// Copies so many values from one place to another.
    pub(super) fn copy(&mut self, from: usize, to: usize, count: usize) {
        let width = self.width;
        self.slice_mut().copy_within(from << width..(from + count) << width, to << width);
    }

    /// In a square of so many rows: writes the values of the earlier rows, in columns from `start`
    /// to less than `end`, into the rows of these numbers.
    pub(super) fn mirror(&mut self, side: usize, start: usize, end: usize) {
        fn mirrored<T: Copy + Default>(cells: &mut [T], side: usize, start: usize, end: usize) {
            let (earlier, later) = cells.split_at_mut(start * side);
            for first in (0..start).step_by(TILE) {
                for column in (start..end).step_by(TILE) {
                    let from = (&earlier[first * side + column..], side);
                    let to = (&mut later[(column - start) * side + first..], side);
                    match (TILE.min(start - first), TILE.min(end - column)) {
                        (TILE, TILE) => turn(from, to, TILE, TILE),
                        (rows, columns) => turn(from, to, rows, columns),
                    }
                }
            }
        }
        match self.width {
            0 => mirrored(self.slice_mut(), side, start, end),
            1 => mirrored(self.slice_mut().as_chunks_mut::<2>().0, side, start, end),
            _ => mirrored(self.slice_mut().as_chunks_mut::<4>().0, side, start, end),
        }
    }

    /// Whether so many values from two places on are the same.
    pub(super) fn are_same(&self, a: usize, b: usize, count: usize) -> bool {
        let part = |start: usize| &self.slice()[start << self.width..(start + count) << self.width];
        part(a) == part(b)
    }

    /// Where the values begin.
    #[cfg(feature = "jit")]
    pub(super) fn as_mut_ptr(&mut self) -> *mut u8 {
        self.slice_mut().as_mut_ptr()
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

    /// Makes room for sums of values that stand in a table already, and says how many bytes that
    /// takes in all. Nothing if they do not fit in 31 bits.
    pub(super) fn admit(&mut self, greatest: u32) -> Option<u64> {
        self.bound = self.bound.max((u64::from(greatest) + 1).next_power_of_two());
        (self.bound <= 1 << 31).then_some(4 * self.bound)
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
        let mut cells = Cells::new(values.len());
        for (index, &value) in values.iter().enumerate() {
            assert!(cells.set(index, value));
        }
        assert!(!cells.set(0, Value::Nimber(Nimber(254))));
        for width in 0..3 {
            assert_eq!(cells.width(), width);
            let found: Vec<Value> = (0..values.len()).map(|index| cells.value(index)).collect();
            assert_eq!(found, values);
            cells.widen().unwrap();
        }
        assert!(cells.set(0, Value::Nimber(Nimber(1 << 30))));
        assert_eq!(cells.value(0), Value::Nimber(Nimber(1 << 30)));
    }
}
