//! A graph in a file, in one of three forms.

use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead as _, Read};
use std::path::Path;

use clap::ValueEnum;
use grundy::graph::read::{EdgeList, Problem, ReadError, control_character, read_dot};
use grundy::graph::{Draft, NUMBER_LIMIT, Named, Reading, Refused};
use grundy::language::Message;
use grundy::limits::{Limits, Stop};
use grundy::ruleset::Failure;
use serde::de::{
    DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Unexpected,
    Visitor,
};

use super::opening::{of_utf16, origin};
use crate::language::{message, reason, say, speak, tell};
use crate::trouble::Trouble;
use crate::work::{Waited, while_waiting};

/// How a graph is written in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Edges,
    Dot,
    Json,
}

/// How a vertex or an edge that is refused can be mended.
pub(crate) type Help<'a> = &'a dyn Fn(&Refused) -> Option<Message>;

/// The graph in a file, or on standard input for `-`; `format` where the name does not say it.
pub(crate) fn read_file(
    path: &str,
    reading: Reading,
    format: Option<Format>,
    help: Help<'_>,
    limits: &Limits,
) -> Result<Named, Trouble> {
    let draft = Draft::new(reading, limits.clone());
    let cannot = |error: io::Error| {
        Trouble::Input(say!(
            "error: cannot read {path}: {error}",
            path = origin(path),
            error = reason(&error)
        ))
    };
    let source: Box<dyn Read> = match path {
        "-" => Box::new(Waited(io::stdin().lock())),
        // A pipe is opened when somebody writes to it.
        _ => Box::new(Waited(while_waiting(|| File::open(path)).map_err(cannot)?)),
    };
    let extension = Path::new(path).extension().and_then(|extension| extension.to_str());
    let extension = extension.map(str::to_ascii_lowercase);
    let format = format.unwrap_or(match extension.as_deref() {
        Some("dot" | "gv") => Format::Dot,
        Some("json") => Format::Json,
        _ => Format::Edges,
    });
    // A graph in UTF-16 is read whole, whatever its form.
    let mut buffered = io::BufReader::with_capacity(CHUNK, source);
    let is_wide = loop {
        match buffered.fill_buf() {
            Ok(bytes) => break bytes.get(..2).is_some_and(|mark| of_utf16(mark).is_some()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(cannot(error)),
        }
    };
    let mut source: Box<dyn Read> = Box::new(buffered);
    if is_wide {
        source = Box::new(io::Cursor::new(whole(&mut source, path, limits, &cannot)?.into_bytes()));
    }
    if format == Format::Edges {
        return read_edges(&mut source, draft, path, help, &cannot);
    }
    let mut draft = draft;
    let text = whole(&mut source, path, limits, &cannot)?;
    match format {
        Format::Json => read_json(&text, &mut draft, path, help)?,
        _ => read_dot(&text, &mut draft).map_err(|error| told(&error, path, help))?,
    }
    drop(text);
    draft.finish().map_err(|failure| Trouble::of_failure(&failure, &[]))
}

/// Bytes of an edge list that are read at a time.
const CHUNK: usize = 1 << 20;

fn read_edges(
    source: &mut dyn Read,
    draft: Draft,
    path: &str,
    help: Help<'_>,
    cannot: &dyn Fn(io::Error) -> Trouble,
) -> Result<Named, Trouble> {
    let mut list = EdgeList::new(draft);
    let mut chunk = vec![0; CHUNK];
    let mut heading = None;
    let mut other = None;
    let told = |error: &ReadError, other: Option<&'static str>| match (&error.problem, other) {
        (Problem::Form { .. }, Some(form)) => {
            let help = message!(
                "this looks like {form}: `grundy graph` reads it with --format {form}, and all commands do from a file whose name ends in .{form}",
                form
            );
            placed(&error.message(), Some(help), path)
        }
        _ => told(error, path, help),
    };
    loop {
        match source.read(&mut chunk) {
            Ok(0) => break,
            Ok(count) => {
                if heading.is_none() {
                    other = begins_as(&chunk[..count]);
                }
                heading.get_or_insert_with(|| numbers_ahead(&chunk[..count]));
                list.feed(&chunk[..count]).map_err(|error| told(&error, other))?;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(cannot(error)),
        }
    }
    let named = list.finish().map_err(|error| told(&error, other))?;
    let named = named.map_err(|failure| Trouble::of_failure(&failure, &[]))?;
    note_heading(&named, &heading.unwrap_or_default(), path);
    Ok(named)
}

/// The other form that a text seems to have, by how it begins.
fn begins_as(bytes: &[u8]) -> Option<&'static str> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let end = bytes.iter().position(|byte| !byte.is_ascii_alphabetic()).unwrap_or(bytes.len());
    let is = |word: &str| bytes[..end].eq_ignore_ascii_case(word.as_bytes());
    match bytes.first() {
        Some(b'{') => Some("json"),
        _ if is("digraph") || is("graph") || is("strict") => Some("dot"),
        _ => None,
    }
}

