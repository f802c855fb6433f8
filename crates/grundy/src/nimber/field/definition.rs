//! Nim multiplication by plain recursion: slow, and what the fast product is tested against.

/// The nim-product of `a` and `b`, by Conway's rules for Fermat powers.
///
/// `F = 2^(2^j)` is a *Fermat power*. The nim-product of a Fermat power and a smaller number is
/// their ordinary product, and `F` times `F` is `F` xor `F/2` (On Numbers and Games, chapter 6).
/// With `F` the largest Fermat power not above either factor, distributivity gives
///
/// `(a1 F + a0)(b1 F + b0) = (a1 b1 + a1 b0 + a0 b1) F + a0 b0 + a1 b1 * (F/2)`,
///
/// `+` being xor. Five products of half the length: about `5^6` for 64 bits and `5^7` for 128.
///
/// ```
/// use grundy::nimber::field::definition;
/// assert_eq!(definition::product(8, 8), 13);
/// ```
pub fn product(a: u128, b: u128) -> u128 {
    if a < 2 || b < 2 {
        return a * b;
    }
    let length = (a | b).ilog2();
    let half = 1 << length.ilog2();
    let power = 1u128 << half;
    let (a1, a0) = (a >> half, a & (power - 1));
    let (b1, b0) = (b >> half, b & (power - 1));
    let top = product(a1, b1);
    ((top ^ product(a1, b0) ^ product(a0, b1)) << half) ^ product(a0, b0) ^ product(top, power / 2)
}
