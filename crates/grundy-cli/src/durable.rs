//! Files that are replaced as a whole or not at all.

use crate::language::say;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

/// The file that is written to before it takes the name of the old one: one that no other process has, for two may be
/// told to write to the same file.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!("{NEW}{}", std::process::id()));
    name.into()
}

/// What is between the name of a file and the number of the process that writes it anew.
const NEW: &str = ".grundy-new-";

/// Removes what processes that were killed have left beside a file: what nobody has locked.
pub(crate) fn tidy(path: &Path) {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return };
    let Ok(files) = fs::read_dir(folder_of(path)) else { return };
    for found in files.flatten() {
        let left = found.file_name();
        let left = left.to_str().and_then(|left| left.strip_prefix(name)?.strip_prefix(NEW));
        let Some(process) = left else { continue };
        if process.bytes().all(|byte| byte.is_ascii_digit())
            && let Ok(file) = File::open(found.path())
            && !matches!(file.try_lock(), Err(TryLockError::WouldBlock))
        {
            // What cannot be removed does no harm.
            drop(file);
            let _ = fs::remove_file(found.path());
        }
    }
}

/// The folder of a file.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
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

/// Locks a file against other programs until it is closed, where the file system can.
///
/// # Errors
/// Another program has locked it.
pub(crate) fn lock(file: &File) -> io::Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            let message = say!("another program works on this file");
            Err(io::Error::new(io::ErrorKind::WouldBlock, message))
        }
        _ => Ok(()),
    }
}

/// Replaces a file, or creates it: what `write` writes goes to a second file beside it, which is
/// flushed to the disk and renamed. Of two processes that do so at once the last one's stays.
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
    tidy(path);
    let new = beside(path);
    let written = File::create(&new).and_then(|file| {
        // Others see that it is in use; where files cannot be locked, nobody removes it either.
        let _ = file.try_lock();
        let mut out = BufWriter::with_capacity(1 << 16, file);
        write(&mut out)?;
        out.flush()?;
        out.get_ref().sync_all()
    });
    if let Err(error) = written {
        // It may be what fills the disk.
        let _ = fs::remove_file(&new);
        return Err(error);
    }
    fs::rename(&new, path)?;
    // The new name is on the disk once the folder is. Not every system lets folders be opened;
    // there the rename is as safe as the system makes it.
    if let Ok(folder) = File::open(folder_of(path)) {
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
        let of = |process: &str| folder.join(format!("run{NEW}{process}"));
        fs::write(of("1"), "left by a run that was killed").unwrap();
        fs::write(of("x"), "of somebody else").unwrap();
        let in_use = File::create(of("2")).unwrap();
        in_use.lock().unwrap();
        replace(&path, |out| out.write_all(b"one")).unwrap();
        assert_eq!([of("1"), of("x"), of("2")].map(|path| path.exists()), [false, true, true]);
        // A folder stands where the second file should go.
        fs::create_dir(beside(&path)).unwrap();
        assert!(replace(&path, |out| out.write_all(b"three")).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"one");
        assert!(replace(&folder, |out| out.write_all(b"four")).is_err());
        fs::remove_dir_all(&folder).unwrap();
    }
}
