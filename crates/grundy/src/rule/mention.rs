//! Whether parts of a rule mention certain variables.

use super::ir::{Clause, Cond, Int, Set, Slot, Term};

/// Says of a slot whether it is one of those looked for.
pub(crate) type Looked<'a> = dyn Fn(Slot) -> bool + 'a;

pub(crate) fn in_int(int: &Int, looked: &Looked<'_>) -> bool {
    match int {
        Int::Const(_) => false,
        Int::Var(slot) => looked(*slot),
        Int::Neg(inner, _) | Int::Unary(_, inner, _) => in_int(inner, looked),
        Int::Binary(_, a, b, _) => in_int(a, looked) || in_int(b, looked),
        Int::Extreme(_, numbers) => numbers.iter().any(|number| in_int(number, looked)),
        Int::ExtremeOf(_, set, _) | Int::Size(set, _) => in_set(set, looked),
    }
}

pub(crate) fn in_cond(cond: &Cond, looked: &Looked<'_>) -> bool {
    match cond {
        Cond::Compare(_, a, b) => in_int(a, looked) || in_int(b, looked),
        Cond::In(int, set) => in_int(int, looked) || in_set(set, looked),
        Cond::And(a, b) | Cond::Or(a, b) => in_cond(a, looked) || in_cond(b, looked),
        Cond::Not(cond) => in_cond(cond, looked),
        Cond::IsPrime(int) | Cond::IsSquare(int) => in_int(int, looked),
        Cond::Shared(cond) => in_cond(cond, looked),
    }
}

pub(crate) fn in_set(set: &Set, looked: &Looked<'_>) -> bool {
    match set {
        Set::Range { from, to, step, .. } => [Some(from), Some(to), step.as_ref()]
            .into_iter()
            .flatten()
            .any(|end| in_int(end, looked)),
        Set::List(numbers) | Set::Call(_, numbers, _) => {
            numbers.iter().any(|number| in_int(number, looked))
        }
        Set::Fixed(_) => false,
        Set::Shared(set) => in_set(set, looked),
        Set::Comprehension { item, clauses } => in_int(item, looked) || in_clauses(clauses, looked),
        Set::Without(a, b) | Set::Both(a, b) | Set::Either(a, b) => {
            in_set(a, looked) || in_set(b, looked)
        }
    }
}

pub(crate) fn in_clauses(clauses: &[Clause], looked: &Looked<'_>) -> bool {
    clauses.iter().any(|clause| match clause {
        Clause::For(_, set) => in_set(set, looked),
        Clause::If(cond) => in_cond(cond, looked),
        Clause::Let(_, value) => in_int(value, looked),
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
