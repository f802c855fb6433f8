//! Certificates for sequences whose pattern is proved.

use super::certificate::{Certificate, LISTED, Split, Theorem};
use super::digest::SequenceDigest;
use crate::heap::{AllButSet, Code, HeapGame, Pieces, ProvedSequence, SubtractionSet};
use crate::heap::{growth, guy_smith};

impl Certificate {
    /// The certificate for a take-and-break game. `None` where no theorem here speaks about it, and
    /// where the number of values needed has more than 64 bits.
    pub fn of_game(game: &HeapGame, proved: &ProvedSequence) -> Option<Certificate> {
        match game {
            HeapGame::Code(code) => Certificate::of_code(code, proved),
            HeapGame::Pieces(game) => Certificate::of_pieces(game, proved),
            HeapGame::Grundys => None,
        }
    }

    /// The certificate for a game with conditions on what is left; `None` where the number of values needed
    /// has more than 64 bits.
    pub fn of_pieces(game: &Pieces, proved: &ProvedSequence) -> Option<Certificate> {
        let constants = guy_smith::Theorem::of_pieces(game);
        let start = proved.periodicity().preperiod.max(1);
        let certificate = Certificate {
            rule: game.to_string(),
            theorem: Theorem::Classes,
            start,
            pieces: constants.pieces,
            reach: constants.last_digit,
            values_needed: constants.values_needed(start, proved.periodicity().period)?,
            ..Certificate::of_pattern(proved)
        };
        certificate.with_values(proved)
    }

    /// The certificate for a code; of one that is an all-but set that of the set. `None` where the number of
    /// values needed has more than 64 bits.
    pub fn of_code(code: &Code, proved: &ProvedSequence) -> Option<Certificate> {
        if let Some(set) = code.all_but() {
            return Certificate::of_all_but(&set, proved);
        }
        let constants = guy_smith::Theorem::of(code);
        let proved_from = proved.periodicity().preperiod.max(1);
        let period = proved.periodicity().period;
        let split = proved.closure().map(|closure| Split {
            mask: closure.mask,
            with_size: closure.with_size,
            last_rare: closure.last_rare,
        });
        let last_digit = constants.last_digit;
        let (theorem, needed) = match &split {
            None if proved.periodicity().saltus > 0 => {
                let needed = growth::values_needed(code, proved_from, period)?;
                (Theorem::ArithmeticPeriod, needed)
            }
            None => {
                let theorem = match constants.tail {
                    0 => Theorem::GuySmith,
                    _ => Theorem::Repeating,
                };
                (theorem, constants.values_needed(proved_from, period)?)
            }
            Some(split) => {
                let parts = [period, split.last_rare, last_digit];
                let needed = parts.into_iter().try_fold(proved_from, u64::checked_add)?;
                (Theorem::ClosedWindow, needed)
            }
        };
        let certificate = Certificate {
            rule: code.to_string(),
            theorem,
            start: proved_from,
            pieces: constants.pieces,
            reach: last_digit,
            split,
            values_needed: needed,
            ..Certificate::of_pattern(proved)
        };
        certificate.with_values(proved)
    }

    /// The certificate for a finite subtraction set; `None` where the number of values needed has
    /// more than 64 bits.
    pub fn of_subtraction(set: &SubtractionSet, proved: &ProvedSequence) -> Option<Certificate> {
        let pattern = proved.periodicity();
        let reach = set.amounts().last().copied().unwrap_or(0);
        // A proof for the set as a code leaves heap 0 out, though the pattern may include it.
        let joins = pattern.preperiod == 1 && proved.value(0) == proved.value(pattern.period);
        let start = if joins { 0 } else { pattern.preperiod };
        let certificate = Certificate {
            rule: set.to_string(),
            theorem: Theorem::FiniteSubtraction,
            start,
            pieces: 1,
            reach,
            values_needed: start.checked_add(pattern.period)?.checked_add(reach)?,
            ..Certificate::of_pattern(proved)
        };
        certificate.with_values(proved)
    }

    /// The certificate for an all-but set; `None` where the number of values needed has more than
    /// 64 bits.
    pub fn of_all_but(set: &AllButSet, proved: &ProvedSequence) -> Option<Certificate> {
        let pattern = proved.periodicity();
        let reach = set.excluded().last().copied().unwrap_or(0);
        let first = pattern.preperiod.checked_add(reach)?;
        let certificate = Certificate {
            rule: set.to_string(),
            theorem: Theorem::AllBut,
            reach,
            values_needed: state_returns(reach, proved, first)?.checked_add(pattern.period)?,
            ..Certificate::of_pattern(proved)
        };
        certificate.with_values(proved)
    }

    fn of_pattern(proved: &ProvedSequence) -> Certificate {
        let pattern = proved.periodicity();
        Certificate {
            rule: String::new(),
            theorem: Theorem::AllBut,
            start: pattern.preperiod,
            period: pattern.period,
            saltus: pattern.saltus,
            pieces: 1,
            reach: 0,
            split: None,
            values_needed: 0,
            digest: [0; 32],
            values: None,
        }
    }

    /// Fills in the values, or their digest alone.
    fn with_values(mut self, proved: &ProvedSequence) -> Option<Certificate> {
        let values = || (0..self.values_needed).map_while(|n| proved.value(n));
        let mut digest = SequenceDigest::new(&self.rule);
        digest.extend(values());
        if digest.count() != self.values_needed {
            return None;
        }
        self.values = (self.values_needed <= LISTED).then(|| values().collect());
        self.digest = digest.finish();
        Some(self)
    }
}

/// The first `n1 >= first` at which `b` has grown by the saltus a period later. From there on the
/// last `reach` values agree because the pattern holds for them, and no value of an earlier heap
/// lies above `b`.
fn state_returns(reach: u64, proved: &ProvedSequence, first: u64) -> Option<u64> {
    let pattern = proved.periodicity();
    // The largest value so far is one of the pattern after so many repetitions at most.
    let largest = proved.values().iter().max()?;
    let repetitions = largest.checked_div(pattern.saltus)?.checked_add(2)?;
    let last = first.checked_add(repetitions.checked_mul(pattern.period)?)?;
    // `b` before heap `n`: the values of heaps below `n - reach` are exactly those below `b`.
    let bases = std::iter::once(0).chain((0..).scan(0, |base: &mut u64, heap| {
        *base = (*base).max(proved.value(heap)? + 1);
        Some(*base)
    }));
    // `n1` is reach more than the number of heaps counted in `b`.
    let earlier = bases.clone().skip((first - reach) as usize);
    let later = bases.skip((first - reach + pattern.period) as usize);
    let mut returned = (first..=last).zip(earlier.zip(later));
    returned.find(|(_, (b1, b2))| b2 - b1 == pattern.saltus).map(|(n1, _)| n1)
}
