//! What a request asks: the parameters, from the query of the address or from a JSON object.

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{FromRequest, Query, Request};
use axum::http::{HeaderValue, Method, header};
use axum::response::{IntoResponse, Response};
use grundy::language::Language;
use serde::Deserialize;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::{Instant, timeout};

use super::problem::Problem;
use super::queue::Place;
use crate::language::{self, say};
use crate::shared::program::Lang;

/// What is asked about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum What {
    Rule,
    Value,
    Moves,
    Table,
    Pattern,
    Prove,
    Explain,
    Code,
    Turn,
    Rare,
    Graph,
    Board,
}

impl What {
    /// Each with its path.
    pub(super) const ALL: [(What, &'static str); 12] = [
        (What::Rule, "/api/v1/rule"),
        (What::Value, "/api/v1/value"),
        (What::Moves, "/api/v1/moves"),
        (What::Table, "/api/v1/table"),
        (What::Pattern, "/api/v1/pattern"),
        (What::Prove, "/api/v1/prove"),
        (What::Explain, "/api/v1/explain"),
        (What::Code, "/api/v1/code"),
        (What::Turn, "/api/v1/turn"),
        (What::Rare, "/api/v1/rare"),
        (What::Graph, "/api/v1/graph"),
        (What::Board, "/api/v1/board"),
    ];

    /// What is asked at this path.
    fn at(path: &str) -> Option<What> {
        What::ALL.into_iter().find(|(_, known)| *known == path).map(|(what, _)| what)
    }

    /// The parameters that it looks at, but for `game` and `language`.
    pub(super) fn parameters(self) -> &'static [&'static str] {
        match self {
            What::Rule => &["misere"],
            What::Value | What::Explain | What::Board => &["position", "misere"],
            What::Moves | What::Graph => &["position", "misere", "most"],
            What::Table => &["misere", "kind", "from", "to", "outcomes", "format"],
            What::Pattern => &["misere", "kind", "to"],
            What::Prove => &["misere", "to"],
            What::Code => &["misere", "kind", "lang"],
            What::Turn => &["position", "misere", "move", "opponent", "errs", "most"],
            What::Rare => &["to"],
        }
    }

    /// That all these names are parameters of it: what is not looked at would be answered as if it had not been said.
    fn takes<'a>(
        self,
        mut names: impl Iterator<Item = &'a str>,
        of_job: bool,
    ) -> Result<(), Problem> {
        let more: &[&str] =
            if of_job { &["game", "language", "ask", "keep"] } else { &["game", "language"] };
        let known = [more, self.parameters()].concat();
        match names.find(|name| !known.contains(name)) {
            None => Ok(()),
            Some(name) => Err(Problem::request(say!("`{name}` is no parameter of this", name))
                .help(say!("there are {expected}", expected = known.join(", ")))),
        }
    }
}

/// How a table is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Format {
    #[default]
    Json,
    Binary,
}

/// A language of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
enum Spoken {
    #[serde(rename = "en")]
    English,
    #[serde(rename = "zh")]
    Chinese,
}

/// The parameters of all questions; each looks at some of them.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Question {
    /// What a job is about.
    pub(super) ask: Option<What>,
    pub(super) game: String,
    pub(super) position: String,
    pub(super) misere: bool,
    pub(super) kind: Option<String>,
    pub(super) from: Option<String>,
    pub(super) to: Option<String>,
    pub(super) outcomes: bool,
    pub(super) format: Format,
    pub(super) most: Option<usize>,
    pub(super) lang: Option<Lang>,
    /// The language of messages; that of the request if it says none.
    language: Option<Spoken>,
    /// A move to make first.
    #[serde(rename = "move")]
    pub(super) made: Option<String>,
    /// Whether the opponent is to make one.
    pub(super) opponent: bool,
    /// How often the opponent errs, from 0 to 1.
    pub(super) errs: f64,
    /// Whether a job goes on when nobody watches it.
    pub(super) keep: bool,
}

impl Question {
    /// The language in which it is to be answered.
    pub(super) fn language(&self) -> Language {
        match self.language {
            Some(Spoken::English) => Language::English,
            Some(Spoken::Chinese) => Language::Chinese,
            None => language::now(),
        }
    }

    /// That what a job asks looks at all that was said.
    fn takes<'a>(&self, names: impl Iterator<Item = &'a str>) -> Result<(), Problem> {
        let Some(what) = self.ask else { return Ok(()) };
        language::within(self.language(), || what.takes(names, true))
    }

    /// That its numbers mean something.
    fn checked(self) -> Result<Question, Problem> {
        match self.most {
            Some(0) => {
                let problem = || Problem::request(say!("`most` is at least 1"));
                Err(language::within(self.language(), problem))
            }
            _ => Ok(self),
        }
    }

    /// Whether it is of use to try it for a moment: a pattern is looked for as far as the time allows.
    pub(super) fn may_be_tried(&self, what: What) -> bool {
        what != What::Pattern || self.to.is_some()
    }
}

