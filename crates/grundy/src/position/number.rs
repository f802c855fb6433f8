//! Numbers as people write them: 1000, 1_000_000, 2^32, 10**6, 1e6.

use num_bigint::BigUint;

/// Most binary digits of a number that is typed.
pub(crate) const MOST_BITS: u64 = 1 << 20;
/// Most decimal digits: those of a number of [`MOST_BITS`].
const MOST_DIGITS: usize = 315_653;

/// Why a text is not read as a number by [`number`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoNumber {
    /// It is not written as one.
    Form,
    /// It has more than 2^20 binary digits.
    Size,
}

/// Reads a number as people write it: digits, `_` between them if one likes, and perhaps a power, `2^32`, `10**6` or `1e6`.
///
/// ```
/// use grundy::position::{NoNumber, number};
/// assert_eq!(number("1_000_000")?, 1_000_000_u32.into());
/// assert_eq!(number("10^6")?, number("1e6")?);
/// assert_eq!(number("-1"), Err(NoNumber::Form));
/// assert_eq!(number("2^5000000000"), Err(NoNumber::Size));
/// # Ok::<(), NoNumber>(())
/// ```
///
/// # Errors
/// What keeps it from being read.
pub fn number(text: &str) -> Result<BigUint, NoNumber> {
    let (base, sign, exponent) =
        match ["**", "^", "e", "E"].iter().find(|sign| text.contains(**sign)) {
            Some(sign) => {
                let (base, exponent) = text.split_once(sign).unwrap_or((text, ""));
                (base, *sign, exponent)
            }
            None => return digits(text),
        };
    let (factor, exponent) = (digits(base)?, digits(exponent)?);
    let tens = matches!(sign, "e" | "E");
    let base = if tens { BigUint::from(10_u8) } else { factor.clone() };
    let exponent = u32::try_from(&exponent).map_err(|_| NoNumber::Size)?;
    // Powers of 0 and 1 stay small; any other base has a bit or more for each factor.
    if base.bits() > 1 && u64::from(exponent).saturating_mul(base.bits()) > MOST_BITS {
        return Err(NoNumber::Size);
    }
    let power = base.pow(exponent);
    Ok(if tens { factor * power } else { power })
}

fn digits(text: &str) -> Result<BigUint, NoNumber> {
    let is_number = text.starts_with(|sign: char| sign.is_ascii_digit())
        && text.bytes().all(|sign| sign.is_ascii_digit() || sign == b'_');
    let digits = if text.contains('_') { &text.replace('_', "") } else { text };
    let digits = digits.trim_start_matches('0');
    match is_number {
        false => Err(NoNumber::Form),
        true if digits.len() > MOST_DIGITS => Err(NoNumber::Size),
        true if digits.is_empty() => Ok(BigUint::ZERO),
        true => digits.parse().map_err(|_| NoNumber::Form),
    }
}
