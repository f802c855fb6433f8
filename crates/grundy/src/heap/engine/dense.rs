//! Heaps without a sparse space: any pair of heaps may exclude any value.
//!
//! 1. For each *rest*, what is left of a heap once something was taken, gather the nim-sums of some
//!    of its pairs, those with the largest smaller pieces, in a set. The set serves every digit of the
//!    code: a heap unites the sets of its rests.
//! 2. The least few values that are not in the union are *wanted*. Sieve the other pairs: look up
//!    whether the sum of any is wanted, and strike it if so. The least wanted value that is left is
//!    the heap's; if none is left, the next few are wanted.
//!
//! To note a sum takes a store; to sieve takes a few vector instructions for 32 or 64 pairs, but more
//! each time that a value is struck. So the first pairs, which strike most, are gathered. A heap costs
//! `O(n)`, for the value chosen must be compared with half of all pairs.

use super::kernel::{SOUGHT, SUMS, WINDOW, Wanted, pack, pieces};
use super::simd::SimdCell;
use super::{SequenceEngine, TooLarge};
use std::ops::Range;

/// Pairs of each rest that are gathered.
pub(super) const GATHERED: usize = 4096;

/// Pairs that are sieved in the time in which one is gathered. Where the values are large, so that
/// there are several rounds, or where there are several breaks, it is better to gather all pairs.
const SIEVED_PER_GATHERED: usize = 2;

/// Heaps after which it is looked at what sieving costs.
const REVIEW: usize = 128;

/// The most values that are wanted at a time.
pub(super) const MOST_WANTED: usize = 192;

/// Pairs that are sieved between two looks whether anything is still wanted.
pub(super) const SIEVED: usize = 2048;

/// What the dense engine knows besides the values.
#[derive(Clone, Debug)]
pub(super) struct Gathering {
    /// The nim-sums of each of the last rests, at the rest modulo the number of them.
    rests: Vec<Rest>,
    /// The first rest that is not gathered.
    next: usize,
    /// Pairs to gather for each rest.
    most: usize,
    /// What was seen of the rest at hand: 1 at each sum; otherwise all 0.
    seen: Vec<u8>,
    /// The union of the sums of a heap's options.
    found: Vec<u64>,
    /// Heaps since the costs were looked at, the pairs sieved for them, and how many pairs of their
    /// rests were not gathered.
    heaps: usize,
    sieved: usize,
    left: usize,
}

/// The nim-sums of some pairs of a rest: those whose smaller piece is not below `start`.
#[derive(Clone, Debug, Default)]
struct Rest {
    sums: Vec<u64>,
    start: usize,
}

/// Whether it is better to sieve so many pairs than to gather as many as were not gathered.
pub(super) fn pays_to_sieve(sieved: usize, left: usize) -> bool {
    sieved <= SIEVED_PER_GATHERED * left
}

impl Gathering {
    fn rest(&self, rest: usize) -> &Rest {
        &self.rests[rest & (self.rests.len() - 1)]
    }
}

impl<T: SimdCell> SequenceEngine<T> {
    /// Pairs that are gathered in the time that this engine takes for the next heap.
    pub(super) fn dense_cost(&self) -> usize {
        let all = self.last_part(self.len);
        let left = all.saturating_sub(GATHERED);
        all.min(all - left + self.moves.breaks.len() * left / SIEVED_PER_GATHERED)
    }

    /// Prepares the dense engine.
    pub(super) fn prepare_gathering(&self) -> Gathering {
        let breaks = &self.moves.breaks;
        let (nearest, farthest) = (breaks.first().unwrap_or(&0), breaks.last().unwrap_or(&0));
        Gathering {
            rests: vec![Rest::default(); (farthest - nearest + 1).next_power_of_two()],
            next: self.len.saturating_sub(*farthest).max(1),
            most: GATHERED,
            seen: vec![0; SUMS],
            found: Vec::new(),
            heaps: 0,
            sieved: 0,
            left: 0,
        }
    }

