//! Formats that a closed form answers, number by number: nothing is kept.

use grundy::nimber::Nimber;
use grundy::outcome::Outcome;
use grundy::theory::{bounded, euclid, fibonacci, lasker as lasker_nim, prime_powers, wythoff};

use super::reader::Reader;
use super::writer::Writer;
use super::{JudgeError, each_counted, each_until_zero};
use crate::language::{message, phrase};

/// More values than this are no longer a table that anyone reads: 200 MB of text.
const MOST_LISTED: u64 = 10_000_000;

/// Who wins Wythoff's game.
pub(super) fn poj1067(input: &mut Reader<'_>, output: &mut Writer<'_>) -> Result<(), JudgeError> {
    while let Some(a) = input.next()? {
        let b = input.need(phrase!("the second pile"))?;
        output.line(if wythoff::is_p_u64(a, b) { "0" } else { "1" })?;
    }
    Ok(())
}

/// All winning moves of Wythoff's game.
pub(super) fn hdu2177(input: &mut Reader<'_>, output: &mut Writer<'_>) -> Result<(), JudgeError> {
    while let Some(a) = input.next()? {
        let b = input.need(phrase!("the second pile"))?;
        if (a, b) == (0, 0) {
            break;
        }
        let winning = wythoff::winning_moves_u64(a, b);
        output.line(if winning.is_empty() { "0" } else { "1" })?;
        for result in winning {
            output.number(result.x);
            output.text(" ");
            output.number(result.y);
            output.end_line()?;
        }
    }
    Ok(())
}

/// Who wins Euclid's game with two numbers.
fn euclid_winner(a: u64, b: u64) -> &'static str {
    match euclid::value_u64(a, b, euclid::Left::Any) {
        0 => "Ollie wins",
        _ => "Stan wins",
    }
}

/// Who wins Euclid's game, to two zeros.
pub(super) fn poj2348(input: &mut Reader<'_>, output: &mut Writer<'_>) -> Result<(), JudgeError> {
    while let Some(a) = input.next()? {
        let b = input.need(phrase!("the second number"))?;
        if (a, b) == (0, 0) {
            break;
        }
        output.line(euclid_winner(a, b))?;
    }
    Ok(())
}

/// Who wins Euclid's game, in cases that are counted.
pub(super) fn p1290(input: &mut Reader<'_>, output: &mut Writer<'_>) -> Result<(), JudgeError> {
    each_counted(input, |input, a| {
        let b = input.need(phrase!("the second number"))?;
        output.line(euclid_winner(a, b))
    })
}

/// Who wins when 1 to m counters are taken from a heap.
pub(super) fn hdu1846(input: &mut Reader<'_>, output: &mut Writer<'_>) -> Result<(), JudgeError> {
    each_counted(input, |input, heap| {
        let most = input.need(phrase!("the most that may be taken"))?;
        output.line(if bounded::value_u64(heap, most) != 0 { "first" } else { "second" })
    })
}

/// Who wins when a power of two is taken. No power of two is a multiple of three, and 1 or 2 leads
/// from every other heap to one: the heaps that lose are those of taking 1 or 2.
pub(super) fn hdu1847(input: &mut Reader<'_>, output: &mut Writer<'_>) -> Result<(), JudgeError> {
    while let Some(heap) = input.next()? {
        output.line(if bounded::value_u64(heap, 2) != 0 { "Kiki" } else { "Cici" })?;
    }
    Ok(())
}

/// Who wins Fibonacci Nim.
pub(super) fn hdu2516(input: &mut Reader<'_>, output: &mut Writer<'_>) -> Result<(), JudgeError> {
    each_until_zero(input, |_, heap| {
        let next_wins = fibonacci::fresh_outcome_u64(heap) == Outcome::N;
        output.line(if next_wins { "First win" } else { "Second win" })
    })
}

/// Who wins Lasker's Nim.
pub(super) fn hdu3032(input: &mut Reader<'_>, output: &mut Writer<'_>) -> Result<(), JudgeError> {
    each_counted(input, |input, count| {
        let mut sum = 0;
        for _ in 0..count {
            let heap = input.need(phrase!("a heap"))?;
            let Some(value) = lasker_nim::value_u64(heap) else {
                return Err(
                    input.mistake(message!("the value of the heap {heap} is above 2^64-1", heap))
                );
            };
            sum ^= value;
        }
        output.line(if sum != 0 { "Alice" } else { "Bob" })
    })
}

/// The values of Lasker's Nim.
pub(super) fn lasker(input: &mut Reader<'_>, output: &mut Writer<'_>) -> Result<(), JudgeError> {
    let Some(last) = input.next()? else {
        return Ok(());
    };
    input.check(last, MOST_LISTED, phrase!("the number of values"))?;
    for (heap, value) in (1..).zip(lasker_nim::values_up_to(last)) {
        output.number(heap);
        output.text(": ");
        output.number(value);
        output.end_line()?;
    }
    Ok(())
}

/// Who wins a sum of heaps with a limit for each.
pub(super) fn example3(input: &mut Reader<'_>, output: &mut Writer<'_>) -> Result<(), JudgeError> {
    let Some(count) = input.next()? else {
        return Ok(());
    };
    let mut sum = 0;
    for _ in 0..count {
        let most = input.need(phrase!("the most that may be taken"))?;
        let heap = input.need(phrase!("a heap"))?;
        sum ^= bounded::value_u64(heap, most);
    }
    output.line(if sum != 0 { "N" } else { "P" })
}

/// Who wins when a prime power is taken.
pub(super) fn p4018(input: &mut Reader<'_>, output: &mut Writer<'_>) -> Result<(), JudgeError> {
    each_counted(input, |_, heap| {
        let next_wins = prime_powers::outcome_u64(heap) == Outcome::N;
        output.line(if next_wins { "October wins!" } else { "Roy wins!" })
    })
}

/// Nim-products.
pub(super) fn nimprod(input: &mut Reader<'_>, output: &mut Writer<'_>) -> Result<(), JudgeError> {
    each_counted(input, |input, a| {
        let b = input.need(phrase!("the second factor"))?;
        output.number((Nimber(a) * Nimber(b)).0);
        output.end_line()
    })
}
