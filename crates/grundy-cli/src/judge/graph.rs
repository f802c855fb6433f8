//! The format of acyclic graphs: `poj2425`.
//!
//! A token on a vertex is a game, and its value is the mex of the values of the vertices that the
//! edges lead to (Sprague 1935, Grundy 1939). A search in depth with a stack of its own finds all
//! values, each vertex after those that it leads to; an edge to a vertex that is still on the stack
//! closes a cycle.

use super::reader::{Place, Reader};
use super::writer::Writer;
use super::{JudgeError, Mistake};
use crate::language::{message, phrase};

/// A thousand times what the format asks for.
const MOST_VERTICES: u64 = 1_000_000;

/// The edges of one graph are kept, so there is an end to them: 64 MiB.
const MOST_EDGES: usize = 1 << 24;

/// The value of a vertex not yet reached.
const UNKNOWN: u32 = u32::MAX;

/// The value of a vertex that the search stands on or behind.
const OPEN: u32 = u32::MAX - 1;

/// A graph, and the values of its vertices.
#[derive(Default)]
struct Graph {
    targets: Vec<u32>,
    /// Where the edges of each vertex end in `targets`; they begin where those before end.
    ends: Vec<usize>,
    /// Where the input begins to speak of each vertex.
    places: Vec<Place>,
    values: Vec<u32>,
}

impl Graph {
    fn read(&mut self, input: &mut Reader<'_>, vertices: u64) -> Result<(), JudgeError> {
        input.check(vertices, MOST_VERTICES, phrase!("the number of vertices"))?;
        self.targets.clear();
        self.ends.clear();
        self.places.clear();
        for _ in 0..vertices {
            let degree = input.need(phrase!("a number of edges"))?;
            self.places.push(input.place());
            for _ in 0..degree {
                let target = read_vertex(input, vertices)?;
                if self.targets.len() == MOST_EDGES {
                    return Err(input.mistake(message!(
                        "more than {most} edges in a graph",
                        most = MOST_EDGES
                    )));
                }
                self.targets.push(target);
            }
            self.ends.push(self.targets.len());
        }
        self.evaluate()
    }

    /// Where the edges of a vertex lie in `targets`.
    fn edges(&self, vertex: u32) -> std::ops::Range<usize> {
        let vertex = vertex as usize;
        let start = vertex.checked_sub(1).map_or(0, |before| self.ends[before]);
        start..self.ends[vertex]
    }

    /// Finds the values of all vertices. `O(vertices + edges)`.
    fn evaluate(&mut self) -> Result<(), JudgeError> {
        let vertices = self.ends.len();
        self.values.clear();
        self.values.resize(vertices, UNKNOWN);
        let mut seen = Seen::default();
        // Vertices on the way, each with the edges not yet followed.
        let mut path = Vec::new();
        for root in 0..vertices as u32 {
            if self.values[root as usize] == UNKNOWN {
                self.values[root as usize] = OPEN;
                path.push((root, self.edges(root)));
            }
            while let Some((vertex, edges)) = path.last_mut() {
                let vertex = *vertex;
                let Some(edge) = edges.next() else {
                    let options = self.targets[self.edges(vertex)].iter();
                    let options = options.map(|&target| self.values[target as usize]);
                    self.values[vertex as usize] = seen.mex(options);
                    path.pop();
                    continue;
                };
                let target = self.targets[edge];
                match self.values[target as usize] {
                    UNKNOWN => {
                        self.values[target as usize] = OPEN;
                        path.push((target, self.edges(target)));
                    }
                    OPEN => {
                        let message = message!(
                            "the graph has a cycle: the edge from {vertex} to {target} closes it",
                            vertex,
                            target
                        );
                        return Err(Mistake::new(self.places[vertex as usize], message).into());
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }
}

/// A memory for values, which is emptied in no time.
#[derive(Default)]
struct Seen {
    /// The last round that saw each value.
    rounds: Vec<u32>,
    round: u32,
}

impl Seen {
    /// The least number that is not a value, one of `0..=values.len()`.
    fn mex(&mut self, values: impl ExactSizeIterator<Item = u32>) -> u32 {
        // There are fewer rounds than vertices in all.
        self.round += 1;
        if self.rounds.len() <= values.len() {
            self.rounds.resize(values.len() + 1, 0);
        }
        for value in values {
            // A value too great to matter is not noted.
            if let Some(round) = self.rounds.get_mut(value as usize) {
                *round = self.round;
            }
        }
        let missing = self.rounds.iter().position(|&round| round != self.round);
        missing.unwrap_or(self.rounds.len()) as u32
    }
}

fn read_vertex(input: &mut Reader<'_>, vertices: u64) -> Result<u32, JudgeError> {
    let vertex = input.need(phrase!("a vertex"))?;
    if vertex >= vertices {
        return Err(input.mistake(message!(
            "no vertex is called {vertex}; there are {vertices}",
            vertex,
            vertices
        )));
    }
    // There are at most `MOST_VERTICES`.
    Ok(vertex as u32)
}

/// Who wins with tokens on vertices.
pub(super) fn poj2425(input: &mut Reader<'_>, output: &mut Writer<'_>) -> Result<(), JudgeError> {
    let mut graph = Graph::default();
    while let Some(vertices) = input.next()? {
        graph.read(input, vertices)?;
        super::each_until_zero(input, |input, tokens| {
            let mut sum = 0;
            for _ in 0..tokens {
                sum ^= graph.values[read_vertex(input, vertices)? as usize];
            }
            output.line(if sum != 0 { "WIN" } else { "LOSE" })
        })?;
    }
    Ok(())
}
