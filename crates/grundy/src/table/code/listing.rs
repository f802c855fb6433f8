//! Options of a component, one after the other in memory: for each how many components it has, then their
//! kinds and coordinates; or the places of those that are not known.

use cranelift_codegen::ir::InstBuilder;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, Value, types};

use super::emit::{Emitted, Emitter, plain};
use super::state::{Field, Reason};
use crate::language::phrase;
use crate::rule::ir::Term;

/// Bytes of a number.
const NUMBER: i32 = 8;

impl Emitter<'_> {
    /// Lists one option, unless a coordinate is negative; leaves where there is no room for it.
    pub(super) fn list(&mut self, terms: &[Term], no_option: Block) -> Emitted<()> {
        let mut numbers = vec![self.constant(terms.len() as i64)];
        for term in terms {
            let Term::Component(target) = term else {
                return Err(phrase!("an option that has not always as many parts"));
            };
            numbers.push(self.constant(target.kind as i64));
            for coord in &target.coords {
                let value = self.int_not_negative(coord, no_option)?;
                numbers.push(value);
            }
        }
        self.append_to_list(&numbers);
        Ok(())
    }

    /// Lists numbers; leaves where there is no room for them.
    pub(super) fn append_to_list(&mut self, numbers: &[Value]) {
        let at = self.b.ins().load(types::I64, plain(), self.state, Field::Listed.offset());
        let room = self.b.ins().load(types::I64, plain(), self.state, Field::ListEnd.offset());
        let bytes = i64::from(NUMBER) * numbers.len() as i64;
        let next = self.b.ins().iadd_imm_u(at, bytes);
        let [fits, full] = [self.b.create_block(), self.b.create_block()];
        self.b.set_cold_block(full);
        let is_full = self.b.ins().icmp(IntCC::UnsignedGreaterThan, next, room);
        self.b.ins().brif(is_full, full, &[], fits, &[]);
        self.b.switch_to_block(full);
        self.leave(Reason::TooLarge);
        self.b.switch_to_block(fits);
        for (place, &value) in (0..).zip(numbers) {
            self.b.ins().store(plain(), value, at, NUMBER * place);
        }
        self.b.ins().store(plain(), next, self.state, Field::Listed.offset());
    }
}
