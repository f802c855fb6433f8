//! The rule of a certificate, read in its one canonical form.
//!
//! ```text
//! rule   = code | "S{" amounts "}" | "allbut{" amounts "}" | "pieces" ..       the last: see `pieces`
//! code   = first "." [ digit* last ]       first: 0, 4, 8 or C; last: any digit but 0
//!        | first "." digit* "(" digit+ ")" the digits inside not all 0 nor others repeated; those before as few as can be
//! amounts = "" | number ("," number)*      positive, increasing, without leading zeros
//! ```

use super::pieces::Pieces;
use crate::language::{Message, message};
use crate::prove::Theorem;

/// What may be done with a heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// Digit `i`: what may be left after taking `i`; bit `j` allows exactly `j` heaps, none empty.
    Code(Vec<u8>),
    /// The same, with digits that repeat for ever after these.
    Repeating(Vec<u8>, Vec<u8>),
    /// These amounts may be taken.
    Take(Vec<u64>),
    /// All amounts but these may be taken.
    AllBut(Vec<u64>),
    /// There are conditions on what is left.
    Pieces(Pieces),
}

impl Rule {
    /// Reads a rule; says what is wrong with any text but a canonical one.
    pub(super) fn read(text: &str) -> Result<Rule, Message> {
        let inside = |open| text.strip_prefix(open).and_then(|rest: &str| rest.strip_suffix('}'));
        if let Some(list) = inside("S{") {
            return amounts(list).map(Rule::Take);
        }
        if let Some(list) = inside("allbut{") {
            return amounts(list).map(Rule::AllBut);
        }
        if let Some(rest) = text.strip_prefix("pieces") {
            return Pieces::read(rest).map(Rule::Pieces);
        }
        let (first, rest) =
            text.split_once('.').ok_or_else(|| message!("a code has a point, as in 0.77"))?;
        if !matches!(first, "0" | "4" | "8" | "C") {
            return Err(message!("a code starts with 0, 4, 8 or C and the point"));
        }
        let digit = |byte: u8| match byte {
            b'0'..=b'9' => Ok(byte - b'0'),
            b'A'..=b'F' => Ok(byte - b'A' + 10),
            _ => Err(message!("after the point there are digits 0-9 and A-F only")),
        };
        let digits = |bytes: &str| bytes.bytes().map(digit).collect::<Result<Vec<u8>, Message>>();
        if let Some((some, inside)) = rest.split_once('(') {
            let inside = inside.strip_suffix(')');
            let inside = inside.ok_or_else(|| message!("a repeating part ends with )"))?;
            let (head, tail) = (digits(&format!("{first}{some}"))?, digits(inside)?);
            return match is_shortest(&head, &tail) {
                true => Ok(Rule::Repeating(head, tail)),
                false => Err(message!("the repeating part is not written as short as can be")),
            };
        }
        if rest.ends_with('0') {
            return Err(message!("a code ends with a digit other than 0"));
        }
        digits(&format!("{first}{rest}")).map(Rule::Code)
    }

    /// Digit `taken` of a code, 0 of other rules.
    pub(super) fn digit(&self, taken: u64) -> u8 {
        let (head, tail): (&[u8], &[u8]) = match self {
            Rule::Code(head) => (head, &[]),
            Rule::Repeating(head, tail) => (head, tail),
            _ => (&[], &[]),
        };
        let place = taken as usize;
        match head.get(place) {
            Some(&digit) => digit,
            None if tail.is_empty() => 0,
            None => tail[(place - head.len()) % tail.len()],
        }
    }

    /// How many digits repeat for ever; 1 where none do, as what does not change repeats after any number.
    pub(super) fn repeated(&self) -> u64 {
        match self {
            Rule::Repeating(_, tail) => tail.len() as u64,
            _ => 1,
        }
    }

    /// The theorem that is about all rules of this form.
    pub(super) fn theorem(&self) -> Theorem {
        match self {
            Rule::Code(_) => Theorem::GuySmith,
            Rule::Repeating(..) => Theorem::Repeating,
            Rule::Take(_) => Theorem::FiniteSubtraction,
            Rule::AllBut(_) => Theorem::AllBut,
            Rule::Pieces(_) => Theorem::Classes,
        }
    }

    /// Whether the theorem is about rules of this form.
    pub(super) fn serves(&self, theorem: Theorem) -> bool {
        match theorem {
            Theorem::ClosedWindow => matches!(self, Rule::Code(_)) && self.pieces() == 2,
            Theorem::ArithmeticPeriod => match self {
                Rule::Code(_) => self.pieces() == 3,
                Rule::Repeating(..) => true,
                _ => false,
            },
            _ => theorem == self.theorem(),
        }
    }

