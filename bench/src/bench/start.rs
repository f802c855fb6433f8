//! From the start of the command to its first answer, beside a program that does nothing.

use std::process::Stdio;
use std::time::Duration;

use anyhow::Result;

use super::milliseconds;
use crate::programs::grundy;
use crate::race::Program;

const RUNS: usize = 50;

pub(super) fn run(_: &[String]) -> Result<bool> {
    let mut ours = grundy()?;
    for word in ["moves", "nim", "5", "7", "8", "9", "10"] {
        ours = ours.arg(word);
    }
    let (ours, nothing) = (median(&ours)?, median(&Program::new("true"))?);
    println!("start: wall time in ms from start to end, the median of {RUNS}");
    println!("{:<28} {:>9}  goal", "", "ms");
    println!("{:<28} {:>9}  below 10", "grundy moves nim 5 7 8 9 10", milliseconds(ours));
    println!("{:<28} {:>9}\n", "true", milliseconds(nothing));
    Ok(true)
}

fn median(program: &Program) -> Result<Duration> {
    let mut times = (0..RUNS)
        .map(|_| Ok(program.run(None, Stdio::null())?.wall))
        .collect::<Result<Vec<Duration>>>()?;
    times.sort_unstable();
    Ok(times[RUNS / 2])
}
