//! The tests of the command, in one binary.

mod heap;
mod judge;
mod pages;
mod transcripts;
