//! Tables as bytes, for a page that draws millions of values.
//!
//! ```text
//! bytes 0..4    "GRT1"
//! byte  4       bytes of a value: 1, 2 or 4
//! byte  5       coordinates: 1 or 2; of a game with more, those that are not the same in all cells
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

use std::ops::ControlFlow;

use grundy::limits::Limits;
use grundy::outcome::Outcome;
use grundy::play::Session;
use grundy::ruleset::{Failure, Value};

use super::ask::Answer;
use super::problem::Problem;
use crate::cells::{Cell, Wanted, each};
use crate::language::say;

/// What stands for `win` and `over` before the width is known.
const WIN: u32 = u32::MAX;
const OVER: u32 = u32::MAX - 1;

/// The values between two corners.
pub(super) fn table(
    session: &mut Session,
    wanted: &Wanted,
    limits: &Limits,
) -> Result<Answer, Problem> {
    let Some(page) = wanted.page() else {
        let problem = Problem::request(say!(
            "a table in bytes has room for one or two coordinates that change"
        ));
        return Err(problem.help(say!("hold the others fast, as the first of three in `from` 3,0,0 and `to` 3,9,9; or ask for JSON")));
    };
    let found = values(session, wanted, limits);
    let found = found.map_err(|failure| Problem::of_failure(&failure, session.games()))?;
    let Some((values, outcomes)) = found else {
        let problem = Problem::too_large(say!("a value of this table does not fit in 32 bits"));
        return Err(problem.help(say!("ask for JSON")));
    };
    let [from, to]: [Vec<u64>; 2] =
        [&wanted.from, &wanted.to].map(|corner| page.iter().map(|&axis| corner[axis]).collect());
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

/// The values, and whether they are outcomes; nothing if one does not fit.
fn values(
    session: &mut Session,
    wanted: &Wanted,
    limits: &Limits,
) -> Result<Option<(Vec<u32>, bool)>, Failure> {
    let (mut values, mut outcomes) = (Vec::new(), false);
    let mut fit = true;
    each(session, wanted, limits, &mut |cell| {
        outcomes = matches!(cell, Cell::Outcome(_));
        match number(&cell) {
            Some(number) => values.push(number),
            None => fit = false,
        }
        if fit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    Ok(fit.then_some((values, outcomes)))
}

/// What stands for a cell; nothing if it does not fit.
fn number(cell: &Cell) -> Option<u32> {
    match cell {
        Cell::Outcome(Outcome::P) => Some(0),
        Cell::Outcome(Outcome::N) => Some(1),
        Cell::Outcome(Outcome::D) => Some(2),
        Cell::Value(Value::Win) => Some(WIN),
        Cell::Value(Value::Over) => Some(OVER),
        Cell::Value(Value::Nimber(value)) => {
            u32::try_from(*value).ok().filter(|&value| value < OVER)
        }
        Cell::Large(_) | Cell::Genus(_) => None,
    }
}
