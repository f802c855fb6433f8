//! Families whose options are all positions from one to another, `[n-k] for k in 1..n/2`, where positions are
//! numbers.
//!
//! ```text
//! of each family    the latest position of every value, among those that the family has reached
//! for each n        put the values of the positions up to the last option into it
//!                   a value is that of an option if its latest position is not before the first option
//!                   the value of n is the least that is that of no option, of any family
//! ```
//!
//! The latest positions are the leaves of a tree in which each node has the least of those below. A new position of a
//! value changes the nodes above it as long as it was the least there, and the least value from some value on whose
//! latest position lies before a place is found on a way up and down. So a family costs a few dozen steps for each
//! position, instead of as many as there are options. The first option may move in any way; where the last one moves
//! back, the tree is made anew.

use super::lines::won;
use crate::limits::{Limits, Stop};
use crate::nimber::Nimber;
use crate::rule::ir::{
    Clause, Comparison, Cond, End, Family, Int, IntOp, Kind, Set, Slot, Term, UnaryFn,
};
use crate::rule::linear::Linear;
use crate::rule::{Span, values_for};
use crate::ruleset::Value;

/// Families of a rule, at most.
const MOST_FAMILIES: usize = 4;
/// The definition refuses ranges with more elements.
const MAX_TRIED: i64 = 1 << 32;
/// No end of a range is farther from 0, and no factor or constant of a coordinate.
const FARTHEST: i64 = 1 << 41;
/// Positions from here on are not numbered.
pub(super) const MOST_POSITIONS: u64 = 1 << 31;
/// Positions that are put into a tree between two looks at the limits.
const PUT_PER_CHECK: i64 = 1 << 16;
/// How often trees are made anew before they are given up.
const MOST_REMADE: u32 = 64;

/// A family whose options are all positions from one to another.
#[derive(Clone, Debug)]
pub(super) struct Window {
    /// The range of the variable in the coordinate, if there is one.
    ends: Option<(Slot, Int, Int)>,
    /// The coordinate of an option, which moves by one with the variable.
    coord: Linear,
}

/// Positions from the first to the last of none.
const NO_OPTIONS: (i64, i64) = (1, 0);

/// The slot of the one coordinate.
const OWN: Slot = 0;

/// The families of a kind of one coordinate, if all are such; nothing if a component may be over, or need not have
/// options.
pub(super) fn windows(own: usize, kind: &Kind) -> Option<Vec<Window>> {
    let plain = kind.coords.len() == 1 && kind.guard.is_none() && kind.wins.is_empty();
    if !plain || kind.families.len() > MOST_FAMILIES {
        return None;
    }
    kind.families.iter().map(|family| window(own, family)).collect()
}

fn window(own: usize, family: &Family) -> Option<Window> {
    let [Term::Component(target)] = &family.terms[..] else { return None };
    let ends = match &family.clauses[..] {
        [] => None,
        [Clause::For(slot, Set::Range { from, to, step: None, .. }), conds @ ..] => {
            let mut ends = vec![to.clone()];
            for clause in conds {
                let Clause::If(cond) = clause else { return None };
                let mut conjuncts = Vec::new();
                cond.conjuncts(&mut conjuncts);
                for cond in conjuncts {
                    ends.push(end(*slot, cond, matches!(from, Int::Const(0..)))?);
                }
            }
            let to = if ends.len() > 1 { Int::Extreme(End::Least, ends) } else { to.clone() };
            (is_easy(from) && is_easy(&to)).then(|| Some((*slot, from.clone(), to)))?
        }
        _ => return None,
    };
    let coord = Linear::of(target.coords.first()?)?;
    let known = |slot: Slot| slot == OWN || ends.as_ref().is_some_and(|(own, ..)| *own == slot);
    let by_one = ends.as_ref().is_none_or(|(slot, ..)| coord.coefficient(*slot).abs() == 1);
    let small = coord.constant.abs() < FARTHEST
        && coord.terms.iter().all(|(_, factor)| factor.abs() < FARTHEST);
    let is_own = target.kind == own && coord.terms.iter().all(|&(slot, _)| known(slot));
    (is_own && by_one && small).then_some(Window { ends, coord })
}

