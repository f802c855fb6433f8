//! The ways to a theorem, one after the other.

use super::Theorem;
use super::words::{guessed, repetition};
use crate::automatic::{self, Beyond, Subject};
use crate::heap::{AllButSet, Code, HeapGame, PeriodSearch, Run, SubtractionSet, guy_smith};
use crate::language::{Message, message};
use crate::limits::{Limits, Stop};
use crate::plan::Engine;
use crate::play::{Asked, Position, Session};
use crate::prove::Certificate;
use crate::rule::Rules;
use crate::ruleset::{Failure, Fault};
use crate::search::Values;

/// What is wanted of a theorem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sought {
    /// What it is to be about; nothing for values first, then who wins.
    pub about: Option<Asked>,
    /// The last heap computed in search of a period.
    pub to: u64,
    /// Whether one with a certificate goes before one that says more. It may be found that there is none with one.
    pub certified: bool,
}

impl Default for Sought {
    /// Values first, 65536 heaps, the theorem that says most.
    fn default() -> Sought {
        Sought { about: None, to: 1 << 16, certified: false }
    }
}

impl Sought {
    /// With a theorem about this alone.
    pub fn about(self, asked: Asked) -> Sought {
        Sought { about: Some(asked), ..self }
    }

    /// With so many heaps computed in search of a period.
    pub fn to(self, heap: u64) -> Sought {
        Sought { to: heap, ..self }
    }

    /// With a theorem that has a certificate, if there is one.
    pub fn certified(self) -> Sought {
        Sought { certified: true, ..self }
    }
}

/// How far a proof came.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Attempt {
    /// It is proved.
    Proved(Theorem),
    /// What was tried in vain.
    Open(Vec<Tried>),
}

impl Attempt {
    /// The theorem, if it is proved.
    pub fn proved(self) -> Option<Theorem> {
        match self {
            Attempt::Proved(theorem) => Some(theorem),
            Attempt::Open(_) => None,
        }
    }
}

/// A way that led to no proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    /// Why.
    pub reason: Message,
    /// What was guessed on it, and what refuted that.
    pub guesses: Vec<Message>,
}

impl From<Message> for Tried {
    fn from(reason: Message) -> Tried {
        Tried { reason, guesses: Vec::new() }
    }
}

