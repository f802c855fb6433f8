//! Several components of one kind as one, in whose coordinates they stand beside each other.
//!
//! ```text
//! [n] -> [n-k] for k in 1..n if k % 2 == n % 2      unordered [a, b] -> [a-k, b] for k in 1..a if k % 2 == a % 2
//!                                                                     | [a, b-k] for k in 1..b if k % 2 == b % 2
//! ```
//!
//! A move is made in one of them and leaves one there, so such a component has the moves of the sum. In misère play sums
//! have tables only so.

use super::anew::Anew as _;
use super::renumbered::Renumbered;
use crate::rule::ir::{Clause, Family, Int, Kind, Target, Term};

/// So many components of a kind of one coordinate as one. Nothing where an option is not one component of this kind, or
/// somebody may win at once.
pub(crate) fn beside(kinds: &[Kind], own: usize, count: usize) -> Option<Kind> {
    let kind = &kinds[own];
    if kind.coords.len() != 1 || !kind.wins.is_empty() {
        return None;
    }
    let mut families = Vec::with_capacity(count * kind.families.len());
    for first in 0..count {
        let new = Renumbered { own: 1, first, all: count };
        let guard = kind.guard.as_ref().map(|guard| Clause::If(new.cond(guard)));
        for family in &kind.families {
            let [Term::Component(target)] = &family.terms[..] else { return None };
            let ([coord], true) = (&target.coords[..], target.kind == own) else { return None };
            let mut coords: Vec<Int> = (0..count).map(Int::Var).collect();
            coords[first] = new.int(coord);
            let clauses = family.clauses.iter().map(|clause| new.clause(clause));
            families.push(Family {
                terms: vec![Term::Component(Target { kind: 0, coords })],
                clauses: guard.clone().into_iter().chain(clauses).collect(),
                span: family.span,
            });
        }
    }
    Some(Kind {
        name: None,
        coords: vec![kind.coords[0].clone(); count],
        unordered: true,
        guard: None,
        families,
        wins: Vec::new(),
        slots: kind.slots - 1 + count,
    })
}
