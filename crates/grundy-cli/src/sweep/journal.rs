//! The journal of a sweep: a line of JSON for each game that is done, so that a sweep that was
//! stopped or killed goes on where it was, and those of several machines can be joined.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use super::Row;
use crate::durable;
use crate::language::say;

/// An open journal.
pub(crate) struct Journal(File);

impl Journal {
    /// Opens a journal, or starts one, and reads the games that are done. A last line that was not
    /// finished is cut off.
    ///
    /// # Errors
    /// What the file system says, or the number of the first line that is not of a journal.
    pub(crate) fn open(path: &Path) -> io::Result<(Journal, Vec<Row>)> {
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        if !file.metadata()?.is_file() {
            return Err(durable::irregular());
        }
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut rows = Vec::new();
        for (number, line) in (1..).zip(text[..whole].lines()) {
            let row = serde_json::from_str(line).map_err(|error| {
                let message =
                    say!("line {number} is not of a sweep's journal: {error}", number, error);
                io::Error::new(io::ErrorKind::InvalidData, message)
            })?;
            rows.push(row);
        }
        if whole == 0 && !text.is_empty() && !text.starts_with("{\"code\":") {
            let message = say!("this is not a sweep's journal");
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        file.set_len(whole as u64)?;
        file.seek(SeekFrom::End(0))?;
        Ok((Journal(file), rows))
    }

    /// Adds a game that is done.
    ///
    /// # Errors
    /// What the file system says; the lines before are intact.
    pub(crate) fn add(&mut self, row: &Row) -> io::Result<()> {
        let mut line = serde_json::to_string(row)?;
        line.push('\n');
        self.0.write_all(line.as_bytes())
    }

    /// Waits until everything is on the disk.
    pub(crate) fn sync(&self) -> io::Result<()> {
        self.0.sync_all()
    }
}
