//! Ranges that end where options do.
//!
//! ```text
//! [n-k, c] for k in 1..c                 as   [n-k, c] for k in 1..min(c, n)
//! [s, c+k] for k in 1..c*c if c+k <= s   as   [s, c+k] for k in 1..min(c*c, s-c) if c+k <= s
//! ```
//!
//! An option with a coordinate below 0 does not exist, nor one of which a condition does not hold. Where all that stands
//! behind a range has a value whatever its element is, elements beyond the last one for which that may be are not tried.

use super::bounded::{is_easy_clause, is_easy_term, most_said};
use crate::rule::checked::quotient::number;
use crate::rule::ir::{Clause, End, Family, Int, IntOp, Set, Slot, Term};
use crate::rule::linear::Linear;

/// Constant ends up to this stay as they are.
const SHORT: i64 = 64;

/// A family whose ranges end where a coordinate becomes negative; nothing if it has no range that may go on.
pub(in crate::rule) fn clipped(family: &Family, arity: usize) -> Option<Family> {
    if !family.terms.iter().all(is_easy_term) {
        return None;
    }
    let mut clauses = family.clauses.clone();
    let mut found = false;
    for at in (0..clauses.len()).rev() {
        let Clause::For(slot, Set::Range { to, span, .. }) = &clauses[at] else { continue };
        let behind = clauses[at + 1..].iter().all(is_easy_clause);
        let said = clauses[at + 1..].iter().flat_map(|clause| match clause {
            Clause::If(cond) => cond.conjuncts(),
            _ => Vec::new(),
        });
        let said =
            said.filter_map(|cond| most_said(cond, *slot).filter(|most| is_safe(most, arity)));
        let ends: Vec<Int> = coords(&family.terms)
            .filter_map(|coord| last(coord, *slot, arity))
            .chain(said)
            .filter(|last| behind && may_go_beyond(to, last, arity))
            .map(|last| number(&last, *span))
            .collect();
        if ends.is_empty() {
            continue;
        }
        let all = [vec![to.clone()], ends].concat();
        if let Clause::For(_, Set::Range { to, .. }) = &mut clauses[at] {
            *to = Int::Extreme(End::Least, all);
            found = true;
        }
    }
    found.then(|| Family { clauses, ..family.clone() })
}

fn coords(terms: &[Term]) -> impl Iterator<Item = &Int> {
    terms.iter().flat_map(|term| match term {
        Term::Component(target) => &target.coords[..],
        _ => &[],
    })
}

/// The last element for which a coordinate is not negative.
fn last(coord: &Int, slot: Slot, arity: usize) -> Option<Linear> {
    let last = Linear::of(coord)?.add(&Linear::of_var(slot))?;
    (slot >= arity && is_safe(&last, arity)).then_some(last)
}

/// Whether a form is a constant, or `x` or `x - y`, less a constant perhaps, for coordinates x and y: it always has a value.
fn is_safe(form: &Linear, arity: usize) -> bool {
    let mut factors: Vec<i64> = form.terms.iter().map(|&(_, factor)| factor).collect();
    factors.sort_unstable();
    let is_known = form.terms.iter().all(|&(slot, _)| slot < arity);
    let is_small = match factors[..] {
        [] => (-LARGEST..=LARGEST).contains(&form.constant),
        [1] | [-1, 1] => (-LARGEST..=0).contains(&form.constant),
        _ => false,
    };
    is_known && is_small
}

/// Constants up to this and a coordinate have a difference in 64 bits.
const LARGEST: i64 = 1 << 40;

/// Whether the end of a range may lie beyond the last element, as far as forms of coordinates, which are at least 0, say it.
fn may_go_beyond(to: &Int, last: &Linear, arity: usize) -> bool {
    let within = |to: &Int| {
        let Some(form) = Linear::of(to) else { return false };
        let is_short = form.terms.is_empty() && form.constant <= SHORT;
        let rest = last.minus(&form);
        let is_before = rest.is_some_and(|rest| {
            let natural = |&(slot, factor): &(Slot, i64)| slot < arity && factor > 0;
            rest.constant >= 0 && rest.terms.iter().all(natural)
        });
        is_short || is_before
    };
    match to {
        Int::Extreme(End::Least, ends) => !ends.iter().any(within),
        // A share of a number that is not negative is at most that.
        Int::Binary(IntOp::Div, of, by, _) if matches!(**by, Int::Const(1..)) => !within(of),
        _ => !within(to),
    }
}

