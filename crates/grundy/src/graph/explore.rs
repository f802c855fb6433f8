//! Forward search: all positions that can be reached, as an explicit graph.

use std::hash::{BuildHasher, Hash};
use std::ops::ControlFlow;

use hashbrown::HashTable;
use rapidhash::fast::RandomState;

use super::csr::{Graph, MAX_VERTICES};
use super::draft::Named;
use super::names::{Names, Texts};
use crate::language::{Message, message};
use crate::limits::{Limits, Stop};
use crate::ruleset::{Failure, Ruleset};

/// Positions between two looks at the limits.
const POSITIONS_PER_CHECK: usize = 1 << 10;

/// The positions that can be reached from some roots, and their moves.
#[derive(Clone, Debug)]
pub struct Explored<N> {
    /// The moves. Vertices are numbered in the order in which breadth first search meets them,
    /// the roots first.
    pub graph: Graph,
    /// The position at each vertex.
    pub positions: Positions<N>,
    /// Vertices whose moves were not looked at, increasing: none where all was explored.
    pub open: Vec<u32>,
}

impl<N> Explored<N> {
    /// The graph with the positions as names.
    ///
    /// ```
    /// use grundy::graph::explore;
    /// use grundy::limits::Limits;
    /// let found = explore(
    ///     [2_u32],
    ///     |&heap, see| {
    ///         let _ = heap.checked_sub(1).map(see);
    ///         Ok(())
    ///     },
    ///     &Limits::default(),
    /// )?;
    /// let named = found.into_named(|heap| format!("heap {heap}"))?;
    /// assert_eq!((named.find("heap 2"), named.find("heap 0")), (Some(0), Some(2)));
    /// # Ok::<(), grundy::ruleset::Failure>(())
    /// ```
    ///
    /// # Errors
    /// [`Failure::Domain`] if two positions have the same name.
    pub fn into_named(self, describe: impl Fn(&N) -> String) -> Result<Named, Failure> {
        let mut texts = Texts::default();
        for (number, position) in self.positions.all.iter().enumerate() {
            let name = describe(position);
            if texts.number(&name, MAX_VERTICES) != u32::try_from(number).ok() {
                return Err(Failure::Domain(message!("two positions are called {name}", name)));
            }
        }
        Ok(Named {
            graph: self.graph,
            names: Names::Texts(texts),
            given: Vec::new(),
            undirected: false,
        })
    }
}

/// Different positions, numbered from 0.
#[derive(Clone, Debug)]
pub struct Positions<N> {
    all: Vec<N>,
    index: HashTable<u32>,
    hasher: RandomState,
}

impl<N: Eq + Hash> Positions<N> {
    fn new() -> Positions<N> {
        Positions { all: Vec::new(), index: HashTable::new(), hasher: RandomState::default() }
    }

    /// The position with this number.
    pub fn get(&self, number: u32) -> Option<&N> {
        self.all.get(number as usize)
    }

    /// The number of a position, if it was met.
    pub fn find(&self, position: &N) -> Option<u32> {
        let hash = self.hasher.hash_one(position);
        self.index.find(hash, |&number| self.all[number as usize] == *position).copied()
    }

    /// The number of a position, a new one if it was never met and limits allow it.
    fn number(&mut self, position: N, limits: &Limits) -> Result<u32, Stop> {
        if let Some(number) = self.find(&position) {
            return Ok(number);
        }
        let most = limits.positions.unwrap_or(u64::MAX).min(MAX_VERTICES.into());
        let number = self.all.len() as u32;
        if u64::from(number) >= most {
            return Err(Stop::Positions(most));
        }
        if self.all.len() == self.all.capacity() {
            limits.check_memory(2 * self.bytes())?;
        }
        let hash = self.hasher.hash_one(&position);
        self.all.push(position);
        let (all, hasher) = (&self.all, &self.hasher);
        self.index.insert_unique(hash, number, |&number| hasher.hash_one(&all[number as usize]));
        Ok(number)
    }

    fn bytes(&self) -> u64 {
        (self.all.capacity() * size_of::<N>() + self.index.allocation_size()) as u64
    }
}

