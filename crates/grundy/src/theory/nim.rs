//! Nim: take any number of counters from one heap.
//!
//! Bouton (*Nim, a game with a complete mathematical theory*, Annals of Mathematics 3, 1901): in
//! normal play the player to move loses exactly when the nim-sum of the heaps is 0. A heap `h` has
//! a winning move exactly when `h xor s < h`, `s` being the nim-sum, that is when it has the
//! highest one-bit of `s`, and the only winning move in it leaves `h xor s`.
//!
//! Misère play, in which the last move loses, goes the same way while two heaps or more exceed
//! one. Heaps of at most one leave no choice, so the player to move loses when the number of ones
//! is odd. With exactly one heap above one the player to move wins: that heap becomes 0 or 1,
//! whichever leaves an odd number of ones. No other move wins there, because it would leave one
//! heap above one to the opponent.

use crate::outcome::Outcome;
use num_bigint::BigUint;

/// A move in a sum of heaps: `heap` (counted from 0) becomes `to`.
///
/// ```
/// use grundy::theory::nim::{HeapMove, nim_sum_u64, winning_moves_u64};
/// let mut heaps = [3, 6, 9];
/// let HeapMove { heap, to } = winning_moves_u64(&heaps).next().unwrap();
/// heaps[heap] = to;
/// assert_eq!((heaps, nim_sum_u64(&heaps)), ([3, 6, 5], 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HeapMove<T = BigUint> {
    /// Index of the heap that changes.
    pub heap: usize,
    /// What the heap becomes.
    pub to: T,
}

/// The nim-sum of the heaps: their exclusive or. `O(digits)`.
///
/// ```
/// use grundy::theory::nim::nim_sum;
/// assert_eq!(nim_sum(&[5u32.into(), 7u32.into(), 8u32.into()]), 10u32.into());
/// ```
pub fn nim_sum(heaps: &[BigUint]) -> BigUint {
    heaps.iter().fold(BigUint::ZERO, |sum, heap| sum ^ heap)
}

/// The nim-sum of heaps that fit in a machine word.
///
/// ```
/// use grundy::theory::nim::nim_sum_u64;
/// assert_eq!((nim_sum_u64(&[5, 7, 8]), nim_sum_u64(&[])), (10, 0));
/// ```
pub fn nim_sum_u64(heaps: &[u64]) -> u64 {
    heaps.iter().fold(0, |sum, heap| sum ^ heap)
}

/// Every winning move of normal play, in the order of the heaps; none when the player to move
/// loses. `O(digits)`.
///
/// ```
/// use grundy::theory::nim::winning_moves;
/// let heaps = [5u32, 7, 8, 9, 10].map(Into::into);
/// let moves: Vec<_> = winning_moves(&heaps).iter().map(|m| (m.heap, m.to.to_string())).collect();
/// assert_eq!(moves, [(2, "1".into()), (3, "0".into()), (4, "3".into())]);
/// ```
pub fn winning_moves(heaps: &[BigUint]) -> Vec<HeapMove> {
    let sum = nim_sum(heaps);
    let moves = heaps.iter().enumerate().map(|(heap, size)| (heap, size, size ^ &sum));
    moves.filter(|(_, size, to)| to < size).map(|(heap, _, to)| HeapMove { heap, to }).collect()
}

/// Every winning move of normal play for heaps that fit in a machine word, in the order of the
/// heaps. One pass for the nim-sum, one for the moves; nothing is allocated.
///
/// ```
/// use grundy::theory::nim::{HeapMove, winning_moves_u64};
/// assert!(winning_moves_u64(&[3, 6, 9]).eq([HeapMove { heap: 2, to: 5 }]));
/// assert_eq!(winning_moves_u64(&[45, 45]).count(), 0);
/// ```
pub fn winning_moves_u64(heaps: &[u64]) -> impl Iterator<Item = HeapMove<u64>> + Clone + '_ {
    let sum = nim_sum_u64(heaps);
    let moves = heaps.iter().enumerate().map(move |(heap, &size)| (size, heap, size ^ sum));
    moves.filter(|&(size, _, to)| to < size).map(|(_, heap, to)| HeapMove { heap, to })
}

