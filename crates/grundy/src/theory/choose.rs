//! `choose m of [i] for i in 0..k-1`: a component `k` is replaced by `m` components, each chosen
//! freely below `k`.
//!
//! With `V_j(k)` the nim-sums of `j` values out of `g(0), .., g(k-1)`, repetition allowed,
//! `g(k) = mex V_m(k)`. As `g(0) = 0` fills up and equal values cancel, `V_j(k)` are the nim-sums of
//! at most `j` *different* values, and
//!
//! ```text
//! V_j(k+1) = V_j(k) united with (V_(j-1)(k) shifted by g(k)),    shifted by = xor with
//! ```
//!
//! These values are the columns of a parity check matrix of the lexicode of distance `m + 2`: any
//! `m + 1` of them are independent (Conway and Sloane, *Lexicographic codes*, 1986). With `m = 7`,
//! `g(64)` lies near `2^24.5`.
//!
//! How the sets are kept, each in the way that is cheapest for its size:
//!
//! - `V_0 .. V_h`, few values: lists. A new value `g` appends `x xor g` for each `x` of the list
//!   below. No nim-sum comes twice while `2h <= m + 1`.
//! - `V_(h+1) .. V_(m-1)`: bit sets, as long as the least power of two above every value so far.
//!   Shifting a bit set is a permutation of its words and a shuffle of the bits in a word.
//! - `V_m` is not kept. A value `v` is in it exactly when `v xor g(i)` is in `V_(m-1)` for some
//!   `i < k`. The mex never falls, so one pointer passes over the values once, a block at a time; a
//!   block that is full is never looked at again.
//!
//! The floor is one pass over each bit set per row. Only the last rows have long sets, since their
//! length doubles every few rows.

use crate::limits::{Limits, Stop};
use crate::nimber::shifted_block;

/// Lists of nim-sums of at most this many values are shorter than a bit set.
const MOST_LISTED: usize = 3;

/// More choices than this change no value of 64 bits: the first `m + 1` values after `g(0)` are
/// powers of two.
const MOST_CHOICES: u32 = 64;

/// Words per block; a block of a bit set covers `64 * BLOCK` values.
const BLOCK: usize = 64;

/// Blocks between two looks at the clock.
const BLOCKS_PER_CHECK: usize = 1024;

type Block = [u64; BLOCK];

/// The Grundy values `g(0), .., g(last)` of `choose m of [i] for i in 0..k-1`.
///
/// `m = 1` is Nim; `m = 0` leaves nothing but the empty position, so that each value is 1. For
/// `m = 7` and `last = 64` the work is 11 million words in 12 MiB of memory.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::theory::choose::table;
/// let values = table(7, 14, &Limits::default())?;
/// assert_eq!(values[8..], [128, 255, 256, 512, 1024, 2048, 3855]);
/// # Ok::<(), grundy::limits::Stop>(())
/// ```
///
/// # Errors
/// The [`Stop`] that ended the work early; [`Choose`] keeps what was found until then.
pub fn table(m: u32, last: usize, limits: &Limits) -> Result<Vec<u64>, Stop> {
    let mut choose = Choose::new(m);
    choose.extend_to(last, limits)?;
    Ok(choose.values)
}

/// The table of [`table`], grown by demand.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::theory::choose::Choose;
/// let mut three = Choose::new(3);
/// three.extend_to(6, &Limits::default())?;
/// assert_eq!(three.values(), [0, 1, 2, 4, 8, 15, 16]);
/// # Ok::<(), grundy::limits::Stop>(())
/// ```
#[derive(Clone, Debug)]
pub struct Choose {
    m: u32,
    values: Vec<u64>,
    /// `None` where the values need no search.
    sums: Option<Sums>,
}

impl Choose {
    /// The table for `m` chosen components, with `g(0)` alone.
    pub fn new(m: u32) -> Choose {
        let first = u64::from(m == 0);
        let m = m.min(MOST_CHOICES);
        Choose { m, values: vec![first], sums: (m >= 2).then(|| Sums::new(m as usize)) }
    }

    /// The values found so far, `g(0)` first.
    pub fn values(&self) -> &[u64] {
        &self.values
    }

    /// Finds the values up to `g(last)`.
    ///
    /// ```
    /// use grundy::limits::{Limits, Stop};
    /// use grundy::theory::choose::Choose;
    /// let mut seven = Choose::new(7);
    /// let stopped = seven.extend_to(64, &Limits::default().memory(1 << 16));
    /// assert!(matches!(stopped, Err(Stop::Memory { .. })));
    /// seven.extend_to(14, &Limits::default())?;
    /// assert_eq!(seven.values()[12..15], [1024, 2048, 3855]);
    /// # Ok::<(), Stop>(())
    /// ```
    ///
    /// # Errors
    /// The [`Stop`] that ended the work early. The values found until then are kept, and another
    /// call goes on.
    pub fn extend_to(&mut self, last: usize, limits: &Limits) -> Result<(), Stop> {
        while self.values.len() <= last {
            limits.check()?;
            let value = match &mut self.sums {
                Some(sums) => sums.next_value(&self.values, limits)?,
                None if self.m == 0 => 1,
                None => self.values.len() as u64,
            };
            self.values.push(value);
            limits.report(self.values.len() as u64, Some((last as u64).saturating_add(1)));
        }
        Ok(())
    }
}

