//! Arithmetic of nimbers.

use std::collections::HashSet;

use grundy::nimber::field;
use num_bigint::BigUint;
use pyo3::exceptions::{PyOverflowError, PyValueError, PyZeroDivisionError};
use pyo3::prelude::*;

use crate::position::whole;
use crate::work::each;

/// A nimber.
#[derive(Clone, Copy)]
pub(crate) struct Nimber(u128);

impl FromPyObject<'_, '_> for Nimber {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<Nimber> {
        let number = whole(&given)?;
        let number = number.ok_or_else(|| PyValueError::new_err("nimbers are at least 0"))?;
        let number = u128::try_from(number);
        number.map(Nimber).map_err(|_| PyOverflowError::new_err("nimbers here are below 2**128"))
    }
}

/// The nim-sum of any number of nimbers.
///
/// >>> grundy.nim_sum(5, 7, 8)
/// 10
#[pyfunction]
#[pyo3(signature = (*nimbers))]
pub(crate) fn nim_sum(nimbers: Vec<Nimber>) -> u128 {
    nimbers.into_iter().fold(0, |sum, nimber| sum ^ nimber.0)
}

/// The nim-product of two nimbers below 2**128.
///
/// >>> grundy.nim_product(8, 8)
/// 13
#[pyfunction]
pub(crate) fn nim_product(a: Nimber, b: Nimber) -> u128 {
    field::product(a.0, b.0)
}

/// A nimber to the power of a whole number.
///
/// >>> grundy.nim_power(2, 3)
/// 1
#[pyfunction]
pub(crate) fn nim_power(a: Nimber, exponent: &Bound<'_, PyAny>) -> PyResult<u128> {
    let exponent = whole(exponent)?.ok_or_else(|| {
        PyValueError::new_err("the exponent is at least 0; nim_inverse(a) is 1/a")
    })?;
    // All nimbers but 0 are 1 to this power, so that exponents count modulo it.
    let order = BigUint::from(u128::MAX);
    let rounds = exponent >= order;
    let rest = u128::try_from(exponent % order).unwrap_or_default();
    Ok(field::power(a.0, if rounds && rest == 0 { u128::MAX } else { rest }))
}

/// The nimber that gives 1 in a nim-product with this one; ZeroDivisionError for 0.
///
/// >>> grundy.nim_inverse(2)
/// 3
#[pyfunction]
pub(crate) fn nim_inverse(a: Nimber) -> PyResult<u128> {
    field::inverse(a.0).ok_or_else(|| PyZeroDivisionError::new_err("0 has no inverse"))
}

/// The nimber whose nim-product with itself is this one; every nimber has exactly one.
///
/// >>> grundy.nim_square_root(3)
/// 2
#[pyfunction]
pub(crate) fn nim_square_root(a: Nimber) -> u128 {
    field::square_root(a.0)
}

/// The least number at least 0 that is not among these.
///
/// >>> grundy.mex([0, 1, 3])
/// 2
#[pyfunction]
pub(crate) fn mex(numbers: &Bound<'_, PyAny>) -> PyResult<usize> {
    let mut all = HashSet::new();
    each(numbers, |number| {
        match number.extract::<u64>() {
            Ok(number) => drop(all.insert(number)),
            Err(_) if whole(&number)?.is_none() => {
                return Err(PyValueError::new_err("nimbers are at least 0"));
            }
            // It is greater than there can be numbers.
            Err(_) => {}
        }
        Ok(())
    })?;
    Ok((0..).position(|number| !all.contains(&number)).unwrap_or(0))
}
