//! What goes wrong, as exceptions.

use grundy::rule::RuleError as Mistake;
use grundy::ruleset::Failure;
use pyo3::PyErr;
use pyo3::exceptions::{PyRuntimeError, PyValueError};

pyo3::create_exception!(
    grundy,
    RuleError,
    PyValueError,
    "A mistake in a rule or a position, or a question that has no answer."
);

pyo3::create_exception!(
    grundy,
    LimitReached,
    PyRuntimeError,
    "The time or the memory allowed is used up, or somebody called cancel()."
);

/// Letters of a line that are shown before and after a mistake.
const BESIDE: usize = 60;

/// A mistake with the line that it is in and a mark below the place.
pub(crate) fn mistake(mistake: &Mistake) -> PyErr {
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
    if let Some(help) = &mistake.help {
        text.push_str(&format!("\n  help: {help}"));
    }
    RuleError::new_err(text)
}

/// Why a question has no answer.
pub(crate) fn failure(failure: &Failure) -> PyErr {
    let message = failure.message().to_string();
    match failure {
        Failure::Stop(_) => LimitReached::new_err(message),
        _ => RuleError::new_err(message),
    }
}

/// An argument that is out of range.
pub(crate) fn argument(message: &'static str) -> PyErr {
    PyValueError::new_err(message)
}
