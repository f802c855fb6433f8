//! A theorem and its proof in sentences.

use std::fmt::Write as _;

use super::statement::{Case, Extent, HIDDEN, Literal, Statement, Subject, statements};
use super::{Certificate, moves};
use crate::automaton::{Dfa, Linear, Numeration, Sign, Track};
use crate::rule::{Rules, parse};

/// How formulas are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// As plain text.
    Plain,
    /// As LaTeX.
    Latex,
}

/// What the set of a theorem is in words, where it is one that has a name. Two sets are equal
/// exactly when their smallest automata are, so this is as sure as the theorem.
pub fn description(certificate: &Certificate) -> Option<String> {
    let set = &certificate.set;
    let numeration = set.numeration();
    match certificate.subject {
        Subject::Outcomes if set.tracks().len() == 1 => residues(set),
        Subject::Outcomes => {
            let shifted = Dfa::shifted_pairs(numeration).ok()?;
            if set.tracks().len() == 2 && *set == shifted {
                let golden =
                    numeration == Numeration::Quadratic(1) && *set == Dfa::golden_pairs().ok()?;
                let beatty = match golden {
                    true => "; that is, they are floor(n phi) and floor(n phi^2) for some n",
                    false => "",
                };
                return Some(format!(
                    "in the {numeration} numeration the smaller ends in an even number of zeros \
                     and the larger is the smaller with one more zero behind it{beatty}"
                ));
            }
            let equal = Linear::new([(0, 1), (1, -1)], 0, Sign::Zero);
            let equal = Dfa::linear(numeration, &equal).ok()?;
            (*set == equal).then(|| "the two coordinates are equal".to_owned())
        }
        Subject::Lengths => (set.tracks().len() == 2
            && *set == Dfa::first_places(numeration).ok()?)
        .then(|| match numeration {
            Numeration::Base(base) => format!("G(n) is the number of digits of n in base {base}"),
            _ => format!("G(n) is the number of digits of n in the {numeration} numeration"),
        }),
        Subject::Values => {
            let others = set.tracks().len() - 1;
            if numeration == Numeration::Base(2) && *set == Dfa::nim_sums(others).ok()? {
                return Some(match others {
                    1 => "G(n) = n".to_owned(),
                    _ => "the value is the nim-sum of the coordinates".to_owned(),
                });
            }
            (others == 1).then(|| progression(set)).flatten()
        }
    }
}

/// What a theorem says, in a sentence.
pub fn in_words(certificate: &Certificate) -> String {
    let numeration = certificate.set.numeration();
    match (certificate.subject, description(certificate)) {
        (Subject::Outcomes, Some(words)) => {
            format!("the player to move loses exactly when {words}")
        }
        (Subject::Values | Subject::Lengths, Some(words)) => words,
        (Subject::Lengths, None) => format!(
            "the value is the number of digits of the number that the automaton accepts beside the \
             position in the {numeration} numeration"
        ),
        (Subject::Outcomes, None) => format!(
            "the lost positions are those that the automaton accepts in the {numeration} numeration"
        ),
        (Subject::Values, None) => format!(
            "position and value together are what the automaton accepts in the {numeration} numeration"
        ),
    }
}

/// Lost heaps as residue classes from some heap on, and some before.
fn residues(set: &Dfa) -> Option<String> {
    let lost: Vec<i64> = (0..LOOKED_AT as i64).filter(|&n| set.accepts(&[n as u64])).collect();
    let listed = |all: &[i64]| all.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let numeration = set.numeration();
    for modulus in (1..=*MODULI.end()).map(|modulus| modulus as i64) {
        for from in 0..=(LOOKED_AT as i64) / 3 {
            let late = lost.iter().filter(|&&n| n >= from && n < from + modulus);
            let mut remainders: Vec<i64> = late.map(|n| n % modulus).collect();
            remainders.sort_unstable();
            let before: Vec<i64> = lost.iter().copied().filter(|&n| n < from).collect();
            let same = (from..LOOKED_AT as i64)
                .all(|n| lost.contains(&n) == remainders.contains(&(n % modulus)));
            if !same || Dfa::residues(numeration, modulus, &remainders, from, &before).ok()? != *set
            {
                continue;
            }
            let start = if from == 0 { String::new() } else { format!(" and n >= {from}") };
            let class = format!("n mod {modulus} is in {{{}}}{start}", listed(&remainders));
            return Some(match (remainders.is_empty(), before.is_empty()) {
                (true, _) => format!("n is in {{{}}}", listed(&before)),
                (false, true) => class,
                (false, false) => format!("{class}, or n is in {{{}}}", listed(&before)),
            });
        }
    }
    None
}

/// Moduli of the progressions that are tried.
const MODULI: std::ops::RangeInclusive<usize> = 1..=12;
/// Values that are looked at to guess a progression.
const LOOKED_AT: u64 = 60;

