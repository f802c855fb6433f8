//! The ways to a theorem, one after the other.

use super::Theorem;
use super::words::{guessed, repetition};
use crate::automatic::{self, Beyond, Subject};
use crate::heap::{AllButSet, Code, HeapGame, PeriodSearch, Run, SubtractionSet, Values};
use crate::language::{Message, message};
use crate::limits::{Limits, Stop};
use crate::plan::Engine;
use crate::play::{Asked, Position, Session};
use crate::prove::Certificate;
use crate::rule::Rules;
use crate::ruleset::Failure;
use crate::search::follow;

/// What is wanted of a theorem.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::play::{Asked, Session};
/// use grundy::theorem::{Sought, seek};
/// // Who wins Wythoff's game is what an automaton in the Fibonacci numeration accepts.
/// let session = Session::with_game("wythoff")?;
/// let sought = Sought::default().about(Asked::WhoWins).certified();
/// let theorem = seek(&session, &sought, &Limits::default())?.proved().unwrap();
/// assert_eq!(theorem.method(), "automaton");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    #[must_use]
    pub fn about(self, asked: Asked) -> Sought {
        Sought { about: Some(asked), ..self }
    }

    /// With so many heaps computed in search of a period.
    #[must_use]
    pub fn to(self, heap: u64) -> Sought {
        Sought { to: heap, ..self }
    }

    /// With a theorem that has a certificate, if there is one.
    #[must_use]
    pub fn certified(self) -> Sought {
        Sought { certified: true, ..self }
    }
}

/// How far a proof came.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::play::Session;
/// use grundy::theorem::{Attempt, Sought, seek};
/// // Nobody knows a period of Grundy's game.
/// let session = Session::with_game("grundys")?;
/// let attempt = seek(&session, &Sought::default().to(1000), &Limits::default())?;
/// let Attempt::Open(tried) = &attempt else { panic!() };
/// assert!(!tried.is_empty() && attempt.proved().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    let mut tried = Vec::new();
    let found = seek_noting(session, sought, limits, &mut tried)?;
    Ok(found.map_or(Attempt::Open(tried), Attempt::Proved))
}

/// The same; what was tried in vain is put into `tried`, also where a limit stops the work. Of the way on which it was
/// stopped this holds as far as it went.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::play::Session;
/// use grundy::theorem::{Sought, seek_noting};
/// use std::time::Duration;
/// let session = Session::with_game("grundys")?;
/// let limits = Limits::default().time(Duration::ZERO);
/// let mut tried = Vec::new();
/// assert!(seek_noting(&session, &Sought::default(), &limits, &mut tried).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`seek`].
pub fn seek_noting(
    session: &Session,
    sought: &Sought,
    limits: &Limits,
    tried: &mut Vec<Tried>,
) -> Result<Option<Theorem>, Failure> {
    let Some(opened) = session.games().first() else {
        return Err(Failure::Domain(message!("no game is open")));
    };
    let misere = session.is_misere(&Position::default())?;
    if misere && sought.about == Some(Asked::Values) {
        return Err(Failure::Domain(message!("in misère play there are no values")));
    }
    let played = (misere && !opened.rules.is_misere()).then(|| opened.rules.played_misere());
    let rules = played.as_ref().unwrap_or(&opened.rules);
    let (in_vain, beyond) = (Vec::new(), Vec::new());
    let mut search = Search { session, sought, limits, misere, rules, in_vain, beyond };
    let found = search.every_way();
    tried.extend(search.tried());
    let stopped = match found {
        Ok(Some(theorem)) => return Ok(Some(theorem)),
        Ok(None) => follow(rules, limits).err(),
        Err(failure) => Some(failure),
    };
    // What is known has its place also where nothing else was found in time.
    let engine = &session.plan(0).engine;
    let has_theory =
        opened.entry.is_some() || !matches!(engine, Engine::Definition | Engine::Heap(..));
    match stopped {
        Some(Failure::Stop(_)) if has_theory => {}
        Some(failure) => return Err(failure),
        None => {}
    }
    let known = opened
        .entry
        .map_or_else(|| session.plan(0).reason.clone(), |entry| Message::phrase(entry.known));
    tried.push(match played {
        Some(_) => message!("what is known of normal play: {known}", known).into(),
        None => message!("what is known: {known}", known).into(),
    });
    stopped.map_or(Ok(None), Err)
}

/// A search for a theorem.
struct Search<'a> {
    session: &'a Session,
    sought: &'a Sought,
    limits: &'a Limits,
    misere: bool,
    /// As they are played.
    rules: &'a Rules,
    /// The ways that led to no proof.
    in_vain: Vec<Tried>,
    /// What is out of reach of automata: why, and the subjects of which that holds.
    beyond: Vec<(&'static str, Vec<Message>)>,
}

