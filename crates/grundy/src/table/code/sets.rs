//! Sets in machine code. Numbers in a set's description are computed once, before its elements are
//! visited; then it can be visited, asked for its ends, and asked whether it has an element.
//!
//! A set of numbers from 0 to 63 that is made of digits is one word, a bit for each element.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};

use super::emit::{Emitted, Emitter, arg, plain};
use super::through::MAX_DIVIDED;
use crate::language::phrase;
use crate::rule::closed_set;
use crate::rule::ir::{Clause, End, Int, Set, SetFn};
use crate::rule::{self, numbers};
use crate::table::bounds::Interval;

/// A range longer than this is not tried.
pub(super) const MAX_TRIED: u64 = rule::MAX_TRIED as u64;
/// Sets that are listed are at most this long.
const MAX_LISTED: u64 = rule::MAX_LISTED as u64;
/// Largest number up to which primes, powers and the like are tabulated for the code.
pub(super) const MAX_TABLE: i64 = 1 << 24;
/// Constant sets with elements this close together are listed once and for all.
const MAX_FOLDED: u64 = 1 << 16;
/// Most elements compared one after the other in a test for membership.
const MAX_COMPARED: usize = 16;

/// Digits are looked up so many at a time that tables have at most as many entries as this.
const MAX_CHUNK: i64 = 1 << 12;

/// A set whose numbers are computed.
pub(super) enum Ready<'r> {
    Range {
        from: Value,
        to: Value,
        step: Option<Value>,
        of: [Interval; 3],
    },
    Values(Vec<Value>),
    /// Constants: ascending, each once.
    Fixed(Vec<i64>),
    /// Bits of a word.
    Word(Value),
    /// The positive divisors of a number.
    Divisors(Value, Interval),
    /// The numbers of a range, none of them negative, whose binary digits are digits of a mask.
    Made {
        mask: Value,
        from: Value,
        to: Value,
    },
    /// The constants up to a number.
    UpTo(Vec<i64>, Value, Interval),
    Without(Box<Ready<'r>>, Box<Ready<'r>>),
    Both(Box<Ready<'r>>, Box<Ready<'r>>),
    Either(Box<Ready<'r>>, Box<Ready<'r>>),
    Comprehension(&'r Int, &'r [Clause]),
}

/// Whether it is soon found out if a number is one of these constants: they are few, or not far apart.
pub(super) fn is_soon_found_in(elements: &[i64]) -> bool {
    let (Some(&least), Some(&most)) = (elements.first(), elements.last()) else { return true };
    elements.len() <= MAX_COMPARED || most.abs_diff(least) <= MAX_TABLE as u64
}

impl Ready<'_> {
    /// Whether a visit surely meets no number twice.
    fn has_each_once(&self) -> bool {
        match self {
            Ready::Range { .. } | Ready::Word(_) | Ready::Divisors(..) | Ready::Made { .. } => true,
            Ready::Fixed(elements) | Ready::UpTo(elements, ..) => {
                elements.windows(2).all(|two| two[0] < two[1])
            }
            Ready::Without(set, _) | Ready::Both(set, _) => set.has_each_once(),
            Ready::Values(values) => values.len() == 1,
            Ready::Either(..) | Ready::Comprehension(..) => false,
        }
    }
}