#[cfg(test)]
mod tests {
    use super::super::options_in_order;
    use super::clipped;
    use crate::limits::Limits;
    use crate::rule::{Rules, parse};
    use crate::ruleset::Ruleset as _;

    fn rules(text: &str) -> Rules {
        Rules::new(parse(text).unwrap(), &[]).unwrap()
    }

    #[test]
    fn options_stay_where_ranges_are_clipped() {
        for (family, found) in [
            ("[a-k, b] for k in 1..b", true),
            ("[a-k, b] for k in 1..a", false),
            ("[a-k, b] for k in 1..a/2", false),
            ("[a-k, b] for k in 1..min(a, b)", false),
            ("[a-k, b] for k in 1..5", false),
            ("[a-k, b] for k in 1..500", true),
            ("[a-k, b] for k in 1..500 step 3", true),
            ("[a-k, b+k] for k in 1..2*b", true),
            ("[a-k-1, b] for k in 0..a", true),
            ("[a-k-1, b] for k in 0..a-1", false),
            ("[a-k, b] for k in 1..b if is_prime(k+1)", true),
            ("[a-k, b] for k in 1..b if k in {1, 3, b}", true),
            ("[a-b-k, b] for k in 1..3*b", true),
            ("[a-2*k, b] for k in 1..b", false),
            ("[a-k, b-k] for k in 1..b", true),
            ("[a-i, b-j] for i in 0..b, j in 0..a if i + j > 0", true),
            // What fails beyond the end is told.
            ("[a-k, b] for k in 1..b if 12 / (k-9) != 1", false),
            ("[a-k, b/(k-9)] for k in 1..b", false),
            ("[a-k, b] for k in 1..b let l = 7/(k-9) if l > 0", false),
            ("[a-k] + [k] for k in 1..b", true),
            ("[a, b-1] if a > b for k in 1..b*b if k > 0", false),
            ("[a, b+k] for k in 1..b*b if b+k <= a", true),
            ("[a, b+k] for k in 1..b*b if k < a and b % 2 == 0", true),
            ("[a, k] for k in 1..b*b if k < 7 and b % 2 == 0", true),
            ("[b+k, a] for k in 1..b*b if b < a - k if k % 2 == 0", true),
            ("[a+k, b/2] for k in 1..b*b if 2*k <= a", false),
            ("[a, b+k] for k in 1..b*b if b % k == 0 and b+k <= a", false),
            ("[a, b+k] for k in 1..b*b if b+k <= a or k == 1", false),
            ("[a+i, b-1] for i in 1..b*b, j in 0..2 if i + 1 < a - b if j < i", true),
        ] {
            let family = family.replace("[a-k] + [k]", "[a-k, b] + [k, b]");
            let rules = rules(&format!("[a, b] -> {family}"));
            let ended = clipped(&rules.ir()[0].families[0], 2);
            assert_eq!(ended.is_some(), found, "{family}");
            let anew = rules.clone().simpler();
            for (a, b) in (0..12).flat_map(|a| (0..12).map(move |b| (a, b))) {
                let plain = options_in_order(&rules, &[a, b]).map_err(|_| ());
                assert_eq!(
                    options_in_order(&anew, &[a, b]).map_err(|_| ()),
                    plain,
                    "{family} {a} {b}"
                );
            }
        }
    }

    #[test]
    fn elements_beyond_the_heap_are_not_tried() {
        for (family, a) in [
            ("[a-k, b] for k in 1..b if is_prime(k+1)", 5),
            ("[a-k, k] for k in 1..2*b+1", 5),
            ("[k, 1] for k in 1..b if k <= a", 5),
            ("[k, 1] for k in 1..b if k % 3 == 1 and k < 9", 5),
            ("[k, 1] for k in 1..b, l in 1..2 if k < a-1", 5),
            ("[a-i, b-j] for i in 0..b, j in 0..1 if i + j > 0", 5),
        ] {
            let rules = rules(&format!("[a, b] -> {family}")).simpler();
            let far = rules.component(0, &[a, 10_i64.pow(18)]).unwrap();
            let mut count = 0;
            rules
                .options(&far, &Limits::default(), &mut |_| {
                    count += 1;
                    std::ops::ControlFlow::Continue(())
                })
                .unwrap();
            assert!((1..=12).contains(&count), "{family}: {count}");
        }
    }
}
