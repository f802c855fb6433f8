//! Linear equations and inequalities between numbers.

use super::dfa::{Dfa, TooLarge, Track};
use super::numeration::Numeration;

/// What is said of a linear form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sign {
    /// It is 0.
    Zero,
    /// It is at least 0.
    NonNegative,
}

/// `c_1 x_1 + ... + c_n x_n + c`, and what is said of it.
///
/// ```
/// use grundy::automaton::{Linear, Sign};
/// // 2 x - y + x >= 4, with x and y on the tracks 0 and 1.
/// let relation = Linear::new([(0, 2), (1, -1), (0, 1)], -4, Sign::NonNegative);
/// assert_eq!(relation.terms, [(0, 3), (1, -1)]);
/// assert!(relation.holds(|track| [2, 2][usize::from(track)]));
/// assert!(!relation.holds(|track| [2, 3][usize::from(track)]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Linear {
    /// Tracks with their coefficients, ascending, each once, none with coefficient 0.
    pub terms: Vec<(Track, i64)>,
    /// The constant.
    pub constant: i64,
    /// What is said.
    pub sign: Sign,
}

/// A state of the automaton: the weighted sum of the digits read is `u` times one place value and
/// `v` times the one below it, or its sign is settled whatever follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum State {
    Open(i64, i64),
    Positive,
    Negative,
}

/// Coefficients and constants beyond this are refused.
const LARGEST: i64 = 1 << 20;

impl Linear {
    /// Sorts and joins the terms; what is too large for 64 bits is refused as the largest of them is.
    pub fn new(terms: impl IntoIterator<Item = (Track, i64)>, constant: i64, sign: Sign) -> Linear {
        let mut all: Vec<(Track, i64)> = Vec::new();
        for (track, coefficient) in terms {
            match all.iter_mut().find(|(known, _)| *known == track) {
                Some((_, sum)) => *sum = sum.saturating_add(coefficient),
                None => all.push((track, coefficient)),
            }
        }
        all.retain(|&(_, coefficient)| coefficient != 0);
        all.sort_unstable();
        Linear { terms: all, constant, sign }
    }

    /// The same of the numbers on other tracks.
    pub(crate) fn renamed(&self, name: impl Fn(Track) -> Track) -> Linear {
        let terms = self.terms.iter().map(|&(track, weight)| (name(track), weight));
        Linear::new(terms, self.constant, self.sign)
    }

    /// Whether it holds of all numbers, which are at least 0.
    pub(crate) fn holds_of_all(&self) -> bool {
        match self.sign {
            Sign::Zero => self.constant == 0 && self.terms.is_empty(),
            Sign::NonNegative => self.constant >= 0 && self.terms.iter().all(|term| term.1 > 0),
        }
    }

    /// Whether it holds for the numbers that `value` gives to tracks.
    pub fn holds(&self, value: impl Fn(Track) -> i64) -> bool {
        let term = |&(track, coefficient): &(Track, i64)| {
            i128::from(coefficient) * i128::from(value(track))
        };
        let sum = self.terms.iter().map(term).sum::<i128>() + i128::from(self.constant);
        match self.sign {
            Sign::Zero => sum == 0,
            Sign::NonNegative => sum >= 0,
        }
    }
}

impl Dfa {
    /// The tuples for which a linear relation holds.
    ///
    /// The digits read so far weigh `u U_i + v U_(i-1)`, with `i` places to come. Reading the digit
    /// of place `i - 1`, of weighted sum `d`, makes `(t u + v + d) U_(i-1) + u U_(i-2)` of it, and
    /// at the end, with `U_0 = U_(-1) = 1`, the sum is `u + v`. The digits to come add at least
    /// `-D (U_i + U_(i-1) - 2) / t`, where `-D` is the least that the digits of one place weigh, and
    /// `U_i / U_(i-1)` lies between 1 and `t + 1`; so the sign is settled when the linear bound in
    /// that quotient is positive at both ends. What is not settled is finite, because the other root
    /// of `x^2 = t x + 1` is less than 1 in size. In base `b` the same with one number: from `u` to
    /// `b u + d`.
    ///
    /// # Errors
    /// [`TooLarge`], also for coefficients beyond 2^20.
    pub fn linear(numeration: Numeration, relation: &Linear) -> Result<Dfa, TooLarge> {
        let weights: Vec<i64> = relation.terms.iter().map(|&(_, weight)| weight).collect();
        let large = |number: i64| !(-LARGEST..=LARGEST).contains(&number);
        if weights.iter().any(|&weight| large(weight)) || large(relation.constant) {
            return Err(TooLarge);
        }
        let tracks: Vec<Track> = relation.terms.iter().map(|&(track, _)| track).collect();
        let largest = numeration.digits() as i64 - 1;
        let least: i64 = weights.iter().map(|&w| w.min(0) * largest).sum();
        let most: i64 = weights.iter().map(|&w| w.max(0) * largest).sum();
        let bounds = Bounds { numeration, least, most, constant: relation.constant };
        let step = |state: &State, letter: &[u8]| match *state {
            State::Open(u, v) => {
                let d: i64 = weights.iter().zip(letter).map(|(&w, &x)| w * i64::from(x)).sum();
                bounds.settled(match numeration {
                    Numeration::Base(base) => (i64::from(base) * u + d, 0),
                    Numeration::Quadratic(t) => (i64::from(t) * u + v + d, u),
                })
            }
            settled => settled,
        };
        let accepts = |state: &State| match (*state, relation.sign) {
            (State::Open(u, v), Sign::Zero) => u + v + relation.constant == 0,
            (State::Open(u, v), Sign::NonNegative) => u + v + relation.constant >= 0,
            (State::Positive, sign) => sign == Sign::NonNegative,
            (State::Negative, _) => false,
        };
        let all = Dfa::explore(numeration, &tracks, State::Open(0, 0), step, accepts)?;
        all.minimised().and(&Dfa::all(numeration, &tracks)?)
    }
}

/// What settles the sign of a sum.
struct Bounds {
    numeration: Numeration,
    /// The least and the most that the digits of one place weigh.
    least: i64,
    most: i64,
    constant: i64,
}

impl Bounds {
    fn settled(&self, (u, v): (i64, i64)) -> State {
        let Bounds { least, most, constant, .. } = *self;
        let (positive, negative) = match self.numeration {
            Numeration::Base(base) => {
                let growth = i64::from(base) - 1;
                (
                    u * growth + least >= 0 && u + constant > 0,
                    u * growth + most <= 0 && u + constant < 0,
                )
            }
            Numeration::Quadratic(t) => {
                let t = i64::from(t);
                let ends = |d: i64| {
                    let (a, b) = (t * u + d, t * v + d);
                    (a + b, a * (t + 1) + b)
                };
                let (low, high) = (ends(least), ends(most));
                let (low, high) = (low.0.min(low.1), high.0.max(high.1));
                (
                    low >= 0 && low - 2 * least + t * constant > 0,
                    high <= 0 && high - 2 * most + t * constant < 0,
                )
            }
        };
        match (positive, negative) {
            (true, _) => State::Positive,
            (_, true) => State::Negative,
            _ => State::Open(u, v),
        }
    }
}
