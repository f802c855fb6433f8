//! The server under load: 64 clients for a minute, most of them good, the others not.
//!
//! Good clients ask small questions one after the other, each on a connection of its own, and their
//! times are kept. Beside them are rules that never end, tables that cannot fit, large tables that
//! nobody reads, connections that stall and vanish, and bytes that are no request. At the end all go away
//! at once, and the server's processor time in the second after next says whether work has stayed. All
//! traffic goes to this machine's own loopback address. Figures of memory and time are those of Linux.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};

use super::milliseconds;
use crate::programs::grundy;

/// How long the load lasts.
const LASTS: Duration = Duration::from_secs(60);
/// A client that hears nothing for so long gives up, which is a failure for a good one.
const PATIENCE: Duration = Duration::from_secs(30);
/// The memory that the server may take.
const BOUND: u64 = 1 << 30;

/// The clients, by what they do.
const CLIENTS: [(Client, usize); 6] = [
    (Client::Good, 40),
    (Client::Endless, 8),
    (Client::TooLarge, 4),
    (Client::Unread, 4),
    (Client::Stalling, 4),
    (Client::Noise, 4),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Client {
    Good,
    Endless,
    TooLarge,
    Unread,
    Stalling,
    Noise,
}

/// Questions that good clients ask, in turn.
const GOOD: [(&str, &str); 6] = [
    ("value", r#"{"game": "nim", "position": "5 7 8 9 10"}"#),
    ("moves", r#"{"game": "wythoff", "position": "20,31"}"#),
    ("explain", r#"{"game": "kayles", "position": "12 9"}"#),
    ("table", r#"{"game": "[n] -> [n-k] for k in {1,3,4}", "to": "100"}"#),
    ("rule", r#"{"game": "[n] -> [a] + [n-1-a] for a in 0..n-1"}"#),
    ("turn", r#"{"game": "nim", "position": "3 5 7", "opponent": true}"#),
];

const ENDLESS: &str = r#"{"game": "[a, b, c, d, e] -> [a-k, b, c, d, e] for k in 1..a | [a, b-k, c, d, e] for k in 1..b | [a, b, c-k, d+1, e] for k in 1..c if d < 100 | [a, b, c, d-1, e-k] for k in 1..e", "position": "40,40,40,40,40"}"#;
const TOO_LARGE: &str = r#"{"game": "wythoff", "to": "1000000"}"#;
const UNREAD: &str = r#"{"game": "wythoff", "to": "1500", "format": "binary"}"#;

/// What became of the clients.
#[derive(Default)]
struct Tally {
    over: AtomicBool,
    refused: AtomicU64,
    failed: AtomicU64,
    bad: AtomicU64,
}

struct Server {
    process: Child,
    address: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

pub(super) fn run(_: &[String]) -> Result<bool> {
    let server = start()?;
    let tally = Tally::default();
    let times = thread::scope(|scope| {
        let mut clients = Vec::new();
        for (client, count) in CLIENTS {
            for index in 0..count {
                let (server, tally) = (&server, &tally);
                clients.push(scope.spawn(move || act(client, index, &server.address, tally)));
            }
        }
        thread::sleep(LASTS);
        tally.over.store(true, Ordering::Relaxed);
        clients.into_iter().filter_map(|client| client.join().ok()).flatten().collect::<Vec<_>>()
    });
    thread::sleep(Duration::from_secs(1));
    let before = processor_time(&server)?;
    thread::sleep(Duration::from_secs(1));
    let after = processor_time(&server)?;
    let peak = memory(&server)?;
    let mut times = times;
    times.sort_unstable();
    ensure!(!times.is_empty(), "no good question was answered");
    let at = |part: usize| milliseconds(times[(times.len() - 1) * part / 1000]);
    let count = |count: &AtomicU64| count.load(Ordering::Relaxed);
    println!("serve: 64 clients for {} s, 40 of them good; wall time in ms", LASTS.as_secs());
    println!("good questions answered      {:>9}", times.len());
    println!("  median                     {:>9}", at(500));
    println!("  99th percentile            {:>9}", at(990));
    println!("  slowest                    {:>9}", at(1000));
    println!("  refused by a full queue    {:>9}", count(&tally.refused));
    println!("  without an answer          {:>9}", count(&tally.failed));
    println!("others' attempts             {:>9}", count(&tally.bad));
    println!("largest memory, MiB          {:>9}  bound {}", peak >> 20, BOUND >> 20);
    println!("ticks used when all are gone {:>9}\n", after - before);
    ensure!(peak < BOUND, "the server took more memory than it may");
    ensure!(count(&tally.failed) == 0, "good questions were not answered");
    Ok(true)
}

fn start() -> Result<Server> {
    let mut command = Command::new(grundy()?.path());
    command.args(["serve", "--port", "0", "--for", "300"]);
    let mut process = command.stdout(Stdio::piped()).spawn()?;
    let out = process.stdout.take().context("the server has no output")?;
    let mut line = String::new();
    BufReader::new(out).read_line(&mut line)?;
    let address = line.split('/').find(|word| word.starts_with("127."));
    let address = address.context("the server does not say where it is")?.to_owned();
    Ok(Server { process, address })
}

/// Does what this client does until it is over; the times of its good questions.
fn act(client: Client, index: usize, address: &str, tally: &Tally) -> Vec<Duration> {
    let mut times = Vec::new();
    let mut turn = index;
    while !tally.over.load(Ordering::Relaxed) {
        turn += 1;
        if client != Client::Good {
            // Whatever happens to them is right, as long as the good are answered.
            let _ = harm(client, turn, address, tally);
            tally.bad.fetch_add(1, Ordering::Relaxed);
            continue;
        }
        let start = Instant::now();
        let (what, body) = GOOD[turn % GOOD.len()];
        match ask(address, what, body) {
            Ok(200) => times.push(start.elapsed()),
            Ok(429) => {
                tally.refused.fetch_add(1, Ordering::Relaxed);
                thread::sleep(Duration::from_millis(200));
            }
            _ => {
                tally.failed.fetch_add(1, Ordering::Relaxed);
            }
        }
        thread::sleep(Duration::from_millis(50));
    }
    times
}

fn harm(client: Client, turn: usize, address: &str, tally: &Tally) -> Result<()> {
    match client {
        Client::Endless => {
            let mut stream = send(address, "value", ENDLESS)?;
            // Some wait for their answer, some close the tab.
            match turn % 2 {
                0 => read(&mut stream).map(|_| ())?,
                _ => wait(tally, Duration::from_millis(700)),
            }
        }
        Client::TooLarge => {
            ask(address, "table", TOO_LARGE)?;
            wait(tally, Duration::from_millis(20));
        }
        Client::Unread => {
            let mut stream = send(address, "table", UNREAD)?;
            let mut little = [0; 100];
            let _ = stream.read(&mut little)?;
            wait(tally, Duration::from_secs(5));
        }
        Client::Stalling => {
            let mut stream = connect(address)?;
            stream.write_all(b"POST /api/v1/value HTTP/1.1\r\nHost: loc")?;
            wait(tally, Duration::from_secs(1 + turn as u64 % 12));
        }
        Client::Noise | Client::Good => {
            let mut noise = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(turn as u64 + 1);
            let bytes: Vec<u8> = (0..4096)
                .map(|_| {
                    noise ^= noise << 13;
                    noise ^= noise >> 7;
                    noise ^= noise << 17;
                    noise as u8
                })
                .collect();
            let mut stream = connect(address)?;
            stream.write_all(&bytes)?;
            wait(tally, Duration::from_millis(20));
        }
    }
    Ok(())
}

/// Waits, unless it is over before.
fn wait(tally: &Tally, time: Duration) {
    let end = Instant::now() + time;
    while Instant::now() < end && !tally.over.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(20));
    }
}

fn connect(address: &str) -> Result<TcpStream> {
    let stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

fn send(address: &str, what: &str, body: &str) -> Result<TcpStream> {
    let mut stream = connect(address)?;
    let length = body.len();
    write!(
        stream,
        "POST /api/v1/{what} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
    )?;
    Ok(stream)
}

fn read(stream: &mut TcpStream) -> Result<u16> {
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    let head = String::from_utf8_lossy(&answer[..answer.len().min(40)]).into_owned();
    head.split(' ').nth(1).and_then(|status| status.parse().ok()).context("no status")
}

fn ask(address: &str, what: &str, body: &str) -> Result<u16> {
    read(&mut send(address, what, body)?)
}

/// The largest resident memory so far, in bytes.
fn memory(server: &Server) -> Result<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", server.process.id()))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    Ok(kilobytes.context("no VmHWM")? << 10)
}

/// User and system time so far, in the kernel's ticks.
fn processor_time(server: &Server) -> Result<u64> {
    let line = fs::read_to_string(format!("/proc/{}/stat", server.process.id()))?;
    let fields = line.rsplit_once(") ").context("no fields")?.1;
    let fields = fields.split(' ').skip(11).take(2).map(str::parse::<u64>);
    Ok(fields.collect::<Result<Vec<u64>, _>>()?.iter().sum())
}
