//! Misère play of several components of one kind: by a table of all sums of so many.
//!
//! ```text
//! the search over sums for as long as a table would take
//! if it has not ended, a table of the components beside each other
//! ```

use std::collections::HashMap;
use std::time::Duration;

use smallvec::SmallVec;

use crate::limits::{Limits, Stop};
use crate::nimber::Nimber;
use crate::outcome::Outcome;
use crate::play::Session;
use crate::play::defined::{LEAST, affordable};
use crate::play::time::within;
use crate::position::Part;
use crate::ruleset::{Failure, Value};
use crate::table::Table;

/// Most components of a sum that has a table.
const MOST: usize = 4;
/// How long a table takes for a position, about.
const PER_POSITION: Duration = Duration::from_nanos(4);

/// The game, its kind, and how many components a sum has.
type Key = (usize, usize, usize);

/// Tables of sums; nothing where there is none.
#[derive(Default)]
pub(in crate::play) struct Alike(HashMap<Key, Option<Table>>);

/// What tells the table of a sum, and the coordinates there; nothing if its components are not alike.
fn place(parts: &[Part]) -> Option<(Key, SmallVec<[u64; MOST]>)> {
    let (first, others) = parts.split_first()?;
    let alike = |part: &Part| (part.game, part.kind) == (first.game, first.kind);
    if others.is_empty() || others.len() >= MOST || !others.iter().all(alike) {
        return None;
    }
    let coords = parts.iter().map(|part| match &part.coords[..] {
        [coord] => u64::try_from(coord).ok(),
        _ => None,
    });
    Some(((first.game, first.kind, parts.len()), coords.collect::<Option<_>>()?))
}

impl Session {
    /// Who wins a sum in misère play, if that stands in a table.
    pub(super) fn tabled_alike(&self, parts: &[Part]) -> Option<Outcome> {
        let (key, coords) = place(parts)?;
        let value = self.alike.0.get(&key)?.as_ref()?.value(&coords)?;
        Some(Outcome::next_wins(value != Value::Nimber(Nimber::ZERO)))
    }

    /// Who wins a sum of components of one kind in misère play; nothing where that is not found by a table, or by a
    /// search as soon.
    pub(super) fn outcome_of_alike(
        &mut self,
        parts: &[Part],
        limits: &Limits,
    ) -> Result<Option<Outcome>, Failure> {
        let Some((key, coords)) = place(parts) else { return Ok(None) };
        let (game, kind, count) = key;
        let rules = &self.opened[game].rules;
        let table = self
            .alike
            .0
            .entry(key)
            .or_insert_with(|| Table::new(&rules.beside(kind, count)?, 0).ok()?.misere().ok());
        let Some(size) = affordable(table, &coords, limits) else { return Ok(None) };
        let grace = LEAST + PER_POSITION.saturating_mul(u32::try_from(size).unwrap_or(u32::MAX));
        let sum = self.mixed_sum(parts)?;
        if let Some(outcome) = within(limits, grace, |short| self.misere.outcome(&sum, short))? {
            return Ok(Some(outcome));
        }
        let Some(Some(table)) = self.alike.0.get_mut(&key) else { return Ok(None) };
        match table.fill(&coords, limits) {
            Ok(()) if table.is_finished() => Ok(self.tabled_alike(parts)),
            Err(Failure::Stop(stop @ (Stop::Time | Stop::Cancelled))) => Err(stop.into()),
            _ => {
                self.alike.0.insert(key, None);
                Ok(None)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::open;
    use crate::rule::Component;
    use crate::search::Misere;

    const RULES: [&str; 7] = [
        "[n] -> [n-k] for k in 1..4 if k != n % 4 | [n/2] if n > 1",
        "[n] if n > 2 -> [n-k] for k in {1, 3, 4} | [n/3] if n > 5",
        "[n] -> [n-k] for k in 1..n if gcd(n, k) == 1 let m = n - k if m != 3",
        "[n] if n % 5 != 2 -> [n-k] for k in divisors(n) if k < n | [m] for m in {0, n/2} if m < n",
        "[n] -> [n - d] for d in digits(n, 3) if d > 0",
        "[n] -> [max(0, n-3)] if n > 0",
        "a[n] -> a[n-1] | a[n-4] if n % 3 == 0\nb[n] -> a[n]",
    ];

    /// Every sum of so many heaps.
    fn heaps(count: usize, most: u64) -> Vec<Vec<u64>> {
        (0..count).fold(vec![Vec::new()], |all, _| {
            let more = |heaps: Vec<u64>| (0..=most).map(move |heap| [&heaps[..], &[heap]].concat());
            all.into_iter().flat_map(more).collect()
        })
    }

    #[test]
    fn a_table_of_components_beside_each_other_says_who_wins_their_sum() {
        for text in RULES {
            let rules = open(text).unwrap().rules;
            let mut search = Misere::new(rules.clone());
            for (count, most) in [(2, 17), (3, 7), (4, 4)] {
                let beside = rules.beside(0, count).unwrap();
                let mut table = Table::new(&beside, 0).unwrap().misere().unwrap();
                table.fill(&vec![most; count], &Limits::default()).unwrap();
                for sum in heaps(count, most) {
                    let parts: Vec<Component> = sum
                        .iter()
                        .map(|&heap| rules.component(0, &[heap as i64]).unwrap())
                        .collect();
                    let outcome = search.outcome(&parts, &Limits::default()).unwrap();
                    let won = u64::from(outcome == Outcome::N);
                    assert_eq!(
                        table.value(&sum),
                        Some(Value::Nimber(Nimber(won))),
                        "{text} {sum:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn other_kinds_have_no_tables_of_sums() {
        for text in [
            "[n] -> [a] + [n-a] for a in 1..n-1",
            "[n] -> [] if n == 1 | [n-2]",
            "[a, b] -> [a-1, b] | [a, b-1]",
            "a[n] -> b[n-1]\nb[n] -> a[n-2]",
            "[n] -> [n-1] | [n-2]\nwin on [3]",
        ] {
            assert!(open(text).unwrap().rules.beside(0, 2).is_none(), "{text}");
        }
    }

    #[test]
    fn large_sums_are_answered_as_a_rule_of_their_components() {
        let heap = "misere [n] -> [n-k] for k in 1..4 if k != n % 4 | [n/2] if n > 1";
        let two = "misere unordered [a, b] -> [a-k, b] for k in 1..4 if k != a % 4 | [a/2, b] if a > 1 \
                   | [a, b-k] for k in 1..4 if k != b % 4 | [a, b/2] if b > 1";
        let (mut sums, mut pairs) =
            (Session::with_game(heap).unwrap(), Session::with_game(two).unwrap());
        let limits = Limits::default();
        for (a, b) in [(1200, 1190), (1201, 1197), (1150, 1100), (1190, 1200), (5, 1200)] {
            let sum = sums.position(&format!("{a} {b}")).unwrap();
            let pair = pairs.position(&format!("{a},{b}")).unwrap();
            let outcome = sums.outcome(&sum, &limits).unwrap();
            assert_eq!(outcome, pairs.outcome(&pair, &limits).unwrap(), "{a} {b}");
            let count = sums.count_winning_moves(&sum, &limits).unwrap();
            assert_eq!(count, pairs.count_winning_moves(&pair, &limits).unwrap(), "{a} {b}");
        }
        assert!(sums.alike.0.values().flatten().any(Table::is_finished));
    }
}
