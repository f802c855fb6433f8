//! `grundy endings`: the values of all small parts of a game on cells, in a file that searches look up.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use grundy::board::EndingsBuilder;
use grundy::games::find_board;
use grundy::limits::Limits;

use crate::language::{message, reason, say};
use crate::number::between;
use crate::saved::durable;
use crate::saved::endings::{found, unusable};
use crate::trouble::Trouble;
use crate::work::{Allowance, seconds};

/// Build a file with the values of all small parts of Cram or Node Kayles on cells
///
/// `grundy value` and `grundy moves` look them up with --endings FILE, and neither search nor remember
/// these parts. The parts are all connected shapes of up to so many cells, but for those that fit
/// into no box of 50. The file is saved after each number of cells; a build that was stopped or
/// killed goes on from there, to the same file.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    grundy endings cram --to 10 --file cram.endings\n  \
    grundy value cram 5x7 --endings cram.endings\n\n\
    Exit status: 0 built, 2 bad input or a file that cannot be used, 3 a limit stopped it.")]
pub(crate) struct EndingsCommand {
    /// `cram` or `node-kayles`
    game: String,
    /// The largest number of cells: each takes about four times as long as the one before; at most 24
    #[arg(long, value_name = "N", default_value = "12", value_parser = between::<u32>(1, 24))]
    to: u32,
    /// Where the values are, or will be
    #[arg(long, value_name = "FILE")]
    file: PathBuf,
    /// Seconds between two saves
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds)]
    every: Duration,
    #[command(flatten)]
    allowance: Allowance,
}

pub(crate) fn run(command: &EndingsCommand) -> Result<bool, Trouble> {
    let limits = command.allowance.limits();
    let name = find_board(&command.game).map_or(&*command.game, |entry| entry.name);
    let Some(mut builder) = EndingsBuilder::new(name) else {
        return Err(Trouble::Input(say!(
            "error: endings are built for cram and node-kayles, not for {game}",
            game = &*command.game
        )));
    };
    // What stands in the file is read once it is this program's alone.
    let _alone = durable::alone(&command.file)?;
    if let Some(endings) = found(&command.file, Some(name))? {
        if endings.game() != name {
            let game = endings.game().to_owned();
            let other = message!("these are endings of another game, {game}", game);
            return Err(unusable(&command.file, &other));
        }
        builder = EndingsBuilder::resume(&endings).unwrap_or(builder);
    }
    let built = build(command, &mut builder, &limits);
    built.map_err(|trouble| match trouble {
        Trouble::Limit(message) => Trouble::Limit(say!(
            "{message}\n  kept: {path} holds the values of parts of up to {most} cells; the same command \
             goes on from there",
            message,
            path = command.file.display(),
            most = builder.most_cells()
        )),
        trouble => trouble,
    })?;
    let bytes = command.file.metadata().map_or(0, |found| found.len());
    let said = say!(
        "{game}: the values of {count} parts of up to {most} cells, in {bytes} bytes",
        game = name,
        count = builder.parts(),
        most = builder.most_cells(),
        bytes
    );
    writeln!(io::stdout(), "{said}")?;
    Ok(true)
}

/// Builds up to as many cells as are asked for, and saves what is known, also where a limit stops it.
fn build(
    command: &EndingsCommand,
    builder: &mut EndingsBuilder,
    limits: &Limits,
) -> Result<(), Trouble> {
    let save = |builder: &EndingsBuilder| {
        let bytes = builder.bytes();
        durable::replace(&command.file, |out| out.write_all(&bytes)).map_err(|error| {
            let (path, error) = (command.file.display(), reason(&error));
            Trouble::Input(match builder.most_cells() {
                0 => say!("error: cannot write {path}: {error}", path, error),
                _ => say!(
                    "error: cannot write {path}: {error}; the one before is intact",
                    path,
                    error
                ),
            })
        })
    };
    let mut saved = builder.most_cells();
    let mut last = Instant::now();
    if saved < command.to {
        // A file that cannot be written is better known now than in half an hour.
        save(builder)?;
    }
    while builder.most_cells() < command.to {
        let grown = builder.grow(limits);
        let done = builder.most_cells() == command.to;
        if (grown.is_err() || done || last.elapsed() >= command.every)
            && builder.most_cells() > saved
        {
            save(builder)?;
            (saved, last) = (builder.most_cells(), Instant::now());
        }
        grown.map_err(|failure| Trouble::of_failure(&failure, &[]))?;
    }
    Ok(())
}
