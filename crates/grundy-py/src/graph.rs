//! Games given as graphs, whose vertices are any things that Python can tell apart.

use grundy::graph::tokens::{Verdict, by_search, by_values};
use grundy::graph::{Graph as Rows, Labels, Loopy, Race};
use grundy::limits::Limits;
use grundy::nimber::Nimber;
use grundy::outcome::Outcome;
use grundy::ruleset::Failure;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyFrozenSet, PyList, PyMapping, PyString, PyTuple, PyType};

use crate::answers::letter;
use crate::asked::Asked;
use crate::position::Count;
use crate::trouble::{self, RuleError};
use crate::work::{each, limits, work};

/// A game on a graph: a token stands on a vertex, a move takes it along an edge, and whoever cannot move has lost (with
/// `misere`, has won). The graph may have cycles; where both can go on for ever the outcome is `"D"`, a draw.
///
/// `edges` is a mapping of each vertex to those that it leads to, or pairs of vertices (such as `edges` of a graph of
/// networkx). A vertex is anything that a dict can have as a key, but a list. Edges lead both ways unless `directed`.
///
/// `Graph.from_moves` takes a function in place of the edges.
///
/// A position is a vertex, or a list of vertices for as many tokens, of which a move moves one; several may share a
/// vertex.
///
/// Each question takes `time`, in seconds, and `memory`, in bytes (2 GiB if not said), and raises LimitReached beyond
/// them, and so does the reading of the edges.
///
/// >>> graph = grundy.Graph([("a", "b"), ("b", "c"), ("c", "a"), ("a", "end")])
/// >>> graph.outcomes()
/// {'a': 'N', 'b': 'N', 'c': 'P', 'end': 'P'}
/// >>> graph.winning_moves("a"), graph.winning_moves("b")
/// (['end'], ['c'])
#[pyclass(frozen, module = "grundy")]
pub(crate) struct Graph {
    asked: Asked<Solved>,
    /// The vertices by their numbers, and the numbers by the vertices.
    vertices: Py<PyList>,
    numbers: Py<PyDict>,
    misere: bool,
}

/// What was computed so far.
struct Solved {
    rows: Rows,
    race: Option<Race>,
    labels: Option<Labels>,
}

impl Solved {
    fn race(&mut self, misere: bool, limits: &Limits) -> Result<&Race, Failure> {
        let race = match self.race.take() {
            Some(race) => race,
            None => Race::new(&self.rows, misere, limits)?,
        };
        Ok(self.race.insert(race))
    }

    fn label(&mut self, limits: &Limits) -> Result<(&Rows, &Labels), Failure> {
        let labels = match self.labels.take() {
            Some(labels) => labels,
            None => Labels::new(&self.rows, limits)?,
        };
        Ok((&self.rows, self.labels.insert(labels)))
    }

    /// What is known of several tokens.
    fn verdict(
        &mut self,
        tokens: &[u32],
        misere: bool,
        limits: &Limits,
    ) -> Result<Verdict, Failure> {
        if misere {
            return by_search(&self.rows, tokens, true, limits);
        }
        let (rows, labels) = self.label(limits)?;
        by_values(rows, labels, tokens, limits)
    }

    /// Where each move from a position leads, of those after which it looks so: the number of the token and its vertex.
    fn moves(
        &mut self,
        at: &Place,
        (misere, leaving): (bool, Option<Outcome>),
        limits: &Limits,
    ) -> Result<Vec<(usize, u32)>, Failure> {
        let is_sought = |leaves| leaving.is_none_or(|sought| sought == leaves);
        let tokens = match (at, leaving) {
            (Place::Tokens(tokens), Some(_)) => {
                let made = self.verdict(tokens, misere, limits)?.moves.into_iter();
                let sought = made.filter(|made| is_sought(made.leaves));
                let moves: Vec<_> = sought.map(|made| (made.token, made.to)).collect();
                limits.check_memory(moves.len() as u64 * at.bytes())?;
                return Ok(moves);
            }
            (Place::Tokens(tokens), None) => tokens,
            (Place::Vertex(vertex), _) => &vec![*vertex],
        };
        if leaving.is_some() {
            self.race(misere, limits)?;
        }
        let mut moves = Vec::new();
        for (token, &vertex) in tokens.iter().enumerate() {
            for &to in self.rows.followers(vertex) {
                if self.race.as_ref().is_none_or(|race| is_sought(race.outcome(to))) {
                    moves.push((token, to));
                }
            }
        }
        limits.check_memory(moves.len() as u64 * at.bytes())?;
        Ok(moves)
    }
}

