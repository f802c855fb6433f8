//! What a table of a kind would be, before it is made: the order in which it can be filled, the
//! box that play does not leave, and what handles each family of options.

use super::Means;
use super::choices::chooses;
#[cfg(feature = "jit")]
use super::cut::Way;
use super::layout::{Layout, MOST_AXES, MOST_SORTED, Order, permutations};
use super::leaps::{Leap, comes_before, leaps};
use super::lines::{Line, line};
use super::repeats::{RowForm, row_form};
use crate::language::phrase;
use crate::rule::Rules;
use crate::rule::ir::{Family, Kind, Term};

/// Rounds in which a box is widened until play does not leave it.
const MOST_ROUNDS: usize = 8;
/// No coordinate passes this.
const MOST_DIM: u64 = 1 << 40;
/// Rows shorter than this are avoided.
const SHORT: u64 = 16;

/// Axes of which every order is tried.
const MOST_PERMUTED: usize = 3;

/// Options of a component from which on sets along lines pay, where there are but lines, and where
/// other options must be looked at too.
const FEW_OPTIONS: u64 = 64;
const MANY_OPTIONS: u64 = 192;

/// What is known of the tables of a kind, whatever their size.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    /// For each family the lines along which it runs, if it is of that form.
    pub(super) lines: Vec<Option<Line>>,
    /// For each family whether its options have components that are chosen freely.
    pub(super) chooses: Vec<bool>,
}

/// What is known of the order in which a table is filled. It holds for the dimensions of that table:
/// `[2*a - 9, b]` comes before `[a, b]` where `a` is less than 9.
#[derive(Clone, Debug)]
pub(super) struct Course {
    /// Whether all options surely come before.
    pub(super) proved: bool,
    /// How rows lead to other rows, if those settle them.
    pub(super) rows: Option<RowForm>,
    /// How several threads can compute rows.
    #[cfg(feature = "jit")]
    pub(super) way: Option<Way>,
}

/// Checks that who wins a component is settled by who wins its options.
///
/// # Errors
/// Why it is not.
pub(super) fn has_no_sums(kind: &Kind) -> Result<(), &'static str> {
    let single = |family: &Family| matches!(family.terms[..], [] | [Term::Component(_)]);
    match kind.families.iter().all(single) {
        false => Err(phrase!("who wins the parts of a sum does not say who wins it")),
        true => Ok(()),
    }
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
    leaps(kind, rule, &vec![1; rule.coords.len()])?;
    let lines = rule.families.iter().map(|family| line(rule, family)).collect();
    let chooses = rule.families.iter().map(|family| chooses(&family.terms)).collect();
    Ok(Outline { lines, chooses })
}

/// How several threads can compute rows of a table in which all options come before.
#[cfg(feature = "jit")]
fn way(leaps: &[Leap], order: &Order, sorted: bool) -> Option<Way> {
    let Order::Lines(axes) = order else { return Some(Way { apart: true, behind: 0 }) };
    let (_, outer) = axes.split_last()?;
    let outer = Order::Lines(outer.to_vec());
    let apart = |leap: &Leap| !sorted && comes_before(&leap.forms, &leap.bounds, &outer, false);
    let stays = |axis: usize| {
        leaps.iter().all(|leap| sorted || leap.forms[axis].does_not_grow(axis, &leap.bounds))
    };
    let behind = (1..axes.len()).filter(|&place| stays(axes[place]));
    let behind = behind.fold(0, |places, place| places | 1 << place);
    let way = Way { apart: axes.len() > 1 && leaps.iter().all(apart), behind };
    (way.apart || way.behind > 0).then_some(way)
}

/// The orders in which all options surely come before, and true; or the one in which most do.
fn orders(kind: &Kind, leaps: &[Leap]) -> (Vec<Order>, bool) {
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
    let mut all = Vec::new();
    let mut best = (Order::Sums, 0);
    for candidate in candidates {
        let count = proved(&candidate);
        if count == leaps.len() {
            all.push(candidate);
        } else if count > best.1 {
            best = (candidate, count);
        }
    }
    if !all.is_empty() {
        return (all, true);
    }
    // Where nothing more is known, the sum of the coordinates shrinks more often than not.
    let order = match (best, axes) {
        (_, 1) => Order::Lines(vec![0]),
        ((Order::Lines(_), _), _) if kind.unordered => Order::Sums,
        ((order, _), _) => order,
    };
    (vec![order], false)
}

