//! The threads that share the work of one engine.

use std::num::NonZero;
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// A number of threads, started when they are first needed; clones share them.
#[derive(Clone, Default)]
pub(in crate::heap) struct Threads {
    /// One less than their number: those beside that of the caller.
    others: usize,
    /// Nothing, if the system does not allow them.
    pool: Arc<OnceLock<Option<ThreadPool>>>,
}

impl Threads {
    /// So many threads.
    pub(in crate::heap) fn new(count: NonZero<usize>) -> Threads {
        Threads { others: count.get() - 1, pool: Arc::default() }
    }

    /// Whether there is more than one.
    pub(super) fn are_several(&self) -> bool {
        self.others > 0
    }

    /// Does work that shares parts of itself out by [`beside`]: on these threads, so that they are
    /// woken once for all of it.
    pub(super) fn run<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        let start = || ThreadPoolBuilder::new().num_threads(self.others + 1).build().ok();
        match self.pool.get_or_init(start) {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }
}

/// Does work with each item and its number, in no particular order, shared out among these threads.
pub(super) fn each<T: Send>(items: &mut [T], work: impl Fn(usize, &mut T) + Send + Sync) {
    items.par_iter_mut().enumerate().for_each(|(number, item)| work(number, item));
}

/// Does `first` on this thread, and `work` with each item and its number, in no particular order, on
/// the other threads, and on this one once it is free.
pub(super) fn beside<T: Send>(
    first: impl FnOnce() + Send,
    items: &mut [T],
    work: impl Fn(usize, &mut T) + Send + Sync,
) {
    let each = || items.par_iter_mut().enumerate().for_each(|(number, item)| work(number, item));
    rayon::join(first, each);
}
