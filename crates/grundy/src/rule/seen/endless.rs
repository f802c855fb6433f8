//! Rules under which a component can climb for ever, by an exact reason.
//!
//! Take an option that is one component of the same kind, or a sum with one, the coordinates of which are linear in those before and in what is
//! chosen and named, where always the first of a range or list is chosen, or always the last. From a component with
//! coordinates `c` it leads to `c + d`, where no `d` is negative and one is more than 0; if all that is chosen and named
//! changes by the same amounts at each further move, to `c + 2d`, `c + 3d`. A comparison of linear expressions, as that of
//! the ends of a range, changes by the same amount at each of these moves too, so if it holds at `c` and does not change, or
//! changes away from the bound, it holds at all of them. Where that is so of every condition of the option, play from `c`
//! need not come to an end, whatever other options there are.
//!
//! The same is so of several moves that lead from `c` to `c + d`, also through other kinds, if the coordinates of each
//! are linear in those before, and the moves lead from `c + d` to `c + 2d`. Where each of them begins everything
//! changes by the same amounts each time.

use std::collections::HashSet;

use crate::rule::eval::closed::closed_number;
use crate::rule::ir::{Clause, Comparison, Cond, Family, Int, Kind, Set, Slot, Target, Term};
use crate::rule::linear::{Linear, product};
use crate::rule::rules::Component;

/// Of so many components of an option it is asked whether they climb.
const MOST_TRIED: usize = 16;

/// Whether a component of the kind with this number can climb for ever; no is no proof of the opposite. Costs about what it
/// takes to look at the options as they are written.
pub(in crate::rule) fn climbs(number: usize, kind: &Kind, coords: &[i64]) -> bool {
    // Where a player wins at once the game is over; which coordinates have it is not looked at.
    kind.wins.is_empty() && kind.families.iter().any(|family| {
        let Some(parts) = parts(&family.terms) else { return false };
        match kind.unordered {
            // Sorted, the coordinates may have changed places.
            true => {
                kind.guard.is_none()
                    && family.clauses.is_empty()
                    && matches!(parts[..], [part] if part.kind == number && only_adds(&part.coords))
            }
            false => {
                let Some(parts) = linear(&parts) else { return false };
                let own = parts.iter().filter(|part| part.0 == number).take(MOST_TRIED);
                let ends = own.flat_map(|part| [(part, End::First), (part, End::Last)]);
                let guard = kind.guard.as_ref();
                ends.into_iter().any(|((_, target), end)| {
                    climbs_by(guard, (family, &parts), target, coords, end) == Some(true)
                })
            }
        }
    })
}

/// A component of an option: its kind, and its coordinates.
type LinearPart = (usize, Vec<Linear>);

/// The components of an option, those that are written alike once; nothing if a coordinate is not linear.
fn linear(parts: &[&Target]) -> Option<HashSet<LinearPart>> {
    let coords = |part: &&Target| {
        Some((part.kind, part.coords.iter().map(Linear::of).collect::<Option<_>>()?))
    };
    parts.iter().map(coords).collect()
}

/// The components that an option is made of, each once; nothing if their number varies.
fn parts(terms: &[Term]) -> Option<Vec<&Target>> {
    let mut all = Vec::new();
    for term in terms {
        match term {
            Term::Component(part) => all.push(part),
            Term::Times { count: Int::Const(1..), terms, .. } => all.extend(parts(terms)?),
            _ => return None,
        }
    }
    Some(all)
}

/// Which element of a range or list is always chosen.
#[derive(Clone, Copy, PartialEq)]
enum End {
    First,
    Last,
}

/// Whether every coordinate stays as it is or grows by a constant, and one grows.
fn only_adds(coords: &[Int]) -> bool {
    let adds = |(axis, int): (usize, &Int)| {
        let linear = Linear::of(int)?;
        (linear.terms[..] == [(axis, 1)] && linear.constant >= 0).then_some(linear.constant)
    };
    let steps: Option<Vec<i64>> = coords.iter().enumerate().map(adds).collect();
    steps.is_some_and(|steps| steps.iter().any(|&step| step > 0))
}

