//! What a table of a kind would be, before it is made: the order in which it can be filled, the
//! box that play does not leave, and what handles each family of options.

use super::layout::{Layout, MOST_AXES, MOST_SORTED, Order, permutations};
use super::leaps::{Back, Leap, comes_before, leaps, sum_falls};
use super::part::Part;
use crate::language::{Message, phrase, say_by_message};
use crate::rule::ir::{Family, Kind, Term};
use crate::rule::{Rules, Window, grows_falling, merged, windows};
use crate::table::Means;
use crate::table::bounds::Bounds;
use crate::table::sharing::{
    Line, MOST_FAMILIES, MOST_POSITIONS, RowForm, count_options, line, row_form,
};
#[cfg(feature = "jit")]
use crate::table::threads::Way;

/// Why there is no table of a kind.
///
/// ```
/// use grundy::rule::{Rules, parse};
/// use grundy::table::Table;
/// let seven = parse("[a, b, c, d, e, f, g] -> [a-1, b, c, d, e, f, g]")?;
/// assert!(Table::new(&Rules::new(seven, &[])?, 0).is_err());
/// let two = Rules::new(parse("[n] -> [n-1]")?, &[])?;
/// assert_eq!(Table::new(&two, 1).unwrap_err().message().to_string(), "no such kind");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoTable(pub &'static str);

impl NoTable {
    /// It in words.
    pub fn message(&self) -> Message {
        Message::phrase(self.0)
    }
}

say_by_message!(NoTable);

impl std::error::Error for NoTable {}

/// Rounds in which a box is widened until play does not leave it.
const MOST_ROUNDS: usize = 8;
/// No coordinate passes this.
const MOST_DIM: u64 = 1 << 40;
/// Coordinates up to which kinds are numbered so that options come before.
const USUAL_DIM: u64 = 1 << 10;

/// Rows shorter than this are avoided.
const SHORT: u64 = 16;

/// Axes of which every order is tried.
const MOST_PERMUTED: usize = 3;

/// The largest factor of a coordinate in a plane.
const MOST_FACTOR: i64 = 3;

/// Options of a component from which on sets along lines pay, where there are but lines, and where
/// other options must be looked at too.
const FEW_OPTIONS: u64 = 64;
const MANY_OPTIONS: u64 = 192;

/// What is known of the tables of a kind, whatever their size.
#[derive(Clone, Debug)]
pub(in crate::table) struct Outline {
    /// For each family the lines along which it runs, if it is of that form.
    pub(in crate::table) lines: Vec<Option<Line>>,
    /// For each family whether its options have components that are chosen freely.
    pub(in crate::table) chooses: Vec<bool>,
    /// The families, if the options of each are all positions from one to another, and sets along lines are not all
    /// that is needed.
    windows: Option<Vec<Window>>,
}

/// What is known of the order in which a table is filled. It holds for the dimensions of that table:
/// `[2*a - 9, b]` comes before `[a, b]` where `a` is less than 9.
#[derive(Clone, Debug)]
pub(in crate::table) struct Course {
    /// Whether all options surely come before.
    pub(in crate::table) proved: bool,
    /// Whether play surely does not leave the table.
    pub(in crate::table) closed: bool,
    /// How rows lead to other rows, if those settle them.
    pub(in crate::table) rows: Option<RowForm>,
    /// How several threads can compute rows.
    #[cfg(feature = "jit")]
    pub(in crate::table) way: Option<Way>,
}

/// Checks that who wins a component is settled by who wins its options.
///
/// # Errors
/// Why it is not.
pub(in crate::table) fn has_no_sums(kind: &Kind) -> Result<(), &'static str> {
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
pub(in crate::table) fn outline(rules: &Rules, kind: usize) -> Result<Outline, &'static str> {
    let rule = &rules.ir()[kind];
    if rule.coords.len() > MOST_AXES {
        return Err(phrase!("a table has at most six coordinates"));
    }
    if rule.unordered && rule.coords.len() > MOST_SORTED {
        return Err(phrase!("a table has at most four unordered coordinates"));
    }
    leaps(
        kind,
        rule,
        Bounds::new(&[1; MOST_AXES][..rule.coords.len()], rule.slots, rule.unordered),
    )?;
    let lines: Vec<_> = rule.families.iter().map(|family| line(rule, family)).collect();
    let windows = windows(kind, rule)
        .filter(|all| all.len() <= MOST_FAMILIES && lines.iter().any(Option::is_none));
    let chooses =
        rule.families.iter().map(|family| family.terms.iter().any(Term::chooses)).collect();
    Ok(Outline { lines, chooses, windows })
}

