//! Alternatives among the conditions of a family, each as a family of its own.
//!
//! ```text
//! [a-i, b-j] for i in 0..a, j in 0..b if i + j > 0 and (i == 0 or j == 0 or i == j)
//! as    .. for i in 0..a if i == 0 for j in 0..b if i + j > 0
//!     | .. for i in 0..a, j in 0..b if j == 0 and i + j > 0
//!     | .. for i in 0..a, j in 0..b if i == j and i + j > 0
//! ```
//!
//! Each equation leaves one element of a range, where all pairs would be looked at. Nothing that is compared can fail, so that
//! it does not matter what is looked at first.

use crate::rule::ir::{Clause, Comparison, Cond, Family, Int, IntOp, Set, Slot, UnaryFn};
use crate::rule::linear::Linear;

/// Most alternatives.
const MOST: usize = 16;
/// The factors and the constant of a form make up less than this. Coordinates of tables are below 2^40, elements of such ranges
/// below 2^50, and forms of those cannot fail.
const SMALL: u64 = 1 << 10;

/// Families with all options of one whose conditions have alternatives that are equations; nothing if it is no such family.
pub(in crate::rule) fn alternatives(family: &Family) -> Option<Vec<Family>> {
    let loops = family.clauses.iter().take_while(|clause| is_loop(clause)).count();
    let (ranges, conds) = family.clauses.split_at(loops);
    if loops < 2 {
        return None;
    }
    let slots: Vec<Slot> = ranges
        .iter()
        .filter_map(|clause| match clause {
            Clause::For(slot, _) => Some(*slot),
            Clause::If(_) | Clause::Let(..) => None,
        })
        .collect();
    let all = Clause::conjuncts(conds)?;
    let ors = all.iter().enumerate().filter(|(_, cond)| matches!(cond, Cond::Or(..)));
    ors.take(MOST).find_map(|(at, either)| {
        let others: Vec<&Cond> = [&all[..at], &all[at + 1..]].concat();
        split(family, (ranges, &slots), either, &others)
    })
}

/// A family for each alternative of a condition, with the other conditions behind.
fn split(
    family: &Family,
    (ranges, slots): (&[Clause], &[Slot]),
    either: &Cond,
    all: &[&Cond],
) -> Option<Vec<Family>> {
    if !all.iter().all(|cond| is_easy(cond)) {
        return None;
    }
    let each = either.disjuncts();
    if each.len() > MOST {
        return None;
    }
    let one = |cond: &&Cond| {
        let mut own = cond.conjuncts();
        let is_found =
            own.iter().all(|cond| is_easy(cond)) && own.iter().any(|cond| leaves_one(cond, slots));
        let mut clauses = Vec::new();
        for (index, range) in ranges.iter().enumerate() {
            clauses.push(range.clone());
            // What says nothing of the ranges within.
            let (known, later): (Vec<&Cond>, Vec<&Cond>) =
                own.into_iter().partition(|cond| !mentions(cond, &slots[index + 1..]));
            clauses.extend(known.into_iter().cloned().map(Clause::If));
            own = later;
        }
        clauses.extend(all.iter().map(|&cond| Clause::If(cond.clone())));
        is_found.then(|| Family { clauses, ..family.clone() })
    };
    each.iter().map(one).collect()
}

/// A range without steps, whose ends cannot fail.
fn is_loop(clause: &Clause) -> bool {
    let is_easy = |end: &Int| match end {
        Int::Extreme(_, numbers) => numbers.iter().all(|number| form(number).is_some()),
        _ => form(end).is_some(),
    };
    matches!(clause, Clause::For(_, Set::Range { from, to, step: None, .. }) if is_easy(from) && is_easy(to))
}

/// A linear form that cannot fail.
fn form(int: &Int) -> Option<Linear> {
    let form = Linear::of(int)?;
    let factors = form.terms.iter().map(|(_, factor)| factor.unsigned_abs());
    let sum = factors.fold(form.constant.unsigned_abs(), u64::saturating_add);
    (sum < SMALL).then_some(form)
}

