//! Ranges whose ends a condition says.
//!
//! ```text
//! [n-k] for k in 1..n if 2*k <= n      as   [n-k] for k in 1..n/2
//! [n-k] for k in 0..n if k != 0        as   [n-k] for k in 1..n
//! [m] for m in 0..n-1 if 2*m >= n      as   [m] for m in (n+1)/2..n-1
//! ```
//!
//! A comparison of a variable with what is known before it is a bound for it. The bound becomes the end of the range where it
//! is the tighter one, wherever the coordinates are at least 0 and the range has an element at all; or where the looser end
//! says no more than that no coordinate of an option is negative.

use crate::rule::checked::quotient::Quotient;
use crate::rule::ir::{Clause, Comparison, Cond, Family, Int, IntOp, Set, Slot, Term};
use crate::rule::linear::Linear;
use crate::rule::mention;

/// How often the conditions are looked at for each range, at most: where one makes the range shorter, another may say less.
const MOST_ROUNDS: usize = 8;

/// A family with bounds as ends of its ranges; nothing if it has no such range.
pub(in crate::rule) fn bounded(family: &Family, arity: usize) -> Option<Family> {
    let mut clauses = family.clauses.clone();
    let mut found = false;
    let mut at = 0;
    while at < clauses.len() {
        for _ in 0..MOST_ROUNDS {
            let Some(tighter) = tightened(&clauses, at, &family.terms, arity) else { break };
            (clauses, found) = (tighter, true);
        }
        at += 1;
    }
    found.then(|| Family { clauses, ..family.clone() })
}

/// A range that is being tightened.
struct Range<'a> {
    slot: Slot,
    from: Quotient,
    to: Quotient,
    terms: &'a [Term],
    /// Whether nothing behind it can fail for elements beyond its ends.
    is_easy_behind: bool,
    arity: usize,
}

/// What a condition makes of the ends of a range.
enum End {
    From(Quotient),
    To(Quotient),
    /// It holds of all elements.
    Same,
}

/// What a comparison says of a variable.
enum Bound {
    Least(Quotient),
    Most(Quotient),
    Not(Quotient),
}

/// The clauses without the conditions that are in the ends of the range at this place; nothing if no condition is.
fn tightened(clauses: &[Clause], at: usize, terms: &[Term], arity: usize) -> Option<Vec<Clause>> {
    let Clause::For(slot, Set::Range { from, to, step: None, span }) = &clauses[at] else {
        return None;
    };
    let ends = (Quotient::of(from)?, Quotient::of(to)?);
    let behind = clauses[at + 1..].iter().all(is_easy_clause);
    let is_easy_behind = behind && terms.iter().all(is_easy_term);
    let mut range = Range { slot: *slot, from: ends.0, to: ends.1, terms, is_easy_behind, arity };
    let (mut from, mut to) = (from.clone(), to.clone());
    let (mut within, mut kept, mut is_found) = (Vec::new(), Vec::new(), false);
    let mut behind = clauses[at + 1..].iter();
    // What may fail ends it: an element that is left out now is not looked at there.
    let mut goes_on = true;
    while goes_on && let Some(clause) = behind.next() {
        let Clause::If(cond) = clause else {
            match clause {
                Clause::For(slot, _) if is_easy_clause(clause) => within.push(*slot),
                _ => goes_on = false,
            }
            kept.push(clause.clone());
            continue;
        };
        let mut left = Vec::new();
        let conjuncts = cond.conjuncts();
        for &conjunct in &conjuncts {
            match range.by(conjunct, &within).filter(|_| goes_on) {
                Some(End::From(tighter)) => {
                    from = tighter.int(*span);
                    range.from = tighter;
                }
                Some(End::To(tighter)) => {
                    to = tighter.int(*span);
                    range.to = tighter;
                }
                Some(End::Same) => {}
                None => {
                    goes_on = goes_on && is_easy(conjunct);
                    left.push(conjunct);
                }
            }
        }
        if left.len() == conjuncts.len() {
            kept.push(clause.clone());
        } else {
            kept.extend(Cond::all(left.into_iter().cloned()).map(Clause::If));
            is_found = true;
        }
    }
    let ends = Set::Range { from, to, step: None, span: *span };
    let tighter = clauses[..at].iter().cloned().chain([Clause::For(*slot, ends)]);
    is_found.then(|| tighter.chain(kept).chain(behind.cloned()).collect())
}

