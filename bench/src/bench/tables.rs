//! Typed rules, answered as the planner would, beside the plain C program that somebody would have
//! written for the same rule.
//!
//! Each side computes every value up to a bound, so often that it takes a while, and writes a
//! checksum of the values in the order of the coordinates. Time to compile the rule is ours.

use std::fs::{self, File};
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use grundy::games;
use grundy::limits::Limits;
use grundy::nimber::Nimber;
use grundy::play::Session;
use grundy::ruleset::Value;
use grundy::table::Table;

use super::{milliseconds, note};
use crate::programs::{directory, plain, this};
use crate::race::{Program, race};

/// The argument with which this program is our side.
pub(super) const SIDE: &str = "side-of-tables";

const REPETITIONS: u32 = 3;
/// The same where two threads are measured: other programs disturb elapsed time.
const TURNS: u32 = 7;

/// A rule up to a bound.
struct Row {
    /// The plain program is `rule_NAME.c`.
    name: &'static str,
    /// A name of the catalogue, or a rule.
    game: &'static str,
    /// The least coordinate that the plain program looks at.
    first: u64,
    bound: u64,
    /// How often each side does it all.
    rounds: u32,
    /// The ratio that we want at least.
    goal: f64,
    /// The components of which values are written.
    shape: Shape,
    /// Whether it is measured on two threads too.
    threads: bool,
    /// Whether there is a plain program that can do it.
    plain: bool,
}

/// Which coordinates, up to the bound.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Heap,
    Pair,
    /// In ascending order.
    SortedPair,
    /// The second up to twice the bound.
    WidePair,
    Triple,
    /// Four coordinates up to the bound, and a bit.
    FourAndBit,
}

impl Row {
    /// The largest coordinates.
    fn last(&self) -> Vec<u64> {
        let bound = self.bound;
        match self.shape {
            Shape::Heap => vec![bound],
            Shape::Pair | Shape::SortedPair => vec![bound; 2],
            Shape::WidePair => vec![bound, 2 * bound],
            Shape::Triple => vec![bound; 3],
            Shape::FourAndBit => vec![bound, bound, bound, bound, 1],
        }
    }
}

const fn row(
    name: &'static str,
    game: &'static str,
    shape: Shape,
    size: (u64, u32),
    goal: f64,
) -> Row {
    Row {
        name,
        game,
        first: 0,
        bound: size.0,
        rounds: size.1,
        goal,
        shape,
        threads: false,
        plain: true,
    }
}

const FIBONACCI: &str = "[n, q] -> [n-k, 2*k] for k in 1..min(n, q)";
const CHOMP: &str = "[a, b, c] if a >= b and b >= c -> [k, min(b, k), min(c, k)] for k in 1..a-1 \
     | [a, k, min(c, k)] for k in 0..b-1 | [a, b, k] for k in 0..c-1";
const PLAIN: &str = "[a, b] -> [a-k, b-l] for k in 1..a, l in 1..b if and(k, l) != 0";

const PASS: &str = "[a, b, c, d, p] -> [k, b, c, d, p] for k in 0..a-1 | [a, k, c, d, p] for k in 0..b-1 \
     | [a, b, k, d, p] for k in 0..c-1 | [a, b, c, k, p] for k in 0..d-1 \
     | [a, b, c, d, 0] if p == 1 and a + b + c + d > 0";
const PINS: &str = "[m] -> [m - 2**i] for i in 0..24 if and(m, 2**i) != 0 \
     | [m - 3 * 2**i] for i in 0..24 if i % 5 < 4 and and(m, 3 * 2**i) == 3 * 2**i \
     | [m - 33 * 2**i] for i in 0..19 if and(m, 33 * 2**i) == 33 * 2**i";

const BAND: &str = "[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b \
     | [a-k, b-l] for k in 1..a, l in 1..b if abs(k-l) < 3";

