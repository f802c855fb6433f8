//! Games whose theory answers without a search, for numbers of any size.
//!
//! Each module is about one component of one game: its Grundy value or its outcome, and the moves
//! that lead to a wanted value. The value of a sum is the nim-sum of the values of its components.
//! Functions named `.._u64` are the fast versions for numbers that fit in a machine word and
//! answer the same.

pub mod bounded;
pub mod choose;
pub mod coprimes;
pub mod divisors;
pub mod euclid;
pub mod fibonacci;
pub mod half;
pub mod interval;
pub mod lasker;
pub mod limit;
pub mod multiple;
pub mod nim;
pub mod one_more;
pub mod powers;
pub mod prime_powers;
pub mod remainders;
pub mod root;
pub mod share;
pub mod wythoff;

use num_bigint::BigUint;

/// The sum, if it is not below 0.
pub(crate) fn plus(number: &BigUint, more: i64) -> Option<BigUint> {
    let distance = more.unsigned_abs();
    match more < 0 {
        true => (*number >= distance.into()).then(|| number - distance),
        false => Some(number + distance),
    }
}
