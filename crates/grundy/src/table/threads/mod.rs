//! Several threads that fill one table.
//!
//! ```text
//! cut        rows in tiles, where the order allows it
//! together   the threads at work on them, each with the machine code
//! helpers    the threads, which stand by between two steps
//! ```
//!
//! Values are the same however many threads there are: what is not whole is computed again by one of them.

#[cfg(feature = "jit")]
mod cut;
mod helpers;
#[cfg(feature = "jit")]
mod together;

#[cfg(feature = "jit")]
pub(super) use cut::{Cost, TILE, Way};
pub(super) use helpers::Helpers;
