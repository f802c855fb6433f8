//! Loops over sets in machine code.
//!
//! An element may come twice, and in any order: marking an option twice is marking it. A loop counts
//! the steps it will take before it begins, so that limits are looked at in time.
//!
//! Where what is done for an element is a few instructions, those of the loop itself are as many. Then some elements
//! are visited at a time, as long as there are so many, and the rest one by one.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, StackSlotData, StackSlotKind, Value, types};

use super::emit::{Emitted, Emitter, arg, plain};
use super::ending::Exit;
use super::sets::{MAX_TRIED, Ready};
use crate::language::phrase;
use crate::rule::ir::{Clause, Int, Slot};
use crate::table::bounds::Interval;

/// Elements of lists for which the code of a choice is written again, in a whole rule.
const MOST_COPIES: usize = 8;

/// Instructions of a function before they are made better: compiling so many takes a second or two.
const MOST_INSTRUCTIONS: usize = 1 << 16;

/// Bytes of such lists on the stack, in a whole rule: a fraction of what any thread has.
pub(super) const MOST_STACK: u32 = 1 << 16;

/// Elements that a loop visits at a time.
const TOGETHER: i64 = 4;

/// How a loop visits its elements.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pace {
    OneByOne,
    /// Several at a time: their code is written for each.
    Together,
}

/// The slot that a clause gives a value.
fn named(clause: &Clause) -> Option<Slot> {
    match clause {
        Clause::For(slot, _) | Clause::Let(slot, _) => Some(*slot),
        Clause::If(_) => None,
    }
}

/// Writes what happens for an element.
pub(super) type Body<'b, 'e> = dyn FnMut(&mut Emitter<'e>, Value) -> Emitted<()> + 'b;

/// A loop over a range while it is written.
struct RangeLoop<'r> {
    from: Value,
    to: Value,
    /// From one element to the next.
    apart: Value,
    /// Where these three lie.
    of: &'r [Interval; 3],
    /// Decides with which block the loop begins; it is written last.
    begin: Block,
    /// Visits the element that comes with the jump, and then the next ones.
    visit: Block,
    /// Goes on where no later element makes an option than the one that comes with the jump.
    ended: Block,
    /// Goes on behind the loop.
    after: Block,
}

impl RangeLoop<'_> {
    /// Whether there may be so many elements as are visited at a time, and no sum on the way overflows.
    fn may_be_long(&self) -> bool {
        let [from, to, apart] = self.of;
        let farthest = apart.hi.checked_mul(2 * TOGETHER).and_then(|far| to.hi.checked_add(far));
        farthest.is_some() && to.hi.saturating_sub(from.lo) >= TOGETHER
    }
}

impl<'e> Emitter<'e> {
    /// Writes a visit of every element, one by one.
    pub(super) fn each(&mut self, set: &Ready<'_>, body: &mut Body<'_, 'e>) -> Emitted<()> {
        self.each_at(Pace::OneByOne, set, body)
    }

    /// Writes a visit of every element.
    pub(super) fn each_at(
        &mut self,
        pace: Pace,
        set: &Ready<'_>,
        body: &mut Body<'_, 'e>,
    ) -> Emitted<()> {
        self.check_length()?;
        match set {
            Ready::Range { from, to, step, of } => {
                self.each_of_range((*from, *to, *step), of, pace, body)
            }
            Ready::Values(values) => self.each_of_values(values, body),
            Ready::Fixed(elements) => {
                let start = self.keep(elements);
                self.each_in_memory((start, elements.len()), true, body)
            }
            Ready::UpTo(elements, most, of) => self.each_up_to(elements, (*most, *of), pace, body),
            Ready::Word(word) => self.each_of_word(*word, body),
            Ready::Divisors(n, of) => self.each_divisor(*n, *of, body),
            Ready::Made { mask, from, to } => self.each_made(*mask, (*from, *to), body),
            Ready::Without(all, out) => self.each(all, &mut |e, value| {
                let found = e.contains(out, value)?;
                e.only_if(found, false, |e| body(e, value))
            }),
            Ready::Both(a, b) => self.each(a, &mut |e, value| {
                let found = e.contains(b, value)?;
                e.only_if(found, true, |e| body(e, value))
            }),
            Ready::Either(a, b) => {
                self.each(a, body)?;
                self.each(b, body)
            }
            Ready::Comprehension(item, clauses) => self.each_made_by(item, clauses, body),
        }
    }