/// The numbers of the first line, if it has no other words.
fn numbers_ahead(bytes: &[u8]) -> Vec<u64> {
    let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let words = str::from_utf8(line).unwrap_or_default().split_ascii_whitespace();
    words.map(|word| word.parse().ok()).collect::<Option<_>>().unwrap_or_default()
}

/// Says how the first line of an edge list is read, where its numbers may be how many vertices and edges there are.
fn note_heading(named: &Named, heading: &[u64], path: &str) {
    let graph = &named.graph;
    let known = u64::from(graph.vertices());
    match *heading {
        [vertices, edges] => {
            // Vertices count from 0 or from 1; the line itself may bring one more for either number.
            let others = known.saturating_sub(1 + u64::from(edges > vertices));
            if vertices > 1 && edges.checked_add(1) == Some(graph.edges()) && vertices >= others {
                tell!(
                    "{}",
                    say!(
                        "note: {path}, line 1: `{vertices} {edges}` is an edge as all lines are; leave the line \
                         out if it tells how many vertices and edges there are",
                        path = origin(path),
                        vertices,
                        edges
                    )
                );
            }
        }
        [vertices] => {
            let alone = named.find(&vertices.to_string()).is_some_and(|vertex| {
                graph.followers(vertex).is_empty() && graph.predecessors(vertex).is_empty()
            });
            if alone && graph.edges() > 0 && vertices > 1 && vertices >= known - 1 {
                tell!(
                    "{}",
                    say!(
                        "note: {path}, line 1: `{vertices}` is a vertex without edges; leave the line out if it \
                         tells how many vertices there are",
                        path = origin(path),
                        vertices
                    )
                );
            }
        }
        _ => {}
    }
}

/// The whole text of a file, if it fits in the memory allowed.
fn whole(
    source: &mut dyn Read,
    path: &str,
    limits: &Limits,
    cannot: &dyn Fn(io::Error) -> Trouble,
) -> Result<String, Trouble> {
    let most = limits.memory.unwrap_or(u64::MAX - 1);
    let mut bytes = Vec::new();
    source.take(most + 1).read_to_end(&mut bytes).map_err(cannot)?;
    if bytes.len() as u64 > most {
        let stop = Stop::Memory { needed: bytes.len() as u64, allowed: most };
        return Err(Trouble::of_failure(&Failure::Stop(stop), &[]));
    }
    if let Some(text) = of_utf16(&bytes) {
        return Ok(text);
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let line = 1 + error.as_bytes()[..valid].iter().filter(|&&byte| byte == b'\n').count();
        Trouble::Input(say!(
            "error: {path}, line {line}: not UTF-8 text",
            path = origin(path),
            line
        ))
    })
}

/// A mistake in a file, with the way to mend it.
fn told(error: &ReadError, path: &str, help: Help<'_>) -> Trouble {
    let help = match &error.problem {
        Problem::Refused(Refused::Stop(stop)) => {
            return Trouble::of_failure(&Failure::Stop(*stop), &[]);
        }
        Problem::Refused(refused) => help(refused),
        Problem::Form { help, .. } => help.clone(),
        _ => None,
    };
    placed(&error.message(), help, path)
}

fn placed(message: &Message, help: Option<Message>, path: &str) -> Trouble {
    let origin = origin(path);
    Trouble::Input(match help {
        Some(help) => say!("error: {origin}, {message}\n  help: {help}", origin, message, help),
        None => say!("error: {origin}, {message}", origin, message),
    })
}

/// Reads `{"edges": [[u, v], ..], "vertices": [..] or a number}`; a vertex is a string or a number.
fn read_json(text: &str, draft: &mut Draft, path: &str, help: Help<'_>) -> Result<(), Trouble> {
    let text = text.trim_start_matches('\u{feff}');
    // Vertices first, since they may declare which edges are allowed. The word may be spelled with escapes.
    let may_have_vertices = text.contains("vertices") || text.contains('\\');
    let passes = if may_have_vertices { &[false, true][..] } else { &[true] };
    for &edges in passes {
        let refused = RefCell::new(None);
        let mut reader = serde_json::Deserializer::from_str(text);
        let document = Document { draft: &mut *draft, refused: &refused, edges };
        let read = document.deserialize(&mut reader).and_then(|()| reader.end());
        let Err(error) = read else { continue };
        let refused = refused.into_inner();
        if let Some(Refused::Stop(stop)) = refused {
            return Err(Trouble::of_failure(&Failure::Stop(stop), &[]));
        }
        let message = error.to_string();
        let place = format!(" at line {} column {}", error.line(), error.column());
        let message = message.strip_suffix(&place).unwrap_or(&message);
        let help = refused.as_ref().and_then(help);
        let line = error.line();
        return Err(placed(&message!("line {line}: {message}", line, message), help, path));
    }
    Ok(())
}

/// The document, of which one pass reads the vertices and the other the edges.
struct Document<'a> {
    draft: &'a mut Draft,
    refused: &'a RefCell<Option<Refused>>,
    edges: bool,
}

