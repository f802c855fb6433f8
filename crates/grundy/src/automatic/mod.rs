//! Theorems about all positions of a rule, by automata.
//!
//! Where the options of a rule are linear in the coordinates and the choices, the lost components
//! often are the tuples that a finite automaton accepts, in base 2 or in the numeration of a
//! quadratic irrational, and so is the graph of the Grundy function. [`prove`] guesses such an
//! automaton from the answers for small components, writes down everything that must hold for it to
//! be right ([`statements`]), and decides each statement by automata. What it finds is a
//! [`Certificate`], which [`check`] verifies with code of its own.
//!
//! ```text
//! translate    a rule as linear relations between coordinates and choices
//! statement    what must hold of a set
//! oracle       the answers for small components, by the definition or by the relations
//! learn        guesses from them
//! decide       whether statements are true
//! check        the checker: another reading of rules, other statements, another decision
//! answer       positions of any size, from a theorem
//! words        the set in words, classes where only remainders count
//! explain      the proof in sentences
//! formula      formulas that say the same as a theorem
//! walnut       the statements for another prover
//! tuples       all tuples of numbers between bounds
//! ```
//!
//! Sources: Büchi 1960 for the logic; Fraenkel 1982 for generalised Wythoff games and their
//! numerations; Duchêne, Fraenkel, Nowakowski and Rigo 2010 and Mignoty, Renard, Rigo and Whiteland
//! 2025 for games decided so.
//!
//! ```
//! use grundy::automatic::{Attempt, Subject, check, prove};
//! use grundy::games::open;
//! use grundy::limits::Limits;
//! let limits = Limits::default();
//! let nim = open("[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b")?;
//! let Ok(Attempt::Proved(theorem)) = prove(&nim.rules, Subject::Values, &limits) else { panic!() };
//! assert!(theorem.set.accepts(&[123_456_789, 987_654_321, 123_456_789 ^ 987_654_321]));
//! assert!(check(&theorem, &limits).is_ok());
//! # Ok::<(), grundy::rule::RuleError>(())
//! ```

mod answer;
mod check;
mod classes;
mod decide;
mod explain;
mod formula;
mod learn;
mod oracle;
mod statement;
mod translate;
mod tuples;
mod walnut;
mod words;

use crate::automaton::{Dfa, Numeration, TooLarge, Track};
use crate::language::{Message, message, phrase};
use crate::limits::Limits;
use crate::rule::{Rules, parse};
use crate::ruleset::Failure;
pub use answer::Answers;
pub(crate) use answer::not_counted;
pub use check::{Refusal, Unchecked, check};
pub use explain::{Style, explain};
pub(crate) use formula::right_formula;
pub use formula::{formula_of, is_right, repeats};
pub use learn::MOST_STATES;
use oracle::Oracle;
use statement::ending;
pub use statement::{
    Case, Extent, Literal, Measure, MoveFamily, Moves, Statement, Subject, statements,
};
pub use translate::Beyond;
pub use walnut::walnut_script;
pub(crate) use words::Repeating;
pub use words::{description, in_words};

/// A theorem: the lost components, or the graph of the Grundy function, are exactly the tuples that
/// an automaton accepts.
///
/// ```
/// use grundy::automatic::{Attempt, Subject, in_words, prove};
/// use grundy::games::open;
/// use grundy::limits::Limits;
/// // The larger heap may be made as small as the other: lost are equal heaps.
/// let game = open("[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b")?;
/// let attempt = prove(&game.rules, Subject::Outcomes, &Limits::default())?;
/// let Attempt::Proved(theorem) = attempt else { panic!() };
/// assert!(theorem.set.accepts(&[1 << 40, 1 << 40]) && !theorem.set.accepts(&[1 << 40, 1]));
/// let said = "the player to move loses exactly when the two coordinates are equal";
/// assert_eq!(in_words(&theorem).to_string(), said);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The rule in the notation, as the program prints it.
    pub rule: String,
    /// What the set is.
    pub subject: Subject,
    /// The set, as the smallest automaton: its tracks from 0 on are the coordinates, and the last
    /// one the value.
    pub set: Dfa,
}

/// How far a proof came.
///
/// ```
/// use grundy::automatic::{Attempt, Subject, prove};
/// use grundy::games::open;
/// use grundy::limits::Limits;
/// // Squares are not linear.
/// let game = open("[n] -> [n-k] for k in squares(n)")?;
/// let attempt = prove(&game.rules, Subject::Outcomes, &Limits::default())?;
/// assert!(matches!(attempt, Attempt::Beyond(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// It is proved.
    Proved(Certificate),
    /// The rule is not linear, or its moves do not make the coordinates smaller.
    Beyond(Beyond),
    /// No automaton was found that is right: what was tried.
    Open(Vec<Guessed>),
}

