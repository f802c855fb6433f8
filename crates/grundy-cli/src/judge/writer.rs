//! Numbers and words, written to a stream in large pieces.
//!
//! Eight digits are made together in one machine word, without a branch that depends on them: halves
//! of four digits, quarters of two, single ones, each split off by a multiplication in place of a
//! division. Then the zeros in front are shifted out.

use std::io::Write;

use super::JudgeError;

/// What is written goes out once it has this many bytes.
const PIECE: usize = 1 << 16;

/// What eight digits can count.
const EIGHT: u64 = 100_000_000;

/// Eight times the digit zero.
const ZEROS: u64 = 0x3030_3030_3030_3030;

/// The values of the eight digits of a number below 10^8, the first in the lowest byte.
#[inline]
fn eight_digits(number: u64) -> u64 {
    // In each part x < 10^4, x / 100 is 10486 x / 2^20 rounded down, and below 100, x / 10 is
    // 103 x / 2^10.
    let fours = (number / 10_000) | ((number % 10_000) << 32);
    let hundreds = ((fours * 10_486) >> 20) & 0x0000_007f_0000_007f;
    let pairs = hundreds | ((fours - 100 * hundreds) << 16);
    let tens = ((pairs * 103) >> 10) & 0x000f_000f_000f_000f;
    tens | ((pairs - 10 * tens) << 8)
}

/// The answers of a judge format.
pub(super) struct Writer<'a> {
    output: &'a mut dyn Write,
    piece: Vec<u8>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(output: &'a mut dyn Write) -> Writer<'a> {
        Writer { output, piece: Vec::with_capacity(PIECE + 64) }
    }

    /// Text within a line.
    #[inline]
    pub(super) fn text(&mut self, text: &str) {
        self.piece.extend_from_slice(text.as_bytes());
    }

    /// A number within a line.
    #[inline]
    pub(super) fn number(&mut self, number: u64) {
        if number < EIGHT {
            return self.leading(number);
        }
        let (high, low) = (number / EIGHT, number % EIGHT);
        if high < EIGHT {
            self.leading(high);
        } else {
            self.leading(high / EIGHT);
            self.following(high % EIGHT);
        }
        self.following(low);
    }

    /// A number below 10^8.
    #[inline]
    fn leading(&mut self, number: u64) {
        let digits = eight_digits(number);
        // Of zero the last digit stays.
        let zeros = (digits | 1 << 56).trailing_zeros() / 8;
        let before = self.piece.len();
        self.piece.extend_from_slice(&((digits | ZEROS) >> (8 * zeros)).to_le_bytes());
        self.piece.truncate(before + 8 - zeros as usize);
    }

    /// The last eight digits of a longer number.
    #[inline]
    fn following(&mut self, number: u64) {
        self.piece.extend_from_slice(&(eight_digits(number) | ZEROS).to_le_bytes());
    }

    /// Ends a line, and lets go what has grown large enough.
    #[inline]
    pub(super) fn end_line(&mut self) -> Result<(), JudgeError> {
        self.piece.push(b'\n');
        if self.piece.len() >= PIECE { self.send() } else { Ok(()) }
    }

    /// Text within a line that may be of any length.
    #[inline]
    pub(super) fn part(&mut self, text: &str) -> Result<(), JudgeError> {
        self.text(text);
        if self.piece.len() >= PIECE { self.send() } else { Ok(()) }
    }

    /// A line of text.
    #[inline]
    pub(super) fn line(&mut self, text: &str) -> Result<(), JudgeError> {
        self.text(text);
        self.end_line()
    }

    /// Writes out all that is left.
    pub(super) fn finish(&mut self) -> Result<(), JudgeError> {
        self.send()?;
        self.output.flush().map_err(JudgeError::Write)
    }

    fn send(&mut self) -> Result<(), JudgeError> {
        let sent = self.output.write_all(&self.piece).map_err(JudgeError::Write);
        // Not twice, even if it failed.
        self.piece.clear();
        sent
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn written(number: u64) -> String {
        let mut output = Vec::new();
        let mut writer = Writer::new(&mut output);
        writer.number(number);
        writer.finish().expect("a vector takes everything");
        String::from_utf8(output).expect("digits")
    }

    #[test]
    fn numbers_around_the_powers_of_ten() {
        let powers = (0..20).map(|exponent| 10u64.pow(exponent));
        for number in powers.flat_map(|power| [power - 1, power, power + 1]).chain([u64::MAX]) {
            assert_eq!(written(number), number.to_string());
        }
    }

    proptest! {
        #[test]
        fn numbers_as_the_library_writes_them(number: u64, shift in 0..64) {
            prop_assert_eq!(written(number >> shift), u64::to_string(&(number >> shift)));
        }
    }
}
