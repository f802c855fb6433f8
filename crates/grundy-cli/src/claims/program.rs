//! A program that is asked: positions on its standard input, a line each, answers on its standard
//! output, a word each.
//!
//! A run gets many positions and the end of the input behind them. A thread writes and a thread
//! reads, so that neither pipe can fill up and stop the other; the answers come through a channel,
//! which is waited on only until the time of the run is over.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use grundy::limits::{Limits, Stop};
use grundy::ruleset::Failure;

use super::{Claim, Claims};
use crate::language::say;

/// A program and how to run it.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    /// The program and its arguments.
    pub(crate) words: Vec<String>,
    /// The most time for one run.
    pub(crate) patience: Duration,
    /// Whether the number of positions goes before them.
    pub(crate) counted: bool,
}

/// Why there are no more answers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Breakdown {
    /// The formula has no value there.
    Fault(Failure),
    /// The program cannot be started.
    NotStarted(String),
    /// It was still running when its time was over.
    Hanging(Duration),
    /// It ended badly: with this status or signal, and these last words on standard error.
    Dead(String, String),
    /// One of these, at this position or before it, and the limit that kept the first from being found.
    Before(Box<Breakdown>, Stop),
    /// It ended well and has not answered everything.
    Silent,
    /// This is no answer.
    Garbage(String),
    /// It answers more often than it is asked, the first time so.
    TooMany(String),
    /// A limit of ours stopped the work.
    Stopped(Stop),
}

impl std::fmt::Display for Breakdown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Breakdown::Fault(failure) => {
                write!(f, "{}", say!("the formula has no value: {failure}", failure))
            }
            Breakdown::NotStarted(why) => {
                write!(f, "{}", say!("the program cannot be started: {why}", why))
            }
            Breakdown::Hanging(time) => {
                write!(
                    f,
                    "{}",
                    say!(
                        "the program was still running after {time} s",
                        time = time.as_secs_f64().to_string()
                    )
                )
            }
            Breakdown::Before(broke, _) => broke.fmt(f),
            Breakdown::Dead(status, words) if words.is_empty() => {
                write!(f, "{}", say!("the program ended with {status}", status))
            }
            Breakdown::Dead(status, words) => {
                write!(
                    f,
                    "{}",
                    say!("the program ended with {status}, saying: {words}", status, words)
                )
            }
            Breakdown::Silent => f.write_str(&say!("the program ended without an answer")),
            Breakdown::Garbage(word) => write!(
                f,
                "{}",
                say!(
                    "the program answered {word}, which is neither a number nor N, P, W or L",
                    word = format!("{word:?}")
                )
            ),
            Breakdown::TooMany(word) => {
                write!(
                    f,
                    "{}",
                    say!(
                        "the program answers more often than it is asked; then it says {word}",
                        word = format!("{word:?}")
                    )
                )
            }
            Breakdown::Stopped(stop) => stop.fmt(f),
        }
    }
}

/// Bytes of one answer at most.
const LONGEST_ANSWER: usize = 64;
/// Bytes that are read beyond those of the answers.
const MORE: u64 = 1 << 12;
/// Bytes of standard error that are kept, the last ones.
const LAST_WORDS: usize = 1 << 12;
/// Letters of its last line that are shown.
const LONGEST_LINE: usize = 200;
/// Between two looks at a program that has closed its output.
const PAUSE: Duration = Duration::from_millis(2);
const YEAR: Duration = Duration::from_secs(365 * 24 * 3600);
/// Between two looks at the limits.
const LOOK: Duration = Duration::from_millis(100);

/// Whether there is such a file; Windows finds `.exe` without being told.
fn is_program(path: &Path) -> bool {
    let mut ending = path.as_os_str().to_owned();
    ending.push(std::env::consts::EXE_SUFFIX);
    path.is_file() || Path::new(&ending).is_file()
}

impl Program {
    /// The program of a command line: words parted by spaces, quotes around what belongs together.
    /// Nothing if there is no such file and no such program on the path.
    pub(crate) fn of_command(mut self, line: &str) -> Option<Program> {
        self.words = split(line)?;
        let name = self.words.first()?;
        let there = match Path::new(name).components().count() > 1 || name.contains('/') {
            true => is_program(Path::new(name)),
            false => std::env::var_os("PATH").is_some_and(|path| {
                std::env::split_paths(&path).any(|at| is_program(&at.join(name)))
            }),
        };
        there.then_some(self)
    }

