//! The tests of the command, in one binary.

mod judge;
mod pages;
mod transcripts;
