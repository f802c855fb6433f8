//! `grundy endings`: the values of all small parts of a game on cells, in a file that searches look up.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use grundy::board::{Endings, EndingsBuilder};
use grundy::games::find_board;
use grundy::language::Message;
use grundy::limits::Limits;

use super::heap::seconds;
use crate::checkpoint::begins_otherwise;
use crate::durable;
use crate::kept::mapped;
use crate::language::{message, reason, say, speak};
use crate::number::between;
use crate::trouble::Trouble;
use crate::work::Allowance;

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

/// The endings of a file, which the system maps into memory; nothing if there is no file. Where they are `made` here
/// for this game, damaged ones may be made anew.
fn found(path: &Path, made: Option<&str>) -> Result<Option<Endings>, Trouble> {
    let file = match durable::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(unusable(path, &reason(&error))),
    };
    let mapped = mapped(&file).map_err(|error| unusable(path, &reason(&error)))?;
    let mut lines = mapped.as_ref().splitn(3, |&byte| byte == b'\n');
    let is_own = lines.next() == Some(TITLE.as_bytes());
    let damaged = is_own && made.is_some() && lines.next() == made.map(str::as_bytes);
    Endings::open(Box::new(mapped)).map(Some).map_err(|error| match is_own {
        true => Trouble::of_file(path, &speak(&error), damaged),
        false => Trouble::of_file(path, &begins_otherwise(TITLE), false),
    })
}

fn unusable(path: &Path, error: &Message) -> Trouble {
    Trouble::of_file(path, &speak(error), false)
}

/// The first line of such a file.
const TITLE: &str = "grundy endings 1";

/// The endings of a file that is there.
pub(super) fn open(path: &Path) -> Result<Arc<Endings>, Trouble> {
    match found(path, None)? {
        Some(endings) => Ok(Arc::new(endings)),
        None => Err(Trouble::Input(say!(
            "error: there is no file {path}\n  help: `grundy endings cram --file {path}` builds one",
            path = path.display()
        ))),
    }
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
            Trouble::Input(say!(
                "error: cannot write {path}: {error}",
                path = command.file.display(),
                error = reason(&error)
            ))
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
