//! What answers a component: a theory or a theorem for numbers of any size, or nothing, and then
//! the definition does.
//!
//! ```text
//! destinations   the options of a component that have a value
//! results        what they leave where there are several coordinates
//! sequence       the values of heaps, as far as they were needed, or for ever
//! name           what an engine is called
//! up_to          heaps from which one takes up to a limit
//! ```

mod destinations;
mod name;
mod results;
mod sequence;
mod up_to;

use std::ops::RangeInclusive;

use num_bigint::BigUint;

use crate::automatic::{Answers, Subject};
use crate::heap::{AllButSet, Code, HeapGame, Periodicity, SubtractionSet};
use crate::limits::Limits;
use crate::outcome::Outcome;
use crate::plateaus::Plateaus;
use crate::rule::{MostTaken, least_prime};
use crate::ruleset::Failure;
use crate::theory::choose::Choose;
use crate::theory::euclid::{self, Left};
use crate::theory::{
    bounded, coprimes, divisors, fibonacci, half, interval, lasker, limit, multiple, one_more,
    plus, powers, remainders, share, wythoff,
};
pub use destinations::Destination;
pub(crate) use destinations::show_options;
pub use sequence::Sequence;
use sequence::SequenceGame;

/// An engine, with what it has computed so far.
///
/// ```
/// use grundy::games::open;
/// use grundy::plan::{Engine, plan};
/// let engine = |game: &str| plan(&open(game).unwrap()).engine;
/// assert!(matches!(engine("S{2..5}"), Engine::Interval { least: 2, most: 5 }));
/// assert!(matches!(engine("wythoff"), Engine::Wythoff { unordered: true }));
/// assert!(matches!(engine("kayles"), Engine::Heap(..)));
/// // A condition that no theory treats.
/// assert!(matches!(engine("[n] -> [n-k] for k in 1..n if k % 7 < n % 5"), Engine::Definition));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Engine {
    /// The definition, for every rule.
    Definition,
    /// One Nim heap.
    Nim,
    /// Every coordinate is a Nim heap.
    Heaps {
        /// Whether the heaps are interchangeable in the rule.
        unordered: bool,
    },
    /// Take from `least` to `most`.
    Interval {
        /// The least amount, at least 1.
        least: u64,
        /// The greatest amount.
        most: u64,
    },
    /// Take from one to `most`, or `far`.
    OneMore {
        /// The greatest of the small amounts, at least 1.
        most: u64,
        /// The large amount.
        far: u64,
    },
    /// Take a power of a number.
    Powers(powers::Powers),
    /// Take one of some amounts that leave other remainders.
    Remainders(remainders::Remainders),
    /// Take at least half.
    Half,
    /// Take a divisor of the heap.
    Divisors {
        /// Whether the heap itself may be taken.
        whole: bool,
    },
    /// Take a divisor of the heap that is neither 1 nor the heap itself: who wins.
    InnerDivisors,
    /// Take a number without a common factor with the heap.
    Coprimes {
        /// Whether the heap itself may be taken, which is so for a heap of one.
        whole: bool,
    },
    /// Take from one to `(n + offset) / divisor`, rounded down.
    Share {
        /// Less than the divisor; it may be negative.
        offset: i64,
        /// At least 2.
        divisor: u64,
    },
    /// Take from one to a limit that grows by at most one from heap to heap; with the values of the last row.
    UpTo(MostTaken, limit::Rows),
    /// Take, or split in two.
    Lasker,
    /// A finite subtraction set.
    Subtraction(SubtractionSet, Sequence),
    /// All amounts but finitely many.
    AllBut(AllButSet, Sequence),
    /// A take-and-break game.
    Heap(HeapGame, Sequence),
    /// Any so many of the smaller ones.
    Choose(Choose),
    /// Take from one heap or equally from both.
    Wythoff {
        /// Whether the two heaps are interchangeable in the rule.
        unordered: bool,
    },
    /// A heap and the most that may be taken from it.
    Bounded {
        /// Which coordinate is the heap.
        heap: usize,
        /// Which is the limit.
        limit: usize,
    },
    /// A multiple of the smaller number from the larger.
    Euclid {
        /// Whether the two numbers are interchangeable in the rule.
        unordered: bool,
        /// What a move may leave.
        left: Left,
    },
    /// At most twice what was just taken.
    FibonacciNim {
        /// The kind `[n, q]`; any other is of fresh heaps.
        rest: usize,
        /// How many times the second coordinate may be taken: 1, or 2 where it is what was just taken.
        times: u64,
    },
    /// At most a multiple of what was just taken.
    Multiple {
        /// The kind `[n, q]`; any other is of fresh heaps.
        rest: usize,
        /// How many times as many; not 2.
        factor: u64,
        /// How many times the second coordinate may be taken: 1, or the factor where it is what was just taken.
        times: u64,
    },
    /// Values that are the same along whole plateaus.
    Plateaus(Plateaus),
    /// A theorem about normal play by an automaton, proved or checked.
    Automatic(Box<Answers>),
}

