//! The format of cutting a sheet: `poj2311`.
//!
//! A sheet of `W x H` squares is cut along a grid line, then one of the pieces, and so on; who makes
//! a piece of one square wins. A piece one square wide and longer than that lets the other player
//! win at once. So nobody makes one who need not: while both sides are 2 or more, only cuts that
//! leave them so count, and who has no such cut on any piece loses. This is an ordinary game, and a
//! sheet's value is the mex over its cuts of the nim-sum of the two pieces.

use super::JudgeError;
use super::reader::Reader;
use super::writer::Writer;

/// Five times what the format asks for; a table of this size takes a quarter of a second.
const LONGEST_SIDE: u64 = 1000;

/// A value is at most the number of cuts, below 1000.
const VALUES: usize = 1024;

/// The values of sheets up to some side, which grows as it is asked for.
struct Sheets {
    /// `rows[w][h]`, both below `rows.len()`; 0 where a side is below 2, which no cut leads to.
    rows: Vec<Vec<u16>>,
}

impl Sheets {
    fn new() -> Sheets {
        Sheets { rows: vec![vec![0; 2]; 2] }
    }

    /// The value of a sheet with sides of 2 or more.
    fn value(&mut self, w: usize, h: usize) -> u16 {
        while self.rows.len() <= w.max(h) {
            self.grow();
        }
        self.rows[w][h]
    }

    /// Adds the sheets with one side more than all so far.
    fn grow(&mut self) {
        let side = self.rows.len();
        let mut last: Vec<u16> = vec![0; 2];
        for other in 2..=side {
            let mut seen = [0u64; VALUES / 64];
            cuts(&last[..other], other, &mut seen);
            // A square is cut in both directions alike.
            if let Some(row) = self.rows.get(other) {
                cuts(row, side, &mut seen);
            }
            let full = seen.iter().take_while(|&&word| word == u64::MAX).count();
            let rest = seen.get(full).map_or(0, |word| word.trailing_ones());
            last.push((full * 64) as u16 + rest as u16);
        }
        for (row, &value) in self.rows.iter_mut().zip(&last) {
            row.push(value);
        }
        self.rows.push(last);
    }
}

/// Notes the values of cutting a sheet of this length in two, given those of the same width.
fn cuts(shorter: &[u16], length: usize, seen: &mut [u64; VALUES / 64]) {
    for at in 2..=length / 2 {
        let value = (shorter[at] ^ shorter[length - at]) as usize % VALUES;
        seen[value / 64] |= 1 << (value % 64);
    }
}

/// Who wins a sheet.
pub(super) fn poj2311(input: &mut Reader<'_>, output: &mut Writer<'_>) -> Result<(), JudgeError> {
    let mut sheets = Sheets::new();
    while let Some(width) = input.next()? {
        let w = side(input, width)?;
        let height = input.need("the height")?;
        let h = side(input, height)?;
        let wins = match w.min(h) {
            // One square is the end of a game, won by who made it; from a longer strip it is cut off.
            1 => w.max(h) > 1,
            _ => sheets.value(w, h) != 0,
        };
        output.line(if wins { "WIN" } else { "LOSE" })?;
    }
    Ok(())
}

/// A side, the newest number read.
fn side(input: &mut Reader<'_>, length: u64) -> Result<usize, JudgeError> {
    if length == 0 {
        return Err(input.mistake("a side of a sheet is 1 at least".to_owned()));
    }
    input.check(length, LONGEST_SIDE, "a side").map(|length| length as usize)
}