    /// Asks about all positions in one run. Where the program ends badly or hangs, shorter runs
    /// find the first position that makes it do so, as far as the limits allow.
    pub(crate) fn ask(&self, positions: &[Vec<i64>], limits: &Limits) -> Claims {
        let mut claims = self.run(positions, limits);
        if matches!(claims.broke, Some(Breakdown::Dead(..) | Breakdown::Hanging(_))) {
            // Asked about so many it answers; asked about so many it does not.
            let (mut well, mut badly) = (0, positions.len());
            while badly - well > 1 {
                let middle = well + (badly - well) / 2;
                let shorter = self.run(&positions[..middle], limits);
                match shorter.broke {
                    None => {
                        well = middle;
                        claims.made = shorter.made;
                    }
                    Some(Breakdown::Stopped(stop)) => {
                        let before = |broke| Breakdown::Before(Box::new(broke), stop);
                        claims.broke = claims.broke.map(before);
                        break;
                    }
                    Some(_) => {
                        badly = middle;
                        claims.broke = shorter.broke;
                    }
                }
            }
            claims.made.truncate(badly - 1);
        }
        claims
    }

    fn run(&self, positions: &[Vec<i64>], limits: &Limits) -> Claims {
        let broken = |broke| Claims { made: Vec::new(), broke: Some(broke) };
        let mut command = Command::new(&self.words[0]);
        command.args(&self.words[1..]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = match command.spawn() {
            Ok(child) => child,
            Err(error) => return broken(Breakdown::NotStarted(error.to_string())),
        };
        let most = positions.len().saturating_mul(LONGEST_ANSWER) as u64 + MORE;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return broken(Breakdown::NotStarted(say!("it has no standard streams")));
        };
        let started = write_all(stdin, self.input(positions))
            .and_then(|()| Ok((read_all(stdout, most)?, LastWords::of(stderr)?)));
        let (answers, words) = match started {
            Ok(started) => started,
            Err(error) => {
                let _ = child.kill();
                let _ = child.wait();
                return broken(Breakdown::NotStarted(error.to_string()));
            }
        };
        // A patience beyond what the clock can tell is a year of it.
        let now = Instant::now();
        let deadline = now.checked_add(self.patience).unwrap_or(now + YEAR);
        let (text, ended) = gather(&answers, deadline, limits);
        let (made, wrong) = claims(&text, positions.len());
        let stopped = ended.err().or_else(|| {
            let status = wait(&mut child, deadline, limits)?;
            (!status.success()).then(|| Breakdown::Dead(in_words(status), last_line(&words.said())))
        });
        // Whatever it still does is of no interest; that it is over already is no mistake.
        let _ = child.kill();
        let _ = child.wait();
        let unanswered = (made.len() < positions.len()).then_some(Breakdown::Silent);
        let broke = match stopped {
            Some(Breakdown::Hanging(_)) => Some(Breakdown::Hanging(self.patience)),
            other => other,
        };
        Claims { made, broke: wrong.or(broke).or(unanswered) }
    }

    fn input(&self, positions: &[Vec<i64>]) -> String {
        let mut text = match self.counted {
            true => format!("{}\n", positions.len()),
            false => String::new(),
        };
        for numbers in positions {
            let line: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            text.push_str(&line.join(" "));
            text.push('\n');
        }
        text
    }
}

