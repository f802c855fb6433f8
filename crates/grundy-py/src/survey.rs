//! What is seen in tables.

use std::hash::{Hash, Hasher};

use grundy::language::Message;
use grundy::outcome::Outcome;
use grundy::pattern::{Aspect, Evidence, Finding, read};
use grundy::survey::Survey;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFrozenSet, PySet, PyString};

use crate::answers::language;
use crate::position::{Below64, Count, is_row};
use crate::trouble::{self, RuleError};
use crate::work::{each, limits, work};

/// Looks for a pattern in values that were computed elsewhere: a list of them, a list of rows (of an array too), or a
/// text such as a program prints. In place of values may stand who wins: True and False, or words such as `"N"` and
/// `"P"`. `first` is the smallest coordinate, 0 or 1.
///
/// >>> grundy.pattern([n % 5 for n in range(1, 60)], first=1).held[0].formula
/// 'n % 5'
/// >>> str(grundy.pattern([[a ^ b for b in range(20)] for a in range(20)]).held[0])
/// 'G(a, b) = xor(a, b)'
#[pyfunction]
#[pyo3(
    signature = (values, *, first = Below64(0), time = None, memory = None),
    text_signature = "(values, *, first=0, time=None, memory=None)"
)]
pub(crate) fn pattern(
    py: Python<'_>,
    values: &Bound<'_, PyAny>,
    first: Below64,
    time: Option<f64>,
    memory: Option<Count>,
) -> PyResult<Pattern> {
    let limits = limits(time, memory)?;
    let table =
        read(&text_of(values)?, first.0).map_err(|wrong| RuleError::new_err(wrong.to_string()))?;
    work(py, &limits, |limits| Ok(Survey::of(table.clone(), limits)?)).map(Pattern::of)
}

/// A line for each value, or for each row of values: whatever is no text and can be gone through.
fn text_of(values: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = values.cast::<PyString>() {
        return Ok(text.to_str()?.to_owned());
    }
    if !is_row(values)?
        || values.is_instance_of::<PySet>()
        || values.is_instance_of::<PyFrozenSet>()
    {
        return Err(PyTypeError::new_err("values are a text, a list, or a list of rows"));
    }
    let mut text = String::new();
    each(values, |value| {
        match value.try_iter() {
            Ok(row) if !value.is_instance_of::<PyString>() => {
                let before = text.len();
                each(row.as_any(), |cell| {
                    text.push_str(&word_of(&cell)?);
                    text.push(' ');
                    Ok(())
                })?;
                if text.len() == before {
                    return Err(trouble::argument("a row has no values"));
                }
            }
            _ => text.push_str(&word_of(&value)?),
        }
        text.push('\n');
        Ok(())
    })?;
    Ok(text)
}

/// A value as a word of a text, so that none is taken for something else there.
fn word_of(value: &Bound<'_, PyAny>) -> PyResult<String> {
    let word = if let Ok(word) = value.cast::<PyString>() {
        Some(word.to_str()?.to_owned())
    } else if let Ok(wins) = value.cast::<PyBool>() {
        Some(wins.is_true().to_string())
    } else {
        value.extract::<u64>().ok().map(|number| number.to_string())
    };
    let is_value = |word: &String| {
        word.parse::<u64>().is_ok() && word.bytes().all(|byte| byte.is_ascii_digit())
            || Outcome::of_word(word).is_some()
    };
    word.filter(is_value).ok_or_else(|| {
        let shown = value.repr().map_or_else(|_| String::new(), |shown| shown.to_string());
        PyValueError::new_err(format!(
            "{shown} is no value: a value is a whole number from 0 to 2**64 - 1, or a word for who wins such as 'N' or 'P'"
        ))
    })
}

/// What is seen in a table, by `Game.pattern` or `pattern`: not proved, but for `theorem` and what it says is `proved`.
///
/// >>> pattern = grundy.Game("S{1,3,4}").pattern()
/// >>> pattern.theorem(), str(pattern.held[0])
/// ('G(n + 7) = G(n) for all n >= 0', 'G(n + 7) = G(n): 0, 1, 0, 1, 2, 3, 2')
#[pyclass(frozen, module = "grundy")]
pub(crate) struct Pattern {
    theorem: Option<Message>,
    /// The largest coordinate of the table.
    #[pyo3(get)]
    to: u64,
    held: Vec<Seen>,
    broken: Vec<Seen>,
}

/// A description of the values or the outcomes that held in a table, or held for long. Those that say the same of tables
/// with the same exceptions are equal.
///
/// >>> seen = grundy.pattern([n % 5 for n in range(60)]).held[0]
/// >>> seen.formula, seen.about, seen.exceptions
/// ('n % 5', 'values', [])
#[pyclass(frozen, eq, hash, module = "grundy")]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Seen {
    statement: Message,
    about: &'static str,
    formula: Option<String>,
    proved: bool,
    /// At how many positions it held.
    positions: u64,
    exceptions: Vec<Vec<u64>>,
}

impl Hash for Seen {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.about, &self.formula, self.positions, &self.exceptions).hash(state);
    }
}

impl Pattern {
    pub(crate) fn of(surveyed: Survey) -> Pattern {
        let Survey { table, seen, theorem, .. } = surveyed;
        let all = |found: Vec<Finding>| found.into_iter().map(Seen::of).collect();
        Pattern { theorem, to: table.to(), held: all(seen.held), broken: all(seen.broken) }
    }
}

impl Seen {
    fn of(finding: Finding) -> Seen {
        let (positions, exceptions) = match finding.evidence {
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
            proved: finding.proved,
            positions,
            exceptions: exceptions.into_iter().map(|exception| exception.position).collect(),
        }
    }
}

#[pymethods]
impl Pattern {
    /// What is proved of all positions, if that takes about two seconds; None otherwise. `lang` is `"en"` or `"zh"`.
    ///
    /// >>> grundy.Game("S{1,2}").pattern().theorem(lang="zh")
    /// '对所有 n >= 0，G(n + 3) = G(n)'
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

    /// It never changes, so that it is its own copy.
    fn __copy__(own: Py<Self>) -> Py<Self> {
        own
    }

    fn __deepcopy__(own: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        own
    }

    fn __repr__(&self) -> String {
        let said: Vec<String> = self.held.iter().map(|seen| seen.statement.to_string()).collect();
        format!("<Pattern to {}: {}>", self.to, said.join("; "))
    }
}

#[pymethods]
impl Seen {
    /// What it says, in a sentence; `lang` is `"en"` or `"zh"`.
    ///
    /// >>> grundy.pattern([n % 5 for n in range(60)]).held[0].statement()
    /// 'G(n) = n % 5'
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

    /// Whether a theorem says that it is right at every position but the exceptions.
    #[getter]
    fn proved(&self) -> bool {
        self.proved
    }

    /// At how many positions it held.
    #[getter]
    fn positions(&self) -> u64 {
        self.positions
    }

    /// The positions at which it does not hold, as lists of coordinates.
    #[getter]
    fn exceptions(&self) -> Vec<Vec<u64>> {
        self.exceptions.clone()
    }

    fn __str__(&self) -> String {
        self.statement.to_string()
    }

    /// It never changes, so that it is its own copy.
    fn __copy__(own: Py<Self>) -> Py<Self> {
        own
    }

    fn __deepcopy__(own: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        own
    }

    fn __repr__(&self) -> String {
        format!("<Seen {}>", self.statement)
    }
}
