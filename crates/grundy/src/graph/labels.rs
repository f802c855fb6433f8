//! Loopy values of all vertices: the generalised Sprague-Grundy function.
//!
//! The labels of Smith (1966) by the algorithm of Fraenkel, Perl and Yesha (Fraenkel and Perl,
//! "Constructions in combinatorial games with cycles", 1975; Fraenkel and Yesha, 1986):
//!
//! ```text
//! for m = 0, 1, 2, ...
//!     while some unlabelled vertex v, not yet infinite, has no follower labelled m, and each of
//!     its followers without a label, infinite ones too, has a follower labelled m:
//!         label v with m
//!     every unlabelled vertex without a follower labelled m is infinite
//! until all vertices are labelled or infinite
//! ```
//!
//! Vertices from which no cycle can be reached are done first, from the ends backwards, by the mex
//! of their followers. Among the others (the *core*) each round keeps, for every vertex that may
//! still be labelled, the number of its unlabelled followers without a follower labelled m; when a
//! vertex is labelled, its predecessors are *hit*, and each new hit lowers the counters before it.
//! A vertex whose counter is 0 cannot be hit later in the round, so the order does not matter.
//!
//! A vertex all of whose followers have labels is labelled at once, with their mex; until the round
//! of that label it counts as hit, since it has a follower of every smaller label.
//!
//! One round is `O(V + E)`. The largest label is `O(sqrt E)`, since a vertex labelled m has m
//! followers with smaller labels; a vertex takes part in a round m by having a follower labelled
//! m-1. So it is `O(V + E)` for the acyclic part and for what is settled at once, and at most
//! `O(E sqrt E)` for the rest of the core.

use std::collections::{HashSet, VecDeque};

use super::csr::Graph;
use super::loopy::Loopy;
use super::race::VERTICES_PER_CHECK;
use crate::limits::{Limits, Stop};
use crate::nimber::{Mex, Nimber};
use crate::pages::{in_large_pages, zeros};

/// The mark of a vertex without a nimber.
const INFINITE: u32 = u32::MAX;

/// The value of every vertex of a graph, in normal play.
///
/// ```
/// use grundy::graph::{Graph, Labels};
/// use grundy::limits::Limits;
/// let limits = Limits::default();
/// // 0 and 1 lead to each other, and 1 to the end 2 too: there is a cycle, and all values are nimbers.
/// let graph = Graph::from_edges(3, [(0, 1), (1, 0), (1, 2)], &limits)?;
/// let labels = Labels::new(&graph, &limits)?;
/// assert_eq!([0, 1, 2].map(|vertex| labels.value(&graph, vertex).to_string()), ["0", "1", "0"]);
/// assert_eq!((labels.is_acyclic(), labels.cyclic(), labels.largest().0), (false, 2, 1));
/// # Ok::<(), grundy::ruleset::Failure>(())
/// ```
#[derive(Clone, Debug)]
pub struct Labels {
    labels: Vec<u32>,
    /// Vertices from which no cycle can be reached.
    acyclic: u32,
}

impl Labels {
    /// Labels a graph.
    ///
    /// # Errors
    /// A limit. It takes `16 V` bytes beside the graph, or `36 V` where there is a cycle.
    pub fn new(graph: &Graph, limits: &Limits) -> Result<Labels, Stop> {
        let vertices = u64::from(graph.vertices());
        limits.check_memory(graph.bytes() + 16 * vertices)?;
        let mut labels = vec![INFINITE; vertices as usize];
        in_large_pages(&mut labels);
        if let Some(order) = graph.numbered_in_order() {
            along(graph, order, &mut labels, limits)?;
            return Ok(Labels { labels, acyclic: graph.vertices() });
        }
        let mut waiting = Waiting::all(graph);
        let acyclic = peel(graph, &mut waiting, &mut labels, limits)?;
        if acyclic < graph.vertices() {
            limits.check_memory(graph.bytes() + 36 * vertices)?;
            let core = Core::new(graph, &mut labels, &waiting);
            drop(waiting);
            core.label(limits)?;
        }
        Ok(Labels { labels, acyclic })
    }

    /// Whether the graph has no cycle.
    pub fn is_acyclic(&self) -> bool {
        self.acyclic as usize == self.labels.len()
    }

    /// How many vertices can reach a cycle.
    pub fn cyclic(&self) -> u32 {
        self.labels.len() as u32 - self.acyclic
    }

    /// The nimber of a vertex, if it has one.
    /// Nothing for a vertex that does not exist.
    pub fn nimber(&self, vertex: u32) -> Option<Nimber> {
        let label = *self.labels.get(vertex as usize)?;
        (label != INFINITE).then_some(Nimber(u64::from(label)))
    }

