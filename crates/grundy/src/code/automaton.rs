//! Programs for theorems by automata: the automaton as a table, and the digits of the position.
//!
//! The digits of the coordinates are read in the numeration of the theorem, the most significant
//! first. Where the theorem is about values, every digit that the value may have is followed beside
//! them; since a position has one value, one number is enough for each state. A number is kept as
//! `u` times the place reached and `v` times the place below it.

use super::definition;
use super::formula::Formula;
use super::known::table;
use super::language::{Body, Prints, TargetLanguage};
use super::{Basis, wrapped};
use crate::automatic::{Answers, Repeating, Subject, in_words, right_formula};
use crate::automaton::Numeration;
use crate::limits::Limits;
use crate::rule;

/// The body of a program for a theorem about components with these coordinates.
pub(super) fn body(
    answers: &Answers,
    names: &[String],
    language: TargetLanguage,
    limits: &Limits,
) -> Body {
    let certificate = answers.certificate();
    let (set, subject) = (&certificate.set, certificate.subject);
    let values = subject != Subject::Outcomes;
    let prints = if values { Prints::Values } else { Prints::Outcomes };
    let proved = |words: String| {
        let (states, numeration) = (set.states(), set.numeration());
        format!(
            "{words} (by an automaton of {states} states, {numeration} numeration; grundy check verifies the proof)"
        )
    };
    // A formula needs no automaton, where its numbers fit.
    if let Some((statement, formula)) = right_formula(certificate, limits)
        && let Some(up_to) = fits(&formula, language)
        && let Some(expression) = definition::expression(&formula, names, language)
    {
        let expression = match formula.is_number() {
            true => expression,
            false => Formula::won(expression, "", language).expression,
        };
        let code = language.returning(names, &expression);
        let (basis, reason) = (Basis::Formula, proved(format!("{statement}{up_to}")));
        return Body { basis, reason, code, prints, recursive: false };
    }
    let reason = proved(in_words(certificate).to_string());
    // What repeats needs no digits.
    if let ([n], Some(repeating)) = (names, Repeating::of(certificate)) {
        let code = repeated(&repeating, n, language);
        return Body { basis: Basis::Automaton, reason, code, prints, recursive: false };
    }
    let alive = set.alive();
    let states: Vec<usize> = (0..set.states()).collect();
    let next: Vec<String> =
        states.iter().flat_map(|&state| set.row(state).iter().map(ToString::to_string)).collect();
    let kinds = states.iter().map(|&state| match (set.is_accepting(state), alive[state]) {
        (true, _) => "2".to_owned(),
        (_, alive) => u8::from(alive).to_string(),
    });
    let digits = set.numeration().digits();
    let (times, below) = match set.numeration() {
        Numeration::Base(base) => (base, 0),
        Numeration::Quadratic(t) => (t, 1),
    };
    let (template, found, otherwise) = match language {
        TargetLanguage::Cpp => (include_str!("automaton_cpp.txt"), "u + v", "1"),
        TargetLanguage::Python => (include_str!("automaton_python.txt"), "u + v", "1"),
        TargetLanguage::Rust => {
            (include_str!("automaton_rust.txt"), "(u.wrapping_add(v)) as i64", "1")
        }
    };
    let found = if values { found } else { "0" };
    let mut text = template.to_owned();
    for (name, value) in [
        ("NEXT", wrapped(&next)),
        ("STATES", wrapped(&kinds.collect::<Vec<_>>())),
        ("FUNCTION", language.function("answer", names)),
        ("NAMES", of(names, language)),
        ("TIMES", times.to_string()),
        ("BELOW", below.to_string()),
        // A value may have more digits than the position, by fewer than there are states.
        ("LONGER", if values { set.states() } else { 0 }.to_string()),
        ("DIGITS", digits.to_string()),
        ("FREE", if values { digits } else { 1 }.to_string()),
        ("LETTERS", set.letters().to_string()),
        ("WEIGHT", digits.pow(names.len() as u32).to_string()),
        ("STEP", step(subject, times, below, language)),
        ("FOUND", found.to_owned()),
        ("ELSE", otherwise.to_owned()),
    ] {
        text = text.replace(&format!("@{name}@"), &value);
    }
    Body { basis: Basis::Automaton, reason, code: text, prints, recursive: false }
}

/// Up to which coordinates the numbers of a formula surely fit in 64 bits, in words; nothing if that is less than 2^60, which
/// is above 10^18.
fn fits(formula: &rule::Formula, language: TargetLanguage) -> Option<&'static str> {
    let within = |places: u32| formula.most((1 << places) - 1) < 1 << 63;
    match language {
        TargetLanguage::Python => Some(""),
        _ if within(63) => Some(""),
        _ if within(60) => Some(", here for numbers below 2^60"),
        _ => None,
    }
}

/// A table of what repeats: values, or 1 where the next player wins and 0 where not.
fn repeated(repeating: &Repeating, n: &str, language: TargetLanguage) -> String {
    let (listed, start, period, saltus): (Vec<i64>, i64, i64, i64) = match repeating {
        Repeating::Values { constants, slope, zero } => {
            let modulus = constants.len() as i64;
            let start = i64::from(zero.is_some());
            let of = |n: i64| slope * (n / modulus) + constants[(n % modulus) as usize];
            let listed = zero.iter().copied().chain((start..start + modulus).map(of)).collect();
            (listed, start, modulus, *slope)
        }
        Repeating::Lost { modulus, remainders, from, before } => {
            let is_lost = |n: i64| match n < *from {
                true => before.contains(&n),
                false => remainders.contains(&(n % modulus)),
            };
            let listed = (0..from + modulus).map(|n| i64::from(!is_lost(n))).collect();
            (listed, *from, *modulus, 0)
        }
    };
    let listed: Vec<String> = listed.iter().map(ToString::to_string).collect();
    table(language, "answer", n, &listed, [start, period, saltus].map(i64::unsigned_abs))
}

/// The coordinates as elements of a list.
fn of(names: &[String], language: TargetLanguage) -> String {
    let wide = |name: &String| match language {
        TargetLanguage::Cpp => format!("(wide){name}"),
        _ => name.clone(),
    };
    names.iter().map(wide).collect::<Vec<_>>().join(", ")
}

/// What becomes of the number followed when a digit is read: the number with the digit behind it,
/// or, where the value is a number of digits, their number from the first that is not zero on.
fn step(subject: Subject, times: u8, below: u8, language: TargetLanguage) -> String {
    match (subject, language) {
        (Subject::Lengths, TargetLanguage::Cpp) => "{u > 0 || digit > 0 ? u + 1 : 0, 0}".to_owned(),
        (Subject::Lengths, TargetLanguage::Python) => {
            "(u + 1 if u > 0 or digit > 0 else 0, 0)".to_owned()
        }
        (Subject::Lengths, TargetLanguage::Rust) => {
            "(if u > 0 || digit > 0 { u + 1 } else { 0 }, v)".to_owned()
        }
        (_, TargetLanguage::Cpp) => format!("{{{times} * u + v + digit, {below} * u}}"),
        (_, TargetLanguage::Python) => format!("({times} * u + v + digit, {below} * u)"),
        (_, TargetLanguage::Rust) => format!(
            "(u.wrapping_mul({times}).wrapping_add(v).wrapping_add(digit), u.wrapping_mul({below}))"
        ),
    }
}
