//! Positions as Python has them: text, a heap, a component with several coordinates, a sequence of components.

use num_bigint::BigUint;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyString, PyTuple};

use crate::trouble::RuleError;

/// A position as it is typed.
pub(crate) fn text(position: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = position.cast::<PyString>() {
        return Ok(text.to_str()?.to_owned());
    }
    // Anything that can be gone through is a sum: a list, a range, an array.
    let is_sum = !position.is_instance_of::<PyTuple>()
        && !position.is_instance_of::<PyBytes>()
        && position.hasattr("__iter__")?;
    if !is_sum {
        return component(position);
    }
    let parts = position.try_iter()?.map(|part| component(&part?));
    let parts: Vec<String> = parts.collect::<PyResult<_>>()?;
    // The empty sum is typed so.
    Ok(if parts.is_empty() { "[]".to_owned() } else { parts.join(" ") })
}

fn component(part: &Bound<'_, PyAny>) -> PyResult<String> {
    let Ok(coords) = part.cast::<PyTuple>() else { return number(part).map(|it| it.to_string()) };
    if coords.is_empty() {
        return Err(RuleError::new_err("a tuple is a component, which has coordinates"));
    }
    let coords = coords.iter().map(|coord| number(&coord).map(|it| it.to_string()));
    Ok(coords.collect::<PyResult<Vec<String>>>()?.join(","))
}

/// A whole number that is at least 0, of any size: one of Python, of numpy, or what says that it is one.
pub(crate) fn number(number: &Bound<'_, PyAny>) -> PyResult<BigUint> {
    if number.is_instance_of::<PyBool>() || !number.hasattr("__index__")? {
        return Err(PyTypeError::new_err(
            "a position is a text, a number, a tuple of coordinates, or a list of these",
        ));
    }
    let py = number.py();
    let number = py.import("operator")?.call_method1("index", (number,))?;
    // Unlike decimal ones, hexadecimal digits may be as many as there are.
    let digits = number.call_method1("__format__", ("x",))?;
    let digits = digits.cast::<PyString>()?.to_str()?.to_owned();
    BigUint::parse_bytes(digits.as_bytes(), 16)
        .ok_or_else(|| RuleError::new_err("numbers of a position are at least 0"))
}
