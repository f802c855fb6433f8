//! The format of strips on a board: `pas`.
//!
//! To place a strip of length `s` is to take `s` tokens from a heap and break the rest in two where
//! one likes: a take-and-break code with the digit 7 at the length of each strip. Where its period is
//! proved on the way, every further board is known; the others cost time quadratic in the longest.

use grundy::heap::{Code, PeriodSearch, Values, guy_smith};
use grundy::limits::Limits;

use super::JudgeError;
use super::reader::Reader;
use super::writer::Writer;

const LONGEST_STRIP: u64 = 1000;

/// A thousand times the boards of the first version of the problem.
const LONGEST_BOARD: u64 = 1_000_000;

/// All boards up to here are computed at the first question: those of the first version.
const FIRST_BOARDS: u64 = 1000;

/// The values of boards, computed as far as they are asked for.
struct Boards {
    code: Code,
    search: PeriodSearch,
}

impl Boards {
    fn value(&mut self, board: u64) -> u64 {
        if let PeriodSearch::Open { values, .. } = &self.search
            && board >= values.len() as u64
        {
            // Twice as far as before: the work is at least quadratic, so the rest counts little.
            let last = board.max(2 * values.len() as u64).max(FIRST_BOARDS);
            self.search = guy_smith::prove(&self.code, last, &Limits::default());
        }
        let value = match &self.search {
            PeriodSearch::Open { values, .. } => values.get(board as usize),
            PeriodSearch::Proved(sequence) => sequence.value(board),
        };
        // The board was computed above.
        value.unwrap_or(0)
    }
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
    let search = PeriodSearch::Open { values: Values::default(), stop: None };
    let mut boards = Boards { code, search };
    let count = input.need("the number of boards")?;
    for _ in 0..count {
        let Some(board) = input.next()? else { break };
        input.check(board, LONGEST_BOARD, "a board")?;
        output.line(if boards.value(board) != 0 { "1" } else { "2" })?;
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
