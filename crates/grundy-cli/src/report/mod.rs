//! Results put into form: words for people, JSON for programs.

pub(crate) mod json;
pub(crate) mod words;
