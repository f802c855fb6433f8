//! Formats of subtraction games: `hdu1536`, `hdu1848`.

use grundy::heap::{SubtractionSet, Values};
use grundy::limits::Limits;

use super::reader::Reader;
use super::writer::Writer;
use super::{JudgeError, each_until_zero};

/// Ten times what the format asks for.
const MOST_AMOUNTS: u64 = 1000;

/// Heaps are tabulated up to here: a hundred times what the formats ask for.
const LARGEST_HEAP: u64 = 1_000_000;

/// The heaps of one group are kept, so there is an end to them: 64 MiB.
const MOST_HEAPS: usize = 1 << 24;

/// Positions of a group, read before the values that they need are known.
#[derive(Default)]
struct Positions {
    heaps: Vec<u32>,
    /// Where each position ends in `heaps`.
    ends: Vec<usize>,
}

impl Positions {
    fn read(&mut self, input: &mut Reader<'_>) -> Result<(), JudgeError> {
        self.heaps.clear();
        self.ends.clear();
        let count = input.need("the number of positions")?;
        for _ in 0..count {
            let heaps = input.need("the number of heaps")?;
            if self.ends.len() + self.heaps.len() >= MOST_HEAPS {
                return Err(input.mistake(format!("more than {MOST_HEAPS} heaps in a group")));
            }
            for _ in 0..heaps {
                if self.heaps.len() >= MOST_HEAPS {
                    return Err(input.mistake(format!("more than {MOST_HEAPS} heaps in a group")));
                }
                self.heaps.push(input.need_up_to(LARGEST_HEAP, "a heap")? as u32);
            }
            self.ends.push(self.heaps.len());
        }
        Ok(())
    }
}

/// Who wins sums of subtraction games.
pub(super) fn hdu1536(input: &mut Reader<'_>, output: &mut Writer<'_>) -> Result<(), JudgeError> {
    let mut amounts = Vec::new();
    let mut positions = Positions::default();
    each_until_zero(input, |input, count| {
        input.check(count, MOST_AMOUNTS, "the number of amounts")?;
        amounts.clear();
        for _ in 0..count {
            amounts.push(input.need("an amount")?);
        }
        positions.read(input)?;
        let largest = positions.heaps.iter().max().copied().unwrap_or(0);
        let (values, _) =
            SubtractionSet::new(amounts.iter().copied()).values(largest.into(), &Limits::default());
        let mut start = 0;
        for &end in &positions.ends {
            let heaps = &positions.heaps[start..end];
            output.text(if sum(heaps, &values) != 0 { "W" } else { "L" });
            start = end;
        }
        output.end_line()
    })
}

/// The nim-sum of heaps whose values are known.
fn sum(heaps: &[u32], values: &Values) -> u64 {
    heaps.iter().fold(0, |sum, &heap| sum ^ values.get(heap as usize).unwrap_or(0))
}

/// The values of taking Fibonacci numbers, which are tabulated as far as they are asked for.
struct FibonacciAmounts {
    set: SubtractionSet,
    values: Values,
}

impl FibonacciAmounts {
    fn new() -> FibonacciAmounts {
        let numbers = std::iter::successors(Some((1, 2)), |&(f, next)| Some((next, f + next)));
        let amounts = numbers.map(|(f, _)| f).take_while(|&f| f <= LARGEST_HEAP);
        FibonacciAmounts { set: SubtractionSet::new(amounts), values: Values::default() }
    }

    fn value(&mut self, heap: u64) -> u64 {
        if heap >= self.values.len() as u64 {
            // Twice as far as before, so that all tables together cost two of the last.
            let last = heap.max(2 * self.values.len() as u64).max(1000);
            self.values = self.set.values(last, &Limits::default()).0;
        }
        // A heap is in memory here.
        self.values.get(heap as usize).unwrap_or(0)
    }
}

/// Who wins when Fibonacci numbers are taken from one of three heaps.
pub(super) fn hdu1848(input: &mut Reader<'_>, output: &mut Writer<'_>) -> Result<(), JudgeError> {
    let mut table = FibonacciAmounts::new();
    while let Some(first) = input.next()? {
        let heaps = [
            input.check(first, LARGEST_HEAP, "a heap")?,
            input.need_up_to(LARGEST_HEAP, "a heap")?,
            input.need_up_to(LARGEST_HEAP, "a heap")?,
        ];
        if heaps == [0; 3] {
            break;
        }
        let sum = heaps.iter().fold(0, |sum, &heap| sum ^ table.value(heap));
        output.line(if sum != 0 { "Fibo" } else { "Nacci" })?;
    }
    Ok(())
}
