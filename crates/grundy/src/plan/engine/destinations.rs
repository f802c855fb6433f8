//! The options of a component that have a value: engines list them, or count them.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::{Engine, Known, Sequence, coprime_value, most_taken, results, up_to};
use crate::automatic::{Answers, Subject};
use crate::heap::{AllButSet, HeapGame, SubtractionSet};
use crate::limits::Limits;
use crate::rule::numbers::gcd;
use crate::ruleset::Failure;
use crate::theory::{
    bounded, coprimes, fibonacci, half, interval, lasker, multiple, one_more, plus, share,
};

/// Where an option of a component leads.
///
/// ```
/// use std::ops::ControlFlow;
/// use grundy::games::open;
/// use grundy::limits::Limits;
/// use grundy::plan::{Destination, plan};
/// // Take at least half of 12, so that a heap with two binary digits is left.
/// let mut half = plan(&open("half")?).engine;
/// let mut seen = Vec::new();
/// let listed = half.destinations(0, &[12_u8.into()], &2_u8.into(), &Limits::default(), &mut |to| {
///     seen.push(to);
///     ControlFlow::Continue(())
/// })?;
/// assert!(listed);
/// assert_eq!(seen, [Destination::Range(2_u8.into(), 3_u8.into())]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// A component of this kind with these coordinates.
    One(usize, Vec<BigUint>),
    /// Components of this kind, with their coordinates.
    Sum(usize, Vec<Vec<BigUint>>),
    /// A component of the first kind with its one coordinate anywhere in this inclusive range:
    /// that many options.
    Range(BigUint, BigUint),
}

/// Shown where options lead, until it breaks.
pub(crate) type SeeDestination<'a> = dyn FnMut(Destination) -> ControlFlow<()> + 'a;

