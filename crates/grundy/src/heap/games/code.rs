//! Take-and-break codes: octal, hexadecimal, with or without a repeating tail.
//!
//! A code `d0.d1d2d3...` says what may be done with a heap from which `i` tokens are taken: bit `j`
//! of the digit `d_i` allows the rest to be left as exactly `j` non-empty heaps. So bit 0 allows
//! taking a heap of exactly `i` whole, bit 1 leaving one heap, bit 2 splitting the rest in two, bit
//! 3 in three. Octal codes have digits below 8, hexadecimal ones below 16. (Winning Ways, chapter
//! 4; Siegel, *Combinatorial Game Theory*, IV.2.)
//!
//! Grammar of the text:
//!
//! ```text
//! code  = [digit] ["." digit* ["(" digit+ ")"]]      not empty
//! digit = 0-9, A-F or a-f
//! ```

use crate::heap::{AllButSet, SubtractionSet};
use crate::language::{Message, message};
use std::fmt;
use std::str::FromStr;

/// The rule of a take-and-break game, such as Kayles `0.77` or Lasker's Nim `4.(3)`.
///
/// `Display` prints the canonical text: a digit before the point, no zeros at the end, the
/// shortest repeating tail as early as possible. Two codes are equal exactly when all their digits
/// are.
///
/// ```
/// use grundy::heap::Code;
/// let kayles: Code = ".770".parse()?;
/// assert_eq!(kayles.to_string(), "0.77");
/// assert_eq!((kayles.digit(0), kayles.digit(2), kayles.digit(3)), (0, 7, 0));
/// assert_eq!(kayles.last_digit(), Some(2));
/// let lasker: Code = "4.3(33)".parse()?;
/// assert_eq!(lasker.to_string(), "4.(3)");
/// assert_eq!((lasker.digit(1 << 60), lasker.last_digit()), (3, None));
/// # Ok::<(), grundy::heap::CodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Code {
    /// The digits `d0, d1, ...` before the tail; never empty.
    head: Vec<u8>,
    /// The digits that repeat for ever after the head; empty for a finite code.
    tail: Vec<u8>,
}

impl Code {
    /// A code from the digits `d0, d1, ...` and a tail that repeats after them (empty for none).
    ///
    /// ```
    /// use grundy::heap::{Code, CodeErrorKind};
    /// assert_eq!(Code::new(&[4], &[3])?.to_string(), "4.(3)");
    /// // Bit 0 of the digit before the point would be a move that takes nothing from no heap.
    /// let refused = Code::new(&[1, 7], &[]).unwrap_err();
    /// assert_eq!((refused.kind, refused.position), (CodeErrorKind::NothingTaken, 0));
    /// # Ok::<(), grundy::heap::CodeError>(())
    /// ```
    ///
    /// # Errors
    /// A digit above 15, or a `d0` that lets a player change nothing; the position counts the
    /// digits of head and tail from 0.
    pub fn new(head: &[u8], tail: &[u8]) -> Result<Code, CodeError> {
        let large = head.iter().chain(tail).position(|&digit| digit > 15);
        if let Some(position) = large {
            return Err(CodeError { kind: CodeErrorKind::NotADigit, position });
        }
        let head = if head.is_empty() && tail.is_empty() { &[0] } else { head };
        let mut code = Code { head: head.to_vec(), tail: tail.to_vec() };
        if code.head.is_empty() {
            code.head.push(tail[0]);
            code.tail.rotate_left(1);
        }
        if code.head[0] & 3 != 0 {
            return Err(CodeError { kind: CodeErrorKind::NothingTaken, position: 0 });
        }
        code.normalize();
        Ok(code)
    }

    /// The digit `d_i`: what may be done after taking `i` tokens.
    pub fn digit(&self, i: u64) -> u8 {
        match usize::try_from(i).ok().and_then(|i| self.head.get(i)) {
            Some(&digit) => digit,
            None if self.tail.is_empty() => 0,
            None => {
                let past = (i - self.head.len() as u64) % self.tail.len() as u64;
                self.tail[past as usize]
            }
        }
    }

