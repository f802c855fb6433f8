//! Natural numbers separated by white space, read from a stream of any length in constant memory.
//!
//! A number that lies whole in the buffer and has fewer than 20 digits cannot overflow and is read
//! without a check per digit; every other number, and every mistake, takes the careful way. Lines
//! are counted only where a place is asked for and where a buffer is left behind.

use std::io::{ErrorKind, Read};

use grundy::language::Message;
use grundy::rule::plain_form;

use super::{JudgeError, Mistake};
use crate::language::{message, of_phrase};

const BUFFER: usize = 1 << 16;

/// Every number of this many digits fits in a machine word.
const SAFE_DIGITS: usize = 19;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A place in the input, both counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) line: u64,
    pub(super) column: u64,
}

/// The numbers of an input, one after the other.
pub(super) struct Reader<'a> {
    input: &'a mut dyn Read,
    buffer: Box<[u8]>,
    /// What is read lies before here.
    at: usize,
    /// The input that is in the buffer ends here.
    end: usize,
    /// Where the newest number begins, or the input ends.
    token: Token,
    /// Lines are counted up to this index, whose place is `counted_place`.
    counted: usize,
    counted_place: Place,
}

/// Where a number begins.
#[derive(Clone, Copy)]
enum Token {
    /// At this index of the buffer.
    Here(usize),
    /// In a buffer left behind.
    Before(Place),
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b' ')
}

/// In runs short enough for a byte to count them, so that many bytes are looked at in one step.
fn count_newlines(bytes: &[u8]) -> u64 {
    let run = |run: &[u8]| u64::from(run.iter().map(|&byte| u8::from(byte == b'\n')).sum::<u8>());
    bytes.chunks(255).map(run).sum()
}

/// The number that eight bytes begin with, and how many digits it has, if another byte ends it.
///
/// Three multiplications add up neighbouring digits, pairs and fours.
#[inline]
fn digits_of_eight(bytes: [u8; 8]) -> (u32, u64) {
    let word = u64::from_le_bytes(bytes);
    // A byte is no digit if it is not 0x30..=0x39: the high half differs, or adding 6 changes it.
    let zero = word ^ 0x3030_3030_3030_3030;
    let other = (zero | zero.wrapping_add(0x0606_0606_0606_0606)) & 0xf0f0_f0f0_f0f0_f0f0;
    let count = other.trailing_zeros() / 8;
    if count == 0 {
        return (0, 0);
    }
    // Zeros in front of the digits make them eight.
    let digits = zero << (64 - 8 * count);
    let pairs = (digits.wrapping_mul(10) + (digits >> 8)) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs.wrapping_mul(100) + (pairs >> 16)) & 0x0000_ffff_0000_ffff;
    let eight = (fours.wrapping_mul(10_000) + (fours >> 32)) & 0xffff_ffff;
    (count, eight)
}

const POWERS_OF_TEN: [u64; 9] =
    [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];

