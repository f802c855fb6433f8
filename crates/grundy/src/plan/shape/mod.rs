//! The shape of a rule: which amounts it removes from which coordinates, and how it splits.
//!
//! Recognition works on the checked form of a rule and is meant to be cheap and safe: what is not
//! of one of the forms below is simply not recognised, and the definition answers.
//!
//! ```text
//! slide      [x - k, y] for k in A      amounts A taken from some coordinates at once; also written
//!            [t, y] for t in 0..x-1     by what is left, and [x - 3, y] for a single amount
//!            [x - 2**i] for i in 0..9   amounts that no coordinate changes, however they are made
//! pieces     [a] + [n-s-a] for a in ..  what is left after taking s is split in two, or there are conditions on it
//! triples    [a] + [b] + [n-s-a-b] ..   it is split in any three
//! choose     choose m of [i] for i in 0..n-1
//! of a whole rule
//!     multiple   [n, q] -> [n-k, c*k] for k in 1..min(n, q), at most a multiple of what was just taken
//!     divisors, coprimes, euclid        the games of these names
//!     repeating                         amounts without end: a code that repeats
//!     nameless                          the same, where the amount has no name
//! rewritten before
//!     gone       heaps of 0 are left out
//!     clipped    parts that are clipped at the end of a row are written out
//!     implied    conditions that say nothing new are left out
//! ```

mod clipped;
mod coprimes;
mod divisors;
mod euclid;
mod gone;
mod implied;
mod nameless;
mod pieces;
mod repeating;

use std::cell::Cell;

use crate::heap::Pieces;
use crate::rule::ir::{
    Clause, Comparison, Cond, End, Family, Int, IntOp, Kind, Set, SetFn, Slot, Term,
};
use crate::rule::linear::Linear;
use crate::rule::{closed_set_up_to, holds_for, listed};
use crate::theory::share;
pub(super) use clipped::unclipped;
pub(super) use coprimes::coprimes;
pub(super) use divisors::{Taken, divisors};
pub(super) use euclid::euclid;
pub(super) use gone::without_gone;
use implied::{loosened, needed_clauses};
pub(super) use pieces::pieces;
use pieces::triples;
pub(super) use repeating::repeating;

/// Which amounts may be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Amounts {
    /// These, ascending.
    Fixed(Vec<i64>),
    /// Every amount between the two.
    Between(i64, i64),
    /// Every amount from this one on.
    From(i64),
    /// Every amount but these, ascending.
    AllBut(Vec<i64>),
    /// At least half of the coordinate, rounded up.
    Half,
    /// From one up to the value of another coordinate.
    UpTo(usize),
    /// From one up to a share of the coordinate and a number, rounded down: `(n + offset) / divisor`.
    Share { offset: i64, divisor: u64 },
    /// Every power of a number, which is at least 2.
    Powers(u64),
}

/// A family that takes the same amount from some coordinates and leaves the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Slide {
    /// The coordinates that shrink.
    pub(super) axes: Vec<usize>,
    pub(super) amounts: Amounts,
}

/// A recognised family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Slide(Slide),
    Pieces(Pieces),
    /// What is left is split in any three: amounts with the digits of a code.
    Triples(Vec<(u64, u8)>),
    /// `choose m of [i] for i in 0..n-1`.
    Choose(u64),
}

/// Most amounts of a range that are listed one by one.
pub(super) const MOST_AMOUNTS: i64 = 1 << 16;
/// Amounts of all families together that are listed to plan.
const MOST_LISTED: u64 = 1 << 22;

/// Whether the guard says no more than that the single coordinate is positive.
pub(super) fn guard_is_positive(kind: &Kind) -> bool {
    let Some(Cond::Compare(comparison, left, right)) = &kind.guard else { return false };
    matches!(
        (left, comparison, right),
        (Int::Var(0), Comparison::Gt | Comparison::Ne, Int::Const(0))
            | (Int::Var(0), Comparison::Ge, Int::Const(1))
    ) && kind.coords.len() == 1
}

