//! Edge lists, read as their bytes come.
//!
//! ```text
//! list    = { line "\n" }
//! line    = [ vertex [ vertex ] ] [ "#" comment ]      one vertex stands alone, two are an edge
//! vertex  = bytes of UTF-8 without blanks, not starting with "#", "//", "/*" or a quote; not ending in , ; or :
//!           and with brackets only in pairs, `[3]`
//! ```
//!
//! A line of two plain numbers, which is nearly every line of a large file, is read digit by digit
//! from the bytes as they are, and one of two names is cut at its blank; any other line is split into words.

use super::{ReadError, control_character};
use crate::graph::draft::{Draft, Named};
use crate::language::{Message, message};
use crate::ruleset::Failure;

/// Longest line, in bytes.
const MAX_LINE: usize = 1 << 16;

/// A reader of edge lists.
///
/// ```
/// use grundy::graph::{Draft, Reading, read::EdgeList};
/// use grundy::limits::Limits;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut list = EdgeList::new(Draft::new(Reading::default(), Limits::default()));
/// list.feed(b"# a small graph\n0 1\n1 ")?;
/// list.feed(b"2\n7\n")?;
/// let named = list.finish()??;
/// assert_eq!((named.graph.vertices(), named.graph.edges()), (4, 2));
/// # Ok(())
/// # }
/// ```
pub struct EdgeList {
    draft: Draft,
    /// Lines that are complete.
    lines: u64,
    /// The line that is not.
    rest: Vec<u8>,
    /// The first line with one vertex that has a comma, a dash or an arrow in its name, and this name.
    joined: Option<(u64, String)>,
}

debug_by_name!(EdgeList);

impl EdgeList {
    /// A reader that adds to this draft.
    pub fn new(draft: Draft) -> EdgeList {
        EdgeList { draft, lines: 0, rest: Vec::new(), joined: None }
    }

    /// Reads the next bytes; they may end anywhere. Some 100 MB/s and more for numbers.
    ///
    /// # Errors
    /// The first mistake, or a limit.
    pub fn feed(&mut self, bytes: &[u8]) -> Result<(), ReadError> {
        let mut bytes = bytes;
        if !self.rest.is_empty() {
            let end = bytes.iter().position(|&byte| byte == b'\n');
            let (head, tail) = bytes.split_at(end.map_or(bytes.len(), |end| end + 1));
            self.keep(head)?;
            bytes = tail;
            if end.is_some() {
                let line = std::mem::take(&mut self.rest);
                self.lines(&line)?;
            }
        }
        let complete = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        self.lines(&bytes[..complete])?;
        self.keep(&bytes[complete..])
    }

    /// The graph, and the mistake in the last line if there is one.
    ///
    /// # Errors
    /// As [`EdgeList::feed`]; inside, a limit that the graph itself meets.
    pub fn finish(mut self) -> Result<Result<Named, Failure>, ReadError> {
        if !self.rest.is_empty() {
            let line = std::mem::take(&mut self.rest);
            let alone = line.trim_ascii();
            if self.draft.edges() > 0
                && !alone.is_empty()
                && !alone.iter().any(|byte| byte.is_ascii_whitespace() || *byte == b'#')
            {
                let message = message!("the file ends in the middle of a line, after one vertex");
                return Err(ReadError::form(self.lines + 1, message)
                    .help(message!("if that vertex stands alone, end its line")));
            }
            self.line(&line)?;
        }
        if let Some((line, vertex)) = self.joined.filter(|_| self.draft.edges() == 0) {
            let message =
                message!("`{vertex}` is taken as one vertex, and there is no edge", vertex);
            return Err(ReadError::form(line, message)
                .help(message!("an edge is two vertices with a blank between them: a b")));
        }
        Ok(self.draft.finish())
    }

    fn keep(&mut self, bytes: &[u8]) -> Result<(), ReadError> {
        if self.rest.len() + bytes.len() > MAX_LINE {
            let message = message!("the line is longer than {most} bytes", most = MAX_LINE);
            return Err(ReadError::form(self.lines + 1, message));
        }
        self.rest.extend_from_slice(bytes);
        Ok(())
    }

    /// Reads lines that are complete.
    fn lines(&mut self, bytes: &[u8]) -> Result<(), ReadError> {
        let mut at = 0;
        while at < bytes.len() {
            if self.draft.is_numbered()
                && let Some((from, to, next)) = plain_edge(bytes, at)
            {
                let added = self.draft.numbered_edge(from, to);
                added.map_err(|refused| ReadError::refused(self.lines + 1, refused))?;
                at = next;
            } else {
                let end = bytes[at..].iter().position(|&byte| byte == b'\n');
                let next = end.map_or(bytes.len(), |end| at + end);
                let line = &bytes[at..next];
                match two_names(line).filter(|_| !self.draft.is_numbered()) {
                    Some((from, to)) => {
                        let added = self.draft.edge(from, to);
                        added.map_err(|refused| ReadError::refused(self.lines + 1, refused))?;
                    }
                    None => self.line(line)?,
                }
                at = next + 1;
            }
            self.lines += 1;
        }
        Ok(())
    }

