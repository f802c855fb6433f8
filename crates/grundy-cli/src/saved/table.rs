//! Tables in files: the values in one, which the system maps into memory, and in another a note of
//! how many of them are known. So a table may be larger than memory, and a run that was stopped or
//! killed goes on where it was.
//!
//! ```text
//! FILE           grundy table 1
//!                rule                 the rule as text, in one line
//!                shape                kind, size, order: as the library says it
//!                last ...             the largest coordinates
//!                known width          how many values are known, and the bytes of each: 1, 2 or 4
//!                digest               of the title (the lines with the rule and the shape) and
//!                                     the known values, in hexadecimal digits
//! FILE.1, .2, .4                      the values, of 1, 2 or 4 bytes, the lowest byte first
//! ```
//!
//! The values are flushed to the disk before the note of them takes the place of the one before
//! ([`durable`]), and those that are known are never changed, only written once more when they need
//! more bytes, into a new file ([`mapped`]). So at every moment the note tells the truth, whatever ends the program.

mod mapped;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use grundy::language::Message;
use grundy::limits::{Limits, Stop};
use grundy::play::{Asked, Position, Session};
use grundy::prove::{SequenceDigest, hex};
use grundy::ruleset::Failure;
use grundy::table::{Note, Room, Table};

use super::durable;
use crate::cells::{self, Wanted};
use crate::language::{message, reason, say, speak};
use crate::trouble::Trouble;
pub(crate) use mapped::files;
pub(super) use mapped::mapped;
use mapped::{Mapped, beside, is_free};

const MAGIC: &str = "grundy table 1";

/// What a note says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeptTable {
    /// The rule as text.
    pub(crate) rule: String,
    /// What the library calls the [shape](grundy::table::Table::shape).
    pub(crate) shape: String,
    /// The largest coordinates that were asked for.
    pub(crate) last: Vec<u64>,
    pub(crate) note: Note,
}

/// Why a table cannot be kept in a file.
#[derive(Debug)]
pub(crate) enum Unusable {
    Stop(Stop),
    /// What stands in the file, which is of no use here.
    File(Message),
    /// What is missing or wrong in a file of this kind.
    Damaged(Message),
    /// The values would stand in this file, which has something else in it.
    Foreign(PathBuf),
    /// The file cannot be read or written.
    System(io::Error),
}

impl Unusable {
    /// What to say of the file.
    fn trouble(self, path: &Path) -> Trouble {
        match self {
            Unusable::Stop(stop) => Trouble::of_stop(stop),
            Unusable::File(error) => Trouble::of_file(path, &speak(&error), false),
            Unusable::Damaged(error) => Trouble::of_file(path, &speak(&error), true),
            Unusable::Foreign(values) => Trouble::Input(say!(
                "error: {path}: {error}\n  help: name another file; if {values} is left of a table whose {path} was \
                 removed, remove it too",
                path = path.display(),
                error = speak(&foreign(&values)),
                values = values.display()
            )),
            Unusable::System(error) => unwritten(path, &error),
        }
    }
}

impl From<io::Error> for Unusable {
    fn from(error: io::Error) -> Unusable {
        Unusable::System(error)
    }
}

/// That values would stand in a file that has something else in it.
fn foreign(values: &Path) -> Message {
    message!(
        "the values would stand in {path}, and that is another file",
        path = values.display().to_string()
    )
}

/// The title of a table of a rule.
pub(crate) fn title(rule: &str, shape: &str) -> String {
    format!("{rule}\n{shape}")
}

