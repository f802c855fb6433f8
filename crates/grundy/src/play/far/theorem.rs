//! Theorems in use: given, or sought where a component is beyond the reach of the definition.
//!
//! A component whose numbers are too large for the definition, or on which the definition has spent
//! its patience, is worth an attempt at a proof: one takes about a second, and then positions of any
//! size are answered. What was proved stays the engine of its game. Rules with `win on` are left to
//! the definition: a theorem says who wins, but not whether a move ends the game at once.

use std::time::Duration;

use num_bigint::BigUint;

use crate::automatic::{self, Answers, Attempt, Subject};
use crate::heap::HeapGame;
use crate::language::message;
use crate::limits::Limits;
use crate::nimber::Nimber;
use crate::outcome::Outcome;
use crate::plan::{Engine, Known, Plan};
use crate::play::defined::{Found, PATIENCE, Wanted, is_small};
use crate::play::far::recurrent::BRIEFLY;
use crate::play::time::within;
use crate::play::{Asked, Session, Solver, component_of, in_one_line};
use crate::position::Part;
use crate::rule::Program;
use crate::ruleset::{Failure, Fault, Value};

/// How long a table is given before a theorem is sought, of a size that takes some tenths of a second; it takes
/// longer where options are many.
const TABLE: Duration = Duration::from_secs(2);
/// Before such a table a theorem is sought for this part of the time that it takes at least, if that is more than a blink.
const SHARE: u32 = 4;
const BLINK: Duration = Duration::from_millis(25);
/// How long a theorem is sought without being asked for.
const SEARCH: Duration = Duration::from_secs(20);
/// The same for a program, and of a code that is slow to compute from this heap on: of one that repeats for ever the
/// time grows with the square of how far the sequence goes.
const SHORT_SEARCH: Duration = Duration::from_secs(2);
const FAR: u32 = 1 << 14;

impl Session {
    /// Answers the games that have the rule of a theorem by it from now on. The theorem must have
    /// been proved or checked.
    ///
    /// ```
    /// use grundy::automatic::{Answers, Attempt, Subject, prove};
    /// use grundy::limits::Limits;
    /// use grundy::play::Session;
    /// let rule = "[n] -> [n-k] for k in 1..9 step 2 if n != 7";
    /// let mut session = Session::with_game(rule)?;
    /// let limits = Limits::default();
    /// let proof = prove(&session.games()[0].rules, Subject::Outcomes, &limits)?;
    /// let Attempt::Proved(theorem) = proof else { panic!() };
    /// session.use_theorem(&Answers::new(theorem)?)?;
    /// let position = session.position("1000000000000000000000000000000000000")?;
    /// assert_eq!(session.winning_moves(&position, &limits)?.len(), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Failure::Domain`] if no game of the session has this rule.
    pub fn use_theorem(&mut self, theorem: &Answers) -> Result<(), Failure> {
        let untitled = |program: &Program| program.untitled().to_string();
        let rule =
            crate::rule::parse(&theorem.certificate().rule).map(|program| untitled(&program));
        let mut used = false;
        if self.opened.iter().any(|opened| opened.rules.has_wins()) {
            let message = message!(
                "no theorem answers for rules with `win on`: it would not say which moves \
                           end the game at once"
            );
            return Err(Failure::Domain(message));
        }
        for (opened, solver) in self.opened.iter().zip(&mut self.solvers) {
            let is_rule = |of: &Program| rule.as_ref().is_ok_and(|rule| *rule == untitled(of));
            let played = self.forced_misere.then(|| opened.rules.played_misere());
            if is_rule(played.as_ref().unwrap_or(&opened.rules).program()) {
                solver.learn(theorem.clone());
                solver.given = true;
                used = true;
            }
        }
        match used {
            true => Ok(()),
            false => Err(Failure::Domain(message!(
                "the theorem is about another rule: {rule}",
                rule = in_one_line(&theorem.certificate().rule)
            ))),
        }
    }

    /// Seeks a theorem about all values of a game that the definition would answer, or whose sequence is slow to compute,
    /// in misère play about who wins, for two seconds each; it answers from then on. Not about components that are sums
    /// of games with fewer coordinates.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::plan::Engine;
    /// use grundy::play::Session;
    /// let mut session = Session::with_game("[n] if n > 0 -> [n-1] | [n/2]")?;
    /// session.seek_theorem(0, &Limits::default())?;
    /// assert!(matches!(session.plan(0).engine, Engine::Automatic(_)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Failure::Stop`]: a limit; [`Failure::Fault`]: a rule that cannot be followed.
    ///
    /// # Panics
    /// If so many games are not [open](Session::games).
    pub fn seek_theorem(&mut self, game: usize, limits: &Limits) -> Result<(), Failure> {
        let rules = &self.opened[game].rules;
        let misere = self.is_played_misere(game);
        let solver = &self.solvers[game];
        let subjects: &[Subject] = match misere {
            true => &[Subject::Outcomes],
            false => &[Subject::Values, Subject::Lengths],
        };
        let lacks = match misere {
            true => solver.misere.is_none() && !matches!(solver.plan.engine, Engine::Nim),
            false => {
                let engine = &solver.plan.engine;
                let slow = is_slow(engine) && solver.sought.is_empty();
                slow || may_seek(engine, &solver.sought, subjects)
            }
        };
        // Programs ask about the games of a sum one by one.
        if rules.has_wins() || !lacks || self.are_sums(game) {
            return Ok(());
        }
        for &subject in subjects {
            if self.seek_for(SHORT_SEARCH, (game, subject), misere, limits)? {
                break;
            }
        }
        Ok(())
    }