/// Whether from these coordinates the option can be taken for ever and one of them grows in this part of it; nothing if not
/// all of it is linear.
fn climbs_by(
    guard: Option<&Cond>,
    (family, parts): (&Family, &HashSet<LinearPart>),
    target: &[Linear],
    coords: &[i64],
    end: End,
) -> Option<bool> {
    let (mut names, mut conditions) = (Vec::new(), Vec::new());
    guard.iter().for_each(|guard| conditions.extend(guard.conjuncts().into_iter().cloned()));
    for clause in &family.clauses {
        match clause {
            Clause::If(cond) => conditions.extend(cond.conjuncts().into_iter().cloned()),
            Clause::Let(slot, int) => names.push((*slot, Linear::of(int)?)),
            Clause::For(slot, set) => {
                let (chosen, holds) = element(set, end)?;
                names.push((*slot, chosen));
                conditions.extend(holds);
            }
        }
    }
    // Where one of these is negative, there is no option.
    let mut others = parts.iter().flat_map(|part| &part.1);
    let mut numbers = coords.to_vec();
    for (slot, form) in &names {
        let value = at(form, &numbers)?;
        numbers.resize(numbers.len().max(slot + 1), 0);
        numbers[*slot] = value;
    }
    let grown = |(form, &before): (&Linear, &i64)| at(form, &numbers)?.checked_sub(before);
    let mut steps: Vec<i64> = target.iter().zip(coords).map(grown).collect::<Option<_>>()?;
    let grows = steps.iter().all(|&step| step >= 0) && steps.iter().any(|&step| step > 0);
    let first = steps.clone();
    for (slot, form) in &names {
        let step = i64::try_from(along(form, &steps)?).ok()?;
        steps.resize(steps.len().max(slot + 1), 0);
        steps[*slot] = step;
    }
    let goes_on = |(form, &step): (&Linear, &i64)| along(form, &steps) == Some(i128::from(step));
    Some(
        grows
            && target.iter().zip(&first).all(goes_on)
            && others.all(|form| holds_for_ever(Comparison::Ge, form, &numbers, &steps))
            && conditions.iter().all(|condition| holds_on(condition, &numbers, &steps)),
    )
}

/// An element of a set, and what must hold for it to be one; nothing if that is not seen.
fn element(set: &Set, end: End) -> Option<(Linear, Option<Cond>)> {
    let listed = |number: Option<&i64>| {
        number.map(|&number| (Linear { terms: Vec::new(), constant: number }, None))
    };
    match set {
        Set::Shared(set) => element(set, end),
        Set::List(elements) if end == End::First => Some((Linear::of(elements.first()?)?, None)),
        Set::List(elements) => Some((Linear::of(elements.last()?)?, None)),
        Set::Fixed(numbers) if end == End::First => listed(numbers.first()),
        Set::Fixed(numbers) => listed(numbers.last()),
        Set::Range { from, to, step, .. } => {
            // The first one that steps lead to is there where the range is not empty.
            let int = match end {
                End::First => from,
                End::Last if step.is_none() => to,
                End::Last => return None,
            };
            let positive = step.as_ref().is_none_or(|step| matches!(step, Int::Const(1..)));
            let not_empty = Cond::Compare(Comparison::Le, from.clone(), to.clone());
            positive.then_some((Linear::of(int)?, Some(not_empty)))
        }
        _ => None,
    }
}

/// A coordinate that grows for ever, if play can go along this path and then on in the same way; none is no proof of the
/// opposite.
pub(in crate::rule) fn climbs_along(kinds: &[Kind], path: &[&Component]) -> Option<usize> {
    let (first, last) = (path.first()?, path.last()?);
    if first.kind != last.kind {
        return None;
    }
    let growth: Vec<i64> = first.coords.iter().zip(&last.coords).map(|(a, b)| b - a).collect();
    if growth.iter().any(|&step| step < 0) {
        return None;
    }
    let end = path.windows(2).try_fold(growth.clone(), |steps, pair| {
        let mut families = kinds[usize::from(pair[0].kind)].families.iter();
        families.find_map(|family| moved(kinds, family, pair[0], pair[1], &steps))
    });
    growth.iter().position(|&step| step > 0).filter(|_| end == Some(growth))
}

/// By what the component that a family leads to grows when the one before grows by these steps again and again, if
/// the move is there each time.
fn moved(
    kinds: &[Kind],
    family: &Family,
    from: &Component,
    to: &Component,
    steps: &[i64],
) -> Option<Vec<i64>> {
    let [Term::Component(target)] = &family.terms[..] else { return None };
    let kind = &kinds[usize::from(from.kind)];
    let plain = kind.wins.is_empty() && !kind.unordered && !kinds[target.kind].unordered;
    if !plain
        || target.kind != usize::from(to.kind)
        || !conditions(kind, family)?.iter().all(|cond| holds_on(cond, &from.coords, steps))
    {
        return None;
    }
    let coordinate = |(int, &reached): (&Int, &i64)| {
        let linear = Linear::of(int)?;
        let step = i64::try_from(along(&linear, steps)?).ok()?;
        (at(&linear, &from.coords)? == reached && step >= 0).then_some(step)
    };
    target.coords.iter().zip(&to.coords).map(coordinate).collect()
}

