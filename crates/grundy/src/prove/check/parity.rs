//! A parity for each heap and its value, such that a break into two heaps gives an odd one exactly if
//! one heap is odd and the other even.
//!
//! The number of bits that a value shares with a mask behaves so, as nim-sums add parities. Where the
//! breaks of a code all take even amounts, or all odd ones, the size of the heap may count as well: of
//! two heaps and what was taken, the sizes add up to that of the heap that was broken.

/// A parity for each heap and value; of the values alone if the size does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parity {
    pub(super) mask: u64,
    pub(super) with_size: bool,
    /// What the amounts that breaks take add.
    pub(super) add: u32,
}

impl Parity {
    /// The parity under which everything is even.
    pub(super) const NONE: Parity = Parity { mask: 0, with_size: false, add: 0 };

    #[inline]
    pub(super) fn is_odd(self, heap: u64, value: u64) -> bool {
        let size = if self.with_size { (heap & 1) as u32 + self.add } else { 0 };
        ((value & self.mask).count_ones() + size) % 2 == 1
    }
}

/// The amounts after which two heaps may be left.
pub(super) fn breaks(digits: &[u8]) -> impl Iterator<Item = u64> + '_ {
    (0..).zip(digits).filter(|(_, digit)| **digit & 4 != 0).map(|(taken, _)| taken)
}

/// The parity of the amounts that breaks take, if it is one and the same.
pub(super) fn odd_breaks(digits: &[u8]) -> Option<u32> {
    let first = breaks(digits).next()? % 2;
    breaks(digits).all(|taken| taken % 2 == first).then_some(first as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn odd_comes_from_odd_and_even(
            mask in 0u64..64, with_size: bool, digits in prop::collection::vec(0u8..8, 1..5),
            sizes in (1u64..50, 1u64..50), values in (0u64..64, 0u64..64),
        ) {
            let odd = odd_breaks(&digits);
            prop_assume!(!with_size || odd.is_some());
            let parity = Parity { mask, with_size, add: odd.unwrap_or(0) };
            for taken in breaks(&digits) {
                let one = parity.is_odd(sizes.0, values.0);
                let other = parity.is_odd(sizes.1, values.1);
                let heap = sizes.0 + sizes.1 + taken;
                prop_assert_eq!(parity.is_odd(heap, values.0 ^ values.1), one != other);
            }
        }
    }
}
