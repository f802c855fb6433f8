//! Visits of the divisors of a number in machine code.
//!
//! ```text
//! n = 2^s m, m odd      the divisors are d 2^i and m/d 2^i, for i from 0 to s
//!                       and every divisor d of m up to its root
//! d i = 1 modulo 2^32   d divides m exactly if m i modulo 2^32 is at most (2^32 - 1) / d,
//!                       and then it is m/d
//! ```
//!
//! So a number that may be a divisor is tried by a multiplication and a comparison, which take a
//! fraction of the time of a division, and only odd ones up to the root of the odd part are tried.
//! (The multiples of `d` below 2^32 times the inverse are the numbers up to `(2^32 - 1) / d`, in
//! order, and multiplying by an odd number takes no two numbers to the same one: Granlund and
//! Montgomery, 1994.) What it takes for each `d` stands in a table; numbers that are too large for
//! it are divided.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};

use super::emit::{Emitted, Emitter, arg, plain};
use super::visit::Body;
use crate::table::bounds::Interval;

/// Numbers from here on are divided.
const TOO_LARGE: i64 = u32::MAX as i64;

/// What stands in the table of an odd number `d`: four numbers of 32 bits, at these places.
const INVERSE: i32 = 0;
const MOST: i32 = 4;
const SQUARE: i32 = 8;
const SELF: i32 = 12;
const ENTRY: i64 = 16;

impl<'e> Emitter<'e> {
    /// Visits every divisor of a number that lies in `of`.
    pub(super) fn each_divisor(
        &mut self,
        n: Value,
        of: Interval,
        body: &mut Body<'_, 'e>,
    ) -> Emitted<()> {
        if self.has_factors(of.hi) {
            return self.each_by_factors(n, of.hi, body);
        }
        let steps = self.constant(of.hi.max(0).isqrt());
        self.burn(steps);
        match of.hi < TOO_LARGE {
            true => self.each_by_inverses(n, of, body),
            false => self.each_by_division(n, body),
        }
    }

    fn each_by_inverses(&mut self, n: Value, of: Interval, body: &mut Body<'_, 'e>) -> Emitted<()> {
        let [some, test, pair, visit, last, twice, again, next, after] =
            std::array::from_fn(|_| self.b.create_block());
        let table = self.keep(&inverses(of.hi));
        let at = self.b.append_block_param(test, types::I64);
        let [element, doublings, other] =
            std::array::from_fn(|_| self.b.append_block_param(visit, types::I64));
        let positive = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThan, n, 0);
        self.b.ins().brif(positive, some, &[], after, &[]);
        self.b.switch_to_block(some);
        let twos = self.b.ins().ctz(n);
        let odd = self.b.ins().ushr(n, twos);
        let odd = self.b.ins().ireduce(types::I32, odd);
        let none = self.constant(0);
        self.b.ins().jump(test, &[arg(table)]);
        self.b.switch_to_block(test);
        let inverse = self.b.ins().load(types::I32, plain(), at, INVERSE);
        let most = self.b.ins().load(types::I32, plain(), at, MOST);
        let quotient = self.b.ins().imul(odd, inverse);
        let divides = self.b.ins().icmp(IntCC::UnsignedLessThanOrEqual, quotient, most);
        self.b.ins().brif(divides, pair, &[], next, &[]);
        self.b.switch_to_block(pair);
        let d = self.b.ins().uload32(plain(), at, SELF);
        let quotient = self.b.ins().uextend(types::I64, quotient);
        let same = self.b.ins().icmp(IntCC::Equal, quotient, d);
        let beside = self.b.ins().select(same, none, quotient);
        self.b.ins().jump(visit, &[arg(d), arg(twos), arg(beside)]);
        self.b.switch_to_block(visit);
        self.aside(|e| body(e, element))?;
        self.b.ins().brif(doublings, twice, &[], last, &[]);
        self.b.switch_to_block(twice);
        let double = self.b.ins().ishl_imm_u(element, 1);
        let left = self.b.ins().iadd_imm_s(doublings, -1);
        self.b.ins().jump(visit, &[arg(double), arg(left), arg(other)]);
        self.b.switch_to_block(last);
        self.b.ins().brif(other, again, &[], next, &[]);
        self.b.switch_to_block(again);
        self.b.ins().jump(visit, &[arg(other), arg(twos), arg(none)]);
        self.b.switch_to_block(next);
        let following = self.b.ins().iadd_imm_u(at, ENTRY);
        let square = self.b.ins().load(types::I32, plain(), following, SQUARE);
        let within = self.b.ins().icmp(IntCC::UnsignedLessThanOrEqual, square, odd);
        self.b.ins().brif(within, test, &[arg(following)], after, &[]);
        self.b.switch_to_block(after);
        Ok(())
    }

    /// Divisors in pairs `d`, `n / d`, for `d` up to the root of `n`.
    fn each_by_division(&mut self, n: Value, body: &mut Body<'_, 'e>) -> Emitted<()> {
        let [test, pair, visit, again, next, after] =
            std::array::from_fn(|_| self.b.create_block());
        let d = self.b.append_block_param(test, types::I64);
        let element = self.b.append_block_param(visit, types::I64);
        let other = self.b.append_block_param(visit, types::I64);
        let one = self.constant(1);
        let none = self.constant(0);
        self.b.ins().jump(test, &[arg(one)]);
        self.b.switch_to_block(test);
        let square = self.b.ins().imul(d, d);
        let within = self.b.ins().icmp(IntCC::SignedLessThanOrEqual, square, n);
        self.b.ins().brif(within, pair, &[], after, &[]);
        self.b.switch_to_block(pair);
        let quotient = self.b.ins().udiv(n, d);
        let product = self.b.ins().imul(quotient, d);
        let divides = self.b.ins().icmp(IntCC::Equal, product, n);
        let same = self.b.ins().icmp(IntCC::Equal, quotient, d);
        let other_of = self.b.ins().select(same, none, quotient);
        self.b.ins().brif(divides, visit, &[arg(d), arg(other_of)], next, &[]);
        self.b.switch_to_block(visit);
        self.aside(|e| body(e, element))?;
        let more = self.b.ins().icmp_imm_u(IntCC::NotEqual, other, 0);
        self.b.ins().brif(more, again, &[], next, &[]);
        self.b.switch_to_block(again);
        self.b.ins().jump(visit, &[arg(other), arg(none)]);
        self.b.switch_to_block(next);
        let following = self.b.ins().iadd_imm_u(d, 1);
        self.b.ins().jump(test, &[arg(following)]);
        self.b.switch_to_block(after);
        Ok(())
    }
}