/// The values as progressions in the residue classes, but for heap 0.
fn progression(set: &Dfa) -> Option<String> {
    let value = |n: u64| (0..=2 * LOOKED_AT).find(|&g| set.accepts(&[n, g]));
    let values: Vec<i64> =
        (0..LOOKED_AT).map(|n| value(n).map(|g| g as i64)).collect::<Option<_>>()?;
    for modulus in MODULI {
        let slope = values[2 * modulus] - values[modulus];
        let constants: Vec<i64> = (0..modulus).map(|rest| values[modulus + rest] - slope).collect();
        let fits = |n: usize| values[n] == slope * (n / modulus) as i64 + constants[n % modulus];
        if slope < 0 || !(1..values.len()).all(fits) {
            continue;
        }
        let besides: Vec<(i64, i64)> = if fits(0) { Vec::new() } else { vec![(0, values[0])] };
        let all = Dfa::progressions(set.numeration(), slope, &constants, &besides).ok()?;
        if all != *set {
            continue;
        }
        let term = |factor: i64, constant: i64| match (factor, constant) {
            (0, _) => constant.to_string(),
            (1, 0) => "k".to_owned(),
            (_, 0) => format!("{factor}k"),
            (1, _) => format!("k{constant:+}"),
            _ => format!("{factor}k{constant:+}"),
        };
        let mut cases: Vec<String> = (0..)
            .zip(&constants)
            .map(|(rest, &constant)| {
                format!("G({}) = {}", term(modulus as i64, rest), term(slope, constant))
            })
            .collect();
        cases.extend(besides.iter().map(|(n, g)| format!("but G({n}) = {g}")));
        return Some(cases.join(", "));
    }
    None
}

/// The theorem, and what was decided to prove it. Nothing if the rule of the certificate is not one
/// that such a theorem is about.
pub fn explain(certificate: &Certificate, style: Style) -> Option<String> {
    let program = parse(&certificate.rule).ok()?;
    let rules = Rules::new(program, &[]).ok()?;
    let moves = moves(&rules).ok()?;
    let names = Names { coords: rules.kinds()[0].coords().to_vec(), style };
    let mut text = String::new();
    let set = names.set(certificate.subject);
    let is = match certificate.subject {
        Subject::Outcomes => "of the positions that the player to move loses",
        Subject::Values => "of the positions with their Grundy values",
        Subject::Lengths => {
            "of the positions with the numbers 0, or place values, that have as many digits as \
             their Grundy values say"
        }
    };
    let rule = names.code(&certificate.rule);
    let automaton = format!(
        "{} states that reads its numbers in the {} numeration",
        certificate.set.states(),
        certificate.set.numeration()
    );
    let _ = writeln!(
        text,
        "{}Under the rule\n\n{rule}\n\nthe set {set} {is} is the one that an automaton accepts with \
         {automaton}.",
        names.head("Theorem")
    );
    if let Some(words) = description(certificate) {
        let _ = writeln!(text, "In words: {words}.");
    }
    let _ = writeln!(
        text,
        "\n{}Numbers are at least 0. Each of the following is a first-order statement about \
         numbers, their order and addition{}, and {set}; all of these are recognised by finite \
         automata, so each is decided by building its automaton, and each is true. Play ends by the \
         first ones, so there is exactly one set for which the others hold, and it is the one that \
         the theorem speaks of.\n",
        names.head("Proof"),
        match certificate.subject {
            Subject::Values => ", nim-sums",
            Subject::Lengths => ", place values",
            Subject::Outcomes if moves.numeration.is_some() => ", place values",
            Subject::Outcomes => "",
        }
    );
    if moves.families.iter().any(|family| family.extent != Extent::Exact) {
        let _ = writeln!(
            text,
            "Of the prime powers it is used that 1, 2, 3, 4 and 5 are such, for moves that must be \
             there, and that no multiple of 6 is one, for moves that must not.\n"
        );
    }
    for (number, statement) in (1..).zip(statements(&moves, certificate.subject)) {
        let _ = writeln!(text, "{}", names.statement(number, &statement, certificate.subject));
    }
    Some(text)
}

struct Names {
    coords: Vec<String>,
    style: Style,
}

impl Names {
    fn head(&self, word: &str) -> String {
        match self.style {
            Style::Plain => format!("{word}. "),
            Style::Latex => format!("\\paragraph{{{word}.}} "),
        }
    }

    fn code(&self, rule: &str) -> String {
        match self.style {
            Style::Plain => {
                rule.lines().map(|line| format!("    {line}")).collect::<Vec<_>>().join("\n")
            }
            Style::Latex => format!("\\begin{{verbatim}}\n{rule}\n\\end{{verbatim}}"),
        }
    }

