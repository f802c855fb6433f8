//! Limits on work that can run long, and the reasons why such work stops.

use std::fmt;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::language::{Message, message, say_by_message};

/// A switch that stops running work from another thread or a signal handler.
///
/// Clones share one switch.
/// What was asked to stop stays so: a new question needs a new switch.
///
/// ```
/// use grundy::limits::{Cancel, Limits, Stop};
/// let cancel = Cancel::default();
/// let limits = Limits::default().cancel(cancel.clone());
/// assert_eq!(limits.check(), Ok(()));
/// cancel.cancel();
/// assert!(limits.cancel.is_cancelled());
/// assert_eq!(limits.check(), Err(Stop::Cancelled));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Asks the work to stop at its next check. Safe to call from a signal handler.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the work was asked to stop.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How far long work has come; handed to [`Limits::progress`] whenever the work looks at its limits, perhaps some thousand
/// times a second and by several threads at once.
///
/// A question may be several pieces of work: each counts its own units, so `done` can begin anew and `total` be another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// Units done: positions, heaps or table cells, as the work counts them.
    pub done: u64,
    /// Units in all, where that is known; never fewer than are done.
    pub total: Option<u64>,
}

impl Progress {
    /// A report of `done` units out of `total`.
    pub fn new(done: u64, total: Option<u64>) -> Progress {
        Progress { done, total }
    }
}

/// A function that is shown progress.
pub type Watch = Arc<dyn Fn(Progress) + Send + Sync>;

/// What long work may use. The default is no limit at all, on one thread.
///
/// A limit on time is a moment, counted from when it is set: make new limits for each question, or the second one has only
/// what the first has left.
///
/// Work looks at its limits now and then, so it may go beyond them a little. A search looks once in 1024 visits of a thread, or
/// when what these have met owns a MiB, and before its memo grows: in between it may meet as many new positions as those
/// visits have options. A table is refused before it is begun. What is counted is what tables and memos take, not the rest
/// of the program; the search that prunes, for boards and for rules whose table does not fit, never stops for memory but
/// remembers less: with very little it may take for ever, so set a time as well.
///
/// ```
/// use grundy::limits::Limits;
/// use std::time::Duration;
/// let limits = Limits::default().time(Duration::from_secs(10)).memory(1 << 30);
/// assert!(limits.cancel.is_cancelled() == false);
/// ```
#[derive(Clone, Default)]
pub struct Limits {
    /// The moment after which work stops; [`Limits::time`] sets it.
    pub deadline: Option<Instant>,
    /// Bytes that tables and memos may take.
    pub memory: Option<u64>,
    /// Positions that may be looked at.
    pub positions: Option<u64>,
    /// Threads that may work at once, of which no more than 64 do; one if nothing is said.
    pub threads: Option<NonZero<usize>>,
    /// Stops the work from outside.
    pub cancel: Cancel,
    /// Is shown progress.
    pub progress: Option<Watch>,
}

impl fmt::Debug for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("deadline", &self.deadline)
            .field("memory", &self.memory)
            .field("positions", &self.positions)
            .field("threads", &self.threads)
            .field("cancel", &self.cancel)
            .finish_non_exhaustive()
    }
}

/// More threads than this are not begun, however many are allowed.
pub(crate) const MOST_THREADS: NonZero<usize> = NonZero::new(64).unwrap();

impl Limits {
    /// Limits the time, counted from now.
    /// A time so long that the clock cannot say its end is no limit.
    ///
    /// ```
    /// use grundy::limits::{Limits, Stop};
    /// use std::time::Duration;
    /// let limits = Limits::default().time(Duration::from_millis(1));
    /// std::thread::sleep(Duration::from_millis(2));
    /// // Limits that were made before are of no use for another question.
    /// assert_eq!(limits.check(), Err(Stop::Time));
    /// ```
    #[must_use]
    pub fn time(mut self, time: Duration) -> Limits {
        self.deadline = Instant::now().checked_add(time);
        self
    }

