//! Options that a component shares with its neighbours: what is found for one serves those that follow, so that a
//! family costs a few steps and not as many as it has options.
//!
//! ```text
//! lines      a set that grows along a line: [a-k, b] for k in 1..a
//!              only     where conditions leave some components of the line out
//!              sums     and the nim-sums of several of them
//! nearest    the same where only who wins is asked: the nearest lost component of the line
//! prefixes   sums of all between two of a line: sum(j in 1..k) [n-j] for k in squares(n)
//! windows    the latest position of every value: [n-k] for k in 1..n/2
//! growths    a set for a row, along which ranges grow or an element is forbidden: [n-k, q] for k in 1..q
//! choices    sums of components that are chosen freely: choose 2 of [i, b] for i in 0..a-1
//! repeats    rows that are those of before, and copied
//! ```
//!
//! A family goes to the first of them that can be used for it ([`fill::families`](super::fill)), and each has a
//! [means](super::Means) by which tests have it alone. What none of them takes is looked at option by option.

mod choices;
mod growths;
mod lines;
#[cfg(feature = "jit")]
mod nearest;
mod only;
#[cfg(feature = "jit")]
mod prefixes;
mod repeats;
mod sums;
mod windows;

pub(super) use choices::{Choices, Chosen};
pub(super) use growths::Growths;
#[cfg(feature = "jit")]
pub(super) use lines::Reached;
pub(super) use lines::{Line, Lines, Numbered, line, mex_of, set_along, won};
#[cfg(feature = "jit")]
pub(super) use nearest::Nearest;
#[cfg(feature = "jit")]
pub(super) use only::Only;
#[cfg(feature = "jit")]
pub(super) use prefixes::{Prefixes, axis_of_prefixes, direction_of, sums_along};
pub(super) use repeats::{Repeats, RowForm, row_form};
pub(super) use sums::{Sums, WORDS_PER_CHECK};
pub(super) use windows::{MOST_FAMILIES, MOST_POSITIONS, Windows, count_options};
