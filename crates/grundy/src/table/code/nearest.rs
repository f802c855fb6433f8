//! Families that run along lines, where only who wins is computed: the nearest lost component of the
//! line of the component that is looked at says it.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};

use super::emit::{Emitted, Emitter, plain};
use super::state::Field;
use crate::table::sharing::Numbered;

impl Emitter<'_> {
    /// Looks at the options of a family: goes to where a component is won if one is lost.
    pub(super) fn look_along(&mut self, numbered: &Numbered) {
        let least = numbered.line.least;
        let own: Vec<usize> = (0..self.layout.dims.len()).collect();
        // Without an option it matters who wins without one; in normal play that is who has only
        // options that are won.
        if let (Some(1), Some(bits)) = (self.end, self.bits) {
            let coords = numbered.line.axes.iter().map(|&axis| self.b.use_var(self.slots[axis]));
            let shortest = coords.collect::<Vec<Value>>().into_iter();
            let shortest = shortest.reduce(|a, b| self.b.ins().smin(a, b));
            if let Some(shortest) = shortest {
                let code = IntCC::SignedGreaterThanOrEqual;
                let some = self.b.ins().icmp_imm_s(code, shortest, least);
                let some = self.b.ins().uextend(types::I64, some);
                let any = self.b.use_var(bits);
                let any = self.b.ins().bor(any, some);
                self.b.def_var(bits, any);
            }
        }
        let nearest = self.nearest_of(numbered, &own);
        let nearest = self.b.ins().uload32(plain(), nearest, 0);
        let first = self.b.ins().iadd_imm_s(nearest, least);
        let at = self.b.use_var(self.slots[numbered.axis()]);
        let lost = self.b.ins().icmp(IntCC::SignedLessThanOrEqual, first, at);
        if self.in_order {
            let go_on = self.b.create_block();
            self.b.ins().brif(lost, self.frame.won, &[], go_on, &[]);
            self.b.switch_to_block(go_on);
        } else {
            let before = self.b.use_var(self.has_won);
            let either = self.b.ins().bor(before, lost);
            self.b.def_var(self.has_won, either);
        }
    }

    /// Takes note of the component, which is lost, in every order of its coordinates.
    pub(super) fn note_lost(&mut self) -> Emitted<()> {
        for axes in self.layout.permutations() {
            for numbered in self.nearest {
                let after = self.b.create_block();
                // Coordinates that are unordered have no such lines.
                if let Some(only) = &numbered.line.only {
                    self.admit(only, &numbered.line.axes, None, after)?;
                }
                let address = self.nearest_of(numbered, &axes);
                let before = self.b.ins().uload32(plain(), address, 0);
                let at = self.b.use_var(self.slots[axes[numbered.axis()]]);
                let nearest = self.b.ins().umin(before, at);
                self.b.ins().istore32(plain(), nearest, address, 0);
                self.b.ins().jump(after, &[]);
                self.b.switch_to_block(after);
            }
        }
        Ok(())
    }

    /// Where the number of the line stands on which the component lies, with its coordinates in this
    /// order.
    fn nearest_of(&mut self, numbered: &Numbered, axes: &[usize]) -> Value {
        let number = self.line_number(numbered, axes);
        let offset = self.b.ins().ishl_imm_u(number, 2);
        let lines = self.b.ins().load(types::I64, plain(), self.state, Field::Nearest.offset());
        self.b.ins().iadd(lines, offset)
    }

    /// The number of the line on which the component lies, with its coordinates in this order.
    pub(super) fn line_number(&mut self, numbered: &Numbered, axes: &[usize]) -> Value {
        let mut number = self.constant(numbered.start);
        for (&axis, &factor) in
            axes.iter().zip(&numbered.factors).filter(|&(_, &factor)| factor != 0)
        {
            let coord = self.b.use_var(self.slots[axis]);
            let scaled = if factor == 1 { coord } else { self.b.ins().imul_imm_s(coord, factor) };
            number = self.b.ins().iadd(number, scaled);
        }
        number
    }
}