    /// The value of a vertex; `graph` must be the graph that was labelled. `O(1)` for a nimber,
    /// `O(d log d)` for an infinity with `d` followers.
    ///
    /// # Panics
    /// If there is no such vertex.
    pub fn value(&self, graph: &Graph, vertex: u32) -> Loopy {
        match self.labels[vertex as usize] {
            label if label != INFINITE => Loopy::Nimber(Nimber(label.into())),
            _ => {
                let followers = graph.followers(vertex).iter();
                Loopy::infinity(followers.filter_map(|&follower| self.nimber(follower)))
            }
        }
    }

    /// Numbers of the vertices with a nimber by which a sum is won that is worth 0 after a move, in some order in which they may
    /// get their labels: whatever follower of a vertex has a greater value or an infinite one, from there a move leads back to
    /// the value of the vertex and to a smaller number. `u32::MAX` for a vertex without a nimber.
    ///
    /// So of all moves to sums of value 0 one to the least sum of nimbers, and among these to the least sum of numbers, never
    /// lets play go on for ever (Smith's counters; Fraenkel, "Combinatorial games", 1978): if the opponent moves to a smaller
    /// nimber, the answer makes one smaller too; if to a greater or an infinite value, it leads back to a smaller number.
    ///
    /// ```
    /// use grundy::graph::{Graph, Labels};
    /// use grundy::limits::Limits;
    /// let limits = Limits::default();
    /// // From 1 one may go on to 2 and come back, or end at 0; from 2 also to 0.
    /// let graph = Graph::from_edges(4, [(1, 2), (2, 1), (2, 0), (3, 2)], &limits)?;
    /// let labels = Labels::new(&graph, &limits)?;
    /// let counters = labels.counters(&graph, &limits)?;
    /// assert!(labels.nimber(1) == labels.nimber(0) && counters[0] < counters[1]);
    /// # Ok::<(), grundy::ruleset::Failure>(())
    /// ```
    ///
    /// # Errors
    /// A limit. It takes `12 V` bytes and more where many values can be left.
    pub fn counters(&self, graph: &Graph, limits: &Limits) -> Result<Vec<u32>, Stop> {
        let vertices = self.labels.len();
        limits.check_memory(graph.bytes() + 16 * vertices as u64)?;
        let label = |vertex: u32| self.labels[vertex as usize];
        // Followers of greater value from which no move leads back yet.
        let mut open = vec![0_u32; vertices];
        let mut queue = VecDeque::new();
        for vertex in 0..graph.vertices() {
            let own = label(vertex);
            if own != INFINITE {
                let greater = graph.followers(vertex).iter().filter(|&&to| label(to) > own);
                open[vertex as usize] = greater.count() as u32;
                if open[vertex as usize] == 0 {
                    queue.push_back(vertex);
                }
            }
        }
        let (mut counters, mut next) = (vec![u32::MAX; vertices], 0);
        let mut led_back = HashSet::new();
        while let Some(vertex) = queue.pop_front() {
            if (next as usize).is_multiple_of(VERTICES_PER_CHECK) {
                limits.check()?;
            }
            counters[vertex as usize] = next;
            next += 1;
            let own = label(vertex);
            for &from in graph.predecessors(vertex) {
                if label(from) <= own || !led_back.insert((from, own)) {
                    continue;
                }
                for &before in
                    graph.predecessors(from).iter().filter(|&&before| label(before) == own)
                {
                    open[before as usize] -= 1;
                    if open[before as usize] == 0 {
                        queue.push_back(before);
                    }
                }
            }
        }
        Ok(counters)
    }

    /// The largest nimber of a vertex, 0 if there is none.
    pub fn largest(&self) -> Nimber {
        let labels = self.labels.iter().filter(|&&label| label != INFINITE);
        Nimber(labels.max().copied().unwrap_or(0).into())
    }
}

/// Labels all vertices, in an order in which followers come first.
fn along(
    graph: &Graph,
    order: impl Iterator<Item = u32>,
    labels: &mut [u32],
    limits: &Limits,
) -> Result<(), Stop> {
    let mut mex = Mex::default();
    for (done, vertex) in (1..).zip(order) {
        if done % VERTICES_PER_CHECK == 0 {
            limits.check()?;
            limits.report(done as u64, Some(graph.vertices().into()));
        }
        labels[vertex as usize] = label_of(graph.followers(vertex), labels, &mut mex);
    }
    Ok(())
}

