//! A graph while it is read: vertices by name, edges as they come.
//!
//! As long as all names are plain decimal numbers, an edge is two numbers and nothing is looked up;
//! at the end the numbers that occurred become the vertices, in increasing order. The first other
//! name turns all numbers into texts. Edges between texts wait until there are some: their names are looked up together then,
//! which in a large table is sooner than one by one, since memory brings several places at once.

use smallvec::SmallVec;

use super::csr::{Graph, MAX_VERTICES};
use super::names::{Names, Texts, plain_number};
use crate::language::{Message, message, say_by_message};
use crate::limits::{Limits, Stop};
use crate::ruleset::Failure;

/// Vertex numbers of a graph without names are below this.
pub const NUMBER_LIMIT: u32 = 1 << 28;

/// Edges in one block of the list: no block is ever moved.
const BLOCK: usize = 1 << 16;

/// Names that are looked up together.
const TOGETHER: usize = 64;

/// How a graph is to be read.
///
/// ```
/// use grundy::graph::{Draft, Reading};
/// use grundy::limits::Limits;
/// let reading = Reading { undirected: true, ..Reading::default() };
/// let mut draft = Draft::new(reading, Limits::default());
/// draft.edge("0", "1").expect("two numbers");
/// let named = draft.finish()?;
/// assert_eq!((named.graph.followers(0), named.graph.followers(1)), (&[1][..], &[0][..]));
/// # Ok::<(), grundy::ruleset::Failure>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Whether an edge from a vertex to itself is a move (a pass) or a mistake.
    pub self_loops: bool,
    /// Takes every vertex as a name, numbers too: for few vertices with large numbers.
    pub names: bool,
    /// If given, the vertices are the numbers below this one, and nothing else.
    pub vertices: Option<u32>,
    /// Keeps the edges as they are given, repeated ones too, as [`Named::given`].
    pub repeats: bool,
    /// Every edge leads both ways, whatever the text says. What the text itself says, as a `graph` in dot does, holds without this too.
    pub undirected: bool,
}

/// Why a vertex or an edge is not taken.
///
/// ```
/// use grundy::graph::{Draft, Reading, Refused};
/// use grundy::limits::Limits;
/// let reading = Reading { vertices: Some(3), ..Reading::default() };
/// let mut draft = Draft::new(reading, Limits::default());
/// assert_eq!(draft.edge("1", "1"), Err(Refused::SelfLoop("1".to_owned())));
/// let refused = draft.edge("0", "3").unwrap_err();
/// assert_eq!(refused.to_string(), "vertex 3 is out of range: the graph has the vertices 0 to 2");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refused {
    /// An edge from this vertex to itself.
    SelfLoop(String),
    /// Not a vertex below the declared number of vertices.
    OutOfRange {
        /// What was found.
        vertex: String,
        /// The declared number.
        vertices: u32,
    },
    /// A vertex number of at least [`NUMBER_LIMIT`].
    LargeNumber(String),
    /// More names than a graph has vertices.
    TooMany,
    /// A limit.
    Stop(Stop),
}

impl From<Stop> for Refused {
    fn from(stop: Stop) -> Refused {
        Refused::Stop(stop)
    }
}

say_by_message!(Refused);

impl std::error::Error for Refused {}

impl Refused {
    /// It in words.
    pub fn message(&self) -> Message {
        match self {
            Refused::SelfLoop(vertex) => {
                message!(
                    "{vertex} leads to itself: a self loop is a move that changes nothing",
                    vertex
                )
            }
            Refused::OutOfRange { vertex, vertices: 0 } => {
                message!("vertex {vertex} is out of range: the graph has no vertices", vertex)
            }
            Refused::OutOfRange { vertex, vertices } => message!(
                "vertex {vertex} is out of range: the graph has the vertices 0 to {last}",
                vertex,
                last = vertices - 1
            ),
            Refused::LargeNumber(vertex) => message!(
                "vertex number {vertex} is too large: numbers are below {most}",
                vertex,
                most = NUMBER_LIMIT
            ),
            Refused::TooMany => {
                message!("a graph has at most {most} vertices", most = MAX_VERTICES)
            }
            Refused::Stop(stop) => stop.message(),
        }
    }
}

/// A graph with the names of its vertices.
#[derive(Clone, Debug)]
pub struct Named {
    /// The graph.
    pub graph: Graph,
    /// The names of its vertices.
    pub names: Names,
    /// The edges in the order given, each as often as it was and in the direction in which it was, if [`Reading::repeats`]
    /// asked for them. Those of a `strict` graph in dot stand there once, in any order.
    pub given: Vec<(u32, u32)>,
    /// Whether it was said that every edge leads both ways: by [`Reading::undirected`], or by the text as in `graph { a -- b }`.
    /// A graph of which it was not said may have every edge in both directions all the same: these are two edges then.
    pub undirected: bool,
}

