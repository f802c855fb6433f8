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
//! Machine code does the same, by several threads where the order allows it ([`code`](crate::table::code)); here is
//! what does it where there is none, or where it leaves a component to others.
//!
//! A family costs one insertion and a share in the search for the mex, instead of as many look-ups
//! as there are options. The search starts where the fullest of the sets has its first gap.

use super::only::{Chosen, Only};
use super::sums;
use crate::language::phrase;
use crate::nimber::Nimber;
use crate::rule::MAX_FREE;
use crate::rule::ir::{Clause, Cond, End, Family, Int, Kind, Set, Slot, Target, Term};
use crate::rule::linear::Linear;
use crate::ruleset::Value;
use crate::table::cells::Marks;
#[cfg(feature = "jit")]
use crate::table::code;
use crate::table::order::{Coords, Layout};

/// A family whose options are the components before it on a line.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::table) struct Line {
    /// The coordinates that shrink together.
    pub(in crate::table) axes: Vec<usize>,
    /// The least amount by which they shrink.
    pub(in crate::table) least: i64,
    /// How many components of the line an option has, each chosen freely.
    pub(in crate::table) times: usize,
    /// What components of the line must be to be options.
    pub(in crate::table) only: Option<Only>,
}

/// The line of a family, if its options are all components at least so far back on one.
pub(in crate::table) fn line(kind: &Kind, family: &Family) -> Option<Line> {
    set_along(kind, family).ok()
}

/// The same, or why there is none; no reason where options are few anyway.
pub(in crate::table) fn set_along(
    kind: &Kind,
    family: &Family,
) -> Result<Line, Option<&'static str>> {
    let (target, clauses, times) = chosen(family)?;
    let Ranged { var, from, to, conditions } = ranged(clauses, times == 1 && !kind.unordered)?;
    let only = |chosen: Chosen<'_>| match Only::new(&conditions, var, chosen) {
        None if !conditions.is_empty() => Err(Some(more_to_it())),
        only => Ok(only),
    };
    let forms: Option<Vec<Linear>> = target.coords.iter().map(Linear::of).collect();
    let forms = forms.ok_or(Some(phrase!("coordinates that are not linear")))?;
    let changed: Vec<usize> =
        (0..forms.len()).filter(|&axis| forms[axis] != Linear::of_var(axis)).collect();
    let taken = |axis: usize| Linear::of_var(axis).minus(&Linear::of_var(var));
    let to = ends(to).ok_or(Some(phrase!("a range whose end is not linear")))?;
    if changed.iter().all(|&axis| taken(axis).as_ref() == Some(&forms[axis])) {
        // Amounts from a constant to at least all that there is: to one of the coordinates or more.
        let Int::Const(least @ 1..) = from else {
            return Err(Some(phrase!("a range that begins at no positive number")));
        };
        let covers = |end: &Linear| changed.iter().any(|&axis| end.at_least(axis));
        if !to.iter().all(covers) {
            // As many options everywhere.
            let constant = to.iter().any(|end| end.terms.is_empty());
            return Err(
                (!constant).then_some(phrase!("a range that leaves a part of the line out"))
            );
        }
        return match changed.is_empty() {
            true => Err(None),
            false => {
                let only = only(Chosen::Taken(&changed))?;
                Ok(Line { axes: changed, least: *least, times, only })
            }
        };
    }
    // What is left, from 0 to less than there is.
    let ([axis], [end], Int::Const(0)) = (&changed[..], &to[..], from) else {
        return Err(Some(phrase!("options that do not lie on a line down to 0")));
    };
    let least = end.constant.checked_neg().filter(|&least| least >= 1);
    let plain = |&least: &i64| {
        forms[*axis] == Linear::of_var(var)
            && Linear::of_var(*axis).plus(-least).as_ref() == Some(end)
    };
    match least.filter(plain) {
        Some(least) => {
            let only = only(Chosen::Left(*axis))?;
            Ok(Line { axes: changed, least, times, only })
        }
        None => Err(Some(phrase!("options that do not lie on a line down to 0"))),
    }
}

