//! Kinds of which all families [grow](crate::rule::Growing) along a row, in machine code: each option is looked at once for
//! the whole row.
//!
//! ```text
//! take a stamp; for each family: it goes on from the beginning of its range
//! for each component of the row:
//!     for each family: mark the options by the elements from where it goes on to the end of its range,
//!                      and go on behind that
//!     the mex is sought from that of the component before on: no mark is lost
//! ```
//!
//! Where ranges grow at their beginning as a coordinate falls, rows begin with its greatest number, and families go on from
//! the end of their range down.

use cranelift_codegen::ir::InstBuilder;

use super::emit::{Emitted, Emitter};
use crate::language::phrase;
use crate::rule::ir::{End, Int, IntOp, Set};
use crate::rule::{GrownRange, Span};

impl Emitter<'_> {
    /// At the beginning of a row: every family goes on from the end of its range that does not move.
    pub(super) fn begin_growing(&mut self) -> Emitted<()> {
        for range in self.growing {
            let edge = self.int(if range.falls { &range.to } else { &range.from })?;
            self.b.def_var(self.slots[range.edge], edge);
        }
        Ok(())
    }

    /// What is known of where the families go on, at every component of a row.
    pub(super) fn know_growing(&mut self) {
        for GrownRange { edge, from, to, falls } in self.growing {
            let beside = |op: IntOp, of: &Int| {
                Int::Binary(op, Box::new(of.clone()), Box::new(Int::Const(1)), Span::default())
            };
            let farthest = match falls {
                true => Int::Extreme(End::Least, vec![to.clone(), beside(IntOp::Sub, from)]),
                false => Int::Extreme(End::Greatest, vec![from.clone(), beside(IntOp::Add, to)]),
            };
            let (from, to) = if *falls { (farthest, to.clone()) } else { (from.clone(), farthest) };
            let between = Set::Range { from, to, step: None, span: Span::default() };
            self.bounds.bind_element(*edge, &between);
        }
    }

    /// The options of a family are marked: at the next component it goes on behind them, or before them.
    pub(super) fn pass_growing(&mut self, family: usize) -> Emitted<()> {
        let Some(GrownRange { edge, from, to, falls }) = self.growing.get(family) else {
            return Ok(());
        };
        let moving = if *falls { from } else { to };
        if !self.bounds.interval(moving).is_within(i64::MIN + 1, i64::MAX - 1) {
            return Err(phrase!("a range that ends with the greatest number"));
        }
        let end = self.int(moving)?;
        let beside = self.b.ins().iadd_imm_s(end, if *falls { -1 } else { 1 });
        let before = self.b.use_var(self.slots[*edge]);
        let next = match falls {
            true => self.b.ins().smin(before, beside),
            false => self.b.ins().smax(before, beside),
        };
        self.b.def_var(self.slots[*edge], next);
        Ok(())
    }
}
