//! The Grundy sequence of a one-coordinate game: as far as it was needed, or for ever.

use std::fmt;
use std::ops::RangeInclusive;

use num_bigint::BigUint;

use crate::heap::{
    AllButSet, HeapGame, OptionsOfValue, PeriodSearch, Periodicity, ProvedSequence, Run,
    SubtractionSet, Values,
};
use crate::language::message;
use crate::limits::{Limits, Stop};
use crate::ruleset::Failure;

/// A game whose values form a sequence.
pub(super) trait SequenceGame {
    /// A run that goes on after these values; nothing for games whose values are computed otherwise.
    fn run(&self, _known: &Values) -> Option<Run> {
        None
    }

    /// The values of the heaps `0..=last`, or a proof that settles all of them.
    fn values(&self, last: u64, limits: &Limits) -> PeriodSearch;

    /// Looks for a proof, computing the heaps `0..=last` where none is to be had.
    fn prove(&self, last: u64, limits: &Limits) -> PeriodSearch;
}

/// What is known of a sequence.
#[derive(Default)]
pub struct Sequence {
    values: Values,
    proved: Option<ProvedSequence>,
    /// The run that computes the values, which has all of them.
    run: Option<Box<Run>>,
}

/// Heaps up to here are computed without looking for a proof first.
const NEAR: u64 = 1 << 16;
/// Heaps computed at first.
const FIRST: u64 = 1 << 10;
/// Heaps beyond this are never computed one after the other: only a proof tells their values.
const FAR: u64 = 1 << 40;
/// The work that is done to find one, as [`Run::cost`] counts it: about ten seconds, within which the periods of .104,
/// .054 and .454 are proved.
const SEARCH: u64 = 1 << 37;

impl Clone for Sequence {
    /// The same values; the run stays with the sequence that has it.
    fn clone(&self) -> Sequence {
        let values = self.run.as_ref().map_or_else(|| self.values.clone(), |run| run.values());
        Sequence { values, proved: self.proved.clone(), run: None }
    }
}

impl fmt::Debug for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Sequence");
        shown.field("heaps", &self.heaps()).field("proved", &self.proved).finish_non_exhaustive()
    }
}

