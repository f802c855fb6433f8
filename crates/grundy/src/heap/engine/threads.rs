//! The threads that share the work of one engine.

use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::limits::MOST_THREADS;

/// A number of threads, started when they are first needed; clones share them.
#[derive(Clone, Default)]
pub(in crate::heap) struct Threads {
    /// One less than their number: those beside that of the caller.
    others: usize,
    /// Nothing, if the system does not allow them.
    pool: Arc<OnceLock<Option<ThreadPool>>>,
}

impl Threads {
    /// So many threads, or as many as there may be.
    pub(in crate::heap) fn new(count: NonZero<usize>) -> Threads {
        Threads { others: count.min(MOST_THREADS).get() - 1, pool: Arc::default() }
    }

    /// Whether there is more than one.
    pub(super) fn are_several(&self) -> bool {
        self.others > 0
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        1 + self.others
    }

    fn pool(&self) -> Option<&ThreadPool> {
        let start = || ThreadPoolBuilder::new().num_threads(self.others + 1).build().ok();
        self.pool.get_or_init(start).as_ref()
    }

    /// Does work that shares parts of itself out by [`each`]: on these threads, so that they are
    /// woken once for all of it.
    pub(super) fn run<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        match self.pool() {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }

    /// Does work in steps, which are so short that to wake a thread would take as long as one: the others stand by
    /// until all of it is done. `part` does a part of a step, given its number.
    pub(super) fn lead<S: Send + Sync, R: Send>(
        &self,
        state: S,
        part: impl Fn(&S, usize) + Send + Sync,
        lead: impl FnOnce(&Team<'_, S>) -> R + Send,
    ) -> R {
        let team = Team {
            state: RwLock::new(state),
            part: &part,
            called: AtomicU64::new(0),
            done: AtomicU64::new(0),
        };
        match self.pool() {
            Some(pool) => pool.scope(|scope| {
                (0..self.others).for_each(|_| scope.spawn(|_| team.stand_by()));
                let _end = End(&team.called);
                lead(&team)
            }),
            None => lead(&team),
        }
    }
}

/// Does work with each item and its number, in no particular order, shared out among the threads of [`Threads::run`]; on
/// this one if the system does not allow others.
pub(super) fn each<T: Send>(items: &mut [T], work: impl Fn(usize, &mut T) + Send + Sync) {
    if rayon::current_thread_index().is_none() {
        return items.iter_mut().enumerate().for_each(|(number, item)| work(number, item));
    }
    items.par_iter_mut().enumerate().for_each(|(number, item)| work(number, item));
}

/// A thread that leads, and others that stand by.
pub(super) struct Team<'a, S> {
    /// Changed between steps, and read in them.
    state: RwLock<S>,
    part: &'a (dyn Fn(&S, usize) + Sync),
    /// How many parts the step at hand has and how many of them were taken, or more; see [`Called`].
    called: AtomicU64,
    /// How many of them are done.
    done: AtomicU64,
}

/// A step as one number: which it is, how many parts it has, and how many were asked for.
#[derive(Clone, Copy)]
struct Called(u64);

impl Called {
    const BITS: u32 = 16;
    const MASK: u64 = (1 << Called::BITS) - 1;
    /// There are no more steps.
    const OVER: Called = Called(u64::MAX << (2 * Called::BITS));

    fn parts(self) -> u64 {
        self.0 >> Called::BITS & Called::MASK
    }

    /// The first part that nobody has taken.
    fn open(self) -> Option<usize> {
        let taken = self.0 & Called::MASK;
        (taken < self.parts()).then_some(taken as usize)
    }

    fn is_over(self) -> bool {
        self.0 >= Called::OVER.0
    }

    /// The step after this one, with so many parts. Its number may begin anew after a while: whoever took a
    /// part is waited for, so that nobody mistakes one step for another.
    fn next(self, parts: usize) -> Called {
        debug_assert!(parts as u64 <= Called::MASK / 2);
        let number = ((self.0 >> (2 * Called::BITS)) + 1) & Called::MASK;
        Called(number << (2 * Called::BITS) | (parts as u64) << Called::BITS)
    }
}

