//! Heaps without a sparse space, many together on several threads.
//!
//! Nearly all pairs of a heap are known before it is its turn: those whose larger piece lies before a
//! *block* of heaps. So for all heaps of a block
//!
//! 1. the rests are gathered as [`dense`](super::dense) does, each by any thread;
//! 2. the wanted values are sieved, for each heap by any thread, as far as these pairs say;
//! 3. in order, on one thread, the sums of the few other pairs are struck. The least wanted value that
//!    is left is the heap's. If none is left, which is seldom, all pairs of the heap are gathered.

use std::ops::Range;

use super::dense::{GATHERED, MOST_WANTED, SIEVED, pays_to_sieve};
use super::kernel::{SUMS, WINDOW, Wanted, pack};
use super::simd::SimdCell;
use super::threads::each;
use super::{SequenceEngine, TooLarge};

/// Heaps of a block.
const BLOCK: usize = 64;

/// What the blocks need besides the values.
#[derive(Clone, Debug)]
pub(super) struct Blocks {
    rests: Vec<Rest>,
    heaps: Vec<Ahead>,
    /// Pairs to gather for each rest.
    most: usize,
}

/// The nim-sums of some pairs of a rest: those whose smaller piece is in `parts`.
#[derive(Clone, Debug, Default)]
struct Rest {
    sums: Vec<u64>,
    parts: Range<usize>,
    /// Room to see them in; all 0.
    seen: Vec<u8>,
}

/// What is known of a heap of a block before it.
#[derive(Clone, Debug, Default)]
struct Ahead {
    found: Vec<u64>,
    /// Values that none of the pairs sieved so far has; all smaller ones are found.
    wanted: Option<Wanted>,
    sieved: u64,
}

impl<T: SimdCell> SequenceEngine<T> {
    /// Prepares blocks of heaps.
    pub(super) fn prepare_blocks(&self) -> Blocks {
        let breaks = &self.moves.breaks;
        let (nearest, farthest) = (breaks.first().unwrap_or(&0), breaks.last().unwrap_or(&0));
        Blocks {
            rests: vec![Rest::default(); BLOCK + farthest - nearest],
            heaps: vec![Ahead::default(); BLOCK],
            most: GATHERED,
        }
    }

    /// Computes a block of heaps.
    pub(super) fn dense_block(&mut self, blocks: &mut Blocks) -> Result<(), TooLarge> {
        let base = self.len;
        self.make_room(BLOCK);
        let Blocks { rests, heaps, most, .. } = blocks;
        let first = base - self.moves.breaks.last().unwrap_or(&0);
        let engine = &*self;
        each(rests, |place, rest| engine.gather_ahead(base, first + place, *most, rest));
        let rests = &*rests;
        each(heaps, |place, ahead| engine.sieve_ahead(base, base + place, &rests[..], ahead));
        let gathered = rests.iter().map(|rest| rest.parts.len()).sum::<usize>();
        let left = rests.iter().map(|rest| rest.parts.start - 1).sum::<usize>();
        let sieved = heaps.iter().map(|ahead| ahead.sieved).sum::<u64>();
        self.work.gathered_pairs += gathered as u64;
        self.work.sieved_pairs += sieved;
        if !pays_to_sieve(sieved as usize, left) {
            blocks.most = usize::MAX;
        }
        for place in 0..BLOCK {
            self.work.least_pairs += self.floor();
            let wanted = blocks.heaps[place].wanted.take();
            let value = wanted.and_then(|wanted| self.strike_rest(base, wanted));
            let value = match value {
                Some(value) => value,
                None => {
                    self.work.gathered_pairs += self.floor();
                    self.value_from_all_pairs()
                }
            };
            self.append(value)?;
        }
        Ok(())
    }

    /// Gathers sums of pairs of a rest, the larger of which is less than `base`.
    fn gather_ahead(&self, base: usize, number: usize, most: usize, rest: &mut Rest) {
        let span = self.span();
        rest.seen.resize(span.max(SUMS), 0);
        let end = self.last_part(number) + 1;
        let known = (number + 1).saturating_sub(base).max(1);
        rest.parts = end.saturating_sub(most).max(known)..end;
        let parts = rest.parts.clone();
        T::gather(self.isa, &self.cells, self.origin, number, parts, &mut rest.seen);
        let (words, _) = rest.seen[..span.max(64)].as_chunks_mut::<64>();
        rest.sums.clear();
        rest.sums.extend(words.iter_mut().map(|seen| pack(&std::mem::replace(seen, [0; 64]))));
    }

    /// Finds the least values of heap `n` that no pair has whose larger piece is less than `base`; some of
    /// them, or nothing if none is less than all sums can be.
    fn sieve_ahead(&self, base: usize, n: usize, rests: &[Rest], ahead: &mut Ahead) {
        let first = base - self.moves.breaks.last().unwrap_or(&0);
        let Ahead { found, wanted, sieved } = ahead;
        found.clear();
        found.resize(self.span().div_ceil(64), 0);
        for &taken in &self.moves.breaks {
            for (found, sums) in found.iter_mut().zip(&rests[n - taken - first].sums) {
                *found |= sums;
            }
        }
        for leave in self.moves.leaves.iter().filter(|leave| n - leave.taken < base) {
            let value = self.value(n - leave.taken) ^ leave.with;
            found[value / 64] |= 1 << (value % 64);
        }
        (*wanted, *sieved) = (None, 0);
        let mut from = 0;
        while from < self.span() {
            let mut some = Wanted::first(found, from, MOST_WANTED);
            from = if some.is_empty() { some.base + WINDOW } else { some.last() + 1 };
            for &taken in &self.moves.breaks {
                let rest = n - taken;
                let known = (rest + 1).saturating_sub(base).max(1);
                let end = rests[rest - first].parts.start;
                for start in (known..end).step_by(SIEVED) {
                    if some.is_empty() {
                        break;
                    }
                    let parts = start..(start + SIEVED).min(end);
                    *sieved += parts.len() as u64;
                    self.strike(rest, parts, &mut some);
                }
            }
            if !some.is_empty() {
                *wanted = Some(some);
                return;
            }
        }
    }

    /// The least of the wanted values of the next heap that no pair has whose larger piece is at least
    /// `base`, if any.
    fn strike_rest(&self, base: usize, mut wanted: Wanted) -> Option<usize> {
        let n = self.len;
        let mut strike = |value: usize| {
            if (wanted.base..wanted.base + WINDOW).contains(&value) {
                wanted.strike(value);
            }
        };
        for leave in self.moves.leaves.iter().filter(|leave| n - leave.taken >= base) {
            strike(self.value(n - leave.taken) ^ leave.with);
        }
        for rest in self.moves.breaks.iter().map(|taken| n - taken) {
            let most = self.last_part(rest).min(rest.saturating_sub(base));
            for part in 1..=most {
                strike(self.value(part) ^ self.value(rest - part));
            }
        }
        wanted.least()
    }
}
