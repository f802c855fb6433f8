//! Proofs of periods by the theorem of Guy and Smith, found while the values are computed.
//!
//! **Theorem** (Guy and Smith 1956; Winning Ways, chapter 4). Let `k` be the last digit of a finite
//! code that is not zero and `t` the most heaps a move leaves, at least 1. If for some `n0 >= 1` and
//! `p >= 1` the equation `G(n+p) = G(n)` holds for `n0 <= n < t n0 + (t-1) p + k`, it holds for all
//! `n >= n0`.
//!
//! *Proof.* Let `n >= t n0 + (t-1) p + k`. An option of `n+p` leaves at most `t` heaps with at least
//! `n+p-k` tokens together, so one has at least `n0+p`; with `p` tokens less it has the same value
//! and at least `n0 >= 1` tokens, and the option becomes one of `n`. An option of `n` has a heap of
//! at least `n0`, which may gain `p`. So the option values of `n` and `n+p` are the same. (With
//! `n0 = 0` a heap could vanish: `.4` starts 0, 0, 0, 1.) ∎
//!
//! **Conditions on pieces** ([`Pieces`]). Let the classes be those of `t` heaps alone and of heaps modulo `q`, `k` the
//! largest amount and `d` the most that two heaps must differ by. If for some `n0 >= t` and a multiple `P >= d` of
//! `q` the equation `G(n+P) = G(n)` holds for `n0 <= n < 2 n0 + 2 P + k + d`, it holds for all `n >= n0`; where no
//! move leaves two heaps, `n0 <= n < n0 + k` will do.
//!
//! *Proof.* Let `n` be the end of that range or above. What a move leaves is not nothing, as `n > k`. A single heap
//! that it leaves of `n` is at least `n0`, so with `P` more it has the same class and value. Let an option of `n+P` be
//! `a <= b`. If `b-a >= P+d`, then `b-P >= (n-k+d)/2 >= n0` has the class and the value of `b`, is still the
//! larger one and `d` above `a`. Else `2a > n-k-d`, so `a-P >= n0` has the class and the value of `a`, and is further
//! below `b`. Either way it becomes an option of `n`. And where an option of `n` is `a <= b`, the larger one, at least
//! `n0`, may gain `P`: `a` and `b+P` differ by `d` at least. ∎
//!
//! **Codes that repeat for ever.** Let `h` be the number of digits before those that repeat, and `Q` the least common
//! multiple of `p` and the number of these. If for some `n0 >= 1` the equation `G(n+p) = G(n)` holds for
//! `n0 <= n < t n0 + (t+1) Q + h - p`, it holds for all `n >= n0`.
//!
//! *Proof.* `G(n+Q) = G(n)` for `n0 <= n < t n0 + t Q + h`. Let `n` be that end or above. An option of `n+Q` that takes
//! `h + Q` or more becomes one of `n` when it takes `Q` less. One that takes less leaves more than `n - h >= t (n0+Q)`, so
//! one of its heaps is at least `n0 + Q`, and may lose `Q`. An option of `n` may take `Q` more if it takes `h` or more; else it
//! leaves a heap of at least `n0`, which may gain `Q`. So the option values of `n` and `n+Q` are the same, and from
//! `n0` on each value is that of a heap of the window, where `p` is a period. ∎
//!
//! If with conditions the values repeat after `p` from `n0` on as far as that, they do after each multiple of it, in particular after
//! the least that is `P`.
//!
//! **Search.** A candidate is a distance `p` at which the newest values repeat, with the heap from
//! which they do. Every new value confirms or refutes it in `O(1)`; once `t n0 + t p + k` values are
//! known, the theorem holds. Without a candidate, each time the sequence has grown by a fraction, all
//! distances at which its last few values occur are tried for the one at which most of them repeat. The tries of one search compare at most a fixed multiple of all values, so that the search
//! is linear in all; what this cuts off is found at a later search. A period that began a while ago
//! is a candidate long before it can be proved, so the proof comes at the first heap where it can.

