//! What is seen in tables.

use grundy::language::Message;
use grundy::pattern::{Aspect, Evidence};
use grundy::survey;
use pyo3::prelude::*;

use crate::game::language;

/// What is seen in the table of a game, by `Game.pattern`: not proved, but for `theorem`.
#[pyclass(frozen, module = "grundy")]
pub(crate) struct Pattern {
    theorem: Option<Message>,
    /// The largest coordinate of the table.
    #[pyo3(get)]
    to: u64,
    held: Vec<Seen>,
    broken: Vec<Seen>,
}

/// A description of the values or the outcomes that held in a table, or held for long.
#[pyclass(frozen, module = "grundy")]
#[derive(Clone)]
pub(crate) struct Seen {
    statement: Message,
    about: &'static str,
    formula: Option<String>,
    held: u64,
    exceptions: Vec<Vec<u64>>,
}

impl Pattern {
    pub(crate) fn of(surveyed: survey::Survey) -> Pattern {
        let survey::Survey { table, seen, theorem, .. } = surveyed;
        let all = |found: Vec<grundy::pattern::Finding>| found.into_iter().map(Seen::of).collect();
        Pattern { theorem, to: table.to(), held: all(seen.held), broken: all(seen.broken) }
    }
}

impl Seen {
    fn of(finding: grundy::pattern::Finding) -> Seen {
        let (held, exceptions) = match finding.evidence {
            Evidence::Held { tried, exceptions } => (tried - exceptions.len() as u64, exceptions),
            Evidence::Broken { held, at } => (held, vec![at]),
        };
        Seen {
            statement: finding.statement,
            about: match finding.aspect {
                Aspect::Values => "values",
                Aspect::Outcomes => "outcomes",
            },
            formula: finding.formula,
            held,
            exceptions: exceptions.into_iter().map(|exception| exception.position).collect(),
        }
    }
}

#[pymethods]
impl Pattern {
    /// What is proved of all positions, if that takes about a second; None otherwise.
    #[pyo3(signature = (*, lang = "en"))]
    fn theorem(&self, lang: &str) -> PyResult<Option<String>> {
        let lang = language(lang)?;
        Ok(self.theorem.as_ref().map(|theorem| theorem.in_language(lang)))
    }

    /// What held, the simplest first.
    #[getter]
    fn held(&self) -> Vec<Seen> {
        self.held.clone()
    }

    /// What held for long and failed; its exception is where it failed first.
    #[getter]
    fn broken(&self) -> Vec<Seen> {
        self.broken.clone()
    }

    fn __repr__(&self) -> String {
        let said: Vec<String> = self.held.iter().map(|seen| seen.statement.to_string()).collect();
        format!("<Pattern to {}: {}>", self.to, said.join("; "))
    }
}

#[pymethods]
impl Seen {
    /// What it says, in a sentence; `lang` is `"en"` or `"zh"`.
    #[pyo3(signature = (*, lang = "en"))]
    fn statement(&self, lang: &str) -> PyResult<String> {
        Ok(self.statement.in_language(language(lang)?))
    }

    /// `"values"` or `"outcomes"`.
    #[getter]
    fn about(&self) -> &'static str {
        self.about
    }

    /// The same in the notation, if it is a formula: the value, or a condition for the player to move to win.
    #[getter]
    fn formula(&self) -> Option<&str> {
        self.formula.as_deref()
    }

    /// At how many positions it held.
    #[getter]
    fn positions(&self) -> u64 {
        self.held
    }

    /// The positions at which it does not hold, as lists of coordinates.
    #[getter]
    fn exceptions(&self) -> Vec<Vec<u64>> {
        self.exceptions.clone()
    }

    fn __str__(&self) -> String {
        self.statement.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Seen {}>", self.statement)
    }
}
