//! Depth-first evaluation on an explicit stack, by one thread or several.
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
//! times, and one whose first option leads to all others is visited twice. Where one answer decides, as a lost
//! option does who wins, the other options that were pushed with it are taken from the stack unanswered.
//!
//! A node is *active* from its first visit to its answer. The active nodes are the path from the
//! root to the top, so an option that is active closes a cycle.
//!
//! Work that is not soon done is shared: every thread goes down from the root by itself, and all share one memo. A
//! thread that helps goes to other options first, and what one has answered the others find.
//! Why a node cannot be answered is told by the thread that began alone, which goes on in its order, so that the
//! reason does not depend on the others; but where an option decides before all are known, it may be that nobody
//! looks at the one that cannot be answered.

use std::collections::HashSet;
use std::hash::Hash;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use fastrand::Rng;
use hashbrown::HashMap;
use rapidhash::fast::RandomState;
use smallvec::SmallVec;

use super::ends::Ends;
use super::memo::{Answer, Found, Index, MOST_NODES, Memo, NoRoom};
use super::misere::COMPONENTS;
use crate::language::{Argument, Said, message};
use crate::limits::{Limits, Stop};
use crate::ruleset::Failure;

/// How the answer of a node follows from the answers of its options.
pub(super) trait Recursion: Sync {
    type Node: Clone + Eq + Hash + Send + Sync;
    type Answer: Answer + Sync;
    type Gathered: Gathered<Self::Answer>;
    /// What a thread remembers of its own.
    type Scratch: Default;

    /// The answer where it needs no options.
    fn at_once(&self, node: &Self::Node, limits: &Limits) -> Result<Option<Self::Answer>, Failure>;

    /// Shows the options, each as nodes whose answers it needs, until `see` breaks.
    fn options(
        &self,
        node: &Self::Node,
        scratch: &mut Self::Scratch,
        limits: &Limits,
        see: &mut dyn FnMut(&[Self::Node]) -> ControlFlow<()>,
    ) -> Result<(), Failure>;

    /// What grows from `from` to `to`, if nothing shrinks.
    fn grows(&self, from: &Self::Node, to: &Self::Node) -> Option<&str>;

    /// Whether it is certain that play from this node need not end.
    fn climbs(&self, node: &Self::Node) -> bool;

    /// What grows, if it is certain that play can go along these nodes and then on in the same way for ever.
    fn climbs_along(&self, path: &[&Self::Node]) -> Option<&str>;

    fn describe(&self, node: &Self::Node) -> String;

    /// Bytes that a node owns besides its own size, with those of the allocator.
    fn owned_bytes(&self, node: &Self::Node) -> u64;
}

/// Bytes that so many take from the allocator: it keeps a word beside them, and gives sixteen at a time.
pub(super) fn allocated(bytes: u64) -> u64 {
    if bytes == 0 { 0 } else { (bytes + 8).next_multiple_of(16).max(32) }
}

/// What is kept of the options of a node while they are looked at.
pub(super) trait Gathered<A>: Default {
    /// Unknown nodes pushed at the first visit of a node: few where the first may decide.
    const FIRST_PUSH: usize = 8;

    /// What one option decides alone, if every option is one node: the answer, whatever the others have.
    fn decided_by(_answer: A) -> Option<A> {
        None
    }

    /// Forgets everything, keeping the memory.
    fn clear(&mut self);

    /// Adds one option, as the answers of its nodes; breaks when the other options cannot matter.
    fn add(&mut self, answers: &[A]) -> ControlFlow<()>;

    /// The answer that follows from all options, or from those up to the break.
    fn conclude(&mut self) -> A;
}

/// So many visits one thread makes alone, before others are worth to be begun.
const ALONE: u64 = 1 << 13;
/// Visits between two looks at the limits.
const VISITS_PER_CHECK: u64 = 1 << 10;
/// Bytes that new nodes may own between two looks at the limits.
const BYTES_PER_CHECK: u64 = 1 << 20;
/// Moves in a row that may all grow.
const MAX_CLIMB: usize = 1 << 20;
/// Active nodes between two questions whether what grows can do so for ever.
const CLIMB_PER_QUESTION: usize = 1 << 10;
/// Moves that are looked at as one that may be repeated, at most.
const MOST_REPEATED: usize = 8;
/// Stacked nodes among which such moves are looked for.
const REPEATED_DEPTH: usize = 1 << 6;

