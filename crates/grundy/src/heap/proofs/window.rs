//! Proofs of periods from a closed window, for games with a sparse space.
//!
//! Let a finite code allow at most two heaps after a move, `k` its last digit that is not zero. Fix
//! a mask and split (heap, value) into common and rare as the module `space` says, so that a break
//! into two heaps gives a common value exactly if one of them is common and the other rare.
//!
//! **Theorem.** Let `n0 >= 1`, `p >= 1` (even, if the parity of the size counts in the split), let
//! no heap from `n0` to `n0 + p - 1` be rare, and `r < n0` be the last rare heap, 0 if there is
//! none. Put `M = n0 + r + k`. If
//!
//! 1. `G(n+p) = G(n)` for `n0 <= n < M`, and
//! 2. for `M <= n < M + p`, every rare value below `G(n)` is the value of an option of `n` that
//!    has a heap of at least `n0`,
//!
//! then `G(n+p) = G(n)` for all `n >= n0`.
//!
//! *Proof.* Let `n >= M`, and suppose that the equation holds from `n0` up to below `n`, and that 2
//! holds from `M` up to below `n + p`. Then no heap from `n0` to `n + p - 1` is rare. Write
//! `c = G(n)`, a common value of `n`; it is also one of `n + p`.
//!
//! No option of `n + p` has the value `c`: what a move leaves is not nothing, as `n + p > k`. If it
//! is one heap `n + p - i`, then `n - i >= n0` has the same value and is an option of `n`. If it is
//! two, one of them, `a`, is rare, so `a <= r`; the other is `b >= n + p - k - r >= n0 + p`, and `a`
//! with `b - p`, which has the value of `b`, is an option of `n`. But `c` is no option's value there.
//!
//! Every `v < c` is the value of an option of `n + p`, which has a heap of at least `n0`: some
//! option of `n` has the value `v`. If it is one heap, it is at least `n0`, and with `p` more has
//! the same value. If it is two and `v` is common, one is at most `r` and the other again at least
//! `n0`; if `v` is rare, take the option that 2 promises, which has such a heap. That heap, which is
//! smaller than `n`, may gain `p`.
//!
//! So `G(n+p) = c`, and 2 holds for `n + p` as well. ∎
//!
//! The proof rests on `n0 + p + r + k` values, where the theorem of Guy and Smith needs
//! `2 n0 + 2 p + k`. From `2 n0 + k` on, 2 holds by itself: the larger heap of any option is at
//! least `n0`.
//!
//! Of all splits that serve, one with the smallest `r` is used: of these the first, those without the
//! parity of the size first, then by their masks. A mask has no bit above those of the values below
//! `n0 + p`. So the split is determined by these values.

use crate::heap::Code;
use crate::heap::games::moves::Moves;
use crate::heap::space::Space;
use crate::limits::{Limits, Stop};

/// The split and the constant that close the window of a proof.
///
/// ```
/// use grundy::heap::{HeapGame, Run};
/// use grundy::limits::Limits;
/// let mut run = Run::new(HeapGame::Code("0.127".parse()?));
/// run.advance(80_000, &Limits::default())?;
/// let proof = run.proof().unwrap();
/// assert_eq!((proof.preperiod, proof.period), (46_578, 4));
/// // n0 + p + r + k, where the theorem of Guy and Smith needs 2 n0 + 2 p + k.
/// let closure = proof.closure.unwrap();
/// assert_eq!(proof.values_needed, 46_578 + 4 + closure.last_rare + 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Closure {
    /// The bits of a value whose parity decides; at least 1.
    pub mask: u64,
    /// Whether the parity of the heap's size counts too.
    pub with_size: bool,
    /// `r`: the last rare heap, below the preperiod; 0 if there is none.
    pub last_rare: u64,
}

/// A pattern that a [`Closing`] proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::heap) struct Closed {
    pub(in crate::heap) closure: Closure,
    pub(in crate::heap) values_needed: u64,
}

/// The bits of the largest values for which masks are tried.
const MOST_BITS: u32 = 16;

/// Pairs of heaps looked at between two looks at the clock.
const STEPS_PER_CHECK: u64 = 1 << 22;

/// Tries to close the window of one candidate after the other.
#[derive(Clone, Debug)]
pub(in crate::heap) struct Closing {
    moves: Moves,
    /// `k`.
    reach: usize,
    /// The candidate that was prepared or settled last.
    candidate: Option<(usize, usize)>,
    /// What closes its window, if anything may.
    closure: Option<Closure>,
}

impl Closing {
    /// `None` for a code that the theorem is not about.
    pub(in crate::heap) fn of(code: &Code) -> Option<Closing> {
        let moves = Moves::of(&code.clone().into()).filter(|moves| !moves.breaks.is_empty())?;
        let reach = moves.reach();
        Some(Closing { moves, reach, candidate: None, closure: None })
    }

