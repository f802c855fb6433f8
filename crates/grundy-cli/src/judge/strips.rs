//! The format of strips on a board: `pas`.
//!
//! To place a strip of length `s` is to take `s` tokens from a heap and break the rest in two where
//! one likes: a take-and-break code with the digit 7 at the length of each strip.
//!
//! The option values of a board of `p` are the nim-sums `G(a) xor G(q-a)` for `q = p - s`. This set
//! depends on `q` alone. It is gathered once, when the board of `q` is known, and kept until the
//! longest strip has used it: a step per two cells of `q`, however many strips there are and however
//! large the values grow. Where rare and common values part, as with strips of 2, 3 and 5, the heap
//! engines need far less; where they do not, as with 1, 7 and 8, far more. So an engine goes on after
//! some boards if it has found a sparse space, or if there are few values. The theorem of Guy and
//! Smith watches the values; once it proves a period, every further board is known.

use std::collections::VecDeque;

use grundy::heap::guy_smith::{Proof, Theorem, Watch};
use grundy::heap::{Code, Run, Values};
use grundy::limits::Limits;

use super::JudgeError;
use super::reader::Reader;
use super::writer::Writer;

/// Beyond this board only a proved period answers. It is a thousand times the boards of the first
/// version of the problem, and takes up to two minutes where there is no period.
const LONGEST_BOARD: u64 = 1_000_000;

/// Where to look for the period that a longer board needs: a fraction of a second.
const SEARCHED: u64 = 20_000;

/// After this board a heap engine may go on: a tenth of a second.
const LAST_NEAR: u64 = 32_000;

/// An engine uses a sparse space of values up to here only.
const LARGEST_SPARSE: u32 = 511;

/// With values up to here only, an engine is faster also without a sparse space.
const FEW_VALUES: u32 = 63;

/// Nim-sums are kept for strips up to this length. For longer ones they are gathered anew, so that
/// the memory does not depend on the lengths.
const LONGEST_KEPT: u64 = 4096;

/// Who wins a board.
pub(super) fn pas(input: &mut Reader<'_>, output: &mut Writer<'_>) -> Result<(), JudgeError> {
    let Some(first) = input.next()? else {
        return Ok(());
    };
    let mut strips = [strip(input, first)?; 3];
    for length in &mut strips[1..] {
        let number = input.need("a strip")?;
        *length = strip(input, number)?;
    }
    let mut boards = Boards::new(&strips);
    let count = input.need("the number of boards")?;
    for _ in 0..count {
        let Some(board) = input.next()? else { break };
        let last = if board <= LONGEST_BOARD { board } else { SEARCHED };
        let Some(value) = boards.value(board, last) else {
            return Err(input.mistake(format!(
                "a board is {board}, which is above {LONGEST_BOARD}, and no period is near"
            )));
        };
        output.line(if value != 0 { "1" } else { "2" })?;
    }
    Ok(())
}

/// The length of a strip, the newest number read.
fn strip(input: &mut Reader<'_>, length: u64) -> Result<u64, JudgeError> {
    match length {
        0 => Err(input.mistake("a strip has one cell at least".to_owned())),
        _ => Ok(length),
    }
}

/// The values of boards, computed as far as they are asked for.
struct Boards {
    /// The lengths of the strips, ascending, each once.
    strips: Vec<u64>,
    values: Vec<u32>,
    /// The values in reverse order, at the end of what there is room for. So both pieces of all
    /// cuts are read forwards.
    reversed: Vec<u32>,
    /// The nim-sums of the pieces of the newest boards, the newest board last.
    sums: VecDeque<Set>,
    /// How many of them are kept: the length of the longest strip that uses them.
    kept: u64,
    /// Whether a number is among the nim-sums being gathered. As long as a power of two above all
    /// values.
    gathered: Vec<bool>,
    /// The values once more, for the watch.
    watched: Values,
    watch: Watch,
    proof: Option<Proof>,
    far: Far,
}

/// How the boards beyond [`LAST_NEAR`] are computed.
enum Far {
    Undecided,
    /// Like those before.
    Here,
    /// By an engine that does it in less time.
    Engine(Box<Run>),
}