    /// Seeks a theorem about who wins in normal play of a game that the definition would answer, for two seconds.
    pub(in crate::play) fn seek_outcomes(
        &mut self,
        game: usize,
        limits: &Limits,
    ) -> Result<(), Failure> {
        let (rules, solver) = (&self.opened[game].rules, &self.solvers[game]);
        let outcomes = Subject::Outcomes;
        if !rules.has_wins()
            && may_seek(&solver.plan.engine, &solver.sought, &[outcomes])
            && !self.are_sums(game)
        {
            self.seek_for(SHORT_SEARCH, (game, outcomes), false, limits)?;
        }
        Ok(())
    }

    /// What is known of a component that the definition does not reach soon; nothing if it does, or
    /// if no theorem is found.
    pub(in crate::play) fn far_value(
        &mut self,
        part: &Part,
        subjects: &[Subject],
        limits: &Limits,
    ) -> Result<Option<Known>, Failure> {
        if let Some(value) = self.at_once(part, limits) {
            return Ok(Some(Known::Value(value.0.into())));
        }
        if subjects.first() == Some(&Subject::Outcomes) {
            if let Some(value) = self.before_a_long_recurrence(part, false, limits)? {
                return Ok(Some(Known::Value(value.into())));
            }
            if let Some(known) = self.by_known_theorem(part, limits)? {
                return Ok(Some(known));
            }
        }
        if let Some(value) = self.by_recurrence(part, false, limits)? {
            return Ok(Some(Known::Value(value.into())));
        }
        if let Some(Value::Nimber(value)) = self.value_by_kinds(part, limits)? {
            return Ok(Some(Known::Value(value)));
        }
        let solver = &mut self.solvers[part.game];
        let rules = &self.opened[part.game].rules;
        let apt = !rules.is_misere() && !rules.has_wins();
        if !apt || !may_seek(&solver.plan.engine, &solver.sought, subjects) {
            return self.by_known_theorem(part, limits);
        }
        if let Ok(component) = component_of(&self.opened[part.game], part) {
            let near = solver.defined.is_near(&component, limits);
            if !near {
                solver.defined.descend(&component, limits)?;
            }
            let (wanted, asked) = match subjects.first() {
                Some(Subject::Outcomes) => (Wanted::Is(0), Asked::WhoWins),
                _ => (Wanted::Value, Asked::Values),
            };
            let grace = near.then(|| solver.defined.grace(&component, (false, asked), limits));
            if let Some(grace) = grace.flatten().map(|grace| grace / SHARE).filter(|g| *g > BLINK)
                && self.seek_instead_of_table(part.game, (false, asked), grace, limits)?
            {
                let engine = &mut self.solvers[part.game].plan.engine;
                return engine.value(part.kind, &part.coords, limits).map(Some);
            }
            let defined = &mut self.solvers[part.game].defined;
            let found = match near {
                true => within(limits, TABLE, |short| defined.find(&component, wanted, short)),
                false => defined.find_within(PATIENCE, &component, wanted, limits),
            };
            let too_much = is_too_much(&found);
            match unless_too_much(found)? {
                Some(Found::Value(Value::Nimber(nimber))) => {
                    return Ok(Some(Known::Value(BigUint::from(nimber.0))));
                }
                Some(Found::Value(_)) => return Ok(None),
                Some(Found::Other) => return Ok(Some(Known::NotZero)),
                // The rest takes less time, most often, than seeking a theorem in vain.
                None if !too_much && defined.is_half_done(part.kind, false) => return Ok(None),
                None => {}
            }
        }
        for &subject in subjects {
            if self.seek(part.game, subject, false, limits)? {
                let engine = &mut self.solvers[part.game].plan.engine;
                return engine.value(part.kind, &part.coords, limits).map(Some);
            }
        }
        self.by_known_theorem(part, limits)
    }