/// An evaluation with its memo.
pub(super) struct Descent<R: Recursion> {
    pub(super) recursion: R,
    memo: Memo<R::Node, R::Answer>,
    visits: AtomicU64,
    /// Bytes that the nodes in the memo own.
    owned: AtomicU64,
    /// Whether a thread has answered the root, or cannot.
    over: AtomicBool,
    /// So many visits one thread makes before others join.
    pub(super) alone: u64,
}

/// One thread on its way.
struct Walk<'a, R: Recursion> {
    descent: &'a Descent<R>,
    limits: &'a Limits,
    /// By which it chooses where to go, if it helps.
    random: Option<Rng>,
    stack: Vec<u32>,
    /// The nodes that are active for this thread, and how many times each was visited.
    active: HashMap<u32, u8, RandomState>,
    gathered: R::Gathered,
    scratch: R::Scratch,
    /// The nodes that the last visit found unknown.
    waiting: Vec<u32>,
    /// Those of them that another thread looks at.
    taken: Vec<u32>,
    visits: u64,
    /// Bytes of new nodes that are not told yet.
    owned: u64,
}

/// What one visit of a node found.
enum Visit<A> {
    Answer(A),
    /// The nodes in `waiting` have to be answered first.
    Waiting,
    /// An option that is active.
    Cycle(u32),
    /// No node could be added.
    Full(NoRoom),
}

impl<R: Recursion> Descent<R> {
    pub(super) fn new(recursion: R) -> Descent<R> {
        Descent {
            recursion,
            memo: Memo::new(),
            visits: AtomicU64::new(0),
            owned: AtomicU64::new(0),
            over: AtomicBool::new(false),
            alone: ALONE,
        }
    }

    /// The nodes in the memo, the first ones first.
    pub(super) fn nodes(&self) -> impl Iterator<Item = &R::Node> {
        self.memo.nodes()
    }

    /// How many they are.
    pub(super) fn positions(&self) -> u64 {
        self.memo.len()
    }

    /// Visits of nodes so far, by all threads.
    pub(super) fn visits(&self) -> u64 {
        self.visits.load(Ordering::Relaxed)
    }

    /// The answer of a node, by as many threads as the limits allow where one does not have it soon. What was
    /// found before a failure is kept for the next question, and `scratch` what the thread that begins remembers.
    pub(super) fn answer(
        &mut self,
        root: &R::Node,
        scratch: &mut R::Scratch,
        limits: &Limits,
    ) -> Result<R::Answer, Failure> {
        let root = self.number(root)?;
        if let Some(known) = self.memo.answer(root) {
            return Ok(known);
        }
        *self.over.get_mut() = false;
        let threads = limits.thread_count().get();
        let alone = if threads > 1 { self.alone } else { u64::MAX };
        let descent = &*self;
        let mut first = Walk::new(descent, limits, root, None);
        first.scratch = std::mem::take(scratch);
        let mut answered = first.walk(alone);
        if let Ok(false) = answered {
            answered = thread::scope(|scope| {
                let _ends = Ends(&descent.over);
                for number in 1..threads {
                    let help = move || {
                        let random = Rng::with_seed(number as u64);
                        let mut walk = Walk::new(descent, limits, root, Some(random));
                        // What stops it stops the first thread, too, or is no matter.
                        if let Ok(true) = walk.walk(u64::MAX) {
                            descent.over.store(true, Ordering::Relaxed);
                        }
                    };
                    // Where the system gives no more threads, fewer go on.
                    let _ = thread::Builder::new().spawn_scoped(scope, help);
                }
                first.walk(u64::MAX)
            });
        }
        *scratch = std::mem::take(&mut first.scratch);
        answered?;
        descent.memo.answer(root).ok_or_else(full)
    }

    /// The number of a node.
    fn number(&self, node: &R::Node) -> Result<u32, Failure> {
        loop {
            // The index is let go of before it grows.
            let found = self.memo.find(&self.memo.index(), node);
            match found {
                Ok(found) => return Ok(found.number),
                Err(NoRoom::InIndex) => self.memo.grow(),
                Err(NoRoom::AtAll) => return Err(full()),
            }
        }
    }
}