use super::window::Closure;
use crate::heap::definition::Definition;
use crate::heap::games::pieces::least_common_multiple;
use crate::heap::{Classes, Code, HeapGame, PeriodSearch, Pieces, ProvedSequence, Values};
use crate::limits::Limits;

/// The constants of the theorem for one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theorem {
    /// The most heaps a move leaves, 1 to 3.
    pub pieces: u64,
    /// `k`: the last digit that is not zero, or the largest amount; `h` of a code that repeats for ever.
    pub last_digit: u64,
    /// How many digits repeat for ever, 0 for none.
    pub tail: u64,
    /// The classes of the conditions on what is left, and the most that two heaps must differ by.
    conditions: Option<(Classes, u64)>,
}

impl Theorem {
    /// The constants for a code.
    ///
    /// ```
    /// use grundy::heap::guy_smith::Theorem;
    /// let [kayles, lasker] = ["0.77", "4.(3)"].map(|code| Theorem::of(&code.parse().unwrap()));
    /// assert_eq!((kayles.pieces, kayles.last_digit, kayles.tail), (2, 2, 0));
    /// assert_eq!((lasker.pieces, lasker.last_digit, lasker.tail), (2, 1, 1));
    /// ```
    pub fn of(code: &Code) -> Theorem {
        let pieces = u64::from(code.most_pieces().max(1));
        let (last_digit, tail) = match code.last_digit() {
            Some(last_digit) => (last_digit, 0),
            None => (code.head().len() as u64, code.tail().len() as u64),
        };
        Theorem { pieces, last_digit, tail, conditions: None }
    }

    /// The constants for a game with conditions on what is left.
    ///
    /// ```
    /// use grundy::heap::guy_smith::Theorem;
    /// use grundy::heap::{Classes, Pieces};
    /// // Take two and leave one even heap.
    /// let even = |_, left: &[u64]| Some(matches!(left, [rest] if rest % 2 == 0));
    /// let game = Pieces::new(Classes::new(1, 2).unwrap(), [(2, 0)], even).unwrap();
    /// let theorem = Theorem::of_pieces(&game);
    /// assert_eq!((theorem.pieces, theorem.last_digit), (1, 2));
    /// ```
    pub fn of_pieces(game: &Pieces) -> Theorem {
        Theorem {
            pieces: game.most_pieces().max(1),
            last_digit: game.reach(),
            tail: 0,
            conditions: Some((game.classes(), game.most_apart())),
        }
    }

    /// The constants for a game; `None` where no theorem here says anything.
    pub(crate) fn of_game(game: &HeapGame) -> Option<Theorem> {
        match game {
            HeapGame::Code(code) => Some(Theorem::of(code)),
            HeapGame::Pieces(game) => Some(Theorem::of_pieces(game)),
            HeapGame::Grundys => None,
        }
    }

    /// The same about heaps that are so much less, where the classes are alone up to there: the first heap from which a
    /// pattern may hold is then 1.
    pub(in crate::heap) fn shifted(self, shift: u64) -> Theorem {
        let conditions = self.conditions.map(|(classes, apart)| (classes.shifted(shift), apart));
        Theorem { last_digit: self.last_digit + shift, conditions, ..self }
    }

    /// How many values, from heap 0 on, prove that `G(n+period) = G(n)` for all `n >= start`.
    /// `None` if `start` is 0 or the number has more than 64 bits.
    ///
    /// ```
    /// use grundy::heap::guy_smith::Theorem;
    /// let kayles = Theorem::of(&"0.77".parse()?);
    /// assert_eq!(kayles.values_needed(71, 12), Some(168));
    /// # Ok::<(), grundy::heap::CodeError>(())
    /// ```
    pub fn values_needed(&self, start: u64, period: u64) -> Option<u64> {
        if start == 0 {
            return None;
        }
        if let Some((classes, apart)) = self.conditions {
            let start = start.max(classes.alone());
            // The least multiple of the period that is one of the modulus, and then one that is large enough.
            let both = least_common_multiple(period, classes.modulus())?;
            let period = apart.max(1).checked_next_multiple_of(both)?;
            let (starts, periods, apart) = if self.pieces > 1 { (2, 3, apart) } else { (1, 1, 0) };
            let sum = start.checked_mul(starts)?.checked_add(period.checked_mul(periods)?)?;
            return sum.checked_add(self.last_digit)?.checked_add(apart);
        }
        if self.tail > 0 {
            let repeated = least_common_multiple(period, self.tail)?;
            let sum = self.pieces.checked_mul(start.checked_add(repeated)?)?;
            return sum.checked_add(repeated)?.checked_add(self.last_digit);
        }
        self.pieces.checked_mul(start.checked_add(period)?)?.checked_add(self.last_digit)
    }
}

