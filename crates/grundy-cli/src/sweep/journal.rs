//! The journal of a sweep: a line of JSON for each game that is done, so that a sweep that was
//! stopped or killed goes on where it was, and those of several machines can be joined. The last field of
//! a line is a digest of what stands before it, so that a line that was damaged is told.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use grundy::prove::hex;
use serde::de::IgnoredAny;
use sha2::{Digest as _, Sha256};

use super::Row;
use crate::language::say;
use crate::saved::durable::{self, flush_to_disk};

/// An open journal, which no other program can open as one meanwhile.
pub(crate) struct Journal {
    file: File,
    /// Why it may only be read.
    forbidden: Option<io::ErrorKind>,
}

impl Journal {
    /// Opens a journal, or starts one, and reads the games that are done. A last line that was not
    /// finished is cut off, and so is passed over what stands of one before another, where journals were joined.
    ///
    /// # Errors
    /// What the file system says, that another program works on it, or the number of the first line that is not of a
    /// journal.
    pub(crate) fn open(path: &Path) -> io::Result<(Journal, Vec<Row>)> {
        let whole =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let forbidden = whole.as_ref().err().map(io::Error::kind);
        let forbidden = forbidden.filter(|&kind| durable::may_only_be_read(kind));
        let mut file = if forbidden.is_some() { durable::open(path).or(whole) } else { whole }?;
        if !file.metadata()?.is_file() {
            return Err(durable::irregular());
        }
        durable::lock(&file)?;
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut rows = Vec::new();
        for (number, line) in (1..).zip(text[..whole].lines()) {
            let refused = |error: String| {
                let message = say!(
                    "line {number} is not of a sweep's journal: {error}\n  help: remove that line, its game is \
                     computed anew",
                    number,
                    error
                );
                io::Error::new(io::ErrorKind::InvalidData, message)
            };
            let row = unsigned(line).or_else(|| unsigned(joined(line)?));
            let row = row.ok_or_else(|| refused(say!("its digest is another")))?;
            let row = serde_json::from_str(&row).map_err(|error| refused(error.to_string()))?;
            rows.push(row);
        }
        if whole == 0 && !is_cut(&text) {
            let message = say!("this is not a sweep's journal");
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        if forbidden.is_none() {
            file.set_len(whole as u64)?;
            file.seek(SeekFrom::End(0))?;
        }
        Ok((Journal { file, forbidden }, rows))
    }

    /// Checks that games can be added.
    ///
    /// # Errors
    /// Why the file may only be read.
    pub(crate) fn check(&self) -> io::Result<()> {
        self.forbidden.map_or(Ok(()), |kind| Err(kind.into()))
    }

    /// Adds a game that is done.
    ///
    /// # Errors
    /// What the file system says; the lines before are intact.
    pub(crate) fn add(&mut self, row: &Row) -> io::Result<()> {
        let line = signed(&serde_json::to_string(row)?);
        self.file.write_all(format!("{line}\n").as_bytes())
    }

    /// Waits until everything is on the disk.
    pub(crate) fn sync(&self) -> io::Result<()> {
        if self.forbidden.is_none() { flush_to_disk(&self.file) } else { Ok(()) }
    }
}

/// What a line begins with.
const START: &str = "{\"code\":\"";

/// Whether a text is the beginning of a line, or a whole one.
fn is_cut(text: &str) -> bool {
    let of_row = text.starts_with(START) || START.starts_with(text);
    // Of an object the whole alone is JSON.
    of_row && (unsigned(text).is_some() || serde_json::from_str::<IgnoredAny>(text).is_err())
}

/// The line that the beginning of another one stands before.
fn joined(line: &str) -> Option<&str> {
    let (cut, line) = line.split_at_checked(line.rfind(START)?)?;
    (!cut.is_empty() && is_cut(cut)).then_some(line)
}

/// What stands before the digest, and behind it.
const BEFORE: &str = ",\"digest\":\"";
const BEHIND: &str = "\"}";

/// The first 16 digits of the SHA-256 of a row.
fn digest(row: &str) -> String {
    hex(&Sha256::digest(row.as_bytes())[..8])
}

/// A row with its digest as the last field.
fn signed(row: &str) -> String {
    let fields = row.strip_suffix('}').unwrap_or(row);
    format!("{fields}{BEFORE}{}{BEHIND}", digest(row))
}

/// A row without its digest, if that is right.
fn unsigned(line: &str) -> Option<String> {
    let (fields, noted) = line.strip_suffix(BEHIND)?.rsplit_once(BEFORE)?;
    let row = format!("{fields}}}");
    (digest(&row) == noted).then_some(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_with_another_digit_has_another_digest() {
        let row = "{\"code\":\"0.77\",\"period\":12}";
        let line = signed(row);
        assert_eq!(unsigned(&line).as_deref(), Some(row));
        assert!(serde_json::from_str::<serde_json::Value>(&line).is_ok());
        for (from, to) in [("12", "13"), ("0.77", "0.7"), ("}", ""), ("digest", "digits")] {
            assert_eq!(unsigned(&line.replacen(from, to, 1)), None, "{from}");
        }
        assert_eq!(unsigned(row), None);
    }

    #[test]
    fn the_beginning_of_a_line_is_told_from_another_text() {
        let row = "{\"code\":\"0.77\",\"period\":12}";
        let line = signed(row);
        for cut in 0..=line.len() {
            assert!(is_cut(&line[..cut]), "{cut}");
        }
        for cut in 1..=line.len() {
            let text = format!("{}{line}", &line[..cut]);
            assert_eq!(joined(&text), Some(&*line), "{cut}");
        }
        assert_eq!(joined(&line), None);
        assert_eq!(joined(&format!("precious{line}")), None);
        for other in [row, "{\"code\":7", "{\"game", "[", "precious text", " "] {
            assert!(!is_cut(other), "{other}");
        }
    }
}
