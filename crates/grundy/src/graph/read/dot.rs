//! Graphviz dot, as far as a graph needs it.
//!
//! ```text
//! file      = [ "strict" ] ( "digraph" | "graph" ) [ id ] "{" { statement [ ";" ] } "}"
//! statement = id "=" id
//!           | ( "graph" | "node" | "edge" ) attributes
//!           | ends { ( "->" | "--" ) ends } [ attributes ]
//! ends      = vertex { "," vertex }
//!           | [ "subgraph" [ id ] ] "{" { statement [ ";" ] } "}"
//! vertex    = id [ ":" id [ ":" id ] ]                   the port is ignored
//! id        = letters, digits, "_" | number | quoted text          in quotes \" is a quote, \\ a backslash
//! ```
//!
//! An edge leads from each of the vertices before it to each of those after it; those of a subgraph are all that are named in
//! its braces. A subgraph with a name that was there before, in the same braces, is the same one and has those vertices too.
//!
//! `->` belongs to a digraph, `--` to a graph, where it is an edge in both directions. In a strict
//! one repeated edges are one. Attributes are skipped, those in HTML too. Comments are `//`, `/* */` and lines that begin with `#`.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

use smallvec::{SmallVec, smallvec};

use super::{ReadError, control_character};
use crate::graph::draft::Draft;
use crate::language::{Argument, Message, Said, message};

/// Adds the vertices and edges of a dot text to a draft.
///
/// ```
/// use grundy::graph::{Draft, Reading, read::read_dot};
/// use grundy::limits::Limits;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut draft = Draft::new(Reading::default(), Limits::default());
/// read_dot("digraph { a -> b -> \"the end\" [color=red]; alone }", &mut draft)?;
/// let named = draft.finish()?;
/// assert_eq!((named.graph.vertices(), named.graph.edges()), (4, 2));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// The first mistake, with its line, or a limit. HTML names are not taken, nor subgraphs that are nested deeper than 200.
pub fn read_dot(text: &str, draft: &mut Draft) -> Result<(), ReadError> {
    let text = text.trim_start_matches('\u{feff}');
    let mut reader = Reader {
        text,
        at: 0,
        line: 1,
        line_start: true,
        ahead: None,
        taken: 1,
        directed: true,
        groups: vec![Group::default()],
        open: vec![0],
    };
    reader.graph(draft).map_err(|error| *error)
}

/// A mistake is large, and rare.
type Read<T> = Result<T, Box<ReadError>>;

fn mistake<T>(error: ReadError) -> Read<T> {
    Err(Box::new(error))
}

/// Words that are no names.
const KEYWORDS: [&str; 6] = ["graph", "node", "edge", "subgraph", "digraph", "strict"];

/// Deepest nesting of subgraphs, each of which is a call within a call.
const MOST_NESTED: usize = 200;

/// A subgraph, or the whole graph.
#[derive(Default)]
struct Group<'a> {
    /// The vertices that are named in it; of the whole graph they are not kept.
    vertices: BTreeSet<Cow<'a, str>>,
    /// The subgraphs in it that have a name.
    named: HashMap<Cow<'a, str>, usize>,
}

/// The smallest part of the text that means something.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Token<'a> {
    /// A name without quotes, or a keyword.
    Bare(&'a str),
    Quoted(Cow<'a, str>),
    /// What stands in `< >`.
    Html,
    /// One of `{ } [ ] ; , = :`.
    Sign(char),
    /// `->` or, if not directed, `--`.
    Edge {
        directed: bool,
    },
    End,
}

/// What stands at an end of an edge: nearly always one vertex.
type Ends<'a> = SmallVec<[Cow<'a, str>; 1]>;

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// The line of `at`.
    line: u64,
    /// Whether nothing but blanks stands before `at` in its line.
    line_start: bool,
    /// The next token, if it was looked at, and its line.
    ahead: Option<(Token<'a>, u64)>,
    /// The line of the last token that was taken.
    taken: u64,
    directed: bool,
    /// The whole graph, and the subgraphs met so far.
    groups: Vec<Group<'a>>,
    /// Those whose braces are open, from the whole graph on.
    open: Vec<usize>,
}

