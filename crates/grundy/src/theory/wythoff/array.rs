//! The Wythoff array: every losing pair of Wythoff's game, arranged in Fibonacci rows.
//!
//! Morrison (*A Stolarsky array of Wythoff pairs*, 1980): row `r = 0, 1, ..` starts after the heads
//! `r` and `floor((r + 1) phi)`, and each term is the sum of the two before it. Every positive
//! number stands in the array exactly once, and the terms of a row, taken two by two, are losing
//! pairs.

use super::floor_phi;
use num_bigint::BigUint;

/// A row of the Wythoff array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayRow {
    /// The two numbers to the left of the array that the row continues.
    pub heads: [BigUint; 2],
    /// The first terms of the row.
    pub terms: Vec<BigUint>,
}

/// The first `len` terms of row `r` (from 0) of the Wythoff array, with the heads of the row.
///
/// The terms grow like powers of `phi`: `len` of them hold about `0.35 len^2` binary digits and cost
/// as much.
///
/// ```
/// use grundy::theory::wythoff::array_row;
/// let row = array_row(&1u8.into(), 4);
/// assert_eq!(row.heads, [1u8, 3].map(Into::into));
/// assert_eq!(row.terms, [4u8, 7, 11, 18].map(Into::into)); // (4, 7) and (11, 18) are lost
/// ```
pub fn array_row(r: &BigUint, len: usize) -> ArrayRow {
    let heads = [r.clone(), floor_phi(&(r + 1u8))];
    let [mut before, mut last] = heads.clone();
    let mut terms = Vec::new();
    for _ in 0..len {
        before += &last;
        std::mem::swap(&mut before, &mut last);
        terms.push(last.clone());
    }
    ArrayRow { heads, terms }
}

#[cfg(test)]
mod tests {
    use super::super::{is_p_golden, is_p_zeckendorf};
    use super::*;

    #[test]
    fn every_number_stands_in_the_array_once_and_every_pair_is_lost() {
        const MOST: u32 = 1000;
        let mut seen = vec![0; MOST as usize + 1];
        for r in 0..MOST {
            let row = array_row(&r.into(), 24);
            assert_eq!(array_row(&r.into(), 3).terms, row.terms[..3]);
            for lost in row.terms.chunks_exact(2) {
                assert!(is_p_golden(&lost[0], &lost[1]) && is_p_zeckendorf(&lost[0], &lost[1]));
            }
            for term in row.terms.iter().filter(|&term| *term <= MOST.into()) {
                seen[usize::try_from(term).expect("small")] += 1;
            }
        }
        assert!(seen[1..].iter().all(|&count| count == 1));
    }
}
