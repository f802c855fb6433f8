//! What a table is of: components of a rule, or boards.

use std::ops::ControlFlow;

use grundy::heap::Periodicity;
use grundy::limits::Limits;
use grundy::outcome::Outcome;
use grundy::play::{Position, Session};

use crate::cells::{self, Cell, Shown, Wanted};
use crate::language::title;
use crate::report::json;
use crate::shared::sizes::Sizes;
use crate::trouble::Trouble;

/// A game of which there are tables.
pub(super) trait Subject {
    /// The game as it is typed.
    fn text(&self) -> String;

    /// What stands above a picture.
    fn title(&self) -> String;

    /// Whether every position has a number for its value: nobody wins at once, and whoever makes the last move wins.
    fn has_numbers(&self) -> Result<bool, Trouble>;

    /// Shows the cells that are wanted, row by row, until `see` breaks.
    fn each(
        &mut self,
        wanted: &Wanted,
        limits: &Limits,
        see: &mut dyn FnMut(Cell) -> ControlFlow<()>,
    ) -> Result<(), Trouble>;

    /// The lost positions among what is wanted.
    fn lost(&mut self, wanted: &Wanted, limits: &Limits) -> Result<Vec<Vec<u64>>, Trouble>;

    /// The proved period of its values, if they are a sequence with one.
    fn periodicity(&mut self, limits: &Limits) -> Result<Option<Periodicity>, Trouble>;

    /// Whether a cell may take so long that those before a limit are worth showing.
    fn takes_long(&self, wanted: &Wanted) -> bool;
}

impl Subject for Session {
    fn text(&self) -> String {
        json::game_text(self)
    }

    fn title(&self) -> String {
        let opened = &self.games()[0];
        match (&opened.entry, &opened.name) {
            (Some(entry), _) => title(entry).to_owned(),
            (None, Some(name)) => name.clone(),
            (None, None) => opened.rules.program().to_string().replace('\n', " "),
        }
    }

    fn has_numbers(&self) -> Result<bool, Trouble> {
        let misere = self.is_misere(&Position::default());
        let misere = misere.map_err(|failure| Trouble::of_failure(&failure, self.games()))?;
        Ok(!misere && !self.games()[0].rules.has_wins())
    }

    fn each(
        &mut self,
        wanted: &Wanted,
        limits: &Limits,
        see: &mut dyn FnMut(Cell) -> ControlFlow<()>,
    ) -> Result<(), Trouble> {
        let found = cells::each(self, wanted, limits, see);
        found.map_err(|failure| Trouble::of_failure(&failure, self.games()))
    }

    fn lost(&mut self, wanted: &Wanted, limits: &Limits) -> Result<Vec<Vec<u64>>, Trouble> {
        let Wanted { kind, from, to, .. } = wanted;
        let lost = Session::lost(self, *kind, from, to, limits);
        let mut lost = lost.map_err(|failure| Trouble::of_failure(&failure, self.games()))?;
        let unordered = self.games()[0].rules.kinds()[*kind].is_unordered();
        lost.retain(|position| lies_between(position, from, to, unordered));
        Ok(lost)
    }

    fn periodicity(&mut self, limits: &Limits) -> Result<Option<Periodicity>, Trouble> {
        let pattern = self.engine(0).periodicity(limits);
        pattern.map_err(|failure| Trouble::of_failure(&failure, self.games()))
    }

    fn takes_long(&self, wanted: &Wanted) -> bool {
        wanted.shown == Shown::Genera
    }
}

/// Whether a position lies between two corners; of unordered coordinates, in one of their orders.
fn lies_between(position: &[u64], from: &[u64], to: &[u64], unordered: bool) -> bool {
    let ([least, from @ ..], [most, to @ ..]) = (from, to) else { return true };
    let choices = if unordered { position.len() } else { 1 };
    (0..choices).any(|at| {
        let mut others = position.to_vec();
        (*least..=*most).contains(&others.remove(at)) && lies_between(&others, from, to, unordered)
    })
}

impl Subject for Sizes {
    fn text(&self) -> String {
        Sizes::text(self)
    }

    fn title(&self) -> String {
        let title = title(self.entry);
        let name = title.split([':', '：']).next().unwrap_or(title);
        match Sizes::text(self).split_once(' ') {
            Some((_, boards)) => format!("{name}, {boards}"),
            None => name.to_owned(),
        }
    }

    fn has_numbers(&self) -> Result<bool, Trouble> {
        Ok(!self.misere)
    }

    fn each(
        &mut self,
        wanted: &Wanted,
        limits: &Limits,
        see: &mut dyn FnMut(Cell) -> ControlFlow<()>,
    ) -> Result<(), Trouble> {
        Sizes::each(self, wanted, limits, &mut |_, cell| see(cell))
    }

    fn lost(&mut self, wanted: &Wanted, limits: &Limits) -> Result<Vec<Vec<u64>>, Trouble> {
        let Wanted { kind, from, to, .. } = wanted;
        let (kind, from, to) = (*kind, from.clone(), to.clone());
        let wanted = Wanted { kind, from, to, shown: Shown::Outcomes };
        let mut lost = Vec::new();
        Sizes::each(self, &wanted, limits, &mut |size, cell| {
            if matches!(cell, Cell::Outcome(outcome) if outcome == Outcome::P) {
                lost.push(size.to_vec());
            }
            ControlFlow::Continue(())
        })?;
        Ok(lost)
    }

    fn periodicity(&mut self, _: &Limits) -> Result<Option<Periodicity>, Trouble> {
        Ok(None)
    }

    fn takes_long(&self, _: &Wanted) -> bool {
        true
    }
}