/// Values that a search looks at first, before it compares more.
const NEEDLE: usize = 8;

/// Comparisons that a search may spend, as a multiple of the length of the sequence.
const COMPARISONS: usize = 4;

/// Up to this length searches are cheap and come more often.
const SHORT: usize = 1 << 16;

/// Watches a growing sequence until the theorem proves its period.
///
/// The watch keeps a few numbers, not the sequence, and its answers depend on the sequence alone,
/// not on how often it is told of new values.
///
/// ```
/// use grundy::heap::guy_smith::{Theorem, Watch};
/// use grundy::heap::{HeapGame, definition::Definition};
/// use grundy::limits::Limits;
/// let mut watch = Watch::new(Theorem::of(&"0.77".parse()?));
/// let mut kayles = Definition::new(HeapGame::Code("0.77".parse()?));
/// kayles.advance(166, &Limits::default())?;
/// assert_eq!(watch.look(kayles.values()), None);
/// kayles.advance(167, &Limits::default())?;
/// let proof = watch.look(kayles.values()).unwrap();
/// assert_eq!((proof.preperiod, proof.period, proof.values_needed), (71, 12, 168));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Watch {
    theorem: Theorem,
    candidate: Option<Candidate>,
    /// The length at which the next search for a candidate is due.
    next_search: usize,
}

/// A distance at which the values repeat, up to where that was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Candidate {
    start: usize,
    period: usize,
    /// `G(n + period) = G(n)` for `start <= n`, `n + period < checked`.
    checked: usize,
}

/// A proved period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The first heap, at least 1, from which the period holds.
    pub preperiod: u64,
    /// The period.
    pub period: u64,
    /// What each repetition adds: 0 but for arithmetic periods, which the theorem of `growth.rs` proves.
    pub saltus: u64,
    /// How many values, from heap 0 on, the proof rests on.
    pub values_needed: u64,
    /// What closed the window, where that proved the period before the theorem of this module
    /// could; see [`window`](super::window).
    pub closure: Option<Closure>,
}

impl Watch {
    /// A watch that has seen nothing.
    pub fn new(theorem: Theorem) -> Watch {
        Watch { theorem, candidate: None, next_search: NEEDLE + 1 }
    }

    /// Looks at the values known by now, which extend those it was shown before. Answers once the
    /// theorem applies. `O(1)` amortised per value.
    pub fn look(&mut self, values: &Values) -> Option<Proof> {
        values.with(Look { watch: self })
    }

    pub(crate) fn look_at<T: Copy + Eq>(&mut self, values: &[T]) -> Option<Proof> {
        loop {
            let due = match self.candidate {
                None => self.next_search,
                Some(candidate) => {
                    let needed = self.needed(candidate);
                    let upto = values.len().min(needed);
                    let (checked, period) = (candidate.checked, candidate.period);
                    let fresh = &values[checked.min(upto)..upto];
                    let earlier = &values[checked.min(upto) - period..];
                    let agree = common_prefix(fresh, earlier);
                    if agree < fresh.len() {
                        self.candidate = None;
                        self.next_search = self.next_search.max(checked + agree + 1);
                        continue;
                    }
                    self.candidate = Some(Candidate { checked: checked.max(upto), ..candidate });
                    if needed <= values.len() {
                        return Some(Proof {
                            preperiod: candidate.start as u64,
                            period: period as u64,
                            saltus: 0,
                            values_needed: needed as u64,
                            closure: None,
                        });
                    }
                    return None;
                }
            };
            if due > values.len() {
                return None;
            }
            self.candidate = self.search(&values[..due]);
            self.next_search = due + 1 + if due < SHORT { due / 32 } else { due / 4 };
        }
    }

