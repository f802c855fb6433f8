//! Sparse spaces: a parity under which nearly all values of a sequence are odd.
//!
//! Fix a mask `m`, and call a heap `n` of value `v` *common* if `|v & m|` is odd and *rare* if it is
//! even (`|.|` counts bits). Since parities add under nim-sum, a move that breaks a heap gives an
//! odd value exactly if one piece is rare and the other common. In many octal games the rare heaps
//! nearly cease, and then few pairs decide which odd values a heap can still have (Winning Ways,
//! chapter 4; Gangolli and Plambeck 1989).
//!
//! Some games do this in step with the heap's size: there the parity of `n` is added. For the
//! argument to hold with a break that takes `i`, so is the parity of `i`; so all breaks of the game
//! must then take an even amount, or all an odd one.
//!
//! With `S(m) = sum over heaps of (-1)^|v & m|` the rare heaps number `(N + S(m)) / 2`; one
//! Walsh-Hadamard transform of the value counts gives `S` for every mask at once. The parity of `n`
//! is one more bit of the value.

use super::games::moves::Moves;
use super::listed::shifted::Shifted;
use super::{HeapGame, Values};

/// The split of (heap, value) into rare and common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Space {
    mask: u64,
    /// Whether the parity of the heap's size counts too.
    with_size: bool,
    /// Added to the parity: what makes the breaks keep the split.
    flip: bool,
}

impl Space {
    /// The split in which everything is rare, which always holds and helps nothing.
    pub const TRIVIAL: Space = Space { mask: 0, with_size: false, flip: false };

    /// The split by these bits, the parity of the size if it counts, and what is added to it.
    pub(super) fn new(mask: u64, with_size: bool, flip: bool) -> Space {
        Space { mask, with_size, flip }
    }

    /// The bits of the value whose parity decides.
    pub fn mask(&self) -> u64 {
        self.mask
    }

    /// Whether the parity of the heap's size counts too.
    pub fn with_size(&self) -> bool {
        self.with_size
    }

    /// Whether a heap of size `n` and this value is common.
    #[inline]
    pub fn is_common(&self, n: u64, value: u64) -> bool {
        let size = u32::from(self.with_size) & (n as u32);
        ((value & self.mask).count_ones() + size + u32::from(self.flip)) & 1 == 1
    }

    /// Whether a move that takes so much, and adds this value, makes a common value from a rare heap, and the
    /// reverse.
    pub(super) fn turns(&self, taken: u64, with: u64) -> bool {
        let size = u32::from(self.with_size) & (taken as u32);
        ((with & self.mask).count_ones() + size) & 1 == 1
    }

    /// The split with the fewest rare heaps, and how many there are among those counted.
    /// `counts[v][s]` is the number of heaps with value `v` whose size has parity `s`.
    /// `O(V log V)`.
    pub(super) fn best(counts: &[[u64; 2]], moves: &Moves) -> (Space, u64) {
        let total: u64 = counts.iter().flatten().sum();
        let mut best = (Space::TRIVIAL, total);
        let odd = moves.breaks.iter().filter(|&&taken| taken % 2 == 1).count();
        let sizes: &[bool] =
            if odd == 0 || odd == moves.breaks.len() { &[false, true] } else { &[false] };
        for &with_size in sizes {
            let flip = with_size && odd > 0;
            let mut sums: Vec<i64> = counts
                .iter()
                .map(|&[even, odd]| {
                    even as i64 + if with_size { -(odd as i64) } else { odd as i64 }
                })
                .collect();
            sums.resize(counts.len().next_power_of_two(), 0);
            walsh_hadamard(&mut sums);
            for (mask, &sum) in (0..).zip(&sums) {
                let sum = if flip { -sum } else { sum };
                let rare = ((total as i64 + sum) / 2) as u64;
                if rare < best.1 {
                    best = (Space { mask, with_size, flip }, rare);
                }
            }
        }
        best
    }
}

/// How the heaps of a sequence are split into rare and common ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sparse {
    /// The split with the fewest rare heaps.
    pub space: Space,
    /// The first heap that is rare or common: 1, for heap 0 is no piece of a break, and where conditions of a rule treat
    /// small heaps apart, the first of the others.
    pub first: u64,
    /// Rare heaps.
    pub rares: u64,
    /// The last of them.
    pub last_rare: Option<u64>,
}

/// With one rare heap in so many, or more, a split says nothing.
const TOO_MANY_RARES: u64 = 5;

/// The largest value for which masks are tried.
const MOST_VALUE: u64 = 1 << 20;

