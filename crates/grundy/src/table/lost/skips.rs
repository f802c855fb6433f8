//! Lines that are hit for ever: from where one of their positions is hit by a ray along them, all others are that come later.
//!
//! ```text
//! a row meets the lines of a direction (u, v) one after the other, each v steps of u*b - v*a on
//! where a position is hit along its line:   that line is passed over by all later rows
//! next line that may not be hit:            by links from each line that is hit to one behind it, shortened on the way
//! ```
//!
//! Each position that is looked at makes a line one of these, or is lost, or ends its row. So there are about as many as there
//! are lines and lost positions (union-find along a line: Tarjan 1975).

use std::collections::HashMap;

use rapidhash::fast::RandomState;

use crate::rule::numbers;

/// The lines in one direction that rows, or columns, pass over.
pub(super) struct Skips {
    step: [i64; 2],
    /// From one position of the row to the next the number of the line changes by this.
    apart: i64,
    /// From a line that is hit to one that comes later.
    links: HashMap<i64, i64, RandomState>,
}

impl Skips {
    /// For lines of this direction and for rows, or for columns; nothing if they run along these, or a line has positions that
    /// are no number of steps apart.
    pub(super) fn new(step: [i64; 2], axis: usize) -> Option<Skips> {
        let [u, v] = step;
        let apart = if axis == 0 { u } else { -v };
        let whole = numbers::gcd(u, v) == Some(1);
        (apart != 0 && whole).then(|| Skips { step, apart, links: HashMap::default() })
    }

    /// How many positions further in its row the next one may be that is not hit along its line, behind this one that is.
    pub(super) fn pass(&mut self, [a, b]: [i64; 2]) -> i64 {
        let [u, v] = self.step;
        let line = u * b - v * a;
        let mut end = self.links.get(&line).copied().unwrap_or(line + self.apart);
        while let Some(&next) = self.links.get(&end) {
            end = next;
        }
        // All links on the way lead to the end from now on.
        let mut at = line;
        while at != end {
            let next = self.links.insert(at, end).unwrap_or(at + self.apart);
            at = next;
        }
        (end - line) / self.apart
    }

    pub(super) fn bytes(&self) -> u64 {
        // A pair of numbers, and a byte; an eighth of the room stays empty.
        self.links.capacity() as u64 * 17 * 8 / 7
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_hit_is_passed_over() {
        // Lines b - 2*a, in rows: each is met where a row comes to it.
        let mut skips = Skips::new([1, 2], 0).unwrap();
        assert_eq!(skips.pass([3, 10]), 1);
        assert_eq!(skips.pass([3, 12]), 1);
        assert_eq!(skips.pass([3, 11]), 2, "b - 2*a = 5, and 6 is hit");
        assert_eq!(skips.pass([4, 12]), 3, "b - 2*a = 4, and so are 5 and 6");
        // In columns the number of a line falls by 2 from one position to the next.
        let mut skips = Skips::new([1, 2], 1).unwrap();
        assert_eq!(skips.pass([4, 18]), 1);
        assert_eq!(skips.pass([5, 18]), 1);
        assert_eq!(skips.pass([4, 18]), 2);
        assert!(Skips::new([1, 0], 1).is_none() && Skips::new([2, 4], 0).is_none());
    }
}
