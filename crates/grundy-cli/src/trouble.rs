//! What can go wrong with a command: its message and its exit status.

use std::collections::BTreeSet;
use std::fmt;
use std::io;
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::time::Duration;

use ariadne::{Color, Config, IndexType, Label, Report, ReportKind, Source};
use grundy::games::{Opened, open};
use grundy::language::{Language, Message};
use grundy::limits::{Limits, Stop};
use grundy::rule::{Component, RuleError, Rules, Span};
use grundy::ruleset::{Failure, Fault, Ruleset as _};

use crate::language::{message, now, reason, say, speak};

/// Why a command has no answer.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// Bad input: the message, ready to print.
    Input(String),
    /// A limit stopped the work.
    Limit(String),
    /// Whoever read the output has stopped reading.
    ClosedPipe,
}

impl Trouble {
    pub(crate) fn exit_status(&self) -> u8 {
        match self {
            Trouble::ClosedPipe => 0,
            Trouble::Input(_) => 2,
            Trouble::Limit(_) => 3,
        }
    }

    /// A mistake in a rule or a position, shown with its place; `origin` says where the text is
    /// from.
    pub(crate) fn of_rule(error: &RuleError, origin: &str) -> Trouble {
        Trouble::Input(shown(error, origin))
    }

    /// A message without a place.
    pub(crate) fn input(message: &Message, help: Option<&Message>) -> Trouble {
        Trouble::Input(plain(message, help))
    }

    /// What a rule says and hardly means, ready to print; `source` is its text.
    pub(crate) fn doubt(doubt: &RuleError, source: &str) -> String {
        let place = place_in(source, doubt.span);
        let warning = say!("warning");
        let kind = ReportKind::Custom(&warning, Color::Yellow);
        let told = (&doubt.message, &message!("here"), doubt.help.as_ref());
        drawn(kind, source, &say!("the rule"), place, told)
    }

    /// A file that is of no use. Only one that is a damaged one of its kind may be removed: another may be dear to
    /// somebody.
    pub(crate) fn of_file(path: &Path, error: &dyn fmt::Display, damaged: bool) -> Trouble {
        let (path, error) = (path.display(), error.to_string());
        Trouble::Input(match damaged {
            true => say!(
                "error: {path}: {error}\n  help: name another file, or remove this one to start anew",
                path,
                error
            ),
            false => say!("error: {path}: {error}\n  help: name another file", path, error),
        })
    }

    /// A limit that was reached.
    pub(crate) fn of_stop(stop: Stop) -> Trouble {
        Trouble::Limit(stopped(stop))
    }

    /// A limit that was reached, and what was proved before it.
    pub(crate) fn after_proof(message: &str, proved: &str) -> Trouble {
        Trouble::Limit(say!("{message}\n  proved: {proved}", message, proved))
    }

    /// The same trouble with more lines.
    pub(crate) fn with(self, lines: &str) -> Trouble {
        let longer = |text: String| format!("{text}\n{lines}");
        match self {
            Trouble::Input(text) => Trouble::Input(longer(text)),
            Trouble::Limit(text) => Trouble::Limit(longer(text)),
            Trouble::ClosedPipe => Trouble::ClosedPipe,
        }
    }

    /// A question that has no answer; `games` are those it was about.
    pub(crate) fn of_failure(failure: &Failure, games: &[Opened]) -> Trouble {
        match failure {
            Failure::Stop(stop) => Trouble::of_stop(*stop),
            Failure::Fault(Fault { too_much: true, .. }) => {
                Trouble::Limit(Told::of(failure, games).drawn())
            }
            _ => Trouble::Input(Told::of(failure, games).drawn()),
        }
    }
}

/// The time to see whether a rule that may be meant comes to an end.
const ENDS_SOON: Duration = Duration::from_millis(100);

/// What is wrong with a question, before it is put on a terminal or into a document.
pub(crate) struct Told {
    /// What happened.
    pub(crate) message: Message,
    /// What to do about it.
    pub(crate) help: Option<Message>,
    /// The rule, and the bytes of it that are meant.
    pub(crate) place: Option<(String, Range<usize>)>,
    /// What stands at the place.
    label: Message,
}

