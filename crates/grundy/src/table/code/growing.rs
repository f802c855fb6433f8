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

use cranelift_codegen::ir::InstBuilder;

use super::emit::{Emitted, Emitter};
use crate::language::phrase;
use crate::rule::ir::{End, Int, IntOp, Set};
use crate::rule::{GrownRange, Span};

impl Emitter<'_> {
    /// At the beginning of a row: every family goes on from the beginning of its range.
    pub(super) fn begin_growing(&mut self) -> Emitted<()> {
        for range in self.growing {
            let from = self.int(&range.from)?;
            self.b.def_var(self.slots[range.first], from);
        }
        Ok(())
    }

    /// What is known of where the families go on, at every component of a row.
    pub(super) fn know_growing(&mut self) {
        for GrownRange { first, from, to } in self.growing {
            let one = Box::new(Int::Const(1));
            let after = Int::Binary(IntOp::Add, Box::new(to.clone()), one, Span::default());
            let to = Int::Extreme(End::Greatest, vec![from.clone(), after]);
            let span = Span::default();
            let between = Set::Range { from: from.clone(), to, step: None, span };
            self.bounds.bind_element(*first, &between);
        }
    }

    /// The options of a family are marked: at the next component it goes on behind them.
    pub(super) fn pass_growing(&mut self, family: usize) -> Emitted<()> {
        let Some(GrownRange { first, to, .. }) = self.growing.get(family) else { return Ok(()) };
        if self.bounds.interval(to).hi == i64::MAX {
            return Err(phrase!("a range that ends with the greatest number"));
        }
        let end = self.int(to)?;
        let after = self.b.ins().iadd_imm_s(end, 1);
        let before = self.b.use_var(self.slots[*first]);
        let next = self.b.ins().smax(before, after);
        self.b.def_var(self.slots[*first], next);
        Ok(())
    }
}
