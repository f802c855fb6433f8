//! The format of cutting a sheet: `poj2311`.
//!
//! A sheet of `W x H` squares is cut along a grid line, then one of the pieces, and so on; who makes
//! a piece of one square wins: a win on the spot. A sheet from which such a piece can be cut is a win
//! whatever lies beside it, so no cut may leave one, and a sheet with no other cut has value 0. Any
//! other value is the mex over the cuts of the nim-sum of the two pieces (Winning Ways, chapter 12).

use super::JudgeError;
use super::reader::Reader;
use super::writer::Writer;
use crate::language::{message, phrase};

/// Five times what the format asks for; a table of this size takes half a second.
const LONGEST_SIDE: u64 = 1000;

/// A power of two above all values, since a sheet has fewer cuts than this, and so above the nim-sum
/// of any two.
const VALUES: usize = 1024;

/// In place of a value: the player to move cuts off a square and wins.
const WIN: u16 = u16::MAX;

/// In place of a value: one square, whose maker has won.
const SQUARE: u16 = u16::MAX - 1;

/// The values of sheets up to some side, which grows as it is asked for.
struct Sheets {
    /// `rows[w - 1][h - 1]`, for `w` and `h` up to the side.
    rows: Vec<Vec<u16>>,
    options: Options,
}

impl Sheets {
    fn new() -> Sheets {
        Sheets { rows: Vec::new(), options: Options { seen: [0; VALUES], sheet: 0 } }
    }

    fn first_wins(&mut self, w: usize, h: usize) -> bool {
        while self.rows.len() < w.max(h) {
            self.grow();
        }
        !matches!(self.rows[w - 1][h - 1], 0 | SQUARE)
    }

    /// Adds the sheets with one side more than all so far.
    fn grow(&mut self) {
        let mut last = Vec::with_capacity(self.rows.len() + 1);
        for other in 0..=self.rows.len() {
            // Those as long as this sheet and narrower, and those as wide and shorter. The two sides
            // of a square are cut alike.
            let across = self.rows.get(other).map_or(&[][..], Vec::as_slice);
            let value = self.options.value(&last, across);
            last.push(value);
        }
        for (row, &value) in self.rows.iter_mut().zip(&last) {
            row.push(value);
        }
        self.rows.push(last);
    }
}

/// The option values of one sheet at a time.
struct Options {
    /// For each value, the number of the last sheet that had an option of it.
    seen: [u32; VALUES],
    sheet: u32,
}

impl Options {
    /// The value of a sheet whose smaller sheets of the same length, and of the same width, have
    /// these values.
    fn value(&mut self, narrower: &[u16], shorter: &[u16]) -> u16 {
        if narrower.is_empty() && shorter.is_empty() {
            return SQUARE;
        }
        self.sheet += 1;
        for pieces in [narrower, shorter] {
            let cuts = pieces.len().div_ceil(2);
            for (&one, &other) in pieces[..cuts].iter().zip(pieces.iter().rev()) {
                match one.max(other) {
                    WIN if one.min(other) == SQUARE => return WIN,
                    WIN => (),
                    SQUARE => return WIN,
                    _ => self.seen[usize::from(one ^ other) % VALUES] = self.sheet,
                }
            }
        }
        // Fewer than `VALUES`.
        self.seen.iter().take_while(|&&sheet| sheet == self.sheet).count() as u16
    }
}

/// Who wins a sheet.
pub(super) fn poj2311(input: &mut Reader<'_>, output: &mut Writer<'_>) -> Result<(), JudgeError> {
    let mut sheets = Sheets::new();
    while let Some(width) = input.next()? {
        let w = side(input, width)?;
        let height = input.need(phrase!("the height"))?;
        let h = side(input, height)?;
        output.line(if sheets.first_wins(w, h) { "WIN" } else { "LOSE" })?;
    }
    Ok(())
}

/// A side, the newest number read.
fn side(input: &mut Reader<'_>, length: u64) -> Result<usize, JudgeError> {
    if length == 0 {
        return Err(input.mistake(message!("a side of a sheet is 1 at least")));
    }
    input.check(length, LONGEST_SIDE, phrase!("a side")).map(|length| length as usize)
}
