//! Graphs as boards: `path 7`, `K3,4`, edges such as `a-b b-c`, or a graph that was read.

use super::grid::{Cell, Grid};
use super::shapes::{self, MOST_VERTICES, Shaped};
use super::words::{
    NOTHING, is_long, mistyped, no_name, not_alone, stands_alone, without_fillers, words_after,
};
use crate::graph::Named;
use crate::language::{Message, message};
use crate::rule::{RuleError, Span};

/// An undirected graph with names, without loops and repeated edges.
///
/// ```
/// use grundy::board::Undirected;
/// let graph = Undirected::read("a-b b-c d")?;
/// assert_eq!((graph.len(), graph.neighbours(1)), (4, &[0, 2][..]));
/// assert_eq!(Undirected::read("petersen")?.len(), 10);
/// # Ok::<(), grundy::rule::RuleError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Undirected {
    names: Vec<String>,
    neighbours: Vec<Vec<u32>>,
}

impl Undirected {
    /// Reads a name (`path 7`, `cycle 7`, `star 5`, `wheel 5`, `K5`, `K3,4`, `cube 4`, `petersen`), or edges `a-b b-c`
    /// and lone vertices `d`.
    ///
    /// ```
    /// use grundy::board::Undirected;
    /// // Ten vertices, of which each has three neighbours.
    /// let graph = Undirected::read("petersen")?;
    /// assert_eq!(graph.len(), 10);
    /// assert!((0..10).all(|vertex| graph.neighbours(vertex).len() == 3));
    /// assert_eq!(Undirected::read("a-b b-c d")?.len(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The first mistake with its place.
    pub fn read(text: &str) -> Result<Undirected, RuleError> {
        if text.trim() == NOTHING {
            return Ok(Undirected::default());
        }
        let words = words_after(text, &["edges", "edge", "graph"]);
        if let Some(shaped) = shapes::read(text) {
            return shaped.map(|shape| Undirected::of_shape(&shape));
        }
        let said: Vec<&str> = without_fillers(&words).map(|(_, word)| word).collect();
        if said.len() < words.len()
            && let Some(Ok(shape)) = shapes::read(&said.join(" "))
        {
            return Ok(Undirected::of_shape(&shape));
        }
        let mut graph = Undirected::default();
        // Where nothing is joined, `ladder 5` and `a triangle` are hardly vertices.
        let is_speech = !words.iter().any(|(_, word)| word.contains('-'));
        // `p5` is a vertex beside others.
        let is_small = |word: &str| word.starts_with(|sign: char| sign.is_ascii_lowercase());
        let shape = |&&(_, word): &&(usize, &str)| {
            is_speech && (!is_small(word) || is_long(word)) && shapes::read(word).is_some()
        };
        let found = not_alone(&words, shapes::is_name).or_else(|| {
            words
                .iter()
                .find(shape)
                .map(|&(at, word)| stands_alone(Span::new(at, at + word.len()), word))
        });
        if let Some((span, found, help)) = found {
            return Err(RuleError::new(span, found).help(help).in_source(text));
        }
        for (at, word) in words {
            graph.add(word, is_speech).map_err(|found| {
                let help = message!(
                    "edges are typed a-b b-c, a vertex without edges d; or path 7, cycle 7, star 5, wheel 5, K5, K3,4, cube, petersen; a grid is 3x4"
                );
                RuleError::new(Span::new(at, at + word.len()), found).help(help).in_source(text)
            })?;
        }
        if graph.names.is_empty() {
            let error =
                RuleError::new(Span::new(0, text.len()), message!("there is no graph here"));
            return Err(error.help(message!("try path 7, cycle 7 or a-b b-c")).in_source(text));
        }
        graph.finish();
        Ok(graph)
    }

    /// Adds a typed edge, or a vertex; `is_speech` says that no word of the text joins two.
    ///
    /// # Errors
    /// What is wrong with the word.
    fn add(&mut self, word: &str, is_speech: bool) -> Result<(), Message> {
        if let Some(found) = mistyped(word) {
            return Err(found);
        }
        // An arrow is an edge too.
        let mut ends = word.split('-').collect::<Vec<_>>();
        if let [from, to] = &mut ends[..] {
            *to = to.strip_prefix('>').filter(|_| !from.is_empty()).unwrap_or(to);
        }
        if let Some(found) = ends.iter().find_map(|name| no_name(name)) {
            return Err(found);
        }
        match ends[..] {
            [vertex] if vertex.contains(['.', '/', '\\']) => {
                return Err(message!("there is no such file, and no vertex is called so"));
            }
            [name] if is_speech && is_long(name) => {
                return Err(message!("no graph has this name"));
            }
            [vertex] => drop(self.vertex(vertex)),
            [a, b] if a.is_empty() || b.is_empty() => {
                return Err(message!("this edge lacks an end"));
            }
            [a, b] if a == b => return Err(message!("an edge joins two different vertices")),
            [a, b] => {
                let (a, b) = (self.vertex(a), self.vertex(b));
                self.join(a, b);
            }
            _ => return Err(message!("an edge has two ends")),
        }
        if self.len() as u64 > MOST_VERTICES {
            return Err(message!("a board has at most 65536 vertices"));
        }
        Ok(())
    }