/// All that must hold for the options of a family, if nothing else is in it.
fn conditions<'a>(kind: &'a Kind, family: &'a Family) -> Option<Vec<&'a Cond>> {
    let mut conditions = Vec::new();
    kind.guard.iter().for_each(|guard| conditions.extend(guard.conjuncts()));
    conditions.extend(Clause::conjuncts(&family.clauses)?);
    Some(conditions)
}

/// Whether conditions keep a coordinate below a constant, or leave it as it is, in every option.
pub(in crate::rule) fn is_bounded(kind: &Kind, axis: usize) -> bool {
    let bounds = |condition: &Cond| {
        let Cond::Compare(comparison, left, right) = condition else { return false };
        let Some((less, greater, _)) = comparison.ascending(left, right) else { return false };
        let forms = Linear::with_products(less).zip(Linear::with_products(greater));
        let difference = forms.and_then(|(less, greater)| less.minus(&greater));
        // No coordinate is negative.
        difference.is_some_and(|form| {
            let of_coords = |slot: Slot| match product(slot) {
                Some((a, b)) => a.max(b) < kind.coords.len(),
                None => slot < kind.coords.len(),
            };
            let grows = |slot: Slot| slot == axis || product(slot) == Some((axis, axis));
            form.terms.iter().all(|&(slot, factor)| factor > 0 && of_coords(slot))
                && form.terms.iter().any(|&(slot, _)| grows(slot))
        })
    };
    let together = |condition: &Cond| {
        let all = condition.conjuncts();
        all.into_iter().any(bounds)
    };
    let stays = |term: &Term| matches!(term, Term::Component(target) if target.coords.get(axis) == Some(&Int::Var(axis)));
    kind.guard.as_ref().is_some_and(together)
        || !kind.unordered
            && kind.families.iter().all(|family| {
                let holds = |clause: &Clause| matches!(clause, Clause::If(cond) if together(cond));
                let capped = |term: &Term| {
                    let Term::Component(target) = term else { return false };
                    target.coords.get(axis).is_some_and(|int| is_capped(int, family))
                };
                family.clauses.iter().any(holds)
                    || family.terms.iter().all(|term| stays(term) || capped(term))
            })
}

/// Whether a condition of a family says of an expression, as it stands, that it is no more than a constant.
fn is_capped(int: &Int, family: &Family) -> bool {
    let capped = |condition: &&Cond| {
        let Cond::Compare(comparison, left, right) = condition else { return false };
        comparison
            .ascending(left, right)
            .is_some_and(|(less, greater, _)| less == int && closed_number(greater).is_some())
    };
    family.clauses.iter().any(|clause| {
        let Clause::If(condition) = clause else { return false };
        let all = condition.conjuncts();
        all.iter().any(capped)
    })
}

/// Whether a condition holds at these coordinates and after any number of the steps.
fn holds_on(condition: &Cond, coords: &[i64], steps: &[i64]) -> bool {
    let Cond::Compare(comparison, left, right) = condition else { return false };
    let (Some(left), Some(right)) = (Linear::of(left), Linear::of(right)) else { return false };
    left.minus(&right).is_some_and(|form| holds_for_ever(*comparison, &form, coords, steps))
}

/// Whether a form compares so with 0 at these numbers and after any number of the steps.
fn holds_for_ever(comparison: Comparison, form: &Linear, numbers: &[i64], steps: &[i64]) -> bool {
    let (Some(value), Some(drift)) = (along(form, numbers), along(form, steps)) else {
        return false;
    };
    let value = value + i128::from(form.constant);
    match comparison {
        Comparison::Eq => value == 0 && drift == 0,
        Comparison::Ne => value > 0 && drift >= 0 || value < 0 && drift <= 0,
        Comparison::Lt => value < 0 && drift <= 0,
        Comparison::Le => value <= 0 && drift <= 0,
        Comparison::Gt => value > 0 && drift >= 0,
        Comparison::Ge => value >= 0 && drift >= 0,
    }
}

