//! The statements of a proof as commands of Walnut, so that another prover can decide them.
//!
//! Walnut (H. Mousavi; J. Shallit, The Logical Approach to Automatic Sequences, 2022) reads the
//! automaton of the theorem from a file of its library, and then each command of a script: one that
//! makes the numeration, where it has none of its own, one for each relation beside order and
//! addition, and one for each statement, which must be found true.

use std::fmt::Write as _;

use super::statement::{Called, Literal, Statement, Subject, called, sides, statements};
use super::{Certificate, read};
use crate::automaton::{Linear, Numeration, Sign, Track};

/// The commands by which Walnut decides every statement of a theorem, if its automaton is in
/// Walnut's library by the name `grundy`. Nothing if the rule of the certificate is not one that such
/// a theorem is about.
///
/// ```
/// use grundy::automatic::{Attempt, Subject, prove, walnut_script};
/// use grundy::games::open;
/// use grundy::limits::Limits;
/// let game = open("[n] -> [n-k] for k in 1..2")?;
/// let attempt = prove(&game.rules, Subject::Outcomes, &Limits::default())?;
/// let Attempt::Proved(theorem) = attempt else { panic!() };
/// let script = walnut_script(&theorem).unwrap();
/// assert!(script.lines().all(|line| line.starts_with("eval ") && line.contains("?msd_2")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn walnut_script(certificate: &Certificate) -> Option<String> {
    let (_, moves) = read(certificate).ok()?;
    let statements = statements(&moves, certificate.subject);
    let numeration = certificate.set.numeration();
    let name = numeration.walnut_name();
    let mut text = String::new();
    if let Numeration::Quadratic(t @ 2..) = numeration {
        // The continued fraction of the place values, without the 0 before it.
        let _ = writeln!(text, "ost quadratic{t} [{}] [{t}];", t + 1);
    }
    let literals = || {
        let cases = statements.iter().flat_map(|one| &one.cases).flat_map(|case| &case.literals);
        statements.iter().flat_map(|one| &one.guard).chain(cases)
    };
    if certificate.subject == Subject::Lengths
        || literals().any(|literal| matches!(literal, Literal::Place(..)))
    {
        let _ = writeln!(text, "reg place {name} \"0*10*\";");
    }
    if literals().any(|literal| matches!(literal, Literal::Xor(..))) {
        let sums = "([0,0,0]|[0,1,1]|[1,0,1]|[1,1,0])*";
        let _ = writeln!(text, "reg nimsum {name} {name} {name} \"{sums}\";");
    }
    for (number, statement) in (1..).zip(&statements) {
        let _ = writeln!(text, "eval grundy{number} \"?{name} {}\";", formula(statement));
    }
    Some(text)
}

fn formula(statement: &Statement) -> String {
    let guard = all(&statement.guard);
    let named = |tracks: &[Track]| tracks.iter().map(|&t| track(t)).collect::<Vec<_>>().join(",");
    let visible = named(&statement.visible());
    if statement.cases.is_empty() {
        return format!("~(E{visible} ({guard}))");
    }
    let cases = statement.cases.iter().map(|case| match &case.hidden[..] {
        [] => format!("({})", all(&case.literals)),
        hidden => format!("(E{} ({}))", named(hidden), all(&case.literals)),
    });
    format!("A{visible} (({guard}) => ({}))", cases.collect::<Vec<_>>().join("|"))
}

fn all(literals: &[Literal]) -> String {
    literals.iter().map(literal).collect::<Vec<_>>().join(" & ")
}

fn track(track: Track) -> String {
    match called(track) {
        Called::Coordinate(at) => format!("x{at}"),
        Called::Value(letter) => letter.to_owned(),
        Called::Other(letter, number) => format!("{letter}{number}"),
    }
}

fn literal(literal: &Literal) -> String {
    let sign = |positive: bool| if positive { "" } else { "~" };
    match literal {
        Literal::Linear(relation) => linear(relation),
        Literal::Member(tracks, positive) => {
            let tracks: Vec<String> = tracks.iter().map(|&t| track(t)).collect();
            format!("{}$grundy({})", sign(*positive), tracks.join(","))
        }
        Literal::Xor(a, b, c) => format!("$nimsum({},{},{})", track(*a), track(*b), track(*c)),
        Literal::Place(place, positive) => format!("{}$place({})", sign(*positive), track(*place)),
    }
}

/// A relation between sums without minus signs, for numbers are natural.
fn linear(relation: &Linear) -> String {
    let [left, right] = sides(relation, track, ["*", "+"]);
    let sign = if relation.sign == Sign::Zero { "=" } else { "<=" };
    format!("{left}{sign}{right}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automatic::{Subject, moves, statements};
    use crate::games::open;

    #[test]
    fn every_number_of_a_statement_has_a_name_of_its_own() {
        let rule =
            "[n] -> [k] for k in 0..n-1 | [a] + [b] + [n-a-b] for a in 1..n-2, b in 1..n-a-1";
        let rules = open(rule).unwrap().rules;
        let said: Vec<String> =
            statements(&moves(&rules).unwrap(), Subject::Values).iter().map(formula).collect();
        let three =
            "$grundy(y0,u) & $grundy(y1,v) & $nimsum(u,v,s) & $grundy(y2,w) & $nimsum(s,w,g)";
        assert!(said.iter().any(|formula| formula.contains(three)), "{said:#?}");
        let names: Vec<String> =
            (0..16).chain(16..40).chain(64..70).chain(80..99).map(track).collect();
        let mut apart = names.clone();
        apart.sort();
        apart.dedup();
        assert_eq!(apart.len(), names.len());
    }
}
