//! How long an expression is with the names in it written out. Names that stand for conditions or sets are looked
//! through wherever they are used, so names that use each other twice would double it each time.

use super::ir::{Clause, Cond, Int, Set};

/// The longest that what a name stands for may be.
pub(super) const MOST: usize = 1 << 16;

/// Counts down for each part of an expression; nothing once too many were met.
pub(super) struct Length(usize);

impl Length {
    /// Room for as many parts as there may be.
    pub(super) fn new() -> Length {
        Length(MOST)
    }

    fn step(&mut self) -> Option<()> {
        self.0 = self.0.checked_sub(1)?;
        Some(())
    }

    pub(super) fn cond(&mut self, cond: &Cond) -> Option<()> {
        self.step()?;
        match cond {
            Cond::Compare(_, one, other) => {
                self.int(one)?;
                self.int(other)
            }
            Cond::In(int, set) => {
                self.int(int)?;
                self.set(set)
            }
            Cond::And(one, other) | Cond::Or(one, other) => {
                self.cond(one)?;
                self.cond(other)
            }
            Cond::Not(inner) => self.cond(inner),
            Cond::IsPrime(int) | Cond::IsSquare(int) => self.int(int),
            Cond::Shared(inner) => self.cond(inner),
        }
    }

    pub(super) fn set(&mut self, set: &Set) -> Option<()> {
        self.step()?;
        match set {
            Set::Range { from, to, step, .. } => {
                self.int(from)?;
                self.int(to)?;
                step.iter().try_for_each(|step| self.int(step))
            }
            Set::List(items) | Set::Call(_, items, _) => {
                items.iter().try_for_each(|item| self.int(item))
            }
            Set::Fixed(_) => Some(()),
            Set::Shared(inner) => self.set(inner),
            Set::Comprehension { item, clauses } => {
                self.int(item)?;
                clauses.iter().try_for_each(|clause| match clause {
                    Clause::For(_, set) => self.set(set),
                    Clause::If(cond) => self.cond(cond),
                    Clause::Let(_, int) => self.int(int),
                })
            }
            Set::Without(one, other) | Set::Both(one, other) | Set::Either(one, other) => {
                self.set(one)?;
                self.set(other)
            }
        }
    }

    fn int(&mut self, int: &Int) -> Option<()> {
        self.step()?;
        match int {
            Int::Const(_) | Int::Var(_) => Some(()),
            Int::Neg(inner, _) | Int::Unary(_, inner, _) => self.int(inner),
            Int::Binary(_, one, other, _) => {
                self.int(one)?;
                self.int(other)
            }
            Int::Extreme(_, numbers) => numbers.iter().try_for_each(|number| self.int(number)),
            Int::ExtremeOf(_, set, _) | Int::Size(set, _) => self.set(set),
        }
    }
}
