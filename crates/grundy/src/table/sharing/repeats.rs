//! Rows that repeat. Where options lead to other components of the same row, whichever row it is,
//! or to the components of earlier rows in the same column, a row of the table is settled by the
//! set of rows (of pairs of rows) that its options lead to. If the same set came before, it is the
//! same row again, and copying it is all there is to do.
//!
//! ```text
//! [w, h] -> [i, h] + [w-i, h] for i in 1..w/2      to pairs of rows {i, w-i}: outside
//!         | [w, i] + [w, h-i] for i in 1..h/2      within the row, and w plays no part: own
//! ```
//!
//! Equal rows are one class; what a row leads to is a set of classes or of pairs of classes. By
//! induction over the row, equal sets outside and the same options inside give equal values. (So
//! there are few different rows among the sheets of the cutting game, where this was seen first.)
//!
//! The pass is given up when there are more than [`MOST_CLASSES`] different rows. Finding out what a
//! row leads to costs a step for each of its options outside, once and not for each component.

use std::collections::HashMap;

use super::lines::{Line, line};
use crate::rule::ir::{Clause, Family, Int, IntOp, Kind, Set, Slot, Term};
use crate::rule::linear::Linear;
use crate::rule::mention;
use crate::table::cells::Cells;
use crate::table::order::{Layout, Order};

/// Different rows, at most; a set of them is one word.
const MOST_CLASSES: usize = 64;
/// Sets of rows that are remembered, at most.
const MOST_KEYS: usize = 1 << 12;
/// Shorter rows are not looked at.
const SHORTEST: u64 = 4;
/// The definition refuses longer ranges.
const LONGEST_RANGE: i128 = 1 << 32;

/// How the options of a kind lead to other rows, if they are of the form above.
#[derive(Clone, Debug)]
pub(in crate::table) struct RowForm {
    inner: usize,
    outside: Vec<Outside>,
    /// Rows where a coordinate has this value may have wins of their own.
    special: Vec<(usize, i64)>,
}

/// A family that leads to other rows.
#[derive(Clone, Debug)]
enum Outside {
    /// To every row so far back along an axis.
    Reached(usize, i64),
    /// To sums of two components whose coordinates on an axis are `k` and what is left when `k` and
    /// a constant are taken, for `k` between two ends.
    Pairs { axis: usize, taken: i64, from: Ratio, to: Ratio },
}

/// A linear form of one variable, divided by a positive number and rounded down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ratio {
    factor: i64,
    constant: i64,
    by: i64,
}

impl Ratio {
    /// The expression, if it is of this form with this variable.
    fn of(int: &Int, slot: Slot) -> Option<Ratio> {
        let (int, by) = match int {
            Int::Binary(IntOp::Div, inner, by, _) => match **by {
                Int::Const(by @ 1..) => (&**inner, by),
                _ => return None,
            },
            _ => (int, 1),
        };
        let form = Linear::of(int)?;
        let only = form.terms.iter().all(|&(term, _)| term == slot);
        let ratio = Ratio { factor: form.coefficient(slot), constant: form.constant, by };
        only.then_some(ratio)
    }

    fn at(self, value: i64) -> i128 {
        let form = i128::from(self.factor) * i128::from(value) + i128::from(self.constant);
        form.div_euclid(self.by.into())
    }
}

/// The form of a kind whose table is filled in this order.
pub(in crate::table) fn row_form(kind: &Kind, order: &Order) -> Option<RowForm> {
    let Order::Lines(axes) = order else { return None };
    if axes.len() < 2 || kind.unordered {
        return None;
    }
    let inner = *axes.last()?;
    let outer = |slot: Slot| slot < kind.coords.len() && slot != inner;
    if kind.guard.as_ref().is_some_and(|guard| mention::in_cond(guard, &outer)) {
        return None;
    }
    let mut special = Vec::new();
    for win in &kind.wins {
        let fixed = win.coords.iter().enumerate().find_map(|(axis, wanted)| match wanted {
            Some(Int::Const(value)) if axis != inner => Some((axis, *value)),
            _ => None,
        });
        let own = win.coords.iter().enumerate().all(|(axis, wanted)| match wanted {
            None => true,
            Some(wanted) => axis == inner && !mention::in_int(wanted, &outer),
        }) && !win.cond.as_ref().is_some_and(|cond| mention::in_cond(cond, &outer));
        match fixed {
            Some(fixed) => special.push(fixed),
            None if own => {}
            None => return None,
        }
    }
    let mut outside = Vec::new();
    for family in &kind.families {
        let own = !mention::in_terms(&family.terms, &outer)
            && !mention::in_clauses(&family.clauses, &outer);
        if !own {
            outside.push(leads_outside(kind, family, inner)?);
        }
    }
    // Where no option leads outside there is but one row, or as many as wins make.
    Some(RowForm { inner, outside, special })
}

fn leads_outside(kind: &Kind, family: &Family, inner: usize) -> Option<Outside> {
    if let Some(Line { axes, least, only: None, .. }) = line(kind, family)
        && let [axis] = axes[..]
    {
        return (axis != inner).then_some(Outside::Reached(axis, least));
    }
    let [Term::Component(first), Term::Component(second)] = &family.terms[..] else { return None };
    let [Clause::For(k, Set::Range { from, to, step: None, .. })] = &family.clauses[..] else {
        return None;
    };
    let forms = |coords: &[Int]| coords.iter().map(Linear::of).collect::<Option<Vec<Linear>>>();
    let (first, second) = (forms(&first.coords)?, forms(&second.coords)?);
    let stays = |axis: &usize| {
        let own = Linear::of_var(*axis);
        first.get(*axis) == Some(&own) && second.get(*axis) == Some(&own)
    };
    let changed: Vec<usize> = (0..kind.coords.len()).filter(|axis| !stays(axis)).collect();
    let [axis] = changed[..] else { return None };
    let part = Linear::of_var(*k);
    if axis == inner || first[axis] != part && second[axis] != part {
        return None;
    }
    let together = first[axis].clone().add(&second[axis])?;
    let taken = together.constant.checked_neg()?;
    let plain = together == Linear::of_var(axis).plus(-taken)? && taken >= 0;
    let (from, to) = (Ratio::of(from, axis)?, Ratio::of(to, axis)?);
    plain.then_some(Outside::Pairs { axis, taken, from, to })
}

