//! Impartial games: two players, the same moves for both, no chance. Who wins, every winning move, Grundy values,
//! their pattern and its proof, for numbers of any size where theory or a theorem gives them.
//!
//! A game is a rule as one would write it on a board. A [`Session`](play::Session) plans it and answers:
//!
//! ```
//! use grundy::limits::Limits;
//! use grundy::play::{Session, Target};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let limits = Limits::default();
//! let mut session = Session::with_game("[n] -> [n-k] for k in {1, 3, 4}")?;
//!
//! // A sum of two heaps, its value, and its winning moves as data.
//! let position = session.heaps(&[5, 11])?; // or, as one types it, session.position("5 11")?
//! assert_eq!(session.value(&position, &limits)?.to_u64(), Some(1));
//! let moves = session.winning_moves(&position, &limits)?;
//! assert_eq!(session.describe_move(&position, &moves[0]), "5 -> 4");
//! let Target::Sum(left) = &moves[0].to else { panic!("a range of numbers") };
//! assert_eq!((moves[0].part, &left[0].coords[0]), (0, &4_u8.into()));
//!
//! // The values of heaps 0 to 9.
//! let values = session.values(0, &[], 0..=9, &limits)?;
//! let values: Option<Vec<u64>> = values.into_iter().map(|value| value.to_u64()).collect();
//! assert_eq!(values.unwrap(), [0, 1, 0, 1, 2, 3, 2, 0, 1, 0]);
//! # Ok(())
//! # }
//! ```
//!
//! | wanted | look at |
//! | --- | --- |
//! | a typed rule, a named game (`"wythoff"`), a code (`"0.77"`), a set (`"S{1,3,4}"`) | [`games::open`], [`play::Session`] |
//! | values, who wins, winning moves of sums, also in misère play | [`play::Session`] |
//! | boards and sums with them: Cram, Chomp, Hackenbush, Kayles on graphs | [`board::open`], [`play::Sum`] |
//! | why a position is won; a program in C++, Python or Rust | [`explain::explain`], [`code::write`] |
//! | an opponent | [`play::Opponent`] |
//! | a game that is a function of your own | [`ruleset::from_fn`], [`ruleset::from_moves`] with [`search::Values`] or [`search::Misere`] |
//! | the sequence of a take-and-break game, far out, and its period | [`heap::Run`] |
//! | what is seen in a table: formulas, periods, where they fail | [`survey::survey`] |
//! | a theorem about all positions, its proof, a certificate that can be checked elsewhere | [`theorem::seek`] |
//! | misère quotients | [`misere::Quotient`] |
//! | graphs, with cycles: win, draw, loss, loopy values, tokens, geography | [`graph`] |
//! | dense tables of several coordinates | [`table::Table`] |
//! | nimbers: sums, products, roots | [`nimber`] |
//! | the theory, taught by doing | [`guide`] |
//!
//! What may take long takes [`Limits`](limits::Limits): time, memory, positions, threads, progress, and a handle that
//! cancels it from another thread. A limit is a result, and what was found before is kept. The notation is described by
//! [`rule`]; every error says where and what to do, in English or Chinese ([`language`]).
//!
//! The feature `jit` fills tables of typed rules with machine code (Cranelift), about ten times faster; it is off by default.
//! Numbers that grow beyond 64 bits are [`BigUint`]s.
//!
//! The modules below stand in layer order: each uses only those above it.

#![warn(missing_debug_implementations)]

pub use num_bigint::BigUint;

/// So many cases of a property, and as many times more or fewer as `PROPTEST_CASES` asks for.
#[cfg(test)]
pub(crate) fn cases(usual: u32) -> proptest::test_runner::Config {
    let asked = proptest::test_runner::Config::default();
    proptest::test_runner::Config { cases: (usual * asked.cases).div_ceil(256), ..asked }
}

/// Shows a type that holds much, or a function, by its name alone.
macro_rules! debug_by_name {
    ($kind:ty $(where [$($params:tt)*])?) => {
        impl $(<$($params)*>)? ::std::fmt::Debug for $kind {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(concat!(stringify!($kind), " { .. }"))
            }
        }
    };
}

pub mod language;

pub mod nimber;

pub mod outcome;

pub mod limits;

mod pages;

pub mod automaton;

pub mod theory;

pub mod heap;

pub mod misere;

pub mod prove;

pub mod ruleset;

pub mod drawing;

pub mod graph;

pub mod rule;

pub mod pattern;

pub mod games;

pub mod position;

pub mod search;

pub mod recurrence;

pub mod automatic;

pub mod table;

pub mod board;

pub mod plateaus;

pub mod plan;

pub mod code;

pub mod play;

pub mod explain;

pub mod theorem;

pub mod survey;

pub mod guide;
