//! Homogeneous linear equations over the field of two elements, in echelon form.
//!
//! Each equation is kept under its first unknown, of which no other kept equation is the first: a new
//! one is added to that which has its first unknown until there is none, or nothing is left of it. It
//! takes memory from its first unknown to its last only. If equations come with unknowns in a band
//! that moves on, so do the kept ones.
//!
//! Unknowns that are first in no equation are free. From the last on, each other one is the sum of
//! those that follow in its equation: as a sum of free ones, a bit for each.

use crate::limits::Limits;
use crate::ruleset::Failure;

/// Equations, a bit for each unknown.
pub(super) struct Echelon {
    /// For each unknown the equation that begins with it.
    kept: Vec<Option<Equation>>,
    /// Words that the equations take.
    words: u64,
}

/// The words of an equation from that of its first unknown on.
struct Equation {
    start: usize,
    words: Vec<u64>,
}

impl Equation {
    /// The first unknown. The words before it are let go.
    fn first(&mut self) -> Option<usize> {
        let zeros = self.words.iter().position(|&word| word != 0)?;
        self.words.drain(..zeros);
        self.start += zeros;
        Some(64 * self.start + self.words[0].trailing_zeros() as usize)
    }

    /// Adds an equation that begins in the same word.
    fn add(&mut self, other: &Equation) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (own, word) in self.words.iter_mut().zip(&other.words) {
            *own ^= word;
        }
    }

    fn unknowns(&self) -> impl Iterator<Item = usize> + '_ {
        (self.start..).zip(&self.words).flat_map(|(at, &word)| {
            (0..64).filter(move |bit| word >> bit & 1 != 0).map(move |bit| 64 * at + bit)
        })
    }
}

impl Echelon {
    /// No equations between so many unknowns.
    pub(super) fn new(unknowns: usize) -> Echelon {
        Echelon { kept: std::iter::repeat_with(|| None).take(unknowns).collect(), words: 0 }
    }

    /// Adds the equation that these unknowns have the sum 0; one that is named twice is not there.
    pub(super) fn add(&mut self, unknowns: &[u32], limits: &Limits) -> Result<(), Failure> {
        limits.check()?;
        let words = || unknowns.iter().map(|&unknown| unknown as usize / 64);
        let (Some(start), Some(last)) = (words().min(), words().max()) else { return Ok(()) };
        let mut equation = Equation { start, words: vec![0; last - start + 1] };
        for &unknown in unknowns {
            equation.words[unknown as usize / 64 - start] ^= 1 << (unknown % 64);
        }
        while let Some(first) = equation.first() {
            let Some(kept) = &self.kept[first] else {
                self.words += equation.words.len() as u64;
                limits.check_memory(8 * self.words + 40 * self.kept.len() as u64)?;
                self.kept[first] = Some(equation);
                break;
            };
            equation.add(kept);
        }
        Ok(())
    }

    /// All solutions.
    pub(super) fn solve(self, limits: &Limits) -> Result<Solutions, Failure> {
        let count = self.kept.len();
        let free = self.kept.iter().filter(|kept| kept.is_none()).count();
        let width = free.div_ceil(64);
        limits.check_memory(8 * (self.words + (width * count) as u64) + 40 * count as u64)?;
        let mut sums = vec![0_u64; width * count];
        let mut bits = 0..free;
        for unknown in (0..count).rev() {
            let (own, later) = sums[width * unknown..].split_at_mut(width);
            let Some(equation) = &self.kept[unknown] else {
                if let Some(bit) = bits.next() {
                    own[bit / 64] |= 1 << (bit % 64);
                }
                continue;
            };
            limits.check()?;
            for other in equation.unknowns().filter(|&other| other != unknown) {
                let at = width * (other - unknown - 1);
                for (own, word) in own.iter_mut().zip(&later[at..at + width]) {
                    *own ^= word;
                }
            }
        }
        Ok(Solutions { width, sums })
    }
}

/// Each unknown as a sum of free ones.
pub(super) struct Solutions {
    width: usize,
    sums: Vec<u64>,
}

impl Solutions {
    /// Whether a solution exists in which the sum of these unknowns is 1.
    pub(super) fn can_be_one(&self, unknowns: &[u32]) -> bool {
        (0..self.width).any(|word| {
            let words = unknowns.iter().map(|&at| self.sums[self.width * at as usize + word]);
            words.fold(0, |sum, word| sum ^ word) != 0
        })
    }
}