/// What an engine knows of the value of a component.
///
/// ```
/// use grundy::games::open;
/// use grundy::limits::Limits;
/// use grundy::plan::{Known, plan};
/// // Wythoff's theorem says who wins, and no value but 0.
/// let mut engine = plan(&open("wythoff")?).engine;
/// let of = |a: u8, b: u8| [a.into(), b.into()];
/// assert_eq!(engine.value(0, &of(3, 5), &Limits::default())?, Known::Value(0_u8.into()));
/// assert_eq!(engine.value(0, &of(3, 6), &Limits::default())?, Known::NotZero);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// The value.
    Value(BigUint),
    /// Only that it is not zero.
    NotZero,
    /// Nothing: ask the definition.
    Nothing,
}

impl Known {
    /// What an outcome says: the value of a lost position is zero.
    fn of(outcome: Outcome) -> Known {
        match outcome {
            Outcome::P => Known::Value(BigUint::ZERO),
            _ => Known::NotZero,
        }
    }

    /// Who wins, if that is known.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        match self {
            Known::Value(value) => Some(Outcome::next_wins(*value != BigUint::ZERO)),
            Known::NotZero => Some(Outcome::N),
            Known::Nothing => None,
        }
    }
}

/// Heaps computed in search of a period before a table or an explanation is printed.
const LOOK_FOR_A_PERIOD: u64 = 1 << 12;
/// The same of codes that leave at most two heaps, which take some milliseconds.
const LOOK_FAR_FOR_A_PERIOD: u64 = 1 << 14;
/// The same of sets of amounts for a program, which is asked for once.
const LOOK_VERY_FAR_FOR_A_PERIOD: u64 = 1 << 23;

impl Engine {
    /// The largest amount of a set that is computed heap by heap, as a code.
    pub const MOST_TAKEN: u64 = 1 << 16;

    /// What the engine knows of a component.
    ///
    /// ```
    /// use grundy::games::open;
    /// use grundy::limits::Limits;
    /// use grundy::plan::{Known, plan};
    /// let mut engine = plan(&open("bash(3)")?).engine;
    /// let heap = num_bigint::BigUint::from(10_u8).pow(30) + 2_u8;
    /// assert_eq!(engine.value(0, &[heap], &Limits::default())?, Known::Value(2_u8.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Failure::Stop`] where a limit stops a computation, [`Failure::Domain`] where a heap is too
    /// far without a proved period.
    ///
    /// # Panics
    /// If these are not the coordinates of a component of the game.
    pub fn value(
        &mut self,
        kind: usize,
        coords: &[BigUint],
        limits: &Limits,
    ) -> Result<Known, Failure> {
        let heap = &coords[0];
        Ok(match self {
            Engine::Definition => Known::Nothing,
            Engine::Nim => Known::Value(heap.clone()),
            Engine::Heaps { .. } => {
                Known::Value(coords.iter().fold(BigUint::ZERO, |sum, coord| sum ^ coord))
            }
            Engine::Interval { least, most } => {
                Known::Value(interval::value(heap, *least, *most).into())
            }
            Engine::OneMore { most, far } => {
                Known::Value(one_more::value(heap, *most, *far).into())
            }
            Engine::Powers(set) => Known::Value(set.value(heap).into()),
            Engine::Remainders(set) => Known::Value(set.value(heap).into()),
            Engine::Half => Known::Value(half::value(heap).into()),
            Engine::Divisors { whole } => Known::Value(divisors::value(heap, *whole).into()),
            Engine::InnerDivisors => Known::of(Outcome::next_wins(!divisors::is_lost(heap))),
            Engine::Coprimes { whole } => coprime_value(heap, *whole, limits)?,
            Engine::Share { offset, divisor } => {
                let heap = plus(heap, *offset).unwrap_or_default();
                Known::Value(share::value(&heap, *divisor, limits)?)
            }
            Engine::UpTo(most, _) => match *heap == BigUint::ZERO && !most.has_zero() {
                true => Known::Nothing,
                false => Known::Value(up_to::value(most, heap, limits)?),
            },
            Engine::Lasker => Known::Value(lasker::value(heap)),
            Engine::Subtraction(set, sequence) => Known::Value(sequence.value(heap, set, limits)?),
            Engine::AllBut(set, sequence) => Known::Value(sequence.value(heap, set, limits)?),
            Engine::Heap(game, sequence) => Known::Value(sequence.value(heap, game, limits)?),
            Engine::Choose(table) => match usize::try_from(heap) {
                Ok(last) => {
                    table.extend_to(last, limits)?;
                    table.values().get(last).map_or(Known::Nothing, |&v| Known::Value(v.into()))
                }
                Err(_) => Known::Nothing,
            },
            Engine::Wythoff { .. } => {
                let lost = wythoff::is_p_golden(&coords[0], &coords[1]);
                Known::of(Outcome::next_wins(!lost))
            }
            Engine::Bounded { heap, limit } => {
                Known::Value(bounded::value(&coords[*heap], &coords[*limit]))
            }
            Engine::Euclid { left, .. } => {
                Known::Value(euclid::value(&coords[0], &coords[1], *left, limits)?)
            }
            Engine::FibonacciNim { rest, times, .. } if kind == *rest => {
                let most = most_taken(Some(*times), coords);
                Known::of(fibonacci::outcome_within(heap, &most, limits)?)
            }
            Engine::FibonacciNim { .. } => {
                Known::of(fibonacci::fresh_outcome_within(heap, limits)?)
            }
            Engine::Multiple { rest, factor, times, .. } => {
                let most = most_taken((kind == *rest).then_some(*times), coords);
                Known::of(multiple::outcome(heap, &most, *factor, limits)?)
            }
            Engine::Plateaus(plateaus) => match plateaus.value(heap, limits)? {
                Some(value) => Known::Value(value.into()),
                None => Known::Nothing,
            },
            Engine::Automatic(answers) => match answers.value(coords, limits)? {
                Some(value) => Known::Value(value),
                None => Known::of(answers.outcome(coords, limits)?),
            },
        })
    }

