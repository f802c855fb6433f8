//! The rule notation: from a typed rule to a game that can be evaluated.
//!
//! ```text
//! text ── parse ──▶ Program (syntax tree) ── Rules::new ──▶ Rules (checked) ── options ──▶ sums
//! ```
//!
//! The notation in one minute:
//!
//! ```text
//! # Lasker's Nim: take any number from a heap, or split a heap in two
//! [n] -> [k]           for k in 0..n-1
//!      | [a] + [n-a]   for a in 1..n/2
//! ```

mod apply;
pub mod ast;
mod closed;
mod doubts;
mod error;
mod eval;
mod factors;
mod formula;
mod functions;
pub(crate) mod ir;
mod lexer;
pub(crate) mod linear;
mod lower;
mod meant;
pub(crate) mod mention;
pub(crate) mod numbers;
mod options;
mod parse;
mod print;
mod quotient;
mod raised;
mod rewritten;
mod rules;
mod seen;
mod trace;
mod walk;

pub use ast::{Program, Span};
#[cfg(feature = "jit")]
pub(crate) use closed::elements_where;
pub(crate) use closed::{closed_ends, closed_number, closed_set, closed_set_up_to};
pub(crate) use closed::{holds_for, meets, set_of_numbers};
pub use error::{RuleError, nearest};
pub(crate) use factors::least_prime;
pub use formula::{Formula, Said};
pub use functions::FUNCTIONS;
pub use meant::{has_arrow, plain_form};
pub(crate) use options::{Free, MAX_FREE};
pub use parse::parse;
pub(crate) use parse::{KEYWORDS, arguments_meant, mistaken, parse_arguments};
pub use print::written;
pub(crate) use rewritten::listed::listed;
pub(crate) use rewritten::merged;
pub use rules::{Component, KindView, Rules};
pub(crate) use seen::constant::{constant_coordinates, with_constants};
pub(crate) use seen::growing::{Growing, grows_falling};
#[cfg(feature = "jit")]
pub(crate) use seen::growing::{Grown, GrownRange};
pub(crate) use seen::holes::Holed;
pub(crate) use seen::quotients::are_quotients;
pub(crate) use seen::summands::summands;
pub(crate) use seen::symmetric::symmetric_coordinates;
pub(crate) use seen::window::{Far, Window, windows};
