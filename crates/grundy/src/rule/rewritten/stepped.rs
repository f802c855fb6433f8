//! Elements with the same remainder as something else are a range with steps.
//!
//! ```text
//! [k] for k in 0..n-1 if k % 2 == n % 2    as    [k] for k in n % 2..n-1 step 2
//! ```
//!
//! The others are not looked at. Where the remainder stays the same along the line there are sets along it instead.

use crate::rule::ir::{Clause, Comparison, Cond, Family, Int, IntOp, Set, Slot, Term};

/// A family with steps in its first range that a condition right behind it gives; nothing if there is no such range.
pub(in crate::rule) fn stepped(family: &Family) -> Option<Family> {
    let [Term::Component(target)] = &family.terms[..] else { return None };
    let (at, two) = family.clauses.windows(2).enumerate().find_map(|(at, two)| {
        let [Clause::For(slot, Set::Range { from, to, step: None, span }), Clause::If(cond)] = two
        else {
            return None;
        };
        let Int::Const(from @ 0..) = *from else { return None };
        let conjuncts = cond.conjuncts();
        let (first, others) = conjuncts.split_first()?;
        let (coord, remainder, by) = remainder(first, *slot)?;
        if target.coords.get(coord).is_none_or(|form| *form == Int::Var(coord)) {
            return None;
        }
        let binary = |op, a, b| Int::Binary(op, Box::new(a), Box::new(b), *span);
        let from = match from {
            0 => remainder,
            _ => {
                let beyond = binary(IntOp::Sub, remainder, Int::Const(from));
                let beyond = binary(IntOp::Rem, beyond, Int::Const(by));
                binary(IntOp::Add, Int::Const(from), beyond)
            }
        };
        let range = Set::Range { from, to: to.clone(), step: Some(Int::Const(by)), span: *span };
        let others = others.iter().map(|&cond| Clause::If(cond.clone()));
        Some((at, std::iter::once(Clause::For(*slot, range)).chain(others).collect::<Vec<_>>()))
    })?;
    let clauses = [&family.clauses[..at], &two, &family.clauses[at + 2..]].concat();
    Some(Family { clauses, ..family.clone() })
}

/// What a condition says that a variable leaves when it is divided by a constant: the remainder of another variable by the
/// same one.
fn remainder(cond: &Cond, slot: Slot) -> Option<(Slot, Int, i64)> {
    let Cond::Compare(Comparison::Eq, one, other) = cond else { return None };
    [(one, other), (other, one)].into_iter().find_map(|(own, rest)| {
        let Int::Binary(IntOp::Rem, of, by, _) = own else { return None };
        let Int::Binary(IntOp::Rem, whole, same, _) = rest else { return None };
        let by = match (&**by, &**same) {
            (&Int::Const(by @ 2..), &Int::Const(same)) if by == same => by,
            _ => return None,
        };
        match **whole {
            Int::Var(other) if **of == Int::Var(slot) && other != slot => {
                Some((other, rest.clone(), by))
            }
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::super::options;
    use super::stepped;
    use crate::rule::{Rules, parse};

    #[test]
    fn options_stay_where_conditions_are_steps() {
        for (family, found) in [
            ("[k, b] for k in 0..a-1 if k % 2 == a % 2", true),
            ("[k, b-1] for k in 3..a-1 if b % 5 == k % 5 and k != 9", true),
            ("[a-k, b-1] for k in 1..7 if k % 3 == b % 3 if k < a", true),
            ("[a-k, b-1] for j in 0..2, k in 1..7 if k % 3 == b % 3 for i in 0..1", true),
            ("[k, b] for k in 0..a-1 if k % 3 == b % 3", false),
            ("[a-k, b-1] for j in 0..2, k in 1..7 if k % 3 == j % 3", false),
            ("[k, b] for k in 0..a-1 if k % 2 == a % 3", false),
            ("[k, b] for k in 0..a-1 if k % 2 == a", false),
            ("[k, b] for k in 0..a-1 if k % 2 == 1", false),
            ("[k, b] for k in 0..a-1 if k % 2 == k % 2", false),
            ("[k, b] for k in b..a-1 if k % 2 == a % 2", false),
            ("[k, b] for k in 0..a-1 step 3 if k % 2 == a % 2", false),
        ] {
            let text = format!("[a, b] -> {family}");
            let rules = Rules::new(parse(&text).unwrap(), &[]).unwrap();
            assert_eq!(stepped(&rules.ir()[0].families[0]).is_some(), found, "{family}");
            let anew = rules.clone().with_parts(0).0;
            for (a, b) in (0..14).flat_map(|a| (0..7).map(move |b| (a, b))) {
                let (anew, plain) = (options(&anew, &[a, b]), options(&rules, &[a, b]));
                assert_eq!(anew.unwrap(), plain.unwrap(), "{family} {a} {b}");
            }
        }
    }
}
