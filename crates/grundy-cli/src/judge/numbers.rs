//! Formats about the digits of numbers: `sslb1633` in base two, `p2953` in base ten.

use grundy::limits::Limits;
use grundy::theory::choose::Choose;

use super::reader::Reader;
use super::writer::Writer;
use super::{JudgeError, each_counted};
use crate::language::phrase;

/// How many subsets a number is replaced by.
const FOLD: u32 = 7;

/// A hundred times what the format of the digit game asks for: 20 MB, half a second.
const LARGEST_NUMBER: u64 = 100_000_000;

/// Who wins when a number is replaced by seven proper bit-subsets of itself.
pub(super) fn sslb1633(input: &mut Reader<'_>, output: &mut Writer<'_>) -> Result<(), JudgeError> {
    let Some(count) = input.next()? else {
        return Ok(());
    };
    let mut table = Choose::new(FOLD);
    let mut sum = 0;
    for _ in 0..count {
        let ones = input.need(phrase!("a number"))?.count_ones() as usize;
        // Without limits nothing stops the table short of a number's 64 bits.
        if let Err(stop) = table.extend_to(ones, &Limits::default()) {
            return Err(input.mistake(stop.message()));
        }
        sum ^= table.values()[ones];
    }
    output.line(if sum != 0 { "B" } else { "L" })
}

/// The digit game, tabulated as far as it is asked for.
///
/// From `n` its largest digit is subtracted, or its smallest digit that is not zero; who comes to 0
/// wins. A decade, ten numbers with all digits but the last in common, is worked out at once.
#[derive(Default)]
struct DigitGame {
    /// Bit `d` of entry `n` says whether `10 n + d` is won.
    decades: Vec<u16>,
}

impl DigitGame {
    fn wins(&mut self, n: u64) -> bool {
        let (decade, digit) = ((n / 10) as usize, n % 10);
        while self.decades.len() <= decade {
            self.decades.push(self.next_decade());
        }
        self.decades[decade] >> digit & 1 == 1
    }

    fn next_decade(&self) -> u16 {
        let (mut largest, mut smallest) = (0, 9);
        let mut higher = self.decades.len();
        while higher > 0 {
            let digit = higher % 10;
            largest = largest.max(digit);
            smallest = if digit == 0 { smallest } else { smallest.min(digit) };
            higher /= 10;
        }
        // The decade before in the lower ten bits, this one above them.
        let mut wins = u32::from(self.decades.last().copied().unwrap_or(0));
        // Zero has no digit to subtract.
        let first = usize::from(self.decades.is_empty());
        for digit in first..10 {
            let here = 10 + digit;
            let least = if digit == 0 { smallest } else { smallest.min(digit) };
            let lost = |to: usize| wins >> to & 1 == 0;
            let win = lost(here - largest.max(digit)) || lost(here - least);
            wins |= u32::from(win) << here;
        }
        (wins >> 10) as u16
    }
}

/// Who wins the digit game.
pub(super) fn p2953(input: &mut Reader<'_>, output: &mut Writer<'_>) -> Result<(), JudgeError> {
    let mut game = DigitGame::default();
    each_counted(input, |input, n| {
        input.check(n, LARGEST_NUMBER, phrase!("a number"))?;
        output.line(if game.wins(n) { "YES" } else { "NO" })
    })
}