/// Bytes of a question.
pub(super) const LARGEST: usize = 64 << 10;
/// How long the body of a request may take.
const BODY: Duration = Duration::from_secs(10);

impl<S: Send + Sync> FromRequest<S> for Question {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Question, Problem> {
        if request.method() == Method::GET || request.method() == Method::HEAD {
            let asked = request.uri().query().unwrap_or("");
            let mut parts = asked.split('&').rev();
            let spoken = spoken(parts.find_map(|part| part.strip_prefix("language=")));
            let names = asked.split('&').map(|part| part.split('=').next().unwrap_or_default());
            let names = names.filter(|name| !name.is_empty());
            if let Some(what) = What::at(request.uri().path()) {
                language::within(spoken, || what.takes(names.clone(), false))?;
            }
            let query: Result<Query<Question>, _> = Query::try_from_uri(request.uri());
            let Query(question) =
                query.map_err(|error| language::within(spoken, || misread(&error.body_text())))?;
            question.takes(names)?;
            return question.checked();
        }
        if request.uri().query().is_some_and(|query| !query.is_empty()) {
            return Err(Problem::request(say!(
                "parameters stand in the body of this request, not in its address"
            )));
        }
        let what = What::at(request.uri().path());
        let announced = request.headers().get(header::CONTENT_LENGTH);
        let announced = announced.and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
        if announced.is_some_and(|length| length > LARGEST) {
            return Err(too_large());
        }
        let read = timeout(BODY, Bytes::from_request(request, state)).await;
        let bytes =
            read.map_err(|_| Problem::slow())?.map_err(|error| match error.status().as_u16() {
                413 => too_large(),
                _ => Problem::request(error.body_text()),
            })?;
        let object = || say!("the body is a JSON object of parameters");
        // A list would be read as parameters in their order.
        if bytes.trim_ascii_start().first() != Some(&b'{') {
            return Err(Problem::request(object()));
        }
        let read: Option<serde_json::Map<String, serde_json::Value>> =
            serde_json::from_slice(&bytes).ok();
        let language = read.as_ref().and_then(|read| read.get("language")?.as_str());
        let spoken = spoken(language);
        let names = || read.iter().flat_map(|read| read.keys().map(String::as_str));
        if let Some(what) = what {
            language::within(spoken, || what.takes(names(), false))?;
        }
        let question: Question = serde_json::from_slice(&bytes).map_err(|error| {
            language::within(spoken, || match read.as_ref().and_then(of_another_kind) {
                Some(problem) => problem,
                None => misread(&error.to_string()).help(object()),
            })
        })?;
        question.takes(names())?;
        question.checked()
    }
}

/// The language that a request that cannot be read asks for.
fn spoken(language: Option<&str>) -> Language {
    match language {
        Some("zh") => Language::Chinese,
        Some("en") => Language::English,
        _ => language::now(),
    }
}

/// What the reader of parameters says that is wrong, in words of the request's language.
fn misread(error: &str) -> Problem {
    let error = error.strip_prefix("Failed to deserialize query string: ").unwrap_or(error);
    let quoted = |after: &str| {
        let (_, rest) = error.split_once(after)?;
        let (name, rest) = rest.strip_prefix('`')?.split_once('`')?;
        let expected = rest.split_once("expected ").map_or("", |(_, expected)| expected);
        let expected = expected.strip_prefix("one of ").unwrap_or(expected);
        Some((name, expected.split(" at line ").next().unwrap_or(expected)))
    };
    if let Some((name, expected)) = quoted("unknown field ") {
        return Problem::request(say!("there is no parameter `{name}`", name))
            .help(say!("there are {expected}", expected));
    }
    if let Some((name, expected)) = quoted("unknown variant ") {
        let problem = Problem::request(say!("`{name}` is none of {expected}", name, expected));
        return match name.contains(' ') {
            true => problem.help(say!("in an address + stands for a space: write %2B for +")),
            false => problem,
        };
    }
    if let Some((name, _)) = quoted("duplicate field ") {
        return Problem::request(say!("the parameter `{name}` stands there twice", name));
    }
    let (name, wrong) = error.split_once(": ").unwrap_or(("", error));
    let expected = match wrong {
        "provided string was not `true` or `false`" => "a boolean",
        "invalid float literal" => "f64",
        "invalid digit found in string"
        | "cannot parse integer from empty string"
        | "number too large to fit in target type" => "usize",
        _ => "",
    };
    if let Some(expected) = kind(expected) {
        return Problem::request(say!("the parameter `{name}` is {expected}", name, expected));
    }
    match language::now() {
        Language::English => Problem::request(say!("a parameter cannot be read: {error}", error)),
        // The reader itself speaks English alone.
        _ => Problem::request(say!("a parameter cannot be read")),
    }
}

