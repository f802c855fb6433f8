//! Families whose options are all positions from one to another, `[n-k] for k in 1..n/2`, where positions are
//! numbers.
//!
//! ```text
//! of each family    the latest position of every value, among those that the family has reached
//! for each n        put the values of the positions up to the last option into it
//!                   a value is that of an option if its latest position is not before the first option
//!                   the value of n is the least that is that of no option, of any family
//! ```
//!
//! The latest positions are the leaves of a tree in which each node has the least of those below. A new position of a
//! value changes the nodes above it as long as it was the least there, and the least value from some value on whose
//! latest position lies before a place is found on a way up and down. So a family costs a few dozen steps for each
//! position, instead of as many as there are options. The first option may move in any way; where the last one moves
//! back, the tree is made anew.

use super::lines::won;
use crate::limits::{Limits, Stop};
use crate::nimber::Nimber;
use crate::rule::Window;
use crate::ruleset::Value;

/// Families of a rule, at most.
pub(in crate::table) const MOST_FAMILIES: usize = 4;
/// Positions from here on are not numbered.
pub(in crate::table) const MOST_POSITIONS: u64 = 1 << 31;
/// Positions that are put into a tree between two looks at the limits.
const PUT_PER_CHECK: i64 = 1 << 16;
/// How often trees are made anew before they are given up.
const MOST_REMADE: u32 = 64;

/// The latest position of every value, of some positions.
#[derive(Default)]
struct Latest {
    /// A tree: behind node `i` are `2i` and `2i + 1`, and the second half are the leaves. One more than the position; 0
    /// of a value that was not met.
    nodes: Vec<u32>,
    /// The positions before this one were put into it.
    reached: i64,
}

impl Latest {
    fn leaves(&self) -> usize {
        self.nodes.len() / 2
    }

    /// A value at a position later than all.
    fn put(&mut self, value: usize, position: i64) {
        if value >= self.leaves() {
            self.grow(value);
        }
        let mut node = self.leaves() + value;
        self.nodes[node] = position as u32 + 1;
        while node > 1 {
            let least = self.nodes[node].min(self.nodes[node ^ 1]);
            node /= 2;
            if self.nodes[node] == least {
                break;
            }
            self.nodes[node] = least;
        }
    }

    fn grow(&mut self, value: usize) {
        let before = self.leaves();
        let leaves = (value + 1).next_power_of_two().max(64);
        let mut nodes = vec![0; 2 * leaves];
        nodes[leaves..leaves + before].copy_from_slice(&self.nodes[before..]);
        for node in (1..leaves).rev() {
            nodes[node] = nodes[2 * node].min(nodes[2 * node + 1]);
        }
        self.nodes = nodes;
    }

    /// The least value from one on that no position from the first one on has.
    fn missing(&self, value: usize, first: i64) -> usize {
        let leaves = self.leaves();
        if value >= leaves {
            return value;
        }
        let before = |node: usize| i64::from(self.nodes[node]) <= first;
        let mut node = leaves + value;
        while !before(node) {
            // On to the next subtree on the right; behind the last one are the values that were not met.
            while node % 2 == 1 {
                node /= 2;
            }
            if node == 0 {
                return leaves;
            }
            node += 1;
        }
        while node < leaves {
            node = if before(2 * node) { 2 * node } else { 2 * node + 1 };
        }
        node - leaves
    }
}

/// The latest positions of the values of each family.
pub(in crate::table) struct Windows {
    families: Vec<(Window, Latest)>,
    remade: u32,
    /// Values that were put into trees since that was asked.
    put: u64,
}

impl Windows {
    pub(in crate::table) fn new(families: &[Window]) -> Windows {
        let families = families.iter().map(|window| (window.clone(), Latest::default())).collect();
        Windows { families, remade: 0, put: 0 }
    }