/// Sets along lines, and other options.
const KNIGHT: &str = "[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b \
     | [a-k, b-k] for k in 1..min(a, b) | [a-1, b-2]";
const TRIPLE: &str = "[a, b, c] -> [a-k, b, c] for k in 1..a | [a, b-k, c] for k in 1..b \
     | [a, b, c-k] for k in 1..c | [a-1, b-1, c-1]";

/// Components that are chosen freely: out of a list of its own, and along a line.
const PAIRS: &str =
    "[a, b] -> choose 2 of [i, b] for i in 0..a-1 if i % 3 > 0 | [a, b-k] for k in 1..b";
const TRIPLES: &str = "[n] -> choose 3 of [i] for i in 0..n-1 | [n-1]";

/// Options that raise a coordinate and lower the other for it, that keep the sum of both where one is
/// 0, and that raise the only one; and two kinds.
const TRANSFER: &str = "[a, b] -> [a-k, b+k] for k in 1..a | [a, b-k] for k in 1..b";
const LEAPER: &str = "[a, b] -> [a-2, b-1] | [a-1, b-2] | [a+1, b-2] | [a-2, b+1]";
const DISCARD: &str = "[a, b] -> [k, a-k] for k in 1..a-1 | [k, b-k] for k in 1..b-1";
/// A coordinate that says only how far a range goes.
const GROWING: &str = "[n, last] -> [n-k, k] for k in 1..min(n, last+3) if (n-k) % 3 != k % 5";
const TARGET: &str =
    "[n] -> [n+k] for k in {1, 3, 4} if n + k <= 20000000 | [2*n] if n > 0 and 2*n <= 20000000";
const KINDS: &str = "row[n] -> row[n-k] + col[k] for k in 1..n\ncol[n] -> row[n-k] for k in 1..n/2";

/// What the plain program cannot do.
struct Alone {
    name: &'static str,
    compute: fn() -> Result<u64>,
    /// Seconds that it may take.
    goal: f64,
}

const ALONE: &[Alone] = &[
    Alone { name: "lost positions to 10^6, abs(k-l) < 3", compute: lost_of_band, goal: 10.0 },
    Alone { name: "Lasker's Nim to 10^6", compute: lasker, goal: 2.0 },
];

const ROWS: &[Row] = &[
    Row { first: 1, ..row("cutting", "cutting", Shape::Pair, (200, 10), 1.0) },
    Row { first: 1, ..row("cutting", "cutting", Shape::Pair, (1000, 1), 20.0) },
    Row { first: 1, ..row("lasker", "lasker", Shape::Heap, (10_000, 5), 10.0) },
    row("wythoff", "wythoff", Shape::SortedPair, (500, 3), 3.0),
    row("wythoff", "wythoff", Shape::SortedPair, (2000, 1), 10.0),
    Row { first: 1, ..row("digits", "digits", Shape::Heap, (100_000_000, 1), 1.0) },
    row("divisors", "divisors", Shape::Heap, (1_000_000, 1), 1.0),
    row("prime_powers", "prime_powers", Shape::Heap, (100_000, 1), 1.0),
    Row { threads: true, ..row("euclid", "euclid", Shape::SortedPair, (8000, 1), 1.0) },
    Row { threads: true, ..row("fibonacci", FIBONACCI, Shape::WidePair, (1000, 1), 1.0) },
    Row { threads: true, ..row("chomp", CHOMP, Shape::Triple, (200, 1), 1.0) },
    Row { threads: true, ..row("pass", PASS, Shape::FourAndBit, (30, 1), 1.0) },
    row("pins", PINS, Shape::Heap, ((1 << 25) - 1, 1), 1.0),
    row("pairs", PAIRS, Shape::Pair, (200, 3), 1.0),
    row("triples", TRIPLES, Shape::Heap, (300, 1), 1.0),
    Row { threads: true, ..row("plain", PLAIN, Shape::Pair, (150, 3), 0.8) },
    row("transfer", TRANSFER, Shape::Pair, (500, 1), 1.0),
    Row { threads: true, ..row("leaper", LEAPER, Shape::Pair, (1500, 3), 1.0) },
    Row { threads: true, ..row("discard", DISCARD, Shape::Pair, (700, 1), 1.0) },
    row("growing", GROWING, Shape::Pair, (1500, 1), 1.0),
    row("target", TARGET, Shape::Heap, (20_000_000, 1), 1.0),
    row("kinds", KINDS, Shape::Heap, (30_000, 1), 1.0),
    Row {
        threads: true,
        plain: false,
        ..row("wythoff", "wythoff", Shape::SortedPair, (5000, 1), 0.0)
    },
    Row { threads: true, plain: false, ..row("knight", KNIGHT, Shape::Pair, (2000, 1), 0.0) },
    Row { threads: true, plain: false, ..row("triple", TRIPLE, Shape::Triple, (200, 1), 0.0) },
];

