//! Families of whose options a coordinate says only how far a range goes.
//!
//! ```text
//! [n, q] -> [n-k, k] for k in 1..min(n, q+3) if k % 5 != n % 3        with q the range grows, and nothing else
//! ```
//!
//! So the options of a component are those of the one before it along that coordinate, and few more. Where it says where a
//! range begins, `[n, l] -> [n-k, k] for k in l+1..n`, the range grows as the coordinate falls.

use std::ops::ControlFlow;

use crate::limits::Limits;
use crate::rule::eval::options::{self, Copies};
use crate::rule::ir::{Clause, End, Family, Int, Kind, Set, Slot, Term};
use crate::rule::linear::Linear;
use crate::rule::mention;
use crate::rule::rules::{Component, Rules};
use crate::ruleset::Failure;

/// A family whose first range grows with a coordinate, of which nothing else depends.
#[derive(Clone, Debug)]
pub(crate) struct Growing {
    /// Components of the kind have the options of this family alone, from an element of its range on, or up to it.
    rules: Rules,
    /// The range, and whether it grows as the coordinate falls, at its beginning.
    from: Int,
    to: Int,
    falls: bool,
    /// Where the element stands from which on options are wanted, or up to which.
    edge: Slot,
}

impl Growing {
    /// A family of a kind that grows with a coordinate, or as it `falls`; nothing if it is not of that form, or the kind ends
    /// the game, or has a condition of its own.
    pub(crate) fn new(
        rules: &Rules,
        kind: usize,
        family: usize,
        axis: usize,
        falls: bool,
    ) -> Option<Growing> {
        let rule = &rules.ir()[kind];
        let family = rule.families.get(family).filter(|_| is_plain(rule))?;
        let at = range(rule, family, axis, falls)?;
        let edge = rule.slots;
        let mut growing = family.clone();
        let Clause::For(_, Set::Range { from, to, .. }) = &mut growing.clauses[at] else {
            return None;
        };
        let range = (from.clone(), to.clone());
        *(if falls { to } else { from }) = Int::Var(edge);
        let rules = rules.with_family(kind, growing, rule.slots + 1);
        Some(Growing { rules, from: range.0, to: range.1, falls, edge })
    }

    /// Shows the options by the elements of the range from one on, from its beginning if none is said, until `see`
    /// breaks; where it grows at its beginning, up to one, from its end. The element beside the range, from which on options
    /// are to be asked for next, or up to which.
    pub(crate) fn options(
        &self,
        component: &Component,
        edge: Option<i64>,
        limits: &Limits,
        see: &mut dyn FnMut(&[Component]) -> ControlFlow<()>,
    ) -> Result<i64, Failure> {
        self.rules.in_frame(component, limits, |frame, kind| {
            let (moving, steady) =
                if self.falls { (&self.from, &self.to) } else { (&self.to, &self.from) };
            let begins = edge.is_none();
            let edge = match edge {
                Some(edge) => edge,
                None => frame.int(steady)?,
            };
            let end = frame.int(moving)?;
            let has_elements = if self.falls { end <= edge } else { edge <= end };
            // What stands before the range may have no value, though the range be empty.
            if has_elements || begins {
                frame.set(self.edge, edge);
                options::each_option(frame, self.rules.ir(), kind, Copies::Cancelled, see)?;
            }
            Ok(match self.falls {
                true => edge.min(end.saturating_sub(1)),
                false => edge.max(end.saturating_add(1)),
            })
        })
    }

    /// How many elements the range has at a component; nothing if it has no value there.
    pub(crate) fn length(&self, component: &Component) -> Option<u64> {
        let length = self.rules.in_frame(component, &Limits::default(), |frame, _| {
            let (from, to) = (frame.int(&self.from)?, frame.int(&self.to)?);
            Ok(to.saturating_sub(from).saturating_add(1))
        });
        u64::try_from(length.ok()?).ok()
    }
}

/// A kind of which all families grow with a coordinate, for machine code.
#[cfg(feature = "jit")]
pub(crate) struct Grown {
    /// The kind with the range of each family from a slot of its own on, or up to it.
    pub(crate) kind: Kind,
    pub(crate) ranges: Vec<GrownRange>,
}

/// The range of a family that grows.
#[cfg(feature = "jit")]
#[derive(Clone, Debug)]
pub(crate) struct GrownRange {
    /// Where the element stands from which on options are wanted, or up to which.
    pub(crate) edge: Slot,
    pub(crate) from: Int,
    pub(crate) to: Int,
    /// Whether it grows as the coordinate falls, at its beginning.
    pub(crate) falls: bool,
}

