//! take_away