impl<'a> Reader<'a> {
    fn graph(&mut self, draft: &mut Draft) -> Read<()> {
        let mut word = self.keyword()?;
        if word.as_deref() == Some("strict") {
            draft.strict();
            word = self.keyword()?;
        }
        self.directed = match word.as_deref() {
            Some("digraph") => true,
            Some("graph") => false,
            _ => {
                let error = ReadError::form(self.here(), message!("expected `digraph` or `graph`"));
                return mistake(
                    error.help(message!("a dot file looks like: digraph { a -> b; b -> c }")),
                );
            }
        };
        if !self.directed {
            draft.undirected();
        }
        if !self.sees('{')? {
            self.id(|| message!("a name or `{`"))?;
        }
        self.body(draft)?;
        match self.next()? {
            (Token::End, _) => Ok(()),
            (found, line) => {
                let message = message!(
                    "expected nothing after the graph, found {found}",
                    found = shown(&found)
                );
                mistake(ReadError::form(line, message))
            }
        }
    }

    /// Statements in braces.
    fn body(&mut self, draft: &mut Draft) -> Read<()> {
        self.expect('{')?;
        let opened = self.taken;
        loop {
            while let Some((from, to)) = self.plain_edge()? {
                let added = draft.edge(from, to);
                added.map_err(|refused| ReadError::refused(self.taken, refused))?;
            }
            match self.peek()? {
                Token::Sign('}') => return self.skip(),
                Token::End => {
                    let message =
                        message!("the brace opened in line {opened} is not closed", opened);
                    return mistake(ReadError::form(self.here(), message));
                }
                Token::Sign(';') => self.skip()?,
                _ => self.statement(draft)?,
            }
        }
    }

    /// Takes a statement that is one edge between plain words in one line, outside of subgraphs and without attributes: nearly
    /// all of a large file.
    fn plain_edge(&mut self) -> Read<Option<(&'a str, &'a str)>> {
        if self.ahead.is_some() || self.open.len() > 1 {
            return Ok(None);
        }
        self.blanks()?;
        let text = self.rest();
        let arrow = if self.directed { "->" } else { "--" };
        let Some((from, to, rest)) = plain_edge(text, arrow) else { return Ok(None) };
        self.taken = self.line;
        self.advance(text.len() - rest.len(), false);
        Ok(Some((from, to)))
    }

    fn statement(&mut self, draft: &mut Draft) -> Read<()> {
        if let Token::Bare(word) = self.peek()?
            && ["graph", "node", "edge"].iter().any(|key| word.eq_ignore_ascii_case(key))
        {
            self.skip()?;
            return self.attributes();
        }
        let is_group = self.begins_group()?;
        let mut from = self.ends(draft)?;
        if !is_group && from.len() == 1 && self.sees('=')? {
            self.skip()?;
            if *self.peek()? == Token::Html {
                return self.skip();
            }
            self.id(|| message!("a value after `=`"))?;
            return Ok(());
        }
        if !matches!(self.peek()?, Token::Edge { .. }) {
            self.meet(&from, draft)?;
        }
        while let Token::Edge { directed: arrow } = *self.peek()? {
            let (_, arrow_line) = self.next()?;
            if arrow != self.directed {
                let message = match self.directed {
                    true => message!("`--` in a digraph"),
                    false => message!("`->` in a graph"),
                };
                return mistake(
                    ReadError::form(arrow_line, message).help(message!(
                        "a digraph has edges a -> b; a graph has a -- b, both ways"
                    )),
                );
            }
            // A subgraph meets its own vertices, the others come before.
            if self.begins_group()? {
                self.meet(&from, draft)?;
            }
            let to = self.ends(draft)?;
            // The vertices of one edge are met with it.
            if from.len() != 1 || to.len() != 1 || self.open.len() > 1 {
                self.meet(&from, draft)?;
                self.meet(&to, draft)?;
            }
            let line = self.taken;
            let refused = |refused| ReadError::refused(line, refused);
            let many = (from.len() as u64).saturating_mul(to.len() as u64);
            draft.expect(many).map_err(refused)?;
            for (from, to) in from.iter().flat_map(|from| to.iter().map(move |to| (from, to))) {
                draft.edge(from, to).map_err(refused)?;
            }
            from = to;
        }
        self.attributes()
    }

