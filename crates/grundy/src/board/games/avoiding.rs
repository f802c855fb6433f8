//! Treblecross in misère play: whoever makes three in a row loses.
//!
//! While there is no three in a row some cell is empty, so the game ends by three in a row alone. Who has
//! to make them has lost: so nobody does who has another cell, and this is normal play of the game in which
//! that is forbidden. A cell on which an X would make three stays empty for ever, and no three in a row lie
//! across it: a strip falls apart there, and the parts are components of a sum with values.
//!
//! ```text
//! part     cells without a forbidden one, at least one of them empty; there any two X are three cells
//!          apart or more, so of n cells there are about 1.47^n parts
//! move     an X on an empty cell; what that forbids cuts
//! ```

use std::ops::ControlFlow;

use smallvec::SmallVec;

use crate::board::Treblecross;
use crate::board::decided::misere::MisereOutcome;
use crate::limits::Limits;
use crate::ruleset::{Failure, Ruleset};
use crate::search::{Packed, Pruned};

/// Most cells of a part: a word has a bit above them, and 8 are free.
const MOST_CELLS: usize = 55;

/// Cells in a row as bits, with one bit above the last: in the order in which the word is larger.
type Part = u64;

/// The rules: an X on a cell where it does not make three.
struct Avoid;

/// How many cells a part has.
fn cells(part: Part) -> u32 {
    part.ilog2()
}

/// Where an X stands.
fn marks(part: Part) -> u64 {
    part ^ 1 << cells(part)
}

/// The part with so many cells, or its reflection.
fn part_of(marks: u64, cells: u32) -> Part {
    let reflected = if cells == 0 { 0 } else { marks.reverse_bits() >> (u64::BITS - cells) };
    1 << cells | marks.max(reflected)
}

/// The parts of at most [`MOST_CELLS`] cells.
fn parts(marks: u64, cells: u32, mut see: impl FnMut(Part)) {
    let (up, down) = (marks << 1, marks >> 1);
    let forbidden = (up & up << 1 | down & down >> 1 | up & down) & !marks;
    let mut first = 0;
    while first < cells {
        let cut = (forbidden >> first | 1 << (cells - first)).trailing_zeros();
        let here = marks >> first & ((1 << cut) - 1);
        if here != (1 << cut) - 1 {
            see(part_of(here, cut));
        }
        first += cut + 1;
    }
}

impl Ruleset for Avoid {
    type Component = Part;

