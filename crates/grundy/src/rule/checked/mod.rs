//! The checked form of a rule, on which everything works that plans or evaluates.
//!
//! ```text
//! ir          numbers, conditions, sets, clauses, kinds
//! lower       from the syntax tree to it
//! linear      sums of multiples of variables
//! quotient    such sums divided and rounded down
//! mention     which variables a part mentions
//! ```

pub(crate) mod ir;
pub(crate) mod linear;
pub(super) mod lower;
pub(crate) mod mention;
pub(super) mod quotient;
