//! A theorem and its proof in sentences.

use super::statement::{
    Called, Case, Extent, Literal, MoveFamily, Moves, Statement, Subject, called, relations, sides,
    statements,
};
use super::{Certificate, description, formula_of, read};
use crate::automaton::{Linear, Numeration, Sign, Track};
use crate::language::{Language, Message, message};
use crate::limits::Limits;

/// How formulas are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// As plain text.
    Plain,
    /// As LaTeX.
    Latex,
}

/// The theorem, and what was decided to prove it, in a language. Nothing if the rule of the certificate is not one
/// that such a theorem is about.
/// The certificate is believed: [`check`](super::check()) tells whether it is right.
///
/// ```
/// use grundy::automatic::{Attempt, Style, Subject, explain, prove};
/// use grundy::games::open;
/// use grundy::language::Language;
/// use grundy::limits::Limits;
/// let game = open("[n] -> [n-k] for k in 1..2")?;
/// let attempt = prove(&game.rules, Subject::Outcomes, &Limits::default())?;
/// let Attempt::Proved(theorem) = attempt else { panic!() };
/// let text = explain(&theorem, Style::Plain, Language::English).unwrap();
/// assert!(text.starts_with("Theorem") && text.contains("3 states") && text.contains("Proof"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explain(certificate: &Certificate, style: Style, language: Language) -> Option<String> {
    let (rules, moves) = read(certificate).ok()?;
    let names = Names { coords: rules.kinds()[0].coords().to_vec(), style, language };
    let set = names.set(certificate.subject);
    let numeration = certificate.set.numeration();
    let mut text = names.head(&message!("Theorem"));
    text += &names.said(&message!(
        "Under the rule\n\n{rule}\n\nthe set {set} {is} is the one that an automaton with {states} \
         states accepts. It reads its numbers in the {numeration} numeration, the most significant \
         digit first{meaning}.\n",
        rule = names.code(&certificate.rule),
        set,
        is = elements(certificate.subject),
        states = certificate.set.states(),
        numeration,
        meaning = names.text(&meaning(numeration))
    ));
    let formula = || formula_of(certificate, &Limits::default());
    if let Some(words) = description(certificate).or_else(formula) {
        text += &names.said(&message!("In words: {words}.\n", words = names.text(&words)));
    }
    text.push('\n');
    text += &names.head(&message!("Proof"));
    let moves_said = names.moves(&moves);
    text += &names.said(&message!("Numbers are at least 0. {moves}\n", moves = moves_said));
    let literals: Vec<Literal> = moves.families.iter().flat_map(relations).collect();
    let places = literals.iter().any(|literal| matches!(literal, Literal::Place(..)));
    let sums = literals.iter().any(|literal| matches!(literal, Literal::Xor(..)));
    let more = [
        (places || certificate.subject == Subject::Lengths, message!(", place values")),
        (sums || certificate.subject == Subject::Values, message!(", nim-sums")),
    ];
    let more: String = more.iter().filter(|one| one.0).map(|one| names.said(&one.1)).collect();
    text += &names.said(&message!(
        "Each of the following is a first-order statement about numbers, their order and \
         addition{more}, and {set}; all of these are recognised by finite automata, so each is decided by \
         building its automaton, and each is true. Play ends by the first ones, so there is exactly \
         one set for which the others hold, and it is the one that the theorem speaks of.\n",
        more,
        set
    ));
    text.push('\n');
    if certificate.rule.contains("prime_powers(") {
        text += &names.said(&message!(
            "Of the prime powers it is used that 1, 2, 3, 4 and 5 are such, for moves that must be \
             there, and that no multiple of 6 is one, for moves that must not.\n\n"
        ));
    }
    if certificate.rule.contains("primes(") {
        text += &names.said(&message!(
            "Of the primes it is used that 2, 3, 5 and 7 are such, for moves that must be there, \
             and that none above 3 is a multiple of 2 or 3, for moves that must not.\n\n"
        ));
    }
    if certificate.rule.contains("digits(") {
        text += &names.said(&message!(
            "Of the digits of a number it is used that the last one is there, for moves that must be \
             there, and that all are below the base, for moves that must not.\n\n"
        ));
    }
    let steps: Vec<String> = (1..)
        .zip(statements(&moves, certificate.subject))
        .map(|(number, statement)| names.statement(number, &statement, certificate.subject))
        .collect();
    text.push_str(&names.listed(&steps));
    Some(text)
}

