//! Files that are replaced as a whole or not at all.

use crate::language::{reason, say};
use crate::trouble::Trouble;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A save is at most this part of the time between two.
const SHARE: u32 = 10;

/// How long to wait from a save that took so long to the next one, of saves that are asked for so often.
pub(crate) fn pause(every: Duration, took: Duration) -> Duration {
    every.max(took * SHARE)
}

/// What is between the name of a file and the digits behind that of the one that is written in its place.
const NEW: &str = ".grundy-new-";

/// How often a file is created anew that somebody else has removed at once.
const TRIES: u32 = 100;

/// Creates a file that is written to before it takes the name of another one, and locks it. No other process has it, for
/// two may be told to write to the same file.
///
/// A name is never used twice, so that whoever finds such a file that nobody has locked may remove what has its name.
fn create_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    for _ in 0..TRIES {
        let name = name_beside(path);
        let file = match File::create_new(&name) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            file => file?,
        };
        // Where files cannot be locked, nobody removes it either.
        let _ = file.lock();
        // Somebody else may have locked it first, to remove it.
        if fs::exists(&name).unwrap_or(false) {
            return Ok((name, file));
        }
    }
    Err(io::ErrorKind::NotFound.into())
}

/// A new name for what is written before it takes the name of another file.
pub(crate) fn name_beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!("{NEW}{}{:010}", std::process::id(), fastrand::u32(..)));
    PathBuf::from(name)
}

/// Removes what processes that were killed have left beside a file: what nobody has locked.
pub(crate) fn tidy(path: &Path) {
    let path = &*linked(path);
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return };
    let Ok(files) = fs::read_dir(folder_of(path)) else { return };
    for found in files.flatten() {
        let left = found.file_name();
        let left = left.to_str().and_then(|left| left.strip_prefix(name)?.strip_prefix(NEW));
        let Some(digits) = left else { continue };
        if digits.bytes().all(|byte| byte.is_ascii_digit())
            && let Ok(file) = OpenOptions::new().write(true).open(found.path())
            && file.try_lock().is_ok()
        {
            // What cannot be removed does no harm.
            let _ = fs::remove_file(found.path());
        }
    }
}

/// The folder of a file.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The file that a path is a link to, itself if it is none: what is renamed takes the place of a link, not of that file.
pub(crate) fn linked(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        match fs::read_link(&path) {
            Ok(to) => path = folder_of(&path).join(to),
            Err(_) => break,
        }
    }
    path
}

/// Links that lead from one to the next, at most.
const LINKS: u32 = 40;

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

/// Whether that is what a system says of a file that may be read and not written.
pub(crate) fn may_only_be_read(kind: std::io::ErrorKind) -> bool {
    use std::io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem};

    matches!(kind, PermissionDenied | ReadOnlyFilesystem)
}

/// Locks a file against other programs until it is closed, where the file system can.
///
/// # Errors
/// Another program has locked it.
pub(crate) fn lock(file: &File) -> io::Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(in_use()),
        _ => Ok(()),
    }
}

/// Keeps other programs away from a file that is replaced now and then: a second file beside it is locked, and removed
/// in the end.
#[derive(Debug)]
pub(crate) struct Alone {
    path: PathBuf,
    /// Nothing where the file system has no room or no right for it: then nothing can be written there, either.
    file: Option<File>,
}

impl Alone {
    /// Asks for a file, which need not be there yet, as long as this value lives.
    ///
    /// # Errors
    /// Another program has it.
    pub(crate) fn with(path: &Path) -> io::Result<Alone> {
        let irregular = fs::metadata(path).is_ok_and(|found| !found.is_file());
        let mut beside = linked(path).into_os_string();
        beside.push(".grundy-lock");
        let path = PathBuf::from(beside);
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(false);
        for _ in 0..TRIES {
            let file = if irregular { None } else { options.open(&path).ok() };
            if let Some(file) = &file {
                lock(file)?;
                if !is_still(&path, file) {
                    // Whoever had it before has removed it.
                    continue;
                }
            }
            return Ok(Alone { path, file });
        }
        Err(in_use())
    }
}

/// [`Alone::with`], for a file that was named.
///
/// # Errors
/// What is told of it.
pub(crate) fn alone(path: &Path) -> Result<Alone, Trouble> {
    Alone::with(path).map_err(|error| {
        let path = path.display();
        Trouble::Input(say!("error: {path}: {error}", path, error = reason(&error)))
    })
}