    /// Computes one heap.
    pub(super) fn dense_heap(&mut self, gathering: &mut Gathering) -> Result<(), TooLarge> {
        let n = self.len;
        self.work.least_pairs += self.floor();
        while self.moves.breaks.first().is_some_and(|nearest| gathering.next + nearest <= n) {
            self.gather_rest(gathering);
        }
        let mut found = std::mem::take(&mut gathering.found);
        self.unite_rests(&mut found, |rest| &gathering.rest(rest).sums);
        if self.moves.takes.binary_search(&n).is_ok() {
            found[0] |= 1;
        }
        let value = self.sieved_value(gathering, &found);
        gathering.found = found;
        gathering.heaps += 1;
        if gathering.heaps == REVIEW {
            if !pays_to_sieve(gathering.sieved, gathering.left) {
                gathering.most = usize::MAX;
            }
            (gathering.heaps, gathering.sieved, gathering.left) = (0, 0, 0);
        }
        self.append(value)
    }

    /// All nim-sums of values are less than this.
    pub(super) fn span(&self) -> usize {
        (self.largest + 1).next_power_of_two()
    }

    /// Gathers sums of the next rest.
    fn gather_rest(&mut self, gathering: &mut Gathering) {
        let rest = gathering.next;
        gathering.next += 1;
        let end = self.last_part(rest) + 1;
        let start = end.saturating_sub(gathering.most).max(1);
        if gathering.seen.len() < self.span() {
            gathering.seen.resize(self.span(), 0);
        }
        T::gather(self.isa, &self.cells, self.origin, rest, start..end, &mut gathering.seen);
        self.work.gathered_pairs += (end - start) as u64;
        gathering.left += start - 1;
        let (words, _) = gathering.seen[..self.span().max(64)].as_chunks_mut::<64>();
        let slot = rest & (gathering.rests.len() - 1);
        let kept = &mut gathering.rests[slot];
        kept.start = start;
        kept.sums.clear();
        kept.sums.extend(words.iter_mut().map(|bytes| pack(&std::mem::replace(bytes, [0; 64]))));
    }

    /// The least value that is not in `found` and not the sum of a pair that was not gathered.
    fn sieved_value(&mut self, gathering: &mut Gathering, found: &[u64]) -> usize {
        let mut from = 0;
        loop {
            let mut wanted = Wanted::first(found, from, MOST_WANTED);
            if wanted.is_empty() {
                if wanted.base + WINDOW >= self.span() {
                    // No sum is as large as the span.
                    return self.span();
                }
                from = wanted.base + WINDOW;
                continue;
            }
            from = wanted.last() + 1;
            self.sieve(gathering, &mut wanted);
            if let Some(value) = wanted.least() {
                return value;
            }
        }
    }

    /// Strikes from the wanted values the sums of all pairs of the next heap that were not gathered,
    /// until none is left.
    fn sieve(&mut self, gathering: &mut Gathering, wanted: &mut Wanted) {
        let n = self.len;
        for rest in self.moves.breaks.iter().take_while(|&&taken| taken < n).map(|taken| n - taken)
        {
            let end = gathering.rest(rest).start;
            for start in (1..end).step_by(SIEVED) {
                let parts = start..(start + SIEVED).min(end);
                self.work.sieved_pairs += parts.len() as u64;
                gathering.sieved += parts.len();
                self.strike(rest, parts, wanted);
                if wanted.is_empty() {
                    return;
                }
            }
        }
    }

    /// Strikes the sums of these pairs from the wanted values: few values are compared one by one.
    pub(super) fn strike(&self, rest: usize, parts: Range<usize>, wanted: &mut Wanted) {
        let (mut sought, mut count) = ([T::new(0); SOUGHT], 0);
        for value in wanted.values().take(SOUGHT + 1) {
            if let Some(sought) = sought.get_mut(count) {
                *sought = T::new(value);
            }
            count += 1;
        }
        if count > SOUGHT {
            T::sieve(self.isa, &self.cells, self.origin, rest, parts, wanted);
            return;
        }
        let sought = &sought[..count];
        let (ones, others) = pieces(&self.cells, self.origin, rest, parts);
        let found = T::find_pairs(self.isa, ones, others, sought);
        for (_, value) in (0..).zip(sought).filter(|&(k, _): &(u32, _)| found >> k & 1 != 0) {
            wanted.strike(value.get());
        }
    }
}