impl<R: Recursion> Walk<'_, R> {
    fn new<'a>(
        descent: &'a Descent<R>,
        limits: &'a Limits,
        root: u32,
        random: Option<Rng>,
    ) -> Walk<'a, R> {
        Walk {
            descent,
            limits,
            random,
            stack: vec![root],
            active: HashMap::default(),
            gathered: R::Gathered::default(),
            scratch: R::Scratch::default(),
            waiting: Vec::new(),
            taken: Vec::new(),
            visits: 0,
            owned: 0,
        }
    }

    /// Goes on until the root is answered or this thread has made so many visits: whether it is answered.
    fn walk(&mut self, most: u64) -> Result<bool, Failure> {
        let memo = &self.descent.memo;
        while !self.stack.is_empty() {
            if self.visits >= most || self.descent.over.load(Ordering::Relaxed) {
                return Ok(false);
            }
            let index = memo.index();
            let room = self.stretch(&index)?;
            self.check(&index)?;
            if room == Err(NoRoom::InIndex) {
                self.limits.check_memory(memo.bytes_to_grow(&index))?;
            }
            drop(index);
            match room {
                Ok(()) => {}
                Err(NoRoom::InIndex) => memo.grow(),
                Err(NoRoom::AtAll) => return Err(full()),
            }
        }
        Ok(true)
    }

    /// Goes on until it is time to look at the limits, or another thread waits for the index.
    fn stretch(&mut self, index: &Index<'_>) -> Result<Result<(), NoRoom>, Failure> {
        let memo = &self.descent.memo;
        let last = self.visits + VISITS_PER_CHECK;
        while let Some(&top) = self.stack.last()
            && self.visits < last
            && self.owned < BYTES_PER_CHECK
            && !memo.is_growing()
        {
            if let Some(answer) = memo.answer(top) {
                self.pop(top, answer);
                continue;
            }
            let visit = match self.active.get_mut(&top) {
                Some(visits) => {
                    *visits = visits.saturating_add(1);
                    *visits
                }
                None => {
                    self.active.insert(top, 0);
                    memo.take(top, true);
                    let active = self.active.len();
                    if active.is_multiple_of(MAX_CLIMB) {
                        self.check_climb(MAX_CLIMB, 1, false)?;
                    } else if active.is_multiple_of(CLIMB_PER_QUESTION) {
                        if self.descent.recursion.climbs(memo.node(top)) {
                            self.check_climb(CLIMB_PER_QUESTION, 1, true)?;
                        }
                        if let Some(moves) = self.climbs_by() {
                            self.check_climb(CLIMB_PER_QUESTION, moves, true)?;
                        }
                    }
                    0
                }
            };
            self.visits += 1;
            match self.visit(index, top, visit)? {
                Visit::Answer(answer) => {
                    memo.keep(top, answer);
                    self.pop(top, answer);
                }
                Visit::Waiting => self.stack.extend(self.waiting.drain(..).rev()),
                Visit::Cycle(node) => return Err(self.cycle(node)),
                Visit::Full(room) => return Ok(Err(room)),
            }
        }
        Ok(Ok(()))
    }

    /// Takes the answered node from the top. If its answer decides the node that waits for it, the next active one,
    /// the other options of that, which lie between the two, need no answer.
    fn pop(&mut self, top: u32, answer: R::Answer) {
        self.stack.pop();
        self.active.remove(&top);
        if let Some(decided) = R::Gathered::decided_by(answer) {
            while self.stack.last().is_some_and(|waiting| !self.active.contains_key(waiting)) {
                self.stack.pop();
            }
            if let Some(&parent) = self.stack.last() {
                self.descent.memo.keep(parent, decided);
            }
        }
    }

    /// Tells what was done, and looks at the limits.
    fn check(&mut self, index: &Index<'_>) -> Result<(), Failure> {
        let Walk { descent, limits, .. } = self;
        let owned = descent.owned.fetch_add(self.owned, Ordering::Relaxed) + self.owned;
        self.owned = 0;
        limits.check()?;
        let positions = descent.memo.len();
        if let Some(most) = limits.positions
            && positions > most
        {
            return Err(Stop::Positions(most).into());
        }
        let stacked = self.stack.capacity() * size_of::<u32>() + self.active.allocation_size();
        limits.check_memory(descent.memo.bytes(index) + owned + stacked as u64)?;
        if self.random.is_none() {
            limits.report(positions, None);
        }
        Ok(())
    }

    fn visit(
        &mut self,
        index: &Index<'_>,
        id: u32,
        visit: u8,
    ) -> Result<Visit<R::Answer>, Failure> {
        let Walk {
            descent, limits, random, active, gathered, scratch, waiting, taken, owned, ..
        } = self;
        let Descent { recursion, memo, .. } = descent;
        let node = memo.node(id);
        if let Some(answer) = recursion.at_once(node, limits)? {
            return Ok(Visit::Answer(answer));
        }
        let most_waiting = R::Gathered::FIRST_PUSH << visit.min(24);
        waiting.clear();
        taken.clear();
        gathered.clear();
        let mut answers: SmallVec<[R::Answer; 4]> = SmallVec::new();
        // What ends the look at the options before there are enough to wait for.
        let mut found = None;
        recursion.options(node, scratch, limits, &mut |parts| {
            answers.clear();
            let looked_up = parts.iter().try_for_each(|part| {
                let Found { number, is_new, answer } =
                    memo.find(index, part).map_err(Visit::Full)?;
                if is_new {
                    *owned += recursion.owned_bytes(part);
                }
                match answer {
                    Some(answer) => answers.push(answer),
                    None if active.contains_key(&number) => return Err(Visit::Cycle(number)),
                    None if random.is_some() && memo.is_taken(number) => taken.push(number),
                    None => waiting.push(number),
                }
                Ok(())
            });
            found = looked_up.err();
            if answers.len() == parts.len() && gathered.add(&answers).is_break() {
                found = Some(Visit::Answer(gathered.conclude()));
            }
            match found.is_some() || waiting.len() >= most_waiting {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        })?;
        if waiting.is_empty() {
            std::mem::swap(waiting, taken);
        }
        if let Some(random) = random {
            random.shuffle(waiting);
        }
        Ok(match found {
            Some(found) => found,
            None if waiting.is_empty() => Visit::Answer(gathered.conclude()),
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
            .filter(|&id| self.active.contains_key(&id) && seen.insert(id))
            .collect();
        path.reverse();
        path
    }

    fn cycle(&self, node: u32) -> Failure {
        let path = self.path(&self.stack);
        let start = path.iter().position(|&id| id == node).unwrap_or(0);
        let Descent { recursion, memo, .. } = self.descent;
        let names = path[start..].iter().map(|&id| recursion.describe(memo.node(id)));
        Failure::Cycle(names.collect())
    }

    /// The path through the last nodes of the stack, so that looking at it now and then costs no more than pushing.
    fn top(&self, depth: usize) -> Vec<u32> {
        self.path(&self.stack[self.stack.len().saturating_sub(depth)..])
    }

    /// How many moves, more than one, can certainly be repeated for ever from the top, growing each time.
    fn climbs_by(&self) -> Option<usize> {
        let Descent { recursion, memo, .. } = self.descent;
        let path = self.top(REPEATED_DEPTH);
        let nodes: Vec<&R::Node> = path.iter().map(|&id| memo.node(id)).collect();
        let most = MOST_REPEATED.min(nodes.len().saturating_sub(1));
        (2..=most).find(|moves| recursion.climbs_along(&nodes[nodes.len() - 1 - moves..]).is_some())
    }

    /// Fails if the last half of a long path grew at every so many moves.
    fn check_climb(&self, depth: usize, moves: usize, endless: bool) -> Result<(), Failure> {
        let Descent { recursion, memo, .. } = self.descent;
        let path: Vec<&R::Node> = self.top(depth).into_iter().map(|id| memo.node(id)).collect();
        let grows = |run: &[&R::Node]| match run {
            [from, to] => recursion.grows(from, to),
            _ => recursion.climbs_along(run),
        };
        let steps = path.windows(moves + 1).rev().take_while(|run| grows(run).is_some()).count();
        let run = &path[path.len().saturating_sub(moves + steps)..];
        match run.get(..=moves).and_then(grows) {
            Some(what) if steps >= path.len() / 2 => {
                let describe = |node: &&R::Node| recursion.describe(node);
                let mut chain: Vec<String> = run.iter().take(moves + 2).map(describe).collect();
                chain.push("...".to_owned());
                chain.extend(run.last().map(describe));
                Err(Failure::Growth { moves: steps, what: grown(what), chain, endless })
            }
            _ => Ok(()),
        }
    }
}

impl<R: Recursion> Drop for Walk<'_, R> {
    fn drop(&mut self) {
        self.descent.visits.fetch_add(self.visits, Ordering::Relaxed);
        for &number in self.active.keys() {
            self.descent.memo.take(number, false);
        }
    }
}

/// The memo is full.
fn full() -> Failure {
    Stop::Positions(u64::from(MOST_NODES)).into()
}

/// What grows, in words.
fn grown(what: &str) -> Argument {
    match what {
        COMPONENTS => message!("the number of components").said(),
        coordinate => coordinate.into(),
    }
}
