//! Sums as they are typed.
//!
//! ```text
//! sum   = term { "+" term }
//! term  = [NUMBER "*"] game "[" board "]" | a term of a position without boards
//! game  = the name of a game on boards; board = a position of it, as it is typed alone
//! ```

use std::collections::HashMap;

use super::{Beside, HEAP, Sum};
use crate::board::{Board, Source, open, sums_graphs};
use crate::games::{Entry, Opened, find_board};
use crate::language::message;
use crate::play::{Position, Session};
use crate::rule::{RuleError, Span};

/// Most boards in a sum.
const MOST_BOARDS: usize = 1000;

/// A term that is a board.
struct Term<'a> {
    entry: &'static Entry,
    /// The part of it that says the board, perhaps with a bracket at the end.
    inside: &'a str,
    is_bracketed: bool,
    /// How many there are of it.
    count: &'a str,
}

/// The terms of a sum with their places.
fn terms(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut depth = 0_usize;
    let cut = move |sign: char| {
        match sign {
            '[' | '(' | '{' => depth += 1,
            ']' | ')' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        sign == '+' && depth == 0
    };
    text.split(cut).map(move |term| {
        let term = term.trim_start();
        (Span::of_part(text, term).start, term.trim_end())
    })
}

/// What a term says of a board, if it is one: where no game is named, of `default`.
fn board_in<'a>(
    text: &'a str,
    session: &Session,
    default: Option<&'static Entry>,
) -> Option<Term<'a>> {
    let (head, inside) = match text.split_once('[') {
        Some((head, rest)) => (head.trim(), rest),
        None => {
            return default.map(|entry| Term {
                entry,
                inside: text,
                is_bracketed: false,
                count: "1",
            });
        }
    };
    let (count, name) = match head.split_once('*') {
        Some((count, name)) if !count.is_empty() => (count.trim(), name.trim()),
        _ => ("1", head),
    };
    if !count.chars().all(|sign| sign.is_ascii_digit()) {
        return None;
    }
    // A kind of the rule at hand goes before.
    let is_kind = |opened: &Opened| {
        opened.rules.kinds().iter().any(|kind| kind.name() == Some(name))
            || opened.name.as_deref() == Some(name)
    };
    let entry = find_board(name).filter(|_| !session.opened.first().is_some_and(is_kind))?;
    Some(Term { entry, inside, is_bracketed: true, count })
}

impl Sum {
    /// Whether a text names a board as one of several components, or in brackets, so that [`Sum::read`] is for it.
    ///
    /// ```
    /// use grundy::games::find_board;
    /// use grundy::play::{Session, Sum};
    /// let session = Session::with_game("nim")?;
    /// assert!(Sum::names_board(&session, None, "5 + cram[3x3]"));
    /// assert!(!Sum::names_board(&session, None, "5 7"));
    /// // A board alone is no sum.
    /// assert!(!Sum::names_board(&session, find_board("cram"), "3x3"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn names_board(session: &Session, default: Option<&'static Entry>, text: &str) -> bool {
        let mut terms = terms(text).map(|(_, term)| term);
        match default {
            Some(entry) => terms.any(|term| term.contains('[')) || sums_graphs(entry.name, text),
            None => terms.any(|term| board_in(term, session, None).is_some()),
        }
    }

    /// Reads a sum. Components that name no game are of the session's first one, or boards of `default`.
    ///
    /// ```
    /// use grundy::play::{Session, Sum};
    /// let sum = Sum::read(Session::with_game("nim")?, None, "5 + 2 * cram[3x3]")?;
    /// assert_eq!((sum.boards().len(), sum.rest().parts.len()), (2, 1));
    /// let error = Sum::read(Session::new(), None, "cram[3x3").unwrap_err();
    /// assert_eq!(error.message.to_string(), "`]` is missing after this board");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The first mistake, with its place in the text.
    pub fn read(
        session: Session,
        default: Option<&'static Entry>,
        text: &str,
    ) -> Result<Sum, RuleError> {
        Sum::read_with(session, default, text, |_, _| None)
    }

    /// The same, where boards may stand elsewhere, such as graphs in files: what is typed of a board is shown first, and read
    /// where there is no board for it.
    ///
    /// ```
    /// use grundy::board::{Source, open};
    /// use grundy::graph::{Draft, Reading};
    /// use grundy::limits::Limits;
    /// use grundy::play::{Session, Sum};
    /// let mut triangle = Draft::new(Reading::default(), Limits::default());
    /// for (a, b) in [("a", "b"), ("b", "c"), ("c", "a")] {
    ///     triangle.edge(a, b)?;
    /// }
    /// let triangle = triangle.finish().unwrap();
    /// let session = Session::with_game("nim")?;
    /// let sum = Sum::read_with(session, None, "node-kayles[triangle] + 5", |entry, said| {
    ///     (said == "triangle").then(|| open(entry.name, Source::Graph(&triangle)).ok())?
    /// })?;
    /// assert_eq!(sum.boards().len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Sum::read`].
    pub fn read_with(
        mut session: Session,
        default: Option<&'static Entry>,
        text: &str,
        mut elsewhere: impl FnMut(&'static Entry, &str) -> Option<Box<dyn Board>>,
    ) -> Result<Sum, RuleError> {
        let mut boards = Vec::new();
        // What is no board stays where it was typed, so that its mistakes do.
        let mut rest = String::new();
        for (start, typed) in terms(text) {
            let Some(term) = board_in(typed, &session, default) else {
                if typed.is_empty() {
                    let place = Span::new(start, start);
                    let error = RuleError::new(place, message!("a component is missing here"));
                    return Err(error.in_source(text));
                }
                let sign = if rest.is_empty() { ' ' } else { '+' };
                rest.extend(std::iter::repeat_n(sign, usize::from(start > rest.len())));
                rest.extend(std::iter::repeat_n(' ', start - rest.len()));
                rest.push_str(typed);
                continue;
            };
            let room = MOST_BOARDS - boards.len();
            let Some(count) = term.count.parse().ok().filter(|&count: &usize| count <= room) else {
                let place = Span::new(start, start + typed.len());
                let most = MOST_BOARDS;
                let error =
                    RuleError::new(place, message!("a sum has at most {most} boards", most));
                return Err(error.in_source(text));
            };
            let Some(said) = term.inside.strip_suffix(if term.is_bracketed { "]" } else { "" })
            else {
                let place = Span::new(start, start + typed.len());
                let error = RuleError::new(place, message!("`]` is missing after this board"));
                return Err(error.in_source(text));
            };
            let inside = Span::of_part(text, term.inside).start;
            for _ in 0..count {
                let board = match elsewhere(term.entry, said) {
                    Some(board) => board,
                    None => open(term.entry.name, Source::Text(said)).map_err(|error| {
                        let span = Span::new(inside + error.span.start, inside + error.span.end);
                        RuleError { span, source: text.to_owned(), ..error }
                    })?,
                };
                let text = format!("{}[{}]", term.entry.name, said.trim());
                boards.push(Beside { entry: term.entry, text, board });
            }
        }
        let at = |error| RuleError { source: text.to_owned(), ..error };
        let rest = match rest.is_empty() {
            true => Position::default(),
            false => session.position(&rest).map_err(at)?,
        };
        // Where there are several games, components are shown with their names.
        session.position(&format!("{HEAP}[1]"))?;
        Ok(Sum { session, rest, boards, past: Vec::new(), known: HashMap::new() })
    }
}
