//! Splits of a heap in two: `[a] + [n-s-a] for a in ..`, and which parts there are, however that is written.
//!
//! ```text
//! for a in 1..(n-1)/2                             the end of a range
//! for a in 1..n-1 if a != n-a                     conditions on the parts
//! [a] + [b] for a in .., b in .. if a + b == n    both parts named
//! ```

use crate::rule::closed_set;
use crate::rule::ir::{Clause, Comparison, Cond, Int, IntOp, Kind, Set, Slot};
use crate::rule::linear::Linear;

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

/// The split of one family of a kind into two parts, under clauses that say something new.
pub(super) fn split(kind: &Kind, clauses: &[Clause], parts: [&Int; 2]) -> Option<Split> {
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