impl Sequence {
    /// The pattern, if one has been proved.
    ///
    /// ```
    /// use grundy::games::open;
    /// use grundy::limits::Limits;
    /// use grundy::plan::{Engine, plan};
    /// let mut engine = plan(&open("S{1, 3, 4}")?).engine;
    /// let proved = engine.periodicity(&Limits::default())?;
    /// // The sequence remembers it.
    /// let Engine::Subtraction(_, sequence) = &engine else { panic!() };
    /// assert_eq!(sequence.periodicity(), proved.as_ref());
    /// assert_eq!(proved.unwrap().period, 7);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn periodicity(&self) -> Option<&Periodicity> {
        self.proved.as_ref().map(ProvedSequence::periodicity)
    }

    /// How many heaps have been computed.
    pub(super) fn heaps(&self) -> usize {
        self.run.as_ref().map_or(self.values.len(), |run| run.len() as usize)
    }

    pub(super) fn proved(&self) -> Option<&ProvedSequence> {
        self.proved.as_ref()
    }

    /// The value of a heap of any size.
    pub(super) fn value(
        &mut self,
        heap: &BigUint,
        game: &dyn SequenceGame,
        limits: &Limits,
    ) -> Result<BigUint, Failure> {
        if let Some(value) = self.known(heap) {
            return Ok(value);
        }
        let wanted = u64::try_from(heap).unwrap_or(u64::MAX);
        let stop = match self.goes_on(game) {
            Some(run) if wanted > FAR => look_for_a_proof(run, SEARCH, limits).err(),
            Some(run) => {
                // A little more than asked for, so that a run is not called for each heap.
                let known = run.len();
                run.advance(wanted.max(known + known / 32).max(FIRST), limits).err()
            }
            None => {
                // More than asked for, and more by a share of what there is: heaps are often asked for one
                // after the other, and each time the sequence is computed from its start.
                let known = self.values.len() as u64;
                let found = if wanted <= NEAR {
                    game.values(wanted.max(2 * known).clamp(FIRST, NEAR), limits)
                } else {
                    game.prove(wanted.max(known.saturating_add(known / 2)), limits)
                };
                self.keep(found)
            }
        };
        self.take_proof();
        match (self.known(heap), stop) {
            (Some(value), _) => Ok(value),
            (None, Some(stop)) => Err(stop.into()),
            (None, None) => Err(Failure::Domain(message!(
                "no period is proved by the values of the first {known} heaps, and heap {heap} is too far to compute",
                known = self.heaps(),
                heap
            ))),
        }
    }

    /// The values of a stretch of heaps; nothing where one of them is out of reach.
    pub(super) fn stretch(
        &mut self,
        heaps: RangeInclusive<u64>,
        game: &dyn SequenceGame,
        limits: &Limits,
    ) -> Option<Vec<u64>> {
        self.value(&BigUint::from(*heaps.end()), game, limits).ok()?;
        match (&self.proved, &self.run) {
            (Some(proved), _) => heaps.map(|heap| proved.value(heap)).collect(),
            (None, Some(run)) => heaps.map(|heap| run.value(heap)).collect(),
            (None, None) => {
                let first = usize::try_from(*heaps.start()).ok()?;
                let last = usize::try_from(*heaps.end()).ok()?;
                (first..=last).map(|heap| self.values.get(heap)).collect()
            }
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
        game: &dyn SequenceGame,
        limits: &Limits,
    ) -> Result<(), Failure> {
        if self.proved.is_some() {
            return Ok(());
        }
        let stop = match self.goes_on(game) {
            Some(run) => run.advance(last, limits).err(),
            None => self.keep(game.prove(last, limits)),
        };
        self.take_proof();
        stop.map_or(Ok(()), |stop| Err(stop.into()))
    }

    fn known(&self, heap: &BigUint) -> Option<BigUint> {
        if let Some(proved) = &self.proved {
            return Some(proved.big_value(heap));
        }
        let near = u64::try_from(heap).ok()?;
        match &self.run {
            Some(run) => run.value(near).map(BigUint::from),
            None => self.values.get(usize::try_from(near).ok()?).map(BigUint::from),
        }
    }

    /// The run that computes more values, if the game has one.
    fn goes_on(&mut self, game: &dyn SequenceGame) -> Option<&mut Run> {
        if self.run.is_none() {
            self.run = Some(Box::new(game.run(&self.values)?));
            self.values = Values::default();
        }
        self.run.as_deref_mut()
    }

    /// Keeps the proof that the run has found, if it has, in place of the run.
    fn take_proof(&mut self) {
        if let Some(run) = self.run.take_if(|run| run.proof().is_some())
            && let PeriodSearch::Proved(proved) = run.into_search()
        {
            self.proved = Some(proved);
        }
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

/// Computes heaps until a period is proved, or until that has taken so much work.
fn look_for_a_proof(run: &mut Run, work: u64, limits: &Limits) -> Result<(), Stop> {
    while run.proof().is_none() && run.cost() < work {
        let known = run.len();
        run.advance(known + known / 8 + FIRST, limits)?;
    }
    Ok(())
}

impl SequenceGame for HeapGame {
    fn run(&self, known: &Values) -> Option<Run> {
        match self {
            HeapGame::Code(code) if code.all_but().is_some() => None,
            _ => Some(Run::resume(self.clone(), known.clone())),
        }
    }

    fn values(&self, last: u64, limits: &Limits) -> PeriodSearch {
        self.prove(last, limits)
    }

    fn prove(&self, last: u64, limits: &Limits) -> PeriodSearch {
        if let HeapGame::Code(code) = self
            && let Some(set) = code.all_but()
        {
            return set.prove(limits);
        }
        let mut run = Run::new(self.clone());
        let stop = run.advance(last, limits).err();
        match run.into_search() {
            PeriodSearch::Open { values, .. } => PeriodSearch::Open { values, stop },
            proved @ PeriodSearch::Proved(_) => proved,
        }
    }
}

impl SequenceGame for SubtractionSet {
    fn values(&self, last: u64, limits: &Limits) -> PeriodSearch {
        let (values, stop) = SubtractionSet::values(self, last, limits);
        PeriodSearch::Open { values, stop }
    }

    fn prove(&self, last: u64, limits: &Limits) -> PeriodSearch {
        // Its period may be far longer than what is asked for.
        self.prove_to(last, limits)
    }
}

impl SequenceGame for AllButSet {
    fn values(&self, last: u64, limits: &Limits) -> PeriodSearch {
        let (values, stop) = AllButSet::values(self, last, limits);
        PeriodSearch::Open { values, stop }
    }

    fn prove(&self, _last: u64, limits: &Limits) -> PeriodSearch {
        AllButSet::prove(self, limits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// Counts the runs that are begun.
    struct Counting(HeapGame, Cell<u64>);

    impl SequenceGame for Counting {
        fn run(&self, known: &Values) -> Option<Run> {
            self.1.set(self.1.get() + 1);
            self.0.run(known)
        }

        fn values(&self, last: u64, limits: &Limits) -> PeriodSearch {
            self.0.values(last, limits)
        }

        fn prove(&self, last: u64, limits: &Limits) -> PeriodSearch {
            self.0.prove(last, limits)
        }
    }

    #[test]
    fn the_search_for_a_proof_ends() {
        for (code, period) in [("0.6", None), ("0.68", None), ("0.16", Some(149_459))] {
            let mut run = Run::new(HeapGame::Code(code.parse().unwrap()));
            look_for_a_proof(&mut run, 1 << 28, &Limits::default()).unwrap();
            assert_eq!(run.proof().map(|proof| proof.period), period, "{code}");
            let (known, cost) = (run.len(), run.cost());
            assert!(known > 200 && cost < 3 << 28, "{code} {known} {cost}");
            // There is nothing left to do for the next question.
            look_for_a_proof(&mut run, 1 << 28, &Limits::default()).unwrap();
            assert_eq!(run.len(), known, "{code}");
        }
    }

    #[test]
    fn heaps_asked_for_one_after_the_other_are_computed_by_one_run() {
        for (code, last) in [("0.06", 9000_u64), ("0.68", 3000)] {
            let game = HeapGame::Code(code.parse().unwrap());
            let source = Counting(game.clone(), Cell::default());
            let mut whole = Run::new(game);
            whole.advance(last, &Limits::default()).unwrap();
            let mut sequence = Sequence::default();
            let mut half = Sequence::default();
            let limits = Limits::default();
            for n in 0..=last {
                let value = sequence.value(&n.into(), &source, &limits).unwrap();
                assert_eq!(value, whole.value(n).unwrap().into(), "{code} {n}");
                if n == last / 2 {
                    half = sequence.clone();
                }
            }
            assert_eq!(source.1.get(), 1, "{code}");
            // A copy goes on by a run of its own, from the values of the other.
            assert!(half.heaps() as u64 > last / 2 && half.run.is_none());
            let value = half.value(&last.into(), &source, &limits).unwrap();
            assert_eq!(value, whole.value(last).unwrap().into(), "{code}");
            assert_eq!(source.1.get(), 2, "{code}");
        }
    }

    #[test]
    fn of_a_finite_set_no_more_is_computed_than_was_asked_for() {
        let set = SubtractionSet::new((1..=100).map(|k| k * k));
        let mut sequence = Sequence::default();
        let limits = Limits::default();
        let value = sequence.value(&BigUint::from(100_000_u64), &set, &limits).unwrap();
        let (values, _) = SubtractionSet::values(&set, 100_000, &limits);
        assert_eq!(Some(value), values.get(100_000).map(BigUint::from));
        assert_eq!((sequence.heaps(), sequence.proved()), (100_001, None));
    }
}
