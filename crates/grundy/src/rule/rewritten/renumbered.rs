//! The expressions of a kind with other slots for its variables.

use super::anew::Anew;
use crate::rule::ir::Slot;

/// Variables of a kind that get other slots: its coordinates stand among those of another kind, and what its rule binds
/// behind them.
pub(super) struct Renumbered {
    /// How many coordinates the kind has.
    pub(super) own: usize,
    /// Where the first of them stands.
    pub(super) first: usize,
    /// How many coordinates the other kind has.
    pub(super) all: usize,
}

impl Anew for Renumbered {
    fn bound(&self, slot: Slot) -> Slot {
        if slot < self.own { slot + self.first } else { slot - self.own + self.all }
    }
}
