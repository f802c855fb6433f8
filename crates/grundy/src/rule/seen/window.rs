//! Families whose options are all positions from one to another, `[n-k] for k in 1..n/2`, in a kind of one coordinate.
//!
//! A range may be narrowed by conditions that hold up to some element or from one on, and there may be conditions
//! about the coordinate alone; a single option is such a family too. Numbers of the definition's reach are looked at
//! by [`Window::at`], larger ones by [`Window::far`], where both ends [never move back](Window::never_moves_back).

use num_bigint::{BigInt, Sign};

use crate::rule::Span;
use crate::rule::eval::closed::{hold_for, values_for};
use crate::rule::ir::{
    Clause, Comparison, Cond, End, Family, Int, IntOp, Kind, Part, Set, Slot, Term, UnaryFn,
};
use crate::rule::linear::{self, LARGE, Linear};
use crate::rule::numbers::floor_div;
use crate::rule::rewritten::each::each;

/// The definition refuses ranges with more elements.
const MOST_TRIED: i64 = 1 << 32;
/// No factor or constant of a coordinate is farther from 0.
const FARTHEST: i64 = 1 << 41;
/// The same of conditions that are solved for the variable of a range.
const FARTHEST_OF_CONDITIONS: i64 = 1 << 20;
/// Coordinates of tables are less than this.
const WORD: u64 = 1 << 32;

/// Positions from the first to the last of none.
const NO_OPTIONS: (i64, i64) = (1, 0);

/// The slot of the one coordinate.
pub(super) const OWN: Slot = 0;

/// A family whose options are all positions from one to another.
#[derive(Clone, Debug)]
pub(crate) struct Window {
    /// What must hold of the coordinate, before the ends are looked at.
    pub(super) before: Vec<Cond>,
    /// The first and the last option; positions below 0 are none.
    pub(super) first: Int,
    pub(super) last: Int,
    /// What must hold of the coordinate where the first is not behind the last.
    pub(super) after: Vec<Cond>,
}

/// The families of a kind of one coordinate, if all are such; nothing if a component may be over.
pub(crate) fn windows(own: usize, kind: &Kind) -> Option<Vec<Window>> {
    windows_by(own, kind, |_| None)
}

/// The same, also where one is such for each constant that is chosen, of so many at most: `[(n+k-1)/k] for k in 2..9`.
pub(crate) fn windows_of_each(own: usize, kind: &Kind, most: u64) -> Option<Vec<Window>> {
    windows_by(own, kind, |family| each(family, most))
}

fn windows_by(
    own: usize,
    kind: &Kind,
    parts: impl Fn(&Family) -> Option<Vec<Family>>,
) -> Option<Vec<Window>> {
    if kind.coords.len() != 1 || !kind.wins.is_empty() {
        return None;
    }
    let guard = kind.guard.iter().filter(|guard| is_easy_cond(guard));
    let guard: Vec<Cond> = guard.cloned().collect();
    if guard.is_empty() && kind.guard.is_some() {
        return None;
    }
    let of_family = |family: &Family| match window(own, &guard, family) {
        Some(window) => Some(vec![window]),
        None => parts(family)?.iter().map(|family| window(own, &guard, family)).collect(),
    };
    let windows: Option<Vec<Vec<Window>>> = kind.families.iter().map(of_family).collect();
    Some(windows?.concat())
}

