//! Quotients, and what is known of numbers that no linear relation tells: primes, prime powers, digits, place values, and
//! what is made of two numbers digit by digit.

use super::{CHOSEN, Digits, Read, Side, Sum, Walk, beyond};
use crate::automaton::{Numeration, Track};
use crate::language::phrase;
use crate::rule::ir::{Int, IntOp, Set, SetFn, UnaryFn};

/// The least exponent, and the number up to which the powers go, if a set is a range of exponents of 2.
pub(super) fn exponents_up_to(set: &Set) -> Option<(u32, &Int)> {
    match set {
        Set::Range {
            from: Int::Const(least @ 0..=30),
            to: Int::Unary(UnaryFn::Ilog2, most, _),
            step: None,
            ..
        } => Some((*least as u32, most)),
        _ => None,
    }
}

/// The number that has the opposite digits.
fn opposite(sum: &Sum) -> Read<Sum> {
    Sum::of(-1).and(sum, -1)
}

/// What becomes of a sum beside 0 or -1, all of whose digits are the same.
fn with_the_same(op: IntOp, same: i64, sum: &Sum) -> Read<Sum> {
    match (op, same) {
        (IntOp::And, 0) => Ok(Sum::of(0)),
        (IntOp::Or, -1) => Ok(Sum::of(-1)),
        (IntOp::Xor, -1) => opposite(sum),
        _ => Ok(sum.clone()),
    }
}