/// Who wins a position of misère Nim, and by which part of the rule.
///
/// ```
/// use grundy::outcome::Outcome;
/// use grundy::theory::nim::{MisereReason, misere_outcome_u64};
/// let verdict = misere_outcome_u64(&[1, 2, 3]);
/// assert_eq!(verdict.outcome, Outcome::P);
/// assert_eq!(verdict.reason, MisereReason::Normal { large: 2, ones: 1 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MisereVerdict {
    /// Who wins when the last move loses.
    pub outcome: Outcome,
    /// Why.
    pub reason: MisereReason,
}

/// The part of the misère rule that decides.
///
/// ```
/// use grundy::theory::nim::{MisereReason, misere_outcome_u64};
/// let reason = |heaps: &[u64]| misere_outcome_u64(heaps).reason;
/// assert_eq!(reason(&[1, 0, 1]), MisereReason::AllSmall { ones: 2 });
/// assert_eq!(reason(&[1, 5, 1]), MisereReason::Normal { large: 1, ones: 2 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MisereReason {
    /// No heap exceeds one: the player to move loses exactly when the number of ones is odd.
    AllSmall {
        /// How many heaps are one.
        ones: usize,
    },
    /// Some heap exceeds one: who wins normal play wins misère play. With `large` = 1 that is the
    /// player to move, who leaves an odd number of ones; with more it depends on the nim-sum, and
    /// the winning moves are those of normal play.
    Normal {
        /// How many heaps exceed one.
        large: usize,
        /// How many heaps are one.
        ones: usize,
    },
}

/// What the misère rule looks at.
struct Census {
    ones: usize,
    large: usize,
    zero_sum: bool,
}

impl Census {
    fn verdict(&self) -> MisereVerdict {
        let (ones, large) = (self.ones, self.large);
        if large == 0 {
            let outcome = Outcome::next_wins(ones.is_multiple_of(2));
            MisereVerdict { outcome, reason: MisereReason::AllSmall { ones } }
        } else {
            let outcome = Outcome::next_wins(!self.zero_sum);
            MisereVerdict { outcome, reason: MisereReason::Normal { large, ones } }
        }
    }

    /// What a heap must become for a win, apart from the moves of normal play: with `large` = 1
    /// the large heap, with `large` = 0 and an even number of ones any one.
    fn small_target(&self) -> Option<u8> {
        match self.large {
            0 => self.ones.is_multiple_of(2).then_some(0),
            1 => Some(u8::from(self.ones.is_multiple_of(2))),
            _ => None,
        }
    }
}

fn census(heaps: &[BigUint]) -> Census {
    let one = BigUint::from(1u8);
    Census {
        ones: heaps.iter().filter(|&heap| *heap == one).count(),
        large: heaps.iter().filter(|&heap| *heap > one).count(),
        zero_sum: nim_sum(heaps) == BigUint::ZERO,
    }
}

fn census_u64(heaps: &[u64]) -> Census {
    Census {
        ones: heaps.iter().filter(|&&heap| heap == 1).count(),
        large: heaps.iter().filter(|&&heap| heap > 1).count(),
        zero_sum: nim_sum_u64(heaps) == 0,
    }
}

/// Who wins when the player who makes the last move loses. `O(digits)`.
///
/// A player who finds no counter at all has won.
///
/// ```
/// use grundy::outcome::Outcome;
/// use grundy::theory::nim::{MisereReason, misere_outcome};
/// let verdict = misere_outcome(&[1u8, 1, 1].map(Into::into));
/// assert_eq!(verdict.outcome, Outcome::P);
/// assert_eq!(verdict.reason, MisereReason::AllSmall { ones: 3 });
/// ```
pub fn misere_outcome(heaps: &[BigUint]) -> MisereVerdict {
    census(heaps).verdict()
}

