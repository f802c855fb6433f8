//! Periods of Grundy sequences, and sequences that are known for ever because one is proved.

use super::Values;
use super::window::Closure;
use crate::limits::Stop;
use num_bigint::BigUint;

/// A pattern `G(n + period) = G(n) + saltus` that holds for all `n >= preperiod`.
///
/// Period and preperiod are the smallest that hold with this period; for take-and-break codes the
/// preperiod is at least 1, as the theorem of Guy and Smith demands.
///
/// ```
/// use grundy::heap::guy_smith;
/// use grundy::limits::Limits;
/// let kayles = guy_smith::prove(&"0.77".parse()?, 1000, &Limits::default()).proved().unwrap();
/// // In Winning Ways the table of Kayles has these exceptions.
/// assert_eq!(
///     kayles.periodicity().exceptions,
///     [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]
/// );
/// # Ok::<(), grundy::heap::CodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Periodicity {
    /// The first heap from which the pattern holds.
    pub preperiod: u64,
    /// The length of the pattern, at least 1.
    pub period: u64,
    /// What each repetition adds; 0 in a purely periodic sequence.
    pub saltus: u64,
    /// The heaps below `preperiod` whose value differs from the pattern continued backwards, in
    /// increasing order: the first [`EXCEPTIONS`] of them, as there can be hundreds of millions.
    pub exceptions: Vec<u64>,
    /// How many there are.
    pub exception_count: u64,
}

/// The most exceptions of a pattern that are kept.
pub const EXCEPTIONS: usize = 10_000;

/// The Grundy values of all heaps: those up to the end of the first period, and the proved pattern.
///
/// Made by [`SubtractionSet::prove`](super::SubtractionSet::prove),
/// [`AllButSet::prove`](super::AllButSet::prove) and [`guy_smith::prove`](super::guy_smith::prove).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvedSequence {
    values: Values,
    periodicity: Periodicity,
    /// What closed the window, if the proof is by [`window`](super::window).
    pub(super) closure: Option<Closure>,
}

impl ProvedSequence {
    /// From enough values and a pattern known to hold from some `start` on: finds the smallest
    /// preperiod `>= least` and the exceptions. `values` must reach `start + period`.
    pub(super) fn new(
        mut values: Values,
        least: usize,
        start: usize,
        period: usize,
        saltus: u64,
    ) -> ProvedSequence {
        let mut preperiod = start;
        while preperiod > least
            && values.at(preperiod - 1).checked_add(saltus)
                == Some(values.at(preperiod - 1 + period))
        {
            preperiod -= 1;
        }
        values.truncate(preperiod + period);
        let mut exceptions = Vec::new();
        let mut exception_count = 0;
        for n in 0..preperiod {
            let steps = (preperiod - n).div_ceil(period);
            let pattern = values.at(n + steps * period);
            let backwards = (steps as u64).checked_mul(saltus);
            if backwards.and_then(|down| pattern.checked_sub(down)) != Some(values.at(n)) {
                exception_count += 1;
                if exceptions.len() < EXCEPTIONS {
                    exceptions.push(n as u64);
                }
            }
        }
        let periodicity = Periodicity {
            preperiod: preperiod as u64,
            period: period as u64,
            saltus,
            exceptions,
            exception_count,
        };
        ProvedSequence { values, periodicity, closure: None }
    }

    /// The values of the heaps below `preperiod + period`.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// What closed the window of the proof, if it is by [`window`](super::window).
    pub fn closure(&self) -> Option<Closure> {
        self.closure
    }

    /// The pattern.
    pub fn periodicity(&self) -> &Periodicity {
        &self.periodicity
    }

    /// The value of heap `n`; `None` if it does not fit in 64 bits. `O(1)`.
    pub fn value(&self, n: u64) -> Option<u64> {
        let Periodicity { preperiod, period, saltus, .. } = self.periodicity;
        if n < preperiod {
            return Some(self.values.at(n as usize));
        }
        let past = n - preperiod;
        let base = self.values.at((preperiod + past % period) as usize);
        saltus.checked_mul(past / period)?.checked_add(base)
    }