/// Computes the table up to the last cell that is wanted in a file, from what stands there. Where that is of a larger
/// table, which is not finished, nothing is computed: the cells that are wanted must be known.
///
/// # Errors
/// There is no such table, the file is of another one or damaged, cells are not known of a larger one, or a limit; then
/// the same work goes on from what stands in the file.
pub(crate) fn compute(
    session: &mut Session,
    wanted: &Wanted,
    (path, every): (&Path, Duration),
    limits: &Limits,
) -> Result<(), Trouble> {
    let (of, to) = (wanted.of(), &*wanted.to);
    let Some((shape, _)) = session.table_shape(of, to) else {
        return Err(no_table(session, of.0));
    };
    let rule = rule_of(session);
    let unusable = |unusable: Unusable| unusable.trouble(path);
    // Only of a table that no other run works on the note can be believed.
    let alone = Arc::new(durable::alone(path)?);
    let found = read(path).map_err(unusable)?;
    let digest = SequenceDigest::new(&title(&rule, &shape)).finish();
    let note = Note { width: 1, known: 0, digest };
    let kept = match &found {
        None => KeptTable { rule, shape, last: to.to_vec(), note },
        Some(kept) => {
            is_of(session, of, to, (path, &rule), kept)?;
            kept.clone()
        }
    };
    let last = kept.last.clone();
    let Some((_, bytes)) = session.table_shape(of, &last) else { return Ok(()) };
    let room = match &found {
        Some(_) => Mapped::open((path, alone), &kept, bytes, every, limits),
        // A file that cannot be written is better known now than in half an hour.
        None => is_free(&beside(path, kept.note.width), bytes, limits)
            .and_then(|()| Mapped::create((path, alone), &kept, bytes, every, limits))
            .and_then(|mut room| {
                room.save(&kept.note).map_err(Unusable::File)?;
                Ok(room)
            }),
    };
    let room = room.map_err(unusable)?;
    let forbidden = room.forbidden;
    let room = (Box::new(room) as Box<dyn Room>, Some(&kept.note));
    let failed = |failure: Failure| match failure {
        Failure::Stop(stop) => Unusable::Stop(stop),
        failure => Unusable::Damaged(failure.message()),
    };
    let title = title(&kept.rule, &kept.shape);
    session.keep_table(of, &last, &title, room, limits).map_err(|e| unusable(failed(e)))?;
    if session.is_table_finished(of) {
        return Ok(());
    }
    if last != to || forbidden.is_some() {
        let known = cells::are_known(session, wanted, limits).map_err(Trouble::of_stop)?;
        return match forbidden {
            _ if known => {
                session.leave_table(of);
                Ok(())
            }
            Some(kind) if last == to => Err(unwritten(path, &kind.into())),
            _ => Err(not_yet(&kept, path)),
        };
    }
    session.fill_table(of, &last, limits).map_err(|failure| match failure {
        Failure::Stop(stop) => stopped(stop, path),
        Failure::Domain(error) => unsaved(&error, path),
        failure => Trouble::of_failure(&failure, session.games()),
    })
}

/// That a file cannot be written on, and what stands there.
fn unsaved(error: &Message, path: &Path) -> Trouble {
    Trouble::Input(say!(
        "error: {error}\n  help: {path} holds the values of {known} positions; once this is mended, the same command \
         goes on from there",
        error = speak(error),
        path = path.display(),
        known = known(path)
    ))
}

/// How many values are known by the note in a file.
fn known(path: &Path) -> u64 {
    read(path).ok().flatten().map_or(0, |kept| kept.note.known)
}

/// That cells are wanted of which an unfinished table does not know all, and how it goes on.
fn not_yet(kept: &KeptTable, path: &Path) -> Trouble {
    Trouble::Input(say!(
        "error: {path}: not all of these values are known yet, it holds those of {known} positions\n  \
         help: the same command with --to {last} goes on from there",
        path = path.display(),
        known = kept.note.known,
        last = listed(&kept.last)
    ))
}

/// Coordinates as they are typed.
fn listed(coords: &[u64]) -> String {
    coords.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

/// That a limit stopped the work, and how it can go on.
fn stopped(stop: Stop, path: &Path) -> Trouble {
    let (known, path) = (known(path), path.display());
    Trouble::Limit(match stop {
        Stop::Cancelled => say!(
            "stopped on request\n  help: {path} holds the values of {known} positions; the same command goes on from \
             there",
            path,
            known
        ),
        Stop::Memory { .. } => say!(
            "stopped: {stop}\n  help: {path} holds the values of {known} positions; with more memory, \
             --memory SIZE, the same command goes on from there",
            stop,
            path,
            known
        ),
        _ => say!(
            "stopped: {stop}\n  help: {path} holds the values of {known} positions; the same \
             command goes on from there",
            stop,
            path,
            known
        ),
    })
}

/// That a kind has no table to keep.
fn no_table(session: &Session, kind: usize) -> Trouble {
    let misere = session.is_misere(&Position::default()).unwrap_or(false);
    if !misere && session.plan(0).engine.open_heaps().is_some() {
        return Trouble::Input(say!(
            "error: there is no table to keep in a file: the values are a sequence\n  \
             help: grundy heap GAME --to N --checkpoint FILE keeps those"
        ));
    }
    Trouble::Input(say!(
        "error: there is no table to keep in a file: {reason}",
        reason = why_no_table(session, kind)
    ))
}

/// That a file cannot be used, for which another one may be named.
fn unwritten(path: &Path, error: &io::Error) -> Trouble {
    let (path, reason) = (path.display(), reason(error));
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Trouble::Input(say!(
            "error: {path}: {reason}\n  help: make the directory first, or name a file elsewhere",
            path,
            reason
        )),
        _ => {
            Trouble::Input(say!("error: {path}: {reason}\n  help: name another file", path, reason))
        }
    }
}

