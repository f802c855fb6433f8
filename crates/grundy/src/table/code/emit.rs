//! From a kind's rule to a function in machine code that computes a row of a table.
//!
//! ```text
//! for each component of the row:
//!     over, by `win on`?          store "over"
//!     the guard fails?            store 0
//!     for each family, for each choice of its clauses:
//!         a coordinate is negative:              no option
//!         a coordinate is outside of the table,
//!         or the option does not come before:    leave, "escape"
//!         mark the nim-sum of the values that the table has for its parts
//!     store the least value without a mark
//! ```
//!
//! Arithmetic is exact: an operation that might leave 64 bits (by the intervals of
//! [`Bounds`](crate::table::bounds::Bounds)) is followed by a check that leaves with "escape", and
//! so are a division by zero, an empty `min` and whatever else has no value. A component at which
//! the code escapes is computed by the definition, which has the message for it. So the code may
//! escape more often than needed, but must escape wherever the definition fails.
//!
//! Marks are stamps, one number per component, so that they need not be erased. While all values of
//! a table are less than 64, marks are the bits of one word instead.
//!
//! Families that run along lines may have their values in sets (see [`lines`](crate::table::sharing::lines)), in
//! which the least value is looked for, too.
//!
//! Where only who wins is computed, 1 for the player to move, an option of value 0 decides at once. Of
//! families that run along lines the nearest lost component of the line decides (see
//! [`nearest`](crate::table::sharing::nearest)).

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    Block, BlockArg, Function, InstBuilder, MemFlagsData, Type, Value, types,
};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Variable};

use super::along::Loop;
use super::ending::{Ending, Exit};
use super::fuel::is_short;
use super::resumed::Going;
use super::state::{Field, Reason};
use super::visit::Pace;
use super::{Aim, Job, copies};
use crate::language::phrase;
use crate::rule::ir::{Cond, Int, Kind, Slot, Win};
use crate::rule::{GrownRange, Resumed};
use crate::table::bounds::Bounds;
use crate::table::order::Layout;
use crate::table::sharing::Numbered;

/// Why a rule has no machine code.
pub(super) type Emitted<T> = Result<T, &'static str>;

/// A function while it is written.
pub(super) struct Emitter<'a> {
    pub(super) b: FunctionBuilder<'a>,
    pub(super) layout: &'a Layout,
    pub(super) bounds: Bounds,
    /// A variable for each slot of the rule.
    pub(super) slots: Vec<Variable>,
    /// Slots in the order in which they were given values.
    pub(super) bound: Vec<Slot>,
    /// The loops that are written, from the outermost to the innermost.
    pub(super) loops: Vec<Loop>,
    /// How the loop whose element comes next is left before its end.
    pub(super) exit: Option<Exit>,
    /// The blocks of exits that are taken.
    pub(super) taken: Vec<Block>,
    /// The loop that ends where no later element of it makes an option.
    pub(super) ending: Option<Ending>,
    /// The index of the component in the table.
    pub(super) place: Variable,
    /// What is told to and by the caller: what is seldom needed stays there, for registers are few.
    pub(super) state: Value,
    pub(super) marks: Value,
    pub(super) stamp: Variable,
    pub(super) cells: Value,
    /// Marks as the bits of a word, where they are.
    pub(super) bits: Option<Variable>,
    /// Where only who wins is computed: what it is without a move.
    pub(super) end: Option<u8>,
    pub(super) nearest: &'a [Numbered],
    pub(super) running: &'a [Numbered],
    pub(super) growing: &'a [GrownRange],
    pub(super) prefixes: Option<usize>,
    /// Where families grow along rows: the mex of the component before.
    pub(super) least: Variable,
    pub(super) aim: Aim,
    /// Whether an option may have its place anywhere.
    pub(super) anywhere: bool,
    /// Binary digits of a value, as a power of two.
    pub(super) width: u8,
    /// Whether values are special from [`Emitter::win_code`] on.
    pub(super) has_wins: bool,
    /// Whether the definition would stop at the same option that wins at once.
    pub(super) in_order: bool,
    pub(super) frame: Frame,
    /// How many ways to escape are written.
    pub(super) escapes: usize,
    /// Whether an option that wins at once was met, where the rest of the options is looked at all the same.
    pub(super) has_won: Variable,
    /// Sets of small numbers that are known at this place, as one word.
    pub(super) words: Vec<(Value, i64, Value)>,
    /// Of the family that is written: pairs of which a coordinate is the least.
    pub(super) minima: Vec<[Int; 2]>,
    /// The coordinates of its options, if all are linear.
    pub(super) coordinates: Vec<Int>,
    /// Its sums that go on from one choice to the next, and where they stand in the loop that is written.
    pub(super) resumed: Resumed,
    pub(super) going: Vec<Going>,
    /// Whether the code is never called, so that what it would read need not be made.
    pub(super) dry: bool,
    /// How its innermost loop goes.
    pub(super) pace: Pace,
    /// For how many elements of lists code was written again.
    pub(super) copies: usize,
    /// Bytes of lists on the stack.
    pub(super) stack: u32,
    /// Constants that the code reads.
    pub(super) data: Vec<Box<[i64]>>,
}

