//! What is left, said by what is taken.
//!
//! ```text
//! [m] for m in 0..n-1 if is_square(n-m)   as   [n-k] for k in 1..n if is_square(k)
//! [m] for m in 0..n-1 if n-m in {1, 3}    as   [n-k] for k in 1..n if k in {1, 3}
//! [m] for m in (n+1)/2..n-1               as   [n-k] for k in 1..n/2
//! ```
//!
//! Conditions on what is left mention the heap and the variable, so that nothing is known of their elements but one by one;
//! conditions on what is taken are about that alone. Where a share of the heap is left at least, a share is taken at most.

use std::cell::Cell;

use super::anew::Anew;
use crate::rule::Span;
use crate::rule::checked::quotient::{Quotient, number};
use crate::rule::ir::{Clause, Family, Int, Set, Slot, Target, Term};
use crate::rule::linear::Linear;
use crate::rule::mention;

/// A family with a variable for what is taken in place of one for what is left; nothing if there is no such variable, or
/// neither a condition says less then nor is the least that is left a share.
pub(in crate::rule) fn taken(family: &Family, kind: usize, arity: usize) -> Option<Family> {
    let [Term::Component(target)] = &family.terms[..] else { return None };
    if target.kind != kind || target.coords.len() != arity {
        return None;
    }
    let (at, left, of, from, to, span) =
        family.clauses.iter().enumerate().find_map(|(at, clause)| {
            let Clause::For(left, Set::Range { from, to, step: None, span }) = clause else {
                return None;
            };
            let of = target.coords.iter().position(|coord| *coord == Int::Var(*left))?;
            let (from, to) = (Quotient::of(from)?, Quotient::of(to)?);
            let whole = Linear::of_var(of).minus(to.linear()?)?;
            let ends = whole.terms.is_empty() && whole.constant >= 0;
            let is_known = is_share(&from, of) || from.coefficient(of) == 0;
            (ends && is_known).then_some((at, *left, of, from, to, *span))
        })?;
    let (before, after) = (&family.clauses[..at], &family.clauses[at + 1..]);
    let anew = Taken { left, of, span, mixed: Cell::new(false), alone: Cell::new(false) };
    let after: Vec<Clause> = after.iter().map(|clause| anew.clause(clause)).collect();
    if anew.mixed.get() || !anew.alone.get() && !is_share(&from, of) {
        return None;
    }
    let whole = Quotient::of_form(Linear::of_var(of))?;
    let range = Set::Range {
        from: whole.minus(&to)?.int(span),
        to: whole.minus(&from)?.int(span),
        step: None,
        span,
    };
    let target =
        |target: &Target| Some(Target { coords: anew.ints(&target.coords), ..target.clone() });
    let terms = anew.terms(&family.terms, &target)?;
    let clauses = [before, &[Clause::For(left, range)], &after].concat();
    Some(Family { terms, clauses, ..family.clone() })
}

/// Whether what is left at least is a share of the heap, or all but a constant.
fn is_share(from: &Quotient, of: Slot) -> bool {
    let rest = |from: &Linear| from.minus(&Linear::of_var(of));
    from.linear().is_none_or(|from| rest(from).is_some_and(|rest| rest.terms.is_empty()))
}

/// Whether the numbers of a form are far from those that overflow.
fn is_small(form: &Linear) -> bool {
    let factors = form.terms.iter().map(|(_, factor)| factor.unsigned_abs());
    factors.chain([form.constant.unsigned_abs()]).all(|number| number < 1 << 32)
}

/// A variable that says how much of a coordinate is taken, where it said what is left.
struct Taken {
    left: Slot,
    of: Slot,
    span: Span,
    /// Whether some form mentions both the coordinate and what is taken of it, or the latter without the former.
    mixed: Cell<bool>,
    alone: Cell<bool>,
}

impl Anew for Taken {
    fn bound(&self, slot: Slot) -> Slot {
        slot
    }

    fn int(&self, int: &Int) -> Int {
        if !mention::in_int(int, &|slot| slot == self.left) {
            return int.clone();
        }
        let put_in = || {
            let form = Linear::of(int)?;
            let factor = form.coefficient(self.left);
            let own = Linear::of_var(self.left).times(factor)?;
            let taken = Linear::of_var(self.of).minus(&Linear::of_var(self.left))?;
            form.minus(&own)?.add(&taken.times(factor)?).filter(is_small)
        };
        match put_in() {
            Some(form) => {
                let mixed = form.coefficient(self.of) != 0;
                if mixed { &self.mixed } else { &self.alone }.set(true);
                number(&form, self.span)
            }
            None => self.parts(int),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::options;
    use super::taken;
    use crate::rule::{Rules, parse};

    #[test]
    fn options_stay_where_conditions_are_on_what_is_taken() {
        for (family, found) in [
            ("[m, b] for m in 0..a-1 if a-m in {1, 3, 4}", true),
            ("[m, b] for m in 0..a if is_square(a-m) and b > 2", true),
            ("[a, m] for m in b/2..b-1 if (b-m) % 3 == 1", true),
            ("[a, m] for m in (b+1)/2..b-2", true),
            ("[a, m] for m in b-3..b-1", true),
            ("[a, m] for m in b-a..b-1", false),
            ("[a, m] for m in (b-a)/3..b-1", true),
            ("[a, m] for m in 2..b-1 if (b-m) % 3 == 1 or b - m == a", true),
            ("[m, b-1] for k in 1..3, m in k..a-2 if a - m != 2*k", true),
            ("[m, m] for m in 0..a-1 if 5 - 2*a + 2*m > 0", true),
            ("[m, b] for m in 0..a-1 if a-m == 2 if m % 2 == 0", false),
            ("[m, b] for m in 0..a-1 if a-m == 2 for j in m..b", false),
            ("[m, b] for m in 0..a-1 if a-m == 2 for j in 1..a-m if j < b", true),
            ("[m, b] for m in 0..a+1 if a-m == 2", false),
            ("[m, b] for m in 0..b if a-m == 2", false),
            ("[m, b] for m in 0..a-1 step 2 if a-m == 2", false),
            ("[m, b] for m in 0..a-1 if b > 3", false),
            ("[m, b] + [m, a] for m in 0..a-1 if a-m == 2", false),
        ] {
            let text = format!("[a, b] -> {family}");
            let rules = Rules::new(parse(&text).unwrap(), &[]).unwrap();
            assert_eq!(taken(&rules.ir()[0].families[0], 0, 2).is_some(), found, "{family}");
            let anew = rules.clone().simpler();
            for (a, b) in (0..12).flat_map(|a| (0..12).map(move |b| (a, b))) {
                let expected = options(&rules, &[a, b]);
                assert_eq!(options(&anew, &[a, b]), expected, "{family} {a} {b}");
            }
        }
    }
}