    /// The proof, if the values known by now close the window of this candidate: a start and a
    /// period which the known values bear out, the start being the smallest. `O(values)` for each
    /// candidate, and `O(period)` times the few pairs that show the rare values of one heap.
    ///
    /// # Errors
    /// The limit that was reached; the candidate can be tried again.
    pub(in crate::heap) fn look_at<T: Copy + Ord + Into<u64>>(
        &mut self,
        values: &[T],
        (start, period): (usize, usize),
        limits: &Limits,
    ) -> Result<Option<Closed>, Stop> {
        if values.len() < start + period + self.reach {
            return Ok(None);
        }
        if self.candidate != Some((start, period)) {
            self.candidate = Some((start, period));
            self.closure = self.closure(values, start, period);
        }
        let Some(closure) = self.closure else { return Ok(None) };
        let from = start + closure.last_rare as usize + self.reach;
        if values.len() < from + period {
            return Ok(None);
        }
        let until = (from + period).min(2 * start + self.reach);
        let space = self.space(&closure);
        let mut wanted = MissingRares::default();
        let mut steps = 0;
        for n in from..until {
            steps += wanted.show(&self.moves, space, values, n, start);
            if !wanted.is_empty() {
                self.closure = None;
                return Ok(None);
            }
            if steps >= STEPS_PER_CHECK {
                limits.check()?;
                steps = 0;
            }
        }
        Ok(Some(Closed { closure, values_needed: (from + period) as u64 }))
    }

    /// Whether all breaks take an odd amount; `None` if some do and some do not.
    fn odd_breaks(&self) -> Option<bool> {
        let odd = self.moves.breaks[0] % 2 == 1;
        self.moves.breaks.iter().all(|taken| (taken % 2 == 1) == odd).then_some(odd)
    }

    fn space(&self, closure: &Closure) -> Space {
        let flip = closure.with_size && self.odd_breaks() == Some(true);
        Space::new(closure.mask, closure.with_size, flip)
    }

    /// Of the splits in which no heap of the period is rare, the one in which they end first.
    fn closure<T: Copy + Ord + Into<u64>>(
        &self,
        values: &[T],
        start: usize,
        period: usize,
    ) -> Option<Closure> {
        let known = &values[..start + period];
        let (&first, rest) = known[1..].split_first()?;
        let largest: u64 = rest.iter().fold(first, |most, &value| value.max(most)).into();
        if largest >> MOST_BITS != 0 {
            return None;
        }
        // Which values heaps of even and of odd size have in the period.
        let mut seen = vec![[false; 2]; largest as usize + 1];
        for (n, &value) in known.iter().enumerate().skip(start) {
            seen[value.into() as usize][n % 2] = true;
        }
        let seen: Vec<(u64, u64)> = (0..)
            .zip(&seen)
            .flat_map(|(value, sizes)| (0..2).map(move |size| (size, value, sizes)))
            .filter(|&(size, _, sizes)| sizes[size as usize])
            .map(|(size, value, _)| (size, value))
            .collect();
        let sizes = [Some(false), self.odd_breaks().filter(|_| period.is_multiple_of(2))];
        let mut best: Option<Closure> = None;
        for (with_size, _) in
            [false, true].into_iter().zip(sizes).filter(|(_, flip)| flip.is_some())
        {
            for mask in 1..(largest + 1).next_power_of_two() {
                let mut closure = Closure { mask, with_size, last_rare: 0 };
                let space = self.space(&closure);
                if !seen.iter().all(|&(size, value)| space.is_common(size, value)) {
                    continue;
                }
                let rare = |&n: &usize| !space.is_common(n as u64, values[n].into());
                closure.last_rare = (1..start).rev().find(rare).unwrap_or(0) as u64;
                if best.is_none_or(|best| closure.last_rare < best.last_rare) {
                    best = Some(closure);
                }
            }
        }
        best
    }
}

/// The rare values below that of one heap for which no option with a large heap is known.
#[derive(Clone, Debug, Default)]
struct MissingRares {
    /// A bit for each value.
    words: Vec<u64>,
    left: u64,
}

impl MissingRares {
    fn is_empty(&self) -> bool {
        self.left == 0
    }

    fn strike(&mut self, value: u64) {
        if let Some(word) = self.words.get_mut((value / 64) as usize) {
            let bit = *word >> (value % 64) & 1;
            *word ^= bit << (value % 64);
            self.left -= bit;
        }
    }