impl<'a> Reader<'a> {
    pub(super) fn new(input: &'a mut dyn Read) -> Result<Reader<'a>, JudgeError> {
        let mut reader = Reader {
            input,
            buffer: vec![0; BUFFER].into_boxed_slice(),
            at: 0,
            end: 0,
            token: Token::Here(0),
            counted: 0,
            counted_place: Place { line: 1, column: 1 },
        };
        // No more is waited for than what can still be the mark.
        while reader.end < BYTE_ORDER_MARK.len()
            && BYTE_ORDER_MARK.starts_with(&reader.buffer[..reader.end])
            && reader.read_on()?
        {}
        if reader.buffer[..reader.end].starts_with(BYTE_ORDER_MARK) {
            reader.at = BYTE_ORDER_MARK.len();
            reader.counted = reader.at;
            reader.token = Token::Here(reader.at);
        }
        Ok(reader)
    }

    /// The next number; `None` at the end of the input.
    #[inline]
    pub(super) fn next(&mut self) -> Result<Option<u64>, JudgeError> {
        let rest = &self.buffer[self.at..self.end];
        let Some(spaces) = rest.iter().position(|&byte| !is_space(byte)) else {
            return self.next_carefully();
        };
        self.at += spaces;
        let mut number: u64 = 0;
        let mut digits = 0;
        // Two times eight digits; longer numbers are rare.
        for _ in 0..3 {
            let Some(&eight) = rest[spaces + digits..].first_chunk() else { break };
            let (count, part) = digits_of_eight(eight);
            number = number.wrapping_mul(POWERS_OF_TEN[count as usize]).wrapping_add(part);
            digits += count as usize;
            if count < 8 {
                if digits == 0 || digits > SAFE_DIGITS || !is_space(rest[spaces + digits]) {
                    break;
                }
                self.token = Token::Here(self.at);
                self.at += digits;
                return Ok(Some(number));
            }
        }
        self.next_carefully()
    }

    /// The next number, across the borders of buffers, with all checks.
    #[cold]
    fn next_carefully(&mut self) -> Result<Option<u64>, JudgeError> {
        loop {
            let rest = &self.buffer[self.at..self.end];
            if let Some(spaces) = rest.iter().position(|&byte| !is_space(byte)) {
                self.at += spaces;
                break;
            }
            self.at = self.end;
            if !self.fill()? {
                self.token = Token::Here(self.at);
                return Ok(None);
            }
        }
        self.token = Token::Here(self.at);
        let mut number: u64 = 0;
        let mut digits = false;
        loop {
            if self.at == self.end && !self.fill()? {
                return Ok(Some(number));
            }
            let byte = self.buffer[self.at];
            if is_space(byte) {
                return Ok(Some(number));
            }
            let digit = byte.wrapping_sub(b'0');
            if digit > 9 {
                return Err(self.no_digit(byte, digits));
            }
            number = number
                .checked_mul(10)
                .and_then(|tens| tens.checked_add(digit.into()))
                .ok_or_else(|| self.mistake(message!("a number above {most}", most = u64::MAX)))?;
            digits = true;
            self.at += 1;
        }
    }

    /// The error of a byte that is no digit, where the reader stands.
    fn no_digit(&mut self, byte: u8, after_digits: bool) -> JudgeError {
        let minus = byte == b'-' && !after_digits;
        self.token = Token::Here(self.at);
        let letter = self.letter();
        let shown = match (byte, letter) {
            (b'!'..=b'~', _) => message!("`{sign}`", sign = char::from(byte)),
            (_, Some(letter)) => match plain_form(letter) {
                Some(plain) => message!("`{letter}`, a wide form of `{plain}`", letter, plain),
                None => message!("`{sign}`", sign = letter.escape_debug().to_string()),
            },
            _ => message!("the byte {byte}", byte = format!("{byte:#04x}")),
        };
        self.mistake(match (minus, after_digits) {
            (true, _) => message!("expected a number that is not negative, found `-`"),
            (false, true) => message!("expected a digit or white space, found {shown}", shown),
            (false, false) => message!("expected a number, found {shown}", shown),
        })
    }

    /// The letter of several bytes where the reader stands. What of it is not in the buffer yet is taken from the input, of
    /// which nothing else is read after a mistake.
    fn letter(&mut self) -> Option<char> {
        let here = &self.buffer[self.at..self.end];
        let length = match here.first()? {
            0xc2..=0xdf => 2,
            0xe0..=0xef => 3,
            0xf0..=0xf4 => 4,
            _ => return None,
        };
        let known = here.len().min(length);
        let mut bytes = [0; 4];
        bytes[..known].copy_from_slice(&here[..known]);
        self.input.read_exact(&mut bytes[known..length]).ok()?;
        let letter = std::str::from_utf8(&bytes[..length]).ok()?.chars().next()?;
        (!letter.is_control()).then_some(letter)
    }

    /// The next number of a case that has begun; `what` is a phrase that says
    /// what it is.
    #[inline]
    pub(super) fn need(&mut self, what: &'static str) -> Result<u64, JudgeError> {
        match self.next()? {
            Some(number) => Ok(number),
            None => Err(self
                .mistake(message!("the input ends where {what} belongs", what = of_phrase(what)))),
        }
    }

    /// Checks a number just read: an error at its place if it is above `most`.
    #[inline]
    pub(super) fn check(
        &mut self,
        number: u64,
        most: u64,
        what: &'static str,
    ) -> Result<u64, JudgeError> {
        if number <= most {
            return Ok(number);
        }
        let what = of_phrase(what);
        Err(self.mistake(message!("{what} is {number}, which is above {most}", what, number, most)))
    }

    /// An error where the newest number begins.
    #[cold]
    pub(super) fn mistake(&mut self, message: Message) -> JudgeError {
        let place = self.place();
        Mistake::new(place, message).into()
    }

    /// Where the newest number begins, or the input ends. Looks once at each byte in all.
    pub(super) fn place(&mut self) -> Place {
        match self.token {
            Token::Here(index) => {
                self.count_to(index);
                self.counted_place
            }
            Token::Before(place) => place,
        }
    }

    /// Counts the lines up to `index`, which is not before what is counted.
    fn count_to(&mut self, index: usize) {
        let passed = &self.buffer[self.counted..index];
        let place = &mut self.counted_place;
        match count_newlines(passed) {
            0 => place.column += passed.len() as u64,
            lines => {
                let last = passed.iter().rposition(|&byte| byte == b'\n').unwrap_or(0);
                place.line += lines;
                place.column = (passed.len() - last) as u64;
            }
        }
        self.counted = index;
    }

    /// Leaves this buffer behind for the next; false at the end of the input.
    fn fill(&mut self) -> Result<bool, JudgeError> {
        if let Token::Here(_) = self.token {
            self.token = Token::Before(self.place());
        }
        self.count_to(self.end);
        (self.at, self.end, self.counted) = (0, 0, 0);
        self.read_on()
    }

    /// Reads once behind what is in the buffer; false at the end of the input.
    fn read_on(&mut self) -> Result<bool, JudgeError> {
        loop {
            match self.input.read(&mut self.buffer[self.end..]) {
                Ok(0) => return Ok(false),
                Ok(count) => {
                    self.end += count;
                    return Ok(true);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(JudgeError::Read(error)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn eight_bytes_begin_with_the_digits_that_one_sees(
            digits in "[0-9]{0,8}",
            rest in prop::collection::vec(any::<u8>(), 8),
        ) {
            let mut bytes = [0; 8];
            for (to, &byte) in bytes.iter_mut().zip(digits.as_bytes().iter().chain(&rest)) {
                *to = byte;
            }
            let count = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let seen = std::str::from_utf8(&bytes[..count]).unwrap();
            let number = if count == 0 { 0 } else { seen.parse().unwrap() };
            prop_assert_eq!(digits_of_eight(bytes), (count as u32, number));
        }

        #[test]
        fn newlines_are_counted(bytes in prop::collection::vec(prop_oneof![Just(b'\n'), any::<u8>()], 0..2000)) {
            let seen = bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
            prop_assert_eq!(count_newlines(&bytes), seen);
        }
    }
}