impl Named {
    /// The vertex of this name.
    pub fn find(&self, name: &str) -> Option<u32> {
        self.names.find(name, self.graph.vertices())
    }
}

/// A graph that is being read.
///
/// ```
/// use grundy::graph::{Draft, Reading};
/// use grundy::limits::Limits;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut draft = Draft::new(Reading::default(), Limits::default());
/// draft.edge("7", "9").expect("two numbers");
/// draft.edge("9", "end").expect("a number and a text");
/// let named = draft.finish()?;
/// assert_eq!(named.find("end"), Some(2));
/// assert_eq!(named.graph.followers(1), [2]);
/// # Ok(())
/// # }
/// ```
pub struct Draft {
    reading: Reading,
    /// Whether repeated edges are one edge among those given too.
    strict: bool,
    limits: Limits,
    blocks: Vec<Vec<(u32, u32)>>,
    vertices: Vertices,
    waiting: Waiting,
}

debug_by_name!(Draft);

/// The names of edges that were not looked up yet, two of each, in one string.
#[derive(Default)]
struct Waiting {
    names: String,
    /// Where each name ends.
    ends: Vec<usize>,
}

impl Waiting {
    fn push(&mut self, name: &str) {
        self.names.push_str(name);
        self.ends.push(self.names.len());
    }

    /// The names in their order.
    fn names(&self) -> impl Iterator<Item = &str> + Clone {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.names[start..end])
    }

    fn clear(&mut self) {
        self.names.clear();
        self.ends.clear();
    }
}

/// The vertices met so far.
enum Vertices {
    /// Plain numbers below `limit`: a bit for each.
    Numbers {
        seen: Vec<u64>,
        limit: u32,
    },
    Texts(Texts),
}

impl Draft {
    /// A graph without vertices, or with those that are declared.
    pub fn new(reading: Reading, limits: Limits) -> Draft {
        let vertices = match reading {
            Reading { vertices: Some(declared), .. } => {
                Vertices::Numbers { seen: Vec::new(), limit: declared }
            }
            Reading { names: true, .. } => Vertices::Texts(Texts::default()),
            _ => Vertices::Numbers { seen: Vec::new(), limit: NUMBER_LIMIT },
        };
        let waiting = Waiting::default();
        Draft { reading, strict: false, limits, blocks: Vec::new(), vertices, waiting }
    }

    /// Declares that the vertices are the numbers below `vertices`. Before anything else is added.
    pub fn declare(&mut self, vertices: u32) {
        self.reading.vertices = Some(vertices);
        self.vertices = Vertices::Numbers { seen: Vec::new(), limit: vertices };
    }

    /// Says that every edge leads both ways, those too that were added before.
    pub fn undirected(&mut self) {
        self.reading.undirected = true;
    }

    /// Says that repeated edges are one edge, in [`Named::given`] too.
    pub fn strict(&mut self) {
        self.strict = true;
    }

    /// Adds a vertex, which may be there already.
    ///
    /// # Errors
    /// [`Refused`]; nothing is added then.
    pub fn vertex(&mut self, name: &str) -> Result<(), Refused> {
        match self.number(name)? {
            Some(number) => self.see(number)?,
            None => {
                self.look_up()?;
                self.text(name)?;
            }
        }
        Ok(())
    }

    /// Adds an edge and its vertices.
    ///
    /// # Errors
    /// As [`Draft::vertex`]; that there are too many vertices, or a limit, may be said some edges later.
    pub fn edge(&mut self, from: &str, to: &str) -> Result<(), Refused> {
        if let (Some(from), Some(to)) = (self.number(from)?, self.number(to)?) {
            return self.numbered_edge(from, to);
        }
        if from == to && !self.reading.self_loops {
            return Err(Refused::SelfLoop(from.to_owned()));
        }
        if self.is_numbered() {
            self.name_all()?;
        }
        self.waiting.push(from);
        self.waiting.push(to);
        if self.waiting.ends.len() >= TOGETHER { self.look_up() } else { Ok(()) }
    }

    /// Whether vertices are plain numbers so far, so that [`Draft::numbered_edge`] may be used.
    #[inline]
    pub(super) fn is_numbered(&self) -> bool {
        matches!(self.vertices, Vertices::Numbers { .. })
    }