/// The arguments of the function.
struct Arguments {
    /// The coordinates of the first component of the row.
    coords: Value,
    /// How many components the row has.
    count: Value,
    cells: Value,
    marks: Value,
    state: Value,
}

impl Arguments {
    /// Begins the function.
    fn new(b: &mut FunctionBuilder<'_>) -> Emitted<Arguments> {
        let entry = b.create_block();
        b.append_block_params_for_function_params(entry);
        b.switch_to_block(entry);
        let [coords, count, cells, marks, state] = b.block_params(entry)[..] else {
            return Err("the signature of the function");
        };
        Ok(Arguments { coords, count, cells, marks, state })
    }
}

/// The blocks between which the code of a component stands.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    /// Begins with a component.
    cell: Block,
    /// Goes on where all options are marked.
    finish: Block,
    /// Goes on where a component has an option that wins at once.
    pub(super) won: Block,
    /// Stores the value that comes with the jump.
    store: Block,
    value: Value,
    /// Goes on to the next component.
    next: Block,
    /// Leaves the component to the definition.
    escape: Block,
    /// Returns before the component, for the limits to be looked at.
    out_of_fuel: Block,
    /// Returns, for the reason that comes with the jump.
    leave: Block,
    reason: Value,
}

impl Frame {
    /// Makes the blocks; none is written yet.
    fn new(b: &mut FunctionBuilder<'_>) -> Frame {
        let [cell, escape, out_of_fuel, won, store, next, finish, leave] =
            std::array::from_fn(|_| b.create_block());
        for cold in [escape, out_of_fuel] {
            b.set_cold_block(cold);
        }
        let value = b.append_block_param(store, types::I64);
        let reason = b.append_block_param(leave, types::I32);
        Frame { cell, finish, won, store, value, next, escape, out_of_fuel, leave, reason }
    }
}

/// How memory is read and written: addresses are right by construction, and nothing traps.
pub(super) fn plain() -> MemFlagsData {
    MemFlagsData::trusted()
}

/// How constants are read, which compilers may do sooner and once for all.
pub(super) fn unchanging() -> MemFlagsData {
    MemFlagsData::trusted().with_readonly()
}

/// A value as the argument of a block.
pub(super) fn arg(value: Value) -> BlockArg {
    BlockArg::Value(value)
}

