//! Everything that is tested from outside the library, in one binary.

mod agree;
mod automatic;
mod board;
mod board_play;
mod board_reasons;
mod board_theory;
mod field;
mod generate;
mod geography;
mod graph;
mod heap;
mod kept;
mod language;
mod layers;
mod lost;
mod notation;
mod opponent;
mod prove;
mod pruned;
mod published;
mod sum;
mod table;
mod table_outcomes;
mod table_threads;
mod theorems;
mod theory;
