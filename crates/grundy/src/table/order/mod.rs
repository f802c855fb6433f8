//! The order in which a table is filled, and the box that play does not leave.
//!
//! ```text
//! leaps      the components in options, each with what is known there
//! outline    what a table would be, of whatever size
//!              orders   in which all of them come before
//!              planes   that play does not pass, where there is no box that it does not leave
//! layout     where the value of a component stands, and which of two comes first
//! rows       the components as they are computed, row by row
//! part       several kinds in one table
//! thin       the lines of few places: a box where unordered coordinates would have a cube
//! ```
//!
//! [`leaps`] walks the checked rule; [`outline`] asks [`bounds`](super::bounds) of each leap whether it comes before,
//! and how far it goes. What it finds is a [`Layout`], which all the others have in common.

mod layout;
mod leaps;
mod orders;
mod outline;
mod part;
mod planes;
mod rows;
mod thin;

pub(super) use layout::{BLOCK, Coords, Layout, MOST_AXES, Order, WORD};
#[cfg(any(test, feature = "jit"))]
pub(super) use leaps::Form;
#[cfg(feature = "jit")]
pub(super) use leaps::{comes_before, has_few_options};
pub use outline::NoTable;
pub(super) use outline::{Outline, has_no_sums, outline};
pub(super) use part::{Part, together};
pub(super) use rows::{Row, Rows};
pub(super) use thin::Thin;
