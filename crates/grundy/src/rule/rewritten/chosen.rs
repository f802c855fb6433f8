//! Ranges of which a condition leaves numbers that are known, or a set with a name.
//!
//! ```text
//! [n-k] for k in 1..n if k in {1, 3, 4}            as   [n-k] for k in {1, 3, 4} if k <= n
//! [n-k] for k in 1..n if k <= 2 or k == 7          as   [n-k] for k in {1, 2, 7} if k <= n
//! [n-k] for k in 1..n if k == 1 or k > 2           as   [n-k] for k in 1..n if k != 2
//! [n-k] for k in 1..n if is_prime(k)               as   [n-k] for k in primes(n)
//! [n-k] for k in 1..n if popcount(k) == 1          as   [n-k] for k in powers(2, n)
//! [n-k] for k in 1..n if k == 1 or is_prime(k)     as   [n-k] for k in {1} or primes(n) if k <= n
//! ```
//!
//! So a subtraction set is one in whichever words it is typed.

use crate::rule::Span;
use crate::rule::ir::{Clause, Comparison, Cond, Family, Int, IntOp, Set, SetFn, Slot, UnaryFn};
use crate::rule::linear::Linear;

/// Numbers are less than this, either way.
const LARGE: u64 = 1 << 32;
/// Up to this number each is tried.
const MOST_TRIED: i64 = 1 << 10;
/// So many numbers are left out of a range, at most.
const MOST_LEFT_OUT: usize = 16;

/// A range before a condition: its variable and its ends.
#[derive(Clone, Copy)]
struct Range<'a> {
    slot: Slot,
    from: i64,
    to: &'a Int,
    span: Span,
}

/// A family with sets in place of ranges; nothing if it has no such range.
pub(in crate::rule) fn chosen(family: &Family, arity: usize) -> Option<Family> {
    let (at, clauses) = family.clauses.windows(2).enumerate().find_map(|(at, two)| {
        let [Clause::For(slot, Set::Range { from: Int::Const(from), to, step: None, span }), rest] =
            two
        else {
            return None;
        };
        let Clause::If(cond) = rest else { return None };
        let range = Range { slot: *slot, from: *from, to, span: *span };
        let conjuncts = cond.conjuncts();
        let (first, others) = conjuncts.split_first()?;
        let (set, conditions) = range
            .named_numbers(first)
            .or_else(|| {
                let (set, conditions) = range.numbers_tried(first)?;
                // Of a range that stays one, with conditions that are what they were, nothing is said anew.
                let same = matches!(set, Set::Range { .. }) && conditions[..] == [(*first).clone()];
                (!same).then_some((set, conditions))
            })
            .or_else(|| range.set_with_a_name(first, arity))?;
        let conditions = conditions.into_iter().chain(others.iter().map(|&cond| cond.clone()));
        let set = Clause::For(*slot, set);
        let clauses = std::iter::once(set).chain(conditions.map(Clause::If));
        Some((at, clauses.collect::<Vec<_>>()))
    })?;
    let clauses = [&family.clauses[..at], &clauses, &family.clauses[at + 2..]].concat();
    Some(Family { clauses, ..family.clone() })
}

