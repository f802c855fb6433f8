//! `grundy sweep`: many games at once, in a table.

use std::collections::{HashMap, HashSet};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use clap::{Args, ValueEnum};
use grundy::games::open;
use grundy::heap::Code;
use grundy::limits::{Limits, Stop};

use crate::language::{reason, say};
use crate::number::{number, plain};
use crate::report::sweep as report;
use crate::shared::opening::read_text;
use crate::sweep::journal::Journal;
use crate::sweep::{Row, groups, pattern};
use crate::trouble::{Trouble, quoted};
use crate::work::Allowance;

/// A table of many take-and-break games: which have a proved period, and how large values grow
///
/// Games with the same sequence but for zeros at the start share a line.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    grundy sweep '0.??' --to 10000\n  \
    grundy sweep '8.x' --to 1000\n  \
    grundy sweep '0.???' '4.???' --to 2^20 --resume octal.jsonl > octal.md\n  \
    grundy sweep '0.????' --to 2^20 --shard 3/16 --resume shard3.jsonl\n  \
    cat shard*.jsonl > all.jsonl && grundy sweep '0.????' --to 2^20 --resume all.jsonl\n  \
    grundy sweep codes.txt --format csv")]
pub(crate) struct Sweep {
    /// Codes in which `?` stands for every octal digit and `x` for every hexadecimal one, or files with one on each line
    #[arg(value_name = "PATTERN|FILE", required = true)]
    patterns: Vec<String>,
    /// The last heap of each game: 10000, 2^20, 1e6
    #[arg(long, value_name = "N", default_value = "10000", value_parser = number)]
    to: u64,
    /// Only every n-th game, from the i-th on: 3/16
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<Shard>,
    /// How the table is written
    #[arg(long, value_enum, default_value_t = Format::Md)]
    format: Format,
    /// Note games that are done in this file, and do not compute those that are in it
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    allowance: Allowance,
}

/// How a table is written.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// Markdown
    Md,
    /// Comma-separated values
    Csv,
    /// JSON
    Json,
}

/// The `part`-th of so many parts, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shard {
    part: usize,
    parts: usize,
}

fn shard(text: &str) -> Result<Shard, String> {
    let numbers = text.split_once('/').and_then(|(part, parts)| {
        Some(Shard { part: part.parse().ok()?, parts: parts.parse().ok()? })
    });
    numbers
        .filter(|shard| (1..=shard.parts).contains(&shard.part))
        .ok_or_else(|| say!("a part such as 3/16: the third of sixteen"))
}

pub(crate) fn run(sweep: &Sweep) -> Result<bool, Trouble> {
    let mut wanted = codes(&sweep.patterns)?;
    if let Some(Shard { part, parts }) = sweep.shard {
        wanted = wanted.into_iter().skip(part - 1).step_by(parts).collect();
    }
    let of_journal = |error: std::io::Error| {
        let path = sweep.resume.clone().unwrap_or_default();
        Trouble::Input(say!(
            "error: {path}: {error}",
            path = path.display(),
            error = reason(&error)
        ))
    };
    let (mut journal, noted) = match &sweep.resume {
        None => (None, Vec::new()),
        Some(path) => {
            let (journal, rows) = Journal::open(path).map_err(of_journal)?;
            (Some(journal), rows)
        }
    };
    let (mut rows, left) = parted(wanted, &noted, sweep.to);
    if !left.is_empty() {
        journal.as_ref().map_or(Ok(()), Journal::check).map_err(of_journal)?;
    }
    let limits = sweep.allowance.limits();
    let done = rows.len() as u64;
    let total = done + left.len() as u64;
    let computed = compute_all(&left, sweep, &limits, |row| {
        let noted = journal.as_mut().map_or(Ok(()), |journal| journal.add(&row));
        rows.push(row);
        limits.report(rows.len() as u64, Some(total));
        noted.map_err(of_journal)
    });
    let synced = journal.as_ref().map_or(Ok(()), Journal::sync).map_err(of_journal);
    // What was found is shown, also where it cannot be noted.
    let groups = groups(&rows);
    let missing = total - rows.len() as u64;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    match sweep.format {
        Format::Md => report::markdown(&mut out, &groups)?,
        Format::Csv => report::csv(&mut out, &groups)?,
        Format::Json => report::document(&mut out, &groups, missing)?,
    }
    out.flush()?;
    let stop = computed?;
    synced?;
    let Some(stop) = stop else { return Ok(true) };
    let help = match sweep.resume {
        Some(_) => say!("the same command goes on from there"),
        None => say!("with --resume FILE a sweep can be stopped and gone on with"),
    };
    Err(Trouble::Limit(match stop {
        Stop::Cancelled => {
            say!("stopped on request; {missing} games are missing\n  help: {help}", missing, help)
        }
        _ => say!(
            "stopped: {stop}; {missing} games are missing\n  help: {help}",
            stop,
            missing,
            help
        ),
    }))
}

