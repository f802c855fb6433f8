//! Families of whose options a coordinate only forbids one.
//!
//! ```text
//! [n, l] -> [n-k, k] for k in 1..n if k != l             no number twice in a row
//! [n, l] -> [n-k, k] for k in (1..n) \ {l}
//! ```
//!
//! So components that differ in that coordinate alone have the same options, but for one.

use std::ops::ControlFlow;

use super::growing::{is_plain, mentions};
use crate::limits::Limits;
use crate::rule::eval::options::{self, Copies};
use crate::rule::ir::{Clause, Comparison, Cond, Family, Int, Set, Slot, Term};
use crate::rule::mention;
use crate::rule::rules::{Component, Rules};
use crate::ruleset::Failure;

/// The most elements that are looked at.
const MOST_ELEMENTS: i64 = 1 << 24;

/// A family with a range of which a coordinate, that nothing else mentions, is no element.
#[derive(Clone, Debug)]
pub(crate) struct Holed {
    /// Components of the kind have the options of this family alone by one element, be it the forbidden one.
    rules: Rules,
    from: Int,
    to: Int,
    /// Where that element stands; the slot behind it has the end of the range.
    element: Slot,
}

impl Holed {
    /// A family of a kind of which a coordinate forbids one element; nothing if it is not of that form, or the kind ends the
    /// game, or has a condition of its own.
    pub(crate) fn new(rules: &Rules, kind: usize, family: usize, axis: usize) -> Option<Holed> {
        let rule = &rules.ir()[kind];
        let family = rule.families.get(family).filter(|_| is_plain(rule))?;
        let plain = |term: &Term| matches!(term, Term::Component(_));
        let looked = |slot: Slot| slot == axis;
        if !family.terms.iter().all(plain)
            || family.terms.iter().any(|term| mentions(term, &looked))
        {
            return None;
        }
        let element = rule.slots;
        let mut holed = family.clone();
        let (from, to) = fill_hole(&mut holed, axis, element)?;
        // What stands before the range is not known where its ends are asked for alone.
        let open = |slot: Slot| slot >= rule.coords.len() || slot == axis;
        let unknown = mention::in_int(&from, &open) || mention::in_int(&to, &open);
        if unknown || mention::in_clauses(&holed.clauses, &looked) {
            return None;
        }
        let rules = rules.with_family(kind, holed, rule.slots + 2);
        Some(Holed { rules, from, to, element })
    }

    /// Shows the options by all elements, with the element, until `see` breaks; whether these are few enough to be looked at.
    pub(crate) fn options(
        &self,
        component: &Component,
        limits: &Limits,
        see: &mut dyn FnMut(i64, &[Component]) -> ControlFlow<()>,
    ) -> Result<bool, Failure> {
        self.rules.in_frame(component, limits, |frame, kind| {
            let (from, to) = (frame.int(&self.from)?, frame.int(&self.to)?);
            if to.saturating_sub(from) >= MOST_ELEMENTS {
                return Ok(false);
            }
            // What stands before the range may have no value, though the range be empty.
            let nothing = (from > to).then_some((from, to));
            for (element, end) in (from..=to).map(|element| (element, element)).chain(nothing) {
                frame.set(self.element, element);
                frame.set(self.element + 1, end);
                let mut flow = ControlFlow::Continue(());
                options::each_option(
                    frame,
                    self.rules.ir(),
                    kind,
                    Copies::Cancelled,
                    &mut |parts| {
                        flow = see(element, parts);
                        flow
                    },
                )?;
                if flow.is_break() {
                    break;
                }
            }
            Ok(true)
        })
    }
}

