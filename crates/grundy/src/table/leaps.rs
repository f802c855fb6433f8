//! Where the options of a kind lead: the components named in its rule, each with what is known of
//! the variables there.

use super::bounds::{Bounds, Interval};
use super::layout::Order;
use crate::language::phrase;
use crate::rule::ir::{Clause, End, Family, Int, Kind, Target, Term};
use crate::rule::linear::Linear;

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
pub(super) struct Form {
    /// Itself, if it is linear.
    exact: Option<Linear>,
    /// What it is at most: itself, what it is the least of, or what something is taken from.
    most: Vec<Linear>,
}

impl Form {
    pub(super) fn of(coord: &Int, bounds: &Bounds) -> Form {
        let exact = Linear::with_products(coord);
        let most = match (&exact, coord) {
            (Some(form), _) => vec![form.clone()],
            (None, Int::Extreme(End::Least, numbers)) => {
                numbers.iter().filter_map(Linear::with_products).collect()
            }
            (None, _) => bounds.at_most_rest(coord).into_iter().collect(),
        };
        Form { exact, most }
    }

    /// Whether it surely is the coordinate itself.
    fn stays(&self, axis: usize) -> bool {
        self.exact.as_ref() == Some(&Linear::of_var(axis))
    }

    /// Whether it surely is less than the coordinate, by so much or more.
    pub(super) fn shrinks(&self, axis: usize, least: i64, bounds: &Bounds) -> bool {
        let own = Linear::of_var(axis);
        self.most.iter().any(|form| bounds.proves_difference(&own, form, least))
    }

    /// Whether it surely is no greater than the coordinate.
    pub(super) fn does_not_grow(&self, axis: usize, bounds: &Bounds) -> bool {
        self.stays(axis) || self.shrinks(axis, 0, bounds)
    }

    /// A linear form that it is at most: the coordinate, if that is one.
    fn above(&self, axis: usize) -> Option<&Linear> {
        let own = Linear::of_var(axis);
        self.most.iter().find(|form| **form == own).or(self.most.first())
    }
}

/// Every component in the options of a kind whose coordinates are below `dims`, all of which are
/// of the same kind.
///
/// # Errors
/// What the rule has that tables do not take.
pub(super) fn leaps(index: usize, kind: &Kind, dims: &[u64]) -> Result<Vec<Leap>, &'static str> {
    let mut bounds = Bounds::new(dims, kind.slots, kind.unordered);
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
            reach: target.coords.iter().map(|coord| bounds.interval(coord)).collect(),
            bounds: bounds.clone(),
        });
        Ok(())
    }
}

/// Whether an option with these coordinates, where they are not negative, surely is computed before
/// the component it is an option of.
pub(super) fn comes_before(forms: &[Form], bounds: &Bounds, order: &Order, sorted: bool) -> bool {
    let sum_shrinks = || {
        let shrink = forms.iter().enumerate().try_fold(
            Linear { terms: Vec::new(), constant: -1 },
            |shrink, (axis, form)| {
                let above = form.above(axis)?.clone();
                shrink.add(&Linear::of_var(axis))?.add(&above.times(-1)?)
            },
        );
        shrink.is_some_and(|form| bounds.proves(&form))
    };
    match order {
        Order::Sums => sum_shrinks(),
        // Sorting keeps "no coordinate grows" and the sum.
        Order::Lines(_) if sorted => {
            let mut forms = forms.iter().enumerate();
            forms.all(|(axis, form)| form.does_not_grow(axis, bounds)) && sum_shrinks()
        }
        Order::Lines(axes) => {
            for &axis in axes {
                if forms[axis].shrinks(axis, 1, bounds) {
                    return true;
                }
                if !forms[axis].does_not_grow(axis, bounds) {
                    return false;
                }
            }
            false
        }
    }
}

/// Whether a component has few options, as far as the sets say from which they are chosen.
#[cfg(feature = "jit")]
pub(super) fn has_few_options(kind: &Kind) -> bool {
    use crate::rule::closed_set;
    use crate::rule::ir::{Set, SetFn};
    /// Elements of a constant range.
    const FEW: usize = 64;
    fn few(set: &Set) -> bool {
        match set {
            Set::List(_) | Set::Fixed(_) => true,
            Set::Call(function, ..) => {
                matches!(function, SetFn::Digits | SetFn::Divisors | SetFn::Powers | SetFn::Fibs)
            }
            Set::Shared(set) => few(set),
            Set::Without(set, _) | Set::Both(set, _) => few(set),
            Set::Either(a, b) => few(a) && few(b),
            Set::Range { .. } => closed_set(set).is_some_and(|set| set.len() <= FEW),
            Set::Comprehension { .. } => false,
        }
    }
    kind.families.iter().flat_map(|family| &family.clauses).all(|clause| match clause {
        Clause::For(_, set) => few(set),
        Clause::If(_) | Clause::Let(..) => true,
    })
}
