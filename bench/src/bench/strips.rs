//! Strips of three lengths on a board, typed as a rule, beside the plain program: any value of a piece may
//! meet any other, so that the plain program looks at all pairs of pieces.

use anyhow::{Context, Result, bail};
use grundy::limits::Limits;
use grundy::play::{Asked, Session};
use grundy::ruleset::Value;

use super::{milliseconds, note};
use crate::programs::{plain, this};
use crate::race::race;

/// The argument with which this program is our side.
pub(super) const SIDE: &str = "side-of-strips";

/// Lengths, the longest board, how often each side does it all, repetitions, and the ratio wanted.
type Row = ([u64; 3], u64, u32, u32, u32);

const ROWS: &[Row] = &[
    ([2, 3, 5], 1000, 1000, 3, 1),
    ([5, 7, 11], 1000, 1000, 3, 1),
    ([87, 370, 856], 1000, 1000, 3, 1),
    ([1, 2, 3], 100_000, 1, 1, 50),
    ([2, 3, 5], 100_000, 1, 1, 50),
    ([5, 7, 11], 100_000, 1, 1, 50),
    ([4, 6, 10], 100_000, 1, 1, 50),
    ([3, 4, 9], 100_000, 1, 1, 50),
    ([3, 10, 17], 100_000, 1, 1, 50),
    ([58, 94, 870], 100_000, 1, 1, 50),
    ([87, 370, 856], 100_000, 1, 1, 50),
    ([218, 258, 621], 100_000, 1, 1, 50),
    ([174, 754, 829], 100_000, 1, 1, 50),
    ([316, 686, 875], 100_000, 1, 1, 50),
    ([884, 971, 979], 100_000, 1, 1, 50),
];

pub(super) fn run(_: &[String]) -> Result<bool> {
    println!("strips of three lengths: processor time");
    println!(
        "{:<14} {:>10} {:>10} {:>10} {:>7} {:>6}",
        "lengths", "to", "ms", "plain C", "ratio", "goal"
    );
    let mut same = true;
    for (index, &(lengths, bound, rounds, repetitions, goal)) in ROWS.iter().enumerate() {
        let mut theirs = plain("rule_strips")?;
        for number in lengths.into_iter().chain([bound, rounds.into()]) {
            theirs = theirs.arg(number.to_string());
        }
        let ours = this("bench")?.arg(SIDE).arg(index.to_string());
        let outcome = race(&ours, &theirs, None, repetitions)?;
        println!(
            "{:<14} {:>10} {:>10} {:>10} {:>7.1} {:>6}{}",
            lengths.map(|length| length.to_string()).join(", "),
            bound,
            milliseconds(outcome.ours.processor),
            milliseconds(outcome.theirs.processor),
            outcome.ratio(),
            goal,
            note(outcome.same),
        );
        same &= outcome.same;
    }
    println!();
    Ok(same)
}

/// Computes the values of a row and prints their checksum.
pub(super) fn side(arguments: &[String]) -> Result<()> {
    let [index] = arguments else { bail!("a row is needed") };
    let (lengths, bound, rounds, ..) = ROWS.get(index.parse::<usize>()?).context("no such row")?;
    let lengths = lengths.map(|length| length.to_string()).join(", ");
    let rule = format!("[p] -> [a] + [p-s-a] for s in {{{lengths}}}, a in 0..p-s");
    let mut sum = 0_u64;
    for _ in 0..*rounds {
        let mut session = Session::with_opened(grundy::games::open(&rule)?);
        sum = 0;
        let row = session.row((0, Asked::Values), &[], 1..=*bound, &Limits::default());
        for value in row.context("values of a sequence")? {
            let Value::Nimber(value) = value else { bail!("no nimber") };
            sum = sum.wrapping_mul(31).wrapping_add(value.0);
        }
    }
    println!("{sum}");
    Ok(())
}