pub(super) fn run(_: &[String]) -> Result<bool> {
    println!("rules as tables: processor time, the least of {REPETITIONS}");
    println!(
        "{:<14} {:>10} {:>10} {:>10} {:>7} {:>6} {:>10}",
        "rule", "to", "ms", "plain C", "ratio", "goal", "peak, MiB"
    );
    let mut same = true;
    for (index, row) in ROWS.iter().enumerate().filter(|(_, row)| row.plain) {
        let ours = this("bench")?.arg(SIDE).arg(index.to_string());
        let theirs = plain(&format!("rule_{}", row.name))?
            .arg(row.bound.to_string())
            .arg(row.rounds.to_string());
        let outcome = race(&ours, &theirs, None, REPETITIONS)?;
        println!(
            "{:<14} {:>10} {:>10} {:>10} {:>7.2} {:>6} {:>10.1}{}",
            row.name,
            row.bound,
            milliseconds(outcome.ours.processor),
            milliseconds(outcome.theirs.processor),
            outcome.ratio(),
            row.goal,
            outcome.ours.peak as f64 / f64::from(1 << 20),
            note(outcome.same),
        );
        same &= outcome.same;
    }
    println!(
        "\nfilling on two threads beside one: elapsed time, the least of {TURNS}; goal 1.7; two plain \
         programs at once"
    );
    println!(
        "{:<14} {:>10} {:>10} {:>10} {:>7} {:>10}",
        "rule", "to", "two, ms", "one, ms", "gain", "plain gain"
    );
    for (index, row) in ROWS.iter().enumerate().filter(|(_, row)| row.threads) {
        let theirs = match row.plain {
            true => Some(
                plain(&format!("rule_{}", row.name))?
                    .arg(row.bound.to_string())
                    .arg(row.rounds.to_string()),
            ),
            false => None,
        };
        let gained = Gained::measured(index, theirs.as_ref())?;
        println!(
            "{:<14} {:>10} {:>10} {:>10} {:>7.2} {:>10}{}",
            row.name,
            row.bound,
            milliseconds(gained.two),
            milliseconds(gained.one),
            gained.one.as_secs_f64() / gained.two.as_secs_f64(),
            gained.plain.map_or("-".to_owned(), |(one, two)| {
                format!("{:.2}", 2.0 * one.as_secs_f64() / two.as_secs_f64())
            }),
            note(gained.same),
        );
        same &= gained.same;
    }
    println!("\nwithout a plain program: seconds of processor time, the least of {REPETITIONS}");
    for (index, Alone { name, goal, .. }) in ALONE.iter().enumerate() {
        let ours = this("bench")?.arg(SIDE).arg("alone").arg(index.to_string());
        let mut least = f64::INFINITY;
        for _ in 0..REPETITIONS {
            least = least.min(ours.run(None, Stdio::null())?.processor.as_secs_f64());
        }
        println!("{name:<40} {least:>8.3} goal {goal}");
    }
    println!("\nmilliseconds to compile a rule, the least of {REPETITIONS}; goal 20");
    for row in ROWS.iter().filter(|row| row.plain) {
        let rules = opened(row.game)?.rules;
        let compile = || -> Result<Duration> {
            let start = Instant::now();
            let mut table = Table::new(&rules, 0)?;
            table.fill(&vec![1; rules.kinds()[0].coords().len()], &Limits::default())?;
            Ok(start.elapsed())
        };
        let mut least = compile()?;
        for _ in 1..REPETITIONS {
            least = least.min(compile()?);
        }
        println!("{:<14} {:>10}", row.name, milliseconds(least));
    }
    println!();
    Ok(same)
}

