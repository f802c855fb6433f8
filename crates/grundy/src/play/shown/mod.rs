//! Positions as they are shown.
//!
//! ```text
//! describe   components, sums and moves as one types them
//! picture    pictures
//! ```

mod describe;
mod picture;

pub use picture::Appearance;