impl Range<'_> {
    /// That the variable is at most the end of the range.
    fn within(&self) -> Cond {
        Cond::Compare(Comparison::Le, Int::Var(self.slot), self.to.clone())
    }

    /// The set of the numbers to which a condition says that the variable is equal, if it says no more, with the conditions that
    /// are left of it.
    fn named_numbers(&self, cond: &Cond) -> Option<(Set, Vec<Cond>)> {
        let mut numbers = Vec::new();
        collect(cond, self.slot, &mut numbers)?;
        numbers.retain(|&number| number >= self.from);
        numbers.sort_unstable();
        numbers.dedup();
        self.fixed(numbers)
    }

    fn fixed(&self, numbers: Vec<i64>) -> Option<(Set, Vec<Cond>)> {
        let set = Set::Fixed(numbers.into());
        matches!(&set, Set::Fixed(numbers) if !numbers.is_empty() && is_small(self.to))
            .then(|| (set, vec![self.within()]))
    }

    /// The same, of a condition that compares the variable with numbers alone: those up to the greatest are tried, and
    /// all that are greater are as one of them is.
    fn numbers_tried(&self, cond: &Cond) -> Option<(Set, Vec<Cond>)> {
        let greatest = greatest(cond, self.slot)?;
        if !(0..=MOST_TRIED).contains(&greatest) || !(0..=MOST_TRIED).contains(&self.from) {
            return None;
        }
        let holds = |number: i64| holds(cond, self.slot, number).unwrap_or(false);
        let (held, left_out): (Vec<i64>, Vec<i64>) =
            (self.from..=greatest).partition(|&number| holds(number));
        if !holds(greatest + 1) {
            return self.fixed(held);
        }
        let first = held.first().copied().unwrap_or(greatest.max(self.from - 1) + 1);
        let left_out: Vec<i64> = left_out.into_iter().filter(|&number| number > first).collect();
        if left_out.len() > MOST_LEFT_OUT {
            return None;
        }
        let range = Set::Range {
            from: Int::Const(first),
            to: self.to.clone(),
            step: None,
            span: self.span,
        };
        let differs =
            |number| Cond::Compare(Comparison::Ne, Int::Var(self.slot), Int::Const(number));
        Some((range, left_out.into_iter().map(differs).collect()))
    }

    /// The set with a name to which a condition says that the variable belongs.
    fn set_with_a_name(&self, cond: &Cond, arity: usize) -> Option<(Set, Vec<Cond>)> {
        let mut within = false;
        let set = self.set_of(cond, arity, &mut within)?;
        // No such set has a number below 1.
        let least = (self.from > 1).then_some(Cond::Compare(
            Comparison::Ge,
            Int::Var(self.slot),
            Int::Const(self.from),
        ));
        let within = within.then(|| self.within());
        Some((set, least.into_iter().chain(within).collect()))
    }

    /// The same, and whether it may have numbers beyond the range.
    fn set_of(&self, cond: &Cond, arity: usize, within: &mut bool) -> Option<Set> {
        let own = |int: &Int| *int == Int::Var(self.slot);
        let call = |function, arguments| Some(Set::Call(function, arguments, self.span));
        let powers = || call(SetFn::Powers, vec![Int::Const(2), self.to.clone()]);
        match cond {
            Cond::Or(one, other) => {
                let both = (self.set_of(one, arity, within)?, self.set_of(other, arity, within)?);
                Some(Set::Either(Box::new(both.0), Box::new(both.1)))
            }
            Cond::Shared(inner) => self.set_of(inner, arity, within),
            Cond::IsPrime(int) if own(int) => call(SetFn::Primes, vec![self.to.clone()]),
            Cond::IsSquare(int) if own(int) && self.from > 0 => {
                call(SetFn::Squares, vec![self.to.clone()])
            }
            Cond::Compare(Comparison::Eq, one, other) => match (one, other) {
                (Int::Unary(UnaryFn::Popcount, of, _), Int::Const(1))
                | (Int::Const(1), Int::Unary(UnaryFn::Popcount, of, _))
                    if own(of) && self.from >= 0 =>
                {
                    powers()
                }
                (Int::Binary(IntOp::And, one, other, _), Int::Const(0))
                | (Int::Const(0), Int::Binary(IntOp::And, one, other, _))
                    if self.from > 0
                        && (own(one) && self.is_one_less(other)
                            || own(other) && self.is_one_less(one)) =>
                {
                    powers()
                }
                _ => self.numbers_of(cond, within),
            },
            Cond::In(int, set) if own(int) => match named(set) {
                Some(bound) if bound == self.to => Some(set.clone()),
                Some(Int::Var(coord)) if *coord < arity => {
                    *within = true;
                    Some(set.clone())
                }
                _ => self.numbers_of(cond, within),
            },
            _ => None,
        }
    }

    fn numbers_of(&self, cond: &Cond, within: &mut bool) -> Option<Set> {
        *within = true;
        self.named_numbers(cond).map(|(set, _)| set)
    }

    /// Whether an expression is the variable less 1.
    fn is_one_less(&self, int: &Int) -> bool {
        Linear::of(int)
            .is_some_and(|form| form.terms[..] == [(self.slot, 1)] && form.constant == -1)
    }
}

