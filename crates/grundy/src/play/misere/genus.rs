//! The genus of positions.

use num_bigint::BigUint;

use crate::limits::Limits;
use crate::nimber::Nimber;
use crate::play::{Position, Session};
use crate::ruleset::{Failure, Value};
use crate::search::{Genera, Genus, Tameness, no_genus};

impl Session {
    /// The genus of a position: its value in normal play, and in the superscript what misère play makes of it.
    ///
    /// Nim heaps and sums of tame components are answered by their components, others by a search over whole sums, in
    /// which a heap that can be divided becomes many.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::play::Session;
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut session = Session::with_game("kayles")?;
    /// let position = session.position("5")?;
    /// assert_eq!(session.genus(&position, &Limits::default())?.to_string(), "4^146");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As [`Session::value`]; [`Failure::Domain`] where `win on` decides.
    pub fn genus(
        &mut self,
        position: &Position,
        limits: &Limits,
    ) -> Result<Genus<BigUint>, Failure> {
        self.check(&position.parts)?;
        if position.parts.iter().any(|part| self.opened[part.game].rules.has_wins()) {
            return Err(no_genus());
        }
        if let Some(heaps) = self.misere_nim(position) {
            let fickle = heaps.iter().all(|heap| *heap <= BigUint::from(1_u8));
            return Ok(tame(heaps.into_iter().fold(BigUint::ZERO, |sum, heap| sum ^ heap), fickle));
        }
        if let Tameness::Tame { value: Nimber(value), fickle } =
            self.tameness(&position.parts, limits)?
        {
            return Ok(tame(value.into(), fickle));
        }
        let Value::Nimber(value) = self.value(position, limits)? else {
            return Err(no_genus());
        };
        let sum = self.mixed_sum(&position.parts)?;
        let genera = self.genera.get_or_insert_with(|| Genera::new(self.misere.ruleset().clone()));
        let superscript = genera.superscript(&sum, limits)?;
        Ok(Genus {
            value,
            superscript: superscript.into_iter().map(|Nimber(n)| n.into()).collect(),
        })
    }
}

/// The genus of Nim heaps with this value, all at most 1 or not.
fn tame(value: BigUint, fickle: bool) -> Genus<BigUint> {
    let superscript = match (fickle, value == BigUint::ZERO) {
        (true, true) => [1_u8, 2, 0].map(BigUint::from).to_vec(),
        (true, false) => [0_u8, 3, 1].map(BigUint::from).to_vec(),
        (false, _) => vec![value.clone(), &value ^ BigUint::from(2_u8)],
    };
    Genus { value, superscript }
}