/// A set of nim-sums, a bit each.
type Set = Vec<u64>;

impl Boards {
    fn new(strips: &[u64]) -> Boards {
        let mut strips = strips.to_vec();
        strips.sort_unstable();
        strips.dedup();
        let last_digit = strips.last().copied().unwrap_or(0);
        let kept = strips.iter().rev().find(|&&strip| strip <= LONGEST_KEPT);
        Boards {
            kept: kept.copied().unwrap_or(0),
            strips,
            values: Vec::new(),
            reversed: Vec::new(),
            sums: VecDeque::new(),
            gathered: vec![false; 64],
            watched: Values::default(),
            watch: Watch::new(Theorem { pieces: 2, last_digit }),
            proof: None,
            far: Far::Undecided,
        }
    }

    /// The value of a board; `None` if it is above `last` and no period is proved until there.
    fn value(&mut self, board: u64, last: u64) -> Option<u64> {
        let goal = board.min(last);
        self.compute(goal.min(LAST_NEAR));
        if goal > LAST_NEAR && self.proof.is_none() {
            if let Far::Undecided = self.far {
                self.far = self.far();
            }
            if let Far::Engine(run) = &mut self.far {
                // Without limits nothing stops it.
                let _ = run.advance(goal, &Limits::default());
                return run.value(place(board, run.proof()));
            }
            self.compute(goal);
        }
        let place = usize::try_from(place(board, self.proof)).ok()?;
        self.values.get(place).map(|&value| value.into())
    }

    /// Computes the values up to a board, or until a period is proved.
    fn compute(&mut self, last: u64) {
        while self.proof.is_none() && self.values.len() as u64 <= last {
            self.next();
        }
    }

    /// How to go on.
    fn far(&self) -> Far {
        let longest = self.strips.last().copied().unwrap_or(0);
        let largest = self.values.iter().max().copied().unwrap_or(0);
        if longest > LAST_NEAR || largest > LARGEST_SPARSE {
            return Far::Here;
        }
        let digits: Vec<u8> =
            (0..=longest).map(|taken| if self.strips.contains(&taken) { 7 } else { 0 }).collect();
        let Ok(code) = Code::new(&digits, &[]) else { return Far::Here };
        let mut run = Run::resume(code.into(), &self.watched);
        // It looks for a sparse space some boards on. Without limits nothing stops it.
        let _ = run.advance(LAST_NEAR + 16, &Limits::default());
        if run.status().space.is_some() || largest <= FEW_VALUES {
            Far::Engine(Box::new(run))
        } else {
            Far::Here
        }
    }

    /// Computes the value of the next board.
    fn next(&mut self) {
        let board = self.values.len();
        let mut options = Set::new();
        for at in 0..self.strips.len() {
            let strip = self.strips[at];
            let Some(rest) = (board as u64).checked_sub(strip) else { break };
            if strip <= self.kept {
                // The newest set belongs to the board one shorter than this.
                unite(&mut options, &self.sums[self.sums.len() - strip as usize]);
            } else {
                unite(&mut options, &self.nim_sums(rest as usize));
            }
        }
        let full = options.iter().take_while(|&&word| word == u64::MAX).count();
        let rest = options.get(full).map_or(0, |word| word.trailing_ones());
        self.push(full as u32 * 64 + rest);
        self.proof = self.watch.look(&self.watched);
        if self.kept > 0 {
            if self.sums.len() as u64 == self.kept {
                self.sums.pop_front();
            }
            let sums = self.nim_sums(board);
            self.sums.push_back(sums);
        }
    }

    fn push(&mut self, value: u32) {
        let len = self.values.len();
        if len == self.reversed.len() {
            let mut roomier = vec![0; (2 * len).max(64)];
            let at = roomier.len() - len;
            roomier[at..].copy_from_slice(&self.reversed);
            self.reversed = roomier;
        }
        let at = self.reversed.len() - 1 - len;
        self.reversed[at] = value;
        self.values.push(value);
        self.watched.push(value.into());
        let above = (value as usize + 1).next_power_of_two();
        if above > self.gathered.len() {
            self.gathered.resize(above, false);
        }
    }

