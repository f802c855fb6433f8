//! All tuples of numbers between bounds, the last number running fastest.

/// The tuples that are left.
pub(super) struct Tuples {
    bounds: Vec<(u64, u64)>,
    next: Option<Vec<u64>>,
}

impl Tuples {
    /// Of so many numbers below `side`.
    pub(super) fn below(side: u64, length: usize) -> Tuples {
        Tuples::within(vec![if side > 0 { (0, side - 1) } else { (1, 0) }; length])
    }

    /// Of as many numbers as there are bounds, the least and the largest of each.
    pub(super) fn within(bounds: Vec<(u64, u64)>) -> Tuples {
        let some = bounds.iter().all(|(low, high)| low <= high);
        let next = some.then(|| bounds.iter().map(|&(low, _)| low).collect());
        Tuples { bounds, next }
    }
}

impl Iterator for Tuples {
    type Item = Vec<u64>;

    fn next(&mut self) -> Option<Vec<u64>> {
        let now = self.next.take()?;
        let mut after = now.clone();
        for (number, &(low, high)) in after.iter_mut().zip(&self.bounds).rev() {
            if *number < high {
                *number += 1;
                self.next = Some(after);
                break;
            }
            *number = low;
        }
        Some(now)
    }
}
