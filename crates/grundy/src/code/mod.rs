//! Small programs that answer a game: in C++, Python or Rust, on their own.
//!
//! A program reads a position per line from standard input, the numbers of all components of a sum parted by spaces, and
//! prints the Grundy value, in 64 bits; where moves may win at once (`win on`), also `win` and `over`. Where only the
//! outcome is known it prints N or P, of one component, or in misère play by a quotient of a sum. It rests on the
//! best that is known: a proved formula, a proved period with its table, a misère quotient, the automaton of a theorem, or
//! else the rule itself with a memory, and a comment in it says on which.

mod automaton;
mod definition;
mod formula;
mod known;
mod language;
mod misere;
mod sums;

use crate::games::Opened;
use crate::language::message;
use crate::limits::Limits;
use crate::misere::Quotient;
use crate::plan::{Engine, Plan};
use crate::recurrence::repetition;
use crate::rule::ir::Kind;
use crate::ruleset::Failure;
use crate::search::follow;
pub use language::TargetLanguage;
use language::{Body, Prints};

/// What a program rests on.
///
/// ```
/// use grundy::code::{Basis, TargetLanguage, write};
/// use grundy::games::open;
/// use grundy::limits::Limits;
/// use grundy::plan::plan;
/// let basis = |game: &str| {
///     let game = open(game).unwrap();
///     let source = write(&game, &mut plan(&game), 0, TargetLanguage::Rust, &Limits::default());
///     source.map(|source| source.basis)
/// };
/// assert_eq!(basis("nim")?, Basis::Formula);
/// assert_eq!(basis("kayles")?, Basis::Period);
/// assert_eq!(basis("grundys")?, Basis::Definition);
/// assert_eq!(Basis::Formula.name(), "formula");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Basis {
    /// A formula that is proved.
    Formula,
    /// A period that is proved, and the values before and in it.
    Period,
    /// An automaton that is proved.
    Automaton,
    /// A misère quotient whose elements are proved to repeat.
    Quotient,
    /// Nothing but the rule.
    Definition,
}

impl Basis {
    /// The name by which programs know it.
    pub fn name(self) -> &'static str {
        match self {
            Basis::Formula => "formula",
            Basis::Period => "period",
            Basis::Automaton => "automaton",
            Basis::Quotient => "quotient",
            Basis::Definition => "definition",
        }
    }
}

/// A program.
///
/// ```
/// use grundy::code::{TargetLanguage, write};
/// use grundy::games::open;
/// use grundy::limits::Limits;
/// use grundy::plan::plan;
/// // Of Wythoff's game it is known who wins, and not the values.
/// let game = open("wythoff")?;
/// let source = write(&game, &mut plan(&game), 0, TargetLanguage::Cpp, &Limits::default())?;
/// assert!(!source.values && source.text.contains("int main()"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceCode {
    /// The text of the program.
    pub text: String,
    /// What it rests on.
    pub basis: Basis,
    /// Whether it prints values, with `win` and `over` where moves may win at once; N or P if not.
    pub values: bool,
}

/// Writes a program for components of this kind of a game.
///
/// # Errors
/// [`Failure::Domain`] for a rule that the plain computation cannot say (misère play of sums), for a table that would
/// be too long and for a kind that the game does not have; [`Failure::Stop`] at a limit.
///
/// ```
/// use grundy::code::{Basis, TargetLanguage, write};
/// use grundy::games::open;
/// use grundy::limits::Limits;
/// use grundy::plan::plan;
/// let game = open("S{1,3,4}")?;
/// let source = write(&game, &mut plan(&game), 0, TargetLanguage::Python, &Limits::default()).unwrap();
/// assert_eq!(source.basis, Basis::Period);
/// assert!(source.text.contains("[0, 1, 0, 1, 2, 3, 2]"));
/// # Ok::<(), grundy::rule::RuleError>(())
/// ```
pub fn write(
    opened: &Opened,
    plan: &mut Plan,
    kind: usize,
    language: TargetLanguage,
    limits: &Limits,
) -> Result<SourceCode, Failure> {
    let rules = &opened.rules;
    let Some(of) = rules.ir().get(kind) else {
        return Err(Failure::Domain(message!("there is no such kind of component")));
    };
    let mut body = body_of(opened, plan, kind, language, limits)?;
    if body.prints == Prints::Outcomes && !rules.is_misere() {
        body.reason += "\ncode --values writes one that prints Grundy values, by plain computation";
    }
    Ok(language.program(&rules.program().to_string(), of, &body))
}

