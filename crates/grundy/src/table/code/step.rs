//! From one component of a row to the next, and on to the next row where rows join.

use cranelift_codegen::ir::InstBuilder;
use cranelift_codegen::ir::condcodes::IntCC;

use super::emit::Emitter;
use crate::table::order::Order;

impl Emitter<'_> {
    /// On to the next component of the row, or of the next row where rows join.
    pub(super) fn step_along_row(&mut self) {
        let mut step = 0;
        if self.layout.rows_join() {
            self.step_across_rows();
            return;
        }
        for (axis, change) in self.layout.direction.iter().copied().enumerate() {
            if change != 0 {
                let coord = self.b.use_var(self.slots[axis]);
                let coord = self.b.ins().iadd_imm_s(coord, change);
                self.b.def_var(self.slots[axis], coord);
                step += change * self.layout.strides[axis] as i64;
            }
        }
        let at = self.b.use_var(self.place);
        let at = self.b.ins().iadd_imm_s(at, step);
        self.b.def_var(self.place, at);
    }

    /// On to the next component in memory: where a coordinate comes to its end, it begins again, and the one that
    /// runs slower goes on.
    fn step_across_rows(&mut self) {
        let at = self.b.use_var(self.place);
        let at = self.b.ins().iadd_imm_s(at, 1);
        self.b.def_var(self.place, at);
        let after = self.b.create_block();
        let Order::Lines(axes) = &self.layout.order else { return };
        for (behind, &axis) in axes.iter().rev().enumerate() {
            let coord = self.b.use_var(self.slots[axis]);
            let next = self.b.ins().iadd_imm_s(coord, 1);
            self.b.def_var(self.slots[axis], next);
            if behind + 1 == axes.len() {
                break;
            }
            let ends = self.b.create_block();
            let dim = self.layout.dims[axis] as i64;
            let ended = self.b.ins().icmp_imm_s(IntCC::Equal, next, dim);
            self.b.ins().brif(ended, ends, &[], after, &[]);
            self.b.switch_to_block(ends);
            let zero = self.constant(0);
            self.b.def_var(self.slots[axis], zero);
        }
        self.b.ins().jump(after, &[]);
        self.b.switch_to_block(after);
    }
}