impl Engine {
    /// Shows every option of a component whose value is `wanted`, if the engine can list them;
    /// false if it cannot, and then nothing was shown. Of components beyond 2^63 a theorem may know
    /// only [some](Engine::shows_all).
    ///
    /// # Errors
    /// As [`Engine::value`].
    ///
    /// # Panics
    /// As [`Engine::value`].
    pub fn destinations(
        &mut self,
        kind: usize,
        coords: &[BigUint],
        wanted: &BigUint,
        limits: &Limits,
        see: &mut SeeDestination<'_>,
    ) -> Result<bool, Failure> {
        let mut asked = Request { kind, coords, wanted, limits, see };
        let heap = &coords[0];
        match self {
            Engine::Nim => asked.show_heaps((wanted < heap).then(|| wanted.clone())),
            Engine::Heaps { unordered } => {
                asked.show_components(results::heaps(coords, wanted, *unordered));
            }
            Engine::Interval { least, most } => {
                let Ok(wanted) = u64::try_from(wanted) else { return Ok(true) };
                asked.show_ranges(interval::moves_to(heap, *least, *most, wanted));
            }
            Engine::OneMore { most, far } => {
                let Ok(wanted) = u64::try_from(wanted) else { return Ok(true) };
                asked.show_heaps(one_more::moves_to(heap, *most, *far, wanted));
            }
            Engine::Powers(set) => {
                let Ok(wanted) = u64::try_from(wanted) else { return Ok(true) };
                asked.show_heaps(set.moves_to(heap, wanted));
            }
            Engine::Remainders(set) => {
                let Ok(wanted) = u64::try_from(wanted) else { return Ok(true) };
                asked.show_heaps(set.moves_to(heap, wanted));
            }
            Engine::Half => {
                let Ok(wanted) = u64::try_from(wanted) else { return Ok(true) };
                asked.show_ranges(half::moves_to(heap, wanted));
            }
            Engine::Coprimes { whole } => return asked.show_coprimes(*whole),
            Engine::Share { offset, divisor } => {
                let heap = plus(heap, *offset).unwrap_or_default();
                let left = share::move_to(&heap, *divisor, wanted, limits)?;
                asked.show_heaps(left.and_then(|left| plus(&left, offset.checked_neg()?)));
            }
            Engine::UpTo(most, _) if *heap > BigUint::ZERO || most.has_zero() => {
                asked.show_heaps(up_to::move_to(most, heap, wanted, limits)?);
            }
            Engine::Lasker => asked.show_lasker(),
            Engine::Subtraction(set, sequence) => asked.show_subtraction(set, sequence)?,
            Engine::AllBut(set, sequence) => return asked.show_all_but(set, sequence),
            Engine::Heap(game, sequence) => return asked.show_far(game, sequence),
            Engine::Wythoff { .. } | Engine::Multiple { .. } | Engine::FibonacciNim { .. } => {
                return asked.show_lost(self);
            }
            Engine::Bounded { heap, limit } => {
                let left = bounded::move_to(&coords[*heap], &coords[*limit], wanted);
                asked.show_components(left.map(|left| with(coords, *heap, left)));
            }
            Engine::Euclid { unordered, left } => {
                let all =
                    results::euclid(&coords[0], &coords[1], wanted, *unordered, *left, limits)?;
                asked.show_components(all);
            }
            Engine::Plateaus(plateaus) => match plateaus.moves_to(heap, wanted, limits)? {
                Some(ranges) => asked.show_ranges(ranges),
                None => return Ok(false),
            },
            Engine::Automatic(answers) if lists(answers, coords, wanted) => {
                show_options(answers, kind, coords, wanted, limits, asked.see)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Shows those options of a component with the value `wanted` that a theorem knows, which may not be all;
    /// false where none answers.
    ///
    /// # Errors
    /// As [`Engine::value`].
    pub(crate) fn known_destinations(
        &mut self,
        kind: usize,
        coords: &[BigUint],
        wanted: &BigUint,
        limits: &Limits,
        see: &mut SeeDestination<'_>,
    ) -> Result<bool, Failure> {
        match self {
            Engine::Automatic(answers) if knows(answers, wanted) => {
                show_options(answers, kind, coords, wanted, limits, see).map(|()| true)
            }
            // One counter is what everything has no factor in common with, and two what every odd number has not.
            Engine::Coprimes { whole } if *wanted == BigUint::ZERO => {
                let left = BigUint::from(1 + u8::from(*whole));
                let is_option = coords[0] > left && (!*whole || coords[0].bit(0));
                if is_option {
                    let _ = see(Destination::One(kind, vec![left]));
                }
                Ok(is_option)
            }
            _ => Ok(false),
        }
    }

    /// How many options of a component have the value `wanted`, where that is known without
    /// listing them.
    ///
    /// ```
    /// use grundy::games::open;
    /// use grundy::limits::Limits;
    /// use grundy::plan::plan;
    /// // Lasker's Nim: 3 is worth 4, and so is 1 + 5, while the other splits of 6 are not.
    /// let mut lasker = plan(&open("lasker")?).engine;
    /// let count = lasker.count(&[6_u8.into()], &4_u8.into(), &Limits::default())?;
    /// assert_eq!(count, Some(2_u8.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Engine::value`].
    ///
    /// # Panics
    /// As [`Engine::value`].
    pub fn count(
        &mut self,
        coords: &[BigUint],
        wanted: &BigUint,
        limits: &Limits,
    ) -> Result<Option<BigUint>, Failure> {
        Ok(match self {
            Engine::Lasker => {
                let reductions = u8::from(lasker::reduction_to(&coords[0], wanted).is_some());
                Some(lasker::splits_to(&coords[0], wanted).total() + reductions)
            }
            Engine::Heap(game, sequence) => {
                let found = sequence.far_options(&coords[0], game, wanted, limits)?;
                found.map(|options| options.count())
            }
            Engine::Automatic(answers) if lists(answers, coords, wanted) => {
                Some(answers.count(coords, wanted, limits)?)
            }
            _ => None,
        })
    }

    /// Whether [`destinations`](Engine::destinations) shows every option of a component, and not only
    /// those that a theorem knows.
    ///
    /// ```
    /// use grundy::games::open;
    /// use grundy::plan::plan;
    /// assert!(plan(&open("nim")?).engine.shows_all(&[num_bigint::BigUint::from(10_u8).pow(30)]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn shows_all(&self, coords: &[BigUint]) -> bool {
        match self {
            Engine::Automatic(answers) => answers.knows_every_option() || !is_far(coords),
            _ => true,
        }
    }
}

/// Heaps that are looked at between two looks at the limits.
const BETWEEN_CHECKS: u64 = 1 << 12;

/// Which options of a component are asked for, and who sees them.
struct Request<'a, 's> {
    kind: usize,
    coords: &'a [BigUint],
    wanted: &'a BigUint,
    limits: &'a Limits,
    see: &'a mut SeeDestination<'s>,
}

impl Request<'_, '_> {
    fn show(&mut self, destinations: impl IntoIterator<Item = Destination>) {
        let _ = destinations.into_iter().try_for_each(&mut self.see);
    }

    /// Shows components of the same kind, by their coordinates.
    fn show_components(&mut self, all: impl IntoIterator<Item = Vec<BigUint>>) {
        let kind = self.kind;
        self.show(all.into_iter().map(|coords| Destination::One(kind, coords)));
    }

    /// The same of components of one coordinate.
    fn show_heaps(&mut self, heaps: impl IntoIterator<Item = BigUint>) {
        self.show_components(heaps.into_iter().map(|heap| vec![heap]));
    }

    /// Shows ranges of what is left; a range of one as a component.
    fn show_ranges(&mut self, ranges: impl IntoIterator<Item = (BigUint, BigUint)>) {
        let kind = self.kind;
        self.show(ranges.into_iter().map(|(from, to)| match from == to {
            true => Destination::One(kind, vec![from]),
            false => Destination::Range(from, to),
        }));
    }

    /// Shows what is left where these amounts are taken from a heap, with so many times as much as the second
    /// coordinate.
    fn show_taken(&mut self, rest: usize, amounts: Vec<BigUint>, factor: u64) {
        let heap = &self.coords[0];
        let left = |taken: BigUint| Destination::One(rest, vec![heap - &taken, taken * factor]);
        self.show(amounts.into_iter().map(left));
    }

    /// Heaps that are made smaller, then pairs of heaps that one is split into.
    fn show_lasker(&mut self) {
        let (heap, kind) = (&self.coords[0], self.kind);
        let reduction =
            lasker::reduction_to(heap, self.wanted).map(|left| Destination::One(kind, vec![left]));
        let splits = lasker::splits_to(heap, self.wanted)
            .map(|(a, b)| Destination::Sum(kind, vec![vec![a], vec![b]]));
        self.show(reduction.into_iter().chain(splits));
    }

    /// Shows the lost components that games lead to of which only that is known; false if other values are wanted.
    fn show_lost(&mut self, engine: &Engine) -> Result<bool, Failure> {
        if *self.wanted != BigUint::ZERO {
            return Ok(false);
        }
        let (kind, coords, limits) = (self.kind, self.coords, self.limits);
        let heap = &coords[0];
        match *engine {
            Engine::Wythoff { unordered } => {
                self.show_components(results::wythoff(&coords[0], &coords[1], unordered));
            }
            Engine::Multiple { rest, factor, times } => {
                let most = most_taken((kind == rest).then_some(times), coords);
                let amounts = multiple::winning_moves(heap, &most, factor, limits)?;
                self.show_taken(rest, amounts, factor / times);
            }
            Engine::FibonacciNim { rest, times } => {
                let most = most_taken((kind == rest).then_some(times), coords);
                let factor = 2 / times;
                fibonacci::each_winning_move(heap, &most, limits, &mut |taken| {
                    (self.see)(Destination::One(rest, vec![heap - &taken, taken * factor]))
                })?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// What is left by a number without a common factor; false if the heap is too large to list that.
    fn show_coprimes(&mut self, whole: bool) -> Result<bool, Failure> {
        let heap = &self.coords[0];
        // No option has the value of the heap itself.
        if coprime_value(heap, whole, self.limits)? == Known::Value(self.wanted.clone()) {
            return Ok(true);
        }
        let Ok(heap) = u64::try_from(heap) else { return Ok(false) };
        let last = heap.saturating_sub(1);
        let Some(values) = coprimes::values(last, whole) else { return Ok(false) };
        let least = u64::from(!whole);
        let mut lefts: Vec<BigUint> = Vec::new();
        for (left, value) in (0..heap).zip(values) {
            if left.is_multiple_of(BETWEEN_CHECKS) {
                self.limits.check()?;
            }
            let is_option = left >= least && gcd(left.cast_signed(), heap.cast_signed()) == Some(1);
            if BigUint::from(value) == *self.wanted && is_option {
                lefts.push(left.into());
            }
        }
        self.show_heaps(lefts);
        Ok(true)
    }

    /// Tries every amount of a set.
    fn show_subtraction(
        &mut self,
        set: &SubtractionSet,
        sequence: &mut Sequence,
    ) -> Result<(), Failure> {
        let heap = &self.coords[0];
        for &amount in set.amounts() {
            let amount = BigUint::from(amount);
            if amount > *heap {
                break;
            }
            let left = heap - amount;
            if sequence.value(&left, set, self.limits)? == *self.wanted
                && (self.see)(Destination::One(self.kind, vec![left])).is_break()
            {
                break;
            }
        }
        Ok(())
    }

    /// Looks where a proved sequence has the value; false if it is not proved.
    fn show_all_but(&mut self, set: &AllButSet, sequence: &mut Sequence) -> Result<bool, Failure> {
        sequence.prove(u64::MAX, set, self.limits)?;
        let places = sequence.proved().and_then(|proved| proved.heaps_of_value(self.wanted));
        let Some(places) = places else { return Ok(false) };
        let heap = &self.coords[0];
        let allowed = |left: &BigUint| {
            left < heap
                && u64::try_from(heap - left)
                    .map_or(true, |taken| set.excluded().binary_search(&taken).is_err())
        };
        self.show_heaps(places.into_iter().filter(allowed));
        Ok(true)
    }

    /// Heaps that a take-and-break game leaves of a far one; false if it is not far, or nothing is proved.
    fn show_far(&mut self, game: &HeapGame, sequence: &mut Sequence) -> Result<bool, Failure> {
        let found = sequence.far_options(&self.coords[0], game, self.wanted, self.limits)?;
        let Some(options) = found else { return Ok(false) };
        let kind = self.kind;
        self.show(options.iter().map(|heaps: Vec<BigUint>| {
            Destination::Sum(kind, heaps.into_iter().map(|heap| vec![heap]).collect())
        }));
        Ok(true)
    }
}

/// Whether a component is beyond the reach of the definition.
fn is_far(coords: &[BigUint]) -> bool {
    coords.iter().any(|coord| i64::try_from(coord).is_err())
}

/// Whether the options of this value are those that a theorem lists: all there are, or of a component beyond the
/// definition's reach as many as it knows.
fn lists(answers: &Answers, coords: &[BigUint], wanted: &BigUint) -> bool {
    knows(answers, wanted) && (answers.knows_every_option() || is_far(coords))
}

/// Whether a theorem tells the options of this value from the others.
fn knows(answers: &Answers, wanted: &BigUint) -> bool {
    *wanted == BigUint::ZERO || answers.certificate().subject != Subject::Outcomes
}

/// Shows the options of this value that a theorem lists.
pub(crate) fn show_options(
    answers: &mut Answers,
    kind: usize,
    coords: &[BigUint],
    wanted: &BigUint,
    limits: &Limits,
    see: &mut SeeDestination<'_>,
) -> Result<(), Failure> {
    answers.each_option(coords, wanted, limits, &mut |mut parts| {
        see(match parts.len() {
            1 => Destination::One(kind, parts.pop().unwrap_or_default()),
            _ => Destination::Sum(kind, parts),
        })
    })
}

/// Coordinates with one of them replaced.
fn with(coords: &[BigUint], axis: usize, left: BigUint) -> Vec<BigUint> {
    let mut coords = coords.to_vec();
    coords[axis] = left;
    coords
}
