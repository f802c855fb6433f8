//! What a checked rule means. Everything else that evaluates rules is tested against this.
//!
//! ```text
//! frame      numbers, conditions, sets and the choices of clauses, with the steps that they take
//! apply      what operators and functions make of numbers
//! numbers    functions of numbers; `factors`, prime factors and divisors
//! options    the options of a component
//! closed     what can be evaluated without a position
//! trace      which option leads from one component to another
//! ```

pub(super) mod apply;
pub(super) mod closed;
pub(super) mod factors;
mod frame;
pub(crate) mod numbers;
pub(super) mod options;
mod trace;

pub(super) use frame::{Evaluated, Frame, Trouble};
#[cfg(feature = "jit")]
pub(crate) use frame::{MAX_LISTED, MAX_TRIED};
