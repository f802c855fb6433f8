//! Arithmetic of nimbers.

use std::collections::HashSet;

use grundy::nimber::field;
use pyo3::exceptions::PyZeroDivisionError;
use pyo3::prelude::*;

/// The nim-sum of any number of nimbers.
///
/// >>> grundy.nim_sum(5, 7, 8)
/// 10
#[pyfunction]
#[pyo3(signature = (*nimbers))]
pub(crate) fn nim_sum(nimbers: Vec<u128>) -> u128 {
    nimbers.into_iter().fold(0, |sum, nimber| sum ^ nimber)
}

/// The nim-product of two nimbers below 2**128.
///
/// >>> grundy.nim_product(8, 8)
/// 13
#[pyfunction]
pub(crate) fn nim_product(a: u128, b: u128) -> u128 {
    field::product(a, b)
}

/// A nimber to the power of a whole number.
///
/// >>> grundy.nim_power(2, 3)
/// 1
#[pyfunction]
pub(crate) fn nim_power(a: u128, exponent: u128) -> u128 {
    field::power(a, exponent)
}

/// The nimber that gives 1 in a nim-product with this one; ZeroDivisionError for 0.
///
/// >>> grundy.nim_inverse(2)
/// 3
#[pyfunction]
pub(crate) fn nim_inverse(a: u128) -> PyResult<u128> {
    field::inverse(a).ok_or_else(|| PyZeroDivisionError::new_err("0 has no inverse"))
}

/// The nimber whose nim-product with itself is this one; every nimber has exactly one.
///
/// >>> grundy.nim_square_root(3)
/// 2
#[pyfunction]
pub(crate) fn nim_square_root(a: u128) -> u128 {
    field::square_root(a)
}

/// The least number at least 0 that is not among these.
///
/// >>> grundy.mex([0, 1, 3])
/// 2
#[pyfunction]
pub(crate) fn mex(numbers: &Bound<'_, PyAny>) -> PyResult<u128> {
    let numbers: HashSet<u128> =
        numbers.try_iter()?.map(|number| number?.extract::<u128>()).collect::<PyResult<_>>()?;
    let least = (0..=numbers.len() as u128).find(|number| !numbers.contains(number));
    Ok(least.unwrap_or_default())
}
