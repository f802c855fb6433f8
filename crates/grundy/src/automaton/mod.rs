//! Finite automata that read numbers: sets of tuples, and what first-order logic makes of them.
//!
//! A tuple of numbers is read digit by digit, the most significant first, all numbers at once, the
//! shorter ones with zeros in front. In base `b`, and in the numerations of some quadratic
//! irrationals ([`Numeration`]), order and addition are recognised by finite automata, and sets so
//! recognised are closed under union, complement and projection, so every first-order statement
//! about them is decided by building its automaton (Büchi 1960; Bruyère, Hansel, Michaux and
//! Villemaire, 1994; for the Fibonacci numeration Mousavi, Schaeffer and Shallit, 2016).
//!
//! ```
//! use grundy::automaton::{Dfa, Linear, Numeration, Sign};
//! let fibonacci = Numeration::Quadratic(1);
//! // x + y = z, as x + y - z = 0, for the tracks 0, 1, 2.
//! let sum = Linear::new([(0, 1), (1, 1), (2, -1)], 0, Sign::Zero);
//! let sum = Dfa::linear(fibonacci, &sum).unwrap();
//! assert!(sum.accepts(&[20, 13, 33]) && !sum.accepts(&[20, 13, 34]));
//! assert_eq!(sum.states(), 17);
//! ```

mod big;
mod dfa;
mod equivalent;
mod known;
mod linear;
mod numeration;
mod project;
mod section;

pub use dfa::{Dfa, TooLarge, Track};
pub use linear::{Linear, Sign};
pub use numeration::Numeration;
pub use section::Section;

#[cfg(test)]
mod tests;
