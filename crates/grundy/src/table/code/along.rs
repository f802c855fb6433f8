//! Addresses that move along a loop.
//!
//! ```text
//! [a, b - k*a] for k in 1..b/a      each option stands a places before the last one
//! ```
//!
//! In a loop over a range an option whose coordinates are linear in the loop's variable, with
//! factors that do not change in the loop, stands as far from that of the element before as that
//! one from its own predecessor. So its address is computed for the first element, and then one
//! addition makes the next: the loop needs neither the coordinates nor what they are computed from.
//!
//! What an address starts from is known only when the inside of the loop is written; it is written
//! afterwards, in a block of its own before the loop. Past the last element an address may lie
//! anywhere: nothing is read there. Where conditions leave elements out, addresses are computed for
//! those that remain, which is less work than a step for every element.

use cranelift_codegen::ir::{InstBuilder, Value, types};
use cranelift_frontend::Variable;

use super::emit::Emitter;
use crate::rule::ir::Slot;
use crate::rule::linear::{Linear, product};

/// A loop over a range while its inside is written.
pub(super) struct Loop {
    /// The element, and the variable that has it, once it has a name.
    element: Value,
    slot: Option<Slot>,
    /// The first element, and from one to the next, if that is not 1.
    from: Value,
    step: Option<Value>,
    /// How many names were bound before.
    outside: usize,
    /// Whether conditions leave elements out.
    sifted: bool,
    moving: Vec<Moving>,
}

/// An address that moves.
struct Moving {
    /// How far its index is from that of the component that is looked at.
    distance: Linear,
    address: Variable,
    change: Change,
}

/// By how much an address changes from one element to the next.
enum Change {
    Constant(i64),
    Computed(Variable),
}

impl Emitter<'_> {
    /// The inside of a loop is written from here on.
    pub(super) fn begin_loop(&mut self, element: Value, from: Value, step: Option<Value>) {
        let outside = self.bound.len();
        let (slot, sifted, moving) = (None, false, Vec::new());
        self.loops.push(Loop { element, slot, from, step, outside, sifted, moving });
    }

    /// What follows is not reached for every element of the innermost loop.
    pub(super) fn sift(&mut self) {
        if let Some(inner) = self.loops.last_mut() {
            inner.sifted = true;
        }
    }

    /// Gives a variable a value.
    pub(super) fn bind(&mut self, slot: Slot, value: Value) {
        if let Some(inner) = self.loops.last_mut()
            && inner.slot.is_none()
            && inner.element == value
        {
            inner.slot = Some(slot);
        }
        self.bound.push(slot);
        self.b.def_var(self.slots[slot], value);
    }

    /// The address of the component whose index is so far from that of the component looked at, if
    /// it moves along the innermost loop.
    pub(super) fn moving_address(&mut self, distance: &Linear) -> Option<Value> {
        let inner = self.loops.last().filter(|inner| !inner.sifted)?;
        let own = inner.slot?;
        let mut moves = false;
        for &(slot, _) in &distance.terms {
            let factors = product(slot).map_or([slot, slot], |(a, b)| [a, b]);
            // In a square the variable is a factor of itself.
            if product(slot) == Some((own, own)) {
                return None;
            }
            moves |= factors.contains(&own);
            let changes = |slot: &Slot| *slot != own && self.bound[inner.outside..].contains(slot);
            if factors.iter().any(changes) {
                return None;
            }
        }
        if !moves {
            return None;
        }
        let known = inner.moving.iter().find(|moving| moving.distance == *distance);
        let address = match known {
            Some(moving) => moving.address,
            None => {
                let steady = |slot: Slot| product(slot).is_none();
                let constant = distance.terms.iter().all(|&(slot, _)| slot == own || steady(slot));
                let change = match (constant, inner.step) {
                    (true, None) => Change::Constant(self.apart(distance.coefficient(own))),
                    _ => Change::Computed(self.b.declare_var(types::I64)),
                };
                let address = self.b.declare_var(types::I64);
                let moving = Moving { distance: distance.clone(), address, change };
                self.loops.last_mut()?.moving.push(moving);
                address
            }
        };
        Some(self.b.use_var(address))
    }

    /// Moves the addresses of the innermost loop on to the next element.
    pub(super) fn move_addresses(&mut self) {
        let Some(inner) = self.loops.last() else { return };
        for Moving { address, change, .. } in &inner.moving {
            let at = self.b.use_var(*address);
            let next = match change {
                Change::Constant(change) => self.b.ins().iadd_imm_s(at, *change),
                Change::Computed(change) => {
                    let change = self.b.use_var(*change);
                    self.b.ins().iadd(at, change)
                }
            };
            self.b.def_var(*address, next);
        }
    }

    /// The inside of a loop is written: now its addresses get their first values, where the loop is
    /// entered.
    pub(super) fn end_loop(&mut self) {
        let Some(Loop { slot: Some(own), from, step, moving, .. }) = self.loops.pop() else {
            return;
        };
        for Moving { distance, address, change } in moving {
            let first = self.index_at(&distance, Some((own, from)));
            let first = self.cell_address(first);
            self.b.def_var(address, first);
            let Change::Computed(change) = change else { continue };
            let mut apart = self.constant(0);
            for (slot, factor) in distance.terms {
                let with = match product(slot) {
                    Some((a, b)) if a == own => self.b.use_var(self.slots[b]),
                    Some((a, b)) if b == own => self.b.use_var(self.slots[a]),
                    None if slot == own => self.constant(1),
                    _ => continue,
                };
                let scaled = self.b.ins().imul_imm_s(with, factor);
                apart = self.b.ins().iadd(apart, scaled);
            }
            if let Some(step) = step {
                apart = self.b.ins().imul(apart, step);
            }
            let apart = self.cell_offset(apart);
            self.b.def_var(change, apart);
        }
    }
}
