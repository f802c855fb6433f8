//! Who wins a position, by whatever knows it first, and whether a sum has a given value.

use num_bigint::BigUint;

use super::lost::SOON;
use crate::automatic::Subject;
use crate::language::message;
use crate::limits::Limits;
use crate::nimber::Nimber;
use crate::outcome::Outcome;
use crate::plan::{Engine, Known};
use crate::play::defined::{Found, Wanted};
use crate::play::{BigValue, Position, Session, component_of};
use crate::position::Part;
use crate::ruleset::{Failure, Ruleset as _, Value};

/// How a sum compares with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compared {
    /// The game is over.
    Over,
    Equal,
    Different,
}

/// The theorems that help with a component alone: values only where outcomes have none.
pub(super) const WHO_WINS: [Subject; 3] = [Subject::Outcomes, Subject::Values, Subject::Lengths];

impl Session {
    /// Whether the position is played misère.
    /// An empty position is played as the first game is.
    ///
    /// ```
    /// use grundy::play::Session;
    /// let mut session = Session::new();
    /// let position = session.position("misere-nim[1] + misere-nim[2]")?;
    /// assert!(session.is_misere(&position)?);
    /// let mixed = session.position("misere-nim[1] + nim[2]")?;
    /// assert!(session.is_misere(&mixed).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Failure::Domain`] if some of its games are misère and some are not, or this session has no such games.
    pub fn is_misere(&self, position: &Position) -> Result<bool, Failure> {
        self.check(&position.parts)?;
        if self.forced_misere {
            return Ok(true);
        }
        let mut kinds = position.parts.iter().map(|part| self.opened[part.game].rules.is_misere());
        let first = kinds
            .next()
            .or_else(|| self.opened.first().map(|opened| opened.rules.is_misere()))
            .unwrap_or(false);
        if kinds.any(|misere| misere != first) {
            let message = message!(
                "this sum mixes misère games with normal ones: \
                           a sum is played one way, so ask for misère play of all of it"
            );
            return Err(Failure::Domain(message));
        }
        Ok(first)
    }

    /// Who wins, in the way of play that the rules or the session say.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::outcome::Outcome;
    /// use grundy::play::Session;
    /// // The lost positions of Wythoff's game are the floors of n phi and n phi^2.
    /// let mut session = Session::with_game("wythoff")?;
    /// let position = session.position("4,7")?;
    /// assert_eq!(session.outcome(&position, &Limits::default())?, Outcome::P);
    /// let position = session.position("4,8")?;
    /// assert_eq!(session.outcome(&position, &Limits::default())?, Outcome::N);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Session::value`], and [`Session::is_misere`].
    pub fn outcome(&mut self, position: &Position, limits: &Limits) -> Result<Outcome, Failure> {
        if self.is_misere(position)? {
            return self.outcome_in_misere_play(position, limits);
        }
        if let [part] = &position.parts[..]
            && let Some(outcome) = self.outcome_of_one(part, limits)?
        {
            return Ok(outcome);
        }
        let lost = self.compare(&position.parts, &BigValue::zero(), limits)?;
        Ok(Outcome::next_wins(matches!(lost, Compared::Different)))
    }

    /// Who wins a component alone in normal play, if that is known without its value.
    fn outcome_of_one(&mut self, part: &Part, limits: &Limits) -> Result<Option<Outcome>, Failure> {
        if let Some(outcome) = self.solvers[part.game].defined.tabled_outcome(part) {
            return Ok(Some(outcome));
        }
        self.seek_for_slow_code(part, limits)?;
        let engine = &mut self.solvers[part.game].plan.engine;
        if let Some(outcome) = engine.value(part.kind, &part.coords, limits)?.outcome() {
            return Ok(Some(outcome));
        }
        if let Some(outcome) = self.without_constants(part, limits, ask_who_wins)? {
            return Ok(Some(outcome));
        }
        if let Some(outcome) = self.as_sum(part, limits, ask_who_wins)? {
            return Ok(Some(outcome));
        }
        if let Some(outcome) = self.outcome_by_list(part, SOON, limits)? {
            return Ok(Some(outcome));
        }
        let known = self.far_value(part, &WHO_WINS, limits)?;
        if let Some(outcome) = known.and_then(|known| known.outcome()) {
            return Ok(Some(outcome));
        }
        self.outcome_by_list(part, u64::MAX, limits)
    }