/// What the set of a theorem consists of.
fn elements(subject: Subject) -> Message {
    match subject {
        Subject::Outcomes => message!("of the positions that the player to move loses"),
        Subject::Values => message!("of the positions with their Grundy values"),
        Subject::Lengths => message!(
            "of the positions with the numbers 0, or place values, that have as many digits as \
             their Grundy values say"
        ),
    }
}

/// How numbers are written in a numeration that has no common name.
fn meaning(numeration: Numeration) -> Message {
    let Numeration::Quadratic(t) = numeration else { return message!("") };
    let places: Vec<String> = numeration.first_places(5).iter().map(ToString::to_string).collect();
    let places = places.join(", ");
    match t {
        1 => message!(
            "; its place values are {places}, ..., and no two digits 1 are neighbours",
            places
        ),
        _ => message!(
            "; its place values are {places}, ..., each {t} times the last and once the one before, \
             the digits at most {t}, and behind a digit {t} stands a 0",
            places,
            t
        ),
    }
}

struct Names {
    coords: Vec<String>,
    style: Style,
    language: Language,
}

impl Names {
    fn said(&self, message: &Message) -> String {
        message.in_language(self.language)
    }

    fn head(&self, word: &Message) -> String {
        match self.style {
            Style::Plain => self.said(&message!("{word}. ", word)),
            Style::Latex => self.said(&message!("\\paragraph{{word}.} ", word)),
        }
    }

    /// Words, as they are or with the characters that mean something to LaTeX escaped.
    fn text(&self, words: &Message) -> String {
        let words = self.said(words);
        let escaped = |character: char| match character {
            '^' => "\\textasciicircum{}".to_owned(),
            '{' | '}' | '_' | '%' | '#' | '&' | '$' => format!("\\{character}"),
            other => other.to_string(),
        };
        match self.style {
            Style::Plain => words,
            Style::Latex => {
                let words: String = words.chars().map(escaped).collect();
                // The formulas that statements have.
                let golden = "$\\lfloor n\\varphi\\rfloor$";
                let squared = "$\\lfloor n\\varphi^2\\rfloor$";
                words
                    .replace("floor(n phi)", golden)
                    .replace("floor(n phi\\textasciicircum{}2)", squared)
            }
        }
    }

    fn listed(&self, items: &[String]) -> String {
        match self.style {
            Style::Plain => items.iter().map(|item| format!("{item}\n")).collect(),
            Style::Latex => {
                format!("\\begin{{enumerate}}\n{}\n\\end{{enumerate}}\n", items.join("\n"))
            }
        }
    }

    /// Where a move may lead, in the names that the statements use.
    fn moves(&self, moves: &Moves) -> String {
        let from: Vec<Track> = (0..moves.arity as Track).collect();
        let order = match moves.unordered {
            true => message!(", the coordinates in ascending order"),
            false => message!(""),
        };
        let position = self.math(&format!("({})", self.list(&from)));
        let option = |family: &MoveFamily| {
            let parts: Vec<String> =
                family.parts.iter().map(|part| format!("({})", self.list(part))).collect();
            let to = match parts.is_empty() {
                true => self.said(&message!("the end of play")),
                false => self.math(&parts.join(" + ")),
            };
            let held = relations(family);
            let only = match family.extent {
                Extent::Exact => message!(""),
                Extent::AtMost => message!(" at most"),
                Extent::AtLeast => message!(" at least"),
            };
            let condition = match held.is_empty() {
                true => message!(""),
                false => message!(
                    " where {relations}",
                    relations = self.math(&self.all(&held, Subject::Outcomes))
                ),
            };
            self.said(&match self.style {
                Style::Plain => message!("    to{only} {to}{condition}", only, to, condition),
                Style::Latex => message!("\\item{only} {to}{condition}", only, to, condition),
            })
        };
        let options: Vec<String> = moves.families.iter().map(option).collect();
        let listed = match self.style {
            Style::Plain => self.listed(&options),
            Style::Latex => {
                format!("\\begin{{itemize}}\n{}\n\\end{{itemize}}\n", options.join("\n"))
            }
        };
        self.said(&message!(
            "A move leads from {position}{order}, for some numbers y,\n\n{listed}",
            position,
            order,
            listed
        ))
    }

