//! Choices of binary digits in machine code.
//!
//! ```text
//! for i in 0..24 if i % 5 < 4 and and(m, 3 * 2**i) == 3 * 2**i
//!     as a word      m and (m shifted by 1) and the constant of all i below 25 with i % 5 < 4
//! ```
//!
//! A choice from constants from 0 to 62, of which conditions say that certain digits near that one
//! are there in a number that does not depend on it, is made for all of them at once, by shifting
//! the number; conditions on the chosen number alone are a constant. Then only those that are left
//! are visited. Conditions are taken in their order up to the first that is neither, which is
//! tested for each of the rest as ever: so nothing is evaluated where the definition would not.

use cranelift_codegen::ir::{InstBuilder, Value};

use super::super::masks::{Wanted, digits_in_common};
use super::emit::{Emitted, Emitter};
use crate::rule::ir::{Clause, Cond, Int, IntOp, Set, Slot};
use crate::rule::{closed_set, holds_for, mention};

/// The last digit of a number that is not negative.
const LAST: i64 = 62;
/// Digits of a mask that are looked at, at most.
const MOST_ONES: u32 = 8;

/// Elements as the bits of a word, with the conditions that are settled by it and those that are
/// not, and the clauses behind them.
pub(super) struct Bits<'r> {
    pub(super) word: Value,
    pub(super) settled: Vec<&'r Cond>,
    pub(super) open: Vec<&'r Cond>,
    pub(super) rest: &'r [Clause],
}

/// The digits of a mask that moves with the chosen number.
struct Mask<'r> {
    /// Where it begins when 0 is chosen, beside its own digits.
    start: Option<&'r Int>,
    ones: i64,
}

impl Emitter<'_> {
    /// The elements of a set that the conditions behind it leave, if they are found at once.
    pub(super) fn bits<'r>(
        &mut self,
        slot: Slot,
        set: &Set,
        clauses: &'r [Clause],
    ) -> Emitted<Option<Bits<'r>>> {
        let Set::Range { .. } = set else { return Ok(None) };
        let small = self.bounds.elements(set).is_within(0, LAST);
        let Some(elements) = closed_set(set).filter(|_| small) else { return Ok(None) };
        let (mut conds, mut rest) = (Vec::new(), clauses);
        while let [Clause::If(cond), behind @ ..] = rest {
            cond.conjuncts(&mut conds);
            rest = behind;
        }
        let mut constant = elements.iter().fold(0_u64, |word, element| word | 1 << element);
        let mut found: Option<Value> = None;
        let mut settled = 0;
        for &cond in &conds {
            if let Some(left) = left_by(cond, slot, &elements) {
                constant &= left;
            } else if let Some(word) = self.tested(cond, slot, &elements)? {
                found = Some(match found {
                    Some(before) => self.b.ins().band(before, word),
                    None => word,
                });
            } else {
                break;
            }
            settled += 1;
        }
        let Some(found) = found else { return Ok(None) };
        let constant = self.constant(constant as i64);
        let word = self.b.ins().band(found, constant);
        let open = conds.split_off(settled);
        Ok(Some(Bits { word, settled: conds, open, rest }))
    }

    /// The elements for which a test of digits holds, among others that are none.
    fn tested(&mut self, cond: &Cond, slot: Slot, elements: &[i64]) -> Emitted<Option<Value>> {
        let Some((a, b, wanted)) = digits_in_common(cond, true) else { return Ok(None) };
        let steady = |int: &Int| !mention::in_int(int, &|other| other == slot);
        let of = |int: &'_ Int| self.bounds.interval(int);
        let greatest = elements.last().copied().unwrap_or(0);
        let fits = |mask: &Mask<'_>| {
            let start = mask.start.map_or((0, 0), |start| (of(start).lo, of(start).hi));
            let length = i64::from(64 - mask.ones.leading_zeros());
            start.0 >= 0 && start.1 <= LAST && start.1 + greatest + length - 1 <= LAST
        };
        let sides = match wanted {
            Wanted::All => vec![(a, b)],
            _ => vec![(a, b), (b, a)],
        };
        let side = sides.into_iter().find_map(|(number, mask)| {
            let mask = mask_of(mask, slot).filter(fits)?;
            (steady(number) && of(number).lo >= 0).then_some((number, mask))
        });
        let Some((number, Mask { start, ones })) = side else { return Ok(None) };
        let mut number = self.int(number)?;
        if let Some(start) = start {
            let start = self.int(start)?;
            number = self.b.ins().ushr(number, start);
        }
        let mut found: Option<Value> = None;
        for digit in (0..=LAST).filter(|digit| ones >> digit & 1 == 1) {
            let there = self.b.ins().ushr_imm_u(number, digit);
            found = Some(match (found, wanted) {
                (None, _) => there,
                (Some(before), Wanted::All) => self.b.ins().band(before, there),
                (Some(before), _) => self.b.ins().bor(before, there),
            });
        }
        Ok(match wanted {
            Wanted::None => found.map(|found| self.b.ins().bnot(found)),
            _ => found,
        })
    }
}

/// The elements for which a condition holds, if it mentions nothing else.
fn left_by(cond: &Cond, slot: Slot, elements: &[i64]) -> Option<u64> {
    elements.iter().try_fold(0, |word, &element| {
        Some(word | u64::from(holds_for(cond, slot, element)?) << element)
    })
}

/// `ones * 2**(slot + start)`, in the ways in which one writes it.
fn mask_of(mask: &Int, slot: Slot) -> Option<Mask<'_>> {
    let (ones, exponent) = match mask {
        Int::Binary(IntOp::Mul, a, b, _) => match (&**a, &**b) {
            (Int::Const(ones), Int::Binary(IntOp::Pow, two, exponent, _))
            | (Int::Binary(IntOp::Pow, two, exponent, _), Int::Const(ones))
                if **two == Int::Const(2) =>
            {
                (*ones, &**exponent)
            }
            _ => return None,
        },
        Int::Binary(IntOp::Pow, two, exponent, _) if **two == Int::Const(2) => (1, &**exponent),
        Int::Binary(IntOp::Shl, ones, exponent, _) => match **ones {
            Int::Const(ones) => (ones, &**exponent),
            _ => return None,
        },
        _ => return None,
    };
    let start = match exponent {
        Int::Var(own) if *own == slot => None,
        Int::Binary(IntOp::Add, a, b, _) => match (&**a, &**b) {
            (Int::Var(own), start) | (start, Int::Var(own)) if *own == slot => Some(start),
            _ => return None,
        },
        _ => return None,
    };
    let steady = start.is_none_or(|start| !mention::in_int(start, &|other| other == slot));
    (steady && ones > 0 && ones.count_ones() <= MOST_ONES).then_some(Mask { start, ones })
}
