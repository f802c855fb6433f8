//! The values of a table, in 1, 8, 16 or 32 bits.
//!
//! The two greatest numbers of a width stand for the special values: over, and win. Numbers of
//! several bytes have the lowest first, as the processors have them for which there is machine code.
//! Values of one bit, 0 and 1, say who wins; the first of a word is its lowest digit.
//!
//! ```text
//! marks      which values the options of a component have, to find its mex
//! mirror     what was computed for [a, b], as [b, a]
//! kept       values that outlast the program, in a room of somebody else
//! ```

mod kept;
mod marks;
mod mirror;

pub(super) use kept::{Digested, open, shape};
pub use kept::{Note, Room};
pub(super) use marks::Marks;

use super::order::WORD;
use super::threads::Helpers;
use crate::nimber::Nimber;
use crate::pages::{in_large_pages, zeros};
use crate::ruleset::{Failure, Value};
use mirror::mirror;

/// Values that are widened together, or left out together if they all are 0.
const STRETCH: usize = 1 << 10;

/// The width of a bit, and that of a byte: binary digits of a value, as a power of two.
pub(super) const BIT: u8 = 0;
pub(super) const BYTE: u8 = 3;
#[cfg(feature = "jit")]
pub(super) const PAIR: u8 = 4;
/// The greatest width.
pub(super) const WIDEST: u8 = 5;

/// Bytes that so many values take.
pub(super) fn bytes_of(count: u64, width: u8) -> u64 {
    match width {
        BIT => count.div_ceil(8),
        width => count.saturating_mul(1 << (width - BYTE)),
    }
}

/// The values.
pub(super) struct Cells {
    /// Binary digits of a value, as a power of two.
    width: u8,
    storage: Storage,
}

/// Where values stand.
enum Storage {
    Memory(Vec<u8>),
    Room(Box<dyn Room>),
}

/// The number at an index.
#[inline]
fn number(bytes: &[u8], width: u8, index: usize) -> u32 {
    match width {
        BIT => (bytes[index >> 3] >> (index & 7) & 1).into(),
        BYTE => bytes[index].into(),
        4 => u16::from_le_bytes(bytes.as_chunks().0[index]).into(),
        _ => u32::from_le_bytes(bytes.as_chunks().0[index]),
    }
}

/// Writes a number that fits.
#[inline]
fn write(bytes: &mut [u8], width: u8, index: usize, number: u32) {
    match width {
        BIT => {
            let byte = &mut bytes[index >> 3];
            *byte = *byte & !(1 << (index & 7)) | (number as u8) << (index & 7);
        }
        BYTE => bytes[index] = number as u8,
        4 => bytes.as_chunks_mut().0[index] = (number as u16).to_le_bytes(),
        _ => bytes.as_chunks_mut().0[index] = number.to_le_bytes(),
    }
}

