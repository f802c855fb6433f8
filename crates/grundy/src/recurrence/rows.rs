//! The values of all states, one number after the other, and the period that they come to.
//!
//! Equal rows are kept once. The period is found as Brent finds that of any sequence whose next element is
//! determined by the last ones (Brent, *An improved Monte Carlo factorization algorithm*, BIT 20, 1980): the last `W`
//! rows are compared with those at a power of two, which is moved on when the next power is reached. All rows are
//! there, so where the period begins is seen by going back.

use std::collections::HashMap;

use num_bigint::BigUint;

use crate::limits::{Limits, Stop};

/// The values of all states repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The first number from which on they do.
    pub preperiod: u64,
    /// After how many numbers.
    pub period: u64,
}

/// The rows so far, or for ever.
pub(super) struct Rows {
    /// Of different rows, one after the other.
    values: Vec<u32>,
    ids: HashMap<Box<[u32]>, u32>,
    width: usize,
    /// The row of each number.
    sequence: Vec<u32>,
    /// The period of what determines a row beside those before it, from where on it does so, and how many it needs.
    modulus: u64,
    from: u64,
    reach: usize,
    /// The end of the window that later ones are compared with, its hash, and the hash of the last window.
    saved: (u64, u64),
    hash: u64,
    /// What a row counts in the hash once it leaves the window.
    oldest: u64,
    pattern: Option<Pattern>,
}

/// The factor of the hashes: any odd number of 64 bits that has no form.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
/// Bytes that a row takes beside its values, about.
const BYTES_OF_A_ROW: u64 = 48;

impl Rows {
    pub(super) fn new(width: usize, modulus: u64, from: u64, reach: usize) -> Rows {
        Rows {
            values: Vec::new(),
            ids: HashMap::new(),
            width,
            sequence: Vec::new(),
            modulus,
            from,
            reach,
            saved: (0, 0),
            hash: 0,
            oldest: FACTOR.wrapping_pow(u32::try_from(reach).unwrap_or(u32::MAX)),
            pattern: None,
        }
    }

    pub(super) fn len(&self) -> u64 {
        self.sequence.len() as u64
    }

    pub(super) fn pattern(&self) -> Option<Pattern> {
        self.pattern
    }

    /// The value of a state for a number whose row is there.
    pub(super) fn at(&self, n: u64, state: usize) -> u32 {
        self.values[self.sequence[n as usize] as usize * self.width + state]
    }

    /// The value of a state for any number, if it is known.
    pub(super) fn value(&self, n: &BigUint, state: usize) -> Option<u32> {
        if *n < BigUint::from(self.sequence.len()) {
            return u64::try_from(n).ok().map(|n| self.at(n, state));
        }
        let Pattern { preperiod, period } = self.pattern?;
        let past = u64::try_from((n - preperiod) % period).ok()?;
        Some(self.at(preperiod + past, state))
    }

    /// Adds the row of the next number, and looks for a period.
    pub(super) fn push(&mut self, row: &[u32], limits: &Limits) -> Result<(), Stop> {
        let id = match self.ids.get(row) {
            Some(&id) => id,
            None => {
                let id = self.ids.len() as u32;
                let bytes = (8 * self.width as u64 + BYTES_OF_A_ROW) * (u64::from(id) + 1);
                limits.check_memory(bytes.saturating_add(4 * self.len()))?;
                self.values.extend_from_slice(row);
                self.ids.insert(row.into(), id);
                id
            }
        };
        self.sequence.push(id);
        let left = self.sequence.len().checked_sub(self.reach + 1).map(|at| self.sequence[at]);
        let gone = left.map_or(0, |id| mixed(id).wrapping_mul(self.oldest));
        self.hash = self.hash.wrapping_mul(FACTOR).wrapping_add(mixed(id)).wrapping_sub(gone);
        self.look();
        Ok(())
    }

    /// The window that ends before this number.
    fn window(&self, end: u64) -> &[u32] {
        &self.sequence[end as usize - self.reach..end as usize]
    }

    /// Compares the last window with the one that is kept.
    fn look(&mut self) {
        let end = self.len();
        if end < self.from.max(self.reach as u64) {
            return;
        }
        let (kept, hash) = self.saved;
        let apart = end - kept;
        if kept > 0
            && hash == self.hash
            && apart.is_multiple_of(self.modulus)
            && self.window(kept) == self.window(end)
        {
            self.settle(kept - self.reach as u64, apart);
        } else if kept == 0 || end.is_power_of_two() {
            self.saved = (end, self.hash);
        }
    }

    fn settle(&mut self, start: u64, period: u64) {
        let pattern = least(&self.sequence, start as usize, period as usize);
        let Pattern { preperiod, period } = pattern;
        self.sequence.truncate((preperiod + period) as usize);
        self.sequence.shrink_to_fit();
        self.ids = HashMap::new();
        self.pattern = Some(pattern);
    }

    /// The pattern of some of the states, if that of all is known.
    pub(super) fn pattern_of(&self, states: &[usize]) -> Option<Pattern> {
        let Pattern { preperiod, period } = self.pattern?;
        let mut ids: HashMap<Vec<u32>, u32> = HashMap::new();
        let rows = (0..self.len()).map(|n| {
            let row = states.iter().map(|&state| self.at(n, state)).collect();
            let next = ids.len() as u32;
            *ids.entry(row).or_insert(next)
        });
        let rows: Vec<u32> = rows.collect();
        Some(least(&rows, preperiod as usize, period as usize))
    }
}

/// The least period of a sequence that has this one from `start` on, and from where on it has it. The sequence ends
/// after `start + period` or later.
fn least(sequence: &[u32], start: usize, period: usize) -> Pattern {
    let at = |n: usize| match n < sequence.len() {
        true => sequence[n],
        false => sequence[start + (n - start) % period],
    };
    let repeats = |least: usize| (start..start + period).all(|n| at(n) == at(n + least));
    let mut least = period;
    let mut rest = period;
    let mut prime = 2;
    while rest > 1 {
        if prime * prime > rest {
            prime = rest;
        }
        if rest.is_multiple_of(prime) {
            rest /= prime;
            if repeats(least / prime) {
                least /= prime;
            }
        } else {
            prime += 1;
        }
    }
    let mut preperiod = start;
    while preperiod > 0 && at(preperiod - 1) == at(preperiod - 1 + least) {
        preperiod -= 1;
    }
    Pattern { preperiod: preperiod as u64, period: least as u64 }
}

/// A number that stands for a row in the hashes.
fn mixed(id: u32) -> u64 {
    let mut mixed = (u64::from(id) + 1).wrapping_mul(FACTOR);
    mixed ^= mixed >> 29;
    mixed.wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ mixed >> 32
}
