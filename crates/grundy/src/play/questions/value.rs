//! Values of positions: each component by its theory, by a theorem, or by the definition.

use std::time::Duration;

use crate::automatic::Subject;
use crate::games::Opened;
use crate::language::message;
use crate::limits::Limits;
use crate::plan::Known;
use crate::play::defined::{Found, Wanted, is_small};
use crate::play::{BigValue, Position, Session, component_of};
use crate::position::{Described, Part};
use crate::ruleset::{Failure, Fault, Value};

/// The theorems that help with a value: who wins tells it where it is zero.
const THE_VALUE: [Subject; 3] = [Subject::Values, Subject::Lengths, Subject::Outcomes];

/// How long a value is sought among the components that are reached where a theorem says only who wins.
const LOOKED: Duration = Duration::from_secs(2);

/// Components with a coordinate of more binary digits may be much work; others are not worth looking for their equals.
const FAR_BITS: u64 = 24;

/// Of components that are alike two are worth nothing together, whatever each is worth.
fn unpaired(mut parts: Vec<&Part>) -> Vec<&Part> {
    parts.sort_unstable();
    let alike = parts.chunk_by(|one, other| one == other);
    alike.filter(|alike| alike.len() % 2 == 1).map(|alike| alike[0]).collect()
}

impl Session {
    /// The value of a position in normal play, also where the rules say misère.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::play::Session;
    /// // Kayles: heaps of 5 and 9 are worth 4.
    /// let mut session = Session::with_game("kayles")?;
    /// let position = session.position("5 9")?;
    /// assert_eq!(session.value(&position, &Limits::default())?.to_u64(), Some(0));
    /// // A number of any size, where theory tells its value.
    /// let position = session.position("nim[10^30]")?;
    /// let value = session.value(&position, &Limits::default())?;
    /// assert_eq!(value.to_string(), format!("1{}", "0".repeat(30)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Failure`], see there; what was computed before it is kept.
    pub fn value(&mut self, position: &Position, limits: &Limits) -> Result<BigValue, Failure> {
        self.check(&position.parts)?;
        self.sum_value(&position.parts, limits)
    }

    pub(in crate::play) fn sum_value(
        &mut self,
        parts: &[Part],
        limits: &Limits,
    ) -> Result<BigValue, Failure> {
        let mut sum = BigValue::zero();
        let far = |part: &&Part| {
            !self.opened[part.game].rules.has_wins()
                && part.coords.iter().any(|coord| coord.bits() > FAR_BITS)
        };
        let (far, near): (Vec<&Part>, Vec<&Part>) = parts.iter().partition(far);
        for part in near.into_iter().chain(unpaired(far)) {
            sum = sum ^ self.part_value(part, limits)?;
        }
        Ok(sum)
    }

    /// The value of one component in normal play, if it stands in a table.
    pub(in crate::play) fn tabled(&self, part: &Part) -> Option<Value> {
        self.solvers[part.game].defined.tabled(part)
    }

    /// The value of one component in normal play.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::play::Session;
    /// let mut session = Session::with_game("nim")?;
    /// let position = session.position("5 6")?;
    /// assert_eq!(session.part_value(&position.parts[1], &Limits::default())?.to_u64(), Some(6));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Session::value`].
    pub fn part_value(&mut self, part: &Part, limits: &Limits) -> Result<BigValue, Failure> {
        self.check(std::slice::from_ref(part))?;
        if let Some(value) = self.tabled(part) {
            return Ok(value.into());
        }
        self.seek_for_slow_code(part, limits)?;
        let solver = &mut self.solvers[part.game];
        let known = solver.plan.engine.value(part.kind, &part.coords, limits)?;
        if let Known::Value(value) = known {
            return Ok(Value::Nimber(value));
        }
        let ask = |session: &mut Session, left: Position, limits: &Limits| {
            session.part_value(&left.parts[0], limits)
        };
        if let Some(value) = self.without_constants(part, limits, ask)? {
            return Ok(value);
        }
        let ask = |session: &mut Session, sum: Position, limits: &Limits| {
            session.sum_value(&sum.parts, limits)
        };
        if let Some(value) = self.as_sum(part, limits, ask)? {
            return Ok(value);
        }
        match self.far_value(part, &THE_VALUE, limits)? {
            Some(Known::Value(value)) => return Ok(Value::Nimber(value)),
            Some(_) if !self.has_table(part, limits) && !is_small(&part.coords) => {
                return match self.narrow_value(part, limits)? {
                    Some(value) => Ok(value),
                    None => Err(no_value(&self.opened[part.game], part)),
                };
            }
            Some(_) | None => {}
        }
        let component = component_of(&self.opened[part.game], part)?;
        let solver = &mut self.solvers[part.game];
        match solver.defined.value(&component, limits) {
            Err(Failure::Fault(Fault { too_much: true, .. })) if known == Known::NotZero => {
                Err(no_value(&self.opened[part.game], part))
            }
            found => found.map(BigValue::from),
        }
    }

    /// The value of a component that reaches few others, large as it is; not sought again where that took too long.
    fn narrow_value(&mut self, part: &Part, limits: &Limits) -> Result<Option<BigValue>, Failure> {
        let solver = &mut self.solvers[part.game];
        let Ok(component) = component_of(&self.opened[part.game], part) else { return Ok(None) };
        if solver.looked_in_vain {
            return Ok(None);
        }
        let found = solver.defined.find_within(LOOKED, &component, Wanted::Value, limits)?;
        solver.looked_in_vain = found.is_none();
        Ok(match found {
            Some(Found::Value(value)) => Some(value.into()),
            Some(Found::Other) | None => None,
        })
    }

    /// The value of a position by the definition alone, whatever theory the plan knows; for
    /// checking a rule and the theory.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::play::Session;
    /// let mut session = Session::with_game("lasker")?;
    /// for heap in 0..=20 {
    ///     let position = session.heaps(&[heap])?;
    ///     let proved = session.value(&position, &Limits::default())?.to_u64();
    ///     assert_eq!(session.by_definition(&position, &Limits::default())?.nimber().map(|n| n.0), proved);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Session::value`].
    pub fn by_definition(
        &mut self,
        position: &Position,
        limits: &Limits,
    ) -> Result<Value, Failure> {
        self.check(&position.parts)?;
        let mut sum = Value::zero();
        for part in &position.parts {
            let component = component_of(&self.opened[part.game], part)?;
            sum = sum ^ self.solvers[part.game].defined.values.value(&component, limits)?;
        }
        Ok(sum)
    }
}

fn no_value(opened: &Opened, part: &Part) -> Failure {
    Failure::Domain(message!(
        "the value of {position} is out of reach; who wins it alone is proved: ask grundy moves, or grundy table with --outcomes",
        position = Described(opened, part.kind, &part.coords).to_string()
    ))
}