/// Bytes that a move takes, about.
const BYTES: u64 = 96;
/// Bytes that a place in a list of Python takes.
const PLACE_BYTES: u64 = 8;
/// Bytes that a vertex takes, as a thing of Python with its places in list and dict.
const VERTEX_BYTES: u64 = 192;
/// Edges that are read between two looks at the limits; an even number, for those that lead both ways.
const EDGES_PER_CHECK: usize = 1 << 8;

/// A position.
enum Place {
    Vertex(u32),
    Tokens(Vec<u32>),
}

impl Place {
    /// Bytes that the position after a move takes in Python, about.
    fn bytes(&self) -> u64 {
        match self {
            Place::Vertex(_) => BYTES,
            Place::Tokens(tokens) => BYTES + PLACE_BYTES * tokens.len() as u64,
        }
    }
}

/// A value: a nimber, or of a play that may go on for ever the set of the nimbers that can be reached.
enum LoopyWorth {
    Nimber(u64),
    Infinity(Vec<u64>),
}

impl LoopyWorth {
    fn of(value: Loopy) -> LoopyWorth {
        match value {
            Loopy::Nimber(Nimber(nimber)) => LoopyWorth::Nimber(nimber),
            Loopy::Infinity(reached) => {
                LoopyWorth::Infinity(reached.into_iter().map(|nimber| nimber.0).collect())
            }
        }
    }
}

impl<'py> IntoPyObject<'py> for LoopyWorth {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self {
            LoopyWorth::Nimber(nimber) => Ok(nimber.into_pyobject(py)?.into_any()),
            LoopyWorth::Infinity(reached) => Ok(PyFrozenSet::new(py, reached)?.into_any()),
        }
    }
}

/// Edges and vertices as they are read.
struct Reading<'py> {
    vertices: Bound<'py, PyList>,
    numbers: Bound<'py, PyDict>,
    edges: Vec<(u32, u32)>,
    directed: bool,
    limits: Limits,
}

