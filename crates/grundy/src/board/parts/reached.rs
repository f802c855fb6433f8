//! The values of all parts that play can reach, by the plain definition, where these are few.
//!
//! An order of 59 elements may have only 308 thousand down-sets, as the divisors of 5040 do, while what can be
//! asked of them (is this one worth that?) is far more: then pruning saves nothing. The parts are found first,
//! those with more places before those with fewer; their values in the opposite order.

use hashbrown::HashMap;
use hashbrown::hash_map::Entry;
use rapidhash::fast::RandomState;

use super::cells::Cells;
use super::takings::Takings;
use crate::limits::{Limits, Stop};

/// Parts between two looks at the limits.
const PARTS_PER_CHECK: usize = 1 << 10;

/// Parts with their values, each 0 until it is found.
type Values<W> = HashMap<W, u8, RandomState>;

/// The values of all parts that play reaches from these, unless there are more than `most` or too many for the
/// memory allowed.
///
/// # Errors
/// A limit that was reached.
pub(super) fn values<W: Cells>(
    rules: &Takings<W>,
    from: &[W],
    most: usize,
    limits: &Limits,
) -> Result<Option<Values<W>>, Stop> {
    let mut values = Values::default();
    let Some(levels) = parts(rules, from, most, limits, &mut values)? else { return Ok(None) };
    for (number, part) in levels.into_iter().flatten().enumerate() {
        if number % PARTS_PER_CHECK == 0 {
            limits.check()?;
            limits.report(number as u64, Some(values.len() as u64));
        }
        // A value is at most the number of places, of which there are at most 120.
        let mut found = 0_u128;
        for after in rules.lefts(part) {
            // Most often what is left is one part.
            let value = values.get(&after.0).copied().unwrap_or_else(|| {
                let mut value = 0;
                rules.parts_after(after, |part| value ^= values[&part]);
                value
            });
            found |= 1 << value;
        }
        values.insert(part, found.trailing_ones() as u8);
    }
    Ok(Some(values))
}

/// The parts that play reaches, by the number of their places, which are all put among the values.
fn parts<W: Cells>(
    rules: &Takings<W>,
    from: &[W],
    most: usize,
    limits: &Limits,
    known: &mut Values<W>,
) -> Result<Option<Vec<Vec<W>>>, Stop> {
    let largest = from.iter().map(|part| part.count()).max().unwrap_or(0);
    let mut levels = vec![Vec::new(); largest as usize + 1];
    let mut new = from.to_vec();
    let mut looked = 0;
    // A move takes places, so what it leads to stands on lower levels.
    for level in (0..levels.len()).rev() {
        let mut at = 0;
        loop {
            for part in new.drain(..) {
                if let Entry::Vacant(place) = known.entry(part) {
                    place.insert(0);
                    levels[part.count() as usize].push(part);
                }
            }
            // A part in a level, and twice that much with its value.
            let bytes = known.len() * 5 * size_of::<W>();
            if known.len() > most || limits.check_memory(bytes as u64).is_err() {
                return Ok(None);
            }
            let Some(&part) = levels[level].get(at) else { break };
            at += 1;
            for after in rules.lefts(part) {
                if !known.contains_key(&after.0) {
                    rules.parts_after(after, |part| new.push(part));
                }
            }
            looked += 1;
            if looked % PARTS_PER_CHECK == 0 {
                limits.check()?;
            }
        }
    }
    Ok(Some(levels))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::parts::takings::Places;
    use crate::search::{Bound, Pruned};

    /// An order of so many elements, in which each is below some of the later ones.
    fn order(elements: u32, random: &mut fastrand::Rng) -> Places {
        let mut above: Vec<Vec<u32>> = vec![Vec::new(); elements as usize];
        for low in (0..elements).rev() {
            let mut all = vec![low];
            for high in low + 1..elements {
                if random.u8(..4) == 0 {
                    all.extend(&above[high as usize]);
                }
            }
            all.sort_unstable();
            all.dedup();
            above[low as usize] = all;
        }
        let mut near = above.clone();
        for (low, highs) in (0..).zip(&above) {
            for &high in highs.iter().filter(|&&high| high != low) {
                near[high as usize].push(low);
            }
        }
        let moves = (0..).zip(&above).map(|(low, above)| (vec![low], above.clone())).collect();
        Places { moves, near, least: 1 }
    }

    fn parts_of(rules: &Takings<u64>, set: u64) -> Vec<u64> {
        let mut parts = Vec::new();
        rules.parts(set, |part| parts.push(part));
        parts
    }

    #[test]
    fn parts_that_are_reached_are_worth_what_the_search_says() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..60 {
            let elements = random.u32(1..12);
            let mut search = Pruned::new(Takings::<u64>::new(&order(elements, &mut random)));
            let whole = parts_of(search.rules(), (1 << elements) - 1);
            let reached = values(search.rules(), &whole, usize::MAX, &Limits::default()).unwrap();
            let reached = reached.expect("few parts");
            assert!(whole.iter().all(|part| reached.contains_key(part)));
            for (part, value) in reached {
                let found = search.value(&[part], &Limits::default()).unwrap();
                assert_eq!(found.0, u64::from(value), "{part:b}");
                assert_eq!(search.known(part), Bound::Exact(value), "{part:b}");
            }
        }
    }

    #[test]
    fn a_long_chain_is_worth_as_many_as_it_has() {
        let above: Vec<Vec<u32>> = (0..120).map(|low| (low..120).collect()).collect();
        let near = vec![(0..120).collect(); 120];
        let moves = (0..).zip(above).map(|(low, above)| (vec![low], above)).collect();
        let rules = Takings::<u128>::new(&Places { moves, near, least: 1 });
        let reached = values(&rules, &[(1 << 120) - 1], 120, &Limits::default()).unwrap().unwrap();
        assert_eq!(reached.len(), 120);
        for n in 1..=120 {
            assert_eq!(reached[&((1 << n) - 1)], n);
        }
        assert_eq!(values(&rules, &[(1 << 120) - 1], 119, &Limits::default()).unwrap(), None);
        let little = Limits::default().memory(1 << 10);
        assert_eq!(values(&rules, &[(1 << 120) - 1], 120, &little).unwrap(), None);
    }

    #[test]
    fn the_time_allowed_ends_it() {
        // One element below 39 others that are free, so every set with it is reached.
        let above = |low: u32| if low == 0 { (0..40).collect() } else { vec![low] };
        let moves = (0..40).map(|low| (vec![low], above(low))).collect();
        let near = (0..40).map(|low| if low == 0 { (1..40).collect() } else { vec![0] }).collect();
        let rules = Takings::<u64>::new(&Places { moves, near, least: 1 });
        let no_time = Limits::default().time(std::time::Duration::ZERO);
        let stopped = values(&rules, &[(1 << 40) - 1], usize::MAX, &no_time);
        assert!(matches!(stopped, Err(Stop::Time)));
    }
}
