//! The definition as an engine: memoised evaluation of any ruleset, without recursion on the
//! machine's stack, under limits, with cycles found and shown. Beside it the search that prunes (`pruned`), which goes
//! down on the stack as far as a game has moves, some hundred at most.
//!
//! ```text
//! descent     depth first on an explicit stack, by one thread or several
//!     memo    the nodes, numbered, and what is known of them
//!     ends    how the threads end together
//! values      normal play
//! misere      misère play over whole sums
//! genus       values in both, beside heaps of two
//! tame        misère play of sums whose components are tame
//! lengths     how long a game lasts
//! pruned      the search that prunes, on components as words
//! typed       components of typed rules as such words
//! follow      whether a rule can be followed at all
//! ```

mod descent;
mod ends;
mod follow;
mod genus;
mod lengths;
mod memo;
mod misere;
mod pruned;
mod tame;
mod typed;
mod values;

pub(crate) use follow::follow;
pub(crate) use genus::no_genus;
pub use genus::{Genera, Genus};
pub(crate) use lengths::{Lengths, Played};
pub use misere::Misere;
pub use pruned::{Bound, Facts, Finding, Keeping, Packed, Pruned, Word};
pub use tame::{Tame, Tameness};
pub use typed::Typed;
pub use values::{Made, Values};

#[cfg(test)]
mod tests;
