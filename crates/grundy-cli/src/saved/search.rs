//! Checkpoints of searches on boards: all that a search knows of its game, in a file that is whole or
//! not there.
//!
//! ```text
//! grundy search 1\n
//! game\n              the game as the library says it, in one line: cram
//! entries             those of 8 bytes, then those of 16: what is known of a component, then the component,
//!                     as `grundy::search::Facts` says
//! short long          8 bytes each, the highest first: how many entries there are of 8 bytes and of 16,
//! places places       and how many would fit into the tables that had them
//! digest              32 bytes: SHA-256 of all of this
//! ```
//!
//! What a search knows is true of the game, whatever position was asked for, so that other positions
//! of the game go on from it too. It is read while the search goes on, in a thread of its own. At
//! every moment the old checkpoint or the new one stands under its name, whatever ends the program
//! ([`durable`]). What is read is believed only if length and digest are right.

use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use grundy::board::Board;
use grundy::limits::Limits;
use grundy::search::{Facts, Keeping};
use sha2::{Digest as _, Sha256};

use super::durable;
use super::reading::{Unusable, exactly, first_line, line};
use crate::language::{reason, say, tell};
use crate::trouble::{Trouble, enough};
use crate::work;

const MAGIC: &str = "grundy search 1";

/// Bytes of the entries in a file, in this order.
const WIDTHS: [usize; 2] = [8, 16];

/// Bytes of the numbers behind the entries.
const NUMBERS: u64 = 32;
/// Bytes behind the entries: the numbers and the digest.
const END: u64 = NUMBERS + 32;
/// A table has fewer places than this, and so many times its entries.
const PLACES: u64 = 1 << 12;
const PLACES_PER_ENTRY: u64 = 8;

/// Bytes of entries that are read at once.
const CHUNK: usize = 1 << 16;

/// Writes to two places: a file and a digest.
struct Digested<'a> {
    out: &'a mut dyn Write,
    digest: Sha256,
}

impl Digested<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.digest.update(bytes);
        self.out.write_all(bytes)
    }
}

/// Keeps what is written last: of a checkpoint its digest.
struct Last(Vec<u8>);