impl Walk<'_> {
    /// The quotient rounded down: a number, or where the sum is negative less than 0.
    pub(super) fn quotient(&mut self, sum: &Sum, divisor: i64) -> Read<Sum> {
        if let Some(constant) = sum.as_constant() {
            return Ok(Sum::of(constant.div_euclid(divisor)));
        }
        let size = self.number()?;
        let negative = !sum.is_natural() && self.choices.one_of(2) == 1;
        let quotient = if negative { Sum::of(-1).and(&size, -1)? } else { size };
        let rest = sum.and(&quotient, -divisor)?;
        self.ordered(&rest, 1, &Sum::of(divisor))?;
        self.natural.push(rest);
        Ok(quotient)
    }

    /// A prime power.
    pub(super) fn prime_power(&mut self, arguments: &[Int]) -> Read<Sum> {
        let [most] = arguments else { return Err(beyond(phrase!("a set in it"))) };
        let most = self.int(most)?;
        // 1 to 5 are prime powers, and no multiple of 6 is one.
        let mut element = Sum::of(1 + self.choices.one_of(5) as i64);
        if self.side == Side::All {
            element = element.and(&self.number()?, 6)?;
        }
        self.ordered(&element, 0, &most)?;
        Ok(element)
    }

    /// A prime.
    pub(super) fn prime(&mut self, arguments: &[Int]) -> Read<Sum> {
        let [most] = arguments else { return Err(beyond(phrase!("a set in it"))) };
        let most = self.int(most)?;
        let element = self.any_prime()?;
        self.ordered(&element, 0, &most)?;
        Ok(element)
    }

    /// The same, however great.
    pub(super) fn any_prime(&mut self) -> Read<Sum> {
        // 2, 3, 5 and 7 are prime, and what is greater is no multiple of 2 or 3.
        let least = [2, 3, 5, 7][self.choices.one_of(4)];
        let element = Sum::of(least);
        match self.side == Side::All && least > 3 {
            true => element.and(&self.number()?, 6),
            false => Ok(element),
        }
    }

    /// A digit of a number.
    pub(super) fn digit(&mut self, arguments: &[Int]) -> Read<Sum> {
        let (number, base) = match arguments {
            [number] => (self.int(number)?, 10),
            [number, Int::Const(base @ 2..)] => (self.int(number)?, *base),
            _ => return Err(beyond(phrase!("a base in it"))),
        };
        // Of a number below 0 there are none: the rule says nothing there.
        let is_above = |known: &Sum| number.and(known, -1).is_ok_and(|rest| rest.is_natural());
        if !number.is_natural() && !self.natural.iter().any(is_above) {
            return Err(beyond(phrase!("digits of a number that may be below 0")));
        }
        // Every digit is below the base, and the last one is there.
        if self.side == Side::All {
            let digit = self.number()?;
            self.ordered(&digit, 1, &Sum::of(base))?;
            return Ok(digit);
        }
        number.and(&self.quotient(&number, base)?, -base)
    }

    /// The number of which each binary digit is told by those of two others. Numbers below 0 have digits 1 in front without
    /// end: each is `-1 - u` of a number `u` from 0 on that has the opposite digits.
    pub(super) fn bitwise(&mut self, op: IntOp, a: &Sum, b: &Sum) -> Read<Sum> {
        let known = match (a.as_constant(), b.as_constant()) {
            (Some(x), Some(y)) => Some(Sum::of(match op {
                IntOp::Xor => x ^ y,
                IntOp::And => x & y,
                _ => x | y,
            })),
            (Some(same @ (0 | -1)), _) => Some(with_the_same(op, same, b)?),
            (_, Some(same @ (0 | -1))) => Some(with_the_same(op, same, a)?),
            _ if a == b => Some(if op == IntOp::Xor { Sum::of(0) } else { a.clone() }),
            _ => None,
        };
        if let Some(known) = known {
            return Ok(known);
        }
        let ((u, below), (v, other_below)) = (self.digits_of(a)?, self.digits_of(b)?);
        self.reads_in(Numeration::Base(2))?;
        let digit = |one: bool, other: bool| match op {
            IntOp::Xor => one != other,
            IntOp::And => one && other,
            _ => one || other,
        };
        // In front of all digits of `u` and `v`.
        let negative = digit(below, other_below);
        let makes = [(false, true), (true, false), (true, true)]
            .map(|(one, other)| digit(one != below, other != other_below) != negative);
        let known = self.digits.iter().find(|told| {
            let [one, other, _] = told.tracks;
            ([one, other], told.makes) == ([u, v], makes)
        });
        let size = match known {
            Some(told) => Sum::track(told.tracks[2]),
            None => {
                let size = self.number()?;
                let tracks = [u, v, CHOSEN + self.numbers - 1];
                self.digits.push(Digits { tracks, makes });
                size
            }
        };
        if negative { opposite(&size) } else { Ok(size) }
    }

    /// The number `u` from 0 on of which a sum is `u`, or `-1 - u`, and whether it is the latter.
    fn digits_of(&mut self, sum: &Sum) -> Read<(Track, bool)> {
        let below = match sum.as_constant() {
            Some(constant) => constant < 0,
            None => !sum.is_natural() && self.choices.one_of(2) == 1,
        };
        let size = if below { opposite(sum)? } else { sum.clone() };
        let named = self.named.iter().find(|(known, _)| *known == size);
        if let Some(track) = size.as_track().or(named.map(|&(_, track)| track)) {
            return Ok((track, below));
        }
        let number = self.number()?;
        self.equal(&size, &number)?;
        let track = CHOSEN + self.numbers - 1;
        self.named.push((size, track));
        Ok((track, below))
    }

    /// A place value of a numeration: a power of its base, or a Fibonacci number.
    pub(super) fn place_value(&mut self, function: SetFn, arguments: &[Int]) -> Read<Sum> {
        let (own, most) = match (function, arguments) {
            (SetFn::Powers, [Int::Const(base @ 2..=10), most]) => {
                (Numeration::Base(*base as u8), most)
            }
            (SetFn::Fibs, [most]) => (Numeration::Quadratic(1), most),
            _ => return Err(beyond(phrase!("a set in it"))),
        };
        let place = self.place_of(own)?;
        let most = self.int(most)?;
        self.ordered(&place, 0, &most)?;
        Ok(place)
    }

    /// Notes that the rule speaks of the digits in a numeration.
    fn reads_in(&mut self, own: Numeration) -> Read<()> {
        if self.numeration.is_some_and(|known| known != own) {
            return Err(beyond(phrase!("place values of several numerations")));
        }
        self.numeration = Some(own);
        Ok(())
    }

    /// The same, however great.
    pub(super) fn place_of(&mut self, own: Numeration) -> Read<Sum> {
        self.reads_in(own)?;
        let place = self.number()?;
        self.places.push(CHOSEN + self.numbers - 1);
        Ok(place)
    }

    /// A power of 2 from one with this exponent up to a number.
    pub(super) fn power_from(&mut self, least: u32, most: &Int) -> Read<Sum> {
        let power = self.place_of(Numeration::Base(2))?;
        let most = self.int(most)?;
        self.ordered(&power, 0, &most)?;
        self.ordered(&Sum::of(1 << least), 0, &power)?;
        Ok(power)
    }

    /// What 2 is to the power of an exponent that has a name.
    pub(super) fn raised(&self, int: &Int) -> Option<Sum> {
        let Int::Binary(op, base, exponent, _) = int else { return None };
        match (op, &**base, &**exponent) {
            (IntOp::Pow, Int::Const(2), Int::Var(slot))
            | (IntOp::Shl, Int::Const(1), Int::Var(slot)) => self.exponents.get(slot).cloned(),
            _ => None,
        }
    }

    /// Notes that a number is no prime: of some that are none it is known.
    pub(super) fn not_prime(&mut self, sum: &Sum) -> Read<()> {
        if self.side == Side::All {
            return Ok(());
        }
        let multiple = match self.choices.one_of(3) {
            0 => return self.ordered(sum, 0, &Sum::of(1)),
            1 => Sum::of(4).and(&self.number()?, 2)?,
            _ => Sum::of(9).and(&self.number()?, 6)?,
        };
        self.equal(sum, &multiple)
    }

    /// A number that is certainly not negative, if an equation says that it is a power of 2.
    pub(super) fn said_power(&mut self, left: &Int, right: &Int) -> Read<Option<Sum>> {
        match right {
            Int::Const(_) => self.power_of_two(left, right),
            _ => self.power_of_two(right, left),
        }
    }

    /// A number that is certainly not negative, if two sides say so in this order.
    fn power_of_two(&mut self, one: &Int, other: &Int) -> Read<Option<Sum>> {
        let sum = match (one, other) {
            (Int::Unary(UnaryFn::Popcount, of, _), Int::Const(1)) => self.int(of)?,
            (Int::Binary(IntOp::And, a, b, _), Int::Const(0)) => {
                let (a, b) = (self.int(a)?, self.int(b)?);
                // The smaller one of two neighbours is not negative either.
                match a.and(&b, -1)?.as_constant() {
                    Some(1) if b.is_natural() => a,
                    Some(-1) if a.is_natural() => b,
                    _ => return Ok(None),
                }
            }
            _ => return Ok(None),
        };
        Ok(Some(sum).filter(Sum::is_natural))
    }
}
