//! Games given as graphs, whose vertices are any things that Python can tell apart.

mod reading;

use grundy::graph::tokens::{Verdict, by_search, by_values};
use grundy::graph::{Graph as Rows, Labels, Loopy, Race};
use grundy::limits::Limits;
use grundy::nimber::Nimber;
use grundy::outcome::Outcome;
use grundy::ruleset::Failure;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet, PyList, PyTuple, PyType};

use crate::answers::letter;
use crate::asked::Asked;
use crate::position::Count;
use crate::trouble::{self, RuleError};
use crate::work::limits;
use reading::Reading;

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

/// The arguments of `Graph._kept`.
type Kept<'py> = (Bound<'py, PyList>, Vec<Vec<u32>>, bool);

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