    /// Start and period of the candidate, if there is one that has not been refuted, and how many
    /// values will prove it if it never is.
    pub(in crate::heap) fn candidate(&self) -> Option<(usize, usize, usize)> {
        self.candidate.map(|candidate| (candidate.start, candidate.period, self.needed(candidate)))
    }

    /// The values that the proof of a candidate rests on; no sequence is as long as `usize::MAX`.
    fn needed(&self, candidate: Candidate) -> usize {
        self.theorem
            .values_needed(candidate.start as u64, candidate.period as u64)
            .and_then(|needed| usize::try_from(needed).ok())
            .unwrap_or(usize::MAX)
    }

    /// Among the distances at which the last values occur, the one at which most of them repeat, and of
    /// those the shortest: a few agree by chance at many distances.
    fn search<T: Copy + Eq>(&self, values: &[T]) -> Option<Candidate> {
        let len = values.len();
        let needle: [T; NEEDLE] = values.last_chunk().copied()?;
        let mut best: Option<(usize, Candidate)> = None;
        let mut budget = COMPARISONS * len;
        // A period above three quarters of what is known can still be found at a later search.
        let farthest = (len - NEEDLE - 1).min(len / 4 * 3);
        let from = len - NEEDLE - farthest;
        for at in occurrences(&values[from..len - 1], &needle) {
            let period = len - NEEDLE - from - at;
            // Heap 0 is never part of the pattern.
            let matched = common_suffix(&values[1..len - period], &values[1 + period..]);
            let candidate = Candidate { start: len - period - matched, period, checked: len };
            if self.needed(candidate) <= len {
                return Some(candidate);
            }
            if best.is_none_or(|(longest, _)| matched > longest) {
                best = Some((matched, candidate));
            }
            if matched > budget {
                break;
            }
            budget -= matched;
        }
        best.map(|(_, candidate)| candidate)
    }
}

/// Hands a watch the values in the width they are stored in.
pub(in crate::heap) struct Look<'a> {
    pub(in crate::heap) watch: &'a mut Watch,
}

impl crate::heap::values::Visit for Look<'_> {
    type Answer = Option<Proof>;

    fn visit<T: Copy + Ord + Into<u64>>(self, values: &[T]) -> Option<Proof> {
        self.watch.look_at(values)
    }
}

/// Places that are looked at together.
const BLOCK: usize = 64;

/// Where a slice has these values, the last place first.
///
/// Blocks without a place at which four of them stand are passed over, then those without a place at which the other
/// four do: that is told for a block by a plain loop over an array, which the compiler turns into vector code.
fn occurrences<T: Copy + Eq>(values: &[T], needle: &[T; NEEDLE]) -> impl Iterator<Item = usize> {
    let places = values.len().saturating_sub(NEEDLE - 1);
    let has = move |at: &usize| values[*at..*at + NEEDLE] == *needle;
    let may_have = move |&at: &usize| {
        let Some(block) = values[at..].first_chunk() else { return true };
        has_four::<T, 0, 2, 5, 7>(block, needle) && has_four::<T, 1, 3, 4, 6>(block, needle)
    };
    let blocks = (0..places.div_ceil(BLOCK)).rev().map(|block| BLOCK * block);
    let places_of = move |at: usize| at..(at + BLOCK).min(places);
    blocks.filter(may_have).flat_map(move |at| places_of(at).rev()).filter(has)
}