    /// Starts with the rare values below that of heap `n` and strikes out those of options that
    /// have a heap of at least `start`, until none is left or all options were seen. Answers the
    /// number of pairs looked at.
    fn show<T: Copy + Into<u64>>(
        &mut self,
        moves: &Moves,
        space: Space,
        values: &[T],
        n: usize,
        start: usize,
    ) -> u64 {
        let value: u64 = values[n].into();
        self.words.clear();
        self.words.resize((value / 64 + 1) as usize, 0);
        for rare in (0..value).filter(|&lower| !space.is_common(n as u64, lower)) {
            self.words[(rare / 64) as usize] |= 1 << (rare % 64);
        }
        self.left = self.words.iter().map(|word| u64::from(word.count_ones())).sum();
        for leave in &moves.leaves {
            self.strike(values[n - leave.taken].into() ^ leave.with as u64);
        }
        let mut pairs = 0;
        for &taken in &moves.breaks {
            let rest = n - taken;
            // The larger heap is at least half, and at least `start`.
            for one in 1..=(rest / 2).min(rest - start) {
                if self.left == 0 {
                    return pairs;
                }
                self.strike(values[one].into() ^ values[rest - one].into());
                pairs += 1;
            }
        }
        pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::definition::Definition;
    use crate::heap::{HeapGame, Run, guy_smith};
    use proptest::prelude::*;

    fn values(code: &Code, count: u64) -> Vec<u64> {
        let mut run = Definition::new(HeapGame::Code(code.clone()));
        run.advance(count - 1, &Limits::default()).unwrap();
        run.values().iter().collect()
    }

    /// Where `G(n + period) = G(n)` starts to hold up to the end of these values.
    fn start_of(values: &[u64], period: usize) -> usize {
        let differ = |&n: &usize| values[n] != values[n + period];
        (1..values.len() - period).rev().find(differ).map_or(1, |n| n + 1)
    }

    #[test]
    fn a_window_closes_before_the_classical_bound() {
        // Kayles: its period has a mask, 15, under which heap 70 is the last rare one.
        let kayles: Code = "0.77".parse().unwrap();
        let values = values(&kayles, 400);
        let mut closing = Closing::of(&kayles).unwrap();
        let mut proof =
            |known: usize| closing.look_at(&values[..known], (71, 12), &Limits::default()).unwrap();
        let closure = Closure { mask: 15, with_size: false, last_rare: 70 };
        let needed = 71 + 12 + 70 + 2;
        assert_eq!(proof(needed - 1), None);
        assert_eq!(proof(needed), Some(Closed { closure, values_needed: needed as u64 }));
        let classical = guy_smith::Theorem::of(&kayles).values_needed(71, 12);
        assert!((needed as u64) < classical.unwrap());
    }

    #[test]
    fn a_run_ends_when_its_window_closes() {
        let code: Code = "0.16".parse().unwrap();
        let mut run = Run::new(HeapGame::Code(code));
        run.advance(1 << 20, &Limits::default()).unwrap();
        let proof = run.proof().unwrap();
        assert_eq!((proof.preperiod, proof.period), (105_351, 149_459));
        let closure = proof.closure.unwrap();
        let needed = 105_351 + 149_459 + closure.last_rare + 2;
        assert_eq!(proof.values_needed, needed);
        assert!(run.len() < 2 * (105_351 + 149_459), "{}", run.len());
    }

    #[test]
    fn nothing_is_closed_without_a_sparse_space_or_two_heaps() {
        for code in ["0.3", "0.8", "4.(3)"] {
            assert!(Closing::of(&code.parse().unwrap()).is_none(), "{code}");
        }
        // In the period of .17 the value 0 belongs to heaps of both parities.
        let code: Code = "0.17".parse().unwrap();
        let mut closing = Closing::of(&code).unwrap();
        let values = values(&code, 300);
        assert_eq!(closing.look_at(&values, (33, 34), &Limits::default()), Ok(None));
    }

    #[test]
    fn a_limit_ends_the_work() {
        let code: Code = "0.56".parse().unwrap();
        let mut run = Run::new(HeapGame::Code(code));
        let limits = Limits::default();
        limits.cancel.cancel();
        assert_eq!(run.advance(1 << 20, &limits), Err(Stop::Cancelled));
    }

    proptest! {
        #![proptest_config(crate::cases(400))]
        /// Whatever repetition the first values of a game show by chance or not: if its window
        /// closes, it goes on for as far as we can see, and has no smaller start.
        #[test]
        fn what_is_closed_goes_on(
            zero in prop::sample::select(vec![0u8, 4]),
            digits in prop::collection::vec(0u8..8, 1..4),
        ) {
            let head: Vec<u8> = [zero].into_iter().chain(digits).collect();
            let code = Code::new(&head, &[]).unwrap();
            let found = Closing::of(&code);
            prop_assume!(found.is_some());
            let mut closing = found.unwrap();
            let values = values(&code, 1200);
            for known in (8..300).step_by(7) {
                for period in 1..known / 2 {
                    let start = start_of(&values[..known], period);
                    let closed =
                        closing.look_at(&values[..known], (start, period), &Limits::default());
                    if let Some(closed) = closed.unwrap() {
                        prop_assert!(closed.values_needed <= known as u64);
                        prop_assert_eq!(start_of(&values, period), start, "{} {}", known, period);
                    }
                }
            }
        }
    }
}
