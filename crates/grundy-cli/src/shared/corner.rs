//! The corners of a table, as they are typed.

use num_bigint::BigUint;

use crate::language::say;
use crate::number::{large, wide_or};

/// The largest coordinate of a table, so that the number after it is one too.
pub(crate) const LARGEST: u64 = i64::MAX as u64;

/// One corner of a table, as it is typed.
#[derive(Clone, Debug)]
pub(crate) struct Corner(Vec<u64>);

/// Reads a corner: 30, or 9,12.
pub(crate) fn corner(text: &str) -> Result<Corner, String> {
    let numbers: Option<Vec<BigUint>> = text.split(',').map(|text| large(text.trim())).collect();
    let most = || say!("at most {most}; for larger components ask grundy value", most = LARGEST);
    let small = |number: &BigUint| u64::try_from(number).ok().filter(|&number| number <= LARGEST);
    match numbers {
        Some(numbers) => {
            numbers.iter().map(small).collect::<Option<_>>().map(Corner).ok_or_else(most)
        }
        None => Err(wide_or(text, || {
            say!("one number such as 30, or one for each coordinate as in 9,12")
        })),
    }
}

impl Corner {
    /// The same number along every axis.
    pub(crate) fn of(number: u64) -> Corner {
        Corner(vec![number])
    }

    /// Whether it can be one of a table with so many coordinates: one number stands for all.
    pub(crate) fn fits(&self, coords: usize) -> bool {
        [1, coords].contains(&self.0.len())
    }

    /// How many numbers were given.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The coordinate along an axis.
    pub(crate) fn along(&self, axis: usize) -> u64 {
        self.0.get(axis).or(self.0.last()).copied().unwrap_or(0)
    }

    /// The largest of its coordinates.
    pub(crate) fn largest(&self) -> u64 {
        self.0.iter().copied().max().unwrap_or(0)
    }
}

/// How far beyond the first number a table goes if nothing is said, by its coordinates.
pub(crate) fn usual_length(coords: usize) -> u64 {
    match coords {
        0 | 1 => 30,
        2 => 9,
        _ => 4,
    }
}
