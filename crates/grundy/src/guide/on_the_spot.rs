//! on_the_spot