/// The sets of nim-sums, for `m >= 2`.
#[derive(Clone, Debug)]
struct Sums {
    /// `V_0 .. V_h`.
    lists: Vec<Vec<u64>>,
    /// `V_(h+1) .. V_(m-1)`, at least one; all of one length.
    sets: Vec<Vec<Block>>,
    /// How many of the values `g(0), g(1), ..` are in the sets.
    rows: usize,
    /// The first block of `V_m` that may not be full.
    least_open: usize,
}

impl Sums {
    fn new(m: usize) -> Sums {
        let listed = MOST_LISTED.min((m - 1) / 2);
        // Adding g(0) = 0 to the empty sets leaves the sum 0 in all of them.
        let mut zero = [0; BLOCK];
        zero[0] = 1;
        Sums {
            lists: vec![vec![0]; listed + 1],
            sets: vec![vec![zero]; m - 1 - listed],
            rows: 1,
            least_open: 0,
        }
    }

    /// The mex of `V_m(k)`, `values` being `g(0), .., g(k-1)`.
    fn next_value(&mut self, values: &[u64], limits: &Limits) -> Result<u64, Stop> {
        while let Some(&value) = values.get(self.rows) {
            self.add(value, limits)?;
        }
        let top = &self.sets[self.sets.len() - 1];
        while self.least_open < top.len() {
            if let Some(free) = least_free(top, self.least_open, values) {
                return Ok((self.least_open * BLOCK * 64) as u64 + free);
            }
            self.least_open += 1;
            if self.least_open.is_multiple_of(BLOCKS_PER_CHECK) {
                limits.check()?;
            }
        }
        Ok((top.len() * BLOCK * 64) as u64)
    }

    /// Brings every set from `V_j(k)` to `V_j(k+1)`, `value` being `g(k)`.
    ///
    /// From the greatest `j` down, so that each set reads the one below before that changes. The
    /// lists come last and at once: when a limit stops the sets midway, doing it all again is
    /// right, because uniting twice changes nothing.
    fn add(&mut self, value: u64, limits: &Limits) -> Result<(), Stop> {
        self.grow(value, limits)?;
        for j in (1..self.sets.len()).rev() {
            let (below, rest) = self.sets.split_at_mut(j);
            unite_shifted(&mut rest[0], &below[j - 1], value, limits)?;
        }
        let (lists, sets) = (&mut self.lists, &mut self.sets);
        for sum in lists.iter().last().into_iter().flatten().map(|sum| sum ^ value) {
            let word = (sum / 64) as usize;
            sets[0][word / BLOCK][word % BLOCK] |= 1 << (sum % 64);
        }
        for j in (1..lists.len()).rev() {
            let (below, rest) = lists.split_at_mut(j);
            rest[0].extend(below[j - 1].iter().map(|sum| sum ^ value));
        }
        self.rows += 1;
        Ok(())
    }

    /// Lengthens the sets so that they cover `value`, and makes room for the lists.
    fn grow(&mut self, value: u64, limits: &Limits) -> Result<(), Stop> {
        let block_bytes = size_of::<Block>() as u64;
        let old = self.sets[0].len() as u64;
        let blocks = (value / (64 * BLOCK as u64) + 1).next_power_of_two().max(old);
        // Lengthening a set may hold its old words and its new ones at the same time.
        let moved = if blocks > old { old } else { 0 };
        let of_sets = (blocks * self.sets.len() as u64 + moved).saturating_mul(block_bytes);
        let listed: usize = self.lists.iter().map(|list| 2 * list.len()).sum();
        limits.check_memory(of_sets.saturating_add(8 * listed as u64))?;

        let refused = Stop::Memory { needed: of_sets, allowed: limits.memory.unwrap_or(u64::MAX) };
        let blocks = usize::try_from(blocks).map_err(|_| refused)?;
        for set in &mut self.sets {
            set.try_reserve_exact(blocks - set.len()).map_err(|_| refused)?;
            set.resize(blocks, [0; BLOCK]);
        }
        Ok(())
    }
}

/// The least value of block `block` of `V_m` that is missing, counted from the block's start;
/// `None` when the block is full. `below` is `V_(m-1)`.
fn least_free(below: &[Block], block: usize, values: &[u64]) -> Option<u64> {
    let mut found = [0; BLOCK];
    for &value in values {
        let shifted = shifted_block(below, block, value);
        let mut full = u64::MAX;
        for (word, more) in found.iter_mut().zip(&shifted) {
            *word |= more;
            full &= *word;
        }
        if full == u64::MAX {
            return None;
        }
    }
    let (at, word) = found.iter().enumerate().find(|&(_, &word)| word != u64::MAX)?;
    Some(at as u64 * 64 + u64::from(word.trailing_ones()))
}

