//! Visits of the divisors of a number in machine code, made of its prime factors.
//!
//! ```text
//! n = 2^s m, m odd      the divisors are d 2^i for i from 0 to s and every divisor d of m
//! all = 1               the divisors of m are multiplied together, in a list on the stack:
//! while m > 1           p is the least prime factor of m, out of a table of all odd numbers
//!     what is multiplied by p: if p is the one before, those that came last, else all
//!     the products come last in the list;  m = m / p
//! ```
//!
//! So a number takes a step for each of its prime factors and divisors, where to try all that may be divisors takes one
//! for every odd number up to its root. The table takes as many bytes as the greatest number, so it is made where
//! a table of values is filled that is not much smaller.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, StackSlot, StackSlotData, StackSlotKind, Value, types};

use super::Aim;
use super::emit::{Emitted, Emitter, arg, plain};
use super::visit::{Body, MOST_STACK};

/// Of smaller numbers all possible divisors are tried as soon.
const FEWEST: i64 = 1 << 8;
/// Of larger numbers the table would be too large.
const MOST: i64 = 1 << 24;
/// No odd number below [`MOST`] has more divisors: 3^2 5 7 11 13 17 19 has 192, and so has no smaller one.
const MOST_DIVISORS: u32 = 192;
/// The table is so many times as large as one of the values in bytes, at most.
const MOST_ROOM: u64 = 4;
/// What a visit counts as, in options: about so many prime factors and divisors that are no options.
const WORK: i64 = 16;

impl<'e> Emitter<'e> {
    /// Whether a table of the least prime factors of numbers up to this one is worth its room.
    pub(super) fn has_factors(&self, most: i64) -> bool {
        let fills = matches!(self.aim, Aim::Values | Aim::Marks);
        fills
            && (FEWEST..MOST).contains(&most)
            && most.unsigned_abs() <= self.layout.room().saturating_mul(MOST_ROOM)
            && self.stack + 4 * MOST_DIVISORS <= MOST_STACK
    }

    /// Visits every divisor of a number that is at most `most`.
    pub(super) fn each_by_factors(
        &mut self,
        n: Value,
        most: i64,
        body: &mut Body<'_, 'e>,
    ) -> Emitted<()> {
        let work = self.constant(WORK);
        self.burn(work);
        let table = if self.dry { Vec::new() } else { least_factors(most) };
        let table = self.keep(&table);
        let list = self.list_of_divisors();
        let [some, factor, multiply, product, divided, each, visit, next, after] =
            std::array::from_fn(|_| self.b.create_block());
        // What is left of the number, the prime before, where the last divisors begin and where all end.
        let [left, before, last, end] =
            std::array::from_fn(|_| self.b.append_block_param(factor, types::I64));
        let [from, to] = std::array::from_fn(|_| self.b.append_block_param(multiply, types::I64));
        let at = self.b.append_block_param(each, types::I64);
        let [element, doublings] =
            std::array::from_fn(|_| self.b.append_block_param(visit, types::I64));
        let positive = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThan, n, 0);
        self.b.ins().brif(positive, some, &[], after, &[]);

        self.b.switch_to_block(some);
        let twos = self.b.ins().ctz(n);
        let odd = self.b.ins().ushr(n, twos);
        let start = self.b.ins().stack_addr(types::I64, list, 0);
        let one = self.constant(1);
        self.b.ins().istore32(plain(), one, start, 0);
        let end_of_one = self.b.ins().iadd_imm_u(start, 4);
        self.b.ins().jump(factor, &[arg(odd), arg(one), arg(start), arg(end_of_one)]);

        self.b.switch_to_block(factor);
        let is_one = self.b.ins().icmp_imm_u(IntCC::Equal, left, 1);
        let has_factor = self.b.create_block();
        self.b.ins().brif(is_one, each, &[arg(start)], has_factor, &[]);
        self.b.switch_to_block(has_factor);
        // Two bytes for each odd number.
        let place = self.b.ins().iadd(table, left);
        let least = self.b.ins().uload16(types::I64, plain(), place, -1);
        let is_prime = self.b.ins().icmp_imm_u(IntCC::Equal, least, 0);
        let prime = self.b.ins().select(is_prime, left, least);
        let again = self.b.ins().icmp(IntCC::Equal, prime, before);
        let first = self.b.ins().select(again, last, start);
        self.b.ins().jump(multiply, &[arg(first), arg(end)]);

