//! Ranges of which a condition leaves numbers that are known.
//!
//! ```text
//! [n-k] for k in 1..n if k in {1, 3, 4}       as   [n-k] for k in {1, 3, 4} if k <= n
//! [n-k] for k in 1..n if k == 1 or k == 3     as   [n-k] for k in {1, 3} if k <= n
//! ```
//!
//! So a subtraction set is one in whichever words it is typed.

use crate::rule::ir::{Clause, Comparison, Cond, Family, Int, Set, Slot};
use crate::rule::linear::Linear;

/// Numbers are less than this, either way.
const LARGE: u64 = 1 << 32;

/// A family with sets in place of ranges; nothing if it has no such range.
pub(in crate::rule) fn chosen(family: &Family) -> Option<Family> {
    let (at, clauses) = family.clauses.windows(2).enumerate().find_map(|(at, two)| {
        let [Clause::For(slot, Set::Range { from: Int::Const(from), to, step: None, .. }), rest] =
            two
        else {
            return None;
        };
        let Clause::If(cond) = rest else { return None };
        let conjuncts = cond.conjuncts();
        let (first, others) = conjuncts.split_first()?;
        let mut numbers = Vec::new();
        collect(first, *slot, &mut numbers)?;
        numbers.retain(|number| number >= from);
        numbers.sort_unstable();
        numbers.dedup();
        if numbers.is_empty() || !is_small(to) {
            return None;
        }
        let within = Cond::Compare(Comparison::Le, Int::Var(*slot), to.clone());
        let conditions = std::iter::once(within).chain(others.iter().map(|&cond| cond.clone()));
        let set = Clause::For(*slot, Set::Fixed(numbers.into()));
        let clauses = std::iter::once(set).chain(conditions.map(Clause::If));
        Some((at, clauses.collect::<Vec<_>>()))
    })?;
    let clauses = [&family.clauses[..at], &clauses, &family.clauses[at + 2..]].concat();
    Some(Family { clauses, ..family.clone() })
}

/// Takes the numbers to which a condition says that a variable is equal, if it says no more.
fn collect(cond: &Cond, slot: Slot, numbers: &mut Vec<i64>) -> Option<()> {
    let mut add = |number: i64| {
        numbers.push(number);
        (number.unsigned_abs() < LARGE).then_some(())
    };
    match cond {
        Cond::Compare(Comparison::Eq, Int::Var(own), Int::Const(number))
        | Cond::Compare(Comparison::Eq, Int::Const(number), Int::Var(own))
            if *own == slot =>
        {
            add(*number)
        }
        Cond::In(Int::Var(own), Set::Fixed(elements)) if *own == slot => {
            elements.iter().try_for_each(|&number| add(number))
        }
        Cond::In(Int::Var(own), Set::List(elements)) if *own == slot => {
            elements.iter().try_for_each(|element| match element {
                Int::Const(number) => add(*number),
                _ => None,
            })
        }
        Cond::Or(one, other) => {
            collect(one, slot, numbers)?;
            collect(other, slot, numbers)
        }
        Cond::Shared(inner) => collect(inner, slot, numbers),
        _ => None,
    }
}

/// Whether an end is a form with small factors, which costs nothing to be looked at for each number.
fn is_small(end: &Int) -> bool {
    let factors = |form: &Linear| form.terms.iter().all(|(_, factor)| factor.unsigned_abs() < 8);
    Linear::of(end).is_some_and(|form| factors(&form) && form.constant.unsigned_abs() < LARGE)
}

#[cfg(test)]
mod tests {
    use super::super::options;
    use super::chosen;
    use crate::rule::{Rules, parse};

    #[test]
    fn options_stay_where_ranges_are_sets() {
        for (family, found) in [
            ("[a-k, b] for k in 1..a if k in {1, 3, 4}", true),
            ("[a-k, b] for k in 2..a if k == 1 or 3 == k or k in {5, 2, 2}", true),
            ("[a+k, b-k] for k in 1..b/2 if k == 1", false),
            ("[a+k, b-k] for k in 1..b-2 if k in {1, 2, 9} and a > k if b != 5", true),
            ("[a-j, b-k] for j in 1..a, k in 1..j if k in {1, 2}", true),
            ("[a-k, b] for k in 1..a if k == 1 or b == 2", false),
            ("[a-k, b] for k in 1..a if k in {1, b}", false),
            ("[a-k, b] for k in b..a if k == 3", false),
            ("[a-k, b] for k in 4..a if k == 3", false),
            ("[a-k, b] for k in 1..a step 2 if k == 3", false),
        ] {
            let text = format!("[a, b] -> {family}");
            let rules = Rules::new(parse(&text).unwrap(), &[]).unwrap();
            assert_eq!(chosen(&rules.ir()[0].families[0]).is_some(), found, "{family}");
            let anew = rules.clone().simpler();
            for (a, b) in (0..12).flat_map(|a| (0..12).map(move |b| (a, b))) {
                assert_eq!(options(&anew, &[a, b]), options(&rules, &[a, b]), "{family} {a} {b}");
            }
        }
    }
}