    fn set(&self, subject: Subject) -> &'static str {
        match (subject, self.style) {
            (Subject::Outcomes, Style::Plain) => "P",
            (Subject::Outcomes, Style::Latex) => "$P$",
            (_, Style::Plain) => "G",
            (_, Style::Latex) => "$G$",
        }
    }

    fn track(&self, track: Track) -> String {
        let at = usize::from(track);
        match track {
            _ if at < self.coords.len() => self.coords[at].clone(),
            64..=67 => ["g", "h", "u", "v"][at - 64].to_owned(),
            _ => {
                let number = if track < 64 { track - HIDDEN } else { track - HIDDEN - 64 };
                let prime = if track < 64 { "y" } else { "z" };
                match self.style {
                    Style::Plain => format!("{prime}{number}"),
                    Style::Latex => format!("{prime}_{{{number}}}"),
                }
            }
        }
    }

    fn list(&self, tracks: &[Track]) -> String {
        tracks.iter().map(|&track| self.track(track)).collect::<Vec<_>>().join(", ")
    }

    /// `left <= right` or `left = right`, without minus signs.
    fn linear(&self, relation: &Linear) -> String {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for &(track, weight) in &relation.terms {
            let name = self.track(track);
            let term = match weight.abs() {
                1 => name,
                size => format!("{size} {name}"),
            };
            if weight < 0 { left.push(term) } else { right.push(term) }
        }
        let side = if relation.constant < 0 { &mut left } else { &mut right };
        if relation.constant != 0 {
            side.push(relation.constant.abs().to_string());
        }
        let sum = |side: &[String]| match side.is_empty() {
            true => "0".to_owned(),
            false => side.join(" + "),
        };
        let sign = match (relation.sign, self.style) {
            (Sign::Zero, _) => "=",
            (Sign::NonNegative, Style::Plain) => "<=",
            (Sign::NonNegative, Style::Latex) => "\\le",
        };
        format!("{} {sign} {}", sum(&left), sum(&right))
    }

    fn literal(&self, literal: &Literal, subject: Subject) -> String {
        let set = self.set(subject).trim_matches('$');
        match (literal, self.style) {
            (Literal::Linear(relation), _) => self.linear(relation),
            (Literal::Member(tracks, true), Style::Plain) => {
                format!("({}) in {set}", self.list(tracks))
            }
            (Literal::Member(tracks, false), Style::Plain) => {
                format!("({}) not in {set}", self.list(tracks))
            }
            (Literal::Member(tracks, positive), Style::Latex) => {
                let sign = if *positive { "\\in" } else { "\\notin" };
                format!("({}) {sign} {set}", self.list(tracks))
            }
            (Literal::Place(track, positive), style) => {
                let a = if *positive { "a" } else { "no" };
                let name = self.track(*track);
                match style {
                    Style::Plain => format!("{name} is {a} place value"),
                    Style::Latex => format!("{name} \\text{{ is {a} place value}}"),
                }
            }
            (Literal::Xor(a, b, c), Style::Plain) => {
                format!("{} xor {} = {}", self.track(*a), self.track(*b), self.track(*c))
            }
            (Literal::Xor(a, b, c), Style::Latex) => {
                format!("{} \\oplus {} = {}", self.track(*a), self.track(*b), self.track(*c))
            }
        }
    }

    fn all(&self, literals: &[Literal], subject: Subject) -> String {
        // That numbers are at least 0 is said once.
        let plain = |literal: &&Literal| match literal {
            Literal::Linear(relation) => relation.terms.len() > 1 || relation.constant != 0,
            _ => true,
        };
        let and = match self.style {
            Style::Plain => " and ",
            Style::Latex => " \\wedge ",
        };
        let said: Vec<String> =
            literals.iter().filter(plain).map(|literal| self.literal(literal, subject)).collect();
        match (said.is_empty(), self.style) {
            (true, Style::Plain) => "true".to_owned(),
            (true, Style::Latex) => "\\top".to_owned(),
            _ => said.join(and),
        }
    }

    fn statement(&self, number: usize, statement: &Statement, subject: Subject) -> String {
        let says = statement.says;
        let guard = self.all(&statement.guard, subject);
        let case = |case: &Case| {
            let holds = self.all(&case.literals, subject);
            match (case.hidden.is_empty(), self.style) {
                (true, _) => holds,
                (_, Style::Plain) => format!("there are {}: {holds}", self.list(&case.hidden)),
                (_, Style::Latex) => format!("\\exists {}\\; {holds}", self.list(&case.hidden)),
            }
        };
        let cases: Vec<String> = statement.cases.iter().map(case).collect();
        match (self.style, cases.is_empty()) {
            (Style::Plain, true) => format!("({number}) {says}:\n    never {guard}"),
            (Style::Plain, false) => format!(
                "({number}) {says}:\n    if {guard}\n    then {}",
                cases.join("\n      or ")
            ),
            (Style::Latex, true) => format!("\\[ \\neg({guard}) \\tag{{{says}}} \\]"),
            (Style::Latex, false) => format!(
                "\\[ {guard} \\Rightarrow ({}) \\tag{{{says}}} \\]",
                cases.join(") \\vee (")
            ),
        }
    }
}