impl Told {
    /// Why a question about these games has no answer.
    pub(crate) fn of(failure: &Failure, games: &[Opened]) -> Told {
        let told = |label, place, help| Told { message: failure.message(), help, place, label };
        match failure {
            Failure::Cycle(cycle) => {
                let comes = message!(
                    "Grundy values need a game that comes to an end; if the options are single \
                     components, `grundy moves GAME POSITION --loopy` says which moves win, draw or lose, \
                     `grundy table GAME --loopy` who wins where, \
                     and `grundy play --loopy GAME POSITION` plays it"
                );
                // The move back closes the circle.
                let back = cycle.last().zip(cycle.first());
                let place = place_of_step(back, games);
                // An option that changes nothing is mostly one that takes 0, or one of what is over.
                let ended = match &cycle[..] {
                    [only] => place.as_ref().and_then(|place| ended(only, place, games)),
                    _ => None,
                };
                let help = match &cycle[..] {
                    _ if let Some(rule) = ended => message!(
                        "{comes}; if there is no move there, say so by a condition: {rule}",
                        comes,
                        rule
                    ),
                    [only] if only.ends_with("[0]") => message!(
                        "if there is no move at 0, say so by a condition: [n] if n > 0 -> ..; an amount that is taken begins at 1, for k in 1..3; {comes}",
                        comes
                    ),
                    [_] if place.as_ref().is_some_and(takes_nothing) => message!(
                        "an amount that is taken begins at 1, for k in 1..3; {comes}",
                        comes
                    ),
                    _ => comes,
                };
                told(message!("this option leads back"), place, Some(help))
            }
            Failure::Growth { chain, endless, .. } => {
                let help = match endless {
                    true => message!(
                        "Grundy values need a game that comes to an end: bound what grows, as in \
                         [n+1] if n < 100"
                    ),
                    false => message!(
                        "so long a game is not followed: if the rule bounds what grows, ask about a \
                         position nearer to that; if not, write a bound, as in [n+1] if n < 100"
                    ),
                };
                let step = chain.first().zip(chain.get(1));
                told(message!("this option grows"), place_of_step(step, games), Some(help))
            }
            Failure::Fault(fault) => {
                let place = fault.place.clone().and_then(|place| place_in_games(place, games));
                let help = mend(fault, place.as_ref());
                let label = match fault.too_much {
                    true => message!("this is too much there"),
                    false => message!("this has no value there"),
                };
                told(label, place, help)
            }
            _ => told(message!(""), None, None),
        }
    }

    fn drawn(self) -> String {
        match (self.place, self.help) {
            (Some((source, place)), help) => {
                let told = (&self.message, &self.label, help.as_ref());
                drawn(error_kind(&say!("error")), &source, &say!("the rule"), place, told)
            }
            (None, help) => plain(&self.message, help.as_ref()),
        }
    }
}

/// What to do about what has no value at a place.
fn mend(fault: &Fault, place: Option<&(String, Range<usize>)>) -> Option<Message> {
    let (source, place) = place?;
    let typed = source.get(place.clone()).unwrap_or_default();
    if fault.too_much {
        return Some(message!("write a smaller range or set, or ask about smaller positions"));
    }
    never(typed).or_else(|| {
        // `2**k`, not a square.
        let is_power = typed.split("**").skip(1).any(|exponent| {
            exponent.trim_start().starts_with(|c: char| c.is_alphabetic() || c == '(')
        });
        Some(if is_power {
            message!("powers up to n are a set: for p in powers(2, n)")
        } else if typed.starts_with("fib(") {
            message!("the Fibonacci numbers up to n are a set: for f in fibs(n)")
        } else {
            message!("leave such positions out with `if` in time, as in `if b > 0 for k in 1..a/b`, or ask about smaller ones")
        })
    })
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Input(message) | Trouble::Limit(message) => f.write_str(message.trim_end()),
            Trouble::ClosedPipe => Ok(()),
        }
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Trouble::ClosedPipe,
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Trouble::Input(say!(
                "error: cannot write the answer: {error}",
                error = reason(&error)
            )),
            _ => Trouble::Input(say!("error: {error}", error = reason(&error))),
        }
    }
}