/// The shape of one family of a kind whose components are all of that kind.
pub(super) fn shape(kind: &Kind, family: &Family) -> Option<Shape> {
    let clauses = needed_clauses(kind, family);
    match &family.terms[..] {
        [Term::Component(target)] if let Some(slide) = slide(kind, &clauses, &target.coords) => {
            Some(Shape::Slide(slide))
        }
        [Term::Component(_)] if let Some(listed) = listed(family, kind.families.len()) => {
            shape(kind, &listed)
        }
        [] | [Term::Component(_)] | [Term::Component(_), Term::Component(_)]
            if kind.coords.len() == 1 =>
        {
            pieces(kind, family).map(Shape::Pieces)
        }
        [Term::Component(_), Term::Component(_), Term::Component(_)] if kind.coords.len() == 1 => {
            let looser = loosened(kind, family);
            triples(kind, looser.as_ref().unwrap_or(family)).map(Shape::Triples)
        }
        [Term::Choose { count: Int::Const(count), of, clauses: chosen, .. }]
            if kind.coords.len() == 1 =>
        {
            let [Clause::For(slot, Set::Range { from: Int::Const(0), to, step: None, .. })] =
                &chosen[..]
            else {
                return None;
            };
            let all_smaller = Linear::of(to)? == Linear::of_var(0).plus(-1)?;
            let plain = of.coords == [Int::Var(*slot)] && clauses.is_empty();
            (all_smaller && plain && *count > 0).then(|| Shape::Choose(count.unsigned_abs()))
        }
        _ => None,
    }
}

fn slide(kind: &Kind, clauses: &[Clause], coords: &[Int]) -> Option<Slide> {
    let arity = kind.coords.len();
    let most = MOST_LISTED / kind.families.len().max(1) as u64;
    let narrowed;
    let (var, set) = match clauses {
        [] => (None, None),
        [Clause::For(var, set)] => (Some(*var), Some(set)),
        [Clause::For(var, set), conditions @ ..] => {
            narrowed = narrow(*var, set, conditions, most)?;
            (Some(*var), Some(&narrowed))
        }
        _ => return None,
    };
    let coords: Vec<Linear> = coords.iter().map(Linear::of).collect::<Option<_>>()?;
    let changed: Vec<usize> =
        (0..arity).filter(|&axis| coords[axis] != Linear::of_var(axis)).collect();
    let first = coords.get(*changed.first()?)?;
    let axis = changed[0];
    let amounts = match (var, set) {
        // `[n - 3]`: a single amount.
        (None, None) => {
            let amount = first.constant.checked_neg()?;
            let left = Linear::of_var(axis).plus(first.constant)?;
            if changed.len() != 1 || *first != left || amount < 1 {
                return None;
            }
            Amounts::Fixed(vec![amount])
        }
        (Some(var), Some(set)) => {
            let taken = Linear::of_var(axis).minus(&Linear::of_var(var))?;
            let same = |&other: &usize| {
                Linear::of_var(other).minus(&Linear::of_var(var)).as_ref() == Some(&coords[other])
            };
            if *first == taken && changed.iter().all(same) {
                taken_amounts(set, &changed, arity, most)?
            } else if *first == Linear::of_var(var) && changed.len() == 1 {
                left_amounts(set, axis)?
            } else {
                return None;
            }
        }
        _ => return None,
    };
    Some(Slide { axes: changed, amounts })
}

/// The elements of a set that meet conditions about them alone: `k in 1..n if k != 2`, `k in 1..9 if k % 2 == 1`.
fn narrow(var: Slot, set: &Set, conditions: &[Clause], most: u64) -> Option<Set> {
    let all = Clause::conjuncts(conditions)?;
    if let Set::Range { from: Int::Const(from), to: Int::Const(to), .. } = set
        && to.saturating_sub(*from) >= MOST_AMOUNTS
    {
        return None;
    }
    let Some(mut kept) = closed_set_up_to(set, most) else {
        let mut out: Vec<i64> = Vec::new();
        for condition in all {
            out.extend(excluded(var, condition, most)?);
        }
        out.sort_unstable();
        out.dedup();
        return Some(Set::Without(Box::new(set.clone()), Box::new(Set::Fixed(out.into()))));
    };
    for condition in all {
        let holds: Option<Vec<bool>> =
            kept.iter().map(|&element| holds_for(condition, var, element)).collect();
        let mut holds = holds?.into_iter();
        kept.retain(|_| holds.next() == Some(true));
    }
    Some(Set::Fixed(kept.into()))
}