        self.b.switch_to_block(multiply);
        let all = self.b.ins().icmp(IntCC::Equal, from, end);
        self.b.ins().brif(all, divided, &[], product, &[]);
        self.b.switch_to_block(product);
        let divisor = self.b.ins().uload32(plain(), from, 0);
        let multiple = self.b.ins().imul(divisor, prime);
        self.b.ins().istore32(plain(), multiple, to, 0);
        let [from, to_next] = [from, to].map(|place| self.b.ins().iadd_imm_u(place, 4));
        self.b.ins().jump(multiply, &[arg(from), arg(to_next)]);
        self.b.switch_to_block(divided);
        let [left, prime_of_it] = [left, prime].map(|n| self.b.ins().ireduce(types::I32, n));
        let left = self.b.ins().udiv(left, prime_of_it);
        let left = self.b.ins().uextend(types::I64, left);
        self.b.ins().jump(factor, &[arg(left), arg(prime), arg(end), arg(to)]);

        self.b.switch_to_block(each);
        let divisor = self.b.ins().uload32(plain(), at, 0);
        self.b.ins().jump(visit, &[arg(divisor), arg(twos)]);
        self.b.switch_to_block(visit);
        self.aside(|e| body(e, element))?;
        let double = self.b.ins().ishl_imm_u(element, 1);
        let fewer = self.b.ins().iadd_imm_s(doublings, -1);
        self.b.ins().brif(doublings, visit, &[arg(double), arg(fewer)], next, &[]);
        self.b.switch_to_block(next);
        let following = self.b.ins().iadd_imm_u(at, 4);
        let ends = self.b.ins().icmp(IntCC::Equal, following, end);
        self.b.ins().brif(ends, after, &[], each, &[arg(following)]);
        self.b.switch_to_block(after);
        Ok(())
    }

    /// Room for the divisors of an odd number, of which [`has_factors`](Self::has_factors) says that it is there.
    fn list_of_divisors(&mut self) -> StackSlot {
        let bytes = 4 * MOST_DIVISORS;
        self.stack += bytes;
        let data = StackSlotData::new(StackSlotKind::ExplicitSlot, bytes, 2);
        self.b.create_sized_stack_slot(data)
    }
}

/// The least prime factors of the odd numbers up to `most`, four in a word, the lowest first; 0 for 1 and for primes.
fn least_factors(most: i64) -> Vec<i64> {
    let most = most.unsigned_abs() as usize;
    let mut least = vec![0_u16; (most + 1).div_ceil(2)];
    for prime in (3..=most.isqrt()).step_by(2) {
        if least[prime / 2] > 0 {
            continue;
        }
        for place in (prime * prime / 2..least.len()).step_by(prime) {
            if least[place] == 0 {
                least[place] = prime as u16;
            }
        }
    }
    let word = |four: &[u16]| {
        let at = |(place, &least): (usize, &u16)| u64::from(least) << (16 * place);
        four.iter().enumerate().map(at).sum::<u64>() as i64
    };
    least.chunks(4).map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn least(table: &[i64], odd: usize) -> u16 {
        (table[odd / 8] >> (odd / 2 % 4 * 16)) as u16
    }

    #[test]
    fn least_factors_are_found() {
        for most in [1, 2, 9, 10, 255, 1000, 70_001] {
            let table = least_factors(most);
            for odd in (1..=most as usize).step_by(2) {
                let factor = (3..odd).find(|d| d * d <= odd && odd % d == 0).unwrap_or(0);
                assert_eq!(usize::from(least(&table, odd)), factor, "{odd} of {most}");
            }
        }
    }

    #[test]
    fn no_odd_number_has_more_divisors() {
        let table = least_factors(MOST - 1);
        let mut most = 0;
        for odd in (1..MOST as usize).step_by(2) {
            let (mut left, mut before, mut count, mut last) = (odd, 1, 1, 0);
            while left > 1 {
                let factor = match least(&table, left) {
                    0 => left,
                    factor => usize::from(factor),
                };
                let more = if factor == before { last } else { count };
                (left, before, last, count) = (left / factor, factor, more, count + more);
            }
            most = most.max(count);
        }
        assert_eq!(most, MOST_DIVISORS);
    }
}
