//! Sums of boards of one game while they are played.
//!
//! ```text
//! board     what is asked of a sum, whatever the game
//! opened    how it is answered; the boards before each move
//! moves     all moves, and what is left after one
//! winning   the moves that win in normal play
//! parted    moves on boards of many parts, judged on their part alone
//! ```

pub(super) mod board;
pub(super) mod moves;
pub(super) mod opened;
mod parted;
mod winning;
