//! Edges of a graph as they are given in Python, read within limits.

use grundy::graph::Graph as Rows;
use grundy::limits::Limits;
use grundy::ruleset::Failure;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyMapping, PyString, PyTuple};

use super::{Graph, Solved};
use crate::asked::Asked;
use crate::trouble;
use crate::work::{each, work};

/// Edges that are read between two looks at the limits; an even number, for those that lead both ways.
const EDGES_PER_CHECK: usize = 1 << 8;
/// Bytes that a vertex takes, as a thing of Python with its places in list and dict.
const VERTEX_BYTES: u64 = 192;

/// Edges and vertices as they are read.
pub(super) struct Reading<'py> {
    pub(super) vertices: Bound<'py, PyList>,
    numbers: Bound<'py, PyDict>,
    edges: Vec<(u32, u32)>,
    directed: bool,
    limits: Limits,
}

impl<'py> Reading<'py> {
    pub(super) fn new(py: Python<'py>, directed: bool, limits: Limits) -> Reading<'py> {
        let (vertices, numbers) = (PyList::empty(py), PyDict::new(py));
        Reading { vertices, numbers, edges: Vec::new(), directed, limits }
    }

    pub(super) fn vertex(&mut self, vertex: &Bound<'py, PyAny>) -> PyResult<u32> {
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

    pub(super) fn edge(&mut self, from: u32, to: u32) -> PyResult<()> {
        self.edges.push((from, to));
        if !self.directed {
            self.edges.push((to, from));
        }
        if self.edges.len().is_multiple_of(EDGES_PER_CHECK) { self.check() } else { Ok(()) }
    }

    pub(super) fn read(&mut self, given: &Bound<'py, PyAny>) -> PyResult<()> {
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
    pub(super) fn explore(
        &mut self,
        moves: &Bound<'py, PyAny>,
        starts: &Bound<'py, PyTuple>,
    ) -> PyResult<()> {
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
    pub(super) fn graph(self, misere: bool) -> PyResult<Graph> {
        let (count, edges) = (self.vertices.len() as u32, self.edges);
        let rows = work(self.vertices.py(), &self.limits, |limits| {
            Rows::from_edges(count, edges.iter().copied(), limits)
        })?;
        let asked = Asked::new(Solved { rows, race: None, labels: None });
        let (vertices, numbers) = (self.vertices.unbind(), self.numbers.unbind());
        Ok(Graph { asked, vertices, numbers, misere })
    }
}

/// Whether it can be asked for one thing after the other and is no text.
fn holds_things(it: &Bound<'_, PyAny>) -> PyResult<bool> {
    let is_text = it.is_instance_of::<PyString>() || it.is_instance_of::<PyBytes>();
    Ok(!is_text && it.hasattr("__iter__")?)
}
