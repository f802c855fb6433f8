//! What geography is played on: edges that all lead one way or all lead both ways, parallel ones among them.
//!
//! Which of the two it is must be said. Edges from a to b and from b to a are one edge only where edges lead both ways; where
//! they lead one way these are two, of which each is used up alone.

use std::collections::HashMap;

use crate::graph::csr::Graph;
use crate::language::message;
use crate::limits::Limits;
use crate::ruleset::Failure;

use super::{UsedUp, need_both_ways, pairs};

/// A graph whose edges lead one way, or all lead both ways, and of which several may be parallel.
#[derive(Clone, Debug)]
pub struct Multigraph {
    graph: Graph,
    undirected: bool,
    /// Whether there is an edge back beside every edge, be it the same edge or another.
    paired: bool,
    /// How often an edge is there, where that is more than once; in an undirected graph by the lesser end first.
    parallel: HashMap<(u32, u32), u32>,
    edges: u64,
}

impl Multigraph {
    /// The graph with these edges, each as often as it is among the `given`, which may be fewer than all: the rest is there
    /// once. In an undirected graph both directions of an edge are in `graph`, and each that is given counts: `(0, 1)` and
    /// `(1, 0)` are two parallel edges. What is read with [`Reading::repeats`](crate::graph::Reading) has all edges as given.
    /// `O(V + E log E)` time.
    ///
    /// ```
    /// use grundy::graph::{Graph, geography::Multigraph};
    /// use grundy::limits::Limits;
    /// # fn main() -> Result<(), grundy::ruleset::Failure> {
    /// let limits = Limits::default();
    /// let graph = Graph::from_edges(3, [(0, 1), (1, 0), (1, 2), (2, 1)], &limits)?;
    /// let twice = Multigraph::new(graph.clone(), true, vec![(0, 1), (1, 0), (1, 2)], &limits)?;
    /// assert_eq!((twice.edges(), twice.times(0, 1), twice.times(2, 1), twice.times(0, 2)), (3, 2, 1, 0));
    /// let one_way = Multigraph::new(graph, false, Vec::new(), &limits)?;
    /// assert_eq!((one_way.edges(), one_way.times(0, 1)), (4, 1));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Failure::Domain`] if an edge that is given is none of the graph, or if the graph is undirected and some edge of it
    /// leads one way only; [`Failure::Stop`] where a limit does not allow it.
    pub fn new(
        graph: Graph,
        undirected: bool,
        given: Vec<(u32, u32)>,
        limits: &Limits,
    ) -> Result<Multigraph, Failure> {
        limits.check_memory(graph.bytes() + 32 * given.len() as u64)?;
        let mut given = given;
        if undirected {
            given.iter_mut().for_each(|(from, to)| (*from, *to) = (*from.min(to), *from.max(to)));
        }
        given.sort_unstable();
        limits.check()?;
        let mut parallel = HashMap::new();
        for same in given.chunk_by(|one, other| one == other) {
            let (from, to) = same[0];
            if graph.followers(from).binary_search(&to).is_err() {
                return Err(Failure::Domain(message!(
                    "there is no edge {from} -> {to} in a graph of {vertices} vertices",
                    from,
                    to,
                    vertices = graph.vertices()
                )));
            }
            if same.len() > 1 {
                parallel.insert((from, to), u32::try_from(same.len()).unwrap_or(u32::MAX));
            }
        }
        Multigraph::with(graph, undirected, parallel)
    }

    fn with(
        graph: Graph,
        undirected: bool,
        parallel: HashMap<(u32, u32), u32>,
    ) -> Result<Multigraph, Failure> {
        let paired = pairs(&graph);
        if undirected && !paired {
            return Err(need_both_ways());
        }
        let mut edges = graph.edges();
        if undirected {
            let is_loop = |&vertex: &u32| graph.followers(vertex).binary_search(&vertex).is_ok();
            let loops = (0..graph.vertices()).filter(is_loop).count() as u64;
            edges = (edges - loops) / 2 + loops;
        }
        edges += parallel.values().map(|&times| u64::from(times) - 1).sum::<u64>();
        Ok(Multigraph { graph, undirected, paired, parallel, edges })
    }

    /// Its vertices and where edges lead, in both directions where it is undirected; parallel edges are one here.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Whether every edge leads both ways.
    pub fn is_undirected(&self) -> bool {
        self.undirected
    }

    /// How many edges there are: parallel ones each, and one that leads both ways once.
    pub fn edges(&self) -> u64 {
        self.edges
    }

    /// How many edges lead from one vertex to another.
    pub fn times(&self, from: u32, to: u32) -> u32 {
        match self.parallel.get(&self.key(from, to)) {
            Some(&times) => times,
            None => u32::from(self.graph.followers(from).binary_search(&to).is_ok()),
        }
    }

