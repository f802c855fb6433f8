//! Several kinds of components as one, with a coordinate more that says of which kind a component is.
//!
//! ```text
//! row[n] -> row[n-k] + col[k] for k in 1..n        [row, n] -> [row, n-k] + [col, k] for k in 1..n
//! col[n] -> row[n-k] for k in 1..n/2               [col, n] -> [row, n-k] for k in 1..n/2
//! ```
//!
//! Each family begins with the condition that the component is of its kind. Where a kind has fewer
//! coordinates than others, the last ones are 0.

use super::anew::Anew as _;
use super::renumbered::Renumbered;
use crate::rule::ir::{Clause, Comparison, Cond, Family, Int, Kind, Target, Term, Win};

/// One kind in place of these, whose options lead to no others and none of which is unordered: the
/// first coordinate says which by its place in the list. Nothing if a kind is not in it.
pub(crate) fn merged(kinds: &[Kind], order: &[usize]) -> Option<Kind> {
    let all = || order.iter().map(|&kind| &kinds[kind]);
    if all().any(|kind| kind.unordered) {
        return None;
    }
    let axes = 1 + all().map(|kind| kind.coords.len()).max()?;
    let own = all().map(|kind| kind.slots.saturating_sub(kind.coords.len())).max()?;
    let mut numbers = vec![None; kinds.len()];
    for (number, &kind) in (0..).zip(order) {
        numbers[kind] = Some(number);
    }
    let mut whole = Kind {
        name: None,
        coords: vec![String::new(); axes],
        unordered: false,
        guard: None,
        families: Vec::new(),
        wins: Vec::new(),
        slots: axes + own,
    };
    for (number, kind) in (0..).zip(all()) {
        let new = Renumbered { own: kind.coords.len(), first: 1, all: axes };
        let target = |target: &Target| {
            let mut coords = vec![Int::Const(numbers[target.kind]?)];
            coords.extend(new.ints(&target.coords));
            coords.resize(axes, Int::Const(0));
            Some(Target { kind: 0, coords })
        };
        let is_kind = Cond::Compare(Comparison::Eq, Int::Var(0), Int::Const(number));
        let guard = kind.guard.as_ref().map(|guard| Clause::If(new.cond(guard)));
        for family in &kind.families {
            let first = [Clause::If(is_kind.clone())].into_iter().chain(guard.clone());
            let clauses = first.chain(family.clauses.iter().map(|clause| new.clause(clause)));
            whole.families.push(Family {
                clauses: clauses.collect(),
                terms: new.terms(&family.terms, &target)?,
                span: family.span,
            });
        }
        for Win { coords, cond } in &kind.wins {
            let own = coords.iter().map(|wanted| wanted.as_ref().map(|wanted| new.int(wanted)));
            let mut coords: Vec<Option<Int>> = vec![Some(Int::Const(number))];
            coords.extend(own);
            coords.resize(axes, None);
            whole.wins.push(Win { coords, cond: cond.as_ref().map(|cond| new.cond(cond)) });
        }
    }
    Some(whole)
}

/// The kinds that options of a kind lead to, and so on, with itself, ascending.
pub(crate) fn reached(kinds: &[Kind], kind: usize) -> Vec<usize> {
    fn targets(terms: &[Term], found: &mut Vec<usize>) {
        for term in terms {
            match term {
                Term::Component(target) | Term::Choose { of: target, .. } => {
                    found.push(target.kind);
                }
                Term::Times { terms, .. } | Term::Sum { terms, .. } => targets(terms, found),
            }
        }
    }
    let mut found = vec![kind];
    let mut next = 0;
    while let Some(&kind) = found.get(next) {
        let mut more = Vec::new();
        kinds[kind].families.iter().for_each(|family| targets(&family.terms, &mut more));
        for kind in more {
            if !found.contains(&kind) {
                found.push(kind);
            }
        }
        next += 1;
    }
    found.sort_unstable();
    found
}
