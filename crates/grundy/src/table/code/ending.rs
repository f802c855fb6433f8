//! Loops that end before their last element, where no later one makes an option.
//!
//! ```text
//! [n - k*k] for k in 1..n              ends at the first k with n - k*k < 0
//! [n-k] for k in 1..n if k*k <= n      ends at the first k with k*k > n
//! ```
//!
//! Elements ascend, and what decides rises or falls with them (see [`trend`](crate::table::bounds::trend)). The
//! definition looks at the later elements too and might fail there, so a loop is left only if nothing that was computed
//! for an element so far, or for the decision, can fail for any.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value};

use super::emit::{Emitted, Emitter, arg};
use crate::rule::ir::{Comparison, Cond, Int, Slot};
use crate::table::bounds::Along;

/// The way out of a loop whose elements ascend.
#[derive(Clone, Copy)]
pub(super) struct Exit {
    /// The element that is visited.
    pub(super) element: Value,
    pub(super) block: Block,
    /// Whether the block takes the element as an argument.
    pub(super) tells_where: bool,
}

/// The innermost loop of a family, while the inside of it is written.
pub(super) struct Ending {
    exit: Exit,
    along: Along,
    /// How many ways to escape were written before the inside of the loop.
    escapes: usize,
}

impl Emitter<'_> {
    /// The inside of a loop over a variable is written from here on; what comes back is to be put back
    /// afterwards.
    pub(super) fn begin_ending(&mut self, slot: Slot, element: Value) -> Option<Ending> {
        // What came from another loop is not this one's.
        let exit = self.exit.take().filter(|exit| exit.element == element);
        let ending =
            exit.map(|exit| Ending { exit, along: Along::new(slot), escapes: self.escapes });
        std::mem::replace(&mut self.ending, ending)
    }

    /// Writes code in which what makes no option does not settle later elements.
    pub(super) fn without_ending<T>(
        &mut self,
        write: impl FnOnce(&mut Self) -> Emitted<T>,
    ) -> Emitted<T> {
        let ending = self.ending.take();
        let written = write(self);
        self.ending = ending;
        written
    }

    /// A slot has the value of an expression for the element that is visited.
    pub(super) fn name_in_loop(&mut self, slot: Slot, value: &Int) {
        if let Some(ending) = &mut self.ending {
            ending.along.name(slot, value, &self.bounds);
        }
    }

    /// Goes on here only if a condition holds.
    pub(super) fn only_where(&mut self, cond: &Cond, next: Block) -> Emitted<()> {
        let for_good = (self.ending.as_ref())
            .is_some_and(|ending| ending.along.fails_for_good(cond, &self.bounds));
        let [inside, fails] = [self.b.create_block(), self.b.create_block()];
        self.branch(cond, inside, fails)?;
        self.b.switch_to_block(fails);
        self.leave_element(for_good, next);
        self.b.switch_to_block(inside);
        self.bounds.assume(cond, true);
        Ok(())
    }

    /// Goes on here only if a coordinate is not negative.
    pub(super) fn only_if_not_negative(&mut self, coord: &Int, value: Value, next: Block) {
        let for_good = self.ending.as_ref().is_some_and(|ending| {
            let wanted = Cond::Compare(Comparison::Ge, coord.clone(), Int::Const(0));
            ending.along.fails_for_good(&wanted, &self.bounds)
        });
        let [inside, fails] = [self.b.create_block(), self.b.create_block()];
        let flag = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, value, 0);
        self.b.ins().brif(flag, fails, &[], inside, &[]);
        self.b.switch_to_block(fails);
        self.leave_element(for_good, next);
        self.b.switch_to_block(inside);
    }

    /// On to the next element, or out of the loop if no later one makes an option.
    fn leave_element(&mut self, for_good: bool, next: Block) {
        let exit = (self.ending.as_ref())
            .filter(|ending| for_good && ending.escapes == self.escapes)
            .map(|ending| ending.exit);
        self.taken.extend(exit.map(|exit| exit.block));
        match exit {
            Some(Exit { element, block, tells_where: true }) => {
                self.b.ins().jump(block, &[arg(element)]);
            }
            Some(Exit { block, .. }) => {
                self.b.ins().jump(block, &[]);
            }
            None => {
                self.b.ins().jump(next, &[]);
            }
        }
    }
}
