//! Euclid's game in its spellings: a positive multiple of one coordinate is taken from the other.
//!
//! ```text
//! unordered [a, b] if a > 0 -> [a, b - k*a] for k in 1..b/a
//! [a, b] -> [a, b - k*a] for k in 1..b if a > 0 | [a - k*b, b] for k in 1..a if b > 0
//! unordered [a, b] if a > 0 -> [a, b - m] for m in a..b step a
//! unordered [a, b] if a > 0 -> [a, b - k*a] for k in 1..(b-1)/a      numbers stay positive
//! ```
//!
//! A family is a line of such moves. Its conditions, with that of the rule before them, must hold for every
//! option of the game, and one of them must say that the coordinate which stays is positive: before it is
//! divided by, since a division by zero is a mistake in the rule, and at all, since a multiple of 0 may be
//! taken for ever.

use crate::rule::ir::{Clause, Comparison, Cond, End, Family, Int, IntOp, Kind, Set, Slot, Term};
use crate::rule::linear::Linear;
use crate::theory::euclid::Left;

/// What moves may leave, if the rule is that of Euclid's game.
pub(in crate::plan) fn euclid(kind: &Kind) -> Option<Left> {
    if kind.coords.len() != 2 || kind.families.is_empty() {
        return None;
    }
    let lines: Vec<(Slot, Left)> =
        kind.families.iter().map(|family| line(kind, family)).collect::<Option<_>>()?;
    let (_, left) = *lines.first()?;
    let stays = |axis: Slot| lines.iter().any(|&(stays, _)| stays == axis);
    // Of unordered coordinates the first is the smaller. What the other line takes then is the whole of two equal
    // numbers, which the first does as well.
    let complete = stays(0) && (kind.unordered || stays(1));
    (complete && lines.iter().all(|&(_, other)| other == left)).then_some(left)
}

/// The coordinate that stays, and what may be left of the other, if a family takes every positive multiple of
/// the one from the other.
fn line(kind: &Kind, family: &Family) -> Option<(Slot, Left)> {
    let [Term::Component(target)] = &family.terms[..] else { return None };
    let mut names = family.clauses.iter().filter_map(|clause| match clause {
        Clause::For(slot, _) => Some(*slot),
        _ => None,
    });
    let (Some(var), None) = (names.next(), names.next()) else { return None };
    let coords: Vec<Linear> =
        target.coords.iter().map(Linear::with_products).collect::<Option<_>>()?;
    let stays = (0..2).find(|&axis| coords[axis] == Linear::of_var(axis))?;
    let shrinks = 1 - stays;
    let taken = Linear::of_var(shrinks).minus(&coords[shrinks])?;
    let counted = taken == product(stays, var)?;
    if !counted && taken != Linear::of_var(var) {
        return None;
    }
    let rest = coords[shrinks].clone();
    let mut line = Line { stays, shrinks, var, counted, taken, rest, least: 0 };
    let steps = steps(kind, family)?;
    line.least = i64::from(steps.iter().any(|step| line.keeps_positive(step)));
    let left = if line.least == 0 { Left::Any } else { Left::Positive };
    line.is_whole(&steps, kind.unordered)?.then_some((stays, left))
}

