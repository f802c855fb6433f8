//! Families that run along a line of the table, `[a-k, b] for k in 1..a`: the values of a
//! component's options are those of the components before it on the line, so a set that grows with
//! the line serves all of them.
//!
//! ```text
//! for each component, in the order of computation, with a line for each family:
//!     put the values of the components that the line has reached into its set
//!     the value is the mex of the union of these sets, and of the options of other families
//! ```
//!
//! Whatever the order, the components before one on a line come first: one coordinate or more is
//! less and none is greater.
//!
//! Where several components are chosen on a line, `choose 2 of [i, b] for i in 0..a-1`, the sets of the
//! sums of one value, of two, .. grow with it: a value that is new to the first puts its sums with the
//! members of each into the next, for the order of a sum does not matter.
//!
//! A family costs one insertion and a share in the search for the mex, instead of as many look-ups
//! as there are options. The search starts where the fullest of the sets has its first gap.

use super::cells::Marks;
use super::layout::{Coords, Layout};
use super::sums;
use crate::nimber::Nimber;
use crate::rule::MAX_FREE;
use crate::rule::ir::{Clause, Family, Int, Kind, Set, Term};
use crate::rule::linear::Linear;
use crate::ruleset::Value;

/// A family whose options are the components before it on a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// The coordinates that shrink together.
    pub(super) axes: Vec<usize>,
    /// The least amount by which they shrink.
    pub(super) least: i64,
    /// How many components of the line an option has, each chosen freely.
    pub(super) times: usize,
}

/// The line of a family, if its options are all components at least so far back on one.
pub(super) fn line(kind: &Kind, family: &Family) -> Option<Line> {
    let (target, clauses, times) = match &family.terms[..] {
        [Term::Component(target)] => (target, &family.clauses, 1),
        [Term::Choose { count: Int::Const(count @ 1..), of, clauses, .. }] => {
            let times = usize::try_from(*count).ok().filter(|&times| times <= MAX_FREE)?;
            (family.clauses.is_empty()).then_some((of, clauses, times))?
        }
        _ => return None,
    };
    let [Clause::For(var, Set::Range { from, to, step: None, .. })] = &clauses[..] else {
        return None;
    };
    let forms: Vec<Linear> = target.coords.iter().map(Linear::of).collect::<Option<_>>()?;
    let changed: Vec<usize> =
        (0..forms.len()).filter(|&axis| forms[axis] != Linear::of_var(axis)).collect();
    let taken = |axis: usize| Linear::of_var(axis).add(&Linear::of_var(*var).times(-1)?);
    let (from, to) = (from, ends(to)?);
    if changed.iter().all(|&axis| taken(axis).as_ref() == Some(&forms[axis])) {
        // Amounts from a constant to at least all that there is: to one of the coordinates or more.
        let Int::Const(least @ 1..) = from else { return None };
        let covers = |end: &Linear| changed.iter().any(|&axis| end.at_least(axis));
        let line = Line { axes: changed.clone(), least: *least, times };
        let plain = is_line(kind, &changed);
        return (plain && to.iter().all(covers)).then_some(line);
    }
    // What is left, from 0 to less than there is.
    let ([axis], [end], Int::Const(0)) = (&changed[..], &to[..], from) else { return None };
    let least = end.constant.checked_neg()?;
    let plain =
        forms[*axis] == Linear::of_var(*var) && *end == Linear::of_var(*axis).plus(-least)?;
    (plain && least >= 1).then_some(Line { axes: changed, least, times })
}

/// The ends of a range, all of which it keeps below: those of a `min`.
fn ends(to: &Int) -> Option<Vec<Linear>> {
    match to {
        Int::Extreme(crate::rule::ir::End::Least, numbers) => {
            numbers.iter().map(Linear::of).collect()
        }
        _ => Some(vec![Linear::of(to)?]),
    }
}

/// Whether these coordinates make lines that [`Lines`] can tell apart.
fn is_line(kind: &Kind, axes: &[usize]) -> bool {
    axes.len() == 1 || axes.len() == 2 && kind.coords.len() == 2
}

/// The sets of all lines of one family.
pub(super) struct Lines {
    line: Line,
    layout: Layout,
    /// How many lines there are.
    count: usize,
    /// Words of a set.
    words: usize,
    /// The sets, one after the other: of each line that of its values, and those of sums.
    sets: Vec<u64>,
    lines: Vec<Reached>,
    /// Words that were united with others since that was asked.
    united: u64,
}

/// What is known of one line.
#[derive(Clone, Copy, Debug, Default)]
struct Reached {
    /// The components before this place are in the set.
    next: i64,
    /// Words of the set before this one are full.
    full: u32,
    /// Whether a component was over: the player who moves there wins.
    over: bool,
}

