//! What is played on heaps of one coordinate.
//!
//! ```text
//! game      one game of any kind
//! code      take-and-break codes
//! pieces    games with conditions on the heaps that a move leaves
//! moves     what the moves do to one heap, taken apart for the engines
//! ```

pub(super) mod code;
pub(super) mod game;
pub(super) mod moves;
pub(super) mod pieces;
