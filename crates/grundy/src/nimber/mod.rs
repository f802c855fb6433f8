//! Nimbers: the Grundy values of impartial games, their sum and the mex rule.
//!
//! By the Sprague-Grundy theorem every position of a finite impartial game in normal play is
//! equal to one Nim heap; the size of that heap is its Grundy value, written `*n`.

use std::fmt;
use std::ops::{BitXor, BitXorAssign};

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

/// A set of Grundy values that answers "the least value not in it" (the *mex*).
///
/// Reusable: [`Mex::clear`] costs only what was inserted. Values of at least the number of
/// insertions cannot change the mex and are dropped, so memory is one bit per insertion at most
/// however large the values are.
///
/// ```
/// use grundy::nimber::{Mex, Nimber};
/// let mut seen = Mex::default();
/// for value in [0, 1, 4] {
///     seen.insert(Nimber(value));
/// }
/// assert_eq!(seen.mex(), Nimber(2));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Mex {
    words: Vec<u64>,
    /// Values too large for `words` when they came; kept because later insertions may reach them.
    later: Vec<u64>,
}

impl Mex {
    /// Adds one value.
    pub fn insert(&mut self, value: Nimber) {
        let word = value.0 / 64;
        if word < self.words.len() as u64 {
            self.words[word as usize] |= 1 << (value.0 % 64);
        } else if word <= 2 * self.words.len() as u64 + 64 {
            self.words.resize(word as usize + 1, 0);
            self.words[word as usize] |= 1 << (value.0 % 64);
        } else {
            self.later.push(value.0);
        }
    }

    /// The least value that was not inserted.
    pub fn mex(&mut self) -> Nimber {
        if !self.later.is_empty() {
            self.later.sort_unstable();
            self.later.dedup();
        }
        let mut least = self.words.len() as u64 * 64;
        for (index, &word) in self.words.iter().enumerate() {
            if word != u64::MAX {
                least = index as u64 * 64 + u64::from(word.trailing_ones());
                break;
            }
        }
        if least == self.words.len() as u64 * 64 {
            for &value in &self.later {
                match value.cmp(&least) {
                    std::cmp::Ordering::Less => {}
                    std::cmp::Ordering::Equal => least += 1,
                    std::cmp::Ordering::Greater => break,
                }
            }
        }
        Nimber(least)
    }

    /// Forgets every value.
    pub fn clear(&mut self) {
        self.words.clear();
        self.later.clear();
    }
}

/// The least value that is not among `values`: the Grundy value of a position whose options have
/// these values. `O(values)`.
///
/// ```
/// use grundy::nimber::{Nimber, mex};
/// assert_eq!(mex([]), Nimber(0));
/// assert_eq!(mex([Nimber(0), Nimber(u64::MAX), Nimber(1)]), Nimber(2));
/// ```
pub fn mex(values: impl IntoIterator<Item = Nimber>) -> Nimber {
    let mut seen = Mex::default();
    for value in values {
        seen.insert(value);
    }
    seen.mex()
}
