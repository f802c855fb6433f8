//! Games on boards: positions as they are typed, values by search or by theory, and every winning
//! move as it looks on the board.
//!
//! A game that has to be searched is a [`Ruleset`](crate::ruleset::Ruleset) whose components are
//! canonical parts of a board ([`Placing`] on [polyominoes](Polyomino), for instance), so that the
//! pruned search of [`search`](crate::search) holds many of them; [`BoardGame`] is the face of a
//! game with whole positions, from which the definition can be read without any theory.
//!
//! ```text
//! game       what a game says of its boards: the trait that a new one has
//! games      the games
//! open       from the name of a game and what is typed to boards; sums: graphs in misère play
//! typed      boards as they are typed
//! parts      connected parts as words, for the search that prunes
//! decided    who wins, and why
//! shown      boards as they are shown, and what a move touches
//! played     sums of boards of one game while they are played: what is asked of them
//! endings    the values of all small parts, kept
//! ```
//!
//! ```
//! use grundy::board::{Source, open};
//! use grundy::limits::Limits;
//! use grundy::nimber::Nimber;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut board = open("cram", Source::Text("3x4"))?;
//! assert_eq!(board.value(&Limits::default())?, Nimber(1));
//! # Ok(())
//! # }
//! ```

mod decided;
mod endings;
mod game;
mod games;
mod open;
mod parts;
mod played;
mod shown;
mod sums;
mod typed;

pub use decided::misere::MisereOutcome;
pub use decided::reasons::Reason;
pub use decided::strategy::{Strategy, Symmetry};
pub use endings::{Endings, EndingsBuilder, EndingsBytes};
pub use game::{BoardGame, SeeMove, Split};
pub use games::chomp::Chomp;
pub use games::coins::{Coins, Turn, Turned, Turning};
pub use games::hackenbush::{Edge, Hackenbush};
pub use games::northcott::{Lane, Northcott};
pub use games::on_grid::{OnGrid, Placed};
pub use games::poset::Poset;
pub use games::staircase::Staircase;
pub use games::strip::Treblecross;
pub use games::vertices::OnGraph;
pub use open::{Source, open, reading, reopen, takes_graph};
pub use parts::cells::Cells;
pub use parts::placing::{Piece, Placing};
pub use parts::polyomino::Polyomino;
pub use played::board::{Best, Board, Numbered, SEARCHED, SeeNumbered, SeeWinning, Winning};
pub use shown::picture::{Picture, Sign, Touch};
pub use shown::sketch::{Look, Mark, Place, Sketch, drawing as draw_sketches};
pub(crate) use sums::sums_graphs;
pub use sums::{is_sum_of_graphs, open_sum};
pub use typed::grid::{Cell, Grid};
pub use typed::undirected::Undirected;
pub(crate) use typed::words::NOTHING;
