//! Components of which an option is not computed before: [sought](crate::table::seek), or left to the definition.
//!
//! ```text
//! where the order of the table is proved there are none but those whose options lie outside of it
//! elsewhere a component at which the code meets an option that comes later, or lies outside, is sought:
//!     depth first, by code of its own; what is found on the way is known when its turn comes
//! where that is not done (see there), or the component has no value: the definition, for some
//! ```
//!
//! So a table whose order is only guessed takes about twice as long as one whose order is proved, and twice the memory.

use super::Work;
#[cfg(feature = "jit")]
use super::{ROW, USUAL_MEMORY};
#[cfg(feature = "jit")]
use crate::limits::{Limits, Stop};
use crate::rule::Rules;
use crate::ruleset::Failure;
use crate::search::Values;
use crate::table::order::Coords;
#[cfg(feature = "jit")]
use crate::table::{order::Row, seek::Sought};

/// Components that are left to the definition before a table is given up.
const MOST_BY_DEFINITION: u32 = 1 << 10;
/// So many may be sought in vain before no more are.
#[cfg(feature = "jit")]
const MOST_IN_VAIN: u32 = 8;

/// What is known beside a table of components that are not computed in its order.
#[derive(Default)]
pub(super) struct Strays {
    /// Components that the definition evaluated, and what it knows.
    by_definition: u32,
    definition: Option<Values<Rules>>,
    #[cfg(feature = "jit")]
    seeking: Seeking,
}

/// What is sought beside a table.
#[cfg(feature = "jit")]
#[derive(Default)]
enum Seeking {
    #[default]
    NotBegun,
    Begun {
        sought: Box<Sought>,
        /// How often nothing was found.
        in_vain: u32,
        /// How many were sought at once, and how many were done then.
        at_once: u64,
        next: u64,
    },
    /// There is no code for it, or it was in vain.
    Over,
}

impl Work<'_> {
    /// Components from the start of a row that are sought, each with all that it needs; nothing where the first is not.
    /// Where the one before was sought too they are twice as many, for the code that fills the table would look at each in vain.
    ///
    /// # Errors
    /// A limit.
    #[cfg(feature = "jit")]
    pub(super) fn by_seeking(&mut self, row: &Row) -> Result<Option<u64>, Failure> {
        let most = match &mut self.strays.seeking {
            Seeking::Begun { at_once, next, .. } => {
                *at_once = if *next == self.done { ROW.min(2 * *at_once) } else { 1 };
                row.count.min(*at_once)
            }
            _ => 1,
        };
        let mut done = 0;
        while done < most {
            let coords = row.at(done, &self.layout.direction);
            if self.by_seeking_one(&coords)?.is_none_or(|stored| stored == 0) {
                break;
            }
            done += 1;
        }
        if let Seeking::Begun { next, .. } = &mut self.strays.seeking {
            *next = self.done + done;
        }
        Ok((done > 0).then_some(done))
    }

    /// One component that is sought with all that it needs; nothing where that is not done.
    ///
    /// # Errors
    /// A limit.
    #[cfg(feature = "jit")]
    fn by_seeking_one(&mut self, coords: &Coords) -> Result<Option<u64>, Failure> {
        if matches!(self.strays.seeking, Seeking::NotBegun) {
            self.strays.seeking = self.begin_to_seek().unwrap_or(Seeking::Over);
        }
        let Seeking::Begun { sought, in_vain, .. } = &mut self.strays.seeking else {
            return Ok(None);
        };
        let found = match sought.value(coords) {
            None => {
                let table = self.cells.memory(self.layout.room());
                let allowed = match self.limits.memory {
                    Some(allowed) => allowed.saturating_sub(table),
                    None => table.max(USUAL_MEMORY),
                };
                let limits =
                    Limits { memory: Some(allowed), progress: None, ..self.limits.clone() };
                match sought.seek(self.rules, self.kind, coords, &limits) {
                    Err(Failure::Stop(Stop::Memory { .. })) => {
                        *in_vain = MOST_IN_VAIN;
                        None
                    }
                    found => found?,
                }
            }
            known => known,
        };
        match found {
            Some(value) => self.store(coords, value).map(Some),
            None => {
                *in_vain += 1;
                if *in_vain >= MOST_IN_VAIN {
                    self.strays.seeking = Seeking::Over;
                }
                Ok(None)
            }
        }
    }

    /// What seeks components of the table, with code of its own; nothing where there is none.
    #[cfg(feature = "jit")]
    fn begin_to_seek(&self) -> Option<Seeking> {
        let layout = self.layout.of_bytes()?;
        let anywhere = !self.proved;
        let kind = &self.rules.ir()[self.kind];
        let sought = Sought::new(kind, layout, self.end, (self.weighs, anywhere));
        let sought = Box::new(sought.filter(|_| self.codes)?);
        Some(Seeking::Begun { sought, in_vain: 0, at_once: 1, next: 0 })
    }

    /// One component whose options are not all in the table, or that has no value.
    pub(super) fn by_definition(&mut self, coords: &Coords) -> Result<u64, Failure> {
        #[cfg(feature = "jit")]
        if let Some(done) = self.by_seeking_one(coords)? {
            return Ok(done);
        }
        self.strays.by_definition += 1;
        // The definition knows values, which say who wins in normal play alone.
        if self.strays.by_definition > MOST_BY_DEFINITION || self.end.is_some_and(|end| end > 0) {
            return Ok(0);
        }
        let component = self.component(coords);
        let definition = &mut self.strays.definition;
        let definition = definition.get_or_insert_with(|| Values::new(self.rules.clone()));
        match definition.value(&component, self.limits) {
            Ok(value) => self.store(coords, value),
            Err(Failure::Stop(stop)) => Err(stop.into()),
            Err(_) => Ok(0),
        }
    }
}
