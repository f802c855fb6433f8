//! Rows of components, and the table that has them.

use std::ops::RangeInclusive;

use num_bigint::BigUint;

use crate::limits::Limits;
use crate::nimber::Nimber;
use crate::outcome::Outcome;
use crate::play::{Asked, BigValue, Position, Session};
use crate::position::Part;
use crate::ruleset::{Failure, Value};
use crate::table::{Note, Room, Table};

/// Positions of a row that are asked for at once.
pub(super) const STRETCH: u64 = 1 << 12;

impl Session {
    /// The values in normal play of a row of the first game's kind, computed together: of the components with the
    /// coordinates `outer`, the last one between these.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::play::Session;
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut session = Session::with_game("wythoff")?;
    /// for a in 0..3 {
    ///     let row = session.values(0, &[a], 0..=5, &Limits::default())?;
    ///     let row: Vec<String> = row.iter().map(ToString::to_string).collect();
    ///     assert_eq!(row.join(" "), ["0 1 2 3 4 5", "1 2 0 4 5 3", "2 0 1 5 3 4"][a as usize]);
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Failure`], the first that a component has, or a limit.
    pub fn values(
        &mut self,
        kind: usize,
        outer: &[u64],
        columns: RangeInclusive<u64>,
        limits: &Limits,
    ) -> Result<Vec<BigValue>, Failure> {
        let misere = self.is_misere(&Position::default())?;
        self.prepare_row((kind, Asked::Values), outer, &columns, limits)?;
        self.in_stretches(columns, limits, |session, stretch| {
            let row = match misere {
                // Rows are of outcomes there.
                true => None,
                false => session.row((kind, Asked::Values), outer, stretch.clone(), limits),
            };
            if let Some(row) = row {
                return Ok(row.into_iter().map(BigValue::from).collect());
            }
            let value = |column| session.part_value(&part_in(kind, outer, column), limits);
            stretch.map(value).collect()
        })
    }

    /// Who wins the components of such a row, each alone, in the way of play that the rules or the session say.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::play::Session;
    /// // Misère, take 1 to 3: whoever has 1 more than a multiple of 4 loses.
    /// let mut session = Session::with_game("bash(3)")?;
    /// session.play_misere();
    /// let row = session.outcomes(0, &[], 0..=9, &Limits::default())?;
    /// let row: String = row.iter().map(|outcome| outcome.to_string()).collect();
    /// assert_eq!(row, "NPNNNPNNNP");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Session::values`].
    pub fn outcomes(
        &mut self,
        kind: usize,
        outer: &[u64],
        columns: RangeInclusive<u64>,
        limits: &Limits,
    ) -> Result<Vec<Outcome>, Failure> {
        self.prepare_row((kind, Asked::WhoWins), outer, &columns, limits)?;
        self.in_stretches(columns, limits, |session, stretch| {
            session.outcomes_of_stretch(kind, outer, stretch, limits)
        })
    }

    /// Who wins the components of a stretch of a row, out of a table if they stand in one.
    pub(super) fn outcomes_of_stretch(
        &mut self,
        kind: usize,
        outer: &[u64],
        stretch: RangeInclusive<u64>,
        limits: &Limits,
    ) -> Result<Vec<Outcome>, Failure> {
        if let Some(row) = self.row((kind, Asked::WhoWins), outer, stretch.clone(), limits) {
            return Ok(row.into_iter().map(|value| value.outcome()).collect());
        }
        let outcome = |column| {
            let parts = vec![part_in(kind, outer, column)];
            self.outcome(&Position { parts }, limits)
        };
        stretch.map(outcome).collect()
    }

    /// Asks for a row piece by piece, and looks at the limits before each.
    fn in_stretches<T>(
        &mut self,
        columns: RangeInclusive<u64>,
        limits: &Limits,
        mut ask: impl FnMut(&mut Session, RangeInclusive<u64>) -> Result<Vec<T>, Failure>,
    ) -> Result<Vec<T>, Failure> {
        let (first, last) = columns.into_inner();
        let total = last.saturating_sub(first).saturating_add(u64::from(first <= last));
        limits.check_memory(total.saturating_mul(size_of::<T>() as u64))?;
        let (mut all, mut next) = (Vec::new(), Some(first).filter(|_| first <= last));
        while let Some(from) = next {
            limits.check()?;
            limits.report(all.len() as u64, Some(total));
            let to = from.saturating_add(STRETCH - 1).min(last);
            all.append(&mut ask(self, from..=to)?);
            next = to.checked_add(1).filter(|&next| next <= last);
        }
        Ok(all)
    }

    /// Prepares for a row.
    fn prepare_row(
        &mut self,
        of: (usize, Asked),
        outer: &[u64],
        columns: &RangeInclusive<u64>,
        limits: &Limits,
    ) -> Result<(), Failure> {
        let [from, last] = [columns.start(), columns.end()].map(|&end| [outer, &[end]].concat());
        self.prepare(of, &from, &last, limits)
    }

    /// Prepares for questions about the components of the first game's kind with coordinates between
    /// these: where no theory answers them and they are many, they are computed at once.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::outcome::Outcome;
    /// use grundy::play::{Asked, Session};
    /// // A king that only goes back: lost where both numbers are even.
    /// let mut session = Session::with_game(
    ///     "[a, b] -> [a-1, b] if a > 0 | [a, b-1] if b > 0 | [a-1, b-1] if a > 0 and b > 0",
    /// )?;
    /// let limits = Limits::default();
    /// session.prepare((0, Asked::WhoWins), &[0, 0], &[50, 50], &limits)?;
    /// for b in 0..=50 {
    ///     let position = session.component(0, &[40, b])?;
    ///     assert_eq!(session.outcome(&position, &limits)?, Outcome::next_wins(b % 2 == 1));
    /// }
    /// assert!(session.prepare((0, Asked::WhoWins), &[0], &[50], &limits).is_err(), "two numbers");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Failure::Stop`] where time is over or somebody asked to stop, [`Failure::Domain`] if there are no such
    /// components.
    pub fn prepare(
        &mut self,
        (kind, asked): (usize, Asked),
        from: &[u64],
        last: &[u64],
        limits: &Limits,
    ) -> Result<(), Failure> {
        self.check_kind(kind, &[from.len(), last.len()])?;
        self.prepare_game(0, (kind, asked), from, last, limits)
    }

    /// The same for a game of the session.
    pub(in crate::play) fn prepare_game(
        &mut self,
        game: usize,
        (kind, asked): (usize, Asked),
        from: &[u64],
        last: &[u64],
        limits: &Limits,
    ) -> Result<(), Failure> {
        let misere = self.is_played_misere(game);
        if self.prepare_without_constants((game, asked), from, last, limits)?
            || self.prepare_as_sums(game, from, last, limits)?
        {
            return Ok(());
        }
        let solver = &mut self.solvers[game];
        match solver.plan.engine.has_all(misere) {
            false => solver.defined.prepare((kind, misere, asked), from, last, limits),
            true => Ok(()),
        }
    }

    /// The values of a stretch of a row of the first game's kind: of the components with the coordinates
    /// `outer`, the last one between these; in misère play, and where only that is asked, who wins them as
    /// [`Value::outcome`] says it. They come out of a table that was [prepared](Session::prepare), or out of
    /// the sequence that the values are, where [`Session::value`] would look for its engine each time.
    /// Nothing where there is neither or it does not reach so far within the limits: then each is asked for
    /// by itself.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::nimber::Nimber;
    /// use grundy::play::{Asked, Session};
    /// use grundy::ruleset::Value;
    ///
    /// let mut session = Session::with_game("0.77")?;
    /// let row = session.row((0, Asked::Values), &[], 10..=12, &Limits::default());
    /// assert_eq!(row, Some(vec![Value::Nimber(Nimber(2)), Value::Nimber(Nimber(6)), Value::Nimber(Nimber(4))]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn row(
        &mut self,
        (kind, asked): (usize, Asked),
        outer: &[u64],
        columns: RangeInclusive<u64>,
        limits: &Limits,
    ) -> Option<Vec<Value>> {
        self.check_kind(kind, &[outer.len() + 1]).ok()?;
        self.row_of_game(0, (kind, asked), outer, columns, limits)
    }

    /// The same for a game of the session.
    pub(in crate::play) fn row_of_game(
        &mut self,
        game: usize,
        (kind, asked): (usize, Asked),
        outer: &[u64],
        columns: RangeInclusive<u64>,
        limits: &Limits,
    ) -> Option<Vec<Value>> {
        let misere = self.is_played_misere(game);
        let solver = &mut self.solvers[game];
        if kind == 0
            && !misere
            && let Some(values) = solver.plan.engine.stretch(outer, columns.clone(), limits)
        {
            return Some(values.into_iter().map(|value| Value::Nimber(Nimber(value))).collect());
        }
        let row = solver.defined.tabled_row((kind, misere, asked), outer, columns.clone());
        match row {
            None if !misere => self.row_as_sums(game, outer, columns, limits),
            row => row,
        }
    }

    /// What the table of the first game's kind up to these coordinates is, as
    /// [`Table::shape`](crate::table::Table::shape) says it: of values, or of who wins where only that is
    /// asked and a table can say it. Nothing where there is none, or theory answers without one.
    ///
    /// ```
    /// use grundy::play::{Asked, Session};
    /// // Nim has a theory; a rule with a condition on both numbers has a table.
    /// let mut nim = Session::with_game("nim")?;
    /// assert_eq!(nim.table_shape((0, Asked::Values), &[100]), None);
    /// let mut typed = Session::with_game("[a, b] -> [a-1, b+2] if a > 0 | [a, b-k] for k in 1..b if k <= a + 1")?;
    /// assert!(typed.table_shape((0, Asked::Values), &[100, 100]).is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn table_shape(&mut self, of: (usize, Asked), last: &[u64]) -> Option<(String, u64)> {
        self.table(of)?.shape(last)
    }

    /// The table of the first game's kind, if there is one and theory does not answer without.
    fn table(&mut self, (kind, asked): (usize, Asked)) -> Option<&mut Table> {
        self.check_kind(kind, &[]).ok()?;
        let misere = self.is_misere(&Position::default()).ok()?;
        let solver = self.solvers.first_mut();
        let solver = solver.filter(|solver| !solver.plan.engine.has_all(misere))?;
        solver.defined.table(kind, misere, asked)
    }

    /// Keeps that table in a room that outlasts the program; see
    /// [`Table::keep`](crate::table::Table::keep).
    ///
    /// # Errors
    /// As [`Table::keep`](crate::table::Table::keep).
    pub fn keep_table(
        &mut self,
        of: (usize, Asked),
        last: &[u64],
        title: &str,
        room: (Box<dyn Room>, Option<&Note>),
        limits: &Limits,
    ) -> Result<(), Failure> {
        self.table(of).map_or(Ok(()), |table| table.keep(last, title, room, limits))
    }

    /// Whether all of that table is computed.
    pub fn is_table_finished(&mut self, of: (usize, Asked)) -> bool {
        self.table(of).is_some_and(|table| table.is_finished())
    }

    /// Leaves that table as it is: what stands in it answers questions, and the definition all others.
    ///
    /// ```
    /// use grundy::limits::{Limits, Stop};
    /// use grundy::play::{Asked, Session};
    /// use grundy::ruleset::Failure;
    /// let game = "[n] -> [n-k] for k in squares(n) | 2*[n/2] if n > 0 and n % 2 == 0";
    /// let mut session = Session::with_game(game)?;
    /// let of = (0, Asked::Values);
    /// session.fill_table(of, &[9999], &Limits::default())?;
    /// assert!(session.is_table_finished(of));
    /// session.leave_table(of);
    /// session.prepare(of, &[0], &[99999], &Limits::default())?;
    /// let known = |session: &mut Session, n| session.row(of, &[], n..=n, &Limits::default()).is_some();
    /// assert!(known(&mut session, 9999) && !known(&mut session, 10000));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn leave_table(&mut self, of: (usize, Asked)) {
        if let Some(table) = self.table(of) {
            table.give_up();
        }
    }

    /// Computes that table, whatever memory it takes that does not stand in a room.
    /// Nothing happens where there is none, or theory answers without one.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::play::{Asked, Session};
    /// // A king that only goes back: lost where both numbers are even.
    /// let mut session = Session::with_game(
    ///     "[a, b] -> [a-1, b] if a > 0 | [a, b-1] if b > 0 | [a-1, b-1] if a > 0 and b > 0",
    /// )?;
    /// let limits = Limits::default();
    /// session.fill_table((0, Asked::Values), &[9, 9], &limits)?;
    /// let row = session.row((0, Asked::Values), &[4], 0..=5, &limits).unwrap();
    /// let row: String = row.iter().map(|value| value.outcome().to_string()).collect();
    /// assert_eq!(row, "PNPNPN");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Table::fill`](crate::table::Table::fill).
    pub fn fill_table(
        &mut self,
        of: (usize, Asked),
        last: &[u64],
        limits: &Limits,
    ) -> Result<(), Failure> {
        self.table(of).map_or(Ok(()), |table| table.fill(last, limits))
    }
}

/// A component of the first game.
fn part_in(kind: usize, outer: &[u64], column: u64) -> Part {
    let coords = outer.iter().chain([&column]).map(|&coord| BigUint::from(coord)).collect();
    Part { game: 0, kind, coords }
}
