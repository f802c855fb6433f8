//! Nimbers of boards beside `igsolve`, the public solver of impartial games by Piotr Beling, with its
//! default method and the table that is its fastest for boards of this size.

use std::fs::{self, File};

use anyhow::{Context, Result, ensure};

use crate::programs::{directory, grundy, install};
use crate::race::{Program, Usage};

/// The version that is raced.
const VERSION: &str = "0.1.2";

/// A game with its number of rows and of columns.
type Board = (&'static str, u32, u32);

const BOARDS: [Board; 5] =
    [("cram", 5, 7), ("cram", 5, 8), ("cram", 4, 11), ("chomp", 10, 10), LONG];

/// The peer takes twenty minutes for it, so it is raced where it is named, and once.
const LONG: Board = ("cram", 6, 7);

const REPETITIONS: u32 = 3;

/// Whether a row has this name, such as `cram5x7`.
pub(super) fn knows(name: &str) -> bool {
    BOARDS.iter().any(|board| named(board) == name)
}

fn named((game, rows, columns): &Board) -> String {
    format!("{game}{rows}x{columns}")
}

/// Runs the rows that the arguments name, or all.
///
/// # Errors
/// When a program cannot be installed or fails, or when nimbers differ.
pub(super) fn run(arguments: &[String]) -> Result<()> {
    let solver = install("igsolve", VERSION)?;
    println!(
        "boards: seconds of processor time on one thread and MiB for a nimber, the least of {REPETITIONS}; gain: time on two"
    );
    println!(
        "{:<12} {:>9} {:>9} {:>7} {:>9} {:>9} {:>7} {:>7}",
        "board", "grundy", "igsolve", "ratio", "grundy", "igsolve", "nimber", "gain"
    );
    let wanted = |board: &&Board| match arguments {
        [] => **board != LONG,
        _ => arguments.contains(&named(board)),
    };
    for &(game, rows, columns) in BOARDS.iter().filter(wanted) {
        let repetitions = if (game, rows, columns) == LONG { 1 } else { REPETITIONS };
        let board = format!("{rows}x{columns}");
        let ours = |threads| {
            Ok::<_, anyhow::Error>(grundy()?.args(["value", game, &board, "--threads", threads]))
        };
        let (rows, columns) = (rows.to_string(), columns.to_string());
        let theirs = Program::new(&solver)
            .args(["--tt", "hash-map", game, "--rows", &rows, "--cols", &columns]);
        let (both, _) = best(&ours("2")?, |text| text.trim().to_owned(), repetitions)?;
        let (ours, nimber) = best(&ours("1")?, |text| text.trim().to_owned(), repetitions)?;
        let (theirs, expected) = best(&theirs, answer, repetitions)?;
        ensure!(nimber == expected, "{game} {board} has nimber {nimber}, by igsolve {expected}");
        println!(
            "{:<12} {:>9.2} {:>9.2} {:>7.1} {:>9} {:>9} {:>7} {:>7.2}",
            format!("{game} {board}"),
            ours.processor.as_secs_f64(),
            theirs.processor.as_secs_f64(),
            theirs.processor.as_secs_f64() / ours.processor.as_secs_f64(),
            ours.peak >> 20,
            theirs.peak >> 20,
            nimber,
            ours.wall.as_secs_f64() / both.wall.as_secs_f64()
        );
    }
    println!();
    Ok(())
}

/// What `igsolve` says the nimber is.
fn answer(text: &str) -> String {
    let line = text.lines().find_map(|line| line.split_once("Nimber of initial position:"));
    line.map_or("none", |(_, nimber)| nimber.trim()).to_owned()
}

/// The run that takes the least time, and what every run says.
fn best(program: &Program, read: fn(&str) -> String, repetitions: u32) -> Result<(Usage, String)> {
    let output = directory()?.join("boards.out");
    let mut best: Option<(Usage, String)> = None;
    for _ in 0..repetitions {
        let usage = program.run(None, File::create(&output)?.into())?;
        let said = read(&fs::read_to_string(&output)?);
        if let Some((least, known)) = &best {
            ensure!(said == *known, "two runs of one program differ");
            if usage.wall >= least.wall {
                continue;
            }
        }
        best = Some((usage, said));
    }
    best.context("nothing was run")
}
