//! Heap sequences beside the best public solver of octal games.
//!
//! For each game both programs compute the values of the same heaps, one after the other; of the
//! other program the best of its methods counts. Ours is the whole command `grundy heap`, with the
//! watch for a period and the digest of all values. That the values agree is checked apart: our
//! values are computed once more, and must have the digest that the measured command printed and
//! the checksum that the other program printed.

use std::fs::{self, File};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::ogsolve::{Answer, Ogsolve};
use super::values;
use crate::programs;
use crate::race::Usage;

/// A line of the table.
struct Row {
    game: &'static str,
    /// The last heap.
    last: u64,
    goal: Goal,
}

/// What is to be reached on one core.
enum Goal {
    /// So many times the speed of the other program.
    Ratio(f64),
    /// A proof after a few hundred heaps.
    AtOnce,
    /// So many times a published speed in values per second, where the other program knows no such
    /// game.
    Published(f64, f64),
}

const fn row(game: &'static str, log: u32, ratio: f64) -> Row {
    Row { game, last: 1 << log, goal: Goal::Ratio(ratio) }
}

const ROWS: [Row; 16] = [
    row("0.6", 22, 10.0),
    row("0.14", 20, 10.0),
    row("0.376", 20, 10.0),
    row("0.644", 20, 10.0),
    row("0.354", 20, 10.0),
    row("0.16", 22, 15.0),
    row("0.104", 22, 15.0),
    row("0.106", 22, 15.0),
    row("0.054", 22, 15.0),
    row("0.454", 22, 15.0),
    row("0.04", 17, 4.0),
    row("0.06", 17, 4.0),
    row("0.007", 17, 4.0),
    Row { game: "0.07", last: 1 << 16, goal: Goal::AtOnce },
    Row { game: "0.77", last: 1 << 16, goal: Goal::AtOnce },
    Row { game: "grundys", last: 1 << 22, goal: Goal::Published(0.215e6, 25.0) },
];

/// Times that each side of a short race is run.
const REPETITIONS: u32 = 3;
/// A side that takes more seconds of processor time runs once.
const LONG: f64 = 8.0;

impl Row {
    /// The zero before the point may be left out.
    fn is(&self, name: &str) -> bool {
        self.game == name || self.game.strip_prefix('0') == Some(name)
    }
}

/// Whether a row has this name.
pub(super) fn knows(name: &str) -> bool {
    ROWS.iter().any(|row| row.is(name))
}

/// Runs the rows that the arguments name, or all.
///
/// # Errors
/// When a program cannot be built or fails, or when values differ.
pub(super) fn run(arguments: &[String]) -> Result<()> {
    let peer = Ogsolve::install()?;
    println!("heaps: seconds of processor time; theirs is ogsolve by its best method");
    println!(
        "{:<8} {:>9} {:>8} {:>8} {:>6} {:>9} {:>7} {:>5} {:>9} {:>5}  values",
        "game",
        "heaps",
        "grundy",
        "theirs",
        "method",
        "heaps/s",
        "ratio",
        "goal",
        "all cores",
        "gain"
    );
    let mut works = Vec::new();
    for row in &ROWS {
        if arguments.is_empty() || arguments.iter().any(|name| row.is(name)) {
            works.push((row.game, measure(row, &peer)?));
        }
    }
    println!(
        "\nwork: counts that no clock disturbs; floor is the pairs that the last heap needs at least"
    );
    println!(
        "{:<8} {:>7} {:>11} {:>11} {:>10} {:>14} {:>10}",
        "game", "rares", "pairs/heap", "floor", "of floor", "searches/1000", "full/1000"
    );
    for (game, work) in works {
        show_work(game, &work)?;
    }
    println!();
    Ok(())
}

/// What the measured command said and took.
struct Ours {
    /// On one thread.
    usage: Usage,
    /// The time on the clock on one thread, and with a thread for each core: the least of all runs.
    wall: Duration,
    all_cores: Duration,
    /// How many values the command computed, as far as it says.
    heaps: u64,
    proved: bool,
    digest: String,
}

/// Measures a row, prints it, and answers the counts of work.
fn measure(row: &Row, peer: &Ogsolve) -> Result<Value> {
    let mut ours = grundy(row.game, row.last)?;
    let heaps = if ours.proved { ours.heaps } else { row.last + 1 };
    let sums = values::sums(row.game, row.last, ours.heaps)?;
    ensure!(sums.digest == ours.digest, "{}: the values differ in the digest", row.game);
    if let Goal::Published(speed, goal) = row.goal {
        for _ in 1..REPETITIONS {
            ours.again(row.game, row.last)?;
        }
        let rate = heaps as f64 / ours.usage.processor.as_secs_f64();
        let theirs = format!("{:.3} M/s", speed / 1e6);
        print_row(row.game, [heaps; 2], &ours.usage, &theirs, rate / speed, Some(goal), None);
        println!("  published figure");
        return Ok(sums.work);
    }
    let mut theirs = peer.best(row.game, row.last)?;
    repeat(row.game, row.last, &mut ours, peer, &mut theirs)?;
    ensure!(
        sums.checksum == theirs.checksum,
        "{}: the values of heaps 0 to {} differ: checksum {:X}, theirs {:X}",
        row.game,
        row.last,
        sums.checksum,
        theirs.checksum
    );
    let goal = match row.goal {
        Goal::Ratio(goal) => Some(goal),
        Goal::AtOnce | Goal::Published(..) => None,
    };
    show(row.game, row.last + 1, &ours, &theirs, goal);
    println!("  agree{}", if ours.proved { ", by a proof" } else { "" });
    if ours.proved && matches!(row.goal, Goal::Ratio(_)) {
        // The proof ended our run; how the two compare on the heaps up to there.
        let last = ours.heaps - 1;
        let mut theirs = peer.best(row.game, last)?;
        repeat(row.game, row.last, &mut ours, peer, &mut theirs)?;
        show(row.game, ours.heaps, &ours, &theirs, goal);
        println!("  up to the proof");
    }
    Ok(sums.work)
}