    /// The pattern of the values, proved; nothing if the values are not a sequence, or no proof is
    /// found within some thousand heaps.
    ///
    /// ```
    /// use grundy::games::open;
    /// use grundy::limits::Limits;
    /// use grundy::plan::plan;
    /// // Guy and Smith, 1956: the last exception of Kayles is the heap of 70.
    /// let kayles = plan(&open("kayles")?).engine.periodicity(&Limits::default())?.unwrap();
    /// assert_eq!((kayles.preperiod, kayles.period, kayles.saltus), (71, 12, 0));
    /// // Nim is no sequence here, and of Grundy's game no period is known.
    /// assert_eq!(plan(&open("nim")?).engine.periodicity(&Limits::default())?, None);
    /// assert_eq!(plan(&open("grundys")?).engine.periodicity(&Limits::default())?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Failure::Stop`] where a limit stops the search.
    pub fn periodicity(&mut self, limits: &Limits) -> Result<Option<Periodicity>, Failure> {
        if let Engine::Interval { least, most } = self {
            let period = least.saturating_add(*most);
            return Ok(Some(Periodicity {
                preperiod: 0,
                period,
                saltus: 0,
                exceptions: Vec::new(),
                exception_count: 0,
            }));
        }
        let short = match self {
            Engine::OneMore { most, far } => {
                Some(u64::try_from(one_more::period(*most, *far)).unwrap_or(u64::MAX))
            }
            Engine::Powers(set) => Some(u64::try_from(set.period()).unwrap_or(u64::MAX)),
            Engine::Remainders(set) => Some(set.period()),
            _ => None,
        };
        if let Some(period) = short {
            let (exceptions, exception_count) = (Vec::new(), 0);
            return Ok(Some(Periodicity {
                preperiod: 0,
                period,
                saltus: 0,
                exceptions,
                exception_count,
            }));
        }
        let far = match self {
            Engine::Heap(HeapGame::Code(code), _) if code.most_pieces() <= 2 => {
                LOOK_FAR_FOR_A_PERIOD
            }
            _ => LOOK_FOR_A_PERIOD,
        };
        let Some((game, sequence)) = self.sequence() else { return Ok(None) };
        sequence.prove(far, game, limits)?;
        Ok(sequence.periodicity().cloned())
    }

    /// The same, of sets of amounts sought farther, which takes some tenths of a second.
    ///
    /// # Errors
    /// As [`Engine::periodicity`].
    pub(crate) fn far_periodicity(
        &mut self,
        limits: &Limits,
    ) -> Result<Option<Periodicity>, Failure> {
        let near = self.periodicity(limits)?;
        let Engine::Subtraction(set, sequence) = self else { return Ok(near) };
        sequence.prove(LOOK_VERY_FAR_FOR_A_PERIOD, set, limits)?;
        Ok(sequence.periodicity().cloned())
    }