impl Range<'_> {
    /// The ends of the elements for which a condition holds; nothing if it does not say that, or says it of what is within.
    fn by(&self, cond: &Cond, within: &[Slot]) -> Option<End> {
        if mention::in_cond(cond, &|slot| within.contains(&slot)) {
            return None;
        }
        match bound(cond, self.slot)? {
            // Of a share of the heap something is known where there is but one; else a condition is linear, and a share is not.
            Bound::Most(bound) | Bound::Least(bound)
                if bound.linear().is_none() && self.arity > 1 =>
            {
                None
            }
            Bound::Most(most) => self.ending_at(most),
            Bound::Least(least) => self.beginning_at(least),
            Bound::Not(number) if number == self.from => number.moved(1).map(End::From),
            Bound::Not(number) if number == self.to && !self.is_whole_line() => {
                number.moved(-1).map(End::To)
            }
            Bound::Not(_) => None,
        }
    }

    fn ending_at(&self, most: Quotient) -> Option<End> {
        let (from, to) = (&self.from, &self.to);
        let is_tighter = self.follows(&most.at_most_if(to)?, &from.at_most_then(&most)?);
        // Elements up to a constant cost no more than those up to the end.
        let is_constant = most.is_constant() && self.ends_with_an_option(to, 1);
        if is_constant || is_tighter && !(most.linear().is_some() && self.is_whole_line()) {
            return Some(End::To(most));
        }
        let is_looser = self.follows(&to.at_most_if(&most)?, &from.at_most_then(to)?);
        is_looser.then_some(End::Same)
    }

    fn beginning_at(&self, least: Quotient) -> Option<End> {
        let (from, to) = (&self.from, &self.to);
        let is_tighter = self.follows(&from.at_most_if(&least)?, &least.at_most_then(to)?);
        // No more elements are below the end than there would be between the bounds.
        let is_short = to.minus(&least).is_some_and(|length| length.is_constant());
        if is_tighter || is_short && self.ends_with_an_option(from, -1) {
            return Some(End::From(least));
        }
        let is_looser = self.follows(&least.at_most_if(from)?, &from.at_most_then(to)?);
        is_looser.then_some(End::Same)
    }

    /// Whether the range goes to the end of a line in a table of several coordinates: there are sets along these, which
    /// conditions make smaller.
    fn is_whole_line(&self) -> bool {
        self.arity > 1 && self.ends_with_an_option(&self.to, 1)
    }

    /// Whether an option has a coordinate that is negative beyond this end, above it with 1, below it with -1.
    fn ends_with_an_option(&self, end: &Quotient, beyond: i64) -> bool {
        // How far from the end, in the direction from which one comes, the coordinate becomes negative.
        let far = |coord: &Int| {
            let own = Linear::of_var(self.slot).times(beyond)?;
            let last = Linear::of(coord)?.add(&own)?;
            let far = end.linear()?.clone().times(beyond)?.minus(&last)?;
            far.terms.is_empty().then_some(far.constant)
        };
        let is_negative_beyond = |coord: &Int| far(coord).is_some_and(|far| far >= 0);
        self.is_easy_behind
            && self.terms.iter().any(|term| match term {
                Term::Component(target) => target.coords.iter().any(is_negative_beyond),
                Term::Times { .. } | Term::Sum { .. } | Term::Choose { .. } => false,
            })
    }

    /// Whether a form is at least 0 wherever another one and all coordinates are: it is a sum of multiples of these.
    fn follows(&self, form: &Linear, given: &Linear) -> bool {
        let all = form.terms.iter().chain(&given.terms);
        if all.clone().any(|&(slot, _)| slot >= self.arity) {
            return false;
        }
        let is_sum =
            |form: &Linear| form.constant >= 0 && form.terms.iter().all(|&(_, factor)| factor >= 0);
        // How often the given form counts is settled by one of the variables, or it does not count.
        let with = given.terms.iter().filter(|(_, factor)| *factor > 0).any(|&(slot, factor)| {
            let share = form.coefficient(slot);
            let rest = || form.clone().times(factor)?.minus(&given.clone().times(share.max(0))?);
            rest().is_some_and(|rest| is_sum(&rest))
        });
        with || is_sum(form)
    }
}

