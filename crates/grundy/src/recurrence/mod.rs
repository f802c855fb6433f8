//! Rules in which a coordinate is large and moves change it by bounded amounts: values by a recurrence, and their
//! period.
//!
//! Let the coordinates of a component be `n` and others that stay small; its kind and the others are its *state*.
//! For many rules there are a modulus `M`, a number `T` and a reach `W` such that for `n >= T` the options of a state
//! are sums of states with numbers from `n - W` to `n`, and of fixed components, and depend on `n` by `n mod M`
//! alone: amounts from a list or a bounded range, which may depend on the last move or on a pass that is left,
//! conditions on residues, coordinates that stop at zero. [`Recurrence::new`] finds them from the text of the
//! rule, by evaluating it for all large numbers of a residue class at once. If finitely many states are reached, then
//!
//! **Theorem.** The values of all states for `n >= T` are determined by those for `n - W .. n` and by `n mod M`. If
//! the values of all states for `a <= n < a + W` are those for `n + p`, where `a + W >= T` and `M` divides `p`, they
//! have the period `p` from `a` on.
//!
//! *Proof.* By induction: the values for `n` and `n + p` come from equal values by equal options. ∎
//!
//! There are finitely many such windows, for the values of a state are at most as many as it has options. So there
//! is a period, however long. The same holds of who wins in misère play where every option is one component.
//!
//! ```
//! use grundy::games::open;
//! use grundy::limits::Limits;
//! use grundy::recurrence::Recurrence;
//! // Take 1 to 5, but not what was just taken; at first anything, as if 0 had been.
//! let game = open("[n, last] -> [n-k, k] for k in 1..5 if k != last")?;
//! let fresh = (0, 0, &[0, 0][..]);
//! let mut found = Recurrence::new(&game.rules, false, [fresh], &Limits::default()).expect("of the form");
//! let n = num_bigint::BigUint::from(10_u8).pow(30);
//! assert_eq!(found.value(fresh, &n, &Limits::default())?, Some(3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod build;
mod repetition;
mod rows;
mod steps;
mod symbolic;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use num_bigint::BigUint;

use crate::language::{Message, message, say_by_message};
use crate::limits::{Limits, Stop};
use crate::nimber::{Mex, Nimber};
use crate::outcome::Outcome;
use crate::rule::{Component, Rules};
use crate::ruleset::{Failure, Value};
use crate::search::{Misere, Values};
pub(crate) use repetition::leads_on;
pub use repetition::{Repetition, repetition};
pub use rows::Pattern;
use rows::Rows;
use steps::State;

/// Why there is no recurrence.
///
/// ```
/// use grundy::games::open;
/// use grundy::limits::Limits;
/// use grundy::recurrence::{NoRecurrence, Recurrence};
/// // Of a large heap there is no end to the amounts that may be taken.
/// let nim = open("[n] -> [n-k] for k in 1..n")?;
/// let none = Recurrence::new(&nim.rules, false, [(0, 0, &[0][..])], &Limits::default());
/// assert!(matches!(none, Err(NoRecurrence::Beyond(_))));
/// # Ok::<(), grundy::rule::RuleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoRecurrence {
    /// The rule is not of the form, whatever the small coordinates are: what is in the way.
    Beyond(&'static str),
    /// There are too many states, classes or options.
    TooMuch,
    /// A limit was reached before it was found.
    Stopped(Stop),
}

impl NoRecurrence {
    /// What is in the way, for people.
    pub fn message(&self) -> Message {
        match self {
            NoRecurrence::Beyond(reason) => Message::phrase(reason),
            NoRecurrence::TooMuch => message!("too many states, residues or options"),
            NoRecurrence::Stopped(stop) => stop.message(),
        }
    }
}

say_by_message!(NoRecurrence);

impl std::error::Error for NoRecurrence {}

/// Part of an option, with its state or its component as an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Piece {
    Back { state: u32, back: u32 },
    Fixed(u32),
}

/// A component of a state: its kind, where the large coordinate stands, and all coordinates, of which that one is not
/// looked at.
pub type LargeComponent<'a> = (usize, usize, &'a [i64]);

/// The kinds and coordinates of the components of an option.
pub type Components = Vec<(usize, Vec<BigUint>)>;

/// The options of a state in a residue class.
type Options = Vec<Vec<Piece>>;

/// What the values of the first rows and of fixed components come from.
enum Definition {
    Normal(Box<Values<Rules>>),
    Misere(Box<Misere<Rules>>),
}

