//! What a table of a kind would be, before it is made: the order in which it can be filled, the
//! box that play does not leave, and what handles each family of options.

use super::layout::{Layout, MOST_AXES, MOST_SORTED, Order, permutations};
use super::leaps::{Leap, comes_before, leaps};
use super::lines::{Line, line};
use super::repeats::{RowForm, row_form};
#[cfg(feature = "jit")]
use super::together::Way;
use crate::language::phrase;
use crate::rule::Rules;
use crate::rule::ir::Kind;

/// Rounds in which a box is widened until play does not leave it.
const MOST_ROUNDS: usize = 8;
/// No coordinate passes this.
const MOST_DIM: u64 = 1 << 40;
/// Coordinates for which a rule is looked at when no table is asked for yet.
const USUAL_DIM: u64 = 1 << 10;

/// Axes of which every order is tried.
const MOST_PERMUTED: usize = 3;

/// Options of a component from which on sets along lines pay, where there are but lines, and where
/// other options must be looked at too.
const FEW_OPTIONS: u64 = 64;
const MANY_OPTIONS: u64 = 192;

/// What is known of the tables of a kind.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    pub(super) order: Order,
    pub(super) proved: bool,
    /// For each family the lines along which it runs, if it is of that form.
    pub(super) lines: Vec<Option<Line>>,
    /// How rows lead to other rows, if those settle them.
    pub(super) rows: Option<RowForm>,
    /// How several threads can compute rows.
    #[cfg(feature = "jit")]
    pub(super) way: Option<Way>,
}

/// Finds out how tables of a kind can be filled.
///
/// # Errors
/// Why there are no tables of this kind.
pub(super) fn outline(rules: &Rules, kind: usize) -> Result<Outline, &'static str> {
    let rule = &rules.ir()[kind];
    if rule.coords.len() > MOST_AXES {
        return Err(phrase!("a table has at most six coordinates"));
    }
    if rule.unordered && rule.coords.len() > MOST_SORTED {
        return Err(phrase!("a table has at most four unordered coordinates"));
    }
    let dims = vec![USUAL_DIM; rule.coords.len()];
    let leaps = leaps(kind, rule, &dims)?;
    let (order, proved) = order(rule, &leaps);
    let lines = rule.families.iter().map(|family| line(rule, family)).collect();
    let rows = row_form(rule, &order).filter(|_| proved);
    Ok(Outline {
        #[cfg(feature = "jit")]
        way: if proved { way(&leaps, &order, rule.unordered) } else { None },
        order,
        proved,
        lines,
        rows,
    })
}

/// How several threads can compute rows of a table in which all options come before.
#[cfg(feature = "jit")]
fn way(leaps: &[Leap], order: &Order, sorted: bool) -> Option<Way> {
    let Order::Lines(axes) = order else { return Some(Way::Apart) };
    let (&inner, outer) = axes.split_last()?;
    let outer = Order::Lines(outer.to_vec());
    let apart = |leap: &Leap| !sorted && comes_before(&leap.forms, &leap.bounds, &outer, false);
    if leaps.iter().all(apart) {
        return Some(Way::Apart);
    }
    let behind = |leap: &Leap| sorted || leap.forms[inner].does_not_grow(inner, &leap.bounds);
    (axes.len() > 1 && leaps.iter().all(behind)).then_some(Way::Behind)
}

/// The order in which most options surely come before, and whether all do.
fn order(kind: &Kind, leaps: &[Leap]) -> (Order, bool) {
    let axes = kind.coords.len();
    let mut candidates = Vec::new();
    if kind.unordered {
        candidates.push(Order::Lines((0..axes).collect()));
    } else {
        candidates.extend(axes_in_order(axes).into_iter().map(Order::Lines));
    }
    if axes > 1 {
        candidates.push(Order::Sums);
    }
    let proved = |order: &Order| {
        let surely = |leap: &&Leap| comes_before(&leap.forms, &leap.bounds, order, kind.unordered);
        leaps.iter().filter(surely).count()
    };
    let mut best = (Order::Sums, 0);
    for candidate in candidates {
        let count = proved(&candidate);
        if count == leaps.len() {
            return (candidate, true);
        }
        // Where nothing more is known, the sum of the coordinates shrinks more often than not.
        if count > best.1 {
            best = (candidate, count);
        }
    }
    match (best, axes) {
        (_, 1) => (Order::Lines(vec![0]), false),
        ((Order::Lines(_), _), _) if kind.unordered => (Order::Sums, false),
        ((order, _), _) => (order, false),
    }
}

/// Orders of the axes that are tried: all of few; of many, each as the one that runs slowest.
fn axes_in_order(axes: usize) -> Vec<Vec<usize>> {
    if axes <= MOST_PERMUTED {
        return permutations(axes);
    }
    let with_first = |first| std::iter::once(first).chain((0..axes).filter(move |&a| a != first));
    (0..axes).map(|first| with_first(first).collect()).collect()
}

impl Outline {
    /// Whether sets along lines are sooner than machine code that looks at every option of these
    /// families: a component costs as much as some hundred options, or less where there is nothing
    /// but lines.
    pub(super) fn lines_pay(&self, layout: &Layout) -> bool {
        let least = if self.lines.iter().all(Option::is_some) { FEW_OPTIONS } else { MANY_OPTIONS };
        let lines = self.lines.iter().flatten();
        // About how many options there are, half of the longest way along each line.
        let options = lines
            .map(|line| line.axes.iter().map(|&axis| layout.dims[axis] / 2).min().unwrap_or(0));
        options.fold(0, u64::saturating_add) >= least
    }

    /// The layout of a table that has everything up to `last` and what play reaches from there, as
    /// far as that can be told.
    pub(super) fn layout(&self, rules: &Rules, kind: usize, last: &[u64]) -> Option<Layout> {
        let rule = &rules.ir()[kind];
        let asked: Vec<u64> = last.iter().map(|last| last.saturating_add(1)).collect();
        if asked.iter().any(|&dim| dim > MOST_DIM) {
            return None;
        }
        let layout = |dims: &[u64]| Layout::new(dims, self.order.clone(), rule.unordered);
        let mut dims = asked.clone();
        for _ in 0..MOST_ROUNDS {
            if rule.unordered {
                let most = dims.iter().copied().max().unwrap_or(1);
                dims.fill(most);
            }
            let mut grown = dims.clone();
            for leap in leaps(kind, rule, &dims).ok()? {
                for (dim, reach) in grown.iter_mut().zip(&leap.reach) {
                    let least = u64::try_from(reach.hi).map_or(0, |hi| hi.saturating_add(1));
                    *dim = (*dim).max(least);
                }
            }
            if grown == dims {
                return layout(&dims);
            }
            if grown.iter().any(|&dim| dim > MOST_DIM) {
                break;
            }
            dims = grown;
        }
        // Play may leave the box: what is asked for, and the definition for the rest.
        layout(&asked)
    }
}