/// More runs of both sides in turns, and each keeps its best; if theirs is long, more of ours alone, for what threads gain.
fn repeat(
    game: &str,
    last: u64,
    ours: &mut Ours,
    peer: &Ogsolve,
    theirs: &mut Answer,
) -> Result<()> {
    if theirs.usage.processor.as_secs_f64() > LONG {
        // Who runs once is compared with one run.
        let once = ours.usage;
        for _ in 1..REPETITIONS {
            ours.again(game, last)?;
        }
        ours.usage = once;
        return Ok(());
    }
    for _ in 1..REPETITIONS {
        ours.again(game, last)?;
        let again = peer.run(game, last, theirs.method, None)?.context("it ran before")?;
        if again.checksum == theirs.checksum {
            theirs.usage = theirs.usage.least(again.usage);
        }
    }
    Ok(())
}

impl Ours {
    /// Runs the command again and keeps what is less.
    fn again(&mut self, game: &str, last: u64) -> Result<()> {
        let more = grundy(game, last)?;
        self.usage = self.usage.least(more.usage);
        self.wall = self.wall.min(more.wall);
        self.all_cores = self.all_cores.min(more.all_cores);
        Ok(())
    }
}

/// Runs our command, on one thread and on all cores.
fn grundy(game: &str, last: u64) -> Result<Ours> {
    let (one, summary) = command(game, last, &["--threads", "1"])?;
    let (all, same) = command(game, last, &[])?;
    ensure!(summary["digest"] == same["digest"], "{game}: threads change the digest");
    let heaps = summary["heaps"].as_str().and_then(|heaps| heaps.parse().ok());
    Ok(Ours {
        usage: one,
        wall: one.wall,
        all_cores: all.wall,
        heaps: heaps.context("a number of heaps")?,
        proved: summary["status"] == "proved",
        digest: summary["digest"].as_str().context("a digest")?.to_owned(),
    })
}

fn command(game: &str, last: u64, options: &[&str]) -> Result<(Usage, Value)> {
    let output = programs::directory()?.join("heap.json");
    let program = programs::grundy()?.args(["heap", game, "--to", &last.to_string()]);
    let program = program.args(["--json", "--quiet"]).args(options.iter().copied());
    let usage = program.run(None, File::create(&output)?.into())?;
    Ok((usage, serde_json::from_str(&fs::read_to_string(&output)?)?))
}

fn show(game: &str, heaps: u64, ours: &Ours, theirs: &Answer, goal: Option<f64>) {
    let ratio = |their: std::time::Duration, our: std::time::Duration| {
        their.as_secs_f64() / our.as_secs_f64()
    };
    let seconds = format!("{:8.2} {:>6}", theirs.usage.processor.as_secs_f64(), theirs.method);
    let cores = ratio(theirs.usage.wall, ours.all_cores);
    let gain = ratio(ours.wall, ours.all_cores);
    let one = ratio(theirs.usage.processor, ours.usage.processor);
    print_row(game, [heaps, ours.heaps], &ours.usage, &seconds, one, goal, Some((cores, gain)));
}

fn print_row(
    game: &str,
    // Those asked for, and those computed until a proof made the rest known.
    [heaps, computed]: [u64; 2],
    ours: &Usage,
    theirs: &str,
    ratio: f64,
    goal: Option<f64>,
    // Beside the other program and beside one thread of ours.
    cores: Option<(f64, f64)>,
) {
    let seconds = ours.processor.as_secs_f64();
    let rate = format!("{:.2} M", computed as f64 / seconds / 1e6);
    let goal = goal.map_or("once".to_owned(), |goal| format!("{goal:.0}"));
    let cores = cores.map_or(String::new(), |(cores, gain)| format!("{cores:.1} {gain:5.2}"));
    print!(
        "{game:<8} {heaps:>9} {seconds:>8.3} {theirs:>15} {rate:>9} {ratio:>7.1} {goal:>5} {cores:>15}"
    );
}

/// The counts of work per heap, and how many times the floor of the last heap the pairs are.
fn show_work(game: &str, work: &Value) -> Result<()> {
    let count = |name: &str| work[name].as_u64().map(|count| count as f64).context("a count");
    let (heaps, rares, floor) = (count("heaps")?, count("rares")?, count("floor")?);
    let pairs = count("pairs")? / heaps;
    let times = if floor > 0.0 { format!("{:.2}", pairs / floor) } else { String::new() };
    println!(
        "{game:<8} {rares:>7} {pairs:>11.1} {floor:>11} {times:>10} {:>14.2} {:>10.2}",
        1000.0 * count("searches")? / heaps,
        1000.0 * count("full_heaps")? / heaps,
    );
    Ok(())
}