/// The table of the odd numbers up to the root of `most`, which is less than [`TOO_LARGE`], and of
/// one whose square no number reaches.
fn inverses(most: i64) -> Vec<i64> {
    let words = |low: u32, high: u32| (u64::from(low) | u64::from(high) << 32) as i64;
    let root = most.max(0).isqrt() as u32;
    let entry = |d: u32| [words(inverse(d), u32::MAX / d), words(d * d, d)];
    let end = [words(0, 0), words(u32::MAX, 0)];
    (1..=root.max(1)).step_by(2).map(entry).chain([end]).flatten().collect()
}

/// The number by which an odd one makes 1 modulo 2^32.
pub(super) fn inverse(odd: u32) -> u32 {
    // Three digits are right of the inverse of an odd number modulo 8, which is itself, and each step doubles them.
    let step = |x: u32, _| x.wrapping_mul(2_u32.wrapping_sub(odd.wrapping_mul(x)));
    (0..4).fold(odd, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inverse_tells_multiples_and_quotients() {
        let table = inverses(TOO_LARGE - 1);
        let entries: Vec<[u32; 4]> = table
            .chunks_exact(2)
            .map(|words| {
                let [a, b] = [words[0] as u64, words[1] as u64];
                [a as u32, (a >> 32) as u32, b as u32, (b >> 32) as u32]
            })
            .collect();
        let (end, entries) = entries.split_last().unwrap();
        assert_eq!(end[2], u32::MAX);
        assert_eq!(entries.last().unwrap()[3], 65535);
        let numbers = (1..400).step_by(2).chain((u32::MAX - 400..u32::MAX).step_by(2));
        for m in numbers.filter(|m| m % 2 == 1) {
            for &[inverse, most, square, d] in entries.iter().take(300).chain(&entries[32000..]) {
                assert_eq!(square, d * d);
                let quotient = m.wrapping_mul(inverse);
                assert_eq!(quotient <= most, m % d == 0, "{m} {d}");
                assert!(quotient > most || quotient == m / d, "{m} {d}");
            }
        }
    }
}
