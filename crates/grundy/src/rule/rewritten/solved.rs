//! Names that an equation gives, computed and not tried.
//!
//! ```text
//! [a] + [b] for a in 1..n, b in 1..n if a + b == n - 1      as  .. for a in 1..n let b = n - 1 - a if 1 <= b if b <= n
//! [a-k, b-l] for k in 1..a, l in 1..b if k == 2*l           as  .. for l in 1..b let k = 2*l if 1 <= k if k <= a
//! ```
//!
//! So a rule has one loop less, and is the same game for all engines as the one where the other part is written out. Nothing
//! else is computed between the ranges and the equation, which comes first behind them, so that what is an error stays one.

use crate::rule::checked::quotient::number;
use crate::rule::ir::{Clause, Comparison, Cond, Family, Int, Set, Slot};
use crate::rule::linear::Linear;
use crate::rule::mention;

/// A family in which a name that an equation gives is computed; nothing if there is no such name.
pub(in crate::rule) fn solved(family: &Family, arity: usize) -> Option<Family> {
    let clauses = &family.clauses;
    let is_range = |clause: &Clause| matches!(clause, Clause::For(..));
    for (end, clause) in clauses.iter().enumerate() {
        let Clause::If(condition) = clause else { continue };
        let conjuncts = condition.conjuncts();
        let Some((first, others)) = conjuncts.split_first() else { continue };
        let Some(equation) = equation(first) else { continue };
        let begin =
            clauses[..end].iter().rposition(|clause| !is_range(clause)).map_or(0, |at| at + 1);
        for at in (begin..end).rev() {
            if let Some((name, computed, [from, to])) = named(&clauses[at..end], &equation, arity) {
                let at_most = |one: &Int, other: &Int| {
                    Cond::Compare(Comparison::Le, one.clone(), other.clone())
                };
                let own = Int::Var(name);
                let mut all = clauses[..at].to_vec();
                // Both ends are computed where they were if one of them may fail.
                if [&from, &to].into_iter().any(|end| Linear::of(end).is_none()) {
                    all.push(Clause::If(at_most(&from, &to)));
                }
                all.extend_from_slice(&clauses[at + 1..end]);
                all.push(Clause::Let(name, computed));
                all.extend([at_most(&from, &own), at_most(&own, &to)].map(Clause::If));
                all.extend(others.iter().map(|&cond| Clause::If(cond.clone())));
                all.extend_from_slice(&clauses[end + 1..]);
                return Some(Family { clauses: all, ..family.clone() });
            }
        }
    }
    None
}

/// A form that is 0, if a condition says that and no more.
fn equation(condition: &Cond) -> Option<Linear> {
    let Cond::Compare(Comparison::Eq, left, right) = condition else { return None };
    Linear::of(left)?.minus(&Linear::of(right)?)
}

/// The name of the first of these ranges, what the equation says that it is, and the ends of the range.
fn named(ranges: &[Clause], equation: &Linear, arity: usize) -> Option<(Slot, Int, [Int; 2])> {
    let (own, later) = ranges.split_first()?;
    let Clause::For(name, Set::Range { from, to, step: None, span }) = own else { return None };
    let times = equation.coefficient(*name);
    // What gives it is chosen too: a number that only the position gives is known to others.
    let chosen = equation.terms.iter().any(|&(slot, _)| slot >= arity && slot != *name);
    if !chosen || times.checked_abs() != Some(1) {
        return None;
    }
    // What is chosen later does not need it, and is chosen without fail.
    let free = later.iter().all(|clause| match clause {
        Clause::For(_, Set::Range { from, to, step: None, .. }) => [from, to]
            .into_iter()
            .all(|end| Linear::of(end).is_some() && !mention::in_int(end, &|slot| slot == *name)),
        _ => false,
    });
    let alone = Linear::of_var(*name).times(times)?;
    let computed = alone.minus(equation)?.times(times)?;
    free.then(|| (*name, number(&computed, *span), [from.clone(), to.clone()]))
}

#[cfg(test)]
mod tests {
    use super::super::options;
    use super::solved;
    use crate::rule::{Rules, parse};

    #[test]
    fn options_stay_where_equations_are_solved() {
        for (family, found) in [
            ("[i, b] + [j, 1] for i in 1..a, j in 1..a if i + j == a", true),
            (
                "[i, 0] + [j, 1] + [1, l] for i in 0..a, j in 1..b, l in 2..a if a - i - j == l and i < 3",
                true,
            ),
            ("[a-k, b-l] for k in 1..a, l in 1..b if k == l", true),
            ("[a-k, b-l] for k in 1..a, l in 1..b if 2*l == k", true),
            ("[a-k, b-l] for k in 1..a, l in 0..b if k == 2*l + 1 if l != 1", true),
            ("[a-k, b-l] for k in 1..a, l in k..b if l == b - 2*k", true),
            ("[a-k, b-l] for k in 1..a/3, l in 1..b if l == k if b > 0", true),
            ("[a-k, b-l] for i in 0..1, k in 1..a, l in 1..b if k == l + i if b > 0", true),
            ("[a-k, b-l] for k in 1..a, l in 1..10/(b-2) if l == k - 3", true),
            ("[a-k, b-l] for k in 1..a, l in k/(a-5)..b if l == k - 3", true),
            ("[a-k, b-l] for k in 1..10/(b-2), l in 1..a if k == 2*l", true),
            ("[a-k, b-l] for k in 1..a, l in 1..b if 3*l == 2*k", false),
            ("[a-k, b-l] for k in 1..a, l in k..b if k == 2*l - b", false),
            ("[a-k, b-l] for k in 1..a, l in 1..b*b if k == 2*l", false),
            ("[a-k, b-l] for k in 1..a, l in {1, 2} if k == 2*l", false),
            ("[a-k, b-l] for k in 1..a if k > 1 for l in 1..b if k > 2 and k == l", false),
            ("[a-k, b-l] for k in 1..a, l in 1..b if not k == l", false),
            ("[a-k, b-l] for k in 1..a, l in 1..b if k == l or k == 1", false),
            ("[a-k, b-l] for k in 1..a step 2, l in 1..b step 2 if k == l", false),
            ("[a-k, b] for k in 1..a if k == b", false),
        ] {
            let text = format!("[a, b] -> {family}");
            let rules = Rules::new(parse(&text).unwrap(), &[]).unwrap();
            assert_eq!(solved(&rules.ir()[0].families[0], 2).is_some(), found, "{family}");
            let anew = rules.clone().simpler();
            for (a, b) in (0..12).flat_map(|a| (0..9).map(move |b| (a, b))) {
                let (one, other) = (options(&anew, &[a, b]), options(&rules, &[a, b]));
                match other {
                    Ok(other) => assert_eq!(one.unwrap(), other, "{family} {a} {b}"),
                    Err(_) => assert!(one.is_err(), "{family} {a} {b}: {one:?}"),
                }
            }
        }
    }
}