impl Search<'_> {
    /// Tries every way until one leads to a theorem.
    fn every_way(&mut self) -> Result<Option<Theorem>, Failure> {
        let (about, misere) = (self.sought.about, self.misere);
        let (near, far) = (self.near(), self.sought.to);
        if about != Some(Asked::WhoWins)
            && !misere
            && let Some(theorem) = self.by_period(near)?
        {
            return Ok(Some(theorem));
        }
        for (known, subject) in [
            (Asked::Values, Subject::Values),
            (Asked::Values, Subject::Lengths),
            (Asked::WhoWins, Subject::Outcomes),
        ] {
            if about.is_none_or(|asked| asked == known)
                && let Some(theorem) = self.by_automaton(subject)?
            {
                return Ok(Some(theorem));
            }
        }
        if about != Some(Asked::Values) && misere {
            // Where values of normal play grow, the quotient is not seen to end either, and takes long.
            match self.values_grow()? {
                true => self.in_vain.push(
                    message!(
                        "no misère quotient was sought, for values of normal play grow without end"
                    )
                    .into(),
                ),
                false => {
                    if let Some(theorem) = by_quotient(self.session, far, self.limits)? {
                        return Ok(Some(theorem));
                    }
                }
            }
        }
        if let Some(theorem) = self.by_recurrence()? {
            return Ok(Some(theorem));
        }
        // Values tell who wins.
        let again = near < far || about == Some(Asked::WhoWins);
        if again
            && !misere
            && let Some(theorem) = self.by_period(far)?
        {
            return Ok(Some(theorem));
        }
        // Where theory knows them an automaton is soon found.
        let known = self.session.plan(0).engine.has_values();
        if about == Some(Asked::WhoWins) && !misere && known {
            return self.by_automaton(Subject::Values);
        }
        Ok(None)
    }

    /// How many heaps are computed before another way is tried: of games that leave three heaps, or repeat for ever, each
    /// takes long.
    fn near(&self) -> u64 {
        match &self.session.plan(0).engine {
            Engine::Heap(HeapGame::Code(code), _)
                if code.most_pieces() > 2 || !code.tail().is_empty() =>
            {
                self.sought.to.min(NEAR)
            }
            _ => self.sought.to,
        }
    }

    /// Whether it is soon proved that the values of normal play grow without end.
    fn values_grow(&self) -> Result<bool, Stop> {
        let Some(HeapGame::Code(code)) = self.session.plan(0).engine.heap_game() else {
            return Ok(false);
        };
        let mut run = Run::new(HeapGame::Code(code));
        run.advance(NEAR, self.limits)?;
        Ok(run.proof().is_some_and(|proof| proof.saltus > 0))
    }

    /// The period of the values of one heap, by those up to a number.
    fn by_period(&mut self, to: u64) -> Result<Option<Theorem>, Failure> {
        let (last, stop) = match period(self.session, to, self.limits) {
            None => return Ok(None),
            Some(Period::Proved(certificate)) => {
                return Ok(Some(Theorem::Period { certificate, rule: self.rule() }));
            }
            Some(Period::Open { last, stop }) => (last, stop),
        };
        if to == self.sought.to || stop.is_some() {
            let none = message!(
                "no period is proved by the values of the heaps up to {to} at most",
                to = last
            );
            self.in_vain.push(none.into());
        }
        stop.map_or(Ok(None), |stop| Err(stop.into()))
    }

    /// The rule as it was typed, in a line.
    fn rule(&self) -> String {
        let rule = self.session.games()[0].rules.program().to_string();
        rule.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// An automaton for one subject, or a recurrence where that says more.
    fn by_automaton(&mut self, subject: Subject) -> Result<Option<Theorem>, Failure> {
        let says_most = !self.sought.certified && self.sought.about != Some(Asked::WhoWins);
        // The automaton would have a certificate, but be about who wins alone.
        if subject == Subject::Outcomes
            && says_most
            && !self.misere
            && self.sought.about.is_none()
            && let Some(theorem) = self.by_recurrence()?
        {
            return Ok(Some(theorem));
        }
        let name = subject.message();
        let mut guesses = Vec::new();
        let attempt = automatic::prove_noting(self.rules, subject, self.limits, &mut guesses);
        let in_vain = || Tried {
            reason: message!("no automaton for {name} was found:", name),
            guesses: guesses.iter().map(guessed).collect(),
        };
        if let Err(Failure::Stop(_)) = attempt {
            self.in_vain.push(match guesses.is_empty() {
                true => message!("an automaton for {name} was being sought", name).into(),
                false => in_vain(),
            });
        }
        match attempt? {
            automatic::Attempt::Proved(certificate) => {
                // A period says more than an automaton that has no words, and a formula more than a period.
                if says_most
                    && automatic::description(&certificate).is_none()
                    && let Some(theorem) = self.by_recurrence()?
                    && automatic::formula_of(&certificate, self.limits).is_none()
                {
                    return Ok(Some(theorem));
                }
                return Ok(Some(Theorem::Automaton(certificate)));
            }
            automatic::Attempt::Beyond(Beyond(reason)) => {
                match self.beyond.iter_mut().find(|(known, _)| *known == reason) {
                    Some((_, names)) => names.push(name),
                    None => self.beyond.push((reason, vec![name])),
                }
            }
            automatic::Attempt::Open(_) => self.in_vain.push(in_vain()),
        }
        Ok(None)
    }

    /// That values repeat as a coordinate grows, of the first kind of which that is proved.
    fn by_recurrence(&self) -> Result<Option<Theorem>, Failure> {
        let (session, misere) = (self.session, self.misere);
        if !misere && session.plan(0).engine.has_values() {
            return Ok(None);
        }
        for kind in 0..session.games()[0].rules.kinds().len() {
            if let Ok(found) = session.repetition(kind, self.limits)? {
                let statement = repetition(session, kind, &found);
                return Ok(Some(Theorem::Repetition { misere, statement }));
            }
        }
        Ok(None)
    }

    /// All that was tried in vain, and what was not tried.
    fn tried(self) -> Vec<Tried> {
        let mut tried = self.in_vain;
        tried.extend(self.beyond.into_iter().map(|(reason, names)| {
            let joined = |names, name| message!("{names}, {name}", names, name);
            let (names, reason) = (names.into_iter().reduce(joined), Message::phrase(reason));
            let names = names.unwrap_or(message!(""));
            message!("no automaton was sought for {names}; out of reach: {reason}", names, reason)
                .into()
        }));
        tried
    }
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

/// Heaps of games that leave three, or repeat for ever, that are computed before another way is tried.
const NEAR: u64 = 1 << 10;

/// How a search for the period of the values of one heap ended.
enum Period {
    Proved(Certificate),
    /// Without one: the last heap that it rests on, and what stopped it there.
    Open {
        last: u64,
        stop: Option<Stop>,
    },
}

/// The period of the values of a game of one heap, by those up to a number; nothing for another game.
fn period(session: &Session, to: u64, limits: &Limits) -> Option<Period> {
    let certified = |certificate: Option<Certificate>| match certificate {
        Some(certificate) => Period::Proved(certificate),
        None => Period::Open { last: to, stop: None },
    };
    let of_set = |set: &SubtractionSet| match set.prove(limits) {
        PeriodSearch::Proved(proved) => certified(Certificate::of_subtraction(set, &proved)),
        PeriodSearch::Open { values, stop } => Period::Open { last: last_of(&values), stop },
    };
    let all_but = |set: &AllButSet| match set.prove(limits) {
        PeriodSearch::Proved(proved) => certified(Certificate::of_all_but(set, &proved)),
        PeriodSearch::Open { values, stop } => Period::Open { last: last_of(&values), stop },
    };
    let of_game = |game: &HeapGame| {
        let mut run = Run::new(game.clone());
        let stop = run.advance(to, limits).err();
        let last = run.len().saturating_sub(1);
        match (stop, run.into_search()) {
            (None, PeriodSearch::Proved(proved)) => certified(Certificate::of_game(game, &proved)),
            (stop, _) => Period::Open { last, stop },
        }
    };
    let of_code = |code: &Code| match code.all_but() {
        Some(set) => all_but(&set),
        None => of_game(&HeapGame::Code(code.clone())),
    };
    Some(match (&session.games()[0].code, &session.plan(0).engine) {
        (Some(code), _) | (None, Engine::Heap(HeapGame::Code(code), _)) => of_code(code),
        (None, Engine::Heap(game @ HeapGame::Pieces(_), _)) => of_game(game),
        (None, Engine::Subtraction(set, _)) => of_set(set),
        (None, &Engine::Interval { least, most }) if most <= Engine::MOST_TAKEN => {
            of_set(&SubtractionSet::new(least..=most))
        }
        (None, Engine::AllBut(set, _)) => all_but(set),
        _ => return None,
    })
}

/// The last heap of those whose values these are, from heap 0 on.
fn last_of(values: &Values) -> u64 {
    (values.len() as u64).saturating_sub(1)
}
