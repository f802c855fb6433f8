//! Positions as Python has them: text, a heap, a component with several coordinates, a list of components.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList, PyString, PyTuple};

/// A position as it is typed.
pub(crate) fn text(position: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = position.cast::<PyString>() {
        return Ok(text.to_str()?.to_owned());
    }
    if let Ok(parts) = position.cast::<PyList>() {
        let parts: Vec<String> =
            parts.iter().map(|part| component(&part)).collect::<PyResult<_>>()?;
        // The empty sum is typed so.
        return Ok(if parts.is_empty() { "[]".to_owned() } else { parts.join(" ") });
    }
    component(position)
}

fn component(part: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(coords) = part.cast::<PyTuple>() {
        let coords: Vec<String> =
            coords.iter().map(|coord| number(&coord)).collect::<PyResult<_>>()?;
        return Ok(coords.join(","));
    }
    number(part)
}

fn number(coord: &Bound<'_, PyAny>) -> PyResult<String> {
    // Also of numpy's whole numbers, which say that they are indices.
    match coord.cast::<PyInt>() {
        Ok(number) => Ok(number.str()?.to_str()?.to_owned()),
        Err(_) => match coord.call_method0("__index__") {
            Ok(number) => Ok(number.str()?.to_str()?.to_owned()),
            Err(_) => Err(PyTypeError::new_err(
                "a position is a text, a number, a tuple of coordinates, or a list of these",
            )),
        },
    }
}