impl<'py> Reading<'py> {
    fn new(py: Python<'py>, directed: bool, limits: Limits) -> Reading<'py> {
        let (vertices, numbers) = (PyList::empty(py), PyDict::new(py));
        Reading { vertices, numbers, edges: Vec::new(), directed, limits }
    }

    fn vertex(&mut self, vertex: &Bound<'py, PyAny>) -> PyResult<u32> {
        if vertex.is_instance_of::<PyList>() {
            return Err(PyTypeError::new_err(
                "a list is no vertex, but a position of several tokens",
            ));
        }
        if let Some(number) = self.numbers.get_item(vertex)? {
            return number.extract();
        }
        let number = u32::try_from(self.vertices.len())
            .map_err(|_| trouble::argument("a graph has fewer than 2**32 vertices"))?;
        self.vertices.append(vertex)?;
        self.numbers.set_item(vertex, number)?;
        Ok(number)
    }

    fn edge(&mut self, from: u32, to: u32) -> PyResult<()> {
        self.edges.push((from, to));
        if !self.directed {
            self.edges.push((to, from));
        }
        if self.edges.len().is_multiple_of(EDGES_PER_CHECK) { self.check() } else { Ok(()) }
    }

    fn read(&mut self, given: &Bound<'py, PyAny>) -> PyResult<()> {
        let wrong = || {
            PyTypeError::new_err(
                "edges are pairs (from, to), or a mapping of each vertex to those that it leads to",
            )
        };
        if !holds_things(given)? {
            return Err(wrong());
        }
        // The edges of networkx are a set of pairs, and a mapping of these to what is said of them.
        let sets = given.py().import("collections.abc")?.getattr("Set")?;
        let mapping = if given.is_instance(&sets)? { None } else { given.cast::<PyMapping>().ok() };
        if let Some(mapping) = mapping {
            for item in mapping.items()?.try_iter()? {
                let (from, followers) =
                    item?.extract::<(Bound<'py, PyAny>, Bound<'py, PyAny>)>()?;
                if !holds_things(&followers)? {
                    return Err(wrong());
                }
                let from = self.vertex(&from)?;
                each(&followers, |to| {
                    let to = self.vertex(&to)?;
                    self.edge(from, to)
                })?;
            }
            return Ok(());
        }
        each(given, |pair| {
            if !holds_things(&pair)? {
                return Err(wrong());
            }
            let ends = pair.try_iter()?.take(3).collect::<PyResult<Vec<_>>>()?;
            let [from, to] = &ends[..] else { return Err(wrong()) };
            let (from, to) = (self.vertex(from)?, self.vertex(to)?);
            self.edge(from, to)
        })
    }

    /// Asks a function for the moves of each vertex that the first ones lead to, in the order of breadth first search.
    fn explore(&mut self, moves: &Bound<'py, PyAny>, starts: &Bound<'py, PyTuple>) -> PyResult<()> {
        if !moves.is_callable() {
            return Err(PyTypeError::new_err(format!("{} is no function", moves.repr()?)));
        }
        for start in starts {
            self.vertex(&start)?;
        }
        let mut asked = 0;
        while let Ok(vertex) = self.vertices.get_item(asked) {
            let from = asked as u32;
            let followers = moves.call1((&vertex,))?;
            if !holds_things(&followers)? {
                return Err(PyTypeError::new_err(format!(
                    "moves({}) is to be an iterable of vertices, and is {}",
                    vertex.repr()?,
                    followers.repr()?
                )));
            }
            for to in followers.try_iter()? {
                let to = self.vertex(&to?)?;
                self.edge(from, to)?;
            }
            asked += 1;
            if asked.is_multiple_of(EDGES_PER_CHECK) {
                self.check()?;
            }
        }
        Ok(())
    }

    fn check(&self) -> PyResult<()> {
        self.vertices.py().check_signals()?;
        let edges = self.edges.capacity() as u64 * size_of::<(u32, u32)>() as u64;
        let bytes = edges + self.vertices.len() as u64 * VERTEX_BYTES;
        let checked = self.limits.check().and_then(|()| self.limits.check_memory(bytes));
        checked.map_err(|stop| trouble::failure(&Failure::Stop(stop)))
    }

    /// The graph of what was read.
    fn graph(self, misere: bool) -> PyResult<Graph> {
        let (count, edges) = (self.vertices.len() as u32, self.edges);
        let rows = work(self.vertices.py(), &self.limits, |limits| {
            Rows::from_edges(count, edges.iter().copied(), limits)
        })?;
        let asked = Asked::new(Solved { rows, race: None, labels: None });
        let (vertices, numbers) = (self.vertices.unbind(), self.numbers.unbind());
        Ok(Graph { asked, vertices, numbers, misere })
    }
}

/// The arguments of `Graph._kept`.
type Kept<'py> = (Bound<'py, PyList>, Vec<Vec<u32>>, bool);

/// Whether it can be asked for one thing after the other and is no text.
fn holds_things(it: &Bound<'_, PyAny>) -> PyResult<bool> {
    let is_text = it.is_instance_of::<PyString>() || it.is_instance_of::<PyBytes>();
    Ok(!is_text && it.hasattr("__iter__")?)
}

