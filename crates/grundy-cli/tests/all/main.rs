//! The tests of the command, in one binary.

mod pages;
mod transcripts;
