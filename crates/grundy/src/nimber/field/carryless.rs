//! The product of nimbers below 2^64 by the processor's multiplication of polynomials over GF(2).
//!
//! Fields of one size are isomorphic, so the nimbers below 2^64 are the polynomials modulo
//! `x^64 + x^4 + x^3 + x + 1` under other names. With [`ROOT`], a nimber that is a root of this
//! polynomial, the nimber of `sum c_i x^i` is `sum c_i ROOT^i`. This map and its inverse are
//! linear over GF(2) and are applied a byte at a time; a product is then two maps in, a carry-less
//! multiplication, the reduction and one map back. It takes about a third of the time of the
//! logarithm tables.

use super::tables::Tables;
use super::tower::{Level, Level64};
use std::arch::x86_64::{
    _mm_clmulepi64_si128, _mm_cvtsi64_si128, _mm_cvtsi128_si64, _mm_set_epi64x, _mm_xor_si128,
};

/// The least nimber that is a root of `x^64 + x^4 + x^3 + x + 1`, found by splitting the
/// polynomial over the field with the trace map (Berlekamp; von zur Gathen and Gerhard, Modern
/// Computer Algebra, section 14.4).
const ROOT: u64 = 0x4028_84ca_01f7_c6b2;

/// `x^64` modulo the polynomial: `x^4 + x^3 + x + 1`.
const REDUCTION: i64 = 0b11011;

/// The isomorphism, on a processor that has the instruction `pclmulqdq`.
pub(super) struct Carryless {
    to_polynomial: LinearMap,
    to_nimber: LinearMap,
}

impl Carryless {
    /// The maps, or `None` where the processor lacks the instruction.
    pub(super) fn new(tables: &Tables) -> Option<Carryless> {
        if !is_x86_feature_detected!("pclmulqdq") {
            return None;
        }
        let mut powers = [1; 64];
        for i in 1..64 {
            powers[i] = Level64::from(powers[i - 1]).product(ROOT.into(), tables).into();
        }
        let to_polynomial = Box::new(byte_table(&inverse_matrix(powers)));
        Some(Carryless { to_polynomial, to_nimber: Box::new(byte_table(&powers)) })
    }

    /// The nim-product of `a` and `b`.
    #[inline]
    #[allow(unsafe_code, reason = "the call of a function for a processor that has been checked")]
    pub(super) fn product(&self, a: u64, b: u64) -> u64 {
        // SAFETY: `new` makes the only values of this type, after it has found the instruction.
        // Without the call the product takes three times as long.
        unsafe { self.product_by_instruction(a, b) }
    }

    /// The product of degree up to 126 is reduced twice: what stands from `x^64` up times
    /// `x^4 + x^3 + x + 1` has at most four bits from `x^64` up, and these leave none.
    #[target_feature(enable = "pclmulqdq")]
    fn product_by_instruction(&self, a: u64, b: u64) -> u64 {
        let a = _mm_cvtsi64_si128(apply(&self.to_polynomial, a).cast_signed());
        let b = _mm_cvtsi64_si128(apply(&self.to_polynomial, b).cast_signed());
        let reduction = _mm_set_epi64x(0, REDUCTION);
        let product = _mm_clmulepi64_si128::<0x00>(a, b);
        // The immediate 0x01 takes the upper half of the first factor.
        let once = _mm_clmulepi64_si128::<0x01>(product, reduction);
        let twice = _mm_clmulepi64_si128::<0x01>(once, reduction);
        let remainder = _mm_xor_si128(product, _mm_xor_si128(once, twice));
        apply(&self.to_nimber, _mm_cvtsi128_si64(remainder).cast_unsigned())
    }
}

/// A linear map on 64 bits: the image of every value of every byte.
type LinearMap = Box<[[u64; 256]; 8]>;

#[inline]
fn apply(map: &LinearMap, bits: u64) -> u64 {
    let images = map.iter().zip(bits.to_le_bytes()).map(|(byte, value)| byte[usize::from(value)]);
    images.fold(0, |sum, image| sum ^ image)
}

/// The table of the map that takes bit `i` to `columns[i]`.
fn byte_table(columns: &[u64; 64]) -> [[u64; 256]; 8] {
    let mut table = [[0; 256]; 8];
    for (byte, columns) in table.iter_mut().zip(columns.chunks(8)) {
        for (bit, column) in columns.iter().enumerate() {
            let size = 1 << bit;
            for smaller in 0..size {
                byte[size + smaller] = byte[smaller] ^ column;
            }
        }
    }
    table
}

/// The columns of the inverse of an invertible matrix over GF(2), by elimination on the columns.
fn inverse_matrix(mut columns: [u64; 64]) -> [u64; 64] {
    let mut inverse: [u64; 64] = std::array::from_fn(|i| 1 << i);
    for bit in 0..64 {
        let has_bit = |column: u64| column >> bit & 1 == 1;
        let pivot = (bit..63).find(|&i| has_bit(columns[i])).unwrap_or(63);
        columns.swap(bit, pivot);
        inverse.swap(bit, pivot);
        for i in (0..64).filter(|&i| i != bit) {
            if has_bit(columns[i]) {
                columns[i] ^= columns[bit];
                inverse[i] ^= inverse[bit];
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nimber::field::{definition, power};
    use proptest::prelude::*;

    #[test]
    fn the_root_is_one_and_the_least_of_its_conjugates() {
        let root = u128::from(ROOT);
        assert_eq!(power(root, 64) ^ power(root, 4) ^ power(root, 3) ^ root ^ 1, 0);
        assert!((1..64).all(|k| power(root, 1 << k) > root));
    }

    proptest! {
        #[test]
        fn agrees_with_the_recursion(a: u64, b: u64) {
            if let Some(carryless) = &Tables::get().carryless {
                let expected = definition::product(a.into(), b.into());
                prop_assert_eq!(u128::from(carryless.product(a, b)), expected);
            }
        }
    }
}