/// A guess that failed, or a numeration in which there was none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guessed {
    /// The numeration.
    pub numeration: Numeration,
    /// The answers for coordinates below this were looked at.
    pub side: u64,
    /// States of the guess, and what refuted it, if one was made.
    pub refuted: Option<(usize, Refuted)>,
}

/// Why a guess is no theorem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refuted {
    /// This statement fails, for these numbers where they fit in 63 bits.
    At(&'static str, Option<Vec<(Track, u64)>>),
    /// An automaton became too large.
    TooLarge,
}

/// Numerations in which automata are sought.
const NUMERATIONS: [Numeration; 5] = [
    Numeration::Base(2),
    Numeration::Quadratic(1),
    Numeration::Quadratic(2),
    Numeration::Quadratic(3),
    Numeration::Base(3),
];
/// Sizes of the tables from which guesses are made, by the number of coordinates.
const SIDES: [&[u64]; 3] = [&[128, 1024], &[34, 128, 400, 700], &[16]];
/// The same for values, which cost more.
const VALUE_SIDES: [&[u64]; 3] = [&[128, 1024], &[32, 64], &[16]];
/// Those of single heaps that fall into three: a heap has as many options as pairs of numbers below it.
const SIDES_OF_THREE: &[u64] = &[128, 256, 512];
/// Lengths of the continuations by which prefixes are told apart.
const LENGTHS: std::ops::RangeInclusive<usize> = 1..=8;

/// Looks for a theorem about a rule. As many small positions are looked at as `limits` allow.
///
/// ```
/// use grundy::automatic::{Attempt, Subject, prove};
/// use grundy::games::open;
/// use grundy::limits::Limits;
/// let game = open("[n] -> [n-k] for k in 1..3")?;
/// let attempt = prove(&game.rules, Subject::Values, &Limits::default())?;
/// let Attempt::Proved(theorem) = attempt else { panic!() };
/// // The value is the remainder modulo 4.
/// assert!(theorem.set.accepts(&[4_000_003, 3]) && !theorem.set.accepts(&[4_000_003, 2]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Failure`] where the rule cannot be followed, or a limit stops the work.
pub fn prove(rules: &Rules, subject: Subject, limits: &Limits) -> Result<Attempt, Failure> {
    prove_noting(rules, subject, limits, &mut Vec::new())
}

/// The same; the guesses that failed stand in `tried` too, also where a limit stops the work.
pub(crate) fn prove_noting(
    rules: &Rules,
    subject: Subject,
    limits: &Limits,
    tried: &mut Vec<Guessed>,
) -> Result<Attempt, Failure> {
    let moves = match moves(rules) {
        Ok(moves) => moves,
        Err(beyond) => return Ok(Attempt::Beyond(beyond)),
    };
    if let Some(beyond) = unfit(rules, &moves, subject) {
        return Ok(Attempt::Beyond(beyond));
    }
    let statements = statements(&moves, subject);
    let numerations = numerations(&moves);
    let mut guesses: Vec<Dfa> = Vec::new();
    for &side in sides(&moves, subject) {
        let cells = side.saturating_pow(moves.arity as u32);
        if limits.positions.is_some_and(|most| cells > most) {
            break;
        }
        let oracle = Oracle::new(rules, &moves, subject, side, limits)?;
        // A number that an automaton accepts beside others has few digits more than they.
        let beyond =
            subject == Subject::Lengths && oracle.largest() > 2 * u64::from(side.ilog2()) + 8;
        for &numeration in &numerations {
            let refuted = match beyond {
                true => None,
                false => match guess(&oracle, numeration, &statements, &mut guesses, limits)? {
                    Ok(set) => {
                        let rule = rules.program().to_string();
                        return Ok(Attempt::Proved(Certificate { rule, subject, set }));
                    }
                    Err(refuted) => refuted,
                },
            };
            tried.push(Guessed { numeration, side, refuted });
        }
    }
    Ok(Attempt::Open(tried.clone()))
}

/// The sizes of the tables.
fn sides(moves: &Moves, subject: Subject) -> &'static [u64] {
    match subject {
        Subject::Outcomes => SIDES[moves.arity - 1],
        _ if moves.arity == 1 && moves.most_parts() > 2 => SIDES_OF_THREE,
        Subject::Values | Subject::Lengths => VALUE_SIDES[moves.arity - 1],
    }
}