    /// What a theorem that was found before says of a component.
    fn by_known_theorem(&mut self, part: &Part, limits: &Limits) -> Result<Option<Known>, Failure> {
        let engine = &mut self.solvers[part.game].plan.engine;
        let Engine::Automatic(_) = engine else { return Ok(None) };
        let known = engine.value(part.kind, &part.coords, limits)?;
        Ok(known.outcome().is_some().then_some(known))
    }

    /// The value of a component that the definition finds at once, sooner than it is told which way is best; not of a
    /// large one, and not where theory has it.
    pub(in crate::play) fn at_once(&mut self, part: &Part, limits: &Limits) -> Option<Nimber> {
        if !is_small(&part.coords) || self.has_theory_by_kinds(part) {
            return None;
        }
        let component = component_of(&self.opened[part.game], part).ok()?;
        match self.solvers[part.game].defined.at_once(&component, limits)? {
            Value::Nimber(nimber) => Some(nimber),
            Value::Win | Value::Over => None,
        }
    }

    /// Who wins a component alone in misère play by a theorem, where there is one or the
    /// definition does not answer soon.
    pub(in crate::play) fn misere_theorem(
        &mut self,
        parts: &[Part],
        limits: &Limits,
    ) -> Result<Option<Outcome>, Failure> {
        let [part] = parts else { return Ok(None) };
        let rules = &self.opened[part.game].rules;
        if !self.is_played_misere(part.game) || rules.has_wins() {
            return Ok(None);
        }
        if let Some(outcome) = self.misere_at_once(part, limits) {
            return Ok(Some(outcome));
        }
        if let Some(value) = self.before_a_long_recurrence(part, true, limits)? {
            return Ok(Some(Outcome::next_wins(value != 0)));
        }
        if let Some(outcome) = self.by_misere_theorem(part, limits)? {
            return Ok(Some(outcome));
        }
        if let Some(outcome) = self.recurrent_outcome(part, limits)? {
            return Ok(Some(outcome));
        }
        let solver = &self.solvers[part.game];
        let outcomes = Subject::Outcomes;
        if solver.misere.is_none() && !solver.sought.contains(&outcomes) {
            if let Ok(component) = component_of(&self.opened[part.game], part) {
                let near = solver.defined.is_near(&component, limits);
                let time = if near { TABLE } else { PATIENCE };
                let found =
                    within(limits, time, |short| self.misere_outcome_without_theorem(parts, short));
                let too_much = is_too_much(&found);
                if let Some(outcome) = unless_too_much(found)? {
                    return Ok(Some(outcome));
                }
                if !too_much && self.solvers[part.game].defined.is_half_done(part.kind, true) {
                    return Ok(None);
                }
            }
            self.seek(part.game, outcomes, true, limits)?;
        }
        self.by_misere_theorem(part, limits)
    }

    pub(in crate::play) fn by_misere_theorem(
        &self,
        part: &Part,
        limits: &Limits,
    ) -> Result<Option<Outcome>, Failure> {
        match &self.solvers[part.game].misere {
            Some(Plan { engine: Engine::Automatic(answers), .. }) => {
                Ok(Some(answers.outcome(&part.coords, limits)?))
            }
            _ => Ok(None),
        }
    }

    /// Of a component that is not near: what a recurrence says of it that is short, or else a theorem about who wins is
    /// sought for two seconds, once. Many games have one whose values have none.
    fn before_a_long_recurrence(
        &mut self,
        part: &Part,
        misere: bool,
        limits: &Limits,
    ) -> Result<Option<u32>, Failure> {
        let outcomes = Subject::Outcomes;
        let (rules, solver) = (&self.opened[part.game].rules, &self.solvers[part.game]);
        let lacks = match misere {
            true => solver.misere.is_none() && !solver.sought.contains(&outcomes),
            false => may_seek(&solver.plan.engine, &solver.sought, &[outcomes]),
        };
        if rules.has_wins() || !lacks || self.is_near(part, limits) {
            return Ok(None);
        }
        let found = self.by_recurrence_within(BRIEFLY, part, misere, limits)?;
        if found.is_none() && self.has_recurrence(part, misere) {
            self.seek_for(SHORT_SEARCH, (part.game, outcomes), misere, limits)?;
        }
        Ok(found)
    }

    /// Seeks a theorem about a far heap of a code whose sequence is slow to compute, once, unless its values are soon
    /// proved.
    pub(in crate::play) fn seek_for_slow_code(
        &mut self,
        part: &Part,
        limits: &Limits,
    ) -> Result<(), Failure> {
        if !self.is_slow_and_far(part)
            || self.solvers[part.game].plan.engine.periodicity(limits)?.is_some()
        {
            return Ok(());
        }
        self.seek_for_slow_moves(part, false, limits)
    }

