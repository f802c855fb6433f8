//! Whether sums are tame: then they are played as Nim is.

use std::time::Duration;

use crate::limits::Limits;
use crate::play::time::within;
use crate::play::{Session, component_of};
use crate::position::Part;
use crate::rule::Rules;
use crate::ruleset::Failure;
use crate::search::{Tame, Tameness};

/// How long it is looked for whether a component is tame.
const TAMING: Duration = Duration::from_secs(2);

/// The components of a game of which it is known whether they are tame.
#[derive(Default)]
pub(in crate::play) struct Taming {
    known: Option<Tame<Rules>>,
    /// Whether some component took too long.
    gave_up: bool,
}

impl Session {
    /// Whether a sum is tame in misère play; wild also where that of a component is not soon known.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::play::Session;
    /// // Nim is tame: a sum with a heap above 1 is lost in misère play as in normal play.
    /// let mut session = Session::with_game("nim")?;
    /// let position = session.position("2 3 1")?;
    /// let tame = session.tameness(&position.parts, &Limits::default())?;
    /// assert_eq!(tame.is_lost(), Some(true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Failure::Stop`]: a limit; [`Failure::Domain`] if a component is of a game that is not [open](Session::games).
    pub fn tameness(&mut self, parts: &[Part], limits: &Limits) -> Result<Tameness, Failure> {
        self.check(parts)?;
        let mut sum = Tameness::NOTHING;
        for part in parts {
            limits.check()?;
            let opened = &self.opened[part.game];
            let solver = &mut self.solvers[part.game];
            if opened.rules.has_wins() || solver.tame.gave_up {
                return Ok(Tameness::Wild);
            }
            let Ok(component) = component_of(opened, part) else { return Ok(Tameness::Wild) };
            let tame = solver.tame.known.get_or_insert_with(|| Tame::new(opened.rules.clone()));
            let own = match within(limits, TAMING, |short| tame.tameness(&component, short)) {
                Err(Failure::Stop(stop)) => return Err(stop.into()),
                Ok(Some(own)) => own,
                // What is wrong is said by whoever looks at the sum.
                Ok(None) | Err(_) => {
                    solver.tame.gave_up = true;
                    Tameness::Wild
                }
            };
            sum = sum.and(own);
            if sum == Tameness::Wild {
                break;
            }
        }
        Ok(sum)
    }
}