    /// Adds the edges that wait.
    fn look_up(&mut self) -> Result<(), Refused> {
        let mut waiting = std::mem::take(&mut self.waiting);
        let added = self.add(&waiting);
        waiting.clear();
        self.waiting = waiting;
        added
    }

    fn add(&mut self, waiting: &Waiting) -> Result<(), Refused> {
        let found: SmallVec<[Option<u32>; TOGETHER]> = match &self.vertices {
            Vertices::Texts(texts) => texts.find_all(waiting.names()),
            Vertices::Numbers { .. } => SmallVec::new(),
        };
        let mut numbers = waiting.names().zip(found);
        while let (Some(from), Some(to)) = (numbers.next(), numbers.next()) {
            // A name that is new may be there by now.
            let mut number = |(name, found): (&str, Option<u32>)| match found {
                Some(number) => Ok(number),
                None => self.text(name),
            };
            let edge = (number(from)?, number(to)?);
            self.push(edge)?;
        }
        Ok(())
    }

    /// An edge between numbers, while all vertices are numbers.
    #[inline]
    pub(super) fn numbered_edge(&mut self, from: u32, to: u32) -> Result<(), Refused> {
        if from == to && !self.reading.self_loops {
            return Err(Refused::SelfLoop(from.to_string()));
        }
        self.see(from)?;
        self.see(to)?;
        self.push((from, to))
    }

    /// The number that a name is, while all vertices are numbers; nothing if it is a text.
    fn number(&self, name: &str) -> Result<Option<u32>, Refused> {
        if !self.is_numbered() {
            return Ok(None);
        }
        if let Some(number) = plain_number(name) {
            return Ok(Some(number));
        }
        if let Some(vertices) = self.reading.vertices {
            return Err(Refused::OutOfRange { vertex: name.to_owned(), vertices });
        }
        let digits = !name.starts_with('0') && name.bytes().all(|byte| byte.is_ascii_digit());
        if digits && !name.is_empty() {
            return Err(Refused::LargeNumber(name.to_owned()));
        }
        Ok(None)
    }

    #[inline]
    fn see(&mut self, number: u32) -> Result<(), Refused> {
        let Vertices::Numbers { seen, limit } = &mut self.vertices else { return Ok(()) };
        let (word, bit) = (number as usize / 64, 1 << (number % 64));
        if let Some(word) = seen.get_mut(word)
            && number < *limit
        {
            *word |= bit;
            return Ok(());
        }
        if number >= *limit {
            return Err(match self.reading.vertices {
                Some(vertices) => Refused::OutOfRange { vertex: number.to_string(), vertices },
                None => Refused::LargeNumber(number.to_string()),
            });
        }
        self.limits.check_memory(8 * (word as u64 + 1))?;
        seen.resize((word + 1).max(2 * seen.len()), 0);
        seen[word] |= bit;
        Ok(())
    }

    /// The number of a text; from the first one on, all vertices are texts.
    fn text(&mut self, name: &str) -> Result<u32, Refused> {
        if self.is_numbered() {
            self.name_all()?;
        }
        let Vertices::Texts(texts) = &mut self.vertices else { return Err(Refused::TooMany) };
        let before = texts.len();
        let number = texts.number(name, MAX_VERTICES).ok_or(Refused::TooMany)?;
        if texts.len() > before && texts.len().is_multiple_of(BLOCK) {
            self.limits.check_memory(texts.bytes() + 8 * self.edges())?;
        }
        Ok(number)
    }

    /// Turns numbered vertices into texts: first the ends of edges in their order, then the rest.
    fn name_all(&mut self) -> Result<(), Refused> {
        let mut texts = Texts::default();
        let mut name = |number: u32| {
            let named = texts.number(&number.to_string(), MAX_VERTICES);
            named.ok_or(Refused::TooMany)
        };
        for (from, to) in self.blocks.iter_mut().flatten() {
            (*from, *to) = (name(*from)?, name(*to)?);
        }
        if let Vertices::Numbers { seen, .. } = &self.vertices {
            for number in bits(seen) {
                name(number)?;
            }
        }
        self.limits.check_memory(texts.bytes() + 8 * self.edges())?;
        self.vertices = Vertices::Texts(texts);
        Ok(())
    }

    #[inline]
    fn push(&mut self, edge: (u32, u32)) -> Result<(), Refused> {
        match self.blocks.last_mut() {
            Some(block) if block.len() < BLOCK => block.push(edge),
            _ => {
                self.limits.check()?;
                self.limits.check_memory(8 * (self.edges() + BLOCK as u64))?;
                let mut block = Vec::with_capacity(BLOCK);
                block.push(edge);
                self.blocks.push(block);
            }
        }
        Ok(())
    }

