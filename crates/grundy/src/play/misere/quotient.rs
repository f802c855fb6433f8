//! Misère play of heaps of one take-and-break game, by its quotient.

use std::time::{Duration, Instant};

use num_bigint::BigUint;

use crate::heap::{Code, HeapGame, OptionsOfValue};
use crate::limits::Limits;
use crate::misere::Quotient;
use crate::outcome::Outcome;
use crate::plan::Engine;
use crate::play::time::within;
use crate::play::{Session, Solver};
use crate::position::Part;
use crate::ruleset::Failure;

/// How long a quotient is sought for heaps that it does not know, and the memory that may take.
const SEEK: Duration = Duration::from_secs(2);
const MEMORY: u64 = 1 << 28;

/// How long it is sought at first: most that are found are found in less.
const SOON: Duration = Duration::from_millis(50);
/// What the search over sums may take of a game before its quotient is sought for longer: for one sum, and in all.
const AT_ONCE: Duration = Duration::from_millis(500);
const IN_ALL: Duration = Duration::from_secs(2);

/// Of larger heaps the definition tells nothing in time, so that the quotient is sought for longer, on a busy machine too.
const HOPELESS: u32 = 1 << 24;
const LONG: Duration = Duration::from_secs(30);

/// The options of larger heaps are not tried one by one.
const NEAR: u32 = 1 << 16;

/// The largest excluded amount of a set that is taken for a code.
const MOST_EXCLUDED: u64 = 1 << 16;

/// The quotient of a game, as far as it was needed.
#[derive(Default)]
pub(in crate::play) struct Sums {
    known: Option<Box<Quotient>>,
    /// Whether it was sought for a short time in vain.
    tried: bool,
    /// Whether it took too much to go on.
    gave_up: bool,
    /// How long the search over sums took.
    searched: Duration,
}

impl Sums {
    /// Whether some of these heaps are not known.
    fn lacks(&self, parts: &[Part]) -> bool {
        let known = |part: &Part| {
            self.known.as_ref().is_some_and(|quotient| quotient.element(&part.coords[0]).is_some())
        };
        !parts.iter().all(known)
    }

    /// Seeks the quotient as far as these heaps need it, for so long; whether it came so far.
    fn seek(&mut self, parts: &[Part], time: Duration, limits: &Limits) -> Result<bool, Failure> {
        let largest = parts.iter().map(|part| &part.coords[0]).max();
        let (Some(quotient), Some(largest)) = (&mut self.known, largest) else { return Ok(false) };
        sought(quotient, u64::try_from(largest).unwrap_or(u64::MAX), time, limits)
    }
}

/// Goes on with a quotient to a heap, or until a period is proved, for so long; whether it came so far.
fn sought(
    quotient: &mut Quotient,
    last: u64,
    time: Duration,
    limits: &Limits,
) -> Result<bool, Failure> {
    let memory = limits.memory.map_or(MEMORY, |allowed| allowed.min(MEMORY));
    let limits = limits.clone().memory(memory);
    let found = within(&limits, time, |short| quotient.advance(last, short).map_err(Failure::from));
    Ok(found?.is_some())
}

