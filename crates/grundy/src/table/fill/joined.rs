//! Short rows that follow each other in memory, computed as one: see
//! [`rows_join`](crate::table::order::Layout::rows_join).
//!
//! Machine code counts through them as through one long row. Where several threads would not share them in any case,
//! they are not even listed.

use std::iter::Peekable;

use super::Work;
use crate::ruleset::Failure;
use crate::table::order::{Coords, Row, Rows};
#[cfg(feature = "jit")]
use crate::table::threads::TILE;

impl Work<'_> {
    /// Leaves behind so many components, of rows that were computed as one; how many whole rows these are.
    pub(super) fn pass_joined(&mut self, rows: &mut [Row], components: u64) -> usize {
        self.done += components;
        let (mut left, mut passed) = (components, 0);
        while let Some(row) = rows.get_mut(passed).filter(|_| left > 0) {
            if row.count > left {
                row.pass(left, &self.layout.direction);
                break;
            }
            left -= row.count;
            passed += 1;
        }
        self.known = self.done - left;
        passed
    }
}

#[cfg(feature = "jit")]
impl Work<'_> {
    /// Computes rows as one, many at a time, as long as nothing is in the way.
    pub(super) fn rows_at_once(
        &mut self,
        rows: &mut Peekable<Rows<'_>>,
        frontier: &mut Option<Coords>,
    ) -> Result<(), Failure> {
        while self.joins()
            && !self.may_share()
            && let Some(first) = rows.peek()
        {
            let count = self.layout.computed() - self.done;
            let all = Row { start: first.start.clone(), count };
            // Of a row that was not finished all is computed again.
            let whole = self.by_code(&all)?.unwrap_or(0) / self.layout.row;
            let Some(last) = whole.checked_sub(1) else { break };
            rows.nth(last as usize);
            self.done += whole * self.layout.row;
            self.known = self.done;
            *frontier = rows.peek().map(|row| row.start.clone());
            self.look_at_limits()?;
        }
        Ok(())
    }

    /// Whether several threads may share rows that join: where more than one axis is not that of the rows, or one of
    /// them is enough work for several.
    fn may_share(&self) -> bool {
        let much = self.layout.dims.len() > 2 || self.cost.of(self.layout.row) >= TILE;
        self.has_way() && (much || !self.weighs)
    }

    /// Computes rows as one where they join; how many components, perhaps none.
    pub(super) fn joined(&mut self, rows: &[Row]) -> Result<u64, Failure> {
        if rows.len() < 2 || !self.joins() {
            return Ok(0);
        }
        let count = rows.iter().map(|row| row.count).sum();
        let all = Row { start: rows[0].start.clone(), count };
        Ok(self.by_code(&all)?.unwrap_or(0))
    }

    /// Whether rows can be computed as one.
    pub(super) fn joins(&self) -> bool {
        let plain = self.code.is_some() && self.repeats.is_none() && !self.has_sets();
        plain && self.layout.rows_join()
    }
}

/// Without machine code no rows are computed as one.
#[cfg(not(feature = "jit"))]
impl Work<'_> {
    pub(super) fn rows_at_once(
        &mut self,
        _: &mut Peekable<Rows<'_>>,
        _: &mut Option<Coords>,
    ) -> Result<(), Failure> {
        Ok(())
    }

    pub(super) fn joined(&mut self, _: &[Row]) -> Result<u64, Failure> {
        Ok(0)
    }

    pub(super) fn joins(&self) -> bool {
        false
    }
}