    /// Looks whether there is memory for so many more edges.
    pub(super) fn expect(&self, more: u64) -> Result<(), Refused> {
        let edges = self.edges().saturating_add(more);
        self.limits.check_memory(edges.saturating_mul(8)).map_err(Refused::from)
    }

    /// How many edges were added, repeated ones each time.
    pub fn edges(&self) -> u64 {
        let last = self.blocks.last().map_or(0, Vec::len);
        let waiting = self.waiting.ends.len() / 2;
        (self.blocks.len().saturating_sub(1) * BLOCK + last + waiting) as u64
    }

    /// The graph.
    ///
    /// # Errors
    /// A limit.
    pub fn finish(mut self) -> Result<Named, Failure> {
        self.look_up().map_err(|refused| match refused {
            Refused::Stop(stop) => Failure::Stop(stop),
            refused => Failure::Domain(refused.message()),
        })?;
        let (vertices, names) = match &mut self.vertices {
            Vertices::Texts(texts) => (texts.len() as u32, Names::Texts(std::mem::take(texts))),
            Vertices::Numbers { .. } if self.reading.vertices.is_some() => {
                (self.reading.vertices.unwrap_or(0), Names::Range { first: 0 })
            }
            Vertices::Numbers { seen, .. } => {
                number_vertices(seen, &mut self.blocks, &self.limits)?
            }
        };
        let named = match &names {
            Names::Texts(texts) => texts.bytes(),
            _ => 0,
        };
        // The blocks, and two of the forms that the graph goes through.
        let undirected = self.reading.undirected;
        let lists = if undirected { 24 } else { 16 };
        let needed = named + lists * self.edges() + 24 * u64::from(vertices);
        self.limits.check_memory(needed)?;
        let edges = self.blocks.iter().flatten().copied();
        let given = if self.reading.repeats { self.given() } else { Vec::new() };
        let graph = match undirected {
            false => Graph::from_edges(vertices, edges, &self.limits)?,
            true => {
                let both = edges.flat_map(|(from, to)| [(from, to), (to, from)]);
                Graph::from_edges(vertices, both, &self.limits)?
            }
        };
        Ok(Named { graph, names, given, undirected })
    }

    /// The edges as they were given; of a strict graph each once.
    fn given(&self) -> Vec<(u32, u32)> {
        let mut given: Vec<(u32, u32)> = self.blocks.iter().flatten().copied().collect();
        if self.strict {
            let ends = |&(from, to): &(u32, u32)| match self.reading.undirected {
                true => (from.min(to), from.max(to)),
                false => (from, to),
            };
            given.sort_unstable_by_key(ends);
            given.dedup_by_key(|edge| ends(edge));
        }
        given
    }
}

/// Makes the numbers that occurred the vertices from 0 on, in the edges too.
fn number_vertices(
    seen: &[u64],
    blocks: &mut [Vec<(u32, u32)>],
    limits: &Limits,
) -> Result<(u32, Names), Stop> {
    let count: u32 = seen.iter().map(|word| word.count_ones()).sum();
    let first = bits(seen).next().unwrap_or(0);
    let last = seen
        .iter()
        .rposition(|&word| word != 0)
        .map_or(0, |word| word as u32 * 64 + seen[word].ilog2());
    let edges = blocks.iter_mut().flatten();
    if count == 0 || last - first + 1 == count {
        if first > 0 {
            edges.for_each(|(from, to)| (*from, *to) = (*from - first, *to - first));
        }
        return Ok((count, Names::Range { first }));
    }
    limits.check_memory(4 * (u64::from(count) + seen.len() as u64))?;
    let mut below = Vec::with_capacity(seen.len());
    let mut sum = 0;
    for word in seen {
        below.push(sum);
        sum += word.count_ones();
    }
    let rank = |number: u32| {
        let (word, bit) = (number as usize / 64, number % 64);
        below[word] + (seen[word] & ((1 << bit) - 1)).count_ones()
    };
    edges.for_each(|(from, to)| (*from, *to) = (rank(*from), rank(*to)));
    Ok((count, Names::Numbers(bits(seen).collect())))
}

/// The numbers whose bits are set, increasing.
fn bits(words: &[u64]) -> impl Iterator<Item = u32> + '_ {
    words.iter().enumerate().flat_map(|(index, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros())?;
            rest &= rest - 1;
            Some(index as u32 * 64 + bit)
        })
    })
}
