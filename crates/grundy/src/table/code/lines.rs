//! Families that run along lines, where values are computed: the sets that grow with the lines, as
//! [`lines`](crate::table::sharing::lines) has them, and the mex of their union.
//!
//! ```text
//! for each family:    put the values of the components that its line has reached into the set
//!                     pass over the words of the set that are full
//! from the fullest:   unite a word of each set, until a value is free that has no mark
//! ```

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value, types};
use cranelift_frontend::Variable;

use super::emit::{Emitted, Emitter, arg, plain};
use super::state::{Field, LineSets};
use crate::table::sharing::{Numbered, Only, Reached};

/// The line on which a component lies, while that is looked at.
struct OnLine {
    /// Where the words of its set begin.
    words: Value,
    /// How many bytes these are.
    bytes: Value,
    /// Where it stands what is known of the line.
    reached: Value,
    /// How far the component is from the beginning of the line.
    at: Value,
}

/// The set of such a line, with all values that belong into it.
struct Set {
    /// Where its words begin.
    words: Value,
    /// So many of them are full.
    full: Value,
}

impl Emitter<'_> {
    /// The mex of the sets and the marks, or of what there is room for. Goes to where a component is won if one
    /// on a line was over.
    pub(super) fn mex_of_lines(&mut self, has_marks: bool) -> Emitted<Value> {
        let burnt = self.variable(types::I64, 1);
        let lines = (0..).zip(self.running);
        let sets: Vec<Set> =
            lines.map(|(i, line)| self.reach(i, line, burnt)).collect::<Emitted<_>>()?;
        let bytes = self.b.ins().load(types::I64, plain(), self.state, Field::SetBytes.offset());
        let words = self.b.ins().ushr_imm_u(bytes, 3);
        let first = sets.iter().map(|set| set.full).reduce(|a, b| self.b.ins().umax(a, b));
        let Some(first) = first else { return Ok(words) };
        let [look, inside, choose, next, found] = std::array::from_fn(|_| self.b.create_block());
        let index = self.b.append_block_param(look, types::I64);
        let free = self.b.append_block_param(choose, types::I64);
        let mex = self.b.append_block_param(found, types::I64);
        self.b.ins().jump(look, &[arg(first)]);
        self.b.switch_to_block(look);
        let least = self.b.ins().ishl_imm_u(index, 6);
        let ends = self.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, index, words);
        self.b.ins().brif(ends, found, &[arg(least)], inside, &[]);
        self.b.switch_to_block(inside);
        let offset = self.b.ins().ishl_imm_u(index, 3);
        let taken = sets.iter().map(|set| {
            let word = self.b.ins().iadd(set.words, offset);
            self.b.ins().load(types::I64, plain(), word, 0)
        });
        let taken: Vec<Value> = taken.collect();
        let taken = taken.into_iter().reduce(|a, b| self.b.ins().bor(a, b)).unwrap_or(index);
        let unused = self.b.ins().bnot(taken);
        self.b.ins().brif(unused, choose, &[arg(unused)], next, &[]);
        self.b.switch_to_block(choose);
        let bit = self.b.ins().ctz(free);
        let value = self.b.ins().bor(least, bit);
        if has_marks {
            let mark = self.mark_address(value);
            let mark = self.b.ins().load(types::I32, plain(), mark, 0);
            let stamp = self.b.use_var(self.stamp);
            let taken = self.b.ins().icmp(IntCC::Equal, mark, stamp);
            let marked = self.b.create_block();
            self.b.ins().brif(taken, marked, &[], found, &[arg(value)]);
            self.b.switch_to_block(marked);
            let less = self.b.ins().iadd_imm_s(free, -1);
            let others = self.b.ins().band(free, less);
            self.b.ins().brif(others, choose, &[arg(others)], next, &[]);
        } else {
            self.b.ins().jump(found, &[arg(value)]);
        }
        self.b.switch_to_block(next);
        let after = self.b.ins().iadd_imm_u(index, 1);
        self.b.ins().jump(look, &[arg(after)]);
        self.b.switch_to_block(found);
        let last = self.b.ins().ushr_imm_u(mex, 6);
        let looked = self.b.ins().isub(last, first);
        let before = self.b.use_var(burnt);
        let all = self.b.ins().iadd(before, looked);
        self.burn(all);
        Ok(mex)
    }

    /// Puts the values of all options of a family into the set of the component's line; how many they are is counted
    /// as burnt.
    fn reach(&mut self, index: i32, numbered: &Numbered, burnt: Variable) -> Emitted<Set> {
        let line = self.line_of(index, numbered);
        let count = self.take_in(&line, numbered)?;
        let before = self.b.use_var(burnt);
        let so_far = self.b.ins().iadd(before, count);
        self.b.def_var(burnt, so_far);
        if self.has_wins {
            let over = self.b.ins().load(types::I32, plain(), line.reached, Reached::OVER);
            let go_on = self.b.create_block();
            self.b.ins().brif(over, self.frame.won, &[], go_on, &[]);
            self.b.switch_to_block(go_on);
        }
        let full = self.pass_full_words(&line);
        Ok(Set { words: line.words, full })
    }

    /// The line of a family on which the component lies.
    fn line_of(&mut self, index: i32, numbered: &Numbered) -> OnLine {
        let lines = self.b.ins().load(types::I64, plain(), self.state, Field::Lines.offset());
        let size = size_of::<LineSets>() as i32;
        let fields = [offset_of!(LineSets, sets), offset_of!(LineSets, reached)];
        let [sets, reached] = fields.map(|field| {
            self.b.ins().load(types::I64, plain(), lines, index * size + field as i32)
        });
        let own: Vec<usize> = (0..self.layout.dims.len()).collect();
        let number = self.line_number(numbered, &own);
        let bytes = self.b.ins().load(types::I64, plain(), self.state, Field::SetBytes.offset());
        let apart = self.b.ins().load(types::I64, plain(), self.state, Field::SetsApart.offset());
        let start = self.b.ins().imul(number, apart);
        let words = self.b.ins().iadd(sets, start);
        let offset = self.b.ins().imul_imm_s(number, size_of::<Reached>() as i64);
        let reached = self.b.ins().iadd(reached, offset);
        let coords = numbered.line.axes.iter().map(|&axis| self.b.use_var(self.slots[axis]));
        let coords: Vec<Value> = coords.collect();
        let at = coords.into_iter().reduce(|a, b| self.b.ins().smin(a, b));
        OnLine { words, bytes, reached, at: at.unwrap_or(number) }
    }

    /// Puts the values of those components into the set that the line has reached since the last time; how many they are.
    fn take_in(&mut self, line: &OnLine, numbered: &Numbered) -> Emitted<Value> {
        let last = self.b.ins().iadd_imm_s(line.at, -numbered.line.least);
        let first = self.b.ins().load(types::I64, plain(), line.reached, Reached::NEXT);
        let [look, put, done] = std::array::from_fn(|_| self.b.create_block());
        let next = self.b.append_block_param(look, types::I64);
        self.b.ins().jump(look, &[arg(first)]);
        self.b.switch_to_block(look);
        let more = self.b.ins().icmp(IntCC::SignedLessThanOrEqual, next, last);
        self.b.ins().brif(more, put, &[], done, &[]);
        self.b.switch_to_block(put);
        let after = self.b.create_block();
        if let Some(only) = &numbered.line.only {
            let back = self.b.ins().isub(line.at, next);
            self.admit(only, &numbered.line.axes, Some(back), after)?;
        }
        let value = self.value_on(line, numbered, next);
        if self.has_wins {
            self.note_special(line, value, after);
        }
        self.put(line, value);
        self.b.ins().jump(after, &[]);
        self.b.switch_to_block(after);
        let following = self.b.ins().iadd_imm_s(next, 1);
        self.b.ins().jump(look, &[arg(following)]);
        self.b.switch_to_block(done);
        self.b.ins().store(plain(), next, line.reached, Reached::NEXT);
        Ok(self.b.ins().isub(next, first))
    }

    /// Goes on here if a component on a line may be an option, and else at `otherwise`: the present one, or that which is
    /// so far before it along these axes.
    pub(super) fn admit(
        &mut self,
        only: &Only,
        axes: &[usize],
        back: Option<Value>,
        otherwise: Block,
    ) -> Emitted<()> {
        let own = self.slots.clone();
        for &axis in axes {
            let Some(back) = back else { break };
            let coord = self.b.use_var(own[axis]);
            let coord = self.b.ins().isub(coord, back);
            self.slots[axis] = self.b.declare_var(types::I64);
            self.b.def_var(self.slots[axis], coord);
        }
        // What is known of the present component is not known of that one, and what was computed for it is not the same.
        let bounds = self.layout.bounds(self.slots.len());
        let bounds = std::mem::replace(&mut self.bounds, bounds);
        let words = std::mem::take(&mut self.words);
        for cond in only.conditions() {
            let more = self.b.create_block();
            self.branch(cond, more, otherwise)?;
            self.b.switch_to_block(more);
            self.words.clear();
        }
        (self.bounds, self.words, self.slots) = (bounds, words, own);
        Ok(())
    }

    /// The value of the component that is so far from the beginning of the line.
    fn value_on(&mut self, line: &OnLine, numbered: &Numbered, far: Value) -> Value {
        let strides = numbered.line.axes.iter().map(|&axis| self.layout.strides[axis] as i64);
        let step: i64 = strides.sum();
        let back = self.b.ins().isub(line.at, far);
        let apart = self.b.ins().imul_imm_s(back, step);
        let place = self.b.use_var(self.place);
        let place = self.b.ins().isub(place, apart);
        let address = self.cell_address(place);
        self.load_at(address)
    }

    /// Of a special value notes whether it is over, and goes on at `after`; goes on here with any other.
    fn note_special(&mut self, line: &OnLine, value: Value, after: Block) {
        let [special, usual] = std::array::from_fn(|_| self.b.create_block());
        let win = self.win_code();
        let is_special = self.b.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, value, win);
        self.b.ins().brif(is_special, special, &[], usual, &[]);
        self.b.switch_to_block(special);
        let before = self.b.ins().load(types::I32, plain(), line.reached, Reached::OVER);
        let over = self.over_code();
        let is_over = self.b.ins().icmp_imm_u(IntCC::Equal, value, over);
        let is_over = self.b.ins().uextend(types::I32, is_over);
        let either = self.b.ins().bor(before, is_over);
        self.b.ins().store(plain(), either, line.reached, Reached::OVER);
        self.b.ins().jump(after, &[]);
        self.b.switch_to_block(usual);
    }

    /// Puts a value into the set of the line.
    fn put(&mut self, line: &OnLine, value: Value) {
        let word = self.b.ins().ushr_imm_u(value, 6);
        let word = self.b.ins().ishl_imm_u(word, 3);
        let word = self.b.ins().iadd(line.words, word);
        let before = self.b.ins().load(types::I64, plain(), word, 0);
        let one = self.b.ins().iconst(types::I64, 1);
        let bit = self.b.ins().ishl(one, value);
        let both = self.b.ins().bor(before, bit);
        self.b.ins().store(plain(), both, word, 0);
    }

    /// Passes over the words of the set that are full by now; how many they are.
    fn pass_full_words(&mut self, line: &OnLine) -> Value {
        let full = self.b.ins().uload32(plain(), line.reached, Reached::FULL);
        let [test, compare, ends] = std::array::from_fn(|_| self.b.create_block());
        let index = self.b.append_block_param(test, types::I64);
        self.b.ins().jump(test, &[arg(full)]);
        self.b.switch_to_block(test);
        let offset = self.b.ins().ishl_imm_u(index, 3);
        let inside = self.b.ins().icmp(IntCC::UnsignedLessThan, offset, line.bytes);
        self.b.ins().brif(inside, compare, &[], ends, &[]);
        self.b.switch_to_block(compare);
        let word = self.b.ins().iadd(line.words, offset);
        let word = self.b.ins().load(types::I64, plain(), word, 0);
        let is_full = self.b.ins().icmp_imm_s(IntCC::Equal, word, -1);
        let following = self.b.ins().iadd_imm_u(index, 1);
        self.b.ins().brif(is_full, test, &[arg(following)], ends, &[]);
        self.b.switch_to_block(ends);
        self.b.ins().istore32(plain(), index, line.reached, Reached::FULL);
        index
    }
}
