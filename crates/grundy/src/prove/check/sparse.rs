//! The values of octal codes where nearly all heaps are of one kind.
//!
//! Give every heap a parity ([`super::parity`]). The value of a break is odd exactly if one part is
//! even and the other odd. So the breaks with an even part, if there are few even heaps, quickly say
//! which odd values are missing, and the value of the heap is at most the least of these. Below it,
//! even values may still be missing: breaks are gone through until each of them is found, or all
//! breaks have been seen. This is right for every parity and for every order of the breaks; only the
//! time depends on them. (*Winning Ways*, chapter 4; Gangolli and Plambeck 1989.)

use super::known::Known;
use super::parity::{Parity, breaks, odd_breaks};
use super::values::{Seen, check_room, keep};
use crate::limits::{Limits, Stop};

/// The values of the heaps below `count` of a code with digits below 8. `O(r)` per heap and a few
/// breaks more, where `r` is the number of even heaps so far; `O(count)` where that is all.
///
/// # Errors
/// The limit that was reached.
pub(super) fn values(digits: &[u8], count: u64, limits: &Limits) -> Result<Known, Stop> {
    let mut known = check_room(count, limits)?;
    let mut seen = Seen::new(limits);
    let mut parity = Parity::NONE;
    let mut evens: Vec<u64> = Vec::new();
    for n in 0..count {
        if n >= 64 && n.is_power_of_two() {
            parity = best_parity(digits, &known);
            evens = (1..n).filter(|&heap| !parity.is_odd(heap, known.at(heap))).collect();
        }
        seen.start(n)?;
        for (rest, digit) in (0..=n).rev().zip(digits) {
            seen.left(rest, digit & 3, &known)?;
        }
        let rests = || breaks(digits).take_while(|&taken| taken <= n).map(|taken| n - taken);
        for rest in rests() {
            seen.spend(evens.len() as u64)?;
            for &part in evens.iter().take_while(|&&part| part < rest) {
                seen.note(known.at(part) ^ known.at(rest - part));
            }
        }
        if parity != Parity::NONE {
            let least_odd = (0..).find(|&value| parity.is_odd(n, value) && !seen.has(value));
            let least_odd = least_odd.unwrap_or(u64::MAX);
            let missing = |value: &u64| !parity.is_odd(n, *value) && !seen.has(*value);
            let mut missing = (0..least_odd).filter(missing).count();
            'search: for rest in rests() {
                // Small parts have the most different values.
                for part in 1..=rest / 2 {
                    if missing == 0 {
                        seen.spend(part)?;
                        break 'search;
                    }
                    let value = known.at(part) ^ known.at(rest - part);
                    if value < least_odd && !seen.has(value) {
                        missing -= usize::from(!parity.is_odd(n, value));
                        seen.note(value);
                    }
                }
                seen.spend(rest / 2)?;
            }
        }
        let value = seen.least_missing();
        if n > 0 && !parity.is_odd(n, value) {
            evens.push(n);
        }
        keep(&mut known, value, count, limits)?;
    }
    Ok(known)
}

/// The parity under which the fewest heaps are even: a Walsh-Hadamard transform of the counts of the
/// values gives, for every mask, how many more are even than odd.
fn best_parity(digits: &[u8], known: &Known) -> Parity {
    let largest = known.iter().max().unwrap_or(0);
    let by_value = Parity::NONE;
    let by_size = odd_breaks(digits).map(|add| Parity { mask: 0, with_size: true, add });
    let kinds = [Some(by_value), by_size].into_iter().flatten();
    let best = kinds.map(|kind| {
        let mut counts = vec![0_i64; (largest as usize + 1).next_power_of_two()];
        for (heap, value) in (0..).zip(known.iter()).skip(1) {
            // What the size adds to the parity counts against, for odd and even change places.
            counts[value as usize] += if kind.is_odd(heap, 0) { -1 } else { 1 };
        }
        transform(&mut counts);
        // Without a value in it, the parity of a size says nothing about which values are missing.
        let masks = (0..).zip(counts).skip(usize::from(kind.with_size));
        let fewest = masks.min_by_key(|&(_, difference)| difference);
        fewest.map_or((i64::MAX, kind), |(mask, evens)| (evens, Parity { mask, ..kind }))
    });
    best.min_by_key(|&(evens, _)| evens).map_or(Parity::NONE, |(_, parity)| parity)
}

fn transform(counts: &mut [i64]) {
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
}

#[cfg(test)]
mod tests {
    use super::super::rule::Rule;
    use super::super::values::by_definition;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn agrees_with_the_definition_on_long_sequences() {
        for text in
            ["0.6", "0.16", "0.06", "0.77", "4.", "4.07", "0.354", "0.137", "0.", "0.104", "4.04"]
        {
            let Ok(Rule::Code(digits)) = Rule::read(text) else { panic!("{text}") };
            let limits = Limits::default();
            let plain = by_definition(&Rule::Code(digits.clone()), 2500, &limits).unwrap();
            assert!(values(&digits, 2500, &limits).unwrap().iter().eq(plain.iter()), "{text}");
        }
    }

    /// Whether a break is there depends on the parity of the size alone, and nearly all small heaps are worth nothing.
    #[test]
    fn agrees_with_the_definition_where_breaks_are_far() {
        for (zeros, digits) in [(31, "4"), (40, "4"), (33, "7"), (35, "3"), (31, "604"), (70, "4")]
        {
            let text = format!("0.{}{digits}", "0".repeat(zeros));
            let Ok(Rule::Code(digits)) = Rule::read(&text) else { panic!("{text}") };
            let limits = Limits::default();
            let plain = by_definition(&Rule::Code(digits.clone()), 700, &limits).unwrap();
            assert!(values(&digits, 700, &limits).unwrap().iter().eq(plain.iter()), "{text}");
        }
    }

    proptest! {
        #[test]
        fn agrees_with_the_definition(digits in prop::collection::vec(0u8..8, 1..6)) {
            let mut digits = digits;
            digits[0] &= 4;
            let limits = Limits::default();
            let plain = by_definition(&Rule::Code(digits.clone()), 300, &limits).unwrap();
            prop_assert!(values(&digits, 300, &limits).unwrap().iter().eq(plain.iter()));
        }
    }
}
