//! The tests of the command, in one binary.

#[cfg(feature = "serve")]
mod browser;
mod code;
mod folder;
mod heap;
mod judge;
mod pages;
mod pictures;
mod play;
mod prove;
#[cfg(feature = "serve")]
mod serve;
mod store;
mod stress;
mod sweep;
#[cfg(unix)]
mod terminal;
mod transcripts;
