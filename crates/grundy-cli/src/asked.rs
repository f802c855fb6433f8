//! A position that is asked about, with the session it belongs to.

use grundy::limits::Limits;
use grundy::play::{Position, Session};
use grundy::ruleset::Failure;

use crate::trouble::Trouble;

/// A position with the session it belongs to.
pub(crate) struct AskedPosition {
    pub(crate) session: Session,
    pub(crate) position: Position,
    pub(crate) limits: Limits,
}

impl AskedPosition {
    /// Asks about another position.
    pub(crate) fn go_to(&mut self, position: &str, origin: &str) -> Result<(), Trouble> {
        self.position =
            self.session.position(position).map_err(|error| Trouble::of_rule(&error, origin))?;
        Ok(())
    }

    /// A failure, told with the games of this question.
    pub(crate) fn trouble(&self, failure: &Failure) -> Trouble {
        Trouble::of_failure(failure, self.session.games())
    }
}
