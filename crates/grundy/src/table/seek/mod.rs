//! Single values of a table, depth first where few positions are reached.
//!
//! ```text
//! sought     the values that are known, and the code that seeks more of them
//! path       the way from the component that is asked for to the one at hand
//! wider      what the values lie in, made wider where an option lies outside
//! ```

#[cfg(feature = "jit")]
mod path;
#[cfg(feature = "jit")]
mod sought;
#[cfg(feature = "jit")]
mod wider;

#[cfg(feature = "jit")]
pub(super) use sought::{Memory, Sought};

#[cfg(feature = "jit")]
use super::Coords;
use super::Table;
use super::order::Layout;
use crate::limits::Limits;
use crate::ruleset::{Failure, Value};

impl Table {
    /// Seeks the value of one component, depth first, with no others than those it needs: some tens of nanoseconds each, where
    /// options are few, and 16 to 32 bytes, or one or two for each of the table. Nothing where that is not done: without machine
    /// code, where a component may be over, a value is greater than 65533, or a component is met
    /// that is for the definition.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::nimber::Nimber;
    /// use grundy::rule::{Rules, parse};
    /// use grundy::ruleset::Value;
    /// use grundy::table::Table;
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let halves = Rules::new(parse("[n] -> [n/2] if n > 0 | [n/3] if n > 0")?, &[])?;
    /// let mut table = Table::new(&halves, 0)?;
    /// let value = table.seek(&[1_000_000], &Limits::default())?;
    /// assert!(value.is_none_or(|value| value == Value::Nimber(Nimber(0))));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Failure::Stop`]: a limit. What was found so far stays known.
    pub fn seek(&mut self, coords: &[u64], limits: &Limits) -> Result<Option<Value>, Failure> {
        #[cfg(feature = "jit")]
        if let Some(coords) = self.coords_of(coords)
            && self.prepare_to_seek(&coords)
            && let Some(Some(sought)) = &mut self.sought
        {
            let found = match sought.value(&coords) {
                None => sought.seek(&self.rules, self.kind, &coords, limits)?,
                known => known,
            };
            if found.is_none() {
                self.sought = Some(None);
            }
            return Ok(found);
        }
        let _ = (coords, limits);
        Ok(None)
    }

    /// Sees to it that there is room to seek a component; whether there is.
    #[cfg(feature = "jit")]
    fn prepare_to_seek(&mut self, coords: &[i64]) -> bool {
        let before = match &self.sought {
            Some(None) => return false,
            Some(Some(sought)) if sought.holds(coords) => return true,
            Some(Some(sought)) => Some(sought),
            None => None,
        };
        // Somewhat more if it was too small once, so that it is not made for each component of a walk.
        let least = |(axis, &coord): (usize, &i64)| {
            let coord = coord.unsigned_abs();
            match before.map(|sought| sought.dim(axis)) {
                Some(dim) if coord < dim => dim - 1,
                Some(_) => coord + coord / 4,
                None => coord,
            }
        };
        let last: Coords = coords.iter().enumerate().map(least).collect();
        let layout = self.outline.layout(&self.rules, self.kind, &last);
        let kind = &self.rules.ir()[self.kind];
        let made = layout.and_then(|layout| {
            let anywhere = !self.outline.course(&self.rules, self.kind, &layout).proved;
            Sought::new(kind, layout, self.end, (self.weighs, anywhere))
        });
        self.sought = Some(made.filter(|sought| sought.holds(coords)));
        matches!(self.sought, Some(Some(_)))
    }

    /// Whether it seems that a component can be [sought](Table::seek).
    pub(crate) fn can_seek(&self, coords: &[u64]) -> bool {
        #[cfg(feature = "jit")]
        if matches!(self.sought, Some(None)) {
            return false;
        }
        self.layout_of(coords).is_some_and(|layout| self.seeks(&layout))
    }

    /// Whether components of a table of this layout are sought where options are not computed before.
    pub(super) fn seeks(&self, layout: &Layout) -> bool {
        #[cfg(feature = "jit")]
        if self.means.code
            && let Some(layout) = layout.of_bytes()
        {
            return Sought::is_for(&self.rules.ir()[self.kind], &layout, self.end);
        }
        let _ = layout;
        false
    }

    /// Whether play surely does not leave the table that has everything up to these coordinates, so that it can be filled
    /// without the definition.
    pub(crate) fn is_closed(&self, last: &[u64]) -> bool {
        let layout = self.layout_of(last);
        layout.is_some_and(|layout| self.outline.course(&self.rules, self.kind, &layout).closed)
    }

    /// How many values are known that were sought, if some were.
    pub(crate) fn sought(&self) -> Option<u64> {
        #[cfg(feature = "jit")]
        if let Some(Some(sought)) = &self.sought {
            return Some(sought.known());
        }
        None
    }

    /// Says that nothing is to be sought any more, for it does not come to its end.
    pub(crate) fn seek_no_more(&mut self) {
        #[cfg(feature = "jit")]
        {
            self.sought = Some(None);
        }
    }
}
