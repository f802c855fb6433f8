//! What is saved in files while long work goes on, so that work that was stopped or killed goes on from there.
//!
//! - `durable`: files that are replaced as a whole or not at all, and are one program's alone;
//! - `run`: the sequence of a game of one heap, computed in slices, between which it is shown and saved;
//! - `sequence`: the checkpoint of such a run, `search`: that of a search on boards, `reading`: what both have in common;
//! - `table`: a table whose values stand in a file, which is mapped into memory;
//! - `endings`: the values of small parts of boards.
//!
//! A sweep notes its games in a journal (`sweep/journal.rs`), and answers are kept in a database (`store/`).

pub(crate) mod durable;
pub(crate) mod endings;
pub(crate) mod reading;
pub(crate) mod run;
pub(crate) mod search;
pub(crate) mod sequence;
pub(crate) mod table;
