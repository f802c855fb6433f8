//! Options that are the quotients of a coordinate by the elements of a range, each once.
//!
//! ```text
//! [n/k] for k in 2..n      as    [n/k] for k in 2..min(n, isqrt(n))
//!                              | [q] if n > isqrt(n) for q in n/n..n/max(2, isqrt(n) + 1)
//! ```
//!
//! By elements beyond the root `r` the quotients are at most `r`, and they are all numbers from the last to the first of them:
//! `n/(n/q)` is `q` for `q <= r`. So there are `2 r` of them where there would be `n`.

use crate::rule::ir::{
    Clause, Comparison, Cond, End, Family, Int, IntOp, Set, Slot, Target, Term, UnaryFn,
};
use crate::rule::mention;

/// Two families with all options of one whose options are quotients; nothing if it is no such family.
pub(in crate::rule) fn parted(family: &Family, arity: usize) -> Option<[Family; 2]> {
    let [
        Clause::For(slot, Set::Range { from: Int::Const(from @ 1..), to, step: None, span }),
        conds @ ..,
    ] = &family.clauses[..]
    else {
        return None;
    };
    let [Term::Component(target)] = &family.terms[..] else { return None };
    let (slot, span) = (*slot, *span);
    let coordinate = |int: &Int| matches!(int, Int::Var(coord) if *coord < arity);
    if mention::in_int(to, &|other| other >= arity) {
        return None;
    }
    // What the quotients are of, and each expression with a variable in their place.
    let mut of = None;
    let mut replaced = |int: &Int| {
        let mut int = int.clone();
        let found = replace(&mut int, slot, &mut of);
        (found && !matches!(&of, Some(of) if !coordinate(of))).then_some(int)
    };
    let coords: Vec<Int> = target.coords.iter().map(&mut replaced).collect::<Option<_>>()?;
    let mut others = Vec::new();
    for cond in Clause::conjuncts(conds)? {
        let Cond::Compare(comparison, a, b) = cond else { return None };
        others.push(Clause::If(Cond::Compare(*comparison, replaced(a)?, replaced(b)?)));
    }
    let of = of?;
    let whole = || Box::new(of.clone());
    let root = || Int::Unary(UnaryFn::Isqrt, whole(), span);
    let divided = |by: Int| Int::Binary(IntOp::Div, whole(), Box::new(by), span);
    let next = Int::Binary(IntOp::Add, Box::new(root()), Box::new(Int::Const(1)), span);
    let beyond = Int::Extreme(End::Greatest, vec![Int::Const(*from), next]);
    let range = |from: Int, to: Int| Clause::For(slot, Set::Range { from, to, step: None, span });
    let mut first = family.clone();
    first.clauses[0] = range(Int::Const(*from), Int::Extreme(End::Least, vec![to.clone(), root()]));
    let there = Cond::Compare(Comparison::Ge, to.clone(), beyond.clone());
    let mut clauses = vec![Clause::If(there), range(divided(to.clone()), divided(beyond))];
    clauses.extend(others);
    let term = Term::Component(Target { coords, ..target.clone() });
    Some([first, Family { terms: vec![term], clauses, ..family.clone() }])
}

/// Puts a variable in the place of quotients by itself, all of one number; whether it stands nowhere else.
fn replace(int: &mut Int, slot: Slot, of: &mut Option<Int>) -> bool {
    match int {
        Int::Const(_) => true,
        Int::Var(other) => *other != slot,
        Int::Binary(IntOp::Div, whole, by, _) if **by == Int::Var(slot) => {
            if of.get_or_insert_with(|| (**whole).clone()) != &**whole {
                return false;
            }
            *int = Int::Var(slot);
            true
        }
        Int::Neg(inner, _) | Int::Unary(_, inner, _) => replace(inner, slot, of),
        Int::Binary(_, a, b, _) => replace(a, slot, of) && replace(b, slot, of),
        Int::Extreme(_, numbers) => numbers.iter_mut().all(|number| replace(number, slot, of)),
        Int::ExtremeOf(..) | Int::Size(..) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::options;
    use crate::rule::{Rules, parse};

    #[test]
    fn both_families_have_the_same_options() {
        for (family, is_parted) in [
            ("[n/k, m] for k in 2..n", true),
            ("[n - n/k, m] for k in 1..n/3 if n/k > 2 and n - n/k > 1", true),
            ("[n/k, m] for k in 3..m", true),
            ("[n/k, m/k] for k in 2..n", false),
            ("[n/k, k] for k in 2..n", false),
            ("[n/k, m] for k in 2..n if k % 3 > 0", false),
            ("[n/k, m] for k in 0..n", false),
            ("[n, m/k + 1] for k in 5..min(n, m + 4)", true),
            ("[n, m/k] for k in 2..n - m", true),
            ("[n/k, 12/(n/k - 3)] for k in 2..n", true),
            ("[(n+1)/k, m] for k in 2..n", false),
            ("[n/k, m] for k in 2..n step 2", false),
            ("[n/k, m] for j in 1..3, k in j..n", false),
        ] {
            let text = format!("[n, m] -> {family}");
            let rules = Rules::new(parse(&text).unwrap(), &[]).unwrap();
            let parted = rules.clone().with_parts(0).0;
            assert_eq!(parted.ir()[0].families.len() == 2, is_parted, "{family}");
            for n in (0..40).chain([99, 100, 101, 120, 121]) {
                for m in [0, 1, 2, 3, 7, 8, 9, 25, 60] {
                    let (found, expected) = (options(&parted, &[n, m]), options(&rules, &[n, m]));
                    assert_eq!(found.is_ok(), expected.is_ok(), "{family} {n} {m}");
                    if let (Ok(found), Ok(expected)) = (found, expected) {
                        assert_eq!(found, expected, "{family} {n} {m}");
                    }
                }
            }
        }
    }
}