/// The last element of those, from the first on, for which a condition holds that fails for all later ones: `k < n-3`,
/// `3*k <= n`, `n >= k*k`.
fn end(slot: Slot, cond: &Cond, not_negative: bool) -> Option<Int> {
    let Cond::Compare(comparison, a, b) = cond else { return None };
    let (less, most, is_less) = match comparison {
        Comparison::Le => (a, b, false),
        Comparison::Lt => (a, b, true),
        Comparison::Ge => (b, a, false),
        Comparison::Gt => (b, a, true),
        Comparison::Eq | Comparison::Ne => return None,
    };
    let span = Span::default();
    let most = match is_less {
        true => Int::Binary(IntOp::Sub, Box::new(most.clone()), Box::new(Int::Const(1)), span),
        false => most.clone(),
    };
    let own = Int::Var(slot);
    match less {
        Int::Var(_) if *less == own => Some(most),
        Int::Binary(IntOp::Mul, a, b, _) if **a == own && **b == own && not_negative => {
            Some(Int::Unary(UnaryFn::Isqrt, Box::new(most), span))
        }
        Int::Binary(IntOp::Mul, a, b, _) => {
            let factor = if **b == own { a } else { (**a == own).then_some(b)? };
            matches!(**factor, Int::Const(1..FARTHEST))
                .then(|| Int::Binary(IntOp::Div, Box::new(most), factor.clone(), span))
        }
        _ => None,
    }
}

/// Whether an expression mentions the coordinate alone and is evaluated at once.
fn is_easy(int: &Int) -> bool {
    match int {
        Int::Const(_) => true,
        Int::Var(slot) => *slot == OWN,
        Int::Neg(inner, _) => is_easy(inner),
        Int::Binary(_, a, b, _) => is_easy(a) && is_easy(b),
        Int::Extreme(_, numbers) => numbers.iter().all(is_easy),
        Int::Unary(function, inner, _) => *function != UnaryFn::Fib && is_easy(inner),
        Int::ExtremeOf(..) | Int::Size(..) => false,
    }
}

impl Window {
    /// The first and the last of the positions that are options of one; the first is the greater if there is none.
    /// Nothing where that is for the
    /// definition to say: where it may fail, or an option does not come before.
    fn options(&self, position: i64) -> Option<(i64, i64)> {
        let at = |k: i64| {
            let of_own = i128::from(self.coord.coefficient(OWN)) * i128::from(position);
            let slot = self.ends.as_ref().map(|(slot, ..)| *slot);
            let of_k = i128::from(slot.map_or(0, |slot| self.coord.coefficient(slot)));
            i64::try_from(of_own + of_k * i128::from(k) + i128::from(self.coord.constant)).ok()
        };
        let [from, to] = match &self.ends {
            None => [0, 0],
            Some((_, from, to)) => values_for([from, to], OWN, position)?,
        };
        if from > to {
            return Some(NO_OPTIONS);
        }
        let far = |end: i64| end.abs() > FARTHEST;
        if far(from) || far(to) || to - from >= MAX_TRIED {
            return None;
        }
        let (one, other) = (at(from)?, at(to)?);
        let (first, last) = (one.min(other).max(0), one.max(other));
        (last < position).then_some((first, last))
    }
}

/// The latest position of every value, of some positions.
#[derive(Default)]
struct Latest {
    /// A tree: behind node `i` are `2i` and `2i + 1`, and the second half are the leaves. One more than the position; 0
    /// of a value that was not met.
    nodes: Vec<u32>,
    /// The positions before this one were put into it.
    reached: i64,
}

impl Latest {
    fn leaves(&self) -> usize {
        self.nodes.len() / 2
    }

    /// A value at a position later than all.
    fn put(&mut self, value: usize, position: i64) {
        if value >= self.leaves() {
            self.grow(value);
        }
        let mut node = self.leaves() + value;
        self.nodes[node] = position as u32 + 1;
        while node > 1 {
            let least = self.nodes[node].min(self.nodes[node ^ 1]);
            node /= 2;
            if self.nodes[node] == least {
                break;
            }
            self.nodes[node] = least;
        }
    }

    fn grow(&mut self, value: usize) {
        let before = self.leaves();
        let leaves = (value + 1).next_power_of_two().max(64);
        let mut nodes = vec![0; 2 * leaves];
        nodes[leaves..leaves + before].copy_from_slice(&self.nodes[before..]);
        for node in (1..leaves).rev() {
            nodes[node] = nodes[2 * node].min(nodes[2 * node + 1]);
        }
        self.nodes = nodes;
    }

