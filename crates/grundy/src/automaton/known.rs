//! Sets that have a description in words, to be compared with sets that were found.

use super::dfa::{Dfa, TooLarge, Track};
use super::linear::{Linear, Sign};
use super::numeration::Numeration;

/// What has been read of a pair of which the second number is to be the first with a zero behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Shift {
    /// The digit that must come next in the first number, and whether that number ends, so far, in
    /// an even number of zeros; `None` while it has only zeros.
    Expects(u8, Option<bool>),
    Wrong,
}

impl Dfa {
    /// The pairs, in either order, of which the smaller ends in an even number of zeros and the
    /// larger is the smaller with one more zero behind it; and the pair of zeros. Fraenkel's
    /// description of the lost positions of Wythoff's games.
    ///
    /// # Errors
    /// [`TooLarge`], never for the numerations there are.
    pub fn shifted_pairs(numeration: Numeration) -> Result<Dfa, TooLarge> {
        let step = |state: &Shift, letter: &[u8]| match *state {
            Shift::Expects(digit, zeros) if letter[0] == digit => {
                let zeros = match (digit, zeros) {
                    (0, zeros) => zeros.map(|even| !even),
                    _ => Some(true),
                };
                Shift::Expects(letter[1], zeros)
            }
            _ => Shift::Wrong,
        };
        let accepts = |state: &Shift| match *state {
            Shift::Expects(0, zeros) => zeros != Some(false),
            _ => false,
        };
        let start = Shift::Expects(0, None);
        let pairs = Dfa::explore(numeration, &[0, 1], start, step, accepts)?;
        let pairs = pairs.minimised().and(&Dfa::all(numeration, &[0, 1])?)?;
        pairs.or(&pairs.renamed(&[1, 0])?)
    }

    /// The numbers that are place values of the numeration: powers of its base, or Fibonacci numbers.
    ///
    /// # Errors
    /// [`TooLarge`], never for a single track.
    pub fn places(numeration: Numeration, track: Track) -> Result<Dfa, TooLarge> {
        let step = |state: &Option<bool>, letter: &[u8]| match (state, letter[0]) {
            (&Some(seen), 0) => Some(seen),
            (Some(false), 1) => Some(true),
            _ => None,
        };
        let accepts = |state: &Option<bool>| *state == Some(true);
        Ok(Dfa::explore(numeration, &[track], Some(false), step, accepts)?.minimised())
    }

    /// The pairs of a number and the place value of its first digit, and the pair of zeros.
    ///
    /// # Errors
    /// [`TooLarge`], never for two tracks.
    pub fn first_places(numeration: Numeration) -> Result<Dfa, TooLarge> {
        let step = |state: &Option<bool>, letter: &[u8]| match (state, letter[0], letter[1]) {
            (Some(false), 0, 0) => Some(false),
            (Some(false), 1.., 1) | (Some(true), _, 0) => Some(true),
            _ => None,
        };
        let pairs = Dfa::explore(numeration, &[0, 1], Some(false), step, Option::is_some)?;
        pairs.minimised().and(&Dfa::all(numeration, &[0, 1])?)
    }

    /// The tuples of which the last number is the nim-sum of the others, in base 2, for one to
    /// three others.
    ///
    /// # Errors
    /// [`TooLarge`] for more.
    pub fn nim_sums(others: usize) -> Result<Dfa, TooLarge> {
        match others {
            0 | 1 => {
                let same = Linear::new([(0, 1), (1, -1)], 0, Sign::Zero);
                Dfa::linear(Numeration::Base(2), &same)
            }
            2 => Ok(Dfa::xor(0, 1, 2)?.minimised()),
            3 => Dfa::xor(0, 1, 9)?.and(&Dfa::xor(9, 2, 3)?)?.exists(9),
            _ => Err(TooLarge),
        }
    }

    /// The numbers that leave one of these remainders by the modulus and are at least `from`, and
    /// those given besides.
    ///
    /// # Errors
    /// [`TooLarge`].
    pub fn residues(
        numeration: Numeration,
        modulus: i64,
        remainders: &[i64],
        from: i64,
        besides: &[i64],
    ) -> Result<Dfa, TooLarge> {
        const K: Track = 9;
        let mut all = Dfa::all(numeration, &[0])?.not()?;
        for &rest in remainders {
            let class = Linear::new(
                [(0, 1), (K, modulus.saturating_neg())],
                rest.saturating_neg(),
                Sign::Zero,
            );
            let large = Linear::new([(0, 1)], from.saturating_neg(), Sign::NonNegative);
            let class = Dfa::linear(numeration, &class)?.exists(K)?;
            all = all.or(&class.and(&Dfa::linear(numeration, &large)?)?)?;
        }
        for &n in besides {
            let here = Linear::new([(0, 1)], n.saturating_neg(), Sign::Zero);
            all = all.or(&Dfa::linear(numeration, &here)?)?;
        }
        Ok(all)
    }

    /// The pairs `(modulus k + r, slope k + c_r)` for all `k` and every remainder `r`, `c_r` being
    /// the entry of the list, and the pairs given besides, which take the place of the others.
    ///
    /// # Errors
    /// [`TooLarge`].
    pub fn progressions(
        numeration: Numeration,
        slope: i64,
        constants: &[i64],
        besides: &[(i64, i64)],
    ) -> Result<Dfa, TooLarge> {
        const K: Track = 9;
        let modulus = constants.len() as i64;
        let equal = |track: Track, factor: i64, constant: i64| {
            Linear::new(
                [(track, 1), (K, factor.saturating_neg())],
                constant.saturating_neg(),
                Sign::Zero,
            )
        };
        let mut all: Option<Dfa> = None;
        let mut add = |one: Dfa| {
            all = Some(match all.take() {
                None => one,
                Some(all) => all.or(&one)?,
            });
            Ok(())
        };
        for (rest, &constant) in (0..).zip(constants) {
            let first = Dfa::linear(numeration, &equal(0, modulus, rest))?;
            let second = Dfa::linear(numeration, &equal(1, slope, constant))?;
            let mut one = first.and(&second)?.exists(K)?;
            for &(n, _) in besides {
                let here = Linear::new([(0, 1)], n.saturating_neg(), Sign::Zero);
                one = one.and(&Dfa::linear(numeration, &here)?.not()?)?;
            }
            add(one)?;
        }
        let number = |track, n: i64| Linear::new([(track, 1)], n.saturating_neg(), Sign::Zero);
        for &(n, g) in besides {
            let first = Dfa::linear(numeration, &number(0, n))?;
            let second = Dfa::linear(numeration, &number(1, g))?;
            add(first.and(&second)?)?;
        }
        all.ok_or(TooLarge)
    }
}