    /// The value of a position, or who wins there if that is wanted; nothing where that is for the definition to say.
    ///
    /// # Errors
    /// A limit that was reached; then what is known is of no use any more.
    pub(in crate::table) fn value(
        &mut self,
        position: i64,
        end: Option<u8>,
        value: impl Fn(usize) -> Value,
        limits: &Limits,
    ) -> Result<Option<Nimber>, Stop> {
        let mut firsts = [None; MOST_FAMILIES];
        for ((window, latest), first) in self.families.iter_mut().zip(&mut firsts) {
            let Some((from, to)) = window.at(position) else { return Ok(None) };
            if from > to {
                continue;
            }
            *first = Some(from);
            let next = to + 1;
            if next < latest.reached {
                *latest = Latest::default();
                self.remade += 1;
            }
            for at in latest.reached..next {
                let Value::Nimber(Nimber(value)) = value(at as usize) else { return Ok(None) };
                latest.put(value as usize, at);
                self.put += 1;
                if at % PUT_PER_CHECK == 0 {
                    limits.check()?;
                }
            }
            latest.reached = next;
        }
        let missing = |from: usize| {
            let families = self.families.iter().zip(firsts);
            families.fold(from, |least, ((_, latest), first)| match first {
                Some(first) => latest.missing(least, first),
                None => least,
            })
        };
        if let Some(end) = end {
            let any = firsts.iter().any(Option::is_some);
            return Ok(Some(won(missing(0) > 0, any, end)));
        }
        let mut mex = 0;
        loop {
            let next = missing(mex);
            if next == mex {
                return Ok(Some(Nimber(mex as u64)));
            }
            mex = next;
        }
    }

    /// Whether trees were made anew too often.
    pub(in crate::table) fn are_slow(&self) -> bool {
        self.remade > MOST_REMADE
    }

    /// How many values were put into trees since this was last asked.
    pub(in crate::table) fn put(&mut self) -> u64 {
        std::mem::take(&mut self.put)
    }

    /// Bytes of all trees, if values up to `most` are in them.
    pub(in crate::table) fn bytes(&self, most: u64) -> u64 {
        let leaves = most.saturating_add(1).checked_next_power_of_two().unwrap_or(u64::MAX);
        leaves.saturating_mul(8).saturating_mul(self.families.len() as u64)
    }
}

/// About how many options a position has; nothing where that is for the definition to say.
pub(in crate::table) fn count_options(windows: &[Window], position: i64) -> Option<u64> {
    windows.iter().try_fold(0, |count: u64, window| {
        let (first, last) = window.at(position)?;
        let own = last.checked_sub(first)?.checked_add(1)?;
        Some(count.saturating_add(own.max(0).unsigned_abs()))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::nimber::Mex;
    use crate::rule::{Rules, parse, windows};

    fn windows_of(text: &str) -> Option<Vec<Window>> {
        let rules = Rules::new(parse(text).unwrap(), &[]).unwrap();
        windows(0, &rules.ir()[0])
    }

    /// Speed, without a clock: each position is put into a tree once.
    #[test]
    fn every_position_is_put_into_a_tree_once() {
        let mut windows = Windows::new(&windows_of("[n] -> [n-k] for k in 1..n/2").unwrap());
        let mut values: Vec<Value> = Vec::new();
        for position in 0..5000 {
            let found = windows.value(position, None, |at| values[at], &Limits::default()).unwrap();
            values.push(Value::Nimber(found.unwrap()));
        }
        assert_eq!(windows.put(), 4999);
        // Where all is put into a tree at once, limits are heeded.
        let values = vec![Value::Nimber(Nimber(3)); 1 << 18];
        let mut windows = Windows::new(&windows_of("[n] -> [n-k] for k in 1..n/2").unwrap());
        let none = Limits::default().time(std::time::Duration::ZERO);
        assert_eq!(windows.value(1 << 18, None, |at| values[at], &none), Err(Stop::Time));
    }

    proptest! {
        /// Any values, and any windows whose ends go forth and back, against a set of the values of all options.
        #[test]
        fn the_least_missing_value_is_found(
            values in proptest::collection::vec(0_u64..200, 1..80),
            asked in proptest::collection::vec((0_i64..80, 0_i64..80, 0_usize..90), 1..40),
        ) {
            let mut latest = Latest::default();
            for (first, next, from) in asked {
                let next = next.min(values.len() as i64);
                if next < latest.reached {
                    latest = Latest::default();
                }
                for at in latest.reached..next {
                    latest.put(values[at as usize] as usize, at);
                }
                latest.reached = next;
                let mut mex = Mex::default();
                (0..from as u64).for_each(|value| mex.insert(Nimber(value)));
                for at in first..next {
                    mex.insert(Nimber(values[at as usize]));
                }
                prop_assert_eq!(latest.missing(from, first) as u64, mex.mex().0);
            }
        }
    }
}
