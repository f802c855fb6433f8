//! What `let` gives names to, put in where the names stand.
//!
//! ```text
//! [l] + [r] for l in 0..n let r = n-l-2 if r >= 0   as   [l] + [n-l-2] for l in 0..n if n-l-2 >= 0
//! ```
//!
//! So what says what a rule is need not look behind names. It is done with linear forms, which cost nothing to compute
//! again, and where they are computed next in any case, or cannot fail: what is an error stays one. Anything else is put in
//! where it is an end of the next range and stands nowhere else.
//!
//! ```text
//! [n-k] let m = isqrt(n) for k in 1..m   as   [n-k] for k in 1..isqrt(n)
//! ```

use super::anew::Anew;
use crate::rule::ir::{Clause, Cond, Family, Int, IntOp, Part, Set, Slot, Target, Term};
use crate::rule::linear::Linear;
use crate::rule::mention;
use crate::rule::seen::growing::mentions;

/// Parts of what is put in, at most: names that use each other twice would double it each time.
const MOST_PARTS: usize = 1 << 6;

/// A family without names for linear forms; nothing if it has none that can be put in.
pub(in crate::rule) fn inlined(family: &Family, arity: usize) -> Option<Family> {
    let mut clauses: Vec<Clause> = family.clauses.clone();
    let mut terms = family.terms.clone();
    let mut at = 0;
    let mut found = false;
    while let Some(clause) = clauses.get(at) {
        let Clause::Let(slot, int) = clause else {
            at += 1;
            continue;
        };
        let rest = &clauses[at + 1..];
        let next = || rest.first().map_or_else(|| is_term(&terms, *slot), |next| asks(next, *slot));
        let is_form =
            || Linear::of(int).is_some() && (is_difference(int, &clauses[..at], arity) || next());
        let may = Part::Int(int).length(MOST_PARTS).is_some()
            && (is_end_of_next(rest, &terms, *slot) || is_form());
        if !may {
            at += 1;
            continue;
        }
        let put = PutIn { slot: *slot, int };
        let rest: Vec<Clause> = rest.iter().map(|clause| put.clause(clause)).collect();
        let target =
            |target: &Target| Some(Target { coords: put.ints(&target.coords), ..target.clone() });
        terms = put.terms(&terms, &target)?;
        clauses.truncate(at);
        clauses.extend(rest);
        found = true;
    }
    found.then(|| Family { clauses, terms, ..family.clone() })
}

/// Whether a variable is in an end of the range that comes next, and nowhere else.
fn is_end_of_next(rest: &[Clause], terms: &[Term], slot: Slot) -> bool {
    let [Clause::For(_, Set::Range { from, to, step, .. }), others @ ..] = rest else {
        return false;
    };
    let looked = |other: Slot| other == slot;
    let only = |end: &Int, other: &Int| has(end, slot) && !mention::in_int(other, &looked);
    (only(from, to) || only(to, from))
        && step.is_none()
        && !mention::in_clauses(others, &looked)
        && !terms.iter().any(|term| mentions(term, &looked))
}

/// An expression for a variable.
pub(super) struct PutIn<'a> {
    pub(super) slot: Slot,
    pub(super) int: &'a Int,
}

impl Anew for PutIn<'_> {
    fn variable(&self, slot: Slot) -> Int {
        if slot == self.slot { self.int.clone() } else { Int::Var(slot) }
    }

    fn bound(&self, slot: Slot) -> Slot {
        slot
    }
}

/// Whether an expression is the difference of two numbers that are at least 0, one of them, or a constant: no difference of
/// such overflows.
fn is_difference(int: &Int, before: &[Clause], arity: usize) -> bool {
    let at_least_0 = |slot: Slot| {
        slot < arity
            || before.iter().any(|clause| match clause {
                Clause::For(bound, Set::Range { from, .. }) if *bound == slot => {
                    matches!(from, Int::Const(0..)) || matches!(from, Int::Var(low) if *low < arity)
                }
                _ => false,
            })
    };
    match int {
        Int::Const(_) => true,
        Int::Var(slot) => at_least_0(*slot),
        Int::Binary(IntOp::Sub, a, b, _) => match (&**a, &**b) {
            (Int::Var(a), Int::Var(b)) => at_least_0(*a) && at_least_0(*b),
            (Int::Var(a), Int::Const(0..)) => at_least_0(*a),
            _ => false,
        },
        _ => false,
    }
}

/// Whether a form mentions a variable.
fn has(int: &Int, slot: Slot) -> bool {
    Linear::of(int).is_some_and(|form| form.coefficient(slot) != 0)
}

/// Whether a clause computes a form of a variable whatever it says.
fn asks(clause: &Clause, slot: Slot) -> bool {
    match clause {
        Clause::If(cond) => is_first(cond, slot),
        Clause::For(_, Set::Range { from, to, .. }) => has(from, slot) || has(to, slot),
        Clause::Let(_, int) => has(int, slot),
        Clause::For(..) => false,
    }
}

/// Whether what a condition compares first is a form of a variable.
fn is_first(cond: &Cond, slot: Slot) -> bool {
    match cond {
        Cond::Compare(_, a, b) => has(a, slot) || has(b, slot),
        Cond::And(a, _) | Cond::Or(a, _) => is_first(a, slot),
        Cond::Not(inner) => is_first(inner, slot),
        _ => false,
    }
}

