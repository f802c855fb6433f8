//! Wythoff's game for piles that fit in a machine word, without long arithmetic and without
//! floating point.

use super::{WythoffMove, order, sorted};

/// `floor(2^64 / phi)`.
const PHI_INVERSE: u64 = 0x9e37_79b9_7f4a_7c15;

/// `floor(n / phi)` for every `n`.
///
/// Multiplying by [`PHI_INVERSE`] is short of `n / phi` by less than `n / 2^64 < 1`, so the answer
/// is the product's integer part `q` or the next number. `m <= n / phi` says `m (m + n) <= n^2`,
/// since `1 / phi` is the positive root of `t^2 + t = 1`.
fn floor_div_phi(n: u64) -> u64 {
    let wide = u128::from(n);
    let q = (wide * u128::from(PHI_INVERSE)) >> 64;
    let above = q + 1;
    // The product may pass 2^128 where n^2 does not: then it is the greater one.
    let reaches = above.checked_mul(above + wide).is_some_and(|product| product <= wide * wide);
    // q < 2^64 because PHI_INVERSE is; q + 1 is at most n / phi when it is chosen.
    (if reaches { above } else { q }) as u64
}

/// Whether the player to move loses; right for all piles. The order of the piles does not matter.
///
/// ```
/// use grundy::theory::wythoff::is_p_u64;
/// assert!(is_p_u64(8, 13) && is_p_u64(2, 1) && is_p_u64(0, 0));
/// assert!(!is_p_u64(4, 8));
/// ```
pub fn is_p_u64(x: u64, y: u64) -> bool {
    let n = x.abs_diff(y);
    // The smaller pile must be floor(n phi) = n + floor(n / phi).
    n.checked_add(floor_div_phi(n)) == Some(x.min(y))
}

/// The other pile of the only losing pair that has a pile of `x`; `None` where it does not fit.
fn partner_u64(x: u64) -> Option<u64> {
    let q = floor_div_phi(x);
    // x = a_n leaves only n = q + 1, and then b_n = x + n; x = b_n leaves a_n = q.
    let n = if x == 0 { 0 } else { q + 1 };
    if n.checked_add(floor_div_phi(n)) == Some(x) { x.checked_add(n) } else { Some(q) }
}

/// [`winning_moves`](super::winning_moves) for piles that fit in a machine word.
///
/// ```
/// use grundy::theory::wythoff::{Piles, WythoffMove, winning_moves_u64};
/// let both = WythoffMove { x: 0, y: 0, from: Piles::Both };
/// let one = WythoffMove { x: 1, y: 2, from: Piles::One };
/// assert_eq!(winning_moves_u64(2, 2), [both, one]);
/// ```
pub fn winning_moves_u64(a: u64, b: u64) -> Vec<WythoffMove<u64>> {
    let (lo, hi) = (a.min(b), a.max(b));
    let n = hi - lo;
    // A sum that does not fit is above `lo` and no move.
    let both = n.checked_add(floor_div_phi(n)).filter(|&x| x < lo).map(|x| (x, x + n));
    let keep_lo = partner_u64(lo).filter(|&z| z < hi).map(|z| sorted(lo, z));
    let keep_hi = partner_u64(hi).filter(|&z| z < lo).map(|z| sorted(hi, z));
    order(both, keep_lo, keep_hi)
}

#[cfg(test)]
mod tests {
    use super::super::{floor_phi, is_p_golden, pair, partner, winning_moves};
    use super::*;
    use num_bigint::BigUint;
    use proptest::prelude::*;

    fn edgy() -> impl Strategy<Value = u64> {
        let fibonacci = (2..93usize, 0..3u64).prop_map(|(steps, back)| {
            let (mut f, mut above) = (1u64, 1u64);
            for _ in 2..steps {
                (f, above) = (above, f + above);
            }
            above.saturating_sub(back)
        });
        prop_oneof![
            0u64..50,
            (1 << 31) - 2..(1 << 31) + 2u64,
            (1 << 63) - 2..(1 << 63) + 2u64,
            u64::MAX - 9..=u64::MAX,
            fibonacci,
            any::<u64>(),
        ]
    }

    fn narrow(n: &BigUint) -> Option<u64> {
        n.try_into().ok()
    }

    fn check_quotient(n: u64) {
        let wide = BigUint::from(n);
        assert_eq!(BigUint::from(floor_div_phi(n)), floor_phi(&wide) - &wide, "{n}");
    }

    #[test]
    fn the_quotient_is_exact_at_the_edges() {
        for n in (0..3000).chain(u64::MAX - 3000..=u64::MAX) {
            check_quotient(n);
        }
    }

    #[test]
    fn the_last_pairs_that_fit() {
        // The greatest n whose greater pile fits is floor((2^64 - 1) / phi^2) or a neighbour.
        let last = (7_046_029_254_386_353_000..7_046_029_254_386_353_300u64)
            .filter(|&n| narrow(&pair(&n.into()).1).is_some())
            .max()
            .expect("a pair that fits");
        let (a, b) = pair(&last.into());
        let (a, b) = (narrow(&a).expect("fits"), narrow(&b).expect("fits"));
        assert!(b > u64::MAX - 3);
        assert!(is_p_u64(a, b));
        assert!(!is_p_u64(a - 1, b - 1) && !is_p_u64(a, b - 1));
    }

    proptest! {
        #[test]
        fn both_widths_agree(x in edgy(), y in edgy()) {
            check_quotient(x);
            let (wide_x, wide_y) = (BigUint::from(x), BigUint::from(y));
            prop_assert_eq!(is_p_u64(x, y), is_p_golden(&wide_x, &wide_y));
            prop_assert_eq!(partner_u64(x), narrow(&partner(&wide_x)));
            let widened: Vec<_> = winning_moves_u64(x, y)
                .into_iter()
                .map(|m| WythoffMove { x: m.x.into(), y: m.y.into(), from: m.from })
                .collect();
            prop_assert_eq!(widened, winning_moves(&wide_x, &wide_y));
        }

        #[test]
        fn true_pairs_and_near_misses(n in 0..7_046_029_254_386_353_000u64, off in 1..3u64) {
            let (a, b) = pair(&n.into());
            let (a, b) = (narrow(&a).expect("fits"), narrow(&b).expect("fits"));
            prop_assert!(is_p_u64(a, b));
            prop_assert!(!is_p_u64(a + off, b) && !is_p_u64(a, b + off));
            prop_assert!(!is_p_u64(a + off, b + off));
        }
    }
}
