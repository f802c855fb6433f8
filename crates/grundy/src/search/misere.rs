//! Outcomes in misère play, by the plain recursion over whole sums: a position without moves is
//! won by the player to move, any other is won exactly when some option is lost.
//!
//! Sums do not simplify as in normal play, so the nodes are whole positions: the components in
//! sorted order, without those from which no move is possible. `win on` still wins at once.

use std::ops::ControlFlow;

use hashbrown::HashMap;
use rapidhash::fast::RandomState;

use super::descent::{Descent, Gathered, Recursion, allocated};
use super::memo::{Answer, LEAST_ANSWER};
use super::values::{Made, options_of};
use crate::limits::Limits;
use crate::outcome::Outcome;
use crate::ruleset::{Failure, Ruleset};

/// Components written between two looks at the limits: a sum may have very many.
const COMPONENTS_PER_CHECK: usize = 1 << 16;
/// Components of which it is remembered whether they have moves, and the bytes they take.
const MOST_REMEMBERED: usize = 1 << 20;
const MOST_BYTES: u64 = 1 << 24;

/// Evaluates whole positions in misère play, remembering every outcome.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::outcome::Outcome;
/// use grundy::ruleset::from_moves;
/// use grundy::search::Misere;
/// let nim = from_moves(|&heap: &u64| (0..heap).collect());
/// let mut misere = Misere::new(&nim);
/// let limits = Limits::default();
/// assert_eq!(misere.outcome(&[1, 1, 1], &limits)?, Outcome::P);
/// assert_eq!(misere.winning_moves(&[1, 1, 4], &limits)?, [(2, vec![1])]);
/// # Ok::<(), grundy::ruleset::Failure>(())
/// ```
pub struct Misere<R: Ruleset>(Descent<WholeSums<R>>, Scratch<R::Component>);

debug_by_name!(Misere<R> where [R: Ruleset]);

/// What `grows` says of a sum of more components; no coordinate is called so.
pub(super) const COMPONENTS: &str = "the number of components";

impl<R: Ruleset> Misere<R> {
    /// An evaluation that knows nothing yet.
    pub fn new(ruleset: R) -> Misere<R> {
        Misere(Descent::new(WholeSums(ruleset)), Scratch::default())
    }

    /// The outcome of a sum. The number of positions grows quickly with the number of components. As many
    /// threads as the limits allow share work that one does not do soon.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::outcome::Outcome;
    /// use grundy::ruleset::from_moves;
    /// use grundy::search::Misere;
    /// let nim = from_moves(|&heap: &u64| (0..heap).collect());
    /// let mut misere = Misere::new(&nim);
    /// // Nothing is left: whoever made the last move has lost.
    /// assert_eq!(misere.outcome(&[], &Limits::default())?, Outcome::N);
    /// assert_eq!(misere.outcome(&[2, 2], &Limits::default())?, Outcome::P);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Failure`]: a limit, a rule that cannot be followed, a cycle, endless growth.
    pub fn outcome(
        &mut self,
        components: &[R::Component],
        limits: &Limits,
    ) -> Result<Outcome, Failure> {
        let Misere(descent, scratch) = self;
        let node = descent.recursion.node(Vec::new(), components, scratch, limits)?;
        descent.answer(&node, scratch, limits)
    }

