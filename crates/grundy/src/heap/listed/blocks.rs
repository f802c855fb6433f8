//! Codes whose values are the same over blocks of heaps, as codes on the blocks.
//!
//! Let every move take an amount `s` of a set and break the rest into any two heaps, empty ones too. For a block of `d` heaps
//! write `n = d m + r`, `0 <= r < d`. Two heaps `a = d i + u` and `b = d j + v` with `a + b = n - s` have blocks `i` and `j`
//! with `d (i + j) = n - s - (u + v)`, and `u + v` is any number from 0 to `2 d - 2`: the rests `u` and `v` can be chosen so
//! for any `i` and `j`. So what a move can leave is all pairs of blocks with `i + j = m - t`, where the amounts `t` depend on
//! `s` and `r` only. If together, over all `s`, they are the same for every `r`, then by induction all heaps of a block have
//! one value, that of the heap `m` where the amounts are those `t`.
//!
//! ```text
//! amounts 2, 3       d = 2: those of Kayles, 1 and 2, so 0.077 has the values of 0.77, each twice
//! amounts 5, 7, 11   d = 5: 1, 2 and 3
//! ```

use crate::heap::engine::Isa;
use crate::heap::run::Run;
use crate::heap::{Code, HeapGame, Values};
use crate::limits::{Limits, Stop};

/// Heaps computed between two looks at what is known, at least.
const BATCH: u64 = 1 << 10;

/// The values of a code, by those of another on blocks of its heaps.
pub(in crate::heap) struct Blocks {
    /// How many heaps are a block.
    size: usize,
    blocks: Run,
    values: Values,
}

impl Blocks {
    /// `None` where the values of a code are not known to be the same over blocks.
    pub(in crate::heap) fn of(code: &Code, isa: Isa) -> Option<Blocks> {
        let (code, size) = code.on_blocks()?;
        Some(Blocks { size, blocks: Run::on(HeapGame::Code(code), isa), values: Values::default() })
    }

    /// Goes on after values that were computed before, those of the heaps from 0 on.
    pub(in crate::heap) fn resume(&mut self, values: Values) {
        let firsts = values.iter().step_by(self.size).collect();
        self.blocks = Run::resume(self.blocks.game().clone(), firsts);
        self.values = values;
    }

    /// The run of the code on the blocks.
    pub(in crate::heap) fn blocks(&self) -> &Run {
        &self.blocks
    }

    /// The values known so far.
    pub(super) fn values(&self) -> &Values {
        &self.values
    }

    /// The values known so far, on their own.
    pub(super) fn into_values(self) -> Values {
        self.values
    }

    /// Computes the values of all heaps up to `last`, or of some of them.
    ///
    /// # Errors
    /// The limit that was reached; the values until then are kept.
    pub(super) fn advance(&mut self, last: u64, limits: &Limits) -> Result<(), Stop> {
        let known = self.values.len() as u64;
        let last = last.min(known.saturating_add((known / 64).max(BATCH)));
        let stopped = self.blocks.advance(last / self.size as u64, limits);
        while self.values.len() as u64 <= last {
            let Some(value) = self.of_block((self.values.len() / self.size) as u64) else { break };
            self.values.check_memory(limits)?;
            self.values.push(value);
        }
        stopped
    }

    /// The value of a block, as far as it is known; where a period is proved, of every one.
    fn of_block(&self, block: u64) -> Option<u64> {
        self.blocks.value(block).or_else(|| {
            let proof = self.blocks.proof()?;
            let beyond = block.checked_sub(proof.preperiod)?;
            self.blocks.value(proof.preperiod + beyond % proof.period)
        })
    }
}

