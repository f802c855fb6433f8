//! Machine code for the rules of a kind, made by Cranelift.
//!
//! A rule is compiled for one table: its dimensions, its order, the width of its values. That takes
//! a few milliseconds.

mod call;
mod emit;
mod host;
mod numbers;
mod options;
mod sets;
mod state;
mod visit;

pub(super) use call::{Call, Code, Shared};
pub(super) use state::Reason;

use super::layout::Layout;
use crate::rule::ir::Kind;

/// What to compile.
pub(super) struct Job<'a> {
    pub(super) kind: &'a Kind,
    pub(super) layout: &'a Layout,
    /// Bytes of a value, as a power of two: 0, 1 or 2.
    pub(super) width: u8,
    /// Whether all values are less than 64, so that the marks of a component fit in one word.
    pub(super) small: bool,
    /// Whether to mark the options of one component and stop there.
    pub(super) marks_only: bool,
    /// Where only who wins is computed: 1 if the player to move does who has no move.
    pub(super) end: Option<u8>,
}
