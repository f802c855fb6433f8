//! Whether a component seems to reach far fewer positions than a table of it has.
//!
//! No two positions that the definition met differ in one coordinate alone: then that one follows from the others. So
//! it is with the numbers that are left to choose and the sum that is still to be reached.

use std::collections::HashSet;
use std::time::Duration;

use super::tables::{affordable, last_of};
use super::{Asked, Defined};
use crate::limits::Limits;
use crate::rule::Component;
use crate::table::Table;

/// So many positions tell which coordinates follow from the others, and no more are looked at.
const TELLING: usize = 1 << 10;
const MOST_TELLING: usize = 1 << 14;
/// At least so many times the positions that seem to be reached, a table has too many.
const FAR_MORE: u64 = 16;
/// How long the search takes for a position, at most, most often.
const PER_POSITION: Duration = Duration::from_micros(4);
/// How long a table takes for an option, at most, most often.
const PER_OPTION: Duration = Duration::from_nanos(3);

impl Defined {
    /// How long a search takes from a component with these coordinates, where it seems that far fewer positions are
    /// reached than the table of this size has, and that the search is sooner done.
    pub(super) fn time_of_few(&mut self, kind: usize, last: &[u64], size: u64) -> Option<Duration> {
        let met = self.values.looked_at().filter(|met| usize::from(met.kind) == kind);
        let met: Vec<&[i64]> = met.take(MOST_TELLING).map(|met| &met.coords[..]).collect();
        if met.len() < TELLING {
            return None;
        }
        let follows = |&axis: &usize| {
            let others = met.iter().map(|met| (&met[..axis], &met[axis + 1..]));
            let mut seen = HashSet::with_capacity(met.len());
            others.into_iter().all(|others| seen.insert(others))
        };
        let numbers = |axis: usize| last[axis].saturating_add(1);
        let axes = (0..last.len()).filter(|&axis| numbers(axis) >= FAR_MORE);
        let most = axes.filter(follows).map(numbers).max()?;
        let few = PER_POSITION.saturating_mul(u32::try_from(size / most).ok()?);
        let options = u128::from(size) * u128::from(self.work_of(kind, last).saturating_add(1));
        (few.as_nanos() <= options * PER_OPTION.as_nanos()).then_some(few)
    }

    /// Whether it seems that far fewer positions are reached from a component than a table of what is asked has.
    pub(in crate::play) fn reaches_few(
        &mut self,
        component: &Component,
        (misere, asked): (bool, Asked),
        limits: &Limits,
    ) -> bool {
        let kind = usize::from(component.kind);
        let last = last_of(component);
        let table = self.tables_for(misere, asked, kind);
        let Some(size) = affordable(table, &last, limits) else { return false };
        match table.as_ref().and_then(Table::sought) {
            Some(known) => known < size / FAR_MORE,
            None => !misere && self.time_of_few(kind, &last, size).is_some(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::open;

    /// What the definition says once it has met some positions.
    fn time_of_few(rule: &str, from: &[u64]) -> Option<Duration> {
        let rules = open(rule).unwrap().rules;
        let mut defined = Defined::new(&rules);
        let coords: Vec<i64> = from.iter().map(|&coord| coord as i64).collect();
        let component = rules.component(0, &coords).unwrap();
        let some = Limits::default().positions(2 * TELLING as u64);
        assert!(defined.values.value(&component, &some).is_err());
        let size = defined.tables[0].as_ref().unwrap().size(from).unwrap();
        defined.time_of_few(0, from, size)
    }

    #[test]
    fn a_coordinate_that_follows_leaves_few_positions() {
        // Numbers that are left, and what they must still come to.
        let rule =
            "[set, left] -> [set - 2**(k-1), left-k] for k in 1..20 if and(set, 2**(k-1)) > 0";
        assert_eq!(time_of_few(rule, &[(1 << 20) - 1, 200]), Some(PER_POSITION * (1 << 20)));
        // The amounts that were taken last do not differ alone among the first that are met, either; but a search of
        // all with one of them would take longer than the table.
        let rule = "[n, p, q] -> [n-k, q, k] for k in 1..20 if k != p and k != q";
        assert_eq!(time_of_few(rule, &[20_000, 20, 20]), None);
        assert_eq!(
            time_of_few("[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b", &[900, 900]),
            None
        );
    }
}
