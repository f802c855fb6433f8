//! Rules whose options are quotients of the coordinate, so that few positions are reached.
//!
//! ```text
//! [n] -> [n/k] for k in 2..n              [n] -> [d] for d in divisors(n) if d < n
//! ```
//!
//! Rounded down, a quotient of a quotient is one, `(n/a)/b = n/(a*b)`, and so is a divisor. So whatever is reached from `n`
//! is `n/k` for some `k`: of these there are at most `2*isqrt(n) + 1`, those for `k` up to the root of `n` and those below
//! the root. Play comes to an end, so every move leads to a smaller number, which is half or less: lines of play have at
//! most `ilog2(n) + 1` moves.
//!
//! The same holds, but for a factor, with several kinds and where numbers are moved a little: rounded up, or with a constant
//! up to the divisor, a quotient is off by one or two, and what follows from it by less with every division; roots and
//! logarithms are below the root of `n`, with all that follows from them; and constants are as many as stand in the rule.

use crate::rule::ir::{Clause, Int, IntOp, Kind, Set, SetFn, Slot, Term, UnaryFn};
use crate::rule::linear::Linear;

/// Whether all options of these kinds are quotients of their one coordinate; no is no proof of the opposite. That play comes
/// to an end is taken for granted.
pub(crate) fn are_quotients(kinds: &[Kind]) -> bool {
    kinds.iter().all(|kind| {
        kind.coords.len() == 1
            && kind.families.iter().all(|family| {
                let mut known = Known(vec![0]);
                family.clauses.iter().for_each(|clause| known.learn(clause));
                family.terms.iter().all(|term| known.is_term(term))
            })
    })
}

/// The variables that are quotients of the coordinate, and itself.
struct Known(Vec<Slot>);

impl Known {
    fn learn(&mut self, clause: &Clause) {
        match clause {
            Clause::For(slot, set) if self.is_set(set) => self.0.push(*slot),
            Clause::Let(slot, int) if self.is_int(int) => self.0.push(*slot),
            _ => {}
        }
    }

    /// The same with more variables.
    fn with(&self, clauses: &[Clause]) -> Known {
        let mut inner = Known(self.0.clone());
        clauses.iter().for_each(|clause| inner.learn(clause));
        inner
    }

    fn is_term(&self, term: &Term) -> bool {
        match term {
            Term::Component(target) => target.coords.iter().all(|coord| self.is_int(coord)),
            Term::Times { terms, .. } => terms.iter().all(|term| self.is_term(term)),
            Term::Sum { var, set, terms, .. } => {
                let inner = self.with(&[Clause::For(*var, set.clone())]);
                terms.iter().all(|term| inner.is_term(term))
            }
            Term::Choose { .. } => false,
        }
    }

    fn is_int(&self, int: &Int) -> bool {
        match int {
            Int::Const(_) => true,
            Int::Var(slot) => self.0.contains(slot),
            Int::Binary(IntOp::Div, whole, part, _) => {
                self.is_int(whole) || self.is_beside(whole, part)
            }
            Int::Binary(IntOp::Shr, whole, _, _) => self.is_int(whole),
            Int::Extreme(_, numbers) => numbers.iter().all(|int| self.is_int(int)),
            Int::ExtremeOf(_, set, _) => self.is_set(set),
            Int::Unary(UnaryFn::Isqrt | UnaryFn::Ilog2 | UnaryFn::Popcount, inner, _) => {
                self.is_int(inner)
            }
            _ => false,
        }
    }

    /// Whether a number divided by another is a quotient but for its rounding: `(n+2)/3`, `(n-1)/2`, `(n+k-1)/k`.
    fn is_beside(&self, whole: &Int, part: &Int) -> bool {
        let Some(form) = Linear::of(whole) else { return false };
        let plain = |slot: &Slot| self.0.contains(slot);
        match (part, &form.terms[..]) {
            (Int::Const(part @ 2..), [(slot, 1)]) => {
                plain(slot) && form.constant.unsigned_abs() <= part.unsigned_abs()
            }
            (Int::Var(part), [(a, 1), (b, 1)]) => {
                form.constant == -1 && (a == part && plain(b) || b == part && plain(a))
            }
            _ => false,
        }
    }

