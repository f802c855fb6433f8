//! Answers about boards: a search begins with what the store knows, and what it finds with much work
//! is written down while it runs.

use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use grundy::board::Board;
use grundy::search::{Bound, Finding};

use super::{Answer, Known, Row, Store, id_of};
use crate::language::{say, tell};
use crate::saved::durable;
use crate::trouble::Trouble;
use crate::work;

/// Visits that an answer must have taken to be kept.
const LEAST_WORK: u64 = 1000;
/// How long answers wait to be written together.
const PAUSE: Duration = Duration::from_secs(1);
/// How long they wait where they could not be written.
const AGAIN: Duration = Duration::from_secs(10);
/// So many may wait.
const MOST: usize = 1 << 20;

impl From<Known> for Option<Bound> {
    fn from(known: Known) -> Option<Bound> {
        match known {
            Known::Value(value) => u8::try_from(value).ok().filter(|&v| v < 127).map(Bound::Exact),
            Known::Not(values) => Some(Bound::Not(values.into())),
        }
    }
}

/// What a search keeps of what it knows.
fn known(bound: Bound) -> Known {
    match bound {
        Bound::Exact(value) => Known::Value(value.into()),
        Bound::Not(_) => Known::Not(bound.to_note()),
    }
}

/// The thread that writes what a search finds; nothing for games that are not searched, and in misère play.
pub(crate) struct Keeper(Option<JoinHandle<Result<(), Trouble>>>);

impl Keeper {
    /// Lets the search of a board begin with what the store knows, and keeps what it finds.
    pub(crate) fn of(board: &mut dyn Board, path: &Path) -> Result<Keeper, Trouble> {
        let store = Store::open_or_begin(path)?;
        let Some(game) = board.saved_as() else { return Ok(Keeper(None)) };
        if board.is_misere() {
            tell!(
                "{}",
                say!(
                    "note: a store keeps values, those of normal play: nothing is kept of misère play"
                )
            );
            return Ok(Keeper(None));
        }
        let game = format!("board {game}");
        let mut searches = board.searches();
        store.each_answer(&id_of(&game), |word, answer| {
            let search = searches.iter_mut().find(|search| search.word_bytes() == word.len());
            if let (Some(search), Some(bound)) = (search, answer.known.into()) {
                search.learn(word, bound);
            }
        })?;
        let (sender, receiver) = channel();
        for search in searches {
            search.keep(LEAST_WORK, sender.clone());
        }
        Ok(Keeper(Some(work::start(move || write(store, &game, &receiver))?)))
    }

    /// Waits until all is written. The board, which holds the other end, must be gone.
    pub(crate) fn finish(self) -> Result<(), Trouble> {
        let Some(thread) = self.0 else { return Ok(()) };
        let died = || Trouble::Input(say!("error: the store could not be written"));
        thread.join().unwrap_or_else(|_| Err(died()))
    }
}

/// Writes what comes, about once a second, until nothing more can come. What cannot be written is told of and tried
/// again: the disk may have room by then.
fn write(store: Store, game: &str, kept: &Receiver<Finding>) -> Result<(), Trouble> {
    let path = store.path().to_owned();
    let (mut open, mut fails) = (Some(store), false);
    let mut rows: Vec<Row> = Vec::new();
    let mut next = Instant::now() + PAUSE;
    loop {
        let wait = next.saturating_duration_since(Instant::now());
        let ended = match kept.recv_timeout(wait) {
            Ok(Finding { word, bound, work }) => {
                if rows.len() < MOST {
                    rows.push((word, Answer { known: known(bound), work }));
                }
                false
            }
            Err(RecvTimeoutError::Timeout) => false,
            Err(RecvTimeoutError::Disconnected) => true,
        };
        let start = Instant::now();
        if !ended && start < next {
            continue;
        }
        let mut pause = PAUSE;
        if !rows.is_empty() {
            // A database that could not be written is of no use until it is opened anew.
            let before = open.take();
            let is_new = before.is_none();
            let store = before.map_or_else(|| Store::open_or_begin(&path), Ok);
            let added = store.and_then(|store| store.add(game, &rows).map(|()| store));
            match added {
                Ok(store) => {
                    rows.clear();
                    (open, fails) = (Some(store), false);
                }
                Err(trouble) if ended && is_new => return Err(trouble),
                Err(trouble) => {
                    if !fails {
                        tell!("{}", say!("{trouble}\n  going on, and trying again", trouble));
                    }
                    fails = true;
                    pause = durable::pause(AGAIN, start.elapsed());
                }
            }
        }
        if ended && rows.is_empty() {
            return Ok(());
        }
        next = Instant::now() + pause;
    }
}

#[cfg(test)]
mod tests {
    use grundy::search::Bound;
    use redb::Database;

    use super::super::Opened;
    use super::*;

    #[test]
    fn what_could_not_be_written_is_tried_again() {
        let path = std::env::temp_dir().join(format!("grundy-again-{}", std::process::id()));
        drop(Store::open_or_begin(&path).unwrap());
        // This one cannot be written.
        let database = Opened::ToRead(Database::builder().open_read_only(&path).unwrap());
        let store = Store { database, path: path.clone() };
        let (sender, receiver) = channel();
        for word in [vec![1; 8], vec![2; 8]] {
            sender.send(Finding { word, bound: Bound::Exact(3), work: 5000 }).unwrap();
        }
        drop(sender);
        write(store, "board cram", &receiver).unwrap();
        let mut found = Vec::new();
        let store = Store::open_or_begin(&path).unwrap();
        let seen = store.each_answer(&id_of("board cram"), |word, _| found.push(word.to_vec()));
        seen.unwrap();
        drop(store);
        std::fs::remove_file(&path).unwrap();
        assert_eq!(found, [vec![1; 8], vec![2; 8]]);
    }
}
