//! The values of octal codes where nearly all heaps are of one kind.
//!
//! Call a value even or odd by the parity of its bits under a mask. The value of a break is odd
//! exactly if one part is even and the other odd. So the breaks with an even part, if there are few
//! even heaps, quickly say which odd values are missing, and the value of the heap is at most the
//! least of these. Below it, even values may still be missing: breaks are gone through until each
//! of them is found, or all breaks have been seen. This is right for every mask and for every
//! order of the breaks; only the time depends on them. (*Winning Ways*, chapter 4; Gangolli and
//! Plambeck 1989.)

use super::values::{Seen, check_room};
use crate::limits::{Limits, Stop};

/// The values of the heaps below `count` of a code with digits below 8. `O(r)` per heap and a few
/// breaks more, where `r` is the number of even heaps so far; `O(count)` where that is all.
///
/// # Errors
/// The limit that was reached.
pub(super) fn values(digits: &[u8], count: u64, limits: &Limits) -> Result<Vec<u64>, Stop> {
    check_room(count, limits)?;
    let mut known: Vec<u64> = Vec::new();
    let mut seen = Seen::new(limits);
    let mut mask = 0;
    let mut evens: Vec<u64> = Vec::new();
    for n in 0..count {
        if n >= 64 && n.is_power_of_two() {
            mask = best_mask(&known);
            evens = (1..n).filter(|&heap| is_even(known[heap as usize], mask)).collect();
        }
        seen.start(n)?;
        let rests = || (0..=n).rev().zip(digits);
        let breaks = || rests().filter(|(_, digit)| **digit & 4 != 0).map(|(rest, _)| rest);
        for (rest, digit) in rests() {
            seen.left(rest, digit & 3, &known)?;
        }
        for rest in breaks() {
            for &part in evens.iter().take_while(|&&part| part < rest) {
                seen.note(known[part as usize] ^ known[(rest - part) as usize])?;
            }
        }
        if mask != 0 {
            let odd = |value: &u64| !is_even(*value, mask) && !seen.has(*value);
            let least_odd = (0..).find(odd).unwrap_or(u64::MAX);
            let missing = |value: &u64| is_even(*value, mask) && !seen.has(*value);
            let mut missing = (0..least_odd).filter(missing).count();
            'search: for rest in breaks() {
                for part in (1..=rest / 2).rev() {
                    if missing == 0 {
                        break 'search;
                    }
                    let value = known[part as usize] ^ known[(rest - part) as usize];
                    missing -=
                        usize::from(value < least_odd && is_even(value, mask) && !seen.has(value));
                    seen.note(value)?;
                }
            }
        }
        let value = seen.least_missing();
        if n > 0 && is_even(value, mask) {
            evens.push(n);
        }
        known.push(value);
    }
    Ok(known)
}

fn is_even(value: u64, mask: u64) -> bool {
    (value & mask).count_ones().is_multiple_of(2)
}

/// The mask under which the fewest values are even: a Walsh-Hadamard transform of the counts of the
/// values gives, for every mask, how many more are even than odd.
fn best_mask(known: &[u64]) -> u64 {
    let largest = known.iter().max().copied().unwrap_or(0);
    let mut counts = vec![0_i64; (largest as usize + 1).next_power_of_two()];
    for &value in known {
        counts[value as usize] += 1;
    }
    let mut half = 1;
    while half < counts.len() {
        for block in counts.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (low, high) in low.iter_mut().zip(high) {
                (*low, *high) = (*low + *high, *low - *high);
            }
        }
        half *= 2;
    }
    let fewest = (0..).zip(counts).min_by_key(|&(_, difference)| difference);
    fewest.map_or(0, |(mask, _)| mask)
}

#[cfg(test)]
mod tests {
    use super::super::rule::Rule;
    use super::super::values::by_definition;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn agrees_with_the_definition_on_long_sequences() {
        for text in ["0.6", "0.16", "0.06", "0.77", "4.", "4.07", "0.354", "0.137", "0."] {
            let Ok(Rule::Code(digits)) = Rule::read(text) else { panic!("{text}") };
            let limits = Limits::default();
            let plain = by_definition(&Rule::Code(digits.clone()), 2500, &limits).unwrap();
            assert_eq!(values(&digits, 2500, &limits).unwrap(), plain, "{text}");
        }
    }

    proptest! {
        #[test]
        fn agrees_with_the_definition(digits in prop::collection::vec(0u8..8, 1..6)) {
            let mut digits = digits;
            digits[0] &= 4;
            let limits = Limits::default();
            let plain = by_definition(&Rule::Code(digits.clone()), 300, &limits).unwrap();
            prop_assert_eq!(values(&digits, 300, &limits).unwrap(), plain);
        }
    }
}