/// What a second thread gains: times from start to end, each the least of several.
struct Gained {
    /// Filling the table on two threads, and on one.
    two: Duration,
    one: Duration,
    /// The plain program alone, and two of them at once: what the machine gains.
    plain: Option<(Duration, Duration)>,
    /// Whether both tables have the same values.
    same: bool,
}

impl Gained {
    fn measured(index: usize, theirs: Option<&Program>) -> Result<Gained> {
        let fill = |threads: &str| -> Result<(Duration, String)> {
            let path = directory()?.join("filled.out");
            let side = this("bench")?.arg(SIDE).arg("fill").arg(index.to_string()).arg(threads);
            side.run(None, File::create(&path)?.into())?;
            let said = fs::read_to_string(path)?;
            let (nanoseconds, sum) = said.trim().split_once(' ').context("two numbers")?;
            Ok((Duration::from_nanos(nanoseconds.parse()?), sum.to_owned()))
        };
        let at_once = |theirs: &Program, programs: usize| -> Result<Duration> {
            let start = Instant::now();
            thread::scope(|scope| {
                let run = || theirs.run(None, Stdio::null());
                let all: Vec<_> = (0..programs).map(|_| scope.spawn(run)).collect();
                all.into_iter().try_for_each(|run| match run.join() {
                    Ok(ended) => ended.map(drop),
                    Err(_) => bail!("a run of the plain program panicked"),
                })
            })?;
            Ok(start.elapsed())
        };
        let turn = || -> Result<Gained> {
            let ((two, sum), (one, other)) = (fill("2")?, fill("1")?);
            let both = |theirs| -> Result<_> { Ok((at_once(theirs, 1)?, at_once(theirs, 2)?)) };
            let plain = theirs.map(both).transpose()?;
            Ok(Gained { two, one, plain, same: sum == other })
        };
        let mut best = turn()?;
        for _ in 1..TURNS {
            let next = turn()?;
            best = Gained {
                two: best.two.min(next.two),
                one: best.one.min(next.one),
                plain: best.plain.zip(next.plain).map(|(a, b)| (a.0.min(b.0), a.1.min(b.1))),
                same: best.same && next.same,
            };
        }
        Ok(best)
    }
}

fn opened(game: &str) -> Result<games::Opened> {
    Ok(games::open(games::find(game).map_or(game, |entry| entry.rule))?)
}

fn lost_of_band() -> Result<u64> {
    let mut session = Session::with_opened(opened(BAND)?);
    Ok(session.lost(0, &[0; 2], &[1_000_000; 2], &Limits::default())?.len() as u64)
}

/// The sum of the values of the heaps up to a size.
fn sum_of_values(game: &str, last: i64) -> Result<u64> {
    let mut session = Session::with_opened(opened(game)?);
    let mut sum = 0_u64;
    for n in 0..=last {
        let position = session.component(0, &[n])?;
        let value = session.value(&position, &Limits::default())?.nimber().context("a nimber")?;
        sum = sum.wrapping_add(u64::try_from(value)?);
    }
    Ok(sum)
}

fn lasker() -> Result<u64> {
    sum_of_values("[n] -> [k] for k in 0..n-1 | [a] + [n-a] for a in 1..n/2", 1_000_000)
}

