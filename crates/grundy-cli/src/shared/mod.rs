//! What several subcommands share, and the server with them.
//!
//! - `question`: the game and the position that a command is asked about, `opening`: a game, by whatever says it;
//! - `board`: questions about boards, `sum`: about boards beside other components;
//! - `listing`: the winning moves that are listed;
//! - `kind`: the kind of component that is meant, `doubts`: what a typed rule says and hardly means;
//! - `corner`: the corners of a table as they are typed, `sizes`: boards of every size, of which there are tables too;
//! - `graph_file`: a graph in a file, `pictures`: pictures as files;
//! - `program`: programs that answer a game;
//! - `certificate`: certificates as files, and theorems from them that answer questions.

pub(crate) mod board;
pub(crate) mod certificate;
pub(crate) mod corner;
pub(crate) mod doubts;
pub(crate) mod graph_file;
pub(crate) mod kind;
pub(crate) mod lines;
pub(crate) mod listing;
pub(crate) mod opening;
pub(crate) mod pictures;
pub(crate) mod program;
pub(crate) mod question;
pub(crate) mod sizes;
pub(crate) mod sum;
