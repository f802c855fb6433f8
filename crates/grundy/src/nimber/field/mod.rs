//! Nimbers as a field: product, inverse, powers, square roots and quadratic equations.
//!
//! With the nim-sum (xor) as addition and Conway's nim-product `a b = mex {a' b + a b' + a' b'}`
//! over all `a' < a`, `b' < b`, the nimbers below `2^(2^k)` are a field of characteristic 2 for
//! every `k`, each contained in the next (On Numbers and Games, chapter 6). The product is also
//! the theory of some games: by the Tartan theorem the value of a position of a product of two
//! coin-turning games is the nim-product of the values in the two.
//!
//! The functions here work on every nimber below 2^128. Those below 2^64 are a subfield, which
//! the functions stay in when they can; `Nimber * Nimber` is its product. Speed comes from
//! tables of logarithms for the nimbers below 2^16, made at the first use, and a tower of
//! quadratic extensions over them, and on x86-64 from its carry-less multiplication;
//! [`definition::product`] is the plain recursion that both are tested against.

#[cfg(target_arch = "x86_64")]
mod carryless;
pub mod definition;
mod logarithm;
mod tables;
mod tower;

use super::Nimber;
use std::ops::{Mul, MulAssign};
use tables::Tables;
use tower::{Level, Level128};

/// The primes whose product is 2^128 - 1, the order of the multiplicative group: the factors of
/// the Fermat numbers `2^(2^k) + 1` for `k` from 0 to 6.
const ORDER_PRIMES: [u128; 9] =
    [3, 5, 17, 257, 65_537, 641, 6_700_417, 274_177, 67_280_421_310_721];

/// The nim-product of `a` and `b`.
///
/// ```
/// use grundy::nimber::field::product;
/// assert_eq!(product(2, 3), 1);
/// assert_eq!(product(1 << 64, 7), 7 << 64);
/// ```
#[inline]
pub fn product(a: u128, b: u128) -> u128 {
    let tables = Tables::get();
    match (u64::try_from(a), u64::try_from(b)) {
        (Ok(a), Ok(b)) => a.product(b, tables).into(),
        _ => Level128::from(a).product(b.into(), tables).into(),
    }
}

/// The nim-square of `a`.
///
/// ```
/// use grundy::nimber::field::square;
/// assert_eq!(square(8), 13);
/// ```
pub fn square(a: u128) -> u128 {
    Level128::from(a).square(Tables::get()).into()
}

/// The number whose nim-square is `a`. Every nimber has exactly one, of no more bits than the
/// smallest field `2^(2^k)` that contains `a`.
///
/// ```
/// use grundy::nimber::field::square_root;
/// assert_eq!(square_root(13), 8);
/// ```
pub fn square_root(a: u128) -> u128 {
    Level128::from(a).square_root(Tables::get()).into()
}

/// The number whose nim-product with `a` is 1, or `None` for 0.
///
/// ```
/// use grundy::nimber::field::inverse;
/// assert_eq!(inverse(2), Some(3));
/// assert_eq!(inverse(0), None);
/// ```
pub fn inverse(a: u128) -> Option<u128> {
    (a != 0).then(|| Level128::from(a).inverse(Tables::get()).into())
}

/// The nim-product of `exponent` factors `a`; 1 when the exponent is 0, also for `a` = 0.
///
/// At most 128 squares and 128 products. For `a` other than 0 the exponent may be reduced modulo
/// `2^128 - 1` first, which makes exponents of any size, negative ones too, possible.
///
/// ```
/// use grundy::nimber::field::power;
/// assert_eq!(power(2, 3), 1);
/// assert_eq!(power(0, 0), 1);
/// ```
pub fn power(a: u128, exponent: u128) -> u128 {
    let mut result = 1;
    for bit in (0..u128::BITS - exponent.leading_zeros()).rev() {
        result = square(result);
        if exponent >> bit & 1 == 1 {
            result = product(result, a);
        }
    }
    result
}

/// The least exponent above 0 that takes `a` to 1, or `None` for 0. Nine [`power`]s.
///
/// ```
/// use grundy::nimber::field::order;
/// assert_eq!(order(1), Some(1));
/// assert_eq!(order(2), Some(3));
/// assert_eq!(order(8), Some(5));
/// assert_eq!(order(0), None);
/// ```
pub fn order(a: u128) -> Option<u128> {
    if a == 0 {
        return None;
    }
    // The group's order has no square factor: each of its primes is needed or not.
    let without_needless = |order: u128, prime: &u128| {
        if power(a, order / prime) == 1 { order / prime } else { order }
    };
    Some(ORDER_PRIMES.iter().fold(u128::MAX, without_needless))
}

/// The numbers `x` below 2^128 with `x^2 + b x + c = 0` (nim-arithmetic), ascending.
///
/// One root when `b` is 0, otherwise two or none. Where `b` and `c` are below 2^64 there are
/// always roots, though perhaps above 2^64: every quadratic equation over one field of the tower
/// has its roots in the next.
///
/// ```
/// use grundy::nimber::field::quadratic_roots;
/// assert_eq!(quadratic_roots(1, 1), [2, 3]);
/// assert_eq!(quadratic_roots(0, 13), [8]);
/// assert_eq!(quadratic_roots(1, 1 << 127), []);
/// ```
pub fn quadratic_roots(b: u128, c: u128) -> Vec<u128> {
    let Some(inverse) = inverse(b) else {
        return vec![square_root(c)];
    };
    // With x = b y the equation is y^2 + y = c / b^2, and y + 1 is a root when y is.
    let target = product(c, square(inverse));
    if target >> 127 == 1 {
        return Vec::new();
    }
    let x = product(b, artin_schreier_root(target, 128));
    vec![x.min(x ^ b), x.max(x ^ b)]
}

/// The even `y` below `2^width` with `y^2 + y = target`, where `target < 2^(width - 1)` and the
/// width is a power of two.
///
/// With `y = h F + l`, `y^2 + y = (h^2 + h) F + (l^2 + l + h^2 (F/2))`, two such equations in the
/// smaller field. One is soluble exactly when the top bit of its target is 0. That of the first
/// is the top bit of `target`; its roots `h` and `h + 1` give the second targets that differ by
/// `F/2`, just the top bit, so one of them is right.
fn artin_schreier_root(target: u128, width: u32) -> u128 {
    if width == 1 {
        return 0;
    }
    let half = width / 2;
    let top = 1 << (half - 1);
    let mut high = artin_schreier_root(target >> half, half);
    let mut rest = (target & ((1 << half) - 1)) ^ product(square(high), top);
    if rest & top != 0 {
        high ^= 1;
        rest ^= top;
    }
    high << half | artin_schreier_root(rest, half)
}

impl Mul for Nimber {
    type Output = Nimber;
    /// The nim-product, which is below 2^64 when both factors are.
    #[inline]
    fn mul(self, other: Nimber) -> Nimber {
        Nimber(self.0.product(other.0, Tables::get()))
    }
}

impl MulAssign for Nimber {
    #[inline]
    fn mul_assign(&mut self, other: Nimber) {
        *self = *self * other;
    }
}