impl Graph {
    fn number(&self, vertex: &Bound<'_, PyAny>) -> PyResult<u32> {
        let py = vertex.py();
        match self.numbers.bind(py).get_item(vertex)? {
            Some(number) => number.extract(),
            None => Err(RuleError::new_err(format!("there is no vertex {}", vertex.repr()?))),
        }
    }

    fn place(&self, position: &Bound<'_, PyAny>) -> PyResult<Place> {
        match position.cast::<PyList>() {
            Err(_) => self.number(position).map(Place::Vertex),
            Ok(tokens) => {
                let tokens = tokens.iter().map(|token| self.number(&token));
                tokens.collect::<PyResult<_>>().map(Place::Tokens)
            }
        }
    }

    /// The positions after these moves.
    fn after<'py>(
        &self,
        position: &Bound<'py, PyAny>,
        moves: Vec<(usize, u32)>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let vertices = self.vertices.bind(position.py());
        let after = moves.into_iter().map(|(token, to)| {
            let to = vertices.get_item(to as usize)?;
            let Ok(tokens) = position.cast::<PyList>() else { return Ok(to) };
            let after = PyList::new(position.py(), tokens.iter())?;
            after.set_item(token, to)?;
            Ok(after.into_any())
        });
        after.collect()
    }

    /// What belongs to each vertex, by it.
    fn by_vertex<'py, T: IntoPyObject<'py>>(
        &self,
        py: Python<'py>,
        each: Vec<T>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        for (vertex, belongs) in self.vertices.bind(py).iter().zip(each) {
            all.set_item(vertex, belongs)?;
        }
        Ok(all)
    }

    fn has_values(&self) -> PyResult<()> {
        if self.misere { Err(trouble::no_values("ask who wins by outcome()")) } else { Ok(()) }
    }
}

#[pymethods]
impl Graph {
    #[new]
    #[pyo3(signature = (edges, *, directed = true, misere = false, time = None, memory = None))]
    fn new(
        py: Python<'_>,
        edges: &Bound<'_, PyAny>,
        directed: bool,
        misere: bool,
        time: Option<f64>,
        memory: Option<Count>,
    ) -> PyResult<Graph> {
        let mut reading = Reading::new(py, directed, limits(time, memory)?);
        reading.read(edges)?;
        reading.graph(misere)
    }

    /// A graph from what `pickle` kept.
    #[staticmethod]
    fn _kept(
        vertices: &Bound<'_, PyList>,
        followers: Vec<Vec<u32>>,
        misere: bool,
    ) -> PyResult<Graph> {
        // What was in memory once may be so again.
        let mut reading = Reading::new(vertices.py(), true, Limits::default());
        for vertex in vertices {
            reading.vertex(&vertex)?;
        }
        let count = reading.vertices.len();
        let known = |to: &u32| (*to as usize) < count;
        if count != followers.len() || !followers.iter().flatten().all(known) {
            return Err(trouble::argument("this is no graph that was kept"));
        }
        for (from, followers) in (0..).zip(followers) {
            followers.into_iter().try_for_each(|to| reading.edge(from, to))?;
        }
        reading.graph(misere)
    }