/// Seeks a theorem about all positions of the first game of a session, in misère play if that is how the session plays it.
///
/// The ways, in this order: the period of the values of one heap; an automaton for the values, for values as numbers of
/// digits, for the lost positions; in misère play the quotient of the game; a recurrence. Automata take seconds, and so do
/// quotients that keep growing.
///
/// # Errors
/// [`Failure::Stop`] at a limit; [`Failure::Fault`] where a rule cannot be followed; [`Failure::Domain`] if no game is open.
pub fn seek(session: &Session, sought: &Sought, limits: &Limits) -> Result<Attempt, Failure> {
    let Some(opened) = session.games().first() else {
        return Err(Failure::Domain(message!("no game is open")));
    };
    let misere = session.is_misere(&Position::default())?;
    if misere && sought.about == Some(Asked::Values) {
        return Err(Failure::Domain(message!("in misère play there are no values")));
    }
    let played = (misere && !opened.rules.is_misere()).then(|| opened.rules.played_misere());
    let rules = played.as_ref().unwrap_or(&opened.rules);
    let mut why: Vec<Tried> = Vec::new();
    let mut beyond: Vec<(&'static str, Vec<Message>)> = Vec::new();
    if sought.about != Some(Asked::WhoWins) && !misere {
        match period(session, sought.to, limits)? {
            Some(Ok(certificate)) => return Ok(Attempt::Proved(Theorem::Period(certificate))),
            Some(Err(reason)) => why.push(reason.into()),
            None => {}
        }
    }
    let says_most = !sought.certified && sought.about != Some(Asked::WhoWins);
    for (about, subject) in [
        (Asked::Values, Subject::Values),
        (Asked::Values, Subject::Lengths),
        (Asked::WhoWins, Subject::Outcomes),
    ] {
        if sought.about.is_some_and(|asked| asked != about) {
            continue;
        }
        // The automaton would have a certificate, but be about who wins alone.
        if subject == Subject::Outcomes
            && says_most
            && !misere
            && sought.about.is_none()
            && let Some(theorem) = by_recurrence(session, misere, limits)?
        {
            return Ok(Attempt::Proved(theorem));
        }
        let name = subject.message();
        match automatic::prove(rules, subject, limits)? {
            automatic::Attempt::Proved(certificate) => {
                // A period says more than an automaton that has no words.
                if says_most
                    && automatic::description(&certificate).is_none()
                    && let Some(theorem) = by_recurrence(session, misere, limits)?
                {
                    return Ok(Attempt::Proved(theorem));
                }
                return Ok(Attempt::Proved(Theorem::Automaton(certificate)));
            }
            automatic::Attempt::Beyond(Beyond(reason)) => {
                match beyond.iter_mut().find(|(known, _)| *known == reason) {
                    Some((_, names)) => names.push(name),
                    None => beyond.push((reason, vec![name])),
                }
            }
            automatic::Attempt::Open(tried) => why.push(Tried {
                reason: message!("no automaton for {name} was found:", name),
                guesses: tried.iter().map(guessed).collect(),
            }),
        }
    }
    if sought.about != Some(Asked::Values)
        && misere
        && let Some(theorem) = by_quotient(session, sought.to, limits)?
    {
        return Ok(Attempt::Proved(theorem));
    }
    if let Some(theorem) = by_recurrence(session, misere, limits)? {
        return Ok(Attempt::Proved(theorem));
    }
    // Values tell who wins.
    if sought.about == Some(Asked::WhoWins) && !misere {
        match period(session, sought.to, limits)? {
            Some(Ok(certificate)) => return Ok(Attempt::Proved(Theorem::Period(certificate))),
            Some(Err(reason)) => why.push(reason.into()),
            None => {}
        }
    }
    follow(rules, limits)?;
    why.extend(beyond.into_iter().map(|(reason, names)| {
        let joined = |names, name| message!("{names}, {name}", names, name);
        let (names, reason) = (names.into_iter().reduce(joined), Message::phrase(reason));
        let names = names.unwrap_or(message!(""));
        message!("no automaton for {names} was sought; out of reach: {reason}", names, reason)
            .into()
    }));
    let known = opened
        .entry
        .map_or_else(|| session.plan(0).reason.clone(), |entry| Message::phrase(entry.known));
    why.push(message!("what is known: {known}", known).into());
    Ok(Attempt::Open(why))
}

/// Tries small components: a rule that cannot be followed, or that does not end, has no theorem for that reason.
fn follow(rules: &Rules, limits: &Limits) -> Result<(), Failure> {
    let mut values = Values::new(rules);
    for (kind, view) in rules.kinds().into_iter().enumerate() {
        for coord in 0..=TRIED {
            let component = rules.component(kind, &vec![coord; view.coords().len()])?;
            match values.value(&component, &limits.clone().positions(MOST_TRIED)) {
                Ok(_) | Err(Failure::Stop(Stop::Positions(_))) => {}
                // Too many options to try are no mistake.
                Err(Failure::Fault(Fault { too_much: true, .. })) => {}
                Err(failure) => return Err(failure),
            }
        }
    }
    Ok(())
}

/// That values repeat as a coordinate grows, of the first kind of which that is proved.
fn by_recurrence(
    session: &Session,
    misere: bool,
    limits: &Limits,
) -> Result<Option<Theorem>, Failure> {
    if !misere && session.plan(0).engine.has_values() {
        return Ok(None);
    }
    for kind in 0..session.games()[0].rules.kinds().len() {
        if let Ok(found) = session.repetition(kind, limits)? {
            let statement = repetition(session, kind, &found);
            return Ok(Some(Theorem::Repetition { misere, statement }));
        }
    }
    Ok(None)
}

/// Who wins a heap alone in misère play, by the quotient of its game.
fn by_quotient(session: &Session, to: u64, limits: &Limits) -> Result<Option<Theorem>, Failure> {
    let Some(mut quotient) = session.new_quotient() else { return Ok(None) };
    match quotient.advance(to, limits) {
        // It may grow without end, and something else may be found.
        Ok(()) | Err(Stop::Memory { .. }) => {}
        Err(stop) => return Err(stop.into()),
    }
    let lost = quotient.lost_heaps();
    Ok(lost.map(|lost| Theorem::LostHeaps(Box::new(quotient), lost)))
}

/// Components whose coordinates are all the same up to this are tried, and no more than so many in all.
const TRIED: i64 = 5;
const MOST_TRIED: u64 = 1 << 14;

/// The largest amount of a set whose period is sought.
const MOST_TAKEN: u64 = 1 << 16;

/// The certificate of the period of a game of one heap; the reason if there is none; nothing for
/// another game.
fn period(
    session: &Session,
    to: u64,
    limits: &Limits,
) -> Result<Option<Result<Certificate, Message>>, Stop> {
    let all_but = |set: &AllButSet| match set.prove(limits) {
        PeriodSearch::Proved(proved) => Ok(Certificate::of_all_but(set, &proved)),
        PeriodSearch::Open { stop, .. } => stop.map_or(Ok(None), Err),
    };
    let of_set = |set: &SubtractionSet| match set.prove(limits) {
        PeriodSearch::Proved(proved) => Ok(Certificate::of_subtraction(set, &proved)),
        PeriodSearch::Open { stop, .. } => stop.map_or(Ok(None), Err),
    };
    let of_game = |game: &HeapGame| {
        let mut run = Run::new(game.clone());
        run.advance(to, limits)?;
        Ok(match run.into_search() {
            PeriodSearch::Proved(proved) => Certificate::of_game(game, &proved),
            PeriodSearch::Open { .. } => None,
        })
    };
    let of_code = |code: &Code| match code.all_but() {
        Some(set) => all_but(&set),
        // No theorem here speaks of other codes that repeat for ever.
        None if guy_smith::Theorem::of(code).is_none() => Ok(None),
        None => of_game(&HeapGame::Code(code.clone())),
    };
    let found = match (&session.games()[0].code, &session.plan(0).engine) {
        (Some(code), _) | (None, Engine::Heap(HeapGame::Code(code), _)) => of_code(code)?,
        (None, Engine::Heap(game @ HeapGame::Pieces(_), _)) => of_game(game)?,
        (None, Engine::Subtraction(set, _)) => of_set(set)?,
        (None, &Engine::Interval { least, most }) if most <= MOST_TAKEN => {
            of_set(&SubtractionSet::new(least..=most))?
        }
        (None, Engine::AllBut(set, _)) => all_but(set)?,
        _ => return Ok(None),
    };
    let none = || message!("no period is proved by the values of the heaps up to {to} at most", to);
    Ok(Some(found.ok_or_else(none)))
}
