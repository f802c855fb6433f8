//! Positions as they are shown, and what answers for them.
//!
//! ```text
//! describe   components, sums and moves as one types them
//! picture    pictures
//! reason     why a component is answered as it is
//! ```

mod describe;
mod picture;
mod reason;

pub use picture::Appearance;