    /// What `pickle` keeps: the vertices, and the numbers of those that each leads to.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Kept<'py>)> {
        let asking = self.asked.ask(py, &limits(None, None)?)?;
        let rows = &asking.answers.rows;
        let followers = (0..rows.vertices()).map(|from| rows.followers(from).to_vec()).collect();
        let kept = py.get_type::<Graph>().getattr("_kept")?;
        Ok((kept, (self.vertices.bind(py).clone(), followers, self.misere)))
    }

    /// The game in which `moves(vertex)` gives the vertices that a move can lead to, as far as `starts` lead. A limit
    /// counts for the search, in which `moves` is asked once for each vertex.
    ///
    /// Subtract from a number one of its digits:
    ///
    /// >>> graph = grundy.Graph.from_moves(lambda n: {n - int(digit) for digit in str(n)} - {n}, 25)
    /// >>> graph.outcome(25), graph.winning_moves(25), graph.value(25)
    /// ('N', [20], 2)
    ///
    /// Take or put back: the moves may have cycles.
    ///
    /// >>> graph = grundy.Graph.from_moves(lambda n: [m for m in (n - 1, n - 2, n + 3) if 0 <= m < 9], 7)
    /// >>> graph.outcome(7), graph.distance(7)
    /// ('D', None)
    #[classmethod]
    #[pyo3(signature = (moves, *starts, misere = false, time = None, memory = None))]
    fn from_moves(
        kind: &Bound<'_, PyType>,
        moves: &Bound<'_, PyAny>,
        starts: &Bound<'_, PyTuple>,
        misere: bool,
        time: Option<f64>,
        memory: Option<Count>,
    ) -> PyResult<Graph> {
        let mut reading = Reading::new(kind.py(), true, limits(time, memory)?);
        reading.explore(moves, starts)?;
        reading.graph(misere)
    }

    /// The vertices, in the order in which they were met.
    #[getter]
    fn vertices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.vertices.bind(py).iter())
    }

    /// Whether whoever cannot move has won.
    #[getter]
    fn misere(&self) -> bool {
        self.misere
    }

    /// The Grundy value of a position: a number, or where play may go on for ever and nothing better is known of it the
    /// frozenset of the numbers that it can be moved to. In misère play there are no values.
    ///
    /// >>> graph = grundy.Graph([(1, 1), (1, 0)])
    /// >>> graph.value(1), graph.value([1, 1])
    /// (frozenset({0}), frozenset())
    #[pyo3(signature = (position, *, time = None, memory = None))]
    fn value<'py>(
        &self,
        position: &Bound<'py, PyAny>,
        time: Option<f64>,
        memory: Option<Count>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.has_values()?;
        let (py, place) = (position.py(), self.place(position)?);
        let tokens = match place {
            Place::Vertex(vertex) => vec![vertex],
            Place::Tokens(tokens) => tokens,
        };
        let value = self.asked.answer(py, (time, memory), |solved, limits| {
            let (rows, labels) = solved.label(limits)?;
            let values = tokens.iter().map(|&token| labels.value(rows, token));
            Ok(LoopyWorth::of(values.fold(Loopy::ZERO, |sum, value| &sum ^ &value)))
        })?;
        value.into_pyobject(py)
    }

    /// The value of every vertex.
    ///
    /// >>> grundy.Graph({"a": ["b", "c"], "b": ["c"], "c": []}).values()
    /// {'a': 2, 'b': 1, 'c': 0}
    #[pyo3(signature = (*, time = None, memory = None))]
    fn values<'py>(
        &self,
        py: Python<'py>,
        time: Option<f64>,
        memory: Option<Count>,
    ) -> PyResult<Bound<'py, PyDict>> {
        self.has_values()?;
        let values = self.asked.answer(py, (time, memory), |solved, limits| {
            let (rows, labels) = solved.label(limits)?;
            limits.check_memory(rows.bytes() + u64::from(rows.vertices()) * BYTES)?;
            let vertices = 0..rows.vertices();
            Ok(vertices
                .map(|vertex| LoopyWorth::of(labels.value(rows, vertex)))
                .collect::<Vec<_>>())
        })?;
        self.by_vertex(py, values)
    }

    /// Who wins a position: `"N"`, the player to move, `"P"`, the other one, or `"D"` for a draw.
    ///
    /// >>> grundy.Graph([("a", "b"), ("b", "a")]).outcome("a")
    /// 'D'
    #[pyo3(signature = (position, *, time = None, memory = None))]
    fn outcome(
        &self,
        position: &Bound<'_, PyAny>,
        time: Option<f64>,
        memory: Option<Count>,
    ) -> PyResult<&'static str> {
        let (place, misere) = (self.place(position)?, self.misere);
        let outcome =
            self.asked.answer(position.py(), (time, memory), |solved, limits| match &place {
                Place::Vertex(vertex) => Ok(solved.race(misere, limits)?.outcome(*vertex)),
                Place::Tokens(tokens) => Ok(solved.verdict(tokens, misere, limits)?.outcome),
            })?;
        Ok(letter(outcome))
    }

    /// Who wins from every vertex.
    ///
    /// >>> grundy.Graph([("a", "b"), ("b", "a"), ("b", "c")]).outcomes()
    /// {'a': 'P', 'b': 'N', 'c': 'P'}
    #[pyo3(signature = (*, time = None, memory = None))]
    fn outcomes<'py>(
        &self,
        py: Python<'py>,
        time: Option<f64>,
        memory: Option<Count>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let misere = self.misere;
        let outcomes = self.asked.answer(py, (time, memory), |solved, limits| {
            let vertices = 0..solved.rows.vertices();
            let race = solved.race(misere, limits)?;
            Ok(vertices.map(|vertex| letter(race.outcome(vertex))).collect::<Vec<_>>())
        })?;
        self.by_vertex(py, outcomes)
    }

    /// How many moves are made from a position when the winner hurries and the loser delays; None for a draw.
    ///
    /// >>> grundy.Graph({1: [2, 4], 2: [3], 3: [4], 4: []}).distance(1)
    /// 1
    #[pyo3(signature = (position, *, time = None, memory = None))]
    fn distance(
        &self,
        position: &Bound<'_, PyAny>,
        time: Option<f64>,
        memory: Option<Count>,
    ) -> PyResult<Option<u32>> {
        let (place, misere) = (self.place(position)?, self.misere);
        self.asked.answer(position.py(), (time, memory), |solved, limits| match &place {
            Place::Vertex(vertex) => Ok(solved.race(misere, limits)?.distance(*vertex)),
            Place::Tokens(tokens) => Ok(by_search(&solved.rows, tokens, misere, limits)?.distance),
        })
    }

    /// The position after every move.
    ///
    /// >>> grundy.Graph([(1, 2), (2, 3)]).moves([1, 2])
    /// [[2, 2], [1, 3]]
    #[pyo3(signature = (position, *, time = None, memory = None))]
    fn moves<'py>(
        &self,
        position: &Bound<'py, PyAny>,
        time: Option<f64>,
        memory: Option<Count>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let (place, how) = (self.place(position)?, (self.misere, None));
        let py = position.py();
        let moves = self
            .asked
            .answer(py, (time, memory), |solved, limits| solved.moves(&place, how, limits))?;
        self.after(position, moves)
    }

    /// The position after every winning move. Where there is none but the outcome is `"D"`, a move to a position whose
    /// outcome is `"D"` keeps the draw.
    ///
    /// >>> grundy.Graph([(1, 2), (2, 3)]).winning_moves([1, 2])
    /// [[2, 2], [1, 3]]
    #[pyo3(signature = (position, *, time = None, memory = None))]
    fn winning_moves<'py>(
        &self,
        position: &Bound<'py, PyAny>,
        time: Option<f64>,
        memory: Option<Count>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let (place, how) = (self.place(position)?, (self.misere, Some(Outcome::P)));
        let py = position.py();
        let moves = self
            .asked
            .answer(py, (time, memory), |solved, limits| solved.moves(&place, how, limits))?;
        self.after(position, moves)
    }

    /// Stops what another thread asked; LimitReached is raised there.
    fn cancel(&self) {
        self.asked.cancel();
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.vertices.bind(py).len()
    }

    /// It never changes, so that it is its own copy.
    fn __copy__(own: Py<Self>) -> Py<Self> {
        own
    }

    fn __deepcopy__(own: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        own
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let misere = if self.misere { " misere=True" } else { "" };
        format!("<Graph vertices={}{misere}>", self.vertices.bind(py).len())
    }
}