/// Rules with one kind in place of all that this one leads to, if it leads to others, and they can be
/// numbered so that options come before.
pub(in crate::table) fn together(rules: &Rules, kind: usize) -> Option<(Rules, Part)> {
    let kinds = rules.ir();
    let reached = merged::reached(kinds, kind);
    if reached.len() == 1 {
        return None;
    }
    let is_proved = |whole: &Kind| {
        let axes = whole.coords.len();
        let known = |axes: usize| bounds(whole, &[USUAL_DIM; MOST_AXES][..axes]);
        axes <= MOST_AXES && leaps(0, whole, known(axes)).is_ok_and(|leaps| orders(whole, &leaps).1)
    };
    let orders = match reached.len() {
        ..=MOST_PERMUTED => permutations(reached.len()),
        count => vec![(0..count).collect(), (0..count).rev().collect()],
    };
    let (mut whole, order) = orders.iter().find_map(|order| {
        let order: Vec<usize> = order.iter().map(|&place| reached[place]).collect();
        let whole = merged::merged(kinds, &order).filter(is_proved)?;
        Some((whole, order))
    })?;
    let named = ["kind"].into_iter().chain(kinds[kind].coords.iter().map(String::as_str));
    for (name, own) in whole.coords.iter_mut().zip(named) {
        own.clone_into(name);
    }
    let number = order.iter().position(|&own| own == kind)?;
    let before = order[..number].iter().map(|&kind| kinds[kind].families.len()).sum();
    let part = Part {
        number: number as u64,
        kinds: order.len() as u64,
        axes: whole.coords.len(),
        own: kinds[kind].coords.len(),
        families: before..before + kinds[kind].families.len(),
    };
    Some((rules.with_kind(whole), part))
}

