//! Grundy values by the definition: the mex over the options, each the nim-sum of its pieces.
//!
//! This is the twin of every faster engine. A heap of `n` tries each amount `i <= n` with its digit
//! `d_i`: the whole rest as one heap, and every way to break the rest into two or three heaps. That
//! costs `O(n)` per heap and digit for two pieces and `O(n^2)` for three. Where there are conditions on what is
//! left, each option is asked about.

use crate::heap::games::game::each_rest;
use crate::heap::{HeapGame, Values};
use crate::limits::{Limits, Stop};
use crate::nimber::{Mex, Nimber};

/// Option values between two looks at the clock, and heaps, for there may be no options.
const STEPS_PER_CHECK: u64 = 1 << 18;
const HEAPS_PER_CHECK: u64 = 1 << 12;

/// The values of a game, heap after heap.
///
/// ```
/// use grundy::heap::{HeapGame, definition::Definition};
/// use grundy::limits::Limits;
/// let mut kayles = Definition::new(HeapGame::Code("0.77".parse()?));
/// kayles.advance(8, &Limits::default())?;
/// assert!(kayles.values().iter().eq([0, 1, 2, 3, 1, 4, 3, 2, 1]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Definition {
    game: HeapGame,
    /// Of a code with an end the digits that are not 0, with their places: a set of two amounts may have very many that are.
    digits: Option<Vec<(u64, u8)>>,
    values: Values,
    /// The option values of one heap.
    seen: Mex,
    /// Option values looked at in all: the work done.
    looked: u64,
}

impl Definition {
    /// A sequence of which nothing is computed yet.
    pub fn new(game: HeapGame) -> Definition {
        Definition::resume(game, Values::default())
    }

