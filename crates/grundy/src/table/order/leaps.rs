//! Where the options of a kind lead: the components named in its rule, each with what is known of
//! the variables there.

use super::layout::{MOST_AXES, Order};
use crate::language::phrase;
use crate::rule::ir::{Clause, Family, Int, Kind, Target, Term};
use crate::rule::linear::Linear;
use crate::table::bounds::{Bounds, Interval};

/// A component in an option.
#[derive(Debug)]
pub(super) struct Leap {
    /// What its coordinates are.
    pub(super) forms: Vec<Form>,
    /// Where its coordinates lie; a negative one is no option.
    pub(super) reach: Vec<Interval>,
    /// What is known where it stands.
    pub(super) bounds: Bounds,
}

/// What is known of a coordinate of an option.
#[derive(Debug)]
pub(in crate::table) struct Form {
    /// Itself, if it is linear.
    exact: Option<Linear>,
    /// Upper bounds: itself, an argument of a `min`, what a number is subtracted from, and the like.
    most: Vec<Linear>,
    /// Lower bounds: itself, an argument of a `max`, or what a number is added to.
    least: Vec<Linear>,
    /// The numbers of which it is the least or the greatest, so that it is one of them.
    one_of: Vec<Linear>,
}

impl Form {
    pub(in crate::table) fn of(coord: &Int, bounds: &Bounds) -> Form {
        let exact = Linear::with_products(coord);
        let most = match &exact {
            Some(form) => vec![form.clone()],
            None => bounds.at_most(coord),
        };
        let mut least = bounds.at_least(coord);
        least.extend(exact.clone());
        let one_of = match coord {
            Int::Extreme(_, numbers) => numbers.iter().map(Linear::with_products).collect(),
            _ => None,
        };
        Form { exact, most, least, one_of: one_of.unwrap_or_default() }
    }

    /// Whether it surely is greater than the coordinate, by so much or more.
    fn grows(&self, axis: usize, least: i64, bounds: &Bounds) -> bool {
        let own = Linear::of_var(axis);
        let by = |form: &Linear| bounds.proves_difference(form, &own, least);
        self.least.iter().any(by) || self.is_one_of(by)
    }

    /// Whether it surely is the coordinate itself.
    fn stays(&self, axis: usize) -> bool {
        self.exact.as_ref() == Some(&Linear::of_var(axis))
    }

    /// Whether it surely is less than the coordinate, by so much or more.
    pub(in crate::table) fn shrinks(&self, axis: usize, least: i64, bounds: &Bounds) -> bool {
        let own = Linear::of_var(axis);
        let by = |form: &Linear| bounds.proves_difference(&own, form, least);
        self.most.iter().any(by) || self.is_one_of(by)
    }

    /// Whether it is one of some numbers that all are so.
    fn is_one_of(&self, so: impl Fn(&Linear) -> bool) -> bool {
        !self.one_of.is_empty() && self.one_of.iter().all(so)
    }

    /// Whether it surely is no greater than the coordinate.
    pub(super) fn does_not_grow(&self, axis: usize, bounds: &Bounds) -> bool {
        self.stays(axis) || self.shrinks(axis, 0, bounds)
    }

    /// Where it lies on an axis that runs upwards, or that falls.
    pub(super) fn runs_back(&self, axis: usize, falls: bool, bounds: &Bounds) -> Back {
        let by = |least: i64| match falls {
            true => self.grows(axis, least, bounds),
            false => self.shrinks(axis, least, bounds),
        };
        match self.stays(axis) {
            true => Back::OrStays,
            false if by(1) => Back::Surely,
            false if by(0) => Back::OrStays,
            false => Back::Unknown,
        }
    }

    /// A linear form that it is at most: the coordinate, if that is one.
    fn above(&self, axis: usize) -> Option<&Linear> {
        let own = Linear::of_var(axis);
        self.most.iter().find(|form| **form == own).or(self.most.first())
    }
}

/// Every component in the options of a kind, of whose coordinates this is known; all of them are of
/// the same kind.
///
/// # Errors
/// What the rule has that tables do not take.
pub(super) fn leaps(
    index: usize,
    kind: &Kind,
    mut bounds: Bounds,
) -> Result<Vec<Leap>, &'static str> {
    if let Some(guard) = &kind.guard {
        bounds.assume(guard, true);
    }
    let mut walk = Walk { kind: index, leaps: Vec::new() };
    for Family { terms, clauses, .. } in &kind.families {
        let mut bounds = bounds.clone();
        walk.clauses(clauses, &mut bounds);
        walk.terms(terms, &bounds)?;
    }
    Ok(walk.leaps)
}

struct Walk {
    kind: usize,
    leaps: Vec<Leap>,
}

impl Walk {
    fn clauses(&mut self, clauses: &[Clause], bounds: &mut Bounds) {
        for clause in clauses {
            match clause {
                Clause::For(slot, set) => bounds.bind_element(*slot, set),
                Clause::If(cond) => bounds.assume(cond, true),
                Clause::Let(slot, value) => bounds.bind_value(*slot, value),
            }
        }
    }