    /// Numbers that vary: few have code of their own each, more are put on the stack.
    fn each_of_values(&mut self, values: &[Value], body: &mut Body<'_, 'e>) -> Emitted<()> {
        if self.copies + values.len() <= MOST_COPIES || values.len() == 1 {
            self.copies += values.len();
            return values.iter().try_for_each(|&value| self.aside(|e| body(e, value)));
        }
        let bytes = 8 * values.len() as u32;
        self.stack += bytes;
        if self.stack > MOST_STACK {
            return Err(phrase!("long lists of numbers that vary"));
        }
        let data = StackSlotData::new(StackSlotKind::ExplicitSlot, bytes, 3);
        let slot = self.b.create_sized_stack_slot(data);
        for (index, &value) in values.iter().enumerate() {
            self.b.ins().stack_store(types::I64, value, slot, 8 * index as i32);
        }
        let start = self.b.ins().stack_addr(types::I64, slot, 0);
        self.each_in_memory((start, values.len()), false, body)
    }

    /// What a comprehension makes of the elements of its sets.
    fn each_made_by(
        &mut self,
        item: &Int,
        clauses: &[Clause],
        body: &mut Body<'_, 'e>,
    ) -> Emitted<()> {
        let after = self.b.create_block();
        // The names of the comprehension end with it, and others may take their slots. Its loops go on behind
        // the body, so that its names get their values back there.
        let names: Vec<Slot> = clauses.iter().filter_map(named).collect();
        let outside = self.bounds.clone();
        let pace = std::mem::replace(&mut self.pace, Pace::OneByOne);
        let loops = self.loops.len();
        self.without_ending(|e| {
            e.clauses(clauses, after, &mut |e, _| {
                let value = e.int(item)?;
                // The slot of the innermost loop has the element from here on, which goes in other steps.
                if e.loops.len() > loops {
                    e.sift();
                }
                let inside = std::mem::replace(&mut e.bounds, outside.clone());
                let values: Vec<Value> =
                    names.iter().map(|&name| e.b.use_var(e.slots[name])).collect();
                e.pace = pace;
                let written = body(e, value);
                for (&name, value) in names.iter().zip(values) {
                    e.b.def_var(e.slots[name], value);
                }
                (e.bounds, e.pace) = (inside, Pace::OneByOne);
                written
            })
        })?;
        self.pace = pace;
        self.b.switch_to_block(after);
        Ok(())
    }

    /// Refuses a function that has become so long that compiling it takes more than the table.
    pub(super) fn check_length(&self) -> Emitted<()> {
        match self.b.func.dfg.num_insts() > MOST_INSTRUCTIONS {
            true => Err(phrase!("a rule of very many operations")),
            false => Ok(()),
        }
    }

    /// Writes code that runs only if a flag is as wanted.
    fn only_if(
        &mut self,
        flag: Value,
        wanted: bool,
        write: impl FnOnce(&mut Self) -> Emitted<()>,
    ) -> Emitted<()> {
        let [inside, after] = [self.b.create_block(), self.b.create_block()];
        self.sift();
        match wanted {
            true => self.b.ins().brif(flag, inside, &[], after, &[]),
            false => self.b.ins().brif(flag, after, &[], inside, &[]),
        };
        self.b.switch_to_block(inside);
        self.aside(write)?;
        self.b.ins().jump(after, &[]);
        self.b.switch_to_block(after);
        Ok(())
    }

    /// The numbers from one to another, so far apart; each of the three lies in its interval.
    fn each_of_range(
        &mut self,
        (from, to, step): (Value, Value, Option<Value>),
        of: &[Interval; 3],
        pace: Pace,
        body: &mut Body<'_, 'e>,
    ) -> Emitted<()> {
        let [enter, begin, visit, ended, after] = std::array::from_fn(|_| self.b.create_block());
        let last = self.b.append_block_param(ended, types::I64);
        let element = self.b.append_block_param(visit, types::I64);
        let some = self.b.ins().icmp(IntCC::SignedLessThanOrEqual, from, to);
        self.b.ins().brif(some, enter, &[], after, &[]);
        self.b.switch_to_block(enter);
        self.count_range(from, to, of);
        let apart = match step {
            Some(step) => step,
            None => self.constant(1),
        };
        self.b.ins().jump(begin, &[]);
        self.b.switch_to_block(visit);
        self.begin_loop(element, from, step);
        let range = RangeLoop { from, to, apart, of, begin, visit, ended, after };
        self.visit_one_by_one(&range, element, body)?;
        if pace == Pace::Together && range.may_be_long() {
            self.visit_together(&range, body)?;
        } else {
            self.b.switch_to_block(begin);
            self.end_loop();
            self.b.ins().jump(visit, &[arg(from)]);
        }
        // What is left of the range was counted, and is not visited.
        if self.taken.contains(&ended) {
            self.b.switch_to_block(ended);
            let left = self.b.ins().isub(last, to);
            self.burn(left);
            self.b.ins().jump(after, &[]);
        }
        self.b.switch_to_block(after);
        Ok(())
    }

