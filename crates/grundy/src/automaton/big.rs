//! Digits of numbers of any size.

use num_bigint::BigUint;

use super::dfa::Dfa;
use super::numeration::Numeration;

impl Numeration {
    /// The digits of a number, the most significant first; none for 0. `O(digits^2)`.
    ///
    /// ```
    /// use grundy::automaton::Numeration;
    /// let fibonacci = Numeration::Quadratic(1);
    /// assert_eq!(fibonacci.write_big(&12_u8.into()), [1, 0, 1, 0, 1]); // 8 + 3 + 1
    /// ```
    ///
    /// # Panics
    /// As [`Numeration::write`].
    pub fn write_big(self, number: &BigUint) -> Vec<u8> {
        self.check();
        let t = match self {
            _ if *number == BigUint::ZERO => return Vec::new(),
            Numeration::Base(base) => return number.to_radix_be(base.into()),
            Numeration::Quadratic(t) => t,
        };
        // The place values U_i and U_(i-1); U_(-1) is 1 like U_0. Downwards by subtraction, so that
        // only two are in memory.
        let (mut place, mut below) = (BigUint::from(1_u8), BigUint::from(1_u8));
        let mut count = 1_usize;
        loop {
            let next = &place * t + &below;
            if next > *number {
                break;
            }
            below = std::mem::replace(&mut place, next);
            count += 1;
        }
        let mut rest = number.clone();
        let mut digits = Vec::with_capacity(count);
        for left in (0..count).rev() {
            let mut digit = 0;
            while rest >= place {
                rest -= &place;
                digit += 1;
            }
            digits.push(digit);
            if left > 0 {
                let lower = &place - &below * t;
                place = std::mem::replace(&mut below, lower);
            }
        }
        digits
    }

    /// The number that digits weigh, the most significant first. `O(digits^2)`.
    ///
    /// ```
    /// use grundy::automaton::Numeration;
    /// assert_eq!(Numeration::Base(3).read_big(&[1, 0, 2]), 11_u8.into());
    /// ```
    pub fn read_big(self, digits: &[u8]) -> BigUint {
        let (mut place, mut below) = (BigUint::from(1_u8), BigUint::from(1_u8));
        let mut number = BigUint::ZERO;
        for &digit in digits.iter().rev() {
            number += &place * digit;
            place = match self {
                Numeration::Base(base) => place * base,
                Numeration::Quadratic(t) => {
                    let next = &place * t + below;
                    below = place;
                    next
                }
            };
        }
        number
    }
}

impl Dfa {
    /// Whether a tuple of numbers of any size is in the set, one number for each track; more numbers or fewer are no such tuple.
    /// `O(digits^2)` for their digits, and a step for each.
    pub fn accepts_big(&self, numbers: &[BigUint]) -> bool {
        if numbers.len() != self.tracks().len() {
            return false;
        }
        let words: Vec<Vec<u8>> = numbers.iter().map(|n| self.numeration().write_big(n)).collect();
        self.accepts_words(&words)
    }

    pub(super) fn accepts_words(&self, words: &[Vec<u8>]) -> bool {
        let step = |state: usize, letter: usize| self.row(state)[letter] as usize;
        self.is_accepting(self.word_letters(words).into_iter().fold(0, step))
    }

    /// The letters of words read at once, from the first track on: of all tracks, or of the first.
    pub(super) fn word_letters(&self, words: &[Vec<u8>]) -> Vec<usize> {
        let length = words.iter().map(Vec::len).max().unwrap_or(0);
        let letter = |at: usize| {
            let digit = |word: &Vec<u8>| {
                (at + word.len()).checked_sub(length).map_or(0, |index| usize::from(word[index]))
            };
            words.iter().rev().fold(0, |all, word| all * self.numeration().digits() + digit(word))
        };
        (0..length).map(letter).collect()
    }
}