/// How several threads can compute rows of a table in which all options come before.
#[cfg(feature = "jit")]
fn way(leaps: &[Leap], order: &Order, sorted: bool) -> Option<Way> {
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
fn best_order(kind: &Kind, leaps: &[Leap], dims: &[u64]) -> Order {
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

impl Outline {
    /// The line of a family, if sets along it are among the means.
    pub(in crate::table) fn line_for(&self, family: usize, means: Means) -> Option<&Line> {
        let used = means.lines && (means.choices || !self.chooses[family]);
        self.lines[family].as_ref().filter(|_| used)
    }

    /// The families, where all of them are windows, if these are among the means.
    pub(in crate::table) fn windows_for(&self, layout: &Layout, means: Means) -> Option<&[Window]> {
        let fits = means.windows
            && layout.order == Order::Lines(vec![0])
            && layout.room() < MOST_POSITIONS;
        self.windows.as_deref().filter(|_| fits)
    }

    /// Whether windows are sooner than machine code that looks at every option.
    pub(in crate::table) fn windows_pay(&self, layout: &Layout) -> bool {
        let middle = layout.dims.first().map_or(0, |dim| dim / 2);
        let count = |windows| count_options(windows, i64::try_from(middle).ok()?);
        self.windows.as_deref().and_then(count).is_some_and(|options| options >= FEW_OPTIONS)
    }

    /// Whether sets along lines are sooner than machine code that looks at every option of these
    /// families: a component costs as much as some hundred options, or less where there is nothing
    /// but lines.
    pub(in crate::table) fn lines_pay(&self, layout: &Layout) -> bool {
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
    pub(in crate::table) fn course(&self, rules: &Rules, kind: usize, layout: &Layout) -> Course {
        let rule = &rules.ir()[kind];
        let leaps = leaps(kind, rule, layout.bounds(rule.slots)).unwrap_or_default();
        let (order, sorted) = (&layout.order, layout.sorted);
        let proved =
            leaps.iter().all(|leap| comes_before(&leap.forms, &leap.bounds, order, sorted));
        Course {
            proved,
            closed: layout.plane.is_some() || reached(&leaps, &layout.dims) == layout.dims,
            rows: row_form(rule, order).filter(|_| proved && layout.plane.is_none()),
            #[cfg(feature = "jit")]
            way: if proved { way(&leaps, order, sorted) } else { None },
        }
    }

    /// The layout of a table that has everything up to `last` and what play reaches from there, as
    /// far as that can be told.
    pub(in crate::table) fn layout(
        &self,
        rules: &Rules,
        kind: usize,
        last: &[u64],
    ) -> Option<Layout> {
        let rule = &rules.ir()[kind];
        let asked: Vec<u64> = last.iter().map(|last| last.saturating_add(1)).collect();
        if asked.iter().any(|&dim| dim > MOST_DIM) {
            return None;
        }
        let layout = |dims: &[u64]| {
            let order = best_order(rule, &leaps(kind, rule, bounds(rule, dims)).ok()?, dims);
            Layout::new(dims, order, rule.unordered)
        };
        let mut dims = asked.clone();
        for round in 0..=MOST_ROUNDS {
            if rule.unordered {
                let most = dims.iter().copied().max().unwrap_or(1);
                dims.fill(most);
            }
            let grown = reached(&leaps(kind, rule, bounds(rule, &dims)).ok()?, &dims);
            if grown == dims {
                return layout(&dims);
            }
            if grown.iter().any(|&dim| dim > MOST_DIM) || round == MOST_ROUNDS {
                break;
            }
            dims = match round + 1 {
                // What still grows goes as far as any option leads from anywhere.
                MOST_ROUNDS => {
                    let far = dims.iter().zip(&grown);
                    let far = far.map(|(&dim, &more)| if more > dim { MOST_DIM } else { dim });
                    let known = bounds(rule, &far.collect::<Vec<_>>());
                    reached(&leaps(kind, rule, known).ok()?, &grown)
                }
                _ => grown,
            };
        }
        // Play leaves every box, but may be not the plane through the corner.
        let planes = [plane(rules, kind, last), fed(rules, kind, last)].into_iter().flatten();
        let below = planes.filter_map(|(factors, most, dims)| {
            layout(&dims).and_then(|layout| layout.below_plane(&factors, most))
        });
        if let Some(smallest) = below.min_by_key(Layout::len) {
            return Some(smallest);
        }
        // What is asked for, and the definition for the rest.
        layout(&asked)
    }
}

/// What is known of coordinates below these.
fn bounds(rule: &Kind, dims: &[u64]) -> Bounds {
    Bounds::new(dims, rule.slots, rule.unordered)
}

/// How many numbers coordinates take that are below `dims`, or those of their options.
fn reached(leaps: &[Leap], dims: &[u64]) -> Vec<u64> {
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

/// A plane through these coordinates that play from below does not pass, with how many numbers each
/// coordinate takes that is reached from them.
fn plane(rules: &Rules, kind: usize, last: &[u64]) -> Option<(Vec<i64>, i64, Vec<u64>)> {
    let rule = &rules.ir()[kind];
    let axes = rule.coords.len();
    let last: Vec<i64> = last.iter().map(|&last| last.try_into().ok()).collect::<Option<_>>()?;
    // What holds for all coordinates holds for those below the plane.
    let everywhere = leaps(kind, rule, bounds(rule, &vec![MOST_DIM; axes])).ok()?;
    let falls = |factors: &&Vec<i64>| {
        everywhere.iter().all(|leap| sum_falls(&leap.forms, factors, 0, &leap.bounds))
    };
    let candidates = factors(axes, rule.unordered);
    let factors = candidates.iter().find(falls)?.clone();
    let most = last
        .iter()
        .zip(&factors)
        .try_fold(0_i64, |sum, (&last, &factor)| sum.checked_add(last.checked_mul(factor)?))?;
    let ends: Vec<u64> = factors.iter().map(|factor| (most / factor) as u64 + 1).collect();
    if ends.iter().any(|&end| end > MOST_DIM) {
        return None;
    }
    let mut dims: Vec<u64> = last.iter().map(|&last| last as u64 + 1).collect();
    for _ in 0..MOST_ROUNDS {
        if rule.unordered {
            return Some((factors, most, ends));
        }
        let mut known = bounds(rule, &dims);
        known.know_below(&factors, most);
        let grown = reached(&leaps(kind, rule, known).ok()?, &dims);
        let grown = grown.iter().zip(&ends).map(|(&dim, &end)| dim.min(end)).collect();
        if dims == grown {
            return Some((factors, most, dims));
        }
        dims = grown;
    }
    // What grew before might grow on.
    let asked = last.iter().map(|&last| last as u64 + 1);
    let dims = asked.zip(&dims).zip(&ends);
    let dims = dims.map(|((asked, &dim), &end)| if dim > asked { end } else { asked });
    Some((factors, most, dims.collect()))
}

/// The same, where every option that may raise a coordinate surely lowers another that no option raises: that
/// counts as often as one option can raise. `[w, b] -> [w-1, b+w]` from `[60, 60]` stays below
/// `60*w + b <= 60*60 + 60`.
fn fed(rules: &Rules, kind: usize, last: &[u64]) -> Option<(Vec<i64>, i64, Vec<u64>)> {
    let rule = &rules.ir()[kind];
    if rule.unordered {
        return None;
    }
    let raises = |leap: &Leap, axis: usize| !leap.forms[axis].does_not_grow(axis, &leap.bounds);
    let asked: Vec<u64> = last.iter().map(|&last| last.checked_add(1)).collect::<Option<_>>()?;
    let last: Vec<i64> = last.iter().map(|&last| last.try_into().ok()).collect::<Option<_>>()?;
    let found = leaps(kind, rule, bounds(rule, &asked)).ok()?;
    let grows: Vec<bool> =
        (0..last.len()).map(|axis| found.iter().any(|leap| raises(leap, axis))).collect();
    let mut paid = vec![0_i64; last.len()];
    for axis in (0..last.len()).filter(|&axis| grows[axis]) {
        let raising = || found.iter().filter(|leap| raises(leap, axis));
        let pays = |&other: &usize| {
            !grows[other] && raising().all(|leap| leap.forms[other].shrinks(other, 1, &leap.bounds))
        };
        let other = (0..last.len()).find(pays)?;
        let reached = raising().map(|leap| leap.reach[axis].hi).max()?;
        paid[other] = paid[other].checked_add(reached.checked_sub(last[axis])?.max(0))?;
    }
    let factors: Vec<i64> = paid.iter().map(|&paid| paid.max(1)).collect();
    let most = last
        .iter()
        .zip(&factors)
        .try_fold(0_i64, |sum, (&last, &factor)| sum.checked_add(last.checked_mul(factor)?))?;
    let room = u64::try_from(most).ok()?.checked_add(1).filter(|&room| room <= MOST_DIM)?;
    let dims: Vec<u64> =
        asked.iter().zip(&grows).map(|(&asked, &grows)| if grows { room } else { asked }).collect();
    // It holds in this box, which the plane and the coordinates that do not grow bound.
    let holds = leaps(kind, rule, bounds(rule, &dims)).ok()?.iter().all(|leap| {
        let stays = |axis: usize| grows[axis] || !raises(leap, axis);
        (0..dims.len()).all(stays) && sum_falls(&leap.forms, &factors, 0, &leap.bounds)
    });
    holds.then_some((factors, most, dims))
}

/// Factors of the planes that are tried: first those of the sum of the coordinates.
fn factors(axes: usize, unordered: bool) -> Vec<Vec<i64>> {
    if unordered || axes > MOST_PERMUTED {
        return vec![vec![1; axes]];
    }
    let longer = |all: Vec<Vec<i64>>, _| {
        all.iter()
            .flat_map(|some| (1..=MOST_FACTOR).map(|next| [&some[..], &[next]].concat()))
            .collect()
    };
    let mut all: Vec<Vec<i64>> = (0..axes).fold(vec![Vec::new()], longer);
    all.sort_by_key(|factors| factors.iter().sum::<i64>());
    all
}
