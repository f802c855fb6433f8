//! Components that are asked about in games of their own, each with a session, where the whole rule has no theory.
//!
//! ```text
//! constant   rules without the coordinates that no move changes
//! kinds      kinds that lead to few others, and options that are all of other kinds
//! summands   sums of games with fewer coordinates
//! whole      the moves there as those of the whole component
//! ```

mod constant;
mod kinds;
mod summands;
mod whole;

pub(super) use constant::Constants;
pub(super) use kinds::Kinds;
pub use summands::Summand;
pub(super) use summands::Summands;