/// Writes the function of a job; what comes back are the constants that it reads.
pub(super) fn emit(
    job: &Job<'_>,
    function: &mut Function,
    context: &mut FunctionBuilderContext,
    target: cranelift_codegen::isa::TargetFrontendConfig,
) -> Emitted<Vec<Box<[i64]>>> {
    if !is_short(job.kind) {
        return Err(phrase!("conditions that are very long"));
    }
    let mut b = FunctionBuilder::new(function, context);
    let arguments = Arguments::new(&mut b)?;
    let mut emitter = Emitter::new(job, b, &arguments);
    let frame = emitter.frame;
    emitter.begin_row(job.kind, &arguments);
    emitter.begin_growing()?;
    emitter.b.ins().jump(frame.cell, &[]);
    emitter.b.switch_to_block(frame.cell);
    emitter.cell(job.kind)?;
    emitter.b.switch_to_block(frame.finish);
    match job.aim {
        Aim::Values | Aim::Seek(_) => emitter.answer_value(job.kind)?,
        Aim::Marks | Aim::List => emitter.answer_marks(),
    }
    emitter.b.switch_to_block(frame.next);
    emitter.next_component();
    emitter.give_up();
    emitter.b.switch_to_block(frame.leave);
    emitter.end();
    let Emitter { mut b, data, .. } = emitter;
    b.seal_all_blocks();
    b.finalize(target);
    copies::remove(function);
    Ok(data)
}

impl<'a> Emitter<'a> {
    /// Names variables and blocks; no code of the row is written yet.
    fn new(job: &Job<'a>, mut b: FunctionBuilder<'a>, arguments: &Arguments) -> Emitter<'a> {
        let kind = job.kind;
        let slots = (0..kind.slots).map(|_| b.declare_var(types::I64)).collect();
        let place = b.declare_var(types::I64);
        let stamp = b.declare_var(types::I32);
        let has_won = b.declare_var(types::I8);
        let least = b.declare_var(types::I64);
        let word = job.small || job.end.is_some() && job.aim.answers();
        let bits = word.then(|| b.declare_var(types::I64));
        let frame = Frame::new(&mut b);
        Emitter {
            b,
            layout: job.layout,
            bounds: job.layout.bounds(kind.slots),
            slots,
            bound: Vec::new(),
            loops: Vec::new(),
            exit: None,
            taken: Vec::new(),
            ending: None,
            place,
            state: arguments.state,
            marks: arguments.marks,
            stamp,
            cells: arguments.cells,
            bits,
            end: job.end,
            nearest: job.nearest.0,
            running: job.running,
            growing: job.growing,
            prefixes: job.prefixes,
            least,
            aim: job.aim,
            anywhere: job.anywhere,
            width: job.width,
            has_wins: !kind.wins.is_empty() && job.end.is_none() && job.aim != Aim::List,
            // In normal play the search stops at the first option that decides, too.
            in_order: job.end == Some(0) || super::options::is_in_order(kind),
            frame,
            escapes: 0,
            has_won,
            words: Vec::new(),
            minima: Vec::new(),
            coordinates: Vec::new(),
            resumed: Resumed::default(),
            going: Vec::new(),
            dry: job.dry,
            pace: Pace::OneByOne,
            copies: 0,
            stack: 0,
            data: Vec::new(),
        }
    }

    /// Comes to the first component of the row.
    fn begin_row(&mut self, kind: &Kind, arguments: &Arguments) {
        let zero = self.b.ins().iconst(types::I64, 0);
        for (slot, &variable) in self.slots.iter().enumerate() {
            let value = match slot < kind.coords.len() {
                true => self.b.ins().load(types::I64, plain(), arguments.coords, 8 * slot as i32),
                false => zero,
            };
            self.b.def_var(variable, value);
        }
        let used = self.b.ins().load(types::I32, plain(), self.state, Field::Stamp.offset());
        self.take_stamp_after(used);
        self.b.ins().store(plain(), arguments.count, self.state, Field::Count.offset());
        self.b.ins().store(plain(), zero, self.state, Field::Done.offset());
        let mut first = zero;
        for (axis, &stride) in self.layout.strides.iter().enumerate() {
            let coord = self.b.use_var(self.slots[axis]);
            let scaled = self.b.ins().imul_imm_s(coord, stride as i64);
            first = self.b.ins().iadd(first, scaled);
        }
        self.b.def_var(self.place, first);
        self.b.def_var(self.least, zero);
    }

    /// Takes the stamp of the component that is looked at. It is carried from one to the next, for a
    /// sum would be computed again wherever it is used.
    fn take_stamp_after(&mut self, used: Value) {
        let own = self.b.ins().iadd_imm_u(used, 1);
        self.b.def_var(self.stamp, own);
    }

    /// A component is done: begins with the next one, or returns after the last one.
    fn next_component(&mut self) {
        let so_far = self.b.ins().load(types::I64, plain(), self.state, Field::Done.offset());
        let so_far = self.b.ins().iadd_imm_u(so_far, 1);
        self.b.ins().store(plain(), so_far, self.state, Field::Done.offset());
        let count = self.b.ins().load(types::I64, plain(), self.state, Field::Count.offset());
        self.step_along_row();
        let [again, last] = [self.b.create_block(), self.b.create_block()];
        let more = self.b.ins().icmp(IntCC::UnsignedLessThan, so_far, count);
        self.b.ins().brif(more, again, &[], last, &[]);
        self.b.switch_to_block(again);
        if self.growing.is_empty() {
            let used = self.b.use_var(self.stamp);
            self.take_stamp_after(used);
        }
        self.b.ins().jump(self.frame.cell, &[]);
        self.b.switch_to_block(last);
        self.leave(Reason::Done);
    }

    /// The ways out before a component has its answer.
    fn give_up(&mut self) {
        for (block, reason) in
            [(self.frame.escape, Reason::Escape), (self.frame.out_of_fuel, Reason::Fuel)]
        {
            self.b.switch_to_block(block);
            self.leave(reason);
        }
    }

    /// Tells the caller why it returns, and returns how many components are done.
    fn end(&mut self) {
        let stamp = self.b.use_var(self.stamp);
        self.b.ins().store(plain(), stamp, self.state, Field::Stamp.offset());
        self.b.ins().store(plain(), self.frame.reason, self.state, Field::Reason.offset());
        let done = self.b.ins().load(types::I64, plain(), self.state, Field::Done.offset());
        self.b.ins().return_(&[done]);
    }
}

