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
use crate::trouble;

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
    /// What becomes of the one that changes, as it is typed.
    after: String,
    made: Made,
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
        let (mut left, range) = match &self.made.to {
            Target::Sum(parts) => (parts.iter().collect(), None),
            Target::Range { from, to } => (Vec::new(), Some((from, to))),
        };
        left.sort_unstable();
        Essence { before: &self.before, component: self.made.part, left, range }
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
        format!("{} -> {}", self.before[self.made.part], self.after)
    }

    /// The number of the component that changes, from 0, in the order typed.
    #[getter]
    fn component(&self) -> usize {
        self.made.part
    }

    /// Whether it ends the game at once.
    #[getter]
    fn at_once(&self) -> bool {
        self.made.at_once
    }

    /// What the component becomes: a list of heaps (numbers) and of components with several coordinates (tuples), empty
    /// if nothing is left; where it stands for several moves, a range of heaps.
    #[getter]
    fn to<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match &self.made.to {
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
        let Target::Sum(_) = &self.made.to else { return None };
        let parts = self
            .before
            .iter()
            .enumerate()
            .map(|(index, before)| if index == self.made.part { &self.after } else { before });
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
        Whole(self.made.count())
    }

    /// A move from what `pickle` kept.
    #[staticmethod]
    fn _kept(
        before: Vec<String>,
        after: String,
        component: usize,
        to: Kept,
        at_once: bool,
    ) -> PyResult<Move> {
        let to = match to {
            Kept::Sum(parts) => Target::Sum(parts.into_iter().map(of_kept).collect()),
            Kept::Range(from, to) => Target::Range { from: from.0, to: to.0 },
        };
        let made = Made { part: component, to, at_once };
        if component >= before.len() || made.count() == BigUint::ZERO {
            return Err(trouble::argument("this is no move that was kept"));
        }
        Ok(Move { before: before.into(), after, made })
    }

    /// What `pickle` keeps.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Arguments<'_>)> {
        let to = match &self.made.to {
            Target::Sum(parts) => {
                let parts = parts.iter();
                Kept::Sum(parts.map(Kept::part).collect())
            }
            Target::Range { from, to } => Kept::Range(Whole(from.clone()), Whole(to.clone())),
        };
        let (before, after, made) = (&self.before[..], &self.after[..], &self.made);
        let kept = py.get_type::<Move>().getattr("_kept")?;
        Ok((kept, (before, after, made.part, to, made.at_once)))
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

/// Where a move leads, as `pickle` keeps it: components by their game, kind and coordinates, or the ends of a range.
#[derive(FromPyObject, IntoPyObject)]
enum Kept {
    Sum(Vec<KeptPart>),
    Range(Whole, Whole),
}

/// The arguments of `Move._kept`.
type Arguments<'a> = (&'a [String], &'a str, usize, Kept, bool);

/// A component: the numbers of its game and kind, and its coordinates.
type KeptPart = (usize, usize, Vec<Whole>);

fn of_kept((game, kind, coords): KeptPart) -> Part {
    Part { game, kind, coords: coords.into_iter().map(|coord| coord.0).collect() }
}

impl Kept {
    fn part(part: &Part) -> KeptPart {
        (part.game, part.kind, part.coords.iter().cloned().map(Whole).collect())
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
        moves.push(Move { before: before.clone(), after, made });
    }
    Ok(moves)
}
