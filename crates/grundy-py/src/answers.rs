//! What answers become in Python: whole numbers, values, who wins, periods, texts.

use grundy::heap::Periodicity;
use grundy::language::Language;
use grundy::outcome::Outcome;
use grundy::play::BigValue;
use grundy::ruleset::Value;
use num_bigint::BigUint;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt, PyString};

use crate::position::{Below64, whole};
use crate::trouble;

/// A proved pattern: G(n + period) = G(n) + saltus for all n >= preperiod.
///
/// >>> grundy.Game("S{1,3,4}").period() == grundy.Period(preperiod=0, period=7, saltus=0)
/// True
#[pyclass(frozen, eq, hash, get_all, module = "grundy")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Period {
    /// The first heap from which it holds.
    preperiod: u64,
    /// The length of the pattern.
    period: u64,
    /// What each repetition adds.
    saltus: u64,
}

impl Period {
    pub(crate) fn of(found: &Periodicity) -> Period {
        let Periodicity { preperiod, period, saltus, .. } = *found;
        Period { preperiod, period, saltus }
    }
}

#[pymethods]
impl Period {
    #[new]
    fn new(preperiod: Below64, period: Below64, saltus: Below64) -> PyResult<Period> {
        let [preperiod, period, saltus] = [preperiod, period, saltus].map(|number| number.0);
        match period {
            0 => Err(trouble::argument("a period is at least 1")),
            _ => Ok(Period { preperiod, period, saltus }),
        }
    }

    /// What `pickle` keeps.
    fn __getnewargs__(&self) -> (u64, u64, u64) {
        (self.preperiod, self.period, self.saltus)
    }

    fn __repr__(&self) -> String {
        let Period { preperiod, period, saltus } = self;
        format!("<Period preperiod={preperiod} period={period} saltus={saltus}>")
    }
}

/// A whole number of any size.
#[derive(Clone)]
pub(crate) struct Whole(pub(crate) BigUint);

impl<'py> IntoPyObject<'py> for Whole {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match u128::try_from(&self.0) {
            Ok(number) => Ok(number.into_pyobject(py)?.into_any()),
            Err(_) => {
                let bytes = PyBytes::new(py, &self.0.to_bytes_le());
                py.get_type::<PyInt>().call_method1("from_bytes", (bytes, "little"))
            }
        }
    }
}

impl FromPyObject<'_, '_> for Whole {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<Whole> {
        let number = whole(&given)?;
        number.map(Whole).ok_or_else(|| trouble::argument("a number here is at least 0"))
    }
}

/// A value: a nimber, or `"win"` or `"over"`.
pub(crate) enum Worth {
    Nimber(Whole),
    Word(&'static str),
}

impl Worth {
    pub(crate) fn of(value: BigValue) -> Worth {
        match value {
            Value::Nimber(nimber) => Worth::Nimber(Whole(nimber)),
            Value::Win => Worth::Word("win"),
            Value::Over => Worth::Word("over"),
        }
    }
}

impl<'py> IntoPyObject<'py> for Worth {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Worth::Nimber(nimber) => nimber.into_pyobject(py),
            Worth::Word(word) => Ok(word.into_pyobject(py)?.into_any()),
        }
    }
}

/// Who wins, as a letter.
pub(crate) fn letter(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::N => "N",
        Outcome::P => "P",
        Outcome::D => "D",
    }
}

/// The language that is asked for.
pub(crate) fn language(lang: &str) -> PyResult<Language> {
    Language::of_tag(lang).ok_or_else(|| trouble::argument("lang is 'en' or 'zh'"))
}

/// A text as Python writes it.
pub(crate) fn quoted(py: Python<'_>, text: &str) -> PyResult<String> {
    Ok(PyString::new(py, text).repr()?.to_str()?.to_owned())
}