    /// Whether a step may be taken back as far as the edges are concerned: always if they lead both ways; where vertices are
    /// used up, an edge back is as good.
    pub(crate) fn leads_both_ways(&self, used_up: UsedUp) -> bool {
        match used_up {
            UsedUp::Vertices => self.paired,
            UsedUp::Edges => self.undirected,
        }
    }

    fn key(&self, from: u32, to: u32) -> (u32, u32) {
        match self.undirected {
            true => (from.min(to), from.max(to)),
            false => (from, to),
        }
    }

    /// Whether a token can go this way, from its first vertex to where it is.
    pub(crate) fn allows(&self, used_up: UsedUp, way: &[u32]) -> bool {
        let are_vertices = way.iter().all(|&vertex| vertex < self.graph.vertices());
        let mut passed: HashMap<(u32, u32), u32> = HashMap::new();
        let mut step = |from, to| {
            let times = passed.entry(self.key(from, to)).or_default();
            *times += 1;
            match used_up {
                // Once is all there is, since the vertex is left for good.
                UsedUp::Vertices => self.times(from, to) > 0,
                UsedUp::Edges => self.times(from, to) >= *times,
            }
        };
        let mut visited = way.to_vec();
        visited.sort_unstable();
        let is_new = used_up == UsedUp::Edges || visited.is_sorted_by(|a, b| a < b);
        !way.is_empty()
            && are_vertices
            && is_new
            && way.windows(2).all(|ends| step(ends[0], ends[1]))
    }

    /// What is left for a token that has gone this way, from its first vertex to where it is. `O(V + E)`.
    ///
    /// # Errors
    /// A limit that was reached.
    pub fn rest(
        &self,
        used_up: UsedUp,
        way: &[u32],
        limits: &Limits,
    ) -> Result<Multigraph, Failure> {
        let left = Remains::new(self, used_up, way);
        let all = (0..self.graph.vertices())
            .flat_map(|from| self.graph.followers(from).iter().map(move |&to| (from, to)));
        let edges = all.filter(|&(from, to)| left.times(from, to) > 0);
        let graph = Graph::from_edges(self.graph.vertices(), edges, limits)?;
        let parallel = self.parallel.keys().map(|&(from, to)| ((from, to), left.times(from, to)));
        Multigraph::with(graph, self.undirected, parallel.filter(|&(_, times)| times > 1).collect())
    }
}

/// What a token leaves that has gone a way.
///
/// ```
/// use grundy::graph::Graph;
/// use grundy::graph::geography::{Multigraph, Remains, UsedUp};
/// use grundy::limits::Limits;
/// let limits = Limits::default();
/// let graph = Graph::from_edges(3, [(0, 1), (1, 0), (1, 2), (2, 1)], &limits)?;
/// let path = Multigraph::new(graph, true, Vec::new(), &limits)?;
/// // From 0 to 1, and not back along the same edge.
/// let remains = Remains::new(&path, UsedUp::Edges, &[0, 1]);
/// assert_eq!((remains.times(1, 0), remains.times(1, 2)), (0, 1));
/// assert_eq!(path.rest(UsedUp::Edges, &[0, 1], &limits)?.edges(), 1);
/// # Ok::<(), grundy::ruleset::Failure>(())
/// ```
pub struct Remains<'a> {
    on: &'a Multigraph,
    used_up: UsedUp,
    visited: Vec<u32>,
    /// How often an edge was passed.
    passed: HashMap<(u32, u32), u32>,
}

debug_by_name!(Remains<'_>);

impl Remains<'_> {
    /// After this way, from the first vertex to where the token is.
    pub fn new<'a>(on: &'a Multigraph, used_up: UsedUp, way: &[u32]) -> Remains<'a> {
        let mut visited = Vec::new();
        let mut passed = HashMap::new();
        match used_up {
            UsedUp::Vertices => {
                visited.extend(way.iter().rev().skip(1));
                visited.sort_unstable();
            }
            UsedUp::Edges => way.windows(2).for_each(|step| {
                *passed.entry(on.key(step[0], step[1])).or_default() += 1;
            }),
        }
        Remains { on, used_up, visited, passed }
    }

    /// How many edges are left from one vertex to another.
    pub fn times(&self, from: u32, to: u32) -> u32 {
        match self.used_up {
            UsedUp::Vertices
                if [from, to].iter().any(|end| self.visited.binary_search(end).is_ok()) =>
            {
                0
            }
            UsedUp::Vertices => self.on.times(from, to),
            UsedUp::Edges => {
                let passed = self.passed.get(&self.on.key(from, to)).copied().unwrap_or(0);
                self.on.times(from, to).saturating_sub(passed)
            }
        }
    }
}
