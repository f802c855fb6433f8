//! The tower of quadratic extensions: nimbers of 32, 64 and 128 bits from those of 16.
//!
//! A nimber below `F^2`, `F = 2^(2^j)`, is `high F + low` with both parts below `F`, and
//! `F^2 = F + F/2`. Products take three products of parts (Karatsuba); the other operations have
//! closed forms in the parts, so all of them come down to the 16-bit tables in a few steps.

use super::tables::Tables;
use std::ops::BitXor;

/// The field of nimbers below `2^w` for one `w` of the tower.
pub(super) trait Level: Copy + BitXor<Output = Self> {
    /// The nim-product.
    fn product(self, other: Self, tables: &Tables) -> Self;
    /// The product with the highest power of two of this field, `2^(w-1)`.
    fn times_top(self, tables: &Tables) -> Self;
    /// The square.
    fn square(self, tables: &Tables) -> Self;
    /// The one element whose square this is.
    fn square_root(self, tables: &Tables) -> Self;
    /// The inverse, and 0 for 0.
    fn inverse(self, tables: &Tables) -> Self;
}

/// The nimber `high F + low`, `F` the size of the field of the parts.
#[derive(Clone, Copy)]
pub(super) struct Pair<T> {
    high: T,
    low: T,
}

impl<T: Level> BitXor for Pair<T> {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Pair { high: self.high ^ other.high, low: self.low ^ other.low }
    }
}

impl<T: Level> Level for Pair<T> {
    #[inline]
    fn product(self, other: Self, tables: &Tables) -> Self {
        let high = self.high.product(other.high, tables);
        let low = self.low.product(other.low, tables);
        let both = (self.high ^ self.low).product(other.high ^ other.low, tables);
        Pair { high: both ^ low, low: low ^ high.times_top(tables) }
    }

    /// The factor is `(F/2) F`.
    #[inline]
    fn times_top(self, tables: &Tables) -> Self {
        let high = self.high.times_top(tables);
        Pair { high: high ^ self.low.times_top(tables), low: high.times_top(tables) }
    }

    /// `high^2 (F + F/2) + low^2`.
    #[inline]
    fn square(self, tables: &Tables) -> Self {
        let high = self.high.square(tables);
        Pair { high, low: self.low.square(tables) ^ high.times_top(tables) }
    }

    /// What undoes the formula of the square.
    fn square_root(self, tables: &Tables) -> Self {
        Pair {
            high: self.high.square_root(tables),
            low: (self.low ^ self.high.times_top(tables)).square_root(tables),
        }
    }

    /// The conjugate of `F` is `F + 1`, so that of `high F + low` is `high F + (high + low)`. The
    /// product of the two, the norm, is `high^2 (F/2) + (high + low) low`, an element of the
    /// smaller field, and conjugate over norm is the inverse.
    fn inverse(self, tables: &Tables) -> Self {
        let sum = self.high ^ self.low;
        let norm = self.high.square(tables).times_top(tables) ^ sum.product(self.low, tables);
        let inverse = norm.inverse(tables);
        Pair { high: self.high.product(inverse, tables), low: sum.product(inverse, tables) }
    }
}

/// Nimbers below 2^32.
type Level32 = Pair<u16>;
/// Nimbers below 2^64, by the tables of logarithms alone.
pub(super) type Level64 = Pair<Level32>;
/// Nimbers below 2^128.
pub(super) type Level128 = Pair<u64>;

/// Nimbers below 2^64, by carry-less multiplication where the processor has it.
impl Level for u64 {
    #[inline]
    fn product(self, other: u64, tables: &Tables) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if let Some(carryless) = &tables.carryless {
            return carryless.product(self, other);
        }
        Level64::from(self).product(other.into(), tables).into()
    }

    #[inline]
    fn times_top(self, tables: &Tables) -> u64 {
        self.product(1 << 63, tables)
    }

    #[inline]
    fn square(self, tables: &Tables) -> u64 {
        self.product(self, tables)
    }

    fn square_root(self, tables: &Tables) -> u64 {
        Level64::from(self).square_root(tables).into()
    }

    fn inverse(self, tables: &Tables) -> u64 {
        Level64::from(self).inverse(tables).into()
    }
}

impl From<u32> for Level32 {
    #[inline]
    fn from(bits: u32) -> Level32 {
        Pair { high: (bits >> 16) as u16, low: bits as u16 }
    }
}

impl From<Level32> for u32 {
    #[inline]
    fn from(pair: Level32) -> u32 {
        (u32::from(pair.high) << 16) | u32::from(pair.low)
    }
}

impl From<u64> for Level64 {
    #[inline]
    fn from(bits: u64) -> Level64 {
        Pair { high: ((bits >> 32) as u32).into(), low: (bits as u32).into() }
    }
}

impl From<Level64> for u64 {
    #[inline]
    fn from(pair: Level64) -> u64 {
        (u64::from(u32::from(pair.high)) << 32) | u64::from(u32::from(pair.low))
    }
}

impl From<u128> for Level128 {
    #[inline]
    fn from(bits: u128) -> Level128 {
        Pair { high: (bits >> 64) as u64, low: bits as u64 }
    }
}

impl From<Level128> for u128 {
    #[inline]
    fn from(pair: Level128) -> u128 {
        (u128::from(pair.high) << 64) | u128::from(pair.low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nimber::field::definition;
    use proptest::prelude::*;
    use std::sync::LazyLock;

    /// What processors without carry-less multiplication use.
    static PORTABLE: LazyLock<Tables> = LazyLock::new(Tables::portable);

    proptest! {
        #[test]
        fn portable_products_agree_with_the_recursion(a: u128, b: u128, shift in 0..128u32) {
            let (a, b) = (a >> shift, b >> (shift / 2));
            let product = Level128::from(a).product(b.into(), &PORTABLE);
            prop_assert_eq!(u128::from(product), definition::product(a, b));
            let product = (a as u64).product(b as u64, &PORTABLE);
            let expected = definition::product((a as u64).into(), (b as u64).into());
            prop_assert_eq!(u128::from(product), expected);
        }

        #[test]
        fn portable_closed_forms_agree_with_the_product(a: u128) {
            let element = Level128::from(a);
            let square = element.square(&PORTABLE);
            prop_assert_eq!(u128::from(square), definition::product(a, a));
            prop_assert_eq!(u128::from(square.square_root(&PORTABLE)), a);
            let top = element.times_top(&PORTABLE);
            prop_assert_eq!(u128::from(top), definition::product(a, 1 << 127));
            let inverse = element.inverse(&PORTABLE).into();
            prop_assert_eq!(definition::product(a, inverse), u128::from(a != 0));
        }
    }
}