    /// Adds vertices to the graph and to the subgraph whose braces were opened last. When these are closed, its vertices are met
    /// in those around them.
    fn meet(&mut self, vertices: &[Cow<'a, str>], draft: &mut Draft) -> Read<()> {
        for vertex in vertices {
            draft.vertex(vertex).map_err(|refused| ReadError::refused(self.taken, refused))?;
            if let [_, .., group] = self.open[..] {
                self.groups[group].vertices.insert(vertex.clone());
            }
        }
        Ok(())
    }

    fn begins_group(&mut self) -> Read<bool> {
        Ok(match self.peek()? {
            Token::Sign('{') => true,
            Token::Bare(word) => word.eq_ignore_ascii_case("subgraph"),
            _ => false,
        })
    }

    /// What stands at an end of an edge, or alone.
    fn ends(&mut self, draft: &mut Draft) -> Read<Ends<'a>> {
        if self.begins_group()? {
            return self.group(draft);
        }
        let mut vertices: Ends<'a> = smallvec![self.vertex()?];
        while self.sees(',')? {
            self.skip()?;
            vertices.push(self.vertex()?);
        }
        Ok(vertices)
    }

    /// Reads a subgraph; its vertices.
    fn group(&mut self, draft: &mut Draft) -> Read<Ends<'a>> {
        let mut name = None;
        if !self.sees('{')? {
            self.skip()?;
            if !self.sees('{')? {
                name = Some(self.id(|| message!("a name or `{`"))?);
            }
        }
        if self.open.len() > MOST_NESTED {
            let message = message!("subgraphs are nested deeper than {most}", most = MOST_NESTED);
            return mistake(ReadError::form(self.here(), message));
        }
        let (next, parent) = (self.groups.len(), self.open[self.open.len() - 1]);
        let group = match name {
            Some(name) => *self.groups[parent].named.entry(name).or_insert(next),
            None => next,
        };
        if group == next {
            self.groups.push(Group::default());
        }
        self.open.push(group);
        self.body(draft)?;
        self.open.pop();
        Ok(self.groups[group].vertices.iter().cloned().collect())
    }

    fn vertex(&mut self) -> Read<Cow<'a, str>> {
        let line = self.here();
        let name = self.id(|| message!("a vertex"))?;
        if let Some(message) = control_character(&name) {
            return mistake(ReadError::form(line, message));
        }
        for _ in 0..2 {
            if self.sees(':')? {
                self.skip()?;
                self.id(|| message!("a port after `:`"))?;
            }
        }
        Ok(name)
    }

    /// Skips lists of attributes, if there are any.
    fn attributes(&mut self) -> Read<()> {
        while self.sees('[')? {
            let (_, opened) = self.next()?;
            loop {
                match self.next()? {
                    (Token::Sign(']'), _) => break,
                    (Token::End | Token::Sign('{' | '}' | '['), line) => {
                        let message = message!("the `[` of line {opened} is not closed", opened);
                        return mistake(ReadError::form(line, message));
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// A word in lower case, if one is next.
    fn keyword(&mut self) -> Read<Option<String>> {
        let Token::Bare(word) = *self.peek()? else { return Ok(None) };
        self.skip()?;
        Ok(Some(word.to_ascii_lowercase()))
    }

    /// A name; otherwise what was wanted is told.
    fn id(&mut self, wanted: impl Fn() -> Message) -> Read<Cow<'a, str>> {
        match self.next()? {
            (Token::Bare(name), _) => Ok(Cow::Borrowed(name)),
            (Token::Quoted(name), _) => Ok(name),
            (Token::Html, line) => {
                mistake(ReadError::form(line, message!("names in HTML are not read")))
            }
            (found, line) => mistake(ReadError::form(
                line,
                message!(
                    "expected {wanted}, found {found}",
                    wanted = wanted(),
                    found = shown(&found)
                ),
            )),
        }
    }

    fn expect(&mut self, sign: char) -> Read<()> {
        match self.next()? {
            (Token::Sign(found), _) if found == sign => Ok(()),
            (found, line) => mistake(ReadError::form(
                line,
                message!("expected `{sign}`, found {found}", sign, found = shown(&found)),
            )),
        }
    }

    /// The next token, which is not taken.
    fn peek(&mut self) -> Read<&Token<'a>> {
        if self.ahead.is_none() {
            self.ahead = Some(self.token()?);
        }
        Ok(self.ahead.as_ref().map_or(&Token::End, |(token, _)| token))
    }

    /// Whether this sign is next.
    fn sees(&mut self, sign: char) -> Read<bool> {
        Ok(*self.peek()? == Token::Sign(sign))
    }

    fn next(&mut self) -> Read<(Token<'a>, u64)> {
        let next = match self.ahead.take() {
            Some(ahead) => ahead,
            None => self.token()?,
        };
        self.taken = next.1;
        Ok(next)
    }

    /// The line of the next token, if it was looked at.
    fn here(&self) -> u64 {
        self.ahead.as_ref().map_or(self.taken, |&(_, line)| line)
    }

    fn skip(&mut self) -> Read<()> {
        self.next().map(|_| ())
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Passes bytes, which are all blank or of which the last is not.
    fn advance(&mut self, bytes: usize, blank: bool) {
        let passed = &self.text.as_bytes()[self.at..self.at + bytes];
        let ends = passed.iter().filter(|&&byte| byte == b'\n').count() as u64;
        self.line += ends;
        self.line_start = blank && (ends > 0 || self.line_start);
        self.at += bytes;
    }

    /// Skips blanks and comments.
    fn blanks(&mut self) -> Read<()> {
        loop {
            let rest = self.rest();
            // Most often a sign of a token is next.
            if rest.starts_with(|sign: char| sign.is_ascii_graphic() && sign != '/' && sign != '#')
            {
                return Ok(());
            }
            let blank = rest.len() - rest.trim_start().len();
            if blank > 0 {
                self.advance(blank, true);
            } else if rest.starts_with("//") || rest.starts_with('#') && self.line_start {
                self.advance(rest.find('\n').unwrap_or(rest.len()), false);
            } else if rest.starts_with("/*") {
                let Some(end) = rest.find("*/") else {
                    return mistake(ReadError::form(
                        self.line,
                        message!("this comment is not closed"),
                    ));
                };
                self.advance(end + 2, false);
            } else {
                return Ok(());
            }
        }
    }

    fn token(&mut self) -> Read<(Token<'a>, u64)> {
        self.blanks()?;
        let line = self.line;
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return Ok((Token::End, line)) };
        let (token, bytes) = match first {
            '{' | '}' | '[' | ']' | ';' | ',' | '=' | ':' => (Token::Sign(first), 1),
            '-' if rest.starts_with("->") => (Token::Edge { directed: true }, 2),
            '-' if rest.starts_with("--") => (Token::Edge { directed: false }, 2),
            '"' => {
                let Some((name, bytes)) = quoted(rest) else {
                    return mistake(ReadError::form(line, message!("this quote is not closed")));
                };
                (Token::Quoted(name), bytes)
            }
            '<' => {
                let Some(bytes) = html(rest) else {
                    return mistake(ReadError::form(line, message!("this `<` is not closed")));
                };
                (Token::Html, bytes)
            }
            _ => {
                let word = bare(rest);
                if word.is_empty() {
                    let message = message!("expected a vertex or an edge, found `{first}`", first);
                    return mistake(
                        ReadError::form(line, message).help(message!(
                            "put a name that has other signs than letters in quotes"
                        )),
                    );
                }
                (Token::Bare(word), word.len())
            }
        };
        self.advance(bytes, false);
        Ok((token, line))
    }
}

/// The ends of an edge at the start of a text, and what stands behind its statement.
#[inline]
fn plain_edge<'a>(text: &'a str, arrow: &str) -> Option<(&'a str, &'a str, &'a str)> {
    let blanks = [' ', '\t'];
    let (from, rest) = plain_word(text)?;
    let rest = rest.trim_start_matches(blanks).strip_prefix(arrow)?;
    let (to, rest) = plain_word(rest.trim_start_matches(blanks))?;
    let rest = rest.trim_start_matches(blanks);
    if let Some(rest) = rest.strip_prefix(';') {
        return Some((from, to, rest));
    }
    // Without the sign a statement ends where another begins.
    let next = rest.trim_start_matches('\r').strip_prefix('\n')?.trim_ascii_start();
    let begins = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '_' | '"' | '}');
    next.starts_with(begins).then_some((from, to, rest))
}

