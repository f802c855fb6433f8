//! The games: what their moves are, how they are typed and shown, and what theory knows of one of them alone.
//!
//! ```text
//! on_grid           Cram and Node Kayles on cells
//! vertices          Node Kayles and Arc Kayles on graphs
//!     components    large graphs that fall apart
//!     paths         paths and cycles of either, by theory
//!     twins         vertices that may be left out, since others have the same neighbours
//! poset             games on orders
//! chomp             Chomp
//!     rows          its table
//! hackenbush        Green Hackenbush
//!     fusion        what it is worth: fusion and colon principle
//!     rings         the same after each cut, of all in near linear time
//! coins             coin-turning games and their products
//!     coins_table   their table for misère play
//! strip             Treblecross
//!     avoiding      its misère play
//! staircase         staircase Nim
//! northcott         Northcott's game
//! ```

mod avoiding;
pub(super) mod chomp;
pub(super) mod coins;
mod coins_table;
mod components;
mod fusion;
pub(super) mod hackenbush;
pub(super) mod northcott;
pub(super) mod on_grid;
mod paths;
pub(super) mod poset;
mod rings;
mod rows;
pub(super) mod staircase;
pub(super) mod strip;
mod twins;
pub(super) mod vertices;
