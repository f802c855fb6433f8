//! Formats of Nim: `hdu2176`, `p1247`, `poj2975`, `p2197`, `poj2234`, `hdu1849`, `hdu1907`.

use grundy::outcome::Outcome;
use grundy::theory::nim;

use super::reader::Reader;
use super::writer::Writer;
use super::{JudgeError, each_counted, each_until_zero};
use crate::language::phrase;

/// The piles of one case are kept, so there is an end to them: 128 MiB.
const MOST_PILES: u64 = 1 << 24;

/// Reads `count` piles, the newest number read. The list grows with what is there, not with what
/// is announced.
fn read_piles(input: &mut Reader<'_>, count: u64, piles: &mut Vec<u64>) -> Result<(), JudgeError> {
    input.check(count, MOST_PILES, phrase!("the number of piles"))?;
    piles.clear();
    for _ in 0..count {
        piles.push(input.need(phrase!("a pile"))?);
    }
    Ok(())
}

/// All winning moves.
pub(super) fn hdu2176(input: &mut Reader<'_>, output: &mut Writer<'_>) -> Result<(), JudgeError> {
    let mut piles = Vec::new();
    each_until_zero(input, |input, count| {
        read_piles(input, count, &mut piles)?;
        if nim::nim_sum_u64(&piles) == 0 {
            return output.line("No");
        }
        output.line("Yes")?;
        for winning in nim::winning_moves_u64(&piles) {
            output.number(piles[winning.heap]);
            output.text(" ");
            output.number(winning.to);
            output.end_line()?;
        }
        Ok(())
    })
}

/// The winning move of the first pile that has one, and what it leaves.
pub(super) fn p1247(input: &mut Reader<'_>, output: &mut Writer<'_>) -> Result<(), JudgeError> {
    let Some(count) = input.next()? else { return Ok(()) };
    let mut piles = Vec::new();
    read_piles(input, count, &mut piles)?;
    let first = nim::winning_moves_u64(&piles).next();
    let Some(winning) = first else { return output.line("lose") };
    output.number(piles[winning.heap] - winning.to);
    output.text(" ");
    output.number(winning.heap as u64 + 1);
    output.end_line()?;
    piles[winning.heap] = winning.to;
    for (at, &pile) in piles.iter().enumerate() {
        output.part(if at > 0 { " " } else { "" })?;
        output.number(pile);
    }
    output.end_line()
}

/// The number of winning moves.
pub(super) fn poj2975(input: &mut Reader<'_>, output: &mut Writer<'_>) -> Result<(), JudgeError> {
    let mut piles = Vec::new();
    each_until_zero(input, |input, count| {
        read_piles(input, count, &mut piles)?;
        output.number(nim::winning_moves_u64(&piles).count() as u64);
        output.end_line()
    })
}

/// Reads so many piles and says who wins Nim with them.
fn who_wins(
    input: &mut Reader<'_>,
    count: u64,
    [first, second]: [&str; 2],
    output: &mut Writer<'_>,
) -> Result<(), JudgeError> {
    let mut sum = 0;
    for _ in 0..count {
        sum ^= input.need(phrase!("a pile"))?;
    }
    output.line(if sum != 0 { first } else { second })
}

/// Who wins, in cases that are counted.
pub(super) fn p2197(input: &mut Reader<'_>, output: &mut Writer<'_>) -> Result<(), JudgeError> {
    each_counted(input, |input, count| who_wins(input, count, ["Yes", "No"], output))
}

/// Who wins, to the end of the input.
pub(super) fn poj2234(input: &mut Reader<'_>, output: &mut Writer<'_>) -> Result<(), JudgeError> {
    while let Some(count) = input.next()? {
        who_wins(input, count, ["Yes", "No"], output)?;
    }
    Ok(())
}

/// Who wins, to a case without piles.
pub(super) fn hdu1849(input: &mut Reader<'_>, output: &mut Writer<'_>) -> Result<(), JudgeError> {
    let names = ["Rabbit Win!", "Grass Win!"];
    each_until_zero(input, |input, count| who_wins(input, count, names, output))
}

/// Who wins misère Nim.
pub(super) fn hdu1907(input: &mut Reader<'_>, output: &mut Writer<'_>) -> Result<(), JudgeError> {
    let mut piles = Vec::new();
    each_counted(input, |input, count| {
        read_piles(input, count, &mut piles)?;
        let next_wins = nim::misere_outcome_u64(&piles).outcome == Outcome::N;
        output.line(if next_wins { "John" } else { "Brother" })
    })
}