/// Whether these four of the values stand at one of the places of a block.
#[inline(always)]
fn has_four<T: Copy + Eq, const A: usize, const B: usize, const C: usize, const D: usize>(
    block: &[T; BLOCK + NEEDLE - 1],
    needle: &[T; NEEDLE],
) -> bool {
    (0..BLOCK).fold(0, |any, place| {
        let is = |symbol: usize| block[place + symbol] == needle[symbol];
        any | u8::from(is(A) & is(B) & is(C) & is(D))
    }) != 0
}

/// How many values two slices have in common at their starts.
fn common_prefix<T: Copy + Eq>(one: &[T], other: &[T]) -> usize {
    one.iter().zip(other).take_while(|(a, b)| a == b).count()
}

/// How many values two slices have in common at their ends.
fn common_suffix<T: Copy + Eq>(one: &[T], other: &[T]) -> usize {
    let whole = one.rchunks_exact(64).zip(other.rchunks_exact(64));
    let equal = 64 * whole.take_while(|(a, b)| a == b).count();
    let (one, other) = (&one[..one.len() - equal], &other[..other.len() - equal]);
    equal + one.iter().rev().zip(other.iter().rev()).take_while(|(a, b)| a == b).count()
}

/// Computes the values of a code by the definition, up to heap `last`, until a period is proved.
///
/// Proves codes by the theorem above, and those that are all-but sets by theirs. Values that grow come back open.
///
/// ```
/// use grundy::heap::{PeriodSearch, guy_smith};
/// use grundy::limits::Limits;
/// // Treblecross, of which no period is known.
/// let PeriodSearch::Open { values, stop } = guy_smith::prove(&"0.007".parse()?, 500, &Limits::default()) else {
///     panic!("a discovery")
/// };
/// assert_eq!((values.len(), stop), (501, None));
/// // Any amount but 1 to 3, as far as heap 2.
/// assert!(guy_smith::prove(&"0.0003(3)".parse()?, 2, &Limits::default()).proved().is_none());
/// # Ok::<(), grundy::heap::CodeError>(())
/// ```
pub fn prove(code: &Code, last: u64, limits: &Limits) -> PeriodSearch {
    if let Some(set) = code.all_but() {
        return set.prove_to(last, limits);
    }
    let mut watch = Watch::new(Theorem::of(code));
    let mut run = Definition::new(HeapGame::Code(code.clone()));
    for heap in 0..=last {
        if let Err(stop) = run.advance(heap, limits) {
            return PeriodSearch::Open { values: run.into_values(), stop: Some(stop) };
        }
        if let Some(proof) = watch.look(run.values()) {
            return PeriodSearch::Proved(proof.apply(run.into_values()));
        }
    }
    PeriodSearch::Open { values: run.into_values(), stop: None }
}