/// What a comparison compares: forms, or a distance and a form.
fn compared(cond: &Cond) -> Option<(Comparison, Linear, Linear)> {
    let Cond::Compare(comparison, a, b) = cond else { return None };
    let side = |int: &Int| match int {
        Int::Unary(UnaryFn::Abs, of, _) => form(of),
        Int::Binary(IntOp::Rem, of, by, _) if matches!(**by, Int::Const(1..)) => form(of),
        _ => form(int),
    };
    Some((*comparison, side(a)?, side(b)?))
}

/// Whether a condition cannot fail, whatever the numbers are.
fn is_easy(cond: &Cond) -> bool {
    match cond {
        Cond::Or(a, b) | Cond::And(a, b) => is_easy(a) && is_easy(b),
        Cond::Shared(inner) => is_easy(inner),
        _ => compared(cond).is_some(),
    }
}

/// Whether an equation leaves no more than one element of the last range that it mentions.
fn leaves_one(cond: &Cond, slots: &[Slot]) -> bool {
    let Cond::Compare(Comparison::Eq, a, b) = cond else { return false };
    let difference = form(a).zip(form(b)).and_then(|(a, b)| a.minus(&b));
    difference.is_some_and(|difference| {
        let last = slots.iter().rev().map(|&slot| difference.coefficient(slot));
        let last = last.into_iter().find(|&factor| factor != 0);
        last.is_some_and(|factor| factor.unsigned_abs().is_power_of_two())
    })
}

fn mentions(cond: &Cond, slots: &[Slot]) -> bool {
    crate::rule::mention::in_cond(cond, &|slot| slots.contains(&slot))
}

#[cfg(test)]
mod tests {
    use super::super::options;
    use super::alternatives;
    use crate::rule::{Rules, parse};

    #[test]
    fn the_families_of_alternatives_have_the_same_options() {
        for (family, count) in [
            ("for i in 0..a, j in 0..b if i + j > 0 and (i == 0 or j == 0 or i == j)", 3),
            (
                "for i in 0..a, j in 0..b if i + j > 0 if i == 0 or j == 0 or i == 2*j or j == 2*i",
                4,
            ),
            ("for i in 0..a, j in 0..b if (j == 1 and i > 2 or i == 1) and abs(i - j) < 3", 2),
            ("for i in 1..min(a, b), j in i..b if j == a - 3 or i + j == 7 or i == 2 and j < a", 3),
            ("for i in 0..a, j in 0..b, k in 0..2 if i > k if i == j + k or j == 1", 2),
            ("for i in 0..a, j in 0..b if i + j > 0 and (i == 3*j or j == 0)", 0),
            ("for i in 0..a, j in 0..b if (i != 0 or j != 0) and (i == 0 or j == 0)", 2),
            ("for i in 0..a, j in 0..b if not (i == 0 and j == 0) if i == 0 or j == 0", 2),
            (
                "for i in 0..a, j in 0..b if not (i != j and j > 0) and (i + j) % 7 != 3 and i < a",
                0,
            ),
            ("for i in 1..a, j in 0..b if not (i != j and j != 0) and (i + j) % 7 != 3", 2),
            ("for i in 1..a, j in 1..b if i < 3 or j == 1", 0),
            ("for i in 1..a, j in 1..b if j / 2 == 1 or i == 1", 0),
            ("for i in 1..a, j in 1..b if i == 1 and j == 2", 0),
            ("for i in 1..a, j in 1..b step 2 if i == 1 or j == 2", 0),
            ("for i in 1..a, j in 1..b if (i == 1 or j == 2) and is_prime(i + j)", 0),
        ] {
            let text = format!("[a, b] -> [a-i, b-j] {family}");
            let rules = Rules::new(parse(&text).unwrap(), &[]).unwrap();
            let found = alternatives(&rules.ir()[0].families[0]);
            assert_eq!(found.map_or(0, |families| families.len()), count, "{family}");
            let split = rules.clone().with_parts(0).0;
            for a in 0..13 {
                for b in 0..13 {
                    let expected = options(&rules, &[a, b]);
                    assert_eq!(options(&split, &[a, b]), expected, "{family} {a} {b}");
                }
            }
        }
    }
}