impl Sparse {
    /// The sparse space that these values of a game show; `None` unless more than four heaps in
    /// five are common under some mask, and if the game's moves break nothing, leave three heaps, repeat for
    /// ever, or have conditions on heaps of any size. `O(heaps + V log V)`.
    ///
    /// ```
    /// use grundy::heap::{HeapGame, Run, Sparse};
    /// use grundy::limits::Limits;
    /// let mut kayles = Run::new(HeapGame::Code("0.77".parse()?));
    /// kayles.advance(200, &Limits::default())?;
    /// let sparse = Sparse::of(kayles.game(), &kayles.values()).unwrap();
    /// assert_eq!((sparse.space.mask(), sparse.last_rare), (15, Some(70)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(game: &HeapGame, values: &Values) -> Option<Sparse> {
        // Where conditions concern small heaps only, the others are those of a game without conditions, less a number.
        let (moves, shift) = match game {
            HeapGame::Pieces(game) => Shifted::of(game).map(|game| (game.moves, game.shift))?,
            _ => (Moves::of(game)?, 0),
        };
        if moves.breaks.is_empty() {
            return None;
        }
        let largest = values.iter().max().filter(|&largest| largest < MOST_VALUE)?;
        let mut counts = vec![[0; 2]; largest as usize + 1];
        let first = shift + 1;
        for (heap, value) in values.iter().enumerate().skip(first) {
            counts[value as usize][(heap - shift) % 2] += 1;
        }
        let (mut space, rares) = Space::best(&counts, &moves);
        space.flip ^= space.with_size && shift % 2 == 1;
        if rares * TOO_MANY_RARES >= values.len() as u64 {
            return None;
        }
        let rare = |n: &usize| !space.is_common(*n as u64, values.at(*n));
        let last_rare = (first..values.len()).rev().find(rare).map(|n| n as u64);
        Some(Sparse { space, first: first as u64, rares, last_rare })
    }
}

/// The Walsh-Hadamard transform: `sums[m]` becomes the sum of `(-1)^|v & m| sums[v]`.
pub(super) fn walsh_hadamard(sums: &mut [i64]) {
    let mut half = 1;
    while half < sums.len() {
        for pair in sums.chunks_exact_mut(2 * half) {
            let (low, high) = pair.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::{HeapGame, definition::Definition};
    use crate::limits::Limits;
    use proptest::prelude::*;

    fn counted(game: &HeapGame, last: u64) -> (Vec<u64>, Vec<[u64; 2]>) {
        let mut run = Definition::new(game.clone());
        run.advance(last, &Limits::default()).unwrap();
        let values: Vec<u64> = run.values().iter().collect();
        let mut counts = vec![[0; 2]; values.iter().max().unwrap_or(&0).wrapping_add(1) as usize];
        for (n, &value) in values.iter().enumerate() {
            counts[value as usize][n % 2] += 1;
        }
        (values, counts)
    }

    #[test]
    fn officers_has_few_rare_heaps() {
        let game = HeapGame::Code("0.6".parse().unwrap());
        let (values, counts) = counted(&game, 6000);
        let (space, rare) = Space::best(&counts, &Moves::of(&game).unwrap());
        assert!(rare < 1400, "{space:?} {rare}");
        let told = (0..).zip(&values).filter(|&(n, &value)| !space.is_common(n, value)).count();
        assert_eq!(told as u64, rare);
    }

    #[test]
    fn some_games_need_the_parity_of_the_size() {
        let game = HeapGame::Code("0.106".parse().unwrap());
        let (_, counts) = counted(&game, 3000);
        let (space, rare) = Space::best(&counts, &Moves::of(&game).unwrap());
        assert!(space.with_size() && rare < 20, "{space:?} {rare}");
    }

    proptest! {
        #[test]
        fn the_transform_counts_as_the_definition(
            counts in prop::collection::vec([0u64..50, 0u64..50], 1..20),
            breaks in prop::collection::vec(0usize..4, 0..3),
        ) {
            let moves = Moves { breaks, leaves: vec![], takes: vec![], unequal: false };
            let (space, rare) = Space::best(&counts, &moves);
            let told: u64 = (0..).zip(&counts)
                .flat_map(|(value, pair)| (0..).zip(pair).map(move |(n, &count)| (n, value, count)))
                .filter(|&(n, value, _)| !space.is_common(n, value))
                .map(|(_, _, count)| count)
                .sum();
            prop_assert_eq!(told, rare);
        }

        #[test]
        fn common_arises_only_from_rare_and_common(
            mask in 0u64..64, a in 1u64..100, b in 1u64..100, v in 0u64..64, w in 0u64..64,
            taken in 0u64..4, with_size: bool,
        ) {
            let space = Space { mask, with_size, flip: with_size && taken % 2 == 1 };
            let pieces = space.is_common(a, v) != space.is_common(b, w);
            prop_assert_eq!(space.is_common(a + b + taken, v ^ w), pieces);
        }
    }
}
