//! Ranges of exponents, said by the powers themselves.
//!
//! ```text
//! [n-2**k] for k in 0..ilog2(n)                     as   [n-k] for k in powers(2, n)
//! [n-k] for k in {2**j for j in 2..ilog2(n)}        as   [n-k] for k in powers(2, n) if k >= 4
//! ```
//!
//! The powers of 2 up to a number are those whose exponents go up to its logarithm, rounded down, also where there is none.

use std::cell::Cell;

use super::anew::Anew;
use crate::rule::Span;
use crate::rule::ir::{
    Clause, Comparison, Cond, Family, Int, IntOp, Set, SetFn, Slot, Target, Term, UnaryFn,
};

/// A family with sets of powers in place of ranges of exponents; nothing if it has no such range.
pub(in crate::rule) fn raised(family: &Family) -> Option<Family> {
    family.clauses.iter().enumerate().find_map(|(at, clause)| {
        let Clause::For(slot, set) = clause else { return None };
        let (before, after) = (&family.clauses[..at], &family.clauses[at + 1..]);
        let of_family = |powers: Powers<'_>, terms: Vec<Term>, after: &[Clause]| {
            let [set, least] = powers.clauses(*slot);
            let clauses = [before, &[set], &[least][..powers.conditions()], after].concat();
            Some(Family { terms, clauses, ..family.clone() })
        };
        match set {
            Set::Comprehension { item, clauses } => {
                let [Clause::For(exponent, range)] = &clauses[..] else { return None };
                let powers = Powers::of(range).filter(|_| is_power(item, *exponent))?;
                of_family(powers, family.terms.clone(), after)
            }
            range => {
                let powers = Powers::of(range)?;
                let anew = Raised { exponent: *slot, bare: Cell::new(false) };
                let after: Vec<Clause> = after.iter().map(|clause| anew.clause(clause)).collect();
                let target = |target: &Target| {
                    Some(Target { coords: anew.ints(&target.coords), ..target.clone() })
                };
                let terms = anew.terms(&family.terms, &target)?;
                if anew.bare.get() { None } else { of_family(powers, terms, &after) }
            }
        }
    })
}

/// The powers of 2 from one with this exponent up to a number.
struct Powers<'a> {
    least: i64,
    most: &'a Int,
    span: Span,
}

impl Powers<'_> {
    /// Those whose exponents are in this range.
    fn of(range: &Set) -> Option<Powers<'_>> {
        let Set::Range { from: Int::Const(least @ 0..=62), to, step: None, span } = range else {
            return None;
        };
        let Int::Unary(UnaryFn::Ilog2, most, _) = to else { return None };
        Some(Powers { least: *least, most, span: *span })
    }

    /// That a variable is one of them: that it is in a set, and that it is not too small.
    fn clauses(&self, slot: Slot) -> [Clause; 2] {
        let arguments = vec![Int::Const(2), self.most.clone()];
        let least = Int::Const(1 << self.least);
        [
            Clause::For(slot, Set::Call(SetFn::Powers, arguments, self.span)),
            Clause::If(Cond::Compare(Comparison::Ge, Int::Var(slot), least)),
        ]
    }

    /// How many conditions are needed.
    fn conditions(&self) -> usize {
        usize::from(self.least > 0)
    }
}

/// Whether an expression is 2 to the power of a variable.
fn is_power(int: &Int, exponent: Slot) -> bool {
    let Int::Binary(op, base, power, _) = int else { return false };
    let base = match (op, &**base) {
        (IntOp::Pow, Int::Const(2)) | (IntOp::Shl, Int::Const(1)) => Some(()),
        _ => None,
    };
    base.is_some() && **power == Int::Var(exponent)
}

/// A variable for the powers of 2, where it was for their exponents.
struct Raised {
    exponent: Slot,
    /// Whether the exponent stands anywhere by itself.
    bare: Cell<bool>,
}

impl Anew for Raised {
    fn variable(&self, slot: Slot) -> Int {
        self.bare.set(self.bare.get() || slot == self.exponent);
        Int::Var(slot)
    }

    fn bound(&self, slot: Slot) -> Slot {
        slot
    }

    fn int(&self, int: &Int) -> Int {
        if is_power(int, self.exponent) { Int::Var(self.exponent) } else { self.parts(int) }
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
