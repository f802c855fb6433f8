//! The hypotheses of the theorem on closed windows, beside the repetition itself.
//!
//! All of `docs/certificate.md` that this theorem needs: the split is one that moves keep, it leaves
//! no heap of the period rare, of such splits its rare heaps end first, the last of them is stated, and the rare
//! values of a period are shown by options with a heap in the pattern.

use super::Refusal;
use super::known::Known;
use super::parity::{Parity, odd_breaks};
use super::rule::Rule;
use crate::limits::{Limits, Stop};
use crate::prove::{Certificate, Split};

/// Option values between two looks at the clock.
const STEPS_PER_CHECK: u64 = 1 << 22;

/// Verifies everything but the repetition.
///
/// # Errors
/// A refusal, or the limit that was reached.
pub(super) fn check(
    certificate: &Certificate,
    split: Split,
    rule: &Rule,
    values: &Known,
    limits: &Limits,
) -> Result<Result<(), Refusal>, Stop> {
    let Rule::Code(digits) = rule else { return Ok(Err(Refusal::Theorem(rule.theorem()))) };
    let &Certificate { start, period, reach, .. } = certificate;
    let parity = match best_parity(certificate, digits, values, limits)? {
        Some((parity, last_rare))
            if split == (Split { mask: parity.mask, with_size: parity.with_size, last_rare }) =>
        {
            parity
        }
        _ => return Ok(Err(Refusal::Split)),
    };
    // From here on the repetition must go on by itself. Where both heaps of an option cannot lie
    // below the start, whatever shows a rare value has a heap in the pattern.
    let from = start + split.last_rare + reach;
    let mut shown = Vec::new();
    let mut steps = 0;
    for heap in from..(from + period).min(2 * start + reach) {
        match unshown(digits, parity, values, heap, start, &mut shown) {
            Ok(pairs) => steps += pairs + 1,
            Err(()) => return Ok(Err(Refusal::Unshown { heap })),
        }
        if steps >= STEPS_PER_CHECK {
            limits.check()?;
            steps = 0;
        }
    }
    Ok(Ok(()))
}

/// Of the splits under which no heap of the period is rare, the one with the smallest last rare heap,
/// and that heap: first those by values alone, then those by sizes too, each by its mask.
fn best_parity(
    certificate: &Certificate,
    digits: &[u8],
    values: &Known,
    limits: &Limits,
) -> Result<Option<(Parity, u64)>, Stop> {
    let &Certificate { start, period, .. } = certificate;
    let largest = (1..start + period).map(|heap| values.at(heap)).max().unwrap_or(0);
    let bits = u64::BITS - largest.leading_zeros();
    if bits > 16 {
        return Ok(None);
    }
    // A heap of each parity of the size and each value that there is in the period.
    let mut examples = vec![[None; 2]; largest as usize + 1];
    for heap in start..start + period {
        examples[values.at(heap) as usize][(heap % 2) as usize] = Some(heap);
    }
    let kinds: Vec<(u64, u64)> = (0..)
        .zip(&examples)
        .flat_map(|(value, heaps)| heaps.iter().flatten().map(move |&heap| (heap, value)))
        .collect();
    let odd = odd_breaks(digits).filter(|_| period.is_multiple_of(2));
    let ways = [Some((false, 0)), odd.map(|add| (true, add))];
    let mut best: Option<(Parity, u64)> = None;
    for (with_size, add) in ways.into_iter().flatten() {
        for mask in 1..1 << bits {
            let parity = Parity { mask, with_size, add };
            if kinds.iter().all(|&(heap, value)| parity.is_odd(heap, value)) {
                limits.check()?;
                let rare = (1..start).rev().find(|&heap| !parity.is_odd(heap, values.at(heap)));
                let rare = rare.unwrap_or(0);
                if best.is_none_or(|(_, before)| rare < before) {
                    best = Some((parity, rare));
                }
            }
        }
    }
    Ok(best)
}

/// Looks for options of a heap, each with a heap of at least `start`, that show all rare values
/// below its own; answers how many were looked at, or that some value is not shown.
fn unshown(
    digits: &[u8],
    parity: Parity,
    values: &Known,
    heap: u64,
    start: u64,
    shown: &mut Vec<bool>,
) -> Result<u64, ()> {
    let value = values.at(heap);
    shown.clear();
    shown.extend((0..value).map(|lower| parity.is_odd(heap, lower)));
    let mut missing = shown.iter().filter(|&&shown| !shown).count();
    let mut show = |value: u64| {
        if let Some(shown) = shown.get_mut(value as usize)
            && !*shown
        {
            *shown = true;
            missing -= 1;
        }
        missing == 0
    };
    let mut pairs = 0;
    for (taken, digit) in (0..).zip(digits) {
        let rest = heap - taken;
        if digit & 2 != 0 {
            show(values.at(rest));
        }
        if digit & 4 != 0 {
            for part in (1..=rest / 2).take_while(|part| rest - part >= start) {
                if show(values.at(part) ^ values.at(rest - part)) {
                    return Ok(pairs);
                }
                pairs += 1;
            }
        }
    }
    if missing == 0 { Ok(pairs) } else { Err(()) }
}
