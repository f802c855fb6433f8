//! The shape of a rule: which amounts it removes from which coordinates, and how it splits.
//!
//! Recognition works on the checked form of a rule and is meant to be cheap and safe: what is not
//! of one of the forms below is simply not recognised, and the definition answers.
//!
//! ```text
//! slide  [x - k, y] for k in A      amounts A taken from some coordinates at once; also written
//!        [t, y] for t in 0..x-1     by what is left, and [x - 3, y] for a single amount
//! split  [a] + [n-s-a] for a in ..  what is left after taking s is split in two, perhaps with
//!        conditions on the parts: if a != n-a, if 2*a < n
//! ```

use super::MOST_AMOUNTS;
use super::implied::needed_clauses;
use crate::rule::ir::{Clause, Comparison, Cond, End, Family, Int, IntOp, Kind, Set, Slot, Term};
use crate::rule::linear::Linear;
use crate::rule::{closed_set, holds_for};

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
}

/// A family that takes the same amount from some coordinates and leaves the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Slide {
    /// The coordinates that shrink.
    pub(super) axes: Vec<usize>,
    pub(super) amounts: Amounts,
}

/// A family that takes an amount from a single coordinate and splits the rest in two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Split {
    /// The amounts taken first, ascending, 0 for a mere split.
    pub(super) taken: Vec<i64>,
    /// Whether a part may be empty.
    pub(super) empty_parts: bool,
    /// Whether the parts must differ.
    pub(super) unequal: bool,
}