    /// The values of a stretch of heaps all at once, where they are numbers of machine words: those of a formula, or a
    /// sequence that reaches so far within the limits; of components with several coordinates, of which the others are
    /// `outer`. Nothing for other engines, and where a heap is out of reach or the stretch too long for the memory.
    ///
    /// ```
    /// use grundy::games::open;
    /// use grundy::limits::Limits;
    /// use grundy::plan::plan;
    /// let mut kayles = plan(&open("kayles")?).engine;
    /// let values = kayles.stretch(&[], 1..=8, &Limits::default());
    /// assert_eq!(values, Some(vec![1, 2, 3, 1, 4, 3, 2, 1]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn stretch(
        &mut self,
        outer: &[u64],
        heaps: RangeInclusive<u64>,
        limits: &Limits,
    ) -> Option<Vec<u64>> {
        let count = heaps.end().saturating_sub(*heaps.start()).saturating_add(1);
        limits.check_memory(count.saturating_mul(size_of::<u64>() as u64)).ok()?;
        match (self, outer) {
            (Engine::Nim, []) => Some(heaps.collect()),
            (Engine::Heaps { .. }, outer) => {
                let beside = outer.iter().fold(0, |sum, heap| sum ^ heap);
                Some(heaps.map(|heap| beside ^ heap).collect())
            }
            (Engine::Half, []) => Some(heaps.map(half::value_u64).collect()),
            (Engine::Lasker, []) => heaps.map(lasker::value_u64).collect(),
            (Engine::Bounded { heap: 0, .. }, [heap]) => {
                Some(heaps.map(|most| bounded::value_u64(*heap, most)).collect())
            }
            (Engine::Bounded { .. }, [most]) => {
                Some(heaps.map(|heap| bounded::value_u64(heap, *most)).collect())
            }
            (Engine::Interval { least, most }, []) => {
                Some(heaps.map(|heap| interval::value_u64(heap, *least, *most)).collect())
            }
            (Engine::OneMore { most, far }, []) => {
                Some(heaps.map(|heap| one_more::value_u64(heap, *most, *far)).collect())
            }
            (Engine::Powers(set), []) => Some(heaps.map(|heap| set.value_u64(heap)).collect()),
            (Engine::Remainders(set), []) => Some(heaps.map(|heap| set.value_u64(heap)).collect()),
            (Engine::Divisors { whole }, []) => {
                Some(heaps.map(|heap| divisors::value_u64(heap, *whole)).collect())
            }
            (Engine::Coprimes { whole }, []) => {
                let values = coprimes::values(*heaps.end(), *whole)?;
                let from = usize::try_from(*heaps.start()).ok()?;
                Some(values.get(from..)?.iter().map(|&value| value.into()).collect())
            }
            (Engine::Share { offset, divisor }, []) => {
                let moved = |heap: u64| heap.saturating_add_signed(*offset);
                let far = heaps.end().checked_add_signed(*offset).is_none() && *offset > 0;
                let values = || heaps.map(|heap| share::value_u64(moved(heap), *divisor)).collect();
                (!far).then(values)
            }
            (Engine::UpTo(most, rows), []) => {
                let is_known = *heaps.start() > 0 || most.has_zero();
                let is_near = i64::try_from(*heaps.end()).is_ok();
                (is_known && is_near)
                    .then(|| rows.row(heaps, &|heap| most.at_u64(*heap), limits).ok())
                    .flatten()
            }
            (Engine::Euclid { left, .. }, [first]) => {
                Some(heaps.map(|second| euclid::value_u64(*first, second, *left)).collect())
            }
            (Engine::Plateaus(plateaus), []) => plateaus.row(heaps, limits),
            (engine, []) => {
                let (game, sequence) = engine.sequence()?;
                sequence.stretch(heaps, game, limits)
            }
            _ => None,
        }
    }

    /// The sequence that the values are, with the game whose it is.
    fn sequence(&mut self) -> Option<(&dyn SequenceGame, &mut Sequence)> {
        match self {
            Engine::Subtraction(set, sequence) => Some((set, sequence)),
            Engine::AllBut(set, sequence) => Some((set, sequence)),
            Engine::Heap(game, sequence) => Some((game, sequence)),
            _ => None,
        }
    }

    /// The take-and-break game whose heaps the components are, if it is one with finitely many amounts or a code.
    ///
    /// ```
    /// use grundy::games::open;
    /// use grundy::plan::plan;
    /// assert!(plan(&open("S{1, 3, 4}")?).engine.heap_game().is_some());
    /// assert!(plan(&open("nim")?).engine.heap_game().is_none(), "infinitely many amounts");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn heap_game(&self) -> Option<HeapGame> {
        let of_set = |set: &SubtractionSet| Code::of_subtraction(set, Engine::MOST_TAKEN);
        match self {
            Engine::Heap(game, _) => Some(game.clone()),
            Engine::Subtraction(set, _) => of_set(set).map(HeapGame::Code),
            &Engine::Interval { least, most } if most <= Engine::MOST_TAKEN => {
                of_set(&SubtractionSet::new(least..=most)).map(HeapGame::Code)
            }
            _ => None,
        }
    }

    /// Whether the engine has the value of every component, and not only who wins.
    ///
    /// ```
    /// use grundy::games::open;
    /// use grundy::plan::plan;
    /// assert!(plan(&open("nim")?).engine.has_values());
    /// assert!(!plan(&open("wythoff")?).engine.has_values());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn has_values(&self) -> bool {
        match self {
            Engine::Definition
            | Engine::InnerDivisors
            | Engine::Wythoff { .. }
            | Engine::FibonacciNim { .. }
            | Engine::Multiple { .. } => false,
            Engine::Automatic(answers) => answers.certificate().subject != Subject::Outcomes,
            Engine::Nim
            | Engine::Heaps { .. }
            | Engine::Interval { .. }
            | Engine::OneMore { .. }
            | Engine::Powers(_)
            | Engine::Remainders(_)
            | Engine::Half
            | Engine::Divisors { .. }
            | Engine::Coprimes { .. }
            | Engine::Share { .. }
            | Engine::UpTo(..)
            | Engine::Lasker
            | Engine::Subtraction(..)
            | Engine::AllBut(..)
            | Engine::Heap(..)
            | Engine::Choose(_)
            | Engine::Bounded { .. }
            | Engine::Euclid { .. }
            | Engine::Plateaus(_) => true,
        }
    }

    /// Whether the engine answers for every component: its value, or who wins it in misère play.
    ///
    /// ```
    /// use grundy::games::open;
    /// use grundy::plan::plan;
    /// let [nim, kayles] = ["nim", "kayles"].map(|game| plan(&open(game).unwrap()).engine);
    /// assert!(nim.has_all(false) && nim.has_all(true));
    /// assert!(kayles.has_all(false) && !kayles.has_all(true));
    /// ```
    pub fn has_all(&self, misere: bool) -> bool {
        if misere { matches!(self, Engine::Nim) } else { self.has_values() }
    }

    /// How many heaps of a sequence without a proved period have been computed.
    ///
    /// ```
    /// use grundy::games::open;
    /// use grundy::limits::Limits;
    /// use grundy::plan::plan;
    /// let mut grundys = plan(&open("grundys")?).engine;
    /// grundys.value(0, &[100_u8.into()], &Limits::default())?;
    /// // At least those that were asked for, from 0 on.
    /// assert!(grundys.open_heaps() > Some(100));
    /// assert_eq!(plan(&open("nim")?).engine.open_heaps(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open_heaps(&self) -> Option<usize> {
        match self {
            Engine::Subtraction(_, sequence)
            | Engine::AllBut(_, sequence)
            | Engine::Heap(_, sequence)
                if sequence.proved().is_none() =>
            {
                Some(sequence.heaps())
            }
            _ => None,
        }
    }
}

/// The most that may be taken: so many times the second coordinate, or of a fresh heap anything but the whole.
pub(crate) fn most_taken(times: Option<u64>, coords: &[BigUint]) -> BigUint {
    match (coords, times) {
        ([_, limit], Some(times)) => limit * times,
        ([heap, ..], None) if *heap > BigUint::ZERO => heap - 1_u8,
        _ => BigUint::ZERO,
    }
}

/// What is known of a heap from which a number without a common factor is taken: whose least prime factor is too large
/// has a value that is not counted, and is not 0.
fn coprime_value(heap: &BigUint, whole: bool, limits: &Limits) -> Result<Known, Failure> {
    let Ok(heap) = i64::try_from(heap) else { return Ok(Known::Nothing) };
    let heap = heap.unsigned_abs();
    let least = least_prime(heap.max(2)).unwrap_or(2);
    Ok(match coprimes::value(heap, least, whole, limits)? {
        Some(value) => Known::Value(value.into()),
        None => Known::NotZero,
    })
}