/// The number that stands for "over" in a width; "win" is one less. A bit has no room for them.
#[inline]
fn over(width: u8) -> u32 {
    match width {
        BIT => 3,
        width => u32::MAX >> (32 - (1 << width)),
    }
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

impl Cells {
    /// So many values of this width, all 0.
    pub(super) fn new(count: usize, width: u8) -> Cells {
        let bytes = bytes_of(count as u64, width) as usize;
        Cells { width, storage: Storage::Memory(zeros(bytes)) }
    }

    /// The values of this width that stand in a room.
    pub(super) fn kept(width: u8, room: Box<dyn Room>) -> Cells {
        Cells { width, storage: Storage::Room(room) }
    }

    #[inline]
    fn slice(&self) -> &[u8] {
        match &self.storage {
            Storage::Memory(bytes) => bytes,
            Storage::Room(room) => room.bytes(),
        }
    }

    #[inline]
    fn slice_mut(&mut self) -> &mut [u8] {
        match &mut self.storage {
            Storage::Memory(bytes) => bytes,
            Storage::Room(room) => room.bytes_mut(),
        }
    }

    /// The room in which the values stand, if they do not stand in plain memory.
    pub(super) fn room(&mut self) -> Option<&mut dyn Room> {
        match &mut self.storage {
            Storage::Memory(_) => None,
            Storage::Room(room) => Some(&mut **room),
        }
    }

    pub(super) fn len(&self) -> usize {
        (self.slice().len() << 3) >> self.width
    }

    /// Bytes of all values.
    pub(super) fn bytes(&self) -> u64 {
        self.slice().len() as u64
    }

    /// Bytes of plain memory that so many values of this width take.
    pub(super) fn memory(&self, count: u64) -> u64 {
        match &self.storage {
            Storage::Memory(_) => bytes_of(count, self.width),
            Storage::Room(_) => 0,
        }
    }

    /// Binary digits of a value, as a power of two.
    pub(super) fn width(&self) -> u8 {
        self.width
    }

    /// Makes room for so many values in all, the new ones 0; of values in plain memory.
    pub(super) fn lengthen(&mut self, count: usize) {
        if let Storage::Memory(bytes) = &mut self.storage {
            let wanted = bytes_of(count as u64, self.width) as usize;
            bytes.reserve(wanted.saturating_sub(bytes.len()));
            in_large_pages(bytes);
            bytes.resize(wanted, 0);
        }
    }

    /// The values so far in the next width, until the greatest; only 0 stands from `used` on.
    ///
    /// # Errors
    /// There is no more room.
    pub(super) fn widen(&mut self, used: usize) -> Result<(), Failure> {
        let (BYTE..WIDEST) = self.width else { return Ok(()) };
        let (width, count) = (self.width + 1, self.len());
        let bytes = bytes_of(count as u64, width);
        let mut wide = match &self.storage {
            Storage::Memory(_) => Storage::Memory(zeros(bytes as usize)),
            Storage::Room(room) => Storage::Room(room.wider(bytes)?),
        };
        let to = match &mut wide {
            Storage::Memory(bytes) => &mut bytes[..],
            Storage::Room(room) => room.bytes_mut(),
        };
        let from = self.slice();
        for start in (0..used).step_by(STRETCH) {
            let end = used.min(start + STRETCH);
            // Much of what is still to be computed is memory that nothing has touched so far.
            let shift = self.width - BYTE;
            if from[start << shift..end << shift].iter().fold(0, |all, &byte| all | byte) == 0 {
                continue;
            }
            for index in start..end {
                let below = over(self.width) - number(from, self.width, index);
                let special = below <= 1;
                let all = if special { over(width) } else { over(self.width) };
                write(to, width, index, all - below);
            }
        }
        *self = Cells { width, storage: wide };
        Ok(())
    }

    #[inline]
    pub(super) fn value(&self, index: usize) -> Value {
        meaning(number(self.slice(), self.width, index), over(self.width))
    }

    /// So many values, from an index on and so far apart.
    #[inline]
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

    /// Where so many values stand from an index on: of bits, whole words.
    fn bytes_at(&self, start: usize, count: usize) -> std::ops::Range<usize> {
        match self.width {
            BIT => start >> 3..(start + count).div_ceil(WORD as usize) << 3,
            width => start << (width - BYTE)..(start + count) << (width - BYTE),
        }
    }

    /// Copies so many values from one place to another; of bits, whole rows.
    pub(super) fn copy(&mut self, from: usize, to: usize, count: usize) {
        let (from, to) = (self.bytes_at(from, count), self.bytes_at(to, count));
        self.slice_mut().copy_within(from, to.start);
    }

    /// In a square of so many rows: writes the values of the earlier rows, in columns from the first of these to less
    /// than the second, into the rows of these numbers. Where that is much, so many threads do it.
    pub(super) fn mirror(
        &mut self,
        side: usize,
        columns: (usize, usize),
        helpers: Option<&Helpers>,
    ) {
        let width = self.width;
        mirror((self.slice_mut(), width), side, columns, helpers);
    }

    /// Whether so many values from two places on are the same; of bits, whole rows.
    pub(super) fn are_same(&self, a: usize, b: usize, count: usize) -> bool {
        let part = |start: usize| &self.slice()[self.bytes_at(start, count)];
        part(a) == part(b)
    }

    /// Where the values begin.
    #[cfg(feature = "jit")]
    pub(super) fn as_mut_ptr(&mut self) -> *mut u8 {
        self.slice_mut().as_mut_ptr()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_their_meaning_when_they_get_more_room() {
        let values =
            [Value::Over, Value::Win, Value::Nimber(Nimber(0)), Value::Nimber(Nimber(253))];
        let mut cells = Cells::new(values.len(), BYTE);
        for (index, &value) in values.iter().enumerate() {
            assert!(cells.set(index, value));
        }
        assert!(!cells.set(0, Value::Nimber(Nimber(254))));
        for width in BYTE..=WIDEST {
            assert_eq!(cells.width(), width);
            let found: Vec<Value> = (0..values.len()).map(|index| cells.value(index)).collect();
            assert_eq!(found, values);
            let used = cells.len();
            cells.widen(used).unwrap();
        }
        assert!(cells.set(0, Value::Nimber(Nimber(1 << 30))));
        assert_eq!(cells.value(0), Value::Nimber(Nimber(1 << 30)));
    }

    /// Numbers that look random, the same in every run.
    fn random(seed: u64) -> impl Iterator<Item = u64> {
        std::iter::successors(Some(seed), |&x| {
            Some(x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1))
        })
        .map(|x| x >> 33)
    }

    #[test]
    fn bits_are_read_as_they_were_written() {
        let (count, mut twin) = (300, vec![0; 300]);
        let mut cells = Cells::new(count, BIT);
        assert!(!cells.set(0, Value::Nimber(Nimber(2))));
        for (index, value) in random(1).map(|x| x as usize % count).zip(random(2)).take(2000) {
            twin[index] = value & 1;
            assert!(cells.set(index, Value::Nimber(Nimber(value & 1))));
        }
        let found: Vec<Value> = cells.values(0, 1, count).collect();
        assert_eq!(found, twin.iter().map(|&v| Value::Nimber(Nimber(v))).collect::<Vec<_>>());
        assert_eq!(cells.bytes(), 38);
    }

    #[test]
    fn blocks_are_mirrored_in_every_width() {
        for (side, width) in
            [(64_usize, BIT), (65, BIT), (190, BIT), (130, BYTE), (130, 4), (70, 5), (2150, BYTE)]
        {
            let row = if width == BIT { side.next_multiple_of(64) } else { side };
            let mut cells = Cells::new(row * side, width);
            let mut values = random(side as u64);
            for a in 0..side {
                for b in a..side {
                    let value = Value::Nimber(Nimber(values.next().unwrap() & 1));
                    assert!(cells.set(a * row + b, value));
                    if b < a | 63 {
                        assert!(cells.set(b * row + a, value));
                    }
                }
            }
            for start in (0..side).step_by(64) {
                let helpers = Helpers::new(start / 64 % 3);
                cells.mirror(side, (start, side.min(start + 64)), Some(&helpers));
            }
            for (a, b) in (0..side).flat_map(|a| (0..side).map(move |b| (a, b))) {
                let late = a / 64 != b / 64;
                assert!(!late || cells.value(a * row + b) == cells.value(b * row + a), "{a} {b}");
            }
        }
    }
}
