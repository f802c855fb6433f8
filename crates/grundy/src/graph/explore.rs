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
}

impl<N> Explored<N> {
    /// The graph with the positions as names.
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
/// # Errors
/// Whatever `options` fails with, and [`Failure::Stop`] at a limit.
pub fn explore<N: Clone + Eq + Hash>(
    roots: impl IntoIterator<Item = N>,
    mut options: impl FnMut(&N, &mut SeeOption<'_, N>) -> Result<(), Failure>,
    limits: &Limits,
) -> Result<Explored<N>, Failure> {
    let mut positions = Positions::new();
    for root in roots {
        positions.number(root, limits)?;
    }
    let mut edges: Vec<(u32, u32)> = Vec::new();
    let mut from = 0;
    while let Some(position) = positions.get(from).cloned() {
        if (from as usize).is_multiple_of(POSITIONS_PER_CHECK) {
            limits.check()?;
            limits.report(from.into(), Some(positions.all.len() as u64));
        }
        let mut stop = None;
        options(&position, &mut |option| {
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
        })?;
        if let Some(stop) = stop {
            return Err(stop.into());
        }
        from += 1;
    }
    let needed = positions.bytes() + 16 * edges.len() as u64 + 24 * u64::from(from);
    limits.check_memory(needed)?;
    let graph = Graph::from_edges(from, edges.iter().copied(), limits)?;
    Ok(Explored { graph, positions })
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
    let options = |from: &Option<R::Component>, see: &mut SeeOption<'_, Option<R::Component>>| {
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
    };
    explore(roots.into_iter().map(Some), options, limits)
}
