//! The tests of the command, in one binary.

#[cfg(feature = "serve")]
mod browser;
mod code;
mod folder;
mod heap;
mod judge;
mod pages;
mod play;
mod prove;
#[cfg(feature = "serve")]
mod serve;
mod stress;
mod sweep;
#[cfg(unix)]
mod terminal;
mod transcripts;
