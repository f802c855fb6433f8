//! Values of boards: a search that prunes, over components kept in a fixed memory.
//!
//! A component G is worth v exactly when no option is worth v and for every u < v some option is
//! worth u (G together with a Nim heap of v is lost; Lemoine and Viennot, "Nimbers are inevitable",
//! Theoretical Computer Science 462, 2012). So all that is ever asked is whether an option has one
//! given value, and what is remembered of a component is its value or which values it has not:
//!
//! ```text
//! value of G            for v = 0, 1, ...: not yet excluded, and no option worth v? then it is v
//! is G worth v?         v < 4: an option worth v: no. Otherwise as above, for u < v; then yes
//!                       v >= 4: as above, for u < v and then for v
//! an option worth v?    1  look at all options: the table decides many, and excludes values of G
//!                       2  look ahead into the others, which their own options may exclude
//!                       3  ask of each that is left, the least work first, until one is
//! is a sum worth v?     value all parts but the heaviest; is that one worth the rest?
//! ```
//!
//! To refute "G is worth v" first by an option worth v, before anything is known of smaller values,
//! is what saves most: it is the common case, and often the table holds such an option. Not so for large values,
//! which few options are worth: of Cram 5x8 nine questions of ten about a value below 4 were settled so, one of three or
//! four about 4 and 5, and where there is no such option each of them is asked in vain.
//!
//! After the look-ahead, the option goes first that has few undecided options in one piece and a light one among them,
//! and of which most is known, much as in proof-number search (Allis, van der Meulen, van den Herik, Artificial
//! Intelligence 66, 1994). Equal parts of an option cancel. The idea of asking for less than values of options is due to Beling and Rogalski
//! ("On pruning search trees of impartial games", Artificial Intelligence 283, 2020).
//!
//! The search recurses on the machine's stack, so it gives up where more than [`MOST_DEPTH`] moves can
//! follow on one another (where they follow for ever, too); also where a value is above [`MOST_VALUE`], or a million
//! options would wait to be asked.

mod fetch;
mod generated;
mod kept;
mod order;
mod shared;
mod table;
#[cfg(test)]
mod tests;
mod worker;

use std::ops::ControlFlow;

use crate::limits::Limits;
use crate::nimber::Nimber;
use crate::ruleset::{Failure, Ruleset};
use kept::Kept;
pub use kept::{Facts, Finding, Keeping};
use shared::Shared;
pub use table::Word;
use worker::{Interrupt, Worker};

/// A ruleset whose components fit into words, in normal play without `win on`.
///
/// ```
/// use std::ops::ControlFlow;
/// use grundy::limits::Limits;
/// use grundy::nimber::Nimber;
/// use grundy::ruleset::{Failure, Ruleset};
/// use grundy::search::{Packed, Pruned};
///
/// /// Heaps of Nim.
/// struct Nim;
///
/// impl Ruleset for Nim {
///     type Component = u64;
///     fn options(
///         &self,
///         from: &u64,
///         _: &Limits,
///         see: &mut dyn FnMut(&[u64]) -> ControlFlow<()>,
///     ) -> Result<(), Failure> {
///         let _ = (0..*from).try_for_each(|left| see(&[left]));
///         Ok(())
///     }
///     fn describe(&self, heap: &u64) -> String {
///         heap.to_string()
///     }
/// }
///
/// impl Packed for Nim {
///     type Word = u64;
///     type Memory = ();
///     fn pack(&self, heap: u64) -> u64 {
///         heap + 1
///     }
///     fn unpack(&self, word: u64) -> Option<u64> {
///         word.checked_sub(1)
///     }
///     fn weight(&self, word: u64) -> u32 {
///         word as u32
///     }
///     fn most_moves(&self, heap: u64) -> u8 {
///         heap.min(255) as u8
///     }
/// }
///
/// assert_eq!(Pruned::new(Nim).value(&[3, 5], &Limits::default())?, Nimber(6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Packed: Ruleset<Component: Copy> {
    /// What a component fits into.
    type Word: Word;

    /// What a thread remembers of the options of components.
    type Memory: Default;

    /// As [`Ruleset::options`], with what the thread remembers of earlier calls.
    fn options_again(
        &self,
        _memory: &mut Self::Memory,
        component: &Self::Component,
        limits: &Limits,
        see: &mut dyn FnMut(&[Self::Component]) -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        self.options(component, limits, see)
    }

    /// The component as a word, which is not zero and the same for the same component alone.
    fn pack(&self, component: Self::Component) -> Self::Word;

    /// The component of a word, if it is that of one.
    fn unpack(&self, word: Self::Word) -> Option<Self::Component>;

    /// How much work the component of a word is expected to be: about the number of its options.
    fn weight(&self, word: Self::Word) -> u32;

    /// The most moves that can be made in a component, or a larger number; no value is larger.
    fn most_moves(&self, component: Self::Component) -> u8;

    /// What theory knows of the value without looking at options.
    fn theory(&self, _component: Self::Component) -> Bound {
        Bound::NOTHING
    }
}

