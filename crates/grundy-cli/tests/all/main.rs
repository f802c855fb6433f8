//! The tests of the command, in one binary.

mod folder;
mod heap;
mod judge;
mod pages;
mod stress;
mod sweep;
mod transcripts;