#[cfg(feature = "jit")]
impl Grown {
    /// A kind of which all families [grow](Growing) with a coordinate, or as it falls.
    pub(crate) fn new(rules: &Rules, kind: usize, axis: usize, falls: bool) -> Option<Grown> {
        let mut grown = rules.ir()[kind].clone();
        let mut ranges = Vec::new();
        for family in 0..grown.families.len() {
            let Growing { rules: alone, from, to, edge: own, .. } =
                Growing::new(rules, kind, family, axis, falls)?;
            let edge = own + family;
            let mut family_alone = alone.ir()[kind].families[0].clone();
            let ends = family_alone.clauses.iter_mut().find_map(|clause| match clause {
                Clause::For(_, Set::Range { from, .. }) if *from == Int::Var(own) => Some(from),
                Clause::For(_, Set::Range { to, .. }) if *to == Int::Var(own) => Some(to),
                _ => None,
            });
            *ends? = Int::Var(edge);
            grown.families[family] = family_alone;
            ranges.push(GrownRange { edge, from, to, falls });
        }
        grown.slots += ranges.len();
        (!ranges.is_empty()).then_some(Grown { kind: grown, ranges })
    }
}

/// Whether ranges of a kind grow as a coordinate falls, and none as it rises.
pub(crate) fn grows_falling(kind: &Kind, axis: usize) -> bool {
    let any =
        |falls: bool| kind.families.iter().any(|family| range(kind, family, axis, falls).is_some());
    is_plain(kind) && any(true) && !any(false)
}

pub(in crate::rule) fn is_plain(kind: &Kind) -> bool {
    kind.guard.is_none() && kind.wins.is_empty() && !kind.unordered
}

/// Where among the clauses of a family the range stands that grows with a coordinate, if nothing else mentions that.
fn range(kind: &Kind, family: &Family, axis: usize, falls: bool) -> Option<usize> {
    let looked = |slot: Slot| slot == axis;
    let at = family.clauses.iter().position(|clause| matches!(clause, Clause::For(..)))?;
    let Clause::For(_, Set::Range { from, to, step: None, .. }) = &family.clauses[at] else {
        return None;
    };
    let others = family.clauses.iter().enumerate().filter(|(other, _)| *other != at);
    let mentioned = others
        .into_iter()
        .any(|(_, clause)| mention::in_clauses(std::slice::from_ref(clause), &looked));
    // What stands before the range is not known where its ends are asked for alone.
    let bound = |slot: Slot| slot >= kind.coords.len();
    let unknown = mention::in_int(from, &bound) || mention::in_int(to, &bound);
    let leads = family.terms.iter().any(|term| mentions(term, &looked));
    let (moving, other, end) =
        if falls { (from, to, End::Greatest) } else { (to, from, End::Least) };
    let steady = !mentioned && !unknown && !leads && !mention::in_int(other, &looked);
    (steady && grows(moving, axis, end)).then_some(at)
}

/// Whether an end of a range, the least or the greatest of some numbers, never falls as a coordinate rises.
fn grows(int: &Int, axis: usize, end: End) -> bool {
    match int {
        Int::Extreme(of, numbers) if *of == end => {
            let steady = |int: &Int| !mention::in_int(int, &|slot| slot == axis);
            numbers.iter().all(|int| steady(int) || grows(int, axis, end))
                && numbers.iter().any(|int| grows(int, axis, end))
        }
        _ => Linear::of(int).is_some_and(|form| {
            form.terms.iter().any(|&(slot, factor)| slot == axis && factor > 0)
        }),
    }
}

/// Whether an expression of an option mentions a variable, be it as a coordinate that stays.
pub(in crate::rule) fn mentions(term: &Term, looked: &mention::Looked<'_>) -> bool {
    let in_coords = |coords: &[Int]| coords.iter().any(|coord| mention::in_int(coord, looked));
    match term {
        Term::Component(target) => in_coords(&target.coords),
        Term::Times { count, terms, .. } => {
            mention::in_int(count, looked) || terms.iter().any(|term| mentions(term, looked))
        }
        Term::Sum { set, terms, .. } => {
            mention::in_set(set, looked) || terms.iter().any(|term| mentions(term, looked))
        }
        Term::Choose { count, of, clauses, .. } => {
            mention::in_int(count, looked)
                || in_coords(&of.coords)
                || mention::in_clauses(clauses, looked)
        }
    }
}