/// The numerations: nim-sums are automatic in base 2 alone, and place values in their own.
fn numerations(moves: &Moves) -> Vec<Numeration> {
    let mut numerations = moves.numeration.map_or(NUMERATIONS.to_vec(), |own| vec![own]);
    numerations.retain(|&one| moves.most_parts() < 2 || one == Numeration::Base(2));
    numerations
}

/// The set of the first guess that is right and was not made before; if there is none, the last one that is wrong, by its
/// states, and why.
fn guess(
    oracle: &Oracle,
    numeration: Numeration,
    statements: &[Statement],
    guesses: &mut Vec<Dfa>,
    limits: &Limits,
) -> Result<Result<Dfa, Option<(usize, Refuted)>>, Failure> {
    let mut refuted = None;
    for length in LENGTHS {
        limits.check()?;
        // Longer continuations tell no fewer prefixes apart, and need more answers.
        let Some(guess) = learn::learn(oracle, numeration, length) else { break };
        if guesses.contains(&guess) {
            continue;
        }
        guesses.push(guess.clone());
        match judge(statements, &guess, limits)? {
            None => return Ok(Ok(guess)),
            Some(why) => refuted = Some((guess.states(), why)),
        }
    }
    Ok(Err(refuted))
}

/// What refutes a statement about a rule, decided as in a proof; nothing if it is a theorem.
///
/// The first statement that fails is told with numbers for which it does: the coordinates of a
/// position, from track 0 on, and of an option. The set is wrong at one of them, or at an option.
///
/// ```
/// use grundy::automatic::{Certificate, Counterexample, Refuted, Subject, counterexample, refute};
/// use grundy::automaton::{Dfa, Linear, Numeration, Sign};
/// use grundy::limits::Limits;
/// let limits = Limits::default();
/// // That the even heaps are lost, where one or two may be taken: the multiples of three are.
/// let double = Linear::new([(0, 1), (1, -2)], 0, Sign::Zero);
/// let wrong = Certificate {
///     rule: "[n] -> [n-k] for k in 1..2".to_owned(),
///     subject: Subject::Outcomes,
///     set: Dfa::linear(Numeration::Base(2), &double)?.exists(1)?,
/// };
/// assert!(matches!(refute(&wrong, &limits)?, Some(Refuted::At(..))));
/// let first = Counterexample { coords: vec![2], right: 1 };
/// assert_eq!(counterexample(&wrong, &limits)?, Some(first));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Failure::Domain`] where the rule is not one that such a theorem is about, [`Failure::Stop`] at
/// a limit.
pub fn refute(certificate: &Certificate, limits: &Limits) -> Result<Option<Refuted>, Failure> {
    let wrong = Failure::Domain;
    let (rules, moves) = read(certificate).map_err(wrong)?;
    let tracks = moves.arity + certificate.subject.extra_tracks();
    let fits = certificate.set.tracks().iter().copied().eq(0..tracks as Track);
    if let Some(beyond) = unfit(&rules, &moves, certificate.subject).filter(|_| fits) {
        return Err(wrong(beyond.message()));
    }
    if !fits || moves.numeration.is_some_and(|own| own != certificate.set.numeration()) {
        return Err(wrong(message!("the automaton has other tracks or digits than the rule")));
    }
    judge(&statements(&moves, certificate.subject), &certificate.set, limits)
}

/// The rules that a certificate is about, in the form from which theorems are proved.
fn rules_of(certificate: &Certificate) -> Result<Rules, Message> {
    let program = parse(&certificate.rule).map_err(|error| error.message)?;
    Rules::new(program, &[]).map(Rules::simpler).map_err(|error| error.message)
}

/// The same with their moves, if they are rules that such a theorem is about.
fn read(certificate: &Certificate) -> Result<(Rules, Moves), Message> {
    let rules = rules_of(certificate)?;
    let moves = moves(&rules).map_err(|beyond| beyond.message())?;
    Ok((rules, moves))
}

/// A component about which the set of a certificate is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// Its coordinates.
    pub coords: Vec<u64>,
    /// Its value; for a theorem about outcomes 0 if it is lost, else 1.
    pub right: u64,
}

