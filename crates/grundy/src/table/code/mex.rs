//! The mex of the options that were marked, in machine code: in one word the lowest digit that is 0, otherwise the first
//! mark that is not of this component.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};

use super::emit::{Emitter, arg, plain};

/// Marks that are looked at for each turn of the loop that finds the mex.
const MARKS_TOGETHER: i32 = 4;

impl Emitter<'_> {
    /// The least value whose mark is not of this component.
    pub(super) fn mex(&mut self) -> Value {
        if let Some(bits) = self.bits {
            let taken = self.b.use_var(bits);
            if let Some(end) = self.end {
                // No option is 0, so the player to move loses, if there is an option.
                let [lost, end] = [0, end].map(|value| self.code(value.into()));
                return self.b.ins().select(taken, lost, end);
            }
            let free = self.b.ins().bnot(taken);
            return self.b.ins().ctz(free);
        }
        let [test, found] = [self.b.create_block(), self.b.create_block()];
        let first = self.b.append_block_param(test, types::I64);
        let value = self.b.append_block_param(found, types::I64);
        let least = match self.growing {
            [] => self.b.ins().iconst(types::I64, 0),
            _ => self.b.use_var(self.least),
        };
        let stamp = self.b.use_var(self.stamp);
        self.b.ins().jump(test, &[arg(least)]);
        self.b.switch_to_block(test);
        let marks = self.mark_address(first);
        let mut looked_at = first;
        for place in 0..MARKS_TOGETHER {
            let mark = self.b.ins().load(types::I32, plain(), marks, 4 * place);
            let taken = self.b.ins().icmp(IntCC::Equal, mark, stamp);
            let next = self.b.ins().iadd_imm_u(looked_at, 1);
            let (more, args) = match place + 1 < MARKS_TOGETHER {
                true => (self.b.create_block(), vec![]),
                false => (test, vec![arg(next)]),
            };
            self.b.ins().brif(taken, more, &args, found, &[arg(looked_at)]);
            self.b.switch_to_block(if more == test { found } else { more });
            looked_at = next;
        }
        self.b.def_var(self.least, value);
        value
    }
}