/// The greatest number that a condition allows for a variable, if it says one that is no share.
pub(super) fn most_said(cond: &Cond, slot: Slot) -> Option<Linear> {
    match bound(cond, slot)? {
        Bound::Most(most) => most.linear().cloned(),
        Bound::Least(_) | Bound::Not(_) => None,
    }
}

/// What a comparison says of a variable alone.
fn bound(cond: &Cond, slot: Slot) -> Option<Bound> {
    let Cond::Compare(comparison, a, b) = cond else { return None };
    let (a, b) = (Quotient::of(a)?, Quotient::of(b)?);
    if *comparison == Comparison::Ne {
        let difference = a.minus(&b)?;
        let difference = difference.linear()?;
        let factor = difference.coefficient(slot);
        let rest = difference.minus(&Linear::of_var(slot).times(factor)?)?;
        return (factor.abs() == 1)
            .then(|| Quotient::of_form(rest.times(-factor)?))
            .flatten()
            .map(Bound::Not);
    }
    let (less, more, apart) = comparison.ascending(a, b)?;
    // What is at least 0 where the condition holds.
    let difference = more.minus(&less)?.moved(-apart)?;
    let form = difference.sign();
    let factor = form.coefficient(slot);
    let rest = form.minus(&Linear::of_var(slot).times(factor)?)?;
    match factor {
        0 => None,
        // rest + factor * slot >= 0
        1.. => Some(Bound::Least(
            Quotient::of_form(rest.times(-1)?.plus(factor - 1)?)?.divided(factor)?,
        )),
        _ => Some(Bound::Most(Quotient::of_form(rest)?.divided(-factor)?)),
    }
}

/// Whether a clause cannot fail, whatever the numbers are.
pub(crate) fn is_easy_clause(clause: &Clause) -> bool {
    match clause {
        Clause::For(_, Set::Range { from, to, step: None, .. }) => {
            Quotient::of(from).is_some() && Quotient::of(to).is_some()
        }
        Clause::If(cond) => cond.conjuncts().into_iter().all(is_easy),
        Clause::For(..) | Clause::Let(..) => false,
    }
}

/// Whether a term is a component whose coordinates cannot fail.
pub(super) fn is_easy_term(term: &Term) -> bool {
    match term {
        Term::Component(target) => target.coords.iter().all(|coord| Quotient::of(coord).is_some()),
        Term::Times { .. } | Term::Sum { .. } | Term::Choose { .. } => false,
    }
}

