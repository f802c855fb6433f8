//! A growing sequence of Grundy values, each stored in as few bytes as all of them need.

use crate::limits::{Limits, Stop};

/// Grundy values of the heaps 0, 1, 2, ... in order.
///
/// Kept in 8 bits each while all fit, then in 16, 32 or 64: the sequence widens by itself and
/// nothing is computed anew.
///
/// ```
/// use grundy::heap::Values;
/// let mut values: Values = [0, 1, 255].into_iter().collect();
/// assert_eq!(values.as_bytes(), Some(&[0, 1, 255][..]));
/// values.push(256);
/// assert_eq!((values.len(), values.width(), values.get(3), values.get(4)), (4, 2, Some(256), None));
/// ```
#[derive(Clone, Debug)]
pub struct Values(Width);

#[derive(Clone, Debug)]
enum Width {
    Bits8(Vec<u8>),
    Bits16(Vec<u16>),
    Bits32(Vec<u32>),
    Bits64(Vec<u64>),
}

/// Runs `$body` with `$list` bound to the vector, whatever its width.
macro_rules! each_width {
    ($values:expr, $list:ident => $body:expr) => {
        match $values {
            Width::Bits8($list) => $body,
            Width::Bits16($list) => $body,
            Width::Bits32($list) => $body,
            Width::Bits64($list) => $body,
        }
    };
}

impl Default for Values {
    fn default() -> Values {
        Values(Width::Bits8(Vec::new()))
    }
}

/// Something done with values in the width they are stored in.
pub(super) trait Visit {
    /// What comes of it.
    type Answer;

    /// Does it.
    fn visit<T: Copy + Ord + Into<u64>>(self, values: &[T]) -> Self::Answer;
}

impl Values {
    /// Shows all values, in the width they are stored in.
    pub(super) fn with<V: Visit>(&self, visit: V) -> V::Answer {
        each_width!(&self.0, list => visit.visit(list))
    }

    /// How many heaps have a value: the values of `0..len` are known.
    pub fn len(&self) -> usize {
        each_width!(&self.0, list => list.len())
    }

    /// Whether no value is known.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of heap `n`, if known.
    #[expect(clippy::useless_conversion, reason = "one of the four widths is the answer's")]
    #[inline]
    pub fn get(&self, n: usize) -> Option<u64> {
        each_width!(&self.0, list => list.get(n).map(|&value| u64::from(value)))
    }

    /// All values in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = u64> + ExactSizeIterator + '_ {
        (0..self.len()).map(|n| self.at(n))
    }

    /// The bytes that one value takes: 1, 2, 4 or 8.
    pub fn width(&self) -> usize {
        match self.0 {
            Width::Bits8(_) => 1,
            Width::Bits16(_) => 2,
            Width::Bits32(_) => 4,
            Width::Bits64(_) => 8,
        }
    }

    /// The values as bytes, if all of them fit in 8 bits.
    pub fn as_bytes(&self) -> Option<&[u8]> {
        match &self.0 {
            Width::Bits8(list) => Some(list),
            _ => None,
        }
    }

    /// The value of heap `n`, which is known.
    #[expect(clippy::useless_conversion, reason = "one of the four widths is the answer's")]
    #[inline]
    pub(super) fn at(&self, n: usize) -> u64 {
        each_width!(&self.0, list => u64::from(list[n]))
    }

    /// No values yet, and room for so many of `width` bytes (1, 2, 4 or 8) without a larger list for a moment.
    pub fn with_room(count: usize, width: usize) -> Values {
        Values(match width {
            1 => Width::Bits8(Vec::with_capacity(count)),
            2 => Width::Bits16(Vec::with_capacity(count)),
            4 => Width::Bits32(Vec::with_capacity(count)),
            _ => Width::Bits64(Vec::with_capacity(count)),
        })
    }

    /// Appends the value of the next heap; widens the storage if it must.
    pub fn push(&mut self, value: u64) {
        loop {
            match &mut self.0 {
                Width::Bits8(list) => {
                    if let Ok(value) = u8::try_from(value) {
                        return list.push(value);
                    }
                    self.0 = Width::Bits16(list.iter().map(|&value| value.into()).collect());
                }
                Width::Bits16(list) => {
                    if let Ok(value) = u16::try_from(value) {
                        return list.push(value);
                    }
                    self.0 = Width::Bits32(list.iter().map(|&value| value.into()).collect());
                }
                Width::Bits32(list) => {
                    if let Ok(value) = u32::try_from(value) {
                        return list.push(value);
                    }
                    self.0 = Width::Bits64(list.iter().map(|&value| value.into()).collect());
                }
                Width::Bits64(list) => return list.push(value),
            }
        }
    }

    /// The list, if each value is stored in a byte.
    pub(super) fn into_bytes(self) -> Result<Vec<u8>, Values> {
        if let Width::Bits8(list) = self.0 { Ok(list) } else { Err(self) }
    }

    /// The list, if each value is stored in two bytes.
    pub(super) fn into_words(self) -> Result<Vec<u16>, Values> {
        if let Width::Bits16(list) = self.0 { Ok(list) } else { Err(self) }
    }

    /// The list, if each value is stored in four bytes.
    pub(super) fn into_longs(self) -> Result<Vec<u32>, Values> {
        if let Width::Bits32(list) = self.0 { Ok(list) } else { Err(self) }
    }

    /// Keeps the first `len` values.
    pub fn truncate(&mut self, len: usize) {
        each_width!(&mut self.0, list => {
            list.truncate(len);
            list.shrink_to_fit();
        });
    }

    /// Whether one more value fits in the memory allowed, also if the vector must grow for it.
    pub(super) fn check_memory(&self, limits: &Limits) -> Result<(), Stop> {
        let (len, capacity) = each_width!(&self.0, list => (list.len(), list.capacity()));
        if len < capacity {
            return Ok(());
        }
        limits.check_memory(3 * self.width() as u64 * len as u64)
    }
}

impl From<Vec<u8>> for Values {
    fn from(list: Vec<u8>) -> Values {
        Values(Width::Bits8(list))
    }
}

impl From<Vec<u16>> for Values {
    fn from(list: Vec<u16>) -> Values {
        Values(Width::Bits16(list))
    }
}

impl From<Vec<u32>> for Values {
    fn from(list: Vec<u32>) -> Values {
        Values(Width::Bits32(list))
    }
}

impl PartialEq for Values {
    fn eq(&self, other: &Values) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl Eq for Values {}

impl FromIterator<u64> for Values {
    fn from_iter<I: IntoIterator<Item = u64>>(iter: I) -> Values {
        let mut values = Values::default();
        for value in iter {
            values.push(value);
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widens_and_keeps_everything() {
        let given = [0, 255, 256, 3, 65535, 65536, 7, u64::from(u32::MAX), 1 << 32, u64::MAX];
        let mut values = Values::default();
        let mut widths = Vec::new();
        for value in given {
            values.push(value);
            widths.push(values.width());
        }
        assert!(values.iter().eq(given));
        assert_eq!(widths, [1, 1, 2, 2, 2, 4, 4, 4, 8, 8]);
        assert_eq!(values.get(given.len()), None);
        values.truncate(2);
        assert_eq!(values, [0, 255].into_iter().collect());
    }

    #[test]
    fn memory_is_asked_for_before_it_is_taken() {
        let mut values = Values::default();
        let limits = Limits::default().memory(1000);
        while values.check_memory(&limits).is_ok() {
            values.push(1);
            assert!(values.len() < 1001);
        }
        assert!(values.len() > 100);
    }
}
