//! Treblecross: noughts and crosses on a strip, where both players write X and three in a row win.
//!
//! An X within two cells of another lets the opponent win at once. So, as long as nobody can win at
//! once, a good move takes its cell and the two on either side out of play: on a run of n cells
//! without an X near, this is the octal game 0.007 on a heap of n + 2 (Winning Ways, chapter 4). When
//! no such cell is left the player to move has lost.

use super::avoiding::Avoiding;
use crate::board::decided::misere::MisereOutcome;
use crate::board::shown::sketch::{Look, Mark, Sketch};
use crate::board::{BoardGame, Picture, Sign, Touch};
use crate::language::{Message, message};
use crate::limits::Limits;
use crate::nimber::{Nimber, mex};
use crate::rule::{RuleError, Span};
use crate::ruleset::Failure;

/// Most cells of a strip: its values take a time that grows with the square.
const LONGEST: usize = 4096;

/// Treblecross.
///
/// ```
/// use grundy::board::{BoardGame, Treblecross};
/// use grundy::limits::Limits;
/// let mut game = Treblecross::new();
/// // The middle cell of an odd strip wins: what the other player does on one side is answered on the other.
/// let strip = Treblecross::read("....X....")?;
/// assert!(game.is_lost(&strip, &Limits::default())?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Treblecross {
    /// The values of 0.007.
    values: Vec<Nimber>,
}

impl Treblecross {
    /// A game of which nothing is computed yet.
    pub fn new() -> Treblecross {
        Treblecross::default()
    }

    /// Reads a strip: `..X....X.`, or its number of cells.
    ///
    /// ```
    /// use grundy::board::Treblecross;
    /// assert_eq!(Treblecross::read("5")?, Treblecross::read(".....")?);
    /// assert_eq!(Treblecross::read("..X")?, [false, false, true]);
    /// assert!(Treblecross::read("2").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The first mistake with its place.
    pub fn read(text: &str) -> Result<Vec<bool>, RuleError> {
        let wrong = |at: usize, length: usize, message: Message| {
            RuleError::new(Span::new(at, at + length), message)
                .help(message!(
                    "a strip is typed ..X....X. or, while it is empty, as its number of cells"
                ))
                .in_source(text)
        };
        let strip: Vec<bool> = match text.parse::<usize>() {
            Ok(cells) => vec![false; cells.min(LONGEST + 1)],
            Err(_) => text
                .char_indices()
                .map(|(at, sign)| match sign {
                    '.' | '_' => Ok(false),
                    'X' | 'x' => Ok(true),
                    _ => Err(wrong(at, sign.len_utf8(), message!("expected `.` or `X`"))),
                })
                .collect::<Result<_, _>>()?,
        };
        match strip.len() {
            3..=LONGEST => Ok(strip),
            _ => Err(wrong(0, text.len(), message!("a strip has from 3 to 4096 cells"))),
        }
    }

    pub(super) fn has_three(strip: &[bool]) -> bool {
        strip.windows(3).any(|three| three == [true; 3])
    }

    /// Whether one X more makes three.
    fn has_two(strip: &[bool]) -> bool {
        strip.windows(3).any(|three| three.iter().filter(|&&x| x).count() == 2)
    }

    /// The value of 0.007 at a heap.
    fn heap(&mut self, heap: usize) -> Nimber {
        while self.values.len() <= heap {
            let left = (self.values.len() + 1).saturating_sub(3);
            let pair = |part: usize| self.values[part] ^ self.values[left - 1 - part];
            self.values.push(mex((0..left.div_ceil(2)).map(pair)));
        }
        self.values[heap]
    }
}

/// The lengths of the runs of cells that have no X within two cells.
fn runs(strip: &[bool]) -> Vec<usize> {
    let near =
        |cell: usize| strip[cell.saturating_sub(2)..(cell + 3).min(strip.len())].contains(&true);
    let far: Vec<bool> = (0..strip.len()).map(|cell| !near(cell)).collect();
    let runs = far.split(|far| !far).map(<[bool]>::len);
    runs.filter(|&run| run > 0).collect()
}