    /// The largest `i` with a digit that is not zero, 0 if there is none: the `k` of the period
    /// theorem. `None` if the code repeats for ever.
    pub fn last_digit(&self) -> Option<u64> {
        self.tail.is_empty().then(|| self.head.len() as u64 - 1)
    }

    /// The digits before the repeating tail: `d0` and all up to the last that is not zero, or to
    /// the start of the tail.
    pub fn head(&self) -> &[u8] {
        &self.head
    }

    /// The digits that repeat for ever after [`Code::head`]; empty for a finite code.
    pub fn tail(&self) -> &[u8] {
        &self.tail
    }

    /// The most heaps that a move can leave, `0..=3`.
    ///
    /// ```
    /// use grundy::heap::Code;
    /// let most = ["0.33", "0.77", "0.F"].map(|code| code.parse::<Code>().unwrap().most_pieces());
    /// assert_eq!(most, [1, 2, 3]);
    /// ```
    pub fn most_pieces(&self) -> u32 {
        let all = self.head.iter().chain(&self.tail).fold(0, |all, digit| all | digit);
        match all {
            0 => 0,
            _ => u32::from(all).ilog2(),
        }
    }

    /// The subtraction set that the code is, if it is one: a finite code of digits 0 and 3.
    ///
    /// ```
    /// use grundy::heap::{Code, SubtractionSet};
    /// assert_eq!("0.3033".parse::<Code>()?.subtraction(), Some(SubtractionSet::new([1, 3, 4])));
    /// assert_eq!("0.77".parse::<Code>()?.subtraction(), None);
    /// # Ok::<(), grundy::heap::CodeError>(())
    /// ```
    pub fn subtraction(&self) -> Option<SubtractionSet> {
        let simple = self.tail.is_empty() && self.head.iter().all(|&digit| matches!(digit, 0 | 3));
        simple.then(|| SubtractionSet::new(self.places(3)))
    }

    /// The code of a subtraction set, of which the largest amount is at most `most`.
    ///
    /// ```
    /// use grundy::heap::{Code, SubtractionSet};
    /// let code = Code::of_subtraction(&SubtractionSet::new([1, 3, 4]), 100);
    /// assert_eq!(code, Some("0.3033".parse()?));
    /// # Ok::<(), grundy::heap::CodeError>(())
    /// ```
    pub fn of_subtraction(set: &SubtractionSet, most: u64) -> Option<Code> {
        let last = set.amounts().last().copied().unwrap_or(0);
        let digit = |amount| if set.amounts().binary_search(&amount).is_ok() { 3 } else { 0 };
        let digits: Vec<u8> = (last <= most).then(|| (0..=last).map(digit).collect())?;
        Code::new(&digits, &[]).ok()
    }

    /// The all-but set that the code is, if it is one: digits 0 and 3 with the tail `(3)`.
    ///
    /// ```
    /// use grundy::heap::{AllButSet, Code};
    /// let code: Code = "0.003(3)".parse()?;
    /// assert_eq!(code.all_but(), Some(AllButSet::new([1, 2])));
    /// # Ok::<(), grundy::heap::CodeError>(())
    /// ```
    pub fn all_but(&self) -> Option<AllButSet> {
        let simple = self.tail == [3] && self.head.iter().all(|&digit| matches!(digit, 0 | 3));
        simple.then(|| AllButSet::new(self.places(0)))
    }

    /// The amounts in the head that have this digit.
    fn places(&self, digit: u8) -> impl Iterator<Item = u64> {
        (0..).zip(&self.head).filter(move |&(_, &other)| other == digit).map(|(i, _)| i)
    }

