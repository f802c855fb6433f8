//! Files that are replaced as a whole or not at all.

use crate::language::say;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

/// The file that is written to before it takes the name of the old one: one that nobody else has, so that what a run
/// that was killed has left there is overwritten.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".grundy-new");
    name.into()
}

/// Removes what a run that was killed has left beside a file. Nobody may be writing to the file.
pub(crate) fn tidy(path: &Path) {
    // If it cannot be removed, the next that writes there says so.
    let _ = fs::remove_file(beside(path));
}

/// Opens a file to read what was kept there.
///
/// # Errors
/// What the file system says, or that it is not a regular file: a device may have no end, and a pipe may
/// never be written to.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    if fs::metadata(path)?.is_file() { File::open(path) } else { Err(irregular()) }
}

pub(crate) fn irregular() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, say!("it is not a regular file"))
}

/// Replaces a file, or creates it: what `write` writes goes to a second file beside it, which is
/// flushed to the disk and renamed.
///
/// # Errors
/// What the file system says; the file before, if there was one, is still there, unharmed.
pub(crate) fn replace(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return Err(irregular());
    }
    let new = beside(path);
    let written = File::create(&new).and_then(|file| {
        let mut out = BufWriter::with_capacity(1 << 16, file);
        write(&mut out)?;
        out.flush()?;
        out.get_ref().sync_all()
    });
    if let Err(error) = written {
        // It may be what fills the disk. If this fails too, the next attempt overwrites it.
        let _ = fs::remove_file(&new);
        return Err(error);
    }
    fs::rename(&new, path)?;
    // The new name is on the disk once the folder is. Not every system lets folders be opened;
    // there the rename is as safe as the system makes it.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
        folder.sync_all()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_write_leaves_the_file_before() {
        let folder = std::env::temp_dir().join(format!("grundy-replace-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("run");
        replace(&path, |out| out.write_all(b"one")).unwrap();
        let full = || io::Error::from(io::ErrorKind::StorageFull);
        let failed = replace(&path, |out| out.write_all(b"two").and(Err(full())));
        assert_eq!(failed.unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(fs::read(&path).unwrap(), b"one");
        assert!(!beside(&path).exists());
        fs::write(beside(&path), "left by a run that was killed").unwrap();
        tidy(&path);
        assert!(!beside(&path).exists() && path.exists());
        // A folder stands where the second file should go.
        fs::create_dir(beside(&path)).unwrap();
        assert!(replace(&path, |out| out.write_all(b"three")).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"one");
        assert!(replace(&folder, |out| out.write_all(b"four")).is_err());
        fs::remove_dir_all(&folder).unwrap();
    }
}
