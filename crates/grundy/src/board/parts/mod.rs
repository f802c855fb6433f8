//! Connected parts as words, for the search that prunes.
//!
//! ```text
//! cells         words of cells
//! polyomino     connected cells of a grid, in one form for all images
//!     boxed     cells in a box, by operations on bits
//!     images    the forms of parts met lately
//! placing       rules on them: Cram and Node Kayles
//! takings       sets of places of any game in which a move takes some: rules and search
//!     symmetries    one image for all
//!     reached       all values, where few parts are reached
//! ```

pub(super) mod boxed;
pub(super) mod cells;
pub(super) mod images;
pub(super) mod placing;
pub(super) mod polyomino;
pub(super) mod reached;
pub(super) mod symmetries;
pub(super) mod takings;
