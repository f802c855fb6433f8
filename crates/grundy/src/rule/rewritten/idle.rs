//! Conditions before the arrow that keep no option away.
//!
//! ```text
//! [n] if n > 1 -> [n-k] for k in 1..n/2    as   [n] -> [n-k] for k in 1..n/2
//! [n] if n > 1 -> [n-2] if 6/n > 0         as   [n] if n > 0 -> [n-2] if 6/n > 0
//! ```
//!
//! A condition that says from which number on there are moves is moved down as far as the families have no option without
//! it: the options of the few numbers below are looked at. What is true of all numbers, as `3 > 0` where a coordinate is put
//! in, is left out.

use std::ops::ControlFlow;

use crate::limits::Limits;
use crate::rule::eval::options::{Copies, each_option};
use crate::rule::eval::{Evaluated, Frame};
use crate::rule::ir::{Comparison, Cond, Int, Kind};
use crate::rule::mention;

/// Numbers from which on a condition holds, at most.
const MOST: i64 = 8;
/// Steps for the options of a number.
const STEPS: u64 = 1 << 12;
/// Kinds that are looked at, the first ones: nobody waits for this.
const MOST_KINDS: usize = 16;

/// The condition that is needed in place of the one before the arrow of a kind of one coordinate; nothing if that is the
/// same.
pub(in crate::rule) fn needed_guard(kinds: &[Kind], number: usize) -> Option<Option<Cond>> {
    let kind = &kinds[number];
    let guard = kind.guard.as_ref()?;
    let conjuncts = guard.conjuncts();
    let asked = conjuncts.iter().filter(|cond| !is_true(cond, kind.slots));
    if asked.clone().count() < conjuncts.len() {
        let asked = Cond::all(asked.map(|&cond| cond.clone()));
        if number >= MOST_KINDS {
            return Some(asked);
        }
        let left = Kind { guard: asked.clone(), ..kind.clone() };
        let kinds = [&kinds[..number], &[left], &kinds[number + 1..]].concat();
        return Some(needed_guard(&kinds, number).unwrap_or(asked));
    }
    if number >= MOST_KINDS || kind.coords.len() != 1 || !guard.conjuncts().into_iter().all(rises) {
        return None;
    }
    let limits = Limits::default();
    let frame = |n: i64| {
        let mut frame = Frame::new(kind.slots, &limits).within(STEPS);
        frame.set(0, n);
        frame
    };
    let first = (0..=MOST).find(|&n| matches!(frame(n).cond(guard), Ok(true)))?;
    let free = Kind { guard: None, ..kind.clone() };
    let is_idle = |n: i64| -> Evaluated<bool> {
        let mut none = true;
        each_option(&mut frame(n), kinds, &free, Copies::All, &mut |_| {
            none = false;
            ControlFlow::Break(())
        })?;
        Ok(none)
    };
    // The greatest below with an option, or with something that is wrong.
    match (0..first).rev().find(|&n| !matches!(is_idle(n), Ok(true))) {
        None => Some(None),
        Some(last) if last + 1 < first => {
            Some(Some(Cond::Compare(Comparison::Gt, Int::Var(0), Int::Const(last))))
        }
        Some(_) => None,
    }
}

/// Whether a condition asks for no number and holds.
fn is_true(cond: &Cond, slots: usize) -> bool {
    let holds = || Frame::new(slots, &Limits::default()).within(STEPS).cond(cond);
    !mention::in_cond(cond, &|_| true) && matches!(holds(), Ok(true))
}

/// Whether a condition that holds for a number holds for all greater ones; it compares the number as it is, for nothing
/// may be too large in it.
fn rises(cond: &Cond) -> bool {
    use Comparison::{Ge, Gt, Le, Lt, Ne};
    use Int::{Const, Var};

    matches!(
        cond,
        Cond::Compare(Gt | Ge, Var(_), Const(_))
            | Cond::Compare(Lt | Le, Const(_), Var(_))
            | Cond::Compare(Ne, Var(_), Const(0))
            | Cond::Compare(Ne, Const(0), Var(_))
    )
}

#[cfg(test)]
mod tests {
    use super::super::options;
    use crate::rule::{Rules, parse};

    fn rules(text: &str) -> Rules {
        Rules::new(parse(text).unwrap(), &[]).unwrap()
    }

    #[test]
    fn a_condition_that_keeps_no_option_away_is_gone() {
        for (guard, families, same) in [
            ("n > 1", "[n-k] for k in 1..n/2", ""),
            ("1 < n", "[m] for m in (n+1)/2..n-1", ""),
            ("n >= 2", "[n-x] for x in 1..n-1 if n % x == 0", ""),
            ("n != 0", "[n-k] for k in 1..n", ""),
            ("n > 3", "[k] + [n-4-k] for k in 0..n-4", ""),
            ("2*n > 7", "[n-4]", "if 2*n > 7"),
            ("n > 0 and 1 < n", "[n/2] + [n-3] if n > 5", ""),
            ("n > 1", "[n-x] for x in divisors(n) if x < n", ""),
            // Of 0 there is no quotient.
            ("n > 1", "[n-2] if 6/n > 0", "if n > 0"),
            ("n > 5", "[n-3] | [n-k] for k in {7, 8}", "if n > 5"),
            ("n > 5", "[n-k] for k in 4..n if n != 5", "if n > 4"),
            ("n % 2 == 0", "[n-2]", "if n % 2 == 0"),
            ("n < 9", "[n-2]", "if n < 9"),
            ("n > 8", "[n-20]", "if n > 8"),
            ("n > 7", "[n-20]", ""),
            ("n != 3", "[n-4]", "if n != 3"),
            ("n*n > 2", "[n-4]", "if n*n > 2"),
            ("n > 2", "[n-k] for k in 1000000000..2000000000", "if n > 2"),
            ("3 > 0", "[n-2] | [n-3]", ""),
            ("3 > 0 and n != 3", "[n-4]", "if n != 3"),
            ("n > 1 and 5 % 3 == 2", "[n-k] for k in 1..n/2", ""),
            ("3 < 0 and n > 5", "[n-4]", "if 3 < 0 and n > 5"),
            ("n < 9 and 1/0 > 0", "[n-20]", "if n < 9 and 1/0 > 0"),
        ] {
            let said = rules(&format!("[n] if {guard} -> {families}"));
            let simpler = said.clone().simpler();
            let expected = rules(&format!("[n] {same} -> {families}"));
            assert_eq!(simpler.ir()[0].guard, expected.ir()[0].guard, "{guard} {families}");
            let is_far = families.contains("1000000000") || guard.contains("1/0");
            for n in (0..70).filter(|_| !is_far) {
                assert_eq!(options(&said, &[n]), options(&simpler, &[n]), "{guard} {families} {n}");
            }
        }
    }
}
