//! The rule notation: from a typed rule to a game that can be evaluated.
//!
//! ```text
//! text ── parse ──▶ Program (syntax tree) ── Rules::new ──▶ Rules (checked) ── options ──▶ sums
//! ```
//!
//! ```text
//! syntax       text and syntax tree: lexer, parser, what people type instead
//! functions    the functions of the notation by name
//! checked      the checked form: names resolved, expressions typed, kinds
//! eval         what it means: numbers, sets, options of a component
//! rewritten    the same options in forms that engines know
//! seen         what is seen in a rule without playing it
//! rules        `Rules`, which is all of this for one game
//! formula      an expression alone, over the coordinates of a component
//! error        mistakes, with their place and the mend
//! doubts       what a rule may say and hardly means
//! ```
//!
//! The notation in one minute:
//!
//! ```text
//! # Lasker's Nim: take any number from a heap, or split a heap in two
//! [n] -> [k]           for k in 0..n-1
//!      | [a] + [n-a]   for a in 1..n/2
//! ```

mod checked;
mod doubts;
mod error;
mod eval;
mod formula;
mod functions;
mod rewritten;
mod rounded;
mod rules;
mod seen;
mod syntax;

pub(crate) use checked::{ir, linear, mention};
pub use error::{RuleError, nearest};
#[cfg(feature = "jit")]
pub(crate) use eval::closed::elements_where;
pub(crate) use eval::closed::{closed_ends, closed_number, closed_set, closed_set_up_to};
pub(crate) use eval::closed::{holds_for, meets, set_of_numbers};
pub(crate) use eval::factors::least_prime;
pub(crate) use eval::numbers;
pub(crate) use eval::options::{Free, MAX_FREE};
#[cfg(feature = "jit")]
pub(crate) use eval::{MAX_LISTED, MAX_TRIED};
pub use formula::{Formula, Said};
pub use functions::FUNCTIONS;
pub(crate) use rewritten::bounded::is_easy_clause;
pub(crate) use rewritten::listed::listed;
pub(crate) use rewritten::merged;
pub use rules::{Component, KindView, Rules};
pub(crate) use seen::constant::{constant_coordinates, with_constants};
pub(crate) use seen::growing::{Growing, grows_falling};
#[cfg(feature = "jit")]
pub(crate) use seen::growing::{Grown, GrownRange};
pub(crate) use seen::holes::Holed;
pub use seen::limit::MostTaken;
pub(crate) use seen::quotients::are_quotients;
pub(crate) use seen::resumed::{Resumed, resumed};
pub(crate) use seen::summands::summands;
pub(crate) use seen::symmetric::symmetric_coordinates;
pub(crate) use seen::window::{Far, Window, windows, windows_of_each};
pub use syntax::ast;
pub use syntax::ast::{Program, Span};
pub use syntax::meant::{has_arrow, plain_form};
pub(crate) use syntax::parse::certain::may_be_meant;
pub use syntax::parse::parse;
pub(crate) use syntax::parse::{KEYWORDS, arguments_meant, mistaken, parse_arguments};
pub use syntax::print::written;