/// Up to which number a set with a name has elements, if it has no others than its function says of that.
fn named(set: &Set) -> Option<&Int> {
    let Set::Call(function, arguments, _) = set else { return None };
    match (function, &arguments[..]) {
        (SetFn::Primes | SetFn::PrimePowers | SetFn::Squares | SetFn::Fibs, [bound]) => Some(bound),
        (SetFn::Powers, [Int::Const(2..), bound]) => Some(bound),
        _ => None,
    }
}

/// Takes the numbers to which a condition says that a variable is equal, if it says no more.
fn collect(cond: &Cond, slot: Slot, numbers: &mut Vec<i64>) -> Option<()> {
    let mut add = |number: i64| {
        numbers.push(number);
        (number.unsigned_abs() < LARGE).then_some(())
    };
    match cond {
        Cond::Compare(Comparison::Eq, Int::Var(own), Int::Const(number))
        | Cond::Compare(Comparison::Eq, Int::Const(number), Int::Var(own))
            if *own == slot =>
        {
            add(*number)
        }
        Cond::In(Int::Var(own), set) if *own == slot => {
            constants(set)?.into_iter().try_for_each(add)
        }
        Cond::Or(one, other) => {
            collect(one, slot, numbers)?;
            collect(other, slot, numbers)
        }
        Cond::Shared(inner) => collect(inner, slot, numbers),
        _ => None,
    }
}

/// The elements of a set that are written one by one.
fn constants(set: &Set) -> Option<Vec<i64>> {
    match set {
        Set::Fixed(elements) => Some(elements.to_vec()),
        Set::List(elements) => elements
            .iter()
            .map(|element| match element {
                Int::Const(number) => Some(*number),
                _ => None,
            })
            .collect(),
        Set::Shared(set) => constants(set),
        _ => None,
    }
}

/// The greatest number that a condition compares a variable with, if it does nothing else.
fn greatest(cond: &Cond, slot: Slot) -> Option<i64> {
    match cond {
        Cond::Compare(_, Int::Var(own), Int::Const(number))
        | Cond::Compare(_, Int::Const(number), Int::Var(own))
            if *own == slot =>
        {
            Some(*number)
        }
        Cond::In(Int::Var(own), set) if *own == slot => constants(set)?.into_iter().max(),
        Cond::And(one, other) | Cond::Or(one, other) => {
            Some(greatest(one, slot)?.max(greatest(other, slot)?))
        }
        Cond::Not(inner) => greatest(inner, slot),
        Cond::Shared(inner) => greatest(inner, slot),
        _ => None,
    }
}

/// Whether such a condition holds of a number.
fn holds(cond: &Cond, slot: Slot, value: i64) -> Option<bool> {
    Some(match cond {
        Cond::Compare(comparison, Int::Var(own), Int::Const(number)) if *own == slot => {
            comparison.holds(value.cmp(number))
        }
        Cond::Compare(comparison, Int::Const(number), Int::Var(own)) if *own == slot => {
            comparison.holds(number.cmp(&value))
        }
        Cond::In(Int::Var(own), set) if *own == slot => constants(set)?.contains(&value),
        Cond::And(one, other) => holds(one, slot, value)? && holds(other, slot, value)?,
        Cond::Or(one, other) => holds(one, slot, value)? || holds(other, slot, value)?,
        Cond::Not(inner) => !holds(inner, slot, value)?,
        Cond::Shared(inner) => holds(inner, slot, value)?,
        _ => return None,
    })
}

/// Whether an end is a form with small factors, which costs nothing to be looked at for each number.
fn is_small(end: &Int) -> bool {
    let factors = |form: &Linear| form.terms.iter().all(|(_, factor)| factor.unsigned_abs() < 8);
    Linear::of(end).is_some_and(|form| factors(&form) && form.constant.unsigned_abs() < LARGE)
}

