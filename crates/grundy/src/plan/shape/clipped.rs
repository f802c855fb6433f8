//! Parts that are clipped at the end of a row, written out.
//!
//! ```text
//! [max(0, k-2)] + [max(0, n-k-1)] for k in 1..n
//! as  [k-2] + [n-k-1] for k in 1..n         nothing is clipped
//!   | [n-k-1] for k in {1} if k in 1..n     the first part would be below 0
//!   | [k-2] for k with n-k in {0} ..        the second one
//!   | [] for k in {1} if n-k-1 < 0 ..       both
//! ```
//!
//! A part that is clipped is an empty heap. That it may be left out has to be known of the game in which it is: it is,
//! for all engines of games that take and break, as no move is made from an empty heap there.

use crate::rule::ir::{
    Clause, Comparison, Cond, End, Family, Int, IntOp, Kind, Set, Slot, Target, Term,
};
use crate::rule::linear::Linear;
use crate::rule::{Span, closed_set_up_to};

/// Places at an end of a row where a part is clipped.
const MOST_PLACES: i64 = 1 << 10;

/// Parts that a family may have: no engine behind this takes more, and each may be clipped or not.
const MOST_PARTS: usize = 3;

/// A kind with one coordinate whose clipped parts are written out; nothing where none is clipped, or there is more in
/// such a family than one place in a row.
pub(in crate::plan) fn unclipped(kind: &Kind) -> Option<Kind> {
    let is_clipped = |family: &Family| family.terms.iter().any(|term| clipped(term).is_some());
    if kind.coords.len() != 1 || !kind.families.iter().any(is_clipped) {
        return None;
    }
    let mut families = Vec::new();
    for family in &kind.families {
        match is_clipped(family) {
            true => families.extend(written_out(family, kind.slots)?),
            false => families.push(family.clone()),
        }
    }
    Some(Kind { families, slots: kind.slots + 1, ..kind.clone() })
}

/// What is clipped at 0.
fn clipped(term: &Term) -> Option<&Int> {
    let Term::Component(Target { coords, .. }) = term else { return None };
    match &coords[..] {
        [Int::Extreme(End::Greatest, numbers)] => match &numbers[..] {
            [Int::Const(0), number] | [number, Int::Const(0)] => Some(number),
            _ => None,
        },
        _ => None,
    }
}

/// A place in a row: its name, where it may be, and how far beyond the last one.
struct Place<'a> {
    slot: Slot,
    set: &'a Set,
    /// The least one.
    first: i64,
    /// It is at most the heap and this; nothing where it is one of finitely many.
    beyond: Option<i64>,
    span: Span,
}