/// The rule of the session's game in one line, with the arguments that were given to it.
fn rule_of(session: &Session) -> String {
    let opened = &session.games()[0];
    let rule = opened.rules.program().to_string();
    let rule = rule.split_whitespace().collect::<Vec<_>>().join(" ");
    match &opened.name {
        Some(name) if name.ends_with(')') => format!("{name}: {rule}"),
        _ => rule,
    }
}

/// Why a kind has no table.
fn why_no_table(session: &Session, kind: usize) -> Message {
    let misere = session.is_misere(&Position::default()).unwrap_or(false);
    let table = Table::new(&session.games()[0].rules, kind);
    match if misere { table.and_then(Table::misere) } else { table } {
        Err(reason) => reason.message(),
        Ok(_) if session.plan(0).engine.has_all(misere) => {
            let reason = session.plan(0).reason.clone();
            message!("the values are known without one, {reason}", reason)
        }
        Ok(_) => message!("it would be too large for any machine"),
    }
}

/// Checks that the note in a file is of the table asked for, or of a larger one.
fn is_of(
    session: &mut Session,
    of: (usize, Asked),
    to: &[u64],
    (path, rule): (&Path, &str),
    kept: &KeptTable,
) -> Result<(), Trouble> {
    let other = |message| Err(Unusable::File(message).trouble(path));
    if kept.rule != *rule {
        return other(message!(
            "this is a table of another game, {rule}",
            rule = kept.rule.clone()
        ));
    }
    let shape = match kept.last.len() == to.len() {
        true => session.table_shape(of, &kept.last).map(|(shape, _)| shape),
        false => None,
    };
    if shape.as_ref() != Some(&kept.shape) {
        let shape = kept.shape.clone();
        return other(message!("this is a table of another kind or shape, {shape}", shape));
    }
    if kept.last.iter().zip(to).any(|(last, to)| last < to) {
        return Err(Trouble::Input(say!(
            "error: {path}: this is a table that goes to {last} only\n  help: --to {last} shows it; a larger one \
             begins anew, in another file",
            path = path.display(),
            last = listed(&kept.last)
        )));
    }
    Ok(())
}

/// The note in a file, if there is one.
///
/// # Errors
/// The file cannot be read, or is no note.
pub(crate) fn read(path: &Path) -> Result<Option<KeptTable>, Unusable> {
    match durable::open(path).and_then(io::read_to_string) {
        Ok(text) => match parse(&text) {
            Some(kept) => Ok(Some(kept)),
            None if text.starts_with(MAGIC) => {
                Err(Unusable::Damaged(message!("this is no note of a table")))
            }
            None => Err(Unusable::File(message!("this is no note of a table"))),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            Err(Unusable::File(message!("this is no note of a table")))
        }
        Err(error) => Err(error.into()),
    }
}

fn parse(text: &str) -> Option<KeptTable> {
    let lines: Vec<&str> = text.strip_suffix('\n')?.split('\n').collect();
    let [MAGIC, rule, shape, last, sizes, digest] = lines[..] else { return None };
    let (known, width) = sizes.split_once(' ')?;
    let mut bytes = [0; 32];
    if digest.len() != 64 || !digest.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    for (index, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&digest[2 * index..2 * index + 2], 16).ok()?;
    }
    let last = last.split(' ').map(|number| number.parse().ok()).collect::<Option<_>>()?;
    let note = Note { known: known.parse().ok()?, width: width.parse().ok()?, digest: bytes };
    Some(KeptTable { rule: rule.to_owned(), shape: shape.to_owned(), last, note })
}

fn print(kept: &KeptTable) -> String {
    let KeptTable { rule, shape, last, note } = kept;
    let last: Vec<String> = last.iter().map(u64::to_string).collect();
    let digest = hex(&note.digest);
    let (last, known, width) = (last.join(" "), note.known, note.width);
    format!("{MAGIC}\n{rule}\n{shape}\n{last}\n{known} {width}\n{digest}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_read_as_it_was_written() {
        let note = Note { width: 2, known: 12, digest: std::array::from_fn(|n| n as u8) };
        let kept = KeptTable {
            rule: "[n] -> [n-1]".to_owned(),
            shape: "[n] 31 by 0".to_owned(),
            last: vec![30],
            note,
        };
        let text = print(&kept);
        assert_eq!(parse(&text), Some(kept));
        for cut in 0..text.len() {
            assert_eq!(parse(&text[..cut]), None);
        }
        assert_eq!(parse(&text.replace("table 1", "table 2")), None);
        assert_eq!(parse(&format!("{text}\n")), None);
        assert_eq!(parse(&text.replace("1f\n", "+f\n")), None);
    }
}
