//! The cells of a table, as `grundy table` and the server ask for them.

use std::ops::{ControlFlow, RangeInclusive};

use grundy::limits::{Limits, Stop};
use grundy::nimber::Nimber;
use grundy::outcome::Outcome;
use grundy::play::{Asked, BigValue, Position, Session};
use grundy::position::Part;
use grundy::ruleset::{Failure, Value};
use grundy::search::Genus;
use num_bigint::BigUint;
use serde::{Serialize, Serializer};

/// The values of a table: the last coordinate runs fastest.
pub(crate) struct Cells {
    pub(crate) coords: Vec<String>,
    pub(crate) from: Vec<u64>,
    pub(crate) to: Vec<u64>,
    pub(crate) cells: Vec<Cell>,
}

impl Cells {
    /// The same without the [coordinates that are held fast](Wanted::page), and what those are, as in `a = 3`.
    pub(crate) fn on_a_page(self, page: &[usize]) -> (Cells, Vec<String>) {
        let Cells { coords, from, to, cells } = self;
        let fixed = (0..coords.len()).filter(|axis| !page.contains(axis));
        let fixed = fixed.map(|axis| format!("{} = {}", coords[axis], from[axis])).collect();
        let [from, to] = [from, to].map(|corner| page.iter().map(|&axis| corner[axis]).collect());
        let coords = page.iter().map(|&axis| coords[axis].clone()).collect();
        (Cells { coords, from, to, cells }, fixed)
    }
}

/// One entry of a table.
pub(crate) enum Cell {
    /// A value that a machine word holds, as almost all do.
    Value(Value<u64>),
    /// A larger value.
    Large(BigUint),
    /// Only who wins.
    Outcome(Outcome),
    Genus(Genus<BigUint>),
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Cell::Value(value) => value.fmt(f),
            Cell::Large(value) => value.fmt(f),
            Cell::Outcome(outcome) => outcome.fmt(f),
            Cell::Genus(genus) => genus.fmt(f),
        }
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl From<BigValue> for Cell {
    fn from(value: BigValue) -> Cell {
        match value {
            Value::Nimber(nimber) => match u64::try_from(&nimber) {
                Ok(nimber) => Cell::Value(Value::Nimber(nimber)),
                Err(_) => Cell::Large(nimber),
            },
            Value::Win => Cell::Value(Value::Win),
            Value::Over => Cell::Value(Value::Over),
        }
    }
}

impl From<Value> for Cell {
    fn from(value: Value) -> Cell {
        Cell::Value(match value {
            Value::Nimber(Nimber(nimber)) => Value::Nimber(nimber),
            Value::Win => Value::Win,
            Value::Over => Value::Over,
        })
    }
}

/// The lost positions between two corners.
pub(crate) struct Lost {
    pub(crate) coords: Vec<String>,
    pub(crate) from: Vec<u64>,
    pub(crate) to: Vec<u64>,
    pub(crate) lost: Vec<Vec<u64>>,
}

/// Bytes that a cell takes, about.
const CELL_BYTES: u64 = 48;

/// The cells that are wanted.
pub(crate) struct Wanted {
    pub(crate) kind: usize,
    pub(crate) from: Vec<u64>,
    pub(crate) to: Vec<u64>,
    pub(crate) shown: Shown,
}

/// What the cells of a table show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    Values,
    /// Who wins.
    Outcomes,
    Genera,
}

impl Shown {
    /// Values, or who wins.
    pub(crate) fn outcomes(only: bool) -> Shown {
        if only { Shown::Outcomes } else { Shown::Values }
    }
}

impl Wanted {
    /// How many cells.
    pub(crate) fn count(&self) -> u64 {
        let lengths =
            self.from.iter().zip(&self.to).map(|(from, to)| (to + 1).saturating_sub(*from));
        lengths.fold(1, u64::saturating_mul)
    }

    /// The coordinates of a picture: of more than two, those that are not the same in all cells. Nothing if
    /// more than two are left.
    pub(crate) fn page(&self) -> Option<Vec<usize>> {
        let count = self.from.len();
        let axes: Vec<usize> =
            (0..count).filter(|&axis| count <= 2 || self.from[axis] < self.to[axis]).collect();
        match axes.len() {
            0 => Some(vec![count - 1]),
            1 | 2 => Some(axes),
            _ => None,
        }
    }

    /// What is asked, of which kind.
    pub(crate) fn of(&self) -> (usize, Asked) {
        (self.kind, asked(self.shown == Shown::Outcomes))
    }

    /// The coordinates before the last, row by row.
    pub(crate) fn rows(&self) -> impl Iterator<Item = Vec<u64>> + use<> {
        let outer = self.from.len() - 1;
        let (from, to) = (self.from[..outer].to_vec(), self.to[..outer].to_vec());
        std::iter::successors(Some(from.clone()), move |row| next(row, &from, &to))
    }

    /// What the last coordinate runs through.
    pub(crate) fn columns(&self) -> RangeInclusive<u64> {
        let last = self.from.len() - 1;
        self.from[last]..=self.to[last]
    }
}

