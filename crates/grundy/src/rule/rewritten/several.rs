//! Conditions that say one of several equations, each as a family of its own.
//!
//! ```text
//! [a] + [b] for a in 0..n, b in 0..n if n - a - b in {1, 2}
//! as    [a] + [b] for a in 0..n, b in 0..n if n - a - b == 1
//!     | [a] + [b] for a in 0..n, b in 0..n if n - a - b == 2
//! ```
//!
//! The same is said by `n - a - b == 1 or a + b == n - 2`, and by two bounds that are not far apart, `a + b >= n - 2 and
//! a + b < n`. In each family the equation [gives a name](super::solved) then. An element fits one of them alone, so no option
//! comes twice. Only sums are parted so: where one component is left, what is chosen within bounds is a band, which tables know.

use super::solved::solved;
use crate::rule::Span;
use crate::rule::ir::{Clause, Comparison, Cond, Family, Int, IntOp, Set};
use crate::rule::linear::Linear;

/// Most equations.
const MOST: usize = 8;

/// Families with the options of one, each with one equation; nothing if its first condition is none of several that give a
/// name.
pub(in crate::rule) fn several(family: &Family, arity: usize) -> Option<Vec<Family>> {
    let clauses = &family.clauses;
    if family.terms.len() < 2 {
        return None;
    }
    let is_range = |clause: &Clause| matches!(clause, Clause::For(..));
    let end = (1..clauses.len())
        .find(|&at| is_range(&clauses[at - 1]) && matches!(clauses[at], Clause::If(_)))?;
    // What stands behind it at once, up to the next choice.
    let conditions = clauses[end..].iter().map_while(|clause| match clause {
        Clause::If(cond) => Some(cond),
        _ => None,
    });
    let behind = end + conditions.clone().count();
    let all: Vec<&Cond> = conditions.flat_map(Cond::conjuncts).collect();
    let (equations, said) = equations(&all, family.span)?;
    let one = |equation: Cond| {
        let others = all[said..].iter().map(|&cond| cond.clone());
        let conditions = std::iter::once(equation).chain(others).map(Clause::If);
        let before = clauses[..end].iter().cloned();
        let all = before.chain(conditions).chain(clauses[behind..].iter().cloned());
        let family = Family { clauses: all.collect(), ..family.clone() };
        solved(&family, arity).is_some().then_some(family)
    };
    equations.into_iter().map(one).collect()
}

/// The equations of which the first conditions say one, and how many conditions do so.
fn equations(all: &[&Cond], span: Span) -> Option<(Vec<Cond>, usize)> {
    let first = *all.first()?;
    let equal =
        |int: &Int, number: i64| Cond::Compare(Comparison::Eq, int.clone(), Int::Const(number));
    if let Cond::In(int, set) = first {
        Linear::of(int)?;
        let numbers: Vec<i64> = match set {
            Set::Fixed(numbers) => numbers.to_vec(),
            Set::List(items) => {
                let number =
                    |item: &Int| if let Int::Const(number) = item { Some(*number) } else { None };
                items.iter().map(number).collect::<Option<_>>()?
            }
            Set::Range { from: Int::Const(from), to: Int::Const(to), step: None, .. }
                if to.checked_sub(*from)? < MOST as i64 =>
            {
                (*from..=*to).collect()
            }
            _ => return None,
        };
        let mut different = numbers.clone();
        different.sort_unstable();
        different.dedup();
        let few = (2..=MOST).contains(&numbers.len()) && different.len() == numbers.len();
        return few.then(|| (numbers.into_iter().map(|number| equal(int, number)).collect(), 1));
    }
    if let Cond::Or(..) = first {
        let each = first.disjuncts();
        let forms: Vec<Linear> = each
            .iter()
            .map(|cond| match cond {
                Cond::Compare(Comparison::Eq, left, right) => {
                    Linear::of(left)?.minus(&Linear::of(right)?)
                }
                _ => None,
            })
            .collect::<Option<_>>()?;
        let constants: Vec<i64> =
            forms.iter().map(|form| distance(form, &forms[0])).collect::<Option<_>>()?;
        let mut different = constants.clone();
        different.sort_unstable();
        different.dedup();
        let few = each.len() <= MOST && different.len() == each.len();
        return few.then(|| (each.into_iter().cloned().collect(), 1));
    }
    let [first, second, ..] = all else { return None };
    let (less, more, room) = bound(first)?;
    let (other_less, other_more, other_room) = bound(second)?;
    let one = Linear::of(more)?.minus(&Linear::of(less)?)?.plus(-room)?;
    let other = Linear::of(other_more)?.minus(&Linear::of(other_less)?)?.plus(-other_room)?;
    // Both are at least 0, and their sum is a constant.
    let sum = one.add(&other)?;
    if !sum.terms.is_empty() || !(1..MOST as i64).contains(&sum.constant) {
        return None;
    }
    let moved = |by: i64| {
        let moved = Int::Binary(IntOp::Add, Box::new(less.clone()), Box::new(Int::Const(by)), span);
        Cond::Compare(Comparison::Eq, more.clone(), moved)
    };
    Some(((0..=sum.constant).map(|by| moved(by + room)).collect(), 2))
}

