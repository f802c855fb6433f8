//! The moves that the rules allow, whoever wins by them.
//!
//! ```text
//! options    the options of one component, one after the other, and the table that has what is asked of them
//! turn       the moves of a position, what they lead to, whether the game has ended
//! legal      whether the rules allow a move
//! typed      moves as one types them
//! ```

mod legal;
mod options;
mod turn;
mod typed;

pub(super) use options::TableOfOptions;
