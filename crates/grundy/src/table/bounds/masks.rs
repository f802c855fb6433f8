//! Conditions on binary digits, for rules whose coordinates are words with a bit for each of a few
//! things.
//!
//! ```text
//! and(m, 2**i) != 0         the digit is one of m, so that m - 2**i is m without it
//! and(shr(m, i), 3) == 1    the same in another way, and the digit above it is none of m
//! xor(xor(m, 2**i), 2**j)   less than m where the higher of the two digits is one of m
//! ```

use crate::rule::ir::{Comparison, Cond, Int, IntOp};
use crate::rule::linear::Linear;

/// Digits of which it is known whether a number has them, at most: what comes later is forgotten.
const MOST_DIGITS: usize = 64;

/// `ones` times the power of two whose exponent is the sum of some expressions.
#[derive(Clone, Debug)]
pub(in crate::table) struct Mask<'i> {
    /// Positive.
    pub(in crate::table) ones: i64,
    pub(in crate::table) exponent: Vec<&'i Int>,
}

impl<'i> Mask<'i> {
    /// An expression in one of the ways in which one writes a mask.
    fn of(int: &'i Int) -> Option<Mask<'i>> {
        match int {
            Int::Const(ones @ 1..) => Some(Mask { ones: *ones, exponent: Vec::new() }),
            Int::Binary(IntOp::Pow, two, exponent, _) if **two == Int::Const(2) => {
                Some(Mask { ones: 1, exponent: addends(exponent) })
            }
            Int::Binary(IntOp::Mul, a, b, _) => Mask::of(a)?.times(Mask::of(b)?),
            Int::Binary(IntOp::Shl, a, by, _) => {
                Mask::of(a)?.times(Mask { ones: 1, exponent: addends(by) })
            }
            _ => None,
        }
    }

    fn one_digit(int: &'i Int) -> Option<Mask<'i>> {
        Mask::of(int).filter(|mask| mask.ones.count_ones() == 1)
    }

    fn times(mut self, other: Mask<'i>) -> Option<Mask<'i>> {
        self.exponent.extend(other.exponent);
        Some(Mask { ones: self.ones.checked_mul(other.ones)?, ..self })
    }

    /// The place of its last digit that is one of some.
    fn place(&self, of: i64) -> Option<Linear> {
        let zero = Linear { terms: Vec::new(), constant: of.trailing_zeros().into() };
        self.exponent.iter().try_fold(zero, |sum, int| sum.add(&Linear::with_products(int)?))
    }

    /// The places of those of its digits that are among some.
    fn places(&self, among: i64) -> Option<Vec<Linear>> {
        let digits = (0..63).map(|place| 1 << place).filter(|digit| among & digit != 0);
        digits.map(|digit| self.place(digit)).collect()
    }
}

/// The places of all digits of an expression that is a mask.
fn places_of(mask: &Int) -> Option<Vec<Linear>> {
    let mask = Mask::of(mask)?;
    mask.places(mask.ones)
}

/// The expressions whose sum an expression is.
fn addends(int: &Int) -> Vec<&Int> {
    match int {
        Int::Binary(IntOp::Add, a, b, _) => [addends(a), addends(b)].concat(),
        _ => vec![int],
    }
}

/// A number of which an expression has the digits from some place on; as a mask, the place.
fn shifted(int: &Int) -> Option<(&Int, Mask<'_>)> {
    let (inner, by) = match int {
        Int::Binary(IntOp::Shr, inner, by, _) => (inner, Mask { ones: 1, exponent: addends(by) }),
        Int::Binary(IntOp::Div, inner, by, _) => (inner, Mask::one_digit(by)?),
        _ => return Some((int, Mask { ones: 1, exponent: Vec::new() })),
    };
    let (number, place) = shifted(inner)?;
    Some((number, place.times(by)?))
}

/// What a condition on digits says of a number that is not negative: which digits of a mask it has.
#[derive(Clone, Debug)]
pub(in crate::table) struct Test<'c> {
    pub(in crate::table) number: &'c Int,
    pub(in crate::table) mask: Mask<'c>,
    pub(in crate::table) wanted: Wanted,
}

/// Which of the digits of a mask a number has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::table) enum Wanted {
    /// These, and none of the others.
    Exactly(i64),
    Some,
}

/// The tests that a condition, where it holds or where it does not, each is by itself.
pub(in crate::table) fn tests(cond: &Cond, holds: bool) -> Vec<Test<'_>> {
    let Cond::Compare(comparison, left, right) = cond else { return Vec::new() };
    let comparison = comparison.given(holds);
    let sides = [(left, comparison, right), (right, comparison.turned(), left)];
    sides
        .into_iter()
        .flat_map(|(digits, comparison, with)| tests_of(digits, comparison, with))
        .collect()
}

