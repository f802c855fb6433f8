//! Clauses and option families in machine code: for every choice of the clauses, the nim-sum of the
//! values of an option's parts is looked up and marked.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value, types};
use cranelift_frontend::Variable;

use super::Aim;
use super::bits::Bits;
use super::emit::{Emitted, Emitter, plain};
use super::narrow::Narrowed;
use super::pieces::Piece;
use super::prefixes::Stretch;
use super::sets::{MAX_TRIED, Ready};
use super::through::asks_for_divisors;
use super::visit::Pace;
use crate::language::phrase;
use crate::rule::ir::{Clause, End, Family, Int, Kind, Set, SetFn, Slot, Target, Term};
use crate::rule::linear::{Linear, product};
use crate::rule::{mention, resumed};
use crate::table::order::{Form, Order, comes_before};

/// Most components of one option, as the definition counts them: `3 * [n]` counts as two, and
/// `4 * [n]` as four.
const MAX_COMPONENTS: u64 = 1 << 16;

/// Writes what happens for each choice; the block is where to go if it is no option after all.
type Choice<'b, 'e> = dyn FnMut(&mut Emitter<'e>, Block) -> Emitted<()> + 'b;

/// The sum of an option while its parts are looked up.
#[derive(Clone, Copy)]
pub(super) struct Sum {
    /// The nim-sum of the values.
    pub(super) value: Variable,
    /// The greatest of them, for the special ones are greater than all others.
    pub(super) greatest: Variable,
    /// Sums over ranges with more elements are left to the definition, which refuses options with too
    /// many components; not those that need not look at each of them.
    pub(super) longest: u64,
}

impl<'e> Emitter<'e> {
    /// Marks every option of a family and goes on at `after`.
    pub(super) fn family(&mut self, family: &Family, after: Block) -> Emitted<()> {
        self.minima = super::pieces::minima(&family.terms);
        self.coordinates = super::sift::linear_coordinates(&family.terms);
        self.resumed = resumed(family).unwrap_or_default();
        let few = family.terms.len() <= 4;
        let plain = family.terms.iter().all(|term| matches!(term, Term::Component(_)));
        let stamps = self.bits.is_none() && !self.has_wins;
        self.pace = if few && plain && stamps && !self.aim.lists() {
            Pace::Together
        } else {
            Pace::OneByOne
        };
        self.clauses(&family.clauses, after, &mut |e, no_option| e.option(&family.terms, no_option))
    }

    /// Writes the loops and tests of clauses around `choice`, and goes on at `after`.
    pub(super) fn clauses(
        &mut self,
        clauses: &[Clause],
        after: Block,
        choice: &mut Choice<'_, 'e>,
    ) -> Emitted<()> {
        self.check_length()?;
        let Some((first, rest)) = clauses.split_first() else {
            self.aside(|e| choice(e, after))?;
            self.b.ins().jump(after, &[]);
            return Ok(());
        };
        match first {
            Clause::If(cond) => {
                self.sift();
                let conjuncts = cond.conjuncts();
                self.aside(|e| {
                    for cond in conjuncts {
                        e.only_where(cond, after)?;
                    }
                    e.clauses(rest, after, choice)
                })
            }
            Clause::Let(slot, value) => {
                let computed = self.int(value)?;
                self.bind(*slot, computed);
                self.name_in_loop(*slot, value);
                self.aside(|e| {
                    e.bounds.bind_value(*slot, value);
                    e.clauses(rest, after, choice)
                })
            }
            Clause::For(slot, set) => {
                if let [Clause::For(..), ..] = rest {
                    self.check_ranges(clauses)?;
                }
                self.going.clear();
                match self.bits(*slot, set, rest)? {
                    Some(bits) => self.choices_of_bits((*slot, set), &bits, choice)?,
                    None => self.choices_of_elements((*slot, set), rest, choice)?,
                }
                self.b.ins().jump(after, &[]);
                Ok(())
            }
        }
    }

    /// Writes a loop over the digits of a word around `choice`.
    fn choices_of_bits(
        &mut self,
        (slot, set): (Slot, &Set),
        bits: &Bits<'_>,
        choice: &mut Choice<'_, 'e>,
    ) -> Emitted<()> {
        let steps = self.b.ins().popcnt(bits.word);
        self.burn(steps);
        self.each_of_word(bits.word, &mut |e, element| {
            e.bind(slot, element);
            e.bounds.bind_element(slot, set);
            let next = e.b.create_block();
            for cond in &bits.settled {
                e.bounds.assume(cond, true);
            }
            for cond in &bits.open {
                let inside = e.b.create_block();
                e.branch(cond, inside, next)?;
                e.b.switch_to_block(inside);
                e.bounds.assume(cond, true);
            }
            e.clauses(bits.rest, next, choice)?;
            e.b.switch_to_block(next);
            Ok(())
        })
    }

    /// Writes loops over those elements of a set around `choice` that the conditions behind it leave.
    fn choices_of_elements(
        &mut self,
        (slot, set): (Slot, &Set),
        rest: &[Clause],
        choice: &mut Choice<'_, 'e>,
    ) -> Emitted<()> {
        let ready = self.prepare(set)?;
        if self.resumed.chosen == slot {
            self.begin_sums();
        }
        let Narrowed { ready, settled: sifted, rest } = self.sifted(slot, set, ready, rest);
        let Narrowed { ready, settled, rest } = self.narrowed(slot, set, ready, rest)?;
        let rest = &rest[..];
        let innermost = !rest.iter().any(|clause| matches!(clause, Clause::For(..)));
        let pace = if innermost { self.pace } else { Pace::OneByOne };
        for Piece { ready, facts } in self.pieces(slot, ready, rest)? {
            self.each_at(pace, &ready, &mut |e, element| {
                e.bind(slot, element);
                let outside = e.begin_ending(slot, element);
                let next = e.b.create_block();
                e.bounds.bind_element(slot, set);
                for (greater, less, least) in &facts {
                    e.bounds.know_difference(greater, less, *least);
                }
                for cond in sifted.iter().chain(&settled) {
                    e.bounds.assume(cond, true);
                }
                e.clauses(rest, next, choice)?;
                e.ending = outside;
                e.b.switch_to_block(next);
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Leaves ranges within ranges that may leave too many choices together to the definition, which
    /// refuses them where they do.
    fn check_ranges(&self, clauses: &[Clause]) -> Emitted<()> {
        let mut inner = Vec::new();
        let mut together = 1_u64;
        for clause in clauses {
            let Clause::For(slot, set) = clause else { break };
            if matches!(set, Set::Range { .. }) && !mention::in_set(set, &|s| inner.contains(&s)) {
                together = together.saturating_mul(self.bounds.elements(set).length());
                if together > MAX_TRIED {
                    return Err(phrase!("ranges that may leave very many choices together"));
                }
            }
            inner.push(*slot);
        }
        Ok(())
    }

    /// Looks up the parts of one option and marks their sum, or lists it.
    fn option(&mut self, terms: &[Term], no_option: Block) -> Emitted<()> {
        if self.aim == Aim::List {
            return self.list(terms, no_option);
        }
        if let (Some(end), []) = (self.end, terms) {
            let end = self.constant(end.into());
            self.mark(end, end, no_option);
            return Ok(());
        }
        if let [Term::Component(target)] = terms {
            let value = self.look_up(target, no_option)?;
            self.mark(value, value, no_option);
            return Ok(());
        }
        let lengths = std::iter::successors(Some(MAX_COMPONENTS), |length| Some(length / 2));
        let longest = (lengths.take_while(|&length| length > 0))
            .find(|&length| self.most_parts(terms, length) <= MAX_COMPONENTS)
            .ok_or(phrase!("an option that may have very many parts"))?;
        let value = self.variable(types::I64, 0);
        let greatest = self.variable(types::I64, 0);
        let sum = Sum { value, greatest, longest };
        self.terms(terms, sum, no_option)?;
        let (value, greatest) = (self.b.use_var(value), self.b.use_var(greatest));
        self.mark(value, greatest, no_option);
        Ok(())
    }

    /// How many components these terms have at most, as the definition counts them, if no sum has more
    /// than so many elements.
    fn most_parts(&self, terms: &[Term], longest: u64) -> u64 {
        let most = |times: u64, terms| times.saturating_mul(self.most_parts(terms, longest).max(1));
        let parts = terms.iter().map(|term| match term {
            Term::Component(_) | Term::Choose { .. } => 1,
            Term::Times { count, terms, .. } => {
                most(self.bounds.interval(count).hi.clamp(0, 2).unsigned_abs(), terms)
            }
            Term::Sum { set, terms, .. } => {
                most(self.bounds.elements(set).length().min(longest), terms)
            }
        });
        parts.fold(0, u64::saturating_add)
    }

    pub(super) fn terms(&mut self, terms: &[Term], sum: Sum, no_option: Block) -> Emitted<()> {
        for term in terms {
            self.term(term, sum, no_option)?;
        }
        Ok(())
    }

    fn term(&mut self, term: &Term, sum: Sum, no_option: Block) -> Emitted<()> {
        match term {
            Term::Component(target) => {
                let value = self.look_up(target, no_option)?;
                self.add(sum, value, value);
            }
            Term::Times { count, terms, .. } => {
                let of = self.bounds.interval(count);
                let count = self.int(count)?;
                if of.lo < 0 {
                    self.no_option_if(IntCC::SignedLessThan, count, 0, no_option);
                }
                let [some, after] = [self.b.create_block(), self.b.create_block()];
                self.b.ins().brif(count, some, &[], after, &[]);
                self.b.switch_to_block(some);
                let one = Sum {
                    value: self.variable(types::I64, 0),
                    greatest: self.variable(types::I64, 0),
                    ..sum
                };
                // Where it is taken no time at all, a negative coordinate does not matter.
                self.without_ending(|e| e.aside(|e| e.terms(terms, one, no_option)))?;
                // Equal parts cancel in pairs, unless they are special.
                let (value, greatest) = (self.b.use_var(one.value), self.b.use_var(one.greatest));
                let odd = self.b.ins().band_imm_u(count, 1);
                let zero = self.constant(0);
                let value = self.b.ins().select(odd, value, zero);
                self.add(sum, value, greatest);
                self.b.ins().jump(after, &[]);
                self.b.switch_to_block(after);
            }
            Term::Sum { var, set, terms, .. } => {
                let elements = self.bounds.elements(set);
                let ready = self.prepare(set)?;
                let distinct = matches!(
                    ready,
                    Ready::Range { .. } | Ready::Fixed(_) | Ready::Word(_) | Ready::UpTo(..)
                );
                if !distinct || terms.len() > 1 {
                    return Err(phrase!("a sum over a set that is not a short range"));
                }
                if let Some(axis) = self.prefixes
                    && let Some(stretch) = Stretch::along(axis, *var, set, terms)
                {
                    let value = self
                        .without_ending(|e| e.sum_of_stretch(axis, &stretch, &ready, no_option))?;
                    self.add(sum, value, value);
                    return Ok(());
                }
                if let Some(&known) = self.going.iter().find(|known| known.var == *var) {
                    return self.go_on((known, set, &ready), terms, sum, no_option);
                }
                if elements.length() > sum.longest {
                    self.escape_if_longer(&ready, sum.longest)?;
                }
                self.without_ending(|e| {
                    e.each(&ready, &mut |e, element| {
                        e.bind(*var, element);
                        e.bounds.bind_element(*var, set);
                        e.terms(terms, sum, no_option)
                    })
                })?;
            }
            Term::Choose { .. } => {
                return Err(phrase!("free choices make sets of values, not one option"));
            }
        }
        Ok(())
    }

    /// Leaves with "escape" where a range has more elements than so many.
    fn escape_if_longer(&mut self, ready: &Ready<'_>, longest: u64) -> Emitted<()> {
        let Ready::Range { from, to, of, .. } = ready else {
            return Err(phrase!("an option that may have very many parts"));
        };
        if of[1].hi.checked_sub(of[0].lo).is_none() || of[1].lo.checked_sub(of[0].hi).is_none() {
            return Err(phrase!("an option that may have very many parts"));
        }
        let last = self.b.ins().isub(*to, *from);
        let most = longest as i64;
        let longer = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, last, most);
        self.escape_if(longer);
        Ok(())
    }

    pub(super) fn add(&mut self, sum: Sum, value: Value, greatest: Value) {
        let so_far = self.b.use_var(sum.value);
        let new = self.b.ins().bxor(so_far, value);
        self.b.def_var(sum.value, new);
        if self.has_wins {
            let so_far = self.b.use_var(sum.greatest);
            let new = self.b.ins().umax(so_far, greatest);
            self.b.def_var(sum.greatest, new);
        }
    }

    /// The value that the table has for a component; goes to `no_option` if a coordinate is
    /// negative, and escapes if the value is not there yet.
    fn look_up(&mut self, target: &Target, no_option: Block) -> Emitted<Value> {
        let coords = self.coordinates_inside(target, no_option)?;
        let distance = self.distance(&target.coords);
        let before = self.anywhere || self.is_before(&target.coords);
        if before
            && let Some(distance) = &distance
            && let Some(address) = self.moving_address(distance)
        {
            return Ok(self.known_at(address, no_option));
        }
        let place = match distance {
            Some(distance) => self.index_at(&distance, None),
            None => self.place_of(&coords),
        };
        if !before {
            self.escape_if_late(&coords, place);
        }
        let address = self.cell_address(place);
        Ok(self.known_at(address, no_option))
    }

    /// The coordinates and the place of a component; goes to `no_option` if one is negative, and escapes if its value is not
    /// there yet.
    pub(super) fn place_before(
        &mut self,
        target: &Target,
        no_option: Block,
    ) -> Emitted<(Vec<Value>, Value)> {
        let coords = self.coordinates_inside(target, no_option)?;
        let place = self.place_of(&coords);
        if !self.is_before(&target.coords) {
            self.escape_if_late(&coords, place);
        }
        Ok((coords, place))
    }

    /// The coordinates of a component; goes to `no_option` if one is negative, and escapes if one is not in the table.
    fn coordinates_inside(&mut self, target: &Target, no_option: Block) -> Emitted<Vec<Value>> {
        let mut coords = Vec::new();
        for coord in &target.coords {
            coords.push(self.int_not_negative(coord, no_option)?);
        }
        // Where a coordinate is negative it does not matter how large another one is.
        for (axis, (coord, &value)) in target.coords.iter().zip(&coords).enumerate() {
            self.escape_if_outside(axis, coord, value);
        }
        Ok(coords)
    }

    /// Escapes if a component is not computed before the one that is looked at.
    fn escape_if_late(&mut self, coords: &[Value], place: Value) {
        let own: Vec<Value> =
            (0..coords.len()).map(|axis| self.b.use_var(self.slots[axis])).collect();
        let (here, there) = match self.layout.order {
            Order::Lines(_) => (self.b.use_var(self.place), place),
            _ => (self.rank(&own), self.rank(coords)),
        };
        let late = self.b.ins().icmp(IntCC::SignedGreaterThanOrEqual, there, here);
        self.escape_if(late);
    }

    /// A number that is less for a component of the table that is computed before another; by sums, the sum.
    fn rank(&mut self, coords: &[Value]) -> Value {
        let mut rank = self.constant(0);
        for (axis, &coord) in coords.iter().enumerate() {
            let weight = if self.is_by_sums() { 1 } else { self.layout.strides[axis] as i64 };
            let weighted = self.b.ins().imul_imm_s(coord, weight);
            rank = match self.layout.order.falls(axis) {
                true => self.b.ins().isub(rank, weighted),
                false => self.b.ins().iadd(rank, weighted),
            };
        }
        rank
    }

    /// Escapes where a coordinate does not lie in the table.
    fn escape_if_outside(&mut self, axis: usize, coord: &Int, value: Value) {
        let of = self.bounds.interval(coord);
        let dim = i64::try_from(self.layout.dims[axis]).unwrap_or(i64::MAX);
        let last = Linear { terms: Vec::new(), constant: dim - 1 };
        let inside = of.hi < dim
            || Linear::with_products(coord)
                .is_some_and(|form| self.bounds.proves_difference(&last, &form, 0));
        if !inside {
            let outside = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, value, dim);
            self.escape_if(outside);
        }
    }

    /// The value of an expression; goes to `no_option` if it is negative.
    pub(super) fn int_not_negative(&mut self, int: &Int, no_option: Block) -> Emitted<Value> {
        let of = self.bounds.interval(int);
        let value = self.int(int)?;
        if of.lo < 0 {
            self.only_if_not_negative(int, value, no_option);
        }
        Ok(value)
    }

    fn no_option_if(&mut self, code: IntCC, value: Value, bound: i64, no_option: Block) {
        let go_on = self.b.create_block();
        let flag = self.b.ins().icmp_imm_s(code, value, bound);
        self.b.ins().brif(flag, no_option, &[], go_on, &[]);
        self.b.switch_to_block(go_on);
    }

    /// The index of a component in the table.
    fn place_of(&mut self, coords: &[Value]) -> Value {
        let mut place = self.constant(0);
        for (axis, &coord) in coords.iter().enumerate() {
            let scaled = self.b.ins().imul_imm_s(coord, self.layout.strides[axis] as i64);
            place = self.b.ins().iadd(place, scaled);
        }
        place
    }

    /// How far the index of a component is from that of the component itself, if all coordinates are
    /// linear.
    fn distance(&self, coords: &[Int]) -> Option<Linear> {
        let mut whole = Linear { terms: Vec::new(), constant: 0 };
        for (axis, (coord, &stride)) in coords.iter().zip(&self.layout.strides).enumerate() {
            let form = self.form_of(coord)?;
            let change = form.minus(&Linear::of_var(axis))?;
            whole = whole.add(&change.times(i64::try_from(stride).ok()?)?)?;
        }
        Some(whole)
    }

    /// A coordinate as a linear form, also if it is the least of several of which one surely is.
    fn form_of(&self, coord: &Int) -> Option<Linear> {
        let Int::Extreme(End::Least, numbers) = coord else { return Linear::with_products(coord) };
        let forms: Vec<Linear> =
            numbers.iter().map(Linear::with_products).collect::<Option<_>>()?;
        let least = |form: &&Linear| {
            forms.iter().all(|other| self.bounds.proves_difference(other, form, 0))
        };
        forms.iter().find(least).cloned()
    }

    /// The index of a component so far from the component itself, perhaps with another value for
    /// one of the variables. What was bound first is added first, so that as much as possible stays
    /// the same in inner loops. Intermediate sums may wrap, the last does not.
    pub(super) fn index_at(&mut self, distance: &Linear, with: Option<(Slot, Value)>) -> Value {
        let of = |e: &mut Self, slot: Slot| match with {
            Some((own, value)) if own == slot => value,
            _ => e.b.use_var(e.slots[slot]),
        };
        let own = self.b.use_var(self.place);
        let mut place = self.b.ins().iadd_imm_s(own, distance.constant);
        for &(slot, factor) in &distance.terms {
            let value = match product(slot) {
                Some((a, b)) => {
                    let (a, b) = (of(self, a), of(self, b));
                    self.b.ins().imul(a, b)
                }
                None => of(self, slot),
            };
            let scaled = match factor {
                1 | -1 => value,
                _ => self.b.ins().imul_imm_s(value, factor),
            };
            place = match factor {
                -1 => self.b.ins().isub(place, scaled),
                _ => self.b.ins().iadd(place, scaled),
            };
        }
        place
    }

    /// Whether an option with these coordinates, that are not negative, surely was computed before.
    fn is_before(&self, coords: &[Int]) -> bool {
        let forms: Vec<Form> = coords.iter().map(|coord| Form::of(coord, &self.bounds)).collect();
        comes_before(&forms, &self.bounds, &self.layout.order, self.layout.sorted)
    }

    /// Marks the sum of an option. With special values it may win at once, or give the win away.
    fn mark(&mut self, value: Value, greatest: Value, no_option: Block) {
        if self.has_wins {
            let [special, ordinary] = [self.b.create_block(), self.b.create_block()];
            let win = self.win_code();
            let is_special =
                self.b.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, greatest, win);
            self.b.ins().brif(is_special, special, &[], ordinary, &[]);
            self.b.switch_to_block(special);
            let over = self.over_code();
            let is_over = self.b.ins().icmp_imm_u(IntCC::Equal, greatest, over);
            match self.in_order {
                true => self.b.ins().brif(is_over, self.frame.won, &[], no_option, &[]),
                false => {
                    let before = self.b.use_var(self.has_won);
                    let either = self.b.ins().bor(before, is_over);
                    self.b.def_var(self.has_won, either);
                    self.b.ins().jump(no_option, &[])
                }
            };
            self.b.switch_to_block(ordinary);
        }
        if let Some(bits) = self.bits {
            let one = self.constant(1);
            if self.end.is_some() {
                self.b.def_var(bits, one);
                self.mark_outcome(value);
                return;
            }
            let bit = self.b.ins().ishl(one, value);
            let taken = self.b.use_var(bits);
            let taken = self.b.ins().bor(taken, bit);
            self.b.def_var(bits, taken);
            return;
        }
        let address = self.mark_address(value);
        let stamp = self.b.use_var(self.stamp);
        self.b.ins().store(plain(), stamp, address, 0);
    }

    /// Of an option by which the player to move wins no other matters.
    fn mark_outcome(&mut self, value: Value) {
        if self.in_order {
            let go_on = self.b.create_block();
            self.b.ins().brif(value, go_on, &[], self.frame.won, &[]);
            self.b.switch_to_block(go_on);
        } else {
            let lost = self.b.ins().icmp_imm_u(IntCC::Equal, value, 0);
            let before = self.b.use_var(self.has_won);
            let either = self.b.ins().bor(before, lost);
            self.b.def_var(self.has_won, either);
        }
    }
}

/// Whether machine code visits elements in the order of the definition, which takes them ascending;
/// otherwise it must not stop at the first option that wins at once.
pub(super) fn is_in_order(kind: &Kind) -> bool {
    fn ascending(set: &Set) -> bool {
        match set {
            Set::Range { .. } | Set::Fixed(_) => true,
            Set::Shared(set) => ascending(set),
            Set::Without(all, _) | Set::Both(all, _) => ascending(all),
            Set::Call(function, ..) => *function != SetFn::Divisors,
            Set::List(numbers) => numbers.len() <= 1,
            Set::Comprehension { .. } | Set::Either(..) => false,
        }
    }
    kind.families.iter().all(|family| {
        let in_order = family.clauses.iter().all(|clause| match clause {
            Clause::For(_, set) => ascending(set),
            Clause::If(_) | Clause::Let(..) => true,
        });
        in_order && !asks_for_divisors(family)
    })
}
