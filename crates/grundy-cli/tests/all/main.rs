//! The tests of the command, in one binary.

mod transcripts;
