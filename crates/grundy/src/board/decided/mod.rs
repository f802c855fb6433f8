//! Who wins, and why.
//!
//! ```text
//! strategy    without search: answers to all moves, strategies that are stolen
//! misere      in misère play
//! reasons     why a position is worth what it is worth
//! ```

pub(super) mod misere;
pub(super) mod reasons;
pub(super) mod strategy;
