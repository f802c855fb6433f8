//! The server: its answers against those of the commands, and what strangers may do to it.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::folder::Folder;

/// A server that ends with the test.
pub(crate) struct Server {
    process: Child,
    /// Where it listens.
    pub(crate) address: String,
}

/// What a server said.
pub(crate) struct Answer {
    pub(crate) status: u16,
    head: String,
    body: Vec<u8>,
}

/// No answer takes as long as this, unless the server hangs.
const PATIENCE: Duration = Duration::from_secs(60);

impl Server {
    /// Starts a server at a free port.
    pub(crate) fn start(options: &[&str]) -> Server {
        Server::start_in(std::env::temp_dir().to_str().unwrap(), options)
    }

    fn start_in(folder: &str, options: &[&str]) -> Server {
        let mut command = crate::grundy();
        command.args(["serve", "--port", "0", "--for", "120"]).args(options).current_dir(folder);
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split(['/', ' ']).find(|word| word.starts_with("127.")).unwrap();
        Server { process, address: address.to_owned() }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends these bytes and reads until the server closes the connection.
    fn raw(&self, bytes: &[u8]) -> Vec<u8> {
        let mut stream = self.connect();
        // The server may close before it has read all.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        answer
    }

    pub(crate) fn request(&self, line: &str, headers: &str, body: &str) -> Answer {
        let length = body.len();
        let text = format!(
            "{line} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}",
            self.address
        );
        Answer::of(&self.raw(text.as_bytes()))
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.request(&format!("GET {path}"), "", "")
    }

    /// Asks a question and waits for the answer.
    pub(crate) fn ask(&self, what: &str, parameters: &Value) -> Answer {
        self.request(&format!("POST /api/v1/{what}"), "", &parameters.to_string())
    }

    /// Sends a question and does not wait for the answer.
    fn send(&self, what: &str, parameters: &Value) -> TcpStream {
        let body = parameters.to_string();
        let mut stream = self.connect();
        write!(
            stream,
            "POST /api/v1/{what} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        stream
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Answer {
    fn of(bytes: &[u8]) -> Answer {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
        let end = end.unwrap_or_else(|| panic!("no answer: {:?}", String::from_utf8_lossy(bytes)));
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap().to_lowercase();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Answer { status, head, body: bytes[end + 4..].to_vec() }
    }

    /// The document in it.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

/// What a command prints with `--json`.
fn printed(words: &[&str]) -> Value {
    let output = crate::grundy().args(words).arg("--json").output();
    serde_json::from_slice(&output.unwrap().stdout).unwrap()
}

/// Work that goes on until a limit stops it: a game of many coordinates, which nothing but the
/// definition answers.
fn endless() -> Value {
    let rule = "[a, b, c, d, e] -> [a-k, b, c, d, e] for k in 1..a if k != c | [a, b-k, c, d, e] for k in 1..b if k != a \
                | [a, b, c-k, d+1, e] for k in 1..c if d < 100 | [a, b, c, d-1, e-k] for k in 1..e if k != b";
    json!({"game": rule, "position": "40,40,40,40,40"})
}

#[test]
fn answers_are_those_of_the_commands() {
    let server = Server::start(&[]);
    for (what, parameters, words) in [
        ("value", json!({"game": "nim", "position": "5 7 8 9 10"}), "value nim 5 7 8 9 10"),
        ("value", json!({"position": "nim[3] + wythoff[3,5]"}), "value nim[3]+wythoff[3,5]"),
        (
            "value",
            json!({"game": "nim", "position": "1 1", "misere": true}),
            "value nim 1 1 --misere",
        ),
        ("value", json!({"game": "cram", "position": "3x4"}), "value cram 3x4"),
        ("value", json!({"game": "nim", "position": "cram[2x3] + [4]"}), "value nim cram[2x3]+[4]"),
        ("moves", json!({"position": "cram[2x3] + nim[5]"}), "moves cram[2x3]+nim[5]"),
        (
            "moves",
            json!({"game": "cram", "position": "3x4 + nim[9]", "most": 1}),
            "moves cram 3x4+nim[9] --most 1",
        ),
        ("explain", json!({"game": "cram", "position": "2x3 + nim[5]"}), "explain cram 2x3+nim[5]"),
        ("moves", json!({"game": "wythoff", "position": "20,31"}), "moves wythoff 20,31"),
        (
            "moves",
            json!({"game": "nim", "position": "9 9 9", "most": 2}),
            "moves nim 9 9 9 --most 2",
        ),
        ("moves", json!({"game": "cram", "position": "####/##.."}), "moves cram ####/##.."),
        ("table", json!({"game": "lasker"}), "table lasker"),
        (
            "table",
            json!({"game": "wythoff", "from": "2,3", "to": "6"}),
            "table wythoff --from 2,3 --to 6",
        ),
        (
            "table",
            json!({"game": "cutting", "from": "2", "to": "8", "outcomes": true}),
            "table cutting --from 2 --to 8 --outcomes",
        ),
        (
            "table",
            json!({"game": "[a,b,c]->[a-1,b,c]|[a,b-1,c+1]|[a,b,c-2]", "from": "1,0,2", "to": "3"}),
            "table [a,b,c]->[a-1,b,c]|[a,b-1,c+1]|[a,b,c-2] --from 1,0,2 --to 3",
        ),
        ("pattern", json!({"game": "S{1,2}", "to": "100"}), "pattern S{1,2} --to 100"),
        ("prove", json!({"game": "lasker"}), "prove lasker"),
        ("prove", json!({"game": "kayles", "misere": true}), "prove kayles --misere"),
        ("prove", json!({"game": "0.6", "to": "200"}), "prove 0.6 --to 200"),
        ("explain", json!({"game": "kayles", "position": "5"}), "explain kayles 5"),
        ("explain", json!({"game": "kayles"}), "explain kayles"),
        ("code", json!({"game": "half", "lang": "python"}), "code half --lang python"),
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        let answer = server.ask(what, &parameters);
        assert_eq!((answer.status, answer.json()), (200, printed(&words)), "{what} {parameters}");
    }
    assert_eq!(server.get("/api/v1/games").json(), printed(&["games"]));
    let by_get = server.get("/api/v1/value?game=nim&position=5+7");
    assert_eq!(by_get.json(), printed(&["value", "nim", "5", "7"]));
}

#[test]
fn a_table_in_bytes_has_the_same_values() {
    let server = Server::start(&[]);
    let three = "[a, b, c] -> [a-1, b, c] | [a, b-1, c+1] | [a, b, c-k] for k in 1..c";
    let bounded = "[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b if k != 3";
    for (game, from, to) in [
        ("wythoff", "0", "40"),
        ("wythoff", "7,3", "20,50"),
        ("cutting", "1", "20"),
        (three, "2,3,0", "8,3,9"),
        (three, "2,0,1", "2,30,1"),
        (three, "2,1,1", "2,1,1"),
        (bounded, "5,0", "9,300"),
        ("kayles", "0", "100"),
        ("nim", "250", "270"),
        ("nim", "65530", "65540"),
    ] {
        for outcomes in [false, true] {
            let mut asked = json!({"game": game, "from": from, "to": to, "outcomes": outcomes});
            let plain = server.ask("table", &asked).json();
            asked["format"] = json!("binary");
            let bytes = server.ask("table", &asked).body;
            let number = |at: usize, width: usize| -> u64 {
                bytes[at..at + width]
                    .iter()
                    .rev()
                    .fold(0, |number, &byte| number << 8 | u64::from(byte))
            };
            let width = usize::from(bytes[4]);
            assert_eq!(&bytes[..4], b"GRT1");
            let ends = ["from", "to"].map(|end| plain[end].as_array().unwrap());
            let count = ends[0].len();
            let mut axes: Vec<usize> =
                (0..count).filter(|&axis| count <= 2 || ends[0][axis] != ends[1][axis]).collect();
            if axes.is_empty() {
                axes.push(count - 1);
            }
            assert_eq!(usize::from(bytes[5]), axes.len());
            assert_eq!(bytes[6] == 1, plain["shows"] == "outcome");
            assert_eq!(number(8, 8).to_string(), ends[0][axes[0]]);
            let cells = plain["cells"].as_array().unwrap();
            assert_eq!(number(24, 4) * number(28, 4), cells.len() as u64);
            assert_eq!(bytes.len(), 32 + width * cells.len());
            let most = u64::MAX >> (64 - 8 * width);
            for (index, cell) in cells.iter().enumerate() {
                let value = match number(32 + index * width, width) {
                    value if outcomes => ["P", "N"][value as usize].to_owned(),
                    value if value == most => "win".to_owned(),
                    value if value == most - 1 => "over".to_owned(),
                    value => value.to_string(),
                };
                assert_eq!(cell, &json!(value), "{game} {from} {index}");
            }
        }
    }
}

#[test]
fn a_game_is_played_to_its_end() {
    let server = Server::start(&[]);
    // By the hints from a won position: the opponent never errs, and loses.
    let mut position = "3 5 7".to_owned();
    for _ in 0..20 {
        let why = server.ask("explain", &json!({"game": "nim", "position": position})).json();
        let steps = why["steps"].as_array().unwrap();
        let made = steps.iter().find_map(|step| step["move"].as_str()).unwrap().to_owned();
        let asked = json!({"game": "nim", "position": position, "move": made});
        let mine = server.ask("turn", &asked).json();
        if mine["ended"] == true {
            assert_eq!(mine["mover_wins"], false);
            return;
        }
        let asked = json!({"game": "nim", "position": mine["position"], "opponent": true});
        let turn = server.ask("turn", &asked).json();
        assert!(
            turn["answer"].is_string()
                && turn["moves"].as_array().is_some_and(|all| !all.is_empty())
        );
        position = turn["position"].as_str().unwrap().to_owned();
    }
    panic!("the game goes on");
}

#[test]
fn mistakes_have_their_place_and_their_mend() {
    // A rule that grows is found out after a million moves, which takes a slow machine a while.
    let server = Server::start(&["--time", "50"]);
    for (what, parameters, status, kind, at) in [
        ("rule", json!({"game": "[n] -> [n-k] fro k in 1..3"}), 400, "rule", Some((17, 18))),
        ("value", json!({"game": "wytoff", "position": "3,5"}), 400, "rule", Some((0, 6))),
        ("value", json!({"game": "nim", "position": "5 -7"}), 400, "position", Some((2, 3))),
        ("value", json!({"game": "nim"}), 400, "request", None),
        ("value", json!({"game": "nim", "position": "5", "colour": "red"}), 400, "request", None),
        ("value", json!({"game": "[n] -> [n]", "position": "5"}), 400, "rule", Some((7, 10))),
        ("value", json!({"game": "[n] -> [n+1]", "position": "5"}), 400, "rule", Some((7, 12))),
        ("turn", json!({"game": "nim", "position": "5", "move": "5 -> 9"}), 400, "move", None),
        (
            "turn",
            json!({"game": "nim", "position": "5", "move": "6 -> 1"}),
            400,
            "move",
            Some((0, 2)),
        ),
        ("rule", json!({"game": "cram[3x5] + nim[4]"}), 400, "rule", Some((0, 18))),
        ("rule", json!({"game": "cram"}), 400, "board", None),
        ("turn", json!({"position": "cram[3x5] + nim[4]"}), 400, "request", None),
        ("turn", json!({"game": "cram", "position": "3x5"}), 400, "rule", Some((0, 4))),
        ("graph", json!({"game": "cram", "position": "3x5"}), 400, "rule", Some((0, 4))),
        ("value", json!({"position": "cram[3x5] + nim[4]", "misere": true}), 400, "request", None),
        ("moves", json!({"position": "cram[3x5 + nim[4]"}), 400, "position", Some((11, 12))),
        ("table", json!({"game": "wythoff", "to": "100000"}), 413, "request", None),
        ("table", json!({"game": "nim", "to": "3,4"}), 400, "request", None),
        ("table", json!({"game": "nim", "from": "9", "to": "3"}), 400, "request", None),
        ("nothing", json!({}), 404, "missing", None),
        ("games", json!({}), 405, "request", None),
        ("jobs/0123", json!({}), 405, "request", None),
        ("jobs/%ff/answer", json!({}), 405, "request", None),
    ] {
        let answer = server.ask(what, &parameters);
        let error = &answer.json()["error"];
        assert_eq!(
            (answer.status, &error["kind"]),
            (status, &json!(kind)),
            "{what} {parameters}: {error}"
        );
        let place = &error["place"];
        let found = place["start"].as_u64().zip(place["end"].as_u64());
        assert_eq!(found, at, "{what} {parameters}: {error}");
    }
    for what in ["turn", "graph", "prove"] {
        let error = &server.ask(what, &json!({"game": "cram"})).json()["error"];
        let help = error["help"].as_str().unwrap();
        assert!(help.contains("answer about boards") && !help.contains("grundy "), "{help}");
    }
    // Names of jobs that are no text are names of none.
    let unknown = server.get("/api/v1/jobs/%ff");
    assert_eq!((unknown.status, &unknown.json()["error"]["kind"]), (404, &json!("missing")));
    // What the library for HTTP refuses has no body.
    let long = server.get(&format!("/api/v1/value?game=nim&position={}", "1".repeat(70_000)));
    assert_eq!((long.status, &long.body[..]), (414, &b""[..]));
    for body in ["", "{", "[]", "7", "{\"game\": 7}", "\u{0}"] {
        assert_eq!(server.request("POST /api/v1/value", "", body).status, 400, "{body}");
    }
    assert_eq!(server.get("/api/v1/value?game=nim&position=5&most=x").status, 400);
    assert_eq!(server.request("POST /api/v1/value", "", &" ".repeat(70_000)).status, 413);
}

#[test]
fn limits_stop_the_work_and_are_named() {
    let quick = Server::start(&["--time", "0.2"]);
    let answer = quick.ask("value", &endless());
    assert_eq!((answer.status, &answer.json()["error"]["limit"]), (422, &json!("time")));
    let small = Server::start(&["--memory", "1M", "--positions", "100000"]);
    let answer = small.ask("table", &json!({"game": "wythoff", "to": "300"}));
    assert_eq!((answer.status, &answer.json()["error"]["limit"]), (422, &json!("memory")));
    let mut asked = endless();
    asked["position"] = json!("9,9,9,9,9");
    let answer = Server::start(&["--positions", "1000"]).ask("value", &asked);
    assert_eq!((answer.status, &answer.json()["error"]["limit"]), (422, &json!("positions")));
    // What needs little is still answered.
    assert_eq!(small.ask("value", &json!({"game": "nim", "position": "5"})).status, 200);
}

/// Asks until the answer has this status.
fn until(server: &Server, status: u16) -> Answer {
    let start = Instant::now();
    loop {
        let answer = server.ask("value", &json!({"game": "nim", "position": "5"}));
        if answer.status == status {
            return answer;
        }
        assert!(start.elapsed() < PATIENCE, "still {} and not {status}", answer.status);
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_full_queue_refuses_and_closed_connections_free_their_work() {
    let server = Server::start(&["--waiting", "0", "--time", "100"]);
    // A machine of one core shares it between quick and long questions.
    let cores = std::thread::available_parallelism().unwrap().get().max(2);
    let busy: Vec<TcpStream> = (0..cores).map(|_| server.send("value", &endless())).collect();
    let refused = until(&server, 429);
    assert!(refused.head.contains("\r\nretry-after: "), "{}", refused.head);
    assert_eq!(refused.json()["error"]["kind"], "busy");
    // The work would take a hundred seconds, far longer than this waits.
    drop(busy);
    until(&server, 200);
}

#[test]
fn long_work_is_a_job_that_is_watched_fetched_and_stopped() {
    let server = Server::start(&["--time", "0.1", "--waiting", "3"]);
    let mut asked = json!({"ask": "table", "game": "wythoff", "to": "30"});
    let started = server.ask("jobs", &asked);
    assert_eq!(started.status, 202);
    let path = format!("/api/v1/jobs/{}", started.json()["job"].as_str().unwrap());
    let events = server.get(&format!("{path}/events"));
    assert!(events.head.contains("content-type: text/event-stream"), "{}", events.head);
    assert!(events.text().contains("event: done\ndata: {"), "{}", events.text());
    assert_eq!(server.get(&path).json()["state"], "answered");
    asked.as_object_mut().unwrap().remove("ask");
    // Not this one, which on a busy machine may not answer in a tenth of a second.
    let direct = Server::start(&[]).ask("table", &asked).json();
    assert_eq!(server.get(&format!("{path}/answer")).json(), direct);
    assert_eq!(server.request(&format!("DELETE {path}"), "", "").status, 204);
    assert_eq!(server.get(&path).status, 404);

    let mut asked = endless();
    asked["ask"] = json!("value");
    // Stopped by request, by whoever watched going away, and kept all the same.
    for keep in [false, true] {
        asked["keep"] = json!(keep);
        let job = server.ask("jobs", &asked).json()["job"].as_str().unwrap().to_owned();
        let path = format!("/api/v1/jobs/{job}");
        assert_eq!(server.get(&format!("{path}/answer")).status, 404);
        let mut watching = server.connect();
        write!(watching, "GET {path}/events HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
        let mut first = [0; 12];
        watching.read_exact(&mut first).unwrap();
        assert_eq!(&first, b"HTTP/1.1 200");
        drop(watching);
        if keep {
            assert_ne!(server.get(&path).json()["state"], "failed");
            assert_eq!(server.request(&format!("DELETE {path}"), "", "").status, 204);
            continue;
        }
        let start = Instant::now();
        while server.get(&path).json()["state"] != "failed" {
            assert!(start.elapsed() < PATIENCE, "nobody watches and it goes on");
        }
        let error = server.get(&format!("{path}/answer")).json();
        assert_eq!(error["error"]["limit"], "cancelled");
    }
    // The cores are free again.
    until(&server, 200);
    assert_eq!(server.ask("jobs", &json!({"game": "nim"})).status, 400);
}

#[test]
fn jobs_leave_room_for_questions() {
    let server = Server::start(&[]);
    let mut asked = endless();
    asked["ask"] = json!("value");
    let statuses: Vec<u16> = (0..20).map(|_| server.ask("jobs", &asked).status).collect();
    assert_eq!(statuses, [[202; 16].as_slice(), &[429; 4]].concat());
    assert_eq!(server.ask("value", &json!({"game": "nim", "position": "5"})).status, 200);
}

#[test]
fn what_is_no_request_harms_nobody() {
    let server = Server::start(&[]);
    let mut dice = 0x2545_f491_4f6c_dd1d_u64;
    for length in [1, 10, 100, 5000, 200_000] {
        let mut noise: Vec<u8> = (0..length)
            .map(|_| {
                dice ^= dice << 13;
                dice ^= dice >> 7;
                dice ^= dice << 17;
                dice as u8
            })
            .collect();
        noise.extend(b"\r\n\r\n");
        let answer = server.raw(&noise);
        assert!(answer.is_empty() || answer.starts_with(b"HTTP/1.1 4"), "{length}");
    }
    let stalled: Vec<TcpStream> = (0..100)
        .map(|index| {
            let mut stream = server.connect();
            let half = [
                "",
                "GET / HT",
                "POST /api/v1/value HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{",
            ];
            stream.write_all(half[index % 3].as_bytes()).unwrap();
            stream
        })
        .collect();
    // A head without end.
    let long = server.raw(&b"GET / HTTP/1.1\r\nX: ".repeat(20_000));
    assert!(long.is_empty() || long.starts_with(b"HTTP/1.1 4"));
    assert_eq!(server.ask("value", &json!({"game": "nim", "position": "5"})).status, 200);
    drop(stalled);
    let half = server.connect();
    half.shutdown(Shutdown::Write).unwrap();
    assert_eq!(server.get("/").status, 200);
}

#[test]
fn no_file_of_the_machine_is_read() {
    let folder = Folder::new("serve");
    fs::write(folder.file("secret.game"), "[n] -> [n-1] # hidden").unwrap();
    fs::write(folder.file("secret.txt"), "a b\n").unwrap();
    let server = Server::start_in(folder.path().to_str().unwrap(), &[]);
    for path in [
        "/secret.game",
        "/../secret.game",
        "/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/page/main.js",
        "/api/v1/../../secret.game",
    ] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    for game in ["secret.game", "./secret.game", "secret.game(1)", "-", "/etc/passwd"] {
        let answer = server.ask("value", &json!({"game": game, "position": "5"}));
        assert_eq!(answer.status, 400, "{game}");
        assert!(!answer.text().contains("hidden"), "{game}");
    }
    // The file would be an edge of value 1.
    let asked = json!({"game": "arc-kayles", "position": "secret.txt"});
    let answer = server.ask("value", &asked);
    assert_eq!(answer.status, 400, "{}", answer.text());
}

#[test]
fn every_answer_carries_its_headers_and_strangers_are_refused() {
    let server = Server::start(&[]);
    for (path, content_type) in [
        ("/", "text/html; charset=utf-8"),
        ("/main.js", "text/javascript; charset=utf-8"),
        ("/style.css", "text/css; charset=utf-8"),
        ("/api/v1/games", "application/json"),
        ("/api/v1/openapi.json", "application/json"),
        ("/nothing", "application/json"),
    ] {
        let answer = server.get(path);
        for header in [
            &format!("content-type: {content_type}"),
            "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
        ] {
            assert!(answer.head.contains(header), "{path}: {header} is not in {}", answer.head);
        }
        assert!(!answer.head.contains("access-control-allow-origin"), "{path}");
    }
    let asks = |headers: &str| {
        let text = format!("GET / HTTP/1.1\r\n{headers}Connection: close\r\n\r\n");
        Answer::of(&server.raw(text.as_bytes())).status
    };
    assert_eq!(asks("Host: localhost\r\n"), 200);
    assert_eq!(asks("Host: evil.example\r\n"), 403);
    assert_eq!(asks("Host: localhost\r\nOrigin: http://evil.example\r\n"), 403);
    assert_eq!(asks(""), 400);
}

#[test]
fn a_taken_port_and_a_strange_address_are_told() {
    let server = Server::start(&[]);
    let port = server.address.rsplit(':').next().unwrap();
    for (options, message) in [
        (["--port", port], "cannot listen"),
        (["--host", "192.0.2.1"], "cannot listen"),
        (["--host", "here"], "invalid value"),
    ] {
        let mut command = crate::grundy();
        let output = command.args(["serve", "--for", "1"]).args(options).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(message) && output.status.code() == Some(2), "{said}");
    }
}

#[test]
fn messages_and_reasons_come_in_the_language_that_is_asked_for() {
    let server = Server::start(&[]);
    let chinese = "Accept-Language: zh-CN,zh;q=0.9,en;q=0.8\r\n";
    let told = |line: &str, headers: &str| {
        server.request(line, headers, "").json()["error"]["message"].as_str().unwrap().to_owned()
    };
    let (english, translated) = ("there is no game called `nimm`", "没有名为 `nimm` 的游戏");
    let wrong = "GET /api/v1/value?game=nimm&position=5";
    assert_eq!(told(wrong, ""), english);
    assert_eq!(told(wrong, chinese), translated);
    assert_eq!(told(&format!("{wrong}&language=zh"), ""), translated);
    assert_eq!(told(&format!("{wrong}&language=en"), chinese), english);
    let unknown = told(&format!("{wrong}&language=fr"), "");
    assert!(unknown.contains("`en`") && unknown.contains("`zh`"), "{unknown}");
    assert_eq!(told("GET /nowhere", chinese), "此路径下没有内容");
    // Who asks in another language later is answered in that.
    assert_eq!(told(wrong, ""), english);

    let question = json!({"game": "lasker", "position": "4 7", "language": "zh"});
    let reasons = server.ask("explain", &question).json();
    let reason = "这是拉斯克尼姆：G(4k+1) = 4k+1，G(4k+2) = 4k+2，G(4k+3) = 4k+4，G(4k+4) = 4k+3";
    assert_eq!(reasons["steps"][0]["reason"], reason);
    let mut job = question.clone();
    job["ask"] = json!("explain");
    let job = server.ask("jobs", &job).json()["job"].as_str().unwrap().to_owned();
    let start = Instant::now();
    loop {
        let answer = server.get(&format!("/api/v1/jobs/{job}/answer"));
        if answer.status == 200 {
            assert_eq!(answer.json(), reasons);
            break;
        }
        assert!(start.elapsed() < PATIENCE);
        std::thread::sleep(Duration::from_millis(20));
    }
}