/// The words of a command line; nothing if a quote is left open.
fn split(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for sign in line.chars() {
        match (quote, sign) {
            (Some(open), _) if sign == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(sign);
                word.get_or_insert_default();
            }
            (None, _) if sign.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(sign),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

fn write_all(mut to: impl Write + Send + 'static, text: String) -> io::Result<()> {
    let write = move || {
        // A program that does not read everything closes the pipe.
        let _ = to.write_all(text.as_bytes());
    };
    thread::Builder::new().spawn(write).map(drop)
}

fn read_all(from: impl Read + Send + 'static, most: u64) -> io::Result<Receiver<Vec<u8>>> {
    let (send, receive) = channel();
    let read = move || {
        let mut from = from.take(most);
        let mut buffer = [0; 1 << 12];
        while let Ok(length @ 1..) = from.read(&mut buffer) {
            if send.send(buffer[..length].to_vec()).is_err() {
                break;
            }
        }
    };
    thread::Builder::new().spawn(read)?;
    Ok(receive)
}

/// The end of what comes through a pipe, which is read to its end so that nobody who writes to it has to wait or dies.
struct LastWords {
    said: Arc<Mutex<Vec<u8>>>,
    /// Closed at the end of the stream.
    ended: Receiver<()>,
}

impl LastWords {
    fn of(mut from: impl Read + Send + 'static) -> io::Result<LastWords> {
        let said = Arc::new(Mutex::new(Vec::new()));
        let (end, ended) = channel();
        let kept = Arc::clone(&said);
        let read = move || {
            let _end: Sender<()> = end;
            let mut buffer = [0; LAST_WORDS];
            while let Ok(length @ 1..) = from.read(&mut buffer) {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend(&buffer[..length]);
                let before = kept.len().saturating_sub(LAST_WORDS);
                kept.drain(..before);
            }
        };
        thread::Builder::new().spawn(read)?;
        Ok(LastWords { said, ended })
    }

    /// What there is when the stream ends, which is not waited for if somebody else keeps it open.
    fn said(&self) -> Vec<u8> {
        let _ = self.ended.recv_timeout(LOOK);
        self.said.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// What comes until the end of the stream, and why the end was not reached.
fn gather(
    from: &Receiver<Vec<u8>>,
    deadline: Instant,
    limits: &Limits,
) -> (Vec<u8>, Result<(), Breakdown>) {
    let mut text = Vec::new();
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        match from.recv_timeout(left.min(LOOK)) {
            Ok(piece) => text.extend(piece),
            Err(RecvTimeoutError::Disconnected) => return (text, Ok(())),
            Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                return (text, Err(Breakdown::Hanging(Duration::ZERO)));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Err(stop) = limits.check() {
            return (text, Err(Breakdown::Stopped(stop)));
        }
    }
}

/// The status of a program that ends in time.
fn wait(child: &mut Child, deadline: Instant, limits: &Limits) -> Option<ExitStatus> {
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) if Instant::now() < deadline && limits.check().is_ok() => {
                std::thread::sleep(PAUSE);
            }
            _ => return None,
        }
    }
}

fn in_words(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => say!("exit status {code}", code),
        None => status.to_string(),
    }
}

/// The last line of what a program said, in which its reason stands; of a long one the beginning.
fn last_line(said: &[u8]) -> String {
    let text = String::from_utf8_lossy(said);
    let line = text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("").trim();
    match line.char_indices().nth(LONGEST_LINE) {
        Some((end, _)) => format!("{} ...", &line[..end]),
        None => line.to_owned(),
    }
}

/// The answers in a text to so many questions, and the first thing that is none.
fn claims(text: &[u8], asked: usize) -> (Vec<Claim>, Option<Breakdown>) {
    let text = String::from_utf8_lossy(text);
    let mut made = Vec::new();
    for word in text.split_ascii_whitespace() {
        let shown = || word.chars().take(LONGEST_ANSWER).collect();
        if made.len() == asked {
            return (made, Some(Breakdown::TooMany(shown())));
        }
        match Claim::read(word) {
            Some(claim) => made.push(claim),
            None => return (made, Some(Breakdown::Garbage(shown()))),
        }
    }
    (made, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_line_is_split_at_spaces_outside_quotes() {
        let split = |line| split(line).map(|words| words.join("|"));
        assert_eq!(split("python3  a.py").as_deref(), Some("python3|a.py"));
        assert_eq!(split("sh -c 'cat | tr 1 2' \"\" x").as_deref(), Some("sh|-c|cat | tr 1 2||x"));
        assert_eq!(split("echo 'a").as_deref(), None);
        assert_eq!(split("").as_deref(), Some(""));
    }
}
