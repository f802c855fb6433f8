//! Who wins for certain where the moves of some vertices are not known.
//!
//! The retrograde analysis of [`Race`](super::Race) twice. First for what is *certain*: a vertex with a move to one that
//! is lost for certain is won, and one all of whose moves lead to won ones is lost; an open vertex, which may have more
//! moves than are known, is never lost for certain. Then for what is *possible*: the same steps, where an open vertex may be both won and
//! lost. Whatever the moves of the open vertices are, what has an end in the whole graph is possible, since each step
//! needs only more of the same; so a vertex of which neither is possible is drawn for certain. `O(V + E)` time.

use super::csr::Graph;
use super::race::VERTICES_PER_CHECK;
use crate::limits::{Limits, Stop};
use crate::outcome::Outcome;

/// What is known of who wins from the vertices of a graph of which some have moves that are not known.
#[derive(Clone, Debug)]
pub struct Certain {
    certain: Analysis,
    possible: Analysis,
}

impl Certain {
    /// Analyses a graph whose `open` vertices, in any order, have moves that are not known beside those of the graph.
    ///
    /// ```
    /// use grundy::graph::{Certain, Graph};
    /// use grundy::limits::Limits;
    /// use grundy::outcome::Outcome;
    /// # fn main() -> Result<(), grundy::ruleset::Failure> {
    /// let limits = Limits::default();
    /// // 0 moves to the end 1 and to 2, of which nothing is known; 3 only to 2.
    /// let graph = Graph::from_edges(4, [(0, 1), (0, 2), (3, 2)], &limits)?;
    /// let certain = Certain::new(&graph, &[2], false, &limits)?;
    /// assert_eq!([0, 1, 2, 3].map(|v| certain.outcome(v)), [Some(Outcome::N), Some(Outcome::P), None, None]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// A limit. It takes `23 V` bytes beside the graph.
    ///
    /// # Panics
    /// If an open vertex is not one of the graph.
    pub fn new(
        graph: &Graph,
        open: &[u32],
        misere: bool,
        limits: &Limits,
    ) -> Result<Certain, Stop> {
        limits.check_memory(graph.bytes() + 23 * u64::from(graph.vertices()))?;
        let mut is_open = vec![false; graph.vertices() as usize];
        open.iter().for_each(|&vertex| is_open[vertex as usize] = true);
        let certain = Analysis::new(graph, &is_open, false, misere, limits)?;
        let possible = Analysis::new(graph, &is_open, true, misere, limits)?;
        Ok(Certain { certain, possible })
    }

    /// Who wins from a vertex of the graph, whatever the moves of the open vertices are; nothing where that depends on
    /// them, or may.
    ///
    /// # Panics
    /// If there is no such vertex.
    pub fn outcome(&self, vertex: u32) -> Option<Outcome> {
        let vertex = vertex as usize;
        if self.certain.lost[vertex] {
            Some(Outcome::P)
        } else if self.certain.won[vertex] {
            Some(Outcome::N)
        } else {
            (!self.possible.lost[vertex] && !self.possible.won[vertex]).then_some(Outcome::D)
        }
    }
}

/// The vertices that are lost and those that are won, for certain or possibly.
#[derive(Clone, Debug)]
struct Analysis {
    lost: Vec<bool>,
    won: Vec<bool>,
}

impl Analysis {
    /// Where `both`, an open vertex is lost and won, otherwise neither.
    fn new(
        graph: &Graph,
        is_open: &[bool],
        both: bool,
        misere: bool,
        limits: &Limits,
    ) -> Result<Analysis, Stop> {
        let mut left = graph.degrees();
        let mut found = Analysis { lost: vec![false; left.len()], won: vec![false; left.len()] };
        let mut queue = Vec::new();
        for vertex in 0..graph.vertices() {
            if is_open[vertex as usize] {
                if both {
                    found.set(vertex, true, &mut queue);
                    found.set(vertex, false, &mut queue);
                }
            } else if left[vertex as usize] == 0 {
                found.set(vertex, misere, &mut queue);
            }
        }
        let mut steps = 0_usize;
        while let Some((vertex, won)) = queue.pop() {
            steps += 1;
            if steps.is_multiple_of(VERTICES_PER_CHECK) {
                limits.check()?;
            }
            for &before in graph.predecessors(vertex) {
                if !won {
                    found.set(before, true, &mut queue);
                    continue;
                }
                // There may be another move.
                if is_open[before as usize] {
                    continue;
                }
                left[before as usize] -= 1;
                if left[before as usize] == 0 {
                    found.set(before, false, &mut queue);
                }
            }
        }
        Ok(found)
    }

