//! The values of a table in a file that is mapped into memory, and room for them on the disk.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use fs4::FileExt as _;
use grundy::language::Message;
use grundy::limits::Limits;
use grundy::ruleset::Failure;
use grundy::table::{Note, Room};
use memmap2::{Mmap, MmapMut, MmapOptions};

use super::{KeptTable, Unusable, foreign, print};
use crate::language::{message, reason};
use crate::saved::durable::{self, Alone};

/// Bytes of a file that are written at once while room is made on the disk.
const CHUNK: usize = 1 << 20;

/// Whether the values of a table, of so many bytes, may stand in this file: there is none, or one that a run left
/// behind which was killed before there was any value. That is all 0, and not longer.
pub(super) fn is_free(path: &Path, bytes: u64, limits: &Limits) -> Result<(), Unusable> {
    let mut file = match durable::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error.into()),
    };
    let mut chunk = vec![0; CHUNK];
    let mut empty = file.metadata()?.len() <= bytes;
    while empty {
        let read = match file.read(&mut chunk) {
            Ok(0) => return Ok(()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read?,
        };
        empty = chunk[..read].iter().all(|&byte| byte == 0);
        limits.check().map_err(Unusable::Stop)?;
    }
    Err(Unusable::Foreign(path.to_owned()))
}

/// Where the values of so many bytes each stand.
pub(super) fn beside(path: &Path, width: u8) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{width}"));
    name.into()
}

/// The files of a table: the note, and the values of every width.
pub(crate) fn files(path: &Path) -> impl Iterator<Item = PathBuf> {
    std::iter::once(path.to_owned()).chain([1, 2, 4].map(|width| beside(path, width)))
}

/// The values of a table in a file.
pub(crate) struct Mapped {
    path: PathBuf,
    /// What a note says but for the values.
    kept: KeptTable,
    every: Duration,
    /// When it was saved last, and how long that took.
    last: (Instant, Duration),
    map: MmapMut,
    /// Why the file may only be read. Then what is written to the map stays in memory.
    pub(super) forbidden: Option<io::ErrorKind>,
    /// It is locked as long as it is open: versions that know of no other lock look at this one.
    _file: File,
    /// The note and the values of every width are this run's.
    alone: Arc<Alone>,
    limits: Limits,
}

impl Mapped {
    /// The room of a note that stands in a file, or of a new table: `bytes` is how many the values
    /// take if each is one byte.
    ///
    /// # Errors
    /// What the file system says, or that the file is not what the note says.
    pub(crate) fn open(
        (path, alone): (&Path, Arc<Alone>),
        kept: &KeptTable,
        bytes: u64,
        every: Duration,
        limits: &Limits,
    ) -> Result<Mapped, Unusable> {
        let width = kept.note.width;
        let bytes = bytes.saturating_mul(u64::from(width));
        let values = beside(path, width);
        let whole = OpenOptions::new().read(true).write(true).open(&values);
        let forbidden = whole.as_ref().err().map(io::Error::kind);
        let forbidden = forbidden.filter(|&kind| durable::may_only_be_read(kind));
        let file = if forbidden.is_some() { durable::open(&values) } else { whole };
        let file = file.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => Unusable::Damaged(message!(
                "the file of its values is missing: {path}",
                path = values.display().to_string()
            )),
            _ => error.into(),
        })?;
        durable::lock(&file)?;
        if file.metadata()?.len() != bytes {
            return Err(Unusable::Damaged(message!(
                "{path} is not as long as the note says",
                path = values.display().to_string()
            )));
        }
        Mapped::map((path, alone), kept, (file, forbidden), every, limits)
    }

    /// Room for a new table, all 0.
    ///
    /// # Errors
    /// What the file system says.
    pub(crate) fn create(
        (path, alone): (&Path, Arc<Alone>),
        kept: &KeptTable,
        bytes: u64,
        every: Duration,
        limits: &Limits,
    ) -> Result<Mapped, Unusable> {
        let values = beside(path, kept.note.width);
        let file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&values)?;
        durable::lock(&file)?;
        if let Err(error) = make_room(&file, &values, bytes, limits) {
            // It may be what fills the disk.
            let _ = fs::remove_file(&values);
            return Err(error);
        }
        Mapped::map((path, alone), kept, (file, None), every, limits)
    }

    #[allow(unsafe_code, reason = "a file is mapped into memory")]
    fn map(
        (path, alone): (&Path, Arc<Alone>),
        kept: &KeptTable,
        (file, forbidden): (File, Option<io::ErrorKind>),
        every: Duration,
        limits: &Limits,
    ) -> Result<Mapped, Unusable> {
        // SAFETY: this value alone has the mapping and lends it as bytes by the usual rules, and any bytes are
        // values. Nobody else may write to the file or shorten it meanwhile: the lock keeps other runs away where
        // the file system can lock, and else whoever starts two runs on one file; what is no run of this
        // program has no business with it.
        let map = unsafe {
            match forbidden {
                None => MmapMut::map_mut(&file),
                Some(_) => MmapOptions::new().map_copy(&file),
            }
        }?;
        // A table that is complete is not written again.
        durable::tidy(path);
        let last = (Instant::now(), Duration::ZERO);
        let (path, kept, limits) = (path.to_owned(), kept.clone(), limits.clone());
        Ok(Mapped { path, kept, every, last, map, forbidden, _file: file, alone, limits })
    }
}

