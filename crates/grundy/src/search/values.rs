//! Values in normal play: the mex of the nim-sums of the options.
//!
//! Where a component can end the game at once (`win on`), a component with such an option is a
//! `Win`: any sum that contains it is won by the player to move. An option that contains a `Win`
//! gives the win away and is left out of the mex (Winning Ways, chapter 12: complimenting moves;
//! Larsson, Nowakowski and Santos, 2021).

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::descent::{Descent, Gathered, Recursion, allocated};
use super::memo::{Answer, LEAST_ANSWER};
use crate::limits::Limits;
use crate::nimber::{Mex, Nimber};
use crate::outcome::Outcome;
use crate::ruleset::{Failure, Ruleset, Value};

/// A move in a sum: the component that is moved in, by its place, and what it becomes.
pub type Made<C> = (usize, Vec<C>);

/// Evaluates the components of a ruleset by the definition, remembering every value.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::rule::{Rules, parse};
/// use grundy::ruleset::Value;
/// use grundy::nimber::Nimber;
/// use grundy::search::Values;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let kayles = Rules::new(parse("[n] -> [a] + [n-k-a] for k in 1..2, a in 0..n-k")?, &[])?;
/// let ten = kayles.component(0, &[10])?;
/// let mut values = Values::new(&kayles);
/// assert_eq!(values.value(&ten, &Limits::default())?, Value::Nimber(Nimber(2)));
/// # Ok(())
/// # }
/// ```
pub struct Values<R: Ruleset>(Descent<Normal<R>>);

debug_by_name!(Values<R> where [R: Ruleset]);

impl<R: Ruleset> Values<R> {
    /// An evaluation that knows nothing yet.
    pub fn new(ruleset: R) -> Values<R> {
        Values(Descent::new(Normal(ruleset)))
    }

    /// The value of a component. `O(positions x options)` the first time, then a look-up. As many threads as
    /// the limits allow share work that one does not do soon.
    ///
    /// # Errors
    /// [`Failure`]: a limit, a rule that cannot be followed, a cycle, endless growth. Values found
    /// before are kept.
    pub fn value(&mut self, component: &R::Component, limits: &Limits) -> Result<Value, Failure> {
        self.0.answer(component, &mut (), limits)
    }

    /// The value of a sum.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::ruleset::{Value, from_moves};
    /// use grundy::search::Values;
    /// let nim = from_moves(|&heap: &u64| (0..heap).collect());
    /// assert_eq!(Values::new(&nim).sum(&[3, 5, 6], &Limits::default())?, Value::zero());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Values::value`].
    pub fn sum(&mut self, components: &[R::Component], limits: &Limits) -> Result<Value, Failure> {
        let mut sum = Value::zero();
        for component in components {
            sum = sum ^ self.value(component, limits)?;
        }
        Ok(sum)
    }

    /// Every winning move in a sum, for as many look-ups as there are components and options of them. The options of a
    /// component are held at once.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::ruleset::from_moves;
    /// use grundy::search::Values;
    /// let nim = from_moves(|&heap: &u64| (0..heap).collect());
    /// let moves = Values::new(&nim).winning_moves(&[5, 7, 8], &Limits::default())?;
    /// assert_eq!(moves, [(2, vec![2])]);
    /// # Ok::<(), grundy::ruleset::Failure>(())
    /// ```
    ///
    /// # Errors
    /// As [`Values::value`].
    pub fn winning_moves(
        &mut self,
        components: &[R::Component],
        limits: &Limits,
    ) -> Result<Vec<Made<R::Component>>, Failure> {
        let mut winning = Vec::new();
        // after[i]: all from the i-th on.
        let mut after = vec![Value::zero()];
        for component in components.iter().rev() {
            after.push(self.value(component, limits)? ^ after[after.len() - 1]);
        }
        after.reverse();
        if after[0] == Value::Over {
            return Ok(winning);
        }
        let mut before = Value::zero();
        for (place, component) in components.iter().enumerate() {
            let others = before ^ after[place + 1];
            before = before ^ self.value(component, limits)?;
            for option in options_of(self.ruleset(), component, limits)? {
                if (self.sum(&option, limits)? ^ others).outcome() == Outcome::P {
                    winning.push((place, option));
                }
            }
        }
        Ok(winning)
    }