/// Writes a program for sums of heaps of a game in misère play, by its quotient. Nothing where no period is proved of that,
/// the lists in the program would be too long, or components are no heaps.
///
/// ```
/// use grundy::code::{Basis, TargetLanguage, write_quotient};
/// use grundy::limits::Limits;
/// use grundy::play::Session;
/// let session = Session::with_game("kayles")?;
/// let mut quotient = session.new_quotient().unwrap();
/// quotient.advance(1000, &Limits::default())?;
/// let game = session.games()[0].clone().played_misere();
/// let source = write_quotient(&game, &quotient, TargetLanguage::Cpp).unwrap();
/// assert_eq!(source.basis, Basis::Quotient);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_quotient(
    opened: &Opened,
    quotient: &Quotient,
    language: TargetLanguage,
) -> Option<SourceCode> {
    let rules = &opened.rules;
    let [of] = rules.ir() else { return None };
    let [name] = &names(of)[..] else { return None };
    let body = misere::body(quotient, name, language)?;
    Some(language.program(&rules.program().to_string(), of, &body))
}

/// What differs in it from game to game, for a kind that there is.
fn body_of(
    opened: &Opened,
    plan: &mut Plan,
    kind: usize,
    language: TargetLanguage,
    limits: &Limits,
) -> Result<Body, Failure> {
    let rules = &opened.rules;
    let of = &rules.ir()[kind];
    let misere = rules.is_misere();
    let body = match &mut plan.engine {
        Engine::Automatic(answers) if answers.is_misere() == misere => {
            Some(automaton::body(answers, &names(of), language, limits))
        }
        Engine::Definition if !misere => sums::body(rules.program(), of, language, limits)?,
        Engine::Nim if misere => Some(misere::nim(language)),
        engine if !misere => known::body(engine, of, kind, language, limits)?,
        _ => None,
    };
    if let Some(body) = body {
        return Ok(body);
    }
    // What has no value somewhere may have one elsewhere; what does not end has none.
    if let Err(failure) = follow(rules, limits)
        && matches!(failure, Failure::Cycle(_) | Failure::Growth { .. } | Failure::Stop(_))
    {
        return Err(failure);
    }
    // Far components are as good as near ones where a period is proved.
    let of_heaps = match misere {
        true => None,
        false => known::repetition(&mut plan.engine, limits)?,
    };
    let repeats = match of_heaps {
        Some(repeats) => Some(repeats),
        None => match repetition(rules, misere, kind, limits) {
            Err(Failure::Stop(stop)) => return Err(stop.into()),
            repeats => repeats.ok().and_then(Result::ok),
        },
    };
    definition::body(rules, kind, misere, repeats.as_ref(), language)
}

/// What the coordinates of a kind are called in a program: single letters stay what they are.
fn names(kind: &Kind) -> Vec<String> {
    let plain = |name: &str| name.len() == 1 && name.bytes().all(|b| b.is_ascii_lowercase());
    let all_plain = kind.coords.iter().all(|name| plain(name));
    let named = |(slot, name): (usize, &String)| match all_plain {
        true => name.clone(),
        false => format!("c{slot}"),
    };
    kind.coords.iter().enumerate().map(named).collect()
}

/// A list over several lines, if it is long.
fn wrapped(listed: &[String]) -> String {
    let rows: Vec<String> = listed.chunks(24).map(|row| row.join(", ")).collect();
    rows.join(",\n    ")
}