/// The rule with a condition by which the option at a place is there only where a coordinate is not 0, `[n] if n > 0 -> [n/2]`,
/// if near 0 that leaves out the moves which lead back to where they began, and nothing else.
fn ended(
    component: &str,
    (source, place): &(String, Range<usize>),
    games: &[Opened],
) -> Option<String> {
    let numbers: Vec<&str> =
        component.strip_prefix('[')?.strip_suffix(']')?.split(',').map(str::trim).collect();
    // A rule of one kind, on which there is no condition yet, on a line.
    let (head, _) = source.split_once("->").filter(|(_, rest)| !rest.contains("->"))?;
    let coords = head.trim().trim_start_matches("unordered").trim_start();
    let names: Vec<&str> =
        coords.strip_prefix('[')?.strip_suffix(']')?.split(',').map(str::trim).collect();
    let option = source.get(place.clone())?;
    let end =
        ["for", "if", "let"].iter().filter_map(|word| option.find(&format!(" {word} "))).min();
    // All options of a heap of 0, or this one where this number is 0.
    let at = match names.len() {
        1 => head.trim_end().len(),
        _ => place.start + end.unwrap_or(option.len()),
    };
    let typed = games.iter().find(|game| game.source == *source)?;
    let zeros = numbers.iter().zip(&names).filter(|(number, _)| **number == "0");
    let mut rules =
        zeros.map(|(_, name)| format!("{} if {name} > 0{}", &source[..at], &source[at..]));
    let rule = rules.find(|rule| {
        let written = open(rule);
        written.is_ok_and(|written| {
            leaves_out_what_leads_back(&typed.rules, &written.rules, names.len())
        })
    })?;
    (!rule.contains(['\n', '#'])).then(|| rule.trim().to_owned())
}

/// Coordinates up to these are tried, by how many a component has; of more there are too many.
const TRIED: [i64; 4] = [40, 30, 8, 4];

/// Whether near 0 the second rule has the options of the first but for those that lead back at once.
fn leaves_out_what_leads_back(first: &Rules, second: &Rules, arity: usize) -> bool {
    let Some(&most) = TRIED.get(arity - 1) else { return false };
    let limits = Limits::default().time(ENDS_SOON);
    let options = |rules: &Rules, component: &Component| {
        let mut found = BTreeSet::new();
        let all = rules.options(component, &limits, &mut |option| {
            found.insert(option.to_vec());
            ControlFlow::Continue(())
        });
        all.is_ok().then_some(found)
    };
    let mut coords = vec![0; arity];
    loop {
        // Where the order does not count, some are there in another one.
        if let Ok(component) = first.component(0, &coords) {
            let found = (options(first, &component), options(second, &component));
            let (Some(mut typed), Some(written)) = found else { return false };
            typed.retain(|option| !option.contains(&component));
            if typed != written {
                return false;
            }
        }
        // The next coordinates, as one counts.
        let Some(at) = coords.iter().rposition(|&coord| coord < most) else { return true };
        coords[at] += 1;
        coords[at + 1..].fill(0);
    }
}

/// Whether 0 is among the amounts of the option at a place, as in `[n-k] for k in 0..3`.
fn takes_nothing((source, place): &(String, Range<usize>)) -> bool {
    let option: String = source.get(place.clone()).unwrap_or_default().split_whitespace().collect();
    let Some((_, amounts)) = option.split_once('-').and_then(|(_, rest)| rest.split_once("for"))
    else {
        return false;
    };
    ["in0..", "in{0,", "in{0..", "in{0}"].iter().any(|begins| amounts.contains(begins))
}

/// The place of the option that leads from one component to another.
fn place_of_step(
    step: Option<(&String, &String)>,
    games: &[Opened],
) -> Option<(String, Range<usize>)> {
    let (from, to) = step?;
    games.iter().find_map(|opened| {
        let place = opened.rules.place_of_option(from, to)?;
        place_in_games(place, std::slice::from_ref(opened))
    })
}

/// A place with the text of the first game that has it.
fn place_in_games(place: Range<usize>, games: &[Opened]) -> Option<(String, Range<usize>)> {
    let opened = games.iter().find(|opened| opened.source.get(place.clone()).is_some())?;
    Some((opened.source.clone(), place))
}

fn stopped(stop: Stop) -> String {
    let help = match stop {
        Stop::Time => message!("allow more with --time SECONDS"),
        Stop::Memory { needed, .. } => {
            message!("allow more with --memory {size}", size = enough(needed))
        }
        Stop::GivenUp => message!("begin anew with more, --memory SIZE (as in --memory 8G)"),
        Stop::Positions(_) => message!("allow more with --positions N"),
        _ => return speak(&stop.message()),
    };
    say!("stopped: {stop}\n  help: {help}", stop, help)
}

/// A size of memory as it is typed that is enough for so many bytes, and 8G at least where a gigabyte is not.
pub(crate) fn enough(needed: u64) -> String {
    let most = needed.checked_next_power_of_two().unwrap_or(u64::MAX);
    match most >> 30 {
        0 => format!("{}M", (most >> 20).max(64)),
        gigabytes => format!("{}G", gigabytes.max(8)),
    }
}

/// A word as it is typed in a shell.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_,.+:/^=".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// Lines of more bytes are not shown with the place underlined.
const LONGEST_LINE: usize = 400;

