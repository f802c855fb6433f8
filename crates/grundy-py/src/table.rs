//! Tables of values as lists.

use grundy::limits::Limits;
use grundy::play::{Asked, Position, Session};
use grundy::rule::nearest;
use grundy::ruleset::{Failure, Value};
use num_bigint::BigUint;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::answers::{Worth, letter};
use crate::work::each_made;
use crate::{position, trouble};

/// Cells one after the other, or by the first coordinate.
pub(crate) enum Cells {
    Row(Vec<Worth>),
    Rows(Vec<Cells>),
}

impl<'py> IntoPyObject<'py> for Cells {
    type Target = PyList;
    type Output = Bound<'py, PyList>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        match self {
            Cells::Row(cells) => PyList::new(py, cells),
            Cells::Rows(rows) => PyList::new(py, rows),
        }
    }
}

/// The kind of this name, or the first one; `[]` for one without a name.
pub(crate) fn kind(session: &Session, name: Option<&str>) -> PyResult<usize> {
    let rules = &session.games()[0].rules;
    let Some(name) = name else { return Ok(0) };
    rules.kind_typed(name).ok_or_else(|| {
        let kinds = rules.kinds();
        let names: Vec<&str> = kinds.iter().map(|kind| kind.typed()).collect();
        let help = match nearest(name, names.iter().copied()) {
            Some(near) => format!("did you mean {near}?"),
            None => format!("there are: {}", names.join(" ")),
        };
        trouble::RuleError::new_err(format!("there is no kind of component named {name}; {help}"))
    })
}

/// The greatest coordinates of a table.
pub(crate) enum Ends {
    /// One for all coordinates.
    All(u64),
    /// One for each.
    Each(Vec<u64>),
}

pub(crate) fn ends(to: &Bound<'_, PyAny>) -> PyResult<Ends> {
    let end = |to: &Bound<'_, PyAny>| {
        if !position::is_whole(to)? {
            return Err(PyTypeError::new_err(
                "a table ends at a whole number, or at a tuple of one for each coordinate",
            ));
        }
        let Some(end) = position::whole(to)? else {
            return Err(trouble::argument("a table ends at 0 or later"));
        };
        let end = i64::try_from(end);
        end.map(i64::unsigned_abs).map_err(|_| trouble::argument("a table ends before 2**63"))
    };
    match to.is_instance_of::<PyTuple>() || to.is_instance_of::<PyList>() {
        true => each_made(to, |to| end(&to)).map(Ends::Each),
        false => end(to).map(Ends::All),
    }
}

/// The greatest coordinates of a table of a kind.
pub(crate) fn of_each(session: &Session, kind: usize, ends: Ends) -> PyResult<Vec<u64>> {
    let kind = session.games()[0].rules.kinds()[kind];
    let arity = kind.coords().len();
    match ends {
        Ends::All(end) => Ok(vec![end; arity]),
        Ends::Each(ends) if ends.len() == arity => Ok(ends),
        Ends::Each(_) => Err(trouble::argument(&format!(
            "a table ends at a number, or at one for each coordinate, here {}",
            kind.coords().join(", ")
        ))),
    }
}

/// All cells up to these coordinates.
pub(crate) fn cells(
    session: &mut Session,
    (kind, asked): (usize, Asked),
    to: &[u64],
    limits: &Limits,
) -> Result<Cells, Failure> {
    let all = to.iter().fold(1_u64, |all, &end| all.saturating_mul(end.saturating_add(1)));
    limits.check_memory(all.saturating_mul(size_of::<Worth>() as u64))?;
    session.prepare((kind, asked), &vec![0; to.len()], to, limits)?;
    rows(session, (kind, asked), &mut Vec::new(), to, limits)
}

fn rows(
    session: &mut Session,
    of: (usize, Asked),
    outer: &mut Vec<u64>,
    to: &[u64],
    limits: &Limits,
) -> Result<Cells, Failure> {
    match to {
        [] | [_] => row(session, of, outer, to.first().copied().unwrap_or(0), limits),
        [end, rest @ ..] => {
            let mut all = Vec::new();
            for coord in 0..=*end {
                outer.push(coord);
                let found = rows(session, of, outer, rest, limits);
                outer.pop();
                all.push(found?);
            }
            Ok(Cells::Rows(all))
        }
    }
}

/// Cells of a row that are asked for between two looks at the limits.
const STRETCH: u64 = 1 << 12;

fn row(
    session: &mut Session,
    of: (usize, Asked),
    outer: &[u64],
    last: u64,
    limits: &Limits,
) -> Result<Cells, Failure> {
    let (mut cells, mut from) = (Vec::new(), 0);
    while from <= last {
        limits.check()?;
        let to = last.min(from + STRETCH - 1);
        add_stretch(session, of, outer, (from, to), limits, &mut cells)?;
        // Ends are below 2^63.
        from = to + 1;
    }
    Ok(Cells::Row(cells))
}

/// Adds the cells of a row from one to another.
fn add_stretch(
    session: &mut Session,
    (kind, asked): (usize, Asked),
    outer: &[u64],
    (from, to): (u64, u64),
    limits: &Limits,
    cells: &mut Vec<Worth>,
) -> Result<(), Failure> {
    let who_wins = asked == Asked::WhoWins || session.is_misere(&Position::default())?;
    let worth = |value: Value<BigUint>| match who_wins {
        true => Worth::Word(letter(value.outcome())),
        false => Worth::of(value),
    };
    if let Some(values) = session.row((kind, asked), outer, from..=to, limits) {
        cells.extend(values.into_iter().map(|value| worth(value.into())));
        return Ok(());
    }
    for coord in from..=to {
        // Ends are below 2^63.
        let coords: Vec<i64> = outer.iter().chain([&coord]).map(|&coord| coord as i64).collect();
        let position = session.component(kind, &coords)?;
        cells.push(match who_wins {
            true => Worth::Word(letter(session.outcome(&position, limits)?)),
            false => Worth::of(session.value(&position, limits)?),
        });
    }
    Ok(())
}