    /// Every winning move in a sum. The options of a component are held at once.
    ///
    /// # Errors
    /// As [`Misere::outcome`].
    pub fn winning_moves(
        &mut self,
        components: &[R::Component],
        limits: &Limits,
    ) -> Result<Vec<Made<R::Component>>, Failure> {
        let mut winning = Vec::new();
        for component in components {
            if self.ruleset().is_over(component, limits)? {
                return Ok(winning);
            }
        }
        for (place, component) in components.iter().enumerate() {
            for option in options_of(self.ruleset(), component, limits)? {
                let (before, after) = (&components[..place], &components[place + 1..]);
                let left = [before, &option, after].concat();
                if self.outcome(&left, limits)? == Outcome::P {
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

    /// How many positions have been looked at.
    pub fn positions(&self) -> u64 {
        self.0.positions()
    }
}

pub(super) struct WholeSums<R>(pub(super) R);

/// Bytes that a component takes, with those of the allocator if it owns some.
fn bytes_of<R: Ruleset>(ruleset: &R, component: &R::Component) -> u64 {
    size_of::<R::Component>() as u64 + allocated(ruleset.owned_bytes(component))
}

/// What a thread remembers of its own.
pub(super) struct Scratch<C> {
    /// Whether a component has no moves and does not end the game.
    dead: HashMap<C, bool, RandomState>,
    /// Bytes that these take.
    bytes: u64,
    /// Components written since the last look at the limits.
    written: usize,
}

impl<C> Default for Scratch<C> {
    fn default() -> Scratch<C> {
        Scratch { dead: HashMap::default(), bytes: 0, written: 0 }
    }
}

impl<R: Ruleset> WholeSums<R> {
    fn is_dead(
        &self,
        component: &R::Component,
        scratch: &mut Scratch<R::Component>,
        limits: &Limits,
    ) -> Result<bool, Failure> {
        if let Some(&dead) = scratch.dead.get(component) {
            return Ok(dead);
        }
        let over = self.0.is_over(component, limits)?;
        let mut dead = !over;
        // Of what is over, the rule may say nothing.
        if !over {
            self.0.options(component, limits, &mut |_| {
                dead = false;
                ControlFlow::Break(())
            })?;
        }
        scratch.bytes += bytes_of(&self.0, component);
        if scratch.dead.len() >= MOST_REMEMBERED || scratch.bytes > MOST_BYTES {
            scratch.dead.clear();
            scratch.bytes = bytes_of(&self.0, component);
        }
        scratch.dead.insert(component.clone(), dead);
        Ok(dead)
    }

    /// The node of a sum: these components, which have moves or end the game, with those of the others that do.
    pub(super) fn node(
        &self,
        mut kept: Vec<R::Component>,
        more: &[R::Component],
        scratch: &mut Scratch<R::Component>,
        limits: &Limits,
    ) -> Result<Vec<R::Component>, Failure> {
        scratch.written += kept.len() + more.len();
        if scratch.written >= COMPONENTS_PER_CHECK {
            scratch.written = 0;
            limits.check()?;
        }
        for component in more {
            if !self.is_dead(component, scratch, limits)? {
                kept.push(component.clone());
            }
        }
        kept.sort_unstable();
        Ok(kept)
    }
}

impl<R: Ruleset> Recursion for WholeSums<R> {
    type Node = Vec<R::Component>;
    type Answer = Outcome;
    type Gathered = Options;
    type Scratch = Scratch<R::Component>;

    fn at_once(&self, node: &Self::Node, limits: &Limits) -> Result<Option<Outcome>, Failure> {
        for component in node {
            if self.0.is_over(component, limits)? {
                return Ok(Some(Outcome::next_wins(self.0.is_end_lost())));
            }
        }
        Ok(None)
    }

    fn options(
        &self,
        node: &Self::Node,
        scratch: &mut Self::Scratch,
        limits: &Limits,
        see: &mut dyn FnMut(&[Self::Node]) -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        let mut failure = None;
        let mut flow = ControlFlow::Continue(());
        for (index, component) in node.iter().enumerate() {
            if flow.is_break() || index > 0 && node[index - 1] == *component {
                continue;
            }
            self.0.options(component, limits, &mut |parts| {
                let mut next = node.clone();
                next.remove(index);
                match self.node(next, parts, scratch, limits) {
                    Ok(next) => flow = see(&[next]),
                    Err(found) => {
                        failure = Some(found);
                        flow = ControlFlow::Break(());
                    }
                }
                flow
            })?;
        }
        failure.map_or(Ok(()), Err)
    }

    fn grows(&self, from: &Self::Node, to: &Self::Node) -> Option<&str> {
        if to.len() < from.len() {
            return None;
        }
        let mut what = (to.len() > from.len()).then_some(COMPONENTS);
        for (a, b) in from.iter().zip(to).filter(|(a, b)| a != b) {
            what = Some(self.0.grows(a, b)?);
        }
        what
    }

    fn climbs(&self, node: &Self::Node) -> bool {
        // Equal ones are neighbours.
        node.chunk_by(PartialEq::eq).any(|equal| self.0.climbs(&equal[0]))
    }

    fn climbs_along(&self, path: &[&Self::Node]) -> Option<&str> {
        let alone = path.iter().map(|node| if let [one] = &node[..] { Some(one) } else { None });
        self.0.climbs_along(&alone.collect::<Option<Vec<_>>>()?)
    }

    fn owned_bytes(&self, node: &Self::Node) -> u64 {
        let owned = node.iter().map(|component| allocated(self.0.owned_bytes(component)));
        allocated(size_of_val(&node[..]) as u64) + owned.sum::<u64>()
    }

    fn describe(&self, node: &Self::Node) -> String {
        match &node[..] {
            [] => "[]".to_owned(),
            _ => node
                .iter()
                .map(|component| self.0.describe(component))
                .collect::<Vec<_>>()
                .join(" + "),
        }
    }
}

const OUTCOMES: [Outcome; 3] = [Outcome::N, Outcome::P, Outcome::D];

impl Answer for Outcome {
    fn word(self) -> u64 {
        LEAST_ANSWER + self as u64
    }

    fn from_word(word: u64) -> Outcome {
        OUTCOMES[(word - LEAST_ANSWER) as usize]
    }
}

/// Whether there was an option, and whether one of them was lost for the opponent.
#[derive(Default)]
pub(super) struct Options {
    any: bool,
    wins: bool,
}

impl Gathered<Outcome> for Options {
    const FIRST_PUSH: usize = 2;

    /// An option is the whole sum after a move.
    fn decided_by(answer: Outcome) -> Option<Outcome> {
        (answer == Outcome::P).then_some(Outcome::N)
    }

    fn clear(&mut self) {
        *self = Options::default();
    }

    fn add(&mut self, answers: &[Outcome]) -> ControlFlow<()> {
        self.any = true;
        if answers == [Outcome::P] {
            self.wins = true;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn conclude(&mut self) -> Outcome {
        if self.wins || !self.any { Outcome::N } else { Outcome::P }
    }
}
