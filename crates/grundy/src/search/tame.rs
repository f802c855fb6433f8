//! Misère play of sums whose components are tame: by the genus of each, without a search over sums.
//!
//! The genus of a component is its value in normal play and g-, the mex of the g- of its options,
//! which is 1 where there are none. A component is *tame* if all that can be reached from it is, and its genus
//! is that of a Nim heap or of several: (0, 1) and (1, 0) are *fickle*, (n, n) is *firm*. A sum of tame
//! components has the nim-sum of their values; it is fickle if all of them are, and then g- is the
//! nim-sum of it and 1, otherwise g- is the nim-sum itself. The player to move loses exactly where g- is 0. All
//! other components are *wild*, and nothing is said of them (Conway, On Numbers and Games, chapter 12).

use std::ops::ControlFlow;

use super::descent::{Descent, Gathered, Recursion, allocated};
use super::memo::{Answer, LEAST_ANSWER};
use crate::limits::Limits;
use crate::nimber::{Mex, Nimber};
use crate::ruleset::{Failure, Ruleset};

/// What is known of a component in misère play.
///
/// ```
/// use grundy::nimber::Nimber;
/// use grundy::search::Tameness;
/// // A heap of one is fickle: it is lost, and two of them are won.
/// let one = Tameness::Tame { value: Nimber(1), fickle: true };
/// assert_eq!((one.is_lost(), one.and(one).is_lost()), (Some(true), Some(false)));
/// // A larger heap is firm, and its sum with an equal one is lost as in normal play.
/// let two = Tameness::Tame { value: Nimber(2), fickle: false };
/// assert_eq!(two.and(two).is_lost(), Some(true));
/// assert_eq!(two.and(Tameness::Wild).is_lost(), None);
/// assert_eq!(two.and(Tameness::NOTHING), two);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tameness {
    /// Tame, with its value in normal play.
    Tame {
        /// The value.
        value: Nimber,
        /// Whether g- is the nim-sum of the value and 1; otherwise it is the value.
        fickle: bool,
    },
    /// Not tame.
    Wild,
}

impl Tameness {
    /// That of nothing at all.
    pub const NOTHING: Tameness = Tameness::Tame { value: Nimber::ZERO, fickle: true };

    /// That of a sum of two.
    #[must_use]
    pub fn and(self, other: Tameness) -> Tameness {
        match (self, other) {
            (
                Tameness::Tame { value: one, fickle: first },
                Tameness::Tame { value: two, fickle: second },
            ) => Tameness::Tame { value: one ^ two, fickle: first && second },
            _ => Tameness::Wild,
        }
    }

    /// Whether the player to move loses in misère play; nothing is known of what is wild.
    pub fn is_lost(self) -> Option<bool> {
        match self {
            Tameness::Tame { value, fickle } => Some(value == Nimber(u64::from(fickle))),
            Tameness::Wild => None,
        }
    }
}

/// Finds out which components of a ruleset without `win on` are tame, remembering all of them.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::nimber::Nimber;
/// use grundy::rule::{Rules, parse};
/// use grundy::search::{Tameness, Tame};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let dawson = Rules::new(parse("[n] -> [n-2] | [a] + [n-3-a] for a in 0..n-3")?, &[])?;
/// let mut tame = Tame::new(&dawson);
/// let genus = tame.tameness(&dawson.component(0, &[4])?, &Limits::default())?;
/// assert_eq!(genus, Tameness::Tame { value: Nimber(2), fickle: false });
/// # Ok(())
/// # }
/// ```
pub struct Tame<R: Ruleset>(Descent<ByGenus<R>>);

debug_by_name!(Tame<R> where [R: Ruleset]);

impl<R: Ruleset> Tame<R> {
    /// An evaluation that knows nothing yet.
    pub fn new(ruleset: R) -> Tame<R> {
        Tame(Descent::new(ByGenus(ruleset)))
    }

    /// The genus of a component. `O(positions x options)` the first time, then a look-up.
    ///
    /// # Errors
    /// [`Failure`]: a limit, a rule that cannot be followed, a cycle, endless growth.
    pub fn tameness(
        &mut self,
        component: &R::Component,
        limits: &Limits,
    ) -> Result<Tameness, Failure> {
        self.0.answer(component, &mut (), limits)
    }

    /// How many components have been looked at.
    #[cfg(test)]
    pub(super) fn positions(&self) -> u64 {
        self.0.positions()
    }
}

struct ByGenus<R>(R);

impl<R: Ruleset> Recursion for ByGenus<R> {
    type Node = R::Component;
    type Answer = Tameness;
    type Gathered = Options;
    type Scratch = ();

    fn at_once(&self, _: &R::Component, _: &Limits) -> Result<Option<Tameness>, Failure> {
        Ok(None)
    }

    fn options(
        &self,
        node: &R::Component,
        (): &mut (),
        limits: &Limits,
        see: &mut dyn FnMut(&[R::Component]) -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        // Equal components do not cancel: two firm ones leave a sum that is firm.
        self.0.options(node, limits, see)
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

impl Answer for Tameness {
    fn word(self) -> u64 {
        match self {
            Tameness::Wild => LEAST_ANSWER,
            Tameness::Tame { value, fickle } => {
                LEAST_ANSWER + 1 + (value.0 << 1 | u64::from(fickle))
            }
        }
    }

    fn from_word(word: u64) -> Tameness {
        match word.checked_sub(LEAST_ANSWER + 1) {
            Some(word) => Tameness::Tame { value: Nimber(word >> 1), fickle: word & 1 == 1 },
            None => Tameness::Wild,
        }
    }
}

/// The values of the options of a component and their g-, if all options are tame.
#[derive(Default)]
struct Options {
    plus: Mex,
    minus: Mex,
    any: bool,
    wild: bool,
}

impl Gathered<Tameness> for Options {
    fn clear(&mut self) {
        self.plus.clear();
        self.minus.clear();
        (self.any, self.wild) = (false, false);
    }

    fn add(&mut self, answers: &[Tameness]) -> ControlFlow<()> {
        self.any = true;
        match answers.iter().fold(Tameness::NOTHING, |sum, &genus| sum.and(genus)) {
            Tameness::Tame { value, fickle } => {
                self.plus.insert(value);
                self.minus.insert(value ^ Nimber(u64::from(fickle)));
                ControlFlow::Continue(())
            }
            Tameness::Wild => {
                self.wild = true;
                ControlFlow::Break(())
            }
        }
    }

    fn conclude(&mut self) -> Tameness {
        if self.wild {
            return Tameness::Wild;
        }
        if !self.any {
            return Tameness::NOTHING;
        }
        let (value, minus) = (self.plus.mex(), self.minus.mex());
        match (value.0, minus.0) {
            (0, 1) | (1, 0) => Tameness::Tame { value, fickle: true },
            _ if value == minus => Tameness::Tame { value, fickle: false },
            _ => Tameness::Wild,
        }
    }
}