/// So many times a thread looks for work without giving way to others.
const LOOKS: u32 = 1 << 10;

impl<S> Team<'_, S> {
    /// The state, to be changed. Nobody is at work between steps.
    pub(super) fn change(&self) -> RwLockWriteGuard<'_, S> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn state(&self) -> RwLockReadGuard<'_, S> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does `first` while the others begin with the parts of a step, and then takes part, until all is done.
    pub(super) fn step(&self, parts: usize, first: impl FnOnce(&S)) {
        self.done.store(0, Ordering::Relaxed);
        let called = Called(self.called.load(Ordering::Relaxed)).next(parts);
        self.called.store(called.0, Ordering::Release);
        first(&self.state());
        while self.take() {}
        let mut looks = 0;
        while self.done.load(Ordering::Acquire) < parts as u64 {
            wait(&mut looks);
        }
    }

    /// Does parts of steps until there are no more.
    fn stand_by(&self) {
        let mut looks = 0;
        while !Called(self.called.load(Ordering::Relaxed)).is_over() {
            if self.take() {
                looks = 0;
            } else {
                wait(&mut looks);
            }
        }
    }

    /// Does a part of the step at hand, if one is left.
    fn take(&self) -> bool {
        if Called(self.called.load(Ordering::Relaxed)).open().is_none() {
            return false;
        }
        // The step may be another one by now, or its last part taken: what counts is what is found here.
        let Some(part) = Called(self.called.fetch_add(1, Ordering::Acquire)).open() else {
            return false;
        };
        let _done = Done(&self.done);
        (self.part)(&self.state(), part);
        true
    }
}

/// Counts a part as done, also where it panics: nobody waits for it.
struct Done<'a>(&'a AtomicU64);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Release);
    }
}

/// Lets those who stand by go, also where the leader panics.
struct End<'a>(&'a AtomicU64);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(Called::OVER.0, Ordering::Release);
    }
}

fn wait(looks: &mut u32) {
    *looks += 1;
    if *looks < LOOKS {
        std::hint::spin_loop();
    } else {
        *looks = LOOKS;
        std::thread::yield_now();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    fn threads(count: usize) -> Threads {
        Threads::new(NonZero::new(count).unwrap_or(NonZero::<usize>::MIN))
    }

    #[test]
    fn every_part_of_every_step_is_done_once_and_in_its_step() {
        for count in [1, 2, 3, 8] {
            let done: Vec<AtomicUsize> = (0..40).map(|_| AtomicUsize::new(0)).collect();
            let part = |step: &usize, part: usize| {
                // Each part of the steps before was done, and each of this one once less or as often.
                assert!([step - 1, *step].contains(&done[part].fetch_add(1, Ordering::Relaxed)));
            };
            let steps = threads(count).lead(0_usize, part, |team| {
                for parts in (0..40).chain([1, 0, 40]).cycle().take(2000) {
                    let step = {
                        let mut step = team.change();
                        *step += 1;
                        done.iter().for_each(|done| done.store(*step - 1, Ordering::Relaxed));
                        *step
                    };
                    let mut first = false;
                    team.step(parts, |at_hand| first = *at_hand == step);
                    assert!(first);
                    for (number, done) in done.iter().enumerate() {
                        let times = done.load(Ordering::Relaxed);
                        assert_eq!(times, step - usize::from(number >= parts), "{count} threads");
                    }
                }
                *team.change()
            });
            assert_eq!(steps, 2000);
        }
    }

    #[test]
    fn a_part_that_panics_ends_the_work() {
        for count in [1, 2, 3] {
            let work = || {
                threads(count).lead(
                    (),
                    |(), part| assert!(part != 3, "part 3 fails"),
                    |team| (0..10).for_each(|_| team.step(5, |()| {})),
                );
            };
            assert!(std::panic::catch_unwind(work).is_err());
        }
    }
}