fn tests_of<'c>(digits: &'c Int, comparison: Comparison, with: &Int) -> Vec<Test<'c>> {
    // Digits in common are a number that is not negative.
    let (equal, with) = match (comparison, with) {
        (Comparison::Eq, with) => (true, with),
        (Comparison::Ne, with) => (false, with),
        (Comparison::Gt, Int::Const(0)) | (Comparison::Ge, Int::Const(1)) => {
            (false, &Int::Const(0))
        }
        (Comparison::Le, Int::Const(0)) | (Comparison::Lt, Int::Const(1)) => (true, &Int::Const(0)),
        _ => return Vec::new(),
    };
    let test = |number: &'c Int, mask: Mask<'c>, as_written: Option<&Int>| {
        let there = match with {
            Int::Const(there) if *there == 0 || mask.exponent.is_empty() => *there,
            _ if as_written == Some(with) => mask.ones,
            _ => return None,
        };
        let others = mask.ones & !there;
        let wanted = match equal {
            true if there & !mask.ones == 0 => Wanted::Exactly(there),
            false if mask.ones.count_ones() == 1 && there & !mask.ones == 0 => {
                Wanted::Exactly(others)
            }
            false if there == 0 => Wanted::Some,
            _ => return None,
        };
        let (number, place) = shifted(number)?;
        let wanted = match wanted {
            Wanted::Exactly(there) => Wanted::Exactly(there.checked_mul(place.ones)?),
            Wanted::Some => Wanted::Some,
        };
        Some(Test { number, mask: mask.times(place)?, wanted })
    };
    match digits {
        Int::Binary(IntOp::And, a, b, _) => {
            let sides = [(&**a, &**b), (&**b, &**a)].into_iter();
            sides.filter_map(|(number, mask)| test(number, Mask::of(mask)?, Some(mask))).collect()
        }
        Int::Binary(IntOp::Rem, number, by, _) => match **by {
            Int::Const(by @ 2..) if by.count_ones() == 1 => {
                test(number, Mask { ones: by - 1, exponent: Vec::new() }, None)
                    .into_iter()
                    .collect()
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Two numbers of which the digits of the second are digits of the first, where a condition holds, or
/// does not, and if neither is negative.
pub(in crate::table) fn part_of(cond: &Cond, holds: bool) -> Option<(&Int, &Int)> {
    if let Some((a, b, Int::Const(0))) = equal_digits(cond, !holds) {
        // Of the one digit of a mask some are there.
        return match (Mask::one_digit(a), Mask::one_digit(b)) {
            (_, Some(_)) => Some((a, b)),
            (Some(_), None) => Some((b, a)),
            (None, None) => None,
        };
    }
    let (a, b, other) = equal_digits(cond, holds)?;
    match other {
        _ if other == b => Some((a, b)),
        _ if other == a => Some((b, a)),
        _ => None,
    }
}

/// Two numbers that have no digit in common where a condition holds, or does not, and if neither is
/// negative.
pub(in crate::table) fn apart(cond: &Cond, holds: bool) -> Option<(&Int, &Int)> {
    let (a, b, other) = equal_digits(cond, holds)?;
    (*other == Int::Const(0)).then_some((a, b))
}

/// Two numbers, and what their digits in common are equal to.
fn equal_digits(cond: &Cond, holds: bool) -> Option<(&Int, &Int, &Int)> {
    let Cond::Compare(comparison, left, right) = cond else { return None };
    let wanted = if holds { Comparison::Eq } else { Comparison::Ne };
    match (left, right) {
        (Int::Binary(IntOp::And, a, b, _), other) | (other, Int::Binary(IntOp::And, a, b, _))
            if *comparison == wanted =>
        {
            Some((a, b, other))
        }
        _ => None,
    }
}

/// How the digits of numbers lie that are not negative.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    pairs: Vec<(Int, Int, Digits)>,
    /// Of a number the digit at a place, and whether it is there.
    digits: Vec<(Int, Linear, bool)>,
}

/// How the digits of two numbers lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Digits {
    /// All of the second are digits of the first.
    Within,
    /// None is in both.
    Apart,
}

#[cfg(feature = "jit")]
/// How much was known at some place.
#[derive(Clone, Copy)]
pub(super) struct PartsSoFar {
    pairs: usize,
    digits: usize,
}

/// Digits of a number that an expression turns over: the places of the last and of the first of them.
#[derive(Debug)]
struct Turn {
    last: Linear,
    first: Linear,
}

/// Whether a form surely is greater than another, by so much or more.
type Proves<'p> = &'p dyn Fn(&Linear, &Linear, i64) -> bool;

impl Turn {
    /// The digits of a mask, of a run as in `2**l - 1`, or two digits.
    fn of(int: &Int, proves: Proves<'_>) -> Option<Turn> {
        if let Some(mask) = Mask::of(int) {
            let first = mask.place(1 << mask.ones.ilog2())?;
            return Some(Turn { last: mask.place(mask.ones)?, first });
        }
        match int {
            Int::Binary(IntOp::Shl, run, by, _) => {
                Turn::of(run, proves)?.moved(&Mask { ones: 1, exponent: addends(by) })
            }
            Int::Binary(IntOp::Mul, a, b, _) => match Mask::one_digit(b) {
                Some(by) => Turn::of(a, proves)?.moved(&by),
                None => Turn::of(b, proves)?.moved(&Mask::one_digit(a)?),
            },
            Int::Binary(op, a, b, _) => {
                let place = |int| Mask::one_digit(int).and_then(|mask| mask.place(mask.ones));
                let (a, b) = (place(a)?, place(b)?);
                match op {
                    // The digits from the place of the one up to below that of the other.
                    IntOp::Sub if proves(&a, &b, 1) => Some(Turn { last: b, first: a.plus(-1)? }),
                    IntOp::Add | IntOp::Or | IntOp::Xor if proves(&a, &b, 1) => {
                        Some(Turn { last: b, first: a })
                    }
                    IntOp::Add | IntOp::Or | IntOp::Xor if proves(&b, &a, 1) => {
                        Some(Turn { last: a, first: b })
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn moved(self, by: &Mask<'_>) -> Option<Turn> {
        let by = by.place(by.ones)?;
        Some(Turn { last: self.last.add(&by)?, first: self.first.add(&by)? })
    }

    fn is_above(&self, other: &Turn, proves: Proves<'_>) -> bool {
        proves(&self.last, &other.first, 1)
    }
}

/// What is turned over in an expression by `xor`, and what else is combined by it.
fn xored<'i>(int: &'i Int, proves: Proves<'_>, turns: &mut Vec<Turn>, others: &mut Vec<&'i Int>) {
    match (Turn::of(int, proves), int) {
        (Some(turn), _) => turns.push(turn),
        (None, Int::Binary(IntOp::Xor, a, b, _)) => {
            xored(a, proves, turns, others);
            xored(b, proves, turns, others);
        }
        (None, _) => others.push(int),
    }
}

impl Parts {
    pub(super) fn len(&self) -> usize {
        self.pairs.len()
    }

    #[cfg(feature = "jit")]
    pub(super) fn mark(&self) -> PartsSoFar {
        PartsSoFar { pairs: self.pairs.len(), digits: self.digits.len() }
    }

    #[cfg(feature = "jit")]
    /// Forgets what came to be known later.
    pub(super) fn forget(&mut self, mark: PartsSoFar) {
        self.pairs.truncate(mark.pairs);
        self.digits.truncate(mark.digits);
    }

    pub(super) fn know(&mut self, a: &Int, b: &Int, digits: Digits) {
        self.pairs.push((a.clone(), b.clone(), digits));
    }

    /// Such a test holds.
    pub(super) fn know_digits(&mut self, test: &Test<'_>) {
        let there = match test.wanted {
            Wanted::Exactly(there) => there,
            Wanted::Some => return,
        };
        for (among, is_there) in [(there, true), (test.mask.ones & !there, false)] {
            for place in test.mask.places(among).unwrap_or_default() {
                if self.digits.len() < MOST_DIGITS {
                    self.digits.push((test.number.clone(), place, is_there));
                }
            }
        }
    }

    fn known(&self, a: &Int, b: &Int, digits: Digits) -> bool {
        self.pairs.iter().any(|(c, d, known)| c == a && d == b && *known == digits)
    }

    fn has(&self, number: &Int, at: &Linear, is_there: bool) -> bool {
        self.digits
            .iter()
            .any(|(of, place, known)| *known == is_there && place == at && of == number)
    }

    /// Whether a number surely has all digits of a mask, or none.
    fn has_all(&self, number: &Int, mask: &Int, are_there: bool) -> bool {
        let places = places_of(mask);
        places.is_some_and(|places| places.iter().all(|place| self.has(number, place, are_there)))
    }

    /// A number and the part of it without which it is this expression.
    pub(super) fn rest<'i>(&self, int: &'i Int) -> Option<(&'i Int, &'i Int)> {
        let known = |whole: &Int, part: &Int| {
            self.known(whole, part, Digits::Within) || self.has_all(whole, part, true)
        };
        match int {
            Int::Binary(IntOp::Sub | IntOp::Xor, a, b, _) if known(a, b) => Some((a, b)),
            Int::Binary(IntOp::Xor, a, b, _) if known(b, a) => Some((b, a)),
            _ => None,
        }
    }

    /// The two numbers of whose digits this expression is made, if no digit is in both.
    pub(super) fn union<'i>(&self, int: &'i Int) -> Option<(&'i Int, &'i Int)> {
        let apart = |a: &Int, b: &Int| self.known(a, b, Digits::Apart) || self.has_all(a, b, false);
        match int {
            Int::Binary(IntOp::Add | IntOp::Or | IntOp::Xor, a, b, _)
                if apart(a, b) || apart(b, a) =>
            {
                Some((a, b))
            }
            _ => None,
        }
    }

    /// A number of which an expression has all digits, and another one.
    pub(super) fn more_than<'i>(&self, int: &'i Int) -> Option<&'i Int> {
        let lacks = |number: &Int, mask: &Int| {
            let places = places_of(mask);
            places.is_some_and(|places| places.iter().any(|place| self.has(number, place, false)))
        };
        match int {
            Int::Binary(IntOp::Or, a, b, _) if lacks(a, b) => Some(a),
            Int::Binary(IntOp::Or, a, b, _) if lacks(b, a) => Some(b),
            _ => None,
        }
    }

    /// A number in which some digits are turned over to make this expression, and whether the first of those is
    /// there, so that the number falls, or is not, so that it rises.
    pub(super) fn turned<'i>(&self, int: &'i Int, proves: Proves<'_>) -> Option<(&'i Int, bool)> {
        let (number, turns) = self.turns(int, proves)?;
        let highest = turns.iter().enumerate().find(|(place, turn)| {
            let mut others = turns.iter().enumerate().filter(|(other, _)| other != place);
            others.all(|(_, other)| proves(&turn.first, &other.first, 1))
        });
        let (_, highest) = highest?;
        let is = |is_there: bool| self.has(number, &highest.first, is_there);
        if is(true) {
            return Some((number, true));
        }
        is(false).then_some((number, false))
    }

    /// A number, and all digits that are turned over in it to make this expression.
    fn turns<'i>(&self, int: &'i Int, proves: Proves<'_>) -> Option<(&'i Int, Vec<Turn>)> {
        match int {
            Int::Binary(IntOp::Xor, ..) => {
                let (mut turns, mut others) = (Vec::new(), Vec::new());
                xored(int, proves, &mut turns, &mut others);
                let [inner] = others[..] else { return None };
                let (number, more) = self.turns(inner, proves).unwrap_or((inner, Vec::new()));
                turns.extend(more);
                (!turns.is_empty()).then_some((number, turns))
            }
            // What is taken away or put there turns digits over if all were there, or none was.
            Int::Binary(op @ (IntOp::Sub | IntOp::Add | IntOp::Or), inner, mask, _) => {
                let (number, mut turns) = self.turns(inner, proves).unwrap_or((inner, Vec::new()));
                let turn = Turn::of(mask, proves)?;
                let untouched =
                    |other: &Turn| turn.is_above(other, proves) || other.is_above(&turn, proves);
                let so = self.has_all(number, mask, *op == IntOp::Sub);
                if !so || !turns.iter().all(untouched) {
                    return None;
                }
                turns.push(turn);
                Some((number, turns))
            }
            _ => None,
        }
    }
}