/// The largest value that is found.
const MOST_VALUE: u8 = 127;
/// Questions on a path at most.
const MOST_DEPTH: usize = 512;

/// What is known of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is this.
    Exact(u8),
    /// It is none of the values whose bits are set.
    Not(u128),
}

impl Bound {
    /// Nothing is known.
    pub const NOTHING: Bound = Bound::Not(0);

    /// It is not this value. Nothing is noted of values above 127, which are not found anyway.
    ///
    /// ```
    /// use grundy::search::Bound;
    /// assert_eq!(Bound::not(3), Bound::Not(0b1000));
    /// assert_eq!(Bound::not(128), Bound::NOTHING);
    /// ```
    pub const fn not(value: u8) -> Bound {
        match value {
            0..=MOST_VALUE => Bound::Not(1 << value),
            _ => Bound::NOTHING,
        }
    }

    /// What is known if both are true.
    fn and(self, other: Bound) -> Bound {
        match (self, other) {
            (Bound::Not(one), Bound::Not(another)) => Bound::Not(one | another),
            (exact @ Bound::Exact(_), _) | (_, exact) => exact,
        }
    }

    /// Whether it can be this value.
    ///
    /// ```
    /// use grundy::search::Bound;
    /// assert!(Bound::not(3).allows(2) && !Bound::not(3).allows(3));
    /// assert!(Bound::Exact(3).allows(3) && !Bound::Exact(3).allows(2));
    /// ```
    pub fn allows(self, value: u8) -> bool {
        match self {
            Bound::Exact(exact) => exact == value,
            Bound::Not(excluded) => value > MOST_VALUE || excluded >> value & 1 == 0,
        }
    }

    /// Whether it says if the value is this one.
    fn tells(self, value: u8) -> bool {
        matches!(self, Bound::Exact(_)) || !self.allows(value)
    }
}

/// A search that remembers.
///
/// ```
/// use grundy::board::{Grid, Piece, Placing, Polyomino};
/// use grundy::limits::Limits;
/// use grundy::nimber::Nimber;
/// use grundy::search::{Bound, Pruned};
/// // Cram on 4x4 is lost by symmetry, on 3x4 it is worth 1.
/// let mut cram = Pruned::new(Placing::<u64>::new(Piece::Domino));
/// let [square, other] = ["4x4", "3x4"].map(|text| {
///     Polyomino::<u64>::of_grid(&Grid::read(text).unwrap(), 2).unwrap()[0]
/// });
/// assert!(cram.is_lost(&[square], &Limits::default())?);
/// assert_eq!(cram.value(&[square, other], &Limits::default())?, Nimber(1));
/// assert_eq!(cram.known(other), Bound::Exact(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Pruned<R: Packed> {
    rules: R,
    shared: Shared<R::Word>,
    kept: Kept,
}

debug_by_name!(Pruned<R> where [R: Packed]);

impl<R: Packed> Pruned<R> {
    /// A search that knows nothing yet.
    pub fn new(rules: R) -> Pruned<R> {
        Pruned { rules, shared: Shared::new(), kept: Kept::default() }
    }

    /// The ruleset that is searched.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// How many times the options of a component were generated.
    pub fn visits(&self) -> u64 {
        self.shared.visits()
    }

    /// Components of which something is remembered. Counts them.
    pub fn remembered(&self) -> u64 {
        self.shared.table().len()
    }

    /// Bytes that the table takes.
    pub fn bytes(&self) -> u64 {
        self.shared.table().bytes()
    }

    /// What is known of a component so far; after a stop, what was proved.
    pub fn known(&self, component: R::Component) -> Bound {
        let bound = self.rules.theory(component);
        if let Bound::Exact(_) = bound {
            return bound;
        }
        self.shared.table().recall(self.rules.pack(component)).unwrap_or(bound)
    }

