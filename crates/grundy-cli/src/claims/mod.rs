//! What somebody claims the answers to be: a formula, or a program that is asked.

mod program;

use grundy::limits::Limits;
use grundy::nimber::Nimber;
use grundy::outcome::Outcome;
use grundy::rule::{Formula, Said};
use grundy::ruleset::Value;

pub(crate) use program::{Breakdown, Program};

use crate::language::say;
use crate::trouble::Trouble;

/// A claim about one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    /// A Grundy value.
    Value(i128),
    /// Who wins.
    Outcome(Outcome),
    /// That somebody has just won (`win on`).
    Over,
}

impl std::fmt::Display for Claim {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Claim::Value(value) => value.fmt(f),
            Claim::Outcome(outcome) => outcome.fmt(f),
            Claim::Over => Value::<Nimber>::Over.fmt(f),
        }
    }
}

impl Claim {
    /// Reads an answer: a number, or a word for who wins in any case.
    pub(crate) fn read(word: &str) -> Option<Claim> {
        if let Some(outcome) = Outcome::of_word(word) {
            return Some(Claim::Outcome(outcome));
        }
        if word.eq_ignore_ascii_case("over") {
            return Some(Claim::Over);
        }
        let digits = word.strip_prefix('-').unwrap_or(word);
        let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| word.parse().ok().map(Claim::Value)).flatten()
    }

    /// Whether the claim is right; `outcomes` if a number says only whether it is zero.
    pub(crate) fn agrees(&self, right: &Right, outcomes: bool) -> bool {
        match (self, &right.value) {
            (Claim::Outcome(outcome), _) => *outcome == right.outcome,
            (Claim::Value(value), _) if outcomes => {
                Outcome::next_wins(*value != 0) == right.outcome
            }
            (Claim::Value(value), Some(Value::Nimber(nimber))) => {
                u64::try_from(*value).is_ok_and(|value| value == nimber.0)
            }
            (Claim::Over, Some(value)) => *value == Value::Over,
            (Claim::Over, None) => right.outcome == Outcome::P,
            (Claim::Value(_), _) => false,
        }
    }
}

/// The right answer.
pub(crate) struct Right {
    /// Nothing in misère play.
    pub(crate) value: Option<Value>,
    pub(crate) outcome: Outcome,
}

/// How files end that are programs, or are run by one.
const PROGRAMS: [&str; 10] = ["py", "sh", "exe", "out", "rb", "js", "pl", "cpp", "rs", "jar"];

/// Who makes the claims.
#[derive(Debug)]
pub(crate) enum Claimant {
    Formula(Formula),
    Program(Program),
}

impl Claimant {
    /// A formula over these names if the text is one, else the command line of a program.
    pub(crate) fn open(
        text: &str,
        names: &[String],
        program: Program,
    ) -> Result<Claimant, Trouble> {
        let error = match Formula::new(text, names) {
            Ok(formula) => return Ok(Claimant::Formula(formula)),
            Err(error) => error,
        };
        if !is_of_coordinates(text, names) {
            if let Some(program) = program.of_command(text) {
                return Ok(Claimant::Program(program));
            }
            let word = text.split_whitespace().next().unwrap_or_default();
            let path = word.contains(['/', '\\']) || word.starts_with('.');
            let named = word.rsplit_once('.').is_some_and(|(_, kind)| PROGRAMS.contains(&kind));
            // A word or more, without anything to compute.
            let plain = |c: char| c.is_alphanumeric() || " _-".contains(c);
            let command = word.len() > 2 && text.chars().all(plain);
            if path || named || command || is_followed_by_a_word(text, names) {
                return Err(Trouble::Input(say!(
                    "error: there is no program {word}\n  help: say how it is run, as in --against 'python3 guess.py'; a formula is like 'n % 4'",
                    word
                )));
            }
        }
        Err(Trouble::of_rule(&error, &say!("the formula")))
    }

    /// What is claimed of the first positions of the list: of all of them, unless something went
    /// wrong.
    pub(crate) fn claims(&self, positions: &[Vec<i64>], limits: &Limits) -> Claims {
        match self {
            Claimant::Formula(formula) => of_formula(formula, positions, limits),
            Claimant::Program(program) => program.ask(positions, limits),
        }
    }
}

/// Whether every word is a coordinate, or one whose number is left out: then it is meant, and not a program of that name.
fn is_of_coordinates(text: &str, names: &[String]) -> bool {
    let is_number = |end: &str| end.bytes().all(|byte| byte.is_ascii_digit());
    let is_one = |word| names.iter().any(|name| name.strip_prefix(word).is_some_and(is_number));
    text.split_whitespace().all(is_one)
}

/// Whether a text begins with two words that no formula has beside each other: a command and what it is given.
fn is_followed_by_a_word(text: &str, names: &[String]) -> bool {
    let mut words = text.split_whitespace();
    let (Some(first), Some(second)) = (words.next(), words.next()) else { return false };
    let is_name = |word: &str| {
        word.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && word.chars().all(|c| c.is_alphanumeric() || "_-".contains(c))
    };
    // Words that stand in formulas, also in those of other languages.
    let spoken = |word: &str| {
        ["not", "if", "let", "and", "or", "xor", "in", "is", "mod", "div", "else", "then", "for"]
            .iter()
            .any(|other| word.eq_ignore_ascii_case(other))
    };
    is_name(first)
        && !spoken(first)
        && !names.iter().any(|name| name == first)
        && second.starts_with(|c: char| c.is_alphabetic() || "_./".contains(c))
        && second.len() > 1
        && !spoken(second)
}

/// Claims about the first positions of a list.
pub(crate) struct Claims {
    pub(crate) made: Vec<Claim>,
    /// What went wrong, at the position after these or, for a program that ended badly, at or
    /// before it.
    pub(crate) broke: Option<Breakdown>,
}

fn of_formula(formula: &Formula, positions: &[Vec<i64>], limits: &Limits) -> Claims {
    let mut made = Vec::new();
    for numbers in positions {
        match formula.say(numbers, limits) {
            Ok(Said::Number(number)) => made.push(Claim::Value(number.into())),
            Ok(Said::Truth(wins)) => made.push(Claim::Outcome(Outcome::next_wins(wins))),
            Err(failure) => {
                let broke = Some(Breakdown::Fault(failure));
                return Claims { made, broke };
            }
        }
    }
    Claims { made, broke: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_numbers_or_words_for_who_wins() {
        for word in ["N", "w", "WIN", "First", "yes"] {
            assert_eq!(Claim::read(word), Some(Claim::Outcome(Outcome::N)), "{word}");
        }
        for word in ["P", "L", "lose", "SECOND", "No"] {
            assert_eq!(Claim::read(word), Some(Claim::Outcome(Outcome::P)), "{word}");
        }
        assert_eq!(Claim::read("-12"), Some(Claim::Value(-12)));
        assert_eq!(Claim::read("over"), Some(Claim::Over));
        for word in ["", "-", "+1", "1.5", "0x1", "maybe", "1e3", "é"] {
            assert_eq!(Claim::read(word), None, "{word}");
        }
    }
}