impl Drop for Alone {
    fn drop(&mut self) {
        // Where one cannot tell whether a file was removed that one has opened, it stays.
        if cfg!(unix) && self.file.is_some() {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Whether an open file still has its name.
#[cfg(unix)]
fn is_still(path: &Path, file: &File) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let of = |found: fs::Metadata| (found.dev(), found.ino());
    match (fs::metadata(path), file.metadata()) {
        (Ok(named), Ok(open)) => of(named) == of(open),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_still(_: &Path, _: &File) -> bool {
    true
}

fn in_use() -> io::Error {
    let message = say!("another program works on this file");
    io::Error::new(io::ErrorKind::WouldBlock, message)
}

/// Replaces a file, or creates it: what `write` writes goes to a second file beside it, which is
/// flushed to the disk and renamed. Of two processes that do so at once the last one's stays. Of a link the file that it
/// leads to is replaced.
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
    let path = &*linked(path);
    tidy(path);
    let (new, file) = create_beside(path)?;
    let mut out = BufWriter::with_capacity(1 << 16, file);
    let written = write(&mut out)
        .and_then(|()| out.flush())
        .and_then(|()| flush_to_disk(out.get_ref()))
        .and_then(|()| fs::rename(&new, path));
    if let Err(error) = written {
        // It may be what fills the disk.
        let _ = fs::remove_file(&new);
        return Err(error);
    }
    drop(out);
    // The new name is on the disk once the folder is. Not every system lets folders be opened;
    // there the rename is as safe as the system makes it.
    if let Ok(folder) = File::open(folder_of(path)) {
        flush_to_disk(&folder)?;
    }
    Ok(())
}

/// What is said of a file that cannot be written, as an error; what to do is told if its folder is missing.
pub(crate) fn unwritten(message: &str, kind: io::ErrorKind) -> Trouble {
    Trouble::Input(match kind {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => say!(
            "error: {message}\n  help: make the directory first, or name a file elsewhere",
            message
        ),
        _ => say!("error: {message}", message),
    })
}

/// Waits until a file, or the names in a folder, are on the disk. Some file systems, above all of other machines, know no
/// such thing; there all is as safe as they make it.
///
/// # Errors
/// What the file system says.
pub(crate) fn flush_to_disk(file: &File) -> io::Result<()> {
    match file.sync_all() {
        Err(error) if has_no_flush(error.kind()) => Ok(()),
        flushed => flushed,
    }
}

/// Whether that is what a file system says that has no flush.
fn has_no_flush(kind: io::ErrorKind) -> bool {
    matches!(kind, io::ErrorKind::Unsupported | io::ErrorKind::InvalidInput)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_has_no_flush_need_not_be_flushed() {
        for (kind, has_none) in [
            (io::ErrorKind::Unsupported, true),
            (io::ErrorKind::InvalidInput, true),
            (io::ErrorKind::StorageFull, false),
            (io::ErrorKind::PermissionDenied, false),
            (io::ErrorKind::Other, false),
        ] {
            assert_eq!(has_no_flush(kind), has_none, "{kind:?}");
        }
        // There is no flush for it in Linux.
        #[cfg(target_os = "linux")]
        flush_to_disk(&File::open("/dev/null").unwrap()).unwrap();
    }

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
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        let of = |process: &str| folder.join(format!("run{NEW}{process}"));
        fs::write(of("1"), "left by a run that was killed").unwrap();
        fs::write(of("x"), "of somebody else").unwrap();
        let in_use = File::create(of("2")).unwrap();
        in_use.lock().unwrap();
        replace(&path, |out| out.write_all(b"one")).unwrap();
        assert_eq!([of("1"), of("x"), of("2")].map(|path| path.exists()), [false, true, true]);
        // There is no place for the second file.
        assert!(replace(&folder.join("missing/run"), |out| out.write_all(b"three")).is_err());
        assert!(replace(&folder, |out| out.write_all(b"four")).is_err());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_file_is_of_one_at_a_time() {
        let folder = std::env::temp_dir().join(format!("grundy-alone-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("run");
        for _ in 0..2 {
            let first = Alone::with(&path).unwrap();
            replace(&path, |out| out.write_all(b"one")).unwrap();
            let second = Alone::with(&path);
            assert_eq!(second.unwrap_err().kind(), io::ErrorKind::WouldBlock);
            if let Some(file) = &first.file {
                // A process that is being started may have it for a moment, too.
                file.unlock().unwrap();
            }
        }
        assert!(Alone::with(&folder.join("missing/run")).unwrap().file.is_none());
        assert!(!cfg!(unix) || fs::read_dir(&folder).unwrap().count() == 1);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_and_the_file_behind_them_is_replaced() {
        let folder = std::env::temp_dir().join(format!("grundy-linked-{}", std::process::id()));
        fs::create_dir_all(folder.join("there")).unwrap();
        let link = |to: &str, name: &str| {
            let link = folder.join(name);
            std::os::unix::fs::symlink(to, &link).unwrap();
            link
        };
        let first = link("there/run", "first");
        let second = link("first", "second");
        // There is no file yet.
        for (path, bytes) in [(&first, b"one"), (&second, b"two")] {
            replace(path, |out| out.write_all(bytes)).unwrap();
            assert!(path.is_symlink());
            assert_eq!(fs::read(folder.join("there/run")).unwrap(), bytes);
        }
        let _alone = Alone::with(&first).unwrap();
        assert!(Alone::with(&second).is_err());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn many_write_the_same_file_at_once() {
        let folder = std::env::temp_dir().join(format!("grundy-at-once-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("run");
        std::thread::scope(|scope| {
            for writer in 0..4 {
                let path = &path;
                scope.spawn(move || {
                    for _ in 0..50 {
                        replace(path, |out| out.write_all(&[writer; 9])).unwrap();
                    }
                });
            }
        });
        let found = fs::read(&path).unwrap();
        assert_eq!(found, [found[0]; 9]);
        tidy(&path);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }
}
