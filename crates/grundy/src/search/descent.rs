//! Depth-first evaluation on an explicit stack.
//!
//! ```text
//! push the root
//! while the stack is not empty:
//!     look at the options of the node on top
//!     if all their answers are known: note the node's own answer, pop it
//!     else: push those that are not
//! ```
//!
//! A node's options are generated again each time it comes back to the top, so nothing is kept per
//! option and memory is the memo plus one number per stacked node. The number of unknown nodes
//! pushed doubles with each visit: a node with many options is visited a logarithmic number of
//! times, and one whose first option leads to all others is visited twice.
//!
//! A node is *active* from its first visit to its answer. The active nodes are the path from the
//! root to the top, so an option that is active closes a cycle.

use std::collections::HashSet;
use std::hash::Hash;
use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::memo::{Memo, State};
use super::misere::COMPONENTS;
use crate::language::{Argument, Said, message};
use crate::limits::{Limits, Stop};
use crate::ruleset::Failure;

/// How the answer of a node follows from the answers of its options.
pub(super) trait Recursion {
    type Node: Clone + Eq + Hash;
    type Answer: Copy;
    type Gathered: Gathered<Self::Answer>;

    /// The answer where it needs no options.
    fn at_once(&self, node: &Self::Node, limits: &Limits) -> Result<Option<Self::Answer>, Failure>;

    /// Shows the options, each as nodes whose answers it needs, until `see` breaks.
    fn options(
        &self,
        node: &Self::Node,
        limits: &Limits,
        see: &mut dyn FnMut(&[Self::Node]) -> ControlFlow<()>,
    ) -> Result<(), Failure>;

    /// What grows from `from` to `to`, if nothing shrinks.
    fn grows(&self, from: &Self::Node, to: &Self::Node) -> Option<&str>;

    fn describe(&self, node: &Self::Node) -> String;

    /// Bytes that a node owns besides its own size.
    fn owned_bytes(&self, _node: &Self::Node) -> u64 {
        0
    }
}

/// What is kept of the options of a node while they are looked at.
pub(super) trait Gathered<A>: Default {
    /// Forgets everything, keeping the memory.
    fn clear(&mut self);

    /// Adds one option, as the answers of its nodes; breaks when the other options cannot matter.
    fn add(&mut self, answers: &[A]) -> ControlFlow<()>;

    /// The answer that follows from all options, or from those up to the break.
    fn conclude(&mut self) -> A;
}

/// Unknown nodes pushed at the first visit of a node.
const FIRST_PUSH: usize = 8;
/// Visits between two looks at the limits.
const VISITS_PER_CHECK: u64 = 1 << 10;
/// Bytes that new nodes may own between two looks at the limits.
const BYTES_PER_CHECK: u64 = 1 << 20;
/// Moves in a row that may all grow.
const MAX_CLIMB: usize = 1 << 20;

/// An evaluation with its memo.
pub(super) struct Descent<R: Recursion> {
    pub(super) recursion: R,
    memo: Memo<R::Node, R::Answer>,
    gathered: R::Gathered,
    /// The nodes that the last visit found unknown.
    waiting: Vec<u32>,
    visits: u64,
    /// Bytes that the nodes in the memo own.
    owned: u64,
    /// The same at the last look at the limits.
    owned_checked: u64,
}

/// What one visit of a node found.
enum Visit<A> {
    Answer(A),
    /// The nodes in `waiting` have to be answered first.
    Waiting,
    /// An option that is active.
    Cycle(u32),
    /// No node could be added.
    Full,
}

impl<R: Recursion> Descent<R> {
    pub(super) fn new(recursion: R) -> Descent<R> {
        let gathered = R::Gathered::default();
        Descent {
            recursion,
            memo: Memo::new(),
            gathered,
            waiting: Vec::new(),
            visits: 0,
            owned: 0,
            owned_checked: 0,
        }
    }

    /// Nodes in the memo.
    pub(super) fn positions(&self) -> u64 {
        self.memo.len()
    }

    /// Visits of nodes so far.
    pub(super) fn visits(&self) -> u64 {
        self.visits
    }

    /// The answer of a node. What was found before a failure is kept for the next question.
    pub(super) fn answer(&mut self, root: &R::Node, limits: &Limits) -> Result<R::Answer, Failure> {
        let Some(root) = self.memo.number(root) else { return Err(full()) };
        let mut stack = vec![root];
        let mut depth = 0;
        let result = self.run(&mut stack, &mut depth, limits);
        if let Err(failure) = result {
            for &id in &stack {
                if let State::Active(_) = self.memo.state(id) {
                    self.memo.set(id, State::New);
                }
            }
            return Err(failure);
        }
        match self.memo.state(root) {
            State::Known(answer) => Ok(answer),
            State::New | State::Active(_) => Err(full()),
        }
    }