    /// The value of a heap of any size.
    ///
    /// ```
    /// use grundy::heap::AllButSet;
    /// use grundy::limits::Limits;
    /// use num_bigint::BigUint;
    /// let proved = AllButSet::new([1, 2]).prove(&Limits::default()).proved().unwrap();
    /// let heap = BigUint::from(10u32).pow(30);
    /// assert_eq!(proved.big_value(&heap), heap / 3u32);
    /// ```
    pub fn big_value(&self, n: &BigUint) -> BigUint {
        let Periodicity { preperiod, period, saltus, .. } = self.periodicity;
        if *n < BigUint::from(preperiod) {
            // Below the preperiod, so it fits.
            let n = u64::try_from(n).unwrap_or_default();
            return self.values.at(n as usize).into();
        }
        let past = n - preperiod;
        let within = u64::try_from(&past % period).unwrap_or_default();
        let base = self.values.at((preperiod + within) as usize);
        past / period * saltus + base
    }
}

impl ProvedSequence {
    /// Every heap of the value `wanted`, in ascending order; nothing for a sequence that repeats without growing, in
    /// which a value that is in the period has infinitely many. `O(preperiod + period)`.
    ///
    /// ```
    /// use grundy::heap::{AllButSet, guy_smith};
    /// use grundy::limits::Limits;
    /// let limits = Limits::default();
    /// // All but 1: the values are 0, 0, 1, 1, 2, 2, ..
    /// let halves = AllButSet::new([1]).prove(&limits).proved().unwrap();
    /// assert_eq!(halves.heaps_of_value(&5_u8.into()), Some(vec![10_u8.into(), 11_u8.into()]));
    /// let kayles = guy_smith::prove(&"0.77".parse()?, 1000, &limits).proved().unwrap();
    /// assert_eq!(kayles.heaps_of_value(&1_u8.into()), None);
    /// # Ok::<(), grundy::heap::CodeError>(())
    /// ```
    pub fn heaps_of_value(&self, wanted: &BigUint) -> Option<Vec<BigUint>> {
        let Periodicity { preperiod, period, saltus, .. } = self.periodicity;
        if saltus == 0 {
            return None;
        }
        let mut heaps = Vec::new();
        for (n, value) in self.values.iter().enumerate() {
            let n = n as u64;
            if BigUint::from(value) > *wanted {
                continue;
            }
            let rise = wanted - value;
            if n < preperiod {
                if rise == BigUint::ZERO {
                    heaps.push(BigUint::from(n));
                }
            } else if &rise % saltus == BigUint::ZERO {
                heaps.push(rise / saltus * period + n);
            }
        }
        heaps.sort_unstable();
        Some(heaps)
    }
}

/// What a search for a period came to.
///
/// ```
/// use grundy::heap::{PeriodSearch, SubtractionSet};
/// use grundy::limits::Limits;
/// let set = SubtractionSet::new([1, 2, 3]);
/// assert_eq!(set.prove(&Limits::default()).proved().unwrap().periodicity().period, 4);
/// let PeriodSearch::Open { values, stop: None } = set.prove_to(2, &Limits::default()) else { panic!() };
/// assert!(values.iter().eq([0, 1, 2]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PeriodSearch {
    /// A period is proved, so every value is known.
    Proved(ProvedSequence),
    /// No period is proved so far.
    Open {
        /// The values computed, from heap 0 on.
        values: Values,
        /// Why the search ended; `None` if it reached the heap it was asked to go to.
        stop: Option<Stop>,
    },
}

impl PeriodSearch {
    /// The sequence, if a period is proved.
    pub fn proved(self) -> Option<ProvedSequence> {
        match self {
            PeriodSearch::Proved(sequence) => Some(sequence),
            PeriodSearch::Open { .. } => None,
        }
    }
}
