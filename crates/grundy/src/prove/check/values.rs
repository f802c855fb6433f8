//! Every value by the definition: the mex over the options, each the nim-sum of its heaps.

use super::known::Known;
use super::rule::Rule;
use super::sparse;
use crate::limits::{Limits, Stop};

/// Option values between two looks at the clock.
const STEPS_PER_CHECK: u64 = 1 << 18;

/// Times that the bytes of all values are in use while their list grows.
const GROWTH: u64 = 4;

/// Values for which there is room from the start; the number a certificate states may be anything.
const ROOM: u64 = 1 << 26;

/// The values of the heaps below `count`, in the quickest way this checker has.
///
/// # Errors
/// The limit that was reached.
pub(super) fn values(rule: &Rule, count: u64, limits: &Limits) -> Result<Known, Stop> {
    match rule {
        Rule::Code(digits) if digits.iter().all(|&digit| digit < 8) => {
            sparse::values(digits, count, limits)
        }
        _ => by_definition(rule, count, limits),
    }
}

/// An empty list, if that many values may be kept.
pub(super) fn check_room(count: u64, limits: &Limits) -> Result<Known, Stop> {
    limits.check()?;
    limits.check_memory(count.saturating_mul(GROWTH))?;
    Ok(Known::with_room(count.min(ROOM) as usize))
}

/// Appends a value, if all that are to come may then be kept.
pub(super) fn keep(known: &mut Known, value: u64, count: u64, limits: &Limits) -> Result<(), Stop> {
    let width = known.width_with(value);
    if width > known.width() {
        limits.check_memory(count.saturating_mul(GROWTH * width))?;
    }
    known.push(value);
    Ok(())
}

/// The values of the heaps below `count` as the rule is written. `O(count)` per heap where two
/// heaps can be left or all but a few amounts may be taken, `O(count^2)` for three heaps, `O(k)`
/// else.
pub(super) fn by_definition(rule: &Rule, count: u64, limits: &Limits) -> Result<Known, Stop> {
    let mut known = check_room(count, limits)?;
    let mut seen = Seen::new(limits);
    for n in 0..count {
        seen.start(n)?;
        let value = |heap: u64| known.at(heap);
        match rule {
            Rule::Take(amounts) => {
                seen.spend(amounts.len() as u64)?;
                for amount in amounts.iter().take_while(|&&amount| amount <= n) {
                    seen.note(value(n - amount));
                }
            }
            Rule::AllBut(excluded) => {
                seen.spend(n)?;
                let mut excluded = excluded.iter().peekable();
                for amount in 1..=n {
                    if excluded.next_if_eq(&&amount).is_none() {
                        seen.note(value(n - amount));
                    }
                }
            }
            Rule::Pieces(game) => game.options(n, &known, &mut seen)?,
            Rule::Code(digits) => {
                for (rest, &digit) in (0..=n).rev().zip(digits) {
                    seen.left(rest, digit, &known)?;
                }
            }
            Rule::Repeating(..) => {
                seen.spend(n)?;
                for taken in 0..=n {
                    seen.left(n - taken, rule.digit(taken), &known)?;
                }
            }
        }
        keep(&mut known, seen.least_missing(), count, limits)?;
    }
    Ok(known)
}

/// The option values of one heap.
pub(super) struct Seen<'a> {
    /// The last heap, counted from 1, that has an option of each value.
    marks: Vec<u64>,
    heap: u64,
    steps: u64,
    limits: &'a Limits,
}

impl<'a> Seen<'a> {
    pub(super) fn new(limits: &'a Limits) -> Seen<'a> {
        Seen { marks: Vec::new(), heap: 0, steps: 0, limits }
    }

    /// Forgets all for the options of heap `n`.
    pub(super) fn start(&mut self, n: u64) -> Result<(), Stop> {
        self.heap = n + 1;
        self.spend(1)
    }

    /// Whether an option has this value.
    pub(super) fn has(&self, value: u64) -> bool {
        self.marks.get(value as usize) == Some(&self.heap)
    }

    /// Notes the value of an option.
    #[inline]
    pub(super) fn note(&mut self, value: u64) {
        let index = value as usize;
        if index >= self.marks.len() {
            self.marks.resize(index + 1, 0);
        }
        self.marks[index] = self.heap;
    }

    /// Counts the options noted, and looks at the limits now and then.
    pub(super) fn spend(&mut self, options: u64) -> Result<(), Stop> {
        self.steps += options;
        if self.steps >= STEPS_PER_CHECK {
            self.steps = 0;
            self.limits.check()?;
            self.limits.report(self.heap, None);
        }
        Ok(())
    }

    /// Notes what a digit allows to be made of `rest` tokens.
    pub(super) fn left(&mut self, rest: u64, digit: u8, known: &Known) -> Result<(), Stop> {
        let value = |heap: u64| known.at(heap);
        if digit & 1 != 0 && rest == 0 {
            self.note(0);
        }
        if digit & 2 != 0 && rest >= 1 {
            self.note(value(rest));
        }
        if digit & 4 != 0 {
            self.spend(rest / 2)?;
            for one in 1..=rest / 2 {
                self.note(value(one) ^ value(rest - one));
            }
        }
        if digit & 8 != 0 {
            for one in 1..=rest / 3 {
                self.spend((rest - one) / 2)?;
                for two in one..=(rest - one) / 2 {
                    self.note(value(one) ^ value(two) ^ value(rest - one - two));
                }
            }
        }
        Ok(())
    }

    pub(super) fn least_missing(&self) -> u64 {
        let missing = self.marks.iter().position(|&mark| mark != self.heap);
        missing.unwrap_or(self.marks.len()) as u64
    }
}