impl Proof {
    /// The whole sequence, from the values that the proof was found on.
    pub(crate) fn apply(self, values: Values) -> ProvedSequence {
        let (start, period) = (self.preperiod as usize, self.period as usize);
        let mut sequence = ProvedSequence::new(values, 1, start, period, self.saltus);
        sequence.closure = self.closure;
        sequence
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The theorem tried on every pair: the pair that it proves from the fewest values.
    fn by_trial(theorem: Theorem, values: &[u64]) -> Option<Proof> {
        let mut best: Option<Proof> = None;
        for period in 1..values.len() {
            for start in 1..values.len() {
                let needed = theorem.values_needed(start as u64, period as u64).unwrap();
                if needed > values.len() as u64 {
                    break;
                }
                let holds =
                    (start..needed as usize - period).all(|n| values[n] == values[n + period]);
                if holds {
                    if best.is_none_or(|best| needed < best.values_needed) {
                        best = Some(Proof {
                            preperiod: start as u64,
                            period: period as u64,
                            saltus: 0,
                            values_needed: needed,
                            closure: None,
                        });
                    }
                    break;
                }
            }
        }
        best
    }

    fn first_proof(theorem: Theorem, values: &[u64]) -> (Option<Proof>, usize) {
        let mut watch = Watch::new(theorem);
        let mut known = Values::default();
        for &value in values {
            known.push(value);
            if let Some(proof) = watch.look(&known) {
                return (Some(proof), known.len());
            }
        }
        (None, known.len())
    }

    proptest! {
        #[test]
        fn all_occurrences_are_found(
            values in prop::collection::vec(0u8..2, 0..400),
            at in any::<prop::sample::Index>(),
        ) {
            let places = || values.windows(NEEDLE);
            prop_assume!(places().len() > 0);
            let needle = *places().nth(at.index(places().len())).unwrap().first_chunk().unwrap();
            let there = |&at: &usize| values[at..].starts_with(&needle);
            let expected = (0..places().len()).rev().filter(there);
            prop_assert!(occurrences(&values, &needle).eq(expected));
        }
    }

    #[test]
    fn a_heap_of_nothing_is_never_part_of_the_pattern() {
        let theorem = Theorem::of(&".4".parse().unwrap());
        assert_eq!(theorem.values_needed(0, 1), None);
        let mut run = Definition::new(HeapGame::Code(".4".parse().unwrap()));
        run.advance(40, &Limits::default()).unwrap();
        let values: Vec<u64> = run.values().iter().collect();
        assert_eq!(first_proof(theorem, &values).0, None);
    }

    #[test]
    fn nothing_is_claimed_without_a_theorem() {
        for code in ["4.(3)", "0.(37)", "0.8"] {
            let search = prove(&code.parse().unwrap(), 300, &Limits::default());
            assert!(matches!(search, PeriodSearch::Open { stop: None, .. }), "{code}");
        }
        let nim = prove(&"0.(3)".parse().unwrap(), 300, &Limits::default()).proved().unwrap();
        assert_eq!(nim.value(u64::MAX), Some(u64::MAX));
    }

    #[test]
    fn the_way_of_telling_does_not_matter() {
        let code: Code = "0.45".parse().unwrap();
        let theorem = Theorem::of(&code);
        let mut run = Definition::new(HeapGame::Code(code));
        run.advance(1200, &Limits::default()).unwrap();
        let values: Vec<u64> = run.values().iter().collect();
        let (by_ones, known) = first_proof(theorem, &values);
        assert_eq!(by_ones.unwrap().values_needed, known as u64);
        assert_eq!(Watch::new(theorem).look(run.values()), by_ones);
    }

    proptest! {
        #[test]
        fn finds_what_the_theorem_proves(
            digits in prop::collection::vec(0u8..8, 1..4),
            tail in prop::collection::vec(0u8..8, 0..4),
        ) {
            let mut head = vec![0];
            head.extend(digits);
            let code = Code::new(&head, &tail).unwrap();
            let theorem = Theorem::of(&code);
            let mut run = Definition::new(HeapGame::Code(code));
            run.advance(400, &Limits::default()).unwrap();
            let values: Vec<u64> = run.values().iter().collect();
            let (found, known) = first_proof(theorem, &values);
            let twin = by_trial(theorem, &values[..known]);
            // A candidate may come late by a search or two, never wrong.
            let surely = |proof: Proof| proof.values_needed * 5 / 4 + 32 < known as u64;
            match found {
                Some(found) => {
                    prop_assert_eq!(Some(found), twin);
                    prop_assert!(!surely(found));
                }
                None => prop_assert!(!twin.is_some_and(surely)),
            }
        }

        #[test]
        fn any_planted_period_is_found(
            before in prop::collection::vec(0u64..4, 1..60),
            pattern in prop::collection::vec(0u64..4, 1..60),
        ) {
            let theorem = Theorem { pieces: 2, last_digit: 3, tail: 0, conditions: None };
            let start_of_pattern = before.len() as u64;
            let mut values = before;
            values.extend(pattern.iter().cycle().take(4000));
            let (found, known) = first_proof(theorem, &values);
            let found = found.unwrap();
            let (start, period) = (found.preperiod as usize, found.period as usize);
            prop_assert!((start..known - period).all(|n| values[n] == values[n + period]));
            let planted = theorem.values_needed(start_of_pattern, pattern.len() as u64).unwrap();
            prop_assert!(known as u64 <= planted * 5 / 4 + 32);
        }
    }
}
