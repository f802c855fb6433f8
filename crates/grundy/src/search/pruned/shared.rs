//! What the threads of a search share: the table, what each of them is asking, and whether it is over.
//!
//! All threads search for the answer to the same question, from the root on, with one table. Of the
//! options that have to be asked a thread takes first those that no other asks, so that they part as
//! soon as there are two; and what one has decided, the others find in the table, on the way down and,
//! looking back now and then, on their whole path. Whoever has the answer ends the search (as in "ABDADA", Weill, ICCA
//! Journal 19, 1996).

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::thread;

use super::table::{Room, Table, Word};
use super::worker::{Interrupt, Worker};
use super::{Bound, Facts, Packed};
use crate::limits::Limits;
use crate::ruleset::Failure;
use crate::search::ends::Ends;

/// So many visits one thread makes alone, before others are worth to be begun.
const ALONE: u64 = 1 << 12;
/// Places for what is being asked. Where two questions share one, only the order suffers.
const MARKS: usize = 1 << 10;

/// What the threads share.
pub(super) struct Shared<W: Word> {
    table: Arc<RwLock<Table<W>>>,
    /// Threads that want the table for themselves, to let it grow.
    growing: AtomicUsize,
    over: AtomicBool,
    visits: AtomicU64,
    marks: Vec<AtomicU64>,
    /// So many visits one thread makes before others join.
    pub(super) alone: u64,
}

/// How a worker works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Company {
    /// It is the only one.
    Alone,
    /// It is the only one, for so many visits.
    Briefly(u64),
    /// There are others.
    Together,
}

impl<W: Word> Shared<W> {
    pub(super) fn new() -> Shared<W> {
        Shared {
            table: Arc::new(RwLock::new(Table::new())),
            growing: AtomicUsize::new(0),
            over: AtomicBool::new(false),
            visits: AtomicU64::new(0),
            marks: (0..MARKS).map(|_| AtomicU64::new(0)).collect(),
            alone: ALONE,
        }
    }

    /// The table, which cannot grow while it is held. Nothing that is left half done makes it wrong.
    pub(super) fn table(&self) -> RwLockReadGuard<'_, Table<W>> {
        self.table.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The table for one alone.
    fn table_alone(&self) -> RwLockWriteGuard<'_, Table<W>> {
        self.table.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the table holds, for other threads.
    pub(super) fn facts(&self) -> Arc<dyn Facts> {
        self.table.clone()
    }

    /// Allows the table so many bytes.
    pub(super) fn allow(&self, bytes: Option<u64>) {
        self.table_alone().allow(bytes);
    }

    /// Gives the table so many places, if it may be as large.
    pub(super) fn expect(&self, places: u64) {
        self.table_alone().expect(places);
    }

    /// Takes over what was found before, for good.
    pub(super) fn learn(&self, word: W, bound: Bound) {
        self.table().keep(word, bound);
        self.learn_all(std::iter::once(Some((word, bound))));
    }

    /// Takes over all that was found before, up to the first that is nothing: false if there is one.
    pub(super) fn learn_all(&self, found: impl Iterator<Item = Option<(W, Bound)>>) -> bool {
        let mut table = self.table_alone();
        for found in found {
            let Some((word, bound)) = found else { return false };
            if let Room::Little = table.insert(word, bound) {
                table.grow();
            }
        }
        true
    }

    /// Whether somebody waits for the table to be let go of.
    pub(super) fn is_growing(&self) -> bool {
        self.growing.load(Ordering::Relaxed) > 0
    }

    /// Lets the table grow unless another thread did since it had so many bytes. Whoever asks must
    /// have let go of it.
    pub(super) fn grow(&self, bytes: u64) {
        self.growing.fetch_add(1, Ordering::Relaxed);
        let mut table = self.table_alone();
        if table.bytes() == bytes {
            table.grow();
        }
        self.growing.fetch_sub(1, Ordering::Relaxed);
    }

    /// Visits of all threads, as far as they have told.
    pub(super) fn visits(&self) -> u64 {
        self.visits.load(Ordering::Relaxed)
    }

    /// Adds visits.
    pub(super) fn visited(&self, more: u64) {
        self.visits.fetch_add(more, Ordering::Relaxed);
    }

    /// Whether a thread has the answer, or cannot go on.
    pub(super) fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// The place for the mark of a question, and the mark.
    fn mark(&self, word: W, want: u8) -> (&AtomicU64, u64) {
        let mark = (word.spread() ^ u64::from(want)) | 1 << 63;
        (&self.marks[mark as usize % MARKS], mark)
    }

    /// Whether another thread asks whether a component is worth `want`.
    pub(super) fn is_asked(&self, word: W, want: u8) -> bool {
        let (place, mark) = self.mark(word, want);
        place.load(Ordering::Relaxed) == mark
    }

    /// Says that it is asked whether a component is worth `want`.
    pub(super) fn asks(&self, word: W, want: u8) {
        let (place, mark) = self.mark(word, want);
        place.store(mark, Ordering::Relaxed);
    }

    /// Says that it is no longer asked.
    pub(super) fn asked(&self, word: W, want: u8) {
        let (place, mark) = self.mark(word, want);
        if place.load(Ordering::Relaxed) == mark {
            place.store(0, Ordering::Relaxed);
        }
    }

    /// The answer to a question that each worker asks: of one, or of as many as the limits allow where
    /// one does not have it soon.
    pub(super) fn search<'a, R: Packed<Word = W> + 'a, T: Send>(
        &self,
        limits: &Limits,
        worker: impl Fn(Company) -> Worker<'a, R> + Sync,
        question: impl Fn(&mut Worker<'a, R>) -> Result<T, Interrupt> + Sync,
    ) -> Result<T, Failure> {
        let threads = limits.thread_count().get();
        let alone = if threads > 1 { Company::Briefly(self.alone) } else { Company::Alone };
        match question(&mut worker(alone)) {
            Ok(answer) => return Ok(answer),
            Err(Interrupt::Failure(failure)) => return Err(failure),
            Err(Interrupt::Decided { .. } | Interrupt::Over) => {}
        }
        self.over.store(false, Ordering::Relaxed);
        let ask = || {
            let _ends = Ends(&self.over);
            question(&mut worker(Company::Together))
        };
        let mut answers = thread::scope(|scope| {
            // Where the system gives no more threads, fewer go on.
            let spawn = |_| thread::Builder::new().spawn_scoped(scope, ask).ok();
            let others: Vec<_> = (1..threads).filter_map(spawn).collect();
            let mut answers = vec![ask()];
            for other in others {
                match other.join() {
                    Ok(answer) => answers.push(answer),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            answers
        });
        if let Some(found) = answers.iter().position(Result::is_ok) {
            answers.swap(0, found);
        }
        let mut stopped = limits.check().err().map(Failure::from);
        for answer in answers {
            match answer {
                Ok(answer) => return Ok(answer),
                Err(Interrupt::Failure(failure)) => stopped = Some(failure),
                Err(Interrupt::Decided { .. } | Interrupt::Over) => {}
            }
        }
        Err(stopped.unwrap_or(Failure::Stop(crate::limits::Stop::Cancelled)))
    }
}
