//! The checker of theorems by automata.
//!
//! It takes the automaton from the certificate and nothing else, and shares with the proof the parser
//! of the notation, but neither the translation of the rule nor the list of what must hold nor a
//! decision. The rule is read again by [`rule`], its moves are compared with the options that the
//! definition gives for small components, what must hold is written down by [`demands`] in the words of
//! [`claim`], and [`reading`] decides it by following words, where the proof builds automata.

mod claim;
mod demands;
mod reading;
mod rule;
#[cfg(test)]
mod tests;

use crate::language::{Message, message, phrase, say_by_message};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::iter;
use std::ops::ControlFlow;

use super::tuples::Tuples;
use super::{Certificate, Subject};
use crate::automaton::{Dfa, Numeration, Track};
use crate::limits::{Limits, Stop};
use crate::rule::{Rules, parse};
use crate::ruleset::{Failure, Ruleset};
use claim::{Statement, never};
use demands::Game;
use reading::holds;
use rule::{CHOSEN, Options, Way};

/// Why a certificate was not found valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unchecked {
    /// It is not valid.
    Refused(Refusal),
    /// A limit ended the check.
    Stopped(Stop),
}

/// What is wrong with a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// The rule is not one that such a theorem can be about, or not in canonical form.
    Rule(Message),
    /// The automaton is not the smallest one, its states are not in order, or it accepts what is
    /// no tuple of numbers.
    Automaton(&'static str),
    /// The moves are not those of the rule at this component.
    Moves(Vec<u64>),
    /// This fails.
    Statement(&'static str),
    /// The check would need too much memory.
    TooLarge,
}

impl From<Stop> for Unchecked {
    fn from(stop: Stop) -> Unchecked {
        Unchecked::Stopped(stop)
    }
}

impl From<Refusal> for Unchecked {
    fn from(refusal: Refusal) -> Unchecked {
        Unchecked::Refused(refusal)
    }
}

impl Refusal {
    /// What is wrong.
    pub fn message(&self) -> Message {
        match self {
            Refusal::Rule(reason) => message!("the rule: {reason}", reason),
            Refusal::Automaton(reason) => {
                message!("the automaton {reason}", reason = Message::phrase(reason))
            }
            Refusal::Moves(at) => {
                message!("the moves are not those of the rule at {at}", at = format!("{at:?}"))
            }
            Refusal::Statement(says) => {
                message!("it is not true that {says}", says = Message::phrase(says))
            }
            Refusal::TooLarge => message!("the check would need too much memory"),
        }
    }
}

impl Unchecked {
    /// Why it is not verified.
    pub fn message(&self) -> Message {
        match self {
            Unchecked::Refused(refusal) => refusal.message(),
            Unchecked::Stopped(stop) => stop.message(),
        }
    }
}

say_by_message!(Refusal, Unchecked);

impl std::error::Error for Refusal {}
impl std::error::Error for Unchecked {}

/// Coordinates for which moves are compared, by the number of coordinates.
const COMPARED: [u64; 3] = [24, 9, 5];

/// Verifies a theorem from its rule and its automaton alone.
///
/// ```
/// use grundy::automatic::{Attempt, Refusal, Subject, Unchecked, check, prove};
/// use grundy::games::open;
/// use grundy::limits::Limits;
/// let limits = Limits::default();
/// let game = open("[n] -> [n-k] for k in 1..2")?;
/// let Attempt::Proved(theorem) = prove(&game.rules, Subject::Outcomes, &limits)? else { panic!() };
/// assert_eq!(check(&theorem, &limits), Ok(()));
/// // The same set for another rule.
/// let mut wrong = theorem;
/// wrong.rule = open("[n] -> [n-k] for k in 1..3")?.rules.program().to_string();
/// assert!(matches!(check(&wrong, &limits), Err(Unchecked::Refused(Refusal::Statement(_)))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Unchecked::Refused`] with the first thing that is wrong; [`Unchecked::Stopped`] where a limit
/// was reached before the end, which says nothing about the theorem.
pub fn check(certificate: &Certificate, limits: &Limits) -> Result<(), Unchecked> {
    let wrong = Refusal::Rule;
    let program = parse(&certificate.rule).map_err(|error| wrong(error.message))?;
    let rules = Rules::new(program, &[]).map_err(|error| wrong(error.message))?;
    if rules.program().to_string() != certificate.rule {
        return Err(wrong(message!("it is not in canonical form")).into());
    }
    let mut read = rule::options(&rules)?;
    if read.numeration.is_some_and(|own| own != certificate.set.numeration()) {
        return Err(Refusal::Automaton(phrase!("has another numeration than the rule")).into());
    }
    read.leave_out_sums_that_never_are(&certificate.set, limits)?;
    let kind = &rules.ir()[0];
    let arity = kind.coords.len();
    if !(1..=COMPARED.len()).contains(&arity) {
        return Err(wrong(message!("it has too many coordinates")).into());
    }
    let unordered = kind.unordered && arity > 1;
    let game = Game { arity, unordered, misere: rules.is_misere(), options: &read };
    let subject = certificate.subject;
    fits(&game, &rules, subject, certificate.set.numeration())?;
    canonical(&certificate.set, arity + subject.extra_tracks(), limits)?;
    compare_moves(&rules, &game, limits)?;
    let decide = |statements: Vec<Statement>| {
        statements.iter().try_for_each(|one| holds(one, &certificate.set, limits))
    };
    ends(&game, subject, decide)?;
    decide(game.demands(subject))
}

impl Options {
    /// Leaves out the ways to options of other than one component for which no numbers are right. Not every theorem can be
    /// about sums, but each can be about a rule that seems to have them.
    fn leave_out_sums_that_never_are(&mut self, set: &Dfa, limits: &Limits) -> Result<(), Stop> {
        for ways in [&mut self.all, &mut self.sure] {
            let mut left = Vec::new();
            for way in ways.drain(..) {
                let possible = way.parts.len() == 1
                    || match holds(&never("", way.literals()), set, limits) {
                        Ok(()) => false,
                        Err(Unchecked::Refused(_)) => true,
                        Err(Unchecked::Stopped(stop)) => return Err(stop),
                    };
                left.extend(possible.then_some(way));
            }
            *ways = left;
        }
        Ok(())
    }
}

/// Some measure gets smaller with every move: the sum of the coordinates, one of them, or the greatest. Where none is found
/// to and one could not be decided, nothing is said against the certificate.
fn ends(
    game: &Game<'_>,
    subject: Subject,
    decide: impl Fn(Vec<Statement>) -> Result<(), Unchecked>,
) -> Result<(), Unchecked> {
    // Of coordinates whose order does not matter none is told from the others.
    let alone = !game.unordered && subject != Subject::Lengths;
    let single = (0..if alone { game.arity } else { 0 }).map(|at| at..at + 1);
    let measured = iter::once(0..game.arity).chain(single).map(|coords| game.ends(coords));
    let mut refused = Refusal::TooLarge;
    let mut open = false;
    for statements in measured.chain([game.ends_by_greatest()]) {
        match decide(statements) {
            Err(Unchecked::Refused(refusal)) => {
                open |= refusal == Refusal::TooLarge;
                refused = refusal;
            }
            decided => return decided,
        }
    }
    Err(if open { Refusal::TooLarge } else { refused }.into())
}

/// Refuses what no theorem of this kind can be about.
fn fits(
    game: &Game<'_>,
    rules: &Rules,
    subject: Subject,
    numeration: Numeration,
) -> Result<(), Refusal> {
    let ways = || game.options.all.iter().chain(&game.options.sure);
    let refused = |reason| Err(Refusal::Rule(Message::phrase(reason)));
    match subject {
        Subject::Outcomes if ways().any(|way| way.parts.len() != 1) => {
            refused(phrase!("outcomes of sums, which need values"))
        }
        Subject::Outcomes if game.misere && rules.has_wins() => {
            refused(phrase!("`win on` in misère play"))
        }
        Subject::Lengths if ways().any(|way| way.parts.len() > 1) => {
            refused(phrase!("values of sums as numbers of digits"))
        }
        // A sum is worth the nim-sum of its parts, which only binary digits show.
        Subject::Values
            if numeration != Numeration::Base(2) && ways().any(|way| way.parts.len() > 1) =>
        {
            refused(phrase!("values of sums in another numeration than base 2"))
        }
        Subject::Values | Subject::Lengths if game.misere => {
            refused(phrase!("values in misère play"))
        }
        Subject::Values | Subject::Lengths if rules.has_wins() => {
            refused(phrase!("values with `win on`"))
        }
        _ => Ok(()),
    }
}

/// The automaton is the one way to write its set: every state is reached, in the order of numbers,
/// no two do the same, zeros in front change nothing, and only tuples of numbers are accepted.
fn canonical(set: &Dfa, tracks: usize, limits: &Limits) -> Result<(), Unchecked> {
    if set.tracks() != (0..tracks as Track).collect::<Vec<_>>() {
        return Err(
            Refusal::Automaton(phrase!("has other tracks than the rule has coordinates")).into()
        );
    }
    reached_in_order(set)?;
    if set.row(0)[0] != 0 {
        return Err(Refusal::Automaton(phrase!("is changed by zeros in front")).into());
    }
    smallest(set, limits)?;
    only_numbers(set)?;
    Ok(())
}

/// Every state is reached, the first time from states in the order of numbers.
fn reached_in_order(set: &Dfa) -> Result<(), Refusal> {
    let mut reached = 1;
    for state in 0..set.states() {
        if state >= reached {
            return Err(Refusal::Automaton(phrase!("has a state that is not reached")));
        }
        for &to in set.row(state) {
            if to as usize > reached {
                return Err(Refusal::Automaton(phrase!("has its states out of order")));
            }
            reached = reached.max(to as usize + 1);
        }
    }
    Ok(())
}

/// Two states are told apart by a word: first by the empty one, then by ever longer ones.
fn smallest(set: &Dfa, limits: &Limits) -> Result<(), Unchecked> {
    let count = set.states();
    let mut classes: Vec<u32> = (0..count).map(|state| set.is_accepting(state).into()).collect();
    let mut known = 0;
    loop {
        let mut numbers: HashMap<(u32, Vec<u32>), u32> = HashMap::new();
        let mut finer = Vec::with_capacity(count);
        for state in 0..count {
            limits.check()?;
            let leads = set.row(state).iter().map(|&to| classes[to as usize]).collect();
            let fresh = numbers.len() as u32;
            finer.push(*numbers.entry((classes[state], leads)).or_insert(fresh));
        }
        let found = numbers.len();
        if found == count {
            return Ok(());
        }
        if found == known {
            return Err(Refusal::Automaton(phrase!("is not the smallest one")).into());
        }
        (classes, known) = (finer, found);
    }
}

/// No word is accepted that is no tuple of numbers.
fn only_numbers(set: &Dfa) -> Result<(), Refusal> {
    let start = (0_u32, Some(vec![false; set.tracks().len()]));
    let mut seen = HashSet::from([start.clone()]);
    let mut waiting = vec![start];
    while let Some((state, memory)) = waiting.pop() {
        if memory.is_none() && set.is_accepting(state as usize) {
            return Err(Refusal::Automaton(phrase!("accepts what is no tuple of numbers")));
        }
        for (letter, &to) in set.row(state as usize).iter().enumerate() {
            let digits = set.spell(letter);
            let memory: Option<Vec<bool>> = memory.as_ref().and_then(|memory| {
                let each = memory.iter().zip(&digits);
                each.map(|(&only_zero, &digit)| set.numeration().follow(only_zero, digit)).collect()
            });
            if seen.insert((to, memory.clone())) {
                waiting.push((to, memory));
            }
        }
    }
    Ok(())
}

/// Compares the options of small components with what the relations say, where the coordinates of
/// an option are the only numbers hidden.
fn compare_moves(rules: &Rules, game: &Game<'_>, limits: &Limits) -> Result<(), Unchecked> {
    let direct = |way: &Way| match &way.parts[..] {
        [part] => {
            let linear = way.places.is_empty() && way.digits.is_empty();
            linear && way.hidden.iter().all(|track| part.contains(track))
        }
        _ => false,
    };
    let Options { all, sure, .. } = game.options;
    if all != sure || !all.iter().all(direct) {
        return Ok(());
    }
    for from in Tuples::below(COMPARED[game.arity - 1], game.arity) {
        if game.unordered && !from.is_sorted() {
            continue;
        }
        let refused = || Unchecked::Refused(Refusal::Moves(from.clone()));
        let failed = |failure| match failure {
            Failure::Stop(stop) => Unchecked::Stopped(stop),
            _ => refused(),
        };
        let coords: Vec<i64> = from.iter().map(|&coord| coord as i64).collect();
        let component = rules.component(0, &coords).map_err(|_| refused())?;
        let mut listed = BTreeSet::new();
        let over = rules.is_over(&component, limits).map_err(failed)?;
        rules
            .options(&component, limits, &mut |option| {
                for part in option.iter().filter(|_| !over) {
                    listed
                        .insert(part.coords.iter().map(|&c| c.unsigned_abs()).collect::<Vec<_>>());
                }
                ControlFlow::Continue(())
            })
            .map_err(failed)?;
        let largest = listed.iter().flatten().copied().max().unwrap_or(0);
        let sum: u64 = from.iter().sum();
        let mut said = BTreeSet::new();
        for to in Tuples::below(sum.max(largest) + 1, game.arity) {
            limits.check()?;
            let leads = all.iter().any(|way| {
                let part = &way.parts[0];
                let value = |track: Track| match track < CHOSEN {
                    true => from[usize::from(track)] as i64,
                    false => {
                        let at = part.iter().position(|&known| known == track);
                        at.map_or(0, |at| to[at] as i64)
                    }
                };
                part.iter().zip(&to).all(|(&track, &number)| value(track) == number as i64)
                    && way.relations.iter().all(|relation| relation.holds(value))
            });
            if leads {
                let mut to = to.clone();
                if game.unordered {
                    to.sort_unstable();
                }
                said.insert(to);
            }
        }
        if said != listed {
            return Err(refused());
        }
    }
    Ok(())
}
