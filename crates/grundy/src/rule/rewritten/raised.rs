//! Ranges of exponents, said by the powers themselves.
//!
//! ```text
//! [n-2**k] for k in 0..ilog2(n)                     as   [n-k] for k in powers(2, n)
//! [n-k] for k in {2**j for j in 2..ilog2(n)}        as   [n-k] for k in powers(2, n) if k >= 4
//! [n-3**k] for k in 0..3                            as   [n-k] for k in {1, 3, 9, 27}
//! ```
//!
//! The powers of 2 up to a number are those whose exponents go up to its logarithm, rounded down, also where there is none.

use std::cell::Cell;

use super::anew::Anew;
use crate::rule::Span;
use crate::rule::ir::{
    Clause, Comparison, Cond, Family, Int, IntOp, Set, SetFn, Slot, Target, UnaryFn,
};

/// A family with sets of powers in place of ranges of exponents; nothing if it has no such range.
pub(in crate::rule) fn raised(family: &Family) -> Option<Family> {
    family.clauses.iter().enumerate().find_map(|(at, clause)| {
        let Clause::For(slot, set) = clause else { return None };
        let (before, after) = (&family.clauses[..at], &family.clauses[at + 1..]);
        let (powers, terms, after) = match set {
            Set::Comprehension { item, clauses } => {
                let [Clause::For(exponent, range)] = &clauses[..] else { return None };
                let powers = Exponents::of(range)?.raise(base(item, *exponent)?)?;
                (powers, family.terms.clone(), after.to_vec())
            }
            range => {
                let exponents = Exponents::of(range)?;
                let anew =
                    Raised { exponent: *slot, base: Cell::new(None), is_bare: Cell::new(false) };
                let after: Vec<Clause> = after.iter().map(|clause| anew.clause(clause)).collect();
                let target = |target: &Target| {
                    Some(Target { coords: anew.ints(&target.coords), ..target.clone() })
                };
                let terms = anew.terms(&family.terms, &target)?;
                if anew.is_bare.get() {
                    return None;
                }
                (exponents.raise(anew.base.get()?)?, terms, after)
            }
        };
        let (set, least) = powers;
        let least = least.map(|least| {
            Clause::If(Cond::Compare(Comparison::Ge, Int::Var(*slot), Int::Const(least)))
        });
        let own = std::iter::once(Clause::For(*slot, set)).chain(least);
        let clauses = before.iter().cloned().chain(own).chain(after).collect();
        Some(Family { terms, clauses, ..family.clone() })
    })
}

/// A range of exponents.
enum Exponents<'a> {
    /// From this one to the logarithm of a number.
    UpTo { least: i64, most: &'a Int, span: Span },
    /// From one number to another.
    Between(u32, u32),
}

impl Exponents<'_> {
    fn of(range: &Set) -> Option<Exponents<'_>> {
        let Set::Range { from: Int::Const(least @ 0..=62), to, step: None, span } = range else {
            return None;
        };
        match to {
            Int::Unary(UnaryFn::Ilog2, most, _) => {
                Some(Exponents::UpTo { least: *least, most, span: *span })
            }
            Int::Const(most @ 0..=62) => Some(Exponents::Between(*least as u32, *most as u32)),
            _ => None,
        }
    }

    /// The powers with these exponents, and if the set has smaller ones too, the least of them; nothing if they do not
    /// fit in 64 bits.
    fn raise(&self, base: i64) -> Option<(Set, Option<i64>)> {
        match self {
            Exponents::UpTo { least, most, span } => {
                let arguments = vec![Int::Const(2), (*most).clone()];
                let set = Set::Call(SetFn::Powers, arguments, *span);
                (base == 2).then_some((set, (*least > 0).then_some(1 << least)))
            }
            Exponents::Between(least, most) => {
                let powers = (*least..=*most).map(|exponent| base.checked_pow(exponent));
                let powers: Vec<i64> = powers.collect::<Option<_>>()?;
                Some((Set::Fixed(powers.into()), None))
            }
        }
    }
}

