//! Theorems about all positions of a game, and their certificates.

use grundy::automatic::Style;
use grundy::ruleset::Failure;
use grundy::theorem::{self, Certificate, Unchecked};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::answers::language;
use crate::position::Count;
use crate::trouble;
use crate::work::{limits, work};

/// A theorem about all positions of a game, which `Game.prove` found. One with a certificate can be pickled.
///
/// >>> print(grundy.Game("lasker").prove())
/// G(4k) = 4k-1, G(4k+1) = 4k+1, G(4k+2) = 4k+2, G(4k+3) = 4k+4, but G(0) = 0
#[pyclass(frozen, module = "grundy")]
pub(crate) struct Theorem(pub(crate) theorem::Theorem);

#[pymethods]
impl Theorem {
    /// What it says, in a sentence; `lang` is `"en"` or `"zh"`.
    ///
    /// >>> grundy.Game("S{1,2}").prove().statement()
    /// 'G(n + 3) = G(n) for all n >= 0'
    #[pyo3(signature = (*, lang = "en"))]
    fn statement(&self, lang: &str) -> PyResult<String> {
        Ok(self.0.statement().in_language(language(lang)?))
    }

    /// What it is about: `"values"`, `"outcomes"` (who wins), or `"lengths"`, values as numbers of digits.
    #[getter]
    fn about(&self) -> &'static str {
        self.0.subject().name()
    }

    /// How it was proved: `"period"`, `"automaton"`, `"quotient"` or `"recurrence"`.
    #[getter]
    fn method(&self) -> &'static str {
        self.0.method()
    }

    /// What it rests on, in a line.
    ///
    /// >>> grundy.Game("0.77").prove().basis
    /// 'for 0.77, by guy-smith from 168 values'
    #[getter]
    fn basis(&self) -> String {
        self.0.basis().to_string()
    }

    /// A text in JSON that proves it to others: `grundy.check` and the command `grundy check` verify it. None for
    /// quotients and recurrences.
    #[getter]
    fn certificate(&self) -> Option<String> {
        self.0.certificate().map(|certificate| certificate.to_text())
    }

    /// The theorem and the steps of its proof in sentences, in English or Chinese (`lang` is `"en"` or `"zh"`), as plain
    /// text or as LaTeX. None for quotients and recurrences.
    ///
    /// >>> print(grundy.Game("S{1,2}").prove().proof().splitlines()[0])
    /// Theorem. Under S{1,2} the Grundy values satisfy G(n + 3) = G(n) for all n >= 0.
    #[pyo3(signature = (*, lang = "en", latex = false))]
    fn proof(&self, lang: &str, latex: bool) -> PyResult<Option<String>> {
        let style = if latex { Style::Latex } else { Style::Plain };
        Ok(self.0.proof(style, language(lang)?))
    }

    /// A theorem from what `pickle` kept; its proof is not checked.
    #[staticmethod]
    fn _kept(certificate: &str, rule: String) -> PyResult<Theorem> {
        match read(certificate)? {
            Certificate::Period(certificate) => {
                Ok(Theorem(theorem::Theorem::Period { certificate, rule }))
            }
            Certificate::Automaton(certificate) => {
                Ok(Theorem(theorem::Theorem::Automaton(certificate)))
            }
            _ => Err(trouble::argument("this is no theorem that was kept")),
        }
    }

    /// What `pickle` keeps: the certificate, and the rule as it was typed. Without a certificate there is nothing to keep.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, &str))> {
        let certificate = self.certificate().ok_or_else(|| {
            PyTypeError::new_err("a theorem without a certificate cannot be pickled")
        })?;
        let rule = match &self.0 {
            theorem::Theorem::Period { rule, .. } => rule,
            _ => "",
        };
        Ok((py.get_type::<Theorem>().getattr("_kept")?, (certificate, rule)))
    }

    fn __str__(&self) -> String {
        self.0.statement().to_string()
    }

    /// It never changes, so that it is its own copy.
    fn __copy__(own: Py<Self>) -> Py<Self> {
        own
    }

    fn __deepcopy__(own: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        own
    }

    fn __repr__(&self) -> String {
        format!("<Theorem {}>", self.0.statement())
    }
}

fn read(certificate: &str) -> PyResult<Certificate> {
    Certificate::from_text(certificate)
        .map_err(|unread| trouble::RuleError::new_err(unread.to_string()))
}

/// Verifies a certificate, with code of its own and not that which proved the theorem, and gives what it states.
/// RuleError where it is none or says something wrong.
///
/// >>> grundy.check(grundy.Game("0.77").prove().certificate)
/// '0.77: G(n+12) = G(n) for all n >= 71, by guy-smith from 168 values'
#[pyfunction]
#[pyo3(signature = (certificate, *, time = None, memory = None))]
pub(crate) fn check(
    py: Python<'_>,
    certificate: &str,
    time: Option<f64>,
    memory: Option<Count>,
) -> PyResult<String> {
    let limits = limits(time, memory)?;
    let certificate = read(certificate)?;
    let checked = work(py, &limits, |limits| match certificate.check(limits) {
        Err(Unchecked::Stopped(stop)) => Err(Failure::Stop(stop)),
        checked => Ok(checked),
    })?;
    match checked {
        Ok(()) => Ok(certificate.statement().to_string()),
        Err(unchecked @ Unchecked::TooLarge) => {
            Err(trouble::LimitReached::new_err(unchecked.to_string()))
        }
        Err(unchecked) => Err(trouble::RuleError::new_err(unchecked.to_string())),
    }
}
