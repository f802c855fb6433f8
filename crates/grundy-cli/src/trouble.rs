//! What can go wrong with a command: its message and its exit status.

use std::fmt;
use std::io::{self, IsTerminal as _};
use std::ops::Range;

use ariadne::{Color, Config, IndexType, Label, Report, ReportKind, Source};
use grundy::games::Opened;
use grundy::limits::Stop;
use grundy::rule::{RuleError, Span};
use grundy::ruleset::{Failure, Fault};

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

    /// What a rule says and hardly means, ready to print; `source` is its text.
    pub(crate) fn doubt(doubt: &RuleError, source: &str) -> String {
        let place = place_in(source, doubt.span);
        let kind = ReportKind::Custom("warning", Color::Yellow);
        drawn(kind, source, "the rule", place, &doubt.message, "here", doubt.help.as_deref())
    }

    /// A limit that was reached.
    pub(crate) fn of_stop(stop: Stop) -> Trouble {
        Trouble::Limit(stopped(stop))
    }

    /// A question that has no answer; `games` are those it was about.
    pub(crate) fn of_failure(failure: &Failure, games: &[Opened]) -> Trouble {
        match failure {
            Failure::Stop(stop) => Trouble::of_stop(*stop),
            Failure::Cycle(cycle) => {
                let help = "Grundy values need a game that comes to an end; if the options are single \
                            components, `grundy graph --rule GAME POSITION` says who wins, loses or \
                            draws";
                // The move back closes the circle.
                let back = cycle.last().zip(cycle.first());
                of_option(failure, back, games, "this option leads back", help)
            }
            Failure::Growth { chain, .. } => {
                let help = "the rule may never come to an end; if it does, bound what grows, as in: \
                            [n+1] if n < 100";
                of_option(
                    failure,
                    chain.first().zip(chain.get(1)),
                    games,
                    "this option grows",
                    help,
                )
            }
            Failure::Fault(fault) => Trouble::Input(faulted(fault, games)),
            _ => Trouble::Input(format!("error: {failure}")),
        }
    }
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
            _ => Trouble::Input(format!("error: {error}")),
        }
    }
}

/// What is wrong with an option, the one that leads between two components, at its place in the rule.
fn of_option(
    failure: &Failure,
    step: Option<(&String, &String)>,
    games: &[Opened],
    label: &str,
    help: &str,
) -> Trouble {
    let place = step.and_then(|(from, to)| {
        games.iter().find_map(|opened| {
            let place = opened.rules.place_of_option(from, to)?;
            opened.source.get(place.clone()).map(|_| (opened, place))
        })
    });
    Trouble::Input(match place {
        Some((opened, place)) => {
            let message = failure.to_string();
            drawn(ERROR, &opened.source, "the rule", place, &message, label, Some(help))
        }
        None => format!("error: {failure}\n  help: {help}"),
    })
}

fn stopped(stop: Stop) -> String {
    let help = match stop {
        Stop::Time => "allow more with --time SECONDS",
        Stop::Memory { .. } => "allow more with --memory SIZE (as in --memory 8G)",
        Stop::Positions(_) => "allow more with --positions N",
        _ => return stop.to_string(),
    };
    format!("stopped: {stop}\n  help: {help}")
}

/// A fault at a position, with the place in the rule where it is known.
fn faulted(fault: &Fault, games: &[Opened]) -> String {
    let message = format!("at {}: {}", fault.position, fault.message);
    let place = fault.place.clone();
    let source = games
        .iter()
        .map(|opened| opened.source.as_str())
        .find(|source| place.as_ref().is_some_and(|place| source.get(place.clone()).is_some()));
    match (place, source) {
        (Some(place), Some(source)) => {
            let help = "leave such positions out with `if`, or ask about smaller ones";
            drawn(ERROR, source, "the rule", place, &message, "this has no value there", Some(help))
        }
        _ => format!("error: {message}"),
    }
}

/// Lines of more bytes are not shown with the place underlined.
const LONGEST_LINE: usize = 400;

const ERROR: ReportKind<'static> = ReportKind::Custom("error", Color::Red);

fn shown(error: &RuleError, origin: &str) -> String {
    let place = place_in(&error.source, error.span);
    drawn(ERROR, &error.source, origin, place, &error.message, "here", error.help.as_deref())
}

/// The bytes of a span that the text has.
fn place_in(source: &str, span: Span) -> Range<usize> {
    let start = span.start.min(source.len());
    start..span.end.clamp(start, source.len())
}

fn drawn(
    kind: ReportKind<'_>,
    source: &str,
    origin: &str,
    place: Range<usize>,
    message: &str,
    label: &str,
    help: Option<&str>,
) -> String {
    if source.lines().any(|line| line.len() > LONGEST_LINE) {
        let at = format!("{origin}, byte {}", place.start);
        let help = help.map_or_else(String::new, |help| format!("\n  help: {help}"));
        return format!("error: {at}: {message}{help}");
    }
    let config = Config::default()
        .with_index_type(IndexType::Byte)
        .with_color(io::stderr().is_terminal())
        .with_underlines(true);
    let color = if let ReportKind::Custom(_, color) = kind { color } else { Color::Red };
    let mut report = Report::build(kind, (origin, place.clone()))
        .with_config(config)
        .with_message(message)
        .with_label(Label::new((origin, place)).with_message(label).with_color(color));
    if let Some(help) = help {
        report = report.with_help(help);
    }
    let mut text = Vec::new();
    match report.finish().write((origin, Source::from(source)), &mut text) {
        Ok(()) => String::from_utf8_lossy(&text).into_owned(),
        Err(_) => format!("error: {message}"),
    }
}
