//! Answers about boards: a search begins with what the store knows, and what it finds with much work
//! is written down while it runs.

use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use grundy::board::Board;
use grundy::search::{Bound, Finding};

use super::{Answer, Known, Row, Store, id_of};
use crate::language::say;
use crate::trouble::Trouble;
use crate::work;

/// Visits that an answer must have taken to be kept.
const LEAST_WORK: u64 = 1000;
/// How long answers wait to be written together.
const PAUSE: Duration = Duration::from_secs(1);

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

/// The thread that writes what a search finds; nothing for games that are not searched.
pub(crate) struct Keeper(Option<JoinHandle<Result<(), Trouble>>>);

impl Keeper {
    /// Lets the search of a board begin with what the store knows, and keeps what it finds.
    pub(crate) fn of(board: &mut dyn Board, path: &Path) -> Result<Keeper, Trouble> {
        let store = Store::open_or_begin(path)?;
        let Some(game) = board.saved_as() else { return Ok(Keeper(None)) };
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
        Ok(Keeper(Some(work::start(move || write(&store, &game, &receiver))?)))
    }

    /// Waits until all is written. The board, which holds the other end, must be gone.
    pub(crate) fn finish(self) -> Result<(), Trouble> {
        let Some(thread) = self.0 else { return Ok(()) };
        let died = || Trouble::Input(say!("error: the store could not be written"));
        thread.join().unwrap_or_else(|_| Err(died()))
    }
}

/// Writes what comes, about once a second, until nothing more can come.
fn write(store: &Store, game: &str, kept: &Receiver<Finding>) -> Result<(), Trouble> {
    let mut rows: Vec<Row> = Vec::new();
    let mut next = Instant::now() + PAUSE;
    loop {
        let wait = next.saturating_duration_since(Instant::now());
        let ended = match kept.recv_timeout(wait) {
            Ok(Finding { word, bound, work }) => {
                rows.push((word, Answer { known: known(bound), work }));
                false
            }
            Err(RecvTimeoutError::Timeout) => false,
            Err(RecvTimeoutError::Disconnected) => true,
        };
        if ended || Instant::now() >= next {
            if !rows.is_empty() {
                store.add(game, &rows)?;
                rows.clear();
            }
            next = Instant::now() + PAUSE;
        }
        if ended {
            return Ok(());
        }
    }
}
