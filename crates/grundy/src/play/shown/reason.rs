//! Why a component is answered as it is, and what is seen in the rule of its game.

use crate::language::Message;
use crate::play::Session;
use crate::position::Part;
use crate::rule::symmetric_coordinates;

impl Session {
    /// Why the engine of a component was chosen; where it was asked about in a game of its own, which that is.
    ///
    /// ```
    /// use grundy::play::Session;
    /// let mut session = Session::with_game("nim")?;
    /// let position = session.position("5")?;
    /// assert_eq!(session.reason(&position.parts[0]), session.plan(0).reason);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If it is of a game or a kind that the session does not have.
    pub fn reason(&self, part: &Part) -> Message {
        self.reason_without_constants(part)
            .or_else(|| self.reason_as_sum(part))
            .or_else(|| self.reason_by_recurrence(part))
            .or_else(|| self.reason_by_kinds(part))
            .unwrap_or_else(|| self.solvers[part.game].plan.reason.clone())
    }

    /// The names of coordinates whose order does not matter, in groups, where the rule does not say so itself:
    /// exchanged they leave the value as it is.
    ///
    /// ```
    /// use grundy::play::Session;
    /// let session = Session::with_game("[a, b, c] -> [a-1, b, 0] | [a, b-1, 0] | [a, b, c-2]")?;
    /// assert_eq!(session.symmetric_names(0), [["a", "b"]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// As [`Session::constant_names`].
    pub fn symmetric_names(&self, game: usize) -> Vec<Vec<&str>> {
        let kinds = self.opened[game].rules.ir();
        let named =
            |group: Vec<usize>| group.iter().map(|&at| kinds[0].coords[at].as_str()).collect();
        symmetric_coordinates(kinds).into_iter().map(named).collect()
    }
}