    /// The least value from one on that no position from the first one on has.
    fn missing(&self, value: usize, first: i64) -> usize {
        let leaves = self.leaves();
        if value >= leaves {
            return value;
        }
        let before = |node: usize| i64::from(self.nodes[node]) <= first;
        let mut node = leaves + value;
        while !before(node) {
            // On to the next subtree on the right; behind the last one are the values that were not met.
            while node % 2 == 1 {
                node /= 2;
            }
            if node == 0 {
                return leaves;
            }
            node += 1;
        }
        while node < leaves {
            node = if before(2 * node) { 2 * node } else { 2 * node + 1 };
        }
        node - leaves
    }
}

/// The latest positions of the values of each family.
pub(super) struct Windows {
    families: Vec<(Window, Latest)>,
    remade: u32,
    /// Values that were put into trees since that was asked.
    put: u64,
}

impl Windows {
    pub(super) fn new(families: &[Window]) -> Windows {
        let families = families.iter().map(|window| (window.clone(), Latest::default())).collect();
        Windows { families, remade: 0, put: 0 }
    }

    /// The value of a position, or who wins there if that is wanted; nothing where that is for the definition to say.
    ///
    /// # Errors
    /// A limit that was reached; then what is known is of no use any more.
    pub(super) fn value(
        &mut self,
        position: i64,
        end: Option<u8>,
        value: impl Fn(usize) -> Value,
        limits: &Limits,
    ) -> Result<Option<Nimber>, Stop> {
        let mut firsts = [None; MOST_FAMILIES];
        for ((window, latest), first) in self.families.iter_mut().zip(&mut firsts) {
            let Some((from, to)) = window.options(position) else { return Ok(None) };
            if from > to {
                continue;
            }
            *first = Some(from);
            let next = to + 1;
            if next < latest.reached {
                *latest = Latest::default();
                self.remade += 1;
            }
            for at in latest.reached..next {
                let Value::Nimber(Nimber(value)) = value(at as usize) else { return Ok(None) };
                latest.put(value as usize, at);
                self.put += 1;
                if at % PUT_PER_CHECK == 0 {
                    limits.check()?;
                }
            }
            latest.reached = next;
        }
        let missing = |from: usize| {
            let families = self.families.iter().zip(firsts);
            families.fold(from, |least, ((_, latest), first)| match first {
                Some(first) => latest.missing(least, first),
                None => least,
            })
        };
        if let Some(end) = end {
            let any = firsts.iter().any(Option::is_some);
            return Ok(Some(won(missing(0) > 0, any, end)));
        }
        let mut mex = 0;
        loop {
            let next = missing(mex);
            if next == mex {
                return Ok(Some(Nimber(mex as u64)));
            }
            mex = next;
        }
    }

    /// Whether trees were made anew too often.
    pub(super) fn are_slow(&self) -> bool {
        self.remade > MOST_REMADE
    }

    /// How many values were put into trees since this was last asked.
    pub(super) fn put(&mut self) -> u64 {
        std::mem::take(&mut self.put)
    }

    /// Bytes of all trees, if values up to `most` are in them.
    pub(super) fn bytes(&self, most: u64) -> u64 {
        let leaves = most.saturating_add(1).checked_next_power_of_two().unwrap_or(u64::MAX);
        leaves.saturating_mul(8).saturating_mul(self.families.len() as u64)
    }
}

