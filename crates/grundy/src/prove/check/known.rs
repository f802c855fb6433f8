//! The values that the checker has computed, in as few bytes as they fit in: sequences of hundreds of
//! millions of heaps are checked.

/// The values of the heaps 0, 1, 2, ...
#[derive(Clone, Debug)]
pub(super) enum Known {
    Bytes(Vec<u8>),
    Words(Vec<u16>),
    Any(Vec<u64>),
}

impl Known {
    /// No value, with room for so many that are below 2^8.
    pub(super) fn with_room(count: usize) -> Known {
        Known::Bytes(Vec::with_capacity(count))
    }

    /// How many values there are.
    pub(super) fn len(&self) -> usize {
        match self {
            Known::Bytes(list) => list.len(),
            Known::Words(list) => list.len(),
            Known::Any(list) => list.len(),
        }
    }

    /// The bytes of one value.
    pub(super) fn width(&self) -> u64 {
        match self {
            Known::Bytes(_) => 1,
            Known::Words(_) => 2,
            Known::Any(_) => 8,
        }
    }

    /// The value of heap `n`, which is there.
    #[inline]
    pub(super) fn at(&self, n: u64) -> u64 {
        match self {
            Known::Bytes(list) => u64::from(list[n as usize]),
            Known::Words(list) => u64::from(list[n as usize]),
            Known::Any(list) => list[n as usize],
        }
    }

    /// The bytes of each value that [`Self::push`] would need for one like this.
    pub(super) fn width_with(&self, value: u64) -> u64 {
        let fits = match value {
            0..=0xFF => 1,
            0x100..=0xFFFF => 2,
            _ => 8,
        };
        fits.max(self.width())
    }

    /// Appends the value of the next heap; all values take more bytes if this one must.
    pub(super) fn push(&mut self, value: u64) {
        let width = self.width_with(value);
        if width > self.width() {
            let all = self.iter();
            *self = match width {
                // No value so far takes more than a byte.
                2 => Known::Words(all.map(|value| value as u16).collect()),
                _ => Known::Any(all.collect()),
            };
        }
        match self {
            Known::Bytes(list) => list.push(value as u8),
            Known::Words(list) => list.push(value as u16),
            Known::Any(list) => list.push(value),
        }
    }

    /// All values in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        (0..self.len() as u64).map(|n| self.at(n))
    }
}

#[cfg(test)]
mod tests {
    use super::Known;

    #[test]
    fn values_of_every_size_are_kept() {
        let given = [0, 255, 3, 256, 7, 65_535, 65_536, 1, u64::MAX, 0];
        let mut known = Known::with_room(2);
        let mut widths = Vec::new();
        for value in given {
            known.push(value);
            widths.push(known.width());
        }
        assert!(known.iter().eq(given));
        assert_eq!(widths, [1, 1, 1, 2, 2, 2, 8, 8, 8, 8]);
    }
}