/// The order for a table of these dimensions: of several in which all options come before the first is
/// best, unless its rows would be short.
fn best_order(kind: &Kind, leaps: &[Leap], dims: &[u64]) -> Order {
    let (orders, proved) = orders(kind, leaps);
    let length = |order: &&Order| match order {
        Order::Lines(axes) => axes.last().map_or(0, |&axis| dims[axis]),
        Order::Sums => 0,
    };
    let first = &orders[0];
    // Rows that repeat are worth more than long ones.
    let repeat = || proved && row_form(kind, first).is_some();
    if length(&first) >= SHORT || *first == Order::Sums || repeat() {
        return first.clone();
    }
    let longest = orders.iter().rev().max_by_key(length);
    longest.unwrap_or(first).clone()
}

/// Orders of the axes that are tried: all of few; of many, each as the one that runs slowest, and
/// as the one that runs fastest.
fn axes_in_order(axes: usize) -> Vec<Vec<usize>> {
    if axes <= MOST_PERMUTED {
        return permutations(axes);
    }
    let others = |axis: usize| (0..axes).filter(move |&other| other != axis);
    let first = (0..axes).map(|axis| std::iter::once(axis).chain(others(axis)).collect());
    let last = (0..axes).map(|axis| others(axis).chain([axis]).collect());
    first.chain(last).collect()
}

impl Outline {
    /// The line of a family, if sets along it are among the means.
    pub(super) fn line_for(&self, family: usize, means: Means) -> Option<&Line> {
        let used = means.lines && (means.choices || !self.chooses[family]);
        self.lines[family].as_ref().filter(|_| used)
    }

    /// Whether sets along lines are sooner than machine code that looks at every option of these
    /// families: a component costs as much as some hundred options, or less where there is nothing
    /// but lines.
    pub(super) fn lines_pay(&self, layout: &Layout) -> bool {
        let least = if self.lines.iter().all(Option::is_some) { FEW_OPTIONS } else { MANY_OPTIONS };
        let lines = self.lines.iter().flatten();
        if lines.clone().any(|line| line.times > 1) {
            return true;
        }
        // About how many options there are, half of the longest way along each line.
        let options = lines
            .map(|line| line.axes.iter().map(|&axis| layout.dims[axis] / 2).min().unwrap_or(0));
        options.fold(0, u64::saturating_add) >= least
    }

    /// What is known of the order of a layout that was made here.
    pub(super) fn course(&self, rules: &Rules, kind: usize, layout: &Layout) -> Course {
        let rule = &rules.ir()[kind];
        let leaps = leaps(kind, rule, &layout.dims).unwrap_or_default();
        let (order, sorted) = (&layout.order, layout.sorted);
        let proved =
            leaps.iter().all(|leap| comes_before(&leap.forms, &leap.bounds, order, sorted));
        Course {
            proved,
            rows: row_form(rule, order).filter(|_| proved),
            #[cfg(feature = "jit")]
            way: if proved { way(&leaps, order, sorted) } else { None },
        }
    }

    /// The layout of a table that has everything up to `last` and what play reaches from there, as
    /// far as that can be told.
    pub(super) fn layout(&self, rules: &Rules, kind: usize, last: &[u64]) -> Option<Layout> {
        let rule = &rules.ir()[kind];
        let asked: Vec<u64> = last.iter().map(|last| last.saturating_add(1)).collect();
        if asked.iter().any(|&dim| dim > MOST_DIM) {
            return None;
        }
        let layout = |dims: &[u64]| {
            let order = best_order(rule, &leaps(kind, rule, dims).ok()?, dims);
            Layout::new(dims, order, rule.unordered)
        };
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
