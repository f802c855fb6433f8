//! Conditions on what is left, `[a-k, b] for k in 1..a if (a-k) % 3 == b % 2`: they say which components of a line are
//! options, whatever component asks. So the set of the line takes in those alone.
//!
//! A condition is one on what is left if `a` and `k` occur in it as `a-k` only: then it says of a component, with 0 in
//! the place of `k`, whether that is an option. In `[k, b] for k in 0..a-1 if k % 3 == b % 2` the component has `k` itself
//! as its coordinate.

use crate::rule::ir::{Clause, Cond, Int, IntOp, Slot, UnaryFn};
use crate::rule::linear::{LARGE, Linear, most};
use crate::rule::{closed_set, meets};

/// Coordinates are less than this, or no machine has room for the table.
const COORDS: u64 = 1 << 44;

/// What components must be to be options.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::table) struct Only {
    clauses: Vec<Clause>,
}

/// How the amounts that a family chooses stand to the components it leads to.
#[derive(Clone, Copy)]
pub(super) enum Chosen<'a> {
    /// What is taken from each of these coordinates.
    Taken(&'a [usize]),
    /// What is left of this one.
    Left(usize),
}

impl Only {
    /// The conditions behind a range, if all are conditions on what is left; nothing too if there are none.
    pub(super) fn new(conditions: &[&Cond], var: Slot, chosen: Chosen<'_>) -> Option<Only> {
        let seen = Seen { var, chosen };
        let all = !conditions.is_empty() && conditions.iter().all(|cond| seen.may_ask(cond));
        let own = |cond: &&Cond| Clause::If(seen.of_component(cond));
        all.then(|| Only { clauses: conditions.iter().map(own).collect() })
    }

    /// Whether a component is an option of those behind it on the line.
    pub(in crate::table) fn admits(&self, coords: &[i64]) -> bool {
        meets(&self.clauses, coords) == Some(true)
    }

    /// What it must meet.
    #[cfg(feature = "jit")]
    pub(in crate::table) fn conditions(&self) -> impl Iterator<Item = &Cond> {
        self.clauses.iter().filter_map(|clause| match clause {
            Clause::If(cond) => Some(cond),
            _ => None,
        })
    }
}

/// A chosen amount, and what may be said of it.
struct Seen<'a> {
    var: Slot,
    chosen: Chosen<'a>,
}

impl Seen<'_> {
    /// Whether a sum of multiples is one of what is left, and of coordinates that stay.
    fn is_of_left(&self, form: &Linear) -> bool {
        match self.chosen {
            Chosen::Taken(axes) => {
                let of = |slot: Slot| i128::from(form.coefficient(slot));
                axes.iter().map(|&axis| of(axis)).sum::<i128>() + of(self.var) == 0
            }
            Chosen::Left(axis) => form.coefficient(axis) == 0,
        }
    }

    fn may_count(&self, int: &Int) -> bool {
        match int {
            Int::Binary(IntOp::Div | IntOp::Rem, number, by, _) => {
                matches!(**by, Int::Const(1..)) && self.may_count(number)
            }
            Int::Unary(UnaryFn::Abs, number, _) => self.may_count(number),
            Int::Extreme(_, numbers) => numbers.iter().all(|number| self.may_count(number)),
            _ => Linear::of(int).is_some_and(|form| self.is_of_left(&form)),
        }
    }

    fn may_ask(&self, cond: &Cond) -> bool {
        let counts = |int: &Int| most(int, COORDS) < LARGE && self.may_count(int);
        match cond {
            Cond::Compare(_, a, b) => {
                let apart = || Linear::of(a)?.minus(&Linear::of(b)?);
                let small = most(a, COORDS) < LARGE && most(b, COORDS) < LARGE;
                counts(a) && counts(b)
                    || small && apart().is_some_and(|form| self.is_of_left(&form))
            }
            Cond::In(int, set) => counts(int) && closed_set(set).is_some(),
            Cond::And(a, b) | Cond::Or(a, b) => self.may_ask(a) && self.may_ask(b),
            Cond::Not(inner) => self.may_ask(inner),
            Cond::Shared(inner) => self.may_ask(inner),
            Cond::IsPrime(int) | Cond::IsSquare(int) => counts(int),
        }
    }

    /// What a condition asks of the component that is left.
    fn of_component(&self, cond: &Cond) -> Cond {
        let int = |int: &Int| self.number_of_component(int);
        let both =
            |a: &Cond, b: &Cond| (Box::new(self.of_component(a)), Box::new(self.of_component(b)));
        match cond {
            Cond::Compare(how, a, b) => Cond::Compare(*how, int(a), int(b)),
            Cond::In(number, set) => Cond::In(int(number), set.clone()),
            Cond::And(a, b) => {
                let (a, b) = both(a, b);
                Cond::And(a, b)
            }
            Cond::Or(a, b) => {
                let (a, b) = both(a, b);
                Cond::Or(a, b)
            }
            Cond::Not(inner) => Cond::Not(Box::new(self.of_component(inner))),
            Cond::IsPrime(number) => Cond::IsPrime(int(number)),
            Cond::IsSquare(number) => Cond::IsSquare(int(number)),
            Cond::Shared(inner) => self.of_component(inner),
        }
    }

    fn number_of_component(&self, int: &Int) -> Int {
        let inner = |int: &Int| Box::new(self.number_of_component(int));
        match int {
            Int::Var(slot) if *slot == self.var => match self.chosen {
                Chosen::Taken(_) => Int::Const(0),
                Chosen::Left(axis) => Int::Var(axis),
            },
            Int::Neg(number, span) => Int::Neg(inner(number), *span),
            Int::Unary(how, number, span) => Int::Unary(*how, inner(number), *span),
            Int::Binary(how, a, b, span) => Int::Binary(*how, inner(a), inner(b), *span),
            Int::Extreme(end, numbers) => Int::Extreme(
                *end,
                numbers.iter().map(|number| self.number_of_component(number)).collect(),
            ),
            other => other.clone(),
        }
    }
}
