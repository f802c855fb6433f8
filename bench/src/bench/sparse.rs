//! Positions that no table has, by the definition with a memo that threads share: on two threads beside one.
//!
//! Both sides are this program, which evaluates one position and writes its value or its outcome.

use anyhow::{Context, Result, bail};
use grundy::limits::Limits;
use grundy::rule::{Component, Rules, parse};
use grundy::search::{Misere, Values};

use super::note;
use crate::programs::this;
use crate::race::race;

/// The argument with which this program is a side.
pub(super) const SIDE: &str = "side-of-sparse";

const REPETITIONS: u32 = 5;

struct Row {
    name: &'static str,
    rule: &'static str,
    /// The components of the position.
    start: &'static [&'static [i64]],
}

const ROWS: &[Row] = &[
    Row {
        name: "pass",
        rule: "[a, b, c, d, p] -> [a-k, b, c, d, p] for k in 1..a | [a, b-k, c, d, p] for k in 1..b \
            | [a, b, c-k, d, p] for k in 1..c | [a, b, c, d-k, p] for k in 1..d \
            | [a, b, c, d, 0] if p > 0 and a + b + c + d > 0",
        start: &[&[16, 16, 16, 16, 1]],
    },
    Row {
        name: "seven",
        rule: "[a, b, c, d, e, f, g] -> [a-k, b, c, d, e, f, g] for k in 1..a \
            | [a, b-k, c, d, e, f, g] for k in 1..b | [a, b, c-k, d, e, f-1, g] for k in 1..c \
            | [a, b, c, d-k, e, f, g] for k in 1..d | [a, b, c, d, e-k, f, g-k] for k in 1..min(e, g) \
            | [a, b, c, d, e, f, g-1]\nwin on [a, b, c, d, e, f, g] if a + b + c + d + e + f + g == 1",
        start: &[&[6, 6, 7, 8, 8, 8, 9]],
    },
    Row {
        name: "mask",
        rule: "[m] -> [m - 2**i] for i in 0..19 if and(m, 2**i) != 0 \
            | [m - 3*2**i] for i in 0..18 if and(m, 3*2**i) == 3*2**i and i % 5 != 4",
        start: &[&[(1 << 20) - 1]],
    },
    Row {
        name: "sums",
        rule: "[a, b, c] -> [a-k, b, c] for k in 1..min(a, 2) | [a, b-k, c] for k in 1..min(b, 3) \
            | [a, b, c-k] for k in 1..c | [i, b, c] + [a-i-1, b, 0] for i in 1..a-2",
        start: &[&[70, 45, 35]],
    },
    Row {
        name: "kayles",
        rule: "misere [n] -> [a] + [n-k-a] for k in 1..2, a in 0..n-k",
        start: &[&[26], &[25]],
    },
    Row {
        name: "wythoff",
        rule: "misere [a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b \
            | [a-k, b-k] for k in 1..min(a, b)",
        start: &[&[28, 24], &[22, 20]],
    },
];

pub(super) fn run() -> Result<bool> {
    println!(
        "sparse positions by the definition, on two threads beside one: the least of {REPETITIONS}; `misère` for the last two"
    );
    println!(
        "{:<10} {:>9} {:>9} {:>6} {:>11} {:>11} {:>9} {:>9}",
        "rule", "one, s", "two, s", "gain", "one, cpu s", "two, cpu s", "one, MiB", "two, MiB"
    );
    let mut same = true;
    for row in ROWS {
        let side = |threads| anyhow::Ok(this("bench")?.arg(SIDE).arg(row.name).arg(threads));
        let outcome = race(&side("2")?, &side("1")?, None, REPETITIONS)?;
        let (one, two) = (outcome.theirs, outcome.ours);
        let mebibytes = |bytes: u64| bytes as f64 / f64::from(1 << 20);
        println!(
            "{:<10} {:>9.2} {:>9.2} {:>6.2} {:>11.2} {:>11.2} {:>9.1} {:>9.1}{}",
            row.name,
            one.wall.as_secs_f64(),
            two.wall.as_secs_f64(),
            one.wall.as_secs_f64() / two.wall.as_secs_f64(),
            one.processor.as_secs_f64(),
            two.processor.as_secs_f64(),
            mebibytes(one.peak),
            mebibytes(two.peak),
            note(outcome.same),
        );
        same &= outcome.same;
    }
    println!();
    Ok(same)
}

/// Evaluates the position of the named row on so many threads and prints what it is worth.
pub(super) fn side(arguments: &[String]) -> Result<()> {
    let [name, threads] = arguments else { bail!("a row and a number of threads are needed") };
    let row = ROWS.iter().find(|row| row.name == name).context("no such row")?;
    let limits = Limits::default().threads(threads.parse()?);
    let rules = Rules::new(parse(row.rule)?, &[])?;
    let sum: Vec<Component> =
        row.start.iter().map(|coords| rules.component(0, coords)).collect::<Result<_, _>>()?;
    match rules.is_misere() {
        true => println!("{}", Misere::new(&rules).outcome(&sum, &limits)?),
        false => println!("{}", Values::new(&rules).sum(&sum, &limits)?),
    }
    Ok(())
}
