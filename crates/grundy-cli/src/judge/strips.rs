//! The format of strips on a board: `pas`.
//!
//! To place a strip of length `s` is to take `s` tokens from a heap and break the rest in two where
//! one likes: a take-and-break code with the digit 7 at the length of each strip, which the heap
//! engines compute. They watch for a period; once one is proved, every further board is known.

use grundy::heap::{Code, Run};
use grundy::limits::Limits;

use super::JudgeError;
use super::reader::Reader;
use super::writer::Writer;
use crate::language::{message, phrase};

/// Beyond this board only a proved period answers. It is a thousand times the boards of the first
/// version of the problem.
const LONGEST_BOARD: u64 = 1_000_000;

/// Where to look for the period that a longer board needs: a fraction of a second.
const SEARCHED: u64 = 10_000;

/// Who wins a board.
pub(super) fn pas(input: &mut Reader<'_>, output: &mut Writer<'_>) -> Result<(), JudgeError> {
    let Some(first) = input.next()? else {
        return Ok(());
    };
    let mut strips = [strip(input, first)?; 3];
    for length in &mut strips[1..] {
        let number = input.need(phrase!("a strip"))?;
        *length = strip(input, number)?;
    }
    let Some(mut boards) = Boards::new(&strips) else {
        return Err(input.mistake(message!("no code has so long a strip")));
    };
    let count = input.need(phrase!("the number of boards"))?;
    for _ in 0..count {
        let Some(board) = input.next()? else { break };
        let last = if board <= LONGEST_BOARD { board } else { SEARCHED };
        let Some(value) = boards.value(board, last) else {
            return Err(input.mistake(message!(
                "a board is {board}, which is above {most}, and no period is near",
                board,
                most = LONGEST_BOARD
            )));
        };
        output.line(if value != 0 { "1" } else { "2" })?;
    }
    Ok(())
}

/// The length of a strip, the newest number read.
fn strip(input: &mut Reader<'_>, length: u64) -> Result<u64, JudgeError> {
    match length {
        0 => Err(input.mistake(message!("a strip has one cell at least"))),
        _ => Ok(length),
    }
}

/// The values of boards, computed as far as they are asked for.
struct Boards {
    run: Run,
    /// The first strip that is left out of the run, for no board that is computed has room for it.
    too_long: Option<u64>,
}

impl Boards {
    fn new(strips: &[u64]) -> Option<Boards> {
        let longest = strips.iter().copied().filter(|&strip| strip <= LONGEST_BOARD).max();
        let digit = |taken| if strips.contains(&taken) { 7 } else { 0 };
        let digits: Vec<u8> = (0..=longest.unwrap_or(0)).map(digit).collect();
        let code = Code::new(&digits, &[]).ok()?;
        let too_long = strips.iter().copied().filter(|&strip| strip > LONGEST_BOARD).min();
        Some(Boards { run: Run::new(code.into()), too_long })
    }

    /// The value of a board; `None` if it is above `last` and no period is proved until there.
    fn value(&mut self, board: u64, last: u64) -> Option<u64> {
        let goal = board.min(last);
        if self.run.len() <= goal && self.run.proof().is_none() {
            // Without limits nothing stops it.
            let _ = self.run.advance(goal, &Limits::default());
        }
        match self.run.proof() {
            Some(proof) if board >= proof.preperiod => {
                let known = self.too_long.is_none_or(|strip| board < strip);
                let place = proof.preperiod + (board - proof.preperiod) % proof.period;
                self.run.value(place).filter(|_| known)
            }
            _ => self.run.value(board),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy::heap::HeapGame;
    use grundy::heap::definition::Definition;
    use proptest::prelude::*;

    fn by_definition(strips: &[u64], last: u64) -> Vec<u64> {
        let digits: Vec<u8> =
            (0..=last).map(|taken| if strips.contains(&taken) { 7 } else { 0 }).collect();
        let code = Code::new(&digits, &[]).expect("no digit is above 15");
        let mut run = Definition::new(HeapGame::Code(code));
        run.advance(last, &Limits::default()).expect("there are no limits");
        run.values().iter().collect()
    }

    proptest! {
        #[test]
        fn boards_agree_with_the_definition(strips in prop::collection::vec(1u64..12, 1..4)) {
            let mut boards = Boards::new(&strips).expect("short strips");
            for (board, value) in (0..).zip(by_definition(&strips, 500)) {
                prop_assert_eq!(boards.value(board, 500), Some(value));
            }
        }
    }

    #[test]
    fn a_proved_period_answers_any_board() {
        // Two cells, .07: Dawson's Kayles, of period 34.
        let mut boards = Boards::new(&[2, 2, 2]).expect("short strips");
        assert_eq!(boards.value(u64::MAX, 1000), boards.value(u64::MAX - 34 * 1_000_000, 1000));
        assert_eq!(boards.run.proof().map(|proof| proof.period), Some(34));
        assert!(boards.run.len() < 1000);
    }

    #[test]
    fn a_strip_beyond_all_boards_is_known_of() {
        let strips = [1, 700, 1 << 60];
        let mut boards = Boards::new(&strips).expect("the longest is left out");
        let values = by_definition(&strips, 1000);
        assert!((0..).zip(values).all(|(board, value)| boards.value(board, 1000) == Some(value)));
        // The strip of one cell alone has a period, which holds up to the long strip only.
        let mut boards = Boards::new(&[1, 1, 1 << 60]).expect("the longest is left out");
        assert!(boards.value((1 << 60) - 1, 1000).is_some());
        assert_eq!(boards.value(1 << 60, 1000), None);
    }
}
