//! The complete test of a quotient: that no sum whatever contradicts it.
//!
//! Heaps stand for elements of a monoid, and so do sums. This is right for misère play exactly if for every sum that
//! is not empty: *its element is lost if and only if no move leads to a lost element.* There are infinitely many
//! sums, but what matters of one, `X`, is its element `x` and the set `W(X)` of the elements `z` for
//! which some move in `X` makes `z` together with what it leaves lost: to a sum `X + h` belong the element
//! `x * h` and
//!
//! > `W(X + h) = { z : z h in W(X) or z x in W(h) }`,
//!
//! as a move is made in `X` or in `h`. There are finitely many pairs `(x, W)`. The test is in two halves:
//!
//! 1. *No move leads from lost to lost*: `z h` is never lost where `z` is in `W(h)`, for each heap `h` and each element
//!    `z`. (Then it is so for sums, since a move is made in one heap.)
//! 2. *From what is not lost some move leads to what is*: the identity is in `W(X)` for each sum that is not empty and whose element is not
//!    lost. All pairs are visited, from the empty sum on, by adding one heap after the other. A pair whose set contains that of another pair with the same element
//!    is left out: `W` only grows with `W(X)`, so what the smaller set passes the larger does too.
//!
//! A heap without moves is no heap: it stands for the identity and is left out of sums, of which one that consists of
//! nothing else is won by the player to move. (Plambeck and Siegel, *Misère quotients for impartial games*, J. Combin. Theory A 115, 2008,
//! have this as the transition algebra.)

use super::monoid::{Elements, Monoid, Word};
use crate::limits::{Limits, Stop};

/// What matters of a heap.
#[derive(Clone, Debug)]
pub(super) struct Kind {
    pub(super) heap: u32,
    pub(super) element: usize,
    /// `W`: the elements that a move in the heap makes lost.
    pub(super) reached: Elements,
}

/// What matters of a sum, and how it came to be.
#[derive(Clone, Debug)]
struct Sum {
    element: usize,
    reached: Elements,
    /// The sum that a heap was added to.
    before: usize,
    heap: u32,
}

/// The sums of the heaps that were let in so far, none of which contradicts the monoid.
#[derive(Clone, Debug)]
pub(super) struct Check {
    /// The empty one first.
    sums: Vec<Sum>,
    /// The sums of each element.
    of: Vec<Vec<usize>>,
    kinds: Vec<Kind>,
    /// Sums made in all: the work done.
    made: u64,
}

/// What became of a heap.
pub(super) enum Let {
    In,
    /// It was not let in, since this sum contradicts the monoid.
    Out(Word),
}

/// Elements looked at between two looks at the clock, about.
const STEPS_PER_CHECK: u64 = 1 << 20;

impl Check {
    /// Of no heap.
    pub(super) fn new(monoid: &Monoid) -> Check {
        let empty = Sum { element: 0, reached: Elements::none(monoid.order()), before: 0, heap: 0 };
        let mut of = vec![Vec::new(); monoid.order()];
        of[0].push(0);
        Check { sums: vec![empty], of, kinds: Vec::new(), made: 0 }
    }

    /// How many sums were made: a count of the work that no clock disturbs.
    pub(super) fn made(&self) -> u64 {
        self.made
    }

    /// Lets a heap in if no sum of it and the others, however many of each, contradicts the second half; the first half has been
    /// looked at.
    pub(super) fn add(
        &mut self,
        monoid: &Monoid,
        kind: Kind,
        limits: &Limits,
    ) -> Result<Let, Stop> {
        let passes =
            |own: &Kind| own.element == kind.element && own.reached.is_within(&kind.reached);
        if self.kinds.iter().any(passes) {
            return Ok(Let::In);
        }
        let (sums, kinds) = (self.sums.len(), self.kinds.len());
        self.kinds.push(kind);
        let found = self.contradiction(monoid, sums, limits);
        if !matches!(found, Ok(None)) {
            for sum in self.sums.drain(sums..) {
                self.of[sum.element].pop();
            }
            self.kinds.truncate(kinds);
        }
        Ok(found?.map_or(Let::In, Let::Out))
    }

    /// Makes the sums with the newest kind, of which those from `old` on are not yet there, until one contradicts.
    fn contradiction(
        &mut self,
        monoid: &Monoid,
        old: usize,
        limits: &Limits,
    ) -> Result<Option<Word>, Stop> {
        let newest = self.kinds.len() - 1;
        let mut at = 0;
        while at < self.sums.len() {
            // The sums without it have been made with each of the others.
            let first = if at < old { newest } else { 0 };
            for kind in first..=newest {
                self.made += 1;
                if self.made.is_multiple_of((STEPS_PER_CHECK / monoid.order() as u64).max(1)) {
                    limits.check()?;
                    limits
                        .check_memory(self.sums.len() as u64 * Elements::bytes(monoid.order()))?;
                }
                let sum = self.and(monoid, at, kind);
                if sum.reached.has(0) == monoid.is_lost(sum.element) {
                    let mut word = self.word(at);
                    word.push(sum.heap);
                    return Ok(Some(word));
                }
                let own = &self.of[sum.element];
                if own.iter().any(|&own| self.sums[own].reached.is_within(&sum.reached)) {
                    continue;
                }
                self.of[sum.element].push(self.sums.len());
                self.sums.push(sum);
            }
            at += 1;
        }
        Ok(None)
    }

    fn and(&self, monoid: &Monoid, sum: usize, kind: usize) -> Sum {
        let (own, kind) = (&self.sums[sum], &self.kinds[kind]);
        let reaches = |&other: &usize| {
            own.reached.has(monoid.product(other, kind.element))
                || kind.reached.has(monoid.product(other, own.element))
        };
        Sum {
            element: monoid.product(own.element, kind.element),
            reached: Elements::of(monoid.order(), (0..monoid.order()).filter(reaches)),
            before: sum,
            heap: kind.heap,
        }
    }

    fn word(&self, mut sum: usize) -> Word {
        let mut word = Word::new();
        while sum != 0 {
            word.push(self.sums[sum].heap);
            sum = self.sums[sum].before;
        }
        word
    }
}