/// The two sides of a comparison, the one that is less first, and how much less at least.
fn bound(cond: &Cond) -> Option<(&Int, &Int, i64)> {
    let Cond::Compare(comparison, left, right) = cond else { return None };
    comparison.ascending(left, right)
}

/// The constant by which a form differs from another one, or from its opposite.
fn distance(form: &Linear, other: &Linear) -> Option<i64> {
    let difference = form.minus(other)?;
    if difference.terms.is_empty() {
        return Some(difference.constant);
    }
    let sum = form.clone().add(other)?;
    sum.terms.is_empty().then_some(sum.constant.checked_neg()?)
}

#[cfg(test)]
mod tests {
    use super::super::options;
    use super::several;
    use crate::rule::{Rules, parse};

    #[test]
    fn options_stay_where_equations_part_families() {
        for (family, found) in [
            ("[i, b] + [j, 1] for i in 0..a, j in 0..a if a - i - j in {1, 2}", 2),
            ("[i, b] + [j, 1] for i in 0..a, j in 0..a if a - i - j in 1..3 if i < 4", 3),
            ("[i, b] + [j, 1] for i in 0..a, j in 0..a if i + j == a - 1 or i + j == a - 2", 2),
            (
                "[i, b] + [j, 1] for i in 0..a, j in 0..a if i + j == a - 1 or a - i - j == 2 or a == i + j + 4",
                3,
            ),
            ("[i, b] + [j, 1] for i in 0..a, j in 0..a if i + j >= a - 2 and i + j <= a - 1", 2),
            (
                "[i, b] + [j, 1] for i in 0..a, j in 0..a if i + j < a if a - 3 < i + j and j != 2",
                2,
            ),
            ("[a-k, b-l] for k in 1..a, l in 1..b if k - l in {-1, 0, 1}", 0),
            ("[a-k, b] + [l, 1] for k in 1..a, l in 1..b if k == l or k == 2*l", 0),
            ("[a-k, b] + [l, 1] for k in 1..a, l in 1..b if k == l or l == k", 0),
            ("[a-k, b] + [l, 1] for k in 1..a, l in 1..b if k == l or k > 3", 0),
            ("[a-k, b] + [l, 1] for k in 1..a, l in 1..b if k > l and l > k - 20", 0),
            ("[a-k, b] + [l, 1] for k in 1..a, l in 1..b if k > l and l > k - 1", 0),
            ("[a-k, b] + [l, 1] for k in 1..a, l in 1..b if k - l in {-1, 0, 1}", 3),
            ("[a-k, b] + [l, 1] for k in 1..a, l in 1..b if k in {1, 2}", 0),
            ("[a-k, b] + [l, 1] for k in 1..a, l in 1..b if b % 2 == 0 and k - l in {0, 1}", 0),
            ("[a-k, b] for k in 1..a if k - b in {1, 2}", 0),
        ] {
            let rules = Rules::new(parse(&format!("[a, b] -> {family}")).unwrap(), &[]).unwrap();
            let families = several(&rules.ir()[0].families[0], 2).map_or(0, |all| all.len());
            assert_eq!(families, found, "{family}");
            let anew = rules.clone().simpler();
            for (a, b) in (0..10).flat_map(|a| (0..7).map(move |b| (a, b))) {
                let plain = options(&rules, &[a, b]).unwrap();
                assert_eq!(options(&anew, &[a, b]).unwrap(), plain, "{family} {a} {b}");
            }
        }
    }
}