    /// The time that is left, where it is limited.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use std::time::Duration;
    /// assert_eq!(Limits::default().left(), None);
    /// let minute = Duration::from_secs(60);
    /// assert!(Limits::default().time(minute).left().is_some_and(|left| left <= minute));
    /// ```
    pub fn left(&self) -> Option<Duration> {
        self.deadline.map(|end| end.saturating_duration_since(Instant::now()))
    }

    /// Limits the memory of tables and memos, in bytes.
    /// With 0 nothing fits that takes a byte.
    ///
    /// ```
    /// use grundy::heap::{PeriodSearch, SubtractionSet};
    /// use grundy::limits::{Limits, Stop};
    /// // A proof for this set looks at windows of 2^40 values, which is refused before it is begun.
    /// let limits = Limits::default().memory(1 << 20);
    /// let found = SubtractionSet::new([1, 1 << 40]).prove(&limits);
    /// let PeriodSearch::Open { values, stop: Some(Stop::Memory { allowed, .. }) } = found else { panic!() };
    /// assert_eq!((values.len(), allowed), (0, 1 << 20));
    /// ```
    #[must_use]
    pub fn memory(mut self, bytes: u64) -> Limits {
        self.memory = Some(bytes);
        self
    }

    /// Limits the number of positions looked at, where a memo counts those of earlier questions, too.
    ///
    /// ```
    /// use grundy::graph::explore;
    /// use grundy::limits::{Limits, Stop};
    /// use grundy::ruleset::Failure;
    /// // Heaps that may grow for ever.
    /// let limits = Limits::default().positions(1000);
    /// let found = explore(
    ///     [0_u64],
    ///     |&heap, see| {
    ///         let _ = see(heap + 1);
    ///         Ok(())
    ///     },
    ///     &limits,
    /// );
    /// assert!(matches!(found, Err(Failure::Stop(Stop::Positions(1000)))));
    /// ```
    #[must_use]
    pub fn positions(mut self, positions: u64) -> Limits {
        self.positions = Some(positions);
        self
    }

    /// Allows so many threads.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use std::num::NonZero;
    /// let limits = Limits::default().threads(NonZero::new(4).unwrap());
    /// assert_eq!(limits.thread_count().get(), 4);
    /// ```
    #[must_use]
    pub fn threads(mut self, threads: NonZero<usize>) -> Limits {
        self.threads = Some(threads);
        self
    }

    /// Lets the work be stopped by this switch.
    ///
    /// ```
    /// use grundy::heap::{HeapGame, Run};
    /// use grundy::limits::{Cancel, Limits, Stop};
    /// let cancel = Cancel::default();
    /// let limits = Limits::default().cancel(cancel.clone());
    /// let mut officers = Run::new(HeapGame::Code("0.6".parse()?));
    /// let stopped = std::thread::scope(|scope| {
    ///     scope.spawn(|| cancel.cancel());
    ///     officers.advance(1 << 40, &limits)
    /// });
    /// assert_eq!(stopped, Err(Stop::Cancelled));
    /// # Ok::<(), grundy::heap::CodeError>(())
    /// ```
    #[must_use]
    pub fn cancel(mut self, cancel: Cancel) -> Limits {
        self.cancel = cancel;
        self
    }