/// What is known of the rows of a table while it is filled.
pub(in crate::table) struct Repeats {
    form: RowForm,
    layout: Layout,
    /// Values that the room of a row would take.
    length: usize,
    /// The class of each row so far, in the order of the table.
    classes: Vec<u8>,
    /// The first row of each class.
    first: Vec<usize>,
    /// For each family that reaches rows, and each line of rows: how far, and which classes.
    reached: Vec<Vec<(i64, u64)>>,
    /// What a row leads to, and the class that it then has.
    keys: HashMap<Vec<u64>, u8>,
    /// What the row that is looked at leads to, if that settles it.
    key: Option<Vec<u64>>,
}

impl Repeats {
    /// Nothing is known yet; nothing at all where rows are short.
    pub(in crate::table) fn new(form: &RowForm, layout: &Layout) -> Option<Repeats> {
        if layout.dims[form.inner] < SHORTEST {
            return None;
        }
        let length = layout.row;
        let rows = layout.room() / length;
        let reached = form.outside.iter().map(|outside| match *outside {
            Outside::Reached(axis, _) => vec![(0, 0); (rows / layout.dims[axis]) as usize],
            Outside::Pairs { .. } => Vec::new(),
        });
        Some(Repeats {
            reached: reached.collect(),
            form: form.clone(),
            layout: layout.clone(),
            length: length as usize,
            classes: Vec::new(),
            first: Vec::new(),
            keys: HashMap::new(),
            key: None,
        })
    }

    /// Bytes that this may take beside the table.
    pub(in crate::table) fn bytes(&self) -> u64 {
        let lines: usize = self.reached.iter().map(Vec::len).sum();
        self.layout.room() / self.length as u64 + 16 * lines as u64
    }

    /// An earlier row that is the same as the one that starts here, if that is known.
    pub(in crate::table) fn earlier(&mut self, start: &[i64]) -> Option<usize> {
        self.key = self.leads_to(start);
        let class = *self.keys.get(self.key.as_ref()?)?;
        self.classes.push(class);
        Some(self.first[usize::from(class)])
    }

    /// What a row leads to, a word or more for each family; nothing where that does not settle it.
    fn leads_to(&mut self, start: &[i64]) -> Option<Vec<u64>> {
        let place = self.layout.index(start) / self.length;
        let mut key = Vec::new();
        for (family, reached) in self.form.outside.iter().zip(&mut self.reached) {
            match *family {
                Outside::Reached(axis, least) => {
                    let (step, line) = along(&self.layout, self.form.inner, axis, start);
                    let (next, set) = &mut reached[line];
                    let begin = place - start[axis].unsigned_abs() as usize * step;
                    while *next <= start[axis] - least {
                        let row = begin + next.unsigned_abs() as usize * step;
                        *set |= 1 << self.classes[row];
                        *next += 1;
                    }
                    key.push(*set);
                }
                Outside::Pairs { axis, taken, from, to } => {
                    let (step, _) = along(&self.layout, self.form.inner, axis, start);
                    let all = start[axis];
                    let begin = place - all.unsigned_abs() as usize * step;
                    let (from, to) = (from.at(all), to.at(all));
                    if to - from >= LONGEST_RANGE {
                        return None;
                    }
                    let (from, to) = (from.max(0), to.min(i128::from(all - taken)));
                    // Then an option would be no smaller than the component itself.
                    if from <= to && taken == 0 && (from == 0 || to >= all.into()) {
                        return None;
                    }
                    let mut pairs = [0_u64; MOST_CLASSES];
                    for k in from..=to {
                        let k = k as usize;
                        let other = (all - taken) as usize - k;
                        let (a, b) =
                            (self.classes[begin + k * step], self.classes[begin + other * step]);
                        pairs[usize::from(a.min(b))] |= 1 << a.max(b);
                    }
                    key.extend_from_slice(&pairs);
                }
            }
        }
        let own = |&(axis, value): &(usize, i64)| start[axis] == value;
        (!self.form.special.iter().any(own)).then_some(key)
    }

    /// Takes note of a row that was computed. False if there are too many different ones: then
    /// this is of no use any more.
    pub(in crate::table) fn note(&mut self, cells: &Cells) -> bool {
        let row = self.classes.len();
        let same = |&earlier: &usize| {
            cells.are_same(earlier * self.length, row * self.length, self.length)
        };
        let known = self.first.iter().position(same);
        let class = known.unwrap_or(self.first.len());
        if known.is_none() {
            self.first.push(row);
        }
        self.classes.push(class as u8);
        if let Some(key) = self.key.take() {
            self.keys.insert(key, class as u8);
        }
        self.first.len() <= MOST_CLASSES && self.keys.len() <= MOST_KEYS
    }
}

/// How many rows lie between neighbours along an axis, and the number of the line of rows.
fn along(layout: &Layout, inner: usize, axis: usize, start: &[i64]) -> (usize, usize) {
    let others = (0..layout.dims.len()).filter(|&other| other != inner && other != axis);
    let line =
        others.fold(0, |line, other| line * layout.dims[other] + start[other].unsigned_abs());
    ((layout.strides[axis] / layout.row) as usize, line as usize)
}