/// A word of letters of ASCII, digits and `_` that is one name and no keyword, and what stands behind it.
#[inline]
fn plain_word(text: &str) -> Option<(&str, &str)> {
    let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let end = text.bytes().position(|byte| !is_sign(byte))?;
    let (word, rest) = text.split_at_checked(end)?;
    let is_name = match word.as_bytes().first()? {
        b'0'..=b'9' => word.bytes().all(|byte| byte.is_ascii_digit()),
        _ => !KEYWORDS.iter().any(|key| word.eq_ignore_ascii_case(key)),
    };
    is_name.then_some((word, rest))
}

/// The name or number at the start of a text.
fn bare(text: &str) -> &str {
    let numeric = text.starts_with(|c: char| c.is_ascii_digit() || c == '.' || c == '-');
    let minus = usize::from(text.starts_with('-'));
    let end = text[minus..]
        .find(|c: char| match numeric {
            true => !(c.is_ascii_digit() || c == '.'),
            false => !(c.is_alphanumeric() || c == '_'),
        })
        .map_or(text.len(), |end| end + minus);
    match &text[..end] {
        "-" | "." | "-." => "",
        word => word,
    }
}

/// The text in quotes at the start, and how many bytes it takes with them. `\"` is a quote, `\\` a backslash, and a
/// backslash at the end of a line joins it with the next; any other stays.
fn quoted(text: &str) -> Option<(Cow<'_, str>, usize)> {
    let end = text[1..].find(['"', '\\'])? + 1;
    if text[end..].starts_with('"') {
        return Some((Cow::Borrowed(&text[1..end]), end + 1));
    }
    let mut name = String::new();
    let mut chars = text.char_indices().skip(1).peekable();
    while let Some((at, c)) = chars.next() {
        match (c, chars.peek()) {
            ('"', _) => return Some((Cow::Owned(name), at + 1)),
            ('\\', Some(&(_, escaped @ ('"' | '\\')))) => {
                name.push(escaped);
                chars.next();
            }
            ('\\', Some((_, '\n'))) => drop(chars.next()),
            _ => name.push(c),
        }
    }
    None
}

/// How many bytes stand from the `<` at the start to the `>` that closes it.
fn html(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, sign) in text.bytes().enumerate() {
        match sign {
            b'<' => depth += 1,
            b'>' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}

fn shown(token: &Token<'_>) -> Argument {
    match token {
        Token::Bare(name) => format!("`{name}`").into(),
        Token::Quoted(name) => format!("\"{name}\"").into(),
        Token::Html => "`<`".into(),
        Token::Sign(sign) => format!("`{sign}`").into(),
        Token::Edge { directed: true } => "`->`".into(),
        Token::Edge { directed: false } => "`--`".into(),
        Token::End => message!("the end").said(),
    }
}