    fn terms(&mut self, terms: &[Term], bounds: &Bounds) -> Result<(), &'static str> {
        for term in terms {
            match term {
                Term::Component(target) => self.target(target, bounds)?,
                Term::Times { terms, .. } => self.terms(terms, bounds)?,
                Term::Sum { var, set, terms, .. } => {
                    let mut bounds = bounds.clone();
                    bounds.bind_element(*var, set);
                    self.terms(terms, &bounds)?;
                }
                Term::Choose { of, clauses, .. } => {
                    let mut bounds = bounds.clone();
                    self.clauses(clauses, &mut bounds);
                    self.target(of, &bounds)?;
                }
            }
        }
        Ok(())
    }

    fn target(&mut self, target: &Target, bounds: &Bounds) -> Result<(), &'static str> {
        if target.kind != self.kind {
            return Err(phrase!("options lead to another kind of component"));
        }
        self.leaps.push(Leap {
            forms: target.coords.iter().map(|coord| Form::of(coord, bounds)).collect(),
            reach: target.coords.iter().map(|coord| bounds.reach(coord)).collect(),
            bounds: bounds.clone(),
        });
        Ok(())
    }
}

/// Whether an option with these coordinates, where they are not negative, surely is computed before
/// the component it is an option of.
pub(in crate::table) fn comes_before(
    forms: &[Form],
    bounds: &Bounds,
    order: &Order,
    sorted: bool,
) -> bool {
    match order {
        Order::Sums => sum_falls(forms, &ONES[..forms.len()], 1, bounds),
        Order::EdgesLast => edges_come_after(forms, bounds),
        // Sorting keeps "no coordinate grows" and the sum.
        Order::Lines(_) if sorted => {
            let mut axes = forms.iter().enumerate();
            axes.all(|(axis, form)| form.does_not_grow(axis, bounds))
                && sum_falls(forms, &ONES[..forms.len()], 1, bounds)
        }
        Order::Lines(axes) | Order::Turned { axes, .. } => {
            let settled = axes.iter().find_map(|&axis| {
                match forms[axis].runs_back(axis, order.falls(axis), bounds) {
                    Back::Surely => Some(true),
                    Back::OrStays => None,
                    Back::Unknown => Some(false),
                }
            });
            settled.unwrap_or(false)
        }
    }
}

/// Where a coordinate of an option lies beside that of the component, along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Back {
    /// Surely before it.
    Surely,
    /// Before it, or in the same place.
    OrStays,
    Unknown,
}

/// Each coordinate once.
pub(super) const ONES: [i64; MOST_AXES] = [1; MOST_AXES];

/// Whether the sum of the coordinates, each so many times, surely is less in an option than in the
/// component, by so much or more.
pub(super) fn sum_falls(forms: &[Form], factors: &[i64], least: i64, bounds: &Bounds) -> bool {
    let fall = forms.iter().zip(factors).enumerate().try_fold(
        Linear { terms: Vec::new(), constant: -least },
        |fall, (axis, (form, &factor))| {
            let above = form.above(axis)?.clone();
            fall.add(&Linear::of_var(axis).minus(&above)?.times(factor)?)
        },
    );
    fall.is_some_and(|form| bounds.proves(&form))
}

/// Whether an option surely has a smaller sum, or the same and no coordinate 0 where the component has one.
fn edges_come_after(forms: &[Form], bounds: &Bounds) -> bool {
    let axes = 0..forms.len();
    let falls = |least: i64, bounds: &Bounds| sum_falls(forms, &ONES[..forms.len()], least, bounds);
    let positive = |form: &Form, bounds: &Bounds| {
        let less = form.exact.clone().and_then(|form| form.plus(-1));
        less.is_some_and(|form| bounds.proves(&form))
    };
    let mut inside = bounds.clone();
    axes.clone().for_each(|axis| inside.know_positive(axis));
    falls(1, &inside)
        && axes.clone().all(|axis| {
            let mut edge = bounds.clone();
            edge.know_zero(axis);
            falls(1, &edge) || falls(0, &edge) && forms.iter().all(|form| positive(form, &edge))
        })
}

/// What is known of coordinates below these.
pub(super) fn bounds(rule: &Kind, dims: &[u64]) -> Bounds {
    Bounds::new(dims, rule.slots, rule.unordered)
}

/// How many numbers coordinates take that are below `dims`, or those of their options.
pub(super) fn reached(leaps: &[Leap], dims: &[u64]) -> Vec<u64> {
    let mut grown = dims.to_vec();
    for leap in leaps {
        for (axis, (dim, reach)) in grown.iter_mut().zip(&leap.reach).enumerate() {
            if leap.forms[axis].does_not_grow(axis, &leap.bounds) {
                continue;
            }
            let least = u64::try_from(reach.hi).map_or(0, |hi| hi.saturating_add(1));
            *dim = (*dim).max(least);
        }
    }
    grown
}

/// Whether a component has few options, as far as the sets say from which they are chosen.
#[cfg(feature = "jit")]
pub(in crate::table) fn has_few_options(kind: &Kind) -> bool {
    use crate::rule::closed_set_up_to;
    use crate::rule::ir::{Set, SetFn};
    /// Elements of a constant range.
    const FEW: u64 = 64;
    fn few(set: &Set) -> bool {
        match set {
            Set::List(_) | Set::Fixed(_) => true,
            Set::Call(function, ..) => {
                matches!(function, SetFn::Digits | SetFn::Divisors | SetFn::Powers | SetFn::Fibs)
            }
            Set::Shared(set) => few(set),
            Set::Without(set, _) | Set::Both(set, _) => few(set),
            Set::Either(a, b) => few(a) && few(b),
            Set::Range { .. } => closed_set_up_to(set, FEW).is_some(),
            Set::Comprehension { .. } => false,
        }
    }
    kind.families.iter().flat_map(|family| &family.clauses).all(|clause| match clause {
        Clause::For(_, set) => few(set),
        Clause::If(_) | Clause::Let(..) => true,
    })
}
