//! take_and_break
