//! Sums of parts that lie next to each other on a line, by what stands in the table beside the values: the sum of all from
//! the start of the line (see [`prefixes`](crate::table::sharing::axis_of_prefixes)).

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value, types};

use super::emit::{Emitted, Emitter, plain};
use super::sets::Ready;
use super::state::Field;
use crate::rule::ir::{Set, Slot, Target, Term};
use crate::table::sharing::direction_of;

/// A sum over a range whose parts lie next to each other.
pub(super) struct Stretch<'r> {
    var: Slot,
    set: &'r Set,
    target: &'r Target,
    /// Whether the coordinate grows from one part to the next.
    grows: bool,
}

impl<'r> Stretch<'r> {
    /// The sum, if its parts lie next to each other along this coordinate.
    pub(super) fn along(
        axis: usize,
        var: Slot,
        set: &'r Set,
        terms: &'r [Term],
    ) -> Option<Stretch<'r>> {
        let [Term::Component(target)] = terms else { return None };
        let (own, grows) = direction_of(var, set, terms)?;
        (own == axis).then_some(Stretch { var, set, target, grows })
    }
}

impl Emitter<'_> {
    /// The nim-sum of the values of such a sum's parts, 0 where it has none; goes to `no_option` if a coordinate is negative,
    /// and escapes if a value is not there yet.
    pub(super) fn sum_of_stretch(
        &mut self,
        axis: usize,
        stretch: &Stretch<'_>,
        ready: &Ready<'_>,
        no_option: Block,
    ) -> Emitted<Value> {
        let &Ready::Range { from, to, .. } = ready else { return Err("a range") };
        let [some, after] = [self.b.create_block(), self.b.create_block()];
        let sum = self.variable(types::I64, 0);
        let any = self.b.ins().icmp(IntCC::SignedLessThanOrEqual, from, to);
        self.b.ins().brif(any, some, &[], after, &[]);
        self.b.switch_to_block(some);
        self.aside(|e| {
            let ends = if stretch.grows { [from, to] } else { [to, from] };
            // What holds of both ends holds between them.
            let [(least, first), (_, last)] = [
                e.end_of_stretch(axis, stretch, ends[0], no_option)?,
                e.end_of_stretch(axis, stretch, ends[1], no_option)?,
            ];
            let up_to_last = e.prefix_at(last);
            let stride = e.layout.strides[axis] as i64;
            let begins = e.b.ins().icmp_imm_s(IntCC::Equal, least, 0);
            let before = e.b.ins().iadd_imm_s(first, -stride);
            let there = e.b.ins().select(begins, first, before);
            let up_to_first = e.prefix_at(there);
            let zero = e.constant(0);
            let up_to_first = e.b.ins().select(begins, zero, up_to_first);
            let both = e.b.ins().bxor(up_to_last, up_to_first);
            e.b.def_var(sum, both);
            Ok(())
        })?;
        self.b.ins().jump(after, &[]);
        self.b.switch_to_block(after);
        Ok(self.b.use_var(sum))
    }

    /// The coordinate along the line and the place of the part for an element of the range.
    fn end_of_stretch(
        &mut self,
        axis: usize,
        stretch: &Stretch<'_>,
        element: Value,
        no_option: Block,
    ) -> Emitted<(Value, Value)> {
        self.bind(stretch.var, element);
        self.bounds.bind_element(stretch.var, stretch.set);
        let (coords, place) = self.place_before(stretch.target, no_option)?;
        Ok((coords[axis], place))
    }

    /// The nim-sum from the start of the line up to a place.
    fn prefix_at(&mut self, place: Value) -> Value {
        let address = self.prefix_address(place);
        self.b.ins().uload32(plain(), address, 0)
    }

    fn prefix_address(&mut self, place: Value) -> Value {
        let sums = self.b.ins().load(types::I64, plain(), self.state, Field::Prefixes.offset());
        let offset = self.b.ins().ishl_imm_u(place, 2);
        self.b.ins().iadd(sums, offset)
    }

    /// Keeps the prefix of the component that is looked at, which has this value.
    pub(super) fn keep_prefix(&mut self, axis: usize, value: Value) {
        let place = self.b.use_var(self.place);
        let coord = self.b.use_var(self.slots[axis]);
        let begins = self.b.ins().icmp_imm_s(IntCC::Equal, coord, 0);
        let before = self.b.ins().iadd_imm_s(place, -(self.layout.strides[axis] as i64));
        let there = self.b.ins().select(begins, place, before);
        let so_far = self.prefix_at(there);
        let zero = self.constant(0);
        let so_far = self.b.ins().select(begins, zero, so_far);
        let sum = self.b.ins().bxor(so_far, value);
        let address = self.prefix_address(place);
        self.b.ins().istore32(plain(), sum, address, 0);
    }
}
