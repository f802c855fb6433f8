//! Nimbers: the Grundy values of impartial games, their sum, their product and the mex rule.
//!
//! By the Sprague-Grundy theorem every position of a finite impartial game in normal play is
//! equal to one Nim heap; the size of that heap is its Grundy value, written `*n`.

pub mod field;
mod mex;
mod shift;

pub(crate) use mex::least_missing;
pub use mex::{Mex, mex};
pub(crate) use shift::shifted_block;

use std::fmt;
use std::iter::Sum;
use std::num::ParseIntError;
use std::ops::{BitXor, BitXorAssign};
use std::str::FromStr;

use num_bigint::BigUint;

/// A Grundy value: the size of the Nim heap that a position is equal to, `0..=u64::MAX`.
///
/// `Display` prints the number; the alternate form `{:#}` prints `*n`.
///
/// ```
/// use grundy::nimber::Nimber;
/// let sum = Nimber(5) ^ Nimber(7);
/// assert_eq!(sum, Nimber(2));
/// assert_eq!(format!("{sum} {sum:#}"), "2 *2");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nimber(pub u64);

impl Nimber {
    /// The value of a position from which the player to move loses.
    pub const ZERO: Nimber = Nimber(0);
}

impl From<u64> for Nimber {
    fn from(size: u64) -> Nimber {
        Nimber(size)
    }
}

impl From<Nimber> for u64 {
    fn from(nimber: Nimber) -> u64 {
        nimber.0
    }
}

impl From<Nimber> for BigUint {
    fn from(nimber: Nimber) -> BigUint {
        BigUint::from(nimber.0)
    }
}

/// Its size, as in `5` or `*5`.
///
/// ```
/// use grundy::nimber::Nimber;
/// assert_eq!(["5", "*5"].map(str::parse), [Ok(Nimber(5)), Ok(Nimber(5))]);
/// assert!("-1".parse::<Nimber>().is_err());
/// ```
impl FromStr for Nimber {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Nimber, ParseIntError> {
        text.strip_prefix('*').unwrap_or(text).parse().map(Nimber)
    }
}

/// The nim-sum of all.
///
/// ```
/// use grundy::nimber::Nimber;
/// assert_eq!([1, 2, 4].map(Nimber).into_iter().sum::<Nimber>(), Nimber(7));
/// ```
impl Sum for Nimber {
    fn sum<I: Iterator<Item = Nimber>>(nimbers: I) -> Nimber {
        nimbers.fold(Nimber::ZERO, BitXor::bitxor)
    }
}

impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            f.write_str("*")?;
        }
        fmt::Display::fmt(&self.0, f)
    }
}

impl BitXor for Nimber {
    type Output = Nimber;
    /// The nim-sum: the value of two positions played side by side.
    fn bitxor(self, other: Nimber) -> Nimber {
        Nimber(self.0 ^ other.0)
    }
}

impl BitXorAssign for Nimber {
    fn bitxor_assign(&mut self, other: Nimber) {
        self.0 ^= other.0;
    }
}