impl BoardGame for Treblecross {
    /// Where an X stands.
    type Position = Vec<bool>;
    /// The cell.
    type Move = usize;

    fn moves<'a>(&self, strip: &'a Vec<bool>) -> impl Iterator<Item = usize> + use<'a> {
        let cells = if Treblecross::has_three(strip) { 0 } else { strip.len() };
        (0..cells).filter(|&cell| !strip[cell])
    }

    fn after(&self, strip: &Vec<bool>, &cell: &usize) -> Vec<bool> {
        let mut after = strip.clone();
        after[cell] = true;
        after
    }

    fn owned_bytes(&self, strip: &Vec<bool>) -> u64 {
        size_of_val(&strip[..]) as u64
    }

    fn show(&self, strip: &Vec<bool>) -> String {
        strip.iter().map(|&x| if x { 'X' } else { '.' }).collect()
    }

    fn show_move(&self, strip: &Vec<bool>, cell: &usize) -> Message {
        message!(
            "cell {cell}: {after}",
            cell = cell + 1,
            after = self.show(&self.after(strip, cell))
        )
    }

    fn name_move(&self, _: &Vec<bool>, cell: &usize) -> Message {
        message!("cell {cell}", cell = cell + 1)
    }

    fn picture(&self, strip: &Vec<bool>, made: Option<&usize>) -> Picture {
        let mark = |(cell, &x): (usize, &bool)| match made == Some(&cell) {
            true => Sign::new('X', Touch::Chosen),
            false => Sign::stays(if x { 'X' } else { '.' }),
        };
        vec![strip.iter().enumerate().map(mark).collect()]
    }

    fn is_over(&self, strip: &Vec<bool>) -> bool {
        Treblecross::has_three(strip)
    }

    fn wins_at_once(&self, strip: &Vec<bool>) -> bool {
        !Treblecross::has_three(strip) && Treblecross::has_two(strip)
    }

    fn sketch(&self, strip: &Vec<bool>) -> Sketch {
        let mut sketch = Sketch::default();
        for (cell, &x) in strip.iter().enumerate() {
            sketch.place((cell as f64, 0.0), Look::Cell, if x { "X" } else { "" });
        }
        sketch
    }

    fn mark(&self, _: &Vec<bool>, &cell: &usize) -> Mark {
        Mark::Places(vec![cell])
    }

    /// The strip or that from the other end.
    fn alike(&self, strip: Vec<bool>) -> Vec<bool> {
        match strip.iter().rev().lt(&strip) {
            true => strip.into_iter().rev().collect(),
            false => strip,
        }
    }

    /// The runs of cells without an X near, as long as nobody can win at once: each is worth as much
    /// as an empty strip.
    fn parts(&self, strip: &Vec<bool>) -> Vec<Vec<bool>> {
        match Treblecross::has_three(strip) || Treblecross::has_two(strip) {
            true => vec![strip.clone()],
            false => runs(strip).into_iter().map(|run| vec![false; run]).collect(),
        }
    }

    /// The value among positions in which nobody can win at once.
    fn value(&mut self, strip: &Vec<bool>, limits: &Limits) -> Result<Nimber, Failure> {
        limits.check()?;
        if Treblecross::has_three(strip) || Treblecross::has_two(strip) {
            let message = message!(
                "three in a row are there or can be made at once: such a position has no \
                           nimber; ask for its moves"
            );
            return Err(Failure::Domain(message));
        }
        Ok(runs(strip).into_iter().fold(Nimber::ZERO, |value, run| value ^ self.heap(run + 2)))
    }

    fn is_lost(&mut self, strip: &Vec<bool>, limits: &Limits) -> Result<bool, Failure> {
        if Treblecross::has_three(strip) {
            return Ok(true);
        }
        if Treblecross::has_two(strip) {
            return Ok(false);
        }
        Ok(self.value(strip, limits)? == Nimber::ZERO)
    }

    fn misere_outcome(&self) -> Option<Box<dyn MisereOutcome<Vec<bool>> + '_>> {
        Some(Box::new(Avoiding::new()))
    }
}
