//! The format of strips on a board: `pas`.
//!
//! To place a strip of length `s` is to take `s` tokens from a heap and break the rest in two where
//! one likes: a take-and-break code with the digit 7 at the length of each strip. Boards of some size
//! come from the definition, larger ones from the heap engines, for ever once a period is proved.

use grundy::heap::guy_smith::Proof;
use grundy::heap::{Code, Run};
use grundy::limits::Limits;

use super::JudgeError;
use super::reader::Reader;
use super::writer::Writer;

const LONGEST_STRIP: u64 = 1000;

/// A thousand times the boards of the first version of the problem.
const LONGEST_BOARD: u64 = 1_000_000;

/// Boards up to here are computed one by one, straight from the rule: quicker than any engine while
/// they are few.
const NEAR_BOARDS: usize = 1 << 15;

/// The values of boards, computed as far as they are asked for.
struct Boards {
    /// The lengths of the strips, each once.
    strips: Vec<usize>,
    code: Code,
    near: Vec<u16>,
    /// For each value, one more than the last board that had an option of it.
    seen: Vec<u32>,
    /// All boards, from the first far one on.
    far: Option<Run>,
}

impl Boards {
    fn value(&mut self, board: u64) -> u64 {
        if board < NEAR_BOARDS as u64 {
            let board = board as usize;
            self.extend_to(board);
            return self.near[board].into();
        }
        let code = &self.code;
        let run = self.far.get_or_insert_with(|| Run::new(code.clone().into()));
        if run.proof().is_none() {
            // Without limits nothing stops it.
            let _ = run.advance(board, &Limits::default());
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

    /// The definition: the mex over all places of all strips.
    fn extend_to(&mut self, last: usize) {
        for board in self.near.len()..=last {
            let stamp = board as u32 + 1;
            for &strip in self.strips.iter().filter(|&&strip| strip <= board) {
                let rest = &self.near[..=board - strip];
                let half = rest.len().div_ceil(2);
                for (left, right) in rest[..half].iter().zip(rest.iter().rev()) {
                    self.seen[usize::from(left ^ right)] = stamp;
                }
            }
            let mex = self.seen.iter().take_while(|&&seen| seen == stamp).count();
            // A board has fewer options than there are 16-bit numbers.
            self.near.push(mex as u16);
        }
    }
}

/// Who wins a board.
pub(super) fn pas(input: &mut Reader<'_>, output: &mut Writer<'_>) -> Result<(), JudgeError> {
    let Some(first) = input.next()? else {
        return Ok(());
    };
    let mut strips = vec![strip(input, first)?];
    for _ in 0..2 {
        let length = input.need("a strip")?;
        strips.push(strip(input, length)?);
    }
    strips.sort_unstable();
    strips.dedup();
    let mut digits = [0; LONGEST_STRIP as usize + 1];
    for &strip in &strips {
        digits[strip] = 7;
    }
    // No digit is above 15, and none stands at 0.
    let Ok(code) = Code::new(&digits, &[]) else {
        return Err(input.mistake("no strip can be placed".to_owned()));
    };
    let seen = vec![0; 1 << 16];
    let mut boards = Boards { strips, code, near: Vec::new(), seen, far: None };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_and_far_boards_have_the_values_of_the_code() {
        for strips in [vec![1], vec![1, 5], vec![2, 3, 7], vec![4, 6, 9]] {
            let mut digits = [0; 10];
            strips.iter().for_each(|&strip| digits[strip] = 7);
            let code = Code::new(&digits, &[]).unwrap();
            let mut run = Run::new(code.clone().into());
            run.advance(2000, &Limits::default()).unwrap();
            let (near, seen) = (Vec::new(), vec![0; 1 << 16]);
            let mut boards = Boards { strips, code, near, seen, far: None };
            for board in 0..run.len().min(2000) {
                assert_eq!(Some(boards.value(board)), run.value(board), "{board}");
            }
        }
    }
}