impl Emitter<'_> {
    /// Looks at one component: jumps to `store` with a value that needs no options, else marks the
    /// values of all options and jumps to `finish`.
    fn cell(&mut self, kind: &Kind) -> Emitted<()> {
        let no = self.b.ins().iconst(types::I8, 0);
        self.b.def_var(self.has_won, no);
        if let Some(bits) = self.bits {
            let none = self.code(0);
            self.b.def_var(bits, none);
        }
        // What ends the game has options all the same.
        let wins = if self.aim == Aim::List { &[] } else { &kind.wins[..] };
        for win in wins {
            let mark = self.bounds.mark();
            self.win(win)?;
            self.bounds.forget(mark);
        }
        if let Some(guard) = &kind.guard {
            let [holds, fails] = [self.b.create_block(), self.b.create_block()];
            self.branch(guard, holds, fails)?;
            self.b.switch_to_block(fails);
            let end = self.end.filter(|_| self.aim.answers()).unwrap_or(0);
            let end = self.b.ins().iconst(types::I64, i64::from(end));
            self.b.ins().jump(self.frame.store, &[arg(end)]);
            self.b.switch_to_block(holds);
            self.bounds.assume(guard, true);
        }
        self.know_growing();
        let mark = self.bounds.mark();
        for (index, family) in kind.families.iter().enumerate() {
            if self.running.iter().any(|numbered| numbered.family == index) {
                continue;
            }
            let after = self.b.create_block();
            match self.nearest.iter().find(|numbered| numbered.family == index) {
                Some(numbered) => {
                    self.look_along(numbered);
                    self.b.ins().jump(after, &[]);
                }
                None => self.family(family, after)?,
            }
            self.b.switch_to_block(after);
            self.bounds.forget(mark);
            self.pass_growing(index)?;
        }
        self.b.ins().jump(self.frame.finish, &[]);
        Ok(())
    }

    /// One line `win on`: jumps to `store` with "over" where it holds.
    fn win(&mut self, win: &Win) -> Emitted<()> {
        let [otherwise, over] = [self.b.create_block(), self.b.create_block()];
        for (axis, wanted) in win.coords.iter().enumerate() {
            let Some(wanted) = wanted else { continue };
            let wanted = self.int(wanted)?;
            let coord = self.b.use_var(self.slots[axis]);
            let equal = self.b.ins().icmp(IntCC::Equal, wanted, coord);
            let more = self.b.create_block();
            self.b.ins().brif(equal, more, &[], otherwise, &[]);
            self.b.switch_to_block(more);
        }
        match &win.cond {
            Some(cond) => self.branch(cond, over, otherwise)?,
            None => {
                self.b.ins().jump(over, &[]);
            }
        }
        self.b.switch_to_block(over);
        // Where only who wins is computed, the player to move has lost.
        let outcome = self.end.is_some() && self.aim.answers();
        let value = self.code(if outcome { 0 } else { self.over_code() });
        self.b.ins().jump(self.frame.store, &[arg(value)]);
        self.b.switch_to_block(otherwise);
        // What was computed on the way here is not known on every way.
        self.words.clear();
        Ok(())
    }

    /// All options are marked, and nothing more is wanted: says which way it came to that.
    fn answer_marks(&mut self) {
        self.go_on_unless_won();
        self.leave(Reason::Done);
        self.b.switch_to_block(self.frame.won);
        self.leave(Reason::Win);
        // A value that needs no option: over, or nothing may be done.
        self.b.switch_to_block(self.frame.store);
        let over = self.b.ins().icmp_imm_u(IntCC::NotEqual, self.frame.value, 0);
        let [yes, no] = [self.b.create_block(), self.b.create_block()];
        self.b.ins().brif(over, yes, &[], no, &[]);
        self.b.switch_to_block(yes);
        self.leave(Reason::Over);
        self.b.switch_to_block(no);
        self.leave(Reason::Nothing);
    }

    /// All options are marked: stores the mex, if it fits, or a win.
    fn answer_value(&mut self, kind: &Kind) -> Emitted<()> {
        self.go_on_unless_won();
        if let Aim::Seek(_) = self.aim {
            self.leave_if_listed();
        }
        let mex = match self.running {
            [] => self.mex(),
            running => self.mex_of_lines(running.len() < kind.families.len())?,
        };
        if self.end.is_some() {
            self.b.ins().jump(self.frame.store, &[arg(mex)]);
        } else {
            let too_large = self.b.create_block();
            self.b.set_cold_block(too_large);
            let limit = self.b.ins().load(types::I64, plain(), self.state, Field::Limit.offset());
            let large = self.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, mex, limit);
            self.b.ins().brif(large, too_large, &[], self.frame.store, &[arg(mex)]);
            self.b.switch_to_block(too_large);
            self.leave(Reason::TooLarge);
        }
        self.b.switch_to_block(self.frame.won);
        let win = self.code(if self.end.is_some() { 1 } else { self.win_code() });
        self.b.ins().jump(self.frame.store, &[arg(win)]);
        self.b.switch_to_block(self.frame.store);
        self.store(self.frame.value);
        if let Some(axis) = self.prefixes {
            self.keep_prefix(axis, self.frame.value);
        }
        if !self.nearest.is_empty() {
            let lost = self.b.create_block();
            self.b.ins().brif(self.frame.value, self.frame.next, &[], lost, &[]);
            self.b.switch_to_block(lost);
            self.note_lost()?;
        }
        self.b.ins().jump(self.frame.next, &[]);
        Ok(())
    }

    /// Goes to `won` if an option that wins at once was met on the way.
    fn go_on_unless_won(&mut self) {
        if (self.has_wins || self.end.is_some()) && !self.in_order {
            let has_won = self.b.use_var(self.has_won);
            let no = self.b.create_block();
            self.b.ins().brif(has_won, self.frame.won, &[], no, &[]);
            self.b.switch_to_block(no);
        }
    }

    /// Where the mark of a value stands.
    pub(super) fn mark_address(&mut self, value: Value) -> Value {
        let offset = self.b.ins().ishl_imm_u(value, 2);
        self.b.ins().iadd(self.marks, offset)
    }

    pub(super) fn code(&mut self, code: i64) -> Value {
        self.b.ins().iconst(types::I64, code)
    }

    pub(super) fn leave(&mut self, reason: Reason) {
        let reason = self.b.ins().iconst(types::I32, reason as i64);
        self.b.ins().jump(self.frame.leave, &[arg(reason)]);
    }

    /// Leaves with "escape" if a flag is set.
    pub(super) fn escape_if(&mut self, flag: Value) {
        self.escapes += 1;
        let go_on = self.b.create_block();
        self.b.ins().brif(flag, self.frame.escape, &[], go_on, &[]);
        self.b.switch_to_block(go_on);
    }

    /// Counts so many steps; leaves to look at the limits when too many were made.
    pub(super) fn burn(&mut self, steps: Value) {
        let left = self.b.ins().load(types::I64, plain(), self.state, Field::Fuel.offset());
        let left = self.b.ins().isub(left, steps);
        self.b.ins().store(plain(), left, self.state, Field::Fuel.offset());
        let go_on = self.b.create_block();
        let empty = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, left, 0);
        self.b.ins().brif(empty, self.frame.out_of_fuel, &[], go_on, &[]);
        self.b.switch_to_block(go_on);
    }

    /// Whether the order of computation is that of the sums.
    pub(super) fn is_by_sums(&self) -> bool {
        self.layout.order.is_by_sums()
    }

    /// Writes code that is not reached on every way: what it computes is not known afterwards.
    pub(super) fn aside<T>(&mut self, write: impl FnOnce(&mut Self) -> Emitted<T>) -> Emitted<T> {
        let (words, mark) = (self.words.len(), self.bounds.mark());
        let written = write(self);
        self.words.truncate(words);
        self.bounds.forget(mark);
        written
    }

    /// Jumps to `yes` if a condition holds, else to `no`.
    pub(super) fn branch(&mut self, cond: &Cond, yes: Block, no: Block) -> Emitted<()> {
        match cond {
            Cond::And(a, b) => {
                let more = self.b.create_block();
                self.branch(a, more, no)?;
                self.b.switch_to_block(more);
                self.aside(|e| {
                    e.bounds.assume(a, true);
                    e.branch(b, yes, no)
                })
            }
            Cond::Or(a, b) => {
                let more = self.b.create_block();
                self.branch(a, yes, more)?;
                self.b.switch_to_block(more);
                self.aside(|e| {
                    e.bounds.assume(a, false);
                    e.branch(b, yes, no)
                })
            }
            Cond::Not(inner) => self.branch(inner, no, yes),
            Cond::Shared(inner) => self.branch(inner, yes, no),
            _ => {
                let flag = self.flag(cond)?;
                self.b.ins().brif(flag, yes, &[], no, &[]);
                Ok(())
            }
        }
    }

    /// A loop variable of this type, with its first value.
    pub(super) fn variable(&mut self, of: Type, first: i64) -> Variable {
        let variable = self.b.declare_var(of);
        let first = self.b.ins().iconst(of, first);
        self.b.def_var(variable, first);
        variable
    }
}