/// What is known of a vertex before it is labelled, together in memory.
#[derive(Clone, Copy, Default)]
struct Waiting {
    /// Followers without a label.
    open: u32,
    /// The labels of the others, a bit for each below 32.
    seen: u32,
}

impl Waiting {
    /// Those of all vertices.
    fn all(graph: &Graph) -> Vec<Waiting> {
        let mut all: Vec<Waiting> = zeros(graph.vertices() as usize);
        for (vertex, waiting) in (0..).zip(&mut all) {
            // A vertex has at most one edge to each other, so fewer than 2^32.
            waiting.open = graph.followers(vertex).len() as u32;
        }
        all
    }
}

/// Labels the vertices that reach no cycle and counts them; what is left open of the others is the number of followers in the
/// core.
///
/// A label is told to the predecessors, so that followers are looked at only where the mex may be 32 or more. The order matters
/// only to the caches: a vertex is followed by its predecessors that became due by it, which were just looked at.
fn peel(
    graph: &Graph,
    waiting: &mut [Waiting],
    labels: &mut [u32],
    limits: &Limits,
) -> Result<u32, Stop> {
    let vertices = graph.vertices();
    let mut mex = Mex::default();
    let mut due = Vec::new();
    let mut done = 0;
    for end in 0..vertices {
        if graph.followers(end).is_empty() {
            due.push(end);
        }
        while let Some(vertex) = due.pop() {
            done += 1;
            if (done as usize).is_multiple_of(VERTICES_PER_CHECK) {
                limits.check()?;
                limits.report(done.into(), Some(vertices.into()));
            }
            let label = match waiting[vertex as usize].seen {
                u32::MAX => label_of(graph.followers(vertex), labels, &mut mex),
                seen => seen.trailing_ones(),
            };
            labels[vertex as usize] = label;
            let bit = 1_u32.checked_shl(label).unwrap_or(0);
            for &before in graph.predecessors(vertex) {
                let before_it = &mut waiting[before as usize];
                before_it.open -= 1;
                before_it.seen |= bit;
                if before_it.open == 0 {
                    due.push(before);
                }
            }
        }
    }
    Ok(done)
}

/// The mex of the labels of some followers, all of which have one.
#[inline]
fn label_of(followers: &[u32], labels: &[u32], mex: &mut Mex) -> u32 {
    if followers.len() < 64 {
        // The mex is below 64, so larger labels do not matter.
        let bit = |&follower: &u32| 1_u64.checked_shl(labels[follower as usize]).unwrap_or(0);
        return followers.iter().fold(0, |seen, follower| seen | bit(follower)).trailing_ones();
    }
    mex.clear();
    for &follower in followers {
        mex.insert(Nimber(labels[follower as usize].into()));
    }
    // Cannot truncate: the mex is at most the number of followers.
    mex.mex().0 as u32
}

/// Some vertices by increasing label, by a counting sort.
fn by_label(vertices: &[u32], labels: &[u32]) -> Vec<u32> {
    let label = |vertex: u32| labels[vertex as usize] as usize;
    let largest = vertices.iter().map(|&vertex| label(vertex)).max().unwrap_or(0);
    let mut starts = vec![0_usize; largest + 2];
    for &vertex in vertices {
        starts[label(vertex) + 1] += 1;
    }
    for index in 0..=largest {
        starts[index + 1] += starts[index];
    }
    let mut sorted = vec![0; vertices.len()];
    for &vertex in vertices {
        let start = &mut starts[label(vertex)];
        sorted[*start] = vertex;
        *start += 1;
    }
    sorted
}

/// How far a vertex is while the core is labelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Labelled,
    /// Had a follower of every label so far: it may still get one.
    Candidate,
    Infinite,
}

/// What is known of a vertex while the core is labelled, together in memory.
#[derive(Clone, Copy)]
struct Cell {
    state: State,
    /// Followers that have no label yet.
    open: u32,
    /// For candidates: those of them that are not hit in this round.
    unhit: u32,
    /// The last round, counted from 1, in which a vertex of the core was hit.
    hit: u32,
}

/// The vertices that can reach a cycle, while they are labelled.
struct Core<'a> {
    graph: &'a Graph,
    labels: &'a mut [u32],
    cells: Vec<Cell>,
    /// Candidates that are to be labelled unless they are hit.
    queue: Vec<u32>,
    /// For labels of later rounds, the vertices that have them already.
    settled: Vec<Vec<u32>>,
    mex: Mex,
}