impl<'e> Emitter<'e> {
    /// Computes the numbers in a set's description, for a visit or a test.
    pub(super) fn prepare<'r>(&mut self, set: &'r Set) -> Emitted<Ready<'r>> {
        if !matches!(set, Set::Range { .. } | Set::Shared(_))
            && self.bounds.elements(set).length() <= MAX_FOLDED
            && let Some(fixed) = closed_set(set)
        {
            return Ok(Ready::Fixed(fixed));
        }
        Ok(match set {
            Set::Range { from, to, step, .. } => {
                let step_of =
                    step.as_ref().map_or(Interval::new(1, 1), |s| self.bounds.interval(s));
                let of = [self.bounds.interval(from), self.bounds.interval(to), step_of];
                let (from, to) = (self.int(from)?, self.int(to)?);
                let step = step.as_ref().map(|step| self.int(step)).transpose()?;
                if let Some(step) = step
                    && step_of.lo < 1
                {
                    let wrong = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, step, 1);
                    self.escape_if(wrong);
                }
                Ready::Range { from, to, step, of }
            }
            Set::List(numbers) => {
                let values = numbers.iter().map(|number| self.int(number));
                Ready::Values(values.collect::<Emitted<_>>()?)
            }
            Set::Fixed(elements) => Ready::Fixed(elements.to_vec()),
            Set::Shared(set) => self.prepare(set)?,
            Set::Comprehension { item, clauses } => {
                let mut bounds = self.bounds.clone();
                let mut length = 1_u64;
                for clause in clauses {
                    if let Clause::For(slot, set) = clause {
                        bounds.bind_element(*slot, set);
                        length = length.saturating_mul(bounds.elements(set).length());
                    }
                }
                if length > MAX_LISTED {
                    return Err(phrase!("a comprehension that may be very long"));
                }
                Ready::Comprehension(item, clauses)
            }
            Set::Without(all, out) => {
                let out = self.asked(out)?;
                let all = self.prepare(all)?;
                match (&all, self.word(&out)) {
                    (Ready::Word(all), Some(out)) => Ready::Word(self.b.ins().band_not(*all, out)),
                    _ => Ready::Without(Box::new(all), Box::new(out)),
                }
            }
            Set::Both(a, b) => {
                let (a, b) = (self.listed(a)?, self.asked(b)?);
                Ready::Both(Box::new(a), Box::new(b))
            }
            Set::Either(a, b) => {
                let (a, b) = (self.listed(a)?, self.listed(b)?);
                Ready::Either(Box::new(a), Box::new(b))
            }
            Set::Call(function, arguments, _) => self.prepare_call(*function, arguments)?,
        })
    }

    /// A set that the definition would list, and refuse if that is long.
    fn listed<'r>(&mut self, set: &'r Set) -> Emitted<Ready<'r>> {
        fn is_short(ready: &Ready<'_>) -> bool {
            match ready {
                Ready::Range { of, .. } => Interval::new(of[0].lo, of[1].hi).length() <= MAX_LISTED,
                Ready::Without(all, _) => is_short(all),
                _ => true,
            }
        }
        let ready = self.prepare(set)?;
        match is_short(&ready) {
            true => Ok(ready),
            false => Err(phrase!("a range that may be too long to list")),
        }
    }

    /// A set that is listed, and then asked whether it has elements. The definition lists it even
    /// where nothing is asked, so what can fail must be computed here.
    fn asked<'r>(&mut self, set: &'r Set) -> Emitted<Ready<'r>> {
        fn is_computed(ready: &Ready<'_>) -> bool {
            match ready {
                Ready::Comprehension(..) => false,
                Ready::Without(a, b) | Ready::Both(a, b) | Ready::Either(a, b) => {
                    is_computed(a) && is_computed(b)
                }
                _ => true,
            }
        }
        let ready = self.listed(set)?;
        match is_computed(&ready) {
            true => Ok(ready),
            false => Err(phrase!("a test for an element of a comprehension")),
        }
    }

    fn prepare_call<'r>(&mut self, function: SetFn, arguments: &'r [Int]) -> Emitted<Ready<'r>> {
        let last = &arguments[arguments.len() - 1];
        let of = self.bounds.interval(last);
        let table = |list: &dyn Fn(i64) -> Vec<i64>| match of.hi <= MAX_TABLE {
            true => Ok(list(of.hi)),
            false => Err(phrase!("a table up to a number that may be large")),
        };
        let list = match function {
            SetFn::Digits => return self.digits(arguments),
            SetFn::Divisors => {
                if of.hi > MAX_DIVIDED {
                    return Err(phrase!("the divisors of a number that may be large"));
                }
                return Ok(Ready::Divisors(self.int(last)?, of));
            }
            SetFn::Primes => table(&numbers::primes_up_to)?,
            SetFn::PrimePowers => table(&numbers::prime_powers_up_to)?,
            SetFn::Fibs => numbers::fibs(of.hi),
            SetFn::Squares => table(&|n| (1..=n.max(0).isqrt()).map(|k| k * k).collect())?,
            SetFn::Powers => match &arguments[0] {
                Int::Const(base @ 1..) => numbers::powers(*base, of.hi),
                _ => return Err(phrase!("powers of a number that varies")),
            },
        };
        Ok(Ready::UpTo(list, self.int(last)?, of))
    }

    /// The digits of a number in a constant base of at most 64, as a word.
    fn digits<'r>(&mut self, arguments: &[Int]) -> Emitted<Ready<'r>> {
        let base = match arguments.get(1) {
            None => 10,
            Some(Int::Const(base @ 2..=64)) => *base,
            Some(_) => return Err(phrase!("digits in a base that varies or is large")),
        };
        let of = self.bounds.interval(&arguments[0]);
        let n = self.int(&arguments[0])?;
        if of.lo < 0 {
            let negative = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, n, 0);
            self.escape_if(negative);
        }
        let known = self.words.iter().find(|(number, known, _)| *number == n && *known == base);
        if let Some(&(_, _, word)) = known {
            return Ok(Ready::Word(word));
        }
        let word = self.word_of_digits((n, of.hi), base);
        self.words.push((n, base, word));
        Ok(Ready::Word(word))
    }

    /// The word of a number from 0 to `most`, several digits at a time: by tables of the words of
    /// all numbers below a power of the base.
    fn word_of_digits(&mut self, (n, most): (Value, i64), base: i64) -> Value {
        let (mut power, mut places) = (base, 1);
        while power <= MAX_CHUNK / base && power <= most {
            power *= base;
            places += 1;
        }
        let start_of_top = self.keep(&digit_words(base, power, 1));
        let index = |e: &mut Self, table: Value, value: Value| {
            let offset = e.b.ins().ishl_imm_u(value, 3);
            let address = e.b.ins().iadd(table, offset);
            e.b.ins().load(types::I64, plain(), address, 0)
        };
        if most < power {
            return index(self, start_of_top, n);
        }
        let start_of_full = self.keep(&digit_words(base, power, places));
        let short = u32::try_from(most).is_ok();
        let [test, chunk, done] = std::array::from_fn(|_| self.b.create_block());
        let rest = self.b.append_block_param(test, types::I64);
        let word = self.b.append_block_param(test, types::I64);
        let empty = self.constant(0);
        self.b.ins().jump(test, &[arg(n), arg(empty)]);
        self.b.switch_to_block(test);
        let more = self.b.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, rest, power);
        self.b.ins().brif(more, chunk, &[], done, &[]);
        self.b.switch_to_block(chunk);
        let left = match short {
            true => {
                let rest = self.b.ins().ireduce(types::I32, rest);
                let divisor = self.b.ins().iconst(types::I32, power);
                let left = self.b.ins().udiv(rest, divisor);
                self.b.ins().uextend(types::I64, left)
            }
            false => {
                let divisor = self.constant(power);
                self.b.ins().udiv(rest, divisor)
            }
        };
        let product = self.b.ins().imul_imm_s(left, power);
        let low = self.b.ins().isub(rest, product);
        let low = index(self, start_of_full, low);
        let so_far = self.b.ins().bor(word, low);
        self.b.ins().jump(test, &[arg(left), arg(so_far)]);
        self.b.switch_to_block(done);
        let top = index(self, start_of_top, rest);
        self.b.ins().bor(word, top)
    }

    /// The elements of constants that a word has room for, as a word.
    fn word(&mut self, set: &Ready<'_>) -> Option<Value> {
        let Ready::Fixed(elements) = set else { return None };
        let small = elements.iter().filter(|&&element| (0..64).contains(&element));
        let word = small.fold(0_u64, |word, &element| word | 1 << element);
        Some(self.constant(word as i64))
    }

    /// Whether a number lies between two, or is one of them: one bit.
    fn is_between(&mut self, from: Value, value: Value, to: Value) -> Value {
        let above = self.b.ins().icmp(IntCC::SignedLessThanOrEqual, from, value);
        let below = self.b.ins().icmp(IntCC::SignedLessThanOrEqual, value, to);
        self.b.ins().band(above, below)
    }

    /// Whether a set has an element: one bit.
    pub(super) fn contains(&mut self, set: &Ready<'_>, value: Value) -> Emitted<Value> {
        Ok(match set {
            Ready::Range { from, to, step, of: of_range } => {
                let within = self.is_between(*from, value, *to);
                let Some(step) = step else { return Ok(within) };
                if of_range[2].lo < 1 {
                    let wrong = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, *step, 1);
                    self.escape_if(wrong);
                }
                let distance = self.b.ins().isub(value, *from);
                let rest = self.b.ins().urem(distance, *step);
                let on_step = self.b.ins().icmp_imm_u(IntCC::Equal, rest, 0);
                self.b.ins().band(within, on_step)
            }
            Ready::Values(values) => {
                let mut found = self.b.ins().iconst(types::I8, 0);
                for &element in values {
                    let equal = self.b.ins().icmp(IntCC::Equal, element, value);
                    found = self.b.ins().bor(found, equal);
                }
                found
            }
            Ready::Fixed(elements) => self.contains_fixed(elements, value)?,
            Ready::Word(word) => {
                let small = self.b.ins().icmp_imm_u(IntCC::UnsignedLessThan, value, 64);
                let shifted = self.b.ins().ushr(*word, value);
                let bit = self.b.ins().ireduce(types::I8, shifted);
                let bit = self.b.ins().band_imm_u(bit, 1);
                self.b.ins().band(small, bit)
            }
            Ready::Divisors(n, _) => {
                let positive = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThan, value, 0);
                let some = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThan, *n, 0);
                let one = self.constant(1);
                let divisor = self.b.ins().select(positive, value, one);
                let rest = self.b.ins().urem(*n, divisor);
                let divides = self.b.ins().icmp_imm_u(IntCC::Equal, rest, 0);
                let both = self.b.ins().band(positive, some);
                self.b.ins().band(both, divides)
            }
            Ready::Made { mask, from, to } => {
                let range = self.is_between(*from, value, *to);
                let others = self.b.ins().band_not(value, *mask);
                let none = self.b.ins().icmp_imm_u(IntCC::Equal, others, 0);
                self.b.ins().band(range, none)
            }
            Ready::UpTo(elements, most, _) => {
                let within = self.b.ins().icmp(IntCC::SignedLessThanOrEqual, value, *most);
                let found = self.contains_fixed(elements, value)?;
                self.b.ins().band(within, found)
            }
            Ready::Without(all, out) => {
                let (all, out) = (self.contains(all, value)?, self.contains(out, value)?);
                let not = self.b.ins().bxor_imm_u(out, 1);
                self.b.ins().band(all, not)
            }
            Ready::Both(a, b) => {
                let (a, b) = (self.contains(a, value)?, self.contains(b, value)?);
                self.b.ins().band(a, b)
            }
            Ready::Either(a, b) => {
                let (a, b) = (self.contains(a, value)?, self.contains(b, value)?);
                self.b.ins().bor(a, b)
            }
            Ready::Comprehension(..) => {
                return Err(phrase!("a test for an element of a comprehension"));
            }
        })
    }

    /// Keeps constants for as long as the code lives; their address.
    pub(super) fn keep(&mut self, elements: &[i64]) -> Value {
        let known = self.data.iter().position(|kept| **kept == *elements);
        let at = known.unwrap_or_else(|| {
            self.data.push(elements.into());
            self.data.len() - 1
        });
        let address = self.data[at].as_ptr() as usize as i64;
        self.constant(address)
    }

    /// Whether constants have an element: by comparing, by their ends if they have no gaps, or by
    /// a table of bits.
    pub(super) fn contains_fixed(&mut self, elements: &[i64], value: Value) -> Emitted<Value> {
        let (Some(&least), Some(&most)) = (elements.first(), elements.last()) else {
            return Ok(self.b.ins().iconst(types::I8, 0));
        };
        let span = most.abs_diff(least);
        let offset = self.constant(least);
        let offset = self.b.ins().isub(value, offset);
        let end = self.constant(span as i64);
        let within = self.b.ins().icmp(IntCC::UnsignedLessThanOrEqual, offset, end);
        if span == elements.len() as u64 - 1 {
            return Ok(within);
        }
        if elements.len() <= MAX_COMPARED {
            let mut found = self.b.ins().iconst(types::I8, 0);
            for &element in elements {
                let element = self.constant(element);
                let equal = self.b.ins().icmp(IntCC::Equal, element, value);
                found = self.b.ins().bor(found, equal);
            }
            return Ok(found);
        }
        if !is_soon_found_in(elements) {
            return Err(phrase!("a test for an element of constants that are far apart"));
        }
        let mut words = vec![0_i64; span as usize / 64 + 1];
        for &element in elements {
            let offset = element.abs_diff(least);
            words[offset as usize / 64] |= 1 << (offset % 64);
        }
        let start = self.keep(&words);
        // Outside of the table the first word is read, and its bit not used.
        let none = self.constant(0);
        let inside = self.b.ins().select(within, offset, none);
        let index = self.b.ins().ushr_imm_u(inside, 6);
        let index = self.b.ins().ishl_imm_u(index, 3);
        let address = self.b.ins().iadd(start, index);
        let word = self.b.ins().load(types::I64, plain(), address, 0);
        let bit = self.b.ins().ushr(word, inside);
        let bit = self.b.ins().ireduce(types::I8, bit);
        let bit = self.b.ins().band_imm_u(bit, 1);
        Ok(self.b.ins().band(within, bit))
    }

    /// The least or greatest element; an empty set escapes.
    pub(super) fn extreme_of(&mut self, end: End, set: &Set) -> Emitted<Value> {
        let set = self.prepare(set)?;
        match &set {
            Ready::Range { from, to, step, of } => {
                let empty = self.b.ins().icmp(IntCC::SignedGreaterThan, *from, *to);
                self.escape_if(empty);
                let length = self.b.ins().isub(*to, *from);
                if Interval::new(of[0].lo, of[1].hi).length() >= MAX_TRIED {
                    let code = IntCC::UnsignedGreaterThanOrEqual;
                    let long = self.b.ins().icmp_imm_u(code, length, MAX_TRIED as i64);
                    self.escape_if(long);
                }
                Ok(match (end, step) {
                    (End::Least, _) => *from,
                    (End::Greatest, None) => *to,
                    (End::Greatest, Some(step)) => {
                        let over = self.b.ins().urem(length, *step);
                        self.b.ins().isub(*to, over)
                    }
                })
            }
            Ready::Word(word) => {
                let empty = self.b.ins().icmp_imm_u(IntCC::Equal, *word, 0);
                self.escape_if(empty);
                Ok(match end {
                    End::Least => self.b.ins().ctz(*word),
                    End::Greatest => {
                        let zeros = self.b.ins().clz(*word);
                        let most = self.constant(63);
                        self.b.ins().isub(most, zeros)
                    }
                })
            }
            _ => {
                let (worst, code) = match end {
                    End::Least => (i64::MAX, IntCC::SignedLessThan),
                    End::Greatest => (i64::MIN, IntCC::SignedGreaterThan),
                };
                let best = self.variable(types::I64, worst);
                let any = self.variable(types::I8, 0);
                self.each(&set, &mut |e, value| {
                    let so_far = e.b.use_var(best);
                    let better = e.b.ins().icmp(code, value, so_far);
                    let new = e.b.ins().select(better, value, so_far);
                    e.b.def_var(best, new);
                    let yes = e.b.ins().iconst(types::I8, 1);
                    e.b.def_var(any, yes);
                    Ok(())
                })?;
                let any = self.b.use_var(any);
                let empty = self.b.ins().icmp_imm_u(IntCC::Equal, any, 0);
                self.escape_if(empty);
                Ok(self.b.use_var(best))
            }
        }
    }

    /// How many elements a set has.
    pub(super) fn size(&mut self, set: &Set) -> Emitted<Value> {
        let set = self.prepare(set)?;
        match &set {
            Ready::Range { from, to, step, of } => {
                if Interval::new(of[0].lo, of[1].hi).length() > MAX_TRIED {
                    return Err(phrase!("the size of a range that may be very long"));
                }
                let length = self.b.ins().isub(*to, *from);
                let steps = match step {
                    None => length,
                    Some(step) => self.b.ins().udiv(length, *step),
                };
                let size = self.b.ins().iadd_imm_u(steps, 1);
                let some = self.b.ins().icmp(IntCC::SignedLessThanOrEqual, *from, *to);
                let none = self.constant(0);
                Ok(self.b.ins().select(some, size, none))
            }
            Ready::Word(word) => Ok(self.b.ins().popcnt(*word)),
            Ready::Fixed(elements) => Ok(self.constant(elements.len() as i64)),
            set if set.has_each_once() => {
                let count = self.variable(types::I64, 0);
                self.each(set, &mut |e, _| {
                    let so_far = e.b.use_var(count);
                    let more = e.b.ins().iadd_imm_u(so_far, 1);
                    e.b.def_var(count, more);
                    Ok(())
                })?;
                Ok(self.b.use_var(count))
            }
            _ => Err(phrase!("the size of a set in which a number may come twice")),
        }
    }
}

/// The digits of every number below `end` as words; shorter numbers have zeros in front up to so
/// many places.
fn digit_words(base: i64, end: i64, places: u32) -> Vec<i64> {
    let word = |mut n: i64| {
        let (mut word, mut place) = (0, 0);
        while n > 0 || place < places {
            word |= 1 << (n % base);
            n /= base;
            place += 1;
        }
        word
    };
    (0..end).map(word).collect()
}