    /// Brings head and tail to the one form that `Display` prints.
    fn normalize(&mut self) {
        if self.tail.iter().all(|&digit| digit == 0) {
            self.tail.clear();
            while self.head.len() > 1 && self.head.last() == Some(&0) {
                self.head.pop();
            }
            return;
        }
        let length = self.tail.len();
        let shortest = (1..=length).find(|&part| {
            length.is_multiple_of(part)
                && self.tail[part..].iter().zip(&self.tail).all(|(one, other)| one == other)
        });
        self.tail.truncate(shortest.unwrap_or(length));
        let before = self.tail.iter().rev().cycle();
        let same =
            self.head[1..].iter().rev().zip(before).take_while(|(digit, tail)| digit == tail);
        let same = same.count();
        self.head.truncate(self.head.len() - same);
        let length = self.tail.len();
        self.tail.rotate_right(same % length);
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:X}.", self.head[0])?;
        for digit in &self.head[1..] {
            write!(f, "{digit:X}")?;
        }
        if !self.tail.is_empty() {
            f.write_str("(")?;
            for digit in &self.tail {
                write!(f, "{digit:X}")?;
            }
            f.write_str(")")?;
        }
        Ok(())
    }
}

/// Where and why a text is not a take-and-break code.
///
/// ```
/// use grundy::heap::{Code, CodeErrorKind};
/// let mistake = "0.7x".parse::<Code>().unwrap_err();
/// assert_eq!((mistake.kind, mistake.position), (CodeErrorKind::NotADigit, 3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CodeError {
    /// What is wrong.
    pub kind: CodeErrorKind,
    /// The byte of the text where it is wrong.
    pub position: usize,
}

/// What can be wrong with a take-and-break code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CodeErrorKind {
    /// The text has no digit.
    Empty,
    /// A digit 0-9 or A-F was expected.
    NotADigit,
    /// The digit before the point would let a player change nothing; it may be 0, 4, 8 or C.
    NothingTaken,
    /// More than one digit before the point.
    LongHead,
    /// A repeating part without an end, without digits, or with something after it.
    Tail,
}

impl CodeErrorKind {
    /// It in words.
    pub fn message(self) -> Message {
        match self {
            CodeErrorKind::Empty => message!("a code has at least one digit, as in 0.77"),
            CodeErrorKind::NotADigit => message!("expected a digit 0-9 or A-F"),
            CodeErrorKind::NothingTaken => {
                message!(
                    "the digit before the point may be 0, 4, 8 or C: a move must change the heap"
                )
            }
            CodeErrorKind::LongHead => message!("expected one digit before the point, as in 0.77"),
            CodeErrorKind::Tail => {
                message!("a repeating part is written (digits) and ends the code")
            }
        }
    }
}

impl fmt::Display for CodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at byte {})", self.kind.message(), self.position)
    }
}

impl std::error::Error for CodeError {}

impl FromStr for Code {
    type Err = CodeError;

    fn from_str(text: &str) -> Result<Code, CodeError> {
        let error = |kind, position| Err(CodeError { kind, position });
        if !text.bytes().any(|byte| byte.is_ascii_hexdigit() || byte == b'.') {
            return match text.is_empty() {
                true => error(CodeErrorKind::Empty, 0),
                false => error(CodeErrorKind::NotADigit, 0),
            };
        }
        let (whole, digits) = text.split_once('.').unwrap_or((text, ""));
        let mut head = parse_digits(whole, 0)?;
        match head.len() {
            0 if digits.is_empty() => return error(CodeErrorKind::Empty, 0),
            0 => head.push(0),
            1 => {}
            _ => return error(CodeErrorKind::LongHead, 1),
        }
        if head[0] & 3 != 0 {
            return error(CodeErrorKind::NothingTaken, 0);
        }
        let start = whole.len() + 1;
        let (finite, tail) = match digits.split_once('(') {
            None => (digits, Vec::new()),
            Some((finite, rest)) => {
                let open = start + finite.len();
                let Some((inside, after)) = rest.split_once(')') else {
                    return error(CodeErrorKind::Tail, text.len());
                };
                if inside.is_empty() {
                    return error(CodeErrorKind::Tail, open + 1);
                }
                if !after.is_empty() {
                    return error(CodeErrorKind::Tail, open + inside.len() + 2);
                }
                (finite, parse_digits(inside, open + 1)?)
            }
        };
        head.extend(parse_digits(finite, start)?);
        Code::new(&head, &tail)
    }
}