impl Code {
    /// The code whose value for `m` the heaps of block `m` have, and how many heaps are a block: as many as possible.
    /// `None` where values are not known to be the same over blocks.
    ///
    /// ```
    /// use grundy::heap::Code;
    /// let code: Code = "0.077".parse()?;
    /// assert_eq!(code.on_blocks(), Some(("0.77".parse()?, 2)));
    /// # Ok::<(), grundy::heap::CodeError>(())
    /// ```
    pub fn on_blocks(&self) -> Option<(Code, usize)> {
        let head = self.head();
        let all_alike = self.tail().is_empty() && head.iter().all(|digit| [0, 7].contains(digit));
        let amounts: Vec<usize> = (0..head.len()).filter(|&taken| head[taken] != 0).collect();
        // A smaller amount than the block would leave the same block after some moves and not after others.
        let least = *amounts.first().filter(|_| all_alike)?;
        let (size, on_blocks) = (2..=least).rev().find_map(|size| {
            let first = taken_from_blocks(&amounts, 0, size);
            // The last residue differs soonest.
            let alike = |rest| taken_from_blocks(&amounts, rest, size) == first;
            (1..size).rev().all(alike).then_some((size, first))
        })?;
        let mut head = vec![0; on_blocks.last()? + 1];
        on_blocks.iter().for_each(|&taken| head[taken] = 7);
        Some((Code::new(&head, &[]).ok()?, size))
    }
}

/// By how much the blocks of what is left are together less than that of a heap which leaves this rest, for all moves;
/// increasing.
fn taken_from_blocks(amounts: &[usize], rest: usize, size: usize) -> Vec<usize> {
    let mut taken = Vec::new();
    for amount in amounts {
        // `rest + size t - amount` is the sum of two rests.
        let least = amount.saturating_sub(rest).div_ceil(size);
        let most = (amount + 2 * size - 2).saturating_sub(rest) / size;
        taken.extend(least..=most);
    }
    taken.sort_unstable();
    taken.dedup();
    taken
}

#[cfg(test)]
mod tests {
    use super::super::definition::Definition;
    use super::*;

    fn code_of(amounts: &[usize]) -> Code {
        let mut head = vec![0; amounts.iter().max().unwrap() + 1];
        amounts.iter().for_each(|&amount| head[amount] = 7);
        Code::new(&head, &[]).unwrap()
    }

    fn blocks_of(code: &str) -> Option<(String, usize)> {
        code.parse::<Code>().unwrap().on_blocks().map(|(code, size)| (code.to_string(), size))
    }

    #[test]
    fn blocks_are_found() {
        assert_eq!(blocks_of("0.077"), Some(("0.77".to_owned(), 2)));
        assert_eq!(blocks_of("0.0777"), None);
        assert_eq!(blocks_of("0.07707"), Some(("0.777".to_owned(), 2)));
        assert_eq!(blocks_of("0.0077"), Some(("0.77".to_owned(), 3)));
        assert_eq!(code_of(&[5, 7, 11]).on_blocks(), Some((code_of(&[1, 2, 3]), 5)));
        for other in [
            "0.77",
            "0.7",
            "0.07",
            "0.0777",
            "0.00070707",
            "0.037",
            "0.073",
            "4.077",
            "0.07(7)",
            "0.0",
            "0.3",
        ] {
            assert_eq!(blocks_of(other), None, "{other}");
        }
    }

    /// All sets of amounts from 2 to 11, and what their blocks say beside the definition.
    #[test]
    fn blocks_have_the_values_of_the_definition() {
        let mut found = 0;
        for set in 1..1_u32 << 10 {
            let amounts: Vec<usize> =
                (0..10).filter(|&i| set >> i & 1 != 0).map(|i| i + 2).collect();
            let code = code_of(&amounts);
            let Some(mut blocks) = Blocks::of(&code, Isa::best()) else { continue };
            found += 1;
            let mut definition = Definition::new(HeapGame::Code(code));
            definition.advance(150, &Limits::default()).unwrap();
            blocks.advance(150, &Limits::default()).unwrap();
            assert!(blocks.values().iter().take(151).eq(definition.values().iter()), "{amounts:?}");
            assert_eq!(blocks.values().len(), 151, "{amounts:?}");
        }
        assert!(found > 10, "{found}");
    }

    #[test]
    fn a_run_proves_the_period_of_the_heaps_and_goes_on_from_values() {
        let run = |last| {
            let mut run = Run::new(HeapGame::Code("0.077".parse().unwrap()));
            run.advance(last, &Limits::default()).unwrap();
            run
        };
        let proof = run(2000).proof().unwrap();
        assert_eq!((proof.preperiod, proof.period), (142, 24));
        let part = run(100);
        let mut resumed = Run::resume(part.game().clone(), part.values());
        assert_eq!(resumed.len(), part.len());
        resumed.advance(200, &Limits::default()).unwrap();
        assert!(resumed.range(0..200).eq(run(200).range(0..200)));
    }
}