/// A recognised family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Slide(Slide),
    Split(Split),
    /// `choose m of [i] for i in 0..n-1`.
    Choose(u64),
}

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
        [Term::Component(target)] => slide(kind, &clauses, &target.coords).map(Shape::Slide),
        [Term::Component(first), Term::Component(second)] => {
            let parts = [first.coords.first()?, second.coords.first()?];
            split(kind, &clauses, parts).map(Shape::Split)
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
    let narrowed;
    let (var, set) = match clauses {
        [] => (None, None),
        [Clause::For(var, set)] => (Some(*var), Some(set)),
        [Clause::For(var, set), conditions @ ..] => {
            narrowed = narrow(*var, set, conditions)?;
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
            let taken = Linear::of_var(axis).add(&Linear::of_var(var).times(-1)?)?;
            let same = |&other: &usize| {
                let minus_var = Linear::of_var(var).times(-1);
                let expected = minus_var.and_then(|minus| Linear::of_var(other).add(&minus));
                expected.as_ref() == Some(&coords[other])
            };
            if *first == taken && changed.iter().all(same) {
                taken_amounts(set, &changed, arity)?
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
fn narrow(var: Slot, set: &Set, conditions: &[Clause]) -> Option<Set> {
    let mut all = Vec::new();
    for clause in conditions {
        let Clause::If(condition) = clause else { return None };
        condition.conjuncts(&mut all);
    }
    if let Set::Range { from: Int::Const(from), to: Int::Const(to), .. } = set
        && to.saturating_sub(*from) >= MOST_AMOUNTS
    {
        return None;
    }
    let Some(mut kept) = closed_set(set) else {
        let mut out: Vec<i64> = Vec::new();
        for condition in all {
            out.extend(excluded(var, condition)?);
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
fn excluded(var: Slot, condition: &Cond) -> Option<Vec<i64>> {
    let differ = |left: &Int, right: &Int| {
        let form = Linear::of(left)?.add(&Linear::of(right)?.times(-1)?)?;
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
            Cond::In(Int::Var(slot), set) if *slot == var => closed_set(set),
            _ => None,
        },
        _ => None,
    }
}

/// The amounts of `[x - k] for k in set`.
fn taken_amounts(set: &Set, axes: &[usize], arity: usize) -> Option<Amounts> {
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
                false => up_to(*from, to, axes, arity),
            }
        }
        Set::Without(all, out) if closed_set(set).is_none() => {
            let (Amounts::From(1), mut out) = (taken_amounts(all, axes, arity)?, closed_set(out)?)
            else {
                return None;
            };
            out.retain(|&amount| amount >= 1);
            Some(Amounts::AllBut(out))
        }
        _ => {
            let fixed = closed_set(set)?;
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

fn split(kind: &Kind, clauses: &[Clause], parts: [&Int; 2]) -> Option<Split> {
    if kind.coords.len() != 1 {
        return None;
    }
    // Names come first, then conditions.
    let named = clauses.iter().take_while(|clause| matches!(clause, Clause::For(..))).count();
    let (names, rest) = clauses.split_at(named);
    let mut conditions = Vec::new();
    for clause in rest {
        let Clause::If(condition) = clause else { return None };
        condition.conjuncts(&mut conditions);
    }
    // The last name is that of a part, which may be the last but one, where an equation says what both are together.
    let (names, part, set, other) = match names {
        [names @ .., Clause::For(one, set), Clause::For(two, range)]
            if parts == [&Int::Var(*one), &Int::Var(*two)]
                || parts == [&Int::Var(*two), &Int::Var(*one)] =>
        {
            (names, *one, set, Some((*two, range)))
        }
        [names @ .., Clause::For(part, set)] => (names, *part, set, None),
        _ => return None,
    };
    // What both parts have together: n - s.
    let together = match other {
        Some((other, _)) => {
            let sums = conditions.iter().map(|condition| whole(condition, part, other));
            let (place, whole) = sums.enumerate().find_map(|(at, sum)| Some((at, sum?)))?;
            conditions.swap_remove(place);
            whole
        }
        None => {
            let [one, two] = [Linear::of(parts[0])?, Linear::of(parts[1])?];
            let named = Linear::of_var(part);
            (one == named || two == named).then_some(())?;
            one.add(&two)?
        }
    };
    let (taken, expected) = match names {
        [Clause::For(slot, amounts)] => {
            let minus = Linear::of_var(*slot).times(-1)?;
            (closed_set(amounts)?, Linear::of_var(0).add(&minus)?)
        }
        [] => {
            let amount = together.constant.checked_neg()?;
            (vec![amount], Linear::of_var(0).plus(-amount)?)
        }
        _ => return None,
    };
    if together != expected || *taken.first()? < 0 {
        return None;
    }
    let Set::Range { from: Int::Const(from), to, step: None, .. } = set else { return None };
    let mut pairs = Pairs::new(part, together, *from, to)?;
    if let Some((other, range)) = other {
        pairs.name_other(other, range)?;
    }
    for condition in conditions {
        pairs.meet(condition)?;
    }
    let (empty_parts, unequal) = pairs.parts()?;
    if empty_parts && (unequal || taken.first() == Some(&0)) {
        return None;
    }
    Some(Split { taken, empty_parts, unequal })
}

/// What two variables are together, if the condition is an equation that says it.
fn whole(condition: &Cond, one: Slot, two: Slot) -> Option<Linear> {
    let Cond::Compare(Comparison::Eq, left, right) = condition else { return None };
    let form = Linear::of(left)?.add(&Linear::of(right)?.times(-1)?)?;
    let sign = form.coefficient(one);
    if sign.checked_abs()? != 1 || form.coefficient(two) != sign {
        return None;
    }
    Linear::of_var(one).add(&Linear::of_var(two))?.add(&form.times(-sign)?)
}

/// The pairs of parts in which a heap is split: which first parts there are.
struct Pairs {
    part: Slot,
    /// The second part, if it has a name.
    other: Option<Slot>,
    /// What both parts have together.
    together: Linear,
    /// The least first part, and the least second one.
    least: [i64; 2],
    /// The least and the greatest that the second part has more than the first.
    more: [Option<i64>; 2],
    /// Whether the parts must differ.
    unequal: bool,
}

impl Pairs {
    /// First parts from a number on to an end, which may be the middle.
    fn new(part: Slot, together: Linear, from: i64, to: &Int) -> Option<Pairs> {
        let (end, halved) = match to {
            Int::Binary(IntOp::Div, half_of, two, _) if **two == Int::Const(2) => {
                (&**half_of, true)
            }
            other => (other, false),
        };
        let short = Linear::of(end)?.add(&together.clone().times(-1)?)?;
        if !short.terms.is_empty() {
            return None;
        }
        let second = if halved { 0 } else { short.constant.checked_neg()?.max(0) };
        let more = halved.then_some(short.constant.checked_neg()?);
        let least = [from.max(0), second];
        Some(Pairs { part, other: None, together, least, more: [more, None], unequal: false })
    }

    /// Gives the second part a name, in a range from a number on.
    fn name_other(&mut self, other: Slot, range: &Set) -> Option<()> {
        let Set::Range { from: Int::Const(from), to, step: None, .. } = range else { return None };
        let short = Linear::of(to)?.add(&self.together.clone().times(-1)?)?;
        short.terms.is_empty().then_some(())?;
        self.other = Some(other);
        self.least[0] = self.least[0].max(short.constant.checked_neg()?);
        self.least[1] = self.least[1].max(*from);
        Some(())
    }

    /// What the left has more than the right, without the name of the second part.
    fn form(&self, left: &Int, right: &Int) -> Option<Linear> {
        let form = Linear::of(left)?.add(&Linear::of(right)?.times(-1)?)?;
        let Some(other) = self.other else { return Some(form) };
        let both = Linear::of_var(self.part).add(&Linear::of_var(other))?;
        let nothing = self.together.clone().add(&both.times(-1)?)?;
        let times = form.coefficient(other);
        form.add(&nothing.times(times)?)
    }

    /// Leaves only pairs that meet a condition, if it compares a part with a number or with the other.
    fn meet(&mut self, condition: &Cond) -> Option<()> {
        match condition {
            Cond::Not(condition) => match &**condition {
                Cond::Compare(Comparison::Eq, left, right) => self.differ(left, right),
                _ => None,
            },
            Cond::Compare(comparison, left, right) => match comparison {
                Comparison::Ne => self.differ(left, right),
                Comparison::Ge => self.at_least(left, right, 0),
                Comparison::Gt => self.at_least(left, right, 1),
                Comparison::Le => self.at_least(right, left, 0),
                Comparison::Lt => self.at_least(right, left, 1),
                Comparison::Eq => None,
            },
            _ => None,
        }
    }

    /// What the second part has more than the first.
    fn difference(&self) -> Option<Linear> {
        self.together.clone().add(&Linear::of_var(self.part).times(-2)?)
    }

    fn differ(&mut self, left: &Int, right: &Int) -> Option<()> {
        let (form, difference) = (self.form(left, right)?, self.difference()?);
        self.unequal = form == difference || Some(form) == difference.times(-1);
        self.unequal.then_some(())
    }

    fn at_least(&mut self, left: &Int, right: &Int, more: i64) -> Option<()> {
        let form = self.form(left, right)?.plus(-more)?;
        let first = Linear::of_var(self.part);
        let second = self.together.clone().add(&first.clone().times(-1)?)?;
        let difference = self.difference()?;
        // `form` is at least 0: it is one of these less a number.
        let less = |of: &Linear| {
            let rest = of.clone().add(&form.clone().times(-1)?)?;
            rest.terms.is_empty().then_some(rest.constant)
        };
        if let Some(number) = less(&first) {
            self.least[0] = self.least[0].max(number);
        } else if let Some(number) = less(&second) {
            self.least[1] = self.least[1].max(number);
        } else if let Some(number) = less(&difference) {
            self.more[0] = Some(self.more[0].map_or(number, |known| known.max(number)));
        } else {
            let number = less(&difference.times(-1)?)?.checked_neg()?;
            self.more[1] = Some(self.more[1].map_or(number, |known| known.min(number)));
        }
        Some(())
    }

    /// Whether a part may be empty and whether the parts must differ, if these are all pairs of that kind, in one order
    /// at least.
    fn parts(&self) -> Option<(bool, bool)> {
        // The part that runs over all numbers, the smaller one if only pairs in one order are there, and the larger.
        let (smaller, larger, differ) = match self.more {
            [None, None] => {
                let [first, second] = self.least;
                (first == second).then_some((first, second, false))?
            }
            [Some(least @ (0 | 1)), None] => (self.least[0], self.least[1], least == 1),
            [None, Some(most @ (-1 | 0))] => (self.least[1], self.least[0], most == -1),
            _ => return None,
        };
        // The larger part is at least as large as the smaller one; if that may be empty, both may be.
        let all = (smaller, larger) == (0, 0) || smaller == 1 && larger <= 1;
        all.then_some((smaller == 0, differ || self.unequal))
    }
}

/// Whether a kind's rule is `[n, q] -> [n-k, 2*k] for k in 1..min(n, q)`, for itself.
pub(super) fn is_fibonacci_rest(kind: &Kind) -> bool {
    let most = |to: &Int| match to {
        Int::Extreme(End::Least, ends) => {
            ends.len() == 2 && ends.contains(&Int::Var(0)) && ends.contains(&Int::Var(1))
        }
        // Taking more than there is leads nowhere.
        other => *other == Int::Var(1),
    };
    kind.coords.len() == 2 && is_doubling(kind, &most).is_some()
}

/// Whether a kind's rule is `fresh[n] -> [n-k, 2*k] for k in 1..n-1`, into the kind `rest`.
pub(super) fn is_fibonacci_fresh(kind: &Kind, rest: usize) -> bool {
    let most = |to: &Int| Linear::of(to) == Linear::of_var(0).plus(-1);
    kind.coords.len() == 1 && is_doubling(kind, &most) == Some(rest)
}

/// The kind that `.. -> [n-k, 2*k] for k in 1..most` leads to.
fn is_doubling(kind: &Kind, most: &dyn Fn(&Int) -> bool) -> Option<usize> {
    let [Family { terms, clauses, .. }] = &kind.families[..] else { return None };
    let [Term::Component(target)] = &terms[..] else { return None };
    let [Clause::For(k, Set::Range { from: Int::Const(1), to, step: None, .. })] = &clauses[..]
    else {
        return None;
    };
    let [left, limit] = &target.coords[..] else { return None };
    let taken = Linear::of_var(*k).times(-1)?.add(&Linear::of_var(0))?;
    let doubled = Linear::of_var(*k).times(2)?;
    let plain = kind.guard.is_none() && !kind.unordered && most(to);
    let right = Linear::of(left)? == taken && Linear::of(limit)? == doubled;
    (plain && right).then_some(target.kind)
}
