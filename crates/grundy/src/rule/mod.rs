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

mod alternatives;
mod apply;
pub mod ast;
mod closed;
mod constant;
mod divided;
mod doubts;
mod endless;
mod error;
mod eval;
mod factors;
mod formula;
mod functions;
mod growing;
mod holes;
pub(crate) mod ir;
mod lexer;
pub(crate) mod linear;
mod listed;
mod lower;
mod meant;
pub(crate) mod mention;
pub(crate) mod merged;
pub(crate) mod numbers;
mod options;
mod parse;
mod parted;
mod print;
mod quotients;
mod rules;
mod summands;
mod trace;
mod unfolded;
mod walk;
mod window;

pub use ast::{Program, Span};
#[cfg(feature = "jit")]
pub(crate) use closed::{closed_comprehension, elements_where};
pub(crate) use closed::{closed_ends, closed_number, closed_set, closed_set_up_to};
pub(crate) use closed::{holds_for, meets, set_of_numbers};
pub(crate) use constant::{constant_coordinates, with_constants};
pub use error::{RuleError, nearest};
pub(crate) use factors::least_prime;
pub use formula::{Formula, Said};
pub(crate) use growing::{Growing, grows_falling};
#[cfg(feature = "jit")]
pub(crate) use growing::{Grown, GrownRange};
pub(crate) use holes::Holed;
pub(crate) use listed::listed;
pub use meant::{has_arrow, plain_form};
pub(crate) use options::{Free, MAX_FREE};
pub use parse::parse;
pub(crate) use parse::{KEYWORDS, arguments_meant, mistaken, parse_arguments};
pub use print::written;
pub(crate) use quotients::are_quotients;
pub use rules::{Component, Rules};
pub(crate) use summands::summands;
pub(crate) use window::{Far, Window, windows};