/// Whether a condition cannot fail: it compares quotients or remainders by constants.
fn is_easy(cond: &Cond) -> bool {
    let is_easy_int = |int: &Int| match int {
        Int::Binary(IntOp::Rem, of, by, _) => {
            matches!(**by, Int::Const(1..)) && Quotient::of(of).is_some()
        }
        _ => Quotient::of(int).is_some(),
    };
    match cond {
        Cond::Compare(_, a, b) => is_easy_int(a) && is_easy_int(b),
        Cond::And(a, b) | Cond::Or(a, b) => is_easy(a) && is_easy(b),
        Cond::Not(inner) => is_easy(inner),
        Cond::Shared(inner) => is_easy(inner),
        Cond::IsPrime(int) | Cond::IsSquare(int) => is_easy_int(int),
        Cond::In(int, set) => {
            let is_easy_set = match set {
                Set::List(items) => items.iter().all(is_easy_int),
                Set::Fixed(_) => true,
                Set::Range { from, to, step: None, .. } => is_easy_int(from) && is_easy_int(to),
                _ => false,
            };
            is_easy_int(int) && is_easy_set
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::options;
    use super::bounded;
    use crate::rule::{Rules, parse};

    #[test]
    fn options_stay_where_conditions_are_ends() {
        for (family, found) in [
            ("[a-k] for k in 1..a if 2*k <= a", true),
            ("[a-k] for k in 1..a if k <= a/2", true),
            ("[a-k] for k in 1..a-1 if a - k > k", true),
            ("[a-k] for k in 1..a-5 if a - k > k", false),
            ("[m] for m in 0..a-1 if 2*m >= a", true),
            ("[m] for m in 1..a-1 if 2*m >= a", true),
            ("[m] for m in 3..a-1 if 2*m >= a", false),
            ("[a-k] for k in 1..a if k != a and a-k > 1", true),
            ("[a-k] for k in 1..a if -k >= -a/3 - 1", false),
            ("[a-k] for k in 1..a if -k >= -a/3 and 3*k > -a", true),
            ("[a-k, b] for k in 1..a if 2*k <= a", false),
            ("[m, b] for m in 0..a-1 if 2*m >= a", false),
            ("[a-k, b] for k in 0..a if k != 0", true),
            ("[a-k, b] for k in 1..a if k < a", false),
            ("[a-k, b] for k in 1..a-1 if k < a", true),
            ("[a-k, b] for k in 1..a-1 if k < a-1", true),
            ("[a-k, b] for k in 0..a if k != a and 0 < k", true),
            ("[a-k, b] for k in 1..a if k != a and a-k > 1", false),
            ("[a-k, b] for k in 1..a if k != 1 if k != 2 if k > 2", true),
            ("[a-k, b] for k in 1..a if k < 5", true),
            ("[a-k, b] for k in 1..b if k < 5", false),
            ("[a-k, b] for k in 1..a if k <= b", false),
            ("[a-k, b] for k in 1..a if -k >= -b/3 - 1", false),
            ("[a-k, b] for k in 1..a if -k >= -a/3 - 1", false),
            ("[a-k, b] for k in 1..a if -k >= -a/3 and 3*k > -a", false),
            ("[a-k, b/2] for k in 1..a if k < 5", true),
            ("[a-k, b/k] for k in 1..a if k < 5", false),
            ("[a-k, b] for k in 1..a if k < 5 if b % 2 == 0", true),
            ("[a-k, b] for k in 1..a if k < 5 if b % k == 0", false),
            ("[a-k, b] for k in 1..a if b % k == 0 and k < 4", false),
            ("[a-k, b] for k in 1..a if b % 5 == 0 and k < 4", true),
            ("[a-i, b-j] for i in 0..a, j in 0..b if i < 2 if i + j > 0", true),
            ("[a-i, b-j] for i in 0..a, j in 0..b if i == j or i == 0 if j > 0", true),
            ("[a-i, b-j] for i in 0..a, j in 0..b if i + j == 3", false),
            ("[a-i, b-j] for i in 1..a, j in 0..b if i <= j and j <= 2*i", false),
            ("[m, b] for m in 0..a-1 if m >= a - 3", true),
            ("[a-k, b] for k in 1..a step 2 if 2*k <= a", false),
        ] {
            let (whole, arity) = if family.contains('b') { ("[a, b]", 2) } else { ("[a]", 1) };
            let rules = Rules::new(parse(&format!("{whole} -> {family}")).unwrap(), &[]).unwrap();
            let ended = bounded(&rules.ir()[0].families[0], arity);
            assert_eq!(ended.is_some(), found, "{family}");
            let anew = rules.clone().simpler();
            for (a, b) in (0..12).flat_map(|a| (0..12).map(move |b| (a, b))) {
                let coords = &[a, b][..arity];
                let (anew, plain) = (options(&anew, coords), options(&rules, coords));
                assert_eq!(anew.unwrap(), plain.unwrap(), "{family} {coords:?}");
            }
        }
    }
}
