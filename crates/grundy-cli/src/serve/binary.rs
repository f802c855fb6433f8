//! Tables as bytes, for a page that draws millions of values.
//!
//! ```text
//! bytes 0..4    "GRT1"
//! byte  4       bytes of a value: 1, 2 or 4
//! byte  5       coordinates: 1 or 2
//! byte  6       0 for values, 1 for outcomes: 0 is P, 1 is N, 2 is D
//! byte  7       0
//! bytes 8..16   the first row (the first heap)
//! bytes 16..24  the first column, 0 with one coordinate
//! bytes 24..28  rows
//! bytes 28..32  columns, 1 with one coordinate
//! then          the values row by row
//! ```
//!
//! All numbers are little-endian. The largest number of a value's width stands for `win`, the one
//! before for `over`.

use grundy::limits::Limits;
use grundy::outcome::Outcome;
use grundy::play::{Position, Session};
use grundy::ruleset::{Failure, Value};
use grundy::table::Table;

use super::ask::Answer;
use super::problem::Problem;
use crate::command::table::{Cell, Wanted, fill};
use crate::language::say;

/// What stands for `win` and `over` before the width is known.
const WIN: u32 = u32::MAX;
const OVER: u32 = u32::MAX - 1;
/// Components that a dense table may have for the values that are asked for.
const DENSE: u64 = 1 << 26;

/// The values between two corners.
pub(super) fn table(
    session: &mut Session,
    kind: usize,
    from: &[u64],
    to: &[u64],
    outcomes: bool,
    limits: &Limits,
) -> Result<Answer, Problem> {
    let found = values(session, kind, from, to, outcomes, limits);
    let found = found.map_err(|failure| Problem::of_failure(&failure, session.games()))?;
    let Some((values, outcomes)) = found else {
        let problem = Problem::too_large(say!("a value of this table does not fit in 32 bits"));
        return Err(problem.help(say!("ask for JSON")));
    };
    let count = |axis: usize| match (from.get(axis), to.get(axis)) {
        (Some(from), Some(to)) => u32::try_from(to - from + 1).unwrap_or(u32::MAX),
        _ => 1,
    };
    let plain = values.iter().filter(|&&value| value < OVER).max().copied().unwrap_or(0);
    let width = [1, 2].into_iter().find(|&width| plain < (1 << (8 * width)) - 2).unwrap_or(4_u8);
    let mut bytes = Vec::with_capacity(32 + values.len() * usize::from(width));
    bytes.extend(b"GRT1");
    bytes.extend([width, from.len() as u8, u8::from(outcomes), 0]);
    bytes.extend(from[0].to_le_bytes());
    bytes.extend(from.get(1).copied().unwrap_or(0).to_le_bytes());
    bytes.extend(count(0).to_le_bytes());
    bytes.extend(count(1).to_le_bytes());
    match width {
        // The marks are at the end of every width: their low bytes.
        1 => bytes.extend(values.iter().map(|&value| value as u8)),
        2 => bytes.extend(values.iter().flat_map(|&value| (value as u16).to_le_bytes())),
        _ => bytes.extend(values.iter().flat_map(|&value| value.to_le_bytes())),
    }
    Ok(Answer::binary(bytes))
}

fn number(outcome: Outcome) -> u32 {
    match outcome {
        Outcome::P => 0,
        Outcome::N => 1,
        Outcome::D => 2,
    }
}

/// The values, and whether they are outcomes; nothing if one does not fit.
fn values(
    session: &mut Session,
    kind: usize,
    from: &[u64],
    to: &[u64],
    outcomes: bool,
    limits: &Limits,
) -> Result<Option<(Vec<u32>, bool)>, Failure> {
    if !session.is_misere(&Position::default())?
        && let Some(values) = dense(session, kind, from, to, outcomes, limits)?
    {
        return Ok(Some((values, outcomes)));
    }
    let wanted = Wanted { kind, from: from.to_vec(), to: to.to_vec(), outcomes };
    let cells = fill(session, &wanted, limits)?;
    let outcomes = cells.iter().any(|cell| matches!(cell, Cell::Outcome(_)));
    let one = |cell: &Cell| match cell {
        Cell::Outcome(outcome) => Some(number(*outcome)),
        Cell::Value(Value::Win) => Some(WIN),
        Cell::Value(Value::Over) => Some(OVER),
        Cell::Value(Value::Nimber(value)) => {
            u32::try_from(value).ok().filter(|&value| value < OVER)
        }
    };
    let values: Option<Vec<u32>> = cells.iter().map(one).collect();
    Ok(values.map(|values| (values, outcomes)))
}

/// The values of two coordinates out of a dense table; nothing where there is none, or where one does
/// not fit, and the other way answers.
fn dense(
    session: &Session,
    kind: usize,
    from: &[u64],
    to: &[u64],
    outcomes: bool,
    limits: &Limits,
) -> Result<Option<Vec<u32>>, Failure> {
    let rules = &session.games()[0].rules;
    let &[last_row, last_column] = to else { return Ok(None) };
    let who_wins = || Table::new(rules, kind).and_then(Table::outcomes);
    let table = if outcomes { who_wins() } else { Table::new(rules, kind) };
    let Ok(mut table) = table.or_else(|_| Table::new(rules, kind)) else { return Ok(None) };
    // Only the half with the smaller coordinate first has values of its own.
    let unordered = rules.kinds()[kind].is_unordered();
    let last = match unordered {
        true => [last_row.max(last_column); 2],
        false => [last_row, last_column],
    };
    if table.size(&last).is_none_or(|size| size > DENSE) {
        return Ok(None);
    }
    match table.fill(&last, limits) {
        Ok(()) if table.is_finished() => {}
        Err(Failure::Stop(stop)) => return Err(stop.into()),
        _ => return Ok(None),
    }
    let one = |value: Value| match value {
        value if outcomes => Some(number(value.outcome())),
        Value::Nimber(nimber) => u32::try_from(nimber.0).ok().filter(|&value| value < OVER),
        Value::Win => Some(WIN),
        Value::Over => Some(OVER),
    };
    let columns = from[1]..=last_column;
    let mut values = Vec::new();
    for row in from[0]..=last_row {
        limits.check()?;
        let before = values.len();
        if unordered {
            values.extend(columns.clone().map_while(|column| one(table.value(&[row, column])?)));
        } else if let Some(line) = table.line(&[row], 0) {
            let skipped = usize::try_from(from[1]).unwrap_or(usize::MAX);
            let wanted = (last_column - from[1] + 1) as usize;
            values.extend(line.skip(skipped).take(wanted).map_while(one));
        }
        if (values.len() - before) as u64 != last_column - from[1] + 1 {
            return Ok(None);
        }
    }
    Ok(Some(values))
}
