//! Every judge format beside a plain C program that reads with scanf and writes with printf.

use std::fs::File;
use std::io::{BufWriter, Write};

use anyhow::Result;

use super::inputs::{FORMATS, Format};
use super::random::Random;
use super::{milliseconds, note};
use crate::programs::{directory, grundy, plain};
use crate::race::{Outcome, race};

const REPETITIONS: u32 = 7;

/// Races the formats with the given ids, or all.
pub(super) fn run(ids: &[String]) -> Result<bool> {
    println!("judge: processor time in ms, the least of {REPETITIONS}");
    println!(
        "{:<10} {:<28} {:>9} {:>9} {:>7}  goal",
        "format", "input", "grundy", "plain C", "ratio"
    );
    let mut same = true;
    for format in
        FORMATS.iter().filter(|format| ids.is_empty() || ids.iter().any(|id| id == format.id))
    {
        let outcome = measure(format)?;
        println!(
            "{:<10} {:<28} {:>9} {:>9} {:>7.2}  {:.0}{}",
            format.id,
            format.size,
            milliseconds(outcome.ours.processor),
            milliseconds(outcome.theirs.processor),
            outcome.ratio(),
            format.goal,
            note(outcome.same),
        );
        same &= outcome.same;
    }
    println!();
    Ok(same)
}

fn measure(format: &Format) -> Result<Outcome> {
    let input = directory()?.join("input.txt");
    let mut out = BufWriter::new(File::create(&input)?);
    (format.write)(&mut Random::new(1), &mut out)?;
    out.flush()?;
    let ours = grundy()?.arg("judge").arg(format.id);
    race(&ours, &plain(format.id)?, Some(&input), REPETITIONS)
}