/// A clause; conditions that must hold together are apart.
enum Step<'a> {
    For(&'a Set),
    If(&'a Cond),
}

/// The condition of the rule and the clauses of a family, in the order in which they are evaluated.
fn steps<'a>(kind: &'a Kind, family: &'a Family) -> Option<Vec<Step<'a>>> {
    let mut steps = Vec::new();
    let mut conditions = Vec::new();
    if let Some(guard) = &kind.guard {
        conditions.extend(guard.conjuncts());
    }
    for clause in &family.clauses {
        match clause {
            Clause::For(_, set) => {
                steps.extend(conditions.drain(..).map(Step::If));
                steps.push(Step::For(set));
            }
            Clause::If(cond) => conditions.extend(cond.conjuncts()),
            Clause::Let(..) => return None,
        }
    }
    steps.extend(conditions.into_iter().map(Step::If));
    Some(steps)
}

/// Moves that take from one coordinate multiples of the other.
struct Line {
    stays: Slot,
    shrinks: Slot,
    var: Slot,
    /// Whether the name of the family counts how often the coordinate is taken; if not, it is the amount.
    counted: bool,
    /// What is taken, and what is left.
    taken: Linear,
    rest: Linear,
    /// The least number that may be left: 0 or 1.
    least: i64,
}

impl Line {
    /// Whether all steps together allow every positive multiple and nothing else, and never divide by 0;
    /// nothing where a step is of no known form.
    fn is_whole(&self, steps: &[Step<'_>], unordered: bool) -> Option<bool> {
        // Whether the coordinate that stays is known to be positive, and the amount to be a multiple of it.
        let (mut positive, mut multiple) = (false, self.counted);
        let facts = self.facts()?;
        // Of unordered coordinates the first is the smaller.
        let smaller = if unordered { 0 } else { self.stays };
        let known = [Linear::of_var(self.stays), Linear::of_var(smaller), product(0, 1)?];
        for step in steps {
            match step {
                Step::For(Set::Range { from, to, step: by, .. }) => {
                    let begins = match (from, by) {
                        (Int::Const(1), None) => true,
                        (Int::Var(slot), None) => *slot == self.stays && !self.counted,
                        (Int::Var(slot), Some(Int::Var(by))) => {
                            multiple = positive && !self.counted;
                            (*slot, *by) == (self.stays, self.stays) && multiple
                        }
                        _ => false,
                    };
                    if !begins || !self.covers(to, positive) {
                        return None;
                    }
                }
                Step::For(_) => return None,
                Step::If(cond) if self.is_remainder(cond) => {
                    if !positive {
                        return None;
                    }
                    multiple = true;
                }
                Step::If(cond) if self.end(cond).is_some_and(|to| self.covers(to, positive)) => {}
                Step::If(cond) => {
                    if !implied(cond, &facts) {
                        return None;
                    }
                    positive |= known.iter().any(|form| says_positive(cond, form));
                }
            }
        }
        Some(positive && multiple)
    }

    /// What the name of the family is at most, if a condition says that.
    fn end<'c>(&self, cond: &'c Cond) -> Option<&'c Int> {
        let (comparison, to) = cond.of_var(self.var)?;
        (comparison == Comparison::Le).then_some(to)
    }

    /// Whether a range that ends here misses none of the numbers that its name may be.
    fn covers(&self, end: &Int, positive: bool) -> bool {
        match end {
            Int::Extreme(End::Least, ends) => ends.iter().all(|end| self.covers(end, positive)),
            Int::Binary(IntOp::Div, whole, by, _) => {
                let divides = self.counted && positive && **by == Int::Var(self.stays);
                divides && self.reaches(whole)
            }
            _ => self.reaches(end),
        }
    }

    /// Whether a number is never less than the most that may be taken.
    fn reaches(&self, most: &Int) -> bool {
        let most = Linear::of(most).and_then(|most| most.plus(self.least));
        most.is_some_and(|most| most.at_least(self.shrinks))
    }

    /// Whether a step says that a positive number is left.
    fn keeps_positive(&self, step: &Step<'_>) -> bool {
        match step {
            Step::For(Set::Range { to, .. }) => self.ends_before(to),
            Step::For(_) => false,
            Step::If(cond) => {
                self.end(cond).is_some_and(|to| self.ends_before(to))
                    || says_positive(cond, &self.rest)
            }
        }
    }

    /// Whether the end of a range is the last number that leaves a positive one.
    fn ends_before(&self, end: &Int) -> bool {
        let all_but_one = |most: &Int| Linear::of(most) == Linear::of_var(self.shrinks).plus(-1);
        match end {
            Int::Extreme(End::Least, ends) => ends.iter().any(|end| self.ends_before(end)),
            Int::Binary(IntOp::Div, whole, by, _) => {
                self.counted && **by == Int::Var(self.stays) && all_but_one(whole)
            }
            _ => !self.counted && all_but_one(end),
        }
    }

    /// Whether a condition says that the amount is a multiple of the coordinate that stays.
    fn is_remainder(&self, cond: &Cond) -> bool {
        let Cond::Compare(Comparison::Eq, one, other) = cond else { return false };
        [(one, other), (other, one)].into_iter().any(|(remainder, zero)| {
            let Int::Binary(IntOp::Rem, of, by, _) = remainder else { return false };
            !self.counted
                && **of == Int::Var(self.var)
                && **by == Int::Var(self.stays)
                && *zero == Int::Const(0)
        })
    }

    /// Forms that are at least 0 for every option of the game.
    fn facts(&self) -> Option<Vec<Linear>> {
        let [stays, shrinks, var] = [self.stays, self.shrinks, self.var].map(Linear::of_var);
        Some(vec![
            self.rest.clone().plus(-self.least)?,
            self.taken.clone().plus(-1)?,
            self.taken.minus(&stays)?,
            self.taken.minus(&var)?,
            shrinks.minus(&stays)?.plus(-self.least)?,
            shrinks.minus(&var)?.plus(-self.least)?,
            product(0, 1)?.plus(-1)?,
            stays.plus(-1)?,
            shrinks.plus(-1 - self.least)?,
            var.plus(-1)?,
        ])
    }
}

