//! Boards as they are shown, and what a move touches of them.
//!
//! ```text
//! picture    in characters
//! sketch     as drawings
//! ```

pub(super) mod picture;
pub(super) mod sketch;