/// Unites `set` with `other` shifted by `value`.
fn unite_shifted(
    set: &mut [Block],
    other: &[Block],
    value: u64,
    limits: &Limits,
) -> Result<(), Stop> {
    for (block, words) in set.iter_mut().enumerate() {
        let shifted = shifted_block(other, block, value);
        for (word, more) in words.iter_mut().zip(&shifted) {
            *word |= more;
        }
        if block % BLOCKS_PER_CHECK == BLOCKS_PER_CHECK - 1 {
            limits.check()?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nimber::{Nimber, mex};
    use proptest::prelude::*;

    /// By the definition: every multiset of `m` values.
    fn naive_table(m: u32, last: usize) -> Vec<u64> {
        let mut values: Vec<u64> = Vec::new();
        for _ in 0..=last {
            let mut sums = Vec::new();
            collect_sums(m, 0, &values, &mut sums);
            values.push(mex(sums.into_iter().map(Nimber)).0);
        }
        values
    }

    fn collect_sums(left: u32, sum: u64, values: &[u64], sums: &mut Vec<u64>) {
        if left == 0 {
            sums.push(sum);
            return;
        }
        for (at, value) in values.iter().enumerate() {
            collect_sums(left - 1, sum ^ value, &values[at..], sums);
        }
    }

    #[test]
    fn small_tables_agree_with_the_definition() {
        for (m, last) in [(0, 5), (1, 40), (2, 60), (3, 40), (4, 24), (5, 18), (6, 15), (7, 14)] {
            let values = table(m, last, &Limits::default()).expect("no limit");
            assert_eq!(values, naive_table(m, last), "choose {m}");
        }
    }

    /// The Mock Turtles theorem (*Winning Ways*, chapter 14): one more choice, from odd to even,
    /// doubles each value and adds the digit that makes the number of ones odd.
    #[test]
    fn even_choices_follow_from_odd_ones() {
        for odd in [1, 3, 5] {
            let fewer = table(odd, 40, &Limits::default()).expect("no limit");
            let more = table(odd + 1, 41, &Limits::default()).expect("no limit");
            for (k, value) in fewer.iter().enumerate() {
                let doubled = 2 * value + u64::from(value.count_ones() % 2 == 0);
                assert_eq!(more[k + 1], doubled, "choose {odd}, row {k}");
            }
        }
    }

    /// A value is right when no seven or fewer earlier ones add up to it and every smaller number
    /// is such a sum. Meeting in the middle, with sorted lists: three values against four.
    #[test]
    fn the_values_for_seven_choices_are_independent() {
        let values = table(7, 40, &Limits::default()).expect("no limit");
        let mut sums = vec![vec![0u64]];
        for j in 0..4 {
            let mut next: Vec<u64> =
                sums[j].iter().flat_map(|sum| values[..40].iter().map(move |g| sum ^ g)).collect();
            next.sort_unstable();
            next.dedup();
            sums.push(next);
        }
        let reached = |v: u64| sums[3].iter().any(|sum| sums[4].binary_search(&(sum ^ v)).is_ok());
        assert!(!reached(values[40]));
        let below = values[40] - 300..values[40];
        assert!(below.into_iter().all(reached));
    }

    #[test]
    fn limits_stop_the_work_and_it_goes_on_afterwards() {
        let mut choose = Choose::new(7);
        let stopped = choose.extend_to(64, &Limits::default().memory(1 << 20));
        assert!(matches!(stopped, Err(Stop::Memory { needed, .. }) if needed > 1 << 20));
        let found = choose.values().len();
        assert!((30..64).contains(&found), "{found} values in 1 MiB");
        choose.extend_to(45, &Limits::default()).expect("no limit");
        assert_eq!(choose.values(), table(7, 45, &Limits::default()).expect("no limit"));

        let over = Limits::default().time(std::time::Duration::ZERO);
        assert_eq!(choose.extend_to(46, &over), Err(Stop::Time));
        let cancelled = Limits::default();
        cancelled.cancel.cancel();
        assert_eq!(table(5, 9, &cancelled), Err(Stop::Cancelled));
    }

    #[test]
    fn many_choices_end_at_the_memory_limit() {
        let mut choose = Choose::new(u32::MAX);
        let limits = Limits::default().memory(1 << 22);
        assert!(matches!(choose.extend_to(1000, &limits), Err(Stop::Memory { .. })));
        assert!(choose.values().iter().skip(1).enumerate().all(|(k, &value)| value == 1 << k));
    }

    proptest! {
        #[test]
        fn shifting_a_set_shifts_its_members(
            members in prop::collection::vec(0u64..4 * 4096, 0..200),
            value in 0u64..4 * 4096,
        ) {
            let mut set = vec![[0; BLOCK]; 4];
            let mut expected = set.clone();
            for member in members {
                for (words, bit) in [(&mut set, member), (&mut expected, member ^ value)] {
                    let word = (bit / 64) as usize;
                    words[word / BLOCK][word % BLOCK] |= 1 << (bit % 64);
                }
            }
            let mut shifted = vec![[0; BLOCK]; 4];
            unite_shifted(&mut shifted, &set, value, &Limits::default()).expect("no limit");
            prop_assert_eq!(shifted, expected);
        }
    }
}