#[cfg(test)]
mod tests {
    use super::super::options;
    use super::chosen;
    use crate::rule::{Rules, parse};

    #[test]
    fn options_stay_where_ranges_are_sets() {
        for (family, found) in [
            ("[a-k, b] for k in 1..a if k in {1, 3, 4}", true),
            ("[a-k, b] for k in 2..a if k == 1 or 3 == k or k in {5, 2, 2}", true),
            ("[a+k, b-k] for k in 1..b/2 if k == 1", false),
            ("[a+k, b-k] for k in 1..b-2 if k in {1, 2, 9} and a > k if b != 5", true),
            ("[a-j, b-k] for j in 1..a, k in 1..j if k in {1, 2}", true),
            ("[a-k, b] for k in 1..a if k == 1 or b == 2", false),
            ("[a-k, b] for k in 1..a if k in {1, b}", false),
            ("[a-k, b] for k in b..a if k == 3", false),
            ("[a-k, b] for k in 4..a if k == 3", false),
            ("[a-k, b] for k in 1..a step 2 if k == 3", false),
            ("[a-k, b] for k in 1..a if k <= 2 or k == 7", true),
            ("[a-k, b] for k in 0..a if not (k < 2 or k > 5) and k != 3", true),
            ("[a-k, b] for k in 1..a if k == 1 or k > 3 and k != 6", true),
            ("[a-k, b] for k in 2..a if not k in {1, 4}", true),
            ("[a-k, b] for k in 0..a if k != 0 and k < b", true),
            ("[a-k, b] for k in 1..a if k != 3", false),
            ("[a-k, b] for k in 1..a if k != 3 or b == 2", false),
            ("[a-k, b] for k in 1..a if k <= 2000 or k == 7", false),
            ("[a-k, b] for k in 1..a if k > 0 or k < 0", true),
            ("[a-k, b] for k in 1..a if k > 2 and k < 2", true),
            ("[a-k, b] for k in 1..a if is_prime(k)", true),
            ("[a-k, b] for k in 3..a-1 if is_prime(k) and k < b", true),
            ("[a-k, b] for k in 1..a if is_square(k)", true),
            ("[a-k, b+1-k] for k in 0..min(a, b) if is_square(k) and k > 0", false),
            ("[a-k, b] for k in 1..a if popcount(k) == 1", true),
            ("[a-k, b] for k in 1..a if and(k-1, k) == 0", true),
            ("[a+1-k, b+1-k] for k in 0..a if and(k, k-1) == 0 and k > 0", false),
            ("[a-k, b] for k in 2..a if 0 == and(k, k-1)", true),
            ("[a-k, b] for k in 1..a if and(k, k-2) == 0", false),
            ("[a-k, b] for k in 1..a if k in fibs(a) or k in {4, 6}", true),
            ("[a-k, b] for k in 1..a if k in squares(b) or k in prime_powers(a)", true),
            ("[a-k, b] for k in 1..a if k in powers(3, b-2)", false),
            ("[a-k, b] for k in 1..a if k in powers(b, a)", false),
            ("[a-k, b] for k in 1..a if k == 1 or is_prime(k) or k == 9", true),
            ("[a-k, b] for k in 1..a if is_prime(k) or k % 4 == 0", false),
            ("[a-k, b] for k in 1..a if is_prime(k+1)", false),
        ] {
            let text = format!("[a, b] -> {family}");
            let rules = Rules::new(parse(&text).unwrap(), &[]).unwrap();
            assert_eq!(chosen(&rules.ir()[0].families[0], 2).is_some(), found, "{family}");
            let anew = rules.clone().simpler();
            for (a, b) in (0..12).flat_map(|a| (0..12).map(move |b| (a, b))) {
                assert_eq!(options(&anew, &[a, b]), options(&rules, &[a, b]), "{family} {a} {b}");
            }
        }
    }
}