/// The component with the least sum of coordinates about which a certificate is wrong; nothing if
/// it is right, or if that component is too large to be found.
///
/// Where a statement fails for a component, the set is wrong about it or about an option of it; so
/// a table up to it has the answer. The cost is that of the table.
///
/// # Errors
/// As [`refute`].
pub fn counterexample(
    certificate: &Certificate,
    limits: &Limits,
) -> Result<Option<Counterexample>, Failure> {
    let Some(Refuted::At(_, Some(witness))) = refute(certificate, limits)? else { return Ok(None) };
    let (rules, moves) = read(certificate).map_err(Failure::Domain)?;
    let coords = witness.iter().filter(|(track, _)| usize::from(*track) < moves.arity);
    let side = coords.fold(1_u64, |side, (_, coord)| side.saturating_add(*coord));
    if side.saturating_pow(moves.arity as u32) > MOST_COMPARED {
        return Ok(None);
    }
    let subject = certificate.subject;
    let oracle = Oracle::new(&rules, &moves, subject, side, limits)?;
    let places = certificate.set.numeration().first_places(64);
    let written = |value: u64| match (subject, value) {
        (Subject::Lengths, 1..) => places.get(value as usize - 1).copied(),
        _ => Some(value),
    };
    let agrees = |coords: &[u64], right: u64| match subject {
        Subject::Outcomes => certificate.set.accepts(coords) == (right == 0),
        _ => (0..=right + 1).all(|value| {
            let number = written(value);
            number.is_some_and(|number| {
                certificate.set.accepts(&[coords, &[number]].concat()) == (value == right)
            })
        }),
    };
    let found = oracle.components().filter(|(coords, right)| !agrees(coords, *right));
    let least = found.min_by_key(|(coords, _)| coords.iter().sum::<u64>());
    Ok(least.map(|(coords, right)| Counterexample { coords, right }))
}

/// Components among which a counterexample is sought.
const MOST_COMPARED: u64 = 1 << 20;

/// The moves of a game of one kind whose rule is linear.
///
/// ```
/// use grundy::automatic::{Measure, moves};
/// use grundy::games::open;
/// let both = "unordered [a, b] -> [a-k, b-k] for k in 1..min(a, b)";
/// let found = moves(&open(both)?.rules)?;
/// assert_eq!((found.arity, found.unordered, found.measure), (2, true, Measure::Sum));
/// let squares = open("[n] -> [n-k] for k in squares(n)")?;
/// assert!(moves(&squares.rules).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Beyond`] with what is not linear in it, or if nothing shows that play ends.
pub fn moves(rules: &Rules) -> Result<Moves, Beyond> {
    let linear = translate::moves(rules)?;
    // Of coordinates whose order does not matter none is told from the others.
    let single = (0..if linear.unordered { 0 } else { linear.arity }).map(Measure::Coordinate);
    let mut beyond = phrase!("a move of which nothing shows that it makes the coordinates smaller");
    for measure in std::iter::once(Measure::Sum).chain(single).chain([Measure::Greatest]) {
        let moves = Moves { measure, ..linear.clone() };
        match decide::hold(&ending(&moves), moves.numeration.unwrap_or(Numeration::Base(2))) {
            Ok(true) => return Ok(moves),
            Ok(false) => {}
            Err(TooLarge) => beyond = phrase!("numbers whose automata are too large"),
        }
    }
    Err(Beyond(beyond))
}

/// What keeps a rule from the theorem asked for.
fn unfit(rules: &Rules, moves: &Moves, subject: Subject) -> Option<Beyond> {
    let sums = moves.families.iter().any(|family| family.parts.len() != 1);
    match subject {
        Subject::Outcomes if sums => Some(Beyond(phrase!("outcomes of sums, which need values"))),
        // Of the components without moves, those that end the game are lost and all others won.
        Subject::Outcomes if moves.misere && rules.has_wins() => {
            Some(Beyond(phrase!("`win on` in misère play")))
        }
        Subject::Outcomes => None,
        Subject::Lengths if matches!(moves.measure, Measure::Coordinate(_)) => Some(Beyond(
            phrase!("values as numbers of digits where a coordinate may become larger"),
        )),
        _ if moves.misere => Some(Beyond(phrase!("values in misère play"))),
        _ if rules.has_wins() => Some(Beyond(phrase!("values with `win on`"))),
        Subject::Lengths if sums => Some(Beyond(phrase!("values of sums as numbers of digits"))),
        _ => None,
    }
}

/// The first statement that fails for a set, if one does.
fn judge(statements: &[Statement], set: &Dfa, limits: &Limits) -> Result<Option<Refuted>, Failure> {
    for statement in statements {
        limits.check()?;
        match decide::refute(statement, set) {
            Ok(None) => {}
            Ok(Some(witness)) => return Ok(Some(Refuted::At(statement.says, witness))),
            Err(TooLarge) => return Ok(Some(Refuted::TooLarge)),
        }
    }
    Ok(None)
}