/// What an option of a family is, one component or a number of them that are chosen freely, and by which clauses.
fn chosen(family: &Family) -> Result<(&Target, &[Clause], usize), Option<&'static str>> {
    match &family.terms[..] {
        [Term::Component(target)] => Ok((target, &family.clauses, 1)),
        [Term::Choose { count: Int::Const(count @ 1..), of, clauses, .. }] => {
            let times = usize::try_from(*count).ok().filter(|&times| times <= MAX_FREE);
            let times = times.filter(|_| family.clauses.is_empty());
            Ok((of, clauses, times.ok_or(Some(phrase!("so free a choice")))?))
        }
        _ if family.clauses.is_empty() => Err(None),
        _ => Err(Some(phrase!("options that are sums"))),
    }
}

/// A variable that runs through a range, and the conditions behind that.
struct Ranged<'f> {
    var: Slot,
    from: &'f Int,
    to: &'f Int,
    conditions: Vec<&'f Cond>,
}

/// These clauses as a range, with conditions if there may be some.
fn ranged(clauses: &[Clause], conditional: bool) -> Result<Ranged<'_>, Option<&'static str>> {
    match clauses {
        [Clause::For(var, Set::Range { from, to, step: None, .. }), rest @ ..] => {
            let conditions = rest.iter().map(|clause| match clause {
                Clause::If(cond) if conditional => Ok(cond),
                _ => Err(Some(more_to_it())),
            });
            let conditions = conditions.collect::<Result<_, _>>()?;
            Ok(Ranged { var: *var, from, to, conditions })
        }
        [Clause::For(_, Set::Range { step: Some(_), .. })] => {
            Err(Some(phrase!("a range with a step")))
        }
        [Clause::For(_, Set::List(_) | Set::Fixed(_))] => Err(None),
        [Clause::For(..)] => Err(Some(phrase!("a set that is no range"))),
        [] | [_] => Err(None),
        _ => Err(Some(more_to_it())),
    }
}

/// Why a range is not taken that has more to it.
fn more_to_it() -> &'static str {
    phrase!("a range with more to it: a condition, or another range")
}

/// The ends of a range, all of which it keeps below: those of a `min`.
fn ends(to: &Int) -> Option<Vec<Linear>> {
    match to {
        Int::Extreme(End::Least, numbers) => numbers.iter().map(Linear::of).collect(),
        _ => Some(vec![Linear::of(to)?]),
    }
}

/// How the lines of a family are numbered.
#[derive(Clone, Debug)]
pub(in crate::table) struct Numbered {
    /// The family in the rule.
    pub(in crate::table) family: usize,
    pub(in crate::table) line: Line,
    /// The number of a component's line is this, and each coordinate so many times.
    pub(in crate::table) start: i64,
    pub(in crate::table) factors: Vec<i64>,
    /// How many lines there are.
    pub(in crate::table) count: usize,
}

impl Numbered {
    /// The lines of a table, from 0 on; nothing if there are too many for this machine.
    pub(in crate::table) fn new(family: usize, line: &Line, layout: &Layout) -> Option<Numbered> {
        let dims: Vec<i64> =
            layout.dims.iter().map(|&dim| i64::try_from(dim).ok()).collect::<Option<_>>()?;
        let (mut factors, mut start, mut count) = (vec![0; dims.len()], 0_i64, 1_i64);
        let (&own, more) = line.axes.split_first()?;
        // Lines of neighbours in memory are neighbours.
        let mut others: Vec<usize> = (0..dims.len()).filter(|&axis| axis != own).collect();
        others.sort_by_key(|&axis| layout.strides[axis]);
        for axis in others {
            // A coordinate that shrinks as well is as far from the first all along the line.
            let numbers = if more.contains(&axis) {
                factors[own] += count;
                factors[axis] = -count;
                start = start.checked_add(count.checked_mul(dims[axis] - 1)?)?;
                dims[own].checked_add(dims[axis])? - 1
            } else {
                factors[axis] = count;
                dims[axis]
            };
            count = count.checked_mul(numbers)?;
        }
        let count = usize::try_from(count).ok()?;
        Some(Numbered { family, line: line.clone(), start, factors, count })
    }

    /// The coordinate that tells the components of a line apart.
    pub(in crate::table) fn axis(&self) -> usize {
        self.line.axes[0]
    }

    pub(in crate::table) fn number(&self, coords: &[i64]) -> usize {
        let terms = coords.iter().zip(&self.factors).map(|(coord, factor)| coord * factor);
        (self.start + terms.sum::<i64>()) as usize
    }
}

/// Words between the sets of two lines: where the distance is a power of two, those of neighbours would take the same
/// few places of the cache.
const GAP: usize = 8;