    /// `t`: the most heaps that a move leaves, at least 1.
    pub(super) fn pieces(&self) -> u64 {
        let digits: Vec<u8> = match self {
            Rule::Code(digits) => digits.clone(),
            Rule::Repeating(head, tail) => [&head[..], tail].concat(),
            Rule::Pieces(game) => return game.pieces(),
            _ => Vec::new(),
        };
        match digits.iter().max() {
            Some(8..) => 3,
            Some(4..) => 2,
            _ => 1,
        }
    }

    /// `k`: the largest amount that the rule names; where digits repeat for ever, how many stand before them.
    pub(super) fn reach(&self) -> u64 {
        match self {
            Rule::Code(digits) => digits.len() as u64 - 1,
            Rule::Repeating(head, _) => head.len() as u64,
            Rule::Take(list) | Rule::AllBut(list) => list.last().copied().unwrap_or(0),
            Rule::Pieces(game) => game.reach(),
        }
    }
}

/// Whether digits that repeat for ever after others cannot be written shorter: they are not all 0, no shorter part of them repeats,
/// and the last before them, that for taking nothing aside, is not the last of them.
fn is_shortest(head: &[u8], tail: &[u8]) -> bool {
    let repeats = |part: usize| {
        tail.len().is_multiple_of(part)
            && tail[part..].iter().zip(tail).all(|(one, other)| one == other)
    };
    let differs = head.len() == 1 || head.last() != tail.last();
    tail.iter().any(|&digit| digit > 0) && differs && !(1..tail.len()).any(repeats)
}

fn amounts(list: &str) -> Result<Vec<u64>, Message> {
    let mut all: Vec<u64> = Vec::new();
    if list.is_empty() {
        return Ok(all);
    }
    for word in list.split(',') {
        let plain = word.bytes().all(|byte| byte.is_ascii_digit()) && !word.starts_with('0');
        let amount = word
            .parse()
            .ok()
            .filter(|_| plain)
            .ok_or_else(|| message!("an amount is a positive number"))?;
        if all.last().is_some_and(|&last| last >= amount) {
            return Err(message!("amounts are in increasing order"));
        }
        all.push(amount);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_text_for_each_rule() {
        let good = [
            "0.77",
            "4.",
            "0.",
            "C.0F",
            "0.007",
            "S{1,3,4}",
            "S{}",
            "allbut{1,2}",
            "4.(3)",
            "0.1(32)",
            "0.(0A)",
        ];
        for text in good {
            assert!(Rule::read(text).is_ok(), "{text}");
        }
        let bad = [
            "",
            ".77",
            "77",
            "0.770",
            "0.7g",
            "0.f",
            "1.7",
            "0.1(23)1",
            "0.1(22)",
            "0.1(2323)",
            "0.12(32)",
            "0.1(0)",
            "0.1()",
            "0.1(2",
            "0.1(2))",
            "0.(f)",
            "04.7",
            "0.0",
            "S{3,1}",
            "S{1,1}",
            "S{0}",
            "S{01}",
            "S{1, 3}",
            "S{+1}",
            "S{1,}",
            "s{1}",
            "S{1",
            "0.7é",
            "S{99999999999999999999}",
            "all but{1}",
            "kayles",
        ];
        for text in bad {
            assert!(Rule::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn constants_of_the_theorems() {
        let constants = |text| {
            let rule = Rule::read(text).unwrap();
            (rule.theorem(), rule.pieces(), rule.reach())
        };
        assert_eq!(constants("0.77"), (Theorem::GuySmith, 2, 2));
        assert_eq!(constants("4."), (Theorem::GuySmith, 2, 0));
        assert_eq!(constants("0.0108"), (Theorem::GuySmith, 3, 4));
        assert_eq!(constants("0.1"), (Theorem::GuySmith, 1, 1));
        assert_eq!(constants("S{2,9}"), (Theorem::FiniteSubtraction, 1, 9));
        assert_eq!(constants("allbut{}"), (Theorem::AllBut, 1, 0));
        assert_eq!(constants("pieces(1+1)[0: 1|1 apart 1]"), (Theorem::Classes, 2, 0));
        assert_eq!(constants("pieces(1+2)[1: 2; 5: 1]"), (Theorem::Classes, 1, 5));
    }
}