impl Session {
    /// The misère quotient of the first game, of no heap yet; nothing for a game for which none is sought here.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::play::Session;
    /// let mut quotient = Session::with_game("0.23")?.new_quotient().unwrap();
    /// quotient.advance(1000, &Limits::default())?;
    /// assert_eq!(quotient.monoid().order(), 6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new_quotient(&self) -> Option<Quotient> {
        let (opened, solver) = (self.opened.first()?, self.solvers.first()?);
        if opened.rules.has_wins() {
            return None;
        }
        let code = opened.code.clone().map(HeapGame::Code);
        let engine = &solver.plan.engine;
        let game = code.or_else(|| engine.heap_game()).or_else(|| endless_code(engine));
        game.map(Quotient::new)
    }

    /// The misère quotient that decides a sum: that of its game, if all components are heaps of one take-and-break game
    /// without `win on`, and all of them are within what is known or soon found.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::play::Session;
    /// let mut session = Session::with_game("kayles")?;
    /// session.play_misere();
    /// let position = session.position("1000 9")?;
    /// let quotient = session.quotient(&position.parts, &Limits::default())?;
    /// // That of Kayles has 40 elements (Plambeck and Siegel, Journal of Combinatorial Theory A 115, 2008).
    /// assert_eq!(quotient.map(|quotient| quotient.monoid().order()), Some(40));
    /// let position = session.position("nim[2] + 5")?;
    /// assert!(session.quotient(&position.parts, &Limits::default())?.is_none(), "two games");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Failure::Stop`]: a limit; [`Failure::Domain`] where a component is of a game or a kind that the session does
    /// not have.
    pub fn quotient(
        &mut self,
        parts: &[Part],
        limits: &Limits,
    ) -> Result<Option<&Quotient>, Failure> {
        self.check(parts)?;
        let Some(sums) = self.sums_of(parts) else { return Ok(None) };
        if !sums.gave_up && sums.lacks(parts) {
            let hopeless = parts.iter().any(|part| part.coords[0] > BigUint::from(HOPELESS));
            let time = if hopeless { LONG } else { SEEK };
            sums.gave_up = !sums.seek(parts, time, limits)?;
        }
        let known = !sums.lacks(parts);
        Ok(sums.known.as_deref().filter(|_| known))
    }

    /// The quotient of the first game, if its period is found in some seconds within so many heaps.
    pub(in crate::play) fn quotient_of_all(
        &self,
        last: u64,
        limits: &Limits,
    ) -> Result<Option<Quotient>, Failure> {
        let Some(mut quotient) = self.new_quotient() else { return Ok(None) };
        let found = sought(&mut quotient, last, SEEK, limits)?;
        Ok(Some(quotient).filter(|_| found))
    }

    /// What is known of the quotient of the game that all these components are heaps of; nothing where there is none.
    fn sums_of(&mut self, parts: &[Part]) -> Option<&mut Sums> {
        let game = parts.first()?.game;
        if parts.iter().any(|part| part.game != game) {
            return None;
        }
        let Solver { sums, plan, .. } = &mut self.solvers[game];
        if sums.known.is_none() && !sums.gave_up {
            let played = !self.opened[game].rules.has_wins();
            let heaps = played.then(|| plan.engine.heap_game()).flatten();
            sums.gave_up = heaps.is_none();
            sums.known = heaps.map(|game| Box::new(Quotient::new(game)));
        }
        sums.known.is_some().then_some(sums)
    }

    /// Who wins a sum in misère play by its quotient, if there is one, or by a short search where none is known yet.
    pub(super) fn outcome_by_quotient(
        &mut self,
        parts: &[Part],
        limits: &Limits,
    ) -> Result<Option<Outcome>, Failure> {
        let Some(sums) = self.sums_of(parts) else { return Ok(None) };
        if !sums.gave_up && sums.lacks(parts) && !sums.tried {
            sums.tried = !sums.seek(parts, SOON, limits)?;
        }
        let searched = sums.searched;
        if !sums.gave_up && sums.lacks(parts) && searched < IN_ALL {
            let begin = Instant::now();
            let found = match self.mixed_sum(parts) {
                Ok(sum) => within(limits, AT_ONCE, |short| self.misere.outcome(&sum, short)),
                Err(_) => Ok(None),
            };
            self.solvers[parts[0].game].sums.searched = searched + begin.elapsed();
            // What is wrong is said by whoever looks again.
            if let Ok(Some(outcome)) = found {
                return Ok(Some(outcome));
            }
        }
        let Some(quotient) = self.quotient(parts, limits)? else { return Ok(None) };
        let element = quotient.product(parts.iter().map(|part| &part.coords[0]));
        Ok(element.map(|element| Outcome::next_wins(!quotient.monoid().is_lost(element))))
    }

    /// The moves that win in misère play in one component, a heap that has too many to try each, if a quotient tells
    /// them.
    pub(super) fn far_misere_options(
        &mut self,
        parts: &[Part],
        index: usize,
        limits: &Limits,
    ) -> Result<Option<OptionsOfValue>, Failure> {
        let heap = &parts[index].coords[0];
        if *heap <= BigUint::from(NEAR) {
            return Ok(None);
        }
        let Some(quotient) = self.quotient(parts, limits)? else { return Ok(None) };
        let others = parts.iter().enumerate().filter(|&(other, _)| other != index);
        let rest = quotient.product(others.map(|(_, part)| &part.coords[0]));
        Ok(rest.and_then(|rest| quotient.winning_options(heap, rest)))
    }
}

/// A game of heaps without a largest amount, as a code that repeats for ever.
fn endless_code(engine: &Engine) -> Option<HeapGame> {
    let head = match engine {
        Engine::Nim => vec![0],
        Engine::Lasker => vec![4],
        Engine::AllBut(set, _) => {
            let last = *set.excluded().last().filter(|&&last| last <= MOST_EXCLUDED)?;
            let allowed = |amount| set.excluded().binary_search(&amount).is_err();
            let digit = |amount| if amount > 0 && allowed(amount) { 3 } else { 0 };
            (0..=last).map(digit).collect()
        }
        _ => return None,
    };
    Code::new(&head, &[3]).ok().map(HeapGame::Code)
}
