//! The evaluator on typed rules, forced through the definition, beside plain C programs that know
//! the rule when they are compiled and keep values in an array.
//!
//! Each side evaluates every position of a table, in order, and writes a checksum of the values.

use anyhow::{Context, Result, bail};
use grundy::games;
use grundy::limits::Limits;
use grundy::nimber::Nimber;
use grundy::rule::{Rules, parse};
use grundy::ruleset::Value;
use grundy::search::Values;

use super::{milliseconds, note};
use crate::programs::{plain, this};
use crate::race::race;

/// The argument with which this program is the evaluator's side.
pub(super) const SIDE: &str = "side-of-rules";

const REPETITIONS: u32 = 3;

type Positions = Box<dyn Iterator<Item = Vec<i64>>>;

/// A named game up to a bound.
struct Table {
    /// Its name in the catalogue; the plain program is `rule_NAME.c`.
    game: &'static str,
    bound: i64,
    /// The positions, in an order in which options come first, given the bound.
    positions: fn(i64) -> Positions,
    /// How many options a position has.
    options: fn(&[i64]) -> u64,
    /// How often the plain program does it all, so that its time can be measured.
    rounds: u32,
}

const TABLES: &[Table] = &[
    Table {
        game: "lasker",
        bound: 2000,
        positions: heaps,
        options: |n| (n[0] + n[0] / 2) as u64,
        rounds: 100,
    },
    Table {
        game: "cutting",
        bound: 60,
        positions: |bound| {
            Box::new((1..=bound).flat_map(move |w| (1..=bound).map(move |h| vec![w, h])))
        },
        options: |sides| (sides[0] / 2 + sides[1] / 2) as u64,
        rounds: 500,
    },
    Table {
        game: "wythoff",
        bound: 300,
        positions: |bound| {
            Box::new((0..=bound).flat_map(move |a| (a..=bound).map(move |b| vec![a, b])))
        },
        options: |pair| (2 * pair[0] + pair[1]) as u64,
        rounds: 10,
    },
    Table {
        game: "digits",
        bound: 1_000_000,
        positions: heaps,
        options: |n| different_removals(n[0]),
        rounds: 10,
    },
];

fn heaps(bound: i64) -> Positions {
    Box::new((1..=bound).map(|n| vec![n]))
}

/// Whether the largest digit and the smallest one that is not zero are two.
fn different_removals(n: i64) -> u64 {
    let digits = n.to_string().replace('0', "");
    1 + u64::from(digits.chars().max() != digits.chars().min())
}

pub(super) fn run(arguments: &[String]) -> Result<bool> {
    let tables = super::tables::run(arguments)?;
    let definition = by_definition()?;
    Ok(super::sparse::run()? && definition && tables)
}

fn by_definition() -> Result<bool> {
    println!(
        "rules by the definition: ns of processor time per option, the least of {REPETITIONS}; no goal"
    );
    println!(
        "{:<10} {:>8} {:>10} {:>10} {:>9} {:>9} {:>7} {:>10}",
        "rule", "to", "options", "ms", "grundy", "plain C", "ratio", "peak, MiB"
    );
    let mut same = true;
    for table in TABLES {
        let ours = this("bench")?.arg(SIDE).arg(table.game);
        let theirs = plain(&format!("rule_{}", table.game))?
            .arg(table.bound.to_string())
            .arg(table.rounds.to_string());
        let outcome = race(&ours, &theirs, None, REPETITIONS)?;
        let options: u64 =
            (table.positions)(table.bound).map(|position| (table.options)(&position)).sum();
        let ours = outcome.ours.processor.as_secs_f64() * 1e9 / options as f64;
        let theirs = outcome.theirs.processor.as_secs_f64() * 1e9
            / (options as f64 * f64::from(table.rounds));
        println!(
            "{:<10} {:>8} {options:>10} {:>10} {ours:>9.2} {theirs:>9.2} {:>7.3} {:>10.1}{}",
            table.game,
            table.bound,
            milliseconds(outcome.ours.processor),
            theirs / ours,
            outcome.ours.peak as f64 / f64::from(1 << 20),
            note(outcome.same),
        );
        same &= outcome.same;
    }
    println!();
    Ok(same)
}

/// Evaluates the named table by the definition and prints the checksum.
pub(super) fn side(arguments: &[String]) -> Result<()> {
    let [game] = arguments else { bail!("one game is needed") };
    let table = TABLES.iter().find(|table| table.game == game).context("no such table")?;
    let rule = games::find(game).context("no such game")?.rule;
    let rules = Rules::new(parse(rule)?, &[])?;
    let mut values = Values::new(&rules);
    let limits = Limits::default();
    let mut checksum = 0u64;
    for position in (table.positions)(table.bound) {
        let value = match values.value(&rules.component(0, &position)?, &limits)? {
            Value::Nimber(Nimber(value)) => value,
            Value::Win => u64::MAX,
            Value::Over => u64::MAX - 1,
        };
        checksum = checksum.wrapping_mul(31).wrapping_add(value);
    }
    println!("{checksum}");
    Ok(())
}