/// The values of some states for all numbers; in misère play 0 for a lost component and 1 for another.
///
/// ```
/// use grundy::games::open;
/// use grundy::limits::Limits;
/// use grundy::recurrence::{Pattern, Recurrence};
/// let limits = Limits::default();
/// let game = open("[n] -> [n-k] for k in {1, 3, 4}")?;
/// let heap = (0, 0, &[0][..]);
/// let mut found = Recurrence::new(&game.rules, false, [heap], &limits)?;
/// assert!(found.reach() == 4 && found.has(heap) && !found.is_misere());
/// assert_eq!(found.prove([heap], 1 << 20, &limits)?, Some(Pattern { preperiod: 0, period: 7 }));
/// let options = found.options(heap, &100_u8.into()).unwrap();
/// assert_eq!(options, [99_u8, 97, 96].map(|left| vec![(0, vec![left.into()])]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Recurrence {
    states: Vec<State>,
    indices: HashMap<State, u32>,
    /// `M`.
    modulus: u64,
    /// `T`.
    from: u64,
    /// `W`.
    reach: usize,
    /// For each residue class the options of each state.
    options: Vec<Vec<Options>>,
    /// For each class the states in an order in which those come first that others need for the same number.
    orders: Vec<Vec<u32>>,
    /// With their values, once they are known.
    fixed: Vec<(Component, Option<u32>)>,
    definition: Definition,
    rows: Rows,
}

debug_by_name!(Recurrence);

impl Recurrence {
    /// The state of a component by one of its coordinates, if it is one of these.
    fn state(&self, (kind, axis, coords): LargeComponent<'_>) -> Option<usize> {
        let state = State::of(&self.rules().ir()[kind], kind, axis, coords);
        self.indices.get(&state).map(|&index| index as usize)
    }

    fn rules(&self) -> &Rules {
        match &self.definition {
            Definition::Normal(values) => values.ruleset(),
            Definition::Misere(misere) => misere.ruleset(),
        }
    }

    /// Whether it is about misère play.
    pub fn is_misere(&self) -> bool {
        matches!(self.definition, Definition::Misere(_))
    }

    /// Whether it has the state of a component.
    ///
    /// # Panics
    /// As [`Recurrence::new`]; so [`Recurrence::value`], [`Recurrence::prove`] and [`Recurrence::options`].
    pub fn has(&self, asked: LargeComponent<'_>) -> bool {
        self.state(asked).is_some()
    }

    /// The value of a component with the number `n` as its large coordinate. Rows are computed until `n` is among them or a period is found. Nothing for a component of another state.
    ///
    /// # Errors
    /// [`Failure::Stop`] at a limit; rows computed before are kept. [`Failure::Fault`] where the rule cannot be
    /// followed for a small number.
    pub fn value(
        &mut self,
        asked: LargeComponent<'_>,
        n: &BigUint,
        limits: &Limits,
    ) -> Result<Option<u32>, Failure> {
        let Some(state) = self.state(asked) else { return Ok(None) };
        if let Some(value) = self.known_value(asked, n) {
            return Ok(Some(value));
        }
        let last = u64::try_from(n).unwrap_or(u64::MAX);
        self.extend_to(last, limits)?;
        Ok(self.rows.value(n, state))
    }

    /// The same, if the rows that are there tell it.
    pub(crate) fn known_value(&self, asked: LargeComponent<'_>, n: &BigUint) -> Option<u32> {
        self.rows.value(n, self.state(asked)?)
    }

    /// From which number on all values repeat, and how, once that is found.
    fn pattern(&self) -> Option<Pattern> {
        self.rows.pattern()
    }

    /// By how much moves change the large coordinate at most.
    pub fn reach(&self) -> usize {
        self.reach
    }

