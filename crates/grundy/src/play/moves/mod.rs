//! The moves that the rules allow, whoever wins by them.
//!
//! ```text
//! options    the options of one component, one after the other, and the table that has what is asked of them
//! turn       the moves of a position: which are legal, what they lead to, how they are typed
//! ```

mod options;
mod turn;

pub(super) use options::TableOfOptions;
