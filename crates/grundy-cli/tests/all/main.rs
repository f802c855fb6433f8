//! The tests of the command, in one binary.

mod code;
mod folder;
mod heap;
mod judge;
mod pages;
mod stress;
mod sweep;
mod transcripts;
