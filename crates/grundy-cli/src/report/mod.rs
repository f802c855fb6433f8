//! Results put into form: words for people, JSON for programs.

pub(crate) mod json;
pub(crate) mod latex;
pub(crate) mod letters;
pub(crate) mod pattern;
pub(crate) mod picture;
pub(crate) mod png;
pub(crate) mod quotient;
pub(crate) mod sequence;
pub(crate) mod svg;
pub(crate) mod sweep;
pub(crate) mod theorem;
pub(crate) mod words;
