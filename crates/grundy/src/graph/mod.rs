//! Games given as explicit graphs: a token stands on a vertex and a move takes it along an edge.
//!
//! Whoever cannot move has lost (or, in misère play, has won). The graph may have cycles: then a
//! play may go on for ever, which is a draw, and values are those of *loopy* games.
//!
//! - [`Graph`] holds the edges in both directions, by compressed rows.
//! - [`Race`] says who wins from each vertex and how many moves that takes.
//! - [`Certain`] says who wins for certain where only a part of the graph is known.
//! - [`Labels`] gives each vertex its [`Loopy`] value, which decides sums of tokens.
//! - [`tokens`] answers positions with tokens on several vertices, in normal and misère play.
//! - [`geography`]: the token uses up the vertices or the edges that it passes.
//! - [`explore()`] makes a graph of what can be reached in any game; [`read`] and [`Draft`] make
//!   one with names from a text; [`draw`] makes a picture.
//!
//! ```
//! use grundy::graph::{Graph, Labels, Race};
//! use grundy::limits::Limits;
//! use grundy::outcome::Outcome;
//! # fn main() -> Result<(), grundy::ruleset::Failure> {
//! let limits = Limits::default();
//! // 0 -> 1 -> 2 -> 0 is a cycle; 3 is an end that only 0 can reach.
//! let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (0, 3)], &limits)?;
//! let race = Race::normal(&graph, &limits)?;
//! assert_eq!([0, 1, 2, 3].map(|v| race.outcome(v)), [Outcome::N, Outcome::N, Outcome::P, Outcome::P]);
//! let labels = Labels::new(&graph, &limits)?;
//! assert_eq!(labels.value(&graph, 2).to_string(), "0");
//! # Ok(())
//! # }
//! ```

mod certain;
mod csr;
mod draft;
pub mod draw;
mod explore;
pub mod geography;
mod labels;
mod loopy;
mod names;
mod race;
pub mod read;
pub mod tokens;

pub use certain::Certain;
pub use csr::{Graph, MAX_VERTICES};
pub use draft::{Draft, NUMBER_LIMIT, Named, Reading, Refused};
pub use explore::{
    Explored, Positions, SeeOption, explore, explore_rules, explore_rules_in_part, explore_some,
};
pub use labels::Labels;
pub use loopy::Loopy;
pub use names::{Name, Names, Texts};
pub use race::Race;
