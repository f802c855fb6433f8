//! A table with values in it: what is known, and what [`fill`](super) computes.

use super::{SMALL, Work};
use crate::limits::{Limits, Stop};
use crate::rule::Rules;
use crate::ruleset::{Failure, Value};
use crate::table::Means;
use crate::table::cells::{self, BYTE, Cells, Digested, Marks, Note, Room};
use crate::table::order::{Coords, Layout, Order, Outline};

/// A table with values in it.
pub(in crate::table) struct Filled {
    pub(super) layout: Layout,
    pub(super) cells: Cells,
    pub(super) marks: Marks,
    /// The first component that is not computed; nothing if all are.
    frontier: Option<Coords>,
    /// How many components are computed for good, whole rows where there are several.
    pub(super) known: u64,
    /// What was digested of a table in a room.
    pub(super) digested: Option<Digested>,
    coded: bool,
    threaded: bool,
    repeated: u64,
    /// Whether all values are less than 64.
    pub(super) small: bool,
}

impl Filled {
    /// A table with nothing in it, or with what the same one had or a shorter one of one coordinate.
    pub(in crate::table) fn new(
        layout: Layout,
        kept: Option<Filled>,
        limits: &Limits,
    ) -> Result<Filled, Failure> {
        let size = layout.len();
        let kept = match kept {
            Some(kept) if kept.layout == layout => return Ok(kept),
            kept => kept,
        };
        if let Some(most) = limits.positions
            && size > most
        {
            return Err(Stop::Positions(most).into());
        }
        let width = layout.width();
        limits.check_memory(layout.bytes(width))?;
        let Ok(room) = usize::try_from(layout.room()) else {
            let needed = layout.bytes(width);
            return Err(Stop::Memory { needed, allowed: usize::MAX as u64 }.into());
        };
        let frontier = Some(layout.at(0));
        if let Some(kept) = kept
            && matches!(&layout.order, Order::Lines(axes) if axes.len() == 1)
            && kept.layout.len() <= layout.len()
            && kept.layout.packed == layout.packed
            && kept.digested.is_none()
        {
            let mut filled = kept;
            limits.check_memory(layout.bytes(filled.cells.width()))?;
            filled.cells.lengthen(room);
            filled.frontier = Some(Coords::from_elem(filled.known as i64, 1));
            filled.layout = layout;
            return Ok(filled);
        }
        Ok(Filled {
            layout,
            cells: Cells::new(room, width),
            marks: Marks::default(),
            frontier,
            known: 0,
            digested: None,
            coded: false,
            threaded: false,
            repeated: 0,
            small: true,
        })
    }

    /// Whether the values stand in a room.
    pub(in crate::table) fn is_in_room(&self) -> bool {
        self.digested.is_some()
    }

    /// A table with the values that stand in a room by this note of them.
    ///
    /// # Errors
    /// As [`cells::open`].
    pub(in crate::table) fn kept(
        layout: Layout,
        title: &str,
        room: (Box<dyn Room>, Option<&Note>),
        has_wins: bool,
        limits: &Limits,
    ) -> Result<Filled, Failure> {
        let (cells, marks, digested) = cells::open(room, (&layout, title), has_wins, limits)?;
        let known = digested.count();
        Ok(Filled {
            frontier: (known < layout.computed()).then(|| layout.at(known)),
            small: cells.width() <= BYTE
                && cells.greatest(has_wins).is_some_and(|most| most < SMALL),
            known,
            digested: Some(digested),
            cells,
            marks,
            layout,
            coded: false,
            threaded: false,
            repeated: 0,
        })
    }

    pub(in crate::table) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Whether at least half of its components are computed.
    pub(in crate::table) fn is_half_done(&self) -> bool {
        self.known >= self.layout.computed().div_ceil(2)
    }

    pub(in crate::table) fn is_finished(&self) -> bool {
        self.frontier.is_none()
    }

    pub(in crate::table) fn uses_code(&self) -> bool {
        self.coded
    }

    pub(in crate::table) fn uses_threads(&self) -> bool {
        self.threaded
    }

    pub(in crate::table) fn repeated(&self) -> u64 {
        self.repeated
    }

    pub(in crate::table) fn bytes(&self) -> u64 {
        self.cells.bytes()
    }

    /// The value of a component with ascending coordinates, where they are unordered.
    pub(in crate::table) fn value(&self, coords: &[i64]) -> Option<Value> {
        let known = self.layout.holds(coords)
            && match &self.frontier {
                None => true,
                Some(frontier) => self.layout.compare(coords, frontier).is_lt(),
            };
        known.then(|| self.cells.value(self.layout.index(coords)))
    }

    /// The values along the last coordinate from one on, of a finished table.
    #[inline]
    pub(in crate::table) fn line<'f>(
        &'f self,
        outer: &[u64],
        from: u64,
    ) -> Option<impl Iterator<Item = Value> + use<'f>> {
        let (last, Layout { dims, strides, plane, .. }) = (outer.len(), &self.layout);
        if self.frontier.is_some() || last + 1 != dims.len() || from >= dims[last] {
            return None;
        }
        // This is asked for every few values: it is but a sum, which the table has room for.
        let mut first = from * strides[last];
        for (axis, &coord) in outer.iter().enumerate() {
            if coord >= dims[axis] {
                return None;
            }
            first += coord * strides[axis];
        }
        let end = match plane {
            None => dims[last],
            Some(_) => {
                let coords = outer.iter().chain([&0]).map(|&coord| coord as i64);
                self.layout.width_at(&coords.collect::<Coords>(), last).unsigned_abs()
            }
        };
        Some(self.cells.values(
            first as usize,
            strides[last] as usize,
            end.saturating_sub(from) as usize,
        ))
    }

    /// Computes everything from the frontier on.
    pub(in crate::table) fn fill(
        &mut self,
        rules: &Rules,
        (kind, end): (usize, Option<u8>),
        outline: &Outline,
        (means, weighs): (Means, bool),
        limits: &Limits,
    ) -> Result<(), Failure> {
        let mut frontier = self.frontier.clone();
        let mut work = Work::new(self, rules, (kind, end), outline, means, limits)?;
        work.weighs = weighs;
        let ended = work.rows(&mut frontier);
        let saved = work.save();
        let (coded, repeated, threaded) = (work.has_code(), work.repeated, work.threaded);
        let known = work.known;
        self.frontier = frontier;
        self.known = known;
        self.coded = coded;
        self.repeated = repeated;
        self.threaded = threaded;
        ended.and(saved)
    }
}