/// A linear expression of these numbers.
fn at(linear: &Linear, numbers: &[i64]) -> Option<i64> {
    i64::try_from(along(linear, numbers)? + i128::from(linear.constant)).ok()
}

/// A linear expression of these numbers, without its constant.
fn along(linear: &Linear, numbers: &[i64]) -> Option<i128> {
    linear.terms.iter().try_fold(0_i128, |sum, &(slot, factor)| {
        sum.checked_add(i128::from(*numbers.get(slot)?) * i128::from(factor))
    })
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use proptest::prelude::*;

    use crate::limits::Limits;
    use crate::rule::{Rules, parse};
    use crate::ruleset::Ruleset as _;

    fn rules(text: &str) -> Rules {
        Rules::new(parse(text).unwrap(), &[]).unwrap()
    }

    #[test]
    fn what_conditions_keep_below_a_constant_is_bounded() {
        for (text, bounded) in [
            ("[n] -> [n+1] if n < 100", true),
            ("[n] -> [n+1] if n + 1 <= 100 | [n + n/3] if n >= 3 and n + n/3 <= 100", true),
            ("[n] -> [n + n/3] if n + n/4 <= 100", false),
            ("[n] -> [n + n/3] if 100 <= n + n/3", false),
            ("[n] -> [n + n/3] if n + n/3 <= n + 100", false),
            ("[n] -> [isqrt(n) + n] + [n-1] if 2**7 > isqrt(n) + n if n > 0", false),
            ("[n] -> [isqrt(n) + n] + [n] if 2**7 > isqrt(n) + n if n > 0", true),
        ] {
            assert_eq!(super::is_bounded(&rules(text).ir()[0], 0), bounded, "{text}");
        }
        // Another kind need not have the coordinate.
        let two = rules("a[n, m] -> b[n] | a[n, m+1] if n < 9\nb[n] -> b[n-1]");
        assert!(!super::is_bounded(&two.ir()[0], 1));
    }

    #[test]
    fn what_climbs_for_ever_is_told_from_what_is_bounded() {
        for (text, coords, climbs) in [
            ("[n] -> [n+1]", [5, 0], true),
            ("[n] -> [n-1] | [n+2] if n > 3", [4, 0], true),
            ("[n] -> [n-1] | [n+2] if n > 3", [3, 0], false),
            ("[n] -> [n+1] if n < 100", [5, 0], false),
            ("[a, b] -> [a+1, b]", [286, 287], true),
            ("[a, b] -> [a+1, b] if a < b", [0, 100_000_000], false),
            ("[a, b] -> [a+1, b+1] if a < b", [0, 1], true),
            ("[a, b] -> [a+2, b+1] if 2*b - a == 1", [1, 1], true),
            ("[a, b] -> [a+1, b] if a != b", [1, 2], false),
            ("[a, b] -> [a+1, b] if a != b", [3, 2], true),
            ("[a, b] -> [a+1, b-1]", [3, 2], false),
            ("unordered [a, b] -> [a+1, b]", [2, 3], true),
            ("unordered [a, b] -> [a+1, b] if a >= 2", [2, 3], false),
            ("[n] -> [n+1] + [n-9]", [5, 0], false),
            ("[n] -> [n+1] + [n-9]", [9, 0], true),
            ("[n] -> [n+1] + [9-n]", [5, 0], false),
            ("[n] -> 2*[n+1]", [5, 0], true),
            ("[n] -> 0*[n+1]", [5, 0], false),
            ("[n] -> [n-k] + 2*[n+k] for k in {1, 3}", [5, 0], true),
            ("[n] -> [n-1] + 2*([0] + [n+k]) for k in {1, 3}", [5, 0], true),
            ("[n] -> [n+1] if n % 2 == 0", [4, 0], false),
            ("[n] -> [n-k] for k in -3..-1", [4, 0], true),
            ("[n] -> [n+k] for k in 1..n", [4, 0], true),
            ("[n] -> [n+k] for k in 1..n", [0, 0], false),
            ("[n] -> [n+k] for k in 1..10-n", [4, 0], false),
            ("[n] -> [n+k] for k in -5..2", [4, 0], true),
            ("[n] -> [n+k] for k in -5..9 step 3", [4, 0], false),
            ("[n] -> [n+k] for k in {0, 2}", [4, 0], true),
            ("[n] -> [n+k] for k in {0}", [4, 0], false),
            ("[n] -> [n+k] for k in {2 - n, n, 1}", [4, 0], true),
            ("[n] -> [n+k] for k in {2 - n, n}", [4, 0], false),
            ("[n] -> [m] for k in {2, 3} let m = n+k if m > 5", [4, 0], true),
            ("[n] -> [m] for k in {2, 3} let m = n+k if m < 50", [4, 0], false),
            ("[n] -> [n+k] for k in 1..3 if n+k < 100", [4, 0], false),
            ("[a, b] -> [a+b, b]", [4, 1], true),
            ("[a, b] -> [a+b, b]", [4, 0], false),
            ("[a, b] -> [a+b, a]", [4, 2], false),
            ("[a, b] -> [a+k, b] for k in 1..b", [4, 1], true),
            ("[a, b] -> [a+k, b-k] for k in 1..b", [4, 1], false),
            ("unordered [a, b] -> [a+b, b]", [1, 2], false),
            ("unordered [a, b] -> [a, b+k] for k in 1..a", [1, 2], false),
            ("[n] -> [n+1]\nwin on [9]", [5, 0], false),
        ] {
            let rules = rules(text);
            let arity = rules.kinds()[0].coords().len();
            let component = rules.component(0, &coords[..arity]).unwrap();
            assert_eq!(rules.climbs(&component), climbs, "{text} {coords:?}");
        }
    }

    #[test]
    fn several_moves_climb_for_ever_where_they_lead_on_in_the_same_way() {
        for (text, path, climbs) in [
            ("a[n] -> b[n]\nb[n] -> a[n+1]", "a3 b3 a4", true),
            ("a[n] -> b[n]\nb[n] -> a[n+1]", "b3 a4 b4", true),
            ("a[n] -> b[n]\nb[n] -> a[n+1]", "a3 b3", false),
            ("a[n] -> b[n]\nb[n] -> a[n+1] if n < 100", "a3 b3 a4", false),
            ("a[n] -> b[2*n] if n > 2\nb[n] -> a[n-2]", "a3 b6 a4", false),
            ("a[n] -> b[2*n]\nb[n] -> a[n/2+1]", "a3 b6 a4", false),
            ("a[n] -> b[n]\nb[n] -> a[n+1]\nwin on b[9]", "a3 b3 a4", false),
            ("a[n] -> b[n]\nb[n] -> a[n+1] + b[0]", "a3 b3 a4", false),
            ("a[n] -> b[n]\nb[n] -> a[n+k] for k in 1..2", "a3 b3 a4", false),
            ("a[n] -> b[9-n]\nb[n] -> a[13-n]", "a3 b6 a7", false),
        ] {
            let rules = rules(text);
            let component = |word: &str| {
                let kind = usize::from(word.starts_with('b'));
                rules.component(kind, &[word[1..].parse().unwrap()]).unwrap()
            };
            let path: Vec<_> = path.split(' ').map(component).collect();
            let path: Vec<_> = path.iter().collect();
            assert_eq!(rules.climbs_along(&path).is_some(), climbs, "{text} {path:?}");
        }
    }

    proptest! {
        /// By the options themselves: one of them grows, and climbs for ever in its turn.
        #[test]
        fn what_climbs_for_ever_has_an_option_that_does(
            steps in prop::collection::vec(-1_i64..3, 2),
            factors in prop::collection::vec(-2_i64..3, 3),
            ends in prop::collection::vec(-2_i64..4, 4),
            comparison in prop::sample::select(vec!["==", "!=", "<", "<=", ">", ">="]),
            coords in prop::collection::vec(0_i64..6, 2),
        ) {
            let [x, y] = steps[..] else { unreachable!() };
            let [p, q, r] = factors[..] else { unreachable!() };
            let [from, to, turn, more] = ends[..] else { unreachable!() };
            let rules = rules(&format!(
                "[a, b] -> [a - 1, b] | [a + {x}, b + m] for k in {from}..{to} + {more}*b let m = {y} + {turn}*k \
                 if {p}*a + {q}*m {comparison} {r}"
            ));
            let component = rules.component(0, &coords).unwrap();
            if rules.climbs(&component) {
                let mut found = false;
                rules.options(&component, &Limits::default(), &mut |option| {
                    found |= rules.grows(&component, &option[0]).is_some() && rules.climbs(&option[0]);
                    ControlFlow::Continue(())
                }).unwrap();
                prop_assert!(found);
            }
        }
    }
}
