//! Positions as Python has them: text, a heap, a component with several coordinates, a sequence of components.

use num_bigint::BigUint;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyList, PyString, PyTuple};

use crate::trouble::RuleError;
use crate::work::each_made;

/// A position as it is typed.
pub(crate) fn text(position: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = position.cast::<PyString>() {
        return Ok(text.to_str()?.to_owned());
    }
    if position.is_instance_of::<PyTuple>() || !is_row(position)? {
        return component(position);
    }
    let parts = each_made(position, |part| component(&part))?;
    // The empty sum is typed so.
    Ok(if parts.is_empty() { "[]".to_owned() } else { parts.join(" ") })
}

/// Whether it has one thing after the other: a list, a range, an array. Not a text, and not a dictionary, which would be
/// its keys, each once.
pub(crate) fn is_row(it: &Bound<'_, PyAny>) -> PyResult<bool> {
    let is_text = it.is_instance_of::<PyString>() || it.is_instance_of::<PyBytes>();
    Ok(!is_text && !it.hasattr("keys")? && it.hasattr("__iter__")?)
}

fn component(part: &Bound<'_, PyAny>) -> PyResult<String> {
    // A component by its coordinates: a tuple, a list in a list, a row of an array.
    let is_listed = part.is_instance_of::<PyTuple>()
        || part.is_instance_of::<PyList>()
        || part.hasattr("shape")? && part.len().is_ok();
    if !is_listed {
        return number(part).map(|it| it.to_string());
    }
    let coords = each_made(part, |coord| Ok(number(&coord)?.to_string()))?;
    match coords.is_empty() {
        true => Err(RuleError::new_err("a tuple is a component, which has coordinates")),
        false => Ok(coords.join(",")),
    }
}

/// A whole number of a position, of any size: one of Python, of numpy, or what says that it is one.
pub(crate) fn number(number: &Bound<'_, PyAny>) -> PyResult<BigUint> {
    if !is_whole(number)? {
        return Err(PyTypeError::new_err(
            "a position is a text, a number, a tuple of coordinates, or a list of these (lists in it are tuples)",
        ));
    }
    whole(number)?.ok_or_else(|| RuleError::new_err("numbers of a position are at least 0"))
}

pub(crate) fn is_whole(number: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(!number.is_instance_of::<PyBool>() && number.hasattr("__index__")?)
}

/// What says that it is a whole number; nothing if that is negative.
pub(crate) fn whole(number: &Bound<'_, PyAny>) -> PyResult<Option<BigUint>> {
    if let Ok(small) = number.extract::<u64>() {
        return Ok(Some(small.into()));
    }
    let number = number.py().import("operator")?.call_method1("index", (number,))?;
    // Unlike decimal ones, hexadecimal digits may be as many as there are.
    let digits = number.call_method1("__format__", ("x",))?;
    Ok(BigUint::parse_bytes(digits.cast::<PyString>()?.to_str()?.as_bytes(), 16))
}

/// A whole number of something, at least 0; one too large for 64 bits is as good as the largest.
#[derive(Clone, Copy)]
pub(crate) struct Count(pub(crate) u64);

impl FromPyObject<'_, '_> for Count {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<Count> {
        let number = at_least_zero(&given)?;
        Ok(Count(u64::try_from(number).unwrap_or(u64::MAX)))
    }
}

/// A whole number of something, at least 0 and below 2^64.
#[derive(Clone, Copy)]
pub(crate) struct Below64(pub(crate) u64);

impl FromPyObject<'_, '_> for Below64 {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<Below64> {
        let number = u64::try_from(at_least_zero(&given)?);
        number.map(Below64).map_err(|_| PyOverflowError::new_err("a number here is below 2^64"))
    }
}

fn at_least_zero(given: &Bound<'_, PyAny>) -> PyResult<BigUint> {
    if !is_whole(given)? {
        return Err(PyTypeError::new_err(format!("{} is no whole number", given.repr()?)));
    }
    let number = whole(given)?;
    number.ok_or_else(|| PyValueError::new_err("a limit and a number of things are at least 0"))
}