/// Computes a row and prints its checksum.
pub(super) fn side(arguments: &[String]) -> Result<()> {
    if let [word, index] = arguments
        && word == "alone"
    {
        let line = ALONE.get(index.parse::<usize>()?).context("no such line")?;
        println!("{}", (line.compute)()?);
        return Ok(());
    }
    if let [word, index, threads] = arguments
        && word == "fill"
    {
        let row = ROWS.get(index.parse::<usize>()?).context("no such row")?;
        let limits = Limits::default().threads(threads.parse()?);
        let (least, sum) = filling(row, &limits)?;
        println!("{} {sum}", least.as_nanos());
        return Ok(());
    }
    let (index, limits) = match arguments {
        [index] => (index, Limits::default()),
        _ => bail!("one row is needed"),
    };
    let row = ROWS.get(index.parse::<usize>()?).context("no such row")?;
    let mut sum = 0;
    for _ in 0..row.rounds {
        sum = checksum(row, &limits)?;
    }
    println!("{sum}");
    Ok(())
}

/// How long filling a table takes at least, and a checksum of some of its values.
fn filling(row: &Row, limits: &Limits) -> Result<(Duration, u64)> {
    let (opened, last) = (opened(row.game)?, row.last());
    let (mut least, mut sum) = (Duration::MAX, 0_u64);
    for _ in 0..row.rounds {
        let mut table = Table::new(&opened.rules, 0)?;
        let start = Instant::now();
        table.fill(&last, limits)?;
        least = least.min(start.elapsed());
        let outer = &last[..last.len() - 1];
        let values = table.line(outer, 0).context("the table has a gap")?;
        sum = values
            .filter_map(Value::nimber)
            .fold(0, |sum, value| sum.wrapping_mul(31).wrapping_add(value.0));
    }
    Ok((least, sum))
}

fn checksum(row: &Row, limits: &Limits) -> Result<u64> {
    let opened = opened(row.game)?;
    let (first, bound) = (row.first, row.bound);
    let mut session = Session::with_opened(opened.clone());
    let mut sum = 0_u64;
    let mut add = |value: u64| sum = sum.wrapping_mul(31).wrapping_add(value);
    if session.engine(0).has_values() && row.last().len() == 1 {
        for n in first..=bound {
            let position = session.component(0, &[i64::try_from(n)?])?;
            let value = session.value(&position, limits)?.nimber().context("a nimber")?;
            add(u64::try_from(value)?);
        }
        return Ok(sum);
    }
    let last = row.last();
    let mut table = Table::new(&opened.rules, 0)?;
    table.fill(&last, limits)?;
    let mut line = |outer: &[u64], least: u64| -> Result<()> {
        let most = last[outer.len()];
        let values = table.line(outer, least).context("the table has a gap")?;
        for value in values.take(usize::try_from(most + 1 - least)?) {
            add(match value {
                Value::Nimber(Nimber(value)) => value,
                Value::Win => u64::MAX,
                Value::Over => u64::MAX - 1,
            });
        }
        Ok(())
    };
    match row.shape {
        Shape::Heap => line(&[], first)?,
        Shape::Pair | Shape::WidePair => (first..=bound).try_for_each(|a| line(&[a], first))?,
        Shape::SortedPair => (first..=bound).try_for_each(|a| line(&[a], a))?,
        Shape::Triple => {
            for a in first..=bound {
                (first..=bound).try_for_each(|b| line(&[a, b], first))?;
            }
        }
        Shape::FourAndBit => {
            let to = || first..=bound;
            let pairs = || to().flat_map(|a| to().map(move |b| (a, b)));
            for ((a, b), (c, d)) in pairs().flat_map(|ab| pairs().map(move |cd| (ab, cd))) {
                line(&[a, b, c, d], 0)?;
            }
        }
    }
    Ok(sum)
}