/// The codes that patterns and files name, each once, in the order of the first mention.
fn codes(words: &[String]) -> Result<Vec<Code>, Trouble> {
    let mut all = Vec::new();
    for word in words {
        let found = match pattern::is_pattern(word) {
            true => pattern::codes(word),
            false if !Path::new(word).exists() && open(word).is_ok() => {
                return Err(Trouble::Input(say!(
                    "error: a sweep takes codes, as 0.77 and 0.???, or a file with codes\n  \
                     help: of one game: grundy heap {game}",
                    game = quoted(word)
                )));
            }
            false if word != "-" && !Path::new(word).exists() => {
                return Err(Trouble::Input(
                    match plain(word).filter(|word| pattern::is_pattern(word)) {
                        Some(plain) => say!(
                            "error: there is no file {word}\n  help: its signs are wide ones: write {plain}",
                            word,
                            plain
                        ),
                        None => say!(
                            "error: there is no file {word}\n  help: a sweep takes codes, as in 0.77 and 0.???, or a file with codes",
                            word
                        ),
                    },
                ));
            }
            false => pattern::codes_of_file(&read_text(word)?)
                .map_err(|error| say!("{word}: {error}", word, error)),
        };
        let found = found.map_err(|error| Trouble::Input(say!("error: {error}", error)))?;
        if found.is_empty() {
            return Err(Trouble::Input(say!("error: {word} has no code in it", word)));
        }
        all.extend(found);
    }
    let mut met = HashSet::new();
    all.retain(|code: &Code| met.insert(code.clone()));
    Ok(all)
}

/// The rows that are known of the codes that are wanted, and the codes that are left.
fn parted(wanted: Vec<Code>, noted: &[Row], to: u64) -> (Vec<Row>, Vec<Code>) {
    let mut rows: Vec<Row> = Vec::new();
    let mut left = Vec::new();
    let mut known: HashMap<&str, &Row> =
        noted.iter().filter(|row| row.serves(to)).map(|row| (&*row.code, row)).collect();
    for code in wanted {
        match known.remove(&*code.to_string()) {
            Some(row) => rows.push(row.clone()),
            None => left.push(code),
        }
    }
    (rows, left)
}

/// Computes games on several threads and hands each one that is done to `keep`. Answers the limit
/// that left games out, if one did; the first error of `keep` ends the work.
fn compute_all(
    codes: &[Code],
    sweep: &Sweep,
    limits: &Limits,
    mut keep: impl FnMut(Row) -> Result<(), Trouble>,
) -> Result<Option<Stop>, Trouble> {
    let threads = limits.thread_count().get().min(codes.len()).max(1);
    let mut each = limits.clone();
    each.memory = limits.memory.map(|memory| memory / threads as u64);
    // The games are what is counted, not their heaps.
    each.progress = None;
    each.threads = None;
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        for _ in 0..threads {
            let (sender, each, next) = (sender.clone(), &each, &next);
            let work = move || {
                while let Some(code) = codes.get(next.fetch_add(1, Ordering::Relaxed)) {
                    // Nobody listens any more once something went wrong.
                    if sender.send(Row::compute(code, sweep.to, each)).is_err() {
                        break;
                    }
                }
            };
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                // The system allows no further thread.
                break;
            }
        }
        drop(sender);
        let mut stopped = None;
        let mut take = |result| match result {
            Ok(row) => keep(row).inspect_err(|_| limits.cancel.cancel()),
            Err(stop) => {
                stopped = Some(stop);
                Ok(())
            }
        };
        results.into_iter().try_for_each(&mut take)?;
        // What is left if there was no thread at all.
        while let Some(code) = codes.get(next.fetch_add(1, Ordering::Relaxed)) {
            take(Row::compute(code, sweep.to, &each))?;
        }
        Ok(stopped)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_counted_from_one() {
        assert_eq!(shard("3/16"), Ok(Shard { part: 3, parts: 16 }));
        for text in ["0/4", "5/4", "3", "a/b", "1/0", "-1/3"] {
            assert!(shard(text).is_err(), "{text}");
        }
    }
}