    fn options(
        &self,
        from: &Part,
        _: &Limits,
        see: &mut dyn FnMut(&[Part]) -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        let (cells, marks) = (cells(*from), marks(*from));
        let mut left: SmallVec<[Part; 4]> = SmallVec::new();
        for cell in (0..cells).filter(|cell| marks >> cell & 1 == 0) {
            left.clear();
            parts(marks | 1 << cell, cells, |part| left.push(part));
            if see(&left).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn describe(&self, part: &Part) -> String {
        let marks = marks(*part);
        (0..cells(*part)).map(|cell| if marks >> cell & 1 == 1 { 'X' } else { '.' }).collect()
    }
}

impl Packed for Avoid {
    type Word = Part;
    type Memory = ();

    fn pack(&self, part: Part) -> Part {
        part
    }

    fn unpack(&self, word: Part) -> Option<Part> {
        let fits = word > 1 && cells(word) as usize <= MOST_CELLS;
        let mut whole = None;
        if fits {
            parts(marks(word), cells(word), |part| {
                whole.get_or_insert(part);
            });
        }
        whole.filter(|part| *part == word)
    }

    fn weight(&self, part: Part) -> u32 {
        cells(part) - marks(part).count_ones()
    }

    fn most_moves(&self, part: Part) -> u8 {
        self.weight(part) as u8
    }
}

/// Who wins strips in misère play.
pub(super) struct Avoiding(Pruned<Avoid>);

impl Avoiding {
    pub(super) fn new() -> Avoiding {
        Avoiding(Pruned::new(Avoid))
    }
}

impl MisereOutcome<Vec<bool>> for Avoiding {
    fn is_lost(&mut self, strips: &[Vec<bool>], limits: &Limits) -> Result<Option<bool>, Failure> {
        // Whoever made them has lost.
        if strips.iter().any(|strip| Treblecross::has_three(strip)) {
            return Ok(Some(false));
        }
        let mut left = Vec::new();
        for strip in strips {
            let is_forbidden = |cell: usize| {
                let near = |away: isize| {
                    cell.checked_add_signed(away).and_then(|near| strip.get(near)) == Some(&true)
                };
                !strip[cell] && [(-2, -1), (-1, 1), (1, 2)].iter().any(|&(a, b)| near(a) && near(b))
            };
            let cells: Vec<Option<bool>> = strip
                .iter()
                .enumerate()
                .map(|(cell, &mark)| (!is_forbidden(cell)).then_some(mark))
                .collect();
            for part in cells.split(Option::is_none).filter(|part| part.contains(&Some(false))) {
                if part.len() > MOST_CELLS {
                    return Ok(None);
                }
                let each = part.iter().enumerate();
                let marks =
                    each.fold(0, |marks, (at, &mark)| marks | u64::from(mark == Some(true)) << at);
                left.push(part_of(marks, part.len() as u32));
            }
        }
        left.sort_unstable();
        Ok(Some(self.0.is_lost(&left, limits)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardGame;
    use crate::board::decided::misere::{Judge, Parts};
    use crate::outcome::Outcome;
    use crate::ruleset::Value;
    use crate::search::{Misere, Values};

    #[test]
    fn parts_of_a_word_are_those_of_its_cells() {
        for cells in 1..=12 {
            for marks in 0..1_u64 << cells {
                let is_mark = |cell: u32| cell < cells && marks >> cell & 1 == 1;
                let mut expected = Vec::new();
                let (mut part, mut length) = (0_u64, 0_u32);
                for cell in 0..=cells {
                    let near = |away: i32| cell.checked_add_signed(away).is_some_and(is_mark);
                    let cut =
                        !is_mark(cell) && (near(-1) && (near(-2) || near(1)) || near(1) && near(2));
                    if cell == cells || cut {
                        if part.count_ones() < length {
                            expected.push(part_of(part, length));
                        }
                        (part, length) = (0, 0);
                    } else {
                        part |= u64::from(is_mark(cell)) << length;
                        length += 1;
                    }
                }
                let mut found = Vec::new();
                parts(marks, cells, |part| found.push(part));
                assert_eq!(found, expected, "{marks:b} of {cells}");
            }
        }
    }

    #[test]
    fn three_in_a_row_are_avoided_as_the_definition_says() {
        let game = Treblecross::new();
        let limits = Limits::default();
        let mut judge = Judge::new(&game);
        let mut definition = Misere::new(Parts(&game));
        let mut random = fastrand::Rng::with_seed(3);
        let mut lost = 0;
        for _ in 0..400 {
            let strips: Vec<Vec<bool>> = (0..random.usize(1..4))
                .map(|_| (0..random.usize(3..9)).map(|_| random.u8(..5) == 0).collect())
                .collect();
            let parts: Vec<Vec<bool>> =
                strips.iter().map(|strip| game.alike(strip.clone())).collect();
            let expected = definition.outcome(&parts, &limits).unwrap() == Outcome::P;
            assert_eq!(judge.is_lost(&strips, &limits), Ok(expected), "{strips:?}");
            lost += usize::from(expected);
        }
        assert!(lost > 50, "{lost}");
    }

    #[test]
    fn few_parts_decide_a_long_strip() {
        let mut avoiding = Avoiding::new();
        for cells in [24, 33] {
            avoiding.is_lost(&[vec![false; cells]], &Limits::default()).unwrap();
        }
        assert!(avoiding.0.visits() < 200_000, "{}", avoiding.0.visits());
        let mut values = Values::new(&Avoid);
        let part = part_of(0, 18);
        let value = values.value(&part, &Limits::default()).unwrap();
        let found = avoiding.0.value(&[part], &Limits::default()).unwrap();
        assert_eq!(Value::Nimber(found), value);
    }
}
