//! Graphs as texts: edge lists and Graphviz dot.

mod dot;
mod edge_list;

pub use dot::read_dot;
pub use edge_list::EdgeList;

use std::fmt;

use super::draft::Refused;

/// A mistake in a text that should be a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The line, counted from 1.
    pub line: u64,
    /// What is wrong there.
    pub problem: Problem,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// A vertex or an edge that is not taken, or a limit.
    Refused(Refused),
    /// The text is not of the form it should be.
    Form {
        /// What was expected and what was found.
        message: String,
        /// How to mend it, where that is clear.
        help: Option<&'static str>,
    },
}

impl ReadError {
    fn form(line: u64, message: impl Into<String>) -> ReadError {
        ReadError { line, problem: Problem::Form { message: message.into(), help: None } }
    }

    fn help(mut self, text: &'static str) -> ReadError {
        if let Problem::Form { help, .. } = &mut self.problem {
            *help = Some(text);
        }
        self
    }

    fn refused(line: u64, refused: Refused) -> ReadError {
        ReadError { line, problem: Problem::Refused(refused) }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.problem {
            Problem::Refused(refused) => refused.fmt(f),
            Problem::Form { message, .. } => f.write_str(message),
        }
    }
}

impl std::error::Error for ReadError {}
