//! The orders in which the options of a kind come before it.
//!
//! Of several the first is best, unless its rows would be short, or rows of another repeat. Where there is none, the
//! order is taken in which most options come before, and what does not is left to the definition.

use super::layout::{Order, permutations};
use super::leaps::{Back, Leap, comes_before};
use crate::rule::grows_falling;
use crate::rule::ir::Kind;
use crate::table::bounds::Bounds;
use crate::table::sharing::{line, row_form};
#[cfg(feature = "jit")]
use crate::table::threads::Way;

/// Rows shorter than this are avoided.
const SHORT: u64 = 16;

/// Axes of which every order is tried.
pub(super) const MOST_PERMUTED: usize = 3;

/// The orders in which all options surely come before, and true; or the one in which most do.
pub(super) fn orders(kind: &Kind, leaps: &[Leap]) -> (Vec<Order>, bool) {
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
    if axes == 2 {
        candidates.push(Order::EdgesLast);
    }
    // Sets along lines grow upwards.
    if !kind.unordered && kind.families.iter().all(|family| line(kind, family).is_none()) {
        let falling = (1 << axes) - 1;
        let falling = |axes: Vec<usize>| Order::Turned { axes, falling };
        candidates.extend(axes_in_order(axes).into_iter().map(falling));
        candidates.extend(turned(leaps, axes));
    }
    let before = |leap: &Leap, bounds: &Bounds, order: &Order| {
        comes_before(&leap.forms, bounds, order, kind.unordered)
    };
    let all = |order: &&Order| leaps.iter().all(|leap| before(leap, &leap.bounds, order));
    let proved: Vec<Order> = candidates.iter().filter(all).cloned().collect();
    if !proved.is_empty() {
        return (proved, true);
    }
    // The order in which most come before where no coordinate is 0.
    let inside = |leap: &Leap| {
        let mut bounds = leap.bounds.clone();
        (0..axes).for_each(|axis| bounds.know_positive(axis));
        bounds
    };
    let mut best = (Order::Sums, 0);
    for candidate in candidates.into_iter().filter(|order| *order != Order::EdgesLast) {
        let surely = |leap: &&Leap| before(leap, &inside(leap), &candidate);
        let count = leaps.iter().filter(surely).count();
        if count > best.1 {
            best = (candidate, count);
        }
    }
    // Where nothing more is known, the sum of the coordinates shrinks more often than not.
    let order = match (best, axes) {
        ((order @ Order::Turned { .. }, _), _) => order,
        (_, 1) => Order::Lines(vec![0]),
        ((Order::Lines(_), _), _) if kind.unordered => Order::Sums,
        ((order, _), _) => order,
    };
    (vec![order], false)
}

/// An order by lines of which some run from the greatest coordinate down, in which all options surely come
/// before: the next axis is always one along which no option that is left goes the wrong way, and options are
/// left that may stay where they are. An axis that can be taken now can be taken later as well, so if there
/// is such an order, this finds one.
fn turned(leaps: &[Leap], axes: usize) -> Option<Order> {
    let (mut order, mut falling) = (Vec::new(), 0);
    let mut left: Vec<&Leap> = leaps.iter().collect();
    while order.len() < axes {
        let others = (0..axes).filter(|axis| !order.contains(axis));
        let (axis, falls) =
            others.flat_map(|axis| [(axis, false), (axis, true)]).find(|&(axis, falls)| {
                let back = |leap: &&Leap| leap.forms[axis].runs_back(axis, falls, &leap.bounds);
                left.iter().all(|leap| back(leap) != Back::Unknown)
            })?;
        order.push(axis);
        falling |= u8::from(falls) << axis;
        left.retain(|leap| leap.forms[axis].runs_back(axis, falls, &leap.bounds) != Back::Surely);
    }
    (left.is_empty() && falling > 0).then_some(Order::Turned { axes: order, falling })
}

/// The order for a table of these dimensions: of several in which all options come before the first is
/// best, unless its rows would be short.
pub(super) fn best_order(kind: &Kind, leaps: &[Leap], dims: &[u64]) -> Order {
    let (orders, proved) = orders(kind, leaps);
    let length = |order: &&Order| match order {
        Order::Lines(axes) | Order::Turned { axes, .. } => {
            axes.last().map_or(0, |&axis| dims[axis])
        }
        Order::Sums | Order::EdgesLast => 0,
    };
    let first = &orders[0];
    // Ranges may grow along rows that run down.
    if proved
        && let Order::Lines(axes) = first
        && let [_, .., inner] = axes[..]
        && grows_falling(kind, inner)
        && kind.families.iter().all(|family| line(kind, family).is_none())
    {
        let turned = Order::Turned { axes: axes.clone(), falling: 1 << inner };
        let before = |leap: &Leap| comes_before(&leap.forms, &leap.bounds, &turned, false);
        if leaps.iter().all(before) {
            return turned;
        }
    }
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

/// How several threads can compute rows of a table in which all options come before.
#[cfg(feature = "jit")]
pub(super) fn way(leaps: &[Leap], order: &Order, sorted: bool) -> Option<Way> {
    let (axes, outer) = match order {
        Order::Sums | Order::EdgesLast => return Some(Way { apart: true, behind: 0 }),
        Order::Lines(axes) => (axes, Order::Lines(axes.split_last()?.1.to_vec())),
        Order::Turned { axes, falling } => {
            (axes, Order::Turned { axes: axes.split_last()?.1.to_vec(), falling: *falling })
        }
    };
    let apart = |leap: &Leap| !sorted && comes_before(&leap.forms, &leap.bounds, &outer, false);
    let stays = |axis: usize| {
        leaps.iter().all(|leap| sorted || leap.forms[axis].does_not_grow(axis, &leap.bounds))
    };
    let behind = |&place: &usize| !order.falls(axes[place]) && stays(axes[place]);
    let behind = (1..axes.len()).filter(behind);
    let behind = behind.fold(0, |places, place| places | 1 << place);
    let way = Way { apart: axes.len() > 1 && leaps.iter().all(apart), behind };
    (way.apart || way.behind > 0).then_some(way)
}
