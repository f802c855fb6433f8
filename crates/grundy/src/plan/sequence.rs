//! The Grundy sequence of a one-coordinate game: as far as it was needed, or for ever.

use num_bigint::BigUint;

use crate::heap::{
    AllButSet, HeapGame, OptionsOfValue, PeriodSearch, Periodicity, ProvedSequence, Run,
    SubtractionSet, Values,
};
use crate::language::message;
use crate::limits::{Limits, Stop};
use crate::ruleset::Failure;

/// A game whose values form a sequence.
pub(super) trait Source {
    /// Whether it goes on after known values; else it computes all of them again.
    fn goes_on(&self) -> bool {
        false
    }

    /// The values of the heaps `0..=last`, of which some are `known`, or a proof that settles all of them.
    fn values(&self, known: &Values, last: u64, limits: &Limits) -> PeriodSearch;

    /// Looks for a proof, computing the heaps `0..=last` where none is to be had.
    fn prove(&self, known: &Values, last: u64, limits: &Limits) -> PeriodSearch;
}

/// What is known of a sequence.
#[derive(Clone, Debug, Default)]
pub struct Sequence {
    values: Values,
    proved: Option<ProvedSequence>,
}

/// Heaps up to here are computed without looking for a proof first.
const NEAR: u64 = 1 << 16;
/// Heaps computed at first.
const FIRST: u64 = 1 << 10;

impl Sequence {
    /// The pattern, if one has been proved.
    pub fn periodicity(&self) -> Option<&Periodicity> {
        self.proved.as_ref().map(ProvedSequence::periodicity)
    }

    /// How many heaps have been computed.
    pub(super) fn heaps(&self) -> usize {
        self.values.len()
    }

    pub(super) fn proved(&self) -> Option<&ProvedSequence> {
        self.proved.as_ref()
    }

    /// The value of a heap of any size.
    pub(super) fn value(
        &mut self,
        heap: &BigUint,
        source: &dyn Source,
        limits: &Limits,
    ) -> Result<BigUint, Failure> {
        if let Some(value) = self.known(heap) {
            return Ok(value);
        }
        let wanted = u64::try_from(heap).unwrap_or(u64::MAX);
        // More than asked for, and more by a share of what there is: heaps are often asked for one
        // after the other, and each time the sequence is read, or even computed, from its start.
        let known = self.values.len() as u64;
        let share = match (source.goes_on(), wanted <= NEAR) {
            (true, _) => known / 8,
            (false, true) => known,
            (false, false) => known / 2,
        };
        let last = wanted.max(known.saturating_add(share));
        let found = match wanted <= NEAR {
            true => source.values(&self.values, last.clamp(FIRST, NEAR), limits),
            false => source.prove(&self.values, last, limits),
        };
        let stop = self.keep(found);
        match (self.known(heap), stop) {
            (Some(value), _) => Ok(value),
            (None, Some(stop)) => Err(stop.into()),
            // Every heap up to the wanted one was computed, so the wanted one is beyond 2^64.
            (None, None) => Err(Failure::Domain(message!(
                "no period is proved for this game, and heap {heap} is too far to compute",
                heap
            ))),
        }
    }

    /// The options of a large heap of a code that have a wanted value, where a period is proved;
    /// those of smaller heaps are soon tried one by one.
    pub(super) fn far_options(
        &mut self,
        heap: &BigUint,
        game: &HeapGame,
        wanted: &BigUint,
        limits: &Limits,
    ) -> Result<Option<OptionsOfValue>, Failure> {
        let HeapGame::Code(code) = game else { return Ok(None) };
        if *heap <= BigUint::from(NEAR) {
            return Ok(None);
        }
        // It is known already, or needed in any case.
        self.value(heap, game, limits)?;
        // No value of a code that repeats is as large as that.
        let wanted = u64::try_from(wanted).unwrap_or(u64::MAX);
        Ok(self.proved().and_then(|proved| proved.options_of_value(code, heap, wanted)))
    }