fn window(own: usize, guard: &[Cond], family: &Family) -> Option<Window> {
    let [Term::Component(target)] = &family.terms[..] else { return None };
    let coord = target.coords.first().filter(|_| target.kind == own)?;
    let mut before = guard.to_vec();
    let mut clauses = &family.clauses[..];
    while let [Clause::If(cond), rest @ ..] = clauses {
        before.push(is_easy_cond(cond).then(|| cond.clone())?);
        clauses = rest;
    }
    let [Clause::For(slot, Set::Range { from, to, step: None, .. }), conds @ ..] = clauses else {
        let only = clauses.is_empty() && is_easy(coord);
        return only.then(|| Window {
            before,
            first: coord.clone(),
            last: coord.clone(),
            after: Vec::new(),
        });
    };
    let (mut firsts, mut lasts, mut after) = (vec![from.clone()], vec![to.clone()], Vec::new());
    for cond in Clause::conjuncts(conds)? {
        match narrowed(*slot, cond, matches!(from, Int::Const(0..))) {
            Some((End::Least, first)) => firsts.push(first),
            Some((End::Greatest, last)) => lasts.push(last),
            None if is_easy_cond(cond) => after.push(cond.clone()),
            None => return None,
        }
    }
    let [from, to] = [(End::Greatest, firsts), (End::Least, lasts)]
        .map(|(end, mut of)| if of.len() > 1 { Int::Extreme(end, of) } else { of.swap_remove(0) });
    let coord = Linear::of(coord)?;
    let is_known = coord.terms.iter().all(|&(known, _)| known == OWN || known == *slot);
    let is_small = coord.constant.abs() < FARTHEST
        && coord.terms.iter().all(|(_, factor)| factor.abs() < FARTHEST);
    if !(is_known && is_small && is_easy(&from) && is_easy(&to)) {
        return None;
    }
    let rest = as_int(coord.coefficient(OWN), coord.constant);
    let with = |op, k: Int| Int::Binary(op, Box::new(rest.clone()), Box::new(k), Span::default());
    let (first, last) = match coord.coefficient(*slot) {
        1 => (with(IntOp::Add, from), with(IntOp::Add, to)),
        -1 => (with(IntOp::Sub, to), with(IntOp::Sub, from)),
        _ => return None,
    };
    Some(Window { before, first, last, after })
}

/// `factor * n + constant`.
fn as_int(factor: i64, constant: i64) -> Int {
    let span = Span::default();
    let own = match factor {
        0 => return Int::Const(constant),
        1 => Int::Var(OWN),
        _ => Int::Binary(IntOp::Mul, Box::new(Int::Const(factor)), Box::new(Int::Var(OWN)), span),
    };
    match constant {
        0 => own,
        _ => Int::Binary(IntOp::Add, Box::new(own), Box::new(Int::Const(constant)), span),
    }
}

/// The least or the greatest element for which a condition holds that fails for all smaller or all larger ones:
/// `k < n-3`, `3*k <= n`, `n - k >= k + 2`, `n >= k*k`.
fn narrowed(slot: Slot, cond: &Cond, is_not_negative: bool) -> Option<(End, Int)> {
    let Cond::Compare(comparison, a, b) = cond else { return None };
    let (less, most, strictly) = comparison.ascending(a, b)?;
    let span = Span::default();
    let own = Int::Var(slot);
    let moved = |int: &Int, by: i64| match by {
        0 => int.clone(),
        _ => Int::Binary(IntOp::Add, Box::new(int.clone()), Box::new(Int::Const(by)), span),
    };
    if *less == own && is_easy(most) {
        return Some((End::Greatest, moved(most, -strictly)));
    }
    if *most == own && is_easy(less) {
        return Some((End::Least, moved(less, strictly)));
    }
    match less {
        Int::Binary(IntOp::Mul, a, b, _) if **a == own && **b == own => {
            let root = Int::Unary(UnaryFn::Isqrt, Box::new(moved(most, -strictly)), span);
            return (is_not_negative && is_easy(most)).then_some((End::Greatest, root));
        }
        Int::Binary(IntOp::Mul, a, b, _) if is_easy(most) => {
            let factor = if **b == own { a } else { b };
            if matches!(**factor, Int::Const(1..FARTHEST)) && (**a == own || **b == own) {
                let most = Box::new(moved(most, -strictly));
                return Some((End::Greatest, Int::Binary(IntOp::Div, most, factor.clone(), span)));
            }
        }
        _ => {}
    }
    // At least 0: a multiple of the coordinate, one of the variable, and a constant.
    let form = Linear::of(most)?.minus(&Linear::of(less)?)?.plus(-strictly)?;
    let (of_own, of_k) = (form.coefficient(OWN), form.coefficient(slot));
    let is_known = form.terms.iter().all(|&(known, _)| known == OWN || known == slot);
    let numbers = [of_own, of_k, form.constant];
    if [most, less].into_iter().any(|int| linear::most(int, WORD) >= LARGE) {
        return None;
    }
    if !is_known || numbers.iter().any(|number| number.abs() >= FARTHEST_OF_CONDITIONS) {
        return None;
    }
    let div = |int: Int, by: i64| match by {
        1 => int,
        _ => Int::Binary(IntOp::Div, Box::new(int), Box::new(Int::Const(by)), span),
    };
    match of_k {
        0 => None,
        ..0 => Some((End::Greatest, div(as_int(of_own, form.constant), -of_k))),
        // Rounded up: the least element is not below `-(of_own * n + constant) / of_k`.
        1.. => Some((End::Least, div(as_int(-of_own, of_k - 1 - form.constant), of_k))),
    }
}