    /// The graph of a shape, its vertices numbered from 1 on.
    fn of_shape(shape: &Shaped) -> Undirected {
        let mut graph = Undirected::default();
        for vertex in 1..=shape.vertices {
            graph.names.push(vertex.to_string());
            graph.neighbours.push(Vec::new());
        }
        for &(a, b) in &shape.edges {
            graph.join(a as u32, b as u32);
        }
        graph.finish();
        graph
    }

    /// The graph that was read, its edges without direction; nothing if it has more vertices than a
    /// board may have.
    ///
    /// ```
    /// use grundy::board::Undirected;
    /// use grundy::graph::{Draft, Reading, read::EdgeList};
    /// use grundy::limits::Limits;
    /// let mut list = EdgeList::new(Draft::new(Reading::default(), Limits::default()));
    /// list.feed(b"0 1\n1 2\n")?;
    /// let path = Undirected::of_named(&list.finish()??).unwrap();
    /// assert_eq!(path.neighbours(1), [0, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_named(named: &Named) -> Option<Undirected> {
        let vertices = named.graph.vertices();
        if u64::from(vertices) > MOST_VERTICES {
            return None;
        }
        let mut graph = Undirected::default();
        graph.names = (0..vertices).map(|vertex| named.names.name(vertex).to_string()).collect();
        graph.neighbours = vec![Vec::new(); graph.names.len()];
        for from in 0..vertices {
            for &to in named.graph.followers(from) {
                if from != to {
                    graph.join(from, to);
                }
            }
        }
        graph.finish();
        Some(graph)
    }

    /// The cells of a board, row by row, joined where they are neighbours.
    pub(in crate::board) fn of_grid(grid: &Grid) -> Undirected {
        let cells: Vec<Cell> = grid.free().collect();
        let number = |cell| cells.binary_search(&cell).ok().map(|number| number as u32);
        let names = cells.iter().map(|(row, column)| format!("{},{}", row + 1, column + 1));
        let near = |&cell: &Cell| grid.neighbours(cell).filter_map(number).collect();
        let mut graph =
            Undirected { names: names.collect(), neighbours: cells.iter().map(near).collect() };
        graph.finish();
        graph
    }

    /// What some vertices, ascending, and the edges between them are by themselves.
    pub(in crate::board) fn part(&self, vertices: &[u32]) -> Undirected {
        let names = vertices.iter().map(|&vertex| self.name(vertex).to_owned()).collect();
        Undirected { names, neighbours: self.edges_of(vertices) }
    }

    /// The neighbours of each of some vertices, ascending, by their places among these.
    pub(in crate::board) fn edges_of(&self, vertices: &[u32]) -> Vec<Vec<u32>> {
        let number = |vertex: &u32| vertices.binary_search(vertex).ok().map(|at| at as u32);
        let near =
            |&vertex: &u32| self.neighbours[vertex as usize].iter().filter_map(number).collect();
        vertices.iter().map(near).collect()
    }

    fn vertex(&mut self, name: &str) -> u32 {
        // Typed graphs are short.
        match self.names.iter().position(|known| known == name) {
            Some(vertex) => vertex as u32,
            None => {
                self.names.push(name.to_owned());
                self.neighbours.push(Vec::new());
                self.names.len() as u32 - 1
            }
        }
    }

    /// Both graphs, the vertices of the other after those of this one, also where they have the same names.
    pub(in crate::board) fn beside(mut self, other: Undirected) -> Undirected {
        let before = self.names.len() as u32;
        self.names.extend(other.names);
        let moved = |near: Vec<u32>| near.into_iter().map(|vertex| vertex + before).collect();
        self.neighbours.extend(other.neighbours.into_iter().map(moved));
        self
    }

    fn join(&mut self, a: u32, b: u32) {
        self.neighbours[a as usize].push(b);
        self.neighbours[b as usize].push(a);
    }

    fn finish(&mut self) {
        for neighbours in &mut self.neighbours {
            neighbours.sort_unstable();
            neighbours.dedup();
        }
    }

    /// How many vertices there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is no vertex.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The neighbours of a vertex, ascending.
    ///
    /// # Panics
    /// If there is no such vertex.
    pub fn neighbours(&self, vertex: usize) -> &[u32] {
        &self.neighbours[vertex]
    }

    /// What a vertex is called.
    ///
    /// # Panics
    /// If there is no such vertex.
    pub fn name(&self, vertex: u32) -> &str {
        &self.names[vertex as usize]
    }
}