    /// Computes rows until a period is found, or they took so much work: the components of all options that were
    /// looked at. The pattern is the least one of the components asked about; nothing if none is found by then, or one
    /// of them is of another state.
    ///
    /// # Errors
    /// As [`Recurrence::value`].
    pub fn prove<'a>(
        &mut self,
        asked: impl IntoIterator<Item = LargeComponent<'a>>,
        work: u64,
        limits: &Limits,
    ) -> Result<Option<Pattern>, Failure> {
        let states: Option<Vec<usize>> = asked.into_iter().map(|asked| self.state(asked)).collect();
        let pieces = self.options.iter().flatten().flatten().map(|option| option.len() as u64 + 1);
        let each = (pieces.sum::<u64>() / self.modulus).max(1) + self.states.len() as u64;
        let last = work / each;
        // A period shows only behind the numbers that the definition answers.
        if last <= self.from {
            return Ok(None);
        }
        self.extend_to(last, limits)?;
        Ok(states.and_then(|states| self.rows.pattern_of(&states)))
    }

    /// The options of a component, as [`Recurrence::value`] is asked about one: each as the kinds and coordinates of
    /// its components. Nothing for a component of another state, or with a small number.
    pub fn options(&self, asked: LargeComponent<'_>, n: &BigUint) -> Option<Vec<Components>> {
        let state = self.state(asked)?;
        if *n < BigUint::from(self.from) {
            return None;
        }
        let class = usize::try_from(n % self.modulus).ok()?;
        let component = |piece: &Piece| match *piece {
            Piece::Back { state, back } => {
                let State { kind, axis, others } = &self.states[state as usize];
                let number = |other: &i64| BigUint::from(other.unsigned_abs());
                let mut coords: Vec<BigUint> = others.iter().map(number).collect();
                coords.insert(*axis, n - back);
                (*kind, coords)
            }
            Piece::Fixed(index) => {
                let Component { kind, coords } = &self.fixed[index as usize].0;
                let number = |coord: &i64| BigUint::from(coord.unsigned_abs());
                (usize::from(*kind), coords.iter().map(number).collect())
            }
        };
        let options = self.options[class][state].iter();
        Some(options.map(|option| option.iter().map(component).collect()).collect())
    }

    /// Why the values are what they are.
    pub fn reason(&self) -> Message {
        let reach = self.reach;
        match self.pattern() {
            Some(Pattern { preperiod, period }) => message!(
                "moves look back at most {reach}, so a state that comes again comes for ever: proved, from {preperiod} on the values repeat every {period}",
                reach,
                preperiod,
                period
            ),
            None => message!(
                "moves look back at most {reach}: the values are computed one number after the other, and their period proved if it is found",
                reach
            ),
        }
    }

    /// Computes the rows up to `last`, or until a period is found.
    fn extend_to(&mut self, last: u64, limits: &Limits) -> Result<(), Failure> {
        let mut seen = Mex::default();
        let mut row = vec![0; self.states.len()];
        let mut work = 0;
        limits.check()?;
        while self.rows.pattern().is_none() && self.rows.len() <= last {
            let n = self.rows.len();
            if n < self.from {
                for (value, state) in row.iter_mut().zip(&self.states) {
                    let coords = state.with(n as i64);
                    let component = self.definition.component(state.kind, &coords)?;
                    *value = self.definition.value(&component, limits)?;
                }
            } else {
                self.compute_row(n, &mut row, &mut seen, limits)?;
            }
            self.rows.push(&row, limits)?;
            work += row.len();
            if work >= WORK_PER_CHECK {
                work = 0;
                limits.check()?;
                limits.report(n, Some(last));
            }
        }
        Ok(())
    }

    fn compute_row(
        &mut self,
        n: u64,
        row: &mut [u32],
        seen: &mut Mex,
        limits: &Limits,
    ) -> Result<(), Failure> {
        let class = (n % self.modulus) as usize;
        let misere = self.is_misere();
        for &state in &self.orders[class] {
            let options = &self.options[class][state as usize];
            seen.clear();
            for option in options {
                let mut sum = 0;
                for &piece in option {
                    sum ^= match piece {
                        Piece::Back { state, back: 0 } => row[state as usize],
                        Piece::Back { state, back } => {
                            self.rows.at(n - u64::from(back), state as usize)
                        }
                        Piece::Fixed(index) => {
                            let (component, known) = &mut self.fixed[index as usize];
                            match *known {
                                Some(value) => value,
                                None => *known.insert(self.definition.value(component, limits)?),
                            }
                        }
                    };
                }
                // In misère play the end of the game is won by the player to move.
                let over = misere && option.is_empty();
                seen.insert(Nimber(if over { 1 } else { sum.into() }));
            }
            // In misère play values are 0 and 1: what has no option is won, as what has a lost one.
            let value = match misere {
                true if options.is_empty() => 1,
                true => u64::from(seen.mex() != Nimber(0)),
                false => seen.mex().0,
            };
            // There are at most 2^20 options.
            row[state as usize] = value as u32;
        }
        Ok(())
    }
}

/// Components computed between two looks at the limits.
const WORK_PER_CHECK: usize = 1 << 16;

impl Definition {
    fn component(&self, kind: usize, coords: &[i64]) -> Result<Component, Failure> {
        match self {
            Definition::Normal(values) => values.ruleset().component(kind, coords),
            Definition::Misere(misere) => misere.ruleset().component(kind, coords),
        }
    }

    fn value(&mut self, component: &Component, limits: &Limits) -> Result<u32, Failure> {
        let large = || Failure::Domain(message!("a value that does not fit in 32 bits"));
        match self {
            Definition::Normal(values) => match values.value(component, limits)? {
                Value::Nimber(Nimber(value)) => u32::try_from(value).map_err(|_| large()),
                // Rules with `win on` are refused.
                Value::Win | Value::Over => Err(large()),
            },
            Definition::Misere(misere) => {
                let outcome = misere.outcome(std::slice::from_ref(component), limits)?;
                Ok(u32::from(outcome != Outcome::P))
            }
        }
    }
}
