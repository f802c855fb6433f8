//! The queue of questions: as many are worked on at once as there are cores, some may wait, and one
//! more is refused.
//!
//! Nobody can tell from a question how long it takes, and quick ones shall not wait behind long ones. So
//! every question is tried for a moment first, on one half of the cores; what has no answer by then waits for
//! the other half and begins anew there with all the time that it may take. (A machine of one core shares it
//! between the two.)

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use grundy::limits::{Cancel, Limits, Watch};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::AbortHandle;
use tokio::time::timeout;

use super::Allowance;
use super::problem::Problem;
use crate::language::say;

/// Who works and who waits.
pub(super) struct Queue {
    places: Arc<Semaphore>,
    /// Cores for first tries.
    quick: Arc<Semaphore>,
    /// Cores for what takes longer.
    long: Arc<Semaphore>,
    /// How many there are in all.
    cores: usize,
    allowance: Allowance,
}

/// How long a first try takes.
const MOMENT: Duration = Duration::from_millis(100);

/// How a question is worked on.
pub(super) struct Terms {
    /// What it may use, counted from when it gets its core.
    pub(super) allowance: Allowance,
    /// How long it waits for a core.
    pub(super) patience: Duration,
    /// Whether a first try is of use: not where little time gives a worse answer instead of none.
    pub(super) tried: bool,
    /// Who is shown progress.
    pub(super) progress: Option<Watch>,
}

/// A place in the queue. It is held until the work has ended and its answer was taken away, so there
/// are never more answers in memory than places.
pub(super) struct Place(
    #[expect(dead_code, reason = "dropping it frees the place")] OwnedSemaphorePermit,
);

/// Stops the work when whoever waits for it is gone.
struct StopWhenDropped(Cancel, Option<AbortHandle>);

impl Drop for StopWhenDropped {
    fn drop(&mut self) {
        self.0.cancel();
        if let Some(handle) = &self.1 {
            handle.abort();
        }
    }
}

impl Queue {
    pub(super) fn new(cores: usize, waiting: usize, allowance: Allowance) -> Queue {
        let long = (cores / 2).max(1);
        let quick = cores.saturating_sub(long).max(1);
        let some = |count| Arc::new(Semaphore::new(count));
        let cores = quick + long;
        let places = some(cores.saturating_add(waiting));
        Queue { places, quick: some(quick), long: some(long), cores, allowance }
    }

    /// How many questions are worked on at most.
    pub(super) fn cores(&self) -> usize {
        self.cores
    }

    /// What a question may use.
    pub(super) fn allowance(&self) -> Allowance {
        self.allowance
    }

    /// A place for one question.
    ///
    /// # Errors
    /// The queue is full.
    pub(super) fn enter(&self) -> Result<Place, Problem> {
        let place = Arc::clone(&self.places).try_acquire_owned();
        place.map(Place).map_err(|_| Problem::full(say!("the queue is full")))
    }

    /// Waits for a core and works there, on these terms. Dropping the future stops the work.
    pub(super) async fn work<T: Send + 'static>(
        &self,
        place: Place,
        terms: Terms,
        work: impl Fn(&Limits) -> Result<T, Problem> + Send + Sync + 'static,
    ) -> Result<(T, Place), Problem> {
        let Terms { allowance, patience, tried, progress } = terms;
        let place = Arc::new(place);
        let work = Arc::new(work);
        let mut limits = Limits::default().memory(allowance.memory);
        limits.positions = allowance.positions;
        let taken = |answer, place| match Arc::into_inner(place) {
            Some(place) => Ok((answer, place)),
            None => Err(Problem::failed(say!("the place in the queue is still taken"))),
        };
        if tried && allowance.time > MOMENT {
            let core = in_time(patience, &self.quick).await?;
            let start = Instant::now();
            let limits = limits.clone().time(MOMENT);
            match on(core, Arc::clone(&place), limits, Arc::clone(&work)).await {
                Ok(answer) => return taken(answer, place),
                // Whatever is wrong may be so for want of time.
                Err(_) if start.elapsed() >= MOMENT => {}
                Err(problem) => return Err(problem),
            }
        }
        let core = in_time(patience, &self.long).await?;
        limits.progress = progress;
        let answer = on(core, Arc::clone(&place), limits.time(allowance.time), work).await?;
        taken(answer, place)
    }
}

/// A core, for which nobody waits longer than this.
async fn in_time(
    patience: Duration,
    cores: &Arc<Semaphore>,
) -> Result<OwnedSemaphorePermit, Problem> {
    let core = timeout(patience, Arc::clone(cores).acquire_owned()).await;
    let core = core.map_err(|_| Problem::full(say!("no core is free")))?;
    core.map_err(|_| Problem::failed(say!("the server ends")))
}

