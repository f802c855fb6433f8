//! What goes wrong, as exceptions.

use grundy::limits::Stop;
use grundy::rule::RuleError as Mistake;
use grundy::ruleset::Failure;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

pyo3::create_exception!(
    grundy,
    RuleError,
    PyValueError,
    "A mistake in a rule, a position or a certificate, or a question that has no answer. `line` and `column` say where the \
     mistake is, from 1 on, `help` what to do about it; each may be None."
);

pyo3::create_exception!(
    grundy,
    LimitReached,
    PyRuntimeError,
    "The time or the memory allowed is used up, or somebody called cancel(). `limit` says which: \"time\", \"memory\", \
     \"positions\" or \"cancelled\"; None where something is too large."
);

/// Letters of a line that are shown before and after a mistake.
const BESIDE: usize = 60;

/// A mistake with the line that it is in and a mark below the place.
pub(crate) fn mistake(mistake: &Mistake) -> PyErr {
    with_help(mistake, mistake.help.as_ref().map(ToString::to_string))
}

/// A mistake in a position that was given as numbers, and not typed.
pub(crate) fn mistake_in_numbers(mistake: &Mistake) -> PyErr {
    let help = "a list has components and a tuple is one by its coordinates: [3, 4] are two heaps, (3, 4) is a pair";
    with_help(mistake, Some(help.to_owned()))
}

fn with_help(mistake: &Mistake, help: Option<String>) -> PyErr {
    let (line, column) = mistake.line_column();
    let mut text = mistake.message.to_string();
    if let Some(source) = mistake.source.lines().nth(line - 1) {
        let first = (column - 1).saturating_sub(BESIDE);
        let shown: String = source.chars().skip(first).take(2 * BESIDE).collect();
        let before = " ".repeat(column - 1 - first);
        let length = mistake.span.end.saturating_sub(mistake.span.start).max(1);
        let rest = shown.chars().count().saturating_sub(column - 1 - first).max(1);
        text.push_str(&format!("\n  {shown}\n  {before}{}", "^".repeat(length.min(rest))));
    }
    if let Some(help) = &help {
        text.push_str(&format!("\n  help: {help}"));
    }
    let error = RuleError::new_err(text);
    let placed = Python::attach(|py| {
        let value = error.value(py);
        value.setattr("line", line)?;
        value.setattr("column", column)?;
        value.setattr("help", help)
    });
    placed.map_or_else(|failed| failed, |()| error)
}

/// What a mistake says of its place and its mend where it has none, and a limit of its name.
pub(crate) fn without_place(py: Python<'_>) -> PyResult<()> {
    let kind = py.get_type::<RuleError>();
    ["line", "column", "help"].into_iter().try_for_each(|name| kind.setattr(name, py.None()))?;
    py.get_type::<LimitReached>().setattr("limit", py.None())
}

/// Why a question has no answer.
pub(crate) fn failure(failure: &Failure) -> PyErr {
    let message = failure.message().to_string();
    match failure {
        Failure::Stop(stop) => limit_reached(*stop, message),
        _ => RuleError::new_err(message),
    }
}

/// A limit that stopped the work.
pub(crate) fn limit_reached(stop: Stop, message: String) -> PyErr {
    let limit = match stop {
        Stop::Time => "time",
        Stop::Memory { .. } | Stop::GivenUp => "memory",
        Stop::Positions(_) => "positions",
        _ => "cancelled",
    };
    let error = LimitReached::new_err(message);
    let told = Python::attach(|py| error.value(py).setattr("limit", limit));
    told.map_or_else(|failed| failed, |()| error)
}

/// That a question is about values, and what to ask instead.
pub(crate) fn no_values(help: &str) -> PyErr {
    RuleError::new_err(format!("in misère play there are no values: {help}"))
}

/// An argument that is out of range.
pub(crate) fn argument(message: &str) -> PyErr {
    PyValueError::new_err(message.to_owned())
}