/// The numbers that a variable must not be, if that is all that a condition says.
fn excluded(var: Slot, condition: &Cond, most: u64) -> Option<Vec<i64>> {
    let differ = |left: &Int, right: &Int| {
        let form = Linear::of(left)?.minus(&Linear::of(right)?)?;
        match form.terms[..] {
            [(slot, -1)] if slot == var => Some(vec![form.constant]),
            [(slot, 1)] if slot == var => Some(vec![form.constant.checked_neg()?]),
            _ => None,
        }
    };
    match condition {
        Cond::Compare(Comparison::Ne, left, right) => differ(left, right),
        Cond::Not(condition) => match &**condition {
            Cond::Compare(Comparison::Eq, left, right) => differ(left, right),
            Cond::In(Int::Var(slot), set) if *slot == var => closed_set_up_to(set, most),
            _ => None,
        },
        _ => None,
    }
}

/// The amounts of `[x - k] for k in set`.
fn taken_amounts(set: &Set, axes: &[usize], arity: usize, most: u64) -> Option<Amounts> {
    match set {
        Set::Range { from, to, step: None, .. } if is_half_up(from, axes) => {
            covers(to, axes).then_some(Amounts::Half)
        }
        Set::Range { from: Int::Const(from), to, step: None, .. } => {
            if *from < 1 {
                return None;
            }
            match covers(to, axes) {
                true => Some(Amounts::From(*from)),
                false
                    if *from == 1
                        && let Some(amounts) = most_share(to, axes) =>
                {
                    Some(amounts)
                }
                false => up_to(*from, to, axes, arity),
            }
        }
        Set::Call(SetFn::Powers, arguments, _)
            if let [Int::Const(base @ 2..), to] = &arguments[..]
                && covers(to, axes) =>
        {
            Some(Amounts::Powers(base.unsigned_abs()))
        }
        Set::Without(all, out) if closed_set_up_to(set, most).is_none() => {
            let Amounts::From(1) = taken_amounts(all, axes, arity, most)? else { return None };
            let mut out = closed_set_up_to(out, most)?;
            out.retain(|&amount| amount >= 1);
            Some(Amounts::AllBut(out))
        }
        _ => {
            let fixed = closed_set_up_to(set, most)?;
            (*fixed.first()? >= 1).then_some(Amounts::Fixed(fixed))
        }
    }
}

/// The amounts of a range whose end is `min(n, 3)`, 3, `min(n, m)` or `m`.
fn up_to(from: i64, to: &Int, axes: &[usize], arity: usize) -> Option<Amounts> {
    let ends: Vec<&Int> = match to {
        Int::Extreme(End::Least, ends) => ends.iter().filter(|end| !covers(end, axes)).collect(),
        end => vec![end],
    };
    match ends[..] {
        [Int::Const(to)] => Some(Amounts::Between(from, *to)),
        [Int::Var(other)] if *other < arity && !axes.contains(other) && from == 1 => {
            Some(Amounts::UpTo(*other))
        }
        _ => None,
    }
}

/// Whether an end of a range is never less than the most that can be taken.
fn covers(end: &Int, axes: &[usize]) -> bool {
    match end {
        Int::Extreme(End::Least, ends) => ends.iter().all(|end| covers(end, axes)),
        _ => Linear::of(end).is_some_and(|linear| axes.iter().any(|&axis| linear.at_least(axis))),
    }
}

/// Whether it is half of the coordinate, rounded up: `(n + 1) / 2`.
fn is_half_up(int: &Int, axes: &[usize]) -> bool {
    let (Int::Binary(IntOp::Div, half_of, two, _), [axis]) = (int, axes) else { return false };
    **two == Int::Const(2) && Linear::of(half_of) == Linear::of_var(*axis).plus(1)
}