    /// Counts the steps of a loop over a range that has an element.
    fn count_range(&mut self, from: Value, to: Value, of: &[Interval; 3]) {
        // Without sign this is exact, for there is an element.
        let length = self.b.ins().isub(to, from);
        if Interval::new(of[0].lo, of[1].hi).length() >= MAX_TRIED {
            let code = IntCC::UnsignedGreaterThanOrEqual;
            let long = self.b.ins().icmp_imm_u(code, length, MAX_TRIED as i64);
            self.escape_if(long);
        }
        self.burn(length);
    }

    /// Visits an element of a range and goes on with the next one, or behind the loop.
    fn visit_one_by_one(
        &mut self,
        range: &RangeLoop<'_>,
        element: Value,
        body: &mut Body<'_, 'e>,
    ) -> Emitted<()> {
        self.visit_in_range(range, element, body)?;
        let next = self.b.ins().iadd(element, range.apart);
        // Past the end the sum might overflow; then the distance to the end decides.
        let more = match range.of[1].hi.checked_add(range.of[2].hi) {
            Some(_) => self.b.ins().icmp(IntCC::SignedLessThanOrEqual, next, range.to),
            None => {
                let left = self.b.ins().isub(range.to, element);
                self.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, left, range.apart)
            }
        };
        self.b.ins().brif(more, range.visit, &[arg(next)], range.after, &[]);
        Ok(())
    }

    /// Begins a loop over a range: visits some elements at a time while there are so many, and then the rest one by one.
    fn visit_together(&mut self, range: &RangeLoop<'_>, body: &mut Body<'_, 'e>) -> Emitted<()> {
        let many = self.b.create_block();
        let first = self.b.append_block_param(many, types::I64);
        self.b.switch_to_block(many);
        for place in 0..TOGETHER {
            let element = self.later_in_range(range, first, place);
            self.visit_in_range(range, element, body)?;
        }
        let next = self.later_in_range(range, first, TOGETHER);
        let again = self.are_many(range, next);
        let rest = self.b.create_block();
        self.b.ins().brif(again, many, &[arg(next)], rest, &[]);
        self.b.switch_to_block(rest);
        let some = self.b.ins().icmp(IntCC::SignedLessThanOrEqual, next, range.to);
        self.b.ins().brif(some, range.visit, &[arg(next)], range.after, &[]);
        self.b.switch_to_block(range.begin);
        self.end_loop();
        let begins = self.are_many(range, range.from);
        let from = [arg(range.from)];
        self.b.ins().brif(begins, many, &from, range.visit, &from);
        Ok(())
    }

    /// Writes what happens for an element of a range.
    fn visit_in_range(
        &mut self,
        range: &RangeLoop<'_>,
        element: Value,
        body: &mut Body<'_, 'e>,
    ) -> Emitted<()> {
        self.exit = Some(Exit { element, block: range.ended, tells_where: true });
        self.aside(|e| body(e, element))?;
        self.move_addresses();
        Ok(())
    }

    /// The number so many elements after one of a range.
    fn later_in_range(&mut self, range: &RangeLoop<'_>, first: Value, elements: i64) -> Value {
        let distance = self.b.ins().imul_imm_s(range.apart, elements);
        self.b.ins().iadd(first, distance)
    }

    /// Whether so many elements of a range as are visited at a time are left from one on.
    fn are_many(&mut self, range: &RangeLoop<'_>, first: Value) -> Value {
        let last = self.later_in_range(range, first, TOGETHER - 1);
        self.b.ins().icmp(IntCC::SignedLessThanOrEqual, last, range.to)
    }

    /// Numbers that stand one after the other in memory, from `start` on `length` of them.
    fn each_in_memory(
        &mut self,
        (start, length): (Value, usize),
        ascending: bool,
        body: &mut Body<'_, 'e>,
    ) -> Emitted<()> {
        if length == 0 {
            return Ok(());
        }
        let steps = self.constant(length as i64);
        self.burn(steps);
        let [visit, after] = [self.b.create_block(), self.b.create_block()];
        let at = self.b.append_block_param(visit, types::I64);
        let end = self.b.ins().iadd_imm_u(start, 8 * length as i64);
        self.b.ins().jump(visit, &[arg(start)]);
        self.b.switch_to_block(visit);
        let element = self.b.ins().load(types::I64, plain(), at, 0);
        self.exit = ascending.then_some(Exit { element, block: after, tells_where: false });
        self.aside(|e| body(e, element))?;
        let next = self.b.ins().iadd_imm_u(at, 8);
        let more = self.b.ins().icmp(IntCC::NotEqual, next, end);
        self.b.ins().brif(more, visit, &[arg(next)], after, &[]);
        self.b.switch_to_block(after);
        Ok(())
    }

    /// Keeps constants, behind the last of which stand numbers that are larger than any in an interval: where they are,
    /// and how many bytes each takes.
    fn keep_ended(&mut self, elements: &[i64], of: Interval) -> (Value, i64) {
        let last = i64::from(u32::MAX);
        let short = of.hi < last && elements.iter().all(|element| (0..last).contains(element));
        let behind = if short { last } else { i64::MAX };
        let behind = std::iter::repeat_n(behind, 2 * TOGETHER as usize);
        let ended: Vec<i64> = elements.iter().copied().chain(behind).collect();
        match short {
            true => {
                let pairs = ended.chunks_exact(2).map(|pair| pair[0] | pair[1] << 32);
                (self.keep(&pairs.collect::<Vec<i64>>()), 4)
            }
            false => (self.keep(&ended), 8),
        }
    }

    /// Constants up to `most`, which lies in `of`: behind the last one stand larger numbers. They
    /// take four bytes each where they can.
    fn each_up_to(
        &mut self,
        elements: &[i64],
        (most, of): (Value, Interval),
        pace: Pace,
        body: &mut Body<'_, 'e>,
    ) -> Emitted<()> {
        if elements.last() == Some(&i64::MAX) {
            return Err(phrase!("a list that ends with the greatest number"));
        }
        // Else what stands behind would not be larger than all numbers.
        let most = match of.hi {
            i64::MAX => {
                let below = self.constant(i64::MAX - 1);
                self.b.ins().smin(most, below)
            }
            _ => most,
        };
        let (start, bytes) = self.keep_ended(elements, of);
        let steps = self.constant(elements.len() as i64);
        self.burn(steps);
        let load = |e: &mut Self, at: Value, place: i64| {
            let offset = (bytes * place) as i32;
            match bytes {
                4 => e.b.ins().uload32(plain(), at, offset),
                _ => e.b.ins().load(types::I64, plain(), at, offset),
            }
        };
        let [visit, one, after] = std::array::from_fn(|_| self.b.create_block());
        let at = self.b.append_block_param(visit, types::I64);
        if pace == Pace::Together {
            let many = self.b.create_block();
            let first = self.b.append_block_param(many, types::I64);
            let are_many = |e: &mut Self, first: Value| {
                let last = load(e, first, TOGETHER - 1);
                e.b.ins().icmp(IntCC::SignedLessThanOrEqual, last, most)
            };
            let begins = are_many(self, start);
            self.b.ins().brif(begins, many, &[arg(start)], visit, &[arg(start)]);
            self.b.switch_to_block(many);
            for place in 0..TOGETHER {
                let element = load(self, first, place);
                self.exit = Some(Exit { element, block: after, tells_where: false });
                self.aside(|e| body(e, element))?;
            }
            let next = self.b.ins().iadd_imm_u(first, bytes * TOGETHER);
            let again = are_many(self, next);
            self.b.ins().brif(again, many, &[arg(next)], visit, &[arg(next)]);
        } else {
            self.b.ins().jump(visit, &[arg(start)]);
        }
        self.b.switch_to_block(visit);
        let element = load(self, at, 0);
        let some = self.b.ins().icmp(IntCC::SignedLessThanOrEqual, element, most);
        self.b.ins().brif(some, one, &[], after, &[]);
        self.b.switch_to_block(one);
        self.exit = Some(Exit { element, block: after, tells_where: false });
        self.aside(|e| body(e, element))?;
        let next = self.b.ins().iadd_imm_u(at, bytes);
        self.b.ins().jump(visit, &[arg(next)]);
        self.b.switch_to_block(after);
        Ok(())
    }

    /// The digits of a word, from the lowest on.
    pub(super) fn each_of_word(&mut self, word: Value, body: &mut Body<'_, 'e>) -> Emitted<()> {
        let [test, visit, after] = std::array::from_fn(|_| self.b.create_block());
        let rest = self.b.append_block_param(test, types::I64);
        self.b.ins().jump(test, &[arg(word)]);
        self.b.switch_to_block(test);
        let some = self.b.ins().icmp_imm_u(IntCC::NotEqual, rest, 0);
        self.b.ins().brif(some, visit, &[], after, &[]);
        self.b.switch_to_block(visit);
        let element = self.b.ins().ctz(rest);
        self.aside(|e| body(e, element))?;
        let less = self.b.ins().iadd_imm_s(rest, -1);
        let next = self.b.ins().band(rest, less);
        self.b.ins().jump(test, &[arg(next)]);
        self.b.switch_to_block(after);
        Ok(())
    }
}