/// Works on a core, which is free again when the work has ended, also if nobody waits for it any more.
async fn on<T: Send + 'static>(
    core: OwnedSemaphorePermit,
    place: Arc<Place>,
    mut limits: Limits,
    work: Arc<impl Fn(&Limits) -> Result<T, Problem> + Send + Sync + 'static>,
) -> Result<T, Problem> {
    // A switch of its own: that of a first try is turned when it ends.
    limits.cancel = Cancel::default();
    let mut guard = StopWhenDropped(limits.cancel.clone(), None);
    let held = Arc::new(Mutex::new(Some((core, place, work))));
    let take = |held: &Mutex<Option<_>>| held.lock().unwrap_or_else(PoisonError::into_inner).take();
    let queued = Arc::clone(&held);
    let working = move || {
        let (core, place, work) = take(&queued)?;
        let answer = work(&limits);
        drop((core, place));
        Some(answer)
    };
    // It panics where the system allows no thread and none is there already; what is queued stays so, but must not
    // hold a core.
    let started = catch_unwind(AssertUnwindSafe(|| tokio::task::spawn_blocking(working)));
    let working = started.map_err(|_| {
        drop(take(&held));
        Problem::failed(say!("the system allows the server no further thread"))
    })?;
    guard.1 = Some(working.abort_handle());
    working.await.ok().flatten().unwrap_or_else(|| {
        Err(Problem::failed(say!("this question has found a mistake in grundy; please report it")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// A queue for a single core, which long work and first tries share.
    fn queue() -> Queue {
        let allowance =
            Allowance { time: Duration::from_secs(60), memory: 1 << 20, positions: None };
        Queue::new(1, 0, allowance)
    }

    fn terms(queue: &Queue, tried: bool) -> Terms {
        let patience = Duration::from_secs(60);
        Terms { allowance: queue.allowance(), patience, tried, progress: None }
    }

    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap()
    }

    /// Work that ends only when it is stopped.
    fn endless(limits: &Limits) -> Result<(), Problem> {
        loop {
            limits.check().map_err(Problem::of_stop)?;
            std::thread::yield_now();
        }
    }

    #[test]
    fn a_place_is_free_again_when_it_is_dropped() {
        let queue = queue();
        let (first, second) = (queue.enter().ok().unwrap(), queue.enter().ok().unwrap());
        assert!(queue.enter().is_err());
        drop(first);
        let third = queue.enter();
        assert!(third.is_ok() && queue.enter().is_err());
        drop((second, third));
    }

    #[test]
    fn work_that_panics_is_a_problem_and_frees_its_core() {
        let queue = queue();
        runtime().block_on(async {
            for _ in 0..3 {
                let place = queue.enter().ok().unwrap();
                let asked = queue.work::<()>(place, terms(&queue, true), |_| panic!("on purpose"));
                assert!(asked.await.is_err_and(|problem| problem.status() == 500));
            }
            let place = queue.enter().ok().unwrap();
            let asked = queue.work(place, terms(&queue, true), |_| Ok(7));
            assert_eq!(asked.await.ok().map(|(answer, _)| answer), Some(7));
        });
    }

    #[test]
    fn work_that_nobody_waits_for_stops_and_frees_its_core() {
        let queue = queue();
        runtime().block_on(async {
            for tried in [true, false] {
                let place = queue.enter().ok().unwrap();
                let endless = queue.work(place, terms(&queue, tried), endless);
                assert!(timeout(Duration::from_millis(20), endless).await.is_err());
            }
            // The only cores are free again, or this would wait for a minute.
            for tried in [true, false] {
                let place = queue.enter().ok().unwrap();
                assert!(queue.work(place, terms(&queue, tried), |_| Ok(())).await.is_ok());
            }
        });
    }

    #[test]
    fn quick_questions_do_not_wait_for_long_ones() {
        let queue = Queue::new(1, 10, queue().allowance());
        runtime().block_on(async {
            let place = queue.enter().ok().unwrap();
            let mut long = std::pin::pin!(queue.work(place, terms(&queue, true), endless));
            assert!(timeout(MOMENT * 3, &mut long).await.is_err());
            assert_eq!(queue.long.available_permits(), 0);
            let place = queue.enter().ok().unwrap();
            assert!(queue.work(place, terms(&queue, true), |_| Ok(())).await.is_ok());
            // A second long one waits as long as it likes and not longer.
            let place = queue.enter().ok().unwrap();
            let terms = Terms { patience: Duration::from_millis(10), ..terms(&queue, true) };
            let second = queue.work(place, terms, endless);
            assert!(second.await.is_err_and(|problem| problem.status() == 429));
        });
    }

    #[test]
    fn what_takes_longer_than_a_first_try_has_all_its_time() {
        let queue = queue();
        runtime().block_on(async {
            let place = queue.enter().ok().unwrap();
            let asked = queue.work(place, terms(&queue, true), |limits| {
                let left = limits.left();
                if left.is_some_and(|left| left <= MOMENT) {
                    endless(limits).map(|()| 0)
                } else {
                    Ok(1)
                }
            });
            assert_eq!(asked.await.ok().map(|(answer, _)| answer), Some(1));
        });
    }
}