/// The amounts of a range from 1 to `n / 2`, `(n + 2) / 3` or the like, none of which is more than there is.
fn most_share(to: &Int, axes: &[usize]) -> Option<Amounts> {
    let (Int::Binary(IntOp::Div, share_of, divisor, _), [axis]) = (to, axes) else { return None };
    let Int::Const(divisor @ 2..) = **divisor else { return None };
    let offset = Linear::of(share_of)?.constant;
    let divisor = divisor.unsigned_abs();
    let plain = Linear::of(share_of) == Linear::of_var(*axis).plus(offset);
    let small = divisor <= share::MOST && (offset < 0 || offset.unsigned_abs() < divisor);
    (plain && small && offset > -(1 << 32)).then_some(Amounts::Share { offset, divisor })
}

/// The amounts of `[t] for t in from..to`, where `t` is what is left.
fn left_amounts(set: &Set, axis: usize) -> Option<Amounts> {
    let Set::Range { from: Int::Const(0), to, step: None, .. } = set else { return None };
    if let Int::Binary(IntOp::Div, half_of, two, _) = to {
        let half = **two == Int::Const(2) && Linear::of(half_of)? == Linear::of_var(axis);
        return half.then_some(Amounts::Half);
    }
    let left = Linear::of(to)?;
    let least_taken = left.constant.checked_neg()?;
    let plain = left == Linear::of_var(axis).plus(-least_taken)?;
    (plain && least_taken >= 1).then_some(Amounts::From(least_taken))
}

/// The largest multiple of what was just taken that may be taken: the theory looks at about as many numbers.
const MOST_FACTOR: i64 = 1 << 17;

/// The number `c` of a kind whose rule is `[n, q] -> [n-k, c*k] for k in 1..min(n, q)`, and 1, for itself; or is
/// `[n, q] -> [n-k, k] for k in 1..min(n, c*q)`, and `c` again.
pub(super) fn multiple_of_rest(kind: &Kind) -> Option<(u64, u64)> {
    let times = Cell::new(None);
    let is_limit = |end: &Int| {
        let of_limit = Linear::of(end).map(|form| form.coefficient(1)).unwrap_or(0);
        let is_multiple = (1..=MOST_FACTOR).contains(&of_limit)
            && Linear::of(end) == Linear::of_var(1).times(of_limit);
        times.set(is_multiple.then_some(of_limit.unsigned_abs()));
        is_multiple
    };
    let most = |to: &Int| match to {
        Int::Extreme(End::Least, ends) => match &ends[..] {
            [Int::Var(0), limit] | [limit, Int::Var(0)] => is_limit(limit),
            _ => false,
        },
        // Taking more than there is leads nowhere.
        other => is_limit(other),
    };
    let (_, factor) = multiplying(kind, &most).filter(|_| kind.coords.len() == 2)?;
    match (factor, times.get()?) {
        (factor, 1) => Some((factor, 1)),
        (1, times) => Some((times, times)),
        _ => None,
    }
}

/// Whether a kind's rule is `fresh[n] -> [n-k, c*k] for k in 1..n-1`, into the kind `rest`.
pub(super) fn is_fresh(kind: &Kind, rest: usize, factor: u64) -> bool {
    let most = |to: &Int| Linear::of(to) == Linear::of_var(0).plus(-1);
    kind.coords.len() == 1 && multiplying(kind, &most) == Some((rest, factor))
}

/// The kind that `.. -> [n-k, c*k] for k in 1..most` leads to, and `c`.
fn multiplying(kind: &Kind, most: &dyn Fn(&Int) -> bool) -> Option<(usize, u64)> {
    let [Family { terms, clauses, .. }] = &kind.families[..] else { return None };
    let [Term::Component(target)] = &terms[..] else { return None };
    let [Clause::For(k, Set::Range { from: Int::Const(1), to, step: None, .. })] = &clauses[..]
    else {
        return None;
    };
    let [left, limit] = &target.coords[..] else { return None };
    let taken = Linear::of_var(0).minus(&Linear::of_var(*k))?;
    let plain = kind.guard.is_none() && !kind.unordered && most(to);
    if !plain || Linear::of(left)? != taken {
        return None;
    }
    let multiple = Linear::of(limit)?;
    let factor = multiple.coefficient(*k);
    let right =
        (1..=MOST_FACTOR).contains(&factor) && Linear::of_var(*k).times(factor)? == multiple;
    right.then_some((target.kind, factor.unsigned_abs()))
}