impl<'a> Place<'a> {
    /// The only name of a family.
    fn of(family: &'a Family) -> Option<Place<'a>> {
        let mut names = family.clauses.iter().filter(|clause| !matches!(clause, Clause::If(_)));
        let (Some(Clause::For(slot, set)), None) = (names.next(), names.next()) else {
            return None;
        };
        let place = |first, beyond| Place { slot: *slot, set, first, beyond, span: family.span };
        if let Some(elements) = closed_set_up_to(set, MOST_PLACES as u64) {
            return Some(place(*elements.first()?, None));
        }
        let Set::Range { from: Int::Const(first), to, step: None, .. } = set else { return None };
        // A share of a heap is at most the heap.
        let (to, is_share) = match to {
            Int::Binary(IntOp::Div, whole, by, _) if matches!(**by, Int::Const(1..)) => {
                (&**whole, true)
            }
            _ => (to, false),
        };
        let beyond = Linear::of(to)?.minus(&Linear::of_var(0))?;
        let beyond = beyond.terms.is_empty().then_some(beyond.constant)?;
        Some(place(*first, Some(if is_share { beyond.max(0) } else { beyond })))
    }

    /// The places from one to another, by a name, that are in the set.
    fn among(&self, name: Slot, first: i64, last: i64) -> Option<Vec<Clause>> {
        let few = last.checked_sub(first)? < MOST_PLACES;
        let all: Vec<i64> = few.then(|| (first..=last).collect())?;
        let mut clauses = vec![Clause::For(name, Set::Fixed(all.into()))];
        if name != self.slot {
            clauses.push(Clause::Let(self.slot, self.before_the_end(name)));
        }
        clauses.push(Clause::If(Cond::In(Int::Var(self.slot), self.set.clone())));
        Some(clauses)
    }

    /// The heap less what has this name.
    fn before_the_end(&self, name: Slot) -> Int {
        Int::Binary(IntOp::Sub, Int::Var(0).into(), Int::Var(name).into(), self.span)
    }

    /// A form as an expression, in which the place is counted from the end if that has a name.
    fn written(&self, form: &Linear, end: Option<Slot>) -> Option<Int> {
        let sum =
            |one: Int, other: Int| Int::Binary(IntOp::Add, one.into(), other.into(), self.span);
        let mut form = form.clone();
        if let Some(end) = end {
            let place = Linear::of_var(0).minus(&Linear::of_var(end))?;
            let times = form.coefficient(self.slot);
            form =
                form.add(&Linear::of_var(self.slot).times(-times)?)?.add(&place.times(times)?)?;
        }
        form.terms.iter().try_fold(Int::Const(form.constant), |all, &(slot, times)| {
            let times = Int::Const(times);
            let times = Int::Binary(IntOp::Mul, Int::Var(slot).into(), times.into(), self.span);
            Some(sum(all, times))
        })
    }
}

/// The families with all options of one: for each choice of parts that are clipped, those with what is left of the
/// others.
fn written_out(family: &Family, fresh: Slot) -> Option<Vec<Family>> {
    if family.terms.len() > MOST_PARTS {
        return None;
    }
    let place = Place::of(family)?;
    let mut parts = Vec::new();
    for term in &family.terms {
        let Term::Component(target) = term else { return None };
        let [coord] = &target.coords[..] else { return None };
        let form = Linear::of(clipped(term).unwrap_or(coord))?;
        parts.push((target, form, clipped(term).is_some()));
    }
    let ends: Vec<usize> = (0..parts.len()).filter(|&part| parts[part].2).collect();
    let mut all = Vec::new();
    for chosen in 0..1_usize << ends.len() {
        let is_empty = |part: usize| {
            ends.iter().position(|&end| end == part).is_some_and(|bit| chosen >> bit & 1 == 1)
        };
        // One part that is clipped tells which places there are.
        let (clauses, end) = match (ends.iter().find(|&&part| is_empty(part)), place.beyond) {
            (Some(&part), Some(beyond)) => {
                let form = &parts[part].1;
                let last = form.constant.checked_neg()?.checked_sub(1)?;
                match (form.coefficient(0), form.coefficient(place.slot)) {
                    (0, 1) => (place.among(place.slot, place.first, last)?, None),
                    (1, -1) => (place.among(fresh, beyond.checked_neg()?, last)?, Some(fresh)),
                    _ => return None,
                }
            }
            _ => (vec![Clause::For(place.slot, place.set.clone())], None),
        };
        let conditions = family.clauses.iter().filter(|clause| matches!(clause, Clause::If(_)));
        let mut clauses: Vec<Clause> = clauses.into_iter().chain(conditions.cloned()).collect();
        let mut terms = Vec::new();
        for (part, (target, form, _)) in parts.iter().enumerate() {
            let coord = place.written(form, end)?;
            match is_empty(part) {
                true => {
                    let below = Cond::Compare(Comparison::Lt, coord, Int::Const(0));
                    clauses.push(Clause::If(below));
                }
                false => {
                    let target = Target { coords: vec![coord], ..(*target).clone() };
                    terms.push(Term::Component(target));
                }
            }
        }
        all.push(Family { terms, clauses, ..family.clone() });
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::{Rules, parse};

    /// Each part may be clipped or not: of as many as no engine takes there would be too many families.
    #[test]
    fn very_many_parts_are_not_written_out() {
        for (parts, are_few) in
            [(1, true), (MOST_PARTS, true), (MOST_PARTS + 1, false), (64, false)]
        {
            let text = format!("[n] -> {} for k in 1..n", vec!["[max(0, k-1)]"; parts].join(" + "));
            let rules = Rules::new(parse(&text).unwrap(), &[]).unwrap();
            assert_eq!(unclipped(&rules.ir()[0]).is_some(), are_few, "{text}");
        }
    }
}
