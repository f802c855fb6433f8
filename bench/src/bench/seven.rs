//! The values of the seven-fold game for 0 to 64 one-bits: `theory::choose::table(7, 64)`, reached
//! through the judge format with one number of 64 ones. The plain program computes the same table
//! with the same sets, as plainly as they can be written.

use std::fs;

use anyhow::Result;

use super::{milliseconds, note};
use crate::programs::{directory, grundy, plain};
use crate::race::race;

const REPETITIONS: u32 = 5;

pub(super) fn run(_: &[String]) -> Result<bool> {
    let input = directory()?.join("seven.txt");
    fs::write(&input, format!("1\n{}\n", u64::MAX))?;
    let ours = grundy()?.arg("judge").arg("sslb1633");
    let outcome = race(&ours, &plain("sslb1633")?, Some(&input), REPETITIONS)?;
    let peak = |bytes: u64| format!("{:.1}", bytes as f64 / f64::from(1 << 20));
    println!("seven: the seven-fold table, 0 to 64 one-bits, the least of {REPETITIONS}");
    println!("{:<18} {:>9} {:>9} {:>7}  goal", "", "grundy", "plain C", "ratio");
    println!(
        "{:<18} {:>9} {:>9} {:>7.2}  below 500",
        "processor, ms",
        milliseconds(outcome.ours.processor),
        milliseconds(outcome.theirs.processor),
        outcome.ratio(),
    );
    println!(
        "{:<18} {:>9} {:>9} {:>7.2}  below 64{}\n",
        "peak memory, MiB",
        peak(outcome.ours.peak),
        peak(outcome.theirs.peak),
        outcome.theirs.peak as f64 / outcome.ours.peak as f64,
        note(outcome.same),
    );
    Ok(outcome.same)
}