impl<'de> DeserializeSeed<'de> for Document<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Document<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&say!("an object with \"edges\" and, if you like, \"vertices\""))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let (mut has_edges, mut has_vertices) = (false, false);
        while let Some(key) = map.next_key::<String>()? {
            if key == "edges" && has_edges || key == "vertices" && has_vertices {
                return Err(A::Error::custom(say!("\"{key}\" stands there twice", key)));
            }
            let (draft, refused) = (&mut *self.draft, self.refused);
            match (key.as_str(), self.edges) {
                ("edges", true) => map.next_value_seed(Edges { draft, refused })?,
                ("vertices", false) => map.next_value_seed(Vertices { draft, refused })?,
                ("edges" | "vertices", _) => drop(map.next_value::<IgnoredAny>()?),
                _ => {
                    let message = say!("expected \"edges\" or \"vertices\", found \"{key}\"", key);
                    return Err(A::Error::custom(message));
                }
            }
            has_edges |= key == "edges";
            has_vertices |= key == "vertices";
        }
        match has_edges {
            true => Ok(()),
            false => Err(A::Error::custom(say!("there are no \"edges\""))),
        }
    }
}

/// The error for an edge or a vertex that is not taken, which is kept for its kind.
fn refuse<E: serde::de::Error>(slot: &RefCell<Option<Refused>>, refused: Refused) -> E {
    let error = E::custom(&refused);
    slot.replace(Some(refused));
    error
}

struct Vertices<'a> {
    draft: &'a mut Draft,
    refused: &'a RefCell<Option<Refused>>,
}

impl<'de> DeserializeSeed<'de> for Vertices<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Vertices<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&say!("a list of vertices, or their number"))
    }

    fn visit_u64<E: serde::de::Error>(self, count: u64) -> Result<(), E> {
        let count = u32::try_from(count).map_err(|_| refuse(self.refused, Refused::TooMany))?;
        self.draft.declare(count);
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while let Some(Vertex(name)) = list.next_element()? {
            self.draft.vertex(&name).map_err(|refused| refuse(self.refused, refused))?;
        }
        Ok(())
    }
}

struct Edges<'a> {
    draft: &'a mut Draft,
    refused: &'a RefCell<Option<Refused>>,
}

impl<'de> DeserializeSeed<'de> for Edges<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Edges<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&say!("a list of edges such as [\"a\", \"b\"]"))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while let Some(Edge(Vertex(from), Vertex(to))) = list.next_element()? {
            self.draft.edge(&from, &to).map_err(|refused| refuse(self.refused, refused))?;
        }
        Ok(())
    }
}

/// A list of two vertices.
struct Edge<'de>(Vertex<'de>, Vertex<'de>);

impl<'de> serde::Deserialize<'de> for Edge<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Edge<'de>, D::Error> {
        struct Two;
        impl<'de> Visitor<'de> for Two {
            type Value = Edge<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&say!("an edge: two vertices, as in [\"a\", \"b\"]"))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Edge<'de>, A::Error> {
                let from = list.next_element()?;
                let to = list.next_element()?;
                match (from, to, list.next_element::<IgnoredAny>()?) {
                    (Some(from), Some(to), None) => Ok(Edge(from, to)),
                    _ => {
                        let message = say!("an edge is two vertices, as in [\"a\", \"b\"]");
                        Err(A::Error::custom(message))
                    }
                }
            }
        }
        deserializer.deserialize_seq(Two)
    }
}

/// A vertex with this name, which shows on a terminal as what it is.
fn printable<E: serde::de::Error>(name: Cow<'_, str>) -> Result<Vertex<'_>, E> {
    match control_character(&name) {
        Some(message) => Err(E::custom(speak(&message))),
        None => Ok(Vertex(name)),
    }
}

/// A vertex: a string, or a number that stands for its digits.
struct Vertex<'de>(Cow<'de, str>);

impl<'de> serde::Deserialize<'de> for Vertex<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Vertex<'de>, D::Error> {
        struct Name;
        impl<'de> Visitor<'de> for Name {
            type Value = Vertex<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&say!("a vertex: a string or a number"))
            }
            fn visit_borrowed_str<E: serde::de::Error>(
                self,
                name: &'de str,
            ) -> Result<Vertex<'de>, E> {
                printable(Cow::Borrowed(name))
            }
            fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<Vertex<'de>, E> {
                printable(Cow::Owned(name.to_owned()))
            }
            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Vertex<'de>, E> {
                Ok(Vertex(Cow::Owned(number.to_string())))
            }
            fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<Vertex<'de>, E> {
                match number >= f64::from(NUMBER_LIMIT) {
                    // Numbers beyond 64 bits come as these.
                    true => Err(E::custom(Refused::LargeNumber(number.to_string()))),
                    false => Err(E::invalid_type(Unexpected::Float(number), &self)),
                }
            }
        }
        deserializer.deserialize_any(Name)
    }
}