impl Write for Last {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.clear();
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes a checkpoint, and says how many entries it has.
fn write(out: &mut dyn Write, game: &str, facts: &[Arc<dyn Facts>]) -> io::Result<u64> {
    let mut out = Digested { out, digest: Sha256::new() };
    out.write(format!("{MAGIC}\n{game}\n").as_bytes())?;
    let (mut counts, mut places) = ([0_u64; 2], [0_u64; 2]);
    for ((width, count), places) in WIDTHS.into_iter().zip(&mut counts).zip(&mut places) {
        for facts in facts.iter().filter(|facts| facts.entry_bytes() == width) {
            let mut written = Ok(());
            facts.each(&mut |entries| {
                *count += (entries.len() / width) as u64;
                written = out.write(entries);
                if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            written?;
            *places += facts.places();
        }
    }
    for number in counts.into_iter().chain(places) {
        out.write(&number.to_be_bytes())?;
    }
    out.out.write_all(&out.digest.finalize())?;
    Ok(counts.iter().sum())
}

/// What a checkpoint held when it was read: its entries, and the places of the tables that had them.
#[derive(Debug, PartialEq, Eq)]
struct Held {
    entries: u64,
    places: [u64; 2],
}

/// Lets the searches of a game know what a checkpoint holds; says how much that is.
fn read(
    file: impl Read + Seek,
    game: &str,
    searches: &mut [&mut dyn Keeping],
    limits: &Limits,
) -> Result<Held, Unusable> {
    let mut file = BufReader::with_capacity(CHUNK, file);
    let length = file.seek(SeekFrom::End(0))?;
    file.rewind()?;
    if first_line(&mut file)?.as_deref() != Some(MAGIC) {
        return Err(Unusable::Foreign(MAGIC));
    }
    let found = line(&mut file)?;
    if found != game {
        return Err(Unusable::OtherGame(found));
    }
    let mut digest = Sha256::new();
    let head = format!("{MAGIC}\n{game}\n");
    digest.update(&head);
    let start = head.len() as u64;
    let end = length.checked_sub(END).filter(|&end| end >= start);
    let Some(end) = end else { return Err(Unusable::Damaged(say!("it ends too soon"))) };
    file.seek(SeekFrom::Start(end))?;
    let mut numbers = [[0; 8]; 4];
    for number in &mut numbers {
        exactly(&mut file, number)?;
    }
    let [counts @ .., _, _] = numbers;
    let [_, _, places @ ..] = numbers.map(u64::from_be_bytes);
    file.seek(SeekFrom::Start(start))?;
    let bytes = |count: [u8; 8], width: usize| u64::from_be_bytes(count).checked_mul(width as u64);
    let bytes = [bytes(counts[0], WIDTHS[0]), bytes(counts[1], WIDTHS[1])];
    let [Some(short), Some(long)] = bytes else { return Err(too_long()) };
    if short.checked_add(long) != Some(end - start) {
        return Err(too_long());
    }
    let mut chunk = vec![0; CHUNK];
    for ((width, mut left), places) in WIDTHS.into_iter().zip([short, long]).zip(places) {
        let mut search = searches.iter_mut().find(|search| search.word_bytes() == width);
        if let Some(search) = &mut search {
            // What the file says is not verified yet.
            let most =
                (left / width as u64).saturating_mul(PLACES_PER_ENTRY).saturating_add(PLACES);
            search.expect(places.min(most), limits);
        }
        while left > 0 {
            let now = left.min(CHUNK as u64) as usize;
            exactly(&mut file, &mut chunk[..now])?;
            digest.update(&chunk[..now]);
            if !search.as_mut().is_some_and(|search| search.learn_entries(&chunk[..now])) {
                return Err(Unusable::Damaged(say!("an entry is of no position of this game")));
            }
            left -= now as u64;
            limits.check().map_err(Unusable::Stop)?;
        }
    }
    for number in numbers {
        digest.update(number);
    }
    let mut stated = [0; 32];
    file.seek(SeekFrom::Start(end + NUMBERS))?;
    exactly(&mut file, &mut stated)?;
    if stated[..] != digest.finalize()[..] {
        return Err(Unusable::Damaged(say!("its digest is not that of its entries")));
    }
    Ok(Held { entries: (short / 8) + (long / 16), places })
}

fn too_long() -> Unusable {
    Unusable::Damaged(say!("it is not as long as it says"))
}

/// Refuses to go on from a checkpoint of so many entries of which a part does not fit: what is saved afterwards would
/// take the place of more.
///
/// # Errors
/// Some are lost that are more than a few which happened to stand where others do.
fn check_room(
    path: &Path,
    facts: &[Arc<dyn Facts>],
    held: u64,
    places: [u64; 2],
) -> Result<(), Trouble> {
    let mut known = 0;
    for facts in facts {
        facts.each(&mut |entries| {
            known += (entries.len() / facts.entry_bytes()) as u64;
            ControlFlow::Continue(())
        });
    }
    if known >= held - held / FEW {
        return Ok(());
    }
    let bytes =
        places.iter().zip(WIDTHS).map(|(&places, width)| places.saturating_mul(width as u64));
    Err(Trouble::Limit(say!(
        "stopped: {path} holds what is known of {held} positions, and the memory allowed has room for \
         {known} of them\n  \
         help: allow more with --memory {size}; the file stays as it is",
        path = path.display(),
        held,
        known,
        size = enough(bytes.fold(0, u64::saturating_add))
    )))
}

/// One entry in so many may be lost where a checkpoint is read.
const FEW: u64 = 16;

/// What writes and where.
struct Checkpoint {
    path: PathBuf,
    game: String,
    facts: Vec<Arc<dyn Facts>>,
    /// Two that save what they know would each lose what the other one found.
    _alone: durable::Alone,
}

impl Checkpoint {
    /// Puts a checkpoint in the place of the one before.
    fn save(&self) -> io::Result<u64> {
        let mut entries = 0;
        durable::replace(&self.path, |out| {
            entries = write(out, &self.game, &self.facts)?;
            Ok(())
        })?;
        Ok(entries)
    }

    /// Whether the file has what the searches know by now.
    fn is_there(&self) -> bool {
        let digest = || -> io::Result<[u8; 32]> {
            let mut file = durable::open(&self.path)?;
            file.seek(SeekFrom::End(-32))?;
            let mut digest = [0; 32];
            file.read_exact(&mut digest)?;
            Ok(digest)
        };
        let mut last = Last(Vec::new());
        let written = write(&mut last, &self.game, &self.facts);
        written.is_ok() && digest().is_ok_and(|digest| last.0 == digest)
    }

    fn unsaved(&self, error: &io::Error) -> String {
        say!(
            "cannot write the checkpoint {path}: {error}",
            path = self.path.display(),
            error = reason(error)
        )
    }
}

/// A thread that saves what the searches of a board know, now and then.
pub(crate) struct Saver {
    thread: JoinHandle<Checkpoint>,
    /// The thread ends when this does.
    end: Sender<()>,
}

impl Saver {
    /// Lets the searches of a board begin with what a checkpoint holds, if it is there, and saves what
    /// they know from now on.
    ///
    /// # Errors
    /// The file is of another game or damaged or cannot be written, or the game has no search.
    pub(crate) fn of(
        board: &mut dyn Board,
        path: &Path,
        every: Duration,
        limits: &Limits,
    ) -> Result<Saver, Trouble> {
        let game = board.saved_as().filter(|_| !board.is_misere());
        let Some(game) = game else {
            return Err(Trouble::Input(say!(
                "error: --checkpoint keeps what a search of cram, node-kayles, arc-kayles or poset knows in normal play; here \
                 values come from a table, a theory or a search that is not kept\n  help: leave --checkpoint away"
            )));
        };
        let mut searches = board.searches();
        let facts = searches.iter().map(|search| search.facts()).collect();
        // What stands in the file is read once it is this program's alone.
        let alone = durable::alone(path)?;
        let checkpoint = Checkpoint { path: path.to_owned(), game, facts, _alone: alone };
        let found = match durable::open(path) {
            Ok(file) => read(file, &checkpoint.game, &mut searches, limits).map(Some),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.into()),
        };
        if let Some(Held { entries, places }) = found.map_err(|error| error.trouble(path))? {
            check_room(path, &checkpoint.facts, entries, places)?;
        } else {
            // A file that cannot be written is better known now than in half an hour.
            let saved = checkpoint.save();
            saved.map_err(|error| durable::unwritten(&checkpoint.unsaved(&error), error.kind()))?;
        }
        let (end, ended) = channel();
        let thread = work::start(move || {
            save_while(&checkpoint, every, &ended);
            checkpoint
        })?;
        Ok(Saver { thread, end })
    }

    /// Saves what is known by now; what became of the work is told with it.
    ///
    /// # Errors
    /// That of the work, or that the last save failed.
    pub(crate) fn finish(self, answered: Result<bool, Trouble>) -> Result<bool, Trouble> {
        drop(self.end);
        let checkpoint = match self.thread.join() {
            Ok(checkpoint) => checkpoint,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        let path = checkpoint.path.display();
        match (answered, checkpoint.save()) {
            (Err(Trouble::Limit(message)), Ok(entries)) => Err(Trouble::Limit(say!(
                "{message}\n  kept: {path} holds what is known of {entries} positions; the same \
                 command goes on from there",
                message,
                path,
                entries
            ))),
            (answered, Ok(_)) => answered,
            (Ok(answer), Err(_)) if checkpoint.is_there() => Ok(answer),
            (Err(Trouble::Limit(message)), Err(error)) => Err(Trouble::Limit(say!(
                "{message}\n  {unsaved}",
                message,
                unsaved = intact(&checkpoint, &error)
            ))),
            (Err(trouble), Err(_)) => Err(trouble),
            (Ok(_), Err(error)) => {
                Err(Trouble::Input(say!("error: {error}", error = intact(&checkpoint, &error))))
            }
        }
    }
}

/// That `--checkpoint` was given for a game that is not on boards.
pub(crate) fn refused() -> Trouble {
    Trouble::Input(say!(
        "error: --checkpoint keeps what a search for a value on boards knows, and here is no such search\n  \
         help: leave it away; of typed rules `grundy value --store` keeps the values"
    ))
}

fn intact(checkpoint: &Checkpoint, error: &io::Error) -> String {
    say!("{unsaved}; the one before is intact", unsaved = checkpoint.unsaved(error))
}

/// Saves at intervals until the other end is gone. A save that fails is told of and tried again: the
/// disk may have room by then.
fn save_while(checkpoint: &Checkpoint, every: Duration, ended: &Receiver<()>) {
    let mut took = Duration::ZERO;
    while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(durable::pause(every, took)) {
        let start = Instant::now();
        if let Err(error) = checkpoint.save() {
            let unsaved = intact(checkpoint, &error);
            tell!("{}", say!("warning: {unsaved}; going on", unsaved));
        }
        took = start.elapsed();
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use grundy::board::{Source, open};

    use super::*;

    fn board(game: &str, position: &str) -> Box<dyn Board> {
        open(game, Source::Text(position)).unwrap()
    }

    /// A checkpoint of what the searches of a board know.
    fn written(board: &mut dyn Board) -> Vec<u8> {
        let game = board.saved_as().unwrap();
        let facts: Vec<_> = board.searches().iter().map(|search| search.facts()).collect();
        let mut bytes = Vec::new();
        let count = write(&mut bytes, &game, &facts).unwrap();
        assert!(bytes.len() as u64 > 8 * count);
        bytes
    }

    fn read_back(bytes: &[u8], board: &mut dyn Board) -> Result<u64, Unusable> {
        let game = board.saved_as().unwrap();
        let read = read(Cursor::new(bytes), &game, &mut board.searches(), &Limits::default());
        read.map(|held| held.entries)
    }

    /// Known are both words of 8 bytes and of 16, if the board is of cells.
    fn known(game: &str, position: &str) -> Vec<u8> {
        let mut board = board(game, position);
        board.value(&Limits::default()).unwrap();
        written(board.as_mut())
    }

    const CASES: [(&str, &str); 3] =
        [("cram", "1x52 + 3x5"), ("node-kayles", "3x5"), ("poset", "1<2 2<3 1<4 4<5 5<3 3<6 2<7")];

    #[test]
    fn what_is_written_is_read() {
        for (game, position) in CASES {
            let bytes = known(game, position);
            let mut again = board(game, position);
            let count = read_back(&bytes, again.as_mut()).unwrap();
            assert!(count > 3, "{game}: {count}");
            assert_eq!(written(again.as_mut()), bytes, "{game}");
            // What is known is not searched again.
            let limits = Limits::default();
            assert_eq!(again.value(&limits), board(game, position).value(&limits), "{game}");
            assert_eq!(written(again.as_mut()), bytes, "{game}");
        }
    }

    #[test]
    fn no_damage_goes_unseen() {
        for (game, position) in CASES {
            let good = known(game, position);
            let refused = |bytes: &[u8]| read_back(bytes, board(game, position).as_mut()).is_err();
            for at in 0..good.len() {
                assert!(refused(&good[..at]), "{game}: cut at {at}");
                for bit in [1, 0x80] {
                    let mut damaged = good.clone();
                    damaged[at] ^= bit;
                    assert!(refused(&damaged), "{game}: bit {bit} of byte {at}");
                }
            }
            assert!(refused(&[&good[..], &[0]].concat()));
        }
    }

    /// With the right digest too: entries that are of no component, and lengths beyond all bounds.
    #[test]
    fn what_no_search_wrote_is_refused() {
        let forged = |entries: &[u8], counts: [u64; 2]| {
            let mut bytes = format!("{MAGIC}\ncram\n").into_bytes();
            bytes.extend_from_slice(entries);
            bytes.extend(counts.iter().flat_map(|count| count.to_be_bytes()));
            bytes.extend([u64::MAX, u64::MAX].iter().flat_map(|places| places.to_be_bytes()));
            let digest = Sha256::digest(&bytes);
            bytes.extend_from_slice(&digest);
            read_back(&bytes, board("cram", "3x3").as_mut())
        };
        let domino = (2_u64 << 50 | 3).to_be_bytes();
        let noted = |note: u8| [&[note], &domino[1..]].concat();
        assert!(matches!(forged(&[], [0, 0]), Ok(0)));
        assert!(matches!(forged(&noted(0x81), [1, 0]), Ok(1)));
        assert!(matches!(forged(&noted(0), [1, 0]), Err(Unusable::Damaged(_))));
        assert!(matches!(forged(&[0x81, 0, 0, 0, 0, 0, 0, 1], [1, 0]), Err(Unusable::Damaged(_))));
        for counts in [[0, 0], [2, 0], [0, 1], [u64::MAX, 0], [1 << 61, 1 << 60], [1, u64::MAX]] {
            assert!(matches!(forged(&noted(0x81), counts), Err(Unusable::Damaged(_))));
        }
        let other = read_back(&known("node-kayles", "2x2"), board("cram", "3x3").as_mut());
        assert!(matches!(other, Err(Unusable::OtherGame(game)) if game == "node-kayles"));
        let (good, limits) = (known("cram", "3x5"), Limits::default());
        limits.cancel.cancel();
        let stopped =
            read(Cursor::new(good), "cram", &mut board("cram", "3x3").searches(), &limits);
        assert!(matches!(stopped, Err(Unusable::Stop(_))));
    }
}
