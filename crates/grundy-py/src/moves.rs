//! Moves as data.

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

use grundy::limits::Limits;
use grundy::play::{Move as Made, Position, SeeMove, Session, Target};
use grundy::position::Part;
use grundy::ruleset::Failure;
use num_bigint::BigUint;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyRange, PyTuple};

use crate::answers::Whole;
use crate::position::Count;

/// A move in one component. Its text says it: `8 -> 1` makes 1 of a component 8, and `40 -> 16..31` stands for a move
/// to each of these numbers. Moves of the same position are equal that leave the same, in whatever order.
///
/// >>> nim = grundy.Game("nim")
/// >>> [str(move) for move in nim.moves([1, 2]) if move in nim.winning_moves([1, 2])]
/// ['2 -> 1']
#[pyclass(frozen, eq, hash, module = "grundy")]
pub(crate) struct Move {
    /// The components before it, as they are typed.
    before: Arc<[String]>,
    /// The number of the component that changes, from 0, in the order typed.
    #[pyo3(get)]
    component: usize,
    /// What becomes of it, as it is typed.
    after: String,
    to: Target,
    /// Whether it ends the game at once.
    #[pyo3(get)]
    at_once: bool,
}

/// What equal moves have in common.
#[derive(PartialEq, Eq, Hash)]
struct Essence<'a> {
    before: &'a [String],
    component: usize,
    /// What is left of the component, sorted.
    left: Vec<&'a Part>,
    range: Option<(&'a BigUint, &'a BigUint)>,
}

impl Move {
    fn essence(&self) -> Essence<'_> {
        let (mut left, range) = match &self.to {
            Target::Sum(parts) => (parts.iter().collect(), None),
            Target::Range { from, to } => (Vec::new(), Some((from, to))),
        };
        left.sort_unstable();
        Essence { before: &self.before, component: self.component, left, range }
    }
}

impl PartialEq for Move {
    fn eq(&self, other: &Move) -> bool {
        self.essence() == other.essence()
    }
}

impl Eq for Move {}

impl Hash for Move {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.essence().hash(state);
    }
}

#[pymethods]
impl Move {
    /// The move as a text.
    #[getter]
    fn text(&self) -> String {
        format!("{} -> {}", self.before[self.component], self.after)
    }

    /// What the component becomes: a list of heaps (numbers) and of components with several coordinates (tuples), empty
    /// if nothing is left; where it stands for several moves, a range of heaps.
    #[getter]
    fn to<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match &self.to {
            Target::Sum(parts) => {
                let parts: Vec<Bound<'py, PyAny>> =
                    parts.iter().map(|part| component(py, part)).collect::<PyResult<_>>()?;
                Ok(PyList::new(py, parts)?.into_any())
            }
            Target::Range { from, to } => {
                let ends = (Whole(from.clone()), Whole(to + 1_u8));
                py.get_type::<PyRange>().call1(ends)
            }
        }
    }

    /// The whole position after it, as it is typed; None where it stands for several moves.
    #[getter]
    fn position(&self) -> Option<String> {
        let Target::Sum(_) = &self.to else { return None };
        let parts = self
            .before
            .iter()
            .enumerate()
            .map(|(index, before)| if index == self.component { &self.after } else { before });
        // A sum of nothing says nothing beside other components.
        let parts: Vec<&str> = parts.map(String::as_str).filter(|part| *part != "[]").collect();
        let bare = |part: &&str| !part.contains(['[', '+']);
        Some(match &parts[..] {
            [] => "[]".to_owned(),
            parts if parts.iter().all(bare) => parts.join(" "),
            parts => {
                // A plain number is a component too.
                let parts: Vec<String> = parts
                    .iter()
                    .map(|part| if bare(part) { format!("[{part}]") } else { (*part).to_owned() })
                    .collect();
                parts.join(" + ")
            }
        })
    }

    /// How many moves it stands for.
    #[getter]
    fn count(&self) -> Whole {
        match &self.to {
            Target::Sum(_) => Whole(BigUint::from(1_u8)),
            Target::Range { from, to } => Whole(to - from + 1_u8),
        }
    }

    fn __str__(&self) -> String {
        self.text()
    }

    /// It never changes, so that it is its own copy.
    fn __copy__(own: Py<Self>) -> Py<Self> {
        own
    }

    fn __deepcopy__(own: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        own
    }

    fn __repr__(&self) -> String {
        format!("<Move {}>", self.text())
    }
}

fn component<'py>(py: Python<'py>, part: &Part) -> PyResult<Bound<'py, PyAny>> {
    let mut coords = part.coords.iter().map(|coord| Whole(coord.clone()));
    match part.coords.len() {
        1 => coords.next().into_pyobject(py),
        _ => Ok(PyTuple::new(py, coords)?.into_any()),
    }
}

/// Bytes that a move takes, beside what its components have, and a component.
const BYTES: u64 = 160;
const BYTES_OF_A_PART: u64 = 96;
/// Moves between two looks at the limits.
const MOVES_PER_CHECK: usize = 1 << 8;

/// The moves that `each` shows, at most so many.
pub(crate) fn collected(
    session: &mut Session,
    asked: &Position,
    most: Option<Count>,
    limits: &Limits,
    each: impl FnOnce(&mut Session, &mut SeeMove<'_>) -> Result<(), Failure>,
) -> Result<Vec<Move>, Failure> {
    let most = most.map_or(u64::MAX, |most| most.0);
    let mut found: Vec<Made> = Vec::new();
    let (mut bytes, mut over) = (0, Ok(()));
    if most > 0 {
        let listed = each(session, &mut |made| {
            let parts = match &made.to {
                Target::Sum(parts) => parts.len() as u64,
                Target::Range { .. } => 2,
            };
            bytes += BYTES + BYTES_OF_A_PART * parts;
            found.push(made);
            if found.len().is_multiple_of(MOVES_PER_CHECK) {
                over = limits.check().and_then(|()| limits.check_memory(bytes));
            }
            match (found.len() as u64) < most && over.is_ok() {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        // Some were shown before it was told that not all can be.
        if !found.is_empty() && listed.as_ref().is_err_and(Failure::is_beyond_reach) {
            return Err(Failure::Domain(
                "there are more moves than can be listed; `most` says how many are wanted".into(),
            ));
        }
        listed?;
    }
    over?;
    shown(session, asked, found, limits)
}

/// Moves in a position as Python has them.
pub(crate) fn shown(
    session: &Session,
    asked: &Position,
    found: Vec<Made>,
    limits: &Limits,
) -> Result<Vec<Move>, Failure> {
    let before = asked.parts.iter().map(|part| session.describe_part(part));
    let before: Arc<[String]> = before.collect();
    let mut moves = Vec::with_capacity(found.len());
    for made in found {
        if moves.len().is_multiple_of(MOVES_PER_CHECK) {
            limits.check()?;
        }
        let after = match &made.to {
            Target::Sum(parts) => session.describe_sum(parts),
            Target::Range { from, to } => format!("{from}..{to}"),
        };
        let (before, component) = (before.clone(), made.part);
        moves.push(Move { before, component, after, to: made.to, at_once: made.at_once });
    }
    Ok(moves)
}
