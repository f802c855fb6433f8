//! Reading a checkpoint: its first lines, its bytes, and why it cannot be used.

use std::fmt;
use std::io::{self, BufRead as _, Read as _};
use std::path::Path;

use grundy::limits::Stop;

use crate::language::{reason, say, speak};
use crate::trouble::Trouble;

/// Why a checkpoint cannot be used.
#[derive(Debug)]
pub(crate) enum Unusable {
    /// The file cannot be read.
    Read(io::Error),
    /// It is something else than a file with this title.
    Foreign(&'static str),
    /// It was damaged.
    Damaged(String),
    /// It is of the game with this rule.
    OtherGame(String),
    /// A limit stopped the reading.
    Stop(Stop),
    /// The values of so many heaps do not fit in the memory allowed.
    TooMuch(u64, Stop),
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unusable::Read(error) => f.write_str(&speak(&reason(error))),
            Unusable::Foreign(title) => f.write_str(&begins_otherwise(title)),
            Unusable::Damaged(reason) => {
                write!(f, "{}", say!("this is no whole checkpoint: {reason}", reason))
            }
            Unusable::OtherGame(rule) => {
                write!(f, "{}", say!("this is a checkpoint of another game, {rule}", rule))
            }
            Unusable::Stop(stop) | Unusable::TooMuch(_, stop) => stop.fmt(f),
        }
    }
}

impl Unusable {
    /// What to say of the file.
    pub(crate) fn trouble(&self, path: &Path) -> Trouble {
        match self {
            Unusable::Stop(stop) => Trouble::of_stop(*stop),
            Unusable::TooMuch(heaps, stop) => Trouble::of_stop(*stop).with(&say!(
                "  kept: {path} holds the values of {heaps} heaps and stays as it is",
                path = path.display(),
                heaps
            )),
            error => Trouble::of_file(path, error, matches!(error, Unusable::Damaged(_))),
        }
    }
}

impl From<io::Error> for Unusable {
    fn from(error: io::Error) -> Unusable {
        Unusable::Read(error)
    }
}

/// What is wrong with a file that should have a title.
pub(super) fn begins_otherwise(title: &str) -> String {
    say!("this is another file: it does not start with `{title}`", title)
}

/// Longest line that is read.
const MAX_LINE: u64 = 1 << 20;

/// The first line of a file that is not empty, if that is text.
pub(super) fn first_line(file: &mut impl io::BufRead) -> Result<Option<String>, Unusable> {
    let is_empty = file.fill_buf()?.is_empty();
    match line(file) {
        Err(error) if is_empty => Err(error),
        Ok(line) => Ok(Some(line)),
        Err(Unusable::Damaged(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// A line of a file, without its end.
pub(super) fn line(file: &mut impl io::BufRead) -> Result<String, Unusable> {
    let mut bytes = Vec::new();
    file.take(MAX_LINE).read_until(b'\n', &mut bytes)?;
    if bytes.pop() != Some(b'\n') {
        return Err(Unusable::Damaged(say!("its first lines are missing")));
    }
    String::from_utf8(bytes).map_err(|_| Unusable::Damaged(say!("its first lines are not text")))
}

/// So many bytes of a file.
pub(super) fn exactly(file: &mut impl io::Read, bytes: &mut [u8]) -> Result<(), Unusable> {
    file.read_exact(bytes).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => Unusable::Damaged(say!("it ends too soon")),
        _ => Unusable::Read(error),
    })
}
