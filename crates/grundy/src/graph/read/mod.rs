//! Graphs as texts: edge lists and Graphviz dot.

mod dot;
mod edge_list;

pub use dot::read_dot;
pub use edge_list::EdgeList;

use super::draft::Refused;
use crate::language::{Message, message, say_by_message};

/// A mistake in a text that should be a graph.
///
/// ```
/// use grundy::graph::{Draft, Reading, Refused};
/// use grundy::graph::read::{EdgeList, Problem};
/// use grundy::limits::Limits;
/// let mut list = EdgeList::new(Draft::new(Reading::default(), Limits::default()));
/// let mistake = list.feed(b"0 1\n1 1\n").unwrap_err();
/// assert_eq!(mistake.line, 2);
/// assert_eq!(mistake.problem, Problem::Refused(Refused::SelfLoop("1".to_owned())));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The line, counted from 1.
    pub line: u64,
    /// What is wrong there.
    pub problem: Problem,
}

/// What is wrong with a line.
///
/// ```
/// use grundy::graph::{Draft, Reading};
/// use grundy::graph::read::{Problem, read_dot};
/// use grundy::limits::Limits;
/// let mut draft = Draft::new(Reading::default(), Limits::default());
/// let mistake = read_dot("digraph {\n a -- b\n}", &mut draft).unwrap_err();
/// assert!(matches!((mistake.line, mistake.problem), (2, Problem::Form { .. })));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// A vertex or an edge that is not taken, or a limit.
    Refused(Refused),
    /// The text is not of the form it should be.
    Form {
        /// What was expected and what was found.
        message: Message,
        /// How to mend it, where that is clear.
        help: Option<Message>,
    },
}

/// That a name has a control character, which terminals obey and lines of a table break at.
///
/// ```
/// use grundy::graph::read::control_character;
/// assert!(control_character("café, 7").is_none());
/// let found = control_character("red\u{1b}[31m").unwrap();
/// assert_eq!(found.to_string(), "U+001B is a control character, and no part of a name");
/// ```
pub fn control_character(name: &str) -> Option<Message> {
    let sign = name.chars().find(|sign| sign.is_control())?;
    let code = format!("U+{:04X}", u32::from(sign));
    Some(message!("{code} is a control character, and no part of a name", code))
}

impl ReadError {
    fn form(line: u64, message: Message) -> ReadError {
        ReadError { line, problem: Problem::Form { message, help: None } }
    }

    fn help(mut self, text: Message) -> ReadError {
        if let Problem::Form { help, .. } = &mut self.problem {
            *help = Some(text);
        }
        self
    }

    fn refused(line: u64, refused: Refused) -> ReadError {
        ReadError { line, problem: Problem::Refused(refused) }
    }
}

impl ReadError {
    /// The line and what is wrong, in words.
    pub fn message(&self) -> Message {
        let message = match &self.problem {
            Problem::Refused(refused) => refused.message(),
            Problem::Form { message, .. } => message.clone(),
        };
        message!("line {line}: {message}", line = self.line, message)
    }
}

say_by_message!(ReadError);

impl std::error::Error for ReadError {}