/// Lines through several coordinates are many, and short: about how many bytes each takes, and how many all may take, or
/// for each component of the table.
const LINE_BYTES: u64 = 128;
const SMALL: u64 = 1 << 26;
const MOST_BYTES: u64 = 4;
/// On a line up to so long the options are looked at one by one where a set would be large: its values come from the longer
/// lines of other families.
const SHORT: u64 = 256;

/// The sets of all lines of one family.
pub(in crate::table) struct Lines {
    pub(in crate::table) numbered: Numbered,
    layout: Layout,
    /// Words of a set.
    words: usize,
    /// The sets, one after the other: of each line that of its values, and those of sums.
    sets: Vec<u64>,
    lines: Vec<Reached>,
    /// Words that were united with others since that was asked.
    united: u64,
}

/// What is known of one line.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::table) struct Reached {
    /// The components before this place are in the set.
    next: i64,
    /// Words of the set before this one are full.
    full: u32,
    /// Whether a component was over, 1 or 0: the player who moves there wins.
    over: u32,
}

#[cfg(feature = "jit")]
impl Reached {
    /// Where the fields stand.
    pub(in crate::table) const NEXT: i32 = std::mem::offset_of!(Reached, next) as i32;
    pub(in crate::table) const FULL: i32 = std::mem::offset_of!(Reached, full) as i32;
    pub(in crate::table) const OVER: i32 = std::mem::offset_of!(Reached, over) as i32;
}

impl Lines {
    /// No component is in any set yet. Nothing if there are too many lines for this machine, or for their components.
    pub(in crate::table) fn new(family: usize, line: &Line, layout: &Layout) -> Option<Lines> {
        let numbered = Numbered::new(family, line, layout)?;
        let made = Lines {
            numbered,
            layout: layout.clone(),
            words: 0,
            sets: Vec::new(),
            lines: Vec::new(),
            united: 0,
        };
        let most_bytes = SMALL.max(layout.room().saturating_mul(MOST_BYTES));
        let bytes = (made.numbered.count as u64).saturating_mul(LINE_BYTES);
        let many = line.axes.len() > 1 && bytes > most_bytes;
        // About how large values become, where they do with the length of lines.
        let most = layout.dims.iter().copied().fold(0, u64::saturating_add);
        let large = line.times == 1 && made.longest() <= SHORT && made.bytes(most) > most_bytes;
        (!many && !large).then_some(made)
    }

    /// Forgets what is in the sets.
    #[cfg(feature = "jit")]
    pub(in crate::table) fn forget(&mut self) {
        self.sets.fill(0);
        self.lines.fill(Reached::default());
    }

    /// The words of a set, and those from the sets of one line to those of the next.
    #[cfg(feature = "jit")]
    pub(in crate::table) fn words(&self) -> (usize, usize) {
        (self.words, self.apart())
    }

    fn apart(&self) -> usize {
        self.numbered.line.times * self.words + GAP
    }

    /// The components of the longest line.
    pub(in crate::table) fn longest(&self) -> u64 {
        let axes = self.numbered.line.axes.iter();
        axes.map(|&axis| self.layout.dims[axis]).min().unwrap_or(0)
    }

    /// The sets and what is known of them for machine code, and how many there are; of sums none.
    #[cfg(feature = "jit")]
    pub(in crate::table) fn parts(&mut self) -> (code::LineSets, usize) {
        let (sets, reached) = (self.sets.as_mut_ptr(), self.lines.as_mut_ptr());
        let whole =
            self.numbered.line.times == 1 && self.sets.len() == self.lines.len() * self.apart();
        (code::LineSets { sets, reached }, if whole { self.lines.len() } else { 0 })
    }

    /// Bytes of all sets if values up to `most` are in them.
    pub(in crate::table) fn bytes(&self, most: u64) -> u64 {
        let words = sums::words(most).saturating_mul(self.numbered.line.times as u64);
        let sets = words.saturating_add(GAP as u64).saturating_mul(8);
        (self.numbered.count as u64).saturating_mul(sets + size_of::<Reached>() as u64)
    }