/// Whether an expression mentions the coordinate alone and is evaluated at once.
fn is_easy(int: &Int) -> bool {
    !Part::Int(int).any(&mut is_hard)
}

/// The same of a condition.
fn is_easy_cond(cond: &Cond) -> bool {
    !Part::Cond(cond).any(&mut is_hard)
}

fn is_hard(part: Part<'_>) -> Option<bool> {
    match part {
        Part::Int(Int::Var(slot)) => Some(*slot != OWN),
        Part::Int(Int::ExtremeOf(..) | Int::Size(..) | Int::Unary(UnaryFn::Fib, ..)) => Some(true),
        Part::Cond(Cond::In(_, Set::Fixed(_))) => None,
        Part::Cond(Cond::In(..) | Cond::IsPrime(_) | Cond::IsSquare(_)) => Some(true),
        _ => None,
    }
}

/// What a window is at a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Far {
    /// No option: this is the first condition that does not hold.
    Closed(usize),
    /// No option: the last one would be below 0.
    Below,
    /// No option: the first one would be behind the last.
    Crossed(BigInt, BigInt),
    /// All from one to another.
    Open(BigInt, BigInt),
}

impl Window {
    /// The first and the last of the positions that are options of one; the first is the greater if there is none.
    /// Nothing where that is for the definition to say: where it may fail, or an option does not come before.
    pub(crate) fn at(&self, position: i64) -> Option<(i64, i64)> {
        if !hold_for(&self.before, OWN, position)? {
            return Some(NO_OPTIONS);
        }
        let [first, last] = values_for([&self.first, &self.last], OWN, position)?;
        if !hold_for(&self.after, OWN, position)? || first > last {
            return Some(NO_OPTIONS);
        }
        let is_plain = last.checked_sub(first)? < MOST_TRIED && last < position;
        is_plain.then_some((first.max(0), last))
    }

    /// Whether, as the position grows, neither end moves back and no condition changes more than once. Where it holds,
    /// an expression that has a value at one position has one at all that are larger.
    pub(crate) fn never_moves_back(&self) -> bool {
        let grows = |int: &Int| steps(int).is_some_and(|(least, _)| least >= 0);
        let conds = || self.before.iter().chain(&self.after);
        grows(&self.first) && grows(&self.last) && conds().all(changes_once)
    }

    /// Whether there is one option, where there are any.
    pub(crate) fn is_single(&self) -> bool {
        self.first == self.last
    }

    /// What a window that never moves back is at a position of any size; there may be any number of options. Nothing
    /// where that is for the definition to say.
    pub(crate) fn far(&self, position: &BigInt) -> Option<Far> {
        if let Some(closed) = first_false(&self.before, position)? {
            return Some(Far::Closed(closed));
        }
        let (first, last) = (number(&self.first, position)?, number(&self.last, position)?);
        if let Some(closed) = first_false(&self.after, position)? {
            return Some(Far::Closed(self.before.len() + closed));
        }
        if last.sign() == Sign::Minus {
            return Some(Far::Below);
        }
        let first = first.max(BigInt::ZERO);
        if first > last {
            return Some(Far::Crossed(first, last));
        }
        (last < *position).then_some(Far::Open(first, last))
    }
}

