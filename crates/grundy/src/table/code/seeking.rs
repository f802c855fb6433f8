//! Options whose values may not be known: those that are not are listed.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value, types};

use super::emit::{Emitter, arg, plain};
use super::state::{Field, Reason};
use super::{Aim, Known};
use crate::table::cells::BYTE;

impl Emitter<'_> {
    /// The value of an option at an address of the table. Where it may be unknown and is, it is listed, and no option so far.
    pub(super) fn known_at(&mut self, address: Value, no_option: Block) -> Value {
        let Aim::Seek(known) = self.aim else { return self.load_at(address) };
        let unknown = self.b.create_block();
        self.b.set_cold_block(unknown);
        let (found, place) = match known {
            Known::AtPlaces => {
                let offset = self.b.ins().isub(address, self.cells);
                let place = self.b.ins().ushr_imm_u(offset, i64::from(self.width - BYTE));
                (self.load_at(address), place)
            }
            Known::Hashed => (self.hashed(address, unknown), address),
        };
        let there = self.b.create_block();
        self.b.ins().brif(found, there, &[], unknown, &[]);
        self.b.switch_to_block(unknown);
        self.append_to_list(&[place]);
        self.b.ins().jump(no_option, &[]);
        self.b.switch_to_block(there);
        self.b.ins().iadd_imm_s(found, -1)
    }

    /// One more than the value at a place that a hash finds; goes to `unknown` if it is not there. Some words are 0.
    fn hashed(&mut self, place: Value, unknown: Block) -> Value {
        let [look, there, next, found] = std::array::from_fn(|_| self.b.create_block());
        self.b.set_cold_block(next);
        let at = self.b.append_block_param(look, types::I64);
        let shift = self.b.ins().load(types::I64, plain(), self.state, Field::HashShift.offset());
        let factor = self.b.ins().iconst(types::I64, Known::HASH.cast_signed());
        let hash = self.b.ins().imul(place, factor);
        let first = self.b.ins().ushr(hash, shift);
        self.b.ins().jump(look, &[arg(first)]);
        self.b.switch_to_block(look);
        let offset = self.b.ins().ishl_imm_u(at, 3);
        let address = self.b.ins().iadd(self.cells, offset);
        let word = self.b.ins().load(types::I64, plain(), address, 0);
        self.b.ins().brif(word, there, &[], unknown, &[]);
        self.b.switch_to_block(there);
        let own = self.b.ins().ushr_imm_u(word, i64::from(Known::DIGITS));
        let same = self.b.ins().icmp(IntCC::Equal, own, place);
        self.b.ins().brif(same, found, &[], next, &[]);
        self.b.switch_to_block(next);
        // On to the next word, and from the last to the first.
        let after = self.b.ins().iadd_imm_u(at, 1);
        let all = self.constant(-1);
        let mask = self.b.ins().ushr(all, shift);
        let after = self.b.ins().band(after, mask);
        self.b.ins().jump(look, &[arg(after)]);
        self.b.switch_to_block(found);
        self.b.ins().band_imm_u(word, (1 << Known::DIGITS) - 1)
    }

    /// Leaves where an option was listed.
    pub(super) fn leave_if_listed(&mut self) {
        let first = self.b.ins().load(types::I64, plain(), self.state, Field::ListStart.offset());
        let next = self.b.ins().load(types::I64, plain(), self.state, Field::Listed.offset());
        let [some, none] = [self.b.create_block(), self.b.create_block()];
        let are_there = self.b.ins().icmp(IntCC::NotEqual, first, next);
        self.b.ins().brif(are_there, some, &[], none, &[]);
        self.b.switch_to_block(some);
        self.leave(Reason::Unknown);
        self.b.switch_to_block(none);
    }
}