    fn run(
        &mut self,
        stack: &mut Vec<u32>,
        depth: &mut usize,
        limits: &Limits,
    ) -> Result<(), Failure> {
        while let Some(&top) = stack.last() {
            let visit = match self.memo.state(top) {
                State::Known(_) => {
                    stack.pop();
                    continue;
                }
                State::New => {
                    *depth += 1;
                    if depth.is_multiple_of(MAX_CLIMB) {
                        self.check_climb(stack)?;
                    }
                    0
                }
                State::Active(visits) => visits,
            };
            self.memo.set(top, State::Active(visit.saturating_add(1)));
            self.visits += 1;
            if self.visits.is_multiple_of(VISITS_PER_CHECK)
                || self.owned - self.owned_checked >= BYTES_PER_CHECK
            {
                self.owned_checked = self.owned;
                self.check(stack.capacity(), limits)?;
            }
            match self.visit(top, visit, limits)? {
                Visit::Answer(answer) => {
                    self.memo.set(top, State::Known(answer));
                    stack.pop();
                    *depth -= 1;
                }
                Visit::Waiting => stack.extend(self.waiting.drain(..).rev()),
                Visit::Cycle(node) => return Err(self.cycle(stack, node)),
                Visit::Full => return Err(full()),
            }
        }
        self.check(stack.capacity(), limits)
    }

    fn check(&self, stacked: usize, limits: &Limits) -> Result<(), Failure> {
        limits.check()?;
        if let Some(most) = limits.positions
            && self.memo.len() > most
        {
            return Err(Stop::Positions(most).into());
        }
        limits
            .check_memory(self.memo.bytes() + self.owned + (stacked * size_of::<u32>()) as u64)?;
        limits.report(self.memo.len(), None);
        Ok(())
    }

    fn visit(&mut self, id: u32, visit: u8, limits: &Limits) -> Result<Visit<R::Answer>, Failure> {
        let Descent { recursion, memo, gathered, waiting, owned, .. } = self;
        let node = memo.node(id).clone();
        if let Some(answer) = recursion.at_once(&node, limits)? {
            return Ok(Visit::Answer(answer));
        }
        let most_waiting = FIRST_PUSH << visit.min(24);
        waiting.clear();
        let mut decided = false;
        let mut obstacle = None;
        let mut answers: SmallVec<[R::Answer; 4]> = SmallVec::new();
        gathered.clear();
        recursion.options(&node, limits, &mut |parts| {
            answers.clear();
            for part in parts {
                let before = memo.len();
                let Some(number) = memo.number(part) else {
                    obstacle = Some(Visit::Full);
                    return ControlFlow::Break(());
                };
                if memo.len() > before {
                    *owned += recursion.owned_bytes(part);
                }
                match memo.state(number) {
                    State::Known(answer) => answers.push(answer),
                    State::New => waiting.push(number),
                    State::Active(_) => {
                        obstacle = Some(Visit::Cycle(number));
                        return ControlFlow::Break(());
                    }
                }
            }
            if answers.len() == parts.len() && gathered.add(&answers).is_break() {
                decided = true;
                return ControlFlow::Break(());
            }
            if waiting.len() >= most_waiting {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        })?;
        Ok(match obstacle {
            Some(obstacle) => obstacle,
            None if decided || waiting.is_empty() => Visit::Answer(gathered.conclude()),
            None => Visit::Waiting,
        })
    }

    /// The active nodes from the root to the top, without those that merely wait on the stack: a
    /// node may wait below the place where it became active.
    fn path(&self, stack: &[u32]) -> Vec<u32> {
        let mut seen = HashSet::new();
        let mut path: Vec<u32> = stack
            .iter()
            .rev()
            .copied()
            .filter(|&id| matches!(self.memo.state(id), State::Active(_)) && seen.insert(id))
            .collect();
        path.reverse();
        path
    }

    fn cycle(&self, stack: &[u32], node: u32) -> Failure {
        let path = self.path(stack);
        let start = path.iter().position(|&id| id == node).unwrap_or(0);
        let names = path[start..].iter().map(|&id| self.recursion.describe(self.memo.node(id)));
        Failure::Cycle(names.collect())
    }

    /// Fails if the last half of a very long path grew at every move. Looks at the top of the stack
    /// alone, so that checking now and then costs no more than pushing.
    fn check_climb(&self, stack: &[u32]) -> Result<(), Failure> {
        let path = self.path(&stack[stack.len().saturating_sub(MAX_CLIMB)..]);
        let grows =
            |pair: &[u32]| self.recursion.grows(self.memo.node(pair[0]), self.memo.node(pair[1]));
        let steps = path.windows(2).rev().take_while(|pair| grows(pair).is_some()).count();
        let run = &path[path.len() - 1 - steps..];
        match run.get(..2).and_then(grows) {
            Some(what) if steps >= path.len() / 2 => {
                let describe = |id: &u32| self.recursion.describe(self.memo.node(*id));
                let mut chain: Vec<String> = run.iter().take(3).map(describe).collect();
                chain.push("...".to_owned());
                chain.extend(run.last().map(describe));
                Err(Failure::Growth { moves: steps, what: grown(what), chain })
            }
            _ => Ok(()),
        }
    }
}

/// The memo numbers its nodes with 32 bits.
fn full() -> Failure {
    Stop::Positions(u64::from(u32::MAX)).into()
}

/// What grows, in words.
fn grown(what: &str) -> Argument {
    match what {
        COMPONENTS => message!("the number of components").said(),
        coordinate => coordinate.into(),
    }
}