/// Reads hexadecimal digits; `start` is where `text` stands in the whole.
fn parse_digits(text: &str, start: usize) -> Result<Vec<u8>, CodeError> {
    text.char_indices()
        .map(|(at, digit)| match digit.to_digit(16) {
            Some(value) => Ok(value as u8),
            None => Err(CodeError { kind: CodeErrorKind::NotADigit, position: start + at }),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn code(text: &str) -> Code {
        text.parse().unwrap()
    }

    #[test]
    fn canonical_text() {
        let cases = [
            (".77", "0.77"),
            ("0.7700", "0.77"),
            ("4", "4."),
            ("4.", "4."),
            ("0.", "0."),
            ("0.f", "0.F"),
            ("C.10(0)", "C.1"),
            ("4.3(33)", "4.(3)"),
            ("0.12(1212)", "0.(12)"),
            ("0.1(23)", "0.1(23)"),
            ("0.123(23)", "0.1(23)"),
            ("0.13(23)", "0.1(32)"),
        ];
        for (text, canonical) in cases {
            assert_eq!(code(text).to_string(), canonical, "{text}");
            assert_eq!(code(canonical), code(text), "{text}");
        }
    }

    #[test]
    fn errors_point_at_the_place() {
        use CodeErrorKind::*;
        let cases = [
            ("", Empty, 0),
            (".", Empty, 0),
            ("hello", NotADigit, 0),
            ("0.7x", NotADigit, 3),
            ("é.7", NotADigit, 0),
            ("12.3", LongHead, 1),
            ("77", LongHead, 1),
            ("1.3", NothingTaken, 0),
            ("6.", NothingTaken, 0),
            ("0.(", Tail, 3),
            ("0.()", Tail, 3),
            ("0.(3)7", Tail, 5),
            ("0.(3x)", NotADigit, 4),
        ];
        for (text, kind, position) in cases {
            assert_eq!(text.parse::<Code>(), Err(CodeError { kind, position }), "{text}");
        }
    }

    #[test]
    fn pieces_and_last_digit() {
        assert_eq!(code("0.").most_pieces(), 0);
        assert_eq!(code("0.1").most_pieces(), 0);
        assert_eq!(code("0.33").most_pieces(), 1);
        assert_eq!(code("4.").most_pieces(), 2);
        assert_eq!(code("0.F").most_pieces(), 3);
        assert_eq!(code("4.").last_digit(), Some(0));
        assert_eq!(code("0.007").last_digit(), Some(3));
    }

    proptest! {
        #[test]
        fn print_and_parse_keep_every_digit(
            zero in prop::sample::select(vec![0u8, 4, 8, 12]),
            digits in prop::collection::vec(0u8..16, 0..8),
            tail in prop::collection::vec(0u8..16, 0..5),
        ) {
            let mut head = vec![zero];
            head.extend(&digits);
            let built = Code::new(&head, &tail).unwrap();
            prop_assert_eq!(&built.to_string().parse::<Code>().unwrap(), &built);
            for i in 0..40 {
                let expected = match head.get(i) {
                    Some(&digit) => digit,
                    None if tail.is_empty() => 0,
                    None => tail[(i - head.len()) % tail.len()],
                };
                prop_assert_eq!(built.digit(i as u64), expected);
            }
        }

        #[test]
        fn no_text_panics(text in "[0-9a-f.()x ]{0,8}") {
            let _ = text.parse::<Code>();
        }
    }
}