    pub(in crate::play) fn is_over(&self, part: &Part, limits: &Limits) -> Result<bool, Failure> {
        let opened = &self.opened[part.game];
        if !opened.rules.has_wins() {
            return Ok(false);
        }
        opened.rules.is_over(&component_of(opened, part)?, limits)
    }

    /// Whether a sum is over, or has a value that is not a win.
    pub(super) fn compare(
        &mut self,
        sum: &[Part],
        wanted: &BigValue,
        limits: &Limits,
    ) -> Result<Compared, Failure> {
        if let [part] = sum {
            let ask = |session: &mut Session, left: Position, limits: &Limits| {
                session.compare(&left.parts, wanted, limits)
            };
            if let Some(compared) = self.without_constants(part, limits, ask)? {
                return Ok(compared);
            }
            if self.tabled(part).is_none()
                && let Some(compared) = self.as_sum(part, limits, ask)?
            {
                return Ok(compared);
            }
        }
        // Options are many; what stands in a table is not looked for elsewhere.
        if let ([part], Value::Nimber(nimber)) = (sum, wanted)
            && self.solvers[part.game].defined.tabled_outcome(part).is_none()
            && let Some(compared) = self.compare_one(part, nimber, limits)?
        {
            return Ok(compared);
        }
        if let ([part], Value::Nimber(nimber)) = (sum, wanted)
            && let Ok(nimber) = u8::try_from(nimber)
            && matches!(self.plan(part.game).engine, Engine::Definition)
        {
            let component = component_of(&self.opened[part.game], part)?;
            let defined = &mut self.solvers[part.game].defined;
            let found = defined.find(&component, Wanted::Is(nimber), limits)?;
            return Ok(match found {
                Found::Value(Value::Over) => Compared::Over,
                Found::Value(Value::Nimber(Nimber(value))) if value == u64::from(nimber) => {
                    Compared::Equal
                }
                Found::Value(_) | Found::Other => Compared::Different,
            });
        }
        let value = self.sum_value(sum, limits)?;
        Ok(match value {
            Value::Over => Compared::Over,
            value if value == *wanted && value != Value::Win => Compared::Equal,
            _ => Compared::Different,
        })
    }

    /// Whether a component has this value, if that is known without a table.
    fn compare_one(
        &mut self,
        part: &Part,
        wanted: &BigUint,
        limits: &Limits,
    ) -> Result<Option<Compared>, Failure> {
        let equal = |value: BigUint| {
            Some(if *wanted == value { Compared::Equal } else { Compared::Different })
        };
        // A theorem that was found for options is there because the definition is slower.
        let has_theorem = matches!(self.plan(part.game).engine, Engine::Automatic(_));
        if !has_theorem && let Some(value) = self.at_once(part, limits) {
            return Ok(equal(value.0.into()));
        }
        let engine = &mut self.solvers[part.game].plan.engine;
        match engine.value(part.kind, &part.coords, limits)? {
            Known::Value(value) => return Ok(equal(value)),
            Known::NotZero if *wanted == BigUint::ZERO => return Ok(Some(Compared::Different)),
            Known::NotZero | Known::Nothing => {}
        }
        if has_theorem && let Some(value) = self.at_once(part, limits) {
            return Ok(equal(value.0.into()));
        }
        if let Some(value) = self.by_recurrence(part, false, limits)? {
            return Ok(equal(value.into()));
        }
        Ok(match self.value_by_kinds(part, limits)? {
            Some(Value::Nimber(value)) => equal(value),
            _ => None,
        })
    }
}

/// Asks another session who wins.
#[allow(clippy::needless_pass_by_value, reason = "what is asked of another session is asked so")]
pub(in crate::play) fn ask_who_wins(
    session: &mut Session,
    position: Position,
    limits: &Limits,
) -> Result<Outcome, Failure> {
    session.outcome(&position, limits)
}
