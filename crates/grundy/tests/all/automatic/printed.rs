//! Printed proofs: each statement in one is true of all small numbers.

use grundy::automatic::{Certificate, Style, Subject, explain};
use grundy::language::Language;

use super::{proved, tuples};

/// What a printed proof says of numbers that its names stand for: sums, comparisons and members of the set.
struct Said<'a>(&'a Certificate);

impl Said<'_> {
    fn sum(names: &[(String, u64)], text: &str) -> u64 {
        let value = |word: &str| {
            let named = names.iter().find(|(name, _)| name == word).map(|(_, value)| *value);
            named.unwrap_or_else(|| word.parse().unwrap_or_else(|_| panic!("{word} in {text}")))
        };
        text.split(" + ").map(|term| term.split(' ').map(value).product::<u64>()).sum()
    }

    fn holds(&self, names: &[(String, u64)], text: &str) -> bool {
        text.split(" and ").all(|one| {
            let sum = |text: &str| Said::sum(names, text);
            let member = |tuple: &str| {
                let numbers = tuple.trim_matches(['(', ')']).split(", ").map(sum);
                self.0.set.accepts(&numbers.collect::<Vec<_>>())
            };
            if let Some((tuple, _)) = one.split_once(" not in ") {
                !member(tuple)
            } else if let Some((tuple, _)) = one.split_once(" in ") {
                member(tuple)
            } else if let Some((left, right)) = one.split_once(" <= ") {
                sum(left) <= sum(right)
            } else if let Some((left, right)) = one.split_once(" = ") {
                sum(left) == sum(right)
            } else {
                one == "true" || panic!("{one}")
            }
        })
    }

    /// Whether a case holds, for some numbers below the bound if it names some.
    fn case(&self, names: &[(String, u64)], text: &str, below: u64) -> bool {
        let Some((new, text)) =
            text.strip_prefix("there are ").and_then(|rest| rest.split_once(": "))
        else {
            return self.holds(names, text);
        };
        every(new.split(", "), below).any(|more| self.holds(&[names, &more].concat(), text))
    }

    /// Calls `fails` for each statement and numbers below `below` of which it is not true.
    fn check(&self, below: u64, found_below: u64, fails: impl Fn(&str, &[(String, u64)])) -> usize {
        let text = explain(self.0, Style::Plain, Language::English).unwrap();
        let mut lines = text.lines().map(str::trim).peekable();
        let mut statements = 0;
        while let Some(line) = lines.next() {
            let Some(guard) = line.strip_prefix("never ").or_else(|| line.strip_prefix("if "))
            else {
                continue;
            };
            let mut cases: Vec<&str> = Vec::new();
            while let Some(case) =
                lines.next_if(|next| next.starts_with("then ") || next.starts_with("or "))
            {
                cases.push(case.split_once(' ').unwrap().1);
            }
            statements += 1;
            let mut names = names_in(guard);
            for case in &cases {
                let hidden = case.strip_prefix("there are ").and_then(|rest| rest.split_once(": "));
                let (hidden, text) = hidden.unwrap_or(("", case));
                let hidden = names_in(hidden);
                names.extend(names_in(text).into_iter().filter(|name| !hidden.contains(name)));
            }
            names.sort_unstable();
            names.dedup();
            for names in every(names.iter().copied(), below) {
                let held = !self.holds(&names, guard)
                    || cases.iter().any(|case| self.case(&names, case, found_below));
                if !held {
                    fails(line, &names);
                }
            }
        }
        statements
    }
}

/// The words of a formula that stand for numbers.
fn names_in(text: &str) -> Vec<&str> {
    let named = |word: &&str| {
        word.starts_with(|first: char| first.is_ascii_lowercase())
            && !["and", "in", "not", "true"].contains(word)
    };
    text.split([' ', '(', ')', ',']).filter(named).collect()
}

/// All ways to give numbers below a bound to names.
fn every<'a>(
    names: impl Iterator<Item = &'a str>,
    below: u64,
) -> impl Iterator<Item = Vec<(String, u64)>> {
    let names: Vec<String> = names.map(str::to_owned).collect();
    tuples(names.len(), below)
        .into_iter()
        .map(move |numbers| names.iter().cloned().zip(numbers).collect())
}

/// A printed proof leaves out that numbers are at least 0, and nothing else: each statement in it is true as it stands.
#[test]
fn what_a_printed_proof_says_is_true() {
    for (rule, subject) in [
        ("[a,b] -> [a-k,0] for k in 1..a if b == 0 | [a,b-k] for k in 1..b", Subject::Outcomes),
        ("[a,b] -> [a-k,0] for k in 1..a if b == 0 | [a,b-k] for k in 1..b", Subject::Values),
        ("[n] -> [0] if n > 0 | [n-1] if n != 3", Subject::Values),
        ("[n] -> [n-k] for k in 1..n if k != 2 or n == 4", Subject::Outcomes),
        ("[a, b] -> [0, b] if a > 0 | [a, 0] if b > 0", Subject::Values),
        ("misere [n] -> [n-k] for k in 1..3", Subject::Outcomes),
        (
            "unordered [a, b] -> [k, a-k] for k in 1..a-1 | [k, b-k] for k in 1..b-1",
            Subject::Outcomes,
        ),
    ] {
        let certificate = proved(rule, subject);
        let statements = Said(&certificate)
            .check(4, 6, |line, names| panic!("{rule}: {line} is not true of {names:?}"));
        assert!(statements > 2, "{rule}");
    }
}

/// Of three components the first two are worth something together.
#[test]
fn a_printed_proof_names_every_value_of_three_components() {
    let certificate = proved("[n] -> [n-1] + [n-1] + [n-1] | [n-2]", Subject::Values);
    let text = explain(&certificate, Style::Plain, Language::English).unwrap();
    let three = "(y0, u) in G and (y1, v) in G and u xor v = s and (y2, w) in G and s xor w = g";
    assert!(text.contains(three), "{text}");
}
