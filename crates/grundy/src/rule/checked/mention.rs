//! Whether parts of a rule mention certain variables.

use super::ir::{Clause, Cond, Int, Part, Set, Slot, Term};

/// Says of a slot whether it is one of those looked for.
pub(crate) type Looked<'a> = dyn Fn(Slot) -> bool + 'a;

pub(crate) fn in_int(int: &Int, looked: &Looked<'_>) -> bool {
    in_part(Part::Int(int), looked)
}

pub(crate) fn in_cond(cond: &Cond, looked: &Looked<'_>) -> bool {
    in_part(Part::Cond(cond), looked)
}

pub(crate) fn in_set(set: &Set, looked: &Looked<'_>) -> bool {
    in_part(Part::Set(set), looked)
}

pub(crate) fn in_clauses(clauses: &[Clause], looked: &Looked<'_>) -> bool {
    clauses.iter().any(|clause| in_part(clause.part(), looked))
}

fn in_part(part: Part<'_>, looked: &Looked<'_>) -> bool {
    part.any(&mut |part| match part {
        Part::Int(Int::Var(slot)) => Some(looked(*slot)),
        _ => None,
    })
}

/// In terms, but for coordinates that are just one of the variables looked for, in its own place:
/// `[a, b-1]` does not mention `a` in this sense.
pub(crate) fn in_terms(terms: &[Term], looked: &Looked<'_>) -> bool {
    let in_coords = |coords: &[Int]| {
        let changed = coords.iter().enumerate().filter(|(axis, coord)| **coord != Int::Var(*axis));
        changed.into_iter().any(|(axis, coord)| looked(axis) || in_int(coord, looked))
    };
    terms.iter().any(|term| match term {
        Term::Component(target) => in_coords(&target.coords),
        Term::Times { count, terms, .. } => in_int(count, looked) || in_terms(terms, looked),
        Term::Sum { set, terms, .. } => in_set(set, looked) || in_terms(terms, looked),
        Term::Choose { count, of, clauses, .. } => {
            in_int(count, looked) || in_coords(&of.coords) || in_clauses(clauses, looked)
        }
    })
}
