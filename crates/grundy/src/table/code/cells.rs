//! The values of a table in machine code: where they stand, and how they are read and written.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Inst, InstBuilder, Value, types};

use super::emit::{Emitter, plain};
use super::state::Field;
use super::{Aim, Known};
use crate::table::cells::{BIT, BYTE};
use crate::table::order::BLOCK;

impl Emitter<'_> {
    /// Writes the value of this component, in every order of the coordinates that is not written
    /// later.
    pub(super) fn store(&mut self, value: Value) {
        if let Aim::Seek(_) = self.aim {
            self.b.ins().store(plain(), value, self.state, Field::Answer.offset());
            return;
        }
        for (order, axes) in self.layout.permutations().into_iter().enumerate() {
            let after = (order > 0 && self.layout.mirrors_blocks()).then(|| self.b.create_block());
            if let Some(after) = after {
                let [a, b] = [0, 1].map(|axis| self.b.use_var(self.slots[axis]));
                let last = self.b.ins().bor_imm_u(a, BLOCK - 1);
                let later = self.b.ins().icmp(IntCC::SignedGreaterThan, b, last);
                let now = self.b.create_block();
                self.b.ins().brif(later, after, &[], now, &[]);
                self.b.switch_to_block(now);
            }
            let mut at = self.b.use_var(self.place);
            for (axis, &from) in axes.iter().enumerate().filter(|&(axis, &from)| axis != from) {
                let [coord, own] = [from, axis].map(|axis| self.b.use_var(self.slots[axis]));
                let change = self.b.ins().isub(coord, own);
                let scaled = self.b.ins().imul_imm_s(change, self.layout.strides[axis] as i64);
                at = self.b.ins().iadd(at, scaled);
            }
            let address = self.cell_address(at);
            match self.width {
                BIT => self.store_bit(value, address),
                BYTE => self.b.ins().istore8(plain(), value, address, 0),
                4 => self.b.ins().istore16(plain(), value, address, 0),
                _ => self.b.ins().istore32(plain(), value, address, 0),
            };
            if let Some(after) = after {
                self.b.ins().jump(after, &[]);
                self.b.switch_to_block(after);
            }
        }
    }

    /// Where a value stands; of a bit, its number among the bits, and of one that a hash finds, its place.
    pub(super) fn cell_address(&mut self, index: Value) -> Value {
        let offset = self.cell_offset(index);
        match self.width == BIT || self.aim == Aim::Seek(Known::Hashed) {
            true => offset,
            false => self.b.ins().iadd(self.cells, offset),
        }
    }

    /// By how much addresses so many values apart differ.
    pub(super) fn cell_offset(&mut self, apart: Value) -> Value {
        match self.bytes() {
            0 => apart,
            digits => self.b.ins().ishl_imm_u(apart, i64::from(digits)),
        }
    }

    /// The same of a constant.
    pub(super) fn apart(&self, values: i64) -> i64 {
        values << self.bytes()
    }

    /// By how many digits an address is longer than the number of its value: bits and what a hash finds are numbered.
    fn bytes(&self) -> u8 {
        match self.aim {
            Aim::Seek(Known::Hashed) => 0,
            _ => self.width.saturating_sub(BYTE),
        }
    }

    /// The address of the word that has the bit with this number.
    fn word_of(&mut self, bit: Value) -> Value {
        let word = self.b.ins().ushr_imm_u(bit, 6);
        let offset = self.b.ins().ishl_imm_u(word, 3);
        self.b.ins().iadd(self.cells, offset)
    }

    /// Writes a bit; the word may have held the other one.
    fn store_bit(&mut self, value: Value, bit: Value) -> Inst {
        let address = self.word_of(bit);
        let word = self.b.ins().load(types::I64, plain(), address, 0);
        let one = self.b.ins().iconst(types::I64, 1);
        let mask = self.b.ins().ishl(one, bit);
        let cleared = self.b.ins().band_not(word, mask);
        let set = self.b.ins().ishl(value, bit);
        let word = self.b.ins().bor(cleared, set);
        self.b.ins().store(plain(), word, address, 0)
    }

    /// The value at an address of the table.
    pub(super) fn load_at(&mut self, address: Value) -> Value {
        match self.width {
            BIT => {
                let word = self.word_of(address);
                let word = self.b.ins().load(types::I64, plain(), word, 0);
                let shifted = self.b.ins().ushr(word, address);
                self.b.ins().band_imm_u(shifted, 1)
            }
            BYTE => self.b.ins().uload8(types::I64, plain(), address, 0),
            4 => self.b.ins().uload16(types::I64, plain(), address, 0),
            _ => self.b.ins().uload32(plain(), address, 0),
        }
    }

    pub(super) fn win_code(&self) -> i64 {
        self.over_code() - 1
    }

    pub(super) fn over_code(&self) -> i64 {
        (1_i64 << (1 << self.width)) - 1
    }
}