/// [`misere_outcome`] for heaps that fit in a machine word; nothing is allocated.
///
/// ```
/// use grundy::outcome::Outcome;
/// use grundy::theory::nim::misere_outcome_u64;
/// let outcome = |heaps: &[u64]| misere_outcome_u64(heaps).outcome;
/// assert_eq!([outcome(&[]), outcome(&[1]), outcome(&[5])], [Outcome::N, Outcome::P, Outcome::N]);
/// ```
pub fn misere_outcome_u64(heaps: &[u64]) -> MisereVerdict {
    census_u64(heaps).verdict()
}

/// Every winning move of misère play, in the order of the heaps. `O(digits)`.
///
/// There may be none although the player to move wins: when no counter is left.
///
/// ```
/// use grundy::theory::nim::misere_winning_moves;
/// let moves = misere_winning_moves(&[1u8, 7, 1].map(Into::into));
/// assert_eq!((moves.len(), moves[0].heap, &moves[0].to), (1, 1, &1u8.into()));
/// ```
pub fn misere_winning_moves(heaps: &[BigUint]) -> Vec<HeapMove> {
    let census = census(heaps);
    let one = BigUint::from(1u8);
    match (census.small_target(), census.large) {
        (Some(to), large) => heaps
            .iter()
            .enumerate()
            .filter(|&(_, size)| if large == 1 { *size > one } else { *size == one })
            .map(|(heap, _)| HeapMove { heap, to: to.into() })
            .collect(),
        (None, 0) => Vec::new(),
        (None, _) => winning_moves(heaps),
    }
}

