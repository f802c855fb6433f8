//! Take at most a multiple of what was just taken.
//!
//! One heap; a player takes at least one counter and at most `c` times what the opponent took just before; the first
//! move may take anything but the whole heap. A position is a heap `n` with the limit `q` on the next move.
//!
//! Let `h_0 = 1` and `h_(i+1) = h_i + h_m`, with the least `m` for which `c h_m >= h_i`. Every number is in exactly one
//! way a sum of these of which each is more than `c` times the one before (the greatest that fits is taken again and
//! again), and the player to move loses exactly when `n = 0` or `q` is below its least part (Schwenk, *Take-away games*,
//! Fibonacci Quarterly 8, 1970). For `c = 1` the `h_i` are the powers of two, for `c = 2` the Fibonacci numbers.
//!
//! Winning moves: taking `k <= q` wins when `k = n`, or when `c k` is below the least part of `n - k`. Then the parts of
//! `k`, which are at most `k`, and of `n - k` are together those of `n`; so `k` is the sum of the few least parts of `n`,
//! and trying these sums finds every winning move.

use num_bigint::BigUint;

use crate::limits::{Limits, Stop};
use crate::outcome::Outcome;

/// Numbers `h_i` between two looks at the limits.
const PER_CHECK: usize = 1 << 12;

/// The parts of a number, ascending; as many steps as there are `h_i` up to it, about `c ln n`.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::theory::multiple::parts;
/// // 1, 2, 3, 4, 6, 8, 11, 15, ..
/// let found = parts(&20_u8.into(), 3, &Limits::default())?;
/// assert_eq!(found, [1_u8.into(), 4_u8.into(), 15_u8.into()]);
/// # Ok::<(), grundy::limits::Stop>(())
/// ```
///
/// # Errors
/// [`Stop`] at a limit.
///
/// # Panics
/// If the factor is 0: nothing may follow a move, and there are no such parts.
pub fn parts(n: &BigUint, factor: u64, limits: &Limits) -> Result<Vec<BigUint>, Stop> {
    assert!(factor > 0, "a factor is at least 1");
    let mut places = vec![BigUint::from(1_u8)];
    let mut least = 0;
    let mut bytes = 0;
    loop {
        let last = &places[places.len() - 1];
        while &places[least] * factor < *last {
            least += 1;
        }
        let next = last + &places[least];
        if next > *n {
            break;
        }
        bytes += size_of::<BigUint>() as u64 + next.bits().div_ceil(8);
        if places.len().is_multiple_of(PER_CHECK) {
            limits.check()?;
            limits.check_memory(bytes)?;
        }
        places.push(next);
    }
    let mut rest = n.clone();
    let mut parts = Vec::new();
    for place in places.into_iter().rev() {
        if place <= rest {
            rest -= &place;
            parts.push(place);
        }
    }
    parts.reverse();
    Ok(parts)
}

/// Who wins from `heap` counters when at most `limit` may be taken now, and then at most `factor` times as many.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::outcome::Outcome;
/// use grundy::theory::multiple::outcome;
/// // No more than was taken last: the parts are powers of two, and of 12 = 8 + 4 the least is 4.
/// let at_most = |limit: u8| outcome(&12u8.into(), &limit.into(), 1, &Limits::default());
/// assert_eq!((at_most(3), at_most(4)), (Ok(Outcome::P), Ok(Outcome::N)));
/// ```
///
/// # Errors
/// As [`parts`].
///
/// # Panics
/// As [`parts`].
pub fn outcome(
    heap: &BigUint,
    limit: &BigUint,
    factor: u64,
    limits: &Limits,
) -> Result<Outcome, Stop> {
    let parts = parts(heap, factor, limits)?;
    Ok(Outcome::next_wins(parts.first().is_some_and(|least| limit >= least)))
}

/// How many counters each winning move takes, ascending; none when the player to move loses.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::theory::multiple::winning_moves;
/// let taken = winning_moves(&20_u8.into(), &19_u8.into(), 3, &Limits::default())?;
/// assert_eq!(taken, [1_u8.into()]); // 3 < 4, the next part; but 3 (1 + 4) >= 15
/// # Ok::<(), grundy::limits::Stop>(())
/// ```
///
/// # Errors
/// As [`parts`].
///
/// # Panics
/// As [`parts`].
pub fn winning_moves(
    heap: &BigUint,
    limit: &BigUint,
    factor: u64,
    limits: &Limits,
) -> Result<Vec<BigUint>, Stop> {
    Ok(winning_from(&parts(heap, factor, limits)?, limit, factor))
}

/// The same of a heap whose parts are these: some of the smallest are taken, so that the next is out of reach.
pub(super) fn winning_from(parts: &[BigUint], limit: &BigUint, factor: u64) -> Vec<BigUint> {
    let mut moves = Vec::new();
    let mut taken = BigUint::ZERO;
    for (at, part) in parts.iter().enumerate() {
        taken += part;
        if taken > *limit {
            break;
        }
        if parts.get(at + 1).is_none_or(|above| &taken * factor < *above) {
            moves.push(taken.clone());
        }
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::fibonacci;
    use proptest::prelude::*;

    #[test]
    fn outcomes_and_moves_agree_with_the_definition() {
        let limits = Limits::default();
        for factor in 1..9_u64 {
            let most = 90_u64;
            // wins[n][q]: the player to move wins.
            let mut wins: Vec<Vec<bool>> = Vec::new();
            for n in 0..=most {
                let mut row = Vec::new();
                for q in 0..=most {
                    let lost = |k: u64| {
                        let then = (factor * k).min(most) as usize;
                        !wins[(n - k) as usize][then]
                    };
                    let right: Vec<BigUint> =
                        (1..=q.min(n)).filter(|&k| lost(k)).map(BigUint::from).collect();
                    let (heap, limit) = (n.into(), q.into());
                    let found = winning_moves(&heap, &limit, factor, &limits).unwrap();
                    assert_eq!(found, right, "{n} {q} {factor}");
                    let outcome = outcome(&heap, &limit, factor, &limits).unwrap();
                    assert_eq!(outcome == Outcome::N, !right.is_empty(), "{n} {q} {factor}");
                    row.push(!right.is_empty());
                }
                wins.push(row);
            }
        }
    }

    #[test]
    #[should_panic(expected = "a factor is at least 1")]
    fn nothing_after_a_move_is_refused() {
        let _ = parts(&20_u8.into(), 0, &Limits::default());
    }

    proptest! {
        #[test]
        fn twice_is_fibonacci_nim(heap: u64, limit: u64, shift in 0..64) {
            let (heap, limit) = (BigUint::from(heap), BigUint::from(limit >> shift));
            let limits = Limits::default();
            prop_assert_eq!(outcome(&heap, &limit, 2, &limits).unwrap(), fibonacci::outcome(&heap, &limit));
            let moves = winning_moves(&heap, &limit, 2, &limits).unwrap();
            prop_assert_eq!(moves, fibonacci::winning_moves(&heap, &limit));
        }

        #[test]
        fn parts_are_far_from_each_other(heap: u64, factor in 1..2000_u64) {
            let found = parts(&heap.into(), factor, &Limits::default()).unwrap();
            prop_assert_eq!(found.iter().sum::<BigUint>(), heap.into());
            prop_assert!(found.windows(2).all(|pair| &pair[0] * factor < pair[1]));
        }
    }
}