/// About how many options a position has; nothing where that is for the definition to say.
pub(super) fn count_options(windows: &[Window], position: i64) -> Option<u64> {
    windows.iter().try_fold(0, |count: u64, window| {
        let (first, last) = window.options(position)?;
        let own = last.checked_sub(first)?.checked_add(1)?;
        Some(count.saturating_add(own.max(0).unsigned_abs()))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::nimber::Mex;
    use crate::rule::{Rules, parse};

    fn windows_of(text: &str) -> Option<Vec<Window>> {
        let rules = Rules::new(parse(text).unwrap(), &[]).unwrap();
        windows(0, &rules.ir()[0])
    }

    #[test]
    fn ranges_of_positions_are_windows() {
        for (text, expected) in [
            ("[n] -> [n-k] for k in 1..n/2", true),
            ("[n] -> [k] for k in n/3..n-1", true),
            ("[n] -> [n-k-2] for k in 0..isqrt(n)", true),
            ("[n] -> [n-1] | [n-k] for k in n/2..n", true),
            ("[n] -> [n/2]", false),
            ("[n] -> [n-2*k] for k in 1..n/2", false),
            ("[n] -> [n-k] for k in 1..n if 2*k <= n and k < 99", true),
            ("[n] -> [n-k] for k in 1..n if n >= k*k", true),
            ("[n] -> [n-k] for k in n-9..n if k*k <= n", false),
            ("[n] -> [n-k] for k in 1..n if 2*k >= n", false),
            ("[n] -> [n-k] for k in 1..n/2 if k % 3 > 0", false),
            ("[n] -> [n-k] for k in 1..n step 2", false),
            ("[n] -> [n-k] + [k] for k in 1..n/2", false),
            ("[n] if n > 3 -> [n-k] for k in 1..n/2", false),
            ("[n, m] -> [n-k, m] for k in 1..n/2", false),
            ("[n] -> [n-k] for k in 1..size(divisors(n))", false),
        ] {
            assert_eq!(windows_of(text).is_some(), expected, "{text}");
        }
    }

    #[test]
    fn what_the_definition_has_to_say_is_left_to_it() {
        for (text, at, options) in [
            ("[n] -> [n-k] for k in 1..n/2", 9, Some((5, 8))),
            ("[n] -> [n-k] for k in 1..n/2", 1, Some(NO_OPTIONS)),
            ("[n] -> [n-k] for k in 1..2*n", 9, Some((0, 8))),
            ("[n] -> [n-k] for k in 0..n/2", 9, None),
            ("[n] -> [n-k] for k in 1..n/(n-3)", 3, None),
            ("[n] -> [n-k] for k in 1..2**40", 3, None),
            ("[n] -> [n-k] for k in 1..n if 3*k < n", 9, Some((7, 8))),
            ("[n] -> [n-k] for k in 1..n if k*k <= n - 9 and n-9 >= k", 18, Some((15, 17))),
            ("[n] -> [n-k] for k in 1..n if k*k <= n - 9", 7, None),
            ("[n] -> [n-1]", 0, Some((0, -1))),
            ("[n] -> [2*n-k] for k in n+1..2*n", 7, Some((0, 6))),
        ] {
            assert_eq!(windows_of(text).unwrap()[0].options(at), options, "{text} at {at}");
        }
    }

    /// Speed, without a clock: each position is put into a tree once.
    #[test]
    fn every_position_is_put_into_a_tree_once() {
        let mut windows = Windows::new(&windows_of("[n] -> [n-k] for k in 1..n/2").unwrap());
        let mut values: Vec<Value> = Vec::new();
        for position in 0..5000 {
            let found = windows.value(position, None, |at| values[at], &Limits::default()).unwrap();
            values.push(Value::Nimber(found.unwrap()));
        }
        assert_eq!(windows.put(), 4999);
        // Where all is put into a tree at once, limits are heeded.
        let values = vec![Value::Nimber(Nimber(3)); 1 << 18];
        let mut windows = Windows::new(&windows_of("[n] -> [n-k] for k in 1..n/2").unwrap());
        let none = Limits::default().time(std::time::Duration::ZERO);
        assert_eq!(windows.value(1 << 18, None, |at| values[at], &none), Err(Stop::Time));
    }

    proptest! {
        /// Any values, and any windows whose ends go forth and back, against a set of the values of all options.
        #[test]
        fn the_least_missing_value_is_found(
            values in proptest::collection::vec(0_u64..200, 1..80),
            asked in proptest::collection::vec((0_i64..80, 0_i64..80, 0_usize..90), 1..40),
        ) {
            let mut latest = Latest::default();
            for (first, next, from) in asked {
                let next = next.min(values.len() as i64);
                if next < latest.reached {
                    latest = Latest::default();
                }
                for at in latest.reached..next {
                    latest.put(values[at as usize] as usize, at);
                }
                latest.reached = next;
                let mut mex = Mex::default();
                (0..from as u64).for_each(|value| mex.insert(Nimber(value)));
                for at in first..next {
                    mex.insert(Nimber(values[at as usize]));
                }
                prop_assert_eq!(latest.missing(from, first) as u64, mex.mex().0);
            }
        }
    }
}
