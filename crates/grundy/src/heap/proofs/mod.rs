//! Proofs that turn finitely many values into all of them.
//!
//! ```text
//! guy_smith      periods of codes and of games with conditions
//! window         periods of codes where rare heaps have ended
//! growth         arithmetic periods
//! subtraction    subtraction games, computed and proved; `matching` finds a window that returns
//! agreement      how far a sequence agrees with itself a shift further on
//! ```

pub(super) mod agreement;
pub(crate) mod growth;
pub mod guy_smith;
mod matching;
pub mod subtraction;
pub mod window;
