//! Choices of binary digits in machine code.
//!
//! ```text
//! for i in 0..24 if i % 5 < 4 and and(m, 3 * 2**i) == 3 * 2**i        or and(shr(m, i), 3) == 3
//!     as a word      m and (m shifted by 1) and the constant of all i below 25 with i % 5 < 4
//! ```
//!
//! A choice from constants from 0 to 62, of which conditions say that certain digits near that one
//! are there in a number that does not depend on it, is made for all of them at once, by shifting
//! the number; conditions on the chosen number alone are a constant. Then only those that are left
//! are visited. Conditions are taken in their order up to the first that is neither, which is
//! tested for each of the rest as ever: so nothing is evaluated where the definition would not.

use cranelift_codegen::ir::{InstBuilder, Value};

use super::emit::{Emitted, Emitter};
use crate::rule::ir::{Clause, Cond, Int, Set, Slot};
use crate::rule::{closed_set, holds_for, mention};
use crate::table::bounds::{Mask, Test, Wanted, tests};

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
struct Moving<'r> {
    /// What is added to the number that is chosen.
    start: Vec<&'r Int>,
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
        if !self.bounds.elements(set).is_within(0, LAST) {
            return Ok(None);
        }
        let Some(elements) = closed_set(set) else { return Ok(None) };
        let (mut conds, mut rest) = (Vec::new(), clauses);
        while let [Clause::If(cond), behind @ ..] = rest {
            conds.extend(cond.conjuncts());
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
        let steady = |int: &Int| !mention::in_int(int, &|other| other == slot);
        let of = |int: &Int| self.bounds.interval(int);
        let greatest = elements.last().copied().unwrap_or(0);
        let fits = |moving: &Moving<'_>| {
            let length = i64::from(64 - moving.ones.leading_zeros());
            let mut ends = moving.start.iter().map(|start| (of(start).lo, of(start).hi));
            let most = ends.try_fold(greatest + length - 1, |most, (lo, hi)| {
                most.checked_add(hi).filter(|_| lo >= 0)
            });
            most.is_some_and(|most| most <= LAST)
        };
        let found = tests(cond, true).into_iter().find_map(|Test { number, mask, wanted }| {
            let moving = moving(mask, slot).filter(fits)?;
            (steady(number) && of(number).lo >= 0).then_some((number, moving, wanted))
        });
        let Some((number, Moving { start, ones }, wanted)) = found else { return Ok(None) };
        let mut number = self.int(number)?;
        for start in start {
            let start = self.int(start)?;
            number = self.b.ins().ushr(number, start);
        }
        let mut found: Option<Value> = None;
        for digit in (0..=LAST).filter(|digit| ones >> digit & 1 == 1) {
            let there = self.b.ins().ushr_imm_u(number, digit);
            let as_wanted = match wanted {
                Wanted::Exactly(those) if those >> digit & 1 == 0 => self.b.ins().bnot(there),
                _ => there,
            };
            found = Some(match (found, wanted) {
                (None, _) => as_wanted,
                (Some(before), Wanted::Exactly(_)) => self.b.ins().band(before, as_wanted),
                (Some(before), Wanted::Some) => self.b.ins().bor(before, as_wanted),
            });
        }
        Ok(found)
    }
}

/// The elements for which a condition holds, if it mentions nothing else.
fn left_by(cond: &Cond, slot: Slot, elements: &[i64]) -> Option<u64> {
    elements.iter().try_fold(0, |word, &element| {
        Some(word | u64::from(holds_for(cond, slot, element)?) << element)
    })
}

/// A mask whose exponent has the chosen number once as an addend, and is the same otherwise.
fn moving(mask: Mask<'_>, slot: Slot) -> Option<Moving<'_>> {
    let Mask { ones, exponent: mut start } = mask;
    let own = start.iter().position(|int| matches!(int, Int::Var(own) if *own == slot))?;
    start.swap_remove(own);
    let steady = start.iter().all(|start| !mention::in_int(start, &|other| other == slot));
    (steady && ones.count_ones() <= MOST_ONES).then_some(Moving { start, ones })
}
