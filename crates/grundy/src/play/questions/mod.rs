//! What is asked of a position, by whatever knows it first.
//!
//! ```text
//! value      the value of a sum in normal play
//! rows       values and who wins of rows of components, the table that has them
//! outcome    who wins, and whether a sum has a given value
//! winning    the winning moves, and how many there are
//! lost       the lost components up to a size
//! ```

mod lost;
mod outcome;
mod rows;
mod value;
mod winning;

pub(super) use outcome::ask_who_wins;
