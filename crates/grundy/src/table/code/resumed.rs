//! Sums that [go on](crate::rule::Resumed) from one choice of the innermost loop to the next.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, types};
use cranelift_frontend::Variable;

use super::emit::{Emitted, Emitter};
use super::options::Sum;
use super::sets::Ready;
use crate::rule::ir::{Set, Slot, Term};

/// Such a sum.
#[derive(Clone, Copy)]
pub(super) struct Going {
    /// The variable of the sum.
    pub(super) var: Slot,
    /// The first element that is not in it yet; before the first choice the largest number.
    next: Variable,
    value: Variable,
    greatest: Variable,
}

impl Emitter<'_> {
    /// Begins the sums that go on from one choice of the innermost loop to the next.
    pub(super) fn begin_sums(&mut self) {
        for (var, _) in self.resumed.sums.clone() {
            let [next, value, greatest] =
                [i64::MAX, 0, 0].map(|first| self.variable(types::I64, first));
            self.going.push(Going { var, next, value, greatest });
        }
    }

    /// Adds a sum that goes on: its parts that are new, and those before.
    pub(super) fn go_on(
        &mut self,
        (known, set, ready): (Going, &Set, &Ready<'_>),
        terms: &[Term],
        sum: Sum,
        no_option: Block,
    ) -> Emitted<()> {
        let &Ready::Range { from, to, step: None, of } = ready else { return Err("a range") };
        // Where it ends before what it has, it begins anew.
        let next = self.b.use_var(known.next);
        let last = self.b.ins().iadd_imm_s(next, -1);
        let ends_before = self.b.ins().icmp(IntCC::SignedLessThan, to, last);
        let is_first = self.b.ins().icmp_imm_s(IntCC::Equal, next, i64::MAX);
        let anew = self.b.ins().bor(ends_before, is_first);
        let zero = self.constant(0);
        for (variable, first) in [(known.next, from), (known.value, zero), (known.greatest, zero)] {
            let so_far = self.b.use_var(variable);
            let chosen = self.b.ins().select(anew, first, so_far);
            self.b.def_var(variable, chosen);
        }
        let from = self.b.use_var(known.next);
        let parts = Sum { value: known.value, greatest: known.greatest, ..sum };
        self.without_ending(|e| {
            e.each(&Ready::Range { from, to, step: None, of }, &mut |e, element| {
                e.bind(known.var, element);
                e.bounds.bind_element(known.var, set);
                e.terms(terms, parts, no_option)?;
                let after = e.b.ins().iadd_imm_s(element, 1);
                e.b.def_var(known.next, after);
                Ok(())
            })
        })?;
        let [value, greatest] = [known.value, known.greatest].map(|it| self.b.use_var(it));
        self.add(sum, value, greatest);
        Ok(())
    }
}