/// The coordinates after these between two corners, where the last runs fastest.
pub(crate) fn next(coords: &[u64], from: &[u64], to: &[u64]) -> Option<Vec<u64>> {
    let grows = coords.iter().zip(to).rposition(|(coord, to)| coord < to)?;
    let mut next = coords.to_vec();
    next[grows] += 1;
    next[grows + 1..].copy_from_slice(&from[grows + 1..]);
    Some(next)
}

/// What is asked of positions of which only who wins is wanted, or more.
pub(crate) fn asked(outcomes: bool) -> Asked {
    if outcomes { Asked::WhoWins } else { Asked::Values }
}

/// Checks that there is enough memory for the cells that are wanted.
pub(crate) fn room(wanted: &Wanted, limits: &Limits) -> Result<(), Stop> {
    limits.check_memory(wanted.count().saturating_mul(CELL_BYTES))
}

/// The cells that are wanted, row by row.
///
/// # Errors
/// As [`each`]; and there is not enough memory for them.
pub(crate) fn fill(
    session: &mut Session,
    wanted: &Wanted,
    limits: &Limits,
) -> Result<Vec<Cell>, Failure> {
    room(wanted, limits)?;
    let mut cells = Vec::new();
    each(session, wanted, limits, &mut |cell| {
        cells.push(cell);
        ControlFlow::Continue(())
    })?;
    Ok(cells)
}

/// Whether all cells that are wanted, values or who wins, stand in a table or a sequence by now.
///
/// # Errors
/// A limit.
pub(crate) fn are_known(
    session: &mut Session,
    wanted: &Wanted,
    limits: &Limits,
) -> Result<bool, Stop> {
    for outer in wanted.rows() {
        for stretch in stretches(wanted.columns()) {
            limits.check()?;
            if session.row(wanted.of(), &outer, stretch, limits).is_none() {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Cells of a row that are asked for at once.
const STRETCH: u64 = 1 << 12;

/// Shows the cells that are wanted, row by row, until `see` breaks.
///
/// # Errors
/// Why a position has no value, or a limit; then those before were shown.
pub(crate) fn each(
    session: &mut Session,
    wanted: &Wanted,
    limits: &Limits,
    see: &mut dyn FnMut(Cell) -> ControlFlow<()>,
) -> Result<(), Failure> {
    let total = wanted.count();
    let misere = session.is_misere(&Position::default())?;
    let shown = match wanted.shown {
        Shown::Values => Shown::outcomes(misere),
        other => other,
    };
    if shown != Shown::Genera {
        session.prepare(wanted.of(), &wanted.from, &wanted.to, limits)?;
    }
    // What answers the first cells may have far to go, and tells how far it is; then cells are counted alone.
    let quiet = Limits { progress: None, ..limits.clone() };
    let mut done = 0_u64;
    for outer in wanted.rows() {
        for stretch in stretches(wanted.columns()) {
            limits.check()?;
            limits.report(done, Some(total));
            let limits = if done == 0 { limits } else { &quiet };
            let of = (wanted.kind, shown);
            let row = match shown {
                Shown::Genera => None,
                _ => session.row(wanted.of(), &outer, stretch.clone(), limits),
            };
            let flow = match row {
                Some(values) => values.into_iter().try_for_each(|value| match shown {
                    Shown::Outcomes => see(Cell::Outcome(value.outcome())),
                    _ => see(value.into()),
                }),
                None => ask_for_each(session, of, &outer, stretch.clone(), limits, see)?,
            };
            if flow.is_break() {
                return Ok(());
            }
            done += stretch.end() - stretch.start() + 1;
        }
    }
    Ok(())
}

/// Shows the cells of a stretch of a row, each found by itself.
fn ask_for_each(
    session: &mut Session,
    (kind, shown): (usize, Shown),
    outer: &[u64],
    stretch: RangeInclusive<u64>,
    limits: &Limits,
    see: &mut dyn FnMut(Cell) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, Failure> {
    for column in stretch {
        limits.check()?;
        let coords = outer.iter().chain([&column]).map(|&coord| BigUint::from(coord)).collect();
        let position = sorted(session, kind, coords);
        let cell = match shown {
            Shown::Outcomes => Cell::Outcome(session.outcome(&position, limits)?),
            Shown::Values => session.value(&position, limits)?.into(),
            Shown::Genera => Cell::Genus(session.genus(&position, limits)?),
        };
        if see(cell).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// A range in pieces.
pub(crate) fn stretches(columns: RangeInclusive<u64>) -> impl Iterator<Item = RangeInclusive<u64>> {
    let last = *columns.end();
    let start = move |from: u64| from..=last.min(from.saturating_add(STRETCH - 1));
    std::iter::successors(Some(start(*columns.start())), move |stretch| {
        (*stretch.end() < last).then(|| start(stretch.end() + 1))
    })
}

fn sorted(session: &Session, kind: usize, mut coords: Vec<BigUint>) -> Position {
    if session.games()[0].rules.kinds()[kind].is_unordered() {
        coords.sort_unstable();
    }
    Position { parts: vec![Part { game: 0, kind, coords }] }
}