/// Maps a file that is only read.
#[allow(unsafe_code, reason = "a file is mapped into memory")]
pub(in crate::saved) fn mapped(file: &File) -> io::Result<Mmap> {
    // SAFETY: the bytes are only read, by the usual rules. Runs of this program put another file in the
    // place of such a file and never write to it ([`durable`]), and what is no run of this program has
    // no business with it.
    unsafe { Mmap::map(file) }
}

/// Makes a file so long, with room on the disk for all of it: a file with holes would be made at once, but a disk
/// that is full when a hole is filled ends the program.
fn make_room(mut file: &File, path: &Path, bytes: u64, limits: &Limits) -> Result<(), Unusable> {
    file.set_len(0)?;
    let promised = file.allocate(bytes);
    match promised.as_ref().map_err(io::Error::kind) {
        Ok(()) => return Ok(file.set_len(bytes)?),
        Err(
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge,
        ) => return Ok(promised?),
        // Not every file system makes promises.
        Err(_) => file.set_len(0)?,
    }
    if fs4::available_space(path)? < bytes {
        return Err(io::Error::from(io::ErrorKind::StorageFull).into());
    }
    let zeros = vec![0; CHUNK];
    let mut left = bytes;
    while left > 0 {
        let now = left.min(CHUNK as u64);
        file.write_all(&zeros[..now as usize])?;
        left -= now;
        limits.check().map_err(Unusable::Stop)?;
    }
    Ok(())
}

impl Room for Mapped {
    fn bytes(&self) -> &[u8] {
        &self.map
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.map
    }

    fn wider(&self, bytes: u64) -> Result<Box<dyn Room>, Failure> {
        let mut kept = self.kept.clone();
        kept.note.width *= 2;
        let place = beside(&self.path, kept.note.width);
        // A run that was killed may have left it when it was half full; then it is as long as this one.
        let left = fs::metadata(&place).is_ok_and(|found| found.len() == bytes);
        let free = if left { Ok(()) } else { is_free(&place, bytes, &self.limits) };
        let at = (&*self.path, Arc::clone(&self.alone));
        let wider = free.and_then(|()| Mapped::create(at, &kept, bytes, self.every, &self.limits));
        let error = match wider {
            Ok(wider) => return Ok(Box::new(wider)),
            Err(Unusable::Stop(stop)) => return Err(stop.into()),
            Err(Unusable::File(error) | Unusable::Damaged(error)) => error,
            Err(Unusable::Foreign(values)) => foreign(&values),
            Err(Unusable::System(error)) => reason(&error),
        };
        Err(Failure::Domain(message!(
            "cannot make room for wider values in {path}: {error}",
            path = beside(&self.path, kept.note.width).display().to_string(),
            error
        )))
    }

    fn is_due(&self) -> bool {
        let (when, took) = self.last;
        when.elapsed() >= durable::pause(self.every, took)
    }

    fn save(&mut self, note: &Note) -> Result<(), Message> {
        let start = Instant::now();
        self.kept.note = note.clone();
        let text = print(&self.kept);
        let saved = self.map.flush();
        let saved =
            saved.and_then(|()| durable::replace(&self.path, |out| out.write_all(text.as_bytes())));
        self.last = (Instant::now(), start.elapsed());
        saved.map_err(|error| {
            message!(
                "cannot write {path}: {error}; what was noted there before is intact",
                path = self.path.display().to_string(),
                error = reason(&error)
            )
        })?;
        // What narrower values took is of no more use.
        for narrower in [1, 2].into_iter().filter(|&narrower| narrower < note.width) {
            let _ = fs::remove_file(beside(&self.path, narrower));
        }
        Ok(())
    }
}