/// What is wrong with a parameter whose value in JSON is of another kind.
fn of_another_kind(read: &serde_json::Map<String, serde_json::Value>) -> Option<Problem> {
    let (name, value, error) = read.iter().find_map(|(name, value)| {
        let alone = serde_json::Map::from_iter([(name.clone(), value.clone())]);
        let error = serde_json::from_value::<Question>(alone.into()).err()?;
        Some((name, value, error.to_string()))
    })?;
    let of_type =
        ["invalid type: ", "invalid value: "].iter().find_map(|of| error.strip_prefix(of));
    let (_, expected) = of_type?.split_once(", expected ")?;
    let text = expected == "a string";
    let expected = kind(expected)?;
    let problem = Problem::request(say!(
        "the parameter `{name}` is {expected}",
        name = name.as_str(),
        expected
    ));
    Some(match (name.as_str(), value.is_string()) {
        ("position", _) => {
            problem.help(say!("for instance {form}", form = "\"position\": \"3 5 7\""))
        }
        (_, true) if !text => problem.help(say!("it stands without quotes")),
        _ => problem,
    })
}

/// What the reader of parameters calls the kind of a value.
fn kind(expected: &str) -> Option<String> {
    Some(match expected {
        "a string" => say!("a string"),
        "a boolean" => say!("true or false"),
        "usize" => say!("a whole number"),
        "f64" => say!("a number"),
        _ => return None,
    })
}

fn too_large() -> Problem {
    Problem::too_large(say!("a question has at most {most} bytes", most = LARGEST))
}

/// An answer that is ready to be sent.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    content_type: &'static str,
    bytes: Bytes,
}

impl Answer {
    /// A JSON document.
    pub(super) fn json(document: &impl serde::Serialize) -> Result<Answer, Problem> {
        let mut text = Bounded(Vec::new());
        serde_json::to_writer(&mut text, document).map_err(|error| match error.is_io() {
            true => Problem::too_large(say!(
                "the answer would be longer than {most} bytes",
                most = LONGEST
            )),
            false => Problem::failed(say!("the answer cannot be written")),
        })?;
        Ok(Answer { content_type: "application/json", bytes: text.0.into() })
    }

    /// Bytes of a format of our own.
    pub(super) fn binary(bytes: Vec<u8>) -> Answer {
        Answer { content_type: "application/octet-stream", bytes: bytes.into() }
    }

    /// How long it is.
    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// The response; `place` is held until it was read.
    pub(super) fn into_response(self, place: Option<Place>) -> Response {
        let pieces = Pieces { rest: self.bytes, _place: place, until: Instant::now() + READ };
        let mut response = Body::new(pieces).into_response();
        let content_type = HeaderValue::from_static(self.content_type);
        response.headers_mut().insert(header::CONTENT_TYPE, content_type);
        response
    }
}

/// Bytes of an answer at most.
const LONGEST: usize = 16 << 20;

/// A text that does not become longer than an answer.
struct Bounded(Vec<u8>);

impl std::io::Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if self.0.len() + bytes.len() > LONGEST {
            return Err(std::io::ErrorKind::FileTooLarge.into());
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Bytes of an answer that are handed out at a time: the next ones only when these are on their way.
const PIECE: usize = 64 << 10;
/// How long a client may take to read an answer.
const READ: Duration = Duration::from_secs(60);

/// An answer, piece by piece, with the place in the queue that it occupies.
struct Pieces {
    rest: Bytes,
    _place: Option<Place>,
    until: Instant,
}

impl HttpBody for Pieces {
    type Data = Bytes;
    type Error = std::io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<hyper::body::Frame<Bytes>, Self::Error>>> {
        if self.rest.is_empty() {
            return Poll::Ready(None);
        }
        if Instant::now() >= self.until {
            return Poll::Ready(Some(Err(std::io::ErrorKind::TimedOut.into())));
        }
        let length = self.rest.len().min(PIECE);
        let piece = self.rest.split_to(length);
        Poll::Ready(Some(Ok(hyper::body::Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty()
    }

    fn size_hint(&self) -> hyper::body::SizeHint {
        hyper::body::SizeHint::with_exact(self.rest.len() as u64)
    }
}