/// Shown each option of a position, until it breaks.
pub type SeeOption<'a, N> = dyn FnMut(N) -> ControlFlow<()> + 'a;

/// Explores what can be reached from `roots`; `options` shows the options of a position.
///
/// `O(positions + moves)` calls and memory: each move is kept in 8 bytes.
///
/// ```
/// use grundy::graph::{Race, explore};
/// use grundy::limits::Limits;
/// use grundy::outcome::Outcome;
/// // Take one or two: the multiples of three are lost.
/// let found = explore(
///     [9_u32],
///     |&heap, see| {
///         let _ = (1..=heap.min(2)).try_for_each(|taken| see(heap - taken));
///         Ok(())
///     },
///     &Limits::default(),
/// )?;
/// assert_eq!((found.graph.vertices(), found.positions.find(&9), found.open.len()), (10, Some(0), 0));
/// assert_eq!(Race::normal(&found.graph, &Limits::default())?.outcome(0), Outcome::P);
/// # Ok::<(), grundy::ruleset::Failure>(())
/// ```
///
/// # Errors
/// Whatever `options` fails with, and [`Failure::Stop`] at a limit.
pub fn explore<N: Clone + Eq + Hash>(
    roots: impl IntoIterator<Item = N>,
    options: impl FnMut(&N, &mut SeeOption<'_, N>) -> Result<(), Failure>,
    limits: &Limits,
) -> Result<Explored<N>, Failure> {
    search(roots, options, None, limits)
}

/// Explores like [`explore()`], but only so many positions at most, those that few moves reach first; the others
/// that were met are [open](Explored::open), as are those where `options` fails with a [`Failure::Fault`]:
/// numbers too large for the arithmetic, say. [`Certain`](super::Certain) tells what is known all the same.
///
/// ```
/// use grundy::graph::explore_some;
/// use grundy::limits::Limits;
/// // A walk to the right that never ends: of its first three places the moves are looked at.
/// let found = explore_some(
///     [0_u32],
///     |&place, see| {
///         let _ = see(place + 1);
///         Ok(())
///     },
///     3,
///     &Limits::default(),
/// )?;
/// assert_eq!((found.graph.vertices(), found.open), (4, vec![3]));
/// # Ok::<(), grundy::ruleset::Failure>(())
/// ```
///
/// # Errors
/// As [`explore()`], but for faults.
pub fn explore_some<N: Clone + Eq + Hash>(
    roots: impl IntoIterator<Item = N>,
    options: impl FnMut(&N, &mut SeeOption<'_, N>) -> Result<(), Failure>,
    most: u32,
    limits: &Limits,
) -> Result<Explored<N>, Failure> {
    search(roots, options, Some(most), limits)
}

fn search<N: Clone + Eq + Hash>(
    roots: impl IntoIterator<Item = N>,
    mut options: impl FnMut(&N, &mut SeeOption<'_, N>) -> Result<(), Failure>,
    most: Option<u32>,
    limits: &Limits,
) -> Result<Explored<N>, Failure> {
    let mut positions = Positions::new();
    for root in roots {
        positions.number(root, limits)?;
    }
    let mut edges: Vec<(u32, u32)> = Vec::new();
    let mut open = Vec::new();
    let mut from = 0;
    while let Some(position) = positions.get(from).cloned() {
        if most.is_some_and(|most| from >= most) {
            break;
        }
        if (from as usize).is_multiple_of(POSITIONS_PER_CHECK) {
            limits.check()?;
            limits.report(from.into(), Some(positions.all.len() as u64));
        }
        let (mut stop, before) = (None, edges.len());
        let looked_at = options(&position, &mut |option| {
            let numbered = positions.number(option, limits).and_then(|to| {
                if edges.len() == edges.capacity() {
                    limits.check_memory(positions.bytes() + 16 * edges.len() as u64)?;
                }
                edges.push((from, to));
                Ok(())
            });
            match numbered {
                Ok(()) => ControlFlow::Continue(()),
                Err(found) => {
                    stop = Some(found);
                    ControlFlow::Break(())
                }
            }
        });
        match looked_at {
            Err(Failure::Fault(_)) if most.is_some() => {
                edges.truncate(before);
                open.push(from);
            }
            looked_at => looked_at?,
        }
        if let Some(stop) = stop {
            return Err(stop.into());
        }
        from += 1;
    }
    // Cannot truncate: a position has a number below 2^32.
    let vertices = positions.all.len() as u32;
    open.extend(from..vertices);
    let needed = positions.bytes() + 16 * edges.len() as u64 + 24 * u64::from(vertices);
    limits.check_memory(needed)?;
    let graph = Graph::from_edges(vertices, edges.iter().copied(), limits)?;
    Ok(Explored { graph, positions, open })
}

/// Explores what can be reached from components of a ruleset whose options are single components;
/// nothing at all stands for an option that is the empty sum.
///
/// ```
/// use grundy::graph::{Labels, explore_rules};
/// use grundy::limits::Limits;
/// use grundy::rule::{Rules, parse};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let limits = Limits::default();
/// let rules = Rules::new(parse("[n] -> [n-1] if n > 0 | [n+1] if n > 0 and n < 9")?, &[])?;
/// let found = explore_rules(&rules, [rules.component(0, &[4])?], &limits)?;
/// assert_eq!(found.graph.vertices(), 10);
/// assert!(!Labels::new(&found.graph, &limits)?.is_acyclic());
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// As [`explore`]; [`Failure::Domain`] if an option is a sum of several components, or if a
/// component ends the game at once: neither is a move of one token.
pub fn explore_rules<R: Ruleset>(
    rules: &R,
    roots: impl IntoIterator<Item = R::Component>,
    limits: &Limits,
) -> Result<Explored<Option<R::Component>>, Failure> {
    let roots = roots.into_iter().map(Some);
    explore(roots, |from, see| moves_of(rules, from, limits, see), limits)
}

/// Explores like [`explore_rules`], but only some positions, as [`explore_some`] does.
///
/// ```
/// use grundy::graph::{Certain, explore_rules_in_part};
/// use grundy::limits::Limits;
/// use grundy::outcome::Outcome;
/// use grundy::rule::{Rules, parse};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// // Epstein's game: put or take the largest square that is in the heap. Play may go on for ever, through larger
/// // and larger heaps; that five is lost is known all the same.
/// let rule = "[n] -> [n-isqrt(n)**2] if n > 0 | [n+isqrt(n)**2] if n > 0";
/// let (rules, limits) = (Rules::new(parse(rule)?, &[])?, Limits::default());
/// let some = explore_rules_in_part(&rules, [rules.component(0, &[5])?], 20, &limits)?;
/// let certain = Certain::new(&some.graph, &some.open, false, &limits)?;
/// assert_eq!(certain.outcome(0), Some(Outcome::P));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// As [`explore_rules`], but for faults.
pub fn explore_rules_in_part<R: Ruleset>(
    rules: &R,
    roots: impl IntoIterator<Item = R::Component>,
    most: u32,
    limits: &Limits,
) -> Result<Explored<Option<R::Component>>, Failure> {
    let roots = roots.into_iter().map(Some);
    explore_some(roots, |from, see| moves_of(rules, from, limits, see), most, limits)
}

/// Shows the options of a component of a ruleset, which must be single components.
fn moves_of<R: Ruleset>(
    rules: &R,
    from: &Option<R::Component>,
    limits: &Limits,
    see: &mut SeeOption<'_, Option<R::Component>>,
) -> Result<(), Failure> {
    let Some(from) = from else { return Ok(()) };
    let refuse = |what: Message| {
        let from = rules.describe(from);
        Err(Failure::Domain(message!(
            "{from} {what}, so this game is not one token on a graph",
            from,
            what
        )))
    };
    if rules.is_over(from, limits)? {
        return refuse(message!("ends the game at once (`win on`)"));
    }
    let mut sum = None;
    rules.options(from, limits, &mut |parts| match parts {
        [] => see(None),
        [part] => see(Some(part.clone())),
        _ => {
            sum = Some(parts.to_vec());
            ControlFlow::Break(())
        }
    })?;
    match sum {
        None => Ok(()),
        Some(parts) => {
            let parts: Vec<String> = parts.iter().map(|part| rules.describe(part)).collect();
            refuse(message!("can become the sum {parts}", parts = parts.join(" + ")))
        }
    }
}