/// Whether the first coordinate of an option is a form of a variable.
fn is_term(terms: &[Term], slot: Slot) -> bool {
    matches!(terms, [Term::Component(target), ..] if target.coords.first().is_some_and(|coord| has(coord, slot)))
}

#[cfg(test)]
mod tests {
    use super::super::options;
    use super::inlined;
    use crate::rule::{Rules, parse};

    fn families(text: &str) -> Vec<crate::rule::ir::Family> {
        Rules::new(parse(text).unwrap(), &[]).unwrap().simpler().ir()[0].families.clone()
    }

    /// The 40th of these names would be a sum of 2^39 terms, and so deep a maximum was once looked at 2^40 times.
    #[test]
    fn names_that_double_and_nested_calls_stay_short() {
        let names: String =
            (1..40).map(|at| format!(" let a{at} = a{} + a{}", at - 1, at - 1)).collect();
        let text = format!("[n] -> [n-k] for k in 1..3 let a0 = k{names} if a39 > 2**39");
        let rules = Rules::new(parse(&text).unwrap(), &[]).unwrap();
        let taken = vec![vec![vec![2]], vec![vec![3]]];
        assert_eq!(options(&rules.clone().simpler(), &[5]).unwrap(), taken);
        assert_eq!(options(&rules, &[5]).unwrap(), taken);
        let text = format!("[n] -> [{}n{} - 1]", "max(".repeat(40), ")".repeat(40));
        let rules = Rules::new(parse(&text).unwrap(), &[]).unwrap();
        assert_eq!(options(&rules, &[5]).unwrap(), vec![vec![vec![4]]]);
    }

    #[test]
    fn names_are_put_in_where_nothing_changes() {
        for (named, put_in, same) in [
            (
                "[n] -> [l] + [r] for l in 0..n, k in 1..2 let r = n-l-k if r >= 0",
                "[n] -> [l] + [n-l-k] for l in 0..n, k in 1..2 if n-l-k >= 0",
                true,
            ),
            (
                "[n] -> [a] + [b] for a in 1..n/2 let b = n-a",
                "[n] -> [a] + [n-a] for a in 1..n/2",
                true,
            ),
            ("[n] -> [n-s] for k in 1..9 let s = 2*k", "[n] -> [n-2*k] for k in 1..9", true),
            (
                "[n] -> [n-k] let m = isqrt(n) for k in 1..m-1",
                "[n] -> [n-k] for k in 1..isqrt(n)-1",
                true,
            ),
            (
                "[n] -> [n-k] let m = isqrt(n) for k in 1..m if m > 3",
                "[n] -> [n-k] for k in 1..isqrt(n) if isqrt(n) > 3",
                false,
            ),
            // The sum may overflow where the option is none, and a root is no form.
            ("[a, b] -> [a-9, s] let s = a + b", "[a, b] -> [a-9, a+b]", false),
            ("[n] -> [n-r] let r = isqrt(n)", "[n] -> [n-isqrt(n)]", false),
            (
                "[n] -> [n-1] let r = 2*n if n > 3 if r > 9",
                "[n] -> [n-1] if n > 3 if 2*n > 9",
                false,
            ),
        ] {
            let shape = |text: &str| {
                let all = families(text);
                let clauses = all.iter().map(|family| family.clauses.len());
                (clauses.sum::<usize>(), all.len())
            };
            assert_eq!(shape(named) == shape(put_in), same, "{named}");
        }
    }

    #[test]
    fn options_stay_where_names_are_put_in() {
        for (family, found) in [
            ("[l, b] + [r, b] for l in 0..a, k in 1..2 let r = a-l-k if r >= 0", true),
            ("[c, d] let c = a - 1 let d = b - c if d > 0", true),
            ("[c, b] for k in 1..a let c = a - k for j in 0..c if j == k", true),
            ("[a-1, d] let c = a + b let d = c - a - 1", true),
            ("[a-1, d] let c = a * b let d = c - a - 1", false),
            ("[a-1, d] let c = a * b let d = isqrt(c) if d < b", false),
            ("sum(i in 0..c) [i, b-1] let c = a - 2", true),
            ("c * [a-1, 0] + [b-1, 0] let c = a - 1 if c > 0", true),
            ("[a-k, b] let m = a / (b-2) for k in 1..m", true),
            ("[a-k, b] let m = 4 / (b-2) for k in m..a/(b-3)", true),
            ("[a-k, b] for j in 1..a let m = isqrt(b-j) for k in m..a if k == j", true),
            ("[a-k, m] let m = isqrt(b) for k in 1..m", false),
            ("[a-k, b-1] let m = isqrt(b) for k in m..a-m", false),
        ] {
            let text = format!("[a, b] -> {family}");
            let rules = Rules::new(parse(&text).unwrap(), &[]).unwrap();
            assert_eq!(inlined(&rules.ir()[0].families[0], 2).is_some(), found, "{family}");
            let anew = rules.clone().simpler();
            for (a, b) in (0..9).flat_map(|a| (0..9).map(move |b| (a, b))) {
                let expected = options(&rules, &[a, b]);
                assert_eq!(options(&anew, &[a, b]), expected, "{family} {a} {b}");
            }
        }
    }
}
