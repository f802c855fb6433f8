//! The tests of the command, in one binary.

mod code;
mod folder;
mod heap;
mod judge;
mod pages;
mod prove;
mod stress;
mod sweep;
mod transcripts;
