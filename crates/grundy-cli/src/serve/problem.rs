//! What a question gets instead of an answer: a status, and the mistake with its place as JSON.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use grundy::games::Opened;
use grundy::limits::Stop;
use grundy::rule::RuleError;
use grundy::ruleset::Failure;
use serde::Serialize;

use crate::language::{say, speak};
use crate::report::json::SCHEMA;
use crate::trouble::Told;

/// Why there is no answer.
#[derive(Clone, Debug)]
pub(super) struct Problem {
    status: StatusCode,
    error: Box<Error>,
}

/// What the client is told.
#[derive(Clone, Debug, Serialize)]
struct Error {
    /// `rule`, `board`, `position`, `move`, `request`, `limit`, `busy`, `missing`, `refused` or `failure`.
    kind: &'static str,
    message: String,
    help: Option<String>,
    /// `null` where the mistake has none.
    place: Option<Place>,
    /// `time`, `memory`, `positions` or `cancelled`; `null` unless a limit stopped the work.
    limit: Option<&'static str>,
}

/// Bytes of a text.
#[derive(Clone, Debug, Serialize)]
struct Place {
    source: String,
    start: usize,
    end: usize,
}

#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    error: &'a Error,
}

/// Seconds after which to try again when the queue is full.
const RETRY_AFTER: &str = "1";

impl Problem {
    fn new(status: StatusCode, kind: &'static str, message: impl Into<String>) -> Problem {
        let message = message.into();
        let error = Error { kind, message, help: None, place: None, limit: None };
        Problem { status, error: Box::new(error) }
    }

    /// The request says something that it cannot mean.
    pub(super) fn request(message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, "request", message)
    }

    /// What is asked can be said of a rule, and the game is one on boards.
    pub(super) fn on_boards(message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, "board", message)
    }

    /// There is nothing at this path.
    pub(super) fn missing(message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, "missing", message)
    }

    /// The method is not one of this path.
    pub(super) fn method() -> Problem {
        let message = say!("this path has other methods");
        Problem::new(StatusCode::METHOD_NOT_ALLOWED, "request", message)
            .help(say!("/api/v1/openapi.json describes what there is"))
    }

    /// The request is larger than any question.
    pub(super) fn too_large(message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "request", message)
    }

    /// The rest of the request does not come.
    pub(super) fn slow() -> Problem {
        Problem::new(
            StatusCode::REQUEST_TIMEOUT,
            "request",
            say!("the rest of the request did not come"),
        )
    }

    /// The request comes from where none may come from.
    pub(super) fn refused(message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::FORBIDDEN, "refused", message)
    }

    /// There is no room now.
    pub(super) fn full(message: impl Into<String>) -> Problem {
        let problem = Problem::new(StatusCode::TOO_MANY_REQUESTS, "busy", message);
        problem.help(say!("try again in a moment"))
    }

    /// The server itself is at fault.
    pub(super) fn failed(message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "failure", message)
    }

    /// A move that the rules do not allow.
    pub(super) fn of_move(message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, "move", message)
    }

    /// A mistake in a text, which is a `rule`, a `position` or a `move`.
    pub(super) fn of_rule(kind: &'static str, error: RuleError) -> Problem {
        let end = error.span.end.min(error.source.len());
        let place = Place { start: error.span.start.min(end), end, source: error.source };
        let mut problem = Problem::new(StatusCode::BAD_REQUEST, kind, speak(&error.message));
        problem.error.place = Some(place);
        problem.error.help = error.help.as_ref().map(speak);
        problem
    }

    /// A question about these games that has no answer.
    pub(super) fn of_failure(failure: &Failure, games: &[Opened]) -> Problem {
        if let Failure::Stop(stop) = failure {
            return Problem::of_stop(*stop);
        }
        let told = Told::of(failure, games);
        let kind = match failure {
            Failure::Cycle(_) | Failure::Growth { .. } | Failure::Fault(_) => "rule",
            _ => "request",
        };
        let mut problem = Problem::new(StatusCode::BAD_REQUEST, kind, speak(&told.message));
        problem.error.help = told.help.as_ref().map(speak);
        problem.error.place =
            told.place.map(|(source, place)| Place { source, start: place.start, end: place.end });
        problem
    }

    /// A limit that was reached.
    pub(super) fn of_stop(stop: Stop) -> Problem {
        let mut problem =
            Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "limit", speak(&stop.message()));
        problem.error.limit = Some(match stop {
            Stop::Time => "time",
            Stop::Memory { .. } | Stop::GivenUp => "memory",
            Stop::Positions(_) => "positions",
            _ => "cancelled",
        });
        problem.help(say!("ask for less, or as a job, which may take longer"))
    }

    /// Says what to do about it.
    pub(super) fn help(mut self, help: impl Into<String>) -> Problem {
        self.error.help = Some(help.into());
        self
    }

    /// The HTTP status.
    #[cfg(test)]
    pub(super) fn status(&self) -> u16 {
        self.status.as_u16()
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let document = Document { schema: SCHEMA, error: &self.error };
        let text = serde_json::to_string(&document).unwrap_or_default();
        let json = [(header::CONTENT_TYPE, "application/json")];
        match self.status {
            StatusCode::TOO_MANY_REQUESTS => {
                (self.status, json, [(header::RETRY_AFTER, RETRY_AFTER)], text).into_response()
            }
            status => (status, json, text).into_response(),
        }
    }
}
