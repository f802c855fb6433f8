//! Elements of a range that divide a coordinate, or what two have in common, are its divisors.
//!
//! ```text
//! [n/d] for d in 2..n if n % d == 0            as   [n/d] for d in divisors(n) if 2 <= d
//! [n-p] for p in primes(n) if n % p == 0       as   [n-p] for p in divisors(n) if is_prime(p)
//! [a-k, b] for k in 1..a if gcd(a, b) % k == 0 as   [a-k, b] for k in divisors(gcd(a, b)) if k <= a
//! ```
//!
//! A few numbers are then looked at where there would be a range, in the same order.

use crate::rule::ir::{Clause, Comparison, Cond, End, Family, Int, IntOp, Set, SetFn, Slot};
use crate::rule::linear::Linear;

/// What a range is divided by, at most: of a much shorter one than the coordinate each element may as well be tried.
const MOST_PARTS: i64 = 64;

/// A family with divisors in place of ranges; nothing if it has no such range.
pub(in crate::rule) fn divided(family: &Family, arity: usize) -> Option<Family> {
    let mut found = false;
    let mut clauses: Vec<Clause> = Vec::new();
    let mut rest = family.clauses.iter();
    while let Some(clause) = rest.next() {
        let Clause::For(slot, set) = clause else {
            clauses.push(clause.clone());
            continue;
        };
        // All conditions up to the next choice.
        let mut conjuncts = Vec::new();
        let mut conditions = 0;
        while let Some(Clause::If(cond)) = rest.clone().nth(conditions) {
            conjuncts.extend(cond.conjuncts());
            conditions += 1;
        }
        match by_divisors(*slot, set, &conjuncts, arity) {
            Some(better) => {
                found = true;
                rest.by_ref().take(conditions).for_each(drop);
                clauses.extend(better);
            }
            None => clauses.push(clause.clone()),
        }
    }
    found.then(|| Family { clauses, ..family.clone() })
}

/// A choice and the conditions behind it with divisors in place of a range.
fn by_divisors(slot: Slot, set: &Set, conjuncts: &[&Cond], arity: usize) -> Option<Vec<Clause>> {
    let at = conjuncts.iter().position(|cond| dividend(cond, slot, arity).is_some())?;
    // What stands before it would be asked of every element of the range.
    if !conjuncts[..at].iter().all(|cond| cannot_fail(cond)) {
        return None;
    }
    let of = dividend(conjuncts[at], slot, arity)?;
    let own = Int::Var(slot);
    let whole = |to: &Int| to == of;
    let at_most = |to: &Int| parts(of, arity).into_iter().any(|coord| at_most(to, coord));
    let mut bounds = Vec::new();
    let span = match set {
        Set::Range { from: Int::Const(from @ 1..), to, step: None, span } => {
            if !at_most(to) {
                return None;
            }
            if *from > 1 {
                bounds.push(Cond::Compare(Comparison::Ge, own.clone(), Int::Const(*from)));
            }
            if !whole(to) {
                bounds.push(Cond::Compare(Comparison::Le, own, to.clone()));
            }
            *span
        }
        Set::Call(SetFn::Primes, to, span) => {
            let [to] = &to[..] else { return None };
            if !at_most(to) {
                return None;
            }
            bounds.push(Cond::IsPrime(own.clone()));
            if !whole(to) {
                bounds.push(Cond::Compare(Comparison::Le, own, to.clone()));
            }
            *span
        }
        _ => return None,
    };
    let others = conjuncts.iter().enumerate().filter(|(other, _)| *other != at);
    let conditions = bounds.into_iter().chain(others.map(|(_, cond)| (*cond).clone()));
    let divisors = Set::Call(SetFn::Divisors, vec![of.clone()], span);
    Some(std::iter::once(Clause::For(slot, divisors)).chain(conditions.map(Clause::If)).collect())
}

/// What a condition says that a variable divides: a coordinate, or what two have in common.
fn dividend(cond: &Cond, slot: Slot, arity: usize) -> Option<&Int> {
    let is_known = |of: &&Int| !parts(of, arity).is_empty();
    match cond {
        Cond::Compare(Comparison::Eq, one, other) => {
            let said = |one, other| divided_by(one, other, slot).filter(is_known);
            said(one, other).or_else(|| said(other, one))
        }
        Cond::In(Int::Var(own), Set::Call(SetFn::Divisors, of, _)) if *own == slot => {
            of.first().filter(is_known)
        }
        _ => None,
    }
}