    /// Reads one line without its end, of any form.
    fn line(&mut self, line: &[u8]) -> Result<(), ReadError> {
        let number = self.lines + 1;
        if line.len() > MAX_LINE {
            let message = message!("the line is longer than {most} bytes", most = MAX_LINE);
            return Err(ReadError::form(number, message));
        }
        let text = std::str::from_utf8(line).map_err(|error| {
            let message =
                message!("not UTF-8 text, at byte {place}", place = error.valid_up_to() + 1);
            ReadError::form(number, message).help(message!("save it as plain text in UTF-8"))
        })?;
        if let Some(message) = text.split_whitespace().find_map(control_character) {
            return Err(
                ReadError::form(number, message).help(message!("save it as plain text in UTF-8"))
            );
        }
        let text = if number == 1 { text.trim_start_matches('\u{feff}') } else { text };
        let mut words = text.split_whitespace().take_while(|word| !word.starts_with('#'));
        let (first, second, third) = (words.next(), words.next(), words.next());
        if let Some((found, help)) = foreign([first, second]) {
            return Err(ReadError::form(number, found).help(help));
        }
        let added = match (first, second, third) {
            (None, ..) => Ok(()),
            (Some(vertex), None, _) => {
                let is_joined = vertex.contains([',', ';'])
                    || ["->", "--", "=>"].iter().any(|arrow| vertex.contains(arrow))
                    || vertex.trim_matches('-').contains('-');
                if is_joined && self.joined.is_none() {
                    self.joined = Some((number, vertex.to_owned()));
                }
                self.draft.vertex(vertex)
            }
            (Some(from), Some(to), None) => self.draft.edge(from, to),
            (Some(_), Some(arrow), Some(_)) => {
                let message = message!("expected one vertex or two, found a third word");
                let error = ReadError::form(number, message);
                return Err(match arrow {
                    "->" | "--" => {
                        error.help(message!("an edge is written `a b` here, `a -> b` in dot"))
                    }
                    _ => error.help(message!("an edge is written `a b`; a comment begins with #")),
                });
            }
        };
        added.map_err(|refused| ReadError::refused(number, refused))
    }
}

/// What is wrong with the first words of a line where they are of another notation, and what to write instead.
fn foreign(words: [Option<&str>; 2]) -> Option<(Message, Message)> {
    let each = || words.iter().flatten();
    if each().any(|word| word.starts_with(['"', '\''])) {
        let found = message!("a name in an edge list has no quotes");
        return Some((found, message!("names with blanks can be written in dot and JSON")));
    }
    if let Some(word) = each().find(|word| word.starts_with("//") || word.starts_with("/*")) {
        let found = message!("`{word}` begins like a comment of another notation", word = *word);
        return Some((found, message!("an edge is written `a b`; a comment begins with #")));
    }
    let found = each().find_map(|word| no_vertex(word))?;
    let help = message!(
        "an edge is two vertices with a blank between them, each in a line of its own: a b"
    );
    Some((found, help))
}

/// What is wrong with a word that is a vertex with a sign of another notation at it, as in `a, b` or `{"edges": ..`.
fn no_vertex(word: &str) -> Option<Message> {
    let at_the_end = word.chars().last().filter(|sign| matches!(sign, ',' | ';' | ':'));
    if let Some(sign) = at_the_end {
        return Some(message!("`{word}` is no vertex: it ends in `{sign}`", word, sign));
    }
    let (open, close) = [('{', '}'), ('[', ']'), ('(', ')')]
        .into_iter()
        .find(|&(open, _)| word.starts_with(open))?;
    // Positions such as `[3]` and sets may be vertices.
    let inside = word[1..].strip_suffix(close);
    let is_one = inside
        .is_some_and(|inside| !["\"", ";", "->", "--"].iter().any(|sign| inside.contains(sign)));
    let message = message!("`{word}` is no vertex: it begins with `{open}`", word, open);
    (!is_one).then_some(message)
}

/// The two numbers of a line that is nothing else, and where the next line begins.
#[inline]
fn plain_edge(bytes: &[u8], at: usize) -> Option<(u32, u32, usize)> {
    let (from, at) = plain_digits(bytes, at)?;
    if !matches!(bytes.get(at), Some(b' ' | b'\t')) {
        return None;
    }
    let (to, at) = plain_digits(bytes, at + 1)?;
    match bytes.get(at)? {
        b'\n' => Some((from, to, at + 1)),
        b'\r' if bytes.get(at + 1) == Some(&b'\n') => Some((from, to, at + 2)),
        _ => None,
    }
}

/// The names of a line with a blank between them and nothing else, if they are of signs in which nothing can be wrong.
#[inline]
fn two_names(line: &[u8]) -> Option<(&str, &str)> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let blank = line.iter().position(|&byte| matches!(byte, b' ' | b'\t'))?;
    let is_name = |word: &[u8]| {
        !word.is_empty() && word.iter().all(|&byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    let (from, to) = (&line[..blank], &line[blank + 1..]);
    if !is_name(from) || !is_name(to) {
        return None;
    }
    Some((std::str::from_utf8(from).ok()?, std::str::from_utf8(to).ok()?))
}

/// A number of at most nine digits without leading zeros, and where it ends.
#[inline]
fn plain_digits(bytes: &[u8], start: usize) -> Option<(u32, usize)> {
    let mut number = 0;
    let mut at = start;
    while let Some(digit) = bytes.get(at).map(|byte| byte.wrapping_sub(b'0'))
        && digit < 10
    {
        if at - start == 9 {
            return None;
        }
        number = 10 * number + u32::from(digit);
        at += 1;
    }
    let canonical = at == start + 1 || at > start && bytes[start] != b'0';
    canonical.then_some((number, at))
}
