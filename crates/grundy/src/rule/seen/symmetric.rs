//! Coordinates that may change places: the options of a component change places with them, so its value stays.
//!
//! Two coordinates are exchanged in all families of a kind; if what comes out are the same families, in whatever order, the
//! rule is symmetric in them. Expressions are compared in a form in which `a + b` is `b + a` and `a < b` is `b > a`. That is
//! conservative: a rule may be symmetric that does not look so.

use crate::rule::Span;
use crate::rule::checked::quotient::number;
use crate::rule::ir::{Clause, Comparison, Cond, Family, Int, Kind, Slot, Target};
use crate::rule::linear::Linear;
use crate::rule::rewritten::anew::Anew;

/// The coordinates of the kind, in groups of at least two, whose order does not matter. Of a rule of one kind, whose
/// coordinates have an order.
pub(crate) fn symmetric_coordinates(kinds: &[Kind]) -> Vec<Vec<Slot>> {
    let [kind] = kinds else { return Vec::new() };
    if kind.unordered || !kind.wins.is_empty() {
        return Vec::new();
    }
    let mut groups: Vec<Vec<Slot>> = Vec::new();
    for coord in 0..kind.coords.len() {
        // What changes places with one of a group does so with all.
        match groups.iter_mut().find(|group| may_swap(kind, group[0], coord)) {
            Some(group) => group.push(coord),
            None => groups.push(vec![coord]),
        }
    }
    groups.retain(|group| group.len() > 1);
    groups
}

/// Whether the rule stays as it is when two coordinates are exchanged.
fn may_swap(kind: &Kind, one: Slot, other: Slot) -> bool {
    let as_it_is = Exchanged { coords: (one, one), loops: (one, one) };
    let guard = |exchanged: &Exchanged| kind.guard.as_ref().map(|guard| exchanged.cond(guard));
    let swapped = Exchanged { coords: (one, other), ..as_it_is };
    let (before, after) = (guard(&as_it_is), guard(&swapped));
    let same_guard = match (&before, &after) {
        (Some(before), Some(after)) => same_cond(before, after),
        _ => true,
    };
    let families = |exchanged: &Exchanged| -> Option<Vec<Family>> {
        kind.families.iter().map(|family| exchanged.family(family)).collect()
    };
    let Some(mut left) = families(&as_it_is) else { return false };
    let all_found = kind.families.iter().all(|family| {
        // Two ranges of which neither asks the other may change places, too.
        let loops = match family.clauses[..] {
            [Clause::For(first, _), Clause::For(second, _), ..] => (first, second),
            _ => (one, one),
        };
        [swapped, Exchanged { loops, ..swapped }].into_iter().any(|exchanged| {
            let Some(turned) = exchanged.family(family) else { return false };
            let found = left.iter().position(|other| same_family(&turned, other));
            found.map(|found| left.swap_remove(found)).is_some()
        })
    });
    same_guard && all_found
}

/// Two coordinates, and the variables of the first two ranges of a family, each in the place of the other.
#[derive(Clone, Copy)]
struct Exchanged {
    coords: (Slot, Slot),
    loops: (Slot, Slot),
}

impl Exchanged {
    /// A family anew; nothing if it is not of single components and plain clauses.
    fn family(&self, family: &Family) -> Option<Family> {
        let target = |target: &Target| {
            let mut coords = self.ints(&target.coords);
            coords.swap(self.coords.0, self.coords.1);
            Some(Target { coords, ..target.clone() })
        };
        let terms = self.terms(&family.terms, &target)?;
        let mut clauses: Vec<Clause> =
            family.clauses.iter().map(|clause| self.clause(clause)).collect();
        if self.loops.0 != self.loops.1 {
            // A range that asks the one before it cannot stand before that.
            let Clause::For(_, set) = &clauses[1] else { return None };
            if crate::rule::mention::in_set(set, &|slot| slot == self.loops.1) {
                return None;
            }
            clauses.swap(0, 1);
        }
        Some(Family { terms, clauses, ..family.clone() })
    }
}

impl Anew for Exchanged {
    fn bound(&self, slot: Slot) -> Slot {
        [self.coords, self.loops].into_iter().fold(slot, |slot, (one, other)| match slot {
            slot if slot == one => other,
            slot if slot == other => one,
            slot => slot,
        })
    }

    /// Linear forms with their terms in order, and the ends of `min` and `max` too.
    fn int(&self, int: &Int) -> Int {
        let int = self.parts(int);
        if let Some(form) = Linear::of(&int) {
            return number(&form, Span::new(0, 0));
        }
        match int {
            Int::Extreme(end, mut numbers) => {
                let key = |int: &Int| Linear::of(int).map(|form| (form.terms, form.constant));
                numbers.sort_by_key(key);
                Int::Extreme(end, numbers)
            }
            int => int,
        }
    }