    fn is_set(&self, set: &Set) -> bool {
        match set {
            Set::Call(SetFn::Divisors, of, _) => of.iter().all(|of| self.is_int(of)),
            Set::List(items) => items.iter().all(|item| self.is_int(item)),
            Set::Shared(shared) => self.is_set(shared),
            Set::Comprehension { item, clauses } => self.with(clauses).is_int(item),
            Set::Without(all, _) => self.is_set(all),
            Set::Both(a, b) => self.is_set(a) || self.is_set(b),
            Set::Either(a, b) => self.is_set(a) && self.is_set(b),
            Set::Range { .. } | Set::Fixed(_) | Set::Call(..) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::ops::ControlFlow;

    use super::are_quotients;
    use crate::limits::Limits;
    use crate::rule::{Component, Rules, parse};
    use crate::ruleset::Ruleset as _;

    fn rules(text: &str) -> Rules {
        Rules::new(parse(text).unwrap(), &[]).unwrap()
    }

    /// How long a line of play from a component may be; for all that are reached.
    fn depth(rules: &Rules, from: &Component, known: &mut BTreeMap<Component, u32>) -> u32 {
        if let Some(&depth) = known.get(from) {
            return depth;
        }
        let mut options = Vec::new();
        let all = rules.options(from, &Limits::default(), &mut |sum| {
            options.extend(sum.iter().cloned());
            ControlFlow::Continue(())
        });
        all.unwrap();
        let deepest = options.iter().map(|option| depth(rules, option, known) + 1).max();
        *known.entry(from.clone()).or_insert(deepest.unwrap_or(0))
    }

    #[test]
    fn few_positions_are_reached_by_quotients() {
        for text in [
            "[n] -> [n/k] for k in 2..n",
            "[n] -> [d] for d in divisors(n) if d < n",
            "[n] -> k*[n/k] for k in divisors(n) if k > 1",
            "[n] -> [n/d] for d in 2..n if n % d == 0",
            "[n] -> [d] + [n/d] for d in divisors(n) \\ {1, n}",
            "[n] if n > 2 -> [n/2] + [(n+1)/2] | [(n-1)/2]",
            "[n] -> [(n+k-1)/k] for k in 2..n-1",
            "[n] -> [shr(n, k)] for k in 1..ilog2(n) | [max(n/3, 1)] if n > 1",
            "[n] -> [isqrt(n)] + [0] if n > 1 | sum(i in 2..4) [n/i] if n > 3",
            "[n] -> [d/2] for d in {n/k for k in 2..n} or divisors(n) and 1..99",
            "[n] -> [m/3] if n > 0 let m = n/2",
            "[n] -> [max({d for d in divisors(n) if d < n})] if n > 1",
            "a[n] -> b[n] | b[n/3] if n > 0\nb[n] -> a[n/2] if n > 0 | a[1] if n > 1",
        ] {
            let rules = rules(text);
            assert!(are_quotients(rules.ir()), "{text}");
            for n in (1..40).chain([997, 1000, 1023, 2520]) {
                let mut known = BTreeMap::new();
                let from = rules.component(0, &[n]).unwrap();
                let most = rules.ir().len() as u32 * (n.ilog2() + 2);
                assert!(depth(&rules, &from, &mut known) <= most, "{text} {n}");
                assert!(known.len() as i64 <= 4 * n.isqrt() + 4, "{text} {n}: {}", known.len());
            }
        }
    }

    #[test]
    fn where_many_may_be_reached_nothing_is_said() {
        for text in [
            "[n] -> [n-k] for k in squares(n)",
            "[n] -> [n-1] | [n/2] if n > 0",
            "[n] -> [k] for k in 0..n/2",
            "[n] -> [n-d] for d in divisors(n) if d < n",
            "[n] -> [n/k - 1] for k in 1..n",
            "[n] -> [(n-1)/k] for k in 1..n",
            "[n] -> [2*n/3] if n > 1",
            "[n] -> [n % k] for k in 1..n",
            "[n] -> [n/2] + [n - n/2 - 1] if n > 0",
            "[n] -> [k] for k in {1..1000} if k < n",
            "[a, b] -> [a/2, b] if a > 0",
            "a[n] -> b[n/2] if n > 0\nb[n] -> a[n-1]",
        ] {
            assert!(!are_quotients(rules(text).ir()), "{text}");
        }
    }
}
