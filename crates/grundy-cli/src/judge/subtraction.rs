//! Formats of subtraction games: `hdu1536`, `hdu1848`.

use grundy::heap::{ProvedSequence, SubtractionSet};
use grundy::limits::Limits;

use super::reader::Reader;
use super::writer::Writer;
use super::{JudgeError, each_until_zero};
use crate::language::{message, phrase};

/// The amounts of one group are kept, so there is an end to them; a value, which is at most their
/// number, fits in 16 bits.
const MOST_AMOUNTS: u64 = u16::MAX as u64;

/// Heaps are tabulated up to here: a thousand times what the formats ask for.
const LARGEST_HEAP: u64 = 10_000_000;

/// Options looked at for a table, so that with many amounts it ends earlier: some seconds.
const MOST_OPTIONS: u64 = 1 << 31;

/// Bytes for the search of a period.
const SEARCH_MEMORY: u64 = 1 << 22;

/// The values of a subtraction set: a table as far as heaps are asked for, and beyond what it can
/// hold the period, if one is proved.
///
/// [`SubtractionSet::values`] computes the same in one go; here the heaps come one after the other.
struct Table {
    set: SubtractionSet,
    values: Vec<u16>,
    /// How many of the amounts are not more than the newest heap.
    possible: usize,
    /// Whether an option of the newest heap has a value. A byte each: in a set of bits every option
    /// would wait for the one before.
    seen: Vec<bool>,
    /// The table holds fewer heaps than this.
    bound: u64,
    proved: Option<ProvedSequence>,
}

impl Table {
    fn new(amounts: impl IntoIterator<Item = u64>) -> Table {
        let set = SubtractionSet::new(amounts);
        let size = set.amounts().len();
        let bound = (MOST_OPTIONS / size.max(1) as u64).min(LARGEST_HEAP + 1);
        Table {
            set,
            values: Vec::new(),
            possible: 0,
            seen: vec![false; size + 1],
            bound,
            proved: None,
        }
    }

    /// The value of a heap, the newest number read.
    #[inline]
    fn value(&mut self, input: &mut Reader<'_>, heap: u64) -> Result<u64, JudgeError> {
        match usize::try_from(heap).ok().and_then(|heap| self.values.get(heap)) {
            Some(&value) => Ok(value.into()),
            None => self.new_value(input, heap),
        }
    }

    #[cold]
    fn new_value(&mut self, input: &mut Reader<'_>, heap: u64) -> Result<u64, JudgeError> {
        if heap < self.bound {
            self.extend_to(heap as usize);
            return Ok(self.values[heap as usize].into());
        }
        if self.proved.is_none() {
            self.proved = self.set.prove(&Limits::default().memory(SEARCH_MEMORY)).proved();
        }
        self.proved.as_ref().and_then(|proved| proved.value(heap)).ok_or_else(|| {
            let last = self.bound - 1;
            input.mistake(message!(
                "a heap is {heap}, which is above {last}, and no period is near",
                heap,
                last
            ))
        })
    }

    /// Computes the values up to a heap, each from the definition.
    fn extend_to(&mut self, last: usize) {
        let amounts = self.set.amounts();
        for heap in self.values.len()..=last {
            while amounts.get(self.possible).is_some_and(|&amount| amount <= heap as u64) {
                self.possible += 1;
            }
            // As slices, which a mark written cannot be thought to move.
            let (values, seen) = (self.values.as_slice(), self.seen.as_mut_slice());
            seen.fill(false);
            for &amount in &amounts[..self.possible] {
                seen[usize::from(values[heap - amount as usize])] = true;
            }
            let mex = seen.iter().take_while(|&&seen| seen).count();
            self.values.push(mex as u16);
        }
    }
}

/// Who wins sums of subtraction games.
pub(super) fn hdu1536(input: &mut Reader<'_>, output: &mut Writer<'_>) -> Result<(), JudgeError> {
    let mut amounts = Vec::new();
    each_until_zero(input, |input, count| {
        input.check(count, MOST_AMOUNTS, phrase!("the number of amounts"))?;
        amounts.clear();
        for _ in 0..count {
            let amount = input.need(phrase!("an amount"))?;
            if amount == 0 {
                return Err(input.mistake(message!("an amount is 0, and a move takes at least 1")));
            }
            amounts.push(amount);
        }
        let mut table = Table::new(amounts.iter().copied());
        for _ in 0..input.need(phrase!("the number of positions"))? {
            let mut sum = 0;
            for _ in 0..input.need(phrase!("the number of heaps"))? {
                let heap = input.need(phrase!("a heap"))?;
                sum ^= table.value(input, heap)?;
            }
            output.part(if sum != 0 { "W" } else { "L" })?;
        }
        output.end_line()
    })
}

/// Who wins when Fibonacci numbers are taken from one of three heaps.
pub(super) fn hdu1848(input: &mut Reader<'_>, output: &mut Writer<'_>) -> Result<(), JudgeError> {
    let numbers = std::iter::successors(Some((1, 2)), |&(f, next)| Some((next, f + next)));
    let mut table = Table::new(numbers.map(|(f, _)| f).take_while(|&f| f <= LARGEST_HEAP));
    while let Some(first) = input.next()? {
        let mut sum = table.value(input, first)?;
        let mut empty = first == 0;
        for _ in 1..3 {
            let heap = input.need(phrase!("a heap"))?;
            sum ^= table.value(input, heap)?;
            empty &= heap == 0;
        }
        if empty {
            break;
        }
        output.line(if sum != 0 { "Fibo" } else { "Nacci" })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn tables_agree_with_the_library(
            amounts in prop::collection::vec(0u64..40, 0..9),
            first in 0usize..200,
        ) {
            let mut table = Table::new(amounts.iter().copied());
            table.extend_to(first);
            table.extend_to(200);
            let (values, _) = SubtractionSet::new(amounts).values(200, &Limits::default());
            prop_assert!(values.iter().eq(table.values.iter().copied().map(u64::from)));
        }
    }
}