/// The number of which an expression is the power with a variable as exponent, from 2 on.
fn base(int: &Int, exponent: Slot) -> Option<i64> {
    let Int::Binary(op, base, power, _) = int else { return None };
    let base = match (op, &**base) {
        (IntOp::Pow, Int::Const(base @ 2..)) => *base,
        (IntOp::Shl, Int::Const(1)) => 2,
        _ => return None,
    };
    (**power == Int::Var(exponent)).then_some(base)
}

/// A variable for the powers of one number, where it was for their exponents.
struct Raised {
    exponent: Slot,
    base: Cell<Option<i64>>,
    /// Whether the exponent stands anywhere by itself, or other powers do.
    is_bare: Cell<bool>,
}

impl Anew for Raised {
    fn variable(&self, slot: Slot) -> Int {
        self.is_bare.set(self.is_bare.get() || slot == self.exponent);
        Int::Var(slot)
    }

    fn bound(&self, slot: Slot) -> Slot {
        slot
    }

    fn int(&self, int: &Int) -> Int {
        match base(int, self.exponent) {
            Some(base) if self.base.get().is_none_or(|known| known == base) => {
                self.base.set(Some(base));
                Int::Var(self.exponent)
            }
            _ => self.parts(int),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::options_in_order;
    use super::raised;
    use crate::rule::{Rules, parse};

    #[test]
    fn options_stay_where_exponents_are_powers() {
        for (family, found) in [
            ("[a-2**k, b] for k in 0..ilog2(a)", true),
            ("[a-shl(1, k), b] for k in 0..ilog2(a)", true),
            ("[a-3*2**k, b+2**k] for k in 0..ilog2(a/2) if 2**k != 4", true),
            ("[a-k, b] for k in {2**j for j in 0..ilog2(a)}", true),
            ("[a-k, b] for k in {2**j for j in 1..ilog2(b-3)}", true),
            ("[a-2**k, b] for k in 2..ilog2(a+b)", true),
            ("[a+2**k, b-1] for k in 0..ilog2(a)", true),
            ("[a-2**k, b-k] for k in 0..ilog2(a)", false),
            ("[a-2**k, b] for k in 0..ilog2(a) if k != 1", false),
            ("[a-3**k, b] for k in 0..ilog2(a)", false),
            ("[a-2**k, b] for k in 0..ilog2(a)-1", false),
            ("[a-2**k, b] for k in 0..ilog2(a) step 2", false),
            ("[a-k, b] for k in {2**j+1 for j in 0..ilog2(a)}", false),
            ("[a-2**k, b] for k in 0..ilog2(a), j in 1..k", false),
            ("[a-2**k, b] for k in 0..62", true),
            ("[a-shl(1, k), b] for k in 1..3 if 2**k <= a", true),
            ("[a-3**k, b+3**k] for k in 0..2 if 3**k < 5", true),
            ("[a-k, b] for k in {3**j for j in 0..2}", false),
            ("[a-2**k, b] for k in 4..2", true),
            ("[a-2**k, b] for k in 0..63", false),
            ("[a-3**k, b] for k in 0..40", false),
            ("[a-3**k, b+2**k] for k in 0..2", false),
            ("[a-2**k, b-k] for k in 0..2", false),
            ("[a-k, b] for k in 0..2", false),
            ("[a-1**k, b] for k in 0..2", false),
            ("[a-2**k, b] for k in 0..b", false),
        ] {
            let text = format!("[a, b] -> {family}");
            let rules = Rules::new(parse(&text).unwrap(), &[]).unwrap();
            assert_eq!(raised(&rules.ir()[0].families[0]).is_some(), found, "{family}");
            let anew = rules.clone().simpler();
            for (a, b) in (0..19).flat_map(|a| (0..9).map(move |b| (a, b))) {
                let (one, other) =
                    (options_in_order(&anew, &[a, b]), options_in_order(&rules, &[a, b]));
                assert_eq!(one, other, "{family} {a} {b}");
            }
        }
    }
}