    /// A sequence whose first values, from heap 0 on, are known.
    /// They are believed.
    ///
    /// ```
    /// use grundy::heap::{HeapGame, definition::Definition};
    /// use grundy::limits::Limits;
    /// let first = [0, 1, 2, 3, 1].into_iter().collect();
    /// let mut kayles = Definition::resume(HeapGame::Code("0.77".parse()?), first);
    /// kayles.advance(8, &Limits::default())?;
    /// assert!(kayles.values().iter().skip(5).eq([4, 3, 2, 1]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn resume(game: HeapGame, values: Values) -> Definition {
        let digits = match &game {
            HeapGame::Code(code) => code.last_digit().map(|last| {
                let digits = (0..=last).map(|taken| (taken, code.digit(taken)));
                digits.filter(|&(_, digit)| digit > 0).collect()
            }),
            _ => None,
        };
        Definition { game, digits, values, seen: Mex::default(), looked: 0 }
    }

    /// The values known so far.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// The values known so far, on their own.
    pub fn into_values(self) -> Values {
        self.values
    }

    /// How many option values were looked at: a count of the work that no clock disturbs.
    ///
    /// ```
    /// use grundy::heap::{HeapGame, definition::Definition};
    /// use grundy::limits::Limits;
    /// // Nim: heap n has n options.
    /// let mut nim = Definition::new(HeapGame::Code("0.(3)".parse()?));
    /// nim.advance(4, &Limits::default())?;
    /// assert_eq!(nim.looked(), 1 + 2 + 3 + 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn looked(&self) -> u64 {
        self.looked
    }

    /// Computes the values of all heaps up to `last`.
    ///
    /// ```
    /// use grundy::heap::{HeapGame, definition::Definition};
    /// use grundy::limits::{Cancel, Limits, Stop};
    /// let cancel = Cancel::default();
    /// let limits = Limits::default().cancel(cancel.clone());
    /// let mut nim = Definition::new(HeapGame::Code("0.(3)".parse()?));
    /// assert_eq!(nim.advance(5, &limits), Ok(()));
    /// cancel.cancel();
    /// assert_eq!(nim.advance(1 << 40, &limits), Err(Stop::Cancelled));
    /// assert!(nim.values().iter().take(6).eq(0..6));
    /// # Ok::<(), grundy::heap::CodeError>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached; the values until then are kept.
    pub fn advance(&mut self, last: u64, limits: &Limits) -> Result<(), Stop> {
        let (game, digits) = (self.game.clone(), self.digits.clone());
        while self.values.len() as u64 <= last {
            self.values.check_memory(limits)?;
            self.seen.clear();
            let n = self.values.len() as u64;
            if n.is_multiple_of(HEAPS_PER_CHECK) {
                limits.check()?;
            }
            let mut see = |left: &[u64]| {
                let value = left.iter().fold(0, |sum, &heap| sum ^ self.value(heap));
                self.option(value, limits)
            };
            match &digits {
                Some(digits) => {
                    let mut digits = digits.iter().take_while(|&&(taken, _)| taken <= n);
                    digits.try_for_each(|&(taken, digit)| each_rest(digit, n - taken, &mut see))?;
                }
                None => game.each_option(n, see)?,
            }
            self.values.push(self.seen.mex().0);
        }
        Ok(())
    }

    fn value(&self, n: u64) -> u64 {
        self.values.at(n as usize)
    }

    /// Notes the value of one option.
    fn option(&mut self, value: u64, limits: &Limits) -> Result<(), Stop> {
        self.looked += 1;
        if self.looked.is_multiple_of(STEPS_PER_CHECK) {
            limits.check()?;
            limits.report(self.values.len() as u64, None);
        }
        self.seen.insert(Nimber(value));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(game: HeapGame, last: u64) -> Vec<u64> {
        let mut run = Definition::new(game);
        run.advance(last, &Limits::default()).unwrap();
        run.into_values().iter().collect()
    }

    /// A heap takes as many steps as there are amounts, however large they are.
    #[test]
    fn digits_that_are_0_take_no_time() {
        let code = format!("0.3{}3", "0".repeat(200_000));
        let found = values(HeapGame::Code(code.parse().unwrap()), 300_000);
        let expected = |n: usize| if n < 200_002 { n % 2 } else { 0 };
        assert!((0..200_002).all(|n| found[n] == expected(n) as u64));
        assert_eq!(found[200_002..200_006], [2, 0, 1, 0]);
    }

    #[test]
    fn each_bit_of_a_digit_is_one_way_to_leave_the_rest() {
        let code = |text: &str| HeapGame::Code(text.parse().unwrap());
        assert_eq!(values(code("0.1"), 4), [0, 1, 0, 0, 0]);
        assert_eq!(values(code("0.2"), 4), [0, 0, 1, 0, 1]);
        assert_eq!(values(code("0.4"), 6), [0, 0, 0, 1, 1, 2, 0]);
        assert_eq!(values(code("4."), 5), [0, 0, 1, 0, 1, 0]);
        assert_eq!(values(code("8."), 6), [0, 0, 0, 1, 1, 2, 2]);
        assert_eq!(values(code("0.(3)"), 5), [0, 1, 2, 3, 4, 5]);
        assert_eq!(values(code("4.(3)"), 8), [0, 1, 2, 4, 3, 5, 6, 8, 7]);
    }

    #[test]
    fn grundys_game() {
        let known = [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0];
        assert_eq!(values(HeapGame::Grundys, 20), known);
    }

    #[test]
    fn a_stopped_run_goes_on() {
        let mut run = Definition::new(HeapGame::Grundys);
        let limits = Limits::default();
        limits.cancel.cancel();
        assert_eq!(run.advance(5000, &limits), Err(Stop::Cancelled));
        run.advance(5000, &Limits::default()).unwrap();
        assert!(run.values().iter().eq(values(HeapGame::Grundys, 5000)));
        // Also where no heap has an option.
        let mut empty = Definition::new(HeapGame::Code("0.0".parse().unwrap()));
        assert_eq!(empty.advance(u64::MAX, &limits), Err(Stop::Cancelled));
    }
}
