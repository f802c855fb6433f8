//! Games whose conditions concern small heaps only, as games without conditions on heaps less a number.
//!
//! If heaps from `t` on are all alike, call a heap of `n >= t` the heap `m = n - t + 1` of another game. A break of `n - s`
//! into two heaps that are both not below `t` is then any break of `m - (s + t - 1)`; a break into one heap `a < t` and
//! another leaves that other one, `m - (s + a)`, and adds `G(a)` to its value; and what leaves heaps below `t` only, or one of
//! them and another that is too near to it, is not met any more from `n = k + 2t + d` on, where `k` is the largest amount and
//! `d` the most that two heaps must differ by. So with the values up to there the engines for codes go on.
//!
//! ```text
//! [a] + [n-a] for a in 2..n-2      t = 2: 0.4 on heaps less 1
//! [a] + [n-a] for a in 1..n-1 if n > 2      0.6, the same, for a heap of 1 has the value 0
//! ```

use super::by_class::ByClass;
use crate::heap::games::moves::{Leave, Moves};
use crate::heap::{Pieces, Values};
use crate::limits::Limits;

/// The most values that are computed first, and the most options that are looked at for them.
const MOST_FIRST: u64 = 1 << 12;
const MOST_OPTIONS: u64 = 1 << 24;

/// A game on heaps less a number.
pub(in crate::heap) struct Shifted {
    /// The moves of the other game.
    pub(in crate::heap) moves: Moves,
    /// `t - 1`: what its heaps are less.
    pub(in crate::heap) shift: usize,
    /// The values of the first heaps, as many as have moves that the other game lacks, and one more at least than `shift`.
    pub(in crate::heap) first: Values,
}

impl Shifted {
    /// `None` where large heaps are treated differently; where two heaps must differ by more than 1, or only after some
    /// amounts; where no two large heaps may be left; and where too many first values are needed.
    pub(in crate::heap) fn of(game: &Pieces) -> Option<Shifted> {
        let alone = game.classes().alone();
        let first = game.reach().checked_add(2 * alone + game.most_apart())?;
        let few = first <= MOST_FIRST && first * first * game.moves().len() as u64 <= MOST_OPTIONS;
        if game.classes().modulus() != 1 || !few {
            return None;
        }
        let mut start = ByClass::resume(game.clone(), Values::default());
        start.advance(first - 1, &Limits::default()).ok()?;
        let first = start.into_values();
        let (mut breaks, mut leaves, mut apart) = (Vec::new(), Vec::new(), Vec::new());
        for found in game.moves() {
            let taken = found.taken as usize;
            if found.one >> alone & 1 != 0 {
                leaves.push(Leave { taken, with: 0 });
            }
            for (smaller, row) in (0..alone as usize).zip(&found.two) {
                if row >> alone & 1 != 0 {
                    leaves.push(Leave { taken: taken + smaller, with: first.at(smaller) as usize });
                }
            }
            if found.two.get(alone as usize).is_some_and(|row| row >> alone & 1 != 0) {
                breaks.push(taken + alone as usize - 1);
                apart.push(found.apart);
            }
        }
        leaves.sort_unstable();
        leaves.dedup();
        let unequal = *apart.first()?;
        if unequal > 1 || apart.iter().any(|&other| other != unequal) {
            return None;
        }
        let moves = Moves { breaks, leaves, takes: Vec::new(), unequal: unequal == 1 };
        Some(Shifted { moves, shift: alone as usize - 1, first })
    }
}