/// Forms that are at least 0 exactly where a comparison holds.
fn forms(cond: &Cond) -> Option<Vec<Linear>> {
    let Cond::Compare(comparison, left, right) = cond else { return None };
    let (low, high, apart) = comparison.ascending(left, right)?;
    let highs = match high {
        Int::Extreme(End::Least, ends) => &ends[..],
        _ => std::slice::from_ref(high),
    };
    let lows = match low {
        Int::Extreme(End::Greatest, ends) => &ends[..],
        _ => std::slice::from_ref(low),
    };
    let pairs = highs.iter().flat_map(|high| lows.iter().map(move |low| (high, low)));
    pairs.map(|(high, low)| difference(high, low)?.plus(-apart)).collect()
}

/// The form of `left - right`, if the condition is `left != right`.
fn unequal(cond: &Cond) -> Option<Linear> {
    match cond {
        Cond::Compare(Comparison::Ne, left, right) => difference(left, right),
        _ => None,
    }
}

/// Whether a condition holds wherever these forms are at least 0.
fn implied(cond: &Cond, facts: &[Linear]) -> bool {
    let holds = |form: &Linear| form.follows(facts, 1);
    if let Some(form) = unequal(cond) {
        let sides = [Some(form.clone()), form.times(-1)];
        return sides
            .into_iter()
            .flatten()
            .filter_map(|side| side.plus(-1))
            .any(|side| holds(&side));
    }
    forms(cond).is_some_and(|forms| forms.iter().all(holds))
}

/// Whether a condition says that a form, which is not negative, is positive.
fn says_positive(cond: &Cond, form: &Linear) -> bool {
    let is = |other: &Linear, constant: i64| form.clone().plus(constant).as_ref() == Some(other);
    if let Some(difference) = unequal(cond) {
        let sides = [Some(difference.clone()), difference.times(-1)];
        return sides.into_iter().flatten().any(|side| is(&side, 0));
    }
    forms(cond).is_some_and(|forms| forms.iter().any(|other| is(other, -1)))
}

fn difference(a: &Int, b: &Int) -> Option<Linear> {
    Linear::with_products(a)?.minus(&Linear::with_products(b)?)
}

fn product(a: Slot, b: Slot) -> Option<Linear> {
    Linear::of_var(a).multiplied(&Linear::of_var(b))
}