    /// Looks for a proof within the first `last` heaps, unless there is one.
    pub(super) fn prove(
        &mut self,
        last: u64,
        source: &dyn Source,
        limits: &Limits,
    ) -> Result<(), Failure> {
        if self.proved.is_none()
            && let Some(stop) = self.keep(source.prove(&self.values, last, limits))
        {
            return Err(stop.into());
        }
        Ok(())
    }

    fn known(&self, heap: &BigUint) -> Option<BigUint> {
        if let Some(proved) = &self.proved {
            return Some(proved.big_value(heap));
        }
        let near = usize::try_from(heap).ok()?;
        self.values.get(near).map(BigUint::from)
    }

    /// Keeps what a search found; says why it stopped, if a limit did.
    fn keep(&mut self, found: PeriodSearch) -> Option<Stop> {
        match found {
            PeriodSearch::Proved(sequence) => {
                self.proved = Some(sequence);
                None
            }
            PeriodSearch::Open { values, stop } => {
                if values.len() > self.values.len() {
                    self.values = values;
                }
                stop
            }
        }
    }
}

impl Source for HeapGame {
    fn goes_on(&self) -> bool {
        // The engine for other games would find out again what its rests can be made into.
        self.leaves_at_most_two()
    }

    fn values(&self, known: &Values, last: u64, limits: &Limits) -> PeriodSearch {
        self.prove(known, last, limits)
    }

    fn prove(&self, known: &Values, last: u64, limits: &Limits) -> PeriodSearch {
        if let HeapGame::Code(code) = self
            && let Some(set) = code.all_but()
        {
            return set.prove(limits);
        }
        let mut run = Run::resume(self.clone(), known);
        let stop = run.advance(last, limits).err();
        match run.into_search() {
            PeriodSearch::Open { values, .. } => PeriodSearch::Open { values, stop },
            proved @ PeriodSearch::Proved(_) => proved,
        }
    }
}

impl Source for SubtractionSet {
    fn values(&self, _known: &Values, last: u64, limits: &Limits) -> PeriodSearch {
        let (values, stop) = SubtractionSet::values(self, last, limits);
        PeriodSearch::Open { values, stop }
    }

    fn prove(&self, _known: &Values, _last: u64, limits: &Limits) -> PeriodSearch {
        SubtractionSet::prove(self, limits)
    }
}

impl Source for AllButSet {
    fn values(&self, _known: &Values, last: u64, limits: &Limits) -> PeriodSearch {
        let (values, stop) = AllButSet::values(self, last, limits);
        PeriodSearch::Open { values, stop }
    }

    fn prove(&self, _known: &Values, _last: u64, limits: &Limits) -> PeriodSearch {
        AllButSet::prove(self, limits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// Counts the heaps that are computed.
    struct Counting(HeapGame, Cell<u64>);

    impl Source for Counting {
        fn goes_on(&self) -> bool {
            self.0.goes_on()
        }

        fn values(&self, known: &Values, last: u64, limits: &Limits) -> PeriodSearch {
            self.prove(known, last, limits)
        }

        fn prove(&self, known: &Values, last: u64, limits: &Limits) -> PeriodSearch {
            let from = if self.goes_on() { known.len() as u64 } else { 0 };
            self.1.set(self.1.get() + last + 1 - from);
            self.0.prove(known, last, limits)
        }
    }

    /// A game without a period, heap after heap: with the values of a run that is asked once.
    #[test]
    fn heaps_asked_for_one_after_the_other_are_computed_once() {
        for (code, last, most) in [("0.06", 9000_u64, 10_300), ("0.00000000f", 3000, 10_000)] {
            let game = HeapGame::Code(code.parse().unwrap());
            let source = Counting(game.clone(), Cell::default());
            let mut run = Run::new(game);
            run.advance(last, &Limits::default()).unwrap();
            let mut sequence = Sequence::default();
            for n in 0..=last {
                let value = sequence.value(&n.into(), &source, &Limits::default()).unwrap();
                assert_eq!(value, run.value(n).unwrap().into(), "{code} {n}");
            }
            assert!((last..most).contains(&source.1.get()), "{code} {:?}", source.1);
        }
    }
}