impl<'a> Core<'a> {
    fn new(graph: &'a Graph, labels: &'a mut [u32], waiting: &[Waiting]) -> Core<'a> {
        let cell = |(&label, &Waiting { open, .. }): (&u32, &Waiting)| {
            let state = if label == INFINITE { State::Candidate } else { State::Labelled };
            Cell { state, open, unhit: open, hit: 0 }
        };
        let mut cells = Vec::with_capacity(labels.len());
        in_large_pages(&mut cells);
        cells.extend(labels.iter().zip(waiting).map(cell));
        let (queue, settled, mex) = (Vec::new(), Vec::new(), Mex::default());
        Core { graph, labels, cells, queue, settled, mex }
    }

    /// The vertices outside the core that it can move to, by increasing label.
    fn shore(&mut self, core: &[u32]) -> Vec<u32> {
        let mut shore = Vec::new();
        for &vertex in core {
            for &follower in self.graph.followers(vertex) {
                // Outside the core `hit` has no other use.
                let cell = &mut self.cells[follower as usize];
                if cell.state == State::Labelled && cell.hit == 0 {
                    cell.hit = 1;
                    shore.push(follower);
                }
            }
        }
        by_label(&shore, self.labels)
    }

    /// Runs the rounds.
    fn label(mut self, limits: &Limits) -> Result<(), Stop> {
        let mut candidates: Vec<u32> = (0..self.graph.vertices())
            .filter(|&vertex| self.cells[vertex as usize].state == State::Candidate)
            .collect();
        let shore = self.shore(&candidates);
        let mut shore = &shore[..];
        let mut steps = 0;
        for label in 0.. {
            limits.check()?;
            let round = label + 1;
            for &vertex in &candidates {
                let cell = &mut self.cells[vertex as usize];
                cell.unhit = cell.open;
            }
            let end = shore.partition_point(|&vertex| self.labels[vertex as usize] == label);
            let (seeds, rest) = shore.split_at(end);
            shore = rest;
            let settled = self.settled.get_mut(label as usize).map(std::mem::take);
            for &seed in seeds.iter().chain(settled.iter().flatten()) {
                self.hit_before(seed, round);
            }
            // Whatever the seeds queued is among the candidates whose counter is 0.
            self.queue.clear();
            let due = candidates.iter().filter(|&&vertex| self.cells[vertex as usize].unhit == 0);
            self.queue.extend(due);
            while let Some(vertex) = self.queue.pop() {
                steps += 1;
                if steps % VERTICES_PER_CHECK == 0 {
                    limits.check()?;
                }
                let cell = &mut self.cells[vertex as usize];
                if cell.hit == round {
                    continue;
                }
                cell.state = State::Labelled;
                self.labels[vertex as usize] = label;
                self.hit_before(vertex, round);
                self.settle(vertex, round);
            }
            candidates.retain(|&vertex| {
                let cell = &mut self.cells[vertex as usize];
                if cell.state == State::Candidate && cell.hit < round {
                    cell.state = State::Infinite;
                }
                cell.state == State::Candidate
            });
            if candidates.is_empty() {
                break;
            }
        }
        Ok(())
    }

    /// Takes a vertex that got its label out of the counts of open followers. A candidate without
    /// open followers that has been hit in this round gets its label at once: the mex of its
    /// followers, which belongs to a later round.
    fn settle(&mut self, vertex: u32, round: u32) {
        let mut labelled = vec![vertex];
        while let Some(vertex) = labelled.pop() {
            for &before in self.graph.predecessors(vertex) {
                let cell = &mut self.cells[before as usize];
                cell.open -= 1;
                if cell.open > 0 || cell.state != State::Candidate || cell.hit < round {
                    continue;
                }
                cell.state = State::Labelled;
                let label = label_of(self.graph.followers(before), self.labels, &mut self.mex);
                self.labels[before as usize] = label;
                if self.settled.len() <= label as usize {
                    self.settled.resize(label as usize + 1, Vec::new());
                }
                self.settled[label as usize].push(before);
                labelled.push(before);
            }
        }
    }

    /// Hits the predecessors of a vertex that has the label of this round.
    fn hit_before(&mut self, vertex: u32, round: u32) {
        for &before in self.graph.predecessors(vertex) {
            let cell = &mut self.cells[before as usize];
            if cell.state == State::Labelled || cell.hit == round {
                continue;
            }
            cell.hit = round;
            for &waiting in self.graph.predecessors(before) {
                let cell = &mut self.cells[waiting as usize];
                if cell.state != State::Candidate {
                    continue;
                }
                cell.unhit -= 1;
                if cell.unhit == 0 && cell.hit < round {
                    self.queue.push(waiting);
                }
            }
        }
    }
}