    fn math(&self, formula: &str) -> String {
        match self.style {
            Style::Plain => formula.to_owned(),
            Style::Latex => format!("${formula}$"),
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
        match (called(track), self.style) {
            (Called::Coordinate(at), _) => self.coords[at].clone(),
            (Called::Value(letter), _) => letter.to_owned(),
            (Called::Other(letter, number), Style::Plain) => format!("{letter}{number}"),
            (Called::Other(letter, number), Style::Latex) => format!("{letter}_{{{number}}}"),
        }
    }

    fn list(&self, tracks: &[Track]) -> String {
        tracks.iter().map(|&track| self.track(track)).collect::<Vec<_>>().join(", ")
    }

    /// `left <= right` or `left = right`, without minus signs.
    fn linear(&self, relation: &Linear) -> String {
        let [left, right] = sides(relation, |track| self.track(track), [" ", " + "]);
        match (relation.sign, self.style) {
            (Sign::Zero, _) if left == "0" => format!("{right} = 0"),
            (Sign::Zero, _) => format!("{left} = {right}"),
            (Sign::NonNegative, Style::Plain) => format!("{left} <= {right}"),
            (Sign::NonNegative, Style::Latex) => format!("{left} \\le {right}"),
        }
    }

    fn literal(&self, literal: &Literal, subject: Subject) -> String {
        let set = self.set(subject).trim_matches('$');
        match (literal, self.style) {
            (Literal::Linear(relation), _) => self.linear(relation),
            (Literal::Member(tracks, true), Style::Plain) => {
                self.said(&message!("({numbers}) in {set}", numbers = self.list(tracks), set))
            }
            (Literal::Member(tracks, false), Style::Plain) => {
                self.said(&message!("({numbers}) not in {set}", numbers = self.list(tracks), set))
            }
            (Literal::Member(tracks, positive), Style::Latex) => {
                let sign = if *positive { "\\in" } else { "\\notin" };
                format!("({}) {sign} {set}", self.list(tracks))
            }
            (Literal::Place(track, positive), style) => {
                let name = self.track(*track);
                let is = self.said(&match positive {
                    true => message!(" is a place value"),
                    false => message!(" is no place value"),
                });
                match style {
                    Style::Plain => format!("{name}{is}"),
                    Style::Latex => format!("{name} \\text{{{is}}}"),
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
            Literal::Linear(relation) => !relation.holds_of_all(),
            _ => true,
        };
        let and = match self.style {
            Style::Plain => self.said(&message!(" and ")),
            Style::Latex => " \\wedge ".to_owned(),
        };
        let said: Vec<String> =
            literals.iter().filter(plain).map(|literal| self.literal(literal, subject)).collect();
        match (said.is_empty(), self.style) {
            (true, Style::Plain) => self.said(&message!("true")),
            (true, Style::Latex) => "\\top".to_owned(),
            _ => said.join(&and),
        }
    }

    fn statement(&self, number: usize, statement: &Statement, subject: Subject) -> String {
        let says = Message::phrase(statement.says);
        let guard = self.all(&statement.guard, subject);
        let case = |case: &Case| {
            let holds = self.all(&case.literals, subject);
            match (case.hidden.is_empty(), self.style) {
                (true, _) => holds,
                (_, Style::Plain) => self.said(&message!(
                    "there are {numbers}: {holds}",
                    numbers = self.list(&case.hidden),
                    holds
                )),
                (_, Style::Latex) => format!("\\exists {}\\; {holds}", self.list(&case.hidden)),
            }
        };
        let cases: Vec<String> = statement.cases.iter().map(case).collect();
        match (self.style, cases.is_empty()) {
            (Style::Plain, true) => {
                self.said(&message!("({number}) {says}:\n    never {guard}", number, says, guard))
            }
            (Style::Plain, false) => self.said(&message!(
                "({number}) {says}:\n    if {guard}\n    then {cases}",
                number,
                says,
                guard,
                cases = cases.join(&self.said(&message!("\n      or ")))
            )),
            (Style::Latex, true) => {
                format!("\\item {}: \\[ \\neg({guard}) \\]", self.said(&says))
            }
            (Style::Latex, false) => format!(
                "\\item {}: \\[ \\begin{{aligned}} & {guard} \\\\ {{}}\\Rightarrow{{}} & ({}) \
                 \\end{{aligned}} \\]",
                self.said(&says),
                cases.join(") \\\\ {}\\vee{} & (")
            ),
        }
    }
}