/// [`misere_winning_moves`] for heaps that fit in a machine word.
///
/// ```
/// use grundy::theory::nim::{HeapMove, misere_winning_moves_u64};
/// // An odd number of ones is to be left.
/// assert_eq!(misere_winning_moves_u64(&[1, 7]), [HeapMove { heap: 1, to: 0 }]);
/// assert_eq!(misere_winning_moves_u64(&[7]), [HeapMove { heap: 0, to: 1 }]);
/// ```
pub fn misere_winning_moves_u64(heaps: &[u64]) -> Vec<HeapMove<u64>> {
    let census = census_u64(heaps);
    match (census.small_target(), census.large) {
        (Some(to), large) => heaps
            .iter()
            .enumerate()
            .filter(|&(_, &size)| if large == 1 { size > 1 } else { size == 1 })
            .map(|(heap, _)| HeapMove { heap, to: to.into() })
            .collect(),
        (None, 0) => Vec::new(),
        (None, _) => winning_moves_u64(heaps).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    fn big(heaps: &[u64]) -> Vec<BigUint> {
        heaps.iter().map(|&heap| heap.into()).collect()
    }

    /// Plain win or loss over the whole game tree, without any theory.
    fn next_wins(heaps: &[u64], misere: bool, memo: &mut HashMap<Vec<u64>, bool>) -> bool {
        if let Some(&known) = memo.get(heaps) {
            return known;
        }
        let wins = if heaps.iter().all(|&heap| heap == 0) {
            misere
        } else {
            !naive_moves(heaps, misere, memo).is_empty()
        };
        memo.insert(heaps.to_vec(), wins);
        wins
    }

    fn naive_moves(
        heaps: &[u64],
        misere: bool,
        memo: &mut HashMap<Vec<u64>, bool>,
    ) -> Vec<HeapMove<u64>> {
        let mut moves = Vec::new();
        for (heap, &size) in heaps.iter().enumerate() {
            for to in 0..size {
                let mut option = heaps.to_vec();
                option[heap] = to;
                if !next_wins(&option, misere, memo) {
                    moves.push(HeapMove { heap, to });
                }
            }
        }
        moves
    }

    #[test]
    fn outcomes_and_moves_agree_with_the_whole_game_tree() {
        let (mut normal, mut misere) = (HashMap::new(), HashMap::new());
        let mut positions = vec![vec![]];
        for _ in 0..4 {
            let longer: Vec<Vec<u64>> = positions
                .iter()
                .flat_map(|heaps| (0..6).map(move |heap| [heaps.as_slice(), &[heap]].concat()))
                .collect();
            positions.extend(longer);
        }
        for heaps in &positions {
            let wins = next_wins(heaps, false, &mut normal);
            assert_eq!(nim_sum_u64(heaps) != 0, wins, "{heaps:?}");
            let expected = naive_moves(heaps, false, &mut normal);
            assert_eq!(winning_moves_u64(heaps).collect::<Vec<_>>(), expected, "{heaps:?}");

            let wins = Outcome::next_wins(next_wins(heaps, true, &mut misere));
            assert_eq!(misere_outcome_u64(heaps).outcome, wins, "misere {heaps:?}");
            let expected = naive_moves(heaps, true, &mut misere);
            assert_eq!(misere_winning_moves_u64(heaps), expected, "misere {heaps:?}");
        }
    }

    #[test]
    fn the_misere_reason_counts_heaps() {
        let reason = |heaps: &[u64]| misere_outcome_u64(heaps).reason;
        assert_eq!(reason(&[]), MisereReason::AllSmall { ones: 0 });
        assert_eq!(reason(&[1, 0, 1]), MisereReason::AllSmall { ones: 2 });
        assert_eq!(reason(&[1, 0, 5]), MisereReason::Normal { large: 1, ones: 1 });
        assert_eq!(reason(&[2, 2, 1, 1]), MisereReason::Normal { large: 2, ones: 2 });
    }

    #[test]
    fn heaps_beyond_a_machine_word() {
        let huge = BigUint::from(10u8).pow(30);
        let heaps = [huge.clone(), &huge + 1u8, 6u8.into()];
        let sum = nim_sum(&heaps);
        assert_eq!(sum, 7u8.into());
        let moves = winning_moves(&heaps);
        for HeapMove { heap, to } in &moves {
            let mut option = heaps.to_vec();
            assert!(to < &option[*heap]);
            option[*heap] = to.clone();
            assert_eq!(nim_sum(&option), BigUint::ZERO);
        }
        // 10^30 is a multiple of 2^30, so only the six has the bit of four.
        assert_eq!(moves, [HeapMove { heap: 2, to: 1u8.into() }]);
        let turning = misere_winning_moves(&[huge, 1u8.into()]);
        assert_eq!(turning, [HeapMove { heap: 0, to: 0u8.into() }]);
    }

    proptest! {
        #[test]
        fn both_widths_agree(
            heaps in prop::collection::vec(
                prop_oneof![Just(0), Just(1), Just(u64::MAX), Just(1 << 63), any::<u64>()],
                0..6,
            )
        ) {
            let narrow = |moves: Vec<HeapMove>| -> Vec<(usize, BigUint)> {
                moves.into_iter().map(|m| (m.heap, m.to)).collect()
            };
            let widen = |m: HeapMove<u64>| (m.heap, BigUint::from(m.to));
            let wide = big(&heaps);
            prop_assert_eq!(nim_sum(&wide), nim_sum_u64(&heaps).into());
            let expected: Vec<_> = winning_moves_u64(&heaps).map(widen).collect();
            prop_assert_eq!(narrow(winning_moves(&wide)), expected);
            prop_assert_eq!(misere_outcome(&wide), misere_outcome_u64(&heaps));
            let expected: Vec<_> =
                misere_winning_moves_u64(&heaps).into_iter().map(widen).collect();
            prop_assert_eq!(narrow(misere_winning_moves(&wide)), expected);
        }
    }
}
