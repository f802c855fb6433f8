//! Engines that keep their values as a list: the definition, and those for codes and games that the vector engine does not
//! compute.
//!
//! ```text
//! definition    the twin of all engines
//! blocks        codes whose values are the same over blocks of heaps, by a run on the blocks
//! rests         codes that repeat for ever or leave three heaps
//! by_class      games with conditions on what is left
//! shifted       those of them whose conditions concern small heaps only, made over for the vector engine
//! ```

pub(super) mod blocks;
pub(super) mod by_class;
pub mod definition;
pub(super) mod rests;
pub(super) mod shifted;

use crate::heap::Values;
use crate::heap::engine::Work;
use crate::heap::run::Status;
use crate::limits::{Limits, Stop};
use blocks::Blocks;
use by_class::ByClass;
use definition::Definition;
use rests::Rests;

/// One of them.
pub(super) enum Listed {
    Definition(Definition),
    Rests(Box<Rests>),
    ByClass(Box<ByClass>),
    Blocks(Box<Blocks>),
}

/// Pairs that the vector engine looks at while other engines look at one.
const ONE_BY_ONE: u64 = 16;

impl Listed {
    pub(super) fn values(&self) -> &Values {
        match self {
            Listed::Definition(run) => run.values(),
            Listed::Rests(run) => run.values(),
            Listed::ByClass(run) => run.values(),
            Listed::Blocks(run) => run.values(),
        }
    }

    pub(super) fn into_values(self) -> Values {
        match self {
            Listed::Definition(run) => run.into_values(),
            Listed::Rests(run) => run.into_values(),
            Listed::ByClass(run) => run.into_values(),
            Listed::Blocks(run) => run.into_values(),
        }
    }

    /// Computes some heaps more, none of them beyond `last`.
    pub(super) fn step(&mut self, last: u64, limits: &Limits) -> Result<(), Stop> {
        let next = self.values().len() as u64;
        let some = last.min(next + next / 64);
        match self {
            Listed::Definition(run) => run.advance(some, limits),
            Listed::Rests(run) => run.advance(some, limits),
            Listed::ByClass(run) => run.advance(some, limits),
            Listed::Blocks(run) => run.advance(last, limits),
        }
    }

    /// The work done, as pairs that the vector engine looks at in about that time.
    pub(super) fn cost(&self) -> u64 {
        match self {
            Listed::Blocks(run) => run.blocks().cost(),
            others => others.looked().saturating_mul(ONE_BY_ONE),
        }
    }

    /// Options that were looked at one by one.
    fn looked(&self) -> u64 {
        match self {
            Listed::Definition(run) => run.looked(),
            Listed::Rests(run) => run.looked(),
            Listed::ByClass(run) => run.looked(),
            Listed::Blocks(_) => 0,
        }
    }

    /// What was seen so far, without rare values. `O(heaps)`.
    pub(super) fn status(&self) -> Status {
        let values = self.values();
        Status {
            heaps: values.len() as u64,
            largest: values.iter().max().unwrap_or(0),
            space: None,
            rares: 0,
            last_rare: None,
            work: match self {
                Listed::Blocks(run) => run.blocks().status().work,
                others => Work { gathered_pairs: others.looked(), ..Work::default() },
            },
            floor: 0,
        }
    }
}