/// What a variable divides if two expressions are equal: `n` for `n % d` and 0, `gcd(n, d)` and `d`, `n/d * d` and `n`.
fn divided_by<'a>(one: &'a Int, other: &'a Int, slot: Slot) -> Option<&'a Int> {
    let own = |int: &Int| *int == Int::Var(slot);
    let Int::Binary(op, a, b, _) = one else { return None };
    let (a, b) = (&**a, &**b);
    match op {
        IntOp::Rem if own(b) && *other == Int::Const(0) => Some(a),
        IntOp::Gcd if own(b) && own(other) => Some(a),
        IntOp::Gcd if own(a) && own(other) => Some(b),
        IntOp::Mul => {
            let is_quotient = |int: &Int| match int {
                Int::Binary(IntOp::Div, of, by, _) => **of == *other && own(by),
                _ => false,
            };
            (is_quotient(a) && own(b) || is_quotient(b) && own(a)).then_some(other)
        }
        _ => None,
    }
}

/// The coordinates that an expression divides: one itself, or two of which it is the greatest common divisor.
fn parts(int: &Int, arity: usize) -> Vec<Slot> {
    match int {
        Int::Var(coord) if *coord < arity => vec![*coord],
        Int::Binary(IntOp::Gcd, one, other, _) => match (&**one, &**other) {
            (&Int::Var(one), &Int::Var(other)) if one.max(other) < arity => vec![one, other],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Whether a number is at most a coordinate, which is at least 0, and has a value in any case.
fn at_most(int: &Int, coord: Slot) -> bool {
    match int {
        Int::Extreme(End::Least, numbers) => {
            let plain = |int: &Int| matches!(int, Int::Var(_) | Int::Const(_));
            let have_values = |int: &Int| plain(int) || at_most(int, coord);
            numbers.iter().all(have_values) && numbers.iter().any(|int| at_most(int, coord))
        }
        Int::Binary(IntOp::Div, whole, part, _) => {
            matches!(**part, Int::Const(1..=MOST_PARTS)) && at_most(whole, coord)
        }
        Int::Binary(IntOp::Sub, ..) | Int::Var(_) => Linear::of(int).is_some_and(|form| {
            form.terms[..] == [(coord, 1)] && (-MOST_PARTS..=0).contains(&form.constant)
        }),
        _ => false,
    }
}

/// Whether a condition has an answer whatever the numbers are: it compares them, their remainders by constants, or asks
/// for primes and squares.
fn cannot_fail(cond: &Cond) -> bool {
    let plain = |int: &Int| matches!(int, Int::Var(_) | Int::Const(_));
    let has_value = |int: &Int| match int {
        Int::Binary(IntOp::Rem | IntOp::Div, of, by, _) => {
            plain(of) && matches!(**by, Int::Const(1..))
        }
        _ => plain(int),
    };
    match cond {
        Cond::Compare(_, one, other) => has_value(one) && has_value(other),
        Cond::IsPrime(int) | Cond::IsSquare(int) => has_value(int),
        Cond::And(one, other) | Cond::Or(one, other) => cannot_fail(one) && cannot_fail(other),
        Cond::Not(inner) => cannot_fail(inner),
        Cond::Shared(inner) => cannot_fail(inner),
        Cond::In(..) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::options_in_order;
    use crate::rule::{Rules, parse};

    fn rules(text: &str) -> Rules {
        Rules::new(parse(text).unwrap(), &[]).unwrap()
    }

    #[test]
    fn options_are_the_same_in_the_same_order() {
        for set in [
            "1..a",
            "2..a",
            "1..a-1",
            "3..a/2",
            "1..min(a-2, 7)",
            "2..min(b, a)",
            "primes(a)",
            "primes(a-1)",
        ] {
            for (before, behind) in [
                ("", ""),
                ("d != 3 and ", " and d % 2 == 1"),
                ("is_prime(d) and ", " and b % d == 0"),
                ("d % 4 != 3 and (d < 9 or not (d/2 > b)) if ", " if d > 1"),
            ] {
                let rule = |divides: &str| {
                    format!(
                        "[a, b] -> [a/d, b+a] for d in {set} if {before}{divides}{behind} | [a-d, b] for d in {set} if {divides} for k in 0..1"
                    )
                };
                let (plain, same) = (rules(&rule("a % d < 1")), rules(&rule("a % d == 0")));
                let better = same.clone().with_divisors();
                let families = better.ir()[0].families.iter().zip(&same.ir()[0].families);
                assert!(
                    families.clone().all(|(better, same)| better != same),
                    "{}",
                    rule("a % d == 0")
                );
                for said in [
                    "0 == a % d",
                    "gcd(a, d) == d",
                    "d == gcd(d, a)",
                    "a/d*d == a",
                    "a == d*(a/d)",
                    "d in divisors(a)",
                ] {
                    let said = rules(&rule(said)).with_divisors();
                    assert_eq!(said.ir()[0].families, better.ir()[0].families);
                }
                for a in 0..40 {
                    for b in 0..8 {
                        assert_eq!(
                            options_in_order(&better, &[a, b]),
                            options_in_order(&plain, &[a, b]),
                            "{set} {before}{behind} {a} {b}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn divisors_of_two_coordinates_are_those_of_their_greatest_common_divisor() {
        for set in ["1..a", "1..b", "2..min(a, b)", "1..a/3", "1..b-1", "primes(a)"] {
            let rule = |divides: &str| {
                format!(
                    "[a, b] -> [a-d, b] for d in {set} if {divides} | [b/d, a] for d in {set} if d % 4 != 3 and {divides}"
                )
            };
            let (plain, same) =
                (rules(&rule("gcd(a, b) % d < 1")), rules(&rule("gcd(b, a) % d == 0")));
            let better = same.clone().with_divisors();
            let families = better.ir()[0].families.iter().zip(&same.ir()[0].families);
            assert!(families.clone().all(|(better, same)| better != same), "{set}");
            for a in 0..40 {
                for b in 0..40 {
                    assert_eq!(
                        options_in_order(&better, &[a, b]),
                        options_in_order(&plain, &[a, b]),
                        "{set} {a} {b}"
                    );
                }
            }
        }
    }

    #[test]
    fn what_may_differ_is_left_alone() {
        for text in [
            // Of 0 every number is a divisor.
            "[a, b] -> [a, b-d] for d in 1..b if a % d == 0",
            "[a] -> [a-d] for d in 1..a+1 if a % d == 0",
            "[a] -> [a-d] for d in 1..2*a if a % d == 0",
            "[a] -> [a-d] for d in 1..9 if a % d == 0",
            // A condition that fails for some elements.
            "[a] -> [a-d] for d in 1..a if 6/(d-3) > 0 and a % d == 0",
            "[a] -> [a-d] for d in 0..a if a % d == 0",
            "[a] -> [a-d] for d in 1..a if (a+1) % d == 0",
            "[a] -> [a-d] for d in 1..a if d % a == 0",
            "[a] -> [a-d] for d in 1..a if a % d == 1",
            "[a] -> [a-d] for d in 1..a if a % d == 0 or d == 2",
            "[a] -> [a-d] for d in 1..a step 2 if a % d == 0",
            "[a] -> [a-d] for d in 1..a, k in 1..d if a % d == 0",
            "[a, b] -> [a-d, b] for d in 1..a+b if gcd(a, b) % d == 0",
            "[a, b] -> [a-d, b] for d in 1..9 if gcd(a, b) % d == 0",
            "[a, b] -> [a-d, b] for d in 1..a if gcd(a, b+1) % d == 0",
            "[a, b] -> [a-d, b] for d in 1..a if b/d*d == a",
            "[a, b] -> [a-d, b] for d in 1..a if a/d*d == b",
            "[a, b] -> [a-d, b] for d in 1..a if gcd(b, d) == d",
            "[a, b] -> [a-d, b] for d in 1..a if gcd(a, d) == b",
            "[a, b] -> [a-d, b] for d in 1..a if d in divisors(b)",
            "[a, b] -> [a-d, b] for d in 1..a if d in divisors(a+1)",
        ] {
            let rules = rules(text);
            assert_eq!(rules.clone().with_divisors().ir(), rules.ir(), "{text}");
        }
    }
}
