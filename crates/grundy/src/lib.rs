//! Impartial games: two players, the same moves for both, no chance.
//!
//! Modules stand in layer order: each one uses only modules listed above it.

pub mod language;

pub mod nimber;

pub mod outcome;

pub mod limits;

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

pub mod plan;

pub mod code;

pub mod play;

pub mod explain;

pub mod guide;