    /// Lets other threads join at once.
    #[cfg(test)]
    pub(super) fn begin_together(&mut self) {
        self.0.alone = 1;
    }

    /// The ruleset that is evaluated.
    pub fn ruleset(&self) -> &R {
        &self.0.recursion.0
    }

    /// The components that have been looked at, the first ones first.
    pub(crate) fn looked_at(&self) -> impl Iterator<Item = &R::Component> {
        self.0.nodes()
    }

    /// How many components have been looked at.
    pub fn positions(&self) -> u64 {
        self.0.positions()
    }

    /// How many times the options of a component were generated: the count of work.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::ruleset::from_moves;
    /// use grundy::search::Values;
    /// let nim = from_moves(|&heap: &u64| (0..heap).collect());
    /// let mut values = Values::new(&nim);
    /// values.value(&9, &Limits::default())?;
    /// let (looked_at, visits) = (values.positions(), values.visits());
    /// assert_eq!(looked_at, 10);
    /// // What is remembered takes no more work.
    /// values.value(&5, &Limits::default())?;
    /// assert_eq!(values.visits(), visits);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn visits(&self) -> u64 {
        self.0.visits()
    }
}

/// The options of a component, each once.
pub(super) fn options_of<R: Ruleset>(
    ruleset: &R,
    component: &R::Component,
    limits: &Limits,
) -> Result<Vec<Vec<R::Component>>, Failure> {
    let (mut options, mut seen) = (Vec::new(), HashSet::new());
    ruleset.options(component, limits, &mut |option| {
        let mut parts = option.to_vec();
        parts.sort_unstable();
        if seen.insert(parts) {
            options.push(option.to_vec());
        }
        ControlFlow::Continue(())
    })?;
    Ok(options)
}

struct Normal<R>(R);

impl<R: Ruleset> Recursion for Normal<R> {
    type Node = R::Component;
    type Answer = Value;
    type Gathered = Options;
    type Scratch = ();

    fn at_once(&self, node: &R::Component, limits: &Limits) -> Result<Option<Value>, Failure> {
        Ok(self.0.is_over(node, limits)?.then_some(Value::Over))
    }

    fn options(
        &self,
        node: &R::Component,
        (): &mut (),
        limits: &Limits,
        see: &mut dyn FnMut(&[R::Component]) -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        self.0.options_for_values(node, limits, see)
    }

    fn grows(&self, from: &R::Component, to: &R::Component) -> Option<&str> {
        self.0.grows(from, to)
    }

    fn climbs(&self, node: &R::Component) -> bool {
        self.0.climbs(node)
    }

    fn climbs_along(&self, path: &[&R::Component]) -> Option<&str> {
        self.0.climbs_along(path)
    }

    fn describe(&self, node: &R::Component) -> String {
        self.0.describe(node)
    }

    fn owned_bytes(&self, node: &R::Component) -> u64 {
        allocated(self.0.owned_bytes(node))
    }
}

const WIN: u64 = LEAST_ANSWER;
const OVER: u64 = WIN + 1;
/// The word of 0; other nimbers follow, none of which is larger than the number of options.
const ZERO: u64 = OVER + 1;

impl Answer for Value {
    fn word(self) -> u64 {
        match self {
            Value::Win => WIN,
            Value::Over => OVER,
            Value::Nimber(nimber) => ZERO + nimber.0,
        }
    }

    fn from_word(word: u64) -> Value {
        match word {
            WIN => Value::Win,
            OVER => Value::Over,
            _ => Value::Nimber(Nimber(word - ZERO)),
        }
    }
}

#[derive(Default)]
struct Options {
    mex: Mex,
    wins: bool,
}

impl Gathered<Value> for Options {
    fn clear(&mut self) {
        self.mex.clear();
        self.wins = false;
    }

    fn add(&mut self, answers: &[Value]) -> ControlFlow<()> {
        let sum = answers.iter().fold(Value::zero(), |sum, &value| sum ^ value);
        match sum {
            Value::Nimber(nimber) => self.mex.insert(nimber),
            Value::Win => {}
            Value::Over => {
                self.wins = true;
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    fn conclude(&mut self) -> Value {
        if self.wins { Value::Win } else { Value::Nimber(self.mex.mex()) }
    }
}
