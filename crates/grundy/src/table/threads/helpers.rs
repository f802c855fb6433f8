//! Threads that help the one that fills a table, step by step.
//!
//! To wake a thread that sleeps may take longer than a step. So between steps those that help stand by for a
//! moment, and sleep only when nothing comes.

use std::cell::OnceCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuilder};

/// How long a thread stands by.
const STAND_BY: Duration = Duration::from_millis(1);
/// Times that a thread looks for a change before it lets others run.
const PATIENCE: u32 = 1 << 10;
/// The same until those that are done have surely said so to the pool, too.
const MOMENT: u32 = 1 << 6;

/// Threads beside that of the caller.
pub(in crate::table) struct Helpers {
    count: usize,
    /// Started when they are first needed; nothing, if the system gives none.
    pool: OnceCell<Option<ThreadPool>>,
    /// The number of the step at hand.
    step: Arc<AtomicU64>,
}

impl Helpers {
    pub(in crate::table) fn new(count: usize) -> Helpers {
        Helpers { count, pool: OnceCell::new(), step: Arc::default() }
    }

    /// How many there are at most.
    pub(in crate::table) fn count(&self) -> usize {
        self.count
    }

    /// Does work on this thread, and with each of these on one that helps, until all of it is done. The work must not
    /// depend on how many threads do it.
    pub(in crate::table) fn step<T: Send>(
        &self,
        others: &mut [T],
        help: impl Fn(&mut T) + Sync,
        own: impl FnOnce(),
    ) {
        let start = || ThreadPoolBuilder::new().num_threads(self.count).build().ok();
        let pool = if others.is_empty() { None } else { self.pool.get_or_init(start).as_ref() };
        let Some(pool) = pool else { return own() };
        let number = self.step.fetch_add(1, Ordering::Relaxed) + 1;
        let (left, help) = (&AtomicUsize::new(others.len()), &help);
        pool.in_place_scope(|scope| {
            for other in others {
                scope.spawn(move |_| {
                    let _left = Left(left);
                    help(other);
                });
            }
            own();
            let mut looks = 0;
            while left.load(Ordering::Acquire) > 0 {
                wait(&mut looks);
            }
            (0..MOMENT).for_each(|_| std::hint::spin_loop());
        });
        for _ in 0..self.count {
            let step = Arc::clone(&self.step);
            pool.spawn(move || stand_by(&step, number));
        }
    }
}

impl Drop for Helpers {
    fn drop(&mut self) {
        self.step.fetch_add(1, Ordering::Relaxed);
    }
}

/// Stays awake until the next step, for a while.
fn stand_by(step: &AtomicU64, number: u64) {
    let (begun, mut looks) = (Instant::now(), 0);
    while step.load(Ordering::Relaxed) == number && begun.elapsed() < STAND_BY {
        wait(&mut looks);
    }
}

/// Waits a little, and longer when that was often in vain.
pub(super) fn wait(looks: &mut u32) {
    *looks += 1;
    match *looks % PATIENCE {
        0 => std::thread::yield_now(),
        _ => std::hint::spin_loop(),
    }
}

/// Counts one less, also where it panics: nobody waits for it.
struct Left<'a>(&'a AtomicUsize);

impl Drop for Left<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Release);
    }
}
