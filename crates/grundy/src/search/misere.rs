//! Outcomes in misère play, by the plain recursion over whole sums: a position without moves is
//! won by the player to move, any other is won exactly when some option is lost.
//!
//! Sums do not simplify as in normal play, so the nodes are whole positions: the components in
//! sorted order, without those from which no move is possible. `win on` still wins at once.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ops::ControlFlow;

use super::descent::{Descent, Gathered, Recursion};
use crate::limits::Limits;
use crate::outcome::Outcome;
use crate::ruleset::{Failure, Ruleset};

/// Components written between two looks at the limits: a sum may have very many.
const COMPONENTS_PER_CHECK: usize = 1 << 16;
/// Components of which it is remembered whether they have moves.
const MOST_REMEMBERED: usize = 1 << 20;

/// Evaluates whole positions in misère play, remembering every outcome.
pub struct Misere<R: Ruleset>(Descent<WholeSums<R>>);

/// What `grows` says of a sum of more components; no coordinate is called so.
pub(super) const COMPONENTS: &str = "the number of components";

impl<R: Ruleset> Misere<R> {
    /// An evaluation that knows nothing yet.
    pub fn new(ruleset: R) -> Misere<R> {
        Misere(Descent::new(WholeSums { ruleset, dead: RefCell::default(), written: Cell::new(0) }))
    }

    /// The outcome of a sum. The number of positions grows quickly with the number of components.
    ///
    /// # Errors
    /// [`Failure`]: a limit, a rule that cannot be followed, a cycle, endless growth.
    pub fn outcome(
        &mut self,
        components: &[R::Component],
        limits: &Limits,
    ) -> Result<Outcome, Failure> {
        let node = self.0.recursion.canonical(components.to_vec(), limits)?;
        self.0.answer(&node, limits)
    }

    /// The ruleset that is evaluated.
    pub fn ruleset(&self) -> &R {
        &self.0.recursion.ruleset
    }

    /// How many positions have been looked at.
    pub fn positions(&self) -> u64 {
        self.0.positions()
    }
}

struct WholeSums<R: Ruleset> {
    ruleset: R,
    /// Whether a component has no moves and does not end the game.
    dead: RefCell<HashMap<R::Component, bool>>,
    /// Components written since the last look at the limits.
    written: Cell<usize>,
}

impl<R: Ruleset> WholeSums<R> {
    fn is_dead(&self, component: &R::Component, limits: &Limits) -> Result<bool, Failure> {
        if let Some(&dead) = self.dead.borrow().get(component) {
            return Ok(dead);
        }
        let over = self.ruleset.is_over(component, limits)?;
        let mut dead = !over;
        // Of what is over, the rule may say nothing.
        if !over {
            self.ruleset.options(component, limits, &mut |_| {
                dead = false;
                ControlFlow::Break(())
            })?;
        }
        let mut remembered = self.dead.borrow_mut();
        if remembered.len() >= MOST_REMEMBERED {
            remembered.clear();
        }
        remembered.insert(component.clone(), dead);
        Ok(dead)
    }

    fn canonical(
        &self,
        mut sum: Vec<R::Component>,
        limits: &Limits,
    ) -> Result<Vec<R::Component>, Failure> {
        let written = self.written.get() + sum.len();
        self.written.set(written % COMPONENTS_PER_CHECK);
        if written >= COMPONENTS_PER_CHECK {
            limits.check()?;
        }
        let mut kept = Vec::with_capacity(sum.len());
        for component in sum.drain(..) {
            if !self.is_dead(&component, limits)? {
                kept.push(component);
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

    fn at_once(&self, node: &Self::Node, limits: &Limits) -> Result<Option<Outcome>, Failure> {
        for component in node {
            if self.ruleset.is_over(component, limits)? {
                return Ok(Some(Outcome::next_wins(self.ruleset.is_end_lost())));
            }
        }
        Ok(None)
    }

    fn options(
        &self,
        node: &Self::Node,
        limits: &Limits,
        see: &mut dyn FnMut(&[Self::Node]) -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        let mut failure = None;
        let mut flow = ControlFlow::Continue(());
        for (index, component) in node.iter().enumerate() {
            if flow.is_break() || index > 0 && node[index - 1] == *component {
                continue;
            }
            self.ruleset.options(component, limits, &mut |parts| {
                let mut next = node.clone();
                next.remove(index);
                next.extend_from_slice(parts);
                match self.canonical(next, limits) {
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
            what = Some(self.ruleset.grows(a, b)?);
        }
        what
    }

    fn owned_bytes(&self, node: &Self::Node) -> u64 {
        (node.len() * size_of::<R::Component>()) as u64
    }

    fn describe(&self, node: &Self::Node) -> String {
        match &node[..] {
            [] => "[]".to_owned(),
            _ => node
                .iter()
                .map(|component| self.ruleset.describe(component))
                .collect::<Vec<_>>()
                .join(" + "),
        }
    }
}

/// Whether there was an option, and whether one of them was lost for the opponent.
#[derive(Default)]
struct Options {
    any: bool,
    wins: bool,
}

impl Gathered<Outcome> for Options {
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