    /// Shows progress to a function. It is called often, also by several threads, and the work waits for it.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use std::sync::atomic::{AtomicU64, Ordering};
    /// use grundy::heap::{HeapGame, Run};
    /// use grundy::limits::Limits;
    /// let seen = Arc::new(AtomicU64::new(0));
    /// let last = seen.clone();
    /// let limits = Limits::default().progress(move |progress| last.store(progress.done, Ordering::Relaxed));
    /// let mut officers = Run::new(HeapGame::Code("0.6".parse()?));
    /// officers.advance(10_000, &limits)?;
    /// assert_eq!(seen.load(Ordering::Relaxed), officers.len());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn progress(mut self, watch: impl Fn(Progress) + Send + Sync + 'static) -> Limits {
        self.progress = Some(Arc::new(watch));
        self
    }

    /// How many threads share the work: as many as are allowed, from 1 to 64.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use std::num::NonZero;
    /// assert_eq!(Limits::default().thread_count().get(), 1);
    /// assert_eq!(Limits::default().threads(NonZero::<usize>::MAX).thread_count().get(), 64);
    /// ```
    pub fn thread_count(&self) -> NonZero<usize> {
        self.threads.map_or(NonZero::<usize>::MIN, |threads| threads.min(MOST_THREADS))
    }

    /// Whether the time is over or the work was cancelled. Costs a clock reading: call it once per
    /// some thousand steps.
    ///
    /// ```
    /// use grundy::limits::{Limits, Stop};
    /// use std::time::Duration;
    /// assert_eq!(Limits::default().check(), Ok(()));
    /// assert_eq!(Limits::default().time(Duration::ZERO).check(), Err(Stop::Time));
    /// ```
    ///
    /// # Errors
    /// [`Stop::Time`] or [`Stop::Cancelled`].
    pub fn check(&self) -> Result<(), Stop> {
        if self.cancel.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Stop::Time),
            _ => Ok(()),
        }
    }

    /// That so many bytes, in all, fit in the memory allowed.
    ///
    /// ```
    /// use grundy::limits::{Limits, Stop};
    /// let limits = Limits::default().memory(1000);
    /// assert_eq!(limits.check_memory(1000), Ok(()));
    /// assert_eq!(limits.check_memory(1001), Err(Stop::Memory { needed: 1001, allowed: 1000 }));
    /// ```
    ///
    /// # Errors
    /// [`Stop::Memory`] with the bytes needed and allowed.
    pub fn check_memory(&self, bytes: u64) -> Result<(), Stop> {
        match self.memory {
            Some(allowed) if bytes > allowed => Err(Stop::Memory { needed: bytes, allowed }),
            _ => Ok(()),
        }
    }

    /// Shows progress to whoever watches.
    ///
    /// ```
    /// use grundy::limits::{Limits, Progress};
    /// use std::sync::mpsc::channel;
    /// let (shown, seen) = channel();
    /// let limits = Limits::default().progress(move |progress| shown.send(progress).unwrap());
    /// limits.report(3, Some(10));
    /// assert_eq!(seen.try_recv(), Ok(Progress::new(3, Some(10))));
    /// ```
    pub fn report(&self, done: u64, total: Option<u64>) {
        if let Some(progress) = &self.progress {
            progress(Progress::new(total.map_or(done, |total| done.min(total)), total));
        }
    }
}

/// Why work stopped before its end.
///
/// ```
/// use grundy::limits::Limits;
/// let stop = Limits::default().memory(1 << 20).check_memory(3 << 20).unwrap_err();
/// assert_eq!(stop.to_string(), "3072 KiB of memory would be needed and 1024 KiB are allowed");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stop {
    /// The time allowed is over.
    Time,
    /// More memory would be needed than is allowed.
    Memory {
        /// Bytes needed, as far as known.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// Values are needed again that were given up to save memory: only work that begins anew, with more of it, comes further.
    GivenUp,
    /// As many positions as allowed were looked at.
    Positions(u64),
    /// Somebody asked to stop.
    Cancelled,
}

impl Stop {
    /// It in words.
    pub fn message(&self) -> Message {
        match self {
            Stop::Time => message!("the time allowed is over"),
            Stop::Memory { needed, allowed } => {
                let (needed, allowed) = (Bytes(*needed).to_string(), Bytes(*allowed).to_string());
                match needed == allowed {
                    true => message!(
                        "more than the {allowed} of memory that are allowed would be needed",
                        allowed
                    ),
                    false => message!(
                        "{needed} of memory would be needed and {allowed} are allowed",
                        needed,
                        allowed
                    ),
                }
            }
            Stop::GivenUp => message!(
                "values are needed again that were given up to save memory, so this cannot go on"
            ),
            Stop::Positions(count) => message!("the limit of {count} positions is reached", count),
            Stop::Cancelled => message!("stopped on request"),
        }
    }
}

say_by_message!(Stop);

impl std::error::Error for Stop {}

/// A number of bytes, printed in binary units.
struct Bytes(u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut unit = 0;
        let mut rest = self.0;
        while rest >= 10 * 1024 && unit < 5 {
            rest /= 1024;
            unit += 1;
        }
        write!(f, "{rest} {}", ["B", "KiB", "MiB", "GiB", "TiB", "PiB"][unit])
    }
}