/// The least and the greatest difference between the values of an expression at a position and at the one before.
pub(super) fn steps(int: &Int) -> Option<(i64, i64)> {
    Some(match int {
        Int::Const(_) => (0, 0),
        Int::Var(_) => (1, 1),
        Int::Neg(inner, _) => {
            let (least, most) = steps(inner)?;
            (most.checked_neg()?, least.checked_neg()?)
        }
        Int::Binary(IntOp::Add, a, b, _) => {
            let ((least, most), (less, more)) = (steps(a)?, steps(b)?);
            (least.checked_add(less)?, most.checked_add(more)?)
        }
        Int::Binary(IntOp::Sub, a, b, _) => {
            let ((least, most), (less, more)) = (steps(a)?, steps(b)?);
            (least.checked_sub(more)?, most.checked_sub(less)?)
        }
        Int::Binary(IntOp::Mul, a, b, _) => {
            let (factor, (least, most)) = match (&**a, &**b) {
                (Int::Const(factor), other) | (other, Int::Const(factor)) => {
                    (*factor, steps(other)?)
                }
                _ => return None,
            };
            let (one, other) = (least.checked_mul(factor)?, most.checked_mul(factor)?);
            (one.min(other), one.max(other))
        }
        Int::Binary(IntOp::Div, a, b, _) => {
            let Int::Const(divisor @ 1..) = **b else { return None };
            let (least, most) = steps(a)?;
            (floor_div(least, divisor)?, floor_div(most.checked_neg()?, divisor)?.checked_neg()?)
        }
        Int::Extreme(_, numbers) => {
            let all: Option<Vec<(i64, i64)>> = numbers.iter().map(steps).collect();
            let all = all?;
            let least = all.iter().map(|&(least, _)| least).min()?;
            (least, all.iter().map(|&(_, most)| most).max()?)
        }
        Int::Unary(UnaryFn::Isqrt | UnaryFn::Ilog2, inner, _) => {
            let (least, most) = steps(inner)?;
            (least >= 0).then_some((0, most))?
        }
        Int::Binary(..) | Int::Unary(..) | Int::ExtremeOf(..) | Int::Size(..) => return None,
    })
}

/// Whether a condition changes at most once as the position grows.
fn changes_once(cond: &Cond) -> bool {
    match cond {
        Cond::Compare(Comparison::Eq | Comparison::Ne, ..) => false,
        Cond::Compare(_, a, b) => {
            let differ = |(one, other): ((i64, i64), (i64, i64))| {
                one.0.checked_sub(other.1).is_some_and(|least| least >= 0)
                    || one.1.checked_sub(other.0).is_some_and(|most| most <= 0)
            };
            steps(a).zip(steps(b)).is_some_and(differ)
        }
        Cond::Not(inner) => changes_once(inner),
        Cond::Shared(shared) => changes_once(shared),
        Cond::And(..) | Cond::Or(..) | Cond::In(..) | Cond::IsPrime(_) | Cond::IsSquare(_) => false,
    }
}

/// The value of an expression at a position of any size; nothing if it has none, or has no [`steps`].
pub(super) fn number(int: &Int, position: &BigInt) -> Option<BigInt> {
    let of = |int: &Int| number(int, position);
    Some(match int {
        Int::Const(number) => BigInt::from(*number),
        Int::Var(_) => position.clone(),
        Int::Neg(inner, _) => -of(inner)?,
        Int::Binary(IntOp::Add, a, b, _) => of(a)? + of(b)?,
        Int::Binary(IntOp::Sub, a, b, _) => of(a)? - of(b)?,
        Int::Binary(IntOp::Mul, a, b, _) => of(a)? * of(b)?,
        Int::Binary(IntOp::Div, a, b, _) => {
            let (a, divisor) = (of(a)?, of(b)?);
            if divisor.sign() != Sign::Plus {
                return None;
            }
            let (quotient, rest) = (&a / &divisor, a % divisor);
            if rest.sign() == Sign::Minus { quotient - 1 } else { quotient }
        }
        Int::Extreme(end, numbers) => {
            let all: Option<Vec<BigInt>> = numbers.iter().map(of).collect();
            match end {
                End::Least => all?.into_iter().min()?,
                End::Greatest => all?.into_iter().max()?,
            }
        }
        Int::Unary(UnaryFn::Isqrt, inner, _) => {
            let inner = of(inner)?;
            (inner.sign() != Sign::Minus).then(|| inner.sqrt())?
        }
        Int::Unary(UnaryFn::Ilog2, inner, _) => {
            let inner = of(inner)?;
            let bits = if inner.sign() == Sign::Plus { inner.bits() } else { 0 };
            BigInt::from(bits) - 1
        }
        Int::Binary(..) | Int::Unary(..) | Int::ExtremeOf(..) | Int::Size(..) => return None,
    })
}

