//! What is at which path, and what every answer carries.

use std::sync::Arc;

use axum::Router;
use axum::extract::rejection::PathRejection;
use axum::extract::{DefaultBodyLimit, Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use grundy::games::{BOARDS, CATALOGUE};
use grundy::language::Language;
use grundy::limits::Limits;

use super::answer::answer;
use super::ask::{Answer, LARGEST, Question, What};
use super::jobs::Jobs;
use super::page;
use super::problem::Problem;
use super::queue::{Queue, Terms};
use crate::language::{self, say};
use crate::report::json;

/// What the requests share.
pub(super) struct Server {
    pub(super) queue: Arc<Queue>,
    pub(super) jobs: Jobs,
    /// Whether only this machine can ask.
    pub(super) loopback: bool,
}

#[cfg(test)]
impl Server {
    /// A server of one core that answers quickly or not at all.
    fn for_tests() -> Server {
        let time = std::time::Duration::from_secs(1);
        let allowance = super::Allowance { time, memory: 1 << 20, positions: None };
        Server {
            queue: Arc::new(Queue::new(1, 1, allowance)),
            jobs: Jobs::new(time),
            loopback: true,
        }
    }
}

type Shared = State<Arc<Server>>;

/// The description of the API.
const OPENAPI: &str = include_str!("openapi.json");

/// Everything that is served.
pub(super) fn router(server: Arc<Server>) -> Router {
    let mut router = Router::new();
    for (path, methods) in routes() {
        router = router.route(path, methods);
    }
    for file in page::FILES {
        router = router.route(
            file.path,
            get(move |headers: HeaderMap| async move { file.response(&headers) }),
        );
    }
    router
        .method_not_allowed_fallback(|| async { Problem::method() })
        .fallback(nothing)
        .layer(DefaultBodyLimit::max(LARGEST))
        .layer(middleware::from_fn_with_state(Arc::clone(&server), guarded))
        .with_state(server)
}

/// The paths of the API.
fn routes() -> Vec<(&'static str, MethodRouter<Arc<Server>>)> {
    let questions = What::ALL.map(|(what, path)| {
        let ask = move |State(server): Shared, question: Question| async move {
            ask(&server, what, question).await
        };
        (path, get(ask).post(ask))
    });
    let mut routes = Vec::from(questions);
    routes.extend([
        ("/api/v1/games", get(games)),
        ("/api/v1/openapi.json", get(|| async { json_text(OPENAPI) })),
        ("/api/v1/jobs", post(start_job)),
        ("/api/v1/jobs/{job}", get(show_job).delete(stop_job)),
        ("/api/v1/jobs/{job}/events", get(job_events)),
        ("/api/v1/jobs/{job}/answer", get(job_answer)),
    ]);
    routes
}

/// The answer where nothing is served.
async fn nothing(path: Uri) -> Problem {
    let problem = Problem::missing(say!("there is nothing at this path"));
    match path.path().starts_with("/api") {
        true => problem.help(say!("/api/v1/openapi.json describes what there is")),
        false => problem,
    }
}

async fn ask(server: &Server, what: What, question: Question) -> Result<Response, Problem> {
    let language = question.language();
    language::throughout(language, ask_in(language, server, what, question)).await
}

async fn ask_in(
    language: Language,
    server: &Server,
    what: What,
    question: Question,
) -> Result<Response, Problem> {
    let place = server.queue.enter()?;
    let allowance = server.queue.allowance();
    let tried = question.may_be_tried(what);
    // Nobody waits longer for a core than for the answer.
    let terms = Terms { allowance, patience: allowance.time, tried, progress: None };
    let work =
        move |limits: &Limits| language::within(language, || answer(what, &question, limits));
    let worked = server.queue.work(place, terms, work).await;
    let (answer, place) = worked?;
    Ok(answer.into_response(Some(place)))
}

async fn games() -> Result<Response, Problem> {
    let all = [CATALOGUE, BOARDS].concat();
    Ok(Answer::json(&json::Games::new(&all))?.into_response(None))
}

async fn start_job(State(server): Shared, question: Question) -> Result<Response, Problem> {
    let language = question.language();
    let job = language::within(language, || server.jobs.start(question, &server.queue))?;
    let response = Answer::json(&job.document())?.into_response(None);
    Ok((StatusCode::ACCEPTED, response).into_response())
}

/// The name of a job in a path. One that is no text is none.
type Name = Result<Path<String>, PathRejection>;

fn named(name: Name) -> String {
    name.map_or_else(|_| String::new(), |Path(id)| id)
}

async fn show_job(State(server): Shared, name: Name) -> Result<Response, Problem> {
    let job = server.jobs.find(&named(name))?;
    Ok(Answer::json(&job.document())?.into_response(None))
}

async fn stop_job(State(server): Shared, name: Name) -> Result<StatusCode, Problem> {
    server.jobs.remove(&named(name))?;
    Ok(StatusCode::NO_CONTENT)
}

async fn job_events(
    State(server): Shared,
    method: Method,
    name: Name,
) -> Result<Response, Problem> {
    let job = server.jobs.find(&named(name))?;
    let kind = [(header::CONTENT_TYPE, "text/event-stream")];
    // Who asks for the headers alone does not watch the job, which stops once nobody does any more.
    match method {
        Method::HEAD => Ok(kind.into_response()),
        _ => Ok((kind, job.events()?).into_response()),
    }
}

async fn job_answer(State(server): Shared, name: Name) -> Result<Response, Problem> {
    let place = server.queue.enter()?;
    Ok(server.jobs.find(&named(name))?.answer()?.into_response(Some(place)))
}

fn json_text(text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

/// The page may load only what is served here, and nobody may put it into a frame.
const CONTENT_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' blob: data:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// What every answer carries.
const HEADERS: [(header::HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-cache"),
    (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

async fn guarded(State(server): Shared, request: Request, next: Next) -> Response {
    let language = page::accepted(request.headers()).unwrap_or_default();
    let answered = async {
        match admitted(server.loopback, request.uri().path(), request.headers()) {
            Ok(()) => next.run(request).await,
            Err(problem) => problem.into_response(),
        }
    };
    let mut response = language::throughout(language, answered).await;
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Whether a request may be answered. A page from elsewhere may not ask, and where only this machine
/// can ask, it asks by its own name: another's name that leads here is a trick.
fn admitted(loopback: bool, path: &str, headers: &HeaderMap) -> Result<(), Problem> {
    let text = |name: header::HeaderName| {
        headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok())
    };
    let Some(host) = text(header::HOST) else {
        return Err(Problem::request(say!("the header Host is missing")));
    };
    if loopback && !is_loopback(host) {
        let problem = Problem::refused(say!("this server answers only to localhost"));
        return Err(problem.help(say!("grundy serve --host ADDRESS listens elsewhere")));
    }
    let elsewhere = || {
        let problem = Problem::refused(say!("a page from elsewhere may not ask here"));
        Err(problem.help(say!("it asks its own server, and that one asks here, without Origin")))
    };
    let origin = headers.get(header::ORIGIN).map(|origin| origin.to_str().unwrap_or(""));
    match (origin, text(FETCH_SITE)) {
        (Some(origin), _) if origin.split_once("://").map(|(_, own)| own) != Some(host) => {
            elsewhere()
        }
        // A link may lead to the page, but nothing that another page loads to an answer, on this machine either.
        (None, Some("cross-site" | "same-site")) if path.starts_with("/api/") => elsewhere(),
        _ => Ok(()),
    }
}

/// Where a request comes from, as the browser says.
const FETCH_SITE: header::HeaderName = header::HeaderName::from_static("sec-fetch-site");

/// Whether a host, with or without a port, is this machine.
fn is_loopback(host: &str) -> bool {
    let bare = match host.rsplit_once(':') {
        Some((bare, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => bare,
        _ => host,
    };
    let address = bare.trim_start_matches('[').trim_end_matches(']');
    bare.eq_ignore_ascii_case("localhost")
        || address.parse().is_ok_and(|address: std::net::IpAddr| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(host: &str, origin: Option<&str>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_str(host).unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, HeaderValue::from_str(origin).unwrap());
        }
        headers
    }

    #[test]
    fn only_this_machine_and_its_own_page_are_admitted() {
        for (loopback, host, origin, admits) in [
            (true, "localhost:8646", None, true),
            (true, "127.0.0.1:8646", None, true),
            (true, "127.0.0.1", None, true),
            (true, "[::1]:8646", None, true),
            (true, "LocalHost", None, true),
            (true, "evil.example:8646", None, false),
            (true, "localhost.evil.example", None, false),
            (true, "10.0.0.1:8646", None, false),
            (true, "", None, false),
            (false, "games.example", None, true),
            (true, "localhost:8646", Some("http://localhost:8646"), true),
            (true, "localhost:8646", Some("http://localhost:1"), false),
            (true, "localhost:8646", Some("https://evil.example"), false),
            (true, "localhost:8646", Some("null"), false),
            (false, "games.example", Some("http://evil.example"), false),
        ] {
            let admitted = admitted(loopback, "/", &headers(host, origin)).is_ok();
            assert_eq!(admitted, admits, "{loopback} {host} {origin:?}");
        }
        assert!(admitted(false, "/", &HeaderMap::new()).is_err());
        let mut linked = headers("localhost", None);
        linked.insert(FETCH_SITE, HeaderValue::from_static("cross-site"));
        assert!(admitted(true, "/", &linked).is_ok());
        assert!(admitted(true, "/api/v1/value", &linked).is_err());
    }

    #[test]
    fn the_language_that_is_liked_best_is_spoken() {
        for (text, expected) in [
            ("zh-CN,zh;q=0.9,en;q=0.8", Some(Language::Chinese)),
            ("en-GB, zh", Some(Language::English)),
            ("zh; q=0.9, en; q=0.1", Some(Language::Chinese)),
            ("fr, zh;q=0.3, en;q=0.5", Some(Language::English)),
            ("zh;q=0, en;q=0.1", Some(Language::English)),
            ("fr", None),
            ("zh;q=x", None),
            ("*", None),
        ] {
            let mut headers = headers("localhost", None);
            headers.insert(header::ACCEPT_LANGUAGE, HeaderValue::from_static(text));
            assert_eq!(page::accepted(&headers), expected, "{text}");
        }
    }

    /// The description has the parameters that each question looks at.
    #[test]
    fn the_description_has_the_parameters() {
        let description: serde_json::Value = serde_json::from_str(OPENAPI).unwrap();
        for (what, path) in What::ALL {
            let described = &description["paths"][path];
            let known = [&["game", "language"], what.parameters()].concat();
            let known: std::collections::BTreeSet<&str> = known.into_iter().collect();
            let listed = described["get"]["parameters"].as_array().unwrap();
            let named = listed.iter().map(|one| one["$ref"].as_str().unwrap());
            let named = named.map(|name| name.rsplit('/').next().unwrap());
            assert_eq!(named.collect::<std::collections::BTreeSet<_>>(), known, "{path}");
            let schema = &described["post"]["requestBody"]["content"]["application/json"]["schema"];
            let named = schema["properties"].as_object().unwrap().keys().map(String::as_str);
            assert_eq!(named.collect::<std::collections::BTreeSet<_>>(), known, "{path}");
        }
    }

    /// The description names every path with its methods, and nothing else.
    #[test]
    fn the_description_is_of_these_paths() {
        let description: serde_json::Value = serde_json::from_str(OPENAPI).unwrap();
        let described = description["paths"].as_object().unwrap();
        let mut paths: Vec<&str> = described.keys().map(String::as_str).collect();
        let mut routed: Vec<&str> = routes().iter().map(|(path, _)| *path).collect();
        paths.sort_unstable();
        routed.sort_unstable();
        assert_eq!(paths, routed);
        let router = || super::router(Arc::new(Server::for_tests()));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        for (path, item) in described {
            for method in ["GET", "POST", "PUT", "PATCH", "DELETE"] {
                let request = Request::builder().method(method).uri(path.replace(['{', '}'], ""));
                let request =
                    request.header(header::HOST, "localhost").body(axum::body::Body::empty());
                let answer = runtime.block_on(async {
                    use hyper::service::Service as _;
                    let service = hyper_util::service::TowerToHyperService::new(router());
                    service.call(request.unwrap()).await.unwrap()
                });
                let allowed = answer.status() != StatusCode::METHOD_NOT_ALLOWED;
                let method = method.to_lowercase();
                assert_eq!(allowed, item.get(&method).is_some(), "{method} {path}");
            }
        }
    }
}