fn error_kind(word: &str) -> ReportKind<'_> {
    ReportKind::Custom(word, Color::Red)
}

fn shown(error: &RuleError, origin: &str) -> String {
    let place = place_in(&error.source, error.span);
    let told = (&error.message, &message!("here"), error.help.as_ref());
    drawn(error_kind(&say!("error")), &error.source, origin, place, told)
}

/// A message without a place.
fn plain(message: &Message, help: Option<&Message>) -> String {
    match help {
        Some(help) => say!("error: {message}\n  help: {help}", message, help),
        None => say!("error: {message}", message),
    }
}

/// The bytes of a span that the text has.
fn place_in(source: &str, span: Span) -> Range<usize> {
    let start = span.start.min(source.len());
    start..span.end.clamp(start, source.len())
}

/// A text with the place underlined; `told` is the message, what stands at the place, and the help.
fn drawn(
    kind: ReportKind<'_>,
    source: &str,
    origin: &str,
    place: Range<usize>,
    (message, label, help): (&Message, &Message, Option<&Message>),
) -> String {
    if source.lines().any(|line| line.len() > LONGEST_LINE) {
        let at = place.start;
        return plain(&message!("{origin}, byte {at}: {message}", origin, at, message), help);
    }
    let coloured = anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never;
    let config = Config::default()
        .with_index_type(IndexType::Byte)
        .with_color(coloured)
        .with_underlines(true);
    let color = if let ReportKind::Custom(_, color) = kind { color } else { Color::Red };
    let mut report = Report::build(kind, (origin, place.clone()))
        .with_config(config)
        .with_message(speak(message))
        .with_label(Label::new((origin, place)).with_message(speak(label)).with_color(color));
    // The drawing has the word "Help" in English only.
    let english = now() == Language::English;
    if let Some(help) = help.filter(|_| english) {
        report = report.with_help(speak(help));
    }
    let mut text = Vec::new();
    if report.finish().write((origin, Source::from(source)), &mut text).is_err() {
        return plain(message, help);
    }
    let mut text = String::from_utf8_lossy(&text).into_owned();
    if !coloured {
        // The word at the head has a colour in any case.
        text = anstream::adapter::strip_str(&text).to_string();
    }
    if !english && let ReportKind::Custom(word, _) = kind {
        // So has it its colon, perhaps with the end of a colour behind it.
        text = text.replacen(&format!("{word}: "), &format!("{word}："), 1);
        text = text.replacen(&format!("{word}:\x1b[0m "), &format!("{word}：\x1b[0m"), 1);
    }
    if let Some(help) = help.filter(|_| !english) {
        text.push_str(&say!("  help: {help}", help));
    }
    text
}

/// What to do about a part of a rule that has no value whatever the position is, by its own constants.
fn never(typed: &str) -> Option<Message> {
    let constant = |text: &str| text.trim().trim_end_matches(')').trim().parse::<i64>().ok();
    if typed.rsplit_once("step").and_then(|(_, step)| constant(step)).is_some_and(|step| step < 1) {
        return Some(message!("ranges go upwards, in steps from 1 on: 1..n, 1..n step 2"));
    }
    let divides = typed.rsplit_once(['/', '%']).is_some_and(|(_, by)| constant(by) == Some(0));
    let last = typed.rsplit_once(',').and_then(|(_, last)| constant(last));
    let least = match typed.split('(').next() {
        Some("digits") => Some(2),
        Some("shl" | "shr") => Some(0),
        _ => None,
    };
    let is_below = last.zip(least).is_some_and(|(last, least)| last < least);
    let is_empty = ["max({})", "min({})", "max()", "min()"].contains(&typed);
    (divides || is_below || is_empty)
        .then(|| message!("no position gives this a value: write something else there"))
}

#[cfg(test)]
mod tests {
    use super::never;

    #[test]
    fn what_has_no_value_at_any_position_is_told_from_what_has_some() {
        for typed in ["1..n step 0", "n..1 step -1"] {
            assert!(never(typed).unwrap().to_string().contains("upwards"), "{typed}");
        }
        for typed in ["n/0", "n % 0", "max({})", "digits(n, 0)", "shl(n,-1)"] {
            assert!(never(typed).unwrap().to_string().contains("no position"), "{typed}");
        }
        for typed in [
            "n/m",
            "1..n step m",
            "max({k for k in 1..n})",
            "shl(1, n)",
            "digits(n-7, 10)",
            "shl(n, 9)",
        ] {
            assert_eq!(never(typed), None, "{typed}");
        }
    }
}
