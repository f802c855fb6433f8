//! Text and syntax tree.
//!
//! ```text
//! lexer    words, numbers and signs; `superscripts`, powers as they are printed
//! parse    from text to the tree
//! meant    what people type for words and signs of the notation
//! ast      the tree
//! walk     a walk over a tree that may change it
//! print    from the tree to text
//! ```

pub mod ast;
mod lexer;
pub(super) mod meant;
pub(super) mod parse;
pub(super) mod print;
mod superscripts;
pub(super) mod walk;
