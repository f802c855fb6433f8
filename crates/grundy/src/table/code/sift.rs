//! Elements that are left out before the code runs, or where its loops end.
//!
//! ```text
//! [n-k] for k in 1..n if is_prime(k)       the condition is about k alone: the primes are listed once
//! [n-k] for k in 1..n if popcount(k) == 1  and so are the powers of two, for they are few
//! [n-k] for k in squares(n) if k % 3 > 0   of what is listed in any case, those that meet it are
//! [n-k] for k in {1, 8, 27, 64}            no option beyond n, and the elements ascend
//! ```

use super::emit::Emitter;
use super::narrow::Narrowed;
use super::sets::Ready;
use crate::rule::ir::{Clause, Cond, Int, Set, Slot, Term};
use crate::rule::linear::Linear;
use crate::rule::{elements_where, mention};
use crate::table::bounds::Interval;

/// Ranges up to this are sifted.
const MOST_SIFTED: i64 = 1 << 20;
/// Where a condition that costs little leaves at most one of so many elements, these are listed too.
const FEW: u64 = 8;
/// Numbers beyond this are not added.
const LARGE: i64 = 1 << 60;

/// The coordinates of options, if all of them are linear: then they fail nowhere.
pub(super) fn linear_coordinates(terms: &[Term]) -> Vec<Int> {
    let mut all = Vec::new();
    for term in terms {
        let Term::Component(target) = term else { return Vec::new() };
        if target.coords.iter().any(|coord| Linear::of(coord).is_none()) {
            return Vec::new();
        }
        all.extend(target.coords.iter().cloned());
    }
    all
}

/// Whether a condition costs more than to read the next element of a list.
fn is_costly(cond: &Cond) -> bool {
    let costly = |int: &Int| matches!(int, Int::Size(..) | Int::ExtremeOf(..));
    match cond {
        Cond::IsPrime(_) | Cond::IsSquare(_) => true,
        Cond::Compare(_, a, b) => costly(a) || costly(b),
        Cond::In(int, set) => {
            costly(int) || !matches!(set, Set::Fixed(_) | Set::List(_) | Set::Range { .. })
        }
        Cond::And(a, b) | Cond::Or(a, b) => is_costly(a) || is_costly(b),
        Cond::Not(inner) => is_costly(inner),
        Cond::Shared(inner) => is_costly(inner),
    }
}

/// The elements of a set that meet some of the conditions behind it, these, and the other clauses.
struct Listed {
    elements: Vec<i64>,
    settled: Vec<Cond>,
    rest: Vec<Clause>,
}

/// The first condition behind a variable, if it is about that alone, and the clauses without it.
fn about_alone(slot: Slot, rest: &[Clause]) -> Option<(Cond, Vec<Clause>)> {
    let (Clause::If(cond), others) = rest.split_first()? else { return None };
    let conjuncts = cond.conjuncts();
    let (&first, open) = conjuncts.split_first()?;
    let open = open.iter().map(|&cond| Clause::If(cond.clone()));
    let others = || open.chain(others.iter().cloned()).collect();
    (!mention::in_cond(first, &|other| other != slot)).then(|| (first.clone(), others()))
}

impl Emitter<'_> {
    /// A set through which a variable runs without the elements for which no option is made, the conditions that
    /// are settled by that, and the other clauses behind it.
    pub(super) fn sifted<'r>(
        &mut self,
        slot: Slot,
        set: &Set,
        ready: Ready<'r>,
        rest: &[Clause],
    ) -> Narrowed<'r> {
        match ready {
            Ready::Range { from, to, step: None, of } => {
                match self.listed_range(slot, set, (of[0].lo, of[0].hi, of[1].hi), rest) {
                    Some(Listed { elements, settled, rest }) => {
                        Narrowed { ready: Ready::UpTo(elements, to, of[1]), settled, rest }
                    }
                    None => {
                        let ready = Ready::Range { from, to, step: None, of };
                        Narrowed { ready, settled: Vec::new(), rest: rest.to_vec() }
                    }
                }
            }
            Ready::UpTo(elements, most, of) => {
                let Listed { elements, settled, rest } = self.sifted_list(slot, elements, rest);
                Narrowed { ready: Ready::UpTo(elements, most, of), settled, rest }
            }
            Ready::Fixed(elements) => {
                let Listed { elements, settled, rest } = self.sifted_list(slot, elements, rest);
                let end = rest.is_empty().then(|| self.end_of_options(slot, &elements)).flatten();
                let ready = match end {
                    Some((most, of)) => Ready::UpTo(elements, self.form_value(&most), of),
                    None => Ready::Fixed(elements),
                };
                Narrowed { ready, settled, rest }
            }
            ready => Narrowed { ready, settled: Vec::new(), rest: rest.to_vec() },
        }
    }

    /// The elements of a list that meet the first conditions behind it, as far as these are about them alone.
    fn sifted_list(&self, slot: Slot, elements: Vec<i64>, rest: &[Clause]) -> Listed {
        let mut listed = Listed { elements, settled: Vec::new(), rest: rest.to_vec() };
        while let Some((first, others)) = about_alone(slot, &listed.rest) {
            if !self.dry {
                let elements = listed.elements.iter().copied();
                let Some(left) = elements_where(&first, slot, elements) else { break };
                listed.elements = left;
            }
            listed.settled.push(first);
            listed.rest = others;
        }
        listed
    }

    /// The elements of a range, which begins at one place, that meet the first condition behind it, if
    /// that is about them alone.
    fn listed_range(
        &self,
        slot: Slot,
        set: &Set,
        (from, same, to): (i64, i64, i64),
        rest: &[Clause],
    ) -> Option<Listed> {
        if from != same || to > MOST_SIFTED || from < 0 {
            return None;
        }
        let (first, others) = about_alone(slot, rest)?;
        let costly = is_costly(&first);
        if self.dry && !costly {
            return None;
        }
        if let Clause::If(cond) = &rest[0]
            && self.leaves_divisors(slot, set, &cond.conjuncts())
        {
            return None;
        }
        let elements =
            if self.dry { Vec::new() } else { elements_where(&first, slot, from..=to.max(from))? };
        // To test a bit of the next element takes as long as to read it from a list.
        if !costly && elements.len() as u64 > (to.max(from) - from) as u64 / FEW {
            return None;
        }
        Some(Listed { elements, settled: vec![first], rest: others })
    }

    /// What the elements of a list are at most where options have no negative coordinate, if one of
    /// these is so much less an element.
    fn end_of_options(&self, slot: Slot, elements: &[i64]) -> Option<(Linear, Interval)> {
        let mut bounds = self.bounds.clone();
        bounds.bind_element(slot, &Set::Fixed(elements.into()));
        let small = |int: &Int| {
            let (of, fits) = bounds.interval_and_fit(int);
            fits && of.is_within(-LARGE, LARGE)
        };
        let ends = elements.first().is_some_and(|&least| least > -LARGE)
            && elements.last().is_some_and(|&most| most < LARGE);
        if !ends || !self.coordinates.iter().all(small) {
            return None;
        }
        let known = |other: Slot| other < self.layout.dims.len() || self.bound.contains(&other);
        self.coordinates.iter().find_map(|coord| {
            let form = Linear::of(coord).filter(|form| form.coefficient(slot) == -1)?;
            let most = form.add(&Linear::of_var(slot))?;
            let steady = most.terms.iter().all(|&(other, _)| other != slot && known(other));
            let of = Interval::new(-2 * LARGE, 2 * LARGE);
            steady.then_some((most, of))
        })
    }
}
