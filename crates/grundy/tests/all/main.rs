//! Everything that is tested from outside the library, in one binary.

mod field;
mod heap;
mod published;
mod theory;
