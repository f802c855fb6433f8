//! What is wrong with a rule or a position: the place, the reason and the mend.

use std::fmt;

use super::ast::Span;
use crate::language::{Argument, Message, Said, message};
use crate::ruleset::Failure;

/// A mistake in a typed rule or position.
///
/// `Display` prints the message and the help in English; [`RuleError::message_at`] has them for any
/// language. A face that shows the source underlines [`RuleError::span`] in [`RuleError::source`].
///
/// ```
/// let error = grundy::games::open("[n] -> [n-k] for k in 1..m").unwrap_err();
/// assert_eq!(&error.source[error.span.start..error.span.end], "m");
/// assert!(error.to_string().starts_with("line 1, column 26: "));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleError {
    /// The place, in bytes of `source`.
    pub span: Span,
    /// What happened there.
    pub message: Message,
    /// What to do about it.
    pub help: Option<Message>,
    /// The text that was read. Filled in where the text is known as a whole.
    pub source: String,
    /// A text for a place in `source`, where it is certain that it was meant.
    pub(crate) mend: Option<(Span, String)>,
    /// The whole rule that was certainly meant, which the help shows.
    pub(crate) whole: Option<String>,
}

impl RuleError {
    /// A mistake at `span`.
    pub(crate) fn new(span: Span, message: Message) -> RuleError {
        RuleError { span, message, help: None, source: String::new(), mend: None, whole: None }
    }

    /// Says what to do about it.
    #[must_use]
    pub(crate) fn help(mut self, help: Message) -> RuleError {
        self.help = Some(help);
        self
    }

    /// Shows the whole rule that was meant.
    #[must_use]
    pub(crate) fn whole(mut self, whole: &str) -> RuleError {
        self.whole = Some(whole.to_owned());
        self
    }

    /// Says what was meant at `span`, if that is certain.
    #[must_use]
    pub(crate) fn mend(mut self, span: Span, text: Option<String>) -> RuleError {
        self.mend = text.map(|text| (span, text));
        self
    }

    /// The place that is to be replaced and the text for it, if what was meant is certain.
    pub(super) fn replacement(&self) -> Option<&(Span, String)> {
        self.mend.as_ref()
    }

    /// Says which text was read.
    #[must_use]
    pub(crate) fn in_source(mut self, source: &str) -> RuleError {
        if self.source.is_empty() {
            self.source = source.to_owned();
        }
        self
    }

    /// The place, the message and the help in one.
    ///
    /// ```
    /// let error = grundy::games::open("[n] -> [m-1]").unwrap_err();
    /// assert!(error.message_at().to_string().starts_with("line 1, column 9: "));
    /// ```
    pub fn message_at(&self) -> Message {
        let (line, column) = self.line_column();
        let message = &self.message;
        match &self.help {
            None => message!("line {line}, column {column}: {message}", line, column, message),
            Some(help) => message!(
                "line {line}, column {column}: {message} ({help})",
                line,
                column,
                message,
                help
            ),
        }
    }

    /// Line and column of the place, both from 1; the column counts characters.
    /// An end of the text, where something is missing, is one past its last character.
    ///
    /// ```
    /// let error = grundy::games::open("[石] -> [石-1]\n | [木]").unwrap_err();
    /// assert_eq!(error.line_column(), (2, 5));
    /// ```
    pub fn line_column(&self) -> (usize, usize) {
        let end = self.span.start.min(self.source.len());
        let before = self.source.get(..end).unwrap_or("");
        let line = before.matches('\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        (line, before[start..].chars().count() + 1)
    }
}

impl Said for RuleError {
    fn said(&self) -> Argument {
        Argument::Message(self.message_at())
    }
}

/// That there is no such position or game, without the place of the mistake.
impl From<RuleError> for Failure {
    fn from(mistake: RuleError) -> Failure {
        Failure::Domain(mistake.message)
    }
}

/// In English.
impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message_at().fmt(f)
    }
}

impl std::error::Error for RuleError {}

/// The name among `known` that is nearest to `name`, if one is near enough to suggest: by the letters that differ, or as
/// the shortest one that begins so.
///
/// ```
/// use grundy::rule::nearest;
/// assert_eq!(nearest("wytoff", ["nim", "wythoff"]), Some("wythoff"));
/// assert_eq!(nearest("fib", ["nim", "fibonacci-nim"]), Some("fibonacci-nim"));
/// assert_eq!(nearest("chess", ["nim", "wythoff"]), None);
/// ```
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let known: Vec<&str> = known.into_iter().collect();
    let begins = |candidate: &&&str| name.chars().count() > 2 && candidate.starts_with(name);
    let longer = known.iter().filter(begins).min_by_key(|candidate| candidate.len());
    let near = known
        .iter()
        .map(|&candidate| (edit_distance(name, candidate), candidate))
        .filter(|&(distance, candidate)| {
            let length = name.chars().count().min(candidate.chars().count());
            length > 1 && distance <= 1.max(length / 3)
        })
        .min_by_key(|&(distance, _)| distance);
    near.map(|(_, candidate)| candidate).or(longer.copied())
}

/// The least number of insertions, deletions, replacements and swaps of neighbours that turn one
/// word into the other (the restricted Damerau-Levenshtein distance). `O(a b)`.
fn edit_distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().take(64).collect();
    let b: Vec<char> = b.chars().take(64).collect();
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    for (j, cell) in rows[0].iter_mut().enumerate() {
        *cell = j;
    }
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let change = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = change.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = best;
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_found_and_a_far_one_is_not() {
        assert_eq!(nearest("popcuont", ["popcount", "powers"]), Some("popcount"));
        assert_eq!(nearest("wytoff", ["nim", "wythoff"]), Some("wythoff"));
        assert_eq!(nearest("zzz", ["nim", "wythoff"]), None);
        assert_eq!(nearest("x", ["n"]), None);
        assert_eq!(edit_distance("", "abc"), 3);
    }
}