    /// Seeks a theorem about the moves of such a heap in normal or misère play, once: it knows them all, and a period
    /// does not.
    pub(in crate::play) fn seek_for_slow_moves(
        &mut self,
        part: &Part,
        misere: bool,
        limits: &Limits,
    ) -> Result<(), Failure> {
        if self.is_slow_and_far(part) {
            let subject = if misere { Subject::Outcomes } else { Subject::Values };
            self.seek_for(SHORT_SEARCH, (part.game, subject), misere, limits)?;
        }
        Ok(())
    }

    fn is_slow_and_far(&self, part: &Part) -> bool {
        is_slow(&self.solvers[part.game].plan.engine) && part.coords[0] > FAR.into()
    }

    /// Seeks a theorem that says what a table of a game was to be filled for, once and no longer than that would take; whether
    /// it is found. In vain, it may be sought for longer.
    pub(in crate::play) fn seek_instead_of_table(
        &mut self,
        game: usize,
        (misere, asked): (bool, Asked),
        time: Duration,
        limits: &Limits,
    ) -> Result<bool, Failure> {
        let subject = match asked {
            Asked::Values if !misere => Subject::Values,
            _ => Subject::Outcomes,
        };
        let solver = &mut self.solvers[game];
        let lacks = match misere {
            true => solver.misere.is_none() && !solver.sought.contains(&subject),
            false => may_seek(&solver.plan.engine, &solver.sought, &[subject]),
        };
        if self.opened[game].rules.has_wins()
            || !lacks
            || solver.sought_briefly.contains(&subject)
            || self.are_sums(game)
        {
            return Ok(false);
        }
        let found = self.seek_for(time.min(SHORT_SEARCH), (game, subject), misere, limits)?;
        let solver = &mut self.solvers[game];
        if !found {
            solver.sought_briefly.push(subject);
            solver.sought.retain(|sought| *sought != subject);
        }
        Ok(found)
    }

    /// Seeks a theorem about a game in normal or misère play, once; whether it is found.
    fn seek(
        &mut self,
        game: usize,
        subject: Subject,
        misere: bool,
        limits: &Limits,
    ) -> Result<bool, Failure> {
        self.seek_for(SEARCH, (game, subject), misere, limits)
    }

    /// The same, for so long.
    fn seek_for(
        &mut self,
        time: Duration,
        (game, subject): (usize, Subject),
        misere: bool,
        limits: &Limits,
    ) -> Result<bool, Failure> {
        let solver = &mut self.solvers[game];
        if solver.sought.contains(&subject) {
            return Ok(false);
        }
        let rules = &self.opened[game].rules;
        let played = (misere && !rules.is_misere()).then(|| rules.played_misere());
        let rules = played.as_ref().unwrap_or(rules);
        let found = within(limits, time, |short| automatic::prove(rules, subject, short))?;
        solver.sought.push(subject);
        let Some(Attempt::Proved(certificate)) = found else { return Ok(false) };
        let Ok(answers) = Answers::new(certificate) else { return Ok(false) };
        solver.learn(answers);
        Ok(true)
    }
}

impl Solver {
    /// Answers by a theorem from now on.
    fn learn(&mut self, theorem: Answers) {
        match theorem.is_misere() {
            true => self.misere = Some(by_theorem(theorem)),
            false => self.plan = by_theorem(theorem),
        }
    }
}

fn by_theorem(theorem: Answers) -> Plan {
    let set = &theorem.certificate().set;
    let reason = message!(
        "proved by an automaton of {states} states, {numeration} numeration: {certificate}",
        states = set.states(),
        numeration = set.numeration(),
        certificate = automatic::in_words(theorem.certificate())
    );
    Plan { engine: Engine::Automatic(Box::new(theorem)), reason }
}

/// Whether a position has more options than the definition looks at: no table has it.
fn is_too_much<T>(found: &Result<T, Failure>) -> bool {
    matches!(found, Err(Failure::Fault(Fault { too_much: true, .. })))
}

/// What came of a try; nothing where a position has more options than the definition looks at, for a theorem may know
/// it.
fn unless_too_much<T>(found: Result<Option<T>, Failure>) -> Result<Option<T>, Failure> {
    match found {
        Err(Failure::Fault(Fault { too_much: true, .. })) => Ok(None),
        found => found,
    }
}

/// Whether the sequence of a code takes long to compute: one that repeats for ever, or breaks heaps in three.
fn is_slow(engine: &Engine) -> bool {
    let Engine::Heap(HeapGame::Code(code), _) = engine else { return false };
    code.last_digit().is_none() || code.most_pieces() > 2
}

/// Whether there is something that a theorem would add, and it has not been sought.
fn may_seek(engine: &Engine, sought: &[Subject], subjects: &[Subject]) -> bool {
    let lacking = match engine {
        Engine::Definition => true,
        Engine::Automatic(answers) => answers.certificate().subject == Subject::Outcomes,
        _ => false,
    };
    lacking && subjects.iter().any(|subject| !sought.contains(subject))
}
