//! The format of strips on a board: `pas`.
//!
//! To place a strip of length `s` is to take `s` tokens from a heap and break the rest in two where
//! one likes: a take-and-break code with the digit 7 at the length of each strip. Where its period is
//! proved on the way, every further board is known; else the heap engines go as far as asked.

use grundy::heap::guy_smith::Proof;
use grundy::heap::{Code, Run};
use grundy::limits::Limits;

use super::JudgeError;
use super::reader::Reader;
use super::writer::Writer;

const LONGEST_STRIP: u64 = 1000;

/// A thousand times the boards of the first version of the problem.
const LONGEST_BOARD: u64 = 1_000_000;

/// All boards up to here are computed at the first question: those of the first version.
const FIRST_BOARDS: u64 = 1000;

/// The value of a board, computed as far as need be.
fn value(run: &mut Run, board: u64) -> u64 {
    if run.proof().is_none() && board >= run.len() {
        // Without limits nothing stops it.
        let _ = run.advance(board.max(FIRST_BOARDS), &Limits::default());
    }
    let place = match run.proof() {
        Some(Proof { preperiod, period, .. }) if board >= preperiod => {
            preperiod + (board - preperiod) % period
        }
        _ => board,
    };
    // The board was computed above.
    run.value(place).unwrap_or(0)
}

/// Who wins a board.
pub(super) fn pas(input: &mut Reader<'_>, output: &mut Writer<'_>) -> Result<(), JudgeError> {
    let Some(first) = input.next()? else {
        return Ok(());
    };
    let mut digits = [0; LONGEST_STRIP as usize + 1];
    digits[strip(input, first)?] = 7;
    for _ in 0..2 {
        let length = input.need("a strip")?;
        digits[strip(input, length)?] = 7;
    }
    // No digit is above 15, and none stands at 0.
    let Ok(code) = Code::new(&digits, &[]) else {
        return Err(input.mistake("no strip can be placed".to_owned()));
    };
    let mut run = Run::new(code.into());
    let count = input.need("the number of boards")?;
    for _ in 0..count {
        let Some(board) = input.next()? else { break };
        input.check(board, LONGEST_BOARD, "a board")?;
        output.line(if value(&mut run, board) != 0 { "1" } else { "2" })?;
    }
    Ok(())
}

/// The length of a strip, the newest number read.
fn strip(input: &mut Reader<'_>, length: u64) -> Result<usize, JudgeError> {
    if length == 0 {
        return Err(input.mistake("a strip has one cell at least".to_owned()));
    }
    input.check(length, LONGEST_STRIP, "a strip").map(|length| length as usize)
}