    /// Values that a sum is proved not to have, where all its components but one are known.
    ///
    /// ```
    /// use grundy::games::open;
    /// use grundy::search::{Pruned, Typed};
    /// let rules = open("kayles")?.rules;
    /// let mut search = Pruned::new(Typed::new(&rules));
    /// let [one, two] = [1, 2].map(|heap| {
    ///     let component = rules.component(0, &[heap]).unwrap();
    ///     search.rules().word(&component).unwrap()
    /// });
    /// search.found(one, 1, 0);
    /// // Of the other one nothing is known yet.
    /// assert!(search.excluded(&[one, two]).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn excluded(&self, sum: &[R::Component]) -> Vec<u8> {
        let mut known = 0;
        let mut open = None;
        for &component in sum {
            match (self.known(component), open) {
                (Bound::Exact(value), _) => known ^= value,
                (Bound::Not(excluded), None) => open = Some(excluded),
                (Bound::Not(_), Some(_)) => return Vec::new(),
            }
        }
        let mut values: Vec<u8> = (0..=MOST_VALUE)
            .filter(|value| open.is_some_and(|excluded| excluded >> value & 1 != 0))
            .map(|value| value ^ known)
            .collect();
        values.sort_unstable();
        values
    }

    /// The value of a sum.
    ///
    /// # Errors
    /// [`Failure::Stop`] where a limit stops the search; [`Pruned::known`] says what is proved
    /// then. [`Limits::memory`] bounds the table and stops nothing. [`Failure::Domain`] where more than 512 moves
    /// can follow on one another, a value is above 127 or options are a million.
    pub fn value(&mut self, sum: &[R::Component], limits: &Limits) -> Result<Nimber, Failure> {
        let before: Vec<Bound> = sum.iter().map(|&component| self.known(component)).collect();
        let found = self.ask(limits, |worker| worker.value_of_sum(sum));
        if found.is_err() {
            // What does not tell a value gives place to what does; of what was asked it is kept.
            for (&component, before) in sum.iter().zip(before) {
                if let (Bound::Not(old), Bound::Not(new)) = (before, self.known(component))
                    && old | new != 0
                {
                    self.shared.learn(self.rules.pack(component), Bound::Not(old | new));
                }
            }
        }
        found.map(|value| Nimber(value.into()))
    }

    /// Whether a sum has this value: whether it is lost for the player to move, for 0. Needs less
    /// than the value.
    ///
    /// ```
    /// use grundy::games::open;
    /// use grundy::limits::Limits;
    /// use grundy::search::{Pruned, Typed};
    /// let rules = open("kayles")?.rules;
    /// let mut search = Pruned::new(Typed::new(&rules));
    /// // Kayles: heaps of 5 and 9 are worth 4.
    /// let [five, nine] = [5, 9].map(|heap| {
    ///     let component = rules.component(0, &[heap]).unwrap();
    ///     search.rules().word(&component).unwrap()
    /// });
    /// assert!(search.is_worth(&[five, nine], 0, &Limits::default())?);
    /// assert!(search.is_worth(&[nine], 4, &Limits::default())?);
    /// assert!(search.is_worth(&[nine], 128, &Limits::default()).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Pruned::value`]; also [`Failure::Domain`] for a value above 127.
    pub fn is_worth(
        &mut self,
        sum: &[R::Component],
        value: u8,
        limits: &Limits,
    ) -> Result<bool, Failure> {
        self.ask(limits, |worker| worker.is_worth(sum, value))
    }

    /// Whether a sum is lost for the player to move.
    ///
    /// # Errors
    /// As [`Pruned::value`].
    pub fn is_lost(&mut self, sum: &[R::Component], limits: &Limits) -> Result<bool, Failure> {
        self.is_worth(sum, 0, limits)
    }

    /// Takes over the value of a component that was found elsewhere by as much work as so many visits. One above 127 is not
    /// kept: no component that is searched has it.
    pub fn found(&mut self, component: R::Component, value: u8, work: u64) {
        if value > MOST_VALUE {
            return;
        }
        let (word, bound) = (self.rules.pack(component), Bound::Exact(value));
        self.shared.learn_all(std::iter::once(Some((word, bound))));
        self.kept.send(word, bound, work);
    }

    /// Lets threads search for the answer to a question, as many as are allowed.
    fn ask<T: Send>(
        &mut self,
        limits: &Limits,
        question: impl Fn(&mut Worker<'_, R>) -> Result<T, Interrupt> + Sync,
    ) -> Result<T, Failure> {
        let Pruned { rules, shared, kept } = self;
        shared.allow(limits.memory);
        let worker = |threads| Worker::new(&*rules, &*shared, limits, kept.clone(), threads);
        shared.search(limits, worker, question)
    }
}