/// Which of some conditions is the first that does not hold at a position of any size, if one does not.
fn first_false(conds: &[Cond], position: &BigInt) -> Option<Option<usize>> {
    for (index, cond) in conds.iter().enumerate() {
        if !holds(cond, position)? {
            return Some(Some(index));
        }
    }
    Some(None)
}

fn holds(cond: &Cond, position: &BigInt) -> Option<bool> {
    match cond {
        Cond::Compare(comparison, a, b) => {
            Some(comparison.holds(number(a, position)?.cmp(&number(b, position)?)))
        }
        Cond::Not(inner) => Some(!holds(inner, position)?),
        Cond::Shared(shared) => holds(shared, position),
        Cond::And(..) | Cond::Or(..) | Cond::In(..) | Cond::IsPrime(_) | Cond::IsSquare(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
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
            ("[n] -> [n/2]", true),
            ("[n] -> [n/2] | [max(n-3, n/3)] if n % 3 == 0", true),
            ("[n] -> [n-2*k] for k in 1..n/2", false),
            ("[n] -> [n-k] for k in 1..n if 2*k <= n and k < 99", true),
            ("[n] -> [n-k] for k in 1..n if n >= k*k", true),
            ("[n] -> [n-k] for k in n-9..n if k*k <= n", false),
            ("[n] -> [n-k] for k in 1..n if 2*k >= n", true),
            ("[n] -> [n-k] for k in 1..n if n - k >= k + 1 and n > 7", true),
            ("[n] -> [n-k] for k in 1..n if k*k >= n", false),
            ("[n] -> [n-k] for k in 1..n/2 if k % 3 > 0", false),
            ("[n] -> [n-k] for k in 1..n step 2", false),
            ("[n] -> [n-k] + [k] for k in 1..n/2", false),
            ("[n] if n > 3 -> [n-k] for k in 1..n/2", true),
            ("[n] if is_prime(n) -> [n-k] for k in 1..n/2", false),
            ("[n, m] -> [n-k, m] for k in 1..n/2", false),
            ("[n] -> [n-k] for k in 1..size(divisors(n))", false),
            ("win on [0]\n[n] -> [n-k] for k in 1..n/2", false),
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
            ("[n] -> [n-k] for k in 1..n if 3*k > n", 9, Some((0, 5))),
            ("[n] -> [n-k] for k in 1..n if n < 9", 9, Some(NO_OPTIONS)),
            ("[n] if n > 0 -> [n/2]", 0, Some(NO_OPTIONS)),
            ("[n] if n > 0 -> [n/2]", 9, Some((4, 4))),
            ("[n] -> [n/2]", 0, None),
            ("[n] -> [2*n-k] for k in n+1..2*n", 7, Some((0, 6))),
        ] {
            assert_eq!(windows_of(text).unwrap()[0].at(at), options, "{text} at {at}");
        }
    }

    #[test]
    fn ends_that_move_back_are_seen() {
        for (text, expected) in [
            ("[n] -> [k] for k in n/3..n/2", true),
            ("[n] -> [n-k] for k in n/3..n/2", true),
            ("[n] -> [n-k] for k in ilog2(n)..isqrt(n)", true),
            // They do not, but each of the two may grow by one.
            ("[n] -> [n-k] for k in 1..isqrt(n)+ilog2(n)", false),
            ("[n] -> [n-k] for k in 1..3*n/2", false),
            ("[n] -> [n-k] for k in 1..max(n/2, 7) if n >= 9", true),
            ("[n] -> [n-k] for k in 1..n/2 if n % 3 == 0", false),
            ("[n] -> [n-k] for k in 1..n/2 if n != 8", false),
            ("[n] if not n < 4 -> [and(n, 7)]", false),
            ("[n] -> [k] for k in 0..n/2-1 if 2*n <= n + 90", true),
        ] {
            let windows = windows_of(text).unwrap();
            assert_eq!(windows.iter().all(Window::never_moves_back), expected, "{text}");
        }
    }

    proptest! {
        /// Ends, conditions and their steps, against the options of the definition.
        #[test]
        fn windows_are_the_options(
            numbers in proptest::collection::vec(0_i64..6, 6),
            form in 0_usize..9,
            position in 0_i64..60,
        ) {
            let [a, b, c, d, e, f] = numbers[..] else { unreachable!() };
            let text = match form {
                0 => format!("[n] if n > {a} -> [k] for k in n/{}..n/2 if k > {c}", b + 2),
                1 => format!("[n] if n >= 1 -> [n-k] for k in {}..n if {c}*k + {d} <= {e}*n - {f}", a + 1),
                2 => format!("[n] -> [n-k] for k in 1..n if {c}*k + {d} > {e}*n - {f}"),
                3 => format!("[n] if n > {a} -> [k] for k in isqrt(n)-{b}..n-{}", c + 1),
                4 => format!("[n] if n > 0 -> [n*{a}/{}] | [n-k] for k in 1..max(n/{}, {c})", a + d + 1, b + 1),
                5 => format!("[n] if n > 0 -> [k] for k in n/{}..min(2*n/3, n-{}, {d}*{d}+{e})", a + 1, b + 1),
                6 => format!("[n] -> [k] if n > {a} for k in ilog2(n)..n-{} if n < {b}*{b}", d + 1),
                7 => format!("[n] -> [n-k] for k in 1..n if {a}*k < n - {b} if k*k <= n + {c}"),
                _ => format!("[n] -> [k+{a}] for k in n/{}-{b}..n-{c} if n - k > {d} + {a}", e + 1),
            };
            let rules = Rules::new(parse(&text).unwrap(), &[]).unwrap();
            let found = windows(0, &rules.ir()[0]);
            prop_assume!(found.is_some());
            let windows = found.unwrap();
            for window in &windows {
                let now = window.at(position).map(|(first, last)| if first > last { NO_OPTIONS } else { (first, last) });
                if let Some((first, last)) = now {
                    prop_assert!(first > last || last < position);
                }
                if !window.never_moves_back() {
                    continue;
                }
                let as_range = |far: Far| match far {
                    Far::Open(first, last) => (i64::try_from(first).unwrap(), i64::try_from(last).unwrap()),
                    _ => NO_OPTIONS,
                };
                let far = window.far(&position.into());
                prop_assert_eq!(far.clone().map(as_range), now.filter(|_| far.is_some()), "{} at {}", text, position);
                prop_assert!(now.is_none() || far.is_some(), "{} at {}", text, position);
                // The steps are what was said of them.
                for end in [&window.first, &window.last] {
                    let (least, most) = steps(end).unwrap();
                    let of = |n: i64| number(end, &n.into());
                    if let (Some(one), Some(other)) = (of(position), of(position + 1)) {
                        let step = i64::try_from(other - one).unwrap();
                        prop_assert!(least <= step && step <= most, "{} at {}", text, position);
                    }
                }
            }
            // All options together, as the definition lists them.
            use crate::ruleset::Ruleset;
            let component = crate::rule::Component { kind: 0, coords: [position].into_iter().collect() };
            let mut listed = std::collections::BTreeSet::new();
            let found = rules.options(&component, &crate::limits::Limits::default(), &mut |parts| {
                listed.insert(parts[0].coords[0]);
                std::ops::ControlFlow::Continue(())
            });
            let all: Option<Vec<(i64, i64)>> = windows.iter().map(|window| window.at(position)).collect();
            match all {
                Some(all) => {
                    prop_assert!(found.is_ok(), "{} at {}", text, position);
                    let all: std::collections::BTreeSet<i64> = all.into_iter().flat_map(|(first, last)| first..=last).collect();
                    prop_assert_eq!(all, listed, "{} at {}", text, position);
                }
                // An error of the definition, or an option that does not come before.
                None => prop_assert!(found.is_err() || listed.iter().any(|&to| to >= position) || windows.iter().any(|window| window.at(position).is_none())),
            }
        }
    }
}
