//! Ways to write numbers by digits.

use crate::language::{Message, message, say_by_message};
/// A numeration: place values `U_0 = 1 < U_1 < ...`, and which digits may follow each other.
///
/// ```
/// use grundy::automaton::Numeration;
/// let fibonacci = Numeration::Quadratic(1);
/// assert_eq!(fibonacci.write(20), [1, 0, 1, 0, 1, 0]); // 13 + 5 + 2
/// assert_eq!(fibonacci.read(&[1, 0, 1, 0, 1, 0]), Some(20));
/// assert_eq!(fibonacci.read(&[1, 1]), None); // 3, which is written 1 0 0
/// assert_eq!(Numeration::Quadratic(2).write(10), [1, 1, 0]); // of 1, 3, 7: 7 + 3
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Numeration {
    /// `U_i = b^i`, digits below `b`, for `2 <= b <= 10`.
    Base(u8),
    /// `U_1 = t + 1` and `U_i = t U_(i-1) + U_(i-2)`, digits up to `t`, and below a digit `t` a
    /// zero, for `1 <= t <= 9`: the numeration of the continued fraction `[1; t, t, t, ...]`
    /// (Ostrowski; Fraenkel 1982). With `t = 1` it is Fibonacci's, with 2 it belongs to the square
    /// root of 2, with 3 to that of 13.
    Quadratic(u8),
}

impl Numeration {
    /// Whether its place values grow and have digits: a base is at least 2, and `t` at least 1.
    pub(super) fn counts(self) -> bool {
        match self {
            Numeration::Base(base) => base >= 2,
            Numeration::Quadratic(t) => t >= 1,
        }
    }

    /// That numbers can be written in it.
    pub(super) fn check(self) {
        assert!(self.counts(), "a base is at least 2 and a quadratic numeration at least 1");
    }

    /// How many digits there are.
    pub fn digits(self) -> usize {
        match self {
            Numeration::Base(base) => usize::from(base),
            Numeration::Quadratic(t) => usize::from(t) + 1,
        }
    }

    /// The place values that fit in 64 bits with a sign, the lowest first.
    pub(super) fn places(self) -> Vec<u64> {
        let mut places = vec![1_u64];
        let mut before = 1_u64;
        while let Some(&last) = places.last() {
            let next = match self {
                Numeration::Base(base) => last.checked_mul(base.into()),
                Numeration::Quadratic(t) => {
                    last.checked_mul(t.into()).and_then(|next| next.checked_add(before))
                }
            };
            let fits = |&next: &u64| next > last && i64::try_from(next).is_ok();
            let Some(next) = next.filter(fits) else { break };
            before = last;
            places.push(next);
        }
        places
    }

    /// The first place values, at most so many.
    pub(crate) fn first_places(self, count: usize) -> Vec<u64> {
        let mut places = self.places();
        places.truncate(count);
        places
    }

    /// The digits of a number below 2^63, the most significant first; none for 0.
    ///
    /// # Panics
    /// If the base is 0 or 1, or `t` is 0.
    pub fn write(self, mut number: u64) -> Vec<u8> {
        self.check();
        let mut digits = Vec::new();
        let t = match self {
            Numeration::Base(base) => {
                while number > 0 {
                    digits.push((number % u64::from(base)) as u8);
                    number /= u64::from(base);
                }
                digits.reverse();
                return digits;
            }
            Numeration::Quadratic(t) => u64::from(t),
        };
        // Up to the largest place that is not above the number, and down again.
        let (mut place, mut below) = (1_u64, 1_u64);
        while let Some(next) = place.checked_mul(t).and_then(|next| next.checked_add(below))
            && next <= number
        {
            (place, below) = (next, place);
        }
        while number > 0 || !digits.is_empty() {
            digits.push((number / place) as u8);
            number %= place;
            if place == 1 {
                break;
            }
            // What stands below the lowest place counts as 1.
            (place, below) = (below, place - t * below);
        }
        digits
    }

    /// The number with these digits; `None` if they are not the digits of a number, leading zeros
    /// aside, or it is too large; also where the base is 0 or 1, or `t` is 0.
    pub fn read(self, digits: &[u8]) -> Option<u64> {
        if !self.counts() {
            return None;
        }
        let start = digits.iter().position(|&digit| digit > 0).unwrap_or(digits.len());
        let digits = &digits[start..];
        let places = self.places();
        let mut number = 0_u64;
        for (&digit, place) in digits.iter().rev().zip(&places) {
            number = number.checked_add(place.checked_mul(digit.into())?)?;
        }
        (digits.len() <= places.len() && self.write(number) == digits).then_some(number)
    }

    /// The name by which Walnut knows it; beyond Fibonacci's a quadratic one is to be made there.
    pub(crate) fn walnut_name(self) -> String {
        match self {
            Numeration::Base(base) => format!("msd_{base}"),
            Numeration::Quadratic(1) => "msd_fib".to_owned(),
            Numeration::Quadratic(t) => format!("msd_quadratic{t}"),
        }
    }

    /// What is remembered of the digits read to tell whether the next one may follow: whether only
    /// a zero may. `None` if the digit may not follow.
    pub(crate) fn follow(self, only_zero: bool, digit: u8) -> Option<bool> {
        match self {
            Numeration::Base(_) => Some(false),
            Numeration::Quadratic(t) => (!only_zero || digit == 0).then_some(digit == t),
        }
    }
}

impl Numeration {
    /// What it is called.
    pub fn message(self) -> Message {
        match self {
            Numeration::Base(2) => message!("base 2"),
            Numeration::Base(base) => message!("base {base}", base),
            Numeration::Quadratic(1) => message!("Fibonacci"),
            Numeration::Quadratic(t) => message!("quadratic {t}", t),
        }
    }
}

say_by_message!(Numeration);