    /// Notes that a vertex is won or lost, and queues it the first time.
    fn set(&mut self, vertex: u32, won: bool, queue: &mut Vec<(u32, bool)>) {
        let known = if won { &mut self.won } else { &mut self.lost };
        if !std::mem::replace(&mut known[vertex as usize], true) {
            queue.push((vertex, won));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Race;
    use proptest::prelude::*;

    fn graph(vertices: u32, edges: &[(u32, u32)]) -> Graph {
        Graph::from_edges(vertices, edges.iter().copied(), &Limits::default()).unwrap()
    }

    /// Three and four move to one another, and to what is won for the opponent: nobody can force an end, whatever the
    /// moves of five are; of what moves to five nothing is known.
    #[test]
    fn a_circle_that_nobody_leaves_is_a_draw_for_certain() {
        let graph = graph(7, &[(1, 0), (3, 4), (4, 3), (3, 1), (4, 1), (1, 5), (6, 5), (6, 3)]);
        let certain = Certain::new(&graph, &[5], false, &Limits::default()).unwrap();
        let outcomes: Vec<_> = (0..7).map(|vertex| certain.outcome(vertex)).collect();
        let (p, n, d) = (Some(Outcome::P), Some(Outcome::N), Some(Outcome::D));
        assert_eq!(outcomes, [p, n, p, d, d, None, None]);
    }

    proptest! {
        /// Whatever moves the open vertices are given, what was certain before holds; and with no vertex open all is
        /// known.
        #[test]
        fn what_is_certain_holds_however_the_graph_goes_on(
            vertices in 1..9_u32,
            edges in prop::collection::vec((0..9_u32, 0..9_u32), 0..20),
            open in prop::collection::btree_set(0..9_u32, 0..4),
            more in prop::collection::vec((0..9_u32, 0..9_u32), 0..12),
            misere: bool,
        ) {
            let limits = Limits::default();
            let inside = |edge: &&(u32, u32)| edge.0 < vertices && edge.1 < vertices;
            let open: Vec<u32> = open.into_iter().filter(|&vertex| vertex < vertices).collect();
            let is_open = |vertex: &u32| open.binary_search(vertex).is_ok();
            let known: Vec<_> = edges.iter().filter(inside).copied().collect();
            // In any order, and more than once.
            let told = [&open[..], &open].concat().into_iter().rev().collect::<Vec<_>>();
            let certain = Certain::new(&graph(vertices, &known), &told, misere, &limits).unwrap();
            let more = more.iter().filter(inside).filter(|edge| is_open(&edge.0)).copied();
            let whole = graph(vertices, &known.iter().copied().chain(more).collect::<Vec<_>>());
            let race = Race::new(&whole, misere, &limits).unwrap();
            let all = Certain::new(&whole, &[], misere, &limits).unwrap();
            for vertex in 0..vertices {
                prop_assert_eq!(all.outcome(vertex), Some(race.outcome(vertex)));
                if let Some(outcome) = certain.outcome(vertex) {
                    prop_assert_eq!(outcome, race.outcome(vertex), "{}", vertex);
                }
            }
        }

        /// Who wins is said wherever the same player wins however the graph goes on.
        #[test]
        fn a_win_that_depends_on_nothing_open_is_certain(
            edges in prop::collection::vec((0..5_u32, 0..6_u32), 0..12),
        ) {
            let limits = Limits::default();
            // Vertex 5 is open; as an end it is lost, with a move to the end 6 it is won, with one to itself drawn.
            let certain = Certain::new(&graph(7, &edges), &[5], false, &limits).unwrap();
            let ways: Vec<Race> = [&[][..], &[(5, 6)], &[(5, 5)]]
                .iter()
                .map(|more| graph(7, &[&edges[..], more].concat()))
                .map(|graph| Race::normal(&graph, &limits).unwrap())
                .collect();
            for vertex in 0..7 {
                let mut outcomes = ways.iter().map(|race| race.outcome(vertex));
                let first = outcomes.next();
                if first != Some(Outcome::D) && outcomes.all(|other| Some(other) == first) {
                    prop_assert_eq!(certain.outcome(vertex), first, "{}", vertex);
                }
            }
        }
    }
}