/// Makes the one range of a family a range from the slot of an element to the slot behind it, of which a coordinate may be
/// an element; the ends it had, if there was such a coordinate.
fn fill_hole(family: &mut Family, axis: usize, element: Slot) -> Option<(Int, Int)> {
    let mut loops = family.clauses.iter_mut().enumerate();
    let (at, slot, set) = loops.find_map(|(at, clause)| match clause {
        Clause::For(slot, set) => Some((at, *slot, set)),
        _ => None,
    })?;
    if loops.any(|(_, clause)| matches!(clause, Clause::For(..))) {
        return None;
    }
    let mut found = false;
    if let Set::Without(all, forbidden) = set
        && **forbidden == Set::List(vec![Int::Var(axis)])
    {
        *set = (**all).clone();
        found = true;
    }
    let Set::Range { from, to, step: None, .. } = set else { return None };
    let end = Int::Var(element + 1);
    let ends = (std::mem::replace(from, Int::Var(element)), std::mem::replace(to, end));
    let forbids = |cond: &Cond| match cond {
        Cond::Compare(Comparison::Ne, Int::Var(a), Int::Var(b)) => {
            [(slot, axis), (axis, slot)].contains(&(*a, *b))
        }
        _ => false,
    };
    let mut clauses = Vec::new();
    for (number, clause) in std::mem::take(&mut family.clauses).into_iter().enumerate() {
        match clause {
            Clause::If(cond) if number > at => {
                let mut all = cond.conjuncts();
                let before = all.len();
                all.retain(|cond| !forbids(cond));
                found |= all.len() < before;
                clauses.extend(all.into_iter().cloned().map(Clause::If));
            }
            clause => clauses.push(clause),
        }
    }
    family.clauses = clauses;
    found.then_some(ends)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::parse;
    use crate::ruleset::Ruleset as _;

    #[test]
    fn what_is_left_after_the_hole_are_the_options() {
        for (family, is_holed) in [
            ("[n-k, k] for k in 1..n if k != l", true),
            ("[n-k, k] for k in (1..n) \\ {l}", true),
            ("[n-k, k] for k in (1..n) \\ {l, 3}", false),
            ("[n-k, k] for k in 1..n if n % 3 != k and l != k if k % 4 != 1", true),
            ("[n-k, k] for k in 1..n if k != l or k == 2", false),
            ("[n-k, k] for k in 1..n if k != l + 1", false),
            ("[n-k, l] for k in 1..n if k != l", false),
            ("[n-k, k] for k in 1..l if k != l", false),
            ("[n-k, k] for k in 1..n if k != l if k < l + 3", false),
            ("[n-k, k] for k in 1..n step 2 if k != l", false),
            ("[n-j, k] for k in 1..n if k != l for j in 1..2", false),
            ("[n-k, k] + [n-1, 0] for k in n/2..n if k != l", true),
            ("[n-2*k, k] if n > 5 for k in 1..n if k != l let j = k*k if j < 2*n", true),
        ] {
            let text = format!("[n, l] -> {family}");
            let rules = Rules::new(parse(&text).unwrap(), &[]).unwrap();
            let holed = Holed::new(&rules, 0, 0, 1);
            assert_eq!(holed.is_some(), is_holed, "{family}");
            let Some(holed) = holed else { continue };
            for n in 0..20 {
                let some = rules.component(0, &[n, 5]).unwrap();
                let mut all = Vec::new();
                let limits = Limits::default();
                let done = holed.options(&some, &limits, &mut |element, parts| {
                    all.push((element, parts.to_vec()));
                    ControlFlow::Continue(())
                });
                assert_eq!(done, Ok(true));
                for l in 0..22 {
                    let mut expected = Vec::new();
                    let of = rules.component(0, &[n, l]).unwrap();
                    let seen = rules.options(&of, &limits, &mut |parts| {
                        expected.push(parts.to_vec());
                        ControlFlow::Continue(())
                    });
                    seen.unwrap();
                    let left = all.iter().filter(|(element, _)| *element != l);
                    let left: Vec<_> = left.map(|(_, parts)| parts.clone()).collect();
                    assert_eq!(left, expected, "{family} {n} {l}");
                }
            }
        }
    }
}
