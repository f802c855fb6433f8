//! Numbers and words, written to a stream in large pieces.

use std::io::Write;

use super::JudgeError;

/// What is written goes out once it has this many bytes.
const PIECE: usize = 1 << 16;

/// The digits of 00, 01, .., 99.
const PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[0; 2]; 100];
    let mut n = 0;
    while n < 100 {
        pairs[n] = [b'0' + (n / 10) as u8, b'0' + (n % 10) as u8];
        n += 1;
    }
    pairs
};

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
    pub(super) fn number(&mut self, mut number: u64) {
        let mut digits = [0; 40];
        let mut first = 20;
        while number >= 100 {
            first -= 2;
            digits[first..first + 2].copy_from_slice(&PAIRS[(number % 100) as usize]);
            number /= 100;
        }
        let [tens, ones] = PAIRS[number as usize];
        first -= 1;
        digits[first] = ones;
        if number >= 10 {
            first -= 1;
            digits[first] = tens;
        }
        // Twenty bytes whatever the length, which is quicker than as many as there are.
        let start = self.piece.len();
        self.piece.extend_from_slice(&digits[first..first + 20]);
        self.piece.truncate(start + 20 - first);
    }

    /// Ends a line, and lets go what has grown large enough.
    #[inline]
    pub(super) fn end_line(&mut self) -> Result<(), JudgeError> {
        self.piece.push(b'\n');
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