    /// The nim-sums of the two pieces of a board of known value, one of them perhaps empty.
    fn nim_sums(&mut self, board: usize) -> Set {
        let start = self.reversed.len() - 1 - board;
        let cuts = board / 2 + 1;
        let range = self.gathered.len() - 1;
        self.gathered.fill(false);
        for (one, other) in self.values[..cuts].iter().zip(&self.reversed[start..][..cuts]) {
            self.gathered[(one ^ other) as usize & range] = true;
        }
        let (words, _) = self.gathered.as_chunks::<64>();
        words.iter().map(bits).collect()
    }
}

/// The board with the value of this one, and near enough to be computed.
fn place(board: u64, proof: Option<Proof>) -> u64 {
    match proof {
        Some(Proof { preperiod, period, .. }) if board >= preperiod => {
            preperiod + (board - preperiod) % period
        }
        _ => board,
    }
}

/// The places of what is true, as bits.
fn bits(flags: &[bool; 64]) -> u64 {
    /// Brings the lowest bits of eight bytes together in the highest byte.
    const TOGETHER: u64 = 0x0102_0408_1020_4080;
    let (eights, _) = flags.as_chunks::<8>();
    eights.iter().rev().fold(0, |word, eight| {
        let bytes = u64::from_le_bytes(eight.map(u8::from));
        (word << 8) | (bytes.wrapping_mul(TOGETHER) >> 56)
    })
}

fn unite(set: &mut Set, more: &Set) {
    if more.len() > set.len() {
        set.resize(more.len(), 0);
    }
    for (word, more) in set.iter_mut().zip(more) {
        *word |= more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy::heap::definition::Definition;
    use grundy::heap::{Code, HeapGame};
    use grundy::limits::Limits;
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
            let mut boards = Boards::new(&strips);
            for (board, value) in (0..).zip(by_definition(&strips, 500)) {
                prop_assert_eq!(boards.value(board, 500), Some(value));
            }
        }

        #[test]
        fn flags_become_bits(word: u64) {
            prop_assert_eq!(bits(&std::array::from_fn(|at| (word >> at) & 1 != 0)), word);
        }
    }

    #[test]
    fn a_proved_period_answers_any_board() {
        // Two cells, .07: Dawson's Kayles, of period 34.
        let mut boards = Boards::new(&[2, 2, 2]);
        assert_eq!(boards.value(u64::MAX, 1000), boards.value(u64::MAX - 34 * 1_000_000, 1000));
        assert_eq!(boards.proof.map(|proof| proof.period), Some(34));
        assert!(boards.values.len() < 1000);
    }

    #[test]
    fn an_engine_goes_on_where_it_is_faster() {
        for (strips, faster) in [([2, 3, 4], true), ([3, 5, 8], false), ([1000; 3], true)] {
            let mut boards = Boards::new(&strips);
            boards.value(LAST_NEAR + 1, u64::MAX);
            assert_eq!(matches!(boards.far, Far::Engine(_)), faster);
            // The next boards come out the same here.
            let ours = |boards: &mut Boards, board: u64| {
                boards.compute(board);
                boards.values[board as usize].into()
            };
            for board in LAST_NEAR..LAST_NEAR + 100 {
                let value = boards.value(board, u64::MAX);
                assert_eq!(value, Some(ours(&mut boards, board)));
            }
        }
    }

    #[test]
    fn a_long_strip_takes_no_memory() {
        let strips = [1, LONGEST_KEPT + 1, 1 << 60];
        let mut boards = Boards::new(&strips);
        let last = LONGEST_KEPT + 200;
        assert!(
            (0..)
                .zip(by_definition(&strips, last))
                .all(|(board, value)| { boards.value(board, last) == Some(value) })
        );
        assert_eq!(boards.sums.len(), 1);
        assert_eq!(boards.value(u64::MAX, last), None);
    }
}