    /// Comparisons of forms as what is less than 0, at most 0, equal to it or not.
    fn cond(&self, cond: &Cond) -> Cond {
        let Cond::Compare(comparison, a, b) = cond else { return self.conds(cond) };
        let (mut comparison, mut a, mut b) = (*comparison, self.int(a), self.int(b));
        if matches!(comparison, Comparison::Gt | Comparison::Ge) {
            comparison = comparison.turned();
            std::mem::swap(&mut a, &mut b);
        }
        let difference = || Linear::of(&a)?.minus(&Linear::of(&b)?);
        let Some(mut difference) = difference() else { return Cond::Compare(comparison, a, b) };
        let is_signed = matches!(comparison, Comparison::Lt | Comparison::Le);
        if !is_signed && difference.terms.first().is_some_and(|&(_, factor)| factor < 0) {
            difference = difference.clone().times(-1).unwrap_or(difference);
        }
        Cond::Compare(comparison, number(&difference, Span::new(0, 0)), Int::Const(0))
    }
}

/// Whether two families are the same but for the order of conditions that stand together.
fn same_family(one: &Family, other: &Family) -> bool {
    let same = |pair: (&Clause, &Clause)| match pair {
        (Clause::If(one), Clause::If(other)) => same_cond(one, other),
        (one, other) => one == other,
    };
    one.terms == other.terms
        && one.clauses.len() == other.clauses.len()
        && one.clauses.iter().zip(&other.clauses).all(same)
}

fn same_cond(one: &Cond, other: &Cond) -> bool {
    let mut left = other.conjuncts();
    one.conjuncts().into_iter().all(|cond| {
        let found = left.iter().position(|other| *other == cond);
        found.map(|found| left.swap_remove(found)).is_some()
    }) && left.is_empty()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::ops::ControlFlow;

    use super::symmetric_coordinates;
    use crate::limits::Limits;
    use crate::rule::{Rules, parse};
    use crate::ruleset::Ruleset as _;

    /// The options of a component with two of its coordinates, and of those of its options, exchanged.
    fn exchanged(rules: &Rules, coords: &[i64], one: usize, other: usize) -> BTreeSet<Vec<i64>> {
        let swapped = |coords: &[i64]| {
            let mut coords = coords.to_vec();
            coords.swap(one, other);
            coords
        };
        let mut all = BTreeSet::new();
        let component = rules.component(0, &swapped(coords)).unwrap();
        let listed = rules.options(&component, &Limits::default(), &mut |parts| {
            all.insert(swapped(&parts[0].coords));
            ControlFlow::Continue(())
        });
        listed.unwrap();
        all
    }

    #[test]
    fn options_change_places_with_symmetric_coordinates() {
        for (text, groups) in [
            ("[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b", &[&[0, 1][..]][..]),
            (
                "[a, b] -> [a-k, b] for k in 1..a if k != b | [a, b-k] for k in 1..b if k != a",
                &[&[0, 1]],
            ),
            ("[a, b] -> [a-k, b] for k in 1..a if k != b | [a, b-k] for k in 1..b if a > k", &[]),
            ("[a, b] -> [a-k, b-k] for k in 1..min(a, b) if a + b > 2*k", &[&[0, 1]]),
            ("[a, b] -> [a-k, b-k] for k in 1..min(a, b) if a > b", &[]),
            ("[a, b] -> [a-k, b-k] for k in 1..min(a, b) if abs(a-b) > k", &[]),
            (
                "[a, b] -> [a-i, b-j] for i in 0..a, j in 0..b if i + j > 0 and i + j < 5",
                &[&[0, 1]],
            ),
            ("[a, b] -> [a-i, b-j] for i in 0..a, j in i..b if i + j > 0", &[]),
            ("[a, b] -> [b, a-k] for k in 1..a", &[]),
            (
                "[a, b, c] -> [a-1, b, c] if b != c | [a, b-1, c] if c != a | [a, b, c-1] if a != b",
                &[&[0, 1, 2]],
            ),
            ("[a, b, c] -> [a-1, b, c] if c > 2 | [a, b, c-1] | [a, b-1, c] if 2 < c", &[&[0, 1]]),
            ("[a, b, c] -> [a-1, b, c] | [a, b-1, c] | [a, b, c-2]", &[&[0, 1]]),
            ("[a, b] if a != b -> [a-1, b] if a > b | [a, b-1] if b > a", &[&[0, 1]]),
            ("[a, b] if a > b -> [a-1, b] | [a, b-1]", &[]),
            ("[a, b] -> [a-1, b] | [a, b-1] | [a, b-1]", &[]),
        ] {
            let rules = Rules::new(parse(text).unwrap(), &[]).unwrap();
            let found = symmetric_coordinates(rules.ir());
            assert_eq!(
                found,
                groups.iter().map(|group| group.to_vec()).collect::<Vec<_>>(),
                "{text}"
            );
            for group in found {
                for at in 0..512 {
                    let coords: Vec<i64> = [at % 8, at / 8 % 8, at / 64]
                        .into_iter()
                        .take(rules.ir()[0].coords.len())
                        .collect();
                    let as_it_is = exchanged(&rules, &coords, 0, 0);
                    for other in &group[1..] {
                        assert_eq!(
                            exchanged(&rules, &coords, group[0], *other),
                            as_it_is,
                            "{text} {coords:?}"
                        );
                    }
                }
            }
        }
    }
}