impl Lines {
    /// No component is in any set yet. Nothing if there are too many lines for this machine.
    pub(super) fn new(line: &Line, layout: &Layout) -> Option<Lines> {
        let dims = &layout.dims;
        let count = match line.axes[..] {
            [axis] => dims
                .iter()
                .enumerate()
                .filter(|&(other, _)| other != axis)
                .map(|(_, d)| *d)
                .product(),
            _ => dims.iter().sum::<u64>(),
        };
        let count = usize::try_from(count).ok()?;
        Some(Lines {
            line: line.clone(),
            layout: layout.clone(),
            count,
            words: 0,
            sets: Vec::new(),
            lines: Vec::new(),
            united: 0,
        })
    }

    /// Bytes of all sets if values up to `most` are in them.
    pub(super) fn bytes(&self, most: u64) -> u64 {
        let sets = sums::words(most).saturating_mul(8 * self.line.times as u64);
        (self.count as u64).saturating_mul(sets + size_of::<Reached>() as u64)
    }

    /// Makes room for values up to `most`.
    pub(super) fn make_room(&mut self, most: u64) {
        let words = sums::words(most) as usize;
        self.lines.resize(self.count, Reached::default());
        if words <= self.words {
            return;
        }
        let mut sets = vec![0; self.count * self.line.times * words];
        if self.words > 0 {
            for (new, old) in sets.chunks_mut(words).zip(self.sets.chunks(self.words)) {
                new[..old.len()].copy_from_slice(old);
            }
        }
        (self.sets, self.words) = (sets, words);
    }

    /// The greatest value for which there is room.
    pub(super) fn room(&self) -> u64 {
        64 * self.words as u64 - 1
    }

    /// Which line a component lies on, and how far from its start.
    fn place(&self, coords: &[i64]) -> (usize, i64) {
        let (id, at) = match self.line.axes[..] {
            [axis] => {
                let mut id = 0;
                for (other, (&coord, &dim)) in coords.iter().zip(&self.layout.dims).enumerate() {
                    if other != axis {
                        id = id * dim + coord.unsigned_abs();
                    }
                }
                (id, coords[axis])
            }
            _ => {
                let difference = coords[0] - coords[1];
                (self.layout.dims[1].wrapping_add_signed(difference), coords[0].min(coords[1]))
            }
        };
        (id as usize, at)
    }

    /// Puts the values of all options of a component into the set of its line. Returns the line.
    pub(super) fn reach(&mut self, coords: &[i64], value: impl Fn(usize) -> Value) -> usize {
        let (id, at) = self.place(coords);
        let last = at - self.line.least;
        let reached = &mut self.lines[id];
        if reached.next > last {
            return id;
        }
        let size = self.line.times * self.words;
        let sets = &mut self.sets[id * size..][..size];
        let mut there: Coords = coords.into();
        for &axis in &self.line.axes {
            there[axis] -= at - reached.next;
        }
        let step: u64 = self.line.axes.iter().map(|&axis| self.layout.strides[axis]).sum();
        let mut index = self.layout.index(&there);
        while reached.next <= last {
            match value(index) {
                // There is room: the caller asks for it whenever a value is larger than all.
                Value::Nimber(nimber) => {
                    self.united += sums::insert(sets, self.words, nimber.0);
                }
                Value::Over => reached.over = true,
                Value::Win => {}
            }
            reached.next += 1;
            index += step as usize;
        }
        let all = &sets[size - self.words..];
        while all.get(reached.full as usize) == Some(&u64::MAX) {
            reached.full += 1;
        }
        id
    }

    /// The set of the options of a line: how many of its first words are full, and all words.
    pub(super) fn set(&self, id: usize) -> (usize, &[u64]) {
        let after = (id + 1) * self.line.times * self.words;
        (self.lines[id].full as usize, &self.sets[after - self.words..after])
    }

    /// How many words were united with others since this was last asked.
    pub(super) fn united(&mut self) -> u64 {
        std::mem::take(&mut self.united)
    }

    /// Whether a component on the line was over.
    pub(super) fn is_over(&self, id: usize) -> bool {
        self.lines[id].over
    }
}

/// The least value in none of the sets, and without a mark.
pub(super) fn mex_of(sets: &[(usize, &[u64])], marks: Option<&Marks>) -> Nimber {
    let mut index = sets.iter().map(|&(full, _)| full).max().unwrap_or(0);
    loop {
        let taken =
            sets.iter().fold(0, |word, (_, set)| word | set.get(index).copied().unwrap_or(0));
        let mut free = !taken;
        while free != 0 {
            let value = 64 * index + free.trailing_zeros() as usize;
            if marks.is_none_or(|marks| !marks.has(value)) {
                return Nimber(value as u64);
            }
            free &= free - 1;
        }
        index += 1;
    }
}