    /// Makes room for values up to `most`.
    pub(in crate::table) fn make_room(&mut self, most: u64) {
        let words = sums::words(most) as usize;
        self.lines.resize(self.numbered.count, Reached::default());
        if words <= self.words {
            return;
        }
        let (before, apart) = (self.words, self.apart());
        self.words = words;
        let mut sets = vec![0; self.numbered.count * self.apart()];
        if before > 0 {
            for (new, old) in sets.chunks_mut(self.apart()).zip(self.sets.chunks(apart)) {
                let (new, old) = (new.chunks_mut(words), old.chunks(before));
                for (new, old) in new.zip(old).take(self.numbered.line.times) {
                    new[..before].copy_from_slice(old);
                }
            }
        }
        self.sets = sets;
    }

    /// The greatest value for which there is room.
    pub(in crate::table) fn room(&self) -> u64 {
        64 * self.words as u64 - 1
    }

    /// Which line a component lies on, and how far from its start.
    fn place(&self, coords: &[i64]) -> (usize, i64) {
        let at = self.numbered.line.axes.iter().map(|&axis| coords[axis]).min();
        (self.numbered.number(coords), at.unwrap_or(0))
    }

    /// Puts the values of all options of a component into the set of its line. Returns the line.
    pub(in crate::table) fn reach(
        &mut self,
        coords: &[i64],
        value: impl Fn(usize) -> Value,
    ) -> usize {
        let (id, at) = self.place(coords);
        let last = at - self.numbered.line.least;
        let reached = &mut self.lines[id];
        if reached.next > last {
            return id;
        }
        let size = self.numbered.line.times * self.words;
        let start = id * (size + GAP);
        let sets = &mut self.sets[start..][..size];
        let mut there: Coords = coords.into();
        for &axis in &self.numbered.line.axes {
            there[axis] -= at - reached.next;
        }
        let step: u64 = self.numbered.line.axes.iter().map(|&axis| self.layout.strides[axis]).sum();
        let mut index = self.layout.index(&there);
        let only = self.numbered.line.only.as_ref();
        while reached.next <= last {
            let admitted = only.is_none_or(|only| only.admits(&there));
            match value(index) {
                _ if !admitted => {}
                // There is room: the caller asks for it whenever a value is larger than all.
                Value::Nimber(nimber) => {
                    self.united += sums::insert(sets, self.words, nimber.0);
                }
                Value::Over => reached.over = 1,
                Value::Win => {}
            }
            reached.next += 1;
            index += step as usize;
            for &axis in &self.numbered.line.axes {
                there[axis] += 1;
            }
        }
        let all = &sets[size - self.words..];
        while all.get(reached.full as usize) == Some(&u64::MAX) {
            reached.full += 1;
        }
        id
    }

    /// The set of the options of a line: how many of its first words are full, and all words.
    pub(in crate::table) fn set(&self, id: usize) -> (usize, &[u64]) {
        let after = (id + 1) * self.apart() - GAP;
        (self.lines[id].full as usize, &self.sets[after - self.words..after])
    }

    /// How many words were united with others since this was last asked.
    pub(in crate::table) fn united(&mut self) -> u64 {
        std::mem::take(&mut self.united)
    }

    /// Whether a component on the line was over.
    pub(in crate::table) fn is_over(&self, id: usize) -> bool {
        self.lines[id].over > 0
    }
}

/// The least value in none of the sets, and without a mark.
pub(in crate::table) fn mex_of(sets: &[(usize, &[u64])], marks: Option<&Marks>) -> Nimber {
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

/// Who wins, 1 for the player to move: with an option that loses, with any, without.
pub(in crate::table) fn won(by_option: bool, any: bool, end: u8) -> Nimber {
    match (by_option, any) {
        (true, _) => Nimber(1),
        (false, true) => Nimber(0),
        (false, false) => Nimber(end.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_lines_have_no_sets_of_what_long_ones_reach() {
        let has_sets = |last: [u64; 2], axes: &[usize]| {
            let layout = Layout::new(&last, crate::table::order::Order::Sums, false).unwrap();
            let line = Line { axes: axes.to_vec(), least: 1, times: 1, only: None };
            Lines::new(0, &line, &layout).is_some()
        };
        assert!(has_sets([100_000, 20], &[0]));
        assert!(!has_sets([100_000, 20], &[1]));
        assert!(!has_sets([100_000, 20], &[0, 1]));
        // Small altogether, or long enough.
        assert!(has_sets([10_000, 20], &[1]));
        assert!(has_sets([100_000, 300], &[1]));
    }
}
