//! The product of nimbers below 2^64 beside Conway's recursion, each side in a process of its own.

use std::hint::black_box;

use anyhow::{Result, bail};
use grundy::nimber::field::{definition, product};

use super::note;
use super::random::Random;
use crate::programs::this;
use crate::race::race;

/// The argument with which this program is one side.
pub(super) const SIDE: &str = "side-of-nimber";

const FACTORS: usize = 20_000;

/// The fast side does the same again and again; odd, so that the nim-sum of all results is that of
/// one round.
const ROUNDS: usize = 501;

const REPETITIONS: u32 = 5;

pub(super) fn run(_: &[String]) -> Result<bool> {
    println!("nimber: ns per product of two nimbers below 2^64, the least of {REPETITIONS}");
    println!("{:<14} {:>9} {:>10} {:>7}", "products", "grundy", "recursion", "ratio");
    let mut same = true;
    for order in ["independent", "chained"] {
        let ours = this("bench")?.arg(SIDE).arg(order).arg("field");
        let theirs = this("bench")?.arg(SIDE).arg(order).arg("recursion");
        let outcome = race(&ours, &theirs, None, REPETITIONS)?;
        let ours = outcome.ours.processor.as_secs_f64() * 1e9 / (FACTORS * ROUNDS) as f64;
        let theirs = outcome.theirs.processor.as_secs_f64() * 1e9 / FACTORS as f64;
        println!(
            "{order:<14} {ours:>9.1} {theirs:>10.1} {:>7.0}{}",
            theirs / ours,
            note(outcome.same)
        );
        same &= outcome.same;
    }
    println!();
    Ok(same)
}

/// Multiplies as told and prints the nim-sum of the results.
pub(super) fn side(arguments: &[String]) -> Result<()> {
    let mut random = Random::new(1);
    let factors: Vec<(u128, u128)> =
        (0..FACTORS).map(|_| (random.next().into(), random.next().into())).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let sum = match words[..] {
        ["independent", "field"] => rounds(ROUNDS, || independent(black_box(&factors), product)),
        ["chained", "field"] => rounds(ROUNDS, || chained(black_box(&factors), product)),
        ["independent", "recursion"] => independent(&factors, definition::product),
        ["chained", "recursion"] => chained(&factors, definition::product),
        _ => bail!("there is no such side"),
    };
    println!("{sum}");
    Ok(())
}

fn rounds(count: usize, round: impl Fn() -> u128) -> u128 {
    (0..count).fold(0, |sum, _| sum ^ round())
}

/// No product waits for another.
fn independent(factors: &[(u128, u128)], product: impl Fn(u128, u128) -> u128) -> u128 {
    factors.iter().fold(0, |sum, &(a, b)| sum ^ product(a, b))
}

/// Each product is a factor of the next.
fn chained(factors: &[(u128, u128)], product: impl Fn(u128, u128) -> u128) -> u128 {
    factors.iter().fold(1, |result, &(a, _)| product(result, a | 1))
}
